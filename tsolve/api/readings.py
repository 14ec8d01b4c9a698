"""How an answer depends on rules: which rulings decide it, what it is under other readings, and what of the
ruleset judging a position exercises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.api.games import cite, documents, games, module, ruleset
from tsolve.api.positions import Position, check
from tsolve.budget import Budget, SpentError, within
from tsolve.errors import InputError, UnsupportedError, UsageError
from tsolve.judging.unsure import with_unsure
from tsolve.model.answers import CheckAnswer
from tsolve.model.comparisons import EVERYTHING, Dependence, Questions
from tsolve.model.coverage import Coverable, Exercised
from tsolve.model.plays import NO_WISHES, Wishes
from tsolve.model.trace import counting_effects
from tsolve.worlds.comparing import between
from tsolve.worlds.comparing import dependence as dependence_of
from tsolve.worlds.decisive import KEY, decisive

if TYPE_CHECKING:
    from tsolve.model.answers import Cited
    from tsolve.model.comparisons import Difference
    from tsolve.model.diffs import DependenceAnswer, DiffAnswer, Maker
    from tsolve.model.solved import SolvedAnswer
    from tsolve.rules.ruleset import CardFacts, Ruleset
    from tsolve.source.reading import FilePath


A = TypeVar("A", "CheckAnswer", "SolvedAnswer")


class Reading(msgspec.Struct, frozen=True):
    """A way to read the rules: a printing, or options of single interpretations."""

    name: str
    """As it was asked for."""
    printing: str | None = None
    options: Mapping[str, str] = {}


def depending(position: Position, answer: A, wishes: Wishes = NO_WISHES) -> A:
    """The answer of `check` or `solve` with the interpretations that it depends on.

    `wishes` are those that the answer was asked for with. Each interpretation that can matter is tried with
    every other option. The work is limited; the answer lists what was not examined.
    """
    judged = isinstance(answer, CheckAnswer)
    best = answer.solution is not None
    ask = Questions(wishes, judged, actions=False, attacks=False, best=best)
    gone_through = [reading.key for reading in answer.readings]
    return replace(answer, depends=dependence_of(position, ask, first=gone_through))


def game_that_reads(*sides: Reading) -> str:
    """The first game that knows the printings, interpretations and options of all these sides.

    If none does, raises the InputError of the one that knows most of them.
    """
    problems = {game: [each for side in sides if (each := _problem(game, side))] for game in games()}
    game = min(problems, key=lambda each: len(problems[each]))
    if problems[game]:
        raise problems[game][0]
    return game


def _problem(game: str, side: Reading) -> InputError | None:
    """The error for a side that a game does not know; None if it knows the side."""
    try:
        ruleset(game).readings(side.printing, side.options)
    except InputError as error:
        return error
    return None


def check_sides(first: Reading, second: Reading) -> None:
    """Raise UsageError where both sides of a comparison are the same, InputError where no game knows them."""
    game_that_reads(first, second)
    if (first.printing, first.options) == (second.printing, second.options):
        raise UsageError(f"both sides are the same: {first.name}")


def diff(
    position: Position,
    first: Reading,
    second: Reading,
    file: FilePath = "",
    on_position: Callable[[int], None] = lambda _: None,
    time_limit: float | None = None,
) -> DiffAnswer:
    """What differs between two ways to read the rules, and which interpretations make the difference.

    Points that a side does not mention are read as the position says, else as the printing does. `file`,
    `on_position` and `time_limit` are as in `check`.

    Raises:
        InputError: a printing, an interpretation or an option is unknown.
    """
    from tsolve.model.diffs import DiffAnswer, Side
    from tsolve.worlds.comparing_logs import log_differences, replayed

    rules = position.ruleset
    before, after = (_readings(position, side) for side in (first, second))
    notes = tuple(_notes(position, first, second))
    if position.log is not None:
        position, other = replayed(position, before), replayed(position, after)
        if told := log_differences(position, other):
            makers = tuple(_makers_of_log(position, before, after, told))
            sides = Side(first.name, _in_short(told[0].before)), Side(second.name, _in_short(told[0].after))
            notes += ("the log is played again under both; what comes after it is not compared",)
            cited = _cited(rules, makers)
            return DiffAnswer(
                position.named(file), sides, told, makers, notes, False, cited, documents(rules, cited)
            )
    with within(time_limit) as budget:
        try:
            found = between(position, before, after, on_position=on_position)
        except SpentError:
            sides = (Side(first.name, ""), Side(second.name, ""))
            return DiffAnswer(
                position.named(file), sides, (), notes=(*notes, budget.why_over()), undecided=True
            )
    if found.cut_short:
        notes += (f"not found out: which interpretation makes the difference; {budget.why_over()}",)
    makers = tuple(_maker(rules, key, before, after, alone) for key, alone in found.makers.items())
    cited = _cited(rules, makers)
    answer = DiffAnswer(
        position.named(file),
        (Side(first.name, found.before.summary), Side(second.name, found.after.summary)),
        found.differences,
        makers,
        notes,
        found.before.is_undecided or found.after.is_undecided,
        cited,
        documents(rules, cited),
    )
    return with_unsure(position, answer)


def _maker(
    rules: Ruleset[CardFacts],
    key: str,
    before: Mapping[str, str],
    after: Mapping[str, str],
    alone: tuple[Difference, ...],
) -> Maker:
    from tsolve.model.diffs import Maker

    point = rules.interpretations[key]
    return Maker(key, point.question, before[key], after[key], point.rulings, alone)


def _makers_of_log(
    position: Position, before: Mapping[str, str], after: Mapping[str, str], found: tuple[Difference, ...]
) -> Iterator[Maker]:
    """The open points that change the log by themselves. `position` comes after the log as `before` reads."""
    from tsolve.worlds.comparing_logs import log_differences, replayed

    changed = [key for key, option in before.items() if after[key] != option]
    for key in changed:
        alone = found
        if len(changed) > 1:
            alone = log_differences(position, replayed(position, {**before, key: after[key]}))
        if alone:
            yield _maker(position.ruleset, key, before, after, alone)


def _in_short(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _cited(rules: Ruleset[CardFacts], makers: Iterable[Maker]) -> tuple[Cited, ...]:
    return cite(rules, [ruling for each in makers for ruling in (f"key.{each.key}", *each.rulings)])


def dependence(
    position: Position,
    file: FilePath = "",
    on_position: Callable[[int], None] = lambda _: None,
    time_limit: float | None = None,
) -> DependenceAnswer:
    """Every interpretation tried, one at a time, with each of its options: which of them matter here.

    `time_limit` is as in `check`, and for all of them together; the answer says what was not tried for lack
    of time.
    """
    from tsolve.model.diffs import DependenceAnswer

    rules = position.ruleset
    with within(time_limit) as budget:
        found = dependence_of(position, EVERYTHING, bounded=False, on_position=on_position)
    cited = cite(rules, [f"key.{each.key}" for each in found.keys])
    answer = DependenceAnswer(
        position.named(file),
        found,
        len(rules.interpretations),
        cited,
        documents(rules, cited),
        (*_short_of_time(found, budget), *_log_as_read(position)),
    )
    return with_unsure(position, answer)


def _log_as_read(position: Position) -> Iterator[str]:
    """That a log is not played again under each reading."""
    if position.log is not None:
        yield (
            "the turns of the log are played as the file reads the rules, and only what comes after them is "
            "tried: --between compares the turns, too"
        )


def _short_of_time(found: Dependence, budget: Budget) -> Iterator[str]:
    """What was left out because the budget ran out."""
    if not found.is_answered:
        yield f"nothing was compared; {budget.why_over()}"
    elif not found.is_complete:
        yield f"the best play and the totals against all targets were not compared; {budget.why_over()}"
    elif found.all_not_examined and budget.fell_short:
        yield budget.why_over()


def _readings(position: Position, side: Reading) -> dict[str, str]:
    own = position.written.interpretations
    found: dict[str, str] = position.ruleset.readings(
        side.printing or position.printing, {**own, **side.options}
    )
    return found


def _notes(position: Position, *sides_: Reading) -> Iterator[str]:
    """Notes on readings that the position itself chooses, if a side is a printing that reads them
    otherwise.
    """
    own = position.written.interpretations
    for side in sides_:
        if side.printing is None:
            continue
        printed = position.ruleset.readings(side.printing)
        kept = [f"{key}={option}" for key, option in own.items() if printed.get(key) != option]
        if kept:
            yield f"the position itself chooses {', '.join(kept)}, whatever {side.name} says"


def in_full(position: Position, answer: A, wishes: Wishes = NO_WISHES, weighed: bool = True) -> A:
    """The answer of `check` or `solve` with what it depends on, and its decisive rulings marked, as far as
    the game can be asked for that.

    `wishes` are those that the answer was asked for with. Which rulings are decisive takes the most time;
    without `weighed` it is left open.
    """
    with suppress(UnsupportedError):
        answer = depending(position, answer, wishes)
    if not weighed:
        return answer
    with suppress(UnsupportedError):
        answer = with_decisive(position, answer, wishes)
    return answer


def with_decisive(position: Position, answer: A, wishes: Wishes = NO_WISHES) -> A:
    """The answer of `check` or `solve` with each of its citations marked: decisive or merely applied.

    `wishes` are those that the answer was asked for with. A ruling is decisive when the verdict changes once
    it is switched off. The answer may already say whether it depends on an interpretation; else the other
    readings are tried.
    """
    rulings = [cited.id for cited in answer.citations]
    known = _known(answer.depends, rulings) if answer.depends is not None else {}
    marks = known | decisive(
        position,
        [ruling for ruling in rulings if ruling not in known],
        answer.claims if isinstance(answer, CheckAnswer) else None,
        answer.solution,
        wishes,
    )
    citations = tuple(replace(cited, decisive=marks[cited.id]) for cited in answer.citations)
    return replace(answer, citations=citations)


def _known(depends: Dependence, rulings: list[str]) -> dict[str, bool | None]:
    """For each interpretation among the rulings whether it is decisive, as far as known: one that makes no
    difference at all is not.
    """
    found = {each.key for each in depends.keys if each.printed}
    known: dict[str, bool | None] = {}
    for ruling in rulings:
        key = ruling.removeprefix(KEY)
        if key == ruling:
            continue
        if key not in found:
            examined = depends.is_complete and key not in depends.not_examined
            known[ruling] = False if examined else None
    return known


def exercise(position: Position, file: FilePath = "") -> tuple[CheckAnswer, Exercised]:
    """Judge a position, and note what of the ruleset its answer exercised."""
    rests_on: list[object] = []
    with counting_effects() as effects:
        answer = check(position, file, on_found=rests_on.append, what_if=False)
    return answer, position.exercised(answer, rests_on, effects)


def coverable(game: str) -> tuple[Coverable, ...]:
    """Everything of a ruleset that puzzles can exercise."""
    return tuple(module(game).coverable(ruleset(game)))
