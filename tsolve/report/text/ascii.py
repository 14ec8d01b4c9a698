"""Texts on streams that have no more than ASCII: letters lose their accents, signs become their nearest."""

from __future__ import annotations

import unicodedata

_NEAREST = str.maketrans(
    "łŁđĐðøØıħĦŧŦ\u2019\u2018\u201c\u201d\u201e«»‐‑–—−×•·", 'lLdDdoOihHtT\'\'"""""-----x*.'
)
"""What Unicode does not decompose; each takes one column, as what stands for it."""


def in_ascii(text: str) -> str:
    """A text with the nearest of ASCII for each letter and sign, column by column; what has none stays."""
    return text if text.isascii() else "".join(map(_nearest, text.translate(_NEAREST)))


def _nearest(character: str) -> str:
    bare = unicodedata.normalize("NFD", character)[0]
    return bare if bare.isascii() else character
