"""How to walk through components, whatever nests in whatever.

The one entry point is :func:`walk`. Discord nests by three names: ``components`` (rows, containers,
sections), ``accessory`` (sections) and ``component`` (labels of modals).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playground.wire import Json, JsonObject

ACTION_ROW: Final = 1
BUTTON: Final = 2
STRING_SELECT: Final = 3
TEXT_INPUT: Final = 4
USER_SELECT: Final = 5
CHANNEL_SELECT: Final = 8
SECTION: Final = 9
TEXT_DISPLAY: Final = 10
THUMBNAIL: Final = 11
MEDIA_GALLERY: Final = 12
FILE: Final = 13
SEPARATOR: Final = 14
CONTAINER: Final = 17
LABEL: Final = 18
FILE_UPLOAD: Final = 19
RADIO_GROUP: Final = 21
CHECKBOX_GROUP: Final = 22
CHECKBOX: Final = 23

_ONE_VALUE: Final[JsonObject] = {"min_values": 1, "max_values": 1}

DEFAULTS: Final[dict[int, JsonObject]] = {
    **dict.fromkeys((STRING_SELECT, *range(USER_SELECT, CHANNEL_SELECT + 1)), _ONE_VALUE),
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"divider": True, "spacing": 1},
    CONTAINER: {"accent_color": None, "spoiler": False},
}

Path = tuple[str | int, ...]


def walk(components: Json, path: Path = ()) -> Iterator[tuple[Path, JsonObject]]:
    """Give every component, parents first, with its path below ``components``.

    What is not an object with a whole number for a ``type`` is left out: others say so.
    """
    if not isinstance(components, list):
        return
    for index, part in enumerate(components):
        yield from _walk_one(part, (*path, index))


def _walk_one(part: Json, path: Path) -> Iterator[tuple[Path, JsonObject]]:
    if not isinstance(part, dict) or not isinstance(part.get("type"), int):
        return
    yield path, part
    yield from walk(part.get("components"), (*path, "components"))
    for name in ("accessory", "component"):
        if name in part:
            yield from _walk_one(part[name], (*path, name))


def complete(components: Json) -> None:
    """Fill in what Discord fills in: what was left out, and ids, counted past those in use.

    The ids of emoji become strings, as Discord gives them.
    """
    parts = [part for _, part in walk(components)]
    used = {part["id"] for part in parts if part.get("id")}
    following = 1
    for part in parts:
        for name, value in DEFAULTS.get(part["type"], {}).items():
            part.setdefault(name, value)
        for holder in (part, *(part.get("options") or ())):
            emoji = holder.get("emoji")
            if emoji and isinstance(emoji.get("id"), int):
                # discord.py sends a number, in which the page would lose the last digits.
                emoji["id"] = str(emoji["id"])
        if not part.get("id"):
            while following in used:
                following += 1
            part["id"] = following
            used.add(following)


def texts(components: Json) -> Iterator[str]:
    """Give the text of every TextDisplay in order."""
    for _, part in walk(components):
        if part["type"] == TEXT_DISPLAY and isinstance(part.get("content"), str):
            yield part["content"]
