"""What is said when the store has lost moves."""

from __future__ import annotations

from qwirkle_bot.languages import gettext
from qwirkle_bot.saved import Player
from qwirkle_bot.words.names import mention


def lost_moves_notice(mover: Player | None) -> str:
    """The notice above the game as it stands. It mentions the player to move, if there is one."""
    lost = gettext(
        "The store of the games broke down and lost what was done here last. The game stands as"
        " shown below."
    )
    if mover is None:
        return lost
    return f"{lost} {gettext('{who}, it is your turn there.', who=mention(mover))}"
