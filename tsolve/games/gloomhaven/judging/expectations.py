"""What a puzzle expects of a turn, compared with what is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tsolve.budget import SpentError
from tsolve.errors import Span
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.judging.left_open import ways_of
from tsolve.games.gloomhaven.judging.whole_turn import Turn
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.statements import ExpectFile, OddsExpectation, OptionFile
from tsolve.judging.expectations import ExpectationJudge, in_time
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.facts import answered, doubted

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.attacks.position import AttacksPosition
    from tsolve.games.gloomhaven.attacks.position_file import AttackExpectFile
    from tsolve.games.gloomhaven.position import ScenarioPosition

Key = tuple[str | None, ...]
"""The parts of an option that are compared."""


class TurnExpectations(ExpectationJudge[State, Action]):
    """Judges what every game's file may expect, and the options of a turn."""

    position: ScenarioPosition
    expect: ExpectFile

    def with_search(self) -> Iterator[ExpectationAnswer]:
        if self.expect.options is not None:
            yield from in_time(("options",), self._options(self.expect.options))
        yield from super().with_search()

    def searched(self) -> Mapping[str, Callable[[Any], Iterator[ExpectationAnswer]]]:
        return {**super().searched(), "odds": partial(_judge_odds, self.position)}

    def _of_readings(self) -> Iterator[ExpectationAnswer]:
        """Also those that decide the options of the turn."""
        if self.expect.readings and self.readings is not None:
            try:
                options = self.position.options()
                self.readings = {**self.readings, **(options.readings if options is not None else {})}
            except SpentError:
                self.readings = None
        yield from super()._of_readings()

    # options

    def _options(self, wanted: tuple[OptionFile, ...]) -> Iterator[ExpectationAnswer]:
        """Exactly these options are expected; a part is compared if any of them names it."""
        parts = tuple(part for part in PARTS if any(getattr(each, part) is not None for each in wanted))
        cases: list[set[Key]] = [set()]
        if self.position.decides:
            ways = ways_of(self.position)
            cases = [{self._parts(way, parts) for way in case} for case in ways.cases]
        found = set().union(*cases)
        span = self.position.decoded.span("expect", "options")
        named = {tuple(self._part_stated(each, part, span) for part in parts) for each in wanted}
        holds = all(named == case for case in cases)
        answer = answered(("options",), "options", holds, _told(named), _told(found))
        yield doubted(answer) if named in cases else answer

    def _parts(self, turn: Turn, parts: Sequence[str]) -> Key:
        return tuple(_part(self.position, turn, part) for part in parts)

    def _part_stated(self, option: OptionFile, part: str, span: Span | None) -> str | None:
        written = getattr(option, part)
        if written is None:
            return None
        if part == "focus":
            return self.position.figure(option.focus or "", span)
        if part == "attacks":
            return ", ".join(sorted(self.position.figure(name, span) for name in option.attacks or ()))
        return self.position.name(self.position.place(written, span))


PARTS = ("focus", "end", "destination", "attacks")


def _part(position: ScenarioPosition, turn: Turn, part: str) -> str | None:
    if part == "focus":
        return turn.focus
    if part == "attacks":
        return ", ".join(sorted(set(turn.targets)))
    hex_ = turn.end if part == "end" else turn.destination
    return position.name(hex_) if hex_ is not None else None


def _told(options: set[Key]) -> str:
    rows = sorted(" ".join(part or "-" for part in option) for option in options)
    return "; ".join(rows) or "none"


class AttackExpectations(ExpectationJudge[State, Action]):
    """Judges what every game's file may expect, and odds."""

    position: AttacksPosition
    expect: AttackExpectFile

    def searched(self) -> Mapping[str, Callable[[Any], Iterator[ExpectationAnswer]]]:
        return {"odds": partial(_judge_odds, self.position)}


def _judge_odds(
    position: ScenarioPosition | AttacksPosition, expect: OddsExpectation
) -> Iterator[ExpectationAnswer]:
    from tsolve.chances.events import ODDS
    from tsolve.games.gloomhaven.judging.odds import judge_odds

    return judge_odds(ODDS.of(position), expect)
