"""`selfplay`: robots against each other, to see how well and how fast they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from statistics import fmean
from time import perf_counter

from qwirkle_bot.commandline.answers import answer
from qwirkle_bot.engine.bag import draw_lot
from qwirkle_bot.engine.game import Game, Result, deal, largest_sets
from qwirkle_bot.robots.choice import choose_move
from qwirkle_bot.robots.knowledge import knowledge_of
from qwirkle_bot.robots.level import Level


@dataclass(frozen=True, slots=True)
class _Played:
    """A finished game: its result by players, and the milliseconds of each move."""

    scores: Sequence[int]
    winners: Sequence[int]
    times_ms: Sequence[float]


def selfplay(games: int, levels: Sequence[Level], seed: str) -> bool:
    """Play and answer. The players change seats from game to game; a shared win counts for each.

    The same arguments play the same games; only the times differ.
    """
    played = [_play(levels, number, f"{seed}:{number}") for number in range(games)]
    times_ms = sorted(time for game in played for time in game.times_ms)
    players = range(len(levels))
    answer(
        {
            "games": games,
            "seats": len(levels),
            "players": levels,
            "wins": [sum(player in game.winners for game in played) for player in players],
            "mean_scores": [
                round(fmean(game.scores[player] for game in played), 2) for player in players
            ],
            "mean_ms": round(fmean(times_ms), 3),
            "p99_ms": round(times_ms[len(times_ms) * 99 // 100], 3),
        }
    )
    return True


def _play(levels: Sequence[Level], number: int, seed_text: str) -> _Played:
    seats = len(levels)
    seed = sha256(seed_text.encode(errors="surrogateescape")).digest()
    rng = Random(seed)  # noqa: S311 - it guards no secret
    tied = largest_sets(deal(seed, seats)[0])
    game = Game.start(seed, seats, tied[draw_lot(seed, len(tied))])
    times_ms = []
    while not game.result:
        level = levels[(game.turn + number) % seats]
        began = perf_counter()
        move = choose_move(knowledge_of(game), level, rng)
        times_ms.append((perf_counter() - began) * 1000)
        game = game.play(move)
    return _by_player(game.result, number, times_ms)


def _by_player(result: Result, number: int, times_ms: Sequence[float]) -> _Played:
    """Player ``p`` sat in seat ``p - number``, modulo the number of seats."""
    seats = len(result.scores)
    return _Played(
        scores=[result.scores[(player - number) % seats] for player in range(seats)],
        winners=[(seat + number) % seats for seat in result.winners],
        times_ms=times_ms,
    )
