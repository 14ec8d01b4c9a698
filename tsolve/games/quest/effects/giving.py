"""What abilities give to Heroes or to the player for the turn. (QUEST-0.3, key.gift_ends)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from tsolve.games.quest.effects.base import Class, Condition, Effect, Few, Sort, Value, told_when

More = Annotated[int, Meta(ge=0, le=99)]


class Strengthen(Effect, frozen=True):
    """Raises values of one of the player's cards for the turn."""

    skill: More = 0
    physical: More = 0
    magic: More = 0
    level: More = 0
    to: Literal["other_hero", "hero", "itself"] = "other_hero"
    """Which card: a Hero whom the player points at, another one than the card itself, or the card itself."""
    sort: Sort = "Hero"
    """Only such Heroes."""
    per_level: bool = False
    """So much for each Level of the Hero."""

    @property
    def gains(self) -> tuple[tuple[Value, int], ...]:
        """Which values are raised, and by how much."""
        found: tuple[tuple[Value, int], ...] = (
            ("skill", self.skill),
            ("physical", self.physical),
            ("magic", self.magic),
            ("level", self.level),
        )
        return tuple((value, by) for value, by in found if by)

    @property
    def serves(self) -> str:
        """Which card it is, in words."""
        return {"other_hero": f"one other {self.sort}", "hero": f"one {self.sort}", "itself": "it"}[self.to]

    def say(self) -> str:
        told = {"skill": "Skill", "physical": "physical attack", "magic": "magic attack", "level": "Level"}
        gains = " and ".join(f"{by:+d} {told[value]}" for value, by in self.gains)
        return f"{self.serves} has {gains}{' for each Level' * self.per_level} this turn"


class StrengthenAll(Effect, frozen=True):
    """Raises values of all Heroes of the player for the turn."""

    skill: More = 0
    physical: More = 0

    @property
    def gains(self) -> tuple[tuple[Value, int], ...]:
        """Which values are raised, and by how much."""
        return ("skill", self.skill), ("physical", self.physical)

    def say(self) -> str:
        return f"your Heroes have {self.physical:+d} physical attack and {self.skill:+d} Skill this turn"


class Disguise(Effect, frozen=True):
    """One Hero is of another Class, too, and everything printed on him is more, for the turn."""

    to: ClassVar[str] = "hero"
    sort: ClassVar[str] = "Hero"
    into: Class
    by: Few = 1

    @property
    def serves(self) -> str:
        """Whom it serves, in words."""
        return "one Hero"

    def say(self) -> str:
        return f"one Hero is a {self.into.capitalize()}, and what is printed on him {self.by:+d}, this turn"


class MoreHp(Effect, frozen=True):
    """Adds to the HP of this turn. (QUEST-7.3)"""

    by: Few = 1
    when: Condition | None = None

    def say(self) -> str:
        return f"{self.by:+d} HP this turn{told_when(self.when)}"


class DungeonFollows(Effect, frozen=True):
    """A Dungeon phase follows the Village phase of this turn. (QUEST-4.13)"""

    most_light: Annotated[int, Meta(ge=0, le=99)] | None = None
    """The maximum of the Light in this turn. (QUEST-0.11)"""

    def say(self) -> str:
        light = "" if self.most_light is None else f", and your Light is {self.most_light} at most this turn"
        return f"a Dungeon phase follows the Village phase{light}"
