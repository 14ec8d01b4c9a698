"""What may come under a policy, put together by what to do then."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tsolve.diagnostics import counted
from tsolve.model.policies import Exact, PolicyAnswer, TargetChance, exact
from tsolve.report.words import numbers

if TYPE_CHECKING:
    from fractions import Fraction

_MOST_NAMES = 5
"""Cards that are named of those that lead to the same plan."""
_MOST_SETS = 3
"""Sets of cards that are named of those that lead to the same plan."""


class ShownOutcome(NamedTuple):
    """Cards that come one after the other, in alphabetical order, with their chance and what to do then."""

    cards: tuple[str, ...]
    chance: Fraction
    node: int


def outcomes_of(policy: PolicyAnswer, starts: Iterable[ShownOutcome]) -> list[ShownOutcome]:
    """All that may come after these outcomes until there is something to decide, likeliest first.

    The order in which the cards come does not matter where it leads to the same node.
    """
    from fractions import Fraction

    ends: dict[tuple[tuple[str, ...], int], Fraction] = {}
    level: dict[tuple[tuple[str, ...], int], Fraction] = {}
    for cards, chance, node in starts:
        level[cards, node] = level.get((cards, node), Fraction(0)) + chance
    while level:
        below: dict[tuple[tuple[str, ...], int], Fraction] = {}
        for (cards, here), chance in level.items():
            for branch in policy.nodes[here].branches:
                next_ = policy.nodes[branch.node]
                into = below if next_.branches and not next_.steps else ends
                key = tuple(sorted((*cards, branch.card, *branch.then))), branch.node
                into[key] = into.get(key, Fraction(0)) + chance * numbers.fraction(branch.chance)
        level = below
    found = [ShownOutcome(cards, chance, node) for (cards, node), chance in ends.items()]
    return sorted(found, key=lambda each: (-each.chance, each.cards))


def plans_of(
    policy: PolicyAnswer, outcomes: Iterable[ShownOutcome], everything: bool = False
) -> list[list[ShownOutcome]]:
    """The outcomes that lead to the same steps, and to the same end if any, the likeliest plan first.

    Where everything is shown and another card comes after the steps, each outcome is a plan of its own.
    """
    groups: dict[Hashable, list[ShownOutcome]] = {}
    for each in outcomes:
        node = policy.nodes[each.node]
        plan: Hashable = each.node if everything else tuple(step.text for step in node.steps)
        if node.end is not None:
            plan = tuple(step.text for step in node.end.line.steps), node.end.title
        groups.setdefault(plan, []).append(each)
    return sorted(groups.values(), key=lambda group: -sum(each.chance for each in group))


def named(group: list[ShownOutcome], everything: bool = False) -> str:
    """The outcomes of a group: `A, B or C`, `2 x A; A + B`."""
    names = list(dict.fromkeys(cards_told(each.cards) for each in group))
    several = any(len(each.cards) > 1 for each in group)
    most = _MOST_SETS if several else _MOST_NAMES
    if len(names) > most + 1 and not everything:
        names = [*names[:most], f"one of {len(names) - most} more outcomes"]
    *first, last = names
    between = "; " if several else ", "
    return f"{between.join(first)}{';' if several else ''} or {last}" if first else last


def cards_told(cards: tuple[str, ...]) -> str:
    """Cards that come together: `2 x A + B`."""
    return " + ".join(counted(cards))


def likely(each: TargetChance) -> str:
    """The chance to deal with a target by this play, and by one for it alone where that is greater."""
    told = f"{each.target}: {numbers.chance(each.chance)}"
    if each.greatest is None or each.greatest == each.chance:
        return told
    return f"{told}, but {numbers.chance(each.greatest)} if nothing else counts"


def mean_worth(policy: PolicyAnswer, group: Sequence[ShownOutcome]) -> list[Exact]:
    """What the outcomes of a group are worth together, level by level of the goal."""
    whole = sum(each.chance for each in group)
    worths = [[numbers.fraction(level) for level in policy.nodes[each.node].worth] for each in group]
    weights = [each.chance / whole for each in group]
    levels = zip(*worths, strict=True)
    return [exact(sum(w * v for w, v in zip(weights, level, strict=True))) for level in levels]
