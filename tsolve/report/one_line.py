"""A short page as one line, however long: what `--quiet` tells of an answer that is one sentence or a few."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from tsolve.report.page import Block, Labelled, Line, Page, Paragraph, Verdict

A = TypeVar("A")


def in_one_line(show: Callable[[Page, A], None]) -> Callable[[Page, A], None]:
    """The same answers, each in one line: the place, the verdict, and what is said of it."""

    def shown(page: Page, answer: A) -> None:
        short = Page()
        show(short, answer)
        if told := " ".join(_texts(short.blocks)):
            page.line(told)

    return shown


def _texts(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Verdict(word, text, _, place):
                yield ": ".join(filter(None, (place, word, text)))
            case Paragraph():
                yield block.told
            case Labelled(label, text):
                yield f"{label[:1].upper()}{label[1:]}: {text}."
            case Line(text):
                yield text
            case _:
                pass
