"""What a table decides together, in words: undo, skip votes, seats that change hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qwirkle_bot.languages import gettext
from qwirkle_bot.saved import Player, Table
from qwirkle_bot.views import View
from qwirkle_bot.words.names import listed, seat_name, shown

AGREED: Final = "You agreed. The move is taken back when all of the others have."
DECLINED: Final = "The move stands."
CLAIMED: Final = "The win is yours."


def undo_question(view: View) -> str:
    """The question beneath the board, while somebody asks to take the last move back."""
    if view.undo_waits_for is None or not view.events:
        return ""
    who = seat_name(view.seats[view.events[-1].seat].players)
    asked = _names(view, view.undo_waits_for)
    return f"**{who}** asks to take the last move back. {asked}: press **Agree** or **Decline**."


def undo_call(view: View, asked: Sequence[int], board: str) -> str:
    """The same to those who are asked, by their user ids, with the way to the board."""
    who = seat_name(view.seats[view.events[-1].seat].players)
    called = listed([f"<@{user}>" for user in asked])
    return f"{called}, **{who}** asks to take the last move back. [To the board]({board})"


def skip_votes(view: View) -> str:
    """How many seats have voted to skip the player to move."""
    if not view.skip_votes:
        return ""
    return f"-# Votes to skip {shown(view.mover.name)}: {view.skip_votes}. More than half decide."


def after_undo_question(table: Table, waits: Sequence[int] | None) -> str:
    """What the one who asked is told."""
    if waits is None:
        return "Your move is taken back. It is your turn again."
    asked = listed([seat_name(table.saved.seats[seat]) for seat in waits])
    return f"{asked} must agree, before the next move is made."


def after_skip_vote(table: Table) -> str:
    """What the one who voted is told."""
    votes = table.saved.clock.turn.skip_votes if table.saved.clock else ()
    if votes:
        return "Your vote is counted. The turn is skipped when more than half of the others agree."
    return "That was the last vote it needed: the turn is skipped."


def seat_offer(leaving: Player, newcomer: int, moderator: Player | None = None) -> str:
    """The question to whoever is to take over a seat, offered by its player or a moderator."""
    offered = f"{shown(leaving.name)} hands you a seat in this game"
    if moderator is not None:
        offered = f"{shown(moderator.name)}, a moderator, offers you {shown(leaving.name)}'s seat"
    return f"<@{newcomer}>, {offered}: the hand, the score, and a fresh turn."


def offered_already() -> str:
    """What whoever offers a seat is told that is on offer."""
    return gettext(
        "This seat is offered already. Whoever was asked takes it or declines; or withdraw that"
        " offer, and offer it anew."
    )


def _names(view: View, seats: Sequence[int]) -> str:
    return listed([seat_name(view.seats[seat].players) for seat in seats])
