"""Seats that are offered to others: one open offer a player, so that pings have an end.

Each function judges: it answers with the game as it should become, or raises :class:`TableError`.
An offer is bound to its place at the table: once anybody has taken that, or the offer is withdrawn,
no message of it means anything any more. To whom it was made is for its message to say.
"""

from __future__ import annotations

from typing import Final

from qwirkle_bot import snowflakes, tables, turns
from qwirkle_bot.calendar import DAY_MS
from qwirkle_bot.errors import TableError
from qwirkle_bot.languages import gettext
from qwirkle_bot.saved import Phase, Player, SavedGame, SeatOffer, Table

OFFER_DAYS: Final = 7
"""How long an offer of a seat holds; who asked must not be taken at their word for ever."""


def open_offer(table: Table, user_id: int, now_ms: int) -> SeatOffer | None:
    """The offer of a player's seat that somebody may still take."""
    return next(
        (
            offer
            for offer in table.saved.offers
            if table.saved.players[offer.place].id == user_id and not _has_lapsed(offer, now_ms)
        ),
        None,
    )


def make(table: Table | None, offer_id: str, leaving: int, now_ms: int) -> SavedGame:
    """Offer the seat of the user ``leaving``; ``offer_id`` is that of the interaction."""
    table, game, seat = turns.seated(table, leaving)
    if seat not in game.playing:
        raise TableError(gettext("That player has resigned, so there is no seat to offer."))
    if open_offer(table, leaving, now_ms) is not None:
        raise TableError(gettext("This seat is offered already. Withdraw that offer first."))
    place = next(n for n, player in enumerate(table.saved.players) if player.id == leaving)
    offer = SeatOffer(id=offer_id, place=place)
    return _with_offers(table.saved, (*_others(table.saved, place), offer))


def take(
    table: Table | None, game_id: str, offer_id: str, newcomer: Player, now_ms: int
) -> SavedGame:
    """Take the seat that was offered, with hand and score."""
    table, offer = _open_in(table, game_id, offer_id)
    if _has_lapsed(offer, now_ms):
        raise TableError(
            gettext(
                "This offer is older than {days} days and has lapsed. Ask for it to be repeated.",
                days=OFFER_DAYS,
            )
        )
    leaving = table.saved.players[offer.place].id
    saved = tables.take_over(table, game_id, leaving, newcomer)
    return _with_offers(saved, _others(saved, offer.place))


def withdraw(
    table: Table | None, game_id: str, offer_id: str, user_id: int, *, may: bool
) -> SavedGame:
    """Settle an offer without a newcomer: for its player, or for whoever else ``may``."""
    table, offer = _open_in(table, game_id, offer_id)
    if not may and table.saved.players[offer.place].id != user_id:
        raise TableError(gettext("This seat was offered to somebody else."))
    return _with_offers(table.saved, _others(table.saved, offer.place))


def _open_in(table: Table | None, game_id: str, offer_id: str) -> tuple[Table, SeatOffer]:
    if table is not None and table.saved.id == game_id and table.phase is Phase.RUNNING:
        for offer in table.saved.offers:
            if offer.id == offer_id:
                return table, offer
    raise TableError(gettext("This offer is settled already."))


def _has_lapsed(offer: SeatOffer, now_ms: int) -> bool:
    return now_ms - made_ms(offer.id) > OFFER_DAYS * DAY_MS


def made_ms(offer_id: str) -> int:
    """When an offer was made, in Unix milliseconds."""
    return snowflakes.made_ms(int(offer_id))


def _others(saved: SavedGame, place: int) -> tuple[SeatOffer, ...]:
    return tuple(offer for offer in saved.offers if offer.place != place)


def _with_offers(saved: SavedGame, offers: tuple[SeatOffer, ...]) -> SavedGame:
    return saved.model_copy(update={"offers": offers})
