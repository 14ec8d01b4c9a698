"""The fields of a form as elements: chips, counters, places, and inputs whose names and values are orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tsolve.diagnostics import Diagnostic
from tsolve.report.html.markup import NOTHING, Markup, joined, tag
from tsolve.web.elements import DROP, button, setting, typing
from tsolve.web.map_widget import figure_widget, map_widget
from tsolve.web.sheet import NEW, Sheet
from tsolve.written.filling import Entry
from tsolve.written.form import Field

_WITH_NAMES = ("card", "cards", "deck", "places", "counts", "pairs", "figures")
"""The shapes in which names of cards are typed by themselves."""


def field_widget(sheet: Sheet, field: Field) -> Markup:
    """A field with its answer, with what is wrong with it, and with what could be meant."""
    match field.shape:
        case "word":
            contents = _words(sheet, field)
        case "number":
            now = sheet.filling.answer(field)
            usual = "" if field.usual is None else str(field.usual)
            contents = setting(("put", field.key), "" if now is None else str(now), field.asks, usual)
        case "places":
            contents = _places(sheet, field)
        case "pairs":
            contents = joined((_tiles(sheet, field), _one_more(sheet, field)))
        case "hexmap":
            contents = map_widget(sheet, field)
        case "figures":
            contents = joined((figure_widget(sheet, field), _one_more(sheet, field)))
        case _:
            contents = joined((_chips(sheet, field), _one_more(sheet, field)))
    about = tag("p", field.told, class_="told", id=f"told-{field.key}") if field.told else NOTHING
    return tag(
        "fieldset",
        tag("legend", field.asks),
        about,
        contents,
        wrong(sheet, field.key),
        id=f"field-{field.key}",
        class_=f"field {field.shape}",
    )


def wrong(sheet: Sheet, key: str) -> Markup:
    """What is wrong with a field, and what could be meant."""
    found = sheet.form.mistakes.get(key, ()) if sheet.form is not None else ()
    return joined((_note(sheet, key), mistakes(found)))


def _note(sheet: Sheet, key: str) -> Markup:
    note = sheet.notes.get(key)
    if note is None:
        return NOTHING
    meant = (button(each, ("meant", key, each), class_="chip offer") for each in note.meant)
    offers = tag("div", *meant, class_="chips") if note.meant else NOTHING
    return joined((tag("p", note.text, class_="wrong"), offers))


def mistakes(found: Iterable[Diagnostic]) -> Markup:
    """Mistakes of the file, each with what to write instead."""
    return joined(tag("p", each.message, *_help(each), class_="wrong") for each in found)


def _help(mistake: Diagnostic) -> Iterable[Markup]:
    return (joined((tag("br"), tag("small", line))) for line in mistake.help.splitlines())


def _one_more(sheet: Sheet, field: Field) -> Markup:
    return typing(sheet, field, field.key, _asks(field))


def _asks(field: Field) -> str:
    if field.shape == "deck":
        return "card, or empty"
    if field.shape == "claims":
        return "claim"
    return "card" if field.shape in _WITH_NAMES else "one more"


def _words(sheet: Sheet, field: Field) -> Markup:
    now = sheet.filling.answer(field)
    return tag(
        "div",
        *(
            button(
                each, ("put", field.key, "" if each == now and field.optional else each), pressed=each == now
            )
            for each in field.words
        ),
        class_="choices",
    )


def _chips(sheet: Sheet, field: Field) -> Markup:
    """The entries, each with what changes its number and what removes it."""
    entries = sheet.filling.entries(field)
    if not entries:
        nothing = "none" if field.shape == "deck" and sheet.filling.answer(field) == [] else ""
        return tag("p", nothing, class_="nothing") if nothing else NOTHING
    return tag("ul", *(_chip(field, each) for each in entries), class_="chips")


def _chip(field: Field, entry: Entry) -> Markup:
    drop = button(DROP, ("drop", field.key, entry.key), f"remove {entry.text}", "drop")
    if not entry.count:
        return tag("li", tag("span", entry.text, class_="name"), drop, class_="chip")
    less = button("−", ("less", field.key, entry.key), f"one {entry.text} less", "less")
    more = button("+", ("more", field.key, entry.key), f"one {entry.text} more", "more")
    number = tag("span", f"{entry.count} ×", class_="count")
    return tag("li", less, number, tag("span", entry.text, class_="name"), more, class_="chip")


def _places(sheet: Sheet, field: Field) -> Markup:
    """A place beside the other, each with who is there."""
    entries = sheet.filling.entries(field)
    texts = [entries[at].text if at < len(entries) else "" for at in range(field.places)]
    return tag("ol", *(_place(sheet, field, at, text) for at, text in enumerate(texts)), class_="places")


def _place(sheet: Sheet, field: Field, at: int, text: str) -> Markup:
    if text and text != "unknown":
        drop = button(DROP, ("drop", field.key, str(at)), f"remove {text} from place {at + 1}", "drop")
        return tag("li", tag("span", text, class_="name"), drop, class_="chip")
    others = (
        button(each, ("meant", f"{field.key}.{at}", each), f"{each} in place {at + 1}")
        for each in field.words
        if each != "unknown"
    )
    return tag("li", typing(sheet, field, f"{field.key}.{at}", f"place {at + 1}"), *others)


def _tiles(sheet: Sheet, field: Field) -> Markup:
    """The rows of places on the table; a place is looked at by a tap."""
    answer = sheet.filling.answer(field)
    holds = dict(answer) if isinstance(answer, dict) else {}
    rows = _rows(sheet, field, list(holds))
    drawn = []
    for label, names, free in rows:
        tiles = (_tile(sheet, field, name, str(holds.get(name, ""))) for name in names)
        blanks = (_blank(sheet, field, label) for _ in range(free))
        drawn.append(tag("div", tag("b", label, class_="label"), *tiles, *blanks, class_="row"))
    return tag("div", *drawn, class_="board tiles")


def _rows(sheet: Sheet, field: Field, names: Sequence[str]) -> list[tuple[str, list[str], int]]:
    """Each row with the places that are named, and with how many are free."""
    from tsolve.api.positions import position_of

    position = sheet.form.position if sheet.form is not None else None
    board = position_of(position).board if position is not None else ()
    row_of = {place.name: row.label for row in board for place in row.places}
    found = []
    for label, number in field.rows:
        there = [name for name in names if row_of.get(name) == label]
        found.append((label, there, max(0, number - len(there))))
    lost = [name for name in names if row_of.get(name) not in dict(field.rows)]
    return [*found, ("", lost, 0)] if lost else found


def _tile(sheet: Sheet, field: Field, name: str, holds: str) -> Markup:
    looked_at = sheet.open == name
    head = button(name, ("look", "" if looked_at else name), f"{name}: {holds}", "where", pressed=looked_at)
    who = tag("b", holds, class_="name")
    if not looked_at:
        return tag("div", head, who, class_="spot")
    return tag(
        "div",
        head,
        who,
        typing(sheet, field, f"{field.key}@{name}", "who is there?"),
        *(button(each, ("add", field.key, f"{name}: {each}")) for each in field.words),
        button(DROP, ("drop", field.key, name), f"remove {name}", "drop"),
        class_="spot target",
    )


def _blank(sheet: Sheet, field: Field, label: str) -> Markup:
    return tag(
        "div",
        button("+", ("look", f"{NEW}{label}"), f"a place in row {label}", "blank"),
        typing(sheet, field, f"{field.key}@{NEW}", "which place?")
        if sheet.open == f"{NEW}{label}"
        else NOTHING,
        class_="spot free",
    )
