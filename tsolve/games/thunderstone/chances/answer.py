"""The chances of a deck, from the sums over its hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from tsolve.batch.crew import Crew
from tsolve.batch.deal import SHARE, Deal
from tsolve.batch.estimates import Estimator, changes
from tsolve.batch.hands import different, ways
from tsolve.batch.looking import look
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.chances.battle import can_reveal
from tsolve.games.thunderstone.chances.deck import changed, deck_of, with_hall
from tsolve.games.thunderstone.chances.table import table_of
from tsolve.games.thunderstone.chances.work import HandWork, Quantities
from tsolve.games.thunderstone.figures import sections
from tsolve.games.thunderstone.state import UNSEEN
from tsolve.games.thunderstone.turn.market import for_sale
from tsolve.games.thunderstone.turn.order import HAND_SIZE
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.odds import DeckOdds, OddsAnswer

SLOW_SHARE = 5
"""Hands of a share where cards draw or change the Hall."""


class Wish(msgspec.Struct, frozen=True):
    """What is asked about a deck."""

    hall: tuple[str, ...] = ()
    """Another Hall than that of the position: the names of Ranks 1, 2 and 3."""
    adding: tuple[str, ...] = ()
    removing: tuple[str, ...] = ()
    all_cards: bool = False
    """Count the cards of the hand too."""
    draws: bool = True
    """Whether hands draw and change the Hall where that is best."""
    limit: int = 50_000
    """The most different hands that are all looked at; beyond it a sample is taken."""
    samples: int = 10_000
    seed: int = 0


def odds(opened: Opened, wish: Wish, crew: Crew, file: str = "") -> OddsAnswer:
    """The chances of the position's deck, and of the changed one where the wish changes it.

    Raises InputError and UsageError for a wish that makes no sense, or a deck that is not known.
    """
    if wish.hall:
        opened = with_hall(opened, wish.hall)
    deck = deck_of(opened, wish.all_cards)
    decks = [_Asked(opened, deck, "", wish)]
    if wish.adding or wish.removing:
        title = "; ".join(
            f"{word} {', '.join(names)}"
            for word, names in (("with", wish.adding), ("without", wish.removing))
            if names
        )
        decks.append(_Asked(opened, changed(opened, deck, wish.adding, wish.removing), title, wish))
    found = tuple(each.look(crew) for each in decks)
    answer_changes = tuple(changes(*found)) if len(found) == 2 else ()
    return OddsAnswer(file, found, answer_changes, tuple(_notes(opened, wish, decks)), wish.seed)


class _Asked:
    """One deck to be looked at."""

    def __init__(self, opened: Opened, deck: Sequence[str], title: str, wish: Wish) -> None:
        self.book, self.state, self.title = opened.book, opened.state, title
        self.draws = wish.draws
        self.table = table_of(opened.book, opened.state)
        self.cards = Counter(deck)
        kinds = tuple(sorted(self.cards, key=lambda card: (card not in self.book.heroes, card)))
        copies = tuple(self.cards[card] for card in kinds)
        size = min(HAND_SIZE, sum(copies))
        sampled = different(copies, size) > wish.limit
        slow = wish.draws and any(can_reveal(self.book, card, "dungeon") for card in kinds)
        samples = wish.samples if sampled else 0
        self.deal = Deal(kinds, copies, size, samples, wish.seed, SLOW_SHARE if slow else SHARE)
        self.for_sale = for_sale(self.book, self.state)

    def look(self, crew: Crew) -> DeckOdds:
        """Look at its hands and say what they come to."""
        work = HandWork(self.table, tuple(sorted(self.cards.elements())), self.draws)
        looked = look(crew, work, self.deal)
        deal = self.deal
        found = Estimator(deal, looked.tally, looked.complete)
        left_out = Quantities(len(self.table.monsters)).left_out
        return DeckOdds(
            title=self.title,
            cards=tuple((self.cards[card], self.book.name(card)) for card in deal.kinds),
            size=sum(deal.copies),
            hand=deal.size,
            different=deal.different,
            ways=ways(deal.copies, deal.size),
            method=found.method,
            looked=looked.tally.hands,
            share=found.share,
            sections=tuple(sections(self.book, self.table.monsters, self.for_sale, found)),
            left_out=found.chance(left_out, lambda outcome: outcome[0] == 1),
        )


def _notes(opened: Opened, wish: Wish, decks: Sequence[_Asked]) -> list[str]:
    """What else should be known about the chances."""
    book, state = opened.book, opened.state
    notes = []
    if state.party and not wish.all_cards:
        notes.append("the cards in hand are not counted; --all-cards counts them too")
    if any(len(segment.cards) > 1 and segment.order == "known" for segment in state.me.deck):
        notes.append("the order of the deck is not used: deck and discard pile are shuffled together")
    if len(decks[0].table.monsters) == 0:
        notes.append("no Monster is known to stand in the Hall; --hall names them")
    elif any(slot.card == UNSEEN for slot in state.hall):
        notes.append("a card of the Hall is not known: nothing is reckoned with it")
    if state.stock is None:
        notes.append("the position does not say what the Village sells")
    if any(asked.deal.size < HAND_SIZE for asked in decks):
        notes.append(f"a deck of fewer than {HAND_SIZE} cards is dealt whole")
    notes += _about_draws(book, wish, decks)
    return notes


def _about_draws(book: Book, wish: Wish, decks: Sequence[_Asked]) -> list[str]:
    cards = dict.fromkeys(card for asked in decks for card in asked.deal.kinds)
    places = ["dungeon", "village"] if decks[0].table.monsters else ["village"]
    names = [book.name(card) for card in cards if any(can_reveal(book, card, place) for place in places)]
    if not names:
        return []
    if not wish.draws:
        return [f"nothing is drawn and the Hall is not changed, though it could be: {', '.join(names)}"]
    return [f"draws and changes of the Hall are made where that is best: {', '.join(names)}"]
