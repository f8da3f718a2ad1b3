"""Routes that answer interactions: the callback, and the webhook of the interaction's token.

The one entry point is :data:`ROUTES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from playground import shapes
from playground.interactions import Interaction
from playground.rest import Answer, Call, Route
from playground.wire import unknown

if TYPE_CHECKING:
    from playground.wire import JsonObject

MESSAGE_RESPONSES: Final = (4, 7)


async def respond(call: Call) -> Answer:
    interaction = call.interactions.respond(
        call.id("interaction_id"), call.params["interaction_token"], call.form, call.files
    )
    if call.query.get("with_response", "false").lower() not in ("1", "true"):
        return 204, None
    return 200, _callback(call, interaction)


def _callback(call: Call, interaction: Interaction) -> JsonObject:
    shape: JsonObject = {"id": str(interaction.id), "type": interaction.kind}
    message = interaction.original
    if message is not None:
        shape |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.thinking,
            "response_message_ephemeral": message.ephemeral_to is not None,
        }
    answer: JsonObject = {"interaction": shape}
    if interaction.response in MESSAGE_RESPONSES and message is not None:
        answer["resource"] = {
            "type": interaction.response,
            "message": shapes.message(call.world, message),
        }
    return answer


def _interaction(call: Call) -> Interaction:
    if call.id("webhook_id") != call.world.app_id:
        raise unknown("Webhook", 10015)
    return call.interactions.by_token(call.params["webhook_token"])


async def follow_up(call: Call) -> Answer:
    interaction = _interaction(call)
    message = call.interactions.follow_up(interaction, call.form, call.files)
    return 200, shapes.message(call.world, message)


async def read_answer(call: Call) -> Answer:
    message = call.interactions.answer_message(
        _interaction(call), call.params.get("message_id", "@original")
    )
    return 200, shapes.message(call.world, message)


async def edit_answer(call: Call) -> Answer:
    interaction = _interaction(call)
    message = call.interactions.answer_message(
        interaction, call.params.get("message_id", "@original")
    )
    call.interactions.edit_answer(interaction, message, call.form, call.files)
    return 200, shapes.message(call.world, message)


async def delete_answer(call: Call) -> Answer:
    interaction = _interaction(call)
    message = call.interactions.answer_message(
        interaction, call.params.get("message_id", "@original")
    )
    call.interactions.delete_answer(interaction, message)
    return 204, None


_HOOK: Final = "/webhooks/{webhook_id}/{webhook_token}"

ROUTES: Final = (
    Route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", respond),
    Route("POST", _HOOK, follow_up),
    Route("GET", f"{_HOOK}/messages/@original", read_answer),
    Route("PATCH", f"{_HOOK}/messages/@original", edit_answer),
    Route("DELETE", f"{_HOOK}/messages/@original", delete_answer),
    Route("GET", f"{_HOOK}/messages/{{message_id}}", read_answer),
    Route("PATCH", f"{_HOOK}/messages/{{message_id}}", edit_answer),
    Route("DELETE", f"{_HOOK}/messages/{{message_id}}", delete_answer),
)
