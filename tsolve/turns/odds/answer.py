"""The chances of a deck: looks at its hands and works out the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeVar

from tsolve.batch.pool import Pool
from tsolve.budget import SpentError, current
from tsolve.cardkit.hands import different, ways
from tsolve.diagnostics import Diagnostics, Span, counted
from tsolve.errors import UndecidedError, UsageError
from tsolve.model.odds import DeckOdds, DeckWish, EventOdds, OddsAnswer, Supply
from tsolve.turns.copies import MOST_COPIES, split_count
from tsolve.turns.odds.deal import Deal
from tsolve.turns.odds.estimates import Estimator, changes, exact
from tsolve.turns.odds.events import Events
from tsolve.turns.odds.looking import look
from tsolve.turns.odds.odds import Odds

S = TypeVar("S")
A = TypeVar("A")


def answer_odds(odds: Odds[S, A], wish: DeckWish, pool: Pool, file: str = "") -> OddsAnswer:
    """The chances of the position's deck, and of the changed one where the wish changes it.

    Raises InputError and UsageError for a wish that makes no sense, or a deck that is not known.
    """
    if wish.events or wish.refills:
        if not odds.has_events:
            raise UsageError(f"{odds.opened.ruleset.title} takes no `--event` and no `--refills`")
        return answer_events(odds, wish, [(text, _written(text)) for text in wish.events], file)
    if wish.hands:
        raise UsageError("hands are counted for an event: say which")
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
    asides = tuple(odds.asides())
    notes = (*odds.notes(wish, list(decks.values())), *asides)
    return OddsAnswer(file, found, gaps, notes, asides, wish.seed)


def answer_events(
    odds: Odds[S, A], wish: DeckWish, events: Sequence[tuple[str, Span]], file: str = ""
) -> OddsAnswer:
    """The chances of events, each with the place where it is written.

    They are those of the position as it lies; where the deck is changed, or the hand counts as a part of it,
    the whole deck is shuffled together. Raises InputError and UsageError as `answer_odds` does.
    """
    room = Events(odds)
    asked = room.read(events, wish.hands, wish.refills) if events else room.all_that_come(wish.refills or 1)
    decks: dict[str, Sequence[str] | None] = {"": None}
    if wish.all_cards or wish.adding or wish.removing:
        whole = tuple(odds.deck(wish.all_cards))
        decks = {"": whole}
        if wish.adding or wish.removing:
            decks[_title(wish)] = _changed(odds, whole, wish)
    found: list[EventOdds] = []
    supplies: dict[tuple[str, str], Supply] = {}
    notes: dict[str, None] = {}
    for title, deck in decks.items():
        for each in asked:
            if each.arrivals is not None and title:
                continue
            try:
                found.append(room.chances(each, deck, title))
            except SpentError:
                raise UndecidedError((current().why_over(),)) from None
            supplies[each.supply, title] = room.supply(each, deck, title)
            notes |= dict.fromkeys(room.notes(each, deck))
    return OddsAnswer(file, (), events=tuple(found), supplies=tuple(supplies.values()), notes=tuple(notes))


def _written(text: str) -> Span:
    """The place of an event that stands on the command line."""
    return Span("--event", 1, 1, 1, len(text) + 1, text)


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
        cards=tuple((cards[kind], odds.card_name(kind)) for kind in kinds),
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
    """How the changed deck differs; a card that is named several times is counted."""
    changed = (("with", wish.adding), ("without", wish.removing))
    return "; ".join(f"{word} {', '.join(_counted(names))}" for word, names in changed if names)


def _counted(names: Sequence[str]) -> list[str]:
    """The names as they are written, each once, with its number."""
    cards: Counter[str] = Counter()
    for count, name in map(split_count, names):
        cards[name] += count
    return counted(cards.elements())


def _changed(odds: Odds[S, A], deck: Sequence[str], wish: DeckWish) -> tuple[str, ...]:
    """The deck with and without the cards named. Raises InputError for a name that is no card, UsageError for
    a card that cannot be added or is not there.
    """
    cards = Counter(deck)
    for card in _named(odds, wish.removing):
        if not cards[card]:
            held, name = deck.count(card), odds.card_name(card)
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
        cards += [odds.find_card(name, found)] * count
    found.raise_if_any()
    return iter(cards)
