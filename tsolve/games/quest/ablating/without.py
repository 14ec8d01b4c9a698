"""How a ruling is switched off: the rules without it.

A card's own ruling is switched off by a blank card. A general rule is switched off by taking from every card
what works through it, by reading it as some text does, or by a game in which it forbids nothing. A
definition, such as what the two sums of attack are or that the health has to be reached, cannot be switched
off: nothing would be left to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.games.quest.ablating.blank import blank
from tsolve.games.quest.ablating.lenient import (
    AbilitiesAgain,
    FreeLevels,
    FreeLocations,
    GivenAgain,
    LevelsAgain,
    ManyHealings,
    ManyLevels,
    ManyPurchases,
    ManyTokens,
    TempleForbidsNothing,
)
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.base import Effect, Value
from tsolve.games.quest.effects.demands import DiscardForHealth, RollForHealth
from tsolve.games.quest.effects.traits import (
    DungeonAfterVillage,
    Immune,
    LeavesWithPurchase,
    Modifier,
    Required,
)
from tsolve.games.quest.game import Quest

_CARD = "card."
_ANY_SKILL = 999
"""More than any Hero has."""
_RULED = ("token", "location", "key", "wound", "side_quest", "unknown")
"""Kinds of cards that work by the rules about them, or of which a blank card would be none."""
_MONSTERS = ("monster", "guardian")
_DEFENCES: tuple[Value, ...] = ("armor", "resistance")
_NEEDS: tuple[Value, ...] = ("requirement",)
_OF_ROOMS: tuple[Value, ...] = ("health", "armor", "resistance")


class Without(NamedTuple):
    """The rules without a ruling."""

    book: Callable[[Book], Book] = lambda book: book
    """What changes about the cards and the readings."""
    game: type[Quest] = Quest
    in_part: bool = False
    """Whether the rule says more than what this takes away."""


def without(ruling: str, book: Book) -> Without | None:
    """The rules without this ruling; None for what cannot be switched off."""
    card = ruling.removeprefix(_CARD)
    if card == ruling:
        return RULES.get(ruling)
    facts = book.cards.get(card)
    return Without(_with({card: blank(facts)})) if facts is not None and facts.kind not in _RULED else None


def _with(cards: dict[str, Card]) -> Callable[[Book], Book]:
    return lambda book: Book({**book.cards, **cards}, book.readings)


def _each(change: Callable[[Card], Card]) -> Callable[[Book], Book]:
    """Changes every card."""
    return lambda book: Book({id_: change(card) for id_, card in book.cards.items()}, book.readings)


def _read(key: str, option: str) -> Callable[[Book], Book]:
    return lambda book: Book(book.cards, {**book.readings, key: option})


def _values(card: Card, values: Collection[Value]) -> Card:
    """The card without these values, and without traits that change them."""
    printed = {value: None for value in values if getattr(card, value)}
    traits = tuple(t for t in card.traits if not (isinstance(t, Modifier) and t.value in values))
    return replace(card, traits=traits, **printed) if printed or traits != card.traits else card


def _traits(card: Card, kind: type[Effect]) -> Card:
    """The card without traits of this kind."""
    kept = tuple(trait for trait in card.traits if not isinstance(trait, kind))
    return replace(card, traits=kept) if kept != card.traits else card


def _skilless(book: Book) -> Book:
    """No Weapon requires Skill; where it has to require more than the Hero has, it requires any."""
    need = 0 if book.reads("wield", "at_most") else _ANY_SKILL

    def change(card: Card) -> Card:
        changed = _values(card, _NEEDS)
        return replace(changed, requirement=need) if card.kind == "weapon" else changed

    return _each(change)(book)


def _plain_room(card: Card) -> Card:
    """Without what a room adds to its Monster, at once or by dice and cards before the battle."""
    if card.kind != "room":
        return card
    before = tuple(each for each in card.before if not isinstance(each, DiscardForHealth | RollForHealth))
    changed = _values(card, _OF_ROOMS)
    return replace(changed, before=before) if before != card.before else changed


def _harmless(card: Card) -> Card:
    """Without what comes after the battle."""
    if not (card.wounds or card.wound_cards or card.after):
        return card
    return replace(card, wounds=None, wound_cards=None, after=())


def _without_alerts(scope: str) -> Callable[[Book], Book]:
    def strip(card: Card) -> Card:
        kept = tuple(alert for alert in card.alerts if alert.scope != scope)
        return replace(card, alerts=kept) if kept != card.alerts else card

    return _each(strip)


def _without_spoils(card: Card) -> Card:
    kept = tuple(ability for ability in card.abilities if "spoils" not in ability.phases)
    return replace(card, abilities=kept) if kept != card.abilities else card


def _without_rewards(card: Card) -> Card:
    given = card.kind in (*_MONSTERS, "room") and (card.xp or card.rewards)
    return replace(card, xp=None, rewards=()) if given else card


RULES: dict[str, Without] = {
    # cards and values
    "QUEST-0.19": Without(game=AbilitiesAgain),
    "QUEST-2.3": Without(_skilless),
    "QUEST-2.4": Without(game=GivenAgain, in_part=True),
    "QUEST-2.10": Without(_each(lambda card: _values(card, _DEFENCES))),
    "QUEST-2.11": Without(_each(lambda card: _traits(card, Immune))),
    "QUEST-2.12": Without(_each(lambda card: _traits(card, Required))),
    # the Village
    "QUEST-3.4": Without(game=TempleForbidsNothing, in_part=True),
    "QUEST-4.4": Without(game=ManyPurchases, in_part=True),
    "QUEST-4.5": Without(game=FreeLocations, in_part=True),
    "QUEST-4.8": Without(_each(lambda card: _traits(card, LeavesWithPurchase))),
    "QUEST-4.9": Without(_read("gold_stays", "no")),
    "QUEST-4.11": Without(game=ManyHealings, in_part=True),
    "QUEST-4.12": Without(game=ManyLevels, in_part=True),
    "QUEST-4.13": Without(_each(lambda card: _traits(card, DungeonAfterVillage)), in_part=True),
    "QUEST-8.1": Without(game=FreeLevels, in_part=True),
    "QUEST-8.5": Without(game=LevelsAgain, in_part=True),
    "QUEST-9.5": Without(game=ManyTokens, in_part=True),
    # the Dungeon
    "QUEST-5.4": Without(
        _each(lambda card: replace(card, light_needed=0) if card.light_needed else card), in_part=True
    ),
    "QUEST-5.8": Without(_without_alerts("into")),
    "QUEST-5.9": Without(_without_alerts("out_of")),
    "QUEST-5.10": Without(_without_alerts("through")),
    "QUEST-5.12": Without(_read("light_stays", "no")),
    "QUEST-5.14": Without(_read("battle_compulsory", "no"), in_part=True),
    "QUEST-5.16": Without(_each(lambda card: replace(card, before=()) if card.before else card)),
    "QUEST-5.17": Without(_each(_plain_room)),
    "QUEST-5.19": Without(_each(_harmless)),
    "QUEST-5.21": Without(_each(_without_rewards), in_part=True),
    "QUEST-5.27": Without(_each(_without_spoils), in_part=True),
}
"""Rule -> the rules without it."""
