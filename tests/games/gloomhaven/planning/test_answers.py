"""What is answered beside the worth: all best lines, unknown cards, and less where there is no time."""

from __future__ import annotations

from fractions import Fraction

from tests.games.gloomhaven.planning.test_best_turns import worth_of
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.games.gloomhaven.opened import Opened
from tsolve.games.gloomhaven.planning.plan import AS_ASKED, TURN_ALONE
from tsolve.games.gloomhaven.planning.tree import NOT_TRIED
from tsolve.model.answers import SolveAnswer
from tsolve.model.wishes import Wishes

ONE = "{initiative: 10, top: attack 3, bottom: move 1}"
TWO = "{initiative: 20, top: loot 1, bottom: loot 1}"
BRUTE = f"{{at: [1, 0], hp: 8, plays: [One, Two], cards: {{One: {ONE}, Two: {TWO}}}}}"


def solved(asked: str, modifiers: str, wishes: Wishes, steps: int = 2_000_000) -> SolveAnswer:
    opened = api.loads(f"""
game: gloomhaven
{asked}
map: {{size: 4 x 1}}
characters: {{Brute: {BRUTE}}}
monsters:
  Guard 1: {{at: [0, 0], stats: {{hp: 3, move: 2, attack: 2}}}}
  Guard 2: {{at: [2, 0], stats: {{hp: 3, move: 2, attack: 2}}}}
ability_cards: {{Guard: {{initiative: 50, do: [move +0, attack +0]}}}}
modifiers: {modifiers}
""")
    assert isinstance(opened, Opened)
    with allow(Budget(steps=steps)):
        return opened.solve(wishes)


def test_lines_that_end_differently_are_all_listed() -> None:
    answer = solved("turn: Brute", "{Brute: [+0]}", Wishes(goal="kills", all_lines=True))
    assert answer.objective == (1,)
    attacked = {
        step.text for plan in answer.best for step in plan.line.steps if step.text.startswith("attack")
    }
    assert attacked == {"attack Guard 1", "attack Guard 2"}


def test_an_unknown_deck_leaves_it_undecided() -> None:
    answer = solved("turn: Brute", "{Brute: unknown}", Wishes(goal="kills"))
    assert answer.status == "undecided"
    assert answer.left_out == (NOT_TRIED,)


def test_no_draw_is_made_where_none_is_asked_for() -> None:
    answer = solved("turn: Brute", "{}", Wishes(goal="damage", draws="known"))
    assert answer.objective == (0,)  # every attack would draw from a shuffled deck
    assert AS_ASKED in answer.notes


def test_a_round_that_comes_to_no_end_is_answered_by_its_first_turn() -> None:
    # Attack 3 on 3 hit points, a fresh deck: +0 (6), +1 (5), +2 (1), x2 (1) kill: at best 13 of 20.
    answer = solved("until: round", "{}", Wishes(goal="kills"), 4_000)
    assert answer.status == "undecided"
    assert TURN_ALONE.format(turn="Brute") in answer.notes
    assert answer.policy is not None or answer.best
    assert worth_of(answer) <= (Fraction(13, 20),)
