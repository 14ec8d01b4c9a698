"""Claims that say two things of somebody: `Monster 1 moves to (5,3) and attacks Brute` is two claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.writing.names import find_figure
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import Node, Scalar
from tsolve.written.measure_names import MeasureNames
from tsolve.written.phrases import LONGEST
from tsolve.written.statements import Claim

_MOST = 4
"""The most places at which a sentence is tried to be parted."""
_AND = re.compile(r"\s*,?\s+(?:and|i|oraz|then|but)\s+(?!(?:the\s+)?[^\s]+$)", re.IGNORECASE)


def one_by_one(
    node: Node, type_: type[Claim], names: Iterable[str], ruleset: Ruleset[Card]
) -> Iterator[Node]:
    """The claims of one sentence, each with its subject."""
    known = list(names)
    if not isinstance(node, Scalar) or len(node.text) > LONGEST or _is_claim(node.text, type_, ruleset):
        yield node
        return
    for found in islice(_AND.finditer(node.text), _MOST):
        first, rest = node.text[: found.start()], node.text[found.end() :]
        subject = _subject(first, known, ruleset, node)
        both = [first, f"{subject} {rest}"]
        if subject and all(_is_claim(each, type_, ruleset) for each in both):
            yield from (replace(node, text=each, quoted=True) for each in both)
            return
    yield node


def _is_claim(words: str, type_: type[Claim], ruleset: Ruleset[Card]) -> bool:
    names = MeasureNames(lambda: ruleset.names.words, lambda: ruleset.names.cards)
    for each in (words, names.sentence(words, type_)):
        try:
            type_.from_text(each)
        except ValueError:
            continue
        return True
    return False


def _subject(words: str, names: list[str], ruleset: Ruleset[Card], node: Scalar) -> str:
    """The figure with which a sentence begins, as it is written."""
    parts = words.split()
    for count in range(min(len(parts), 4), 0, -1):
        said = " ".join(parts[:count])
        if find_figure(ruleset, said, names, "figure", Diagnostics(), node.span) is not None:
            return said
    return ""
