"""The courses of a turn after a modifier card, beside every way that the engine can go."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.sweeping import seeds
from tsolve import api
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.judging.besides import Sentences, joined, told_besides
from tsolve.games.gloomhaven.judging.courses import courses_on
from tsolve.games.gloomhaven.judging.hunt import Dealer, text_of
from tsolve.games.gloomhaven.judging.walk import A_CARD, answers, ways_on
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.attack import BearDamage
from tsolve.games.gloomhaven.ways import Way
from tsolve.model.trace import Trace

MOST = 1500
"""The most ways of a turn that are compared."""
SEVERAL = (
    "attack 2, target 2",
    "attack 3, range 4, target 3",
    "attack 1, range 3, target 2, area (0,0) (1,0) (0,1)",
    "attack 2, all adjacent, push 1",
    "attack 2, range 3, target 2, wound",
)
"""Attacks on several targets, of which many cards come."""


class TooManyWaysError(Exception):
    """There are too many ways to compare."""


@pytest.mark.parametrize("seed", seeds(12, 300))
def test_same_courses_as_by_every_way(seed: int) -> None:
    compared = 0
    for text in _turns(seed):
        position = api.loads(text, "turn.yaml")
        assert isinstance(position, ScenarioPosition)
        for way in ways_on(position, Way(position.state), until=A_CARD) or ():
            try:
                wanted = set(_every_way(position, way.state, [MOST]))
            except TooManyWaysError:
                continue
            courses, is_whole = courses_on(position, way.state)
            assert not is_whole or {(each.chosen, each.besides) for each in courses} == wanted, text
            compared += is_whole
    assert compared


def _turns(seed: int) -> Iterator[str]:
    """Some turns as `hunt` deals them, and one with an attack on several targets."""
    dealer, random = Dealer(Random(seed)), Random(seed)
    for _ in range(4):
        text = text_of(dealer.deal())
        if '"round"' not in text:
            yield text
    file = text_of(dealer.deal())
    yield _with_attack(file, random.choice(SEVERAL))


def _with_attack(text: str, attack: str) -> str:
    """The same turn by a card with one attack, of characters with few hit points."""
    lines = [line for line in text.splitlines() if not line.startswith(("ability_cards:", "until:", "turn:"))]
    card = f'ability_cards: {{Fiend: {{initiative: 20, do: [move +0, "{attack}"]}}}}'
    return "\n".join([*lines, "turn: Fiend 1", card, ""])


def _every_way(
    position: ScenarioPosition,
    state: State,
    left: list[int],
    chosen: Sentences = (),
    besides: Sentences = (),
) -> Iterator[tuple[Sentences, Sentences]]:
    """What is chosen and what else is done in every way to the end, one by one."""
    game = position.game
    if state.result or not state.todo or game.mover(state) == UNKNOWN:
        left[0] -= 1
        if left[0] < 0:
            raise TooManyWaysError
        yield chosen, besides
        return
    is_choice = game.mover(state) != CHANCE and not isinstance(state.todo[-1], BearDamage)
    played = []
    for action in answers(game, state):
        trace = Trace()
        played.append((action, game.apply(state, action, trace), trace.entries))
    is_open = len({after for _, after, _ in played}) > 1
    for action, after, entries in played:
        done = told_besides(entries, state, after, position.book.terrain)
        if is_choice and is_open:
            told = joined(chosen, done or (game.notation(state, action),))
            yield from _every_way(position, after, left, told, besides)
        else:
            yield from _every_way(position, after, left, chosen, joined(besides, done))
