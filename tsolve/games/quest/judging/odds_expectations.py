"""What a puzzle expects of the odds against Monsters and for purchases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from tsolve.games.quest.actions import Action
from tsolve.games.quest.chances.odds import HandOdds
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import State
from tsolve.games.quest.target import target_at
from tsolve.games.quest.writing.expected_odds import OddsExpectation
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import DeckOdds, Figure
from tsolve.turns.odds.expecting import OddsJudge


class HandOddsJudge(OddsJudge[State, Action]):
    """Judges the chances of one file."""

    expect: OddsExpectation
    meant: ClassVar[Mapping[str, tuple[str, str]]] = {"purse": ("gold", ""), "lights": ("light", "")}

    def __init__(self, opened: Opened, expect: OddsExpectation) -> None:
        self.hands = HandOdds(opened)
        super().__init__(self.hands, expect)
        self.turn = opened

    def by_row(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        afforded = {row.called: figure for row, figure in deck.figures() if row and figure.id == "afforded"}
        for written, wanted in self.expect.afford.items():
            name = self.turn.book.name(self.turn.card(written))
            yield self.same(("afford", written), wanted, afforded.get(name), f"afford {name}")
        for written, wanted in self.expect.defeat.items():
            figure = self._figure(deck, written, "defeated")
            yield self.same(("defeat", written), wanted, figure, f"defeat {written}")
        for written, numbers in self.expect.attack.items():
            figure = self._figure(deck, written, "attack")
            yield from self.spread(("attack", written), numbers, figure, f"attack {written}")

    def _figure(self, deck: DeckOdds, written: str, id_: str) -> Figure | None:
        """The figure of the first Monster that a name means; with its room it means one."""
        target, state = self.turn.target(written), self.hands.state
        places = [place for place in self.hands.places if target.fits(state, place)]
        called = target_at(state, places[0]).say(self.turn.book) if places else ""
        fitting = (
            figure
            for row, figure in deck.figures()
            if row is not None and (row.called, figure.id) == (called, id_)
        )
        return next(fitting, None)
