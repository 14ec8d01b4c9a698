"""The best line or policy of a turn by trying everything, the planner of a game that needs no better one:
the policy is read off the search and put into words step by step; and what a puzzle expects of the best
play under draws.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Move
from tsolve.engine import CHANCE, Game
from tsolve.engine.search import BestPolicy, best_policy
from tsolve.errors import DisagreementError, TreePath
from tsolve.judging.check import Best, BestPlays
from tsolve.model.answers import ExpectationAnswer, Plan, SolveAnswer, Status
from tsolve.model.facts import answered, doubted
from tsolve.model.plays import (
    NO_WISHES,
    ONLY_KNOWN,
    Draws,
    LineAnswer,
    PolicyAnswer,
    PolicyNode,
    StepAnswer,
    Wishes,
)
from tsolve.model.trace import Entry, Trace
from tsolve.plays.policy import Branch, Ended, Node, PolicyWriter, Searched, Told, Value
from tsolve.solve.policy import Worth
from tsolve.steps.line import play_line

if TYPE_CHECKING:
    from tsolve.written.position_file import AfterDraws, PolicyExpectation, PolicyPart


S = TypeVar("S")
A = TypeVar("A")


def nodes_of(
    game: Game[S, A], state: S, found: BestPolicy[A], value: Callable[[S], Value | None]
) -> Node[S, A, None] | None:
    """The best policy, found from `state`; None where some outcome of chance has no value."""
    nodes: dict[Hashable, Node[S, A, None] | None] = {}

    def node(start: S) -> Node[S, A, None] | None:
        """Plays the best actions until chance has a choice or the turn ends."""
        here, line, action = start, list[A](), None
        while (reached := value(here)) is None:
            known = found.known[game.key(here)]
            if known is None:
                return None
            worth, action = known
            if game.mover(here) == CHANCE:
                events = game.chance(here)
                if len(events) > 1:
                    whole = sum(weight for _, weight in events)
                    branches = [branch(here, event, Fraction(weight, whole)) for event, weight in events]
                    valued = tuple(each for each in branches if each is not None)
                    all_valued = len(valued) == len(events)
                    return Node(start, worth, tuple(line), here, None, valued) if all_valued else None
                action = events[0][0]
            assert action is not None  # the player is to act, and there is a best action
            line.append(action)
            here = game.apply(here, action)
        return Node(start, reached, tuple(line), here)

    def branch(here: S, event: A, chance: Fraction) -> Branch[S, A, None] | None:
        after = game.apply(here, event)
        key = game.key(after)
        if key not in nodes:
            nodes[key] = node(after)
        then = nodes[key]
        return None if then is None else Branch(event, chance, then)

    return node(state)


class History(NamedTuple, Generic[S, A]):
    """What happened from the beginning to a position."""

    moves: tuple[Move[S, A], ...]
    entries: tuple[Entry, ...]


class SearchedWriter(PolicyWriter[S, A, None]):
    """Writes such a policy in the words of the game's step reader."""

    def __init__(
        self,
        position: Position[S, A],
        goal: tuple[str, ...],
        draws: Draws,
        value: Callable[[S], Value | None],
        key: Callable[[S], Hashable] | None = None,
    ) -> None:
        self.step_reader, self.implicit = position.step_reader(), position.implicit_choice
        super().__init__(self.step_reader.game, goal, draws, key)
        self.value = value
        self.ways: dict[Hashable, History[S, A]] = {self.key(position.state): History((), ())}
        """The first way to each position, by its key: a result is counted over the whole turn."""

    def played(self, state: S, actions: tuple[A, ...]) -> Told[S]:
        steps, rulings = list[StepAnswer](), dict[str, None]()
        here, implicit = state, tuple[Entry, ...]()
        for action in actions:
            is_implicit = action == self.implicit(here)
            text = self.game.notation(here, action)
            if not is_implicit:
                rulings.update(dict.fromkeys(self.game.rulings_for(here, action)))
            here, entries = self._apply(here, action)
            if is_implicit and steps:
                steps[-1] = replace(steps[-1], entries=steps[-1].entries + entries)
            elif is_implicit:
                implicit += entries  # what follows of the event before
            else:
                steps.append(StepAnswer(len(steps) + 1, text, implicit + entries))
                implicit = ()
        result = self.step_reader.result(here, *self.ways[self.key(here)])
        line = LineAnswer(tuple(steps), result.sentence, result.calculation, lost=result.lost)
        return Told(line, here, tuple(rulings), result.title or result.sentence)

    def event_name(self, final: S, event: A) -> str:
        return self.step_reader.event_name(final, event)

    def ended(self, node: Node[S, A, None]) -> Ended[S]:
        told = self.played(node.state, node.line)
        value = self.value(told.end)
        if value is None:
            raise DisagreementError("the policy does not end the turn")
        return Ended(told, value)

    def follow(self, final: S, event: A) -> tuple[S, tuple[str, ...]]:
        return self._apply(final, event)[0], ()

    def _apply(self, state: S, action: A) -> tuple[S, tuple[Entry, ...]]:
        trace, probe = Trace(), self.step_reader.probe
        probe.readings.clear()
        after = self.game.apply(state, action, trace)
        self.readings.update(probe.readings)
        before = self.ways[self.key(state)]
        way = History((*before.moves, Move(state, action)), (*before.entries, *trace.entries))
        self.ways.setdefault(self.key(after), way)
        return after, trace.entries


_NOT_TRIED = "it depends on something unknown, or on a decision of somebody else"


def best_by_search(
    position: Position[S, A],
    goal: tuple[str, ...],
    value: Callable[[S], Value | None],
    wishes: Wishes = NO_WISHES,
) -> SolveAnswer:
    """What the player who is to act does best: a line or, where chance has a say in it, a policy.

    `value` is what a position is worth, level by level of the goal, where the turn has ended; None elsewhere.
    The answer is optimal where every line could be followed; else undecided, with the best of the others.

    Raises:
        UsageError: a goal, a target or a kind of turn is wished for that the game does not know.
        TooLargeError: there are too many positions to try.
        DisagreementError: what was found comes to something else when it is played.
    """
    position.check_wishes(wishes)
    game, state, draws = position.game, position.state, wishes.draws or position.written.draws
    found = best_policy(game, state, value, max(game.mover(state), 0), draws)
    root = None if found is None else nodes_of(game, state, found, value)
    if found is None or root is None:
        return SolveAnswer("undecided", goal, (), (), "search", (), left_out=(_NOT_TRIED,))
    answer = told(position, goal, value, draws, root, len(found.known))
    notes = (ONLY_KNOWN,) if found.skipped_draws else ()
    if not found.left_out:
        return replace(answer, notes=notes)
    return replace(answer, status="undecided", bound=(), left_out=(_NOT_TRIED,), notes=notes)


def told(
    position: Position[S, A],
    goal: tuple[str, ...],
    value: Callable[[S], Value | None],
    draws: Draws,
    root: Node[S, A, None],
    positions: int,
    high: Worth | None = None,
    *,
    proved: bool = True,
    key: Callable[[S], Hashable] | None = None,
) -> SolveAnswer:
    """The line or the policy of these nodes as an answer, each way to the end of the turn played again. Where
    it is not `proved` to be the best, nothing is better than `high`, if that is known. `key`: tells positions
    alike as the search did that found the nodes, if not as the position does.

    Raises DisagreementError where it comes to something else than the nodes promise.
    """
    most = root.worth if proved else high
    if root.branches:
        searched = Searched(root, root.worth, most, (), positions)
        return _by_policy(position, goal, value, draws, searched, key)
    worth = tuple(map(int, root.worth))
    plan, readings = told_line(position, goal, value, root.line, worth)
    is_whole = most is not None and all(level.denominator == 1 for level in most)
    bound = tuple(map(int, most)) if most is not None and is_whole else ()
    status: Status = "optimal" if proved else "undecided"
    return SolveAnswer(status, goal, worth, bound, "search", (plan,), readings=readings)


def told_line(
    position: Position[S, A],
    goal: tuple[str, ...],
    value: Callable[[S], Value | None],
    line: tuple[A, ...],
    worth: Value,
) -> tuple[Plan, dict[str, str]]:
    """A line played again from its own words, and the interpretations that it goes through.

    Raises DisagreementError where it is not worth what was promised.
    """
    with allow(FREE):
        played = play_line(position, line_in_words(position, line))
    if not played.answer.legal or value(played.result) != worth:
        raise DisagreementError(f"the line is worth {value(played.result)}, not {worth}")
    return Plan(position.title(played), goal, worth, played.answer), played.readings


def line_in_words(position: Position[S, A], line: tuple[A, ...]) -> list[str]:
    """The line in words, as people write it. Actions without an alternative are left out, except the last. If
    the rules have a word for ending the turn, so are passes, unless the next step could be taken for an
    answer to the choice that was passed.
    """
    here, texts = position.state, []
    end = position.ends_turn
    for number, action in enumerate(line):
        is_passed = bool(end) and position.is_pass(action) and not _is_needed(position, here, line[number:])
        is_made = position.is_made_by_itself(here) and number < len(line) - 1
        if not is_passed and not is_made and action != position.implicit_choice(here):
            texts.append(position.game.notation(here, action))
        here = position.game.apply(here, action)
    return [*texts, end] if end and line and position.is_pass(line[-1]) else texts


def _is_needed(position: Position[S, A], here: S, rest: tuple[A, ...]) -> bool:
    """Whether the first of these actions, a pass, must be told: an action of the same kind as the next one
    that is told is legal here, too.
    """
    said = next((action for action in rest if not position.is_pass(action)), None)
    return any(type(option) is type(said) for option in position.game.legal_actions(here))


def _by_policy(
    position: Position[S, A],
    goal: tuple[str, ...],
    value: Callable[[S], Value | None],
    draws: Draws,
    searched: Searched[S, A, None],
    key: Callable[[S], Hashable] | None,
) -> SolveAnswer:
    """The policy, played on every way."""
    writer = SearchedWriter(position, goal, draws, value, key)
    with allow(FREE):
        policy = writer.write(searched)
    status: Status = "optimal" if searched.proved else "undecided"
    return SolveAnswer(status, goal, (), (), "search", (), readings=writer.readings, policy=policy)


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

    def __init__(self, position: Position[S, A]) -> None:
        """`position` stands where the best play begins."""
        self.position = position

    # what a game may add

    def came(self, written: str) -> str:
        """What came by chance, as an answer names it (`PolicyBranch.card`)."""
        return written

    def target(self, written: str, reached: Mapping[Reached, Fraction]) -> tuple[str, Fraction]:
        """A target in the words of the answer, and its chance."""
        return written, sum((likely for (name, _), likely in reached.items() if name == written), Fraction())

    def reached_by(self, result: S) -> Reached | None:
        """The target that a turn with this end has dealt with."""
        return None

    # judging

    def judge(self, expect: PolicyExpectation, best_plays: BestPlays[S, A]) -> Iterator[ExpectationAnswer]:
        """Every expectation about the best play."""
        best = best_plays.overall()
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
            yield from self._levels(f"policy {name}", ("policy", name), wanted, by_level, down)
        for number, part in enumerate(expect.after):
            what = f"policy after {', '.join(part.draws)}"
            path = ("policy", "after", number)
            there = self._after(policy, part) if policy is not None else None
            if there is None:
                yield answered(
                    path, what, False, ", ".join(part.draws), "these cards cannot come in this order"
                )
            else:
                yield from self._part(what, path, part, there, down)

    def _part(
        self, what: str, path: TreePath, expect: PolicyPart, found: Prospect, down: tuple[str, ...]
    ) -> Iterator[ExpectationAnswer]:
        """The expectations about one point."""
        if expect.first is not None:
            wanted = self._worded(expect.first, found, (*path, "first"))
            text = found.first or "another card comes first"
            holds = wanted == found.first
            yield answered((*path, "first"), f"{what} first", holds, wanted, text, found.first or None)
        yield from self._levels(
            f"{what} expected", (*path, "expected"), expect.expected, found.expected, down
        )
        for written, number in expect.chances.items():
            target, chance = self.target(written, found.reached)
            yield _same((*path, "chances", written), f"{what} chances {target}", Fraction(number), chance)

    def _levels(
        self,
        what: str,
        path: TreePath,
        wanted: Mapping[str, str],
        found: Mapping[str, Fraction],
        down: tuple[str, ...],
    ) -> Iterator[ExpectationAnswer]:
        """Numbers by level of the goal; those that count `down` may be written without their sign."""
        for written, number in wanted.items():
            level = self.position.level_in(tuple(found), written)
            here, which = (*path, written), f"{what} {level}"
            if level in down and level in found:
                yield _same(here, which, abs(Fraction(number)), abs(found[level]))
            elif level in found:
                yield _same(here, which, Fraction(number), found[level])
            else:
                text = f"the goal has no such level: {', '.join(found)}"
                yield answered(here, which, False, number, text)

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

    def _worded(self, text: str, found: Prospect, path: TreePath) -> str:
        """The expected action in the program's own words."""
        game = self.position.game
        state = self.position.with_implicit_choices(play_line(self.position, found.texts).states[-1])
        written = self.position.step_reader().read(state, text, self.position.decoded.span("expect", *path))
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


def _same(path: TreePath, what: str, wanted: Fraction, found: Fraction) -> ExpectationAnswer:
    return answered(path, what, wanted == found, str(wanted), str(found), str(found))
