"""A Side Quest that is completed in the Village, by what is given away for it. (QUEST-14.1)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.quest.actions import TOKENS, Complete
from tsolve.games.quest.effects.aims import Deliver
from tsolve.games.quest.turn.attack import gold_of
from tsolve.games.quest.turn.completing import complete
from tsolve.games.quest.turn.purchases import gold_left
from tsolve.games.quest.turn.timing import phase_of, refuse_late

if TYPE_CHECKING:
    from tsolve.cardkit.game import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def _aim(book: Book, state: State) -> Deliver | None:
    me = state.me
    aim = book.card(me.quest).aim if me.quest and not me.completed else None
    return aim if isinstance(aim, Deliver) else None


def deliveries(book: Book, state: State) -> Iterator[Complete]:
    """Every Item and Hero that might be given away; of equal cards one each."""
    aim = _aim(book, state)
    if aim is None:
        return
    cards = {place: book.card(state.laid[place].card) for place in state.firsts()}
    items = [place for place, card in cards.items() if card.kind == "item" and aim.word in card.name.split()]
    heroes = [
        place for place, card in cards.items() if card.kind == "hero" and (card.level or 0) >= aim.level
    ]
    yield from (Complete(item, hero) for item in items for hero in heroes)


def refuse_delivery(book: Book, state: State, action: Complete) -> Reason | None:
    """Why the Side Quest cannot be completed so, or None."""
    aim = _aim(book, state)
    if aim is None:
        return "no Side Quest of yours asks for that", ("QUEST-14.1",)
    rulings = ("QUEST-14.1", f"card.{state.me.quest}")
    late = refuse_late(book, state, ("village",))
    if late is not None:
        return late
    if phase_of(state) != "village":
        return "it is completed in a Village phase", rulings
    if action not in deliveries(book, state):
        return "it takes another Item or another Hero", rulings
    if not all(map(state.me.tokens, TOKENS)):
        return "it takes one Gear token of each kind", rulings
    left = gold_left(book, state)
    return None if left >= aim.gold else (f"it takes {aim.gold} gold, you have {left}", rulings)


def deliver(play: Play, action: Complete) -> None:
    """Pay the gold, give away the rest, and complete the Side Quest.

    The gold is paid before the cards leave, so that their own gold pays, too.
    """
    aim = _aim(play.book, play.state)
    assert aim is not None
    left = gold_left(play.book, play.state) - aim.gold
    for token in TOKENS:
        play.tokens(token, -1)
    for place in (action.item, action.hero):
        play.discard(place)
    if play.state.phase == "village":
        play.set(spent_gold=max(gold_of(play.book, play.state) - left, 0))
    else:
        play.set(gold=left)
    complete(play)
