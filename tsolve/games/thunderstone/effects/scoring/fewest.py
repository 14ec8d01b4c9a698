"""Points for having fought least (Stone of Scorn)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Scoring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tsolve.games.thunderstone.book import Book


class FewestMonsters(Scoring, frozen=True, tag="fewest_monsters"):
    """More Victory Points when each other player ends with more Monster cards than the owner."""

    points: int

    def worth(self, book: Book, owned: Sequence[Sequence[str]], player: int) -> int:
        counts = [sum(1 for card in cards if card in book.monsters) for cards in owned]
        others = [count for index, count in enumerate(counts) if index != player]
        return self.points if others and min(others) > counts[player] else 0

    def say(self) -> str:
        return f"{self.points:+d} VP when every other player owns more Monsters"
