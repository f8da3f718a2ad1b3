"""The tiles as emoji of the application, so that boards and hands can show them.

The cog uploads what is missing or drawn anew, in the background: until all are there, and wherever
that fails, tiles are shown as text. One process uploads, and the others wait for it. Which picture
an emoji holds is in a note, since Discord does not give pictures back as they were.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from discord.ext import commands

from cogs._answers import DISCORD_FAULTS
from qwirkle_bot.errors import StoreError
from qwirkle_bot.pictures.emoji import application_emoji_files

if TYPE_CHECKING:
    from cogs._client import QwirkleClient

LEASE_SECONDS: Final = 15 * 60
"""How long one process has for all tiles before another tries."""

WAIT_SECONDS: Final = 10
"""How often a process looks whether another one is done."""

AGAIN_SECONDS: Final = 30 * 60
"""How long to wait after Discord or the store failed."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Held:
    """An emoji that Discord has, and what its picture was when it was uploaded."""

    markup: str
    sha256: str


class Tiles(commands.Cog):
    """Uploads the tiles, and tells the client their names."""

    def __init__(self, client: QwirkleClient) -> None:
        self.client = client
        self._loop: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        self._loop = asyncio.create_task(self._run(), name="tiles")

    async def cog_unload(self) -> None:
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    async def _run(self) -> None:
        await self.client.wait_until_ready()
        is_told = False
        while self.client.tile_names is None:
            wait = WAIT_SECONDS
            try:
                self.client.tile_names = await self._names_or_upload()
            except (*DISCORD_FAULTS, StoreError) as error:
                wait = AGAIN_SECONDS
                log.log(
                    logging.DEBUG if is_told else logging.WARNING,
                    "tiles are shown as text, since not all are there as emoji: %s",
                    error,
                )
                is_told = True
            if self.client.tile_names is None:
                await asyncio.sleep(wait)
        log.info("tiles are shown as emoji")

    async def _names_or_upload(self) -> Mapping[str, str] | None:
        """The names of all tiles; ``None`` while another process uploads them."""
        held = await self._held()
        if _is_whole(held):
            return _names(held)
        store = self.client.store
        claim = f"tiles-upload:{self.client.application_id}"
        if not await store.notes.claim(claim, secrets.token_hex(), LEASE_SECONDS):
            return None
        try:
            async with asyncio.timeout(LEASE_SECONDS):
                return await self._upload()
        finally:
            await store.notes.forget(claim)

    async def _held(self) -> dict[str, Held]:
        """The emoji that Discord has and the note knows."""
        noted = json.loads(await self.client.store.notes.recall(self._note) or "{}")
        emojis = await self.client.fetch_application_emojis()
        markups = {emoji.name: str(emoji) for emoji in emojis}
        return {
            name: Held(markup, sha256)
            for name, (markup, sha256) in noted.items()
            if markups.get(name) == markup
        }

    async def _upload(self) -> Mapping[str, str]:
        """Upload every tile that is missing or was drawn anew, and note each at once."""
        held = await self._held()
        old = {emoji.name: emoji for emoji in await self.client.fetch_application_emojis()}
        for name, file in application_emoji_files().items():
            if name in held and held[name].sha256 == file.sha256:
                continue
            if name in old:
                await old[name].delete()
            emoji = await self.client.create_application_emoji(name=name, image=file.png)
            held[name] = Held(str(emoji), file.sha256)
            note = {name: (one.markup, one.sha256) for name, one in held.items()}
            await self.client.store.notes.remember(self._note, json.dumps(note))
        return _names(held)

    @property
    def _note(self) -> str:
        return f"tiles:{self.client.application_id}"


def _is_whole(held: Mapping[str, Held]) -> bool:
    """Whether each tile is there as it is drawn now."""
    return all(
        name in held and held[name].sha256 == file.sha256
        for name, file in application_emoji_files().items()
    )


def _names(held: Mapping[str, Held]) -> Mapping[str, str]:
    return {name: held[name].markup for name in application_emoji_files()}
