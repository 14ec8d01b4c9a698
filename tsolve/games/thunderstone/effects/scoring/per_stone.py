"""Points for further Thunderstones (Stone of Terror)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Scoring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tsolve.games.thunderstone.book import Book


class PerOtherStone(Scoring, frozen=True, tag="per_other_stone"):
    """Victory Points for each other Thunderstone of the same owner."""

    points: int

    def worth(self, book: Book, owned: Sequence[Sequence[str]], player: int) -> int:
        stones = sum(1 for card in owned[player] if book.card(card).kind == "thunderstone")
        return self.points * (stones - 1)

    def say(self) -> str:
        return f"{self.points:+d} VP for each other Thunderstone owned"
