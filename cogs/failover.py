"""Moves that the store lost: a failover can take back what was said to count.

The entry point is the cog. A game's revisions only grow, so one that is lower than its channel was
shown, or than a button names, was rolled back. The channel is told, and shown how the game stands.
Its revision is raised above all that were lost, so that nothing from a lost board fits by chance.

Whenever the store answers again after it did not, all games that this process has shown are looked
at. After a restart of the bot as well, buttons alone tell: what a channel was shown is noted beside
its game, so both are rolled back together.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from discord.ext import commands

from cogs import _clearing, _layouts, _sending, _telling
from cogs._answers import DISCORD_FAULTS
from cogs._buttons import read_id
from qwirkle_bot.change import change_game, load_table
from qwirkle_bot.errors import PlayerError, QwirkleError, StoreError, TableError
from qwirkle_bot.people import named_in
from qwirkle_bot.saved import Phase, Player, SavedGame, Table, Told
from qwirkle_bot.words.failover import lost_moves_notice

if TYPE_CHECKING:
    from cogs._client import Interaction, QwirkleClient

MOST_LOST: Final = 1_000
"""How many revisions a failover may lose; a larger difference is no failover's."""
MOST_CHANNELS: Final = 10_000
"""Of how many channels it is remembered what they were shown."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Seen:
    """A revision of a game that somebody saw, and the message that shows it."""

    game_id: str
    revision: int
    message_id: int | None
    changed_ms: int | None = None
    """When that revision was made; ``None`` where only a button names it."""

    def was_overwritten_by(self, other: Seen) -> bool:
        """Whether the store lost this revision, and another move took its number since."""
        if self.changed_ms is None or other.changed_ms is None or self.game_id != other.game_id:
            return False
        return self.revision == other.revision and self.changed_ms < other.changed_ms


class Failover(commands.Cog):
    """Notices that the store lost moves, by what channels were shown and by what is pressed."""

    def __init__(self, client: QwirkleClient) -> None:
        self.client = client
        self._seen: dict[int, Seen] = {}

    @commands.Cog.listener()
    async def on_told(self, table: Table, told: Told) -> None:
        """Remember what a channel was shown."""
        channel_id = table.saved.channel_id
        before = self._seen.pop(channel_id, None)
        seen = Seen(table.saved.id, told.revision, told.message_id, table.saved.changed_ms)
        was_lost = before is not None and before.was_overwritten_by(seen)
        if before is not None and before.game_id == seen.game_id and not was_lost:
            seen = max(before, seen, key=lambda one: one.revision)
        self._seen[channel_id] = seen
        if len(self._seen) > MOST_CHANNELS:
            del self._seen[next(iter(self._seen))]
        if before is not None and was_lost:
            await self._announce(table, before)

    @commands.Cog.listener()
    async def on_store_back(self) -> None:
        """Look at every game that was shown: the store may be back without its last moves."""
        for channel_id, seen in [*self._seen.items()]:
            try:
                table = await load_table(self.client.store, channel_id)
            except StoreError as error:
                log.info("whether moves were lost is not known yet: %s", error)
                return  # It comes back once more.
            if table is not None:
                await self._make_good_if_lost(table, seen)

    @commands.Cog.listener()
    async def on_answered(self, interaction: Interaction, table: Table | None) -> None:
        """Look whether the store is behind what was seen; the answer came first."""
        self.client.hold_stop()
        if table is None:
            return
        shown, pressed = self._seen.get(table.saved.channel_id), self._pressed(interaction)
        if shown is not None:
            await self._make_good_if_lost(table, shown)
        if pressed is not None and interaction.user.id in named_in(table.saved):
            await self._make_good_if_lost(table, pressed)

    async def _make_good_if_lost(self, table: Table, seen: Seen) -> None:
        is_same = table.saved.id == seen.game_id
        if not is_same or not 0 < seen.revision - table.revision <= MOST_LOST:
            return
        try:
            await self._make_good(table, seen)
        except PlayerError as error:
            log.info("game %s: nothing is left to make good: %s", seen.game_id, error)
        except (*DISCORD_FAULTS, QwirkleError) as error:
            log.warning("game %s: lost moves are not made good: %s", seen.game_id, error)

    def _pressed(self, interaction: Interaction) -> Seen | None:
        """What a component names that somebody used; it must be one of the bot's own message."""
        if interaction.type is not discord.InteractionType.component:
            return None
        data: Mapping[str, object] = dict(interaction.data or {})
        custom_id, message = str(data.get("custom_id")), interaction.message
        found = read_id(custom_id)
        if found is None or message is None or message.author.id != self.client.application_id:
            return None
        if custom_id not in _clearing.ids_in(message):
            return None
        _, target = found
        is_public = not message.flags.ephemeral
        return Seen(target.game_id, target.revision, message.id if is_public else None)

    async def _make_good(self, table: Table, seen: Seen) -> None:
        """Show the game as it stands, once however many notice."""
        outcome = await change_game(
            self.client.store,
            table.saved.channel_id,
            request_id=f"failover:{seen.game_id}:{seen.revision}:{table.revision}",
            judge=partial(_as_it_is, seen=seen),
            now=self.client.moment(),
            by=None,
            at_least=seen.revision + 1,
        )
        if not outcome.repeated:
            await self._announce(outcome.table, seen)
            await _telling.post_again(self.client, outcome.table)

    async def _announce(self, table: Table, seen: Seen) -> None:
        """Say in the channel that moves were lost, and take the buttons from the lost board."""
        log.error(
            "game %s: the store lost moves; revision %d was seen", seen.game_id, seen.revision
        )
        mover = _mover(table)
        with self.client.publicly(table.saved.guild_id):
            words = lost_moves_notice(mover)
        await _clearing.channel_of(self.client, table).send(
            view=_layouts.layout(words),
            allowed_mentions=_sending.only([mover.id] if mover else []),
        )
        if seen.message_id is not None:
            await _clearing.strip_buttons(self.client, table, seen.message_id)


def _mover(table: Table) -> Player | None:
    """The person whose turn it is now."""
    if table.phase is not Phase.RUNNING or table.game is None:
        return None
    mover = table.mover(table.game)
    return None if mover.is_robot else mover


def _as_it_is(table: Table | None, seen: Seen) -> SavedGame:
    if table is None or table.saved.id != seen.game_id or table.revision > seen.revision:
        raise TableError("Others have made that good, or another game has begun here.")
    return table.saved
