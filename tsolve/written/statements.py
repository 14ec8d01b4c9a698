"""What files state of a position in every game: claims, and the expectations that make a file a puzzle.

A game adds its measures (`Measures.stated_in`) and what else people say of it.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Meta

from tsolve.written.bounds import Bound
from tsolve.written.position_file import (
    GradeExpectation,
    PolicyExpectation,
    WhyNotExpectation,
)

if TYPE_CHECKING:
    from tsolve.model.facts import Piece
    from tsolve.written.phrases import ClaimWords

Number = Annotated[int, Meta(ge=0, le=999)]
Total = Annotated[int, Meta(ge=-999, le=999)]
TurnNumber = Annotated[int, Meta(ge=1, le=9_999)]
Verdict = Literal["confirmed", "refuted", "undecided"]
Rulings = Annotated[
    tuple[str, ...],
    Meta(max_length=20, description="Ids of rules that must be among the reasons of the refusal."),
]


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Common base of what files have."""

    measured: ClassVar[tuple[str, ...]] = ()
    """The measures that it may state."""
    former: ClassVar[Mapping[str, str]] = {}
    """Keys by former names, with those of today, or with what is written instead; read for one version."""
    other_words: ClassVar[Mapping[str, str]] = {}
    """What people write for a key, and the key."""
    terms: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Words of the ruleset that name a measure in other languages, with its key."""


class Stating(Written, frozen=True):
    """States measures by name."""

    @property
    def stated(self) -> "dict[str, Piece | Mapping[str, Piece]]":
        """The measures that are given, with their values."""
        return {name: value for name in self.measured if (value := getattr(self, name)) is not None}


class Claim(Stating, frozen=True):
    """A statement to confirm or refute: exactly one kind; `after` names the step."""

    own_kinds: ClassVar[tuple[str, ...]] = ("legal", "illegal", "can", "cannot")
    """The kinds of statement that are no measures."""
    bounded: ClassVar[tuple[str, ...]] = ()
    """The kinds whose number may be a bound."""
    loosely: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Sentences that are read in other words where they mean nothing else, as patterns with these words."""

    legal: Annotated[str | None, Meta(description="This action is legal.")] = None
    illegal: Annotated[str | None, Meta(description="This action is not legal.")] = None
    can: Annotated[
        str | None, Meta(description="This can be done in this turn: a step, or a question of `why-not`.")
    ] = None
    cannot: Annotated[str | None, Meta(description="This cannot be done in this turn.")] = None
    after: Annotated[
        Number | str | None,
        Meta(description="Judge after this step of `line`: its number, its text, or how it begins."),
    ] = None

    @classmethod
    def words(cls) -> "ClaimWords":
        """How claims of the game are said in a sentence: its measures by name, if it says nothing more."""
        from tsolve.written.phrases import ClaimWords, Verbs

        examples = "a key with its value, such as {can: STEP}"
        return ClaimWords(cls.measured, (), {}, Verbs({}), examples)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The claim that a sentence makes, such as `damage 4`."""
        from tsolve.written.phrases import read_claim

        return read_claim(text, cls, cls.words())

    @property
    def bound(self) -> Bound | None:
        """Whether the number is a bound only."""
        return None

    @property
    def query(self) -> str:
        """What a why-not would ask about it; empty where there is no such question."""
        return self.can or self.cannot or self.legal or self.illegal or ""

    @property
    def kinds(self) -> list[str]:
        """The kinds of statement that are given."""
        return [kind for kind in (*self.own_kinds, *self.measured) if getattr(self, kind) is not None]

    def __post_init__(self) -> None:
        if len(self.kinds) != 1:
            kinds = ", ".join((*self.own_kinds, *self.measured))
            raise ValueError(f"a claim states exactly one thing: {kinds}")


class LineExpectation(Stating, frozen=True):
    """The expected judgement of the line."""

    legal: bool | None = None
    """Whether the whole turn is legal."""
    illegal_step: Number | None = None
    """The number of the first step that is not legal."""
    rulings: Rulings = ()


class BestExpectation(Stating, frozen=True):
    """The best play."""

    target: str | None = None
    """What it is directed against."""
    line: Annotated[
        tuple[str, ...], Meta(max_length=200, description="A play that is as good as any other.")
    ] = ()
    ways: Annotated[Number | None, Meta(description="How many plays are equally good, up to symmetry.")] = (
        None
    )
    value: Total | None = None
    """The first level of the goal, as older files state it."""
    worth: Annotated[
        dict[str, Total], Meta(max_length=20, description="Levels of the goal, as older files state them.")
    ] = {}  # a struct copies it


class RowExpectation(Written, frozen=True):
    """A row of the calculation: the card, by how much it changes a quantity, and a ruling that it cites."""

    card: Annotated[str, Meta(description="The card; an empty text for the steps that no card causes.")] = ""
    ruling: str | None = None
    """A ruling that the row cites."""

    @property
    def changes(self) -> dict[str, int]:
        """The expected changes by quantity."""
        named = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: change for name, change in named.items() if isinstance(change, int)}


class Expectations(Written, frozen=True):
    """The expected answers; they make the file a puzzle."""

    legal: Annotated[tuple[str, ...], Meta(description="Actions that are legal in this position.")] = ()
    illegal: Annotated[
        dict[str, tuple[str, ...]],
        Meta(
            description="Actions that are not legal, each with ids of rules that must be among the reasons."
        ),
    ] = {}
    claims: Annotated[
        tuple[Verdict, ...], Meta(max_length=200, description="The verdicts on the claims, in their order.")
    ] = ()
    readings: Annotated[tuple[str, ...], Meta(description="Open points that the answer must rest on.")] = ()

    @property
    def line(self) -> LineExpectation | None:
        """The expected judgement of the line."""
        return None

    @property
    def steps(self) -> Mapping[str, Stating]:
        """What the line has come to after a step: its text, or its beginning."""
        return {}


class LogExpectation(Written, frozen=True):
    """The expected judgement of a log: its `turns` and the points after them."""

    not_legal: Annotated[
        tuple[TurnNumber, ...] | None, Meta(description="Exactly these turns are not legal.")
    ] = None
    undecided: Annotated[
        tuple[TurnNumber, ...] | None, Meta(description="Exactly these turns cannot be judged.")
    ] = None
    rulings: Annotated[
        dict[str, Rulings], Meta(description="Rules that must be among the reasons, by the number of a turn.")
    ] = {}
    points: Annotated[tuple[Total, ...] | None, Meta(description="The points at the end, seat by seat.")] = (
        None
    )
    over: bool | None = None
    """Whether the game is over."""


class ExpectationsOfTurn(Expectations, frozen=True):
    """What is expected of a game of whole turns."""

    policy: Annotated[
        PolicyExpectation | None, Meta(description="The best play where cards are drawn by chance.")
    ] = None
    grade: Annotated[GradeExpectation | None, Meta(description="The grade of the turn.")] = None
    log: Annotated[LogExpectation | None, Meta(description="The judgement of the `turns` of the file.")] = (
        None
    )
    why_not: Annotated[
        dict[str, WhyNotExpectation],
        Meta(max_length=50, description="Questions, and what their answers must be."),
    ] = {}
