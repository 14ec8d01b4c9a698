"""The rulings, readings and steps that a file of any kind mentions. Names are checked where they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from tsolve.source.decode import Path
from tsolve.turns.mentions import Mentions, Stating


class _Line(Protocol):
    """What is expected of a line."""

    @property
    def rulings(self) -> tuple[str, ...]: ...


class _Claim(Protocol):
    """A claim, which may be about the position after a step."""

    @property
    def after(self) -> int | str | None: ...


class _Expect(Stating, Protocol):
    """The expectations that files of all kinds have."""

    @property
    def line(self) -> _Line | None: ...
    @property
    def steps(self) -> Mapping[str, object]: ...


class FileMentions(Mentions):
    """What one file mentions."""

    def name(self, path: Path, name: str | None, kinds: tuple[str, ...] = (), key: bool = False) -> None:
        """Names are not those of cards of the ruleset."""

    def ruling(self, path: Path, ruling: str | None) -> None:
        """A rule that there is, or what a card of the ruleset says: `card.guard_525`."""
        kind, _, card = (ruling or "").partition(".")
        if kind != "card" or card not in self._ruleset.cards:
            super().ruling(path, ruling)

    def check(self, claims: Sequence[_Claim], expect: _Expect) -> None:
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
