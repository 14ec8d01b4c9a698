"""The modifier cards of one attack: how many are drawn, and which of them apply. (GH-6.12 to GH-6.16)"""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.games.gloomhaven.attack.modifiers import Modifier, card, reduced

Way = Literal["normal", "advantage", "disadvantage"]


def way_of(advantage: bool, disadvantage: bool) -> Way:
    """How an attack draws that has advantage, disadvantage, or both: they cancel, however many. (GH-6.14)"""
    if advantage == disadvantage:
        return "normal"
    return "advantage" if advantage else "disadvantage"


class Drawing(msgspec.Struct, frozen=True):
    """The cards that are revealed for one attack, one by one, until they are enough."""

    way: Way
    value: int
    """The attack value that they modify: better and worse are judged by it. (GH-6.7, GH-6.15)"""
    cards: tuple[str, ...] = ()
    """Those that lie on the table, as texts, in the order in which they were drawn."""
    is_reduced: bool = False
    """Whether the variant of reduced randomness is played. (GH-16.1)"""
    is_out: bool = False
    """No card is left anywhere, so that there will be no more than these."""

    @property
    def needs_card(self) -> bool:
        """Whether one more card is drawn: a second one with advantage or disadvantage, and one more while all
        are rolling. (GH-6.12, GH-6.13, GH-6.16)
        """
        at_least = 1 if self.way == "normal" else 2
        return not self.is_out and (len(self.cards) < at_least or all(each.rolling for each in self.drawn))

    def with_card(self, text: str) -> Drawing:
        """The drawing when this card was revealed. Raises ValueError when no card is drawn any more."""
        if not self.needs_card:
            raise ValueError("no more cards are drawn for this attack")
        return replace(self, cards=(*self.cards, text))

    def without_more(self) -> Drawing:
        """The drawing when the deck and its discards have no card left."""
        return replace(self, is_out=True)

    @property
    def drawn(self) -> tuple[Modifier, ...]:
        """The cards on the table, as what they count."""
        found = tuple(card(text) for text in self.cards)
        return tuple(reduced(each) for each in found) if self.is_reduced else found

    @property
    def applied(self) -> tuple[Modifier, ...]:
        """The cards that modify the attack, in the order in which they were drawn; all together."""
        found = self.drawn
        others = tuple(each for each in found if not each.rolling)
        if self.way == "normal":
            return found
        if len(others) > 1:
            return (chosen(self.way, others[0], others[1], self.value),)
        return found if self.way == "advantage" else others

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rules by which these cards apply and others do not."""
        found = self.drawn
        rolling = any(each.rolling for each in found)
        if self.way == "normal":
            return ("GH-6.16",) if rolling else ()
        rule = "GH-6.12" if self.way == "advantage" else "GH-6.13"
        judged = len(found) > 1 and not rolling
        return (rule, "GH-6.15") if judged else (rule,)


def chosen(way: Way, first: Modifier, second: Modifier, value: int) -> Modifier:
    """Of two cards that are not rolling, drawn in this order, the one that applies: the better one with
    advantage, the worse one with disadvantage, and the first one where they are alike or nobody can tell.
    (GH-6.15)
    """
    wanted = 1 if way == "advantage" else -1
    return second if compared(second, first, value) == wanted else first


def compared(one: Modifier, other: Modifier, value: int) -> Literal[1, 0, -1] | None:
    """Whether `one` is better (1) or worse (-1) than `other` for an attack of this value, both not rolling.

    0 when they are alike, None when nobody can tell: an effect is worth something, but nobody knows how much.
    Null and curse are the worst. (GH-6.15)
    """
    if (one.kind == "null") != (other.kind == "null"):
        return -1 if one.kind == "null" else 1
    first, second = result(one, value), result(other, value)
    is_better = first >= second and _covers(one, other)
    is_worse = second >= first and _covers(other, one)
    if is_better and is_worse:
        return 0
    if is_better or is_worse:
        return 1 if is_better else -1
    return None


def result(modifier: Modifier, value: int) -> int:
    """The attack that one card makes of this value, before any defence. (GH-6.8)"""
    if modifier.kind == "number":
        return value + modifier.number
    return 2 * value if modifier.kind == "double" else 0


def _covers(one: Modifier, other: Modifier) -> bool:
    """Whether `one` has every effect of `other`, at least as strong."""
    return _amounts(one) >= _amounts(other)


def _amounts(modifier: Modifier) -> Counter[str]:
    amounts: Counter[str] = Counter()
    for effect in modifier.effects:
        amounts[effect.word] += effect.number
    return amounts
