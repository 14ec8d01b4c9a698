"""The facts of monsters a second time, as tables that the ruleset was not made from."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table, by the names of its columns."""
    with (HERE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def listed(cell: str) -> list[Any]:
    """A cell that holds a list; an empty one holds none."""
    found = json.loads(cell or "[]")
    assert isinstance(found, list)
    return found


STATISTICS = table("statistics")
MONSTERS = table("monsters")
ABILITY_CARDS = table("ability_cards")
AREAS = table("areas")
