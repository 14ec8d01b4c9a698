"""The chances of small decks against every single hand, each searched exhaustively in the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from tests.games.thunderstone.builders import book
from tests.games.thunderstone.planning.random_positions import random_game
from tsolve.batch.crew import crew
from tsolve.batch.deal import Deal
from tsolve.batch.tally import Outcome, Tally, Weight
from tsolve.engine.expectimax import best_policy
from tsolve.engine.search import best_line
from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.chances.battle import fights
from tsolve.games.thunderstone.chances.table import Table
from tsolve.games.thunderstone.chances.work import HandWork, Quantities
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.state import Slot, State

PLAIN = (
    *(
        "militia",
        "militia",
        "thyrian_squire",
        "elf_wizard",
        "dwarf_guardian",
        "feayn_sniper",
        "outlands_warrior",
    ),
    *("dagger", "short_sword", "flaming_sword", "spear", "iron_rations", "goodberries", "feast"),
    *("torch", "lantern", "fireball", "battle_fury", "disease", "griffon", "selurin_magician"),
    *("barkeep", "pawnbroker", "trainer", "militia", "torch", "dagger"),
)
DRAWING = (
    "regian_priest",
    "regian_cleric",
    "magical_aura",
    "chalice_quester",
    "disease",
    "banish",
    "town_guard",
)
HAND = 5


def random_table(random: Random) -> tuple[Thunderstone, Table]:
    """A Hall of three Monsters above two that are known, under random readings."""
    game = random_game(random, 0.1)
    monsters = sorted(game.book.monsters - {"tyxr_the_old", "archduke_of_pain"})
    hall = tuple(Slot(random.choice(monsters), breached=rank == 1) for rank in (1, 2, 3))
    below = piles.known(tuple(random.choice(monsters) for _ in range(2)))
    return game, Table(game.book.cards, dict(game.book.readings), hall, below, ())


def look(table: Table, deck: list[str]) -> Tally:
    """What the program finds."""
    copies = Counter(deck)
    with crew() as alone:
        deal = Deal(tuple(copies), tuple(copies.values()), HAND)
        return alone.look(HandWork(table, tuple(deck)), deal).tally


def every_hand(deck: list[str]) -> Counter[tuple[str, ...]]:
    """The hands of all choices of single cards."""
    return Counter(tuple(sorted(cards)) for cards in combinations(deck, HAND))


@pytest.mark.parametrize("seed", range(12))
def test_hands_without_draws(seed: int) -> None:
    """The whole distribution against each Monster, of the best turn, and of the gold."""
    random = Random(seed)
    game, table = random_table(random)
    deck = [random.choice(PLAIN) for _ in range(7)]
    monsters = list(table.monsters)
    wanted: list[dict[Outcome, Weight]] = [{} for _ in range(len(monsters) + 2)]
    for hand, number in every_hand(deck).items():
        start = table.position(game, hand, (), "dungeon")
        outcomes = [searched_attack(game, start, monster) for monster in monsters]
        outcomes.append(searched_turn(game, start))
        visit = table.position(game, hand, (), "village")
        gold = best_line(game, visit, lambda state: visit_result(game.book, state, ("gold",)))
        outcomes.append(gold.value if gold is not None else ())
        for known, outcome in zip(wanted, outcomes, strict=True):
            known[outcome] = known.get(outcome, 0) + number
    found = look(table, deck)
    at = Quantities(len(monsters))
    assert found.weight == comb(7, HAND)
    assert found.outcomes[: at.left_out] == wanted[:-1]
    assert found.outcomes[at.gold] == wanted[-1]
    assert found.outcomes[at.left_out] == {(0,): comb(7, HAND)}


def searched_attack(game: Thunderstone, start: State, monster: str) -> Outcome:
    """The best attack on this Monster; empty when it cannot be attacked."""

    def other(state: State, action: Action) -> bool:
        return isinstance(action, Attack) and state.hall[action.rank - 1].card != monster

    def worth(state: State) -> tuple[int, ...] | None:
        return battle_result(game.book, state, ("win", "value")) if state.tally.attacked else None

    found = best_line(game, start, worth, skip=other)
    return found.value if found is not None else ()


def searched_turn(game: Thunderstone, start: State) -> Outcome:
    found = best_line(game, start, lambda state: battle_result(game.book, state, ("win", "vp", "xp")))
    assert found is not None
    return found.value


@pytest.mark.parametrize("seed", range(8))
def test_hands_that_draw(seed: int) -> None:
    """The chance to defeat each Monster and the mean Attack Value of the best policy, and the best turn."""
    random = Random(1000 + seed)
    game, table = random_table(random)
    often, seldom = random.sample(sorted(set(PLAIN)), 2)
    deck = [often] * 4 + [seldom] * 2 + random.sample(DRAWING, 2)  # draws of unequal chances
    monsters = list(table.monsters)
    wanted = [[Fraction(0)] * 2 for _ in monsters] + [[Fraction(0)] * 3]
    for hand, number in every_hand(deck).items():
        rest = (Counter(deck) - Counter(hand)).elements()
        start = table.position(game, hand, rest, "dungeon")
        for sums, goal, monster in [
            *((wanted[n], ("win", "value"), monster) for n, monster in enumerate(monsters)),
            (wanted[-1], ("win", "vp", "xp"), ""),
        ]:
            for level, mean in enumerate(searched_policy(game, start, goal, monster)):
                sums[level] += number * mean
    found = look(table, deck)
    assert found.outcomes[Quantities(len(monsters)).left_out] == {(0,): comb(8, HAND)}
    for sums, outcomes in zip(wanted, found.outcomes, strict=False):
        assert sum(outcomes.values()) == comb(8, HAND)
        for level, total in enumerate(sums):
            assert sum(weight * outcome[level] for outcome, weight in outcomes.items() if outcome) == total


def searched_policy(
    game: Thunderstone, start: State, goal: tuple[str, ...], monster: str
) -> tuple[Fraction, ...]:
    """The worth of the best policy; another Monster than that counts for nothing."""

    def worth(state: State) -> tuple[int, ...] | None:
        reached = battle_result(game.book, state, goal)
        if reached is not None and monster and state.tally.attacked != monster:
            return (0,) * len(goal)
        return reached

    found = best_policy(game, start, worth, start.active)
    assert found is not None
    return found.worth


@pytest.mark.parametrize("deck", [["town_guard"], ["town_guard", "barkeep"], ["town_guard", "town_guard"]])
@pytest.mark.parametrize("total", ["5", "7"])
def test_gold_with_draws(deck: list[str], total: str) -> None:
    """The mean of the most gold against exhaustive search of every visit."""
    game = Thunderstone(book(town_guard_total=total))
    table = Table(game.book.cards, dict(game.book.readings), (Slot(), Slot(), Slot()), piles.EMPTY, ())
    deck = [*deck, "torch", "torch", "dagger", "lightstone_gem", "militia", "militia", "militia"]
    mean = Fraction(0)
    for hand, number in every_hand(deck).items():
        rest = (Counter(deck) - Counter(hand)).elements()
        mean += number * searched_gold(game, table.position(game, hand, rest, "village"))
    found = look(table, deck).outcomes[Quantities(0).gold]
    assert sum(weight * outcome[0] for outcome, weight in found.items()) == mean


def searched_gold(game: Thunderstone, start: State) -> Fraction:
    found = best_policy(game, start, lambda state: visit_result(game.book, state, ("gold",)), start.active)
    assert found is not None
    return found.worth[0]


def test_only_villagers_and_the_stone_never_matter_to_a_battle() -> None:
    facts = book().cards
    idle = {card for card in facts if not fights(facts[card])}
    assert idle == {"barkeep", "pawnbroker", "town_guard", "trainer", "stone_of_mystery"}


def test_villagers_change_nothing_in_a_hand() -> None:
    """They are left away before a battle is looked at: the search finds the same with them."""
    random = Random(3)
    game, table = random_table(random)
    for _ in range(10):
        fighters = [random.choice(PLAIN[:21]) for _ in range(3)]
        for monster in table.monsters:
            whole = table.position(game, [*fighters, "barkeep", "trainer"], (), "dungeon")
            part = table.position(game, fighters, (), "dungeon")
            assert searched_attack(game, whole, monster) == searched_attack(game, part, monster)
