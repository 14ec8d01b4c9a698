"""The verdict of an answer: a word and its exit code. Also chances in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, cast

import msgspec

if TYPE_CHECKING:
    from fractions import Fraction


HOLDS, REFUTED, WRONG, UNDECIDED, INTERNAL = 0, 1, 2, 3, 4

Word: TypeAlias = Literal[
    "answered",
    "as expected",
    "changed",
    "confirmed",
    "counted",
    "different",
    "fails",
    "found",
    "graded",
    "holds",
    "impossible",
    "input error",
    "internal error",
    "legal",
    "no",
    "not legal",
    "nothing found",
    "possible",
    "proved",
    "refuted",
    "same",
    "stopped early",
    "undecided",
    "yes",
]

EXIT_CODES: Mapping[Word, int] = {
    "answered": HOLDS,
    "as expected": HOLDS,
    "confirmed": HOLDS,
    "counted": HOLDS,
    "found": HOLDS,
    "graded": HOLDS,
    "holds": HOLDS,
    "legal": HOLDS,
    "possible": HOLDS,
    "proved": HOLDS,
    "same": HOLDS,
    "yes": HOLDS,
    "changed": REFUTED,
    "different": REFUTED,
    "fails": REFUTED,
    "impossible": REFUTED,
    "no": REFUTED,
    "not legal": REFUTED,
    "nothing found": REFUTED,
    "refuted": REFUTED,
    "input error": WRONG,
    "stopped early": UNDECIDED,
    "undecided": UNDECIDED,
    "internal error": INTERNAL,
}

_WORST_FIRST = (INTERNAL, WRONG, REFUTED, UNDECIDED, HOLDS)


class UnsureFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed fact on which an answer rests and that one source alone tells, or that sources tell
    differently.
    """

    fact: str
    """What it is about: `abilities`, `hit points`."""
    of: str
    """Whose it is: a card, a class, a scenario."""
    source: str = ""
    """The id of the only document that tells it."""
    says: dict[str, str] = {}
    """Where the sources differ, what each says."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What every answer has."""

    unsure: tuple[UnsureFact, ...] | msgspec.UnsetType = msgspec.UNSET
    """The printed facts that it rests on and of which one source alone tells, or sources differ."""

    @property
    def verdict(self) -> Word:
        """The verdict, in the word that the text and the JSON of the command use."""
        return "answered"

    @property
    def told(self) -> Word:
        """The verdict in the word that people see."""
        return self.verdict

    @property
    def exit_code(self) -> int:
        """The exit code of a command that gives this answer: 0 holds, 1 refuted, 3 undecided; for a suite
        also 2 for a wrong file and 4 for an internal error.
        """
        return EXIT_CODES[self.verdict]

    @property
    def holds(self) -> bool:
        """Whether the exit code is 0: what was stated holds, what was asked is answered."""
        return self.exit_code == HOLDS

    def __repr__(self) -> str:
        return in_brief(self, self.told, _notebook().gist(self))

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return _notebook().as_html(self)

    def _repr_svg_(self) -> str | None:
        """The board, or the chances, as a picture; None where the answer has none."""
        return _notebook().as_svg(self)


class _Notebook(Protocol):
    """`tsolve.report.notebook`, which stands above: it is found by its name, and only to show something."""

    def gist(self, answer: Answer) -> str: ...
    def as_html(self, answer: Answer) -> str: ...
    def as_svg(self, answer: Answer) -> str | None: ...


def _notebook() -> _Notebook:
    return cast("_Notebook", import_module("tsolve.report.notebook"))


def in_brief(thing: object, word: str, text: str) -> str:
    """What a prompt shows of an answer or a part of one: `<CheckAnswer refuted: ...>`."""
    said = f"{word}: {text}" if word and text else word or text
    return f"<{type(thing).__name__} {said}>"


def worst(codes: Iterable[int]) -> int:
    """The exit code of a run over several files: a file that cannot be judged outweighs a refuted one."""
    found = set(codes)
    return next((code for code in _WORST_FIRST if code in found), HOLDS)


_LONGEST = 9
"""The most characters of a fraction that is shown; a longer one is rounded."""


def chance_in_words(chance: Fraction) -> str:
    """A chance as people say it: `5 in 12 (42 %)`, `certain`, `no chance`."""
    if chance.denominator == 1:
        return "certain" if chance else "no chance"
    rounded = in_hundredths(float(chance))
    return (
        f"{chance.numerator} in {chance.denominator} ({rounded})" if _is_short(chance) else f"about {rounded}"
    )


_NOT_TAKEN = ": not taken into account: "


def not_taken(where: str, what: Iterable[str]) -> tuple[str, ...]:
    """The note that says what an answer leaves aside; none where it leaves nothing aside."""
    told = "; ".join(what)
    return (f"{where}{_NOT_TAKEN}{told}",) if told else ()


def comes_first(note: str) -> bool:
    """Whether a note stands in the first lines of an answer."""
    return _NOT_TAKEN in note


def sentence(text: str) -> str:
    """A phrase with a capital letter, as at the start of a sentence."""
    return text[:1].upper() + text[1:]


def in_hundredths(share: float) -> str:
    """A share in whole percent, never rounded to 0 or 100: `42 %`, `0.4 %`, `below 0.1 %`."""
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    if 0.005 <= share < 0.995:
        return f"{100 * share:.0f} %"
    if 0.0005 <= share < 0.9995:
        return f"{100 * share:.1f} %"
    return "below 0.1 %" if share < 0.5 else "above 99.9 %"


def _is_short(chance: Fraction) -> bool:
    return len(str(chance)) <= _LONGEST
