"""Upper bounds from the effects that cards declare: Light, and where the Champion gets with it (QUEST-5.3,
QUEST-5.4), and attack (QUEST-2.9).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import (
    CancelBefore,
    DestroyItself,
    DestroyOwn,
    DiscardItself,
    Draw,
    DungeonFollows,
    GainExperience,
    Heal,
    HealAndDraw,
    MoreHp,
    Sacrifice,
    Strengthen,
    StrengthenAll,
    SwapDefence,
    ToDeck,
)
from tsolve.games.quest.effects.base import (
    BetterRations,
    DestroyTokens,
    DiscardDeck,
    DiscardMore,
    DiscardOther,
    DungeonAfterVillage,
    Ignores,
    Modifier,
    OrdinaryWounds,
    TakeWoundCard,
    WoundsForLight,
    XpForWounds,
)
from tsolve.games.quest.effects.demands import MoveChampion
from tsolve.games.quest.planning.coverage import TRAITS, in_room, usable
from tsolve.games.quest.state import PLACES, WILDERNESS, State, adjacent

ANY_LIGHT = 999
"""More Light than any way needs."""
ALL_ROOMS = frozenset(PLACES)
UNBOUNDED = 10**9
"""The bound of a number about which nothing is known."""
_ATTACKS = ("physical", "magic")
_WALKING = ("prepare", "dungeon", "moving")
"""The phases of a Dungeon turn without a Village phase up to the Champion's movement."""
_DRAWING = (Draw, HealAndDraw, DiscardDeck)
_DARK = (
    *_DRAWING,
    CancelBefore,
    DestroyItself,
    DestroyOwn,
    DestroyTokens,
    DiscardItself,
    DiscardMore,
    DiscardOther,
    GainExperience,
    Heal,
    MoreHp,
    Sacrifice,
    Strengthen,
    StrengthenAll,
    SwapDefence,
    TakeWoundCard,
    ToDeck,
)
"""Effects of abilities that give no Light beyond that of the player's own cards, and move no Champion."""
_DARK_TRAITS = (*TRAITS, BetterRations, Ignores, OrdinaryWounds, XpForWounds)


def light_needed(
    book: Book, state: State, through_unknown: bool = False, by_wounds: bool = False
) -> Mapping[int, int]:
    """The least Light for the way to each room, from where the Dungeon phase begins. `through_unknown`: ways
    may lead through unknown rooms, at no Light. `by_wounds`: rooms that take Wounds instead of Light cost no
    Light.
    """

    def need(place: int) -> int | None:
        if not state.rooms[place].card:
            return 0 if through_unknown else None
        tile = book.card(state.rooms[place].card)
        return 0 if by_wounds and tile.has(WoundsForLight) else tile.light_needed or 0

    needs = [*map(need, range(len(state.rooms)))]
    start = start_of(state)
    least = {start: 0}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for place in adjacent(here):
            light = needs[place]
            if light is not None and least[here] + light < least.get(place, ANY_LIGHT + 1):
                least[place] = least[here] + light
                waiting.append(place)
    return least


def start_of(state: State) -> int:
    """The room in which the Dungeon phase begins."""
    return state.path[0] if state.path else max(state.me.room, WILDERNESS)


def within_light(book: Book, state: State) -> frozenset[int]:
    """The only rooms that a Dungeon phase can lead to, without a Village phase before it."""
    if _may_be_led(book, state):
        return ALL_ROOMS
    if state.confined and state.me.room == WILDERNESS:
        return frozenset((WILDERNESS,))
    light = most_light(book, state)
    return frozenset(
        place for place, need in light_needed(book, state, by_wounds=True).items() if need <= light
    )


def most_light_of_turn(book: Book, state: State) -> int:
    """The most Light for the Champion's movement in this turn; ANY_LIGHT if no bound is known, as after a
    Village phase, or if it may get somewhere without moving.
    """
    return ANY_LIGHT if _may_be_led(book, state) else most_light(book, state)


def _may_be_led(book: Book, state: State) -> bool:
    """Whether the Champion may move other than by the Light of a Dungeon turn: after a visit, or by a
    text.
    """
    is_visit = state.phase not in _WALKING or state.for_village
    return is_visit or _puts_champion(book, state) or may_walk_after_visit(book, state)


def may_walk_after_visit(book: Book, state: State) -> bool:
    """Whether the phase is not chosen yet, and a card lets the Champion walk freely after a Village phase."""
    if state.phase != "prepare":
        return False
    cards = [*own(book, state)]
    effects = (effect for ability in usable(cards, "village") for effect in ability.do)
    traits = (trait for card in cards for trait in card.traits)
    return any(isinstance(effect, DungeonFollows) for effect in effects) or any(
        isinstance(trait, DungeonAfterVillage) and not trait.confined for trait in traits
    )


def most_light(book: Book, state: State) -> int:
    """The most Light that a Dungeon phase can have, without a Village phase before it; ANY_LIGHT if unknown.
    Each of the player's cards gives its Light once.
    """
    me = state.me
    cards = [*own(book, state)]
    effects = [effect for ability in usable(cards, "dungeon") for effect in (*ability.do, *ability.pay)]
    traits = [trait for card in cards for trait in card.traits]
    draws = any(isinstance(effect, _DRAWING) for effect in effects)
    is_told = me.hand is not None and not (draws and has_unknown(me.deck))
    usual = all(isinstance(effect, _DARK) for effect in effects) and all(
        isinstance(t, _DARK_TRAITS) for t in traits
    )
    if not (usual and is_told and book.reads("late_abilities", "no")):
        return ANY_LIGHT
    light = state.light + me.lantern + sum(boon.light for boon in state.boons)
    light += sum(_most_light_of(card, len(cards)) for card in cards)
    bounds = (boon.most_light for boon in state.boons if boon.most_light is not None)
    return max(min((light, *bounds)), state.budget)


def _most_light_of(card: Card, number: int) -> int:
    """The most Light that a card gives a player with `number` cards; ANY_LIGHT where no bound is known."""
    light, more = card.light or 0, 0
    for trait in card.traits:
        if isinstance(trait, Modifier) and trait.value == "light":
            each = trait.each
            if trait.to != "itself" or (each and (each.level or each.wounds or each.counts_light)):
                return ANY_LIGHT
            more += max(trait.by, 0) * (number if each else 1)
    return max(light, 0) + more


def _puts_champion(book: Book, state: State) -> bool:
    """Whether anything on the way puts the Champion into a room without walking there."""
    there = [card for place in PLACES for card in in_room(book, state, place)]
    demands = (demand for card in there for alert in card.alerts for demand in alert.demands)
    return any(isinstance(demand, MoveChampion) for demand in demands)


def most_attack(cards: list[Card], state: State, draws: bool, number: int) -> int:
    """The most attack of these cards in a battle, whoever holds them; UNBOUNDED if no bound is known. The
    player has `number` cards in all. `draws`: a card may be drawn, and its ability used, again.
    """
    raised = sum(gift.by for laid in state.laid for gift in laid.gifts if gift.value in _ATTACKS)
    effects = (effect for ability in usable(cards, "dungeon") for effect in ability.do)
    gains = [
        effect for effect in effects if isinstance(effect, Strengthen) and (effect.physical or effect.magic)
    ]
    if state.boons or any(effect.per_level or draws for effect in gains):
        return UNBOUNDED
    raised += sum(effect.physical + effect.magic for effect in gains)
    for card in cards:
        printed = (card.physical, card.magic, card.physical_boost, card.magic_boost)
        raised += sum(filter(None, printed)) + attack_by_traits(card, number)
    return raised


def attack_by_traits(card: Card, number: int) -> int:
    """The most attack that traits of a card add, if the player has this many cards."""
    added = 0
    for trait in card.traits:
        if isinstance(trait, Modifier) and trait.value in _ATTACKS and trait.by > 0:
            each = trait.each
            if each is not None and (each.level or each.wounds or each.counts_light):
                return UNBOUNDED
            added += trait.by * (1 if each is None else number) * (1 if trait.to == "itself" else number)
    return added


def own(book: Book, state: State) -> Iterator[Card]:
    """The cards of the player that may act in the turn."""
    me = state.me
    cards = (*(laid.card for laid in state.laid), *contents(me.deck), *me.discard, *(me.hand or ()))
    yield from map(book.card, filter(None, (*cards, me.sponsor, me.quest)))
