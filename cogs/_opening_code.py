"""The options of a ``/start`` within the id of a button, which has to offer them again."""

from __future__ import annotations

from qwirkle_bot.record import VariantEntry
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import Options, Player, Tiebreak, TimeLimit
from qwirkle_bot.tables import Opening

_TIEBREAKS = list(Tiebreak)
_LEVELS = list(Level)
_TIMES = list(TimeLimit)
_VARIANTS = ("sprint", "open", "pairs")


def opening_code(opening: Opening) -> str:
    """The options in at most 62 characters, without a colon."""
    options = opening.options
    chosen = options.variant.model_dump()
    digits = (
        _TIEBREAKS.index(options.tiebreak),
        _TIMES.index(options.time),
        int(options.hints),
        _LEVELS.index(options.level),
        opening.robots,
        opening.wanted or 0,
    )
    parts = [
        "".join(name[0] for name in _VARIANTS if chosen[name]),
        "".join(map(str, digits)),
        "-".join(f"{user:x}" for user in opening.invited),
    ]
    return ".".join(parts)


def read_opening_code(
    code: str, *, game_id: str, guild_id: int, channel_id: int, host: Player
) -> Opening:
    """The opening that :func:`opening_code` wrote down, now for another channel."""
    variant, digits, invited = code.split(".")
    tiebreak, time, hints, level, robots, wanted = map(int, digits)
    return Opening(
        game_id=game_id,
        guild_id=guild_id,
        channel_id=channel_id,
        host=host,
        options=Options(
            variant=VariantEntry.model_validate({name: name[0] in variant for name in _VARIANTS}),
            tiebreak=_TIEBREAKS[tiebreak],
            time=_TIMES[time],
            hints=bool(hints),
            level=_LEVELS[level],
        ),
        invited=tuple(int(user, 16) for user in invited.split("-") if user),
        robots=robots,
        wanted=wanted or None,
    )
