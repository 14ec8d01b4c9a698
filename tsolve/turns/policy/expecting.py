"""What a puzzle expects of the best play under draws, compared with the policy that was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from tsolve.model.answers import ExpectationAnswer, Plan
from tsolve.source.decode import Path
from tsolve.turns.bests import Best, Bests
from tsolve.turns.compared import answered, doubted
from tsolve.turns.line import play_line
from tsolve.turns.opened import Opened

if TYPE_CHECKING:
    from tsolve.model.policies import PolicyAnswer, PolicyNode
    from tsolve.turns.expected_policy import AfterDraws, PolicyExpectation, PolicyPart

S = TypeVar("S")
A = TypeVar("A")

Reached = tuple[str, int]
"""A target that a turn dealt with, by its name, and the place where it stood."""


class Prospect(NamedTuple):
    """What lies before the player at one point of the best play."""

    goal: tuple[str, ...]
    texts: tuple[str, ...]
    """The steps from the beginning of the turn to here."""
    first: str
    """The next action; empty where another card comes first."""
    expected: Mapping[str, Fraction]
    reached: Mapping[Reached, Fraction]
    """The chance of each target; one that is not named has none."""


class PolicyJudge(Generic[S, A]):
    """Judges what is expected of the best play; a best line that draws nothing is a policy without chance."""

    def __init__(self, opened: Opened[S, A]) -> None:
        """`opened` stands where the best play begins."""
        self.opened = opened

    # what a game may add

    def came(self, written: str) -> str:
        """What came by chance, as an answer names it (`PolicyBranch.card`)."""
        return written

    def target(self, written: str, reached: Mapping[Reached, Fraction]) -> tuple[str, Fraction]:
        """A target in the words of the answer, and its chance."""
        return written, sum((likely for (name, _), likely in reached.items() if name == written), Fraction())

    def reached_by(self, result: S) -> Reached | None:
        """The target that a turn has dealt with which ends so."""
        return None

    # judging

    def judge(self, expect: PolicyExpectation, bests: Bests[S, A]) -> Iterator[ExpectationAnswer]:
        """Every expectation about the best play."""
        best = bests.overall()
        for each in self._judged(expect, best):
            yield each if best.sure else doubted(each)

    def _judged(self, expect: PolicyExpectation, best: Best[S, A]) -> Iterator[ExpectationAnswer]:
        policy, lines = best.answer.policy, best.answer.best
        if not best.sure:
            yield answered(("policy",), "policy proved", False, "proved", best.reason)
        if policy is None and not lines:
            yield answered(("policy",), "policy", False, "a line", best.reason or "there is none")
            return
        down = best.answer.counted_down
        now = _of_policy(policy, 0, ()) if policy is not None else self._of_line(lines[0], best)
        yield from self._part("policy", ("policy",), expect, now, down)
        worst = policy.worst.objective if policy is not None else lines[0].objective
        luckiest = policy.best.objective if policy is not None else lines[0].objective
        for name, wanted, found in (("worst", expect.worst, worst), ("best", expect.best, luckiest)):
            by_level = dict(zip(now.goal, map(Fraction, found), strict=True))
            yield from _levels(f"policy {name}", ("policy", name), wanted, by_level, down)
        for number, part in enumerate(expect.after):
            what = f"policy after {', '.join(part.draws)}"
            path = ("policy", "after", number)
            there = self._after(policy, part) if policy is not None else None
            if there is None:
                yield answered(path, what, False, ", ".join(part.draws), "these cards cannot come like this")
            else:
                yield from self._part(what, path, part, there, down)

    def _part(
        self, what: str, path: Path, expect: PolicyPart, found: Prospect, down: tuple[str, ...]
    ) -> Iterator[ExpectationAnswer]:
        """The expectations about one point."""
        if expect.first is not None:
            wanted = self._worded(expect.first, found, (*path, "first"))
            told = found.first or "another card comes first"
            holds = wanted == found.first
            yield answered((*path, "first"), f"{what} first", holds, wanted, told, found.first or None)
        yield from _levels(f"{what} expected", (*path, "expected"), expect.expected, found.expected, down)
        for written, number in expect.chances.items():
            target, chance = self.target(written, found.reached)
            yield _same((*path, "chances", written), f"{what} chances {target}", Fraction(number), chance)

    def _after(self, policy: PolicyAnswer, part: AfterDraws) -> Prospect | None:
        """The point of the policy where these cards have come; None when they cannot."""
        number, texts = 0, [step.text for step in policy.nodes[0].steps]
        with_it: list[str] = []  # cards that came of themselves: to name them is right, but not needed
        for card in map(self.came, part.draws):
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

    def _worded(self, text: str, found: Prospect, path: Path) -> str:
        """The expected action in the program's own words."""
        game = self.opened.game
        state = self.opened.with_unsaid_choices(play_line(self.opened, found.texts).states[-1])
        written = self.opened.narration().read(state, text, self.opened.decoded.span("expect", *path))
        legal = written.is_whole and game.why_not(state, written.action) is None
        return game.notation(state, written.action) if legal else text

    def _of_line(self, plan: Plan, best: Best[S, A]) -> Prospect:
        steps = plan.line.steps
        reached = self.reached_by(best.played.result) if best.played is not None else None
        return Prospect(
            plan.goal,
            (),
            steps[0].text if steps else "",
            dict(zip(plan.goal, map(Fraction, plan.objective), strict=True)),
            {} if reached is None else {reached: Fraction(1)},
        )


def _levels(
    what: str, path: Path, wanted: Mapping[str, str], found: Mapping[str, Fraction], down: tuple[str, ...]
) -> Iterator[ExpectationAnswer]:
    """Numbers by level of the goal; those that count `down` may be written without their sign."""
    for level, number in wanted.items():
        here, which = (*path, level), f"{what} {level}"
        if level in down and level in found:
            yield _same(here, which, abs(Fraction(number)), abs(found[level]))
        elif level in found:
            yield _same(here, which, Fraction(number), found[level])
        else:
            told = f"the goal has no such level: {', '.join(found)}"
            yield answered(here, which, False, number, told)


def _of_policy(policy: PolicyAnswer, number: int, texts: tuple[str, ...]) -> Prospect:
    node = policy.nodes[number]
    expected = [Fraction(0)] * len(policy.goal)
    reached: dict[Reached, Fraction] = {}
    for chance, end in _ends(policy, number):
        assert end.end is not None
        expected = [mean + chance * each for mean, each in zip(expected, end.end.objective, strict=True)]
        if end.end.target:
            key = end.end.target, end.end.place
            reached[key] = reached.get(key, Fraction(0)) + chance
    steps = node.end.line.steps if node.end is not None else node.steps
    first = steps[0].text if steps else ""
    return Prospect(policy.goal, texts, first, dict(zip(policy.goal, expected, strict=True)), reached)


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
