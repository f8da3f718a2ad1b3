"""The connection to Discord with what every command needs: the store and the time.

Commands run in tasks that discord.py starts and forgets. :class:`QwirkleClient` keeps count of
them, so that a stop can wait until each has answered.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, TypeAlias

import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from cogs import _answers, _buttons
from cogs._descriptions import Descriptions
from qwirkle_bot.calendar import HOUR_MS, Moment, Outages, Shard
from qwirkle_bot.change import load_table
from qwirkle_bot.errors import PlayerError, StoreError
from qwirkle_bot.languages import gettext, speak, speaking
from qwirkle_bot.pace import Pace
from qwirkle_bot.store import Store

Interaction: TypeAlias = "discord.Interaction[QwirkleClient]"

DRAIN_SECONDS: Final = 8
"""How long a stop waits for commands that are being answered."""

LOCALE_MS: Final = HOUR_MS
"""How long the language of a server is believed that only others hear of when it changes."""
NO_LOCALE: Final = (str(discord.Locale.american_english), 0)
"""What is spoken where nobody knows better, and since when."""

LONGEST_WAIT_SECONDS: Final = 30
"""How long a request waits for a rate limit, the least that discord.py takes; longer ones fail."""

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

CONTEXTS: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""Where commands may be given, unless one says otherwise."""

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["QwirkleClient"]):
    """All commands; whatever one raises is turned into words here, once."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        if not await interaction.client.admit(interaction):
            return False
        if interaction.type is discord.InteractionType.autocomplete:
            return await self._completes(interaction)
        return True

    async def _completes(self, interaction: Interaction) -> bool:
        """Whether the option in focus is one that is completed.

        A client that knows an older version of the command asks for others too. discord.py would
        log a fault then, and leave the client waiting.
        """
        data: dict[str, Any] = dict(interaction.data or {})
        command = self.get_command(str(data.get("name")))
        options = data.get("options") or []
        while isinstance(command, app_commands.Group) and options:
            command, options = (
                command.get_command(options[0]["name"]),
                options[0].get("options", []),
            )
        focused = next((option["name"] for option in options if option.get("focused")), None)
        if isinstance(command, app_commands.Command) and any(
            parameter.display_name == focused and parameter.autocomplete
            for parameter in command.parameters
        ):
            return True
        await _answers.explain(interaction, PlayerError("Nothing completes this option."))
        return False

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await _answers.explain(interaction, cause)


class QwirkleClient(commands.AutoShardedBot):
    """The bot's session with Discord.

    Attributes:
        store: where the games are.
        now_ms: the time in Unix milliseconds.
        outages: when nobody could play, as the clock last read it in the store.
        knows_outages: whether that is all; not before it is known how those ended who ran before.
        pace: how fast one user may give commands; ``None`` for as fast as they can.
        stopping_ms: since when no commands are taken any more; ``None`` while they are.
        tile_names: the markup of every tile's emoji, once Discord has them all.
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
        pace: Pace | None = None,
    ) -> None:
        super().__init__(
            command_prefix=(),
            intents=discord.Intents(guilds=True),
            tree_cls=Tree,
            help_command=None,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=CONTEXTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_WAIT_SECONDS,
            shard_count=shard_count,
        )
        if shard_ids is not None:
            self.shard_ids = list(shard_ids)
        self.store, self.now_ms = store, now_ms
        self.outages, self.knows_outages = Outages(), True
        self.tile_names: Mapping[str, str] | None = None
        self.stopping_ms: int | None = None
        self.pace = pace
        self._locales: dict[int, tuple[str, int]] = {}  # By server, with when that was learned.
        self._own_gateway = own_gateway
        self._cogs_to_add = cogs
        for group in groups:
            self.tree.add_command(group)
        self._answering: set[asyncio.Task[object]] = set()
        self.interactions_seen = 0

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
        """Hear of every press and every form; commands go through the tree."""
        if interaction.type in {
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        }:
            await _buttons.press(interaction)

    async def on_app_command_completion(self, interaction: Interaction, _: object) -> None:
        await self._after_answer(interaction)

    async def on_press_completion(self, interaction: Interaction) -> None:
        await self._after_answer(interaction)

    async def on_refusal(self, interaction: Interaction) -> None:
        await self._after_answer(interaction)

    async def _after_answer(self, interaction: Interaction) -> None:
        """Let those who listen for ``answered`` set right what follows from a person's doing.

        They get the game of its channel as it is by then, which is read once for all of them.
        """
        self.hold_stop()
        try:
            in_guild = interaction.guild_id is not None
            table = await load_table(self.store, interaction.channel_id or 0) if in_guild else None
        except StoreError as error:
            log.info("interaction %s: what follows from it waits: %s", interaction.id, error)
        else:
            self.dispatch("answered", interaction, table)

    def moment(self) -> Moment:
        """Now, with all the times that no clock counts."""
        return Moment(self.now_ms(), self.outages, self.knows_outages)

    async def admit(self, interaction: Interaction) -> bool:
        """Whether an interaction may go on; if not, its user is told why.

        The task that asks speaks their language from then on, and a stop waits for it.
        """
        self.hold_stop()
        speak(str(interaction.locale))
        if interaction.guild_id is not None and interaction.guild_locale is not None:
            self._locales[interaction.guild_id] = str(interaction.guild_locale), self.now_ms()
        self.interactions_seen += 1
        if self.stopping_ms is not None:
            why = gettext("The bot is restarting. Try again in a moment.")
        elif self.pace is not None and not self.pace.admits(interaction.user.id):
            why = gettext(
                "That was a lot at once, so this was not done. Wait a moment, and try it again."
            )
        else:
            return True
        await _answers.explain(interaction, PlayerError(why))
        return False

    def publicly(self, guild_id: int | None) -> AbstractContextManager[None]:
        """Speak the language of a server within the context: for what its channels read."""
        guild = None if guild_id is None else self.get_guild(guild_id)
        if guild is not None and not guild.unavailable:
            return speaking(str(guild.preferred_locale))
        return speaking(self._locales.get(guild_id or 0, NO_LOCALE)[0])

    async def learn_language(self, guild_id: int) -> None:
        """Ask Discord what a server speaks that another process serves, which alone hears of it.

        Whoever cannot learn it speaks as before, and English at first.
        """
        is_ours = any(Shard(n, self.shard_count or 1).serves(guild_id) for n in self.shards)
        locale, as_of_ms = self._locales.get(guild_id, NO_LOCALE)
        if is_ours or self.now_ms() < as_of_ms + LOCALE_MS:
            return
        try:
            locale = (await self.http.get_guild(guild_id, with_counts=False))["preferred_locale"]
        except _answers.DISCORD_FAULTS as error:
            log.info("what server %s speaks is not known: %s", guild_id, error)
        self._locales[guild_id] = locale, self.now_ms()

    def hold_stop(self) -> None:
        """Let a stop wait for the task that calls this."""
        task = asyncio.current_task()
        if task is not None:
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    @property
    def interactions_running(self) -> int:
        """How many interactions are being answered now."""
        return len(self._answering)

    async def drain_and_close(self) -> None:
        """Take no more commands, let those that run answer, and leave."""
        self.stopping_ms = self.now_ms()
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
        translator = Descriptions()
        await self.tree.set_translator(translator)
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        registered = await self.tree.fetch_commands()
        mark = f"{digest} {sorted(command.id for command in registered)}"
        name = f"commands:{self.application_id}"
        if await self.store.notes.recall(name) == mark:
            return
        synced = await self.tree.sync()
        await self.store.notes.remember(
            name, f"{digest} {sorted(command.id for command in synced)}"
        )
        log.info("registered %d commands with Discord", len(synced))


def invite_link(application_id: int) -> str:
    """The address at which a server's owner lets the bot in."""
    return discord.utils.oauth_url(
        application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
