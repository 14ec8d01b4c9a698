"""A whole game with a player in each seat, action by action: to its end, or as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from tsolve.budget import spend
from tsolve.engine import CHANCE, UNKNOWN, Game
from tsolve.model.trace import Trace
from tsolve.players import Player, Start, brought

if TYPE_CHECKING:
    from random import Random

S = TypeVar("S")
A = TypeVar("A")

MOST_ACTIONS = 10_000
"""Actions after which a game is given up. Random games end within some two thousand of them, or never:
where nobody has a card left, nothing can happen any more.
"""


class Step(NamedTuple, Generic[S, A]):
    """Something that happened in a game."""

    before: S
    action: A | None
    """What a player did, or chance; None where chance acted for all the cards of a draw at once."""
    after: S
    trace: Trace | None
    """What followed from it, where somebody wants to know."""
    by_chance: bool = False


class Outcome(NamedTuple, Generic[S]):
    """How far a game was played."""

    state: S
    turns: int
    """The turns that began."""
    over: bool
    """Whether the game has ended."""


def steps(
    start: Start[S, A],
    players: Sequence[Player[S, A]],
    random: Random,
    most: int = MOST_ACTIONS,
    traced: bool = False,
    one_by_one: bool = False,
    draw: Callable[[S, Random], A | None] | None = None,
) -> Iterator[Step[S, A]]:
    """All that happens from the start to the end of the game, to an unknown card, or until so many things
    have happened. Each player is told what its seat may know. `one_by_one`, the cards that chance brings are
    told; other cards come then than without. `draw` says which event comes, instead of the game; None leaves
    it to the game.
    """
    game, state, seen = start.game, start.state, brought(start).seen
    for _ in range(most):
        spend()
        if game.is_over(state):
            return
        mover = game.mover(state)
        if mover == UNKNOWN:
            return
        if mover == CHANCE:
            event = draw(state, random) if draw is not None else None
            if event is None and one_by_one:
                event = drawn(game, state, random)
            after = game.sample(state, random) if event is None else game.apply(state, event)
            yield Step(state, event, after, None, by_chance=True)
        else:
            seat = mover if len(players) > 1 else 0
            action = players[seat].choose(seen(state, mover), game.legal_actions(state), random)
            trace = Trace() if traced else None
            after = game.apply(state, action, trace)
            yield Step(state, action, after, trace)
        state = after


def drawn(game: Game[S, A], state: S, random: Random) -> A | None:
    """The event that chance brings here; None where no card is left that could come."""
    events = game.chance(state)
    if not events:
        return None
    return random.choices([event for event, _ in events], [weight for _, weight in events])[0]


def play_out(
    start: Start[S, A],
    players: Sequence[Player[S, A]],
    random: Random,
    most: int = MOST_ACTIONS,
    enough: Callable[[S, int], bool] = lambda _, __: False,
    draw: Callable[[S, Random], A | None] | None = None,
) -> Outcome[S]:
    """Play to the end of the game, or as far as `steps` goes, or until it is `enough`: it is asked at the
    beginning of each turn, with the number of turns before it. `draw` as for `steps`.
    """
    game, state, turns = start.game, start.state, 0
    if game.begins_turn(state):
        turns = 1
    for step in steps(start, players, random, most, draw=draw):
        state = step.after
        if game.begins_turn(state) and not game.begins_turn(step.before):
            if enough(state, turns):
                break
            turns += 1
    return Outcome(state, turns, game.is_over(state))
