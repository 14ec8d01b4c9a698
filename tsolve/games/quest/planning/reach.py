"""Upper bounds from the effects that cards declare: Light, and where the Champion gets with it (QUEST-5.3,
QUEST-5.4), and attack (QUEST-2.9).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tsolve.cardkit.piles import has_unknown
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
    GainToken,
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
    CleanseDeck,
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
from tsolve.games.quest.effects.demands import DiscardForHealth, MoveChampion
from tsolve.games.quest.planning.coverage import TRAITS, in_room, usable
from tsolve.games.quest.state import PLACES, WILDERNESS, State, adjacent

ANY_LIGHT = 999
"""More Light than any way needs."""
ALL_ROOMS = frozenset(PLACES)
UNBOUNDED = 10**9
"""The bound of a number about which nothing is known."""
_WALKING = ("prepare", "dungeon", "moving")
"""The phases of a Dungeon turn without a Village phase up to the Champion's movement."""
_TURNING_UP = (DiscardDeck, CleanseDeck, DiscardMore)
"""Effects that bring cards off the deck in numbers that are not looked at here."""
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
    tokens = sum(isinstance(effect, GainToken) for effect in effects)
    repeats = draws and any(isinstance(effect, DiscardOther | DiscardItself) for effect in effects)
    usual = all(isinstance(effect, (*_DARK, GainToken)) for effect in effects) and all(
        isinstance(t, _DARK_TRAITS) for t in traits
    )
    if not (usual and is_told and book.reads("late_abilities", "no")) or (tokens and repeats):
        return ANY_LIGHT
    light = state.light + me.lantern + tokens + sum(boon.light for boon in state.boons)
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


def own(book: Book, state: State) -> Iterator[Card]:
    """The cards of the player that may act in the turn, those that are gone among them."""
    return (card for card, _ in holdings(book, state))


def holdings(book: Book, state: State) -> list[tuple[Card, int]]:
    """The cards of the player that may act in the turn, each with its used abilities, one bit each: those in
    front of the player, gone or not, those of the hand, and those that may be drawn.
    """
    me = state.me
    others = (*(me.hand or ()), me.sponsor, me.quest)
    found = [(book.card(laid.card), laid.used) for laid in state.laid]
    found += [(book.card(card), 0) for card in others if card]
    drawn = sum(map(_cards_drawn, found))
    drawn += any(
        isinstance(demand, DiscardForHealth)
        for place in PLACES
        for card in in_room(book, state, place)
        for demand in card.before
    )
    for segment in me.deck:
        for number, name in enumerate(segment.cards):
            if drawn <= (number if segment.order == "known" else 0):
                break
            found.append((book.card(name), 0))
            drawn += _cards_drawn(found[-1])
        drawn -= len(segment.cards)
    return found if drawn <= 0 else [*found, *((book.card(card), 0) for card in me.discard)]


def _cards_drawn(held: tuple[Card, int]) -> int:
    """The most cards that may come off the deck by the abilities of a card; of used ones, too, as they may
    still be under way.
    """
    effects = [effect for ability in held[0].abilities for effect in (*ability.do, *ability.pay)]
    if any(isinstance(effect, _TURNING_UP) for effect in effects):
        return UNBOUNDED
    return sum(
        effect.cards if isinstance(effect, Draw) else effect.wounds
        for effect in effects
        if isinstance(effect, Draw | HealAndDraw)
    )
