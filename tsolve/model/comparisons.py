"""What is so about a position under one set of readings, and what differs under another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from tsolve.model.plays import NO_WISHES, Wishes

Kind: TypeAlias = Literal["legality", "outcome", "claim", "total", "best line"]
KINDS: tuple[Kind, ...] = ("legality", "outcome", "claim", "total", "best line")
"""What may differ, the weightiest first."""


class Questions(msgspec.Struct, frozen=True):
    """What is asked about a position, besides what its file asks."""

    wishes: Wishes = NO_WISHES
    judged: bool = True
    """The line and the claims of the file, and the actions that it calls legal or illegal."""
    actions: bool = True
    """Which actions are legal, where there is no line."""
    attacks: bool = True
    """The best total against each target, whether it is reached or not."""
    best: bool = True
    """The best play."""


EVERYTHING = Questions()


class Finding(msgspec.Struct, frozen=True):
    """One thing that is so."""

    kind: Kind
    what: str
    """What it is about, such as `the line` or a total with what it is against; once in a kind."""
    found: str
    is_open: bool = False
    """Whether it depends on a choice that a line leaves open; `found` then lists everything that it may be.
    """


class BestPlay(msgspec.Struct, frozen=True):
    """The best play of one kind of turn.

    Lines that are worth the same are equally good, whichever of them is printed: two plays of equal worth
    with a best line in common are the same.
    """

    what: str
    """Which play: `the best play`, or that of another kind of turn."""
    title: str
    """What it does, without numbers."""
    outcome: str
    """What it comes to, in a sentence with its numbers."""
    goal: tuple[str, ...]
    worth: tuple[str, ...]
    """Level by level of the goal, exact; empty where nothing is found."""
    lines: tuple[tuple[str, ...], ...]
    """Best lines as they are written, the one that is found first; none for a policy."""
    first: str = ""
    """The first action of a policy."""
    total: int | None = None
    """The total that decides the turn, such as that of a battle."""
    status: str = "optimal"
    turn: str = ""
    """The kind of turn, where the position leaves it open."""

    def is_as_good_as(self, other: BestPlay) -> bool:
        """Whether both are worth the same by the same line, or by policies."""
        if (self.status, self.worth) != (other.status, other.worth):
            return False
        both = set(self.lines) & set(other.lines)
        return bool(both) or (not self.lines and not other.lines)


class Verdict(msgspec.Struct, frozen=True):
    """Everything about a position that a reading may change."""

    summary: str
    """The weightiest of it, in one sentence."""
    findings: tuple[Finding, ...] = ()
    plays: tuple[BestPlay, ...] = ()

    @property
    def is_undecided(self) -> bool:
        """Whether something is unknown, or was not proved."""
        unproved = any(play.status == "undecided" for play in self.plays)
        return unproved or any(each.kind == "claim" and each.found == "undecided" for each in self.findings)

    def said(self, kind: Kind, what: str) -> str:
        """What was found about it; an empty text where nothing was."""
        return next((each.found for each in self.findings if (each.kind, each.what) == (kind, what)), "")


class Difference(msgspec.Struct, frozen=True):
    """One thing that is otherwise; an empty text where there is nothing to say."""

    kind: Kind
    what: str
    before: str
    after: str


def differences(a: Verdict, b: Verdict) -> tuple[Difference, ...]:
    """What differs from `a` to `b`, the weightiest first; none when both say the same."""
    found = [*_of_findings(a, b), *_of_plays(a, b)]
    return tuple(sorted(found, key=lambda each: KINDS.index(each.kind)))


def _of_findings(a: Verdict, b: Verdict) -> Iterator[Difference]:
    """What one side alone says differs in legality only; else the cause, a line that ends, has been said."""
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
    """A smallest set of interpretations that makes all of it, each with what it changes by itself."""
    cut_short: bool = False
    """Whether the budget was not enough for the makers."""


class Rival(msgspec.Struct, frozen=True):
    """Another option of an interpretation, and what is otherwise under it."""

    option: str
    summary: str
    differences: tuple[Difference, ...]
    printings: tuple[str, ...] = ()
    """The printings that read it so; none of a reader's reading."""


class Dependency(msgspec.Struct, frozen=True):
    """An interpretation on which an answer depends."""

    key: str
    option: str
    """How the answer reads it."""
    question: str
    is_open: bool
    """Whether neither the position, nor a printing that it names, chose this option."""
    rivals: tuple[Rival, ...]
    """The options under which something is otherwise."""

    @property
    def printed(self) -> tuple[Rival, ...]:
        """Those of them that some printing has; the others are readers' readings."""
        return tuple(rival for rival in self.rivals if rival.printings)


class Dependence(msgspec.Struct, frozen=True):
    """On which interpretations an answer depends: found by trying each of them, with every option."""

    summary: str
    """The answer as it is, in one sentence."""
    keys: tuple[Dependency, ...]
    not_examined: tuple[str, ...] = ()
    """Interpretations that may matter and were not tried, because it would take too much work."""
    readers_not_examined: tuple[str, ...] = ()
    """Interpretations of which only readers' readings were not tried, for the same reason."""
    is_complete: bool = True
    """Whether everything that the answer says was compared; else the best play was left out."""
    undecided: bool = False
    """Whether something about the answer itself is unknown, or was not proved."""
    is_answered: bool = True
    """Whether the answer itself was found again within the work allowed; else nothing was compared."""

    @property
    def all_not_examined(self) -> tuple[str, ...]:
        """Interpretations that were not tried with every option."""
        return (*self.not_examined, *self.readers_not_examined)
