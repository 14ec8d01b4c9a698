"""Checks the names in files of both games: Monsters, cards, rulings and levels of goals must exist."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar, Generic, Never, TypeVar

from tsolve.contract.measures import Measures
from tsolve.diagnostics import Diagnostics
from tsolve.errors import TreePath, UsageError
from tsolve.games.family.statements import FamilyFile, OddsExpectation
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.decoded import Decoded
from tsolve.written import name_check
from tsolve.written.card_names import split_count
from tsolve.written.position_file import PolicyExpectation, PolicyPart

C = TypeVar("C", bound=CardFacts)
P = TypeVar("P", bound=FamilyFile)


class NameCheck(name_check.NameCheck, Generic[C, P]):
    """Checks the names, rulings and steps of one file."""

    for_sale: ClassVar[tuple[str, ...]]
    """The kinds of card in the stacks of the Village."""
    sold_elsewhere: ClassVar[tuple[str, ...]] = ()
    """Kinds of card that can be bought although they are in no stack."""
    sold_face_down: ClassVar[tuple[str, ...]] = ()
    """What can be bought face down, in lower case."""
    measures: ClassVar[Measures[Never, Never]]
    """The game's measures: numbers and lists of cards."""

    @property
    def alone(self) -> Collection[str]:
        """The measures that a file without a line may claim."""
        return self.measures.of_no_line

    of_best: ClassVar[tuple[str, ...]] = ()
    """Further lists of cards that a file may expect of the best play."""

    def __init__(self, decoded: Decoded[P], ruleset: Ruleset[C], found: Diagnostics) -> None:
        super().__init__(decoded, ruleset, found)
        self.ruleset, self.file = ruleset, decoded.value

    @abstractmethod
    def target(self, path: TreePath, name: str | None, key: bool = False) -> None:
        """Checks a Monster, given by its name, its place or both."""

    def foe(self, path: TreePath, name: str | None) -> None:
        """Checks the Monster of a claim `can: defeat ...` or `cannot: defeat ...`."""
        self.target(path, name)

    def ware(self, path: TreePath, name: str | None, key: bool = False) -> None:
        """Checks something that can be bought."""
        if (name or "").casefold() not in self.sold_face_down:
            self.name(path, name, (*self.for_sale, *self.sold_elsewhere), key=key)

    @abstractmethod
    def read_level(self, level: str) -> object:
        """Raises UsageError for a level that no goal has."""

    @abstractmethod
    def of_game(self) -> None:
        """Checks what only files of this game have."""

    def claims(self) -> None:
        """Checks the claims."""
        for index, claim in enumerate(self.file.claims):
            path: TreePath = ("claims", index)
            for kind in ("against", "defeats", "not_defeats"):
                self.target((*path, kind), getattr(claim, kind))
            self.foe((*path, *claim.kinds), claim.foe)
            for kind in ("buys", "cannot_buy"):
                self.ware((*path, kind), getattr(claim, kind))
            self.names(path, claim, self.measures.lists)
            alone = claim.against is not None or claim.kinds[0] in self.alone
            if claim.stated and not self.file.line and not alone:
                self.of_a_line(claim.kinds[0], self.decoded.span(*path, *claim.kinds))
            if claim.after is not None:
                self.step(claim.after, self.decoded.span(*path, "after"))

    def expectations(self) -> None:
        """Checks the expectations."""
        expect = self.file.expect
        self.target(("target",), self.file.target)
        self.expected(expect, self.file.claims)
        for name in expect.totals:
            self.target(("expect", "totals", name), name, key=True)
        if expect.best is not None:
            self.target(("expect", "best", "target"), expect.best.target)
        self.names(("expect", "best"), expect.best, (*self.of_best, *self.measures.lists))
        self.names(("expect", "line"), expect.line, self.measures.lists)
        for text, figures in expect.steps.items():
            self.step(text, self.decoded.key_span("expect", "steps", text))
            self.names(("expect", "steps", text), figures, self.measures.lists)
        self.of_game()
        if expect.policy is not None:
            self._policy(expect.policy)
        self.grade(expect.grade)
        self._odds(expect.odds)
        self.why_not(expect.why_not)
        for index, row in enumerate(expect.calculation):
            self.name(("expect", "calculation", index, "card"), row.card or None)
            self.ruling(("expect", "calculation", index, "ruling"), row.ruling)
        for index, ruling in enumerate(expect.line.rulings if expect.line else ()):
            self.ruling(("expect", "line", "rulings", index), ruling)

    def _policy(self, expect: PolicyExpectation) -> None:
        """Checks the levels of the goal, the Monsters and the drawn cards, at every point of the policy."""
        path: TreePath = ("expect", "policy")
        self.levels((*path, "worst"), expect.worst)
        self.levels((*path, "best"), expect.best)
        parts: list[tuple[TreePath, PolicyPart]] = [(path, expect)]
        parts += [((*path, "after", number), part) for number, part in enumerate(expect.after)]
        for here, part in parts:
            self.levels((*here, "expected"), part.expected)
            for name in part.chances:
                self.target((*here, "chances", name), name, key=True)
            self.names(here, part, ("draws",))

    def _odds(self, expect: OddsExpectation | None) -> None:
        """Checks Monsters, cards for sale, cards of the deck, and that values are numbers."""
        if expect is None:
            return
        path: TreePath = ("expect", "odds")
        for what, monsters in (("defeat", expect.defeat), ("attack", expect.attack)):
            for name in monsters:
                self.target((*path, what, name), name, key=True)
        for name in expect.afford:
            self.ware((*path, "afford", name), name, key=True)
        for field, names in (("with", expect.adding), ("without", expect.without)):
            for index, text in enumerate(names):
                self.name((*path, field, index), split_count(text, self.ruleset.names)[1])
        values: dict[TreePath, Mapping[str, str]] = {(name,): bars for name, bars in expect.spreads.items()}
        values |= {("attack", name): bars for name, bars in expect.attack.items()}
        for where, bars in values.items():
            for number in bars:
                if number != "none" and not (number.isascii() and number.isdecimal() and len(number) < 5):
                    span = self.decoded.key_span(*path, *where, number)
                    self.found.report("E209", f'"{number}" is not a number', span)

    def levels(self, path: TreePath, levels: Iterable[str]) -> None:
        """Checks the levels of a goal."""
        for level in levels:
            try:
                self.read_level(level)
            except UsageError as error:
                self.found.report("E311", str(error), self.decoded.key_span(*path, level))
