"""What a position file of Thunderstone Quest may leave unknown, and how it is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.quest.book import Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Player, State
from tsolve.games.quest.turn.unsold import EXAMPLE, might_sell
from tsolve.turns.opened import Unknown

_OWNED = "  # or `owned`: all that is yours"
_CARDS = "rest: [4 x Adventurer, 2 x Lantern]"


def unknowns(game: Quest, state: State) -> Iterator[Unknown[State]]:
    """The Village where it matters, the decks and hands that are not known, the own ones first, then the
    decks of the table.
    """
    if might_sell(game, state):
        yield Unknown("what the Village sells", EXAMPLE, lambda here: here, stands_open=True, by_chance=False)
    for seat in sorted(range(len(state.players)), key=lambda seat: seat != state.active):
        player, mine = state.players[seat], seat == state.active
        if piles.has_unknown(player.deck):
            what = "your deck" if mine else f"the deck of player {seat + 1}"
            key = f"deck: {{{_CARDS}}}"
            known = partial(_with, seat=seat, player=replace(player, deck=piles.EMPTY))
            yield Unknown(what, key + _OWNED if mine else _of_other(key), known)
        if player.hand is None and not mine:
            known = partial(_with, seat=seat, player=replace(player, hand=()))
            yield Unknown(
                f"the hand of player {seat + 1}", _of_other("hand: [Lantern, 2 x Adventurer]"), known
            )
    for level, deck in enumerate(state.monsters, start=1):
        if piles.has_unknown(deck):
            names = ", ".join(_monsters(game.book, level))
            key = f"monster_decks: {{level_{level}: {{rest: [{names}]}}}}"
            yield Unknown(f"the Monster deck of level {level}", key, partial(_without_monsters, level=level))
    if piles.has_unknown(state.treasures):
        yield Unknown(
            "the Treasure deck",
            "treasure_deck: {rest: [Gem of Healing, Flying Death]}",
            lambda here: replace(here, treasures=piles.EMPTY),
        )


def _monsters(book: Book, level: int) -> list[str]:
    """Two Monsters of a level, as an example."""
    found = (card.name for card in book.cards.values() if card.kind == "monster" and card.level == level)
    return sorted(found)[:2]


def _with(state: State, seat: int, player: Player) -> State:
    players = (player if index == seat else each for index, each in enumerate(state.players))
    return replace(state, players=tuple(players))


def _without_monsters(state: State, level: int) -> State:
    decks = [piles.EMPTY if number == level else deck for number, deck in enumerate(state.monsters, start=1)]
    return replace(state, monsters=(decks[0], decks[1], decks[2]))


def _of_other(key: str) -> str:
    return f"players: {{others: [{{{key}}}]}}"
