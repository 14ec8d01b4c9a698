"""Random small positions around one Hero group of Dragonspire, with cards of both boxes and any readings."""

from __future__ import annotations

from random import Random

from tests.games.thunderstone.builders import mixed_book, ruleset
from tests.games.thunderstone.planning.random_positions import USEFUL
from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.piles import Pile
from tsolve.games.thunderstone.state import Member, Player, Slot, State

HELPFUL = (
    *("fireball", "battle_fury", "torch", "lantern", "magical_aura", "barkeep", "feast", "goodberries"),
    *("spear", "dagger", "militia"),
)
"""Cards of the base box that these Heroes have to do with."""
HANDS = (None, ("militia",) * 2, ("dagger",) * 2, ("belzur_bishop", "dagger"), ("spear",), ())
"""What the other player may hold: no choice that would matter but the Bishop's."""


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
        self.new = [card for card in heroes if facts[card].set == "dragonspire"]
        self.old = [card for card in heroes if facts[card].set == "base"]
        group = random.choice(sorted({facts[card].group for card in self.new}))
        self.group = [card for card in self.new if facts[card].group == group]
        self.monsters = [card for card in facts if facts[card].kind == "monster"]

    def cards(self, count: int) -> tuple[str, ...]:
        """Cards of a hand or a deck; several of one group, since they care for each other."""
        pools = ((0.3, self.group), (0.42, self.new), (0.52, self.old), (0.75, USEFUL), (0.95, HELPFUL))
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
            players=(Player(deck=deck, xp=random.randint(0, 2)), Player(hand=random.choice(HANDS))),
            hall=tuple(Slot(random.choice(self.monsters), True) for _ in range(3)),
            dungeon=piles.known(tuple(random.choices(self.monsters, k=2))) + piles.UNKNOWN,
            stock=None,
            party=tuple(map(Member, self.cards(random.randint(1, cards)))),
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
    return box.dungeon(cards, piles.shuffled(tuple(random.choices(pool, k=random.randint(2, 5)))))


def visit(random: Random, cards: int, odd: float = 0.08) -> tuple[Thunderstone, State]:
    """In the Village, with the stack of the group and a few goods."""
    box = Box(random, odd)
    goods = random.sample(["torch", "lantern", "iron_rations", "fireball", "barkeep"], 3)
    stock = {card: random.randint(0, 2) for card in (*box.group, *goods)}
    hand = (*box.cards(random.randint(1, cards)), *random.choices(["disease", "militia"], k=1))
    deck = piles.known(box.cards(random.randint(0, 5)))
    state = State(
        players=(Player(deck=deck + piles.UNKNOWN, xp=random.randint(0, 8)), Player(hand=None)),
        hall=(Slot("kingdom"), Slot("famine"), Slot("griffon")),
        dungeon=piles.UNKNOWN,
        stalls=tuple(stock),
        stock=tuple(stock.values()),
        party=tuple(map(Member, hand)),
    )
    return box.game, box.game.apply(state, Visit("village"))
