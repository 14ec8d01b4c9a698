"""Exit codes: 0 holds, 1 refuted, 2 wrong input or usage, 3 undecided, 4 internal; and the words for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:  # every command needs the codes, few the answers
    from tsolve.model.answers import CheckAnswer, Status
    from tsolve.model.coverage import CoverageAnswer
    from tsolve.model.regress import RegressAnswer
    from tsolve.model.solved import SolvedAnswer

HOLDS, REFUTED, WRONG, UNDECIDED, INTERNAL = 0, 1, 2, 3, 4


class Verdict(msgspec.Struct, frozen=True):
    """The verdict of an answer: a word and its exit code."""

    word: str
    exit_code: int


_USUAL: Mapping[int, str] = {HOLDS: "answered", REFUTED: "refuted", UNDECIDED: "undecided"}
_WORDS: Mapping[str, Mapping[int, str]] = {
    "diff": {HOLDS: "same", REFUTED: "different"},
    "grade": {HOLDS: "graded", REFUTED: "not legal"},
    "hunt": {HOLDS: "found", REFUTED: "nothing found"},
    "regress": {HOLDS: "holds", REFUTED: "fails", WRONG: "input error", INTERNAL: "internal error"},
    "score": {HOLDS: "counted", REFUTED: "not legal"},
    "solve": {HOLDS: "proved", REFUTED: "impossible"},
    "verify": {HOLDS: "same", REFUTED: "changed"},
    "why-not": {HOLDS: "possible", REFUTED: "impossible"},
}
"""Command -> exit code -> what its answer comes to, where that is not the usual word."""

_OF_BEST: Mapping[Status, int] = {"optimal": HOLDS, "undecided": UNDECIDED, "impossible": REFUTED}
"""Status of the best line -> exit code, where nothing else is asked."""

_WORST_FIRST = (INTERNAL, WRONG, REFUTED, UNDECIDED, HOLDS)


def worst(codes: Iterable[int]) -> int:
    """The code of a run over several files: what could not be judged outweighs what was refuted."""
    found = set(codes)
    return next((code for code in _WORST_FIRST if code in found), HOLDS)


def expects(answer: CheckAnswer, part: str) -> bool:
    """Whether the file states expectations about its `line` or its `claims`."""
    return any(each.what.startswith(part) for each in answer.expectations)


def only_asks(answer: CheckAnswer) -> bool:
    """Whether the file states nothing that could hold: then it asks for the best line."""
    return answer.line is None and not answer.claims and not answer.expectations


def has_news(answer: CheckAnswer) -> bool:
    """Whether `--quiet` leaves anything to say: what was asked, or that something does not hold."""
    return only_asks(answer) or exit_code(answer) != HOLDS


def exit_code(answer: CheckAnswer) -> int:
    """The verdict on one file.

    A file that states expectations about its line or its claims is judged by these, so that a puzzle may show
    an illegal line. Whether the best line is proved matters only where the file asks nothing else.
    """
    if any(not each.holds and not each.undecided for each in answer.expectations):
        return REFUTED
    judged = answer.line if not expects(answer, "line") else None
    if judged is not None and not judged.legal and not judged.undecided:
        return REFUTED
    verdicts = set() if expects(answer, "claims") else {claim.verdict for claim in answer.claims}
    if "refuted" in verdicts:
        return REFUTED
    if "undecided" in verdicts or (judged is not None and judged.undecided):
        return UNDECIDED
    if any(each.undecided for each in answer.expectations):
        return UNDECIDED
    if only_asks(answer) and answer.solution is not None:
        return _OF_BEST[answer.solution.status]
    return HOLDS


def check_word(answer: CheckAnswer) -> str:
    """What the verdict on one file is called.

    Only what claims or expects something can hold; a line by itself is legal, and a file that states nothing
    asks for the best line, and is answered, unless no line attacks the target that was asked for.
    """
    code = exit_code(answer)
    if only_asks(answer):
        return {**_USUAL, REFUTED: "impossible"}[code]
    if code:
        return _USUAL[code]
    return "holds" if answer.claims or answer.expectations else "legal"


def verdict(command: str, answer: object, code: int) -> Verdict:
    """The verdict on an answer of a command, which ends with this exit code."""
    from tsolve.model.answers import CheckAnswer

    if isinstance(answer, CheckAnswer):
        return Verdict(check_word(answer), code)
    return Verdict(_WORDS.get(command, {}).get(code) or _USUAL[code], code)


def solved_code(answer: SolvedAnswer) -> int:
    """Whether the best line is proved; refuted when there is no line at all."""
    return _OF_BEST[answer.solution.status]


def coverage_code(answer: CoverageAnswer | None, at_least: float | None) -> int:
    """REFUTED where less of some game is covered than is asked for, else HOLDS."""
    if answer is None or at_least is None:
        return HOLDS
    return REFUTED if any(game.percent < at_least for game in answer.games) else HOLDS


def suite_code(answer: RegressAnswer) -> int:
    """The worst of a suite of puzzles."""
    codes = {
        "holds": HOLDS,
        "refuted": REFUTED,
        "undecided": UNDECIDED,
        "wrong": WRONG,
        "internal": INTERNAL,
        "left out": UNDECIDED,
    }
    return worst(codes[puzzle.status] for puzzle in answer.puzzles)
