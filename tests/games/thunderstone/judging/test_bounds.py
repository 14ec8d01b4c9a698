"""Claims of at least or at most so much: without a line the most that can be, else what a line comes to."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.judging.test_sentences import DUNGEON, VILLAGE, verdict
from tsolve import api
from tsolve.errors import InputError


# The most against the Kingdom is 10, the most gold 8. (test_sentences)
@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("at most 10 against Kingdom", "confirmed"),
        ("at most 9 against the Kingdom", "refuted"),
        ("no more than 10 against Kingdom", "confirmed"),
        ("at least 10 against Kingdom", "confirmed"),
        ("Anna has at least 11 against Kingdom", "refuted"),
        ("more than 9 against Kingdom", "confirmed"),
        ("more than 10 against Kingdom", "refuted"),
        ("less than 11 against Kingdom", "confirmed"),
        ("Kingdom: less than 10", "refuted"),
        ("10 or more against Kingdom", "confirmed"),
        ("co najmniej 10 przeciw Kingdom", "confirmed"),
        ("Ben does not have more than 9 against Kingdom", "refuted"),
        ("can reach at least 10 against the Kingdom", "confirmed"),
        ("cannot reach more than 10 against Kingdom", "confirmed"),
        ("can reach at most 9 against Kingdom", "refuted"),
        ("Kingdom has at most 5 Health", "confirmed"),
        ("Kingdom's Health is more than 5", "refuted"),
        ("exactly 10 against Kingdom", "confirmed"),
    ],
)
def test_totals(claim: str, expected: str) -> None:
    assert verdict(DUNGEON, claim)[0] == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("at least 8 gold", "confirmed"),
        ("9 gold or more", "refuted"),
        ("Karl has at most 8 gold", "confirmed"),
        ("I have less than 8 gold", "refuted"),
        ("gold is over 7", "confirmed"),
        ("I just have 8 gold", "confirmed"),
        ("I only have 7 gold", "refuted"),
        ("can buy at least 2 cards", "confirmed"),  # the Barkeep
        ("can buy more than 2 cards", "refuted"),
        ("cannot buy more than 2 cards", "confirmed"),
        ("can buy at most 1 card", "refuted"),
    ],
)
def test_gold_and_purchases(claim: str, expected: str) -> None:
    assert verdict(VILLAGE, claim)[0] == expected


# Short Sword 4 + Dwarf 4 = 8 against Health 4: 4 to spare, 1 XP, 2 VP.
LINE = """game: thunderstone
turn: dungeon
hand: [Feayn Archer, Dwarf Guardian, Short Sword, Militia, Torch, Iron Rations]
deck: []
hall: [Haunt, Pegasus, Kingdom]
line: [equip Short Sword on Dwarf Guardian, attack Haunt, Militia cannot attack]
"""


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("at least 1 XP", "confirmed"),
        ("more than 1 XP", "refuted"),
        ("at most 2 VP", "confirmed"),
        ("margin less than 4", "refuted"),
        ("total at least 8", "confirmed"),
        ("at most 7 against Haunt", "refuted"),
        ("light at most 1", "confirmed"),
    ],
)
def test_what_a_line_comes_to(claim: str, expected: str) -> None:
    assert verdict(LINE, claim)[0] == expected


# The Town Guard draws two cards of four, one of which is a Torch (2 gold): 2 + 2 with both, 2 + 0 with none.
DRAWS = """game: thunderstone
turn: village
hand: [Torch, Town Guard]
deck: {rest: [2 x Torch, 2 x Disease]}
village: {Lantern: 8}
"""


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("at least 2 gold", "confirmed"),
        ("at most 1 gold", "refuted"),
        ("at least 99 gold", "refuted"),
        ("less than 99 gold", "confirmed"),
    ],
)
def test_draws_decide_only_what_they_can(claim: str, expected: str) -> None:
    assert verdict(DRAWS, claim)[0] == expected


# Spoils draw from a deck that nobody knows, after the battle: 10 is reached all the same. (TS-7.5)
SPOILS = """game: thunderstone
turn: dungeon
hand: [Selurin Warlock, Fireball, Militia, Disease, 2 x Torch]
deck: unknown
hall: [Nixie, Griffon, Sphinx]
"""


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("10 against Sphinx", "confirmed"),
        ("at most 8 against Sphinx", "refuted"),
        ("9 against Sphinx", "refuted"),
    ],
)
def test_what_comes_after_the_battle_changes_no_total(claim: str, expected: str) -> None:
    assert verdict(SPOILS, claim)[0] == expected


@pytest.mark.parametrize(
    "claim",
    [
        *("up to 8 against Kingdom", "about 8 against Kingdom", "between 7 and 9 against Kingdom"),
        *("at most 3 damage", "more than enough against Kingdom", "it is never more than 8 against Kingdom"),
        *("60% chance of at least 8 against Kingdom", "cannot reach less than 8 against Kingdom"),
    ],
)
def test_what_is_no_bound_is_refused(claim: str) -> None:
    with pytest.raises(InputError):
        verdict(DUNGEON, claim)


def test_a_bound_belongs_to_a_number() -> None:
    with pytest.raises(InputError, match="`bound` belongs to a number, not to `defeats`"):
        api.loads(f"{DUNGEON}claims: [{{defeats: Kingdom, bound: at least}}]")
    (found,) = api.check(
        api.loads(f"{DUNGEON}claims: [{{total: 9, against: Kingdom, bound: at least}}]")
    ).claims
    assert (found.verdict, found.text) == ("confirmed", "total at least 9 against Kingdom")
