"""Names and lists as position files write them, so that reading them gives the same again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby

from tsolve.diagnostics import quoted

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ '-][A-Za-z0-9]+)*")
_WORDS_OF_YAML = ("null", "true", "false", "yes", "no", "on", "off", "none", "unknown", "y", "n")
_ENTRY = re.compile(r"(?:[0-9]+ x )?[A-Za-z][A-Za-z'-]*(?: [A-Za-z'-]+)*(?: \([a-z ]+\))?")
_WIDTH = 110


def scalar(text: str) -> str:
    """A scalar that reads as this text."""
    plain = _PLAIN.fullmatch(text) is not None and text.casefold() not in _WORDS_OF_YAML
    return text if plain else quoted(text)


def sequence(texts: Iterable[str]) -> str:
    """A list of texts."""
    listed = (text if _ENTRY.fullmatch(text) else quoted(text) for text in texts)
    return f"[{', '.join(listed)}]"


def names(cards: Iterable[str]) -> str:
    """A list of names in their order; neighbours that are equal with a count."""
    counted = ((name, len(list(group))) for name, group in groupby(cards))
    return sequence([name if count == 1 else f"{count} x {name}" for name, count in counted])


def mapping(texts: Mapping[str, str]) -> str:
    """A mapping from words to texts; empty for none."""
    return f"{{{', '.join(f'{key}: {quoted(value)}' for key, value in texts.items())}}}" if texts else ""


def wrapped(text: str, indent: int = 2) -> str:
    """A line of the file, broken behind commas where it is too long."""
    lines = [""]
    for piece in text.split(", "):
        joined = f"{lines[-1]}, {piece}" if lines[-1] else piece
        if len(joined) > _WIDTH and lines[-1]:
            lines[-1] += ","
            lines.append(" " * indent + piece)
        else:
            lines[-1] = joined
    return "\n".join(lines)
