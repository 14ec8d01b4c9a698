"""What a Village phase may add to a turn at the most: by its steps, by the Location, and by texts of the
player's cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from tsolve.games.quest.answers import PRICES, TOKENS, TREASURE_PRICE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import BuyCard, BuyGear, RaiseHero
from tsolve.games.quest.effects.base import LocationTwice
from tsolve.games.quest.planning.coverage import usable
from tsolve.games.quest.planning.growth import Growth
from tsolve.games.quest.planning.reach import UNBOUNDED, holdings
from tsolve.games.quest.state import AFTER_GOLD, State
from tsolve.games.quest.turn.market import for_sale, temple_forbids

_MANY = 99
"""More than any text allows, where it may be used again."""
_PAST_BUYING = ("healing", "levelling", "visiting")


class VisitGains:
    """Bounds of what is gained in Village phases of turns that begin like one."""

    def __init__(self, book: Book, growth: Growth, mine: Sequence[Card], wound_cards: int) -> None:
        """`mine` are the cards of the player that may act, some of them Wounds."""
        self.book, self.growth, self.wound_cards = book, growth, wound_cards
        self.repeats = False
        """Whether an ability may be used twice."""
        self.goes_twice = any(card.has(LocationTwice) for card in mine)
        effects = [effect for ability in usable(mine, "village") for effect in ability.do]
        self._sells = sum(isinstance(effect, BuyCard) for effect in effects)
        self._more_gold = sum(effect.more_gold for effect in effects if isinstance(effect, BuyCard))
        self._gear = sum(effect.most for effect in effects if isinstance(effect, BuyGear))
        self._raises = sum(isinstance(effect, RaiseHero) for effect in effects)
        self.trades = self._sells > 0 or self._raises > 0
        """Whether texts bring cards in the Village phase."""

    def of(self, state: State, healed: int) -> dict[str, int]:
        """The most that is added to the levels of goals; `healed` Wounds may be healed otherwise."""
        gold = max(state.gold, 0) + state.me.iron_rations + self._more_gold
        if state.phase not in AFTER_GOLD or not self.book.reads("late_abilities", "no"):
            gold += sum(max(card.gold or 0, 0) for card, _ in holdings(self.book, state))
        wares = self.growth.wares(state)
        cheaper = any(card.modifiers("cost", "itself") for card in wares)
        spent = UNBOUNDED if cheaper else gold  # printed costs are paid, and those of Treasures, too
        cards = self._purchases(state)
        is_open = bool(self._sells or self._raises or state.wares)  # a card may come into a space
        offered = wares if is_open else [*map(self.book.card, for_sale(state))]
        affordable = [card for card in offered if cheaper or (card.cost or 0) <= gold]
        gear = self._uses(state, "bazaar") + self._times(self._gear)
        prices = [self.book.card(PRICES[token]).cost or 0 for token in TOKENS]
        treasures = max(self._uses(state, "shop_of_wonders") - bought_treasures(state), 0)
        raised = self._rises(state)
        rises = self.growth.risen(state, RaiseHero(free=True)) or [(0, 0)]
        grown = raised * max(gain[0] for gain in rises)
        bought = min(spent, cards * max((card.cost or 0 for card in affordable), default=0))
        worth = bought + gear * max((p for p in prices if p <= gold), default=0) + TREASURE_PRICE * treasures
        return {
            "purchase": bought + grown,
            "growth": min(spent, worth) + grown,
            "vp": cards * max((card.vp or 0 for card in affordable), default=0)
            + raised * max(gain[1] for gain in rises),
            "levels": raised,
            "tokens": min(gold, gear),
            "unspent": gold + max(-state.gold, 0),  # at the end nothing is left of a debt
            "treasures": treasures,
            "wounds": max(min(self._heals(state) + gear, self._wounds(state) - healed), 0),
            "healed": self._wounds(state),
        }

    def _times(self, number: int) -> int:
        return _MANY * number if self.repeats else number

    def _uses(self, state: State, location: str) -> int:
        """How often the text of this Location may be used."""
        if state.phase == "prepare":
            return 2 + self.goes_twice  # of a Location, and one more by a Side Quest
        return (state.me.location == location) * (1 + self.goes_twice) + (state.also == location)

    def _purchases(self, state: State) -> int:
        """How many cards may be bought from stacks."""
        return int(not state.bought and state.phase not in _PAST_BUYING) + self._times(self._sells)

    def _rises(self, state: State) -> int:
        """How many Heroes may level up."""
        is_open = state.phase == "prepare" or self.goes_twice or not temple_forbids(self.book, state)
        return is_open * (1 + self._uses(state, "guilds_quarter")) + self._times(self._raises)

    def _heals(self, state: State) -> int:
        """How many Wounds the healing step heals."""
        return max(1 + self._uses(state, "temple") - state.healed, 0)

    def _wounds(self, state: State) -> int:
        return state.me.wounds + self.wound_cards


def bought_treasures(state: State) -> int:
    """How many Treasures were bought in the turn."""
    return state.served.count("shop_of_wonders")
