"""Writing a command on the page by the keyboard: lists, names of options, second tries."""

from __future__ import annotations

import pytest
from playwright.async_api import FloatRect, Locator, Page, expect

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


def suggestions(page: Page) -> Locator:
    return page.locator(".suggest .suggest-title")


def option(page: Page, name: str) -> Locator:
    return page.locator(f'[data-option="{name}"] input')


def answers(page: Page) -> Locator:
    return page.locator("[data-message-id] .text")


async def begin(page: Page, text: str) -> None:
    """Type a command letter by letter, once the bot's commands are there."""
    await page.locator("#composer").press_sequentially("/pla")
    await expect(suggestions(page)).to_have_text(["/place"])
    await page.keyboard.type(text.removeprefix("/pla"))


async def box(place: Locator) -> FloatRect:
    found = await place.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("key", ["Enter", "Tab"])
@pytest.mark.parametrize(
    ("name", "offered", "answer"),
    [
        pytest.param("down", ["True", "False"], "RC | None | True", id="a boolean"),
        pytest.param(
            "at", ["Cell N20", "Cell N21", "Cell O20"], "RC | N20 | False", id="autocompletion"
        ),
    ],
)
async def test_the_first_of_an_open_list_is_taken_and_not_sent_yet(
    page: Page, key: str, name: str, offered: list[str], answer: str
) -> None:
    await begin(page, f"/place RC {name}:")
    await expect(suggestions(page)).to_have_text(offered)

    await page.keyboard.press(key)

    await expect(option(page, name)).to_have_value(offered[0])
    await expect(answers(page)).to_have_count(0)
    await page.keyboard.press("Enter")
    await expect(answers(page)).to_have_text(answer)


async def test_the_marked_one_of_an_open_list_is_taken(page: Page) -> None:
    await begin(page, "/place RC down:")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")

    await expect(answers(page)).to_have_text("RC | None | False")


@pytest.mark.parametrize(
    "text",
    [
        "/place tiles: RC RS at: N20 down: true",
        "/place RC RS at:N20 down:true",
        "/place at: N20 Down: true tiles: RC RS",
    ],
)
async def test_typed_letter_by_letter_is_as_good_as_pasted(page: Page, text: str) -> None:
    await begin(page, text)
    await page.keyboard.press("Enter")
    await expect(answers(page)).to_have_text("RC RS | N20 | True")

    await page.locator("#composer").fill(text)
    await page.keyboard.press("Enter")
    await expect(answers(page)).to_have_text(["RC RS | N20 | True"] * 2)


async def test_a_name_alone_goes_back_to_what_was_written_for_it(page: Page) -> None:
    await begin(page, "/place RC at: N20 tiles: ")

    await expect(option(page, "tiles")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(answers(page)).to_have_text("RC | N20 | False")


async def test_a_pick_outlives_the_name_of_the_next_option(page: Page) -> None:
    await begin(page, "/place RC at:")
    await expect(suggestions(page)).to_have_count(3)
    await page.keyboard.press("Tab")
    await option(page, "at").focus()
    await page.keyboard.press("End")
    await page.keyboard.type(" down: true")
    await page.keyboard.press("Enter")

    await expect(answers(page)).to_have_text("RC | N20 | True")


async def test_loose_text_is_offered_to_the_option_it_fits(page: Page) -> None:
    await begin(page, "/place 2")
    await page.keyboard.press("Tab")
    await page.keyboard.type("N20")
    await expect(suggestions(page)).to_have_text(["at: N20"])

    await page.keyboard.press("Enter")

    await expect(option(page, "at")).to_have_value("N20")
    await expect(answers(page)).to_have_count(0)
    await page.keyboard.press("Enter")
    await expect(answers(page)).to_have_text("2 | N20 | False")


async def test_loose_text_that_is_a_choice_is_that_choice(page: Page) -> None:
    await begin(page, "/place 2")
    await page.keyboard.press("Tab")
    await page.keyboard.type("true")

    await expect(suggestions(page)).to_have_text(["down: true", "at: true"])


async def test_loose_text_that_is_sent_is_told_where_it_belongs(page: Page) -> None:
    await begin(page, "/place 2")
    await page.keyboard.press("Tab")
    await page.keyboard.type("N20")
    await page.get_by_role("button", name="Send").click()

    alert = page.get_by_role("alert")
    await expect(alert).to_have_text("“N20” names no option of /place. Write at: N20")
    await page.locator("#composer").focus()
    await expect(suggestions(page)).to_have_text(["at: N20"])
    offers = await box(page.locator(".suggest"))
    assert offers["y"] + offers["height"] <= (await box(alert))["y"]
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(answers(page)).to_have_text("2 | N20 | False")


async def test_arrow_up_brings_back_the_last_command_of_this_seat(page: Page) -> None:
    await begin(page, "/place RC at:")
    await expect(suggestions(page)).to_have_count(3)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(answers(page)).to_have_text("RC | N20 | False")

    await page.keyboard.press("Alt+2")
    await page.locator("#composer").press("ArrowUp")
    await expect(page.locator("[data-option]")).to_have_count(0)
    await page.keyboard.press("Alt+1")
    await page.locator("#composer").press("ArrowUp")
    await expect(option(page, "tiles")).to_have_value("RC")
    await expect(option(page, "at")).to_have_value("Cell N20")
    await page.keyboard.type(" down: true")
    await page.keyboard.press("Enter")

    await expect(answers(page)).to_have_text(["RC | N20 | False", "RC | N20 | True"])


async def test_arrow_up_leaves_what_is_being_written(page: Page) -> None:
    await begin(page, "/place RC")
    await page.keyboard.press("Enter")
    await expect(answers(page)).to_have_count(1)

    await page.locator("#composer").fill("Hello")
    await page.keyboard.press("ArrowUp")

    await expect(page.locator("#composer")).to_have_value("Hello")
    await expect(page.locator("[data-option]")).to_have_count(0)
