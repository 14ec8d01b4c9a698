"""How wide a printed text is. Nobody knows the fonts of the reader, so a wide common one is taken."""

from __future__ import annotations

from tsolve.report.words.wrapping import columns

_NARROW = frozenset("fijlrtI.,:;'|!()[]/ ")
_WIDE = frozenset("mwMWQ@%+=<>")


def measure(told: str, size: float) -> float:
    """About how wide a text is in a font of this size, rather more than less."""
    return sum(map(_share, told)) * size


def _share(character: str) -> float:
    if character in _NARROW:
        return 0.4
    if character in _WIDE or character.isupper():
        return 0.85 if character in _WIDE else 0.72
    return 0.62 if columns(character) == 1 else columns(character) * 1.05
