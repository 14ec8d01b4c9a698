"""Random small positions with the Village cards of Dragonspire, with cards of both boxes and any readings."""

from __future__ import annotations

from random import Random

from tests.games.thunderstone.builders import mixed_book, ruleset
from tests.games.thunderstone.planning.random_positions import USEFUL
from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.piles import Pile
from tsolve.games.thunderstone.state import Member, Player, Slot, State

NEW = (
    *("burnt_offering", "chieftains_drum", "frost_bolt", "guide", "polymorph", "quartermaster", "scout"),
    *("silverstorm", "soul_gem", "spoiled_food", "thunder_ring", "trader"),
)
FEW = (
    *("militia", "dagger", "torch", "disease", "iron_rations", "barkeep", "short_sword", "feast"),
    *("terakian_peer", "veteran_warrior", "thyrian_squire", "harpy", "griffon", "pawnbroker", "banish"),
    *("goodberries", "gorinth_miser", "selurin_magician", "evoker_adept"),
)
"""Cards that they have to do with: Heroes of levels, gold, Food, a Trophy, what draws, what can be burnt."""
GOODS = ("torch", "dagger", "guide", "soul_gem", "lantern", "burnt_offering", "scout", "terakian_defender")
DECKS = (("militia", "torch"), ("torch",), ("harpy", "militia"), ())
"""What the other player may have left in the deck."""
ROBBER = "tyxr_the_old"
"""Its Breach makes the player discard: two Polymorphs could then be drawn and used for ever."""


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
        self.heroes = [card for card in facts if facts[card].kind == "hero"]
        self.monsters = [card for card in facts if facts[card].kind == "monster" and card != ROBBER]

    def cards(self, count: int, share: float = 0.35) -> tuple[str, ...]:
        """Cards of a hand or a deck; so great a share are new ones."""
        pools = ((share, NEW), (share + 0.3, FEW), (share + 0.4, USEFUL), (share + 0.55, self.heroes))
        found = []
        for _ in range(count):
            draw = self.random.random()
            pool = next((pool for bound, pool in pools if draw < bound), self.monsters)
            found.append(self.random.choice(pool))
        return tuple(found)

    def hand(self, most: int) -> tuple[Member, ...]:
        """A hand with one new card at least."""
        cards = (self.random.choice(NEW), *self.cards(self.random.randint(0, most - 1)))
        return tuple(map(Member, cards))

    def other(self) -> Player:
        """The other player: a known deck, most often."""
        if self.random.random() < 0.15:
            return Player(deck=piles.UNKNOWN)
        return Player(deck=piles.known(self.random.choice(DECKS)))

    def dungeon(self, most: int, deck: Pile) -> tuple[Thunderstone, State]:
        """A hand of up to so many cards in the Dungeon with this deck."""
        random = self.random
        above = tuple(random.choices(self.monsters, k=random.randint(1, 3)))
        state = State(
            players=(Player(deck=deck, xp=random.randint(0, 2)), self.other()),
            hall=tuple(Slot(random.choice(self.monsters), rank == 0) for rank in range(3)),
            dungeon=piles.known(above) + piles.UNKNOWN,
            stock=None,
            party=self.hand(most),
        )
        return self.game, self.game.apply(state, Visit("dungeon"))


def known_draws(random: Random, cards: int, odd: float = 0.08) -> tuple[Thunderstone, State]:
    """In the Dungeon; what may be drawn is known, or unknown altogether."""
    box = Box(random, odd)
    end = piles.UNKNOWN if random.random() < 0.5 else piles.EMPTY
    return box.dungeon(cards, piles.known(box.cards(random.randint(0, 4), 0.2)) + end)


def shuffled_draws(random: Random, cards: int, odd: float = 0.06) -> tuple[Thunderstone, State]:
    """In the Dungeon; a few cards are left in a shuffled deck."""
    box = Box(random, odd)
    pool = box.cards(random.randint(1, 3), 0.15)
    return box.dungeon(cards, piles.shuffled(tuple(random.choices(pool, k=random.randint(2, 4)))))


def visit(
    random: Random, cards: int, odd: float = 0.08, deck: Pile | None = None
) -> tuple[Thunderstone, State]:
    """In the Village, with a few goods; what may be drawn is known, then unknown, if no `deck` is given."""
    box = Box(random, odd)
    goods = random.sample(GOODS, 3)
    stock = {card: random.randint(0, 2) for card in goods}
    known = piles.known(box.cards(random.randint(0, 4), 0.1)) + piles.UNKNOWN
    state = State(
        players=(Player(deck=known if deck is None else deck, xp=random.randint(0, 4)), Player(hand=None)),
        hall=(Slot("kingdom"), Slot("famine"), Slot("griffon")),
        dungeon=piles.UNKNOWN,
        stalls=tuple(stock),
        stock=tuple(stock.values()),
        party=box.hand(cards),
    )
    return box.game, box.game.apply(state, Visit("village"))


def visit_by_chance(random: Random, cards: int) -> tuple[Thunderstone, State]:
    """In the Village; a few cards are left in a shuffled deck."""
    pool = Box(random, 0).cards(3, 0.1)
    deck = piles.shuffled(tuple(random.choices(pool, k=random.randint(2, 4))))
    return visit(random, cards, 0.06, deck)
