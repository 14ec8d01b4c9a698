"""The chances of a deck as a picture: one panel for each figure with its distribution."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape as escape_markup

from tsolve.diagnostics import escape
from tsolve.model.odds import Bar, OddsAnswer
from tsolve.report.numbers import percent
from tsolve.report.panels import Panel, panels, reached

_WIDTH = 720
_PANEL = 200
_LINE = 20
_LONGEST = 90
"""Characters of a line of the legend."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 44, 32
_COLOURS = (("#8d99a6", "#3a7d44"), ("#c4cbd3", "#8fc98b"))
"""For each deck: outcomes that do not suffice, outcomes that do."""
_STYLE = (
    "text{font:12px sans-serif;fill:#222}.title{font-size:15px;font-weight:bold}"
    ".small{font-size:10px}.grid{stroke:#ddd}.axis{stroke:#555}"
)


def as_svg(answer: OddsAnswer) -> str:
    """A picture that needs nothing else; every bar tells its chance when it is pointed at."""
    decks = answer.decks
    shown = list(panels(decks))
    top = _LINE * len(decks) + 8
    height = top + _PANEL * len(shown)
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{_safe(answer.file or 'The deck')}: chances of a hand</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        *_legend(answer),
    ]
    for number, panel in enumerate(shown):
        parts += _panel(top + number * _PANEL, panel)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _legend(answer: OddsAnswer) -> list[str]:
    parts = []
    words = {"exact": "exact", "sample": "a sample", "cut short": "stopped early: lower bounds"}
    for line, (deck, colours) in enumerate(zip(answer.decks, _COLOURS, strict=False)):
        name = deck.title or ("as it is" if len(answer.decks) > 1 else answer.file or "the deck")
        text = f"{deck.size} cards, {words[deck.method]}: {name}"[:_LONGEST]
        for offset, colour in enumerate(colours):
            place = f'x="{_LEFT + 14 * offset}" y="{8 + _LINE * line}"'
            parts.append(f'<rect {place} width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{_LEFT + 34}" y="{18 + _LINE * line}">{_safe(text)}</text>')
    return parts


def _panel(top: int, panel: Panel) -> list[str]:
    series, limit = panel.series, panel.threshold
    parts = [
        f'<g transform="translate(0 {top})">',
        f'<text class="title" x="{_LEFT}" y="20">{_safe(panel.heading)}</text>',
    ]
    if limit is not None:
        parts.append(f'<text class="small" x="{_LEFT}" y="36">green: {_safe(reached(limit))}</text>')
    numbers = [bar.number for bars in series for bar in bars if bar.number is not None]
    cannot = any(bar.number is None for bars in series for bar in bars)
    highest = max((_total(bars, bar.number) for bars in series for bar in bars), default=0) or 1
    first, last = min(numbers, default=0), max(numbers, default=0)
    slots = last - first + 1 + cannot
    wide = (_WIDTH - _LEFT - _RIGHT) / slots
    floor, room = _PANEL - _BOTTOM, _PANEL - _BOTTOM - _TOP
    for part in (0.5, 1):
        y = floor - room * part
        label = percent(highest * part)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:g}" y2="{y:g}"/>')
        parts.append(f'<text class="small" x="{_LEFT - 4}" y="{y + 4:g}" text-anchor="end">{label}</text>')
    for deck, bars in enumerate(series):
        heights: dict[int | None, float] = {}
        for bar in bars:
            slot = 0 if bar.number is None else bar.number - first + cannot
            x = _LEFT + slot * wide + wide * (0.1 + 0.8 * deck / len(series))
            tall = room * bar.chance.value / highest
            base = heights.get(bar.number, 0.0)  # the same value may suffice in one way and fail in another
            heights[bar.number] = base + tall
            colour = _COLOURS[deck][bar.enough and limit is not None]
            name = panel.none if bar.number is None else str(bar.number)
            told = f"{name}: {percent(bar.chance.value)} {bar.chance.exact}".rstrip()
            parts.append(
                f'<rect x="{x:.1f}" y="{floor - base - tall:.1f}" width="{0.8 * wide / len(series):.1f}" '
                f'height="{tall:.1f}" fill="{colour}"><title>{_safe(told)}</title></rect>'
            )
    parts.append(f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{floor}" y2="{floor}"/>')
    every = max(1, round(24 / wide))
    for slot in range(0, slots, every):
        name = "none" if cannot and slot == 0 else str(first + slot - cannot)
        x = _LEFT + (slot + 0.5) * wide
        parts.append(f'<text x="{x:.1f}" y="{floor + 16}" text-anchor="middle">{name}</text>')
    return [*parts, "</g>"]


def _total(bars: Sequence[Bar], number: int | None) -> float:
    return sum(bar.chance.value for bar in bars if bar.number == number)


def _safe(text: str) -> str:
    """Text for an XML document."""
    return escape_markup(escape(text))
