"""Random small positions of all boxes around the cards that somebody asks for, and the parts of
Dragonspire.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

from tests.games.thunderstone.builders import mixed_book
from tests.games.thunderstone.planning.random_positions import (
    USEFUL,
    Dealt,
    Pools,
    deal,
    from_the_box,
    random_readings,
)
from tests.games.thunderstone.planning.test_evaluator import strange
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


VILLAGE = (
    *("burnt_offering", "chieftains_drum", "frost_bolt", "guide", "polymorph", "quartermaster", "scout"),
    *("silverstorm", "soul_gem", "spoiled_food", "thunder_ring", "trader"),
)
WEAPONS = (
    *("bluefire_staff", "frost_giant_axe", "guardian_blade", "recurve_bow", "skullbreaker"),
    *("toryn_gauntlet", "toryn_gauntlet"),
)
GUARDIANS = ("guardian_of_night", "guardian_of_torment")
DUTIFUL = ("blaze", "cutthroat", "fire_giant")
"""Monsters that have to act as Trophies."""
ROBBER = "tyxr_the_old"
"""Its Breach makes the player discard: two Polymorphs could then be drawn and used for ever."""


def features(_: Random, book: Book) -> Asked:
    """Traps and Treasures in the Dungeon Deck, Treasures laid out, Guardians in the Hall and in space 0."""
    struck = ("barkeep", "town_guard", "lorigg_thief", "half_orc_raider", "highwayman", "militia", "dagger")
    movers = ("banish", "elf_archmage", "thyrian_lord", "elf_sorcerer", "polymorph")
    fighters = ("thyrian_squire", "elf_wizard", "dwarf_guardian", "militia", "torch", "short_sword", "spear")
    striking = (
        "suffering",
        "kingdom",
        "medusa",
        "harbinger",
        "judgement",
        "choking_smoke",
        "lich_lord",
        "nixie",
    )
    plain = ("harpy", "half_ogre", "nixie", "griffon", "hydra", "walking_scourge")
    hands = (None, ("militia", "barkeep"), ("torch",), ())
    decks = (piles.UNKNOWN, piles.known(("militia", "dagger", "nixie")), piles.EMPTY)
    return Asked(
        hand=((35, fighters), (25, struck), (20, movers), (10, USEFUL), (10, ("disease", "militia"))),
        hall=((1, striking), (1, plain)),
        below=((50, sorted(book.traps)), (15, sorted(book.treasures)), (35, plain)),
        guardians=GUARDIANS,
        treasures=sorted(book.treasures),
        rivals=tuple(Player(deck=deck, hand=hand) for deck, hand in product(decks, hands)),
        goods=("dagger", "torch", "barkeep"),
        stacks=("lorigg_rogue", "thyrian_squire"),
        chance="dungeon",
    )


def heroes(random: Random, book: Book) -> Asked:
    """One group of Heroes, since they care for each other, with cards that they have to do with."""
    helpful = (
        *("fireball", "battle_fury", "torch", "lantern", "magical_aura", "barkeep", "feast", "goodberries"),
        *("spear", "dagger", "militia"),
    )
    facts = book.cards
    new = _of(book, "hero", "dragonspire")
    chosen = random.choice(sorted({facts[card].group for card in new}))
    group = tuple(card for card in new if facts[card].group == chosen)
    monsters = _of(book, "monster")
    hands = (None, ("militia",) * 2, ("dagger",) * 2, ("belzur_bishop", "dagger"), ("spear",), ())
    return Asked(
        hand=(
            *((30, group), (12, new), (10, _of(book, "hero", "base"))),
            *((23, USEFUL), (20, helpful), (5, monsters)),
        ),
        hall=((1, monsters),),
        rivals=tuple(Player(hand=hand) for hand in hands),
        goods=("torch", "lantern", "iron_rations", "fireball", "barkeep"),
        stacks=group,
    )


def half_orcs(_: Random, book: Book) -> Asked:
    """Half-Orcs, who are paid for robbing the others, with what they are paid with."""
    group = ("half_orc_raider", "half_orc_marauder", "half_orc_dervish")
    payment = ("iron_rations", "torch", "lantern", "goodberries", "spear", "feast", "disease")
    hands = (("militia",) * 2, ("dagger",) * 2, ("belzur_bishop", "dagger"), ())
    return Asked(
        always=group[1:],
        hand=((40, group), (35, payment), (15, _of(book, "hero")), (10, USEFUL)),
        hall=((1, _of(book, "monster")),),
        rivals=tuple(Player(hand=hand) for hand in hands),
    )


def monsters(random: Random, book: Book) -> Asked:
    """Monsters in the Hall, in the hand and in the deck, at times one that is like no printed card."""
    helpful = (
        *("fireball", "battle_fury", "torch", "lantern", "lightstone_gem", "hatchet", "dagger", "polearm"),
        *("spear", "militia", "feast", "goodberries", "disease", "disease", "warhammer"),
    )
    new = _of(book, "monster", "dragonspire")
    hands = (None, ("militia",) * 2, ("thyrian_lord",) * 3, ())
    return Asked(
        hand=(
            *((42, _of(book, "hero")), (8, ("militia",)), (16, USEFUL)),
            *((18, helpful), (11, DUTIFUL), (5, new)),
        ),
        hall=((85, new), (15, _of(book, "monster", "base"))),
        rivals=tuple(Player(hand=hand) for hand in hands),
        changed=strange(random, book.card(random.choice(new))) if random.random() < 0.25 else {},
    )


def village(_: Random, book: Book) -> Asked:
    """A Village card, and what those work with: Heroes of levels, gold, Food, Trophies, what can be burnt."""
    few = (
        *("militia", "dagger", "torch", "disease", "iron_rations", "barkeep", "short_sword", "feast"),
        *("terakian_peer", "veteran_warrior", "thyrian_squire", "harpy", "griffon", "pawnbroker", "banish"),
        *("goodberries", "gorinth_miser", "selurin_magician", "evoker_adept"),
    )
    monsters = tuple(card for card in _of(book, "monster") if card != ROBBER)
    decks = (("militia", "torch"), ("torch",), ("harpy", "militia"), ())
    known = [Player(deck=piles.known(deck)) for deck in decks]
    others = ((30, few), (10, USEFUL), (15, _of(book, "hero")))
    return Asked(
        always=VILLAGE,
        hand=((35, VILLAGE), *others, (10, monsters)),
        deck=((15, VILLAGE), *others, (30, monsters)),
        drawn=4,
        hall=((1, monsters),),
        rivals=(*known, Player(deck=piles.UNKNOWN, hand=None)),
        goods=(
            "torch",
            "dagger",
            "guide",
            "soul_gem",
            "lantern",
            "burnt_offering",
            "scout",
            "terakian_defender",
        ),
    )


def weapons(_: Random, book: Book) -> Asked:
    """Weapons and what they work with: Heroes, Food, Spells, Monsters that sap Strength or destroy cards."""
    old = ("dagger", "spear", "polearm", "hatchet", "flaming_sword", "short_sword", "warhammer")
    helpful = (
        *("iron_rations", "iron_rations", "goodberries", "feast", "battle_fury", "fireball", "magical_aura"),
        *("arcane_energies", "banish", "torch", "lantern", "disease", "militia"),
    )
    facts = book.cards
    heroes = _of(book, "hero")
    monsters = _of(book, "monster")
    young = (*(card for card in heroes if facts[card].level != 3), "militia")
    wise = tuple(card for card in heroes if {"cleric", "wizard"} & set(facts[card].classes))
    return Asked(
        hand=((28, young), (12, wise), (24, WEAPONS), (12, old), (23, helpful), (1, monsters)),
        hall=((1, monsters), (1, tuple(card for card in monsters if facts[card].battle))),
        rivals=(Player(hand=None), Player(hand=())),
    )


def _of(book: Book, kind: str, box: str = "") -> tuple[str, ...]:
    """The cards of a kind, of one box or of all."""
    return tuple(id_ for id_, card in book.cards.items() if card.kind == kind and box in ("", card.set))
