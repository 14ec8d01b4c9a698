"""A file that reproduces an internal error: the position, with what happened above it as comments."""

from __future__ import annotations

import hashlib
import platform
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from tsolve import __version__
from tsolve.diagnostics import escape
from tsolve.errors import DisagreementError
from tsolve.saving import save_new
from tsolve.source.reading import MAX_BYTES, contents


def write_bundle(error: Exception, file: str, arguments: Sequence[str]) -> str:
    """Write the bundle into the current folder, never over another file, and say where it is."""
    content = _header(error, arguments).encode("utf-8", "backslashreplace") + _position(file)
    path = Path(f"tsolve-bundle-{hashlib.sha256(content).hexdigest()[:12]}.yaml")
    try:
        save_new(str(path), content)
    except FileExistsError:
        pass  # the name is the hash of the content: it is there already
    except OSError as problem:
        return f"no file to reproduce it could be written ({problem.strerror})"
    return f"please report it together with {path}, which reproduces it"


def _header(error: Exception, arguments: Sequence[str]) -> str:
    lines = [
        f"tsolve {__version__}, Python {platform.python_version()}",
        f"command: tsolve {' '.join(arguments)}",
        f"{type(error).__name__}: {error}",
        *_places(error),
    ]
    if isinstance(error, DisagreementError):
        lines += str(error.bundle).splitlines()
    return "".join(f"# {escape(line)}\n" for line in lines)


def _places(error: Exception) -> Iterator[str]:
    """Where it happened, without the paths of this machine."""
    for frame in traceback.extract_tb(error.__traceback__):
        parts = Path(frame.filename).parts
        yield f"  {'/'.join(parts[-3:])}:{frame.lineno} in {frame.name}"


def _position(file: str) -> bytes:
    try:
        return contents(file)[:MAX_BYTES]
    except OSError:
        return b""
