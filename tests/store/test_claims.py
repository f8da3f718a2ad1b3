"""Who sees to a game that is due: one at a time, and never nobody. Times are Unix ms."""

from __future__ import annotations

import asyncio

from qwirkle_bot.store import Commit, Committed, Lease, Store
from tests.kit.valkey import on_each_kind

pytestmark = on_each_kind

CHANNELS = [(1_000_000 + number) << 22 for number in range(100)]
"""Their times differ by a millisecond each, so they lie in all the buckets."""
CHANNEL = CHANNELS[0]
NOW = 1_700_000_000_000
LEASE = 30_000


async def wake(store: Store, channel_id: int, wake_at: int | None, revision: int = 0) -> Committed:
    return await store.commit(Commit(channel_id, f"wake:{revision}", revision, "{}", wake_at))


async def test_only_what_is_due_is_claimed(store: Store) -> None:
    await wake(store, CHANNELS[0], NOW)
    await wake(store, CHANNELS[1], NOW + 1)
    await wake(store, CHANNELS[2], None)

    assert await store.claim_due(NOW, LEASE, 10) == [Lease(CHANNELS[0], NOW + LEASE)]


async def test_a_turn_moves_the_wake_up(store: Store) -> None:
    await wake(store, CHANNEL, NOW)
    await wake(store, CHANNEL, NOW + 5, revision=1)
    assert await store.claim_due(NOW + 4, LEASE, 10) == []

    await wake(store, CHANNEL, None, revision=2)
    assert await store.claim_due(NOW + 5, LEASE, 10) == []


async def test_two_pollers_share_what_is_due(store: Store, store_url: str) -> None:
    other = await Store.connect(store_url)
    await asyncio.gather(*(wake(store, channel, NOW) for channel in CHANNELS))

    claims = await asyncio.gather(
        *(poller.claim_due(NOW, LEASE, 100) for poller in (store, other) for _ in range(3))
    )

    claimed = [lease.channel_id for leases in claims for lease in leases]
    assert sorted(claimed) == sorted(CHANNELS)
    await other.close()


async def test_no_more_is_claimed_than_asked_for(store: Store) -> None:
    await asyncio.gather(*(wake(store, channel, NOW) for channel in CHANNELS))

    first = await store.claim_due(NOW, LEASE, 70)
    second = await store.claim_due(NOW, LEASE, 70)

    assert (len(first), len(second)) == (70, 30)


async def test_lease_of_one_who_died_runs_out(store: Store) -> None:
    await wake(store, CHANNEL, NOW)
    await store.claim_due(NOW, LEASE, 10)

    assert await store.claim_due(NOW + LEASE, LEASE, 10) == []
    again = await store.claim_due(NOW + LEASE + 1, LEASE, 10)

    assert again == [Lease(CHANNEL, NOW + 2 * LEASE + 1)]


async def test_settled_game_is_due_when_it_says(store: Store) -> None:
    await wake(store, CHANNEL, NOW)
    (lease,) = await store.claim_due(NOW, LEASE, 10)

    assert await store.settle(lease, NOW + 7)

    assert await store.claim_due(NOW + 6, LEASE, 10) == []
    assert await store.claim_due(NOW + 7, LEASE, 10) == [Lease(CHANNEL, NOW + 7 + LEASE)]


async def test_game_settled_for_good_is_not_due_again(store: Store) -> None:
    await wake(store, CHANNEL, NOW)
    (lease,) = await store.claim_due(NOW, LEASE, 10)

    assert await store.settle(lease, None)

    assert await store.claim_due(NOW + 2 * LEASE, LEASE, 10) == []


async def test_lease_that_ran_out_settles_nothing(store: Store) -> None:
    await wake(store, CHANNEL, NOW)
    (late,) = await store.claim_due(NOW, LEASE, 10)
    (present,) = await store.claim_due(NOW + LEASE + 1, LEASE, 10)

    assert not await store.settle(late, None)

    assert await store.settle(present, NOW)


async def test_turn_taken_meanwhile_keeps_its_wake_up(store: Store) -> None:
    await wake(store, CHANNEL, NOW)
    (lease,) = await store.claim_due(NOW, LEASE, 10)
    # Even one at the very end of the lease is not mistaken for it.
    await wake(store, CHANNEL, lease.until_ms, revision=1)

    assert not await store.settle(lease, None)

    (again,) = await store.claim_due(lease.until_ms, LEASE, 10)
    assert again.channel_id == CHANNEL
