"""Statistics and the leaderboard, in words for whoever asks.

The entry points are :func:`stats_words` and :func:`leaderboard_words`. Nobody is mentioned: people
are named as they were called in their last game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from qwirkle_bot.languages import gettext, ngettext
from qwirkle_bot.standings import Leader, Rival, Stats, share
from qwirkle_bot.words.names import shown

MOST_LEADERS: Final = 25
MOST_RIVALS: Final = 10
"""A list must be short enough to be read, and fit into a message's 4,000 characters even where
every character of a name is escaped."""


def stats_words(stats: Stats, whose: str | None, *, on_all_servers: bool = False) -> str:
    """A person's results; ``whose`` name, or ``None`` for whoever asks."""
    if on_all_servers:
        title = gettext("## Your results on all servers")
    elif whose is None:
        title = gettext("## Your results on this server")
    else:
        title = gettext("## Results of {who} on this server", who=shown(whose))
    return "\n".join([title, *(_stats_lines(stats, whose) if stats.games else [_no_games(whose)])])


def _no_games(whose: str | None) -> str:
    if whose is None:
        return gettext("You have not finished a game yet. Open one with `/start`.")
    return gettext("{who} has not finished a game here yet.", who=shown(whose))


def _stats_lines(stats: Stats, whose: str | None) -> Iterator[str]:
    yield gettext(
        "Games: **{games}** · won **{wins}** ({share}%) · resigned **{resigned}**",
        games=stats.games,
        wins=stats.wins,
        share=share(stats.wins, stats.games),
        resigned=stats.resigned,
    )
    yield gettext(
        "Wins in a row: **{now}** now, **{longest}** at most",
        now=stats.streak,
        longest=stats.longest_streak,
    )
    if stats.full is not None:
        yield gettext(
            "Points a game: **{average}** on average, **{best}** at best",
            average=stats.full.average,
            best=stats.full.best,
        )
    if stats.sprint is not None:
        yield gettext(
            "Points a sprint: **{average}** on average, **{best}** at best",
            average=stats.sprint.average,
            best=stats.sprint.best,
        )
    yield gettext(
        "Best move: **{points}** · Qwirkles: **{qwirkles}**",
        points=stats.best_move,
        qwirkles=stats.qwirkles,
    )
    if stats.solo:
        yield gettext(
            "Against robots alone: **{games}** · won **{wins}**",
            games=stats.solo,
            wins=stats.solo_wins,
        )
    yield from _rival_lines(stats.rivals, whose)


def _rival_lines(rivals: Sequence[Rival], whose: str | None) -> Iterator[str]:
    if not rivals:
        return
    yield gettext("### Head to head")
    if whose is None:
        yield gettext("-# Games that you won : games that the other one won")
    else:
        yield gettext("-# Games that {who} won : games that the other one won", who=shown(whose))
    for rival in rivals[:MOST_RIVALS]:
        yield ngettext(
            "**{who}** · {won} : {lost} in {count} game",
            "**{who}** · {won} : {lost} in {count} games",
            rival.games,
            who=shown(rival.name),
            won=rival.won,
            lost=rival.lost,
        )
    more = len(rivals) - MOST_RIVALS
    if more > 0:
        yield ngettext("…and {count} more opponent.", "…and {count} more opponents.", more)


def leaderboard_words(leaders: Sequence[Leader], user_id: int) -> str:
    """Who leads on a server, and in which place whoever asks is."""
    title = gettext("## Leaderboard of this server")
    if not leaders:
        none = gettext("Nobody has finished a game with others yet. Open one with `/start`.")
        return f"{title}\n{none}"
    lines = [_leader_line(leader, user_id) for leader in leaders[:MOST_LEADERS]]
    rest = leaders[MOST_LEADERS:]
    if rest:
        lines.append(ngettext("…and {count} more player.", "…and {count} more players.", len(rest)))
    lines += [_leader_line(leader, user_id) for leader in rest if leader.user_id == user_id]
    note = gettext(
        "Only games count in which two people or more sat against each other, with robots beside"
        " them or without. A shared win counts for each, and a win in pairs for both partners."
    )
    return "\n".join([title, *lines, f"-# {note}"])


def _leader_line(leader: Leader, user_id: int) -> str:
    values: dict[str, str | int] = {
        "place": leader.place,
        "who": shown(leader.name),
        "wins": leader.wins,
        "games": leader.games,
        "share": share(leader.wins, leader.games),
    }
    if leader.user_id == user_id:
        return gettext(
            "**{place}\\. {who}** (you) · **{wins}** of {games} won ({share}%)", **values
        )
    return gettext("{place}\\. {who} · **{wins}** of {games} won ({share}%)", **values)


def kept_words(results: int) -> str:
    """How many results are kept of a person, and for how long."""
    return gettext(
        "**Results**: {count}. Of each game that was played to its end: when that was, who played,"
        " who won, the totals, the best move and the Qwirkles of each seat. For `/qwirkle stats`"
        " and `/qwirkle leaderboard`; kept until you delete them.",
        count=results,
    )
