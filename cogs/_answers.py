"""How interactions are answered, and the words for what went wrong.

The rule: defer first, so that Discord is answered within its three seconds whatever the store does.
:func:`explain` is the only place where an error becomes a sentence.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
from discord import app_commands

from cogs._pages import Page
from qwirkle_bot.errors import (
    MoveError,
    OutcomeUnknownError,
    PlayerError,
    StaleGameError,
    StoreError,
    StoreUnavailableError,
)
from qwirkle_bot.languages import gettext
from qwirkle_bot.words.refusals import refusal_sentence, rule_words

if TYPE_CHECKING:
    from cogs._client import Interaction

UNKNOWN_INTERACTION: Final = 10062
"""Discord's code: more than three seconds have passed."""
ALREADY_ANSWERED: Final = 40060
"""Discord's code: another process, or another delivery, has answered."""

SERVER_ERRORS: Final = 500
"""The HTTP statuses from here on are faults of the server."""

DISCORD_FAULTS: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
"""All that a call to Discord can raise: refusals, and a connection that breaks."""

ASKING_SECONDS: Final = 2.0
"""How long may be asked before anything is promised, of the three seconds that Discord waits."""

_ASKS_UNTIL: Final = "asks until"
_ANSWERS_TO_COME: Final = "private answer"

log = logging.getLogger(__name__)


async def defer_private(interaction: Interaction) -> None:
    """Promise an answer that only this user will see."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.extras[_ANSWERS_TO_COME] = True


@asynccontextmanager
async def in_time(interaction: Interaction) -> AsyncIterator[None]:
    """Ask what must be known before an answer is promised, for as long as that leaves time for it.

    All that an interaction asks like this has its time together.

    Raises:
        StoreUnavailableError: it took too long.
    """
    soon = asyncio.get_running_loop().time() + ASKING_SECONDS
    try:
        async with asyncio.timeout_at(interaction.extras.setdefault(_ASKS_UNTIL, soon)):
            yield
    except TimeoutError as error:
        raise StoreUnavailableError("The store was too slow.") from error


@asynccontextmanager
async def public_promise(interaction: Interaction) -> AsyncIterator[None]:
    """Promise an answer for everyone. A fault takes it back, so that it is told privately."""
    # To a press it is a message of its own: a rematch must not edit the last board.
    await interaction.response.defer(thinking=True)
    try:
        yield
    except Exception:
        with contextlib.suppress(*DISCORD_FAULTS):
            await interaction.delete_original_response()
        raise


async def answer(
    interaction: Interaction,
    text: str | None = None,
    *,
    view: discord.ui.LayoutView | None = None,
    file: discord.File | None = None,
) -> None:
    """Answer this user alone, with text or with a layout, whatever was answered before."""
    files = [file] if file else []
    if isinstance(view, Page):
        files += await view.files()
    if interaction.extras.pop(_ANSWERS_TO_COME, False):
        await interaction.edit_original_response(content=text, view=view, attachments=files)
    elif view is not None:
        await interaction.followup.send(view=view, files=files, ephemeral=True)
    elif interaction.response.is_done():
        await interaction.followup.send(text or "", ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)


async def redraw(interaction: Interaction, page: Page) -> None:
    """Show another page in the message whose component was used, after a silent deferral."""
    await interaction.edit_original_response(view=page, attachments=await page.files())


async def explain(interaction: Interaction, error: Exception) -> None:
    """Tell the user what went wrong and what to do; log what only the operator can mend."""
    if isinstance(error, discord.HTTPException) and error.code in {
        UNKNOWN_INTERACTION,
        ALREADY_ANSWERED,
    }:
        log.info("interaction %s: nothing left to answer (%s)", interaction.id, error.code)
        return
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])  # There is no room for words.
        else:
            await answer(interaction, sentence(interaction, error))
    except DISCORD_FAULTS as failure:
        log.warning("interaction %s: the answer was not taken: %s", interaction.id, failure)
    if isinstance(error, PlayerError):
        # Discord.py tells of commands that were done only.
        interaction.client.dispatch("refusal", interaction)


def sentence(interaction: Interaction, error: Exception) -> str:
    """What to tell the user about an error; what the operator must know is logged on the way."""
    match error:
        case MoveError():
            return f"{refusal_sentence(error)}{rule_words(error.clause)}"
        case PlayerError():
            return str(error)
        case (
            app_commands.TransformerError()
            | app_commands.CommandNotFound()
            | app_commands.CommandSignatureMismatch()
        ):
            return gettext(
                "The command does not take that. Reload Discord, with Ctrl+R, and try again."
            )
        case StaleGameError() | OutcomeUnknownError() | StoreUnavailableError():
            return _store_sentence(interaction, error)
        case _ if (words := _discord_sentence(interaction, error)) is not None:
            return words
        case _:
            kind = "store" if isinstance(error, StoreError) else "bot"
            log.error("interaction %s: %s fault", interaction.id, kind, exc_info=error)
            return gettext(
                "Something went wrong on our side. Look with `/hand` whether it counted. If it"
                " happens again, tell the bot's operator this number: {number}.",
                number=f"`{interaction.id}`",
            )


def _store_sentence(
    interaction: Interaction, error: StaleGameError | OutcomeUnknownError | StoreUnavailableError
) -> str:
    if isinstance(error, StaleGameError):
        return gettext(
            "Others moved at the same moment, so nothing was changed. Look, and try again."
        )
    log.warning("interaction %s: %s", interaction.id, error)
    if isinstance(error, StoreUnavailableError):
        return gettext("The games cannot be reached just now. Nothing was changed; try again soon.")
    return gettext(
        "The store did not answer in time, so your move may have counted or not."
        " Look with `/hand` in a moment before you try again."
    )


def _discord_sentence(interaction: Interaction, error: Exception) -> str | None:
    """What to tell about a fault of Discord's, or of the way there; ``None`` for any other."""
    if isinstance(error, (discord.Forbidden, discord.NotFound)):
        log.warning("interaction %s: Discord refused: %s", interaction.id, error)
        return gettext(
            "Discord does not let the bot do that here: {reason}. Whoever runs this server can"
            " allow it in the channel's permissions.",
            reason=error.text or gettext("it said no more"),
        )
    if isinstance(error, discord.HTTPException):
        passing = error.status == HTTPStatus.TOO_MANY_REQUESTS or error.status >= SERVER_ERRORS
    else:
        passing = isinstance(error, (discord.RateLimited, aiohttp.ClientError, OSError))
    if not passing:
        return None
    log.warning("interaction %s: Discord failed: %s", interaction.id, error)
    return gettext("Discord failed in between. Look with `/hand` whether it counted.")
