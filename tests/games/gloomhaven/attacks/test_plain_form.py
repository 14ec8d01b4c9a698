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


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        # as above: 13 of 20 cards kill the only target
        ("65% to kill", "confirmed"),
        ("35 percent to kill it", "refuted"),
        ("the chance to kill is 13 in 20", "confirmed"),
        ("chance of a kill: 65%", "confirmed"),
        ("the chance of killing the guard is at least 66%", "refuted"),
        ("chance that Bandit Guard 1 dies is 0.65", "confirmed"),
        ("35% to survive", "confirmed"),
        ("it kills with 65%", "confirmed"),
        ("the guard dies in 13 of 20 cases", "confirmed"),
    ],
)
def test_the_only_target_needs_no_name(claim: str, verdict: str) -> None:
    text = f"{HEAD}attacks: [{{attack: 6, by: Brute, against: Bandit Guard 1}}]\nclaims:\n- '{claim}'\n"
    (judged,) = api.check(api.loads(text)).claims
    assert judged.verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        # 3 + 1 for the poison, + 1 by the card, - 1 by the shield: 4 of 9
        ("4 damage", "confirmed"),
        ("the damage is 4", "confirmed"),
        ("damage of 5", "refuted"),
        ("4 damage in total", "confirmed"),
        ("the attack does 4 damage", "confirmed"),
        ("it deals 3 damage", "refuted"),
        ("no damage", "refuted"),
        ("A survives with 5 hp", "confirmed"),
        ("A has 4 hit points left", "refuted"),
        ("A survives", "confirmed"),
        ("the attack kills A", "refuted"),
        ("Brute draws one card", "confirmed"),
        ("he draws 2 modifier cards", "refuted"),
    ],
)
def test_what_an_attack_came_to(claim: str, verdict: str) -> None:
    against = "{name: A, hp: 9, shield: 1, poisoned: yes}"
    text = f"{HEAD}attacks: [{{attack: 3, by: Brute, against: {against}}}]\nline: [draw +1]\n"
    (judged,) = api.check(api.loads(f"{text}claims: ['{claim}']\n")).claims
    assert judged.verdict == verdict


@pytest.mark.parametrize("claim", ["A takes 4 damage", "hits for 4", "a good attack", "Brute wins"])
def test_what_may_mean_something_else_is_refused(claim: str) -> None:
    with pytest.raises(InputError, match="is no claim"):
        api.loads(
            f"{HEAD}attacks: [{{attack: 3, by: Brute, against: {{name: A, hp: 9}}}}]\nclaims: [{claim}]\n"
        )


@pytest.mark.parametrize(
    "beside",
    [
        "attack: 3, range 4\ntarget: {name: A, hp: 9, adjacent: true}\n",
        "attack: 3, range 4\nadjacent: yes\ntarget: {name: A, hp: 9}\n",
        "attack: 3, range 4\ntarget: {name: A, hp: 9, distance: 1}\n",
        "attacks:\n- {attack: '3, range 4', next to: A, against: {name: A, hp: 9}}\n",
        "attack: 3\nrange: 4\ntarget: {name: A, hp: 9, beside: yes}\n",
    ],
)
def test_a_target_next_to_the_attacker(beside: str) -> None:
    """A ranged attack at it has disadvantage. (GH-4.3)"""
    plain = f"{HEAD}attacks: [{{attack: '3, range 4', distance: 1, against: {{name: A, hp: 9}}}}]\n"
    assert table(f"{HEAD}{beside}") == table(plain)
    with pytest.raises(InputError, match="adjacent"):
        api.loads(f"{HEAD}attack: 3, range 4\ntarget: {{name: A, hp: 9, adjacent: no}}\n")


def test_what_items_add() -> None:
    plain = f"{HEAD}attacks: [{{attack: 3, bonuses: {{Potion: 1}}, against: {{name: A, hp: 9}}}}]\n"
    assert table(plain.replace("bonuses: {Potion: 1}", "items: {Potion: +1 attack}")) == table(plain)
    with pytest.raises(InputError) as caught:
        api.loads(plain.replace("bonuses: {Potion: 1}", "items: [Potion]"))
    assert "`bonuses: {Power Potion: 1}`" in caught.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("items", "damage"),
    [
        ("[Minor Power Potion]", 4),  # 3 + 1
        ("'Minor Power Potion, Major Power Potion'", 6),  # 3 + 1 + 2
        ("[Eagle-Eye Goggles]", 4),  # the better of +0 and +1
        ("[Stun Powder]", 3),
    ],
)
def test_items_of_the_city_by_name(items: str, damage: int) -> None:
    """A target without a shield; +0 is drawn, and +1 where there is advantage. (GH-6.7, GH-6.12)"""
    drawn = "[draw +0, draw +1]" if "Goggles" in items else "[draw +0]"
    text = (
        f"game: gloomhaven\nattacks: [{{attack: 3, items: {items}, against: {{name: A, hp: 9}}}}]\n"
        f"line: {drawn}\nclaims: [{{damage: {damage}}}]\n"
    )
    (claim,) = api.check(api.loads(text)).claims
    assert claim.verdict == "confirmed"


@pytest.mark.parametrize("items", ["[Hide Armor]", "[War Hammer]", "[My Own Sword]"])
def test_other_items_are_no_bonus_to_an_attack(items: str) -> None:
    """One protects, one says more than can be played, one is unknown."""
    text = f"game: gloomhaven\nattacks: [{{attack: 3, by: Brute, items: {items}, against: A}}]\n"
    with pytest.raises(InputError):
        api.check(api.loads(text))
