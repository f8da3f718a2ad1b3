"""What is said when the store has lost moves."""

from __future__ import annotations

from qwirkle_bot.saved import Player
from qwirkle_bot.words.names import mention


def lost_moves_notice(mover: Player | None) -> str:
    """The notice above the game as it stands. It mentions the player to move, if there is one."""
    lost = (
        "The store of the games broke down and lost what was done here last. The game stands as"
        " shown below."
    )
    return lost if mover is None else f"{lost} {mention(mover)}, it is your turn there."
