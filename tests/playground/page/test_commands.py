"""Commands, buttons, menus and forms on the page, answered by a real bot over the wire."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from playground.standin import StandIn
from tests.playground.sample_bot import SampleBot

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


def messages(page: Page) -> Locator:
    return page.locator("[data-message-id]")


def private(page: Page) -> Locator:
    return page.locator('[data-message-id][data-ephemeral="true"]')


def suggestions(page: Page) -> Locator:
    return page.locator(".suggest .suggest-title")


async def sit_as(page: Page, name: str) -> None:
    await page.locator(f'[data-seat="{name}"]').click()


async def give(page: Page, command: str) -> None:
    await page.locator("#composer").fill(f"/{command} ")
    await page.keyboard.press("Enter")


async def test_a_command_by_the_keyboard_alone(page: Page) -> None:
    keys = page.keyboard
    await page.locator("#composer").press_sequentially("/hel")
    await expect(suggestions(page)).to_have_text(["/hello"])
    await keys.press("Tab")
    await keys.type("Cy")
    await keys.press("Tab")
    await expect(suggestions(page)).to_have_text(["times", "friend", "style"])
    await keys.type("ti")
    await keys.press("Tab")
    await keys.type("2")
    await keys.press("Tab")
    await keys.type("fr")
    await keys.press("Enter")
    await keys.type("b")
    await expect(suggestions(page)).to_have_text(["Bo"])
    await keys.press("Enter")
    await keys.press("Enter")

    hello = "Hello Cy and @Bo Bo plain"
    await expect(messages(page).locator(".text")).to_have_text(hello * 2)
    await expect(messages(page).locator(".used")).to_have_text("AAnn used /hello")
    await expect(page.locator("#composer")).to_be_focused()


async def test_what_is_missing_is_shown_and_nothing_is_sent(standin: StandIn, page: Page) -> None:
    await give(page, "hello")

    await expect(page.get_by_role("alert")).to_have_text("name: This option is required.")
    await expect(page.locator('[data-option="name"]')).to_have_class("chip bad")

    await page.keyboard.type("Cy times:9")
    await page.keyboard.press("Tab")
    await page.keyboard.type("times:9")
    await page.keyboard.press("Enter")

    await expect(page.get_by_role("alert")).to_have_text("times: At most 5.")
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-option]")).to_have_count(0)
    await expect(page.locator("#composer")).to_have_value("")
    assert standin.world.messages == {}


async def test_a_command_that_is_none_is_not_said_aloud(standin: StandIn, page: Page) -> None:
    await page.locator("#composer").press_sequentially("/stat")
    await page.keyboard.press("Enter")

    await expect(page.get_by_role("alert")).to_contain_text("There is no command /stat")
    assert standin.world.messages == {}


async def test_a_pasted_command_fills_its_options(page: Page) -> None:
    await page.locator("#composer").fill("/hello name:Cy the brave style:bold times:1")
    await page.keyboard.press("Enter")

    await expect(messages(page).locator(".text")).to_have_text("Hello Cy the brave b")


async def test_the_bot_completes_an_option(page: Page) -> None:
    await page.locator("#composer").press_sequentially("/find")
    await page.keyboard.press("Enter")
    await page.keyboard.type("N2")
    await expect(suggestions(page)).to_have_text(["Cell N20", "Cell N21"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator('[data-option="cell"] input')).to_have_value("Cell N21")
    await page.keyboard.press("Enter")

    await expect(private(page).locator(".text")).to_have_text("N21")


async def test_what_is_typed_is_sent_though_choices_are_offered(page: Page) -> None:
    await give(page, "find")
    await page.keyboard.type("N2")
    await expect(suggestions(page)).to_have_count(2)
    await page.keyboard.press("Enter")

    await expect(private(page).locator(".text")).to_have_text("N2")


async def test_a_private_answer_is_seen_by_its_seat_only(page: Page) -> None:
    await give(page, "table board")
    await page.get_by_role("button", name="Press 2").click()
    await expect(private(page).filter(has_text="2 privately")).to_be_visible()

    await sit_as(page, "Bo")
    await expect(page.get_by_role("button", name="Press 2")).to_be_visible()
    await expect(private(page)).to_have_count(0)
    assert "privately" not in await page.locator("body").inner_html()

    await sit_as(page, "Ann")
    answer = private(page).filter(has_text="2 privately")
    await answer.get_by_role("button", name="Dismiss message").click()
    await expect(answer).to_have_count(0)


async def test_a_button_that_changes_its_message(page: Page) -> None:
    await give(page, "table board")
    await page.get_by_role("button", name="Press 1").click()

    await expect(page.get_by_text("Pressed 1")).to_be_visible()
    await expect(page.get_by_text("The board")).to_have_count(0)
    await expect(page.locator(".edited")).to_have_count(1)


async def test_an_answer_names_the_whole_command(page: Page) -> None:
    await give(page, "table board")

    await expect(private(page).locator(".used")).to_have_text("AAnn used /table board")


async def test_the_composer_knows_whether_there_is_a_game(page: Page) -> None:
    composer = page.locator("#composer")
    await expect(composer).to_have_attribute("placeholder", "Type /start to open a game")
    await give(page, "late")
    await expect(page.get_by_text("And one more")).to_be_visible()
    await expect(composer).to_have_attribute("placeholder", "Type /start to open a game")

    await give(page, "table board")
    await expect(page.get_by_text("The board")).to_be_visible()

    await expect(composer).to_have_attribute("placeholder", "Type / for commands")
    await page.get_by_role("button", name="games").click()
    await expect(composer).to_have_attribute("placeholder", "Type /start to open a game")


async def test_a_menu_takes_several_values(page: Page) -> None:
    await give(page, "table board")
    await page.get_by_role("combobox", name="Make a selection").click()
    await page.get_by_role("option", name="Red").click()
    await page.get_by_role("option", name="Blue").click()
    await expect(page.locator(".menu-foot span")).to_have_text("Pick 1 to 2")
    await page.get_by_role("button", name="Done").click()

    await expect(private(page).filter(has_text="r b")).to_be_visible()
    await expect(page.get_by_role("option", name="Red")).to_have_count(0)


async def test_escape_takes_the_picks_of_a_menu_back(standin: StandIn, page: Page) -> None:
    await give(page, "table board")
    menu = page.get_by_role("combobox", name="Make a selection")
    await menu.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")

    await expect(menu).to_have_text("Make a selection")
    await expect(menu).to_be_focused()
    assert not [note for note in standin.world.messages.values() if note.content == "r"]


async def test_a_form(page: Page) -> None:
    await give(page, "form")
    form = page.get_by_role("dialog", name="A form")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_text("This is required.")).to_have_count(2)

    await form.get_by_label("Tiles").fill("RC RS")
    await form.get_by_role("combobox").click()
    await form.get_by_role("option", name="Down").click()
    await form.get_by_role("button", name="Submit").click()

    await expect(private(page).locator(".text")).to_have_text("RC RS Down")
    await expect(form).to_have_count(0)


async def test_an_unanswered_command_says_so(page: Page) -> None:
    await give(page, "silent")
    await expect(page.get_by_text("Sending command…")).to_be_visible()

    await expect(page.get_by_text("The application did not respond")).to_be_visible()
    await expect(page.get_by_text("Sending command…")).to_have_count(0)
    await sit_as(page, "Bo")
    await expect(page.get_by_text("The application did not respond")).to_have_count(0)


async def test_a_press_on_a_bot_that_is_gone_fails_under_the_message(
    page: Page, bot: SampleBot
) -> None:
    await give(page, "table board")
    await expect(page.get_by_text("The board")).to_be_visible()
    await bot.close()
    await expect(page.get_by_role("status")).to_contain_text("The bot is starting, or offline")

    await page.get_by_role("button", name="Press 1").click()

    await expect(page.locator(".failed")).to_have_text("This interaction failed")


async def test_files_and_pictures(page: Page) -> None:
    await give(page, "table file")

    card = page.get_by_role("link", name="Download record.json")
    await expect(card).to_be_visible()
    async with page.expect_download() as download:
        await card.click()
    assert (await download.value).suggested_filename == "record.json"
    assert "/board.png" in (await page.locator(".embed img").get_attribute("src") or "")


async def test_a_thread_comes_up_in_the_rail(page: Page) -> None:
    await give(page, "table thread")
    alone = page.get_by_label("Channels").get_by_role("button", name="Alone, unread")
    await alone.click()

    await expect(page.get_by_role("heading", level=1)).to_have_text("Alone")
    await expect(messages(page).locator(".text")).to_have_text("Inside")
    await expect(page.get_by_role("heading", level=2, name="Alone")).to_be_visible()
    await expect(page.locator(".step")).to_have_count(0)


async def test_a_seat_that_speaks_another_language_reads_of_commands_in_it(
    page: Page, standin: StandIn, bot: SampleBot
) -> None:
    del bot
    [command] = [one for one in standin.world.all_commands() if one["name"] == "hello"]
    command["description_localizations"] = {"fr": "Dire bonjour"}
    await page.reload()
    await page.get_by_text("Languages").click()
    choice = page.get_by_label("Ann speaks")
    await expect(choice).to_have_value("en-US")

    await choice.select_option("fr")
    await expect(page.get_by_label("Ann speaks")).to_have_value("fr")

    assert standin.world.locale_of(standin.person("Ann").id) == "fr"
    await page.locator("#composer").fill("/hello")
    await expect(page.get_by_role("option", name="/hello")).to_contain_text("Dire bonjour")
    await page.keyboard.press("Alt+2")
    await expect(page.get_by_label("Bo speaks")).to_have_value("en-US")
