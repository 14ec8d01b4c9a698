"""What a file writes that cannot lie on a table: each is told in a line, and the position is played as it is
written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tsolve.errors import Span, TreePath
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.drawing import HAND_SIZE
from tsolve.source.tree import MappingNode, Node, Scalar, SequenceNode
from tsolve.written.card_names import Use

if TYPE_CHECKING:
    from tsolve.games.thunderstone.writing.position import Zones

VILLAGE_STACKS = 8
"""Village cards that are laid out. (TS-2.2)"""


def tell_doubts(zones: Zones, table: State, cards: Mapping[str, Card]) -> None:
    """Tell what the box or the set-up rules out; `cards` are those of the boxes in play."""
    _copies(zones)
    _size(zones, (), [member.card for member in table.party])
    for number, player in enumerate(table.players):
        owner: TreePath = ("players", "others", number - 1) if number else ()
        _size(zones, owner, player.hand or ())
        _xp(zones, owner, player.xp, cards)
    _village(zones, table)
    _deeds_of_others(zones)


def _copies(zones: Zones) -> None:
    """More copies of a card than the box holds; only Disease has no limit. (TS-1.3)"""
    uses: dict[str, list[Use]] = {}
    for use in zones.counted():
        uses.setdefault(use.card, []).append(use)
    for card_id, written in uses.items():
        card, total = zones.ruleset.cards[card_id], sum(use.copies for use in written)
        if not card.is_disease and total > card.count:
            message = f"the box holds {card.count} x {card.name}: {total} are named"
            zones.found.doubt(message, written[-1].span)


def _size(zones: Zones, owner: TreePath, hand: Sequence[str]) -> None:
    """A hand larger than the one that a turn ends with, though no card of it draws any. (TS-3.2)"""
    if len(hand) > HAND_SIZE and not any(_draws(zones.ruleset.cards[card]) for card in hand):
        message = f"a turn ends with a hand of {HAND_SIZE} cards: {len(hand)} are named"
        zones.found.doubt(message, zones.decoded.span(*owner, "hand"))


def _draws(card: Card) -> bool:
    return any("draw" in ability.say() for ability in card.abilities)


def _xp(zones: Zones, owner: TreePath, xp: int, cards: Mapping[str, Card]) -> None:
    """More XP than all Monsters of the boxes give together. (TS-7.6)"""
    if xp > _ORDINARY and xp > (most := _most_xp(cards)):
        zones.found.doubt(
            f"all Monsters give {most} XP together: {xp} are named", zones.decoded.span(*owner, "xp")
        )


_ORDINARY = 60
"""XP that nobody has to add up."""


def _most_xp(cards: Mapping[str, Card]) -> int:
    return sum((card.xp or 0) * card.count for card in cards.values() if card.is_monster)


def _deeds_of_others(zones: Zones) -> None:
    """Claims of what a player can do whose turn it is not: they are judged of this turn."""
    others = zones.file.players.others
    names = [] if isinstance(others, int) else [each.name for each in others if each.name]
    root = zones.decoded.root
    if not names or not isinstance(root, MappingNode):
        return
    acts = re.compile(rf"(?P<who>{'|'.join(map(re.escape, names))}):? (?:{_ACTS})\b", re.IGNORECASE)
    claims = next((value for key, value in root.items if key.text == "claims"), None)
    for text, span in _sentences(claims) if claims is not None else ():
        if found := acts.match(text):
            me = zones.file.player or "player 1"
            zones.found.doubt(
                f"it is the turn of {me}, of which the claim about {found['who']} is judged", span
            )


_ACTS = (
    r"can|cannot|can't|may|could|must|has to|is too weak|is not strong enough|has \d+ (?:gold|against)"
    r"|(?:get|gain|earn|have|make)s? \d+ (?:xp|experience|gold)"
    r"|(?:beat|defeat|kill|slay|attack|fight|buy|make|reache)s"
)
"""What a sentence says of a player's turn."""


def _sentences(claims: Node) -> Iterator[tuple[str, Span]]:
    """The claims in words, those after a name and a colon among them."""
    match claims:
        case Scalar():
            yield claims.text, claims.span
        case SequenceNode():
            for each in claims.items:
                yield from _sentences(each)
        case MappingNode():
            for key, value in claims.items:
                for text, span in _sentences(value):
                    yield f"{key.text}: {text}", span


def _village(zones: Zones, table: State) -> None:
    """More kinds of Village cards than are laid out. (TS-2.2)"""
    sold = _of_kind(zones.ruleset.cards, table.stalls, "village")
    if len(sold) > VILLAGE_STACKS:
        message = f"the set-up lays out {VILLAGE_STACKS} kinds of Village cards: {len(sold)} are named"
        zones.found.doubt(message, zones.decoded.span("village"))


def _of_kind(cards: Mapping[str, Card], stalls: Iterable[str], kind: str) -> list[str]:
    return [card for card in stalls if cards[card].kind == kind]
