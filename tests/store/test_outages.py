"""What the store knows of the times at which nobody could play. Times are Unix milliseconds."""

from __future__ import annotations

import asyncio

from qwirkle_bot.calendar import Gap, Moment, Outages, Shard
from qwirkle_bot.outage_store import LONGEST_PAUSE_MS, ONLY_SHARD, OUTAGE_KEPT_MS, Pulse, Sign
from qwirkle_bot.store import Commit, Store
from tests.kit.valkey import on_each_kind

pytestmark = on_each_kind

NOW = 1_800_000_000_000
GUILD, OTHER = 1_200_000_000_000_000_007, 1_300_000_000_000_000_000
LEASE = 30_000
CHANNELS = [(1_000_000 + number) << 22 for number in range(3)]
BEAT = 5_000


async def beat(store: Store, after_ms: int, life: str = "one", *shards: Shard) -> Pulse:
    return await store.outages.beat(NOW + after_ms, life, shards or [ONLY_SHARD])


async def stop(store: Store, after_ms: int, life: str = "one") -> Pulse:
    return await store.outages.beat(NOW + after_ms, life, [ONLY_SHARD], Sign.STOPPED)


def gap(from_ms: int, until_ms: int) -> Gap:
    return Gap(NOW + from_ms, NOW + until_ms)


async def test_first_beat_ends_no_outage(store: Store) -> None:
    assert await beat(store, 0) == Pulse(Outages(), {}, is_settled=True)


async def test_long_pause_between_beats_is_an_outage(store: Store) -> None:
    await beat(store, 0)
    assert (await beat(store, LONGEST_PAUSE_MS)).outages == Outages()

    pulse = await beat(store, 2 * LONGEST_PAUSE_MS + 1)

    assert pulse.outages == Outages((gap(LONGEST_PAUSE_MS, 2 * LONGEST_PAUSE_MS + 1),))
    assert pulse.is_settled


async def test_clean_stop_and_start_are_an_outage_of_just_the_time_between(store: Store) -> None:
    await beat(store, 0)
    await stop(store, 1_234)

    pulse = await beat(store, 3_456, "two")

    assert pulse == Pulse(Outages((gap(1_234, 3_456),)), {}, is_settled=True)


async def test_quick_start_after_a_crash_is_credited_once_it_is_known_for_one(store: Store) -> None:
    await beat(store, 0)
    assert not (await beat(store, 3_000, "two")).is_settled
    pulse = await beat(store, LONGEST_PAUSE_MS, "two")
    assert pulse == Pulse(Outages(), {}, is_settled=False)

    pulse = await beat(store, LONGEST_PAUSE_MS + 1, "two")

    assert pulse == Pulse(Outages((gap(0, 3_000),)), {}, is_settled=True)


async def test_crash_that_is_long_ago_is_credited_at_once(store: Store) -> None:
    await beat(store, 0)

    pulse = await beat(store, LONGEST_PAUSE_MS + 1, "two")

    assert pulse == Pulse(Outages((gap(0, LONGEST_PAUSE_MS + 1),)), {}, is_settled=True)


async def test_second_process_that_starts_beside_another_adds_no_time(store: Store) -> None:
    await beat(store, 0)
    await beat(store, 3_000, "two")
    await beat(store, BEAT)

    pulse = await beat(store, 3_000 + BEAT, "two")

    assert pulse == Pulse(Outages(), {}, is_settled=True)


async def test_process_that_stops_beside_another_adds_no_time(store: Store) -> None:
    await beat(store, 0)
    await beat(store, 1_000, "two")
    await stop(store, 2_000)
    for number in range(1, 5):
        assert (await beat(store, 1_000 + number * BEAT, "two")).outages == Outages()
    await stop(store, 30_000, "two")

    assert (await beat(store, 31_000, "three")).outages == Outages((gap(30_000, 31_000),))


async def test_crash_of_a_process_that_had_just_begun_loses_no_outage_before_it(
    store: Store,
) -> None:
    await beat(store, 0)
    await beat(store, 3_000, "two")
    await beat(store, 8_000, "three")

    assert not (await beat(store, 16_000, "three")).is_settled
    pulse = await beat(store, 24_000, "three")

    assert pulse.outages == Outages((gap(0, 3_000), gap(3_000, 8_000)))


async def test_two_that_start_at_once_after_a_crash_both_credit_it(store: Store) -> None:
    await beat(store, 0)
    for after_ms in (3_000, 8_000, 13_000):
        await beat(store, after_ms, "two")
        await beat(store, after_ms, "three")

    await beat(store, 18_000, "two")
    pulse = await beat(store, 18_000, "three")

    assert pulse == Pulse(Outages((gap(0, 3_000),)), {}, is_settled=True)


async def test_whoever_starts_learns_of_the_outage_before_anybody_is_served(store: Store) -> None:
    await beat(store, 0)
    await stop(store, 1_000)

    pulse = await store.outages.beat(NOW + 5_000, "two", sign=Sign.STARTING)
    assert pulse.outages == Outages((gap(1_000, 5_000),))
    pulse = await beat(store, 9_000, "two")

    # They overlap, which no clock counts twice.
    assert gap(1_000, 9_000) in pulse.outages.bot


async def test_each_shard_has_outages_of_its_own(store: Store) -> None:
    first, second = Shard(0, 2), Shard(1, 2)
    await beat(store, 0, "one", first)
    await beat(store, 0, "two", second)
    for number in range(1, 5):
        await beat(store, number * BEAT, "one", first)

    pulse = await beat(store, 4 * BEAT, "three", second)

    assert pulse.outages == Outages(shards={second: (gap(0, 4 * BEAT),)})
    moment = Moment(NOW, pulse.outages)
    # Discord's docs, "Sharding": (guild_id >> 22) % num_shards.
    assert moment.gaps(3 << 22) == (gap(0, 4 * BEAT),)
    assert moment.gaps(4 << 22) == ()


async def test_shards_that_are_not_there_any_more_are_forgotten(store: Store) -> None:
    await beat(store, 0, "one", Shard(0, 2), Shard(1, 2))
    await beat(store, 60_000, "two")

    pulse = await store.outages.beat(NOW + 61_000, "three", sign=Sign.STARTING)

    assert pulse.outages == Outages()


async def test_outage_is_noted_once_by_however_many(store: Store) -> None:
    await beat(store, 0)

    pulses = await asyncio.gather(*(beat(store, 60_000, f"life{n}") for n in range(20)))

    assert {pulse.outages.bot for pulse in pulses} == {(gap(0, 60_000),)}


async def test_beat_that_is_sent_twice_changes_nothing(store: Store) -> None:
    await beat(store, 0)
    await beat(store, 60_000)
    before = await store._client.read("HGETALL", "qwirkle:{outages}:lives")

    pulse = await beat(store, 60_000)

    assert pulse.outages == Outages((gap(0, 60_000),))
    assert await store._client.read("HGETALL", "qwirkle:{outages}:lives") == before


async def test_beat_of_a_clock_that_is_behind_takes_nothing_back(store: Store) -> None:
    await beat(store, 0)
    await beat(store, -10_000)

    assert (await beat(store, LONGEST_PAUSE_MS)).outages == Outages()


async def test_old_outages_are_forgotten(store: Store) -> None:
    await beat(store, 0)
    await beat(store, 60_000)

    pulse = await beat(store, 60_000 + OUTAGE_KEPT_MS)

    assert gap(0, 60_000) not in pulse.outages.bot


async def test_server_that_was_unavailable_has_an_outage_of_its_own(store: Store) -> None:
    await store.outages.note_gone(GUILD, NOW)
    await store.outages.note_gone(GUILD, NOW + 5)
    assert (await beat(store, 0)).gone == {GUILD: NOW}

    await store.outages.note_returned(GUILD, NOW + 10)
    await store.outages.note_returned(GUILD, NOW + 15)
    await store.outages.note_returned(OTHER, NOW + 15)

    pulse = await beat(store, 20)
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
