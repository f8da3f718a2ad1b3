"""Settings, own games, being away and privacy, in words for the person alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from qwirkle_bot.languages import gettext, gettext_noop, ngettext
from qwirkle_bot.people import (
    AWAY_A_YEAR_DAYS,
    AWAY_AT_ONCE_DAYS,
    QuietHours,
    Reminders,
    TileStyle,
    UserSettings,
)
from qwirkle_bot.saved import Phase, SavedGame, Table
from qwirkle_bot.timestamps import relative, timestamp
from qwirkle_bot.words.names import listed, shown
from qwirkle_bot.words.results import kept_words

_REMINDERS: Final[Mapping[Reminders, str]] = {
    Reminders.NORMAL: gettext_noop("Reminders: {mark}normal{mark}"),
    Reminders.ONCE: gettext_noop("Reminders: {mark}once{mark}"),
    Reminders.OFF: gettext_noop("Reminders: {mark}off{mark}"),
}
"""The mark is what sets off a choice in a text."""

_TILES: Final[Mapping[TileStyle | None, str]] = {
    None: gettext_noop("Tiles: {mark}as the server{mark}"),
    TileStyle.EMOJI: gettext_noop("Tiles: {mark}emoji{mark}"),
    TileStyle.TEXT: gettext_noop("Tiles: {mark}text{mark}"),
    TileStyle.PICTURE: gettext_noop("Tiles: {mark}picture{mark}"),
}


_PRIVACY_OF_ALL: Final = (
    gettext_noop(
        "**Where you play**: a list of the games above, so that `/qwirkle games` finds them, and of"
        " the servers on which you have results."
    ),
    gettext_noop(
        "No messages, no e-mail address, no list of members; nothing is passed on. What the bot"
        " posted in a channel is in Discord's hands and stays there."
    ),
    gettext_noop(
        "Get it as a file with `/qwirkle privacy action:export`, or have it deleted with `/qwirkle"
        " privacy action:delete`."
    ),
)
"""What holds for everyone about whom something is stored."""


def copies_refused() -> str:
    """That direct messages were turned off, since Discord took none."""
    return gettext(
        "Discord did not let me write to you directly, so direct messages about your turns are off"
        " now. If you want them: allow direct messages from members of this server, then turn them"
        " on again with `/qwirkle settings`."
    )


def delete_question() -> str:
    """What is deleted, before it is."""
    question = gettext("Delete what is stored about you?")
    what = gettext(
        "You resign from every running game, in pairs for your partner too, and leave every lobby."
        " Your settings and your statistics go, and your name and id are replaced by “deleted"
        " player” in every game and every result that is kept. This cannot be undone. Messages that"
        " were posted already stay in their channels."
    )
    return f"## {question}\n{what}"


def reminders_words(choice: Reminders, mark: str = "") -> str:
    """A choice of how often to be reminded, set off with a mark where it stands in a text."""
    return gettext(_REMINDERS[choice], mark=mark)


def tiles_words(choice: TileStyle | None, mark: str = "") -> str:
    """A choice of how tiles are shown, ``None`` for as the server has it, in the same way."""
    return gettext(_TILES[choice], mark=mark)


def settings_words(settings: UserSettings, now_ms: int) -> str:
    """What a person's settings are."""
    away = settings.away_at(now_ms)
    lines = [
        f"## {gettext('Your settings')}",
        reminders_words(settings.reminders, "**"),
        _quiet_words(settings.quiet),
        tiles_words(settings.tiles, "**"),
        gettext("Direct message when it is your turn: **on**")
        if settings.copies
        else gettext("Direct message when it is your turn: **off**"),
        *([gettext("Away until {time}", time=timestamp(away.until_ms))] if away else []),
        f"-# {gettext('Reminders wait in quiet hours.')}",
    ]
    return "\n".join(lines)


def _quiet_words(quiet: QuietHours | None) -> str:
    if quiet is None:
        return gettext("Quiet hours: **none**")
    return gettext(
        "Quiet hours: **{start} to {end}, {zone}**",
        start=quiet.start,
        end=quiet.end,
        zone=quiet.zone,
    )


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
        return gettext("You are in no game. Open one with `/start` in a channel of a server.")
    lines = [_game_line(table, deadline, user_id) for table, deadline in games]
    text = f"## {gettext('Your games')}\n{lines[0]}"
    for number, line in enumerate(lines[1:], 1):
        more = len(lines) - number
        rest = ngettext("…and {count} more game.", "…and {count} more games.", more)
        if len(text) + 2 + len(line) + len(rest) > most_characters:
            return f"{text}\n{rest}"
        text += f"\n{line}"
    return text


def _game_line(table: Table, deadline_ms: int | None, user_id: int) -> str:
    others = [shown(player.name) for player in table.saved.players if player.id != user_id]
    where = f"<#{table.saved.channel_id}>"
    if others:
        where = gettext("{channel} with {players}", channel=where, players=listed(others))
    link = message_link(table.saved, table.told.message_id if table.told else None)
    place = gettext("{channel}: [board]({link})", channel=where, link=link)
    if table.phase is not Phase.RUNNING or table.game is None:
        return f"{place} · {gettext('not begun')}"
    mover = table.mover(table.game)
    turn = (
        f"**{gettext('Your turn')}**"
        if mover.id == user_id
        else gettext("{who}'s turn", who=shown(mover.name))
    )
    when = f", {relative(deadline_ms)}" if deadline_ms is not None else ""
    return f"{turn}{when} · {place}"


def away_words(until_ms: int, noted: int, failed: Sequence[Table], days_left: int) -> str:
    """That a person is away, in how many games, and where that could not be noted."""
    away = gettext("You are away until {time}.", time=timestamp(until_ms))
    clocks = ngettext(
        "Your clock stands still in {count} game until then, or until your first move or"
        " `/qwirkle back`.",
        "Your clock stands still in {count} games until then, or until your first move or"
        " `/qwirkle back`.",
        noted,
    )
    left = ngettext(
        "{count} day of {year} a year is left after that; at most {most} at once.",
        "{count} days of {year} a year are left after that; at most {most} at once.",
        days_left,
        year=AWAY_A_YEAR_DAYS,
        most=AWAY_AT_ONCE_DAYS,
    )
    return "\n".join([f"{away} {clocks}", *_failed_lines(failed), f"-# {left}"])


def back_words(failed: Sequence[Table]) -> str:
    """That a person is back, and where that could not be noted."""
    return "\n".join([gettext("Welcome back. Your clocks run again."), *_failed_lines(failed)])


def _failed_lines(failed: Sequence[Table]) -> list[str]:
    if not failed:
        return []
    where = listed([f"<#{table.saved.channel_id}>" for table in failed])
    return [
        gettext(
            "It could not be noted in {channels}. Give the command again in a moment.",
            channels=where,
        )
    ]


def privacy_words(
    settings: UserSettings,
    games: Sequence[Table],
    finished: Sequence[Table],
    results: int,
    keep_days: int,
) -> str:
    """What is stored about a person, and for how long. ``results`` are how many there are."""
    own = (
        gettext(
            "**Settings**: what you chose, and when you were away in the last 365 days. Kept until"
            " you delete them."
        )
        if settings != UserSettings()
        else gettext(
            "**Settings**: nothing yet, and when you were away in the last 365 days. Kept until you"
            " delete them."
        )
    )
    running = gettext(
        "**Running games and lobbies**: {number}. Your Discord id, your name on that server, and"
        " the game with your moves. Kept while the game runs.",
        number=len(games),
    )
    over = ngettext(
        "**Finished games**: {number}. The same, for {count} day after the end; a cancelled lobby"
        " for a week.",
        "**Finished games**: {number}. The same, for {count} days after the end; a cancelled lobby"
        " for a week.",
        keep_days,
        number=len(finished),
    )
    heading = f"## {gettext('What is stored about you')}"
    always = map(gettext, _PRIVACY_OF_ALL)
    return "\n".join([heading, own, running, over, kept_words(results), *always])


def erased_words(left: int, failed: Sequence[Table]) -> str:
    """What was deleted, or where that failed."""
    if failed:
        return gettext(
            "Not everything could be deleted: not in {channels}. Your settings are still there."
            " Give `/qwirkle privacy action:delete` again in a moment; it goes on from here.",
            channels=listed([f"<#{table.saved.channel_id}>" for table in failed]),
        )
    deleted = gettext("Everything that was stored about you is deleted.")
    games = ngettext(
        "You left {count} game that had not ended.",
        "You left {count} games that had not ended.",
        left,
    )
    return f"{deleted} {games}"


def copy_words(saved: SavedGame, message_id: int) -> str:
    """The direct message to the player whose turn it is. It never tells of a hand."""
    return gettext(
        "It is your turn in {channel}: [see the board]({link})",
        channel=f"<#{saved.channel_id}>",
        link=message_link(saved, message_id),
    )
