"""An initiative that the file does not tell stays unknown: what depends on it is undecided."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.model.answers import CheckAnswer

# GH-E15: from (3,3) both enemies can be attacked after one step and are two hexes away.
TIED = """
game: gloomhaven
map: {size: 7 x 7}
turn: M 1
monsters: {M 1: {at: [3, 3], stats: {hp: 5, move: 3, attack: 2}}}
characters: {A: {at: [1, 3], hp: 9}, B: {at: [5, 3], hp: 9, initiative: 15}}
"""
# One step brings it beside A, three beside B: initiative does not matter.
NEARER = TIED.replace("M 1: {at: [3, 3]", "M 1: {at: [2, 3]")
# It stands beside all three and attacks two, its focus C, the first in initiative, and one of A and B.
TWO_TARGETS = """
game: gloomhaven
map: {size: 7 x 7}
turn: M 1
monsters: {M 1: {at: [3, 3], stats: {hp: 5, move: 0, attack: 2, targets: 2}}}
characters:
  A: {at: [3, 2], hp: 9}
  B: {at: [3, 4], hp: 9, initiative: 40}
  C: {at: [2, 3], hp: 9, initiative: 10}
"""


def check(text: str) -> CheckAnswer:
    return api.check(api.loads(text.encode(), "turn.yaml"))


def test_claims_and_expectations_that_hang_on_it_are_undecided() -> None:
    stated = "claims: [{focus: A}, {focus: B}, {attacks: []}]\nexpect: {options: [{focus: B}]}\n"
    answer = check(TIED + stated)

    assert [claim.verdict for claim in answer.claims] == ["undecided", "undecided", "refuted"]
    assert "GH-12.12" in answer.claims[0].rulings
    assert [(each.holds, each.undecided) for each in answer.expectations] == [(False, True)]
    assert [(each.what, each.key) for each in answer.to_write] == [
        ("the initiative of A", "characters: {A: {initiative: 20}}")
    ]


def test_an_expectation_that_no_initiative_makes_true_is_refuted() -> None:
    (found,) = check(TIED + "expect: {options: [{attacks: []}]}\n").expectations

    assert (found.holds, found.undecided) == (False, False)


def test_a_file_that_only_asks() -> None:
    answer = check(TIED)

    assert answer.verdict == "undecided"
    assert answer.options is not None
    assert answer.options.hangs_on == ("the initiative of A",)
    assert {each.values["focus"] for each in answer.options.options} == {"A", "B"}


def test_several_that_are_unknown() -> None:
    answer = check(TIED.replace(", initiative: 15", ""))

    assert [each.what for each in answer.to_write] == ["the initiative of A", "the initiative of B"]


def test_nothing_is_said_where_it_does_not_matter() -> None:
    answer = check(NEARER + "claims: [{focus: A}]\n")

    assert [claim.verdict for claim in answer.claims] == ["confirmed"]
    assert answer.to_write == ()
    assert answer.options is not None
    assert answer.options.hangs_on == ()


def test_monsters_whose_ability_card_is_not_told() -> None:
    """A summon acts by the same rules; two types of monsters are as near, so the lower card comes first."""
    answer = check("""
game: gloomhaven
map: {size: 7 x 7}
turn: Rat
characters: {A: {at: [0, 0], hp: 9, initiative: 20}}
summons: {Rat: {at: [3, 3], of: A, hp: 3, stats: {hp: 3, move: 3, attack: 2}}}
monsters: {M 1: {at: [1, 3], stats: {hp: 5}}, N 1: {at: [5, 3], stats: {hp: 5}}}
claims: [{focus: M 1}]
""")

    assert [claim.verdict for claim in answer.claims] == ["undecided"]
    assert [each.key for each in answer.to_write] == [
        "ability_cards: {M: {initiative: 20, do: [move +0, attack +0]}}",
        "ability_cards: {N: {initiative: 20, do: [move +0, attack +0]}}",
    ]


@pytest.mark.parametrize("text", [TIED, NEARER, TWO_TARGETS], ids=["tied", "nearer", "two targets"])
def test_the_cases_are_those_of_all_numbers(text: str) -> None:
    """The second method: every initiative from 1 to 99 is written into the file."""
    of_all, different = set(), set()
    for number in range(1, 100):
        told = text.replace("], hp: 9}", f"], hp: 9, initiative: {number}}}", 1)
        options = check(told).options
        assert options is not None
        assert not options.hangs_on
        found = frozenset(each.text for each in options.options)
        different.add(found)
        of_all |= found
    options = check(text).options

    assert options is not None
    assert {each.text for each in options.options} == of_all
    assert bool(options.hangs_on) == (len(different) > 1)
