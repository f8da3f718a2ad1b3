"""Quiet hours by a form: one press, three fields."""

from __future__ import annotations

import pytest

from playground.person import Modal, Person
from playground.things import Message
from qwirkle_bot.own_games import settings_of
from qwirkle_bot.people import QuietHours
from tests.kit.bot import Scene

AT_NIGHT = QuietHours(start="22:00", end="07:00", zone="Europe/Berlin")


async def panel_of(person: Person, *, direct: bool = False) -> Message:
    place = person.conversation() if direct else None
    return (await person.slash("qwirkle settings", channel=place)).message


async def open_form(person: Person, panel: Message) -> Modal:
    form = (await person.click(panel, "Quiet hours")).modal
    assert form is not None
    return form


@pytest.mark.parametrize("direct", [False, True], ids=["in a channel", "in a direct message"])
async def test_quiet_hours_are_typed_into_a_form(scene: Scene, direct: bool) -> None:
    [ann] = scene.people(1)
    panel = await panel_of(ann, direct=direct)
    form = await open_form(ann, panel)
    await scene.restart_bot()

    await ann.submit(form, start="22", end="7:00", zone="europe/berlin")
    await scene.settled()

    assert (await settings_of(scene.store, ann.id)).quiet == AT_NIGHT
    assert "22:00 to 07:00, Europe/Berlin" in panel.text
    again = await open_form(ann, panel)
    await ann.submit(again, end="08:30")
    assert "22:00 to 08:30, Europe/Berlin" in panel.text, "the form holds what there is"
    await ann.click(panel, "No quiet hours")
    assert (await settings_of(scene.store, ann.id)).quiet is None


async def test_what_cannot_be_read_changes_nothing_and_is_explained(scene: Scene) -> None:
    [ann] = scene.people(1)
    panel = await panel_of(ann)
    form = await open_form(ann, panel)

    reply = await ann.submit(form, start="25:00", end="7", zone="Europe/Berlin")

    assert reply.ephemeral
    assert "no time of the day" in reply.text
    assert "Quiet hours: **none**" in panel.text
    assert (await settings_of(scene.store, ann.id)).quiet is None


async def test_a_form_that_nobody_sends_is_not_kept(scene: Scene) -> None:
    [ann] = scene.people(1)
    panel = await panel_of(ann)

    await open_form(ann, panel)

    assert scene.bots[0]._connection._view_store._modals == {}
