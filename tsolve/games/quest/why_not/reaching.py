"""Whether a room can be reached at some time in the turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsolve.cardkit.tasks import Reason
from tsolve.engine import Probe
from tsolve.games.quest.actions import Action, Move
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.judging.figures import (
    RULINGS_OF_SHUT,
    is_spared,
    rooms_in_reach,
    shut_after_village,
    visits_village,
    words_of,
)
from tsolve.games.quest.judging.untold_rooms import untold_move
from tsolve.games.quest.measures import with_hand_laid_out
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import PLACES, WILDERNESS, State, in_the_dungeon
from tsolve.games.quest.why_not.battles import played_again
from tsolve.games.quest.why_not.causes import is_confined
from tsolve.games.quest.why_not.obstacles import QuestObstacle
from tsolve.games.quest.why_not.steps import Pursuit, TurnQuestion
from tsolve.games.quest.writing.question_words import Spared
from tsolve.model.plays import LineAnswer
from tsolve.worlds.why_not_question import Sought
from tsolve.worlds.why_not_step import TurnPursuit


class Reach(TurnQuestion):
    """Whether the Champion can move into a room, or is in it when it begins to move. (QUEST-5.4)

    One walk finds every room; it tries no battle.
    """

    def __init__(
        self, position: QuestPosition, room: str, probe: Probe[State, Action], spared: Spared = ""
    ) -> None:
        """`spared`: what the way must not cost."""
        places = (place for place, each in enumerate(position.state.rooms) if each.card == room)
        self.place, self.spared = next(places, NONE), spared
        super().__init__(f"reach {position.book.name(room)}", probe, Move(self.place))
        self.quantities = self.quantities if self.place != NONE else ()

    def is_done(self, state: State) -> bool:
        """Whether the Champion is there during its movement, or has passed through."""
        there = state.phase == "moving" and state.me.room == self.place
        return self.place != NONE and (there or self.place in state.path) and is_spared(state, self.spared)

    def pursuit(self, world: QuestPosition) -> TurnPursuit[State, Action]:
        return Pursuit(world, self, self.is_done)

    def ending(self, world: QuestPosition, state: State) -> tuple[Action, ...] | None:
        return () if self.is_done(state) else None

    def seek(self, world: QuestPosition) -> Sought[Action]:
        if self.place == NONE or (self.place != WILDERNESS and is_confined(world.book, world.state)):
            return Sought()
        if self.is_done(world.state):
            return Sought(())
        found = rooms_in_reach(world, self.spared)
        if self.place in found.lines:
            return Sought(found.lines[self.place])
        is_open = self.place in found.open_ends
        return Sought(None, (found.open_ends[self.place],) if is_open else (), is_open)

    def unknown(self, world: QuestPosition) -> tuple[str, ...]:
        if self.place != NONE:
            return super().unknown(world)
        untold = untold_move(world.book, world.state, self.text.removeprefix("reach "))
        return (untold,) if untold else ()

    def not_yet(self, world: QuestPosition) -> Reason | None:
        return None

    def refusal(self, world: QuestPosition) -> Reason:
        laid_out = with_hand_laid_out(world.state)
        if visits_village(world.state) and (shut := shut_after_village(world.book, laid_out)):
            return shut, RULINGS_OF_SHUT[shut]
        if self._costs(world):
            cost = "a Wound" if self.spared == "wounds" else "a Gear token"
            return f"every way there costs {cost}", ("QUEST-5.8", "QUEST-5.10")
        is_absent = self.place == NONE and all(map(world.state.knows, PLACES))
        return self._absent(world) if is_absent else "no way leads there", ("QUEST-5.4",)

    def _absent(self, world: QuestPosition) -> str:
        among = in_the_dungeon(world.state, "among the rooms")
        return f"{self.text.removeprefix('reach ')} is not {among}"

    def reached(self, world: QuestPosition) -> str:
        return ""

    def _of_the_position(self, world: QuestPosition) -> Iterator[QuestObstacle]:
        is_told = self.place == NONE or self._costs(world)
        return iter(()) if is_told else super()._of_the_position(world)

    def _costs(self, world: QuestPosition) -> bool:
        """Whether a way leads there, but none without what must be spared."""
        return bool(self.spared) and self.place in rooms_in_reach(world).lines

    def shown(
        self, world: QuestPosition, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        return played_again(world, words_of(world, line), drawn)
