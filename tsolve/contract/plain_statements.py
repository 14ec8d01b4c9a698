"""What files of a plain game may state: claims and expectations of its measures, and of the best play."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from tsolve.contract.measures import Measures
from tsolve.written.position_file import Fractional, Numbers, OddsExpectation, PositionFile
from tsolve.written.statements import Claim, ExpectationsOfTurn, LineExpectation, Stating
from tsolve.written.turns import MOST_TURNS, TurnFile

P = TypeVar("P", bound=PositionFile)
T = TypeVar("T", bound=msgspec.Struct)


class PlainFacts(Stating, frozen=True):
    """What a line has come to after a step."""


class PlainClaimFile(Claim, frozen=True):
    """A statement; without a line a number is the best that the turn can come to."""


class PlainLineFile(LineExpectation, frozen=True):
    """What judging the line comes to."""


class PlainOddsFile(OddsExpectation, frozen=True):
    """What the next hand comes to: for each figure that a game adds its mean or chance, or the chance of each
    number.
    """

    @property
    def numbers(self) -> Mapping[str, str | None]:
        return {key: value for key, value in self._own() if isinstance(value, str)}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        return {key: value for key, value in self._own() if isinstance(value, dict)}

    def _own(self) -> Iterator[tuple[str, object]]:
        own = self.__struct_fields__[len(OddsExpectation.__struct_fields__) :]
        return ((key, getattr(self, key)) for key in own)


class PlainExpectFile(ExpectationsOfTurn, frozen=True):
    """What must come out."""


def stating(measures: Measures[Any, Any]) -> Callable[[type[P]], type[P]]:
    """Adds to the position file of a plain game what may be claimed and expected of it, and the turns of a
    log.
    """
    add = measures.stated_in()
    facts, claim, line = add(PlainFacts), add(PlainClaimFile), add(PlainLineFile)
    odds = _with(PlainOddsFile, dict.fromkeys(measures.levels, (Fractional | Numbers | None, None)))
    expect = _with(
        PlainExpectFile,
        {
            "line": (line | None, None),
            "steps": (dict[str, facts], msgspec.field(default_factory=dict)),  # type: ignore[valid-type]
            "odds": (odds | None, None),
        },
    )

    def added(file: type[P]) -> type[P]:
        turns = Annotated[tuple[TurnFile, ...], Meta(max_length=MOST_TURNS)]
        stated = {"claims": (tuple[claim, ...], ()), "expect": (expect, expect())}  # type: ignore[valid-type]
        return _with(file, {**stated, "turns": (turns, ())})

    return added


def _with(part: type[T], keys: Mapping[str, tuple[object, object]]) -> type[T]:
    """The same part of a file with more keys, each with its type and its default."""
    return msgspec.defstruct(  # type: ignore[return-value]  # which is derived from the part
        part.__name__,
        [(name, kind, default) for name, (kind, default) in keys.items()],
        bases=(part,),
        module=part.__module__,
        namespace={"__doc__": part.__doc__},
        frozen=True,
        forbid_unknown_fields=True,
        omit_defaults=True,
    )
