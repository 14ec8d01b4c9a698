"""A turn as decisions and chances, made by the engine.

What no statement covers is tried action by action. In a Village phase only abilities are, and the rest of it
is gone through as a whole; in a Dungeon phase only loud preparations, and what remains is the evaluator's.
"""

from __future__ import annotations

from collections.abc import Hashable

from tsolve.cardkit.together import outcomes
from tsolve.engine.protocol import CHANCE, UNKNOWN
from tsolve.games.quest.actions import (
    NONE,
    Action,
    Battle,
    Enter,
    Give,
    Pass,
    PutOnDeck,
    Use,
    UseToken,
    Visit,
)
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.aftermath import Judge
from tsolve.games.quest.planning.arrivals import without_detours
from tsolve.games.quest.planning.bounds import ALL_ROOMS, UNBOUNDED
from tsolve.games.quest.planning.coverage import in_play, is_purchase, usable
from tsolve.games.quest.planning.dungeon import NO_ROOMS, Evaluator
from tsolve.games.quest.planning.goals import Goal, Kind
from tsolve.games.quest.planning.preparing import is_covered, is_in_vain, loud
from tsolve.games.quest.planning.unknown_cards import BRINGS
from tsolve.games.quest.planning.visits import Visits, Way, has_abilities
from tsolve.games.quest.state import State
from tsolve.model.wishes import Draws
from tsolve.solve.policy import Chance, Decision, Event, Shut, Worth

Steps = tuple[Action, ...]
"""One action or event, or all the cards of one draw; none where the search itself goes on otherwise."""
_UNKNOWN = "it hangs on an unknown card"
_HANGS_ON_IT = ": what follows hangs on it"
_OTHERS = "it hangs on what somebody else decides"


class TurnNode:
    """A position, and the rooms for whose battles every action is tried.

    `covered`: to go on quietly from here is as well done from the position before.
    """

    __slots__ = ("by", "covered", "open", "state")

    def __init__(
        self, state: State, open_rooms: frozenset[int] = NO_ROOMS, covered: bool = False, by: str = ""
    ) -> None:
        """`by` names the card whose ability led here."""
        self.state, self.open, self.covered, self.by = state, open_rooms, covered, by


class Turn:
    """The decisions and chances of a turn of this kind. (`tsolve.solve.policy.Tree`)"""

    compares_ties = True

    def __init__(
        self, game: Quest, goal: Goal, judge: Judge, kind: Kind, draws: Draws, evaluator: Evaluator
    ) -> None:
        self.game, self.goal, self.judge = game, goal, judge
        self.kind, self.draws, self.evaluator = kind, draws, evaluator
        self.visits = Visits(game, goal)
        self._ways: dict[tuple[State, bool], list[Way]] = {}
        self.bounded = evaluator.bounds.known
        self.left_out: dict[str, None] = {}
        self.skipped = False
        """Whether draws were left out because only known cards were asked for."""

    def key(self, node: TurnNode) -> Hashable:
        return self.game.key(without_detours(self.game, node.state)), node.open, node.covered

    def expand(self, node: TurnNode) -> Decision[TurnNode, Steps] | Chance[TurnNode, Steps] | Shut:
        game, state = self.game, node.state
        worth = self.judge(state)
        if worth is not None:
            return Decision(worth, ())
        mover = game.mover(state)
        if mover != state.active:
            return self._wait(node, mover)
        if state.phase == "dungeon" and not state.todo and not node.open:
            return self._prepare(node)
        if self.visits.are_quiet(state) and not state.todo:  # a choice that an ability gives comes first
            return self._visit(node)
        self.visits.untold.look(state)
        return Decision(None, [((action,), self._after(node, action)) for action in self._tried(node)])

    def _prepare(self, node: TurnNode) -> Decision[TurnNode, Steps]:
        """Go on to a battle from here, or do something loud first."""
        game, state = self.game, node.state
        moves: list[tuple[Steps, TurnNode]] = []
        for action in loud(game, state, self.evaluator.bounds.healing_counts):
            after = game.apply(state, action)
            if not is_in_vain(state, action, after):
                token = isinstance(action, UseToken)  # as well used before the gifts
                covered = is_covered(game, state, action) or (token and node.covered)
                moves.append(((action,), TurnNode(after, covered=covered, by=self._by(state, action))))
        if node.covered:
            return Decision(None, moves)
        look = self.evaluator.look(state)
        if look.open:
            moves.append(((), TurnNode(state, look.open)))
        return Decision(None if look.best is None else look.best.worth, moves)

    def _visit(self, node: TurnNode) -> Decision[TurnNode, Steps]:
        """Go through the Village phase from here, or use an ability first, and what goes before one."""
        state, moves = node.state, list[tuple[Steps, TurnNode]]()
        if has_abilities(self.game.book, state):
            for action in self.game.legal_actions(state):
                if self._comes_before_abilities(state, action):
                    moves.append(((action,), self._after(node, action)))
        moves += [(way.line, TurnNode(way.state, node.open)) for way in self._ways_from(state)]
        return Decision(None, moves)

    def _ways_from(self, state: State) -> list[Way]:
        """The ways through the Village phase, which are asked for again where the best one is followed."""
        key = state, self.visits.keeps_equal
        if key not in self._ways:
            self._ways[key] = self.visits.ways(state)
        return self._ways[key]

    def _comes_before_abilities(self, state: State, action: Action) -> bool:
        """Whether it may matter to an ability that this comes first: gold matters to purchases alone."""
        if isinstance(action, UseToken) and action.token == "iron_rations":
            abilities = usable(in_play(self.game.book, state), "village")
            return action.hero == NONE and any(map(is_purchase, abilities))
        if isinstance(action, Pass):
            return state.phase == "temple"
        return isinstance(action, Use | UseToken | PutOnDeck)

    def stop(self, state: State) -> Worth | None:
        """The worth of going on to a battle without anything loud."""
        best = self.evaluator.look(state).best
        return None if best is None else best.worth

    def _after(self, node: TurnNode, action: Action) -> TurnNode:
        return TurnNode(self.game.apply(node.state, action), node.open, by=self._by(node.state, action))

    def _by(self, state: State, action: Action) -> str:
        """The card whose ability is used."""
        return self.game.book.name(state.laid[action.card].card) if isinstance(action, Use) else ""

    def _tried(self, node: TurnNode) -> list[Action]:
        """The actions that are tried: those of the kind of turn, and battles that no statement covers."""
        actions = self.game.legal_actions(node.state)
        if node.state.phase == "prepare" and self.kind != "any":
            begins = Enter if self.kind == "dungeon" else Visit
            return [action for action in actions if isinstance(action, begins)]
        if node.open and node.state.phase == "moving" and node.state.me.room not in node.open:
            return [action for action in actions if not isinstance(action, Battle)]
        if NO_ROOMS < node.open < ALL_ROOMS and node.state.phase == "dungeon" and not node.state.todo:
            noise = loud(
                self.game, node.state, self.evaluator.bounds.healing_counts
            )  # which comes first, before anything quiet
            return [
                action for action in actions if action not in noise or isinstance(action, Give | UseToken)
            ]
        return actions

    def _wait(self, node: TurnNode, mover: int) -> Chance[TurnNode, Steps] | Shut:
        game, state = self.game, node.state
        coming = outcomes(game, state) if mover == CHANCE else []
        if coming and (len(coming) == 1 or self.draws != "known"):
            return Chance(
                [Event(steps, weight, TurnNode(after, node.open)) for steps, weight, after in coming]
            )
        if self.draws == "known" and mover in (CHANCE, UNKNOWN):
            self.skipped = True
        else:
            unknown = f"{node.by}{BRINGS}{_HANGS_ON_IT}" if node.by else _UNKNOWN
            self.left_out[unknown if mover in (CHANCE, UNKNOWN) else _OTHERS] = None
        return Shut()

    def upper_bound(self, node: TurnNode) -> Worth:
        state = node.state
        is_over = self.judge(state) is not None  # looked at first: of equal plays none goes on in vain
        if is_over or state.phase not in ("dungeon", "moving"):
            return (UNBOUNDED,) * len(self.goal)
        return self.evaluator.bounds.of_rest(state, node.open or ALL_ROOMS)

    def lower_bound(self, node: TurnNode) -> Worth | None:
        state = node.state
        if state.phase == "dungeon" and not state.todo:
            return None if node.covered else self.stop(state)
        return self.judge(state)
