"""The best end of a Dungeon turn from a prepared position, in which only numbers still change before the
battle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError, current, grace, spend
from tsolve.contract.measures import Goal, names_in
from tsolve.errors import DisagreementError
from tsolve.games.quest.actions import Action, UseToken
from tsolve.games.quest.answers import GiveUp
from tsolve.games.quest.effects.base import Immune, Modifier
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.approaches import Approaches
from tsolve.games.quest.planning.arrivals import Arrival, is_at_strike
from tsolve.games.quest.planning.bounds import Bounds
from tsolve.games.quest.planning.coverage import (
    are_alerts_stated,
    asks_of_others,
    in_play,
    is_battle_stated,
    is_hand_stated,
)
from tsolve.games.quest.planning.goals import SETTLED_BY_THE_STRIKE, Value
from tsolve.games.quest.planning.hasty import Hasty
from tsolve.games.quest.planning.known import found, known_of
from tsolve.games.quest.planning.preparations import fixed_gifts
from tsolve.games.quest.planning.reach import ALL_ROOMS, UNBOUNDED
from tsolve.games.quest.planning.rest import Rest
from tsolve.games.quest.planning.statement import (
    Aim,
    Burdens,
    Judge,
    OpenError,
    Statement,
    burdens,
    spoils_of,
    statements,
    struck,
)
from tsolve.games.quest.planning.unknown import UntoldVillage
from tsolve.games.quest.state import ANYBODY, State, Target
from tsolve.games.quest.turn.values import light_of, wounds_of
from tsolve.model.plays import Backend
from tsolve.solve import solve_stated
from tsolve.solve.policy import Worth
from tsolve.solve.problem import Solution

LOOK, STATED = 40, 50
"""The cost of evaluating a prepared position, counted in actions played, and of stating a battle, in steps of
the budget.
"""
NO_ROOMS: frozenset[int] = frozenset()
NOTHING_FIXED: frozenset[str] = frozenset()


class Way(NamedTuple):
    """A battle that can be reached, or a turn that ends without one."""

    hope: Value
    """An upper bound of its value."""
    lanterns: int
    rations: int
    arrival: Arrival


class Leaf(NamedTuple):
    """One way to end the turn, and its value."""

    worth: Value
    way: Way | None
    """None for the rest of a turn after its battle."""
    statement: Statement | None = None
    solution: Solution | None = None


class Look(NamedTuple):
    """What a prepared position can come to."""

    best: Leaf | None
    """The best of the battles that are stated."""
    open: frozenset[int] = NO_ROOMS
    """The rooms whose battles may be better, and have to be searched action by action."""
    hope: Value | None = None
    """No other battle that is stated is worth more; None if none is better."""

    def is_enough(self, bar: Worth | None) -> bool:
        """Whether nothing better than this and the bar is left out."""
        if self.hope is None or (self.best is not None and self.hope <= self.best.worth):
            return True
        return bar is not None and self.hope <= bar


class Evaluator:
    """Evaluates prepared positions by one goal, and caches the results."""

    def __init__(
        self,
        game: Quest,
        start: State,
        goal: Goal,
        judge: Judge,
        backend: Backend = "auto",
        target: Target = ANYBODY,
        within: frozenset[int] = ALL_ROOMS,
    ) -> None:
        """`within`: the rooms in which a battle may happen."""
        self.game, self.goal, self.judge, self.backend = game, goal, judge, backend
        self._approaches: Approaches | None = None
        """Those from the position that was looked at last."""
        self.bounds = Bounds(game.book, start, goal, target, within)
        self.is_settled = names_in(goal) <= SETTLED_BY_THE_STRIKE
        self.rest = Rest(game, goal, judge, self.is_settled, self.bounds)
        self.untold = UntoldVillage(game, goal)
        self.problems = 0
        self.backends: set[str] = set()
        self._ran_out = False
        self._keeps_equal = False
        self._looks: dict[State, Look] = {}
        self._rests: dict[State, Leaf | None] = {}
        self._found: Leaf | None = None
        """The best end of the position that is looked at."""
        self._known = known_of(game)

    @property
    def ran_out(self) -> bool:
        """Whether some battle or the rest of some turn was not searched to the end."""
        return self._ran_out or self.rest.ran_out

    def look(self, state: State, bar: Worth | None = None) -> Look:
        """What a prepared position can come to; ways that cannot exceed `bar` are not looked at. If the
        budget runs out, any end of it that is known, and all rooms as open.
        """
        known = self._looks.get(state)
        if known is None or not (known.is_enough(bar) or (known.best is not None and current().is_over())):
            known = self._looks[state] = self._in_time(state, bar)
        return known

    def _in_time(self, state: State, bar: Worth | None) -> Look:
        self._found = None
        try:
            self.game.probe.spend(LOOK)
            return self._look(state, bar)
        except SpentError:
            return Look(self._found or self._at_once(state), ALL_ROOMS)

    def _at_once(self, state: State) -> Leaf | None:
        """The turn that goes on without doing anything, as far as that is certain."""
        with grace(), suppress(SpentError):
            play = self.rest.hasty.onward(state)
            return None if play is None else Leaf(play.worth, _way_of(play))
        return None

    def _look(self, state: State, bar: Worth | None) -> Look:
        """Looks at the battles that promise most first, then only at those that may still be better."""
        hopes = {place: self._hope(state, state, place) for place in self.bounds.within}
        highest = max(hopes.values())
        most = max(highest, self.bounds.of_no_battle(state))
        if bar is not None and most <= bar:
            return Look(None, hope=most)
        best: Leaf | None = None
        passed: list[Value] = []
        unknown: set[int] = set()
        for is_first in (True, False):
            rooms = {place for place, hope in hopes.items() if (hope == highest) == is_first}
            if best is not None and not self._keeps_equal:
                rooms = {place for place in rooms if hopes[place] > best.worth}
            if bar is not None:
                passed += [hopes[place] for place in rooms if hopes[place] <= bar]
                rooms = {place for place in rooms if hopes[place] > bar}
            if not (rooms or is_first):
                break
            ways, others = self.ways(state, rooms)
            unknown |= others
            for way in ways:
                if best is not None and way.hope <= best.worth:
                    break
                if bar is not None and way.hope <= bar:
                    passed.append(way.hope)
                    break
                try:
                    for leaf in self.leaves(state, way, best):
                        self._found = best = leaf
                except OpenError:
                    unknown.add(way.arrival.state.tally.room)
        hope = max(passed, default=None)
        if best is None:
            return Look(None, frozenset(unknown), hope)
        open_hopes = {room: self._hope(state, state, room) for room in unknown}
        worth = best.worth
        better = (room for room, high in open_hopes.items() if high > worth or self._is_equal(high, best))
        return Look(best, frozenset(better), hope)

    def keep_equal(self) -> None:
        """From now on rooms whose battles may be equal to the best one count as open, too."""
        self._keeps_equal = True
        self._looks.clear()

    def _is_equal(self, hope: Value, best: Leaf) -> bool:
        return self._keeps_equal and hope == best.worth

    def hope(self, state: State, rooms: frozenset[int]) -> Value:
        """An upper bound for turns that go on from here, without preparations, to a battle in these rooms or
        to none.
        """
        return max(self.bounds.of_no_battle(state), *(self._hope(state, state, room) for room in rooms))

    def _hope(self, state: State, at: State, place: int) -> Value:
        """An upper bound for a battle in this room; `at` is a later position of the turn, without
        preparations since the prepared one.
        """
        if not self.bounds.may_meet(state, place):
            return self.bounds.of_battle(at, place, is_prepared=True)
        most = found(self._known.most, (state, place), lambda: self._most_attack(state, place))
        if most >= self.bounds.strength.least_defence(state, place)[0]:
            return self.bounds.of_battle(at, place, most, is_prepared=True)
        return self.bounds.of_defeat(at, place, most)

    def _most_attack(self, state: State, place: int) -> int:
        """The most attack of all cards together that counts in a room, whoever holds them; UNBOUNDED if no
        bound is known.
        """
        book, monster = self.game.book, state.rooms[place].monster
        if not monster or any(map(asks_of_others, in_play(book, state))):
            return UNBOUNDED
        there = replace(state, phase="battle", tally=replace(state.tally, room=place, monster=monster))
        try:
            attack = self._given(state, there, NOTHING_FIXED).most(state.me.iron_rations)
        except OpenError:
            return UNBOUNDED
        return self.bounds.strength.counted(state, place, attack)

    # how battles can be reached

    def ways(self, state: State, rooms: Collection[int] = ALL_ROOMS) -> tuple[list[Way], set[int]]:
        """Every way to a battle in these rooms that can be stated, the highest bound first, and the rooms
        with other ways to a battle.
        """
        book = self.game.book
        stated = is_hand_stated(book, state) and are_alerts_stated(book, state)
        if not (stated and book.reads("wield", "at_most") and book.reads("late_abilities", "no")):
            return [], {*ALL_ROOMS}
        if self._approaches is None or self._approaches.state is not state:
            self._approaches = Approaches(self.game, state, self.goal)
        approaches, ways = self._approaches, []
        for lanterns, rations, arrival in approaches.to(rooms):
            at = arrival.state
            worth = self._hope(state, at, at.tally.room) if is_at_strike(at) else self.judge(at)
            assert worth is not None
            ways.append(Way(worth, lanterns, rations, arrival))
        ways.sort(key=lambda way: (way.hope, -way.lanterns, -way.rations), reverse=True)
        shut = approaches.shut
        return [way for way in ways if way.arrival.state.tally.room not in shut], shut | approaches.beyond

    # the result of a battle

    def after_battle(self, state: State) -> Leaf | None:
        """The best rest of a turn whose battle is decided; None before, and where it is not certain."""
        if not state.tally.outcome or state.phase not in ("battle", "spoils"):
            return None
        if state not in self._rests:
            self._rests[state] = None
            with suppress(OpenError):
                self._rests[state] = Leaf(self._worth_of_rest(state), None)
        return self._rests[state]

    def leaves(self, state: State, way: Way, best: Leaf | None = None) -> Iterator[Leaf]:
        """Ways to end a turn that goes this way, each better than the one before.

        Raises OpenError where the battle cannot be stated.
        """
        at = way.arrival.state
        spend(STATED)
        if not is_at_strike(at):
            if best is None or way.hope > best.worth:
                yield Leaf(way.hope, way)
            return
        for statement in self.stated(state, way):
            if best is not None and self._is_hopeless(at, statement, best.worth):
                continue
            leaf = self.solved(way, statement)
            if leaf is not None and (best is None or leaf.worth > best.worth):
                best = leaf
                yield leaf

    def _is_hopeless(self, at: State, statement: Statement, bar: Value) -> bool:
        """Whether no gifts make the value of this battle higher than `bar`."""
        wins = statement.most >= statement.defence.health and not statement.lacks
        if not wins and self.bounds.of_defeat(at, at.tally.room) <= bar:
            return True
        after = self._struck(at, statement, statement.most)
        is_bounded = after.stacks is not None  # else what an unknown Village may add is noted
        return (is_bounded and self.rest.hope(after) <= bar) or self._worth_of_rest(after) <= bar

    def stated(self, state: State, way: Way) -> list[Statement]:
        """A battle as optimisation problems. Raises OpenError where it cannot be stated."""
        at = way.arrival.state
        if not is_battle_stated(self.game.book, at) or _has_fallen(state, at):
            raise OpenError
        given = self._given(state, at, fixed_gifts(self.game, state))
        return statements(self.game.book, at, given, way.rations, self._aim(at))

    def _given(self, before: State, at: State, fixed: frozenset[str]) -> Burdens:
        """What can be given to whom; computed once for all rooms that do not change it."""
        book = self.game.book
        room = at.rooms[at.tally.room]
        modifies = any(isinstance(trait, Modifier) for trait in book.card(room.card).traits)
        aims = any(
            isinstance(trait, Modifier) and trait.when is not None and trait.when.against
            for card in in_play(book, at)
            for trait in card.traits
        ) or any(isinstance(trait, Immune) and trait.sort for trait in book.card(room.monster).traits)
        key = (
            before,
            fixed,
            at.laid,
            light_of(book, at),
            wounds_of(book, at),
            room.card if modifies else "",
            room.monster if aims else "",
        )
        return found(self._known.burdens, key, lambda: burdens(book, before, at, fixed))

    def _aim(self, at: State) -> Aim:
        names = names_in(self.goal)
        guardian = self.game.book.card(at.tally.monster).kind == "guardian"
        if guardian or names & {"margin", "total", "hp"} or spoils_of(self.game, at):
            return "total"
        return "health" if "shortfall" in names else "win"

    def worth_of(self, way: Way, statement: Statement, total: int) -> Value:
        """The value of the turn with this total attack."""
        return self._worth_at(way.arrival.state, statement, total)

    def _worth_at(self, at: State, statement: Statement, total: int, may_win: bool = True) -> Value:
        return self._worth_of_rest(self._struck(at, statement, total, may_win))

    def _struck(self, at: State, statement: Statement, total: int, may_win: bool = True) -> State:
        """The position after the strike with this total attack."""
        health = statement.defence.health
        won = may_win and total >= health and not statement.lacks
        return struck(self.game, at, total, health, won)

    def _worth_of_rest(self, after: State) -> Value:
        self.untold.look_after(after, self.rest.worth)
        return self.rest.worth(after)

    def solved(self, way: Way, statement: Statement) -> Leaf | None:
        """The best gifts for this battle; None where the problem has no solution."""
        if not statement.is_open:
            return Leaf(self.worth_of(way, statement, statement.most), way, statement)
        outcome = solve_stated(statement.problem, self.backend)
        self.problems += 1
        self.backends.add(outcome.backend)
        self.game.probe.solved(outcome.states)
        self._ran_out = self._ran_out or outcome.status == "undecided"
        return None if outcome.solution is None else self.leaf(way, statement, outcome.solution)

    def leaf(self, way: Way, statement: Statement, solution: Solution) -> Leaf:
        """The battle fought with these gifts."""
        worth = self.worth_of(way, statement, solution.values["total"])
        if solution.values["won"]:
            lost = self._worth_at(way.arrival.state, statement, solution.values["total"], may_win=False)
            if lost > worth:  # losing would have a higher value, which the statement does not look for
                raise OpenError
        return Leaf(worth, way, statement, solution)

    # back to actions

    def line(self, state: State, leaf: Leaf) -> tuple[tuple[Action, ...], State]:
        """The actions from the prepared position to the end of the turn, and that end; where there was no
        time to find the best rest again, it comes to less.

        Raises DisagreementError if the engine gets another value.
        """
        if leaf.way is None:
            _, only = self.rest.line(state)
            for step in only:
                state = self.game.apply(state, step)
            return only, state
        arrival = leaf.way.arrival
        planned: list[Action] = [UseToken("lantern")] * leaf.way.lanterns
        if leaf.statement is not None:
            planned += leaf.statement.gifts(leaf.solution)
        line: list[Action] = []
        for action in (*planned, *arrival.line, None):
            while not self._is_legal(state, action) and (lost := self._loss(state, arrival.state)):
                state = self.game.apply(state, lost)
                line.append(lost)
            if action is not None and not (isinstance(action, GiveUp) and state.laid[action.card].gone):
                state = self.game.apply(state, action)
                line.append(action)
        worth, rest = self.rest.line(state)
        for action in rest:
            state = self.game.apply(state, action)
        if worth != leaf.worth and not self.rest.ran_out:
            raise DisagreementError({"promised": str(leaf.worth), "played": str(worth)})
        return (*line, *rest), state

    def _is_legal(self, state: State, action: Action | None) -> bool:
        return action is not None and self.game.why_not(state, action) is None

    def _loss(self, state: State, at: State) -> GiveUp | None:
        """The card to give up now so that the strike comes as planned. Of equal cards the engine gives up one
        by itself; but once a Hero holds one of them they differ, and the engine asks.
        """
        if not state.todo or state.tally.outcome:
            return None
        offered = [action for action in self.game.legal_actions(state) if isinstance(action, GiveUp)]
        return next((action for action in offered if at.laid[action.card].gone), None)


def _way_of(play: Hasty) -> Way:
    return Way(play.worth, 0, 0, Arrival(play.end, play.line))


def _has_fallen(before: State, at: State) -> bool:
    """Whether a Hero lost a Weapon given to him in the preparations: with more Skill he might keep it."""
    pairs = zip(before.laid, at.laid, strict=False)
    return any(new.lost_by == "skill" and not old.lost_by for old, new in pairs)
