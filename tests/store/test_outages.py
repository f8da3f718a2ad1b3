"""What the store knows of the times at which nobody could play. Times are Unix milliseconds."""

from __future__ import annotations

import asyncio

from qwirkle_bot.calendar import Gap, Outages
from qwirkle_bot.store import LONGEST_PAUSE_MS, OUTAGE_KEPT_MS, Commit, Store
from tests.kit.valkey import on_each_kind

pytestmark = on_each_kind

NOW = 1_800_000_000_000
GUILD, OTHER = 1_200_000_000_000_000_007, 1_300_000_000_000_000_000
LEASE = 30_000
CHANNELS = [(1_000_000 + number) << 22 for number in range(3)]


async def test_first_beat_ends_no_outage(store: Store) -> None:
    assert (await store.beat(NOW)).outages == Outages()


async def test_long_pause_between_beats_is_an_outage(store: Store) -> None:
    await store.beat(NOW)
    assert (await store.beat(NOW + LONGEST_PAUSE_MS)).outages == Outages()

    later = NOW + 2 * LONGEST_PAUSE_MS + 1
    pulse = await store.beat(later)

    assert pulse.outages == Outages((Gap(NOW + LONGEST_PAUSE_MS, later),))


async def test_beat_of_another_process_ends_the_pause(store: Store, store_url: str) -> None:
    other = await Store.connect(store_url)
    await store.beat(NOW)
    await other.beat(NOW + 20_000)

    assert (await store.beat(NOW + 40_000)).outages == Outages()
    await other.close()


async def test_outage_is_noted_once_by_however_many(store: Store) -> None:
    await store.beat(NOW)

    pulses = await asyncio.gather(*(store.beat(NOW + 60_000) for _ in range(20)))

    assert {pulse.outages.bot for pulse in pulses} == {(Gap(NOW, NOW + 60_000),)}


async def test_beat_of_a_clock_that_is_behind_takes_nothing_back(store: Store) -> None:
    await store.beat(NOW)
    await store.beat(NOW - 25_000)

    assert (await store.beat(NOW + 10_000)).outages == Outages()


async def test_old_outages_are_forgotten(store: Store) -> None:
    await store.beat(NOW)
    await store.beat(NOW + 60_000)

    pulse = await store.beat(NOW + 60_000 + OUTAGE_KEPT_MS)

    assert Gap(NOW, NOW + 60_000) not in pulse.outages.bot


async def test_server_that_was_unavailable_has_an_outage_of_its_own(store: Store) -> None:
    await store.note_gone(GUILD, NOW)
    await store.note_gone(GUILD, NOW + 5)
    assert (await store.beat(NOW)).gone == {GUILD: NOW}

    await store.note_returned(GUILD, NOW + 10)
    await store.note_returned(GUILD, NOW + 15)
    await store.note_returned(OTHER, NOW + 15)

    pulse = await store.beat(NOW + 20)
    assert pulse.gone == {}
    assert pulse.outages == Outages((), {GUILD: (Gap(NOW, NOW + 10),)})


async def test_all_games_are_woken_but_those_that_are_leased(store: Store) -> None:
    for number, channel_id in enumerate(CHANNELS):
        wake_at = NOW if number == 0 else NOW + 1_000_000
        await store.commit(Commit(channel_id, "start", 0, "{}", wake_at))
    (leased,) = await store.claim_due(NOW, LEASE, 10)

    await store.wake_all(NOW + 1)

    woken = await store.claim_due(NOW + 1, LEASE, 10)
    assert {lease.channel_id for lease in woken} == set(CHANNELS[1:])
    assert await store.settle(leased, None)


async def test_game_without_a_wake_up_is_not_woken(store: Store) -> None:
    await store.commit(Commit(CHANNELS[0], "start", 0, "{}", None))

    await store.wake_all(NOW)

    assert await store.claim_due(NOW, LEASE, 10) == []
