"""Digests of files, which tell whether anything changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from tsolve.source.reading import contents

try:
    from _blake2 import blake2b  # hashlib would load OpenSSL first: 3 ms of every start
except ImportError:
    from hashlib import blake2b

ALGORITHM = "blake2b-256"
_PACKAGE = Path(__file__).resolve().parent.parent


def digest(content: bytes) -> str:
    """The digest of some bytes, in hexadecimal digits."""
    return str(blake2b(content, digest_size=32).hexdigest())


def digest_of(parts: Iterable[tuple[str, bytes]]) -> str:
    """One digest over named contents, wherever one ends and the next begins."""
    found = blake2b(digest_size=32)
    for name, content in parts:
        label = name.encode("utf-8", "surrogateescape")
        found.update(f"{len(label)} {len(content)}\0".encode())
        found.update(label)
        found.update(content)
    return str(found.hexdigest())


def files_under(root: Path, suffix: str) -> Iterator[tuple[str, bytes]]:
    """The files of a folder by their path inside it, with `/`, in a fixed order, and what they hold.

    One that cannot be read counts as empty.
    """
    names = sorted(
        os.path.relpath(os.path.join(here, name), root).replace(os.sep, "/")
        for here, _, inside in os.walk(root)
        for name in inside
        if name.endswith(suffix)
    )
    for name in names:
        try:
            yield name, contents(root / name)
        except OSError:
            yield name, b""


def code_digest() -> str:
    """The digest of tsolve's own code."""
    return digest_of(files_under(_PACKAGE, ".py"))
