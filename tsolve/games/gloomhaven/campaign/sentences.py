"""Sentences about the campaign, for claims: `Brute can buy Iron Helmet`, `the enhancement costs 150 gold`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tsolve.games.gloomhaven.campaign.coins import COINS
from tsolve.regex import Regex

THE_ENHANCEMENT = "the enhancement"
"""The only enhancement of the line."""
SECOND = "a second "
"""Before the name of an item of which somebody has a copy."""
NEWCOMER = "Newcomer"
"""The name of a new character of whom no more is said."""

_ENHANCEMENT = "(?:the )?(?:enhancement|sticker|upgrade)"

_FOR_TOKENS = (
    rf"(?:for|from|by|out of) (?:his |her |its |their |the |these |those )?(?P<tokens>\d{{1,3}}) {COINS}"
)

Found = re.Match[str]
Stated = Mapping[str, object]

_COUNTS = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "a": 1, "another": 1}
_BOUNDS = {"more than": "more than", "over": "more than", "less than": "less than", "under": "less than"}
_VERBS = r"\b(?:and|has|is|gets|can|cannot|could|may|gives|gains|costs?)\b"
_WHO = rf"(?:the )?(?P<who>(?!(?:can|it|i|we|you|nobody)\b)(?:(?!{_VERBS}).)+?)"
_CAN = r"(?:can|could|may|is able to)(?P<no> ?not|n't|'t)?(?: also)?"
_XP = r"(?:xp|exp|experience(?: points)?)"
_MUCH = r"(?P<much>\d{1,4})"
_WON = r"(?:winning|completing|finishing|a win|the win|a victory|victory|completion|success)"
_NEW = r"(?:an? |the |any )?new (?P<class>[^\W\d_]+?)s?(?: character)?"
_BUY = r"(?:buy|get|own|have|afford|pay for)"
_SECOND = r"(?:a second|a 2nd|another|one more|two copies of|two)"


def _number(found: Found) -> int:
    much = found["much"].casefold()
    return _COUNTS[much] if much in _COUNTS else int(much)


def _of(kind: str) -> Callable[[Found], Stated]:
    """A number of a character, or of the party where the sentence names nobody."""

    def stated(found: Found) -> Stated:
        named = {"of": found["who"]} if found.groupdict().get("who") else {}
        return {kind: _number(found), **named}

    return stated


def _price(step: str) -> Callable[[Found], Stated]:
    """The price of a step, or of an enhancement that is described."""

    def stated(found: Found) -> Stated:
        what = found["what"]
        if re.fullmatch(_ENHANCEMENT, what, re.IGNORECASE):
            return {"price": _number(found), "of": THE_ENHANCEMENT}
        return {"price": _number(found), "of": what if " on " in what else step.format(what)}

    return stated


def _possible(step: str) -> Callable[[Found], Stated]:
    """What somebody can do; `he` and `she` are the only character."""

    def stated(found: Found) -> Stated:
        said = found.groupdict()
        who = "" if (said.get("who") or "").casefold() in ("he", "she", "they") else said.get("who", "")
        what = step.format(**{"what": "", "to": "", **said})
        return {"cannot" if said.get("no") else "can": f"{who} {what}".strip()}

    return stated


def _of_tokens(found: Found) -> Stated:
    """What money tokens bring."""
    who = found.groupdict().get("who")
    return {"gold": _number(found), "of": f"{f'{who} loots ' if who else ''}{found['tokens']} tokens"}


def _with_gold(found: Found) -> Stated:
    """What somebody can do with so much gold."""
    said = found.groupdict()
    who, what = (
        said.get("who") or "",
        re.sub(r"^(?:buy|get|afford|pay for) (?:the |an? )?", "buys ", said["what"]),
    )
    return {"cannot" if found["no"] else "can": f"{who} {what} with {found['much']} gold".strip()}


def _paid(found: Found) -> Stated:
    """What somebody can pay for: the enhancement of the line, or an item."""
    key = "cannot" if found["no"] else "can"
    if re.fullmatch(_ENHANCEMENT, found["what"], re.IGNORECASE):
        return {key: THE_ENHANCEMENT}
    return _possible("buys {what}")(found)


def _given(found: Found) -> Stated:
    step = f"{found['who']} gives {found['what']} to {found['to']}"
    can = found.groupdict().get("can")
    return {"cannot" if found["no"] else "can": step} if can else {"legal": step}


def _new(found: Found) -> Stated:
    step = _created(found)
    return {"cannot" if found["no"] else "can": step}


def _created(found: Found) -> str:
    is_any = found["class"].casefold() in ("character", "hero", "one", "player")
    name = NEWCOMER if is_any else found["class"]
    return f"new character {name} at level {found['level']}"


def _bounded(found: Found) -> Stated:
    kind = "experience" if re.fullmatch(_XP, found["what"], re.IGNORECASE) else found["what"].casefold()
    kind = {"money": "gold", "perk": "perks", "checkmark": "checkmarks"}.get(kind, kind)
    bound = found["bound"].casefold()
    return {kind: _number(found), "of": found["who"], "bound": _BOUNDS.get(bound, bound)}


def _form(meaning: Callable[[Found], Stated], *parts: str) -> tuple[Regex, Callable[[Found], Stated]]:
    """A sentence as a pattern, with what it states."""
    return Regex("".join(parts), re.IGNORECASE), meaning


_SHAPES = (
    _form(
        _of_tokens,
        rf"(?:{_WHO} (?:gets|gains|receives|earns|has|makes) )?{_MUCH} gold {_FOR_TOKENS}",
    ),
    _form(
        _of_tokens,
        rf"(?:(?:the |these )|{_WHO}'s )?(?P<tokens>\d{{1,3}}) {COINS} ",
        rf"(?:is|are|gives?|brings?|makes?|yields?|=)(?: worth)? {_MUCH} gold",
    ),
    _form(_with_gold, rf"with {_MUCH} gold,? {_WHO} {_CAN} (?P<what>.+)"),
    _form(_with_gold, rf"{_WHO} {_CAN} (?P<what>{_BUY} .+) with {_MUCH} gold"),
    _form(
        _with_gold,
        rf"{_MUCH} gold (?:is|are)(?P<no> not|n't)? enough for {_WHO} (?:to|and) (?P<what>{_BUY} .+)",
    ),
    _form(
        _of("gold_per_token"),
        r"(?:(?:each|every|an?|one) )?(?:coins?|(?:money |loot |gold )?tokens?) ",
        rf"(?:is|are|gives?|brings?)(?: worth)? {_MUCH}(?: gold)?(?: each)?",
    ),
    _form(
        _of("completion_experience"),
        r"(?:(?:we|everybody|everyone|each|you)(?: all)? (?:get|gain|receive)s? )?",
        rf"{_MUCH} (?:bonus )?{_XP} (?:for|from|by) {_WON}(?: (?:the|a) scenario)?",
    ),
    _form(_of("completion_experience"), rf"(?:the )?(?:bonus|completion) {_XP}(?: is| of|:)? {_MUCH}"),
    _form(
        _of("completion_experience"),
        rf"{_WON}(?: (?:the|a) scenario)? (?:gives|brings|earns|is worth) ",
        rf"(?:(?:us|everybody|everyone|each) )?{_MUCH} (?:bonus )?{_XP}",
    ),
    _form(_of("trap_damage"), rf"(?:(?:an?|each|every) )?traps? (?:deals?|does|do) {_MUCH}(?: damage)?"),
    _form(
        _new,
        rf"{_NEW} {_CAN} (?:start|begin|be created|join|come in|be)(?: at| on| as| with)?(?: a)? ",
        r"level (?P<level>[1-9])",
    ),
    _form(
        lambda found: {"can": _created(found)},
        rf"{_NEW} (?:starts?|begins?|joins?|is created)(?: at| on| as| with)?(?: a)? level (?P<level>[1-9])",
    ),
    _form(
        lambda found: {"gold": _number(found), "of": _created(found)},
        rf"{_NEW}(?: at| of| on) level (?P<level>[1-9]) (?:has|starts with|begins with|gets) {_MUCH} gold",
    ),
    _form(_possible(f"buys {SECOND}{{what}}"), rf"{_WHO} {_CAN} {_BUY} {_SECOND} (?P<what>.+)"),
    _form(_paid, rf"{_WHO} {_CAN} (?:pay for|afford) (?:the |an? )?(?P<what>.+)"),
    _form(
        _given,
        rf"{_WHO} (?P<can>{_CAN}) give (?:his |her |its |their |all )*(?:the )?(?P<what>.+?) to ",
        r"(?:the )?(?P<to>.+)",
    ),
    _form(
        _given,
        rf"{_WHO} gives (?:his |her |its |their |all )*(?:the )?(?P<what>.+?) to (?:the )?(?P<to>.+)",
        r"(?P<no>)",
    ),
    _form(_possible("{what}"), rf"{_WHO} {_CAN} (?P<what>.+)"),
    _form(
        _of("new_perks"),
        rf"{_WHO} (?:gets|gains|earns|receives|has earned) ",
        r"(?P<much>\d{1,2}|no|one|two|three|four|a|another) (?:new |more )?perks?",
    ),
    _form(
        _bounded,
        rf"{_WHO} (?:has|owns|now has) (?P<bound>at least|at most|more than|less than|over|under) ",
        rf"(?P<much>\d{{1,4}}) (?P<what>gold|money|{_XP}|perks?|checkmarks?)(?: left| now)?",
    ),
    _form(
        _price("{}"), rf"(?P<what>.+? (?:buys?|sells?|enhances?) .+?) (?:for|costs|brings) {_MUCH}(?: gold)?"
    ),
    _form(_price("sells {}"), rf"(?:the )?(?P<what>[^,]+?) (?:sells?|can be sold) for {_MUCH}(?: gold)?"),
    _form(_price("buys {}"), rf"(?:the )?(?:price of (?:the )?)?(?P<what>[^,]+?) costs? {_MUCH}(?: gold)?"),
    _form(
        _price("buys {}"),
        r"(?:the )?price (?:of|for) (?:the )?(?P<what>(?:(?!\b(?:buys?|sells?|enhances?)\b).)+?) ",
        rf"(?:is|:|=) ?{_MUCH}(?: gold)?",
    ),
    _form(_of("gold"), rf"{_WHO} has (?P<much>no) (?:gold|money)(?: left)?"),
    _form(_of("level"), rf"{_WHO} (?:is|reaches|has|will be)(?: now)?(?: at| of| on)? level (?P<much>\d)"),
    _form(_of("experience"), rf"{_WHO} (?:has|now has) {_MUCH} {_XP}"),
    _form(
        _of("prosperity"),
        r"(?:(?:the )?(?:city|gloomhaven|town)(?:'s)? (?:is|has|is at|reaches|gets to)?(?: at)? ?)?",
        r"(?:the )?prosperity(?: level)?(?: of (?:the city|gloomhaven))?(?: is| at)? (?P<much>\d)",
    ),
    _form(_of("reputation"), r"(?:the )?(?:party's )?reputation is (?P<much>-?\d+)"),
    _form(_of("scenario_level"), r"(?:the )?(?:recommended )?scenario level is (?P<much>\d)"),
)
"""Sentences about the campaign. The first that fits is meant."""
_FIRST = Regex(r"^(?:afterwards|after that|then|now|so|and),? ", re.IGNORECASE)


def said_in_campaign(text: str) -> Stated | None:
    """What a sentence such as `Brute can buy Iron Helmet` says; None for another text."""
    plain = _FIRST.sub("", " ".join(text.replace("’", "'").split()).rstrip(".!"))
    for shape, meaning in _SHAPES:
        if (found := shape.fullmatch(plain)) is not None:
            return meaning(found)
    return None
