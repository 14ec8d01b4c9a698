"""What one class of Heroes may do in an attack: its ways to be prepared, as the options of a choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import msgspec

from tsolve.budget import spend
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.battle_weakening import (
    live_pools,
    lowerable,
    sums_of,
    takes_part,
    within_scope,
)
from tsolve.games.thunderstone.planning.loadouts import (
    AttackModel,
    HeroClass,
    Lineup,
    Loadout,
    Ready,
    Suffers,
    arming,
    loadouts,
    parts_of,
    ready,
)
from tsolve.games.thunderstone.planning.worth import Price, Prices, victims_at
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.turn import attack_value
from tsolve.games.thunderstone.turn.attack_value import magic_lost_with
from tsolve.games.thunderstone.turn.contributions import Part, Struck, loose_parts
from tsolve.solve.problem import Choice, Option

OPTION = 8
"""The cost of stating one option, in steps of the budget."""


class Prepared(msgspec.Struct, frozen=True):
    """The meaning of an option of the problem: one Hero, prepared in one way."""

    hero: str
    """The id of the Hero class."""
    loadout: Loadout
    silenced: bool = False
    suffers: Suffers = ""


class HeroOptions:
    """States what the Heroes of one attack may do."""

    def __init__(
        self,
        at: AttackModel,
        asked: AbstractSet[str],
        prices: Prices,
        classes: tuple[tuple[Price, ...], ...],
    ) -> None:
        """`asked` are the quantities that count by themselves; `classes` the prices of the cards that each
        effect may destroy.
        """
        self.at, self.asked, self.prices, self.classes = at, asked, prices, classes

    def choice(
        self, hero: HeroClass, lineup: Lineup, pool: Suffers, meaning: dict[tuple[str, str], Prepared]
    ) -> Choice:
        """The options of one class of Heroes, for the lineup of the last `frame`; records what they mean."""
        options: list[Option] = []
        alike: dict[tuple[tuple[str, int], ...], list[Option]] = {}
        """Groups of options that add the same, by what they add."""
        for loadout in loadouts(self.at.book, self.at.state, hero, self.at.stores, self.at.useful_strength):
            spend(3)
            if arming(self.at.before, hero, loadout) is None:
                continue
            readied = ready(self.at.context, hero, loadout)
            for silenced in (False, True) if hero.id in lineup.silenced else (False,):
                attacks = self._attacks(hero, readied, silenced)
                for suffers in self._sufferings(readied, attacks, pool):
                    spend(OPTION + len(options) // 16)
                    acting = Prepared(hero.id, loadout, silenced, suffers)
                    option = self._option(hero, lineup, acting, readied, attacks, pool)
                    others = alike.setdefault(tuple(sorted(option.adds.items())), [])
                    if any(_takes_as_much(option, other) for other in others):
                        continue
                    others.append(option)
                    options.append(option)
                    meaning[hero.id, option.id] = acting
        return Choice(hero.id, hero.copies, tuple(options), "TS-8.1")

    def _sufferings(self, hero: Ready, attacks: bool, pool: Suffers) -> tuple[Suffers, ...]:
        """What Judgement may do to the Hero prepared in this way. (A-34, A-46)"""
        if not self.at.hinders:
            return ("",)
        mine = parts_of(self.at.context, hero)
        if self.at.book.reads("judgement_bonus", "party_total"):
            open_: Sequence[Suffers] = live_pools(self.at.context) if takes_part(mine, attacks) else ()
        else:
            open_ = self._may_suffer(hero, attacks, mine)
        if pool:
            return (pool,) if pool in open_ else ("none",)
        return tuple(open_) or ("none",)

    def _may_suffer(self, hero: Ready, attacks: bool, mine: list[Part]) -> list[Struck]:
        """Which of its own totals may be lowered for a Hero with these contributions. (TS-9.2, A-02, A-46)"""
        sums = sums_of(within_scope(self.at.book, mine, hero.arms))
        return lowerable(self.at.context, sums, attacks)

    def _attacks(self, hero: HeroClass, readied: Ready, silenced: bool) -> bool:
        return not silenced and self.at.context.may_attack(hero.card, readied.member, readied.grip)

    def _option(
        self, hero: HeroClass, lineup: Lineup, acting: Prepared, readied: Ready, attacks: bool, pool: Suffers
    ) -> Option:
        book, grip = self.at.book, readied.grip
        loadout, silenced, suffers = acting.loadout, acting.silenced, acting.suffers
        by_party = self.at.hinders and book.readings["judgement_bonus"] == "party_total"
        adds = Counter[str]()
        for part in parts_of(self.at.context, readied, silenced, "" if by_party else suffers):
            adds[part.pool] += part.amount
        if by_party and suffers in ("attack", "magic"):
            adds[f"hinder {suffers}"] += 1
        if pool and not by_party:
            mine = parts_of(self.at.context, readied, silenced)
            open_ = self._may_suffer(readied, attacks, mine)
            adds.update(f"may suffer {total}" for total in open_)
        if grip.held and (attacks or book.reads("silenced_weapon_equipped", "counts")):
            adds["equipped"] += 1
        if hero.id in lineup.armed and attacks:
            adds[f"armed {hero.id}"] += 1
        if silenced:
            adds["silenced"] += 1
        given_up = self._given_up(loadout)
        if given_up:
            adds["eaten"] += len(loadout.eats)
            adds["thrown"] += len(loadout.thrown)
            adds["lost"] += len(given_up)
        own = hero.member.owner in (NONE, self.at.state.active)
        doomed = hero.member.doomed or (grip.strength <= 0 and self.at.fatal)
        costs = own and not (grip.held and any(arm.card.id in book.saving for arm in grip.held))
        if doomed and costs and not hero.member.doomed:
            adds["lost"] += 1
            self._lose(adds, hero.card)
        if not doomed:
            for number, effect in enumerate(self.at.victims):
                if effect.fits(book, hero.card, grip.strength):
                    adds[f"victims {'own' if costs else 'lent'} {number}"] += 1
                    self.offer(adds, number, hero.card, int(costs))
        for gone in given_up:
            self._lose(adds, gone)
            for number, effect in enumerate(self.at.victims):
                if effect.fits(book, gone, 0):
                    self.offer(adds, number, gone, -1)
        for spoils in hero.card.spoils:
            if attacks or (not spoils.tagged and book.reads("silenced_hero_traits", "kept")):
                adds["xp"] += spoils.experience(self.at.rank)
        for card in loadout.eats:
            for part in loose_parts(self.at.context, book.card(card)):
                adds[part.pool] -= part.amount
        if lineup.inspirers:
            for gone in given_up:
                adds["magic"] -= magic_lost_with(lineup.inspirers, gone)
        if self.asked:
            self._add_asked(hero, loadout, adds)
        uses = Counter((*loadout.weapons, *loadout.feeds, *loadout.eats))
        words = (
            [loadout.id]
            + (["cannot attack"] if silenced else [])
            + ([f"suffers on {suffers}"] if suffers else [])
        )
        return Option(
            ", ".join(words), dict(uses), {total: amount for total, amount in adds.items() if amount}
        )

    def _lose(self, adds: Counter[str], card: Card) -> None:
        """Subtract what the goal counts of an own card that leaves the game."""
        price = self.prices.of(card)
        for total, amount in zip(Price._fields, price, strict=True):
            if amount:
                adds[total] -= amount

    def offer(self, adds: Counter[str], number: int, card: Card, by: int) -> None:
        """Add to the number of own cards of this price that an effect may destroy."""
        if classes := self.classes[number]:
            adds[victims_at(number, classes.index(self.prices.of(card)))] += by

    def _given_up(self, loadout: Loadout) -> list[Card]:
        """The cards that leave the hand when the Hero is prepared in this way: Food eaten, a Weapon
        thrown.
        """
        return [*map(self.at.book.card, loadout.eats), *map(self.at.book.card, loadout.thrown)]

    def _add_asked(self, hero: HeroClass, loadout: Loadout, adds: Counter[str]) -> None:
        """Add what the Hero, and cards used on it or eaten by it, contribute to the Monster's
        requirements.
        """
        gone = self._given_up(loadout)
        for quantity in self.asked:
            adds[quantity] += attack_value.shown(hero.card, quantity)
            adds[quantity] -= sum(attack_value.shown(card, quantity) for card in gone)
        if "used" in self.asked:
            adds["used"] += sum(attack_value.is_usable(self.at.book.card(card)) for card in loadout.feeds)


def _takes_as_much(option: Option, other: Option) -> bool:
    """Whether `option` uses at least as many of every card as `other`."""
    return all(option.uses.get(card, 0) >= n for card, n in other.uses.items())
