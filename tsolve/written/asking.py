"""Questions of one line, such as people ask at a table: what they say of a position, and what a game makes of
it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, input_error
from tsolve.errors import Span
from tsolve.regex import Regex
from tsolve.rules.ruleset import Ruleset
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar
from tsolve.written.card_names import GroupedCard
from tsolve.written.lexing import AGAINST, Lexer, Named, Number, Vocabulary, Word, of_text

if TYPE_CHECKING:
    from tsolve.written.drawing import Start


class Item(msgspec.Struct, frozen=True):
    """A card that is named, so many times, perhaps at a place."""

    card: str
    span: Span
    count: int = 1
    place: Number | Named | None = None
    """The number of a place, or the card that is one."""

    def written(self, name: str) -> Scalar:
        """As an entry of a list in a file, of a card of this name."""
        return Scalar(f"{self.count} x {name}" if self.count != 1 else name, self.span)


IN_PART = "understood in part only: "
"""How a message begins about a question of whose kind there is no doubt."""


class Amount(msgspec.Struct, frozen=True):
    """A number with what it is a number of."""

    what: str
    value: int
    span: Span


class Asked(msgspec.Struct, frozen=True):
    """A question as it was read; the game says what position and which claim it means."""

    text: str
    span: Span
    zones: Mapping[str, tuple[Item, ...]] = {}
    """The cards by the zone in which they lie."""
    verbs: Mapping[str, tuple[Item, ...]] = {}
    """What is to be done, by the action."""
    given: Mapping[str, Amount] = {}
    """Numbers that the position has."""
    amounts: tuple[Amount, ...] = ()
    """Numbers that are claimed."""
    total: Number | None = None
    """The number that is claimed of the first of the actions."""
    places: tuple[Number | Named, ...] = ()
    """Places that are named without saying what is there."""
    begins: Named | None = None
    """Where it begins: the place after `from`."""
    others: tuple[Scalar, ...] = ()
    """What else is to be done, in words."""
    turn: str = ""
    denied: bool = False
    """Whether the question asks if something is not the case."""
    best: bool = False
    """Whether the best play is asked for."""
    which: bool = False
    """Whether it asks which card does the action; the answer may then be: none."""
    most: str = ""
    """What it asks the most of, in `how much ...?`."""

    def aim(self, verb: str) -> Item | None:
        """The target of an action, if there is just one."""
        named = self.verbs.get(verb, ())
        return named[0] if len(named) == 1 else None


class Understood(msgspec.Struct, frozen=True):
    """A position that a question means."""

    keys: Mapping[str, Placed]
    """The keys and values of a position file, without the game and the claims."""
    claims: tuple[Placed, ...]
    told: tuple[str, ...]
    """What was understood, in words."""
    place: str = ""
    """The place that is assumed here, if the question left it open."""
    query: str = ""
    """The why-not that is asked besides the best play, if any."""
    least: int = 0
    """The least number whose chance is asked for: of what the answer tells the chances of."""
    which: bool = False
    """Whether it asks which card does the action; the answer may then be: none."""


class WorkedOut(msgspec.Struct, frozen=True):
    """A number that the rules give, in a sentence."""

    text: str
    sum: str
    """How it comes about."""
    rulings: tuple[str, ...]
    told: tuple[str, ...]
    """What was understood, in words."""


C = TypeVar("C", bound=GroupedCard)


class Questions(ABC, Generic[C]):
    """How questions of one line are read in a game."""

    against = "attack"
    """What is done to an enemy, as the first word of an action."""

    def __init__(self, ruleset: Ruleset[C]) -> None:
        self.ruleset = ruleset

    @abstractmethod
    def read(self, text: str, found: Diagnostics) -> Sequence[Understood]:
        """The position that is meant; one for each possible place, if the question leaves it open.

        What is unclear is reported.
        """

    def worked_out(self, text: str) -> WorkedOut | None:
        """The number that the rules give, if a question is about one of those that need no position."""
        return None

    def with_names(self, text: str) -> str:
        """A sentence with its names in full. Raises ValueError where a part of a name is not enough."""
        return " ".join(text.split())


_WHETHER_I = Regex(r"(?:can|could|may|do|am|will|would) (?:i|we|you|one)\b", re.IGNORECASE)


def _tells_of_no_position(asked: Asked) -> bool:
    """Whether a question names what is to be done and nothing of where: `can I buy NAME?` is about the rules,
    and not about an empty hand.
    """
    told = any(asked.zones.values()) or asked.given or asked.total is not None
    return not told and bool(asked.others or (asked.verbs and _WHETHER_I.match(asked.text)))


class Asking(Questions[C]):
    """How questions about cards are read: cards, numbers and words in almost any order."""

    vocabulary: Vocabulary

    def worked_out(self, text: str) -> WorkedOut | None:
        from tsolve.written.drawing import UnclearDrawError, drawn, is_about_a_draw, wanted_of

        if not is_about_a_draw(text):
            return None
        tokens = Lexer(self.ruleset, self.vocabulary).tokens(text)
        acts = (*AGAINST, *self.vocabulary.verbs, *self.vocabulary.others)
        if any(isinstance(each, Word) and each.word in acts for each in tokens):
            return None  # what a hand can do
        named = [
            (each.span.column - 1, self.ruleset.cards[each.cards[0]].name)
            for each in tokens
            if isinstance(each, Named)
        ]
        try:
            return drawn(text, wanted_of(text, named), self.start())
        except UnclearDrawError as unclear:
            raise input_error("E210", "the draw is not clear", of_text(text), str(unclear)) from None

    def start(self) -> Start:
        """What a game begins with. By default nothing is known of it."""
        from tsolve.written.drawing import Start

        return Start({}, 0)

    def read(self, text: str, found: Diagnostics) -> Sequence[Understood]:
        from tsolve.written.question import read_question

        asked = read_question(text, self, found)
        found.raise_if_any()
        if _tells_of_no_position(asked):
            message = "it is not said in which position this is to be done"
            found.report("E210", message, asked.span, f"name cards: {self.vocabulary.examples}")
            found.raise_if_any()
        understood = self.positions(asked, found)
        if asked.most and (asked.others or asked.verbs):
            help_ = "ask about the hand alone, or claim the number behind a colon"
            found.report("E210", "how much there is and an action cannot be asked at once", asked.span, help_)
        if asked.most:
            goal = {"goal": Scalar(asked.most, asked.span)}
            return [replace(each, keys={**each.keys, **goal}, claims=()) for each in understood]
        if asked.best:
            item = asked.aim(self.vocabulary.against)
            aim = {} if item is None else {"target": Scalar(self.name(item), item.span)}
            query = f"{self.vocabulary.against} {self.name(item)}" if item is not None else ""
            which = asked.which and item is not None
            return [
                replace(each, keys={**each.keys, **aim}, claims=(), query=query, which=which)
                for each in understood
            ]
        if not any(each.claims for each in understood) and not len(found):
            help_ = f"write, for example, {self.vocabulary.examples}; or end with `best?`"
            found.report("E210", "nothing is asked", asked.span, help_)
        return understood

    @abstractmethod
    def fits(self, card: str, section: str) -> bool:
        """Whether a card may lie in a zone, or an action be done to it."""

    def meant(
        self, cards: tuple[str, ...], section: str, zones: Mapping[str, Sequence[Item]]
    ) -> tuple[str, ...]:
        """The cards that are meant by a part of a name, in a zone or after a verb; `zones` holds what was
        named before.
        """
        return cards

    def is_place(self, card: str) -> bool:
        """Whether a card is a place where another one may be."""
        return False

    def name(self, item: Item) -> str:
        """What a card is called in a file."""
        return self.ruleset.cards[item.card].name

    def listed(self, items: Sequence[Item]) -> list[Placed]:
        """Cards as a list of a file."""
        return [item.written(self.name(item)) for item in items]

    def told(self, items: Sequence[Item]) -> str:
        """Cards in words."""
        return ", ".join(item.written(self.name(item)).text for item in items) or "empty"

    def claimed(self, verb: str, item: Item, denied: bool, subject: str = "") -> Placed:
        """The claim that an action is done to a card, or not; `subject` if its name alone is not enough."""
        done, not_done = self.vocabulary.claims.get(verb, ("", ""))
        kind = not_done if denied else done
        subject = subject or self.name(item)
        if kind:
            return {kind: Scalar(subject, item.span)}
        return {"cannot" if denied else "can": Scalar(f"{verb} {subject}", item.span)}

    def claims_of_others(self, asked: Asked) -> list[Placed]:
        """The claims about numbers, and about what else is to be done."""
        numbers: list[Placed] = [{each.what: Scalar(str(each.value), each.span)} for each in asked.amounts]
        return [*numbers, *({"cannot" if asked.denied else "can": each} for each in asked.others)]

    def piles(self, asked: Asked) -> tuple[dict[str, Placed], list[str]]:
        """The deck and the discard pile, or all that the player owns, as keys of a file and in words."""
        keys: dict[str, Placed] = {}
        texts = []
        if owned := asked.zones.get("owned"):
            keys["owned"] = self.listed(owned)
            texts.append(f"of the cards {self.told(owned)} the others in deck")
        else:
            deck = asked.zones.get("deck", ())
            keys["deck"] = {"rest": self.listed(deck)} if deck else []
            texts.append(f"deck {self.told(deck)}{' in no known order' if len(deck) > 1 else ''}")
        if discard := asked.zones.get("discard"):
            keys["discard"] = self.listed(discard)
            texts.append(f"discard pile {self.told(discard)}")
        return keys, texts

    def purchases(self, asked: Asked, buy: str, such_as: str, found: Diagnostics) -> tuple[Placed, ...]:
        """The claims of a question about one purchase; more than that is reported.

        `buy` is the action, `such_as` an example of a number that can be asked for.
        """
        bought = asked.verbs.get(buy, ())
        if len(bought) > 1 or any(item.count > 1 for item in bought):
            help_ = "write a position file for several, with a `line` of purchases"
            found.report("E210", "a question is about one purchase", bought[-1].span, help_)
        if asked.total is not None:
            found.report("E210", "say what the number counts", asked.total.span, f"such as `{such_as}`")
        claims = [self.claimed(buy, item, asked.denied) for item in bought]
        return (*claims, *self.claims_of_others(asked))

    def with_names(self, text: str) -> str:
        """A sentence with the names of its cards in full. Raises ValueError where a part is not enough."""
        line = " ".join(text.split())
        for token in reversed(Lexer(self.ruleset, self.vocabulary).tokens(line)):
            if not isinstance(token, Named):
                continue
            if len(token.cards) > 1:
                raise ValueError(f'"{token.text}" names several cards: {self.ruleset.listed(token.cards)}')
            begin, end = token.span.column - 1, token.span.end_column - 1
            line = line[:begin] + self.ruleset.cards[token.cards[0]].name + line[end:]
        return line

    @abstractmethod
    def positions(self, asked: Asked, found: Diagnostics) -> Sequence[Understood]:
        """The position that is meant; one for each possible place, if the question leaves it open.

        What is unclear is reported.
        """
