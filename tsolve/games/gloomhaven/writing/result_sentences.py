"""Sentences about what a turn or an attack comes to, for claims: `Guard 1 takes 3 damage from the trap`, `the
Archer is muddled afterwards`, `heals Guard 2 for 3`, `can do at most 7 damage`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tsolve.games.gloomhaven.writing.sentence_forms import (
    ANYBODY,
    NOBODY,
    NOT,
    WHO,
    Found,
    Said,
    bare,
    by,
    form,
)

BOUNDS = {
    **dict.fromkeys(("at least", "no less than", "not less than", "no fewer than"), "at least"),
    **dict.fromkeys(("at most", "no more than", "not more than", "up to"), "at most"),
    **dict.fromkeys(("more than", "over", "above"), "more than"),
    **dict.fromkeys(("less than", "fewer than", "under", "below"), "less than"),
    **dict.fromkeys(("exactly", "only", "just"), ""),
}
"""What people say before a number, and the bound."""
_HOW = rf"(?:(?P<bound>{'|'.join(BOUNDS)}) )?"
_MUCH = rf"{_HOW}(?P<much>\d{{1,3}}|no|zero)"
_BACK = r"(?: (?P<back>or more|at least|or less|or fewer|at most|at the most|at the least|maximum|minimum))?"
"""A bound behind the number."""
_BEHIND = {
    **dict.fromkeys(("or more", "at least", "at the least", "minimum"), "at least"),
    **dict.fromkeys(("or less", "or fewer", "at most", "at the most", "maximum"), "at most"),
}
_POINTS = r"(?:hp|hit points?|health(?: points?)?|hits?)"
_HARM = rf"(?:points? of )?(?:damage|{_POINTS})"
_TAKES = r"(?:takes?|suffers?|loses?|gets?|receives?|is dealt)"
_CAUSES = {
    "trap_damage": r"traps?",
    "hazard_damage": r"(?:hazard(?:ous terrain)?|hazards)",
    "wound_damage": r"wounds?",
    "retaliated": r"retaliate",
}
"""The measures of damage by a cause, and how the cause is called."""
_CONDITIONS = {
    "poison": "poison(?:ed)?",
    "wound": "wound(?:ed)?",
    "immobilize": "immobili[sz]ed?",
    "disarm": "disarm(?:ed)?",
    "stun": "stun(?:ned)?",
    "muddle": "muddled?",
    "strengthen": "strengthen(?:ed)?",
    "invisible": "invisible|invisibility",
}
"""Conditions that figures have as tokens, in the forms of sentences; curse and bless are cards."""
_GAINED = {**_CONDITIONS, "curse": "cursed?(?: cards?)?", "bless": "bless(?:ed)?(?: cards?)?"}
_STATE = rf"(?P<state>{'|'.join(_CONDITIONS.values())})"
_GAIN = rf"(?P<state>{'|'.join(_GAINED.values())})"
_COINS = r"(?:money(?: tokens?)?|coins?|(?:gold |loot )?tokens?|loot|gold)"


def _number(much: str) -> int:
    return 0 if much.casefold() in ("no", "zero") else int(much)


def _bound(found: Found) -> dict[str, object]:
    said = found.groupdict()
    bound = BOUNDS.get((said.get("bound") or "").casefold(), "")
    bound = bound or _BEHIND.get((said.get("back") or "").casefold(), "")
    return {"bound": bound} if bound else {}


def _of_one(kind: str, subject: str = "who") -> Callable[[Found], Said]:
    """A number of one figure; without a number some, or none where it is denied."""

    def said(found: Found) -> Said:
        much, no = found.groupdict().get("much"), found.groupdict().get("no")
        if much is None:
            some = {} if no else {"bound": "more than"}
            return Said(stated={kind: {found[subject]: 0}, **some})
        denied = {"denied": True} if no else {}
        return Said(stated={kind: {found[subject]: _number(much)}, **_bound(found), **denied})

    return said


def _names(text: str) -> list[str]:
    return [bare(name) for name in re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|i|oraz)\s+", text)]


def _heals(found: Found) -> Said:
    said = found.groupdict()
    if re.fullmatch(NOBODY, found["what"], re.IGNORECASE):
        return Said(stated={"heals": [], **by(found)})
    if re.fullmatch(ANYBODY, found["what"], re.IGNORECASE):
        return Said(stated={"heals": [], **({} if found["no"] else {"denied": True}), **by(found)})
    denied = {"denied": True} if said.get("no") else {}
    return Said(stated={"heals": _names(_whom(found)), "bound": "at least", **denied, **by(found)})


def _whom(found: Found) -> str:
    """Who is healed."""
    is_self = found["what"].casefold() in ("itself", "himself", "herself")
    return found["who"] if is_self else found["what"]


def _healed(found: Found) -> Said:
    return Said(stated={"healed": {_whom(found): _number(found["much"])}, **_bound(found)})


def _condition(kind: str) -> Callable[[Found], Said]:
    def said(found: Found) -> Said:
        name = next(each for each, shape in _GAINED.items() if re.fullmatch(shape, found["state"], re.I))
        denied = {"denied": True} if found["no"] else {}
        return Said(stated={kind: {found["who"]: [name]}, "bound": "at least", **denied})

    return said


def _looted(found: Found) -> Said:
    """Coins of which only is said that they are picked up, or not."""
    some = {} if found["no"] else {"bound": "more than"}
    return Said(stated={"looted": {found["who"]: 0}, **some})


def _damage(found: Found) -> Said:
    """Damage with a bound."""
    if not (bound := _bound(found)):
        return Said(stated={"damage": _number(found["much"])})
    return Said(stated={"damage": _number(found["much"]), **bound})


def _extreme(found: Found) -> Said:
    return Said(stated={"damage": _number(found["much"]), "bound": "most" if found["most"] else "least"})


def _possible(found: Found) -> Said:
    denied = {"denied": True} if found["no"] else {}
    return Said(stated={"damage": _number(found["much"]), "bound": "possible", **denied})


_DEALS = r"(?:(?:the |this )?attack |it |he |she |that |this )?(?:is|does|do|makes|deals|inflicts|comes to)"
_MAY = r"(?:(?:the |this )?attack |it |he |she |that |this )?(?:can|could|may|might)"
_CAN = rf"{_MAY}(?P<no> ?not|n't|'t)?"
_SUM = r"(?:the )?(?:total )?damage"

_OF_WHOM = r"(?(who)|(?!(?:it|him|her)self\b))"
"""Only a sentence with a subject says who heals itself."""

AT_ONCE = (
    form(
        _healed,
        rf"(?:{WHO} )?(?:heals?|will heal) (?:the )?{_OF_WHOM}(?P<what>[^\d\s].*?) ",
        rf"(?:for|by) {_MUCH}(?: {_POINTS})?",
    ),
    form(
        _heals,
        rf"(?:{WHO} )?{NOT}?(?:heals?|will heal) (?:the )?{_OF_WHOM}",
        r"(?P<what>[^\d\s](?:(?!\b(?:for|by|with|or|nor|before|after)\b).)*)",
    ),
    form(_damage, rf"{_SUM}(?: is| of|:)? {_MUCH}{_BACK}"),
    form(_damage, rf"(?:{_DEALS} )?(?:always )?{_MUCH} (?:points? of )?damage{_BACK}"),
    form(_damage, rf"(?:{_DEALS} )?(?:always )?{_MUCH} (?P<back>or (?:more|less)) damage"),
    form(
        lambda _: Said(stated={"damage": 1, "bound": "at least"}),
        rf"(?:(?:{_SUM}|it) )?(?:is )?never (?:is )?(?:zero|0|no damage|nothing|(?:zero|0) damage)",
        r"|(?:(?:the |this )?attack |it )?",
        r"(?:never (?:deals|does) (?:no|zero|0) damage|always (?:deals|does) damage)",
    ),
    form(
        _extreme,
        r"(?:the )?(?:(?P<most>most|max(?:imum|imal)?\.?|highest|greatest|best)",
        r"|min(?:imum|imal)?\.?|least|lowest|smallest) (?:possible )?damage",
        r"(?: that it can (?:do|deal))?(?: is|:| =| of)? (?P<much>\d{1,3})",
    ),
    form(
        _extreme,
        r"(?:the )?damage (?:is )?(?:(?P<most>max(?:imum)?\.?|at best)|min(?:imum)?\.?|at worst)",
        r"(?: is|:)? (?P<much>\d{1,3})",
    ),
    form(_extreme, rf"{_MAY} (?:do|deal|make|inflict) (?P<most>up to) (?P<much>\d{{1,3}}) damage"),
    form(
        _possible,
        rf"{_CAN} (?:do|deal|make|inflict|be) (?:exactly )?(?P<much>\d{{1,3}}) (?:points? of )?damage",
    ),
    form(_possible, rf"{_SUM} (?:can|could|may) be (?P<much>\d{{1,3}})(?P<no>(?!))?"),
    form(
        _damage,
        rf"{_MAY} (?:do|deal|make|inflict|be) (?P<bound>at most|no more than) (?P<much>\d{{1,3}}) damage",
    ),
    form(
        lambda found: Said(
            stated={"damage": int(found["much"]), "bound": "at most" if found["more"] else "at least"}
        ),
        rf"(?=.*\bdamage\b)(?:{_MAY} ?(?:not|n't|never) (?:do|deal|make|inflict|be)",
        rf"|(?:{_SUM} )?(?:is )?never|never {_DEALS})",
        r" (?:(?P<more>more)|less) than (?P<much>\d{1,3})(?: damage)?",
    ),
    form(_possible, r"(?P<much>\d{1,3}) damage is (?P<no>not |im)?possible"),
)
"""Sentences about heals and about the damage of a turn or of attacks, which come before what a list or an
action says. The first that fits is meant.
"""
RESULTS = (
    *(
        form(
            _of_one(kind),
            rf"{WHO} {NOT}?{_TAKES} (?:(?:{_MUCH}|any) )?",
            rf"(?:(?:{_HARM} )?(?:from|by|through|to|on|because of|due to) ",
            rf"(?:(?:the|a|any|its|his|her) )?{cause}",
            rf"|(?:damage of )?(?:the )?{cause}(?:'s)? damage)",
        )
        for kind, cause in _CAUSES.items()
    ),
    form(_of_one("suffered"), rf"{WHO} {NOT}?{_TAKES} {_MUCH} {_HARM}{_BACK}"),
    form(_of_one("suffered"), rf"{WHO} {NOT}?(?:takes?|suffers?) (?:any )?damage"),
    form(
        _of_one("hit_points"),
        rf"{WHO} (?:has|is left with|survives with|keeps|ends(?: up)? (?:with|at|on)",
        r"|is(?: now)?(?: down)? (?:at|on|to)|(?:goes|drops|comes) (?:down )?to",
        rf"|stays (?:at|on)) (?:now |then |still )?{_MUCH} {_POINTS}",
        r"(?: left| remaining)?",
    ),
    form(
        _of_one("healed"),
        rf"{WHO} (?:is healed (?:for|by)|(?:regains|recovers|gains|gets back|heals back)) {_MUCH}",
        rf"(?: {_POINTS})?(?: back)?",
    ),
    form(_of_one("healed"), rf"{WHO} gets {_MUCH} {_POINTS} back"),
    form(_of_one("healed"), rf"{WHO} (?:is|gets|will be)(?P<no> not|n't| never)? healed"),
    form(
        _condition("gained_conditions"),
        rf"{WHO} {NOT}?(?:(?:is|will be) being |gets?|becomes?|receives?|gains?)(?: (?:an?|the))? ?{_GAIN}",
    ),
    form(
        _condition("conditions"),
        rf"{WHO} (?:is|will be|ends up|stays|remains|has)(?P<no> not| no longer| no|n't)?",
        rf"(?: (?:now|then|still|also))? {_STATE}",
    ),
    form(
        _looted,
        rf"{WHO} {NOT}?(?:loots?|picks? up|collects?|grabs?|takes?|gets?) (?:the|any|some) {_COINS}",
    ),
    form(
        _looted,
        r"(?:the )?(?P<who>.+?) (?P<no>loots|picks up|collects|takes) ",
        r"(?:nothing|no (?:coins?|tokens?|money))",
    ),
)
"""Sentences about other results. The first that fits is meant."""
