"""More people and more channels than the playground has, for many games at once.

The entry points are :func:`invite` and :func:`open_channels`, before the bot comes: it hears of
channels when it connects.
"""

from __future__ import annotations

from playground.person import Person
from playground.snowflakes import TIMESTAMP_SHIFT, snowflake_of
from playground.standin import StandIn
from playground.things import PUBLIC_THREAD, Channel, User


def invite(standin: StandIn, count: int) -> list[Person]:
    """As many new members of the server, with accounts of different ages."""
    people = []
    for number in range(count):
        user = User(snowflake_of(2019) + (number << TIMESTAMP_SHIFT), f"Guest {number + 1}")
        standin.world.users[user.id] = user
        people.append(Person(standin.world, standin.interactions, user, standin.channel()))
    return people


def open_channels(standin: StandIn, count: int) -> list[Channel]:
    """As many places to play: every other one is a thread.

    Their ids are milliseconds apart, as on Discord: those of one moment would all lie in one of
    the store's buckets.
    """
    world, parent = standin.world, standin.channel("games")
    channels = []
    for number in range(count):
        place = Channel(snowflake_of(2023) + (number << TIMESTAMP_SHIFT), f"table-{number + 1}")
        if number % 2:
            place.type, place.parent_id = PUBLIC_THREAD, parent.id
            place.owner_id, place.created_at = world.bot.id, world.clock()
        world.add_channel(place)
        channels.append(place)
    return channels
