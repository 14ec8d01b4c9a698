"""The chances of a deck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.api.positions import Opened
    from tsolve.model.odds import OddsAnswer
    from tsolve.source.reading import FilePath


def cores() -> int:
    """How many workers this machine has room for."""
    from tsolve.batch.executors import cores as usable

    return usable()


LIMIT = 50_000
"""Different hands beyond which a sample is taken."""

SAMPLES = 10_000


def odds(
    opened: Opened,
    file: FilePath = "",
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
    events: Sequence[str] = (),
    hands: int | None = None,
    refills: int | None = None,
) -> OddsAnswer:
    """What the hands of the player's deck and discard pile can do; with `adding` or `removing` also those of
    the changed deck. With `events` the chances that cards come, instead.

    Ctrl-C and `time_limit` end it early: then the answer is not `complete`. A script that asks for several
    workers needs `if __name__ == "__main__":` around its work, because each worker imports it.

    Args:
        opened: the position, with a deck that is known but for its order.
        file: what the position is called in the answer; by default the file that it was read from.
        against: what hands meet instead of what stands in the position, by name and place for place.
        adding, removing: cards by name, `2 x NAME` for several.
        all_cards: whether to count the cards of the hand too.
        draws: whether hands draw, and change what they meet, where that is best.
        limit: the most different hands that are all looked at; beyond it a sample is taken.
        samples: how many hands a sample has.
        seed: of the sample; the same one deals the same hands.
        workers: processes, this one included.
        scheduler: the address of a Dask scheduler whose workers help.
        time_limit: seconds; None for no limit.
        on_progress: hears how many hands of how many are done.
        events: what cards may come, such as `Lamp and 2 x Stone within 3 hands`.
        hands, refills: within how many of them, where an event does not say it; `refills` without events asks
            for all that may come.

    Raises:
        InputError: a name is no card.
        UsageError: the deck is not known, or what was asked for cannot be.
        UnsupportedError: the game has no odds.
    """
    from msgspec.structs import replace

    from tsolve.batch.pool import pool
    from tsolve.budget import FREE, Budget, allow
    from tsolve.model.odds import DeckWish
    from tsolve.turns.odds.answer import answer_odds
    from tsolve.turns.played_with import played_with

    wish = DeckWish(tuple(against), tuple(adding), tuple(removing), all_cards, draws, limit, samples, seed)
    wish = replace(wish, events=tuple(events), hands=hands, refills=refills)
    budget = FREE if time_limit is None else Budget(time_limit)
    with allow(budget), pool(workers, scheduler, on_progress, keeps=True) as helpers:
        answer = answer_odds(opened.odds(), wish, helpers, opened.named(file))
    return replace(answer, notes=(*answer.notes, *played_with(opened)))
