"""One puzzle judged; what moved between two answers about it (rulings that fire, numbers that they come to);
and rule coverage: for everything in the ruleset the puzzles that exercise it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from tsolve import api
from tsolve.errors import Diagnostic, DisagreementError, InputError, UndecidedError, UsageError, escape
from tsolve.model.coverage import KINDS, Coverable, CoverageAnswer, Covered, Exercised, Kind, Level, Share
from tsolve.model.regress import Difference, Judged, Judgement, Moved, Problem, RegressAnswer, Status, Verdict
from tsolve.regex import Regex
from tsolve.source.reading import unreadable

if TYPE_CHECKING:
    from tsolve.model.answers import CheckAnswer
    from tsolve.model.plays import Calculation
    from tsolve.model.trace import Entry


_REPLACES = ("multiply", "halve", "cancel", "floor")
_WHERE = Regex(r"^(?:claim \d+|the best play): ")
_DETAILS = Regex(r" \([^()]*\)$")


def difference(before: Judged, now: Judged, which: str) -> Difference:
    """What differs now; `which` names the earlier answer."""
    return Difference(
        which,
        tuple(sorted(now.fired - before.fired)),
        tuple(sorted(before.fired - now.fired)),
        tuple(_moved(before.figures, now.figures)),
    )


def _moved(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Moved]:
    """The figures that changed; a change that several calculations share is listed once."""
    told = set()
    for name in dict.fromkeys((*before, *now)):
        moved = Moved(name, before.get(name, ""), now.get(name, ""))
        alike = (_WHERE.sub("", name), moved.before, moved.after)
        if moved.before != moved.after and alike not in told:
            told.add(alike)
            yield moved


def figures(answer: CheckAnswer) -> dict[str, str]:
    """Outcomes and numbers of the line, the claims and the best play by name, in the order of the answer."""
    found: dict[str, str] = {}
    if answer.line is not None:
        found["the turn"] = answer.line.outcome
        found.update(_rows(answer.line.calculation))
    for number, claim in enumerate(answer.claims, start=1):
        found[f"claim {number}"] = f"{claim.verdict}: {claim.reason}"
        found.update(_rows(claim.calculation, f"claim {number}: "))
    if answer.solution is not None:
        found.update(_of_solution(answer))
    return found


def _of_solution(answer: CheckAnswer) -> Iterator[tuple[str, str]]:
    solution = answer.solution
    assert solution is not None
    if solution.policy is not None:
        yield "the best play: first", solution.policy.first
        for level, worth in zip(solution.policy.goal, solution.policy.worth, strict=False):
            yield f"the best play: {level}", worth.exact
        for each in solution.policy.chances:
            yield f"the best play: chance to {solution.policy.deed.do} {each.target}", each.chance.exact
        return
    for plan in solution.best[:1]:
        yield "the best play", plan.title
        for level, number in zip(plan.goal, plan.objective, strict=False):
            yield f"the best play: {level}", str(number)
        yield from _rows(plan.line.calculation, "the best play: ")


def _rows(table: Calculation | None, prefix: str = "") -> Iterator[tuple[str, str]]:
    """The rows of a calculation; equal cards with the same effect are one figure."""
    if table is None:
        return
    rows: dict[str, list[Entry]] = {}
    for row in table.rows:
        note = _DETAILS.sub("", row.note)  # how it was reckoned may change with the number
        text = ", ".join(part for part in (row.subject, note) if part) or row.step
        rows.setdefault(f"{prefix}{text}: {row.quantity}", []).append(row)
    for name, entries in rows.items():
        yield name, _told(entries)
    yield f"{prefix}{table.title}", str(table.total)


def _told(entries: Sequence[Entry]) -> str:
    if entries[-1].step in _REPLACES:
        return f"{entries[-1].before} becomes {entries[-1].after}"
    return f"{sum(entry.change for entry in entries):+d}"


_STATUS: dict[int, Status] = {0: "holds", 1: "refuted", 3: "undecided"}
_OF_CLAIM: dict[str, Verdict] = {"confirmed": "holds", "refuted": "refuted", "undecided": "undecided"}


def judge(
    file: str,
    content: bytes,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
) -> Judged:
    """Judge a puzzle given by its content; `printing` and `interpretations` override what it says.

    Whatever goes wrong is part of the answer.
    """
    try:
        position = api.loads(content, file, printing, interpretations)
        answer, exercised = api.exercise(position, file)
    except InputError as error:
        return Judged(file, "wrong", problems=tuple(map(_problem, error.diagnostics)))
    except UndecidedError as error:
        return _unjudged(file, "undecided", f"undecided: {error}")
    except UsageError as error:
        return _unjudged(file, "wrong", str(error))
    except Exception as error:
        return _unjudged(file, "internal", _internal(file, error))
    return Judged(
        file,
        _STATUS[answer.exit_code],
        position.written.title,
        position.written.about,
        position.ruleset.id,
        tuple(_judgements(answer, position)),
        exercised=exercised,
        figures=figures(answer),
    )


def unread(file: str, error: OSError) -> Judged:
    """The answer about a file that cannot be read."""
    return Judged(file, "wrong", problems=tuple(map(_problem, unreadable(file, error).diagnostics)))


def _judgements(answer: CheckAnswer, position: api.Position) -> Iterator[Judgement]:
    """The expectations; then the claims and the line, as far as no expectation is about them."""
    for each in answer.expectations:
        status: Verdict = "holds" if each.holds else "undecided" if each.undecided else "refuted"
        yield Judgement(each.what, status, each.expected, each.found, each.path, each.line, each.right)
    if not answer.expects("claims"):
        for index, claim in enumerate(answer.claims):
            path = ("claims", index)
            what, found = f"claims {index + 1}: {claim.text}", f"{claim.verdict}: {claim.reason}"
            stated = position.decoded.span(*path).line
            yield Judgement(what, _OF_CLAIM[claim.verdict], "confirmed", found, path, stated)
    if answer.line is not None and not answer.expects("line"):
        played = answer.line
        status = "undecided" if played.undecided else "holds" if played.legal else "refuted"
        broken = next((step for step in played.steps if step.refusal is not None), None)
        line = broken.line if broken is not None else None
        found = played.undecided or played.outcome
        yield Judgement("line", status, "legal", found, ("line",), line or position.decoded.span("line").line)


def _unjudged(file: str, status: Status, message: str) -> Judged:
    return Judged(file, status, problems=(Problem(message, text=f"{escape(file)}: {escape(message)}\n"),))


def _internal(file: str, error: Exception) -> str:
    what = (
        "solver and engine disagree"
        if isinstance(error, DisagreementError)
        else f"{type(error).__name__}: {error}"
    )
    return f"internal error: {what}; `tsolve check {file}` shows more"


def _problem(diagnostic: Diagnostic) -> Problem:
    from tsolve.report.mistakes import mistakes_as_text

    span = diagnostic.span
    help_ = f" ({diagnostic.help})" if diagnostic.help else ""
    return Problem(
        diagnostic.message + help_,
        diagnostic.code,
        span.line if span else None,
        span.column if span else None,
        mistakes_as_text((diagnostic,)),
    )


class Run(Protocol):
    """A puzzle that was judged."""

    @property
    def file(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def exercised(self) -> Exercised: ...


def covered(answer: RegressAnswer, judged: Iterable[Run], at_least: float | None = None) -> RegressAnswer:
    """The answer about a suite with its rule coverage, and with the percentage that was asked for."""
    return replace(answer, coverage=coverage(judged), fail_under=at_least)


def coverage(judged: Iterable[Run]) -> CoverageAnswer | None:
    """The coverage of each game by its own puzzles, in the order in which the games appear.

    A puzzle that could not be judged covers nothing; None if no puzzle could be judged.
    """
    runs: dict[str, list[Run]] = {}
    for run in judged:
        if run.game:
            runs.setdefault(run.game, []).append(run)
    if not runs:
        return None
    first, *further = (_of_game(*each) for each in runs.items())
    return replace(first, further=tuple(further))


def _of_game(game: str, runs: Sequence[Run]) -> CoverageAnswer:
    """What puzzles of one game cover of it. Puzzles are named in the order given."""
    acted: dict[tuple[str, str], list[str]] = {}
    stated: dict[tuple[str, str], list[str]] = {}
    for run in runs:
        for thing in _exercised(run.exercised):
            acted.setdefault(thing, []).append(run.file)
        for thing in _stated(run.exercised):
            stated.setdefault(thing, []).append(run.file)
    things = api.coverable(game)
    items = tuple(_covered(each, acted, stated) for each in things)
    own = {thing.set for thing in things if thing.own}
    sets = tuple(sorted(dict.fromkeys(each.set for each in things), key=lambda set_: _order(set_, own)))
    shares = tuple(share for name in sets for kind in KINDS if (share := _share(name, kind, items)).total)
    return CoverageAnswer(game, len(runs), sets, shares, items)


def _order(set_: str, own: Collection[str]) -> tuple[bool, bool]:
    """Own rulesets come first, Basic cards after the boxes."""
    return set_ not in own, not set_


def _exercised(exercised: Exercised) -> Iterable[tuple[str, str]]:
    """The names of what an answer went through, each with its sort."""
    yield from (("ruling", each) for each in exercised.rulings)
    yield from (("card", each) for each in exercised.cards)
    yield from (("effect", each) for each in exercised.effects)
    yield from (("reading", f"{key}={option}") for key, option in exercised.readings.items())


def _stated(exercised: Exercised) -> set[tuple[str, str]]:
    """What a puzzle says it is about: a rule, a card, an open point or one reading of it."""
    found = set()
    for each in exercised.about:
        ruling, _, option = each.partition("=")
        found.add(("ruling", ruling))
        if ruling.startswith("card."):
            found.add(("card", ruling.removeprefix("card.")))
        if option:
            found.add(("reading", each.removeprefix("key.")))
    return found


def _covered(
    thing: Coverable,
    acted: Mapping[tuple[str, str], list[str]],
    stated: Mapping[tuple[str, str], list[str]],
) -> Covered:
    name = ("ruling" if thing.kind == "rule" else thing.kind, thing.id)
    level: Level = "exercised" if name in acted else "stated" if name in stated else "missing"
    puzzles = tuple(acted.get(name) or stated.get(name) or ())
    return Covered(thing.kind, thing.id, thing.title, thing.set, level, puzzles, thing.may_be_stated)


def _share(set_: str, kind: Kind, items: Iterable[Covered]) -> Share:
    found = [item for item in items if (item.set, item.kind) == (set_, kind)]
    levels = [item.level for item in found]
    covered = sum(item.counts for item in found)
    return Share(set_, kind, len(found), levels.count("exercised"), levels.count("stated"), covered)
