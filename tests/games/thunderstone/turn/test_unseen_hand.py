"""Hands that nobody has seen, when their turns begin."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from tsolve import api
from tsolve.cardkit import piles
from tsolve.engine import CHANCE, UNKNOWN

TABLE = """\
game: thunderstone
sets: [base]
owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]
hand: [Dagger, 2 x Iron Rations, 2 x Militia, Torch]
turn: village
players:
  others:
  - {others}
"""
OWNED = "owned: [6 x Militia, 2 x Dagger, 2 x Iron Rations, 2 x Torch]"


def _next_turn(others: str) -> tuple[api.Position, object]:
    """Where the first player's turn is over and that player's new hand is drawn."""
    position = api.loads(TABLE.format(others=others)).to_the_end()
    game, state, random = position.whole_game, position.state, Random(1)
    while game.turn_of(state) == 1:
        if game.mover(state) == CHANCE:
            state = game.sample(state, random)
        else:
            state = game.apply(state, game.legal_actions(state)[-1])
    return position, state


def test_its_cards_come_from_all_that_the_player_owns() -> None:
    """12 cards, of which 6 are in hand: the first is a Militia in 6 of 12 cases, then a Torch in 2 of 11."""
    position, state = _next_turn(OWNED)
    game = position.whole_game
    assert game.mover(state) == CHANCE
    for name, chance in (("Militia", Fraction(6, 12)), ("Torch", Fraction(2, 11))):
        events = game.chance(state)
        total = sum(weight for _, weight in events)
        event, weight = next(each for each in events if game.notation(state, each[0]) == f"draw {name}")
        assert Fraction(weight, total) == chance
        state = game.apply(state, event)
    while game.mover(state) == CHANCE:
        state = game.apply(state, game.chance(state)[0][0])
    me = state.players[1]
    assert (game.begins_turn(state), len(state.party)) == (True, 6)
    assert piles.is_shuffled(me.deck)
    cards = Counter(piles.contents(me.deck)) + Counter(member.card for member in state.party)
    assert sorted(cards.values()) == [2, 2, 2, 6]


def test_drawn_at_once_it_is_as_large() -> None:
    position, state = _next_turn(OWNED)
    game = position.whole_game
    state = game.sample(state, Random(5))
    assert (game.begins_turn(state), len(state.party)) == (True, 6)
    assert piles.is_shuffled(state.players[1].deck)


def test_of_an_unknown_player_nobody_knows_it() -> None:
    position, state = _next_turn("hand: unknown")
    game = position.whole_game
    assert game.mover(state) == UNKNOWN
    assert game.legal_actions(state) == []
