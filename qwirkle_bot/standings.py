"""What many results say together: one person's statistics, and who leads. All of it is pure.

The entry points are :func:`stats_of` and :func:`leaders`. What they count, and why:

- A win is shared by all with the highest total (R8.3) and by both partners of a pair (R11.2).
- Whoever sat in a seat at the end has its whole result, also as a substitute.
- A game against robots alone counts for oneself but not among the leaders, since an easy robot can
  be beaten as often as one likes.
- Points on average and at best are of games that one played to the end; those of sprints, which are
  six turns long, are told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qwirkle_bot.results import GameResult


@dataclass(frozen=True, slots=True)
class Points:
    """The totals of one's seats in games of a kind.

    Attributes:
        average: rounded to a whole number, halves up.
    """

    average: int
    best: int


@dataclass(frozen=True, slots=True)
class Rival:
    """How it stood against one other person, in games in which both sat, in different seats.

    In a game of more than two seats both may have lost.
    """

    name: str
    games: int
    won: int
    lost: int
    """How many the other one won."""


@dataclass(frozen=True, slots=True)
class Stats:
    """One person's results.

    Attributes:
        name: theirs in the last game; ``None`` where there was none.
        solo: how many games were against robots alone.
        solo_wins: how many of those they won.
        full: of games to the end; ``None`` where there was none.
        sprint: of sprints.
        best_move: the points of the best placement of a seat of theirs.
        streak: how many of the last games in a row they won.
        rivals: those with the most games first, then those met last.
    """

    name: str | None
    games: int
    wins: int
    resigned: int
    solo: int
    solo_wins: int
    full: Points | None
    sprint: Points | None
    best_move: int
    qwirkles: int
    streak: int
    longest_streak: int
    rivals: tuple[Rival, ...]


@dataclass(frozen=True, slots=True)
class Leader:
    """A person's place among all of a server, by wins, then by their share of the games.

    Attributes:
        place: counted from 1; the same for equals.
    """

    user_id: int
    name: str
    place: int
    games: int
    wins: int


def share(part: int, whole: int) -> int:
    """A part in whole percent, halves up. ``whole`` must not be 0."""
    return _rounded(100 * part, whole)


def stats_of(results: Iterable[GameResult], user_id: int) -> Stats:
    """A person's statistics. ``results`` are in the order in which the games ended."""
    games = [(result, n) for result in results if (n := result.seat_of(user_id)) is not None]
    seats = [result.seats[n] for result, n in games]
    won = [n in result.winners for result, n in games]
    solo = [not result.is_among_people for result, _ in games]
    names = [p.name for seat in seats for p in seat.players if p.id == user_id]
    return Stats(
        name=names[-1] if names else None,
        games=len(games),
        wins=sum(won),
        resigned=sum(seat.resigned for seat in seats),
        solo=sum(solo),
        solo_wins=sum(a and b for a, b in zip(solo, won, strict=True)),
        full=_points(games, sprint=False),
        sprint=_points(games, sprint=True),
        best_move=max((seat.best_move for seat in seats), default=0),
        qwirkles=sum(seat.qwirkles for seat in seats),
        streak=_streaks(won)[-1],
        longest_streak=max(_streaks(won)),
        rivals=_rivals(games),
    )


def leaders(results: Iterable[GameResult]) -> list[Leader]:
    """Everyone who has played with people, the best first.

    ``results`` are in the order in which the games ended.
    """
    names: dict[int, str] = {}
    games: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    for result in results:
        winners = result.winners
        for number, seat in enumerate(result.seats if result.is_among_people else ()):
            for player in seat.players:
                if player.id > 0:
                    names[player.id] = player.name
                    games[player.id] += 1
                    wins[player.id] += number in winners
    order = sorted(names, key=lambda user: (-wins[user], games[user], names[user], user))
    places: dict[tuple[int, int], int] = {}
    for place, user in enumerate(order, 1):
        places.setdefault((wins[user], games[user]), place)
    return [
        Leader(user, names[user], places[wins[user], games[user]], games[user], wins[user])
        for user in order
    ]


def _points(games: Sequence[tuple[GameResult, int]], *, sprint: bool) -> Points | None:
    played = [(result, n) for result, n in games if not _was_given_up(result)]
    seats = [result.seats[n] for result, n in played if result.variant.sprint == sprint]
    totals = [seat.score for seat in seats if not seat.resigned]
    return Points(_rounded(sum(totals), len(totals)), max(totals)) if totals else None


def _was_given_up(result: GameResult) -> bool:
    """Whether it ended since all but one had resigned: such totals tell nothing of anybody."""
    return sum(not seat.resigned for seat in result.seats) == 1


def _rounded(part: int, whole: int) -> int:
    return (2 * part + whole) // (2 * whole)


def _streaks(won: Iterable[bool]) -> list[int]:
    """How many wins in a row there were before the first game and after each."""
    streaks = [0]
    for is_win in won:
        streaks.append(streaks[-1] + 1 if is_win else 0)
    return streaks


def _rivals(games: Iterable[tuple[GameResult, int]]) -> tuple[Rival, ...]:
    rivals: dict[int, Rival] = {}
    for result, own in games:
        for number, seat in enumerate(result.seats):
            for player in seat.players:
                if number == own or player.id <= 0:
                    continue
                before = rivals.pop(player.id, Rival(player.name, 0, 0, 0))
                rivals[player.id] = Rival(
                    player.name,
                    before.games + 1,
                    before.won + (own in result.winners),
                    before.lost + (number in result.winners),
                )
    met_last_first = reversed(rivals.values())
    return tuple(sorted(met_last_first, key=lambda rival: -rival.games))
