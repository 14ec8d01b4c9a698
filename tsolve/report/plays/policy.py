"""A policy for people: the first action, what it is worth, and what to do for each outcome of chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tsolve.model.policies import (
    PolicyAnswer,
    PolicyCase,
    PolicyEnd,
    PolicyNode,
    PossibleEnd,
    UnknownDraw,
    exact,
)
from tsolve.report.page import Branch, Page
from tsolve.report.plays.outcomes import (
    ShownOutcome,
    cards_told,
    likely,
    mean_worth,
    named,
    outcomes_of,
    plans_of,
)
from tsolve.report.words import numbers

if TYPE_CHECKING:
    from fractions import Fraction

_WIDEST = (6, 4, 3)
"""Plans that are shown beside each other after the first, second, third time that chance acts; then none."""
_LEVELS_SHOWN = 2
"""Levels of the goal that are shown in the midst of a plan."""
_MOST_NAMES = 5
"""Cards that are named of those that lead to the same plan."""


def show_policy(page: Page, policy: PolicyAnswer, everything: bool = False) -> None:
    """What the policy is worth, and what to do; `everything` shows each plan, else the likeliest ones."""
    page.labelled("goal", numbers.of_policy(policy, policy.worth))
    if policy.expected != policy.worth:
        page.labelled("on average", numbers.of_policy(policy, policy.expected))
    if policy.chances:
        page.labelled(policy.deed.does, "; ".join(map(likely, policy.chances)))
    page.labelled("worst case", _case(policy.worst))
    page.labelled("best case", _case(policy.best))
    if policy.high:
        page.labelled("at least", numbers.of_policy(policy, policy.low) or "not known")
        page.labelled("at most", numbers.of_policy(policy, policy.high))
    else:
        page.labelled("best", "nothing else brings more by this goal (proved)")
    ends = sum(node.end is not None for node in policy.nodes)
    looked = f"{_many(policy.positions, 'position')} looked at; " if policy.positions else ""
    ways = f"the cards can come in {_many(policy.ways, 'way')}, to {_many(ends, 'different end')}"
    page.labelled("proof", f"{looked}{ways}, each played by the rules engine")
    page.heading("What to do")
    if policy.nodes[0].steps:
        page.text(_told(policy.nodes[0]), 2, 2)
    page.tree(_Plans(policy, everything).after([ShownOutcome((), _whole(), 0)]), indent=4)


def show_unknown(page: Page, draws: Iterable[UnknownDraw], counted_down: tuple[str, ...]) -> None:
    """What unknown cards could make of the turn."""
    for draw in draws:
        page.text(f"note: {_unknown(draw, counted_down)}", indent=2, hang=6, style="warn")


class _Plans:
    """The plans of one policy."""

    def __init__(self, policy: PolicyAnswer, everything: bool) -> None:
        self.policy, self.everything = policy, everything

    def after(self, group: list[ShownOutcome], depth: int = 0) -> tuple[Branch, ...]:
        """What may come after a group of outcomes with the same steps, by the plans that it leads to."""
        groups = plans_of(self.policy, outcomes_of(self.policy, group), self.everything)
        if len(groups) == 1 and not self._ends(groups[0]) and len(groups[0]) > 1:
            told = _told(self.policy.nodes[groups[0][0].node])
            return (Branch("", f"whatever comes: {told}", self.after(groups[0], depth)),)
        most = len(groups) if self.everything else _WIDEST[depth] if depth < len(_WIDEST) else 0
        shown = groups if len(groups) == most + 1 and most else groups[:most]
        whole = sum((each.chance for each in group), start=_nothing())
        branches = [self._branch(each, whole, depth) for each in shown]
        if hidden := groups[len(shown) :]:
            left = sum(len(each) for each in hidden)
            share = exact(sum((one.chance for each in hidden for one in each), start=_nothing()) / whole)
            more = f"{left}{' more' if shown else ''} outcome{'s' if left != 1 else ''}"
            told = f"{'and ' if shown else ''}{more}, {numbers.chance(share)} together (--all shows them)"
            branches.append(Branch("", told))
        return tuple(branches)

    def _branch(self, group: list[ShownOutcome], whole: Fraction, depth: int) -> Branch:
        """Outcomes that lead to the same steps; `whole` is the chance of all outcomes beside them."""
        share = exact(sum((each.chance for each in group), start=_nothing()) / whole)
        head = f"on {named(group, self.everything)}: {numbers.chance(share)}"
        told = _told(self.policy.nodes[group[0].node])
        if ends := {each.line.outcome for each in self._ends(group)}:
            return Branch(head, told + (" (or alike)" if len(ends) > 1 else ""))
        if depth + 1 < len(_WIDEST) or self.everything:
            return Branch(head, told, self.after(_without_common(group), depth + 1))
        mean = f"then as the cards come, on average {self._mean(group)}"
        return Branch(head, f"{told}; {mean} (--all shows it)")

    def _ends(self, group: list[ShownOutcome]) -> list[PolicyEnd]:
        """The ends of the turn that these outcomes lead to at once."""
        ends = (self.policy.nodes[each.node].end for each in group)
        return [end for end in ends if end is not None]

    def _mean(self, group: list[ShownOutcome]) -> str:
        """What the outcomes of a group are worth together."""
        return numbers.of_policy(self.policy, mean_worth(self.policy, group)[:_LEVELS_SHOWN])


def _told(node: PolicyNode) -> str:
    """The steps of a node, and how the turn ends if it does."""
    steps = "; ".join(step.text for step in (node.end.line.steps if node.end else node.steps))
    return f"{steps} -> {node.end.line.outcome}" if node.end is not None else steps


def _without_common(group: list[ShownOutcome]) -> list[ShownOutcome]:
    """The outcomes without the cards that have come in all of them, which were named above."""
    common = Counter(group[0].cards)
    for each in group[1:]:
        common &= Counter(each.cards)
    return [each._replace(cards=tuple((Counter(each.cards) - common).elements())) for each in group]


def _case(case: PolicyCase) -> str:
    comes = f", for example with {cards_told(tuple(case.events))}" if case.events else ""
    return f"{numbers.chance(case.chance)}{comes}: {case.outcome}"


def _unknown(draw: UnknownDraw, counted_down: tuple[str, ...]) -> str:
    def end(possible: PossibleEnd) -> str:
        return f"{possible.title} ({numbers.whole_levels(draw.goal, possible.objective, counted_down)})"

    steps = "; ".join(draw.steps)
    if draw.better:
        helps = f"{len(draw.better)} of {draw.tried} cards would help"
        best = f"could raise this to: {end(draw.best)}, with "
        told = f"{best}{_some(draw.best.cards)}; {helps}"
    else:
        told = f"could not make this better: none of {draw.tried} cards helps"
    worst = f"at worst it comes to: {end(draw.worst)}, with "
    comes = draw.where or f"drawn by {draw.card}"
    return f"a card {comes} ({steps}) {told}; {worst}{_some(draw.worst.cards)}"


def _some(cards: tuple[str, ...]) -> str:
    if len(cards) <= _MOST_NAMES:
        *first, last = cards
        return f"{', '.join(first)} or {last}" if first else last
    return f"{', '.join(cards[:_MOST_NAMES])} or one of {len(cards) - _MOST_NAMES} more"


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"


def _nothing() -> Fraction:
    from fractions import Fraction

    return Fraction(0)


def _whole() -> Fraction:
    from fractions import Fraction

    return Fraction(1)
