"""What holds of a position under its readings, as single findings that can be compared: what is legal, the
outcome of the line, the claims, the totals, and the best play of each kind with its worth.

All is found by the engine and the exact backend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec.structs import replace

from tsolve.contract.capability import Question
from tsolve.contract.position import Position
from tsolve.contract.step_reader import Continuation, Played
from tsolve.judging.check import BestPlays, best_plays_of, claims_of
from tsolve.model.answers import ClaimAnswer, Plan, SolveAnswer
from tsolve.model.comparisons import (
    EVERYTHING,
    BestPlay,
    Difference,
    Finding,
    Kind,
    Questions,
    Verdict,
)
from tsolve.model.plays import Exact
from tsolve.model.verdicts import chance_in_words
from tsolve.steps.line import play_line

if TYPE_CHECKING:
    from tsolve.judging.claims import ClaimJudge

S = TypeVar("S")
A = TypeVar("A")

Told = tuple[str, str]
"""What is compared, and its value, in words."""


class Comparison(Generic[S, A]):
    """The findings of any game. A game adds those of its own."""

    def __init__(self, position: Position[S, A]) -> None:
        self.position = position

    def expected_actions(self) -> Sequence[str]:
        """The actions that the file calls legal or illegal."""
        expect = self.position.written.expect
        return (*expect.legal, *expect.illegal)

    def outcomes(self, played: Played[S, A]) -> Iterator[Told]:
        """The table after a line."""
        yield "the result", played.answer.outcome
        for zone, content in self.position.game.zones(played.result):
            yield f"afterwards: {zone}", content

    def totals(self, played: Played[S, A]) -> Iterator[Told]:
        """The numbers that a line came to."""
        table = played.answer.calculation
        if table is not None:
            yield table.title, str(table.total)

    def targets(self, best_plays: BestPlays[S, A]) -> Iterator[Told]:
        """The greatest total against each target of the position."""
        return iter(())

    def line_worth(self, line: Sequence[str], goal: tuple[str, ...], turn: str) -> tuple[int, ...] | None:
        """The worth of a line for a turn of this kind; None where it is not legal or no whole turn."""
        return None

    def cards_named(self) -> Iterable[str]:
        """The cards that the position names anywhere, with those that may replace them."""
        return self.position.cards_in_sight()


COMPARISON: Question[[], Comparison[Any, Any]] = Question(Comparison, "comparison")
"""The comparison of a position under several readings."""


THE_LINE = "the turn"


def verdict_of(
    position: Position[S, A],
    ask: Questions = EVERYTHING,
    known: Verdict | None = None,
) -> Verdict:
    """Everything about the position, under its own readings, that a reading may change.

    The best lines of `known` are played here too. Those that are just as good count as best lines, so that
    equally good lines make no difference. Raises InputError for a text of the file that says nothing,
    UsageError for a bad goal.
    """
    best_plays = best_plays_of(position, replace(ask.wishes, backend="exact", what_if=False))
    about = COMPARISON.of(position)()
    findings: list[Finding] = []
    played: Played[S, A] | None = None
    claims: tuple[ClaimAnswer, ...] = ()
    if ask.judged:
        played = play_line(position, position.written.line) if position.written.line else None
        judges = claims_of(position, played, best_plays)
        for judge in judges:
            judge.detail = "line"
        claims = tuple(judge.judge() for judge in judges)
        findings += (*_expected_legality(position, about), *_of_claims(judges, claims))
    if played is not None:
        findings += _of_line(about, played)
    if ask.actions and played is None:
        findings += _actions(position)
    if ask.attacks:
        findings += (Finding("total", what, found) for what, found in about.targets(best_plays))
    plays: tuple[BestPlay, ...] = ()
    if ask.best and position.plans:
        plays = best_of_each_kind(about, best_plays.answer(), known.plays if known is not None else ())
    return Verdict(_summary(played, claims, plays), tuple(dict.fromkeys(findings)), plays)


def _summary(
    played: Played[S, A] | None, claims: tuple[ClaimAnswer, ...], plays: tuple[BestPlay, ...]
) -> str:
    if played is not None:
        return played.answer.outcome
    if plays:
        return plays[0].outcome
    return "; ".join(f'"{claim.text}" is {claim.verdict}' for claim in claims)


def told_beside(found: Verdict, changed: Iterable[Difference]) -> str:
    """The verdict in one sentence, to be shown beside another one: of several claims only those that
    changed.
    """
    claims = [f"{each.what} is {each.after}" for each in changed if each.kind == "claim"]
    if claims and not found.plays and not found.said("legality", THE_LINE):
        return "; ".join(claims)
    return found.summary


# legality


def _expected_legality(position: Position[S, A], about: Comparison[S, A]) -> Iterator[Finding]:
    """The actions that a puzzle says something about."""
    for text in about.expected_actions():
        refusal = play_line(position, [text]).answer.steps[0].refusal
        yield Finding("legality", text, "legal" if refusal is None else "not legal")


def _actions(position: Position[S, A]) -> Iterator[Finding]:
    for action in position.game.legal_actions(position.state):
        yield Finding("legality", position.game.notation(position.state, action), "legal")


# the line


def _of_line(about: Comparison[S, A], played: Played[S, A]) -> Iterator[Finding]:
    answer = played.answer
    broken = next((step for step in answer.steps if step.refusal is not None), None)
    text = "legal"
    if broken is not None:
        text = f"step {broken.number} {'cannot be judged' if played.undecided else 'is not legal'}"
    elif played.undecided and not played.ways:
        text = "leaves a choice open"
    yield Finding("legality", THE_LINE, text)
    if played.undecided and played.ways:
        yield from _of_ways(about, played.ways)
        return
    if text == "legal":
        yield from (Finding("outcome", what, found) for what, found in about.outcomes(played))
    yield from (Finding("total", what, found) for what, found in about.totals(played))


def _of_ways(about: Comparison[S, A], ways: Sequence[Continuation[S, A]]) -> Iterator[Finding]:
    """The possible tables after a line that leaves a choice open."""
    told: dict[tuple[Kind, str], list[str]] = {}
    for way in ways:
        for what, found in about.outcomes(way.played):
            told.setdefault(("outcome", what), []).append(found)
        for what, found in about.totals(way.played):
            told.setdefault(("total", what), []).append(found)
    for (kind, what), several in told.items():
        yield Finding(kind, what, " or ".join(sorted(set(several))), len(set(several)) > 1)


# claims


def _of_claims(judges: Sequence[ClaimJudge[S, A]], claims: Sequence[ClaimAnswer]) -> Iterator[Finding]:
    for judge, claim in zip(judges, claims, strict=True):
        yield Finding("claim", f'"{claim.text}"', claim.verdict)
        if claim.calculation is not None and judge.has_one_calculation:
            yield Finding("total", claim.calculation.title, str(claim.calculation.total))


THE_BEST_PLAY = "the best play"


def best_of_each_kind(
    about: Comparison[S, A], solution: SolveAnswer, known: Sequence[BestPlay] = ()
) -> tuple[BestPlay, ...]:
    """The best play, and those of other kinds of turn where the position leaves the turn open.

    A best line of `known` that is worth the same here is among the lines of the play.
    """
    found = [_best(about, solution)]
    found += [_of_plan(about, plan) for plan in solution.others]
    lines = {play.what: play.lines for play in known}
    return tuple(with_equals(about, play, lines.get(play.what, ())) for play in found)


def _done(done: str, chance: Exact) -> str:
    """`done with a chance of 1 in 2 (50 %)`."""
    from fractions import Fraction

    if chance.value in (0, 1):
        return f"{done} for certain" if chance.value else f"never {done}"
    return f"{done} with a chance of {chance_in_words(Fraction(chance.exact))}"


def _best(about: Comparison[S, A], solution: SolveAnswer) -> BestPlay:
    policy = solution.policy
    if policy is not None:
        chances = [f"{each.target} is {_done(policy.deed.done, each.chance)}" for each in policy.chances]
        return BestPlay(
            THE_BEST_PLAY,
            title="; ".join(chances),
            outcome="; ".join(chances) or f"first {policy.first}",
            goal=solution.goal,
            worth=_told(about, solution.goal, (level.exact for level in policy.worth)),
            lines=(),
            first=policy.first,
            status=solution.status,
        )
    if not solution.best:
        return BestPlay(THE_BEST_PLAY, "", "there is none", solution.goal, (), (), status=solution.status)
    return replace(_of_plan(about, solution.best[0]), what=THE_BEST_PLAY, status=solution.status)


def _of_plan(about: Comparison[S, A], plan: Plan) -> BestPlay:
    table = plan.line.calculation
    return BestPlay(
        f"the best {plan.turn} turn" if plan.turn else plan.title,
        title=plan.title,
        outcome=plan.line.outcome,
        goal=plan.goal,
        worth=_told(about, plan.goal, map(str, plan.objective)) or (plan.line.outcome,),
        lines=(tuple(step.text for step in plan.line.steps),) if plan.objective else (),
        total=table.total if table is not None else None,
        turn=plan.turn,
    )


def with_equals(about: Comparison[S, A], play: BestPlay, known: Sequence[tuple[str, ...]]) -> BestPlay:
    """The play, with those of the lines that are worth as much here."""
    equal = [line for line in known if line not in play.lines and _worth(about, play, line) == play.worth]
    return replace(play, lines=(*play.lines, *equal))


def _worth(about: Comparison[S, A], play: BestPlay, line: tuple[str, ...]) -> tuple[str, ...] | None:
    """What a line of the same kind of turn is worth here; None where it is not legal or not a whole turn."""
    worth = about.line_worth(line, play.goal, play.turn)
    return None if worth is None else _told(about, play.goal, map(str, worth))


def _told(about: Comparison[S, A], goal: tuple[str, ...], worth: Iterable[str]) -> tuple[str, ...]:
    """A worth level by level, as people read it: levels that count losses have the other sign."""
    levels = zip(goal, worth, strict=False)
    down = about.position.measures.counted_down
    return tuple(_counted_up(number) if level in down else number for level, number in levels)


def _counted_up(number: str) -> str:
    return number.removeprefix("-") if number.startswith("-") or number == "0" else f"-{number}"
