"""`qwirkle-record/1`: a game as its options, its seed and its moves, in JSON and back.

The entry points are :func:`verify_record`, for text from anywhere, and :func:`replay`, for a record
that is a model already; :func:`read_position` reads a board and a hand outside a game. Everything
that a record does not say follows by replaying it, so nothing else of a game is ever stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    PlainSerializer,
    PlainValidator,
    StrictBool,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError, from_json

from qwirkle_bot.engine.board import check_lines
from qwirkle_bot.engine.game import HAND_SIZE, Game, Hand, Result, Turn, Variant
from qwirkle_bot.engine.moves import Exchange, Move, Pass, Place, Resign, Skip, TakeBack
from qwirkle_bot.engine.tiles import TILES, Cell, Tile
from qwirkle_bot.errors import MoveError, RecordError

FORMAT: Final = "qwirkle-record/1"


def _read_tile(code: object) -> Tile:
    if isinstance(code, Tile):
        return code
    if isinstance(code, str):
        code = code.upper()
        tile = TILES.get(code) or TILES.get(code[::-1])
        if tile:
            return tile
    raise PydanticCustomError("tile", "This names no tile")


TileCode: TypeAlias = Annotated[
    Tile, PlainValidator(_read_tile), PlainSerializer(str), WithJsonSchema({"type": "string"})
]
"""A tile, written as its code; read either way round and in either case (R1.2)."""


class Model(BaseModel):
    """A frozen model that keeps the keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="allow")

    def model_copy(self, *, update: Mapping[str, object] | None = None, deep: bool = False) -> Self:
        """As pydantic's; but a field that there is not would be kept unseen, so it is refused."""
        unknown = (update or {}).keys() - type(self).model_fields.keys()
        if unknown:
            raise TypeError(f"{type(self).__name__} has no field {sorted(unknown)}")
        return super().model_copy(update=update, deep=deep)


FARTHEST: Final = 10**18
"""Cells farther out than this are no cells: nobody plays there, and numbers must end somewhere."""

Coordinate: TypeAlias = Annotated[StrictInt, Field(ge=-FARTHEST, le=FARTHEST)]


class LaidTile(Model):
    at: tuple[Coordinate, Coordinate]
    tile: TileCode


class PlaceEntry(Model):
    type: Literal["place"] = "place"
    seat: StrictInt
    tiles: tuple[LaidTile, ...]
    score: StrictInt | None = None


class ExchangeEntry(Model):
    type: Literal["exchange"] = "exchange"
    seat: StrictInt
    tiles: tuple[TileCode, ...]


class BareEntry(Model):
    type: Literal["pass", "skip", "resign", "takeback"]
    seat: StrictInt


Entry: TypeAlias = Annotated[PlaceEntry | ExchangeEntry | BareEntry, Field(discriminator="type")]
_ENTRY: Final[TypeAdapter[Entry]] = TypeAdapter(Entry)


class VariantEntry(Model):
    sprint: StrictBool = False
    open: StrictBool = False
    pairs: StrictBool = False


class ResultEntry(Model):
    reason: Literal["out", "stalled", "sprint", "resigned"] | None = None
    scores: tuple[StrictInt, ...] | None = None
    winners: tuple[StrictInt, ...] | None = None


class RecordHead(Model):
    """Everything of a record but its moves."""

    format: Literal["qwirkle-record/1"] = FORMAT
    seed: Annotated[StrictStr, Field(pattern=r"^[0-9a-fA-F]{64}$")]
    seats: StrictInt
    opener: StrictInt
    variant: VariantEntry = VariantEntry()
    players: tuple[tuple[StrictStr, ...], ...] | None = None


class Record(RecordHead):
    """A whole record. ``seed``, ``seats``, ``opener`` and ``moves`` are needed."""

    moves: tuple[Entry, ...] = ()
    result: ResultEntry | None = None


class PositionEntry(Model):
    """A board and a hand, for asking about placements outside a game."""

    board: tuple[LaidTile, ...]
    hand: Annotated[tuple[TileCode, ...], Field(max_length=HAND_SIZE)]


def replay(record: Record) -> Game:
    """The game after a record's last move, whatever scores and result the record claims.

    Raises:
        RecordError: at the first move that the rules refuse.
    """
    game = _start(record)
    for index, entry in enumerate(record.moves):
        game = _play(game, index, entry)
    return game


def verify_record(text: str | bytes) -> Game:
    """Check a record in JSON, move by move, with the scores and the result that it claims.

    Raises:
        RecordError: at the first thing that is wrong.
    """
    return deque(verified_moments(text), maxlen=1).pop()


def verified_moments(text: str | bytes) -> Iterator[Game]:
    """The game of a record after the deal and after each move, each checked before it is given.

    Raises:
        RecordError: as :func:`verify_record`.
    """
    raw, moves = _read_frame(text)
    try:
        head = RecordHead.model_validate({k: v for k, v in raw.items() if k != "result"})
    except ValidationError as error:
        in_format = error.errors()[0]["loc"][0] == "format"
        raise RecordError("format" if in_format else -1, _first_fault(error)) from error
    game = _start(head)
    yield game
    for index, move in enumerate(moves):
        try:
            entry = _ENTRY.validate_python(move)
        except ValidationError as error:
            raise RecordError(index, _first_fault(error)) from error
        game = _play(game, index, entry)
        _check_score(index, entry, game.history[-1])
        yield game
    _check_result(raw.get("result"), game.result)


def read_position(text: str | bytes) -> tuple[dict[Cell, Tile], Hand]:
    """Read a position: its board and its hand.

    Raises:
        RecordError: if it is no position, or tiles lie on its board against the rules.
    """
    try:
        position = PositionEntry.model_validate(_read_json(text))
    except ValidationError as error:
        raise RecordError("format", _first_fault(error)) from error
    board = {laid.at: laid.tile for laid in position.board}
    if len(board) < len(position.board):
        raise RecordError("format", "board: Two tiles lie in one cell.")
    try:
        check_lines(board)
    except MoveError as error:
        raise RecordError("format", str(error), clause=error.clause) from error
    return board, position.hand


def is_json(text: str | bytes) -> bool:
    """Whether a text is one whole JSON document."""
    try:
        from_json(text)
    except ValueError:
        return False
    return True


def entry_of(turn: Turn) -> Entry:
    """A played turn as the record writes it."""
    match turn.move:
        case Place(seat, tiles):
            laid = tuple(LaidTile(at=cell, tile=tile) for cell, tile in tiles)
            return PlaceEntry(seat=seat, tiles=laid, score=turn.points)
        case Exchange(seat, tiles):
            return ExchangeEntry(seat=seat, tiles=tiles)
        case Pass(seat):
            return BareEntry(type="pass", seat=seat)
        case Skip(seat):
            return BareEntry(type="skip", seat=seat)
        case Resign(seat):
            return BareEntry(type="resign", seat=seat)
        case TakeBack(seat):
            return BareEntry(type="takeback", seat=seat)


def result_entry(result: Result) -> ResultEntry:
    """How a game ended, as the record writes it."""
    return ResultEntry(reason=result.reason.value, scores=result.scores, winners=result.winners)


def _move_of(entry: Entry) -> Move:
    match entry:
        case PlaceEntry():
            return Place(entry.seat, tuple((laid.at, laid.tile) for laid in entry.tiles))
        case ExchangeEntry():
            return Exchange(entry.seat, entry.tiles)
        case BareEntry(type="pass"):
            return Pass(entry.seat)
        case BareEntry(type="skip"):
            return Skip(entry.seat)
        case BareEntry(type="resign"):
            return Resign(entry.seat)
        case BareEntry():
            return TakeBack(entry.seat)


def _start(head: RecordHead) -> Game:
    variant = Variant(head.variant.sprint, head.variant.open, head.variant.pairs)
    if head.players is not None and len(head.players) != head.seats:
        raise RecordError(-1, "players: There must be one list of names for each seat.")
    try:
        return Game.start(bytes.fromhex(head.seed), head.seats, head.opener, variant)
    except MoveError as error:
        raise RecordError(-1, str(error), clause=error.clause) from error


def _play(game: Game, index: int, entry: Entry) -> Game:
    try:
        return game.play(_move_of(entry))
    except MoveError as error:
        raise RecordError(index, str(error), clause=error.clause) from error


def _read_json(text: str | bytes) -> JsonValue:
    try:
        value: JsonValue = from_json(text)
    except ValueError as error:
        raise RecordError("format", f"This is no JSON: {error}.") from error
    return value


def _read_frame(text: str | bytes) -> tuple[dict[str, JsonValue], list[JsonValue]]:
    raw = _read_json(text)
    if not isinstance(raw, dict):
        raise RecordError("format", "A record is a JSON object.")
    moves = raw.pop("moves", None)
    if not isinstance(moves, list):
        raise RecordError("format", "A record holds a list of moves.")
    return raw, moves


def _check_score(index: int, entry: Entry, turn: Turn) -> None:
    if not isinstance(entry, PlaceEntry) or entry.score is None:
        return
    points = turn.points
    if entry.score != points:
        message = f"The move scores {points}, not {entry.score}."
        raise RecordError(index, message, clause="R5.1")


def _check_result(claimed: JsonValue, result: Result | None) -> None:
    if claimed is None:
        return
    try:
        claim = ResultEntry.model_validate(claimed)
    except ValidationError as error:
        raise RecordError("result", _first_fault(error)) from error
    if result is None:
        raise RecordError("result", "The game is not over, so it has no result.")
    truth = result_entry(result)
    for name in ("reason", "scores", "winners"):
        said, right = getattr(claim, name), getattr(truth, name)
        if said is not None and said != right:
            raise RecordError("result", f"{name}: It is {_plain(right)}, not {_plain(said)}.")


def _plain(value: object) -> object:
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else value


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}." if where else f"{fault['msg']}."
