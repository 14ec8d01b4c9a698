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
    r"(?:replace (?P<old>.+?) (?:by|with) (?P<new>.+)|remove (?P<gone>.+)|add (?P<added>.+)"
    r"|ignores? (?:negative )?(?P<ignored>item|scenario)(?: effects)?)",
    re.IGNORECASE,
)
_COUNTED = Regex(
    r"(?:(?P<number>an?|one|two|three|four|[1-9][0-9]?)(?: x)? )?(?P<card>\S.*?)(?: cards?)?$", re.IGNORECASE
)
_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}


def swap_from(text: str) -> Swap | None:
    """What a perk says: `replace one -1 by one +1`, `remove two -1`, `add one +2`; None for anything else."""
    out: list[tuple[str, int]] = []
    into: list[tuple[str, int]] = []
    ignores = ""
    for part in re.split(r"(?:,| and|, and) (?=replace|remove|add|ignore)", text, flags=re.IGNORECASE):
        found = _PART.fullmatch(part.strip())
        if found is None:
            return None
        out += [_counted(each) for each in (found["old"], found["gone"]) if each]
        into += [_counted(each) for each in (found["new"], found["added"]) if each]
        ignores = f"{found['ignored'].casefold()} effects" if found["ignored"] else ignores
    return Swap(tuple(out), tuple(into), ignores)


def _counted(text: str) -> tuple[str, int]:
    found = _COUNTED.fullmatch(text.strip())
    assert found is not None  # some card is named
    number = (found["number"] or "one").casefold()
    return found["card"], _WORDS.get(number) or int(number)


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


def _content(swap: Swap) -> tuple[dict[str, int], dict[str, int], str]:
    return dict(swap.out), dict(swap.into), swap.ignores
