"""A sample of what `python -m tests.hostile_page` sends."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.hostile_page import requests, wrong
from tests.long_texts import fields
from tsolve.web.handling import reply_to
from tsolve.web.wire import Request

EVERY = 11


@pytest.mark.parametrize(("game", "at"), [("thunderstone", 5), ("quest", 25), ("gloomhaven", 45)])
def test_hostile_texts_are_shown_as_what_they_are(game: str, at: int) -> None:
    reply_to(Request("page", {"do": f'["game","{game}"]'}))
    sent = islice(requests([fields(game)[at]], 20), at % EVERY, None, EVERY)
    assert [(what, request.posted, why) for what, request in sent if (why := wrong(request))] == []
