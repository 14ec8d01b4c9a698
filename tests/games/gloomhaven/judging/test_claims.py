"""Claims: the words in which they are judged, what they name, and the rules beside their verdicts."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.model.answers import ClaimAnswer
from tsolve.source.data import Data

WOUNDED = """\
game: gloomhaven
map: {size: 5 x 1}
turn: Bandit Guard 1
characters: {Brute: {at: [1, 0], hp: 10, initiative: 20}}
monsters: {Bandit Guard 1: {at: [0, 0], hp: 3, conditions: [wound]}}
ability_cards: {Bandit Guard: 528}
modifiers: {monsters: [+0]}
line: [focus Brute, attack Brute, draw +0]
"""


def test_a_wound_and_the_ability_card_are_told_before_the_focus() -> None:
    line = api.check(api.loads(WOUNDED.encode(), "p.yaml")).line
    assert line is not None

    told = [(entry.subject, entry.note, entry.rulings) for entry in line.steps[0].entries]
    assert told == [
        ("Bandit Guard 1", "wound", ("GH-8.6",)),
        ("Bandit Guard 1", "plays Guard 528", ("card.guard_528", "card.bandit_guard", "GH-12.1", "GH-12.39")),
        ("Bandit Guard 1", "focuses on Brute", ("GH-12.10",)),
    ]
    assert (line.steps[0].entries[0].before, line.steps[0].entries[0].after) == (3, 2)


_MAP = {"size": "3 x 1"}


def test_bonuses_of_claims_may_be_polish() -> None:
    shielded = {"at": [0, 0], "hp": 5, "effects": ["tarcza 1"], "plays": ["A", "B"]}
    cards = {each: {"initiative": 10, "top": "attack 1", "bottom": "move 2"} for each in ("A", "B")}
    answer = api.check(
        api.position(
            game="gloomhaven",
            turn="Brute",
            map=_MAP,
            characters={"Brute": {**shielded, "cards": cards}},
            line=["end turn"],
            claims=[{"effects": {"Brute": ["Tarcza 1"]}}, {"effects": {"Brute": ["tarcza 2"]}}],
        )
    )
    assert [claim.verdict for claim in answer.claims] == ["confirmed", "refuted"]


def test_a_null_card_survives_the_way_through_data() -> None:
    first = api.position(
        game="gloomhaven",
        turn="Guard 1",
        map=_MAP,
        characters={"Brute": {"at": [0, 0], "hp": 5}},
        monsters={"Guard 1": {"at": [1, 0], "stats": {"hp": 5, "move": 2, "attack": 2}}},
        modifiers={"monsters": [None]},
    )
    assert api.show(api.position(**api.data_of(first))) == api.show(first)


_POSITION = """
game: gloomhaven
turn: Monster 1
map: {size: 4 x 1}
monsters: {Monster 1: {at: [0, 0], stats: {hp: 5, move: 2, attack: 2}}}
ability_cards: {Monster: {initiative: 30, do: [move +0, "attack +0, poison"]}}
characters: {Brute: {at: [3, 0], hp: 8, initiative: 15}}
line: ["move to (2,0)", attack Brute, draw +1]
claims:
- """


# The corridor has one way, (1,0) (2,0); 2 + 1 of 8 hit points leave 5, and the attack poisons.
@pytest.mark.parametrize(
    ("claim", "verdict", "told"),
    [
        ("{places: {Monster 1: [2, 0]}}", "confirmed", "places: Monster 1 (2,0)"),
        ("{places: {Monster 1: [1, 0]}}", "refuted", "places: Monster 1 (1,0)"),
        ("{hit_points: {Brute: 5, Monster 1: 5}}", "confirmed", "hit points: Brute 5, Monster 1 5"),
        ("{conditions: {Brute: [poison]}}", "confirmed", "conditions: Brute poison"),
        ("{conditions: {Brute: []}}", "refuted", "conditions: Brute none"),
    ],
)
def test_claims_of_figures(claim: str, verdict: str, told: str) -> None:
    (judged,) = api.check(api.loads(f"{_POSITION}{claim}".encode(), "claims.yaml")).claims

    assert (judged.verdict, judged.text) == (verdict, told)
    assert "{" not in judged.reason


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Monster 1 attacks Brute", "confirmed"),
        ("Monster 1 attacks nobody", "refuted"),
        ("the Monster 1 focuses on Brute", "confirmed"),
        ("Monster 1 deals 3 damage", "confirmed"),  # 2 + 1
        ("Monster 1 ends its turn in (2,0)", "confirmed"),
        ("Monster 1 ends in (1,0)", "refuted"),
        ("Brute attacks Monster 1", "undecided"),  # it is not its turn
        ("{attacks: [Brute], by: Monster 1}", "confirmed"),
        ("Monster 1 moves to (2,0)", "confirmed"),
        ("Monster 1 can attack Brute", "confirmed"),
        ("Monster 1 cannot attack Brute", "refuted"),
        ("Brute can attack Monster 1", "refuted"),  # it is not its turn
        ("Brute can kill Monster 1", "undecided"),
        ("Brute survives", "confirmed"),
        ("Brute dies", "refuted"),
        ("Brute takes 3 damage", "confirmed"),
        ("Brute takes no damage", "refuted"),
        ("Monster 1 takes 0 damage", "confirmed"),
    ],
)
def test_a_sentence_may_say_whose_turn_it_is_about(claim: str, verdict: str) -> None:
    (judged,) = api.check(api.loads(f"{_POSITION}{claim}".encode(), "claims.yaml")).claims

    assert judged.verdict == verdict


def test_who_is_said_to_act_is_a_figure_in_its_turn() -> None:
    with pytest.raises(InputError, match="`by` says whose turn it is"):
        api.loads(f"{_POSITION}{{hit_points: {{Brute: 5}}, by: Brute}}".encode(), "claims.yaml")
    with pytest.raises(InputError, match="is no claim"):
        api.loads(f"{_POSITION}Monster 1 cannot attacks Brute".encode(), "claims.yaml")


# B is the hex (0,0), E (2,0), M1 (4,0). The monster stands two steps from E and attacks B from (1,0), an odd
# column: (0,0), (0,1) and (2,0), (2,1) are its neighbours there. With movement 2 it stops in E, on its way.
MARKED = """
game: gloomhaven
map: |
  B   E   M1
    .   .
turn: M 1
monsters: {M 1: {at: M1, stats: {hp: 5, move: 2, attack: 2}}}
characters: {Brute: {at: B, hp: 9, initiative: 15}}
"""


def test_claims_and_steps_name_marks() -> None:
    stated = "line: [focus Brute, move to E]\nclaims: [{end: E}, {places: {M 1: E}}, {sees: [B, E]}]\n"
    answer = api.check(api.loads((MARKED + stated).encode(), "marks.yaml"))

    assert answer.line is not None
    assert answer.line.legal
    assert [claim.verdict for claim in answer.claims] == ["confirmed"] * 3


@pytest.mark.parametrize("stated", ["line: [move to X]", "claims: [{end: X}]"])
def test_a_mark_that_the_drawing_does_not_have(stated: str) -> None:
    with pytest.raises(InputError) as caught:
        api.check(api.loads(f"{MARKED}money: E\n{stated}\n".encode(), "marks.yaml"))
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("E314", '"X" is no mark of the drawing')


def test_a_claim_that_names_nobody_is_a_mistake_of_its_own() -> None:
    """M 1 has movement 2 and the Brute is farther away: it attacks nobody. (GH-12.22)"""
    wrong = "{end: X}, attacks Tinkerer, Guard 5 attacks Brute, {sees: [X, [1, 1]]}"
    stated = f"claims: [{wrong}, attacks nobody]\n"
    answer = api.check(api.loads(f"{MARKED}money: E\n{stated}".encode(), "marks.yaml"))

    assert [claim.verdict for claim in answer.claims] == [*["undecided"] * 4, "confirmed"]
    first, second, third, fourth, _ = answer.claims
    assert fourth.text == "sees: X, 1, 1"
    assert '"X" is no mark of the drawing' in first.reason
    assert second.reason == (
        'this claim is not understood: "Tinkerer" is no figure of this position; there is Brute or M 1'
    )
    assert '"Guard 5" is no figure' in third.reason


@pytest.mark.parametrize(
    ("keys", "code", "said"),
    [
        ({"about": ["GH-99.1"]}, "E414", "GH-99.1"),
        ({"about": ["card.guard_999"]}, "E414", "card.guard_999"),
        ({"claims": [{"focus": "Brute", "after": 2}]}, "E310", "the line has 1 step"),
        ({"claims": [{"focus": "Brute", "after": "attack"}]}, "E310", "no step of the line"),
        ({"expect": {"steps": {"7": {"damage": 1}}}}, "E310", "the line has 1 step"),
        ({"expect": {"claims": ["confirmed"]}}, "E310", "1 verdicts for 0 claims"),
        ({"expect": {"line": {"rulings": ["GH-6"]}}}, "E414", "GH-6"),
        ({"expect": {"readings": ["sights"]}}, "E412", "sights"),
        ({"expect": {"illegal": {"attack Brute": ["GH-0.1"]}}}, "E414", "GH-0.1"),
        ({"expect": {"why_not": {"attack Brute": {"reasons": ["GH-0.1"]}}}}, "E414", "GH-0.1"),
    ],
)
def test_what_is_not_there(keys: dict[str, Data], code: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        api.position(
            game="gloomhaven",
            map={"size": [4, 1]},
            turn="Guard 1",
            characters={"Brute": {"at": [0, 0], "hp": 9}},
            monsters={"Guard 1": {"at": [2, 0], "stats": {"hp": 3, "move": 1, "attack": 2}}},
            line=["focus Brute"],
            **keys,
        )
    (found,) = caught.value.diagnostics
    assert (found.code, said in found.message) == (code, True), found.message


def test_cards_of_the_ruleset_may_be_named() -> None:
    api.position(
        game="gloomhaven",
        about=["card.guard_525", "GH-12.1"],
        map={"size": [4, 1]},
        characters={"Brute": {"at": [0, 0], "hp": 9}},
    )


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


_BESIDE = {"Brute": {"at": [2, 0], "hp": 8, "initiative": 20}, "Scoundrel": {"at": [4, 0], "hp": 8}}
_RUNNER = {
    "at": [0, 0],
    "hp": 9,
    "plays": ["Hit", "Run"],
    "cards": {
        "Hit": {"initiative": 20, "top": "attack 2", "bottom": "move 1"},
        "Run": {"initiative": 30, "top": "attack 1", "bottom": "move 2"},
    },
}
_OPEN_LINES: dict[str, dict[str, Data]] = {
    # Both are one hex away: who comes first is the focus, Scoundrel with 10, Brute with 30. (GH-12.12)
    "an initiative": {
        "turn": "Guard 1",
        "map": {"size": "7 x 1"},
        "monsters": {"Guard 1": {"at": [3, 0], "stats": {"hp": 6, "move": 2, "attack": 2}}},
        "ability_cards": {"Guard": {"initiative": 50, "do": ["move +0", "attack +0"]}},
        "characters": _BESIDE,
        "line": ["focus Brute", "attack Brute", "draw +0"],
    },
    # The plate in (2,0) brings the Sentry. Whether it still acts in this round its card says. (GH-14.5)
    "an ability deck": {
        "until": "round",
        "map": {"size": "5 x 1", "plates": [[2, 0]]},
        "characters": {"Brute": _RUNNER},
        "events": [
            {
                "when": "plate (2,0)",
                "monsters": [
                    {"monster": "Sentry 1", "at": [3, 0], "stats": {"hp": 3, "move": 0, "attack": 2}}
                ],
            }
        ],
        "ability_decks": {"Sentry": "unknown"},
        "line": ["play bottom of Run", "move to (2,0)", "end turn", "attack Brute", "draw +0"],
    },
}


@pytest.mark.parametrize("unknown", _OPEN_LINES)
def test_behind_a_step_that_cannot_be_judged_everything_is_open(unknown: str) -> None:
    hit_points = [{"hit_points": {"Brute": number}} for number in (6, 7, 8, 9)]
    claims: list[dict[str, Data]] = [*hit_points, {"places": {"Brute": [2, 0]}}, {"kills": {"Brute": 1}}]
    whole = {"game": "gloomhaven", **_OPEN_LINES[unknown], "claims": claims}

    answer = api.check(api.position(**whole))
    assert answer.line is not None
    assert answer.line.undecided
    assert {claim.verdict for claim in answer.claims} == {"undecided"}
