"""The unmodified discord.py lives in the stand-in."""

from __future__ import annotations

import asyncio
import base64

import pytest

from playground.person import ApplicationDidNotRespond
from playground.standin import StandIn
from tests.kit.discord import running
from tests.playground.conftest import Clock
from tests.playground.sample_bot import SampleBot

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=="
)

pytestmark = pytest.mark.usefixtures("bot")


async def test_options_arrive_as_the_types_they_have(standin: StandIn) -> None:
    bo = standin.person("Bo")

    reply = await standin.person("Ann").slash("hello", name="Cy", friend=bo, style="Bold")

    assert reply.text == f"Hello Cy and <@{bo.id}> Bo b"
    assert not reply.ephemeral
    assert reply.message in standin.person("Di").sees()


async def test_the_payload_says_who_where_and_what_is_allowed(
    standin: StandIn, bot: SampleBot
) -> None:
    cy = standin.person("Cy")

    await cy.slash("hello", name="Ann", channel=standin.channel("games"))

    seen = bot.seen[-1]
    assert (seen.user.id, seen.user.display_name) == (cy.id, "Cy")
    assert seen.channel_id == standin.channel("games").id
    assert getattr(seen.channel, "name", None) == "games"
    assert seen.guild is not None
    assert seen.guild.name == "The Table"
    assert seen.app_permissions.send_messages
    assert not seen.app_permissions.administrator
    assert seen.context.guild
    assert str(seen.locale) == str(seen.guild_locale) == "en-US"
    assert seen.filesize_limit == 10 * 1024 * 1024
    assert seen.guild.me.guild_permissions.send_messages
    assert seen.is_guild_integration()


async def test_an_answer_names_the_whole_command(standin: StandIn) -> None:
    ann = standin.person("Ann")

    names = {
        command: (await ann.slash(command)).message.raw()["interaction_metadata"]["name"]
        for command in ("late", "table board")
    }

    assert names == {"late": "late", "table board": "table board"}


async def test_a_deferred_answer_keeps_its_secret(standin: StandIn) -> None:
    reply = await standin.person("Ann").slash("late")

    assert reply.ephemeral
    assert reply.message.text == "Here at last"
    assert reply.message.ephemeral_to == standin.person("Ann").id
    assert standin.person("Bo").sees() == []


async def test_the_first_follow_up_fills_in_a_deferred_answer(standin: StandIn) -> None:
    reply = await standin.person("Ann").slash("later")

    assert [message.text for message in reply.messages] == ["By follow-up"]
    assert not reply.ephemeral
    assert not reply.message.thinking


async def test_buttons_update_answer_and_defer(standin: StandIn) -> None:
    ann, bo = standin.person("Ann"), standin.person("Bo")
    await ann.slash("table board")
    board = standin.person("Di").sees()[0]

    assert board.buttons[0] == ("Press 1", "press:1", False)
    updated = await bo.click(board, "Press 1")
    assert updated.message is board
    assert board.text == "Pressed 1"
    assert board.edited is not None
    private = await bo.click(board, "press:2")
    assert private.text == "2 privately"
    assert private.message not in ann.sees()
    deferred = await bo.click(board, "Press 3")
    assert deferred.messages == [board]
    assert board.text == "Pressed 3"


async def test_a_click_in_an_ephemeral_message_edits_it(
    standin: StandIn, bot: SampleBot, clock: Clock
) -> None:
    ann = standin.person("Ann")
    hand = (await ann.slash("late")).message
    clock.now += 3600

    reply = await ann.click(hand, "Press 1")

    assert reply.message is hand
    assert hand.text == "Pressed 1"
    assert hand.ephemeral_to == ann.id
    assert bot.seen[-1].message is not None
    assert bot.seen[-1].message.flags.ephemeral


async def test_a_select_sends_its_values(standin: StandIn) -> None:
    ann = standin.person("Ann")
    await ann.slash("table board")
    board = ann.sees()[0]

    reply = await ann.choose(board, "Blue", "r")

    assert reply.text == "r b"
    assert board.selects[0]["custom_id"] == "pick"


async def test_a_modal_opens_and_is_submitted(standin: StandIn) -> None:
    ann = standin.person("Ann")
    await ann.slash("table board")
    opened = await ann.click(ann.sees()[0], "Press 4")
    assert opened.messages == []
    assert opened.modal is not None
    assert opened.modal.inputs == ["tiles", "direction"]

    reply = await ann.submit(opened.modal, tiles="RC", direction="Down")

    assert reply.text == "RC Down"
    assert reply.ephemeral


async def test_autocompletion_offers_choices(standin: StandIn) -> None:
    choices = await standin.person("Ann").complete("find", "cell", "N2")

    assert choices == [
        {"name": "Cell N20", "value": "N20"},
        {"name": "Cell N21", "value": "N21"},
    ]


async def test_a_nonce_posts_once(standin: StandIn) -> None:
    reply = await standin.person("Ann").slash("table post", nonce="game:1")

    assert reply.text == "1"
    assert [note.text for note in standin.person("Bo").sees()] == ["Posted", "1"]


async def test_threads_alone_and_at_a_message(standin: StandIn) -> None:
    ann = standin.person("Ann")

    reply = await ann.slash("table thread")

    await standin.until(lambda: len(reply.messages) == 2)
    alone, here = standin.channel("Alone"), standin.channel("Here")
    assert reply.messages[1].text == f"<#{alone.id}> <#{here.id}>"
    assert here.id == reply.message.id
    assert [note.text for note in ann.sees(alone)] == ["Inside"]
    inside = await ann.slash("hello", name="Bo", channel=here)
    assert inside.message in ann.sees(here)


async def test_files_come_along_and_pictures_are_shown(standin: StandIn) -> None:
    message = (await standin.person("Ann").slash("table file")).message

    assert [file.filename for file in message.attachments] == ["board.png", "record.json"]
    raw = message.raw()
    assert [file["filename"] for file in raw["attachments"]] == ["record.json"]
    assert raw["embeds"][0]["image"]["url"].startswith(f"{standin.base_url}/attachments/")


async def test_the_library_gets_the_message_it_answered_with(standin: StandIn) -> None:
    await standin.person("Ann").slash("late")

    callback = next(r for r in standin.requests if r.path.endswith("/callback"))
    assert callback.body == {"type": 5, "data": {"flags": 64}}
    assert callback.error is None


async def test_no_first_response_in_three_seconds(
    standin: StandIn, bot: SampleBot, clock: Clock
) -> None:
    heard = asyncio.create_task(bot.wait_for("interaction", timeout=10))
    waiting = asyncio.create_task(standin.person("Ann").slash("silent"))
    await heard
    clock.now += 3.1
    standin.interactions.expire()

    with pytest.raises(ApplicationDidNotRespond):
        await waiting


async def test_application_emojis(standin: StandIn, bot: SampleBot) -> None:
    made = await bot.create_application_emoji(name="red_circle", image=PNG)

    assert [emoji.name for emoji in await bot.fetch_application_emojis()] == ["red_circle"]
    assert standin.world.emojis[made.id].content_type == "image/png"
    await made.edit(name="red_star")
    assert (await bot.fetch_application_emoji(made.id)).name == "red_star"
    await made.delete()
    assert standin.world.emojis == {}


async def test_commands_and_buttons_outlive_the_bot(standin: StandIn, bot: SampleBot) -> None:
    ann = standin.person("Ann")
    await ann.slash("table board")
    board = ann.sees()[0]
    ids = {command["name"]: command["id"] for command in standin.world.all_commands()}
    await bot.close()
    await standin.bot_gone()

    async with running(SampleBot(), standin):
        await ann.click(board, "Press 1")

    assert board.text == "Pressed 1"
    assert {c["name"]: c["id"] for c in standin.world.all_commands()} == ids


async def test_direct_messages(standin: StandIn, bot: SampleBot) -> None:
    bo = standin.person("Bo")
    user = await bot.fetch_user(bo.id)

    await user.send("Your turn")
    reply = await bo.slash("hello", name="Bo", channel=bo.conversation())

    assert [note.text for note in bo.sees(bo.conversation())] == ["Your turn", "Hello Bo plain"]
    assert reply.message.channel_id == bo.conversation().id
    assert bot.seen[-1].guild_id is None
    assert bot.seen[-1].context.dm_channel
    assert bot.seen[-1].user.id == bo.id


async def test_members_and_channels_can_be_fetched(standin: StandIn, bot: SampleBot) -> None:
    guild = await bot.fetch_guild(standin.world.guild_id)
    member = await guild.fetch_member(standin.person("Di").id)

    assert (guild.name, member.display_name) == ("The Table", "Di")
    channel = await bot.fetch_channel(standin.channel("games").id)
    assert getattr(channel, "name", None) == "games"
