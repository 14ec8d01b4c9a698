"""Whether something can be done in a turn in which a certain half of a card is played, too: of two cards one
top and one bottom (GH-2.5). `push Bandit Guard 1 onto the trap and have shield 1 from Warding Strength`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tsolve.games.gloomhaven.actions import PlayHalf
from tsolve.games.gloomhaven.cards import Side
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.character import SIDES
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability
from tsolve.model.answers import ClaimAnswer
from tsolve.regex import Regex
from tsolve.rules.names import squash

_HALF = (
    r"(?:have|has|gets?|gains?|uses?|plays?|does?|keeps?) (?:the )?(?P<what>.+?) "
    r"(?:from|of|with|by|on) (?:the )?(?P<card>.+?)"
)
_ALSO = (
    Regex(rf"(?P<deed>.+?),? and (?:also |still |then )?{_HALF}(?: too| as well| also)?", re.IGNORECASE),
    Regex(
        rf"(?:.+? )?\b{_HALF},? and (?:also |still )?(?P<deed>(?:attack|kill|push|pull) .+)", re.IGNORECASE
    ),
)


class WithHalf(NamedTuple):
    """Something to be done, and the half that is played beside it."""

    deed: str
    card: str
    side: Side


def with_half(position: ScenarioPosition, state: State, query: str) -> WithHalf | None:
    """What a query asks of two halves at once; None if it does not, or if it does not tell which half."""
    found = next(filter(None, (shape.fullmatch(query) for shape in _ALSO)), None)
    held = state.cards_of(position.actor) if position.actor else None
    if found is None or held is None:
        return None
    cards = {squash(name): name for name in held.plays}
    if (card := cards.get(squash(found["card"]))) is None:
        return None
    sides = [*_sides(position, card, squash(found["what"]))]
    return WithHalf(found["deed"], card, sides[0]) if len(sides) == 1 else None


def _sides(position: ScenarioPosition, card: str, what: str) -> Iterator[Side]:
    """The halves of a card that a text means: by its side, or by an ability that is on it."""
    printed = position.book.cards.get((position.actor, card))
    for side in SIDES:
        half = printed.half(side).abilities if printed is not None else ()
        if what in (side, f"{side}half") or any(
            squash(write_ability(each)).startswith(what) for each in half
        ):
            yield side


def judged_with_half(
    position: ScenarioPosition,
    state: State,
    asked: WithHalf,
    ask: Callable[[State, str], ClaimAnswer],
) -> tuple[bool | None, str, tuple[str, ...]]:
    """Whether it can be done in a turn with that half, why, and by which rules. Whatever is played first, it
    must be that half, or a half of the other card and the other side.
    """
    game = position.at(state).asking().game
    plays = [each for each in game.legal_actions(state) if isinstance(each, PlayHalf)]
    verdicts = set[str]()
    for each in plays:
        is_it = (each.card, each.side, each.basic) == (asked.card, asked.side, False)
        if not is_it and (each.card == asked.card or each.side == asked.side):
            continue
        found = ask(game.apply(state, each), asked.deed)
        if is_it and found.verdict == "confirmed":
            return True, f"beside the {asked.side} of {asked.card}: {found.reason}", ("GH-2.5",)
        verdicts.add(found.verdict)
    told = (
        f"beside the {asked.side} of {asked.card} only a half of the other card and the other side is played"
    )
    if verdicts != {"refuted"}:
        return None, f"{told}: say in `line` how it is done", ("GH-2.5",)
    return False, f"{told}, which does not do that: {asked.deed}", ("GH-2.5",)
