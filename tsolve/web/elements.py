"""Elements of which the fields of a form are made: buttons that give orders, and inputs that are read."""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.report.html.markup import Markup, tag
from tsolve.web.sheet import Sheet
from tsolve.web.wire import ENTER, TYPED, written
from tsolve.written.form import Field

DROP = "✕"


def button(
    called: str, order: Sequence[str], label: str = "", class_: str = "", pressed: bool | None = None
) -> Markup:
    """A button that gives an order; `label` is what it is called where that does not show."""
    state = "" if pressed is None else str(pressed).lower()
    return tag(
        "button",
        called,
        name="do",
        value=written(order),
        aria_label=label,
        class_=class_,
        aria_pressed=state,
    )


def typing(sheet: Sheet, field: Field, key: str, asks: str) -> Markup:
    """An input for one more entry, with a button that adds it. `key` says where, `asks` what."""
    typed = tag(
        "input",
        name=f"{TYPED}{key}",
        value=sheet.typed.get(key, ""),
        aria_label=f"{field.asks}: {asks}",
        aria_describedby=f"told-{field.key}" if field.told else "",
        placeholder=asks,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        enterkeyhint="enter",
        list=f"names-{field.key}",
        data_completes=field.key,
    )
    return tag("div", typed, button("Add", ENTER, f"add to {field.asks}", "add"), class_="typing")


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
        class_="number",
    )
