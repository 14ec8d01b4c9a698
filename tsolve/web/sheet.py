"""What a visitor has before them, as the browser sends it: the position file, what is typed beside it, and
what is to be done.

The server keeps nothing: every request holds all of it, and every answer gives it back. What a button does is
one of the orders below; each gives another sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from tsolve.api import forms
from tsolve.api.forms import Form
from tsolve.api.positions import Position
from tsolve.api.shipped import example
from tsolve.api.table import position_of
from tsolve.diagnostics import Diagnostic
from tsolve.errors import InputError, TsolveError, UsageError, escape
from tsolve.model.hexmaps import Coordinates, HexMap
from tsolve.model.plays import PositionAnswer
from tsolve.rules.names import squash
from tsolve.web.links import texts_of, unpacked
from tsolve.web.questions import INPUTS
from tsolve.web.wire import ENTER, TYPED, Order, Posted, order_of
from tsolve.written import painting
from tsolve.written.filling import FillError, Filling
from tsolve.written.form import Brush, Field
from tsolve.written.on_hexes import says_where

_INSIDE, NEW = "@", "*"
"""In the key of an input: before the entry to which it belongs, and in place of a new one."""
_SET = "["
"""How the names of inputs begin that are orders themselves, with the value behind."""


class Note(msgspec.Struct, frozen=True):
    """What is said beside a field."""

    text: str
    meant: tuple[str, ...] = ()
    """What could be meant, to choose from."""


class Sheet(msgspec.Struct, frozen=True):
    """The position and what is typed beside it."""

    form: Form | None
    """None where the text is no position file at all."""
    text: str
    kind: str = ""
    past: tuple[str, ...] = ()
    future: tuple[str, ...] = ()
    typed: Mapping[str, str] = {}
    """What was typed and could not be taken, by field."""
    notes: Mapping[str, Note] = {}
    wrong: tuple[Diagnostic, ...] = ()
    """What is wrong with a text that is no position file."""
    brush: Order = ()
    """What a tap on the map does."""
    open: str = ""
    """The figure or the place that is looked at."""

    def opened(self, text: str, kind: str = "") -> Sheet:
        """With another text; the one before can be had again."""
        if text == self.text:
            return self
        past = (*self.past, self.text) if self.text else self.past
        return replace(self._with_text(text, kind), past=past)

    def _with_text(self, text: str, kind: str = "") -> Sheet:
        """With another text. What was typed into a field that is not there any more goes."""
        found = sheet_of(text, kind)
        there = {each.key for each in found.filling.asked()} if found.form is not None else set()
        kept = {*INPUTS, *there}
        typed = {key: each for key, each in self.typed.items() if place_of(key)[0] in kept}
        return replace(found, brush=self.brush, typed=typed, notes=self.notes)

    def filled(self, filling: Filling) -> Sheet:
        """With other answers."""
        if self.form is None:
            return self
        form = self.form.filled(filling)
        if form.text == self.text:
            return replace(self, form=form, kind=filling.kind)
        kept = replace(self, form=form, text=form.text, kind=filling.kind)
        return replace(kept, past=(*self.past, self.text), future=())

    def noted(self, field: str, note: Note) -> Sheet:
        """With something said beside a field."""
        return replace(self, notes={**self.notes, field: note})

    @property
    def filling(self) -> Filling:
        """Raises UsageError where the text is no position file."""
        if self.form is None:
            raise UsageError("the text is no position: correct it first")
        return self.form.filling

    @property
    def game(self) -> str:
        """The id of its game; empty where the text is no position file."""
        return self.form.game if self.form is not None else ""

    @property
    def position(self) -> Position | None:
        """The position, where nothing is wrong with the file."""
        return self.form.position if self.form is not None else None

    @property
    def drawn(self) -> HexMap | None:
        """The map as the position shows it; where the file has mistakes, without what they are in."""
        position = forms.as_far_as_it_goes(self.form) if self.form is not None else None
        return position_of(position).map if position is not None else None

    @property
    def table(self) -> PositionAnswer | None:
        """The table as people see it, where nothing is wrong with the file."""
        return position_of(self.position) if self.position is not None else None

    def field(self, key: str) -> Field:
        """The field of this key. Raises UsageError."""
        found = next((each for each in self.filling.asked() if each.key == key), None)
        if found is None:
            raise UsageError(f'there is no field "{key}"')
        return found


def sheet_of(text: str, kind: str = "") -> Sheet:
    """The sheet of a text."""
    try:
        form = forms.form_of(text, kind)
    except InputError as error:
        return Sheet(None, text, kind, wrong=error.diagnostics)
    return Sheet(form, text, form.filling.kind)


def new_sheet(game: str) -> Sheet:
    """The sheet of a game on which nothing is filled in."""
    form = forms.new_form(game)
    return Sheet(form, form.text, form.filling.kind)


def sheet_from(posted: Posted) -> Sheet:
    """The sheet as it was sent, with what was typed beside the text in its fields."""
    text, (was, *_) = _plain(posted.get("text", "")), (*texts_of(posted.get("was", "")), "")
    sheet = replace(
        sheet_of(was or text, posted.get("kind", "")),
        past=texts_of(posted.get("past", "")),
        future=texts_of(posted.get("future", "")),
        brush=order_of(posted.get("brush", "")),
        open=posted.get("open", ""),
        typed={
            name.removeprefix(TYPED): typed.strip()
            for name, typed in posted.items()
            if name.startswith(TYPED)
        },
    )
    return sheet.opened(text, sheet.kind) if was and text not in (was, _as_shown(was)) else sheet


def _as_shown(text: str) -> str:
    """A text as the page shows it, with signs for the characters that nobody sees."""
    return "\n".join(map(escape, text.split("\n")))


def _plain(text: str) -> str:
    """A text with the line ends of a file: a browser sends others."""
    text = text.replace("\r\n", "\n")
    return text if not text or text.endswith("\n") else f"{text}\n"


def done(posted: Posted, order: Order) -> Sheet:
    """The sheet that was sent, after what was typed into its inputs is read and the order is carried out."""
    sheet = sheet_from(posted)
    for name, value in posted.items():
        if name.startswith(_SET) and (wanted := order_of(name)):
            sheet = _carried_out(sheet, (*wanted, value.strip()))
    if sheet.form is not None:
        for key, typed in sheet.typed.items():
            if typed and order[:2] != ("meant", key) and order[:1] not in (("tap",), ("undo",), ("redo",)):
                sheet = _carried_out(sheet, ("add", key, typed))
    return _carried_out(sheet, order) if order and order != ENTER else sheet


def _carried_out(sheet: Sheet, order: Order) -> Sheet:
    """The sheet after an order; what keeps it from being carried out stands beside the field."""
    word, *about = order
    key = about[0] if about else ""
    if word not in _ORDERS:
        return sheet
    try:
        return _ORDERS[word](sheet, about)
    except FillError as error:
        return sheet.noted(key, Note(str(error), error.meant))
    except TsolveError as error:
        return sheet.noted("", Note(str(error)))
    except (ValueError, LookupError, StopIteration):  # an order that no page of ours has sent
        return sheet.noted("", Note("this cannot be done"))


def _add(sheet: Sheet, about: Sequence[str]) -> Sheet:
    key, typed = about
    if key in INPUTS:
        return sheet
    place, name, number = place_of(key)
    field = sheet.field(place)
    filling = sheet.filling
    if field.shape == "figures" and not says_where(typed):
        return _entered(sheet, field, typed)
    if name:
        typed = f"{typed}: {field.words[0]}" if name.startswith(NEW) else f"{name}: {typed}"
    now = filling.at_place(field, int(number), typed) if number else filling.add(field, typed)
    added = sheet.filled(now)
    if name:  # a place that is new is looked at, so that it can be said who is there
        added = replace(added, open=_entry_behind(filling, now, field) if name.startswith(NEW) else "")
    return _taken(added, key)


def _taken(sheet: Sheet, key: str) -> Sheet:
    """Nothing is left of what was typed into this input."""
    return replace(sheet, typed={name: each for name, each in sheet.typed.items() if name != key})


def _entry_behind(before: Filling, now: Filling, field: Field) -> str:
    """The key of the entry that came behind the others, if one did."""
    keys = [each.key for each in now.entries(field)]
    return keys[-1] if len(keys) > len(before.entries(field)) else ""


def _entered(sheet: Sheet, figures: Field, typed: str) -> Sheet:
    """With a further figure on a free hex of the map. It is taken up, so that a tap puts it elsewhere."""
    if figures.enters is not None:
        return _come_in(sheet, figures, typed)
    map_ = next(each for each in sheet.filling.asked() if each.shape == "hexmap")
    there = in_lists(sheet, map_)
    free = painting.free_hex(there, map_)
    if free is None:
        raise FillError("give the map its size first")
    there, typed = painting.one_more(there, figures, typed)
    now = painting.entered(there, figures, typed, free)
    new = _entry_behind(there, now, figures)
    return replace(_taken(sheet.filled(now), figures.key), brush=("figure", new), open=new)


def _come_in(sheet: Sheet, figures: Field, typed: str) -> Sheet:
    """With a figure where figures come in, or where it stands already, which takes it up."""
    name, comma, _ = typed.partition(",")
    known = next((each for each in painting.figures_of(sheet.filling) if squash(each) == squash(name)), "")
    if not known:
        _, typed = painting.one_more(sheet.filling, figures, typed)
    now = sheet.filling.add(figures, typed) if comma or not known else sheet.filling
    new = known or _entry_behind(sheet.filling, now, figures)
    return replace(_taken(sheet.filled(now), figures.key), brush=("figure", new), open=new)


def place_of(key: str) -> tuple[str, str, str]:
    """The field of an input, with the entry or the number of the place to which it belongs."""
    place, _, number = key.partition(".")
    place, _, name = place.partition(_INSIDE)
    return place, name, number


def _put(sheet: Sheet, about: Sequence[str]) -> Sheet:
    key, value = about
    field = sheet.field(key)
    now = sheet.filling.answer(field)
    if value == ("" if now is None else str(now)):
        return sheet
    return sheet.filled(sheet.filling.add(field, value) if value else sheet.filling.put(field, None))


def _count(by: int) -> Callable[[Sheet, Sequence[str]], Sheet]:
    def count(sheet: Sheet, about: Sequence[str]) -> Sheet:
        key, entry = about
        return sheet.filled(sheet.filling.count(sheet.field(key), entry, by))

    return count


def _drop(sheet: Sheet, about: Sequence[str]) -> Sheet:
    key, entry = about
    field = sheet.field(key)
    if field.brought is not None:
        return sheet.filled(painting.removed(sheet.filling, field, entry))
    return sheet.filled(sheet.filling.drop(field, entry))


def _kind(sheet: Sheet, about: Sequence[str]) -> Sheet:
    (kind,) = about
    if sheet.form is None or kind == sheet.kind:
        return sheet
    field = next(each for each in sheet.filling.fields if each.shape == "kind")
    return sheet.filled(forms.new_form(sheet.form.game, field.words[field.words.index(kind)]).filling)


def _another(sheet: Sheet, text: str) -> Sheet:
    """Another position. What was wrong with a text in the one before may be right there."""
    return replace(sheet, notes={}).opened(text)


def _undo(sheet: Sheet, _: Sequence[str]) -> Sheet:
    if not sheet.past:
        return sheet
    before = sheet._with_text(sheet.past[-1], sheet.kind)
    return replace(before, past=sheet.past[:-1], future=(sheet.text, *sheet.future))


def _redo(sheet: Sheet, _: Sequence[str]) -> Sheet:
    if not sheet.future:
        return sheet
    after = sheet._with_text(sheet.future[0], sheet.kind)
    return replace(after, past=(*sheet.past, sheet.text), future=sheet.future[1:])


# the map


def _tap(sheet: Sheet, about: Sequence[str]) -> Sheet:
    """`map`, then the column and the row of each hex that was tapped. A tap on a figure takes it up."""
    key, *numbers = about
    field = sheet.field(key)
    hexes = list(zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True))[:_MOST_TAPPED]
    there = _with_lists(sheet, field)
    if len(hexes) == 1 and (name := painting.figure_at(there, hexes[0])) not in ("", *sheet.brush[1:]):
        return replace(sheet, brush=("figure", name), open=name)
    match sheet.brush:
        case ("figure", name) if hexes:
            return _moved(sheet, field, name, hexes[-1])
        case ("paint", wanted) if field.is_brought:
            return _marked(sheet, hexes, next(each for each in field.brushes if each.key == wanted))
        case ("paint", _) | ("clear",) if not field.is_brought:
            brush = next((each for each in field.brushes if each.key in sheet.brush[1:]), None)
            return _painted(sheet, field, [at for at in hexes if not painting.figure_at(there, at)], brush)
        case _:
            return sheet


def _marked(sheet: Sheet, hexes: Sequence[Coordinates], brush: Brush) -> Sheet:
    """With hexes in the field of their own that lists them."""
    filling = sheet.filling
    for hex_ in hexes:
        filling = painting.marked(filling, hex_, brush)
    return sheet.filled(filling)


def _painted(sheet: Sheet, field: Field, hexes: Sequence[Coordinates], brush: Brush | None) -> Sheet:
    """With hexes painted or cleared. Raises FillError where the file says more of them than that."""
    filling = in_lists(sheet, field)
    columns, rows = painting.size_of(filling.answer(field))
    hexes = [(column, row) for column, row in hexes if 0 <= column < columns and 0 <= row < rows]
    for hex_ in hexes:
        filling = painting.painted(filling, field, hex_, brush)
    painted = sheet.filled(filling)
    if painted.table is not None and painted.table.map is not None:
        looks = {cell.place: cell.look for cell in painted.table.map.cells}
        for hex_ in hexes:
            if looks.get(hex_) != painting.look_of(filling, field, hex_):
                raise FillError(_SAYS_MORE)
    return painted


def _move(sheet: Sheet, about: Sequence[str]) -> Sheet:
    """The name of a figure, then the column and the row of the hex."""
    name, column, row = about
    field = next(each for each in sheet.filling.asked() if each.shape == "hexmap")
    return _moved(sheet, field, name, (int(column), int(row)))


def _moved(sheet: Sheet, field: Field, name: str, hex_: Coordinates) -> Sheet:
    return replace(sheet.filled(painting.moved(_with_lists(sheet, field), name, hex_)), open=name)


def _with_lists(sheet: Sheet, field: Field) -> Filling:
    """The form with its map in lists of hexes, so that no mark of a drawing says where somebody stands; as it
    is where that cannot be.
    """
    try:
        return in_lists(sheet, field)
    except FillError:
        return sheet.filling


def in_lists(sheet: Sheet, field: Field) -> Filling:
    """The form with its map in lists of hexes, which can be painted. Raises FillError where the file says
    more, so that the table would be another one.
    """
    filling = sheet.filling
    if painting.is_in_lists(filling, field):
        return filling
    position, table = sheet.position, sheet.table
    if sheet.form is None or position is None or table is None or table.map is None:
        raise FillError("correct the mistakes first, or give the map a size")
    found = painting.in_lists(filling, field, table.map)
    again = sheet.form.filled(found).position
    if again is None or (again.state, position_of(again)) != (position.state, table):
        raise FillError(_SAYS_MORE)
    return found


_SAYS_MORE = "the file says more of this map than can be painted: change it in the file"
_MOST_TAPPED = painting.LARGEST**2


def _size(sheet: Sheet, about: Sequence[str]) -> Sheet:
    """`map`, `columns`, `rows` or `both`, and the number, of both as in `5 x 4`."""
    key, side, typed = about
    field = sheet.field(key)
    columns, rows = painting.size_of(sheet.filling.answer(field))
    sizes = {"columns": f"{typed} x {rows or 1}", "rows": f"{columns or 1} x {typed}", "both": typed}
    wanted = painting.size_of({"size": sizes[side]})
    if not typed or wanted == (columns, rows):
        return sheet
    if 0 in wanted:
        raise FillError("type a number of columns and of rows")
    return sheet.filled(painting.resized(in_lists(sheet, field), field, *wanted))


def _trait(sheet: Sheet, about: Sequence[str]) -> Sheet:
    key, name, trait_key, value = about
    field = sheet.field(key)
    (trait,) = (each for each in field.traits if each.key == trait_key)
    told = painting.figure(sheet.filling, field, name).get(trait_key)
    if not trait.several and value == ("" if told is None else str(told)):
        return sheet
    return replace(sheet.filled(painting.described(sheet.filling, field, name, trait, value)), open=name)


def _reading(sheet: Sheet, about: Sequence[str]) -> Sheet:
    """Another reading of an open point; without an option the usual one."""
    key, option = about
    there = sheet.filling.data.get("interpretations") or {}
    if not isinstance(there, Mapping):
        raise FillError("correct the readings in the file first")
    readings = {**there, key: option}
    chosen = {name: each for name, each in readings.items() if each}
    data = {name: each for name, each in sheet.filling.data.items() if name != "interpretations"}
    return sheet.filled(sheet.filling.with_data({**data, **({"interpretations": chosen} if chosen else {})}))


_ORDERS: Mapping[str, Callable[[Sheet, Sequence[str]], Sheet]] = {
    "add": _add,
    "meant": lambda sheet, about: replace(_add(sheet, about), notes={}),
    "put": _put,
    "more": _count(1),
    "less": _count(-1),
    "drop": _drop,
    "kind": _kind,
    "undo": _undo,
    "redo": _redo,
    "tap": _tap,
    "size": _size,
    "trait": _trait,
    "reading": _reading,
    "move": _move,
    "look": lambda sheet, about: replace(sheet, open=about[0]),
    "game": lambda sheet, about: _another(sheet, forms.new_form(about[0]).text),
    "example": lambda sheet, about: _another(sheet, example(about[0]).text),
    "open": lambda sheet, about: _another(sheet, _plain(about[0])),
    "link": lambda sheet, about: _another(sheet, _plain(unpacked(about[0]))),
}
"""What can be done, by its word."""
