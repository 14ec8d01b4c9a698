"""A receipt: what an answer was derived from and what it said, so that anybody can derive it again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tsolve.model.plays import Backend, Draws
from tsolve.model.verdicts import Answer

RECEIPT_VERSION = 3
"""The form of answers: raised where later ones say more of the same thing, or say it in other words."""
_LONG = Meta(max_length=50_000)
"""What a program writes may be longer than what a person writes."""

Told = Annotated[str, _LONG]
"""What an answer says, the path of a file, or what a command was told."""

Command = Literal["check", "solve"]
Status = Literal["identical", "unchanged", "newer_form", "changed"]


class Order(msgspec.Struct, frozen=True):
    """What the command was asked for besides the position."""

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
    """From the folder of the receipt; empty for standard input."""
    digest: str


class RulesetMark(msgspec.Struct, frozen=True):
    """The ruleset: its files by id of the ruleset and path inside it, with their digests."""

    id: str
    printing: str
    files: Annotated[dict[Told, str], _LONG]


class Derived(msgspec.Struct, frozen=True):
    """What the answer said, part by part."""

    verdict: str
    says: Annotated[dict[Told, Told], _LONG]
    """Part of the answer -> what is so."""
    line: Annotated[tuple[Told, ...], _LONG]
    """The steps of the best line, of a policy those before the first draw; else the line that was judged."""
    totals: Annotated[dict[Told, int], _LONG]
    """Calculation -> its total."""
    trace: str
    """The digest of every event and every row of a calculation."""
    events: Annotated[tuple[Told, ...], _LONG] = ()
    """The same in words, so that a difference can be told; older receipts have none."""


class Receipt(msgspec.Struct, frozen=True):
    """Everything that an answer was derived from, and what it said."""

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
    """Every interpretation with the reading that held."""
    derived: Derived


class FileChange(msgspec.Struct, frozen=True):
    """Something that an answer was derived from and that is otherwise now."""

    what: Literal["position", "ruleset", "code", "version", "printing", "interpretation"]
    name: str
    how: Literal["edited", "missing", "new", "other"]
    before: str = ""
    after: str = ""


class SaidOtherwise(msgspec.Struct, frozen=True):
    """A part of an answer that is otherwise now; an empty text where there is no such part."""

    what: str
    before: str
    after: str


class VerifyAnswer(Answer, frozen=True):
    """A receipt held against what is derived now."""

    file: str
    position: str
    """The position file that was read."""
    command: Command
    status: Status
    """`unchanged`: something else is otherwise, the answer is not. `newer_form`: the receipt is of an older
    form; all that counts in its answer holds, and what is told otherwise now is named.
    """
    now: str
    """The verdict on the position now."""
    changes: tuple[FileChange, ...] = ()
    differences: tuple[SaidOtherwise, ...] = ()

    @property
    def verdict(self) -> Literal["same", "changed"]:
        """Whether the answer still is what the receipt says."""
        return "changed" if self.status == "changed" else "same"


def differences(before: Derived, after: Derived, same_words: bool = False) -> Iterator[SaidOtherwise]:
    """The parts of an answer that differ, in the order in which they are said.

    With `same_words` events are told in the same words, so that these are compared, too; else they only tell
    how the trace differs.
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


def is_retold(before: Derived, after: Derived) -> bool:
    """Whether an answer of an older form is told otherwise only: with the same verdicts, the same totals, and
    every number that was said.
    """
    totals = before.totals.items() <= {**before.totals, **after.totals}.items()
    parts = [(each.what, each.before, each.after) for each in differences(before, after)]
    told = [(what, was, now) for what, was, now in parts if what != "trace" and what not in before.totals]
    return totals and all(_still_said(what, was, now) for what, was, now in told)


def _still_said(what: str, before: str, after: str) -> bool:
    """Whether a part of an answer says at least what it said."""
    if what in _VERDICTS:
        return before == after
    if _CLAIM.fullmatch(what):
        return before.rpartition(": ")[2] == after.rpartition(": ")[2]
    return Counter(_NUMBER.findall(before)) <= Counter(_NUMBER.findall(after))


_VERDICTS = ("verdict", "the line", "expectations", "the best play")
_CLAIM = re.compile(r"claim \d+")
_NUMBER = re.compile(r"\d+")


def changes(before: Receipt, after: Receipt) -> Iterator[FileChange]:
    """What the answers were derived from and what is otherwise now."""
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
    """Files of rulesets that are otherwise. One that is the same in another folder is neither missing nor
    new: older receipts call a ruleset by its folder, and a copy may stand above what it was copied from.
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
