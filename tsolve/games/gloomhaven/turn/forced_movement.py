"""Forced movement: where a figure that is pushed or pulled goes, step by step. (GH-7.3 to GH-7.5, GH-7.8)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven import hexes as plane
from tsolve.games.gloomhaven.ability_parts import Breaking
from tsolve.games.gloomhaven.actions import Action, Shift
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.lasting import is_immune
from tsolve.games.gloomhaven.state import Choice, State

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class Force(Choice, frozen=True):
    """The next step of a figure that is pushed or pulled."""

    asks = "say where it is pushed or pulled"
    target: str
    source: Hex
    """The hex of the figure that pushes or pulls."""
    left: int
    """The number of steps left."""
    pulls: bool
    by_monsters: bool
    """Whether it is used to the full, as monsters do; a player may choose a blocked direction. (GH-7.8,
    GH-12.38)
    """
    may_decline: bool = False
    """Whether a player may leave it out entirely; once begun it is used to the full. (GH-7.1, GH-7.8)"""
    by: str = ""
    """The figure that pushes or pulls: a kill by a trap counts for it. (GH-2.11)"""
    breaks: Breaking | None = None
    """What it does to obstacles and to its target in their hexes, if it goes through them."""
    blocked: Breaking | None = None
    """What each hex does to the target by which the push falls short."""

    @property
    def word(self) -> str:
        """The effect that it is."""
        return "pull" if self.pulls else "push"

    def options(self, book: Book, state: State) -> list[Action]:
        if not self.left or not state.is_up(self.target) or self._is_immune(book, state):
            return []
        forced = _Forced(book, state, self)
        at = state.figure(self.target).at
        whole = not book.reads("blocked_push", "stops")
        if whole and not forced.can_go_on(at, self.left):
            return []
        steps = [hex_ for hex_ in forced.ways(at) if forced.may_enter(hex_, self.left, whole)]
        found: list[Action] = [Shift(hex_) for hex_ in steps]
        blocked = not (whole or self.by_monsters) and self._may_be_blocked(book, state)
        if found and (blocked or self.may_decline) and forced.may_stay(at):
            found.append(Shift(None))
        return found

    def _may_be_blocked(self, book: Book, state: State) -> bool:
        """Whether some direction is blocked by something. (GH-7.5)"""
        forced, at = _Forced(book, state, self), state.figure(self.target).at
        return forced.directions(at) > sum(forced.may_enter(each, self.left) for each in forced.ways(at))

    def run(self, play: Play) -> None:
        """It goes the only way, or no farther."""
        if self.options(play.book, play.state):
            super().run(play)
            return
        is_blocked = self.blocked is not None and self.left and play.state.is_up(self.target)
        if is_blocked and not self._is_immune(play.book, play.state):
            self._fall_short(play)

    def _fall_short(self, play: Play) -> None:
        """What is in the way harms the target, once for each hex that is left."""
        if self.blocked is not None:
            play.note("force", self.target, ("GH-7.5", "GH-7.8"), f"is blocked for {self.left}")
            play.gain_experience(self.by, self.blocked.experience * self.left)
            play.suffer(
                self.target, self.blocked.damage * self.left, ("GH-10.9",), "the blocked push", self.by
            )

    def _is_immune(self, book: Book, state: State) -> bool:
        """Whether it cannot be moved: an obstacle, or a boss whose card says so. (GH-1.6, GH-8.15)"""
        figure = state.figure(self.target)
        if figure.kind == "object" or self.word in figure.profile.immunities:
            return True
        by_ally = state.on_map(self.by) and state.figure(self.by).side == figure.side
        return not by_ally and is_immune(book, state, figure, self.word)

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if not isinstance(action, Shift):
            return super().refuse(book, state, action)
        rulings = self.rulings_for(book, state)
        if action.figure:
            return f"{self.target} is moved, not {action.figure}", rulings
        if action.word:
            return f"it is a {self.word}, not a {action.word}", rulings
        if action.to is None:
            return f"a {self.word} that is used goes as far as it can", ("GH-7.8",)
        return _Forced(book, state, self).why_not(action.to), rulings

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        to_the_full = ("GH-12.38",) if self.by_monsters else ()
        return ("GH-7.4" if self.pulls else "GH-7.3"), "GH-7.5", "GH-7.8", *to_the_full

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Shift)
        if action.to is None:
            if self._may_be_blocked(play.book, play.state):
                self._fall_short(play)
            return
        figure = play.state.figure(self.target)
        ruling = "GH-7.4" if self.pulls else "GH-7.3"
        play.note("force", self.target, (ruling,), "is pulled" if self.pulls else "is pushed")
        play.push(replace(self, left=self.left - 1, may_decline=False))
        breaks = self.breaks if action.to in play.state.obstacles else None
        if breaks is not None:
            play.set(obstacles=play.state.obstacles - {action.to})
            where = play.book.terrain.name(action.to)
            play.note("obstacle", self.target, ("GH-1.6",), f"breaks the obstacle in {where}")
            play.gain_experience(self.by, breaks.experience)
        play.enter(self.target, action.to, not figure.flies, self.by)
        if breaks is not None and play.state.is_up(self.target):
            play.suffer(self.target, breaks.damage, ("GH-10.9",), "the broken obstacle", self.by)


class _Forced:
    """Where one figure can be pushed or pulled."""

    def __init__(self, book: Book, state: State, force: Force) -> None:
        self._board = book.board(state)
        self._steps = self._board.distances(force.source)
        self._source, self._pulls = force.source, force.pulls
        self._figure: Figure = state.figure(force.target)
        others = [figure for figure in state.figures if figure.name != force.target]
        flies = self._figure.flies
        blocked = frozenset() if flies or force.breaks is not None else state.obstacles
        self._taken = blocked.union(figure.at for figure in others)
        enemies = (figure.at for figure in others if figure.side != self._figure.side)
        self._closed = blocked if flies else blocked.union(enemies)

    def ways(self, at: Hex) -> list[Hex]:
        """The hexes next to it that are farther from the source, or nearer, and can be passed. (GH-7.5)"""
        here = self._steps[at]
        sign = -1 if self._pulls else 1
        near = self._board.neighbours(at)
        return [hex_ for hex_ in near if sign * (self._steps[hex_] - here) > 0 and hex_ not in self._closed]

    def may_stay(self, at: Hex) -> bool:
        """Whether it is alone in its hex; through an ally it must go on. (GH-7.5)"""
        return at not in self._taken

    def may_enter(self, hex_: Hex, left: int, whole: bool = False) -> bool:
        """Whether it can be moved into a hex with this many steps left, and then stop in a free hex."""
        if hex_ not in self._taken and not whole:
            return True
        if left == 1:
            return hex_ not in self._taken
        return any(self.may_enter(further, left - 1, whole) for further in self.ways(hex_))

    def why_not(self, hex_: Hex) -> str:
        """Why it cannot be moved into a hex by the next step."""
        name = self._figure.name
        word, farther = ("pull", "nearer") if self._pulls else ("push", "farther away")
        at = self._figure.at
        if hex_ not in self._board.neighbours(at):
            return f"a {word} goes step by step: the hex is not next to {name}"
        if hex_ in self._closed:
            return f"{name} cannot be moved through what stands there"
        if hex_ not in self.ways(at):
            return f"each step of a {word} brings {name} {farther}, and that one does not"
        return f"{name} cannot stop there, nor go on from there to a free hex"

    def can_go_on(self, at: Hex, left: int) -> bool:
        """Whether all steps can be used from here."""
        return any(self.may_enter(hex_, left, whole=True) for hex_ in self.ways(at))

    def directions(self, at: Hex) -> int:
        """How many of the six directions lead farther away, or nearer, whatever is in those hexes."""
        here = plane.distance(self._source, at)
        sign = -1 if self._pulls else 1
        return sum(sign * (plane.distance(self._source, hex_) - here) > 0 for hex_ in plane.neighbours(at))
