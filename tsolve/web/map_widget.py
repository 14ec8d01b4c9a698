"""A map of hexes that is painted by taps, and the figures that are put on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tsolve.model.hexmaps import Coordinates, HexCell, HexMap, Look
from tsolve.report.html.hexes import SYMBOL_CLASSES, symbol
from tsolve.report.html.markup import NOTHING, Markup, joined, tag
from tsolve.source.data import Data
from tsolve.web.elements import DROP, button, setting
from tsolve.web.sheet import Sheet
from tsolve.web.wire import Order, written
from tsolve.written.form import Brush, Field, Trait
from tsolve.written.on_hexes import place_of
from tsolve.written.painting import LARGEST, figure, figures_of, hexes_in, size_of, words_of

_EDGE = 12
_SIZES = ((5, 5), (7, 6), (9, 8))
"""The sizes that a new map may have by a tap."""


class _Drawn(NamedTuple):
    """What is seen of a map."""

    looks: Mapping[Coordinates, Look]
    names: Mapping[Coordinates, str]
    cells: Mapping[Coordinates, HexCell]
    """The hexes as the position draws them, on a map that other answers bring."""
    figures: Mapping[str, Field]
    meanings: Mapping[Look, str]

    @property
    def columns(self) -> range:
        return _extent([column for column, _ in self.looks])

    @property
    def rows(self) -> range:
        return _extent([row for _, row in self.looks])


def _extent(numbers: Sequence[int]) -> range:
    return range(min(numbers), min(max(numbers), LARGEST) + 1)


def map_widget(sheet: Sheet, field: Field) -> Markup:
    """The size, what a tap does, and the hexes."""
    drawn = _drawn(sheet, field)
    if not drawn.looks and field.is_brought:
        return NOTHING
    if not drawn.looks:
        return tag("div", *(_new(field, *size) for size in _SIZES), class_="sizes")
    brush = sheet.brush or ("paint", field.brushes[0].key)
    return joined(
        (
            _palette(drawn.figures, field, brush),
            _hexes(sheet, field, drawn, brush),
            NOTHING if field.is_brought else tag("div", *_size(sheet, field), class_="sizes"),
        )
    )


def _new(field: Field, columns: int, rows: int) -> Markup:
    order = ("size", field.key, "both", f"{columns} x {rows}")
    return button(f"{columns} × {rows}", order, f"{columns} columns of {rows} hexes", at=field.key)


def _size(sheet: Sheet, field: Field) -> Iterator[Markup]:
    """The number of columns and of rows of a rectangle, each with a button for one more and for one less."""
    numbers = size_of(sheet.filling.answer(field))
    for side, number in zip(("columns", "rows"), numbers, strict=True):
        if not number:
            return
        order = ("size", field.key, side)
        typed = setting(order, str(number), f"{side} of hexes", side)
        less, more = (
            button(sign, (*order, str(number + by)), f"one of the {side} {word}", "step", at=field.key)
            for sign, word, by in (("−", "less", -1), ("+", "more", 1))
        )
        yield tag("div", tag("span", side), less, typed, more, class_="stepper")


# what a tap does


def _palette(figures_there: Iterable[str], field: Field, brush: Order) -> Markup:
    """The brushes, and the figures that may be moved; on a map that other answers bring, which may have many,
    the one that is taken up.
    """
    held = [name for name in figures_there if not field.is_brought or brush == ("figure", name)]
    figures = [(("figure", name), f"move {name}", "") for name in held]
    brushes = [(("paint", each.key), each.called, each.look) for each in field.brushes]
    clear = [] if field.is_brought else [(("clear",), "nothing", "open")]
    choices: list[tuple[Order, str, str]] = [*figures, *brushes, *clear]
    told = "A tap on a hex says:" if field.is_brought else "A tap on a hex puts there:"
    return tag(
        "div",
        tag("p", told, id="palette", class_="told"),
        *(_choice(order, called, look, order == brush) for order, called, look in choices),
        class_="palette",
        role="radiogroup",
        aria_labelledby="palette",
    )


def _choice(order: Order, called: str, look: str, chosen: bool) -> Markup:
    radio = tag("input", type="radio", name="brush", value=written(order), checked=chosen, class_="unseen")
    sample = tag("span", class_=f"sample {look}") if look else NOTHING
    return tag("label", radio, sample, tag("span", called), class_="choice")


# hexes


def _hexes(sheet: Sheet, field: Field, drawn: _Drawn, brush: Order) -> Markup:
    """The hexes in columns, each a button."""
    columns = []
    for column in drawn.columns:
        hexes = (_hex(sheet, field, (column, row), drawn, brush) for row in drawn.rows)
        columns.append(tag("div", *hexes, class_="column odd" if column % 2 else "column"))
    grid = tag("div", *columns, class_="hexgrid paints" if brush[0] != "figure" else "hexgrid")
    return tag("div", grid, class_="scroll", role="group", aria_label=field.asks)


def _hex(sheet: Sheet, field: Field, at: Coordinates, drawn: _Drawn, brush: Order) -> Markup:
    look, name = drawn.looks.get(at), drawn.names.get(at, "")
    if look is None:
        return tag("span", class_="hex off")
    column, row = at
    what = name or drawn.meanings.get(look, "")
    told = f"{column},{row}{f': {what}' if what else ''}"
    if name:
        sign, classes = _token(sheet, name, drawn.figures.get(name), drawn.cells.get(at))
        classes += " chosen" if brush == ("figure", name) else ""
    elif field.is_brought and look == "open":  # other fields name its hexes
        sign, classes = tag("small", f"{column},{row}", class_="soft"), look
    else:
        sign, classes = _sign(look), look
    return tag(
        "button",
        sign,
        name="do",
        value=written(("tap", field.key, str(column), str(row))),
        aria_label=told,
        title=told,
        class_=f"hex {classes}",
        data_figure=name,
        data_look=look,
        formaction=f"/#field-{field.key}",
    )


def _sign(look: Look) -> Markup:
    if look not in SYMBOL_CLASSES:
        return NOTHING
    drawn = tag("path", d=symbol(look, 0, 0), class_=SYMBOL_CLASSES[look])
    return tag("svg", drawn, viewBox=f"-{_EDGE} -{_EDGE} {2 * _EDGE} {2 * _EDGE}", aria_hidden="true")


def _token(sheet: Sheet, name: str, field: Field | None, cell: HexCell | None) -> tuple[Markup, str]:
    """A figure on its hex: a few letters with its first number, and classes by its side and by whether it is
    something out of the usual. What nobody has told of one that other answers bring, the position shows.
    """
    short = cell.label if cell is not None else _short(name)
    if field is None:
        return tag("span", short), "taken"
    told = figure(sheet.filling, field, name)
    points = next((told.get(each.key) for each in field.traits if not each.words), None)
    number = "" if points is None else str(points)
    unusual = any(
        told.get(each.key) in each.words[1:] for each in field.traits if each.words and not each.several
    )
    if cell is not None and (token := cell.token) is not None:
        number = number or (str(token.life) if token.whole else "")
        unusual = unusual or token.side == "strong"
    first = next(each for each in sheet.filling.asked() if each.shape == "figures")
    side = "taken" if field is first else "taken other"
    text = joined((tag("span", short), tag("small", number) if number else NOTHING))
    return text, f"{side} unusual" if unusual else side


def _short(name: str) -> str:
    """A few letters of a name, with its number."""
    *words, last = name.split() or [""]
    number = last if last.isdecimal() else ""
    named = words if number else [*words, last]
    initials = "".join(word[:1] for word in named)
    return f"{(named[0][:2] if len(named) == 1 else initials[:2])}{number[:2]}"


def _drawn(sheet: Sheet, field: Field) -> _Drawn:
    """How each hex looks, and who stands there: as the position shows it, else as it is filled in."""
    drawn = sheet.drawn if field.is_brought else sheet.table.map if sheet.table is not None else None
    figures = figures_of(sheet.filling)
    called = {each.look: each.called for each in field.brushes}
    if drawn is not None and drawn.cells:
        seen = drawn.seen if field.is_brought else drawn
        looks = {cell.place: cell.look for cell in seen.cells}
        if not field.is_brought:
            return _Drawn(looks, _names_on(seen), {}, figures, called)
        cells = {cell.place: cell for cell in seen.cells}
        told = {look: seen.meaning_of(look) for look in seen.looks}
        return _Drawn(looks, _names_on(seen), cells, figures, told)
    if field.is_brought:
        return _Drawn({}, {}, {}, figures, {})
    answer = sheet.filling.answer(field)
    columns, rows = size_of(answer)
    looks = {(column, row): "open" for column in range(columns) for row in range(rows)}
    for brush in field.brushes if isinstance(answer, Mapping) else ():
        looks.update(dict.fromkeys(_listed(answer, brush), brush.look))
    places = {place_of(figure(sheet.filling, each, name)): name for name, each in figures.items()}
    names = {at: name for at, name in places.items() if at is not None}
    return _Drawn(looks, names, {}, figures, called)


def _listed(answer: Data, brush: Brush) -> Iterator[Coordinates]:
    listed = answer.get(brush.key) if isinstance(answer, Mapping) else None
    if isinstance(listed, str):  # hexes in one text, which is not painted
        return iter(())
    return (at for each in hexes_in(listed) if (at := place_of(each)) is not None)


def _names_on(drawn: HexMap) -> Mapping[Coordinates, str]:
    return {cell.place: drawn.meaning_of(cell.label) for cell in drawn.cells if cell.label}


# figures


def figure_widget(sheet: Sheet, field: Field) -> Markup:
    """The figures of a field, each with what is told of it."""
    named = [name for name, each in figures_of(sheet.filling).items() if each is field]
    return joined(_figure(sheet, field, name) for name in named)


def _figure(sheet: Sheet, field: Field, name: str) -> Markup:
    told = figure(sheet.filling, field, name)
    at = place_of(told)
    where = f"({at[0]},{at[1]})" if at is not None else str(told.get("at", ""))
    numbers = [
        f"{each.called} {told[each.key]}" for each in field.traits if not each.words and each.key in told
    ]
    words = [str(word) for each in field.traits if each.words for word in words_of(told.get(each.key))]
    return tag(
        "details",
        tag("summary", tag("b", name), " ", tag("span", ", ".join((where, *numbers, *words)), class_="soft")),
        *(_trait(field, name, each, told.get(each.key)) for each in field.traits),
        button(f"{DROP} remove", ("drop", field.key, name), f"remove {name}", at=field.key),
        class_="figure-of-map",
        id=f"figure-{name}",
        open=sheet.open == name,
    )


def _trait(field: Field, name: str, trait: Trait, value: Data) -> Markup:
    order = ("trait", field.key, name, trait.key)
    if not trait.words:
        shown = "" if value is None else str(value)
        return tag(
            "label", f"{trait.called} ", setting(order, shown, f"{trait.called} of {name}"), class_="trait"
        )
    now: Sequence[Data] = words_of(value)
    chosen = []
    for word in trait.words:
        pressed = word in now
        wanted = "" if pressed and not trait.several else word
        chosen.append(button(word, (*order, wanted), pressed=pressed, at=field.key))
    called = f"{trait.called} of {name}"
    return tag("div", *chosen, class_="choices trait-words", role="group", aria_label=called)
