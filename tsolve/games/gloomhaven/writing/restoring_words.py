"""Abilities that bring cards and items back or take conditions away, as texts: `recover 2`, `refresh 1 item`,
`remove all negative conditions, one adjacent ally`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from tsolve.games.gloomhaven.abilities import Recover
from tsolve.games.gloomhaven.ability_parts import SELF
from tsolve.games.gloomhaven.simple_abilities import Cure, Refresh
from tsolve.games.gloomhaven.traits import NEGATIVE
from tsolve.games.gloomhaven.writing.ability_clauses import Clauses
from tsolve.games.gloomhaven.writing.whom_words import whom_in_words

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.abilities import Augment
    from tsolve.games.gloomhaven.ability_parts import Whom

_ITEMS = ("item", "items")
_WEAPONS = ("weapon", "weapons")
_CARDS = ("card", "cards", "summon card", "summon cards", "summons")


def read_recover(reader: Clauses) -> Recover:
    """What follows `recover`. Raises InputError."""
    number = _number(reader)
    lost = reader.take("lost")
    if not lost:
        reader.take("discarded")
    kind = next((each for each in _CARDS if reader.take(each)), "")
    per_ally = reader.take("for each adjacent ally")
    whom = _whom(reader)
    return Recover(number, lost, per_ally, kind.startswith("summon"), whom, reader.augments({}))


def read_refresh(reader: Clauses) -> Refresh:
    """What follows `refresh`. Raises InputError."""
    number = _number(reader)
    used_up: Literal["spent", "consumed", ""] = ""
    if reader.take("spent"):
        used_up = "spent"
    elif reader.take("consumed"):
        used_up = "consumed"
    if reader.take("small"):
        reader.demand(*_ITEMS)
        return Refresh(number, used_up, "small", _whom(reader))
    said = reader.one_of({**dict.fromkeys(_ITEMS, ""), **dict.fromkeys(_WEAPONS, "weapon")}, ("small items",))
    return Refresh(number, used_up, "weapon" if said else "", _whom(reader))


def read_cure(reader: Clauses) -> Cure:
    """What follows `remove`. Raises InputError."""
    for condition in NEGATIVE:
        if reader.take(condition):
            return Cure(None, _whom(reader), condition)
    number = _number(reader)
    reader.demand("negative conditions", "negative condition")
    return Cure(number, _whom(reader))


def _number(reader: Clauses) -> int | None:
    """A number, or `all`."""
    if reader.take("all"):
        return None
    if not reader.sees_number:
        reader.misses("a number", "all")
    return reader.number()


def _whom(reader: Clauses) -> Whom:
    said: Mapping[str, Whom] = reader.clauses({}, whom=True)
    return said.get("whom", SELF)


def restoring_in_words(ability: Recover | Refresh | Cure) -> Iterator[str]:
    """The parts of the text that is read as this ability, without its augments."""
    many = "all" if ability.number is None else str(ability.number)
    one = ability.number == 1
    match ability:
        case Recover(_, lost, per_ally, of_summons):
            kind = "lost" if lost else "", "summons" if of_summons else ""
            each = "for each adjacent ally" if per_ally else ""
            yield " ".join(filter(None, ("recover", many, *kind, each)))
        case Refresh(_, used_up, kind):
            thing = "weapon" if kind == "weapon" else f"{kind} item".strip()
            yield " ".join(filter(None, ("refresh", many, used_up, thing if one else f"{thing}s")))
        case Cure(only=str(condition)):
            yield f"remove {condition}"
        case Cure():
            yield f"remove {many} negative condition{'' if one else 's'}"
    if ability.whom != SELF:
        yield whom_in_words(ability.whom)


def augments_of(ability: Recover | Refresh | Cure) -> tuple[Augment, ...]:
    """How consumed elements change it."""
    return ability.augments if isinstance(ability, Recover) else ()
