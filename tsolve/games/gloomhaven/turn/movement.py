"""Moving along a path, and a character's move ability: where it can go, and how. (GH-3, GH-12.21,
GH-12.25)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE, Reason
from tsolve.games.gloomhaven.abilities import Move
from tsolve.games.gloomhaven.ability_parts import Amount, Count, Whom
from tsolve.games.gloomhaven.actions import Action, Go
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.figures import Figure, Token
from tsolve.games.gloomhaven.hexes import Hex, beyond, is_straight
from tsolve.games.gloomhaven.lasting import counts_moves, is_unhindered, minds_hazards, seen
from tsolve.games.gloomhaven.monster_situation import Gait
from tsolve.games.gloomhaven.monster_solver import Deliberation
from tsolve.games.gloomhaven.state import NOWHERE, State, Task
from tsolve.games.gloomhaven.traits import Trait
from tsolve.games.gloomhaven.turn.affected import may_be_meant
from tsolve.games.gloomhaven.turn.counted import asks_for, counts_in
from tsolve.games.gloomhaven.turn.deliberation import gait_of, points
from tsolve.games.gloomhaven.turn.elements_and_bonuses import move_with
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.turn.one_ability import OneAbility
from tsolve.games.gloomhaven.turn.reactions import call

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


Path = tuple[Hex, ...]
_Spot = tuple[Hex, frozenset[Hex], int]
"""A hex, the watched hexes that were entered on the way to it, and the number of hexes, if it counts."""
_NOTHING: frozenset[Hex] = frozenset()


def _in_order(found: tuple[_Spot, object]) -> tuple[Hex, list[Hex], int]:
    (hex_, passed, number), _ = found
    return hex_, sorted(passed), number


class Walking:
    """The movement of one character by one ability."""

    def __init__(
        self,
        book: Book,
        state: State,
        figure: Figure,
        points: int,
        gait: Gait,
        returns: bool = False,
        opens: bool = False,
    ) -> None:
        """`points` are its movement points, 0 or more; `returns`: whether it may end where it began. A
        character opens doors, and who else `opens` them.
        """
        self._returns = returns
        self._book, self._state = book, state
        self._figure, self._points, self._gait = figure, points, gait
        opens = opens or figure.kind == "character"
        self._doors = state.closed if opens else NOWHERE  # to all others a closed door is a wall (GH-1.5)
        self._shut = state.shut
        self._board = book.board_with(self._shut - self._doors, state.walled)
        self._named = self._board.name
        others = [each for each in state.figures if each.name != figure.name]
        self._blocking = {each.at: each for each in others if each.side != figure.side}
        self._blocking |= {each.at: each for each in others if each.kind == "object"}
        self._taken = {each.at: each for each in others}
        self._obstacles = frozenset[Hex]() if gait == "fly" else state.obstacles
        springs = frozenset(trap.at for trap in state.traps)
        springs |= frozenset[Hex]() if is_unhindered(figure, "hazardous") else book.terrain.hazards
        self._harmful = frozenset[Hex]() if gait == "fly" else springs
        lands_free = gait == "jump" and book.reads("jump_landing", "free")
        self._difficult = frozenset[Hex]() if gait == "fly" or lands_free else book.difficult_for(figure)

    def paths(self) -> dict[Hex, Path]:
        """Every hex in which it can stop, with the path through the fewest traps and hazards;
        of these the shortest, then the first in the order of hexes. A closed door ends a path: what it
        reveals is seen before the figure goes on.
        """
        return {end: path for (end, _, _), path in self._found(frozenset()).items()}

    def paths_through(
        self, watched: frozenset[Hex], counts: bool = False, any_of: frozenset[Hex] = _NOTHING
    ) -> list[Path]:
        """The same for every part of the `watched` hexes that it can enter on its way, and both with one
        `any_of` these and without; perhaps it `counts` how many hexes it enters.
        """
        return list(self._found(watched, counts, any_of).values())

    def straight_paths(self) -> Iterator[Path]:
        """Every path in a straight line to a hex in which it can stop."""
        for first in self._board.neighbours(self._figure.at):
            path: Path = (first,)
            for _ in range(self._points):
                if self.why_not(path) is None:
                    yield path
                path = (*path, beyond(path, self._figure.at))

    def _found(
        self, watched: frozenset[Hex], counts: bool = False, any_of: frozenset[Hex] = _NOTHING
    ) -> dict[_Spot, Path]:
        best: dict[_Spot, tuple[int, int, Path]] = {}
        by_cost: list[dict[_Spot, tuple[int, Path]]] = [{} for _ in range(self._points + 1)]
        start = self._figure.at, _NOTHING, 0
        by_cost[0][start] = (0, ())
        least = {start: 0}
        """The fewest traps and hazards so far: a later path through no fewer need not be continued."""
        for cost, here in enumerate(by_cost):
            for (hex_, passed, number), (harm, path) in sorted(here.items(), key=_in_order):
                for near in self._board.neighbours(hex_):
                    longer = (*path, near)
                    through = passed | {near} if near in watched else passed
                    if near in any_of:
                        through |= {min(any_of)}  # one stands for all
                    spot = near, through, number + counts
                    self._stop(best, spot, cost, harm, longer)
                    price = cost + self._price(near, on_the_way=True)
                    if price <= self._points and not self._is_closed(near) and near not in self._doors:
                        found = (harm + self._harm(near, on_the_way=True), longer)
                        known = by_cost[price].get(spot)
                        if found[0] < least.get(spot, inf) or (known is not None and found < known):
                            by_cost[price][spot] = found
                            least[spot] = found[0]
        return {spot: found[2] for spot, found in sorted(best.items(), key=_in_order)}

    def _stop(
        self, best: dict[_Spot, tuple[int, int, Path]], spot: _Spot, cost: int, harm: int, path: Path
    ) -> None:
        """Record the hex at the end of this path, if it can stop there."""
        hex_ = spot[0]
        price = cost + self._price(hex_, on_the_way=False)
        if price > self._points or not self._may_stop(hex_):
            return
        if self._gait == "walk" and self._is_closed(hex_):
            return
        found = (harm + self._harm(hex_, on_the_way=False), price, path)
        if spot not in best or found < best[spot]:
            best[spot] = found

    def why_not(self, path: Sequence[Hex]) -> Reason | None:
        """Why it cannot go along these hexes; None if it can."""
        here, cost = self._figure.at, 0
        for index, hex_ in enumerate(path):
            if (reason := self._why_no_hex(hex_)) is not None:
                return reason
            if hex_ not in self._board.neighbours(here):
                return f"{self._named(here)} and {self._named(hex_)} are not next to each other", (
                    "GH-1.4",
                    "GH-3.1",
                )
            is_last = index == len(path) - 1
            if self._gait == "walk" and self._is_closed(hex_):
                return self._blocked(hex_)
            if hex_ in self._doors and not is_last:
                text = f"the door in {self._named(hex_)} is closed: move to it, then on from there"
                return text, ("GH-1.5",)
            cost += self._price(hex_, on_the_way=not is_last)
            here = hex_
        if not path or (here == self._figure.at and not self._returns):
            return "it ends where it began: skip the move", ("GH-2.6",)
        if not self._may_stop(here):
            return self._blocked(here)
        if cost > self._points:
            text = f"the way to {self._named(here)} costs {cost} movement points, and it has {self._points}"
            return text, ("GH-3.1",)
        return None

    def left_after(self, path: Sequence[Hex]) -> int:
        """The movement points that are left at the end of a path."""
        *way, end = path
        spent = sum(self._price(hex_, on_the_way=True) for hex_ in way)
        return self._points - spent - self._price(end, on_the_way=False)

    def why_not_end(self, end: Hex) -> Reason:
        """Why it cannot stop in a hex, whatever the way."""
        if (reason := self._why_no_hex(end)) is not None:
            return reason
        if not self._may_stop(end):
            return self._blocked(end)
        plenty = 2 * len(self._board.hexes)
        path = Walking(self._book, self._state, self._figure, plenty, self._gait).paths().get(end, ())
        return (self.why_not(path) if path else None) or (
            f"no way leads to {self._named(end)}",
            ("GH-3.2",),
        )

    def _why_no_hex(self, hex_: Hex) -> Reason | None:
        if hex_ in self._shut and hex_ not in self._doors:
            return f"the door in {self._named(hex_)} is locked: a wall until the scenario opens it", (
                "GH-1.5",
            )
        if hex_ not in self._board.hexes:
            return self._book.terrain.why_no_floor(hex_), ("GH-1.4", "GH-3.2")
        return None

    def _blocked(self, hex_: Hex) -> Reason:
        if hex_ == self._figure.at and not self._returns:
            return f"it stands in {self._named(hex_)} already", ("GH-3.1",)
        if hex_ in self._taken:
            return f"{self._named(hex_)} is occupied by {self._taken[hex_].name}", ("GH-3.2",)
        return f"an obstacle stands in {self._named(hex_)}", ("GH-3.2", "GH-1.6")

    def _is_closed(self, hex_: Hex) -> bool:
        """Whether it cannot be passed on foot. (GH-3.2)"""
        return self._gait == "walk" and (hex_ in self._obstacles or hex_ in self._blocking)

    def _may_stop(self, hex_: Hex) -> bool:
        is_new = hex_ != self._figure.at or self._returns
        return hex_ not in self._taken and hex_ not in self._obstacles and is_new

    def _price(self, hex_: Hex, on_the_way: bool) -> int:
        """Movement points for entering a hex; in the air only the last one is touched. (GH-3.1, GH-3.3)"""
        in_the_air = on_the_way and self._gait == "jump"
        return 2 if hex_ in self._difficult and not in_the_air else 1

    def _harm(self, hex_: Hex, on_the_way: bool) -> int:
        in_the_air = on_the_way and self._gait == "jump"
        return int(hex_ in self._harmful and not in_the_air)


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
            return thing.moved_through
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


def _watched(state: State, name: str) -> frozenset[Hex]:
    """The hexes of figures for whom it matters whether the figure moves through them."""
    asking = [each for each in _to_come(state) if isinstance(each, Whom) and each.moved_through]
    if not asking:
        return _NOTHING
    mover = state.figure(name)
    return frozenset(
        other.at
        for other in state.figures
        if other.name != name and any(may_be_meant(state, mover, other, each) for each in asking)
    )


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
        watched, counts = _watched(state, self.figure), _counts_hexes(book, state, self.figure)
        if self.move.only == "straight":
            return walking.straight_paths()
        if self.move.loots:
            watched |= {money.at for money in state.money}
        if self.move.clears:
            watched |= state.obstacles | {trap.at for trap in state.traps}
        hot = book.terrain.hazards if minds_hazards(state.figure(self.figure)) else _NOTHING
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
