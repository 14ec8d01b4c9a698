"""A sample of what `python -m tests.hostile_page` sends."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.hostile_page import SECONDS, requests, wrong
from tests.long_texts import fields
from tsolve.api.shipped import example
from tsolve.web.handling import reply_to
from tsolve.web.wire import Request

EVERY = 11


@pytest.mark.parametrize(("game", "at"), [("thunderstone", 5), ("quest", 25), ("gloomhaven", 45)])
def test_hostile_texts_are_shown_as_what_they_are(game: str, at: int) -> None:
    reply_to(Request("page", {"do": f'["game","{game}"]'}))
    sent = islice(requests([fields(game)[at]], 20), at % EVERY, None, EVERY)
    assert [(what, request.posted, why) for what, request in sent if (why := wrong(request))] == []


@pytest.mark.parametrize("commas", [10, 16, 17, 54])
def test_a_question_of_many_parts_takes_no_time(commas: int) -> None:
    """Each comma may stand between two steps or within one: 2 ** 16 ways to put them together."""
    text = example("quest-dungeon").text
    asked = {"text": text, "typed.question": ("move: 1, " * commas)[:500], "ask": '["ask"]'}
    assert wrong(Request("page", asked, seconds=SECONDS)) == ""
