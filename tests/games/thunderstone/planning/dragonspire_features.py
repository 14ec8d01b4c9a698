"""Random small positions with Traps and Treasures in the Dungeon Deck, Treasures in front of the players, and
Guardians in the Hall and in space 0.
"""

from __future__ import annotations

from random import Random

from tests.games.thunderstone.builders import mixed_book, ruleset
from tests.games.thunderstone.planning.random_positions import USEFUL
from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.piles import Pile
from tsolve.games.thunderstone.state import Member, Player, Slot, State, Treasure

MOVERS = ("banish", "elf_archmage", "thyrian_lord", "elf_sorcerer", "polymorph")
"""Cards that bring new ones into the Hall."""
STRUCK = ("barkeep", "town_guard", "lorigg_thief", "half_orc_raider", "highwayman", "militia", "dagger")
"""Cards that Traps strike, or that keep them away."""
FIGHTERS = ("thyrian_squire", "elf_wizard", "dwarf_guardian", "militia", "torch", "short_sword", "spear")
STRIKING = ("suffering", "kingdom", "medusa", "harbinger", "judgement", "choking_smoke", "lich_lord", "nixie")
"""Monsters, most of them with Battle Effects."""
PLAIN = ("harpy", "half_ogre", "nixie", "griffon", "hydra", "walking_scourge")
GUARDIANS = ("guardian_of_night", "guardian_of_torment")
HANDS = (None, ("militia", "barkeep"), ("torch",), ())
"""What another player may hold: no choice that the search could not follow."""


class Box:
    """All boxes under readings that are odd with a probability, and the cards to draw from."""

    def __init__(self, random: Random, odd: float) -> None:
        overrides = {
            key: random.choice(point.options).id
            for key, point in ruleset().interpretations.items()
            if random.random() < odd
        }
        self.random = random
        book = mixed_book(**overrides)
        self.game = Thunderstone(book)
        self.traps = sorted(book.traps)
        self.treasures = sorted(book.treasures)

    def cards(self, count: int) -> tuple[str, ...]:
        """Cards of a hand or a deck."""
        pools = ((0.35, FIGHTERS), (0.6, STRUCK), (0.8, MOVERS), (0.9, USEFUL), (1.0, ("disease", "militia")))
        found = []
        for _ in range(count):
            draw = self.random.random()
            found.append(self.random.choice(next(pool for bound, pool in pools if draw < bound)))
        return tuple(found)

    def hidden(self, count: int) -> tuple[str, ...]:
        """Cards of the Dungeon Deck, many of them Traps."""
        pools = ((0.5, self.traps), (0.65, self.treasures), (1.0, PLAIN))
        found = []
        for _ in range(count):
            draw = self.random.random()
            found.append(self.random.choice(next(pool for bound, pool in pools if draw < bound)))
        return tuple(found)

    def player(self, deck: Pile, hand: tuple[str, ...] | None = ()) -> Player:
        """A player with some Treasures."""
        random = self.random
        laid = random.sample(self.treasures, random.choice([0, 0, 1, 2]))
        return Player(deck=deck, hand=hand, xp=random.randint(0, 1), treasures=tuple(map(Treasure, laid)))

    def others(self) -> list[Player]:
        """One or two other players, of whom part is known."""
        random = self.random
        decks = (piles.UNKNOWN, piles.known(("militia", "dagger", "nixie")), piles.EMPTY)
        return [self.player(random.choice(decks), random.choice(HANDS)) for _ in range(random.randint(1, 2))]

    def dungeon(self, cards: int, deck: Pile, dungeon: Pile) -> tuple[Thunderstone, State]:
        """A hand of up to `cards` cards in the Dungeon with these decks."""
        random = self.random
        left = list(GUARDIANS)
        random.shuffle(left)
        outside = [Slot(left.pop(), True) for _ in range(random.choice([0, 1, 1, 2]))]
        hall = [Slot(random.choice(random.choice((STRIKING, PLAIN))), True) for _ in range(3)]
        if left and random.random() < 0.3:
            hall[random.choice((1, 2))] = Slot(left.pop())
        state = State(
            players=(self.player(deck), *self.others()),
            hall=tuple(hall),
            outside=tuple(outside),
            dungeon=dungeon,
            stock=None,
            party=tuple(map(Member, self.cards(random.randint(1, cards)))),
        )
        return self.game, self.game.apply(state, Visit("dungeon"))


def known_decks(random: Random, cards: int, odd: float = 0.06) -> tuple[Thunderstone, State]:
    """In the Dungeon; what comes next is known, or unknown altogether."""
    box = Box(random, odd)
    end = piles.UNKNOWN if random.random() < 0.5 else piles.EMPTY
    deck = piles.known(box.cards(random.randint(0, 2))) + random.choice((piles.UNKNOWN, piles.EMPTY))
    return box.dungeon(cards, deck, piles.known(box.hidden(random.randint(0, 4))) + end)


def shuffled_dungeon(random: Random, cards: int, odd: float = 0.04) -> tuple[Thunderstone, State]:
    """In the Dungeon, of which the deck is shuffled."""
    box = Box(random, odd)
    deck = piles.known(box.cards(random.randint(0, 2)))
    return box.dungeon(cards, deck, piles.shuffled(box.hidden(random.randint(2, 4))))


def visit(random: Random, cards: int) -> tuple[Thunderstone, State]:
    """A visit to the Village with Treasures in front of the player."""
    box = Box(random, 0.06)
    stalls = {"dagger": 2, "torch": 1, "lorigg_rogue": 1, "thyrian_squire": 1, "barkeep": 2}
    state = State(
        players=(box.player(piles.known(box.cards(random.randint(0, 2)))), *box.others()),
        stalls=tuple(stalls),
        stock=tuple(stalls.values()),
        party=tuple(map(Member, box.cards(random.randint(1, cards)))),
    )
    return box.game, box.game.apply(state, Visit("village"))
