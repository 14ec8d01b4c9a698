"""What is answered beside the worth: all best lines, unknown cards, and less where there is no time."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.gloomhaven.planning.test_best_turns import worth_of
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.games.gloomhaven.opened import Opened
from tsolve.games.gloomhaven.planning import plan
from tsolve.games.gloomhaven.planning.plan import AS_ASKED, TO_CHARACTER, TURN_ALONE, Planner, shorter
from tsolve.games.gloomhaven.planning.tree import NOT_TRIED
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Wishes

ONE = "{initiative: 10, top: attack 3, bottom: move 1}"
TWO = "{initiative: 20, top: loot 1, bottom: loot 1}"
BRUTE = f"{{at: [1, 0], hp: 8, plays: [One, Two], cards: {{One: {ONE}, Two: {TWO}}}}}"


def opened_with(asked: str, modifiers: str, initiative: int = 50) -> Opened:
    opened = api.loads(f"""
game: gloomhaven
{asked}
map: {{size: 4 x 1}}
characters: {{Brute: {BRUTE}}}
monsters:
  Guard 1: {{at: [0, 0], stats: {{hp: 3, move: 2, attack: 2}}}}
  Guard 2: {{at: [2, 0], stats: {{hp: 3, move: 2, attack: 2}}}}
ability_cards: {{Guard: {{initiative: {initiative}, do: [move +0, attack +0]}}}}
modifiers: {modifiers}
""")
    assert isinstance(opened, Opened)
    return opened


def solved(
    asked: str, modifiers: str, wishes: Wishes, steps: int = 2_000_000, initiative: int = 50
) -> SolveAnswer:
    opened = opened_with(asked, modifiers, initiative)
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


@pytest.mark.parametrize("goal", ["damage", "cards,damage", "items,damage"])
def test_no_short_rest_is_advised_at_the_end_of_what_is_asked(goal: str) -> None:
    # Attack 3 of the top deals 3; both cards are discarded then, and the rest would lose one of them.
    answer = solved("until: round", "{Brute: [+0], monsters: [null]}", Wishes(goal=goal))
    assert answer.objective[-1] == 3
    (plan,) = answer.best
    assert not any("rest" in step.text for step in plan.line.steps[:-1])
    assert plan.line.steps[-1].text == "skip"


@pytest.mark.parametrize(
    ("cards", "goal", "steps"),
    [
        # the attack of the one card kills: the half of the other comes neither before nor after
        ("A: {initiative: 1, top: attack 3, bottom: move 2}", "kills", ["play top of A", "attack Guard 1"]),
        (
            "B: {initiative: 1, top: loot 1, bottom: attack 3}",
            "damage",
            ["play bottom of B", "attack Guard 1"],
        ),
        # nothing of it counts at all
        ("A: {initiative: 1, top: attack 3, bottom: move 2}", "items", []),
    ],
)
def test_of_plays_that_are_worth_the_same_the_shortest_is_shown(
    cards: str, goal: str, steps: list[str]
) -> None:
    opened = api.loads(f"""
game: gloomhaven
turn: Brute
map: {{size: 4 x 2}}
characters:
  Brute:
    at: [1, 0]
    hp: 8
    plays: [{cards[0]}, Other]
    active: [Shield]
    cards:
      {cards}
      Other: {{initiative: 20, top: [move 2, "heal 2, self"], bottom: [loot 1, move 2]}}
      Shield: {{initiative: 30, top: {{do: shield 1, persistent: true}}, bottom: move 1}}
monsters: {{Guard 1: {{at: [0, 0], stats: {{hp: 3, move: 2, attack: 2}}}}}}
modifiers: {{Brute: [+0]}}
""")
    (best,) = opened.solve(Wishes(goal=goal)).best
    drawn = ["draw +0"] if steps else []
    assert [step.text for step in best.line.steps] == [*steps, *drawn, "end turn"]


def test_a_round_that_comes_to_no_end_is_answered_by_its_first_turn() -> None:
    # Attack 3 on 3 hit points, a fresh deck: +0 (6), +1 (5), +2 (1), x2 (1) kill: at best 13 of 20.
    answer = solved("until: round", "{}", Wishes(goal="kills"), 4_000)
    assert answer.status == "undecided"
    assert TURN_ALONE.format(turn="Brute") in answer.notes
    assert answer.policy is not None or answer.best
    assert worth_of(answer) <= (Fraction(13, 20),)


def test_a_round_that_begins_with_monsters_is_answered_to_the_end_of_a_characters_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Both guards come first, 5 before 10; only x2 and +2 together exhaust the Brute, 4 + 4 of its 8 hit
    # points: 2 of 20 x 19 ways. Else attack 3 kills as above: 189/190 x 13/20.
    monkeypatch.setattr(plan, "REPLYING", 0)
    answer = solved("until: round", "{}", Wishes(goal="kills"), 400_000, initiative=5)
    assert answer.status == "undecided"
    assert answer.bound == ()
    assert answer.notes == (TO_CHARACTER,)
    assert worth_of(answer) == (Fraction(189, 190) * Fraction(13, 20),)


def test_a_round_without_time_for_the_first_character_is_answered_by_the_monsters_turn_before() -> None:
    answer = solved("until: round", "{}", Wishes(goal="kills,health"), 15_000, initiative=5)
    assert answer.status == "undecided"
    assert TURN_ALONE.format(turn="Guard 1") in answer.notes
    assert answer.policy is not None
    # Attack 2 by a fresh deck deals 2 in the mean: -1 and +1, -2 and +2, null and x2 make up for each other.
    assert worth_of(answer) == (0, 8 - 2)


def test_the_beginning_of_a_round_ends_with_the_turn_of_a_character() -> None:
    # Without chance: 2 guards deal 2 each, the Brute kills one of them; no guard acts afterwards.
    opened = opened_with("until: round", "{Brute: [+0], monsters: [+0]}", initiative=5)
    part, note = next(shorter(opened))
    planner = Planner(opened.goal("kills,health"), "expected")
    answer = planner.answer(part, planner.tree(part), is_all=False)
    assert note == TO_CHARACTER
    assert answer.objective == (1, 4)
    assert answer.best[0].line.outcome.startswith("Round 1, so far: ")


# Cards with Move 1, used as Move 2 at the most: the door in (2,0) is one step away, that in (4,0) three.
@pytest.mark.parametrize(("door", "left_out"), [(2, (NOT_TRIED,)), (4, ())])
@pytest.mark.parametrize("goal", ["kills", "damage", "standing,kills,damage"])
def test_an_unknown_room_within_reach_leaves_it_undecided(
    door: int, left_out: tuple[str, ...], goal: str
) -> None:
    opened = api.loads(f"""
game: gloomhaven
turn: Brute
map: {{size: 6 x 1, doors: [[{door}, 0]]}}
characters: {{Brute: {BRUTE}}}
""")
    assert isinstance(opened, Opened)

    assert plan.solve(opened, Wishes(goal=goal)).left_out == left_out


def test_nothing_is_proved_with_cards_whose_texts_nobody_tells() -> None:
    """Only their basic actions are tried: what the texts would bring is open."""
    opened = api.loads("""
game: gloomhaven
turn: Brute
map: {size: 4 x 1}
characters: {Brute: {at: [1, 0], hp: 8, plays: [One, Two]}}
monsters: {Guard 1: {at: [0, 0], stats: {hp: 3, move: 2, attack: 2}}}
ability_cards: {Guard: {initiative: 50, do: [attack +0]}}
modifiers: {Brute: [+0]}
""")
    assert isinstance(opened, Opened)

    answer = opened.solve(Wishes())

    assert answer.status != "optimal"
    assert answer.left_out == (
        "the text of One and Two is not told: of such a card only the basic actions are tried",
    )
