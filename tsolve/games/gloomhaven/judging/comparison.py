"""What a reading may change about a turn: its options, and what a line comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.state import State
from tsolve.turns.bests import Bests
from tsolve.turns.comparing.comparison import Comparison, Finding
from tsolve.turns.played import Played

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened


class TurnComparison(Comparison[State, Action]):
    """The findings of a turn."""

    opened: Opened

    def expected_actions(self) -> Sequence[str]:
        expect = self.opened.position.expect
        return (*expect.legal, *expect.illegal)

    def outcomes(self, played: Played[State, Action]) -> Iterator[Finding]:
        """Also of decks that are as at first, which the table does not mention."""
        found = dict(super().outcomes(played))
        for owned in played.result.decks:
            found.setdefault(f"afterwards: Deck of {owned.owner}", "as at first")
        yield from found.items()

    def targets(self, bests: Bests[State, Action]) -> Iterator[Finding]:
        """Every option that the rules leave."""
        options = self.opened.options()
        if options is not None:
            yield options.title, "; or ".join(sorted(each.text for each in options.options))
