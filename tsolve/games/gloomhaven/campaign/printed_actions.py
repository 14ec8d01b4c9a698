"""Whether the ability of a printed card that gets a sticker hits several figures. (GH-15.12)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Heal,
    Move,
    Place,
    Retaliate,
    Shield,
    Shove,
    Suffer,
)
from tsolve.games.gloomhaven.ability_parts import Whom
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.campaign.numbers import Sticker
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.printed import ClassCard, PrintedHalf
from tsolve.games.gloomhaven.writing.ability_text import read_ability

_LINES: dict[str, tuple[type[Ability], ...]] = {
    "move": (Move,),
    "jump": (Move,),
    "attack": (Attack,),
    "pierce": (Attack,),
    "push": (Attack, Shove),
    "pull": (Attack, Shove),
    "range": (Attack, Heal),
    "target": (Attack, Heal),
    "shield": (Shield,),
    "retaliate": (Retaliate,),
    "heal": (Heal,),
}
"""The abilities on which the number stands that a sticker raises, by the last word of its name."""
_PRINTED = (Move, Attack, Heal, Shield, Retaliate, Place, Shove, Suffer)


def hits_several(card: ClassCard, half: Literal["", "top", "bottom"], sticker: Sticker) -> bool | None:
    """Whether the ability that gets the sticker can hit several figures; None if that is not certain: no
    ability of the action fits, or several that differ, or one inside another, or the action says what has no
    words yet.
    """
    halves = [getattr(card, half)] if half else [card.top, card.bottom]
    abilities = [ability for each in halves for ability in _abilities(each)]
    fitting = [ability for ability in abilities if _fits(ability, sticker)]
    found = {_is_several(ability) for ability in fitting}
    inner = sum(isinstance(each, _PRINTED) and _fits(each, sticker) for each in things_in(tuple(abilities)))
    untold = " ".join(text for each in halves for text in each.untold)
    is_clear = sticker.name.split()[-1] not in untold and "attack" not in untold
    return found.pop() if len(found) == 1 and inner == len(fitting) and is_clear else None


def _abilities(half: PrintedHalf) -> Iterator[Ability]:
    yield from (read_ability(text, load_areas()) for text in half.do)


def _fits(ability: Ability, sticker: Sticker) -> bool:
    """Whether the sticker may go onto the line of an ability. (GH-15.15, GH-15.21)"""
    if sticker.onto == "enemies":
        aims = isinstance(ability, Place | Shove | Suffer) and ability.whom.side == "enemies"
        return isinstance(ability, Attack) or aims
    return isinstance(ability, _LINES.get(sticker.name.split()[-1], ()))


def _is_several(ability: Ability) -> bool:
    """Whether an ability can hit more than one figure."""
    if isinstance(ability, Attack):
        targets = (ability.targets or 1) + ability.add_target
        of_all = (
            ability.all_adjacent or ability.all_in_range or ability.on_the_path or ability.area is not None
        )
        return targets > 1 or of_all or (ability.whom is not None and _are_several(ability.whom))
    if isinstance(ability, Move):
        return False
    if isinstance(ability, Heal) and ability.targets > 1:
        return True
    assert isinstance(ability, Heal | Shield | Retaliate | Place | Shove | Suffer)
    return _are_several(ability.whom)


def _are_several(whom: Whom) -> bool:
    """Whether more than one figure may be meant."""
    one = whom.side in ("self", "same", "target") or (not whom.each and whom.most == 1)
    return whom.and_self or not one
