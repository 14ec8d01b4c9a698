"""What no turn can exceed, known without playing it."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.cardkit.piles import contents
from tsolve.games.quest.actions import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import (
    BuyCard,
    BuyGear,
    DestroyItself,
    Draw,
    Heal,
    RaiseHero,
    ToDeck,
)
from tsolve.games.quest.effects.giving import DungeonFollows, MoreHp, Strengthen
from tsolve.games.quest.effects.prices import DestroyTokens, DiscardOther
from tsolve.games.quest.effects.traits import Modifier
from tsolve.games.quest.grid import PLACES
from tsolve.games.quest.planning.coverage import TRAITS, in_room
from tsolve.games.quest.planning.goals import Goal, Value
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.health import open_slots
from tsolve.turns.weights import weighted

UNBOUNDED = 10**9
"""The bound of a level of which nothing is known."""
ALL_ROOMS = frozenset(PLACES)
_DEEDS = (
    Draw,
    Heal,
    Strengthen,
    MoreHp,
    DungeonFollows,
    ToDeck,
    RaiseHero,
    BuyCard,
    BuyGear,
    DestroyItself,
    DestroyTokens,
    DiscardOther,
)
"""What abilities do that gives no XP and no rewards, and keeps no Wounds away but by healing."""


class Bounds:
    """Upper bounds of Dungeon turns that begin like this one, by one goal.

    They rest on what the usual effects can do. Where another one is about, nothing is known.
    """

    def __init__(self, book: Book, start: State, goal: Goal) -> None:
        self.book, self.goal = book, goal
        cards = {card.id: card for card in _about(book, start)}.values()
        self.known = all(_is_usual(card) for card in cards)
        deeds = [deed for card in cards for ability in card.abilities for deed in (*ability.do, *ability.pay)]
        self.heals = start.me.potion > 0 or any(isinstance(deed, Heal) for deed in deeds)
        modifiers = [trait for card in cards for trait in card.traits if isinstance(trait, Modifier)]
        self.spared = any(trait.value == "wounds" and trait.by < 0 for trait in modifiers)

    def of_battle(self, state: State, place: int) -> Value:
        """No turn that goes on to a battle in this room is worth more."""
        room = state.rooms[place]
        if not self.known or room.face_down or not room.monster:
            return (UNBOUNDED,) * len(self.goal)
        cards = [*in_room(self.book, state, place)]
        tally, guardian = state.tally, any(card.kind == "guardian" for card in cards)
        levels = {
            "win": 1,
            "xp": UNBOUNDED if guardian else tally.xp + sum(card.xp or 0 for card in cards),
            "rewards": sum(len(card.rewards) for card in cards),
            "treasures": sum(card.rewards.count("treasure") for card in cards),
            "lost": -len(tally.destroyed) - len(tally.tokens),
            "wounds": -tally.wounds - self._wounds(state, cards),
            "shortfall": 0,
        }
        return weighted(self.goal, levels, UNBOUNDED)

    def of_rest(self, state: State, rooms: frozenset[int] = ALL_ROOMS) -> Value:
        """No turn from here is worth more that battles in one of these rooms, or nowhere."""
        if state.tally.room != NONE:  # the battle has begun
            return (UNBOUNDED,) * len(self.goal)
        return max(self._without_battle(state), *(self.of_battle(state, place) for place in rooms))

    def _without_battle(self, state: State) -> Value:
        tally = state.tally
        if not self.known:
            return (UNBOUNDED,) * len(self.goal)
        levels = {
            "win": 0,
            "xp": tally.xp,
            "rewards": 0,
            "treasures": 0,
            "lost": -len(tally.destroyed) - len(tally.tokens),
            "wounds": UNBOUNDED if self.heals else -tally.wounds,
            "shortfall": 0,
        }
        return weighted(self.goal, levels, UNBOUNDED)

    def _wounds(self, state: State, cards: list[Card]) -> int:
        """The fewest Wounds of a battle, those that may still be healed taken off."""
        if self.heals:
            return -UNBOUNDED
        if self.spared:
            return 0
        return min(sum(card.wounds or 0 for card in cards), open_slots(self.book, state))


def _about(book: Book, state: State) -> Iterator[Card]:
    """The cards that may have a say in the turn."""
    me = state.me
    own = [*(laid.card for laid in state.laid), *contents(me.deck), *me.discard, *(me.hand or ())]
    yield from map(book.card, filter(None, (*own, me.sponsor, me.quest)))
    for place in PLACES:
        yield from in_room(book, state, place)


def _is_usual(card: Card) -> bool:
    abilities = (deed for ability in card.abilities for deed in (*ability.do, *ability.pay))
    traits = all(isinstance(trait, TRAITS) for trait in card.traits)
    return traits and card.prize is None and all(isinstance(deed, _DEEDS) for deed in abilities)
