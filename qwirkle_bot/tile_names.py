"""The names of the tiles: each of them whole, since a color takes the gender of its shape.

The entry point is :func:`tile_name`; :func:`a_tile` and :func:`two_tiles` are the object of a
sentence, for languages in which that makes a difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qwirkle_bot.engine.tiles import Tile
from qwirkle_bot.languages import gettext, gettext_noop


def tile_name(tile: Tile) -> str:
    """A tile in words, such as ``red circle``."""
    return gettext(_NAMES[str(tile)])


def a_tile(tile: Tile) -> str:
    """A tile in words as what a line would hold: ``a red circle``."""
    return gettext(_ONE[str(tile)])


def two_tiles(tile: Tile) -> str:
    """Two of a kind as what a line would hold: ``two red circles``."""
    return gettext(_TWO[str(tile)])


_NAMES: Final[Mapping[str, str]] = {
    "RC": gettext_noop("red circle"),
    "RS": gettext_noop("red square"),
    "RD": gettext_noop("red diamond"),
    "RL": gettext_noop("red clover"),
    "RX": gettext_noop("red cross"),
    "RT": gettext_noop("red star"),
    "OC": gettext_noop("orange circle"),
    "OS": gettext_noop("orange square"),
    "OD": gettext_noop("orange diamond"),
    "OL": gettext_noop("orange clover"),
    "OX": gettext_noop("orange cross"),
    "OT": gettext_noop("orange star"),
    "YC": gettext_noop("yellow circle"),
    "YS": gettext_noop("yellow square"),
    "YD": gettext_noop("yellow diamond"),
    "YL": gettext_noop("yellow clover"),
    "YX": gettext_noop("yellow cross"),
    "YT": gettext_noop("yellow star"),
    "GC": gettext_noop("green circle"),
    "GS": gettext_noop("green square"),
    "GD": gettext_noop("green diamond"),
    "GL": gettext_noop("green clover"),
    "GX": gettext_noop("green cross"),
    "GT": gettext_noop("green star"),
    "BC": gettext_noop("blue circle"),
    "BS": gettext_noop("blue square"),
    "BD": gettext_noop("blue diamond"),
    "BL": gettext_noop("blue clover"),
    "BX": gettext_noop("blue cross"),
    "BT": gettext_noop("blue star"),
    "PC": gettext_noop("purple circle"),
    "PS": gettext_noop("purple square"),
    "PD": gettext_noop("purple diamond"),
    "PL": gettext_noop("purple clover"),
    "PX": gettext_noop("purple cross"),
    "PT": gettext_noop("purple star"),
}

_ONE: Final[Mapping[str, str]] = {
    "RC": gettext_noop("a red circle"),
    "RS": gettext_noop("a red square"),
    "RD": gettext_noop("a red diamond"),
    "RL": gettext_noop("a red clover"),
    "RX": gettext_noop("a red cross"),
    "RT": gettext_noop("a red star"),
    "OC": gettext_noop("an orange circle"),
    "OS": gettext_noop("an orange square"),
    "OD": gettext_noop("an orange diamond"),
    "OL": gettext_noop("an orange clover"),
    "OX": gettext_noop("an orange cross"),
    "OT": gettext_noop("an orange star"),
    "YC": gettext_noop("a yellow circle"),
    "YS": gettext_noop("a yellow square"),
    "YD": gettext_noop("a yellow diamond"),
    "YL": gettext_noop("a yellow clover"),
    "YX": gettext_noop("a yellow cross"),
    "YT": gettext_noop("a yellow star"),
    "GC": gettext_noop("a green circle"),
    "GS": gettext_noop("a green square"),
    "GD": gettext_noop("a green diamond"),
    "GL": gettext_noop("a green clover"),
    "GX": gettext_noop("a green cross"),
    "GT": gettext_noop("a green star"),
    "BC": gettext_noop("a blue circle"),
    "BS": gettext_noop("a blue square"),
    "BD": gettext_noop("a blue diamond"),
    "BL": gettext_noop("a blue clover"),
    "BX": gettext_noop("a blue cross"),
    "BT": gettext_noop("a blue star"),
    "PC": gettext_noop("a purple circle"),
    "PS": gettext_noop("a purple square"),
    "PD": gettext_noop("a purple diamond"),
    "PL": gettext_noop("a purple clover"),
    "PX": gettext_noop("a purple cross"),
    "PT": gettext_noop("a purple star"),
}
"""In "Row 20 would hold a red circle and …"."""

_TWO: Final[Mapping[str, str]] = {
    "RC": gettext_noop("two red circles"),
    "RS": gettext_noop("two red squares"),
    "RD": gettext_noop("two red diamonds"),
    "RL": gettext_noop("two red clovers"),
    "RX": gettext_noop("two red crosses"),
    "RT": gettext_noop("two red stars"),
    "OC": gettext_noop("two orange circles"),
    "OS": gettext_noop("two orange squares"),
    "OD": gettext_noop("two orange diamonds"),
    "OL": gettext_noop("two orange clovers"),
    "OX": gettext_noop("two orange crosses"),
    "OT": gettext_noop("two orange stars"),
    "YC": gettext_noop("two yellow circles"),
    "YS": gettext_noop("two yellow squares"),
    "YD": gettext_noop("two yellow diamonds"),
    "YL": gettext_noop("two yellow clovers"),
    "YX": gettext_noop("two yellow crosses"),
    "YT": gettext_noop("two yellow stars"),
    "GC": gettext_noop("two green circles"),
    "GS": gettext_noop("two green squares"),
    "GD": gettext_noop("two green diamonds"),
    "GL": gettext_noop("two green clovers"),
    "GX": gettext_noop("two green crosses"),
    "GT": gettext_noop("two green stars"),
    "BC": gettext_noop("two blue circles"),
    "BS": gettext_noop("two blue squares"),
    "BD": gettext_noop("two blue diamonds"),
    "BL": gettext_noop("two blue clovers"),
    "BX": gettext_noop("two blue crosses"),
    "BT": gettext_noop("two blue stars"),
    "PC": gettext_noop("two purple circles"),
    "PS": gettext_noop("two purple squares"),
    "PD": gettext_noop("two purple diamonds"),
    "PL": gettext_noop("two purple clovers"),
    "PX": gettext_noop("two purple crosses"),
    "PT": gettext_noop("two purple stars"),
}
"""In "Row 20 would hold two red circles"."""
