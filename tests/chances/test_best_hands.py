"""What the best turn with each hand comes to: chances of what is there or not, means of numbers."""

from __future__ import annotations

import pytest

from tests.toys.cellar import CellarPosition, State
from tests.toys.cellars import cellar_with
from tsolve.batch import pool
from tsolve.cardkit.plain_game import PlainBook
from tsolve.chances.best_hands import BestHands
from tsolve.chances.odds import answer_odds
from tsolve.contract.measures import Measure, Measures
from tsolve.model.odds import DeckWish, Figure

MEASURES: Measures[PlainBook, State] = Measures(
    Measure(
        "beaten", "whether the rat is beaten", lambda _, state: state.outcome == "beaten", is_indicator=True
    ),
    Measure("power", "the power in play", lambda _, state: state.power),
)


class Dealt(CellarPosition):
    """A cellar in which two cards are dealt from the deck, and the turn is played."""

    measures = MEASURES
    hands = "hand", "deck", 2


def figures(draws: bool, teeth: int = 5) -> list[Figure]:
    usual = cellar_with((), ("Club", "Lamp", "Stone"), teeth)
    position = Dealt(usual.game, usual.state, usual.written, usual.decoded, usual.ruleset, usual.printing)
    with pool() as alone:
        (deck,) = answer_odds(BestHands(position), DeckWish(draws=draws), alone).decks
    assert deck.left_out.exact == "0"
    return [figure for _, figure in deck.figures()]


@pytest.mark.parametrize(
    ("draws", "teeth", "chance", "mean"),
    [
        # a Club (3) and a Lamp (2) are 5, enough for 5 teeth; with the Stone (1) 4, a Lamp and it 3
        (False, 5, "1/3", "4"),  # (5 + 4 + 3) / 3
        (True, 5, "1", "6"),  # all three are 6
        (False, 3, "1", "4"),
        (True, 7, "0", "6"),
    ],
)
def test_a_hand_is_played_as_well_as_it_can(draws: bool, teeth: int, chance: str, mean: str) -> None:
    beaten, power = figures(draws, teeth)

    assert (beaten.kind, beaten.estimate.exact) == ("chance", chance)
    assert (power.kind, power.estimate.exact) == ("mean", mean)
    assert power.distribution is not None
