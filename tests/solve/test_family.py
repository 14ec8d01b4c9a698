"""Families of problems: each member is worth what the exact backend finds for it alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.solve.small_problems import few, problems
from tests.sweeping import seeds
from tsolve.solve import solve
from tsolve.solve.family import MOST, WIDE, Chooser, Family
from tsolve.solve.problem import Choice, Linear, Option, Problem, Resource, Total


def stocks(problem: Problem) -> list[Choice]:
    """The capacities of a problem as choices that give so much."""
    return [
        Choice(f"stock {resource.id}", resource.capacity, (Option("one", {resource.id: -1}),))
        for resource in problem.resources
    ]


def worth(
    family: Family, choices: list[Choice], bar: tuple[int, ...] | None = None
) -> tuple[int, ...] | None:
    """The objective of the member with these choices."""
    copies = []
    for choice in choices:
        if choice.copies:
            number = family.choice(choice.options)
            copies += [number] * choice.copies if number is not None else []
    return family.best(tuple(sorted(copies)), bar)


def takes_only(problem: Problem) -> bool:
    return all(
        amount >= 0
        for choice in problem.choices
        for option in choice.options
        for amount in option.uses.values()
    )


@settings(max_examples=len(seeds(80, 300)))
@given(problems().filter(takes_only), st.data())
def test_members_of_a_family_are_worth_what_they_are_worth_alone(
    problem: Problem, data: st.DataObject
) -> None:
    family = Family(problem, data.draw(st.sampled_from([0, 3, WIDE])))
    for _ in range(3):
        choices = tuple(
            replace(choice, copies=data.draw(st.integers(0, choice.copies))) for choice in problem.choices
        )
        resources = tuple(
            replace(resource, capacity=data.draw(st.integers(0, max(resource.capacity, 0))))
            for resource in problem.resources
        )
        member = replace(problem, choices=choices, resources=resources)

        alone = solve(member, "exact").solution

        found = worth(family, [*stocks(member), *member.choices])
        assert found == (None if alone is None else alone.objective)
        bar = tuple(data.draw(few) for _ in problem.objective)
        above = worth(Family(problem, 0), [*stocks(member), *member.choices], bar)
        assert (above if above is not None and above > bar else None) == (
            found if found is not None and found > bar else None
        )
        if alone is not None:
            assert canonical(family, member, alone.objective) == alone.counts


def canonical(family: Family, member: Problem, best: tuple[int, ...]) -> dict[str, dict[str, int]]:
    """The solution that the family gives for the member."""
    there = []
    for stock in stocks(member):
        number = family.choice(stock.options)
        there += [number] * stock.copies if number is not None else []
    choosers = [
        Chooser(family.choice(choice.options), choice.copies, choice.options)
        for choice in member.choices
        if choice.copies
    ]
    ids = [choice.id for choice in member.choices if choice.copies]
    counts = dict(zip(ids, family.solution(tuple(sorted(there)), choosers, best), strict=True))
    return {choice.id: counts.get(choice.id, {}) for choice in member.choices}


HERO = (Option("bare", adds={"attack": 1}), Option("armed", {"sword": 1}, {"attack": 4}))
SWORD = (Option("there", {"sword": -1}),)
PARTY = Problem(
    "party",
    (Resource("sword", 0),),
    (),
    (Total("attack", prefer="more"), Total("lost", 2, prefer="less")),
    (Linear("fewest", ((-1, "lost"),)),),
    objective=("attack", "fewest"),
)


@pytest.mark.parametrize(
    ("heroes", "swords", "taken"),
    [
        (2, 1, {"bare": 1, "armed": 1}),
        (2, 2, {"armed": 2}),
        (2, 0, {"bare": 2}),
    ],
)
def test_a_solution_says_who_takes_what(heroes: int, swords: int, taken: dict[str, int]) -> None:
    family = Family(PARTY)
    hero, sword = family.choice(HERO), family.choice(SWORD)
    assert hero is not None
    assert sword is not None
    best = family.best(tuple(sorted([hero] * heroes + [sword] * swords)))
    assert best is not None

    assert family.solution((sword,) * swords, [Chooser(hero, heroes, HERO)], best) == [taken]


def test_what_is_out_of_reach_has_no_solution() -> None:
    family = Family(PARTY)

    with pytest.raises(ValueError, match="out of reach"):
        family.solution((), [Chooser(family.choice(HERO), 1, HERO)], (4, -2))  # there is no sword


def test_choices_with_equal_options_are_one_and_idle_ones_none() -> None:
    family = Family(PARTY)

    assert family.choice(HERO) == family.choice(HERO)
    assert family.choice((Option("nothing"),)) is None


def test_a_giver_has_one_option_and_numbers_have_a_limit() -> None:
    family = Family(PARTY)

    with pytest.raises(ValueError, match="gives to a resource"):
        family.choice((Option("give", {"sword": -1}), Option("keep")))
    huge = family.choice((Option("huge", adds={"attack": MOST}),))
    assert huge is not None
    assert family.best((huge,)) == (MOST, -2)
    with pytest.raises(ValueError, match="may come to more"):
        family.best((huge, huge))
