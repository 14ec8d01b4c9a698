"""Whether chance may bring something before the next turn. If no pile holds it or no text asks for it, it
cannot come, and no search is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.cardkit.tasks import Reason
from tsolve.contract.step_reader import Written
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import DiscardTop, Draw, FindTreasure, Reveal, Roll, RollTwo
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import BuyCard, RaiseHero
from tsolve.games.quest.effects.base import Effect, HpForSurplus, RollWhenGained
from tsolve.games.quest.effects.demands import DiscardForHealth, MoveChampion, RollForHealth
from tsolve.games.quest.judging.figures import visits_village
from tsolve.games.quest.judging.untold_rooms import cards_beyond, untold_room
from tsolve.games.quest.measures import UNTOLD_TREASURE
from tsolve.games.quest.planning.bounds import most_drawn
from tsolve.games.quest.planning.coverage import in_room
from tsolve.games.quest.planning.reach import ANY_LIGHT
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.state import MARKET, PLACES, WILDERNESS, Room, State, level_of
from tsolve.games.quest.turn.heroes import hp_of
from tsolve.games.quest.turn.spaces import may_fill
from tsolve.games.quest.turn.untold import UNTOLD, with_stacks
from tsolve.games.quest.why_not.causes import DRAWING, effects
from tsolve.games.quest.why_not.world import may_trade
from tsolve.worlds.possibility import possible
from tsolve.worlds.why_not_question import Sought
from tsolve.worlds.why_not_step import EventQuestion

_DRAWN_BY = (*DRAWING, DiscardForHealth, HpForSurplus)
"""Texts by which other cards may come off the deck."""
_MORE_BEYOND = 2
"""How many more cards a room may take off the deck: one for HP, and one that is discarded."""


class ChanceQuestion(EventQuestion[QuestPosition, State, Action]):
    """Whether chance may bring something, even by a room that the file does not name."""

    def seek(self, world: QuestPosition) -> Sought[Action]:
        return super().seek(world) if self._may_come(world) else Sought()

    def _may_come(self, world: QuestPosition) -> bool:
        return may_come(world.book, world.asking(self.event).state, self.event)

    def unknown(self, world: QuestPosition) -> tuple[str, ...]:
        book, state = world.book, world.state
        untold = untold_room(
            book, state, Written(self.event), lambda event: _comes_beyond(book, state, event)
        )
        told = (*super().unknown(world), *([untold] if untold else ()), *self._of_the_village(world))
        return (*told, UNTOLD_TREASURE) if self._may_be_won(world) else told

    def _of_the_village(self, world: QuestPosition) -> Iterator[str]:
        """Says that the Village is unknown, if some card that it might sell would bring the event."""
        if world.state.stacks is not None or not may_trade(world):
            return
        asked = world.book.card(self.event.card) if isinstance(self.event, Draw | DiscardTop) else None
        for card in [asked] if asked else _rolling(world.book) if isinstance(self.event, Roll) else []:
            is_sold = card.kind in ("hero", *MARKET) and not (card.treasure or card.legendary)
            sells = world.at(with_stacks(world.state, cards=[card.id]))
            if is_sold and possible(self, sells).verdict != "impossible":
                yield f"{UNTOLD}: write `village: [{card.name}]`"

    def _may_be_won(self, world: QuestPosition) -> bool:
        """Whether the card may be an unknown Treasure that is won and then comes off the deck in this
        turn.
        """
        book, state = world.book, world.state
        if not isinstance(self.event, Draw | DiscardTop) or not book.card(self.event.card).treasure:
            return False
        if not has_unknown(state.treasures) or has_unknown(state.me.deck):
            return False
        if most_drawn(book, state) + hp_of(book, state) <= len(contents(state.me.deck)):
            return False
        find = ChanceQuestion(f"find {book.name(self.event.card)}", FindTreasure(self.event.card))
        return possible(find, world).verdict != "impossible"

    def refusal(self, world: QuestPosition) -> Reason:
        if self._may_come(world):
            return super().refusal(world)
        return "nothing in this turn can bring that", world.step_reader().rulings_of_chance


def may_come(book: Book, state: State, event: Action) -> bool:
    """Whether a pile may hold the card and something may turn it up; if that is not certain, the answer is
    yes.
    """
    if state.todo:
        return True
    match event:
        case RollTwo():
            return _has(chain(_lying(book, state), _monsters(book)), RollForHealth)
        case Roll():
            gained = any(_may_own(state, card) for card in _rolling(book))
            return gained or _has(chain(_lying(book, state), _monsters(book)), MoveChampion)
        case FindTreasure(card):
            buys = state.phase == "prepare" or visits_village(state)
            return _is_treasure(state, book.card(card)) and (buys or _rewards(_lying(book, state)))
        case Reveal(card):
            return _is_revealed(state, book.card(card))
        case Draw(card) | DiscardTop(card):
            return _may_own(state, book.card(card))
    return True


def _comes_beyond(book: Book, state: State, event: Action) -> bool:
    """Whether a room that the file does not name may bring it, if the named rooms do not."""
    beyond = [*cards_beyond(book, state)]
    match event:
        case RollTwo():
            return _has(beyond, RollForHealth)
        case Roll():
            return _has(beyond, MoveChampion)
        case FindTreasure(card):
            return _is_treasure(state, book.card(card)) and _rewards(beyond)
        case Reveal(card):
            return any(each.id == card for each in beyond)
        case Draw(card) | DiscardTop(card):
            if has_unknown(state.me.deck) or card in contents(state.me.deck):
                return _has(beyond, *_DRAWN_BY)
            most = most_drawn(book, state) + hp_of(book, state) + _MORE_BEYOND
            if most <= len(contents(state.me.deck)):
                return False
            gained = book.card(card).is_wound or (_is_treasure(state, book.card(card)) and _rewards(beyond))
            sold = _has(beyond, BuyCard, RaiseHero) and _may_own(state, book.card(card))
            return gained or sold or card in cards_of(state, state.active)
    return may_come(book, state, event)


def _rolling(book: Book) -> list[Card]:
    """The cards for which a die is rolled when they are gained."""
    return [card for card in book.cards.values() if card.has(RollWhenGained)]


def _has(cards: Iterable[Card], *texts: type[Effect]) -> bool:
    return any(isinstance(each, texts) for card in cards for each in effects(card))


def _monsters(book: Book) -> Iterator[Card]:
    return (card for card in book.cards.values() if card.kind == "monster")


def _lying(book: Book, state: State) -> Iterator[Card]:
    """The cards in the Dungeon, and all Monsters if one lies face down."""
    hidden = any(room.face_down for room in state.rooms)
    yield from (card for place in PLACES for card in in_room(book, state, place))
    yield from map(book.card, filter(None, (state.guardian, state.tally.monster)))
    if hidden:
        yield from _monsters(book)


def _rewards(cards: Iterable[Card]) -> bool:
    """Whether one of the cards gives a Treasure."""
    return any("treasure" in card.rewards for card in cards)


def _is_taken(room: Room) -> bool:
    """Whether a Monster is there, face up or face down."""
    return bool(room.monster) or room.face_down


def _is_treasure(state: State, card: Card) -> bool:
    """Whether it may be found in the Treasure deck. (QUEST-1.12)"""
    return card.id in contents(state.treasures) or (has_unknown(state.treasures) and card.treasure)


def _is_revealed(state: State, card: Card) -> bool:
    """Whether it may be turned up from a Monster deck that serves a room with a Monster, or a Market deck."""
    if may_fill(state, card):
        return True
    places = [place for place in PLACES if place != WILDERNESS and _is_taken(state.rooms[place])]
    lowest = min(map(level_of, places), default=ANY_LIGHT)
    if card.id in {state.rooms[place].monster for place in places}:  # which may lie face down
        return True
    decks = state.monsters[lowest - 1 :] if places else ()
    if any(card.id in contents(deck) for deck in decks):
        return True
    return card.id == KEY or (
        card.kind == "monster" and (card.level or 0) >= lowest and any(map(has_unknown, decks))
    )


def _may_own(state: State, card: Card) -> bool:
    """Whether a player who draws may own the card before the turn is over."""
    all_draw = state.keys + 1 >= state.keys_to_end  # when the Guardian comes (QUEST-12.1)
    owners = range(len(state.players)) if all_draw else (state.active,)
    players = [state.players[owner] for owner in owners]
    hidden = any(has_unknown(owner.deck) or owner.hand is None for owner in players)
    if hidden or state.stacks is None or any(has_unknown(pile) for _, pile in state.wares):
        return True
    if card.is_wound or card.legendary or _is_treasure(state, card):
        return True
    sold = (each for stack in state.stacks for each, _ in stack.cards)
    owned = chain.from_iterable(cards_of(state, owner) for owner in owners)
    laid = (each.card for each in state.laid)
    return card.id in {*sold, *owned, *laid, *chain.from_iterable(contents(pile) for _, pile in state.wares)}
