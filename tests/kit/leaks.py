"""Who was told which tiles: everything that the stand-in showed to anybody, held against the truth.

The entry point is :class:`Witness`. Kinds that lie on the board are known to all, so a tile leaks
where a text names a kind that its reader can know neither from the board nor from their own hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.tiles import TILES, Color, Shape

_ANSI: Final = re.compile(r"\x1b\[[0-9;]*m")
_FENCE: Final = re.compile(r"```(?:ansi)?\n(.*?)\n```", re.DOTALL)
_LETTERS: Final = re.compile(r"[A-Za-z]+")
_CODE: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}(?![A-Za-z0-9])")
_CODES_IN_ID: Final = re.compile(r"(?:[ROYGBP][CSDLXT])+(?=\.|$)")
_WORDS: Final = re.compile(
    rf"\b({'|'.join(c.name.lower() for c in Color)})\s+({'|'.join(s.name.lower() for s in Shape)})"
)
_OF_WORDS: Final = {tile.words: code for code, tile in TILES.items()}


def kinds_named(text: str) -> set[str]:
    """The codes of all kinds of tiles that a text names, by code, in a picture, or in words."""
    text = _ANSI.sub("", text)
    found = {_OF_WORDS[" ".join(match.groups())] for match in _WORDS.finditer(text.lower())}
    for picture in _FENCE.findall(text):
        for run in _LETTERS.findall(picture):
            if len(run) % 2 == 0:
                found |= set(_pairs(run.upper()))
    found |= set(_CODE.findall(_FENCE.sub("", text)))
    return found & TILES.keys()


def kinds_in_id(custom_id: str) -> set[str]:
    """The codes within the id of a button or the value of an option."""
    return {code for run in _CODES_IN_ID.findall(custom_id) for code in _pairs(run)}


def strings_of(value: object) -> Iterator[tuple[str, str]]:
    """Every text of Discord's JSON with the key that it stands under."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if isinstance(inside, str):
                yield key, inside
            else:
                yield from strings_of(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from strings_of(inside)


@dataclass(slots=True)
class Witness:
    """Keeps every frame; :meth:`judge` says what those since the last time told too much."""

    frames: list[dict[str, Any]] = field(default_factory=list)
    judged: int = 0
    texts: int = 0

    def __call__(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "message":
            self.frames.append(json.loads(json.dumps(frame["message"])))

    def judge(self, games: Iterable[Game], seats: dict[int, int]) -> list[str]:
        """What was told that its reader cannot know.

        ``games`` are the moments in which the frames were shown; ``seats`` are those of the users.
        """
        board: set[str] = set()
        hands: dict[int, set[str]] = {}
        for game in games:
            board |= {str(tile) for tile in game.board.values()}
            for user, seat in seats.items():
                hands.setdefault(user, set()).update(str(tile) for tile in game.hands[seat])
        new, self.judged = self.frames[self.judged :], len(self.frames)
        leaks = []
        for frame in new:
            reader = frame["ephemeral_to"]
            known = board | (hands.get(int(reader), set()) if reader else set())
            for key, text in strings_of(frame):
                self.texts += 1
                told = kinds_in_id(text) if key in {"custom_id", "value"} else kinds_named(text)
                if told - known:
                    leaks.append(f"{reader or 'everyone'} was told {told - known}: {text!r}")
        return leaks

    def naming(self, secret: str) -> list[str]:
        """The texts in which a secret stands."""
        return [t for frame in self.frames for _, t in strings_of(frame) if secret in t.lower()]


def _pairs(codes: str) -> list[str]:
    return [codes[start : start + 2] for start in range(0, len(codes), 2)]
