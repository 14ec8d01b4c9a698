"""Questions about the order of a round: who acts first, last, before somebody. (GH-2.4, GH-12.3)

Answered for a position, or for names with initiatives in the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from tsolve.errors import UsageError
from tsolve.games.gloomhaven.initiative import LAST, RANKS, initiative_of, order_of
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.written.asking import WorkedOut

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.figures import Figure
    from tsolve.games.gloomhaven.position import ScenarioPosition

_VERB = r"(?:act|go|move|come|play|begin|start)(?:e?s)?"
_ASKS = Regex(
    rf"\b{_VERB} (?:first|last|before|after)\b|\bturn order\b|\bwho(?: is|'s) (?:first|last)\b"
    rf"|\bin (?:what|which) order\b|\border of (?:the )?(?:turns?|round|initiative)\b"
    rf"|\b(?:zaczyna|rusza|działa)\b.*\b(?:pierwszy|ostatni)|\bkto (?:pierwszy|ostatni)\b",
    re.I,
)
_LAST = Regex(r"\b(?:last|ostatni\w*)\b", re.I)
_BEFORE = Regex(
    r"\b(?:(?P<one>\S.*?) )?(?:acts?|goes|go|moves?|comes?) (?P<where>before|after) (?P<other>[^?.,]+)", re.I
)
_SAYS = r"(?:(?:has|have|with|at|on|plays?|is|initiative|init|ini)[\s:]*)*"
_NAME = (
    r"(?P<name>(?-i:[A-Z])[^\W\d]*(?:\s+(?-i:[A-Z])[^\W\d]*)*"
    rf"(?:\s+[0-9]{{1,2}}\b(?=[\s,:(]+{_SAYS}[0-9]))?|\b(?:I|me)\b)"
)
_ENDS = r"(?=\s*(?:$|[?!.,;:)]|(?:and|or|vs|but|while|before|after|act|go|move|come|who|i|oraz)))"
_TOLD = Regex(
    rf"(?:the\s+)?{_NAME}[\s,:(]*{_SAYS}"
    rf"(?:(?P<number>[0-9]{{1,2}})(?:\s*/\s*(?P<second>[0-9]{{1,2}}))?{_ENDS}"
    r"|(?P<rest>(?:takes?|doing|does|a|long|\s)*rest(?:s|ing)?\b))",
    re.I,
)
_NO_NAMES = frozenset(
    ("who", "initiative", "in", "what", "which", "does", "if", "with", "when", "the", "and")
)


class _Turn(NamedTuple):
    """A character, or the monsters of a type, and when they act."""

    key: tuple[int, ...]
    """Lower ones act first; equal ones are tied."""
    name: str
    initiative: int
    members: tuple[str, ...]
    """In their order, where these are several."""
    rests: bool = False
    needs_other: bool = False
    """Whether another card of it would decide a tie."""

    @property
    def told(self) -> str:
        return f"{self.called} ({'long rest, ' if self.rests else ''}{self.initiative})"

    @property
    def called(self) -> str:
        """All of them, in their order."""
        return ", ".join(self.members)


def order_in_position(position: ScenarioPosition, question: str) -> WorkedOut | None:
    """Who acts when in the round of a position; None for another question.

    Raises UsageError where an initiative is unknown, with what to write.
    """
    if not _ASKS.search(question):
        return None
    unknown: list[str] = []
    turns = sorted(_turns(position, unknown), key=lambda each: each.key)
    found = _answered(turns, question, ("the order of the round",))
    if found is not None and unknown:
        raise UsageError(f"the order of the round is not known: write {', '.join(unknown)} into the file")
    return found


def _turns(position: ScenarioPosition, unknown: list[str]) -> Iterator[_Turn]:
    """Everybody's turn; for each `unknown` initiative what is to be written."""
    state, book = position.state, position.game.book
    units: dict[str, list[Figure]] = {}
    for figure in state.figures:
        if figure.kind != "object" and state.is_up(figure.name) and not figure.new:
            units.setdefault(figure.owner if figure.kind == "summon" else figure.group, []).append(figure)
    for name, members in units.items():
        leader = next((each for each in members if each.kind != "summon"), members[0])
        number = initiative_of(book, state, leader)
        if number is None:
            where = "characters" if leader.kind == "character" else "ability_cards"
            unknown.append(f"`{where}: {{{name}: {{initiative: 20}}}}`")
        names = tuple(each.name for each in sorted(members, key=_within))
        called = names[0] if len(names) == 1 else name
        is_open = leader.kind == "character" and leader.second is None
        yield _Turn(order_of(book, state, leader), called, number or LAST, names, leader.rests, is_open)


def _within(figure: Figure) -> tuple[bool, int, int]:
    """Summons before their owner, elites before others. (GH-11.3, GH-12.3)"""
    return figure.kind != "summon", RANKS.index(figure.rank), figure.number


def order_told(question: str, monsters: Sequence[str]) -> WorkedOut | None:
    """Who acts when by the initiatives that a question tells; None for another question."""
    if not _ASKS.search(question):
        return None
    known = {squash(name) for name in monsters}
    turns: dict[str, _Turn] = {}
    for found in _TOLD.finditer(question):
        name = found["name"]
        if name.casefold() in _NO_NAMES:
            continue
        called = {"i": "You", "me": "You"}.get(name.casefold(), name)
        number = int(found["number"]) if found["number"] else LAST
        kind = squash(_TYPE.sub("", name))
        is_monster = kind in known or kind.removesuffix("s") in known
        second = int(found["second"] or 0)
        key = number, int(bool(found["rest"])), int(is_monster), second
        turns[called] = _Turn(key, called, number, (called,), bool(found["rest"]), not (is_monster or second))
    if len(turns) < 2:
        return None
    ordered = sorted(turns.values(), key=lambda each: each.key)
    told = "; ".join(each.told for each in ordered)
    return _answered(ordered, question, (f"initiatives: {told}",))


def _answered(turns: Sequence[_Turn], question: str, told: tuple[str, ...]) -> WorkedOut | None:
    tiers = [tuple(tier) for _, tier in groupby(turns, key=lambda each: each.key)]
    compared = _BEFORE.search(question)
    text = _compared(tiers, compared) if compared is not None else _at_the_end(tiers, question)
    order = ", then ".join(" or ".join(each.told for each in tier) for tier in tiers)
    several = any(len(each.members) > 1 for each in turns)
    return WorkedOut(text, order, ("GH-2.4", *(("GH-12.3",) if several else ())), told) if text else None


def _compared(tiers: Sequence[tuple[_Turn, ...]], asked: re.Match[str]) -> str:
    """Whether somebody acts before or after somebody else, or who does; empty where they are not known."""
    where, said = asked["where"].casefold(), asked["one"] or ""
    one, other = _named(tiers, said), _named(tiers, asked["other"])
    if other is None or (one is None and not _WHO.search(said)):
        return ""
    place, _ = other
    if one is None:
        there = tiers[:place] if where == "before" else tiers[place + 1 :]
        names = ", ".join(each.called for tier in there for each in tier)
        return f"{names or 'Nobody'}: {where} {tiers[place][0].called}."
    if one[0] == place and one[1] // 100 != other[1] // 100:
        return f"{_tie(tiers[place])}."
    if one == other:
        return ""
    return "Yes." if (one < other) == (where == "before") else "No."


_WHO = Regex(r"\b(?:who|which|what|everybody|anybody|kto)\b", re.I)


def _named(tiers: Sequence[tuple[_Turn, ...]], said: str) -> tuple[int, int] | None:
    """Where the one who is named last in a text acts: the place in the order, and who of those there."""
    text = squash(said)
    found = []
    for place, tier in enumerate(tiers):
        for number, turn in enumerate(tier):
            for within, name in [*enumerate(turn.members), (0, turn.name), (0, _TYPE.sub("", turn.name))]:
                is_me = name == "You" and re.search(r"\b(?:i|me)\b", said, re.I) is not None
                if squash(name) in text or is_me:
                    found.append((text.rfind(squash(name)), len(name), (place, 100 * number + within)))
    return max(found)[2] if found else None


_TYPE = Regex(r"\s+[0-9]+$")


def _at_the_end(tiers: Sequence[tuple[_Turn, ...]], question: str) -> str:
    is_last = _LAST.search(question) is not None
    tier = tiers[-1] if is_last else tiers[0]
    if len(tier) > 1:
        return f"{_tie(tier)}."
    (turn,) = tier
    who = turn.members[-1 if is_last else 0]
    why = "a long rest, initiative 99" if turn.rests else f"initiative {turn.initiative}"
    return f"{who} {'act' if who == 'You' else 'acts'} {'last' if is_last else 'first'}: {why}."


def _names(tier: Sequence[_Turn]) -> str:
    return " and ".join(each.name for each in tier)


def _tie(tier: Sequence[_Turn]) -> str:
    """What decides between several with the same initiative."""
    tied = f"{_names(tier)} are tied at {tier[0].initiative}"
    if any(each.needs_other for each in tier):
        return (
            f"{tied}: of two characters the one with the lower other card acts first, else the players choose"
        )
    return f"{tied}: the players choose who acts first"
