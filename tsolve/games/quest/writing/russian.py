"""Steps and claims in the language of the rulebook: its verbs and the small words between names, in English.
Names stay as they are: they are read in any language.
"""

from __future__ import annotations

import re

from tsolve.regex import Regex
from tsolve.rules.names import Names

_VERBS = (
    (r"(?:купить|куплю|покупаю|покупает|купил[аи]?|купим)", "buy"),
    (r"(?:повысить|повышаю|повышает|поднять|поднимаю|повышение) уровень", "level up"),
    (r"(?:повышение уровня|улучшить|улучшаю|прокачать|прокачиваю)", "level up"),
    (r"(?:идти|иду|пойти|пойду|войти|вхожу|отправиться|спуститься) (?:в|во|на|к)", "go to"),
    (r"(?:перейти|двигаться|переместиться|ход) (?:в|во|на|к)", "go to"),
    (r"(?:посетить|посещаю|зайти (?:в|во|на))", "visit"),
    (r"(?:дать|даю|отдать|отдаю|вручить|передать|даёт|дает)", "give"),
    (r"(?:сразиться|сражаюсь|сражаться|биться|бой|битва) со?", "battle"),
    (r"(?:напасть на|нападаю на|атаковать|атакую|атака на)", "battle"),
    (r"(?:победить|побеждаю|побеждает|убить|одолеть|победа над)", "defeat"),
    (r"(?:использовать|использую|применить|применяю|потратить)", "use"),
    (r"(?:сыграть|разыграть|разыгрываю|съесть|ем|выпить|пью)", "use"),
    (r"(?:уничтожить|уничтожаю)", "destroy"),
    (r"(?:сбросить|сбрасываю)", "discard"),
    (r"(?:излечить|лечить|вылечить|исцелить|лечу) (?:рану|жетон раны)", "heal a Wound"),
    (r"(?:достичь|достигнуть|дойти до|добраться до)", "reach"),
    (r"(?:завершить|закончить|конец|заканчиваю) ход(?:а)?", "end the turn"),
    (r"(?:пас|пасую|готово|дальше)", "pass"),
)
"""What a step begins with."""
_BETWEEN = (
    (r" до уровня (?=\d)", " to level "),
    (r" (?:до|в) (?=\S)", " to "),
    (r" (?:за|для) (?:\d+ )?золот[ао]$", " for gold"),
    (r" (?:на|для) (?=\S)", " on "),
)
"""Small words behind the first name."""
_CLAIMS = (
    (r"(?:я )?(?:получаю|получу|получает|получит|беру|возьму) (?P<much>\d+ .+)", r"\g<much>"),
    (r"(?:нельзя|не могу|невозможно|не смогу) ", "cannot "),
    (r"(?:можно|могу|смогу|возможно) ", "can "),
    (r"(?P<who>.+) не (?:побежд[её]н[аоы]?|повержен[аоы]?|убит[аоы]?)", r"\g<who> is not defeated"),
    (r"(?P<who>.+) (?:побежд[её]н[аоы]?|повержен[аоы]?|убит[аоы]?)", r"\g<who> is defeated"),
    (r"(?P<much>-?\d+) против (?P<who>.+)", r"\g<much> against \g<who>"),
    (r"(?P<who>.+) (?:побеждает|побеждал[аи]?|победил[аи]?|выиграл[аи]?|выигрывает)", r"\g<who> wins"),
)
_CYRILLIC = Regex("[а-яё]", re.IGNORECASE)
_DUNGEON = Regex(r"(?P<go>go to) подземелье(?: (?P<how>.+))?", re.IGNORECASE)
_LANTERN = Regex(r"\(?(?:с |с помощью )?фонар(?:ь|ём|ем|я)\)?", re.IGNORECASE)


def step_in_english(text: str, names: Names) -> str:
    """A step with the Russian words around its names in English; any other text as it is."""
    if text.isascii() or _CYRILLIC.search(text) is None:
        return text
    for verb, english in _VERBS:
        if (found := re.match(rf"(?:я )?{verb}(?=\s|$)", text, re.IGNORECASE)) is not None:
            return _arranged(english, text[found.end() :].strip(), names)
    return text


def claim_in_english(text: str) -> str:
    """A claim in the same way."""
    if text.isascii() or _CYRILLIC.search(text) is None:
        return text
    for shape, english in _CLAIMS:
        is_start = shape.endswith(" ")
        found = (re.match if is_start else re.fullmatch)(shape, text, re.IGNORECASE)
        if found is not None and is_start:
            return english + step_in_english(text[found.end() :], Names())
        if found is not None:
            return found.expand(english)
    return text


def _arranged(verb: str, rest: str, names: Names) -> str:
    """The verb with what stands behind it; a gift names first what is given, or who gets it."""
    if not rest:
        return verb
    if found := _DUNGEON.fullmatch(f"{verb} {rest}"):
        by_lantern = bool(found["how"]) and _LANTERN.fullmatch(found["how"]) is not None
        if by_lantern or not found["how"]:
            return "enter the Dungeon with Lantern" if by_lantern else "enter the Dungeon"
    if verb == "give":
        words = rest.split()
        for cut in range(1, len(words)):
            first, second = " ".join(words[:cut]), " ".join(words[cut:])
            if names.knows(first) and names.knows(second):
                return f"give {first} to {second}"
    for small, english in _BETWEEN:
        name, _, behind = rest.partition(" ")
        if behind and (found := re.search(small, f" {behind}", re.IGNORECASE)) and not names.knows(rest):
            changed = f" {behind}"[: found.start()] + english + f" {behind}"[found.end() :]
            return f"{verb} {name}{changed}".rstrip()
    return f"{verb} {rest}"
