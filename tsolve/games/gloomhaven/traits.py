"""What may be so of a figure or of an attack: what bonuses ask for, and what narrows down whom an ability
affects. (GH-6.7, GH-7.2)
"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from collections.abc import Mapping
from typing import Literal

import msgspec

Condition = Literal[
    "poison",
    "wound",
    "immobilize",
    "disarm",
    "stun",
    "muddle",
    "curse",
    "bless",
    "invisible",
    "strengthen",
]

NEGATIVE: tuple[Condition, ...] = ("poison", "wound", "immobilize", "disarm", "stun", "muddle", "curse")
"""The negative conditions."""
POSITIVE: tuple[Condition, ...] = ("bless", "invisible", "strengthen")
"""The positive conditions. (GH-8.4)"""

AS_SAID: Mapping[Condition, str] = {
    "poison": "poisoned",
    "wound": "wounded",
    "immobilize": "immobilized",
    "disarm": "disarmed",
    "stun": "stunned",
    "muddle": "muddled",
    "invisible": "invisible",
    "strengthen": "strengthened",
}
"""What a figure is that has the token of a condition; bless and curse are cards. (GH-8.1)"""

Beside = Literal["ally", "enemy", "obstacle", "summon"]
"""Seen from the acting figure: an ally of it, an enemy, one of its own summons; or an obstacle of the map."""
Kind = Literal[
    "alone",
    "adjacent",
    "condition",
    "negative conditions",
    "undamaged",
    "below half",
    "ranks",
    "hit points",
    "missing",
    "outmatched",
    "back",
    "straight",
    "melee",
    "ranged",
    "doomed",
    "named",
]


class Trait(msgspec.Struct, frozen=True):
    """One of them. (GH-6.7)"""

    kind: Kind
    """`alone`: adjacent to no ally of its own; `undamaged`: with all its hit points; `below half`: with fewer
    than half of them, rounded up; `doomed`: it bears a doom; `outmatched`: with less than half the hit points
    that the acting figure lacks; `back` and `straight`: by its last move, where it began or straight on;
    `named`: its type is one of some; `melee` and `ranged` are said of an attack.
    """
    of: Literal["target", "self", "attack"] = "target"
    """Of the figure that is affected, of the acting one, or of its attack."""
    condition: Condition | None = None
    other_conditions: tuple[Condition, ...] = ()
    """Any of these will do as well."""
    beside: Beside | None = None
    that: tuple["Trait", ...] = ()
    """What must also be so of the figure beside it."""
    ranks: tuple[Literal["normal", "elite"], ...] = ()
    """One of these. A boss has none."""
    number: int = 0
    """Of hit points at most; of hit points that it is `missing`, of negative conditions, or of those beside
    it at least.
    """
    names: tuple[str, ...] = ()
    """The types of which a monster is one, as people call them. (GH-12.2)"""


ALONE = Trait("alone")
BESIDE_ALLY = Trait("adjacent", beside="ally")
POISONED = Trait("condition", condition="poison")
