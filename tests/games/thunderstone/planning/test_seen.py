"""What is used up in vain: merely a Hero's ability less, unless what was used is safe."""

from __future__ import annotations

import pytest

from tests.games.thunderstone.builders import mixed_book, position
from tsolve.games.thunderstone.actions import Use, Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.rest_of_turn import Seen, is_in_vain
from tsolve.games.thunderstone.state import State


def entered(*hand: str, deck: tuple[str, ...] = ()) -> tuple[Thunderstone, State]:
    game = Thunderstone(mixed_book())
    return game, game.apply(position([*hand], ["Nixie"], deck=[*deck]), Visit("dungeon"))


@pytest.mark.parametrize(
    ("hand", "deck", "in_vain"),
    [
        (("Regian Priest",), (), True),  # there is no card to draw
        (("Regian Priest",), ("Torch",), False),
        (("Regian Priest", "Scout"), (), False),  # what was used is not put back on the deck (DS-12)
    ],
)
def test_a_priest_draws_in_vain_where_there_is_no_card(
    hand: tuple[str, ...], deck: tuple[str, ...], in_vain: bool
) -> None:
    game, state = entered(*hand, deck=deck)
    draw = Use(0, 0)

    after = game.apply(state, draw)

    assert is_in_vain(game.book, state, draw, after) == in_vain
    seen = Seen(game)
    assert seen.is_new(state)
    assert seen.is_new(after) != in_vain
