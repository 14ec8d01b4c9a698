"""What people call the measures of a game, and its claims in other words: in another language, about a player
by name, or after the name of who says them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from tsolve.diagnostics import suggest
from tsolve.regex import Regex
from tsolve.rules.names import NameIndex, Names, fold, squash
from tsolve.rules.translated import NO_PLAYERS, in_plain_words, key_in_english
from tsolve.source.decode import NotUnderstoodError
from tsolve.written.bounds import without_bound
from tsolve.written.phrases import LATER, LONGEST, OF_ONESELF, plain_text

_WORD = Regex(r"[^\W_]+")
_SOMEBODY = r"(?P<who>[^\W\d_]+),? (?P<rest>(?:{verb})\b.+)"
_CAN_DO, _DOES = (
    Regex(_SOMEBODY.format(verb=verb)) for verb in ("can|cannot|can't|could|may", r"[^\W\d_']+")
)
_ASKS = Regex(r"(?:does|did|will|would) (?P<who>[^\W\d_]+) (?P<rest>.+)", re.IGNORECASE)
"""What somebody can do, or does, or is asked about; where each acts for oneself it does not matter what the
player is called.
"""

_SAID_BY = Regex(rf"(?P<who>[^\W\d_]+): (?!{OF_ONESELF})(?P<what>.*[^\W\d].*)")
_OF_WHOM = Regex(r"(?:can|cannot|can't|may|could|wins?|has)\b", re.IGNORECASE)
"""With what a sentence begins that needs the name of whom it is about."""


class MeasureNames:
    """What measures are called in the languages of a ruleset, beside their keys."""

    def __init__(
        self,
        words: Callable[[], NameIndex],
        cards: Callable[[], NameIndex],
        names: Callable[[], Names] = Names,
    ) -> None:
        """All are looked up only if a text is not read as it stands."""
        self._words, self._cards, self.names = words, cards, names

    def key(self, written: str, type_: type) -> str:
        """The key of a part of a file for one of its names; any other text as it is.

        Raises NotUnderstoodError for a name of two measures.
        """
        meant = self._meant(written, type_)
        return next(iter(meant), "") or key_in_english(
            written, self.names().languages, getattr(type_, "__struct_fields__", ())
        )

    def sentence(self, text: str, type_: type) -> str:
        """A sentence in plainer words: without the player who does it, or with the key for the longest of its
        words that are a name of one.
        """
        if len(text) > LONGEST:
            return text
        for said in dict.fromkeys((text, plain_text(text))):  # without who says it
            if (other := in_plain_words(said, self.names())) != said:
                return other
        if (said := self._said_by(text, type_)) != text:
            return said
        if limited := without_bound(text) if getattr(type_, "bounded", ()) else None:
            other = self.sentence(limited.text, type_)
            return limited.within(other) or text
        for shape in (_CAN_DO, _ASKS):
            if (mine := self._of_player(shape, text, type_)) != text:
                return mine
        words = list(_WORD.finditer(text))
        parts = [text[one.start() : other.end()] for at, one in enumerate(words) for other in words[at:]]
        for part in sorted(parts, key=len, reverse=True):
            meant = self._meant(part, type_)
            if meant and (called := text.replace(part, meant[0], 1)) != text:
                mine = self._of_player(_DOES, called, type_)
                return mine if mine != called and _is_read(mine, type_) else called
        for pattern, better in getattr(type_, "loosely", ()):
            if found := re.fullmatch(pattern, plain_text(text), re.IGNORECASE):
                return found.expand(better)
        return self._of_player(_DOES, text, type_)

    def _said_by(self, text: str, type_: type) -> str:
        """What a player says, told by the name and a colon: `Ann: 4 points`, `Ann: can buy Lamp`."""
        said = _SAID_BY.fullmatch(plain_text(text)) if getattr(type_, "of_one_player", False) else None
        if said is None or fold(said["who"]) in NO_PLAYERS or self._is_part(said["who"]):
            return text
        fields = getattr(type_, "__struct_fields__", ())
        is_key = fold(said["who"]) in map(fold, fields) or self.key(said["who"], type_) != said["who"]
        if is_key or suggest(said["who"], fields):
            return text
        who = f"{said['who']} " if _OF_WHOM.match(said["what"]) else ""
        return self.sentence(f"{who}{said['what']}", type_)

    def _of_player(self, shape: Regex, text: str, type_: type) -> str:
        """A sentence about a player as that player says it; any other text as it is."""
        about = shape.fullmatch(plain_text(text)) if getattr(type_, "of_one_player", False) else None
        if about is None or not about["who"].istitle() or fold(about["who"]) in NO_PLAYERS:
            return text
        if self._is_part(about["who"]):
            return text
        later = LATER.search(text.rstrip(".!? "))
        said = {_CAN_DO: "", _ASKS: "do I "}.get(shape, "I ") + about["rest"]
        return said + (later[0] if later is not None else "")

    def _is_part(self, word: str) -> bool:
        """Whether a word is part of the name of a card."""
        return self._cards().has_word(word)

    def _meant(self, written: str, type_: type) -> Sequence[str]:
        terms: Mapping[str, Sequence[str]] = getattr(type_, "terms", {})
        ids = self._words().ids.get(squash(written), ()) if terms else ()
        meant = [key for id_ in ids for key in terms.get(id_, ())]
        if len(meant) > 1:
            raise NotUnderstoodError(f'"{written}" is {" or ".join(meant)}', "write the key that is meant")
        return meant


def _is_read(text: str, type_: type) -> bool:
    """Whether this sentence is one of those that the type understands."""
    reader: Callable[[str], object] | None = getattr(type_, "from_text", None)
    with suppress(ValueError):
        return reader is not None and reader(text) is not None
    return False
