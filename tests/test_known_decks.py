"""Positions as people know them: without `owned` and `monsters` their answers are undecided."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import yaml

from tsolve import api

FOLDERS = Path(__file__).parent.parent / "puzzles"
KEYS = ("owned", "monsters", "features", "stones", "seen")


def verdicts(shown: dict[str, Any]) -> list[str]:
    position = api.loads(yaml.safe_dump(shown, allow_unicode=True).encode(), "position.yaml")
    return [claim.verdict for claim in api.check(position).claims]


def without_keys(position: dict[str, Any]) -> dict[str, Any]:
    """The same with decks that nobody knows."""
    bare = {key: value for key, value in position.items() if key not in (*KEYS, "expect", "goal")}
    others = position.get("players", {}).get("others")
    return {**bare, "players": {"others": len(others)}} if isinstance(others, list) else bare


def test_claims_that_hang_on_a_deck_are_undecided_without_it() -> None:
    found, bare = Counter[str](), Counter[str]()
    for file in sorted(FOLDERS.glob("*/known-decks/*.yaml")):
        position = yaml.safe_load(file.read_text(encoding="utf-8"))
        found.update(verdicts(position))
        bare.update(verdicts(without_keys(position)))
    assert found.total() == bare.total() > 20
    assert set(found) == {"confirmed"}
    assert bare["undecided"] > 0.7 * bare.total()
