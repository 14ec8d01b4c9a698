"""The value of an attack as terms of an optimisation problem: from totals, by the engine's own steps
(`model/trace.py`), to the levels of the goal. Also the price of losing a card by a goal, which tells what a
player gives up first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.battle_destroying import DestroyEffect
from tsolve.games.thunderstone.effects.battle_weakening import live_pools, may_sink, sinks_at_last
from tsolve.games.thunderstone.planning.endings import Ending, endings, head_start, tie
from tsolve.games.thunderstone.planning.goals import BELOW_ZERO, counted_to_the_end
from tsolve.games.thunderstone.planning.loadouts import AttackModel, Suffers
from tsolve.games.thunderstone.turn.attack_value import (
    around_disease,
    final_steps,
    light_need,
    magic_factor,
    need_before_surplus,
    surplus_factor,
)
from tsolve.model.trace import Step
from tsolve.solve.problem import Clamp, Divide, Linear, Pick, Term, Test
from tsolve.written.position_file import goal_terms, parts_of


class Terms:
    """Builds terms one after another. `now` is the term with the present value of each quantity, `held` the
    term with its value before the limit at 0.
    """

    def __init__(self, now: dict[str, str]) -> None:
        self.now = dict(now)
        self.held: dict[str, str] = {}
        self.built: list[Term] = []

    def add(self, term: Term) -> str:
        """Append a term and return its id."""
        self.built.append(term)
        return term.id

    def fresh(self, quantity: str) -> str:
        """An id for the next value of a quantity."""
        return f"{quantity}.{len(self.built)}"

    def run(self, steps: tuple[Step, ...]) -> None:
        """Turn the steps into terms."""
        for step in steps:
            self._step(step)

    def _step(self, step: Step) -> None:
        of, id_, ruling = self.now[step.on], self.fresh(step.on), step.rulings[0]
        if step.op == "times":
            term: Term = Linear(id_, ((step.by, of),), ruling=ruling)
        elif step.op == "halve":
            term = Divide(id_, of, ruling=ruling)
        elif step.op == "zero":
            term = Linear(id_, (), ruling=ruling)
        elif step.op == "plus":
            term = Linear(id_, ((1, of), (step.by, self.now[step.other])), ruling=ruling)
        else:
            term = Clamp(id_, of, low=0, ruling=ruling)
            self.held[step.on] = of
        self.add(term)
        self.now[step.on] = id_
        if step.unless is not None:
            kept = Test(self.now[step.unless.quantity], at_least=step.unless.at_least)
            self.now[step.on] = self.add(Pick(self.fresh(step.on), kept, of, id_, ruling))

    def spill(self, pools: tuple[str, str], taken: tuple[str, str], below_zero: bool, ruling: str) -> None:
        """Take reductions from two pools: what one pool cannot lose is taken from the other, and neither
        falls below 0. (TS-9.2)

        `taken`: the totals that count the reductions meant for each pool. With `below_zero` a pool may
        already be below 0, and then loses nothing.
        """
        positive = {pool: self.now[pool] for pool in pools}
        negative: dict[str, str] = {}
        if below_zero:
            for pool in pools:
                positive[pool] = self.add(Clamp(self.fresh(pool), self.now[pool], low=0))
                negative[pool] = self.add(Clamp(self.fresh(pool), self.now[pool], high=0))
        raw = {
            pool: self.add(Linear(self.fresh(pool), ((1, positive[pool]), (-1, total)), ruling=ruling))
            for pool, total in zip(pools, taken, strict=True)
        }
        over = {pool: self.add(Clamp(self.fresh(pool), raw[pool], high=0)) for pool in pools}
        for pool, other in (pools, pools[::-1]):
            both = self.add(Linear(self.fresh(pool), ((1, raw[pool]), (1, over[other]))))
            left = self.add(Clamp(self.fresh(pool), both, low=0, ruling=ruling))
            if below_zero:
                left = self.add(Linear(self.fresh(pool), ((1, left), (1, negative[pool]))))
            self.now[pool] = left


class Price(NamedTuple):
    """What is lost with a card, if a goal counts it."""

    points: int = 0
    growth: int = 0


FREE = Price()


class Prices:
    """The price of each card by the levels of one goal."""

    def __init__(self, goal: tuple[str, ...]) -> None:
        counted = counted_to_the_end(goal)
        self.counts_points = not counted.isdisjoint(("points", "lead", "victory"))
        self.counts_growth = "growth" in counted
        self._levels = [
            [(weight, name) for weight, name in parts_of(level) if name in _OF_LEVEL] for level in goal
        ]

    def of(self, card: Card) -> Price:
        """The price of a card that is the player's own."""
        points = (card.vp or 0) if self.counts_points else 0
        return Price(points, (card.cost or 0) if self.counts_growth else 0)

    def rank(self, price: Price) -> tuple[int, ...]:
        """The cost of a loss, level by level of the goal; the card with the lowest cost is given up first."""
        return tuple(
            sum(weight * getattr(price, _OF_LEVEL[name]) for weight, name in level) for level in self._levels
        )

    def among(self, cards: Iterable[Card]) -> tuple[Price, ...]:
        """The different prices of these cards, the lowest first."""
        return tuple(sorted({self.of(card) for card in cards}, key=lambda price: (self.rank(price), price)))

    @property
    def counts(self) -> bool:
        """Whether the goal counts which cards are lost, not only how many."""
        return self.counts_points or self.counts_growth


_OF_LEVEL: Mapping[str, str] = {
    "points": "points",
    "lead": "points",
    "victory": "points",
    "growth": "growth",
}


_BOTH = ("thrown", "eaten")
_GONE: dict[str, tuple[str, ...]] = {
    "weapon": ("thrown",),
    "food": ("eaten",),
    **dict.fromkeys(("card", "healthy_card", "village_card"), _BOTH),
}
"""The Monster's possible victims that preparing the party uses up."""


def worth_terms(
    at: AttackModel, goal: tuple[str, ...], classes: tuple[tuple[Price, ...], ...], pool: Suffers
) -> list[Term]:
    """The terms, ending in one `goal <level>` for each level.

    `classes` are the different prices of the cards that each effect may destroy, the lowest first; `pool` is
    the total chosen for all Heroes.
    """
    return _Worth(at, goal, classes).terms(pool)


def victims_at(number: int, step: int) -> str:
    """The name of the total of own cards of one price that an effect may destroy."""
    return f"victims {number} at price {step}"


class _Worth:
    def __init__(
        self, at: AttackModel, goal: tuple[str, ...], classes: tuple[tuple[Price, ...], ...]
    ) -> None:
        self.at, self.goal, self.classes = at, goal, classes
        self.counted = counted_to_the_end(goal)

    def terms(self, pool: Suffers) -> list[Term]:
        book = self.at.book
        terms = Terms({"attack": "attack", "magic": "magic", "equipped": "equipped"})
        need = light_need(self.at.context)
        shortage = terms.add(Linear("shortage of light", ((-1, "light"),), need, "TS-10.1"))
        terms.now["penalty"] = terms.add(Clamp("penalty", shortage, low=0, ruling="TS-10.1"))
        self._gild(terms)
        self._shine(terms)
        below_zero = self.at.hinders and may_sink(book)
        if self.at.hinders and book.readings["judgement_bonus"] == "party_total":
            self._hinder_the_party(terms, below_zero, pool)
        before, after = around_disease(
            final_steps(book, self.at.context, magic_factor(self.at.context.inspirers))
        )
        terms.run(before)
        taken = ("disease attack", "disease magic")
        if self.at.ailing:
            terms.spill(("attack", "magic"), taken, below_zero, "TS-9.2")
        zero = terms.add(Linear("nothing", ()))
        terms.now["total"] = zero
        terms.run(after)
        self._result(terms)
        return terms.built

    def _shine(self, terms: Terms) -> None:
        """Add the Magic Attack of Heroes that gain from Light beyond the penalty. (DS-12)"""
        factor = surplus_factor(self.at.context.inspirers)
        if factor:
            need = need_before_surplus(self.at.context)
            beyond = terms.add(Linear("light beyond", ((1, "light"),), -need, "TS-10.1"))
            surplus = terms.add(Clamp("surplus of light", beyond, low=0, ruling="TS-10.1"))
            parts = ((1, terms.now["magic"]), (factor, surplus))
            terms.now["magic"] = terms.add(Linear(terms.fresh("magic"), parts, ruling="DS-12"))

    def _gild(self, terms: Terms) -> None:
        """Add the Magic Attack for the gold that is left once the party is prepared."""
        for number, card in enumerate(self.at.gilded):
            ruling = card.rulings[0]
            share = terms.add(Divide(f"of gold {number}", "gold", card.per, ruling))
            parts = ((1, terms.now["magic"]), (1, share))
            terms.now["magic"] = terms.add(Linear(terms.fresh("magic"), parts, ruling=ruling))

    def _hinder_the_party(self, terms: Terms, below_zero: bool, pool: Suffers) -> None:
        """Judgement on the party's totals instead of each Hero's own. (A-46 `party_total`)"""
        taken = ("hinder attack", "hinder magic")
        free = not pool and len(live_pools(self.at.context)) > 1
        at_last = below_zero and sinks_at_last(self.at.book)
        if free and (at_last or not below_zero):
            self._hinder_both(terms, taken, at_last)
            return
        strong = Test(terms.now["magic"], at_least=1)
        for name, total in (("attack", taken[0]), ("magic", taken[1])):
            raw = terms.add(
                Linear(terms.fresh(name), ((1, terms.now[name]), (-1, total)), ruling="card.judgement")
            )
            if name == "attack" and below_zero:
                terms.now[name] = raw
                if at_last and "magic" in live_pools(self.at.context):
                    kept = terms.add(Clamp(terms.fresh(name), raw, low=0, ruling="TS-9.2"))
                    terms.now[name] = terms.add(Pick(terms.fresh(name), strong, kept, raw))
                continue
            if name == "magic" and below_zero and free:
                over = terms.add(Clamp(terms.fresh(name), raw, high=0))
                terms.now["attack"] = terms.add(
                    Linear(terms.fresh("attack"), ((1, terms.now["attack"]), (1, over)))
                )
            terms.now[name] = terms.add(Clamp(terms.fresh(name), raw, low=0, ruling="TS-9.2"))

    def _hinder_both(self, terms: Terms, taken: tuple[str, str], at_last: bool) -> None:
        """What one total cannot lose is taken from the other; the rest lowers Attack, if it may fall
        below 0.
        """
        before = tuple((-1, terms.now[name]) for name in ("attack", "magic"))
        terms.spill(("attack", "magic"), taken, False, "card.judgement")
        if at_last:
            asked = tuple((1, total) for total in taken)
            beyond = terms.add(Linear(terms.fresh("attack"), (*asked, *before)))
            sunk = terms.add(Clamp(terms.fresh("attack"), beyond, low=0))
            parts = ((1, terms.now["attack"]), (-1, sunk))
            terms.now["attack"] = terms.add(Linear(terms.fresh("attack"), parts, ruling="key.zero_rule"))

    def _result(self, terms: Terms) -> None:
        health, value = self.at.monster.health or 0, terms.now["total"]
        over = terms.add(Linear("over", ((1, value), *self._growth(terms)), -health))
        enough = Test(over, at_least=0)
        win: str | int = 1
        for number, need in enumerate(self.at.context.needs):
            has = Test(terms.now.get(need.quantity, need.quantity), at_least=need.at_least)
            win = terms.add(Pick(f"has {number}", has, win, 0, need.rulings[0]))
        won = terms.add(Pick("won", enough, win, 0, "TS-7.6"))
        has_won = Test(won, at_least=1)
        xp = terms.add(Linear("all xp", ((1, "xp"),), self.at.monster.xp or 0, "TS-7.6"))
        losses = list(self._losses(terms))
        lost = terms.add(Linear("all lost", ((-1, "lost"), *((-1, term) for term in losses))))
        short = terms.add(Clamp("short", over, high=0))
        if self.at.context.needs:
            lack = terms.add(Pick("lack", enough, -1, 0, self.at.context.needs[0].rulings[0]))
            short = terms.add(Linear("short of something", ((1, short), (1, lack))))
        xp_won = terms.add(Pick("xp won", has_won, xp, 0))
        earned = terms.add(Linear("earned in all", ((1, xp_won), (1, "earned")), ruling="TS-7.6"))
        goals = {
            "win": (1, won),
            "vp": (self.at.monster.vp or 0, won),
            "xp": (1, earned),
            "lost": (1, lost),
            "margin": (1, terms.add(Pick("margin", has_won, over, 0))),
            "shortfall": (1, terms.add(Pick("shortfall", has_won, 0, short))),
            "total": (1, value),
            "diseases": (1, self._cured(terms)),
            "magic": (1, terms.now["magic"]),
            "light": (1, "light"),
        }
        if BELOW_ZERO in self.goal:
            goals[BELOW_ZERO] = (1, terms.add(Clamp("below zero", terms.held["total"], high=0)))
        if self.counted:
            goals |= self._to_the_end(terms, has_won, losses)
        for term in goal_terms(self.goal, goals):
            terms.add(term)

    def _to_the_end(self, terms: Terms, has_won: Test, losses: list[str]) -> dict[str, tuple[int, str]]:
        """The levels of the whole turn: the party's losses, and what follows the battle. (TS-17.2)"""
        book, state = self.at.book, self.at.state
        won, lost = endings(book, state, self.at.rank)
        me = state.active
        goes_on = Pick("goes on", has_won, int(not won.over), int(not lost.over), "TS-17.1")
        found = {"goes_on": (1, terms.add(goes_on))}
        if "growth" in self.counted:
            end = terms.add(Pick("growth of the end", has_won, won.costs, lost.costs))
            found["growth"] = 1, self._less_victims(terms, "growth", end, losses)
        if self.counted.isdisjoint(("points", "lead", "victory")):
            return found
        end = terms.add(Pick("points of the end", has_won, won.points[me], lost.points[me], "TS-17.1"))
        points = self._less_victims(terms, "points", end, losses)
        found["points"] = 1, points
        if not self.counted.isdisjoint(("lead", "victory")):
            ahead = [head_start(book, state, ending) for ending in (won, lost)]
            start = terms.add(Pick("head start", has_won, ahead[0], ahead[1]))
            lead = terms.add(Linear("lead", ((1, points), (1, start)), ruling="TS-17.2"))
            found["lead"] = 1, lead
            victor = self._victory(terms, lead, won, "won")
            loser = self._victory(terms, lead, lost, "lost")
            found["victory"] = 1, terms.add(Pick("victory", has_won, victor, loser))
        return found

    def _less_victims(self, terms: Terms, quantity: str, end: str, losses: list[str]) -> str:
        """A quantity of the whole turn, less its loss with the cards that the Monster destroys."""
        parts = [(1, quantity), (1, end)]
        for number, (classes, loss) in enumerate(zip(self.classes, losses, strict=True)):
            amounts = [getattr(price, quantity) for price in classes]
            if not any(amounts):
                continue
            parts.append((-amounts[0], loss))
            for step in range(len(amounts) - 1):
                cheaper = tuple((-1, victims_at(number, each)) for each in range(step + 1))
                name = f"{quantity} {number} beyond price {step}"
                beyond = terms.add(Linear(f"{name} or less", ((1, loss), *cheaper)))
                beyond = terms.add(Clamp(name, beyond, low=0))
                parts.append((amounts[step] - amounts[step + 1], beyond))
        return terms.add(Linear(f"{quantity} of the turn", tuple(parts)))

    def _victory(self, terms: Terms, lead: str, ending: Ending, when: str) -> str | int:
        """Who wins the game, if this ending ends it. (TS-17.2)"""
        if not ending.over:
            return 0
        tied = tie(self.at.book, self.at.state, ending)
        less = terms.add(Pick(f"no worse when {when}", Test(lead, at_least=0), tied, -1, "TS-17.2"))
        return terms.add(Pick(f"victory when {when}", Test(lead, at_least=1), 1, less, "TS-17.2"))

    def _growth(self, terms: Terms) -> Iterator[tuple[int, str]]:
        """The parts that subtract the Monster's Health above the printed one."""
        if self.at.context.health_steps:
            printed = terms.add(Linear("printed health", (), self.at.monster.health or 0))
            terms.now |= {"health": printed, "gold": "gold"}
            terms.run(self.at.context.health_steps)
            yield -1, terms.now["health"]
            yield 1, printed

    def _losses(self, terms: Terms) -> Iterator[str]:
        """Own cards that the Monster destroys, beyond Heroes whose Strength it drained. (TS-7.8, TS-18.3)"""
        for number, effect in enumerate(self.at.victims):
            own, lent = f"victims own {number}", f"victims lent {number}"
            gone = _GONE.get(effect.target, ())
            parts = ((1, own), (1, f"victims loose {number}"), *((-1, each) for each in gone))
            count = terms.add(Linear(f"targets {number}", parts))
            if effect.count == "all":
                loss = terms.add(Linear(f"beyond {number}", ((1, count),), -effect.but))
                loss = terms.add(Clamp(f"all of {number}", loss, low=0, ruling=self.at.monster.ruling))
            else:
                loss = self._some(terms, number, effect, count, lent)
            if effect.unless_equipped:
                loss = terms.add(Pick(f"unless equipped {number}", Test("equipped", at_least=1), 0, loss))
            yield loss

    def _cured(self, terms: Terms) -> str:
        """Diseases destroyed, including those given to a Monster that destroys any kind of card."""
        given = 0
        for effect in self.at.victims:
            if effect.target == "card":
                count = effect.count if isinstance(effect.count, int) else self.at.diseases
                given += min(count, self.at.diseases)
        return terms.add(Linear("all diseases", ((1, "diseases"),), given)) if given else "diseases"

    def _some(self, terms: Terms, number: int, effect: DestroyEffect, count: str, lent: str) -> str:
        """How many own cards an effect destroys, after borrowed cards and Diseases are given up."""
        sick = self.at.diseases if effect.target == "card" else 0
        if sick and (not isinstance(effect.count, int) or effect.count <= sick):
            return terms.add(Linear(f"a Disease instead {number}", ()))
        both = terms.add(Linear(f"all targets {number}", ((1, count), (1, lent)), sick))
        if effect.count == "diseases":
            beyond = terms.add(Linear(f"spared {number}", ((1, both), (-1, "held"))))
            over = terms.add(Clamp(f"more than asked {number}", beyond, low=0))
            taken = terms.add(Linear(f"some of {number}", ((1, both), (-1, over))))
        else:
            most = effect.count if isinstance(effect.count, int) else None
            taken = terms.add(Clamp(f"some of {number}", both, high=most))
        own = terms.add(Linear(f"own of {number}", ((1, taken), (-1, lent)), -sick))
        loss = terms.add(Clamp(f"lent instead {number}", own, low=0, ruling=self.at.monster.ruling))
        if effect.target == "weapon" and self.at.book.reads("thrown_spear_is_target", "yes"):
            loss = terms.add(Pick(f"thrown instead {number}", Test("thrown", at_least=1), 0, loss))
        return loss
