"""What may follow a modifier card in a turn, each once: what the players choose and what else is done, in
sentences.

Ways that nothing later can tell apart are followed as one: cards that do the same to a target, decks of which
one stands for the other, and hit points beyond those that somebody may still lose.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.judging.alike_cards import Coming, coming, draws_that_differ, is_as_rich
from tsolve.games.gloomhaven.judging.besides import Sentences, joined, told_besides
from tsolve.games.gloomhaven.judging.harm_to_come import HarmToCome
from tsolve.games.gloomhaven.judging.walk import MOST, answers
from tsolve.games.gloomhaven.state import State, deck_owner
from tsolve.games.gloomhaven.turn.suffering import BearDamage
from tsolve.model.trace import Trace

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition


class Sequel(NamedTuple):
    """A turn after a modifier card, as far as it has come."""

    state: State
    chosen: Sentences = ()
    """What the players have chosen."""
    besides: Sentences = ()
    """What has happened without a choice."""


class Sequels(NamedTuple):
    """All that may follow."""

    sequels: list[Sequel]
    is_whole: bool
    """Whether each comes to the end of the turn or to an unknown card; else all stop at the same point, as
    there were too many.
    """


def sequels_of(position: ScenarioPosition, state: State) -> Sequels:
    """What may follow a position of a turn that the rules decide."""
    found = [_Point(position, Sequel(state))]
    while not all(each.has_ended for each in found):
        further = _Apart(position)
        for point in found:
            if point.has_ended:
                further.add(point)
                continue
            for each in point.further():
                further.add(each)
            if not point.next or further.number > MOST:
                return Sequels([each.sequel for each in found], is_whole=False)
        found = further.points()
    return Sequels([each.sequel for each in found], is_whole=True)


class _Point:
    """Where a sequel has come to, and how it may go on; each is found once."""

    def __init__(self, position: ScenarioPosition, sequel: Sequel) -> None:
        self.sequel = sequel
        self._position = position

    @cached_property
    def _mover(self) -> int:
        return self._position.game.mover(self.sequel.state)

    @cached_property
    def has_ended(self) -> bool:
        """Whether the turn is over, or goes on with an unknown card."""
        return self.sequel.state.result or not self.sequel.state.todo or self._mover == UNKNOWN

    @cached_property
    def coming(self) -> Coming | None:
        """The modifier cards that may still come."""
        return coming(self._position.book, self.sequel.state)

    @cached_property
    def next(self) -> Sequence[Sequence[Action]]:
        """What may come or be chosen next; of cards that do the same, one."""
        position, state = self._position, self.sequel.state
        draws = draws_that_differ(position.book, state, self.coming) if self._mover == CHANCE else None
        return [(action,) for action in answers(position.game, state)] if draws is None else draws

    def further(self) -> Iterator[_Point]:
        """Where it comes to by each of these, up to the next point where several may come."""
        for point in self._after_next():
            while not point.has_ended and len(point.next) == 1:
                (point,) = point._after_next()
            yield point

    def _after_next(self) -> list[_Point]:
        position, (state, chosen, besides) = self._position, self.sequel
        found = []
        for actions in self.next:
            trace, after = Trace(), state
            for action in actions:
                spend(1)
                after = position.game.take(after, action, trace)
            found.append((after, actions, trace))
        is_choice = self._mover != CHANCE and not isinstance(state.todo[-1], BearDamage)
        is_told = is_choice and any(after != found[0][0] for after, _, _ in found)
        sequels = []
        for after, actions, trace in found:
            done = told_besides(trace.entries, state, after, position.book.terrain)
            if is_told:
                told = done or (position.game.notation(state, actions[0]),)
                sequels.append(Sequel(after, joined(chosen, told), besides))
            else:
                sequels.append(Sequel(after, chosen, joined(besides, done)))
        return [_Point(position, each) for each in sequels]


class _Apart:
    """Points that something later can tell apart."""

    def __init__(self, position: ScenarioPosition) -> None:
        self._position = position
        self._found: dict[Hashable, list[tuple[_Point, Mapping[str, int]]]] = {}
        self.number = 0

    def add(self, point: _Point) -> None:
        """Add one, unless another one stands for it; then leave out those for which it stands."""
        key, cards = self._what_matters(point)
        alike = self._found.setdefault((key, point.sequel.chosen, point.sequel.besides), [])
        if any(is_as_rich(others, cards) for _, others in alike):
            return
        kept = [each for each in alike if not is_as_rich(cards, each[1])]
        self.number += 1 + len(kept) - len(alike)
        alike[:] = [*kept, (point, cards)]

    def points(self) -> list[_Point]:
        """All of them, in the order in which the first of those alike came."""
        return [point for alike in self._found.values() for point, _ in alike]

    def _what_matters(self, point: _Point) -> tuple[Hashable, Mapping[str, int]]:
        """What the rest of the turn depends on, without the deck that it still draws from if only the cards
        in it matter; and these cards, each as often as it may still come.
        """
        state, game = point.sequel.state, self._position.game
        if state.result or not state.todo:
            return None, {}
        left = point.coming
        if left is None:
            return game.key(state), {}
        state = replace(state, figures=_figures_that_matter(state, left.harm))
        if left.deck is None:
            return game.key(state), {}
        owner = deck_owner(state.figure(state.turn))
        decks = tuple(each for each in state.decks if each.owner != owner)
        return replace(state, fell=None, decks=decks), left.enough


def _figures_that_matter(state: State, harm: HarmToCome) -> tuple[Figure, ...]:
    """The figures; of enemies, no more hit points than what they may still lose and one."""
    side = state.figure(state.turn).side
    return tuple(
        each if each.side == side else replace(each, hp=min(each.hp, harm.most(each.name) + 1))
        for each in state.figures
    )
