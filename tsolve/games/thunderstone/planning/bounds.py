"""Upper bounds of what a whole Dungeon turn may come to, in the levels that count it to its end.

They are what prunes the search: no line may come to more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tsolve.games.thunderstone import scoring
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.effects.base import SpoilsEffect
from tsolve.games.thunderstone.piles import contents, has_unknown
from tsolve.games.thunderstone.planning.aftermath import (
    Counted,
    endings,
    has_a_say,
    head_start,
    scores_unevenly,
)
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.looking import looked_at
from tsolve.games.thunderstone.turn.market import for_sale
from tsolve.games.thunderstone.turn.traps import trap_awaits

UNBOUNDED = 10**6
"""Stands for a level of which nothing is known before solving."""


def after_attack(book: Book, state: State, rank: int, counted: Counted) -> dict[str, int]:
    """The most that an attack on this Rank comes to, when nothing more is revealed."""
    if not counted:
        return {}
    party = [member.card for member in state.party if not member.left]
    if trap_awaits(book, state, rank) or _may_send_down(book, state, party, counted):
        return {"victory": 1, "goes_on": 1}  # what is done about it may be worth anything
    points, worth = _of_spoils(book, state, (*party, state.at(rank).card))
    points += _of_destroying(book, state, party)
    both = endings(book, state, rank)
    me = state.active
    points += scoring.points(book, state) + max(ending.points[me] for ending in both)
    most = {"points": points, "victory": 1, "goes_on": 1}
    if "worth" in counted:
        most["worth"] = worth + scoring.costs(book, state) + max(ending.costs for ending in both)
    if "lead" in counted:
        most["lead"] = points + max(head_start(book, state, ending) for ending in both)
    return most


def after_anything(book: Book, state: State, prizes: Iterable[int], counted: Counted) -> dict[str, int]:
    """The most that any line from here comes to; `prizes` are the Victory Points of every Monster that may
    be defeated.
    """
    if not counted:
        return {}
    others = (player for index, player in enumerate(state.players) if index != state.active)
    mine = [*(member.card for member in state.party), *contents(state.me.deck), *state.me.discard]
    reach = [*mine, *(card for player in others for card in (*(player.hand or ()), *player.discard))]
    met = [*(slot.card for slot in state.standing), *contents(state.dungeon), *looked_at(state)]
    here = [card for card in (*reach, *met) if card in book.cards]
    most = {"victory": 1, "goes_on": 1}
    if has_unknown(state.me.deck) or not book.touching.isdisjoint(here):
        return most
    points, worth = _of_spoils(book, state, here)
    points += max(prizes, default=0) + _of_destroying(book, state, mine)
    points += max((book.card(card).vp or 0 for card in met if _is_stone(book, card)), default=0)
    points += sum(book.takes.get(card, 0) for card in reach)
    points += sum(
        book.card(each.holds).vp or 0 for player in state.players for each in player.treasures if each.holds
    )
    most["points"] = points + scoring.points(book, state)
    if "worth" in counted:
        most["worth"] = worth + scoring.costs(book, state)
    if "lead" in counted:
        scores = scoring.scores(book, state)
        best = max((score for player, score in enumerate(scores) if player != state.active), default=0)
        most["lead"] = points + scores[state.active] - best
    return most


def _may_send_down(book: Book, state: State, party: Sequence[str], counted: Counted) -> bool:
    """Whether Spoils of the party may send a Monster away so that it matters."""
    if book.spoiling.isdisjoint(party):
        return False
    spoils = (effect for card in party if card in book.spoiling for effect in book.card(card).spoils)
    options = (option for effect in spoils if not effect.buys for option in effect.attempts(book, state))
    return any(has_a_say(book, state, option, counted) for option in options)


def _is_stone(book: Book, card: str) -> bool:
    return card in book.cards and book.card(card).kind == "thunderstone"


def _of_spoils(book: Book, state: State, cards: Sequence[str]) -> tuple[int, int]:
    """The most Victory Points, and the most of printed costs, that Spoils of these cards may buy."""
    if book.spoiling.isdisjoint(cards):
        return 0, 0
    spoils: list[SpoilsEffect] = [
        effect for card in cards if card in book.spoiling for effect in book.card(card).spoils if effect.buys
    ]
    goods = [book.card(card) for card in for_sale(book, state)] if spoils else []
    if not goods:
        return 0, 0
    stock = [book.card(card) for card in state.stalls]
    dearest = max(max(card.vp or 0 for card in stock), 0), max(card.cost or 0 for card in stock)
    return len(spoils) * dearest[0], len(spoils) * dearest[1]


def _of_destroying(book: Book, state: State, cards: Iterable[str]) -> int:
    """What the own score may gain by losing cards: those that count against it, or for those that do not
    have them.
    """
    if scores_unevenly(book, state):
        return UNBOUNDED
    burdens = book.burdens
    return sum([burdens[card] for card in cards if card in burdens])
