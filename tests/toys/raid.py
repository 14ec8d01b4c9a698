"""A toy game for two that answers every command: play items, draw one, fight a foe for its worth."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tsolve.cardkit.forms import Form
from tsolve.cardkit.plain_game import PlainAction, PlainBook, PlainGame, PlainState, with_card, without
from tsolve.cardkit.tasks import Reason
from tsolve.contract.measures import Measure, Measures
from tsolve.contract.plain_position import PlainPosition
from tsolve.contract.plain_statements import stating
from tsolve.games.plain import PlainCard, PlainModule
from tsolve.model.plays import Verb
from tsolve.model.trace import Trace
from tsolve.rules.ruleset import Ruleset
from tsolve.written.declared import cards_of
from tsolve.written.position_file import PositionFile
from tsolve.written.position_text import NewGame

# cards


class Effect(msgspec.Struct, frozen=True, tag_field="kind"):
    """What an item does besides."""


class Bonus(Effect, frozen=True, tag="bonus"):
    """More power against one foe."""

    against: str
    power: int


class Card(PlainCard, frozen=True, kw_only=True):
    """An item, or a foe with its strength."""

    kind: Literal["item", "foe"]
    power: Annotated[int, Meta(ge=0, le=9)]
    worth: Annotated[int, Meta(ge=0, le=9)] = 0
    effect: Bonus | None = None


# the table, and what is done there


class State(PlainState, frozen=True):
    """The table."""

    of_turn = ("power", "played", "drawn")
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    trophies: tuple[str, ...] = ()
    their_hand: tuple[str, ...] = ()
    their_trophies: tuple[str, ...] = ()
    power: int = 0
    played: tuple[str, ...] = ()
    drawn: Literal["not yet", "coming", "once"] = "not yet"

    def after_turn(self) -> State:
        """The position after the turn. (RA-5)"""
        return replace(self, ended=True, over=not (self.row and self.deck))


class Action(PlainAction[PlainBook, State], frozen=True):
    """What a player does, or chance."""


class Play(Action, frozen=True):
    """Play an item of the hand."""

    forms = (Form("play {card:hand}", "(use|plays) {card}"),)
    rulings = ("RA-1",)
    card: str

    def done(self, book: PlainBook, state: State, trace: Trace | None) -> State:
        card, hand = book.cards[self.card], without(state.hand, self.card)
        state = replace(state, hand=hand, played=(*state.played, self.card))
        return _stronger(state, card, card.power, trace)


class DrawItem(Action, frozen=True):
    """Draw an item: chance says which."""

    forms = (Form("draw", "draw (a|an) (card|item)"),)
    rulings = ("RA-2",)

    def refusal(self, book: PlainBook, state: State) -> Reason | None:
        if state.drawn == "once":
            return "one item is drawn already", self.rulings
        return None if state.deck else ("the deck is empty", self.rulings)

    def done(self, book: PlainBook, state: State, trace: Trace | None) -> State:
        return replace(state, drawn="coming")


class Comes(Action, frozen=True):
    """This item of the deck comes."""

    forms = (Form("get {card:deck}", "gets {card}"),)
    rulings = ("RA-2",)
    is_event = True
    card: str

    def refusal(self, book: PlainBook, state: State) -> Reason | None:
        return None if state.drawn == "coming" else ("no item is drawn now", self.rulings)

    def done(self, book: PlainBook, state: State, trace: Trace | None) -> State:
        hand, deck = with_card(state.hand, self.card), without(state.deck, self.card)
        return replace(state, hand=hand, deck=deck, drawn="once")


class Fight(Action, frozen=True):
    """Fight a foe of the row."""

    forms = (Form("fight {foe:row}", "(fights|beat|defeat|attack) {foe}"),)
    rulings = ("RA-3",)
    foe: str

    def refusal(self, book: PlainBook, state: State) -> Reason | None:
        has, needs = state.power + sum(self.bonuses(book, state).values()), book.cards[self.foe].power
        if has > needs or (has == needs and book.readings["ties"] == "enough"):
            return None
        return f"power {has} is not enough against strength {needs}", (*self.rulings, f"card.{self.foe}")

    def bonuses(self, book: PlainBook, state: State) -> dict[str, int]:
        """What the items that were played add against this foe."""
        effects = {card: book.cards[card].effect for card in state.played}
        fitting = {card: each for card, each in effects.items() if each and each.against == self.foe}
        return {card: state.played.count(card) * each.power for card, each in fitting.items()}

    def done(self, book: PlainBook, state: State, trace: Trace | None) -> State:
        for card, power in self.bonuses(book, state).items():
            state = _stronger(state, book.cards[card], power, trace)
        row, trophies = without(state.row, self.foe), with_card(state.trophies, self.foe)
        return replace(state, row=row, trophies=trophies).after_turn()


class Pass(Action, frozen=True):
    """End the turn."""

    forms = (Form("pass", "(passes|stop|end the turn)"),)
    rulings = ("RA-4",)

    def done(self, book: PlainBook, state: State, trace: Trace | None) -> State:
        return state.after_turn()


def _stronger(state: State, card: Card, power: int, trace: Trace | None) -> State:
    """A card adds to the power of the turn."""
    if trace is not None:
        trace.add("card", card.name, (f"card.{card.id}",), "", "power", state.power, state.power + power)
    return replace(state, power=state.power + power)


class Raid(PlainGame[PlainBook, State, Action]):
    """The rules."""

    actions = (Play, DrawItem, Comes, Fight, Pass)
    ending = ("RA-3", "RA-4")

    def scores(self, state: State) -> list[int]:
        sides = [_points(self.book, state.trophies), _points(self.book, state.their_trophies)]
        return sides if state.active == 0 else sides[::-1]


def _points(book: PlainBook, trophies: tuple[str, ...]) -> int:
    return sum(book.cards[card].worth for card in trophies)


# what may be said of it

MEASURES: Measures[PlainBook, State] = Measures(
    Measure("points", "your points", lambda book, state: _points(book, state.trophies)),
    Measure("kept", "the items that stay in your hand", lambda _, state: len(state.hand)),
    Measure("power", "the power of the turn", lambda _, state: state.power, is_summed=True, is_asked=True),
)
Items = tuple[Annotated[str, cards_of("item")], ...]
Foes = tuple[Annotated[str, cards_of("foe")], ...]


@stating(MEASURES)
class RaidFile(PositionFile, frozen=True):
    """A position, seen by the player whose turn it is."""

    hand: Annotated[Items, Meta(description="The items in your hand.")] = ()
    deck: Annotated[Items, Meta(description="The items of the deck, in no known order.")] = ()
    row: Annotated[Foes, Meta(description="The foes in the row.")] = ()
    trophies: Annotated[Foes, Meta(description="The foes that you have beaten.")] = ()
    their_hand: Annotated[Items, Meta(description="The items in the other player's hand.")] = ()
    their_trophies: Annotated[Foes, Meta(description="The foes that the other player has beaten.")] = ()


class RaidPosition(PlainPosition[PlainBook, State, Action]):
    """A position, ready for its engine."""

    measures = MEASURES
    goal = ("points", "kept")
    aimed, deed = Fight, Verb("fight", "beats", "beaten")
    hands = "hand", "deck", 2
    scoring_rulings = ("RA-6",)


class RaidModule(PlainModule[State, Action, Card, RaidFile]):
    """The raid as a game package."""

    id = "raid"
    rulesets = Path(__file__).parent / "rulesets"
    card_type, position_type = Card, RaidFile
    position, game, state = RaidPosition, Raid, State
    sitting = 2

    def dealt(self, ruleset: Ruleset[Card], new: NewGame, random: Random) -> RaidFile:
        cards = ruleset.cards.values()
        items = [card.name for card in cards if card.kind == "item" for _ in range(3)]
        random.shuffle(items)
        row = tuple(card.name for card in cards if card.kind == "foe")
        return RaidFile(self.id, hand=(*items[:3],), their_hand=(*items[3:6],), deck=(*items[6:],), row=row)


GAME = RaidModule()
