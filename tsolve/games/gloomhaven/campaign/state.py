"""The campaign between two steps: positions are values. (GH-15.17)

An action knows its rulings, why it is not legal, and what it does. Changes have limits: nobody loses more
than there is.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from tsolve.cardkit.forms import Form, Formed
from tsolve.cardkit.tasks import Reason
from tsolve.games.gloomhaven.campaign.numbers import Numbers, Table
from tsolve.model.trace import Trace
from tsolve.regex import Regex

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.campaign.shop import Sum


CITY = "Gloomhaven"

Quest = Literal["open", "fulfilled", "none"]
Status = Literal["", "under way", "won", "lost"]


class Character(msgspec.Struct, frozen=True):
    """A character. What the file does not tell is None."""

    name: str
    class_: str
    player: str
    level: int = 1
    experience: int = 0
    gold: int | None = None
    checkmarks: int = 0
    goal: int = 0
    """Checkmarks of the battle goal that the character has fulfilled in this scenario."""
    tokens: int = 0
    """Money tokens looted in this scenario."""
    blessings: int = 0
    """Bless cards for the next scenario."""
    items: tuple[str, ...] = ()
    quest: Quest = "open"
    quest_opens: str = ""
    perks_before: int = 0
    """Perks for characters that the player had retired before this one was created. (GH-15.16)"""
    perks_taken: int = 0
    perks_at_first: int = 0
    """All perks at the beginning of the line, taken or due."""
    modifiers: tuple[tuple[str, int], ...] | None = None
    """The modifier cards with their numbers; None where they are not told."""


class EventDeck(msgspec.Struct, frozen=True):
    """An event deck: its cards by number, and those that lie at the bottom since it was last shuffled."""

    cards: tuple[int, ...]
    bottom: tuple[int, ...] = ()

    def with_card(self, card: int) -> EventDeck:
        """A card is added: the deck is shuffled. (GH-15.24)"""
        return EventDeck(tuple(sorted({*self.cards, card})))

    def returned(self, card: int) -> EventDeck:
        """A card goes back to the bottom. (GH-15.24)"""
        return replace(self, bottom=(*(each for each in self.bottom if each != card), card))

    def without(self, card: int) -> EventDeck:
        """A card leaves the game."""
        cards, bottom = (tuple(each for each in cards if each != card) for cards in (self.cards, self.bottom))
        return EventDeck(cards, bottom)


class State(msgspec.Struct, frozen=True):
    """The campaign, the party and its characters."""

    characters: tuple[Character, ...]
    at: str = CITY
    """The city, or the number of a scenario."""
    status: Status = ""
    """The status of the scenario where the party is; empty if unknown."""
    level: int | None = None
    """The level of the scenario under way, once a character has left; before that the party determines it.
    (GH-15.1)
    """
    reputation: int = 0
    prosperity: int = 0
    """Checks of the prosperity track."""
    donated: int = 0
    donors: frozenset[str] = frozenset()
    """The players who have given to the sanctuary on this visit."""
    city_event_done: bool = False
    outcome_applied: bool = False
    """Whether an outcome of the present event has applied. (GH-15.24)"""
    global_achievements: tuple[str, ...] | None = None
    """None where the file does not tell them."""
    party_achievements: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    """Boxes and envelopes."""
    designs: tuple[int, ...] = ()
    """Items on sale beyond those of the prosperity, by number."""
    in_shop: tuple[str, ...] = ()
    """Items that characters have sold or left there since the file was written."""
    enhanced: tuple[tuple[str, str, str, int], ...] = ()
    """Class, card, action and the stickers on it."""
    gone: tuple[str, ...] = ()
    """Characters who have left since the file was written."""
    retired: tuple[tuple[str, int], ...] = ()
    """The retired characters of each player."""
    completed: tuple[str, ...] = ()
    """Scenarios that are completed in campaign mode."""
    city_events: EventDeck = EventDeck(())
    road_events: EventDeck = EventDeck(())

    @property
    def in_city(self) -> bool:
        """Whether the party visits the city."""
        return self.at == CITY

    def character(self, name: str) -> Character | None:
        """The character of this name; None where there is none."""
        wanted = name.casefold()
        return next((each for each in self.characters if each.name.casefold() == wanted), None)

    def with_character(self, changed: Character) -> State:
        """The same with one character otherwise, or new."""
        if self.character(changed.name) is None:
            return replace(self, characters=(*self.characters, changed))
        others = (changed if each.name == changed.name else each for each in self.characters)
        return replace(self, characters=tuple(others))

    def without_character(self, name: str) -> State:
        """The same after a character has left."""
        others = tuple(each for each in self.characters if each.name != name)
        return replace(self, characters=others, gone=(*self.gone, name))

    def stickers(self, class_: str, card: str, action: str) -> int:
        """The stickers on an action of a card."""
        return next((number for *place, number in self.enhanced if place == [class_, card, action]), 0)

    def enhanced_cards(self, class_: str) -> frozenset[str]:
        """The cards of a class with a sticker or more."""
        return frozenset(card for owner, card, _, number in self.enhanced if owner == class_ and number)

    def retirements(self, player: str) -> int:
        """How many characters of a player have retired."""
        return dict(self.retired).get(player, 0)


CONSTANTS: Mapping[str, object] = {
    **{word: word for word in ("add", "return", "remove")},
    "win": True,
    "lose": False,
    "global": True,
    "party": False,
    "with": True,
    "without": False,
}
"""Slots without a text of their own: the word before them gives the value of a field."""
_SAID = {
    "who": "{} ",
    "new": " {}",
    "half": " {}",
    "as": " as {}",
    "for": " for {}",
    "of_card": ' "{}"',
    "to_level": " to {}",
    "taking": " taking a level {} card",
}
"""How optional slots are written."""
_ONE = Regex(r"\b1 (token|checkmark)s")


def by_somebody(text: str, *also: str) -> Form:
    """A form that begins with the acting character, who may be left out; the verb may lack its `s`."""
    return Form("{who}" + text, *("{who}" + re.sub(r"^(\w+)s\b", r"\1[s]", each) for each in (text, *also)))


def _said(kind: str, value: object) -> str | None:
    """The text of a slot of a form; None if the form cannot express the value."""
    if kind in CONSTANTS:
        return "" if value == CONSTANTS[kind] else None
    if kind in _SAID:
        return _SAID[kind].format(value) if value else ""
    match kind, value:
        case "gained", int():
            return str(value) if value >= 0 else None
        case "lost", int():
            return str(-value) if value < 0 else None
        case "design", int():
            return f"{value:03}"
        case "shares", tuple():
            return ", ".join(f"{who} {share}" for who, share in value)
    return None if value is None else str(getattr(value, "text", value))


class Action(Formed, frozen=True):
    """Something that a party or one of its characters does, or that happens to them."""

    @property
    @abstractmethod
    def rulings(self) -> tuple[str, ...]:
        """The rulings that allow it."""

    @property
    def text(self) -> str:
        """The action as a person would write it."""
        words = next(found for form in self.forms if (found := form.words(self, _said)))
        return _ONE.sub(r"1 \1", " ".join(words))

    @abstractmethod
    def refusal(self, table: Table, state: State) -> Reason | None:
        """Why it is not legal here; None if it is legal."""

    @abstractmethod
    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        """The position after it. It must be legal."""

    @property
    def whose(self) -> str:
        """The character that the action is about; empty for an action of the whole party."""
        return ""

    is_told_anyway: ClassVar[bool] = False
    """Whether questions about the result are answered even if the action is not legal."""

    def price(self, table: Table, state: State) -> Sum | None:
        """What it costs or brings in gold, legal or not; None without a price."""
        return None


class CharacterAction(Action, frozen=True):
    """An action of one character."""

    who: str

    @property
    def whose(self) -> str:
        return self.who

    def refusal(self, table: Table, state: State) -> Reason | None:
        """Reasons that hold for every action of a character, then those of this action."""
        character = state.character(self.who)
        if character is None:
            return f"{self.who or 'nobody'} is not in the party", self.rulings
        return self.forbidden(table, state, character)

    @abstractmethod
    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        """Why the character may not do it; None if it may."""

    def character(self, state: State) -> Character:
        """The character of a legal action."""
        found = state.character(self.who)
        assert found is not None
        return found


def not_in_city(state: State, what: str, rulings: tuple[str, ...]) -> Reason | None:
    """Why an action for the city cannot be taken here."""
    if state.in_city:
        return None
    where = state.at if state.at.startswith("the ") else f"scenario {state.at}"
    return f"{what} in {CITY} only, and the party is at {where}", rulings


LIMITS = ("GH-15.17", "GH-15.25")


def note(trace: Trace | None, subject: str, text: str, rulings: tuple[str, ...]) -> None:
    """Record an event that changes no number."""
    if trace is not None:
        trace.add("happen", subject, rulings, text)


def changed(
    trace: Trace | None,
    subject: str,
    quantity: str,
    before: int,
    after: int,
    rulings: tuple[str, ...],
    text: str = "",
) -> None:
    """Record a change of a number."""
    if trace is not None:
        trace.add("change", subject, rulings, text, quantity, before, after)


# of one character


def with_gold(
    state: State,
    who: Character,
    change: int,
    rulings: tuple[str, ...],
    trace: Trace | None,
    text: str,
) -> State:
    """Gold gained or lost by what `text` says, never below 0; unknown gold stays unknown."""
    if who.gold is None:
        note(trace, who.name, f"{text}: {change:+} gold", rulings)
        return state
    after = max(who.gold + change, 0)
    if after != who.gold + change:
        rulings, text = (*rulings, *LIMITS), f"{text}, and nobody loses more than there is"
    changed(trace, who.name, "gold", who.gold, after, rulings, text)
    return state.with_character(replace(who, gold=after))


def with_experience(
    table: Table,
    state: State,
    who: Character,
    change: int,
    rulings: tuple[str, ...],
    trace: Trace | None,
    text: str,
) -> State:
    """Experience gained or lost, never below the minimum of the level."""
    least = table.numbers.least_experience(who.level)
    after = max(who.experience + change, min(least, who.experience))
    if after != who.experience + change:
        rulings, text = (
            (*rulings, "GH-15.17"),
            f"{text}, never below {least}, the minimum of level {who.level}",
        )
    changed(trace, who.name, "experience", who.experience, after, rulings, text)
    return state.with_character(replace(who, experience=after))


def with_checkmarks(
    table: Table, state: State, who: Character, change: int, rulings: tuple[str, ...], trace: Trace | None
) -> State:
    """Checkmarks gained or lost: every third gives a perk at once, and no perk is ever lost."""
    numbers = table.numbers
    before = numbers.perks_for(who.checkmarks)
    kept = before * numbers.checkmarks.per_perk
    after = min(max(who.checkmarks + change, kept), numbers.most_checkmarks)
    text = ""
    if after > who.checkmarks + change:
        rulings, text = (*rulings, *LIMITS), "no perk is ever lost"
    elif after < who.checkmarks + change:
        rulings = (*rulings, "GH-15.11")
        text = f"at most {numbers.checkmarks.most_perks} perks come from checkmarks"
    changed(trace, who.name, "checkmarks", who.checkmarks, after, rulings, text)
    who = replace(who, checkmarks=after)
    gained = numbers.perks_for(after) - before
    if gained:
        perks = perks_of(numbers, who)
        changed(trace, who.name, "perks", perks - gained, perks, ("GH-15.11",))
    return state.with_character(who)


def perks_of(numbers: Numbers, who: Character) -> int:
    """All perks of a character: one for each level after the first, those of checkmarks, and those of
    retired characters. (GH-15.4, GH-15.11, GH-15.16)
    """
    return who.level - 1 + numbers.perks_for(who.checkmarks) + who.perks_before


# of the party and the city


def with_reputation(
    table: Table, state: State, change: int, rulings: tuple[str, ...], trace: Trace | None
) -> State:
    """Reputation gained or lost within its track, and what it opens. (GH-15.6, GH-15.19, GH-15.23)"""
    track = table.numbers.reputation
    after = min(max(state.reputation + change, track.lowest), track.highest)
    if after != state.reputation + change:
        rulings = (*rulings, "GH-15.6")
    changed(trace, "", "reputation", state.reputation, after, rulings)
    before, state = state.reputation, replace(state, reputation=after)
    for each in table.numbers.reputation_opens:
        if _reached(after, each.at) and not _reached(before, each.at):
            state = opened(state, each.opens, ("GH-15.19",), trace)
            state = with_events(state, each.city_event, each.road_event, ("GH-15.23",), trace)
    return state


def _reached(reputation: int, at: int) -> bool:
    return reputation >= at if at > 0 else reputation <= at


def with_prosperity(
    table: Table, state: State, change: int, rulings: tuple[str, ...], trace: Trace | None
) -> State:
    """Checks of prosperity gained or lost, never below the level that is reached. (GH-15.9, GH-15.17)"""
    numbers = table.numbers
    level = numbers.prosperity_level(state.prosperity)
    least = numbers.prosperity[level - 1]
    after = max(state.prosperity + change, least)
    text = ""
    if after != state.prosperity + change:
        rulings, text = (*rulings, "GH-15.17"), f"never below {least}, the minimum of level {level}"
    changed(trace, "", "prosperity checks", state.prosperity, after, rulings, text)
    reached = numbers.prosperity_level(after)
    if reached != level:
        changed(trace, "", "prosperity", level, reached, ("GH-15.9", "GH-15.8"), "new items are on sale")
    return replace(state, prosperity=after)


def seal(name: str) -> str:
    """The name of a box or an envelope in the rules: `B` and `Envelope B` are the same."""
    letter = name.casefold().removeprefix("envelope").strip()
    return f"envelope {letter.upper()}" if len(letter) == 1 and letter.isalpha() else name


def opened(state: State, what: str, rulings: tuple[str, ...], trace: Trace | None) -> State:
    """A box or an envelope is opened, where it is not open yet."""
    if not what or what in state.opened:
        return state
    note(trace, "", f"open the {what}", rulings)
    return replace(state, opened=(*state.opened, what))


def with_events(state: State, city: int, road: int, rulings: tuple[str, ...], trace: Trace | None) -> State:
    """Cards added to the event decks; 0 for none. (GH-15.24)"""
    if city:
        note(trace, "", f"city event {city} is shuffled into its deck", rulings)
        state = replace(state, city_events=state.city_events.with_card(city))
    if road:
        note(trace, "", f"road event {road} is shuffled into its deck", rulings)
        state = replace(state, road_events=state.road_events.with_card(road))
    return state
