"""Claims of Thunderstone as sentences: `Nixie is defeated`, `16 against Nixie`."""

from tsolve.games.thunderstone.answers import SILENCED_BY
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.written.phrases import BY_A_KEY, ClaimWords, Verbs

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

_ME, _MUST = "(?:(?:I|we|you|he|she) )?", "(?:must|have to|has to)"
_KEEPS_OUT = "(?:choose|pick|silence|knock out|take out)"
_STONE = r"(?:the )?(?P<what>(?:thunder)?stone(?: of .+)?)"
_NAME = r"[^\W\d_]+(?: (?!(?:is|are|has|have|scores|gets|ends|wins?|won|does|do|will)\b)[^\W\d_]+)?"
_WHO = rf"(?P<who>player [1-9]|{_NAME})"
_NOT = r"(?:do(?:es)? not|do(?:es)?n't|will not|won't|cannot) "
_GET = r"(?:takes?|gets?|wins?|claims?|receives?|owns?)"
_TIE = (
    r"(?:(?:it|this|that|the game|the result) (?:is|ends in|ended in|will be) |it's |there is )?"
    r"(?:(?:they|we|both) )?"
    r"(?:are )?(?:(?:a |in a )?tied?|(?:a|in a) draw)"
)
_HAS, _POINTS = "(?: has|:| scores| gets| ends with)?", "(?:points?|vp|victory points?)(?: in all)?"
_FOE = r"(?!some|one of|any|a monster|nobody|nothing)(?P<foe>.+)"
_FURTHER = (
    (
        rf"{_ME}{_MUST} (?:attack|fight)(?: (?:somebody|someone|something|a monster|one of them))?",
        {"cannot": "attack nobody"},
    ),
    (rf"{_ME}{_MUST} (?:attack|fight) {_FOE}", {"must": "attack {foe}"}),
    (rf"{_FOE} {_MUST} be (?:attacked|fought)", {"must": "attack {foe}"}),
    (rf"(?P<who>.+?) {_MUST} (?P<deed>{SILENCED_BY} .+)", {"must": "{who} {deed}"}),
    (rf"(?P<who>.+?) (?:can|may|could) (?P<deed>{_KEEPS_OUT} .+)", {"can": "{who} {deed}"}),
    (
        rf"(?P<who>.+?) (?:cannot|can't|can not|may not|could not) (?P<deed>{_KEEPS_OUT} .+)",
        {"cannot": "{who} {deed}"},
    ),
    (r"(?:the )?game (?:ends|is over|is finished|will end)(?: now| at once| immediately)?", {"goes_on": "0"}),
    (rf"(?:the )?game (?:goes on|continues|is not over|isn't over|{_NOT}end)", {"goes_on": "1"}),
    (rf"(?:nobody|no one|no player|neither of us) {_GET} {_STONE}", {"not_takes": "{what}"}),
    (rf"{_WHO} {_NOT}{_GET} {_STONE}", {"not_takes": "{what}", "by": "{who}"}),
    (rf"{_WHO} {_GET} {_STONE}", {"takes": "{what}", "by": "{who}"}),
    (rf"{_WHO} {_NOT}win(?: the game)?", {"not_winner": "{who}"}),
    (rf"{_WHO} (?:wins?|has won|won|is the winner)(?: the game)?", {"winner": "{who}"}),
    (rf"{_TIE}[,:]? (?:at )?(?P<n>\d+) ?(?:to|:|-|all) ?(?P=n)?(?: {_POINTS})?", {"tie": "{n}"}),
    (rf"{_TIE}[,:]? (?:at|with|on) (?P<n>\d+)(?: {_POINTS})?(?: each| both)?", {"tie": "{n}"}),
    (rf"{_TIE} (?:on|in|by) points|equal (?:on )?points|the points are equal", {"tie": "points"}),
    (
        r"(?:the )?(?:victory is shared|shared victory)|(?:we|they|both|all) share (?:the )?victory",
        {"tie": "victory"},
    ),
    (_TIE, {"tie": "either"}),
    (r"(?:the )?winner(?: is|:) (?P<who>.+)", {"winner": "{who}"}),
    (
        rf"(?P<who>player [1-9]|(?!reach|get|make|have|can){_NAME}){_HAS} (?P<much>\d+) {_POINTS}",
        {"score": {"{who}": "{much}"}},
    ),
)
"""What is said of the end of a game."""

CLAIMS = ClaimWords(
    amounts=MEASURES.amounts,
    things=("defeats", "not_defeats", "buys", "cannot_buy"),
    done={"defeat": ("defeats", "not_defeats"), "buy": ("buys", "")},
    verbs=Verbs(_PASSIVE, _ACTIVE, _SAME, ("buy", "level up", "attack", "equip", "defeat", "beat")),
    owned={"health": True},
    further=_FURTHER,
    rising=("reach", "get", "have", "make", "buy", "destroy"),
    examples=(
        '"16 against Uyril Unending", "Nixie is defeated", "Nixie can be attacked", "can buy Polearm", '
        f'"6 gold"{BY_A_KEY}{{defeats: Nixie}}'
    ),
)
