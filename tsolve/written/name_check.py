"""Checks that what a file mentions exists: cards, rulings, interpretations and their readings, its steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from tsolve.diagnostics import Diagnostics, suggest
from tsolve.errors import Span, TreePath
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.decoded import Decoded
from tsolve.written.card_names import MOST_COPIES, split_count
from tsolve.written.position_file import GradeExpectation, PositionFile, WhyNotExpectation, step_number

if TYPE_CHECKING:
    from tsolve.written.statements import Claim, Expectations


class NameCheck(ABC):
    """The names, rulings and steps of one file. A game says what its names mean and checks what it adds."""

    no_cards: ClassVar[Mapping[str, Collection[str]]] = {}
    """Entries that are not cards in lists of the position after the line, by the key of the list."""

    def __init__(
        self, decoded: Decoded[PositionFile], ruleset: Ruleset[CardFacts], found: Diagnostics
    ) -> None:
        self.decoded, self.found = decoded, found
        self._ruleset = ruleset
        self._file: PositionFile = decoded.value

    @abstractmethod
    def name(self, path: TreePath, name: str | None, kinds: tuple[str, ...] = (), key: bool = False) -> None:
        """Check a card that the file names, at a key or a value; `kinds` are allowed, empty for any."""

    # what every file may say

    def check(self, claims: Sequence[Claim], expect: Expectations) -> None:
        """Report verdicts without claims and steps that the line has not (E310), unknown readings (E412,
        E413) and rulings (E414).
        """
        self.subjects()
        self.expected(expect, claims)
        for index, claim in enumerate(claims):
            if claim.after is not None:
                self.step(claim.after, self.decoded.span("claims", index, "after"))
        for index, ruling in enumerate(expect.line.rulings if expect.line is not None else ()):
            self.ruling(("expect", "line", "rulings", index), ruling)
        for text in expect.steps:
            self.step(text, self.decoded.key_span("expect", "steps", text))

    def subjects(self) -> None:
        """The rulings that the position is about; `key.zero_rule=floor` names one of its readings."""
        for index, subject in enumerate(self._file.about):
            ruling, given, option = subject.partition("=")
            self.ruling(("about", index), ruling)
            point = self._ruleset.interpretations.get(ruling.removeprefix("key."))
            options = [each.id for each in point.options] if point is not None else []
            if given and ruling in self._ruleset.glossary and option not in options:
                message = f'"{ruling}" has no reading "{option}"'
                help_ = f"its readings: {', '.join(options)}" if options else "it is not an open point"
                self.found.report("E413", message, self.decoded.span("about", index), help_)

    def expected(self, expect: Expectations, claims: Sequence[object]) -> None:
        """Verdicts for as many claims, rulings of refusals, and readings."""
        if expect.claims and len(expect.claims) != len(claims):
            message = f"{len(expect.claims)} verdicts for {len(claims)} claims"
            self.found.report("E310", message, self.decoded.span("expect", "claims"))
        for text, rulings in expect.illegal.items():
            for index, ruling in enumerate(rulings):
                self.ruling(("expect", "illegal", text, index), ruling)
        for index, key in enumerate(expect.readings):
            if key not in self._ruleset.interpretations:
                span = self.decoded.span("expect", "readings", index)
                help_ = partial(suggest, key, self._ruleset.interpretations)
                self.found.report("E412", f'unknown open point "{key}"', span, help_)

    def of_a_line(self, kind: str, span: Span) -> None:
        """Report a claim about a line in a file without one."""
        help_ = "write what was played under `line`, one step behind each dash"
        self.found.report("E310", f"`{kind}` is a claim about a `line`, but there is none", span, help_)

    def step(self, written: str | int, span: Span) -> None:
        """Report a step that the line does not have."""
        try:
            step_number(written, self._file.line)
        except ValueError as error:
            self.found.report("E310", str(error), span)

    def grade(self, expect: GradeExpectation | None) -> None:
        """Check that there is a line, and that its cards and steps exist."""
        if expect is None:
            return
        path: TreePath = ("expect", "grade")
        self.names(path, expect, ("idle", "useless", "spare"))
        length = len(self._file.line)
        if not length:
            self.found.report("E310", "there is no `line` to grade", self.decoded.key_span(*path))
        for number in expect.better:
            if number not in map(str, range(length + 1)):
                span = self.decoded.key_span(*path, "better", number)
                text = f"the line has {length} step{'s' if length != 1 else ''}"
                self.found.report("E310", text, span)

    def why_not(self, expect: Mapping[str, WhyNotExpectation]) -> None:
        """Rulings and cards of the answers."""
        for query, wanted in expect.items():
            path: TreePath = ("expect", "why_not", query)
            for index, ruling in enumerate(wanted.reasons or ()):
                self.ruling((*path, "reasons", index), ruling)
            for number, rulings in enumerate(wanted.further or ()):
                for index, ruling in enumerate(rulings):
                    self.ruling((*path, "further", number, index), ruling)
            self.names(path, wanted, ("cards",))

    def names(self, path: TreePath, value: object, fields: tuple[str, ...]) -> None:
        """Check lists of names, or mappings with names as keys."""
        for field in fields:
            names = getattr(value, field, None) or ()
            keyed = isinstance(names, dict)
            for index, text in enumerate(names):
                count, name = split_count(text)
                here = (*path, field, text if keyed else index)
                if not 1 <= count <= MOST_COPIES:
                    message = f"at least 1 and at most {MOST_COPIES} copies can be written"
                    place = self.decoded.key_span(*here) if keyed else self.decoded.span(*here)
                    self.found.report("E307", message, place)
                elif name not in self.no_cards.get(field, ()):
                    self.name(here, name, key=keyed)

    def ruling(self, path: TreePath, ruling: str | None) -> None:
        """Report a ruling that does not exist."""
        if ruling is not None and ruling not in self._ruleset.glossary:
            help_ = partial(suggest, ruling, self._ruleset.glossary)
            self.found.report("E414", f'no rule has the id "{ruling}"', self.decoded.span(*path), help_)
