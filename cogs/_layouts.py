"""What messages look like in Discord: texts in order, and rows of buttons.

Made from views and words only. The texts of a message hold 4,000 characters together; the board
gets what the words leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from cogs._buttons import GameButton, GameSelect, Target
from cogs._drawing import Look, board_parts
from cogs._pages import Page, Picture
from qwirkle_bot.saved import Phase, Table
from qwirkle_bot.tables import tied_seats
from qwirkle_bot.views import View, announced_sizes
from qwirkle_bot.words import clock, lobby, moves, together
from qwirkle_bot.words.names import plain_name

LAYOUT_CHARACTERS: Final = 4_000
"""The most characters that the texts of one message hold (Components V2)."""

LABEL_CHARACTERS: Final = 80
"""Discord's limit for the label of a button."""

NEWS_TOLD: Final = 6
"""How many moves one message tells at most; more are owed only after a long outage."""

BOARD_CHARACTERS: Final = 1_200
"""Room that older moves must leave for the board; the newest one is told in any case."""

PRIMARY: Final = discord.ButtonStyle.primary
SUCCESS: Final = discord.ButtonStyle.success
DANGER: Final = discord.ButtonStyle.danger


def layout(*parts: str | Picture | Sequence[GameButton] | GameSelect) -> Page:
    """A message of texts, pictures, rows of buttons and selects; empty parts are left out."""
    page = Page()
    for part in parts:
        if isinstance(part, str):
            if part:
                page.add_item(discord.ui.TextDisplay(part))
        elif isinstance(part, Picture):
            page.add_picture(part)
        elif isinstance(part, GameSelect):
            page.add_item(discord.ui.ActionRow(part))
        elif part:
            page.add_item(discord.ui.ActionRow(*part))
    page.stop()  # So that discord.py does not keep it: presses need no memory.
    return page


def lobby_layout(table: Table) -> Page:
    """The lobby; once the game has begun or the lobby is closed, without buttons."""
    words = lobby.lobby_words(table)
    if table.phase is not Phase.LOBBY:
        return layout(words)
    target = Target(table.saved.id, table.revision)
    return layout(
        words,
        [
            GameButton.make("Join", "join", target, SUCCESS),
            GameButton.make("Leave", "leave", target),
            GameButton.make("Add bot", "addbot", target),
            GameButton.make("Begin", "begin", target, PRIMARY),
            GameButton.make("Cancel", "cancel", target, DANGER),
        ],
    )


def asking_layout(table: Table) -> Page:
    """The question who of the tied players is the oldest (R3.2)."""
    saved = table.saved
    tied = tied_seats(saved)
    sizes = announced_sizes(bytes.fromhex(saved.tied_seed or ""), len(saved.seats))
    target = Target(saved.id, table.revision)
    buttons = [
        GameButton.make(
            " & ".join(plain_name(player.name) for player in saved.seats[seat])[:LABEL_CHARACTERS],
            "oldest",
            target.with_detail(str(seat)),
            PRIMARY,
        )
        for seat in tied
    ]
    return layout(lobby.asking_words(saved, tied, sizes), buttons)


def board_layout(view: View, since: int, look: Look) -> Page:
    """The board for everyone, with what happened after the first ``since`` moves."""
    target = Target(view.game_id, view.revision)
    if view.result is not None:
        words = [moves.game_over(view)]
        after = [moves.final_totals(view), moves.fairness_words(view)]
        buttons = [
            GameButton.make("Rematch", "rematch", target, PRIMARY),
            GameButton.make("Score sheet", "scores", target),
            GameButton.make("Record", "record", target),
        ]
        consent: list[GameButton] = []
    else:
        words = []
        after = [
            moves.score_table(view),
            clock.bank_words(view),
            together.undo_question(view),
            together.skip_votes(view),
            moves.prompt(view),
        ]
        buttons = [
            GameButton.make("My hand", "hand", target, PRIMARY),
            GameButton.make("Place", "place", target),
            GameButton.make("Exchange", "exchange", target, disabled=not view.may_exchange),
            GameButton.make("More", "more", target),
        ]
        if any(seat.idle and seat.playing for seat in view.seats):
            buttons.append(GameButton.make("I'm back", "back", target, SUCCESS))
        consent = _consent_buttons(view, target)
    left = LAYOUT_CHARACTERS - sum(map(len, [*words, *after]))
    news = news_within(view, since, left - BOARD_CHARACTERS)
    board = board_parts(view.board, view.newest_cells, look, left - len(news))
    return layout(news, *words, *board, *after, buttons, consent)


def news_within(view: View, since: int, most_characters: int) -> str:
    """What happened after the first ``since`` moves; of many moves the newest that have room."""
    newest = len(view.events) - 1
    for first in range(max(since, len(view.events) - NEWS_TOLD), newest):
        news = moves.news(view, first)
        if len(news) <= most_characters:
            return news
    return moves.news(view, max(since, newest))


def closed_layout(view: View, look: Look, *, abandoned: bool) -> Page:
    """The last board of a game that was ended without a result."""
    words, table = moves.closed_words(view, abandoned=abandoned), moves.score_table(view)
    left = LAYOUT_CHARACTERS - len(words) - len(table)
    return layout(words, *board_parts(view.board, [], look, left), table)


def reminder_layout(words: str, table: Table) -> Page:
    """A reminder with its one button, which is for the turn that it speaks of."""
    if table.saved.clock is None:
        raise ValueError("nobody is to move")
    target = Target(table.saved.id, table.revision, str(table.saved.clock.turn.began_ms))
    return layout(words, [GameButton.make("Quiet this turn", "hush", target)])


def undo_layout(view: View, asked: Sequence[int], board: str) -> Page:
    """The question to all of ``asked``, user ids, whether the last move may be taken back."""
    target = Target(view.game_id, view.revision, str(len(view.events)))
    return layout(together.undo_call(view, asked, board), _undo_buttons(target))


def _undo_buttons(target: Target) -> list[GameButton]:
    """``target`` says how many moves there were, and so which one the question is about."""
    return [
        GameButton.make("Agree", "agree", target, SUCCESS),
        GameButton.make("Decline", "decline", target),
    ]


def _consent_buttons(view: View, target: Target) -> list[GameButton]:
    """What the table can decide together just now."""
    target = target.with_detail(str(len(view.events)))
    buttons = [] if view.undo_waits_for is None else _undo_buttons(target)
    if view.claimant is not None:
        buttons.append(GameButton.make("Claim the win", "claim", target, SUCCESS))
    return buttons
