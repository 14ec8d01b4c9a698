"""Claims as players say them, in the words that claims are read by: questions as statements, what somebody
has, takes or gets, and what can be done after something else.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tsolve.regex import Regex
from tsolve.written.bounds import without_bound
from tsolve.written.card_names import CARDINALS

_I = "(?:I|we|you|he|she|they)"
_COUNTS = ("no", *CARDINALS)
_NUMBER = rf"\d+|an?|{'|'.join(_COUNTS)}"
_LATER = (
    r"(?:,? (?:left|remaining|afterwards?|after that|then|in the end|at the end(?: of .+)?"
    r"|after (?:the|this|that|my|his|her) (?:turn|battle|fight)))"
)
_MAY = r"(?P<can>can|may|could|might|is allowed to)(?P<no> ?not|n't)?"
_REWARDS = "iron rations?|potions?|lantern tokens?|treasures?"
_WON = "(?:(?:iron )?rations?|potions?|lanterns?|treasures?)(?: tokens?| cards?)?"
_GIVES = "(?:gives?|brings?|yields?|drops?|grants?|is worth)(?: (?:me|us|you|him|her))?"
_GETS = "(?:gets?|gains?|earns?|wins?|receives?)"
_DEFEATING = "(?:(?:defeating|beating|killing|slaying|the battle (?:with|against)) )?(?:the )?"
_FOR = "(?:as (?:a )?(?:reward|prize)s? )?(?:for|from|against|by)"
_QUESTIONS = (
    (
        r"(?:does|did|will|would) (?P<who>.+?) (?P<verb>come|appear|arrive|win|survive)(?P<rest> .+)?",
        r"\g<who> \g<verb>s\g<rest>",
    ),
    (r"(?:does|did|will|would) (?P<who>[^\W\d_]+) have (?P<rest>.+)", r"\g<who> has \g<rest>"),
    (rf"(?:do|does|did|will|would) (?P<who>{_I}) (?P<rest>.+)", r"\g<who> \g<rest>"),
    (
        r"why (?P<is>is|are) (?P<who>.+?) not (?P<done>\w+)",
        r"\g<who> \g<is> not \g<done>",
    ),
    (
        r"(?P<is>is|are|was) (?P<who>.+?) (?P<done>defeated|beaten|dead|killed|slain)(?P<rest> .+)?",
        r"\g<who> is \g<done>\g<rest>",
    ),
    (
        r"(?P<can>can(?:not| not|'t)?)(?: I| we)? reach (?P<room>.+ (?:without .+|un(?:hurt|harmed)))",
        r"\g<can> get to \g<room>",
    ),
)
"""Questions, each with the statement that it asks about."""
_WIN_TOGETHER = (
    "(?:(?:share|split) (?:the )?(?:victory|win)|win(?: together)?(?: the game)?|are (?:the )?winners)"
)
_SHAPES = (
    (
        rf"(?!.* not )(?P<who>[^,]+(?:, .+)? and .+?) (?:both |all )?{_WIN_TOGETHER}",
        r"winners \g<who>",
    ),
    (r"(?P<who>.+?) shares the (?:victory|win) with (?P<other>.+)", r"winners \g<who> and \g<other>"),
    (r"(?P<who>.+?) (?:wins|has won)(?: the game)? alone|only (?P<one>.+?) wins", r"winners \g<who>\g<one>"),
    (rf"(?:{_I} )?cannot (?P<what>(?:buy|reach) .+(?: and |, ).+)", r"cannot: \g<what>"),
    (rf"(?:{_I} )?cannot (?P<what>buy (?:(?:{_NUMBER}) cards?|anything|something))", r"cannot: \g<what>"),
    (rf"(?:{_I} )?(?:cannot|can't) buy any cards?", "cannot: buy a card"),
    (rf"(?:{_I} )?(?:can ?not|can't) afford (?P<what>.+)", r"cannot: buy \g<what>"),
    (rf"(?:{_I} )?can afford (?P<what>.+)", r"can: buy \g<what>"),
    (rf"(?P<who>{_I}) (?:(?:can|may) )?draws? (?P<n>{_NUMBER}) cards?", r"draw \g<n> cards"),
    (rf"(?:{_I} (?:finds?|{_GETS}) )?(?P<n>{_NUMBER}) guardian keys?", r"keys \g<n>"),
    (
        rf"(?P<who>{_I}) {_GETS} (?P<n>{_NUMBER}) (?P<what>{_REWARDS})",
        r"\g<n> \g<what>",
    ),
    (
        rf"(?:{_I} )?(?:{_GETS} )?(?P<n>{_NUMBER}) (?P<what>{_WON}) {_FOR} {_DEFEATING}(?P<who>.+)",
        r"\g<n> \g<what> for \g<who>",
    ),
    (
        rf"{_DEFEATING}(?P<who>.+?) {_GIVES} (?P<n>{_NUMBER}) (?P<what>{_WON})",
        r"\g<n> \g<what> for \g<who>",
    ),
    (
        rf"(?P<who>{_I}) (?:has|have|{_GETS}) (?P<n>{_NUMBER}) (?P<what>gold|HP|light)",
        r"\g<n> \g<what>",
    ),
    (rf"(?P<who>{_I}) heals? (?P<n>{_NUMBER}) wounds?", r"healed \g<n>"),
    (rf"(?P<who>{_I}) (?:has|have|keeps?) (?P<n>{_NUMBER}) XP{_LATER}?", r"\g<n> XP left"),
    (rf"(?P<who>{_I}) (?:has|have|keeps?) (?P<n>{_NUMBER}) gold{_LATER}", r"unspent \g<n>"),
    (rf"(?P<who>{_I}) (?:has|have|keeps?) (?P<n>{_NUMBER}) light{_LATER}", r"light left \g<n>"),
    (rf"(?P<who>{_I}) (?:has|have|keeps?) (?P<n>{_NUMBER}) wounds?{_LATER}?", r"final wounds \g<n>"),
    (rf"(?P<n>{_NUMBER}) wounds?{_LATER}", r"final wounds \g<n>"),
    (rf"(?P<n>{_NUMBER}) wounds? (?:is|are) left", r"final wounds \g<n>"),
    (
        rf"(?:{_I} )?(?:takes?|suffers?|gets?|receives?) (?P<n>{_NUMBER}) wounds?",
        r"wounds \g<n>",
    ),
    (
        rf"(?P<who>{_I}) {_GETS} (?P<n>{_NUMBER}) XP(?P<of> (?:for|from|against) .+)?",
        r"\g<n> XP\g<of>",
    ),
)
"""Sentences, each in plainer words."""
_WHO_MAY = rf"(?:{_I} )?{_MAY}(?: still| even)?"
_ORDERS = (
    rf"(?:after|once|when) (?P<did>.+?),? {_I} {_MAY}(?: still| even)? (?P<does>.+)",
    rf"{_WHO_MAY} (?P<does>.+?),? (?:right |directly )?(?:after|once) (?P<did>.+)",
    rf"before (?P<does>.+?),? {_I} {_MAY} (?P<did>.+)",
    rf"{_WHO_MAY} (?P<did>.+?),? (?:right |directly )?before (?P<does>.+)",
)
"""That something can be done before or after something else."""
_WHEN = (
    r"(?P<when>afterwards?|after that|in the end|at the end(?: of (?:the|this|my|his|her) turn)?"
    r"|after (?:(?:the|this|that|my|his|her) (?:turn|battle|fight|combat)(?: (?:with|against|in) .+?)?"
    r"|(?:beating|defeating|killing|slaying|fighting|battling) .+?))"
)
_FIRST = Regex(rf"{_WHEN}(?:, ?| )(?P<rest>(?:(?:the |my |his |her )?champion|{_I}) .+)", re.IGNORECASE)
"""A claim that begins with the time of which it speaks."""
_FOUGHT = Regex("^after (?:beating|defeating|killing|slaying|fighting|battling) ", re.IGNORECASE)
_DOING = {
    "shopping": "buy",
    "going": "go",
    "went": "go",
    "bought": "buy",
    "beat": "defeat",
    "beating": "defeat",
    "killing": "kill",
    "killed": "kill",
    "gave": "give",
    "giving": "give",
    "levelling": "level",
    "leveling": "level",
    "levelled": "level",
    "leveled": "level",
    "using": "use",
    "used": "use",
    "moving": "move",
    "moved": "move",
    "fought": "fight",
}
"""Forms of verbs that are no verb with an ending alone."""
_VERBS = (
    "buy",
    "purchase",
    "destroy",
    "defeat",
    "heal",
    "visit",
    "enter",
    "reach",
    "pass",
    "battle",
    "fight",
)
_ONE = "(?:the |an? |one |my )?"
_NAME = rf"{_ONE}(?P<old>[^\s,]+(?: (?!I\b)[A-Z0-9]\S*)*)"
_ANOTHER = (
    rf"with (?P<new>.+?) instead of {_NAME},? (?P<claim>.+)",
    rf"if {_I} had (?P<new>.+?) instead of {_ONE}(?P<old>[^,]+), (?P<claim>.+)",
    rf"(?P<claim>.+?) (?:with|if {_I} had) (?P<new>.+?) instead of {_ONE}(?P<old>.+)",
)


class Another(NamedTuple):
    """A claim of what could be with another card in the hand."""

    claim: str
    cards: str
    """Which card, in place of which, as a question says it."""


def with_another_card(text: str) -> Another | None:
    """A claim about another hand; None for any other."""
    plain = " ".join(text.replace("’", "'").split()).rstrip(".!?")
    plain = re.sub(r"\b(?:in place of|rather than)\b", "instead of", plain)
    for shape in _ANOTHER if " instead of " in plain else ():
        if found := re.fullmatch(shape, plain):
            claim = re.sub(r"\bwould be\b", "is", re.sub(r"\bwould\b(?! be)", "can", found["claim"]))
            return Another(claim, f"with {found['new']} instead of {found['old']}")
    return None


_PERHAPS = Regex(
    rf"(?:(?:then|so|and|but),? )?(?:{_I}|do|does|did|will|would|why|is|are|was)\b"
    r"|(?:in|at) the end\b|.* (?:victory|wins?|winners|alone|place)\b"
    r"|.*\b(?:after|afterwards?|before|once|left|wounds?|keys?|without|unhurt|unharmed|cannot|rations?|potions?"
    r"|lanterns?|treasures?|afford)\b",
    re.IGNORECASE,
)
"""What each of these sentences has: most claims have none of it, and patterns take long to make."""


def plain_claim(text: str) -> str:
    """A claim in plainer words, if it is one of these sentences; the text itself for any other."""
    if _PERHAPS.match(text.lstrip()) is None:
        return text
    plain = plain_end = " ".join(text.replace("’", "'").split()).rstrip(".!?")
    for shape, better in _QUESTIONS:
        if found := re.fullmatch(shape, plain, re.IGNORECASE):
            plain = found.expand(better)
            break
    if (ordered := _in_order(plain)) is not None:
        return ordered
    if found := _FIRST.fullmatch(plain):
        plain = f"{found['rest']} {_FOUGHT.sub('after the battle with ', found['when'])}"
    bare = re.sub(r"^(?:then|so|and|but)\b,? ", "", plain, flags=re.IGNORECASE)
    bare = re.sub(rf"^({_I}) (?:then|also) ", r"\1 ", bare, flags=re.IGNORECASE)
    if (shaped := _shaped(bare)) is not None:
        return shaped
    limited = without_bound(bare)
    if limited is not None and (shaped := _shaped(limited.text)) is not None:
        return limited.within(shaped)
    return plain if plain != plain_end else text


def _shaped(text: str) -> str | None:
    """One of these sentences in plainer words; None for any other."""
    for shape, better in _SHAPES:
        if found := re.fullmatch(shape, text, re.IGNORECASE):
            number = found.groupdict().get("n")
            return found.expand(better if number is None else better.replace(r"\g<n>", _digits(number)))
    return None


def _in_order(text: str) -> str | None:
    """A claim that one thing can be done before or after another; None for any other."""
    for shape in _ORDERS:
        if (found := re.fullmatch(shape, text, re.IGNORECASE)) is None:
            continue
        is_before = "before " in shape
        first = found["did"] if is_before else _done(found["did"])
        then = _done(found["does"]) if is_before else found["does"]
        if first and then:
            return f"{'cannot' if found['no'] else 'can'}: {first}, then {then}"
    return None


def _digits(text: str) -> str:
    """A number in digits."""
    if text.casefold() in ("a", "an"):
        return "1"
    return text if text.isdecimal() else str(_COUNTS.index(text.casefold()))


def _done(text: str) -> str:
    """What was done, as a step: `buying Maul` as `buy Maul`; empty where it is none."""
    said = re.sub(rf"^(?:{_I} (?:have |has )?)", "", text, flags=re.IGNORECASE)
    word, _, what = said.partition(" ")
    form = word.casefold()
    forms = (
        _DOING.get(form, ""),
        form.removesuffix("ing"),
        form.removesuffix("ed"),
        form.removesuffix("s"),
        form,
    )
    verb = next((each for each in forms if each in (*_VERBS, *_DOING.values())), "")
    what = what or ("a card" if verb == "buy" else "")
    return f"{verb} {what}" if verb and what else ""
