"""A round as a tree that the turns of its characters guide: each is first searched by itself."""

from __future__ import annotations

from tsolve.budget import Budget, allow
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.initiative import waits
from tsolve.games.gloomhaven.planning.goals import Goal
from tsolve.games.gloomhaven.planning.tree import Steps, TurnTree
from tsolve.games.gloomhaven.state import State
from tsolve.model.plays import Draws
from tsolve.solve.policy import Attitude, Search, Worth


class OwnTurn(TurnTree):
    """The rest of a character's turn. The value of its end is an upper bound for the rest of the round,
    followed by a guess of the result of the round by the same goal.
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
        """The result so far, less the hit points that monsters threaten."""
        amounts = self.goal.amounts(state)
        if "hit_points" in amounts:
            amounts["hit_points"] -= self._threat(state)
        return self.goal.worth(amounts)

    def _threat(self, state: State) -> int:
        """The damage that monsters still to act would do to figures within their reach, with plain moves and
        attacks and without cards.
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
        """`guiding`: the budget for searching single turns."""
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
        """An upper bound of a position's value, followed by a guess."""
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
