"""Every button and select of the bot: stateless, with all that a press needs in its id.

An id is ``q:<action>:<game id>:<revision>:<detail>``, for a select with an ``s``. So a press works
after a restart and after weeks. Each is a ``DynamicItem``: discord.py silently forgets those of a
view that mixes them with ordinary items, so there are no others.

A cog registers what a press does with :func:`on_press`; one place calls it, and turns errors into
words.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from re import Match
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias, TypeVar, cast

import discord

from cogs import _answers
from qwirkle_bot.errors import TableError

if TYPE_CHECKING:
    from cogs._client import Interaction

CUSTOM_ID_CHARACTERS: Final = 100
"""Discord's limit for the id of a component."""

BUTTON_ID: Final = r"q:[a-z]+:[0-9]+:[0-9]+:.*"
SELECT_ID: Final = r"s:[a-z]+:[0-9]+:[0-9]+:.*"

AnyClient_co = TypeVar("AnyClient_co", bound=discord.Client, covariant=True)

LayoutButton: TypeAlias = "discord.ui.Button[discord.ui.LayoutView]"
LayoutSelect: TypeAlias = "discord.ui.Select[discord.ui.LayoutView]"


@dataclass(frozen=True, slots=True)
class Target:
    """What a component's id says: the game, the revision that it showed, and a detail."""

    game_id: str
    revision: int
    detail: str = ""

    def with_detail(self, detail: str) -> Target:
        """The same game at the same revision, with another detail."""
        return Target(self.game_id, self.revision, detail)


@dataclass(frozen=True, slots=True)
class Press:
    """A component that somebody used; ``values`` are those chosen in a select."""

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


class GameButton(discord.ui.DynamicItem[LayoutButton], template=BUTTON_ID):
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
        return cls(
            discord.ui.Button(label=label, style=style, custom_id=custom_id, disabled=disabled)
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[AnyClient_co],  # noqa: ARG003 - the library's hook
        item: discord.ui.Item[Any],
        match: Match[str],  # noqa: ARG003
        /,
    ) -> Self:
        return cls(cast("LayoutButton", item))

    async def callback(self, interaction: discord.Interaction[AnyClient_co]) -> None:
        await _press(cast("Interaction", interaction), self.item.custom_id or "", ())


class GameSelect(discord.ui.DynamicItem[LayoutSelect], template=SELECT_ID):
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
            discord.ui.Select(
                placeholder=placeholder,
                custom_id=_custom_id("s", action, target),
                options=list(options),
                max_values=most,
            )
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[AnyClient_co],  # noqa: ARG003 - the library's hook
        item: discord.ui.Item[Any],
        match: Match[str],  # noqa: ARG003
        /,
    ) -> Self:
        return cls(cast("LayoutSelect", item))

    async def callback(self, interaction: discord.Interaction[AnyClient_co]) -> None:
        await _press(cast("Interaction", interaction), self.item.custom_id, tuple(self.item.values))


async def _explain_age(_: Press) -> None:
    raise TableError("This button is from an older version of the bot. Use `/hand`.")


async def _press(interaction: Interaction, custom_id: str, values: tuple[str, ...]) -> None:
    _, action, game_id, revision, detail = custom_id.split(":", 4)
    target = Target(game_id, int(revision), detail)
    try:
        if await interaction.client.admit(interaction):
            await _ACTIONS.get(action, _explain_age)(Press(interaction, target, values))
            # As discord.py does for commands, for whoever acts after all of them.
            interaction.client.dispatch("press_completion", interaction)
    except Exception as error:  # noqa: BLE001 - discord.py would only log it, and the user wait
        await _answers.explain(interaction, error)


def _custom_id(kind: str, action: str, target: Target) -> str:
    if action not in _ACTIONS:
        raise ValueError(f"nothing is registered for {action}")
    custom_id = f"{kind}:{action}:{target.game_id}:{target.revision}:{target.detail}"
    if len(custom_id) > CUSTOM_ID_CHARACTERS:
        raise ValueError(f"the id has {len(custom_id)} characters: {custom_id}")
    return custom_id
