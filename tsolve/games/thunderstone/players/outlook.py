"""How games are played on with the same luck, and what they may come to where they are left."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from math import ceil, sqrt

from msgspec.structs import replace

from tsolve.advising.candidates import Outlook, Prospects
from tsolve.cardkit import piles
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.answers import Draw
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone, all_victory_points, counted, owned
from tsolve.games.thunderstone.players.appraisal import Appraisal
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.drawing import LookAtDungeon, TurnUpCards
from tsolve.games.thunderstone.turn.hall import Refill
from tsolve.players import Start

HAND = 6
POINTS, POINTS_BY_STRENGTH, POINTS_BY_XP = 0.3, 0.7, 0.08
"""Victory Points for each card that is left in the Dungeon Deck: for everybody, for each Attack that a card
of the deck brings on average, and for each Experience Point. Fitted to 219 games of quick players: what is
left of the difference has a standard deviation of `SPREAD` for a card, by the root of their number.
"""
SPREAD = 3.8
DUNGEON = "the Dungeon Deck"


def outlook(start: Start[State, Action]) -> Outlook[State, Action]:
    """How games of Thunderstone are played on. (`Capabilities.outlook`)"""
    game = start.game
    assert isinstance(game, Thunderstone)
    appraisals = [Appraisal(game.book) for _ in start.state.players]
    return Outlook(
        _pile,
        partial(_owned, game),
        _turns,
        partial(_prospects, game.book, appraisals),
        _gaining,
    )


def _gaining(state: State, card: str) -> State:
    """The card lies in the discard pile, as one that was bought does."""
    me = replace(state.me, discard=(*state.me.discard, card))
    players = tuple(me if seat == state.active else each for seat, each in enumerate(state.players))
    return replace(state, players=players)


def _pile(state: State) -> Hashable:
    """Whose card chance brings next."""
    task = state.todo[-1]
    if isinstance(task, Refill | LookAtDungeon):
        return DUNGEON
    return task.player if isinstance(task, TurnUpCards) else state.active


def _owned(game: Thunderstone, state: State) -> Mapping[Hashable, list[Action]]:
    return {
        player: [Draw(card) for card in counted(game.book, state, player)]
        for player in range(len(state.players))
    }


def _prospects(book: Book, appraisals: Sequence[Appraisal], state: State) -> Prospects:
    """What everybody may come to: the points now, and for each card left in the Dungeon Deck some more, the
    more the stronger the deck is on average.
    """
    left = len(piles.contents(state.dungeon))
    expected = []
    for player, points in enumerate(all_victory_points(book, state)):
        appraisal = appraisals[player]
        appraisal.look(state, player)
        cards = owned(state, player)
        strength = sum(map(appraisal.power, cards)) / max(len(cards), 1)
        more = POINTS + POINTS_BY_STRENGTH * strength + POINTS_BY_XP * state.players[player].xp
        expected.append(points + left * max(more, 0))
    return Prospects(tuple(expected), SPREAD * sqrt(left))


def _turns(state: State, shuffles: int) -> int:
    """A turn takes a hand of the deck."""
    me = state.me
    cards = len(piles.contents(me.deck)) + len(me.discard) + len(state.party)
    return max(1, ceil(shuffles * cards / HAND))
