"""What the position file of every game says, the expectations that any puzzle may state, and a goal as a
weighted sum of levels: `4*points+2*worth`. That everything a file mentions exists is checked here: cards,
rulings, interpretations, readings, steps; a game adds what only its own files say.

Weights are whole numbers above zero, so that everything stays exact and more of a good thing is never worse.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from tsolve.diagnostics import suggest
from tsolve.errors import Span, UsageError
from tsolve.model.plays import Draws
from tsolve.rules.names import squash
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.decoded import Decoded

if TYPE_CHECKING:
    from tsolve.solve.problem import Linear
    from tsolve.written.statements import Claim, Expectations
    from tsolve.written.turns import TurnFile


Fractional = Annotated[
    str,
    Meta(
        pattern=r"^-?[0-9]{1,60}(/[1-9][0-9]{0,59})?$", description="A number such as `5/12`, `2` or `-1/3`."
    ),
]
"""An exact number."""

CardName = Annotated[str, Meta(extra={"completes": "CardName"})]
"""A text that names a card, which an editor completes (`source.schema`)."""


class PositionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position file; each game adds what lies on its table and what may be said about it."""

    other_words: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("steps", "moves", "actions", "my turn"), "line"),
        **dict.fromkeys(("log", "game log", "rounds"), "turns"),
        **dict.fromkeys(("claim", "claimed", "we claim", "question", "questions"), "claims"),
    }
    """What people write for a key, and the key."""
    game: Annotated[str, Meta(description="The id of the ruleset.")]
    title: str = ""
    """What the position is about, in a line."""
    source: Annotated[str, Meta(description="Where the position comes from.")] = ""
    about: Annotated[
        tuple[str, ...],
        Meta(description="The rules that the position tests; `key.zero_rule=floor` for one reading."),
    ] = ()
    goal: Annotated[
        str | None,
        Meta(description="The goal of the best play, such as `win,margin`; the usual one by default."),
    ] = None
    target: Annotated[
        str | None,
        Meta(description="What the best play must attack."),
    ] = None
    draws: Annotated[
        Draws,
        Meta(
            description="What an uncertain draw counts for: its mean, the worst or the best; or do not draw."
        ),
    ] = "expected"
    printing: Annotated[str | None, Meta(description="A printing of the rules; the newest by default.")] = (
        None
    )
    interpretations: Annotated[
        dict[str, str], Meta(description="Readings of open points that differ from the printing's.")
    ] = {}
    line: Annotated[
        tuple[Annotated[str, Meta(extra={"sentence": True})], ...],
        Meta(max_length=200, description="The steps that were taken, to be judged."),
    ] = ()

    @property
    def turns(self) -> "Sequence[TurnFile]":
        """The turns of a log, in a game that has logs."""
        return ()

    @property
    def claims(self) -> "Sequence[Claim]":
        """Statements to confirm or refute."""
        return ()

    @property
    def expect(self) -> "Expectations":
        """What must come out."""
        from tsolve.written.statements import Expectations

        return Expectations()

    @property
    def expects_nothing(self) -> bool:
        """Whether no answer is expected, so that it is no puzzle."""
        return self.expect == type(self.expect)()


def places_of_readings(decoded: "Decoded[PositionFile]", ruleset: "Ruleset[CardFacts]") -> "dict[str, Span]":
    """The place of the printing and of every reading, for `Ruleset.readings`: of a known open point the place
    of its option, of an unknown one the place of its name.
    """
    places = {
        key: decoded.span("interpretations", key)
        if key in ruleset.interpretations
        else decoded.key_span("interpretations", key)
        for key in decoded.value.interpretations
    }
    return {**places, "printing": decoded.span("printing")}


Number = Annotated[int, Meta(ge=0, le=999)]


class GradeExpectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The grade of the line. Steps are numbered from 1; 0 stands for a step that nobody wrote."""

    start: Annotated[
        dict[str, Fractional],
        Meta(description="The best worth at the start, expected under draws, by level."),
    ] = {}
    result: Annotated[dict[str, Fractional], Meta(description="What the turn came to, by level.")] = {}
    gave_away: Annotated[
        dict[str, Fractional] | None,
        Meta(description="What choices gave away, by level; levels that are left out are 0."),
    ] = None
    luck: Annotated[
        dict[str, Fractional] | None,
        Meta(description="What draws brought, by level; levels that are left out are 0."),
    ] = None
    worse: Annotated[
        tuple[Number, ...] | None, Meta(description="Exactly these steps gave something away.")
    ] = None
    better: Annotated[
        dict[str, str], Meta(description="The better action at a step, by the number of the step.")
    ] = {}
    out_of_reach: Annotated[
        Number | Literal["never"] | None,
        Meta(description="The first step after which the best result of the start was out of reach."),
    ] = None
    lost_by: Annotated[Literal["choice", "draw"] | None, Meta(description="What put it out of reach.")] = None
    idle: Annotated[
        tuple[str, ...] | None,
        Meta(description="The cards that stayed in the hand and counted for nothing."),
    ] = None
    useless: Annotated[
        tuple[str, ...] | None,
        Meta(description="The cards without any one of which this turn and the best play come to the same."),
    ] = None
    slack: Annotated[Number | None, Meta(description="What the result had to spare.")] = None
    spare: Annotated[
        dict[str, Number],
        Meta(description="By how much the least dispensable contribution of a card could be lower."),
    ] = {}
    unknown: Annotated[
        tuple[Number, ...] | None, Meta(description="Exactly these steps cannot be judged.")
    ] = None
    legal: bool | None = None
    """Whether the whole turn is legal."""


Names = Annotated[tuple[str, ...], Meta(max_length=100)]
Numbers = dict[str, Fractional]
"""Chances by number; `none` where there is no number."""


class OddsExpectation(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"adding": "with"}
):
    """The chances of a hand; each game adds its own figures."""

    adding: Annotated[Names, Meta(description="Cards that are added to the deck.")] = ()
    without: Annotated[Names, Meta(description="Cards that are taken out of the deck.")] = ()
    hands: Annotated[int, Meta(ge=1, description="How many different hands there are.")] | None = None
    events: Annotated[
        Numbers,
        Meta(
            description="The chances of events, such as `Lamp and 2 x Stone within 2 hands`.", max_length=100
        ),
    ] = {}  # a struct copies it
    left_out: Annotated[
        Fractional | None, Meta(description="The chance of a hand whose result depends on something unknown.")
    ] = None

    @property
    def numbers(self) -> Mapping[str, str | None]:
        """The chances and means of the whole hand, by key; None where nothing is expected."""
        return {}

    @property
    def spreads(self) -> Mapping[str, Mapping[str, str]]:
        """For each figure of the whole hand, by key: the chance of each number that it may be."""
        return {}


class PolicyPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What to do at one point, and what the turn is worth on average from there."""

    first: Annotated[str | None, Meta(description="The first action.")] = None
    expected: Annotated[dict[str, Fractional], Meta(description="On average, by level of the goal.")] = {}
    chances: Annotated[
        dict[str, Fractional], Meta(description="The chance of each target by this play.")
    ] = {}


class AfterDraws(PolicyPart, frozen=True, kw_only=True):
    """What to do once these cards came, one after the other."""

    draws: Annotated[
        tuple[str, ...], Meta(min_length=1, max_length=20, description="The cards that came, in their order.")
    ]


class PolicyExpectation(PolicyPart, frozen=True, kw_only=True):
    """The best play from now on."""

    worst: Annotated[dict[str, Fractional], Meta(description="The worst case, by level of the goal.")] = {}
    best: Annotated[dict[str, Fractional], Meta(description="The best case, by level of the goal.")] = {}
    after: tuple[AfterDraws, ...] = ()
    """What to do once certain cards came."""


Amount = Annotated[int, Meta(ge=1, le=999)] | Literal["never"]


class WhyNotExpectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The answer to one question."""

    verdict: Literal["possible", "impossible", "undecided"] | None = None
    """Whether it is possible."""
    reasons: Annotated[
        tuple[str, ...] | None,
        Meta(description="One rule of each reason of the minimal set: that many reasons, no others."),
    ] = None
    further: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Meta(description="The other minimal sets, in the same way; their order does not matter."),
    ] = None
    says: Annotated[tuple[str, ...], Meta(description="Texts that stand in the reasons.")] = ()
    missing: Annotated[
        dict[str, Amount],
        Meta(description="How much of each quantity is missing; or `never`."),
    ] = {}
    cards: Annotated[
        tuple[str, ...] | None, Meta(description="The cards named as repairs, in their order.")
    ] = None
    total: Annotated[
        Annotated[int, Meta(ge=0, le=999)] | None, Meta(description="The total that the play shown comes to.")
    ] = None
    chance: Annotated[
        Annotated[str, Meta(pattern=r"^[0-9]+(/[0-9]+)?$")] | None, Meta(description="As a fraction.")
    ] = None


MOST = 99
"""The greatest weight."""


def read_level(text: str) -> str:
    """A level as it is written, in its plain form: no spaces, no weight of 1. Raises UsageError."""
    parts = [_part(part, text) for part in text.split("+")]
    names = [name for _, name in parts]
    if len(set(names)) < len(names):
        raise UsageError(f'"{text}" names a level twice')
    return "+".join(name if weight == 1 else f"{weight}*{name}" for weight, name in parts)


def _part(part: str, text: str) -> tuple[int, str]:
    weight, times, name = (word.strip() for word in part.rpartition("*"))
    if not times:
        return 1, name
    if not (weight.isascii() and weight.isdecimal() and len(weight) <= 2 and int(weight)):
        raise UsageError(f'"{text}": a weight is a whole number from 1 to {MOST}, as in 2*points')
    return int(weight), name


@lru_cache(1024)
def parts_of(level: str) -> tuple[tuple[int, str], ...]:
    """The weights and names that make up a level in its plain form."""
    return tuple(_part(part, level) for part in level.split("+"))


def weighted(goal: tuple[str, ...], values: Mapping[str, int], otherwise: int = 0) -> tuple[int, ...]:
    """The worth by the goal, with `values` for single levels and `otherwise` for the rest."""
    worth = []
    for level in goal:
        sum_ = 0
        for weight, name in parts_of(level):
            sum_ += weight * values.get(name, otherwise)
        worth.append(sum_)
    return tuple(worth)


def goal_terms(goal: tuple[str, ...], sources: Mapping[str, tuple[int, str]]) -> Iterator["Linear"]:
    """One term `goal <level>` for each level; a single level is a factor times a total or a term.

    A level without a source counts 0.
    """
    from tsolve.solve.problem import Linear  # goals are also read where nothing is solved

    for level in goal:
        factors = Counter[str]()
        for weight, name in parts_of(level):
            if name in sources:
                factor, id_ = sources[name]
                factors[id_] += weight * factor
        yield Linear(f"goal {level}", tuple((factor, id_) for id_, factor in factors.items()))


def objective(goal: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of these terms."""
    return tuple(f"goal {level}" for level in goal)


def step_number(written: str | int, line: Sequence[str]) -> int:
    """The number of the step, counted from 1; 0 is before the first.

    Raises ValueError with the reason where the line has no such step, or several.
    """
    if isinstance(written, int) or (written.isascii() and written.isdecimal() and len(written) <= 9):
        number = int(written)
        if number > len(line):
            raise ValueError(f"the line has {len(line)} step{'s' if len(line) != 1 else ''}")
        return number
    texts = [squash(text) for text in line]
    wanted = squash(written)
    same = [number for number, text in enumerate(texts, start=1) if text == wanted]
    fitting = same or [number for number, text in enumerate(texts, start=1) if text.startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        meant = suggest(written, line)
        raise ValueError(f'no step of the line is "{written}"' + (f"; {meant}" if meant else ""))
    numbers = ", ".join(map(str, fitting))
    raise ValueError(f'several steps of the line begin with "{written}": write which of {numbers}')
