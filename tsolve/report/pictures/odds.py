"""The chances of a deck as a picture: one panel for each figure with its distribution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.model.odds import Bar, OddsAnswer
from tsolve.report.chances.panels import Panel, panels, reached
from tsolve.report.html.markup import Markup, tag
from tsolve.report.pictures.drawing import box, cut, document, line, words
from tsolve.report.words.numbers import percent

_WIDTH = 720
_PANEL = 200
_LINE = 20
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 44, 32
_KINDS = (("short", "enough"), ("short-2", "enough-2"))
"""For each deck: outcomes that do not suffice, outcomes that do."""
_STYLE = (
    "text{font:12px sans-serif;fill:#222}.title{font-size:15px;font-weight:bold}"
    ".small{font-size:10px}.grid{stroke:#ddd}.axis{stroke:#555}.page{fill:#fff}"
    ".short{fill:#8d99a6}.enough{fill:#3a7d44}.short-2{fill:#c4cbd3}.enough-2{fill:#8fc98b}"
)


def as_svg(answer: OddsAnswer) -> str:
    """A picture that needs nothing else; every bar tells its chance when it is pointed at."""
    decks = answer.decks
    shown = list(panels(decks))
    top = _LINE * len(decks) + 8
    height = top + _PANEL * len(shown)
    parts = [box(0, 0, _WIDTH, height, "page"), *_legend(answer)]
    for number, panel in enumerate(shown):
        parts.append(tag("g", *_panel(panel), transform=f"translate(0 {top + number * _PANEL})"))
    what = "of a hand" if decks[0].hand else "card by card"
    title = f"{answer.file or 'The deck'}: chances {what}"
    return document(_WIDTH, height, title, "", _STYLE, parts)


def _legend(answer: OddsAnswer) -> Iterator[Markup]:
    methods = {"exact": "exact", "sample": "a sample", "cut short": "stopped early: lower bounds"}
    for row, (deck, kinds) in enumerate(zip(answer.decks, _KINDS, strict=False)):
        name = deck.title or ("as it is" if len(answer.decks) > 1 else answer.file or "the deck")
        told = f"{deck.size} cards, {methods[deck.method]}: {name}"
        for offset, kind in enumerate(kinds):
            yield box(_LEFT + 14 * offset, 8 + _LINE * row, 12, 12, kind)
        yield words(cut(told, _WIDTH - _LEFT - 34 - _RIGHT, 12), _LEFT + 34, 18 + _LINE * row)


def _panel(panel: Panel) -> Iterator[Markup]:
    series, limit = panel.series, panel.threshold
    yield words(panel.heading, _LEFT, 20, "title")
    if limit is not None:
        yield words(f"green: {reached(limit)}", _LEFT, 36, "small")
    numbers = [bar.number for bars in series for bar in bars if bar.number is not None]
    cannot = any(bar.number is None for bars in series for bar in bars)
    highest = max((_total(bars, bar.number) for bars in series for bar in bars), default=0) or 1
    first, last = min(numbers, default=0), max(numbers, default=0)
    slots = last - first + 1 + cannot
    wide = (_WIDTH - _LEFT - _RIGHT) / slots
    floor, room = _PANEL - _BOTTOM, _PANEL - _BOTTOM - _TOP
    for part in (0.5, 1):
        y = floor - room * part
        yield line(_LEFT, y, _WIDTH - _RIGHT, y, "grid")
        yield words(percent(highest * part), _LEFT - 4, y + 4, "small", "end")
    for deck, bars in enumerate(series):
        heights: dict[int | None, float] = {}
        for bar in bars:
            slot = 0 if bar.number is None else bar.number - first + cannot
            x = _LEFT + slot * wide + wide * (0.1 + 0.8 * deck / len(series))
            tall = room * bar.chance.value / highest
            base = heights.get(bar.number, 0.0)  # the same value may suffice in one way and fail in another
            heights[bar.number] = base + tall
            kind = _KINDS[deck][bar.enough and limit is not None]
            name = panel.none if bar.number is None else str(bar.number)
            told = f"{name}: {percent(bar.chance.value)} {bar.chance.exact}".rstrip()
            yield box(x, floor - base - tall, 0.8 * wide / len(series), tall, kind, told=told)
    yield line(_LEFT, floor, _WIDTH - _RIGHT, floor, "axis")
    every = max(1, round(24 / wide))
    for slot in range(0, slots, every):
        name = "none" if cannot and slot == 0 else str(first + slot - cannot)
        yield words(name, _LEFT + (slot + 0.5) * wide, floor + 16, anchor="middle")


def _total(bars: Sequence[Bar], number: int | None) -> float:
    return sum(bar.chance.value for bar in bars if bar.number == number)
