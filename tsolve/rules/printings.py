"""The published documents of a game, and the printings that a position may name."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping

import msgspec


class Document(msgspec.Struct, frozen=True):
    """A source that may be cited: a rulebook, a glossary, a card database, a page."""

    id: str
    title: str
    language: str = ""
    edition: str = ""
    year: int | None = None
    sections: Mapping[str, str] = {}
    """English titles of its sections, for readers of a document that is not English."""
    spellings: Mapping[str, str] = {}
    """Sections whose heading is printed with a slip, with the right spelling."""

    @property
    def is_english(self) -> bool:
        """Whether an English reader understands the names of its sections; so they do without a language."""
        return self.language in ("", "en")

    def english(self, section: str) -> str:
        """The English title of a section; empty where it needs none."""
        title = self.sections.get(section, "")
        return title if title != section else ""


class Printing(msgspec.Struct, frozen=True):
    """An edition of the rules: the documents it consists of, and the readings it prefers (`key: option`).

    It is the default where cards of its `sets` are played with.
    """

    id: str
    title: str
    documents: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    defaults: Mapping[str, str] = {}
