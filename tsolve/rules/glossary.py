"""Rule texts in the project's own words, and where they come from."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Iterable

import msgspec

from tsolve.rules.text import words


class Citation(msgspec.Struct, frozen=True):
    """A place in a published document: `document` is its id in the ruleset, `section` a heading or page."""

    document: str
    section: str
    note: str = ""


class Entry(msgspec.Struct, frozen=True):
    """One ruling: a rule (`AB-8.6`), a card (`card.` with its id), a reading (`key.` with its key)."""

    id: str
    title: str
    text: str
    citations: tuple[Citation, ...] = ()
    see: tuple[str, ...] = ()
    set: str = "base"
    """The box that the rule came with; the entry about a card belongs to the box of the card."""


def search(entries: Iterable[Entry], query: str) -> list[Entry]:
    """The entries that contain every word of `query`, or the beginning of it, in their id, title or text.

    Case and accents do not matter. Entries found by their id or title come first; within each part the
    order of `entries` is kept. A query without any letter or digit finds nothing.
    """
    wanted = words(query)
    by_title: list[Entry] = []
    by_text: list[Entry] = []
    if not wanted:
        return []
    for entry in entries:
        head = words(f"{entry.id} {entry.title}")
        if _contains(head, wanted):
            by_title.append(entry)
        elif _contains(head + words(entry.text), wanted):
            by_text.append(entry)
    return by_title + by_text


def _contains(found: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    return all(any(word.startswith(start) for word in found) for start in wanted)
