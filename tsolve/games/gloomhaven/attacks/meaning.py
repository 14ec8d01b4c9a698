"""What the pieces of a question about attacks mean together: who attacks whom with what, from which deck."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span
from tsolve.games.gloomhaven.modifiers import WRITTEN, parse
from tsolve.regex import Regex
from tsolve.source.data import Placed
from tsolve.source.tree import Scalar, joined
from tsolve.written.asking import Understood

OF_FIGURES = ("hp", "shield", "retaliate")
"""Quantities of figures that have a number."""
_OF_ATTACKS = ("pierce", "range", "push", "pull", "target")
_CARD = Regex(WRITTEN, re.IGNORECASE)
STANDARD = Counter({"+0": 6, "+1": 5, "-1": 5, "+2": 1, "-2": 1, "x2": 1, "null": 1})
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
        self._missing: Counter[str] = Counter()
        """Cards of the standard deck that are not in this one."""
        self._least = 0
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
        self._attacks_by_statistics = False
        """Whether a monster attacks."""

    def add(self, part: Part, found: Diagnostics) -> None:
        """Take one more piece; report one that does not belong here (E210)."""
        kind, _, detail = part.says.partition(" ")
        scalar = Scalar(part.value, part.span)
        if kind == "attack":
            self._defends = False
            self.attacks.append(_Attack(part))
            self.attacks[-1].told += [f"of {detail}"] if detail else []
        elif kind == "against":
            self._defends = True
        elif kind in ("name", "monster"):
            self._has_statistics |= kind == "monster"
            self._attacks_by_statistics |= kind == "monster" and not self._defends
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
        elif kind == "least":
            self._least = int(part.value)
        elif kind == "without":
            self._take_out(int(detail or 1), part, found)
        elif kind == "added":
            added = [Scalar(card, part.span, quoted=True) for card in _cards(part.value)]
            self._deck["added"] += added * int(detail)
        elif kind == "again" and self.attacks:
            self.attacks += self.attacks[-1:] * (int(part.value) - 1)
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
        cards = _cards(part.value)
        if kind == "deck":
            self._deck["rest"] += [Scalar(card, part.span, quoted=True) for card in cards]
        else:
            self._line += [Scalar(f"draw {card}", part.span) for card in cards]
            self._drawn += [Scalar(card, part.span, quoted=True) for card in cards if card not in STANDARD]

    def _take_out(self, copies: int, part: Part, found: Diagnostics) -> None:
        """Leave cards of the standard deck out; report those that it does not have so often."""
        for card in _cards(part.value):
            self._missing[card] += copies
            if self._missing[card] > STANDARD[card]:
                message = f"the standard deck has {STANDARD[card]} x {card}"
                found.report(
                    "E210", message, part.span, "the deck itself can be written: `deck +0, +1, null`"
                )

    # the position

    def check(self, whole: Span, found: Diagnostics) -> None:
        """Report (E210) that nothing is asked."""
        if not self.attacks and self._attacks_by_statistics and self._targets[0].is_named:
            self.attacks.append(_Attack(Part("attack", "+0", whole)))  # as its statistics have it
        if not self.attacks:
            help_ = f"{HOW}; what a character's card prints is not known here: write its attack"
            found.report("E210", "no attack is named", whole, help_)

    def understood(self) -> Understood:
        """The position, as keys of a file and in words."""
        if len(self._targets) > 1:
            for number, target in enumerate(self._targets, 1):
                target.keys.setdefault("name", Scalar(f"target {number}", self.attacks[0].span))
        if not self._deck["rest"]:
            texts = {each.text.partition(" x ")[2] for each in self._deck["added"]}
            self._deck["added"] += [card for card in self._drawn if card.text not in texts]
        if self._missing:
            at = self.attacks[0].span
            left = (STANDARD - self._missing).items()
            self._deck["rest"] += [Scalar(f"{copies} x {card}", at, quoted=True) for card, copies in left]
        deck: dict[str, Placed] = {key: cards for key, cards in self._deck.items() if cards}
        keys: dict[str, Placed] = {
            **self._keys,
            "attacks": [self._written(each, at == 0) for at, each in enumerate(self.attacks)],
        }
        keys |= {"deck": deck} if deck else {}
        keys |= {"line": self._line} if self._line else {}
        claims: tuple[Placed, ...] = ({"damage": self._claim},) if self._claim is not None else ()
        return Understood(keys, claims, tuple(self._told()), least=self._least)

    def _written(self, attack: _Attack, first: bool) -> dict[str, Placed]:
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
        missing = joined(f"{copies} x {card}" for card, copies in self._missing.items())
        rest = f"standard without {missing}" if missing else cards.get("rest", "standard")
        yield f"deck {rest}{added}"
        drawn = [each.text.removeprefix("draw ") for each in self._line if isinstance(each, Scalar)]
        if drawn:
            yield f"{'card' if len(drawn) == 1 else 'cards'} drawn {joined(drawn)}"
        if self._has_statistics or "level" in self._keys:
            level = self._keys.get("level")
            yield f"scenario level {level.text if isinstance(level, Scalar) else _USUAL_LEVEL}"
        if isinstance(players := self._keys.get("players"), Scalar):
            yield f"{players.text} players"


def _cards(text: str) -> list[str]:
    """The modifier cards that a text names."""
    return [str(parse(found[0])) for found in _CARD.finditer(text)]


def _in_words(kind: str, value: str) -> str:
    """A part of an attack as people say it: `pierce 2`, `+1`."""
    return f"{kind} {value}" if kind in (*_OF_ATTACKS, "distance") else value


def _mentioned(figure: _Figure, first: bool) -> Placed:
    """A figure in its first attack, or as a later one names it."""
    return figure.written if first else figure.keys.get("name", {})
