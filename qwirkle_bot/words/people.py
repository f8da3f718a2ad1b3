"""Settings, own games, being away and privacy, in words for the person alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from qwirkle_bot.languages import gettext
from qwirkle_bot.people import AWAY_A_YEAR_DAYS, AWAY_AT_ONCE_DAYS, UserSettings
from qwirkle_bot.saved import Phase, SavedGame, Table
from qwirkle_bot.words.moves import count_of
from qwirkle_bot.words.names import listed, shown

COPIES_REFUSED: Final = (
    "Discord did not let me write to you directly, so direct messages about your turns are off now."
    " If you want them: allow direct messages from members of this server, then turn them on again"
    " with `/qwirkle settings`."
)

DELETE_QUESTION: Final = (
    "## Delete what is stored about you?\nYou resign from every running game, in pairs for your"
    " partner too, and leave every lobby."
    " Your settings go, and your name and id are replaced by “deleted player” in every game that is"
    " kept. This cannot be undone. Messages that were posted already stay in their channels."
)


def settings_words(settings: UserSettings, now_ms: int) -> str:
    """What a person's settings are, and how to change what no button changes."""
    quiet = settings.quiet
    hours = f"{quiet.start} to {quiet.end}, {quiet.zone}" if quiet else "none"
    away = settings.away_at(now_ms)
    lines = [
        "## Your settings",
        f"Reminders: **{settings.reminders}**",
        f"Quiet hours: **{hours}**",
        f"Tiles: **{settings.tiles or 'as the server'}**",
        f"Direct message when it is your turn: **{'on' if settings.copies else 'off'}**",
        *([f"Away until {timestamp(away.until_ms)}"] if away else []),
        f"-# {gettext('Reminders wait in quiet hours.')}",
    ]
    return "\n".join(lines)


def timestamp(ms: int, style: str = "f") -> str:
    """A time that Discord shows in the reader's own zone; style ``R`` says how long until then."""
    return f"<t:{ms // 1000}:{style}>"


def message_link(saved: SavedGame, message_id: int | None) -> str:
    """The address of the message that shows a game, or of its channel while there is none."""
    channel = f"https://discord.com/channels/{saved.guild_id}/{saved.channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


def games_words(
    games: Sequence[tuple[Table, int | None]], user_id: int, most_characters: int
) -> str:
    """A person's games, in the order given, each with its deadline in Unix milliseconds or none.

    Those that do not fit are counted.
    """
    if not games:
        return "You are in no game. Open one with `/start` in a channel of a server."
    lines = [_game_line(table, deadline, user_id) for table, deadline in games]
    text = f"## Your games\n{lines[0]}"
    for number, line in enumerate(lines[1:], 1):
        rest = f"\n…and {count_of(len(lines) - number, 'more game')}."
        if len(text) + 1 + len(line) + len(rest) > most_characters:
            return text + rest
        text += f"\n{line}"
    return text


def _game_line(table: Table, deadline_ms: int | None, user_id: int) -> str:
    others = [shown(player.name) for player in table.saved.players if player.id != user_id]
    company = f" with {listed(others)}" if others else ""
    when = f", {timestamp(deadline_ms, 'R')}" if deadline_ms is not None else ""
    link = message_link(table.saved, table.told.message_id if table.told else None)
    place = f"<#{table.saved.channel_id}>{company}: [board]({link})"
    if table.phase is not Phase.RUNNING or table.game is None:
        return f"{place} · not begun"
    mover = table.mover(table.game)
    if mover.id == user_id:
        return f"**Your turn**{when} · {place}"
    return f"{shown(mover.name)}'s turn{when} · {place}"


def away_words(until_ms: int, noted: int, failed: Sequence[Table], days_left: int) -> str:
    """That a person is away, in how many games, and where that could not be noted."""
    away = (
        f"You are away until {timestamp(until_ms)}. Your clock stands still in"
        f" {count_of(noted, 'game')} until then, or until your first move or `/qwirkle back`."
    )
    left = (
        f"-# {count_of(days_left, 'day')} of {AWAY_A_YEAR_DAYS} a year are left after that;"
        f" at most {AWAY_AT_ONCE_DAYS} at once."
    )
    return "\n".join([away, *_failed_lines(failed), left])


def back_words(failed: Sequence[Table]) -> str:
    """That a person is back, and where that could not be noted."""
    return "\n".join(["Welcome back. Your clocks run again.", *_failed_lines(failed)])


def _failed_lines(failed: Sequence[Table]) -> list[str]:
    if not failed:
        return []
    where = listed([f"<#{table.saved.channel_id}>" for table in failed])
    return [f"It could not be noted in {where}. Give the command again in a moment."]


def privacy_words(
    settings: UserSettings, games: Sequence[Table], finished: Sequence[Table], keep_days: int
) -> str:
    """What is stored about a person, and for how long."""
    own = "what you chose" if settings != UserSettings() else "nothing yet"
    return (
        "## What is stored about you"
        f"\n**Settings**: {own}, and when you were away in the last 365 days. Kept until you delete"
        " them."
        f"\n**Running games and lobbies**: {len(games)}. Your Discord id, your name on that server,"
        " and the game with your moves. Kept while the game runs."
        f"\n**Finished games**: {len(finished)}. The same, for {count_of(keep_days, 'day')} after"
        " the end; a cancelled lobby for a week."
        "\n**Where you play**: a list of the games above, so that `/qwirkle games` finds them."
        "\nNo messages, no e-mail address, no list of members; nothing is passed on. What the bot"
        " posted in a channel is in Discord's hands and stays there."
        "\nGet it as a file with `/qwirkle privacy action:export`, or have it deleted with"
        " `/qwirkle privacy action:delete`."
    )


def erased_words(left: int, failed: Sequence[Table]) -> str:
    """What was deleted, or where that failed."""
    if failed:
        where = listed([f"<#{table.saved.channel_id}>" for table in failed])
        return (
            f"Not everything could be deleted: not in {where}. Your settings are still there."
            " Give `/qwirkle privacy action:delete` again in a moment; it goes on from here."
        )
    return (
        "Everything that was stored about you is deleted."
        f" You left {count_of(left, 'game')} that had not ended."
    )


def copy_words(saved: SavedGame, message_id: int) -> str:
    """The direct message to the player whose turn it is. It never tells of a hand."""
    link = message_link(saved, message_id)
    return f"It is your turn in <#{saved.channel_id}>: [see the board]({link})"
