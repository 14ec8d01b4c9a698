"""The Monster decks under other keys: by the numbers of their levels, as a list, or each under a key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.regex import Regex
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode
from tsolve.written.unseen_cards import unseen_pile

if TYPE_CHECKING:
    from tsolve.games.quest.writing.plain_form import Part

_OF_LEVEL = Regex(
    r"(?:monster ?)?(?:decks? )?(?:of )?(?:the )?(?:level|lvl)?[ _-]?(?P<level>[1-3])(?: deck)?", re.I
)
ONE_DECK = Regex(
    r"(?:monsterdeck(?:of)?(?:level|lvl)?|deckof(?:level|lvl)|(?:level|lvl))(?P<level>[1-3])"
    r"|(?:level|lvl)(?P<first>[1-3])(?:monster)?deck"
)
"""A key of one deck, folded."""


def monster_decks(parts: Iterable[Part], problems: Diagnostics) -> Iterator[tuple[Scalar, Node]]:
    """The Monster decks in one key."""
    found: list[tuple[Scalar, Node]] = []
    first: Scalar | None = None
    for part in parts:
        first = first or part.label
        own = ONE_DECK.fullmatch(part.word)
        if own is not None:
            found.append((replace(part.label, text=f"level_{own['level'] or own['first']}"), part.value))
        elif isinstance(part.value, MappingNode):
            found += [(_named(label), value) for label, value in part.value.items]
        elif _is_by_level(part.value):
            assert isinstance(part.value, SequenceNode)
            found += [
                (Scalar(f"level_{level}", each.span), each) for level, each in enumerate(part.value.items, 1)
            ]
        else:
            yield part.label, part.value  # it does not say which deck it is
            return
    if first is not None:
        decks = tuple((label, unseen_pile(label.text, deck, problems)) for label, deck in found)
        yield replace(first, text="monster_decks"), MappingNode(decks, first.span)


def _is_by_level(value: Node) -> bool:
    """Whether a list has a list for each of the three levels."""
    is_list = isinstance(value, SequenceNode) and len(value.items) == 3
    return is_list and all(isinstance(each, SequenceNode) for each in getattr(value, "items", ()))


def _named(label: Scalar) -> Scalar:
    """The key of a deck that is named by its level."""
    found = _OF_LEVEL.fullmatch(" ".join(label.text.split()))
    return label if found is None else replace(label, text=f"level_{found['level']}")


def is_deck_of_level(word: str) -> bool:
    """Whether a folded key names one Monster deck."""
    return ONE_DECK.fullmatch(word) is not None and "deck" in word
