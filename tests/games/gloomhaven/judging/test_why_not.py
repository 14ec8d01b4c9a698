"""Why a step is not possible: what is preferred and what stands in the way, each with its rule; else the
reason of the decision to which the step belongs. Whether somebody can be killed: surely, never, by chance.
"""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError

# GH-E15: both enemies can be attacked after one step and are two hexes away; B comes first in initiative.
# From (4,3), an even column, (5,3) is a neighbour; (5,2) is one as well, so that it costs two steps from
# (3,3). Between (2,3) and (5,3) lie three steps.
E15 = """
game: gloomhaven
map: {size: 7 x 7}
turn: M 1
monsters: {M 1: {at: [3, 3], stats: {hp: 5, move: 3, attack: 2}}}
characters:
  A: {at: [1, 3], hp: 9, initiative: 20}
  B: {at: [5, 3], hp: 9, initiative: 15}
"""


@pytest.mark.parametrize(
    ("step", "reason", "rulings"),
    [
        ("move to (2,3)", "B cannot be attacked from (2,3)", ("GH-12.7", "GH-12.17")),
        ("move to (5,2)", "(4,3) costs 1 step, (5,2) 2", ("GH-12.17",)),
        ("move to (6,5)", "B cannot be attacked from (6,5)", ("GH-12.7", "GH-12.17")),
        ("reach (6,5)", "B cannot be attacked from (6,5)", ("GH-12.7", "GH-12.17")),
        ("stop in (5,3)", "B stands in (5,3)", ("GH-3.2", "GH-12.8")),
        ("attack M 1", "M 1 acts and is no enemy of itself: name an enemy, such as A", ("GH-1.2", "GH-6.2")),
    ],
)
def test_a_refused_step_has_the_reason_of_its_own_decision(
    step: str, reason: str, rulings: tuple[str, ...]
) -> None:
    answer = api.why_not(api.loads(E15.encode(), "e15.yaml"), step)

    assert answer.verdict == "impossible"
    assert [(each.text, each.rulings) for each in answer.reasons] == [(reason, rulings)]


@pytest.mark.parametrize("step", ["focus B", "move to (4,3)", "move to (4,4)", "attack B"])
def test_what_the_rules_leave_is_possible(step: str) -> None:
    assert api.why_not(api.loads(E15.encode(), "e15.yaml"), step).verdict == "possible"


@pytest.mark.parametrize(("step", "kind"), [("attack B", "attack"), ("move to (4,3)", "move")])
def test_what_its_card_does_not_say_a_monster_does_not_do(step: str, kind: str) -> None:
    """Its card has a shield and a heal alone."""
    card = "ability_cards: {M: {do: [shield 1, 'heal 2, self']}}\n"
    answer = api.why_not(api.loads((E15 + card).encode(), "e15.yaml"), step)

    assert answer.verdict == "impossible"
    told = f"Its ability card has no {kind}: shield 1; heal 2, self"
    assert [(each.text, each.rulings) for each in answer.reasons] == [(told, ("GH-12.1",))]


def test_an_enemy_beside_the_monster_is_its_focus() -> None:
    """From (2,3) it can attack A without a step; B is three hexes away, so it would take two."""
    text = E15.replace("at: [3, 3]", "at: [2, 3]")
    answer = api.why_not(api.loads(text.encode(), "p.yaml"), "focus B")

    assert answer.verdict == "impossible"
    assert [each.text for each in answer.reasons] == ["A can be attacked after no steps, B after 2"]


def reasons(text: str, query: str) -> list[set[str]]:
    """The sets of reasons, the first one first."""
    answer = api.why_not(api.loads(text.encode(), "p.yaml"), query)
    assert answer.verdict == "impossible"
    return [{each.text for each in found} for found in (answer.reasons, *answer.further)]


def enough(text: str, query: str) -> dict[str, int | None]:
    """How much more of what would do."""
    answer = api.why_not(api.loads(text.encode(), "p.yaml"), query)
    assert answer.verdict == "impossible"
    return {each.quantity: each.amount for each in answer.missing if each.matters}


def test_a_tie_hangs_on_both_initiatives() -> None:
    """A would be the focus if B were not there, and if A came first."""
    assert reasons(E15, "focus A") == [
        {"B is as near and comes first in initiative: 15 before 20", "A has initiative 20"}
    ]


# GH-E8: from (3,2) the Tinkerer (6,4) is attacked from (5,3) after 2 steps. Beside the Brute (3,4) stand the
# traps (2,4) and (4,4), two steps away, and Monster 2 in (3,3), one step away; the other hexes take four.
# Without either trap both enemies are two steps away, and the Brute is 2 hexes away, the Tinkerer 4.
E8 = """
game: gloomhaven
map: {size: 9 x 7, border: wall, traps: [[2, 4], [4, 4]]}
turn: Monster 1
monsters:
  Monster 1: {at: [3, 2], stats: {hp: 5, move: 3, attack: 2}}
  Monster 2: {at: [3, 3], stats: {hp: 5, move: 3, attack: 2}}
characters:
  Brute: {at: [3, 4], hp: 10, initiative: 15}
  Tinkerer: {at: [6, 4], hp: 8, initiative: 60}
"""


@pytest.mark.parametrize("query", ["focus Brute", "attack Brute"])
def test_whatever_keeps_the_focus_away_is_named(query: str) -> None:
    assert reasons(E8, query) == [
        {
            "Tinkerer can be attacked after 2 steps, Brute after 4",
            "Monster 2 stands in (3,3)",
            "A trap lies in (2,4)",
            "A trap lies in (4,4)",
        }
    ]


# A corridor: the Archer in (0,0), the enemy in (6,0), six hexes away; range 3, movement 2. From (2,0) it is
# four hexes away, so that one more range or one more step is enough.
CORRIDOR = """
game: gloomhaven
map: {size: 7 x 1}
turn: Archer 1
monsters: {Archer 1: {at: [0, 0], stats: {hp: 5, move: 2, attack: 2, range: 3}}}
ability_cards: {Archer: {initiative: 30, do: [move +0, attack +0]}}
characters: {Brute: {at: [6, 0], hp: 9, initiative: 20}}
"""


def test_how_much_movement_or_range_is_missing() -> None:
    assert reasons(CORRIDOR, "attack Brute") == [{"Its movement is 2", "Its range is 3"}]
    assert enough(CORRIDOR, "attack Brute") == {"movement": 1, "range": 1}


def test_difficult_terrain_is_a_reason() -> None:
    """With 3 movement points (3,0) would be reached, and the Brute be three hexes away; (2,0) takes 2."""
    text = CORRIDOR.replace("move: 2", "move: 3").replace("7 x 1", "7 x 1, difficult: [[2, 0]]")

    assert {"Difficult terrain lies in (2,0)"} < reasons(text, "attack Brute")[0]
    assert enough(text, "attack Brute") == {"movement": 1, "range": 1}


def test_a_wall_that_blocks_sight_is_a_reason() -> None:
    """The walls (1,0) and (1,1) fill the column between them; the archer cannot move, and sees nobody."""
    text = """
game: gloomhaven
map: {size: 3 x 2, walls: [[1, 0], [1, 1]]}
turn: Archer 1
monsters: {Archer 1: {at: [0, 0], stats: {hp: 5, move: 2, attack: 2, range: 3}}}
characters: {Brute: {at: [2, 0], hp: 9, initiative: 20}}
"""
    assert {"The wall in (1,0) and (1,1) is in the way"} in reasons(text, "attack Brute")
    assert {"The wall in (1,0) and (1,1) is in the way"} in reasons(text, "focus Brute")


def test_a_wall_line_is_named_by_its_hexes() -> None:
    text = """
game: gloomhaven
map: {size: 2 x 1, thin_walls: [[[0, 0], [1, 0]]]}
turn: Guard 1
monsters: {Guard 1: {at: [0, 0], stats: {hp: 5, move: 2, attack: 2}}}
characters: {Brute: {at: [1, 0], hp: 9, initiative: 20}}
"""
    assert reasons(text, "attack Brute") == [{"The wall between (0,0) and (1,0) is in the way"}]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("at: [6, 0]", "at: [3, 0], conditions: [invisible]", "Brute is invisible"),
        ("at: [0, 0]", "at: [0, 0], conditions: [stun]", "Archer 1 is stunned"),
        ("at: [0, 0]", "at: [0, 0], conditions: [disarm]", "Archer 1 is disarmed"),
        ("7 x 1", "7 x 1, doors: [[2, 0]]", "The door in (2,0) is closed"),
    ],
)
def test_a_condition_or_a_door_is_a_reason(old: str, new: str, reason: str) -> None:
    """The Brute stands in (3,0), within range; only this keeps the archer from attacking."""
    text = CORRIDOR.replace("at: [6, 0]", "at: [3, 0]") if old != "at: [6, 0]" else CORRIDOR

    assert reasons(text.replace(old, new), "attack Brute") == [{reason}]


def test_one_target_only_is_a_reason() -> None:
    """Both stand beside the Guard; the first in initiative is its focus, and the attack has one target."""
    text = """
game: gloomhaven
map: {size: 3 x 1}
turn: Guard 1
monsters: {Guard 1: {at: [1, 0], stats: {hp: 5, move: 2, attack: 2}}}
characters:
  Brute: {at: [0, 0], hp: 9, initiative: 20}
  Cragheart: {at: [2, 0], hp: 9, initiative: 30}
"""
    assert {"Its attack has 1 target"} < reasons(text, "attack Cragheart")[0]
    assert enough(text, "attack Brute and Cragheart") == {"targets": 1}


@pytest.mark.parametrize("question", ["attack Nobody", "reach X1", "reach Brute"])
def test_what_is_wrong_with_a_question_stands_nowhere_in_the_file(question: str) -> None:
    with pytest.raises(InputError) as refused:
        api.why_not(api.loads(E15), question)
    assert [each.span for each in refused.value.diagnostics] == [None]


# Both enemies are beside the monster, and two targets are attacked: the nearer in initiative is the focus.
def test_a_target_may_be_named_without_the_focus() -> None:
    text = """
game: gloomhaven
map: {size: 3 x 1}
turn: M 1
monsters: {M 1: {at: [1, 0], stats: {hp: 5, move: 0, attack: 2, targets: 2}}}
characters:
  A: {at: [0, 0], hp: 9, initiative: 20}
  B: {at: [2, 0], hp: 9, initiative: 15}
"""
    answer = api.why_not(api.loads(text.encode(), "two.yaml"), "attack A")

    assert answer.verdict == "possible"
    assert answer.line is not None
    assert answer.line.steps[-1].text == "attack A and B"


@pytest.mark.parametrize(
    ("actor", "figures", "reason", "ruling"),
    [
        (
            "Bear",
            (
                "summons: {Bear: {at: [4, 1], of: Anna, hp: 2, stats: {move: 2, attack: 2}, new: true}}\n"
                "monsters: {Fiend 1: {at: [5, 0], stats: {hp: 3, move: 3, attack: 2}}}"
            ),
            "Bear was summoned this round and does not act",
            "GH-11.3",
        ),
        (
            "Fiend 1",
            "monsters: {Fiend 1: {at: [5, 0], stats: {hp: 3, move: 3, attack: 2}, conditions: [stun]}}",
            "Fiend 1 is stunned and does nothing",
            "GH-12.29",
        ),
    ],
)
def test_who_does_nothing_is_not_said_to_lack_a_focus(
    actor: str, figures: str, reason: str, ruling: str
) -> None:
    position = api.loads(
        f"game: gloomhaven\nturn: {actor}\nmap: {{size: 8 x 4}}\n"
        "characters: {Anna: {at: [0, 3], initiative: 20, hp: 9}}\n"
        f"{figures}\nclaims: [{{focus: Anna}}, {{illegal: focus Anna}}]\n"
    )
    focus, illegal = api.check(position).claims
    assert (focus.verdict, focus.reason) == ("refuted", reason)
    assert ruling in focus.rulings
    assert illegal.reason == reason


_CORRIDOR = """
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
monsters: {Bandit Guard 1: {at: [3, 0], hp: HP}}
modifiers: {Brute: DECK}
"""


# Two as Move 2, then Attack 2: 2 hit points go by +0 (6 of 20), +1 (5), +2 and x2; 4 by +2 and x2; 5 never.
@pytest.mark.parametrize(
    ("points", "deck", "verdict", "chance"),
    [
        (2, "{}", "undecided", "13/20"),
        (4, "{}", "undecided", "1/10"),
        (5, "{}", "impossible", "0"),
        (2, "[+0]", "possible", None),
        (3, "[+0]", "impossible", None),
        (1, "[+0, +1, +1]", "possible", None),
    ],
)
def test_the_chance_to_kill(points: int, deck: str, verdict: str, chance: str | None) -> None:
    text = _CORRIDOR.replace("HP", str(points)).replace("DECK", deck)

    answer = api.why_not(api.loads(text.encode(), "kill.yaml"), "kill Bandit Guard 1")

    assert answer.verdict == verdict
    assert (answer.chance and answer.chance.exact) in (chance, None)
    assert bool(answer.reasons) == (verdict == "impossible")


def test_nobody_of_that_name() -> None:
    position = api.loads(_CORRIDOR.replace("HP", "2").replace("DECK", "{}").encode(), "kill.yaml")

    with pytest.raises(InputError) as caught:
        api.why_not(position, "kill the Dragon")
    assert caught.value.diagnostics[0].code == "E314"


# The way round the wall of column 2 leads over (2,2) only, two steps away by (1,1) or (1,2); it has move 1.
@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("", "its focus Brute is out of reach from (1,1) or (1,2), where it stops"),
        (", conditions: [disarm]", "it is disarmed"),
    ],
)
def test_why_a_monster_attacks_nobody(more: str, reason: str) -> None:
    text = f"""
game: gloomhaven
map: {{size: 7 x 3, walls: [[2, 0], [2, 1]]}}
turn: M 1
monsters: {{M 1: {{at: [0, 2], stats: {{hp: 5, move: 1, attack: 2}}{more}}}}}
characters: {{Brute: {{at: [6, 2], hp: 9, initiative: 20}}}}
claims: [M 1 cannot attack anybody, cannot attack Brute]
"""
    for claim in api.check(api.loads(text)).claims:
        assert claim.verdict == "confirmed"
        assert reason[1:] in claim.reason
