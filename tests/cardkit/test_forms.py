"""Forms of actions: written by their first sentence, and compared with texts by all of them."""

from __future__ import annotations

import pytest

from tsolve.cardkit.forms import Form, Formed, Shapes, how_written, plain_step


class Hand(Formed, frozen=True):
    """Hand somebody a thing, perhaps with some words."""

    forms = (
        Form("hand {thing}{number} to {whom} (saying) {words}"),
        Form(
            "hand {thing}{number} to {whom:person}",
            "(give|pass [over]) {thing}{number} to {whom}",
            "{whom} take[s] [(up|out)] {thing} [now]",
        ),
    )

    thing: str
    whom: str
    number: int = 0
    words: str = ""


class Wait(Formed, frozen=True):
    """Do nothing."""

    forms = (Form("wait", "do nothing"),)


ACTIONS: tuple[type[Formed], ...] = (Hand, Wait)
SHAPES = Shapes(ACTIONS, {"number": "(?: [1-9])?"})


def say(kind: str, value: object) -> str | None:
    """Names as they are, a number where there is one, words only if there are any."""
    if kind == "number":
        return f" {value}" if value else ""
    return str(value) or None


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Hand("lamp", "Ann"), ("hand", "lamp to", "Ann")),
        (Hand("lamp", "Ann", 2), ("hand", "lamp 2 to", "Ann")),
        (Hand("lamp", "Ann", 0, "hey"), ("hand", "lamp to Ann (saying)", "hey")),
        (Wait(), ("wait",)),
    ],
)
def test_the_first_form_that_says_everything(action: Formed, words: tuple[str, ...]) -> None:
    assert next(filter(None, (form.words(action, say) for form in action.forms))) == words


def matches(text: str) -> list[tuple[type[Formed], dict[str, str]]]:
    return [(shape.action, said) for shape, said in SHAPES.matching(text)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hand the lamp to Ann", {"thing": "lamp", "number": "", "whom": "Ann"}),
        ("Give a lamp 2 to the cook", {"thing": "lamp", "number": " 2", "whom": "cook"}),
        ("pass over lamp to Ann", {"thing": "lamp", "number": "", "whom": "Ann"}),
        ("Ann takes up the lamp now", {"thing": "lamp", "whom": "Ann"}),
        ("Ann take lamp", {"thing": "lamp", "whom": "Ann"}),
    ],
)
def test_what_a_text_says_in_each_slot(text: str, said: dict[str, str]) -> None:
    assert matches(text) in ([(Hand, said)], [(Hand, said), (Hand, {**said, "thing": "over lamp"})])


def test_a_text_of_no_form() -> None:
    assert matches("do nothing") == [(Wait, {})]
    assert matches("do nothing much") == []


def test_how_a_step_is_written() -> None:
    told = how_written(ACTIONS, {"person": "somebody"})
    assert told["pass"] == "`hand THING to SOMEBODY`"
    assert told["hand"] == "`hand THING to WHOM (saying) WORDS` or `hand THING to SOMEBODY`"
    assert told["do"] == "`wait`"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("then attack Nixie.", "attack Nixie"),
        ("and then,  attack  Nixie!", "attack Nixie"),
        ("First, draw a card", "draw a card"),
        ("first Militia carries Dagger", "first Militia carries Dagger"),  # which copy of the card
        ("thenar attacks", "thenar attacks"),
    ],
)
def test_a_step_without_the_words_that_order_it(text: str, plain: str) -> None:
    assert plain_step(text) == plain
