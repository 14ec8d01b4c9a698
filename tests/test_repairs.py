"""Reasons and repairs of every game, tried out: with what is said to be enough the thing is done by a line
that the engine plays, and with one less it cannot be done.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.stripped import puzzles
from tests.sweeping import some
from tsolve import api
from tsolve.contract.position import Position
from tsolve.model.why_not import WhyNotAnswer
from tsolve.worlds import why_not
from tsolve.worlds.possibility import certainly, is_possible
from tsolve.worlds.why_not_question import Question

ASKED = {"not_defeats": "defeat {}", "cannot_buy": "buy {}", "cannot_reach": "reach {}", "cannot": "{}"}
"""Claims, and the question whose answer they are."""
EVERY = 12
"""One of so many puzzles is asked by default, and all with `--large`."""


def questions(position: Position[Any, Any]) -> Iterator[str]:
    """What a puzzle asks that may be impossible."""
    yield from getattr(position.written.expect, "why_not", {})
    for claim in position.written.claims:
        for kind, form in ASKED.items():
            if isinstance(named := getattr(claim, kind, None), str):
                yield form.format(named)


def denying() -> list[Path]:
    """The puzzles about something that is impossible."""
    words = ("why_not:", *(f"{kind}:" for kind in ASKED))
    return [path for path in puzzles() if any(word in path.read_text(encoding="utf-8") for word in words)]


@pytest.mark.parametrize("path", some(denying(), EVERY), ids=lambda path: path.stem)
def test_what_is_enough_is_enough_and_one_less_is_not(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Question[Any, Any, Any], Any]] = []

    class Listening(why_not._Answering[Any, Any, Any]):
        def answer(self) -> WhyNotAnswer:
            asked.append((self.question, self.world))
            return super().answer()

    monkeypatch.setattr(why_not, "_Answering", Listening)
    position = api.load(path)
    for text in questions(position):
        asked.clear()
        answer = api.why_not(position, text)
        if answer.verdict == "impossible" and asked and answer.chance is None:
            holds(answer, *asked[-1])


def holds(answer: WhyNotAnswer, question: Question[Any, Any, Any], world: Any) -> None:
    """Every reason and every repair of an answer, each in the world that it speaks of."""
    reasons = why_not.Reasons(question, world)
    for core in reasons.cores() if answer.reasons and not answer.absolute else ():
        assert not is_possible(question, reasons.without(core.obstacles)), core
        for each in core.obstacles:
            done(question, reasons.without({*core.obstacles} - {each}))
    for gap in answer.missing:
        if gap.amount is not None:
            done(question, question.more(gap.quantity, gap.amount)(world))
            assert not is_possible(question, question.more(gap.quantity, gap.amount - 1)(world)), gap
    assert all(card.line.legal for card in answer.cards)


def done(question: Question[Any, Any, Any], world: Any) -> None:
    """It is done in that world by a line that the engine plays."""
    sought = certainly(question, world)
    assert sought.line is not None
    line, _ = question.shown(world, sought.line, sought.drawn)
    assert line.legal
