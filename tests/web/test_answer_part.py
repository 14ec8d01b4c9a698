"""The answer on the page: what it was given without, and where to fill in what it lacks."""

from __future__ import annotations

import re
from html import unescape

from tests.cli.conftest import ROOT
from tsolve.web.handling import reply_to
from tsolve.web.wire import Request, written
from tsolve.written.phrases import BY_A_KEY

# One Militia of Attack 1 against Health 5; the deck and two Ranks are unknown.
OPEN = "game: thunderstone\nturn: dungeon\nhand: [Militia]\nhall: [Nixie, unknown, unknown]\n"


def page(text: str, ask: str, **typed: str) -> str:
    posted = {"text": text, "ask": written((ask,)), **{f"typed.{key}": each for key, each in typed.items()}}
    return reply_to(Request("page", posted)).content


def seen(html: str) -> str:
    """The words of the answer."""
    answer = html[html.index('id="answer"') : html.index('class="sides"')]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer)).split())


def test_what_cannot_be_read_is_told_above_the_answer() -> None:
    html = page(OPEN, "check", hand="Tirch", claims="blah blah")

    told = seen(html)
    assert "Left out, since it cannot be read: &quot;Tirch&quot; in Hand" in told.replace('"', "&quot;")
    assert "What is claimed?" in told
    assert told.index("Left out") < told.index("Nixie")
    assert '<a href="#field-hand">Hand</a>' in html


def test_nothing_is_left_out_of_what_can_be_read() -> None:
    assert "Left out" not in seen(page(OPEN, "check", hand="Torch"))


def test_what_is_missing_is_filled_in_by_fields_not_by_keys() -> None:
    told = seen(page(OPEN, "check"))

    assert 'in the field "Hall, Rank 1 to 3"' in told
    assert 'in the field "Deck" or in the field "All your cards"' in told
    assert "deck:" not in told


def test_a_question_that_lacks_something_says_which_field() -> None:
    assert "fill in Steps of the turn with the actions" in seen(page(OPEN, "grade"))
    told = seen(page(OPEN, "odds", event="Torch"))
    assert "fill in Deck" in told
    assert "deck:" not in told
    assert "`" not in told


def test_the_steps_of_a_turn_are_filled_in_and_graded() -> None:
    """Thyrian Squire 2 and Short Sword 4 are 6 against the Health 5 of Nixie: 1 to spare."""
    text = (
        "game: thunderstone\nturn: dungeon\nhand: [Thyrian Squire, Short Sword, Torch]\ndeck: []\n"
        "hall: [Nixie, none, none]\nline: [equip Short Sword on Thyrian Squire]\n"
    )

    told = seen(page(text, "grade", line="attack Nixie"))

    assert "No mistake" in told
    assert "6 against Health 5" in told


def test_a_claim_that_cannot_be_read_is_not_answered_with_keys() -> None:
    html = page(OPEN, "check", claims="blah blah")

    assert "is no claim; write, for example" in html
    assert BY_A_KEY not in html


def test_a_note_says_which_field_as_well() -> None:
    told = seen(page("game: thunderstone\nturn: undecided\nhand: [Militia]\n", "solve"))

    assert "so nothing is bought there: fill in" in told
    assert "{NAME: copies}" not in told


def test_what_was_cut_short_can_be_asked_for_longer() -> None:
    """Five cards that draw more: a tenth of a second is not enough, and the page asks the same again."""
    text = (ROOT / "tests" / "web" / "long.yaml").read_text(encoding="utf-8")
    html = reply_to(Request("page", {"text": text, "ask": written(("solve",))}, seconds=0.1)).content

    assert "There was no time for all of it. Search longer" in seen(html)
    (longer,) = re.findall(r'value="([^"]*longer[^"]*)"', html)
    again = Request("page", {"ask": unescape(longer)})
    assert (again.question, again.is_patient) == (("solve",), True)
    assert "Search longer" not in page(OPEN, "legal")
