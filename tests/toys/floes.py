"""A toy game on hexes: a penguin that steps from floe to floe to the fish, round the seals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from tsolve.cardkit.forms import Form
from tsolve.cardkit.plain_game import PlainAction, PlainBook, PlainGame, PlainState
from tsolve.cardkit.tasks import Reason
from tsolve.contract.measures import Measure, Measures
from tsolve.contract.plain_position import PlainPosition
from tsolve.contract.step_reader import Move
from tsolve.diagnostics import Diagnostics
from tsolve.games.plain import PlainCard, PlainModule
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
from tsolve.model.trace import Trace
from tsolve.source.decoded import Decoded
from tsolve.written.position_file import PositionFile

_GLYPHS: Mapping[str, Look] = {".": "open", "s": "danger", "f": "goal", "#": "wall", "p": "open"}


class FloesFile(PositionFile, frozen=True):
    """The floes row by row: `.` a floe, `s` with a seal, `f` with the fish, `p` with the penguin; a space is
    water.
    """

    name: str = "Pingu"
    floes: tuple[str, ...] = ()


class Penguin(PlainState, frozen=True):
    """Where it is, and how often it has stepped."""

    place: Coordinates
    steps: int = 0


class Ice(PlainBook, frozen=True):
    """The floes."""

    floes: Mapping[Coordinates, str]


class Step(PlainAction[Ice, Penguin], frozen=True):
    """Step onto a floe."""

    forms = (Form("step to {column} {row}"),)
    rulings = ("FL-1",)
    column: int
    row: int

    @classmethod
    def offers(cls, book: Ice, _: Penguin) -> Iterator[Step]:
        return (cls(*place) for place in book.floes)

    def refusal(self, book: Ice, state: Penguin) -> Reason | None:
        place = self.column, self.row
        if book.floes.get(place, "#") in "s#":
            return "the penguin cannot be there", self.rulings
        is_beside = steps_between(state.place, place) == 1
        return None if is_beside else ("it is not beside the penguin", self.rulings)

    def done(self, book: Ice, state: Penguin, trace: Trace | None) -> Penguin:
        after = replace(state, place=(self.column, self.row), steps=state.steps + 1)
        return replace(after, ended=book.floes[after.place] == "f" or after.steps >= len(book.floes))


class Waddle(PlainGame[Ice, Penguin, Step]):
    """The rules."""

    actions = (Step,)
    ending = ("FL-1",)

    def zones(self, state: Penguin) -> tuple[tuple[str, str], ...]:
        return (("Steps", str(state.steps)),)


MEASURES: Measures[Ice, Penguin] = Measures(
    Measure("fish", "fish eaten", lambda ice, state: int(ice.floes[state.place] == "f"), is_stated=False),
    Measure("steps", "the steps of the penguin", lambda _, state: state.steps, better="less"),
)


class FloesPosition(PlainPosition[Ice, Penguin, Step]):
    """The ice, ready for its engine."""

    measures = MEASURES
    goal = ("fish", "steps")
    written: FloesFile

    def sentence(self, state: Penguin) -> str:
        return f"The penguin is on {state.place[0]} {state.place[1]} after {state.steps} steps."

    def map(self, state: Penguin, moves: Sequence[Move[Penguin, Step]] = ()) -> HexMap:
        way = [(move.action.column, move.action.row) for move in moves]
        steps = {place: Mark("path", str(number)) for number, place in enumerate(way, start=1)}
        steps |= {place: Mark("end", str(len(way))) for place in way[-1:]}
        fish = [place for place, floe in self.book.floes.items() if floe == "f"]
        cells = tuple(
            HexCell(
                *place,
                look=_GLYPHS[floe],
                label="P" if place == state.place else "",
                marks=(
                    *([Mark("acts")] if place == state.place else []),
                    *([steps[place]] if place in steps else []),
                    *(
                        [Mark("reach")]
                        if not moves and self.game.why_not(state, Step(*place)) is None
                        else []
                    ),
                ),
            )
            for place, floe in self.book.floes.items()
        )
        return HexMap(
            cells,
            sight=tuple(Between(state.place, place) for place in fish) if not moves else (),
            legend=(Meaning("P", self.written.name), Meaning("danger", "seal"), Meaning("goal", "fish")),
            headline=f"{self.written.name}: {len(way)} steps" if way else self.written.name,
            notes=(Note("round the seals", "way", ("FL-1",)),) if way else (),
        )


class FloesModule(PlainModule[Penguin, Step, PlainCard, FloesFile]):
    """Floes as a game package."""

    id = "floes"
    rulesets = Path(__file__).parent / "rulesets"
    card_type, position_type = PlainCard, FloesFile
    position, game, state, book = FloesPosition, Waddle, Penguin, Ice

    def table(
        self, decoded: Decoded[FloesFile], rules: PlainBook, laid: Mapping[str, object], found: Diagnostics
    ) -> tuple[Ice, Penguin]:
        floes = {
            (column, row): floe
            for row, told in enumerate(decoded.value.floes)
            for column, floe in enumerate(told)
            if floe in _GLYPHS
        }
        places = [place for place, floe in floes.items() if floe == "p"]
        if len(places) != 1:
            found.report("E305", "one penguin is needed", decoded.span("floes"))
        found.raise_if_any()
        return Ice(readings=rules.readings, floes=floes), Penguin(places[0])


GAME = FloesModule()
