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
from tsolve.api.shipped import example
from tsolve.diagnostics import Diagnostic
from tsolve.errors import InputError, TsolveError, UsageError
from tsolve.web.links import texts_of, unpacked
from tsolve.web.wire import ENTER, QUESTION, TYPED, WHY_NOT, Order, Posted, order_of
from tsolve.written import painting
from tsolve.written.filling import FillError, Filling
from tsolve.written.form import Field

_INSIDE, NEW = "@", "*"
"""In the key of an input: before the entry to which it belongs, and in place of a new one."""
MOST_OF_A_KIND = 100
"""The number at which figures of one name are no more numbered by themselves."""
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
        return replace(sheet_of(text, kind), past=past, brush=self.brush, typed=self.typed, notes=self.notes)

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
    return sheet.opened(text, sheet.kind) if was and text != was else sheet


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
    except (TsolveError, ValueError, IndexError) as error:  # a form that no page of ours has sent
        return sheet.noted("", Note(str(error)))


def _add(sheet: Sheet, about: Sequence[str]) -> Sheet:
    key, typed = about
    if key in (QUESTION, WHY_NOT):
        return sheet
    place, _, number = key.partition(".")
    place, at, name = place.partition(_INSIDE)
    field = sheet.field(place)
    filling = sheet.filling
    if field.shape == "figures" and " at " not in f" {typed} ":
        return _entered(sheet, field, typed)
    if at:
        typed = f"{typed}: {field.words[0]}" if name.startswith(NEW) else f"{name}: {typed}"
    now = filling.at_place(field, int(number), typed) if number else filling.add(field, typed)
    added = sheet.filled(now)
    if at:  # a place that is new is looked at, so that it can be said who is there
        added = replace(added, open=entries_behind(filling, now, field) if name.startswith(NEW) else "")
    return _taken(added, key)


def _taken(sheet: Sheet, key: str) -> Sheet:
    """Nothing is left of what was typed into this input."""
    return replace(sheet, typed={name: each for name, each in sheet.typed.items() if name != key})


def entries_behind(before: Filling, now: Filling, field: Field) -> str:
    """The key of the entry that came behind the others, if one did."""
    keys = [each.key for each in now.entries(field)]
    return keys[-1] if len(keys) > len(before.entries(field)) else ""


def _entered(sheet: Sheet, figures: Field, typed: str) -> Sheet:
    """With a further figure on a free hex of the map. It is taken up, so that a tap puts it elsewhere."""
    map_ = next(each for each in sheet.filling.fields if each.shape == "hexmap")
    there = in_lists(sheet, map_)
    free = painting.free_hex(there, map_)
    if free is None:
        raise FillError("give the map its size first")
    if typed in painting.figures_of(there):  # one more of them
        numbers = (f"{typed} {number}" for number in range(2, MOST_OF_A_KIND))
        typed = next((each for each in numbers if each not in painting.figures_of(there)), typed)
    now = painting.entered(there, figures, typed, free)
    new = entries_behind(there, now, figures)
    return replace(_taken(sheet.filled(now), figures.key), brush=("figure", new), open=new)


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
    return sheet.filled(sheet.filling.drop(sheet.field(key), entry))


def _kind(sheet: Sheet, about: Sequence[str]) -> Sheet:
    (kind,) = about
    assert sheet.form is not None
    return sheet.filled(forms.new_form(sheet.form.game, kind).filling)


def _undo(sheet: Sheet, _: Sequence[str]) -> Sheet:
    if not sheet.past:
        return sheet
    before = replace(sheet_of(sheet.past[-1]), past=sheet.past[:-1], future=(sheet.text, *sheet.future))
    return replace(before, brush=sheet.brush)


def _redo(sheet: Sheet, _: Sequence[str]) -> Sheet:
    if not sheet.future:
        return sheet
    after = replace(sheet_of(sheet.future[0]), past=(*sheet.past, sheet.text), future=sheet.future[1:])
    return replace(after, brush=sheet.brush)


# the map


def _tap(sheet: Sheet, about: Sequence[str]) -> Sheet:
    """`map`, then the column and the row of each hex that was tapped."""
    key, *numbers = about
    field = sheet.field(key)
    for column, row in zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True):
        sheet = _tapped(sheet, field, (column, row))
    return sheet


def _tapped(sheet: Sheet, field: Field, hex_: tuple[int, int]) -> Sheet:
    there = painting.figure_at(sheet.filling, hex_)
    if there and sheet.brush != ("figure", there):
        return replace(sheet, brush=("figure", there), open=there)
    match sheet.brush:
        case ("paint", key):
            brush = next((each for each in field.brushes if each.key == key), None)
            return sheet.filled(painting.painted(in_lists(sheet, field), field, hex_, brush))
        case ("clear",):
            return sheet.filled(painting.painted(in_lists(sheet, field), field, hex_, None))
        case ("figure", name):
            return replace(sheet.filled(painting.moved(sheet.filling, name, hex_)), open=name)
        case _:
            return sheet


def in_lists(sheet: Sheet, field: Field) -> Filling:
    """The form with its map in lists of hexes, which can be painted. Raises FillError where it says more."""
    from tsolve.api import show

    filling = sheet.filling
    answer = filling.answer(field)
    if answer is None or (isinstance(answer, Mapping) and "drawing" not in answer and "hexes" not in answer):
        return filling
    position = sheet.form.position if sheet.form is not None else None
    drawn = show(position).position.map if position is not None else None
    if sheet.form is None or drawn is None:
        raise FillError("correct the mistakes first, or give the map a size")
    found = painting.in_lists(filling, field, drawn)
    position = sheet.form.filled(found).position
    again = show(position).position.map if position is not None else None
    if again is None or again.cells != drawn.cells:
        raise FillError("this map says more than can be painted: change it in the file")
    return found


def _size(sheet: Sheet, about: Sequence[str]) -> Sheet:
    """`map`, `columns`, `rows` or `both`, and the number, of both as in `5 x 4`."""
    key, side, number = about
    field = sheet.field(key)
    columns, rows = painting.size_of(sheet.filling.answer(field))
    if side == "both":
        wanted = painting.size_of({"size": number})
    else:
        wanted = (int(number or 0), rows) if side == "columns" else (columns, int(number or 0))
    if wanted in ((columns, rows), (0, rows), (columns, 0)):
        return sheet
    return sheet.filled(painting.resized(in_lists(sheet, field), field, *wanted))


def _trait(sheet: Sheet, about: Sequence[str]) -> Sheet:
    key, name, trait_key, value = about
    field = sheet.field(key)
    trait = next(each for each in field.traits if each.key == trait_key)
    told = painting.figure(sheet.filling, field, name).get(trait_key)
    if not trait.several and value == ("" if told is None else str(told)):
        return sheet
    return replace(sheet.filled(painting.described(sheet.filling, field, name, trait, value)), open=name)


def _reading(sheet: Sheet, about: Sequence[str]) -> Sheet:
    """Another reading of an open point; without an option the usual one."""
    key, option = about
    there = sheet.filling.data.get("interpretations")
    readings = {**(there if isinstance(there, Mapping) else {}), key: option}
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
    "move": lambda sheet, about: sheet.filled(
        painting.moved(sheet.filling, about[1], (int(about[2]), int(about[3])))
    ),
    "look": lambda sheet, about: replace(sheet, open=about[0]),
    "game": lambda sheet, about: sheet.opened(forms.new_form(about[0]).text),
    "example": lambda sheet, about: sheet.opened(example(about[0]).text),
    "open": lambda sheet, about: sheet.opened(about[0]),
    "link": lambda sheet, about: sheet.opened(unpacked(about[0])),
}
"""What can be done, by its word."""
