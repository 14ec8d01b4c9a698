"""The best line or policy of a turn of one kind, with its proof: a search in a tree of decisions and chances.

The tree decides which abilities are used in a Village phase, and which preparations that change more than
numbers are made in a Dungeon phase. The rest of the turn is solved as a whole (`preparations`, `dungeon`). If
no statement covers it, every action is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, grace, spend
from tsolve.cardkit.chances import completed, draw_outcomes
from tsolve.contract.measures import Goal
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.errors import DisagreementError
from tsolve.games.quest.actions import Action, Battle, PutOnDeck
from tsolve.games.quest.answers import NONE, CancelText
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.arrivals import without_detours
from tsolve.games.quest.planning.coverage import in_play, is_purchase, usable
from tsolve.games.quest.planning.dungeon import NO_ROOMS, Evaluator, Leaf
from tsolve.games.quest.planning.goals import Kind, Value, missed, of_another, value
from tsolve.games.quest.planning.hasty import Hasty
from tsolve.games.quest.planning.preparations import had_no_effect, is_covered, loud
from tsolve.games.quest.planning.reach import ALL_ROOMS, within_light
from tsolve.games.quest.planning.statement import Judge
from tsolve.games.quest.planning.unknown import BRINGS, DEPENDS_ON_IT, NOT_TRIED
from tsolve.games.quest.planning.visits import (
    Visits,
    Way,
    has_abilities,
)
from tsolve.games.quest.state import ANYBODY, PLACES, State, Target
from tsolve.games.quest.turn.steps import beginning
from tsolve.model.plays import Backend, Draws
from tsolve.plays import policy
from tsolve.plays.planners import PolicyFollower, SearchTree
from tsolve.solve.policy import Attitude, Chance, Decision, Event, Search, Shut, Valuation, Worth

Steps = tuple[Action, ...]
EXPANDED = 20
"""The cost of finding out what may follow in steps of the budget, in addition to the actions played."""
"""One action or event, or all cards of one draw; empty if only the way of searching changes."""
_UNKNOWN = "it depends on an unknown card"
_OTHERS = "it depends on what somebody else decides"


class TurnNode:
    """A position, and the rooms before whose battles every action is tried.

    `covered`: without further preparations the battle has the same value as from the position before.
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
    """Whether the shortest of equally good plays is wanted."""

    def __init__(
        self, game: Quest, goal: Goal, judge: Judge, kind: Kind, draws: Draws, evaluator: Evaluator
    ) -> None:
        self.game, self.goal, self.judge = game, goal, judge
        self.kind, self.draws, self.evaluator = kind, draws, evaluator
        self.untold = evaluator.untold
        self.visits = Visits(game, goal, self.untold)
        self._ways: dict[tuple[State, bool], list[Way]] = {}
        self.bounded = evaluator.bounds.known
        self.left_out: dict[str, None] = {}
        self.skipped = False
        """Whether draws were left out because only known cards should count."""
        self.unknown: dict[str, None] = {}
        """Why draws of unknown cards are left out."""
        self.bar: Callable[[], Worth | None] = lambda: None
        """What the position that is expanded has to exceed."""
        self.meets_chance = False
        """Whether some of the draws left out have known probabilities."""

    def key(self, node: TurnNode) -> Hashable:
        state = self.visits.alike(without_detours(self.game, node.state))
        return self.game.key(state), node.open, node.covered

    def expand(self, node: TurnNode) -> Decision[TurnNode, Steps] | Chance[TurnNode, Steps] | Shut:
        spend(EXPANDED)
        game, state = self.game, node.state
        worth = self.judge(state)
        if worth is not None:
            return Decision(worth, ())
        mover = game.mover(state)
        if mover != state.active:
            return self._wait(node, mover)
        rest = self.evaluator.after_battle(state)
        if rest is not None:
            return Decision(rest.worth, ())
        self.untold.look(state)
        if state.phase == "dungeon" and not state.todo and not node.open:
            return self._prepare(node)
        if not state.todo and self._is_decided(state):
            onward = game.going_on(state) or game.legal_actions(state)[0]
            return Decision(None, [((onward,), self._after(node, onward))])
        if self.visits.are_quiet(state) and not state.todo:  # the choices of an ability come first
            return self._visit(node)
        tried = self.tried(node)
        if not state.todo:
            tried.sort(key=game.passes, reverse=True)  # passing at once may be good enough
        return Decision(None, [((action,), self._after(node, action)) for action in tried])

    def _is_decided(self, state: State) -> bool:
        """Whether only a battle counts for the goal, and none can follow any more."""
        return self.evaluator.is_settled and self.evaluator.bounds.is_shut(state)

    def _prepare(self, node: TurnNode) -> Decision[TurnNode, Steps]:
        """Go on to a battle from here, or make a preparation (`loud`) first."""
        game, state = self.game, node.state
        moves: list[tuple[Steps, TurnNode]] = []
        for action in self._loud(state):
            after = game.apply(state, action)
            if not had_no_effect(state, action, after):
                token = action.spends is not None  # the same value before the gifts
                covered = is_covered(game, state, action) or (token and node.covered)
                moves.append(((action,), TurnNode(after, covered=covered, by=self._by(state, action))))
        if node.covered:
            return Decision(None, moves)
        look = self.evaluator.look(state, self.bar())
        if look.open:
            moves.append(((), TurnNode(state, look.open)))
        return Decision(None if look.best is None else look.best.worth, moves, look.hope)

    def _loud(self, state: State) -> list[Action]:
        bounds = self.evaluator.bounds
        met = [place for place in PLACES if bounds.may_meet(state, place)]
        return loud(self.game, state, bounds.healing_counts, met)

    def _visit(self, node: TurnNode) -> Decision[TurnNode, Steps]:
        """Go through the Village phase from here, or first use an ability or do something on which one
        depends.
        """
        state, moves = node.state, list[tuple[Steps, TurnNode]]()
        if state.phase == "temple":
            actions = [each for each in self.game.legal_actions(state) if self._is_tried_first(state, each)]
            return Decision(None, [((action,), self._after(node, action)) for action in actions])
        if has_abilities(self.game.book, state):
            for action in self.game.legal_actions(state):
                if self._comes_before_abilities(state, action):
                    moves.append(((action,), self._after(node, action)))
        moves += [(way.line, TurnNode(way.state, node.open)) for way in self._ways_from(state)]
        return Decision(None, moves)

    def _ways_from(self, state: State) -> list[Way]:
        """The ways through the Village phase; cached, since following the best one needs them again."""
        key = state, self.visits.keeps_equal
        if key not in self._ways:
            self._ways[key] = self.visits.ways(state)
        return self._ways[key]

    def _is_tried_first(self, state: State, action: Action) -> bool:
        """Whether an action at the Temple, before the turn proper, may help."""
        return not isinstance(action, PutOnDeck) or self.visits.may_put(state, action.card)

    def _comes_before_abilities(self, state: State, action: Action) -> bool:
        """Whether an ability may depend on this action being taken first. Only abilities that buy depend on
        gold.
        """
        if action.spends == "iron_rations":
            abilities = usable(in_play(self.game.book, state), "village")
            return action.receiver == NONE and any(map(is_purchase, abilities))
        return action.source != NONE or action.spends is not None

    def stop(self, state: State) -> Worth | None:
        """The worth of going on to a battle without further preparations."""
        best = self.evaluator.look(state).best
        return None if best is None else best.worth

    def _after(self, node: TurnNode, action: Action) -> TurnNode:
        return TurnNode(self.game.apply(node.state, action), node.open, by=self._by(node.state, action))

    def _by(self, state: State, action: Action) -> str:
        """The card whose ability is used."""
        return "" if action.source == NONE else self.game.book.name(state.laid[action.source].card)

    def tried(self, node: TurnNode) -> list[Action]:
        """The actions that are tried: those of the kind of turn, and battles that no statement covers."""
        actions = self.game.legal_actions(node.state)
        if node.state.phase == "prepare" and self.kind != "any":
            entry = beginning("dungeon")
            return [action for action in actions if (action == entry) == (self.kind == "dungeon")]
        if node.state.todo:  # Before Battle effects of Monsters that cannot be met do not matter
            meets = self.evaluator.bounds.may_meet
            bears = [
                each for each in actions if not isinstance(each, CancelText) or meets(node.state, each.room)
            ]
            return bears or actions[:1]
        if node.open and node.state.phase == "moving" and node.state.me.room not in node.open:
            return [action for action in actions if not isinstance(action, Battle)]
        if NO_ROOMS < node.open < ALL_ROOMS and node.state.phase == "dungeon" and not node.state.todo:
            # loud actions come before quiet ones; gifts and tokens may be both
            noise = self._loud(node.state)
            return [
                each
                for each in actions
                if each.spends or each.receiver != NONE or (each.source == NONE and each not in noise)
            ]
        return actions

    def _wait(self, node: TurnNode, mover: int) -> Chance[TurnNode, Steps] | Shut:
        game, state = self.game, node.state
        coming = draw_outcomes(game, state) if mover == CHANCE else []
        if coming and (len(coming) == 1 or self.draws != "known"):
            return Chance(
                [Event(each.events, each.weight, TurnNode(each.state, node.open)) for each in coming]
            )
        if mover == UNKNOWN:
            self.evaluator.bounds.leave_out_unknown()
        unknown = f"{node.by}{BRINGS}{DEPENDS_ON_IT}" if node.by else _UNKNOWN
        if self.draws == "known" and mover in (CHANCE, UNKNOWN):
            self.skipped = True
            self.meets_chance = self.meets_chance or bool(coming)
            self.unknown[unknown] = None
        else:
            self.left_out[unknown if mover in (CHANCE, UNKNOWN) else _OTHERS] = None
        return Shut()

    def upper_bound(self, node: TurnNode) -> Worth:
        """That of any turn once the budget is used up: bounds of thousands of ways take their time, too."""
        return self.evaluator.bounds.ceiling if current().is_over() else self.bound(node)

    def bound(self, node: TurnNode) -> Worth:
        """An upper bound of what can be reached from the node."""
        state = node.state
        is_over = self.judge(state) is not None  # checked first, so that equal plays do not go on without use
        bounds = self.evaluator.bounds
        if not is_over and state.phase in ("battle", "spoils"):
            return bounds.of_begun(state)
        if is_over or state.phase not in ("dungeon", "moving"):
            if is_over:
                return bounds.ceiling
            return bounds.of_no_battle(state) if self._is_decided(state) else bounds.of_visit(state)
        if NO_ROOMS < node.open < ALL_ROOMS and state.phase == "dungeon" and not state.todo:
            return self.evaluator.hope(state, node.open)
        return bounds.of_rest(state, node.open or ALL_ROOMS)

    def lower_bound(self, node: TurnNode) -> Worth | None:
        state = node.state
        if state.phase == "dungeon" and not state.todo:
            return None if node.covered else self.stop(state)
        return self.judge(state)


Node = policy.Node[State, Action, None]
"""A line to the end of the turn, or to a chance event."""
_Open = policy.Node[State, Action, Leaf]
LIMIT = 200_000
"""The most positions that are visited."""
_NOT_PLAYED = "there was no time to play the best play found to its end, so it is not shown"
_SEARCHING, _FOLLOWING = 0.95, 0.6
"""The share of the budget for the search, and of what is left then for playing what was found."""
_TOO_MANY = "there are too many ways to play the turn to try them all"


class Planned(Struct, frozen=True):
    """The best play of a turn, and how sure that is."""

    goal: Goal
    root: Node | None
    """The line or the policy, with every branch to the end of the turn; None if none is known."""
    low: Worth | None
    high: Worth | None
    """Bounds of the value of the best play; equal bounds are a proof if all plays were searched."""
    ran_out: bool
    """Whether the search of some battle was not finished."""
    left_out: tuple[str, ...]
    skipped: bool
    """Whether draws were left out, as asked."""
    unknown: tuple[str, ...]
    """Why they would be left out in any case, if none of them has a known probability."""
    positions: int
    problems: int
    """How many optimisation problems were solved."""
    backend: str
    """What found it: `exact`, `cpsat`, or `search` if every line was tried."""

    @property
    def proved(self) -> bool:
        """Whether no other play is better, among the lines that are not left out."""
        return not self.ran_out and self.low == self.high


class Planner:
    """Plans one turn. `game` is a `Quest.for_one_turn`, `state` a position before the turn or inside it.

    A turn that battles the `target` is better than any that does not. One exception: if victory is the first
    level of the goal, no battle counts as much as a lost one.
    """

    def __init__(
        self,
        game: Quest,
        state: State,
        goal: Goal,
        kind: Kind = "dungeon",
        draws: Draws = "expected",
        backend: Backend = "auto",
        target: Target = ANYBODY,
        any_play: bool = False,
    ) -> None:
        """`any_play`: any best play will do, even if a shorter one exists."""
        self.game, self.state, self.goal, self.draws, self.target = game, state, goal, draws, target
        within = within_light(game.book, state) if kind == "dungeon" else ALL_ROOMS
        self.evaluator = Evaluator(game, state, goal, self.worth, backend, target, within)
        self.tree = Turn(game, goal, self.worth, kind, draws, self.evaluator)
        self.tree.compares_ties = not any_play
        attitude: Attitude = "expected" if draws == "known" else draws
        self.search: Search[TurnNode, Steps] = Search(
            self.tree,
            attitude,
            lambda: self.search.positions > LIMIT,
            game.probe.looked_at_position,
        )
        self.tree.bar = lambda: self.search.bar

    def worth(self, state: State) -> Value | None:
        """The value of the turn once its result is final; None before."""
        found = self.told_worth(state)
        if found is None or self.is_met(state):
            return found
        return missed(self.goal, found)

    def told_worth(self, state: State) -> Value | None:
        """The value that the answer shows; gains from another Monster than the target do not count."""
        found = value(self.game.book, state, self.goal)
        if found is None or self.is_met(state):
            return found
        return of_another(self.goal, found)

    def is_met(self, state: State) -> bool:
        """Whether the turn's battle is the one asked for, if one is asked for."""
        return self.target == ANYBODY or self.target.was_battled(state)

    def plan(self) -> Planned:
        """The best play; if the budget runs out, the best one found.

        Raises DisagreementError if the engine gets another value than was promised.
        """
        tree, search, evaluator = self.tree, self.search, self.evaluator
        with allow(current().part(_SEARCHING)):
            found = search.run(TurnNode(self.state))
        if search.positions > LIMIT:
            tree.left_out[_TOO_MANY] = None
        root = self._followed(found)
        if search.ran_out or evaluator.ran_out or (root is None and found.low is not None):
            hasty = self._in_haste()
            if root is None or (hasty is not None and hasty.worth > root.worth):
                root = hasty
            if root is None:
                tree.left_out[_NOT_PLAYED] = None
        low = found.low
        if root is not None:
            low, root = root.worth, self._valued(root, self.told_worth)
        if tree.untold.left_out(low):
            tree.left_out[NOT_TRIED] = None
        high = found.high
        if evaluator.ran_out or not found.exact:
            most = tree.bound(TurnNode(self.state))
            high = most if evaluator.ran_out or high is None else min(high, most)
        used = evaluator.backends
        return Planned(
            self.goal,
            root,
            low,
            high,
            evaluator.ran_out,
            tuple(tree.left_out),
            tree.skipped,
            () if tree.meets_chance else tuple(tree.unknown),
            search.positions,
            evaluator.problems,
            "cpsat" if "cpsat" in used else "exact" if used else "search",
        )

    def _followed(self, found: Valuation[TurnNode, Steps]) -> Node | None:
        """The play that the search found, played to its end; None if there is none, or no time for it.

        Raises DisagreementError if the engine gets another value than was promised.
        """
        if found.low is None:
            return None
        try:
            with grace() as budget, allow(budget.part(_FOLLOWING)):
                followed = PolicyFollower(_Followed(self.tree), self.search, self.draws).node(found)
                if found.exact and followed.worth != found.low:
                    raise DisagreementError({"searched": str(found.low), "followed": str(followed.worth)})
                root = _to_the_end(followed, self.evaluator, {})
                return self._valued(root, self.worth) if self.evaluator.ran_out else root
        except SpentError:
            current().fall_short()
            return None

    def _in_haste(self) -> Node | None:
        """A play that is found at once."""
        best: Hasty | None = None
        with grace(), suppress(SpentError):
            begins = self.tree.tried(TurnNode(self.state)) if self.state.phase == "prepare" else [None]
            for action in begins:
                start = self.state if action is None else self.game.apply(self.state, action)
                found = self.evaluator.rest.hasty.best(start)
                if found is not None and (best is None or found.worth > best.worth):
                    line = found.line if action is None else (action, *found.line)
                    best = found._replace(line=line)
        return None if best is None else Node(self.state, best.worth, best.line, best.end, None, ())

    def _valued(self, node: Node, judge: Judge) -> Node:
        """The same play with what each branch comes to."""
        if not node.branches:
            worth = judge(node.final)
            assert worth is not None
            return replace(node, worth=worth)
        branches = [replace(branch, node=self._valued(branch.node, judge)) for branch in node.branches]
        if self.draws in ("worst", "best"):
            pick = min if self.draws == "worst" else max
            decisive = pick(zip(node.branches, branches, strict=True), key=lambda each: each[0].node.worth)
            return replace(node, worth=decisive[1].node.worth, branches=tuple(branches))
        parts = ([each.chance * level for level in each.node.worth] for each in branches)
        worth = tuple(map(sum, zip(*parts, strict=True)))
        return replace(node, worth=worth, branches=tuple(branches))

    def ever_met(self, node: Node) -> bool:
        """Whether the battle asked for happens in some branch."""
        if not node.branches:
            return self.is_met(node.final)
        return any(self.ever_met(branch.node) for branch in node.branches)


def _to_the_end(node: _Open, evaluator: Evaluator, known: dict[int, Node]) -> Node:
    """The same play with the actions to the end of the turn wherever the evaluator gave only the value."""
    if id(node) not in known:
        branches = tuple(
            policy.Branch(branch.event, branch.chance, _to_the_end(branch.node, evaluator, known))
            for branch in node.branches
        )
        line, final = node.line, node.final
        if node.end is not None:
            rest, final = evaluator.line(final, node.end)
            line += rest
        known[id(node)] = policy.Node(node.state, node.worth, line, final, None, branches)
    return known[id(node)]


class _Followed(SearchTree[TurnNode, State, Action, Leaf]):
    """What following a policy needs to know of a turn. (`tsolve.plays.planners.SearchTree`)"""

    def __init__(self, tree: Turn) -> None:
        self.tree = tree

    @property
    def game(self) -> Quest:
        return self.tree.game

    def compares(self, action: Steps, other: Steps) -> bool:
        return self.tree.compares_ties

    def state(self, node: TurnNode) -> State:
        return node.state

    def at(self, state: State, like: TurnNode | None = None) -> TurnNode:
        return TurnNode(state) if like is None else TurnNode(state, like.open, like.covered)

    def mode(self, node: TurnNode) -> Hashable:
        return node.open, node.covered

    def completed(self, state: State, drawn: Steps, event: Action, count: int) -> Steps | None:
        return completed(self.game, state, drawn, event, count)

    def end(self, state: State) -> tuple[Worth, Leaf | None]:
        worth = self.tree.judge(state)
        if worth is not None:
            return worth, None
        evaluator = self.tree.evaluator
        leaf = evaluator.after_battle(state) or evaluator.look(state).best
        assert leaf is not None
        return leaf.worth, leaf
