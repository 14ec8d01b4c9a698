"""The answer in place, with what can be done with it: steps to look at, readings to try, links and files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.model.answers import CheckAnswer, ReadingAnswer, ToWrite, shown_lines
from tsolve.model.solved import SolvedAnswer
from tsolve.model.verdicts import Answer
from tsolve.model.why_not import WhyNotAnswer
from tsolve.regex import Regex
from tsolve.report.failures import Failure
from tsolve.report.html.blocks import mark
from tsolve.report.html.markup import NOTHING, Markup, exact, joined, tag
from tsolve.report.html.pages import paper_of
from tsolve.report.html.paper import Given, as_part
from tsolve.report.page import Style
from tsolve.web.elements import button, prose
from tsolve.web.links import packed
from tsolve.web.questions import Told
from tsolve.web.sheet import Sheet, place_of
from tsolve.web.widgets import mistakes
from tsolve.web.wire import LONGER, Order, written

_DOWNLOADS = (("page", "Page"), ("picture", "Picture"), ("position", "File"))
_WORDS = {"input": "the position has mistakes", "usage": "not understood", "undecided": "undecided"}


class Shown(NamedTuple):
    """What is shown besides the sheet: the answer to a question, or why there is none."""

    question: Order = ()
    told: Told | None = None
    failure: Failure | None = None


def answer_part(sheet: Sheet, shown: Shown) -> Markup:
    """The answer; nothing where nothing was asked."""
    if shown.failure is not None:
        longer = _longer(shown.question) if shown.failure.kind == "undecided" else NOTHING
        return tag(
            "section", _left_out(sheet), _failure(sheet, shown.failure), longer, id="answer", tabindex="-1"
        )
    if shown.told is None:
        return NOTHING
    answer, table = _by_fields(sheet, shown.told.answer), shown.told.table
    told, steps = as_part(paper_of(answer, Given("", table, ""))), _steps(shown.question, answer)
    return tag(
        "section",
        _left_out(sheet),
        *((steps, told) if shown.question[:1] == ("step",) else (told, steps)),
        _longer(shown.question) if shown.told.is_cut_short else NOTHING,
        _readings(sheet, answer),
        _sharing(sheet, shown),
        id="answer",
        tabindex="-1",
    )


def _left_out(sheet: Sheet) -> Markup:
    """What is typed and could not be read, so that the answer does without it."""
    titles = _titles(sheet)
    parts = [
        joined((f'"{typed}" in ', tag("a", titles[field], href=f"#field-{field}")))
        for key, typed in sheet.typed.items()
        if key in sheet.notes and (field := place_of(key)[0]) in titles
    ]
    if not parts:
        return NOTHING
    return tag("p", "Left out, since it cannot be read: ", joined(parts, ", "), class_="wrong", role="alert")


def _titles(sheet: Sheet) -> Mapping[str, str]:
    """What the fields are called, by their keys."""
    return {each.key: each.asks for each in sheet.filling.asked()} if sheet.form is not None else {}


# what is to be filled in

_KEY = r"(?P<key>\w+): ?[^`#]*"
_TO_WRITE = Regex(rf"{_KEY}(?:# or `(?P<other>\w+)`(?P<about>.*))?")
_TOLD_TO_WRITE = Regex(rf"(?:write(?: them as)?|add) `{_KEY}`")


def _by_fields(sheet: Sheet, answer: Answer) -> Answer:
    """The answer with the fields in which to say what is missing, in place of the keys of a file."""
    if not isinstance(answer, CheckAnswer | SolvedAnswer | WhyNotAnswer):
        return answer
    titles = _titles(sheet)

    def filled_in(found: re.Match[str]) -> str:
        title = titles.get(found["key"])
        return found[0] if title is None else f'fill in "{title}"'

    def told(texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(_TOLD_TO_WRITE.sub(filled_in, each) for each in texts)

    missing = tuple(_in_field(each, titles) for each in answer.to_write)
    if isinstance(answer, WhyNotAnswer) or answer.solution is None:
        return replace(answer, to_write=missing)
    best = answer.solution
    best = replace(best, left_out=told(best.left_out), notes=told(best.notes))
    return replace(answer, to_write=missing, solution=best)


def _in_field(missing: ToWrite, titles: Mapping[str, str]) -> ToWrite:
    """As it is where no field is for it: then the file says it."""
    found = None if missing.is_choice else _TO_WRITE.fullmatch(missing.key)
    if found is None:
        return missing
    fields = [f'in the field "{titles[key]}"' for key in found.group("key", "other") if key in titles]
    return replace(missing, key=f"{' or '.join(fields)}{found['about'] or ''}") if fields else missing


def _failure(sheet: Sheet, failure: Failure) -> Markup:
    """Why there is no answer."""
    style: Style = "warn" if failure.kind == "undecided" else "bad"
    word = _WORDS.get(failure.kind, "a mistake in tsolve")
    headline = tag("h1", tag("b", mark(style), word, class_="word"))
    told = (
        mistakes(failure.diagnostics) if failure.diagnostics else tag("p", *_message(sheet, failure.message))
    )
    return tag("article", tag("header", headline, told, class_=style))


def _message(sheet: Sheet, message: str) -> Iterator[Markup]:
    """A message, with the field to fill in where it says which key of a file to write."""
    titles, end = _titles(sheet), 0
    for found in _TOLD_TO_WRITE.finditer(message):
        if title := titles.get(found["key"]):
            yield prose(message[end : found.start()])
            yield joined(("fill in ", tag("a", title, href=f"#field-{found['key']}")))
            end = found.end()
    yield prose(message[end:])


def _longer(question: Order) -> Markup:
    """A button that asks the same again, with more time."""
    ask = tag("button", "Search longer", name="ask", value=written((LONGER, *question)))
    return tag("p", "There was no time for all of it. ", ask, class_="longer")


def _steps(question: Order, answer: Answer) -> Markup:
    """The best play, to be looked at step by step, as far as nothing is left to chance; after a step, the
    same with the step marked.
    """
    match question:
        case ("step", number, *steps) if number.isdecimal():
            now: int | None = int(number)
        case _:
            solution = answer.solution if isinstance(answer, CheckAnswer | SolvedAnswer) else None
            lines = shown_lines(solution) if solution is not None else ()
            steps, now = list(lines[0].written) if lines else [], None
    if not steps:
        return NOTHING
    before = [_step(0, "the beginning", steps, now)] if now is not None else []
    buttons = (*before, *(_step(number, step, steps, now) for number, step in enumerate(steps, 1)))
    listed = tag("ol", *(tag("li", each) for each in buttons), start=0 if before else "")
    return tag("div", tag("h2", "The best play, step by step"), listed, class_="steps")


def _step(number: int, called: str, steps: Sequence[str], now: int | None) -> Markup:
    """A button that shows the table after so many steps."""
    return tag(
        "button",
        called,
        name="ask",
        value=written(("step", str(number), *steps)),
        aria_pressed="" if now is None else str(number == now).lower(),
        formaction="/#answer",
    )


def _readings(sheet: Sheet, answer: Answer) -> Markup:
    """The open points; closed, unless a reading has been tried."""
    readings: Sequence[ReadingAnswer] = getattr(answer, "readings", ())
    shown = [part for each in readings if (part := _reading(sheet, each))]
    if not shown:
        return NOTHING
    summary = tag("summary", "What if a rule is read otherwise?")
    tried = sheet.form is not None and "interpretations" in sheet.form.filling.data
    return tag("details", summary, tag("div", *shown), class_="readings", id="readings", open=tried)


def _reading(sheet: Sheet, reading: ReadingAnswer) -> Markup:
    """An open point, with the readings that can be tried."""
    if sheet.position is None or reading.key not in sheet.position.ruleset.interpretations:
        return NOTHING
    point = sheet.position.ruleset.interpretations[reading.key]
    options = (
        button(each.text, ("reading", reading.key, each.id), pressed=each.id == reading.option)
        for each in point.options
    )
    return tag("fieldset", tag("legend", point.question), tag("div", *options, class_="choices"))


def _sharing(sheet: Sheet, shown: Shown) -> Markup:
    """A link to the answer, and files of it."""
    asks = written(shown.question)
    files = (
        tag(
            "button",
            tag("span", "Download ", class_="unseen"),
            called,
            formaction=f"/download/{name}",
            name="ask",
            value=asks,
            class_="download",
        )
        for name, called in _DOWNLOADS
    )
    link = tag(
        "button",
        "Copy link",
        type="button",
        class_="script",
        data_link=packed(sheet.text),
        data_asks=asks,
    )
    copied = tag("button", "Copy as YAML", type="button", class_="script", data_text=exact(sheet.text))
    saved = tag("span", "Download", aria_hidden="true", class_="soft")
    return tag("div", link, copied, saved, *files, class_="sharing", role="group", aria_label="Share")
