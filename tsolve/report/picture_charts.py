"""Parts of a picture for a forum: a map of hexes with its key, and the chances of a deck with a panel for
each figure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.model.hexmaps import HexMap, Note
from tsolve.model.odds import Bar, OddsAnswer
from tsolve.report.distributions import Panel, panels, reached
from tsolve.report.html.hexes import Part, hexagons, key
from tsolve.report.html.markup import Markup, joined, tag
from tsolve.report.pictures import box, cut, document, fitted, line, words
from tsolve.report.text.hexmap import too_large
from tsolve.report.words import measure, percent

_GAP = 16
_NARROWEST = 200
"""The notes of a map are below it if there is less room than this beside it."""
_LINE = 16
_SIZE = 12
_NUMBER = 52
"""The width of a column of numbers in a table."""
_FIRST = 120
"""The width of the first column of a table."""
_MOST_LINES, _MOST_NOTES, _MOST_ROWS = 4, 12, 8


def map_part(drawn: HexMap, width: float) -> Part:
    """The map with its notes in this width; a wider map is made smaller."""
    if text := too_large(drawn):
        return Part(words(text, 0, _LINE), width, 1.5 * _LINE)
    board = hexagons(drawn)
    scale = min(1.0, width / board.width)
    wide, high = board.width * scale, board.height * scale
    shown = board.drawn if scale == 1 else tag("g", board.drawn, transform=f"scale({scale:.3f})")
    is_beside = width - wide - _GAP >= _NARROWEST
    said = _said(drawn, width - wide - _GAP if is_beside else width)
    left, top = (wide + _GAP, _LINE) if is_beside else (0, high)
    meant = key(drawn, width)
    below = max(high, top + said.height) + 8
    parts = (
        tag("g", shown, class_="hexes"),
        _at(left, top, said.drawn),
        tag("g", _at(0, below, meant.drawn), class_="hexes"),
    )
    return Part(joined(parts), width, below + meant.height + 4)


def _at(x: float, y: float, drawn: Markup) -> Markup:
    return tag("g", drawn, transform=f"translate({x:.0f} {y:.0f})") if drawn else drawn


def _said(drawn: HexMap, width: float) -> Part:
    """The headline and the notes, a line below the other."""
    column = _Column(width, drawn.notes)
    for text in fitted(drawn.headline, width * 0.9, _SIZE, 2):
        column.write("b", (text, 0, ""))
    for note in drawn.notes[:_MOST_NOTES]:
        column.note(note)
    return Part(joined(column.parts), width, column.y + 6 if column.parts else 0)


class _Column:
    """Texts below each other."""

    def __init__(self, width: float, notes: Sequence[Note]) -> None:
        self.width = width
        self.y = 0.0
        self.parts: list[Markup] = []
        labels = [measure(note.label, _SIZE) * 1.1 + 8 for note in notes if note.label]
        self._beside_labels = min(max(labels, default=0), width / 3)

    def write(self, kind: str, *texts: tuple[str, float, str]) -> None:
        """A line of texts, each with the place of its start or, with the anchor `end`, of its end."""
        self.y += _LINE
        self.parts += [words(told, x, self.y, kind, anchor) for told, x, anchor in texts if told]

    def note(self, note: Note) -> None:
        """A label, a text with its rules, and its table."""
        rules = f" [{', '.join(note.rules)}]" if note.rules else ""
        left = self._beside_labels if note.label else 0
        self.y += 4
        if note.label:
            label = cut(note.label, self._beside_labels * 0.9, _SIZE)
            self.parts.append(words(label, 0, self.y + _LINE, "b"))
        for text in fitted(note.text + rules, self.width - left, _SIZE, _MOST_LINES):
            self.write("", (text, left, ""))
        if note.rows:
            self._row(note.heads, "s")
            for row in note.rows[:_MOST_ROWS]:
                self._row(row, "")

    def _row(self, cells: Sequence[str], kind: str) -> None:
        """The first cell on the left, the others as numbers in columns of one width."""
        first = min(self.width - _NUMBER * (len(cells) - 1), _FIRST)
        rows = [(cut(cells[0], first - 8, _SIZE), 8.0, "")] if cells else []
        for number, cell in enumerate(cells[1:], start=1):
            rows.append((cut(cell, _NUMBER - 6, _SIZE), first + _NUMBER * number, "end"))
        self.write(kind, *rows)


_WIDTH = 720
_PANEL = 200
_LEGEND_LINE = 20
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 44, 32
_KINDS = (("short", "enough"), ("short-2", "enough-2"))
"""For each deck: the style of outcomes that are not enough, and of those that are."""
_STYLE = (
    "text{font:12px sans-serif;fill:#222}.title{font-size:15px;font-weight:bold}"
    ".small{font-size:10px}.grid{stroke:#ddd}.axis{stroke:#555}.page{fill:#fff}"
    ".short{fill:#8d99a6}.enough{fill:#3a7d44}.short-2{fill:#c4cbd3}.enough-2{fill:#8fc98b}"
)


def as_svg(answer: OddsAnswer) -> str:
    """A picture without external parts; pointing at a bar shows its chance."""
    decks = answer.decks
    shown = list(panels(decks))
    top = _LEGEND_LINE * len(decks) + 8
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
        text = f"{deck.size} cards, {methods[deck.method]}: {name}"
        for offset, kind in enumerate(kinds):
            yield box(_LEFT + 14 * offset, 8 + _LEGEND_LINE * row, 12, 12, kind)
        yield words(cut(text, _WIDTH - _LEFT - 34 - _RIGHT, 12), _LEFT + 34, 18 + _LEGEND_LINE * row)


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
            base = heights.get(bar.number, 0.0)  # the same value may be enough in one case and not in another
            heights[bar.number] = base + tall
            kind = _KINDS[deck][bar.enough and limit is not None]
            name = panel.none if bar.number is None else str(bar.number)
            text = f"{name}: {percent(bar.chance.value)} {bar.chance.exact}".rstrip()
            yield box(x, floor - base - tall, 0.8 * wide / len(series), tall, kind, text=text)
    yield line(_LEFT, floor, _WIDTH - _RIGHT, floor, "axis")
    every = max(1, round(24 / wide))
    for slot in range(0, slots, every):
        name = "none" if cannot and slot == 0 else str(first + slot - cannot)
        yield words(name, _LEFT + (slot + 0.5) * wide, floor + 16, anchor="middle")


def _total(bars: Sequence[Bar], number: int | None) -> float:
    return sum(bar.chance.value for bar in bars if bar.number == number)
