"""A number of `campaign.yaml` that is changed turns a puzzle red, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.games.gloomhaven.campaign.test_puzzles import PUZZLES
from tsolve import api
from tsolve.api.positions import opened_from
from tsolve.errors import InputError
from tsolve.games.gloomhaven.campaign import opened
from tsolve.games.gloomhaven.campaign.numbers import Numbers, load_numbers
from tsolve.source.parse import parse
from tsolve.source.tree import Node

Place = tuple[str | int, ...]


def _numbers(value: Any, place: Place = ()) -> Iterator[Place]:
    """The places of all numbers."""
    if isinstance(value, int):
        yield place
    elif isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(inner, (*place, key))


PLAIN = msgspec.json.decode(msgspec.json.encode(load_numbers()))
PLACES = list(_numbers(PLAIN))


@cache
def _trees() -> tuple[Node, ...]:
    return tuple(parse(path.read_bytes(), str(path)) for path in PUZZLES)


def _changed(place: Place, by: int) -> Numbers | None:
    """The numbers with one of them changed; None where they are refused."""
    numbers = deepcopy(PLAIN)
    inner = numbers
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] += by
    try:
        return msgspec.convert(numbers, Numbers)
    except msgspec.ValidationError:
        return None


def _is_red(tree: Node) -> bool:
    """Whether a puzzle fails; one that cannot be read any more does."""
    try:
        return api.check(opened_from(tree)).exit_code != 0
    except InputError:
        return True


def test_every_number_is_changed() -> None:
    """Levels 9, new characters 1, scenario levels 8 x 4, difficulties 4, solo 1, reputation 2 and its bands
    11 x 2, items 9, prosperity 9, donation 3, checkmarks 2, retirement 2, events 2, what reputation opens 8,
    achievements 3, enhancing 9 + 4 + 1 + 1 + 25.
    """
    assert len(PLACES) == 9 + 1 + 32 + 4 + 1 + 2 + 22 + 9 + 9 + 3 + 2 + 2 + 2 + 8 + 3 + 40


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
def test_a_changed_number_is_noticed(place: Place, by: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = _changed(place, by)
    if numbers is None:
        return
    monkeypatch.setattr(opened, "load_numbers", lambda _: numbers)

    assert any(map(_is_red, _trees())), f"no puzzle tests {place}"
