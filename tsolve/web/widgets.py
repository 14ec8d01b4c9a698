"""The fields of a form as elements: chips, counters, places, and inputs whose names and values are orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tsolve.api.forms import claims_in_words
from tsolve.diagnostics import Diagnostic
from tsolve.report.html.markup import NOTHING, Markup, joined, tag
from tsolve.web.elements import DROP, button, hint_of, note_id, prose, setting, typing
from tsolve.web.map_widget import figure_widget, map_widget
from tsolve.web.sheet import NEW, Sheet
from tsolve.written.filling import Entry
from tsolve.written.form import Field
from tsolve.written.painting import figures_of
from tsolve.written.phrases import BY_A_KEY

_WITH_NAMES = ("card", "cards", "deck", "places", "counts", "figures")
"""The shapes in which names are typed by themselves."""
_ONE = ("card", "text")
"""The shapes with one answer: once it is there, no more is typed."""
_DRAWN = ("kind", "word", "number", "places", "pairs", "hexmap", "figures")
"""The shapes whose entries are shown where they are chosen; of the others, as chips below the input."""
_COUNTED = ("cards", "deck", "counts")
_UNKNOWN = "unknown"


def field_widget(sheet: Sheet, field: Field) -> Markup:
    """A field with its answer, with what is wrong with it, and with what could be meant."""
    hint = hint_of(field)
    now = field.now(sheet.filling.ruleset, sheet.filling.keys()) if field.now is not None else ""
    told = " ".join(filter(None, (hint, now)))
    about = tag("p", prose(told), class_="told", id=f"told-{field.key}") if told else NOTHING
    return tag(
        "fieldset",
        tag("legend", field.asks),
        about,
        _contents(sheet, field),
        wrong(sheet, field.key),
        _chips(sheet, field) if field.shape not in _DRAWN else NOTHING,
        id=f"field-{field.key}",
        class_=f"field of-{field.shape}",
    )


def _contents(sheet: Sheet, field: Field) -> Markup:
    match field.shape:
        case "word":
            return _words(sheet, field)
        case "number":
            now = sheet.filling.answer(field)
            usual = "" if field.usual is None else str(field.usual)
            return setting(("put", field.key), "" if now is None else str(now), field.asks, usual)
        case "places":
            return _places(sheet, field)
        case "pairs":
            return _tiles(sheet, field)
        case "hexmap":
            return map_widget(sheet, field)
        case "figures":
            return joined((_one_more(sheet, field), figure_widget(sheet, field)))
        case "deck" if sheet.filling.answer(field) is None:
            empty = button("empty", ("add", field.key, "empty"), f"{field.asks}: empty", at=field.key)
            return tag("div", _one_more(sheet, field), empty, class_="beside")
        case "text":
            return joined((_figures(sheet, field), _one_more(sheet, field)))
        case _:
            return _one_more(sheet, field)


def wrong(sheet: Sheet, key: str) -> Markup:
    """What is wrong with a field, and what could be meant."""
    found = sheet.form.mistakes.get(key, ()) if sheet.form is not None else ()
    inside = (
        each for each in sheet.notes if each == key or (key and each.startswith((f"{key}.", f"{key}@")))
    )
    return joined((*(_note(sheet, each) for each in inside), mistakes(found)))


def _note(sheet: Sheet, key: str) -> Markup:
    note = sheet.notes[key]
    meant = (button(each, ("meant", key, each), class_="offer") for each in note.meant)
    offers = tag("div", *meant, class_="chips") if note.meant else NOTHING
    said = tag("p", prose(note.text.partition(BY_A_KEY)[0]), class_="wrong")
    return tag("div", said, offers, class_="note-of", id=note_id(key))


def mistakes(found: Iterable[Diagnostic], in_file: bool = False) -> Markup:
    """Mistakes, each with what to write instead; `in_file`, with the line where it stands."""
    return joined(
        tag(
            "p",
            f"line {each.span.line}: " if in_file and each.span else "",
            prose(each.message),
            *_help(each),
            class_="wrong",
        )
        for each in found
    )


def _help(mistake: Diagnostic) -> Iterable[Markup]:
    return (joined((tag("br"), tag("small", prose(line)))) for line in mistake.help.splitlines())


def _one_more(sheet: Sheet, field: Field) -> Markup:
    is_there = field.shape in _ONE and sheet.filling.answer(field) is not None
    return NOTHING if is_there else typing(sheet, field, field.key, _asks(field))


def _asks(field: Field) -> str:
    if field.shape == "claims":
        return "claim"
    return "name" if field.shape in (*_WITH_NAMES, *_ONE) else "one more"


def _words(sheet: Sheet, field: Field) -> Markup:
    now = sheet.filling.answer(field)
    choices = (
        button(
            each,
            ("put", field.key, "" if each == now and field.optional else each),
            pressed=each == now,
            at=field.key,
        )
        for each in field.words
    )
    return tag("div", *choices, class_="choices")


def _figures(sheet: Sheet, field: Field) -> Markup:
    """The figures on the map, of which one can be named by a tap."""
    names = figures_of(sheet.filling) if sheet.filling.answer(field) is None else ()
    choices = [button(each, ("put", field.key, each), at=field.key) for each in names]
    return tag("div", *choices, class_="choices") if choices else NOTHING


def _chips(sheet: Sheet, field: Field) -> Markup:
    """The entries, each with what changes its number and what removes it."""
    entries = sheet.filling.entries(field)
    if not entries:
        is_empty = field.shape == "deck" and sheet.filling.answer(field) == []
        return tag("ul", _empty(field), class_="chips") if is_empty else NOTHING
    chips = tag("ul", *(_chip(field, each) for each in _in_words(sheet, field, entries)), class_="chips")
    if field.shape not in _COUNTED:
        return chips
    return joined((chips, tag("p", "A tap on a card is one more of it.", class_="told")))


def _in_words(sheet: Sheet, field: Field, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Claims as an answer tells them; any other entry as it is."""
    if field.shape != "claims" or sheet.form is None:
        return entries
    told = claims_in_words(sheet.form)
    texts = told if len(told) == len(entries) else [""] * len(entries)
    return [replace(entry, text=text or entry.text) for entry, text in zip(entries, texts, strict=True)]


def _chip(field: Field, entry: Entry) -> Markup:
    def order(word: str, called: str, label: str, class_: str) -> Markup:
        return button(called, (word, field.key, entry.key), label, class_, at=field.key)

    if not entry.count:
        told = tag("span", entry.text, class_="name")
        return tag("li", told, order("drop", DROP, f"remove {entry.text}", "less"), class_="chip")
    number = tag("b", f"{entry.count} ×") if entry.count > 1 else NOTHING
    more = order("more", joined((number, entry.text), " "), f"{entry.count} {entry.text}: one more", "name")
    sign = "−" if entry.count > 1 else DROP
    return tag("li", more, order("less", sign, f"one {entry.text} less", "less"), class_="chip")


def _empty(field: Field) -> Markup:
    """What says that there is nothing, which is more than saying nothing."""
    drop = button(DROP, ("put", field.key, ""), f"{field.asks}: not known", "less", at=field.key)
    return tag("li", tag("span", "empty", class_="name"), drop, class_="chip")


# places


def _places(sheet: Sheet, field: Field) -> Markup:
    """A place below the other, each with who is there."""
    entries = sheet.filling.entries(field)
    texts = [entries[at].text if at < len(entries) else "" for at in range(field.places)]
    return tag("ol", *(_place(sheet, field, at, text) for at, text in enumerate(texts)), class_="numbered")


def _place(sheet: Sheet, field: Field, at: int, text: str) -> Markup:
    if text and text != _UNKNOWN:
        drop = button(
            DROP, ("drop", field.key, str(at)), f"remove {text} from place {at + 1}", "less", at=field.key
        )
        return tag("li", tag("span", tag("span", text, class_="name"), drop, class_="chip"))
    others = (
        button(each, ("meant", f"{field.key}.{at}", each), f"{each} in place {at + 1}", at=field.key)
        for each in field.words
        if each != _UNKNOWN
    )
    return tag("li", typing(sheet, field, f"{field.key}.{at}", f"place {at + 1}"), *others)


def _tiles(sheet: Sheet, field: Field) -> Markup:
    """The rows of places on the table; a place is looked at by a tap."""
    answer = sheet.filling.answer(field)
    named = {key: str(value) for key, value in answer.items()} if isinstance(answer, Mapping) else {}
    drawn = []
    for label, names, free in _rows(sheet, field, named):
        tiles = (_tile(sheet, field, name, holds) for name, holds in names.items())
        blanks = (_blank(sheet, field, f"{NEW}{label}-{at}", label) for at in range(free))
        drawn.append(tag("div", tag("b", label, class_="row-name"), *tiles, *blanks, class_="rooms-row"))
    return tag("div", *drawn, class_="rooms")


def _rows(
    sheet: Sheet, field: Field, named: Mapping[str, str]
) -> Iterator[tuple[str, Mapping[str, str], int]]:
    """Each row with who is in its places, those that are named and those that are always there; and how many
    places are free. What is in no row comes last.
    """
    lost = dict(named)
    there: dict[str, dict[str, str]] = {}
    for row in sheet.table.board if sheet.table is not None else ():
        known = (place for place in row.places if place.name in named or place.holds)
        there[row.label] = {place.name: lost.pop(place.name, place.holds) for place in known}
    for label, number in field.rows:
        found = there.get(label, {})
        yield label, found, max(0, number - len(found))
    if lost or not field.rows:
        yield "", lost, 0 if field.rows else 1


def _tile(sheet: Sheet, field: Field, name: str, holds: str) -> Markup:
    looked_at = sheet.open == name
    told = joined((tag("span", name, class_="room-name"), tag("b", holds)))
    head = button(
        told, ("look", "" if looked_at else name), f"{name}: {holds}", "room-head", looked_at, at=field.key
    )
    if not looked_at:
        return tag("div", head, class_="room")
    named = sheet.filling.answer(field)
    is_named = isinstance(named, Mapping) and name in named
    return tag(
        "div",
        head,
        typing(sheet, field, f"{field.key}@{name}", "who is there?"),
        tag(
            "div",
            *(button(each, ("add", field.key, f"{name}: {each}"), at=field.key) for each in field.words),
            button(f"{DROP} remove", ("drop", field.key, name), f"remove {name}", at=field.key)
            if is_named
            else NOTHING,
            class_="choices",
        ),
        class_="room open",
    )


def _blank(sheet: Sheet, field: Field, key: str, label: str) -> Markup:
    if sheet.open != key:
        add = button("+", ("look", key), f"a place in row {label}", "room-head", at=field.key)
        return tag("div", add, class_="room free")
    return tag("div", typing(sheet, field, f"{field.key}@{key}", "which place?"), class_="room open")
