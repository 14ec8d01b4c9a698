"""Sentences about somebody, for claims: `Guard 1 attacks Brute`, `65% to kill Guard 1`.

They are looked through only where a claim is not read as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple


class Said(NamedTuple):
    """What a sentence says of somebody: a claim about the figure `by` in a plainer sentence, or a claim by
    its keys.
    """

    by: str = ""
    sentence: str = ""
    stated: Mapping[str, object] = {}


_WHO = r"(?:the )?(?P<who>(?:(?!\b(?:can|cannot|not|does|do)\b|n't\b).)+?)"
_WHAT = r"(?:the )?(?P<what>.+)"
_NUMBER = r"(?P<much>\d+|no)"
_HEX = r"(?P<what>\(?\s*-?\d+\s*,\s*-?\d+\s*\)?|[^\W_]{1,3})"
_ACTS = rf"{_WHO} (?:acts|goes|is|moves|comes|plays|has its turn)"
_BOUND = r"(?P<bound>at least|at most|more than|less than|over|under)?"
_CHANCE = r"(?P<chance>\d{1,3}(?:\.\d+)? ?%|\d{1,9}/\d{1,9}|\d{1,9} (?:in|of|out of) \d{1,9})"
_SHAPES: Mapping[str, re.Pattern[str]] = {
    kind: re.compile(shape, re.IGNORECASE)
    for kind, shape in {
        "chance": rf"{_BOUND} ?{_CHANCE}(?: chance)?,? (?:to kill|that|of killing|for killing|to defeat) "
        r"(?:the )?(?P<what>.+?)(?P<dies> dies| is killed)?",
        "chance that": rf"(?:the )?(?P<what>.+?) (?P<dies>dies|is killed) (?:with|in)(?: a chance of)? "
        rf"{_BOUND} ?{_CHANCE}",
        "acts_before": rf"{_ACTS} (?:first )?before (?:all )?{_WHAT}",
        "acts_after": rf"{_ACTS} (?:last )?after (?:all )?{_WHAT}",
        "survives": rf"{_WHO} (?:survives|lives|stays alive|is not killed)"
        r"|(?:the )?(?P<whom>.+?) (?:does not|doesn't|will not|won't) die",
        "dies": rf"{_WHO} (?:dies|is (?:killed|dead|slain)|will die)",
        "takes": rf"{_WHO} (?:takes?|suffers?|loses?|gets?) {_NUMBER} "
        r"(?:points? of )?(?:damage|hit points?|hp)",
        "can": r"(?:the )?(?P<who>.+?) (?:can|could|may|is able to)(?P<no> ?not|n't|'t)? "
        rf"(?!(?:attacks|focuses|ends|deals) ){_WHAT}",
        "focus": rf"{_WHO} (?:(?:will )?focus(?:es)?(?: on)?|targets) {_WHAT}",
        "end": rf"(?:{_WHO} )?(?:ends?|stops?|stays?|moves?|goes?|walks?|steps?|stands?|finishes|lands?)"
        rf"(?: its (?:turn|move(?:ment)?))?(?: in| on| at| to| into| onto| up)?(?: hex)? {_HEX}",
        "attacks": rf"{_WHO} (?:will )?attacks?(?: only)? {_WHAT}",
        "deals": rf"{_WHO} deals (?P<what>.+)",
    }.items()
}
"""Sentences about somebody. The first that fits is meant."""
_ITSELF = ("it", "he", "she", "the monster")
"""Words for the figure whose turn it is."""
_BOUNDS = {
    "at least": ">= ",
    "at most": "<= ",
    "more than": "> ",
    "over": "> ",
    "less than": "< ",
    "under": "< ",
}


def said_of_somebody(text: str) -> Said | None:
    """What a sentence such as `Guard 1 attacks Brute` says; None for another text."""
    plain = " ".join(text.split()).rstrip(".!")
    for kind, shape in _SHAPES.items():
        found = shape.fullmatch(plain)
        if found is None:
            continue
        if kind in ("chance", "chance that"):
            fraction = re.sub(r" (?:in|of|out of) ", "/", found["chance"].replace(" %", "%"))
            bound = _BOUNDS.get((found["bound"] or "").casefold(), "")
            return Said(stated={"dies": found["what"], "chance": bound + fraction})
        who = found["who"] or found.groupdict().get("whom") or ""
        if kind in ("dies", "survives"):
            return Said(stated={kind: who})
        if kind == "takes":
            much = 0 if found["much"].casefold() == "no" else int(found["much"])
            return Said(stated={"suffered": {who: much}})
        if kind in ("acts_before", "acts_after"):
            return Said(stated={kind: found["what"], "by": who})
        if kind == "can":
            is_denied = found["no"] or plain.casefold().startswith(f"{who} cannot".casefold())
            key, what = "cannot" if is_denied else "can", found["what"]
            if what.casefold().startswith("kill "):  # a question about the turn, not a step of somebody
                return Said(stated={key: what, "by": who})
            return Said(stated={key: f"{who} {what}"})
        return Said("" if who.casefold() in _ITSELF else who, f"{kind} {found['what']}")
    return None


_ONE = r"(?:the )?(?P<who>(?:(?!\b(?:and|has|is)\b).)+?)"
_OF_PARTY: Mapping[str, re.Pattern[str]] = {
    kind: re.compile(shape, re.IGNORECASE)
    for kind, shape in {
        "can": r"(?:the )?(?P<who>(?!can\b|it\b|i\b|we\b|you\b|nobody\b).+?) (?:can|could|may|is able to)"
        r"(?P<no> ?not|n't|'t)? (?P<what>.+)",
        "price": r"(?P<what>.+? (?:buys?|sells?|enhances?) .+?) (?:for|costs|brings) (?P<much>\d{1,4})"
        r"(?: gold)?",
        "level": rf"{_ONE} (?:is|reaches|has|will be)(?: now)?(?: at| of| on)? level "
        r"(?P<much>\d)",
        "experience": rf"{_ONE} (?:has|now has) (?P<much>\d+) (?:xp|exp|experience points)",
        "prosperity": r"(?:(?:the )?(?:city|gloomhaven|town)(?:'s)? (?:is|has|is at|reaches)?(?: at)? ?)?"
        r"(?:the )?prosperity(?: level)?(?: of (?:the city|gloomhaven))?(?: is| at)? (?P<much>\d)",
        "reputation": r"(?:the )?(?:party's )?reputation is (?P<much>-?\d+)",
        "scenario_level": r"(?:the )?(?:recommended )?scenario level is (?P<much>\d)",
    }.items()
}
"""Sentences about the campaign."""


def said_in_campaign(text: str) -> Mapping[str, object] | None:
    """What a sentence such as `Brute can buy Iron Helmet` says; None for another text."""
    plain = " ".join(text.split()).rstrip(".!")
    for kind, shape in _OF_PARTY.items():
        found = shape.fullmatch(plain)
        if found is None:
            continue
        if kind == "can":
            return {"cannot" if found["no"] else "can": f"{found['who']} {found['what']}"}
        if kind == "price":
            return {"price": int(found["much"]), "of": found["what"]}
        who = found.groupdict().get("who")
        return {kind: int(found["much"]), **({"of": who} if who else {})}
    return None
