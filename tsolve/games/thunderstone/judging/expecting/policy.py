"""Expected policies (`turns.policy.expecting`) for Thunderstone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import State
from tsolve.turns.copies import split_count
from tsolve.turns.policy.expecting import PolicyJudge, Reached


class TurnPolicyJudge(PolicyJudge[State, Action]):
    """Cards and Monsters may be named in any language."""

    opened: Opened

    def came(self, written: str) -> str:
        _, name = split_count(written)
        return self.opened.book.name(self.opened.card(name))

    def target(self, written: str, reached: Mapping[Reached, Fraction]) -> tuple[str, Fraction]:
        target, book = self.opened.target(written), self.opened.book
        monster = book.name(target.monster) if target.monster else ""
        fitting = (
            likely
            for (name, place), likely in reached.items()
            if monster in ("", name) and target.is_in(place)
        )
        return target.say(book), sum(fitting, Fraction(0))

    def reached_by(self, result: State) -> Reached | None:
        defeated = result.tally.defeated
        return (self.opened.book.name(defeated), result.target) if defeated else None
