"""The best turn by a goal: the one entry to planning, for the Dungeon, the Village and a rest."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import chain
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.budget import SpentError, allow, at_most, current
from tsolve.errors import DisagreementError, TooLargeError
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.bounds import UNBOUNDED, UpperBounds, upper_bound
from tsolve.games.thunderstone.planning.dungeon import (
    Leaf,
    PlannedLine,
    Stated,
    Value,
    at_the_end,
    leaves,
    needs_search,
    problems_of,
    search_engine,
    solve_leaf,
    without_battle,
)
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import BOUGHT, closing, counts_closeness
from tsolve.games.thunderstone.planning.situations import (
    PLACEHOLDER,
    Explorer,
    LeftOut,
    Level,
    Situation,
    explored,
    has_stranger,
    may_come,
    revealing_uses,
)
from tsolve.games.thunderstone.planning.village import visit_from
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target
from tsolve.games.thunderstone.turn.village import UNTOLD
from tsolve.model.plays import Backend
from tsolve.solve import solve_stated
from tsolve.solve.problem import Outcome, Problem
from tsolve.written.position_file import parts_of

_NO_VILLAGE = f"{UNTOLD}, so nothing is bought there: write `village: {{NAME: copies}}`"
_TOO_LARGE = "some attack leaves too many choices to try them all"
_PROVED_ONCE = "no time was left for the second proof: proved by the exact backend alone"
_NOT_ALL_OTHERS = "no time was left for the next best targets: not all of them are listed"
_LONG_VISIT = "some visit leaves too many choices to try them all"
_WITHOUT_DRAWS = 0.4
"""The share of the budget for the best line without draws, if cards may be drawn."""
MANY = 8
"""After this many problems, attacks are solved as families, whose common part is stated once."""
AT_ONCE = 6_000
"""The most steps for trying everything in the engine, which is then the proof: less than it takes to load
CP-SAT.
"""
PROOF_LIMIT = 400
"""The most problems of one answer that CP-SAT proves again after the exact backend."""


class Planned(msgspec.Struct, frozen=True):
    """The result of planning: the best line, how certain it is, and what was left out."""

    status: Literal["optimal", "undecided", "impossible"]
    goal: tuple[str, ...]
    best: PlannedLine | None
    bound: Value
    backend: str
    problems: int
    left_out: tuple[str, ...] = ()
    """Lines that were not considered and why."""
    by_chance: bool = False
    """Whether a search with draws may find anything better."""
    notes: tuple[str, ...] = ()
    others: tuple[PlannedLine, ...] = ()
    """The best line against each other target, best first."""


def _worth(found: PlannedLine | None) -> Value | None:
    return None if found is None else found.value


def plan(
    game: Thunderstone,
    state: State,
    goal: tuple[str, ...],
    target: Target = ANYBODY,
    backend: Backend = "auto",
    top: int = 0,
    evaluator: Evaluator | None = None,
) -> Planned:
    """The best line from `state`, which stands at a free step of its turn. Raises DisagreementError.

    If the budget runs out it is the best line so far, undecided. `target` fixes the Monster; `top` asks for
    the best lines against that many other targets. With `auto` the exact backend finds the line and CP-SAT
    proves that nothing is better; each checks the other. An `evaluator` of the same goal keeps its results
    for later questions.
    """
    with allow(current().part(1)):
        if state.turn == "dungeon":
            return _Dungeon(game, state, goal, backend, evaluator or Evaluator(game, goal)).plan(target, top)
        return _visit(game, state, goal, backend)


def share_of_plan(game: Thunderstone, state: State) -> float:
    """The share of the budget that a plan may take: less if a search with draws may have to follow."""
    known = all(segment.order == "known" for segment in (*state.me.deck, *state.dungeon))
    may_draw = (not known or bool(state.me.discard)) and bool(revealing_uses(game, state))
    return _WITHOUT_DRAWS if may_draw else 1


class _Dungeon:
    def __init__(
        self,
        game: Thunderstone,
        state: State,
        goal: tuple[str, ...],
        backend: Backend,
        evaluator: Evaluator,
    ) -> None:
        self.game, self.state, self.goal, self.backend = game, state, goal, backend
        self.evaluator = evaluator
        self.explorer = explored(game, state)
        self.problems = 0
        self.ran_out = False
        """Whether some problem was left undecided, by the budget or by its size."""
        self._stated: dict[tuple[State, int], list[Stated]] = {}
        self.too_large = False
        """Whether some attack has more choices than are tried."""

    def plan(self, target: Target, top: int) -> Planned:
        best, bound = self._best(target)
        notes: list[str] = []
        proved: str = self.first
        if best is not None and bound is None and self.backend != "exact":
            proved = self._prove(best, target, notes)
        if self.too_large:
            notes.append(_TOO_LARGE)
        others = self._others(best, top, notes) if top and bound is None else ()
        if best is not None and bound is None:
            best = self._closest(best, target)
        status: Literal["optimal", "undecided", "impossible"] = (
            "optimal" if best is not None else "impossible"
        )
        if bound is not None:
            status = "undecided"
        elif best is not None:
            bound = best.value
        stopped_at = self._worth_following(best, target)
        left_out = dict.fromkeys(stopped.why for stopped in stopped_at)
        if self._may_leave_out(best, target):
            left_out[PLACEHOLDER] = None
        if best is not None and has_stranger(self.game.book, self.state):
            from tsolve.games.thunderstone.planning.unseen import changed_by_unseen

            if doubt := changed_by_unseen(self.game, self.state, best.line):
                left_out[doubt] = None
        by_chance = status == "undecided" or any(stopped.by_chance for stopped in stopped_at)
        return Planned(
            status,
            self.goal,
            best,
            bound or (),
            proved,
            self.problems,
            tuple(left_out),
            by_chance,
            tuple(notes),
            others,
        )

    def _worth_following(self, best: PlannedLine | None, target: Target) -> list[LeftOut]:
        """The places where the search for situations stopped although something better might have
        followed.
        """
        upper_bounds = UpperBounds(self.game, self.goal, target)
        stopped_at = self.explorer.stopped_at
        if best is None:
            return stopped_at
        return [stopped for stopped in stopped_at if upper_bounds.above(stopped.state) > best.value]

    def _may_leave_out(self, best: PlannedLine | None, target: Target) -> bool:
        """Whether attacking an unknown Monster could matter."""
        book = self.game.book
        strange = any(has_stranger(book, here.state, target) for here in self.explorer.found)
        if not (strange and may_come(self.state, target)):
            return False
        lost = self.state.tally.lost
        return best is None or best.value < upper_bound(self.game, self.state, self.goal, lost, target)

    def _best(self, target: Target) -> tuple[PlannedLine | None, Value | None]:
        """The best line, and an upper bound if the line is not proved best."""
        bound = upper_bound(self.game, self.state, self.goal, self.state.tally.lost, target)
        best: PlannedLine | None = None
        tried: set[Hashable] = set()
        try:
            for level in self.explorer.levels():
                bound = upper_bound(self.game, self.state, self.goal, level.lost, target)
                if best is not None and bound <= best.value:
                    return best, None
                if self.explorer.robbed and not self.explorer.prepares:
                    self.explorer = explored(self.game, self.state, prepares=True)
                    return self._best(target)
                for found in self._on_level(level, target, best, tried):
                    best = found
                    levels = zip(self.goal, best.value, strict=True)
                    current().on_progress(", ".join(f"{level} {amount}" for level, amount in levels))
                if self.ran_out or self.too_large or not self.explorer.complete:
                    return best, bound
        except SpentError:
            self.ran_out = True
            return best, bound
        return best, None

    def _on_level(
        self, level: Level, target: Target, best: PlannedLine | None, tried: set[Hashable]
    ) -> Iterator[PlannedLine]:
        """Lines, each better than the one before and than `best`; the last one is the best of the level."""
        quiets = (without_battle(self.game, situation, self.goal) for situation in level.situations)
        ends = (at_the_end(self.game, situation, self.goal) for situation in level.ended)
        for quiet in chain(ends, quiets) if target == ANYBODY else ():
            if quiet is not None and (best is None or quiet.value > best.value):
                best = quiet
                yield best
        for leaf in leaves(self.game, level.situations, self.goal, target):
            if (best is not None and leaf.hope <= best.value) or self._is_tried(leaf, tried):
                continue
            try:
                valued = self.problems > MANY and self.first == "exact"
                found = (self._valued_first if valued else self._solved)(leaf, _worth(best))
            except TooLargeError:
                self.too_large = True
                continue
            if found is not None:
                best = found
                yield best

    def _solved(self, leaf: Leaf, bar: Value | None) -> PlannedLine | None:
        """The best line of the attack, if it is worth more than the bar."""
        solver = self._solver(self.first)
        found, count = solve_leaf(self.game, leaf, self.goal, solver, bar, self._problems)
        self.problems += count
        return found

    def _problems(self, leaf: Leaf) -> list[Stated]:
        """The problems of the attack, kept for the second proof if there may be one."""
        key = leaf.situation.state, leaf.rank
        found = self._stated.get(key)
        if found is None:
            found = problems_of(self.game, leaf, self.goal)
            if self.backend == "auto" and len(self._stated) < PROOF_LIMIT:
                self._stated[key] = found
        return found

    def _valued_first(self, leaf: Leaf, bar: Value | None) -> PlannedLine | None:
        """The same, but the attack is stated only if results of similar attacks promise more."""
        state, rank = leaf.situation.state, leaf.rank
        if self.evaluator.is_searched(state, rank):
            return self._solved(leaf, bar)
        promised = self.evaluator.attack(state, rank, bar)
        if promised is None or (bar is not None and promised <= bar):
            self.problems += 1
            self.game.probe.solved(1)
            return None
        found = self._solved(leaf, bar)
        if not self.ran_out and _worth(found) != promised:
            raise DisagreementError({"valued": list(promised), "planned": str(_worth(found))})
        return found

    def _is_searched(self, leaf: Leaf) -> bool:
        return needs_search(self.game, leaf.situation.state, leaf.rank, self.goal)

    def _is_tried(self, leaf: Leaf, tried: set[Hashable]) -> bool:
        """Whether an equivalent attack was tried before; if not, this one is noted as tried."""
        like = self.evaluator.symmetry_key(leaf.situation.state, leaf.rank)
        known = like in tried
        tried.add(like)
        return known

    def _closest(self, best: PlannedLine, target: Target) -> PlannedLine:
        """Among lines of equal value without a victory, the one that comes closest to it."""
        tally = best.end.tally
        if tally.outcome != "lost" or (counts_closeness(self.goal) and not tally.below_zero):
            return best
        goal = closing(self.goal)
        further = _Dungeon(self.game, self.state, goal, "exact", Evaluator(self.game, goal))
        further.explorer = self.explorer
        found, bound = further._best(target)
        if found is None or bound is not None:
            return best
        found = replace(found, value=found.value[: len(self.goal)])
        if found.value != best.value:
            raise DisagreementError({"best": list(best.value), "closest": list(found.value)})
        return found

    @property
    def first(self) -> Literal["exact", "cpsat"]:
        """The backend that looks for the best line."""
        return "cpsat" if self.backend == "cpsat" else "exact"

    def _prove(self, best: PlannedLine, target: Target, notes: list[str]) -> str:
        """Let the engine try everything if that is little, else let CP-SAT look for something better and for
        the best line itself; return what proved the answer.
        """
        if self.backend == "cpsat":
            return "cpsat"
        if target == ANYBODY and self._leaves_nothing_out() and self._tried_everything(best):
            return "search"
        try:
            rivals = self._rivals(best, target)
            if len(rivals) > PROOF_LIMIT:
                notes.append(f"{len(rivals)} attacks are possible: proved by the exact backend alone")
                return "exact"
            reached = self._reach_again(best, rivals)
        except SpentError:
            self.ran_out = True
        if self.ran_out:
            notes.append(_PROVED_ONCE)
            return "exact"
        if not reached and rivals:
            raise DisagreementError({"exact": list(best.value), "cpsat": "does not reach it"})
        return "cpsat"

    def _leaves_nothing_out(self) -> bool:
        """Whether every line ends without chance, other players and unknown cards."""
        strange = any(has_stranger(self.game.book, here.state) for here in self.explorer.found)
        return not strange and not self.explorer.stopped_at

    def _tried_everything(self, best: PlannedLine) -> bool:
        """Whether the engine, which knows nothing of problems, soon tried every line and found none better
        than the best one, only others as good. Raises DisagreementError where it finds more.
        """
        try:
            with at_most(AT_ONCE):
                found = search_engine(self.game, Situation(self.state, ()), self.goal)
        except (SpentError, TooLargeError):
            return False
        if found is None or found.value < best.value:  # it follows no chance, not even a single outcome
            return False
        if found.value > best.value:
            raise DisagreementError({"planned": list(best.value), "searched": list(found.value)})
        return True

    def _rivals(self, best: PlannedLine, target: Target) -> list[Leaf]:
        """The attacks that are not known to be worse, one for each set of equivalent attacks."""
        todo = leaves(self.game, self.explorer.found, self.goal, target)
        tried: set[Hashable] = set()
        return [leaf for leaf in todo if leaf.hope >= best.value and not self._is_tried(leaf, tried)]

    def _reach_again(self, best: PlannedLine, rivals: list[Leaf]) -> bool:
        """Whether CP-SAT finds the worth of the best line again, or need not. Raises DisagreementError where
        it finds more.
        """
        just_below = (*best.value[:-1], best.value[-1] - 1)
        stated = [leaf for leaf in rivals if not self._is_searched(leaf)]
        reached = best.rank == 0 or len(stated) < len(rivals)  # searched once, everything was tried
        for leaf in stated:
            solver = self._solver("cpsat")
            found, count = solve_leaf(self.game, leaf, self.goal, solver, just_below, self._problems)
            self.problems += count
            if found is not None and found.value > best.value:
                raise DisagreementError({"exact": list(best.value), "cpsat": list(found.value)})
            reached = reached or (found is not None and found.value == best.value)
        return reached

    def _others(self, best: PlannedLine | None, top: int, notes: list[str]) -> tuple[PlannedLine, ...]:
        """The best line against each other Monster that can be attacked."""
        others = {
            self._named(slot.card, place)
            for situation in self.explorer.found
            for place in situation.state.places
            if (slot := situation.state.at(place)).card in self.game.book.monsters
        }
        if best is not None:
            others.discard(self._named(best.target, best.rank))
        found = []
        for target in sorted(others, key=lambda target: (target.monster, target.rank)):
            line, bound = self._best(target)
            if bound is not None:
                notes.append(_NOT_ALL_OTHERS)
                break
            if line is not None and line.target:
                found.append(self._closest(line, target))
        return tuple(sorted(found, key=lambda line: line.value, reverse=True)[:top])

    def _named(self, card: str, place: int) -> Target:
        """A Monster as the position names it: with its place only if there are several of its name."""
        several = len(Target(card).places(self.state)) > 1
        return Target(card, place if several else 0)

    def _solver(self, backend: Literal["exact", "cpsat"]) -> Callable[[Problem, Value | None], Outcome]:
        def solve(problem: Problem, bar: Value | None) -> Outcome:
            outcome = solve_stated(problem, backend, bar)
            self.ran_out = self.ran_out or outcome.status == "undecided"
            self.game.probe.solved(outcome.states)
            return outcome

        return solve


def _visit(game: Thunderstone, state: State, goal: tuple[str, ...], backend: Backend) -> Planned:
    """The best visit to the Village, or the best rest."""
    explorer = Explorer(game, state)
    problems = 0
    best: PlannedLine | None = None
    too_large = ran_out = False
    try:
        for situation in chain.from_iterable(level.situations for level in explorer.levels()):
            try:
                found = visit_from(game, situation, goal, backend, _worth(best))
            except TooLargeError:
                too_large = True
                continue
            problems += 1
            best = found or best
    except SpentError:
        ran_out = True
    no_village = state.turn == "village" and state.stock is None
    missed = no_village and any(BOUGHT & {name for _, name in parts_of(level)} for level in goal)
    decided = explorer.complete and not ran_out and not too_large and not missed
    status: Literal["optimal", "undecided"] = "optimal" if decided else "undecided"
    bound = best.value if decided and best is not None else (UNBOUNDED,) * len(goal)
    alone = decided and backend == "auto" and current().fell_short
    said = ((_NO_VILLAGE, no_village), (_LONG_VISIT, too_large), (_PROVED_ONCE, alone))
    notes = [note for note, holds in said if holds]
    proved = "exact" if backend == "exact" or alone else "cpsat"
    left_out = explorer.left_out
    return Planned(status, goal, best, bound, proved, problems, left_out, bool(left_out), tuple(notes))
