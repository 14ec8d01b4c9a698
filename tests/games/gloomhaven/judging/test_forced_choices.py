"""A choice with one possibility is made by itself; it may be written once, and must be true."""

from __future__ import annotations

import pytest

from tsolve import api

NOTHING_WAITS = "nothing waits to be chosen; with one possibility it is done without a step"


@pytest.mark.parametrize(
    ("steps", "refused"),
    [
        ("heal Vermling Scout 1", ""),
        ("heal Vermling Scout 1, heal Vermling Scout 1", NOTHING_WAITS),
        ("heal Vermling Shaman 1", NOTHING_WAITS),
    ],
)
def test_a_step_with_one_possibility_may_be_written(steps: str, refused: str) -> None:
    """Only Scout 1 has lost hit points, so the heal has one target."""
    text = f"""
game: gloomhaven
turn: Vermling Shaman 1
map: {{size: 7 x 1}}
monsters: {{Vermling Shaman 1: {{at: [0, 0]}}, Vermling Scout 1: {{at: [3, 0], hp: 1}}}}
ability_cards: {{Vermling Shaman: 590}}
characters: {{Brute: {{at: [6, 0], hp: 10, initiative: 30}}}}
line: ["move to (2,0)", {steps}]
"""
    answer = api.check(api.loads(text.encode(), "heal.yaml"))

    assert answer.line is not None
    last = answer.line.steps[-1].refusal
    assert (last.reason if last is not None else "") == refused
