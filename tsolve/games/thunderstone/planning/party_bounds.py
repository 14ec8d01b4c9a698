"""Upper bounds for any party in a battle, however prepared, found without a search.

Each kind of effect says how much it may bring (`at_most`); if one does not know, there is no bound. Effects
that only lower a total are ignored, except darkness. Who carries what is ignored, too: the best Weapons count
as held, and every Hero as attacking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import repeat
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Ability, Card
from tsolve.games.thunderstone.effects.ability_bonuses import Feed, Rally, ReuseSpell, TaintedFeast, Transmute
from tsolve.games.thunderstone.effects.ability_moves import ExchangeHeroes, Polymorph, TakeMonster
from tsolve.games.thunderstone.effects.base import AbilityEffect, Limits, MonsterTrait
from tsolve.games.thunderstone.effects.battle_weakening import ArmedBonus
from tsolve.games.thunderstone.effects.monsters import LeaveHall
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.planning.bounds import UNBOUNDED, hopeful, upper_bound
from tsolve.games.thunderstone.planning.card_facts import spares_hands
from tsolve.games.thunderstone.planning.unseen import unseen_of
from tsolve.games.thunderstone.state import UNSEEN, Member, Slot, State
from tsolve.games.thunderstone.turn.attack_value import light_penalty, magic_factor, surplus_factor
from tsolve.games.thunderstone.turn.contributions import BattleContext, Pool, profile_of
from tsolve.games.thunderstone.turn.drawing import plain
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.turn.hand import pays_for
from tsolve.games.thunderstone.turn.other_players import may_turn_back

_POOLS: tuple[Pool, ...] = ("attack", "magic", "light")
_SERVING_ALL = (Rally, TaintedFeast)
Bounds = Mapping[str, int]
"""Upper bounds by levels of a goal; a level that is not named has no bound."""


class _Attacked(NamedTuple):
    """A Monster that may be attacked, with its place; for one that may move, the lowest Rank it may reach."""

    card: str
    place: int
    stays: bool = True


def battle_bounds(game: Thunderstone, state: State, rank: int) -> Bounds:
    """Upper bounds for attacks on this Rank when nothing more is revealed."""
    party = _Party(game.book, state, _standing(game.book, state), reveals=False)
    return party.bounds([_Attacked(state.at(rank).card, rank)], hopeful(game, state, rank, ("xp",))[0])


def turn_bounds(game: Thunderstone, state: State, target: Target) -> Bounds:
    """Upper bounds for every line that attacks the target, whichever known cards come, in any order, and
    whatever the unknown cards of the Hall are.

    There are none while a choice waits, or where an unknown card may come to the hand.
    """
    book, me = game.book, state.me
    drawn = [card for card in (*contents(me.deck), *me.discard) if card in book.cards]
    reach = {*drawn, *(member.card for member in state.party)}
    if any(effect.borrows for card in reach for effect in _effects(book.card(card))):
        others = [player for player in state.players if player is not me]
        if any(each.hand is None or has_unknown(each.deck) for each in others):
            return {}
        lent = (card for each in others for card in (*(each.hand or ()), *each.discard, *contents(each.deck)))
        drawn += [card for card in lent if card in book.cards]
        reach.update(drawn)
    if state.todo or not reach.isdisjoint(card_facts.trading(book)):
        return {}
    unseen = [place for place in state.places if state.at(place).card == UNSEEN]
    moves = not reach.isdisjoint(card_facts.refilling(book))
    may_come = moves and has_unknown(state.dungeon)
    hidden = _hidden(book, state, target, may_come) if unseen or may_come else {}
    met = [*_standing(book, state), *(card for card, left in hidden.items() for _ in range(left))]
    if moves:
        met += [card for card in map(plain, contents(state.dungeon)) if card in book.cards]
    if any(isinstance(effect, TakeMonster) for card in reach for effect in _effects(book.card(card))):
        drawn += met
    members = (*state.party, *map(Member, drawn))
    party = _Party(book, replace(state, party=members), met, reveals=True, drawn=len(drawn))
    standing = {slot.card for slot in state.standing}
    first = party.first_rank()
    breaching = (card for card in party.met if card.trap or first == 1 or card.id in standing)
    takes_cards = moves and any(card.trap or not spares_hands(card) for card in breaching)
    if party.draws and (takes_cards or may_turn_back(book, state) or any(map(_parts_with_used, party.cards))):
        party.returns, party.draws, first = True, UNBOUNDED, 1
    if party.draws and has_unknown(me.deck):
        return {}
    places = (place for place in state.places if target.fits(state, place))
    targets = [_Attacked(state.at(place).card, place) for place in places]
    meant = replace(target, monster="")
    targets += [
        _Attacked(card, place)
        for place in unseen
        if meant.fits(state, place)
        for card in hidden
        if target.monster in ("", card)
    ]
    if moves:
        ranks = {card: 1 if card in standing or UNSEEN in standing else first for card in met}
        targets = [_Attacked(*each, stays=False) for each in ranks.items() if target.monster in ("", each[0])]
    targets = [each for each in targets if each.card in book.monsters]
    return party.bounds(targets, upper_bound(game, state, ("xp",), state.tally.lost, target)[0])


def _hidden(book: Book, state: State, target: Target, may_come: bool) -> dict[str, int]:
    """The cards that may be among the unknown ones and matter, and how many of each: possible targets, cards
    with Global effects and, where cards may come into the Hall, those that act as they arrive. (DS-3)
    """
    attacked = (target.monster,) if target.monster else sorted(book.monsters)
    coming = sorted(book.arriving) if may_come else ()
    return unseen_of(book, state, dict.fromkeys((*attacked, *sorted(book.worldwide), *coming)))


def _standing(book: Book, state: State) -> list[str]:
    return [slot.card for slot in state.standing if slot.card in book.cards]


def _effects(card: Card) -> Iterator[AbilityEffect]:
    return (effect for ability in card.abilities if ability.when == "dungeon" for effect in ability.do)


def _parts_with_used(card: Card) -> bool:
    """Whether cards that were used may be discarded by it, so that they may be drawn and used again."""
    discards = any(ability.discard for ability in card.abilities)
    return discards or any(isinstance(effect, ExchangeHeroes) for effect in _effects(card))


class _Party:
    """All cards that may take part in a battle with these Monsters present. `reveals` says that abilities
    which reveal something may be used, too. The last `drawn` cards must be drawn first.
    """

    def __init__(self, book: Book, state: State, met: Sequence[str], reveals: bool, drawn: int = 0) -> None:
        self.book, self.state = book, state
        self.met = [book.card(card) for card in met]
        self.members = [member for member in state.party if not member.left or member.thrown]
        self.cards = [book.card(member.card) for member in self.members]
        self.heroes = [card for card in self.cards if card.is_hero]
        self.returns = False
        """Whether a card may come to the hand more than once."""
        self._inspirers = tuple(hero for hero in self.heroes if hero.id in book.reaching)
        self._uses = [
            [each for each in card.abilities if each.when == "dungeon" and (reveals or not each.reveals)]
            for card in self.cards
        ]
        traits = [trait for card in self.cards for trait in book.traits[card.id]]
        self._hands = len(self.heroes) + sum(trait.more_weapons() for trait in traits)
        """Weapons that may be carried at once. (TS-8.1)"""
        effects = [effect for uses in self._uses for ability in uses for effect in ability.do]
        self._repeats_spells = bool(state.echoes) or any(isinstance(each, ReuseSpell) for each in effects)
        self._converts = state.transmuted or any(member.converted for member in self.members)
        self._converts = self._converts or any(
            isinstance(each, Transmute) or (isinstance(each, Feed) and each.converts) for each in effects
        )
        self._at_hand = len(self.cards) - drawn
        self.draws = self._draws()
        """The most cards that can be drawn."""

    def bounds(self, targets: Sequence[_Attacked], experience: int) -> Bounds:
        """The bounds of an attack on one of these Monsters; `experience` is the bound of XP."""
        cards = {*(each.card for each in targets), *(card.id for card in (*self.cards, *self.met))}
        if not card_facts.unstated(self.book).isdisjoint(cards):
            return {}
        attack, magic, light = map(self._sum, _POOLS)
        magic += (light + self._shine()) * surplus_factor(tuple(self.heroes))
        plain_attack = 0 if self._converts else attack
        magic = (magic + attack - plain_attack) * magic_factor(self._inspirers)
        dark = [(self.book.card(each.card), self._penalty(each, light)) for each in targets]
        met = [each for each in dark if not (each[1] and profile_of(self.book, each[0].id).is_dark)]
        factor = int(self.book.readings["light_factor"]) if any(penalty for _, penalty in met) else 0
        values = []
        for monster, penalty in met:
            dead = self._dead(monster)
            value = attack if "magic" in dead else magic + (0 if "attack" in dead else plain_attack)
            values.append((monster, max(value - factor * penalty, 0)))
        shown = {"heroes": self._heroes(), "magic": magic}
        if not met:
            magic = light = -1  # nobody can be attacked (TS-10.5)
        most = {"magic": magic, "light": light, "total": max((value for _, value in values), default=-1)}
        if any(self._may_defeat(*each, shown) for each in values):
            return {**most, "xp": experience}
        lost = experience if experience >= UNBOUNDED else min(experience, self.state.tally.earned)
        return {**most, "win": 0, "xp": lost}

    def _penalty(self, attacked: _Attacked, light: int) -> int:
        """The least Light Penalty that may remain. (TS-10.1)"""
        monster, place, stays = attacked
        if not stays:
            in_hall = not self.book.card(monster).is_guardian  # which may leave for space 0 (DS-8)
            return max(place - light - self._shine(), 0) if in_hall else 0
        state = self.state
        if state.at(place).card != monster:  # which stands there unseen
            state = replace(state, hall=(*state.hall[: place - 1], Slot(monster), *state.hall[place:]))
        more = self._shine() if any(slot.card == UNSEEN for slot in self.state.hall) else 0
        return light_penalty(BattleContext(self.book, state, place), light + more)

    def first_rank(self) -> int:
        """The lowest Rank that a card which comes into the Hall may reach before the battle: the last Rank if
        the Hall is full and only one card leaves it. (TS-7.10)
        """
        hall = [self.book.card(slot.card) for slot in self.state.hall if slot.card in self.book.cards]
        is_full = len(hall) == len(self.state.hall)
        leaves = any(isinstance(effect, LeaveHall) for card in hall for effect in card.breach)
        swaps = any(isinstance(effect, Polymorph) for card in self.cards for effect in _effects(card))
        refilling = card_facts.refilling(self.book)
        uses = sum(
            self._often(card, ability)
            for card, abilities in zip(self.cards, self._uses, strict=True)
            if card.id in refilling
            for ability in abilities
        )
        moves_on = leaves or swaps or uses > 1
        return len(hall) if is_full and not moves_on else 1

    def _dead(self, monster: Card) -> set[str]:
        """The totals that do not count against it. (TS-11.5, TS-11.6)"""
        traits = profile_of(self.book, monster.id).monster_traits
        steps = (step for trait in traits for _, step in trait.steps(monster.id))
        return {step.on for step in steps if step.op == "zero"}

    def _heroes(self) -> int:
        """The most Heroes that are in the party at once."""
        at_hand = sum(card.is_hero for card in self.cards[: self._at_hand])
        return min(at_hand + self.draws, len(self.heroes))

    def _may_defeat(self, monster: Card, value: int, shown: Mapping[str, int]) -> bool:
        """Whether the value may reach the Health, and the party may show what else is needed. (TS-7.6)"""
        profile = profile_of(self.book, monster.id)
        if any(shown.get(need.quantity, UNBOUNDED) < need.at_least for need in profile.needs):
            return False
        return value >= (monster.health or 0) or bool(profile.health_steps)

    def _sum(self, pool: Pool) -> int:
        """What all cards together bring to a total."""
        gone = [member for member in self.state.party if member.left and not member.thrown]
        limits = Limits(
            tuple(self.cards),
            UNBOUNDED if self.returns else self.state.spells + len(gone),
            max((hero.level or 0 for hero in self.heroes), default=0),
            sum(card.gold or 0 for card in self.cards),
            max(len(self.state.players) - 1, 0),
        )
        each = list(map(self._of_card, self.members, self.cards, repeat(pool), repeat(limits)))
        used = [
            sum(self._of_use(card, ability, pool, limits) for ability in uses)
            for card, uses in zip(self.cards, self._uses, strict=True)
        ]
        here = self._at_hand
        drawn = nlargest(self.draws, map(int.__add__, each[here:], used[here:]))
        return min(self._held(each) + sum(used), self._held(each[:here]) + sum(used[:here]) + sum(drawn))

    def _held(self, each: Sequence[int]) -> int:
        """What the first cards bring themselves, with as many Weapons as can be carried."""
        cards = self.cards[: len(each)]
        arms = [most for most, card in zip(each, cards, strict=True) if card.is_weapon]
        return sum(each) - sum(arms) + sum(nlargest(self._hands, arms))

    def _draws(self) -> int:
        """How many cards the hand can draw, also by cards that it draws."""
        each = [
            sum(
                self._often(card, ability) * _told(effect.draws(len(self.heroes)))
                for ability in uses
                for effect in ability.do
            )
            for card, uses in zip(self.cards, self._uses, strict=True)
        ]
        drawn = 0
        while drawn < (more := sum(each[: self._at_hand]) + sum(nlargest(drawn, each[self._at_hand :]))):
            drawn = more
        return drawn

    def _of_card(self, member: Member, card: Card, pool: Pool, limits: Limits) -> int:
        """What a card brings itself, and by effects already used on it."""
        gained: dict[Pool, int] = {"attack": member.attack, "magic": member.magic, "light": member.light}
        traits = sum(_told(trait.at_most(pool, limits)) for trait in self.book.traits[card.id])
        most = _printed(card, pool) + traits
        if card.is_hero:
            most += self._of_others(card) if pool == "attack" else 0
        elif card.is_weapon:
            most += sum(effect.thrown_attack() for effect in _effects(card)) if pool == "attack" else 0
        elif pool == "magic":
            most += sum(
                trait.enchants(card) for each in self._inspirers for trait in self.book.traits[each.id]
            )
        return gained[pool] + most * self._times(card)

    def _of_others(self, hero: Card) -> int:
        """The Attack that a Hero has from effects on every Hero, from other Heroes, and from the Monster."""
        served = sum(attack for _, _, attack in self.state.rallies)
        inspired = sum(
            trait.inspires(hero) for each in self._inspirers for trait in self.book.traits[each.id]
        )
        everywhere = (effect for card in self.met for effect in card.global_effects)
        rounds = 1 + sum(effect.repeats() for effect in everywhere)
        armed = (
            sum(effect.attack for effect in card.battle if isinstance(effect, ArmedBonus))
            for card in self.met
        )
        return served + inspired + self.state.armed + rounds * max(armed, default=0)

    def _of_use(self, card: Card, ability: Ability, pool: Pool, limits: Limits) -> int:
        """What an ability brings, as often as it may be used."""
        most = 0
        for effect in ability.do:
            serves_all = isinstance(effect, _SERVING_ALL)
            each = _told(effect.at_most(pool, limits)) * (self._heroes() if serves_all else 1)
            most += each * (UNBOUNDED if serves_all and self.returns else 1)
        return most * self._often(card, ability)

    def _often(self, card: Card, ability: Ability) -> int:
        """How often an ability may be used while its card is held. (TS-7.2)"""
        price = ability.price
        most = UNBOUNDED if price is None else sum(pays_for(price, each) for each in self.cards)
        return most if ability.repeat or not most else self._times(card)

    def _times(self, card: Card) -> int:
        """How often a card counts: some Weapons let a Spell count twice."""
        return 2 if card.is_spell and self._repeats_spells else 1

    def _shine(self) -> int:
        """Light of Monsters, which may add to Light beyond the penalty. (DS-12)"""
        lights = [effect.light() for card in self.met for effect in card.global_effects]
        lights += [
            trait.light() for card in self.met for trait in card.traits if isinstance(trait, MonsterTrait)
        ]
        return sum(max(light, 0) for light in lights)


def _printed(card: Card, pool: Pool) -> int:
    """What is printed on a card for a total; on a Monster, what it gives as a Trophy. (TS-13.1)"""
    if pool == "light":
        return max(card.light or 0, 0)
    if card.is_monster:
        trophy = card.trophy
        return 0 if trophy is None else trophy.attack if pool == "attack" else trophy.magic_attack
    return (card.attack if pool == "attack" else card.magic_attack) or 0


def _told(most: int | None) -> int:
    return UNBOUNDED if most is None else most
