"""Policies against the plain expectimax over the engine: same worth on random positions, and sound trees."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.planning.drawing_positions import dungeon_draws, village_draws
from tests.games.thunderstone.planning.random_positions import random_goal
from tsolve.engine.expectimax import best_policy, mean
from tsolve.engine.protocol import CHANCE
from tsolve.engine.replay import replay
from tsolve.engine.search import TooLargeError
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.piles import contents
from tsolve.games.thunderstone.planning import policy
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.planning.policy import Node, Searched, search
from tsolve.games.thunderstone.state import State
from tsolve.model.trace import Trace
from tsolve.model.wishes import Draws

Worth = tuple[Fraction | int, ...]

CHUNK = 40
DUNGEONS = range(0, 160, CHUNK)
VILLAGES = range(0, 120, CHUNK)
LIMIT = 3_000
"""Positions that take the oracle longer are left out; see the test of how few they are."""
ATTITUDES: tuple[Draws, ...] = ("expected", "worst", "expected", "best", "known")


def agree(
    game: Thunderstone, state: State, goal: tuple[str, ...], draws: Draws, target: str = ""
) -> Searched | None:
    """Compare the search with the oracle and look over its tree; None when the oracle gives up."""
    result = battle_result if state.turn == "dungeon" else visit_result
    rules = Hunt(game.book, target) if target else game
    try:
        expected = best_policy(
            rules, state, lambda here: result(game.book, here, goal), state.active, draws, LIMIT
        )
    except TooLargeError:
        return None
    searched = search(game, state, goal, target, draws)
    if searched.root is None:
        assert expected is None or not is_met(rules, state, target, draws)
        return searched
    worth = None if expected is None else expected.worth

    assert searched.low == worth, [member.card for member in state.party]
    assert searched.proved
    assert searched.root.state == state
    if not target:
        look_over(game, searched.root, goal, draws)
        if draws in ("expected", "known"):
            assert mean_of_leaves(game, searched.root, goal) == worth
    return searched


def is_met(rules: Thunderstone, state: State, target: str, draws: Draws) -> bool:
    """Whether any line attacks the target; under `worst`, whether it can be forced."""

    def attacked(here: State) -> tuple[int, ...] | None:
        return None if battle_result(rules.book, here, ()) is None else (int(here.tally.attacked == target),)

    found = best_policy(rules, state, attacked, state.active, "best" if draws == "expected" else draws, LIMIT)
    return found is not None and found.worth == (1,)


def look_over(game: Thunderstone, node: Node, goal: tuple[str, ...], draws: Draws) -> None:
    """Every line can be played, every outcome of chance has its branch, and the worths add up."""
    played = replay(game, node.state, node.line)
    assert node.final == (played[-1].after if played else node.state)
    if not node.branches:
        assert node.worth == leaf_worth(game, node, goal)
        return
    assert game.mover(node.final) == CHANCE
    events = game.chance(node.final)
    whole = sum(weight for _, weight in events)
    chances = {branch.event: branch.chance for branch in node.branches}
    assert len(chances) == len(node.branches)
    if draws == "best":  # an outcome without a line of known worth is left out
        assert chances.items() <= {event: Fraction(weight, whole) for event, weight in events}.items()
    else:
        assert chances == {event: Fraction(weight, whole) for event, weight in events}
        assert sum(chances.values()) == 1
    for branch in node.branches:
        assert game.key(branch.node.state) == game.key(game.apply(node.final, branch.event))
        look_over(game, branch.node, goal, draws)
    worths = [tuple(map(Fraction, branch.node.worth)) for branch in node.branches]
    if draws == "worst":
        assert node.worth == min(worths)
    elif draws == "best":
        assert node.worth == max(worths)
    else:
        weights = dict(events)
        assert node.worth == mean(worths, [weights[branch.event] for branch in node.branches])


def leaf_worth(game: Thunderstone, node: Node, goal: tuple[str, ...]) -> Worth | None:
    """What a leaf says that the rest of the turn comes to."""
    result = battle_result if node.final.turn == "dungeon" else visit_result
    reached = result(game.book, node.final, goal)
    return node.end.value if reached is None and node.end is not None else reached


def mean_of_leaves(game: Thunderstone, node: Node, goal: tuple[str, ...]) -> Worth:
    """The worth of a policy as the mean over its leaves, each with the chance of its whole path."""
    paths = list(leaves(node, Fraction(1)))
    assert sum(chance for _, chance in paths) == 1
    worths = [(leaf_worth(game, leaf, goal), chance) for leaf, chance in paths]
    return tuple(
        sum((worth[level] * chance for worth, chance in worths if worth is not None), Fraction())
        for level in range(len(goal))
    )


def leaves(node: Node, chance: Fraction) -> list[tuple[Node, Fraction]]:
    """Every leaf with the product of the chances on the way."""
    if not node.branches:
        return [(node, chance)]
    return [leaf for branch in node.branches for leaf in leaves(branch.node, chance * branch.chance)]


@pytest.mark.parametrize("first", DUNGEONS)
def test_policies_in_the_dungeon_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon_draws(random, cards=3)
        compared.append(agree(game, state, random_goal(random, "dungeon"), ATTITUDES[seed % len(ATTITUDES)]))

    assert many_branch(compared, 0.25)


@pytest.mark.parametrize("first", VILLAGES)
def test_policies_in_the_village_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(10_000 + seed)
        game, state = village_draws(random, cards=2)
        compared.append(agree(game, state, random_goal(random, "village"), ATTITUDES[seed % len(ATTITUDES)]))

    assert many_branch(compared, 0.1)


@pytest.mark.parametrize("first", range(30_000, 30_080, CHUNK))
def test_policies_against_one_monster_equal_the_expectimax(first: int) -> None:
    compared = []
    for seed in range(first, first + CHUNK):
        random = Random(seed)
        game, state = dungeon_draws(random, cards=2)
        coming = [slot.card for slot in state.hall] + [*contents(state.dungeon)]
        target = random.choice([card for card in coming if card in game.book.monsters])
        draws = ATTITUDES[seed % len(ATTITUDES)]
        compared.append(agree(game, state, random_goal(random, "dungeon"), draws, target))

    assert many_branch(compared, 0.1)


class Ticks:
    """A clock that moves on by one second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        self.now += 1
        return self.now


@pytest.mark.parametrize("seconds", [1, 5, 25])
def test_policies_found_in_a_hurry_can_be_played_and_lie_below_the_best(
    seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried = 0
    for seed in range(60):
        random = Random(50_000 + seed)
        game, state = dungeon_draws(random, cards=3)
        goal, draws = random_goal(random, "dungeon"), ATTITUDES[seed % len(ATTITUDES)]
        whole = search(game, state, goal, "", draws)

        monkeypatch.setattr(policy, "monotonic", Ticks())
        found = search(game, state, goal, "", draws, time_limit=seconds)
        monkeypatch.undo()

        if found.root is not None:
            look_over(game, found.root, goal, draws)
            assert whole.low is not None
            assert found.high is not None
            assert found.low == found.root.worth <= whole.low <= found.high
        hurried += found.low != whole.low
    assert hurried > 0


def many_branch(compared: list[Searched | None], least: float) -> bool:
    """Whether the oracle could judge most positions, and chance has a say in this share of them."""
    judged = [searched for searched in compared if searched is not None]
    branching = [searched for searched in judged if searched.root is not None and searched.root.branches]
    return len(judged) >= 0.7 * len(compared) and len(branching) >= least * len(compared)


class Hunt(Thunderstone):
    """The rules for a player who attacks one Monster only, and nobody while it does not stand in the Hall."""

    def __init__(self, book: Book, target: str) -> None:
        super().__init__(book)
        self.target = target

    def legal_actions(self, state: State) -> list[Action]:
        actions = super().legal_actions(state)
        if state.todo or state.over:
            return actions
        hall = [slot.card for slot in state.hall]
        actions = [
            action
            for action in actions
            if not isinstance(action, (Attack, Pass))
            or (isinstance(action, Attack) and hall[action.rank - 1] == self.target)
        ]
        return actions if self.target in hall else [*actions, Pass()]

    def apply(self, state: State, action: Action, trace: Trace | None = None) -> State:
        if isinstance(action, Pass) and not state.todo:
            return replace(state, tally=replace(state.tally, outcome="none"))
        return super().apply(state, action, trace)
