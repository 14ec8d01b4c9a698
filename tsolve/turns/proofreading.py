"""Reads every written step of a file for its words, to report all misspellings together.

What a step means depends on the position it is taken in; its verb and the names in it do not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from tsolve.diagnostics import Diagnostics, Span
from tsolve.errors import InputError
from tsolve.source.decode import Decoded
from tsolve.turns.everybody import everybody
from tsolve.turns.several_steps import may_be_several
from tsolve.turns.step_text import FaultyCardError

if TYPE_CHECKING:
    from tsolve.turns.claims import Claim
    from tsolve.turns.expectations import Expected

_MOST_PARTS = 1_000
"""Parts of the sentences of a file that are read to see whether these are steps."""
_ABOUT_NAMES = ("E302", "E303")


class File(Protocol):
    """Where a position file writes steps."""

    @property
    def line(self) -> tuple[str, ...]: ...
    @property
    def claims(self) -> Sequence[Claim]: ...
    @property
    def expect(self) -> Expected: ...


F = TypeVar("F", bound=File)
Reader = Callable[[str, Span | None], object]
"""Reads one step for its words alone. Raises InputError for one that says nothing."""


def proofread(decoded: Decoded[F], found: Diagnostics, read: Reader, kinds: Collection[str] = ()) -> None:
    """Report steps without an action (E321), unknown names (E302, E303) and words without a meaning
    (E323), each where it stands; `kinds` are words for kinds of pieces. A text that may be several steps is
    told when it is played.
    """
    tries = iter(range(_MOST_PARTS))

    def reads(part: str) -> bool:
        return next(tries, None) is not None and _reads(read, part, kinds)

    for text, span, is_step in _steps(decoded):
        if found.full:
            return
        try:
            _read_all(read, text, span, kinds)
        except FaultyCardError:
            continue
        except InputError as error:
            if may_be_several(text, reads):
                continue
            for each in error.diagnostics:
                if is_step or each.code in _ABOUT_NAMES:
                    found.report(each.code, each.message, each.span, each.help)


def _read_all(read: Reader, text: str, span: Span | None, kinds: Collection[str]) -> None:
    """Read a step, or the step that each player takes by a sentence about all of them."""
    said = everybody(text, kinds)
    for step in (text,) if said is None else said.steps:
        read(step, span)


def _reads(read: Reader, text: str, kinds: Collection[str]) -> bool:
    try:
        _read_all(read, text, None, kinds)
    except InputError:
        return False
    return True


def _steps(decoded: Decoded[F]) -> Iterator[tuple[str, Span, bool]]:
    """The steps of the turn, of claims and of expectations, with their places.

    What can be done, by a claim, need not be a step.
    """
    file = decoded.value
    for index, text in enumerate(file.line):
        yield text, decoded.span("line", index), True
    for index, claim in enumerate(file.claims):
        for kind in ("legal", "illegal", "can", "cannot"):
            if text := getattr(claim, kind):
                yield text, decoded.span("claims", index, kind), kind in ("legal", "illegal")
    for index, text in enumerate(file.expect.legal):
        yield text, decoded.span("expect", "legal", index), True
    for text in file.expect.illegal:
        yield text, decoded.key_span("expect", "illegal", text), True
