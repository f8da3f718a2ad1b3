"""The page's socket: what a page is told, and what it may do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest

from playground.standin import StandIn
from playground.wire import Json, JsonObject
from tests.playground.conftest import Clock
from tests.playground.raw import Raw, post
from tests.playground.sample_bot import SampleBot


class Page:
    """A page without a browser."""

    def __init__(self, standin: StandIn, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.general = str(standin.channel().id)
        self.ann = str(standin.person("Ann").id)
        self.bo = str(standin.person("Bo").id)

    async def get(self, kind: str) -> JsonObject:
        """Give the next frame of a kind; others are passed over."""
        async with asyncio.timeout(10):
            while True:
                frame: JsonObject = await self._socket.receive_json()
                if frame["t"] == kind:
                    return frame

    async def send(self, kind: str, **more: Json) -> None:
        frame = {"t": kind, "nonce": "n1", "user": self.ann, "channel": self.general} | more
        await self._socket.send_json(frame)


@pytest.fixture
async def page(standin: StandIn) -> AsyncIterator[Page]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{standin.base_url}/page/socket") as socket,
    ):
        yield Page(standin, socket)


async def test_the_snapshot_holds_all_there_is(standin: StandIn, page: Page, raw: Raw) -> None:
    await post(raw, standin, content="Later")
    snapshot = await page.get("snapshot")

    assert snapshot["guild"]["name"] == "The Table"
    assert [user["global_name"] for user in snapshot["users"] if not user["bot"]] == [
        "Ann",
        "Bo",
        "Cy",
        "Di",
    ]
    assert [channel["name"] for channel in snapshot["channels"]] == ["general", "games"]
    assert snapshot["app"]["bot_id"] in {user["id"] for user in snapshot["users"]}
    assert snapshot["messages"] == []
    assert snapshot["bot_online"] is False
    assert (await page.get("message"))["message"]["content"] == "Later"


async def test_everything_that_changes_is_told(
    standin: StandIn, page: Page, raw: Raw, clock: Clock
) -> None:
    await raw("PUT", f"/applications/{raw.app}/commands", [])
    assert (await page.get("commands"))["commands"] == []
    await raw("POST", f"{raw.general}/threads", {"name": "T", "type": 11})
    channel = (await page.get("channel"))["channel"]
    assert (channel["name"], channel["type"], channel["parent_id"]) == ("T", 11, page.general)
    image = "data:image/png;base64,eA=="
    await raw("POST", f"/applications/{raw.app}/emojis", {"name": "red_star", "image": image})
    assert (await page.get("emojis"))["emojis"][0]["name"] == "red_star"
    message = await post(raw, standin, content="One")
    told = (await page.get("message"))["message"]
    assert (told["ephemeral_to"], told["thinking"]) == (None, False)
    clock.now += 1
    await raw("PATCH", f"{raw.general}/messages/{message.id}", {"content": "Two"})
    assert (await page.get("message"))["message"]["edited_timestamp"] is not None
    await raw("DELETE", f"{raw.general}/messages/{message.id}")
    gone = await page.get("message_delete")
    assert (gone["id"], gone["channel_id"]) == (str(message.id), page.general)


async def test_a_command_from_the_page(page: Page, bot: SampleBot, standin: StandIn) -> None:
    options = {"name": "Di", "times": 1, "friend": page.bo, "style": "b"}
    await page.send("command", name="hello", options=options)

    assert (await page.get("message"))["message"]["content"] == f"Hello Di and <@{page.bo}> Bo b"
    assert (await page.get("done"))["nonce"] == "n1"
    assert bot.seen[-1].user.id == standin.person("Ann").id


async def test_a_deferred_answer_is_shown_as_thinking(page: Page, bot: SampleBot) -> None:
    assert bot.is_ready()
    await page.send("command", name="late", options={})

    thinking = (await page.get("message"))["message"]
    answered = (await page.get("message"))["message"]
    assert (thinking["thinking"], answered["thinking"]) == (True, False)
    assert thinking["id"] == answered["id"]
    assert answered["ephemeral_to"] == page.ann
    assert answered["interaction_metadata"]["name"] == "late"
    assert answered["interaction_metadata"]["user"]["id"] == page.ann


async def test_autocompletion_on_the_page(page: Page, bot: SampleBot) -> None:
    assert bot.is_ready()
    await page.send("autocomplete", name="find", focused="cell", options={"cell": "O"})

    frame = await page.get("choices")
    assert frame == {
        "t": "choices",
        "nonce": "n1",
        "choices": [{"name": "Cell O20", "value": "O20"}],
    }


async def test_a_form_on_the_page(page: Page, bot: SampleBot) -> None:
    assert bot.is_ready()
    await page.send("command", name="form", options={}, nonce="n7")
    form = await page.get("modal")
    assert (form["nonce"], form["user"], form["custom_id"]) == ("n7", page.ann, "form")
    assert form["title"] == "A form"
    assert [part["type"] for part in form["components"]] == [18, 18]

    values = {"tiles": "RC", "direction": "Down"}
    await page.send("modal_submit", custom_id="form", values=values, modal_nonce="n7")

    assert (await page.get("message"))["message"]["content"] == "RC Down"


async def test_buttons_and_selects_on_the_page(
    page: Page, bot: SampleBot, standin: StandIn
) -> None:
    assert bot.is_ready()
    await standin.person("Ann").slash("table board")
    board = standin.person("Ann").sees()[0]
    await page.send("component", message=str(board.id), custom_id="press:1")
    await page.get("done")
    assert board.text == "Pressed 1"

    await page.send("component", message=str(board.id), custom_id="pick", values=["b"])
    await page.get("done")
    assert standin.person("Ann").sees()[-1].text == "b"


async def test_an_ephemeral_message_is_dismissed_by_its_reader_only(
    page: Page, raw: Raw, standin: StandIn
) -> None:
    interaction = await raw.command()
    await raw.answer(interaction, 4, {"content": "Secret", "flags": 64})
    secret = standin.person("Ann").sees()[0]

    await page.send("dismiss", message=str(secret.id), user=page.bo)
    await page.send("say", content="Hello")
    assert (await page.get("message"))["message"]["content"] == "Secret"
    assert (await page.get("message"))["message"]["content"] == "Hello"
    assert not secret.dismissed
    await page.send("dismiss", message=str(secret.id))
    assert (await page.get("message_delete"))["id"] == str(secret.id)
    original = raw.hook(interaction, "/messages/@original")
    assert (await raw("PATCH", original, {"content": "The bot does not know"}))[0] == 200
    assert standin.person("Ann").sees()[-1].text == "Hello"


@pytest.mark.parametrize(
    ("kind", "more", "reason"),
    [
        ("command", {"name": "none", "options": {}}, "there is no command /none"),
        ("command", {"options": {}}, "The page left out or invented 'name'"),
        ("component", {"message": "5", "custom_id": "x"}, "The page left out or invented 5"),
        ("command", {"name": "start", "user": "5", "options": {}}, "Unknown User"),
        ("other", {}, "unknown frame 'other'"),
    ],
)
async def test_what_cannot_be_done_is_told(
    page: Page, raw: Raw, kind: str, more: dict[str, Json], reason: str
) -> None:
    assert raw.general
    await page.send(kind, **more)

    assert await page.get("failed") == {"t": "failed", "nonce": "n1", "reason": reason}


async def test_a_bot_that_does_not_answer(
    page: Page, raw: Raw, standin: StandIn, clock: Clock
) -> None:
    assert raw.general
    await page.send("command", name="start", options={})
    await page.send("say", content="Sent after the command")
    await page.get("message")
    clock.now += 4
    standin.interactions.expire()

    assert (await page.get("failed"))["reason"] == "The application did not respond"


async def test_the_bots_coming_and_going_is_told(page: Page, standin: StandIn) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(f"{standin.base_url}/gateway")
        identify = {"token": standin.token, "intents": 1}
        await socket.send_json({"op": 2, "d": identify})
        assert (await page.get("bot_online"))["online"] is True
        await socket.close()
        assert (await page.get("bot_online"))["online"] is False


async def test_files_and_emojis_are_served(page: Page, raw: Raw, standin: StandIn) -> None:
    _, answer = await raw("POST", f"{raw.general}/messages", {"content": "x"}, {"a.txt": b"file"})
    url = answer["attachments"][0]["url"]
    image = "data:image/png;base64,cGljdHVyZQ=="
    body = {"name": "red_star", "image": image}
    _, emoji = await raw("POST", f"/applications/{raw.app}/emojis", body)
    assert page.general
    async with aiohttp.ClientSession() as session:
        async with session.get(url) as response:
            assert (response.status, await response.read()) == (200, b"file")
            assert response.content_type == "text/plain"
        async with session.get(f"{standin.base_url}/emojis/{emoji['id']}.png") as response:
            assert (response.status, await response.read()) == (200, b"picture")
        for path in ("/attachments/5/a.txt", "/emojis/5.png", "/none"):
            async with session.get(standin.base_url + path) as response:
                assert response.status == 404


async def test_another_sites_page_is_not_let_in(standin: StandIn) -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await session.ws_connect(
                f"{standin.base_url}/page/socket", headers={"Origin": "https://example.org"}
            )
        assert caught.value.status == 403
        own = {"Origin": standin.base_url}
        socket = await session.ws_connect(f"{standin.base_url}/page/socket", headers=own)
        await socket.close()


async def test_a_page_lets_people_and_the_server_speak_other_languages(
    standin: StandIn, page: Page, bot: SampleBot
) -> None:
    snapshot = await page.get("snapshot")
    assert snapshot["locales"] == {"guild": "en-US", "users": {}}
    heard = bot.wait_for("guild_update", timeout=10)

    await page.send("speak", locale="de")
    await page.get("locales")
    await page.send("speak", user=None, locale="pt-BR")

    spoken = {"guild": "pt-BR", "users": {page.ann: "de"}}
    assert (await page.get("locales"))["locales"] == spoken
    _, guild = await heard
    assert str(guild.preferred_locale) == "pt-BR"
    for name, locale in (("Ann", "de"), ("Bo", "en-US")):
        await standin.person(name).slash("hello", name="Cy")
        assert str(bot.seen[-1].locale) == locale
        assert str(bot.seen[-1].guild_locale) == "pt-BR"
