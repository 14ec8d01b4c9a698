"""Claims of Thunderstone as sentences: `Nixie is defeated`, `16 against Nixie`."""

from tsolve.games.thunderstone.measures import MEASURES
from tsolve.written.phrases import ClaimWords, Verbs

_PASSIVE = {
    **dict.fromkeys(("defeated", "beaten", "slain", "killed"), "defeat"),
    **dict.fromkeys(("attacked", "fought"), "attack"),
    **dict.fromkeys(("bought", "purchased"), "buy"),
    **dict.fromkeys(("used", "played", "cast"), "use"),
    **dict.fromkeys(("taken", "claimed", "won"), "take"),
    "equipped": "equip",
    "borrowed": "borrow",
    "destroyed": "destroy",
}
_ACTIVE = {
    **dict.fromkeys(("equip", "carry", "wield"), "equip{what} on {who}"),
    "eat": "{who} eats{what}",
    "level up": "level up {who}{what}",
}
_SAME = dict.fromkeys(("beat", "kill", "slay"), "defeat")

CLAIMS = ClaimWords(
    amounts=MEASURES.amounts,
    things=("defeats", "not_defeats", "buys", "cannot_buy"),
    done={"defeat": ("defeats", "not_defeats"), "buy": ("buys", "")},
    verbs=Verbs(_PASSIVE, _ACTIVE, _SAME),
    examples=(
        '"16 against Uyril Unending", "Nixie is defeated", "Nixie can be attacked", "can buy Polearm", '
        '"6 gold", or a key with its value, such as {defeats: Nixie}'
    ),
)
