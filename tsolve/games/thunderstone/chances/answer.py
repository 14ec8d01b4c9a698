"""The decks that are asked about, and what else should be known of their chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tsolve.batch.crew import Crew
from tsolve.games.thunderstone.chances.battle import can_reveal
from tsolve.games.thunderstone.chances.deck import changed, deck_of, with_hall
from tsolve.games.thunderstone.chances.table import table_of
from tsolve.games.thunderstone.chances.work import HandWork, Quantities
from tsolve.games.thunderstone.figures import sections
from tsolve.games.thunderstone.opened import Opened
from tsolve.games.thunderstone.state import UNSEEN
from tsolve.games.thunderstone.turn.market import for_sale
from tsolve.games.thunderstone.turn.order import HAND_SIZE
from tsolve.model.odds import DeckWish, OddsAnswer
from tsolve.turns.odds.answer import Asked, side_by_side, title_of
from tsolve.turns.odds.deal import SHARE

SLOW_SHARE = 5
"""Hands of a share where cards draw or change the Hall."""


def odds(opened: Opened, wish: DeckWish, crew: Crew, file: str = "") -> OddsAnswer:
    """The chances of the position's deck, and of the changed one where the wish changes it.

    Raises InputError and UsageError for a wish that makes no sense, or a deck that is not known.
    """
    if wish.against:
        opened = with_hall(opened, wish.against)
    deck = deck_of(opened, wish.all_cards)
    decks = [_asked(opened, deck, "", wish.draws)]
    if wish.adding or wish.removing:
        other = changed(opened, deck, wish.adding, wish.removing)
        decks.append(_asked(opened, other, title_of(wish), wish.draws))
    return side_by_side(file, decks, wish, crew, tuple(_notes(opened, wish, decks)))


def _asked(opened: Opened, deck: Sequence[str], title: str, draws: bool) -> Asked:
    """One deck to be looked at."""
    book, table = opened.book, table_of(opened.book, opened.state)
    cards = Counter(deck)
    kinds = sorted(cards, key=lambda card: (card not in book.heroes, card))
    monsters, stacks = table.monsters, for_sale(book, opened.state)
    slow = draws and any(can_reveal(book, card, "dungeon") for card in kinds)
    return Asked(
        title,
        {card: cards[card] for card in kinds},
        {card: book.name(card) for card in kinds},
        HAND_SIZE,
        HandWork(table, tuple(sorted(cards.elements())), draws),
        Quantities(len(monsters)).left_out,
        lambda found: sections(book, monsters, stacks, found),
        SLOW_SHARE if slow else SHARE,
    )


def _notes(opened: Opened, wish: DeckWish, decks: Sequence[Asked]) -> list[str]:
    """What else should be known about the chances."""
    state = opened.state
    notes = []
    if state.party and not wish.all_cards:
        notes.append("the cards in hand are not counted; --all-cards counts them too")
    if any(len(segment.cards) > 1 and segment.order == "known" for segment in state.me.deck):
        notes.append("the order of the deck is not used: deck and discard pile are shuffled together")
    if not _standing(opened):
        notes.append("no Monster is known to stand in the Hall; --against names them")
    elif any(slot.card == UNSEEN for slot in state.hall):
        notes.append("a card of the Hall is not known: nothing is reckoned with it")
    if state.stock is None:
        notes.append("the position does not say what the Village sells")
    if any(asked.size < HAND_SIZE for asked in decks):
        notes.append(f"a deck of fewer than {HAND_SIZE} cards is dealt whole")
    notes += _about_draws(opened, wish, decks)
    return notes


def _about_draws(opened: Opened, wish: DeckWish, decks: Sequence[Asked]) -> list[str]:
    book = opened.book
    cards = dict.fromkeys(card for asked in decks for card in asked.copies)
    places = ["dungeon", "village"] if _standing(opened) else ["village"]
    names = [book.name(card) for card in cards if any(can_reveal(book, card, place) for place in places)]
    if not names:
        return []
    if not wish.draws:
        return [f"nothing is drawn and the Hall is not changed, though it could be: {', '.join(names)}"]
    return [f"draws and changes of the Hall are made where that is best: {', '.join(names)}"]


def _standing(opened: Opened) -> bool:
    """Whether some Monster is known to stand in the Hall."""
    return bool(table_of(opened.book, opened.state).monsters)
