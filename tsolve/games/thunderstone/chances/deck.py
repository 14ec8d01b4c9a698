"""Which cards hands are dealt from, and what they meet: from a position and the wishes of the caller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics
from tsolve.errors import UsageError
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import UNSEEN, Slot
from tsolve.games.thunderstone.turn.hall import RANKS
from tsolve.games.thunderstone.writing.card_names import MOST_COPIES, resolve, split_count

EMPTY, UNKNOWN = "none", "unknown"


def deck_of(opened: Opened, all_cards: bool) -> tuple[str, ...]:
    """The player's deck and discard pile, with `all_cards` the hand too. Raises UsageError when part of the
    deck is unknown.
    """
    me = opened.state.me
    if piles.has_unknown(me.deck):
        raise UsageError(
            "chances need the contents of the deck, and it is not known; "
            "write its cards as `deck: {rest: [...]}`"
        )
    hand = [member.card for member in opened.state.party] if all_cards else []
    deck = (*piles.contents(me.deck), *me.discard, *hand)
    if not deck:
        raise UsageError("there is no card in the deck and the discard pile")
    return deck


def changed(
    opened: Opened, deck: Sequence[str], adding: Sequence[str], removing: Sequence[str]
) -> tuple[str, ...]:
    """The deck with and without the cards named. Raises InputError for a name that is no card, UsageError for
    a card that cannot be added or is not there.
    """
    cards = Counter(deck)
    for card in _named(opened, removing):
        if not cards[card.id]:
            held = deck.count(card.id)
            have = f"only {held} x {card.name}" if held else f"no {card.name}"
            raise UsageError(f"the deck has {have} to leave out")
        cards[card.id] -= 1
    for card in _named(opened, adding):
        if card.kind == "thunderstone":
            raise UsageError(f"{card.name} cannot be added to a deck")
        cards[card.id] += 1
        if not card.is_disease and cards[card.id] > card.count:
            raise UsageError(f"{cards[card.id]} x {card.name}, but the box holds {card.count}")
    found = tuple(cards.elements())
    if not found:
        raise UsageError("no card is left in the deck")
    return found


def with_hall(opened: Opened, names: Sequence[str]) -> Opened:
    """The position with another Hall.

    Raises InputError for a name that is no card, UsageError for a Hall that cannot be.
    """
    if len(names) != len(RANKS):
        raise UsageError(f"the Hall has {len(RANKS)} Ranks, not {len(names)}")
    slots = []
    for name in names:
        if name.casefold() in (EMPTY, UNKNOWN):
            slots.append(Slot(UNSEEN if name.casefold() == UNKNOWN else ""))
            continue
        (card,) = _named(opened, [name])
        if card.kind not in ("monster", "guardian", "thunderstone"):
            raise UsageError(f"{card.name} cannot stand in the Hall")
        if card.kind == "guardian" and not slots:
            raise UsageError(f"{card.name} does not stay in Rank 1: it leaves the Hall for space 0")
        slots.append(Slot(card.id))
    if (
        opened.book.cards[slots[0].card].kind == "thunderstone"
        if slots[0].card in opened.book.cards
        else False
    ):
        raise UsageError("a Thunderstone in Rank 1 ends the game")
    first = replace(slots[0], breached=True)
    return opened.at(replace(opened.state, hall=(first, *slots[1:])))


def _named(opened: Opened, names: Sequence[str]) -> list[Card]:
    found = Diagnostics()
    cards = []
    for text in names:
        count, name = split_count(text)
        if not 1 <= count <= MOST_COPIES:
            raise UsageError(f'"{text}": at least 1 and at most {MOST_COPIES} copies')
        card = resolve(opened.ruleset, name, found, None)
        if card:
            cards += [opened.book.cards[card]] * count
    found.raise_if_any()
    return cards
