"""What people ask of cards that come together, and how it is read: `2 x Lamp and no Stone within 3 hands`.

An event is a condition (so many of some cards, joined by and, or, not), perhaps where it is meant (an ending
that the game knows, such as `comes`), and perhaps `within` how many hands or refills.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import Span
from tsolve.regex import Regex
from tsolve.rules.card_facts import Sorts, singulars, without_article
from tsolve.rules.names import Match, Unknown
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.written.card_names import MOST_COPIES, split_count


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
    """Whether it is one card by its name, not a kind of card."""

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
        text = " and ".join(each.say(True) for each in self.conditions)
        return f"({text})" if inside else text

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
        text = " or ".join(each.say(True) for each in self.conditions)
        return f"({text})" if inside else text

    @property
    def grows(self) -> bool:
        return all(each.grows for each in self.conditions)


class Not(Condition, frozen=True):
    """The opposite of a condition."""

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


MOST_ROUNDS = 60
"""Hands or refills that can be asked for."""
MOST_WORDS = 100
"""Words of one event."""
HAND = "hand"
HAND_ENDINGS = ("together", "in hand", "in the hand", "in one hand", "in the same hand", "in my hand")
_TOKEN = Regex(r"[()]|[+&,]|[^\s()+&,]+")
_WITHIN = Regex(
    r"\s+(?:within|in)\s+(?:the\s+)?(?:next\s+|first\s+)?(?:(?P<count>[0-9]{1,6})\s+)?(?P<unit>hand|refill)s?\s*$",
    re.IGNORECASE,
)
_SIGNS = ("+", "&", ",")
_AND, _OR = ("and", "+", "&"), ("or",)
_JOINING = (*_AND, *_OR, ",", "(", ")")
_BOUNDS = (("at", "least"), ("at", "most"), ("exactly",), ("no",))
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_HELP = 'write for example "Lamp and 2 x Stone", "Lamp or (Stone and not Rope)", "no Rope"'


class Event(NamedTuple):
    """What is asked, as it was understood."""

    condition: Condition
    ending: str = ""
    """Where it is meant: `HAND`, or in the game's words; empty where nothing is said."""
    within: int | None = None
    """How many hands or refills; None where nothing is said."""
    unit: str = ""
    """`hand` or `refill`, where it is said."""


def read_event(
    text: str,
    ruleset: Ruleset[CardFacts],
    find: Callable[[str, Diagnostics, Span], str],
    endings: Sequence[str],
    found: Diagnostics,
    place: Span,
) -> Event | None:
    """What a text asks; None, with a report at its place, for what cannot be understood. `find` gives the id
    of a card by its name, or reports why there is none.
    """
    before = len(found)
    body, within, unit = text, None, ""
    if match := _WITHIN.search(body):
        within, unit = int(match["count"] or 1), match["unit"].lower()
        body = body[: match.start()]
        if not 1 <= within <= MOST_ROUNDS:
            message = f"at least 1 and at most {MOST_ROUNDS} {unit}s can be asked for"
            found.report("E205", message, _part(place, match.start("count"), match.end("count")))
    ending = _ending(body, (*endings, *HAND_ENDINGS))
    if ending:
        body = body.rstrip()[: -len(ending)]
    start = len("when ") if body.casefold().startswith("when ") else 0
    condition = _Reader(body, start, ruleset, find, found, place).condition()
    if len(found) > before:
        return None
    return Event(condition, HAND if ending in HAND_ENDINGS else ending, within, unit)


def _ending(text: str, endings: Sequence[str]) -> str:
    """The longest ending of the text, in the game's spelling."""
    plain = " ".join(text.split()).casefold()
    fitting = (each for each in endings if plain.endswith(f" {each.casefold()}"))
    return max(fitting, key=len, default="")


def _part(place: Span, start: int, end: int) -> Span:
    """A part of a text that stands in one line, from its place."""
    if place.end_line != place.line or place.end_column - place.column < end:
        return place
    column = place.column + start
    return Span(place.file, place.line, column, place.line, max(place.column + end, column + 1), place.text)


class _Reader:
    """Reads one condition from left to right; `and` binds more closely than `or`."""

    def __init__(
        self,
        text: str,
        start: int,
        ruleset: Ruleset[CardFacts],
        find: Callable[[str, Diagnostics, Span], str],
        found: Diagnostics,
        place: Span,
    ) -> None:
        self._text, self._ruleset, self._find = text, ruleset, find
        self._found, self._place = found, place
        self._tokens = list(_TOKEN.finditer(text, start))
        self._words = [token.group().casefold() for token in self._tokens]
        self._sorts = Sorts(ruleset)
        self._at = 0

    def condition(self) -> Condition:
        """The whole text. Whatever makes no sense is reported."""
        if len(self._tokens) > MOST_WORDS:
            self._found.report("E209", f"an event has at most {MOST_WORDS} words", self._place)
            return _NOTHING
        read = self._either()
        if self._at < len(self._tokens):
            text = self._tokens[self._at].group()
            self._wrong(
                f'"{text}" ' + ("may mean `and` or `or`" if text == "," else "is not understood here")
            )
        return read

    def _either(self) -> Condition:
        return self._joined(_OR, self._both, Either)

    def _both(self) -> Condition:
        read = self._joined(_AND, self._single, Both)
        if isinstance(read, Both):
            self._check_twice(read)
        return read

    def _joined(
        self, words: Sequence[str], read: Callable[[], Condition], kind: type[Both] | type[Either]
    ) -> Condition:
        parts = [read()]
        while self._take(*words):
            parts.append(read())
        return parts[0] if len(parts) == 1 else kind(tuple(parts))

    def _single(self) -> Condition:
        if self._take("not"):
            return Not(self._single())
        if self._take("("):
            read = self._either()
            if not self._take(")"):
                self._wrong("a bracket is not closed")
            return read
        return self._count()

    def _count(self) -> Condition:
        """A count of one card or of a kind of card; takes as many words as name one."""
        bound = next((each for each in _BOUNDS if self._take(*each, together=True)), ())
        begin = self._at
        end = begin
        while end < len(self._words) and self._words[end] not in "()":
            end += 1
        for stop in range(end, begin, -1):
            if self._words[stop - 1] in _SIGNS:
                continue
            count, name = self._counted(begin, stop)
            cards, words, is_card = self._meant(name)
            if cards:
                self._at = stop
                return self._bounded(bound, count, Count(cards, words, is_card=is_card), begin, stop)
        return self._unknown(begin)

    def _counted(self, begin: int, stop: int) -> tuple[int, str]:
        """These words as a count and a name."""
        first = _NUMBERS.get(self._words[begin])
        if first is not None and stop > begin + 1:
            return first, self._between(begin + 1, stop)
        return split_count(self._between(begin, stop))

    def _meant(self, name: str) -> tuple[frozenset[str], str, bool]:
        """The cards that a name means, what they are called, and whether it is one card by its name."""
        known = self._ruleset.cards
        for each in dict.fromkeys((name, *singulars(without_article(name)))):
            match = self._ruleset.names.resolve(each)
            if isinstance(match, Match) and match.id in known:
                return frozenset((match.id,)), known[match.id].name, True
        sort = self._sorts.find(name)
        return (sort.cards, sort.word, False) if sort else (frozenset(), "", False)

    def _bounded(self, bound: tuple[str, ...], count: int, wanted: Count, begin: int, stop: int) -> Condition:
        place, ruleset = self._span(begin, stop), self._ruleset
        if all(card in ruleset.absent for card in wanted.cards):
            boxes = ", ".join(sorted({f'"{ruleset.absent[card].set}"' for card in wanted.cards}))
            message = f"{wanted.words} is found in {boxes} only, which this game does not use"
            self._found.report("E312", message, place, "name the boxes that are played with: `sets`")
        if not 1 <= count <= MOST_COPIES:
            message = f"at least 1 and at most {MOST_COPIES} copies can be asked for"
            self._found.report("E307", message, place)
        if bound == ("no",):
            if count > 1:
                self._wrong("`no` takes no number", place)
            return Count(wanted.cards, wanted.words, 0, 0, wanted.is_card)
        least = 0 if bound == ("at", "most") else count
        most = count if bound in (("at", "most"), ("exactly",)) else None
        return Count(wanted.cards, wanted.words, least, most, wanted.is_card)

    def _unknown(self, begin: int) -> Condition:
        """Report words that name nothing, up to the next joining word, such as `and`."""
        while self._at < len(self._words) and self._words[self._at] not in _JOINING:
            self._at += 1
        if self._at == begin:
            text = f' before "{self._tokens[begin].group()}"' if begin < len(self._tokens) else ""
            self._wrong(f"a card is missing{text}")
            self._at += 1
            return _NOTHING
        name, place = self._counted(begin, self._at)[1], self._span(begin, self._at)
        plain = without_article(name)
        names = self._ruleset.names
        near = suggest(plain, self._sorts.words)
        if near and isinstance(names.resolve(plain), Unknown) and not self._ruleset.near_cards(plain):
            message = f'no card and no kind of card is called "{plain}"'
            self._found.report("E302", message, place, near)
        else:
            self._find(plain, self._found, place)
        return _NOTHING

    def _check_twice(self, read: Both) -> None:
        """The same cards named twice could mean one of them or two."""
        counts = [part for part in read.conditions if isinstance(part, Count) and part.most is None]
        for index, part in enumerate(counts):
            if part.cards and part.cards in [other.cards for other in counts[:index]]:
                together = sum(other.least for other in counts if other.cards == part.cards)
                message = f"{part.words} is named twice"
                self._found.report("E308", message, self._place, f'write "{together} x {part.words}"')

    def _take(self, *words: str, together: bool = False) -> bool:
        """Step over the next word if it is one of these; over all of them, if they are meant `together`."""
        if together:
            if tuple(self._words[self._at : self._at + len(words)]) != words:
                return False
            self._at += len(words)
            return True
        if self._at < len(self._words) and self._words[self._at] in words:
            self._at += 1
            return True
        return False

    def _between(self, begin: int, stop: int) -> str:
        return self._text[self._tokens[begin].start() : self._tokens[stop - 1].end()]

    def _span(self, begin: int, stop: int) -> Span:
        return _part(self._place, self._tokens[begin].start(), self._tokens[stop - 1].end())

    def _wrong(self, message: str, place: Span | None = None) -> None:
        at = min(self._at, len(self._tokens) - 1)
        if place is None:
            place = self._span(at, at + 1) if self._tokens else self._place
        self._found.report("E209", message, place, _HELP)


_NOTHING = Count(frozenset(), "nothing")
"""Stands for words that could not be read and were reported."""
