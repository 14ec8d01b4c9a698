"""Judges a log: each of its turns with what is claimed and expected of it, and the points after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from tsolve.contract.played_log import PlayedLog, PlayedTurn
from tsolve.contract.position import Position
from tsolve.errors import TreePath, UnsupportedError, UsageError
from tsolve.model.answers import ClaimAnswer, ExpectationAnswer
from tsolve.model.facts import same
from tsolve.model.grades import ScoreAnswer
from tsolve.model.logs import LogAnswer, TurnAnswer, TurnVerdict
from tsolve.source.decoded import Decoded
from tsolve.written.position_file import PositionFile
from tsolve.written.statements import LogExpectation
from tsolve.written.turns import TurnFile

S = TypeVar("S")
A = TypeVar("A")

_UNPLAYED = "nobody can tell what the turn came to"


def judged_log(position: Position[S, A], log: PlayedLog[S, A]) -> LogAnswer:
    """The turns from `log.first` on, and the points after the last one."""
    if log.first > max(len(log.turns), 1):
        log.turn(log.first)  # says how many there are
    told = tuple(_told(position, log, turn) for turn in log.turns[log.first - 1 :])
    return LogAnswer(
        told,
        log.first,
        _score(position),
        position.whole_game.is_over(log.end),
        position.log_rules().ending(log.end) if position.whole_game.is_over(log.end) else "",
        log.stopped,
        log.not_judged,
        position.log_rules().names(),
    )


def starting_at(position: Position[S, A], first: int) -> Position[S, A]:
    """The same position, of whose log the turns before this one are only played. Raises UsageError where
    there is no such turn, or no log.
    """
    if position.log is None:
        raise UsageError("the file has no `turns`, so there is no turn to begin with")
    position.log.turn(first)
    other = position.at(position.state)
    other.log = replace(position.log, first=first)
    return other


def at_turn(position: Position[S, A], turn: PlayedTurn[S, A]) -> Position[S, A]:
    """A turn of the log as a file of its own: its table, its legal steps, its claims and expectations."""
    file = position.written.turns[turn.number - 1]
    other = position.at(turn.before)
    other.log = None
    other.written = _alone(position.written, file, turn.texts)
    other.decoded = _decoded(position.decoded, other.written, turn.number - 1)
    return other


def _alone(written: PositionFile, file: TurnFile, texts: tuple[str, ...]) -> PositionFile:
    """What a file would say of one turn only."""
    expect = file.expect if file.expect is not None else type(written.expect)()
    changes: dict[str, Any] = {"turns": (), "line": texts, "claims": file.claims, "expect": expect}
    return replace(written, **changes)


def _decoded(decoded: Decoded[PositionFile], written: PositionFile, index: int) -> Decoded[PositionFile]:
    """The same file, with the places of one turn as if it were all of it."""
    return replace(
        decoded,
        value=written,
        spans=_below(decoded.spans, index),
        key_spans=_below(decoded.key_spans, index),
        former={},
    )


P = TypeVar("P")


def _below(places: Mapping[TreePath, P], index: int) -> dict[TreePath, P]:
    here = ("turns", index)
    return {path[2:]: place for path, place in places.items() if path[:2] == here and path[2:3] != ("line",)}


def _told(position: Position[S, A], log: PlayedLog[S, A], turn: PlayedTurn[S, A]) -> TurnAnswer:
    claims, expectations = _stated(position, log, turn)
    verdict: TurnVerdict = "not legal" if turn.is_illegal else "undecided" if turn.faults else "legal"
    return TurnAnswer(
        turn.number,
        turn.player,
        verdict,
        turn.outcome,
        turn.steps,
        turn.name,
        turn.faults,
        claims,
        expectations,
        turn.span.line_in_file if turn.span is not None else None,
    )


def _stated(
    position: Position[S, A], log: PlayedLog[S, A], turn: PlayedTurn[S, A]
) -> tuple[tuple[ClaimAnswer, ...], tuple[ExpectationAnswer, ...]]:
    """What is claimed and expected of the turn, judged."""
    file = position.written.turns[turn.number - 1]
    if not file.claims and file.expect is None:
        return (), ()
    from tsolve.judging.check import best_plays_of, check, claims_of
    from tsolve.model.plays import NO_WISHES

    here: TreePath = ("turns", turn.number - 1)
    alone = at_turn(position, turn)
    is_assumed = log.is_assumed_before(turn)
    if is_assumed or turn.is_hidden or not turn.texts:
        why = log.why_assumed if is_assumed else _UNPLAYED
        judges = claims_of(alone, None, best_plays_of(alone, NO_WISHES))
        stated = ExpectationAnswer("the turn", False, "as stated", why, (*here, "expect"), undecided=True)
        claims = tuple(judge.left_open(why) for judge in judges)
        return claims, () if file.expect is None else (stated,)
    answer = check(alone)
    return answer.claims, tuple(replace(each, path=here + each.path) for each in answer.expectations)


def _score(position: Position[S, A]) -> ScoreAnswer | None:
    """The points after the log; None in a game without points."""
    try:
        return position.score(position.file)
    except UnsupportedError:
        return None


def expectations_of_log(position: Position[S, A], log: LogAnswer) -> tuple[ExpectationAnswer, ...]:
    """What is expected of the turns of the file: of all together, and of each."""
    of_turns = tuple(each for turn in log.turns for each in turn.expectations)
    wanted: LogExpectation | None = getattr(position.written.expect, "log", None)
    if wanted is None:
        return of_turns
    file = position.decoded
    whole = (replace(each, line=file.key_span(*each.path).line_in_file) for each in _expected(wanted, log))
    return (*whole, *of_turns)


def _expected(wanted: LogExpectation, log: LogAnswer) -> Iterator[ExpectationAnswer]:
    """What the file expects of its turns, and of the points."""
    for key, found in (("not_legal", log.wrong), ("undecided", log.undecided)):
        expected = getattr(wanted, key)
        if expected is not None:
            what = f"turns that are {'not legal' if key == 'not_legal' else 'undecided'}"
            numbers = tuple(turn.number for turn in found)
            yield same(("log", key), what, _listed(expected), _listed(numbers))
    for number, rulings in wanted.rulings.items():
        turn = next((turn for turn in log.turns if str(turn.number) == number), None)
        cited = {ruling for fault in (turn.faults if turn else ()) for ruling in fault.refusal.rulings}
        missing = [ruling for ruling in rulings if ruling not in cited]
        found_ = ", ".join(sorted(cited)) or "none"
        what = f"rules of turn {number}"
        yield same(("log", "rulings", number), what, True, not missing, found_)
    if wanted.points is not None:
        points = () if log.score is None else tuple(each.points for each in log.score.players)
        yield same(("log", "points"), "points", _listed(wanted.points), _listed(points))
    if wanted.over is not None:
        yield same(("log", "over"), "the game is over", wanted.over, log.over)


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or "none"
