"""What happened in a game, in words: moves, scores, whose turn, how it ended.

Everything here is made from a view, so it tells no tile that the view's owner may not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qwirkle_bot.engine.board import Axis, Laid, Line, Score
from qwirkle_bot.engine.game import SPRINT_TURNS, EndReason
from qwirkle_bot.engine.tiles import LINE_LENGTH
from qwirkle_bot.languages import gettext, gettext_noop, ngettext
from qwirkle_bot.notation import cell_name
from qwirkle_bot.tile_names import tile_name
from qwirkle_bot.timestamps import relative
from qwirkle_bot.views import (
    Event,
    Exchanged,
    Passed,
    Placed,
    Resigned,
    SeatView,
    Skipped,
    TookBack,
    View,
)
from qwirkle_bot.words.names import listed, mention, seat_name
from qwirkle_bot.words.options import options_words

_ENDINGS: Final[Mapping[EndReason, str]] = {
    EndReason.OUT: gettext_noop(
        "The bag is empty and {who} laid the last tile of a hand, for six points more."
    ),
    EndReason.STALLED: gettext_noop("Nobody can place another tile."),
    EndReason.SPRINT: gettext_noop("Every seat has had its six turns."),
    EndReason.RESIGNED: gettext_noop("Everybody else has resigned."),
}


def points(count: int) -> str:
    """A number of points by itself: ``1 point``, ``6 points``."""
    return ngettext("{count} point", "{count} points", count)


def score_words(score: Score) -> str:
    """The lines and the total (R5.4): ``4 in the row, 2 in the column: 6 points``."""
    parts = [_line_words(line) for line in score.lines]
    if score.bonus:
        parts.append(gettext("{bonus} for going out", bonus=score.bonus))
    return gettext("{lines}: {points}", lines=", ".join(parts), points=points(score.total))


def _line_words(line: Line) -> str:
    """What a line scores; the points of six tiles are not their number, so it says why."""
    if line.axis is Axis.ROW:
        if line.length == LINE_LENGTH:
            return gettext("{points} in the row (six tiles, a Qwirkle!)", points=line.points)
        return gettext("{points} in the row", points=line.points)
    if line.length == LINE_LENGTH:
        return gettext("{points} in the column (six tiles, a Qwirkle!)", points=line.points)
    return gettext("{points} in the column", points=line.points)


def laid_words(tiles: tuple[Laid, ...]) -> str:
    """Tiles with names, codes and cells: ``red circle (RC) at N20, red star (RT) at O20``."""
    return ", ".join(
        gettext("{tile} ({code}) at {cell}", tile=tile_name(tile), code=str(tile), cell=where)
        for where, tile in ((cell_name(cell), tile) for cell, tile in tiles)
    )


def event_words(view: View, event: Event) -> str:
    """One move as a sentence for everyone."""
    who = f"**{seat_name(view.seats[event.seat].players)}**"
    match event:
        case Placed(_, tiles, score):
            laid = gettext("{who} laid {tiles}.", who=who, tiles=laid_words(tiles))
            return f"{laid}\n{score_words(score)}"
        case Exchanged(_, count):
            return ngettext(
                "{who} exchanged {count} tile.", "{who} exchanged {count} tiles.", count, who=who
            )
        case Passed():
            return gettext(
                "{who} can place nothing and the bag is empty: passed, for 0 points.", who=who
            )
        case Skipped():
            return gettext("{who} was skipped: the turn is lost, for 0 points.", who=who)
        case Resigned():
            return gettext("{who} resigned.", who=who)
        case TookBack():
            return gettext("{who} took the last move back.", who=who)


def news(view: View, since: int) -> str:
    """What happened after the first ``since`` moves; before any, how the game begins."""
    events = view.events[since:]
    if events:
        return "\n".join(event_words(view, event) for event in events)
    return opening_words(view) if not view.events else ""


def opening_words(view: View) -> str:
    """Who opens and why, with everyone's announced set and the fairness code (R3.1, R3.2)."""
    sizes = [
        f"{seat_name(seat.players)} {size}"
        for seat, size in zip(view.seats, view.set_sizes, strict=True)
    ]
    begins = gettext("The game begins.")
    sets = gettext("Largest sets: {sizes}.", sizes=listed(sizes))
    opener = f"**{seat_name(view.seats[view.opener].players)}**"
    return (
        f"**{begins}** {sets} {gettext('{who} opens.', who=opener)}\n"
        f"-# {options_words(view.options)}\n"
        f"-# {_fairness_code(view)}"
    )


def _fairness_code(view: View) -> str:
    return gettext("Fairness code: {code}", code=f"`{view.fairness_code}`")


def score_table(view: View) -> str:
    """A line for each seat with score and tiles, whose turn it is, and the bag."""
    lines = []
    for number, seat in enumerate(view.seats):
        marker = _marker(view, number)
        tiles = ngettext("{count} tile", "{count} tiles", seat.hand_size)
        states = [tiles, *_turns_left(view, seat), *absence_words(seat)]
        state = " · ".join(states) if seat.playing else gettext("resigned")
        lines.append(f"{marker} **{seat_name(seat.players)}** · {points(seat.score)} · {state}")
        if seat.hand is not None:
            lines.append(f"-# {' '.join(map(str, seat.hand))}")
    bag = (
        ngettext("Bag: {count} tile", "Bag: {count} tiles", view.bag_count)
        if view.bag_count
        else gettext("Bag: empty")
    )
    return "\n".join([*lines, bag])


def _marker(view: View, seat: int) -> str:
    if view.result is not None:
        return "🏆" if seat in view.result.winners else "◦"
    return "▸" if seat == view.turn else "◦"


def _turns_left(view: View, seat: SeatView) -> list[str]:
    if not view.options.variant.sprint or view.result is not None:
        return []
    left = max(0, SPRINT_TURNS - seat.turns_had)
    return [ngettext("{count} turn left", "{count} turns left", left)]


def absence_words(seat: SeatView) -> list[str]:
    """Why nobody may answer for a seat just now, if there is a reason."""
    if seat.left:
        return [gettext("left the server")]
    idle = [gettext("idle")] if seat.idle else []
    return [*idle, gettext("away")] if seat.away else idle


def prompt(view: View) -> str:
    """The line that asks the next player to move, and mentions them."""
    who = mention(view.mover)
    if view.mover.is_robot:
        return gettext("{who} is thinking…", who=who)
    if view.is_asleep:
        return gettext("{who}, the game waits until somebody is back: press **I'm back**.", who=who)
    if view.opening_size is None:
        task = gettext("{who}, it is your turn.", who=who)
    else:
        task = ngettext(
            "{who}, you open: lay exactly {count} tile in one row or column.",
            "{who}, you open: lay exactly {count} tiles that share a color or a shape in one row or"
            " column.",
            view.opening_size,
            who=who,
        )
    if view.deadline_ms is None:
        return task
    ends = gettext("Your time ends {time}.", time=relative(view.deadline_ms))
    return f"{task} {ends}"


def closed_words(view: View, *, abandoned: bool) -> str:
    """That a game was ended without a result."""
    why = (
        gettext("This game has no result: nobody has played for 30 days.")
        if abandoned
        else gettext("This game has no result: it was ended before its time.")
    )
    return (
        f"## {gettext('Game closed')}\n{why} {gettext('Open another with `/start`.')}\n"
        f"-# {_fairness_code(view)}"
    )


def game_over(view: View) -> str:
    """Who won and why it ended, with mentions of the winners only."""
    result = view.result
    if result is None:
        raise ValueError("the game is not over")
    winners = [player for seat in result.winners for player in view.seats[seat].players]
    names = listed([mention(player) for player in winners])
    if len(winners) == 1:
        who = gettext("{who} wins!", who=names)
    elif len(result.winners) == 1:
        who = gettext("{who} win!", who=names)
    else:
        who = gettext("{who} share the win!", who=names)
    last = seat_name(view.seats[view.events[-1].seat].players)
    return f"## {gettext('Game over')}\n{who} {gettext(_ENDINGS[result.reason], who=last)}"


def final_totals(view: View) -> str:
    """The totals, winners first, with the best move of each seat."""
    result = view.result
    if result is None:
        raise ValueError("the game is not over")
    order = sorted(
        range(len(view.seats)),
        key=lambda seat: (seat not in result.winners, -result.scores[seat], seat),
    )
    lines = []
    for seat in order:
        name = seat_name(view.seats[seat].players)
        left = "" if view.seats[seat].playing else f" · {gettext('resigned')}"
        lines.append(f"{_marker(view, seat)} **{name}** · {points(result.scores[seat])}{left}")
        best = best_move(view, seat)
        if best:
            what = f"{laid_codes(best.tiles)} · {score_words(best.score)}"
            lines.append(f"-# {gettext('Best move: {move}', move=what)}")
    return "\n".join(lines)


def best_move(view: View, seat: int) -> Placed | None:
    """The placement of a seat that scored most, the earliest of several."""
    placed = [e for e in view.standing_turns() if isinstance(e, Placed) and e.seat == seat]
    return max(placed, key=lambda event: event.score.total, default=None)


def laid_codes(tiles: tuple[Laid, ...]) -> str:
    """Tiles with their cells in short: ``RC N20, RT O20``."""
    return ", ".join(f"{tile} {cell_name(cell)}" for cell, tile in tiles)


def fairness_words(view: View) -> str:
    """The fairness code with the seed, which anybody can check once the game is over."""
    words = gettext(
        "Fairness code {code} is the SHA-256 of the seed {seed}.",
        code=f"`{view.fairness_code}`",
        seed=f"`{view.seed}`",
    )
    return f"-# {words}"


def score_sheet(view: View) -> list[str]:
    """Every turn of every seat that counts, a line each, and the totals at the end."""
    lines = []
    totals = [0] * len(view.seats)
    for number, event in enumerate(view.standing_turns(), start=1):
        if isinstance(event, Placed):
            totals[event.seat] += event.score.total
        lines.append(f"{number}. {_sheet_line(view, event, totals[event.seat])}")
    return [*lines, "", score_table(view)]


def _sheet_line(view: View, event: Event, total: int) -> str:
    who = f"**{seat_name(view.seats[event.seat].players)}**"
    match event:
        case Placed(_, tiles, score):
            sum_words = gettext("(total {total})", total=total)
            return f"{who} {laid_codes(tiles)} · {score_words(score)} {sum_words}"
        case Exchanged(_, count):
            return ngettext(
                "{who} exchanged {count} tile", "{who} exchanged {count} tiles", count, who=who
            )
        case Passed():
            return gettext("{who} passed", who=who)
        case Skipped():
            return gettext("{who} skipped", who=who)
        case _:
            return gettext("{who} resigned", who=who)
