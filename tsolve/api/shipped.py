"""What comes with tsolve besides the games: example positions, and a mistake for each diagnostic code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tsolve.api.games import GAMES
from tsolve.codes import CODES
from tsolve.diagnostics import suggest
from tsolve.errors import UnknownNameError
from tsolve.model.lookups import CodeRow, ExplanationAnswer, ExplanationsAnswer, Mistake
from tsolve.regex import Regex
from tsolve.source.decode import decode
from tsolve.source.parse import parse_file

_PACKAGE = Path(__file__).parent.parent
_FOLDER = _PACKAGE / "examples"
_MISTAKES = _PACKAGE / "mistakes.yaml"
_CODE = Regex(r"(?:E|TS|)(?P<number>[0-9]{3})")
_GAME = Regex(r"^game: (?P<id>\S+)$", re.MULTILINE)


class Example(NamedTuple):
    """A position file, with the question that its first comment asks."""

    name: str
    about: str
    text: str
    game: str


def examples() -> tuple[Example, ...]:
    """All of them, game by game and by their names."""
    found = map(_read, sorted(_FOLDER.glob("*.yaml")))
    return tuple(sorted(found, key=lambda each: list(GAMES).index(each.game)))


def example(name: str) -> Example:
    """The example of this name, with or without `.yaml`. Raises UnknownNameError."""
    known = {each.name: each for each in examples()}
    wanted = name.removesuffix(".yaml")
    if wanted not in known:
        near = suggest(wanted, known) or f"there are: {', '.join(known)}"
        raise UnknownNameError(f'there is no example "{name}"; {near}')
    return known[wanted]


def _read(path: Path) -> Example:
    text = path.read_text(encoding="utf-8")
    about, _, _ = text.partition("\n")
    game = _GAME.search(text)
    assert game is not None
    return Example(path.stem, about.removeprefix("# "), text, game["id"])


def explain(code: str = "") -> ExplanationAnswer | ExplanationsAnswer:
    """What a code such as E302 means, with a mistake that gives it; without a code a list of them.

    Spelled E302, e302, 302, or TS302 as of old. Raises UnknownNameError for any other.
    """
    if not code:
        return ExplanationsAnswer(tuple(CodeRow(each, info.title) for each, info in sorted(CODES.items())))
    known, written = code_of(code), code.strip()
    if not known:
        near = suggest(written.upper(), CODES) or "`tsolve explain` lists them"
        raise UnknownNameError(f'there is no diagnostic "{code}"; {near}')
    info = CODES[known]
    is_old = written.upper().startswith("TS")
    note = f"{written} is {known} now, so that it is not taken for a rule." if is_old else ""
    return ExplanationAnswer(known, info.title, info.explanation, mistakes()[known], note)


def code_of(text: str) -> str:
    """The code that a text names; empty for none."""
    match = _CODE.fullmatch(text.strip().upper())
    known = f"E{match['number']}" if match else ""
    return known if known in CODES else ""


def mistakes() -> dict[str, Mistake]:
    """For each code a mistake that gives it."""
    return decode(parse_file(_MISTAKES), dict[str, Mistake]).value
