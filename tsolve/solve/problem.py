"""An optimisation problem in plain terms: choices spend resources and add to totals, copies that took their
option may carry loads, terms turn totals into a score.

Every constraint carries a `ruling`, the id of the rule behind it; the backends ignore it, and explanations
read it. All numbers are whole numbers and all arithmetic is exact.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Resource(Struct, frozen=True):
    """A stock that options draw on. Only the final balance counts: all uses together may not exceed
    `capacity`.
    """

    id: str
    capacity: int
    ruling: str = ""


class Option(Struct, frozen=True):
    """One way to use one copy: what it takes from resources (negative: gives) and adds to totals.

    `holds` is the room that a copy which takes this option has for loads, by kind of room; none of a kind
    that it does not name.
    """

    id: str
    uses: dict[str, int] = {}
    adds: dict[str, int] = {}
    holds: dict[str, int] = {}


class Choice(Struct, frozen=True):
    """A class of identical copies; each copy takes exactly one of the options."""

    id: str
    copies: int
    options: tuple[Option, ...]
    ruling: str = ""


class Carry(Struct, frozen=True):
    """What one copy of a load comes to for the copy that carries it.

    `takes` is the room it takes there, by kind (negative: it makes room for other loads). `uses` and `adds`
    are as those of an option.
    """

    takes: dict[str, int] = {}
    uses: dict[str, int] = {}
    adds: dict[str, int] = {}


class Load(Struct, frozen=True):
    """A class of identical things, each carried by one copy of a choice that `carriers` names, or by nobody.

    One copy may carry any number of loads: of each kind of room, all that it carries takes no more in sum
    than its option holds. Only the sum counts, not an order. So a tool of weight 3 takes 3 of the room
    "weight", and a belt that lends 2 takes -2 of it; where at most one tool may be carried, tools also
    take 1 of the room "hands", of which the option holds 1. An option without room still lets a copy carry
    what takes none, and what a belt makes room for; whoever shall carry nothing at all has none of a room
    that every load takes.
    """

    id: str
    copies: int
    carriers: dict[str, Carry]
    ruling: str = ""


class Total(Struct, frozen=True):
    """`start` plus whatever the chosen options and the carried loads add, required to end between `low` and
    `high`.

    `prefer` is a promise of the caller: "more" says that, all else equal, more of this total never makes
    the answer worse (no implication breaks, no objective falls), "less" the contrary, "exact" promises
    nothing. The exact backend relies on it to prune; the CP-SAT backend does not read it.
    """

    id: str
    start: int = 0
    low: int | None = None
    high: int | None = None
    prefer: Literal["more", "less", "exact"] = "exact"
    ruling: str = ""


class Test(Struct, frozen=True):
    """A threshold on a total or term: `of >= at_least`, or `of <= at_most`. Exactly one of the two is
    given.
    """

    __test__ = False  # not a test class, whatever pytest thinks of the name

    of: str
    at_least: int | None = None
    at_most: int | None = None


class Linear(Struct, frozen=True, tag="linear"):
    """A weighted sum: `constant` plus coefficient times value, over `parts`."""

    id: str
    parts: tuple[tuple[int, str], ...]
    constant: int = 0
    ruling: str = ""


class Divide(Struct, frozen=True, tag="divide"):
    """`of` divided by `by`, rounded down, below zero too: half of -3 is -2."""

    id: str
    of: str
    by: int = 2
    ruling: str = ""


class Clamp(Struct, frozen=True, tag="clamp"):
    """`of`, but not below `low` and not above `high`."""

    id: str
    of: str
    low: int | None = None
    high: int | None = None
    ruling: str = ""


class Pick(Struct, frozen=True, tag="pick"):
    """`then` when the test holds, otherwise `otherwise`; each is an id or a number."""

    id: str
    when: Test
    then: str | int
    otherwise: str | int
    ruling: str = ""


Term = Linear | Divide | Clamp | Pick


class Implication(Struct, frozen=True):
    """A constraint: if `when` holds, `then` must hold."""

    when: Test
    then: Test
    ruling: str = ""


class Problem(Struct, frozen=True):
    """Choose an option for every copy, and who carries which load, so that `objective` is lexicographically
    greatest.

    `terms` are computed in order after the totals and may refer to totals and to earlier terms. `objective`
    names totals or terms, the most important first, each to be maximised.
    """

    id: str
    resources: tuple[Resource, ...] = ()
    choices: tuple[Choice, ...] = ()
    totals: tuple[Total, ...] = ()
    terms: tuple[Term, ...] = ()
    constraints: tuple[Implication, ...] = ()
    objective: tuple[str, ...] = ()
    loads: tuple[Load, ...] = ()


class Burden(Struct, frozen=True):
    """One copy of a choice that may carry: the option that it takes, and how many it carries of each load
    (only those above zero).
    """

    option: str
    loads: dict[str, int] = {}


class Solution(Struct, frozen=True):
    """Counts per choice and option (only those above zero), all totals and terms by id, and the objective
    values.

    `carried` has each choice that a load names with its copies one by one. Which copy is which makes no
    difference, so they are sorted: earlier options first, of equal options first who carries fewer of the
    first load, then of the second, and so on.
    """

    problem: str
    counts: dict[str, dict[str, int]]
    values: dict[str, int]
    objective: tuple[int, ...]
    carried: dict[str, tuple[Burden, ...]] = {}


class Outcome(Struct, frozen=True):
    """What a backend found.

    `bound` is proven: no solution has a lexicographically greater objective. It equals the objective when
    `status` is "optimal"; when "infeasible" it is the `at_least` that was asked to be beaten, or empty when
    nothing was asked; when "undecided" (time ran out) `solution` is the best one met so far, if any.
    """

    status: Literal["optimal", "infeasible", "undecided"]
    solution: Solution | None
    bound: tuple[int, ...]
    backend: str
    states: int = 0
    """How many partial solutions the exact backend looked at: its work, the same on every machine."""
