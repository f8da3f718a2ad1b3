"""What Discord fills in where a component leaves it out."""

from __future__ import annotations

from playground.components import complete, texts
from playground.wire import JsonObject


def test_ids_are_counted_past_those_in_use() -> None:
    inside: list[JsonObject] = [{"type": 14}, {"type": 14, "id": 1}]
    outside: JsonObject = {"type": 17, "id": 3, "components": inside}
    last: JsonObject = {"type": 14}

    complete([outside, last])

    assert [inside[0]["id"], inside[1]["id"], outside["id"], last["id"]] == [2, 1, 3, 4]


def test_what_is_left_out_gets_its_default() -> None:
    select: JsonObject = {"type": 3, "custom_id": "pick", "min_values": 0}

    complete([{"type": 1, "components": [select]}])

    assert (select["min_values"], select["max_values"]) == (0, 1)


def test_ids_of_emoji_are_strings_whatever_was_sent() -> None:
    button: JsonObject = {"type": 2, "emoji": {"id": 1576784942338146304, "name": "RX"}}
    plain: JsonObject = {"label": "none"}
    option: JsonObject = {"label": "1", "emoji": {"id": 1576784942338146305, "name": "RC"}}
    square: JsonObject = {"label": "2", "emoji": {"id": None, "name": "\N{BLACK LARGE SQUARE}"}}

    complete([button, {"type": 3, "custom_id": "pick", "options": [plain, option, square]}])

    assert button["emoji"]["id"] == "1576784942338146304"
    assert option["emoji"]["id"] == "1576784942338146305"
    assert square["emoji"]["id"] is None


def test_texts_are_found_wherever_they_nest() -> None:
    def text(content: str) -> JsonObject:
        return {"type": 10, "content": content}

    section = {"type": 9, "components": [text("b")], "accessory": {"type": 11}}
    container = {"type": 17, "components": [text("a"), section]}

    assert list(texts([container, text("c")])) == ["a", "b", "c"]
