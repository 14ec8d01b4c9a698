"""Which positions of a search are no better than earlier ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Action, Use
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.other_players import may_hold

Spent = dict[str, int]
"""For each Hero's card the abilities that were used, one bit each."""


class Seen:
    """Remembers positions, and recognises one that differs only by more used abilities.

    A position in which more Heroes' abilities are used is no better: their results are in other parts of the
    position. The exceptions are abilities that must be used, and cards that are safe once used. (A-18, A-38)
    """

    def __init__(self, game: Thunderstone) -> None:
        self.game = game
        self.count = 0
        """How many positions were new."""
        self._met: dict[Hashable, list[Spent]] = {}

    def is_new(self, state: State) -> bool:
        """Whether no equal or better position was met before; if so, this one is remembered."""
        fresh, spent = self._apart(state)
        met = self._met.setdefault(self.game.key(fresh), [])
        if any(_is_among(less, spent) for less in met):
            return False
        met.append(spent)
        self.count += 1
        return True

    def _apart(self, state: State) -> tuple[State, Spent]:
        """The position as if no Hero had used an ability, and the used abilities; only for Heroes with one
        copy in the hand.
        """
        if state.todo:
            return state, {}
        book = self.game.book
        there = Counter(member.card for member in state.party if not member.left)
        spent: Spent = {}
        party = list(state.party)
        for index, member in enumerate(party):
            if (
                member.used
                and not member.left
                and member.card in card_facts.unhurried(book)
                and there[member.card] == 1
            ):
                spent[member.card] = member.used
                party[index] = replace(member, used=0)
        if not spent or _may_protect(book, state):
            return state, {}
        return replace(state, party=tuple(party)), spent


def had_no_effect(book: Book, before: State, action: Action, after: State) -> bool:
    """Whether the action changed nothing except that a Hero's ability is used."""
    if (
        not isinstance(action, Use)
        or after.todo
        or before.party[action.card].card not in card_facts.unhurried(book)
    ):
        return False
    party = list(after.party)
    party[action.card] = replace(party[action.card], used=before.party[action.card].used)
    as_before = tuple(party) == before.party and replace(after, party=before.party) == before
    return as_before and not _may_protect(book, before)


def _may_protect(book: Book, state: State) -> bool:
    """Whether a card may be safe because it was used: from being given up (A-18) or put back (DS-12)."""
    return book.reads("used_card_as_cost", "never") or may_hold(state, card_facts.putting_back(book))


def _is_among(less: Spent, more: Spent) -> bool:
    """Whether everything used here was used there too."""
    return all(not used & ~more.get(card, 0) for card, used in less.items())
