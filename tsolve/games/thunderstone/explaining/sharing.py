"""Situations in which a card of the hand plays no part, found once for all such cards.

A card that shows nothing itself and is no price for what does can only lie there or be destroyed. So the
situations are those of a blank card, with this one in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.piles import contents
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.abilities.adding import AttackPer, LightOfLevel, ReuseSpell
from tsolve.games.thunderstone.effects.abilities.drawing import DrawForStrength, DrawPerKin, DrawUnmatched
from tsolve.games.thunderstone.effects.abilities.moving import DestroyCard
from tsolve.games.thunderstone.effects.breach import (
    CullDecks,
    CullHeroes,
    CullVillage,
    EachGainsDisease,
    LeaveHall,
)
from tsolve.games.thunderstone.state import Member, State
from tsolve.games.thunderstone.turn import prices
from tsolve.games.thunderstone.turn.reacting import may_turn_back

if TYPE_CHECKING:  # a changed world is also asked where nothing is planned
    from tsolve.games.thunderstone.planning.situations import Explorer, Level, Situation

ADDED = "added"
"""The id of a card that no box holds: it gives what a repair adds."""


class Stood:
    """The situations of an explorer in which a card stands in for the blank one at its place."""

    def __init__(self, blank: Explorer, place: int, card: str) -> None:
        self.blank, self.place, self.card = blank, place, card

    @property
    def complete(self) -> bool:
        """As `Explorer.complete`."""
        return self.blank.complete

    @property
    def robbed(self) -> bool:
        """As `Explorer.robbed`."""
        return self.blank.robbed

    @property
    def prepares(self) -> bool:
        """As `Explorer.prepares`."""
        return self.blank.prepares

    @property
    def by_chance(self) -> bool:
        """As `Explorer.by_chance`."""
        return self.blank.by_chance

    @property
    def left_out(self) -> tuple[str, ...]:
        """As `Explorer.left_out`."""
        return self.blank.left_out

    @property
    def stranger(self) -> bool:
        """As `Explorer.stranger`."""
        return self.blank.stranger

    def levels(self) -> Iterator[Level]:
        """As `Explorer.levels`."""
        for level in self.blank.levels():
            yield replace(level, situations=tuple(map(self._stood, level.situations)))

    def _stood(self, situation: Situation) -> Situation:
        return replace(situation, state=with_card_at(situation.state, self.place, self.card))


def with_card_at(state: State, place: int, card: str) -> State:
    """The position with another card at a place of the hand, wherever that one has gone."""
    blank = state.party[place].card
    party = (*state.party[:place], replace(state.party[place], card=card), *state.party[place + 1 :])
    tally = state.tally
    if blank in tally.destroyed:
        tally = replace(tally, destroyed=tuple(card if each == blank else each for each in tally.destroyed))
    if any(each == blank for _, each, _ in tally.moved):
        moved = ((owner, card if each == blank else each, by) for owner, each, by in tally.moved)
        tally = replace(tally, moved=tuple(moved))
    removed = tuple(card if each == blank else each for each in state.removed)
    return replace(state, party=party, tally=tally, removed=removed)


_SPARING_HANDS = (CullDecks, CullHeroes, CullVillage, EachGainsDisease, LeaveHall)
"""Breach effects that take no card of a hand."""
_MUSTERING = (AttackPer, LightOfLevel, ReuseSpell, DrawForStrength, DrawPerKin, DrawUnmatched)
"""Deeds that show more or less with what else lies in the hand."""


def has_no_part(book: Book, state: State) -> bool:
    """Whether the card that lies last in the hand has no part in what may come about."""
    if not state.party or state.party[-1] != Member(state.party[-1].card):
        return False
    card = book.card(state.party[-1].card)
    showing = [ability for each in _within_reach(book, state) for ability in _showing(book.card(each))]
    asked = {ability.price for ability in showing}
    met = (*(slot.card for slot in state.standing), *contents(state.dungeon))
    breaches = (effect for each in met if each in book.cards for effect in book.card(each).breach)
    robs = not all(isinstance(effect, _SPARING_HANDS) for effect in breaches)
    serves = card.is_hero and any(effect.target == "hero" for ability in showing for effect in ability.do)
    either = (card, book.card(ADDED))  # a blank card may be a price where this one is none
    fitting = (prices.fits(price, each) for price in asked if price is not None for each in either)
    priced = card.is_disease or any(fitting)
    effects = [effect for ability in showing for effect in ability.do]
    robs = robs or (any(effect.robs for effect in effects) and may_turn_back(book, state))
    looks = any(isinstance(effect, _MUSTERING) or effect.pries or not effect.stated for effect in effects)
    sacrifices = any(isinstance(effect, DestroyCard) for effect in effects)
    orders = sacrifices and book.reads("used_card_as_cost", "never")  # as `order_matters` says
    return not (robs or serves or priced or looks or orders or any(_showing(card)))


def _within_reach(book: Book, state: State) -> Iterable[str]:
    """The cards that may come to act in this turn: the player's own, and those that may be borrowed.

    No situation goes on from a card that is not known, so such a card acts in none of them.
    """
    mine = (*(member.card for member in state.party), *contents(state.me.deck), *state.me.discard)
    lent = (card for player in state.players for card in (*(player.hand or ()), *player.discard))
    return dict.fromkeys(card for card in (*mine, *lent) if card in book.cards)


def _showing(card: Card) -> Iterator[Ability]:
    """Its abilities in the Dungeon that show cards or change the Hall."""
    inside = (ability for ability in card.abilities if ability.when == "dungeon")
    return (ability for ability in inside if ability.reveals or ability.readies)
