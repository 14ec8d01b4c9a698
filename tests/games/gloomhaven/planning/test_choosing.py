"""Which two cards to play in a round, against the best round for each pair by itself."""

from __future__ import annotations

from itertools import permutations

from tsolve import api
from tsolve.budget import Budget, allow, within
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Wishes

CARDS = {
    "Hew": "{initiative: 30, top: [attack 3], bottom: [move 1]}",
    "Dash": "{initiative: 10, top: [attack 1], bottom: [move 5]}",
    "Hide": "{initiative: 80, top: [heal 2, self], bottom: [move 2]}",
}
"""The Guard stands four hexes away: only with Dash at the bottom somebody comes to it, and only Hew hurts."""
FILE = """
game: gloomhaven
until: round
map: {{size: [7, 1]}}
characters:
  Brute: {{at: [0, 0], hp: 10, {plays}, cards: {{{cards}}}}}
monsters:
  Guard 1: {{at: [5, 0], stats: {{hp: 6, move: 0, attack: 2}}}}
ability_cards: {{Guard: {{initiative: 50, do: [move +0, attack +0]}}}}
modifiers: {{Brute: {{rest: [+0]}}, monsters: {{rest: [+0]}}}}
"""


def solved(plays: str, seconds: float | None = None) -> SolveAnswer:
    cards = ", ".join(f"{name}: {card}" for name, card in CARDS.items())
    position = api.loads(FILE.format(plays=plays, cards=cards), "round.yaml")
    with within(seconds):
        return position.solve(Wishes())


def reached(answer: SolveAnswer) -> tuple[float, ...]:
    """What the best play brings, by the levels of the goal."""
    if answer.policy is not None:
        return tuple(each.value for each in answer.policy.worth)
    return answer.objective


def test_the_best_choice_is_the_best_of_all_pairs() -> None:
    # Each pair by itself, as a file that names it. Hew and Dash: move 4 and attack 3 before the Guard acts,
    # whichever leads. No other pair hurts more than the basic attack 2.
    pairs = {pair: solved(f"plays: [{', '.join(pair)}]") for pair in permutations(CARDS, 2)}
    assert all(each.status == "optimal" for each in pairs.values())

    found = solved("plays: choose")

    assert found.status == "optimal"
    assert reached(found) == max(map(reached, pairs.values()))
    assert reached(found)[found.goal.index("damage")] == 3
    assert {each.title: tuple(level.value for level in each.worth) for each in found.turns} == {
        f"Brute plays {first} and {second}": reached(answer) for (first, second), answer in pairs.items()
    }


def test_its_line_begins_with_the_choice_and_can_be_played() -> None:
    (best,) = solved("plays: choose").best[:1]
    steps = [step.text for step in best.line.steps]

    assert steps[0] in ("Brute plays Hew and Dash", "Brute plays Dash and Hew")
    assert best.line.legal


def test_without_plays_is_the_same_as_to_choose() -> None:
    assert reached(solved("discarded: []")) == reached(solved("plays: choose"))


def test_with_little_time_what_was_found_has_bounds() -> None:
    for seconds in (0.001, 0.05, 0.3):
        found = solved("plays: choose", seconds)

        for each in found.between:
            assert each.low.value <= each.high.value
        assert found.status == "undecided" or reached(found)[found.goal.index("damage")] == 3


def test_a_name_may_contain_an_and() -> None:
    text = """
game: gloomhaven
until: round
map: {size: [6, 4]}
characters:
  Brute: {at: [1, 1], hp: 10, hand: [Trample, Grab and Go, Hook and Chain], level: 9}
monsters:
  Guard 1: {at: [3, 1], stats: {hp: 6, move: 2, attack: 2}}
ability_cards: {Guard: {initiative: 50, do: [move +0, attack +0]}}
line: [STEP]
"""
    for step in (
        "Brute plays Grab and Go and Trample",
        "Brute plays Trample and Grab and Go",
        "Brute plays Grab and Go and Hook and Chain",
        "Brute plays the Hook and Chain, Trample",
    ):
        answer = api.check(api.loads(text.replace("STEP", f'"{step}"'), "round.yaml"))
        assert answer.line is not None
        assert answer.line.legal, step
    told = text.replace("hand:", "plays: Grab and Go and Trample, hand:").replace("line: [STEP]\n", "")
    assert api.loads(told, "round.yaml").state.cards_of("Brute").plays == ("Grab and Go", "Trample")


def test_a_half_that_cannot_be_played_keeps_the_best_choice_from_being_proved() -> None:
    # The bottom of Noxious Vials is not told: what it might bring is not known, whatever is chosen.
    text = """
game: gloomhaven
until: round
map: {size: [3, 1]}
characters:
  Tinkerer: {at: [0, 0], level: 5, hp: 8, plays: choose, hand: [Noxious Vials, Stun Shot]}
monsters:
  Guard 1: {at: [2, 0], stats: {hp: 9, move: 0, attack: 2}}
ability_cards: {Guard: {initiative: 80, do: [move +0, attack +0]}}
modifiers: {Tinkerer: {rest: [+0]}, monsters: {rest: [+0]}}
"""
    found = api.loads(text, "round.yaml").solve(Wishes())

    assert found.status == "undecided"
    assert any("bottom of Noxious Vials" in each for each in found.left_out)
    assert all(each.high is None for each in found.between)
    assert {each.status for each in found.turns} == {"undecided"}


def test_a_half_that_cannot_be_played_leaves_a_plan_for_every_figure() -> None:
    # The Guards do not move, so nobody has to fear anything. The Brute may use Trample as Move 2 and
    # throw the Spare Dagger (range 3); each character has its turn, and no upper bound is told.
    text = """
game: gloomhaven
until: round
map: {size: [9, 3]}
characters:
  Brute: {at: [0, 0], hp: 10, level: 1, plays: [Spare Dagger, Trample]}
  Tinkerer: {at: [0, 2], hp: 8, level: 9, plays: [Stun Shot, Noxious Vials]}
monsters:
  Guard 1: {at: [4, 0], stats: {hp: 9, move: 0, attack: 2}}
  Guard 2: {at: [8, 0], stats: {hp: 9, move: 0, attack: 2}}
ability_cards: {Guard: {initiative: 99, do: [move +0, attack +0]}}
"""
    with allow(Budget(steps=200_000)):
        found = api.loads(text, "round.yaml").solve(Wishes())

    assert found.status == "undecided"
    (why,) = found.left_out
    assert why.startswith("the bottom of Noxious Vials cannot be played here (")
    steps = [step.text for step in found.best[0].line.steps]
    assert any(step.startswith("Brute: attack") for step in steps)
    assert any(step.startswith("Tinkerer: attack") for step in steps)
    assert all(each.high is None for each in found.between)


def test_a_turn_in_which_a_half_cannot_be_played_is_graded_where_that_does_not_matter() -> None:
    # Before the first card is chosen the bottom of Noxious Vials may be better than all that can be told;
    # once another bottom was played it can no longer come.
    text = """
game: gloomhaven
turn: Tinkerer
map: {size: [5, 1]}
characters: {Tinkerer: {at: [0, 0], hp: 10, level: 9, plays: [Stun Shot, Noxious Vials]}}
monsters: {Guard 1: {at: [4, 0], stats: {hp: 9, move: 0, attack: 2}}}
ability_cards: {Guard: {initiative: 99, do: [move +0, attack +0]}}
line: [use Stun Shot as Move 2, "move to (2,0)", end turn]
"""
    graded = api.grade(api.loads(text, "turn.yaml"))

    first, *others = (step.verdict for step in graded.steps)
    assert first == "unknown"
    assert "unknown" not in others
