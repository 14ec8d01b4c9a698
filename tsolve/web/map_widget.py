"""A map of hexes that is painted by taps, and the figures that are put on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tsolve.api.positions import position_of
from tsolve.model.hexmaps import Coordinates, HexMap, Look
from tsolve.report.html.hexes import SYMBOL_CLASSES, symbol
from tsolve.report.html.markup import NOTHING, Markup, joined, tag
from tsolve.source.data import Data
from tsolve.web.elements import DROP, button, setting
from tsolve.web.sheet import Sheet, size_of
from tsolve.web.wire import Order, written
from tsolve.written.form import Brush, Field, Trait
from tsolve.written.painting import LARGEST, figure, figures_of, hexes_in, place_of, words_of

_EDGE = 12


def map_widget(sheet: Sheet, field: Field) -> Markup:
    """The size, what a tap does, and the hexes."""
    columns, rows = size_of(sheet.filling.answer(field))
    size = tag(
        "div",
        tag(
            "label",
            "columns ",
            setting(("size", field.key, "columns"), str(columns or ""), "columns of hexes"),
        ),
        tag("label", "rows ", setting(("size", field.key, "rows"), str(rows or ""), "rows of hexes")),
        button("Set the size", ("enter",)),
        class_="size",
    )
    return joined((size, _palette(sheet, field), _hexes(sheet, field)))


# what a tap does


def _palette(sheet: Sheet, field: Field) -> Markup:
    """The brushes, the figures that may be moved, and those that are typed."""
    brushes: list[tuple[Order, str]] = [(("paint", each.key), each.called) for each in field.brushes]
    figures: list[tuple[Order, str]] = [(("figure", name), name) for name in figures_of(sheet.filling)]
    new: list[tuple[Order, str]] = [
        (("new", each.key), f"new of {each.asks}") for each in sheet.filling.fields if each.shape == "figures"
    ]
    choices = [*new, *figures, *brushes, (("clear",), "nothing")]
    chosen = sheet.brush or choices[0][0]
    return tag(
        "div",
        tag("p", "A tap on a hex puts there:", id="palette"),
        *(_choice(order, called, order == chosen) for order, called in choices),
        class_="palette",
        role="radiogroup",
        aria_labelledby="palette",
    )


def _choice(order: Order, called: str, chosen: bool) -> Markup:
    radio = tag("input", type="radio", name="brush", value=written(order), checked=chosen)
    return tag("label", radio, tag("span", called), class_="choice")


# hexes


def _hexes(sheet: Sheet, field: Field) -> Markup:
    """The hexes in columns, each a button."""
    looks, labels = _drawn(sheet, field)
    if not looks:
        return tag("p", "The map has no hexes yet: give it a size.", class_="nothing")
    columns = range(min(at[0] for at in looks), min(max(at[0] for at in looks), LARGEST) + 1)
    rows = range(min(at[1] for at in looks), min(max(at[1] for at in looks), LARGEST) + 1)
    drawn = []
    for column in columns:
        places = ((column, row) for row in rows)
        hexes = (_hex(field, at, looks.get(at), labels.get(at, "")) for at in places)
        drawn.append(tag("div", *hexes, class_="column odd" if column % 2 else "column"))
    return tag("div", tag("div", *drawn, class_="hexgrid"), class_="scroll")


def _hex(field: Field, at: Coordinates, look: Look | None, name: str) -> Markup:
    if look is None:
        return tag("span", class_="hex off")
    column, row = at
    what = name or next((each.called for each in field.brushes if each.look == look), "")
    told = f"{column},{row}{f': {what}' if what else ''}"
    sign = NOTHING
    if look in SYMBOL_CLASSES and not name:
        drawn = tag("path", d=symbol(look, 0, 0), class_=SYMBOL_CLASSES[look])
        sign = tag("svg", drawn, viewBox=f"-{_EDGE} -{_EDGE} {2 * _EDGE} {2 * _EDGE}", aria_hidden="true")
    return tag(
        "button",
        sign or tag("span", _short(name)),
        name="do",
        value=written(("tap", field.key, str(column), str(row))),
        aria_label=told,
        title=told,
        class_=f"hex {look}{' taken' if name else ''}",
        data_figure=name,
    )


def _short(name: str) -> str:
    """A few letters of a name, with its number."""
    *words, last = name.split() or [""]
    number = last if last.isdecimal() else ""
    named = words if number else [*words, last]
    initials = "".join(word[:1] for word in named)
    return f"{(named[0][:2] if len(named) == 1 else initials[:2])}{number[:2]}"


def _drawn(sheet: Sheet, field: Field) -> tuple[Mapping[Coordinates, Look], Mapping[Coordinates, str]]:
    """How each hex looks, and who stands there: as the position shows it, else as it is filled in."""
    position = sheet.form.position if sheet.form is not None else None
    drawn = position_of(position).map if position is not None else None
    if drawn is not None and drawn.cells:
        return {cell.place: cell.look for cell in drawn.cells}, _names_on(drawn)
    answer = sheet.filling.answer(field)
    columns, rows = size_of(answer)
    looks: dict[Coordinates, Look] = {
        (column, row): "open" for column in range(columns) for row in range(rows)
    }
    for brush in field.brushes if isinstance(answer, Mapping) else ():
        looks.update(dict.fromkeys(_listed(answer, brush), brush.look))
    places = {
        place_of(figure(sheet.filling, each, name)): name for name, each in figures_of(sheet.filling).items()
    }
    return looks, {at: name for at, name in places.items() if at is not None}


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
        f"{told[each.key]} {each.called}" for each in field.traits if not each.words and each.key in told
    ]
    words = [str(word) for each in field.traits if each.words for word in words_of(told.get(each.key))]
    return tag(
        "details",
        tag("summary", tag("b", name), f" {', '.join((where, *numbers, *words))}"),
        *(_trait(field, name, each, told.get(each.key)) for each in field.traits),
        button(f"{DROP} remove", ("drop", field.key, name), f"remove {name}"),
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
        chosen.append(button(word, (*order, wanted), pressed=pressed))
    return tag("div", *chosen, class_="choices", role="group", aria_label=f"{trait.called} of {name}")
