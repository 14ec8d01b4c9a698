"""How time and memory grow with the hand, the Hall's movement and the Village; the peak memory of `check`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.row import Row
from tsolve import api

HEROES = (
    "Thyrian Squire",
    "Regian Cleric",
    "Militia",
    "Dwarf Guardian",
    "Elf Wizard",
    "Lorigg Thief",
    "Outlands Warrior",
)
GEAR = ("Short Sword", "Iron Rations", "Polearm", "Torch", "Spear", "Iron Rations", "Flaming Sword")


def rows() -> list[Row]:
    """Milliseconds of the whole solve with both backends, and megabytes of a `check` process."""
    found = []
    for size in (4, 6, 8, 10, 12):
        hand = [card for pair in zip(HEROES, GEAR, strict=True) for card in pair][:size]
        found.append(Row(f"solve, hand of {size}", _solve(_position(hand)), "ms"))
    for banishes in (0, 1, 2):
        hand = ["Thyrian Squire", "Short Sword", "Militia", "Iron Rations", *["Banish"] * banishes]
        found.append(Row(f"solve, {banishes} Banish in hand", _solve(_position(hand)), "ms"))
    found += [
        Row(f"solve, Village of {stacks} stacks", _solve(_village(stacks)), "ms") for stacks in (4, 8, 16)
    ]
    found.append(Row("check, peak memory", _check_memory(_position(["Thyrian Squire", "Short Sword"])), "MB"))
    return found


def _position(hand: list[str]) -> str:
    return (
        "game: thunderstone\nturn: dungeon\n"
        f"hand: [{', '.join(hand)}]\ndeck: [Militia, Torch]\n"
        "hall: [Griffon, Suffering, Uyril Unending]\n"
        "dungeon_deck: {top: [Kingdom, Famine, Nixie], rest: unknown}\n"
    )


def _village(stacks: int) -> str:
    goods = (
        "Short Sword",
        "Banish",
        "Fireball",
        "Flaming Sword",
        "Spear",
        "Lantern",
        "Barkeep",
        "Trainer",
        "Pawnbroker",
        "Town Guard",
        "Hatchet",
        "Polearm",
        "Feast",
        "Goodberries",
        "Warhammer",
        "Magical Aura",
    )
    shop = ", ".join(f"{card}: 5" for card in goods[:stacks])
    return (
        "game: thunderstone\nturn: village\nxp: 4\n"
        "hand: [Barkeep, Pawnbroker, Torch, Dagger, Trainer, Militia]\n"
        f"hall: [Griffon, Suffering, Nixie]\nvillage: {{{shop}}}\n"
    )


def _solve(text: str) -> float:
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as file:
        file.write(text)
    opened = api.load(file.name)
    started = perf_counter()
    api.solve(opened)
    spent = (perf_counter() - started) * 1000
    Path(file.name).unlink()
    return spent


_WATCH = """
import os, sys
child = os.posix_spawn(sys.executable, [sys.executable, "-m", "tsolve", "check", sys.argv[1]], os.environ,
                       file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
print(os.wait4(child, 0)[2].ru_maxrss)
"""
"""Starts `check` from a process of its own: a child is charged with the memory of the one that starts it."""


def _check_memory(text: str) -> float:
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as file:
        file.write(text)
    watch = subprocess.run(
        [sys.executable, "-c", _WATCH, file.name], capture_output=True, text=True, check=True
    )
    Path(file.name).unlink()
    return int(watch.stdout) / 1024
