"""The words of an ability's text, read one after the other; a word without meaning is reported."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, NoReturn, TypeVar

from tsolve.diagnostics import input_error, suggest
from tsolve.errors import Span
from tsolve.regex import Regex
from tsolve.rules.names import Match, NameIndex, fold

T = TypeVar("T", bound=Hashable)

LONGEST = 400
"""The most characters of an ability."""
DEEPEST = 6
"""The most nested parentheses."""
MOST = 99
"""No number on a card is larger."""

_WORD = Regex(r"(?P<number>[+\u2212\u2013-]?[0-9]+(?!\w))|\w[\w'’-]*|\S")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-"})


class Word(NamedTuple):
    """A word, number or sign of the text."""

    said: str
    """Folded, so that neither capitals nor accents matter."""
    start: int
    end: int
    is_number: bool


def _meant(written: str, words: NameIndex) -> str:
    """The English word of the rules for a word of another language, else the word itself, folded."""
    match = words.resolve(written)
    if isinstance(match, Match):
        return match.id
    return (fold(written) or written).translate(_MINUS)


def in_plain_words(text: str, words: NameIndex) -> str:
    """A text with every word as abilities say it in English."""
    return _WORD.sub(lambda word: _meant(word[0], words), " ".join(text.split()))


@lru_cache(1024)
def _split(phrase: str) -> list[str]:
    """The words of a phrase of the code."""
    return phrase.split()


class Phrases:
    """A text that is read from its beginning to its end.

    Raises InputError, from here on: the text is too long (E208), its parentheses do not fit or a word means
    nothing where it stands (E209), a number is out of range (E205).
    """

    def __init__(self, text: str, place: Span | None, words: NameIndex) -> None:
        self.text, self.place, self.next = text, place, 0
        if len(text) > LONGEST:
            help_ = "write several abilities one by one"
            raise input_error("E208", f"an ability takes at most {LONGEST} characters", place, help_)
        self.words = [
            Word(_meant(each[0], words), each.start(), each.end(), each["number"] is not None)
            for each in _WORD.finditer(text)
        ]
        self._check_parentheses()

    def _check_parentheses(self) -> None:
        depth = 0
        for word in self.words:
            depth += (word.said == "(") - (word.said == ")")
            if depth < 0:
                self.refuse("this closes a parenthesis that is not open", word)
            if depth > DEEPEST:
                self.refuse("this is nested too deeply", word, f"at most {DEEPEST} parentheses may be open")
        if depth:
            self.refuse("a parenthesis is not closed")

    # looking

    @property
    def at_end(self) -> bool:
        return self.next == len(self.words)

    def sees(self, phrase: str) -> bool:
        """Whether these words come next."""
        said = _split(phrase)
        return [word.said for word in self.words[self.next : self.next + len(said)]] == said

    @property
    def sees_number(self) -> bool:
        return not self.at_end and self.words[self.next].is_number

    # taking

    def take(self, phrase: str) -> bool:
        """Read these words if they come next; whether they do."""
        if not self.sees(phrase):
            return False
        self.next += len(_split(phrase))
        return True

    def demand(self, *phrases: str) -> None:
        """Read one of these, which must come next. Raises InputError."""
        self.one_of({phrase: phrase for phrase in phrases})

    def one_of(self, meanings: Mapping[str, T], more: Iterable[str] = ()) -> T:
        """The meaning of the longest of these phrases that comes next; `more`: other words that would be
        understood.

        A message names only the first of several phrases with the same meaning.
        """
        begin = "" if self.at_end else self.words[self.next].said
        fitting = [each for each in meanings if each.startswith(begin) and self.sees(each)]
        found = max(fitting, key=lambda phrase: len(_split(phrase)), default=None)
        if found is None:
            first = {meaning: phrase for phrase, meaning in reversed(list(meanings.items()))}
            self.misses(*reversed(first.values()), *more, like=meanings)
        self.take(found)
        return meanings[found]

    def number(self, least: int = 1, most: int = MOST, unsigned: str = "") -> int:
        """A number without a sign. Raises InputError; `unsigned`: the help for a number below `least`."""
        if not self.sees_number or not self.words[self.next].said[0].isdigit():
            self.misses("a number without a sign")
        return self._in_range(least, most, unsigned)

    def signed(self, most: int = MOST) -> int:
        """A number with a sign, not farther from 0 than `most`. Raises InputError."""
        if not self.sees_signed:
            self.misses("a number with a sign")
        return self._in_range(-most, most)

    @property
    def sees_signed(self) -> bool:
        return self.sees_number and not self.words[self.next].said[0].isdigit()

    def _in_range(self, least: int, most: int, help_: str = "") -> int:
        word = self.words[self.next]
        number = int(word.said)
        if not least <= number <= most:
            message = f"{self._as_written(word)} is not between {least} and {most}"
            raise input_error("E205", message, self._span_of(word), help_ if number < least else "")
        self.next += 1
        return number

    def name(self, what: str) -> str:
        """The words up to the next sign, as they are written. Raises InputError when there are none."""
        start = self.next
        while not self.at_end and (
            self.words[self.next].is_number or self.words[self.next].said[0].isalnum()
        ):
            self.next += 1
        return self._written(start, what)

    def name_before(self, *stops: str) -> str:
        """The words up to one of these, as they are written; a single word of another language in English.
        Raises InputError when there are none.
        """
        start = self.next
        while not self.at_end and self.words[self.next].said not in (*stops, "("):
            self.next += 1
        name, said = self._written(start, "a name"), self.words[start].said
        return name if self.next - start > 1 or said == fold(name) else said

    def anything(self, what: str) -> str:
        """The text up to the closing parenthesis, as written; it may not contain another one that opens."""
        start = self.next
        while not self.at_end and self.words[self.next].said not in "()":
            self.next += 1
        return self._written(start, what)

    def _written(self, start: int, what: str) -> str:
        if start == self.next:
            self.misses(what)
        return " ".join(self.text[self.words[start].start : self.words[self.next - 1].end].split())

    # refusing

    def misses(self, *understood: str, like: Iterable[str] = ()) -> NoReturn:
        """Refuse the next word, and name what would be understood instead.

        It may be a word of `like` that is misspelt.
        """
        known = ", ".join(dict.fromkeys(understood))
        help_ = f"here would be understood: {known}" if known else "the ability is complete before it"
        if self.at_end:
            self.refuse("the ability ends too early" if self.words else "there is no ability", None, help_)
        word = self.words[self.next]
        near = suggest(word.said, like)
        self.refuse(
            f'"{self._as_written(word)}" means nothing here', word, "; ".join(filter(None, (near, help_)))
        )

    def refuse(self, message: str, word: Word | None = None, help_: str = "") -> NoReturn:
        """Raises InputError (E209), at the word or at the whole text."""
        raise input_error("E209", message, self._span_of(word) if word else self.place, help_)

    def _as_written(self, word: Word) -> str:
        written = self.text[word.start : word.end]
        return written if len(written) <= 40 else f"{written[:40]}..."

    def _span_of(self, word: Word) -> Span | None:
        """The span of the word itself, not of an earlier equal word; the whole text if it is folded."""
        if self.place is None:
            return None
        whole = self.place.of(self.text)
        if whole.text[whole.column - 1 :][: len(self.text)] != self.text:
            return self.place
        begin, end = whole.column + word.start, whole.column + word.end
        return Span(whole.file, whole.line, begin, whole.line, end, whole.text, whole.path)
