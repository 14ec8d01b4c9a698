"""Positions in links: a text as a short word, and back; and the texts before it, for undo and redo."""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence

import msgspec

from tsolve.errors import UsageError
from tsolve.source.reading import MAX_BYTES

_MOST_OF_A_HISTORY = 1 << 17
"""Characters of the texts that can be gone back to."""
_LONGEST_HISTORY = 40
_BROKEN = "this link is broken: it holds no position"


def packed(text: str) -> str:
    """A text as a word that may stand in a link."""
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(word: str) -> str:
    """The text of such a word. Raises UsageError for another, and for a text that no file may have."""
    written = word.encode("ascii", "replace")
    reader = zlib.decompressobj()
    try:
        found = reader.decompress(urlsafe_b64decode(written + b"=" * (-len(written) % 4)), MAX_BYTES)
        text = found.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise UsageError(_BROKEN) from None
    if reader.unconsumed_tail:
        raise UsageError(f"this link holds more than {MAX_BYTES:,} bytes")
    if not reader.eof:  # it was cut off
        raise UsageError(_BROKEN)
    return text


def history(texts: Sequence[str]) -> str:
    """The last of these texts as a word."""
    kept: list[str] = []
    room = _MOST_OF_A_HISTORY
    for text in reversed(texts[-_LONGEST_HISTORY:]):
        room -= len(text)
        if room < 0:
            break
        kept.insert(0, text)
    return packed(msgspec.json.encode(kept).decode()) if kept else ""


def texts_of(word: str) -> tuple[str, ...]:
    """The texts of such a word; none for a broken one."""
    try:
        return msgspec.json.decode(unpacked(word), type=tuple[str, ...]) if word else ()
    except (UsageError, msgspec.DecodeError):
        return ()
