"""What was found, as expectations of a puzzle: true under the first reading, not under the second."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tsolve.diagnostics import quoted
from tsolve.model.comparisons import Difference
from tsolve.model.trace import Entry
from tsolve.turns.comparing.verdict import OR, THE_LINE

_ZONES = {"Hand": "hand", "Discard": "discard", "out of the game": "removed"}
_NUMBERS = {"XP": "xp", "Victory Points": "points"}


def expectations(found: Iterable[Difference], rows: Iterable[Entry] = ()) -> str:
    """The differences as `expect:` of a position file; empty where none of them can be written there.

    `rows` are those of the line's calculation that are otherwise under the second reading.
    """
    legal: list[str] = []
    illegal: list[str] = []
    line: dict[str, str] = {}
    after: dict[str, str] = {}
    for each in found:
        if OR in each.before:
            continue  # it hangs on a choice that the line leaves open
        if each.kind == "legality" and each.what == THE_LINE:
            line |= _of_line(each.before)
        elif each.kind == "legality":
            (legal if each.before == "legal" else illegal).append(quoted(each.what))
        elif each.what == "Attack Value of the line":
            line["total"] = each.before
        elif each.before in ("defeated", "not defeated"):
            line["won"] = "true" if each.before == "defeated" else "false"
        else:
            after |= _of_zone(each)
    lines = [f"  legal: [{', '.join(legal)}]"] if legal else []
    lines += [f"  illegal: {{{', '.join(f'{text}: []' for text in illegal)}}}"] if illegal else []
    for name, told in (("line", line), ("after", after)):
        if told:
            lines.append(f"  {name}: {{{', '.join(f'{key}: {value}' for key, value in told.items())}}}")
    calculation = [f"  - {{card: {quoted(row.subject)}, {row.quantity}: {row.change}}}" for row in rows]
    lines += ["  calculation:", *calculation] if calculation else []
    return "\n".join(["expect:", *lines, ""]) if lines else ""


def _of_line(told: str) -> dict[str, str]:
    if told == "legal":
        return {"legal": "true"}
    broken = re.fullmatch(r"step (\d+) is not legal", told)
    return {"legal": "false", "illegal_step": broken[1]} if broken else {}


def _of_zone(each: Difference) -> dict[str, str]:
    zone = each.what.removeprefix("afterwards: ")
    if zone in _NUMBERS:
        return {_NUMBERS[zone]: each.before}
    if zone not in _ZONES:
        return {}
    cards = [] if each.before == "none" else each.before.split(", ")
    return {_ZONES[zone]: quoted(cards)}
