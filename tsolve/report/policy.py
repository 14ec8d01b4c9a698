"""A policy for people: the first action, what it is worth, and what to do for each outcome of chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from tsolve.diagnostics import counted
from tsolve.model.policies import (
    PolicyAnswer,
    PolicyCase,
    PolicyEnd,
    PolicyNode,
    PossibleEnd,
    TargetChance,
    UnknownDraw,
    exact,
)
from tsolve.report import numbers
from tsolve.report.page import Page

if TYPE_CHECKING:
    from fractions import Fraction

_WIDEST = (6, 4, 3)
"""Plans that are shown beside each other after the first, second, third time that chance acts; then none."""
_LEVELS_SHOWN = 2
"""Levels of the goal that are shown in the midst of a plan."""
_MOST_NAMES = 5
"""Cards that are named of those that lead to the same plan."""
_MOST_SETS = 3
"""Sets of cards that are named of those that lead to the same plan."""


class ShownOutcome(NamedTuple):
    """Cards that come one after the other, in alphabetical order, with their chance and what to do then."""

    cards: tuple[str, ...]
    chance: Fraction
    node: int


def show_policy(page: Page, policy: PolicyAnswer, everything: bool = False) -> None:
    """What the policy is worth, and what to do; `everything` shows each plan, else the likeliest ones."""
    page.labelled("goal", numbers.of_policy(policy, policy.worth))
    if policy.expected != policy.worth:
        page.labelled("on average", numbers.of_policy(policy, policy.expected))
    if policy.chances:
        page.labelled(policy.deed.does, "; ".join(map(_likely, policy.chances)))
    page.labelled("worst case", _case(policy.worst))
    page.labelled("best case", _case(policy.best))
    if policy.high:
        page.labelled("at least", numbers.of_policy(policy, policy.low) or "not known")
        page.labelled("at most", numbers.of_policy(policy, policy.high))
    else:
        page.labelled("bound", "the same: nothing else does better by this goal")
    ends = sum(node.end is not None for node in policy.nodes)
    looked = f"{_many(policy.positions, 'position')} looked at; " if policy.positions else ""
    ways = f"the cards can come in {_many(policy.ways, 'way')}, to {_many(ends, 'different end')}"
    page.labelled("proof", f"{looked}{ways}, each played by the rules engine")
    page.heading("What to do")
    _Plans(page, policy, everything).show()


def show_unknown(page: Page, draws: Iterable[UnknownDraw], counted_down: tuple[str, ...]) -> None:
    """What unknown cards could make of the turn."""
    for draw in draws:
        page.text(f"note: {_unknown(draw, counted_down)}", indent=2, hang=6, style="warn")


class _Plans:
    """The plans of one policy."""

    def __init__(self, page: Page, policy: PolicyAnswer, everything: bool) -> None:
        self.page, self.policy, self.everything = page, policy, everything

    def show(self) -> None:
        """From the beginning."""
        start = ShownOutcome((), _whole(), 0)
        node = self.policy.nodes[0]
        if node.steps:
            self.page.text(_told(node), 2, 2)
        self._show_outcomes([start], 4, 0)

    def _show_outcomes(self, group: list[ShownOutcome], indent: int, depth: int) -> None:
        """What may come after a group of outcomes with the same steps, by the plans that it leads to."""
        groups = self._groups(outcomes_of(self.policy, group))
        while len(groups) == 1 and not self._ends(groups[0]) and len(groups[0]) > 1:
            self.page.text(f"whatever comes: {_told(self.policy.nodes[groups[0][0].node])}", indent, 2)
            groups = self._groups(outcomes_of(self.policy, groups[0]))
        most = len(groups) if self.everything else _WIDEST[depth] if depth < len(_WIDEST) else 0
        shown = groups if len(groups) == most + 1 and most else groups[:most]
        whole = sum((each.chance for each in group), start=_nothing())
        for each in shown:
            self._show_group(each, whole, indent, depth)
        if hidden := groups[len(shown) :]:
            left = sum(len(each) for each in hidden)
            share = exact(sum((one.chance for each in hidden for one in each), start=_nothing()) / whole)
            more = f"{left}{' more' if shown else ''} outcome{'s' if left != 1 else ''}"
            told = f"{'and ' if shown else ''}{more}, {numbers.chance(share)} together (--all shows them)"
            self.page.text(told, indent, 2)

    def _show_group(self, group: list[ShownOutcome], whole: Fraction, indent: int, depth: int) -> None:
        """Outcomes that lead to the same steps; `whole` is the chance of all outcomes beside them."""
        share = exact(sum((each.chance for each in group), start=_nothing()) / whole)
        self.page.text(f"on {_named(group, self.everything)}: {numbers.chance(share)}", indent, 2, "bold")
        node = self.policy.nodes[group[0].node]
        ends = {each.line.outcome for each in self._ends(group)}
        if ends:
            self.page.text(_told(node) + (" (or alike)" if len(ends) > 1 else ""), indent + 2, 2)
        elif depth + 1 < len(_WIDEST) or self.everything:
            self.page.text(_told(node), indent + 2, 2)
            self._show_outcomes(_without_common(group), indent + 4, depth + 1)
        else:
            told = f"{_told(node)}; then as the cards come, on average {self._mean(group)}"
            self.page.text(f"{told} (--all shows it)", indent + 2, 2)

    def _ends(self, group: list[ShownOutcome]) -> list[PolicyEnd]:
        """The ends of the turn that these outcomes lead to at once."""
        ends = (self.policy.nodes[each.node].end for each in group)
        return [end for end in ends if end is not None]

    def _groups(self, outcomes: Iterable[ShownOutcome]) -> list[list[ShownOutcome]]:
        """The outcomes that lead to the same steps, and to the same end if any, the likeliest plan first.

        Where everything is shown and another card comes after the steps, each outcome is a plan of its own.
        """
        groups: dict[Hashable, list[ShownOutcome]] = {}
        for each in outcomes:
            node = self.policy.nodes[each.node]
            plan: Hashable = each.node if self.everything else tuple(step.text for step in node.steps)
            if node.end is not None:
                plan = tuple(step.text for step in node.end.line.steps), node.end.title
            groups.setdefault(plan, []).append(each)
        return sorted(groups.values(), key=lambda group: -sum(each.chance for each in group))

    def _mean(self, group: list[ShownOutcome]) -> str:
        """What the outcomes of a group are worth together."""
        whole = sum((each.chance for each in group), start=_nothing())
        worths = [[numbers.fraction(level) for level in self.policy.nodes[each.node].worth] for each in group]
        levels = zip(*worths, strict=True)
        weights = [each.chance / whole for each in group]
        means = [exact(sum(w * v for w, v in zip(weights, level, strict=True))) for level in levels]
        return numbers.of_policy(self.policy, means[:_LEVELS_SHOWN])


def outcomes_of(policy: PolicyAnswer, starts: Iterable[ShownOutcome]) -> list[ShownOutcome]:
    """All that may come after these outcomes until there is something to decide, likeliest first.

    The order in which the cards come does not matter where it leads to the same node.
    """
    ends: dict[tuple[tuple[str, ...], int], Fraction] = {}
    level: dict[tuple[tuple[str, ...], int], Fraction] = {}
    for cards, chance, node in starts:
        level[cards, node] = level.get((cards, node), _nothing()) + chance
    while level:
        below: dict[tuple[tuple[str, ...], int], Fraction] = {}
        for (cards, here), chance in level.items():
            for branch in policy.nodes[here].branches:
                next_ = policy.nodes[branch.node]
                into = below if next_.branches and not next_.steps else ends
                key = tuple(sorted((*cards, branch.card, *branch.then))), branch.node
                into[key] = into.get(key, _nothing()) + chance * numbers.fraction(branch.chance)
        level = below
    found = [ShownOutcome(cards, chance, node) for (cards, node), chance in ends.items()]
    return sorted(found, key=lambda each: (-each.chance, each.cards))


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


def _named(group: list[ShownOutcome], everything: bool) -> str:
    """The outcomes of a group: `A, B or C`, `2 x A; A + B`."""
    names = [_cards(each.cards) for each in group]
    several = any(len(each.cards) > 1 for each in group)
    most = _MOST_SETS if several else _MOST_NAMES
    if len(names) > most + 1 and not everything:
        names = [*names[:most], f"one of {len(names) - most} more outcomes"]
    *first, last = names
    between = "; " if several else ", "
    return f"{between.join(first)}{';' if several else ''} or {last}" if first else last


def _cards(cards: tuple[str, ...]) -> str:
    return " + ".join(counted(cards))


def _likely(each: TargetChance) -> str:
    """The chance to deal with a target by this play, and by one for it alone where that is greater."""
    told = f"{each.target}: {numbers.chance(each.chance)}"
    if each.greatest is None or each.greatest == each.chance:
        return told
    return f"{told}, but {numbers.chance(each.greatest)} if nothing else counts"


def _case(case: PolicyCase) -> str:
    comes = f", for example with {_cards(tuple(case.events))}" if case.events else ""
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
    return f"a card drawn by {draw.card} ({steps}) {told}; {worst}{_some(draw.worst.cards)}"


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
