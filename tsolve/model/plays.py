"""A position as people see it, with the figures of its cards; plays as data, a line step by step with its
numbers or a policy if chance decides; and the options of a question for the best play.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

import tsolve.model
from tsolve.model.trace import Entry, Refusal
from tsolve.model.verdicts import Answer, in_brief

if TYPE_CHECKING:
    from fractions import Fraction

    import tsolve.model.hexmaps


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of a board."""

    name: str
    cost: str = ""
    """The cost of going there, in words."""
    holds: str = ""
    """Who or what is there; `?` if unknown."""
    figures: tuple[str, ...] = ()
    """The numbers of who is there, with their names."""
    lines: tuple[str, ...] = ()
    """Further facts, a line each: what it gives, demands and does."""
    here: bool = False
    """Whether the active player's piece stands there."""
    within_reach: bool = False
    """Whether that piece can get there with what the player can pay."""
    target: bool = False
    """Whether it is the target of the turn."""


class BoardRow(msgspec.Struct, frozen=True):
    """Places beside each other."""

    label: str
    places: tuple[Place, ...]


class Lot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Equal cards in one place."""

    name: str
    figures: tuple[str, ...] = ()
    """The card's numbers with their names, and what it always does."""
    count: int = 1
    carries: tuple[str, ...] = ()
    """The cards that it carries."""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards in one place beside the board, one by one or as a text."""

    name: str
    cards: tuple[Lot, ...] = ()
    text: str = ""
    party: bool = False
    """Whether they lie in front of the active player, to use this turn."""


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
    """The title of the game."""
    map: "tsolve.model.hexmaps.HexMap | None" = None
    """The board of a game that is played on hexes. Only such games load its module."""

    def __repr__(self) -> str:
        return in_brief(self, self.game_title or self.game, self.title)


def zones_of(texts: Iterable[tuple[str, str]]) -> tuple[Zone, ...]:
    """Zones with a text for their contents."""
    return tuple(Zone(name, text=text) for name, text in texts)


class ShowAnswer(Answer, frozen=True):
    """The position of a file, not judged."""

    file: str
    position: PositionAnswer
    steps: int = 0
    """How many steps of the file were played first."""
    notes: tuple[str, ...] = ()
    """What is unusual about the position as a whole."""
    provenance: tuple[str, ...] = ()
    """How certain the facts of the cards are, and who made the home-made ones."""


class SetupPart(msgspec.Struct, frozen=True):
    """The contents of one place."""

    heading: str
    names: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    """The rules that put them there."""


class SetupAnswer(Answer, frozen=True):
    """A table before the first turn."""

    title: str
    """The title of the game."""
    printing: str
    players: int
    seed: int
    """The same seed with the same wishes gives the same set-up."""
    tries: int
    """How many set-ups were drawn until one fulfilled the wishes."""
    parts: tuple[SetupPart, ...]
    position: str
    """The set-up as a position file, seen by the first player."""
    notes: tuple[str, ...] = ()
    schema_version: int = 1

    @property
    def verdict(self) -> Literal["answered"]:
        """A set-up is always an answer."""
        return "answered"


# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.


Backend = Literal["auto", "exact", "cpsat"]
"""The solver that proves the answer; `auto` chooses by size."""
Draws = Literal["expected", "worst", "best", "known"]
"""How an uncertain draw counts: by the mean, the worst or the best outcome; `known`: no uncertain draws."""
ONLY_KNOWN = "as asked, you draw only known cards"
"""What an answer says with `known`, which leaves out plays that the rules allow."""


class Wishes(msgspec.Struct, frozen=True):
    """Options of an answer; None means what the file says."""

    goal: str | None = None
    """The levels of the goal by name, such as `points,lost`."""
    target: str | None = None
    draws: Draws | None = None
    turn: str | None = None
    """A kind of turn of the game, or `any` to compare all kinds by one goal."""
    backend: Backend = "auto"
    all_lines: bool = False
    """Whether to give all lines that are equally good."""
    top: int = 0
    """How many of the next best targets to show."""
    what_if: bool = True
    """Whether to add what other cards and other goals would change; no verdict depends on that."""

    @property
    def attitude(self) -> Draws:
        """How an uncertain draw counts if the file does not say so either."""
        return self.draws or "expected"


NO_WISHES = Wishes()


class Calculation(msgspec.Struct, frozen=True):
    """A total and how it came about: contributions, then modifiers in the order of the rules."""

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
    """Whether it only moves on to the next part of the turn, or ends it."""


class LineAnswer(msgspec.Struct, frozen=True):
    """A line played by the rules engine."""

    steps: tuple[StepAnswer, ...]
    outcome: str
    """The result of the line, in one sentence."""
    calculation: Calculation | None = None
    legal: bool = True
    undecided: str = ""
    """Why the line cannot be judged to its end, if it cannot; `legal` then means nothing."""
    not_judged: int = 0
    """How many steps of the file come after an illegal one."""
    lost: tuple[str, ...] = ()
    """The player's own cards that left the game, by name and in order: the cost of the line."""

    def __repr__(self) -> str:
        word = "undecided" if self.undecided else "legal" if self.legal else "not legal"
        return in_brief(self, word, self.outcome)

    @property
    def written(self) -> tuple[str, ...]:
        """The steps as text, as a file has them."""
        return tuple(step.text for step in self.steps)

    @property
    def given(self) -> int:
        """How many steps there are, including those that were not judged."""
        return len(self.steps) + self.not_judged

    @property
    def total(self) -> int | None:
        """The total of its calculation; None if it has none."""
        return self.calculation.total if self.calculation is not None else None


class Exact(msgspec.Struct, frozen=True):
    """An exact number, such as `5/12`, with the nearest decimal number."""

    exact: str
    value: float

    @property
    def fraction(self) -> "Fraction":
        """The number, to be calculated with."""
        from fractions import Fraction

        return Fraction(self.exact)


def exact(number: "Fraction | int") -> Exact:
    """The number as text and as decimal."""
    return Exact(str(number), float(number))


class Between(msgspec.Struct, frozen=True):
    """What is known of a level of the goal where the best play is not: bounds of its mean."""

    level: str
    low: Exact
    """A play that was found brings this much, or more."""
    high: Exact | None
    """No play brings more; None if that is not known."""


class Verb(msgspec.Struct, frozen=True):
    """What a turn does to its target, in the forms of the verb."""

    do: str = "reach"
    does: str = "reaches"
    done: str = "reached"


class PolicyEnd(msgspec.Struct, frozen=True):
    """One of the ways in which the turn can end."""

    title: str
    """The result, in a few words."""
    objective: tuple[int, ...]
    """What the result is worth, level by level of the goal."""
    line: LineAnswer
    """The last steps, with their calculation."""
    target: str = ""
    """The target that the turn deals with (see Verb), if any."""
    place: int = 0
    """The place of the target, as the game numbers places."""


class PolicyBranch(msgspec.Struct, frozen=True):
    """One outcome of chance."""

    event: str
    """The outcome as a step of a line: `draw A Card`."""
    card: str
    chance: Exact
    """Its chance among the outcomes at this point."""
    node: int
    """What to do then: the index of a node of the policy."""
    then: tuple[str, ...] = ()
    """Cards that come right after it, because no others could."""


class PolicyNode(msgspec.Struct, frozen=True):
    """What to do at one point: some steps, then chance decides or the turn ends."""

    steps: tuple[StepAnswer, ...]
    """The steps before chance decides; none if the next card comes at once. If the turn ends, see `end`."""
    worth: tuple[Exact, ...]
    """What the turn is worth from here on, by the attitude to draws, level by level of the goal."""
    branches: tuple[PolicyBranch, ...] = ()
    end: PolicyEnd | None = None
    rulings: tuple[str, ...] = ()
    """The rulings that allow the steps here (also those of the end), and that bring the next card."""


class PolicyCase(msgspec.Struct, frozen=True):
    """The worst or the best case: what it is worth, how likely it is, and one way in which it happens."""

    objective: tuple[int, ...]
    chance: Exact
    outcome: str
    events: tuple[str, ...]


class TargetChance(msgspec.Struct, frozen=True):
    """How likely this policy deals with a target."""

    target: str
    chance: Exact
    greatest: Exact | None = None
    """The chance by a play with no other aim; None if not asked for or unknown."""


class PolicyAnswer(msgspec.Struct, frozen=True):
    """The complete best policy; the rules engine has played every way that it can go."""

    draws: Draws
    goal: tuple[str, ...]
    first: str
    """The first action."""
    worth: tuple[Exact, ...]
    """What it is worth by the attitude to draws, level by level of the goal."""
    expected: tuple[Exact, ...]
    """What it is worth on average; the same as `worth` if the attitude is `expected`."""
    worst: PolicyCase
    best: PolicyCase
    chances: tuple[TargetChance, ...]
    """The chance of the `deed`, for each target."""
    nodes: tuple[PolicyNode, ...]
    """The first node is the current point of the turn. Points with the same future are one node."""
    ways: int
    """In how many ways the turn can go, by the outcomes of chance and their order."""
    indicators: tuple[str, ...] = ()
    """The levels of the goal that are 1 or 0 at the end, so that their mean is a probability."""
    counted_down: tuple[str, ...] = ()
    """The levels that count losses, as negative numbers; people see them without the sign."""
    deed: Verb = Verb()
    positions: int = 0
    """How many different positions were searched."""
    low: tuple[Exact, ...] = ()
    """Some policy is certainly worth this much; given if the proof is not complete."""
    high: tuple[Exact, ...] = ()
    """No policy is worth more; given if the proof is not complete, as far as levels are bounded."""


class PossibleEnd(msgspec.Struct, frozen=True):
    """A result that an unknown card could give the turn, and the cards that do."""

    title: str
    objective: tuple[int, ...]
    cards: tuple[str, ...]


class UnknownDraw(msgspec.Struct, frozen=True):
    """An action that would bring an unknown card, and what depends on it."""

    steps: tuple[str, ...]
    """The steps up to the card."""
    card: str
    """The card whose effect brings it."""
    best: PossibleEnd
    worst: PossibleEnd
    better: tuple[str, ...]
    """The cards that would make the turn better than without the draw."""
    tried: int
    """How many different cards were tried."""
    goal: tuple[str, ...]
    """The levels of the goal of this kind of turn."""
    where: str = ""
    """Where the unknown card lies, in words, such as another player's hand; empty if it is drawn."""
    every: bool = True
    """Whether all cards that could come were tried."""
