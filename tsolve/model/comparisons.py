"""The findings about a position under one set of readings, and what differs under another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from tsolve.model.plays import NO_WISHES, Wishes

Kind: TypeAlias = Literal["legality", "outcome", "claim", "total", "best line"]
KINDS: tuple[Kind, ...] = ("legality", "outcome", "claim", "total", "best line")
"""What may differ, the most important first."""


class Questions(msgspec.Struct, frozen=True):
    """Which questions about a position are compared."""

    wishes: Wishes = NO_WISHES
    judged: bool = True
    """The line and the claims of the file, and the actions that it calls legal or illegal."""
    actions: bool = True
    """Which actions are legal, if there is no line."""
    attacks: bool = True
    """The best total against each target, whether or not it is enough."""
    best: bool = True
    """The best play."""


EVERYTHING = Questions()


class Finding(msgspec.Struct, frozen=True):
    """One finding about a position."""

    kind: Kind
    what: str
    """What it is about, such as `the line`, or a total and its target; different for all of one kind."""
    found: str
    is_open: bool = False
    """Whether it depends on a choice that the line leaves open; `found` then lists all possibilities."""


class BestPlay(msgspec.Struct, frozen=True):
    """The best play of one kind of turn.

    Lines of equal worth are equally good, whichever of them is printed, so two plays of equal worth with a
    best line in common count as the same.
    """

    what: str
    """Which play: `the best play`, or that of another kind of turn."""
    title: str
    """What it does, without numbers."""
    outcome: str
    """The result, in a sentence with its numbers."""
    goal: tuple[str, ...]
    worth: tuple[str, ...]
    """An exact number for each level of the goal; empty if nothing was found."""
    lines: tuple[tuple[str, ...], ...]
    """The best lines as text, the one that was found first; none for a policy."""
    first: str = ""
    """The first action of a policy."""
    total: int | None = None
    """The total that decides the turn, such as that of a battle."""
    status: str = "optimal"
    turn: str = ""
    """The kind of turn, if the position leaves that open."""

    def is_as_good_as(self, other: BestPlay) -> bool:
        """Whether both are worth the same, and share a line or are policies."""
        if (self.status, self.worth) != (other.status, other.worth):
            return False
        both = set(self.lines) & set(other.lines)
        return bool(both) or (not self.lines and not other.lines)


class Verdict(msgspec.Struct, frozen=True):
    """All findings about a position that a reading may change."""

    summary: str
    """The most important finding, in one sentence."""
    findings: tuple[Finding, ...] = ()
    plays: tuple[BestPlay, ...] = ()

    @property
    def is_undecided(self) -> bool:
        """Whether something is unknown, or was not proved."""
        unproved = any(play.status == "undecided" for play in self.plays)
        return unproved or any(each.kind == "claim" and each.found == "undecided" for each in self.findings)

    def said(self, kind: Kind, what: str) -> str:
        """What was found about it; empty if nothing was."""
        return next((each.found for each in self.findings if (each.kind, each.what) == (kind, what)), "")


class Difference(msgspec.Struct, frozen=True):
    """One finding that differs; a text is empty if that side has no such finding."""

    kind: Kind
    what: str
    before: str
    after: str


def differences(a: Verdict, b: Verdict) -> tuple[Difference, ...]:
    """What differs from `a` to `b`, the most important first; none when both agree."""
    found = [*_of_findings(a, b), *_of_plays(a, b)]
    return tuple(sorted(found, key=lambda each: KINDS.index(each.kind)))


def _of_findings(a: Verdict, b: Verdict) -> Iterator[Difference]:
    """The findings that differ. One that only one side has counts for legality alone: otherwise its cause, a
    line that ends earlier, is reported already.
    """
    here = {(each.kind, each.what): each.found for each in a.findings}
    there = {(each.kind, each.what): each.found for each in b.findings}
    for kind, what in here | there:
        before, after = (said.get((kind, what), "") for said in (here, there))
        if before != after and (kind == "legality" or (before and after)):
            yield Difference(kind, what, before or "not legal", after or "not legal")


def _of_plays(a: Verdict, b: Verdict) -> Iterator[Difference]:
    others = {play.what: play for play in b.plays}
    for play in a.plays:
        other = others.get(play.what)
        if other is None or play.is_as_good_as(other):
            continue
        if play.title != other.title:
            yield from _unequal("outcome", play.what, play.outcome, other.outcome)
        yield from _unequal("total", f"total of {play.what}", _number(play.total), _number(other.total))
        yield from _unequal("best line", f"worth of {play.what}", _worth(play), _worth(other))
        if not set(play.lines) & set(other.lines):
            yield from _unequal("best line", play.what, _first_line(play), _first_line(other))


def _unequal(kind: Kind, what: str, before: str, after: str) -> Iterator[Difference]:
    if before != after:
        yield Difference(kind, what, before, after)


def _number(total: int | None) -> str:
    return "" if total is None else str(total)


def _worth(play: BestPlay) -> str:
    levels = ", ".join(f"{level} {worth}" for level, worth in zip(play.goal, play.worth, strict=False))
    return levels if play.status == "optimal" else f"{levels} ({play.status})".strip()


def _first_line(play: BestPlay) -> str:
    return "; ".join(play.lines[0]) if play.lines else play.first


class Between(msgspec.Struct, frozen=True):
    """What differs between two sets of readings."""

    before: Verdict
    after: Verdict
    differences: tuple[Difference, ...]
    makers: dict[str, tuple[Difference, ...]]
    """A smallest set of open points that makes the whole difference, each with what it changes alone."""
    cut_short: bool = False
    """Whether the budget did not suffice to find the makers."""


class Rival(msgspec.Struct, frozen=True):
    """Another reading of an open point, and what it changes."""

    option: str
    summary: str
    differences: tuple[Difference, ...]
    printings: tuple[str, ...] = ()
    """The printings that have this reading; none for a reader's own reading."""


class Dependency(msgspec.Struct, frozen=True):
    """An open point that an answer depends on."""

    key: str
    option: str
    """The reading that the answer uses."""
    question: str
    is_open: bool
    """Whether neither the position nor its printing chose this reading."""
    rivals: tuple[Rival, ...]
    """The readings that change something."""

    @property
    def printed(self) -> tuple[Rival, ...]:
        """The rivals that some printing has; the others are readers' own readings."""
        return tuple(rival for rival in self.rivals if rival.printings)


class Dependence(msgspec.Struct, frozen=True):
    """The open points that an answer depends on, found by trying every reading of each."""

    summary: str
    """The answer as judged, in one sentence."""
    keys: tuple[Dependency, ...]
    not_examined: tuple[str, ...] = ()
    """Open points that may matter but were not tried, because it would take too much work."""
    readers_not_examined: tuple[str, ...] = ()
    """Open points of which only readers' own readings were not tried, for the same reason."""
    is_complete: bool = True
    """Whether the whole answer was compared; else the best play was left out."""
    undecided: bool = False
    """Whether something about the answer itself is unknown or not proved."""
    is_answered: bool = True
    """Whether the answer itself was found again within the work allowed; if not, nothing was compared."""

    @property
    def all_not_examined(self) -> tuple[str, ...]:
        """Open points that were not tried with every reading."""
        return (*self.not_examined, *self.readers_not_examined)
