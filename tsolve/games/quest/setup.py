"""Setting up a whole game from chosen pieces and a seed. (QUEST-1)"""

from __future__ import annotations

from random import Random

import msgspec

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.errors import UsageError
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.state import Player, Room, Stack, State
from tsolve.games.quest.turn.health import BASE_HP

STARTING_DECK = {"adventurer": 6, "lantern": 2, "thunderstone_shard": 2, "dagger": 2}
"""What everybody begins with. (QUEST-1.9)"""
KEYS = {"one_two_three": (1, 2, 3), "one_each": (1, 1, 1), "two_each": (2, 2, 2)}
"""The Guardian Keys in the decks of levels 1, 2 and 3. (QUEST-1.7, key.guardian_keys)"""
MOST_PLAYERS = 4
_ROOM_LEVELS = [1, 1, 2, 2, 3, 3]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces that a game is played with; cards of which there are several copies are named as often."""

    heroes: tuple[Stack, ...]
    """The stacks of the Guilds' Quarter, level 1 on top. (QUEST-1.1)"""
    market: tuple[Stack, ...]
    """The stacks of the Marketplace. (QUEST-1.2)"""
    rooms: tuple[str, ...]
    """Two rooms each of levels 1, 2 and 3, the left one first. (QUEST-1.3)"""
    monsters: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    """The Monsters of levels 1, 2 and 3. (QUEST-1.5)"""
    guardian: str
    treasures: tuple[str, ...]
    """The Treasure deck, no Legendary card among it. (QUEST-1.12)"""
    players: int = 2


def new_game(book: Book, setup: Setup, random: Random) -> State:
    """The position before the first turn; the first player is the active one.

    Only the Monsters of the rooms and the hands are dealt. The decks are shuffled, and chance acts
    when one of their cards is turned up. Side Quests and Guild Sponsors are left out, as in a first game.
    Raises UsageError for a wrong number of players, for rooms that are not two of each level, for a level
    with fewer than two Monsters, or for a Legendary card among the Treasures.
    """
    _check(book, setup)
    first, second, third = (_dealt(monsters, 2, random) for monsters in setup.monsters)
    monsters = ("giant_rat", *first[0], *second[0], *third[0])
    keys = KEYS[book.readings["guardian_keys"]]
    rooms = zip(("wilderness", *setup.rooms), monsters, strict=True)
    starter = random.randrange(setup.players)
    return State(
        active=starter,
        players=tuple(_player((seat - starter) % setup.players, random) for seat in range(setup.players)),
        rooms=tuple(Room(room, monster) for room, monster in rooms),
        monsters=(
            _with_keys(first[1], keys[0]),
            _with_keys(second[1], keys[1]),
            _with_keys(third[1], keys[2]),
        ),
        guardian=setup.guardian,
        stacks=(*setup.heroes, *setup.market),
        treasures=piles.shuffled(setup.treasures),
    )


def _check(book: Book, setup: Setup) -> None:
    if not 1 <= setup.players <= MOST_PLAYERS:
        raise UsageError(f"the game is for 1 to {MOST_PLAYERS} players, not {setup.players}")
    if [book.card(room).level for room in setup.rooms] != _ROOM_LEVELS:
        raise UsageError("the Dungeon has two rooms each of levels 1, 2 and 3, in this order")
    if any(len(monsters) < 2 for monsters in setup.monsters):
        raise UsageError("each level has two rooms, and there is no Monster for one of them")
    for card in map(book.card, setup.treasures):
        if card.legendary:
            raise UsageError(f"{card.name} is Legendary, and no Legendary card lies in the Treasure deck")


def _dealt(cards: tuple[str, ...], count: int, random: Random) -> tuple[tuple[str, ...], Pile]:
    """Cards from the top of the shuffled ones, and the deck of the others."""
    return piles.take_some(piles.shuffled(cards), count, random)


def _with_keys(deck: Pile, keys: int) -> Pile:
    """A Monster deck with Guardian Keys shuffled into it. (QUEST-1.7)"""
    return piles.shuffled((*piles.contents(deck), *(KEY,) * keys))


def _player(place: int, random: Random) -> Player:
    """A player with the first hand, and an Iron Rations token for each player before. (QUEST-1.14)"""
    cards = tuple(card for card, copies in STARTING_DECK.items() for _ in range(copies))
    hand, deck = _dealt(cards, BASE_HP, random)
    return Player(deck, hand=tuple(sorted(hand)), iron_rations=place)
