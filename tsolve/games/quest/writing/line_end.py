"""A line that stops where a battle follows of which claims speak: a Champion battles where its movement ends,
so the battle belongs to the line. (QUEST-5.14)
"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.budget import FREE, allow
from tsolve.games.quest.actions import Battle
from tsolve.games.quest.measures import MEASURES_OF_TOKENS
from tsolve.games.quest.position import QuestPosition
from tsolve.steps.line import play_line

_BEFORE_A_BATTLE = ("dungeon", "moving")
_BROUGHT = (
    *("xp", "final_xp", "rewards", "treasures", "wounds", "final_wounds", "hp", "vp", "champion"),
    *("total", "physical", "magic", "armor", "resistance", "health", "margin", "shortfall"),
)
"""What a battle brings or decides of which claims speak without a Monster."""


def with_its_battle(position: QuestPosition) -> QuestPosition:
    """The position with this battle as the last step of its line; unchanged for any other line."""
    file, decoded = position.written, position.decoded
    claims = [claim for claim in file.claims if claim.after is None]
    named = [claim.monster for claim in claims if claim.monster]
    is_brought = any(claim.kinds[0] in (*_BROUGHT, *MEASURES_OF_TOKENS.values()) for claim in claims)
    if not named and not is_brought:
        return position
    with allow(FREE):
        played = play_line(position, file.line, in_all_ways=False)
    state = played.final
    if not played.answer.legal or played.undecided or state.todo or state.phase not in _BEFORE_A_BATTLE:
        return position
    is_meant = any(position.target(name).fits(state, state.me.room) for name in named)
    if not is_meant and not (is_brought and state.phase == "moving"):
        return position
    step = position.game.notation(state, Battle())
    if position.game.why_not(state, Battle()) is not None:
        return position
    decoded.read_as[decoded.span("line", len(file.line) - 1)] = f"the line, and then `{step}`"
    file = replace(file, line=(*file.line, step))
    other = position.at(position.state)
    other.written, other.decoded = file, replace(decoded, value=file)
    return other
