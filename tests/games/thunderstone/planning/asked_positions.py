"""Random small positions of all boxes around the cards that somebody asks for: any readings, other players,
decks that are known, unknown or shuffled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

from tests.games.thunderstone.builders import mixed_book
from tests.games.thunderstone.planning.random_positions import (
    Dealt,
    Pools,
    deal,
    from_the_box,
    random_readings,
)
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Member, Player, Slot, State, Treasure


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that positions are made of."""

    hand: Pools
    always: Sequence[str] = ()
    """One of these is in each hand."""
    deck: Pools = ()
    """As the hand if nothing is said."""
    drawn: int = 2
    """The most cards that are known on top of the deck."""
    hall: Pools
    below: Pools = ()
    """Cards of the Dungeon Deck; as the Hall if nothing is said."""
    guardians: Sequence[str] = ()
    treasures: Sequence[str] = ()
    rivals: Sequence[Player]
    """What another player may have: no choice that the search could not follow."""
    goods: Sequence[str] = ()
    """Three of these have small stacks in the Village."""
    stacks: Sequence[str] = ()
    """These have too, in any case."""
    chance: Literal["deck", "dungeon"] = "deck"
    """Which deck is shuffled where chance has a say."""
    changed: Mapping[str, Card] = {}
    """Cards that are other than printed."""


Asking = Callable[[Random, Book], Asked]
"""What to ask for, given the cards of all boxes."""


@from_the_box
def in_dungeon(asking: Asking, random: Random, cards: int, odd: float = 0.08) -> Dealt:
    """In the Dungeon with up to `cards` cards; what comes next is known, or unknown altogether."""
    game, asked = _asked(asking, random, odd)
    deck = _known(random, asked.deck, asked.drawn)
    return _enter(random, game, asked, cards, deck, _known(random, asked.below, 4))


@from_the_box
def in_dungeon_by_chance(asking: Asking, random: Random, cards: int, odd: float = 0.06) -> Dealt:
    """In the Dungeon with up to `cards` cards; a few cards are left in a shuffled deck."""
    game, asked = _asked(asking, random, odd)
    if asked.chance == "deck":
        deck = _shuffled(random, asked.deck)
        dungeon = _known(random, asked.below, 4)
    else:
        deck = piles.known(deal(random, asked.deck, random.randint(0, 2)))
        dungeon = piles.shuffled(deal(random, asked.below, random.randint(2, 4)))
    return _enter(random, game, asked, cards, deck, dungeon)


@from_the_box
def in_village(asking: Asking, random: Random, cards: int, odd: float = 0.08) -> Dealt:
    """In the Village with up to `cards` cards; what is drawn is known, or unknown altogether."""
    game, asked = _asked(asking, random, odd)
    return _visit(random, game, asked, cards, _known(random, asked.deck, 5))


@from_the_box
def in_village_by_chance(asking: Asking, random: Random, cards: int, odd: float = 0.06) -> Dealt:
    """In the Village with up to `cards` cards; a few cards are left in a shuffled deck."""
    game, asked = _asked(asking, random, odd)
    return _visit(random, game, asked, cards, _shuffled(random, asked.deck))


def _asked(asking: Asking, random: Random, odd: float) -> tuple[Thunderstone, Asked]:
    book = mixed_book(**random_readings(random, odd))
    asked = asking(random, book)
    asked = replace(asked, deck=asked.deck or asked.hand, below=asked.below or asked.hall)
    if asked.changed:
        book = Book({**book.cards, **asked.changed}, book.readings)
    return Thunderstone(book), asked


def _known(random: Random, pools: Pools, most: int) -> Pile:
    top = piles.known(deal(random, pools, random.randint(0, most)))
    return top + random.choice((piles.UNKNOWN, piles.EMPTY))


def _shuffled(random: Random, pools: Pools) -> Pile:
    """Few kinds of cards, so that the oracle can follow."""
    kinds = deal(random, pools, random.randint(1, 3))
    return piles.shuffled(tuple(random.choices(kinds, k=random.randint(2, 5))))


def _hand(random: Random, asked: Asked, most: int) -> tuple[Member, ...]:
    first = (random.choice(asked.always),) if asked.always else ()
    rest = deal(random, asked.hand, random.randint(min(2, most), most) - len(first))
    return tuple(map(Member, (*first, *rest)))


def _players(random: Random, asked: Asked, deck: Pile, xp: int) -> tuple[Player, ...]:
    """The player whose turn it is and one or two others, each with some of the Treasures."""
    others = [random.choice(asked.rivals) for _ in range(random.randint(1, 2))]
    players = (Player(deck=deck, xp=random.randint(0, xp)), *others)
    return tuple(replace(player, treasures=_treasures(random, asked)) for player in players)


def _treasures(random: Random, asked: Asked) -> tuple[Treasure, ...]:
    count = random.choice([0, 0, 1, 2]) if asked.treasures else 0
    return tuple(map(Treasure, random.sample(asked.treasures, count)))


def _enter(random: Random, game: Thunderstone, asked: Asked, cards: int, deck: Pile, dungeon: Pile) -> Dealt:
    guardians = random.sample(asked.guardians, len(asked.guardians))
    outside = [guardians.pop() for _ in range(random.choice([0, 1, 1, 2]) if guardians else 0)]
    hall = [Slot(card, rank == 0) for rank, card in enumerate(deal(random, asked.hall, 3))]
    if guardians and random.random() < 0.3:
        hall[random.choice((1, 2))] = Slot(guardians.pop())
    state = State(
        players=_players(random, asked, deck, 2),
        hall=tuple(hall),
        outside=tuple(Slot(card, True) for card in outside),
        dungeon=dungeon,
        stock=None,
        party=_hand(random, asked, cards),
    )
    return game, game.apply(state, Visit("dungeon"))


def _visit(random: Random, game: Thunderstone, asked: Asked, cards: int, deck: Pile) -> Dealt:
    stacks = {card: random.randint(0, 2) for card in (*asked.stacks, *random.sample(asked.goods, 3))}
    state = State(
        players=_players(random, asked, deck, 8),
        hall=(Slot("kingdom"), Slot("famine"), Slot("griffon")),
        dungeon=piles.UNKNOWN,
        stalls=tuple(stacks),
        stock=tuple(stacks.values()),
        party=_hand(random, asked, cards),
    )
    return game, game.apply(state, Visit("village"))
