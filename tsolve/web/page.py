"""The page: the games as tabs, the form with the table beside it, the answer, and what can be asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from tsolve.api.completions import Completion
from tsolve.api.forms import all_names, games_with_forms
from tsolve.api.shipped import examples
from tsolve.report.html.blocks import Blocks, table
from tsolve.report.html.markup import NOTHING, Markup, Rules, document, joined, lines, tag
from tsolve.report.page import Page
from tsolve.version import VERSION
from tsolve.web.answer_part import Shown, answer_part
from tsolve.web.elements import button, icon
from tsolve.web.links import history, packed
from tsolve.web.questions import QUESTIONS, can_be_asked
from tsolve.web.sheet import Sheet, new_sheet
from tsolve.web.widgets import field_widget, mistakes, wrong
from tsolve.web.wire import ENTER, READ, TYPED, Order, written
from tsolve.written.form import Field

_BOX = "ask"
"""The question whose input stands by itself."""


def whole_page(sheet: Sheet, shown: Shown) -> str:
    """The page for this sheet."""
    answer = answer_part(sheet, shown)
    title = tag("h1", f"{_title_of(sheet)}: a position to judge", class_="unseen") if not answer else NOTHING
    sides = tag("div", _form(sheet, bool(answer)), _seen(sheet, shown), class_="sides")
    sent = tag(
        "form",
        button("Read what is typed", ENTER, class_="default"),
        tag("header", _top(sheet), class_="top"),
        tag("main", title, answer, sides, id="main"),
        _asking(sheet, bool(answer)),
        *_kept(sheet, shown),
        id="sheet",
        data_link=packed(sheet.text),
        method="post",
        action="/#main",
        autocomplete="off",
    )
    opening = tag("form", id="opening", method="post", action="/open", enctype="multipart/form-data")
    told = tag("p", id="told", role="status", class_="unseen")
    footer = tag("footer", f"tsolve {VERSION}")
    return document(_head(shown), joined((sent, opening, told, footer)))


def _head(shown: Shown) -> Markup:
    title = shown.told.answer.told if shown.told is not None else "settle it"
    return joined(
        (
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width,initial-scale=1"),
            tag("title", f"tsolve: {title}"),
            tag("link", rel="icon", href="/icon.svg", type="image/svg+xml"),
            tag("link", rel="stylesheet", href="/style.css"),
            tag("script", src="/page.js", defer=True),
        )
    )


# the top


def _title_of(sheet: Sheet) -> str:
    return dict(games_with_forms()).get(sheet.game, "tsolve")


def _top(sheet: Sheet) -> Markup:
    return joined((tag("strong", "tsolve", class_="brand"), _tabs(sheet), _tools(sheet)))


def _tabs(sheet: Sheet) -> Markup:
    game = sheet.game
    tabs = (button(title, ("game", each), pressed=each == game) for each, title in games_with_forms())
    return tag("nav", *tabs, class_="tabs", aria_label="Game")


def _tools(sheet: Sheet) -> Markup:
    """Undo and redo, examples, and what opens a file."""
    kinds = ".yaml,.yml,text/*"
    file = tag("input", type="file", name="file", form="opening", accept=kinds, aria_label="Position file")
    opened = tag("button", "Open", form="opening", class_="no-script")
    hint = tag("p", "Or drop it on the page.", class_="told script")
    return tag(
        "div",
        _step_button("Undo", ("undo",), bool(sheet.past)),
        _step_button("Redo", ("redo",), bool(sheet.future)),
        _menu("Examples", "examples", tag("ul", *(tag("li", each) for each in _examples(sheet)))),
        _menu("Open", "file", tag("div", file, opened, hint)),
        class_="tools",
    )


def _menu(called: str, drawing: str, contents: Markup) -> Markup:
    summary = tag("summary", icon(drawing), tag("span", called), class_="tool")
    return tag("details", summary, contents, class_="menu", id=f"menu-{drawing}")


def _step_button(called: str, order: Order, enabled: bool) -> Markup:
    return tag(
        "button",
        icon(order[0]),
        tag("span", called),
        name="do",
        value=written(order),
        disabled=not enabled,
        class_="tool",
    )


def _examples(sheet: Sheet) -> Iterator[Markup]:
    """The examples of the game."""
    of_game = (each for each in examples() if each.game == sheet.game)
    return (button(each.about, ("example", each.name)) for each in of_game)


def _kept(sheet: Sheet, shown: Shown) -> Iterator[Markup]:
    """What the browser sends back unseen."""
    kept = {
        "was": history((sheet.text,)),
        "kind": sheet.kind,
        "past": history(sheet.past),
        "future": history(sheet.future),
        "open": sheet.open,
        "again": written(shown.question) if shown.question else "",
    }
    return (tag("input", type="hidden", name=name, value=value) for name, value in kept.items() if value)


# the form


def _form(sheet: Sheet, below: bool) -> Markup:
    """The fields that belong to the position; those that are seldom needed are closed at first. `below` an
    answer they have a heading.
    """
    if sheet.form is None:
        heading = tag("h2", "The file cannot be read")
        return tag(
            "section",
            heading,
            mistakes(sheet.wrong, in_file=True),
            _source(sheet, True),
            class_="fields",
            id="position",
        )
    asked = list(sheet.filling.asked())
    more = [each for each in asked if each.optional]
    is_open = any(sheet.filling.answer(each) is not None or each.key in sheet.notes for each in more)
    seldom = (field_widget(sheet, each) for each in more)
    contents = (
        tag("h2", "The position") if below else NOTHING,
        NOTHING if below or sheet.text != new_sheet(sheet.form.game).text else _welcome(sheet),
        _kinds(sheet),
        NOTHING if not sheet.filling.data or sheet.filling.unanswered() else wrong(sheet, ""),
        *(field_widget(sheet, each) for each in asked if not each.optional),
        tag("details", tag("summary", "More fields"), *seldom, open=is_open, id="more") if more else NOTHING,
        *_name_lists(sheet, asked),
    )
    return tag("section", *contents, class_="fields", id="position", aria_label="The position")


def _welcome(sheet: Sheet) -> Markup:
    """What somebody may begin with who has never seen the page."""
    return tag(
        "div",
        tag("p", "Put in what lies on the table and what is claimed, then tap Judge it. An example:"),
        *islice(_examples(sheet), 1),
        class_="welcome",
    )


def _kinds(sheet: Sheet) -> Markup:
    """What the file is about, where a game has several kinds of files."""
    field = next((each for each in sheet.filling.fields if each.shape == "kind"), None)
    if field is None:
        return NOTHING
    choices = (button(each, ("kind", each), pressed=each == sheet.kind) for each in field.words)
    return tag("div", *choices, class_="choices kinds", role="group", aria_label=field.asks)


def _name_lists(sheet: Sheet, asked: Sequence[Field]) -> Iterator[Markup]:
    """The names that a browser completes by itself, where no script does."""
    for field in asked:
        names = all_names(sheet.form, field) if sheet.form is not None else ()
        if names:
            yield tag("datalist", *map(_option, names), id=f"names-{field.key}")


def _option(completion: Completion) -> Markup:
    name, about = completion
    return tag("option", value=name, label=about)


# the table


def _seen(sheet: Sheet, shown: Shown) -> Markup:
    """The table as the file puts it, unless an answer shows it; and the file itself."""
    drawn = NOTHING
    if (there := sheet.table) is not None and (shown.told is None or shown.told.table is None):
        page = Page()
        if not any(each.shape == "hexmap" for each in sheet.filling.asked()):  # it is painted beside this
            page.map(there.map)
        drawn = table(there, "", Blocks(Rules(())).all(page.blocks))
    source = _source(sheet, False) if sheet.form is not None else NOTHING
    return tag("section", drawn, source, class_="seen", aria_label="The table")


def _source(sheet: Sheet, is_open: bool) -> Markup:
    text = tag(
        "textarea",
        lines(f"\n{sheet.text}"),
        name="text",
        aria_label="The position file",
        rows=12,
        spellcheck="false",
    )
    read = button("Read the file", READ)
    return tag("details", tag("summary", "The position as a file"), text, read, open=is_open, id="source")


# questions


def _asking(sheet: Sheet, answered: bool) -> Markup:
    """What can be asked: by a tap, or in words."""
    position = sheet.position
    known = {
        name: each for name, each in QUESTIONS.items() if position is None or can_be_asked(position, name)
    }
    on_request = (_ask_button(name) for name, each in known.items() if each.stands == "more")
    in_words = (_in_words(sheet, name) for name, each in known.items() if each.typed and name != _BOX)
    more = tag(
        "details",
        tag("summary", icon("up"), tag("span", "More")),
        tag("div", tag("div", *on_request, class_="choices"), *in_words, class_="more-asked"),
        class_="menu up",
        id="menu-more",
    )
    edit = tag("a", icon("edit"), href="#position", class_="edit", aria_label="Back to the position")
    on_the_bar = (_ask_button(name) for name, each in known.items() if each.stands == "bar")
    cancel = tag("button", "Cancel", type="button", data_cancels=True)
    return tag(
        "nav",
        tag("p", tag("span", "working ..."), cancel, class_="busy"),
        tag("div", edit if answered else NOTHING, *on_the_bar, more, class_="buttons"),
        _in_words(sheet, _BOX),
        class_="asking",
        aria_label="Questions",
    )


def _ask_button(name: str) -> Markup:
    is_main = "main" if name == "check" else ""
    return tag(
        "button",
        QUESTIONS[name].called,
        name="ask",
        value=written((name,)),
        class_=is_main,
        formaction="/#answer",
    )


def _in_words(sheet: Sheet, name: str) -> Markup:
    """An input for what a question says in words, with its button."""
    question = QUESTIONS[name]
    typed = tag(
        "input",
        name=f"{TYPED}{question.typed}",
        value=sheet.typed.get(question.typed, ""),
        placeholder=question.words,
        aria_label=f"{question.called}: {question.words}",
        data_completes=question.typed if question.completes else "",
        data_sentence=True,
        autocomplete="off",
        enterkeyhint="send",
    )
    return tag("div", typed, _ask_button(name), class_=f"typing asks-{name}")
