"""What a store promises about games, told and untold, on a server alone and on a cluster."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from qwirkle_bot.errors import StaleGameError
from qwirkle_bot.keys import game_key
from qwirkle_bot.store import FINISHED_SECONDS, Commit, Committed, Store, StoredGame
from tests.kit.valkey import on_each_kind

pytestmark = on_each_kind

CHANNEL = 1_200_000_000_000_000_007


def turn(
    request_id: str,
    expected_revision: int,
    *,
    channel_id: int = CHANNEL,
    wake_at: int | None = None,
    archive_as: str | None = None,
    expire_seconds: int | None = None,
) -> Commit:
    """A commit whose game says who wrote it."""
    game = f'{{"by": "{request_id}"}}'
    return Commit(
        channel_id, request_id, expected_revision, game, wake_at, archive_as, expire_seconds
    )


async def seconds_left(store: Store, key: str) -> int:
    return int(await store._client.read("TTL", key))


async def due_now(store: Store, now_ms: int) -> set[int]:
    """The channels that are due; claims them."""
    return {lease.channel_id for lease in await store.claim_due(now_ms, 1, 1000)}


async def test_channel_without_a_game_loads_nothing(store: Store) -> None:
    assert await store.load(CHANNEL) is None


async def test_what_was_committed_is_loaded(store: Store) -> None:
    assert await store.commit(turn("Ann", 0)) == Committed(1, repeated=False)
    assert await store.commit(turn("Bo", 1)) == Committed(2, repeated=False)

    assert await store.load(CHANNEL) == StoredGame(2, '{"by": "Bo"}', told=None)


async def test_of_fifty_at_once_one_wins(store: Store) -> None:
    await store.commit(turn("start", 0))

    async def move(name: str) -> str | None:
        try:
            await store.commit(turn(name, 1))
        except StaleGameError:
            return None
        return name

    winners = [name for name in await asyncio.gather(*map(move, map(str, range(50)))) if name]

    assert len(winners) == 1
    assert await store.load(CHANNEL) == StoredGame(2, f'{{"by": "{winners[0]}"}}', told=None)


async def test_fifty_deliveries_of_one_request_are_one_turn(store: Store) -> None:
    commits = await asyncio.gather(*(store.commit(turn("Ann", 0)) for _ in range(50)))

    assert {commit.revision for commit in commits} == {1}
    assert sum(not commit.repeated for commit in commits) == 1


@pytest.mark.parametrize("expected_revision", [0, 1, 3])
async def test_stale_commit_changes_nothing(store: Store, expected_revision: int) -> None:
    await store.commit(turn("Ann", 0))
    await store.commit(turn("Bo", 1, wake_at=1000))
    before = await store.load(CHANNEL)

    with pytest.raises(StaleGameError):
        await store.commit(turn("Cy", expected_revision, archive_as="old", expire_seconds=9))

    assert await store.load(CHANNEL) == before
    assert await store.load_finished(CHANNEL, "old") is None
    assert await store.find_request(CHANNEL, "Cy") is None
    assert await seconds_left(store, game_key(CHANNEL)) == -1
    assert await due_now(store, 1000) == {CHANNEL}


async def test_request_that_comes_again_after_others_changes_nothing(store: Store) -> None:
    await store.commit(turn("Ann", 0))
    await store.commit(turn("Bo", 1, wake_at=1000))
    before = await store.load(CHANNEL)

    assert await store.commit(turn("Ann", 0)) == Committed(1, repeated=True)

    assert await store.load(CHANNEL) == before
    assert await due_now(store, 1000) == {CHANNEL}


async def test_request_is_found_with_the_revision_it_made(store: Store) -> None:
    await store.commit(turn("Ann", 0))
    await store.commit(turn("Bo", 1))

    assert await store.find_request(CHANNEL, "Bo") == 2
    assert await store.find_request(CHANNEL, "Cy") is None


async def test_the_same_request_id_in_another_channel_is_another_request(store: Store) -> None:
    # Its neighbor lies in the same bucket.
    neighbor = CHANNEL + 1
    await store.commit(turn("skip:1", 0))

    assert await store.commit(turn("skip:1", 0, channel_id=neighbor)) == Committed(
        1, repeated=False
    )


async def test_scripts_that_the_server_forgot_are_sent_again(store: Store) -> None:
    await store.commit(turn("Ann", 0))
    await store._client.read("SCRIPT FLUSH")

    assert await store.commit(turn("Bo", 1)) == Committed(2, repeated=False)


async def test_finished_game_expires_and_an_open_one_does_not(store: Store) -> None:
    await store.commit(turn("Ann", 0, expire_seconds=60))
    assert 50 < await seconds_left(store, game_key(CHANNEL)) <= 60

    await store.commit(turn("undo", 1))
    assert await seconds_left(store, game_key(CHANNEL)) == -1


async def test_new_game_puts_the_finished_one_away(store: Store) -> None:
    await store.commit(turn("Ann", 0))
    await store.note_told(CHANNEL, 1, "shown", None)
    finished = await store.load(CHANNEL)

    made = await store.commit(turn("Bo", 1, archive_as="first"))

    assert made == Committed(2, repeated=False)
    assert await store.load(CHANNEL) == StoredGame(2, '{"by": "Bo"}', told=None)
    assert await store.load_finished(CHANNEL, "first") == finished


@pytest.mark.parametrize(("expire_seconds", "kept"), [(60, 60), (None, FINISHED_SECONDS)])
async def test_put_away_game_keeps_its_time_or_gets_a_year(
    store: Store, expire_seconds: int | None, kept: int
) -> None:
    await store.commit(turn("Ann", 0, expire_seconds=expire_seconds))
    await store.commit(turn("Bo", 1, archive_as="first"))

    key = game_key(CHANNEL).replace(f"game:{CHANNEL}", "finished:first")
    assert kept - 10 < await seconds_left(store, key) <= kept
    assert await seconds_left(store, game_key(CHANNEL)) == -1


async def test_what_was_told_is_noted(store: Store) -> None:
    await store.commit(turn("Ann", 0))

    assert await store.note_told(CHANNEL, 1, "shown", None)

    assert await store.load(CHANNEL) == StoredGame(1, '{"by": "Ann"}', told="shown")


async def test_told_survives_the_next_turn(store: Store) -> None:
    await store.commit(turn("Ann", 0))
    await store.note_told(CHANNEL, 1, "shown", None)
    await store.commit(turn("Bo", 1))

    assert await store.load(CHANNEL) == StoredGame(2, '{"by": "Bo"}', told="shown")


async def test_late_note_of_an_earlier_revision_leaves_the_later_one(store: Store) -> None:
    await store.commit(turn("Ann", 0))
    await store.commit(turn("Bo", 1))
    await store.note_told(CHANNEL, 2, "second", None)

    assert not await store.note_told(CHANNEL, 1, "first", None)

    assert await store.load(CHANNEL) == StoredGame(2, '{"by": "Bo"}', told="second")


async def test_note_of_a_revision_that_was_rolled_back_is_not_taken(store: Store) -> None:
    await store.commit(turn("Ann", 0))

    assert not await store.note_told(CHANNEL, 2, "lost in a failover", None)

    assert await store.load(CHANNEL) == StoredGame(1, '{"by": "Ann"}', told=None)


async def test_note_about_the_game_before_is_not_taken(store: Store) -> None:
    await store.commit(turn("Ann", 0))
    await store.commit(turn("Bo", 1, archive_as="first"))

    assert not await store.note_told(CHANNEL, 1, "first", None)

    assert await store.load(CHANNEL) == StoredGame(2, '{"by": "Bo"}', told=None)


async def test_note_about_no_game_is_not_taken(store: Store) -> None:
    assert not await store.note_told(CHANNEL, 1, "shown", 1000)

    assert await store.load(CHANNEL) is None
    assert await due_now(store, 1000) == set()


async def test_note_sets_and_clears_the_wake_up_of_its_revision(store: Store) -> None:
    await store.commit(turn("Ann", 0, wake_at=1000))

    await store.note_told(CHANNEL, 1, "shown", 2000)
    assert await due_now(store, 1999) == set()
    assert await due_now(store, 2000) == {CHANNEL}

    await store.note_told(CHANNEL, 1, "shown", None)
    assert await due_now(store, 9000) == set()


async def test_late_note_leaves_the_wake_up_of_a_later_revision(store: Store) -> None:
    await store.commit(turn("Ann", 0))
    await store.commit(turn("Bo", 1, wake_at=1000))

    assert await store.note_told(CHANNEL, 1, "shown", None)

    assert await due_now(store, 1000) == {CHANNEL}


async def test_a_commit_may_pass_over_revisions_that_were_seen_before(store: Store) -> None:
    await store.commit(turn("Ann", 0))
    seen = replace(turn("Bo", 1), at_least=7)

    assert await store.commit(seen) == Committed(7, repeated=False)
    assert await store.commit(replace(turn("Cy", 7), at_least=3)) == Committed(8, repeated=False)


async def test_a_note_is_replaced_only_while_it_is_what_was_read(store: Store) -> None:
    assert await store.notes.replace("rules", None, "first")
    assert not await store.notes.replace("rules", None, "second")
    assert await store.notes.replace("rules", None, "first"), "sent twice, it counts as done"
    assert await store.notes.replace("rules", "first", "third")
    assert not await store.notes.replace("rules", "first", "fourth")

    assert await store.notes.recall("rules") == "third"
