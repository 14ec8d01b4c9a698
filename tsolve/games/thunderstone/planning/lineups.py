"""Who takes part in a battle, where other cards depend on it.

Some Heroes' traits reach others (they inspire, enchant, multiply), and some Monsters keep Heroes from
attacking. Each way in which that may come out is a cast; within a cast every coefficient of the statement
is constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import msgspec

from tsolve.budget import spend
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.base import Trait
from tsolve.games.thunderstone.planning.loadouts import HeroClass
from tsolve.games.thunderstone.turn.battle_context import BattleContext
from tsolve.games.thunderstone.turn.reckoning import reaching


class Lineup(msgspec.Struct, frozen=True):
    """One possible lineup."""

    inspirers: tuple[Card, ...]
    """The reaching Heroes that can attack, with repetitions."""
    silenced: frozenset[str] = frozenset()
    """The Hero classes that may hold the silenced Hero."""
    armed: dict[str, int] = {}
    """How many of a reaching class are equipped, where only equipped Heroes attack."""


def lineups(context: BattleContext, heroes: Sequence[HeroClass], silences: bool) -> list[Lineup]:
    """Every cast against the Monster of `context`; `silences` says that it keeps one Hero from attacking."""
    able = [hero for hero in heroes if could_attack(context, hero)]
    some_reach = any(reaching(hero.card) for hero in heroes)
    if (some_reach or context.silences_unequipped) and context.book.reads("silenced_hero_traits", "kept"):
        everyone = tuple(hero.card for hero in heroes if reaching(hero.card) for _ in hero.members)
        return [Lineup(everyone, frozenset(hero.id for hero in able) if silences else frozenset())]
    reachers = [hero for hero in able if reaching(hero.card)]
    if context.silences_unequipped:
        found = []
        for counts in product(*(range(hero.copies + 1) for hero in reachers)):
            spend()
            found.append(_armed(reachers, counts))
        return found
    full = tuple(hero.card for hero in reachers for _ in hero.members)
    if not silences or not able:
        return [Lineup(full)]
    found = []
    if plain := frozenset(hero.id for hero in able if not reaching(hero.card)):
        found.append(Lineup(full, plain))
    for hero in reachers:
        left = list(full)
        left.remove(hero.card)
        found.append(Lineup(tuple(left), frozenset((hero.id,))))
    return found


def _armed(reachers: Sequence[HeroClass], counts: tuple[int, ...]) -> Lineup:
    """The lineup with this many equipped Heroes of each reaching class."""
    pairs = list(zip(reachers, counts, strict=True))
    inspirers = tuple(hero.card for hero, count in pairs for _ in range(count))
    return Lineup(inspirers, armed={hero.id: count for hero, count in pairs})


def could_attack(context: BattleContext, hero: HeroClass) -> bool:
    """Whether nothing but the lack of a Weapon keeps the Hero from attacking."""
    if hero.member.silenced:
        return False
    return not any(
        isinstance(trait, Trait) and trait.keeps_from_attacking(context) for trait in hero.card.traits
    )
