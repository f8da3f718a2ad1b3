"""The bot's start: settings, then the store, then Discord. The only file that builds these objects.

``python bot.py`` runs the bot; ``python bot.py --check`` checks settings, store and token, and
ends.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import re
import signal
import sys
import time
from collections.abc import AsyncIterator
from typing import Final

import discord
from discord.http import Route

from cogs._all import COGS, GROUPS
from cogs._answers import DISCORD_FAULTS
from cogs._client import QwirkleClient, invite_link
from cogs.health import Health
from qwirkle_bot.earlier_results import keep_earlier_results
from qwirkle_bot.embedded import start_embedded
from qwirkle_bot.errors import OperatorError, StoreError
from qwirkle_bot.pace import Pace
from qwirkle_bot.settings import Settings, load_settings
from qwirkle_bot.store import Store

BAD_SETTINGS_STATUS: Final = 2
MEMBER: Final = re.compile(r"/members/\d+")
"""Where an address in Discord's API names a person."""
DAY_SECONDS: Final = 24 * 60 * 60

log = logging.getLogger("bot")


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class NamesNobody(logging.Filter):
    """Hides people's ids in addresses, which discord.py logs where Discord slows a request down."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = MEMBER.sub("/members/…", record.getMessage()), None
        return True


def now_ms() -> int:
    """The time in Unix milliseconds."""
    return time.time_ns() // 1_000_000


def set_up_logging(settings: Settings) -> None:
    """Log to standard error, for people or for machines."""
    handler = logging.StreamHandler()
    handler.setFormatter(
        JsonFormatter()
        if settings.log_format == "json"
        else logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    )
    logging.basicConfig(level=settings.log_level, handlers=[handler])
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))
    logging.getLogger("discord.http").addFilter(NamesNobody())
    # The bot never speaks, so what voice would need is nobody's worry.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


@contextlib.asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """The store of ``REDIS_URL``, or the embedded one, for as long as it is needed."""
    keep_seconds = settings.qwirkle_keep_days * DAY_SECONDS
    if settings.redis_url is not None:
        store = await Store.connect(
            settings.redis_url.get_secret_value(), keep_seconds=keep_seconds
        )
        try:
            yield store
        finally:
            await store.close()
        return
    embedded = await start_embedded(settings.qwirkle_data_dir)
    try:
        store = await Store.connect(embedded.url, keep_seconds=keep_seconds, owns_server=True)
        try:
            yield store
        finally:
            await store.close()
    finally:
        await embedded.stop()


def use_api(settings: Settings) -> None:
    """Let discord.py call another base URL than Discord's, if one is set."""
    if settings.discord_api_url is not None:
        Route.BASE = settings.discord_api_url


def build_client(settings: Settings, store: Store) -> QwirkleClient:
    """The client with all its cogs to come, not yet connected."""
    use_api(settings)
    a_minute = settings.qwirkle_commands_a_minute
    return QwirkleClient(
        store,
        now_ms,
        cogs=COGS,
        groups=GROUPS,
        shard_count=settings.shard_count,
        shard_ids=settings.shard_ids,
        own_gateway=settings.discord_api_url is not None,
        pace=Pace(time.monotonic, a_minute) if a_minute else None,
    )


@contextlib.asynccontextmanager
async def keeping_earlier_results(store: Store) -> AsyncIterator[None]:
    """Meanwhile keep the results of games that ended before the bot kept any."""

    async def keep() -> None:
        try:
            over = await keep_earlier_results(store)
        except StoreError as error:
            log.warning("results of earlier games wait for the next start: %s", error)
        except Exception:  # Nobody awaits this task before the stop; the games need no old results.
            log.exception("results of earlier games wait for the next start")
        else:
            log.debug("results of %d earlier games are kept", over)

    task = asyncio.create_task(keep(), name="earlier results")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@contextlib.asynccontextmanager
async def serve_health(settings: Settings, client: QwirkleClient) -> AsyncIterator[None]:
    """Answer about health and numbers, where ``QWIRKLE_HTTP`` says."""
    if settings.qwirkle_http is None:
        yield
        return
    health = Health(client)
    await health.start(*settings.qwirkle_http)
    try:
        yield
    finally:
        await health.stop()


async def run(settings: Settings) -> None:
    """Run the bot until SIGINT or SIGTERM, then let it answer what it has begun, and leave."""
    async with open_store(settings) as store:
        client = build_client(settings, store)
        loop = asyncio.get_running_loop()
        stop = asyncio.Event()
        with contextlib.suppress(NotImplementedError):  # Windows ends the process by itself.
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, stop.set)
        async with keeping_earlier_results(store), client, serve_health(settings, client):
            session = loop.create_task(client.start(settings.discord_token.get_secret_value()))
            stopping = loop.create_task(stop.wait())
            await asyncio.wait({session, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not session.done():
                log.info("stopping: answering what has begun")
                await client.drain_and_close()
            stopping.cancel()
            await session


async def check(settings: Settings) -> None:
    """Try the store and the token, and change nothing."""
    async with open_store(settings) as store:
        await store.ping()
    use_api(settings)
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await client.login(settings.discord_token.get_secret_value())
        link = invite_link(client.application_id or 0)
        print(f"All is well. {client.user} can be invited with {link}")


def main() -> int:
    """Run what the command line asks for; the answer is the exit status."""
    parser = argparse.ArgumentParser(description="Qwirkle for Discord.")
    parser.add_argument(
        "--check", action="store_true", help="check settings, store and token, and end"
    )
    arguments = parser.parse_args()
    try:
        settings = load_settings()
    except OperatorError as error:
        print(error, file=sys.stderr)
        return BAD_SETTINGS_STATUS
    set_up_logging(settings)
    try:
        asyncio.run(check(settings) if arguments.check else run(settings))
    except discord.LoginFailure:
        log.error("Discord does not accept DISCORD_TOKEN: copy the bot's token once more")
        return 1
    except (OperatorError, StoreError) as error:
        log.error("%s", error)
        return 1
    except DISCORD_FAULTS as error:
        where = settings.discord_api_url or "Discord"
        log.error("%s cannot be reached, or does not answer as Discord does: %s", where, error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
