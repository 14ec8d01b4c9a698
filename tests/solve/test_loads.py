"""Loads that copies of choices carry: small examples by hand, and random ones against enumeration."""

from __future__ import annotations

from random import Random

import pytest

from tests.solve.small_problems import solutions
from tests.sweeping import seeds
from tsolve.errors import UndecidedError
from tsolve.solve import all_optima, estimated_work, evaluate, solve
from tsolve.solve.family import Family
from tsolve.solve.problem import (
    Carry,
    Choice,
    Clamp,
    Divide,
    Implication,
    Linear,
    Load,
    Loaded,
    Option,
    Pick,
    Problem,
    Resource,
    Solution,
    Test,
    Total,
    upper_bound,
)
from tsolve.solve.validation import MAX_COPIES, MAX_PARTS, check

BACKENDS = ["exact", "cpsat", "auto"]
ATTACK = (Total("attack", prefer="more"),)


def porter(copies: int, room: int, **more: int) -> Choice:
    """A choice whose copies all have this room."""
    return Choice("porter", copies, (Option("stands", holds={"strength": room, **more}),))


def tool(id_: str, weight: int, attack: int, copies: int = 1, **more: int) -> Load:
    return Load(id_, copies, {"porter": Carry({"strength": weight, **more}, {}, {"attack": attack})})


def best(problem: Problem, backend: str) -> Solution:
    outcome = solve(problem, backend)  # type: ignore[arg-type]
    assert outcome.status == "optimal"
    assert outcome.solution is not None
    assert outcome.solution.objective == outcome.bound
    return outcome.solution


def first(problem: Problem, backend: str) -> tuple[int, tuple[Loaded, ...]]:
    """The first objective, and what the porters carry."""
    solution = best(problem, backend)
    return solution.objective[0], solution.carried["porter"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_weights_of_one_copy_are_summed(backend: str) -> None:
    # Room 5: 3 + 2 fit for 4 + 3 = 7; the axe of weight 4 alone brings 6, and with nothing else fits.
    loads = (tool("sword", 3, 4), tool("dagger", 2, 3), tool("axe", 4, 6))
    problem = Problem("p", (), (porter(1, 5),), ATTACK, objective=("attack",), loads=loads)
    assert first(problem, backend) == (7, (Loaded("stands", {"sword": 1, "dagger": 1}),))
    # Two porters of 5: the axe, and sword and dagger: 6 + 7 = 13. Who carries fewer swords comes first.
    problem = Problem("p", (), (porter(2, 5),), ATTACK, objective=("attack",), loads=loads)
    assert first(problem, backend) == (
        13,
        (Loaded("stands", {"axe": 1}), Loaded("stands", {"sword": 1, "dagger": 1})),
    )


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_load_that_makes_room_makes_it_for_one_copy_only(backend: str) -> None:
    # Room 2 each. The axe of weight 5 needs two rations of 2 (2 + 4 >= 5) with the same porter.
    loads = (tool("axe", 5, 9), tool("ration", -2, 0, copies=2))
    problem = Problem("p", (), (porter(2, 2),), ATTACK, objective=("attack",), loads=loads)
    assert first(problem, backend) == (9, (Loaded("stands"), Loaded("stands", {"axe": 1, "ration": 2})))
    # With one ration 4 < 5: nobody carries it, and nobody a ration for nothing.
    loads = (tool("axe", 5, 9), tool("ration", -2, 0))
    problem = Problem("p", (), (porter(2, 2),), ATTACK, objective=("attack",), loads=loads)
    assert first(problem, backend) == (0, (Loaded("stands"), Loaded("stands")))


@pytest.mark.parametrize("backend", BACKENDS)
def test_nobody_and_nothing(backend: str) -> None:
    """No copies of the choice, none of the load, a weight beyond all room, a load that nobody may carry."""
    none = Problem("p", (), (porter(0, 5),), ATTACK, objective=("attack",), loads=(tool("sword", 3, 4),))
    assert first(none, backend) == (0, ())
    loads = (tool("sword", 1, 4, 0), tool("rock", 10**9, 9), Load("idol", 3, {}))
    problem = Problem("p", (), (porter(2, 5),), ATTACK, objective=("attack",), loads=loads)
    assert first(problem, backend) == (0, (Loaded("stands"), Loaded("stands")))


@pytest.mark.parametrize(
    ("choice", "load", "message"),
    [
        (porter(1, -1), tool("a", 1, 1), "option 'stands': it holds -1 of 'strength'"),
        (porter(1, 1), tool("a", 1, 1, -1), "load 'a': -1 copies"),
        (porter(1, 1), tool("a", 1, 1, hands=1), "load 'a', carried by 'porter': no option holds 'hands'"),
        (porter(1, 1), Load("a", 1, {"dwarf": Carry()}), "load 'a': unknown choice 'dwarf'"),
        (porter(1, 1), Load("a", 1, {"porter": Carry({}, {"x": 1})}), "by 'porter': unknown resource 'x'"),
        (porter(1, 1), Load("a", 1, {"porter": Carry({}, {}, {"x": 1})}), "by 'porter': unknown total 'x'"),
    ],
)
def test_nonsense_is_refused(choice: Choice, load: Load, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check(Problem("p", (), (choice,), ATTACK, loads=(load,)))


def test_loads_have_names_of_their_own_and_a_family_has_none() -> None:
    twice = Problem("p", (), (porter(1, 1),), ATTACK, loads=(tool("a", 1, 1), tool("a", 1, 1)))
    with pytest.raises(ValueError, match="load 'a' appears twice"):
        check(twice)
    with pytest.raises(ValueError, match="a family has no loads"):
        Family(twice)


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (Problem("p", loads=tuple(Load(str(n), 1, {}) for n in range(MAX_PARTS + 1))), "1001 resources"),
        (Problem("p", loads=(Load("a", MAX_COPIES + 1, {}),)), "load 'a': 1001 copies"),
        (
            # 1000 porters with one option, and each of 10 loads carried or not: 1000 * 21
            Problem("p", (), (porter(1000, 9),), ATTACK, loads=tuple(tool(str(n), 1, 1) for n in range(10))),
            "21000 options",
        ),
        (Problem("p", (), (porter(1, 1),), ATTACK, loads=(tool("a", 10**9 + 1, 1),)), "is beyond"),
        (
            # 1000 copies of 10^9 make 10^12, weighed with 10^9
            Problem(
                "p",
                (),
                (porter(1, 1),),
                ATTACK,
                (Linear("value", ((10**9, "attack"),)),),
                loads=(tool("a", 0, 10**9, 1000),),
            ),
            "'value' could reach",
        ),
    ],
)
def test_what_is_too_large_stays_undecided(problem: Problem, message: str) -> None:
    with pytest.raises(UndecidedError, match=message):
        check(problem)


@pytest.mark.parametrize(
    ("carried", "message"),
    [
        ({"porter": [Loaded("stands", {"axe": 1})]}, "takes 4 of the room 'strength', 3 there"),
        ({"porter": [Loaded("stands", {"bow": 1})]}, "'porter': it cannot carry 'bow'"),
        ({"porter": [Loaded("stands", {"axe": -1})]}, "'porter': it carries"),
        ({"porter": [Loaded("stands", {"ring": 2})]}, "load 'ring': 2 carried, 1 there"),
        ({"porter": [Loaded("sits")]}, "other options than the counts say"),
        ({"porter": []}, "other options than the counts say"),
        ({"elf": [Loaded("stands")]}, "choice 'elf' carries nothing"),
    ],
)
def test_what_cannot_be_carried_is_refused(carried: dict[str, list[Loaded]], message: str) -> None:
    loads = (tool("axe", 4, 6), tool("ring", 0, 1))
    problem = Problem("p", (), (porter(1, 3),), ATTACK, loads=loads)
    with pytest.raises(ValueError, match=message):
        evaluate(problem, {"porter": {"stands": 1}}, carried)
    assert evaluate(problem, {"porter": {"stands": 1}}).carried == {"porter": (Loaded("stands"),)}


# Against plain enumeration


def some(random: Random, keys: list[str], low: int, high: int) -> dict[str, int]:
    return {key: random.randint(low, high) for key in keys if random.random() < 0.6}


def random_problem(random: Random) -> Problem:
    """Choices of up to three copies, loads with weights below zero, a limit on how many, thresholds,
    implications, and two or three objectives. All promises are kept: attack only ever helps, and what is lost
    or spent only ever harms.
    """
    choices = []
    for n in range(random.randint(1, 3)):
        options = []
        for m in range(random.randint(1, 3)):
            holds = some(random, ["strength"], 0, 4) | some(random, ["hands"], 0, 2)
            options.append(
                Option(
                    f"o{m}",
                    some(random, ["gold"], -1, 2) if random.random() < 0.4 else {},
                    some(random, ["attack", "magic"], -1, 2) | some(random, ["lost"], 0, 1),
                    holds,
                )
            )
        choices.append(Choice(f"c{n}", random.choice([0, 1, 1, 1, 2, 2, 3][: 7 - 2 * n]), tuple(options)))
    choices[0] = Choice(
        "c0",
        choices[0].copies,
        (*choices[0].options, Option("ready", {}, {}, {"strength": 3, "hands": 2})),
    )
    loads = []
    for n in range(random.randint(1, 3)):
        carriers = {}
        for choice in choices:
            if random.random() < 0.75:
                carriers[choice.id] = Carry(
                    {"strength": random.randint(-2, 4)} | ({"hands": 1} if random.random() < 0.5 else {}),
                    some(random, ["gold"], -1, 1) if random.random() < 0.3 else {},
                    some(random, ["attack", "magic"], -1, 3) | some(random, ["spent"], 0, 1),
                )
        loads.append(Load(f"l{n}", random.choice([0, 1, 1, 1, 2, 2]), carriers))
    limits = {"low": random.choice([None, 0, 1]), "high": random.choice([None, 2, 3])}
    honest = random.random() < 0.8
    totals = (
        Total("attack", random.randint(-1, 1), prefer="more" if honest else "exact"),
        Total("magic", **(limits if random.random() < 0.3 else {})),
        Total("lost", low=random.choice([None, 0, 1]), prefer="less"),
        Total("spent", prefer="less"),
    )
    terms = (
        Clamp("some", "attack", low=0, high=random.randint(2, 6)),
        Linear("raw", ((1, "some"), (random.choice([1, 2]), "magic"), (-1, "lost"))),
        Divide("half", "raw", 2),
        Pick("value", Test("magic", at_least=random.randint(0, 2)), "raw", "half" if not honest else "raw"),
        Linear("saved", ((-1, "spent"), (-1, "lost"))),
    )
    rules = (
        (Implication(Test("spent", at_least=1), Test("attack", at_least=random.randint(0, 3))),)
        if random.random() < 0.4
        else ()
    )
    objective = random.choice([("value", "saved"), ("half", "saved", "attack"), ("saved", "value")])
    resources = (Resource("gold", random.randint(0, 2)),)
    return Problem("random", resources, tuple(choices), totals, terms, rules, objective, tuple(loads))


@pytest.mark.parametrize("block", seeds(2, 4))
def test_both_backends_agree_with_enumeration(block: int) -> None:
    feasible = laden = 0
    for seed in range(80 * block, 80 * block + 80):
        problem = random_problem(Random(seed))
        check(problem)
        assert estimated_work(problem) >= 0
        found = solutions(problem)
        best = max((objective for objective, _, _ in found), default=None)
        if best is None:
            assert {solve(problem, backend).status for backend in ("exact", "cpsat")} == {"infeasible"}
            continue
        optima = [(counts, carried) for objective, counts, carried in found if objective == best]
        assert all(value <= most for value, most in zip(best, upper_bound(problem), strict=True))
        feasible += 1
        laden += any(burden.loads for row in optima[0][1].values() for burden in row)
        for backend in ("exact", "cpsat"):
            outcome = solve(problem, backend)
            assert (outcome.status, outcome.bound) == ("optimal", best), seed
            assert outcome.solution is not None
            assert (outcome.solution.counts, outcome.solution.carried) == optima[0], (seed, backend)
            assert evaluate(problem, *optima[0]) == outcome.solution
            assert solve(problem, backend, at_least=best).status == "infeasible"
            for limit in {2, len(optima) + 1}:
                listed = all_optima(problem, best, limit, backend)
                assert [(each.counts, each.carried) for each in listed] == optima[:limit], (seed, backend)
    assert feasible >= 40
    assert laden >= 20
