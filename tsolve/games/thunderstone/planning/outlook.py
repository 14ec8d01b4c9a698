"""Facts about cards that only the planner needs.

What kinds of effects do not say of themselves is told here for those that are known. Anything is believed of
a new kind until it is named here or claims that it is `stated`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tsolve.games.thunderstone.effects.abilities.adding import Rally, ReuseSpell
from tsolve.games.thunderstone.effects.abilities.moving import (
    Banish,
    DestroyCard,
    Polymorph,
    PutCardsBack,
    SendDownDeed,
    TakeMonster,
    TradeUp,
)
from tsolve.games.thunderstone.effects.base import Trait, overrides
from tsolve.games.thunderstone.effects.breach import (
    CullHeroes,
    CullVillage,
    EachDiscards,
    EachGainsDisease,
    LeaveHall,
)
from tsolve.games.thunderstone.effects.spoils import BonusExperience, BuySpoils, Keep, Search, SendDownAfter
from tsolve.games.thunderstone.effects.traps import CullTops, HuntDecks, LostPrize, TopCards
from tsolve.games.thunderstone.lookups import per_card, shared
from tsolve.games.thunderstone.planning.unsupported_combinations import is_entangled, parts_with_itself

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Ability, Card
    from tsolve.games.thunderstone.effects.base import AbilityEffect, SpoilsEffect

SPARING = (
    *(CullHeroes, CullVillage, EachDiscards, EachGainsDisease, LeaveHall),
    *(BonusExperience, BuySpoils, Keep, Search, SendDownAfter),
)
"""Breach effects and Spoils that take nothing from what players own but by discarding it."""
_REFILLING = (Banish, Polymorph, SendDownDeed, TakeMonster)
"""Deeds that make room in the Hall, so that a card of the Dungeon Deck comes into it."""
_FAR_TRAPS = (CullTops, HuntDecks, LostPrize, TopCards)
"""Traps that leave the hand of the active player alone."""


class Prize(NamedTuple):
    """What a Monster brings when it is defeated."""

    vp: int
    xp: int
    spoils: tuple[SpoilsEffect, ...]


@per_card
def prizes(book: Book) -> dict[str, Prize]:
    """What the defeat of each Monster brings."""
    return {
        id_: Prize(card.vp or 0, card.xp or 0, tuple(card.spoils))
        for id_, card in book.cards.items()
        if card.is_monster
    }


@per_card
def burdens(book: Book) -> dict[str, int]:
    """Cards that count against their owner, with the Victory Points that they take."""
    return {id_: -card.vp for id_, card in book.cards.items() if card.vp is not None and card.vp < 0}


@shared
def robbing_traps(book: Book) -> frozenset[str]:
    """Traps that take cards of the active player's hand."""
    return book.cards_where(lambda card: not all(isinstance(effect, _FAR_TRAPS) for effect in card.trap))


@per_card
def unhurried(book: Book) -> frozenset[str]:
    """Heroes that need not use what they can, and lose nothing by it."""
    return book.heroes - book.dutiful.union(book.robbers)


@per_card
def putting_back(book: Book) -> frozenset[str]:
    """Cards that put others of the hand back on the deck, but for those that were used."""
    return book.with_ability_effect(lambda effect: isinstance(effect, PutCardsBack))


@per_card
def revealing(book: Book) -> frozenset[str]:
    """Cards with an ability after which planning may have to branch."""
    return book.cards_where(
        lambda card: any(
            a.reveals or a.readies or any(effect.robs for effect in a.do) for a in card.abilities
        )
    )


@per_card
def thinning(book: Book) -> dict[str, tuple[Ability, ...]]:
    """The abilities by which cards may leave the hand in ways that planning does not leave to the end, by
    the cards that have such.
    """
    found = {id_: tuple(filter(_thins, card.abilities)) for id_, card in book.cards.items()}
    return {id_: abilities for id_, abilities in found.items() if abilities}


@per_card
def refilling(book: Book) -> frozenset[str]:
    """Cards that bring new ones into the Hall."""
    return book.with_ability_effect(lambda effect: isinstance(effect, _REFILLING))


@per_card
def rallying(book: Book) -> frozenset[str]:
    """Cards that can serve every Hero of the party, and Heroes that can ready themselves."""
    return book.with_ability_effect(lambda effect: isinstance(effect, Rally)) | book.cards_where(
        lambda card: any(ability.readies for ability in card.abilities)
    )


@per_card
def earning(book: Book) -> frozenset[str]:
    """Cards that bring Experience before the battle."""
    return book.with_ability_effect(lambda effect: effect.earns, "dungeon")


@per_card
def takes(book: Book) -> dict[str, int]:
    """Cards that bring others without a battle, and the most Victory Points that they bring."""
    found = {
        id_: sum(_taken(effect) for ability in card.abilities for effect in ability.do) * (1 + card.is_spell)
        for id_, card in book.cards.items()
    }
    return {id_: points for id_, points in found.items() if points}


@per_card
def touching(book: Book) -> frozenset[str]:
    """Cards that change what the players own in ways that are not foreseen; those of which the Victory
    Points hang on it among them.
    """
    trading = book.with_ability_effect(lambda effect: isinstance(effect, TradeUp), "dungeon")
    repeated = book.cards_where(
        lambda card: any(a.repeat and _taken(effect) for a in card.abilities for effect in a.do)
    )
    taking = book.cards_where(
        lambda card: not all(isinstance(e, SPARING) for e in (*card.breach, *card.spoils))
    )
    return book.scoring | trading | repeated | taking


@per_card
def counting(book: Book) -> frozenset[str]:
    """Heroes whose contribution changes with what else lies in the hand."""
    return book.with_trait(lambda trait: overrides(type(trait), Trait.counted))


@per_card
def growing(book: Book) -> frozenset[str]:
    """Heroes whose contribution depends on how the others are prepared."""
    return book.glowing | book.with_trait(lambda trait: trait.shrinks)


@per_card
def wands(book: Book) -> frozenset[str]:
    """Weapons that let a Spell be used a second time."""
    return book.cards_where(
        lambda card: (
            card.is_weapon and any(isinstance(effect, ReuseSpell) for a in card.abilities for effect in a.do)
        )
    )


@per_card
def servings(book: Book) -> dict[str, tuple[AbilityEffect, ...]]:
    """Cards that serve one Hero when they are used in the Dungeon, as planning gives them out, and by
    what.
    """
    found = {
        id_: tuple(
            effect
            for ability in card.abilities
            if ability.when == "dungeon" and not ability.reveals
            for effect in ability.do
            if effect.target == "hero"
        )
        for id_, card in book.cards.items()
        if card.abilities
    }
    return {id_: effects for id_, effects in found.items() if effects}


@per_card
def throwing(book: Book) -> dict[str, int]:
    """Weapons that can be thrown, and by which of their abilities."""
    found: dict[str, int] = {}
    for id_, card in book.cards.items():
        for number, ability in enumerate(card.abilities):
            if any(effect.thrown_attack() for effect in ability.do) and not ability.reveals:
                found.setdefault(id_, number)
    return found


@per_card
def gear(book: Book) -> frozenset[str]:
    """Weapons, Food, and what serves one Hero: what is given out when a party is prepared."""
    return book.weapons | frozenset(servings(book)) | book.cards_where(lambda card: card.is_food)


@per_card
def parting(book: Book) -> frozenset[str]:
    """Cards of which one ability, used before the party is prepared, bars the others."""
    return book.cards_where(parts_with_itself)


@per_card
def unstated(book: Book) -> frozenset[str]:
    """Cards with an effect on battles that the planner's statement does not cover."""
    return book.cards_where(lambda card: not _is_stated(card))


def _taken(effect: AbilityEffect) -> int:
    """The most Victory Points of cards that it brings in the Dungeon without a battle."""
    return effect.vp_to if isinstance(effect, TakeMonster) else 0


def _thins(ability: Ability) -> bool:
    gives_up = ability.reveals and ability.price is not None
    return ability.when == "dungeon" and (gives_up or any(map(thins_hand, ability.do)))


def thins_hand(effect: AbilityEffect) -> bool:
    """Whether cards may leave the own hand by this effect, or by what it brings or makes others do."""
    return isinstance(effect, (DestroyCard, PutCardsBack, *_REFILLING)) or effect.robs or not effect.stated


def _is_stated(card: Card) -> bool:
    targets = [target for effect in card.battle if (target := getattr(effect, "target", ""))]
    if len(targets) > 1 and not (set(targets) <= {"hero", "weapon"} and len(set(targets)) == len(targets)):
        return False  # one card might be destroyed by both
    if is_entangled(card):
        return False
    of_abilities = (
        effect for ability in card.abilities if ability.when == "dungeon" for effect in ability.do
    )
    return all(
        effect.stated
        for effects in (of_abilities, card.traits, card.battle, card.global_effects)
        for effect in effects
    )
