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


def test_texts_are_found_wherever_they_nest() -> None:
    def text(content: str) -> JsonObject:
        return {"type": 10, "content": content}

    section = {"type": 9, "components": [text("b")], "accessory": {"type": 11}}
    container = {"type": 17, "components": [text("a"), section]}

    assert list(texts([container, text("c")])) == ["a", "b", "c"]
