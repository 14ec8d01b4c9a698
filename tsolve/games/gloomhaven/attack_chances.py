"""Exact chances of what a row of attacks from one modifier deck comes to. (GH-6.12 to GH-6.20)

In general every card is followed by the rules. A shuffled pile that is long enough is taken apart instead:
which of its places hold rolling cards, in which order those lie, and in which order the others lie, are three
independent things. So the ways to draw, as if every card were different, are counted and multiplied.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, perm, prod
from operator import getitem
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.cardkit import piles
from tsolve.cardkit.chances import Taken
from tsolve.cardkit.piles import Pile, Segment
from tsolve.errors import UndecidedError
from tsolve.games.gloomhaven.modifiers import (
    LEAVING,
    Deck,
    Drawing,
    Effect,
    Modifier,
    Way,
    chosen,
    discarded,
    drawn,
    reduced,
)
from tsolve.games.gloomhaven.modifiers import (
    card as modifier_card,
)
from tsolve.games.gloomhaven.turn.damage import NONE, Defence, SingleAttack, attack_value, damage

DamageOf = Callable[[tuple[Modifier, ...]], int]
"""The damage of one attack with these modifier cards."""


class Blow(msgspec.Struct, frozen=True):
    """One attack on one target. Conditions that cards bring to later attacks are not reckoned with."""

    attack: SingleAttack
    defence: Defence = NONE
    way: Way = "normal"
    target: str = ""
    """Whom it hits: blows with the same target add up."""

    @property
    def value(self) -> int:
        """The attack value before the modifier cards. (GH-6.7)"""
        return attack_value(self.attack, self.defence)

    def amounts(self) -> DamageOf:
        """What tells the damage with certain modifier cards, and remembers it."""
        known: dict[tuple[Modifier, ...], int] = {}

        def amount(applied: tuple[Modifier, ...]) -> int:
            if applied not in known:
                known[applied] = damage(self.attack, self.defence, applied).amount
            return known[applied]

        return amount


def sorter(blows: Sequence[Blow], is_reduced: bool) -> Callable[[str], Modifier]:
    """What makes of a card the sort that it is of: cards of one sort come to the same in all these attacks.

    Effects other than pierce count only where cards are compared, and pierce only there or against a shield.
    """
    by_effects = any(blow.way != "normal" for blow in blows)
    by_pierce = any(blow.defence.shields for blow in blows)

    def sort_of(text: str) -> Modifier:
        found = reduced(modifier_card(text)) if is_reduced else modifier_card(text)
        effects = sorted(found.effects, key=str)
        if found.rolling or not by_effects:
            effects = [each for each in effects if by_pierce and each.word == "pierce"]
        return replace(found, effects=tuple(effects), name="")

    return sort_of


T = TypeVar("T", bound=Hashable)

Ends = dict[tuple[Deck, int], Fraction]
"""What one attack may leave of the deck, and its damage, with the chances."""


def follow(
    deck: Deck,
    blows: Sequence[Blow],
    start: T,
    after: Callable[[T, int, int], T],
    is_dealt: Callable[[T, int], bool],
    is_reduced: bool = False,
) -> Iterator[dict[T, Fraction]]:
    """After each blow the chances of what there is to remember by then.

    `start` is what is remembered at first, `after` what is when the blow of this number (from 0 on) did so
    much damage; a blow that is not dealt draws no card and does none. Raises UndecidedError where a card is
    drawn that nobody knows, and SpentError.
    """
    here: dict[Deck, dict[T, Fraction]] = {_by_sorts(deck, blows, is_reduced): {start: Fraction(1)}}
    for number, blow in enumerate(blows):
        later: dict[Deck, dict[T, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        amount = blow.amounts()
        for before, known in here.items():
            ends: Ends = {}
            for memory, share in known.items():
                if not is_dealt(memory, number):
                    later[before][after(memory, number, 0)] += share
                    continue
                ends = ends or _ends(before, blow, amount, is_reduced)
                spend(len(ends) // 8)
                for (left, dealt), chance in ends.items():
                    later[left][after(memory, number, dealt)] += share * chance
        here = later
        found: dict[T, Fraction] = defaultdict(Fraction)
        for known in here.values():
            for memory, share in known.items():
                found[memory] += share
        yield dict(found)


def _ends(deck: Deck, blow: Blow, amount: DamageOf, is_reduced: bool) -> Ends:
    ends: Ends = defaultdict(Fraction)
    here = {(deck, Drawing(blow.way, blow.value, is_reduced=is_reduced)): Fraction(1)}
    while here:
        later: dict[tuple[Deck, Drawing], Fraction] = defaultdict(Fraction)
        for (left, drawing), share in here.items():
            spend()
            if not drawing.needs_card:
                after = replace(discarded(left, drawing.cards), reshuffles=False)
                ends[after, amount(drawing.applied)] += share
                continue
            coming = _coming(left)
            if not coming:
                later[left, drawing.without_more()] += share
            whole = sum(weight for _, weight in coming)
            for card, weight in coming:
                more = _in_any_order(drawing.with_card(card))
                later[drawn(left, card), more] += share * Fraction(weight, whole)
        here = later
    return ends


def _coming(deck: Deck) -> list[tuple[str, int]]:
    """The cards that may come next, with their weights; none where no card is left."""
    if piles.is_unknown(deck.coming):
        raise UndecidedError(["the next modifier card is unknown"])
    return piles.outcomes(deck.coming)


def _in_any_order(drawing: Drawing) -> Drawing:
    """The drawing with its cards in one order, where it does not matter: while all are rolling."""
    if len(drawing.cards) > 1 and all(card.rolling for card in drawing.drawn):
        return replace(drawing, cards=tuple(sorted(drawing.cards)))
    return drawing


def _by_sorts(deck: Deck, blows: Sequence[Blow], is_reduced: bool) -> Deck:
    """The deck with one card standing for all of its sort that stay in the deck, or leave it, alike."""
    sort_of = sorter(blows, is_reduced)
    named: dict[tuple[Modifier, bool], str] = {}

    def name(card: str) -> str:
        return named.setdefault((sort_of(card), card in LEAVING), card)

    draw: Pile = tuple(_renamed(segment, name) for segment in deck.draw)
    return Deck(draw, tuple(sorted(map(name, deck.discards))))


def _renamed(segment: Segment, name: Callable[[str], str]) -> Segment:
    cards = tuple(map(name, segment.cards))
    return Segment(tuple(sorted(cards)) if segment.order == "shuffled" else cards, segment.order)


Row = tuple[int, ...]
"""The damage of one attack with each sort of the cards that do not roll."""


class Sum(NamedTuple):
    """What some rolling cards come to."""

    added: int = 0
    subtracted: int = 0
    """Not above 0: it comes after a x2 where what is added comes before it."""
    pierce: int = 0


class Rolled(NamedTuple):
    """What one attack may draw of the rolling cards."""

    left: Taken
    others: int
    """How many cards that do not roll it draws."""
    row: Row


class Picked(NamedTuple):
    """What one attack may draw of the other cards."""

    left: Taken
    applies: int
    """The sort that applies."""


class Pair(NamedTuple):
    """Two sorts that do not roll, the one that applies of them, and in how many orders they come so."""

    first: int
    second: int
    applies: int
    orders: int


def is_long_enough(cards: Sequence[str], blows: Sequence[Blow], is_reduced: bool) -> bool:
    """Whether a pile of these cards never runs out: an attack needs at most one card that does not roll, with
    advantage or disadvantage two.
    """
    sort_of = sorter(blows, is_reduced)
    return sum(not sort_of(card).rolling for card in cards) >= sum(map(_most, blows))


class ShuffledPile:
    """These cards in any order, for these attacks one after the other. They have to be enough.

    With `forgets` nobody asks what the last attack leaves: of the rolling cards only how many they are.
    """

    def __init__(
        self, cards: Sequence[str], blows: Sequence[Blow], is_reduced: bool, forgets: bool = False
    ) -> None:
        counts = Counter(map(sorter(blows, is_reduced), cards))
        sorts = tuple(each for each in counts if not each.rolling)
        rolling: Counter[Sum] = Counter()
        for each in counts:
            if each.rolling:
                rolling[Sum(max(each.number, 0), min(each.number, 0), each.pierce)] += counts[each]
        self.others: Taken = tuple(counts[each] for each in sorts)
        """How many cards there are of each sort that does not roll."""
        self.rolling: Taken = tuple(rolling.values())
        """How many there are of each sort that does."""
        self.rolled = cache(self._rolled)
        self.picked = cache(self._picked)
        self._cards, self._blows, self._sums = len(cards), blows, tuple(rolling)
        self._forgotten = len(blows) - 1 if forgets else len(blows)
        self._rows = [_rows(blow, sorts) for blow in blows]
        self._pairs = [_pairs(blow, sorts) for blow in blows]
        self._longest = sum(map(_most, blows)) + rolling.total()

    @property
    def ways(self) -> int:
        """In how many ways as many cards are drawn as the attacks may need."""
        return self.ways_behind(0)

    def ways_behind(self, drawn: int) -> int:
        """In how many of them the same cards were drawn first, so many of them."""
        return perm(self._cards - drawn, self._longest - drawn)

    def _rolled(self, place: int, left: Taken) -> dict[Rolled, int]:
        """What the attack at this place of the row may draw of the rolling cards that are left, with the
        number of orders in which they and the others come so. (GH-6.12, GH-6.13, GH-6.16)
        """
        found: dict[Rolled, int] = defaultdict(int)
        blow, row = self._blows[place], self._rows[place]
        counts = blow.way != "disadvantage"
        for taken in product(*(range(count + 1) for count in left)):
            spend()
            length = sum(taken)
            ways = factorial(length) * prod(map(comb, left, taken))
            if blow.way != "normal" and length == 1:
                ways *= 2  # either of the two cards may be the rolling one
            others = 1 if length else _most(blow)
            rest = tuple(there - gone for there, gone in zip(left, taken, strict=True))
            rolled = _sum(self._sums, taken) if counts else Sum()
            left_behind = (sum(rest),) if place == self._forgotten else rest
            found[Rolled(left_behind, others, row(rolled))] += ways
        return found

    def _picked(self, place: int, left: Taken, count: int) -> dict[Picked, int]:
        """What the attack at this place may draw of the other cards that are left, one or two, and in how
        many ways.
        """
        found: dict[Picked, int] = defaultdict(int)
        forgets = place == self._forgotten
        if count == 1:
            for sort, ways in enumerate(left):
                if ways:
                    found[Picked(() if forgets else _without(left, sort), sort)] += ways
            return found
        spend(1 + len(self._pairs[place]) // 20)
        for first, second, applies, orders in self._pairs[place]:
            ways = left[first] * (left[second] - (first == second)) * orders
            if ways:
                rest = () if forgets else _without(_without(left, first), second)
                found[Picked(rest, applies)] += ways
        return found


def _most(blow: Blow) -> int:
    """How many cards that do not roll the attack draws at most."""
    return 1 if blow.way == "normal" else 2


def _sum(sums: Sequence[Sum], taken: Taken) -> Sum:
    added = subtracted = pierce = 0
    for each, times in zip(sums, taken, strict=True):
        added += times * each.added
        subtracted += times * each.subtracted
        pierce += times * each.pierce
    return Sum(added, subtracted, pierce)


def _rows(blow: Blow, sorts: Sequence[Modifier]) -> Callable[[Sum], Row]:
    """What tells the damages of an attack with such rolling cards. Equal rows are one and the same object."""
    amount, same = blow.amounts(), dict[Row, Row]()

    @cache
    def row(rolled: Sum) -> Row:
        found = tuple(amount(_together(rolled, each)) for each in sorts)
        return same.setdefault(found, found)

    return row


def _together(rolled: Sum, other: Modifier) -> tuple[Modifier, ...]:
    """As few cards as come to the same as these together."""
    pierce = rolled.pierce + other.pierce
    effects = (Effect("pierce", pierce),) if pierce else ()
    if other.kind == "number":
        return (Modifier("number", rolled.added + rolled.subtracted + other.number, effects=effects),)
    added = Modifier("number", rolled.added, effects=effects)
    return added, Modifier(other.kind), Modifier("number", rolled.subtracted)


def _pairs(blow: Blow, sorts: Sequence[Modifier]) -> tuple[Pair, ...]:
    """What two cards make of an attack with advantage or disadvantage; none where it draws a single one."""
    if blow.way == "normal":
        return ()
    found: Counter[tuple[int, int, int]] = Counter()
    for first, one in enumerate(sorts):
        for second, other in enumerate(sorts):
            applies = second if chosen(blow.way, one, other, blow.value) == other else first
            found[min(first, second), max(first, second), applies] += 1
    return tuple(Pair(*sorts_, orders) for sorts_, orders in found.items())


def _without(left: Taken, sort: int) -> Taken:
    return (*left[:sort], left[sort] - 1, *left[sort + 1 :])


Numbers = tuple[int, ...]
"""A number for each attack."""
Making = dict[tuple[Row, ...], int]
"""In how many ways the damages of the attacks are these, by the sorts of the cards that do not roll."""


def joint(
    cards: Sequence[str], blows: Sequence[Blow], is_reduced: bool = False
) -> dict[tuple[int, ...], Fraction]:
    """The chances of all damages of one or more blows, drawn one after the other from these shuffled cards.

    There have to be enough cards (`shuffled.is_long_enough`). Raises SpentError.
    """
    pile = ShuffledPile(cards, blows, is_reduced, forgets=True)
    found: dict[tuple[int, ...], int] = defaultdict(int)
    weights = _with_rolling(pile, len(blows))
    picks = _picks(pile, len(blows), weights)
    for used, making in weights.items():
        _multiply(picks[used], making, found)
    return {amounts: Fraction(ways, pile.ways) for amounts, ways in found.items()}


def _with_rolling(pile: ShuffledPile, count: int) -> dict[Numbers, Making]:
    """In how many ways the rolling cards may be drawn, by how many cards of the others each attack draws."""
    here: dict[tuple[Taken, Numbers, tuple[Row, ...]], int] = {(pile.rolling, (), ()): 1}
    for place in range(count):
        later: dict[tuple[Taken, Numbers, tuple[Row, ...]], int] = defaultdict(int)
        for (left, used, rows), ways in here.items():
            for rolled, times in pile.rolled(place, left).items():
                later[rolled.left, (*used, rolled.others), (*rows, rolled.row)] += ways * times
        spend(1 + len(later) // 20)
        here = later
    found: dict[Numbers, Making] = defaultdict(lambda: defaultdict(int))
    for (left, used, rows), ways in here.items():
        drawn = sum(used) + sum(pile.rolling) - sum(left)
        found[used][rows] += ways * pile.ways_behind(drawn)
    return found


def _picks(pile: ShuffledPile, count: int, wanted: Iterable[Numbers]) -> dict[Numbers, dict[Numbers, int]]:
    """For each of these numbers of cards per attack: which sorts may apply to the attacks, and in how many
    ways they are drawn.
    """
    here: dict[Numbers, dict[tuple[Taken, Numbers], int]] = {(): {(pile.others, ()): 1}}
    for place in range(count):
        later: dict[Numbers, dict[tuple[Taken, Numbers], int]] = {}
        for used in {each[: place + 1] for each in wanted}:
            step: dict[tuple[Taken, Numbers], int] = defaultdict(int)
            for (left, picks), ways in here[used[:-1]].items():
                for (rest, applies), times in pile.picked(place, left, used[-1]).items():
                    step[rest, (*picks, applies)] += ways * times
            later[used] = step
        here = later
    return {used: {picks: ways for (_, picks), ways in step.items()} for used, step in here.items()}


def _multiply(picks: Mapping[Numbers, int], weights: Making, found: dict[tuple[int, ...], int]) -> None:
    """Add to `found` in how many ways the damages come about: `picks` times `weights`."""
    by_earlier: dict[tuple[Row, ...], dict[int, dict[int, int]]] = {}
    for (*earlier, row), weight in weights.items():
        last = by_earlier.setdefault(tuple(earlier), defaultdict(lambda: defaultdict(int)))
        for sort, amount in enumerate(row):
            last[sort][amount] += weight
    for rows, last in by_earlier.items():
        ends: dict[Numbers, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for (*first, sort), ways in picks.items():
            ends[tuple(map(getitem, rows, first))][sort] += ways
        spend(1 + len(picks) // 50)
        for before, by_sort in ends.items():
            spend()
            for sort, ways in by_sort.items():
                for amount, weight in last[sort].items():
                    found[(*before, amount)] += weight * ways


def kills(
    cards: Sequence[str], blows: Sequence[Blow], hit_points: int, is_reduced: bool = False
) -> Iterator[Fraction]:
    """After each blow the chance that a target with so many hit points, 1 or more, is dead.

    There have to be enough cards (`shuffled.is_long_enough`). Raises SpentError.
    """
    pile = ShuffledPile(cards, blows, is_reduced)
    here: dict[tuple[Taken, Taken], dict[int, int]] = {(pile.others, pile.rolling): {0: 1}}
    dead = 0
    for place in range(len(blows)):
        later: dict[tuple[Taken, Taken], dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for (left, rolling), totals in here.items():
            for rolled, ways in pile.rolled(place, rolling).items():
                spend(1 + len(totals))
                for (rest, applies), times in pile.picked(place, left, rolled.others).items():
                    after, amount = later[rest, rolled.left], rolled.row[applies]
                    for total, before in totals.items():
                        after[min(total + amount, hit_points)] += before * ways * times
        for (left, rolling), totals in later.items():
            drawn = len(cards) - sum(left) - sum(rolling)
            dead += totals.pop(hit_points, 0) * pile.ways_behind(drawn)
        here = later
        yield Fraction(dead, pile.ways)


Amounts = tuple[int, ...]
"""The damage of each blow."""
AT_ONCE = 4
"""How many blows are reckoned at once; of more the chances of all damages together are too many."""


def damages(
    deck: Deck,
    blows: Sequence[Blow],
    hit_points: Mapping[str, int] | None = None,
    is_reduced: bool = False,
) -> dict[Amounts, Fraction]:
    """The chances of the damages of all blows together, made one after the other in one round.

    A target with `hit_points` that is dead by then is not attacked: no card is drawn, no damage done
    (key.targets_declared). Blows go on against one without them. Raises UndecidedError where a card that
    nobody knows may be drawn, and SpentError.
    """
    life = dict(hit_points or {})
    found: dict[Amounts, Fraction] = defaultdict(Fraction)
    cards = _shuffled(deck.coming, blows, is_reduced)
    if cards and 0 < len(blows) <= AT_ONCE:
        # What is drawn for a dead target changes nothing here: of a shuffled pile any cards are as likely.
        for amounts, chance in joint(cards, blows, is_reduced).items():
            found[_while_alive(amounts, blows, life)] += chance
        return dict(found)

    def is_dealt(before: Amounts, number: int) -> bool:
        target = blows[number].target
        dealt = (amount for amount, blow in zip(before, blows, strict=False) if blow.target == target)
        return target not in life or sum(dealt) < life[target]

    def after(before: Amounts, _: int, dealt: int) -> Amounts:
        return (*before, dealt)

    start: Amounts = ()
    *_, last = {start: Fraction(1)}, *follow(deck, blows, start, after, is_dealt, is_reduced)
    return last


def damage_chances(deck: Deck, blow: Blow, is_reduced: bool = False) -> dict[int, Fraction]:
    """The chances of the damages of one attack, from the smallest on. Raises as `damages` does."""
    found = damages(deck, (blow,), None, is_reduced)
    return {amounts[0]: found[amounts] for amounts in sorted(found)}


def kill_chances(
    deck: Deck, blows: Sequence[Blow], hit_points: int, is_reduced: bool = False
) -> tuple[Fraction, ...]:
    """After each blow the chance that the one target of all of them is dead. Raises as `damages` does.

    `hit_points` are those that it has, 1 or more; the blows end with its death.
    """
    if cards := _shuffled(deck.coming, blows, is_reduced):
        return tuple(kills(cards, blows, hit_points, is_reduced))

    def after(left: int, _: int, dealt: int) -> int:
        return max(left - dealt, 0)

    chances = follow(deck, blows, hit_points, after, lambda left, _: left > 0, is_reduced)
    return tuple(each.get(0, Fraction(0)) for each in chances)


def totals(together: Mapping[Amounts, Fraction], blows: Sequence[Blow], target: str) -> dict[int, Fraction]:
    """The chances of what all blows do to one target, from the smallest on."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for amounts, chance in together.items():
        hits = (amount for amount, blow in zip(amounts, blows, strict=True) if blow.target == target)
        found[sum(hits)] += chance
    return dict(sorted(found.items()))


def deaths(
    together: Mapping[Amounts, Fraction], blows: Sequence[Blow], hit_points: Mapping[str, int]
) -> dict[frozenset[str], Fraction]:
    """With which chance exactly these targets die of the blows, and the others with hit points do not."""
    found: dict[frozenset[str], Fraction] = defaultdict(Fraction)
    for amounts, chance in together.items():
        left = dict(hit_points)
        for amount, blow in zip(amounts, blows, strict=True):
            if blow.target in left:
                left[blow.target] -= amount
        found[frozenset(target for target, life in left.items() if life <= 0)] += chance
    return dict(found)


def expected(chances: Mapping[int, Fraction]) -> Fraction:
    """What comes on average."""
    return sum((amount * chance for amount, chance in chances.items()), Fraction(0))


def _shuffled(pile: Pile, blows: Sequence[Blow], is_reduced: bool) -> tuple[str, ...]:
    """The cards of a pile that are shuffled and enough for all blows; none where it is another pile."""
    if len(pile) != 1 or pile[0].order != "shuffled":
        return ()
    cards = pile[0].cards
    return cards if is_long_enough(cards, blows, is_reduced) else ()


def _while_alive(amounts: Amounts, blows: Sequence[Blow], hit_points: Mapping[str, int]) -> Amounts:
    """The damages without those of blows at targets that are dead already."""
    left, dealt = dict(hit_points), []
    for amount, blow in zip(amounts, blows, strict=True):
        dealt.append(amount if left.get(blow.target, 1) > 0 else 0)
        if blow.target in left:
            left[blow.target] -= dealt[-1]
    return tuple(dealt)
