"""Random small positions in which chance has a say: cards that draw, shuffled decks, any readings."""

from __future__ import annotations

from random import Random

from tests.games.thunderstone.builders import mixed_book
from tests.games.thunderstone.planning.random_positions import (
    USEFUL,
    Dealt,
    Pools,
    deal,
    from_the_box,
    random_game,
)
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import Member, Player, Slot, State

DESTROYERS = ("regian_cleric", "chalice_quester")
"""Draw for each Disease that they destroy."""
DRAWERS = (
    "regian_priest",
    "regian_bishop",
    "chalice_defender",
    "chalice_paladin",
    "arcane_energies",
    "magical_aura",
    "banish",
)
MOVERS = ("elf_archmage", "thyrian_lord", "selurin_theurge")
"""Change the Hall, or ask the other players."""
VILLAGERS = ("town_guard", "barkeep", "pawnbroker", "trainer", "militia")

READY = ("chalice_defender", "outlands_slayer", "outlands_khan")
"""May count the hand before other cards leave it."""
THINNING = (
    "gorinth_miser",
    "regian_priest",
    "banish",
    "burnt_offering",
    "veteran_berserker",
    "belzur_cardinal",
)
COUNTED = (
    "torch",
    "lantern",
    "disease",
    "blink_dog",
    "militia",
    "short_sword",
    "magical_aura",
    "lightstone_gem",
)


def ready_before_cards_leave(random: Random) -> Dealt:
    """A Hero that counts the hand, a card by which others leave it, and cards of both kinds."""
    game = Thunderstone(mixed_book())
    monsters = [card for card in sorted(game.book.monsters) if not game.book.card(card).breach]
    hand = [random.choice(READY), random.choice(THINNING), *random.choices(COUNTED, k=random.randint(1, 3))]
    deck = random.choices((*COUNTED, *THINNING[:3]), k=random.randint(1, 3))
    state = State(
        players=(Player(deck=piles.shuffled(tuple(deck))), Player(hand=())),
        hall=tuple(Slot(random.choice(monsters)) for _ in range(3)),
        dungeon=piles.known(tuple(random.choices(monsters, k=2))),
        stock=None,
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("dungeon"))


@from_the_box
def dungeon_draws(random: Random, cards: int, odd: float = 0.06) -> Dealt:
    """One card that draws and up to `cards` others in the Dungeon, 3 to 8 cards left to draw from."""
    game = random_game(random, odd)
    facts = game.book.cards
    monsters = sorted(game.book.monsters)
    kinds = random.random()
    if kinds < 0.35:
        hand = [random.choice(DESTROYERS), "disease"]
    else:
        hand = [random.choice(DRAWERS if kinds < 0.9 else MOVERS)]
    hand += _cards(random, game.book, random.randint(1, cards))
    pool = _cards(random, game.book, random.randint(2, 4))
    deck, discard = _deck_and_discard(random, pool, random.randint(3, 8))
    coming = random.choices(random.sample(monsters, 2), k=random.randint(2, 4))
    if random.random() < 0.08:
        coming.append(next(card for card in facts if facts[card].kind == "thunderstone"))
    dungeon = random.choice([piles.shuffled(tuple(coming)), _pile(random, coming), piles.UNKNOWN])
    standing = [Slot(random.choice(monsters), random.random() < 0.5) for _ in range(3)]
    if random.random() < 0.06:
        standing[2] = Slot()
    alike = game.book.reads("others_discard", "forced")  # what they choose is of no use, but must be chosen
    opponent = random.choice([None, ("militia",) * 2, ("militia", "militia" if alike else "elf_wizard")])
    state = State(
        players=(Player(deck=deck, discard=discard), Player(hand=opponent)),
        hall=tuple(standing),
        dungeon=dungeon,
        stock=None,
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("dungeon"))


@from_the_box
def village_draws(random: Random, cards: int, odd: float = 0.06) -> Dealt:
    """A Town Guard and up to `cards` other cards in the Village, with a few small stacks."""
    game = random_game(random, odd)
    facts = game.book.cards
    goods = [card for card in facts if facts[card].kind in ("village", "basic")]
    heroes = [card for card in facts if facts[card].kind == "hero"]
    hand = ["town_guard", *_visitors(random, game.book, random.randint(0, cards))]
    pool = _visitors(random, game.book, random.randint(2, 3))
    deck, discard = _deck_and_discard(random, pool, random.randint(3, 6))
    group = facts[random.choice(heroes)].group
    stacks = {card: random.randint(0, 2) for card in heroes if facts[card].group == group}
    stacks |= {card: random.randint(1, 2) for card in random.sample(goods, random.randint(2, 3))}
    state = State(
        players=(Player(deck=deck, discard=discard, xp=random.randint(0, 5)), Player(hand=None)),
        hall=(Slot("kingdom"), Slot("famine"), Slot("griffon")),
        dungeon=piles.UNKNOWN,
        stalls=tuple(stacks),
        stock=tuple(stacks.values()),
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("village"))


def _cards(random: Random, book: Book, count: int) -> list[str]:
    """Cards for the Dungeon, those that matter there more often."""
    facts = book.cards
    heroes = [card for card in facts if facts[card].kind == "hero"]
    others = [card for card in facts if facts[card].kind in ("village", "basic")]
    drawers = DRAWERS + DESTROYERS
    pools: Pools = (
        *((35, heroes), (15, ("militia",)), (10, drawers), (8, ("disease",))),
        *((25, USEFUL), (5, others), (2, sorted(book.monsters))),
    )
    return list(deal(random, pools, count))


def _visitors(random: Random, book: Book, count: int) -> list[str]:
    """Cards for the Village: people who work there, cards with gold, and anything else."""
    paying = [card for card in book.cards if book.cards[card].gold]
    return list(deal(random, ((40, VILLAGERS), (40, paying), (20, sorted(book.cards))), count))


def _deck_and_discard(random: Random, pool: list[str], count: int) -> tuple[Pile, tuple[str, ...]]:
    """Cards of these kinds in the deck, or most of them in a discard pile that is shuffled in when the deck
    runs out, or below the top of a deck of which no more is known.
    """
    cards = random.choices(pool, k=count)
    kind = random.random()
    if kind < 0.5:
        return _pile(random, cards), ()
    top = random.randint(0, 2)
    if kind < 0.9:
        return _pile(random, cards[:top]), tuple(cards[top:])
    return _pile(random, cards[:top]) + piles.UNKNOWN, ()


def _pile(random: Random, cards: list[str]) -> Pile:
    """A shuffled pile of which sometimes the top is known."""
    known = random.randint(1, 2) if random.random() < 0.2 else 0
    return piles.known(tuple(cards[:known])) + piles.shuffled(tuple(cards[known:]))
