"""What a figure brings that is summoned: its statistics, what lasts as long as it is there, and what it does
when it dies. (GH-11.1)
"""

from __future__ import annotations

from itertools import chain, count

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import OnDeath
from tsolve.games.gloomhaven.figures import Figure, Profile
from tsolve.games.gloomhaven.map_abilities import Summoned
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.elements_and_bonuses import effects_of


def summoned(state: State, owner: str, name: str, printed: Summoned) -> Figure:
    """A summon with the statistics on its card, numbered after its owner's other summons. (GH-11.1 to
    GH-11.4)
    """
    names = chain((name,), (f"{name} {number}" for number in count(2)))
    free = next(each for each in names if not state.on_map(each))
    number = max((each.number for each in state.figures if each.owner == owner), default=0) + 1
    figure = Figure(
        free,
        "party",
        "summon",
        state.figure(owner).at,
        printed.hp,
        printed.hp,
        Profile.of_summoned(printed),
        number=number,
        owner=owner,
        new=True,
    )
    return with_what_lasts(figure, printed)


def with_what_lasts(figure: Figure, printed: Summoned) -> Figure:
    """A summon with what its card says beside its statistics."""
    lasting = [each for each in printed.lasting if not isinstance(each, OnDeath)]
    own = (
        replace(effect, lasts="persistent", source=figure.name)
        for ability in lasting
        for effect in effects_of(ability)
    )
    dying = tuple(
        each for ability in printed.lasting if isinstance(ability, OnDeath) for each in ability.then
    )
    return replace(figure, effects=(*figure.effects, *own), dying=dying)
