"""Whether somebody can be killed: surely, never, or with a chance."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import InputError

_CORRIDOR = """
game: gloomhaven
turn: Brute
map: {size: 4 x 1}
characters:
  Brute:
    at: [0, 0]
    hp: 9
    plays: [One, Two]
    cards:
      One: {initiative: 20, top: attack 2, bottom: move 2}
      Two: {initiative: 40, top: attack 1, bottom: move 1}
monsters: {Bandit Guard 1: {at: [3, 0], hp: HP}}
modifiers: {Brute: DECK}
"""


# Two as Move 2, then Attack 2: 2 hit points go by +0 (6 of 20), +1 (5), +2 and x2; 4 by +2 and x2; 5 never.
@pytest.mark.parametrize(
    ("points", "deck", "verdict", "chance"),
    [
        (2, "{}", "undecided", "13/20"),
        (4, "{}", "undecided", "1/10"),
        (5, "{}", "impossible", "0"),
        (2, "[+0]", "possible", None),
        (3, "[+0]", "impossible", None),
        (1, "[+0, +1, +1]", "possible", None),
    ],
)
def test_the_chance_to_kill(points: int, deck: str, verdict: str, chance: str | None) -> None:
    text = _CORRIDOR.replace("HP", str(points)).replace("DECK", deck)

    answer = api.why_not(api.loads(text.encode(), "kill.yaml"), "kill Bandit Guard 1")

    assert answer.verdict == verdict
    assert (answer.chance and answer.chance.exact) in (chance, None)
    assert bool(answer.reasons) == (verdict == "impossible")


def test_nobody_of_that_name() -> None:
    opened = api.loads(_CORRIDOR.replace("HP", "2").replace("DECK", "{}").encode(), "kill.yaml")

    with pytest.raises(InputError) as caught:
        api.why_not(opened, "kill the Dragon")
    assert caught.value.diagnostics[0].code == "E314"
