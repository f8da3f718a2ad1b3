"""How well a robot plays."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """The levels that a game can be opened with."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
