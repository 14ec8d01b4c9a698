"""What `advise` refuses, with what to write instead."""

from __future__ import annotations

import pytest

from tsolve import api
from tsolve.errors import UndecidedError, UsageError

TABLE = """\
game: thunderstone
owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]
hand: [Dagger, 3 x Militia, 2 x Torch]
hall: [Ghost, Black Slime, Ghost]
monsters: ["Undead • Spirit", Ooze, "Undead • Doom"]
stones: [Stone of Mystery]
village: {Militia: 18, Spear: 8, Feast: 8}
players:
  others:
  - owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]
"""


def test_a_hand_that_a_log_does_not_tell() -> None:
    """After the first turn comes the other player, whose hand nobody has told."""
    log = TABLE + "turns: [{line: [buy Spear]}]\n"
    with pytest.raises(UndecidedError, match="does not tell the hand"):
        api.advise(api.loads(log), worlds=2)


def test_a_turn_that_a_log_leaves_open() -> None:
    """Whether the second player wins depends on a hand that nobody has told, and so does the Hall."""
    log = TABLE + "turns: [{line: [buy Spear]}, {line: [attack Ghost in Rank 1], drew: []}, {line: [rest]}]\n"
    with pytest.raises(UndecidedError, match="turn 2 of the log is not known"):
        api.advise(api.loads(log), worlds=2)


def test_a_deck_that_nobody_knows() -> None:
    """The new hand after this turn comes from a deck of which nothing is told."""
    unknown = TABLE.replace("owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]\nhand", "hand", 1)
    with pytest.raises(UsageError, match="a card comes that nobody knows"):
        api.advise(api.loads(unknown), worlds=2)


@pytest.mark.parametrize("game", ["thunderstone", "quest"])
def test_a_table_that_was_set_up_can_be_asked_about(game: str) -> None:
    """The hands of others are not in its file: chance deals them first."""
    table = api.loads(api.set_up(21, 2, game=game).position)
    answer = api.advise(table, worlds=1, time_limit=0.1)
    assert answer.wanted == 1
    assert len(answer.candidates) > 1
