"""A toy game without cards, goal or chance: a frog on a small grid, and where it may hop to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from tsolve.contract.capability import Capabilities
from tsolve.contract.narration import Move, Narration, Result, Written
from tsolve.contract.position import Position
from tsolve.diagnostics import Diagnostics, input_error
from tsolve.engine import Noting, Probe
from tsolve.errors import IllegalActionError, Span
from tsolve.games.module import GameModule, NoCard
from tsolve.judging.expectations import ExpectationJudge
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.facts import same
from tsolve.model.trace import Entry, Refusal, Trace
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded
from tsolve.written import statements
from tsolve.written.position_file import PositionFile

SQUARES = tuple(f"{column}{row}" for row in "123" for column in "abc")


class ExpectFile(statements.Expectations, frozen=True):
    """What must come out."""

    options: tuple[str, ...] | None = None
    """Exactly these squares, in any order."""


class HopFile(PositionFile, frozen=True):
    """Where the frog sits, and the leaves that it can hop over."""

    frog: str = "a1"
    leaves: tuple[str, ...] = ()
    expect: ExpectFile = ExpectFile()


class State(msgspec.Struct, frozen=True):
    """The pond."""

    frog: str
    leaves: tuple[str, ...]
    hops: int = 0


class Pond:
    """The rules; an action is the square that the frog hops to. (`tsolve.engine.Game`)"""

    def __init__(self, readings: Mapping[str, str], probe: Probe[State, str]) -> None:
        self.readings = Noting(readings, probe.readings) if probe.notes else readings

    def mover(self, state: State) -> int:
        return 0

    def legal_actions(self, state: State) -> list[str]:
        return [square for square in SQUARES if self.why_not(state, square) is None]

    def why_not(self, state: State, action: str) -> Refusal | None:
        if action not in SQUARES:
            return Refusal(f"hop to {action}", f"{action} is not on the pond", ("HO-2",))
        columns, rows = (abs(ord(a) - ord(b)) for a, b in zip(state.frog, action, strict=True))
        middle = "".join(chr((ord(a) + ord(b)) // 2) for a, b in zip(state.frog, action, strict=True))
        if not ({columns, rows} <= {0, 2} and columns + rows > 0 and middle in state.leaves):
            return Refusal(f"hop to {action}", f"no leaf lies between {state.frog} and {action}", ("HO-1",))
        if columns == rows and self.readings["corners"] == "forbidden":
            return Refusal(f"hop to {action}", f"the leaf touches {state.frog} at a corner only", ("HO-1",))
        return None

    def rulings_for(self, state: State, action: str) -> tuple[str, ...]:
        return ("HO-1",)

    def refusals(self, state: State) -> list[Refusal]:
        return []

    def apply(self, state: State, action: str, trace: Trace | None = None) -> State:
        if (refusal := self.why_not(state, action)) is not None:
            raise IllegalActionError(refusal)
        return replace(state, frog=action, hops=state.hops + 1)

    def chance(self, state: State) -> list[tuple[str, int]]:
        return []

    def sample(self, state: State, random: Random) -> State:
        return state

    def is_over(self, state: State) -> bool:
        return False

    def scores(self, state: State) -> list[int]:
        return [state.hops]

    def key(self, state: State) -> str:
        return state.frog

    def notation(self, state: State, action: str) -> str:
        return f"hop to {action}"

    def zones(self, state: State) -> tuple[tuple[str, str], ...]:
        return (("Frog", state.frog), ("Leaves", ", ".join(state.leaves) or "none"))

    def turn_of(self, state: State) -> int:
        return 1

    def begins_turn(self, state: State) -> bool:
        return False


class HopNarration(Narration[State, str]):
    """The narration of one line."""

    def read(self, state: State, text: str, span: Span | None) -> Written[str]:
        if not text.startswith("hop to "):
            raise input_error("E321", f'"{text}" is not an action', span, "hop to SQUARE")
        return Written(text.removeprefix("hop to "))

    def is_result(self, state: State) -> bool:
        return False

    def result(self, state: State, moves: Sequence[Move[State, str]], entries: Sequence[Entry]) -> Result:
        hops = f"{state.hops} hop{'s' if state.hops != 1 else ''}"
        return Result(f"The frog sits on {state.frog} after {hops}.")


class HopExpectations(ExpectationJudge[State, str]):
    """Also where the frog may hop."""

    expect: ExpectFile

    def with_search(self) -> Iterator[ExpectationAnswer]:
        if (wanted := self.expect.options) is not None:
            found = tuple(self.position.game.legal_actions(self.position.state))
            yield same(("options",), "options", tuple(sorted(wanted, key=SQUARES.index)), found, right=found)


class HopPosition(Position[State, str]):
    """A pond, ready for its engine."""

    capabilities = Capabilities(__name__, narration=":narration", expectation=":HopExpectations")
    game: Pond
    written: HopFile

    def under(self, readings: Mapping[str, str], probe: Probe[State, str] | None = None) -> HopPosition:
        return self.by(Pond(readings, probe or Probe()), self.state)

    @property
    def readings(self) -> Mapping[str, str]:
        return self.game.readings


def narration(position: HopPosition) -> HopNarration:
    """The narration of one line."""
    probe: Probe[State, str] = Probe(notes=True)
    return HopNarration(Pond(position.readings, probe), probe)


class HopModule(GameModule[State, str, NoCard, HopFile]):
    """Hop as a game package."""

    id = "hop"
    rulesets = Path(__file__).parent / "rulesets"
    card_type = NoCard
    position_type = HopFile

    def open(self, decoded: Decoded[HopFile], ruleset: Ruleset[NoCard], found: Diagnostics) -> HopPosition:
        file = decoded.value
        options = file.expect.options or ()
        for path, squares in ((("frog",), [file.frog]), (("leaves",), file.leaves), (_OPTIONS, options)):
            for square in squares:
                if square not in SQUARES:
                    found.report("E305", f'"{square}" is not on the pond', decoded.span(*path))
        found.raise_if_any()
        state = State(file.frog, tuple(sorted(file.leaves)))
        printing = file.printing or ruleset.printing_for(())
        pond = Pond(ruleset.readings(printing, file.interpretations), Probe())
        return HopPosition(pond, state, file, decoded, ruleset, printing)


_OPTIONS = ("expect", "options")
GAME = HopModule()
