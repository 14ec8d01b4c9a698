"""Cuts a question of one line into names of cards, numbers, words with a meaning and signs.

Words that all games share are here; a game adds its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.near_names import near_cards
from tsolve.rules.ruleset import Ruleset
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
    of_hand: tuple[str, ...] = ()
    """Words for actions whose cards are all in the hand."""
    personal: Mapping[str, str] = {}
    """Such verbs that may follow a name -> the action with that name: `{} carry`, for `NAME carry NAME`."""
    of_enemies: str = ""
    """What is said to a question about what an enemy does."""
    goals: tuple[str, ...] = ()
    """The amounts of which the most can be asked for: `how much ...?`."""
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
        *(
            "get",
            "gets",
            "he",
            "her",
            "his",
            "how",
            "i",
            "in",
            "is",
            "it",
            "its",
            "may",
            "me",
            "much",
            "many",
        ),
        *(
            "need",
            "needs",
            "make",
            "makes",
            "worth",
            "what's",
            "value",
            "altogether",
            "together",
            "total",
            "produce",
        ),
        *("my", "of", "on", "our", "contains", "sells", "she", "so", "still", "that", "the", "their", "them"),
        *("then", "there", "they", "this", "to", "turn", "when", "we", "will", "would", "you", "your"),
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


_PIECE = Regex(r"(?<![\w)])-[0-9]+\b|[0-9]+(?:st|nd|rd|th)\b|[0-9]+|[^\W\d_]+(?:['’ʼ`´-][^\W\d_]+)*|\S", re.I)
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
            self._words.setdefault(vocabulary.place[0], vocabulary.place)  # `NAME r1`

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
