"""Sentences about somebody, for claims: `Guard 1 attacks Brute`, `65% to kill Guard 1`.

They are looked through only where a claim is not read as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import get_args

from tsolve.games.gloomhaven.ability_parts import Element
from tsolve.games.gloomhaven.writing.result_sentences import AT_ONCE, RESULTS
from tsolve.games.gloomhaven.writing.sentence_forms import (
    ANYBODY,
    COUNTS,
    ITSELF,
    NOBODY,
    NOT,
    NUMBER,
    TARGET,
    THE_TARGET,
    VERBS,
    WHAT,
    WHO,
    Form,
    Found,
    Said,
    bare,
    by,
    count,
    form,
    who_does,
)
from tsolve.regex import Regex

_TOTAL = (
    r"(?:the )?(?:total )?damage(?: is| of| =|:)? (?P<total>\d+)(?: in (?:total|all))?"
    r"|(?P<whole>\d+|no) damage(?: in (?:total|all))?"
)
_ELEMENT = "|".join(each for each in get_args(Element) if each != "any")
_HEX = r"(?P<what>\(?\s*-?\d+\s*,\s*-?\d+\s*\)?|[^\W_]{1,3})"
_ACTS = rf"{WHO} (?:acts|goes|is|moves|comes|plays|has its turn)"
_BOUND = r"(?P<bound>at least|at most|more than|less than|over|under)?"
_CHANCE = (
    r"(?P<chance>\d{1,3}(?:\.\d+)? ?(?:%|percent)|0?\.\d+|\d{1,9} ?/ ?\d{1,9}"
    r"|\d{1,9} (?:in|of|out of) \d{1,9})(?: (?:cards|cases|times))?"
)
_BOUNDS = {
    "at least": ">= ",
    "at most": "<= ",
    "more than": "> ",
    "over": "> ",
    "less than": "< ",
    "under": "< ",
}


def _chance(kind: str = "dies") -> Callable[[Found], Said]:
    def said(found: Found) -> Said:
        fraction = (
            re.sub(r" (?:in|of|out of) ", "/", found["chance"]).replace("percent", "%").replace(" ", "")
        )
        bound = _BOUNDS.get((found.groupdict().get("bound") or "").casefold(), "")
        said_of = found.groupdict()
        whom = said_of.get("what") or said_of.get("whom") or ""
        whom = THE_TARGET if whom.casefold() in ITSELF + TARGET else whom
        return Said(stated={kind: whom, "chance": bound + fraction})

    return said


def _damage(found: Found) -> Said:
    much = next(each for each in (found["much"], found["total"], found["whole"]) if each)
    return Said(stated={"damage": 0 if much.casefold() == "no" else int(much)})


def _cards(found: Found) -> Said:
    return Said(stated={"cards": count(found["much"])})


def _left(found: Found) -> Said:
    return Said(stated={"hit_points": {who_does(found) or THE_TARGET: int(found["much"])}})


def _order(kind: str) -> Callable[[Found], Said]:
    return lambda found: Said(stated={kind: found.groupdict().get("what") or EVERYBODY, "by": found["who"]})


def _death(kind: str) -> Callable[[Found], Said]:
    return lambda found: Said(stated={kind: who_does(found) or found["who"]})


def _moved(found: Found) -> Said:
    return Said(who_does(found), f"moved {count(found['much'])}")


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
    if re.fullmatch(rf"(?:attack|reach) (?:{ANYBODY})", what, re.IGNORECASE):
        return Said(stated={key: ATTACK_ANYBODY, "by": found["who"]})
    return Said(stated={key: f"{found['who']} {what}"})


def _result(kind: str) -> Callable[[Found], Said]:
    """A result of the figure whose turn it is, or its denial."""
    return lambda found: Said(
        who_does(found), f"{kind} {found['what']}", denied=bool(found.groupdict().get("no"))
    )


def _attacks_nobody(found: Found) -> Said:
    return Said(who_does(found), "attacks nobody")


def _attacks_somebody(found: Found) -> Said:
    return Said(who_does(found), "attacks nobody", denied=True)


def _drawn(found: Found) -> Said:
    """An attack with advantage or disadvantage, of somebody if the sentence tells whom."""
    return Said(who_does(found), f"{found['kind']} {found['what'] or 'nobody'}")


def _nobody_attacks(found: Found) -> Said:
    return Said(stated={"attacked": {bare(found["what"]): False}, "by": f"all {found['who']}"})


def _not_attacked(found: Found) -> Said:
    names = re.split(r"\s*,\s*(?:n?or\s+)?|\s+n?or\s+|\s+ani\s+|\s+lub\s+", found["what"])
    return Said(stated={"attacked": {bare(name): False for name in names}, **by(found)})


def _attacked(found: Found) -> Said:
    is_so = not found["no"]
    return Said(stated={"attacked": {bare(found["what"]): is_so}, **by(found)})


_NOW = Regex(r"(?:,? (?:in )?(?:this|the same) (?:turn|round)| now| at all| as well| too)$", re.IGNORECASE)
"""Words that a question of a turn may end with: it is about this turn anyway."""
EVERYBODY = "everybody else"
"""Everybody but the figure that a claim is about."""
ATTACK_ANYBODY = "attack anybody"
"""An attack on whomever."""
WITH_ADVANTAGE = Regex(
    r"(?P<deed>(?:.+ )?attacks? (?:only |just )?(?P<whom>[^,]+?)),? "
    r"with(?P<no>out)? (?:a )?(?P<kind>(?:dis)?advantage)",
    re.IGNORECASE,
)
"""Whom somebody attacks, and with what, which is two claims: `attacks Brute without disadvantage`."""


_SHAPES = (
    form(
        _chance(),
        rf"{_BOUND} ?{_CHANCE}(?: chance)?,? (?:to kill|of killing|for killing|to defeat|for a kill|to die)",
        r"(?: (?:the )?(?P<what>.+?))?",
    ),
    form(
        _chance(),
        rf"{_BOUND} ?{_CHANCE}(?: chance)?,? that (?:the )?(?P<what>.+?) (?:dies|is killed|is dead)",
    ),
    form(
        _chance("survives"),
        rf"{_BOUND} ?{_CHANCE}(?: chance)?,? ",
        r"(?:to survive|of surviving|that (?:the )?(?P<what>.+?) survives)",
    ),
    form(
        _chance(),
        r"(?:the )?(?:chance|probability|odds?)(?: to kill| of killing| for a kill| of a kill)",
        rf"(?: (?:the )?(?P<what>(?!is\b|are\b|=).+?))?(?: is| are|:| =)? {_BOUND} ?{_CHANCE}",
    ),
    form(
        _chance(),
        r"(?:the )?(?:chance|probability|odds?) that (?:the )?(?P<what>.+?) (?:dies|is killed)",
        rf"(?: is| are|:| =)? {_BOUND} ?{_CHANCE}",
    ),
    form(
        _chance(),
        r"(?:the )?(?P<what>.+?) (?:dies|is killed) (?:with|in)(?: a chance of)? ",
        rf"{_BOUND} ?{_CHANCE}",
    ),
    form(_chance(), rf"(?:(?:the )?attack |it )?kills(?: (?:the )?(?P<what>.+?))? (?:with|in) {_CHANCE}"),
    form(
        lambda found: Said(stated={"dies": found["what"]}),
        r"(?:(?:the |this )?attack|it) (?:kills|will kill) (?:the )?(?P<what>.+)",
    ),
    form(
        lambda found: Said(stated={"dies": found["what"], **by(found)}),
        rf"{WHO} (?:kills|will kill) (?:the )?(?P<what>(?:(?!{VERBS}|\b(?:and|or|with|in)\b).)+)",
    ),
    form(
        _damage,
        r"(?:(?:the |this )?attack |it |he |she |that |this )?(?:is|does|makes|deals|inflicts|comes to|for) ",
        rf"{NUMBER} (?:points? of )?damage(?: in (?:total|all))?|{_TOTAL}",
    ),
    form(
        _cards,
        rf"(?:(?:.+ )?(?:draws?|reveals?|flips?) )?(?:only )?(?P<much>\d|{'|'.join(COUNTS)})",
        r"(?: attack)?(?: modifier)? cards?",
    ),
    form(
        _left,
        rf"{WHO} (?:has|is left with|survives with|keeps|ends with|is at) (?P<much>\d+) ",
        r"(?:hp|hit points?|health)(?: left| remaining)?",
    ),
    form(
        lambda found: Said(stated={"experience": {found["who"]: int(found["much"])}}),
        rf"{WHO} (?:has|is at|ends with) (?P<much>\d{{1,3}}) (?:xp|exp|experience(?: points?)?)",
    ),
    form(
        lambda found: Said(stated={"elements": {found["what"].casefold(): found["strength"].casefold()}}),
        rf"(?P<what>{_ELEMENT}) (?:is|becomes|will be)(?: then| now)? (?P<strength>strong|waning|inert)",
    ),
    form(_order("acts_before"), rf"{_ACTS} (?:first )?before (?:all )?{WHAT}"),
    form(_order("acts_after"), rf"{_ACTS} (?:last )?after (?:all )?{WHAT}"),
    form(_order("acts_before"), rf"{WHO} (?:acts|goes|moves|comes|plays)(?: the)? first"),
    form(_order("acts_after"), rf"{WHO} (?:acts|goes|moves|comes|plays)(?: the)? last"),
    form(
        _death("survives"),
        rf"{WHO} (?:survives|lives|stays alive|is not killed)",
        r"|(?:the )?(?P<whom>.+?) (?:does not|doesn't|will not|won't) die",
    ),
    form(_death("dies"), rf"{WHO} (?:dies|is (?:killed|dead|slain)|will die)"),
    form(
        _suffered,
        rf"{WHO} (?:takes?|suffers?|loses?|gets?) {NUMBER} (?:points? of )?(?:damage|hit points?|hp)",
    ),
    form(
        lambda found: Said(stated={"looted": {found["who"]: count(found["much"])}}),
        rf"{WHO} (?:loots?|picks? up|collects?|gets?|grabs?) (?P<much>\d{{1,2}}|{'|'.join(COUNTS)}) ",
        r"(?:money(?: tokens?)?|coins?|tokens?|loot(?: tokens?)?)",
    ),
    form(
        _retaliated,
        rf"{WHO} (?:(?P<no>(?:does not|doesn't|will not|won't) )?(?:take|suffer|get)s?) ",
        r"(?:(?:the|any) )?(?P<much>\d+ |no )?(?:damage (?:from|by|of) )?(?:the )?retaliate(?: damage)?",
    ),
    form(
        lambda found: Said(stated={"attack_of": {found["card"]: int(found["much"])}}),
        r"(?:the )?(?P<card>.+?)(?:'s attack is| (?:is|has|does|makes)(?: an?)?(?: only)? attack) ",
        r"(?P<much>\d{1,2})",
    ),
    form(
        _possible,
        r"(?:the )?(?P<who>.+?) (?:can|could|may|is able to)(?P<no> ?not|n't|'t)? ",
        rf"(?!(?:attacks|focuses|ends|deals) ){WHAT}",
    ),
    # whom it attacks
    form(
        _attacks_nobody,
        rf"(?:{WHO} )?attacks? (?:{NOBODY})",
        rf"|(?:(?P<whom>[^,]+?) )?{NOT}attacks? (?:{ANYBODY})",
    ),
    form(_attacks_nobody, rf"{WHO} {NOT}attacks?(?: (?:this turn|at all))?"),
    form(_attacks_nobody, r"(?:nobody|no one|none) is attacked(?: by (?:the )?(?P<who>.+))?"),
    form(_attacks_somebody, rf"(?:{WHO} )?attacks? (?:{ANYBODY})"),
    form(_not_attacked, rf"(?:{WHO} )?{NOT}attacks? (?!.*\b(?:and|i|oraz|only|both)\b){WHAT}"),
    form(_not_attacked, rf"(?:{WHO} )?attacks? neither {WHAT}"),
    form(
        _nobody_attacks,
        r"(?:no|neither|none of the|neither of the) (?P<who>[^,]+?) attacks? ",
        r"(?:the )?(?P<what>(?:(?!\b(?:and|or)\b).)+)",
    ),
    form(
        _attacked,
        r"(?:the )?(?P<what>(?:(?!\b(?:and|or|nobody|is|are)\b).)+?) ",
        r"(?:is|gets|will be)(?P<no> not|n't| never)?(?: being)? attacked(?: by (?:the )?(?P<who>.+))?",
    ),
    # focus, end, attacks, damage
    form(
        _result("focus"),
        r"(?:the |its |his |her )?focus(?: of (?:the )?(?P<who>.+?))? (?:is|will be)(?P<no> not|n't)? ",
        WHAT,
    ),
    form(
        _result("focus"),
        r"(?:the )?(?P<what>(?:(?!\b(?:and|or|is)\b).)+?) is(?P<no> not|n't)? (?:the|its) focus",
        r"(?: of (?:the )?(?P<who>.+))?",
    ),
    form(_result("focus"), rf"{WHO}'s focus (?:is|will be)(?P<no> not|n't)? {WHAT}"),
    form(lambda found: Said(who_does(found), "focus nobody"), rf"(?:{WHO} )?has no focus"),
    form(_result("focus"), rf"(?:{WHO} )?(?:{NOT})?(?:will )?(?:focus(?:es)?(?: on)?|targets) {WHAT}"),
    form(
        _moved,
        rf"(?:{WHO} )?(?:will )?(?:moves?|walks?|goes|travels) (?P<much>\d|{'|'.join(COUNTS)}) ",
        r"(?:hex(?:es)?|steps?|spaces?|fields?)",
    ),
    form(lambda found: Said(who_does(found), "moved 0"), rf"(?:{WHO} )?{NOT}move(?: at all)?"),
    form(
        lambda found: Said(who_does(found), "moved 0"),
        rf"(?:{WHO} )?(?:stays?|stands?|remains?) ",
        r"(?:put|still|there|where (?:it|he|she|they) (?:is|are|stands?))",
    ),
    form(
        _result("end"),
        rf"(?:{WHO} )?(?:{NOT})?(?:ends?|stops?|stays?|moves?|goes?|walks?|steps?|stands?|finishes|lands?)",
        rf"(?: its (?:turn|move(?:ment)?))?(?: in| on| at| to| into| onto| up)?(?: hex)? {_HEX}",
    ),
    form(
        _result("attacks"),
        rf"(?:{WHO} )?(?:(?:will|must|has to|have to) )?attacks? ",
        rf"(?:the )?(?P<what>(?:(?!\bwith(?:out)?\b|{VERBS}).)+)",
    ),
    form(
        _drawn,
        rf"(?:{WHO} )?(?:has|attacks with|draws with) (?P<none>no )?(?P<kind>(?:dis)?advantage)",
        r"(?(none)| (?:on|against) (?:the )?(?P<what>.+))",
    ),
    form(_result("deals"), rf"{WHO} deals (?P<what>.+)"),
)
"""Sentences about somebody. The first that fits is meant."""
_KILLED_BY_CHANCE = form(
    _chance(),
    r"(?:(?:.+? )?can kill (?:the )?(?P<what>.+?)|(?:the )?(?P<whom>.+?) can be killed) (?:with|in) ",
    rf"(?:a chance of )?{_BOUND} ?{_CHANCE}",
)
"""What can be done with a chance, which is no question of whether it can."""


_ONLY = Regex(
    r"\b(?P<verb>attacks?|heals?) (?:(?:only|just|tylko|wyłącznie|jedynie)\b"
    r"|(?:nobody|no ?one|none|nikogo) "
    r"(?:(?:else )?(?:but|except(?: for)?|than|besides)|other than|oprócz|poza)\b)"
    r"|\b(?:only|just|tylko) (?P<deed>attacks?|heals?)\b"
    r"|(?<=\w),? (?:only|alone|and (?:nobody|no ?one|none) else|i nikogo (?:więcej|innego))$",
    re.IGNORECASE,
)
"""Words by which all of a list are named."""
_TOO = Regex(
    r",? (?:too|as well|also)$|\balso (?=attacks?|heals?)|(?<=attacks) both (?=.+ and )", re.IGNORECASE
)
_AND = Regex(r"\s+(?:i|oraz)\s+(?!nikogo)")
_DENIED = Regex(r"\b(?:not|never|nie|neither|can|could|may|might)\b|n't\b", re.IGNORECASE)
"""What is denied, or can be done: there these words say something else."""
_OF_MANY = Regex(r"\b(?:attacks?|heals?|atakuje)\b", re.IGNORECASE)


def without_only(text: str) -> tuple[str, bool]:
    """A sentence about an attack or a heal without the words that say that all are named, and whether it had
    such words; any other text as it is.
    """
    if _OF_MANY.search(text) is None or _DENIED.search(text) is not None:
        return text, False
    plain = _AND.sub(" and ", _TOO.sub(" ", text).strip())
    found = _ONLY.search(plain)
    if found is None:
        return " ".join(plain.split()), False
    verb = found["verb"] or found["deed"] or ""
    return f"{plain[: found.start()]}{verb}{plain[found.end() :]}", True


_FIRST = Regex(r"^(?:then|so|and|now|afterwards|after that|in the end),? ", re.IGNORECASE)
_LAST = Regex(
    r",? (?:afterwards|after (?:that|this)|in the end|at the end|by then|as a result)$", re.IGNORECASE
)
"""Words that a sentence about a result may begin or end with, and that say no more."""


def said_at_once(text: str) -> Said | None:
    """What a sentence about damage or a heal says, which is looked at before anything else."""
    return _said(text, (*AT_ONCE, _KILLED_BY_CHANCE))


def said_of_somebody(text: str) -> Said | None:
    """What a sentence such as `Guard 1 attacks Brute` says; None for another text."""
    return _said(text, (*_SHAPES, *RESULTS))


def _said(text: str, shapes: Iterable[Form]) -> Said | None:
    plain = " ".join(text.replace("’", "'").split()).rstrip(".!")
    plain = _LAST.sub("", _FIRST.sub("", plain))
    for shape, meaning in shapes:
        if (found := shape.fullmatch(plain)) is not None:
            return meaning(found)
    return None
