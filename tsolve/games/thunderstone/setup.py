"""Setting up a whole game from a seed. (TS-2)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import msgspec

from tsolve.diagnostics import suggest
from tsolve.errors import UsageError
from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.rules.loading import load_data
from tsolve.rules.text import squash
from tsolve.source.locations import rulesets_path

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book


class Selection(msgspec.Struct, frozen=True):
    """The classes of a game: Monster and Hero groups by name, Village cards by id."""

    monsters: tuple[str, ...]
    heroes: tuple[str, ...]
    village: tuple[str, ...]


class Setup(msgspec.Struct, frozen=True):
    """The numbers of a ruleset's `setup.yaml`."""

    starting_deck: dict[str, int]
    hand: int
    hall_ranks: int
    monster_groups: int
    monster_cards: int
    """Cards in each Monster group."""
    thunderstone_packet: int
    """Monsters that are shuffled with the Thunderstone and put at the bottom of the Dungeon Deck."""
    hero_groups: int
    hero_levels: dict[str, int]
    """Level -> copies in each Hero group."""
    village_stacks: int
    first_game: Selection
    box: dict[str, int]


@cache
def load_setup() -> Setup:
    """The set-up of the base game, read when first asked for. Raises InputError when the file is damaged."""
    return load_data(rulesets_path() / "thunderstone" / "setup.yaml", Setup)


def new_game(
    book: Book,
    setup: Setup,
    seed: int,
    players: int = 2,
    monsters: Sequence[str] | None = None,
    heroes: Sequence[str] | None = None,
    village: Sequence[str] | None = None,
    first_game: bool = False,
) -> State:
    """The position before the first turn; where each card lies depends on the arguments only. (TS-2.4)

    `monsters` and `heroes` name groups, `village` names cards (by name or id). What they leave open is drawn
    at random, or taken from the set recommended for a first game. More Monster groups than usual make a
    longer game. Raises UsageError for an unknown or repeated name, for too many Hero groups or Village cards,
    and for more players than the box has cards for.
    """
    random = Random(seed)
    if first_game:
        usual = setup.first_game
        monsters = usual.monsters if monsters is None else monsters
        heroes = usual.heroes if heroes is None else heroes
        village = usual.village if village is None else village
    chosen = Selection(
        _choose("Monster group", _groups(book, "monster"), monsters or (), setup.monster_groups, random),
        _choose("Hero group", _groups(book, "hero"), heroes or (), setup.hero_groups, random),
        _choose("Village card", _village_cards(book), village or (), setup.village_stacks, random),
    )
    for what, count, limit in (
        ("Hero groups", len(chosen.heroes), setup.hero_groups),
        ("Village cards", len(chosen.village), setup.village_stacks),
    ):
        if count > limit:
            raise UsageError(f"a game has {limit} {what}, not {count}")
    stock = _village(book, setup, chosen, players)
    dungeon = _dungeon_deck(book, setup, chosen.monsters, random)
    hall, deck = dungeon[: setup.hall_ranks], dungeon[setup.hall_ranks :]
    owners = tuple(_starting_player(setup, random) for _ in range(players))
    return State(
        players=(msgspec.structs.replace(owners[0], hand=()), *owners[1:]),
        hall=tuple(Slot(card, breached=rank == 0) for rank, card in enumerate(hall)),
        dungeon=piles.known(deck),
        stalls=tuple(stock),
        stock=tuple(stock.values()),
        party=tuple(Member(card) for card in owners[0].hand or ()),
    )


def _groups(book: Book, kind: str) -> dict[str, str]:
    """The groups of a kind of card: name -> name."""
    return {card.group: card.group for card in book.cards.values() if card.kind == kind}


def _village_cards(book: Book) -> dict[str, str]:
    """The Village cards: id -> name."""
    return {card.id: card.name for card in book.cards.values() if card.kind == "village"}


def _choose(
    what: str, known: dict[str, str], wanted: Iterable[str], count: int, random: Random
) -> tuple[str, ...]:
    """The things asked for, filled up at random to `count`."""
    picked = [_find(what, known, name) for name in wanted]
    for thing in picked:
        if picked.count(thing) > 1:
            raise UsageError(f"the {what} {known[thing]} is named twice")
    left = [thing for thing in known if thing not in picked]
    return (*picked, *random.sample(left, max(count - len(picked), 0)))


def _find(what: str, known: dict[str, str], wanted: str) -> str:
    for thing, name in known.items():
        if squash(wanted) in (squash(thing), squash(name)):
            return thing
    names = known.values()
    hint = suggest(wanted, names) or f"known: {', '.join(names)}"
    raise UsageError(f'unknown {what} "{wanted}"; {hint}')


def _village(book: Book, setup: Setup, chosen: Selection, players: int) -> dict[str, int]:
    """The stacks: card -> copies, without the cards of the starting decks. (TS-2.2)"""
    stock = {card.id: card.count for card in book.cards.values() if card.kind == "basic"}
    for card_id, copies in setup.starting_deck.items():
        stock[card_id] -= copies * players
    if players < 1 or min(stock.values()) < 0:
        most = min(book.card(card_id).count // copies for card_id, copies in setup.starting_deck.items())
        raise UsageError(f"the game is for 1 to {most} players, not {players}")
    trained = [card for card in book.cards.values() if card.kind == "hero" and card.group in chosen.heroes]
    for card in sorted(trained, key=lambda card: (chosen.heroes.index(card.group), card.level)):
        stock[card.id] = setup.hero_levels[str(card.level)]
    for card_id in chosen.village:
        stock[card_id] = book.card(card_id).count
    return stock


def _dungeon_deck(book: Book, setup: Setup, groups: Iterable[str], random: Random) -> tuple[str, ...]:
    """The Dungeon Deck from the top down, with the Thunderstone among its last eleven cards. (TS-2.1)"""
    monsters = [
        card.id
        for card in book.cards.values()
        if card.is_monster and card.group in groups
        for _ in range(card.count)
    ]
    random.shuffle(monsters)
    stone = next(card.id for card in book.cards.values() if card.kind == "thunderstone")
    bottom = [*monsters[: setup.thunderstone_packet], stone]
    random.shuffle(bottom)
    return (*monsters[setup.thunderstone_packet :], *bottom)


def _starting_player(setup: Setup, random: Random) -> Player:
    """A player with a shuffled deck and a first hand. (TS-2.3)"""
    cards = [card for card, copies in setup.starting_deck.items() for _ in range(copies)]
    random.shuffle(cards)
    return Player(deck=piles.known(tuple(cards[setup.hand :])), hand=tuple(cards[: setup.hand]))
