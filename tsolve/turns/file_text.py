"""The keys of a position as a position file that a person reads on and changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tsolve.source.data import Data
from tsolve.turns.yaml_text import scalar, sequence, wrapped

_BLOCKS = ("claims", "line")
"""Keys of which each entry stands on a line of its own."""


def file_text(
    keys: Mapping[str, Data], comments: Iterable[str] = (), notes: Mapping[str, str] | None = None
) -> str:
    """A position file: the modeline for editors, comments, and each key with its note behind it."""
    lines = [f"# yaml-language-server: $schema={keys['game']}.schema.json"]
    lines += [f"# {' '.join(comment.split())}" for comment in comments]
    for key, value in keys.items():
        note = f"  # {(notes or {})[key]}" if key in (notes or {}) else ""
        if key in _BLOCKS and isinstance(value, Sequence) and not isinstance(value, str):
            lines += [f"{key}:{note}", *(f"- {_flow(each)}" for each in value)]
        else:
            lines.append(wrapped(f"{key}: {_flow(value)}") + note)
    return "\n".join(lines) + "\n"


def _flow(value: Data) -> str:
    match value:
        case None:
            return "null"
        case bool() | int():
            return str(value).lower()
        case str():
            return value if value in ("none", "unknown") else scalar(value)
        case Mapping():
            return f"{{{', '.join(f'{scalar(key)}: {_flow(each)}' for key, each in value.items())}}}"
        case Sequence() if all(isinstance(each, str) for each in value):
            return sequence([str(each) for each in value])
        case _:
            return f"[{', '.join(map(_flow, value))}]"
