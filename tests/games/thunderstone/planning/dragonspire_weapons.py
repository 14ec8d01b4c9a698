"""Random small positions with the Weapons of Dragonspire and what they work with: Heroes of both boxes, Food,
Spells, and Monsters that sap Strength or destroy cards.
"""

from __future__ import annotations

from random import Random

from tests.games.thunderstone.builders import mixed_book, ruleset
from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.piles import Pile
from tsolve.games.thunderstone.state import Member, Player, Slot, State

WEAPONS = (
    *("bluefire_staff", "frost_giant_axe", "guardian_blade", "recurve_bow", "skullbreaker"),
    *("toryn_gauntlet", "toryn_gauntlet"),
)
OLD = ("dagger", "spear", "polearm", "hatchet", "flaming_sword", "short_sword", "warhammer")
HELPFUL = (
    *("iron_rations", "iron_rations", "goodberries", "feast", "battle_fury", "fireball", "magical_aura"),
    *("arcane_energies", "banish", "torch", "lantern", "disease", "militia"),
)


class Box:
    """Both boxes under readings that are odd with a probability, and the cards to draw from."""

    def __init__(self, random: Random, odd: float) -> None:
        overrides = {
            key: random.choice(point.options).id
            for key, point in ruleset().interpretations.items()
            if random.random() < odd
        }
        self.random = random
        self.game = Thunderstone(mixed_book(**overrides))
        facts = self.game.book.cards
        heroes = [card for card in facts if facts[card].kind == "hero"]
        self.heroes = [card for card in heroes if facts[card].level != 3] + ["militia"]
        self.wise = [card for card in heroes if {"cleric", "wizard"} & set(facts[card].classes)]
        self.monsters = [card for card in facts if facts[card].kind == "monster"]
        self.fierce = [card for card in self.monsters if facts[card].battle]

    def cards(self, count: int) -> tuple[str, ...]:
        """Cards of a hand or a deck."""
        pools = ((0.28, self.heroes), (0.4, self.wise), (0.64, WEAPONS), (0.76, OLD), (0.99, HELPFUL))
        found = []
        for _ in range(count):
            draw = self.random.random()
            pool = next((pool for bound, pool in pools if draw < bound), self.monsters)
            found.append(self.random.choice(pool))
        return tuple(found)

    def dungeon(self, cards: int, deck: Pile) -> tuple[Thunderstone, State]:
        """A hand of up to `cards` cards in the Dungeon with this deck."""
        random = self.random
        state = State(
            players=(Player(deck=deck, xp=random.randint(0, 1)), Player(hand=random.choice((None, ())))),
            hall=tuple(
                Slot(random.choice(random.choice((self.monsters, self.fierce))), True) for _ in range(3)
            ),
            dungeon=piles.known(tuple(random.choices(self.monsters, k=2))) + piles.UNKNOWN,
            stock=None,
            party=tuple(map(Member, self.cards(random.randint(2, cards)))),
        )
        return self.game, self.game.apply(state, Visit("dungeon"))


def known_draws(random: Random, cards: int, odd: float = 0.08) -> tuple[Thunderstone, State]:
    """In the Dungeon; what may be drawn is known, or unknown altogether."""
    box = Box(random, odd)
    end = piles.UNKNOWN if random.random() < 0.5 else piles.EMPTY
    return box.dungeon(cards, piles.known(box.cards(random.randint(0, 2))) + end)


def shuffled_draws(random: Random, cards: int, odd: float = 0.06) -> tuple[Thunderstone, State]:
    """In the Dungeon; a few cards are left in a shuffled deck."""
    box = Box(random, odd)
    pool = box.cards(random.randint(1, 3))
    return box.dungeon(cards, piles.shuffled(tuple(random.choices(pool, k=random.randint(2, 4)))))
