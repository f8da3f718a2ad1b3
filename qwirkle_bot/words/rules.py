"""The rules in six short pages, for someone who has never played, and the demonstration's words.

The entry points are :func:`rules_page` and :func:`demonstration_words`. A page is texts and
pictures in order; how tiles look is for whoever shows it. What an example scores is counted by the
engine, so that no page can promise other points than the game gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from qwirkle_bot.demonstration import LYING, Demonstration
from qwirkle_bot.engine.board import Board, Score, score_placement
from qwirkle_bot.engine.tiles import TILES, Cell
from qwirkle_bot.languages import gettext
from qwirkle_bot.words.moves import score_words
from qwirkle_bot.words.refusals import named, refusal_sentence


@dataclass(frozen=True, slots=True)
class Example:
    """Tiles to be shown; ``new`` are those just laid.

    ``has_cells``: as the game shows its board, with the names of the cells.
    """

    board: Board
    new: tuple[Cell, ...] = ()
    has_cells: bool = False

    @property
    def score(self) -> Score:
        """What laying the new tiles scored."""
        before = {cell: tile for cell, tile in self.board.items() if cell not in self.new}
        return score_placement(before, tuple((cell, self.board[cell]) for cell in self.new))


Page: TypeAlias = list[str | Example]


def row(codes: str, *, new: str = "") -> Example:
    """An example of one row: the tiles of these codes, then new ones."""
    tiles = [TILES[code] for code in (*codes.split(), *new.split())]
    cells = [(x, 0) for x in range(len(tiles))]
    return Example(dict(zip(cells, tiles, strict=True)), tuple(cells[len(codes.split()) :]))


SQUARE: Final = Example(
    {(0, 0): TILES["RC"], (1, 0): TILES["RS"], (0, 1): TILES["BC"], (1, 1): TILES["BS"]},
    new=((1, 1),),
)
QWIRKLE: Final = row("RC RS RD RL RX", new="RT")


def rules_page(number: int) -> Page:
    """The page of a number from 1 to ``PAGES``.

    Raises:
        LookupError: there is no such page.
    """
    if not 1 <= number <= PAGES:
        raise LookupError(f"there is no page {number}")
    return [*_PAGES[number - 1](), place_words(number)]


def place_words(number: int) -> str:
    """Which page of how many this is."""
    return gettext("-# Page {number} of {pages}", number=number, pages=PAGES)


def _goal() -> Page:
    return [
        gettext("### The goal"),
        gettext(
            "Lay tiles in lines that share a color or a shape. Every tile of such a line is a"
            " point, and whoever has the most points at the end wins."
        ),
        row("RC OS YD GL BX PT"),
        gettext(
            "There are six colors and six shapes, and three tiles of each kind: 108 in all."
            " You hold six of them, and only you see them."
        ),
        gettext(
            "-# A tile has a short name: its color, which is the letter on its picture, then its"
            " shape. RC is the red circle."
            " Colors: Red, Orange, Yellow, Green, Blue, Purple. Shapes: Circle, Square, Diamond,"
            " cLover, X the cross, sTar."
        ),
    ]


def _turn() -> Page:
    return [
        gettext("### Your turn"),
        gettext(
            "Lay one tile or several in **one row or one column**, so that a new tile touches one"
            " that lies there. Corners do not count."
        ),
        row("RC RS", new="RD RX"),
        gettext(
            "New tiles may go on both ends of a line, but no gap may stay between them. Then you"
            " draw until you hold six again."
        ),
        gettext(
            "**The first turn** is for whoever can lay the most tiles of one color or one shape,"
            " and exactly so many are laid."
        ),
    ]


def _lines() -> Page:
    return [
        gettext("### What fits"),
        gettext("✅ One color, and every shape different:"),
        row("GC GL GT"),
        gettext("✅ One shape, and every color different:"),
        row("RD BD YD"),
        gettext("❌ The same tile twice:"),
        row("GC GL GC"),
        gettext("❌ Two greens, two stars, but nothing that all three share:"),
        row("GC GT PT"),
        gettext(
            "A tile that touches several lines must fit all of them. No line is longer than six:"
            " there are no more colors or shapes."
        ),
    ]


def _points() -> Page:
    return [
        gettext("### Points"),
        gettext(
            "Count every line that you make or lengthen: a point for each of its tiles, also for"
            " those that lay there before."
        ),
        SQUARE,
        gettext("The new blue square is in two lines. {score}", score=_counted(SQUARE)),
        gettext("Six in a line are a **Qwirkle**, which is worth six points more:"),
        QWIRKLE,
        _counted(QWIRKLE),
        gettext("Press **Try it** to lay two tiles yourself."),
    ]


def _end() -> Page:
    return [
        gettext("### Exchange, and the end"),
        gettext(
            "Nothing fits? Or you hold three of a kind, which never share a line? Instead of laying"
            " tiles, **exchange** some for new ones. That is your whole turn, for no points."
        ),
        row("RC RC RC"),
        gettext("It is not possible on the first turn of a game, nor once the bag is empty."),
        gettext(
            "**The bag is empty?** Play goes on with what you hold. Whoever lays their last tile"
            " gets six points more, and the game is over. It is over as well when nobody can lay"
            " anything. The most points win, and a tie is a shared win."
        ),
    ]


def _manners() -> Page:
    return [
        gettext("### Playing here"),
        gettext(
            "Press **My hand** beneath the board, then tap tiles, tap a spot, look, and confirm."
            " Or type it, with the column's letter and the row's number:"
            " `/place tiles: RC RS at: N20`"
        ),
        Example(LYING, tuple(LYING), has_cells=True),
        gettext(
            "**Time.** A game may last minutes or weeks. Where a turn has a time, the board says"
            " when it ends. On holiday? `/qwirkle away` stops your clocks."
        ),
        gettext(
            "**Manners.** Keep your hand to yourself. Whoever has to leave hands the seat over with"
            " `/qwirkle substitute`, or resigns with `/qwirkle resign`."
        ),
    ]


_PAGES: Final[tuple[Callable[[], Page], ...]] = (_goal, _turn, _lines, _points, _end, _manners)

PAGES: Final = len(_PAGES)


def _counted(example: Example) -> str:
    return f"**{score_words(example.score)}**"


def demonstration_words(now: Demonstration) -> tuple[str, str]:
    """What is said above the board, about the last tap, and below it, about what to do."""
    above = _verdict_words(now) or gettext(
        "**Try it.** A red circle and a red square lie on the table."
    )
    if now.tile is None:
        below = gettext(
            "That is the whole game: find the place where a tile counts most. Have fun!"
        )
    else:
        below = gettext("Where does the {tile} go? Tap its cell.", tile=named(now.tile))
    return above, below


def _verdict_words(now: Demonstration) -> str:
    match now.verdict:
        case None:
            return ""
        case Score() as score if now.is_taken:
            return gettext("**Yes!** {score}.", score=score_words(score))
        case Score() as score:
            return gettext(
                "That fits: {score}. But somewhere it makes two lines at once.",
                score=score_words(score),
            )
        case refusal:
            return gettext("**Not there.** {why}", why=refusal_sentence(refusal))
