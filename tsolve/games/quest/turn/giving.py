"""What abilities give for the turn: to a Hero, or to the player. (QUEST-0.3, key.gift_ends)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest.actions import NONE
from tsolve.games.quest.effects.discarding import DiscardMore
from tsolve.games.quest.effects.giving import Disguise, DungeonFollows, MoreHp, Strengthen, StrengthenAll
from tsolve.games.quest.state import Boon, Gift
from tsolve.games.quest.turn.values import holds, level_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsolve.games.quest.effects.base import Value
    from tsolve.games.quest.play import Play

_PRINTED: tuple[Value, ...] = ("physical", "magic", "skill", "light", "gold")
"""What a Hero prints beside his Level; none of it counts as 0."""


def raise_values(play: Play, deed: Strengthen | Disguise, place: int, hero: int) -> None:
    """Values of the card in this place, or of the Hero whom it serves, are higher for the turn."""
    card = place if deed.to == "itself" else hero
    if card != NONE:
        laid = play.state.laid[card]
        play.edit(card, gifts=(*laid.gifts, *_gifts(play, deed, place, card)))


def _gifts(play: Play, deed: Strengthen | Disguise, place: int, card: int) -> Iterator[Gift]:
    book, laid = play.book, play.state.laid
    giver, printed = laid[place].card, book.card(laid[card].card).printed
    if isinstance(deed, Disguise):
        yield from (Gift(place, value, deed.by, giver) for value in _PRINTED if printed(value))
        yield Gift(place, "level", deed.by, giver, deed.into)
    else:
        times = level_of(book, play.state, card) if deed.per_level else 1
        yield from (Gift(place, value, by * times, giver) for value, by in deed.gains)


def give_boon(play: Play, deed: StrengthenAll | MoreHp | DungeonFollows | DiscardMore, place: int) -> None:
    """The player has it for the turn, if the card in this place is still there. (key.gift_ends)

    A room or a Monster, which lies in no place, stays.
    """
    bearer = NONE if place == NONE else play.state.laid[place].bearer
    if isinstance(deed, MoreHp) and not holds(play.book, play.state, deed.when, bearer, place):
        return
    gone = place != NONE and play.state.laid[place].gone
    if not gone or play.reads("gift_ends", "no"):
        play.set(boons=(*play.state.boons, _boon(deed, place)))


def _boon(deed: StrengthenAll | MoreHp | DungeonFollows | DiscardMore, place: int) -> Boon:
    match deed:
        case StrengthenAll():
            return Boon(place, heroes=deed.gains)
        case MoreHp():
            return Boon(place, hp=deed.by)
        case DungeonFollows():
            return Boon(place, most_light=deed.most_light, dungeon=True)
        case DiscardMore():
            return Boon(place, more_discards=deed.cards)
