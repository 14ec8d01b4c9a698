"""What a puzzle expects of the best play under draws, compared with the policy that was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from tsolve.diagnostics import Span
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.judging.bests import Best, enter
from tsolve.games.thunderstone.judging.played import Played
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.planning.goals import COUNTED_DOWN
from tsolve.games.thunderstone.target import Target
from tsolve.games.thunderstone.writing.expected_policy import AfterDraws, PolicyPart
from tsolve.games.thunderstone.writing.reading import read
from tsolve.model.answers import ExpectationAnswer, Plan
from tsolve.model.policies import PolicyAnswer, PolicyNode
from tsolve.source.decode import Path
from tsolve.turns.compared import answered, doubted
from tsolve.turns.copies import split_count
from tsolve.turns.line import play_line


class Prospect(NamedTuple):
    """What lies before the player at one point of the best play."""

    goal: tuple[str, ...]
    texts: tuple[str, ...]
    """The steps from the beginning of the turn to here."""
    first: str
    """The next action; empty where another card comes first."""
    expected: Mapping[str, Fraction]
    defeated: Mapping[tuple[str, int], Fraction]
    """Chance to defeat each Monster, by name and place; one that is not named has none."""

    def chance(self, book: Book, target: Target) -> Fraction:
        """The chance to defeat a Monster, or one of several."""
        name = book.name(target.monster) if target.monster else ""
        fitting = (
            likely
            for (other, place), likely in self.defeated.items()
            if name in ("", other) and target.is_in(place)
        )
        return sum(fitting, start=Fraction(0))


def judge_policy(opened: Opened, best: Best) -> Iterator[ExpectationAnswer]:
    """Every expectation about the best play. A best line that draws nothing is a policy without chance."""
    for each in _judged(opened, best):
        yield each if best.sure else doubted(each)


def _judged(opened: Opened, best: Best) -> Iterator[ExpectationAnswer]:
    expect = opened.position.expect.policy
    assert expect is not None
    policy, lines = best.answer.policy, best.answer.best
    if not best.sure:
        yield answered(("policy",), "policy proved", False, "proved", best.reason)
    if policy is None and not lines:
        yield answered(("policy",), "policy", False, "a line", best.reason or "there is none")
        return
    judge = _Judge(opened)
    now = _of_policy(policy, 0, ()) if policy is not None else _of_line(opened, lines[0], best.played)
    yield from judge.part("policy", ("policy",), expect, now)
    worst = policy.worst.objective if policy is not None else lines[0].objective
    luckiest = policy.best.objective if policy is not None else lines[0].objective
    for name, wanted, found in (("worst", expect.worst, worst), ("best", expect.best, luckiest)):
        by_level = dict(zip(now.goal, map(Fraction, found), strict=True))
        yield from judge.levels(f"policy {name}", ("policy", name), wanted, by_level)
    for number, part in enumerate(expect.after):
        what = f"policy after {', '.join(part.draws)}"
        path = ("policy", "after", number)
        there = judge.after(policy, part) if policy is not None else None
        if there is None:
            yield answered(path, what, False, ", ".join(part.draws), "these cards cannot come so")
        else:
            yield from judge.part(what, path, part, there)


class _Judge:
    def __init__(self, opened: Opened) -> None:
        self.opened = enter(opened)

    def part(self, what: str, path: Path, expect: PolicyPart, found: Prospect) -> Iterator[ExpectationAnswer]:
        """The expectations about one point."""
        if expect.first is not None:
            span = self.opened.decoded.span("expect", *path, "first")
            wanted = self._worded(expect.first, found, span)
            told = found.first or "another card comes first"
            holds = wanted == found.first
            yield answered((*path, "first"), f"{what} first", holds, wanted, told, found.first or None)
        yield from self.levels(f"{what} expected", (*path, "expected"), expect.expected, found.expected)
        for written, chance in expect.chances.items():
            target, book = self.opened.target(written), self.opened.book
            told = f"{what} chances {target.say(book)}"
            yield _same((*path, "chances", written), told, Fraction(chance), found.chance(book, target))

    def levels(
        self, what: str, path: Path, wanted: Mapping[str, str], found: Mapping[str, Fraction]
    ) -> Iterator[ExpectationAnswer]:
        """Numbers by level of the goal; those that count down may be written without their sign."""
        for level, number in wanted.items():
            here, which = (*path, level), f"{what} {level}"
            if level in COUNTED_DOWN and level in found:
                yield _same(here, which, abs(Fraction(number)), abs(found[level]))
            elif level in found:
                yield _same(here, which, Fraction(number), found[level])
            else:
                told = f"the goal has no such level: {', '.join(found)}"
                yield answered(here, which, False, number, told)

    def after(self, policy: PolicyAnswer, part: AfterDraws) -> Prospect | None:
        """The point of the policy where these cards have come; None when they cannot."""
        number, texts = 0, [step.text for step in policy.nodes[0].steps]
        with_it: list[str] = []  # cards that came of themselves: to name them is right, but not needed
        for written in part.draws:
            _, name = split_count(written)
            card = self.opened.book.name(self.opened.card(name))
            if card in with_it:
                with_it.remove(card)
                continue
            branches = policy.nodes[number].branches
            branch = next((each for each in branches if each.card == card), None)
            if branch is None:
                return None
            number, with_it = branch.node, list(branch.then)
            texts += [branch.event, *(step.text for step in policy.nodes[number].steps)]
        steps = len(policy.nodes[number].steps)
        return _of_policy(policy, number, tuple(texts[: len(texts) - steps]))

    def _worded(self, text: str, found: Prospect, span: Span) -> str:
        """The expected action in the program's own words."""
        state = play_line(self.opened, found.texts).states[-1]
        written = read(self.opened.game, self.opened.ruleset, state, text, span)
        legal = written.is_whole and self.opened.game.why_not(state, written.action) is None
        return self.opened.game.notation(state, written.action) if legal else text


def _of_line(opened: Opened, plan: Plan, played: Played | None) -> Prospect:
    steps = plan.line.steps
    result = played.result if played is not None else opened.state
    defeated = result.tally.defeated
    return Prospect(
        plan.goal,
        (),
        steps[0].text if steps else "",
        dict(zip(plan.goal, map(Fraction, plan.objective), strict=True)),
        {(opened.book.name(defeated), result.target): Fraction(1)} if defeated else {},
    )


def _of_policy(policy: PolicyAnswer, number: int, texts: tuple[str, ...]) -> Prospect:
    node = policy.nodes[number]
    expected = [Fraction(0)] * len(policy.goal)
    defeated: dict[tuple[str, int], Fraction] = {}
    for chance, end in _ends(policy, number):
        assert end.end is not None
        expected = [mean + chance * each for mean, each in zip(expected, end.end.objective, strict=True)]
        if end.end.target:
            key = end.end.target, end.end.place
            defeated[key] = defeated.get(key, Fraction(0)) + chance
    steps = node.end.line.steps if node.end is not None else node.steps
    first = steps[0].text if steps else ""
    return Prospect(policy.goal, texts, first, dict(zip(policy.goal, expected, strict=True)), defeated)


def _ends(policy: PolicyAnswer, number: int) -> Iterator[tuple[Fraction, PolicyNode]]:
    """The ends that can be reached from a node, with the chances of the ways there."""
    level = {number: Fraction(1)}
    while level:
        below: dict[int, Fraction] = {}
        for here, chance in level.items():
            node = policy.nodes[here]
            if node.end is not None:
                yield chance, node
            for branch in node.branches:
                likely = chance * Fraction(branch.chance.exact)
                below[branch.node] = below.get(branch.node, Fraction(0)) + likely
        level = below


def _same(path: Path, what: str, wanted: Fraction, found: Fraction) -> ExpectationAnswer:
    return answered(path, what, wanted == found, str(wanted), str(found), str(found))
