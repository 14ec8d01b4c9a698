"""Random small problems, and every solution of one by plain enumeration, with arithmetic of its own: the
judge of both backends. They have resources that are used and produced, limits, all kinds of terms,
implications, ties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product

from hypothesis import strategies as st
from msgspec.structs import replace

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
    Test,
    Total,
)

Found = tuple[tuple[int, ...], dict[str, dict[str, int]], dict[str, tuple[Loaded, ...]]]
"""A solution: its objective, its counts by id, and who carries what."""


def met(test: Test, values: Mapping[str, int]) -> bool:
    if test.at_least is None:
        return values[test.of] <= test.at_most
    return values[test.of] >= test.at_least


def finish(problem: Problem, totals: Mapping[str, int]) -> dict[str, int] | None:
    """All values that follow from the totals; None when an implication is broken."""
    values = dict(totals)
    for term in problem.terms:
        if isinstance(term, Linear):
            values[term.id] = sum((weight * values[id_] for weight, id_ in term.parts), term.constant)
        elif isinstance(term, Divide):
            values[term.id] = (values[term.of] - values[term.of] % term.by) // term.by
        elif isinstance(term, Clamp):
            bounds = sorted([values[term.of], *([term.low] if term.low is not None else [])])
            value = bounds[-1]
            values[term.id] = value if term.high is None or value < term.high else term.high
        elif isinstance(term, Pick):
            branch = term.then if met(term.when, values) else term.otherwise
            values[term.id] = branch if isinstance(branch, int) else values[branch]
    broken = any(met(rule.when, values) and not met(rule.then, values) for rule in problem.constraints)
    return None if broken else values


def burdens(problem: Problem, choice: Choice) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every option of one copy with all that it may carry there, in the order of a solution."""
    loads = loads_of(problem, choice)
    for place, option in enumerate(choice.options):
        for carried in product(*(range(load.copies + 1) for load in loads)):
            taken = Counter[str]()
            for load, count in zip(loads, carried, strict=True):
                for kind, amount in load.carriers[choice.id].takes.items():
                    taken[kind] += count * amount
            if all(amount <= option.holds.get(kind, 0) for kind, amount in taken.items()):
                yield place, carried


def loads_of(problem: Problem, choice: Choice) -> list[Load]:
    return [load for load in problem.loads if choice.id in load.carriers]


def solutions(problem: Problem) -> list[Found]:
    """Every solution in canonical order, by trying all assignments."""
    rows = [combinations_with_replacement(burdens(problem, each), each.copies) for each in problem.choices]
    return [found for taken in product(*rows) if (found := _solution(problem, taken)) is not None]


def _solution(problem: Problem, taken: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]) -> Found | None:
    """What comes of an assignment: for each copy of each choice its option, and how many it carries of each
    load. None where it is inadmissible.
    """
    effects: list[tuple[int, Option | Carry]] = []
    counts, carried, out = {}, {}, Counter[str]()
    for choice, row in zip(problem.choices, taken, strict=True):
        options = [choice.options[place] for place, _ in row]
        held = [list(zip(loads_of(problem, choice), numbers, strict=True)) for _, numbers in row]
        counts[choice.id] = dict(Counter(option.id for option in options))
        effects += [(1, option) for option in options]
        effects += [(count, load.carriers[choice.id]) for each in held for load, count in each]
        for each in held:
            out.update({load.id: count for load, count in each})
        if loads_of(problem, choice):
            carried[choice.id] = tuple(
                Loaded(option.id, {load.id: count for load, count in each if count})
                for option, each in zip(options, held, strict=True)
            )
    if any(out[load.id] > load.copies for load in problem.loads):
        return None
    for resource in problem.resources:
        if sum(count * effect.uses.get(resource.id, 0) for count, effect in effects) > resource.capacity:
            return None
    totals = {}
    for total in problem.totals:
        value = total.start + sum(count * effect.adds.get(total.id, 0) for count, effect in effects)
        if (total.low is not None and value < total.low) or (total.high is not None and value > total.high):
            return None
        totals[total.id] = value
    values = finish(problem, totals)
    return None if values is None else (tuple(values[id_] for id_ in problem.objective), counts, carried)


few = st.integers(-3, 4)


def maybe(values: st.SearchStrategy[int]) -> st.SearchStrategy[int | None]:
    return st.none() | values


@st.composite
def tests_of(draw: st.DrawFn, ids: list[str]) -> Test:
    of, threshold = draw(st.sampled_from(ids)), draw(st.integers(-3, 6))
    return Test(of, at_least=threshold) if draw(st.booleans()) else Test(of, at_most=threshold)


@st.composite
def ranges(draw: st.DrawFn) -> dict[str, int | None]:
    low, high = draw(maybe(st.integers(-4, 2))), draw(maybe(st.integers(2, 8)))
    return {"low": low, "high": high}


@st.composite
def terms(draw: st.DrawFn, id_: str, ids: list[str]) -> Linear | Divide | Clamp | Pick:
    kind = draw(st.sampled_from(["linear", "divide", "clamp", "pick"]))
    of = st.sampled_from(ids)
    if kind == "linear":
        parts = draw(st.lists(st.tuples(few, of), min_size=1, max_size=3))
        return Linear(id_, tuple(parts), draw(few))
    if kind == "divide":
        return Divide(id_, draw(of), draw(st.integers(1, 4)))
    if kind == "clamp":
        return Clamp(id_, draw(of), **draw(ranges()))
    return Pick(id_, draw(tests_of(ids)), draw(of | few), draw(of | few))


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A problem with up to some hundred ways to choose, all of whose promises are kept."""
    resources = tuple(Resource(f"r{n}", draw(st.integers(-1, 4))) for n in range(draw(st.integers(0, 3))))
    total_ids = [f"t{n}" for n in range(draw(st.integers(1, 3)))]
    uses = (
        st.dictionaries(st.sampled_from([r.id for r in resources]), st.integers(-2, 3))
        if resources
        else st.just({})
    )
    adds = st.dictionaries(st.sampled_from(total_ids), few)
    choices = []
    for n in range(draw(st.integers(0, 4))):
        options = [Option(f"o{m}", draw(uses), draw(adds)) for m in range(draw(st.integers(1, 4)))]
        copies = draw(st.sampled_from([0, 1, 1, 1, 2, 3]))
        choices.append(Choice(f"c{n}", copies, tuple(options)))
    totals = []
    for id_ in total_ids:
        limits = draw(st.just({}) | st.just({}) | ranges())
        totals.append(Total(id_, draw(few), **limits))
    ids, made = list(total_ids), []
    for n in range(draw(st.integers(0, 5))):
        made.append(draw(terms(f"v{n}", ids)))
        ids.append(f"v{n}")
    rules = [Implication(draw(tests_of(ids)), draw(tests_of(ids))) for _ in range(draw(st.integers(0, 2)))]
    objective = draw(st.lists(st.sampled_from(ids), max_size=3))
    problem = Problem(
        "random", resources, tuple(choices), tuple(totals), tuple(made), tuple(rules), tuple(objective)
    )
    wishes = [draw(st.sampled_from(["more", "less", "exact"])) for _ in totals]
    return replace(problem, totals=tuple(map(_honest, [problem] * len(totals), totals, wishes)))


def _honest(problem: Problem, total: Total, wish: str) -> Total:
    """The total with the promise that was wished for, if it is kept everywhere within reach."""
    if wish == "exact":
        return total
    spans = {}
    for each in problem.totals:
        added = [(c.copies, [o.adds.get(each.id, 0) for o in c.options]) for c in problem.choices]
        low, high = (each.start + sum(n * end(amounts) for n, amounts in added) for end in (min, max))
        spans[each.id] = range(low, high + 1)
    others = [id_ for id_ in spans if id_ != total.id]
    values = spans[total.id] if wish == "more" else spans[total.id][::-1]
    for rest in product(*(spans[id_] for id_ in others)):
        worst: tuple[int, ...] | None = None  # broken is worse than any objective
        for value in values:
            made = finish(problem, {**dict(zip(others, rest, strict=True)), total.id: value})
            worth = None if made is None else tuple(made[id_] for id_ in problem.objective)
            if worst is not None and (worth is None or worth < worst):
                return total
            worst = worth
    return replace(total, prefer=wish)
