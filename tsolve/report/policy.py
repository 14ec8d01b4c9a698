"""A policy for people: the first action, what it is worth, and what to do for each outcome of chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from tsolve.model.policies import PolicyAnswer, PolicyCase, PolicyNode, UnknownDraw, exact
from tsolve.report import numbers
from tsolve.report.page import Page

if TYPE_CHECKING:
    from fractions import Fraction

_WIDEST = (6, 4, 3)
"""Plans that are shown beside each other after the first, second, third time that chance acts; then none."""
_MOST_NAMES = 5
"""Outcomes that are named before those that lead to the same plan."""


class Outcome(NamedTuple):
    """Cards that come one after the other with nothing to decide between them, in alphabetical order."""

    cards: tuple[str, ...]
    chance: Fraction
    node: int


def show_policy(page: Page, policy: PolicyAnswer, everything: bool = False) -> None:
    """What the policy is worth, and what to do; `everything` shows each plan, else the likeliest ones."""
    page.labelled("goal", numbers.levels(policy.goal, policy.worth, policy.indicators))
    if policy.expected != policy.worth:
        page.labelled("on average", numbers.levels(policy.goal, policy.expected, policy.indicators))
    page.labelled(
        "defeats", "; ".join(f"{each.target}: {numbers.chance(each.chance)}" for each in policy.chances)
    )
    page.labelled("worst case", _case(policy.worst))
    page.labelled("best case", _case(policy.best))
    if policy.high:
        page.labelled("at least", numbers.levels(policy.goal, policy.low, policy.indicators) or "not known")
        page.labelled("at most", numbers.levels(policy.goal, policy.high, policy.indicators))
    else:
        page.labelled("bound", "the same: nothing else does better by this goal")
    looked = f"{policy.positions} different position{'s' if policy.positions != 1 else ''} looked at; "
    ways = f"{policy.ways} way{'s' if policy.ways != 1 else ''} in which the cards can come"
    page.labelled("proof", f"{looked if policy.positions else ''}{ways}, each played by the rules engine")
    page.heading("What to do")
    _Plans(page, policy, everything).show(0, 2, 0)


def show_unknown(page: Page, draws: Iterable[UnknownDraw], goal: tuple[str, ...]) -> None:
    """What cards of which nothing is known could make of the turn."""
    for draw in draws:
        page.text(f"note: {_unknown(draw, goal)}", indent=2, hang=6, style="warn")


class _Plans:
    """The plans of one policy."""

    def __init__(self, page: Page, policy: PolicyAnswer, everything: bool) -> None:
        self.page, self.policy, self.everything = page, policy, everything

    def show(self, number: int, indent: int, depth: int) -> None:
        """The steps of a node, then its outcomes."""
        node = self.policy.nodes[number]
        if node.end is not None or node.steps:
            self.page.text(self._told(node), indent, 2)
        if node.end is not None:
            return
        outcomes = outcomes_of(self.policy, number)
        groups = _grouped(self.policy, outcomes)
        most = len(groups) if self.everything else _WIDEST[depth] if depth < len(_WIDEST) else 0
        shown = groups if len(groups) == most + 1 and most else groups[:most]
        for group in shown:
            self._show_group(group, indent + 2, depth)
        if hidden := groups[len(shown) :]:
            left = sum(len(group) for group in hidden)
            share = exact(sum((each.chance for group in hidden for each in group), start=_nothing()))
            more = f"{left}{' more' if shown else ''} outcome{'s' if left != 1 else ''}"
            told = f"{'and ' if shown else ''}{more}, {numbers.chance(share)} together (--all shows them)"
            self.page.text(told, indent + 2, 2)

    def _show_group(self, group: list[Outcome], indent: int, depth: int) -> None:
        share = exact(sum((each.chance for each in group), start=_nothing()))
        self.page.text(f"on {_named(group, self.everything)}: {numbers.chance(share)}", indent, 2, "bold")
        first = group[0].node
        node = self.policy.nodes[first]
        if node.end is None:
            self.show(first, indent + 2, depth + 1)
            return
        told = {self.policy.nodes[each.node].end for each in group}
        alike = len({end.line.outcome for end in told if end is not None}) == 1
        self.page.text(self._told(node) + ("" if alike else " (or alike)"), indent + 2, 2)

    def _told(self, node: PolicyNode) -> str:
        """The steps of a node, and how the turn ends if it does."""
        steps = "; ".join(step.text for step in (node.end.line.steps if node.end else node.steps))
        return f"{steps} -> {node.end.line.outcome}" if node.end is not None else steps


def outcomes_of(policy: PolicyAnswer, number: int) -> list[Outcome]:
    """All that may come at a node until there is something to decide, likeliest first.

    The order in which the cards come does not matter where it leads to the same node.
    """
    from fractions import Fraction

    ends: dict[tuple[tuple[str, ...], int], Fraction] = {}
    level = {((), number): Fraction(1)}  # type: dict[tuple[tuple[str, ...], int], Fraction]
    while level:
        below: dict[tuple[tuple[str, ...], int], Fraction] = {}
        for (cards, here), chance in level.items():
            for branch in policy.nodes[here].branches:
                node = policy.nodes[branch.node]
                goes_on = node.branches and not node.steps
                into = below if goes_on else ends
                key = tuple(sorted((*cards, branch.card))), branch.node
                into[key] = into.get(key, Fraction(0)) + chance * numbers.fraction(branch.chance)
        level = below
    found = [Outcome(cards, chance, node) for (cards, node), chance in ends.items()]
    return sorted(found, key=lambda each: (-each.chance, each.cards))


def _grouped(policy: PolicyAnswer, outcomes: Iterable[Outcome]) -> list[list[Outcome]]:
    """The outcomes that lead to the same steps with the same end, the likeliest plan first."""
    groups: dict[Hashable, list[Outcome]] = {}
    for each in outcomes:
        end = policy.nodes[each.node].end
        plan: Hashable = each.node
        if end is not None:
            plan = tuple(step.text for step in end.line.steps), end.title
        groups.setdefault(plan, []).append(each)
    return sorted(groups.values(), key=lambda group: -sum(each.chance for each in group))


def _named(group: list[Outcome], everything: bool) -> str:
    """The outcomes of a group: `Militia or Torch`, `2 x Militia, Militia and Torch or Torch`."""
    names = [_cards(each.cards) for each in group]
    if len(names) > _MOST_NAMES + 1 and not everything:
        names = [*names[:_MOST_NAMES], f"one of {len(names) - _MOST_NAMES} more outcomes"]
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def _cards(cards: tuple[str, ...]) -> str:
    counted = [f"{n} x {name}" if n > 1 else name for name, n in Counter(cards).items()]
    return " + ".join(counted)


def _case(case: PolicyCase) -> str:
    comes = f", for example with {_cards(tuple(case.events))}" if case.events else ""
    return f"{numbers.chance(case.chance)}{comes}: {case.outcome}"


def _unknown(draw: UnknownDraw, goal: tuple[str, ...]) -> str:
    steps = "; ".join(draw.steps)
    if draw.better:
        helps = f"{len(draw.better)} of {draw.tried} cards would help"
        best = f"could raise this to: {draw.best.title} ({_levels(goal, draw.best.objective)}), with "
        told = f"{best}{_some(draw.best.cards)}; {helps}"
    else:
        told = f"could not make this better: none of {draw.tried} cards helps"
    worst = f"at worst it comes to: {draw.worst.title} ({_levels(goal, draw.worst.objective)}), with "
    return f"a card drawn by {draw.card} ({steps}) {told}; {worst}{_some(draw.worst.cards)}"


def _some(cards: tuple[str, ...]) -> str:
    if len(cards) <= _MOST_NAMES:
        *first, last = cards
        return f"{', '.join(first)} or {last}" if first else last
    return f"{', '.join(cards[:_MOST_NAMES])} or one of {len(cards) - _MOST_NAMES} more"


def _levels(goal: tuple[str, ...], values: tuple[int, ...]) -> str:
    return ", ".join(f"{level} {abs(value)}" for level, value in zip(goal, values, strict=False))


def _nothing() -> Fraction:
    from fractions import Fraction

    return Fraction(0)
