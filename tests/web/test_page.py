"""The page as a text: what a browser needs, whatever stands in the position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser

import pytest

from tsolve.api.forms import games_with_forms, new_form
from tsolve.api.shipped import example, examples
from tsolve.report.html.markup import own
from tsolve.web.answer_part import Shown
from tsolve.web.elements import prose
from tsolve.web.page import whole_page
from tsolve.web.sheet import Sheet, done, new_sheet, sheet_of
from tsolve.web.wire import order_of
from tsolve.written.painting import figures_of

_CLASS = re.compile(r"\.([a-z][\w-]*)")
_SHARED = {"bad", "good", "warn", "word", "wrong", "wide", "open"}
"""Classes that mean the same on the page and in answers."""
_HOSTILE = "</textarea></form><script>alert(1)</script>\" onclick='x'"


class _Read(HTMLParser):
    """The elements of a page, each with its attributes, and those that stand in the form's fields."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Mapping[str, str | None]]] = []
        self.in_fields: list[Mapping[str, str | None]] = []
        self._depth = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.elements.append((tag, told))
        self._depth += tag == "fieldset"
        if self._depth:
            self.in_fields.append(told)

    def handle_endtag(self, tag: str) -> None:
        self._depth -= tag == "fieldset"

    def named(self, *tags: str) -> list[Mapping[str, str | None]]:
        return [told for tag, told in self.elements if tag in tags]


def _read(sheet: Sheet) -> _Read:
    return _Read(whole_page(sheet, Shown()))


def _all_sheets() -> list[Sheet]:
    empty = [new_sheet(game) for game, _ in games_with_forms()]
    return [*empty, *(sheet_of(each.text) for each in examples())]


def test_no_class_of_a_field_is_styled_by_the_answers() -> None:
    """A field of `cards` once became a grid of cards, as in an answer."""
    styles = re.sub(r"\{[^{}]*\}", "", own("base.css") + own("answer.css"))
    of_answers = set(_CLASS.findall(styles)) - _SHARED
    for sheet in _all_sheets():
        used = {name for told in _read(sheet).in_fields for name in (told.get("class") or "").split()}
        assert used & of_answers == set()


@pytest.mark.parametrize("number", range(len(_all_sheets())))
def test_every_control_has_a_name_for_a_screen_reader(number: int) -> None:
    page = _read(_all_sheets()[number])
    ids = [told["id"] for _, told in page.elements if "id" in told]

    assert len(ids) == len(set(ids))
    for told in page.named("input", "textarea"):
        assert told.get("type") in ("hidden", "radio") or told.get("aria-label"), told
        for described in (told.get("aria-describedby") or "").split():
            assert described in ids
    assert len(page.named("h1")) == 1
    assert len(page.named("main")) == 1


def test_the_file_is_sent_once() -> None:
    sheet = sheet_of(example("dispute").text)

    assert whole_page(sheet, Shown()).count("Thyrian Squire, Short Sword, Polearm") == 1


@pytest.mark.parametrize("game", [game for game, _ in games_with_forms()])
def test_hostile_texts_stay_texts(game: str) -> None:
    """In the file, in what is typed, in what is looked at, in a note, in a link."""
    text = new_form(game).text + f"hand: [{_HOSTILE!r}]\nclaims: [{_HOSTILE!r}]\n"
    posted = {"text": text, "typed.hand": _HOSTILE, "typed.question": _HOSTILE, "open": _HOSTILE}
    for sheet in (done(posted, ("look", _HOSTILE)), done({"text": f"game: {_HOSTILE}"}, ())):
        page = _read(sheet)
        assert [told for told in page.named("script") if told.get("src") != "/page.js"] == []
        assert not any("onclick" in told for _, told in page.elements)
        assert len(page.named("form")) == 2


def test_backticks_in_hints_are_code() -> None:
    assert prose("Such as `a < b`, or `c`.") == "Such as <code>a &lt; b</code>, or <code>c</code>."


def test_no_hint_tells_of_lines_that_are_typed() -> None:
    """The dialogue of the terminal ends a field by an empty line; a page has none."""
    for sheet in _all_sheets():
        assert "empty line" not in whole_page(sheet, Shown())
        assert "One a line" not in whole_page(sheet, Shown())


def test_a_place_that_is_named_is_looked_at_so_that_it_can_be_said_who_is_there() -> None:
    text = "game: quest\nturn: dungeon\n"
    looked = done({"text": text}, ("look", "*1-0"))
    assert "which place?" in whole_page(looked, Shown())
    named = done({"text": text, "open": "*1-0", "typed.dungeon@*1-0": "Mine"}, ("enter",))
    assert named.open == "Mine"
    assert "who is there?" in whole_page(named, Shown())
    there = done({"text": named.text, "open": "Mine", "typed.dungeon@Mine": "Goblin Berserker"}, ("enter",))
    assert there.filling.data["dungeon"] == {"Mine": "Goblin Berserker"}
    assert there.open == ""


def test_a_figure_comes_onto_a_free_hex_in_the_middle() -> None:
    """Of 3 x 3 hexes (1,1) is the middle; it is a wall, and (0,1), (1,0), (1,2), (2,1) are equally near."""
    text = "game: gloomhaven\nmap: {size: 3 x 3, walls: [[1, 1]]}\n"
    first = done({"text": text, "typed.characters": "Brute"}, ("enter",))
    again = done({"text": first.text, "typed.characters": "Tinkerer"}, ("enter",))

    assert first.brush == ("figure", "Brute")
    assert "Brute: {at: [0, 1]}" in first.text
    assert "Tinkerer: {at: [1, 0]}" in again.text


def test_a_tap_on_a_figure_takes_it_up_and_the_next_puts_it_down() -> None:
    text = "game: gloomhaven\nmap: {size: 3 x 3}\ncharacters:\n  Brute: {at: [0, 0]}\n"
    taken = done({"text": text, "brush": '["paint","walls"]'}, order_of('["tap","map","0","0"]'))
    assert (taken.text, taken.brush) == (text, ("figure", "Brute"))
    put = done({"text": text, "brush": '["figure","Brute"]'}, order_of('["tap","map","2","1"]'))
    assert "at: [2, 1]" in put.text


def test_monsters_of_a_kind_are_numbered_wherever_they_are_named() -> None:
    text = "game: gloomhaven\nmap: {size: 3 x 3}\n"
    first = done({"text": text, "typed.monsters": "Bandit Guard"}, ("enter",))
    assert set(figures_of(first.filling)) == {"Bandit Guard"}

    about = (
        "ability_cards: {Bandit Guard: 525}\nturn: Bandit Guard\nclaims:\n- {by: Bandit Guard, moved: 0}\n"
    )
    again = done({"text": first.text + about, "typed.monsters": "Bandit Guard"}, ("enter",))
    third = done({"text": again.text, "typed.monsters": "Bandit Guard"}, ("enter",))

    assert list(figures_of(third.filling)) == ["Bandit Guard 1", "Bandit Guard 2", "Bandit Guard 3"]
    assert third.filling.data["turn"] == "Bandit Guard 1"
    assert third.filling.data["claims"] == [{"by": "Bandit Guard 1", "moved": 0}]
    assert third.filling.data["ability_cards"] == {"Bandit Guard": 525}  # the type, which has no number
    assert third.form is not None
    assert third.form.position is not None


def test_a_character_is_on_the_map_once() -> None:
    text = "game: gloomhaven\nmap: {size: 3 x 3}\ncharacters:\n  Brute: {at: [0, 0]}\n"
    again = done({"text": text, "typed.characters": "Brute"}, ("enter",))
    assert again.text == text
    assert again.notes["characters"].text == "Brute is on the map already"


def test_what_is_to_be_typed_stands_out_in_a_note() -> None:
    text = "game: gloomhaven\nmap: {size: 3 x 3}\nmonsters:\n  Bandit Guard: {at: [1, 1]}\n"
    page = whole_page(done({"text": text, "typed.ability_cards": "525"}, ("enter",)), Shown())
    assert "<code>NAME 525</code>" in page
