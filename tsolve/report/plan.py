"""Shows a policy: as advice with the branches that matter, or in full with what to do for each outcome of
chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tsolve.diagnostics import counted
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import (
    Exact,
    PolicyAnswer,
    PolicyCase,
    PolicyEnd,
    PolicyNode,
    PossibleEnd,
    TargetChance,
    UnknownDraw,
    exact,
)
from tsolve.report import words
from tsolve.report.course import bounds_told
from tsolve.report.lines import attitude, best_word
from tsolve.report.page import Branch, Page

if TYPE_CHECKING:
    from fractions import Fraction


_MOST_NAMES = 5
"""The most cards that are named if several lead to the same plan."""
_MOST_SETS = 3
"""The most sets of cards that are named if several lead to the same plan."""


class ShownOutcome(NamedTuple):
    """Cards that come one after the other, in alphabetical order, with their chance and what to do then."""

    cards: tuple[str, ...]
    chance: Fraction
    node: int


def outcomes_of(policy: PolicyAnswer, starts: Iterable[ShownOutcome]) -> list[ShownOutcome]:
    """All outcomes after these until the next decision, the most likely first.

    Outcomes that differ only in the order of the cards are merged if they lead to the same node.
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
                into[key] = into.get(key, Fraction(0)) + chance * words.fraction(branch.chance)
        level = below
    found = [ShownOutcome(cards, chance, node) for (cards, node), chance in ends.items()]
    return sorted(found, key=lambda each: (-each.chance, each.cards))


def plans_of(
    policy: PolicyAnswer, outcomes: Iterable[ShownOutcome], everything: bool = False
) -> list[list[ShownOutcome]]:
    """The outcomes grouped by plan: the same steps, and the same end if any; the most likely plan first.

    If everything is shown and another card comes after the steps, each outcome is a plan of its own.
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
    """The chance to deal with a target by this play, and by one with no other aim if that is greater."""
    text = f"{each.target}: {words.chance(each.chance)}"
    if each.greatest is None or each.greatest == each.chance:
        return text
    return f"{text}, but {words.chance(each.greatest)} if nothing else counts"


def mean_worth(policy: PolicyAnswer, group: Sequence[ShownOutcome]) -> list[Exact]:
    """What the outcomes of a group are worth on average, level by level of the goal."""
    whole = sum(each.chance for each in group)
    worths = [[words.fraction(level) for level in policy.nodes[each.node].worth] for each in group]
    weights = [each.chance / whole for each in group]
    levels = zip(*worths, strict=True)
    return [exact(sum(w * v for w, v in zip(weights, level, strict=True))) for level in levels]


_MOST_BRANCHES = 6
_LEAST = 0.05
"""Branches less likely than this are merged, if there are several."""
_INDENT = 3
_LEVELS = 2
"""The most levels of the goal that are shown, both of those in the sum and of those that depend on chance."""


def show_plan(page: Page, solution: SolveAnswer) -> None:
    """Show the first actions, a branch for each outcome, and what the plan is worth."""
    policy = solution.policy
    assert policy is not None
    start, group = _start(policy)
    word, style = best_word(solution)
    groups = plans_of(policy, outcomes_of(policy, group))
    if all(_is_settled(policy, each) for each in groups):
        told = f"{start[0].upper()}{start[1:]}. Then chance" if start else "Chance"
        page.verdict(word, f"{told} alone decides.", style)
        branch = _end
    else:
        told = f"First {start}, then by what comes." if start else "It depends on what comes first."
        page.verdict(word, told, style)
        branch = _advised
    page.tree(_branches(groups, partial(branch, policy)), _INDENT)
    worth = words.of_policy(policy, policy.worth, _telling(policy))
    page.text(f"Worth: {worth}; best {attitude(solution)}.", _INDENT, 2)
    if solution.between:
        page.text(f"On average {bounds_told(solution.between, solution.about)}.", _INDENT, 2)
    shown = [policy.goal[level] for level in _telling(policy) if level < len(policy.goal)]
    if meant := words.meaning_of(shown, solution.meanings):
        page.text(words.ended(meant), _INDENT, 2, style="dim")
    if policy.expected != policy.worth:
        text = words.of_policy(policy, policy.expected, _telling(policy))
        page.text(f"On average: {text}.", _INDENT, 2)
    if chances := "; ".join(map(likely, policy.chances)):
        does = policy.deed.does[0].upper() + policy.deed.does[1:]
        page.text(f"{does} {chances}.", _INDENT, 2)


def plan_sentence(solution: SolveAnswer) -> str:
    """The first action and what the plan is worth."""
    policy = solution.policy
    assert policy is not None
    worth = words.of_policy(policy, policy.worth)
    first = f"first {policy.first}, then" if policy.first else "what to do goes"
    return f"{first} by what comes: {worth}; best {attitude(solution)}"


def _start(policy: PolicyAnswer) -> tuple[str, list[ShownOutcome]]:
    """The steps before the first decision, and the outcomes that lead to different plans."""
    from fractions import Fraction

    group = [ShownOutcome((), Fraction(1), 0)]
    steps = [step.text for step in policy.nodes[0].steps]
    while True:
        groups = plans_of(policy, outcomes_of(policy, group))
        if len(groups) != 1 or policy.nodes[groups[0][0].node].end is not None:
            return "; ".join(steps) or policy.first, group
        group = groups[0]
        first, *rest = [step.text for step in policy.nodes[group[0].node].steps] or [""]
        steps += [f"whatever comes: {first}", *rest] if first else []


def _is_settled(policy: PolicyAnswer, group: list[ShownOutcome]) -> bool:
    """Whether the turn ends with these outcomes, without further steps."""
    end = policy.nodes[group[0].node].end
    return end is not None and all(step.goes_on for step in end.line.steps)


def _end(policy: PolicyAnswer, group: list[ShownOutcome]) -> Branch:
    """The chance of these outcomes, and how the turn then ends, in a few words."""
    end = policy.nodes[group[0].node].end
    return _branch(_chance(group), end.title if end is not None else "", "")


def _advised(policy: PolicyAnswer, group: list[ShownOutcome]) -> Branch:
    """The chance of these outcomes, their cards, and what to do then."""
    return _branch(_chance(group), named(group), _advice(policy, group))


def _telling(policy: PolicyAnswer) -> tuple[int, ...]:
    """The levels of the goal that are shown: the first ones, and further ones if chance does not change
    these.
    """
    ends = [node.end.objective for node in policy.nodes if node.end is not None]
    differing = [at for at in range(len(policy.goal)) if len({end[at] for end in ends}) > 1]
    return tuple(sorted({*range(_LEVELS), *differing[:_LEVELS]}))


def _branches(
    groups: list[list[ShownOutcome]], branch: Callable[[list[ShownOutcome]], Branch]
) -> list[Branch]:
    """A branch for each plan that is likely enough; the rest in one branch."""
    likely = [group for group in groups if _chance(group) >= _LEAST]
    shown = likely if 0 < len(likely) <= _MOST_BRANCHES else groups[:_MOST_BRANCHES]
    if len(groups) == len(shown) + 1:
        shown = groups
    branches = [branch(group) for group in shown]
    if rest := groups[len(shown) :]:
        left = sum((_chance(group) for group in rest), start=_chance([]))
        ways = sum(len(group) for group in rest)
        branches.append(_branch(left, "otherwise", f"one of {ways} more outcomes", "solve --all"))
    return branches


def _branch(chance: Fraction, comes: str, advice: str, hint: str = "") -> Branch:
    return Branch(f"{words.chance(exact(chance))}  {comes}", advice, hint=hint, share=float(chance))


def _advice(policy: PolicyAnswer, group: list[ShownOutcome]) -> str:
    """What to do, and the result, or the average worth if more cards come."""
    node = policy.nodes[group[0].node]
    done = node.end.line.steps if node.end else node.steps
    steps = "; ".join(step.text for step in done if not step.goes_on)
    if node.end is not None:
        return f"{steps}: {node.end.line.outcome}" if steps else node.end.line.outcome
    text = words.of_policy(policy, mean_worth(policy, group), _telling(policy))
    return f"{steps}; then by what comes: {text}" if steps else f"by what comes: {text}"


def _chance(group: list[ShownOutcome]) -> Fraction:
    from fractions import Fraction

    return sum((each.chance for each in group), start=Fraction(0))


_WIDEST = (6, 4, 3)
"""How many plans are shown after chance decides for the first, second, third time; later ones are not."""
_LEVELS_SHOWN = 2
"""The most levels of the goal that are shown within a plan."""


def _between(reached: str, bound: str) -> str:
    """What an unproved plan reaches, and what nothing surpasses; of some levels fewer is better."""
    plan = f"the best plan is no worse than {reached}" if reached else "how good the best plan is is open"
    return f"{plan}; nothing is better than {bound}" if bound else f"{plan}, with no bound known"


def show_policy(
    page: Page, policy: PolicyAnswer, meanings: Mapping[str, str], everything: bool = False
) -> None:
    """Show what the policy is worth, and what to do: every plan with `everything`, else the most likely."""
    page.labelled("goal", words.of_policy(policy, policy.worth))
    if meant := words.meaning_of(policy.goal, meanings):
        page.labelled("that is", meant)
    if policy.expected != policy.worth:
        page.labelled("on average", words.of_policy(policy, policy.expected))
    if policy.chances:
        page.labelled(policy.deed.does, "; ".join(map(likely, policy.chances)))
    page.labelled("worst case", _case(policy.worst))
    page.labelled("best case", _case(policy.best))
    if policy.low or policy.high:
        reached, bound = (words.of_policy(policy, each) for each in (policy.low, policy.high))
        page.labelled("best", f"not proved; {_between(reached, bound)}")
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
    """Show what unknown cards could change about the turn."""
    for draw in draws:
        page.text(f"note: {_unknown(draw, counted_down)}", indent=2, hang=6, style="warn")


class _Plans:
    """The plans of one policy."""

    def __init__(self, policy: PolicyAnswer, everything: bool) -> None:
        self.policy, self.everything = policy, everything

    def after(self, group: list[ShownOutcome], depth: int = 0) -> tuple[Branch, ...]:
        """The outcomes after a group with the same steps, by the plans that they lead to."""
        groups = plans_of(self.policy, outcomes_of(self.policy, group), self.everything)
        if len(groups) == 1 and not self._ends(groups[0]) and len(groups[0]) > 1:
            text = _told(self.policy.nodes[groups[0][0].node])
            return (Branch("", f"whatever comes: {text}", self.after(groups[0], depth)),)
        most = len(groups) if self.everything else _WIDEST[depth] if depth < len(_WIDEST) else 0
        shown = groups if len(groups) == most + 1 and most else groups[:most]
        whole = sum((each.chance for each in group), start=_nothing())
        branches = [self._branch(each, whole, depth) for each in shown]
        if hidden := groups[len(shown) :]:
            left = sum(len(each) for each in hidden)
            share = exact(sum((one.chance for each in hidden for one in each), start=_nothing()) / whole)
            more = f"{left}{' more' if shown else ''} outcome{'s' if left != 1 else ''}"
            text = f"{'and ' if shown else ''}{more}, {words.chance(share)} together"
            branches.append(Branch("", text, hint="solve --all shows them"))
        return tuple(branches)

    def _branch(self, group: list[ShownOutcome], whole: Fraction, depth: int) -> Branch:
        """Outcomes that lead to the same steps; `whole` is the chance of these and all alternatives."""
        share = exact(sum((each.chance for each in group), start=_nothing()) / whole)
        head = f"on {named(group, self.everything)}: {words.chance(share)}"
        text = _told(self.policy.nodes[group[0].node])
        if ends := {each.line.outcome for each in self._ends(group)}:
            return Branch(head, text + (" (or similar)" if len(ends) > 1 else ""))
        if depth + 1 < len(_WIDEST) or self.everything:
            return Branch(head, text, self.after(_without_common(group), depth + 1))
        mean = f"then as the cards come, on average {self._mean(group)}"
        return Branch(head, f"{text}; {mean}", hint="solve --all shows it")

    def _ends(self, group: list[ShownOutcome]) -> list[PolicyEnd]:
        """The ends of the turn that these outcomes lead to directly."""
        ends = (self.policy.nodes[each.node].end for each in group)
        return [end for end in ends if end is not None]

    def _mean(self, group: list[ShownOutcome]) -> str:
        """What the outcomes of a group are worth on average."""
        return words.of_policy(self.policy, mean_worth(self.policy, group)[:_LEVELS_SHOWN])


def _told(node: PolicyNode) -> str:
    """The steps of a node, and how the turn ends if it ends there."""
    steps = "; ".join(step.text for step in (node.end.line.steps if node.end else node.steps))
    return f"{steps} -> {node.end.line.outcome}" if node.end is not None else steps


def _without_common(group: list[ShownOutcome]) -> list[ShownOutcome]:
    """The outcomes without the cards that all of them share, which were named above."""
    common = Counter(group[0].cards)
    for each in group[1:]:
        common &= Counter(each.cards)
    return [each._replace(cards=tuple((Counter(each.cards) - common).elements())) for each in group]


def _case(case: PolicyCase) -> str:
    comes = f", for example with {cards_told(tuple(case.events))}" if case.events else ""
    return f"{words.chance(case.chance)}{comes}: {case.outcome}"


def _unknown(draw: UnknownDraw, counted_down: tuple[str, ...]) -> str:
    def end(possible: PossibleEnd) -> str:
        return f"{possible.title} ({words.whole_levels(draw.goal, possible.objective, counted_down)})"

    steps = "; ".join(draw.steps)
    if draw.better:
        helps = f"{len(draw.better)} of {draw.tried} cards would help"
        best = f"could raise this to: {end(draw.best)}, with "
        text = f"{best}{_some(draw.best.cards)}; {helps}"
    else:
        text = f"could not make this better: none of {draw.tried} cards helps"
    worst = f"at worst it comes to: {end(draw.worst)}, with "
    comes = draw.where or f"drawn by {draw.card}"
    return f"a card {comes} ({steps}) {text}; {worst}{_some(draw.worst.cards)}"


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
