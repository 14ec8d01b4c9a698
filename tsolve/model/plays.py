"""A position as people see it, with the figures of its cards; a play as data, a line step by step with its
numbers or a policy where chance has a say; and what a best play can be asked for.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

import tsolve.model
from tsolve.model.trace import Entry, Refusal
from tsolve.model.verdicts import Answer

if TYPE_CHECKING:
    from fractions import Fraction

    import tsolve.model.hexmaps


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of a board."""

    name: str
    cost: str = ""
    """What going there takes, in words."""
    holds: str = ""
    """Who or what is there; `?` where nobody knows."""
    figures: tuple[str, ...] = ()
    """The numbers of who is there, with their names."""
    lines: tuple[str, ...] = ()
    """What else is to be known, a line each: what it brings, demands and does."""
    here: bool = False
    """Whether the active player's piece stands there."""
    within_reach: bool = False
    """Whether it can get there with what there is to pay."""
    target: bool = False
    """Whether it is what the turn is aimed at."""


class BoardRow(msgspec.Struct, frozen=True):
    """Places beside each other."""

    label: str
    places: tuple[Place, ...]


class Lot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Equal cards that lie together."""

    name: str
    figures: tuple[str, ...] = ()
    """Its numbers with their names, and what the card always does."""
    count: int = 1
    carries: tuple[str, ...] = ()
    """The cards that were given to it."""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards in one place beside the board, one by one or as a text."""

    name: str
    cards: tuple[Lot, ...] = ()
    text: str = ""
    party: bool = False
    """Whether they lie in front of the active player, for this turn to use."""


class PositionAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position, zone by zone."""

    game: str
    printing: str
    zones: tuple[Zone, ...]
    board: tuple[BoardRow, ...] = ()
    """The places of the board, from top to bottom."""
    title: str = ""
    """Whose turn it is, of which kind, and what the player has."""
    game_title: str = ""
    """What people call the game."""
    map: "tsolve.model.hexmaps.HexMap | None" = None
    """The board of a game that is played on hexes. Its module is loaded only where there is one."""


def zones_of(texts: Iterable[tuple[str, str]]) -> tuple[Zone, ...]:
    """Zones of which only the contents are told."""
    return tuple(Zone(name, text=text) for name, text in texts)


class ShowAnswer(Answer, frozen=True):
    """What a file puts on the table; nothing of it is judged."""

    file: str
    position: PositionAnswer
    steps: int = 0
    """How many steps of the file were taken before."""
    notes: tuple[str, ...] = ()
    """What is unusual about the table as a whole."""
    provenance: tuple[str, ...] = ()
    """How sure the facts of the cards are, and who made cards that are somebody's own."""


class SetupPart(msgspec.Struct, frozen=True):
    """What lies in one place."""

    heading: str
    names: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    """The rules that put it there."""


class SetupAnswer(Answer, frozen=True):
    """A table before the first turn."""

    title: str
    """The game."""
    printing: str
    players: int
    seed: int
    """The same seed with the same wishes sets the same table up."""
    tries: int
    """How many set-ups were drawn until one had what was wished for."""
    parts: tuple[SetupPart, ...]
    position: str
    """The table as a position file, seen by the first player."""
    notes: tuple[str, ...] = ()
    schema_version: int = 1

    @property
    def verdict(self) -> Literal["answered"]:
        """A table is always an answer."""
        return "answered"


# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.


Backend = Literal["auto", "exact", "cpsat"]
"""Which solver proves it; `auto` takes the one that suits the size."""
Draws = Literal["expected", "worst", "best", "known"]
"""What an uncertain draw counts for: its mean, the worst or the best that may come; `known`: no such draw."""
ONLY_KNOWN = "as asked, you draw only known cards"
"""What an answer says of `known`, which leaves out plays that others may make."""


class Wishes(msgspec.Struct, frozen=True):
    """What shapes an answer; None: as the file says."""

    goal: str | None = None
    """Its levels by name, such as `points,lost`."""
    target: str | None = None
    draws: Draws | None = None
    turn: str | None = None
    """A kind of turn of the game, or `any` to compare all kinds by one goal."""
    backend: Backend = "auto"
    all_lines: bool = False
    """All lines that are equally good."""
    top: int = 0
    """How many of the next best targets to show."""
    what_if: bool = True
    """What other cards and other goals could make of the best play, on which no judgement rests."""

    @property
    def attitude(self) -> Draws:
        """What an uncertain draw counts for where the file says nothing either."""
        return self.draws or "expected"


NO_WISHES = Wishes()


class Calculation(msgspec.Struct, frozen=True):
    """A number and everything that makes it up: contributions, then modifiers in the order of the rules."""

    title: str
    rows: tuple[Entry, ...]
    total: int
    against: int | None = None
    """What the total has to reach."""
    measure: str = ""
    """The name of `against`: hit points, for example."""


class StepAnswer(msgspec.Struct, frozen=True):
    """One step of a line: what it did, or why it is not legal and what was legal instead."""

    number: int
    text: str
    entries: tuple[Entry, ...] = ()
    refusal: Refusal | None = None
    instead: tuple[str, ...] = ()
    line: int | None = None
    """The line of the file where a person wrote the step."""
    goes_on: bool = False
    """Whether it only goes on to the next part of the turn, or ends it."""


class LineAnswer(msgspec.Struct, frozen=True):
    """A line played through the rules engine."""

    steps: tuple[StepAnswer, ...]
    outcome: str
    """One sentence: what the line came to."""
    calculation: Calculation | None = None
    legal: bool = True
    undecided: str = ""
    """Why the line cannot be judged to its end, if it cannot: then `legal` says nothing."""
    not_judged: int = 0
    """How many steps of the file stand behind one that is not legal."""
    lost: tuple[str, ...] = ()
    """The names of the player's own cards that left the game, in that order: what the line costs."""

    @property
    def written(self) -> tuple[str, ...]:
        """Its steps, as a file writes them."""
        return tuple(step.text for step in self.steps)

    @property
    def given(self) -> int:
        """How many steps there are, with those that were not judged."""
        return len(self.steps) + self.not_judged

    @property
    def total(self) -> int | None:
        """What its calculation comes to; None where it has none."""
        return self.calculation.total if self.calculation is not None else None


class Exact(msgspec.Struct, frozen=True):
    """A number without rounding, such as `5/12`, and the nearest decimal number."""

    exact: str
    value: float


def exact(number: "Fraction | int") -> Exact:
    """The number as text and as decimal."""
    return Exact(str(number), float(number))


class Verb(msgspec.Struct, frozen=True):
    """What a turn does to its target, in the forms of the verb."""

    do: str = "reach"
    does: str = "reaches"
    done: str = "reached"


class PolicyEnd(msgspec.Struct, frozen=True):
    """How the turn ends on one of its ways."""

    title: str
    """What it came to, in a few words."""
    objective: tuple[int, ...]
    """What that is worth, level by level of the goal."""
    line: LineAnswer
    """The last steps, with their calculation."""
    target: str = ""
    """The target that the turn deals with (see Verb), if it does."""
    place: int = 0
    """Where it stood, in the numbers of the game."""


class PolicyBranch(msgspec.Struct, frozen=True):
    """One outcome of chance."""

    event: str
    """The outcome as a step of a line: `draw A Card`."""
    card: str
    chance: Exact
    """Among the outcomes at this point."""
    node: int
    """What to do then: the index of a node of the policy."""
    then: tuple[str, ...] = ()
    """The cards that come next by themselves, because no others could."""


class PolicyNode(msgspec.Struct, frozen=True):
    """What to do at one point: steps, and then either chance has a say or the turn ends."""

    steps: tuple[StepAnswer, ...]
    """The steps before chance acts; none where the next card comes at once. At an end see `end`."""
    worth: tuple[Exact, ...]
    """What the turn is worth from here on, by the attitude to draws, level by level of the goal."""
    branches: tuple[PolicyBranch, ...] = ()
    end: PolicyEnd | None = None
    rulings: tuple[str, ...] = ()
    """What allows the steps here, those of the end included, and what brings the next card."""


class PolicyCase(msgspec.Struct, frozen=True):
    """An extreme case: what it is worth, how likely that is, and one way in which it comes about."""

    objective: tuple[int, ...]
    chance: Exact
    outcome: str
    events: tuple[str, ...]


class TargetChance(msgspec.Struct, frozen=True):
    """How likely this policy deals with a target."""

    target: str
    chance: Exact
    greatest: Exact | None = None
    """By a play that aims at nothing else; None where that was not asked for, or is not known."""


class PolicyAnswer(msgspec.Struct, frozen=True):
    """The best thing to do under chance, whole: every way was played by the rules engine."""

    draws: Draws
    goal: tuple[str, ...]
    first: str
    """The first action."""
    worth: tuple[Exact, ...]
    """By the attitude to draws, level by level of the goal."""
    expected: tuple[Exact, ...]
    """On average; the same as `worth` where the attitude is `expected`."""
    worst: PolicyCase
    best: PolicyCase
    chances: tuple[TargetChance, ...]
    """Of what the `deed` says."""
    nodes: tuple[PolicyNode, ...]
    """The first node is where the turn stands now. Points with the same future are one node."""
    ways: int
    """In how many ways, by what comes in which order, the turn can go."""
    indicators: tuple[str, ...] = ()
    """The levels of the goal that are 1 or 0 at the end, so that their mean is a chance."""
    counted_down: tuple[str, ...] = ()
    """The levels that count losses, below zero; people read them without the sign."""
    deed: Verb = Verb()
    positions: int = 0
    """How many different positions were looked at."""
    low: tuple[Exact, ...] = ()
    """A policy is surely worth this much; given where the proof is not complete."""
    high: tuple[Exact, ...] = ()
    """No policy is worth more; given where the proof is not complete, as far as levels are bounded."""


class PossibleEnd(msgspec.Struct, frozen=True):
    """What a card that is not known could make of the turn, and which cards do."""

    title: str
    objective: tuple[int, ...]
    cards: tuple[str, ...]


class UnknownDraw(msgspec.Struct, frozen=True):
    """An action that would bring an unknown card, and what depends on it."""

    steps: tuple[str, ...]
    """How to get to the card."""
    card: str
    """Whose effect brings it."""
    best: PossibleEnd
    worst: PossibleEnd
    better: tuple[str, ...]
    """The cards that would make the turn better than it is without the draw."""
    tried: int
    """How many different cards were tried."""
    goal: tuple[str, ...]
    """The levels of the goal of this kind of turn."""
    where: str = ""
    """Where such a card would lie, in words: a hand that nobody knows; empty where it is drawn."""
    every: bool = True
    """Whether all cards that could come were tried."""
