"""A map of hexes painted with brushes, and figures put on it.

A map that somebody drew in letters is painted as a rectangle with lists of hexes; so it becomes one first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import hypot

from tsolve.model.hexmaps import Coordinates, HexMap, Look
from tsolve.regex import Regex
from tsolve.source.data import Data
from tsolve.written.filling import FillError, Filling
from tsolve.written.form import Brush, Field, Trait
from tsolve.written.on_hexes import AT, place_of, placed_at, with_its_place_before
from tsolve.written.talk import there_are

_SIZE, _HEXES, _WITHOUT, _THIN_WALLS = "size", "hexes", "without", "thin_walls"
_NUMBER = Regex("[0-9]{1,4}")
LARGEST = 40
"""The most columns and rows of a map that is painted."""


def painted(filling: Filling, field: Field, hex_: Coordinates, brush: Brush | None) -> Filling:
    """With this on a hex, which had nothing of the kind; else without it. No brush clears the hex."""
    map_ = filling.answer(field)
    if not isinstance(map_, Mapping):
        raise FillError("give the map its size first")
    lists = {each.key: hexes_in(map_.get(each.key)) for each in field.brushes}
    had = brush is not None and hex_ in map(place_of, lists[brush.key])
    for key, listed in lists.items():
        lists[key] = [each for each in listed if place_of(each) != hex_]
    if brush is not None and not had:
        lists[brush.key].append(list(hex_))
    left = {key: value for key, value in map_.items() if key not in lists}
    return filling.put(field, {**left, **{key: listed for key, listed in lists.items() if listed}})


def look_of(filling: Filling, field: Field, hex_: Coordinates) -> Look:
    """How a hex looks by the lists of the map."""
    map_ = filling.answer(field)
    lists = {each.look: map_.get(each.key) for each in field.brushes} if isinstance(map_, Mapping) else {}
    return next((look for look, each in lists.items() if hex_ in map(place_of, hexes_in(each))), "open")


def is_in_lists(filling: Filling, field: Field) -> bool:
    """Whether the map is a rectangle, with lists of what is where; a new one is."""
    map_ = filling.answer(field)
    known = {_SIZE, _WITHOUT, _THIN_WALLS, *(each.key for each in field.brushes)}
    return map_ is None or (isinstance(map_, Mapping) and map_.keys() <= known)


def resized(filling: Filling, field: Field, columns: int, rows: int) -> Filling:
    """With a map of this size; what lies beyond it goes."""
    columns, rows = (max(1, min(each, LARGEST)) for each in (columns, rows))
    map_ = filling.answer(field)
    left: dict[str, Data] = {}
    for key, value in map_.items() if isinstance(map_, Mapping) else ():
        if key in (_SIZE, _HEXES):
            continue
        if any(key == each.key for each in field.brushes) or key == _WITHOUT:
            value = [each for each in hexes_in(value) if _is_inside(place_of(each), columns, rows)]
        if key == _THIN_WALLS:
            value = [
                each
                for each in hexes_in(value)
                if all(_is_inside(place_of(hex_), columns, rows) for hex_ in words_of(each))
            ]
        if value:
            left[key] = value
    return filling.put(field, {_SIZE: f"{columns} x {rows}", **left})


def in_lists(filling: Filling, field: Field, drawn: HexMap) -> Filling:
    """The map as a rectangle with lists, and every figure by its hex, as the map was drawn for people."""
    columns, rows = drawn.columns, drawn.rows
    if columns.start < 0 or rows.start < 0 or max(columns.stop, rows.stop) > LARGEST:
        raise FillError(f"a map is painted from (0,0) on, in at most {LARGEST} columns and rows")
    there = {cell.place: cell.look for cell in drawn.cells}
    lists: dict[str, list[Data]] = {}
    for column in range(columns.stop):
        for row in range(rows.stop):
            look = there.get((column, row))
            key = next((each.key for each in field.brushes if each.look == look), "")
            key = _WITHOUT if look is None else key
            if key:
                lists.setdefault(key, []).append([column, row])
    thin: list[Data] = [[list(wall.one), list(wall.other)] for wall in drawn.thin_walls]
    size: dict[str, Data] = {_SIZE: f"{columns.stop} x {rows.stop}"}
    told = filling.put(field, {**size, **lists, **({_THIN_WALLS: thin} if thin else {})})
    names = {each.text: each.of for each in drawn.legend}
    places = {cell.label: cell.place for cell in drawn.cells if cell.label}
    for figures in (each for each in filling.fields if each.shape == "figures"):
        answer = told.answer(figures)
        for name, entry in answer.items() if isinstance(answer, Mapping) else ():
            place = places.get(names.get(name, ""))
            if place is not None and isinstance(entry, Mapping):
                told = _with_figure(told, figures, name, {**entry, AT: list(place)})
    return told


def size_of(answer: Data) -> tuple[int, int]:
    """The size of a map that is a rectangle; 0 for another."""
    told = answer.get(_SIZE) if isinstance(answer, Mapping) else None
    numbers = told.replace("x", " ").split() if isinstance(told, str) else told
    match numbers:
        case [columns, rows] if _NUMBER.fullmatch(str(columns)) and _NUMBER.fullmatch(str(rows)):
            return int(str(columns)), int(str(rows))
        case _:
            return 0, 0


# figures


def figure_at(filling: Filling, hex_: Coordinates) -> str:
    """The figure on this hex; empty for none."""
    figures = figures_of(filling)
    return next(
        (name for name, field in figures.items() if place_of(figure(filling, field, name)) == hex_), ""
    )


def free_hex(filling: Filling, field: Field) -> Coordinates | None:
    """A hex in the middle of a map in lists on which nothing lies and nobody stands, if there is one."""
    map_ = filling.answer(field)
    if not isinstance(map_, Mapping):
        return None
    listed = [
        each
        for key in (*(brush.key for brush in field.brushes), _WITHOUT)
        for each in hexes_in(map_.get(key))
    ]
    figures = [figure(filling, each, name) for name, each in figures_of(filling).items()]
    taken = set(map(place_of, (*listed, *figures)))
    columns, rows = size_of(map_)
    middle = (columns - 1) / 2, (rows - 1) / 2
    free = ((column, row) for column in range(columns) for row in range(rows) if (column, row) not in taken)
    return min(free, key=lambda at: hypot(at[0] - middle[0], at[1] - middle[1]), default=None)


def figures_of(filling: Filling) -> Mapping[str, Field]:
    """The figures by their names, each with its field; those that other answers bring come last."""
    found: dict[str, Field] = {}
    for field in filling.asked():
        answer = filling.answer(field) if field.shape == "figures" else None
        found.update(dict.fromkeys(answer, field) if isinstance(answer, Mapping) else {})
    return {**found, **{name: field for name, (field, _) in filling.brought.items() if name not in found}}


def moved(filling: Filling, name: str, hex_: Coordinates) -> Filling:
    """With a figure on this hex."""
    field = figures_of(filling).get(name)
    if field is None:
        raise FillError(f'there is no figure "{name}"')
    return _with_figure(filling, field, name, {**_told_of(filling, field, name), AT: list(hex_)})


def _told_of(filling: Filling, field: Field, name: str) -> Mapping[str, Data]:
    """What is told of a figure that there is. Raises FillError where the file tells it in another way."""
    if name not in figures_of(filling):
        raise FillError(f'there is no figure "{name}"')
    answer = filling.answer(field)
    entry = answer.get(name) if isinstance(answer, Mapping) else None
    if entry is not None and not isinstance(entry, Mapping):
        raise FillError(f"the file tells of {name} in another way: change it there")
    return figure(filling, field, name)


def entered(filling: Filling, field: Field, typed: str, hex_: Coordinates) -> Filling:
    """With a further figure on this hex: by its name, with its numbers behind: `NAME, hp 9`."""
    return filling.add(field, placed_at(typed, hex_))


def one_more(filling: Filling, field: Field, typed: str) -> tuple[Filling, str]:
    """What a further figure is called where there are others of its name: all of them get numbers, so that it
    is clear which one is meant. Raises FillError where one of them is all that there can be.
    """
    name, *behind = typed.partition(",")
    name = name.strip()
    there = figures_of(filling)
    alike = [each for each in there if each == name or re.fullmatch(rf"{re.escape(name)} \d+", each)]
    if not alike:
        return filling, typed
    if not field.numbered:
        raise FillError(f"{alike[0]} is on the map already")
    numbered = (f"{name} {number}" for number in range(1, _MOST_OF_A_KIND))
    free = (each for each in numbered if each not in there)
    if name in there:
        filling = _renamed(filling, there[name], name, next(free))
    return filling, "".join((next(free), *behind))


def _renamed(filling: Filling, field: Field, old: str, new: str) -> Filling:
    """With another name for a figure, also where the file says something of it."""
    answer = filling.answer(field)
    entries = answer.items() if isinstance(answer, Mapping) else ()
    filling = filling.put(field, {new if name == old else name: each for name, each in entries})
    name = re.compile(rf"\b{re.escape(old)}\b(?! \d)")

    def renamed(value: Data) -> Data:
        if isinstance(value, str):
            return name.sub(new, value)
        if isinstance(value, Mapping):
            return {name.sub(new, key): renamed(each) for key, each in value.items()}
        return list(map(renamed, value)) if isinstance(value, Sequence) else value

    for each in filling.fields:
        if each.shape in _ABOUT_FIGURES and (told := filling.answer(each)) is not None:
            filling = filling.put(each, renamed(told))
    return filling


_ABOUT_FIGURES = ("text", "steps", "claims")
_MOST_OF_A_KIND = 100


def figure(filling: Filling, field: Field, name: str) -> Mapping[str, Data]:
    """What is told of a figure; of one that other answers bring, where they do."""
    answer = filling.answer(field)
    entry = answer.get(name) if isinstance(answer, Mapping) else None
    if entry is None and name in filling.brought:
        return {AT: list(filling.brought[name][1])}
    return entry if isinstance(entry, Mapping) else {}


def described(filling: Filling, field: Field, name: str, trait: Trait, typed: str) -> Filling:
    """With another number or word of a figure, empty for none; of several words, with or without this one."""
    if typed and trait.words and typed not in trait.words:
        raise FillError(there_are(typed, trait.words).strip())
    entry = dict(_told_of(filling, field, name))
    value: Data = typed or None
    if trait.several:
        listed = words_of(entry.get(trait.key))
        value = [each for each in listed if each != typed] if typed in listed else [*listed, typed]
    elif typed and not trait.words:
        if not typed.isdecimal() or len(typed) > 3:
            raise FillError(f"{trait.called} of {name}: type a number")
        value = int(typed)
    entry[trait.key] = value
    return _with_figure(filling, field, name, {key: each for key, each in entry.items() if each or each == 0})


def words_of(value: Data) -> Sequence[Data]:
    """A list of words as a file writes it, of which one may stand alone."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return value
    return [value] if value else ()


def _with_figure(filling: Filling, field: Field, name: str, entry: Mapping[str, Data]) -> Filling:
    entry = with_its_place_before(filling.ruleset, field, filling.keys(), name, entry)
    answer = filling.answer(field)
    return filling.put(field, {**(answer if isinstance(answer, Mapping) else {}), name: entry})


def removed(filling: Filling, field: Field, name: str) -> Filling:
    """Without a figure. The hex in which other answers bring it is listed, so that they do not again."""
    there, entry = field.brought, figure(filling, field, name)
    left = filling.drop(field, name)
    if there is None:
        return left
    stood = place_of(entry.get(there.stood)) or place_of(entry)
    others = there.standing(left.ruleset, left.keys())
    lists = next(each for each in filling.asked() if each.key == there.gone)
    return listed(left, lists, stood) if stood is not None and stood in others.values() else left


def listed(filling: Filling, field: Field, hex_: Coordinates) -> Filling:
    """With a hex in a list of them, or without it where it is there."""
    text = f"({hex_[0]},{hex_[1]})"
    there = [each for each in filling.listed(field) if place_of(each) != hex_]
    is_there = len(there) < len(filling.listed(field))
    return filling.put(field, (there if is_there else [*there, text]) or None)


def marked(filling: Filling, hex_: Coordinates, brush: Brush) -> Filling:
    """With a hex in the list of a brush that has a field of its own. Raises FillError where that offers none
    there.
    """
    field = next(each for each in filling.asked() if each.key == brush.key)
    known = field.offers(filling.ruleset, filling.keys(), "") if field.offers is not None else ()
    offered = (place_of(text) for text, _ in known)
    if hex_ not in (*offered, *map(place_of, filling.listed(field))):
        raise FillError(f"{brush.called}: not in ({hex_[0]},{hex_[1]})")
    return listed(filling, field, hex_)


def hexes_in(value: Data) -> list[Data]:
    """A list of hexes."""
    if isinstance(value, str):
        raise FillError(
            "the hexes of this map are written as one text: paint it after you have made a list of it"
        )
    return list(value) if isinstance(value, Sequence) else []


def _is_inside(place: Coordinates | None, columns: int, rows: int) -> bool:
    return place is None or (0 <= place[0] < columns and 0 <= place[1] < rows)
