"""A plan for every figure of a party in the rest of a round, and what it brings at least.

First each character plays its own best turn, one after the other, boldly or with care. Then one character
after the other tries other ends of its turn, and keeps what makes more of the whole round. A plan is sketched
along its likeliest course, which is quick; the best ones are counted over all cards that may come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import count, takewhile
from typing import NamedTuple

from tsolve.budget import SpentError, allow, current
from tsolve.games.gloomhaven.planning.courses import MANNERS, Course, Courses, Manner
from tsolve.games.gloomhaven.planning.tree import Steps
from tsolve.solve.policy import Worth, average, plus

Ways = Mapping[str, Manner | Steps]
"""How each character plays its turn."""
_LEAST = (Fraction(1, 50), Fraction(1, 500), Fraction(0))
"""The chances of courses that are followed at first, then, and in the end."""
_COUNTING = 0.5
"""The share of what is left of a budget for counting one plan."""
_PLANNING = 0.7
"""The share of that for planning turns by themselves; later ones are played as in like positions."""
_SKETCHING = 0.4
"""The share of what is left of a budget for the sketches before the next count."""


class PartyPlan(NamedTuple):
    """What a party does, and what it brings at least on average."""

    low: Worth
    """By the first levels of the goal (`Courses.levels`)."""
    line: Steps
    """The likeliest course: all choices and events but those of the monsters' attacks."""


class _Sketch(NamedTuple):
    """A plan along its likeliest course."""

    worth: Worth
    """About what it brings."""
    turns: dict[str, tuple[Course, Worth]]
    """For each character the course up to its turn, and what was gained by then."""


class Party:
    """The search for the best plan of one position."""

    def __init__(self, courses: Courses) -> None:
        self._courses = courses
        self._names = courses.names
        self._first = courses.start
        """The likeliest course to the first turn of a character."""

    def best(self) -> PartyPlan | None:
        """The best plan that the budget in force suffices to find; None where no time was left for any. It is
        no worse than each figure's own best turn one after the other, if that could be counted to its end.
        """
        found: list[PartyPlan] = []
        counted: list[Ways] = []
        with suppress(SpentError):
            self._first = _likeliest([*self._courses.until_own_turn(self._first)])
            for ways in self._plans():
                if ways not in counted:
                    counted.append(ways)
                    found += self._counted(ways)
        return max(found, key=lambda plan: plan.low, default=None)

    def sketched(self) -> Worth:
        """About what the round brings where each character plays its own best turn with some care. Raises
        SpentError.
        """
        self._first = _likeliest([*self._courses.until_own_turn(self._first)])
        return self._sketch(dict.fromkeys(self._names, "wary")).worth

    def _plans(self) -> Iterator[Ways]:
        """Plans worth counting: what comes of turns with some care, which rarely are the worst, by better and
        better sketches; each figure's own best turn; and what comes of other turns.
        """
        starts: list[Ways] = [dict.fromkeys(self._names, manner) for manner in ("wary", "careful", "bold")]
        yield starts[0]
        for ways in starts:
            for with_lines in (False, True):
                ways = self._improved(ways, with_lines, current().past(_SKETCHING))
                yield ways
            yield starts[-1]

    def _improved(self, ways: Ways, with_lines: bool, is_over: Callable[[], bool]) -> Ways:
        """A plan in which no character alone gains by another manner, or by another end of its turn, as far
        as time allows.
        """
        best, goes_on = self._sketch(ways), True
        while goes_on:
            goes_on = False
            for name in [*best.turns]:
                course, gained = best.turns[name]
                for way in (*MANNERS, *(self._courses.lines(course.state) if with_lines else ())):
                    if is_over():
                        return ways
                    changed = {**ways, name: way}
                    before = {each: best.turns[each] for each in _before(best.turns, name)}
                    found = self._sketch(changed, _Sketch(gained, before), course)
                    if found.worth > best.worth:
                        best, ways, goes_on = found, changed, True
        return ways

    def _sketch(self, ways: Ways, before: _Sketch | None = None, course: Course | None = None) -> _Sketch:
        """A plan from a course on, along the likeliest outcomes, with the mean of what each turn brings."""
        courses = self._courses
        course = course or self._first
        gained = courses.so_far(course) if before is None else before.worth
        turns = {} if before is None else before.turns
        while courses.is_own_turn(course.state):
            turns[course.state.turn] = course, gained
            after = courses.played(course, ways[course.state.turn])
            chances = [each.chance / course.chance for each in after]
            mean = average(chances, [courses.so_far(each) for each in after])
            ended = _likeliest(after)
            gained = plus(gained, plus(mean, courses.so_far(course), -1))
            course = _likeliest([*courses.until_own_turn(ended)])
            gained = plus(gained, plus(courses.so_far(course), courses.so_far(ended), -1))
        return _Sketch(average([1 - courses.falls(course)], [gained]), turns)

    def _counted(self, ways: Ways) -> Iterator[PartyPlan]:
        """What a plan brings; nothing where no course came to its end. The likeliest courses are followed to
        their ends first; what becomes of those for which no time is left counts as little as it may.
        """
        courses, ends = self._courses, list[Course]()
        layers = [[courses.start]]
        with allow(current().part(_COUNTING)) as budget, suppress(SpentError):
            is_late = budget.past(_PLANNING)
            for least in _LEAST:
                for depth in count():
                    if depth == len(layers):
                        break
                    layers[depth] = courses.merged(layers[depth])
                    while layers[depth] and layers[depth][0].chance >= least:
                        course = layers[depth][0]
                        if course.state.result:
                            ends.append(course)
                        else:
                            more = [*self._gone_on(course, ways, is_late())]
                            layers += [[]] if depth + 1 == len(layers) else []
                            layers[depth + 1] += more
                        layers[depth].pop(0)
        if ends:
            open_ = [course for layer in layers for course in layer]
            every = [*ends, *open_]
            low = average([each.chance for each in every], [courses.worth(each) for each in every])
            shown = max(ends, key=lambda course: course.chance * (1 - courses.falls(course)))
            yield PartyPlan(low, shown.line)

    def _gone_on(self, course: Course, ways: Ways, is_late: bool) -> Iterator[Course]:
        """The courses up to the next turn of a character, or to the end."""
        courses = self._courses
        played = [course]
        if courses.is_own_turn(course.state):
            played = courses.played(course, ways[course.state.turn], is_late)
        for each in played:
            yield from courses.until_own_turn(each)


def _likeliest(courses: Sequence[Course]) -> Course:
    return max(courses, key=lambda course: course.chance)


def _before(turns: Mapping[str, object], name: str) -> Iterator[str]:
    """The characters whose turns come before that of another."""
    return takewhile(lambda each: each != name, turns)
