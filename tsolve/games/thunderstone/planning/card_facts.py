"""Facts about cards that only the planner needs.

They complete what the kinds of effects say themselves. The planner assumes that a new kind of effect may do
anything, until it is named here or says that it is `stated`. Some effects are covered one by one but not
together on one card. No printed card combines them; if a user's own card does, its battles are searched in
the engine. A Weapon that lets a Spell be used a second time (Bluefire Staff) works for the Hero that carries
it, so it is taken up before the others are given out, and each Spell is used step by step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tsolve.games.thunderstone.actions import Equip, Use
from tsolve.games.thunderstone.book import Book, per_card, shared
from tsolve.games.thunderstone.effects.ability_bonuses import Feed, Rally, ReuseSpell, TaintedFeast
from tsolve.games.thunderstone.effects.ability_draws import Plunder
from tsolve.games.thunderstone.effects.ability_moves import (
    Banish,
    DestroyCard,
    Polymorph,
    PutCardsBack,
    SendDownEffect,
    TakeMonster,
    TradeUp,
)
from tsolve.games.thunderstone.effects.base import AbilityEffect, MonsterTrait, SpoilsEffect, Trait, overrides
from tsolve.games.thunderstone.effects.battle_destroying import DestroyEffect
from tsolve.games.thunderstone.effects.battle_weakening import Hinder, SilenceEffect, Weaken
from tsolve.games.thunderstone.effects.monsters import (
    CullDecks,
    CullHeroes,
    CullVillage,
    EachDiscards,
    EachGainsDisease,
    LeaveHall,
)
from tsolve.games.thunderstone.effects.spoils import BonusExperience, BuySpoils, Keep, Search, SendDownAfter
from tsolve.games.thunderstone.effects.traps_and_treasures import CullTops, HuntDecks, LostPrize, TopCards
from tsolve.games.thunderstone.state import NONE, State, first_of_alike
from tsolve.games.thunderstone.turn import abilities, free

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Ability, Card


RANKS = (1, 2, 3)
_OCCUPYING = (Rally, Feed, TaintedFeast)
"""Effects after which the card serves others and cannot be used for anything else. (TS-7.3)"""


def is_entangled(card: Card) -> bool:
    """Whether the planner's statement does not cover this combination of effects."""
    usable = [ability for ability in card.abilities if ability.when == "dungeon"]
    quiet = [ability for ability in usable if not ability.reveals and not ability.commits_late]
    if len(quiet) > 1 or not all(_is_usual(card, ability) for ability in quiet):
        return True
    if any(len(ability.do) > 1 and ability.may_be_duty for ability in usable):
        return True  # robbing may be a duty, which brings the other effects with it
    if card.is_monster:
        weakens = _weakens_in_the_dark(card) or _drains_in_part(card) or _weakens_afterwards(card)
        return _chooses_twice(card) or weakens or _teaches(card)
    return parts_with_itself(card) or _feeds_on_gold(card)


def parts_with_itself(card: Card) -> bool:
    """Whether an ability that is used before the party is prepared occupies or destroys the card, so that its
    other abilities would have to be used first.
    """
    usable = [ability for ability in card.abilities if ability.when == "dungeon"]
    ends = any(
        ability.reveals
        and (ability.destroy == "self" or any(isinstance(effect, _OCCUPYING) for effect in ability.do))
        for ability in usable
    )
    return ends and not all(ability.reveals for ability in usable)


def _is_usual(card: Card, ability: Ability) -> bool:
    """Whether the planner's statement covers this ability, which reveals nothing."""
    if len(ability.do) != 1:
        return False
    (effect,) = ability.do
    if effect.takes_cards or isinstance(effect, Plunder):
        return True
    if effect.target == "none" and overrides(type(effect), AbilityEffect.serve):
        return card.is_hero and ability.destroy == "food"  # the Hero itself gains, for eaten Food
    free = ability.destroy is None and not ability.repeat
    if effect.thrown_attack():
        return free and card.is_weapon
    return (
        free
        and not card.is_hero
        and not card.is_weapon
        and (isinstance(effect, Rally) or effect.target == "hero")
    )


def _feeds_on_gold(card: Card) -> bool:
    """Whether the card is Food that gains Magic Attack from gold, and so may be eaten before the battle."""
    return card.is_food and any(isinstance(trait, Trait) and trait.gold_for_magic() for trait in card.traits)


def _teaches(card: Card) -> bool:
    """Whether its Spoils bring Experience in any Rank."""
    return any(spoils.experience(rank) for spoils in card.spoils for rank in RANKS)


def _weakens_in_the_dark(card: Card) -> bool:
    """Whether a Monster asks for Light when it is chosen, and may then make a Hero drop a shining Weapon."""
    shuns = any(isinstance(trait, MonsterTrait) and trait.dark for trait in card.traits)
    return shuns and any(isinstance(effect, Weaken) for effect in card.battle)


def _drains_in_part(card: Card) -> bool:
    """Whether a Monster destroys Heroes without Strength by one effect, and only weakens by another."""
    return len({effect.fatal for effect in card.battle if isinstance(effect, Weaken)}) > 1


def _weakens_afterwards(card: Card) -> bool:
    """Whether a Monster weakens Heroes after another Battle Effect that depends on their Strength or
    Weapons.
    """
    before = False
    for effect in card.battle:
        if before and isinstance(effect, Weaken):
            return True
        before = before or isinstance(effect, (DestroyEffect, Hinder))
    return False


def _chooses_twice(card: Card) -> bool:
    """Whether a Monster chooses among Heroes twice, or silences one while others are shut out anyway."""
    silences = sum(isinstance(effect, SilenceEffect) for effect in card.battle)
    hinders = sum(isinstance(effect, Hinder) for effect in card.battle)
    monster_traits = [trait for trait in card.traits if isinstance(trait, MonsterTrait)]
    shut_out = any(guard.silences_unequipped or guard.dark for guard in monster_traits)
    return silences > 1 or hinders > 1 or bool(silences and (shut_out or hinders))


SPARING = (
    *(CullHeroes, CullVillage, EachDiscards, EachGainsDisease, LeaveHall),
    *(BonusExperience, BuySpoils, Keep, Search, SendDownAfter),
)
"""Breach effects and Spoils that take no card from its owner, except by discarding it."""
_SPARING_HANDS = (CullDecks, CullHeroes, CullVillage, EachGainsDisease, LeaveHall)
"""Breach effects that take no card of a hand."""
_REFILLING = (Banish, Polymorph, SendDownEffect, TakeMonster)
"""Effects that make room in the Hall for a card of the Dungeon Deck."""
_FAR_TRAPS = (CullTops, HuntDecks, LostPrize, TopCards)
"""Traps that leave the hand of the active player alone."""


def spares_hands(monster: Card) -> bool:
    """Whether its Breach takes no card of a hand."""
    return all(isinstance(effect, _SPARING_HANDS) for effect in monster.breach)


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
    """Cards with negative Victory Points, and how many they cost their owner."""
    return {id_: -card.vp for id_, card in book.cards.items() if card.vp is not None and card.vp < 0}


@shared
def robbing_traps(book: Book) -> frozenset[str]:
    """Traps that take cards of the active player's hand."""
    return book.cards_where(lambda card: not all(isinstance(effect, _FAR_TRAPS) for effect in card.trap))


@per_card
def unhurried(book: Book) -> frozenset[str]:
    """Heroes that never have to use their abilities."""
    return book.heroes - book.dutiful.union(book.robbers)


@per_card
def putting_back(book: Book) -> frozenset[str]:
    """Cards that put cards of the hand back on the deck, except used ones."""
    return book.with_ability_effect(lambda effect: isinstance(effect, PutCardsBack))


@per_card
def revealing(book: Book) -> frozenset[str]:
    """Cards with an ability after which planning may have to branch."""
    return book.cards_where(
        lambda card: any(
            a.reveals or a.commits_late or any(effect.takes_cards for effect in a.do) for a in card.abilities
        )
    )


@per_card
def thinning(book: Book) -> dict[str, tuple[Ability, ...]]:
    """The abilities of each card by which cards may leave the hand and which planning cannot leave to the
    end.
    """
    found = {id_: tuple(filter(_thins, card.abilities)) for id_, card in book.cards.items()}
    return {id_: abilities for id_, abilities in found.items() if abilities}


@per_card
def refilling(book: Book) -> frozenset[str]:
    """Cards that bring new ones into the Hall."""
    return book.with_ability_effect(lambda effect: isinstance(effect, _REFILLING))


@per_card
def rallying(book: Book) -> frozenset[str]:
    """Cards that can serve every Hero of the party, and Heroes that can strengthen themselves."""
    return book.with_ability_effect(lambda effect: isinstance(effect, Rally)) | book.cards_where(
        lambda card: any(ability.commits_late for ability in card.abilities)
    )


@per_card
def earning(book: Book) -> frozenset[str]:
    """Cards that bring Experience before the battle."""
    return book.with_ability_effect(lambda effect: effect.earns, "dungeon")


@per_card
def takes(book: Book) -> dict[str, int]:
    """Cards that take a Monster without a battle, and the most Victory Points that they gain so."""
    found = {
        id_: sum(_taken(effect) for ability in card.abilities for effect in ability.do) * (1 + card.is_spell)
        for id_, card in book.cards.items()
    }
    return {id_: points for id_, points in found.items() if points}


@per_card
def trading(book: Book) -> frozenset[str]:
    """Cards with an ability in the Dungeon that trades for a card of the Village."""
    return book.with_ability_effect(lambda effect: isinstance(effect, TradeUp), "dungeon")


@per_card
def touching(book: Book) -> frozenset[str]:
    """Cards that may change what players own in ways that the bounds do not cover, and cards whose Victory
    Points depend on what is owned.
    """
    repeated = book.cards_where(
        lambda card: any(a.repeat and _taken(effect) for a in card.abilities for effect in a.do)
    )
    taking = book.cards_where(
        lambda card: not all(isinstance(e, SPARING) for e in (*card.breach, *card.spoils))
    )
    return book.scoring | trading(book) | repeated | taking


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
    """Cards that serve one Hero when they are used in the Dungeon, with the effects that do so."""
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
    """Cards with an ability that, used before the party is prepared, prevents the use of their others."""
    return book.cards_where(parts_with_itself)


@per_card
def unstated(book: Book) -> frozenset[str]:
    """Cards with an effect on battles that the planner's statement does not cover."""
    return book.cards_where(lambda card: not _is_stated(card))


@per_card
def plain_monsters(book: Book) -> frozenset[str]:
    """Monsters without Battle Effects and Spoils, whose battles the planner's statement covers."""
    return book.cards_where(lambda card: card.is_monster and not card.battle) - demanding(book)


@per_card
def demanding(book: Book) -> frozenset[str]:
    """Cards for which the planner's statement may not cover a battle."""
    return unstated(book) | growing(book) | frozenset(book.gilded) | book.spoiling


def _taken(effect: AbilityEffect) -> int:
    """The most Victory Points of cards that it brings in the Dungeon without a battle."""
    return effect.vp_to if isinstance(effect, TakeMonster) else 0


def _thins(ability: Ability) -> bool:
    gives_up = ability.reveals and ability.price is not None
    return ability.when == "dungeon" and (gives_up or any(map(thins_hand, ability.do)))


def thins_hand(effect: AbilityEffect) -> bool:
    """Whether this effect, or what follows from it, may make cards leave the player's hand."""
    moves_cards = isinstance(effect, (DestroyCard, PutCardsBack, *_REFILLING))
    return moves_cards or effect.takes_cards or not effect.stated


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


def is_second_use(book: Book, state: State, use: Use) -> bool:
    """Whether this is the second use of a Spell, which costs the Spell."""
    spell = state.party[use.card]
    return spell.renewed and book.card(spell.card).is_spell


def leading_to_second_use(book: Book, state: State) -> Iterator[Equip | Use]:
    """Actions that prepare a second use of a Spell: giving the Weapon that allows it to a suitable Hero and
    then, while that Weapon is ready, using any Spell.
    """
    if state.turn != "dungeon" or wands(book).isdisjoint([member.card for member in state.party]):
        return
    tried = [*_equipments(book, state), *(_spells(book, state) if any(_ready(book, state)) else ())]
    yield from (action for action in tried if free.refuse(action, book, state) is None)


def _equipments(book: Book, state: State) -> Iterator[Equip]:
    party = state.party
    free = [i for i, m in enumerate(party) if m.card in book.weapons and m.bearer == NONE and not m.left]
    heroes = [i for i, m in enumerate(party) if m.card in book.heroes and not m.left]
    for weapon in first_of_alike(state, free):
        for hero in first_of_alike(state, heroes):
            if _serves(book, state, weapon, hero):
                yield Equip(weapon, hero)


def _spells(book: Book, state: State) -> Iterator[Use]:
    """Uses of Spells that the statement of the battle would otherwise cover."""
    for use in abilities.attempts(book, state):
        card = book.card(state.party[use.card].card)
        if card.is_spell and not card.abilities[use.ability].reveals:
            yield use


def _serves(book: Book, state: State, weapon: int, hero: int) -> bool:
    """Whether this Weapon lets the Hero use a Spell a second time, or carry a Weapon that does."""
    party = state.party
    if not any(book.card(member.card).is_spell and not member.left for member in party):
        return False
    card = party[weapon].card
    classes = book.card(party[hero].card).classes
    if card in wands(book):
        return any(kind in classes for effect in _effects(book, card) for kind in effect.bearers)
    return card in book.hands and bool(party[hero].weapons)


def _ready(book: Book, state: State) -> Iterator[bool]:
    """For each unused Weapon of this kind that somebody carries: whether it is ready for use."""
    for index, member in enumerate(state.party):
        if member.card in wands(book) and member.bearer != NONE and not member.used:
            yield any(effect.is_wielded(book, state, index) for effect in _effects(book, member.card))


def _effects(book: Book, weapon: str) -> Iterator[ReuseSpell]:
    for ability in book.card(weapon).abilities:
        yield from (effect for effect in ability.do if isinstance(effect, ReuseSpell))
