"""What the rest of a round can come to at most on average, by the combinations of halves that can be played.

The characters' turns are played without a map, one after the other, as well as possible: an attack hits
whoever may be near enough, and what harms a monster without an attack harms it at once. Both only make more
possible. First a half is chosen, its modifier cards come, then the other half is chosen: so nothing is
missing that players find out on their way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tsolve.cardkit import piles
from tsolve.errors import TooLargeError
from tsolve.games.gloomhaven.abilities import Augment, Heal, Loot, at_most
from tsolve.games.gloomhaven.ability_parts import PerTargets
from tsolve.games.gloomhaven.cards import Half
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import distance
from tsolve.games.gloomhaven.modifiers import Deck, card, reduced, result
from tsolve.games.gloomhaven.planning.goals import Goal
from tsolve.games.gloomhaven.planning.means import (
    ENOUGH,
    Means,
    Printed,
    Volley,
    inside,
    is_between_actions,
    movement,
)
from tsolve.games.gloomhaven.simple_abilities import Experience
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.halves import FinishHalf
from tsolve.solve.policy import Worth, average, plus
from tsolve.written.position_file import parts_of

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


MOST_POSITIONS = 10_000
"""Plans with more positions are not looked at: a round of so many is too large to be searched anyway."""


COUNTED = frozenset(("standing", "kills", "damage", "cards", "hit_points", "money", "experience", "items"))
"""The names that a goal may have here."""
_LONG_REST = 2
"""The hit points that a long rest gives. (GH-2.10)"""


class Hit(NamedTuple):
    """A way to aim an attack: at which monster, and what it takes from it by each kind of modifier card."""

    monster: int
    damages: tuple[int, ...]
    loots: bool
    """Whether somebody may take the money if it is killed."""


class Slot(NamedTuple):
    """An attack on one target, by one draw."""

    hits: tuple[Hit, ...]
    has_advantage: bool


class Part(NamedTuple):
    """What a half brings."""

    slots: tuple[Slot, ...]
    harm: tuple[int, ...]
    """What each monster loses apart from attacks."""
    experience: int


class Turn(NamedTuple):
    """What a character may play: a half, and then another one."""

    copies: tuple[int, ...]
    """How many cards of each kind its deck has; only one where the best card is to be expected."""
    ways: tuple[tuple[Part, tuple[Part, ...]], ...]


class Gains(NamedTuple):
    """What each of these is worth, level by level."""

    kills: Worth
    damage: Worth
    money: Worth
    experience: Worth


class _Plan:
    """The best worth of turns that follow each other, from all hit points that the monsters may have."""

    def __init__(self, turns: tuple[Turn, ...], gains: Gains) -> None:
        self._turns, self._gains = turns, gains
        self._nothing: Worth = (0,) * len(gains.kills)
        self._known: dict[tuple[object, ...], Worth] = {}

    def turn(self, number: int, left: _HitPoints) -> Worth:
        """The most from the turn of this number on."""
        if number == len(self._turns):
            return self._nothing
        key = number, left
        if key not in self._known:
            turn = self._turns[number]
            ways = range(len(turn.ways))
            played = (self._begun(_Place(number, way), left, turn.copies) for way in ways)
            self._known[key] = max((*played, self.turn(number + 1, left)))
        return self._known[key]

    def _begun(self, place: _Place, left: _HitPoints, copies: tuple[int, ...]) -> Worth:
        """A half: what it brings by itself, then its attacks."""
        part = place.part(self._turns)
        after, worth = self.harmed(left, part.harm)
        worth = plus(worth, self._gains.experience, part.experience)
        return plus(worth, self._attacked(place, after, copies))

    def _attacked(self, place: _Place, left: _HitPoints, copies: tuple[int, ...]) -> Worth:
        key = place, left, copies
        if key not in self._known:
            if len(self._known) > MOST_POSITIONS:
                raise TooLargeError("the turns of a round")
            slots = place.part(self._turns).slots
            if place.slot == len(slots):
                self._known[key] = self._then(place, left, copies)
            else:
                slot, on = slots[place.slot], place._replace(slot=place.slot + 1)
                hits = (each for each in slot.hits if left[each.monster])
                taken = [self._drawn(slot, each, on, left, copies) for each in hits]
                self._known[key] = max((*taken, self._attacked(on, left, copies)))
        return self._known[key]

    def _then(self, place: _Place, left: _HitPoints, copies: tuple[int, ...]) -> Worth:
        ended = self.turn(place.turn + 1, left)
        if place.second >= 0:
            return ended
        seconds = range(len(self._turns[place.turn].ways[place.way][1]))
        return max(
            (ended, *(self._begun(_Place(place.turn, place.way, each), left, copies) for each in seconds))
        )

    def _drawn(self, slot: Slot, hit: Hit, on: _Place, left: _HitPoints, copies: tuple[int, ...]) -> Worth:
        """The mean of an attack over the cards that may come for it."""
        weights, worths = list[Fraction](), list[Worth]()
        for damage, then, chance in _draws(copies, hit.damages, slot.has_advantage):
            after, worth = self._struck(left, hit.monster, damage, hit.loots)
            weights.append(chance)
            worths.append(plus(worth, self._attacked(on, after, then)))
        return average(weights, worths)

    def harmed(self, left: _HitPoints, harm: Sequence[int]) -> tuple[_HitPoints, Worth]:
        """The hit points that monsters have left after this harm, and what it brings."""
        worth = self._nothing
        for monster, amount in enumerate(harm):
            if amount and left[monster]:
                left, more = self._struck(left, monster, amount, True)
                worth = plus(worth, more)
        return left, worth

    def _struck(self, left: _HitPoints, monster: int, damage: int, loots: bool) -> tuple[_HitPoints, Worth]:
        lost = min(damage, left[monster])
        worth = tuple([lost * each for each in self._gains.damage])
        after = (*left[:monster], left[monster] - lost, *left[monster + 1 :])
        if after[monster] == 0:
            worth = plus(worth, self._gains.kills)
            worth = plus(worth, self._gains.money) if loots else worth
        return after, worth


_HitPoints = tuple[int, ...]


class _Place(NamedTuple):
    """How far the turns have come: the next attack of a half."""

    turn: int
    way: int
    second: int = -1
    """Which half is played second; -1 in the first one."""
    slot: int = 0

    def part(self, turns: tuple[Turn, ...]) -> Part:
        """The half."""
        first, seconds = turns[self.turn].ways[self.way]
        return first if self.second < 0 else seconds[self.second]


@lru_cache(65536)
def _draws(
    copies: tuple[int, ...], damages: tuple[int, ...], has_advantage: bool
) -> tuple[tuple[int, tuple[int, ...], Fraction], ...]:
    """The damage by each draw, the deck that is left, and the chance of it."""
    if len(copies) == 1:
        return ((damages[0], copies, Fraction(1)),)
    found, whole = Counter[tuple[int, tuple[int, ...]]](), sum(copies)
    for one, number in enumerate(copies):
        rest = _without(copies, one)
        if not has_advantage:
            found[damages[one], rest] += number * (whole - 1)
        for other, more in enumerate(rest) if has_advantage else ():
            found[max(damages[one], damages[other]), _without(rest, other)] += number * more
    every = whole * (whole - 1)
    return tuple((*draw, Fraction(weight, every)) for draw, weight in found.items() if weight)


def _without(copies: tuple[int, ...], one: int) -> tuple[int, ...]:
    return (*copies[:one], max(copies[one] - 1, 0), *copies[one + 1 :])


@lru_cache(1024)
def _plan(turns: tuple[Turn, ...], gains: Gains) -> _Plan:
    return _Plan(turns, gains)


class Prospects:
    """Upper bounds for the positions of one question."""

    def __init__(self, book: Book, goal: Goal, printed: Printed) -> None:
        """`printed`: of a position from which all others come."""
        self._book, self._goal, self._printed = book, goal, printed
        self._gains = Gains(*(goal.worth({name: 1}) for name in Gains._fields))
        self.holds = printed.is_simple and goal.names <= COUNTED

    def most(self, state: State, amounts: Mapping[str, int | Fraction], lost: Fraction) -> Worth | None:
        """The most that the rest of a round can come to from here, if it has come to these amounts; None
        where it cannot be told. `lost`: the hit points that the party has lost on average.
        """
        if not is_between_actions(state):
            return None
        means = Means(self._book, state, self._printed)
        acting = sorted(
            filter(means.acts, means.party), key=lambda each: (each.name != state.turn, means.order(each))
        )
        halves = [
            half for each in acting for first, seconds in means.orders(each) for half in (first, *seconds)
        ]
        heals = sum(_healed(half, len(means.party)) for half in {*halves}) + sum(
            _LONG_REST for each in acting if each.rests
        )
        near = sum(
            each.tokens
            for each in state.money
            if any(distance(one.at, each.at) <= self._collects(means, one) for one in acting)
        )
        base = {
            **amounts,
            "hit_points": amounts.get("hit_points", 0) + min(Fraction(heals), lost),
            "money": amounts.get("money", 0) + near,
            "experience": amounts.get("experience", 0)
            + sum(sum(effect.slots) for figure in state.figures for effect in figure.effects)
            + sum(
                _experience(task.half, len(means.monsters))
                for task in state.todo
                if isinstance(task, FinishHalf)
            ),
        }
        plan = _plan(tuple([self._turn(means, each, acting) for each in acting]), self._gains)
        harm = [means.own_harm(each) for each in means.monsters]
        for trap in state.traps:
            for each in means.coming_to(trap):
                harm[means.monsters.index(each)] += trap.damage
        left, worth = plan.harmed(tuple([each.hp for each in means.monsters]), harm)
        try:
            worth = plus(worth, plan.turn(0, left))
        except TooLargeError:
            return None
        return plus(worth, exact_worth(self._goal, base))

    def _turn(self, means: Means, figure: Figure, acting: Sequence[Figure]) -> Turn:
        deck = means.state.deck(figure.name)
        kinds = _kinds(deck)
        later = acting[acting.index(figure) + 1 :]

        def part(half: Half, moved: int, more: int) -> Part:
            """`more`: how far the character can go in the rest of its turn."""
            goes = more + movement(figure, half) > 0 or _loot_range(half) > 0
            slots = []
            for volleys in means.slots(figure, half, moved):
                hits = dict.fromkeys(
                    Hit(
                        place,
                        self._damages(means, deck, tuple(kinds), volley, monster),
                        goes or any(self._may_loot(means, each, monster) for each in later),
                    )
                    for volley in volleys
                    for place, monster in enumerate(means.monsters)
                    if means.meets(volley, monster)
                )
                slots.append(Slot(tuple(hits), any(each.has_advantage for each in volleys)))
            harm = tuple([means.given_harm(figure, half, each) for each in means.monsters])
            return Part(tuple(slots), harm, _experience(half, len(means.monsters)))

        ways = dict.fromkeys(
            (
                part(
                    first, 0, max((movement(figure, each) + _loot_range(each) for each in seconds), default=0)
                ),
                tuple(dict.fromkeys(part(each, movement(figure, first), 0) for each in seconds)),
            )
            for first, seconds in means.orders(figure)
        )
        return Turn(tuple(kinds.values()) if len(kinds) > 1 else (1,), tuple(ways))

    def _damages(
        self, means: Means, deck: Deck, kinds: Sequence[str], volley: Volley, monster: Figure
    ) -> tuple[int, ...]:
        """By each kind of card; by the best one of these cards where there are no kinds."""
        drawn = map(card, kinds or deck.cards())
        counted = map(reduced, drawn) if self._book.variants.reduced else drawn
        damages = [means.dealt(result(each, volley.value), volley, monster) for each in counted]
        return tuple(damages) if len(kinds) > 1 else (max(damages),)

    def _may_loot(self, means: Means, figure: Figure, monster: Figure) -> bool:
        reach = self._collects(means, figure) + means.points[monster.name]
        return means.printed.pushes or distance(figure.at, monster.at) <= reach

    def _collects(self, means: Means, figure: Figure) -> int:
        """How far away a character may take money in its turn."""
        halves = (half for first, seconds in means.orders(figure) for half in (first, *seconds))
        return means.most_points(figure) + max(map(_loot_range, halves), default=0)


def _kinds(deck: Deck) -> Mapping[str, int]:
    """The cards of a shuffled deck that no turn uses up; nothing where the next card may be the best one."""
    cards = piles.contents(deck.draw)
    return Counter(cards) if piles.is_shuffled(deck.draw) and len(cards) >= ENOUGH else {}


def exact_worth(goal: Goal, amounts: Mapping[str, int | Fraction]) -> Worth:
    """The worth of amounts, level by level."""
    return tuple([sum(weight * amounts[name] for weight, name in parts_of(level)) for level in goal.levels])


@lru_cache(1024)
def _experience(half: Half, targets: int) -> int:
    gained = half.experience + sum(half.slots)
    for each in inside(half.abilities):
        gained += each.amount if isinstance(each, Experience) else 0
        gained += each.experience if isinstance(each, Augment) else 0
        gained += each.experience * targets if isinstance(each, PerTargets) else 0
    return gained


@lru_cache(1024)
def _healed(half: Half, figures: int) -> int:
    heals = (each for each in inside(half.abilities) if isinstance(each, Heal))
    return sum(at_most(each.amount, each.augments) * figures for each in heals)


@lru_cache(1024)
def _loot_range(half: Half) -> int:
    loots = (each for each in inside(half.abilities) if isinstance(each, Loot))
    return max((at_most(each.range, each.augments) for each in loots), default=0)
