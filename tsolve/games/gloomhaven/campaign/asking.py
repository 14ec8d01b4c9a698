"""Questions of one line about the numbers of the campaign: prices of enhancements and items, scenario levels,
experience, perks, prosperity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tsolve.games.gloomhaven.campaign.numbers import AreaHex, Numbers, Sticker, Table, load_numbers
from tsolve.games.gloomhaven.campaign.shop import (
    Placed,
    Sum,
    buying_price,
    enhancement_price,
    selling_price,
    some,
)
from tsolve.games.gloomhaven.cards import Card
from tsolve.rules.names import fold
from tsolve.rules.ruleset import Ruleset
from tsolve.written.asking import WorkedOut
from tsolve.written.lexing import NUMBERS

_N = rf"([0-9]{{1,3}}|{'|'.join(NUMBERS)}|an?|jedn\w+)"
_LEVEL = r"(?:level|lvl|poziom(?:u|ie)?)"
_MORE = {"a": 1, "an": 1}


class _Question(NamedTuple):
    """The words that a question has, as patterns on a folded text, and what answers it."""

    has: tuple[str, ...]
    answer: Callable[[_Asked], WorkedOut | None]


class _Asked:
    """A question with the numbers of the campaign."""

    def __init__(self, text: str, ruleset: Ruleset[Card]) -> None:
        self.text, self.ruleset = fold(" ".join(text.split())), ruleset
        self.numbers = load_numbers(ruleset.roots)

    def has(self, pattern: str) -> bool:
        """Whether the text has something of this form."""
        return re.search(pattern, self.text) is not None

    def number(self, *patterns: str) -> int | None:
        """The number at the first of the patterns that fits."""
        for pattern in patterns:
            if found := re.search(pattern, self.text):
                said = found[1]
                return int(said) if said.isdigit() else (NUMBERS | _MORE).get(said, 1)
        return None

    def several(self) -> tuple[int, ...]:
        """The numbers of a list: `6, 4, 4 and 3`."""
        lists = re.findall(r"[0-9](?:(?:\s*(?:,|/|\+|and|i|oraz)\s*|\s+)[0-9])*(?![0-9])", self.text)
        longest = max(lists, key=len, default="")
        return tuple(map(int, re.findall(r"[0-9]", longest)))

    @property
    def table(self) -> Table:
        """The numbers with the usual readings."""
        return Table(self.numbers, self.ruleset.readings(None, {}))


def worked_out(text: str, ruleset: Ruleset[Card]) -> WorkedOut | None:
    """The number of the campaign that a question asks for; None for another question."""
    asked = _Asked(text, ruleset)
    for question in _QUESTIONS:
        if all(map(asked.has, question.has)) and (found := question.answer(asked)) is not None:
            return found
    return None


def _of_sum(found: Sum, text: str, told: tuple[str, ...]) -> WorkedOut:
    """The answer of a sum, row by row."""
    rows = [f"{each.subject or each.note} {_step(each.step, each.before, each.after)}" for each in found.rows]
    rulings = tuple(dict.fromkeys(ruling for each in found.rows for ruling in each.rulings))
    return WorkedOut(text, f"{'; '.join(rows)} = {found.total}", rulings, told)


def _step(step: str, before: int, after: int) -> str:
    if step == "multiply":
        return f"x {after // before if before else 1}"
    return f"{after - before:+d}" if before else str(after)


# enhancements


def _enhancement(asked: _Asked) -> WorkedOut | None:
    sticker = _sticker(asked)
    if sticker is None:
        return None
    level = asked.number(
        rf"{_LEVEL}[- ]*{_N}\b(?! sticker)", rf"\b{_N}(?:st|nd|rd|th)?[-. ]*(?:go |ego )?{_LEVEL}"
    )
    if level is None:
        level = 1
    hexes = asked.number(rf"\b{_N} (?:target |present )?hex") or 1
    there = asked.number(
        rf"\b{_N} (?:\w+ )?(?:stickers?|enhancements?|naklej\w+|ulepsze\w+)\b(?! (?:cost|price|on))"
    )
    there = (
        there if there is not None and asked.has(r"already|there|\bwith\b|has|have|present|juz|before") else 0
    )
    there += asked.has(r"\b(?:second|another|2nd) (?:sticker|enhancement)") and not there
    several = asked.has(_SEVERAL)
    if not (1 <= level <= asked.numbers.highest_level and there < len(asked.numbers.enhancing.earlier)):
        return None
    price = enhancement_price(
        asked.table, Placed(sticker, level, several, sticker_aim(sticker), hexes), there
    )
    on = f"a card of level {level}, {some(there, 'sticker')} there"
    text = f"{sticker.name} on {on}: {price.total} gold."
    if not several and not isinstance(sticker, AreaHex) and sticker.aims_at != "allies":
        doubled = enhancement_price(asked.table, Placed(sticker, level, True, sticker_aim(sticker)), there)
        text += f" {doubled.total} gold if the ability can hit several figures."
    return _of_sum(price, text, (f"{sticker.name} on {on}", "several targets" if several else "one target"))


_SEVERAL = (
    r"\b(?:several|multiple|multi|many|all|two|three|[2-9]) (?:target|enem|figure|adjacent)|\btargets? [2-9]"
)


def sticker_aim(sticker: Sticker | AreaHex) -> str:
    """Whom the ability targets, if the sticker tells it."""
    return "" if isinstance(sticker, AreaHex) else sticker.aims_at


def _sticker(asked: _Asked) -> Sticker | AreaHex | None:
    """The sticker that a question names, in English or Polish; the longest name first."""
    area = asked.numbers.enhancing.area
    if asked.has(r"\b(?:area|target|attack|extra|additional) ?hex|\bhex\b"):
        return area
    named = sorted(asked.numbers.enhancing.stickers, key=lambda each: -len(each.name))
    for each in named:
        if any(asked.has(pattern) for name in (each.name, each.polish) for pattern in _patterns(name)):
            return each
    if asked.has(r"\b(?:fire|ice|air|earth|light|dark|element)\b"):
        return next((each for each in named if each.name == "a given element"), None)
    return None


def _patterns(name: str) -> Iterator[str]:
    """How a sticker may be said: `+1 move`, `+1 to move`, `+1 do ruchu`, `a +1 on the move`."""
    plain = fold(name)
    if not plain.startswith("+1 "):
        yield rf"\b{re.escape(plain[: max(4, len(plain) - 2)])}\w*"
        return
    first, *rest = plain.removeprefix("+1 ").split()
    stem = re.escape(first[: max(3, len(first) - 2)])
    behind = "".join(rf" (?:\w+ )?{re.escape(word[: max(2, len(word) - 2)])}\w*" for word in rest)
    yield rf"\+ ?1 (?:(?:to|on|do|for|the|an?|of) )*{stem}\w*{behind}"


# scenario levels


def _scenario_level(asked: _Asked) -> WorkedOut | None:
    levels = asked.several()
    if not 1 <= len(levels) <= 4 or not all(1 <= each <= asked.numbers.highest_level for each in levels):
        return None
    difficulties = sorted(asked.numbers.difficulties.items(), key=lambda each: -len(each[0]))
    name, change = next((each for each in difficulties if asked.has(rf"\b{each[0]}\b")), ("normal", 0))
    whole = -(-sum(levels) // (2 * len(levels)))
    level = min(max(whole + change, 0), len(asked.numbers.scenario_levels) - 1)
    half = f"{sum(levels) / len(levels) / 2:g}"
    terms = f"({' + '.join(map(str, levels))}) / {len(levels)} / 2 = {half}, rounded up {whole}"
    return WorkedOut(
        f"Scenario level {level}: {_values(asked.numbers, level)}.",
        terms + (f"; {name}: {change:+d}" if change else ""),
        ("GH-15.1", "GH-15.2"),
        (f"characters of levels {', '.join(map(str, levels))}", f"difficulty {name}"),
    )


def _values(numbers: Numbers, level: int) -> str:
    row = numbers.scenario_levels[level]
    return (
        f"monsters of level {row.monster_level}, {row.gold_per_token} gold a money token, traps deal "
        f"{row.trap_damage}, {row.completion_experience} experience for winning"
    )


def _at_level(asked: _Asked) -> WorkedOut | None:
    level = asked.number(rf"{_LEVEL} {_N}\b", rf"\b{_N}(?:st|nd|rd|th)? {_LEVEL}")
    if level is None or level >= len(asked.numbers.scenario_levels):
        return None
    return WorkedOut(
        f"At scenario level {level}: {_values(asked.numbers, level)}.",
        "a row of the table of scenario levels",
        ("GH-15.2",),
        (f"scenario level {level}",),
    )


# characters, the city and the shop


def _experience(asked: _Asked) -> WorkedOut | None:
    numbers = asked.numbers
    if (points := asked.number(r"\b([0-9]{1,3}) (?:xp|experience)")) is not None:
        level = sum(points >= each for each in numbers.experience)
        after = (
            f"; level {level + 1} needs {numbers.experience[level]}" if level < numbers.highest_level else ""
        )
        return WorkedOut(
            f"Level {level}{after}.", _listed(numbers.experience), ("GH-15.4",), (f"{points} experience",)
        )
    level = asked.number(rf"{_LEVEL} {_N}\b", rf"\b{_N}(?:st|nd|rd|th)? {_LEVEL}") or 0
    if not 1 <= level <= numbers.highest_level:
        return None
    needed = numbers.least_experience(level)
    return WorkedOut(
        f"Level {level} needs {needed} experience in all.",
        _listed(numbers.experience),
        ("GH-15.4",),
        (f"a character that reaches level {level}",),
    )


def _listed(steps: Sequence[int]) -> str:
    return f"levels 1 to {len(steps)}: {', '.join(map(str, steps))}"


def _perks(asked: _Asked) -> WorkedOut | None:
    marks = asked.number(rf"\b{_N} (?:battle goal )?(?:check ?marks?|checks|ticks|ptaszk\w+)")
    if marks is None:
        return None
    perks, each = asked.numbers.perks_for(marks), asked.numbers.checkmarks.per_perk
    return WorkedOut(
        f"{some(perks, 'perk')} for {some(marks, 'checkmark')}.",
        f"{marks} / {each}, rounded down, at most {asked.numbers.checkmarks.most_perks}",
        ("GH-15.11",),
        (some(marks, "checkmark"),),
    )


def _prosperity(asked: _Asked) -> WorkedOut | None:
    checks = asked.number(
        rf"\b{_N} (?:prosperity )?(?:checks|check ?marks?|ticks)", rf"prosperity (?:of )?{_N}\b"
    )
    if checks is None:
        return None
    level = asked.numbers.prosperity_level(checks)
    return WorkedOut(
        f"Prosperity level {level}.", _listed(asked.numbers.prosperity), ("GH-15.9",), (f"{checks} checks",)
    )


def _new_character(asked: _Asked) -> WorkedOut | None:
    level = asked.number(rf"{_LEVEL} {_N}\b", rf"\b{_N}(?:st|nd|rd|th)? {_LEVEL}")
    if level is None or not 1 <= level <= asked.numbers.highest_level:
        return None
    each = asked.numbers.new_character_gold
    return WorkedOut(
        f"{each * (level + 1)} gold.",
        f"{each} x ({level} + 1)",
        ("GH-15.5",),
        (f"a new character of level {level}",),
    )


def _price(asked: _Asked) -> WorkedOut | None:
    printed = asked.number(
        r"\b([0-9]{1,3})[- ](?:gold|gp|zl\w*|coins?)", r"(?:costs?|price(?:d)?|worth) ([0-9]{1,3})\b"
    )
    if printed is None:
        return None
    if asked.has(r"\bsel(?:l|ls|ling)\b|\bsold\b|sprzeda"):
        found = selling_price(printed, "an item")
        return _of_sum(found, f"{found.total} gold.", (f"selling an item of {printed} gold",))
    reputation = asked.number(r"reputation (?:of |is |at )?([+-]?[0-9]{1,2})\b", r"\b([0-9]{1,2}) reputation")
    lowered = re.search(r"reputation (?:of |is |at )?-([0-9]{1,2})\b", asked.text)
    reputation = -int(lowered[1]) if lowered else reputation
    limits = asked.numbers.reputation
    if reputation is None or not limits.lowest <= reputation <= limits.highest:
        return None
    found = buying_price(asked.table, reputation, printed, "an item")
    return _of_sum(found, f"{found.total} gold.", (f"an item of {printed} gold at reputation {reputation}",))


_COST = r"\b(?:enhanc\w*|enchant\w*|costs?|price|how much|gold|kosztuje|ile|ulepsz\w*|cena|pay)\b"
_QUESTIONS: tuple[_Question, ...] = (
    _Question(
        (
            _COST,
            r"\bcard|\bkar[tc]|\bsticker|\benhanc|\bnaklej|\bability\b",
            r"[+]\s?1|poison|wound|muddle|immobil|disarm|curse|bless|strengthen|jump|element|hex|fire|ice|air|earth|light|dark",
        ),
        _enhancement,
    ),
    _Question(
        (
            r"(?:scenario|monster|recommended|difficulty)\w* ?(?:level)?|poziom scenariusza",
            r"[1-9]\D+[1-9]|level|party",
            r"party|characters?|heroes|players|levels|level of [1-9]\s*(?:,|/|and)|of [1-9]\s*[,/]",
        ),
        _scenario_level,
    ),
    _Question(
        (r"\bnew (?:\w+ [0-9] )?character|\bcreat\w* .*character|\bstart\w* .*character", r"gold|money"),
        _new_character,
    ),
    _Question(
        (
            r"\btraps?\b|money token|(?:per|a|each) (?:token|coin)|\b(?:coins?|tokens?|scenario|winning)\b",
            _LEVEL,
        ),
        _at_level,
    ),
    _Question((r"\b(?:xp|experience|doswiadczeni\w*)\b", r"\blevel|poziom"), _experience),
    _Question((r"\bperks?\b|profit", r"check|tick|ptaszk"), _perks),
    _Question((r"\bprosperity\b", r"check|tick|level"), _prosperity),
    _Question((r"\breputation\b|\bsel(?:l|ling)\b|\bsold\b", r"gold|gp|cost|price|zl"), _price),
)
"""Each question of the campaign; the first that fits counts."""
