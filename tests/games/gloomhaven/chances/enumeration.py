"""Chances of attacks by dealing every order of small decks, from the rules alone: nothing of tsolve."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import NamedTuple


class Card(NamedTuple):
    """A modifier card, read as far as these tests write it: `[rolling] [number] [word [number]]`."""

    kind: str
    number: int
    rolling: bool
    pierce: int
    effect: str
    leaves: bool


class Hit(NamedTuple):
    """One attack: its value before the card, the target's shield, its pierce, and how it draws."""

    value: int
    shield: int
    pierce: int
    way: str
    target: str = ""


def read(text: str) -> Card:
    if text in ("x2", "bless"):
        return Card("double", 0, False, 0, "", text == "bless")
    if text in ("null", "curse"):
        return Card("null", 0, False, 0, "", text == "curse")
    words = text.split()
    rolling = words[0] == "rolling"
    words = words[1:] if rolling else words
    number = int(words.pop(0)) if words[0][0] in "+-" else 0
    pierce = int(words[1]) if words and words[0] == "pierce" else 0
    return Card("number", number, rolling, pierce, " ".join(words), False)


def better(one: Card, other: Card, value: int) -> bool:
    """Whether it is clear that the first card is better."""
    if "null" in (one.kind, other.kind):
        return other.kind == "null" and one.kind != "null"
    worth, against = (2 * value if c.kind == "double" else value + c.number for c in (one, other))
    if one.effect == other.effect:
        return worth > against
    return worth >= against and not other.effect


def dealt(hit: Hit, cards: Sequence[Card]) -> int:
    """The damage of one attack with these cards, all of which apply."""
    value, after, shield = hit.value, 0, hit.shield - hit.pierce
    for card in cards:
        shield -= card.pierce
        if card.number > 0:
            value += card.number
        else:
            after += card.number  # what lowers the attack comes behind a doubling
    for card in cards:
        if card.kind == "double":
            value *= 2
        elif card.kind == "null":
            return 0
    return max(value + after - max(shield, 0), 0)


def applied(hit: Hit, cards: Sequence[Card]) -> list[Card] | None:
    """The cards that apply of these; None if one more is drawn."""
    plain = [card for card in cards if not card.rolling]
    if hit.way == "normal":
        return list(cards) if plain else None
    if len(cards) < 2 or not plain:
        return None
    if len(plain) == 1:
        return list(cards) if hit.way == "advantage" else plain
    first, second = plain
    if hit.way == "advantage":
        return [second if better(second, first, hit.value) else first]
    return [second if better(first, second, hit.value) else first]


def outcomes(
    draw: Sequence[Card],
    discards: Sequence[Card],
    hits: Sequence[Hit],
    hit_points: dict[str, int],
    table: tuple[Card, ...] = (),
    before: tuple[int, ...] = (),
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The damages of all hits from a deck in this order, with the chances of what shuffled discards bring."""
    if not hits:
        yield before, Fraction(1)
        return
    hit = hits[0]
    if not table and hit_points.get(hit.target, 1) <= 0:
        yield from outcomes(draw, discards, hits[1:], hit_points, (), (*before, 0))
        return
    using = applied(hit, table)
    if using is None and not draw and not discards:
        plain = [card for card in table if not card.rolling]
        using = plain if hit.way == "disadvantage" else list(table)
    if using is not None:
        damage = dealt(hit, using)
        left = {**hit_points, hit.target: hit_points.get(hit.target, 10**6) - damage}
        thrown = (*discards, *(card for card in table if not card.leaves))
        yield from outcomes(draw, thrown, hits[1:], left, (), (*before, damage))
    elif draw:
        yield from outcomes(draw[1:], discards, hits, hit_points, (*table, draw[0]), before)
    else:
        share = Fraction(1, factorial(len(discards)))
        for order in permutations(discards):
            for damages, chance in outcomes(order, (), hits, hit_points, table, before):
                yield damages, share * chance


def joint(
    top: Sequence[str],
    shuffled: Sequence[str],
    discards: Sequence[str],
    hits: Sequence[Hit],
    hit_points: dict[str, int] | None = None,
) -> dict[tuple[int, ...], Fraction]:
    """The chances of all damages together: known cards on top, shuffled ones below, discards."""
    found: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    share = Fraction(1, factorial(len(shuffled)))
    known, thrown = [read(card) for card in top], [read(card) for card in discards]
    for order in permutations([read(card) for card in shuffled]):
        for damages, chance in outcomes([*known, *order], thrown, hits, hit_points or {}):
            found[damages] += share * chance
    return dict(found)
