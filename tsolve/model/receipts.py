"""A receipt: what an answer was made from and what it said, so that anybody can make it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.model.plays import Backend, Draws
from tsolve.model.verdicts import Answer
from tsolve.regex import Regex

RECEIPT_VERSION = 3
"""The form of answers: raised when later answers say more about the same thing, or say it in other words."""
_LONG = Meta(max_length=50_000)
"""Texts written by a program may be longer than those of a person."""

Told = Annotated[str, _LONG]
"""A text of an answer, the path of a file, or an argument of a command."""

Command = Literal["check", "solve"]
Status = Literal["identical", "unchanged", "newer_form", "changed"]


class Order(msgspec.Struct, frozen=True):
    """The options of the command, besides the position."""

    command: Command
    printing: str | None = None
    interpretations: dict[str, str] = {}
    goal: Told | None = None
    target: Told | None = None
    draws: Draws | None = None
    turn: str | None = None
    """A kind of turn of the game, or `any`."""
    backend: Backend = "auto"
    time_limit: Annotated[str, Meta(pattern=r"^[0-9]{1,30}(\.[0-9]{1,9})?$")] | None = None
    """Seconds, in decimal digits."""


class PositionMark(msgspec.Struct, frozen=True):
    """The position file."""

    path: Told
    """Its path from the folder of the receipt; empty for standard input."""
    digest: str


class RulesetMark(msgspec.Struct, frozen=True):
    """The ruleset: `ID/PATH` of each file, with its digest."""

    id: str
    printing: str
    files: Annotated[dict[Told, str], _LONG]


class Derived(msgspec.Struct, frozen=True):
    """What the answer said, part by part."""

    verdict: str
    says: Annotated[dict[Told, Told], _LONG]
    """Part of the answer -> its text."""
    line: Annotated[tuple[Told, ...], _LONG]
    """The steps of the best line (of a policy: those before the first draw), or of the judged line."""
    totals: Annotated[dict[Told, int], _LONG]
    """Calculation -> its total."""
    trace: str
    """The digest of all events and all rows of calculations."""
    events: Annotated[tuple[Told, ...], _LONG] = ()
    """The same in words, so that differences can be shown; older receipts have none."""


class Receipt(msgspec.Struct, frozen=True):
    """Everything that an answer was made from, and what it said."""

    receipt: Literal["tsolve"]
    schema_version: int
    tsolve: str
    """The version of tsolve."""
    hash: str
    """The algorithm of the digests."""
    asked: Order
    position: PositionMark
    code: str
    """The digest of tsolve's code."""
    ruleset: RulesetMark
    interpretations: dict[str, str]
    """Every open point with the reading in force."""
    derived: Derived


class FileChange(msgspec.Struct, frozen=True):
    """Something that an answer was made from and that has changed."""

    what: Literal["position", "ruleset", "code", "version", "printing", "interpretation"]
    name: str
    how: Literal["edited", "missing", "new", "other"]
    before: str = ""
    after: str = ""


class SaidOtherwise(msgspec.Struct, frozen=True):
    """A part of an answer that has changed; a text is empty if there is no such part."""

    what: str
    before: str
    after: str


class VerifyAnswer(Answer, frozen=True):
    """A receipt compared with the answer of today."""

    file: str
    position: str
    """The position file that was read."""
    command: Command
    status: Status
    """`unchanged`: the answer is the same, though something else has changed. `newer_form`: the receipt has
    an older form; all that matters in its answer still holds, and what is worded differently now is listed.
    """
    now: str
    """The verdict on the position now."""
    changes: tuple[FileChange, ...] = ()
    differences: tuple[SaidOtherwise, ...] = ()

    @property
    def verdict(self) -> Literal["same", "changed"]:
        """Whether the answer is still what the receipt says."""
        return "changed" if self.status == "changed" else "same"


def differences(before: Derived, after: Derived, same_words: bool = False) -> Iterator[SaidOtherwise]:
    """The parts of an answer that differ, in their order.

    With `same_words`, both word events in the same way, so that these are compared, too; else events only
    show how the trace differs.
    """
    if before.verdict != after.verdict:
        yield SaidOtherwise("verdict", before.verdict, after.verdict)
    yield from _of_parts(before.says, after.says)
    if before.line != after.line:
        yield SaidOtherwise("steps", "; ".join(before.line), "; ".join(after.line))
    totals = ({name: str(total) for name, total in each.totals.items()} for each in (before, after))
    yield from _of_parts(*totals)
    if before.events and (same_words or before.trace != after.trace):
        gone = (Counter(before.events) - Counter(after.events)).elements()
        come = (Counter(after.events) - Counter(before.events)).elements()
        yield from _of_parts({"events": "; ".join(gone)}, {"events": "; ".join(come)})
    if before.trace != after.trace:
        yield SaidOtherwise("trace", before.trace, after.trace)


def is_only_reworded(before: Derived, after: Derived) -> bool:
    """Whether an answer of an older form only has other words now: the verdicts and totals are the same, and
    every number that it gave is still there.
    """
    totals = before.totals.items() <= {**before.totals, **after.totals}.items()
    parts = [(each.what, each.before, each.after) for each in differences(before, after)]
    told = [(what, was, now) for what, was, now in parts if what != "trace" and what not in before.totals]
    return totals and all(_still_said(what, was, now) for what, was, now in told)


def _still_said(what: str, before: str, after: str) -> bool:
    """Whether a part of an answer still says all that it said before."""
    if what in _VERDICTS:
        return before == after
    if _CLAIM.fullmatch(what):
        return before.rpartition(": ")[2] == after.rpartition(": ")[2]
    return Counter(_NUMBER.findall(before)) <= Counter(_NUMBER.findall(after))


_VERDICTS = ("verdict", "the line", "expectations", "the best play")
_CLAIM = Regex(r"claim \d+")
_NUMBER = Regex(r"\d+")


def changes(before: Receipt, after: Receipt) -> Iterator[FileChange]:
    """What the answers were made from and has changed."""
    if before.position.digest != after.position.digest:
        yield FileChange("position", after.position.path, "edited")
    old, new = before.ruleset, after.ruleset
    yield from _of_files(old.files, new.files)
    if before.tsolve != after.tsolve:
        yield FileChange("version", "tsolve", "other", before.tsolve, after.tsolve)
    if before.code != after.code:
        yield FileChange("code", "tsolve", "edited")
    if old.printing != new.printing:
        yield FileChange("printing", old.id, "other", old.printing, new.printing)
    for each in _of_parts(before.interpretations, after.interpretations):
        yield FileChange("interpretation", each.what, "other", each.before, each.after)


def _of_files(before: dict[str, str], after: dict[str, str]) -> Iterator[FileChange]:
    """Files of rulesets that have changed. The same file in another folder counts as neither missing nor new:
    older receipts name a ruleset by its folder, and a copy may be in use in place of its original.
    """
    known, there = _contents(before), _contents(after)
    for name in sorted({*before, *after}):
        if name in before and name in after:
            if before[name] != after[name]:
                yield FileChange("ruleset", name, "edited")
        elif name in before and not _contents({name: before[name]}) <= there:
            yield FileChange("ruleset", name, "missing")
        elif name in after and not _contents({name: after[name]}) <= known:
            yield FileChange("ruleset", name, "new")


def _contents(files: dict[str, str]) -> set[tuple[str, str]]:
    """The path of each file inside its ruleset, with its digest."""
    return {(name.partition("/")[2], digest) for name, digest in files.items()}


def _of_parts(before: dict[str, str], after: dict[str, str]) -> Iterator[SaidOtherwise]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield SaidOtherwise(name, before.get(name, ""), after.get(name, ""))
