"""One attack as optimisation problems: the present party against the Monster of one Rank.

Some coefficients depend on which Heroes take part (traits that affect other cards), so the attack is split
into cases in which they are constant. Within a case each class of equal Heroes chooses among its ways to be
prepared, Weapons and Food are resources, and the engine's own steps turn the totals into the Attack Value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import product

import msgspec
from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.games.thunderstone import game
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.battle_destroying import DestroyEffect, is_victim
from tsolve.games.thunderstone.effects.battle_weakening import (
    live_pools,
    may_sink,
    sinks_at_last,
)
from tsolve.games.thunderstone.planning.endings import points_so_far
from tsolve.games.thunderstone.planning.hero_options import HeroOptions, Prepared
from tsolve.games.thunderstone.planning.loadouts import (
    AttackModel,
    HeroClass,
    Lineup,
    Suffers,
    lineups,
    wards,
)
from tsolve.games.thunderstone.planning.worth import FREE, Price, Prices, victims_at, worth_terms
from tsolve.games.thunderstone.state import NONE, Member, State
from tsolve.games.thunderstone.turn import attack_value
from tsolve.games.thunderstone.turn.attack_value import light_need
from tsolve.games.thunderstone.turn.contributions import echo_parts, loose_parts, used_parts
from tsolve.games.thunderstone.turn.hand import Hand
from tsolve.solve.problem import (
    Choice,
    Implication,
    Option,
    Pick,
    Problem,
    Resource,
    Term,
    Test,
    Total,
)
from tsolve.written.position_file import objective


class Attempt(msgspec.Struct, frozen=True):
    """One attack, and what the options of its choices mean."""

    state: State
    rank: int
    heroes: tuple[HeroClass, ...]
    meaning: dict[tuple[str, str], Prepared]
    """By the id of the Hero class and that of the option."""
    goal: tuple[str, ...]
    pool_for_all: Suffers = ""
    warded: int = NONE
    """The Battle Effect that a Treasure prevents, by its number among those to be carried out."""


class AttackCase(msgspec.Struct, frozen=True):
    """One problem with the attack that it states."""

    attempt: Attempt
    problem: Problem


class Frame(msgspec.Struct, frozen=True):
    """What is the same for every party in this battle: how totals become the levels of the goal."""

    totals: tuple[Total, ...]
    """All starting at 0."""
    terms: tuple[Term, ...]
    constraints: tuple[Implication, ...]
    objective: tuple[str, ...]


STATED = 60
"""The cost of stating one problem, in steps of the budget."""
DISEASE = (Option("attack", adds={"disease attack": 1}), Option("magic", adds={"disease magic": 1}))
"""What a Disease may lower. (TS-12.2)"""


def attack_cases(book: Book, state: State, rank: int, goal: tuple[str, ...]) -> list[AttackCase]:
    """The problems whose best solution is the best attack on that Rank by the goal."""
    held = dict.fromkeys(member.card for member in state.party if not member.left)
    cards = [book.card(card) for card in held]
    return [
        case
        for warded in wards(book, state, rank)
        for case in Statement(AttackModel(book, state, rank, warded), goal, cards).cases()
    ]


class Statement:
    """States one attack as problems, part by part."""

    def __init__(self, at: AttackModel, goal: tuple[str, ...], cards: Collection[Card]) -> None:
        """`cards` are those that may be in the hand."""
        self.at, self.goal = at, goal
        self.asked = attack_value.asked_of(at.context) | ({"gold"} if at.gilded else set())
        self.prices = Prices(goal)
        self.classes = self._victim_classes(cards)
        self.options = HeroOptions(at, self.asked, self.prices, self.classes)

    def _victim_classes(self, cards: Collection[Card]) -> tuple[tuple[Price, ...], ...]:
        """For each effect that destroys cards: the different prices of the cards that it may destroy; empty
        if losing any of them costs nothing.
        """
        if not self.prices.counts:
            return ((),) * len(self.at.victims)
        found = []
        for effect in self.at.victims:
            prices = self.prices.among(card for card in cards if is_victim(self.at.book, card, effect.target))
            found.append(prices if any(price != FREE for price in prices) else ())
        return tuple(found)

    def cases(self) -> Iterator[AttackCase]:
        """One case for every lineup and every choice that applies to the whole party."""
        for number, (lineup, pool) in enumerate(
            product(lineups(self.at.context, self.at.heroes, self.at.silences), self.pools())
        ):
            case = self._case(f"{self.at.monster.id}@{self.at.rank}#{number}", lineup, pool)
            if case is not None:
                yield case

    def pools(self) -> tuple[Suffers, ...]:
        """The totals that may be chosen for all Heroes at once; "" where each Hero chooses its own. (A-34)"""
        for_all = self.at.hinders and self.at.book.reads("judgement_choice", "one_for_all")
        return (live_pools(self.at.context) if for_all else ()) or ("",)

    def _case(self, id_: str, lineup: Lineup, pool: Suffers) -> AttackCase | None:
        spend(STATED)
        frame = self.frame(lineup, pool)
        meaning: dict[tuple[str, str], Prepared] = {}
        choices = [self.options.choice(hero, lineup, pool, meaning) for hero in self.at.heroes]
        if any(not choice.options for choice in choices):
            return None
        if self.at.ailing:
            choices.append(Choice("disease", self.at.ailing, DISEASE, "TS-12.2"))
        start = self.before(self.at.state)
        for member in self.at.state.party:
            if not member.left:
                start.update(self.loose(self.at.book.card(member.card)))
                start.update(self.gained(member))
        problem = Problem(
            id_,
            tuple(self._resources()),
            tuple(choices),
            tuple(replace(total, start=start[total.id]) for total in frame.totals),
            frame.terms,
            frame.constraints,
            objective=frame.objective,
        )
        at, heroes = self.at, tuple(self.at.heroes)
        return AttackCase(Attempt(at.state, at.rank, heroes, meaning, self.goal, pool, at.warded), problem)

    def frame(self, lineup: Lineup, pool: Suffers) -> Frame:
        """The totals and the steps from them to the goal, for any party with this lineup."""
        self.at.context.inspirers = lineup.inspirers
        need = light_need(self.at.context)
        dark = any(guard.dark for guard in self.at.context.monster_traits)
        totals = [
            Total("attack", prefer="more", ruling="TS-9.1"),
            Total("magic", prefer="more", ruling="TS-9.1"),
            Total("light", low=need if dark else None, prefer="more", ruling="TS-10.3"),
            Total("equipped", prefer="more"),
            Total("lost", prefer="less"),
            Total("diseases", prefer="more"),
            Total("xp", prefer="more"),
            Total("earned", prefer="more"),
            Total("points", prefer="more", ruling="TS-17.2"),
            Total("growth", prefer="more"),
            Total("eaten", prefer="more"),
            Total("thrown", prefer="more"),
            Total(
                "silenced",
                low=int(bool(lineup.silenced)),
                high=int(bool(lineup.silenced)),
                ruling=self.at.monster.ruling,
            ),
            Total("disease attack"),
            Total("disease magic"),
            Total("hinder attack"),
            Total("hinder magic"),
        ]
        totals += [Total(quantity, prefer="more", ruling="TS-7.6") for quantity in sorted(self.asked)]
        if any(effect.count == "diseases" for effect in self.at.victims):
            totals.append(Total("held", prefer="less"))
        totals += [Total(f"may suffer {total}") for total in ("attack", "magic") if pool]
        totals += [Total(f"armed {hero}", low=count, high=count) for hero, count in lineup.armed.items()]
        totals += [
            Total(f"victims {side} {number}", prefer="less")
            for number in range(len(self.at.victims))
            for side in ("own", "lent", "loose")
        ]
        totals += [
            Total(victims_at(number, step))
            for number, classes in enumerate(self.classes)
            for step in range(len(classes))
        ]
        terms, constraints = self._common_choice(pool)
        return Frame(
            tuple(totals),
            (*terms, *worth_terms(self.at, self.goal, self.classes, pool)),
            constraints,
            objective(self.goal),
        )

    def before(self, state: State) -> Counter[str]:
        """The result of the turn before the party is prepared."""
        thrown = sum([member.thrown for member in state.party])
        tally = state.tally
        perishing = sum([member.perishes and not member.left for member in state.party])
        start = Counter[str]()
        start["lost"] = tally.lost + perishing + (self.at.warded != NONE)
        start["diseases"], start["earned"], start["thrown"] = tally.diseases_destroyed, tally.earned, thrown
        if self.prices.counts_points:
            start["points"] = points_so_far(self.at.book, state)
        if self.prices.counts_growth:
            start["growth"] = game.costs(self.at.book, state)
        for part in echo_parts(self.at.context, state):
            start[part.pool] += part.amount
        if "used" in self.asked:
            start["used"] = sum(attack_value.was_used(self.at.book.card(m.card), m) for m in state.party)
        for number, effect in enumerate(self.at.victims):
            start[f"victims loose {number}"] += thrown if _may_be_thrown(effect) else 0
        if any(effect.count == "diseases" for effect in self.at.victims):
            there = sum(m.card in self.at.book.diseases and not m.left for m in state.party)
            start["held"] = Hand(self.at.book, state.party).diseases - there
        return start

    def gained(self, member: Member) -> Counter[str]:
        """What a card other than a Hero gained for the party when it was used."""
        adds = Counter[str]()
        if (member.magic or member.light) and member.card not in self.at.book.heroes:
            for part in used_parts(self.at.context, member):
                adds[part.pool] += part.amount
        return adds

    def loose(self, card: Card) -> Counter[str]:
        """What a card other than a Hero adds by being in the hand, even if nobody holds or eats it."""
        adds = Counter[str]()
        if card.is_hero:
            return adds
        for quantity in self.asked:
            adds[quantity] += attack_value.shown(card, quantity)
        for part in loose_parts(self.at.context, card) if not card.is_weapon else ():
            adds[part.pool] += part.amount
        for number, effect in enumerate(self.at.victims):
            if effect.fits(self.at.book, card, 0) and not card.is_disease:
                adds[f"victims loose {number}"] += 1
                self.options.offer(adds, number, card, 1)
            if effect.count == "diseases" and card.is_disease:
                adds["held"] += 1
        return adds

    def _resources(self) -> Iterator[Resource]:
        for card, places in self.at.stores.weapons.items():
            yield Resource(card, len(places), "TS-8.1")
        for card in sorted({*self.at.stores.feeds, *self.at.stores.foods}):
            stored = {*self.at.stores.feeds.get(card, ()), *self.at.stores.foods.get(card, ())}
            yield Resource(card, len(stored), "TS-7.3")

    def _common_choice(self, pool: Suffers) -> tuple[tuple[Term, ...], tuple[Implication, ...]]:
        """One choice for all Heroes has to be valid for some Hero if the other choice would be. (A-34,
        TS-9.2)
        """
        if not pool:
            return (), ()
        other = "magic" if pool == "attack" else "attack"
        if other not in live_pools(self.at.context):
            return (), ()
        if self.at.book.readings["judgement_bonus"] != "party_total":
            valid = Test(f"may suffer {pool}", at_least=1)
            return (), (Implication(Test(f"may suffer {other}", at_least=1), valid, "card.judgement"),)
        below_zero = may_sink(self.at.book)
        if pool == "attack" and below_zero and not sinks_at_last(self.at.book):
            return (), ()
        somebody = Test(f"hinder {pool}", at_least=1)
        rival = Pick("rival total", somebody, 1 if other == "attack" and below_zero else other, 0)
        valid = Test(pool, at_least=1)
        return (rival,), (Implication(Test(rival.id, at_least=1), valid, "card.judgement"),)


def _may_be_thrown(effect: DestroyEffect) -> bool:
    """Whether the effect could destroy a thrown Weapon if it had not left."""
    return effect.target in ("weapon", "village_card", "card", "healthy_card")
