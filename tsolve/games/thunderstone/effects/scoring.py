"""Victory Points that depend on what the players own at the end. (TS-17.2, DS-10)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Scoring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tsolve.games.thunderstone.book import Book


class FewestMonsters(Scoring, frozen=True):
    """More Victory Points when each other player ends with more Monster cards than the owner."""

    points: int

    def worth(self, book: Book, owned: Sequence[Sequence[str]], player: int) -> int:
        counts = [sum(1 for card in cards if card in book.monsters) for cards in owned]
        others = [count for index, count in enumerate(counts) if index != player]
        return self.points if others and min(others) > counts[player] else 0

    def say(self) -> str:
        return f"{self.points:+d} VP when every other player owns more Monsters"


class PerOtherStone(Scoring, frozen=True):
    """Victory Points for each other Thunderstone of the same owner."""

    points: int

    def worth(self, book: Book, owned: Sequence[Sequence[str]], player: int) -> int:
        stones = sum(1 for card in owned[player] if book.card(card).kind == "thunderstone")
        return self.points * (stones - 1)

    def say(self) -> str:
        return f"{self.points:+d} VP for each other Thunderstone owned"
