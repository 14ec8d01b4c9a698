"""Which effects the statement of a battle covers. Everything else, such as a new effect, is searched with the
engine.

The statement decides which Hero gets which cards (the gifts), once everything else about the battle is known.
So only three things may depend on the gifts: the attack, the Skill, and the number of wielded cards that
changes a Monster.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from tsolve.games.quest.effects.abilities import (
    AbilityEffect,
    BuyCard,
    BuyGear,
    CancelBefore,
    Draw,
    GainExperience,
    GainToken,
    Heal,
    HealAndDraw,
    MoreHp,
    Price,
    Strengthen,
    SwapDefence,
    ToDeck,
)
from tsolve.games.quest.effects.base import (
    Condition,
    Count,
    DungeonAfterVillage,
    Effect,
    HpForSurplus,
    Ignores,
    Immune,
    LeavesWithPurchase,
    LocationTwice,
    Modifier,
    OnlyFor,
    Protected,
    RefilledFaceDown,
    RefilledFromBeside,
    Required,
    SpoilsPotions,
    ToDeckInstead,
    WeaponLimit,
    WoundsForLight,
)
from tsolve.games.quest.effects.demands import Lose, LoseExperience, LoseTokens, MoveChampion, Suffer, Victory

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.effects.abilities import Ability
    from tsolve.games.quest.effects.demands import Demand
    from tsolve.games.quest.state import State

TRAITS = (
    Modifier,
    WeaponLimit,
    OnlyFor,
    DungeonAfterVillage,
    LeavesWithPurchase,
    Immune,
    Required,
    ToDeckInstead,
    Protected,
    RefilledFaceDown,
    RefilledFromBeside,
    WoundsForLight,
    LocationTwice,
    SpoilsPotions,
    HpForSurplus,
)
_CONDITIONS = frozenset(
    ("have", "lack", "wielder", "wielder_not", "wielder_level", "wounded", "light_below", "against")
)
"""Conditions that do not depend on the gifts, or only on the Hero to whom the card itself is given."""
_COUNTS = frozenset(("of", "wounds", "level", "highest"))
"""Numbers that do not depend on the gifts."""
_DEMANDS = (Lose, Suffer, LoseTokens, LoseExperience, MoveChampion)


def in_play(book: Book, state: State) -> Iterator[Card]:
    """The cards in front of the active player."""
    yield from (book.card(state.laid[place].card) for place in state.present())


def in_room(book: Book, state: State, place: int) -> Iterator[Card]:
    """The room in a place, and the Monster in it."""
    yield from map(book.card, filter(None, (state.rooms[place].card, state.rooms[place].monster)))


def depends_on_gifts(condition: Condition | None) -> bool:
    """Whether a condition depends on who holds what, other than on the Hero who wields the card itself."""
    return _says_more(condition, _CONDITIONS)


def _counts_gifts(count: Count | None) -> bool:
    return _says_more(count, _COUNTS)


def _says_more(asked: Condition | Count | None, known: frozenset[str]) -> bool:
    """Whether a field other than the `known` ones is used; a new field counts as used."""
    return asked is not None and any(
        getattr(asked, field) for field in asked.__struct_fields__ if field not in known
    )


def is_demand_stated(demand: Demand, attacks: Container[str] = ()) -> bool:
    """Whether a demand has the same result whoever holds what, given that every Hero has these kinds of
    attack.
    """
    if not isinstance(demand, _DEMANDS) or depends_on_gifts(demand.when):
        return False
    if _counts_gifts(getattr(demand, "each", None)):
        return False
    if not isinstance(demand, Lose):
        return True
    return all(
        not prey.wielded and (prey.attack is None or (prey.sort == "Hero" and prey.attack in attacks))
        for prey in demand.of
    )


def _attacks_of_all(book: Book, state: State) -> list[str]:
    """The kinds of attack that every Hero has without a Weapon and that nothing lowers."""
    about = (*(book.card(laid.card) for laid in state.laid), *in_room(book, state, state.tally.room))
    traits = [trait for card in about for trait in card.traits if isinstance(trait, Modifier)]
    lessened = {trait.value for trait in traits if trait.by < 0}
    heroes = [card for card in about if card.kind == "hero"]
    kinds = ("physical", "magic")
    return [kind for kind in kinds if kind not in lessened and all(getattr(hero, kind) for hero in heroes)]


def are_alerts_stated(book: Book, state: State) -> bool:
    """Whether the alerts of the Dungeon have the same result, whoever holds what."""
    cards = (card for place in range(len(state.rooms)) for card in in_room(book, state, place))
    alerts = (alert for card in cards for alert in card.alerts)
    return all(is_demand_stated(demand) for alert in alerts for demand in alert.demands)


def is_hand_stated(book: Book, state: State) -> bool:
    """Whether the traits of the cards in front of the player are covered."""
    return all(_is_own_stated(card, trait) for card in in_play(book, state) for trait in card.traits)


def _is_own_stated(card: Card, trait: object) -> bool:
    if isinstance(trait, Ignores):
        return card.kind != "weapon"  # which counts while it is wielded
    if not isinstance(trait, Modifier):
        return isinstance(trait, TRAITS)
    if card.kind == "weapon" and (trait.once or trait.to == "foe"):
        return False  # it depends on which Weapons are wielded
    return not depends_on_gifts(trait.when) and not _counts_gifts(trait.each)


def is_battle_stated(book: Book, state: State) -> bool:
    """Whether the battle in the room where the Champion is can be stated. `state` is at its strike."""
    room = state.tally.room
    there = tuple(in_room(book, state, room))
    demands = (demand for card in there for demand in card.after)
    if not all(is_demand_stated(demand) for demand in demands):
        return False
    before = [demand for card in there for demand in card.before]
    attacks = _attacks_of_all(book, state) if before else ()
    if not all(is_demand_stated(demand, attacks) for demand in before):
        return False
    if not all(_is_foe_stated(trait) for card in there for trait in card.traits):
        return False
    monsters = (book.card(other.monster) for other in state.rooms if other.monster)
    traits = (trait for card in monsters for trait in card.traits if isinstance(trait, Modifier))
    others = (trait for trait in traits if trait.to == "others")
    if any(depends_on_gifts(trait.when) or _counts_gifts(trait.each) for trait in others):
        return False
    if len(wielded_sorts(book, state)) > 1 or _asks_for_wielders(book, state):
        return False
    return there[-1].kind != "guardian" or not book.reads("guardian_xp", "raw")


def _asks_for_wielders(book: Book, state: State) -> bool:
    """Whether a Side Quest that a victory completes depends on who wields what. A Weapon that nobody wields
    has no Light either.
    """
    me = state.me
    aim = book.card(me.quest).aim if me.quest and not me.completed else None
    return isinstance(aim, Victory) and (aim.armed or aim.most_light is not None)


def _is_foe_stated(trait: object) -> bool:
    """Whether a trait of the Monster or of the room is covered: its defence may count wielded cards."""
    if not isinstance(trait, Modifier):
        return isinstance(trait, TRAITS)
    if depends_on_gifts(trait.when):
        return False
    counts = trait.each is not None and trait.each.wielded and not trait.each.level
    defends = trait.value in ("health", "armor", "resistance") and trait.to == "itself"
    return not _counts_gifts(trait.each) or (counts and defends)


def wielded_sorts(book: Book, state: State) -> set[str]:
    """The sorts of wielded cards that the Monster of the battle counts."""
    traits = (trait for card in in_room(book, state, state.tally.room) for trait in card.traits)
    counts = (trait.each for trait in traits if isinstance(trait, Modifier))
    return {count.of for count in counts if count is not None and count.wielded and count.of is not None}


# abilities


def usable(cards: Iterable[Card], phase: str) -> Iterator[Ability]:
    """The abilities of these cards for a phase."""
    return (ability for card in cards for ability in card.abilities if phase in ability.phases)


def does_count(ability: Ability) -> bool:
    """Whether an ability does anything that a goal counts. Putting cards on the deck is not counted."""
    return not all(isinstance(effect, ToDeck) for effect in ability.do)


def asks_for_gifts(ability: Ability) -> bool:
    """Whether an ability, or a part of it, depends on who holds what."""
    return depends_on_gifts(ability.when) or any(map(_effect_asks, (*ability.do, *ability.pay)))


def _effect_asks(effect: AbilityEffect | Price) -> bool:
    if isinstance(effect, HealAndDraw):
        return True
    parts = [getattr(effect, field) for field in effect.__struct_fields__]
    return any(
        depends_on_gifts(part)
        if isinstance(part, Condition)
        else isinstance(part, Count) and _counts_gifts(part)
        for part in parts
    )


def asks_for_light(ability: Ability) -> bool:
    """Whether an ability, or a part of it, depends on the Light."""
    conditions = (ability.when, *(getattr(effect, "when", None) for effect in ability.do))
    return any(condition is not None and condition.light_below is not None for condition in conditions)


def counts_light(book: Book, state: State) -> bool:
    """Whether anything after the movement depends on the Light."""
    cards = [*in_play(book, state)]
    for place in range(len(state.rooms)):
        cards += in_room(book, state, place)
    return any(
        _asks_for_light(effect)
        for card in cards
        for effect in (
            *card.traits,
            *card.before,
            *card.after,
            *(part for ability in card.abilities for part in (ability, *ability.do)),
        )
    )


def alerts_count_light(book: Book, state: State) -> bool:
    """Whether any alert depends on the Light."""
    cards = (card for place in range(len(state.rooms)) for card in in_room(book, state, place))
    return any(_asks_for_light(demand) for card in cards for alert in card.alerts for demand in alert.demands)


def _asks_for_light(part: object) -> bool:
    """Whether a part of a text depends on the Light."""
    when, each = getattr(part, "when", None), getattr(part, "each", None)
    if when is not None and when.light_below is not None:
        return True
    return each is not None and each.of is None and not each.wounds


def counts_wounds(card: Card) -> bool:
    """Whether the card is a Wound, depends on the player's Wounds, or takes Wounds as a price."""
    return (
        card.is_wound
        or card.has(WoundsForLight)
        or any(
            _counts_wounds(getattr(card, field))
            for field in ("traits", "abilities", "alerts", "before", "after")
        )
    )


def _counts_wounds(part: object) -> bool:
    """The same for a part of a card's text."""
    if isinstance(part, tuple):
        return any(map(_counts_wounds, part))
    if (isinstance(part, Condition) and part.wounded) or (isinstance(part, Count) and part.wounds):
        return True
    return isinstance(part, Struct) and any(_counts_wounds(each) for each in structs.astuple(part))


def heals_alone(ability: Ability) -> bool:
    """Whether an ability does nothing but heal."""
    return not ability.pay and all(isinstance(effect, Heal) for effect in ability.do)


_STILL = (
    Modifier,
    WeaponLimit,
    OnlyFor,
    Draw,
    HealAndDraw,
    Heal,
    Strengthen,
    CancelBefore,
    SwapDefence,
    MoreHp,
    GainExperience,
    GainToken,
    LeavesWithPurchase,
    DungeonAfterVillage,
)
"""Effects that bring no card to the deck or the discard pile before a battle, and no other Monster."""


def effects_in_vain(book: Book, state: State, places: Sequence[int]) -> tuple[type[Effect], ...]:
    """The effects of abilities that do nothing before a battle in one of these rooms, since there is nothing
    to draw or to cancel.
    """
    cards = [*in_play(book, state)]
    effects = (effect for ability in usable(cards, "dungeon") for effect in (*ability.do, *ability.pay))
    if not all(isinstance(each, _STILL) for each in (*effects, *(t for card in cards for t in card.traits))):
        return ()
    is_dry = not state.me.deck and not state.me.discard
    seen = all(state.rooms[place].card and not state.rooms[place].face_down for place in places)
    acts = any(card.before for place in places for card in in_room(book, state, place))
    return (Draw,) * is_dry + (CancelBefore,) * (seen and not acts)


def asks_of_others(card: Card) -> bool:
    """Whether what a card adds may grow when other cards leave, or depends on the Light."""
    modifiers = (trait for trait in card.traits if isinstance(trait, Modifier))
    return any(
        (trait.when is not None and (trait.when.lack or trait.when.light_below is not None))
        or (trait.each is not None and trait.each.of is None)
        or (trait.by > 0 if trait.value == "requirement" else trait.by < 0)
        for trait in modifiers
    )


def is_purchase(ability: Ability) -> bool:
    """Whether an ability lets the player spend gold."""
    return any(isinstance(effect, BuyCard | BuyGear) for effect in ability.do)
