"""What may follow a modifier card in a turn, beside every way that the engine can go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from tests.sweeping import seeds
from tsolve import api
from tsolve.engine import CHANCE, UNKNOWN
from tsolve.games.gloomhaven.actions import Draw
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.judging.alike_cards import coming
from tsolve.games.gloomhaven.judging.besides import Sentences, joined, told_besides
from tsolve.games.gloomhaven.judging.hunt import Dealer, text_of
from tsolve.games.gloomhaven.judging.sequels import sequels_of
from tsolve.games.gloomhaven.judging.walk import A_CARD, answers, ways_on
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.suffering import BearDamage
from tsolve.games.gloomhaven.ways import Way
from tsolve.model.trace import Trace

MOST = 1500
"""The most ways of a turn that are compared."""
SEVERAL = (
    ("attack 2, target 2",),
    ("attack 3, range 4, target 3",),
    ("attack 1, range 3, target 2, area (0,0) (1,0) (0,1)",),
    ("attack 2, all adjacent, push 1",),
    ("attack 2, range 3, target 2, wound",),
    ("attack 1, range 3", "attack 2, range 3"),
    ("attack 2, range 2, poison", "move 1", "attack 1, range 2"),
    ("attack 1, range 3, disarm", "heal 2, self", "attack 1, all adjacent"),
)
"""Abilities of a card, of which many modifier cards come."""
DECKS = (
    "",
    "rest: [3 x +0, 2 x x2, 2 x -1, null]",
    "rest: [-2, +0, +1, +2, null, x2]",
    "rest: [+1, +1, curse, -1, -1, +0]",
    "top: [+1, -1], rest: [+0, +0, x2, null, -2]",
    "rest: [+0, +0, x2, null], discards: [+1, -1, -2]",
)
"""Modifier decks of the monsters: the usual one, thin ones, one in a known order, one that may run out."""


class TooManyWaysError(Exception):
    """There are too many ways to compare."""


@pytest.mark.parametrize("seed", seeds(12, 300))
def test_same_sequels_as_by_every_way(seed: int) -> None:
    compared = 0
    for text in _turns(seed):
        position = api.loads(text, "turn.yaml")
        assert isinstance(position, ScenarioPosition)
        for way in ways_on(position, Way(position.state), until=A_CARD) or ():
            try:
                wanted = set(_every_way(position, way.state, [MOST]))
            except TooManyWaysError:
                continue
            sequels, is_whole = sequels_of(position, way.state)
            assert not is_whole or {(each.chosen, each.besides) for each in sequels} == wanted, text
            compared += is_whole
    assert compared


@pytest.mark.parametrize("seed", seeds(12, 300))
def test_no_more_cards_and_harm_come_than_is_said(seed: int) -> None:
    random, bounded = Random(seed), 0
    for text in _turns(seed):
        position = api.loads(text, "turn.yaml")
        assert isinstance(position, ScenarioPosition)
        for _ in range(10):
            states, draws = _one_way(position, random)
            for state, drawn in zip(states, draws, strict=True):
                left = coming(position.book, state) if state.todo else None
                if left is None:
                    continue
                assert draws[-1] - drawn <= left.draws, text
                for figure in state.enemies_of(state.figure(state.turn)):
                    most = left.harm.most(figure.name)
                    assert _lost(figure, states[-1]) <= most, (text, figure.name)
                    bounded += most < figure.hp
    assert bounded


def _one_way(position: ScenarioPosition, random: Random) -> tuple[list[State], list[int]]:
    """The positions of one way through a turn, each with the number of cards that have been drawn by then."""
    game, states, draws = position.game, [position.state], [0]
    while not (state := states[-1]).result and state.todo and game.mover(state) != UNKNOWN:
        action = random.choice(answers(game, state))
        states.append(game.apply(state, action))
        draws.append(draws[-1] + isinstance(action, Draw))
    return states, draws


def _lost(figure: Figure, end: State) -> int:
    """The hit points that a figure has lost; none if it left with its summoner."""
    if end.on_map(figure.name):
        return figure.hp - end.figure(figure.name).hp
    return figure.hp if not figure.owner or end.on_map(figure.owner) else 0


def _turns(seed: int) -> Iterator[str]:
    """Some turns as `hunt` deals them, and some in which many cards come, from several decks."""
    dealer, random = Dealer(Random(seed)), Random(seed)
    for _ in range(4):
        text = text_of(dealer.deal())
        if '"round"' not in text:
            yield text
    for _ in range(2):
        yield _with_card(text_of(dealer.deal()), random.choice(SEVERAL), random.choice(DECKS))


def _with_card(text: str, abilities: Sequence[str], deck: str) -> str:
    """The same turn by another card of the monster and another deck."""
    others = ("ability_cards:", "until:", "turn:", "modifiers:")
    lines = [line for line in text.splitlines() if not line.startswith(others)]
    done = ", ".join(f'"{each}"' for each in ("move +0", *abilities))
    card = f"ability_cards: {{Fiend: {{initiative: 20, do: [{done}]}}}}"
    modifiers = [f"modifiers: {{monsters: {{{deck}}}}}"] if deck else []
    return "\n".join([*lines, "turn: Fiend 1", card, *modifiers, ""])


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
