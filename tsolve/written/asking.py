"""Questions of one line, such as people ask at a table: their vocabulary, their parts (names of cards,
numbers, words with a meaning, signs), and what they say.

Words that all games share are here; a game adds its own and says which position is meant.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span
from tsolve.rules.names import squash
from tsolve.rules.near_names import near_cards
from tsolve.rules.ruleset import Ruleset
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar
from tsolve.written.card_names import GroupedCard, resolve

HAND = "hand"
"""The zone of cards that are named before any word."""


class Vocabulary(msgspec.Struct, frozen=True):
    """What people say, in small letters -> what it means. Words of several letters may have spaces."""

    verbs: Mapping[str, str]
    """Verbs -> the action that a question is about; the names behind it are what it is done to."""
    claims: Mapping[str, tuple[str, str]]
    """Action -> the claim that it is done, and the claim that it is not done."""
    against: str
    """The action that `against NAME` is about."""
    zones: Mapping[str, str]
    """Words -> the zone in which the names behind it lie."""
    given: Mapping[str, str]
    """Words -> what a number beside them says of the position."""
    amounts: Mapping[str, str]
    """Words -> the claim that a number beside them makes."""
    turns: Mapping[str, str]
    """Words -> the kind of turn."""
    place: str = ""
    """The term, in the ruleset's list of words, that stands before the number of a place; empty for none."""
    terms: Mapping[str, str] = {}
    """Terms of the ruleset's list of words, which people may say in any language -> the word here."""
    others: tuple[str, ...] = ()
    """Verbs of actions whose words go on to the end of the question."""
    personal: Mapping[str, str] = {}
    """Such verbs that may follow a name -> the action with that name: `NAME carry NAME`."""
    examples: str = ""


AGAINST = ("against", "versus", "vs", "v")
BACK = ("with", "by", "using", "holding", "have", "has", "having", "if")
"""Words after which names belong to the hand again."""
FROM = ("from",)
NOT = ("not", "cannot", "cant", "dont", "doesnt", "isnt", "never")
BEST = ("best", "best play", "what is best", "what now")
WHICH = ("what", "which", "who")
"""Words for "which card?" before a verb: `what beats NAME`."""
IDLE = frozenset(
    (
        *("a", "an", "and", "any", "are", "at", "be", "can", "could", "do", "does", "enough", "for"),
        *("get", "gets", "he", "her", "his", "how", "i", "in", "is", "it", "its", "may", "me", "much"),
        *("my", "of", "on", "our", "contains", "sells", "she", "so", "still", "that", "the", "their", "them"),
        *("then", "there", "they", "this", "to", "turn", "we", "will", "would", "you", "your"),
    )
)
"""Words that say nothing of the position."""
NUMBERS = {
    word: number
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1)
}
ORDINALS = {
    word: number for number, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"), 1)
}


_PIECE = re.compile(
    r"(?<![\w)])-[0-9]+\b|[0-9]+(?:st|nd|rd|th)\b|[0-9]+|[^\W\d_]+(?:['’ʼ`´-][^\W\d_]+)*|\S", re.I
)
_MOST_PIECES = 8
"""Pieces of one name or phrase."""
_JOINTS = frozenset("-'’ʼ`´.•")
"""Signs that are allowed inside any name, whether printed there or not."""
_TIMES = frozenset(("x", "×", "*"))
_SILENT = frozenset("?!.@|\"“”„'’()[]")


class Token(msgspec.Struct, frozen=True):
    """A part of a question, with its place."""

    span: Span
    text: str


class Named(Token, frozen=True):
    """The name of a card; several cards if only a part of a name was written."""

    cards: tuple[str, ...] = ()
    plural: bool = False
    """Whether it is a plural without a number."""


class Number(Token, frozen=True):
    """A number; `nth` where it says which one."""

    value: int = 0
    nth: bool = False


class Word(Token, frozen=True):
    """A word with a meaning, as the vocabulary has it."""

    word: str = ""


class Sign(Token, frozen=True):
    """A sign between names."""


class Unknown(Token, frozen=True):
    """Words that mean nothing here."""


class Lexer:
    """Cuts questions into parts by the names of a ruleset and the words of a game."""

    def __init__(self, ruleset: Ruleset[GroupedCard], vocabulary: Vocabulary) -> None:
        self._ruleset, self._vocabulary = ruleset, vocabulary
        said = (
            *(AGAINST, BACK, FROM, NOT, BEST, WHICH, vocabulary.others),
            *(vocabulary.verbs, vocabulary.zones, vocabulary.given, vocabulary.amounts, vocabulary.turns),
        )
        self._words = {squash(word): word for group in said for word in group}
        if vocabulary.place:
            self._words[vocabulary.place] = vocabulary.place

    def tokens(self, text: str) -> list[Token]:
        """The parts in their order; words that say nothing are left out."""
        pieces = list(_PIECE.finditer(text))
        found: list[Token] = []
        at = 0
        while at < len(pieces):
            token, taken = self._next(text, pieces, at)
            at += taken
            if token is None:
                continue
            before = found[-1] if found else None
            if isinstance(token, Unknown) and isinstance(before, Unknown):
                begin = before.span.column - 1
                token = Unknown(
                    span_in(text, begin, token.span.end_column - 1), text[begin : token.span.end_column - 1]
                )
                found.pop()
            found.append(token)
        return [self._in_part(each) if isinstance(each, Unknown) else each for each in found]

    def _next(self, text: str, pieces: Sequence[re.Match[str]], at: int) -> tuple[Token | None, int]:
        """What stands here, and how many pieces it takes."""
        begin, first = pieces[at].start(), pieces[at].group()
        for count in range(min(_MOST_PIECES, len(pieces) - at), 0, -1):
            end = pieces[at + count - 1].end()
            said = text[begin:end]
            key = squash(said)
            if not key or not (first[0].isalnum() and pieces[at + count - 1].group()[-1].isalnum()):
                continue
            if word := self._word(key, said):
                return Word(span_in(text, begin, end), said, word), count
            for single in (key, key.removesuffix("s"), key.removesuffix("es")):
                if cards := self._named(said, single):
                    return Named(span_in(text, begin, end), said, cards, single != key), count
        span = span_in(text, begin, pieces[at].end())
        if number := _number(first):
            return Number(span, first, *number), 1
        if first.casefold() in _TIMES:
            return Sign(span, "x"), 1
        if first in _SILENT or first.casefold() in IDLE:
            return None, 1
        return (Unknown if first[0].isalnum() else Sign)(span, first), 1

    def _word(self, key: str, said: str) -> str:
        """The word of the vocabulary that this is, in any language of the ruleset."""
        if _signs(said) - set("-'’"):
            return ""
        if word := self._words.get(key):
            return word
        terms = self._ruleset.names.words.ids.get(key, ())
        return next((self._vocabulary.terms[term] for term in terms if term in self._vocabulary.terms), "")

    def _named(self, said: str, key: str) -> tuple[str, ...]:
        """The cards of this name."""
        index = self._ruleset.names.cards
        cards = index.ids.get(key, ())
        return cards if cards and _signs(said) - _JOINTS <= _signs(index.spellings[key]) else ()

    def _in_part(self, token: Unknown) -> Token:
        """The cards whose names contain these words; the unknown words themselves if there are none."""
        near = near_cards(self._ruleset, token.text)
        if not near.holds_words:
            return token
        index = self._ruleset.names.cards
        meant = (index.ids.get(squash(shown.partition(" = ")[0]), ()) for shown in near.names)
        cards = tuple(dict.fromkeys(card for cards in meant for card in cards if card in self._ruleset.cards))
        return Named(token.span, token.text, cards) if cards else token

    def report(self, token: Unknown, found: Diagnostics) -> None:
        """Say that these words mean nothing, with the names that come near."""
        resolve(self._ruleset, token.text, found, token.span)


def of_text(text: str) -> Span:
    """The place of all of a question."""
    return span_in(text, 0, len(text))


def span_in(text: str, begin: int, end: int) -> Span:
    """The place of a part of a question, from one character to before another (from 0)."""
    return Span("question", 1, begin + 1, 1, end + 1, text)


def _signs(text: str) -> set[str]:
    return {sign for sign in text if not sign.isalnum() and not sign.isspace()}


def _number(text: str) -> tuple[int, bool] | None:
    """The number that a piece is, and whether it counts places."""
    folded = text.casefold()
    if digits := re.fullmatch(r"(-?[0-9]{1,6})(st|nd|rd|th)?", folded):
        return int(digits[1]), digits[2] is not None
    if folded in NUMBERS:
        return NUMBERS[folded], False
    return (ORDINALS[folded], True) if folded in ORDINALS else None


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
    which: bool = False
    """Whether it asks which card does the action; the answer may then be: none."""


C = TypeVar("C", bound=GroupedCard)


class Questions(ABC, Generic[C]):
    """How questions of one line are read in a game."""

    def __init__(self, ruleset: Ruleset[C]) -> None:
        self.ruleset = ruleset

    @abstractmethod
    def read(self, text: str, found: Diagnostics) -> Sequence[Understood]:
        """The position that is meant; one for each possible place, if the question leaves it open.

        What is unclear is reported.
        """

    def with_names(self, text: str) -> str:
        """A sentence with its names in full. Raises ValueError where a part of a name is not enough."""
        return " ".join(text.split())


class Asking(Questions[C]):
    """How questions about cards are read: cards, numbers and words in almost any order."""

    vocabulary: Vocabulary

    def read(self, text: str, found: Diagnostics) -> Sequence[Understood]:
        from tsolve.written.question import read_question

        asked = read_question(text, self, found)
        found.raise_if_any()
        understood = self.positions(asked, found)
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
