"""A world of a question: the position with other facts of cards or of the table, judged by the same engine
and the same planner; and the cards that might help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.quest.actions import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.state import Laid, Player, State
from tsolve.games.quest.turn import market
from tsolve.games.quest.turn.market import for_sale
from tsolve.turns.why_not_question import Candidate

if TYPE_CHECKING:
    pass


Change = Callable[[Opened], Opened]

PLENTY = 99
"""More gold or XP than anything costs."""


def card_change(card: str, change: Callable[[Card], Card]) -> Change:
    """Other facts of one card."""
    return lambda world: _with_cards(world, {card: change(world.book.card(card))})


def kind_change(kind: str, change: Callable[[Card], Card]) -> Change:
    """Other facts of every card of a kind."""

    def changed(world: Opened) -> Opened:
        cards = world.book.cards.values()
        return _with_cards(world, {card.id: change(card) for card in cards if card.kind == kind})

    return changed


def _with_cards(world: Opened, cards: dict[str, Card]) -> Opened:
    book = Book({**world.book.cards, **cards}, world.book.readings)
    return world.by(Quest.for_one_turn(book), world.state)


def state_change(change: Callable[[State], State]) -> Change:
    """Something else on the table."""
    return lambda world: world.at(change(world.state))


def turn_not_begun(world: Opened) -> Opened:
    """The position before a phase was chosen."""
    return world if world.table is None else world.at(replace(world.table, for_village=False))


def with_light(amount: int) -> Change:
    """So much more Light, also where it is counted already."""

    def change(state: State) -> State:
        counted = amount if state.phase == "moving" else 0
        return replace(state, light=state.light + amount, budget=state.budget + counted)

    return state_change(change)


def with_gold(amount: int) -> Change:
    """So much more gold."""
    return state_change(lambda state: replace(state, gold=state.gold + amount))


def with_xp(amount: int) -> Change:
    """So many XP more."""
    return state_change(lambda state: _with_player(state, replace(state.me, xp=state.me.xp + amount)))


def at_location(location: str) -> Change:
    """The Champion at this Location."""
    return state_change(lambda state: _with_player(state, replace(state.me, location=location)))


def with_skill(amount: int) -> Change:
    """So much more Skill for every Hero."""
    return kind_change("hero", lambda hero: replace(hero, skill=(hero.skill or 0) + amount))


def with_card(card: str) -> Change:
    """One more card in the hand."""

    def change(state: State) -> State:
        if state.phase in ("prepare", "temple"):
            return _with_player(state, replace(state.me, hand=(*(state.me.hand or ()), card)))
        return replace(state, laid=(*state.laid, Laid(card)))

    return state_change(change)


def with_monster(card: str, place: int) -> Change:
    """This Monster in that room."""

    def change(state: State) -> State:
        rooms = list(state.rooms)
        rooms[place] = replace(rooms[place], monster=card, face_down=False)
        return replace(state, rooms=tuple(rooms))

    return state_change(change)


def with_stack(card: str) -> Change:
    """One more stack in the Village, of this card alone."""
    return state_change(lambda state: market.with_stack(state, card))


def in_dungeon(world: Opened) -> bool:
    """Whether the turn is in a Dungeon phase."""
    state = world.state
    return state.phase != "prepare" and not state.me.location and state.me.room != NONE


def hand_of(state: State) -> tuple[str, ...]:
    """The cards that the player may use: in front of them, or in the hand before a phase is chosen."""
    if state.phase in ("prepare", "temple"):
        return state.me.hand or ()
    return tuple(laid.card for laid in state.laid if not laid.gone)


def at_hand(state: State) -> Iterable[str]:
    """The cards whose texts may act in this turn: those of the player, rooms, Monsters, the Guild Sponsor."""
    me = state.me
    rooms = (card for room in state.rooms for card in (room.card, room.monster))
    laid = (each.card for each in state.laid)
    return dict.fromkeys(filter(None, (*cards_of(state, state.active), *laid, *rooms, me.sponsor)))


def _with_player(state: State, player: Player) -> State:
    players = (player if seat == state.active else each for seat, each in enumerate(state.players))
    return replace(state, players=tuple(players))


# what might help


def sold(world: Opened) -> Iterator[Iterator[Candidate[Opened]]] | None:
    """Every card for sale as one more card of the hand, the cheapest first; None where the Village is not
    known.
    """
    if world.state.stacks is None:
        return None
    cards = [world.book.card(card) for card in dict.fromkeys(for_sale(world.state))]
    cards.sort(key=lambda card: (card.cost or 0, card.name))
    return iter([map(_candidate, cards)])


def _candidate(card: Card) -> Candidate[Opened]:
    return Candidate(card.name, card.cost, True, "in the Village", with_card(card.id), card.id)
