"""Questions about a position file with something otherwise: `what if I had X instead of Y?`, `could I beat Z
with one more X?`, `what if I had 6 Z?`
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from tsolve.regex import Regex
from tsolve.written.lexing import NUMBERS

Kind = Literal["instead", "more", "without", "only", "number", "fact", "step", "other"]


class Supposed(NamedTuple):
    """What is supposed, and the question that is left."""

    kind: Kind
    rest: str
    new: str = ""
    """What there would be, what a number counts, or what would be done."""
    old: str = ""
    """What there would not be, or of whom a number is."""
    number: int | None = None
    """How many; 0 for what is said to be missing, None for what may only be unused."""
    more: int = 0
    """1 where the number comes to what there is, -1 where it is taken off."""


_ME = r"(?:i|we|you|one|he|she|they)"
_THE = r"(?:(?:the|an?|my|our|his|her|their|some)\s+)?"
_N = rf"(?P<number>[0-9]{{1,3}}|{'|'.join(NUMBERS)}|an?)"
_HAD = rf"{_ME} (?:would )?(?:also )?(?:had|have|has|held|hold|holds)"
_USED = rf"{_ME} (?:would )?(?:had|have|has|held|hold|holds|used?|uses|took|take)"
_END = r"(?=\s*(?:,|$|\?|\bthen\b))"
_OF = r"(?:instead of|rather than|in place of)"
_TOO = r"(?:\s+(?:too|also|as well|in (?:my|the) hand|besides))*"
_NEW, _OLD = rf"{_THE}(?P<new>.+?)", rf"{_THE}(?P<old>.+?)"
_WHO = r"(?:the )?(?P<old>\S[^,]*?)"
_FEW = r"(?:only|just)"
_MORE, _LESS = r"(?P<more>more|extra|additional)", r"(?P<less>fewer|less)"
_ONE_MORE = r"(?:another|one more|(?:an )?extra|an additional|a second|a third)"
_LACKED = r"(?:did ?n[o']t have|do ?n[o']t have|did not have|do not have|had no|had none of|had not)"
_ON_A_CARD = r"(?:on|with|(?P<drawn>draws?|drew)) (?:an? )?(?P<new>[+-][0-9]|[x×][0-9])(?![\w])"
_PATTERNS: tuple[tuple[Kind, str], ...] = (
    ("instead", rf"(?:(?:if )?{_USED}|with|if there (?:was|were)) {_NEW} {_OF} {_OLD}{_END}"),
    ("instead", rf"if {_ME} (?:replaced?|swap(?:ped)?|exchanged?) {_OLD} (?:with|by|for) {_NEW}{_END}"),
    ("instead", rf"if (?:the|my) (?P<old>\D+?) (?:was|were) an? (?P<new>\D+?){_END}"),
    (
        "only",
        rf"(?:if {_HAD} {_FEW}|if {_ME} {_FEW} (?:had|have|has)|with {_FEW}) {_N} (?P<old>\D+?){_END}",
    ),
    ("without", rf"if {_ME} {_LACKED} {_OLD}{_END}"),
    ("without", rf"without (?:the |my |one |any |a )(?P<old>[^,?]+?){_END}"),
    ("number", rf"(?:if {_HAD}|with) {_N} (?:{_MORE}|{_LESS}) (?P<new>[^\d,]+?){_TOO}{_END}"),
    ("more", rf"(?:(?:if )?{_HAD}|with) {_ONE_MORE} (?P<new>[^\d,]+?){_TOO}{_END}"),
    ("number", rf"if {_HAD} (?P<number>\d{{1,3}}) (?P<new>[^\d,]+?){_END}"),
    ("more", rf"if {_HAD} {_THE}(?P<new>[^,]+?){_TOO}{_END}"),
    (
        "number",
        rf"if (?:the |my |our )?(?P<new>[^\W\d]+(?: [^\W\d]+)?) (?:was|were|is) (?P<number>\d{{1,3}}){_END}",
    ),
    ("fact", rf"if {_WHO} (?:had|has) (?:{_FEW} )?(?P<number>\d{{1,3}}) (?P<new>[^\d,]+?)(?: left)?{_END}"),
    ("fact", rf"if {_WHO} (?:had|has) (?P<new>[a-z]+) (?P<number>\d{{1,3}}){_END}"),
    ("step", rf"(?:if {_ME} )?{_ON_A_CARD}{_END}"),
    ("other", rf"if .+ {_FEW} {_N} (?P<old>[^\d,]+?){_END}"),
    ("step", rf"if {_ME} (?:first |also )?(?P<new>.+?)(?: first)?{_END}"),
    ("other", rf"if (?:the )?(?P<new>[A-Z][^,]*?){_END}"),
)
_SUPPOSES = Regex(r"\bif\b|\binstead of\b|\brather than\b|\bin place of\b", re.I)
_WITH_MORE = Regex(
    rf"\bwith (?:{_ONE_MORE}|{_FEW}|\w+ (?:more|extra|fewer|less))\b|\bwithout (?:the|my|one)\b"
    rf"|\b{_ON_A_CARD}",
    re.I,
)
_LEFT = Regex(r"^(?:(?:and|but|so|then|well)\b[ ,]*)*", re.I)
_IT = Regex(
    r"\W*(?:(?:would|will|does|is) (?:it|that|this)\b.*"
    r"|what(?: (?:then|changes|happens|would happen|about))?|.{0,3})\W*",
    re.I,
)


def supposition(text: str) -> Supposed | None:
    """What a question supposes; of the kind `other` where it is not clear, None where it supposes nothing."""
    line = " ".join(text.split()).strip(" ?!.")
    if not _SUPPOSES.search(line) and not _WITH_MORE.search(line):
        return None
    for kind, pattern in _PATTERNS:
        if found := re.search(rf"\b{pattern}", line, re.I):
            said = found.groupdict()
            more = 1 if said.get("more") else -1 if said.get("less") else 0
            new, old = ((said.get(key) or "").strip() for key in ("new", "old"))
            rest = _rest(f"{line[: found.start()].strip()} {line[found.end() :].strip()}")
            if kind == "fact":
                rest = re.sub(r"\b(?:she|he|they|it)\b", old, rest, count=1, flags=re.I)
            if kind == "step" and re.match(r"[+x×-]", new):
                new = f"draw {new}"
            none = 0 if kind == "without" and found[0].casefold().startswith("if") else None
            return Supposed(kind, rest, new, old, _number(said.get("number")) or none, more)
    return Supposed("other", line) if _SUPPOSES.search(line) else None


def _number(said: str | None) -> int | None:
    if said is None:
        return None
    return int(said) if said.isdigit() else NUMBERS.get(said.casefold(), 1)


def _rest(text: str) -> str:
    """The question that is left: empty where it only asks what then."""
    left = _LEFT.sub("", text.strip(" ,")).strip(" ,")
    left = re.sub(r"^what ?, ", "", left)
    left = re.sub(r"^would (i|we) (?:be able to )?", r"can \1 ", left, flags=re.I)
    left = re.sub(r"^could (?=\S)", "can ", left, flags=re.I)
    left = re.sub(r"^would (.+) be (\S+)$", r"is \1 \2", left, flags=re.I)
    return "" if _IT.fullmatch(left) else left
