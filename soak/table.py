"""A table: the people of one channel, who play one game after the other until time is over.

The one entry point is :meth:`Table.play`. What they do is chance that can be repeated; when it
happens is not. They begin again from what the store holds, whatever has become of what they did.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Final

from playground.person import Person, Reply
from playground.things import Channel, Message
from qwirkle_bot import saved
from qwirkle_bot.change import load_table
from qwirkle_bot.engine.game import Game
from qwirkle_bot.engine.moves import Exchange
from qwirkle_bot.errors import StoreError
from qwirkle_bot.saved import Phase
from soak.ledger import Intent
from soak.moves import chosen, counted, tap_to_the_end, typed
from soak.scene import Scene

WRONG: Final = 0.06
LOOK: Final = 0.1
TAPPED: Final = 0.35
TWICE: Final = 0.15
AT_ONCE: Final = 0.1
REMATCH: Final = 0.4
INVITED: Final = 0.4
ROBOT: Final = 0.1

NOWHERE: Final = "N900"
"""A cell that no layout comes near."""

VARIANTS: Final = {2: ("classic", "sprint", "open sprint"), 3: ("classic", "sprint")}
VARIANTS_OF_FOUR: Final = ("classic", "sprint", "pairs", "pairs sprint")


class Table:
    """One channel and whoever plays in it."""

    def __init__(
        self, scene: Scene, channel: Channel, chance: Random, pause_seconds: float
    ) -> None:
        self._scene = scene
        self._channel = channel
        self._chance = chance
        self._pause_seconds = pause_seconds
        self._read: list[Message] = []

    async def play(self) -> None:
        """Play until the scene is over."""
        scene = self._scene
        await scene.pause(self._chance.uniform(0, self._pause_seconds))
        while not scene.over.is_set():
            try:
                table = await load_table(scene.store, self._channel.id)
            except StoreError:
                await self._ask(self._anybody().slash("hand", channel=self._channel))
            else:
                await self._step(table)
            self._close_what_was_read()
            longest = 4 * self._pause_seconds
            pause = min(self._chance.expovariate(1 / self._pause_seconds), longest)
            await scene.pause(pause)

    async def _step(self, table: saved.Table | None) -> None:
        if table is None or table.phase is Phase.CLOSED:
            await self._open()
        elif table.phase is Phase.OVER:
            await self._begin_again()
        elif table.phase is Phase.LOBBY:
            await self._join(table)
        elif table.phase is Phase.ASKING:
            await self._say_who_is_oldest(table)
        elif table.game is not None:
            await self._take_turn(table, table.game)

    async def _open(self) -> None:
        """Somebody opens a game, at times for certain others."""
        chance = self._chance
        seats = chance.choices((2, 3, 4), (5, 3, 2))[0]
        host, *others = chance.sample(list(self._scene.members.values()), seats)
        options: dict[str, str | int | bool | Person] = {
            "seats": seats,
            "variant": chance.choice(VARIANTS.get(seats, VARIANTS_OF_FOUR)),
            "time": chance.choice(("none", "none", "1d")),
            "tiebreak": chance.choice(("account", "random", "ask")),
        }
        if chance.random() < INVITED:
            options |= {f"opponent{n}": person for n, person in enumerate(others, start=1)}
        elif chance.random() < ROBOT:
            options |= {"bots": 1, "level": "easy"}
        await self._ask(host.slash("start", channel=self._channel, **options))

    async def _begin_again(self) -> None:
        newest = self._newest()
        if newest is None or self._chance.random() > REMATCH:
            await self._open()
        else:
            await self._ask(self._anybody().click(newest, "Rematch"))

    async def _join(self, table: saved.Table) -> None:
        """Those who are asked come, else anybody; at times two press at once."""
        lobby, members = self._newest(), self._scene.members
        if lobby is None:
            return
        seated = {player.id for player in table.saved.players}
        asked = [members[user] for user in table.saved.invited if user in members]
        free = [person for person in members.values() if person.id not in seated]
        at_once = 2 if self._chance.random() < AT_ONCE else 1
        comers = asked[:at_once] or self._chance.sample(free, at_once)
        await asyncio.gather(*(self._ask(person.click(lobby, "Join")) for person in comers))

    async def _say_who_is_oldest(self, table: saved.Table) -> None:
        question = self._newest()
        if question is not None and question.buttons:
            _, custom_id, _ = question.buttons[0]
            await self._ask(self._scene.members[table.saved.host].click(question, custom_id))

    async def _take_turn(self, table: saved.Table, game: Game) -> None:
        chance, mover = self._chance, table.mover(game)
        if mover.is_robot:
            return
        person = self._scene.members[mover.id]
        if chance.random() < WRONG:
            await self._err(person, game)
        if chance.random() < LOOK:
            await self._look(table)
        deeds = [
            self._tap(person, table, game)
            if chance.random() < TAPPED
            else self._type(person, table, game)
        ]
        if chance.random() < AT_ONCE and game.board:
            deeds.append(self._interrupt(table, game))
        await asyncio.gather(*deeds)

    async def _type(self, person: Person, table: saved.Table, game: Game) -> None:
        """Give a move by command; at times the network delivers it twice."""
        scene = self._scene
        move = chosen(game, self._chance)
        twice = self._chance.random() < TWICE
        intent = scene.ledger.intend(table.saved.id, game.turn, move)
        reply = await self._ask(typed(person, self._channel, game, move))
        self._note(intent, reply)
        if reply is not None and twice:
            scene.ledger.redelivered += 1
            await scene.standin.gateway.redeliver(reply)

    async def _tap(self, person: Person, table: saved.Table, game: Game) -> None:
        """Give a move by taps alone; at times `Confirm` is pressed twice."""
        scene, board = self._scene, self._newest()
        if board is None:
            return
        opened = await self._ask(person.click(board, self._chance.choice(("My hand", "Place"))))
        if opened is None or not opened.messages:
            return
        panel = opened.message
        mark = f":{table.saved.id}:{table.revision}:"
        move = chosen(game, self._chance)
        twice = self._chance.random() < TWICE
        if not any(mark in custom_id for _, custom_id, _ in panel.buttons):
            return  # The game went on meanwhile.
        if not await tap_to_the_end(scene, person, panel, game, move):
            return
        intent = scene.ledger.intend(table.saved.id, game.turn, move)
        presses = [self._ask(person.click(panel, "Confirm")) for _ in range(1 + twice)]
        for reply in await asyncio.gather(*presses):
            self._note(intent, reply)

    async def _interrupt(self, table: saved.Table, game: Game) -> None:
        """Somebody else moves at the same moment; at times it is their turn by then."""
        others = [
            (seat, player)
            for seat, players in enumerate(table.saved.seats)
            for player in players
            if seat != game.turn and not player.is_robot and seat in game.playing
        ]
        if not others:
            return
        seat, player = self._chance.choice(others)
        if not game.hands[seat]:
            return
        move = Exchange(seat, game.hands[seat][:1])
        intent = self._scene.ledger.intend(table.saved.id, seat, move)
        person = self._scene.members[player.id]
        self._note(intent, await self._ask(typed(person, self._channel, game, move)))

    async def _err(self, person: Person, game: Game) -> None:
        """Do something that the rules forbid."""
        if game.board:
            tile = str(self._chance.choice(game.hands[game.turn]))
            deed = person.slash("place", channel=self._channel, tiles=tile, at=NOWHERE)
        else:
            deed = person.slash("exchange", channel=self._channel, tiles="1")
        reply = await self._ask(deed)
        if reply is not None and reply.messages and counted(reply.message):
            self._scene.ledger.faults.append(f"A move was taken that is none: {reply.text}")

    async def _look(self, table: saved.Table) -> None:
        """Somebody looks at their hand, which moves nothing."""
        people = [self._scene.members[p.id] for p in table.saved.players if not p.is_robot]
        person, board = self._chance.choice(people), self._newest()
        if board is None or self._chance.random() < 0.5:
            await self._ask(person.slash("hand", channel=self._channel))
        else:
            await self._ask(person.click(board, "My hand"))

    def _note(self, intent: Intent, reply: Reply | None) -> None:
        if reply is not None and reply.messages and counted(reply.message):
            intent.confirmed = True

    async def _ask(self, deed: Coroutine[None, None, Reply]) -> Reply | None:
        reply = await self._scene.ask(deed)
        if reply is not None:
            self._read += [m for m in reply.messages if m.ephemeral_to is not None]
        return reply

    def _close_what_was_read(self) -> None:
        """Private answers are gone when their reader closes them; so nothing piles up here."""
        for message in self._read:
            self._scene.standin.world.messages.pop(message.id, None)
        self._read.clear()

    def _anybody(self) -> Person:
        return self._chance.choice(list(self._scene.members.values()))

    def _newest(self) -> Message | None:
        """The message to press buttons on, as everybody sees it."""
        message_id = self._scene.sight.newest.get(self._channel.id)
        return None if message_id is None else self._scene.standin.world.messages[message_id]
