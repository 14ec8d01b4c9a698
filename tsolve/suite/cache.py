"""Answers about puzzles in the user's cache directory, so that an unchanged suite answers at once.

One file per puzzle and way of judging it. It holds the last answer with the digest of all that it depends on
(the bytes of the position, every file of the rulesets, the code of tsolve, printing and readings), and the
last answer by which all held, to be compared with later. What does not fit or is damaged counts as missing; a
cache that cannot be read or written is no error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from tsolve.model.regress import Judged
from tsolve.rules.cache import MOST_BYTES, cache_directory
from tsolve.saving import save_cached
from tsolve.source.digests import code_digest, digest_of, files_under
from tsolve.source.locations import own_rulesets, rulesets_path
from tsolve.source.reading import contents
from tsolve.source.usual import written

try:
    from _blake2 import blake2b  # hashlib would load OpenSSL first
except ImportError:
    from hashlib import blake2b

_DIGEST_SIZE = 32
_FOLDER = "suite"


class Remembered(msgspec.Struct, frozen=True):
    """An answer, and the digest of the position that it is about."""

    position: bytes
    judged: Judged


class _Kept(msgspec.Struct, frozen=True):
    """What is remembered of one puzzle."""

    key: bytes
    last: Remembered
    good: Remembered | None
    """The last answer by which all held; the same as `last` where that one does."""


class Memory:
    """The answers that are remembered for one way of judging."""

    def __init__(self, printing: str | None = None, interpretations: Mapping[str, str] | None = None) -> None:
        chosen = (f"{key}={option}" for key, option in sorted((interpretations or {}).items()))
        self._way = [printing or "", *chosen]
        self._folder = cache_directory()

    def answer(self, file: str, content: bytes) -> Judged | None:
        """The answer that is known about this very content."""
        kept = self._read(file)
        if kept is None or kept.key != self._key(content):
            return None
        return msgspec.structs.replace(kept.last.judged, file=file)

    def last_good(self, file: str) -> Remembered | None:
        """The last answer by which all held, whatever has changed since."""
        kept = self._read(file)
        return kept.good if kept is not None else None

    def keep(self, file: str, content: bytes, judged: Judged) -> None:
        """Remember an answer, unless it could be another next time, or has the name of the file in it."""
        if self._folder is None or judged.problems or not _is_settled(judged):
            return
        last = Remembered(digest([content]), judged)
        good = last if judged.status == "holds" else self.last_good(file)
        payload = msgspec.msgpack.encode(_Kept(self._key(content), last, good))
        target = self._file(self._folder, file)
        with suppress(OSError):
            target.parent.mkdir(parents=True, exist_ok=True)
            save_cached(str(target), digest([payload]) + payload)

    def _read(self, file: str) -> _Kept | None:
        if self._folder is None:
            return None
        try:
            found = contents(self._file(self._folder, file), MOST_BYTES)
            head, payload = found[:_DIGEST_SIZE], found[_DIGEST_SIZE:]
            return msgspec.msgpack.decode(payload, type=_Kept) if head == digest([payload]) else None
        except (OSError, msgspec.MsgspecError):
            return None

    def _key(self, content: bytes) -> bytes:
        return digest([content, tools(), written(), *self._way])

    def _file(self, folder: Path, file: str) -> Path:
        name = digest([os.path.abspath(file), written(), *self._way]).hex()[:24]
        return folder / _FOLDER / f"{name}.puzzle"


def _is_settled(judged: Judged) -> bool:
    """Whether every proof was completed: one that was not may have been interrupted."""
    return not any(each.what.endswith(" proved") for each in judged.failures)


@cache
def tools() -> bytes:
    """The digest of what judges: the code of tsolve, the rulesets, and what they run on."""
    own = [os.path.abspath(root) for root in own_rulesets()]
    roots = (rulesets_path(), *map(Path, own))
    rules = (file for root in roots for file in files_under(root, ".yaml"))
    return digest([sys.version, msgspec.__version__, code_digest(), digest_of(rules), *own])


def digest(parts: Iterable[bytes | str]) -> bytes:
    """One digest over several texts, wherever one ends and the next begins."""
    found = blake2b(digest_size=_DIGEST_SIZE)
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        found.update(f"{len(data)}\0".encode())
        found.update(data)
    return found.digest()
