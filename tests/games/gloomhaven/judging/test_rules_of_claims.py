"""Beside a claim about a monster's turn stand the rules that decide it, and a refuted one says why."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.model.answers import ClaimAnswer

_BETWEEN_TWO = """
game: gloomhaven
turn: Monster 1
map: {size: 7 x 7}
monsters: {Monster 1: {at: [3, 3], conditions: [CONDITIONS], stats: {hp: 5, move: 3, attack: 2}}}
ability_cards: {Monster: {initiative: 50, do: [ABILITIES]}}
characters: {One: {at: [1, 3], hp: 9, initiative: 20}, Two: {at: [5, 3], hp: 9, initiative: 15}}
LINE
claims: [CLAIM]
"""


def _judged(
    claim: str, abilities: str = "move +0, attack +0", condition: str = "", line: str = ""
) -> ClaimAnswer:
    text = _BETWEEN_TWO.replace("CONDITIONS", condition).replace("ABILITIES", abilities)
    (judged,) = api.check(
        api.loads(text.replace("LINE", line).replace("CLAIM", claim).encode(), "c.yaml")
    ).claims
    return judged


# GH-E15: both can be attacked after one step and are two hexes away, 15 comes before 20; the monster goes to
# (4,3) or (4,4).
# (6,3) is beside Two as well, after 3 steps; (6,6) is 4 hexes away, (3 + 1 + 4) / 2, and beside nobody.
@pytest.mark.parametrize("line", ["", 'line: [focus Two, "move to (4,3)"]'])
@pytest.mark.parametrize(
    ("claim", "verdict", "rulings", "told"),
    [
        ("{focus: Two}", "confirmed", {"GH-12.10", "GH-12.12"}, ""),
        ("{focus: One}", "refuted", {"GH-12.10", "GH-12.12"}, "15 before 20"),
        ("{end: [6, 3]}", "refuted", {"GH-12.17"}, "(4,3) costs 1 step, (6,3) 3"),
        ("{end: [6, 6]}", "refuted", {"GH-12.7", "GH-12.17"}, "Two cannot be attacked from (6,6)"),
        ("{attacks: [One]}", "refuted", {"GH-12.10", "GH-12.12", "GH-12.32"}, "15 before 20"),
        ("{attacks: [Two]}", "confirmed", {"GH-12.32"}, ""),
    ],
)
def test_the_rules_that_decide(claim: str, verdict: str, rulings: set[str], told: str, line: str) -> None:
    if line and "attacks" in claim:
        line = line.replace("]", ", attack Two]")

    judged = _judged(claim, line=line)

    assert judged.verdict == verdict
    assert set(judged.rulings) == rulings
    assert told in judged.reason


@pytest.mark.parametrize(
    ("claim", "abilities", "condition", "rulings"),
    [
        ("{attacks: []}", "move +0, attack +0", "disarm", {"GH-8.8"}),
        ("{attacks: []}", "move +0, attack +0", "immobilize", {"GH-8.7", "GH-12.28"}),
        ("{end: [3, 3]}", "move +0, attack +0", "immobilize", {"GH-8.7", "GH-12.28"}),
        ("{focus: nobody}", "move +0, attack +0", "stun", {"GH-8.9", "GH-12.29"}),
        ("{attacks: []}", "move +0", "", {"GH-12.1"}),
        ("{end: [3, 3]}", "attack +0", "", {"GH-12.1"}),
    ],
)
def test_the_rules_by_which_nothing_is_done(
    claim: str, abilities: str, condition: str, rulings: set[str]
) -> None:
    judged = _judged(claim, abilities, condition)

    assert judged.verdict == "confirmed"
    assert set(judged.rulings) == rulings


def test_what_a_player_chooses_is_no_rule_of_monsters() -> None:
    text = """
game: gloomhaven
turn: Brute
map: {size: 4 x 1}
characters:
  Brute:
    at: [0, 0]
    hp: 9
    plays: [One, Two]
    cards:
      One: {initiative: 20, top: attack 2, bottom: move 2}
      Two: {initiative: 40, top: attack 1, bottom: move 1}
line: [bottom of One, "move to (2,0)"]
claims: [{end: [2, 0]}]
"""
    (judged,) = api.check(api.loads(text.encode(), "c.yaml")).claims

    assert (judged.verdict, judged.rulings) == ("confirmed", ())


# From (0,0) in a corridor to the Brute in (7,0): with 4 points it would be in (4,0), with 3 it is in (3,0).
# (6,1) is beside nobody. (4,2), beside the Brute in (3,1), is (4 + 1 + 3) / 2 = 4 steps from (0,1), (2,1) 2.
@pytest.mark.parametrize(
    ("size", "start", "brute", "end", "told"),
    [
        ("8 x 1", "[0, 0]", "[7, 0]", "(4,0)", "(4,0) costs 4 steps, and its movement is 3"),
        ("8 x 3", "[0, 1]", "[2, 1]", "(6,1)", "Brute cannot be attacked from (6,1)"),
        ("8 x 3", "[0, 1]", "[3, 1]", "(4,2)", "(2,1) costs 2 steps, (4,2) 4"),
    ],
)
def test_movement_is_the_reason_only_if_more_of_it_would_help(
    size: str, start: str, brute: str, end: str, told: str
) -> None:
    text = f"""
game: gloomhaven
turn: Monster 1
map: {{size: {size}}}
monsters: {{Monster 1: {{at: {start}, stats: {{hp: 5, move: 3, attack: 2}}}}}}
ability_cards: {{Monster: {{initiative: 50, do: [move +0, attack +0]}}}}
characters: {{Brute: {{at: {brute}, hp: 9, initiative: 20}}}}
"""
    answer = api.why_not(api.loads(text.encode(), "c.yaml"), f"move to {end}")

    assert answer.verdict == "impossible"
    assert told in answer.reasons[0].text
