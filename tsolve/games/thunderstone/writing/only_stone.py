"""`Thunderstone` without another name: the only one of the boxes on the table. (TS-2.1, DS-10)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.rules.names import Match
from tsolve.source.tree import folded, texts
from tsolve.written.card_names import split_count

if TYPE_CHECKING:
    from tsolve.errors import Span
    from tsolve.games.thunderstone.writing.position import Zones


def is_stone(name: str) -> bool:
    """Whether a text says no more than that it is a Thunderstone."""
    return folded(name).removeprefix("the") == "thunderstone"


def only_stone(zones: Zones, name: str, span: Span) -> str:
    """The Thunderstone of the boxes on the table, if only one is in them; else empty, which is told."""
    cards, root = zones.ruleset.cards, zones.decoded.root
    written = texts(root) if root is not None else ()
    named = {zones.ruleset.names.resolve(split_count(text)[1]) for text in written}
    met = {cards[each.id].set for each in named if isinstance(each, Match) and each.id in cards} - {""}
    boxes = {box for box in zones.ruleset.boxes if folded(box) in map(folded, zones.file.sets)} | met
    boxes = boxes or {*zones.ruleset.boxes[:1]}
    stones = [id_ for id_, card in cards.items() if card.kind == "thunderstone" and card.set in boxes]
    if len(stones) != 1:
        known = zones.ruleset.listed(tuple(stones)) or "in no box of this game"
        zones.found.report("E303", f'"{name}" may be {known}', span, "write its name")
        return ""
    zones.found.read_as[span] = cards[stones[0]].name
    return stones[0]
