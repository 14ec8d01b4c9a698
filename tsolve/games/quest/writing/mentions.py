"""Checks that everything a file mentions exists: cards, rulings, interpretations, readings, steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from tsolve.diagnostics import Diagnostics
from tsolve.errors import UsageError
from tsolve.games.quest.cards import Card
from tsolve.games.quest.target import target_named
from tsolve.games.quest.writing.dungeon import FACE_DOWN, NOBODY
from tsolve.games.quest.writing.expected_odds import OddsExpectation
from tsolve.games.quest.writing.kinds import (
    FOR_SALE,
    LOCATIONS,
    MONSTERS,
    ROOMS,
    how_to_define,
    kinds_in_words,
)
from tsolve.games.quest.writing.position_file import PositionFile
from tsolve.games.quest.writing.statements import LISTED
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.turns.card_names import resolve
from tsolve.turns.copies import split_count
from tsolve.turns.expected_odds import Numbers
from tsolve.turns.expected_policy import PolicyExpectation, PolicyPart
from tsolve.turns.mentions import Mentions

_AT_ONCE = ("gold", "light", "hp")
"""Figures that the cards of the hand have without a line."""
_BATTLED = (*MONSTERS, *ROOMS)


def check_mentions(decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
    """Report unknown names (E302, E303), cards of the wrong kind (E305), steps that the line does not have
    (E310), unknown levels of goals (E311), interpretations (E412), readings (E413) and rulings (E414).
    """
    mentions = _Mentions(decoded, ruleset, found)
    mentions.subjects()
    mentions.claims()
    mentions.expectations()


class _Mentions(Mentions):
    no_cards: ClassVar[dict[str, tuple[str, ...]]] = {"deck": ("unknown",)}

    def __init__(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        super().__init__(decoded, ruleset, found)
        self.ruleset, self.file = ruleset, decoded.value

    def claims(self) -> None:
        for index, claim in enumerate(self.file.claims):
            path: Path = ("claims", index)
            for kind in ("against", "defeats", "not_defeats"):
                self.target((*path, kind), getattr(claim, kind))
            self.target((*path, *claim.kinds), claim.foe)
            for kind in ("reaches", "cannot_reach"):
                self.name((*path, kind), getattr(claim, kind), ROOMS)
            for kind in ("buys", "cannot_buy"):
                self.name((*path, kind), getattr(claim, kind), FOR_SALE)
            self.names(path, claim, LISTED)
            alone = claim.against is not None or claim.kinds[0] in _AT_ONCE
            if claim.stated and not self.file.line and not alone:
                self.of_a_line(claim.kinds[0], self.decoded.span(*path, *claim.kinds))
            if claim.after is not None:
                self.step(claim.after, self.decoded.span(*path, "after"))

    def expectations(self) -> None:
        expect = self.file.expect
        self.expected(expect, self.file.claims)
        self.target(("target",), self.file.target)
        for name in expect.totals:
            self.target(("expect", "totals", name), name, key=True)
        if expect.best is not None:
            self.target(("expect", "best", "target"), expect.best.target)
            self._levels(("expect", "best", "worth"), expect.best.worth)
        self.names(("expect", "best"), expect.best, LISTED)
        self.names(("expect", "line"), expect.line, LISTED)
        for index, ruling in enumerate(expect.line.rulings if expect.line else ()):
            self.ruling(("expect", "line", "rulings", index), ruling)
        for text, figures in expect.steps.items():
            self.step(text, self.decoded.key_span("expect", "steps", text))
            self.names(("expect", "steps", text), figures, LISTED)
        self._after()
        if expect.policy is not None:
            self._policy(expect.policy)
        self.grade(expect.grade)
        self.why_not(expect.why_not)
        self._odds(expect.odds)
        for index, row in enumerate(expect.calculation):
            self.name(("expect", "calculation", index, "card"), row.card or None)
            self.ruling(("expect", "calculation", index, "ruling"), row.ruling)

    def _after(self) -> None:
        after = self.file.expect.after
        if after is None:
            return
        path: Path = ("expect", "after")
        self.name((*path, "champion"), after.champion, (*ROOMS, *LOCATIONS))
        for room, monster in after.dungeon.items():
            self.name((*path, "dungeon", room), room, ROOMS, key=True)
            if monster not in (NOBODY, FACE_DOWN):
                self.name((*path, "dungeon", room), monster, MONSTERS)
        self.names(path, after, ("hand", "discard", "removed", "deck", "village"))

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
                self.target((*here, "chances", name), name, key=True)
            self.names(here, part, ("draws",))

    def _odds(self, expect: OddsExpectation | None) -> None:
        """Monsters, cards for sale, cards of the deck; values that are numbers."""
        if expect is None:
            return
        path: Path = ("expect", "odds")
        for what in ("defeat", "attack"):
            for name in getattr(expect, what):
                self.target((*path, what, name), name, key=True)
        for name in expect.afford:
            self.name((*path, "afford", name), name, FOR_SALE, key=True)
        for field, names in (("with", expect.adding), ("without", expect.without)):
            for index, text in enumerate(names):
                self.name((*path, field, index), split_count(text)[1])
        values: dict[Path, Numbers] = {("lights",): expect.lights, ("purse",): expect.purse}
        values |= {("attack", name): bars for name, bars in expect.attack.items()}
        for where, bars in values.items():
            for number in bars:
                if number != "none" and not (number.isascii() and number.isdecimal() and len(number) < 5):
                    span = self.decoded.key_span(*path, *where, number)
                    self.found.report("E209", f'"{number}" is not a number', span)

    def _levels(self, path: Path, levels: Iterable[str]) -> None:
        from tsolve.games.quest.planning.goals import read_goal  # only puzzles pay for it

        for level in levels:
            try:
                read_goal("any", level)
            except UsageError as error:
                self.found.report("E311", str(error), self.decoded.key_span(*path, level))

    # names

    def target(self, path: Path, name: str | None, key: bool = False) -> None:
        """A Monster, by its name, its room or both."""
        if name is None:
            return
        span = self.decoded.key_span(*path) if key else self.decoded.span(*path)
        meant = target_named(
            self.ruleset,
            name,
            lambda text: resolve(self.ruleset, text, self.found, span, how_to_define(text, MONSTERS)),
        )
        for card, kinds in ((meant.monster, MONSTERS), (meant.room, ROOMS)):
            if card and self.ruleset.cards[card].kind not in kinds:
                message = f"{self.ruleset.cards[card].name} is not {kinds_in_words(kinds)}"
                self.found.report("E305", message, span)

    def name(self, path: Path, name: str | None, kinds: tuple[str, ...] = (), key: bool = False) -> None:
        if name is None:
            return
        span = self.decoded.key_span(*path) if key else self.decoded.span(*path)
        card = resolve(self.ruleset, name, self.found, span, how_to_define(name, kinds))
        if card and kinds and self.ruleset.cards[card].kind not in kinds:
            message = f"{self.ruleset.cards[card].name} is not {kinds_in_words(kinds)}"
            self.found.report("E305", message, span)
