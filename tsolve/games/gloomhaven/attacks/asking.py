"""Questions of one line about attacks: `attack 3, pierce 2, advantage vs shield 1, 5 hp`.

Each stands for a position in the form of a file of attacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.attacks.meaning import HOW, OF_FIGURES, Meaning, Part
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.modifiers import WRITTEN
from tsolve.games.gloomhaven.writing.names import CONDITIONS
from tsolve.games.gloomhaven.writing.printed_cards import printed_attack
from tsolve.written.asking import Questions, Understood, WorkedOut
from tsolve.written.lexing import AGAINST, BACK, IDLE, NUMBERS, of_text, span_in

LONGEST = 1000
"""The most characters of a question."""
_QUANTITIES: Mapping[str, tuple[str, ...]] = {
    **{each: (each,) for each in ("pierce", "range", "push", "pull", "distance", "level")},
    **{each: (each,) for each in ("shield", "retaliate")},
    "target": ("target", "targets"),
    "players": ("player", "players"),
    "hp": ("hp", "hit points", "hit point", "health"),
}
"""Quantities with a number before or after them -> their English words."""
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
"""Words with another name in the ruleset's list of words."""
_SILENT = frozenset(
    (
        *BACK,
        *IDLE,
        "s",
        "odds",
        "chance",
        "average",
        "what",
        "which",
        "for",
        "expected",
        "probability",
        "likely",
        "mean",
        "deal",
        "deals",
        "hit",
        "points",
        "each",
        "when",
        "what's",
        "whats",
        "next",
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
_N = r"(?:[0-9]{1,2}|one|two|three|four|five|six|an?)"
_SOME = rf"(?:(?P<count>{_N})\s+(?:x\s+|of\s+the\s+)?)?"
_NEW = rf"(?:(?P<new_count>{_N})\s+(?:x\s+)?)?(?P<new>{WRITTEN})"
_OLD = rf"(?P<old>{WRITTEN})"
_CARD = r"(?:\s*(?:modifier\s+)?cards?(?!\w))?"
_OUT = r"(?:without|remov(?:e|ed|ing)|minus|no|less|bez)"
_IN = r"(?:with|add(?:ed|ing)?|plus|and)"
_WHOSE = r"(?:(?:the|my|its|his|her|a|your)\s+)"
_VALUE = r"(?P<value>[+-]?[0-9]{1,3})(?!\w)"
_RANK = r"(?:(?P<rank>elite|normal)\s+)"
"""Parts of patterns: a number, cards with one, what takes cards out of a deck or puts them in, whose deck it
is, the value of an attack, the rank of a monster.
"""
_COUNTED = frozenset(("attacks", "again", "monsters", "replaced", "without", "added"))
"""Parts of a question with a number before them."""
_TOWARDS = ("kills", "kill", "przeciwko", "przeciw")
"""Other words before the target."""
_QUOTES = str.maketrans(dict.fromkeys("\"“”„'", " "))
"""Signs around cards; each is replaced by a blank, so that every word keeps its place."""
_CARDS = rf"{WRITTEN}(?:[\s,]*(?:and\s+)?{WRITTEN})*"
_COMES = (
    r"(?:draw(?:s|ing)?|drew|(?:modifier\s+)?cards?|modifiers?|kart[aęy]|modyfikatory?)(?!\w):?\s*"
    r"(?:(?:the|an?)\s+)?"
)
"""Words before the modifier cards that come."""


class AttackQuestions(Questions[Card]):
    """Attacks without a map: their results with the modifier deck, or with given cards."""

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

    def worked_out(self, text: str) -> WorkedOut | None:
        from tsolve.games.gloomhaven.campaign.asking import worked_out

        return worked_out(text, self.ruleset)

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
            elif said in _COUNTED:
                yield from self._counted(said, match, span)
            elif said == "card":
                yield Part(f"attack {match['card']}", self._printed[match["card"].casefold()], span)
            elif said:
                value = next(filter(None, match.groups()), match[0]).strip()
                value = str(_number(value)) if said in ("bless", "curse") else value
                yield Part(said, value, span)

    def _word(self, text: str, span: Span, found: Diagnostics) -> Iterator[Part]:
        """An unlisted word: one without meaning, or a name that the ruleset does not have."""
        if text.casefold() in _SILENT:
            return
        if text[:1].isupper():
            yield Part("name", text, span)
            return
        message = f'"{text}" is not understood in a question about an attack'
        found.report("E210", message, span, HOW)

    def _counted(self, said: str, match: re.Match[str], span: Span) -> Iterator[Part]:
        """Several of something: attacks, monsters, cards in the deck or out of it."""
        count = _number(match["count"] or "one")
        match said:
            case "attacks":
                yield Part("attack", match["value"], span)
                yield Part("again", str(count), span)
            case "again":
                yield Part("again", str(count), span)
            case "monsters":
                for number in range(1, count + 1):
                    name = f"{match['name']} {number}" if count > 1 else match["name"]
                    yield Part("monster", name, span)
                    if rank := match["rank"]:
                        yield Part(rank.casefold(), rank, span)
            case "replaced":
                yield Part(f"without {count}", match["old"], span)
                yield Part(f"added {_number(match['new_count'] or 'one')}", match["new"], span)
            case _:
                yield Part(f"{said} {count}", match["cards"], span)

    @cached_property
    def _printed(self) -> Mapping[str, str]:
        """The attacks of class cards with one attack, by the name of the card in small letters."""
        names = [card.name for card in self.ruleset.cards.values() if card.card is not None]
        found = ((name.casefold(), printed_attack(self.ruleset, name)) for name in names)
        return {name: text.removeprefix("attack ") for name, text in found if text}

    @cached_property
    def _patterns(self) -> Sequence[tuple[str, re.Pattern[str]]]:
        """The patterns of a question; the first one that fits counts."""
        attack = self._any("attack", ("attack", "attacks"))
        monsters = (card.name for card in self.ruleset.cards.values() if card.monster is not None)
        monster = _one_of(sorted(monsters, key=len, reverse=True))
        name = rf"(?:(?-i:[A-Z])|{monster}(?!\w))"
        """How a figure's name begins."""
        figure = rf"(?:(?:{_one_of((*_HAS, *RANKS))})\s+)*{name}"
        quantities = {what: tuple(self._quantity(what, words)) for what, words in _QUANTITIES.items()}
        has_hit_points = rf"\s*{self._any('hp', _QUANTITIES['hp'])}(?!\w)"
        at_least = r"(?:\s+damage)?(?!\w)"
        found = [
            ("", r"[\s,;.?!()&–—]+|-(?=\s)"),
            ("least", rf"(?:(?:does|do|deals?|for|of)\s+)?at\s+least\s+([0-9]{{1,3}}){at_least}"),
            ("least", rf"(?:(?:does|do|deals?|for)\s+)?([0-9]{{1,3}})\s+or\s+more{at_least}"),
            (
                "replaced",
                rf"replac(?:e|ed|ing)\s+{_SOME}{_OLD}{_CARD}\s+(?:with|by)\s+{_NEW}{_CARD}",
            ),
            ("without", rf"{_OUT}\s+(?:the\s+|any\s+)?{_SOME}(?P<cards>{_CARDS}){_CARD}"),
            ("added", rf"{_IN}\s+(?P<count>{_N})\s+(?:x\s+|extra\s+|more\s+)*(?P<cards>{WRITTEN}){_CARD}"),
            ("added", rf"{_SOME}(?P<cards>{WRITTEN}){_CARD}\s+in\s+(?:\w+\s+)?(?:modifier\s+)?deck(?!\w)"),
            (
                "card",
                rf"(?:(?:the\s+)?top\s+of\s+)?(?P<card>{_one_of([*self._printed])})(?!\w)(?:\s+top(?!\w))?",
            ),
            ("claim", r":\s*([0-9]{1,4})\s*\W*$"),
            ("", r":"),
            ("draw", rf"{_COMES}({_CARDS})"),
            ("deck", rf"deck(?!\w):?\s*({_CARDS})"),
            ("", rf"(?:(?:in|into|from|of|to)\s+)?{_WHOSE}?(?:modifier\s+|attack\s+)*deck(?!\w)"),
            ("draw", rf"({WRITTEN})\s+(?:modifier\s+)?cards?(?!\w)"),
            ("draw", rf"(?=rolling\s)({_CARDS})"),
            ("bless", rf"({_N})\s*(?:x\s*)?bless(?:es|ings?)?(?!\w)"),
            ("curse", rf"({_N})\s*(?:x\s*)?curses?(?!\w)"),
            ("against", rf"(?:{attack}|on|at|to)\s+(?=(?:(?:the|an?|{_N})\s+)?{figure})"),
            ("attacks", rf"(?P<count>{_N})\s+(?:x\s+)?{attack}\s+(?:(?:of|at|for|with)\s+)?{_VALUE}"),
            ("attacks", rf"(?P<count>{_N})\s*(?:x|×|times)\s*{attack}\s*{_VALUE}"),
            ("again", rf"(?P<count>twice|thrice|{_N}\s+(?:times|attacks))(?!\w)"),
            ("attack", rf"{attack}(?:\s+(?:of|value|with|for))?\s*([+-]?[0-9]{{1,3}})(?!\w)"),
            ("attack", rf"([0-9]{{1,3}})\s*{attack}(?!\w)"),
            ("attack", r"for\s+([0-9]{1,3})(?!\w|\s*damage)"),
            *((f"{what} of", f"{said}\\s+(?={figure})") for what in OF_FIGURES for said in quantities[what]),
            *((what, said) for what, patterns in quantities.items() for said in patterns),
            ("bonus", r"([+-][0-9]{1,2})(?!\w)"),
            ("against", rf"{_one_of((*AGAINST, *_TOWARDS))}(?!\w)\.?"),
            *((f"has {condition}", rf"{word}(?!\w)") for word, condition in _HAS.items()),
            *((f"condition {each}", rf"{self._any(each, (each,))}(?!\w)") for each in CONDITIONS),
            *((each, rf"{self._any(each, (each,))}(?!\w)") for each in _FLAGS),
            ("monsters", rf"(?P<count>{_N})\s+(?:x\s+)?{_RANK}?(?P<name>{monster})s?(?!\w)"),
            ("monster", rf"{monster}s?(?:\s+[0-9]+(?!\w)(?!{has_hit_points}))?(?!\w)"),
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


def _number(said: str) -> int:
    """The number that a word or some digits say."""
    first = said.split()[0].casefold()
    return int(first) if first.isdigit() else {**NUMBERS, "a": 1, "an": 1, "twice": 2, "thrice": 3}[first]


def _one_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})"
