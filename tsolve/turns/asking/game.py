"""What a game brings so that it can be asked questions of one line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.rules.ruleset import Ruleset
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar
from tsolve.turns.asking.asked import Asked, Item, Understood
from tsolve.turns.asking.tokens import Lexer, Named
from tsolve.turns.asking.vocabulary import Vocabulary
from tsolve.turns.card_names import GroupedCard

C = TypeVar("C", bound=GroupedCard)


class Questions(ABC, Generic[C]):
    """How questions of one line are read in a game."""

    def __init__(self, ruleset: Ruleset[C]) -> None:
        self.ruleset = ruleset

    @abstractmethod
    def read(self, text: str, found: Diagnostics) -> Sequence[Understood]:
        """The position that is meant; of each place one, where the question leaves the place open.

        What cannot be told is reported.
        """

    def with_names(self, text: str) -> str:
        """A sentence with its names in full. Raises ValueError where a part of a name is not enough."""
        return " ".join(text.split())


class Asking(Questions[C]):
    """How questions about cards are read: cards, numbers and words in almost any order."""

    vocabulary: ClassVar[Vocabulary]

    def read(self, text: str, found: Diagnostics) -> Sequence[Understood]:
        from tsolve.turns.asking.sentence import read_question

        asked = read_question(text, self, found)
        found.raise_if_any()
        understood = self.positions(asked, found)
        if asked.best:
            return [replace(each, claims=()) for each in understood]
        if not any(each.claims for each in understood) and not len(found):
            help_ = f"write, for example, {self.vocabulary.examples}; or end with `best?`"
            found.report("E210", "nothing is asked", asked.span, help_)
        return understood

    @abstractmethod
    def fits(self, card: str, section: str) -> bool:
        """Whether a card may lie in a zone, or a deed be done to it."""

    def is_place(self, card: str) -> bool:
        """Whether a card is a place in which another one may be."""
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

    def claimed(self, deed: str, item: Item, denied: bool, subject: str = "") -> Placed:
        """The claim that a deed is done to a card, or not; `subject` where its name is not enough."""
        done, not_done = self.vocabulary.claims.get(deed, ("", ""))
        kind = not_done if denied else done
        subject = subject or self.name(item)
        if kind:
            return {kind: Scalar(subject, item.span)}
        return {"cannot" if denied else "can": Scalar(f"{deed} {subject}", item.span)}

    def claims_of_others(self, asked: Asked) -> list[Placed]:
        """The claims about numbers, and about what else is to be done."""
        numbers: list[Placed] = [{each.what: Scalar(str(each.value), each.span)} for each in asked.amounts]
        return [*numbers, *({"cannot" if asked.denied else "can": each} for each in asked.others)]

    def purchases(self, asked: Asked, buy: str, such_as: str, found: Diagnostics) -> tuple[Placed, ...]:
        """The claims of a question about one purchase; more than that is reported.

        `buy` is the deed, `such_as` an example of a number that can be asked for.
        """
        bought = asked.deeds.get(buy, ())
        if len(bought) > 1 or any(item.count > 1 for item in bought):
            help_ = "write a position file for several, with a `line` of purchases"
            found.report("E210", "a question is about one purchase", bought[-1].span, help_)
        if asked.total is not None:
            found.report("E210", "it is not said what is counted", asked.total.span, f"such as `{such_as}`")
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
        """The position that is meant; of each place one, where the question leaves the place open.

        What cannot be told is reported.
        """
