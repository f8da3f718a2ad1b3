"""What people were shown, written down as it is shown.

The one entry point is :class:`Sight`, a listener of the playground's world. It keeps what can be
held against the record later, not the messages themselves.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from playground.components import texts, walk
from playground.wire import JsonObject
from tests.kit.leaks import kinds_in_id, kinds_named

_ID: Final = re.compile(r"[qs]:([a-z]+):([0-9]+):([0-9]+):")
_SCORE: Final = re.compile(r"^[▸◦🏆] \*\*(.+?)\*\* · (-?\d+) points?", re.MULTILINE)
_BAG: Final = re.compile(r"^Bag: (\d+|empty)", re.MULTILINE)
_NEWS: Final = re.compile(
    r"^\*\*.+?\*\* (?:laid .+ at |exchanged \d|can place nothing|was skipped|resigned)",
    re.MULTILINE,
)
_HAND: Final = re.compile(r"^\d ([A-Z]{2}) [a-z]+ [a-z]+$", re.MULTILINE)
_TURN: Final = re.compile(r"^Turn (\d+) · bag: ", re.MULTILINE)

BOARD_ACTIONS: Final = frozenset({"hand", "rematch"})
"""What the buttons of a board do; those of a lobby do other things."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board as the channel was shown it first."""

    message_id: int
    game_id: str
    revision: int
    scores: dict[str, int]
    bag: int | None
    """``None`` where the game is over, since the bag is not named then."""
    told: int
    """How many moves it tells."""


@dataclass(frozen=True, slots=True)
class Look:
    """A hand as its owner was shown it."""

    game_id: str
    revision: int
    user_id: int
    hand: tuple[str, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Naming:
    """The kinds of tiles that a message named to its reader; ``None`` is everyone."""

    game_id: str
    revision: int
    reader: int | None
    kinds: frozenset[str]


class Sight:
    """Everything that was shown of all games."""

    def __init__(self, bot_id: int) -> None:
        self._bot_id = str(bot_id)
        self.boards: list[Board] = []
        self.looks: set[Look] = set()
        self.namings: set[Naming] = set()
        self.channel_of: dict[str, int] = {}
        """The channel of each game that anyone has seen."""
        self.shown: defaultdict[str, dict[int, float]] = defaultdict(dict)
        """By game and revision: when its channel saw it first, by the monotonic clock."""
        self.newest: dict[int, int] = {}
        """By channel: the message that came last of those with buttons."""
        self.messages_of: defaultdict[str, set[int]] = defaultdict(set)
        """By game: its messages that had buttons once."""
        self._seen: set[tuple[int, int]] = set()

    def __call__(self, frame: JsonObject) -> None:
        if frame["t"] != "message":
            return
        message = frame["message"]
        if message["author"]["id"] != self._bot_id or message["thinking"]:
            return
        ids = [part["custom_id"] for _, part in walk(message["components"]) if "custom_id" in part]
        marks = [found for found in map(_ID.match, ids) if found is not None]
        if not marks:
            return
        game_id, revision = marks[0][2], int(marks[0][3])
        text = "\n".join(texts(message["components"]))
        reader = None if message["ephemeral_to"] is None else int(message["ephemeral_to"])
        kinds = kinds_named(text).union(*map(kinds_in_id, ids))
        self.namings.add(Naming(game_id, revision, reader, frozenset(kinds)))
        actions = {mark[1] for mark in marks}
        if reader is None:
            self._note_public(
                message, game_id, revision, text, is_board=bool(actions & BOARD_ACTIONS)
            )
        elif "### Your hand" in text:
            self._note_look(game_id, revision, reader, text)

    def _note_look(self, game_id: str, revision: int, reader: int, text: str) -> None:
        turn = _TURN.search(text)
        hand = tuple(_HAND.findall(text))
        self.looks.add(Look(game_id, revision, reader, hand, int(turn[1]) if turn else -1))

    def _note_public(
        self, message: JsonObject, game_id: str, revision: int, text: str, *, is_board: bool
    ) -> None:
        message_id, channel_id = int(message["id"]), int(message["channel_id"])
        self.channel_of[game_id] = channel_id
        self.shown[game_id].setdefault(revision, time.monotonic())
        self.messages_of[game_id].add(message_id)
        self.newest[channel_id] = max(message_id, self.newest.get(channel_id, 0))
        if not is_board or (message_id, revision) in self._seen:
            return
        self._seen.add((message_id, revision))
        bag = _BAG.search(text)
        self.boards.append(
            Board(
                message_id=message_id,
                game_id=game_id,
                revision=revision,
                scores={name: int(points) for name, points in _SCORE.findall(text)},
                bag=None if bag is None else 0 if bag[1] == "empty" else int(bag[1]),
                told=len(_NEWS.findall(text)),
            )
        )
