"""What a table decides together, in words: undo, skip votes, seats that change hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qwirkle_bot.languages import gettext, gettext_noop
from qwirkle_bot.saved import Player, Table
from qwirkle_bot.views import View
from qwirkle_bot.words.clock import board_link
from qwirkle_bot.words.names import listed, seat_name, shown

DECLINED: Final = gettext_noop("The move stands.")
CLAIMED: Final = gettext_noop("The win is yours.")


def undo_question(view: View) -> str:
    """The question beneath the board, while somebody asks to take the last move back."""
    if view.undo_waits_for is None or not view.events:
        return ""
    asked = listed([seat_name(view.seats[seat].players) for seat in view.undo_waits_for])
    press = gettext("{who}: press **Agree** or **Decline**.", who=asked)
    return f"{_asks_to_undo(view)} {press}"


def undo_call(view: View, asked: Sequence[int], board: str) -> str:
    """The same to those who are asked, by their user ids, with the way to the board."""
    called = listed([f"<@{user}>" for user in asked])
    return f"{called}, {_asks_to_undo(view)} {board_link(board)}"


def _asks_to_undo(view: View) -> str:
    who = f"**{seat_name(view.seats[view.events[-1].seat].players)}**"
    return gettext("{who} asks to take the last move back.", who=who)


def skip_votes(view: View) -> str:
    """How many seats have voted to skip the player to move."""
    if not view.skip_votes:
        return ""
    votes = gettext(
        "Votes to skip {who}: {votes}. More than half decide.",
        who=shown(view.mover.name),
        votes=view.skip_votes,
    )
    return f"-# {votes}"


def after_undo_question(table: Table, waits: Sequence[int] | None) -> str:
    """What the one who asked is told."""
    if waits is None:
        return gettext("Your move is taken back. It is your turn again.")
    asked = listed([seat_name(table.saved.seats[seat]) for seat in waits])
    return gettext("{who} must agree, before the next move is made.", who=asked)


def after_agreeing(table: Table, waits: Sequence[int] | None) -> str:
    """What the one who agreed is told: that others are waited for, or that it is done."""
    if waits is None and table.game is not None:
        mover = table.saved.seats[table.game.history[-1].move.seat]
        return gettext("{who} took the last move back.", who=f"**{seat_name(mover)}**")
    return gettext("You agreed. The move is taken back when all of the others have.")


def after_skip_vote(table: Table) -> str:
    """What the one who voted is told."""
    votes = table.saved.clock.turn.skip_votes if table.saved.clock else ()
    if votes:
        return gettext(
            "Your vote is counted. The turn is skipped when more than half of the others agree."
        )
    return gettext("That was the last vote it needed: the turn is skipped.")


def seat_offer(leaving: Player, newcomer: int, moderator: Player | None = None) -> str:
    """The question to whoever is to take over a seat, offered by its player or a moderator."""
    if moderator is None:
        return gettext(
            "{newcomer}, {who} hands you a seat in this game: the hand, the score, and a fresh"
            " turn.",
            newcomer=f"<@{newcomer}>",
            who=shown(leaving.name),
        )
    return gettext(
        "{newcomer}, {moderator}, a moderator, offers you {who}'s seat: the hand, the score, and a"
        " fresh turn.",
        newcomer=f"<@{newcomer}>",
        moderator=shown(moderator.name),
        who=shown(leaving.name),
    )


def seat_taken(newcomer: str) -> str:
    """What the offer says once its seat is taken."""
    return gettext("{who} took the seat.", who=shown(newcomer))


def seat_not_taken(who: str, *, declined: bool) -> str:
    """What the offer says once it was declined by whom it was made to, or withdrawn by others."""
    if declined:
        return gettext("{who} did not take the seat.", who=shown(who))
    return gettext("{who} withdrew the offer of a seat.", who=shown(who))


def offered_already() -> str:
    """What whoever offers a seat is told that is on offer."""
    return gettext(
        "This seat is offered already. Whoever was asked takes it or declines; or withdraw that"
        " offer, and offer it anew."
    )
