"""What a puzzle expects of the odds of attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.chances.odds import ALL, AttackOdds
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.expected_odds import OddsExpectation
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import DeckOdds, Figure
from tsolve.turns.odds.expecting import OddsJudge


def judge_odds(find: Callable[[], AttackOdds], expect: OddsExpectation) -> Iterator[ExpectationAnswer]:
    """Compare what a file expects of the odds that `find` leads up to. Raises SpentError, and UsageError
    where no attack is to come.
    """
    yield from AttackOddsJudge(find(), expect).judged()


class AttackOddsJudge(OddsJudge[State, Action]):
    """Judges the chances of the attacks of one file."""

    expect: OddsExpectation
    odds: AttackOdds

    def by_row(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        for name, wanted in self.expect.kill.items():
            yield self.same(("kill", name), wanted, self._figure(deck, name, "kill"), f"{name} dies")
        for name, wanted in self.expect.mean.items():
            figure = self._figure(deck, name, "damage")
            yield self.same(("mean", name), wanted, figure, f"mean damage to {name}")
        for name, numbers in self.expect.damage.items():
            figure = self._figure(deck, name, "damage")
            yield from self.spread(("damage", name), numbers, figure, f"damage to {name}")

    def _figure(self, deck: DeckOdds, name: str, id_: str) -> Figure | None:
        """The figure of a target, which needs no row of its own where there is only one."""
        is_only = self.odds.targets == [name] or (name == ALL and len(self.odds.targets) == 1)
        rows = ((row.name if row is not None else "", figure) for row, figure in deck.figures())
        fitting = (figure for row, figure in rows if figure.id == id_ and (is_only or row == name))
        return next(fitting, None)
