"""The engine's chain of arithmetic steps as terms of an optimisation problem. (tsolve.model.arithmetic)"""

from __future__ import annotations

from tsolve.model.arithmetic import Step
from tsolve.solve.problem import Clamp, Divide, Linear, Pick, Term, Test


class Terms:
    """Builds terms one after another; `now` says which term holds the present value of a quantity, `held`
    which one held it before it was kept from falling below 0.
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
        """Take reductions from two pools: what one cannot bear, the other must, and none falls below 0.
        (TS-9.2)

        `taken` are the totals that say how many reductions were meant for each pool; with `below_zero` a
        pool may already stand below 0, and then bears nothing.
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
