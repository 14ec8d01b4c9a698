"""How much the monsters can lose at most in the rest of a round, on average: the sum of what each character
can do in its turn by itself, and of what comes from retaliate, traps, hazards and wounds.

Every attack deals its greatest number and hits whoever it hurts most of those that are near enough, as if
nobody had hurt anybody before; a monster that loses a part of its hit points counts as that part of a kill.
The next card of a shuffled deck is on average as good as any of its cards, whatever was drawn before and
whoever stops when: so each attack can be counted by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from tsolve.cardkit import piles
from tsolve.games.gloomhaven.cards import Half
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.modifiers import Deck, card, reduced, result
from tsolve.games.gloomhaven.planning.bounds import Bounds
from tsolve.games.gloomhaven.planning.means import (
    ENOUGH,
    Means,
    Volley,
    is_between_actions,
    movement,
    printed_in,
)
from tsolve.games.gloomhaven.state import State
from tsolve.solve.policy import Worth
from tsolve.written.position_file import parts_of

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.planning.goals import Goal


_NOTHING = Fraction(0)

Part = Callable[[int, int], Fraction]
"""What it counts that a monster loses some of its hit points."""


class Loss(NamedTuple):
    """What monsters can lose at most, on average."""

    kills: Fraction
    damage: Fraction


def most_worth(book: Book, state: State, goal: Goal) -> Worth:
    """The most that the rest of a round can come to on average, level by level of the goal."""
    amounts: dict[str, int | Fraction] = {**Bounds(book, goal).amounts(state)}
    loss, now = most_lost(book, state), goal.amounts(state)
    for name, more in (loss._asdict() if loss is not None else {}).items():
        if name in amounts:
            amounts[name] = min(amounts[name], now[name] + more)
    return tuple(sum(weight * amounts[name] for weight, name in parts_of(level)) for level in goal.levels)


def most_lost(book: Book, state: State) -> Loss | None:
    """What the monsters can still lose in the rest of the round; None if there is no simple bound."""
    printed = printed_in(book, state)
    if not (printed.is_simple and is_between_actions(state)) or state.again:
        return None
    means = Means(book, state, printed, may_fall=True)
    kills = _Strength(means, Fraction).most()
    damage = _Strength(means, lambda lost, _: Fraction(lost)).most()
    there_are = sum((each.hp for each in means.monsters), 0)
    return Loss(min(kills, Fraction(len(means.monsters))), min(damage, Fraction(there_are)))


class _Strength:
    """The bound for one way to count losses."""

    def __init__(self, means: Means, part: Part) -> None:
        self._means, self._part = means, part

    def most(self) -> Fraction:
        """The bound."""
        means = self._means
        own = (self._lost(means.own_harm(each), each) for each in means.monsters)
        return sum(map(self._of_turn, means.party), sum(own, self._by_traps()))

    def _by_traps(self) -> Fraction:
        """What traps take: each springs once, and a monster has to come to it."""
        return sum(
            (
                max((self._lost(trap.damage, each) for each in self._means.coming_to(trap)), default=_NOTHING)
                for trap in self._means.state.traps
            ),
            _NOTHING,
        )

    def _lost(self, lost: int, monster: Figure) -> Fraction:
        return self._part(min(max(lost, 0), monster.hp), monster.hp)

    def _of_turn(self, figure: Figure) -> Fraction:
        """What a character takes in its turn."""
        if not self._means.acts(figure):
            return _NOTHING
        turns = (self._of_halves(figure, first, seconds) for first, seconds in self._means.orders(figure))
        return max(turns, default=_NOTHING)

    def _of_halves(self, figure: Figure, first: Half, seconds: Sequence[Half]) -> Fraction:
        """What two halves take; cards drawn for the first are known when the second is chosen."""
        moved = movement(figure, first)
        if any(self._means.slots(figure, first, 0)):
            then = self._of_any(figure, seconds, moved)
        else:
            then = max((self._of_any(figure, [each], moved) for each in seconds), default=_NOTHING)
        return self._of_any(figure, [first], 0) + then

    def _of_any(self, figure: Figure, halves: Sequence[Half], moved: int) -> Fraction:
        """What one of these halves takes, whichever is chosen; the figure has `moved` that far before."""
        slots = zip_longest(*(self._means.slots(figure, half, moved) for half in halves), fillvalue=[])
        deck = self._means.state.deck(figure.name)
        taken = (self._of_draw(deck, [one for each in slot for one in each]) for slot in slots)
        others = (self._of_others(figure, each) for each in halves)
        return sum(taken, max(others, default=_NOTHING))

    def _of_others(self, figure: Figure, half: Half) -> Fraction:
        """What the monsters lose by a half apart from its attacks."""
        means = self._means
        given = (self._lost(means.given_harm(figure, half, each), each) for each in means.monsters)
        return sum(given, _NOTHING)

    def _of_draw(self, deck: Deck, volleys: Sequence[Volley]) -> Fraction:
        """What the attack takes for which the next card of a deck is drawn."""
        taken = {
            text: max((self._taken(text, each) for each in volleys), default=_NOTHING)
            for text in deck.cards()
        }
        cards = piles.contents(deck.draw)
        if not piles.is_shuffled(deck.draw) or len(cards) < ENOUGH:
            return max(taken.values(), default=_NOTHING)
        if not any(each.has_advantage for each in volleys):
            return sum((taken[text] for text in cards), _NOTHING) / len(cards)
        pairs = [max(taken[one], taken[two]) for one, two in combinations(cards, 2)]
        return sum(pairs, _NOTHING) / len(pairs)

    def _taken(self, text: str, volley: Volley) -> Fraction:
        """The most that an attack takes with one card."""
        drawn = reduced(card(text)) if self._means.book.variants.reduced else card(text)
        attack = result(drawn, volley.value)
        means = self._means
        near = (each for each in means.monsters if means.meets(volley, each))
        taken = (self._lost(means.dealt(attack, volley, each), each) for each in near)
        return max(taken, default=_NOTHING)
