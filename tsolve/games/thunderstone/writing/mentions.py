"""Checks that everything a file mentions exists: cards, rulings, interpretations, readings, steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from tsolve.diagnostics import Diagnostics, Span, suggest
from tsolve.errors import UsageError
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.writing.card_names import resolve_target
from tsolve.games.thunderstone.writing.expected_odds import OddsExpectation
from tsolve.games.thunderstone.writing.position_file import PositionFile
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.turns.card_names import resolve
from tsolve.turns.copies import MOST_COPIES, split_count
from tsolve.turns.expected_grade import GradeExpectation
from tsolve.turns.expected_policy import PolicyExpectation, PolicyPart
from tsolve.turns.expected_why_not import WhyNotExpectation
from tsolve.turns.numbering import step_number

_MONSTERS = ("monster", "guardian")
_FOR_SALE = ("hero", "village", "basic")
_AFTERWARDS = (
    *("hall", "guardians", "treasures", "hand", "discard", "removed", "deck", "dungeon_deck", "village"),
)
_NO_CARDS = {
    "hall": ("none", "unknown"),
    "hand": ("unknown",),
    "deck": ("unknown",),
    "dungeon_deck": ("unknown",),
}
"""What stands in a list of the position after the line and is no card."""
_CLAIMED = {
    "against": _MONSTERS,
    "defeats": _MONSTERS,
    "not_defeats": _MONSTERS,
    "buys": _FOR_SALE,
    "cannot_buy": _FOR_SALE,
}


def check_mentions(decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
    """Report unknown names (TS302, TS303), cards of the wrong kind (TS305), steps that the line does not have
    (TS310), unknown interpretations (TS412), readings (TS413) and rulings (TS414).
    """
    mentions = _Mentions(decoded, ruleset, found)
    mentions.subjects()
    mentions.claims()
    mentions.expectations()


class _Mentions:
    def __init__(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.ruleset, self.found = decoded, ruleset, found
        self.file = decoded.value

    def subjects(self) -> None:
        """The rulings that the position is about; `key.zero_rule=floor` names one of its readings."""
        for index, subject in enumerate(self.file.about):
            ruling, given, option = subject.partition("=")
            self._ruling(("about", index), ruling)
            point = self.ruleset.interpretations.get(ruling.removeprefix("key."))
            options = [each.id for each in point.options] if point is not None else []
            if given and ruling in self.ruleset.glossary and option not in options:
                message = f'"{ruling}" has no reading "{option}"'
                help_ = f"its readings: {', '.join(options)}" if options else "it is not an open point"
                self.found.report("TS413", message, self.decoded.span("about", index), help_)

    def claims(self) -> None:
        for index, claim in enumerate(self.file.claims):
            for kind, kinds in _CLAIMED.items():
                self._name(("claims", index, kind), getattr(claim, kind), kinds)
            self._names(("claims", index), claim, ("destroyed", "gained"))
            if claim.stated and not self.file.line:
                span = self.decoded.span("claims", index, *claim.kinds)
                self.found.report(
                    "TS310", f"`{claim.kinds[0]}` is claimed of a `line`, and there is none", span
                )
            if claim.after is not None:
                self._step(claim.after, self.decoded.span("claims", index, "after"))

    def expectations(self) -> None:
        expect = self.file.expect
        self._name(("target",), self.file.target, _MONSTERS)
        if expect.claims and len(expect.claims) != len(self.file.claims):
            message = f"{len(expect.claims)} verdicts for {len(self.file.claims)} claims"
            self.found.report("TS310", message, self.decoded.span("expect", "claims"))
        for name in expect.totals:
            self._name(("expect", "totals", name), name, _MONSTERS, key=True)
        if expect.best is not None:
            self._name(("expect", "best", "target"), expect.best.target, _MONSTERS)
        self._names(("expect", "best"), expect.best, ("bought", "levelled", "destroyed"))
        self._names(("expect", "line"), expect.line, ("destroyed", "gained"))
        for text, figures in expect.steps.items():
            self._step(text, self.decoded.key_span("expect", "steps", text))
            self._names(("expect", "steps", text), figures, ("destroyed", "gained"))
        self._names(("expect", "after"), expect.after, _AFTERWARDS)
        if expect.policy is not None:
            self._policy(expect.policy)
        self._grade(expect.grade)
        self._odds(expect.odds)
        self._why_not(expect.why_not)
        for index, row in enumerate(expect.calculation):
            self._name(("expect", "calculation", index, "card"), row.card or None, ())
            self._ruling(("expect", "calculation", index, "ruling"), row.ruling)
        for text, rulings in expect.illegal.items():
            for index, ruling in enumerate(rulings):
                self._ruling(("expect", "illegal", text, index), ruling)
        for index, ruling in enumerate(expect.line.rulings if expect.line else ()):
            self._ruling(("expect", "line", "rulings", index), ruling)
        for index, key in enumerate(expect.readings):
            if key not in self.ruleset.interpretations:
                span = self.decoded.span("expect", "readings", index)
                help_ = partial(suggest, key, self.ruleset.interpretations)
                self.found.report("TS412", f'unknown interpretation "{key}"', span, help_)

    def _step(self, written: str | int, span: Span) -> None:
        """A step that the line has."""
        try:
            step_number(written, self.file.line)
        except ValueError as error:
            self.found.report("TS310", str(error), span)

    def _policy(self, expect: PolicyExpectation) -> None:
        """Levels of the goal, Monsters and the cards that come, at every point of the policy."""
        path: Path = ("expect", "policy")
        self._levels((*path, "worst"), expect.worst)
        self._levels((*path, "best"), expect.best)
        parts: list[tuple[Path, PolicyPart]] = [(path, expect)]
        parts += [((*path, "after", number), part) for number, part in enumerate(expect.after)]
        for here, part in parts:
            self._levels((*here, "expected"), part.expected)
            for name in part.chances:
                self._name((*here, "chances", name), name, _MONSTERS, key=True)
            self._names(here, part, ("draws",))

    def _grade(self, expect: GradeExpectation | None) -> None:
        """Cards, steps that the line has, and a line at all."""
        if expect is None:
            return
        path: Path = ("expect", "grade")
        self._names(path, expect, ("idle", "useless", "spare"))
        length = len(self.file.line)
        if not length:
            self.found.report("TS310", "there is no `line` to grade", self.decoded.key_span(*path))
        for number in expect.better:
            if number not in map(str, range(length + 1)):
                span = self.decoded.key_span(*path, "better", number)
                self.found.report("TS310", _too_short(length), span)

    def _why_not(self, expect: Mapping[str, WhyNotExpectation]) -> None:
        """Rulings and cards of the answers."""
        for query, wanted in expect.items():
            path: Path = ("expect", "why_not", query)
            for index, ruling in enumerate(wanted.reasons or ()):
                self._ruling((*path, "reasons", index), ruling)
            for number, rulings in enumerate(wanted.further or ()):
                for index, ruling in enumerate(rulings):
                    self._ruling((*path, "further", number, index), ruling)
            self._names(path, wanted, ("cards",))

    def _odds(self, expect: OddsExpectation | None) -> None:
        """Monsters, cards for sale, cards of the deck; values that are numbers."""
        if expect is None:
            return
        path: Path = ("expect", "odds")
        for what in ("defeat", "attack"):
            for name in getattr(expect, what):
                self._name((*path, what, name), name, _MONSTERS, key=True)
        for name in expect.afford:
            self._name((*path, "afford", name), name, _FOR_SALE, key=True)
        for field, names in (("with", expect.adding), ("without", expect.without)):
            for index, text in enumerate(names):
                self._name((*path, field, index), split_count(text)[1], ())
        values: dict[Path, dict[str, str]] = {("purse",): expect.purse}
        values |= {("attack", name): bars for name, bars in expect.attack.items()}
        for where, bars in values.items():
            for number in bars:
                if number != "none" and not (number.isascii() and number.isdecimal() and len(number) < 5):
                    span = self.decoded.key_span(*path, *where, number)
                    self.found.report("TS209", f'"{number}" is not a number', span)

    def _levels(self, path: Path, levels: Iterable[str]) -> None:
        from tsolve.games.thunderstone.planning.goals import LEVELS, read_goal  # only puzzles pay for it

        place = self.file.turn if self.file.turn in LEVELS else "dungeon"
        for level in levels:
            try:
                read_goal(place, level)
            except UsageError as error:
                self.found.report("TS311", str(error), self.decoded.key_span(*path, level))

    def _name(self, path: Path, name: str | None, kinds: tuple[str, ...], key: bool = False) -> None:
        """`kinds`: what the card may be, empty for anything."""
        if name is None:
            return
        span = self.decoded.key_span(*path) if key else self.decoded.span(*path)
        if kinds is _MONSTERS:
            card = resolve_target(self.ruleset, name, self.found, span).monster
        else:
            card = resolve(self.ruleset, name, self.found, span)
        if card and kinds and self.ruleset.cards[card].kind not in kinds:
            needed = "a Monster" if kinds is _MONSTERS else "for sale in the Village"
            self.found.report("TS305", f"{self.ruleset.cards[card].name} is not {needed}", span)

    def _names(self, path: Path, value: object, fields: tuple[str, ...]) -> None:
        """Lists of names, or mappings with names as keys."""
        for field in fields:
            names = getattr(value, field, None) or ()
            keyed = isinstance(names, dict)
            for index, text in enumerate(names):
                count, name = split_count(text)
                here = (*path, field, text if keyed else index)
                if not 1 <= count <= MOST_COPIES:
                    message = f"at least 1 and at most {MOST_COPIES} copies can be written"
                    place = self.decoded.key_span(*here) if keyed else self.decoded.span(*here)
                    self.found.report("TS307", message, place)
                elif name not in _NO_CARDS.get(field, ()):
                    self._name(here, name, (), key=keyed)

    def _ruling(self, path: Path, ruling: str | None) -> None:
        if ruling is not None and ruling not in self.ruleset.glossary:
            help_ = partial(suggest, ruling, self.ruleset.glossary)
            self.found.report("TS414", f'no ruling has the id "{ruling}"', self.decoded.span(*path), help_)


def _too_short(length: int) -> str:
    return f"the line has {length} step{'s' if length != 1 else ''}"
