"""Elements of which the fields of a form are made: buttons that give orders, inputs that are read, hints."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.report.html.markup import NOTHING, Markup, joined, tag
from tsolve.web.sheet import Sheet
from tsolve.web.wire import READ, TYPED, written
from tsolve.written.form import Field

DROP = "✕"
_SENTENCES = ("claims", "lines", "steps", "entries")
"""The shapes in which a name is a part of what is typed."""


def button(
    called: str,
    order: Sequence[str],
    label: str = "",
    class_: str = "",
    pressed: bool | None = None,
    at: str = "",
) -> Markup:
    """A button that gives an order; `label` is what it is called where that does not show, `at` the key of
    the field to which the browser goes back where no script runs.
    """
    return tag(
        "button",
        called,
        name="do",
        value=written(order),
        aria_label=label,
        class_=class_,
        aria_pressed="" if pressed is None else str(pressed).lower(),
        formaction=f"/#field-{at}" if at else "",
    )


def typing(sheet: Sheet, field: Field, key: str, asks: str) -> Markup:
    """An input for one more entry, with a button that adds it. `key` says where, `asks` what."""
    note = sheet.notes.get(key)
    about = [f"told-{field.key}"] if hint_of(field) else []
    typed = tag(
        "input",
        name=f"{TYPED}{key}",
        value=sheet.typed.get(key, ""),
        aria_label=f"{field.asks}: {asks}",
        aria_describedby=" ".join([*about, note_id(key)] if note is not None else about),
        aria_invalid="true" if note is not None else "",
        placeholder=asks,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        enterkeyhint="enter",
        list=f"names-{field.key}",
        data_completes=field.key,
        data_sentence=field.shape in _SENTENCES,
        data_offers=field.offers is not None,
    )
    add = button("Add", READ, f"add to {field.asks}", "add", at=field.key)
    return tag("div", typed, add, class_="typing")


def setting(order: Sequence[str], value: str, label: str, hint: str = "") -> Markup:
    """An input for a number, whose name is the order that sets it."""
    return tag(
        "input",
        name=written(order),
        value=value,
        inputmode="numeric",
        placeholder=hint,
        aria_label=label,
        autocomplete="off",
        class_="amount",
    )


def note_id(key: str) -> str:
    """The id of what is said beside an input."""
    return f"note-{key.replace(' ', '-')}"


def hint_of(field: Field) -> str:
    """What is told of a field to somebody who picks."""
    return field.picked or field.told


def prose(told: str) -> Markup:
    """A text in which what is typed stands between backticks."""
    parts = told.split("`")
    return joined(tag("code", part) if at % 2 else part for at, part in enumerate(parts))


_ICONS = {
    "undo": "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-3",
    "redo": "M19 6l5 5-5 5M24 11H14a6 6 0 0 0 0 12h3",
    "examples": "M6 5h16v18H6zM10 10h8M10 14h8M10 18h5",
    "file": "M4 8h8l2 3h10v12H4zM4 8V6",
    "up": "M7 17l7-7 7 7",
    "edit": "M5 23l1-5L19 5l4 4L10 22z",
}


def icon(name: str) -> Markup:
    """A small drawing, which says nothing to a screen reader."""
    drawn = tag("path", d=_ICONS[name]) if name in _ICONS else NOTHING
    return tag("svg", drawn, viewBox="0 0 28 28", class_="icon", aria_hidden="true")
