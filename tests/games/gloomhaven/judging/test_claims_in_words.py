"""Claims as players say them: what is denied, of whom, how far, with what, by all monsters of a type."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.games.gloomhaven.writing.statements import ClaimFile

YES, NO, OPEN = "confirmed", "refuted", "undecided"
GUARD = """
game: gloomhaven
level: 1
turn: Bandit Guard 1
map: {size: 7 x 5}
monsters: {Bandit Guard 1: {at: [1, 2], hp: 5}}
ability_cards: {Bandit Guard: {initiative: 50, do: [move +0, attack +0]}}
characters:
  Brute: {at: [4, 2], hp: 10, initiative: 20}
  Tinkerer: {at: [6, 4], hp: 8, initiative: 10}
claims:
"""
"""The guard has movement 3 and a melee attack of 2. The Brute is three hexes away: two steps, to (3,1) or
(3,2), the hexes beside (4,2) towards it. The Tinkerer is farther.
"""


def verdicts(text: str, *claims: str) -> list[str]:
    """The verdicts on these claims about a position."""
    listed = "\n".join(
        f"- '{each}'" if each.startswith("can") or "?" in each else f"- {each}" for each in claims
    )
    return [claim.verdict for claim in api.check(api.loads(f"{text}{listed}\n")).claims]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("does not attack Tinkerer", YES),
        ("the guard doesn't attack the Brute", NO),
        ("guard 1 never attacks Brute or Tinkerer", NO),
        ("attacks neither Brute nor Tinkerer", NO),
        ("Brute is attacked", YES),
        ("the Tinkerer isn't attacked by the guard", YES),
        ("nobody is attacked", NO),
        ("the guard attacks somebody", YES),
        ("the guard does not attack anybody", NO),
        ("no guard attacks the Tinkerer", YES),
        ("the guard must attack the Brute", YES),
        ("the guard attacks only the Brute", YES),
        ("its focus is not the Tinkerer", YES),
        ("focus is Brute", YES),
        ("guard 1's focus is the Tinkerer", NO),
        ("Tinkerer is the focus", NO),
        ("the guard does not focus on the Brute", NO),
        ("the guard does not stop in (2,2)", YES),
        ("the guard does not end in (3,2)", OPEN),  # nor need it: there is (3,1)
        ("the guard moves 2 hexes", YES),
        ("the guard doesn't move", NO),
        ("the guard stays where it is", NO),
        ("the guard acts last", YES),
        ("the Brute acts first", NO),  # the Tinkerer has 10
        ("Tinkerer goes before the Brute", YES),
        ("Tinkerer acts before everybody", YES),
        ("guard 1 can't attack anybody", NO),
        ("does the guard attack the Tinkerer?", NO),
        ("is the Brute attacked?", YES),
    ],
)
def test_what_a_guard_does(claim: str, verdict: str) -> None:
    assert verdicts(GUARD, claim, "attacks Brute") == [verdict, YES]


@pytest.mark.parametrize(
    "claim",
    [
        "doesn't attack Brute and Tinkerer",  # not both, or neither?
        "the guard goes for the Brute",
        "the Brute is hit",
        "the Tinkerer is safe",
        "has no disadvantage against Brute",
        "who acts last",
        "why does it attack the Brute?",
        "attack 3",
        "attack 3 against Brute",
    ],
)
def test_what_may_mean_something_else_is_refused(claim: str) -> None:
    with pytest.raises(InputError):
        verdicts(GUARD, claim)


def test_an_open_question_is_answered_by_the_options() -> None:
    position = api.loads(f"{GUARD}- Who gets attacked?\n- attacks Brute\n")

    assert [claim.verdict for claim in api.check(position).claims] == [YES]
    assert "a question, which the options of the turn answer" in " ".join(position.remarks())
    with pytest.raises(InputError, match="is no claim"):  # it is not the turn of the Brute
        api.loads(f"{GUARD}- Where does the Brute go?\n")


def test_to_reach_a_figure_may_mean_two_things() -> None:
    first, _ = api.check(api.loads(f"{GUARD}- the guard can reach the Tinkerer\n- attacks Brute\n")).claims
    assert first.verdict == OPEN
    assert "what it is to reach Tinkerer is not certain" in first.reason
    assert verdicts(GUARD, "can reach (3,2)", "can reach (6,3)") == [YES, NO]


def test_another_question_is_told_to_state_its_answer() -> None:
    with pytest.raises(InputError) as caught:
        api.loads(f"{GUARD}- Who acts last?\n")
    assert "a claim states the answer" in caught.value.diagnostics[0].help


ARCHER = """
game: gloomhaven
level: 1
turn: Bandit Archer 1
map: {size: 5 x 1}
monsters: {Bandit Archer 1: {at: [0, 0], hp: 5, conditions: [CONDITION]}}
ability_cards: {Bandit Archer: {initiative: 32, do: [MOVE"attack +0"]}}
characters: {Brute: {at: [1, 0], hp: 10, initiative: 20}}
claims:
"""


@pytest.mark.parametrize(
    ("move", "condition", "expected"),
    [
        ("", "", [YES, NO, NO, YES]),  # it cannot step back: a ranged attack beside its target (GH-4.3)
        ("", "strengthen", [YES, YES, NO, NO]),  # they cancel (GH-6.14)
    ],
)
def test_advantage_and_disadvantage(move: str, condition: str, expected: list[str]) -> None:
    text = ARCHER.replace("MOVE", move).replace("CONDITION", condition)
    said = [
        "attacks Brute without disadvantage",
        "attacks with advantage on Brute",
        "has disadvantage on Brute",
    ]
    assert verdicts(text, *said) == expected


GUARDS = """
game: gloomhaven
level: 1
turn: Bandit Guards
map: {size: 7 x 1}
monsters: {Bandit Guard 1: {at: [1, 0], hp: 5}, elite Bandit Guard 3: {at: [0, 0], hp: 9}}
ability_cards: {Bandit Guard: {initiative: 50, do: [move +0, attack +0]}}
characters: {Brute: {at: [4, 0], hp: HP, initiative: 20}}
claims:
"""
"""A corridor: the elite, movement 2, walks through its ally to (2,0) and reaches nobody; then guard 1, with
movement 3, cannot get past it into a free hex but (3,0), beside the Brute. (GH-3.2, GH-12.3)
"""


def test_each_turn_begins_where_those_before_have_left_the_table() -> None:
    claims = {
        "Bandit Guard 3 ends in (2,0)": YES,
        "Bandit Guard 3 attacks nobody": YES,
        "Bandit Guard 1 ends in (3,0)": YES,
        "Bandit Guard 1 attacks Brute": YES,
        "both guards attack Brute": NO,
        "neither of the guards attacks Brute": NO,
        "all Bandit Guards focus on Brute": YES,
        "attacks Brute": NO,  # of each of them
        "Brute attacks nobody": OPEN,  # it is not its turn
        "three guards attack Brute": OPEN,  # there are two
    }
    assert verdicts(GUARDS.replace("HP", "10"), *claims) == [*claims.values()]


def test_what_is_said_of_all_turns_together() -> None:
    """Guard 1 alone attacks the Brute, with 2, doubled 4 at most: of 10 hit points 6 or more are left."""
    claims = {
        "Brute is attacked": YES,  # by one of them
        "Brute is not attacked": NO,
        "Brute is attacked by Bandit Guard 3": NO,
        "Brute survives": YES,
        "Brute dies": NO,
        "Brute has 5 hit points": NO,
        "Brute has 8 hit points": OPEN,
        "20% to kill Brute": OPEN,  # say whose turn
        "Brute takes 9 damage": OPEN,
        "damage 9": OPEN,
        "{damage: 9, by: Bandit Guard 1}": NO,
        "{places: {Bandit Guard 3: [2, 0], Bandit Guard 1: [3, 0]}}": YES,
    }
    assert verdicts(GUARDS.replace("HP", "10"), *claims) == [*claims.values()]


def test_what_cards_may_have_done_leaves_the_next_turn_open() -> None:
    """Guard 3 stands beside the Brute, whose last 2 hit points its attack of 3 takes with most cards, but not
    with a null: then guard 1 still has its focus.
    """
    text = GUARDS.replace("HP", "2").replace("at: [4, 0]", "at: [2, 0]").replace("at: [0, 0]", "at: [3, 0]")
    assert verdicts(text, "Bandit Guard 3 attacks Brute", "Bandit Guard 1 attacks Brute") == [YES, OPEN]


def test_steps_are_those_of_one_figure() -> None:
    text = GUARDS.replace("HP", "10").replace("claims:", "line: [focus Brute]\nclaims:")
    with pytest.raises(InputError, match="steps are those of one figure's turn"):
        verdicts(text, "attacks Brute")


BESIDE = """
game: gloomhaven
level: 1
turn: Bandit Guard 1
ability_cards: {Bandit Guard: "30: Move +0, Attack +0"}
characters: {Brute: {hp: 10, initiative: 12, retaliate: 2, next to: Bandit Guard 1}}
monsters: {Bandit Guard 1: {hp: 5}}
claims:
"""


def test_two_figures_beside_each_other_need_no_map() -> None:
    """It stands beside its focus already, and retaliate 2 strikes back. (GH-10.7, GH-12.17)"""
    said = [
        "attacks Brute",
        "the guard doesn't move",
        "the guard takes 2 damage from retaliate",
        "the guard takes no retaliate",
        "the Brute does not suffer retaliate",
    ]
    assert verdicts(BESIDE, *said) == [YES, YES, YES, NO, YES]
    assert "the two next to each other" in " ".join(api.loads(f"{BESIDE}- attacks Brute\n").remarks())
    with pytest.raises(InputError, match='the key "map" is missing'):  # who stands next to whom else?
        api.loads(f"{BESIDE}- attacks Brute\n".replace("{hp: 5}}", "{hp: 5}, Bandit Guard 2: {hp: 5}}"))


SPELLWEAVER = """
game: gloomhaven
turn: Spellweaver
map: {size: 5 x 5}
characters:
  Spellweaver:
    at: [2, 2]
    hp: 6
    cards:
      Armor: {initiative: 20, top: [heal 2 self], bottom: [infuse ice]}
      Nova: {initiative: 21, top: ["attack 2, immobilize"], bottom: [move 2]}
    plays: [Armor, Nova]
monsters: {Bandit Guard 1: {at: [2, 1], hp: 5}, Bandit Guard 5: {at: [4, 4], hp: 5}}
claims:
"""
"""Guard 1 is adjacent. Guard 5 is three hexes away, and Armor as Move 2 brings her beside it. (GH-2.7)"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("can use Armor bottom before Nova top", YES),
        ("can use the top of Nova before the bottom of Nova", NO),  # one card of each (GH-2.5)
        ("can use the bottom of Armor", YES),
        (
            "can the Spellweaver consume ice this turn?",
            NO,
        ),  # it is there from the end of the turn on (GH-9.2)
        ("can attack Bandit Guard 1 with Nova", YES),
        ("Nova can hit Bandit Guard 1", YES),
        ("Nova can hit Bandit Guard 5", YES),
        ("can attack Bandit Guard 1 with Armor", NO),
        ("Spellweaver can attack somebody", YES),
    ],
)
def test_halves_of_cards(claim: str, verdict: str) -> None:
    assert verdicts(SPELLWEAVER, claim, "Spellweaver can attack Bandit Guard 1") == [verdict, YES]


NOVA = SPELLWEAVER.replace('["attack 2, immobilize"]', '["attack 2, immobilize with ice (+1)"]')


@pytest.mark.parametrize(
    ("elements", "expected"),
    [
        (
            "{}",
            [YES, NO, OPEN, OPEN],
        ),  # the ice of Armor is there from the end of the turn on (GH-9.2, GH-9.5)
        ("{ice: strong}", [OPEN, OPEN, OPEN, OPEN]),  # 3 if it is consumed, else 2 (GH-9.4)
    ],
)
def test_the_value_of_an_attack(elements: str, expected: list[str]) -> None:
    text = NOVA.replace("claims:", f"elements: {elements}\nclaims:")
    said = ["Nova is attack 2", "the Nova has attack 3", "Armor is attack 2", "Trample is attack 3"]
    assert verdicts(text, *said) == expected


def test_the_value_of_an_attack_in_a_line() -> None:
    line = (
        "elements: {ice: strong}\nline: [top of Nova, consume ice, attack Bandit Guard 1, draw +0]\nclaims:"
    )
    text = NOVA.replace("claims:", line)
    assert verdicts(text, "Nova is attack 3", "Nova's attack is 2") == [YES, NO]
    helped = SPELLWEAVER.replace("bottom: [infuse ice]", "bottom: [attack +1, infuse ice]")
    assert verdicts(helped, "Nova is attack 2", "Nova can hit Bandit Guard 1") == [OPEN, YES]


def test_two_tops_as_well_or_instead() -> None:
    line = "line: [top of Nova, attack Bandit Guard 1, draw +0]\nclaims:"
    text = SPELLWEAVER.replace("claims:", line)
    said = ["can use the top of Armor as well", "cannot use the top of Armor"]
    assert verdicts(text, *said) == [OPEN, OPEN]
    told = api.check(api.loads(f"{text}- cannot use the top of Armor\n- can use the top of Nova\n")).claims
    assert "one top and one bottom" in told[0].reason
    assert told[1].verdict == YES


TRAMPLE = """
game: gloomhaven
turn: Brute
map: {size: 6 x 5}
characters:
  Brute:
    at: [2, 2]
    hp: 8
    cards:
      Trample: {initiative: 72, top: ["attack 3, pierce 2"], bottom: ["move 4, jump"]}
      Grab and Go: {initiative: 87, top: [loot 1], bottom: [move 4]}
    plays: [Trample, Grab and Go]
monsters: {Bandit Guard 2: {at: [3, 2], hp: 3, shield: 1}, Bandit Guard 1: {at: [5, 4], hp: 5}}
money: [[3, 2]]
line: [Trample top, attack guard 2, draw +0, use the bottom of Grab and Go, "move to (3,2)", end turn]
claims:
"""
"""3 damage, for pierce 2 ignores the shield 1, kill the guard, whose own token lies beside the other one: he
loots both at the end of his turn. (GH-2.9, GH-2.12, GH-7.6)
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Brute kills guard 2", YES),
        ("Brute kills Bandit Guard 1", NO),
        ("Bandit Guard 1 kills Brute", OPEN),  # it is not its turn
        ("guard 2 is dead", YES),
        ("Brute loots two coins", YES),
        ("Brute picks up 1 money", NO),
        ("Brute moves 1 hex", YES),
        ("Brute attacks guard 2 without disadvantage", YES),
        ("guard 2 is attacked by Brute", YES),
        ("Bandit Guard 1 is not attacked", YES),
        ("Brute takes no damage", YES),
    ],
)
def test_a_turn_of_a_character(claim: str, verdict: str) -> None:
    assert verdicts(TRAMPLE, claim, "Brute ends in (3,2)")[0] == verdict


@pytest.mark.parametrize("claim", ["attacks Brute", "Guard 1 attacks Brute", "end (2,1)", "focus Brute"])
def test_nothing_is_denied_where_no_word_denies(claim: str) -> None:
    assert not ClaimFile.from_text(claim).denied
