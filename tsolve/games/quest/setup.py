"""Setting up a whole game from its pieces and a seed: who gets what, and where each card lies. (QUEST-1)"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.diagnostics import input_error
from tsolve.errors import UnknownNameError, UsageError
from tsolve.games.quest.book import KEY, WOUND_CARD, Book
from tsolve.games.quest.game import Quest
from tsolve.games.quest.numbers import Numbers
from tsolve.games.quest.selection import Setup, select
from tsolve.games.quest.state import Player, Room, Stack, State
from tsolve.games.quest.turn.keeping import KeepQuest, TakeSponsor
from tsolve.rules.loading import load_data
from tsolve.source.locations import rulesets_path

if TYPE_CHECKING:
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.tasks import Task
    from tsolve.rules.ruleset import Ruleset
    from tsolve.source.decode import Decoded

SETUP = "setup.yaml"
FEWEST_PLAYERS = 2
"""The rules are those of players against each other; a game played alone is not covered."""
_IN_EVERY_GAME = "base"
"""The box of the starting cards and the tokens."""
_EVENLY = {"one_each": (1, 1, 1), "two_each": (2, 2, 2)}
"""Other readings of how many Guardian Keys each Monster deck gets. (key.guardian_keys)"""


@cache
def load_setup(roots: tuple[Path, ...] = ()) -> Decoded[Numbers]:
    """The numbers that games begin with (without `roots`: of tsolve's own), read when first asked for.

    `roots` are the folders of a ruleset, the topmost first: what one says goes before those under it, key by
    key. Raises InputError when a file is damaged, or when no folder has one.
    """
    folders = roots or (rulesets_path() / "quest",)
    own = [file for folder in reversed(folders) if os.path.lexists(file := folder / SETUP)]
    if not own:
        help_ = "it says with what a game begins; see docs/reference/rulesets.md"
        raise input_error("E101", f"{folders[-1]}: the folder holds no {SETUP}", help=help_)
    return load_data(own[0], Numbers, own[1:])


def played(ruleset: Ruleset[Card], sets: Sequence[str]) -> Ruleset[Card]:
    """The ruleset with the cards of these Quests (none: of all). Raises UsageError for an unknown one."""
    for box in sets:
        if box not in ruleset.boxes:
            raise UnknownNameError(f'unknown box "{box}"; there are: {", ".join(ruleset.boxes)}')
    return ruleset.only(lambda card: card.set in (*sets, _IN_EVERY_GAME, "")) if sets else ruleset


def begin(
    ruleset: Ruleset[Card],
    readings: Mapping[str, str],
    seed: int,
    players: int = 2,
    sets: Sequence[str] = (),
    **named: Any,
) -> tuple[Quest, State]:
    """A new game with the cards of these Quests (none: of all) and its rules. `named` is what `select` takes.

    Raises UsageError for an unknown Quest, and as `select` and `new_game` do.
    """
    ruleset = played(ruleset, sets)
    random, numbers = Random(seed), load_setup(ruleset.roots).value
    book = Book(ruleset.under(readings), readings)
    setup = select(book.cards, numbers, random, players, **named)
    return Quest(book), new_game(book, setup, random, numbers)


def new_game(book: Book, setup: Setup, random: Random, numbers: Numbers | None = None) -> State:
    """The position before the first turn; the first player is the active one.

    The Monsters of the rooms, the hands, the Side Quests and the cards of an epic Marketplace are dealt.
    Other decks are shuffled, and chance acts when one of their cards is turned up. Where there are Side
    Quests or Guild Sponsors, the players choose theirs first.
    Raises UsageError for a wrong number of players, for rooms that are not two of each level, for a level
    with fewer than two Monsters, for too few Side Quests, for a Legendary card among the Treasures, and for
    a piece whose facts are not all known.
    """
    numbers = load_setup().value if numbers is None else numbers
    _check(book, setup, numbers)
    keys = setup.keys or keys_by_level(book, numbers)
    dealt = [_dealt(monsters, 2, random) for monsters in setup.monsters]
    monsters = ("giant_rat", *(monster for pair, _ in dealt for monster in pair))
    first, second, third = (_with_keys(deck, count) for (_, deck), count in zip(dealt, keys, strict=True))
    starter = random.randrange(setup.players)
    market, wares = _market(setup, random)
    turn_order = [(seat - starter) % setup.players for seat in range(setup.players)]
    kept = setup.kept or ((),) * setup.players
    return State(
        active=starter,
        todo=_choices(setup, numbers, starter, random)[::-1],
        players=tuple(
            _player(numbers, place, more, random) for place, more in zip(turn_order, kept, strict=True)
        ),
        rooms=tuple(Room(*room) for room in zip(("wilderness", *setup.rooms), monsters, strict=True)),
        monsters=(first, second, third),
        guardian=setup.guardian,
        stacks=(*setup.heroes, *market),
        treasures=piles.shuffled(setup.treasures),
        wares=wares,
        wound_cards=numbers.components["cards"][WOUND_CARD],
        keys_to_end=setup.keys_to_end or numbers.keys_to_end,
        titles=tuple(dict.fromkeys(_titles(book, setup))),
    )


def _titles(book: Book, setup: Setup) -> list[str]:
    """What the Village sells, by the titles of the cards."""
    stacks = (*setup.heroes, *setup.market)
    sold = [card for stack in stacks if stack.sold for card, _ in stack.cards]
    return [book.card(card).hero_title for card in (*sold, *(c for _, deck in setup.wares for c in deck))]


def _check(book: Book, setup: Setup, numbers: Numbers) -> None:
    most = len(numbers.rations_by_seat)
    if not FEWEST_PLAYERS <= setup.players <= most:
        raise UsageError(f"the game is for {FEWEST_PLAYERS} to {most} players, not {setup.players}")
    levels = [level + 1 for level, count in enumerate(numbers.rooms_by_level) for _ in range(count)]
    if [book.card(room).level for room in setup.rooms] != levels:
        raise UsageError("the Dungeon has two rooms each of levels 1, 2 and 3, in this order")
    if any(len(monsters) < 2 for monsters in setup.monsters):
        raise UsageError("each level has two rooms, and there is no Monster for one of them")
    if setup.quests and len(setup.quests) < setup.players:
        raise UsageError("there are fewer Side Quests than players")
    for card in map(book.card, setup.treasures):
        if card.legendary:
            raise UsageError(f"{card.name} is Legendary, and no Legendary card lies in the Treasure deck")
    stacks = (id_ for stack in (*setup.heroes, *setup.market) for id_, _ in stack.cards)
    prizes = (quest.prize.card for quest in map(book.card, setup.quests) if quest.prize and quest.prize.card)
    pieces = (
        *prizes,
        *stacks,
        *setup.rooms,
        *setup.treasures,
        setup.guardian,
        *setup.quests,
        *setup.sponsors,
    )
    monsters = (monster for monsters in setup.monsters for monster in monsters)
    for card in map(book.card, (*pieces, *monsters)):
        if card.missing:
            raise UsageError(f"{card.name} cannot be played: no source gives {', '.join(card.missing)}")


def _dealt(cards: tuple[str, ...], count: int, random: Random) -> tuple[tuple[str, ...], Pile]:
    """Cards from the top of the shuffled ones, and the deck of the others."""
    return piles.take_some(piles.shuffled(cards), count, random)


def keys_by_level(book: Book, numbers: Numbers) -> tuple[int, int, int]:
    """How many Guardian Keys are shuffled into the deck of each level. (QUEST-1.7, key.guardian_keys)"""
    evenly = (keys for reading, keys in _EVENLY.items() if book.reads("guardian_keys", reading))
    return next(evenly, numbers.keys_by_level)


def _with_keys(deck: Pile, keys: int) -> Pile:
    """A Monster deck with Guardian Keys shuffled into it. (QUEST-1.7)"""
    return piles.shuffled((*piles.contents(deck), *(KEY,) * keys))


def _player(numbers: Numbers, place: int, kept: tuple[str, ...], random: Random) -> Player:
    """A player with the first hand, and more Iron Rations the later the first turn. (QUEST-1.14)"""
    cards = tuple(card for card, copies in numbers.starting_deck.items() for _ in range(copies))
    hand, deck = _dealt((*cards, *kept), numbers.hand, random)
    return Player(deck, hand=tuple(sorted(hand)), iron_rations=numbers.rations_by_seat[place])


def _market(setup: Setup, random: Random) -> tuple[tuple[Stack, ...], tuple[tuple[str, Pile], ...]]:
    """The spaces of the Marketplace, in an epic game filled from the decks of their types. (QUEST-16.3)"""
    decks = {kind: piles.shuffled(cards) for kind, cards in setup.wares}
    stacks: list[Stack] = []
    for stack in setup.market:
        if stack.space in decks and not stack.cards:
            found, decks[stack.space] = piles.take_some(decks[stack.space], 1, random)
            stack = replace(stack, cards=tuple((card, 1) for card in found))
        stacks.append(stack)
    return tuple(stacks), tuple(decks.items())


def _choices(setup: Setup, numbers: Numbers, starter: int, random: Random) -> tuple[Task, ...]:
    """Each player keeps one of the Side Quests dealt, then takes a Guild Sponsor. (QUEST-1.13)

    Where there are too few Side Quests, each player is dealt as many fewer.
    """
    seats = [(starter + turn) % setup.players for turn in range(setup.players)]
    quests = list(setup.quests)
    random.shuffle(quests)
    each = min(numbers.quests_dealt, len(quests) // setup.players)
    dealt = [tuple(sorted(quests[n :: setup.players][:each])) for n in range(setup.players)]
    keeping = [KeepQuest(seat, cards) for seat, cards in zip(seats, dealt, strict=True) if cards]
    taking = [TakeSponsor(seat, setup.sponsors) for seat in seats if setup.sponsors]
    return (*keeping, *taking)
