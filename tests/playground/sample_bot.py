"""A small bot that uses, over the wire, whatever a game's bot needs of Discord."""

from __future__ import annotations

import io
import re
from typing import Any

import discord
from discord import app_commands, ui


class Press(ui.DynamicItem[ui.Button[Any]], template=r"press:(?P<number>\d+)"):
    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(ui.Button(label=f"Press {number}", custom_id=f"press:{number}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        del interaction, item
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        if self.number == 1:
            await interaction.response.edit_message(view=panel("Pressed 1"))
        elif self.number == 2:
            await interaction.response.send_message(f"{self.number} privately", ephemeral=True)
        elif self.number == 3:
            await interaction.response.defer()
            await interaction.edit_original_response(view=panel("Pressed 3"))
        else:
            await interaction.response.send_modal(Form())


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"pick"):
    def __init__(self) -> None:
        options = [
            discord.SelectOption(label=name, value=name[0].lower()) for name in ("Red", "Blue")
        ]
        super().__init__(ui.Select(custom_id="pick", options=options, max_values=2))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Pick:
        del interaction, match
        pick = cls()
        assert isinstance(item, ui.Select)
        pick.item = item
        return pick

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(" ".join(self.item.values), ephemeral=True)


class Form(ui.Modal):
    def __init__(self) -> None:
        super().__init__(title="A form", custom_id="form")
        self.add_item(ui.Label(text="Tiles", component=ui.TextInput(custom_id="tiles")))
        options = [discord.SelectOption(label="Right"), discord.SelectOption(label="Down")]
        select: ui.Select[Any] = ui.Select(custom_id="direction", options=options)
        self.add_item(ui.Label(text="Direction", component=select))


def panel(text: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(text))
    box.add_item(ui.ActionRow(*(Press(number) for number in range(1, 5))))
    box.add_item(ui.ActionRow(Pick()))
    view.add_item(box)
    return view


class SampleBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        self.forms: list[dict[str, str]] = []
        self.seen: list[discord.Interaction] = []
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press, Pick)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.modal_submit:
            parts = [part["component"] for part in data["components"]]
            values = [part.get("value") or " ".join(part["values"]) for part in parts]
            await interaction.response.send_message(" ".join(values), ephemeral=True)


def add_commands(tree: app_commands.CommandTree[SampleBot]) -> None:
    _add_talk(tree)
    _add_channel(tree)


def _add_talk(tree: app_commands.CommandTree[SampleBot]) -> None:
    @tree.command()
    @app_commands.choices(style=[app_commands.Choice(name="Bold", value="b")])
    async def hello(
        interaction: discord.Interaction,
        name: str,
        times: app_commands.Range[int, 1, 5] = 1,
        friend: discord.Member | None = None,
        style: str = "plain",
    ) -> None:
        """Say hello."""
        friends = "" if friend is None else f" and {friend.mention} {friend.display_name}"
        await interaction.response.send_message(f"Hello {name}{friends} {style}" * times)

    @tree.command()
    async def late(interaction: discord.Interaction) -> None:
        """Answer later, privately."""
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(view=panel("Here at last"))
        await interaction.followup.send("And one more", ephemeral=True)

    @tree.command()
    async def later(interaction: discord.Interaction) -> None:
        """Answer a deferred command by a follow-up."""
        await interaction.response.defer()
        await interaction.followup.send("By follow-up", ephemeral=True)

    @tree.command()
    async def silent(interaction: discord.Interaction) -> None:
        """Do nothing at all."""

    @tree.command()
    async def form(interaction: discord.Interaction) -> None:
        """Open a form."""
        await interaction.response.send_modal(Form())

    @tree.command()
    async def find(interaction: discord.Interaction, cell: str) -> None:
        """Complete a cell."""
        await interaction.response.send_message(cell, ephemeral=True)

    find.autocomplete("cell")(_cells)

    @tree.command()
    async def place(
        interaction: discord.Interaction, tiles: str, at: str | None = None, down: bool = False
    ) -> None:
        """Say back what is laid where."""
        await interaction.response.send_message(f"{tiles} | {at} | {down}", ephemeral=True)

    place.autocomplete("at")(_cells)


async def _cells(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    del interaction
    return [
        app_commands.Choice(name=f"Cell {cell}", value=cell)
        for cell in ("N20", "N21", "O20")
        if cell.startswith(current)
    ]


def _add_channel(tree: app_commands.CommandTree[SampleBot]) -> None:
    group = app_commands.Group(name="table", description="The table")
    tree.add_command(group)

    @group.command()
    async def post(interaction: discord.Interaction, nonce: str) -> None:
        """Post in the channel, with a nonce of one's own."""
        assert isinstance(interaction.channel, discord.TextChannel)
        sent = [await interaction.channel.send("Posted", nonce=nonce) for _ in range(2)]
        await interaction.response.send_message(str(len({note.id for note in sent})))

    @group.command()
    async def thread(interaction: discord.Interaction) -> None:
        """Open two threads."""
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel)
        alone = await channel.create_thread(name="Alone", type=discord.ChannelType.public_thread)
        await alone.send("Inside")
        await interaction.response.send_message("Start")
        starter = await interaction.original_response()
        at_message = await channel.get_partial_message(starter.id).create_thread(name="Here")
        await interaction.followup.send(f"{alone.mention} {at_message.mention}")

    @group.command()
    async def file(interaction: discord.Interaction) -> None:
        """Send a file, and show a picture."""
        picture = discord.File(io.BytesIO(b"not really"), filename="board.png")
        record = discord.File(io.BytesIO(b"{}"), filename="record.json")
        embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
        await interaction.response.send_message(embed=embed, files=[picture, record])

    @group.command()
    async def board(interaction: discord.Interaction) -> None:
        """Post a panel in the channel."""
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.channel.send(view=panel("The board"))
        await interaction.response.send_message("Posted", ephemeral=True)
