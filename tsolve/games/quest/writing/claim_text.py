"""How claims of Quest are said in a sentence: `Mine can be reached`, `8 against Goblin King`."""

from collections.abc import Mapping, Sequence

from tsolve.games.quest.measures import MEASURES
from tsolve.written.phrases import BY_A_KEY, ClaimWords, Template, Verbs

_PASSIVE = {
    **dict.fromkeys(("defeated", "beaten", "slain", "killed"), "defeat"),
    **dict.fromkeys(("battled", "attacked", "fought"), "battle"),
    **dict.fromkeys(("bought", "purchased"), "buy"),
    **dict.fromkeys(("used", "played"), "use"),
    **dict.fromkeys(("reached", "entered"), "reach"),
    **dict.fromkeys(("levelled", "leveled"), "level"),
    "healed": "heal",
}
_RISES = "level up {who}{what}"
_HOLDS = "give{what} to {who}"
_ACTIVE = {
    **dict.fromkeys(("level up", "go up", "rise", "advance", "move up"), _RISES),
    "become": "level up {who} to{what}",
    **dict.fromkeys(("wield", "hold", "carry", "bear", "lift"), _HOLDS),
}
_SAME = dict.fromkeys(("beat", "kill", "slay", "win"), "defeat")
_ME = "(?:(?:I|we|you|she|he) )?"
_POINTS = "(?:points?|victory points?|VP)"
_IN_THE_END = "(?:at|in) the end(?: of .+)?"
_ENDS = "(?:stays?|remains?|ends?(?: up)?|(?:is|am) (?:back|put)|goe?s? back|returns?)"
_STAYS = "(?:stays?|remains?)"
_COSTS = "costs (?:me |us )?(?:a|one|1)"
_NAME = r"[^\W\d_]+(?: (?!(?:is|are|has|have|scores|gets|ends|wins?|won|does|do|will)\b)[^\W\d_]+)?"
_WHO = rf"(?P<who>player [1-4]|(?!(?:reach|get|make|have|can|total|costs?)\b){_NAME})"
_HAS = " (?:has|have|scores|gets|makes|ends with|comes to)"
_NOT = r"(?:do(?:es)? not|do(?:es)?n't|will not|won't|cannot) "
_IT_IS = "(?:(?:it|this|that|the game|the result) (?:is|ends in|ends as|ends with)|it's)"
_WINS = "(?:wins?|has won)"
_NOBODY = "(?:nobody|no one|no player)"
_SHARED = "(?:several|two) players (?:win|share the victory)|the victory is shared|there is no single winner"
_NOT_SHARED = "the victory is not shared|nobody shares the victory|there is (?:one|only one|a single) winner"
_WOUND = "(?:takes?|suffers?|gets?) (?:a|an|one|1) wounds?"
_UNHURT = "(?:takes?|suffers?|gets?) (?:no|0) wounds?"
_PASSES = "(?:pass(?:es|ing)?|cross(?:es|ing)?|walk(?:s|ing)?|go(?:es|ing)? through)(?: through| past)?"
_ENTERS = "(?:reach(?:es|ing)?|enter(?:s|ing)?|go(?:es|ing)? (?:in)?to|moves? (?:in)?to|moving (?:in)?to)"
_WHEN = f"(?:when|if|while|by|for|as) {_ME}"
_ON_THE_WAY = (
    (f"{_WHEN}{_PASSES}", "pass"),
    (f"{_WHEN}{_ENTERS}", "reach"),
    ("on (?:the|my) way (?:in)?to", "reach"),
)
_FOUGHT = "after (?:the|that|this) (?:fight|battle|combat)"
_CHAMPION = "(?:(?:the|my|our|his|her) )?champion"
_I_OR_CHAMPION = f"(?:(?:I|we|you|he|she)|{_CHAMPION})"
_IN = r"(?:in|to|into|at|back in) (?:the )?(?P<where>.+?)"
_STANDS_IN = rf"{_I_OR_CHAMPION} (?:{_ENDS}|is|are|am|stands?) {_IN}"
_ENDS_IN = rf"(?:{_I_OR_CHAMPION} {_ENDS}|{_CHAMPION} (?:is|stands?)) {_IN}"
_SOMEBODY = r"(?!(?:I|we|you|he|she|they|(?:(?:the|my) )?champion)\b)(?:the )?(?P<who>.+?)"
_END = "(?: (?:at|in) the end(?: of .+)?| this turn| after (?:this|the|my|his|her) turn)?"
_COMES = "(?:comes|appears|arrives|shows up|is revealed|is turned up)"
_REWARDS = {
    "iron_rations_won": "(?:iron )?rations?",
    "lantern_tokens_won": "lanterns?",
    "potions_won": "potions?",
    "treasures_won": "treasures?(?: cards?)?",
}
_FURTHER: Sequence[tuple[str, Mapping[str, Template]]] = (
    (rf"(?:the )?guardian {_COMES}{_END}", {"guardian_comes": "at the end"}),
    (
        rf"(?:the )?guardian {_COMES} (?:at once|immediately|right away|straight away|now)",
        {"guardian_comes": "at once"},
    ),
    (
        rf"(?:the )?guardian (?:{_NOT}(?:come|appear|arrive|show up)|is not revealed){_END}",
        {"guardian_comes": "no"},
    ),
    (
        rf"{_SOMEBODY} {_COMES} (?:in|into|to|at) (?:the )?(?P<room>.+?)(?: next| from the deck)?",
        {"comes": "{who} in {room}"},
    ),
    (
        r"(?:the )?(?P<room>.+?) is (?:re)?filled (?:with|by) (?:the |an? )?(?P<who>.+)",
        {"comes": "{who} in {room}"},
    ),
    *(
        (
            rf"{_ME}{wounds} {when} (?:the )?(?P<room>.+)",
            {kind: f"{does} {{room}} without a Wound"},
        )
        for wounds, kind in ((_WOUND, "cannot"), (_UNHURT, "can"))
        for when, does in _ON_THE_WAY
    ),
    (
        rf"(?:(?:passing|walking|going)(?: through)?|crossing) (?:the )?(?P<room>.+?) {_COSTS} wound",
        {"cannot": "pass {room} without a Wound"},
    ),
    (
        rf"{_STANDS_IN} {_FOUGHT} (?:with|against|in) (?:the )?(?P<who>.+)",
        {"champion": "{where}", "against": "{who}"},
    ),
    (
        rf"{_I_OR_CHAMPION} {_STAYS} in (?:the )?(?P<where>.+?) {_FOUGHT}",
        {"champion": "{where}", "against": "{where}"},
    ),
    (
        rf"(?P<who>.+?) (?:sends|moves|puts|places|throws) (?:{_CHAMPION}|me|us|him|her) (?:back )?{_IN}",
        {"champion": "{where}", "against": "{who}"},
    ),
    *(
        (
            rf"(?P<n>\d+) {reward}(?: tokens?)? (?:for|from|against) (?:the )?(?P<who>.+)",
            {kind: "{n}", "against": "{who}"},
        )
        for kind, reward in _REWARDS.items()
    ),
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
        rf"{_STANDS_IN} (?:{_FOUGHT}|{_IN_THE_END})",
        {"champion": "{where}"},
    ),
    (_ENDS_IN, {"champion": "{where}"}),
    (
        rf"(?P<room>.+?) {_COSTS} (?:gear )?token",
        {"cannot": "reach {room} without a token"},
    ),
    (rf"(?P<room>.+?) {_COSTS} wound", {"cannot": "reach {room} without a Wound"}),
    (rf"(?:{_IT_IS} (?:a )?draw|{_SHARED}|{_NOBODY} {_WINS} alone)", {"draw": "yes"}),
    (rf"(?:{_IT_IS} (?:no|not a) draw|{_NOT_SHARED}|(?:somebody|one player) {_WINS} alone)", {"draw": "no"}),
    (rf"{_WHO} (?:{_NOT}win|loses)(?: the game)?", {"not_winner": "{who}"}),
    (rf"{_WHO} (?:wins?|has won|won|is the winner)(?: the game)?", {"winner": "{who}"}),
    (r"(?:the )?winner(?: is|:) (?P<who>.+)", {"winner": "{who}"}),
    (rf"{_WHO}{_HAS} (?P<n>\d+)(?: {_POINTS})?(?: in all)?", {"score": {"{who}": "{n}"}}),
    (rf"{_WHO}:? (?P<n>\d+) {_POINTS}(?: in all)?", {"score": {"{who}": "{n}"}}),
    (rf"(?P<n>\d+) {_POINTS} for (?P<who>.+)", {"score": {"{who}": "{n}"}}),
)
"""What else people say, with the keys that it states."""

CLAIMS = ClaimWords(
    amounts=MEASURES.amounts,
    lists=("winners",),
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
        f'"6 gold"{BY_A_KEY}{{defeats: Goblin King}}'
    ),
)
