"""What a figure does in a turn besides focus, move and attack, in sentences. (GH-12.1)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsolve.games.gloomhaven.actions import listed
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.attack import ATTACK_OF
from tsolve.model.trace import Entry

Sentences = tuple[str, ...]
"""What is done, as sentences without full stops."""


def told_besides(entries: Iterable[Entry], before: State, after: State, terrain: Terrain) -> Sentences:
    """What happened between two positions, except focus, moves and the damage of attacks."""
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


def joined(besides: Sentences, further: Sentences) -> Sentences:
    """The sentences in order; for a figure that is pushed several hexes, only the last hex."""
    if besides and further:
        how, separator, _ = besides[-1].rpartition(" to ")
        if separator and further[0].startswith(f"{how} to "):
            besides = besides[:-1]
    return tuple(dict.fromkeys((*besides, *further)))


def in_words(besides: Sentences, perhaps: Sentences = ()) -> str:
    """What else a turn does, after its first sentence."""
    told = f"; {listed(besides)}" if besides else ""
    return f"{told}; unless a card prevents it: {listed(perhaps)}" if perhaps else told
