"""How questions of one line about attacks are read: `attack 3, pierce 2, advantage vs shield 1, 5 hp`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.attack.modifiers import WRITTEN
from tsolve.games.gloomhaven.attacks.meaning import HOW, OF_FIGURES, Meaning, Part
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.words import CONDITIONS
from tsolve.turns.asking.asked import Understood
from tsolve.turns.asking.game import Questions
from tsolve.turns.asking.tokens import of_text, span_in
from tsolve.turns.asking.vocabulary import AGAINST, BACK, IDLE

LONGEST = 1000
"""Characters of a question that is read at all."""
_QUANTITIES: Mapping[str, tuple[str, ...]] = {
    **{each: (each,) for each in ("pierce", "range", "push", "pull", "distance", "level")},
    **{each: (each,) for each in ("shield", "retaliate")},
    "target": ("target", "targets"),
    "players": ("player", "players"),
    "hp": ("hp", "hit points", "hit point", "health"),
}
"""What has a number before or behind it -> its English words."""
_HAS: Mapping[str, Condition] = {
    "poisoned": "poison",
    "wounded": "wound",
    "immobilized": "immobilize",
    "disarmed": "disarm",
    "stunned": "stun",
    "muddled": "muddle",
    "strengthened": "strengthen",
}
"""Words for the condition of a figure, wherever they stand."""
RANKS = ("elite", "normal")
_FLAGS = ("advantage", "disadvantage", "adjacent", *RANKS)
_TERMS: Mapping[str, str] = {"hp": "hit_points"}
"""What the ruleset's list of words calls otherwise."""
_SILENT = frozenset(
    (
        *BACK,
        *IDLE,
        "odds",
        "chance",
        "chances",
        "damage",
        "die",
        "enemy",
        "monster",
        "figure",
        "dies",
        "ranged",
        "melee",
        "scenario",
    )
)
_TOWARDS = ("kills", "kill", "przeciwko", "przeciw")
"""Other words behind which the target stands."""
_QUOTES = str.maketrans(dict.fromkeys("\"“”„'", " "))
"""Around cards; each is a blank, so that every word stays in its place."""
_CARDS = rf"{WRITTEN}(?:[\s,]*(?:and\s+)?{WRITTEN})*"
_COMES = (
    r"(?:draw(?:s|ing)?|drew|(?:modifier\s+)?cards?|modifiers?|kart[aęy]|modyfikatory?)(?!\w):?\s*"
    r"(?:(?:the|an?)\s+)?"
)
"""Words before the modifier cards that come."""


class AttackQuestions(Questions[Card]):
    """Attacks without a map: what they come to with the modifier deck, or with the cards that are drawn."""

    def read(self, text: str, found: Diagnostics) -> Sequence[Understood]:
        line = " ".join(text.split()).translate(_QUOTES)
        if len(line) > LONGEST:
            found.report("E210", f"a question has at most {LONGEST} characters", of_text(line[:LONGEST]))
            return ()
        meaning = Meaning()
        for part in self._parts(line, found):
            meaning.add(part, found)
        if not len(found):
            meaning.check(of_text(line), found)
        return () if len(found) else (meaning.understood(),)

    def _parts(self, line: str, found: Diagnostics) -> Iterator[Part]:
        """What is said, piece by piece."""
        at = 0
        while at < len(line):
            said, match = next(
                (kind, match) for kind, pattern in self._patterns if (match := pattern.match(line, at))
            )
            at, span = match.end(), span_in(line, match.start(), match.end())
            if said == "word":
                yield from self._word(match[0], span, found)
            elif said:
                value = next(filter(None, match.groups()), match[0]).strip()
                yield Part(said, value, span)

    def _word(self, text: str, span: Span, found: Diagnostics) -> Iterator[Part]:
        """A word that stands in no list: one that says nothing, or a name that the ruleset does not have."""
        if text.casefold() in _SILENT:
            return
        if text[:1].isupper():
            yield Part("name", text, span)
            return
        message = f'"{text}" is not understood in a question about an attack'
        found.report("E210", message, span, HOW)

    @cached_property
    def _patterns(self) -> Sequence[tuple[str, re.Pattern[str]]]:
        """What can stand in a question; the first that fits is meant."""
        attack = self._any("attack", ("attack", "attacks"))
        monsters = (card.name for card in self.ruleset.cards.values() if card.monster is not None)
        monster = _one_of(sorted(monsters, key=len, reverse=True))
        name = rf"(?:(?-i:[A-Z])|{monster}(?!\w))"
        """How a figure's name begins."""
        figure = rf"(?:(?:{_one_of((*_HAS, *RANKS))})\s+)*{name}"
        quantities = {what: tuple(self._quantity(what, words)) for what, words in _QUANTITIES.items()}
        has_hit_points = rf"\s*{self._any('hp', _QUANTITIES['hp'])}(?!\w)"
        found = [
            ("", r"[\s,;.?!()&–—]+|-(?=\s)"),
            ("claim", r":\s*([0-9]{1,4})\s*\W*$"),
            ("", r":"),
            ("draw", rf"{_COMES}({_CARDS})"),
            ("deck", rf"deck(?!\w):?\s*({_CARDS})"),
            ("draw", rf"({WRITTEN})\s+(?:modifier\s+)?cards?(?!\w)"),
            ("draw", rf"(?=rolling\s)({_CARDS})"),
            ("bless", r"([0-9]{1,2})\s*(?:x\s*)?bless(?:es|ings?)?(?!\w)"),
            ("curse", r"([0-9]{1,2})\s*(?:x\s*)?curses?(?!\w)"),
            ("against", rf"(?:{attack}|on|at|to)\s+(?=(?:the\s+)?{figure})"),
            ("attack", rf"{attack}\s*([+-]?[0-9]{{1,3}})(?!\w)"),
            ("attack", rf"([0-9]{{1,3}})\s*{attack}(?!\w)"),
            *((f"{what} of", f"{said}\\s+(?={figure})") for what in OF_FIGURES for said in quantities[what]),
            *((what, said) for what, patterns in quantities.items() for said in patterns),
            ("bonus", r"([+-][0-9]{1,2})(?!\w)"),
            ("against", rf"{_one_of((*AGAINST, *_TOWARDS))}(?!\w)\.?"),
            *((f"has {condition}", rf"{word}(?!\w)") for word, condition in _HAS.items()),
            *((f"condition {each}", rf"{self._any(each, (each,))}(?!\w)") for each in CONDITIONS),
            *((each, rf"{self._any(each, (each,))}(?!\w)") for each in _FLAGS),
            ("monster", rf"{monster}(?:\s+[0-9]+(?!\w)(?!{has_hit_points}))?(?!\w)"),
            ("word", r"[0-9]+|[^\W\d_][\w'’-]*|\S"),
        ]
        return [(kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in found]

    def _quantity(self, what: str, words: Sequence[str]) -> Iterator[str]:
        """The patterns of a quantity with its number."""
        said = self._any(what, words)
        yield rf"{said}:?\s*([0-9]{{1,3}})(?!\w)"
        yield rf"([0-9]{{1,3}})\s*{said}(?!\w)"

    def _any(self, what: str, english: Iterable[str]) -> str:
        """One of the words for something, in any language of the ruleset."""
        lexicons = self.ruleset.names.languages.values()
        term = _TERMS.get(what, what)
        words = [*english, *(word for each in lexicons for word in each.words.get(term, ()))]
        return _one_of(sorted(words, key=len, reverse=True))


def _one_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})"
