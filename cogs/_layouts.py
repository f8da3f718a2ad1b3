"""What messages look like in Discord: texts in order, and rows of buttons.

Made from views and words only. The texts of a message hold 4,000 characters together; the board
gets what the words leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import discord

from cogs._buttons import GameButton, GameSelect, Target
from qwirkle_bot.engine.board import Board
from qwirkle_bot.pictures.emoji import emoji_board
from qwirkle_bot.pictures.text import FENCE_CHARACTERS, fence, text_board
from qwirkle_bot.saved import Phase, Table
from qwirkle_bot.tables import tied_seats
from qwirkle_bot.views import View, announced_sizes
from qwirkle_bot.words import clock, lobby, moves, together
from qwirkle_bot.words.names import plain_name

LAYOUT_CHARACTERS: Final = 4_000
"""The most characters that the texts of one message hold (Components V2)."""

NEWS_TOLD: Final = 6
"""How many moves one message tells at most; more are owed only after a long outage."""

BOARD_CHARACTERS: Final = 1_000
"""Room that older moves must leave for the board; the newest one is told in any case."""

PART_NOTE: Final = "\nA part of the board; `/qwirkle board style: picture` shows all of it."
"""Below a board that is cut."""

PRIMARY: Final = discord.ButtonStyle.primary
SUCCESS: Final = discord.ButtonStyle.success
DANGER: Final = discord.ButtonStyle.danger

TileNames: TypeAlias = "Mapping[str, str] | None"
"""The markup of the tiles' emoji by their names; ``None`` where tiles are shown as text."""

Gallery: TypeAlias = "discord.ui.MediaGallery[discord.ui.LayoutView]"


def layout(
    *parts: str | Sequence[GameButton] | GameSelect | Gallery,
) -> discord.ui.LayoutView:
    """A message of texts, rows of buttons, selects and pictures; empty parts are left out."""
    view = discord.ui.LayoutView(timeout=None)
    for part in parts:
        if isinstance(part, str):
            if part:
                view.add_item(discord.ui.TextDisplay(part))
        elif isinstance(part, discord.ui.MediaGallery):
            view.add_item(part)
        elif isinstance(part, GameSelect):
            view.add_item(discord.ui.ActionRow(part))
        elif part:
            view.add_item(discord.ui.ActionRow(*part))
    view.stop()  # So that discord.py does not keep it: presses need no memory.
    return view


def lobby_layout(table: Table) -> discord.ui.LayoutView:
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


def asking_layout(table: Table) -> discord.ui.LayoutView:
    """The question who of the tied players is the oldest (R3.2)."""
    saved = table.saved
    tied = tied_seats(saved)
    sizes = announced_sizes(bytes.fromhex(saved.tied_seed or ""), len(saved.seats))
    target = Target(saved.id, table.revision)
    buttons = [
        GameButton.make(
            " & ".join(plain_name(player.name) for player in saved.seats[seat])[:80],
            "oldest",
            target.with_detail(str(seat)),
            PRIMARY,
        )
        for seat in tied
    ]
    return layout(lobby.asking_words(saved, tied, sizes), buttons)


def board_layout(view: View, since: int, names: TileNames = None) -> discord.ui.LayoutView:
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
    left = LAYOUT_CHARACTERS - sum(map(len, [*words, *after])) - FENCE_CHARACTERS
    news = news_within(view, since, left - BOARD_CHARACTERS)
    board = board_text(view.board, view.newest_cells, left - len(news), names)
    return layout(news, *words, board, *after, buttons, consent)


def news_within(view: View, since: int, most_characters: int) -> str:
    """What happened after the first ``since`` moves; of many moves the newest that have room."""
    newest = len(view.events) - 1
    for first in range(max(since, len(view.events) - NEWS_TOLD), newest):
        news = moves.news(view, first)
        if len(news) <= most_characters:
            return news
    return moves.news(view, max(since, newest))


def closed_layout(view: View, *, abandoned: bool, names: TileNames = None) -> discord.ui.LayoutView:
    """The last board of a game that was ended without a result."""
    words, table = moves.closed_words(view, abandoned=abandoned), moves.score_table(view)
    left = LAYOUT_CHARACTERS - len(words) - len(table) - FENCE_CHARACTERS
    return layout(words, board_text(view.board, [], left, names), table)


def reminder_layout(words: str, table: Table) -> discord.ui.LayoutView:
    """A reminder with its one button, which is for the turn that it speaks of."""
    if table.saved.clock is None:
        raise ValueError("nobody is to move")
    target = Target(table.saved.id, table.revision, str(table.saved.clock.turn.began_ms))
    return layout(words, [GameButton.make("Quiet this turn", "hush", target)])


def undo_layout(view: View, asked: Sequence[int], board: str) -> discord.ui.LayoutView:
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


def board_text(
    board: Board,
    new: Sequence[tuple[int, int]],
    most_characters: int,
    names: TileNames = None,
) -> str:
    """The board as a message shows it: the one place where its style is chosen."""
    if names is not None:
        room = most_characters - len(PART_NOTE)
        drawn = emoji_board(board, new=new, names=names, most_characters=room)
        return drawn.text if drawn.is_whole else drawn.text + PART_NOTE
    picture = text_board(board, new=new, colors=True, most_characters=most_characters)
    return fence(picture, ansi=True)
