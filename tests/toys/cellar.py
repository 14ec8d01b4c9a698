"""A toy game of a few cards: play cards, draw one, fight the rat. It says itself what its files may expect,
what a turn comes to in words, and what the next hand is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tsolve.batch import Calls
from tsolve.cardkit.forms import Form
from tsolve.cardkit.plain_game import PlainAction, PlainBook, PlainGame, PlainState, with_card, without
from tsolve.cardkit.tasks import Reason
from tsolve.chances.events import Odds
from tsolve.chances.hands import Estimator, Figures, Hand, spread_of
from tsolve.contract.measures import Measure, Measures
from tsolve.contract.plain_position import PlainPosition
from tsolve.contract.plain_statements import PlainOddsFile
from tsolve.contract.step_reader import Played
from tsolve.games.plain import PlainCard, PlainModule
from tsolve.model.facts import Fact
from tsolve.model.odds import Line, Section
from tsolve.model.trace import Trace
from tsolve.written.declared import cards_of
from tsolve.written.position_file import Fractional, PositionFile
from tsolve.written.statements import Claim, ExpectationsOfTurn, LineExpectation, Stating


class Card(PlainCard, frozen=True, kw_only=True):
    """A card of the cellar."""

    power: Annotated[int, Meta(ge=0, le=9)]


class State(PlainState, frozen=True):
    """The table."""

    of_turn = ("power", "has_drawn", "is_drawing", "outcome")
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    teeth: int
    power: int = 0
    has_drawn: bool = False
    is_drawing: bool = False
    outcome: Literal["", "beaten", "bites"] = ""


class Action(PlainAction[PlainBook, State], frozen=True):
    """What the player does, or chance."""


class Play(Action, frozen=True):
    """Play a card of the hand."""

    forms = (Form("play {card:hand}"),)
    rulings = ("CE-1",)
    card: str

    def done(self, book: PlainBook, state: State, trace: Trace | None) -> State:
        card = book.cards[self.card]
        power = state.power + card.power
        if trace is not None:
            trace.add("card", card.name, (f"card.{card.id}",), "", "power", state.power, power)
        return replace(state, hand=without(state.hand, self.card), power=power)


class DrawCard(Action, frozen=True):
    """Draw a card: chance says which."""

    forms = (Form("draw"),)
    rulings = ("CE-2",)

    def refusal(self, book: PlainBook, state: State) -> Reason | None:
        if state.has_drawn:
            return "one card is drawn already", self.rulings
        return None if state.deck else ("the deck is empty", self.rulings)

    def done(self, book: PlainBook, state: State, trace: Trace | None) -> State:
        return replace(state, is_drawing=True)


class Comes(Action, frozen=True):
    """This card comes."""

    forms = (Form("get {card:deck}"),)
    rulings = ("CE-2",)
    is_event = True
    card: str

    def refusal(self, book: PlainBook, state: State) -> Reason | None:
        return None if state.is_drawing else ("that card cannot come now", self.rulings)

    def done(self, book: PlainBook, state: State, trace: Trace | None) -> State:
        hand, deck = with_card(state.hand, self.card), without(state.deck, self.card)
        return replace(state, hand=hand, deck=deck, is_drawing=False, has_drawn=True)


class Fight(Action, frozen=True):
    """Fight the rat."""

    forms = (Form("fight"),)
    rulings = ("CE-3",)

    def done(self, book: PlainBook, state: State, trace: Trace | None) -> State:
        tied = state.power == state.teeth and book.readings["ties"] == "beaten"
        return replace(state, outcome="beaten" if state.power > state.teeth or tied else "bites", ended=True)


class Cellar(PlainGame[PlainBook, State, Action]):
    """The rules."""

    actions = (Play, DrawCard, Comes, Fight)
    ending = ("CE-3",)

    def scores(self, state: State) -> list[int]:
        return [int(state.outcome == "beaten")]


MEASURES: Measures[PlainBook, State] = Measures(
    Measure("beaten", "the rat is beaten", lambda _, state: int(state.outcome == "beaten"), is_stated=False),
    Measure("power", "the power of the cards in play", lambda _, state: state.power, is_summed=True),
)
"""The numbers of a turn that people may name."""


@MEASURES.stated_in()
class Facts(Stating, frozen=True):
    """What a line has come to."""


@MEASURES.stated_in()
class ClaimFile(Claim, frozen=True):
    """A statement."""


@MEASURES.stated_in()
class LineFile(LineExpectation, frozen=True):
    """What judging the line comes to."""

    beaten: bool | None = None


class OddsFile(PlainOddsFile, frozen=True):
    """What the next hand must come to."""

    power: Fractional | dict[str, Fractional] | None = None


class ExpectFile(ExpectationsOfTurn, frozen=True):
    """What must come out."""

    line: LineFile | None = None
    steps: dict[str, Facts] = {}  # noqa: RUF012  # a struct copies it
    odds: OddsFile | None = None


Cards = tuple[Annotated[str, cards_of()], ...]


class CellarFile(PositionFile, frozen=True):
    """A position: the cards of the hand, those of the deck in no known order, and the teeth of the rat."""

    hand: Cards = ()
    deck: Cards = ()
    teeth: Annotated[int, Meta(ge=0, le=99)] = 0
    claims: tuple[ClaimFile, ...] = ()
    expect: ExpectFile = ExpectFile()


class CellarPosition(PlainPosition[PlainBook, State, Action]):
    """A position of the cellar, ready for its engine."""

    capabilities = PlainPosition.capabilities._replace(odds=f"{__name__}:CellarOdds")
    measures = MEASURES
    goal = ("beaten", "power")

    def sentence(self, state: State) -> str:
        told = {"": "Nobody fights yet", "beaten": "The rat is beaten", "bites": "The rat bites"}
        return f"{told[state.outcome]}: power {state.power} against {state.teeth} teeth."

    def results(self, played: Played[State, Action]) -> dict[str, Fact]:
        return {"beaten": played.result.outcome == "beaten"}


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
        cards = self.position.book.cards
        return Calls(partial(_power_of, {card: cards[card].power for card in deck}))

    def sections(self, found: Estimator) -> Iterator[Section]:
        power = spread_of(found, 0, "power", "power", "power", "power", "Power of the hand")
        yield Section("hand", "The next hand", lines=(Line("power", (power,), "on average"),))


class CellarModule(PlainModule[State, Action, Card, CellarFile]):
    """The cellar as a game package."""

    id = "cellar"
    rulesets = Path(__file__).parent / "rulesets"
    card_type, position_type = Card, CellarFile
    position, game, state = CellarPosition, Cellar, State


GAME = CellarModule()
