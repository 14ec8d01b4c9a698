"""What a file of a scenario mentions and is not there: rules, steps, readings, claims."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError
from tsolve.source.data import Data


@pytest.mark.parametrize(
    ("keys", "code", "said"),
    [
        ({"about": ["GH-99.1"]}, "E414", "GH-99.1"),
        ({"about": ["card.guard_999"]}, "E414", "card.guard_999"),
        ({"claims": [{"focus": "Brute", "after": 2}]}, "E310", "the line has 1 step"),
        ({"claims": [{"focus": "Brute", "after": "attack"}]}, "E310", "no step of the line"),
        ({"expect": {"steps": {"7": {"damage": 1}}}}, "E310", "the line has 1 step"),
        ({"expect": {"claims": ["confirmed"]}}, "E310", "1 verdicts for 0 claims"),
        ({"expect": {"line": {"rulings": ["GH-6"]}}}, "E414", "GH-6"),
        ({"expect": {"readings": ["sights"]}}, "E412", "sights"),
        ({"expect": {"illegal": {"attack Brute": ["GH-0.1"]}}}, "E414", "GH-0.1"),
        ({"expect": {"why_not": {"attack Brute": {"reasons": ["GH-0.1"]}}}}, "E414", "GH-0.1"),
    ],
)
def test_what_is_not_there(keys: dict[str, Data], code: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        api.position(
            game="gloomhaven",
            map={"size": [4, 1]},
            turn="Guard 1",
            characters={"Brute": {"at": [0, 0], "hp": 9}},
            monsters={"Guard 1": {"at": [2, 0], "stats": {"hp": 3, "move": 1, "attack": 2}}},
            line=["focus Brute"],
            **keys,
        )
    (found,) = caught.value.diagnostics
    assert (found.code, said in found.message) == (code, True), found.message


def test_cards_of_the_ruleset_may_be_named() -> None:
    api.position(
        game="gloomhaven",
        about=["card.guard_525", "GH-12.1"],
        map={"size": [4, 1]},
        characters={"Brute": {"at": [0, 0], "hp": 9}},
    )
