"""Files of attacks in the words of people, and claims about chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.games.gloomhaven.judging.death_claims import agrees

HEAD = "game: gloomhaven\n"
PLAIN = (
    f"""{HEAD}attacks: [{{attack: "3, pierce 2", by: Brute, against: {{name: A, hp: 10, shield: 3}}}}]\n"""
)
"""What the files below mean."""


def table(text: str) -> object:
    """What a file puts on the table, with the attacks to come."""
    return api.loads(text).state


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}attack: 3, pierce 2\nby: Brute\ntarget: {{name: A, shield: 3, hp: 10}}\n",
        f"{HEAD}attacks: {{attack: 3, pierce 2, attacker: Brute, target: {{name: A, shield: 3, hp: 10}}}}\n",
        f"{HEAD}attacks: [{{attack: 3, pierce 2, by: Brute, against: {{name: A, shield: 3, hp: 10/10}}}}]\n",
        f"{HEAD}enemy: {{name: A, shield: 3, hp: 10}}\nattack: 3, pierce 2\nattacker: Brute\n",
        f"{HEAD}attacks:\n- Brute attacks 3, pierce 2 vs A with 10 hp, shield 3\n",
        f"{HEAD}attacks:\n- {{Atak: 3, przebicie 2, by: Brute, cel: {{name: A, tarcza: 3, PŻ: 10}}}}\n",
        f"{HEAD}attacks:\n- attack: [Attack 3, pierce 2]\n  by: Brute\n  vs: {{A: {{shield: 3, hp: 10}}}}\n",
    ],
)
def test_it_is_the_same_attack(text: str) -> None:
    assert table(text) == table(PLAIN)


def test_a_target_may_be_named_a_second_time() -> None:
    said = (
        f"{HEAD}attacks:\n- {{attack: 3, against: {{name: A, hp: 9}}}}\n"
        "- {attack: 2, against: {name: A}}\n"
    )
    plain = f"{HEAD}attacks:\n- {{attack: 3, against: {{name: A, hp: 9}}}}\n- {{attack: 2, against: A}}\n"
    assert table(said) == table(plain)


def test_a_target_beside_several_attacks_is_that_of_all() -> None:
    said = f"{HEAD}attacks: [{{attack: 3}}, {{attack: 2}}]\ntarget: {{name: A, hp: 9}}\n"
    plain = f"{HEAD}attacks: [{{attack: 3, against: {{name: A, hp: 9}}}}, {{attack: 2, against: A}}]\n"
    assert table(said) == table(plain)


def test_what_somebody_is_described_as_twice_stays_a_mistake() -> None:
    with pytest.raises(InputError, match="described twice"):
        api.loads(
            f"{HEAD}attacks:\n- {{attack: 3, against: {{name: A, hp: 9}}}}\n"
            "- {attack: 2, against: {name: A, hp: 8}}\n"
        )


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        # a normal Bandit Guard of level 1 has 6 hit points: of 20 cards +0 (6), +1 (5), +2 and x2 kill it
        ("65% to kill Bandit Guard 1", "confirmed"),
        ("13/20 to kill the guard", "confirmed"),
        ("13 in 20 to kill Bandit Guard 1", "confirmed"),
        ("at least 70% to kill Bandit Guard 1", "refuted"),
        ("at most 65% that Bandit Guard 1 dies", "confirmed"),
        ("more than 65 % to kill Bandit Guard 1", "refuted"),
        ("Bandit Guard 1 dies with a chance of 65%", "confirmed"),
        ("{survives: Bandit Guard 1, chance: 35%}", "confirmed"),
        ("Bandit Guard 1 dies", "undecided"),
        ("{dies: Bandit Guard 1, chance: 64%}", "refuted"),
    ],
)
def test_chances_are_claimed_in_a_sentence(claim: str, verdict: str) -> None:
    text = f"{HEAD}attacks: [{{attack: 6, by: Brute, against: Bandit Guard 1}}]\nclaims:\n- {claim}\n"
    (judged,) = api.check(api.loads(text)).claims
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("written", "chance", "holds"),
    [
        ("72%", Fraction(13, 18), True),  # 72.2 %
        ("72.2%", Fraction(13, 18), True),
        ("72.3%", Fraction(13, 18), False),
        ("13/18", Fraction(13, 18), True),
        ("26/36", Fraction(13, 18), True),
        ("0.72", Fraction(13, 18), True),
        ("1", Fraction(999, 1000), False),
        (">= 72.3%", Fraction(13, 18), False),
        ("< 73%", Fraction(13, 18), True),
    ],
)
def test_a_chance_is_as_precise_as_it_is_written(written: str, chance: Fraction, holds: bool) -> None:
    assert agrees(written, chance) == holds
