"""Who opens when the largest sets are equal (R3.2), and names that mean harm."""

from __future__ import annotations

import pytest

from playground.person import Person
from playground.things import User
from qwirkle_bot.engine.bag import draw_lot
from qwirkle_bot.engine.game import deal, largest_sets
from tests.kit.bot import Scene, as_it_was, custom_id, press, told_privately
from tests.kit.games import chance_from
from tests.kit.players import open_game, play_typed, seeded


def seed_of_tie(seats: int, tied: list[int]) -> bytes:
    """The first seed of a row in which just these seats hold a largest set."""
    for number in range(10_000):
        seed = number.to_bytes(32, "big")
        if largest_sets(deal(seed, seats)[0]) == tied:
            return seed
    raise LookupError(f"no seed ties {tied}")


@pytest.mark.parametrize(
    ("tiebreak", "opener"),
    [
        pytest.param("account", 0, id="the oldest account"),
        pytest.param("youngest-account", 2, id="the youngest account"),
    ],
)
async def test_a_tie_goes_by_the_age_of_the_account(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, tiebreak: str, opener: int
) -> None:
    ann, bo, cy, _ = scene.people()
    seeded(monkeypatch, seed_of_tie(3, [0, 2]))

    board = await open_game(scene, [ann, bo, cy], tiebreak=tiebreak)

    assert (await scene.game()).opener == opener
    assert f"**{['Ann', 'Bo', 'Cy'][opener]}** opens" in board.text
    assert board.mentions == [[ann, bo, cy][opener].id]


async def test_the_age_counts_and_not_the_order_of_joining(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo, *_ = scene.people()
    seeded(monkeypatch, seed_of_tie(2, [0, 1]))

    await open_game(scene, [bo, ann])

    assert (await scene.game()).opener == 1


async def test_a_tie_by_lot(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = seed_of_tie(4, [1, 3])
    seeded(monkeypatch, seed)

    await open_game(scene, scene.people(), tiebreak="random")

    assert (await scene.game()).opener == [1, 3][draw_lot(seed, 2)]


async def asked(scene: Scene, patch: pytest.MonkeyPatch) -> tuple[list[Person], bytes]:
    """A lobby of three begins, and Bo and Cy are tied for who opens."""
    seed = seed_of_tie(3, [1, 2])
    seeded(patch, seed)
    people = scene.people()
    await open_game(scene, people[:3], tiebreak="ask")
    return people, seed


async def test_the_tied_are_asked_who_is_the_oldest(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann, bo, cy, di), seed = await asked(scene, monkeypatch)
    question = scene.board_message()
    assert [label for label, _, _ in question.buttons] == ["Bo", "Cy"]
    assert set(question.mentions) == {bo.id, cy.id}
    assert seed.hex() not in question.text
    for command in ("hand", "qwirkle board"):
        reply = await bo.slash(command)
        assert reply.ephemeral
    assert "oldest" in (await bo.slash("place", tiles="1")).text

    for person in (di, bo):
        await told_privately(scene, await person.click(question, "Cy"), "Only Cy")
    await cy.click(question, "Cy")
    await scene.settled()

    assert (await scene.game()).opener == 2
    assert question.buttons == []
    old = as_it_was(question)
    assert "**Cy** opens" in scene.board_message().text
    assert old.mentions == question.mentions
    assert ann.id not in question.mentions


async def test_the_host_may_say_who_is_the_oldest(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann, *_), _ = await asked(scene, monkeypatch)
    question = scene.board_message()
    old = as_it_was(question)

    await ann.click(question, "Bo")
    await scene.settled()

    assert (await scene.game()).opener == 1
    reply = await press(scene, ann, old, custom_id(old, "Cy"))
    await told_privately(scene, reply, "settled already")
    assert (await scene.game()).opener == 1


async def test_hostile_names_act_on_nobody(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    people = scene.people()
    names = [
        "@everyone <@123> **bold**",
        "\u202eevil\u202c\u200b `code` ||x||",
        "https://example.com/[x](y)",
        "Zalgo\u0351\u036b\u0343\u0351\u036b\u0343 " + "W" * 60,
    ]
    for person, name in zip(people, names, strict=True):
        scene.standin.world.users[person.id] = User(person.id, name)
    seeded(monkeypatch, seed_of_tie(4, [0, 1, 2, 3]))
    await open_game(scene, people, variant="sprint", tiebreak="ask", thread=False)
    question = scene.board_message()
    await people[0].click(question, question.buttons[0][0])
    await scene.settled()

    await play_typed(scene, people, chance_from(1))

    for message in scene.public():
        assert not message.mention_everyone
        assert len(message.mentions) <= 4
        for bad in ("@everyone <@123>", "\u202e", "\u200b", "https://", "**bold**", "||x||"):
            assert bad not in message.text
    sheet = await people[1].slash("qwirkle scores")
    assert "https://" not in sheet.text
