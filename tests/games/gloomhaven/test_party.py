"""The party of the computer: what it fears, when it rests, which doors it leaves shut."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tsolve import api
from tsolve.games.gloomhaven.actions import Bear, Choose, Go, Pass
from tsolve.games.gloomhaven.players.caution import FALLS, threat
from tsolve.games.gloomhaven.players.thumb import Thumb
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.players import seats, start_of
from tsolve.players.playing import play_out

CORRIDOR = """
game: gloomhaven
turn: Brute
map: {{size: 9 x 2}}
characters:
  Brute:
    at: [0, 0]
    hp: {hp}
    plays: [A, B]
    cards:
      A: {{initiative: 20, top: attack 3, bottom: move 3}}
      B: {{initiative: 30, top: attack 2, bottom: move 2}}
monsters:
  Near: {{at: [2, 0], hp: 5, move: 1, attack: 3}}
  Far: {{at: [6, 0], hp: 5, move: 2, attack: 4{more}}}
"""


def opened(text: str) -> ScenarioPosition:
    position = api.loads(text, "corridor.yaml")
    assert isinstance(position, ScenarioPosition)
    return position


@pytest.mark.parametrize(
    ("hp", "more", "feared"),
    [
        (9, "", 3),  # Near walks 1 hex and stands beside the Brute; Far, with 2 hexes, is 6 away
        (9, ", range: 4", 7),  # 2 hexes and a shot over 4: 3 + 4
        (7, ", range: 4", 7 + FALLS),  # 7 hit points may be gone
        (9, ", range: 4, conditions: [stun]", 3),  # stunned, it does nothing
        (9, ", range: 4, conditions: [immobilize]", 3),  # 4 of 6 hexes
    ],
)
def test_what_monsters_may_do(hp: int, more: str, feared: int) -> None:
    position = opened(CORRIDOR.format(hp=hp, more=more))
    assert threat(position.book, position.laid.state) == feared


def scenario(seed: int, level: int = 0) -> ScenarioPosition:
    chosen = {"scenario": ["1"], "characters": ["Brute", "Tinkerer"], "level": [str(level)]}
    return opened(api.set_up(seed, 2, game="gloomhaven", selection=chosen).position)


def test_another_card_of_a_short_rest_is_not_paid_for() -> None:
    position = scenario(1)
    assert Thumb(position.game).choose(position.laid.state, [Pass(), Bear()]) == Pass()


def figure_with(state: State, **changes: int) -> State:
    figures = [replace(each, **changes) if each.name == "Brute" else each for each in state.figures]
    return replace(state, figures=tuple(figures))


@pytest.mark.parametrize(
    ("hp", "in_hand", "enemies", "rests"),
    [
        (4, 4, False, True),  # wounded (4 of 10), 6 cards discarded
        (8, 4, False, False),  # hardly wounded
        (4, 6, False, False),  # 4 cards discarded: a rest brings back fewer than are in hand
        (4, 4, True, False),  # not while enemies are near
        (8, 0, False, True),  # no two cards for a round
    ],
)
def test_when_it_rests(hp: int, in_hand: int, enemies: bool, rests: bool) -> None:
    position = scenario(1)
    state = figure_with(position.laid.state, hp=hp)
    if not enemies:
        state = replace(state, figures=tuple(each for each in state.figures if each.side == "party"))
    held = state.cards_of("Brute")
    assert held is not None
    cards = held.hand
    split = replace(held, hand=cards[:in_hand], discarded=cards[in_hand:])
    state = replace(state, held=tuple(split if each.owner == "Brute" else each for each in state.held))
    pair = Choose("Brute", (cards[0], cards[1]))
    chosen = Thumb(position.game).choose(state, [pair, Choose("Brute")])
    assert (chosen == Choose("Brute")) == rests


def test_no_door_is_opened_on_the_way_to_an_enemy() -> None:
    """The door is beside the Guard; the hexes on this side are farther from it."""
    position = scenario(1)
    state = position.laid.state
    door = min(state.closed)
    beside = next(each.at for each in state.figures if each.side == "monsters")
    state = replace(state, turn="Brute")
    thumb = Thumb(position.game)
    stays_shut = thumb.choose(state, [Go((state.figure("Brute").at, door)), Go((beside,))])
    assert stays_shut == Go((beside,))


@pytest.mark.parametrize("seed", [0, 1])
def test_games_end(seed: int) -> None:
    start = start_of(scenario(seed))
    outcome = play_out(start, seats(start, ("greedy",)), Random(seed))
    assert outcome.over
