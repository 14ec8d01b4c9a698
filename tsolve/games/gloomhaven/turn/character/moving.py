"""A character's move ability. (GH-3)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.pending import ENGINE
from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.abilities import Amount, Move
from tsolve.games.gloomhaven.actions import Action, Go
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.items import Item
from tsolve.games.gloomhaven.monster_turn.situation import Gait
from tsolve.games.gloomhaven.state import Token
from tsolve.games.gloomhaven.turn.bonuses import move_with
from tsolve.games.gloomhaven.turn.character.ability import OneAbility, Reason
from tsolve.games.gloomhaven.turn.character.walking import Walking
from tsolve.games.gloomhaven.turn.moving import STOPPING
from tsolve.games.gloomhaven.turn.situation import gait_of, points

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State


class CharacterMove(OneAbility, frozen=True, kw_only=True):
    """It goes as far as its points reach, along a path of its player's choice."""

    asks = "say where it moves"
    takes = (Go,)
    changed_by = ("move",)
    move: Move

    def ways(self, book: Book, state: State) -> list[Action]:
        if state.figure(self.figure).has("immobilize"):
            return []
        return [Go(path) for path in self.walking(book, state).paths().values()]

    def with_item(self, item: Item) -> CharacterMove:
        return replace(self, move=move_with(self.move, item))

    def walking(self, book: Book, state: State) -> Walking:
        """Where it can go."""
        figure = state.figure(self.figure)
        return Walking(book, state, figure, self.reach(book, state), gait_of(figure, self.move))

    def reach(self, book: Book, state: State) -> int:
        """Its movement points."""
        return points(state.figure(self.figure), self.move.amount)

    def may_go(self, book: Book, state: State, path: tuple[Hex, ...]) -> bool:
        """Whether it can go along this path, the best one or not."""
        immobile = state.figure(self.figure).has("immobilize")
        return not immobile and self.walking(book, state).why_not(path) is None

    def why_not(self, book: Book, state: State, action: Action) -> Reason:
        assert isinstance(action, Go)
        if state.figure(self.figure).has("immobilize"):
            return f"{self.figure} is immobilized", ("GH-8.7",)
        walking = self.walking(book, state)
        if len(action.path) == 1:
            return walking.why_not_end(action.path[0])
        return walking.why_not(action.path) or ("it cannot go there", ("GH-3.1",))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-3.1", "GH-2.6"

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, Go)
        figure = play.state.figure(self.figure)
        play.note("move", self.figure, ("GH-3.1",), "moves")
        play.push(
            Walk(self.figure, action.path, gait_of(figure, self.move)), *self._going_on(play, action.path)
        )

    def _going_on(self, play: Play, path: tuple[Hex, ...]) -> tuple[tasks.Task, ...]:
        """The rest of the move behind a door that the path opens. (GH-1.5)"""
        if path[-1] not in play.state.closed:
            return ()
        left = self.walking(play.book, play.state).left_after(path)
        rest = replace(self.move, amount=Amount(left))
        return (GoOn(figure=self.figure, move=rest, door=path[-1]),) if left else ()


class GoOn(CharacterMove, frozen=True, kw_only=True):
    """The points that are left once a door is open: it may go on if it stands in the door."""

    door: Hex

    def options(self, book: Book, state: State) -> list[Action]:
        if not self._stands_there(state):
            return []
        return super().options(book, state)

    def mover(self, book: Book, state: State) -> int:
        return super().mover(book, state) if self._stands_there(state) else ENGINE

    def _stands_there(self, state: State) -> bool:
        return state.is_up(self.figure) and state.figure(self.figure).at == self.door


class Walk(tasks.Task, frozen=True):
    """The next hex of a path; what happens there is settled before it goes on. (GH-1.7, GH-1.8)"""

    figure: str
    path: tuple[Hex, ...]
    gait: Gait
    before: frozenset[Token] | None = None
    """The conditions that it had before it came into its hex; None where it has not set out yet."""

    def run(self, play: Play) -> None:
        if not self.path or not play.state.is_up(self.figure):
            return
        figure = play.state.figure(self.figure)
        has = frozenset(figure.tokens)
        stopped = self.before is not None and any(each.condition in STOPPING for each in has - self.before)
        is_free = sum(each.at == figure.at for each in play.state.figures) == 1
        if stopped and is_free and play.reads("trap_stops_move", "ends"):
            return
        first, *rest = self.path
        touches = self.gait == "walk" or (self.gait == "jump" and not rest)
        play.push(replace(self, path=tuple(rest), before=has))
        play.enter(self.figure, first, touches)
