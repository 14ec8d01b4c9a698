"""Who carries what: the project's two backends beside a Boolean per copy and an ASP model."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import NamedTuple

from benchmarks.row import Row, milliseconds
from tsolve.budget import within
from tsolve.solve import solve
from tsolve.solve.problem import Choice, Linear, Option, Problem, Resource, Total

SIZES = ((3, 2), (5, 4), (10, 8), (20, 15), (40, 30))
"""Heroes (and Weapons), Rations."""
LIMIT = 10.0
"""Seconds that a rival may take before it is given up."""
TARGETS = {10: 10.0, 40: 200.0}


class Instance(NamedTuple):
    """Strengths of Heroes, weights and attacks of Weapons, and how many Rations there are (Strength +2
    each).
    """

    strengths: tuple[int, ...]
    weapons: tuple[tuple[int, int], ...]
    rations: int

    def needed(self, hero: int, weapon: int) -> int:
        """How many Rations this Hero needs to carry this Weapon."""
        return max(0, -(-(self.weapons[weapon][0] - self.strengths[hero]) // 2))


def instance(size: int, rations: int) -> Instance:
    """Heroes and Weapons that all differ a little, so that no symmetry helps."""
    random = Random(1000 + size)
    strengths = tuple(random.randint(2, 8) for _ in range(size))
    weapons = tuple((random.randint(2, 10), random.randint(1, 40)) for _ in range(size))
    return Instance(strengths, weapons, rations)


def folded(given: Instance) -> Problem:
    """The project's statement: one option for each Hero and Weapon, the Rations it takes folded in."""
    choices = []
    for hero in range(len(given.strengths)):
        options = [Option("no Weapon")]
        for weapon, (_, attack) in enumerate(given.weapons):
            rations = given.needed(hero, weapon)
            if rations <= given.rations:
                uses = {f"weapon {weapon}": 1} | ({"rations": rations} if rations else {})
                options.append(Option(f"weapon {weapon}", uses, {"attack": attack}))
        choices.append(Choice(f"hero {hero}", 1, tuple(options)))
    resources = [Resource(f"weapon {weapon}", 1) for weapon in range(len(given.weapons))]
    return Problem(
        "assignment",
        (*resources, Resource("rations", given.rations)),
        tuple(choices),
        (Total("attack", prefer="more"),),
        (Linear("value", ((1, "attack"),)),),
        objective=("value",),
    )


def rows() -> list[Row]:
    """Warm times in milliseconds, model building included; every finished rival must reach the same
    optimum.
    """
    _per_copy(instance(2, 1))  # loads the solver once, outside every figure
    _clingo(instance(2, 1))
    found: list[Row] = []
    for size, rations in SIZES:
        given = instance(size, rations)
        problem = folded(given)
        label = f"{size} x {size} x {rations}"
        best = solve(problem, "cpsat").bound
        time = milliseconds(lambda problem=problem: solve(problem, "cpsat"))  # type: ignore[misc]
        target = TARGETS.get(size)
        found.append(
            Row(
                f"{label}: CP-SAT, proved",
                time,
                "ms",
                f"<= {target:g}" if target else "",
                target and time <= target,
            )
        )
        for name, rival in (
            ("exact backend", _exact),
            ("clingo", _clingo),
            ("a Boolean per copy", _per_copy),
        ):
            started = perf_counter()
            value = rival(given)
            spent = (perf_counter() - started) * 1000
            if value is None:
                found.append(Row(f"{label}: {name}, not finished", spent, "ms"))
            else:
                assert (value,) == best, (name, value, best)
                found.append(Row(f"{label}: {name}", spent, "ms"))
    return found


def _exact(given: Instance) -> int | None:
    with within(LIMIT):
        outcome = solve(folded(given), "exact")
    return outcome.solution.objective[0] if outcome.status == "optimal" and outcome.solution else None


def _per_copy(given: Instance) -> int | None:
    """The obvious model: one Boolean for each Hero and Weapon, and for each Hero and single Ration."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    heroes, weapons, rations = range(len(given.strengths)), range(len(given.weapons)), range(given.rations)
    carries = {(h, w): model.new_bool_var("") for h in heroes for w in weapons}
    eats = {(h, r): model.new_bool_var("") for h in heroes for r in rations}
    for h in heroes:
        model.add_at_most_one(carries[h, w] for w in weapons)
        for w in weapons:
            strength = given.strengths[h] + 2 * sum(eats[h, r] for r in rations)
            model.add(strength >= given.weapons[w][0]).only_enforce_if(carries[h, w])
    for w in weapons:
        model.add_at_most_one(carries[h, w] for h in heroes)
    for r in rations:
        model.add_at_most_one(eats[h, r] for h in heroes)
    model.maximize(sum(given.weapons[w][1] * var for (_, w), var in carries.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = LIMIT
    status = solver.solve(model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


_PROGRAM = """
{ carry(H, W) : weapon(W) } 1 :- hero(H).
:- weapon(W), 2 { carry(H, W) : hero(H) }.
:- #sum { N, H, W : carry(H, W), need(H, W, N) } > rations.
#maximize { A, H, W : carry(H, W), attack(W, A) }.
"""


def _clingo(given: Instance) -> int | None:
    try:
        import clingo
    except ImportError:
        return None
    control = clingo.Control(["-c", f"rations={given.rations}", "--opt-mode=optN", "0"])
    facts = [f"hero({h})." for h in range(len(given.strengths))]
    facts += [f"weapon({w}). attack({w},{attack})." for w, (_, attack) in enumerate(given.weapons)]
    facts += [
        f"need({h},{w},{given.needed(h, w)})."
        for h in range(len(given.strengths))
        for w in range(len(given.weapons))
    ]
    control.add("base", [], _PROGRAM + "".join(facts))
    control.ground([("base", [])])
    best: list[int] = []
    proved = False
    with control.solve(
        yield_=False, async_=True, on_model=lambda model: best.append(-model.cost[0])
    ) as handle:
        if handle.wait(LIMIT):
            proved = bool(handle.get().exhausted)
        else:
            handle.cancel()
    return max(best, default=None) if proved else None
