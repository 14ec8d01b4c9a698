"""What is asked of cards that come together: so many of some cards, joined by and, or, not."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping

import msgspec


class Condition(msgspec.Struct, frozen=True):
    """Something that cards in one place may fulfil."""

    @abstractmethod
    def holds(self, copies: Mapping[str, int]) -> bool:
        """Whether so many copies of each card fulfil it."""

    @abstractmethod
    def parts(self) -> Iterator[Count]:
        """The counts that it is made of."""

    @abstractmethod
    def say(self, inside: bool = False) -> str:
        """In words; `inside` another condition."""

    @property
    @abstractmethod
    def grows(self) -> bool:
        """Whether more cards can never undo it."""


class Count(Condition, frozen=True):
    """At least so many of these cards, and perhaps at most so many."""

    cards: frozenset[str]
    words: str
    """As people call them."""
    least: int = 1
    most: int | None = None
    is_card: bool = True
    """One card by its name, not a sort of cards."""

    def holds(self, copies: Mapping[str, int]) -> bool:
        there = sum(copies.get(card, 0) for card in self.cards)
        return self.least <= there and (self.most is None or there <= self.most)

    def parts(self) -> Iterator[Count]:
        yield self

    def say(self, inside: bool = False) -> str:
        if self.most == 0:
            return f"no {self.words}"
        if self.most is None:
            many = f"{self.least} x {self.words}"
            one = (
                self.words
                if self.is_card
                else f"{'an' if self.words[0].lower() in 'aeiou' else 'a'} {self.words}"
            )
            return one if self.least == 1 else many
        if self.least == self.most:
            return f"exactly {self.most} x {self.words}"
        return f"at most {self.most} x {self.words}"

    @property
    def grows(self) -> bool:
        return self.most is None


class Both(Condition, frozen=True):
    """All of these at once; one card may count for several."""

    conditions: tuple[Condition, ...]

    def holds(self, copies: Mapping[str, int]) -> bool:
        return all(each.holds(copies) for each in self.conditions)

    def parts(self) -> Iterator[Count]:
        for each in self.conditions:
            yield from each.parts()

    def say(self, inside: bool = False) -> str:
        told = " and ".join(each.say(True) for each in self.conditions)
        return f"({told})" if inside else told

    @property
    def grows(self) -> bool:
        return all(each.grows for each in self.conditions)


class Either(Condition, frozen=True):
    """At least one of these."""

    conditions: tuple[Condition, ...]

    def holds(self, copies: Mapping[str, int]) -> bool:
        return any(each.holds(copies) for each in self.conditions)

    def parts(self) -> Iterator[Count]:
        for each in self.conditions:
            yield from each.parts()

    def say(self, inside: bool = False) -> str:
        told = " or ".join(each.say(True) for each in self.conditions)
        return f"({told})" if inside else told

    @property
    def grows(self) -> bool:
        return all(each.grows for each in self.conditions)


class Not(Condition, frozen=True):
    """That something is not so."""

    condition: Condition

    def holds(self, copies: Mapping[str, int]) -> bool:
        return not self.condition.holds(copies)

    def parts(self) -> Iterator[Count]:
        yield from self.condition.parts()

    def say(self, inside: bool = False) -> str:
        return f"not {self.condition.say(True)}"

    @property
    def grows(self) -> bool:
        return False
