"""Everything about a position that a reading can change, found by the engine and the exact backend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from tsolve.model.answers import ClaimAnswer
from tsolve.model.comparisons import EVERYTHING, BestPlay, Difference, Finding, Kind, Questions, Verdict
from tsolve.turns.claims import ClaimJudge
from tsolve.turns.comparing.comparison import Comparison
from tsolve.turns.line import play_line
from tsolve.turns.opened import Opened
from tsolve.turns.played import Continuation, Played

S = TypeVar("S")
A = TypeVar("A")

THE_LINE = "the turn"


def verdict_of(
    opened: Opened[S, A],
    ask: Questions = EVERYTHING,
    known: Verdict | None = None,
) -> Verdict:
    """What is so about the position under its own readings.

    The best lines of `known` are played here too, and those that are as good count as best lines, so that
    equally good lines make no difference. Raises InputError for a text of the file that says nothing,
    UsageError for a bad goal.
    """
    bests = opened.bests(replace(ask.wishes, backend="exact", what_if=False))
    about = opened.comparison()
    findings: list[Finding] = []
    played: Played[S, A] | None = None
    claims: tuple[ClaimAnswer, ...] = ()
    if ask.judged:
        played = play_line(opened, opened.position.line) if opened.position.line else None
        judges = opened.claims(played, bests)
        claims = tuple(judge.judge() for judge in judges)
        findings += (*_expected_legality(opened, about), *_of_claims(judges, claims))
    if played is not None:
        findings += _of_line(about, played)
    if ask.actions and played is None:
        findings += _actions(opened)
    if ask.attacks:
        findings += (Finding("total", what, found) for what, found in about.targets(bests))
    plays: tuple[BestPlay, ...] = ()
    if ask.best and opened.plans:
        from tsolve.turns.comparing.plays import best_plays

        plays = best_plays(about, bests.answer(), known.plays if known is not None else ())
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
    """What is so now, in one sentence, beside another verdict: of several claims only those that changed."""
    claims = [f"{each.what} is {each.after}" for each in changed if each.kind == "claim"]
    if claims and not found.plays and not found.said("legality", THE_LINE):
        return "; ".join(claims)
    return found.summary


# legality


def _expected_legality(opened: Opened[S, A], about: Comparison[S, A]) -> Iterator[Finding]:
    """The actions that a puzzle says something about."""
    for text in about.expected_actions():
        refusal = play_line(opened, [text]).answer.steps[0].refusal
        yield Finding("legality", text, "legal" if refusal is None else "not legal")


def _actions(opened: Opened[S, A]) -> Iterator[Finding]:
    for action in opened.game.legal_actions(opened.state):
        yield Finding("legality", opened.game.notation(opened.state, action), "legal")


# the line


def _of_line(about: Comparison[S, A], played: Played[S, A]) -> Iterator[Finding]:
    answer = played.answer
    broken = next((step for step in answer.steps if step.refusal is not None), None)
    told = "legal"
    if broken is not None:
        told = f"step {broken.number} {'cannot be judged' if played.undecided else 'is not legal'}"
    elif played.undecided and not played.ways:
        told = "leaves a choice open"
    yield Finding("legality", THE_LINE, told)
    if played.ways:
        yield from _of_ways(about, played.ways)
        return
    if told == "legal":
        yield from (Finding("outcome", what, found) for what, found in about.outcomes(played))
    yield from (Finding("total", what, found) for what, found in about.totals(played))


def _of_ways(about: Comparison[S, A], ways: Sequence[Continuation[S, A]]) -> Iterator[Finding]:
    """How the table may stand when a line has been played that leaves a choice open."""
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
