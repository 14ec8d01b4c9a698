"""The courses that a turn may take after a modifier card, each once: what the players choose and what else is
done, in sentences.

Ways that nothing later can tell apart are followed as one. After the last attack ability the hit points of
its former targets matter no more, only who is still there; and of decks that differ in what was drawn, one
that can still bring every card of another in any order stands for both: of equal cards it is enough to have
as many as may still be drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.cardkit import piles
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.game import ONLY_FOLLOW, harms, is_open
from tsolve.games.gloomhaven.judging.besides import Sentences, joined, told_besides
from tsolve.games.gloomhaven.judging.walk import MOST, answers
from tsolve.games.gloomhaven.modifiers import LEAVING, Deck, card
from tsolve.games.gloomhaven.state import Figure, State, Task, deck_owner
from tsolve.games.gloomhaven.turn.attack import AttackOne, BearDamage, DrawModifier, way_of_drawing
from tsolve.games.gloomhaven.turn.damage import EndAttack, IfDamaged
from tsolve.games.gloomhaven.turn.monster import Abilities
from tsolve.model.trace import Trace

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.position import ScenarioPosition


class Course(NamedTuple):
    """A turn after a modifier card, as far as it has come."""

    state: State
    chosen: Sentences = ()
    """What the players have chosen."""
    besides: Sentences = ()
    """What has happened without a choice."""


class Courses(NamedTuple):
    """All courses."""

    courses: list[Course]
    is_whole: bool
    """Whether each comes to the end of the turn or to an unknown card; else all stop at the same point, as
    there were too many.
    """


def courses_on(position: ScenarioPosition, state: State) -> Courses:
    """The courses from a position of a turn that the rules decide."""
    found = [Course(state)]
    while not all(_has_ended(position, course) for course in found):
        further = _Apart(position)
        for course in found:
            if _has_ended(position, course):
                further.add(course)
                continue
            more = list(_further(position, course))
            for each in more:
                further.add(each)
            if not more or further.number > MOST:
                return Courses(found, is_whole=False)
        found = further.courses()
    return Courses(found, is_whole=True)


def _has_ended(position: ScenarioPosition, course: Course) -> bool:
    state = course.state
    return state.result or not state.todo or position.game.mover(state) == UNKNOWN


def _further(position: ScenarioPosition, course: Course) -> Iterator[Course]:
    """The course after each possible next action."""
    game, state = position.game, course.state
    is_choice = game.mover(state) != CHANCE and not isinstance(state.todo[-1], BearDamage)
    found = []
    for action in answers(game, state):
        spend(1)
        trace = Trace()
        found.append((action, game.take(state, action, trace), trace))
    is_implicit = len({after for _, after, _ in found}) == 1
    for action, after, trace in found:
        done = told_besides(trace.entries, state, after, position.book.terrain)
        if is_choice and not is_implicit:
            told = done or (game.notation(state, action),)
            yield Course(after, joined(course.chosen, told), course.besides)
        else:
            yield Course(after, course.chosen, joined(course.besides, done))


class _Apart:
    """Courses that something later can tell apart."""

    def __init__(self, position: ScenarioPosition) -> None:
        self._position = position
        self._found: dict[Hashable, list[tuple[Course, Counter[str]]]] = {}
        self.number = 0

    def add(self, course: Course) -> None:
        """Add a course, unless another one stands for it; then leave out those for which it stands."""
        key, cards = self._what_matters(course.state)
        alike = self._found.setdefault((key, course.chosen, course.besides), [])
        if any(cards <= others for _, others in alike):
            return
        kept = [each for each in alike if not each[1] <= cards]
        self.number += 1 + len(kept) - len(alike)
        alike[:] = [*kept, (course, cards)]

    def courses(self) -> list[Course]:
        """All of them, in the order in which the first of those alike came."""
        return [course for alike in self._found.values() for course, _ in alike]

    def _what_matters(self, state: State) -> tuple[Hashable, Counter[str]]:
        """What the rest of the turn depends on, without the deck that it still draws from if only the cards
        in it matter; and these cards, each as often as it may still come.
        """
        game = self._position.game
        if state.result or not state.todo:
            return None, Counter()
        if not _only_strikes(game.book, state):
            return game.key(state), Counter()
        owner = deck_owner(state.figure(state.turn))
        draws = sum(_draws(game.book, state, task) for task in state.todo)
        counts = _counts(state.deck(owner), draws)
        decks = state.decks if counts is None else tuple(each for each in state.decks if each.owner != owner)
        key = game.key(replace(state, figures=_figures_that_matter(state), decks=decks))
        return key, Counter({card: min(count, draws) for card, count in (counts or {}).items()})


def _only_strikes(book: Book, state: State) -> bool:
    """Whether the acting figure has declared its last attacks, and whoever is harmed still is among their
    targets or on its side.
    """
    if not state.on_map(state.turn) or is_open(book, state) or any(each.dying for each in state.figures):
        return False
    return all(_strikes(state, task) for task in state.todo)


def _strikes(state: State, task: Task) -> bool:
    if isinstance(task, AttackOne | DrawModifier):
        return task.attacker == state.turn
    if isinstance(task, Abilities):
        return not harms(task.rest)
    if isinstance(task, IfDamaged):
        return not harms(task.abilities)
    return isinstance(task, (*ONLY_FOLLOW, EndAttack))


def _figures_that_matter(state: State) -> tuple[Figure, ...]:
    """The figures; of enemies that nothing waits for, only whether they are still up."""
    named = {getattr(task, key, "") for task in state.todo for key in ("target", "figure", "attacker")}
    side = state.figure(state.turn).side
    return tuple(
        each if each.side == side or each.name in named else replace(each, hp=min(each.hp, 1))
        for each in state.figures
    )


def _draws(book: Book, state: State, task: Task) -> int:
    """How many modifier cards a task draws at most, if none of them is rolling."""
    if isinstance(task, DrawModifier):
        return (1 if task.drawing.way == "normal" else 2) - len(task.drawing.cards)
    if not isinstance(task, AttackOne) or not state.on_map(task.target):
        return 0
    target = state.figure(task.target)
    way = way_of_drawing(book, state, state.figure(task.attacker), target, task.attack)
    return 1 if way == "normal" else 2


def _counts(deck: Deck, draws: int) -> Counter[str] | None:
    """The cards of a deck from which so many are drawn, if only they matter: plain ones, shuffled, and more
    than are drawn; else None.
    """
    cards = Counter(piles.contents(deck.draw))
    is_shuffled = len(deck.draw) == 1 and deck.draw[0].order == "shuffled" and not deck.draw[0].layers
    is_plain = all(
        not card(each).rolling and not card(each).effects and each not in LEAVING for each in cards
    )
    return cards if is_shuffled and is_plain and len(deck.draw[0].cards) > draws else None
