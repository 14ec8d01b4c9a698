"""The best of a Dungeon turn from a prepared position: before the battle only numbers change any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tsolve.errors import DisagreementError
from tsolve.games.quest.actions import Action, GiveUp, UseToken
from tsolve.games.quest.game import Quest
from tsolve.games.quest.grid import PLACES
from tsolve.games.quest.planning.aftermath import OpenError, best_rest, spoils_of, struck
from tsolve.games.quest.planning.arrivals import Arrival, is_at_strike, reached, up_to_the_strike
from tsolve.games.quest.planning.coverage import are_alerts_stated, is_battle_stated, is_hand_stated
from tsolve.games.quest.planning.goals import Goal, Value, names_in, value
from tsolve.games.quest.planning.preparing import fixed_gifts, takes_tokens
from tsolve.games.quest.planning.statement import Aim, Statement, burdens, statements
from tsolve.games.quest.state import State
from tsolve.model.wishes import Backend
from tsolve.solve.backends import solve_stated
from tsolve.solve.problem import Outcome, Solution

ALL_ROOMS = frozenset(PLACES)
NO_ROOMS: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Candidate:
    """A battle that can be come to, or a turn that ends without one."""

    hope: Value
    """It is worth no more."""
    lanterns: int
    arrival: Arrival
    statement: Statement | None = None


@dataclass(frozen=True)
class Leaf:
    """The best that a prepared position comes to."""

    worth: Value
    candidate: Candidate
    solution: Solution | None


@dataclass(frozen=True)
class Prospect:
    """All that a prepared position can come to."""

    candidates: list[Candidate] = field(default_factory=list)
    """The most hopeful first."""
    open: frozenset[int] = NO_ROOMS
    """The rooms whose battles have to be searched action by action."""


class Evaluator:
    """Judges prepared positions by one goal, and remembers."""

    def __init__(self, game: Quest, goal: Goal, backend: Backend = "auto") -> None:
        self.game, self.goal, self.backend = game, goal, backend
        self.strikes = up_to_the_strike(game)
        self.problems = 0
        self.backends: set[str] = set()
        self.ran_out = False
        self._leaves: dict[State, tuple[Leaf | None, frozenset[int]]] = {}

    def best(self, state: State) -> Leaf | None:
        """The best leaf of the battles that can be stated; None where there is none."""
        return self._look(state)[0]

    def open_rooms(self, state: State) -> frozenset[int]:
        """The rooms whose battles have to be searched action by action."""
        return self._look(state)[1]

    def _look(self, state: State) -> tuple[Leaf | None, frozenset[int]]:
        known = self._leaves.get(state)
        if known is None:
            prospect = self.prospect(state)
            known = self._leaves[state] = (self._best_of(prospect), prospect.open)
        return known

    def _best_of(self, prospect: Prospect) -> Leaf | None:
        best: Leaf | None = None
        for candidate in prospect.candidates:
            if best is not None and candidate.hope <= best.worth:
                break
            found = self.solve(candidate)
            if found is not None and (best is None or found.worth > best.worth):
                best = found
        return best

    # what can be come to

    def prospect(self, state: State) -> Prospect:
        """Every battle that can be come to from here, each with the most that can be hoped of it."""
        book = self.game.book
        if not (
            is_hand_stated(book, state)
            and are_alerts_stated(book, state)
            and book.reads("wield", "at_most")
            and book.reads("late_abilities", "no")
        ):
            return Prospect([], ALL_ROOMS)
        found: list[Candidate] = []
        shut: set[int] = set()
        for lanterns, rations, arrival in self._arrivals(state, shut):
            if not is_at_strike(arrival.state):
                worth = value(book, arrival.state, self.goal)
                assert worth is not None
                found.append(Candidate(worth, lanterns, arrival))
                continue
            room = arrival.state.tally.room
            try:
                if not is_battle_stated(book, arrival.state):
                    raise OpenError
                found += self._battle(state, lanterns, rations, arrival)
            except OpenError:
                shut.add(room)
        kept = [each for each in found if each.arrival.state.tally.room not in shut]
        kept.sort(key=lambda each: each.hope, reverse=True)
        return Prospect(kept, frozenset(shut))

    def _arrivals(self, state: State, shut: set[int]) -> Iterator[tuple[int, int, Arrival]]:
        """How battles can be come to, by the Lanterns and the Rations used for it."""
        taking = takes_tokens(self.game.book, state)
        rations = state.me.iron_rations if self._feeds(state) else 0
        lit = state
        for lanterns in range(state.me.lantern + 1):
            if lanterns:
                lit = self.game.apply(lit, UseToken("lantern"))
            there = reached(self.strikes, lit)
            shut |= there.shut
            for number in range(rations + 1):
                if number and taking:
                    there = reached(self.strikes, self._without(lit, number))
                    shut |= there.shut
                for arrival in there.arrivals:
                    if not number or taking:
                        yield lanterns, number, arrival
                    elif is_at_strike(arrival.state):
                        yield lanterns, number, arrival._replace(state=self._without(arrival.state, number))

    def _feeds(self, state: State) -> bool:
        """Whether more Skill may be of use to anybody."""
        cards = [self.game.book.card(laid.card) for laid in state.laid if not laid.gone]
        return any(card.kind == "weapon" for card in cards) and any(card.kind == "hero" for card in cards)

    def _without(self, state: State, rations: int) -> State:
        """The position once so many Rations are used up, before anybody has the Skill."""
        play = self.game.begin(state)
        play.tokens("iron_rations", -rations)
        return play.state

    def _battle(self, before: State, lanterns: int, rations: int, arrival: Arrival) -> Iterator[Candidate]:
        at, book = arrival.state, self.game.book
        given = burdens(book, before, at, fixed_gifts(self.game, before))
        for statement in statements(book, at, given, rations, self._aim(at)):
            hope = self._worth(at, statement, statement.most)
            if statement.most >= statement.defence.health and not statement.lacks:
                lost = self._worth(at, statement, max(statement.defence.health - 1, 0), False)
                if lost > hope:  # nobody would want to win
                    raise OpenError
            yield Candidate(hope, lanterns, arrival, statement)

    def _aim(self, at: State) -> Aim:
        names = names_in(self.goal)
        guardian = self.game.book.card(at.tally.monster).kind == "guardian"
        if guardian or names & {"margin", "total"} or spoils_of(self.game, at):
            return "total"
        return "health" if "shortfall" in names else "win"

    def _worth(self, at: State, statement: Statement, total: int, may_win: bool = True) -> Value:
        """What the turn is worth if this is the total attack."""
        health = statement.defence.health
        won = may_win and total >= health and not statement.lacks
        return best_rest(self.game, struck(self.game, at, total, health, won), self.goal)[0]

    # solving

    def solve(self, candidate: Candidate, at_least: Value | None = None) -> Leaf | None:
        """The best way to fight this battle; None where nobody can fight it so."""
        statement = candidate.statement
        if statement is None:
            return Leaf(candidate.hope, candidate, None)
        if not statement.is_open:
            return Leaf(self._worth(candidate.arrival.state, statement, statement.most), candidate, None)
        outcome: Outcome = solve_stated(statement.problem, self.backend)
        self.problems += 1
        self.backends.add(outcome.backend)
        self.game.probe.solved(outcome.states)
        self.ran_out = self.ran_out or outcome.status == "undecided"
        if outcome.solution is None:
            return None
        return self.leaf(candidate, outcome.solution)

    def leaf(self, candidate: Candidate, solution: Solution) -> Leaf:
        """A battle fought so."""
        assert candidate.statement is not None
        total = solution.values["total"]
        return Leaf(self._worth(candidate.arrival.state, candidate.statement, total), candidate, solution)

    # back to actions

    def line(self, state: State, leaf: Leaf) -> tuple[tuple[Action, ...], State]:
        """The actions from the prepared position to the end of the turn, and that end.

        Raises DisagreementError where the engine comes to another worth.
        """
        candidate = leaf.candidate
        planned: list[Action] = [UseToken("lantern")] * candidate.lanterns
        if candidate.statement is not None:
            planned += candidate.statement.gifts(leaf.solution)
        line: list[Action] = []
        for action in (*planned, *candidate.arrival.line, None):
            while (lost := self._loss(state, candidate.arrival.state)) not in (action, None):
                state = self.game.apply(state, lost)
                line.append(lost)
            if action is not None:
                state = self.game.apply(state, action)
                line.append(action)
        worth, rest = best_rest(self.game, state, self.goal)
        for action in rest:
            state = self.game.apply(state, action)
        if worth != leaf.worth:
            raise DisagreementError({"promised": str(leaf.worth), "played": str(worth)})
        return (*line, *rest), state

    def _loss(self, state: State, at: State) -> GiveUp | None:
        """The card that is given up now, so that the strike comes as planned. Of cards that are alike the
        engine takes one by itself; they no longer are once one of them is given to a Hero.
        """
        if not state.todo or state.tally.outcome:
            return None
        offered = [action for action in self.game.legal_actions(state) if isinstance(action, GiveUp)]
        return next((action for action in offered if at.laid[action.card].gone), None)
