"""Whether a battle can happen or be won, by the planner's plays. (QUEST-5.14, QUEST-5.18)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Self

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.cardkit.tasks import Reason
from tsolve.contract.changes import together
from tsolve.contract.measures import Goal
from tsolve.engine import Arrival
from tsolve.errors import DisagreementError
from tsolve.games.quest.actions import Action
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.changes import TurnChange, card_change, with_light, with_skill
from tsolve.games.quest.judging.figures import shut_after_village
from tsolve.games.quest.judging.untold_rooms import untold_way
from tsolve.games.quest.measures import MEASURES, with_hand_laid_out
from tsolve.games.quest.planning.goals import Kind
from tsolve.games.quest.planning.plan import Node, Planned, Planner
from tsolve.games.quest.planning.reach import (
    ANY_LIGHT,
    light_needed,
    may_walk_after_visit,
    most_light_of_turn,
)
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import ANYBODY, WILDERNESS, State, Target
from tsolve.games.quest.why_not.causes import is_confined
from tsolve.games.quest.why_not.obstacles import of_a_fight, too_dark
from tsolve.games.quest.why_not.world import in_dungeon, sold
from tsolve.games.quest.writing.question_words import Aim
from tsolve.model.plays import Draws, LineAnswer
from tsolve.plays.plan import line_in_words
from tsolve.solve.policy import Attitude
from tsolve.steps.line import play_line
from tsolve.worlds.why_not_question import Candidate, Hope, Obstacle, Question, Sought
from tsolve.worlds.why_not_step import (
    TurnPursuit,
)

_CLOSEST: dict[Aim, Goal] = {"battle": ("shortfall",), "win": ("win", "shortfall")}
"""Goals that also find the best play if it cannot be done. Whether it can, the first level tells."""
_CHANCE = "it depends on chance"


class Plays:
    """The planner's plays for one aim, and what they prove."""

    def __init__(
        self, goal: Goal, is_done: Callable[[QuestPosition, State], bool], target: Target | None = None
    ) -> None:
        """`is_done`: whether a turn with this end has achieved what is asked for. With a `target` only
        Dungeon turns are planned, if the phase is not chosen yet.
        """
        self.goal, self.is_done = goal, is_done
        self.target, self.of_battles = target or ANYBODY, target is not None
        self._found: dict[tuple[int, Draws], tuple[QuestPosition, Planned]] = {}

    def seek(self, world: QuestPosition) -> Sought[Action]:
        """A play that certainly achieves what is asked for. Raises SpentError."""
        planned = self._search(world, "known")
        if planned.root is not None and self.is_done(world, planned.root.final):
            return Sought(planned.root.line)
        if not planned.proved:
            raise SpentError
        if not planned.skipped:
            return Sought(None, planned.left_out)
        worst = self.planned(world, "worst")
        sure, why = worst.root, worst.left_out or (_CHANCE,)
        certain = sure is not None and self._chance(world, sure, "worst") == 1
        line = _example(sure) if sure is not None and certain else None
        return Sought(line, (*why, *planned.left_out), by_chance=True, drawn=certain)

    def hope(self, world: QuestPosition, attitude: Attitude) -> Hope | None:
        """The greatest probability of what is asked for; None if something unknown matters. Raises
        SpentError.
        """
        planned = self.planned(world, attitude)
        if planned.root is None:
            return None if planned.left_out else Hope(Fraction(0))
        chance = self._chance(world, planned.root, attitude)
        if planned.left_out and chance < 1:
            return None
        first = planned.root.line[:1]
        return Hope(chance, world.game.notation(world.state, first[0]) if chance and first else "")

    def _chance(self, world: QuestPosition, node: Node, attitude: Attitude) -> Fraction:
        """The probability that this play achieves what is asked for; 1 or 0 for the worst or the best
        draws.
        """
        if not node.branches:
            return Fraction(self.is_done(world, node.final))
        chances = [(branch.chance, self._chance(world, branch.node, attitude)) for branch in node.branches]
        if attitude == "expected":
            return sum((share * chance for share, chance in chances), Fraction(0))
        pick = min if attitude == "worst" else max
        return pick(chance for _, chance in chances)

    def planned(self, world: QuestPosition, draws: Draws) -> Planned:
        """The best play for it. Raises SpentError if it is not proved to be the best."""
        planned = self._search(world, draws)
        if not planned.proved:
            raise SpentError
        return planned

    def _search(self, world: QuestPosition, draws: Draws) -> Planned:
        """The best play found; cached for this world. If cards come unknown but none with known
        probabilities, one search serves every attitude.
        """
        without = self._found.get((id(world), "known"))
        if draws != "known" and without is not None and without[1].unknown:
            left_out = dict.fromkeys((*without[1].left_out, *without[1].unknown))
            return replace(without[1], left_out=tuple(left_out), skipped=False)
        if (id(world), draws) not in self._found:
            book, state = world.book, world.state
            at_once = self.of_battles and state.phase == "prepare" and not state.for_village
            at_once = at_once and not may_walk_after_visit(book, state)
            kind: Kind = "dungeon" if at_once or in_dungeon(world) else "any"
            planner = Planner(world.game, world.state, self.goal, kind, draws, "auto", self.target, True)
            planned = planner.plan()
            self._found[id(world), draws] = world, planned
        return self._found[id(world), draws][1]


class Fight(Question[QuestPosition, State, Action]):
    """Whether a battle against one of these Monsters happens, or is won."""

    tries_every_card: ClassVar[bool] = False  # only those for sale
    quantity_names: ClassVar[Mapping[str, str]] = {
        "attack": MEASURES.called("total"),
        "light": MEASURES.called("light"),
        "skill": "Skill for every Hero",
    }

    def __init__(self, text: str, target: Target, aim: Aim) -> None:
        self.text, self.target, self.aim = text, target, aim
        self.quantities = ("attack", "light", "skill") if aim == "win" else ("light",)
        self._plays = Plays(_CLOSEST[aim][:1], lambda _, state: self._is_done(state), target)
        self._closest = Plays(_CLOSEST[aim], self._plays.is_done, target)

    @classmethod
    def asked(cls, book: Book, target: Target, aim: Aim) -> Self:
        """The question in standard words."""
        return cls(f"{'defeat' if aim == 'win' else 'battle'} {target.say(book)}", target, aim)

    # what can be done

    def enter(self, world: QuestPosition) -> Arrival[State, Action]:
        return Arrival(world.state)

    def pursuit(self, world: QuestPosition) -> TurnPursuit[State, Action]:
        return TurnPursuit(world, lambda state: self._is_done(state))

    def ending(self, world: QuestPosition, state: State) -> tuple[Action, ...] | None:
        return () if self._is_done(state) else None

    def _is_done(self, state: State) -> bool:
        enough = state.tally.outcome == "won" if self.aim == "win" else bool(state.tally.outcome)
        return enough and self.target.was_battled(state)

    def seek(self, world: QuestPosition) -> Sought[Action]:
        return Sought() if self._is_shut(world) else self._plays.seek(world)

    def hope(self, world: QuestPosition, attitude: Attitude = "expected") -> Hope | None:
        return Hope(Fraction(0)) if self._is_shut(world) else self._plays.hope(world, attitude)

    def is_hopeless(self, world: QuestPosition) -> bool:
        return self._is_shut(world)

    def _is_shut(self, world: QuestPosition) -> bool:
        """Whether the Champion cannot reach any of the Monsters after the Village phase of this turn."""
        places = self.target.places(world.state)
        return bool(places) and WILDERNESS not in places and is_confined(world.book, world.state)

    # why it cannot be done

    def obstacles(self, world: QuestPosition) -> Iterator[Obstacle[QuestPosition]]:
        return of_a_fight(world, self.target, self.aim == "win", self._best_end(world))

    def refusal(self, world: QuestPosition) -> Reason:
        if self._is_shut(world):
            says = shut_after_village(world.book, with_hand_laid_out(world.state))
            return says or "no card leads beyond The Wilderness", ("QUEST-3.1", "QUEST-4.13")
        for obstacle in too_dark(world, self.target.places(world.state)):
            if most_light_of_turn(world.book, world.state) < self._least_light(world):
                return obstacle.say(), obstacle.rulings
        end = self._best_end(world) if self.aim == "win" else None
        if end is not None and end.tally.total < end.tally.health:
            monster, tally = world.book.card(end.tally.monster), end.tally
            says = f"the best total attack against {monster.name} is {tally.total}, its health {tally.health}"
            return says, (monster.ruling, "QUEST-5.18")
        return "no way leads to this battle", ("QUEST-5.4", "QUEST-5.14")

    def _least_light(self, world: QuestPosition) -> int:
        """The Light that the shortest way to one of the Monsters takes."""
        needs = light_needed(world.book, world.state, by_wounds=True)
        return min((needs.get(place, ANY_LIGHT) for place in self.target.places(world.state)), default=0)

    def unknown(self, world: QuestPosition) -> tuple[str, ...]:
        hidden = self.target.may_hide(world.state)
        untold = untold_way(world.book, world.state, self.target.places(world.state))
        if untold and self._best_end(world) is None:
            return (untold,)
        return ("the position does not say which Monster is in every room",) if hidden else ()

    def reached(self, world: QuestPosition) -> str:
        end = self._best_end(world)
        return "" if end is None or self.aim == "battle" else f"total attack {end.tally.total}"

    def closest(self, world: QuestPosition) -> tuple[Action, ...] | None:
        if self._is_shut(world):
            return None
        root = self._closest.planned(world, "known").root
        met = root is not None and self.target.was_battled(root.final)
        return root.line if root is not None and met and self.aim == "win" else None

    def _best_end(self, world: QuestPosition) -> State | None:
        """How the best battle without luck ends."""
        if self._is_shut(world):
            return None
        root = self._closest.planned(world, "known").root
        return root.final if root is not None and self.target.was_battled(root.final) else None

    # what would make it possible

    def asks(self, world: QuestPosition, quantity: str) -> bool:
        places = self.target.places(world.state)
        if not places:
            return False
        needs = light_needed(world.book, world.state)
        return quantity != "light" or any(needs.get(place) for place in places)

    def more(self, quantity: str, amount: int) -> TurnChange:
        return {"light": with_light, "skill": with_skill, "attack": self._weaker}[quantity](amount)

    def _weaker(self, amount: int) -> TurnChange:
        """A change that lowers the health of the target by this much."""

        def weaker(card: Card) -> Card:
            return replace(card, health=(card.health or 0) - amount)

        def changed(world: QuestPosition) -> QuestPosition:
            monsters = {world.state.rooms[place].monster for place in self.target.places(world.state)}
            return together(*(card_change(monster, weaker) for monster in monsters if monster))(world)

        return TurnChange(changed)

    def candidates(self, world: QuestPosition) -> Iterator[Iterator[Candidate[QuestPosition]]] | None:
        return sold(world)

    # how it is shown

    def shown(
        self, world: QuestPosition, line: Iterable[Action], drawn: bool = False
    ) -> tuple[LineAnswer, dict[str, str]]:
        return played_again(world, line_in_words(world, tuple(line)), drawn)


def played_again(world: QuestPosition, line: Sequence[str], drawn: bool) -> tuple[LineAnswer, dict[str, str]]:
    """A line that was found, played again, with the readings that it uses."""
    played = play_line(world, line)
    if not played.answer.legal:
        raise DisagreementError(f"found a line that cannot be played: {played.answer.outcome}")
    text = f"Whatever comes; for example: {played.answer.outcome}"
    return replace(played.answer, outcome=text) if drawn else played.answer, played.readings


def _example(node: Node) -> tuple[Action, ...]:
    """One course of the turn, with possible results of chance, to its end."""
    if not node.branches:
        return node.line
    first = node.branches[0]
    return (*node.line, first.event, *_example(first.node))
