"""What an answer mentions: by that a game knows which printed facts it rests on."""

from __future__ import annotations

from typing import NamedTuple

from tsolve.model.trace import Entry


class Mentioned(NamedTuple):
    """All that an answer, and the line that its question plays, mention."""

    rulings: tuple[str, ...]
    """The rules and cards that are cited, each once, in their order."""
    texts: tuple[str, ...]
    """Whatever is said in words."""
    entries: tuple[Entry, ...]
    """What happened."""

    draws: bool = False
    """Whether it tells chances of drawn cards."""

    def says(self, *words: str) -> bool:
        """Whether some text has all of these."""
        return any(all(word in text for word in words) for text in self.texts)
