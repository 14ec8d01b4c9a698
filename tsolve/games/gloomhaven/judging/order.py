"""Who has its turn first: the order of initiative, for claims. (GH-2.4, GH-12.2 to GH-12.4)"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from tsolve.diagnostics import input_error
from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.initiative import acts_before, initiative_of, order_of
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.writing.names import count_of_several, type_of_several
from tsolve.games.gloomhaven.writing.sentences import EVERYBODY
from tsolve.regex import Regex
from tsolve.source.tree import listed

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition


class First(NamedTuple):
    """Whether one has its turn before another; None if that is not settled."""

    is_first: bool | None
    why: str
    rulings: tuple[str, ...] = ("GH-2.4",)


def who_is_first(position: ScenarioPosition, one: str, other: str, span: Span | None) -> First:
    """Whether every figure that the first text names has its turn before every one that the second names: a
    figure, or all of a type. Raises InputError for unknown ones.
    """
    firsts = _meant_beside(position, one, other, span)
    seconds = _meant_beside(position, other, one, span)
    unknown = [each for each in (*firsts, *seconds) if _initiative(position, each) is None]
    if unknown:
        whose = unknown[0].owner or unknown[0].name
        return First(None, f"the initiative of {whose} is not given: write `initiative: 20`")
    book, state = position.book, position.laid.state
    found = {_before(position, a, b) for a in firsts for b in seconds if a.name != b.name}
    told = " and ".join(
        f"{each[0].name if len(each) == 1 else each[0].group} {_initiative(position, each[0])}"
        for each in (firsts, seconds)
    )
    if False in found and len(found) > 1:
        return First(False, told)  # not before every one of them
    if len(found) != 1 or None in found:
        return First(None, f"the players choose: {told}", ("GH-2.4", "GH-12.12"))
    keys = {order_of(book, state, each)[0] for each in (*firsts, *seconds)}
    if len(keys) > 1:
        return First(found.pop(), told)
    kinds = {each.kind for each in (*firsts, *seconds)}
    if "summon" in kinds:
        return First(found.pop(), f"{told}: a summon acts directly before its owner", ("GH-11.3",))
    if kinds == {"monster"}:
        why = "elites act first, then by the numbers of the standees"
        return First(found.pop(), f"{told}: {why}", ("GH-12.3", "GH-12.4"))
    rest = any(each.rests for each in (*firsts, *seconds))
    why = "a long rest comes last" if rest else "in a tie characters come before monsters"
    if kinds == {"character"} and not rest:
        why = "in a tie the lower other card comes first"
    return First(found.pop(), f"{told}: {why}")


def _initiative(position: ScenarioPosition, figure: Figure) -> int | None:
    return initiative_of(position.book, position.laid.state, figure)


def _meant_beside(position: ScenarioPosition, text: str, other: str, span: Span | None) -> Sequence[Figure]:
    """The figures that one of the two texts names; all others for `everybody else`."""
    if text != EVERYBODY and not _EVERYBODY.fullmatch(text.strip()):
        return figures_meant(position, text, span)
    own = {each.group for each in figures_meant(position, other, span)}
    figures = position.laid.state.figures
    return [each for each in figures if each.group not in own and each.kind != "object"]


def figures_meant(
    position: ScenarioPosition, text: str, span: Span | None, states: Sequence[State] = ()
) -> Sequence[Figure]:
    """The figures that a text names: one, several by their names, or all of a type. Raises InputError."""
    figures = position.laid.state.figures
    groups = [each.group for each in figures if each.kind == "monster"]
    with suppress(InputError):
        return [_one(position, text.strip(), None, states)]
    if (type_ := type_of_several(position.ruleset, text.strip(), groups)) is not None:
        found = [each for each in figures if each.group == type_]
        if (said := count_of_several(text.strip())) not in (None, len(found)):
            message = f'"{text}" are {said}, and {len(found)} {type_} are on the map'
            raise input_error("E314", message, span, f"there is {listed([each.name for each in found])}")
        return found
    return [_one(position, each, span, states) for each in _AND.split(text)]


_EVERYBODY = Regex(r"(?:everybody|everyone|all)(?: (?:else|others|of them))?|the others", re.IGNORECASE)
_AND = Regex(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


def _one(position: ScenarioPosition, text: str, span: Span | None, states: Sequence[State]) -> Figure:
    """The figure of this name, as it stands on the map or came into play."""
    name = position.figure(text, span, states)
    known = (*position.laid.state.figures, *(each for state in states for each in state.figures))
    return next(each for each in known if each.name == name)


def _before(position: ScenarioPosition, one: Figure, other: Figure) -> bool | None:
    """Whether a figure has its turn before another one; None if the players choose."""
    state = position.laid.state
    first, second = (order_of(position.book, state, each) for each in (one, other))
    if first != second:
        return first < second
    if acts_before(one, other):
        return True
    return False if acts_before(other, one) else None
