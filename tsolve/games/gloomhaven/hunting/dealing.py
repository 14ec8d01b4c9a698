"""Deals a random position of a turn that the rules decide, or of a round, as a file would hold it."""

from __future__ import annotations

from random import Random
from typing import Literal

from tsolve.games.gloomhaven.writing.figure_file import AbilityCardFile, MonsterFile, StatsFile
from tsolve.games.gloomhaven.writing.map_file import MapFile, TrapFile
from tsolve.games.gloomhaven.writing.position_file import CharacterFile, ModifierDeckFile, SummonFile
from tsolve.games.gloomhaven.writing.statements import ScenarioFile

TYPE = "Fiend"
"""What the monsters of a dealt position are called: no type of the ruleset."""
NAMES = ("Anna", "Bert", "Cleo", "Dora")
ATTACKS = (
    "attack +0",
    "attack +0, target 2",
    "attack +0, range 3",
    "attack +0, range 2, target 2",
    "attack +0, range 4, target 3",
    "attack +0, all adjacent",
    "attack +0, range 2, area triangle3",
    "attack +0, area rhombus3_self",
    "attack +0, push 2",
    "attack +0, range 3, poison",
    "attack +0, pull 3",
    "attack +0, curse",
    "attack +0, with fire (+1)",
)
OTHERS = ("heal 2, self", "heal 3, range 2")
"""Abilities before or after a move and an attack."""
MOVES = ("move +0", "move +0", "move +0", "move +0, jump")
SUMMONS = ("Bear", "Wolf")
LASTING = ("retaliate 2", "retaliate 1, range 2", "shield 1")
CONDITIONS = ("muddle", "disarm", "immobilize", "strengthen", "wound", "poison")

Pair = tuple[int, int]
Deck = Literal["standard", "unknown"] | tuple[str | None, ...] | ModifierDeckFile


class Dealer:
    """Deals positions by chance, in which open points matter more often than at a table."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def deal(self) -> ScenarioFile:
        """A position of one to four characters and one to three monsters of a type."""
        random = self._random
        columns, rows = random.randint(4, 8), random.randint(3, 6)
        hexes = [(column, row) for column in range(columns) for row in range(rows)]
        random.shuffle(hexes)
        is_round = random.random() < 0.1
        characters = {name: self._character(hexes.pop(), is_round) for name in NAMES[: random.randint(1, 4)]}
        monsters = {f"{TYPE} {number}": self._monster(hexes.pop()) for number in (1, 2, 3)[: self._few(3)]}
        summons = self._summons(hexes)
        actor = SUMMONS[0] if summons and random.random() < 0.3 else f"{TYPE} 1"
        return ScenarioFile(
            "gloomhaven",
            map=self._map((columns, rows), hexes),
            turn=None if is_round else actor,
            until="round" if is_round else "turn",
            characters=characters,
            summons=summons,
            monsters=monsters,
            ability_cards={TYPE: self._card()},
            elements=self._elements(),
            modifiers=self._modifiers(),
        )

    def _few(self, most: int) -> int:
        """A number from 1 to `most`, low ones rather."""
        return min(self._random.randint(1, most), self._random.randint(1, most))

    def _map(self, size: Pair, hexes: list[Pair]) -> MapFile:
        def some(share: float) -> tuple[Pair, ...]:
            count = int(len(hexes) * self._random.random() * share)
            return tuple(sorted(hexes.pop() for _ in range(count)))

        return MapFile(
            size=size,
            walls=some(0.3),
            obstacles=some(0.2),
            traps=tuple(map(self._trap, some(0.3))),
            hazards=some(0.1),
            difficult=some(0.3),
            doors=some(0.1),
        )

    def _trap(self, at: Pair) -> Pair | TrapFile:
        """A trap of the map, or a special one now and then."""
        random = self._random
        if random.random() < 0.8:
            return at
        conditions = (random.choice(("stun", "immobilize")),) if random.random() < 0.7 else ()
        return TrapFile(at, conditions=conditions, by=random.choice(("monsters", None)))

    def _summons(self, hexes: list[Pair]) -> dict[str, SummonFile]:
        """Now and then two summons of one character."""
        if self._random.random() < 0.85:
            return {}
        return {
            name: SummonFile(
                hexes.pop(),
                of=NAMES[0],
                hp=self._random.randint(2, 6),
                stats=StatsFile(move=2, attack=2),
                new=self._random.random() < 0.3,
            )
            for name in SUMMONS
        }

    def _modifiers(self) -> dict[str, Deck]:
        """Now and then a character whose deck has most of the curses, or has drawn what reshuffles it."""
        if self._random.random() < 0.9:
            return {}
        cursed, drawn = ModifierDeckFile(added=("10 x curse",)), ModifierDeckFile(discards=("x2",))
        return {NAMES[0]: self._random.choice((cursed, drawn))}

    def _elements(self) -> dict[str, Literal["strong", "waning", "inert"]]:
        """Now and then an element that monsters may consume."""
        return {"fire": "strong"} if self._random.random() < 0.1 else {}

    def _character(self, at: Pair, acted: bool) -> CharacterFile:
        random = self._random
        rests = random.random() < 0.1
        conditions = (random.choice(("poison", "wound")),) if random.random() < 0.1 else ()
        initiative = None if rests else random.choice((10, 20, 20, 99))
        effects = (random.choice(LASTING),) if random.random() < 0.1 else ()
        hp = random.randint(1, 12)
        return CharacterFile(
            at,
            initiative=initiative,
            rests=rests,
            hp=hp,
            conditions=conditions,
            effects=effects,
            acted=acted,
        )

    def _monster(self, at: Pair) -> MonsterFile:
        random = self._random
        conditions = (random.choice(CONDITIONS),) if random.random() < 0.25 else ()
        statistics = StatsFile(
            hp=random.randint(2, 9),
            move=random.randint(0, 4),
            attack=random.randint(1, 4),
            range=random.choice((None, None, None, 3)),
            flying=random.random() < 0.1 or None,
        )
        return MonsterFile(at=at, stats=statistics, conditions=conditions)

    def _card(self) -> AbilityCardFile:
        random = self._random
        do = [random.choice(MOVES)] if random.random() < 0.85 else []
        do += random.choices(ATTACKS, k=self._few(2)) if random.random() < 0.95 else []
        if any("fire" in ability for ability in do) and random.random() < 0.5:
            do.append("infuse fire")
        do += [random.choice(OTHERS)] if random.random() < 0.1 else []
        return AbilityCardFile(initiative=random.choice((15, 20, 50)), do=tuple(do or ("move +0",)))
