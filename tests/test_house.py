from __future__ import annotations

import pytest

from qwirkle_bot.errors import PlayerError, StaleGameError, StoreError, TableError
from qwirkle_bot.house import HouseRules, Wishes, changed, check_place
from qwirkle_bot.kept_rules import change_rules, rules_of
from qwirkle_bot.note_store import NoteStore
from qwirkle_bot.people import TileStyle
from qwirkle_bot.store import Store
from qwirkle_bot.words.house import rules_words
from tests.kit.stored_games import GUILD

MESSAGE_CHARACTERS = 2_000
MANY = HouseRules(channels=tuple(2**63 - n for n in range(500)))


def test_a_long_list_of_channels_stays_within_a_message() -> None:
    assert len(rules_words(MANY)) <= MESSAGE_CHARACTERS
    assert "480 more" in rules_words(MANY)
    with pytest.raises(TableError) as refused:
        check_place(MANY, 1, opens_thread=False)
    assert len(str(refused.value)) <= MESSAGE_CHARACTERS


def test_a_short_list_is_told_whole() -> None:
    assert rules_words(HouseRules(channels=(1, 2))).startswith(
        "Games are played in <#1>, <#2>, and"
    )
    assert rules_words(HouseRules()).startswith("Games are played in every channel, and")
    check_place(HouseRules(channels=(1, 2)), 2, opens_thread=True)


def test_a_wish_changes_what_it_names_alone() -> None:
    rules = HouseRules(threads=False, channels=(1, 2), style=TileStyle.TEXT, width=20)

    assert changed(rules, Wishes()) == rules
    assert changed(rules, Wishes(width=26)) == rules.model_copy(update={"width": 26})
    assert changed(rules, Wishes(style=TileStyle.EMOJI)).style is TileStyle.EMOJI
    assert changed(rules, Wishes(channel_id=2)).channels == (1,)
    assert changed(rules, Wishes(channel_id=3, everywhere=True)).channels == (3,)


@pytest.mark.parametrize("width", [-1, 3, 11, 27, 10**9])
def test_no_board_is_narrower_than_a_phone_or_wider_than_the_alphabet(width: int) -> None:
    with pytest.raises(PlayerError, match="12 to 26"):
        changed(HouseRules(), Wishes(width=width))


async def test_rules_of_an_older_version_are_read(store: Store) -> None:
    await store.notes.remember(f"house:{GUILD}", '{"threads":false,"channels":[7]}')

    assert await rules_of(store, GUILD) == HouseRules(threads=False, channels=(7,))


async def test_rules_that_change_all_the_time_are_given_up_on(store: Store) -> None:
    widths = iter(range(13, 26))

    def meddled(rules: HouseRules) -> HouseRules:
        return rules.model_copy(update={"width": next(widths)})

    class Meddler(NoteStore):
        async def replace(self, name: str, old: str | None, new: str) -> bool:
            await self.remember(name, HouseRules(width=next(widths)).model_dump_json())
            return await super().replace(name, old, new)

    store.notes = Meddler(store._client)

    with pytest.raises(StaleGameError):
        await change_rules(store, GUILD, meddled)


async def test_unreadable_rules_are_a_fault_of_the_store(store: Store) -> None:
    await store.notes.remember(f"house:{GUILD}", "{")

    with pytest.raises(StoreError, match="cannot be read"):
        await rules_of(store, GUILD)
