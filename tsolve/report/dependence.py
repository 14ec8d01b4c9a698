"""On which interpretations an answer depends, and what is so under their other options."""

from __future__ import annotations

from tsolve.model.comparisons import Dependence, Dependency, Rival
from tsolve.report.page import Page

_ALL = "`tsolve diff --all` looks at everything"


READERS_READING = "a reader's reading; no printing has it"
"""What is said of an option that no printing has."""


def show_dependence(page: Page, found: Dependence, indent: int = 2) -> None:
    """The interpretations by their keys, and of each open one what the other options come to.

    Only options that some printing has are told here; `diff --all` tells readers' readings as well. Nothing
    where the answer depends on none.
    """
    told_of = [each for each in found.keys if each.printed]
    if told_of:
        keys = ", ".join(f"{each.key}{'' if each.is_open else ' (chosen)'}" for each in told_of)
        page.text(f"this answer depends on: {keys}", indent, hang=2, style="warn")
    for each in told_of:
        for rival in each.printed if each.is_open else ():
            page.text(_otherwise(each, rival, found.summary), indent + 2, hang=2)
    if found.not_examined:
        page.text(f"not examined: {', '.join(found.not_examined)} ({_ALL})", indent, hang=2, style="warn")
    if not found.is_complete:
        told = "not examined: which interpretations the best play depends on"
        page.text(f"{told} ({_ALL})", indent, hang=2, style="warn")


def _otherwise(each: Dependency, rival: Rival, summary: str) -> str:
    """What is so with another option: in a sentence, or else the weightiest single thing."""
    first = rival.differences[0]
    told = rival.summary
    if told == summary:
        told = f"{first.what}: {first.after} instead of {first.before}" if first.before else first.after
    return f"with {each.key} = {rival.option} instead of {each.option}: {told}"
