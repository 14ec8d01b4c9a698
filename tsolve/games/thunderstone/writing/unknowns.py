"""What a position file of Thunderstone may leave unknown, and how it is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.state import UNSEEN, Player, State
from tsolve.games.thunderstone.turn.hall import place_name
from tsolve.turns.opened import Unknown

_DECK = "deck: {rest: [4 x Militia, 2 x Torch]}"
_OWNED = "  # or `owned`: all that is yours"
_HAND = "hand: [Torch, 2 x Militia]"
_MONSTERS = ("Nixie", "Griffon", "Pegasus", "Kingdom", "Wraith", "Sphinx")
"""Examples of Monsters for the Hall."""
_DUNGEON = "dungeon_deck: {rest: [2 x Griffon, Nixie]}  # or `monsters`: the groups"


def unknowns(book: Book, start: State, state: State) -> Iterator[Unknown[State]]:
    """The strangers in the Hall, then the decks and hands that are not known, the own ones first.

    `start` is the position of the file.
    """
    strangers = [rank for rank in start.places if start.at(rank).card == UNSEEN]
    if strangers and _has_stranger(state):
        ranks = " and ".join(map(place_name, strangers))
        what = f"what stands in {ranks}" if len(strangers) > 1 else f"the card in {ranks}"
        yield Unknown(what, _hall(book, start), lambda here: here, stands_open=True)
    for seat, player in _in_turn(state):
        mine = seat == state.active
        if piles.has_unknown(player.deck):
            what = "your deck" if mine else f"the deck of player {seat + 1}"
            known = partial(_with, seat=seat, player=replace(player, deck=piles.EMPTY))
            yield Unknown(what, _DECK + _OWNED if mine else _of_other(_DECK), known)
        if player.hand is None and not mine:
            known = partial(_with, seat=seat, player=replace(player, hand=()))
            yield Unknown(f"the hand of player {seat + 1}", _of_other(_HAND), known)
    if piles.has_unknown(state.dungeon):
        came = _has_stranger(state) and not strangers
        yield Unknown("the Dungeon Deck", _DUNGEON, lambda here: replace(here, dungeon=piles.EMPTY), came)


def _hall(book: Book, start: State) -> str:
    """The Hall of a file with a Monster for each stranger."""
    names = [book.name(slot.card) if slot.card not in ("", UNSEEN) else slot.card for slot in start.hall]
    others = iter([name for name in _MONSTERS if name not in names])
    told = (next(others) if name == UNSEEN else name or "none" for name in names)
    return f"hall: [{', '.join(told)}]"


def _in_turn(state: State) -> Iterator[tuple[int, Player]]:
    """The players with their seats, the active one first."""
    seats = range(len(state.players))
    for seat in sorted(seats, key=lambda seat: seat != state.active):
        yield seat, state.players[seat]


def _with(state: State, seat: int, player: Player) -> State:
    players = (player if index == seat else each for index, each in enumerate(state.players))
    return replace(state, players=tuple(players))


def _of_other(key: str) -> str:
    return f"players: {{others: [{{{key}}}]}}"


def _has_stranger(state: State) -> bool:
    """Whether an unknown card stands where it could still be attacked."""
    hall = any(slot.card == UNSEEN for slot in state.hall)
    return state.turn == "dungeon" and hall and not state.tally.attacked
