"""What abilities are told with: numbers and areas, whom they affect, what an attack gains, when something
happens. (GL-ability)
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Literal

import msgspec

from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.traits import Condition, Trait

Element = Literal["fire", "ice", "air", "earth", "light", "dark", "any"]
"""`any`: the wild icon, one element of the player's choice. (GH-9.6)"""


What = Literal[
    "hexes moved",
    "hexes of the move",
    "damage dealt",
    "damage of the attack",
    "obstacles removed",
    "hit points",
    "missing hit points",
    "lost cards",
    "own summons",
    "maximum of the target",
    "shield of the target",
    "negative conditions of the target",
    "allies beside the target",
]
"""What may be counted: of the turn or the present action of the acting figure, of itself, or of a target."""


class Count(msgspec.Struct, frozen=True):
    """An amount that is worked out. (GH-6.7)"""

    what: What
    times: int = 1
    over: int = 1
    """Divided by this."""
    up: bool = False
    """Rounded up, not down."""

    @property
    def of_target(self) -> bool:
        """Whether it is counted of a target."""
        return self.what.endswith("the target")

    @property
    def in_words(self) -> str:
        """The words for it."""
        how = "twice " if self.times == 2 else "half " if self.over == 2 else ""
        return f"{how}{self.what}{', rounded up' if self.up else ''}"


class Amount(msgspec.Struct, frozen=True):
    """A printed number: as it stands (`attack 3`), or relative to the statistics (`attack +1`). (GH-12.30)"""

    number: int
    relative: bool = False
    counts: Count | None = None
    """What is added to it."""


class Pattern(msgspec.Struct, frozen=True):
    """An area: its hexes, as seen from the attacker where the pattern shows it. (GH-6.3)"""

    hexes: tuple[Hex, ...]
    is_melee: bool
    name: str = ""
    body: tuple[Hex, ...] = ()
    """The hexes on which a large attacker stands."""


class Whom(msgspec.Struct, frozen=True):
    """The figures that an ability without an attack affects. (GH-7.2, GH-4.4)"""

    side: Literal["self", "enemies", "allies", "everybody", "summons", "all summons", "same", "target"]
    """`everybody`: enemies and allies, not the figure itself; `summons`: those of the figure alone, `all
    summons` those of its allies as well; `same`: the one that was chosen last in this action; `target`: that
    of the attack before.
    """
    within: int | None = None
    """Hexes from the figure, 1 for adjacent; None for anywhere on the map."""
    each: bool = True
    """All of them, or some that are chosen."""
    and_self: bool = False
    from_target: bool = False
    """Counted from the target of the preceding attack, not from the acting figure."""
    in_range: bool = False
    """Within the range of the acting figure, in place of `within`."""
    number: int = 1
    """How many may be chosen, where not all of them are affected."""
    that: tuple[Trait, ...] = ()
    """Only those of whom all of this is so."""
    exactly: bool = False
    """At `within` hexes, not nearer."""
    area: Pattern | None = None
    """Those in an area, which must come `within` range."""
    attacked: bool = False
    """The area is that of the attack before: whoever else stands in it."""
    from_it: bool = False
    """Counted from the figure or the hex that was chosen last in this action, not from the acting figure."""
    in_room: bool = False
    """Those in the room in which the acting figure stands."""
    moved_through: bool = False
    """Those whose hexes the acting figure has entered with its last move."""
    name: str = ""
    """The one of this name, such as the bear."""

    @property
    def is_chosen(self) -> bool:
        """Whether some of several figures are chosen."""
        return self.area is not None or (not self.each and self.side not in ("self", "same", "target"))

    @property
    def most(self) -> int:
        """How many may be chosen."""
        return 99 if self.area is not None else self.number


SELF = Whom("self")


class Bonus(msgspec.Struct, frozen=True):
    """What an attack gains against a target of which something is so. (GH-6.7)"""

    attack: int = 0
    when: tuple[Trait, ...] = ()
    """All of this must be so."""
    per: What | None = None
    """It comes as often as this counts."""
    pierce: int = 0
    push: int = 0
    pull: int = 0
    conditions: tuple[Condition, ...] = ()
    advantage: bool = False
    experience: int = 0
    """What a character gains with it; once for an ability if nothing is asked of the target."""
    kills: bool = False
    """The target is killed in place of the attack."""
    doubled: bool = False
    """The attack value is doubled. (GH-6.7)"""

    @property
    def asks_target(self) -> bool:
        """Whether it depends on who is attacked."""
        of_target = self.per is not None and Count(self.per).of_target
        return of_target or any(each.of == "target" for each in self.when)

    @property
    def is_plain(self) -> bool:
        """Whether it only changes the attack value."""
        return self == Bonus(self.attack, self.when)


class PerTargets(msgspec.Struct, frozen=True):
    """What a character gains for the targets of an attack. (GH-7.1)"""

    experience: int
    every: int = 1
    """For every so many targets, or so much damage."""
    of_damage: bool = False


class Breaking(msgspec.Struct, frozen=True):
    """What each obstacle does through which a figure is pushed, or each hex by which its push falls short.

    (GH-1.6, GH-7.5)
    """

    damage: int
    """What the target suffers for each."""
    experience: int = 0
    """What the character gains for each."""


Reach = Literal["", "melee", "ranged"]
"""Which attacks: all of them, those in melee, or ranged ones. (GH-4.1)"""


Event = Literal[
    "turn start",
    "turn end",
    "before attack action",
    "after attack action",
    "after move action",
    "after song",
    "attack",
    "melee attack",
    "attacked",
    "damaged",
    "kill",
    "death",
    "doomed death",
    "round start",
    "round end",
    "long rest",
]
"""What may happen to the bearer of a lasting effect. `attack`: each one that it makes; `doomed death`: an
enemy dies that bears a doom of its own.
"""


Sort = Literal["song", "augment", "doom"]
"""Sorts of effects of which a character has one at a time."""
