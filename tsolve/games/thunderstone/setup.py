"""Setting up a whole game from a seed: its rules, and where each card lies. (TS-2, DS-11)"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics, input_error, suggest
from tsolve.errors import UnknownNameError, UsageError
from tsolve.games.thunderstone.book import Book, in_setting
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.selection import Selection, Setup, select
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.rules.loading import load_data
from tsolve.source.locations import rulesets_path

if TYPE_CHECKING:
    from tsolve.games.thunderstone.cards import Card
    from tsolve.rules.ruleset import Ruleset
    from tsolve.source.decode import Decoded


SETUP = "setup.yaml"


@cache
def load_setup(roots: tuple[Path, ...] = ()) -> Decoded[Setup]:
    """The set-up of the game (without `roots`: of tsolve's own), read when first asked for.

    `roots` are the folders of a ruleset, the topmost first: what one says goes before those under it, key by
    key. Raises InputError when a file is damaged, or when no folder has one.
    """
    folders = roots or (rulesets_path() / "thunderstone",)
    own = [file for folder in reversed(folders) if os.path.lexists(file := folder / SETUP)]
    if not own:
        help_ = "it says with what a game begins; see docs/reference/rulesets.md"
        raise input_error("E101", f"{folders[-1]}: the folder holds no {SETUP}", help=help_)
    return load_data(own[0], Setup, own[1:])


def setup_of(ruleset: Ruleset[Card]) -> Setup:
    """The set-up of a ruleset. Raises InputError when it begins with other cards than the Basic ones."""
    read, found = load_setup(ruleset.roots), Diagnostics()
    basic = [card.id for card in ruleset.cards.values() if card.kind == "basic"]
    for card in read.value.starting_deck:
        if card not in basic:
            help_ = suggest(card, basic) or f"there are: {', '.join(basic)}"
            place = read.key_span("starting_deck", card)
            found.report("E402", f'no Basic card has the id "{card}"', place, help_)
    found.raise_if_any()
    return read.value


def played(ruleset: Ruleset[Card], sets: Sequence[str]) -> Ruleset[Card]:
    """The ruleset with the cards of these boxes, the usual one where none is named. Raises UsageError for an
    unknown box.
    """
    boxes = ruleset.boxes
    for box in sets:
        if box not in boxes:
            raise UnknownNameError(f'unknown box "{box}"; there are: {", ".join(boxes)}')
    chosen = tuple(sets) or boxes[:1]
    return ruleset.only(lambda card: card.set in chosen or not card.set)


def begin(
    ruleset: Ruleset[Card],
    readings: Mapping[str, str],
    seed: int,
    players: int = 2,
    sets: Sequence[str] = (),
    **named: Any,
) -> tuple[Thunderstone, State]:
    """A new game with the cards of these boxes, and its rules: a Setting changes them.

    `named` is what `select` takes. Raises UsageError for an unknown box, and as `select` and `lay_out` do.
    """
    ruleset = played(ruleset, sets)
    setup, random = setup_of(ruleset), Random(seed)
    chosen = select(ruleset.cards, setup, random, **named)
    if chosen.setting:
        ruleset = ruleset.only(lambda _: True, in_setting(ruleset.cards[chosen.setting]))
    book = Book(ruleset.under(readings), readings)
    return Thunderstone(book), lay_out(book, setup, random, chosen, players)


def new_game(book: Book, setup: Setup, seed: int, players: int = 2, **named: Any) -> State:
    """The position before the first turn; where each card lies depends on the arguments only.

    `named` is what `select` takes. Raises UsageError as it does, and as `lay_out` does.
    """
    random = Random(seed)
    return lay_out(book, setup, random, select(book.cards, setup, random, **named), players)


class Dungeon(NamedTuple):
    """The Dungeon as it is set up."""

    hall: tuple[str, ...]
    deck: tuple[str, ...]
    """From the top down."""
    under: tuple[str, ...]
    """Its last cards, which came among the first of the Hall and were put under it. (DS-11)"""


def lay_out(
    book: Book,
    setup: Setup,
    random: Random,
    chosen: Selection,
    players: int = 2,
    dealt: Dungeon | None = None,
) -> State:
    """The position before the first turn of a game played with what was chosen. (TS-2)

    Raises UsageError for more players than the box has cards for.
    """
    stock = _village(book, setup, chosen, players)
    hall, deck, _ = dealt or dungeon(book, setup, chosen, random)
    owners = tuple(_starting_player(setup, random) for _ in range(players))
    return State(
        players=(msgspec.structs.replace(owners[0], hand=()), *owners[1:]),
        hall=(Slot(hall[0], dealt=True), *map(Slot, hall[1:])),
        dungeon=piles.known(deck),
        setting=chosen.setting,
        stalls=tuple(stock),
        stock=tuple(stock.values()),
        party=tuple(Member(card) for card in owners[0].hand or ()),
    )


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
        stock[card.id] = card.count
    for card_id in chosen.village:
        stock[card_id] = book.card(card_id).count
    return stock


def dungeon(book: Book, setup: Setup, chosen: Selection, random: Random) -> Dungeon:
    """The Hall and the Dungeon Deck from the top down, the Thunderstone among its last cards. (TS-2.1,
    DS-11)
    """
    features = [card for card in chosen.features if not book.card(card).is_guardian]
    deck = _copies(book, (*_in_groups(book, chosen.monsters), *features))
    random.shuffle(deck)
    guardians = _copies(book, (card for card in chosen.features if book.card(card).is_guardian))
    together = guardians and book.reads("guardian_depth", "same_bottom_ten")
    if guardians and not together:
        depth = len(deck) - setup.guardian_packet
        deck = [*deck[:depth], *_shuffled([*deck[depth:], *guardians], random)]
    packet = [*deck[: setup.thunderstone_packet], *chosen.stones, *(guardians if together else ())]
    deck = [*deck[setup.thunderstone_packet :], *_shuffled(packet, random)]
    if sum(1 for card in deck if card in book.monsters) < setup.hall_ranks:
        raise UsageError("there are too few Monsters for a Dungeon")
    hall: list[str] = []
    under: list[str] = []
    while len(hall) < setup.hall_ranks:
        card = deck.pop(0)
        if book.card(card).kind in ("trap", "treasure"):
            under.append(card)  # nothing is resolved during the set-up
        else:
            hall.append(card)
    return Dungeon(tuple(hall), (*deck, *under), tuple(under))


def dungeon_cards(
    book: Book, groups: Iterable[str], features: Iterable[str], stones: Iterable[str]
) -> tuple[str, ...]:
    """Every card of the Dungeon Deck of a game with these Monster groups, Dungeon Features and Thunderstones.
    (TS-2.1, DS-11)
    """
    return tuple(_copies(book, (*_in_groups(book, groups), *features, *stones)))


def _in_groups(book: Book, groups: Iterable[str]) -> list[str]:
    return [card.id for card in book.cards.values() if card.kind == "monster" and card.group in groups]


def _copies(book: Book, cards: Iterable[str]) -> list[str]:
    return [card for card in cards for _ in range(book.card(card).count)]


def _shuffled(cards: list[str], random: Random) -> list[str]:
    random.shuffle(cards)
    return cards


def _starting_player(setup: Setup, random: Random) -> Player:
    """A player with a shuffled deck and a first hand. (TS-2.3)"""
    cards = [card for card, copies in setup.starting_deck.items() for _ in range(copies)]
    random.shuffle(cards)
    return Player(deck=piles.known(tuple(cards[setup.hand :])), hand=tuple(cards[: setup.hand]))
