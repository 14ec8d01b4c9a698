"""What the forms of actions read beside the words in which steps are told."""

from __future__ import annotations

import pytest

import tsolve.api as api
from tsolve.errors import InputError

# The Guard stands beside the Brute, its only enemy: focus, no move, attack 2, +0: 9 - 2 = 7 hit points.
_POSITION = """
game: gloomhaven
turn: Bandit Guard 1
map: {size: 3 x 1}
characters: {Brute: {at: [0, 0], hp: 9, initiative: 20}}
monsters: {Bandit Guard 1: {at: [1, 0], stats: {hp: 5, move: 0, attack: 2}}}
ability_cards: {Bandit Guard: {initiative: 80, do: [attack +0]}}
line: [%s, draw +0]
"""


@pytest.mark.parametrize(
    "text",
    ["attack Brute", "attacks the Brute", "then attack Brute", "Bandit Guard 1 attacks Brute", "attack Kark"],
)
def test_an_attack_in_other_words(text: str) -> None:
    line = api.check(api.loads((_POSITION % text).encode(), "p.yaml")).line
    assert line.legal is True


def test_help_tells_how_such_a_step_is_written() -> None:
    with pytest.raises(InputError) as caught:
        api.check(api.loads((_POSITION % "attack").encode(), "p.yaml"))
    (wrong,) = caught.value.diagnostics
    assert (wrong.code, wrong.help) == ("E321", "it is written `attack NAME`")
