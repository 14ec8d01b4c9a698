"""Names of figures, conditions, elements and hexes as people write them, and formulas. (GH-14.6)

Conditions and elements are read in any language of the ruleset; hexes are `[3, 4]`, `(3,4)`, `3,4`, or a mark
of the drawing; a formula of a special rule is `8+C`, `2xL` or `(3+L)xC`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add, mul, sub
from typing import Any, NamedTuple, TypeAlias, TypeVar, get_args

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import Span, TreePath
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.ability_parts import Element
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.hexes import Hex, System, from_offset, named
from tsolve.regex import Regex
from tsolve.rules.names import Match, NameIndex, squash, words
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import listed, shortened

_NUMBERED = Regex(r"(?P<type>.*\S)\s+#?(?P<number>[0-9]{1,3})", re.DOTALL)
_MOST_LISTED = 12


class Name(NamedTuple):
    """The parts of a monster's name: its type in the ruleset, the name of the type, and its number."""

    card: Card | None
    """None for a type that the ruleset does not have."""
    type: str
    """The name of the type, in English if the ruleset has it."""
    number: int
    """0 if the name has none."""

    @property
    def full(self) -> str:
        return f"{self.type} {self.number}" if self.number else self.type


def monster_name(ruleset: Ruleset[Card], text: str) -> Name:
    """What the name of a monster says, in any language of the ruleset."""
    plain = " ".join(text.split())
    match = _NUMBERED.fullmatch(plain)
    type_, number = (match["type"], int(match["number"])) if match else (plain, 0)
    card = type_named(ruleset, type_)
    return Name(card, card.name if card else type_, number)


def type_named(ruleset: Ruleset[Card], text: str) -> Card | None:
    """The type of monsters or the boss that a text names."""
    match = ruleset.names.resolve(text)
    card = ruleset.cards.get(match.id) if isinstance(match, Match) else None
    return card if card is not None and card.monster is not None else None


def near_types(ruleset: Ruleset[Card], text: str) -> str:
    """Types with names similar to an unknown name, in words; empty if there are none."""
    from tsolve.rules.near_names import ENGLISH, names_in, near, told  # imported only for files with mistakes

    group = ruleset.names.groups.resolve(text)
    types = [card for card in ruleset.cards.values() if card.monster is not None]
    languages = dict.fromkeys((*ruleset.languages(), ENGLISH, *ruleset.names.languages))
    names = (list(names_in(ruleset, types, each, False)) for each in languages)
    return told(near(group.id if isinstance(group, Match) else text, *names), "monsters")


def figure_named(ruleset: Ruleset[Card], text: str, names: Iterable[str]) -> str | None:
    """Which of these figures a text names, in any language of the ruleset; None for none of them."""
    known = list(names)
    for key in (str, squash, lambda name: _meaning(ruleset, name)):
        wanted = key(text)
        for name in known:
            if key(name) == wanted:
                return name
    return None


def find_figure(
    ruleset: Ruleset[Card],
    text: str,
    names: Iterable[str],
    what: str,
    found: Diagnostics,
    span: Span,
    where: str = "",
) -> str | None:
    """As `figure_named`, or the only one whose name has these words; reports E314 if none fits. `what` says
    what is looked for, such as a character, and `where` why it cannot be found, if that is known.
    """
    known = list(names)
    name = (
        figure_named(ruleset, text, known)
        or _only_with(text, known)
        or _only_of_type(ruleset, text, known)
        or _numbered(ruleset, text, known)
    )
    if name is None:
        help_ = where or suggest(text, known) or (f"there is {listed(known[:_MOST_LISTED])}" if known else "")
        found.report("E314", f'"{shortened(text)}" is no {what} of this position', span, help_)
    return name


_EACH = Regex(
    r"(?:(?:all|both|each|every)(?: of)? )?(?:the )?(?:(?P<count>two|three|four|five|six|[1-9]) )?",
    re.IGNORECASE,
)
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def type_of_several(ruleset: Ruleset[Card], text: str, types: Iterable[str]) -> str | None:
    """The type of monsters that a text names as a whole: `the Bandit Guards`, `both guards`; None for none,
    and for several.
    """
    begun = _EACH.match(text)
    plain = text[begun.end() :] if begun is not None else text
    known = list(dict.fromkeys(types))
    for said in (plain, plain.removesuffix("s"), plain.removesuffix("y") + "ies"):
        if (name := figure_named(ruleset, said, known)) is not None:
            return name
    return _only_with(plain, known)


def count_of_several(text: str) -> int | None:
    """How many figures a text says that it names: 2 for `both guards`; None where it does not say."""
    begun = _EACH.match(text)
    said = (begun["count"] if begun is not None else None) or text.partition(" ")[0]
    return int(said) if said.isdecimal() else _COUNTS.get(said.casefold())


def _only_with(text: str, names: Iterable[str]) -> str | None:
    """The only name that has all words of a text, in the plural or not: `the guards` where there is one
    Bandit Guard.
    """
    wanted = {word.removesuffix("s") for word in words(text) if word != "the"}
    having = [name for name in names if wanted and not wanted - {w.removesuffix("s") for w in words(name)}]
    return having[0] if len(having) == 1 else None


def _only_of_type(ruleset: Ruleset[Card], text: str, names: Iterable[str]) -> str | None:
    """The only monster of the type that a text names by any of its names: `the skeleton`."""
    card = type_named(ruleset, re.sub("^the ", "", text.strip(), flags=re.IGNORECASE))
    having = [name for name in names if card is not None and monster_name(ruleset, name).card is card]
    return having[0] if len(having) == 1 else None


def _numbered(ruleset: Ruleset[Card], text: str, names: Iterable[str]) -> str | None:
    """The only name with this number: `monster 1`, in any language of the ruleset."""
    *first, number = words(text) or ("",)
    word = ruleset.names.words.resolve(" ".join(first))
    if not number.isdecimal() or not isinstance(word, Match) or word.id not in ("monster", "enemy", "figure"):
        return None
    having = [name for name in names if words(name)[-1:] == (number,)]
    return having[0] if len(having) == 1 else None


def _meaning(ruleset: Ruleset[Card], text: str) -> str:
    """The name, with a word of another language in English: `Kark` is the Brute."""
    word = ruleset.names.words.resolve(text)
    return squash(word.id if isinstance(word, Match) else monster_name(ruleset, text).full)


_WORDS = Regex(r"[+\u2212\u2013-]?[0-9]+(?!\w)|\w[\w'’-]*|\S")
_LONGEST = 400
"""The most characters of an ability."""
_TERMS = {"summon_ability": "summon"}
"""Words of abilities that are not the terms of the ruleset."""
_MOST_WORDS = 4
"""The most words of a name that several words make up."""


def in_english(text: str, known: NameIndex) -> str:
    """A text with the longest names of other languages in the words of abilities: `na siebie` is `self`. A
    text without such names is given back as it is.
    """
    found = [*_WORDS.finditer(text)] if len(text) <= _LONGEST else []
    said: list[str] = []
    at = 0
    is_foreign = False
    while at < len(found):
        for count in range(min(_MOST_WORDS, len(found) - at), 0, -1):
            written = text[found[at].start() : found[at + count - 1].end()]
            match = known.resolve(written)
            if isinstance(match, Match) and not re.search(r"[,;()\d]", written):
                is_other = squash(match.id) != squash(written)
                said.append(_TERMS.get(match.id, match.id.replace("_", " ")) if is_other else written)
                is_foreign |= is_other
                at += count
                break
        else:
            said.append(found[at][0])
            at += 1
    return re.sub(r" (?=[,;)])|(?<=\() ", "", " ".join(said)) if is_foreign else text


_CLAUSES = (
    *("range", "pierce", "target", "targets", "push", "pull", "jump", "advantage", "self"),
    *("poison", "wound", "immobilize", "disarm", "stun", "muddle", "curse"),
)
_UNPARTED = Regex(rf"(?<=[0-9a-z]) (?:and |with )?(?=(?:{'|'.join(_CLAUSES)})\b(?! if\b| \())", re.IGNORECASE)


def with_commas(text: str) -> str:
    """An ability with a comma before each of the words that stand behind one: `attack 2 range 3`."""
    return _UNPARTED.sub(", ", text) if len(text) <= _LONGEST else text


Word = TypeVar("Word", bound=str)

CONDITIONS: Mapping[str, Condition] = {each: each for each in get_args(Condition)}
ELEMENTS: Mapping[str, Element] = {each: each for each in get_args(Element) if each != "any"}
_FORCED: Mapping[str, str] = {"push": "push", "pull": "pull"}
"""What a boss may be immune to, other than conditions."""

CARDS: frozenset[Condition] = frozenset(("curse", "bless"))
"""Conditions that are modifier cards, not tokens. (GH-8.1)"""


def condition_named(
    ruleset: Ruleset[Any], decoded: Decoded[object], text: str, span: Span | None
) -> Condition:
    """The condition that a statement names, in any language. Raises InputError."""
    found = Diagnostics()
    condition = Words(ruleset, decoded, found).condition(text, span or decoded.span())
    found.raise_if_any()
    assert condition is not None
    return condition


class Words:
    """Reads the words of one file."""

    def __init__(self, ruleset: Ruleset[Any], decoded: Decoded[object], found: Diagnostics) -> None:
        self._words = ruleset.names.words
        self._decoded, self._found = decoded, found

    def condition(self, text: str, span: Span) -> Condition | None:
        """The condition that a text says; None, with a report (E207), for none."""
        return self._one_of(CONDITIONS, "condition", text, span)

    def effect(self, text: str, span: Span) -> str | None:
        """The effect of an attack that a text says; None, with a report (E207), for none."""
        return self._one_of({**CONDITIONS, **_FORCED, "pierce": "pierce"}, "effect", text, span)

    def element(self, text: str, span: Span) -> Element | None:
        """The element that a text says; None, with a report (E207), for none."""
        return self._one_of(ELEMENTS, "element", text, span)

    def conditions(self, path: TreePath, texts: Iterable[str]) -> tuple[Condition, ...]:
        """The conditions of a list, each once."""
        found = [self.condition(text, span) for text, span in self._placed(path, texts)]
        return tuple(dict.fromkeys(each for each in found if each))

    def immunities(self, path: TreePath, texts: Iterable[str]) -> tuple[str, ...]:
        """The conditions of a list, `push` and `pull` among them."""
        words = {**CONDITIONS, **_FORCED}
        found = [self._one_of(words, "condition", text, span) for text, span in self._placed(path, texts)]
        return tuple(dict.fromkeys(each for each in found if each))

    def _placed(self, path: TreePath, texts: Iterable[str]) -> Iterable[tuple[str, Span]]:
        return ((text, self._decoded.span(*path, index)) for index, text in enumerate(texts))

    def _one_of(self, known: Mapping[str, Word], kind: str, text: str, span: Span) -> Word | None:
        match = self._words.resolve(text)
        word = match.id if isinstance(match, Match) else squash(text)
        if word in known:
            return known[word]
        help_ = suggest(text, known) or f"there are {listed(known)}"
        self._found.report("E207", f'"{shortened(text)}" is no {kind}', span, help_)
        return None


Pair: TypeAlias = tuple[int, int]

FARTHEST = 9_999
"""The largest coordinate, either side of zero."""

_NUMBER = r"[-−]?[0-9]+"
_ONE = Regex(rf"\(\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)|({_NUMBER})\s*,\s*({_NUMBER})(?!\w)|([^\W_]+)")
_BETWEEN = Regex(r"[\s,;]*")

_MOST_PLACES = 100
"""The most hexes in one text that each get their own place; in a longer text all have the place of the
text.
"""

HOW_TO_WRITE = 'a hex is written [3, 4] or "(3,4)"'
_IN_QUOTES = 'in braces and brackets a comma ends a value: put the hex in quotes, "(3,4)", or write it [3, 4]'


class Coordinates:
    """Finds the hexes that one file names, and records which marks of its drawing are named."""

    def __init__(
        self, system: System, marks: Mapping[str, Hex], decoded: Decoded[object], found: Diagnostics
    ):
        self.system = system
        self.marks = marks
        self.named: set[str] = set()
        """The marks that the file names."""
        self._decoded, self._found = decoded, found

    def told(self, hex_: Hex) -> str:
        """A hex as the file writes it: `(3,4)`."""
        return named(hex_, self.system)

    def hex(self, path: TreePath, written: str | Pair) -> Hex | None:
        """The hex at this path of the file; None, with a report, if there is none."""
        hexes = [hex_ for hex_, _ in self.read(written, self._decoded.span(*path), one=True)]
        return hexes[0] if hexes else None

    def hexes(self, path: TreePath, written: str | Sequence[str | Pair]) -> Iterator[tuple[Hex, Span]]:
        """The hexes of a list or of a text that names several, each with its place."""
        if isinstance(written, str):
            yield from self.entry(path, written)
            return
        for index, each in enumerate(written):
            yield from self.entry((*path, index), each)

    def entry(self, path: TreePath, written: str | Pair) -> Iterator[tuple[Hex, Span]]:
        """The hexes of one entry of a list, each with its place."""
        return self.read(written, self._decoded.span(*path))

    def read(self, written: str | Pair, span: Span, one: bool = False) -> Iterator[tuple[Hex, Span]]:
        """The hexes at this place; `one`: only one is allowed."""
        if not isinstance(written, str):
            yield from self._at(written, span)
            return
        parts = list(_parts(written))
        if None in parts or (one and len(parts) != 1):
            message = f'"{shortened(written)}" is not {"a hex" if one else "a list of hexes"}'
            is_cut = written.count("(") != written.count(")")
            self._found.report("E209", message, span, _IN_QUOTES if is_cut else HOW_TO_WRITE)
            return
        for match in parts:
            assert match is not None
            place = span.of(match.group()) if 1 < len(parts) <= _MOST_PLACES else span
            if match[5]:
                yield from self._marked(match[5], place)
            else:
                yield from self._at((_number(match[1] or match[3]), _number(match[2] or match[4])), place)

    def _at(self, pair: Pair, span: Span) -> Iterator[tuple[Hex, Span]]:
        if max(map(abs, pair)) > FARTHEST:
            self._found.report("E205", f"coordinates go up to {FARTHEST:,}, either side of 0", span)
            return
        yield from_offset(*pair) if self.system == "offset" else Hex(*pair), span

    def _marked(self, mark: str, span: Span) -> Iterator[tuple[Hex, Span]]:
        if mark in self.marks:
            self.named.add(mark)
            yield self.marks[mark], span
            return
        message = f'"{shortened(mark)}" is no mark of the drawing'
        if mark.isdecimal():
            self._found.report("E209", f'"{shortened(mark)}" is not a hex', span, _IN_QUOTES)
            return
        if not self.marks:
            message = f'"{shortened(mark)}" is not a hex, and there is no drawing with such a mark'
        self._found.report("E314", message, span, lambda: suggest(mark, self.marks) or self._known_marks())

    def _known_marks(self) -> str:
        return f"its marks are {', '.join(list(self.marks)[:20])}" if self.marks else HOW_TO_WRITE


def _parts(text: str) -> Iterator[re.Match[str] | None]:
    """The hexes and marks that a text names, one after the other; None if it says something else."""
    at = _end_of_blanks(text, 0)
    while at < len(text):
        match = _ONE.match(text, at)
        yield match
        if match is None:
            return
        at = _end_of_blanks(text, match.end())


def _end_of_blanks(text: str, start: int) -> int:
    between = _BETWEEN.match(text, start)
    assert between is not None  # it matches nothing, too
    return between.end()


def _number(text: str) -> int:
    """The number; one with many digits is replaced by another number that is too large, too."""
    digits = text.lstrip("-−").lstrip("0")[:9] or "0"
    return -int(digits) if text[0] in "-−" else int(digits)


_PIECE = Regex(r"\s*([0-9]{1,4}|[A-Za-z]|[-+x×*/()])")
_SIGNS = {"+": add, "-": sub, "−": sub}
_TIMES = ("x", "X", "×", "*")


def value_of(text: str, letters: Mapping[str, int]) -> int:
    """The value of a formula. A number before a letter or a bracket multiplies it.

    Raises ValueError for a text that is no formula, and for a letter that has no value.
    """
    return _Formula(text, letters).value()


class _Formula:
    """One formula, read from the left."""

    def __init__(self, text: str, letters: Mapping[str, int]) -> None:
        self._letters = letters
        self._pieces: list[str] = []
        at = 0
        plain = text.strip()
        while at < len(plain):
            match = _PIECE.match(plain, at)
            if match is None:
                raise ValueError(f'"{text}" is no formula')
            self._pieces.append(match[1])
            at = match.end()
        self._at = 0

    def value(self) -> int:
        total = self._sum()
        if self._next():
            raise ValueError(f'"{self._next()}" is not expected')
        return total

    def _next(self) -> str:
        return self._pieces[self._at] if self._at < len(self._pieces) else ""

    def _take(self) -> str:
        piece = self._next()
        self._at += 1
        return piece

    def _sum(self) -> int:
        total = self._product()
        while self._next() in _SIGNS:
            sign = _SIGNS[self._take()]
            total = sign(total, self._product())
        return total

    def _product(self) -> int:
        total = self._factor()
        while True:
            if self._next() == "/":
                self._take()
                total //= max(self._factor(), 1)
                continue
            if self._next() in _TIMES:
                self._take()
            elif not (self._next() == "(" or self._next().upper() in self._letters):
                return total
            total = mul(total, self._factor())

    def _factor(self) -> int:
        piece = self._take()
        if piece == "(":
            total = self._sum()
            if self._take() != ")":
                raise ValueError("a bracket is not closed")
            return total
        if piece.isdigit():
            return int(piece)
        if piece.upper() in self._letters:
            return self._letters[piece.upper()]
        raise ValueError(f'"{piece}" is neither a number nor C nor L' if piece else "it ends early")
