"""The turns of monsters of one type, one after the other: each begins where those before have left the table.
(GH-12.3, GH-12.4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.actions import listed
from tsolve.games.gloomhaven.judging.left_open import whole_ways
from tsolve.games.gloomhaven.judging.walk import from_the_start
from tsolve.games.gloomhaven.position import begun
from tsolve.games.gloomhaven.state import State
from tsolve.model.answers import ClaimAnswer
from tsolve.written.statements import Verdict

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.judging.claims import TurnClaim
    from tsolve.games.gloomhaven.position import ScenarioPosition

MOST = 200
"""The most positions in which the turn of a monster may begin."""
_OF_EACH = (
    "focus",
    "end",
    "moved",
    "attacks",
    "attacked",
    "heals",
    "advantage",
    "disadvantage",
    "can",
    "cannot",
)
"""The kinds of claim that are about each turn by itself."""
_AT_THE_END = ("hit_points", "conditions", "places", "effects", "elements")
"""Those about the table after all turns."""
_OF_ONE = ("damage",)
"""Those that are about one turn if it is named."""
_WHOSE = "the file asks about the turns of {}: say whose is meant, `by: {}`, or ask about that turn alone"
_TOO_MANY = (
    "how the turn of {} begins depends on cards and choices of those before, and there are too many: write "
    "the turn of that figure alone, with the table as it is then"
)


def judged_in_order(claim: TurnClaim, names: Sequence[str]) -> ClaimAnswer:
    """The verdict on the turns of these monsters, where the file asks about those of several."""
    actors, by = claim.position.actors, claim.claim.by
    turns = turns_in_order(claim.position)
    if claim.kind in _AT_THE_END:
        return _in_every(claim, actors[-1], turns[actors[-1]])
    if not (claim.kind in _OF_EACH or (claim.kind in _OF_ONE and by)):
        return claim.left_open(_WHOSE.format(listed(actors), actors[0]))
    answers = [_in_every(claim, name, turns[name]) for name in actors if name in names]
    stated = claim.claim.stated.get("attacked")
    order: tuple[Verdict, ...] = ("refuted", "undecided", "confirmed")
    if not by and isinstance(stated, Mapping) and all(stated.values()):  # by whomever
        order = ("confirmed", "undecided", "refuted")
    decisive = next(each for verdict in order for each in answers if each.verdict == verdict)
    alike = [each for each in answers if each.verdict == decisive.verdict]
    if decisive.verdict != order[-1]:
        return decisive
    reasons = dict.fromkeys(each.reason for each in alike)
    rulings = dict.fromkeys(ruling for each in alike for ruling in each.rulings)
    return replace(decisive, reason="; ".join(reasons), rulings=(*rulings,))


def _in_every(claim: TurnClaim, name: str, turns: Sequence[ScenarioPosition]) -> ClaimAnswer:
    """The verdict on one turn, wherever it may begin."""
    if not turns:
        return claim.left_open(_TOO_MANY.format(name))
    found = [claim.at(turn) for turn in turns]
    if len({each.verdict for each in found}) == 1:
        return found[0]
    reasons = dict.fromkeys(each.reason for each in found)
    return claim.left_open(f"it depends on the turns before: {'; or '.join(reasons)}")


def turns_in_order(position: ScenarioPosition) -> Mapping[str, Sequence[ScenarioPosition]]:
    """For each acting monster the positions in which its turn may begin; none where there are too many."""
    return position.book.once(("in order", position.actors, position.state), lambda: _turns(position))


def _turns(position: ScenarioPosition) -> Mapping[str, Sequence[ScenarioPosition]]:
    found: dict[str, Sequence[ScenarioPosition]] = {}
    states = [position.laid.state]
    for name in position.actors:
        found[name] = [_turn(position, name, state) for state in states]
        states = _after(found[name])
    return found


def _turn(position: ScenarioPosition, name: str, state: State) -> ScenarioPosition:
    """The position at the beginning of one turn."""
    laid = replace(position.laid, state=state, turn=name, then=())
    turn = position.by(position.game, begun(position.game, laid))
    turn.laid = laid
    return turn


def _after(turns: Sequence[ScenarioPosition]) -> list[State]:
    """The different tables that these turns may leave; none if there are too many."""
    after: dict[State, None] = {}
    for turn in turns:
        ways = whole_ways(turn, from_the_start(turn), to_the_end=True)
        if ways is None:
            return []
        for way in ways:
            after[replace(way.state, turn="", todo=(), result=False)] = None
        if len(after) > MOST:
            return []
    return [*after]
