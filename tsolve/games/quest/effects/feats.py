"""What abilities do to Monsters elsewhere in the Dungeon, to the Champion, and with Heroes of the Village."""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated

from msgspec import Meta

from tsolve.games.quest.effects.base import Effect, Sort

Level = Annotated[int, Meta(ge=0, le=9)]


class Sacrifice(Effect, frozen=True):
    """Destroys cards of the player's choice, and then a Monster of a level that their Levels reach in sum,
    for the XP printed on it.
    """

    sort: Sort = "Hero"
    most_level: Level = 3
    """The Monster has this level at most."""

    def say(self) -> str:
        return (
            f"destroy {self.sort} cards of yours to destroy a Monster of level {self.most_level} or lower, "
            "but no more than their Levels in sum, for its XP"
        )


class CancelBefore(Effect, frozen=True):
    """Cancels one Before Battle ability of a Monster. (QUEST-0.6)"""

    most_level: Level = 3

    def say(self) -> str:
        return f"cancel one Before Battle ability of a Monster of level {self.most_level} or lower"


class SwapDefence(Effect, frozen=True):
    """Exchanges the armor and the magic resistance of a Monster for the turn."""

    def say(self) -> str:
        return "the armor and the magic resistance of a Monster change places this turn"


class XpForSurplus(Effect, frozen=True):
    """XP for what the attack has left above the health of the Monster defeated, if that reaches the health of
    another one: as much as this Monster's level.
    """

    def say(self) -> str:
        return "gain the level of another Monster as XP, if what your attack has left reaches its health"


class Stride(Effect, frozen=True):
    """By the roll of a die, the Champion may be put in a room whose level is half of it. (QUEST-5.11)"""

    def say(self) -> str:
        return "roll a die: your Champion may be put in a room whose level is half of it, rounded up"


class BorrowHero(Effect, frozen=True):
    """Draws a Hero out of the stacks of the Guilds' Quarter until the end of the turn."""

    level: Level = 2

    def say(self) -> str:
        return f"borrow a Hero of level {self.level} from the Guilds' Quarter for this turn"
