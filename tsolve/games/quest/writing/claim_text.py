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
_SAME = dict.fromkeys(("beat", "kill", "slay", "win"), "defeat")
_ME = "(?:(?:I|we|you|she|he) )?"
_POINTS = "(?:points?|victory points?|VP)"
_IN_THE_END = "(?:at|in) the end(?: of .+)?"
_STANDS = "(?:is|stands|stays|ends|is back|goes back|returns|is put|ends up)"
_NAME = r"[^\W\d_]+(?: (?!(?:is|are|has|have|scores|gets|ends|wins?|won|does|do|will)\b)[^\W\d_]+)?"
_WHO = rf"(?P<who>player [1-4]|(?!(?:reach|get|make|have|can|total|costs?)\b){_NAME})"
_HAS = " (?:has|have|scores|gets|makes|ends with|comes to)"
_NOT = r"(?:do(?:es)? not|do(?:es)?n't|will not|won't|cannot) "
_COSTS = "costs (?:me |us )?(?:a|one|1)"
_FURTHER = (
    (r"(?P<n>\d+) XP (?:for|from|of|against) (?:the )?(?P<who>.+)", {"xp_won": "{n}", "against": "{who}"}),
    (
        r"(?P<who>.+?) (?:gives|brings|is worth|yields)(?: me| us)? (?P<n>\d+) XP",
        {"xp_won": "{n}", "against": "{who}"},
    ),
    (
        rf"{_ME}(?:ha(?:ve|s) |with )?(?P<n>\d+) XP (?:{_IN_THE_END}|in (?:total|all)|(?:are )?left|then)",
        {"final_xp": "{n}"},
    ),
    (rf"{_ME}ends? (?:up )?with (?P<n>\d+) XP(?: {_IN_THE_END})?", {"final_xp": "{n}"}),
    (rf"{_ME}(?:can |may )?draws? (?:up to )?(?P<n>\d+) cards?(?: (?:at|in) .+)?", {"hp": "{n}"}),
    (
        rf"(?:(?:the|my|our|his|her) )?champion {_STANDS} (?:in|to|into|at|back in) (?:the )?(?P<where>.+)",
        {"champion": "{where}"},
    ),
    (
        r"(?P<room>.+?) costs (?:me |us )?(?:a|one|1) (?:gear )?token",
        {"cannot": "reach {room} without a token"},
    ),
    (r"(?P<room>.+?) costs (?:me |us )?(?:a|one|1) wound", {"cannot": "reach {room} without a Wound"}),
    (rf"{_WHO} {_NOT}win(?: the game)?", {"not_winner": "{who}"}),
    (rf"{_WHO} (?:wins?|has won|won|is the winner)(?: the game)?", {"winner": "{who}"}),
    (r"(?:the )?winner(?: is|:) (?P<who>.+)", {"winner": "{who}"}),
    (rf"{_WHO}{_HAS} (?P<n>\d+)(?: {_POINTS})?(?: in all)?", {"score": {"{who}": "{n}"}}),
    (rf"{_WHO} (?P<n>\d+) {_POINTS}(?: in all)?", {"score": {"{who}": "{n}"}}),
    (rf"(?P<n>\d+) {_POINTS} for (?P<who>.+)", {"score": {"{who}": "{n}"}}),
)
"""What else people say, with the keys that it states."""

CLAIMS = ClaimWords(
    amounts=MEASURES.amounts,
    things=("defeats", "not_defeats", "reaches", "cannot_reach", "buys", "cannot_buy"),
    done={
        "defeat": ("defeats", "not_defeats"),
        "buy": ("buys", ""),
        "reach": ("reaches", ""),
    },
    further=_FURTHER,
    verbs=Verbs(_PASSIVE, _ACTIVE, _SAME),
    examples=(
        '"8 against Goblin King", "Goblin King is defeated", "Mine can be reached", "can buy Shortsword", '
        '"6 gold", or a key with its value, such as {defeats: Goblin King}'
    ),
)
