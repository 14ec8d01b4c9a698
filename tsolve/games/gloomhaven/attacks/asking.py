"""Questions of one line about attacks: `attack 3, pierce 2, advantage vs shield 1, 5 hp`.

Each stands for a position in the form of a file of attacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.modifiers import WRITTEN, parse
from tsolve.games.gloomhaven.writing.names import CONDITIONS
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar, joined
from tsolve.written.asking import Questions, Understood, WorkedOut
from tsolve.written.lexing import AGAINST, BACK, IDLE, of_text, span_in

OF_FIGURES = ("hp", "shield", "retaliate")
"""Quantities of figures that have a number."""
_OF_ATTACKS = ("pierce", "range", "push", "pull", "target")
_CARD = re.compile(WRITTEN, re.IGNORECASE)
_STANDARD = frozenset(("+0", "+1", "-1", "+2", "-2", "x2", "null"))
"""The cards of a standard deck. (GH-6.17)"""
_USUAL_LEVEL = "1"
"""The scenario level by default."""
HOW = (
    'write, for example, "attack 3 vs shield 1", "attack 2, advantage vs Bandit Guard" or '
    '"attack 3, draw x2 vs 5 hp: 6"'
)


class Part(NamedTuple):
    """A piece of a question: its kind, its value if it has one, its place."""

    says: str
    value: str
    span: Span


class _Figure:
    """An attacker or a target, with what the question says of it."""

    def __init__(self) -> None:
        self.keys: dict[str, Placed] = {}
        self.conditions: list[Placed] = []
        self.told: list[str] = []

    @property
    def is_named(self) -> bool:
        return "name" in self.keys

    @property
    def written(self) -> dict[str, Placed]:
        return {**self.keys, **({"conditions": self.conditions} if self.conditions else {})}

    def in_words(self, unnamed: str) -> str:
        name, rank = self.keys.get("name"), self.keys.get("rank")
        known = [each.text for each in (rank, name) if isinstance(each, Scalar)]
        known = [" ".join(known)] if known else []
        return " with ".join(filter(None, (*known, joined(self.told)))) if known or self.told else unnamed


class _Attack:
    def __init__(self, value: Part) -> None:
        self.said, self.span = [value.value], value.span
        self.keys: dict[str, Placed] = {}
        self.bonuses: list[Placed] = []
        self.told: list[str] = []

    @property
    def written(self) -> dict[str, Placed]:
        """The keys, with each bonus under a name of its own."""
        names = (f"bonus {number}" for number in range(1, len(self.bonuses) + 1))
        named = dict(zip(names if len(self.bonuses) > 1 else ("a bonus",), self.bonuses, strict=False))
        return {**self.keys, **({"bonuses": named} if named else {})}


class Meaning:
    """Puts the pieces of a question together: what is before `vs` belongs to the attacker, what follows it to
    the targets.
    """

    def __init__(self) -> None:
        self.attacks: list[_Attack] = []
        self._attacker, self._targets = _Figure(), [_Figure()]
        self._keys: dict[str, Placed] = {}
        self._deck: dict[str, list[Scalar]] = {"rest": [], "added": []}
        self._line: list[Placed] = []
        self._drawn: list[Scalar] = []
        """Drawn cards that are not in the standard deck."""
        self._claim: Scalar | None = None
        self._flags: dict[str, Span] = {}
        self._before: list[tuple[str, Scalar]] = []
        """The pieces about the figure whose name comes next, from its first number on."""
        self._has_statistics = False
        """Whether a named figure has statistics that depend on the scenario level."""
        self._defends = False
        """Whether a target is told."""

    def add(self, part: Part, found: Diagnostics) -> None:
        """Take one more piece; report one that does not belong here (E210)."""
        kind, _, detail = part.says.partition(" ")
        scalar = Scalar(part.value, part.span)
        if kind == "attack":
            self._defends = False
            self.attacks.append(_Attack(part))
        elif kind == "against":
            self._defends = True
        elif kind in ("name", "monster"):
            self._has_statistics |= kind == "monster"
            self._named(scalar)
        elif kind in OF_FIGURES and detail and not self._is_named:
            self._before.append((kind, scalar))
        elif self._before and kind in ("elite", "normal", "has"):
            self._before.append((kind, Scalar(detail or kind, part.span)))
        elif kind in OF_FIGURES and not self.attacks and not self._defends and self._attacker.is_named:
            self._told_of(self._attacker, kind, scalar)
        elif kind in OF_FIGURES:
            self._told_of(self._next_target(kind), kind, scalar)
        elif kind in ("elite", "normal"):
            self._describe(self._figure, kind, Scalar(kind, part.span))
        elif kind == "has" or (kind == "condition" and (self._defends or not self.attacks)):
            self._describe(self._figure, "has", Scalar(detail, part.span))
        elif kind in ("level", "players"):
            self._keys[kind] = scalar
        elif kind in ("advantage", "disadvantage", "adjacent"):
            self._flags[kind] = part.span
        elif kind in ("draw", "deck"):
            self._cards(kind, part)
        elif kind in ("bless", "curse"):
            self._deck["added"].append(Scalar(f"{part.value} x {kind}", part.span))
        elif kind == "claim":
            self._claim = scalar
        elif not self.attacks:
            message = f'"{_in_words(kind, part.value)}" belongs to no attack'
            found.report("E210", message, part.span, "say `attack 3` before it")
        elif kind == "bonus" and self._defends:
            message = f'"{part.value}" stands behind the target'
            help_ = "a bonus stands behind the attack, `attack 3 +1`; the card that comes is `draw +1`"
            found.report("E210", message, part.span, help_)
        else:
            self._of_attack(kind, detail, scalar)

    # figures

    @property
    def _is_named(self) -> bool:
        """Whether the present figure has a name already."""
        return self._figure.is_named and bool(self._defends or not self.attacks)

    @property
    def _figure(self) -> _Figure:
        return self._targets[-1] if self._defends else self._attacker

    def _named(self, name: Scalar) -> None:
        """Take a name together with the pieces right before it; with a number after an attack it names the
        target.
        """
        self._defends = self._defends or bool(self._before and self.attacks)
        figure = self._next_target("name") if self._defends else self._attacker
        figure.keys["name"] = name
        for kind, value in self._before:
            self._describe(figure, kind, value)
        self._before.clear()

    def _describe(self, figure: _Figure, kind: str, value: Scalar) -> None:
        if kind == "has":
            figure.conditions.append(value)
            figure.told.append(value.text)
        elif kind in OF_FIGURES:
            self._told_of(figure, kind, value)
        else:
            figure.keys["rank"] = value

    def _told_of(self, figure: _Figure, key: str, value: Scalar) -> None:
        figure.keys[key] = value
        points = "hit point" if value.text == "1" else "hit points"
        figure.told.append(f"{value.text} {points}" if key == "hp" else f"{key} {value.text}")

    def _next_target(self, key: str) -> _Figure:
        """The present target, or a further one if the present one has this key already."""
        if key in self._targets[-1].keys:
            self._targets.append(_Figure())
        return self._targets[-1]

    # attacks and cards

    def _of_attack(self, kind: str, detail: str, scalar: Scalar) -> None:
        attack = self.attacks[-1]
        if kind in ("bonus", "distance"):
            attack.told.append(f"{kind} {scalar.text}")
        if kind == "bonus":
            attack.bonuses.append(Scalar(scalar.text.lstrip("+"), scalar.span))
        elif kind == "distance":
            attack.keys["distance"] = scalar
        else:
            attack.said.append(f"{kind} {scalar.text}" if kind in _OF_ATTACKS else detail)

    def _cards(self, kind: str, part: Part) -> None:
        cards = [str(parse(found[0])) for found in _CARD.finditer(part.value)]
        if kind == "deck":
            self._deck["rest"] += [Scalar(card, part.span, quoted=True) for card in cards]
        else:
            self._line += [Scalar(f"draw {card}", part.span) for card in cards]
            self._drawn += [Scalar(card, part.span, quoted=True) for card in cards if card not in _STANDARD]

    # the position

    def check(self, whole: Span, found: Diagnostics) -> None:
        """Report (E210) that nothing is asked."""
        if not self.attacks:
            found.report("E210", "no attack is named", whole, HOW)

    def understood(self) -> Understood:
        """The position, as keys of a file and in words."""
        if len(self._targets) > 1:
            for number, target in enumerate(self._targets, 1):
                target.keys.setdefault("name", Scalar(f"target {number}", self.attacks[0].span))
        if not self._deck["rest"]:
            texts = {each.text.partition(" x ")[2] for each in self._deck["added"]}
            self._deck["added"] += [card for card in self._drawn if card.text not in texts]
        deck: dict[str, Placed] = {key: cards for key, cards in self._deck.items() if cards}
        keys: dict[str, Placed] = {**self._keys, "attacks": [*map(self._written, self.attacks)]}
        keys |= {"deck": deck} if deck else {}
        keys |= {"line": self._line} if self._line else {}
        claims: tuple[Placed, ...] = ({"damage": self._claim},) if self._claim is not None else ()
        return Understood(keys, claims, tuple(self._told()))

    def _written(self, attack: _Attack) -> dict[str, Placed]:
        first = attack is self.attacks[0]
        said = [*attack.said]
        if len(self._targets) > 1 and not any(each.startswith("target ") for each in said):
            said.append(f"target {len(self._targets)}")
        if "advantage" in self._flags:
            said.append("advantage")
        written: dict[str, Placed] = {"attack": Scalar(", ".join(said), attack.span), **attack.written}
        if "disadvantage" in self._flags:
            written["disadvantage"] = Scalar("true", self._flags["disadvantage"])
        if "adjacent" in self._flags:
            written["distance"] = Scalar("1", self._flags["adjacent"])
        if by := _mentioned(self._attacker, first):
            written["by"] = by
        against = [_mentioned(each, first) for each in self._targets]
        if any(against):
            written["against"] = against[0] if len(against) == 1 else against
        return written

    def _told(self) -> Iterator[str]:
        """The question as understood, in words."""
        attacks = (", ".join((*attack.said, *attack.told, *self._flags)) for attack in self.attacks)
        yield f"attack {', then '.join((*attacks,))} by {self._attacker.in_words('somebody')}"
        yield f"against {joined(each.in_words('somebody without shield') for each in self._targets)}"
        cards = {key: joined(each.text for each in found) for key, found in self._deck.items() if found}
        added = f", with {cards['added']}" if "added" in cards else ""
        yield f"deck {cards.get('rest', 'standard')}{added}"
        drawn = [each.text.removeprefix("draw ") for each in self._line if isinstance(each, Scalar)]
        if drawn:
            yield f"{'card' if len(drawn) == 1 else 'cards'} drawn {joined(drawn)}"
        if self._has_statistics or "level" in self._keys:
            level = self._keys.get("level")
            yield f"scenario level {level.text if isinstance(level, Scalar) else _USUAL_LEVEL}"
        if isinstance(players := self._keys.get("players"), Scalar):
            yield f"{players.text} players"


def _in_words(kind: str, value: str) -> str:
    """A part of an attack as people say it: `pierce 2`, `+1`."""
    return f"{kind} {value}" if kind in (*_OF_ATTACKS, "distance") else value


def _mentioned(figure: _Figure, first: bool) -> Placed:
    """A figure in its first attack, or as a later one names it."""
    return figure.written if first else figure.keys.get("name", {})


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
            elif said:
                value = next(filter(None, match.groups()), match[0]).strip()
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
