"""Random small scenarios as the keys of position files: monsters or characters in turn, cards with most kinds
of abilities, and what may lie on a map.
"""

from __future__ import annotations

from random import Random
from typing import Any

Data = dict[str, Any]

MONSTERS_DO = (
    ["move +0", "attack +0"],
    ["move +1", "attack -1"],
    ["attack +0", "move +0"],
    ["move +0, jump", "attack +0, pull 2"],
    ["attack +0, push 2"],
    ["move +0", "attack +0, poison"],
    ["move -1", "attack +0, range 3"],
    ["move +0", "attack +0, target 2"],
    ["heal 2, range 3"],
    ["heal 3, self", "move +0", "attack +0"],
    ["shield 1, self", "attack +1"],
    ["retaliate 2, self"],
    ["summon Living Bones"],
    ["push 2, all adjacent enemies"],
    ["move +0", "loot 1"],
    ["move +0", "attack +0", "attack -1"],
    ["infuse ice", "move +0", "attack +0, wound"],
    ["attack +0, immobilize", "heal 2, self"],
)
TOPS = (
    "attack 2",
    "attack 3, push 1",
    "attack 2, range 3",
    "attack 1, poison",
    "heal 2, self",
    "loot 2",
    "attack 2, target 2",
)
BOTTOMS = (
    "move 2",
    "move 3",
    "move 2, jump",
    "shield 1, self",
    "heal 2, range 2",
    "move 1",
    "push 1, one adjacent enemy",
)
CONDITIONS = ("poison", "wound", "immobilize", "disarm", "stun", "muddle", "invisible", "strengthen")
DECKS = ([0], [0, 1], [-1, 0, "null"], [2], [0, "x2"])


class Dealer:
    """One scenario."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.columns, self.rows = random.randint(2, 6), random.randint(1, 4)
        self.free = [(c, r) for c in range(self.columns) for r in range(self.rows)]
        random.shuffle(self.free)

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def hexes(self, most: int) -> list[list[int]]:
        """Up to so many hexes on which nothing is yet; some stay free."""
        number = min(self.random.randint(0, most), max(len(self.free) - 4, 0))
        return [list(self.free.pop()) for _ in range(number)]

    def position(self) -> Data:
        """The keys of a file, for `api.position`."""
        random = self.random
        figures = self.figures()
        map_: Data = {"size": f"{self.columns} x {self.rows}"}
        for sort, most in (("walls", 1), ("obstacles", 1), ("difficult", 1), ("hazards", 1)):
            if self.maybe(0.3) and (hexes := self.hexes(most)):
                map_[sort] = hexes
        if self.maybe(0.4) and (hexes := self.hexes(2)):
            map_["traps"] = [{"at": at, "damage": random.randint(0, 2)} for at in hexes]
        if self.maybe(0.3) and (hexes := self.hexes(2)):
            figures["money"] = hexes
        names = [
            *figures["monsters"],
            *(name for name, each in figures["characters"].items() if "plays" in each),
        ]
        deck = {"rest": random.choice(DECKS)}
        return {
            "game": "gloomhaven",
            "map": map_,
            "turn": random.choice(names),
            "modifiers": {"monsters": deck, **dict.fromkeys(figures["characters"], deck)},
            **figures,
        }

    def figures(self) -> Data:
        """Monsters of one type with their card, and characters; each has a hex."""
        random = self.random
        stats = {
            "hp": random.randint(2, 6),
            "move": random.randint(0, 3),
            "attack": random.randint(1, 3),
            **({"range": random.randint(2, 3)} if self.maybe(0.2) else {}),
        }
        monsters = {
            f"Mon {number}": {"at": list(self.free.pop()), "stats": stats, **self.harmed(stats["hp"])}
            for number in range(1, random.randint(1, min(3, len(self.free) - 1)) + 1)
        }
        cards = {"Mon": {"initiative": random.randint(1, 99), "do": random.choice(MONSTERS_DO)}}
        characters = {
            name: {"at": list(self.free.pop()), **self.character()}
            for name in ("Brute", "Tinkerer")[: random.randint(1, min(2, len(self.free)))]
        }
        return {"monsters": monsters, "ability_cards": cards, "characters": characters}

    def harmed(self, most: int) -> Data:
        found: Data = {"hp": self.random.randint(1, most)}
        if self.maybe(0.25):
            found["conditions"] = [self.random.choice(CONDITIONS)]
        return found

    def character(self) -> Data:
        """With an initiative, or with two cards that it plays; sometimes with cards to lose."""
        random = self.random
        cards = {
            name: {
                "initiative": random.randint(1, 99),
                "top": random.choice(TOPS),
                "bottom": random.choice(BOTTOMS),
            }
            for name in ("One", "Two", "Three")
        }
        found: Data = {**self.harmed(8), "max_hp": 9}
        if self.maybe(0.6):
            found["plays"] = ["One", "Two"]
        else:
            found["initiative"] = random.randint(1, 99)
        if self.maybe(0.3):
            found["hand"] = ["Three"]
        if "plays" in found or "hand" in found:
            found["cards"] = cards
        return found


def dealt(random: Random) -> Data:
    """A random scenario."""
    return Dealer(random).position()
