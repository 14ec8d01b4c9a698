"""Looks up diagnostic codes."""

from __future__ import annotations

import re
from pathlib import Path

import tsolve
from tsolve.codes import CODES
from tsolve.diagnostics import suggest
from tsolve.errors import UnknownNameError
from tsolve.model.explanations import CodeRow, Example, ExplanationAnswer, ExplanationsAnswer
from tsolve.source.decode import decode
from tsolve.source.parse import parse_file

_EXAMPLES = Path(tsolve.__file__).parent / "mistakes.yaml"
_CODE = re.compile(r"(?P<letters>E|TS|)(?P<number>[0-9]{3})")
_RULING = re.compile(r"[A-Z]{2,}-[A-Z]?[0-9]")


def explain(code: str = "") -> ExplanationAnswer | ExplanationsAnswer:
    """What a code such as E302 means, with a mistake that gives it; without a code a list of them.

    Spelled E302, e302, 302, or TS302 as of old. Raises UnknownNameError for any other.
    """
    if not code:
        return ExplanationsAnswer(tuple(CodeRow(each, info.title) for each, info in sorted(CODES.items())))
    written = code.strip().upper()
    match = _CODE.fullmatch(written)
    known = f"E{match['number']}" if match else ""
    if match is None or known not in CODES:
        raise UnknownNameError(f'there is no diagnostic "{code}"; {_advice(code, written)}')
    info = CODES[known]
    note = (
        f"{code.strip()} is {known} now, so that it looks like no rule." if match["letters"] == "TS" else ""
    )
    return ExplanationAnswer(known, info.title, info.explanation, examples()[known], note)


def examples() -> dict[str, Example]:
    """For each code a mistake that gives it."""
    return decode(parse_file(_EXAMPLES), dict[str, Example]).value


def _advice(code: str, written: str) -> str:
    if _RULING.match(written):
        return f"`tsolve rule {code.strip()}` tells a rule"
    return suggest(written, CODES) or "`tsolve explain` lists them"
