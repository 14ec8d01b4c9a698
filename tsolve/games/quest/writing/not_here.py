"""Acts of the games before, Thunderstone and Thunderstone Advance, that this one has not: how people call
them, and the rule that says so. (QUEST-20)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tsolve.regex import Regex
from tsolve.rules.names import Match

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.cards import Card
    from tsolve.rules.ruleset import Ruleset

NO_REST = "a turn is a Village phase or a Dungeon phase; nobody rests", ("QUEST-20.1", "QUEST-3.1")
_ACTS: dict[Regex, Reason] = {
    Regex(
        r"(?:(?:take|have|do|choose) )?(?:(?:a|to|the) )?rest(?:ing)?(?: (?:turn|phase|action))?(?: instead)?"
        r"(?:,? (?:and|to|by|then) destroy(?:ing)? .+)?",
        re.IGNORECASE,
    ): NO_REST,
    Regex(
        r"(?:(?:use|meet|fulfil|pay|ignore) )?(?:the |a )?pre-?req(?:uisite)?s?(?: ability)?"
        r"(?: (?:of|for) .+)?",
        re.IGNORECASE,
    ): ("no card has a prerequisite", ("QUEST-20.2",)),
    Regex(
        r"(?:(?:pay|take|suffer|have|apply|reduce|lower|ignore) )?(?:the |a )?light penalt(?:y|ies)(?: .+)?",
        re.IGNORECASE,
    ): ("Light is for the way; an attack loses nothing for missing Light", ("QUEST-20.4",)),
    Regex(
        r"(?:(?:use|take|gain|get|spend|count|resolve|trigger) )?(?:the |a |my )?"
        r"(?:troph(?:y|ies)|breach|aftermath|raid|global)(?: (?:ability|abilities|effects?))?"
        r"(?: (?:of|from) .+)?",
        re.IGNORECASE,
    ): ("Monsters have Before Battle and After Battle abilities alone", ("QUEST-20.6",)),
}
_KEPT = Regex(
    r"(?:put|add|take|place|keep|gain|get) (?:the |a )?(?P<monster>.+?)"
    r"(?: (?:in|on|onto|into|to|from)(?: top of)? (?:my|the|your) (?:deck|discard pile|hand|trophies))?",
    re.IGNORECASE,
)


def none_here(text: str, ruleset: Ruleset[Card]) -> Reason | None:
    """Why a text names nothing that can be done in this game, with the rules; None for any other text."""
    for act, reason in _ACTS.items():
        if act.fullmatch(text) and not ruleset.names.knows(text):
            return reason
    kept = _KEPT.fullmatch(text)
    meant = ruleset.names.resolve(kept["monster"]) if kept else None
    if isinstance(meant, Match) and ruleset.cards[meant.id].kind in ("monster", "guardian"):
        name = ruleset.cards[meant.id].name
        return f"a defeated Monster is destroyed: {name} comes into nobody's deck", ("QUEST-20.3",)
    return None
