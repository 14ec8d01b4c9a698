"""A position or an answer as a picture for a forum: an SVG document without external parts, with the verdict,
the board, the party and the sum as a bar.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.model.comparisons import Dependence
from tsolve.model.plays import BoardRow, Calculation, Lot, Place, PositionAnswer, Zone
from tsolve.report.answers.head import head_of
from tsolve.report.answers.table import zone_in_words
from tsolve.report.html.markup import NOTHING, Markup, style_sheet, tag
from tsolve.report.page import Branch, Page, Paragraph, Style, Sum, Tree
from tsolve.report.rulings import changes_the_verdict
from tsolve.report.sums import Share, shares
from tsolve.report.words import measure, untyped

if TYPE_CHECKING:
    from tsolve.model.hexmaps import HexMap


_MORE = "…"
_LONGEST = 400
"""The most characters of a picture's description."""


def document(
    width: int, height: int, title: str, description: str, style: str, parts: Iterable[Markup]
) -> str:
    """A picture of this size; `title` and `description` are for readers who do not see it."""
    told = (
        tag("title", shorten(title, _LONGEST, placeholder=_MORE)),
        tag("desc", shorten(description, _LONGEST, placeholder=_MORE)) if description else NOTHING,
    )
    box = f"0 0 {width} {height}"
    whole = tag(
        "svg",
        *told,
        style_sheet(style),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        width=width,
        height=height,
        role="img",
    )
    return f"{whole}\n"


def words(text: str, x: float, y: float, class_: str = "", anchor: str = "") -> Markup:
    """A text at this place, which is its start, its end or its middle as `anchor` says."""
    return tag("text", text, x=_number(x), y=_number(y), class_=class_, text_anchor=anchor)


def box(
    x: float, y: float, width: float, height: float, class_: str, radius: int = 0, text: str = ""
) -> Markup:
    """A rectangle; pointing at it shows `told`."""
    return tag(
        "rect",
        *((tag("title", text),) if text else ()),
        x=_number(x),
        y=_number(y),
        width=_number(width),
        height=_number(height),
        rx=radius or "",
        class_=class_,
    )


def line(x: float, y: float, to_x: float, to_y: float, class_: str) -> Markup:
    """A straight line."""
    places = (_number(each) for each in (x, y, to_x, to_y))
    return tag("path", d="M{} {}L{} {}".format(*places), class_=class_)


def fitted(text: str, width: float, size: float, lines: int) -> list[str]:
    """A text in at most so many lines of this width, in a font of this size; what does not fit is cut off."""
    return fitted_parts(text.split(), " ", width, size, lines)


def fitted_parts(parts: Iterable[str], between: str, width: float, size: float, lines: int) -> list[str]:
    """The same for several parts; no part is broken if it fits on a line."""
    found: list[str] = []
    for part in parts:
        line = f"{found[-1]}{between}{part}" if found else part
        if found and measure(line, size) <= width:
            found[-1] = line
        else:
            found += _pieces(part, width, size)
    if len(found) > lines:
        return [*found[: lines - 1], cut(f"{found[lines - 1]}{between}{found[lines]}", width, size)]
    return found


def cut(text: str, width: float, size: float) -> str:
    """As much of a text as fits on a line, with an ellipsis for the rest."""
    if measure(text, size) <= width:
        return text
    kept = text
    while kept and measure(kept + _MORE, size) > width:
        kept = kept[:-1]
    return kept.rstrip() + _MORE


def _pieces(word: str, width: float, size: float) -> Iterator[str]:
    """A word, in pieces if it is too long for a line."""
    while measure(word, size) > width and len(word) > 1:
        end = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or measure(word[:n], size) <= width)
        yield word[:end]
        word = word[end:]
    yield word


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


_WIDTH, _MARGIN, _GAP = 640, 14, 8
_ROOM = _WIDTH - 2 * _MARGIN
_ACROSS = 4
"""How many cards of the party are in a row."""
_MOST_CARDS = 12
_CHANCE = 120
"""The width of a bar for a chance of 1."""
_COLOURS: Mapping[Style, str] = {"good": "#1a7f37", "bad": "#b3261e", "warn": "#8a5a00"}
_NEUTRAL = "#33475b"
_MARKS: Mapping[Style, str] = {"good": "M17 24l6 6 11-13", "bad": "M19 17l13 13m0-13l-13 13"}
_MARKED = ("good", "bad", "warn")
_STYLE = (
    "text{{font:12px Verdana,Arial,sans-serif;fill:#1b1f24}}"
    ".h{{font-size:15px;fill:#fff}}.w{{font-size:15px;font-weight:bold;fill:#fff}}.r{{fill:#fff}}"
    ".n{{font-size:13px;font-weight:bold}}.b{{font-weight:bold}}.s{{font-size:10.5px;fill:#4a5560}}"
    ".page{{fill:#fff}}.edge{{fill:none;stroke:#8a949e}}.head{{fill:{0}}}"
    ".place{{fill:#f4f1ea;stroke:#b8b1a3}}.target{{fill:#fff;stroke:{0};stroke-width:3}}"
    ".card{{fill:#eef3f8;stroke:#b3c1cf}}.odd{{fill:#9db8d2}}.even{{fill:#c3d5e6}}"
    ".lost{{fill:#b3261e}}.loss{{fill:#b3261e;font-size:11px}}"
    ".total{{stroke:#1b1f24;stroke-width:2}}.needed{{stroke:#1b1f24;stroke-width:2;stroke-dasharray:4 3}}"
    ".mark{{fill:none;stroke:#fff;stroke-width:4}}"
)


def as_picture(page: Page, position: PositionAnswer, titles: Mapping[str, str], agreement: str = "") -> str:
    """The headline of an answer above its position, and its sum.

    `titles` names rules, for rows of sums without a card; `agreement` says what other readings change.
    """
    head = head_of(page.blocks)
    verdict = replace(head.verdict, text=untyped(head.verdict.text))
    reason = next((untyped(each.text) for each in head.reasons if isinstance(each, Paragraph)), "")
    canvas = _Canvas()
    canvas.head(verdict.word, verdict.text, verdict.style, reason)
    canvas.board(position.board)
    canvas.map(position.map)
    canvas.party([zone for zone in position.zones if zone.party])
    branches = [branch for block in page.blocks if isinstance(block, Tree) for branch in block.branches]
    canvas.branches(branches)
    if head.sum is not None:
        canvas.sum(head.sum, titles)
    canvas.foot(position, agreement)
    told = (reason, f"{head.sum.terms} {head.sum.total}" if head.sum is not None else "")
    title = f"{verdict.word}: {verdict.text}" if verdict.word else verdict.text
    ways = "; ".join(": ".join(filter(None, (each.head, each.text.removesuffix(".")))) for each in branches)
    about = (*told, ways, _aimed_at(position), "; ".join(_on_map(position.map)))
    return canvas.drawn(title, " ".join(filter(None, about)))


def table_as_picture(position: PositionAnswer) -> str:
    """The position alone: whose turn it is, the board, the party, the piles."""
    canvas = _Canvas()
    title = position.title or "The table"
    canvas.head("", title, "", "")
    canvas.board(position.board)
    canvas.map(position.map)
    canvas.party([zone for zone in position.zones if zone.party])
    canvas.piles([zone for zone in position.zones if not zone.party])
    canvas.foot(position, "")
    on_board = [f"{place.name}: {place.holds}" for row in position.board for place in row.places]
    return canvas.drawn(title, "; ".join((*on_board, *_on_map(position.map))))


def agreement(found: Dependence | None) -> str:
    """Whether other printings' readings give the same verdict, in a few words; empty if not examined."""
    if found is None or not found.is_complete or found.not_examined:
        return ""
    told = [each for each in found.keys if each.printed]
    if decisive := [each.key for each in told if any(map(changes_the_verdict, each.printed))]:
        return f"another reading of {' or '.join(decisive)} changes the verdict"
    return "the same verdict by every reading of a printing"


def _aimed_at(position: PositionAnswer) -> str:
    return "; ".join(
        f"{place.name}: {place.holds}" for row in position.board for place in row.places if place.target
    )


def _on_map(drawn: HexMap | None) -> Iterator[str]:
    """The notes of a map, and who is where on it."""
    if drawn is None:
        return
    if drawn.headline:
        yield drawn.headline
    yield from (f"{note.label} {note.text}".strip() for note in drawn.notes)
    for cell in drawn.cells:
        if cell.label:
            yield f"{drawn.meaning_of(cell.label) or cell.label} ({cell.column},{cell.row})"


class _Canvas:
    """Draws from the top down."""

    def __init__(self) -> None:
        self.y = 0.0
        self.colour = _NEUTRAL
        self._looks = ""
        """Further style rules, for a map."""
        self._parts: list[Markup] = []

    def drawn(self, title: str, description: str) -> str:
        height = round(self.y)
        page = box(0, 0, _WIDTH, height, "page")
        edge = box(0.5, 0.5, _WIDTH - 1, height - 1, "edge")
        style = _STYLE.format(self.colour) + self._looks
        return document(_WIDTH, height, title, description, style, (page, *self._parts, edge))

    def head(self, word: str, text: str, style: Style, reason: str) -> None:
        """Mark, word and headline on the verdict's colour, below them the reason."""
        self.colour = _COLOURS.get(style, _NEUTRAL)
        indent = _MARGIN + 30 * (style in _MARKED)
        left = indent + measure(word, 17) + 14 if word else _MARGIN
        headline = fitted(text, _WIDTH - _MARGIN - left, 15, 3)
        reasons = fitted(reason, _ROOM - 30, 12, 2)
        height = 20 + 20 * max(len(headline), 1) + 16 * len(reasons)
        self._parts.append(box(0, 0, _WIDTH, height, "head"))
        if word:
            self._parts += _mark(style)
            self._parts.append(words(word, indent, 28, "w"))
        self._write(headline, left, 28, 20, "h")
        self._write(reasons, indent, 28 + 20 * len(headline), 16, "r")
        self.y = height + 10

    def board(self, rows: Sequence[BoardRow]) -> None:
        """The places row by row; a row with fewer places has wider ones."""
        for row in rows:
            wide = (_ROOM - _GAP * (len(row.places) - 1)) / len(row.places)
            told = [list(_of_place(place, wide - 16)) for place in row.places]
            height = 12 + max(sum(size + 4 for _, _, size in lines) for lines in told)
            for number, (place, lines) in enumerate(zip(row.places, told, strict=True)):
                x = _MARGIN + number * (wide + _GAP)
                kind = "target" if place.target else "place"
                self._parts.append(box(x, self.y, wide, height, kind, 4))
                self._lines(lines, x + 8, self.y + 4)
                if place.cost:
                    self._parts.append(words(place.cost, x + wide - 8, self.y + 15, "s", "end"))
            self.y += height + _GAP

    def map(self, drawn: HexMap | None) -> None:
        """A map of hexes with its notes; nothing in a game without one."""
        if drawn is None or not drawn.cells:
            return
        from tsolve.report.html.hex_styles import looks_of
        from tsolve.report.picture_charts import map_part

        drawn = drawn.seen
        part = map_part(drawn, _ROOM)
        self._looks = looks_of(drawn)
        self._parts.append(tag("g", part.drawn, transform=f"translate({_MARGIN} {self.y:.0f})"))
        self.y += part.height + _GAP

    def party(self, zones: Sequence[Zone]) -> None:
        """Cards with figures one by one, others in a line."""
        lots = [lot for zone in zones for lot in zone.cards]
        shown = [lot for lot in lots if lot.figures or lot.carries][:_MOST_CARDS]
        others = [lot for lot in lots if lot not in shown]
        wide = (_ROOM - _GAP * (_ACROSS - 1)) / _ACROSS
        for start in range(0, len(shown), _ACROSS):
            rows = [list(_of_lot(lot, wide - 12)) for lot in shown[start : start + _ACROSS]]
            height = 8 + max(sum(size + 4 for _, _, size in lines) for lines in rows)
            for number, lines in enumerate(rows):
                x = _MARGIN + number * (wide + _GAP)
                self._parts.append(box(x, self.y, wide, height, "card", 4))
                self._lines(lines, x + 6, self.y + 2)
            self.y += height + _GAP
        if others:
            self._text("; ".join(_called(lot) for lot in others), 2)
        for zone in zones:
            if zone.text:
                self._text(f"{zone.name}: {zone.text}", 1)

    def piles(self, zones: Sequence[Zone]) -> None:
        """A line or two for each."""
        for zone in zones:
            self._text(f"{zone.name}: {zone_in_words(zone)}", 2)

    def branches(self, found: Sequence[Branch]) -> None:
        """Each with its chance as a bar, what comes, and what to do then."""
        left = _MARGIN + _CHANCE + 2 * _GAP
        for branch in found:
            heads = fitted(branch.head, (_WIDTH - _MARGIN - left) * 0.9, 12, 2)
            texts = fitted(branch.text, _WIDTH - _MARGIN - left, 12, 3)
            if branch.share is not None:
                self._parts.append(box(_MARGIN, self.y + 2, _CHANCE, 12, "place"))
                self._parts.append(box(_MARGIN, self.y + 2, _CHANCE * branch.share, 12, "odd"))
            self._write(heads, left, self.y + 12, 16, "b")
            self._write(texts, left, self.y + 12 + 16 * len(heads), 16, "")
            self.y += 16 * (len(heads) + len(texts)) + 5

    def sum(self, sum_: Sum, titles: Mapping[str, str]) -> None:
        """A bar if something is added up, then the sum in words."""
        if sum_.calculation is not None:
            self._bar(sum_.calculation, shares(sum_.calculation, titles))
        self._text(". ".join(filter(None, (f"{sum_.terms} {sum_.total}", sum_.remark))), 3, "b")

    def foot(self, position: PositionAnswer, agreement: str) -> None:
        """What was played, and whether every reading agrees."""
        game = f"{position.game_title or position.game}, printing {position.printing}"
        text = " · ".join(filter(None, (game, agreement)))
        self.y += 2
        self._parts.append(words(cut(text, _ROOM - 50, 10.5), _MARGIN, self.y + 10, "s"))
        self._parts.append(words("tsolve", _WIDTH - _MARGIN, self.y + 10, "s", "end"))
        self.y += 20

    def _bar(self, calculation: Calculation, parts: Sequence[Share]) -> None:
        """The contributions of the cards side by side; below them what is lost again."""
        gains = [part for part in parts if part.change > 0]
        losses = [part for part in parts if part.change < 0]
        most = sum(part.change for part in gains)
        total, needed = calculation.total, calculation.against
        if most <= 0 or total < 0:
            return
        unit = (_ROOM - 2) / max(most, total, needed or 0)
        top, tall = self.y + 16, 34
        x = float(_MARGIN)
        for number, part in enumerate(gains):
            wide = part.change * unit
            self._parts.append(box(x, top, wide, tall, "even" if number % 2 else "odd"))
            name = cut(part.label, wide - 8, 10.5)
            if len(name) > 3 or name == part.label:
                self._parts.append(words(name, x + 4, top + 13, "s"))
            if measure(str(part.change), 12) < wide:
                self._parts.append(words(str(part.change), x + 4, top + 28, "b"))
            x += wide
        low = top + tall
        if total < most:
            start = _MARGIN + total * unit
            self._parts.append(box(start, low, (most - total) * unit, 8, "lost"))
            lost = "; ".join(f"{part.label} {-part.change}" for part in losses)
            self._parts.append(words(cut(lost, _ROOM, 11), min(x, _WIDTH - _MARGIN), low + 20, "loss", "end"))
            low += 24
        self._line(total, unit, top - 4, top + tall + 8, "total")
        self._label(str(total), total, unit, top - 6, "b")
        if needed is not None:
            self._line(needed, unit, top - 4, low + 4, "needed")
            called = calculation.measure or "needed"
            self._label(f"{called[0].upper()}{called[1:]} {needed}", needed, unit, low + 15, "b")
            low += 20
        self.y = low + 6

    def _line(self, number: int, unit: float, top: float, low: float, class_: str) -> None:
        x = _MARGIN + number * unit
        self._parts.append(line(x, top, x, low, class_))

    def _label(self, text: str, number: int, unit: float, y: float, class_: str) -> None:
        """A text at its number, kept inside the picture."""
        half = measure(text, 12) / 2
        x = min(max(_MARGIN + number * unit, _MARGIN + half), _WIDTH - _MARGIN - half)
        self._parts.append(words(text, x, y, class_, "middle"))

    def _text(self, text: str, lines: int, class_: str = "") -> None:
        found = fitted(text, _ROOM, 13.5 if class_ == "b" else 12, lines)
        self._write(found, _MARGIN, self.y + 12, 16, class_)
        self.y += 16 * len(found) + 2

    def _write(self, lines: Sequence[str], x: float, y: float, step: float, class_: str) -> None:
        self._parts += [words(told, x, y + step * number, class_) for number, told in enumerate(lines)]

    def _lines(self, lines: Sequence[tuple[str, str, float]], x: float, y: float) -> None:
        """Lines with their class and size, one below the other."""
        for text, class_, size in lines:
            y += size + 4
            if text:
                self._parts.append(words(text, x, y - 3, class_))


def _mark(style: Style) -> Iterator[Markup]:
    if style in _MARKS:
        yield tag("path", d=_MARKS[style], class_="mark")
    elif style in _MARKED:
        yield words("?", 20, 29, "w")


def _of_place(place: Place, width: float) -> Iterator[tuple[str, str, float]]:
    """The lines of a place with their class and size: its name, who is there, figures, what it does."""
    room = width - measure(place.cost, 10.5) - 6
    marks = " (you)" if place.here else ""
    yield cut(place.name, room - measure(marks, 10.5), 10.5) + marks, "s", 10.5
    kind = "n" if place.figures else ""
    yield from ((told, kind, 13) for told in fitted(place.holds, width * 0.9, 13, 2))
    yield from ((told, "", 12) for told in fitted_parts(place.figures, " · ", width, 12, 2))
    yield from ((told, "s", 10.5) for told in fitted("; ".join(place.lines), width, 10.5, 2))


def _of_lot(lot: Lot, width: float) -> Iterator[tuple[str, str, float]]:
    yield cut(_called(lot), width * 0.88, 12), "b", 12
    yield from ((told, "s", 10.5) for told in fitted_parts(lot.figures, ", ", width, 10.5, 2))
    if lot.carries:
        yield cut(f"with {' and '.join(lot.carries)}", width, 10.5), "s", 10.5


def _called(lot: Lot) -> str:
    return f"{lot.count} x {lot.name}" if lot.count > 1 else lot.name
