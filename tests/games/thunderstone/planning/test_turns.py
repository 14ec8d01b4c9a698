"""Which turn to take: all kinds by one goal, against the exhaustive search and by hand."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import book, position_of, solve
from tests.games.thunderstone.planning.random_positions import random_sum
from tests.sweeping import seeds
from tsolve.engine.search import best_line
from tsolve.errors import InputError, UsageError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.planning.goals import battle_result, read_goal, visit_result
from tsolve.games.thunderstone.state import State, TurnKind
from tsolve.model.answers import SolveAnswer

TABLE = """\
hand: [Thyrian Squire, Militia, Short Sword, Torch, Disease, Trainer]
deck: []
hall: [Kingdom, Griffon, Nixie]
village: {Dagger: 3, Regian Cleric: 2}
"""
# Dungeon: 2 + 4 + 1 - 1 for the Disease = 6 against the Kingdom (Health 5): 3 VP and 1 XP, nothing is lost.
# Village: the Torch makes 2 gold, the Short Sword 3: the Cleric for 5. The Trainer makes 2 XP of the Militia,
# which costs nothing. Rest: the Disease.


def worths(answer: SolveAnswer) -> list[tuple[str, str]]:
    """Every kind of turn with the first level of its worth."""
    return [(turn.turn, turn.worth[0].exact) for turn in answer.turns]


def test_the_usual_weights() -> None:
    answer = solve(position_of(TABLE), turn="any")

    # 3*3 + 1 = 10; 5 + 2 - 2*1 = 5; 2*1 = 2.
    assert worths(answer) == [("dungeon", "10"), ("village", "5"), ("rest", "2")]
    assert answer.status == "optimal"
    assert [plan.title for plan in (*answer.best, *answer.others)] == [
        "dungeon: defeat Kingdom",
        "village: take Regian Cleric",
        "rest: destroy Disease",
    ]
    assert answer.notes[0].startswith("which turn is best rests on the weights of the goal, 3*points+xp")


def test_what_the_usual_weights_rest_on() -> None:
    """The figures of docs/reference/goals.md, from the facts of the cards."""
    facts = book().cards.values()
    rises = [(card, book().card(into)) for card in facts if (into := book().next_level(card.id))]
    assert len(rises) == 22
    assert sum(card.level_up_xp or 0 for card, _ in rises) == 55
    assert sum((into.cost or 0) - (card.cost or 0) for card, into in rises) == 55
    for card, into in rises:
        gain = 3 * ((into.vp or 0) - (card.vp or 0)) + (into.cost or 0) - (card.cost or 0)
        assert gain >= (card.level_up_xp or 0)

    village = [card.cost or 0 for card in facts if card.kind == "village"]
    monsters = [3 * (card.vp or 0) + (card.xp or 0) for card in facts if card.is_monster]
    assert round(sum(village) / len(village)) == 4
    assert min(village) == 2
    assert sum(1 for worth in monsters if worth <= 4) == 4


def test_a_level_up_is_taken_where_the_sum_ties() -> None:
    text = """\
    hand: [Thyrian Squire]
    deck: []
    xp: 2
    hall: [Nixie, Famine, Griffon]
    village: {Thyrian Knight: 1}
    """
    answer = solve(position_of(text), turn="any")

    # 2 XP for 2 gold of printed cost (7, 9): 0, like all else here; then the worth of the deck decides.
    assert worths(answer) == [("village", "0"), ("dungeon", "0"), ("rest", "0")]
    assert answer.best[0].title == "village: take Thyrian Knight"


def test_other_weights_another_turn() -> None:
    answer = solve(position_of(TABLE), goal="vp+2*growth", turn="any")

    # A level that a kind of turn does not know counts 0 there: 3; 2*5 = 10; 0.
    assert worths(answer) == [("village", "10"), ("dungeon", "3"), ("rest", "0")]
    assert answer.best[0].title == "village: take Regian Cleric"
    assert [turn.action for turn in answer.turns] == ["visit the Village", "enter the Dungeon", "rest"]


def test_equally_good_turns_are_named() -> None:
    answer = solve(position_of(TABLE), goal="3*diseases+vp", turn="any")

    # The Disease 3*1, the Kingdom 3, the Village nothing.
    assert worths(answer) == [("dungeon", "3"), ("rest", "3"), ("village", "0")]
    assert answer.notes[1] == "equally good by this goal: rest"


def test_a_kind_of_turn_goes_before_that_of_the_file() -> None:
    resting = TABLE + "turn: rest\n"

    assert solve(position_of(resting)).best[0].title == "destroy Disease"
    assert solve(position_of(resting), turn="dungeon").best[0].title == "defeat Kingdom"
    assert [turn.turn for turn in solve(position_of(resting), turn="any").turns] == [
        "dungeon",
        "village",
        "rest",
    ]


def test_without_it_each_kind_keeps_its_own_goal() -> None:
    answer = solve(position_of(TABLE))

    assert answer.turns == ()
    assert [plan.goal[0] for plan in (*answer.best, *answer.others)] == ["win", "growth", "diseases"]


def test_draws_are_compared_by_their_mean() -> None:
    answer = solve(
        position_of(
            """\
            hand: [Town Guard, Torch]
            deck: {rest: [3 x Torch, 3 x Militia]}
            hall: [Nixie, Famine, Griffon]
            village: {Short Sword: 1, Dagger: 1}
            """
        ),
        goal="growth",
        turn="any",
    )

    # Two of six cards: no Torch with 3/15, one with 9/15, two with 3/15; 2 gold each beside the 2 at hand.
    # Two: 6 gold, the Short Sword (6). One: 4 gold, the Dagger (3); the Guard destroyed (cost 3) would surely
    # bring the Sword, but 6 - 3 = 3 is no more. None: 2 gold buy nothing, so the Guard is destroyed: three of
    # 3 Torches and a Militia make 4 or 6 gold more: 6 - 3 = 3. Mean: (3*6 + 9*3 + 3*3) / 15 = 54/15 = 18/5.
    assert worths(answer) == [("village", "18/5"), ("dungeon", "0"), ("rest", "0")]
    assert answer.policy is not None
    assert answer.turns[0].title == "use Town Guard (draw 2 cards), then by what comes"


def test_a_target_out_of_reach_leaves_the_other_turns() -> None:
    text = "hand: [Militia, Disease]\ndeck: []\nhall: [Blink Dog, Nixie, Famine]\n"
    answer = solve(position_of(text), target="Blink Dog", turn="any")

    # Without Light nobody can attack the Blink Dog in the dark; a rest destroys the Disease.
    assert [turn.turn for turn in answer.turns] == ["rest", "village"]
    assert "Blink Dog cannot be attacked" in answer.notes


def test_one_undecided_turn_leaves_the_choice_undecided() -> None:
    text = """\
    hand: [Town Guard, Torch, Militia]
    hall: [Kingdom, Griffon, Nixie]
    village: {Dagger: 3}
    """
    answer = solve(position_of(text), turn="any")

    assert (answer.status, answer.bound) == ("undecided", ())
    assert [(turn.turn, turn.status) for turn in answer.turns] == [
        ("dungeon", "optimal"),
        ("village", "undecided"),
        ("rest", "optimal"),
    ]
    # What the Guard might bring is told by the goal of the visit, also where each turn has its own.
    assert {draw.goal for draw in answer.unknown} == {read_goal("any", None)}
    assert {draw.goal for draw in solve(position_of(text)).unknown} == {read_goal("village", None)}


def test_a_level_is_read_by_its_former_name() -> None:
    assert read_goal("dungeon", "2*value+win,lost") == ("2*total+win", "lost")


def test_what_is_asked_wrongly() -> None:
    with pytest.raises(UsageError, match="not a level of any goal"):
        solve(position_of(TABLE), goal="fame", turn="any")
    with pytest.raises(UsageError, match="not a level of a rest goal"):
        solve(position_of(TABLE), goal="2*vp+levels", turn="rest")
    with pytest.raises(InputError) as caught:
        solve(position_of(TABLE + "goal: 2*fame+vp\n"), turn="any")
    assert [(each.code, each.span and each.span.line) for each in caught.value.diagnostics] == [("E311", 6)]


NAMES = (
    "Militia",
    "Thyrian Squire",
    "Elf Wizard",
    "Outlands Warrior",
    "Regian Bishop",
    "Trainer",
    "Barkeep",
    "Pawnbroker",
    "Torch",
    "Iron Rations",
    "Spear",
    "Polearm",
    "Fireball",
    "Disease",
)
MONSTERS = ("Kingdom", "Nixie", "Famine", "Griffon", "Red Jelly", "Uyril Unending", "Green Blob", "Haunt")


@pytest.mark.parametrize("seed", seeds(12, 40))
def test_every_kind_of_turn_equals_the_search(seed: int) -> None:
    random = Random(seed)
    text = f"""\
    hand: [{", ".join(random.choices(NAMES, k=random.randint(2, 4)))}]
    deck: []
    xp: {random.randint(0, 4)}
    hall: [{", ".join(random.sample(MONSTERS, 3))}]
    village: {{Thyrian Knight: 1, Elf Wizard: 1, Elf Sorcerer: 1, Short Sword: 1, Dagger: 2, Goodberries: 1}}
    players: {{others: [{{hand: [Griffon, Militia], deck: []}}]}}
    """
    file = position_of(text)
    goal = None if seed % 3 == 0 else f"{random_sum(random, sorted(MEASURES.levels_of('')))},lost"
    answer = solve(file, goal=goal, turn="any")
    levels = read_goal("any", goal)

    expected = {
        place: oracle(file.game, file.state, place, levels) for place in ("dungeon", "village", "rest")
    }
    assert {turn.turn: tuple(int(number.exact) for number in turn.worth) for turn in answer.turns} == expected
    assert answer.objective == max(expected.values())


def oracle(game: Thunderstone, state: State, place: TurnKind, goal: tuple[str, ...]) -> tuple[int, ...]:
    """The best worth of one kind of turn by trying everything."""
    result = battle_result if place == "dungeon" else visit_result
    found = best_line(game, game.apply(state, Visit(place)), lambda here: result(book(), here, goal))
    assert found is not None
    return found.value
