"""What cards do when they are discarded. (QUEST-0.4)"""

# Annotations are not postponed here: msgspec would evaluate each of them, string by string, at every start.

from typing import Annotated

from msgspec import Meta

from tsolve.games.quest.effects.abilities import GainToken
from tsolve.games.quest.effects.base import Condition, Effect
from tsolve.games.quest.effects.giving import Strengthen


class ToHand(Effect, frozen=True):
    """The card comes to the hand, which is laid out. (QUEST-0.16)"""

    def say(self) -> str:
        return "it comes to your hand"


class WieldAtOnce(Effect, frozen=True):
    """A Hero with enough Skill for it may wield the card. (QUEST-2.3)"""

    skill: Annotated[int, Meta(ge=0, le=99)] = 0
    """The least Skill of the Hero."""

    def say(self) -> str:
        return f"a Hero with Skill {self.skill} or more may wield it"


class OnDiscard(Effect, frozen=True):
    """What the card does when it is discarded, other than by the end of a turn."""

    do: ToHand | WieldAtOnce | Strengthen | GainToken
    from_deck: bool = True
    """Only off the deck."""
    when: Condition | None = None

    def say(self) -> str:
        where = " from your deck" if self.from_deck else ""
        return f"when discarded{where}{f' {self.when.say()}' if self.when else ''}: {self.do.say()}"
