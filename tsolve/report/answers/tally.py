"""The last line of a run over several files: how many there are, and how many of each verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tsolve.model.verdicts import EXIT_CODES, HOLDS, INTERNAL, REFUTED, UNDECIDED, WRONG, Word

_ORDER = (HOLDS, REFUTED, UNDECIDED, WRONG, INTERNAL)
_OF_SEVERAL = {
    "input error": "input errors",
    "internal error": "internal errors",
}
"""Words that are others where they are said of several; most are not."""


def tally(verdicts: Iterable[Word], one: str, several: str) -> str:
    """Such as `4 files: 2 confirmed, 1 refuted, 1 input error`; `one` and `several` name what was judged."""
    found = Counter(verdicts)
    total = found.total()
    parts = (
        f"{number} {_OF_SEVERAL.get(word, word) if number > 1 else word}"
        for word, number in sorted(found.items(), key=lambda each: _ORDER.index(EXIT_CODES[each[0]]))
    )
    return f"{total} {one if total == 1 else several}: {', '.join(parts)}"
