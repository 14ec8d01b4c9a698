"""Hostile texts through the page: each is answered or refused within its time, and shown as what it is.

`python -m tests.hostile_page` sends what the other sweeps write into files (names that lie to the eye, texts
that are dear to look through, damaged puzzles) as a browser and as a program would: as a file that is judged,
typed into the fields of a form, and as orders of buttons that no page has made. No reply is an internal
error; none holds an element, an attribute or a script that a text brought; and characters that nobody sees
stand only where a text has to come back as it was: in inputs.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from time import process_time

from tests.injected import HIDDEN, NAMES
from tests.long_texts import Field, damaged, fields, written
from tests.mutating import mutant, puzzles
from tests.sweeping import HangsError, arguments, ended_after
from tsolve.web.handling import reply_to
from tsolve.web.wire import HTML, Request

SECONDS = 0.3
"""How long a question may take."""
SLOW = 4.0
"""Seconds of processor time after which a reply is too late: the time of its question, and filling in."""
HANGS = 20.0
_ELEMENTS = """
a article aside b blockquote body br button caption circle code col colgroup datalist dd defs details div dl
dt em ellipse fieldset figcaption figure footer form g h1 h2 h3 h4 head header html i input label legend li
line link main marker meta nav ol optgroup option p path pattern polygon polyline pre rect script section
select small span strong style sub summary sup svg symbol table tbody td text textarea tfoot th thead time
title tr tspan u ul use
"""
"""The elements that a page of ours may have."""
_COMES_BACK = ("value", "data-text", "data-link", "data-asks")
"""The attributes that hold a text as it is."""


class _Page(HTMLParser):
    """Notes whatever a page must not have."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        if tag not in _ELEMENTS.split():
            self.wrong.append(f"an element <{tag}>")
        told = dict(attrs)
        if tag == "script" and told.get("src") != "/page.js":
            self.wrong.append(f"a script {told}")
        for name, value in attrs:
            if name.startswith("on") or (name in ("src", "href") and ":" in (value or "").partition("/")[0]):
                self.wrong.append(f"{name}={value}")
            if name not in _COMES_BACK:
                self._look_at(value or "", name)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside != "textarea":
            self._look_at(data, self._inside)

    def handle_comment(self, data: str) -> None:
        self.wrong.append("a comment")

    def _look_at(self, text: str, where: str) -> None:
        hidden = {each for each in text if unicodedata.category(each) in HIDDEN and each not in "\n\r\t"}
        if hidden:
            self.wrong.append(
                f"hidden in {where}: {', '.join(f'U+{ord(each):04X}' for each in sorted(hidden))}"
            )


def wrong(request: Request) -> str:
    """What is wrong with the reply to a request; empty for nothing."""
    began = process_time()
    try:
        with ended_after(HANGS):
            reply = reply_to(request)
    except HangsError:
        return f"no end after {HANGS:g} s"
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    took = process_time() - began
    if reply.status >= 500:
        return f"status {reply.status}: {reply.content[-200:]}"
    if "a mistake in tsolve" in reply.content:
        return "an internal error on the page"
    if took > SLOW:
        return f"{took:.1f} s"
    if reply.type != HTML:
        json.loads(reply.content)
        hidden = [
            each for each in reply.content if unicodedata.category(each) in HIDDEN and each not in "\n\r\t"
        ]
        return f"hidden in JSON: {hidden[:3]}" if hidden else ""
    page = _Page()
    page.feed(reply.content)
    return "; ".join(dict.fromkeys(page.wrong))[:300]


def as_files(content: bytes) -> Iterator[Request]:
    """A file, judged by the page and for a program."""
    text = content.decode("utf-8", "replace")
    yield Request("page", {"text": text, "ask": '["check"]'}, seconds=SECONDS)
    yield Request("page", {"do": json.dumps(["open", text])})
    yield Request("api", {"position": text}, "check", SECONDS)


def as_typed(name: str, field: Field) -> Iterator[Request]:
    """A text typed where this field is filled in, asked about, and given as orders."""
    whole = field.puzzle.read_text(encoding="utf-8")
    key = str(next((each for each in field.place if isinstance(each, str)), "hand"))
    base = {"text": whole, "was": whole}
    yield Request("page", {**base, f"typed.{key}": name, "do": '["enter"]'})
    yield Request("page", {**base, "typed.question": name, "ask": '["ask"]'}, seconds=SECONDS)
    yield Request("page", {**base, "typed.why-not": name, "ask": '["why-not"]'}, seconds=SECONDS)
    for order in ("add", "put", "more", "drop", "meant", "tap", "size", "trait", "move", "look", "kind"):
        yield Request("page", {**base, "do": json.dumps([order, key, name]), "open": name, "kind": name})
    for order in ("game", "example", "link", "look", "open", name):
        yield Request("page", {**base, "do": json.dumps([order, name]), "past": name, "brush": name})
    yield Request("page", {**base, json.dumps(["put", key]): name, "[": name})
    yield Request(
        "page", {**base, "do": json.dumps(["reading", name, name]), "again": '["check"]'}, seconds=SECONDS
    )
    yield Request("complete", {**base, "field": key, "begun": name})
    yield Request("api", {"position": whole, "words": name}, "solve", SECONDS)
    yield Request("api", {"position": whole}, name)
    yield Request("download", {**base, "ask": json.dumps([name])}, "page")


def requests(chosen: Sequence[Field], mutants: int) -> Iterator[tuple[str, Request]]:
    """What is sent, each with what it is."""
    for field in chosen:
        called = ".".join(field.name)
        for name in NAMES:
            for each in as_files(damaged(field, name)):
                yield f"{called} = {name!r}", each
        for name in NAMES[:2]:
            for each in as_typed(name, field):
                yield f"{called} = {name!r}", each
        for number, content in enumerate(written(field)):
            if number % 17 == 0:
                for each in as_files(content):
                    yield f"{called}, long text {number}", each
        for each in as_typed(("move: 1, " * 60)[:500], field):
            yield f"{called}, typed", each
    for number in range(mutants):
        for each in as_files(mutant(number, 30)[1]):
            yield f"mutant {number}", each


def main() -> int:
    """Send and count; exit code 1 where a reply is what it must not be."""
    parser = arguments(__doc__, "a game, such as quest", "only every so-manieth field")
    parser.add_argument("--mutants", type=int, default=2_000)
    given = parser.parse_args()
    chosen = fields(given.only)[:: given.every]
    for each in as_files(puzzles()[0][1]):
        reply_to(each)  # what is loaded once takes no time of theirs
    found: Counter[bool] = Counter()
    began = process_time()
    for what, request in requests(chosen, given.mutants):
        if why := wrong(request):
            asked = request.posted.get("do") or request.posted.get("ask") or request.name
            print(f"{what}, {request.kind} {asked[:80]!r}: {why}", flush=True)
        found[bool(why)] += 1
    took = process_time() - began
    print(f"{len(chosen)} fields, {found.total()} requests: {found[True]} wrong; {took:.0f} s")
    return 1 if found[True] else 0


if __name__ == "__main__":
    sys.exit(main())
