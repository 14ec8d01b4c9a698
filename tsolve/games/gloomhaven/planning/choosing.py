"""Which cards each character plays in a round that is about to begin: choices side by side.

A choice is first sketched along its likeliest course, the cards of one character after those of the other.
The most promising choices are then planned as any round is, others as far as time allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product, takewhile
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, spend, surely
from tsolve.games.gloomhaven.actions import Action, Choose
from tsolve.games.gloomhaven.game import Gloomhaven, plays_more, recovers_lost
from tsolve.games.gloomhaven.planning.bounds import UNBOUNDED, Bounds
from tsolve.games.gloomhaven.planning.courses import Courses
from tsolve.games.gloomhaven.planning.doubt import doubted
from tsolve.games.gloomhaven.planning.party import Party
from tsolve.games.gloomhaven.planning.settled import is_settled
from tsolve.games.gloomhaven.planning.strength import most_worth
from tsolve.games.gloomhaven.planning.tree import Steps
from tsolve.games.gloomhaven.planning.turn_by_turn import turn_by_turn
from tsolve.games.gloomhaven.round import ChooseCards
from tsolve.games.gloomhaven.state import State
from tsolve.model.answers import SolveAnswer, TurnWorth
from tsolve.model.plays import Between, Exact, exact
from tsolve.solve.policy import Worth

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.planning.plan import Planner
    from tsolve.games.gloomhaven.position import ScenarioPosition

_SKETCHING = 0.5
"""The share of the budget for sketches."""
_SORTING = 0.3
"""The share of that for what each character could do alone."""
_MOST_TRIED = 12
"""The most options of a character that are sketched beside the same cards of the others."""
_FEW = 60
"""So many choices are all sketched."""
_WORK = 1_000
"""The cost in steps of what a character could do alone."""
_SURELY_PLANNED = 6
"""So many choices of one character, fewer of a party, are planned with an equal share of the budget each; the
others with what is left.
"""

Chosen = Mapping[str, Action]
"""What each character chooses, by name, in the order in which they say it."""
Plan = Callable[["ScenarioPosition", "Planner"], SolveAnswer]
"""Finds the best round from a position on."""


class Opening(NamedTuple):
    """The choices with which a plan begins, from the position that the question is about."""

    asked: ScenarioPosition
    line: Steps
    texts: tuple[str, ...]
    then: ScenarioPosition
    high: Worth
    """What could follow at most, level by level of the goal."""


class _Promise(NamedTuple):
    """What a choice promises; a sketch counts more than a bound."""

    is_sketched: bool
    worth: Worth
    """What a sketch brings, or the most that the round could bring."""


class _Candidate(NamedTuple):
    """A choice that was planned to the end of the round."""

    opening: Opening
    answer: SolveAnswer
    mean: tuple[Exact, ...]
    """What it brings on average, at least or about, by the first levels of the goal."""

    def order(self) -> tuple[list[Fraction], bool]:
        """Better ones have a larger one; of equals those that are proved."""
        return [level.fraction or Fraction(0) for level in self.mean], self.answer.status == "optimal"


def is_to_choose(position: ScenarioPosition) -> bool:
    """Whether the question begins with a character that chooses its cards for a round."""
    todo = position.state.todo
    return bool(todo) and isinstance(todo[-1], ChooseCards)


def best_choice(position: ScenarioPosition, planner: Planner, plan: Plan) -> SolveAnswer:
    """The best of the choices that there was time to plan, with what each of them brings; proved only where
    there are few choices, and each is proved.
    """
    with surely():
        choosing = _Choosing(position, planner)
    with allow(current().part(_SKETCHING)), suppress(SpentError):
        choosing.sketch()
    with surely():  # one is played, whatever is left
        openings = choosing.promising()
    planned: list[_Candidate] = []
    nothing = SolveAnswer("undecided", planner.goal.levels, (), (), "search", ())
    surely_planned = max(_SURELY_PLANNED // choosing.characters, 1)
    for number, opening in enumerate(openings):
        if number >= surely_planned and current().is_over():
            break
        with allow(current().part(1 / max(surely_planned - number, 2))):
            answer = doubted(plan(opening.then, planner.after(opening)), opening.then.not_told)
        if answer.policy is not None or answer.best:
            planned.append(_Candidate(opening, answer, answer.about or _low(answer)))
        else:
            nothing = answer
    if not planned:
        return nothing
    planned.sort(key=_Candidate.order, reverse=True)
    best = planned[0]
    answer = replace(best.answer, turns=tuple(_side_by_side(planned)))
    is_whole = len(planned) == choosing.count
    if is_whole and all(each.answer.status == "optimal" for each in planned):
        return answer
    told = frozenset(best.opening.then.not_told)  # with what the others leave open
    answer = replace(answer, left_out=tuple(each for each in answer.left_out if each not in told))
    if not is_whole:
        looked = f"{len(planned)} of {choosing.count} choices of cards were planned to the end of the round"
        answer = replace(answer, notes=(looked, *answer.notes))
    return _unproved(answer, _low(best.answer), choosing.most())


class _Choosing:
    """The choices of cards in one position."""

    def __init__(self, position: ScenarioPosition, planner: Planner) -> None:
        self._position, self._planner = position, planner
        self._options = dict(self._all_options())
        self._found: dict[Steps, tuple[_Promise, Opening]] = {}
        """The choices that were looked at, with what they promise."""

    @property
    def characters(self) -> int:
        """How many characters choose."""
        return len(self._options)

    @property
    def count(self) -> int:
        """How many choices there are."""
        return prod(map(len, self._options.values()))

    def _all_options(self) -> Iterator[tuple[str, list[Action]]]:
        """What each character may choose."""
        game, state = self._position.game, self._position.state
        while state.todo and isinstance(task := state.todo[-1], ChooseCards):
            options = game.legal_actions(state)
            yield task.figure, [*options]
            state = game.apply(state, options[0])

    def _sort(self) -> None:
        """Sort the options of each character by what it could bring most if it acted alone; those that can be
        sketched come first. Of two cards that is asked once, whichever leads. Raises SpentError.
        """
        for name, options in self._options.items():
            alone = self._alone(name)
            asked: dict[frozenset[str], _Promise] = {}
            for option in options:
                cards = frozenset(option.cards) if isinstance(option, Choose) else frozenset[str]()
                if cards not in asked:
                    spend(_WORK)
                    state = self._position.game.apply(alone, option)
                    then = self._position.by(self._game_of(state), state)
                    asked[cards] = _Promise(self._courses(then) is not None, self._bound(then))
            worths = [asked[frozenset(each.cards if isinstance(each, Choose) else ())] for each in options]
            order = sorted(range(len(options)), key=lambda at: worths[at], reverse=True)
            options[:] = [options[at] for at in order]

    def _alone(self, name: str) -> State:
        """The position in which all others of those that choose have had their turns."""
        state = self._position.state
        others = self._options.keys() - {name}
        todo = (task for task in state.todo if not (isinstance(task, ChooseCards) and task.figure in others))
        figures = (replace(each, acted=True) if each.name in others else each for each in state.figures)
        return replace(state, todo=tuple(todo), figures=tuple(figures))

    def sketch(self) -> None:
        """Look for choices that promise much, changing the cards of one character at a time. Raises
        SpentError.
        """
        with allow(current().part(_SORTING)), suppress(SpentError):
            self._sort()
        best: Chosen = {name: options[0] for name, options in self._options.items()}
        promise, goes_on = self._promise(best), True
        while goes_on:
            goes_on = False
            for name, options in self._options.items():
                for option in options[:_MOST_TRIED]:
                    changed = {**best, name: option}
                    found = self._promise(changed)
                    if found > promise:
                        best, promise, goes_on = changed, found, len(self._options) > 1
        if self.count <= _FEW:
            for chosen in product(*self._options.values()):
                self._promise(dict(zip(self._options, chosen, strict=True)))

    def _promise(self, chosen: Chosen) -> _Promise:
        key = tuple(chosen.values())
        if key not in self._found:
            opening = self._opening(key)
            self._found[key] = self._sketched(opening), opening
        return self._found[key][0]

    def _sketched(self, opening: Opening) -> _Promise:
        if self._planner.draws != "expected":
            return _Promise(False, opening.high)
        if (courses := self._courses(opening.then)) is not None:
            return _Promise(True, Party(courses).sketched())
        played = turn_by_turn(opening.then, self._planner.after(opening))
        return _Promise(False, opening.high) if played is None else _Promise(True, played.about)

    def _courses(self, then: ScenarioPosition) -> Courses | None:
        """What a sketch of the round follows; None where there can be none."""
        if self._planner.draws != "expected" or not is_settled(then):
            return None
        courses = Courses(then, self._planner)
        return courses if courses.levels else None

    def _bound(self, then: ScenarioPosition) -> Worth:
        return most_worth(then.book, then.state, self._planner.goal)

    def promising(self) -> list[Opening]:
        """The choices to plan, the most promising first."""
        found = sorted(self._found.values(), key=lambda each: each[0], reverse=True)
        first = tuple(options[0] for options in self._options.values())
        return [opening for _, opening in found] or [self._opening(first)]

    def most(self) -> Worth:
        """What any choice could bring at most, level by level."""
        if len(self._found) == self.count:
            return _highest([opening for _, opening in self._found.values()])
        return Bounds(self._position.book, self._planner.goal).most(self._position.state)

    def _opening(self, line: Steps) -> Opening:
        """A choice, and the position after it."""
        position, state = self._position, self._position.state
        texts = []
        for action in line:
            texts.append(position.game.notation(state, action))
            state = position.game.apply(state, action)
        then = position.by(self._game_of(state), state)
        return Opening(position, line, tuple(texts), then, self._bound(then))

    def _game_of(self, state: State) -> Gloomhaven:
        """The game in which nobody knows the cards that stay in hand, as far as only this round is played and
        none of them can be: they would make plans and bounds worse.
        """
        game = self._position.game
        if self._position.laid.until != "round" or plays_more(game.book):
            return game
        played = {(held.owner, name) for held in state.held for name in (*held.plays, *held.active)}
        if recovers_lost(game.book):
            played |= {(held.owner, name) for held in state.held for name in held.lost}
        return Gloomhaven(game.book.without_other_cards(played), game.probe)


def _highest(openings: Sequence[Opening]) -> Worth:
    return tuple(map(max, zip(*(each.high for each in openings), strict=True)))


def _low(answer: SolveAnswer) -> tuple[Exact, ...]:
    """What an answer brings at least."""
    if answer.between:
        return tuple(each.low for each in answer.between)
    if answer.policy is not None:
        return answer.policy.worth
    return tuple(map(exact, answer.objective))


def _side_by_side(planned: Sequence[_Candidate]) -> Iterator[TurnWorth]:
    for each in planned:
        first, *_ = texts = each.opening.texts
        yield TurnWorth("", first, "; ".join(texts), each.mean, each.answer.status)


def _unproved(answer: SolveAnswer, low: tuple[Exact, ...], high: Worth) -> SolveAnswer:
    """The answer with bounds instead of a proof, as far as levels are bounded."""
    finite = tuple(map(exact, takewhile(lambda most: most < UNBOUNDED, high)))
    levels = [each.level for each in answer.between] or answer.goal
    bounds = tuple(Between(*each) for each in zip(levels, low, finite, strict=False))
    policy = answer.policy
    if policy is not None:
        policy = replace(policy, low=policy.worth, high=finite)
    return replace(answer, status="undecided", bound=(), policy=policy, between=bounds)
