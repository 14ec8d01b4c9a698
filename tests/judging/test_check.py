"""Claims that need a search share the budget: no verdict depends on what else a file claims."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.model.facts import answered, doubted, in_all_ways

POSITION = """\
game: quest
turn: dungeon
champion: Mine
hand: [Gorlandor 2, Maul, 2 x Adventurer, Lantern, Silverhelm 1]
deck: []
tokens: {iron_rations: 1}
wounds: 2
xp: 4
village: {Maul: 1, Shortsword: 2, Fireball: 1, Stormhand: 2, Silverhelm: 4}
dungeon:
  Mine: Goblin Berserker
  Abandoned Gate: Goblin Potion Tester
  Tree House: Hobgoblin Scrapper
  Elven Outpost: Goblin King
  Bog: Cankerous Spider
  Vault: Bugbear Elite
claims: [CLAIMS]
"""
CHEAP = "{reaches: Tree House}, {can: heal}"
"""One step into the next room; a Wound healed by Silverhelm's ability."""
DEAR = "{can: buy Maul}"
"""Every battle, by every hand, with every use of the tokens, may have Spoils that buy."""


@pytest.mark.parametrize("claims", [CHEAP, f"{DEAR}, {CHEAP}", f"{CHEAP}, {DEAR}"])
def test_a_dear_claim_takes_nothing_from_the_others(claims: str) -> None:
    position = api.loads(POSITION.replace("CLAIMS", claims).encode(), "position.yaml")
    with allow(Budget(steps=30_000)):
        answer = api.check(position)

    verdicts = {each.text: each.verdict for each in answer.claims}
    assert [verdict for text, verdict in verdicts.items() if "Maul" not in text] == ["confirmed", "confirmed"]


UNTOLD = """\
game: gloomhaven
campaign: {characters: {Brute: {class: Brute, level: 2}}}
line: [Brute donates]
claims: [gold 30, experience 3]
expect: {line: {gold: 30, experience: 3}}
"""


def test_what_no_file_tells_is_undecided_as_a_claim_and_as_an_expectation() -> None:
    answer = api.check(api.loads(UNTOLD))
    assert [claim.verdict for claim in answer.claims] == ["undecided", "refuted"]  # level 2 is 45 experience
    doubts = {each.path[-1]: each.undecided for each in answer.expectations}
    assert doubts == {"gold": True, "experience": False}


def test_one_way_of_which_nothing_is_known_leaves_an_expectation_in_doubt() -> None:
    failed = answered(("line", "points"), "points", False, "1", "0")
    (sure, open_) = (in_all_ways(["A", "B"], pair) for pair in ([failed, failed], [failed, doubted(failed)]))
    assert (sure.undecided, open_.undecided) == (False, True)
    assert (
        open_.found == "undecided: it depends on what the steps leave open: with A: 0; with B: undecided: 0"
    )
