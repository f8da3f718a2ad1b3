"""`/qwirkle rules`: six short pages to turn, and a demonstration to tap.

Which page it is and what was tapped are in the ids of the buttons. Nothing asks the store, so the
rules can be read everywhere and at any time.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from cogs import _layouts
from cogs._buttons import NO_GAME, GameButton, Press, on_press, reading
from cogs._drawing import Look, Part, board_parts
from cogs._groups import QWIRKLE
from cogs._pages import Page
from qwirkle_bot.demonstration import Demonstration, after_taps
from qwirkle_bot.engine.tiles import Cell
from qwirkle_bot.notation import cell_name
from qwirkle_bot.pictures.example import example
from qwirkle_bot.words.rules import PAGES, Example, demonstration_words, rules_page

if TYPE_CHECKING:
    from cogs._client import Interaction

BOARD_CHARACTERS: Final = 1_000
"""Room for a board of two to four tiles."""


@QWIRKLE.command()
async def rules(interaction: Interaction) -> None:
    """Read the rules in six short pages, and try them."""
    await _begin(interaction)


@on_press("rules")
async def _press_rules(press: Press) -> None:
    await _begin(press.interaction)


@on_press("rulespage")
async def _press_page(press: Press) -> None:
    with reading():
        layout = page_layout(int(press.target.detail), _look(press.interaction))
    await press.interaction.response.edit_message(view=layout)


@on_press("rulestap")
async def _press_tap(press: Press) -> None:
    with reading():
        now = after_taps(_read_taps(press.target.detail))
    layout = demonstration_layout(now, _look(press.interaction))
    await press.interaction.response.edit_message(view=layout)


async def _begin(interaction: Interaction) -> None:
    layout = page_layout(1, _look(interaction))
    await interaction.response.send_message(view=layout, ephemeral=True)


def _look(interaction: Interaction) -> Look:
    """In emoji for everyone, and without files, so that turning a page is one quick answer."""
    return Look(interaction.client.tile_names, attaches=False)


def page_layout(number: int, look: Look) -> Page:
    """A page of the rules.

    Raises:
        LookupError: there is no such page.
    """
    parts: list[Part] = []
    for part in rules_page(number):
        parts += [part] if isinstance(part, str) else _drawn(part, look)
    buttons = [
        _page_button("Back", number - 1, disabled=number == 1),
        _page_button("Next", number + 1, disabled=number == PAGES),
        GameButton.make("Try it", "rulestap", NO_GAME, _layouts.SUCCESS),
    ]
    return _layouts.layout(*parts, buttons)


def demonstration_layout(now: Demonstration, look: Look) -> Page:
    """The demonstration with a button for each cell where the tile might go."""
    above, below = demonstration_words(now)
    new = now.taken[-1:] if now.is_taken else ()
    board = board_parts(now.board, new, look, BOARD_CHARACTERS)
    if look.emoji is not None and now.tile is not None:
        below = f"{look.emoji[str(now.tile)]} {below}"
    return _layouts.layout(above, *board, below, *_demonstration_buttons(now))


def _demonstration_buttons(now: Demonstration) -> list[list[GameButton]]:
    """The cells as they lie: a row of buttons for each row of the board."""
    back = _page_button("Back to the rules", 1)
    if now.tile is None:
        return [[back, GameButton.make("Try it again", "rulestap", NO_GAME)]]
    rows = groupby(now.spots, key=lambda cell: cell[1])
    return [*([_tap_button(now, cell) for cell in row] for _, row in rows), [back]]


def _tap_button(now: Demonstration, cell: Cell) -> GameButton:
    target = NO_GAME.with_detail(_taps_code((*now.taken, cell)))
    return GameButton.make(cell_name(cell), "rulestap", target)


def _page_button(label: str, number: int, *, disabled: bool = False) -> GameButton:
    target = NO_GAME.with_detail(str(number))
    return GameButton.make(label, "rulespage", target, disabled=disabled)


def _drawn(shown: Example, look: Look) -> list[Part]:
    if shown.has_cells:
        return board_parts(shown.board, shown.new, look, BOARD_CHARACTERS)
    return [example(shown.board, shown.new, look.emoji)]


def _taps_code(taps: tuple[Cell, ...]) -> str:
    """Taps within the id of a button: ``0.1,1.1``."""
    return ",".join(f"{x}.{y}" for x, y in taps)


def _read_taps(code: str) -> list[Cell]:
    """The taps that :func:`_taps_code` wrote.

    Raises:
        ValueError: it did not write that.
    """
    cells = [cell.split(".") for cell in code.split(",")] if code else []
    return [(int(x), int(y)) for x, y in cells]
