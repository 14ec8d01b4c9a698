"""What a turn came to on one way, and how a result of it is named and stated. (contract/measures.py)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, Protocol, TypeVar

from tsolve.contract import measures
from tsolve.contract.measures import Measures
from tsolve.games.gloomhaven.judging.outcome import TurnOutcome, outcome_of
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.stated import ENDING, NUMBER, Kind, Naming, Stated, named_figure

if TYPE_CHECKING:
    from tsolve.contract.step_reader import Move
    from tsolve.errors import Span
    from tsolve.games.gloomhaven.actions import Action
    from tsolve.model.facts import Fact
    from tsolve.model.trace import Entry


class Stage(NamedTuple):
    """What one move has done; the first stage: what the line has done before the way begins."""

    entries: tuple[Entry, ...]
    told: str = ""
    """What was chosen or came by chance, in words; empty without an alternative."""
    readings: tuple[str, ...] = ()
    """The open points whose readings it used."""


class Asked(Protocol):
    """A position that asks about the turn of a figure."""

    @property
    def actor(self) -> str: ...
    @property
    def state(self) -> State: ...


class Way(NamedTuple):
    """A turn so far, or one way in which it may go on."""

    state: State
    moves: tuple[Move[State, Action], ...] = ()
    stages: tuple[Stage, ...] = ()

    @property
    def told(self) -> str:
        """The choices and chance results after the line, in words; empty without alternatives."""
        return ", ".join(stage.told for stage in self.stages if stage.told)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that has happened."""
        return tuple(entry for stage in self.stages for entry in stage.entries)

    def outcome(self, position: Asked) -> TurnOutcome:
        """What the acting figure has done."""
        return outcome_of(position.actor, position.state, self.state, self.moves, self.entries)


B = TypeVar("B", bound=Naming)
"""The kind of position, with a map or without one."""
_NAMES: Mapping[str, Callable[..., str]] = {
    "figures": named_figure,
    "characters": named_figure,
    "elements": lambda position, text, span, _: position.element(text, span),
}
"""How to read the name of the thing that a number belongs to."""


class Measure(measures.Measure[B, Way], Generic[B], frozen=True, kw_only=True):
    """A result of the acting figure, or one of every figure, by its name."""

    kind: Kind = NUMBER
    whose: Literal["", "figures", "characters", "elements"] = ""
    """The things that have such a number, by name in files: `hit_points: {Bat 2: 3}`."""
    is_level: bool = False
    """Whether it can be a level of a goal."""

    @property
    def is_of_actor(self) -> bool:
        """Whether it is a result of the acting figure."""
        return self.is_stated and not self.whose and self.kind is not ENDING

    def written(self, pieces: type) -> object:
        return dict[str, self.kind.values] if self.whose else self.kind.values  # type: ignore[name-defined]

    def stated(
        self,
        position: B,
        written: Stated | Mapping[str, Stated] | None,
        span: Span | None = None,
        states: Iterable[State] = (),
    ) -> dict[str, Fact]:
        """The stated values by their owners, in the form of found values; an empty name stands for the acting
        figure. Raises InputError.
        """
        assert written is not None  # it is stated
        if not isinstance(written, Mapping):
            return {"": self.kind.read(position, written, span, states)}
        name = _NAMES[self.whose]
        return {
            name(position, key, span, states): self.kind.read(position, value, span, states)
            for key, value in written.items()
        }

    def of_each(self, fact: Fact, names: Iterable[str]) -> dict[str, Fact]:
        """The values of these by name; an empty name stands for the acting figure."""
        if not isinstance(fact, Mapping):
            return {"": fact}
        return {name: fact.get(name, self.kind.absent) for name in names}

    def of_each_in(self, position: B, way: Way, names: Iterable[str]) -> dict[str, Fact]:
        """The same values at the end of a way."""
        return self.of_each(self.found(position, way).value, names)


class OfFigures(Measures[B, Way], Generic[B]):
    """All measures of Gloomhaven."""

    by_name: Mapping[str, Measure[B]]

    def __iter__(self) -> Iterator[Measure[B]]:
        return iter(self.by_name.values())
