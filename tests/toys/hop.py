"""A toy game without cards, goal or chance: a frog on a small grid, and where it may hop to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from tsolve.cardkit.forms import Form
from tsolve.cardkit.plain_game import PlainAction, PlainBook, PlainGame, PlainState
from tsolve.cardkit.tasks import Reason
from tsolve.contract.plain_position import PlainPosition
from tsolve.games.plain import PlainCard, PlainModule
from tsolve.judging.expectations import ExpectationJudge
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.facts import same
from tsolve.model.trace import Trace
from tsolve.written import statements
from tsolve.written.position_file import PositionFile

Square = Literal["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
SQUARES = tuple(f"{column}{row}" for row in "123" for column in "abc")


class ExpectFile(statements.Expectations, frozen=True):
    """What must come out."""

    options: tuple[Square, ...] | None = None
    """Exactly these squares, in any order."""


class HopFile(PositionFile, frozen=True):
    """Where the frog sits, and the leaves that it can hop over."""

    frog: Square = "a1"
    leaves: tuple[Square, ...] = ()
    expect: ExpectFile = ExpectFile()


class Pond(PlainBook, frozen=True):
    """What stays the same."""

    squares: tuple[str, ...] = SQUARES


class State(PlainState, frozen=True):
    """The pond."""

    frog: str
    leaves: tuple[str, ...]


class Hop(PlainAction[Pond, State], frozen=True):
    """Hop to a square."""

    forms = (Form("hop to {square:squares}"),)
    rulings = ("HO-1",)
    square: str

    def refusal(self, book: Pond, state: State) -> Reason | None:
        columns, rows = (abs(ord(a) - ord(b)) for a, b in zip(state.frog, self.square, strict=True))
        middle = "".join(chr((ord(a) + ord(b)) // 2) for a, b in zip(state.frog, self.square, strict=True))
        if not ({columns, rows} <= {0, 2} and columns + rows > 0 and middle in state.leaves):
            return f"no leaf lies between {state.frog} and {self.square}", self.rulings
        if columns == rows and book.readings["corners"] == "forbidden":
            return f"the leaf touches {state.frog} at a corner only", self.rulings
        return None

    def done(self, book: Pond, state: State, trace: Trace | None) -> State:
        return replace(state, frog=self.square)


class Hopping(PlainGame[Pond, State, Hop]):
    """The rules."""

    actions = (Hop,)
    absent = "{piece} is not on the pond"


class HopExpectations(ExpectationJudge[State, Hop]):
    """Also where the frog may hop."""

    expect: ExpectFile

    def with_search(self) -> Iterator[ExpectationAnswer]:
        if (wanted := self.expect.options) is not None:
            legal = self.position.game.legal_actions(self.position.state)
            found = tuple(each.square for each in legal)
            yield same(("options",), "options", tuple(sorted(wanted, key=SQUARES.index)), found, right=found)


class HopPosition(PlainPosition[Pond, State, Hop]):
    """A pond, ready for its engine."""

    capabilities = PlainPosition.capabilities._replace(expectation=f"{__name__}:HopExpectations")

    def sentence(self, state: State) -> str:
        return f"The frog sits on {state.frog}."


class HopModule(PlainModule[State, Hop, PlainCard, HopFile]):
    """Hop as a game package."""

    id = "hop"
    rulesets = Path(__file__).parent / "rulesets"
    card_type, position_type = PlainCard, HopFile
    position, game, state, book = HopPosition, Hopping, State, Pond


GAME = HopModule()
