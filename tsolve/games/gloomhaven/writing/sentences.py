"""Sentences about somebody, for claims: `Guard 1 attacks Brute`, `65% to kill Guard 1`.

They are looked through only where a claim is not read as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple


class Said(NamedTuple):
    """What a sentence says of somebody: a claim about the figure `by` in a plainer sentence, or a claim by
    its keys.
    """

    by: str = ""
    sentence: str = ""
    stated: Mapping[str, object] = {}
    denied: bool = False
    """Whether the sentence says the opposite."""


_NOT = r"(?P<no>(?:does not|doesn't|do not|don't|did not|didn't|will not|won't|never|nie) )"
_VERBS = (
    r"\b(?:can|cannot|not|does|do|will|must|has to|have to|never|nie|is|are|neither|nobody|no|"
    r"attacks?|moves?|goes|ends?|stops?|stays?|stands?|focus(?:es)?|deals?)\b|n't\b"
)
"""Words that no name has: they are what is said of somebody."""
_WHO = rf"(?:the )?(?P<who>(?!(?:who|whom|whose|which|what|where|how|why)\b)(?:(?!{_VERBS}).)+?)"
_WHAT = r"(?:the )?(?P<what>.+)"
_NUMBER = r"(?P<much>\d+|no)"
_TOTAL = (
    r"(?:the )?(?:total )?damage(?: is| of| =|:)? (?P<total>\d+)(?: in (?:total|all))?"
    r"|(?P<whole>\d+|no) damage(?: in (?:total|all))?"
)
_HEX = r"(?P<what>\(?\s*-?\d+\s*,\s*-?\d+\s*\)?|[^\W_]{1,3})"
_ACTS = rf"{_WHO} (?:acts|goes|is|moves|comes|plays|has its turn)"
_BOUND = r"(?P<bound>at least|at most|more than|less than|over|under)?"
_CHANCE = (
    r"(?P<chance>\d{1,3}(?:\.\d+)? ?(?:%|percent)|0?\.\d+|\d{1,9} ?/ ?\d{1,9}"
    r"|\d{1,9} (?:in|of|out of) \d{1,9})(?: (?:cards|cases|times))?"
)
_NOBODY = "nobody|no one|noone|nothing|no figure"
_ANYBODY = "anybody|anyone|anything|somebody|someone|any figure"
_ITSELF = ("it", "he", "she", "they", "the monster", "")
"""Words for the figure whose turn it is."""
_BOUNDS = {
    "at least": ">= ",
    "at most": "<= ",
    "more than": "> ",
    "over": "> ",
    "less than": "< ",
    "under": "< ",
}

Found = re.Match[str]


def _who(found: Found) -> str:
    """The figure that does it; empty for the one whose turn it is."""
    who = found.groupdict().get("who") or found.groupdict().get("whom") or ""
    return "" if who.casefold() in _ITSELF else who


def _by(found: Found) -> Mapping[str, str]:
    return {"by": who} if (who := _who(found)) else {}


def _chance(kind: str = "dies") -> Callable[[Found], Said]:
    def said(found: Found) -> Said:
        fraction = (
            re.sub(r" (?:in|of|out of) ", "/", found["chance"]).replace("percent", "%").replace(" ", "")
        )
        bound = _BOUNDS.get((found.groupdict().get("bound") or "").casefold(), "")
        whom = found.groupdict().get("what") or ""
        whom = THE_TARGET if whom.casefold() in _ITSELF + _TARGET else whom
        return Said(stated={kind: whom, "chance": bound + fraction})

    return said


def _damage(found: Found) -> Said:
    much = next(each for each in (found["much"], found["total"], found["whole"]) if each)
    return Said(stated={"damage": 0 if much.casefold() == "no" else int(much)})


def _cards(found: Found) -> Said:
    return Said(stated={"cards": _count(found["much"])})


def _left(found: Found) -> Said:
    return Said(stated={"hit_points": {_who(found) or THE_TARGET: int(found["much"])}})


def _order(kind: str) -> Callable[[Found], Said]:
    return lambda found: Said(stated={kind: found.groupdict().get("what") or EVERYBODY, "by": found["who"]})


def _death(kind: str) -> Callable[[Found], Said]:
    return lambda found: Said(stated={kind: _who(found) or found["who"]})


def _count(much: str) -> int:
    return _COUNTS[much.casefold()] if much.casefold() in _COUNTS else int(much)


def _moved(found: Found) -> Said:
    return Said(_who(found), f"moved {_count(found['much'])}")


def _suffered(found: Found) -> Said:
    much = 0 if found["much"].casefold() == "no" else int(found["much"])
    return Said(stated={"suffered": {found["who"]: much}})


def _retaliated(found: Found) -> Said:
    """Damage by retaliate: how much, none, or some."""
    much = (found["much"] or "").strip()
    number = int(much) if much.isdecimal() else 0
    is_some = not (much or found["no"])
    stated: dict[str, object] = {"retaliated": {found["who"]: number}}
    return Said(stated={**stated, "denied": True} if is_some or (found["no"] and number) else stated)


def _possible(found: Found) -> Said:
    key, what = "cannot" if found["no"] else "can", re.sub("^hit ", "attack ", _NOW.sub("", found["what"]))
    if what.casefold().startswith("kill "):  # a question about the turn, not a step of somebody
        return Said(stated={key: what, "by": found["who"]})
    if re.fullmatch(rf"(?:attack|reach) (?:{_ANYBODY})", what, re.IGNORECASE):
        return Said(stated={key: ATTACK_ANYBODY, "by": found["who"]})
    return Said(stated={key: f"{found['who']} {what}"})


def _result(kind: str) -> Callable[[Found], Said]:
    """A result of the figure whose turn it is, or its denial."""
    return lambda found: Said(
        _who(found), f"{kind} {found['what']}", denied=bool(found.groupdict().get("no"))
    )


def _attacks_nobody(found: Found) -> Said:
    return Said(_who(found), "attacks nobody")


def _attacks_somebody(found: Found) -> Said:
    return Said(_who(found), "attacks nobody", denied=True)


def _drawn(found: Found) -> Said:
    """An attack with advantage or disadvantage, of somebody if the sentence tells whom."""
    return Said(_who(found), f"{found['kind']} {found['what'] or 'nobody'}")


def _nobody_attacks(found: Found) -> Said:
    return Said(stated={"attacked": {_bare(found["what"]): False}, "by": f"all {found['who']}"})


def _not_attacked(found: Found) -> Said:
    names = re.split(r"\s*,\s*(?:n?or\s+)?|\s+n?or\s+|\s+ani\s+|\s+lub\s+", found["what"])
    return Said(stated={"attacked": {_bare(name): False for name in names}, **_by(found)})


def _attacked(found: Found) -> Said:
    is_so = not found["no"]
    return Said(stated={"attacked": {_bare(found["what"]): is_so}, **_by(found)})


def _bare(name: str) -> str:
    return re.sub("^the ", "", name.strip(), flags=re.IGNORECASE)


THE_TARGET = "the target"
"""The only figure that is attacked."""
_TARGET = ("target", "the target", "him", "her", "them", "the monster", "the enemy", "enemy")
_COUNTS = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "a single": 1, "a": 1}
_NOW = re.compile(
    r"(?:,? (?:in )?(?:this|the same) (?:turn|round)| now| at all| as well| too)$", re.IGNORECASE
)
"""Words that a question of a turn may end with: it is about this turn anyway."""
EVERYBODY = "everybody else"
"""Everybody but the figure that a claim is about."""
ATTACK_ANYBODY = "attack anybody"
"""An attack on whomever."""
WITH_ADVANTAGE = re.compile(
    r"(?P<deed>(?:.+ )?attacks? (?P<whom>[^,]+?)),? with(?P<no>out)? (?:a )?(?P<kind>(?:dis)?advantage)",
    re.IGNORECASE,
)
"""Whom somebody attacks, and with what, which is two claims: `attacks Brute without disadvantage`."""


def _form(meaning: Callable[[Found], Said], *parts: str) -> tuple[re.Pattern[str], Callable[[Found], Said]]:
    """A sentence as a pattern, with what it says."""
    return re.compile("".join(parts), re.IGNORECASE), meaning


_SHAPES = (
    _form(
        _chance(),
        rf"{_BOUND} ?{_CHANCE}(?: chance)?,? (?:to kill|of killing|for killing|to defeat|for a kill|to die)",
        r"(?: (?:the )?(?P<what>.+?))?",
    ),
    _form(
        _chance(),
        rf"{_BOUND} ?{_CHANCE}(?: chance)?,? that (?:the )?(?P<what>.+?) (?:dies|is killed|is dead)",
    ),
    _form(
        _chance("survives"),
        rf"{_BOUND} ?{_CHANCE}(?: chance)?,? ",
        r"(?:to survive|of surviving|that (?:the )?(?P<what>.+?) survives)",
    ),
    _form(
        _chance(),
        r"(?:the )?(?:chance|probability|odds?)(?: to kill| of killing| for a kill| of a kill)",
        rf"(?: (?:the )?(?P<what>(?!is\b|are\b|=).+?))?(?: is| are|:| =)? {_BOUND} ?{_CHANCE}",
    ),
    _form(
        _chance(),
        r"(?:the )?(?:chance|probability|odds?) that (?:the )?(?P<what>.+?) (?:dies|is killed)",
        rf"(?: is| are|:| =)? {_BOUND} ?{_CHANCE}",
    ),
    _form(
        _chance(),
        r"(?:the )?(?P<what>.+?) (?:dies|is killed) (?:with|in)(?: a chance of)? ",
        rf"{_BOUND} ?{_CHANCE}",
    ),
    _form(_chance(), rf"(?:(?:the )?attack |it )?kills(?: (?:the )?(?P<what>.+?))? (?:with|in) {_CHANCE}"),
    _form(
        lambda found: Said(stated={"dies": found["what"]}),
        r"(?:(?:the |this )?attack|it) (?:kills|will kill) (?:the )?(?P<what>.+)",
    ),
    _form(
        lambda found: Said(stated={"dies": found["what"], **_by(found)}),
        rf"{_WHO} (?:kills|will kill) (?:the )?(?P<what>(?:(?!{_VERBS}|\b(?:and|or|with|in)\b).)+)",
    ),
    _form(
        _damage,
        r"(?:(?:the |this )?attack |it |he |she |that |this )?(?:is|does|makes|deals|inflicts|comes to|for) ",
        rf"{_NUMBER} (?:points? of )?damage(?: in (?:total|all))?|{_TOTAL}",
    ),
    _form(
        _cards,
        rf"(?:(?:.+ )?(?:draws?|reveals?|flips?) )?(?:only )?(?P<much>\d|{'|'.join(_COUNTS)})",
        r"(?: attack)?(?: modifier)? cards?",
    ),
    _form(
        _left,
        rf"{_WHO} (?:has|is left with|survives with|keeps|ends with|is at) (?P<much>\d+) ",
        r"(?:hp|hit points?|health)(?: left| remaining)?",
    ),
    _form(_order("acts_before"), rf"{_ACTS} (?:first )?before (?:all )?{_WHAT}"),
    _form(_order("acts_after"), rf"{_ACTS} (?:last )?after (?:all )?{_WHAT}"),
    _form(_order("acts_before"), rf"{_WHO} (?:acts|goes|moves|comes|plays)(?: the)? first"),
    _form(_order("acts_after"), rf"{_WHO} (?:acts|goes|moves|comes|plays)(?: the)? last"),
    _form(
        _death("survives"),
        rf"{_WHO} (?:survives|lives|stays alive|is not killed)",
        r"|(?:the )?(?P<whom>.+?) (?:does not|doesn't|will not|won't) die",
    ),
    _form(_death("dies"), rf"{_WHO} (?:dies|is (?:killed|dead|slain)|will die)"),
    _form(
        _suffered,
        rf"{_WHO} (?:takes?|suffers?|loses?|gets?) {_NUMBER} (?:points? of )?(?:damage|hit points?|hp)",
    ),
    _form(
        lambda found: Said(stated={"looted": {found["who"]: _count(found["much"])}}),
        rf"{_WHO} (?:loots?|picks? up|collects?|gets?|grabs?) (?P<much>\d{{1,2}}|{'|'.join(_COUNTS)}) ",
        r"(?:money(?: tokens?)?|coins?|tokens?|loot(?: tokens?)?)",
    ),
    _form(
        _retaliated,
        rf"{_WHO} (?:(?P<no>(?:does not|doesn't|will not|won't) )?(?:take|suffer|get)s?) ",
        r"(?:(?:the|any) )?(?P<much>\d+ |no )?(?:damage (?:from|by|of) )?(?:the )?retaliate(?: damage)?",
    ),
    _form(
        lambda found: Said(stated={"attack_of": {found["card"]: int(found["much"])}}),
        r"(?:the )?(?P<card>.+?)(?:'s attack is| (?:is|has|does|makes)(?: an?)?(?: only)? attack) ",
        r"(?P<much>\d{1,2})",
    ),
    _form(
        _possible,
        r"(?:the )?(?P<who>.+?) (?:can|could|may|is able to)(?P<no> ?not|n't|'t)? ",
        rf"(?!(?:attacks|focuses|ends|deals) ){_WHAT}",
    ),
    # whom it attacks
    _form(
        _attacks_nobody,
        rf"(?:{_WHO} )?attacks? (?:{_NOBODY})",
        rf"|(?:(?P<whom>[^,]+?) )?{_NOT}attacks? (?:{_ANYBODY})",
    ),
    _form(_attacks_nobody, rf"{_WHO} {_NOT}attacks?(?: (?:this turn|at all))?"),
    _form(_attacks_nobody, r"(?:nobody|no one|none) is attacked(?: by (?:the )?(?P<who>.+))?"),
    _form(_attacks_somebody, rf"(?:{_WHO} )?attacks? (?:{_ANYBODY})"),
    _form(_not_attacked, rf"(?:{_WHO} )?{_NOT}attacks? (?!.*\b(?:and|i|oraz|only|both)\b){_WHAT}"),
    _form(_not_attacked, rf"(?:{_WHO} )?attacks? neither {_WHAT}"),
    _form(
        _nobody_attacks,
        r"(?:no|neither|none of the|neither of the) (?P<who>[^,]+?) attacks? ",
        r"(?:the )?(?P<what>(?:(?!\b(?:and|or)\b).)+)",
    ),
    _form(
        _attacked,
        r"(?:the )?(?P<what>(?:(?!\b(?:and|or|nobody|is|are)\b).)+?) ",
        r"(?:is|gets|will be)(?P<no> not|n't| never)?(?: being)? attacked(?: by (?:the )?(?P<who>.+))?",
    ),
    # focus, end, attacks, damage
    _form(
        _result("focus"),
        r"(?:the |its |his |her )?focus(?: of (?:the )?(?P<who>.+?))? (?:is|will be)(?P<no> not|n't)? ",
        _WHAT,
    ),
    _form(
        _result("focus"),
        r"(?:the )?(?P<what>(?:(?!\b(?:and|or|is)\b).)+?) is(?P<no> not|n't)? (?:the|its) focus",
        r"(?: of (?:the )?(?P<who>.+))?",
    ),
    _form(_result("focus"), rf"{_WHO}'s focus (?:is|will be)(?P<no> not|n't)? {_WHAT}"),
    _form(lambda found: Said(_who(found), "focus nobody"), rf"(?:{_WHO} )?has no focus"),
    _form(_result("focus"), rf"(?:{_WHO} )?(?:{_NOT})?(?:will )?(?:focus(?:es)?(?: on)?|targets) {_WHAT}"),
    _form(
        _moved,
        rf"(?:{_WHO} )?(?:will )?(?:moves?|walks?|goes|travels) (?P<much>\d|{'|'.join(_COUNTS)}) ",
        r"(?:hex(?:es)?|steps?|spaces?|fields?)",
    ),
    _form(lambda found: Said(_who(found), "moved 0"), rf"(?:{_WHO} )?{_NOT}move(?: at all)?"),
    _form(
        lambda found: Said(_who(found), "moved 0"),
        rf"(?:{_WHO} )?(?:stays?|stands?|remains?) ",
        r"(?:put|still|there|where (?:it|he|she|they) (?:is|are|stands?))",
    ),
    _form(
        _result("end"),
        rf"(?:{_WHO} )?(?:{_NOT})?(?:ends?|stops?|stays?|moves?|goes?|walks?|steps?|stands?|finishes|lands?)",
        rf"(?: its (?:turn|move(?:ment)?))?(?: in| on| at| to| into| onto| up)?(?: hex)? {_HEX}",
    ),
    _form(
        _result("attacks"),
        rf"(?:{_WHO} )?(?:(?:will|must|has to|have to) )?attacks? ",
        rf"(?:the )?(?P<what>(?:(?!\bwith(?:out)?\b|{_VERBS}).)+)",
    ),
    _form(
        _drawn,
        rf"(?:{_WHO} )?(?:has|attacks with|draws with) (?P<none>no )?(?P<kind>(?:dis)?advantage)",
        r"(?(none)| (?:on|against) (?:the )?(?P<what>.+))",
    ),
    _form(_result("deals"), rf"{_WHO} deals (?P<what>.+)"),
)
"""Sentences about somebody. The first that fits is meant."""


def said_of_somebody(text: str) -> Said | None:
    """What a sentence such as `Guard 1 attacks Brute` says; None for another text."""
    plain = " ".join(text.replace("’", "'").split()).rstrip(".!")
    for shape, meaning in _SHAPES:
        if (found := shape.fullmatch(plain)) is not None:
            return meaning(found)
    return None
