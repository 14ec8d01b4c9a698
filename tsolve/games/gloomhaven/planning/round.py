"""A round as a tree: what a character's turn promises by itself says what to try first, and what need not
be tried with all that the monsters may reply.
"""

from __future__ import annotations

from tsolve.budget import Budget, allow
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.judging.goals import Goal
from tsolve.games.gloomhaven.planning.tree import Steps, TurnTree
from tsolve.games.gloomhaven.round.order import waits
from tsolve.games.gloomhaven.state import State
from tsolve.model.wishes import Draws
from tsolve.solve.policy import Attitude, Search, Worth


class OwnTurn(TurnTree):
    """The rest of a character's turn. Its end is worth what no round that goes on from there is worth more
    than; behind these levels stands a guess, by the same goal, of what the round will come to.
    """

    def __init__(self, game: Gloomhaven, goal: Goal, draws: Draws, figure: str) -> None:
        super().__init__(game, goal, draws)
        self._figure = figure

    def lower_bound(self, node: State) -> Worth | None:
        worth = self.goal.value(node)
        if worth is None and node.turn == self._figure:
            return None
        return *(worth or self.bounds.most(node)), *self._guess(node)

    def most(self, node: State) -> Worth:
        bound = self.bounds.most(node)
        return *bound, *bound

    def _guess(self, state: State) -> Worth:
        """What was reached so far, without the hit points that are threatened."""
        amounts = self.goal.amounts(state)
        if "health" in amounts:
            amounts["health"] -= self._threat(state)
        return self.goal.worth(amounts)

    def _threat(self, state: State) -> int:
        """What the monsters that are still to act would do to those whom they can come near to, with plain
        moves and attacks and no cards.
        """
        board = self.game.book.board(state)
        threat = 0
        for monster in state.figures:
            if monster.side == "party" or not waits(self.game.book, monster):
                continue
            reach = monster.profile.move + max(monster.profile.range, 1)
            steps = (board.distance(monster.at, enemy.at) for enemy in state.enemies_of(monster))
            if any(each is not None and each <= reach for each in steps):
                threat += monster.profile.attack
        return threat


class RoundTree(TurnTree):
    """A round, guided by the turns of the characters in it."""

    def __init__(
        self, game: Gloomhaven, goal: Goal, draws: Draws, attitude: Attitude, guiding: Budget
    ) -> None:
        """`guiding` is what may be spent on turns alone."""
        super().__init__(game, goal, draws)
        self._draws: Draws = draws
        self._attitude: Attitude = attitude
        self._guiding = guiding
        self._turns: dict[str, Search[State, Steps]] = {}

    def sorted(self, moves: list[tuple[Steps, State]]) -> list[tuple[Steps, State]]:
        return sorted(moves, key=lambda move: self._promise(move[1]), reverse=True)

    def most(self, node: State) -> Worth:
        return self._promise(node)[: len(self.goal.levels)]

    def _promise(self, state: State) -> Worth:
        """What a position is worth at the most, and a guess."""
        figure = state.turn
        bound = self.bounds.most(state)
        if state.result or state.cards_of(figure) is None:
            return *bound, *bound
        if figure not in self._turns:
            tree = OwnTurn(self.game, self.goal, self._draws, figure)
            self._turns[figure] = Search(tree, self._attitude, self._guiding.is_over)
        with allow(self._guiding):
            found = self._turns[figure].run(state)
        return found.high or (*bound, *bound)
