"""Assignments of growing size: Heroes, as many Weapons, and Iron Rations."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tsolve.solve.problem import Choice, Linear, Option, Problem, Resource, Total


class Instance(NamedTuple):
    """Strengths of Heroes, weights and attacks of Weapons, and how many Rations there are (Strength +2
    each).
    """

    strengths: tuple[int, ...]
    weapons: tuple[tuple[int, int], ...]
    rations: int

    def needed(self, hero: int, weapon: int) -> int:
        """How many Rations this Hero needs to carry this Weapon."""
        return max(0, -(-(self.weapons[weapon][0] - self.strengths[hero]) // 2))


def instance(size: int, rations: int, seed: int = 1) -> Instance:
    """Heroes and Weapons that all differ a little, so that no symmetry helps."""
    random = Random(seed * 1000 + size)
    strengths = tuple(random.randint(2, 8) for _ in range(size))
    weapons = tuple((random.randint(2, 10), random.randint(1, 40)) for _ in range(size))
    return Instance(strengths, weapons, rations)


SIZES = ((3, 2), (5, 4), (10, 8), (20, 15), (40, 30))
"""Heroes (and Weapons), Rations."""


def folded(given: Instance) -> Problem:
    """The project's statement: one option for each Hero and Weapon, the Rations it takes folded in."""
    choices = []
    for hero in range(len(given.strengths)):
        options = [Option("no Weapon")]
        for weapon, (_, attack) in enumerate(given.weapons):
            rations = given.needed(hero, weapon)
            if rations <= given.rations:
                uses = {f"weapon {weapon}": 1} | ({"rations": rations} if rations else {})
                options.append(Option(f"weapon {weapon}", uses, {"attack": attack}))
        choices.append(Choice(f"hero {hero}", 1, tuple(options)))
    resources = [Resource(f"weapon {weapon}", 1) for weapon in range(len(given.weapons))]
    return Problem(
        "assignment",
        (*resources, Resource("rations", given.rations)),
        tuple(choices),
        (Total("attack", prefer="more"),),
        (Linear("value", ((1, "attack"),)),),
        objective=("value",),
    )
