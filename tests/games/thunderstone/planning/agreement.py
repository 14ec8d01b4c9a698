"""Plans, leaves and policies compared with the plain searches over the engine, at many random positions.

The searches know nothing of problems, cases or backends: they try every line, every action and every outcome.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from msgspec.structs import replace

from tests.games.thunderstone.planning.random_positions import Dealt, goal_of_the_end, random_goal
from tsolve.engine import CHANCE, replay
from tsolve.engine.search import best_line, best_policy, mean
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.dungeon import Leaf, solve_leaf
from tsolve.games.thunderstone.planning.evaluator import Evaluator, Reached
from tsolve.games.thunderstone.planning.goals import battle_result, closing, counted_to_the_end, visit_result
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.planning.policy import Node, Searched, search
from tsolve.games.thunderstone.planning.situations import Situation, reveals
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn import steps
from tsolve.games.thunderstone.turn.battle import Spoils
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.model.plays import Draws
from tsolve.model.trace import Trace
from tsolve.solve import solve

Worth = tuple[Fraction | int, ...]

LIMIT = 3_000
"""Positions that take the oracle longer are left out; the tests hold how few they are."""
ATTITUDES: tuple[Draws, ...] = ("expected", "worst", "expected", "best", "known")


def policy_agrees(
    game: Thunderstone, state: State, goal: tuple[str, ...], draws: Draws, target: Target = ANYBODY
) -> Searched | None:
    """Compare the search with the oracle and look over its tree; None when the oracle gives up."""
    result = battle_result if state.turn == "dungeon" else visit_result
    rules = Hunt(game.book, target) if target != ANYBODY else game
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
    if target == ANYBODY:
        look_over(game, searched.root, goal, draws)
        if draws in ("expected", "known"):
            assert mean_of_leaves(game, searched.root, goal) == worth
    return searched


def is_met(rules: Thunderstone, state: State, target: Target, draws: Draws) -> bool:
    """Whether any line attacks the target; under `worst`, whether it can be forced."""

    def attacked(here: State) -> tuple[int, ...] | None:
        return None if battle_result(rules.book, here, ()) is None else (int(target.was_attacked(here)),)

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
    paths = list(ends(node, Fraction(1)))
    assert sum(chance for _, chance in paths) == 1
    worths = [(leaf_worth(game, leaf, goal), chance) for leaf, chance in paths]
    return tuple(
        sum((worth[level] * chance for worth, chance in worths if worth is not None), Fraction())
        for level in range(len(goal))
    )


def ends(node: Node, chance: Fraction) -> list[tuple[Node, Fraction]]:
    """Every leaf with the product of the chances on the way."""
    if not node.branches:
        return [(node, chance)]
    return [leaf for branch in node.branches for leaf in ends(branch.node, chance * branch.chance)]


class Hunt(Thunderstone):
    """The rules for a player who attacks one Monster only, and nobody while it does not stand in the Hall."""

    def __init__(self, book: Book, target: Target) -> None:
        super().__init__(book)
        self.target = target

    def legal_actions(self, state: State) -> list[Action]:
        actions = super().legal_actions(state)
        if state.todo or state.over:
            return actions
        actions = [
            action
            for action in actions
            if not isinstance(action, (Attack, Pass))
            or (isinstance(action, Attack) and self.target.fits(state, action.rank))
        ]
        return actions if self.target.places(state) else [*actions, Pass()]

    def apply(self, state: State, action: Action, trace: Trace | None = None) -> State:
        if isinstance(action, Pass) and not state.todo:
            return replace(state, tally=replace(state.tally, outcome="none"))
        return super().apply(state, action, trace)


Comparison = Callable[[Random, Thunderstone, State], bool]

PLAN_LIMIT = 4_000
LEAF_LIMIT = 3_000
"""Positions that take a search longer are left out; the tests hold how few they are."""


def sweep(compare: Comparison, deal: Callable[[Random], Dealt], seeds: range, least: float) -> list[Dealt]:
    """Compare at each seed; at least this share of the positions has to be compared. The positions."""
    positions, compared = [], 0
    for seed in seeds:
        random = Random(seed)
        game, state = deal(random)
        compared += compare(random, game, state)
        positions.append((game, state))

    assert compared >= len(seeds) * least
    return positions


def plans(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the plan by a random goal."""
    return plan_agrees(game, state, random_goal(random, state.turn))


def leaves(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the best end by a random goal; False too where a Trophy acts first: then it is no leaf."""
    if steps.open_duty(game.book, state) is not None:
        return False
    return leaf_agrees(game, state, random_goal(random, state.turn))


def policies(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the policy by a random goal and attitude."""
    goal, draws = random_goal(random, state.turn), random.choice(ATTITUDES)
    return policy_agrees(game, state, goal, draws) is not None


def plans_of_the_end(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the plan by a goal that counts what the whole turn comes to."""
    return plan_agrees(game, state, goal_of_the_end(random, state.turn))


def leaves_of_the_end(random: Random, game: Thunderstone, state: State) -> bool:
    """Compare the best end by such a goal."""
    if steps.open_duty(game.book, state) is not None:
        return False
    return leaf_agrees(game, state, goal_of_the_end(random, state.turn))


def plan_agrees(game: Thunderstone, state: State, goal: tuple[str, ...]) -> bool:
    """Compare planner and search; with `auto` both backends solve, and the engine plays what they propose.

    Of equally good lines that defeat nobody the one that comes closest has to be proposed.
    """
    skip = spoils_without_a_say(goal)
    try:
        expected = _best(game, state, goal, PLAN_LIMIT, skip)
    except TooLargeError:
        return False
    planned = plan(game, state, goal)

    assert (planned.best.value if planned.best is not None else None) == expected, _hand(state)
    if planned.best is not None and planned.best.end.tally.outcome == "lost":
        closest = _best(game, state, closing(goal), PLAN_LIMIT, skip)
        assert battle_result(game.book, planned.best.end, closing(goal)) == closest, _hand(state)
    return True


def spoils_without_a_say(goal: tuple[str, ...]) -> Callable[[State, Action], bool]:
    """What need not be tried: Spoils, where no level counts what the whole turn comes to."""

    def skip(here: State, action: Action) -> bool:
        is_spoils = bool(here.todo) and isinstance(here.todo[-1], Spoils) and not isinstance(action, Pass)
        return is_spoils and not counted_to_the_end(goal)

    return skip


def leaf_agrees(game: Thunderstone, state: State, goal: tuple[str, ...], target: Target = ANYBODY) -> bool:
    """Compare the best end of a turn in which nothing more is revealed with the search."""

    def skip(here: State, action: Action) -> bool:
        if not here.todo and isinstance(action, Attack):
            return not target.fits(here, action.rank)
        nobody = target != ANYBODY and not here.todo and isinstance(action, Pass)
        return nobody or reveals(game, here, action)

    try:
        expected = _best(game, state, goal, LEAF_LIMIT, skip)
    except TooLargeError:
        return False
    reached = Evaluator(game, goal).best(state, target)

    assert (None if reached is None else reached.value) == expected, _hand(state)
    if reached is not None and "win" in goal:
        assert reached.won == bool(reached.value[goal.index("win")])
    if reached is not None and target != ANYBODY:
        assert target.fits(state, reached.rank)
    if reached is not None and reached.rank and "win" in goal:
        _same_line(game, state, goal, reached)
    return True


def _same_line(game: Thunderstone, state: State, goal: tuple[str, ...], reached: Reached) -> None:
    """The line that a leaf is shown with is the one that the planner finds by itself, perhaps prepared in
    another order.
    """
    leaf = Leaf(Situation(state, ()), reached.rank, state.at(reached.rank).card, ())
    planned, _ = solve_leaf(game, leaf, goal, lambda problem, bar: solve(problem, "exact", bar), None)
    line = Evaluator(game, goal).line(state, reached.rank)
    assert line is not None
    assert planned is not None
    assert line.value == reached.value
    assert sorted(map(repr, line.line)) == sorted(map(repr, planned.line)), _hand(state)


def _best(
    game: Thunderstone,
    state: State,
    goal: tuple[str, ...],
    limit: int,
    skip: Callable[[State, Action], bool],
) -> tuple[int, ...] | None:
    """The best worth by trying everything but what is skipped."""
    result = battle_result if state.turn == "dungeon" else visit_result
    found = best_line(game, state, lambda here: result(game.book, here, goal), limit, skip)
    return None if found is None else found.value


def _hand(state: State) -> list[str]:
    return [member.card for member in state.party]
