"""What people write: cards, positions, claims and expectations of the cellar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.contract.measures import Measure, Measures
from tsolve.rules.rulings import Provenance
from tsolve.written.position_file import (
    Fractional,
    GradeExpectation,
    OddsExpectation,
    PolicyExpectation,
    PositionFile,
    WhyNotExpectation,
)
from tsolve.written.statements import Claim, LineExpectation, Stating

if TYPE_CHECKING:
    from .rules import Cellar, State


class Card(msgspec.Struct, frozen=True):
    """A card of the cellar."""

    id: str
    name: str
    power: Annotated[int, Meta(ge=0, le=9)]
    aliases: tuple[str, ...] = ()
    set: str = ""
    provenance: Provenance = Provenance()


MEASURES: Measures[Cellar, State] = Measures(
    Measure("power", "the power of the cards in play", lambda _, state: state.power, is_summed=True)
)
"""The numbers of a turn that people may name."""


@MEASURES.stated_in()
class Facts(Stating, frozen=True):
    """What a line has come to."""


@MEASURES.stated_in()
class ClaimFile(Claim, frozen=True):
    """A statement."""


@MEASURES.stated_in()
class LineFile(LineExpectation, frozen=True):
    """What judging the line comes to."""

    beaten: bool | None = None


class OddsFile(OddsExpectation, frozen=True):
    """What the next hand must come to."""

    power: Fractional | None = None
    powers: dict[str, Fractional] = msgspec.field(default_factory=dict)

    @property
    def numbers(self) -> Mapping[str, str | None]:
        return {"power": self.power}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        return {"powers": self.powers}


class ExpectFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must come out."""

    legal: tuple[str, ...] = ()
    illegal: dict[str, tuple[str, ...]] = {}
    line: LineFile | None = None
    steps: dict[str, Facts] = {}
    claims: tuple[Literal["confirmed", "refuted", "undecided"], ...] = ()
    policy: PolicyExpectation | None = None
    grade: GradeExpectation | None = None
    why_not: dict[str, WhyNotExpectation] = {}
    odds: OddsFile | None = None
    readings: tuple[str, ...] = ()


class CellarFile(PositionFile, frozen=True):
    """A position: the cards of the hand, those of the deck in no known order, and the teeth of the rat."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    teeth: Annotated[int, Meta(ge=0, le=99)] = 0
    claims: tuple[ClaimFile, ...] = ()
    expect: ExpectFile = ExpectFile()
