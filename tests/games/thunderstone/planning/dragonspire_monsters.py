"""Random small positions with the Monsters of Dragonspire in the Hall, in the hand and in the deck, and at
times one with a Trait or an effect that no printed card has.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from tests.games.thunderstone.builders import mixed_book, ruleset
from tests.games.thunderstone.planning.random_positions import USEFUL
from tsolve.games.thunderstone import piles
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.battle import DestroyEffect
from tsolve.games.thunderstone.effects.guards import (
    AnyGuard,
    CannotBeAttackedWith,
    DoubleHealth,
    FixedDarkness,
    HeroesRequired,
    ImmuneSpells,
    ImmuneUnequipped,
    MustBeDefeated,
    UseRequired,
    WeakCannotAttack,
)
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.piles import Pile
from tsolve.games.thunderstone.state import Member, Player, Slot, State

HELPFUL = (
    *(
        "fireball",
        "battle_fury",
        "torch",
        "lantern",
        "lightstone_gem",
        "hatchet",
        "dagger",
        "polearm",
        "spear",
    ),
    *("militia", "feast", "goodberries", "disease", "disease", "warhammer"),
)
"""Cards that these Monsters have to do with."""
HANDS = (None, ("militia",) * 2, ("thyrian_lord",) * 3, ())
"""What another player may hold: no choice that the search could not follow."""
DUTIFUL = ("blaze", "cutthroat", "fire_giant")
"""Monsters that have to act as Trophies."""


class Box:
    """Both boxes under readings that are odd with a probability, and the cards to draw from."""

    def __init__(self, random: Random, odd: float) -> None:
        overrides = {
            key: random.choice(point.options).id
            for key, point in ruleset().interpretations.items()
            if random.random() < odd
        }
        self.random = random
        book = mixed_book(**overrides)
        facts = book.cards
        self.heroes = [card for card in facts if facts[card].kind == "hero"]
        monsters = [card for card in facts if facts[card].kind == "monster"]
        self.monsters = [card for card in monsters if facts[card].set == "dragonspire"]
        self.old = [card for card in monsters if facts[card].set == "base"]
        if random.random() < 0.25:
            book = Book(self._with_a_strange_one(facts), book.readings)
        self.game = Thunderstone(book)

    def _with_a_strange_one(self, facts: dict[str, Card]) -> dict[str, Card]:
        random, name = self.random, self.random.choice(self.monsters)
        guards: list[AnyGuard] = [
            CannotBeAttackedWith(random.choice(["weapon", "edged", "spell", "item", "food", "light"])),
            DoubleHealth(random.randint(1, 8)),
            FixedDarkness(),
            HeroesRequired(random.randint(1, 4)),
            ImmuneSpells(),
            ImmuneUnequipped(),
            MustBeDefeated(),
            UseRequired(),
            WeakCannotAttack(random.randint(3, 7)),
        ]
        traits = (*facts[name].traits, random.choice(guards))
        battle = facts[name].battle
        if random.random() < 0.4:
            battle = (*battle, _destroying(random))
        return {**facts, name: replace(facts[name], traits=traits, battle=battle)}

    def cards(self, count: int) -> tuple[str, ...]:
        """Cards of a hand or a deck."""
        pools = ((0.42, self.heroes), (0.5, ["militia"]), (0.66, USEFUL), (0.84, HELPFUL), (0.95, DUTIFUL))
        found = []
        for _ in range(count):
            draw = self.random.random()
            pool = next((pool for bound, pool in pools if draw < bound), self.monsters)
            found.append(self.random.choice(pool))
        return tuple(found)

    def dungeon(self, cards: int, deck: Pile) -> tuple[Thunderstone, State]:
        """A hand of up to `cards` cards in the Dungeon with this deck."""
        random = self.random
        others = tuple(Player(hand=random.choice(HANDS)) for _ in range(random.randint(1, 2)))
        pool = self.monsters if random.random() < 0.85 else self.old
        state = State(
            players=(Player(deck=deck, xp=random.randint(0, 1)), *others),
            hall=tuple(Slot(random.choice(pool), True) for _ in range(3)),
            dungeon=piles.known(tuple(random.choices(self.monsters, k=2))) + piles.UNKNOWN,
            stock=None,
            party=tuple(map(Member, self.cards(random.randint(1, cards)))),
        )
        return self.game, self.game.apply(state, Visit("dungeon"))


def _destroying(random: Random) -> DestroyEffect:
    target = random.choice(["archer", "card", "healthy_card", "hero", "village_card", "weapon", "mercenary"])
    return DestroyEffect(
        target,  # type: ignore[arg-type]
        count=random.choice([1, 2, 3, "all", "diseases"]),
        but=random.choice([0, 0, 1]),
        first=random.choice(
            ["", "strongest", "weakest", "heaviest", "lightest", "richest", "stronger_of_two"]
        ),
        strength_at_most=random.choice([None, None, 4, 6]),
        unless_equipped=random.random() < 0.1,
    )


def known_draws(random: Random, cards: int, odd: float = 0.08) -> tuple[Thunderstone, State]:
    """In the Dungeon; what may be drawn is known, or unknown altogether."""
    box = Box(random, odd)
    end = piles.UNKNOWN if random.random() < 0.4 else piles.EMPTY
    return box.dungeon(cards, piles.known(box.cards(random.randint(0, 2))) + end)


def shuffled_draws(random: Random, cards: int, odd: float = 0.06) -> tuple[Thunderstone, State]:
    """In the Dungeon; a few cards are left in a shuffled deck."""
    box = Box(random, odd)
    pool = box.cards(random.randint(1, 3))
    return box.dungeon(cards, piles.shuffled(tuple(random.choices(pool, k=random.randint(2, 5)))))
