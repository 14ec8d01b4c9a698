"""How claims of Quest are said in a sentence: `Mine can be reached`, `8 against Goblin King`."""

from tsolve.games.quest.measures import MEASURES
from tsolve.written.phrases import ClaimWords, Verbs

_PASSIVE = {
    **dict.fromkeys(("defeated", "beaten", "slain", "killed"), "defeat"),
    **dict.fromkeys(("battled", "attacked", "fought"), "battle"),
    **dict.fromkeys(("bought", "purchased"), "buy"),
    **dict.fromkeys(("used", "played"), "use"),
    **dict.fromkeys(("reached", "entered"), "reach"),
}
_ACTIVE = {"level up": "level up {who}{what}"}
_SAME = dict.fromkeys(("beat", "kill", "slay"), "defeat")

CLAIMS = ClaimWords(
    amounts=MEASURES.amounts,
    things=("defeats", "not_defeats", "reaches", "cannot_reach", "buys", "cannot_buy"),
    done={
        "defeat": ("defeats", "not_defeats"),
        "buy": ("buys", ""),
        "reach": ("reaches", ""),
    },
    verbs=Verbs(_PASSIVE, _ACTIVE, _SAME),
    examples=(
        '"8 against Goblin King", "Goblin King is defeated", "Mine can be reached", "can buy Shortsword", '
        '"6 gold", or a key with its value, such as {defeats: Goblin King}'
    ),
)
