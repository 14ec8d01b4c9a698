"""Compiled rulesets in the user's cache directory: reading YAML takes a hundred times longer than this.

One file per ruleset directory and card type. It begins with a digest over everything that the content
depends on (the bytes of every source file, the version of tsolve, the layout of the types) and a checksum of
the content itself: a ruleset that was edited, a newer tsolve or a damaged file all fail the one comparison,
and the ruleset is compiled anew. A cache that cannot be read or written is no error.
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import msgspec

from tsolve import __version__
from tsolve.rules.glossary import Entry
from tsolve.rules.layout import layout
from tsolve.rules.names import Names
from tsolve.rules.ruleset import Core
from tsolve.source.reading import contents

try:
    from _blake2 import blake2b  # hashlib would load OpenSSL first: 3 ms of every start
except ImportError:
    from hashlib import blake2b

_DIGEST_SIZE = 32
_HEAD_SIZE = _DIGEST_SIZE + 4

MOST_BYTES = 1 << 25
"""Size of an entry of the cache, in bytes: many times what a ruleset or an answer takes."""


class Sections(msgspec.Struct, frozen=True):
    """The parts of a compiled ruleset, still encoded, so that each is only decoded when it is needed."""

    core: msgspec.Raw
    cards: msgspec.Raw
    glossary: msgspec.Raw
    names: msgspec.Raw


class Slot:
    """The place of one compiled ruleset in the cache."""

    def __init__(self, root: Path, card_type: type, files: Mapping[str, bytes]) -> None:
        self.digest = _key(card_type, files)
        """Stands for everything that the content depends on."""
        self._file = _file(root, card_type)

    def read(self) -> Sections | None:
        """The compiled ruleset, or None when there is none that fits."""
        if self._file is None:
            return None
        try:
            content = contents(self._file, MOST_BYTES)
            head, payload = content[:_HEAD_SIZE], content[_HEAD_SIZE:]
            if head != self._head(payload):
                return None
            return msgspec.msgpack.decode(payload, type=Sections)
        except (OSError, msgspec.DecodeError):
            return None

    def write(self, sections: Sections) -> None:
        """Keep a compiled ruleset. Written aside and renamed, so that no reader ever sees half a file."""
        if self._file is None:
            return
        from tsolve.saving import save_cached

        payload = msgspec.msgpack.encode(sections)
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            save_cached(str(self._file), self._head(payload) + payload)

    def _head(self, payload: bytes) -> bytes:
        return self.digest + crc32(payload).to_bytes(_HEAD_SIZE - _DIGEST_SIZE, "big")


def cache_directory() -> Path | None:
    """TSOLVE_CACHE_DIR, else tsolve under XDG_CACHE_HOME (when absolute) or ~/.cache; None without a home."""
    if own := os.environ.get("TSOLVE_CACHE_DIR"):
        return Path(own)
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(xdg):  # the XDG specification tells to ignore relative paths
        return Path(xdg) / "tsolve"
    try:
        return Path.home() / ".cache" / "tsolve"
    except RuntimeError:
        return None


def _file(root: Path, card_type: type) -> Path | None:
    directory = cache_directory()
    if directory is None:
        return None
    place = f"{os.path.abspath(root)}\0{card_type.__module__}.{card_type.__qualname__}"
    name = blake2b(place.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return directory / f"{name}.ruleset"


def _key(card_type: type, files: Mapping[str, bytes]) -> bytes:
    key = blake2b(digest_size=_DIGEST_SIZE)
    for part in (__version__, msgspec.__version__, layout((card_type, Core, Names, Entry))):
        key.update(f"{len(part)}\0{part}".encode())
    for name, content in sorted(files.items()):
        key.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        key.update(content)
    return key.digest()
