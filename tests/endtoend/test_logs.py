"""What a bot as a process logs: who reads it learns of no person."""

from __future__ import annotations

import signal
from pathlib import Path

from playground.rest import Fault
from playground.standin import StandIn
from tests.kit.bot import BotChild


async def test_discord_py_names_nobody_when_it_is_slowed_down(tmp_path: Path) -> None:
    standin = StandIn()
    await standin.start()
    bot = BotChild(standin, tmp_path)
    standin.faults.append(Fault("GET", "/members/", 429))
    try:
        await bot.start()
        ann, bo = standin.person("Ann"), standin.person("Bo")
        lobby = (await ann.slash("start", seats=2)).message
        await bo.click(lobby, "Join")
        await standin.until(lambda: sum("/members/" in r.path for r in standin.requests) == 2)
    finally:
        bot.signal(signal.SIGTERM)
        await bot.ended()
        await standin.stop()

    assert "We are being rate limited" in bot.logged()
    assert not [person.id for person in (ann, bo) if str(person.id) in bot.logged()]
