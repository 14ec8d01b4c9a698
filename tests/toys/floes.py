"""A toy game on hexes: a penguin that steps from floe to floe to the fish, round the seals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec

from tsolve.contract.capability import Capabilities
from tsolve.contract.narration import Move, Narration, Result, Written
from tsolve.contract.position import Position
from tsolve.diagnostics import Diagnostics, input_error
from tsolve.engine import Noting, Probe
from tsolve.errors import IllegalActionError, Span
from tsolve.games.module import GameModule, NoCard
from tsolve.model.answers import SolveAnswer
from tsolve.model.hexmaps import (
    Between,
    Coordinates,
    HexCell,
    HexMap,
    Look,
    Mark,
    Meaning,
    Note,
    steps_between,
)
from tsolve.model.plays import Wishes
from tsolve.model.trace import Entry, Refusal, Trace
from tsolve.plays.plan import best_by_search
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.written.position_file import PositionFile

_GLYPHS: Mapping[str, Look] = {".": "open", "s": "danger", "f": "goal", "#": "wall", "p": "open"}


class FloesFile(PositionFile, frozen=True):
    """The floes row by row: `.` a floe, `s` with a seal, `f` with the fish, `p` with the penguin; a space is
    water.
    """

    name: str = "Pingu"
    floes: tuple[str, ...] = ()


class Penguin(msgspec.Struct, frozen=True):
    """Where it is, and how often it has stepped."""

    place: Coordinates
    steps: int = 0


class Ice:
    """The rules; an action is the floe that the penguin steps onto. (`tsolve.engine.Game`)"""

    def __init__(
        self,
        floes: Mapping[Coordinates, str],
        readings: Mapping[str, str],
        probe: Probe[Penguin, Coordinates],
    ) -> None:
        self.floes = floes
        self.readings = Noting(readings, probe.readings) if probe.notes else readings

    def mover(self, state: Penguin) -> int:
        return 0

    def legal_actions(self, state: Penguin) -> list[Coordinates]:
        return [place for place in self.floes if self.why_not(state, place) is None]

    def why_not(self, state: Penguin, action: Coordinates) -> Refusal | None:
        told = self.notation(state, action)
        if self.is_over(state):
            return Refusal(told, "the fish is eaten", ("FL-1",))
        if self.floes.get(action, "#") in "s#":
            return Refusal(told, "the penguin cannot be there", ("FL-1",))
        if steps_between(state.place, action) != 1:
            return Refusal(told, "it is not beside the penguin", ("FL-1",))
        return None

    def rulings_for(self, state: Penguin, action: Coordinates) -> tuple[str, ...]:
        return ("FL-1",)

    def refusals(self, state: Penguin) -> list[Refusal]:
        return []

    def apply(self, state: Penguin, action: Coordinates, trace: Trace | None = None) -> Penguin:
        if (refusal := self.why_not(state, action)) is not None:
            raise IllegalActionError(refusal)
        return Penguin(action, state.steps + 1)

    def chance(self, state: Penguin) -> list[tuple[Coordinates, int]]:
        return []

    def sample(self, state: Penguin, random: Random) -> Penguin:
        return state

    def is_over(self, state: Penguin) -> bool:
        return self.floes[state.place] == "f" or state.steps >= len(self.floes)

    def scores(self, state: Penguin) -> list[int]:
        return [-state.steps]

    def key(self, state: Penguin) -> Penguin:
        return state

    def notation(self, state: Penguin, action: Coordinates) -> str:
        return f"step to {action[0]} {action[1]}"

    def zones(self, state: Penguin) -> tuple[tuple[str, str], ...]:
        return (("Steps", str(state.steps)),)

    def turn_of(self, state: Penguin) -> int:
        return 1

    def begins_turn(self, state: Penguin) -> bool:
        return False


class FloesNarration(Narration[Penguin, Coordinates]):
    """The narration of one line."""

    def read(self, state: Penguin, text: str, span: Span | None) -> Written[Coordinates]:
        try:
            column, row = map(int, text.removeprefix("step to ").split())
        except ValueError:
            raise input_error("E321", f'"{text}" is not an action', span, "step to COLUMN ROW") from None
        return Written((column, row))

    def is_result(self, state: Penguin) -> bool:
        return False

    def result(
        self, state: Penguin, moves: Sequence[Move[Penguin, Coordinates]], entries: Sequence[Entry]
    ) -> Result:
        return Result(f"The penguin is on {state.place[0]} {state.place[1]} after {state.steps} steps")


class FloesPosition(Position[Penguin, Coordinates]):
    """The ice, ready for its engine."""

    capabilities = Capabilities(__name__, narration=":narration", solve=":solve")
    game: Ice
    written: FloesFile
    plans = True

    def under(
        self, readings: Mapping[str, str], probe: Probe[Penguin, Coordinates] | None = None
    ) -> FloesPosition:
        return self.by(Ice(self.game.floes, readings, probe or Probe()), self.state)

    @property
    def readings(self) -> Mapping[str, str]:
        return self.game.readings

    def map(self, state: Penguin, moves: Sequence[Move[Penguin, Coordinates]] = ()) -> HexMap:
        way = [move.action for move in moves]
        steps = {place: Mark("path", str(number)) for number, place in enumerate(way, start=1)}
        steps |= {place: Mark("end", str(len(way))) for place in way[-1:]}
        fish = [place for place, floe in self.game.floes.items() if floe == "f"]
        cells = tuple(
            HexCell(
                *place,
                look=_GLYPHS[floe],
                label="P" if place == state.place else "",
                marks=(
                    *([Mark("acts")] if place == state.place else []),
                    *([steps[place]] if place in steps else []),
                    *([Mark("reach")] if not moves and self.game.why_not(state, place) is None else []),
                ),
            )
            for place, floe in self.game.floes.items()
        )
        return HexMap(
            cells,
            sight=tuple(Between(state.place, place) for place in fish) if not moves else (),
            legend=(Meaning("P", self.written.name), Meaning("danger", "seal"), Meaning("goal", "fish")),
            headline=f"{self.written.name}: {len(way)} steps" if way else self.written.name,
            notes=(Note("round the seals", "way", ("FL-1",)),) if way else (),
        )


def narration(position: FloesPosition) -> FloesNarration:
    """The narration of one line."""
    probe: Probe[Penguin, Coordinates] = Probe(notes=True)
    return FloesNarration(Ice(position.game.floes, position.readings, probe), probe)


def solve(position: FloesPosition, wishes: Wishes) -> SolveAnswer:
    """The shortest way to the most fish, by trying all."""

    def value(state: Penguin) -> tuple[int, ...] | None:
        is_over, caught = position.game.is_over(state), position.game.floes[state.place] == "f"
        return (int(caught), -state.steps) if is_over else None

    return best_by_search(position, ("fish", "steps"), value, wishes)


class FloesModule(GameModule[Penguin, Coordinates, NoCard, FloesFile]):
    """Floes as a game package."""

    id = "floes"
    rulesets = Path(__file__).parent / "rulesets"
    card_type = NoCard
    position_type = FloesFile

    def open(
        self, decoded: Decoded[FloesFile], ruleset: Ruleset[NoCard], found: Diagnostics
    ) -> FloesPosition:
        file = decoded.value
        floes = {
            (column, row): floe
            for row, told in enumerate(file.floes)
            for column, floe in enumerate(told)
            if floe in _GLYPHS
        }
        places = [place for place, floe in floes.items() if floe == "p"]
        if len(places) != 1:
            found.report("E305", "one penguin is needed", decoded.span("floes"))
        found.raise_if_any()
        printing = file.printing or ruleset.printing_for(())
        ice = Ice(floes, ruleset.readings(printing, file.interpretations), Probe())
        return FloesPosition(ice, Penguin(places[0]), file, decoded, ruleset, printing)


GAME = FloesModule()
