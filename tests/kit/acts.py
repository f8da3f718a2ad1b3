"""What people do at a table and see of it, for tests of what a table does together."""

from __future__ import annotations

from collections.abc import Sequence

from playground.person import Person
from playground.things import Message
from tests.kit.bot import Scene
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed


async def after_moves(scene: Scene, people: Sequence[Person], moves: int = 2) -> None:
    await open_game(scene, people)
    await play_typed(scene, people, chance_from(1), turns=moves)


async def last_mover(scene: Scene, people: Sequence[Person]) -> tuple[Person, list[Person]]:
    """Who made the last move, and the others."""
    mover = people[(await scene.game()).history[-1].move.seat]
    return mover, [person for person in people if person is not mover]


async def to_move(scene: Scene, people: Sequence[Person]) -> tuple[Person, list[Person]]:
    mover = people[(await scene.game()).turn]
    return mover, [person for person in people if person is not mover]


async def slash(
    scene: Scene, person: Person, command: str, **options: str | int | bool | Person
) -> str:
    """Give a command, and wait for all that comes of it; what its user was told, privately."""
    reply = await person.slash(command, channel=None, **options)
    await scene.settled()
    assert all(message.ephemeral_to == person.id for message in reply.messages)
    return reply.text


async def click(scene: Scene, person: Person, message: Message, label: str) -> str:
    reply = await person.click(message, label)
    await scene.settled()
    return reply.text


def labels(message: Message) -> list[str]:
    return [label for label, _, _ in message.buttons]


def boards(scene: Scene) -> list[Message]:
    """The messages that carry the buttons of the game."""
    return [m for m in scene.public() if "My hand" in labels(m)]
