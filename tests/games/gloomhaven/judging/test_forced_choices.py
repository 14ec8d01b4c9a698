"""A choice with one possibility is made by itself; who writes it is told so."""

from __future__ import annotations

from tsolve import api


def test_a_step_with_one_possibility_is_not_written() -> None:
    """Only Scout 1 has lost hit points, so the heal has one target."""
    text = """
game: gloomhaven
turn: Vermling Shaman 1
map: {size: 7 x 1}
monsters: {Vermling Shaman 1: {at: [0, 0]}, Vermling Scout 1: {at: [3, 0], hp: 1}}
ability_cards: {Vermling Shaman: 590}
characters: {Brute: {at: [6, 0], hp: 10, initiative: 30}}
line: ["move to (2,0)", heal Vermling Scout 1]
"""
    answer = api.check(api.loads(text.encode(), "heal.yaml"))

    assert answer.line is not None
    refusal = answer.line.steps[1].refusal
    assert refusal is not None
    assert refusal.reason == "nothing waits to be chosen; with one possibility it is done without a step"
