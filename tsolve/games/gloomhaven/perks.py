"""Perks, which change a modifier deck: as people say them, and as classes print them. (GH-15.4)"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import msgspec

from tsolve.games.gloomhaven.printed import Perk
from tsolve.regex import Regex


class Swap(msgspec.Struct, frozen=True):
    """What a perk does to a modifier deck: cards that leave it and cards that enter it, by name."""

    out: tuple[tuple[str, int], ...] = ()
    into: tuple[tuple[str, int], ...] = ()
    ignores: str = ""
    """The negative effects that no longer count: `item effects`, `scenario effects`."""


_PART = Regex(
    r"(?:replace|swap|exchange) (?P<old>.+?) (?:by|with|for) (?P<new>.+)|(?:remove|take out) (?P<gone>.+)"
    r"|(?:add|gain) (?P<added>.+)"
    r"|ignores? (?:negative )?(?P<ignored>item|scenario)(?: effects?)?",
    re.IGNORECASE,
)
_NEXT_PART = Regex(
    r"(?:,|;|,? and|,? then) (?=(?:replace|swap|exchange|remove|take out|add|gain|ignores?)\b)", re.IGNORECASE
)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_NUMBER = rf"(?:{'|'.join(_NUMBERS)}|[1-9][0-9]?)"
_COUNTED = Regex(rf"(?:(?P<number>{_NUMBER})(?: ?x)? )?(?P<card>\S.*?)(?: cards?)?", re.IGNORECASE)
_NEXT_CARD = Regex(rf"(?:,|,? and) (?=(?:{_NUMBER}(?: ?x)? )?(?:rolling|[+−-][0-9]))", re.IGNORECASE)
"""Between two cards of a list: `one rolling fire and one rolling air`."""
_TIMES = Regex(
    r"(?:(?P<before>[2-9]) ?x |(?P<twice>twice|two times):? )?(?P<perk>.+?)"
    r"(?:,? \(?(?:x ?(?P<after>[2-9])|(?P<count>[2-9]) ?(?:x|times)|(?P<two>twice|two times)"
    r"|(?P<three>three times|thrice))\)?)?",
    re.IGNORECASE,
)


def each_taken(text: str) -> tuple[str, ...]:
    """A perk as often as a text says: `add one +1 (x2)` is taken twice."""
    found = _TIMES.fullmatch(" ".join(text.split()).rstrip("."))
    if found is None:
        return (text,)
    words = 2 if found["twice"] or found["two"] else 3 if found["three"] else 1
    return (found["perk"],) * int(found["before"] or found["after"] or found["count"] or words)


def swap_from(text: str) -> Swap | None:
    """What a perk says: `replace one -1 by one +1`, `remove two -1`, `add one +2`; None for anything else."""
    out: list[tuple[str, int]] = []
    into: list[tuple[str, int]] = []
    ignores = ""
    for part in _NEXT_PART.split(" ".join(text.split()).rstrip(".")):
        found = _PART.fullmatch(part.strip())
        if found is None:
            return None
        out += [card for each in (found["old"], found["gone"]) if each for card in _listed(each)]
        into += [card for each in (found["new"], found["added"]) if each for card in _listed(each)]
        ignores = f"{found['ignored'].casefold()} effects" if found["ignored"] else ignores
    return Swap(tuple(out), tuple(into), ignores)


def _listed(text: str) -> list[tuple[str, int]]:
    return [_counted(each) for each in _NEXT_CARD.split(text)]


def _counted(text: str) -> tuple[str, int]:
    found = _COUNTED.fullmatch(text.strip())
    assert found is not None  # some card is named
    number = (found["number"] or "one").casefold()
    card = found["card"].translate({ord(bracket): None for bracket in "[]()"})
    return card, _NUMBERS.get(number) or int(number)


def cards_of(texts: Iterable[str]) -> Counter[str]:
    """The cards of a list such as `4 x -1` or `+2`, each with its total number."""
    found: Counter[str] = Counter()
    for card, number in map(_counted, texts):
        found[card.casefold()] += number
    return found


def printed_swap(perk: Perk) -> Swap:
    """What a printed perk does."""
    return Swap(_each(perk.remove), _each(perk.add), perk.ignores)


def _each(texts: Iterable[str]) -> tuple[tuple[str, int], ...]:
    return tuple(cards_of(texts).items())


def is_same(one: Swap, other: Swap) -> bool:
    """Whether two perks do the same, in whatever order they say it."""
    return _content(one) == _content(other)


def together(cards: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The cards with their total numbers."""
    found: Counter[str] = Counter()
    for card, number in cards:
        found[card] += number
    return dict(found)


def _content(swap: Swap) -> tuple[dict[str, int], dict[str, int], str]:
    return together(swap.out), together(swap.into), swap.ignores
