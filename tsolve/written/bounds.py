"""How much somebody claims at least or at most: `at most 8 against Ogre`, `3 points or more`."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

Bound = Literal["at least", "at most", "more than", "less than"]

_SAID: dict[str, Bound | Literal[""]] = {
    **dict.fromkeys(("at least", "no less than", "no fewer than", "not less than", ">=", "≥"), "at least"),
    **dict.fromkeys(("at most", "no more than", "not more than", "<=", "≤"), "at most"),
    **dict.fromkeys(("more than", "over", "above", ">"), "more than"),
    **dict.fromkeys(("less than", "fewer than", "under", "below", "<"), "less than"),
    **dict.fromkeys(("exactly", "precisely", "only", "just", "dokładnie", "tylko"), ""),
    **dict.fromkeys(("co najmniej", "przynajmniej", "nie mniej niż"), "at least"),
    **dict.fromkeys(("co najwyżej", "najwyżej", "nie więcej niż"), "at most"),
    **dict.fromkeys(("więcej niż", "ponad", "powyżej"), "more than"),
    **dict.fromkeys(("mniej niż", "poniżej"), "less than"),
    **dict.fromkeys(("more", "better", "higher"), "at least"),
    **dict.fromkeys(("less", "fewer", "lower"), "at most"),
}
"""What people say before a number, or behind it after `or`, and what it means."""
_BEHIND = ("more", "better", "higher", "less", "fewer", "lower")
_BEFORE = [word for word in sorted(_SAID, key=len, reverse=True) if word not in _BEHIND]
_CHANCE = r"(?![\d.,]*\d)(?! ?(?:%|/|percent|per cent|in \d|out of))"
"""What follows no number of a chance."""
_NOT = {
    **dict.fromkeys(("more than", "over"), "at most"),
    **dict.fromkeys(("less than", "fewer than"), "at least"),
    "at least": "less than",
}
_THIRD = {"have": "has", "get": "gets", "make": "makes", "reach": "reaches"}
"""Verbs of a denied sentence, in an affirmed one."""

# Compiled when a text asks for them: a check without such a text starts sooner.


@cache
def _shapes() -> tuple[re.Pattern[str], ...]:
    shapes = (
        rf"(?<!\w)(?P<said>{'|'.join(map(re.escape, _BEFORE))}) ?(?P<kept>(?P<number>\d{{1,3}})){_CHANCE}",
        r"(?P<kept>(?<!\S)(?P<number>\d{1,3})(?: [^\W\d]+)?) (?P<said>at (?:most|least))(?! ?\d)",
        rf"(?P<kept>(?<!\S)(?P<number>\d{{1,3}})(?: [^\W\d]+)?) or (?P<said>{'|'.join(_BEHIND)})(?!\w)",
        r"(?P<kept>(?<!\S)(?P<number>\d{1,3}))(?P<said>\+)(?!\S)",
        r"(?<!\w)(?P<said>just|only) (?P<kept>(?:have|has|gets?|makes?|reach(?:es)?) (?P<number>\d{1,3}))"
        + _CHANCE,
    )
    return tuple(re.compile(shape, re.IGNORECASE) for shape in shapes)


@cache
def _denied() -> re.Pattern[str]:
    """`does not have more than 8`, which is `has at most 8`."""
    return re.compile(
        rf"\b(?:do(?:es)? not|don't|doesn't|will not|won't) (?P<verb>have|get|make|reach) "
        rf"(?P<bound>{'|'.join(_NOT)}) (?=\d)"
    )


class Bounded(NamedTuple):
    """A sentence about a number of which a bound is said."""

    text: str
    """The sentence without the bound."""
    number: int
    bound: Bound | Literal[""]
    """Empty where exactly this number is meant."""

    def within(self, text: str) -> str:
        """Another sentence about the same number, with the bound; empty where that is not clear."""
        return self.replaced(text, f"{self.bound or 'exactly'} {self.number}")

    def replaced(self, text: str, other: str) -> str:
        """A sentence with something else instead of the number; empty where that is not clear."""
        numbers = [*re.finditer(rf"(?<!\S){self.number}(?!\w)", text)]
        (found,) = numbers if len(numbers) == 1 else (None,)
        return "" if found is None else f"{text[: found.start()]}{other}{text[found.end() :]}"


def without_bound(text: str) -> Bounded | None:
    """The sentence without the only bound in it; None where there is none, or several."""
    plain = _denied().sub(
        lambda said: f"{_THIRD.get(said['verb'], said['verb'])} {_NOT[said['bound']]} ", text
    )
    found = [match for shape in _shapes() for match in shape.finditer(plain)]
    if len(found) != 1:
        return None
    (match,) = found
    rest = f"{plain[: match.start()]}{match['kept']}{plain[match.end() :]}"
    bound = _SAID.get(match["said"].casefold(), "at least")  # `8+`
    return Bounded(rest, int(match["number"]), bound)


def in_reach(said: Bounded, can: bool) -> tuple[bool, int]:
    """Whether somebody who says that this can be done, or cannot, says so of which number; 0 for no sense.

    Who can reach 8 at most cannot reach 9; who cannot reach more than 8 says the same.
    """
    beyond = said.number + (said.bound in ("more than", "at most"))
    if said.bound in ("at least", "more than"):
        return can, beyond
    return False, beyond if can and said.bound else 0


def keeps(number: int, bound: Bound | Literal[""] | None, stated: int) -> bool:
    """Whether a number keeps to a stated bound; without one, whether it is the stated number."""
    match bound:
        case "at least":
            return number >= stated
        case "at most":
            return number <= stated
        case "more than":
            return number > stated
        case "less than":
            return number < stated
    return number == stated


def keeps_between(least: int | None, most: int | None, bound: Bound, stated: int) -> bool | None:
    """Whether every number from the least to the most keeps to a bound; None where only some do, or where an
    end that matters is not known.
    """
    worst, best = (least, most) if bound in ("at least", "more than") else (most, least)
    if worst is not None and keeps(worst, bound, stated):
        return True
    return False if best is not None and not keeps(best, bound, stated) else None
