"""The whole bot with a Discord of its own, for tests that drive it as people do.

:class:`Scene` runs it in the test's event loop, where time is the test's to tell;
:class:`BotChild` runs ``bot.py`` as a process that can be killed. Both leave nothing behind.
"""

from __future__ import annotations

import asyncio
import copy
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from discord.ext import commands

from cogs import _all
from cogs._client import QwirkleClient
from cogs.clock import Clock
from cogs.tiles import Tiles
from playground.components import walk
from playground.interactions import COMPONENT
from playground.person import Person, Reply
from playground.rest import Request
from playground.standin import StandIn
from playground.things import Channel, Message
from qwirkle_bot.change import load_table
from qwirkle_bot.engine.game import Game
from qwirkle_bot.saved import Table
from qwirkle_bot.store import Store
from tests.kit.discord import pointed_at

PROJECT: Final = Path(__file__).parents[2]
READY_SECONDS: Final = 20
OUR_LOGGERS: Final = ("bot", "cogs", "qwirkle_bot")


class TestTime:
    """A time that stands still until the test lets some of it pass."""

    __test__ = False

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def now_ms(self) -> int:
        return self.ms

    def seconds(self) -> float:
        return self.ms / 1000

    def passes(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)


class StillClock(Clock):
    """The bot's clock, which ticks only when a test says so."""

    async def cog_load(self) -> None:
        pass


COGS: Final[tuple[Callable[[QwirkleClient], commands.Cog], ...]] = tuple(
    StillClock if cog is Clock else cog for cog in _all.COGS if cog is not Tiles
)
"""All cogs, but that the clock stands still, and that no bot uploads 72 emoji at its start."""


class Log(logging.Handler):
    """Everything that is logged, down to the details of our own modules."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    @property
    def errors(self) -> list[str]:
        return [r.getMessage() for r in self.records if r.levelno >= logging.ERROR]

    def own_lines(self) -> list[str]:
        """What our own modules said."""
        return [r.getMessage() for r in self.records if r.name.split(".")[0] in OUR_LOGGERS]


@asynccontextmanager
async def logging_kept() -> AsyncIterator[Log]:
    """Keep everything that is logged for as long as the context lasts."""
    log = Log()
    loggers = [logging.getLogger(name) for name in OUR_LOGGERS]
    levels = [logger.level for logger in loggers]
    logging.getLogger().addHandler(log)
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    try:
        yield log
    finally:
        logging.getLogger().removeHandler(log)
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@dataclass(slots=True)
class Scene:
    """A Discord, a store, and the bots that serve them.

    ``expected`` are Discord's error codes that a test means to provoke; any other refusal, and any
    logged error, fails the test at its end.
    """

    standin: StandIn
    store: Store
    time: TestTime
    log: Log
    bots: list[QwirkleClient] = field(default_factory=list)
    expected: set[int] = field(default_factory=set)
    _connections: dict[QwirkleClient, asyncio.Task[None]] = field(default_factory=dict)

    def people(self, count: int = 4) -> list[Person]:
        """Ann, Bo, Cy and Di, or the first of them."""
        return [self.standin.person(name) for name in ("Ann", "Bo", "Cy", "Di")[:count]]

    @property
    def channel(self) -> Channel:
        return self.standin.channel()

    async def start_bot(
        self,
        store: Store | None = None,
        cogs: Sequence[Callable[[QwirkleClient], commands.Cog]] = COGS,
        shard: tuple[int, int] | None = None,
    ) -> QwirkleClient:
        """Log a bot in, for all or for a shard of so many; it takes interactions from then on."""
        bot = QwirkleClient(
            store or self.store,
            self.time.now_ms,
            cogs=cogs,
            groups=_all.GROUPS,
            own_gateway=True,
            shard_count=shard[1] if shard else None,
            shard_ids=[shard[0]] if shard else None,
        )
        # How long discord.py waits for more servers before it calls itself ready. There is one.
        bot._connection.guild_ready_timeout = 0
        await bot.login(self.standin.token)
        connected = bot.wait_for("connect", timeout=READY_SECONDS)
        self._connections[bot] = asyncio.create_task(bot.connect())
        self.bots.append(bot)
        await connected
        return bot

    async def stop_bot(self, bot: QwirkleClient | None = None) -> None:
        bot = bot or self.bots[0]
        self.bots.remove(bot)
        await bot.drain_and_close()
        await self._connections.pop(bot)

    async def restart_bot(self) -> None:
        """Another bot in place of the one there is, which knows nothing of it."""
        await self.stop_bot()
        await self.start_bot()

    async def tick(self, seconds: float = 0) -> None:
        """Let time pass, and let the bot's clock see to what is due then."""
        self.time.passes(seconds)
        clock = self.bots[0].get_cog("StillClock")
        assert isinstance(clock, Clock)
        await clock.tick()

    async def settled(self) -> None:
        """Wait until no bot is busy with a command any more."""
        for bot in self.bots:
            while tasks := [task for task in bot._answering if not task.done()]:
                await asyncio.wait(tasks, timeout=READY_SECONDS)

    async def table(self, channel: Channel | None = None) -> Table:
        """The channel's game in truth."""
        table = await load_table(self.store, (channel or self.channel).id)
        assert table is not None
        return table

    async def game(self, channel: Channel | None = None) -> Game:
        game = (await self.table(channel)).game
        assert game is not None
        return game

    def public(self, channel: Channel | None = None) -> list[Message]:
        """The messages that everybody sees, in order."""
        place = (channel or self.channel).id
        return [
            message
            for _, message in sorted(self.standin.world.messages.items())
            if message.channel_id == place and message.ephemeral_to is None and not message.deleted
        ]

    def board_message(self, channel: Channel | None = None) -> Message:
        """The newest public message."""
        return self.public(channel)[-1]

    def refused(self) -> list[Request]:
        """The requests that Discord refused although no test meant it to."""
        return [
            request
            for request in self.standin.requests
            if request.error is not None and request.error.get("code") not in self.expected
        ]


def people_named(log: Log, standin: StandIn) -> list[str]:
    """What our own modules logged with a user's id in it, which no log is to tell."""
    ids = [str(user.id) for user in standin.world.users.values() if not user.bot]
    return [line for line in log.own_lines() if any(user_id in line for user_id in ids)]


@asynccontextmanager
async def scene_on(store: Store, *, bots: int = 1, by_spec: bool = True) -> AsyncIterator[Scene]:
    """A scene on a store, checked at its end: nothing was refused, nothing went wrong, and no log
    names anybody.

    ``by_spec``: requests are held against Discord's own spec, where there is a copy. That takes
    ten times as long as all the rest, so whole games of sixty turns go without.
    """
    spec = os.environ.get("DISCORD_OPENAPI") if by_spec else None
    time = TestTime()
    standin = StandIn(openapi=Path(spec) if spec else None, clock=time.seconds)
    await standin.start()
    async with logging_kept() as log:
        scene = Scene(standin, store, time, log)
        try:
            with pointed_at(standin):
                try:
                    for _ in range(bots):
                        await scene.start_bot()
                    yield scene
                    await scene.settled()
                finally:
                    for bot in list(scene.bots):
                        await scene.stop_bot(bot)
        finally:
            await standin.stop()
    assert standin.slips == []
    assert scene.refused() == []
    assert log.errors == []
    assert people_named(log, standin) == []


def as_it_was(message: Message) -> Message:
    """A copy of a message, to press its buttons on a client that has not heard of a change."""
    seen = copy.copy(message)
    seen.components = copy.deepcopy(message.components)
    return seen


async def press(
    scene: Scene, person: Person, message: Message, custom_id: str, *values: str
) -> Reply:
    """Use a component although the client would not offer it now; with values, a select."""
    [part] = [p for _, p in walk(message.components) if p.get("custom_id") == custom_id]
    data = {"custom_id": custom_id, "component_type": part["type"], "id": part["id"]}
    if values:
        data["values"] = list(values)
    channel = scene.standin.world.channels[message.channel_id]
    interaction = await scene.standin.interactions.start(
        COMPONENT, person.id, channel, data, message=message
    )
    return await person._reply(interaction)


def custom_id(message: Message, label: str) -> str:
    """The id of a message's button."""
    return next(button_id for name, button_id, _ in message.buttons if name == label)


async def told_privately(scene: Scene, reply: Reply, *words: str) -> None:
    """Check that somebody was answered for themselves alone, in these words among others."""
    await scene.settled()
    answer = reply.messages[-1]
    assert answer.ephemeral_to is not None
    assert answer.mentions == []
    assert [word for word in words if word not in answer.text] == []


class BotChild:
    """``bot.py`` as a process, with an embedded store in a folder of its own."""

    def __init__(self, standin: StandIn, folder: Path) -> None:
        self.data_dir = folder / "data"
        self._log = folder / "log"
        self._environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("REDIS_", "QWIRKLE_"))},
            "DISCORD_API_URL": standin.api_url,
            "DISCORD_TOKEN": standin.token,
            "QWIRKLE_DATA_DIR": str(self.data_dir),
            "QWIRKLE_COMMANDS_A_MINUTE": "0",  # Tests are faster than people.
        }
        self._standin = standin
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def socket(self) -> Path:
        """Where the embedded store listens."""
        return self.data_dir / "valkey.sock"

    def logged(self) -> str:
        return self._log.read_text(encoding="utf-8")

    async def start(self) -> None:
        """Start it, and return once it takes interactions."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "bot.py", cwd=PROJECT, env=self._environment, stderr=log, stdout=log
            )
        await self._standin.bot_ready()

    def signal(self, number: int) -> None:
        """Send a signal; the process may have ended already."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)

    async def ended(self) -> int:
        """Wait until it has ended; its exit status."""
        assert self._process is not None
        async with asyncio.timeout(READY_SECONDS):
            status = await self._process.wait()
        await self._standin.bot_gone()
        return status
