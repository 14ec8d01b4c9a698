"""How people say claims and questions about a turn of Quest."""

from __future__ import annotations

from tsolve.turns.claims_in_words import ClaimWords
from tsolve.turns.sayings import Verbs

_PASSIVE = {
    **dict.fromkeys(("defeated", "beaten", "slain", "killed"), "defeat"),
    **dict.fromkeys(("battled", "attacked", "fought"), "battle"),
    **dict.fromkeys(("bought", "purchased"), "buy"),
    **dict.fromkeys(("used", "played"), "use"),
    **dict.fromkeys(("reached", "entered"), "reach"),
}
_ACTIVE = {"level up": "level up {who}{what}"}

CLAIMS = ClaimWords(
    amounts=(
        *("total", "gold", "physical", "magic", "armor", "resistance", "health", "light", "xp", "wounds"),
        *("hp", "rewards", "lost"),
    ),
    things=("defeats", "not_defeats", "reaches", "cannot_reach", "buys", "cannot_buy"),
    done={
        "defeat": ("defeats", "not_defeats"),
        "buy": ("buys", ""),
        "reach": ("reaches", ""),
    },
    verbs=Verbs(_PASSIVE, _ACTIVE),
    examples=(
        '"8 against Goblin King", "Goblin King is defeated", "Mine can be reached", "can buy Shortsword", '
        '"6 gold", or a key with its value, such as {defeats: Goblin King}'
    ),
)
