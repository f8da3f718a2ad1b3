"""Every button, select and form of the bot: stateless, with all that a press needs in its id.

An id is ``q:<action>:<game id>:<revision>:<detail>``, for a select with an ``s`` and for a form
with an ``m``. So a press works after a restart and after weeks. discord.py's own ways to hear of a
press are not used: it looks for the component in the message, and where that has lost its buttons
meanwhile, nobody is answered; a form it knows only until it is restarted.

A cog registers what a press does with :func:`on_press`; one place, :func:`press`, calls it, and
turns errors into words.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self, TypeAlias

import discord

from cogs import _answers
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext, gettext_noop

if TYPE_CHECKING:
    from cogs._client import Interaction

CUSTOM_ID_CHARACTERS: Final = 100
"""Discord's limit for the id of a component."""

OLD_BUTTON: Final = gettext_noop("This button is from an older version of the bot. Use `/hand`.")

_ID: Final = re.compile(r"([qsm]):([a-z]+):([0-9]+):([0-9]+):(.*)")


@dataclass(frozen=True, slots=True)
class Target:
    """What a component's id says: the game, the revision that it showed, and a detail."""

    game_id: str
    revision: int
    detail: str = ""

    def with_detail(self, detail: str) -> Target:
        """The same game at the same revision, with another detail."""
        return Target(self.game_id, self.revision, detail)


NO_GAME: Final = Target("0", 0)
"""What the id of a component says that belongs to no game."""


@dataclass(frozen=True, slots=True)
class Press:
    """A component that somebody used, or a form that they sent.

    ``values`` are those chosen in a select, or typed into the fields of a form, in their order.
    """

    interaction: Interaction
    target: Target
    values: tuple[str, ...] = ()


Action: TypeAlias = Callable[[Press], Awaitable[None]]

_ACTIONS: Final[dict[str, Action]] = {}


def on_press(name: str) -> Callable[[Action], Action]:
    """Register what the buttons or selects of a name do."""

    def register(action: Action) -> Action:
        if name in _ACTIONS:
            raise ValueError(f"there are two actions named {name}")
        _ACTIONS[name] = action
        return action

    return register


class GameButton(discord.ui.Button[discord.ui.LayoutView]):
    """A button of a game."""

    @classmethod
    def make(
        cls,
        label: str,
        action: str,
        target: Target,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
    ) -> Self:
        """A button that does ``action``, which must have been registered."""
        custom_id = _custom_id("q", action, target)
        return cls(label=label, style=style, custom_id=custom_id, disabled=disabled)


class GameSelect(discord.ui.Select[discord.ui.LayoutView]):
    """A select of a game."""

    @classmethod
    def make(
        cls,
        placeholder: str,
        action: str,
        target: Target,
        options: Sequence[discord.SelectOption],
        *,
        most: int = 1,
    ) -> Self:
        """A select of one to ``most`` options, which does ``action`` with their values."""
        return cls(
            placeholder=placeholder,
            custom_id=_custom_id("s", action, target),
            options=list(options),
            max_values=most,
        )


class GameForm(discord.ui.Modal):
    """A form that opens in answer to a press."""

    @classmethod
    def make(cls, title: str, action: str, target: Target) -> Self:
        """A form without fields yet; sent, it does ``action`` with what was typed into each."""
        form = cls(title=title, custom_id=_custom_id("m", action, target))
        form.stop()  # So that discord.py does not keep it for whoever closes it unsent.
        return form

    def add_field(self, label: str, field: discord.ui.TextInput[GameForm]) -> None:
        """Add a line to type into."""
        self.add_item(discord.ui.Label(text=label, component=field))


async def _explain_age(_: Press) -> None:
    raise TableError(gettext(OLD_BUTTON))


@contextmanager
def reading() -> Iterator[None]:
    """Read what an id or a choice says: what this version does not write is refused politely.

    Raises:
        TableError: it cannot be read.
    """
    try:
        yield
    except (ValueError, LookupError) as error:
        raise TableError(gettext(OLD_BUTTON)) from error


async def press(interaction: Interaction) -> None:
    """Do what a component or a form is for, and answer its user whatever comes of it."""
    data: Mapping[str, object] = dict(interaction.data or {})
    action, target = read_id(str(data.get("custom_id"))) or ("", NO_GAME)
    try:
        if await interaction.client.admit(interaction):
            await _ACTIONS.get(action, _explain_age)(Press(interaction, target, _values(data)))
            # As discord.py does for commands, for whoever acts after all of them.
            interaction.client.dispatch("press_completion", interaction)
    except Exception as error:  # noqa: BLE001 - discord.py would only log it, and the user wait
        await _answers.explain(interaction, error)


def read_id(custom_id: str) -> tuple[str, Target] | None:
    """The action and the target that a component's id names; ``None`` where it is not ours."""
    found = _ID.fullmatch(custom_id)
    if found is None:
        return None
    _, action, game_id, revision, detail = found.groups()
    return action, Target(game_id, int(revision), detail)


def _values(data: Mapping[str, object]) -> tuple[str, ...]:
    values = data.get("values")
    if isinstance(values, list):
        return tuple(map(str, values))
    fields = data.get("components")
    if not isinstance(fields, list):
        return ()
    return tuple(str(field.get("component", {}).get("value", "")) for field in fields)


def _custom_id(kind: str, action: str, target: Target) -> str:
    if action not in _ACTIONS:
        raise ValueError(f"nothing is registered for {action}")
    custom_id = f"{kind}:{action}:{target.game_id}:{target.revision}:{target.detail}"
    if len(custom_id) > CUSTOM_ID_CHARACTERS:
        raise ValueError(f"the id has {len(custom_id)} characters: {custom_id}")
    return custom_id
