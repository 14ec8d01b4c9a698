"""What can be attacked, defeated and bought: each candidate is the best of its kind."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.thunderstone.builders import position_of
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tests.sweeping import seeds
from tsolve import api
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Attack, Pass, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result, buying, turn_result
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import target_at
from tsolve.model.plays import Wishes
from tsolve.model.solved import Candidate, Payment
from tsolve.source.data import Data

LIMIT = 4_000
FILE = position_of("turn: dungeon\nhand: [Militia]\n")


@pytest.mark.parametrize("seed", seeds(12, 30))
def test_agrees_with_every_line(seed: int) -> None:
    game, state = dungeon_position(Random(seed), 4)
    places = [place for place in state.places if state.at(place).card]
    answer = FILE.by(game, state).targets(Wishes(draws="known"))

    assert len(answer.targets) == len(places)
    for place, target in zip(places, answer.targets, strict=True):
        if target.outcome == "undecided":
            continue
        try:
            value, won = (_most(game, state, place, level) for level in ("total", "win"))
        except TooLargeError:
            continue
        assert (target.value.most if target.value is not None else None) == value
        assert (target.outcome == "certain") == bool(won)
        assert target.attackable == (value is not None)


def test_most_are_decided_and_some_can_be_defeated() -> None:
    """So that the comparison above means something."""
    positions = [dungeon_position(Random(seed), 4) for seed in range(30)]
    wishes = Wishes(draws="known")
    told = [each.outcome for one in positions for each in FILE.by(*one).targets(wishes).targets]

    assert told.count("undecided") < 9
    assert told.count("certain") > 9
    assert told.count("impossible") > 30


def _most(game: Thunderstone, state: State, place: int, level: str) -> int | None:
    """The most of a level by an attack on what stands in this place; None where no line attacks it."""
    target = target_at(state, place)

    def skip(here: State, action: Action) -> bool:
        if here.todo:
            return False
        return not target.fits(here, action.rank) if isinstance(action, Attack) else isinstance(action, Pass)

    found = best_line(game, state, lambda here: battle_result(game.book, here, (level,)), LIMIT, skip)
    return None if found is None else found.value[0]


TABLE: dict[str, Data] = {
    "game": "thunderstone",
    "hand": ["3 x Militia", "Torch", "Dagger", "Iron Rations"],
    "deck": [],
    "hall": ["Griknack Goblin", "Griffon", "Nixie"],
    "dungeon_deck": "unknown",
    "xp": 2,
    "village": {
        "Short Sword": 3,
        "Torch": 5,
        "Dagger": 3,
        "Dwarf Guardian": 4,
        "Hatchet": 3,
        "Town Guard": 1,
    },
}


def found(turn: str, **keys: Data) -> tuple[ThunderstonePosition, tuple[Candidate, ...]]:
    """The position and its candidates."""
    position = api.position(**{**TABLE, **keys})
    assert isinstance(position, ThunderstonePosition)
    wishes = Wishes(turn=turn)
    return position, api.with_candidates(position, api.solve(position, turn=turn), wishes).candidates


def test_each_purchase_stands_beside_the_others_with_what_it_brings() -> None:
    # gold: Torch 2 + Dagger 1 + Iron Rations 2 = 5, so no Short Sword (6) and no Dwarf Guardian (7)
    _, candidates = found("village")

    assert [(each.title, each.worth[0].exact, each.status) for each in candidates] == [
        ("buy Hatchet", "4", "optimal"),
        ("buy Torch", "3", "optimal"),
        ("buy Dagger", "3", "optimal"),
        ("buy Town Guard", "3", "optimal"),
    ]
    assert candidates[0].payments == (Payment("gold", 4, "Hatchet"),)


def test_all_kinds_of_turn_are_compared_by_one_goal() -> None:
    # 3*points + xp + growth: the Goblin is 1 point and 1 XP, 3 + 1 = 4; Hatchet 4; nothing else is won
    _, candidates = found("any")

    assert [(each.turn, each.title, each.worth[0].exact) for each in candidates] == [
        ("dungeon", "attack Griknack Goblin", "4"),
        ("village", "buy Hatchet", "4"),
        ("village", "buy Torch", "3"),
        ("village", "buy Dagger", "3"),
        ("village", "buy Town Guard", "3"),
        ("dungeon", "attack Griffon", "0"),
        ("dungeon", "attack Nixie", "0"),
        ("rest", "rest", "0"),
    ]


@pytest.mark.parametrize(
    "hand",
    [
        ["Regian Cleric", "Militia", "Torch", "Torch", "Dagger", "Trainer"],
        ["Thyrian Squire", "Militia", "Militia", "Town Guard", "Iron Rations", "Torch"],
        ["Disease", "Militia", "Trainer", "Banish", "Torch", "Short Sword"],
    ],
)
def test_every_candidate_is_the_best_of_its_kind(hand: list[Data]) -> None:
    position, candidates = found("village", hand=hand, xp=5)
    game, start = position.game, position.game.apply(position.state, Visit("village"))
    told = {each.title: tuple(int(number.exact) for number in each.worth) for each in candidates}
    goal = candidates[0].goal

    for card in start.stalls:
        wanted = (buying(card), *goal)
        best = best_line(game, start, lambda state, wanted=wanted: turn_result(position.book, state, wanted))
        title = f"buy {position.book.name(card)}"
        assert best is not None
        if not best.value[0]:
            assert title not in told
        elif title in told:
            assert told[title] == best.value[1:]
        else:  # the same visit is told already
            assert best.value[1:] in told.values()


def test_where_cards_decide_the_chance_of_a_purchase_is_told() -> None:
    # 2 gold in the hand, and Town Guard draws two of three cards: both Torches 1 in 3 (6: Short Sword),
    # one of them 2 in 3 (4: Hatchet), on average (6 + 4 + 4) / 3 = 14/3. Destroyed it draws all three, always
    # 6 gold, and Town Guard (3) is lost where it has to be, 2 in 3: 6 - 2/3 x 3 = 4.
    _, candidates = found(
        "village", hand=["Town Guard", "2 x Dagger", "3 x Militia"], deck={"rest": ["2 x Torch", "Militia"]}
    )

    assert [(each.title, each.worth[0].exact, each.chance and each.chance.exact) for each in candidates] == [
        ("the best visit", "14/3", None),
        ("buy Hatchet", "4", "1"),
        ("buy Short Sword", "4", "1"),
        ("buy Torch", "3", "1"),
    ]


def test_nobody_asks_where_a_target_is_named() -> None:
    position = api.position(**TABLE)
    solved = api.solve(position, target="Griknack Goblin", turn="dungeon")

    assert api.with_candidates(position, solved, Wishes(target="Griknack Goblin")).candidates == ()
    assert found("dungeon")[1] == found("rest")[1] == ()
