"""What the party and its characters gain or lose by events and scenarios. (GH-15.11, GH-15.17, GH-15.19,
GH-15.23 to GH-15.25)

The outcomes of an event card are read from top to bottom: every outcome whose condition holds applies.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.cardkit.forms import Form
from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.campaign.numbers import Table
from tsolve.games.gloomhaven.campaign.state import (
    Action,
    Character,
    CharacterAction,
    State,
    by_somebody,
    note,
    opened,
    with_checkmarks,
    with_events,
    with_experience,
    with_gold,
    with_prosperity,
    with_reputation,
)
from tsolve.model.trace import Trace

Own = Literal["gold", "experience", "checkmarks"]
Common = Literal["reputation", "prosperity"]
_CHANGES = (("gain", "{change:gained}"), ("lose", "{change:lost}"))


class Gain(CharacterAction, frozen=True):
    """A character gains something, or loses it where `change` is below 0."""

    forms = tuple(by_somebody(f"{verb}s {change} {{what:own}}") for verb, change in _CHANGES)

    what: Own
    change: int

    @property
    def rulings(self) -> tuple[str, ...]:
        """Those that say what comes of it."""
        if self.change < 0:
            return ("GH-15.17",)
        return {"gold": ("GH-14.2",), "experience": ("GH-15.4",), "checkmarks": ("GH-15.11",)}[self.what]

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        who = self.character(state)
        text = "gained" if self.change >= 0 else "lost"
        if self.what == "gold":
            return with_gold(state, who, self.change, self.rulings, trace, text)
        if self.what == "experience":
            return with_experience(table, state, who, self.change, self.rulings, trace, text)
        return with_checkmarks(table, state, who, self.change, self.rulings, trace)


class Each(Action, frozen=True):
    """Each character gains something, or loses it."""

    forms = tuple(
        Form(*(f"each character {each} {change} {{what:own}}" for each in (f"{verb}s", verb)))
        for verb, change in _CHANGES
    )

    what: Own
    change: int

    @property
    def rulings(self) -> tuple[str, ...]:
        """Those that say what comes of it."""
        return ("GH-15.24", *self._for("").rulings)

    def _for(self, name: str) -> Gain:
        return Gain(name, self.what, self.change)

    def refusal(self, table: Table, state: State) -> Reason | None:
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        for character in state.characters:
            state = self._for(character.name).done(table, state, trace)
        return state


class GainTogether(Action, frozen=True):
    """The party gains or loses reputation, or the city prosperity."""

    forms = tuple(
        Form(*(f"{each} {change} {{what:common}}" for each in (verb, f"[the (party|city)] {verb}[s]")))
        for verb, change in _CHANGES
    )

    what: Common
    change: int

    @property
    def rulings(self) -> tuple[str, ...]:
        """Those that say what comes of it."""
        return ("GH-15.6",) if self.what == "reputation" else ("GH-15.9",)

    def refusal(self, table: Table, state: State) -> Reason | None:
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        change = with_reputation if self.what == "reputation" else with_prosperity
        return change(table, state, self.change, self.rulings, trace)


class PayTogether(Action, frozen=True):
    """The party pays a collective sum; it chooses who pays how much. (GH-15.24)"""

    forms = (Form("pay {gold:number} gold together: {shares}"),)
    rulings = ("GH-15.24",)
    gold: int
    shares: tuple[tuple[str, int], ...]

    def refusal(self, table: Table, state: State) -> Reason | None:
        paid = sum(share for _, share in self.shares)
        if paid != self.gold:
            return f"the shares come to {paid} gold, not {self.gold}", self.rulings
        known = [each.gold for each in state.characters if each.gold is not None]
        if len(known) == len(state.characters) and sum(known) < self.gold:
            return f"the party has {sum(known)} gold together, not {self.gold}", self.rulings
        for who, share in self.shares:
            payer = state.character(who)
            if payer is None:
                return f"{who} is not in the party", self.rulings
            if payer.gold is not None and payer.gold < share:
                return f"{who} has {payer.gold} gold, not {share}", ("GH-15.25",)
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        for who, share in self.shares:
            payer = state.character(who)
            assert payer is not None
            state = with_gold(state, payer, -share, self.rulings, trace, "paid together")
        return replace(state, outcome_applied=True)


class GainAchievement(Action, frozen=True):
    """The party gains an achievement. (GH-15.19, GH-15.23, GH-15.25)"""

    forms = tuple(
        Form(
            f'gain the {kind}{{is_global:{kind}}} achievement "{{name:achievement}}"',
            f"gain [(the|a)] {kind}{{is_global:{kind}}} achievement {{name:achievement}}",
        )
        for kind in ("global", "party")
    )
    rulings = ("GH-15.25", "GH-15.26")
    name: str
    is_global: bool

    def refusal(self, table: Table, state: State) -> Reason | None:
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        numbers = table.numbers.achievements
        if self.is_global:
            state = _with_global(state, self.name, trace)
            technology = numbers.technology
            if (state.global_achievements or ()).count(technology.name) >= technology.count:
                state = opened(state, technology.opens, ("GH-15.19",), trace)
            return state
        state = replace(state, party_achievements=(*state.party_achievements, self.name))
        drake = numbers.drake
        if self.name not in drake.needs or not set(drake.needs) <= set(state.party_achievements):
            return state
        if drake.brings in (state.global_achievements or ()):
            return state
        state = with_events(state, drake.city_event, drake.road_event, ("GH-15.23",), trace)
        return _with_global(state, drake.brings, trace)


def _with_global(state: State, name: str, trace: Trace | None) -> State:
    """A global achievement `TYPE: NAME` takes the place of another one of its type. (GH-15.25)"""
    type_, colon, _ = name.partition(":")
    kept = []
    for each in state.global_achievements or ():
        if colon and each.partition(":")[:2] == (type_, ":"):
            note(trace, each, f"is replaced by {name}", ("GH-15.25",))
        else:
            kept.append(each)
    note(trace, name, "is active", ("GH-15.25",))
    return replace(state, global_achievements=(*kept, name))


class GainDesign(Action, frozen=True):
    """An item design is found: its copies are on sale. (GH-15.8, GH-15.25)"""

    forms = (Form("gain item design {item:design}", "gain the item design {item:design}"),)
    rulings = ("GH-15.8", "GH-15.25")
    item: int

    def refusal(self, table: Table, state: State) -> Reason | None:
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        note(trace, f"item {self.item:03}", "is on sale", ("GH-15.8",))
        return replace(state, designs=tuple(sorted({*state.designs, self.item})))


class HandleEvent(Action, frozen=True):
    """An event card is added to its deck, returned to it, or removed from the game. (GH-15.24)"""

    forms = tuple(
        Form(f"{word}{{what:{word}}} {{deck}} event {{card:event}}") for word in ("add", "return", "remove")
    )
    rulings = ("GH-15.24",)
    deck: Literal["city", "road"]
    card: int
    what: Literal["add", "return", "remove"]

    def refusal(self, table: Table, state: State) -> Reason | None:
        cards = (state.city_events if self.deck == "city" else state.road_events).cards
        if self.what != "add" and self.card not in cards:
            return f"{self.deck} event {self.card} is not in its deck", self.rulings
        if self.what == "add" and self.card in cards:
            return f"{self.deck} event {self.card} is in its deck already", self.rulings
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        texts = {
            "add": "the deck is shuffled",
            "return": "at the bottom, unshuffled",
            "remove": "out of the game",
        }
        note(trace, f"{self.deck} event {self.card}", texts[self.what], self.rulings)
        deck = state.city_events if self.deck == "city" else state.road_events
        if self.what == "add":
            deck = deck.with_card(self.card)
        else:
            deck = deck.returned(self.card) if self.what == "return" else deck.without(self.card)
        return replace(state, city_events=deck) if self.deck == "city" else replace(state, road_events=deck)


Sign = Literal["<", "<=", ">", ">="]
_COMPARED: Mapping[Sign, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Condition(msgspec.Struct, frozen=True):
    """The condition of an outcome."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The condition as a step writes it."""

    @abstractmethod
    def missing(self, state: State) -> str:
        """Why it does not hold; empty where it does."""


class ForReputation(Condition, frozen=True):
    """A range of reputation."""

    sign: Sign
    number: int

    @property
    def text(self) -> str:
        return f"for reputation {self.sign} {self.number}"

    def missing(self, state: State) -> str:
        if _COMPARED[self.sign](state.reputation, self.number):
            return ""
        return f"the reputation is {state.reputation}, not {self.sign} {self.number}"


class ForClass(Condition, frozen=True):
    """One of these classes is in the party."""

    classes: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"for class {', '.join(self.classes)}"

    def missing(self, state: State) -> str:
        wanted = {each.casefold() for each in self.classes}
        if any(each.class_.casefold() in wanted for each in state.characters):
            return ""
        return f"nobody in the party is of the class {' or '.join(self.classes)}"


class Otherwise(Condition, frozen=True):
    """No outcome before this one applied."""

    @property
    def text(self) -> str:
        return "otherwise"

    def missing(self, state: State) -> str:
        return "an outcome before it applied" if state.outcome_applied else ""


class Outcome(Action, frozen=True):
    """An outcome with its condition."""

    forms = (Form("outcome {condition}: {what:step}"),)
    rulings = ("GH-15.24",)
    condition: Condition
    what: Action

    def refusal(self, table: Table, state: State) -> Reason | None:
        missing = self.condition.missing(state)
        return (missing, self.rulings) if missing else self.what.refusal(table, state)

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        return replace(self.what.done(table, state, trace), outcome_applied=True)
