"""The answers of the commands that look things up or play games, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import ReadingAnswer
from tsolve.model.odds import Estimate
from tsolve.model.plays import PositionAnswer
from tsolve.model.verdicts import Answer

Doubt = Literal["", "single source", "disputed", "changed"]
"""Why a fact is not confirmed; empty if it is."""


class Source(msgspec.Struct, frozen=True):
    """A place where a rule is written."""

    document: str
    title: str
    edition: str
    section: str
    """As it is printed."""
    note: str = ""
    english: str = ""
    """An English title of the section, if the document is not English."""
    spelling: str = ""
    """The right spelling of a heading that has a misprint."""


class Related(msgspec.Struct, frozen=True):
    """Another ruling, by id and title."""

    id: str
    title: str


class OptionAnswer(msgspec.Struct, frozen=True):
    """One reading of an open point, and the printings that have it; none for a reader's own reading."""

    id: str
    text: str
    evidence: str
    printings: tuple[str, ...]
    holds: bool
    """Whether it is the reading in force, by the chosen printing and readings."""


class RuleAnswer(Answer, frozen=True, tag_field="kind", tag="rule"):
    """A ruling with its sources; an open point also with its readings."""

    id: str
    title: str
    text: str
    sources: tuple[Source, ...]
    see: tuple[Related, ...]
    options: tuple[OptionAnswer, ...] = ()
    printings: tuple[Related, ...] = ()
    """The printings that have one of its readings, by id and title."""
    game: str = ""
    """The name of its game, if the question named none and it is not the default."""


class FoundRule(msgspec.Struct, frozen=True):
    """A ruling that answers a question, or one in the list of all."""

    id: str
    title: str
    sentence: str = ""
    """Its sentence that fits the question best."""


class OtherGame(msgspec.Struct, frozen=True):
    """What a game that the question does not name says about it: a few rulings, the best first."""

    game: str
    title: str
    found: tuple[FoundRule, ...]
    more: int = 0
    """How many more of its rulings touch the question."""


class RulesAnswer(Answer, frozen=True, tag_field="kind", tag="rules"):
    """The rulings that answer a question, the best first; or all of them."""

    query: str
    found: tuple[FoundRule, ...]
    game: str = ""
    """The game that was asked."""
    more: int = 0
    """How many more rulings touch the question."""
    title: str = ""
    """What the game is called."""
    elsewhere: tuple[OtherGame, ...] = ()
    """What other games say about the same question, if it names no game."""


class Fact(msgspec.Struct, frozen=True):
    """One printed fact of a card."""

    name: str
    value: str
    doubt: Doubt = ""
    tells_sort: bool = False
    """Whether it says what sort of card this is, which `sorts` says too."""


class Effect(msgspec.Struct, frozen=True):
    """One effect of a card in words."""

    name: str
    text: str
    doubt: Doubt = ""


class Conflict(msgspec.Struct, frozen=True):
    """What one source says about a fact on which the sources differ."""

    name: str
    source: str
    says: str
    document: str = ""
    """The id of that source."""


class CardAnswer(Answer, frozen=True, tag_field="kind", tag="card"):
    """Everything known about a card."""

    id: str
    name: str
    names: dict[str, tuple[str, ...]]
    """Language -> names in it, the main form first."""
    facts: tuple[Fact, ...]
    effects: tuple[Effect, ...]
    confidence: Literal["confirmed", "single", "disputed", "unknown", "own"]
    sources: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    notes: tuple[str, ...]
    ruling: RuleAnswer | None
    readings: tuple[ReadingAnswer, ...]
    """The open points that concern the card, with the reading in force."""
    sorts: tuple[str, ...] = ()
    """What sort of card it is, in words."""


class CardRow(msgspec.Struct, frozen=True):
    """One line of the list of cards."""

    id: str
    name: str
    kind: str
    group: str
    facts: dict[str, str]


class CardsAnswer(Answer, frozen=True, tag_field="kind", tag="cards"):
    """The cards that pass the filters."""

    cards: tuple[CardRow, ...]
    heads: dict[str, str] = {}  # noqa: RUF012  # a struct copies it
    """Short column heads for facts with long names, for people."""


class PlayedAction(msgspec.Struct, frozen=True):
    """An action of a played game and what followed from it."""

    text: str
    events: tuple[str, ...] = ()


ENDED = "the game is over"
"""How a game has ended if the scores say everything else."""


class TurnAnswer(msgspec.Struct, frozen=True):
    """One turn of a played game: the player (counted from 1) and what was done, in order."""

    number: int
    player: int
    actions: tuple[PlayedAction, ...]
    name: str = ""
    """The name of this part in a game that is not played turn by turn, such as a round."""


class GameAnswer(msgspec.Struct, frozen=True):
    """A game that was played."""

    seed: int
    start: PositionAnswer
    turns: tuple[TurnAnswer, ...]
    """Empty when only the scores were asked for."""
    turn_count: int
    scores: tuple[int, ...]
    finished: bool
    ending: str
    winners: tuple[int, ...] = ()
    """The players who won; of a party that plays as one 1 is all of it."""
    log: str = ""
    """The whole game as a position file with `turns`, where that was asked for."""


class SeatAnswer(msgspec.Struct, frozen=True):
    """How a seat fared in the games that ended."""

    player: int
    name: str
    """Who plays there."""
    won: int
    """The games won alone."""
    shared: int
    """The games of which the victory was shared."""
    wins: Estimate
    """The share of games won alone."""
    points: Estimate | None
    """None in a game without points."""


class SimulationAnswer(Answer, frozen=True):
    """Games that were played from seeds."""

    games: tuple[GameAnswer, ...]
    notes: tuple[str, ...] = ()
    """Further remarks about the games."""
    left_out: int = 0
    """How many games were not played to their end, because the run was stopped early."""
    seats: tuple[SeatAnswer, ...] = ()
    """Who plays in each seat, and how that went; empty where no game ended."""
    length: Estimate | None = None
    """How many turns the games took that ended."""
    confidence: float = 0.95
    """How often the intervals hold the true figures: Wilson's of shares, Student's of means."""

    @property
    def verdict(self) -> Literal["answered", "undecided"]:
        """Undecided if the run was stopped early."""
        return "undecided" if self.left_out else "answered"


class Mistake(msgspec.Struct, frozen=True):
    """An example of a mistake that gives a code, and its correction."""

    wrong: str
    """The content of the file; if there is no `file`, lines for a shell."""
    right: str
    pages: tuple[str, ...]
    """The pages under docs/ that say more."""
    file: str = "position.yaml"
    command: str = "tsolve check position.yaml"
    """The command to run on the file."""
    beside: dict[str, str] = {}
    """Other files that the example needs, by name."""


class ExplanationAnswer(Answer, frozen=True, tag_field="kind", tag="explanation"):
    """What a diagnostic code means and what to do about it."""

    code: str
    title: str
    text: str
    example: Mistake
    note: str = ""
    """How the code is spelled now, if the question used an older name."""


class CodeRow(msgspec.Struct, frozen=True):
    """A code in a list."""

    code: str
    title: str


class ExplanationsAnswer(Answer, frozen=True, tag_field="kind", tag="explanations"):
    """All diagnostic codes."""

    codes: tuple[CodeRow, ...]


class EffectKey(msgspec.Struct, frozen=True):
    """A key of a kind of effect."""

    key: str
    values: str
    """What it may hold, in words."""
    default: str
    """The default value, `required`, or `none`."""
    meaning: str = ""


class EffectKind(msgspec.Struct, frozen=True):
    """Everything about a kind of effect that a card may have."""

    name: str
    """The value of its key `kind`."""
    text: str
    fields: tuple[str, ...]
    """The fields of a card in which it may stand."""
    keys: tuple[EffectKey, ...]
    example: str
    """A field of a card as YAML."""
    cards: tuple[str, ...]
    """The printed cards that have it."""


class KindAnswer(Answer, frozen=True, tag_field="kind", tag="effect"):
    """The kinds of effects with this name."""

    game: str
    title: str
    """What its game is called."""
    found: tuple[EffectKind, ...]


class KindRow(msgspec.Struct, frozen=True):
    """A kind of effect in a list."""

    name: str
    text: str


class KindPlace(msgspec.Struct, frozen=True):
    """Fields of a card that may hold the same kinds of effects."""

    fields: tuple[str, ...]
    title: str
    kinds: tuple[KindRow, ...]


class CardWords(msgspec.Struct, frozen=True):
    """The words that a field has on printed cards of one kind."""

    field: str
    card_kind: str
    words: tuple[str, ...]


class VocabularyAnswer(Answer, frozen=True, tag_field="kind", tag="vocabulary"):
    """The kinds of effects that a question is about; all kinds if there is no question."""

    query: str
    game: str
    title: str
    """What its game is called."""
    places: tuple[KindPlace, ...]
    words: tuple[CardWords, ...] = ()


Found = (
    CardAnswer
    | CardsAnswer
    | RuleAnswer
    | RulesAnswer
    | ExplanationAnswer
    | ExplanationsAnswer
    | VocabularyAnswer
    | KindAnswer
)
"""The possible answers of a look-up."""
