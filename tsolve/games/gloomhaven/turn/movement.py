"""Moving along a path, and a character's move ability. (GH-3, GH-12.21, GH-12.25)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.abilities import Move
from tsolve.games.gloomhaven.ability_parts import Amount, Count, Whom
from tsolve.games.gloomhaven.actions import Action, Go
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.figures import Figure, Token
from tsolve.games.gloomhaven.hexes import Hex, is_straight
from tsolve.games.gloomhaven.lasting import counts_moves, minds_hazards, seen
from tsolve.games.gloomhaven.monster_situation import Gait
from tsolve.games.gloomhaven.monster_solver import Deliberation
from tsolve.games.gloomhaven.state import State, Task
from tsolve.games.gloomhaven.traits import Trait
from tsolve.games.gloomhaven.turn.affected import may_be_meant
from tsolve.games.gloomhaven.turn.counted import asks_for, counts_in
from tsolve.games.gloomhaven.turn.deliberation import gait_of, points
from tsolve.games.gloomhaven.turn.elements_and_bonuses import move_with
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.turn.one_ability import OneAbility
from tsolve.games.gloomhaven.turn.reactions import call
from tsolve.games.gloomhaven.turn.walking import NOTHING, Mark, Path, Walking

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


STOPPING = frozenset(("stun", "immobilize"))


def best_path(found: Deliberation, end: Hex) -> tuple[Hex, ...]:
    """A path that a figure takes to a hex: of the best ones the first in a fixed order. (GH-12.9)"""
    return found.paths.path_to(end)


def walk(play: Play, name: str, path: tuple[Hex, ...], gait: Gait, rulings: tuple[str, ...]) -> None:
    """A figure moves hex by hex, by these rules; for a jump only the last hex counts, for a flight none.

    A trap may kill it, or end its movement; in the hex of an ally it goes on to the next one. (GH-3.2 to
    GH-3.4, GH-17.19)
    """
    if not path:
        play.note("move", name, rulings, "stays")
        return
    before = play.state.figure(name)
    for hex_ in path:
        touches = gait == "walk" or (gait == "jump" and hex_ == path[-1])
        play.set(moved=play.state.moved + 1)
        play.enter(name, hex_, touches)
        if not play.state.is_up(name):
            return
        tokens = set(play.state.figure(name).tokens) - set(before.tokens)
        stopped = any(token.condition in STOPPING for token in tokens)
        is_free = sum(figure.at == hex_ for figure in play.state.figures) == 1
        if stopped and is_free and play.reads("trap_stops_move", "ends"):
            break
    play.note("move", name, rulings, "moves")


def follows_path(state: State) -> bool:
    """Whether something that is still to be performed asks for the hexes of a move."""
    return any(_asks_for_path(each) for each in _to_come(state))


def _to_come(state: State) -> Iterator[object]:
    """Everything that the present actions still say."""
    to_come = (rest for task in state.todo if (rest := getattr(task, "rest", ())))
    return (each for rest in to_come for each in things_in(rest))


def _asks_for_path(thing: object) -> bool:
    match thing:
        case Whom():
            return thing.moved_through or thing.beside_path
        case Trait():
            return thing.kind in ("back", "straight")
        case Count():
            return thing.what == "hexes of the move"
    return False


def _asks_for_line(thing: object) -> bool:
    return isinstance(thing, Trait) and thing.kind == "straight"


def path_matters(book: Book, state: State) -> bool:
    """Whether something still asks for the way of a move, not for its end alone."""
    if state.on_map(state.turn) and book.terrain.hazards and minds_hazards(state.figure(state.turn)):
        return True
    return follows_path(state) or _counts_hexes(book, state, state.turn)


def _counts_hexes(book: Book, state: State, name: str) -> bool:
    """Whether something that the figure may still perform, or that lasts, counts the hexes of its moves."""
    if state.on_map(name) and counts_moves(state.figure(name)):
        return True
    if not asks_for(book, "hexes moved"):
        return False
    held = state.cards_of(name)
    mine = (item for (owner, _), item in book.items.items() if owner == name and item.moved)
    if held is not None and any(held.times(item.name) < item.uses for item in mine):
        return True
    cards = [book.cards[name, each] for each in held.plays if (name, each) in book.cards] if held else []
    waiting = tuple(rest for task in state.todo if (rest := getattr(task, "rest", ())))
    return any(each.what == "hexes moved" for each in counts_in((tuple(cards), waiting)))


def _watched(book: Book, state: State, name: str) -> dict[Hex, frozenset[Mark]]:
    """The hexes in which it matters to others that the figure moves there: through theirs, or beside them."""
    asking = [each for each in _to_come(state) if isinstance(each, Whom)]
    asking = [each for each in asking if each.moved_through or each.beside_path]
    found: dict[Hex, frozenset[Mark]] = {}
    if not asking:
        return found
    mover, board = state.figure(name), book.board(state)
    for other in state.figures:
        meant = [each for each in asking if may_be_meant(state, mover, other, each)]
        if other.name == name or not meant:
            continue
        if any(each.moved_through for each in meant):
            _watch(found, other.at, ("through", other.at))
        if any(each.beside_path for each in meant):
            for near in board.neighbours(other.at):
                _watch(found, near, ("beside", other.at))
    return found


def _watch(watched: dict[Hex, frozenset[Mark]], hex_: Hex, mark: Mark) -> None:
    watched[hex_] = watched.get(hex_, NOTHING) | {mark}


class CharacterMove(OneAbility, frozen=True, kw_only=True):
    """It goes as far as its points reach, along a path of its player's choice."""

    asks = "say where it moves"
    takes = (Go,)
    changed_by = ("move",)
    move: Move

    def ways(self, book: Book, state: State) -> list[Action]:
        figure = state.figure(self.figure)
        if figure.has("immobilize") or lacks_move(figure, self.move):
            return []
        return [Go(path) for path in self._paths(book, state) if self._why_not_so(book, state, path) is None]

    def _paths(self, book: Book, state: State) -> Iterable[Path]:
        walking = self.walking(book, state)
        watched, counts = _watched(book, state, self.figure), _counts_hexes(book, state, self.figure)
        if self.move.only == "straight":
            return walking.straight_paths()
        lying = {money.at for money in state.money} if self.move.loots else set[Hex]()
        if self.move.clears:
            lying |= state.obstacles | {trap.at for trap in state.traps}
        for hex_ in lying:
            _watch(watched, hex_, ("through", hex_))
        hot = book.terrain.hazards if minds_hazards(state.figure(self.figure)) else frozenset[Hex]()
        is_told = watched or counts or hot
        found = walking.paths_through(watched, counts, hot) if is_told else [*walking.paths().values()]
        if any(map(_asks_for_line, _to_come(state))):
            found = [*dict.fromkeys((*found, *walking.straight_paths()))]
        return found

    def _why_not_so(self, book: Book, state: State, path: Path) -> WhyNot | None:
        """Why the move may not be like this; None if it may. (GH-3.1)"""
        start, led = state.figure(self.figure).at, state.led
        near = book.board(state).neighbours(path[-1]) if path else ()
        if self.move.only == "straight" and not is_straight(start, path):
            return "this move goes in a straight line", ("GH-3.1",)
        if self.move.only == "beside an obstacle" and state.obstacles.isdisjoint(near):
            return "this move ends beside an obstacle", ("GH-3.1", "GH-1.6")
        is_led = led is not None and led.figure == self.figure and led.ends_beside
        if led is not None and is_led and path and state.figure(led.by).at not in near:
            return f"the move must end beside {led.by}", ("GH-11.21",)
        return None

    def with_item(self, item: Item) -> CharacterMove:
        return replace(self, move=move_with(self.move, item))

    def walking(self, book: Book, state: State) -> Walking:
        """Where it can go."""
        figure = seen(book, state, state.figure(self.figure))
        gait, returns = gait_of(figure, self.move), follows_path(state)
        return Walking(book, state, figure, self.reach(book, state), gait, returns)

    def reach(self, book: Book, state: State) -> int:
        """Its movement points."""
        return points(seen(book, state, state.figure(self.figure)), self.move.amount)

    def may_go(self, book: Book, state: State, path: tuple[Hex, ...]) -> bool:
        """Whether it can go along this path, the best one or not."""
        figure = state.figure(self.figure)
        immobile = figure.has("immobilize") or lacks_move(figure, self.move)
        is_possible = not immobile and self.walking(book, state).why_not(path) is None
        return is_possible and self._why_not_so(book, state, path) is None

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        assert isinstance(action, Go)
        if state.figure(self.figure).has("immobilize"):
            return f"{self.figure} is immobilized", ("GH-8.7",)
        if lacks_move(state.figure(self.figure), self.move):
            return f"{self.figure} has no move value to which a number could be added", ("GH-11.22",)
        walking = self.walking(book, state)
        if (reason := self._why_not_so(book, state, action.path)) is not None:
            return reason
        if len(action.path) == 1:
            return walking.why_not_end(action.path[0])
        return walking.why_not(action.path) or ("it cannot go there", ("GH-3.1",))

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-3.1", "GH-2.6", *self.rules_of_lead(state)

    def perform(self, play: Play, action: Action) -> None:
        assert isinstance(action, Go)
        figure = seen(play.book, play.state, play.state.figure(self.figure))
        play.note("move", self.figure, ("GH-3.1",), "moves")
        self._begin(play)
        if self.in_action and figure.effects:
            call(play, self.figure, "after move action")
        by, gait = forced_by(play.state, figure), gait_of(figure, self.move)
        play.push(
            Walk(self.figure, action.path, gait, by=by, loots=self.move.loots, clears=self.move.clears),
            *self._going_on(play, action.path),
        )

    def _begin(self, play: Play) -> None:
        start = play.state.figure(self.figure).at if follows_path(play.state) else None
        play.set(path=(), set_out=start)

    def _going_on(self, play: Play, path: tuple[Hex, ...]) -> tuple[Task, ...]:
        """The rest of the move behind a door that the path opens. (GH-1.5)"""
        if path[-1] not in play.state.closed:
            return ()
        left = self.walking(play.book, play.state).left_after(path)
        rest = replace(self.move, amount=Amount(left))
        return (GoOn(figure=self.figure, move=rest, door=path[-1]),) if left else ()


class GoOn(CharacterMove, frozen=True, kw_only=True):
    """The rest of a move after a door is opened: the figure may go on if it is in the door."""

    door: Hex

    def _begin(self, play: Play) -> None:
        """The hexes before the door belong to the same move."""

    def options(self, book: Book, state: State) -> list[Action]:
        if not self._stands_there(state):
            return []
        return super().options(book, state)

    def mover(self, book: Book, state: State) -> int:
        return super().mover(book, state) if self._stands_there(state) else ENGINE

    def _stands_there(self, state: State) -> bool:
        return state.is_up(self.figure) and state.figure(self.figure).at == self.door


def lacks_move(figure: Figure, move: Move) -> bool:
    """Whether a summon has no move value, and the move has no number of its own. (GH-11.22)"""
    return figure.kind == "summon" and move.amount.relative and not figure.profile.move


def forced_by(state: State, figure: Figure) -> str:
    """The character that makes an enemy move; empty if it moves by itself. (GH-2.11, GH-11.21)"""
    led = state.led
    return led.by if led is not None and led.is_enemy and led.figure == figure.name else ""


class Walk(Task, frozen=True):
    """The next hex of a path; what happens there is settled before it goes on. (GH-1.7, GH-1.8)"""

    figure: str
    path: tuple[Hex, ...]
    gait: Gait
    before: frozenset[Token] | None = None
    """The conditions that it had before it entered its hex; None before its first step."""
    by: str = ""
    """Who forces it to go there."""
    loots: bool = False
    """Whether it takes the money of each hex that it enters. (GH-2.9)"""
    clears: bool = False
    """Whether it removes the obstacle and the trap of each hex that it passes. (GH-1.6, GH-1.7)"""

    def run(self, play: Play) -> None:
        if self.loots and self.before is not None and play.state.is_up(self.figure):
            play.loot(self.figure, (play.state.figure(self.figure).at,), ("GH-2.9",))
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
        if follows_path(play.state):
            play.set(path=(*play.state.path, first))
        if counts_moves(figure) or asks_for(play.book, "hexes moved"):
            play.set(moved=play.state.moved + 1)
        play.push(replace(self, path=tuple(rest), before=has))
        if self.clears and rest:
            self._clear(play, first)
        play.enter(self.figure, first, touches, self.by)

    def _clear(self, play: Play, hex_: Hex) -> None:
        if hex_ in play.state.obstacles:
            play.clear_obstacle(hex_, self.figure)
        if hex_ in [trap.at for trap in play.state.traps]:
            play.clear_trap(hex_, self.figure)
