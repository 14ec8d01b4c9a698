"""A third ten of first positions of Gloomhaven, kept unedited: what each is answered, and other words for it.

The comment at the head of each file is its writer's derivation.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tsolve import api
from tsolve.errors import InputError

HERE = Path(__file__).parent / "third" / "gloomhaven"
YES, NO, OPEN = "confirmed", "refuted", "undecided"


def written(number: str) -> str:
    """The text of a file."""
    return (HERE / f"{number}.yaml").read_text(encoding="utf-8")


def table(number: str) -> str:
    """The text of a file without its claims."""
    return written(number).split("claims:")[0]


def verdicts(text: str) -> list[str]:
    """The verdicts on the claims of a file."""
    return [claim.verdict for claim in api.check(api.loads(text)).claims]


def judged(text: str, claims: dict[str, str]) -> dict[str, str]:
    """The verdict on each of these claims about a table, each in a file of its own."""
    return {each: " ".join(verdicts(f"{text}claims:\n- {each}\n")) for each in claims}


@pytest.mark.parametrize(
    ("number", "expected"),
    {
        "01": [NO, NO, YES, YES, YES],  # the last says two things
        "02": [NO, YES, YES, NO],
        "03": [NO, NO, YES, NO],
        "04": [YES, NO, YES],
        "05": [NO, YES, NO, YES],
        "06": [NO, YES, YES, YES],
        "07": [NO, YES, NO],
        "08": [OPEN, YES, NO, NO],  # 95 %: x2 kills it (3 x 2 = 6) before it could be pushed
        "09": [NO, YES, YES, YES],
        "10": [NO, YES, NO, YES],
    }.items(),
)
def test_each_is_answered_at_once(number: str, expected: list[str]) -> None:
    assert verdicts(written(number)) == expected


def test_those_attacked_are_named_among_others() -> None:
    """It attacks Brute, Scoundrel and Tinkerer. The key states them all, and so does `only`."""
    claims = {
        "attacks Tinkerer": YES,
        "attacks Tinkerer and the Brute": YES,
        "attacks both Brute and Tinkerer": YES,
        "also attacks Tinkerer": YES,
        "attacks Tinkerer as well": YES,
        "Living Bones 1 attacks Scoundrel": YES,
        "atakuje Brute i Tinkerer": YES,
        "attacks Brute, Scoundrel and Tinkerer": YES,
        "attacks only Brute, Scoundrel and Tinkerer": YES,
        "attacks only Tinkerer": NO,
        "Living Bones 1 only attacks Brute": NO,
        "attacks nobody but Brute": NO,
        "attacks Brute alone": NO,
        "attacks Brute and nobody else": NO,
        "atakuje tylko Brute": NO,
        "{attacks: [Tinkerer]}": NO,
        "{attacks: [Tinkerer, Brute, Scoundrel]}": YES,
        "does not attack Tinkerer": NO,
        "attacks nobody": NO,
    }
    assert judged(table("02"), claims) == claims
    (claim,) = api.check(api.loads(f"{table('02')}claims: [attacks Tinkerer]")).claims
    assert "attacks Brute, Scoundrel and Tinkerer" in claim.reason


@pytest.mark.parametrize(
    "claim",
    [
        "attacks Brute or Tinkerer",
        "does not only attack Brute",
        "heals 3",
        "attacks Brute once",
        "attacks two",
    ],
)
def test_what_may_mean_something_else_is_refused(claim: str) -> None:
    with pytest.raises(InputError):
        verdicts(f"{table('02')}claims: [{claim}]")


CORRIDOR = """
game: gloomhaven
level: 1
turn: Bandit Guard 3
map: {size: 5 x 1, traps: [[2, 0]]}
monsters: {Bandit Guard 3: {at: [0, 0], hp: 6, conditions: [WOUND]}}
ability_cards: {Bandit Guard: {initiative: 30, do: [move +0, "attack +0, muddle"]}}
characters: {Brute: {at: [4, 0], hp: 10, initiative: 61}}
"""


def test_damage_by_its_cause() -> None:
    """There is no way but through the trap, to (3,0), 3 steps (GH-12.20): 2 + 1 damage at level 1 (GH-1.7).
    The wound takes 1 at the beginning of the turn (GH-8.6): 6 - 1 - 3 = 2. An attack of 2 leaves the Brute at
    least 10 - 4, and its muddle comes with any card.
    """
    claims = {
        "Bandit Guard 3 takes 3 damage from the trap": YES,
        "takes 3 damage from the trap": YES,
        "takes at most 3 damage from a trap": YES,
        "loses 4 hit points to the trap": NO,
        "suffers trap damage": YES,
        "does not take damage from the trap": NO,
        "Bandit Guard 3 dostaje 3 obrażenia od pułapki": YES,
        "takes 1 damage from its wound": YES,
        "Bandit Guard 3 suffers 4 damage": YES,
        "has 2 hp after its turn": YES,
        "Bandit Guard 3 is down to 2 hp": YES,
        "Bandit Guard 3 ma potem 2 PŻ": YES,
        "Brute has at least 6 hp left": YES,
        "Brute has at least 9 hp left": NO,
        "Brute gets muddled": YES,
        "Brute is muddled afterwards": YES,
        "Brute jest zamroczony": YES,
        "Brute gets poisoned": NO,
        "Brute is not stunned": YES,
        "Brute takes no damage from hazardous terrain": YES,
    }
    assert judged(CORRIDOR.replace("WOUND", "wound"), claims) == claims


def test_heals() -> None:
    """As 05 derives: Inox Guard 2 gets 3 back and has 7; the others nothing. With poison the heal removes the
    poison and nothing else (GH-8.5).
    """
    claims = {
        "heals Inox Guard 2": YES,
        "heals Inox Guard 2 for 3": YES,
        "heals Inox Guard 2 by 2 hp": NO,
        "heals nobody but Inox Guard 2": YES,
        "heals Inox Guard 2 and Inox Guard 3": NO,
        "heals himself": NO,
        "does not heal Inox Guard 3": YES,
        "Inox Shaman 1 heals nobody": NO,
        "Inox Guard 2 is healed": YES,
        "Inox Guard 2 regains 3 hit points": YES,
        "Inox Guard 3 is not healed": YES,
        "Inox Guard 2 has more than 6 hp": YES,
        "leczy Inox Guard 2": YES,
    }
    assert judged(table("05"), claims) == claims
    poisoned = table("05").replace("hp: 4}", "hp: 4, conditions: [poison]}")
    claims = {
        "heals Inox Guard 2": YES,
        "Inox Guard 2 is healed": NO,
        "Inox Guard 2 is no longer poisoned": YES,
        "Inox Guard 2 has 4 hp after that": YES,
    }
    assert judged(poisoned, claims) == claims


def test_damage_that_may_come() -> None:
    """3 + card of the better of two: null and -2 1, -1 2, +0 3, +1 4, +2 5, x2 7. So 1 to 7 without 6."""
    claims = {
        "damage at most 7": YES,
        "at most 6 damage": NO,
        "damage is 7 at most": YES,
        "never more than 7 damage": YES,
        "cannot do more than 6 damage": NO,
        "never zero": YES,
        "always at least 1 damage": YES,
        "deals at least 2 damage": NO,
        "most damage is 7": YES,
        "most damage is 8": NO,
        "can deal up to 8 damage": NO,
        "minimum damage 1": YES,
        "can do 7 damage": YES,
        "can do 6 damage": NO,
        "cannot do 6 damage": YES,
        "5 damage is possible": YES,
        "damage 4": OPEN,
        "City Guard cannot be killed": NO,
        "City Guard gets poisoned": NO,
        "City Guard has at most 3 hp left": YES,
    }
    assert judged(table("06"), claims) == claims


def test_damage_in_polish() -> None:
    """2 + card of the worse of two: null and -2 0, -1 1, +0 2, +1 3, +2 (with x2) 4. 2 are enough: 41 %."""
    claims = {
        "maksymalne obrażenia to 4": YES,
        "zadaje co najmniej 2 obrażenia": NO,
        "zadaje co najwyżej 4 obrażenia": YES,
        "może zadać 4 obrażenia": YES,
        "może zadać 5 obrażeń": NO,
        "nigdy zero": NO,
        "Strażnik ginie z szansą co najmniej 40 %": YES,
        "41 % szans na zabicie Strażnik": YES,
        "Strażnik zginie": OPEN,
    }
    assert judged(table("07"), claims) == claims


def test_the_best_that_a_player_can_reach() -> None:
    """13 of 20 cards kill it with the trap. Beside the bottom of Warding Strength, shield 1, only the top of
    Sweeping Blow, or Attack 2 with it, is left: no push, and 2 x 2 < 6. (GH-2.5)
    """
    claims = {
        "65% to kill Bandit Guard 1": YES,
        "can kill Bandit Guard 1 with 65%": YES,
        "Bandit Guard 1 can be killed with at least 60%": YES,
        "Bandit Guard 1 dies with 59 %": NO,
        "Brute cannot kill Bandit Guard 1": NO,
        "can kill Bandit Guard 1": OPEN,
        "Bandit Guard 1 can be pushed onto the trap": OPEN,
        "Brute can push Bandit Guard 1 into (3,1)": YES,
        "Brute can have shield 1 from Warding Strength and push Bandit Guard 1 onto the trap": NO,
        "Brute can kill Bandit Guard 1 and use the bottom of Warding Strength": NO,
        "Brute can attack Bandit Guard 1 and get shield 1 from Warding Strength": YES,
    }
    assert judged(table("08"), claims) == claims


COIN = """
game: gloomhaven
level: 1
turn: ACTOR
map: {size: 6 x 1}
money: "(2,0)"
monsters: {Bandit Guard 3: {at: [1, 0], hp: 6}}
ability_cards: {Bandit Guard: {initiative: 30, do: [move +0, "attack +0", "loot 1"]}}
characters: {Brute: {at: [4, 0], hp: 10, cards: [Warding Strength, Sweeping Blow]}}
"""


def test_who_picks_up_coins() -> None:
    """The guard goes to (3,0), beside the Brute, and its loot 1 takes the token of (2,0). (GH-12.34) In a
    turn of the Brute, its player chooses; x2 makes 6 of its attack 3. Sweeping Blow pushes from (1,0) to
    (0,0), which is no pull.
    """
    claims = {
        "picks up the coin": YES,
        "Bandit Guard 3 loots 1 coin": YES,
        "Bandit Guard 3 does not loot any coins": NO,
        "Brute picks up the coin": NO,
        "Brute loots nothing": YES,
    }
    assert judged(COIN.replace("ACTOR", "Bandit Guard 3"), claims) == claims
    claims = {
        "Brute picks up the coin": OPEN,
        "damage at least 1": OPEN,
        "damage at most 5": NO,
        "Brute can push Bandit Guard 3 into (0,0)": YES,
        "Brute can pull Bandit Guard 3 into (0,0)": NO,
    }
    beside = COIN.replace("ACTOR", "Brute").replace("at: [4, 0]", "at: [2, 0]").replace("(2,0)", "(3,0)")
    assert judged(beside, claims) == claims


def test_coins_and_gold() -> None:
    """3 gold each at level 3, so 12; whether 31 + 12 = 43 are meant is open. 20 + 1 = 21 for the boots."""
    claims = {
        "12 gold for 4 coins": YES,
        "4 coins are worth 12 gold": YES,
        "Scoundrel gets 12 gold for her 4 coins": YES,
        "13 gold for 4 coins": NO,
        "{gold: 8, of: Scoundrel loots 4 coins}": NO,
        "{gold: 43, of: Scoundrel loots 4 coins}": OPEN,
        "{gold: 20, of: Tinkerer}": YES,
        "Scoundrel has 31 gold": YES,
        "with 20 gold Tinkerer cannot buy Boots of Striding": YES,
        "with 21 gold Tinkerer can buy Boots of Striding": YES,
        "Brute can buy Boots of Striding with 20 gold": NO,
        "20 gold are not enough for Brute to buy Boots of Striding": YES,
    }
    assert judged(table("09"), claims) == claims


def test_levels_by_experience_and_new_characters() -> None:
    """148 experience make level 3 (95), not 4 (150); whoever may still rise has the level that is told, or 1.
    15 x (4 + 1) = 75, 15 x (3 + 1) = 60.
    """
    claims = {
        "Brute is level 3": YES,
        "{level: 4, of: Brute}": NO,
        "Brute can level up": YES,
        "{gold: 75, of: a new Tinkerer at level 4}": YES,
        "{gold: 75, of: new Tinkerer at level 3}": NO,
        "a new Tinkerer of level 3 has 60 gold": YES,
    }
    assert judged(table("10"), claims) == claims
    remarks = api.loads(f"{table('10')}claims: [Brute is level 3]").remarks()
    assert any("148 experience: 3" in each for each in remarks)


@pytest.mark.parametrize(
    "steps",
    [
        ["move to (5,1) and attack Brute"],
        ["focus Brute, move to (5,1), attack Brute"],
        ["goes to (5,1), then attacks Brute"],
        ["move to (5,1)", "attack Brute"],
    ],
)
def test_a_step_that_says_several_is_played(steps: list[str]) -> None:
    """The archer steps back and attacks; a card of its deck comes then."""
    line = api.check(api.loads(f"{table('01')}line: {[*steps, 'draw +0']}\n")).line
    assert line is not None
    assert line.legal
    assert "goes to (5,1), attacks Brute" in line.outcome


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("move to (5,1) and attack Tinkerer", "its focus Brute is always among the targets"),
        ("move to (4,0) and attack Brute", "an obstacle lies in (4,0)"),
    ],
)
def test_the_first_of_several_that_is_not_legal_says_why(step: str, why: str) -> None:
    line = api.check(api.loads(f"{table('01')}line: ['{step}']\n")).line
    assert line is not None
    assert [each.refusal.reason for each in line.steps if each.refusal] == [why]


def test_a_half_with_its_first_ability() -> None:
    """A half and what is done with it, in all the ways that people join them."""
    for step in (
        "top of Warding Strength: attack Bandit Guard 1",
        "play top of Warding Strength and attack Bandit Guard 1",
        "play top of Warding Strength, attack Bandit Guard 1, draw +0",
    ):
        line = api.check(api.loads(f"{table('08')}line: ['{step}']\n")).line
        assert line is not None
        assert line.legal, step
