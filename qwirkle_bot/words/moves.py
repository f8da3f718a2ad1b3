"""What happened in a game, in words: moves, scores, whose turn, how it ended.

Everything here is made from a view, so it tells no tile that the view's owner may not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qwirkle_bot.engine.board import Laid, Score
from qwirkle_bot.engine.game import SPRINT_TURNS, EndReason
from qwirkle_bot.engine.tiles import LINE_LENGTH
from qwirkle_bot.notation import cell_name
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

END_SENTENCES: Final[Mapping[EndReason, str]] = {
    EndReason.OUT: "The bag is empty and {last} laid the last tile of a hand, for six points more.",
    EndReason.STALLED: "Nobody can place another tile.",
    EndReason.SPRINT: "Every seat has had its six turns.",
    EndReason.RESIGNED: "Everybody else has resigned.",
}


QWIRKLE: Final = " (six tiles, a Qwirkle!)"
"""Behind a line of six, whose points are not the number of its tiles."""


def count_of(number: int, what: str) -> str:
    """A number with its noun: ``1 point``, ``6 points``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def score_words(score: Score) -> str:
    """The lines and the total (R5.4): ``4 in the row, 2 in the column: 6 points``."""
    parts = [
        f"{line.points} in the {line.axis}{QWIRKLE if line.length == LINE_LENGTH else ''}"
        for line in score.lines
    ]
    if score.bonus:
        parts.append(f"{score.bonus} for going out")
    return f"{', '.join(parts)}: {count_of(score.total, 'point')}"


def laid_words(tiles: tuple[Laid, ...]) -> str:
    """Tiles with names, codes and cells: ``red circle (RC) at N20, red star (RT) at O20``."""
    return ", ".join(f"{tile.words} ({tile}) at {cell_name(cell)}" for cell, tile in tiles)


def event_words(view: View, event: Event) -> str:
    """One move as a sentence for everyone."""
    who = f"**{seat_name(view.seats[event.seat].players)}**"
    match event:
        case Placed(_, tiles, score):
            return f"{who} laid {laid_words(tiles)}.\n{score_words(score)}"
        case Exchanged(_, count):
            return f"{who} exchanged {count_of(count, 'tile')}."
        case Passed():
            return f"{who} can place nothing and the bag is empty: passed, for 0 points."
        case Skipped():
            return f"{who} was skipped: the turn is lost, for 0 points."
        case Resigned():
            return f"{who} resigned."
        case TookBack():
            return f"{who} took the last move back."


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
    opener = seat_name(view.seats[view.opener].players)
    return (
        f"**The game begins.** Largest sets: {listed(sizes)}. **{opener}** opens.\n"
        f"-# {options_words(view.options)}\n"
        f"-# Fairness code: `{view.fairness_code}`"
    )


def score_table(view: View) -> str:
    """A line for each seat with score and tiles, whose turn it is, and the bag."""
    lines = []
    for number, seat in enumerate(view.seats):
        marker = "▸" if number == view.turn and view.result is None else "◦"
        states = [count_of(seat.hand_size, "tile"), *_turns_left(view, seat), *absence_words(seat)]
        state = " · ".join(states) if seat.playing else "resigned"
        points = count_of(seat.score, "point")
        lines.append(f"{marker} **{seat_name(seat.players)}** · {points} · {state}")
        if seat.hand is not None:
            lines.append(f"-# {' '.join(map(str, seat.hand))}")
    bag = count_of(view.bag_count, "tile") if view.bag_count else "empty"
    return "\n".join([*lines, f"Bag: {bag}"])


def _turns_left(view: View, seat: SeatView) -> list[str]:
    if not view.options.variant.sprint:
        return []
    return [f"{count_of(max(0, SPRINT_TURNS - seat.turns_had), 'turn')} left"]


def absence_words(seat: SeatView) -> list[str]:
    """Why nobody may answer for a seat just now, if there is a reason."""
    if seat.left:
        return ["left the server"]
    return [word for word, holds in (("idle", seat.idle), ("away", seat.away)) if holds]


def prompt(view: View) -> str:
    """The line that asks the next player to move, and mentions them."""
    who = mention(view.mover)
    if view.mover.is_robot:
        return f"{who} is thinking…"
    if view.is_asleep:
        return f"{who}, the game waits until somebody is back: press **I'm back**."
    until = "" if view.deadline_ms is None else f" Your time ends <t:{view.deadline_ms // 1000}:R>."
    if view.opening_size is None:
        return f"{who}, it is your turn.{until}"
    return f"{who}, you open: lay {opening_task(view.opening_size)} in one row or column.{until}"


def closed_words(view: View, *, abandoned: bool) -> str:
    """That a game was ended without a result."""
    why = "nobody has played for 30 days" if abandoned else "it was ended before its time"
    return (
        f"## Game closed\nThis game has no result: {why}. Open another with `/start`.\n"
        f"-# Fairness code: `{view.fairness_code}`"
    )


def opening_task(size: int) -> str:
    """What an opening of a size asks for (R3.3)."""
    tiles = count_of(size, "tile")
    return f"exactly {tiles} that share a color or a shape" if size > 1 else f"exactly {tiles}"


def game_over(view: View) -> str:
    """Who won and why it ended, with mentions of the winners only."""
    result = view.result
    if result is None:
        raise ValueError("the game is not over")
    winners = [player for seat in result.winners for player in view.seats[seat].players]
    names = listed([mention(player) for player in winners])
    verb = "wins" if len(winners) == 1 else "win" if len(result.winners) == 1 else "share the win"
    last = seat_name(view.seats[view.events[-1].seat].players)
    return f"## Game over\n{names} {verb}! {END_SENTENCES[result.reason].format(last=last)}"


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
        crown = "🏆" if seat in result.winners else "◦"
        left = "" if view.seats[seat].playing else " · resigned"
        lines.append(f"{crown} **{name}** · {count_of(result.scores[seat], 'point')}{left}")
        best = best_move(view, seat)
        if best:
            lines.append(f"-# Best move: {laid_codes(best.tiles)}, {score_words(best.score)}")
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
    return f"-# Fairness code `{view.fairness_code}` is the SHA-256 of the seed `{view.seed}`."


def score_sheet(view: View) -> list[str]:
    """Every turn of every seat that counts, a line each, and the totals at the end."""
    lines = []
    totals = [0] * len(view.seats)
    for number, event in enumerate(view.standing_turns(), start=1):
        name = seat_name(view.seats[event.seat].players)
        match event:
            case Placed(seat, tiles, score):
                totals[seat] += score.total
                what = f"{laid_codes(tiles)} · {score_words(score)} (total {totals[seat]})"
            case Exchanged(_, count):
                what = f"exchanged {count_of(count, 'tile')}"
            case Passed():
                what = "passed"
            case Skipped():
                what = "skipped"
            case _:
                what = "resigned"
        lines.append(f"{number}. **{name}** {what}")
    return [*lines, score_table(view)]
