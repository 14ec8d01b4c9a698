"""What losing a card costs by a goal, and so which cards a player gives up first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.planning.goals import counted_to_the_end
from tsolve.turns.weights import parts_of


class Price(NamedTuple):
    """What leaves with a card, as far as a goal counts it."""

    points: int = 0
    worth: int = 0


FREE = Price()


class Prices:
    """The price of each card by the levels of one goal."""

    def __init__(self, goal: tuple[str, ...]) -> None:
        counted = counted_to_the_end(goal)
        self.counts_points = not counted.isdisjoint(("points", "lead", "victory"))
        self.counts_worth = "worth" in counted
        self._levels = [
            [(weight, name) for weight, name in parts_of(level) if name in _OF_LEVEL] for level in goal
        ]

    def of(self, card: Card) -> Price:
        """The price of a card that is the player's own."""
        points = (card.vp or 0) if self.counts_points else 0
        return Price(points, (card.cost or 0) if self.counts_worth else 0)

    def rank(self, price: Price) -> tuple[int, ...]:
        """How much a loss hurts, level by level of the goal: what hurts least is given up first."""
        return tuple(
            sum(weight * getattr(price, _OF_LEVEL[name]) for weight, name in level) for level in self._levels
        )

    def among(self, cards: Iterable[Card]) -> tuple[Price, ...]:
        """The different prices of these cards, what hurts least first."""
        return tuple(sorted({self.of(card) for card in cards}, key=lambda price: (self.rank(price), price)))

    @property
    def counts(self) -> bool:
        """Whether the goal asks which cards are lost, and not only how many."""
        return self.counts_points or self.counts_worth


_OF_LEVEL: Mapping[str, str] = {
    "points": "points",
    "lead": "points",
    "victory": "points",
    "worth": "worth",
}
