"""Policies compared with the plain expectimax over the engine, which tries every action and every outcome."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from tsolve.engine import CHANCE, replay
from tsolve.engine.search import best_policy, mean
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Attack, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.planning.policy import Node, Searched, search
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.model.plays import Draws
from tsolve.model.trace import Trace

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
