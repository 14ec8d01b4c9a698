"""What a puzzle expects of the odds against Monsters and for purchases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar

from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.chances.odds import HandOdds
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.expected_odds import OddsExpectation
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import DeckOdds, Figure
from tsolve.turns.compared import answered
from tsolve.turns.odds.expecting import OddsJudge, bars_of


class HandOddsJudge(OddsJudge[State, Action]):
    """Judges the chances of one file."""

    expect: OddsExpectation
    meant: ClassVar[Mapping[str, tuple[str, str]]] = {"any": ("defeated", "any"), "purse": ("gold", "")}

    def __init__(self, opened: Opened, expect: OddsExpectation) -> None:
        hands = HandOdds(opened)
        super().__init__(hands, expect)
        self.opened, self.monsters = opened, hands.monsters

    def by_row(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        yield from self._stacks(deck)
        yield from self._defeated(deck)
        yield from self._attacked(deck)

    def _stacks(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        afforded = {row.called: figure for row, figure in deck.figures() if row and figure.id == "afforded"}
        for written, wanted in self.expect.afford.items():
            name = self.opened.book.name(self.opened.card(written))
            yield self.same(("afford", written), wanted, afforded.get(name), f"afford {name}")

    def _defeated(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        for written, wanted in self.expect.defeat.items():
            fitting = self._fitting(deck, written, "defeated")
            told = {called: figure.estimate.exact for called, figure in fitting.items()}
            path, what = ("defeat", written), f"defeat {self._said(written)}"
            if len(set(told.values())) > 1:
                yield answered(("odds", *path), f"odds {what}", False, str(Fraction(wanted)), _which(told))
            else:
                yield self.same(path, wanted, next(iter(fitting.values()), None), what)

    def _attacked(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        for written, numbers in self.expect.attack.items():
            figures = self._fitting(deck, written, "attack")
            path, what = ("attack", written), f"attack {self._said(written)}"
            if len({bars_of(figure) for figure in figures.values()}) > 1:
                told = _which(dict.fromkeys(figures, ""))
                yield answered(("odds", *path), f"odds {what}", False, "one Monster", told)
            else:
                yield from self.spread(path, numbers, next(iter(figures.values()), None), what)

    def _said(self, written: str) -> str:
        return self.opened.target(written).say(self.opened.book)

    def _fitting(self, deck: DeckOdds, written: str, id_: str) -> dict[str, Figure]:
        """A figure of each Monster of the Hall that a name means."""
        target = self.opened.target(written)
        called = {
            standing.say(self.opened.book)
            for standing, place in self.monsters.items()
            if target.monster in ("", standing.monster) and target.is_in(place)
        }
        return {
            row.called: figure
            for row, figure in deck.figures()
            if row is not None and figure.id == id_ and row.called in called
        }


def _which(told: Mapping[str, str]) -> str:
    """That a name means several Monsters of which different things are so."""
    return f"say which is meant: {'; '.join(f'{name} {chance}'.strip() for name, chance in told.items())}"
