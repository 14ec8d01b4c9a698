"""Exact chances of what attacks come to, from any modifier deck. (GH-6.12 to GH-6.20)"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tsolve.cardkit.piles import Pile
from tsolve.games.gloomhaven.attack.all_at_once import joint
from tsolve.games.gloomhaven.attack.blows import Blow
from tsolve.games.gloomhaven.attack.card_by_card import follow
from tsolve.games.gloomhaven.attack.deck import Deck
from tsolve.games.gloomhaven.attack.one_by_one import kills
from tsolve.games.gloomhaven.attack.shuffled import is_long_enough

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
