"""What to do this turn, or which card is better in a deck: compared by playing on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import TYPE_CHECKING

from tsolve.advising.advice import Comparison
from tsolve.advising.candidates import OUTLOOK, WAYS, Candidate, Step
from tsolve.advising.rollouts import Rollouts, UnknownCardError
from tsolve.api.positions import Position, require_table
from tsolve.batch import pool
from tsolve.budget import within
from tsolve.contract.position import played_with
from tsolve.engine import UNKNOWN
from tsolve.errors import UnsupportedError, UsageError
from tsolve.players import RANDOM, brought, seats, start_of

if TYPE_CHECKING:
    from tsolve.model.advice import AdviceAnswer
    from tsolve.source.reading import FilePath

WORLDS, SHUFFLES = 200, 2
CHEAPEST_FIRST = ("quick", "greedy")
"""Who plays on, if a game has them: the first of these; else players without sense."""
_TO_FIND = 500_000
"""Counted steps in which the candidates are found: some five seconds."""

AS_IT_IS = "as it is"
"""The deck without a further card."""


def advise(
    position: Position,
    file: FilePath = "",
    players: Sequence[str] = (),
    worlds: int = WORLDS,
    shuffles: int = SHUFFLES,
    seed: int = 0,
    adding: Sequence[str] = (),
    workers: int = 1,
    scheduler: str = "",
    time_limit: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> AdviceAnswer:
    """Compare what may be done this turn, by games that are played on from it; with `adding`, what each of
    these cards would be worth in the player's deck.

    In each world every candidate meets the same luck. The same seed and number of worlds give the same
    answer, whoever plays them. Ctrl-C and `time_limit` end it early.

    Args:
        position: the position; whatever a whole game needs has to be known but for its order.
        file: what the position is called in the answer; by default the file that it was read from.
        players: who plays on, by name: one for each seat, or one for all; by default the quickest with sense.
        worlds: the most worlds that are played.
        shuffles: leave a game after the player's deck was shuffled about so often, and reckon the rest by a
        rule of thumb; 0 plays games to their end.
        seed: of the first world.
        adding: cards by name.
        workers: processes, this one included.
        scheduler: the address of a Dask scheduler whose workers help.
        time_limit: seconds; by default none.
        on_progress: hears how many worlds of how many are played, up to the next look at them.

    Raises:
        InputError: a name is no card, or the position tells too little for a whole game.
        UsageError: nothing can be compared, a player is unknown, or an unknown card comes in the games.
        UnsupportedError: the game has no `advise`.
        UndecidedError: the log before the position leaves the table open.
    """
    if not position.game.scores(position.state):
        title = position.ruleset.title
        raise UnsupportedError(f"{title} has no `advise`: nobody has a score that could be compared")
    require_table(position)
    start = start_of(position)
    if start.game.is_over(start.state):
        raise UsageError("the game is over: there is nothing to advise")
    if start.game.mover(start.state) == UNKNOWN:
        raise UsageError(_unknown(position))
    outlook = OUTLOOK.of(start)()
    if adding:
        if outlook.gaining is None:
            raise UnsupportedError(f"{start.title} has no `advise --with`")
        cards = [position.card(each) for each in adding]
        empty: Step[object] = Step(())
        names = [position.ruleset.cards[card].name for card in cards]
        candidates = [
            Candidate(AS_IT_IS, empty),
            *(
                Candidate(f"with {name}", empty, gains=(card,))
                for name, card in zip(names, cards, strict=True)
            ),
        ]
    else:
        with within(None, _TO_FIND):
            candidates = list(WAYS.of(position)())
    if len(candidates) < 2:
        only = f": {candidates[0].name}" if candidates else ""
        raise UsageError(f"there is nothing to compare: this turn has one way to go{only}")
    names_of_players = tuple(players) or (_usual(brought(start).makers),)
    seats(start, names_of_players)  # refused before any work is done
    if not outlook.turns(start.state, shuffles):
        shuffles = 0
    rollouts = Rollouts(start, tuple(candidates), names_of_players, seed, shuffles)
    comparison = Comparison(rollouts)
    try:
        with (
            within(inf if time_limit is None else time_limit),
            pool(workers, scheduler, on_progress, keeps=True) as helpers,
        ):
            comparison.play(worlds, helpers)
    except UnknownCardError:
        raise UsageError(_unknown(position)) from None
    player = start.game.turn_of(start.state)
    return comparison.answer(
        position.named(file), player, worlds, (*position.remarks(), *played_with(position))
    )


def _usual(makers: object) -> str:
    assert isinstance(makers, dict)
    return next((name for name in CHEAPEST_FIRST if name in makers), RANDOM)


def _unknown(position: Position) -> str:
    """What is missing for a game to be played on, and how it is written."""
    unknowns = position.unknowns(position.state)
    parts = [f"{each.what}, such as {each.key.replace('  # or', ', or')}" for each in unknowns]
    missing = "; ".join(parts) or "every deck that is not known"
    return f"games cannot be played on, because a card comes that nobody knows. Write {missing}"
