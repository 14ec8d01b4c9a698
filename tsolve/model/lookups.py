"""What the commands that look things up, list actions or play games answer, as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from tsolve.model.answers import Cited, CitedDocument, LegalAction, ReadingAnswer
from tsolve.model.plays import PositionAnswer
from tsolve.model.trace import Refusal
from tsolve.model.verdicts import Answer

Doubt = Literal["", "single source", "disputed", "changed"]
"""How a fact falls short of being confirmed."""


class LegalAnswer(Answer, frozen=True):
    """Every action that is legal in a position, and every one that is not, with its reason."""

    file: str
    position: PositionAnswer
    legal: tuple[LegalAction, ...]
    refused: tuple[Refusal, ...]
    citations: tuple[Cited, ...]
    documents: tuple[CitedDocument, ...]
    waiting: str = ""
    """Why nobody can choose now: chance or an unknown card comes next, or the turn or the game is over."""
    notes: tuple[str, ...] = ()
    """What else should be known about the table."""


class Source(msgspec.Struct, frozen=True):
    """A place where a rule is written."""

    document: str
    title: str
    edition: str
    section: str
    """As it is printed."""
    note: str = ""
    english: str = ""
    """An English title of the section, where the document is not English."""
    spelling: str = ""
    """The right spelling of a heading that is printed with a slip."""


class Related(msgspec.Struct, frozen=True):
    """Another ruling, by id and title."""

    id: str
    title: str


class OptionAnswer(msgspec.Struct, frozen=True):
    """One reading of an open point, and the printings that have it; a reader's reading has none."""

    id: str
    text: str
    evidence: str
    printings: tuple[str, ...]
    holds: bool
    """Whether it is the reading under the chosen printing and overrides."""


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
    """What its game is called, where nobody named it and it is not the usual one."""


class FoundRule(msgspec.Struct, frozen=True):
    """A ruling that answers a question, or stands in the list of all."""

    id: str
    title: str
    sentence: str = ""
    """The sentence of it that comes nearest to the question."""


class OtherGame(msgspec.Struct, frozen=True):
    """What a game that nobody named says of a question: a few rulings, the best first."""

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
    """What other games say of the same question, where no game was named."""


class Fact(msgspec.Struct, frozen=True):
    """One printed fact of a card."""

    name: str
    value: str
    doubt: Doubt = ""
    tells_sort: bool = False
    """Whether it tells what sort of card it is, as `sorts` says too."""


class Effect(msgspec.Struct, frozen=True):
    """One effect of a card in words."""

    name: str
    text: str
    doubt: Doubt = ""


class Conflict(msgspec.Struct, frozen=True):
    """What a source says about a fact on which sources differ."""

    name: str
    source: str
    says: str


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
    """The interpretations that touch the card, with the reading that holds."""
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
    """Short heads of columns, for people, where the name of a fact is long."""


class PlayedAction(msgspec.Struct, frozen=True):
    """An action of a played game and what followed from it."""

    text: str
    events: tuple[str, ...] = ()


ENDED = "the game is over"
"""How a game has ended of which the scores tell everything."""


class TurnAnswer(msgspec.Struct, frozen=True):
    """One turn of a played game: the player (counted from 1) and what was done, in order."""

    number: int
    player: int
    actions: tuple[PlayedAction, ...]
    name: str = ""
    """What it is called in a game that is not played turn by turn, such as a round."""


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


class SimulationAnswer(Answer, frozen=True):
    """Games that were played from seeds."""

    games: tuple[GameAnswer, ...]
    notes: tuple[str, ...] = ()
    """What else should be known about them."""
    left_out: int = 0
    """How many games were not played to their end, because the run was stopped early."""

    @property
    def verdict(self) -> Literal["answered", "undecided"]:
        """Undecided where it was stopped early."""
        return "undecided" if self.left_out else "answered"


class Mistake(msgspec.Struct, frozen=True):
    """A mistake that gives a code, and the same mended."""

    wrong: str
    """What the file holds; where there is no `file`, lines for a shell."""
    right: str
    pages: tuple[str, ...]
    """Where more is written, under docs/."""
    file: str = "position.yaml"
    command: str = "tsolve check position.yaml"
    """What is run on the file."""
    beside: dict[str, str] = {}
    """Other files that it needs, by their names."""


class ExplanationAnswer(Answer, frozen=True, tag_field="kind", tag="explanation"):
    """What a diagnostic code means and what to do about it."""

    code: str
    title: str
    text: str
    example: Mistake
    note: str = ""
    """How the code is spelled, where it was asked for by an older name."""


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
    """Or `required`, or `none`."""
    meaning: str = ""


class EffectKind(msgspec.Struct, frozen=True):
    """Everything about a kind of effect that a card may have."""

    name: str
    """What stands under `kind`."""
    text: str
    fields: tuple[str, ...]
    """The fields of a card in which it may stand."""
    keys: tuple[EffectKey, ...]
    example: str
    """A field of a card as YAML."""
    cards: tuple[str, ...]
    """The printed cards that have it."""


class KindAnswer(Answer, frozen=True, tag_field="kind", tag="effect"):
    """The kinds of effects of a name."""

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
    """The words that a field has on the printed cards of a kind."""

    field: str
    card_kind: str
    words: tuple[str, ...]


class VocabularyAnswer(Answer, frozen=True, tag_field="kind", tag="vocabulary"):
    """The kinds of effects that a question is about; of all cards where nothing was asked."""

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
"""What a look-up may come to."""
