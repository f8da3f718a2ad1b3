"""What a half-typed option may become: tiles of one's own hand, and cells where they can go.

The entry points are :func:`suggest_tiles` and :func:`suggest_cells`. What was typed is kept as it
is, and each suggestion completes the last tile or adds one. All of it is only an offer: what is
sent in the end is read and judged like anything else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize

from qwirkle_bot.engine.board import Laid
from qwirkle_bot.engine.placements import legal_placements
from qwirkle_bot.engine.tiles import Tile, mask_of
from qwirkle_bot.errors import NotationError
from qwirkle_bot.languages import ngettext
from qwirkle_bot.notation import WHOLE_HAND, Direction, cell_name, parse_tiles, spread
from qwirkle_bot.spots import starts_for
from qwirkle_bot.tile_names import tile_name
from qwirkle_bot.views import View

CHOICE_CHARACTERS: Final = 100
"""Discord's limit for the name and for the value of a choice."""

_WORD_START: Final = re.compile(r"(?<![^\s,;])[^\s,;]")
_SEPARATORS: Final = " ,;"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """``value`` goes into the option, ``name`` is what is read."""

    value: str
    name: str


@dataclass(frozen=True, slots=True)
class _Reading:
    """A way to read what was typed: ``kept`` names ``tiles``, and ``rest`` begins another one."""

    kept: str
    tiles: tuple[Tile, ...]
    rest: str


def suggest_tiles(view: View, typed: str, *, for_exchange: bool = False) -> list[Suggestion]:
    """What the tiles of a move may become, with tiles of the viewer's own hand alone.

    For a placement those come first that are legal somewhere, then what can become so.
    """
    hand = view.hand or ()
    most = min(len(hand), view.bag_count) if for_exchange else len(hand)
    found: dict[tuple[Tile, ...], Suggestion] = {}
    for reading in _readings(typed, hand):
        for tiles, suggestion in _continuations(reading, hand):
            if len(tiles) <= most and len(suggestion.value) <= CHOICE_CHARACTERS:
                found.setdefault(tiles, suggestion)
    if not for_exchange:
        return [found[tiles] for tiles in _likely_first(view, list(found))]
    everything = [Suggestion(WHOLE_HAND, WHOLE_HAND)]
    wants_all = most == len(hand) > 0 and WHOLE_HAND.startswith(typed.strip().lower())
    return [*(everything if wants_all else []), *found.values()]


def suggest_cells(
    view: View, typed: str, *, tiles: str, direction: Direction | None
) -> list[Suggestion]:
    """The cells where the first of these tiles can lie.

    They come from top to bottom; where hints are on with their points, the best one first.

    Raises:
        NotationError: the tiles cannot be read.
    """
    if not view.is_my_turn:
        return []
    chosen = parse_tiles(tiles, view.hand or ())
    points: dict[str, int] = {}
    for placed in starts_for(view, chosen):
        if direction is None or _goes(view, placed, direction):
            name = cell_name(placed[0][0])
            points[name] = max(points.get(name, 0), view.score_of(placed).total)
    begun = typed.replace(" ", "").upper()
    names = [name for name in points if name.startswith(begun)]
    if not view.allows_hints:
        return [Suggestion(name, name) for name in names]
    names.sort(key=lambda name: -points[name])
    return [
        Suggestion(
            name,
            ngettext("{cell}: {count} point", "{cell}: {count} points", points[name], cell=name),
        )
        for name in names
    ]


def _goes(view: View, placed: tuple[Laid, ...], direction: Direction) -> bool:
    tiles = [tile for _, tile in placed]
    return set(spread(view.board, tiles, placed[0][0], direction)) == set(placed)


def _readings(typed: str, hand: Sequence[Tile]) -> Iterator[_Reading]:
    """The ways to take what was typed as tiles of the hand and the beginning of one more."""
    typed = typed.lstrip(_SEPARATORS)
    words = [found.start() for found in _WORD_START.finditer(typed)]
    # A tile may be two words; of codes without blanks between them the last letter may be half.
    cuts = {len(typed), max(0, len(typed) - 1), *words[-2:], 0}
    for cut in sorted(cuts, reverse=True):
        kept, rest = typed[:cut], " ".join(normalize("NFC", typed[cut:]).lower().split())
        try:
            tiles = parse_tiles(kept, hand) if kept.strip(_SEPARATORS) else ()
        except NotationError:
            continue
        if not Counter(tiles) - Counter(hand):
            yield _Reading(kept, tiles, rest)


def _continuations(
    reading: _Reading, hand: Sequence[Tile]
) -> Iterator[tuple[tuple[Tile, ...], Suggestion]]:
    """What a reading may become with one more tile, and what it is already."""
    kept, tiles, rest = reading.kept, reading.tiles, reading.rest
    if tiles and not rest:
        value = kept.strip(_SEPARATORS)
        yield tiles, _suggestion(value, tiles[-1])
    is_glued = bool(kept) and kept[-1] not in _SEPARATORS and not kept[-1].isspace()
    blank = " " if is_glued and not rest else ""
    for tile in dict.fromkeys((Counter(hand) - Counter(tiles)).elements()):
        forms = _codes(tile) if is_glued else (*_codes(tile), *_names(tile))
        form = next((form for form in forms if form.lower().startswith(rest)), None)
        if form is not None:
            yield (*tiles, tile), _suggestion(f"{kept}{blank}{form}", tile)


def _codes(tile: Tile) -> tuple[str, ...]:
    return str(tile), str(tile)[::-1]


def _names(tile: Tile) -> tuple[str, ...]:
    color, shape = tile.words.split()
    return tile_name(tile), f"{color} {shape}", f"{shape} {color}"


def _suggestion(value: str, last: Tile) -> Suggestion:
    said = tile_name(last)
    name = value if value.endswith(said) else f"{value} · {said}"
    return Suggestion(value, name[:CHOICE_CHARACTERS])


def _likely_first(view: View, found: list[tuple[Tile, ...]]) -> list[tuple[Tile, ...]]:
    """Those that are legal somewhere, then those that a legal placement holds, then the others."""
    if not view.is_my_turn:
        return found
    size = view.opening_size
    masks = {
        mask_of(tile for _, tile in spot.tiles)
        for spot in legal_placements(view.board, view.hand or ())
        if size is None or len(spot.tiles) == size
    }

    def rank(tiles: tuple[Tile, ...]) -> int:
        mask = mask_of(tiles)
        is_part = mask.bit_count() == len(tiles) and any(mask & whole == mask for whole in masks)
        return 2 if not is_part else 0 if starts_for(view, tiles) else 1

    return sorted(found, key=rank)
