"""The outcome of a played turn: focus, path, targets and damage of each figure, or why it does nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tsolve.contract.step_reader import Move, Played
from tsolve.games.gloomhaven.actions import Action, FocusOn, Go, Strike, listed
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.modifiers import Way as DrawingWay
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.attack import ATTACK_OF, DrawModifier
from tsolve.model.trace import Entry


class Deed(msgspec.Struct, frozen=True):
    """What a figure did out of its turn."""

    figure: str
    end: Hex | None
    """Where it went; None if it did not move."""
    targets: tuple[str, ...]
    """Whom it attacked."""
    damage: int


class TurnOutcome(msgspec.Struct, frozen=True):
    """A turn, or as much of it as was played."""

    figure: str
    start: Hex
    focus: tuple[str, ...] = ()
    """Each focus in turn: a further one if the first was killed."""
    end: Hex = Hex(0, 0)
    """Its hex; if it has left the map, the last one."""
    leaves: str = ""
    """How it left the map, if it did."""
    attacks: tuple[str, ...] = ()
    """Everybody whom it attacked, in the order of the attacks, then whom modifier cards added.

    Who dies half-way does not attack the rest.
    """
    damage: int = 0
    """The damage of its attacks, including damage beyond the last hit points."""
    killed: tuple[str, ...] = ()
    """The enemies that were killed: not exhausted characters, nor summons that left with their owner."""
    exhausted: tuple[str, ...] = ()
    plays: bool = False
    """Whether a player plays it with cards."""
    moved: int = 0
    """The hexes that it has entered by its moves, if it has lived."""
    drawn: tuple[tuple[str, DrawingWay], ...] = ()
    """Each target for which it drew modifier cards, and with or without advantage or disadvantage."""
    led: tuple[Deed, ...] = ()
    """What other figures did that it let act, in order. (GH-11.20)"""

    def drawn_with(self, way: DrawingWay) -> tuple[str, ...]:
        """The targets for which it drew so, by name."""
        return tuple(sorted({target for target, each in self.drawn if each == way}))


def outcome_of(
    figure: str, start: State, state: State, moves: Sequence[Move[State, Action]], entries: Sequence[Entry]
) -> TurnOutcome:
    """What a figure did by these moves."""
    actions = [move.action for move in moves]
    is_played = start.cards_of(figure) is not None
    seen = (start, *(move.before for move in moves))
    gone = tuple(_gone(figure, seen, state))
    waiting = (move.before.todo[-1] for move in moves if move.before.todo)
    drawn = tuple(
        (task.target, task.drawing.way)
        for task in waiting
        if isinstance(task, DrawModifier) and task.attacker == figure
    )
    drawn_for = [target for target, _ in drawn]
    own = [move.action for move in moves if move.before.led is None]
    chosen = [name for action in own if isinstance(action, Strike) for name in action.targets]
    added = [name for name in dict.fromkeys(drawn_for) if name not in chosen]
    return TurnOutcome(
        figure=figure,
        start=last_hex(start, figure),
        focus=tuple(action.figure for action in actions if isinstance(action, FocusOn)),
        end=last_hex(state, figure),
        leaves="" if state.on_map(figure) else "is exhausted" if is_played else "dies",
        attacks=(*(name for name in chosen if state.on_map(figure) or name in drawn_for), *added),
        damage=sum(amount for attack, _, amount in dealt(entries) if attack == f"{ATTACK_OF}{figure}"),
        killed=tuple(
            each.name for each in gone if each.kind != "character" and not _left_with_owner(each, seen, state)
        ),
        exhausted=tuple(each.name for each in gone if each.kind == "character"),
        plays=is_played,
        moved=sum(
            len(move.action.path)
            for move in moves
            if isinstance(move.action, Go) and move.before.turn == figure and move.before.led is None
        ),
        drawn=drawn,
        led=tuple(_led(moves, entries)),
    )


def _led(moves: Sequence[Move[State, Action]], entries: Sequence[Entry]) -> Iterator[Deed]:
    """What figures did that were led, each in all."""
    acts = [(move.before.led.figure, move.action) for move in moves if move.before.led is not None]
    for name in dict.fromkeys(name for name, _ in acts):
        own = [action for who, action in acts if who == name]
        ways = [action.path[-1] for action in own if isinstance(action, Go) and action.path]
        targets = [each for action in own if isinstance(action, Strike) for each in action.targets]
        harm = sum(amount for attack, _, amount in dealt(entries) if attack == f"{ATTACK_OF}{name}")
        yield Deed(name, ways[-1] if ways else None, tuple(targets), harm)


def dealt(entries: Iterable[Entry]) -> Iterator[tuple[str, str, int]]:
    """The attacker, the target and the damage of each attack, including damage beyond the last hit point."""
    amount = 0
    for entry in entries:
        if entry.quantity == "attack":
            amount = entry.after
        elif entry.step == "damage" and entry.note.startswith(ATTACK_OF):
            yield entry.note, entry.subject, amount


def last_hex(state: State, actor: str) -> Hex:
    """The hex of the figure whose turn it is, or was last, even if it left the map there; (0,0) if it is
    nobody's turn.
    """
    return state.figure(actor).at if state.on_map(actor) else state.fell or Hex(0, 0)


def _gone(name: str, seen: Sequence[State], state: State) -> Iterator[Figure]:
    """The enemies of a figure that were on the map, at the start or later, and no longer are."""
    enemies = {
        (enemy.name, enemy.origin): enemy
        for each in seen
        if each.on_map(name)
        for enemy in each.enemies_of(each.figure(name))
    }
    return (enemy for enemy in enemies.values() if state.still(enemy) is None)


def _left_with_owner(figure: Figure, seen: Sequence[State], state: State) -> bool:
    """Whether a summon has left the map because its owner has. (GH-11.2)"""
    if not figure.owner or state.on_map(figure.owner):
        return False
    last = next((each for each in reversed(seen) if each.on_map(figure.name)), None)
    return last is not None and last.on_map(figure.owner)


def _in_words(deed: Deed, terrain: Terrain) -> str:
    """What a figure did that was led."""
    parts = [f"goes to {terrain.name(deed.end)}"] if deed.end is not None else []
    if deed.targets:
        parts.append(f"attacks {listed(dict.fromkeys(deed.targets))}")
        parts += [f"deals {deed.damage} damage"] if deed.damage else []
    return f"{deed.figure} {listed(parts) if parts else 'acts'}"


def told(outcome: TurnOutcome, terrain: Terrain) -> str:
    """A turn in a sentence, and what the figures did that it let act."""
    parts = [_own(outcome, terrain), *(_in_words(each, terrain) for each in outcome.led)]
    if outcome.killed and not outcome.attacks and outcome.led:
        parts.append(f"{listed(outcome.killed)} {'is' if len(outcome.killed) == 1 else 'are'} killed")
    return f"{'; '.join(parts)}."


def _own(outcome: TurnOutcome, terrain: Terrain) -> str:
    where = terrain.name(outcome.end)
    leaves = f"{outcome.leaves} in {where}"
    goes = f"stays in {where}" if outcome.end == outcome.start else f"goes to {where}"
    parts = [leaves if outcome.leaves and not outcome.attacks else goes]
    if outcome.attacks:
        parts.append(f"attacks {listed(dict.fromkeys(outcome.attacks))}")
        parts += _harm(outcome)
        parts += [leaves] if outcome.leaves else []
    elif outcome.plays:
        parts.append("attacks nobody")
    elif outcome.focus:
        parts.append(f"attacks nobody; its focus is {outcome.focus[-1]}")
    else:
        parts.append("has no focus")
    return f"{outcome.figure} {listed(parts)}"


def effect_of(outcome: TurnOutcome) -> str:
    """The results of the attacks of a turn, where steps already tell the rest; empty without an attack."""
    return listed(list(_harm(outcome)) or ["no damage"]) if outcome.attacks else ""


def _harm(outcome: TurnOutcome) -> Iterator[str]:
    if outcome.damage:
        yield f"deals {outcome.damage} damage"
    if outcome.killed:
        yield f"kills {listed(outcome.killed)}"
    if outcome.exhausted:
        yield f"exhausts {listed(outcome.exhausted)}"


def moves_until(played: Played[State, Action], step: int | None) -> Sequence[Move[State, Action]]:
    """The moves of this many steps of a line; None for all."""
    if step is None:
        return played.moves
    before = _before(played, step)
    return [move for move in played.moves if move.before in before]


def entries_until(played: Played[State, Action], step: int | None) -> list[Entry]:
    """The events of this many steps of a line; None for all."""
    if step is None:
        return [*played.entries]
    return [entry for taken in played.answer.steps[:step] for entry in taken.entries]


def _before(played: Played[State, Action], step: int) -> set[State]:
    """The positions before the moves of the first steps."""
    found: set[State] = set()
    for move in played.moves:
        if move.before == played.states[step]:
            break
        found.add(move.before)
    return found
