"""Which cards random positions around each part of Dragonspire are made of."""

from __future__ import annotations

from itertools import product
from random import Random

from tests.games.thunderstone.planning.asked_positions import Asked
from tests.games.thunderstone.planning.random_positions import USEFUL
from tests.games.thunderstone.planning.strange_monsters import strange
from tsolve.cardkit import piles
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.state import Player

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
