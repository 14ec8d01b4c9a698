"""Numbers, chances, places and sentences for people; the width of a text, and how to break it into lines."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.errors import escape
from tsolve.model.plays import Exact, PolicyAnswer
from tsolve.regex import Regex

if TYPE_CHECKING:
    from fractions import Fraction

    from tsolve.model.odds import Change, Estimate, Figure


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return ended(text[:1].upper() + text[1:])


def ended(text: str) -> str:
    """The text with a full stop, unless it has an end already."""
    return text if text.endswith((".", "?", "!", ":")) else f"{text}."


_TYPED = Regex(r"(?<![\w-])--[a-z]|`tsolve ")


def untyped(text: str) -> str:
    """The text without those of its parts, between semicolons, that say what to type on a command line."""
    if not _TYPED.search(text):
        return text
    kept = "; ".join(part for part in text.split("; ") if not _TYPED.search(part))
    return ended(kept) if kept and text.endswith(".") else kept


def many(number: int, noun: str) -> str:
    """`1 claim`, `2 claims`."""
    return f"{number} {noun}{'s' if number != 1 else ''}"


def listed(texts: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


def parts_that_differ(before: str, after: str) -> tuple[str, str]:
    """For two comma-separated lists of equal length, the parts that differ; of two that leave many ways open,
    the first that differ, and how many more there are; else both texts unchanged.
    """
    if max(before.count(_OR), after.count(_OR)) >= _MANY_WAYS:
        return _first_way(before, after), _first_way(after, before)
    one, other = before.split(", "), after.split(", ")
    if len(one) != len(other) or one == other:
        return before, after
    unequal = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return ", ".join(a for a, _ in unequal), ", ".join(b for _, b in unequal)


_OR = " or "
_MANY_WAYS = 3


def _first_way(ways: str, others: str) -> str:
    """The first of several ways that is none of the others, and how many more such ways there are."""
    known = set(others.split(_OR))
    own = [each for each in ways.split(_OR) if each not in known] or ways.split(_OR)
    return f"{own[0]}{_OR}{many(len(own) - 1, 'more way')}" if len(own) > 1 else own[0]


def told_section(section: str, english: str = "", spelling: str = "") -> str:
    """`"Shuffling" (Tasowanie)`; only the section in quotes if it needs no translation.

    A heading with a misprint comes after its right `spelling`.
    """
    printed = f"{spelling}, printed {section}" if spelling else section
    return f'"{english}" ({printed})' if english else f'"{printed}"'


_LONGEST = 9
"""The most characters of a fraction that is shown; a longer one is rounded."""

_SMALL = 0.001
"""A mean below this is shown with its first digit only, others with three decimals."""


def chance(number: Exact) -> str:
    """A probability: `5 in 12 (42 %)`."""
    if "/" not in number.exact:
        return "certain" if number.value else "no chance"
    rounded = _rounded_percent(number.value)
    ways, _, of = number.exact.partition("/")
    return f"{ways} in {of} ({rounded})" if len(number.exact) <= _LONGEST else about(rounded)


def about(percentage: str) -> str:
    """A rounded share: `about 3.3 %`, but `below 0.1 %` as it stands."""
    return f"about {percentage}" if percentage[0].isdigit() else percentage


def _rounded_percent(value: float) -> str:
    """A share in percent; with a decimal if it is near 0 or 100."""
    return f"{100 * value:.0f} %" if 0.095 <= value <= 0.905 else percent(value)


def percent(value: float) -> str:
    """A share in percent with one decimal, never rounded to 0 or 100."""
    shown = f"{100 * value:.1f}"
    if 0 < value < 1 and shown in ("0.0", "100.0"):
        shown = "below 0.1" if value < 0.5 else "above 99.9"
    return f"{shown} %"


def share(number: Exact) -> str:
    """A probability in percent only: `42 %`, `100 %`."""
    return _rounded_percent(number.value) if "/" in number.exact else f"{100 * int(number.exact)} %"


def rounded(number: Exact) -> str:
    """A mean without its fraction: `1.25`."""
    return _decimal(number.value) if "/" in number.exact else number.exact


def amount(number: Exact, sign: str = "") -> str:
    """A mean: `1.25 (5/4)`; `sign` goes before all its numbers, as in `+1.25 (+5/4)`."""
    if "/" not in number.exact:
        return f"{sign}{number.exact}"
    rounded = _decimal(number.value)
    short = len(number.exact) <= _LONGEST
    return f"{sign}{rounded} ({sign}{number.exact})" if short else f"about {sign}{rounded}"


def _decimal(value: float) -> str:
    """A decimal number: `1.25`; one that is whole only by rounding keeps its zeros: `2.000`."""
    if abs(value) < _SMALL:
        return f"{value:.1g}"
    shown = f"{value:.2f}" if abs(value) >= 1 else f"{value:.3f}"
    return shown if shown.endswith((".00", ".000")) else shown.rstrip("0")


def levels(
    goal: Sequence[str],
    worth: Sequence[Exact],
    indicators: Collection[str] = (),
    counted_down: Collection[str] = (),
) -> str:
    """Each level of a goal with its mean.

    The mean of an indicator is shown as a chance; levels that are counted down have the opposite sign.
    """
    texts = []
    for level, number in zip(goal, worth, strict=False):
        if level in counted_down:
            number = counted_up(number)
        likely = level in indicators and "/" in number.exact
        texts.append(f"{level} {chance(number) if likely else amount(number)}")
    return ", ".join(texts)


def counted_up(number: Exact) -> Exact:
    """A number that is counted down, as people say it: 2 lost for -2."""
    if not number.value:
        return number
    exact = number.exact.removeprefix("-") if number.value < 0 else f"-{number.exact}"
    return Exact(exact, -number.value)


def whole_levels(goal: Sequence[str], values: Sequence[int], counted_down: Collection[str]) -> str:
    """Each level of a goal with its whole number; levels that are counted down have the opposite sign."""
    shown = (
        f"{level} {-value if level in counted_down else value}"
        for level, value in zip(goal, values, strict=False)
    )
    return ", ".join(shown)


def of_policy(policy: PolicyAnswer, worth: Sequence[Exact], which: Sequence[int] | None = None) -> str:
    """A worth by the goal of this policy; `which` are the levels to show, None for all."""
    told = [each for each in which if each < len(worth)] if which is not None else range(len(worth))
    goal, numbers = [policy.goal[each] for each in told], [worth[each] for each in told]
    return levels(goal, numbers, policy.indicators, policy.counted_down)


_SINGLE = Regex(r"[A-Za-z_]+")
"""A single level within a weighted sum such as `2*fish+miles`."""


def meaning_of(levels: Iterable[str], meanings: Mapping[str, str]) -> str:
    """What these levels of a goal count: `fish: fish caught; miles: the way rowed`"""
    told = [name for level in levels for name in _SINGLE.findall(level) if name in meanings]
    return "; ".join(f"{name}: {meanings[name]}" for name in dict.fromkeys(told))


def fraction(number: Exact) -> Fraction:
    """The number as a `Fraction`."""
    from fractions import Fraction

    return Fraction(number.exact)


def share_text(estimate: Estimate) -> str:
    """A chance as a percentage, with its interval or bounds if it has any."""
    if estimate.exact:
        return percent(estimate.value)
    low, high = percent(estimate.low or 0.0), percent(1.0 if estimate.high is None else estimate.high)
    if estimate.value == estimate.low:
        return f"{low.removesuffix(' %')} to {high}"
    return f"{percent(estimate.value)} ({low.removesuffix(' %')} to {high})"


def mean_text(estimate: Estimate) -> str:
    """A mean with its interval or lower bound if it has any."""
    value = f"{estimate.value:.2f}"
    if estimate.exact:
        return value
    if estimate.high is None:
        return f"at least {value}"
    return f"{value} ({estimate.low or 0:.2f} to {estimate.high:.2f})"


def estimate_text(figure: Figure) -> str:
    """The mean or the chance of a figure."""
    return share_text(figure.estimate) if figure.kind == "chance" else mean_text(figure.estimate)


def has_interval(estimate: Estimate) -> bool:
    """Whether it comes from a sample, so that the interval of the difference matters."""
    return not estimate.exact and estimate.low != estimate.value


def difference_text(change: Change) -> str:
    """By how much the second is higher: `+0.54`, `-4.9 points`; for samples with the interval."""
    gap = change.difference
    if change.kind == "mean":
        value, low, high = (_signed(number, 1, 2) for number in (gap.value, gap.low, gap.high))
    else:
        value, low, high = (_signed(number, 100, 1) for number in (gap.value, gap.low, gap.high))
    unit = " points" if change.kind == "chance" else ""
    if gap.exact:
        return value + unit
    return f"{value} ({low} to {high}){unit}" if low and high else "not known"


def _signed(number: float | None, factor: int, digits: int) -> str:
    if number is None:
        return ""
    rounded = round(number * factor, digits)
    return f"{rounded:+.{digits}f}" if rounded else "0"


def side_texts(change: Change) -> tuple[str, str]:
    """The two figures that are compared; samples without intervals, since that of the difference matters."""
    before, after = (_alone(change, each) for each in (change.before, change.after))
    return before, after


def _alone(change: Change, estimate: Estimate) -> str:
    if change.kind == "chance":
        return percent(estimate.value) if has_interval(estimate) else share_text(estimate)
    return f"{estimate.value:.2f}" if has_interval(estimate) else mean_text(estimate)


_FIRST_COMBINING = "\u0300"  # every character before it takes one column
_SIGNS = frozenset(("+", "-", "=", "x", "->"))
_IN_NAMES = frozenset(("of", "the"))
"""Small words within names."""
_BREAK = Regex(r"(?<!\d x) (?!%|x )")
"""Where even words that belong together are separated if they do not fit."""
_CHANGE = Regex(r"[+-][0-9]")
_BRACKETED_NUMBER = Regex(r"\([0-9]")


_JOINT = Regex(r"[-/_](?=.)")
"""Where a word is broken that is too long for a line."""


def columns(text: str) -> int:
    """How many columns the text takes in a terminal."""
    if not text or max(text) < _FIRST_COMBINING:
        return len(text)
    return sum(_columns_of(character) for character in text)


def wrap(text: str, first: int, later: int) -> list[str]:
    """The escaped text in lines of at most `first` columns, then `later`.

    Words that belong together stay on one line if they fit there; a word that does not is broken, if it can
    be behind a hyphen or a slash.
    """
    text = escape(text)
    if columns(text) <= first:
        return [text.rstrip()]
    lines: list[str] = []
    line, used, room = "", 0, max(first, 1)
    for word in kept_together(text, max(later, 1)):
        width = columns(word)
        if line and used + 1 + width > room:
            lines.append(line.rstrip())
            line, used, room = "", 0, max(later, 1)
        line, used = (f"{line} {word}", used + 1 + width) if line else (word, width)
        while used > room:
            cut = _fitting(line, room)
            cut = max((place.end() for place in _JOINT.finditer(line, 1, cut)), default=cut)
            lines.append(line[:cut])
            line, room = line[cut:], max(later, 1)
            used = columns(line)
    return [*lines, line.rstrip()]


def kept_together(text: str, room: int = sys.maxsize) -> Iterator[str]:
    """The words of a text, those that belong together as one unless they are wider than the room."""
    together: list[str] = []
    for word in text.split(" "):
        if together and not _belongs_to(together[-1], word, within=len(together) > 1):
            yield from _joined(together, room)
            together = []
        together.append(word)
    yield from _joined(together, room)


def _joined(words: list[str], room: int) -> list[str]:
    joined = " ".join(words)
    return [joined] if columns(joined) <= room else _BREAK.split(joined)


def _belongs_to(left: str, right: str, within: bool) -> bool:
    """Whether no line should end between two words: within a name, between a number and what it counts
    (`2 points`, `Step 2`, `3 in 4 (75 %)`), or after a sign.

    `within`: whether the left word itself belongs to a word before it.
    """
    end, begin = left[-1:], right[:1]
    if begin in ("%", "#") or left in _SIGNS:
        return True
    if end.isdigit():
        return begin.isalpha() or bool(_BRACKETED_NUMBER.match(right))
    if begin.isdigit() or _CHANGE.match(right):
        return left.isalpha()
    if right in _IN_NAMES:
        return (within or left[:1].isupper()) and end.isalpha()
    return (left[:1].isupper() or (within and left in _IN_NAMES)) and end.isalpha() and begin.isupper()


def _fitting(text: str, room: int) -> int:
    """How many characters of the text fit, at least one."""
    used = 0
    for number, character in enumerate(text):
        used += _columns_of(character)
        if used > room:
            return max(number, 1)
    return len(text)


def _columns_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


_NARROW = frozenset("fijlrtI.,:;'|!()[]/ ")
_WIDE = frozenset("mwMWQ@%+=<>")


def measure(text: str, size: float) -> float:
    """The approximate width of a text in a font of this size, too large rather than too small."""
    return sum(map(_share, text)) * size


def _share(character: str) -> float:
    if character in _NARROW:
        return 0.4
    if character in _WIDE or character.isupper():
        return 0.85 if character in _WIDE else 0.72
    return 0.62 if columns(character) == 1 else columns(character) * 1.05
