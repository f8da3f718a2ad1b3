"""Whether everything was as it should be: what was shown and said, held against the records.

The entry point is :func:`judge_games`, once everything has settled. It answers with what is wrong,
a sentence each; so does each of the others, which judge one game.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from playground.things import Message
from qwirkle_bot.errors import RecordError, StoreError
from qwirkle_bot.kept_results import results_of_server
from qwirkle_bot.results import GameResult
from qwirkle_bot.saved import Phase
from qwirkle_bot.words.names import seat_name
from soak.ledger import Intent
from soak.scene import Scene
from soak.sight import Board, Look, Naming
from soak.truth import Truth, truth_of


class _OfGame(Protocol):
    @property
    def game_id(self) -> str: ...


_Item = TypeVar("_Item", bound=_OfGame)


async def judge_games(scene: Scene) -> tuple[dict[str, Truth], list[str]]:
    """All games that were ever shown, as they truly went, and all that was wrong with them."""
    truths, faults = await _read_all(scene)
    sight = scene.sight
    boards = _by_game(sight.boards)
    looks = _by_game(sight.looks)
    namings = _by_game(sight.namings)
    intents = _by_game(scene.ledger.intents)
    for game_id, truth in truths.items():
        wrong = [
            *judge_moves(truth, intents[game_id]),
            *judge_boards(truth, boards[game_id]),
            *judge_hands(truth, looks[game_id]),
            *judge_secrets(truth, namings[game_id]),
        ]
        faults += [f"Game {game_id}: {fault}" for fault in wrong]
    faults += [
        f"Game {game_id}: moves were given in it, but nobody has ever seen it."
        for game_id in intents.keys() - truths.keys()
    ]
    faults += judge_buttons(scene, truths)
    faults += judge_results(
        truths, await results_of_server(scene.store, scene.standin.world.guild_id)
    )
    return truths, faults


async def _read_all(scene: Scene) -> tuple[dict[str, Truth], list[str]]:
    truths: dict[str, Truth] = {}
    faults: list[str] = []
    for game_id, channel_id in scene.sight.channel_of.items():
        stored = await scene.store.load(channel_id)
        if stored is None or json.loads(stored.game)["id"] != game_id:
            stored = await scene.store.load_finished(channel_id, game_id)
        if stored is None:
            faults.append(f"Game {game_id}: it was shown, but it is not in the store.")
            continue
        try:
            truths[game_id] = truth_of(stored)
        except (RecordError, StoreError) as error:
            faults.append(f"Game {game_id}: its record does not replay: {error}")
    return truths, faults


def _by_game(items: Iterable[_Item]) -> defaultdict[str, list[_Item]]:
    found: defaultdict[str, list[_Item]] = defaultdict(list)
    for item in items:
        found[item.game_id].append(item)
    return found


def judge_moves(truth: Truth, intents: Sequence[Intent]) -> Iterator[str]:
    """No move lost that was said to count, none made twice, none that nobody gave."""
    given = Counter((intent.seat, intent.content) for intent in intents)
    confirmed = Counter((intent.seat, intent.content) for intent in intents if intent.confirmed)
    for move, count in confirmed.items():
        if truth.moves[move] < count:
            yield f"lost: {move} was said to count {count} times and did {truth.moves[move]} times."
    for move, count in truth.moves.items():
        if _is_robot(truth, move[0]):
            continue
        if count > given[move]:
            yield f"doubled: {move} was given {given[move]} times and counts {count} times."


def _is_robot(truth: Truth, seat: int) -> bool:
    return any(player.is_robot for player in truth.saved.seats[seat])


def judge_boards(truth: Truth, boards: Sequence[Board]) -> Iterator[str]:
    """Each revision shown once at most, the last one once, and each with the right numbers."""
    posted = Counter(board.revision for board in boards)
    for revision, count in posted.items():
        if count > 1:
            yield f"revision {revision} was posted {count} times."
    if truth.moments and not posted[truth.last_revision]:
        yield f"the board of its last revision, {truth.last_revision}, is owed."
    for board in boards:
        moment = truth.at(board.revision)
        if moment is None:
            yield f"a board shows revision {board.revision}, which there never was."
            continue
        names = [seat_name(players) for players in truth.saved.seats]
        if board.scores != dict(zip(names, moment.scores, strict=True)):
            yield f"revision {board.revision} shows {board.scores}, not {moment.scores}."
        if board.bag is not None and board.bag != len(moment.bag):
            yield f"revision {board.revision} shows a bag of {board.bag}, not {len(moment.bag)}."
    told = sum(board.told for board in boards)
    made = len(truth.moments[-1].history) if truth.moments else 0
    if told < made:
        yield f"{made} moves were made and {told} were told."


def judge_hands(truth: Truth, looks: Iterable[Look]) -> Iterator[str]:
    for look in looks:
        seat = truth.table.seat_of(look.user_id)
        moment = truth.at(look.revision)
        if seat is None or moment is None:
            yield f"a hand was shown to {look.user_id} at {look.revision}, which there never was."
            continue
        hand = tuple(map(str, moment.hands[seat]))
        if look.hand != hand:
            yield f"revision {look.revision}: seat {seat} was shown {look.hand}, and held {hand}."
        turn = sum(moment.turns_had) + (moment.result is None)
        if look.turn != turn:
            yield f"revision {look.revision}: turn {turn} was shown as {look.turn}."


def judge_secrets(truth: Truth, namings: Iterable[Naming]) -> Iterator[str]:
    """Nobody was told a kind of tile that lies neither on the board nor in their own hand."""
    for naming in namings:
        moment = truth.at(naming.revision)
        if moment is None:
            continue
        known = {str(tile) for tile in moment.board.values()}
        seat = None if naming.reader is None else truth.table.seat_of(naming.reader)
        for owner, hand in enumerate(moment.hands):
            if truth.saved.options.variant.open or owner == seat:
                known |= {str(tile) for tile in hand}
        if naming.kinds - known:
            yield f"{naming.reader or 'everyone'} was told of {sorted(naming.kinds - known)}."


def judge_buttons(scene: Scene, truths: Mapping[str, Truth]) -> Iterator[str]:
    """Only the newest message of each game has buttons, and it is the one that is noted."""
    by_id = {message.id: message for message in with_buttons(scene)}
    for game_id, messages in scene.sight.messages_of.items():
        kept = messages.keys() & by_id.keys()
        newest = newest_of(messages)
        truth = truths.get(game_id)
        told = truth.table.told if truth else None
        if told is None or told.message_id != newest:
            yield f"Game {game_id}: {newest} is its newest message, and {told} is noted."
        if kept != {newest}:
            yield f"Game {game_id}: of {messages} {sorted(kept)} have buttons."


def newest_of(messages: Mapping[int, int]) -> int:
    """Which of a game's messages shows the latest revision, and came last of those."""
    return max(messages, key=lambda message_id: (messages[message_id], message_id))


def with_buttons(scene: Scene) -> list[Message]:
    """The public messages that can be pressed."""
    return [
        message
        for message in scene.standin.world.messages.values()
        if message.ephemeral_to is None and not message.deleted and message.buttons
    ]


def judge_results(truths: Mapping[str, Truth], results: Sequence[GameResult]) -> Iterator[str]:
    """Each game that was played to its end has its totals kept, and no other game has any."""
    kept = {result.game_id: tuple(seat.score for seat in result.seats) for result in results}
    ended = {game: truth.moments[-1].scores for game, truth in truths.items() if is_over(truth)}
    for game in kept.keys() | ended.keys():
        if kept.get(game) != ended.get(game):
            yield f"Game {game}: it ended with {ended.get(game)}, and {kept.get(game)} is kept."


def is_over(truth: Truth) -> bool:
    """Whether a game was played to its end."""
    return truth.table.phase is Phase.OVER
