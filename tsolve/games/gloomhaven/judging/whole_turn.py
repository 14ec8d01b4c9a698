"""What a turn that the rules decide does beside its focus, its way and its targets, to its end: heals,
pushes, summons, loot, conditions, elements; and what of it is left to the players. (GH-12.1, GH-12.37)

Before the first modifier card everything is told as it is. Behind it the turn is followed by every card: what
the players may choose makes options, what comes by every card is told, what comes by some is told as such.
What the attacked do about their damage is no choice of the turn's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tsolve.budget import spend
from tsolve.engine import CHANCE
from tsolve.games.gloomhaven.actions import Action, listed
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.attack import ATTACK_OF, BearDamage
from tsolve.games.gloomhaven.turn.damage import Effects
from tsolve.games.gloomhaven.turn.effects import Force
from tsolve.model.trace import Entry, Trace

Deeds = tuple[str, ...]
"""What is done, a sentence without its full stop each."""

_MOST = 400
"""Positions behind modifier cards that are looked at; of more it is said that they are not told."""
_NOT_TOLD = "what follows its attacks is not told: it would be too much to go through"


class Later(NamedTuple):
    """What comes behind modifier cards, in one way that the players may choose."""

    chosen: Deeds = ()
    always: Deeds = ()
    """What comes by every card."""
    perhaps: Deeds = ()
    """What comes by some."""


class Step(NamedTuple):
    """A choice, with all that follows from it by itself."""

    action: Action
    after: State
    deeds: Deeds


def told_deeds(entries: Iterable[Entry], before: State, after: State, terrain: Terrain) -> Deeds:
    """What has happened between two positions, but for focus, moves and the damage of attacks."""
    return tuple(dict.fromkeys(_told(tuple(entries), before, after, terrain)))


def _told(entries: tuple[Entry, ...], before: State, after: State, terrain: Terrain) -> Iterator[str]:
    for entry in entries:
        who, told = entry.subject, f"{entry.subject} {entry.note}"
        match entry.step:
            case "heal":
                yield f"{who} is healed by {entry.change}" if entry.change else told.replace(" the", ": the")
            case "condition":
                yield told.replace(" a ", ": a ") if entry.note.startswith("a ") else told
            case "bonus":
                yield f"{who}: {entry.note}"
            case "element" if entry.note in ("is infused", "is consumed"):
                yield told
            case "loot" | "room":
                yield told
            case "summon":
                place = f" in {terrain.name(after.figure(who).at)}" if after.on_map(who) else ""
                yield told if who == before.turn else f"{told}{place}"
            case "force":
                yield f"{told} to {terrain.name(after.figure(who).at)}" if after.on_map(who) else told
            case "trap":
                new = [each.at for each in after.traps if each not in before.traps]
                yield f"{told} in {terrain.name(new[0])}" if new else told
            case "damage" if entry.change and not entry.note.startswith(ATTACK_OF):
                points = f"{-entry.change} hit point{'' if entry.change == -1 else 's'}"
                yield f"{who} loses {points} ({entry.note})"
            case "leave" if who != before.turn or before.struck:
                yield told
            case _:
                pass


def steps(game: Gloomhaven, state: State) -> list[Step]:
    """What may be chosen now, or comes by itself; of a push or a pull, to its end, each outcome once."""
    found: dict[State, Step] = {}
    for action in game.legal_actions(state):
        trace = Trace()
        after = game.apply(state, action, trace)
        deeds = told_deeds(trace.entries, state, after, game.book.terrain)
        if not _is_same_push(state, after):
            found.setdefault(after, Step(action, after, deeds))
            continue
        for further in steps(game, after):
            found.setdefault(further.after, Step(action, further.after, joined(deeds, further.deeds)))
    return list(found.values())


def _is_same_push(before: State, after: State) -> bool:
    """Whether a push or a pull that was begun goes on."""
    first, second = (each.todo[-1] if each.todo else None for each in (before, after))
    return isinstance(first, Force) and isinstance(second, Force) and first.target == second.target


def joined(deeds: Deeds, further: Deeds) -> Deeds:
    """Deeds one after the other; of a figure that is pushed on only where it comes to."""
    if deeds and further:
        how, separator, _ = deeds[-1].rpartition(" to ")
        if separator and further[0].startswith(f"{how} to "):
            deeds = deeds[:-1]
    return tuple(dict.fromkeys((*deeds, *further)))


def later(game: Gloomhaven, state: State) -> list[Later]:
    """Every way in which the players may choose behind the modifier card that comes next."""
    return _Search(game).from_(state)


class _Search:
    def __init__(self, game: Gloomhaven) -> None:
        self._game = game
        self._known: dict[State, list[Later]] = {}

    def from_(self, state: State) -> list[Later]:
        if state not in self._known:
            if len(self._known) >= _MOST:
                return [Later(perhaps=(_NOT_TOLD,))]
            spend(5)
            self._known[state] = self._looked_at(state)
        return self._known[state]

    def _looked_at(self, state: State) -> list[Later]:
        game = self._game
        if state.result or not state.todo or (game.mover(state) < 0 and game.mover(state) != CHANCE):
            return [Later()]
        if game.mover(state) == CHANCE:
            return _by_any([self._after(step) for step in self._events(state)])
        found = steps(game, state)
        if isinstance(state.todo[-1], Effects):
            found = found[:1]
        if len(found) < 2 or isinstance(state.todo[-1], BearDamage):
            return _by_any([self._after(step) for step in found]) if found else [Later()]
        return [
            _behind(way, step.deeds or (game.notation(state, step.action),))
            for step in found
            for way in self.from_(step.after)
        ]

    def _events(self, state: State) -> Iterator[Step]:
        for event, _ in self._game.chance(state):
            trace = Trace()
            after = self._game.apply(state, event, trace)
            yield Step(event, after, told_deeds(trace.entries, state, after, self._game.book.terrain))

    def _after(self, step: Step) -> list[Later]:
        return [way._replace(always=joined(step.deeds, way.always)) for way in self.from_(step.after)]


def _behind(way: Later, deeds: Deeds) -> Later:
    """The same way behind a choice."""
    return way._replace(chosen=(*deeds, *way.chosen))


def _by_any(cases: list[list[Later]]) -> list[Later]:
    """One list for several things that chance, or the attacked, may bring: where they leave a choice in some
    cases only, those are what can be chosen.
    """
    chosen = list(dict.fromkeys(way.chosen for case in cases for way in case))
    if len(chosen) > 1:
        chosen = [each for each in chosen if each]
    found = []
    for each in chosen:
        ways = [way for case in cases for way in case if way.chosen in (each, ())]
        told = dict.fromkeys(deed for way in ways for deed in way.always)
        always = tuple(deed for deed in told if all(deed in way.always for way in ways))
        rest = (deed for way in ways for deed in (*way.always, *way.perhaps) if deed not in always)
        found.append(Later(each, always, tuple(dict.fromkeys(rest))))
    return found


def in_words(deeds: Deeds, perhaps: Deeds = ()) -> str:
    """What else a turn does, behind its first sentence."""
    told = f"; {listed(deeds)}" if deeds else ""
    return f"{told}; unless a card prevents it: {listed(perhaps)}" if perhaps else told
