"""Takes apart the use of a card as written, `CARD (ability) destroying PRICE on TARGET: arrange the Hall as`.

Clauses may follow the card in any order, each at most once. No card's name contains a word that begins a
clause.
"""

from __future__ import annotations

import re
from functools import cache

import msgspec
from msgspec.structs import replace


class Clauses(msgspec.Struct, frozen=True):
    """What a text says about the use of a card; empty for what it does not say."""

    card: str
    ability: str = ""
    """Words of the ability that is meant."""
    paying: str = ""
    """`destroying` or `discarding`."""
    price: str = ""
    aiming: str = ""
    """`on`, `for`, `against`, `naming`, `sending` or `taking`."""
    target: str = ""
    order: str = ""
    """The new order of the Hall."""
    again: str = ""
    """A second clause of the same kind, as written; such a text has no meaning."""

    @property
    def paid(self) -> str:
        """The clause of the price, as written."""
        return f"{self.paying} {self.price}"

    @property
    def aimed(self) -> str:
        """The clause of the target, as written."""
        return f"{self.aiming} {self.target}"


def clauses_of(text: str) -> Clauses | None:
    """The clauses of a text; None when there is no card before them, or a bracket is never closed."""
    found = _card().fullmatch(text)
    if found is None:
        return None
    said = Clauses(found["card"], found["ability"] or "")
    rest = found["rest"] or ""
    begins = list(_clause().finditer(rest))
    ends = [*(each.start() for each in begins[1:]), len(rest)]
    for begin, end in zip(begins, ends, strict=False):
        said = _with(said, begin, rest[begin.end() : end].strip())
    return said


def _with(said: Clauses, begin: re.Match[str], text: str) -> Clauses:
    if begin["paying"] and not said.paying:
        return replace(said, paying=begin["paying"].casefold(), price=text)
    if begin["moved"] is not None and not said.aiming and (sent := _sent().fullmatch(text)):
        return replace(said, aiming="sending", target=sent["target"])
    if begin["aiming"] and not said.aiming:
        sent = _sent().fullmatch(text)
        aiming = _DOING.get(begin["aiming"].casefold(), begin["aiming"].casefold())
        return replace(said, aiming="sending" if sent else aiming, target=sent["target"] if sent else text)
    if begin["order"] and not said.order:
        return replace(said, order=text)
    return replace(said, again=said.again or f"{begin[0].strip(' ,')} {text}")


_DOING = {
    "to send": "sending",
    "and send": "sending",
    "to take": "taking",
    "and take": "taking",
}

# Compiled when a text asks for them: a check without such a text starts sooner.


@cache
def _card() -> re.Pattern[str]:
    return re.compile(
        r"(?P<card>[^()]+?)(?: \((?P<ability>(?:[^()]|\([^()]*\))+)\))?(?P<rest>(?:" + _BEGINS + r").+)?",
        re.IGNORECASE,
    )


@cache
def _clause() -> re.Pattern[str]:
    return re.compile(_BEGINS, re.IGNORECASE)


@cache
def _sent() -> re.Pattern[str]:
    return re.compile(rf"(?P<target>.+?) {_DOWN}", re.IGNORECASE)


_DOWN = r"(?:goes |is sent )?(?:down|to the bottom(?: of the (?:dungeon )?deck)?)"
_THEN = r"(?:,? and then|,? and|,? then|,|;)"
_BEGINS = (
    rf"(?:{_THEN} (?P<moved>(?:send |put |move )?)(?=[^,;]+? {_DOWN}(?:,|;| and |$))|"
    r"(?:,? (?:and )?(?:(?:by )?(?P<paying>destroying|discarding)"
    r"|(?P<aiming>on|for|against|naming|sending|taking|(?:to|and) (?:send|take)))"
    r"|(?P<order>: (?:re)?arrange the hall as)) )"
)
