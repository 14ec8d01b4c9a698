"""What a perk brings: the chances of an attack with it and without. (GH-15.4)"""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import UsageError

TEXT = """
game: gloomhaven
turn: Brute
map: {size: 4 x 3}
characters: {Brute: {at: [0, 1], level: 1, plays: [Trample, Skewer]}}
monsters: {Living Bones 1: {at: [1, 1], hp: 4, stats: {shield: 1}}}
line: [play top of Trample, attack Living Bones 1]
"""


@pytest.mark.parametrize(
    ("perk", "kills", "cards"),
    [
        # Attack 3, pierce 2 kills with +1 or better: five +1, a +2 and an x2 of 20.
        ("remove two -1", 7, 18),
        ("replace one -1 with one +1", 8, 20),
        ("add one +3", 8, 21),
        ("add one +3 (x2)", 9, 22),
    ],
)
def test_a_perk_side_by_side(perk: str, kills: int, cards: int) -> None:
    found = api.odds(api.loads(TEXT), adding=[perk])
    now, changed = (
        next(
            figure.estimate.exact
            for section in deck.sections
            for line in (*section.rows, *section.lines)
            for figure in line.figures
            if figure.kind == "chance"
        )
        for deck in found.decks
    )
    assert now == "7/20"
    assert changed is not None
    whole, _, part = changed.partition("/")
    assert int(whole) * cards == kills * int(part)


def test_a_perk_that_takes_out_what_is_not_there() -> None:
    with pytest.raises(UsageError, match="the deck has only 1 x -2"):
        api.odds(api.loads(TEXT), adding=["remove two -2"])
