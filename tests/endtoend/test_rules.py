"""The rules as a reader turns and taps them, in a server and in a conversation with the bot."""

from __future__ import annotations

import pytest

from cogs._buttons import OLD_BUTTON
from tests.kit.acts import labels
from tests.kit.bot import Scene, custom_id, press
from tests.kit.players import open_game

DAYS = 24 * 60 * 60

CELLS = ["N19", "O19", "M20", "P20", "N21", "O21"]


@pytest.mark.parametrize("in_server", [True, False], ids=["server", "conversation"])
async def test_the_rules_are_read_and_tried(scene: Scene, in_server: bool) -> None:
    ann = scene.people()[0]
    place = scene.channel if in_server else ann.conversation()
    reply = await ann.slash("qwirkle rules", channel=place)
    page = reply.message
    assert reply.ephemeral
    assert labels(page) == ["Back", "Next", "Try it"]
    titles = [page.text.splitlines()[0]]
    for number in range(2, 7):
        await ann.click(page, "Next")
        assert f"Page {number} of 6" in page.text
        titles.append(page.text.splitlines()[0])
    assert len(set(titles)) == 6
    scene.time.passes(10 * DAYS)
    await scene.restart_bot()
    await ann.click(page, "Back")
    assert "Page 5 of 6" in page.text

    await ann.click(page, "Try it")
    assert labels(page) == [*CELLS, "Back to the rules"]
    await ann.click(page, "O21")
    assert "Column O would hold a red square (O20) and a blue circle (O21)" in page.text
    assert labels(page) == [*CELLS, "Back to the rules"]
    await ann.click(page, "N21")
    assert "2 in the column: 2 points" in page.text
    await ann.click(page, "O21")
    assert "2 in the row, 2 in the column: 4 points" in page.text
    await ann.click(page, "Try it again")
    assert labels(page) == [*CELLS, "Back to the rules"]
    await ann.click(page, "Back to the rules")
    assert "Page 1 of 6" in page.text


async def test_the_board_leads_to_the_rules_and_forged_ids_lead_nowhere(scene: Scene) -> None:
    ann, bo, cy, _ = scene.people()
    await open_game(scene, [ann, bo])
    before = await scene.table()

    more = (await cy.click(scene.board_message(), "More")).message
    page = (await cy.click(more, "Rules")).message
    assert "Page 1 of 6" in page.text
    [row] = [part for part in page.components if "components" in part]
    for forged in ("q:rulespage:0:0:7", "q:rulespage:0:0:x", "q:rulestap:0:0:0.1,9.9"):
        row["components"][1]["custom_id"] = forged
        reply = await press(scene, cy, page, custom_id(page, "Next"))
        assert reply.text == OLD_BUTTON

    assert await scene.table() == before
