"""The chances of a deck, from the sums over its hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from tsolve.batch.crew import Crew
from tsolve.batch.deal import SHARE, Deal
from tsolve.batch.estimates import Estimator, difference
from tsolve.batch.hands import different, ways
from tsolve.batch.looking import look
from tsolve.batch.tally import Outcome
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.chances.battle import can_reveal
from tsolve.games.thunderstone.chances.deck import changed, deck_of, with_hall
from tsolve.games.thunderstone.chances.table import table_of
from tsolve.games.thunderstone.chances.work import HandWork, Quantities
from tsolve.games.thunderstone.state import UNSEEN
from tsolve.games.thunderstone.target import Target
from tsolve.games.thunderstone.turn.market import for_sale
from tsolve.games.thunderstone.turn.order import HAND_SIZE
from tsolve.games.thunderstone.writing.position import Opened
from tsolve.model.odds import (
    Bar,
    Change,
    DeckOdds,
    Estimate,
    MonsterOdds,
    OddsAnswer,
    StackOdds,
)

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
    changes = tuple(_changes(*found)) if len(found) == 2 else ()
    return OddsAnswer(file, found, changes, tuple(_notes(opened, wish, decks)), wish.seed)


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
        self.at = Quantities(len(self.table.monsters))

    def look(self, crew: Crew) -> DeckOdds:
        """Look at its hands and say what they come to."""
        work = HandWork(self.table, tuple(sorted(self.cards.elements())), self.draws)
        looked = look(crew, work, self.deal)
        deal, at = self.deal, self.at
        found = Estimator(deal, looked.tally, looked.complete)
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
            any_defeated=found.chance(at.turn, lambda outcome: outcome[0] == 1),
            xp=found.mean(at.turn, lambda outcome: outcome[2]),
            vp=found.mean(at.turn, lambda outcome: outcome[1]),
            gold=found.mean(at.gold, lambda outcome: outcome[0]),
            monsters=tuple(
                self._against(found, number, target, place)
                for number, (target, place) in enumerate(self.table.monsters.items())
            ),
            purse=tuple(
                Bar(outcome[0], True, found.chance(at.gold, outcome.__eq__))
                for outcome in found.outcomes(at.gold)
            ),
            stacks=tuple(self._stack(found, card) for card in for_sale(self.book, self.state)),
            left_out=found.chance(at.left_out, lambda outcome: outcome[0] == 1),
        )

    def _against(self, found: Estimator, number: int, target: Target, place: int) -> MonsterOdds:
        monster = self.book.card(target.monster)
        return MonsterOdds(
            name=monster.name,
            called=target.say(self.book),
            place=place,
            measure="Health",
            needed=monster.health or 0,
            defeated=found.chance(number, _wins),
            mean=found.mean(number, lambda outcome: outcome[1] if outcome else 0),
            attack=tuple(
                Bar(outcome[1] if outcome else None, _wins(outcome), found.chance(number, outcome.__eq__))
                for outcome in sorted(found.outcomes(number), key=_by_value)
            ),
        )

    def _stack(self, found: Estimator, card: str) -> StackOdds:
        cost = self.book.costs[card]
        return StackOdds(
            self.book.name(card), cost, found.chance(self.at.gold, lambda outcome: outcome[0] >= cost)
        )


def _wins(outcome: Outcome) -> bool:
    return bool(outcome) and outcome[0] == 1


def _by_value(outcome: Outcome) -> tuple[int, ...]:
    return (outcome[1], outcome[0]) if outcome else (-1,)


def _changes(before: DeckOdds, after: DeckOdds) -> list[Change]:
    """Every figure of both decks."""
    pairs: list[tuple[str, bool, Estimate, Estimate]] = []
    for one, other in zip(before.monsters, after.monsters, strict=True):
        pairs.append((f"{one.called} defeated", True, one.defeated, other.defeated))
        pairs.append((f"best attack against {one.called}", False, one.mean, other.mean))
    if before.monsters:
        pairs.append(("any Monster defeated", True, before.any_defeated, after.any_defeated))
        pairs.append(("XP of the best turn", False, before.xp, after.xp))
        pairs.append(("VP of the best turn", False, before.vp, after.vp))
    pairs.append(("most gold", False, before.gold, after.gold))
    for shelf, other_shelf in zip(before.stacks, after.stacks, strict=True):
        pairs.append((f"{shelf.name} ({shelf.cost}) afforded", True, shelf.afforded, other_shelf.afforded))
    return [
        Change(what, "chance" if chance else "mean", one, other, difference(one, other))
        for what, chance, one, other in pairs
    ]


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
