"""The figures of small decks held to exhaustive search: each hand of single cards is played in the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

from tsolve.batch import pool
from tsolve.engine.search import best_line, best_policy
from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.odds import HandWork, Quantities
from tsolve.games.thunderstone.judging.odds_hand import Table
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.turns.odds.hands import Deal, Outcome, Tally, Weight
from tsolve.turns.odds.hands import look as look_at_hands

HAND = 5
_FIGHT = ("win", "value")
_TURN = ("win", "vp", "xp")


def hold_without_draws(game: Thunderstone, table: Table, deck: list[str]) -> None:
    """The whole distribution against each Monster, of the best turn, and of the gold."""
    monsters = list(table.monsters)
    wanted: list[dict[Outcome, Weight]] = [{} for _ in range(len(monsters) + 2)]
    for hand, number in every_hand(deck).items():
        start = table.position(game, hand, (), "dungeon")
        visit = table.position(game, hand, (), "village")
        outcomes = [searched_attack(game, start, monster) for monster in monsters]
        outcomes += searched_turn(game, start), searched_gold(game, visit)
        for known, outcome in zip(wanted, outcomes, strict=True):
            known[outcome] = known.get(outcome, 0) + number
    found, at = look(table, deck), Quantities(len(monsters))
    ways = comb(len(deck), HAND)
    assert found.weight == ways
    assert found.outcomes[: at.left_out] == wanted[:-1]
    assert found.outcomes[at.gold] == wanted[-1]
    assert found.outcomes[at.left_out] == {(0,): ways}


def hold_with_draws(game: Thunderstone, table: Table, deck: list[str]) -> None:
    """The chance to defeat each Monster and the mean Attack Value of the best policy, and the best turn."""
    aims = [*((_FIGHT, monster) for monster in table.monsters), (_TURN, ANYBODY)]
    wanted = [[Fraction(0)] * len(goal) for goal, _ in aims]
    for hand, number in every_hand(deck).items():
        start = table.position(game, hand, without(deck, hand), "dungeon")
        for sums, (goal, monster) in zip(wanted, aims, strict=True):
            for level, mean in enumerate(searched_policy(game, start, goal, monster)):
                sums[level] += number * mean
    found = look(table, deck)
    ways = comb(len(deck), HAND)
    assert found.outcomes[Quantities(len(table.monsters)).left_out] == {(0,): ways}
    for sums, outcomes in zip(wanted, found.outcomes, strict=False):
        assert sum(outcomes.values()) == ways
        for level, total in enumerate(sums):
            assert sum(weight * outcome[level] for outcome, weight in outcomes.items() if outcome) == total


def look(table: Table, deck: list[str]) -> Tally:
    """What the program finds."""
    copies = Counter(deck)
    with pool() as alone:
        deal = Deal(tuple(copies), tuple(copies.values()), HAND)
        return look_at_hands(alone, HandWork(table, tuple(deck)), deal).tally


def every_hand(deck: list[str]) -> Counter[tuple[str, ...]]:
    """The hands of all choices of single cards."""
    return Counter(tuple(sorted(cards)) for cards in combinations(deck, HAND))


def without(deck: list[str], hand: tuple[str, ...]) -> list[str]:
    """What is left in the deck when the hand is drawn."""
    return list((Counter(deck) - Counter(hand)).elements())


def searched_attack(game: Thunderstone, start: State, monster: Target) -> Outcome:
    """The best attack on this Monster; empty when it cannot be attacked."""

    def other(state: State, action: Action) -> bool:
        return isinstance(action, Attack) and not monster.fits(state, action.rank)

    def worth(state: State) -> tuple[int, ...] | None:
        return battle_result(game.book, state, ("win", "value")) if state.tally.attacked else None

    found = best_line(game, start, worth, skip=other)
    return found.value if found is not None else ()


def searched_turn(game: Thunderstone, start: State) -> Outcome:
    found = best_line(game, start, lambda state: battle_result(game.book, state, ("win", "vp", "xp")))
    assert found is not None
    return found.value


def searched_gold(game: Thunderstone, start: State) -> Outcome:
    """The most gold, with nothing drawn."""
    found = best_line(game, start, lambda state: visit_result(game.book, state, ("gold",)))
    return found.value if found is not None else ()


def searched_policy(
    game: Thunderstone, start: State, goal: tuple[str, ...], monster: Target
) -> tuple[Fraction, ...]:
    """The worth of the best policy; another Monster than that counts for nothing."""

    def worth(state: State) -> tuple[int, ...] | None:
        reached = battle_result(game.book, state, goal)
        if reached is not None and monster != ANYBODY and not monster.was_attacked(state):
            return (0,) * len(goal)
        return reached

    found = best_policy(game, start, worth, start.active)
    assert found is not None
    return found.worth


def searched_mean_gold(game: Thunderstone, start: State) -> Fraction:
    found = best_policy(game, start, lambda state: visit_result(game.book, state, ("gold",)), start.active)
    assert found is not None
    return found.worth[0]
