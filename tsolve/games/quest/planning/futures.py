"""What a position after the strike leaves open: positions with the same future add the same to their turns.

What the turn has come to so far is no part of it, for no rule looks at that. In the Spoils most of what lies
on the table is none either: usual texts ask what cards are there, for gold, XP and stacks, but not who wields
what, who is wounded, or what was drawn.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.cardkit.piles import EMPTY, in_any_order
from tsolve.games.quest.answers import NONE, PRICES, TOKENS
from tsolve.games.quest.effects.abilities import (
    BuyCard,
    BuyGear,
    DestroyItself,
    DestroyOwn,
    GainToken,
    MoreHp,
    RaiseHero,
    XpForSurplus,
)
from tsolve.games.quest.effects.base import Modifier, SpoilsPotions
from tsolve.games.quest.effects.demands import MoveChampion
from tsolve.games.quest.planning.coverage import counts_light, does_count, in_play, in_room
from tsolve.games.quest.state import Laid, State, Tally, Task
from tsolve.games.quest.turn.demands import DestroyOne
from tsolve.games.quest.turn.heroes import Raise
from tsolve.games.quest.turn.market import may_lie_there
from tsolve.games.quest.turn.village import MayBuy, MayBuyGear

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.effects.abilities import Ability

_USUAL = (
    BuyCard,
    BuyGear,
    RaiseHero,
    DestroyItself,
    DestroyOwn,
    GainToken,
    MoreHp,
    MoveChampion,
    XpForSurplus,
)
"""What Spoils may do without looking at who wields what, at Wounds, Light or the deck."""
_SPENT = ("gold", "cost", "level")
"""The values of cards that Spoils look at."""
_HARMLESS = ("physical", "magic", "skill")
"""The values that no Spoils look at."""
_SCARCE = 6
"""Fewer tokens left than this: how many the players have may matter."""


class Left(NamedTuple):
    """A Spoils ability that may still be used."""

    place: int
    """Where its card lies in front of the player, NONE for others."""
    number: int
    ability: Ability


class Futures:
    """The futures of positions, by one goal."""

    def __init__(self, book: Book, keeps_light: bool) -> None:
        """`keeps_light`: the goal counts the Light that is left."""
        self.book, self.keeps_light = book, keeps_light
        self._lit: dict[Hashable, bool] = {}

    def of(self, state: State) -> Hashable:
        """What the position leaves open."""
        state = _without_result(state)
        if self.keeps_light:
            return state
        if state.phase == "spoils" and all(map(_is_usual_choice, state.todo)) and not _has_quest(state):
            left = [*_spoils_left(self.book, state)]
            if _is_usual(self.book, state, left):
                return _of_spoils(self.book, state, left)
        return state if self._is_lit(state) else replace(state, path=(), spent_light=0, budget=0)

    def _is_lit(self, state: State) -> bool:
        seen = state.laid, state.rooms
        if seen not in self._lit:
            self._lit[seen] = counts_light(self.book, state)
        return self._lit[seen]


def _of_spoils(book: Book, state: State, left: list[Left]) -> Hashable:
    """What usual Spoils leave open."""
    effects = [effect for each in left for effect in each.ability.do]
    me, are_scarce = state.me, _are_scarce(book, state)
    heals = any(card.has(SpoilsPotions) for card in in_play(book, state))
    effects += [task.effect for task in state.todo if isinstance(task, Raise)]
    pays = any(isinstance(each, RaiseHero) and not each.free for each in effects)
    tally = state.tally
    if not any(isinstance(effect, XpForSurplus) for effect in effects):
        tally = replace(tally, total=0, health=0)
    bare = replace(
        me,
        deck=EMPTY,
        discard=(),
        xp=me.xp if pays else 0,
        wounds=me.wounds if heals else 0,
        lantern=me.lantern if are_scarce else 0,
        potion=me.potion if are_scarce or heals else 0,
    )
    cards = [
        _seen(state.laid[place], frozenset(each.number for each in left if each.place == place))
        for place in state.present()
    ]
    rest = replace(
        state,
        players=(*state.players[: state.active], bare, *state.players[state.active + 1 :]),
        laid=(),
        hexes=(),
        tally=tally,
        light=0,
        path=(),
        spent_light=0,
        budget=0,
        hurt=False,
        wound_cards=None,
    )
    return rest, in_any_order(cards)


def _has_quest(state: State) -> bool:
    """Whether there is a Side Quest; what completes it may look at anything."""
    return bool(state.me.quest) and not state.me.completed


def _is_usual_choice(task: Task) -> bool:
    """Whether a waiting task does not look at who wields what, and means no card by its place."""
    return isinstance(task, MayBuy | MayBuyGear | DestroyOne) or (
        isinstance(task, Raise) and task.wielder == NONE
    )


def _without_result(state: State) -> State:
    """The position without what the turn has come to so far."""
    tally = state.tally
    if _has_quest(state):
        return replace(state, removed=())
    kept = Tally(
        tally.outcome,
        tally.monster,
        tally.room,
        health=tally.health,
        total=tally.total,
        wounds=tally.wounds if state.todo else 0,
    )
    return replace(state, removed=(), tally=kept)


def _spoils_left(book: Book, state: State) -> Iterator[Left]:
    """The Spoils that count and are not used yet."""
    for place in state.present():
        laid = state.laid[place]
        for number, ability in enumerate(book.card(laid.card).abilities):
            if "spoils" in ability.phases and not laid.used >> number & 1 and does_count(ability):
                yield Left(place, number, ability)
    for card in _others(book, state):
        for number, ability in enumerate(card.abilities):
            if "spoils" in ability.phases and (card.id, number) not in state.spoils and does_count(ability):
                yield Left(NONE, number, ability)


def _others(book: Book, state: State) -> Iterator[Card]:
    """The Monster, the room and the Guild Sponsor."""
    cards = state.tally.monster, state.rooms[state.tally.room].card, state.me.sponsor
    return map(book.card, filter(None, cards))


def _is_usual(book: Book, state: State, left: list[Left]) -> bool:
    """Whether all that may still happen is of the usual sort."""
    for place, _, ability in left:
        by_wielder = place != NONE and book.card(state.laid[place].card).kind == "weapon"
        if by_wielder or ability.when is not None or ability.pay or ability.once:
            return False
        for effect in ability.do:
            asks = getattr(effect, "wielder", False) or getattr(effect, "when", None) is not None
            if asks or not isinstance(effect, _USUAL):
                return False
            if isinstance(effect, XpForSurplus) and not _is_health_plain(book, state):
                return False
    wares = [*map(book.card, may_lie_there(state))]
    for card in (*in_play(book, state), *_others(book, state), *wares):
        if any(trait.value in _SPENT and not _asks_for_cards(trait) for trait in _modifiers(card)):
            return False
    levels = any(isinstance(effect, RaiseHero) for each in left for effect in each.ability.do)
    levels = levels or any(isinstance(task, Raise) for task in state.todo)
    levels = levels or any(card.modifiers("cost", "itself") for card in wares)
    harmless = _HARMLESS if levels else (*_HARMLESS, "level")
    gifts = (gift for laid in state.laid for gift in laid.gifts)
    return all(gift.value in harmless and not gift.word for gift in gifts)


def _is_health_plain(book: Book, state: State) -> bool:
    """Whether the health of all Monsters stays as it is, whatever leaves."""
    cards = [card for place in range(len(state.rooms)) for card in in_room(book, state, place)]
    traits = [trait for card in cards for trait in _modifiers(card) if trait.value == "health"]
    mine = (trait for card in in_play(book, state) for trait in _modifiers(card) if trait.to == "foe")
    return not any(mine) and all(trait.when is None and trait.each is None for trait in traits)


def _modifiers(card: Card) -> Iterator[Modifier]:
    return (trait for trait in card.traits if isinstance(trait, Modifier))


def _asks_for_cards(trait: Modifier) -> bool:
    """Whether a trait asks for nothing but the cards that lie there."""
    when, each = trait.when, trait.each
    asks = when is not None and any(
        getattr(when, field) for field in when.__struct_fields__ if field not in ("have", "lack")
    )
    return not asks and (each is None or (each.of is not None and not each.wielded))


def _are_scarce(book: Book, state: State) -> bool:
    """Whether Gear tokens may run out in the turn."""
    for token in TOKENS:
        count = book.card(PRICES[token]).count
        if count is not None and sum(each.tokens(token) for each in state.players) + _SCARCE > count:
            return True
    return False


def _seen(laid: Laid, left: frozenset[int]) -> tuple[str, str, bool, bool, int, frozenset[int]]:
    """What Spoils see of a card in front of the player, with the numbers of its Spoils that are `left`."""
    return laid.card, laid.lost_by, laid.doomed, laid.risen, laid.lender, left
