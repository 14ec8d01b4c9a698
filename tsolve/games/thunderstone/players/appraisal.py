"""What a card is worth in a deck, by a rule of thumb: what it brings against the Monsters of this game, by
the engine's own contributions, and its gold, Light, draws and abilities; in Victory Points.

It looks only at what lies open: which cards a player owns, which ones the Dungeon Deck still holds, in no
order, and what stands in the Hall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.ability_bonuses import GainExperience, GainGold, MorePurchases
from tsolve.games.thunderstone.effects.base import AbilityEffect, Limits
from tsolve.games.thunderstone.game import owned
from tsolve.games.thunderstone.players.mustering import Sums, sums_of
from tsolve.games.thunderstone.state import Member, Slot, State
from tsolve.games.thunderstone.turn.contributions import BattleContext, hero_parts, loose_parts
from tsolve.games.thunderstone.turn.drawing import HAND_SIZE, plain
from tsolve.games.thunderstone.turn.hand import Arm


class Weights(msgspec.Struct, frozen=True):
    """The numbers of the rule of thumb, found by games of players that differ in one of them."""

    magic: float = 1.1
    """The Attack that a point of Magic Attack counts as."""
    light: float = 1.9
    """The same for a point of Light, in a deck without any."""
    enough_light: float = 2.0
    """The Light of an average hand from which on more is worth nothing."""
    gold: float = 0.7
    """The Attack that a Gold Value of 1 counts as."""
    draw: float = 1.15
    """The same for a card drawn."""
    strength: float = 0.25
    """The same for a point of Strength given to one Hero."""
    ability: float = 0.6
    """How much counts of the most that an ability may add."""
    priced: float = 0.5
    """How much counts of an ability for which a card is given up."""
    disease: float = 0.5
    """The Attack that a Disease costs its hand."""
    bearer: float = 0.8
    """How often a Weapon meets a Hero who can carry it."""
    carried: float = 0.4
    """How much counts, for a Hero, of what the Weapons of an average hand add."""
    average: float = 1.8
    """The Attack of a card that makes a deck neither better nor worse."""
    horizon: float = 1.0
    """The Victory Points that a card of 1 Attack more brings in a whole game."""
    xp: float = 0.8
    """The Victory Points that an Experience Point is worth at the beginning."""
    late: float = 2.0
    """How many cards are left in the Dungeon Deck when a purchase brings nothing any more."""
    ended: float = 10.0
    """The Victory Points that the end of the game is worth to whoever is ahead, and costs anybody else."""


WEIGHTS = Weights()

_LIMITS = Limits(cards=(), more=1, level=2, gold=4, others=1)
"""What an ability may count in a usual hand."""
_HEROES = 2
"""Heroes of a usual hand."""

Means = tuple[float, float]
"""What is added to the Attack Value, and Light, for the average Monster of the game."""


class Appraisal:
    """The worth of cards for one player of one game."""

    def __init__(self, book: Book, weights: Weights = WEIGHTS) -> None:
        self.book, self.weights = book, weights
        self.seat = -1
        """The player whose deck was looked at."""
        self._foes: tuple[BattleContext, ...] = ()
        self._whole = 1
        """The cards of the whole Dungeon Deck, as far as the table tells."""
        self._alone: dict[str, Means] = {}
        self._armed: dict[tuple[str, str], Means] = {}
        self._able: dict[str, float] = {}
        self._deck: Counter[str] = Counter()
        self._in_deck: dict[str, float] = {}
        self._hands = 1.0
        """How many hands the deck makes."""
        self._lit = 0.0
        """The Attack that a point of Light counts as in this deck."""
        self._to_come = 1.0
        """The part of the game that is still to come."""

    def look(self, state: State, seat: int) -> None:
        """Take in what the table shows, for this player."""
        left = len(contents(state.dungeon))
        if not self._foes:
            self._foes = tuple(_foes(self.book, state))
            seats = range(len(state.players))
            won = sum(card in self.book.monsters for each in seats for card in owned(state, each))
            self._whole = max(left + won, 1)
        deck = Counter(owned(state, seat))
        self.seat = seat
        self._to_come = max(left - self.weights.late, 0) / self._whole
        if has_unknown(state.dungeon):
            self._to_come = 1.0
        if deck != self._deck:
            self._deck = deck
            self._in_deck.clear()
            self._hands = max(deck.total() / HAND_SIZE, 1)
            light = sum((self.book.card(c).light or 0) * n for c, n in deck.items()) / self._hands
            self._lit = self.weights.light * max(0.0, 1 - light / self.weights.enough_light)

    def worth(self, card: str) -> float:
        """What a card is worth in the player's deck, in Victory Points; below 0 where it does harm."""
        weights, points = self.weights, self.book.card(card).vp or 0
        return points + weights.horizon * self._to_come * (self.power(card) - weights.average)

    @property
    def experience(self) -> float:
        """What an Experience Point is worth, in Victory Points."""
        return self.weights.xp * self._to_come

    def power(self, card: str) -> float:
        """What a card brings to a hand of the player's deck, as Attack."""
        found = self._in_deck.get(card)
        if found is None:
            found = self._in_deck[card] = self._power(self.book.card(card))
        return found

    def _power(self, card: Card) -> float:
        weights, book = self.weights, self.book
        if card.is_disease:
            return -weights.disease
        power = self._weighed(self._by_itself(card))
        if card.is_weapon:
            bearers = [(hero, number) for hero, number in self._deck.items() if hero in book.heroes]
            if all_ := sum(number for _, number in bearers):
                adds = sum(number * self._weighed(self._with(hero, card.id)) for hero, number in bearers)
                power += weights.bearer * adds / all_
        elif card.is_hero:
            arms = [(weapon, number) for weapon, number in self._deck.items() if weapon in book.weapons]
            adds = sum(number * self._weighed(self._with(card.id, weapon)) for weapon, number in arms)
            all_ = sum(number for _, number in arms)
            power += weights.carried * adds / max(all_, self._hands)
        return power + weights.gold * (card.gold or 0) + self._by_abilities(card)

    def _weighed(self, sums: Means) -> float:
        return sums[0] + self._lit * sums[1]

    def _by_itself(self, card: Card) -> Means:
        """What it adds to the totals without other cards, for the average Monster of this game."""
        found = self._alone.get(card.id)
        if found is None:
            if card.is_weapon:
                found = 0.0, 0.0
            elif card.is_hero:
                found = self._mean([sums_of(hero_parts(foe, Member(card.id))) for foe in self._foes])
            else:
                found = self._mean([sums_of(loose_parts(foe, card)) for foe in self._foes])
            self._alone[card.id] = found
        return found

    def _with(self, hero: str, weapon: str) -> Means:
        """What the Weapon adds in the hands of this Hero."""
        found = self._armed.get((hero, weapon))
        if found is None:
            arms = (Arm(self.book.card(weapon)),)
            whole = self._mean([sums_of(hero_parts(foe, Member(hero), arms)) for foe in self._foes])
            alone = self._by_itself(self.book.card(hero))
            found = whole[0] - alone[0], whole[1] - alone[1]
            self._armed[hero, weapon] = found
        return found

    def _mean(self, sums: Sequence[Sums]) -> Means:
        count, magic = max(len(sums), 1), self.weights.magic
        value = sum(each.attack + magic * each.magic for each in sums)
        return value / count, sum(each.light for each in sums) / count

    def _by_abilities(self, card: Card) -> float:
        """What the best of its abilities may bring."""
        found = self._able.get(card.id)
        if found is None:
            found = max((self._by_ability(card, each) for each in card.abilities), default=0.0)
            self._able[card.id] = found
        return found

    def _by_ability(self, card: Card, ability: Ability) -> float:
        weights, power = self.weights, 0.0
        for effect in ability.do:
            power += weights.draw * (effect.draws(_HEROES) or 0)
            power += weights.ability * self._at_most(card, effect)
            if isinstance(effect, (GainGold, GainExperience, MorePurchases)):
                power += weights.gold * effect.amount
        is_free = ability.price is None and ability.destroy is None
        return power if is_free else weights.priced * power

    def _at_most(self, card: Card, effect: AbilityEffect) -> float:
        """The most that the effect may add to a usual party."""
        weights = self.weights
        attack, magic = effect.at_most("attack", _LIMITS) or 0, effect.at_most("magic", _LIMITS) or 0
        if effect.target == "hero":
            return attack + weights.magic * magic + weights.strength * effect.serve(Member(card.id)).strength
        serves_all = not (card.is_hero or card.is_weapon)
        return (attack + weights.magic * magic) * (_HEROES if serves_all else 1)


def _foes(book: Book, state: State) -> list[BattleContext]:
    """Each kind of Monster that is still in the Dungeon, in one of the Ranks."""
    there = [slot.card for slot in state.hall] + [plain(card) for card in contents(state.dungeon)]
    found = []
    for number, monster in enumerate(sorted(book.monsters.intersection(there))):
        place = number % len(state.hall)
        hall = [Slot()] * len(state.hall)
        hall[place] = Slot(monster)
        alone = replace(state, hall=tuple(hall), outside=(), party=())
        found.append(BattleContext(book, alone, place + 1))
    return found
