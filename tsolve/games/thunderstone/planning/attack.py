"""One attack as optimisation problems: the party as it stands against the Monster of one Rank.

What depends on which Heroes take part (traits that reach others) is split into cases with constant
coefficients; within a case each class of equal Heroes chooses among its ways, Weapons and Food are
resources, and the engine's own steps turn the totals into the Attack Value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Literal

import msgspec
from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.battle import ArmedBonus, DestroyEffect, Hinder, SilenceEffect, Weaken
from tsolve.games.thunderstone.effects.battle.destroy import is_victim
from tsolve.games.thunderstone.planning.casting import Cast, casts
from tsolve.games.thunderstone.planning.terms import Terms
from tsolve.games.thunderstone.planning.ways import (
    HeroClass,
    Way,
    arms_of,
    can_carry,
    hero_classes,
    parts_of,
    prepared,
    supplies,
    useful_strength,
    ways,
)
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.turn.battle import around_disease
from tsolve.games.thunderstone.turn.reckoning import (
    Field,
    Part,
    final_steps,
    light_need,
    loose_parts,
    magic_factor,
)
from tsolve.solve.problem import (
    Choice,
    Clamp,
    Implication,
    Linear,
    Option,
    Pick,
    Problem,
    Resource,
    Term,
    Test,
    Total,
)

Suffers = Literal["", "attack", "magic", "none"]


class Prepared(msgspec.Struct, frozen=True):
    """An option of the problem in the game's terms."""

    hero: str
    """The id of the Hero class."""
    way: Way
    silenced: bool = False
    suffers: Suffers = ""


class Case(msgspec.Struct, frozen=True):
    """One problem with what its options mean."""

    state: State
    rank: int
    problem: Problem
    meaning: dict[tuple[str, str], Prepared]
    heroes: tuple[HeroClass, ...]
    pool_for_all: Suffers = ""


def attack_cases(book: Book, state: State, rank: int, goal: tuple[str, ...]) -> list[Case]:
    """The problems whose best solution is the best attack on that Rank by the goal."""
    return list(_Builder(book, state, rank, goal).cases())


class _Builder:
    def __init__(self, book: Book, state: State, rank: int, goal: tuple[str, ...]) -> None:
        self.book, self.state, self.rank, self.goal = book, state, rank, goal
        self.monster = book.card(state.hall[rank - 1].card)
        battle = self.monster.battle
        self.field = Field(
            book,
            state,
            rank,
            weakened=state.weakened + sum(effect.strength for effect in battle if isinstance(effect, Weaken)),
            armed=state.armed + sum(effect.attack for effect in battle if isinstance(effect, ArmedBonus)),
        )
        self.before = Field(book, state, rank)
        self.heroes = hero_classes(book, state)
        self.stores = supplies(book, state)
        self.silences = any(isinstance(effect, SilenceEffect) for effect in battle)
        self.hinders = any(isinstance(effect, Hinder) for effect in battle)
        self.fatal = any(
            isinstance(effect, Weaken) and (effect.fatal or book.reads("strength_zero", "destroy"))
            for effect in battle
        )
        self.victims = [effect for effect in battle if isinstance(effect, DestroyEffect)]

    def cases(self) -> Iterator[Case]:
        pools: tuple[Suffers, ...] = ("",)
        if self.hinders and self.book.reads("judgement_choice", "one_for_all"):
            pools = ("attack", "magic")
        for number, (cast, pool) in enumerate(product(casts(self.field, self.heroes, self.silences), pools)):
            case = self._case(f"{self.monster.id}@{self.rank}#{number}", cast, pool)
            if case is not None:
                yield case

    def _case(self, id_: str, cast: Cast, pool: Suffers) -> Case | None:
        self.field.inspirers = cast.inspirers
        meaning: dict[tuple[str, str], Prepared] = {}
        choices = [self._choice(hero, cast, pool, meaning) for hero in self.heroes]
        if any(not choice.options for choice in choices):
            return None
        sums = Counter[str]()
        for part in self._loose():
            sums[part.pool] += part.amount
        need = light_need(self.field)
        dark = any(guard.dark for guard in self.field.guards)
        totals = [
            Total("attack", sums["attack"], prefer="more", ruling="TS-9.1"),
            Total("magic", sums["magic"], prefer="more", ruling="TS-9.1"),
            Total("light", sums["light"], low=need if dark else None, prefer="more", ruling="TS-10.3"),
            Total("equipped", prefer="more"),
            Total("lost", self.state.tally.lost, prefer="less"),
            Total("xp", prefer="more"),
            Total("eaten", prefer="more"),
            Total("thrown", sum(1 for m in self.state.party if m.thrown), prefer="more"),
            Total(
                "silenced",
                low=int(bool(cast.silenced)),
                high=int(bool(cast.silenced)),
                ruling=self.monster.ruling,
            ),
            Total("disease attack"),
            Total("disease magic"),
            Total("hinder attack"),
            Total("hinder magic"),
            Total("hindered", prefer="less"),
        ]
        totals += [Total(f"may suffer {total}") for total in ("attack", "magic") if pool]
        totals += [Total(f"armed {hero}", low=count, high=count) for hero, count in cast.armed.items()]
        totals += [
            Total(f"victims {side} {number}", prefer="less")
            for number in range(len(self.victims))
            for side in ("own", "lent")
        ]
        diseases = sum(1 for m in self.state.party if not m.left and self.book.card(m.card).is_disease)
        if diseases:
            each = (Option("attack", adds={"disease attack": 1}), Option("magic", adds={"disease magic": 1}))
            choices.append(Choice("disease", diseases, each, "TS-12.2"))
        terms, constraints = self._common_choice(pool)
        problem = Problem(
            id_,
            tuple(self._resources()),
            tuple(choices),
            tuple(totals),
            (*terms, *self._terms(pool)),
            constraints,
            objective=tuple(f"goal {level}" for level in self.goal),
        )
        return Case(self.state, self.rank, problem, meaning, tuple(self.heroes), pool)

    def _resources(self) -> Iterator[Resource]:
        for card, places in self.stores.weapons.items():
            yield Resource(card, len(places), "TS-8.1")
        for card in sorted({*self.stores.feeds, *self.stores.foods}):
            stored = {*self.stores.feeds.get(card, ()), *self.stores.foods.get(card, ())}
            yield Resource(card, len(stored), "TS-7.3")

    def _loose(self) -> Iterator[Part]:
        """What Items, Spells and Trophies give, as long as they are not eaten."""
        for member in self.state.party:
            card = self.book.card(member.card)
            if not member.left and not card.is_hero and not card.is_weapon:
                yield from loose_parts(self.field, card)

    def _choice(
        self, hero: HeroClass, cast: Cast, pool: Suffers, meaning: dict[tuple[str, str], Prepared]
    ) -> Choice:
        options: dict[tuple[object, ...], Option] = {}
        most = useful_strength(self.book, self.field, self.state)
        for way in ways(self.book, self.state, hero, self.stores, most):
            if not can_carry(self.before, hero, way):
                continue
            for silenced in (False, True) if hero.id in cast.silenced else (False,):
                for suffers in self._sufferings(hero, way, silenced, pool):
                    option = self._option(hero, cast, way, silenced, suffers, pool)
                    fingerprint = tuple(sorted(option.adds.items())), tuple(sorted(option.uses.items()))
                    if fingerprint in options or any(_no_better(option, other) for other in options.values()):
                        continue
                    options[fingerprint] = option
                    meaning[hero.id, option.id] = Prepared(hero.id, way, silenced, suffers)
        return Choice(hero.id, hero.copies, tuple(options.values()), "TS-8.1")

    def _sufferings(self, hero: HeroClass, way: Way, silenced: bool, pool: Suffers) -> tuple[Suffers, ...]:
        """What Judgement may do to the Hero when it is prepared so. (A-34, A-46)"""
        if not self.hinders:
            return ("",)
        if not self._attacks(hero, way, silenced):
            return ("none",)
        if self.book.readings["judgement_bonus"] == "party_total":
            return (pool,) if pool else ("attack", "magic")
        open_ = self._may_suffer(hero, way)
        if pool:
            return (pool,) if pool in open_ else ("none",)
        return open_ or ("none",)

    def _may_suffer(self, hero: HeroClass, way: Way) -> tuple[Suffers, ...]:
        """Which of its own totals an attacking Hero may have lowered. (TS-9.2, A-02, A-46)"""
        scope = self.book.readings["judgement_bonus"]
        below_zero = self.book.reads("zero_rule", "negative")
        weapon, _ = arms_of(self.book, hero, way)
        sums = Counter[str]()
        for part in parts_of(self.field, hero, way):
            if not (scope == "hero_only" and weapon is not None and part.card == weapon.id):
                sums[part.pool] += part.amount
        open_: list[Suffers] = []
        if sums["attack"] >= 1 or below_zero:
            open_.append("attack")
        if sums["magic"] >= 1:
            open_.append("magic")
        return tuple(open_)

    def _common_choice(self, pool: Suffers) -> tuple[tuple[Term, ...], tuple[Implication, ...]]:
        """One choice for all Heroes must be a valid one, as long as the other one would be. (A-34, TS-9.2)"""
        if not pool:
            return (), ()
        other = "magic" if pool == "attack" else "attack"
        if self.book.readings["judgement_bonus"] != "party_total":
            valid = Test(f"may suffer {pool}", at_least=1)
            return (), (Implication(Test(f"may suffer {other}", at_least=1), valid, "card.judgement"),)
        below_zero = self.book.reads("zero_rule", "negative")
        if pool == "attack" and below_zero:
            return (), ()
        somebody = Test(f"hinder {pool}", at_least=1)
        rival = Pick("rival total", somebody, 1 if other == "attack" and below_zero else other, 0)
        valid = Test(pool, at_least=1)
        return (rival,), (Implication(Test(rival.id, at_least=1), valid, "card.judgement"),)

    def _holds(self, hero: HeroClass, way: Way) -> bool:
        weapon, thrown = arms_of(self.book, hero, way)
        return weapon is not None and self.field.holds(
            hero.card, prepared(self.book, hero, way), weapon, thrown
        )

    def _attacks(self, hero: HeroClass, way: Way, silenced: bool) -> bool:
        member = replace(prepared(self.book, hero, way), silenced=silenced or hero.member.silenced)
        return self.field.may_attack(hero.card, member, self._holds(hero, way))

    def _option(
        self, hero: HeroClass, cast: Cast, way: Way, silenced: bool, suffers: Suffers, pool: Suffers
    ) -> Option:
        book = self.book
        by_party = self.hinders and book.readings["judgement_bonus"] == "party_total"
        adds = Counter[str]()
        for part in parts_of(self.field, hero, way, silenced, "" if by_party else suffers):
            adds[part.pool] += part.amount
        attacks, holds = self._attacks(hero, way, silenced), self._holds(hero, way)
        if by_party and suffers in ("attack", "magic"):
            adds[f"hinder {suffers}"] += 1
        if pool and not by_party and attacks:
            adds.update(f"may suffer {total}" for total in self._may_suffer(hero, way))
        if holds and (attacks or book.reads("silenced_weapon_equipped", "counts")):
            adds["equipped"] += 1
        if hero.id in cast.armed and attacks:
            adds[f"armed {hero.id}"] += 1
        if silenced:
            adds["silenced"] += 1
        adds["eaten"] += len(way.eats)
        adds["thrown"] += int(way.thrown)
        adds["lost"] += len(way.eats) + int(way.thrown)
        own = hero.member.owner in (NONE, self.state.active)
        strength = self.field.strength(hero.card, prepared(book, hero, way).strength)
        doomed = hero.member.doomed or (self.fatal and strength <= 0)
        if doomed and own and not hero.member.doomed:
            adds["lost"] += 1
        if not doomed:
            for number, effect in enumerate(self.victims):
                if is_victim(hero.card, effect.target):
                    adds[f"victims {'own' if own else 'lent'} {number}"] += 1
        if attacks:
            adds["xp"] += sum(spoils.experience(self.rank) for spoils in hero.card.spoils)
        for card in way.eats:
            for part in loose_parts(self.field, book.card(card)):
                adds[part.pool] -= part.amount
        uses = Counter([way.weapon] if way.weapon else [])
        uses.update(way.feeds)
        uses.update(way.eats)
        words = (
            [way.id]
            + (["cannot attack"] if silenced else [])
            + ([f"suffers on {suffers}"] if suffers else [])
        )
        return Option(
            ", ".join(words), dict(uses), {total: amount for total, amount in adds.items() if amount}
        )

    def _terms(self, pool: Suffers) -> list[Term]:
        book, state = self.book, self.state
        terms = Terms({"attack": "attack", "magic": "magic", "equipped": "equipped"})
        need = light_need(self.field)
        shortage = terms.add(Linear("shortage of light", ((-1, "light"),), need, "TS-10.1"))
        terms.now["penalty"] = terms.add(Clamp("penalty", shortage, low=0, ruling="TS-10.1"))
        below_zero = book.reads("zero_rule", "negative")
        if self.hinders and book.readings["judgement_bonus"] == "party_total":
            self._hinder_the_party(terms, below_zero, pool)
        before, after = around_disease(final_steps(book, self.field, magic_factor(self.field.inspirers)))
        terms.run(before)
        taken = ("disease attack", "disease magic")
        diseases = sum(1 for m in state.party if not m.left and book.card(m.card).is_disease)
        if diseases:
            terms.spill(("attack", "magic"), taken, below_zero and self.hinders, "TS-9.2")
        zero = terms.add(Linear("nothing", ()))
        terms.now["value"] = zero
        terms.run(after)
        self._result(terms)
        return terms.built

    def _hinder_the_party(self, terms: Terms, below_zero: bool, pool: Suffers) -> None:
        """Judgement on the party's totals instead of each Hero's own. (A-46 `party_total`)"""
        taken = ("hinder attack", "hinder magic")
        if not below_zero and not pool:
            terms.spill(("attack", "magic"), taken, False, "card.judgement")
            return
        for name, total in (("attack", taken[0]), ("magic", taken[1])):
            raw = terms.add(
                Linear(terms.fresh(name), ((1, terms.now[name]), (-1, total)), ruling="card.judgement")
            )
            if name == "attack" and below_zero:
                terms.now[name] = raw
                continue
            if name == "magic" and below_zero and not pool:
                over = terms.add(Clamp(terms.fresh(name), raw, high=0))
                terms.now["attack"] = terms.add(
                    Linear(terms.fresh("attack"), ((1, terms.now["attack"]), (1, over)))
                )
            terms.now[name] = terms.add(Clamp(terms.fresh(name), raw, low=0, ruling="TS-9.2"))

    def _result(self, terms: Terms) -> None:
        health = self.monster.health or 0
        value = terms.now["value"]
        enough = Test(value, at_least=health)
        win: str | int = 1
        if self.field.needs_magic:
            magic = Test(terms.now["magic"], at_least=1)
            win = terms.add(Pick("has magic", magic, 1, 0, "TS-11.7"))
        won = terms.add(Pick("won", enough, win, 0, "TS-7.6"))
        has_won = Test(won, at_least=1)
        xp = terms.add(Linear("all xp", ((1, "xp"),), self.monster.xp or 0, "TS-7.6"))
        lost = terms.add(Linear("all lost", ((-1, "lost"), *((-1, term) for term in self._losses(terms)))))
        over = terms.add(Linear("over", ((1, value),), -health))
        short = terms.add(Clamp("short", over, high=0))
        if self.field.needs_magic:
            no_magic = terms.add(Pick("no magic", enough, -1, 0, "TS-11.7"))
            short = terms.add(Linear("short of magic", ((1, short), (1, no_magic))))
        goals = {
            "win": (1, won),
            "vp": (self.monster.vp or 0, won),
            "xp": (1, terms.add(Pick("xp won", has_won, xp, 0))),
            "lost": (1, lost),
            "margin": (1, terms.add(Pick("margin", has_won, over, 0))),
            "shortfall": (1, terms.add(Pick("shortfall", has_won, 0, short))),
            "value": (1, value),
        }
        for level in self.goal:
            if level == "diseases":
                terms.add(Linear("goal diseases", (), self.state.tally.diseases_destroyed))
            else:
                terms.add(Linear(f"goal {level}", (goals[level],)))

    def _losses(self, terms: Terms) -> Iterator[str]:
        """Own cards that the Monster destroys, beyond Heroes whose Strength it drained. (TS-7.8, TS-18.3)"""
        for number, effect in enumerate(self.victims):
            own, lent = f"victims own {number}", f"victims lent {number}"
            loose = self._loose_victims(effect)
            count = terms.add(Linear(f"targets {number}", ((1, own), *loose[1]), loose[0]))
            if effect.all:
                loss = count
            else:
                loss = terms.add(Pick(f"one of {number}", Test(count, at_least=1), 1, 0, self.monster.ruling))
                loss = terms.add(Pick(f"lent instead {number}", Test(lent, at_least=1), 0, loss))
                if effect.target == "weapon" and self.book.reads("thrown_spear_is_target", "yes"):
                    loss = terms.add(Pick(f"thrown instead {number}", Test("thrown", at_least=1), 0, loss))
            if effect.unless_equipped:
                loss = terms.add(Pick(f"unless equipped {number}", Test("equipped", at_least=1), 0, loss))
            yield loss

    def _loose_victims(self, effect: DestroyEffect) -> tuple[int, tuple[tuple[int, str], ...]]:
        """Cards other than Heroes that the effect may destroy: how many, less those eaten or thrown
        before.
        """
        present = [
            self.book.card(m.card)
            for m in self.state.party
            if not m.left and not m.doomed and not self.book.card(m.card).is_hero
        ]
        count = sum(1 for card in present if is_victim(card, effect.target))
        if effect.target == "weapon":
            already = sum(1 for m in self.state.party if m.thrown)
            return count + already, ((-1, "thrown"),)
        return count, ((-1, "eaten"),) if effect.target == "food" else ()


def _no_better(option: Option, other: Option) -> bool:
    """Whether `option` adds the same as `other` and takes at least as much."""
    return option.adds == other.adds and all(option.uses.get(card, 0) >= n for card, n in other.uses.items())
