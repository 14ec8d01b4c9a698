"""How long a hand lasts, against a search over every way to rest."""

from functools import cache

import pytest

from tsolve import api
from tsolve.games.gloomhaven.endurance import rounds_left


@cache
def most_rounds(hand: int, discarded: int) -> int:
    """The most rounds over all ways to play and to rest, also early."""
    played = 1 + most_rounds(hand - 2, discarded + 2) if hand >= 2 else 0
    rested = most_rounds(hand + discarded - 1, 0) if discarded >= 2 else 0
    return max(played, rested)


@pytest.mark.parametrize("hand", range(13))
@pytest.mark.parametrize("discarded", range(13))
def test_resting_late_is_best(hand: int, discarded: int) -> None:
    assert rounds_left(hand, discarded) == most_rounds(hand, discarded)


@pytest.mark.parametrize(("hand", "rounds"), [(8, 16), (9, 20), (10, 25), (11, 30), (12, 36)])
def test_full_hands(hand: int, rounds: int) -> None:
    # 10 cards: 5 rounds, a rest, 9 cards: 4 rounds, and so on: 5 + 4 + 4 + 3 + 3 + 2 + 2 + 1 + 1 = 25.
    assert rounds_left(hand, 0) == rounds


TURN = """
game: gloomhaven
turn: Brute
map: {size: 3 x 2}
characters:
  Brute:
    at: [0, 0]
    hp: 9
    plays: [One, Two]
    cards:
      One: {initiative: 72, top: attack 3, bottom: move 2}
      Two: {initiative: 18, top: attack 2, bottom: "heal 2, self"}
      Three: {initiative: 19, top: attack 2, bottom: move 2}
      Four: {initiative: 20, top: attack 2, bottom: move 2}
monsters: {Living Bones 1: {at: [1, 0], hp: 5}}
line: [play top of One, attack Living Bones 1]
claims: [rounds of Brute 3]
"""


def test_a_claim_and_what_odds_says() -> None:
    # After the turn 2 cards in hand and 2 discarded: 1 round, then a rest leaves 3 cards: 1 round, then
    # a rest leaves 2: 1 round; a single card is left. With one card less: rest at once, 2 cards: 1 round.
    position = api.loads(TURN)

    assert [each.verdict for each in api.check(position).claims] == ["confirmed"]
    told = "after this round the cards of Brute last 3 more rounds; 1 if it loses one more card of its hand"
    assert f"{told} (GH-2.10)" in api.odds(position).notes
