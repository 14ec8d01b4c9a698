"""How people say that something can be done, or cannot, and claims as one sentence.

`can do X`, `why can't I do X?` and `X cannot be done` are all about the action `do X`. A game says which
verbs there are; what an action means is left to the readers of steps and questions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from tsolve.diagnostics import quoted
from tsolve.errors import UsageError
from tsolve.regex import Regex
from tsolve.source.decode import FromText, NotUnderstoodError
from tsolve.source.tree import shortened
from tsolve.written.bounds import Bounded, in_reach, without_bound
from tsolve.written.claimed_chance import CHANCE
from tsolve.written.unclear import cannot_be, of_duty, unclear

_ME = r"(?:I|we|you|he|she|they|one|somebody|anybody)"
_PLAINER = (
    (r"^(.+) (?:dies|is dead)$", r"\1 is killed"),
    (r"^(.+) (?:survives|does not die|doesn't die|is not dead)$", r"\1 is not killed"),
    (r"^why not\b", "why can not"),
    (r"^(?:nobody|no one|no player) can\b", "can not"),
    (r"^never can\b", "can not"),
    (r"\b(?:could|may|might)(?=n't\b|not\b|\b)", "can"),
    (r"\b(can|is|are|am)(?:n't|not|'t| never)(?!\w)", r"\1 not"),
    (r"\b(?:it is|it's|is it) possible to\b", "can"),
    (r"\b(?:it is|it's|is it) (?:im|not )possible to\b", "can not"),
    (rf"\b{_ME} (?:am|is|are)( not)? able to\b", r"can\1"),
    (rf"\b{_ME} can\b", "can"),
    (rf"\bcan( not)? {_ME}( not)?\b", r"can\1\2"),
    (r"\bcan( not)? (?:still|also|even)\b", r"can\1"),
)
"""Replacements, applied in this order, that turn all wordings with the same meaning into one."""
_PASSIVE = (
    r"can(?P<no> not)? (?P<what>.+?)(?P<never> not)? be (?P<done>\w+)(?P<rest> .+)?",
    r"(?P<what>.+?) can(?P<no> not)? be (?P<done>\w+)(?P<rest> .+)?(?P<never>)",
)
_DONE = (
    r"(?P<what>.+?) (?:is|are|gets|get|was|were|has been|have been|will be)(?P<no> not)? (?P<done>\w+)"
    r"(?P<rest> .+)?(?P<never>)"
)
_BARELY = (
    r"(?P<what>(?:(?!\b(?:can|cannot|is|are|was|were|been|being|be|has|have|not|never|who|nobody|and|or|no|none|all|any)\b).)+?)"
    r"(?P<no> not)? (?P<done>\w+)(?P<rest>)(?P<never>)"
)
"""What is done, without a verb in between: `Ogre killed`."""
_CAN = r"can(?P<no> not)? (?P<action>.+)"


class Verbs(msgspec.Struct, frozen=True):
    """The verbs of a game, as far as they may stand elsewhere than at the beginning of an action."""

    passive: Mapping[str, str]
    """`done` -> `do`: the action is the verb, then what it is done to."""
    active: Mapping[str, str] = {}
    """`do` -> the action with `{who}` and `{what}` (with a space before it): verbs after the name of who does
    it.
    """
    same: Mapping[str, str] = {}
    """Other words for a verb: `grab` -> `take`."""
    apart: Sequence[str] = ()
    """Verbs that always begin a deed of their own."""


class Saying(msgspec.Struct, frozen=True):
    """An action, and whether the text affirms or denies it."""

    query: str
    holds: bool = True
    can: bool = True
    """Whether the text says that it can be done; else that it is done."""


def read_saying(text: str, verbs: Verbs) -> Saying | None:
    """What a text says about an action; None for any other text."""
    plain = plain_text(text)
    for shape, better in _PLAINER:
        plain = re.sub(shape, better, plain, flags=re.IGNORECASE)
    bare = re.sub("^why ", "", plain, flags=re.IGNORECASE)
    saying = _passive(bare, verbs) or _active(bare, verbs) or _plain(bare) or _own(bare, verbs)
    return replace(saying, holds=False) if saying is not None and bare != plain else saying


def _passive(text: str, verbs: Verbs) -> Saying | None:
    for shape in (*_PASSIVE, _DONE, _BARELY):
        found = re.fullmatch(shape, text, re.IGNORECASE)
        if found is not None and shape is _DONE and (found["rest"] or "").casefold().startswith(" by "):
            return None  # who did it is no part of a claim
        if found is not None and (verb := verbs.passive.get(found["done"].casefold())):
            what = found["what"].removesuffix(":")
            if ": " in what:
                return None  # who says it is no part of the name
            query = f"{verb} {what}{found['rest'] or ''}"
            return Saying(query, not (found["no"] or found["never"]), shape in _PASSIVE)
    return None


def _active(text: str, verbs: Verbs) -> Saying | None:
    known = "|".join(map(re.escape, verbs.active)) or "(?!)"
    for shape in (r"(?P<who>.+?) can(?P<no> not)?", r"can(?P<no> not)? (?P<who>.+?)(?P<never> not)?"):
        found = re.fullmatch(rf"{shape} (?P<verb>{known})(?P<what> .+)?", text, re.IGNORECASE)
        if found is not None and re.match(rf"(?:{known})\b", found["who"], re.IGNORECASE):
            continue  # the action begins there
        if found is not None and found["who"].casefold() != "not":
            template, what = verbs.active[found["verb"].casefold()], found["what"] or ""
            if "{who}{what}" in template and what and not _HOW.match(what):
                return None  # somebody does it to somebody else
            query = template.format(who=found["who"].removesuffix(":"), what=what)
            return Saying(query, not (found["no"] or found.groupdict().get("never")))
    return None


_HOW = Regex(r" (?:to|into|for|by|with|in|on|at|from|this)\b", re.IGNORECASE)
"""What may stand behind a verb that needs nobody else."""


def _plain(text: str) -> Saying | None:
    found = re.fullmatch(_CAN, text, re.IGNORECASE)
    return Saying(found["action"], found["no"] is None) if found is not None else None


def _own(text: str, verbs: Verbs) -> Saying | None:
    """`I take the Lamp`: what the player says to do."""
    nobody = re.fullmatch(_NOBODY, text, re.IGNORECASE)
    found = nobody or re.fullmatch(_OWN, text, re.IGNORECASE)
    said = found["verb"].casefold() if found is not None else ""
    known = dict(zip(verbs.passive.values(), verbs.passive.values(), strict=True)) | dict(verbs.same)
    verb = known.get(said) or known.get(said.removesuffix("s"))
    if found is None or verb is None:
        return None
    return Saying(f"{verb} {found['what']}", found["no"] is None, can=False)


_NOBODY = r"(?:nobody|no one|no player) (?P<no>)(?P<verb>\w+) (?:the )?(?P<what>.+)"
_OWN = rf"{_ME} (?P<no>do not |does not |don't |doesn't )?(?P<verb>\w+) (?:the )?(?P<what>.+)"

_SURELY = Regex(r",? (?:for sure|for certain|certainly|surely|definitely|in any case)$", re.IGNORECASE)
"""Words that a claim may end with: every claim is meant so. In a denial they would be denied, too."""


def plain_text(text: str) -> str:
    """A text with single spaces, plain apostrophes and no sign at its end."""
    plain = " ".join(text.replace("’", "'").split()).rstrip(".!?")
    plain = _ASIDE.sub("", _SAYS.sub("", plain, count=1))
    return plain if re.search(_DENIAL, plain, re.IGNORECASE) else _SURELY.sub("", plain)


OF_ONESELF = r"I (?:win|won|have won|am|get|take|claim|receive|own|score|have \d+ points?)\b"
"""What is about the one who says it."""
_SAYS = Regex(
    r"^(?:[^\W\d_]+ (?:says?|thinks?|claims?|believes?|bets?|is sure)|in my opinion)"
    rf"(?: that |: ?|, | )(?!to )(?!{OF_ONESELF})(?=.)",
    re.IGNORECASE,
)
"""Who says it: that makes no difference to what is said, unless it is about the one who says it."""

LATER = Regex(" (?:afterwards|this turn|by then)$", re.IGNORECASE)
_ASIDE = Regex(
    rf"^(?:then|so|and|but)\b,? |^(?:only|just|exactly) (?=-?\d)|{LATER.pattern}| instead$",
    re.IGNORECASE,
)
"""Words that say no more."""
_DENIAL = r"\b(?:not|cannot|never)\b|n't\b"


C = TypeVar("C")

LONGEST = 300
"""The most characters of a sentence that is read."""

_AFTER = Regex(r"(?P<told>.+?),? \(?after (?:step )?(?P<after>\d+)(?: steps?)?\)?", re.IGNORECASE)
_LIKELY = "(?:chances?|probability|odds)"
_FOR = "(?:to|of|that|for)"
_MY = "(?:(?:a|the|my) )?"
_CHANCES = tuple(
    Regex(shape, re.IGNORECASE)
    for shape in (
        rf"(?P<told>.+) with {_MY}(?:{_LIKELY} (?:of )?)?(?P<chance>{CHANCE})(?: {_LIKELY})?",
        rf"{_MY}(?:best )?{_LIKELY} {_FOR} (?P<told>.+?)(?:[:=]| is| are) ?(?P<chance>{CHANCE})",
        rf"(?:{_ME} ha(?:ve|s) )?{_MY}(?P<chance>{CHANCE})(?: {_LIKELY})? {_FOR}(?: {_ME})? (?P<told>.+)",
        rf"(?P<told>.+) in (?P<chance>{CHANCE})(?: of (?:all |the )?cases)?",
    )
)
"""How the chance of something is said."""
_TOTAL = Regex(
    r"(?:(?:the|an?) )?(?:total |attack value )?(?:of |is )?(?P<total>-?\d+) "
    r"(?:against|vs\.?|versus) (?:the )?(?P<against>.+)",
    re.IGNORECASE,
)
_LEGAL = Regex(
    r"(?P<action>.+) is (?P<no>not legal|illegal|not allowed)|(?P<so>.+) is (?:legal|allowed)", re.I
)
_HAVE = (
    r"(?:(?:I|we|you|it|he|she) )?"
    r"(?:have|has|get|gets|gain|gains|make|makes|earn|earns|win|wins|deal|deals|draw|draws) "
)
_COLON = Regex(r"(?P<kind>\w+): *(?P<what>.+)", re.IGNORECASE)


class WithQuery(FromText, Protocol):
    """A claim about something that a query can ask, too."""

    @property
    def query(self) -> str: ...


D = TypeVar("D", bound=WithQuery)


Template = str | Mapping[str, str]
BY_A_KEY = ", or a key with its value, such as "
"""Before the last example of a claim, which is for files."""


class ClaimWords(msgspec.Struct, frozen=True):
    """How claims of a game are said."""

    amounts: Sequence[str]
    """The kinds of claim that state a number."""
    things: Sequence[str]
    """The kinds that name something, by the verb with which they begin: `beats`, `not_beats`."""
    done: Mapping[str, tuple[str, str]]
    """The verb of an action -> the kind that says that it is done, and the one that denies it (or empty)."""
    verbs: Verbs
    examples: str
    lists: Sequence[str] = ()
    """The kinds that name several things, or nobody."""
    owned: Mapping[str, bool] = {}
    """The kinds that state a number of one of several. True: keys name which one; False: `of` does."""
    rising: Sequence[str] = ()
    """Verbs before a number: who can do so much can do less."""
    further: Sequence[tuple[str, Mapping[str, Template]]] = ()
    """Other sentences as patterns, each with the keys that it stands for; values name groups: `{who}`."""


def read_claim(text: str, type_: type[C], words: ClaimWords) -> C:
    """The claim that a sentence makes. Raises ValueError for any other text, with examples."""
    if len(text) <= LONGEST and (reason := unclear(text, words.verbs.apart)) is not None:
        raise reason
    fields: dict[str, Stated | None] = {}
    told = plain_text(text) if len(text) <= LONGEST else ""
    if found := _AFTER.fullmatch(told):
        told, fields["after"] = found["told"], int(found["after"])
    if found := next(
        filter(None, (shape.fullmatch(told) for shape in _CHANCES if _NUMBERED.search(told))), None
    ):
        told, fields["chance"] = found["told"], found["chance"]
    stated = _plainly(told, words)
    if limited := _bounded(told, type_, words):
        fields["bound"], stated = limited
    elif not stated:
        stated = _said(_deed(told, words.verbs), words)
    elif (unsure := _unsure(told, words)) is not None:
        fields["chance"], stated = "less than 100%", unsure
    with suppress(msgspec.ValidationError):  # a word that this kind of claim does not know
        if stated:
            return msgspec.convert({**fields, **stated}, type_)
    help_ = _denied_instead(told, words) or of_duty(told) or f"write, for example, {words.examples}"
    raise NotUnderstoodError(f'"{shortened(text)}" is no claim', help_)


def _denied_instead(text: str, words: ClaimWords) -> str:
    """What may be meant by a denial of a deed of which no claim denies that it is done."""
    saying = read_saying(text, words.verbs)
    if saying is None or saying.holds or saying.can or saying.query.partition(" ")[0] not in words.done:
        return ""
    return cannot_be(saying.query)


def _plainly(text: str, words: ClaimWords) -> dict[str, Stated]:
    return _stated(text, words) or _further(text, words) or _said(read_saying(text, words.verbs), words)


def _bounded(text: str, type_: type, words: ClaimWords) -> tuple[str | None, dict[str, Stated]] | None:
    """The bound that a sentence states, with what it states of the number; None where it states none."""
    kinds: Sequence[str] = getattr(type_, "bounded", ())
    if not kinds or (found := without_bound(text)) is None:
        return None
    stated = _plainly(found.text, words)
    for kind in stated:
        value = stated[kind]
        numbers = value.values() if isinstance(value, Mapping) else (value,)
        if kind in kinds and found.number in numbers:
            return found.bound or None, stated
        verb = kind.removeprefix("cannot_")
        action = str(value) if verb == kind else f"{verb} {value}"
        if kind.startswith("can") and action.startswith(tuple(f"{verb} " for verb in words.rising)):
            if not found.bound:
                raise _of_exactly(found)
            can, number = in_reach(found, can=kind == "can")
            query = found.replaced(action, str(number)) if number else ""
            return (None, {"can" if can else "cannot": query}) if query else None
    return None


def _of_exactly(said: Bounded) -> NotUnderstoodError:
    """`can have only 8` may deny more, or less; the query alone would ask whether 8 can be had."""
    number = said.number
    help_ = f"write `at most {number}` for what cannot be exceeded, or `at least {number}`"
    return NotUnderstoodError(f"exactly {number} may mean no more or no less", help_, is_final=True)


_NUMBERED = Regex(r"chance|probability|odds|%| in |percent")
"""What each text has that states a chance."""


def _deed(text: str, verbs: Verbs) -> Saying | None:
    """What is done, said by a verb alone: `grab the Lamp`, `grabbing the Lamp`."""
    said, _, what = plain_text(text).partition(" ")
    forms = (said, said.removesuffix("ing"), f"{said.removesuffix('ing')}e", said.removesuffix("s"))
    known = (verbs.same.get(form.casefold(), form.casefold()) for form in forms)
    verb = next((verb for verb in known if verb in verbs.passive.values()), "")
    return Saying(f"{verb} {re.sub('^the ', '', what)}", can=False) if verb and what else None


def _unsure(text: str, words: ClaimWords) -> dict[str, Stated] | None:
    """That something is not certain, which somebody denies who says that it cannot be done for sure."""
    if not (plain := _SURELY.sub("", text)) or plain == text:
        return None
    saying = read_saying(plain, words.verbs)
    if saying is None or saying.holds:
        return None
    return _said(replace(saying, holds=True, can=False), words) or None


def query_of(text: str, type_: type[D], instead: Callable[[D], str]) -> str:
    """The query in a question that may be worded as a claim; the text itself if it is no claim.

    Raises UsageError for a claim without such a query, with what may be asked `instead`.
    """
    try:
        claim = type_.from_text(text)
    except ValueError:
        return text
    if claim.query:
        return claim.query
    told = f"{quoted(text)} is a claim, which `check` judges; why-not asks what can be done"
    raise UsageError(f"{told}: {instead(claim)}")


Stated = str | int | Sequence[str] | Mapping[str, int]
"""What a key of a claim says."""


def _stated(text: str, words: ClaimWords) -> dict[str, Stated]:
    """The claim of a sentence that begins with its kind or with a number."""
    if found := _TOTAL.fullmatch(text):
        return {"total": int(found["total"]), "against": found["against"]}
    amounts = "|".join(map(_spaced, words.amounts))
    shape = rf"(?P<kind>{amounts}):? (?P<much>-?\d+)|(?:{_HAVE})?(?P<many>-?\d+) (?P<what>{amounts})"
    if found := re.fullmatch(shape, text, re.IGNORECASE):
        said = found["kind"] or found["what"]
        (kind,) = (each for each in words.amounts if re.fullmatch(_spaced(each), said, re.IGNORECASE))
        return {kind: int(found["much"] or found["many"])}
    for kind in sorted((*words.things, *words.lists), key=len, reverse=True):
        if found := re.fullmatch(rf"{_spaced(kind)}:? (?:the )?(?P<what>.+)", text, re.IGNORECASE):
            return {kind: _named(found["what"]) if kind in words.lists else found["what"]}
    for kind, is_keyed in words.owned.items():
        if found := re.fullmatch(_OWNED.format(kind=_spaced(kind)), text, re.IGNORECASE):
            who, much = (
                next(filter(None, (found[f"{part}{n}"] for n in "1234"))) for part in ("who", "much")
            )
            return {kind: {who: int(much)}} if is_keyed else {kind: int(much), "of": who}
    if found := _LEGAL.fullmatch(text):
        return {"illegal": found["action"]} if found["no"] else {"legal": found["so"]}
    found = _COLON.fullmatch(text)
    is_deed = found is not None and found["kind"].casefold() in ("legal", "illegal", "can", "cannot")
    return {found["kind"].casefold(): found["what"]} if found is not None and is_deed else {}


def _further(text: str, words: ClaimWords) -> dict[str, Stated]:
    """The claim of a sentence that a game has besides."""
    for pattern, fields in words.further:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            return {key: _filled(value, found) for key, value in fields.items()}
    return {}


def _filled(value: Template, found: re.Match[str]) -> Stated:
    """A value of a claim with the parts of the sentence in it."""
    if isinstance(value, str):
        text = value.format(**found.groupdict())
        return int(text) if text.isdecimal() else text
    named = ((_filled(key, found), _filled(each, found)) for key, each in value.items())
    return {str(key): int(str(each)) for key, each in named}


_OWNED = (
    r"(?:the )?{kind} (?:of )?(?:the )?(?P<who1>.+?):? (?:is |are )?(?P<much1>-?\d+)"
    r"|(?!can\b|cannot\b)(?:the )?(?P<who2>.+?) (?:(?:has|have) )?(?P<much2>-?\d+) {kind}(?: left)?"
    r"|{kind}:? (?P<much3>-?\d+) of (?:the )?(?P<who3>.+)"
    r"|(?!can\b|cannot\b)(?:the )?(?P<who4>.+?) (?:has|have|needs) (?:a )?{kind} (?:of )?(?P<much4>-?\d+)"
)


_BETWEEN = r",\s*(?:and\s+)?(?![^()]*\))|\s+and\s+"
"""Between the things of a list, but not between the numbers of a hex."""


def _spaced(kind: str) -> str:
    """A key as people write it: with spaces, and in the singular."""
    return re.sub("s$", "s?", kind.replace("_", "[_ ]"))


def _named(text: str) -> tuple[str, ...]:
    """The things of `A, B and C`; none for `nobody`."""
    return () if text.casefold() == "nobody" else tuple(re.split(_BETWEEN, text, flags=re.IGNORECASE))


def _said(saying: Saying | None, words: ClaimWords) -> dict[str, Stated]:
    """The claim that an action can be done, or that it is done."""
    if saying is None:
        return {}
    if saying.can:
        return {"can" if saying.holds else "cannot": saying.query}
    verb, _, what = saying.query.partition(" ")
    kinds = words.done.get(verb)
    kind = kinds and kinds[not saying.holds]
    return {kind: what} if kind else {}
