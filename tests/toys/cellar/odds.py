"""What a hand of the deck can do, and what a puzzle expects of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from tsolve.batch import Calls
from tsolve.chances.events import Odds
from tsolve.chances.hands import Estimator, Figures, Hand, spread_of
from tsolve.chances.odds import OddsJudge
from tsolve.model.odds import Line, Section

from .rules import Action, State

if TYPE_CHECKING:
    from .position import CellarPosition


def _power_of(powers: Mapping[str, int], hand: Hand) -> Figures:
    """One figure: the power of the hand, whatever chance brings."""
    return [{(sum(map(powers.__getitem__, hand)),): 1}]


class CellarOdds(Odds[State, Action]):
    """The power of the next hand."""

    position: CellarPosition
    hand = 2

    def deck(self, all_cards: bool) -> Sequence[str]:
        state = self.position.state
        return (*state.deck, *state.hand) if all_cards else state.deck

    def judging(self, deck: Sequence[str], draws: bool) -> Calls[Hand, Figures]:
        cards = self.position.game.cards
        return Calls(partial(_power_of, {card: cards[card].power for card in deck}))

    def sections(self, found: Estimator) -> Iterator[Section]:
        power = spread_of(found, 0, "power", "power", "power", "power", "Power of the hand")
        yield Section("hand", "The next hand", lines=(Line("power", (power,), "on average"),))


class CellarJudge(OddsJudge[State, Action]):
    """What is expected of the next hand."""

    meant: ClassVar[Mapping[str, tuple[str, str]]] = {"powers": ("power", "")}
