"""The connection to Discord with what every command needs: the store and the time.

Commands run in tasks that discord.py starts and forgets. :class:`QwirkleClient` keeps count of
them, so that a stop can wait until each has answered.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from cogs import _answers, _buttons
from qwirkle_bot.store import Store

Interaction: TypeAlias = "discord.Interaction[QwirkleClient]"

DRAIN_SECONDS: Final = 8
"""How long a stop waits for commands that are being answered."""

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
    attach_files=True,
    embed_links=True,
)
"""What the invite link asks for, and no more."""

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["QwirkleClient"]):
    """All commands; whatever one raises is turned into words here, once."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        return await interaction.client.admit(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await _answers.explain(interaction, cause)


class QwirkleClient(commands.AutoShardedBot):
    """The bot's session with Discord.

    Attributes:
        store: where the games are.
        now_ms: the time in Unix milliseconds.
    """

    def __init__(
        self,
        store: Store,
        now_ms: Callable[[], int],
        *,
        cogs: Sequence[Callable[[QwirkleClient], commands.Cog]],
        groups: Sequence[app_commands.Group],
        shard_count: int | None = None,
        shard_ids: Sequence[int] | None = None,
        own_gateway: bool = False,
    ) -> None:
        super().__init__(
            command_prefix=(),
            intents=discord.Intents(guilds=True),
            tree_cls=Tree,
            help_command=None,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            shard_count=shard_count,
        )
        if shard_ids is not None:
            self.shard_ids = list(shard_ids)
        self.store = store
        self.now_ms = now_ms
        self.is_stopping = False
        self._own_gateway = own_gateway
        self._cogs_to_add = cogs
        for group in groups:
            self.tree.add_command(group)
        self._answering: set[asyncio.Task[object]] = set()

    async def setup_hook(self) -> None:
        for build in self._cogs_to_add:
            await self.add_cog(build(self))
        if self._own_gateway:
            # With a shard count given, discord.py does not ask the API where its gateway is.
            _, gateway, _ = await self.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        await self._sync_commands()
        log.info("invite the bot with %s", invite_link(self.application_id or 0))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Hear of every press; commands go through the tree."""
        if interaction.type is discord.InteractionType.component:
            await _buttons.press(interaction)

    async def admit(self, interaction: Interaction) -> bool:
        """Whether an interaction may go on; a stop waits for the task that asks."""
        task = asyncio.current_task()
        if task is not None:
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        if self.is_stopping and interaction.type is not discord.InteractionType.autocomplete:
            await _answers.answer(interaction, "The bot is restarting. Try again in a moment.")
        return not self.is_stopping

    async def drain_and_close(self) -> None:
        """Take no more commands, let those that run answer, and leave."""
        self.is_stopping = True
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                while self._answering:  # Whoever comes meanwhile is told to come back.
                    await asyncio.wait(self._answering)
        except TimeoutError:
            late = len(self._answering)
            log.warning("stopping although %d commands have not been answered", late)
        await self.close()

    async def _sync_commands(self) -> None:
        """Register the commands with Discord, but only if they changed or are not there."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        registered = await self.tree.fetch_commands()
        mark = f"{digest} {sorted(command.id for command in registered)}"
        name = f"commands:{self.application_id}"
        if await self.store.recall(name) == mark:
            return
        synced = await self.tree.sync()
        await self.store.remember(name, f"{digest} {sorted(command.id for command in synced)}")
        log.info("registered %d commands with Discord", len(synced))


def invite_link(application_id: int) -> str:
    """The address at which a server's owner lets the bot in."""
    return discord.utils.oauth_url(
        application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
