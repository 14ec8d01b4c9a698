"""Turns of random monsters with every card: what holds in each position on the way, and at the end.

With TSOLVE_LONG_SWEEPS in the environment there are 40,000 turns.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from tests.games.gloomhaven.turn.random_positions import ABILITY_CARDS, position, turn
from tests.games.gloomhaven.turn.table import TYPES
from tsolve.games.gloomhaven.abilities import Loot
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.modifiers import MONSTERS
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.elements_and_bonuses import abilities_of

CHUNKS = 400 if "TSOLVE_LONG_SWEEPS" in os.environ else 20
BOSSES = sorted(name for name, card in TYPES.items() if card.kind == "boss")


def check(game: Gloomhaven, state: State) -> None:
    """What holds in every position."""
    hash(state)
    board = game.book.board(state)
    places = Counter(figure.at for figure in state.figures)
    assert max(places.values(), default=1) <= 1 or state.todo, places
    assert len({figure.name for figure in state.figures}) == len(state.figures)
    for figure in state.figures:
        assert 0 <= figure.hp <= figure.max_hp
        assert figure.hp > 0 or state.todo
        assert figure.at in board.hexes
        assert figure.at not in state.obstacles or figure.profile.flying
        conditions = [token.condition for token in figure.tokens]
        assert len(set(conditions)) == len(conditions)
        assert not set(conditions) & set(figure.profile.immunities)
    elements = [each.element for each in state.elements]
    assert len(set(elements)) == len(elements)
    assert "any" not in elements
    assert all(money.tokens > 0 for money in state.money)
    for owned in state.decks:
        assert Counter(owned.deck.cards())["curse"] <= 10
    assert sum(Counter(owned.deck.cards())["bless"] for owned in state.decks) <= 10


def lasting(state: State) -> dict[str, Counter[str]]:
    """The cards of each modifier deck that never leave it."""
    return {
        owned.owner: Counter(card for card in owned.deck.cards() if card not in ("bless", "curse"))
        for owned in state.decks
    }


def check_end(game: Gloomhaven, before: State, after: State) -> None:
    """What a whole turn keeps."""
    assert after.result
    assert (after.turn, after.focus, after.intents, after.struck, after.moved) == ("", "", (), (), 0)
    assert lasting(after).items() >= lasting(before).items()
    standard = lasting(before)[MONSTERS]
    assert all(cards == standard for cards in lasting(after).values())
    kept = {figure.name for figure in after.figures}
    gone = [figure for figure in before.figures if figure.name not in kept]
    dropped = sum(
        figure.drops_money and figure.side == "monsters" and figure.kind in ("monster", "boss")
        for figure in gone
    )
    tokens = sum(money.tokens for money in after.money) - sum(money.tokens for money in before.money)
    acting = before.figures[0]
    loots = any(isinstance(each, Loot) for each in abilities_of(game.book, before, acting))
    assert tokens == dropped or (loots and tokens <= dropped)
    if any(figure.name == acting.name for figure in after.figures):
        acted = after.figure(acting.name)
        assert acted.acted
        assert not any(token.fresh for token in acted.tokens)
    assert not any(each.infused for each in after.elements)


def play(game: Gloomhaven, before: State, random: Random) -> State:
    """A whole turn, judged in each position."""
    after = before
    for after in turn(game, before, random):
        check(game, after)
    check_end(game, before, after)
    return after


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_turns(chunk: int) -> None:
    random = Random(f"gloomhaven {chunk}")
    for _ in range(100):
        play(*position(random), random)


def test_every_card_and_every_boss() -> None:
    """Each of the 232 cards, and both specials of each boss, on some positions."""
    random = Random(232)
    assert len(ABILITY_CARDS) == 232
    for card in ABILITY_CARDS:
        for _ in range(2):
            play(*position(random, card), random)
    specials = [card for card in ABILITY_CARDS if card.startswith("boss")]
    assert specials
    for boss in BOSSES:
        for card in specials:
            play(*position(random, card, boss), random)
