"""The options of a ``/start`` within the id of a button, which has to offer them again."""

from __future__ import annotations

from qwirkle_bot.record import VariantEntry
from qwirkle_bot.robots.choice import Level
from qwirkle_bot.saved import Options, Player, Tiebreak
from qwirkle_bot.tables import Opening

_TIEBREAKS = list(Tiebreak)
_LEVELS = list(Level)
_VARIANTS = ("sprint", "open", "pairs")


def opening_code(opening: Opening) -> str:
    """The options in at most 70 characters, without a colon."""
    options = opening.options
    chosen = options.variant.model_dump()
    parts = [
        "".join(name[0] for name in _VARIANTS if chosen[name]),
        str(_TIEBREAKS.index(options.tiebreak)),
        str(int(options.hints)),
        str(_LEVELS.index(options.level)),
        str(opening.robots),
        str(opening.wanted or ""),
        "-".join(f"{user:x}" for user in opening.invited),
    ]
    return ".".join(parts)


def read_opening_code(
    code: str, *, game_id: str, guild_id: int, channel_id: int, host: Player
) -> Opening:
    """The opening that :func:`opening_code` wrote down, now for another channel."""
    variant, tiebreak, hints, level, robots, wanted, invited = code.split(".")
    return Opening(
        game_id=game_id,
        guild_id=guild_id,
        channel_id=channel_id,
        host=host,
        options=Options(
            variant=VariantEntry.model_validate({name: name[0] in variant for name in _VARIANTS}),
            tiebreak=_TIEBREAKS[int(tiebreak)],
            hints=hints == "1",
            level=_LEVELS[int(level)],
        ),
        invited=tuple(int(user, 16) for user in invited.split("-") if user),
        robots=int(robots),
        wanted=int(wanted) if wanted else None,
    )
