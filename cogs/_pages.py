"""A message that carries pictures: a layout, and what is drawn for it once it is sent.

The entry point is :class:`Page`. Whoever makes a page only says which pictures it shows. Drawing
them takes a while, so :meth:`Page.files` does it in a thread, and nobody else waits for it.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from dataclasses import dataclass, field

import discord


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a message.

    Attributes:
        filename: a name that no other picture of the message has.
        alt: what it shows, for who cannot see it.
        draw: gives the PNG; it is called in a thread.
    """

    filename: str
    alt: str
    draw: Callable[[], bytes] = field(repr=False)


class Page(discord.ui.LayoutView):
    """A message of texts, buttons and pictures, in the order in which they were added."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.pictures: list[Picture] = []

    def add_picture(self, picture: Picture) -> None:
        """Show a picture beneath what was added before."""
        self.pictures.append(picture)
        item = discord.MediaGalleryItem(f"attachment://{picture.filename}", description=picture.alt)
        self.add_item(discord.ui.MediaGallery[discord.ui.LayoutView](item))

    async def files(self) -> list[discord.File]:
        """The pictures, to be sent along with the message; made anew each time."""
        return [
            discord.File(
                io.BytesIO(await asyncio.to_thread(picture.draw)),
                picture.filename,
                description=picture.alt,
            )
            for picture in self.pictures
        ]
