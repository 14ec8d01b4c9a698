"""Who carries which Weapons, any number under the summed Skill: the project's statement on both backends, and
beside it the one that lists every set of Weapons.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from statistics import median
from typing import NamedTuple

from benchmarks.row import Row, milliseconds
from tsolve.budget import within
from tsolve.solve import Backend, solve
from tsolve.solve.problem import Carry, Choice, Load, Option, Problem, Resource, Total

SEEDS = range(1, 11)
LIMIT = 10.0
"""Seconds that the exact backend may take before it is given up."""
TARGET = 20.0
SIZES = ((3, 4, 1), (5, 10, 0), (5, 10, 3))
"""Heroes, Weapons, Iron Rations (Skill +2 each, the whole to one Hero)."""


class Party(NamedTuple):
    """Skills of Heroes, requirements and attacks of Weapons, and how many Rations there are."""

    skills: tuple[int, ...]
    weapons: tuple[tuple[int, int], ...]
    rations: int


def party(heroes: int, weapons: int, rations: int, seed: int, equal: bool = False) -> Party:
    """Heroes that all differ a little, or equal ones, and Weapons that differ."""
    random = Random(seed)
    skills = [5 if equal else random.randint(3, 9) for _ in range(heroes)]
    arms = [(random.randint(2, 7), random.randint(1, 9)) for _ in range(weapons)]
    return Party(tuple(skills), tuple(arms), rations)


def stated(given: Party) -> Problem:
    """Each Hero holds his Skill, each Weapon and Ration is a load; most attack with the fewest Rations."""
    heroes = {skill: given.skills.count(skill) for skill in given.skills}
    choices = [
        Choice(str(skill), copies, (Option("fights", holds={"skill": skill}),))
        for skill, copies in heroes.items()
    ]
    loads = [
        Load(f"weapon {n}", 1, {each.id: Carry({"skill": need}, {}, {"attack": attack}) for each in choices})
        for n, (need, attack) in enumerate(given.weapons)
    ]
    fed = Carry({"skill": -2}, {}, {"saved": -1})
    loads.append(Load("rations", given.rations, {each.id: fed for each in choices}))
    return _problem((), choices, loads)


def listed(given: Party) -> Problem:
    """The same with an option for every set of Weapons that a Hero can wield, the Rations it takes folded
    in.
    """
    choices = []
    for hero, skill in enumerate(given.skills):
        options = []
        for size in range(len(given.weapons) + 1):
            for chosen in combinations(range(len(given.weapons)), size):
                rations = max(0, -(-(sum(given.weapons[n][0] for n in chosen) - skill) // 2))
                if rations <= given.rations:
                    attack = sum(given.weapons[n][1] for n in chosen)
                    uses = {f"weapon {n}": 1 for n in chosen} | {"rations": rations}
                    options.append(Option(f"{chosen}", uses, {"attack": attack, "saved": -rations}))
        choices.append(Choice(f"hero {hero}", 1, tuple(options)))
    stocks = [Resource(f"weapon {n}", 1) for n in range(len(given.weapons))]
    return _problem((*stocks, Resource("rations", given.rations)), choices, [])


def _problem(resources: tuple[Resource, ...], choices: list[Choice], loads: list[Load]) -> Problem:
    totals = (Total("attack", prefer="more"), Total("saved", prefer="more"))
    objective = ("attack", "saved")
    return Problem("party", resources, tuple(choices), totals, objective=objective, loads=tuple(loads))


def rows() -> list[Row]:
    """Warm times in milliseconds over ten parties, model building included; all reach the same optimum."""
    found: list[Row] = []
    for heroes, weapons, rations in SIZES:
        for equal in (False, True):
            parties = [party(heroes, weapons, rations, seed, equal) for seed in SEEDS]
            label = f"{heroes} {'equal ' if equal else ''}Heroes x {weapons} x {rations}"
            times = [milliseconds(lambda each=each: _best(stated(each), "cpsat"), 3) for each in parties]  # type: ignore[misc]
            worst = max(times)
            found += [
                Row(f"{label}: CP-SAT, proved, median", median(times), "ms"),
                Row(f"{label}: CP-SAT, proved, worst", worst, "ms", f"<= {TARGET:g}", worst <= TARGET),
            ]
            best = [_best(stated(each), "cpsat") for each in parties]
            for name, state, backend in (
                ("exact backend", stated, "exact"),
                ("every set listed, CP-SAT", listed, "cpsat"),
            ):
                found.append(
                    _rival(f"{label}: {name}, median", [state(each) for each in parties], backend, best)
                )
    return found


def _rival(name: str, problems: list[Problem], backend: Backend, best: list[tuple[int, ...] | None]) -> Row:
    times = []
    for problem, expected in zip(problems, best, strict=True):
        answers: list[tuple[int, ...] | None] = []
        times.append(milliseconds(lambda: answers.append(_best(problem, backend)), 1))  # noqa: B023
        assert all(answer in (None, expected) for answer in answers), (name, answers, expected)
    return Row(name, median(times), "ms")


def _best(problem: Problem, backend: Backend) -> tuple[int, ...] | None:
    with within(LIMIT):
        outcome = solve(problem, backend)
    return outcome.bound if outcome.status == "optimal" else None
