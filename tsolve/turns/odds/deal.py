"""One deal: a deck and the size of the hand. Looks at every hand or at a sample, share by share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

import msgspec

from tsolve.cardkit.hands import Taken, different, hands, ways

SHARE = 200
"""Hands of one share where they are quick: few enough to end soon, enough to be worth sending."""


class Deal(msgspec.Struct, frozen=True):
    """Hands of `size` cards from a deck of `copies` of each of its `kinds`."""

    kinds: tuple[str, ...]
    copies: tuple[int, ...]
    size: int
    samples: int = 0
    """How many random hands to look at; 0 for all different hands."""
    seed: int = 0
    """The same seed gives the same sample."""
    together: int = SHARE
    """Hands of one share; fewer where a hand takes long."""

    @property
    def hands(self) -> int:
        """How many hands are to be looked at."""
        return self.samples or self.different

    @property
    def different(self) -> int:
        """How many different hands there are."""
        return different(self.copies, self.size)

    @property
    def weight(self) -> int:
        """The weight of all hands to be looked at: the ways of dealing them, or their number in a sample."""
        return self.samples or ways(self.copies, self.size)

    def shares(self) -> list[int]:
        """Where each share begins. The shares do not depend on who works on them."""
        return list(range(0, self.hands, self.together))

    def share(self, start: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """The hands of the share that begins there, each with its weight."""
        stop = min(start + self.together, self.hands)
        dealt = self._sample(start, stop) if self.samples else hands(self.copies, self.size, start, stop)
        runs = [
            [(kind,) * n for n in range(copies + 1)]
            for kind, copies in zip(self.kinds, self.copies, strict=True)
        ]
        for taken, weight in dealt:
            yield (
                tuple(chain.from_iterable([run[n] for run, n in zip(runs, taken, strict=True) if n])),
                weight,
            )

    def _sample(self, start: int, stop: int) -> Iterator[tuple[Taken, int]]:
        """Random hands, every single card of the deck as likely as any other. Each share has its own seed."""
        random = Random(f"{self.seed}/{start}")
        deck = [kind for kind, n in enumerate(self.copies) for _ in range(n)]
        for _ in range(start, stop):
            taken = [0] * len(self.copies)
            for at in range(self.size):
                other = at + int(random.random() * (len(deck) - at))
                deck[at], deck[other] = deck[other], deck[at]
                taken[deck[at]] += 1
            yield tuple(taken), 1
