"""Heroes: the Skill for their Weapons, Wounds and healing, levels, and what abilities give them for the
turn. (QUEST-0.3, QUEST-2.3, QUEST-2.5, QUEST-7, QUEST-8)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.actions import Action, Heal, LevelUp, Pass, Remove
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.effects.abilities import (
    Disguise,
    DungeonFollows,
    MoreHp,
    RaiseHero,
    Strengthen,
    StrengthenAll,
)
from tsolve.games.quest.effects.base import DiscardMore, Value
from tsolve.games.quest.state import Boon, Choice, Gift, State
from tsolve.games.quest.turn.market import in_stacks, not_on_top, take, temple_forbids, uses_of
from tsolve.games.quest.turn.spaces import has_class_decks
from tsolve.games.quest.turn.values import changes, holds, is_a, level_of, skill_of

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play


def weapons_of(book: Book, state: State, hero: int) -> list[int]:
    """The Weapons that a Hero wields, by their places."""
    held = (place for place in state.present() if state.laid[place].bearer == hero)
    return [place for place in held if book.card(state.laid[place].card).kind == "weapon"]


def weight_of(book: Book, state: State, weapon: int, hero: int) -> int:
    """The Skill that a Weapon requires of a Hero who wields it, or might; not below 0. (key.below_zero)"""
    printed = book.card(state.laid[weapon].card).requirement or 0
    return book.floor(
        printed + sum(amount for amount, _ in changes(book, state, weapon, "requirement", hero))
    )


def burden_of(book: Book, state: State, hero: int) -> int:
    """The Skill that the Weapons of a Hero require together."""
    return sum(weight_of(book, state, weapon, hero) for weapon in weapons_of(book, state, hero))


def can_hold(book: Book, state: State, hero: int, more: tuple[int, ...] = ()) -> bool:
    """Whether a Hero's Skill suffices for the Weapons that he wields, and for more.

    (QUEST-2.3, key.wield)
    """
    weapons = (*weapons_of(book, state, hero), *more)
    burden = sum(weight_of(book, state, weapon, hero) for weapon in weapons)
    skill = skill_of(book, state, hero)
    return not weapons or (burden <= skill if book.reads("wield", "at_most") else burden >= skill)


class LetGo(Choice, frozen=True):
    """One Weapon after the other, until the Skill suffices."""

    asks = "remove a Weapon that the Hero can no longer hold"
    hero: int

    def options(self, book: Book, state: State) -> list[Action]:
        if can_hold(book, state, self.hero):
            return []
        weapons = {state.laid[weapon].card: weapon for weapon in weapons_of(book, state, self.hero)}
        return [Remove(weapon) for weapon in weapons.values()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-2.5",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Remove)
        play.note("skill", action.weapon, ("QUEST-2.5",), "removed: the Skill is no longer enough")
        play.edit(action.weapon, bearer=NONE, lost_by="skill")
        play.push(self)


BASE_HP = 6


def hp_with(book: Book, wounds: int) -> int:
    """HP with this many Wound tokens, before anything in play changes them; never below 0. (QUEST-7.2)"""
    lost = {"every_second": wounds // 2, "every_one": wounds, "every_first": (wounds + 1) // 2}
    return max(BASE_HP - lost[book.readings["hp_per_wound"]], 0) if wounds else BASE_HP


def hp_of(book: Book, state: State) -> int:
    """The active player's HP with all that abilities add this turn. (QUEST-7.2, QUEST-7.3)"""
    return hp_with(book, state.me.wounds) + sum(boon.hp for boon in state.boons)


def wounds(book: Book, state: State) -> Iterator[Heal]:
    """What can be healed: the rightmost token, and each kind of Wound card in front of the player."""
    if state.me.wounds:
        yield Heal()
    cards = {state.laid[place].card: place for place in state.present()}
    yield from (Heal(place) for card, place in cards.items() if book.card(card).is_wound)


def heal(play: Play, action: Heal) -> None:
    """Heal this Wound."""
    if action.card == NONE:
        play.heal_token()
    else:
        play.note("healing", action.card, ("QUEST-7.4",), "healed")
        play.destroy(action.card)


class HealOne(Choice, frozen=True):
    """One Wound is healed; the player chooses between a token and a card.

    Healing that a text allows may be left out, since some cards benefit from Wounds.
    """

    asks = "choose the Wound to heal"
    allowed: bool = False
    """Whether it may be left out."""
    again: str | None = None
    """A Wound of this sort lets another one be healed."""

    def options(self, book: Book, state: State) -> list[Action]:
        found: list[Action] = [*wounds(book, state)]
        return [*found, Pass()] if found and self.allowed else found

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-7.4",)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Heal):
            card = "" if action.card == NONE else play.state.laid[action.card].card
            if card and self.again and is_a(play.book, play.book.card(card), self.again):
                play.push(HealOne(self.allowed))
            heal(play, action)


def is_next_level(hero: Card, into: Card) -> bool:
    """Whether one card is the next level of the other; level 0 becomes any Hero. (QUEST-8.2, QUEST-8.3)"""
    rises = hero.kind == into.kind == "hero" and into.level == (hero.level or 0) + 1
    return rises and (hero.level == 0 or hero.hero_title == into.hero_title)


def _level(book: Book, state: State, place: int) -> int:
    """The level that sets the price of the next one. (key.level_up_level)"""
    printed, current = book.card(state.laid[place].card).level or 0, level_of(book, state, place)
    return printed if current == printed or book.reads("level_up_level", "printed") else current


def price_of(book: Book, state: State, place: int) -> int:
    """The XP that levelling up a Hero costs: his level and 2 more. (QUEST-8.1)"""
    return _level(book, state, place) + 2


def price_in_village(book: Book, state: State, place: int) -> int:
    """The same price in the step of the Village phase, where the reading may differ.
    (key.level_up_surcharge)
    """
    surcharge = book.readings["level_up_surcharge"]
    if surcharge == "printed":
        return (2, 5, 6)[min(_level(book, state, place), 2)]
    return price_of(book, state, place) + (2 if surcharge == "second_hero" and state.levelled else 0)


def most(book: Book, state: State) -> int:
    """How many Heroes may level up in the step of a Village phase. (QUEST-3.4, QUEST-3.7)"""
    return 0 if temple_forbids(book, state) else 1 + uses_of(book, state, "guilds_quarter")


def refuse(book: Book, state: State, action: LevelUp) -> Reason | None:
    """Why a Hero cannot level up in the step of a Village phase, or None."""
    laid = state.laid[action.hero]
    hero, into = book.card(laid.card), book.card(action.into)
    if laid.gone or hero.kind != "hero":
        return f"you have no Hero {hero.name} in front of you", ("QUEST-8.2",)
    if not is_next_level(hero, into):
        return f"{into.name} is not the next level of {hero.name}", ("QUEST-8.2", "QUEST-8.3")
    if temple_forbids(book, state):
        return "at the Temple nobody levels up", ("QUEST-3.4",)
    if laid.risen:
        return f"{hero.name} has levelled up this turn", ("QUEST-8.5",)
    if state.levelled >= most(book, state):
        allowed = "one Hero has" if state.levelled == 1 else f"{state.levelled} Heroes have"
        return f"{allowed} levelled up this turn", ("QUEST-4.12", "QUEST-3.7")
    if state.stacks is not None and action.into not in in_stacks(state):
        if into.level == 1 and has_class_decks(state):
            return not_on_top(state, into)
        return f"no {into.name} is left", ("QUEST-8.4",)
    price = price_in_village(book, state, action.hero)
    if state.me.xp < price:
        return f"it costs {price} XP, you have {state.me.xp}", ("QUEST-8.1",)
    return None


def level_up(play: Play, action: LevelUp, price: int) -> None:
    """Pay, destroy the Hero, and take the next level to the discard pile. (QUEST-8.2)"""
    book, hero = play.book, play.state.laid[action.hero].card
    before = play.state.me.xp
    play.experience(-price)
    note = f"{book.name(hero)} becomes {book.name(action.into)}"
    play.note("levelling", action.hero, ("QUEST-8.1", "QUEST-8.2"), note, "xp", before, play.state.me.xp)
    play.destroy(action.hero, counts=False)
    take(play, action.into)
    play.gain(action.into)
    tally = play.state.tally
    play.set(
        risen=(*play.state.risen, action.into), tally=replace(tally, became=(*tally.became, action.into))
    )


class Raise(Choice, frozen=True):
    """One Hero of those that the text means levels up, or none."""

    asks = "level up a Hero, or pass"
    effect: RaiseHero
    ruling: str
    wielder: int = NONE
    """The Hero who wields the card that says so."""

    def options(self, book: Book, state: State) -> list[Action]:
        found: list[Action] = []
        if temple_forbids(book, state) and book.reads("temple_levels", "never"):
            return [Pass()]
        for place in self._wielders() if self.effect.wielder else state.firsts():
            hero = book.card(state.laid[place].card)
            free = not state.laid[place].risen  # a Hero rises once a turn (QUEST-8.5)
            if free and self._means(book, hero) and state.me.xp >= self.price(book, state, place):
                found += [
                    LevelUp(place, into)
                    for into in dict.fromkeys(in_stacks(state))
                    if is_next_level(hero, book.card(into))
                ]
        return [*found, Pass()]

    def _wielders(self) -> list[int]:
        return [] if self.wielder == NONE else [self.wielder]

    def _means(self, book: Book, hero: Card) -> bool:
        of_level = self.effect.level is None or hero.level == self.effect.level
        return hero.kind == "hero" and of_level and is_a(book, hero, self.effect.sort)

    def price(self, book: Book, state: State, place: int) -> int:
        """The XP that it costs this Hero."""
        return 0 if self.effect.free else max(price_of(book, state, place) - self.effect.less, 0)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "QUEST-8.7", self.ruling

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, LevelUp):
            level_up(play, action, self.price(play.book, play.state, action.hero))


_PRINTED: tuple[Value, ...] = ("physical", "magic", "skill", "light", "gold")
"""What a Hero prints beside his Level; none of it counts as 0."""


def raise_values(play: Play, effect: Strengthen | Disguise, place: int, hero: int) -> None:
    """Values of the card in this place, or of the Hero whom it serves, are higher for the turn."""
    card = place if effect.to == "itself" else hero
    if card != NONE:
        laid = play.state.laid[card]
        play.edit(card, gifts=(*laid.gifts, *_gifts(play, effect, place, card)))


def _gifts(play: Play, effect: Strengthen | Disguise, place: int, card: int) -> Iterator[Gift]:
    book, laid = play.book, play.state.laid
    giver, printed = laid[place].card, book.card(laid[card].card).printed
    if isinstance(effect, Disguise):
        yield from (Gift(place, value, effect.by, giver) for value in _PRINTED if printed(value))
        yield Gift(place, "level", effect.by, giver, effect.into)
    else:
        times = level_of(book, play.state, card) if effect.per_level else 1
        yield from (Gift(place, value, by * times, giver) for value, by in effect.gains)


def give_boon(play: Play, effect: StrengthenAll | MoreHp | DungeonFollows | DiscardMore, place: int) -> None:
    """The player has it for the turn, if the card in this place is still there. (key.gift_ends)

    For a room or a Monster, which has no place, it always holds.
    """
    bearer = NONE if place == NONE else play.state.laid[place].bearer
    if isinstance(effect, MoreHp) and not holds(play.book, play.state, effect.when, bearer, place):
        return
    gone = place != NONE and play.state.laid[place].gone
    if not gone or play.reads("gift_ends", "no"):
        play.set(boons=(*play.state.boons, _boon(effect, place)))


def _boon(effect: StrengthenAll | MoreHp | DungeonFollows | DiscardMore, place: int) -> Boon:
    match effect:
        case StrengthenAll():
            return Boon(place, heroes=effect.gains)
        case MoreHp():
            return Boon(place, hp=effect.by)
        case DungeonFollows():
            return Boon(place, most_light=effect.most_light, dungeon=True)
        case DiscardMore():
            return Boon(place, more_discards=effect.cards)
