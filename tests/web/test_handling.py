"""Whatever is posted, the reply is a page, an answer or a file; nothing ends in an exception."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sweeping import seeds
from tsolve.api.games import module
from tsolve.api.shipped import examples
from tsolve.web.handling import reply_to
from tsolve.web.questions import QUESTIONS
from tsolve.web.sheet import _ORDERS
from tsolve.web.wire import Request, written

GAMES = tuple({each.game: each for each in examples()})
TEXTS = ("", "game: quest\n", "{", "game: nothing\n", "- a\n", *(each.text for each in examples()))
KEYS = sorted({field.key for game in GAMES for field in module(game).form})

SAID = (
    *(
        "",
        "0",
        "1",
        "-1",
        "2",
        "99999",
        "x",
        "²",
        "\u0000",
        "a, b",
        "{",
        "}",
        "*",
        "empty",
        "none",
        "unknown",
    ),
    *("Brute", "Torch", "2 x Torch", "Nixie", "6 gold", "zero_rule", "dispute.yaml", "game: quest"),
    *("hp", "conditions", "walls", "columns", "rows", "elite", "stun", "map", "attacks", "campaign"),
    *("hall.1", "hall.9", "hall.x", "dungeon@*", "dungeon@Mine", "question"),
)
INPUTS = ("question", "hand", "hall.1", "dungeon@*", "claims", "map", "characters", "nothing")
SET = (
    ("put", "turn"),
    ("size", "map", "columns"),
    ("trait", "characters", "Brute", "hp"),
    ("undo",),
    ("open",),
)

words = st.one_of(st.sampled_from((*KEYS, *GAMES, *SAID)), st.text(max_size=6))
orders = st.builds(
    lambda word, about: written((word, *about)), st.sampled_from(sorted(_ORDERS)), st.lists(words, max_size=5)
)
broken = st.sampled_from(("[", "{}", "[1]", '["", null]', '["add"]', "\u0000", '["\\ud800", "a"]'))
hostile = st.one_of(orders, orders, broken, st.text(max_size=8))
posted = st.fixed_dictionaries(
    {"text": st.one_of(st.sampled_from(TEXTS), st.text(max_size=20)), "do": hostile},
    optional={
        "was": st.sampled_from(TEXTS),
        **dict.fromkeys(("kind", "past", "future", "open"), words),
        **dict.fromkeys(("brush", "again"), hostile),
        **dict.fromkeys((f"typed.{key}" for key in INPUTS), words),
        **dict.fromkeys(map(written, SET), words),
    },
)


@settings(max_examples=len(seeds(150, 5_000)), suppress_health_check=list(HealthCheck))
@given(posted)
def test_any_form_is_answered_with_a_page(form: dict[str, str]) -> None:
    reply = reply_to(Request("page", form, seconds=0.05))
    assert reply.status == 200
    assert reply.content.startswith("<!doctype html>")


@settings(max_examples=len(seeds(40, 1_000)), suppress_health_check=list(HealthCheck))
@given(posted, st.sampled_from((*QUESTIONS, "nothing")), words)
def test_any_question_is_answered(form: dict[str, str], name: str, said: str) -> None:
    reply = reply_to(Request("page", {**form, "ask": written((name, said))}, seconds=0.02))
    assert reply.content.startswith("<!doctype html>")
    program = reply_to(Request("api", {"position": form["text"], "words": said}, name, seconds=0.02))
    assert json.loads(program.content)["errors"] or json.loads(program.content)["answers"]


@settings(max_examples=len(seeds(60, 2_000)), suppress_health_check=list(HealthCheck))
@given(posted, st.sampled_from((*KEYS, "question", "why-not", "nothing")), words)
def test_completions_are_pairs(form: dict[str, str], key: str, begun: str) -> None:
    reply = reply_to(Request("complete", {**form, "field": key, "begun": begun}))
    assert all(len(each) == 2 for each in json.loads(reply.content))


@pytest.mark.parametrize("name", ["page", "picture", "position", "nothing"])
@pytest.mark.parametrize("text", TEXTS)
def test_any_download_is_a_file_or_says_why_not(name: str, text: str) -> None:
    reply = reply_to(Request("download", {"text": text}, name, seconds=1.0))
    assert reply.content or (name == "position" and not text)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("map", "fill in first: Map"),
        ("attacks", "fill in first: Attacks"),
        ("campaign", "nothing is filled in yet"),
    ],
)
def test_what_is_missing_is_said_in_the_words_of_the_page(kind: str, said: str) -> None:
    """No key and no braces: whoever picks has seen no file."""
    form = {"text": "game: gloomhaven\n", "kind": kind}
    asked = reply_to(Request("page", {**form, "ask": written(("check",))}, seconds=1.0))
    assert said in str(asked.content)
    assert "is missing" not in str(asked.content)
    assert "is missing" not in str(reply_to(Request("page", form, seconds=1.0)).content)
