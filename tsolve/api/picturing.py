"""The table at the moment on which an answer rests, for pictures."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from msgspec.structs import replace

from tsolve.api.positions import Opened
from tsolve.budget import FREE, allow
from tsolve.model.answers import CheckAnswer
from tsolve.model.plays import Calculation
from tsolve.model.positions import PositionAnswer
from tsolve.model.solved import SolvedAnswer
from tsolve.turns.line import play_line
from tsolve.turns.narration import Played

AnyPlayed = Played[Hashable, Hashable]


def at_battle(
    opened: Opened,
    answer: CheckAnswer | SolvedAnswer,
    calculation: Calculation | None,
    found: Iterable[object] = (),
) -> PositionAnswer:
    """The position in which what the calculation adds up begins, with the target marked.

    Without a calculation of a line that is known, the position of the file; on a map with what the line does.

    Args:
        opened: the position that was judged or solved.
        answer: what was found.
        calculation: one that the answer tells.
        found: what `check` told its `on_found`.
    """
    for played in _lines(opened, answer, found):
        if calculation is not None and played.answer.calculation != calculation:
            continue
        for number, move in reversed(list(enumerate(played.moves))):
            aim = opened.place_aimed_at(move.before, move.action)
            if aim is not None:
                return _aimed(opened.shown(move.before, played.moves[number:]), *aim)
    if isinstance(answer, CheckAnswer):
        return answer.position
    position = opened.shown(opened.state)
    return replace(position, map=answer.map) if answer.map else position


def _lines(
    opened: Opened, answer: CheckAnswer | SolvedAnswer, found: Iterable[object]
) -> Iterator[AnyPlayed]:
    """The lines behind the answer, as they were played."""
    for each in found:
        played = getattr(each, "played", each)
        if isinstance(played, Played):
            yield played
    if isinstance(answer, SolvedAnswer) and answer.solution.policy is None and answer.solution.best:
        with allow(FREE):
            yield play_line(opened, answer.solution.best[0].line.written, in_all_ways=False)


def _aimed(position: PositionAnswer, place: str, holds: str) -> PositionAnswer:
    """The position with a mark at the place of this name where this one stands."""
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
