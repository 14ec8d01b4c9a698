"""The chances of a deck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.api.positions import Opened
    from tsolve.model.odds import OddsAnswer


def cores() -> int:
    """How many workers this machine has room for."""
    from tsolve.batch.executors import cores as usable

    return usable()


LIMIT = 50_000
"""Different hands beyond which a sample is taken."""

SAMPLES = 10_000


def odds(
    opened: Opened,
    file: str = "",
    against: Sequence[str] = (),
    adding: Sequence[str] = (),
    removing: Sequence[str] = (),
    all_cards: bool = False,
    draws: bool = True,
    limit: int = LIMIT,
    samples: int = SAMPLES,
    seed: int = 0,
    workers: int = 1,
    scheduler: str = "",
    time_limit: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> OddsAnswer:
    """What the hands of the player's deck and discard pile can do; with `adding` or `removing` also those of
    the changed deck.

    `against` names what they meet instead of what stands in the position. `workers` counts this process.
    Ctrl-C and `time_limit` (seconds) end it early: then the answer is not `complete`. A script that asks for
    several workers needs `if __name__ == "__main__":` around its work, because each worker imports it.

    Raises UsageError for a deck that is not known, InputError for a name that is no card.
    """
    from tsolve.batch.pool import pool
    from tsolve.budget import FREE, Budget, allow
    from tsolve.model.odds import DeckWish
    from tsolve.turns.odds.answer import answer_odds

    wish = DeckWish(tuple(against), tuple(adding), tuple(removing), all_cards, draws, limit, samples, seed)
    budget = FREE if time_limit is None else Budget(time_limit)
    with allow(budget), pool(workers, scheduler, on_progress, keeps=True) as helpers:
        return answer_odds(opened.odds(), wish, helpers, file)
