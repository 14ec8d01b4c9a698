"""Other questions about a position: why something is impossible, what can be attacked, what a turn may be
spent on, the chances of a deck, the grade of a played turn, every player's points; and, for pictures, the
table at the moment that an answer is about.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tsolve.api.games import cite, documents
from tsolve.api.positions import Position, require_table, solve
from tsolve.api.table import as_played, map_of_play
from tsolve.budget import FREE, allow, current, within
from tsolve.contract.step_reader import Played, says_what_to_write
from tsolve.errors import UndecidedError, UsageError
from tsolve.judging.rulings import of_grade, of_score, of_targets, of_why_not
from tsolve.judging.unsure import with_unsure
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import NO_WISHES, ONLY_KNOWN, Calculation, Draws, PositionAnswer, Wishes
from tsolve.model.solved import SolvedAnswer, TargetsAnswer
from tsolve.plays.grade import grade as graded
from tsolve.plays.planners import CASES, candidates
from tsolve.steps.line import play_line

if TYPE_CHECKING:
    from tsolve.model.grades import GradeAnswer, ScoreAnswer
    from tsolve.model.log_grades import LogGradeAnswer
    from tsolve.model.odds import OddsAnswer
    from tsolve.model.solved import LegalAnswer
    from tsolve.model.why_not import WhyNotAnswer
    from tsolve.source.reading import FilePath


def why_not(
    position: Position, query: object, file: FilePath = "", time_limit: float | None = None
) -> WhyNotAnswer:
    """Whether what is asked for is possible, with the line; else a minimal set of reasons and the repairs.

    Args:
        position: the position.
        query: a step such as `attack NAME`, a wish, or one of the game's typed queries.
        file, time_limit: as in `check`.

    Raises:
        InputError: a name is unknown, or the text is no action.
        UsageError: the query makes no sense here.
    """
    require_table(position)
    with within(time_limit):
        answer = position.why_not(query, position.named(file), "repairs")
    open_ends = [text for text in answer.left_out if not says_what_to_write(text)]
    if open_ends and answer.chance is None:
        from tsolve.steps.left_open import to_write

        answer = msgspec.structs.replace(answer, to_write=to_write(position, position.state))
    cited = cite(position.ruleset, of_why_not(answer))
    notes = (*answer.notes, *position.remarks())
    answer = replace(answer, citations=cited, documents=documents(position.ruleset, cited), notes=notes)
    return with_unsure(position, answer)


def targets(
    position: Position,
    file: FilePath = "",
    goal: str | None = None,
    time_limit: float | None = None,
    draws: Draws | None = None,
    turn: str | None = None,
) -> TargetsAnswer:
    """For every target whether it may be attacked, the greatest value against it, what is needed, whether a
    turn can deal with it, and the best line by the goal.

    Args:
        position: the position.
        file, goal, time_limit, draws: as in `check`.
        turn: the kind of turn; None: as the file says.

    Raises:
        UsageError: the goal cannot be one here, or the turn has no targets.
        UnsupportedError: the game has no targets.
        DisagreementError: solver and engine differ.
    """
    require_table(position)
    with within(time_limit) as budget:
        answer = position.targets(Wishes(goal, draws=draws, turn=turn, what_if=False))
    notes = position.remarks()
    if (draws or position.written.draws) == "known":
        notes = (ONLY_KNOWN, *notes)
    if budget.fell_short and any(each.outcome == "undecided" for each in answer.targets):
        notes = (budget.why_over(), *notes)
    cited = cite(position.ruleset, of_targets(answer))
    answer = replace(
        answer,
        file=position.named(file),
        citations=cited,
        documents=documents(position.ruleset, cited),
        notes=(*answer.notes, *notes),
    )
    return with_unsure(position, answer)


def with_targets(position: Position, answer: SolvedAnswer, wishes: Wishes) -> SolvedAnswer:
    """The answer of `solve` with what can be done to each target, where the game and the turn have any.

    `wishes` are those that the answer was asked for with.
    """
    with suppress(UsageError):
        found = targets(position, answer.file, wishes.goal, draws=wishes.draws, turn=wishes.turn)
        return msgspec.structs.replace(answer, targets=found)
    return answer


def with_candidates(
    position: Position, answer: SolvedAnswer, wishes: Wishes = NO_WISHES, time_limit: float | None = None
) -> SolvedAnswer:
    """The answer of `solve` with the best turn for each purchase and, where kinds of turn are compared, for
    each target; the best first. None where one target was asked for, or a kind of turn that buys nothing.

    `wishes` are those that the answer was asked for with; `time_limit` is as in `check`.

    Raises:
        DisagreementError: solver and engine differ.
    """
    if wishes.target or position.written.target:
        return answer
    with within(time_limit):
        found = candidates(tuple(CASES.of(position)(wishes)))
    return msgspec.structs.replace(answer, candidates=found)


def with_worth(position: Position, answer: LegalAnswer, time_limit: float | None = None) -> LegalAnswer:
    """The answer of `legal` with what can be made of it: the best play from there; of a turn of which nothing
    is played yet also what can be done to each target, and the best turn for each purchase. As it was where
    the game plans no such turns, or nothing can be chosen.

    `time_limit` is as in `check`, for all of it.

    Raises:
        DisagreementError: solver and engine differ.
    """
    if answer.waiting or not answer.legal:
        return answer
    with within(time_limit):
        here = as_played(position)
        with suppress(UsageError, UndecidedError):
            with allow(current().part(1 / 2)):
                solved = solve(here, answer.file)
            if not solved.solution.best and solved.solution.policy is None:
                return answer
            if not position.written.line:
                solved = with_targets(here, with_candidates(here, solved), NO_WISHES)
            return replace(answer, worth=solved)
    return answer


def cores() -> int:
    """How many workers this machine has room for."""
    from tsolve.executors import cores as usable

    return usable()


LIMIT = 50_000
"""The most different hands that are all looked at; beyond this a sample is taken."""

SAMPLES = 10_000
_STEPS_OF_ODDS = 4_000_000
"""The counted work of odds without a time limit: up to a minute of one processor."""


def odds(
    position: Position,
    file: FilePath = "",
    against: Sequence[str] = (),
    adding: Sequence[str] = (),
    removing: Sequence[str] = (),
    all_cards: bool = False,
    draws: bool = True,
    limit: int = LIMIT,
    samples: int = SAMPLES,
    seed: int = 0,
    workers: int = 1,
    scheduler: str = "",
    time_limit: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    events: Sequence[str] = (),
    hands: int | None = None,
    refills: int | None = None,
) -> OddsAnswer:
    """What the hands of the player's deck and discard pile can do; with `adding` or `removing` also those of
    the changed deck. With `events` the chances that cards come, instead.

    Ctrl-C and `time_limit` end it early: then the answer is not `complete`. A script that asks for several
    workers needs `if __name__ == "__main__":` around its work, because each worker imports it.

    Args:
        position: the position, with a deck that is known but for its order.
        file: what the position is called in the answer; by default the file that it was read from.
        against: what hands meet instead of what stands in the position, by name and place for place.
        adding, removing: cards by name, `2 x NAME` for several.
        all_cards: whether to count the cards of the hand too.
        draws: whether hands draw, and change what they meet, where that is best.
        limit: the most different hands that are all looked at; beyond it a sample is taken.
        samples: how many hands a sample has.
        seed: of the sample; the same one deals the same hands.
        workers: processes, this one included.
        scheduler: the address of a Dask scheduler whose workers help.
        time_limit: seconds; by default counted work, more than for other questions.
        on_progress: hears how many hands of how many are done.
        events: what cards may come, such as `Lamp and 2 x Stone within 3 hands`.
        hands, refills: within how many of them, where an event does not say it; `refills` without events asks
            for all that may come.

    Raises:
        InputError: a name is no card.
        UsageError: the deck is not known, or what was asked for cannot be.
        UnsupportedError: the game has no odds.
    """
    require_table(position)

    from tsolve.batch import pool
    from tsolve.chances.events import ODDS
    from tsolve.chances.odds import answer_odds
    from tsolve.contract.position import played_with
    from tsolve.model.odds import DeckWish

    wish = DeckWish(tuple(against), tuple(adding), tuple(removing), all_cards, draws, limit, samples, seed)
    wish = replace(wish, events=tuple(events), hands=hands, refills=refills)
    with within(time_limit, _STEPS_OF_ODDS), pool(workers, scheduler, on_progress, keeps=True) as helpers:
        answer = answer_odds(ODDS.of(position)(), wish, helpers, position.named(file))
    return with_unsure(position, replace(answer, notes=(*answer.notes, *played_with(position))))


def grade(
    position: Position, file: FilePath = "", goal: str | None = None, time_limit: float | None = None
) -> GradeAnswer:
    """Judge the line of a position file step by step against the best play.

    `file`, `goal` and `time_limit` are as in `check`; the answer says what could not be judged in time.

    Raises:
        InputError: a step cannot be read.
        UsageError: the file has no line, or the goal cannot be one here.
        UnsupportedError: the game is not graded.
    """
    with within(time_limit):
        answer = graded(position, position.named(file), goal)
    cited = cite(position.ruleset, of_grade(answer))
    answer = replace(answer, citations=cited, documents=documents(position.ruleset, cited))
    return with_unsure(position, answer)


def grade_log(
    position: Position, file: FilePath = "", goal: str | None = None, time_limit: float | None = None
) -> LogGradeAnswer:
    """Judge every turn of a log step by step against the best play, and add up choices and luck for each
    player. Illegal steps are left out.

    `file`, `goal` and `time_limit` are as in `check`; each turn gets an equal share of the time that is left.

    Raises:
        UsageError: the file has no `turns`, or the goal cannot be one here.
        UnsupportedError: the game is not graded.
    """
    from tsolve.plays.log_grade import grade_log as graded_log

    if position.log is None:
        raise UsageError("the file has no `turns` to grade")

    def of_turn(turn: Position, left: int) -> GradeAnswer:
        with allow(current().part(1 / left)):
            return graded(turn, goal=goal)

    with within(time_limit):
        answer = graded_log(position, position.log, of_turn, position.named(file))
    rulings = (each for turn in answer.turns if turn.grade for each in of_grade(turn.grade))
    cited = cite(position.ruleset, rulings)
    return replace(answer, citations=cited, documents=documents(position.ruleset, cited))


def score(position: Position, file: FilePath = "") -> ScoreAnswer:
    """Every player's points card by card, and who wins with them; after the line where the file has one.

    Raises:
        InputError: a step of the line cannot be read.
        UnsupportedError: the game counts no points.
    """
    answer = position.score(position.named(file))
    cited = cite(position.ruleset, of_score(answer, position.scoring_rulings))
    answer = replace(answer, citations=cited, documents=documents(position.ruleset, cited))
    return with_unsure(position, answer)


AnyPlayed = Played[Hashable, Hashable]


def at_battle(
    position: Position,
    answer: CheckAnswer | SolvedAnswer,
    calculation: Calculation | None,
    found: Iterable[object] = (),
) -> PositionAnswer:
    """The position in which what the calculation adds up begins, with the target marked.

    Without a calculation of a line that is known, the position of the file; on a map with what the line does.

    Args:
        position: the position that was judged or solved.
        answer: what was found.
        calculation: one that the answer tells.
        found: what `check` told its `on_found`.
    """
    for played in _lines(position, answer, found):
        if calculation is not None and played.answer.calculation != calculation:
            continue
        for number, move in reversed(list(enumerate(played.moves))):
            aim = position.place_aimed_at(move.before, move.action)
            if aim is not None:
                return _aimed(position.shown(move.before, played.moves[number:]), *aim)
    if isinstance(answer, CheckAnswer):
        best = answer.solution if answer.only_asks else None
        drawn = map_of_play(position, best) if best is not None else None
        return replace(answer.position, map=drawn) if drawn else answer.position
    shown = position.shown(position.state)
    return replace(shown, map=answer.map) if answer.map else shown


def _lines(
    position: Position, answer: CheckAnswer | SolvedAnswer, found: Iterable[object]
) -> Iterator[AnyPlayed]:
    """The lines behind the answer, as they were played."""
    for each in found:
        played = getattr(each, "played", each)
        if isinstance(played, Played):
            yield played
    if isinstance(answer, SolvedAnswer) and answer.solution.policy is None and answer.solution.best:
        with allow(FREE):
            yield play_line(position, answer.solution.best[0].line.written, in_all_ways=False)


def _aimed(position: PositionAnswer, place: str, holds: str) -> PositionAnswer:
    """The position with a mark on the place of this name that holds this card."""
    rows = tuple(
        replace(
            row,
            places=tuple(
                replace(each, target=True) if (each.name, each.holds) == (place, holds) else each
                for each in row.places
            ),
        )
        for row in position.board
    )
    return replace(position, board=rows)
