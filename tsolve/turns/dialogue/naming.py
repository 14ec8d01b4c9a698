"""What somebody may mean by a name that is typed: one card, perhaps one, or several."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tsolve.rules.names import Ambiguous, Match
from tsolve.rules.near_names import near_cards
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.rules.text import squash
from tsolve.turns.card_names import members_of


class Meant(msgspec.Struct, frozen=True):
    """The cards that a name may mean, the nearest first."""

    cards: tuple[str, ...]
    sure: bool
    """Whether the name is that of a card, or a part that only one has."""


def meant(ruleset: Ruleset[CardFacts], name: str, kinds: Sequence[str] = ()) -> Meant:
    """What a name means among the cards of these kinds."""

    def fitting(cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(card for card in cards if not kinds or _kind(ruleset, card) in kinds)

    match = ruleset.names.resolve(name)
    if isinstance(match, Match):
        return Meant((match.id,), True)
    if isinstance(match, Ambiguous):
        cards = fitting(match.ids)
        return Meant(cards, len(cards) == 1)
    if group := fitting(members_of(ruleset, name)):
        return Meant(group, len(group) == 1)
    near = near_cards(ruleset, name)
    index = ruleset.names.cards
    ids = (index.ids.get(squash(shown.partition(" = ")[0]), ()) for shown in near.names)
    cards = fitting(tuple(dict.fromkeys(card for found in ids for card in found if card in ruleset.cards)))
    return Meant(cards, len(cards) == 1 and near.holds_words)


def _kind(ruleset: Ruleset[CardFacts], card: str) -> str:
    return str(getattr(ruleset.cards[card], "kind", ""))
