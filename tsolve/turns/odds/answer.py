"""The chances of a deck: looks at its hands and works out the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from tsolve.batch.pool import Pool
from tsolve.cardkit.hands import different, ways
from tsolve.diagnostics import Diagnostics
from tsolve.errors import UsageError
from tsolve.model.odds import DeckOdds, DeckWish, OddsAnswer
from tsolve.turns.copies import MOST_COPIES, split_count
from tsolve.turns.odds.deal import Deal
from tsolve.turns.odds.estimates import Estimator, changes, exact
from tsolve.turns.odds.looking import look
from tsolve.turns.odds.odds import Odds

S = TypeVar("S")
A = TypeVar("A")


def answer_odds(odds: Odds[S, A], wish: DeckWish, pool: Pool, file: str = "") -> OddsAnswer:
    """The chances of the position's deck, and of the changed one where the wish changes it.

    Raises InputError and UsageError for a wish that makes no sense, or a deck that is not known.
    """
    if wish.against:
        odds = odds.against(wish.against)
    deck = odds.deck(wish.all_cards)
    if not deck:
        raise UsageError(f"there is no card in {odds.dealt_from}")
    decks = {"": deck}
    if wish.adding or wish.removing:
        decks[_title(wish)] = _changed(odds, deck, wish)
    found = tuple(_looked_at(odds, title, cards, wish, pool) for title, cards in decks.items())
    gaps = tuple(changes(*found)) if len(found) == 2 else ()
    return OddsAnswer(file, found, gaps, tuple(odds.notes(wish, list(decks.values()))), wish.seed)


def _looked_at(odds: Odds[S, A], title: str, deck: Sequence[str], wish: DeckWish, pool: Pool) -> DeckOdds:
    """One deck; a sample where it has more different hands than are wished for."""
    cards = Counter(deck)
    kinds = tuple(sorted(cards, key=odds.order))
    copies = tuple(cards[kind] for kind in kinds)
    size = min(odds.hand, len(deck))
    samples = wish.samples if different(copies, size) > wish.limit else 0
    deal = Deal(kinds, copies, size, samples, wish.seed, odds.share(deck, wish.draws))
    looked = look(pool, odds.judging(deck, wish.draws), deal)
    found = Estimator(deal, looked.tally, looked.complete)
    left_out = odds.left_out
    return DeckOdds(
        title=title,
        cards=tuple((cards[kind], odds.opened.ruleset.cards[kind].name) for kind in kinds),
        size=len(deck),
        hand=deal.size,
        different=deal.different,
        ways=ways(copies, deal.size),
        method=found.method,
        looked=looked.tally.hands,
        share=found.share,
        sections=tuple(odds.sections(found)),
        left_out=exact(0) if left_out is None else found.chance(left_out, lambda outcome: outcome[0] == 1),
    )


def _title(wish: DeckWish) -> str:
    """How the changed deck differs."""
    changed = (("with", wish.adding), ("without", wish.removing))
    return "; ".join(f"{word} {', '.join(names)}" for word, names in changed if names)


def _changed(odds: Odds[S, A], deck: Sequence[str], wish: DeckWish) -> tuple[str, ...]:
    """The deck with and without the cards named. Raises InputError for a name that is no card, UsageError for
    a card that cannot be added or is not there.
    """
    cards = Counter(deck)
    known = odds.opened.ruleset.cards
    for card in _named(odds, wish.removing):
        if not cards[card]:
            held, name = deck.count(card), known[card].name
            raise UsageError(f"the deck has {f'only {held} x' if held else 'no'} {name} to leave out")
        cards[card] -= 1
    for card in _named(odds, wish.adding):
        cards[card] += 1
        if refusal := odds.refuse_copies(card, cards[card]):
            raise UsageError(refusal)
    if not cards.total():
        raise UsageError("no card is left in the deck")
    return tuple(cards.elements())


def _named(odds: Odds[S, A], names: Sequence[str]) -> Iterator[str]:
    """The cards named, each as often as it is counted."""
    found = Diagnostics()
    cards = []
    for text in names:
        count, name = split_count(text)
        if not 1 <= count <= MOST_COPIES:
            raise UsageError(f'"{text}": at least 1 and at most {MOST_COPIES} copies')
        cards += [odds.opened.find_card(name, found)] * count
    found.raise_if_any()
    return iter(cards)
