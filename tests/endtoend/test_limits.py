"""Every message that the bot can make keeps to Discord's limits, at any moment of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cogs.resign
import cogs.settings
from cogs import _layouts, _panel, rules
from cogs._buttons import GameButton, Target
from cogs._drawing import Look, TileNames
from cogs._opening_code import opening_code, read_opening_code
from playground.beyond_spec import COMPONENTS_V2, message_rules
from playground.limits_components import message_component_problems, modal_problems
from qwirkle_bot.demonstration import after_taps
from qwirkle_bot.engine.bag import SEED_BYTES, Bag
from qwirkle_bot.engine.board import Axis, Board, Line, Score, check_lines
from qwirkle_bot.engine.game import EndReason, Result, Turn, Variant, deal, largest_sets
from qwirkle_bot.engine.moves import Place
from qwirkle_bot.engine.tiles import KINDS
from qwirkle_bot.people import Away, QuietHours, TileStyle, UserSettings
from qwirkle_bot.pictures.emoji import MOST_WIDTH, PHONE_WIDTH, application_emoji_files
from qwirkle_bot.robots.level import Level
from qwirkle_bot.saved import Options, Phase, Player, Table, Tiebreak
from qwirkle_bot.spots import spots_for
from qwirkle_bot.tables import Opening
from qwirkle_bot.views import View, view_of
from qwirkle_bot.words.moves import score_sheet
from qwirkle_bot.words.people import delete_question, privacy_words
from qwirkle_bot.words.rules import PAGES
from tests.kit.games import SEED, chance_from, dealt, random_moves
from tests.kit.longest import speaking_longest
from tests.kit.moments import (
    GAME_ID,
    NASTIEST_NAME,
    REVISION,
    lobby,
    stairs,
    table_at,
    variant,
)

NASTY = tuple(Player(id=2**64 - n, name=NASTIEST_NAME) for n in range(1, 5))

NAMES: Final = {name: f"<:{name}:{2**64 - 1}>" for name in application_emoji_files()}
"""The longest markup that an emoji can have."""

LOOKS: Final = [
    Look(NAMES, style, width, attaches=attaches)
    for style in TileStyle
    for width in (PHONE_WIDTH, MOST_WIDTH)
    for attaches in (True, False)
]


@pytest.fixture(params=["in English", "in the longest words"])
def words(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English, and whatever language has most to say."""
    if request.param == "in English":
        yield
        return
    with speaking_longest(monkeypatch):
        yield


def problems(layout: discord.ui.LayoutView) -> list[str]:
    """What Discord would refuse of a message."""
    components = layout.to_components()  # type: ignore[no-untyped-call]  # discord.py forgot it
    body = {"components": components, "flags": COMPONENTS_V2}
    found = [*message_component_problems(components), *message_rules(body)]
    return [f"{problem.path}: {problem.message}" for problem in found]


def layouts(
    table: Table, chance: Random, looks: Sequence[Look] = LOOKS
) -> Iterator[discord.ui.LayoutView]:
    """Every message that may show a game that has been dealt."""
    everyone = view_of(table, None)
    for since in {0, max(0, len(everyone.events) - 1)}:
        for look in looks:
            yield _layouts.board_layout(everyone, since, look)
    for look in looks:
        yield _layouts.closed_layout(everyone, look, abandoned=True)
    yield cogs.resign._resign_question(Target(GAME_ID, REVISION))
    for player in table.saved.players:
        for look in chance.sample(looks, min(2, len(looks))):
            yield from private_layouts(view_of(table, player.id), chance, look)


def private_layouts(view: View, chance: Random, look: Look) -> Iterator[discord.ui.LayoutView]:
    yield _panel.panel(view, "A note.", look=look)
    hand = view.hand or ()
    if not hand or not view.is_my_turn:
        return
    if view.board and view.bag_count:
        yield _panel.exchange_picker(view, look=look)
        yield _panel.exchange_preview(view, hand)
    choices = [tiles for size in (1, 2, 3) for tiles in combinations(hand, size)]
    for tiles in chance.sample(choices, min(4, len(choices))):
        found = spots_for(view, tiles)
        for page in range(1 + len(found) // _panel.SPOTS_A_PAGE):
            yield _panel.spots(view, tiles, page, look=look)
        if found:
            yield _panel.preview(view, chance.choice(found), look=look)
            yield _panel.which_placement(view, tuple(found), look=look)


@settings(max_examples=12, deadline=None)
@given(
    seed=st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    seats=st.integers(2, 4),
    whim=st.integers(0, 2**32),
)
def test_whole_games_keep_to_the_limits(seed: bytes, seats: int, whim: int) -> None:
    chance = chance_from(whim)
    pairs = seats == 2 and whim % 2 == 0
    names = [name for name in ("open", "sprint") if chance.random() < 0.4]
    chosen = Options(variant=variant(*names, *(["pairs"] if pairs else [])), hints=whim % 3 == 0)
    game = dealt(seed, seats, Variant(sprint="sprint" in names))
    for _, _, after in random_moves(game, chance):
        if chance.random() < 0.3 or after.result:
            table = table_at(after, players=NASTY, options=chosen)
            for layout in layouts(table, chance, chance.sample(LOOKS, 2)):
                assert problems(layout) == []


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("names", [None, NAMES], ids=["text", "emoji"])
def test_the_rules_keep_to_the_limits(names: TileNames) -> None:
    look = Look(names, attaches=False)
    layouts = [rules.page_layout(number, look) for number in range(1, PAGES + 1)]
    layouts += [
        rules.demonstration_layout(after_taps(taps), look)
        for taps in ([], [(1, 1)], [(0, 1)], [(0, 1), (1, 1)])
    ]

    assert [problem for layout in layouts for problem in problems(layout)] == []


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("run", [2, 6])
@pytest.mark.parametrize("opened", [False, True])
def test_freak_layouts_keep_to_the_limits(run: int, *, opened: bool) -> None:
    chance = chance_from(run)
    board = stairs(90, run)
    check_lines(board)  # So the spots of this layout are true ones.
    options = Options(variant=variant("open") if opened else variant())
    game = replace(
        dealt(SEED, 4),
        board=board,
        bag=Bag(SEED, KINDS[:3]),
        history=news(board),
        turns_had=(1000,) * 4,
        scores=(12345,) * 4,
    )
    table = table_at(game, players=NASTY, options=options)
    assert [p for layout in layouts(table, chance) for p in problems(layout)] == []


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("run", [2, 6])
def test_a_zigzag_of_all_tiles_at_the_end_keeps_to_the_limits(run: int) -> None:
    board = stairs(108, run)
    game = replace(
        dealt(SEED, 4),
        board=board,
        bag=Bag(SEED, ()),
        hands=((),) * 4,
        history=news(board),
        scores=(999,) * 4,
        result=Result(EndReason.OUT, (999,) * 4, (0, 1, 2, 3)),
    )
    table = table_at(game, players=NASTY)

    assert [p for layout in layouts(table, chance_from(1)) for p in problems(layout)] == []
    assert all(len(line) < 1000 for line in score_sheet(view_of(table, None)))


def news(board: Board) -> tuple[Turn, ...]:
    """Moves of the six longest tiles, each of which made seven lines of six."""
    cells = list(board)[-6:]
    longest = sorted(KINDS, key=lambda tile: len(tile.words))[-6:]
    laid = tuple(zip(cells, longest, strict=True))
    row, column = Line(Axis.ROW, (0, 0), 6), Line(Axis.COLUMN, (0, 0), 6)
    score = Score((row, *[column] * 6), bonus=6)
    return tuple(Turn(Place(number % 4, laid), score) for number in range(12))


@pytest.mark.usefixtures("words")
def test_every_lobby_keeps_to_the_limits() -> None:
    chosen = Options(variant=variant("open", "sprint", "pairs"), tiebreak=Tiebreak.ASK, hints=True)
    for table in (
        lobby(NASTY[0], invited=[p.id for p in NASTY[1:]], options=chosen),
        lobby(*NASTY[:3], options=chosen),
        lobby(NASTY[0]),
    ):
        assert problems(_layouts.lobby_layout(table)) == []
        closed = replace(table, saved=table.saved.model_copy(update={"closed": True}))
        assert closed.phase is Phase.CLOSED
        assert problems(_layouts.lobby_layout(closed)) == []


@pytest.mark.usefixtures("words")
def test_the_question_who_is_the_oldest_keeps_to_the_limits() -> None:
    seed = next(
        seed
        for seed in (n.to_bytes(32, "big") for n in range(10_000))
        if len(largest_sets(deal(seed, 4)[0])) == 4
    )
    table = lobby(*NASTY, options=Options(tiebreak=Tiebreak.ASK))
    asking = replace(table, saved=table.saved.model_copy(update={"tied_seed": seed.hex()}))

    layout = _layouts.asking_layout(asking)

    assert problems(layout) == []
    assert sum(isinstance(item, discord.ui.Button) for item in layout.walk_children()) == 4


@pytest.mark.usefixtures("words")
def test_settings_and_privacy_keep_to_the_limits() -> None:
    quiet = QuietHours(start="22:00", end="07:00", zone="America/Argentina/ComodRivadavia")
    chosen = UserSettings(quiet=quiet, absences=(Away(from_ms=0, until_ms=2**50),))
    form = cogs.settings.quiet_form(quiet).to_dict()
    stored = privacy_words(chosen, [], [], 99_999, 99_999)

    assert problems(cogs.settings.settings_panel(chosen, 1)) == []
    assert [*modal_problems(form)] == []
    assert problems(_layouts.layout(stored)) == []
    assert len(delete_question()) <= _layouts.LAYOUT_CHARACTERS


@given(
    invited=st.lists(st.integers(1, 2**64 - 1), max_size=3, unique=True),
    robots=st.integers(0, 3),
    wanted=st.none() | st.integers(2, 4),
    names=st.lists(st.sampled_from(["open", "sprint", "pairs"]), unique=True),
    tiebreak=st.sampled_from(Tiebreak),
    level=st.sampled_from(Level),
    hints=st.booleans(),
)
def test_an_opening_fits_into_a_button_and_is_read_back(
    invited: list[int],
    robots: int,
    wanted: int | None,
    names: list[str],
    tiebreak: Tiebreak,
    level: Level,
    hints: bool,
) -> None:
    options = Options(variant=variant(*names), tiebreak=tiebreak, hints=hints, level=level)
    opening = Opening(GAME_ID, 1, 2, NASTY[0], options, tuple(invited), robots, wanted)

    code = opening_code(opening)
    button = GameButton.make("Play", "thread", Target(GAME_ID, REVISION, code))

    assert problems(_layouts.layout("A game is on.", [button])) == []
    assert opening == read_opening_code(
        code, game_id=GAME_ID, guild_id=1, channel_id=2, host=NASTY[0]
    )
