"""Every action of the class cards that can be played, on a table where it meets allies and enemies."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.gloomhaven.cards.test_printed_facts import BY_NAME, RULES
from tests.games.gloomhaven.turn.random_positions import turn
from tests.games.gloomhaven.turn.test_random_turns import check
from tsolve import api
from tsolve.games.gloomhaven.actions import PlayHalf
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State

CARDS = sorted(name for name, card in BY_NAME.items() if card.card is not None)


def table(name: str) -> ScenarioPosition:
    """The card in the hand of somebody of its class, who stands between an ally, enemies and money."""
    card = BY_NAME[name].card
    assert card is not None
    class_ = RULES.cards[card.of].name
    other = next(
        each.name
        for each in RULES.cards.values()
        if each.card and each.card.of == card.of and each.name != name
    )
    ally = "Tinkerer" if class_ != "Tinkerer" else "Brute"
    position = api.loads(
        f"""
game: gloomhaven
map: {{size: 9 x 9, traps: [[7, 4]], obstacles: [[1, 1]]}}
turn: {class_}
elements: {{fire: strong, ice: strong, air: strong, earth: strong, light: strong, dark: strong}}
characters:
  {class_}: {{at: [4, 4], level: 9, hp: 5, plays: ["{name}", "{other}"], initiative: {card.initiative}}}
  {ally}: {{at: [3, 4], level: 9, hp: 3, initiative: 99, conditions: [poison]}}
monsters:
  Living Bones 1: {{at: [4, 3], hp: 5}}
  Living Bones 2: {{at: [6, 5], hp: 5}}
money: [[4, 5]]
"""
    )
    assert isinstance(position, ScenarioPosition)
    return position


def playable(name: str) -> set[str]:
    card = BY_NAME[name].card
    assert card is not None
    return {side for side in ("top", "bottom") if not getattr(card, side).untold}


@pytest.mark.parametrize("name", CARDS)
def test_the_actions_that_are_told_are_legal_and_lead_to_the_end_of_the_turn(name: str) -> None:
    position = table(name)
    offered = {
        action.side
        for action in position.game.legal_actions(position.state)
        if isinstance(action, PlayHalf) and action.card == name and not action.basic
    }
    assert offered == playable(name)
    for side in sorted(offered):
        random = Random(f"{name} {side}")
        for _ in range(3):
            played_out(position.game, position.state, PlayHalf(name, side), random)


def played_out(game: Gloomhaven, state: State, action: PlayHalf, random: Random) -> None:
    """The turn that begins with an action, to its end by random choices; judged in each position."""
    for after in turn(game, game.apply(state, action), random):
        check(game, after)
