"""The vectors: positions and records with the answers that any right implementation gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

VECTORS: Final = Path(__file__).parents[1] / "vectors"


def vector_lines(name: str) -> list[str]:
    """The lines of a file of vectors, such as ``"records-good"``, each a JSON document."""
    return (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def vectors(name: str) -> list[dict[str, Any]]:
    """The vectors of a file, parsed."""
    return [json.loads(line) for line in vector_lines(name)]
