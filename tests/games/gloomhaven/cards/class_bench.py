"""Halves of class cards played a second time, plainly, on a bench: a corridor with an ally and two foes.

Reads the table beside it, which the ruleset was not made from. Every modifier card is +0, so that a number of
the outcome is a sum of printed ones. What stands here is written from the rules alone; it refuses
(`UnclearError`) a half of which it does not know every word.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from typing import Any

from tests.games.gloomhaven.cards.bench import LASTING, UnclearError, table

Facts = dict[str, Any]

CLASS_CARDS = table("class_cards")
LENGTH = 24
START = 9
"""The row in which the character begins; it goes toward higher rows."""
ELEMENTS = ("fire", "ice", "air", "earth", "light", "dark")
CONDITIONS = (*LASTING, "curse", "bless")
HP = {"me": 5, "ally": 3, "foe": 30}
MOST = 40


@dataclass
class Attack:
    """An attack with all that is printed beside it and all that was consumed for it."""

    value: int
    range: int = 0
    targets: int = 1
    all_in_range: bool = False
    pierce: int = 0
    push: int = 0
    pull: int = 0
    conditions: list[str] = field(default_factory=list)

    def read(self, word: str) -> bool:
        """Take in one word behind the value; False for one that is not known."""
        if word in CONDITIONS:
            self.conditions.append(word)
        elif found := re.fullmatch(r"(range|target|pierce|push|pull) (\d+)", word):
            name = "targets" if found[1] == "target" else found[1]
            setattr(self, name, int(found[2]))
        elif found := re.fullmatch(r"range \+(\d+)", word):
            self.range += int(found[1])
        elif found := re.fullmatch(r"\+(\d+)", word):
            self.value += int(found[1])
        elif word == "all in range":
            self.all_in_range = True
        elif not re.fullmatch(r"all adjacent|area .*", word):
            return False
        return True


class ClassBench:
    """One half of a card, played by a character of its class."""

    def __init__(self, row: dict[str, str]) -> None:
        self.row = row
        self.me = row["class"]
        self.ally = "Brute" if self.me != "Brute" else "Tinkerer"
        self.at, self.experience, self.money = START, int(row["xp"] or 0), 0
        self.hp = {self.me: HP["me"], self.ally: HP["ally"]}
        self.rows: dict[str, int] = {}
        self.conditions: dict[str, set[str]] = {}
        self.effects: dict[str, list[str]] = {self.me: [], self.ally: []}
        self.begins: list[str] = []
        self.infused: list[str] = []
        self.summoned: dict[str, int] = {}
        self.says: list[str] = row["says"].split(" | ")
        self.steps: list[str] = [f"play {row['side']} of {row['name']}"]
        if any(part.startswith("?") for part in self.says) or row["slots"]:
            raise UnclearError("not all of it is told")
        self.ends_at = START + sum(int(each[5]) for each in self.says if each.startswith("move "))
        self.has_foes = any(is_at_foes(each) for each in self.says)
        if self.has_foes:
            self._place_foes()
        for part in self.says:
            self._perform(part)
        if len(self.steps) == 1:
            raise UnclearError("nothing of it is seen")
        self.steps.append("end turn")

    def _place_foes(self) -> None:
        """The first foe as far as the first ability reaches, a second one before it where two are meant."""
        before, first = 0, ""
        for each in self.says:
            if is_at_foes(each):
                first = each
                break
            before += int(each[5]) if each.startswith("move ") else 0
        base, texts = augments_of(first)
        attack = attack_of(base, texts) if base.startswith("attack") else None
        near = re.search(r"within (\d+)", first)
        reach = max(attack.range, 1) if attack else int(near[1]) if near else 1
        row = START + before + reach
        if attack and reach > 1 and (attack.targets > 1 or attack.all_in_range):
            self.rows = {"Foe 1": row, "Foe 2": row - 1}
        else:
            self.rows = {"Foe 1": row}
        for name in self.rows:
            self.hp[name] = HP["foe"]

    def _perform(self, part: str) -> None:
        base, texts = augments_of(part)
        if found := re.fullmatch(r"move (\d+)(, jump)?", base):
            self._no(texts)
            self.at += int(found[1])
            if any(row <= self.at for row in self.rows.values()):
                raise UnclearError("somebody is in the way")
            self.steps.append(f"move to (0,{self.at})")
        elif re.match(r"attack \d", base):
            self._attack(attack_of(base, texts, self))
        elif found := re.fullmatch(r"infuse (\w+)", base):
            self._infuse(found[1])
        elif found := re.fullmatch(r"loot (\d)", base):
            self.money += 1
            self.steps.append(f"do {base}")
        elif found := re.fullmatch(r"heal (\d+), (.*)", base):
            amount = int(found[1])
            for text in texts:
                amount += self._pay_simple(text)
            self._heal(amount, found[2])
        elif found := re.fullmatch(r"(shield|retaliate) (\d+)(, range \d+)?", base):
            amount = int(found[2])
            for text in texts:
                amount += self._pay_simple(text)
            told = f"{found[1]} {amount}{found[3] or ''}"
            self.steps.append(f"do {told}")
            self.effects[self.me].append(told)
        elif base == "attackers have disadvantage this round":
            self.steps.append(f"do {base}")
            self.effects[self.me].append("attackers have disadvantage")
        elif found := re.fullmatch(r"summon ([A-Z][\w ]*) \(hp (\d+).*\)", base):
            self.steps.append(f"summon in (0,{self.at - 1})")
            self.summoned[found[1]] = int(found[2])
            self.rows[found[1]] = self.at - 1
            self.hp[found[1]] = int(found[2])
        elif re.fullmatch(r"trap \d+ damage(, \w+)?", base):
            self.steps.append(f"put at (0,{self.at - 1})")
        elif found := re.fullmatch(r"xp (\d)", base):
            self.experience += int(found[1])
        elif texts and not base:
            self._consumed(texts)
        else:
            self._affect(base)

    def _no(self, texts: list[tuple[list[str], list[str]]]) -> None:
        if texts:
            raise UnclearError("a consumed element changes it")

    def _consumed(self, texts: list[tuple[list[str], list[str]]]) -> None:
        """Abilities that are performed for consumed elements."""
        ((elements, then),) = texts
        self.pay(elements)
        for each in then:
            self._perform(each)

    def pay(self, elements: list[str]) -> None:
        taken = []
        for element in elements:
            if element == "any":
                element = next(each for each in ELEMENTS if each not in self.begins)
            if element not in self.begins:
                self.begins.append(element)
            taken.append(element)
        self.steps.append(f"consume {' and '.join(taken)}")

    def _pay_simple(self, text: tuple[list[str], list[str]]) -> int:
        """An element for a greater number, perhaps with experience; what it adds."""
        elements, words = text
        self.pay(elements)
        more = 0
        for word in words:
            if found := re.fullmatch(r"\+(\d+)", word):
                more += int(found[1])
            elif found := re.fullmatch(r"xp (\d)", word):
                self.experience += int(found[1])
            else:
                raise UnclearError(word)
        return more

    def _infuse(self, element: str) -> None:
        if element == "any":
            element = next(each for each in ELEMENTS if each not in self.begins)
            self.steps.append(f"infuse {element}")
        self.infused.append(element)

    def _attack(self, attack: Attack) -> None:
        reach = max(attack.range, 1)
        there = sorted(
            (abs(row - self.at), name) for name, row in self.rows.items() if name.startswith("Foe")
        )
        near = [name for distance, name in there if distance <= reach]
        if not near:
            raise UnclearError("nobody is within range")
        if not attack.all_in_range and len(near) > attack.targets:
            raise UnclearError("which of them it is is a choice")
        near.sort()
        self.steps.append(f"attack {' and '.join(near)}")
        for name in near:
            distance = abs(self.rows[name] - self.at)
            self.steps += ["draw +0"] * (2 if attack.range and distance == 1 else 1)
            poison = "poison" in self.conditions.get(name, ())
            self.hp[name] -= max(attack.value + poison - max(1 - attack.pierce, 0), 0)
            self._give(name, attack.conditions)
            if attack.push and (len(near) > 1 or attack.pull):
                raise UnclearError("who is pushed first")
            if attack.push:
                self.rows[name] += attack.push
                self.steps.append(f"push to (0,{self.rows[name]})")
            elif attack.pull and distance > 1:
                if len(near) > 1:
                    raise UnclearError("who is pulled first")
                self.rows[name] -= min(attack.pull, distance - 1)
                self.steps.append(f"pull to (0,{self.rows[name]})")

    def _heal(self, amount: int, whom: str) -> None:
        if whom == "self":
            self.steps.append(f"do heal {amount}, self")
            self.hp[self.me] += amount
        elif found := re.fullmatch(r"range (\d+)(?:, target (\d))?", whom):
            if self.ends_at - self.at >= int(found[1]):
                raise UnclearError("the ally is out of range")
            self.steps.append(f"heal {self.ally}")
            self.hp[self.ally] += amount
            if found[2]:
                self.steps.append(f"heal {self.me}")
                self.hp[self.me] += amount
        elif whom in ("all adjacent allies", "all allies"):
            self.steps.append(f"do heal {amount}, {whom}")
            self.hp[self.ally] += amount
        elif whom == "one adjacent ally":
            self.steps.append(f"choose {self.ally}")
            self.hp[self.ally] += amount
        else:
            raise UnclearError(whom)

    def _affect(self, base: str) -> None:
        """Conditions, bonuses and damage without an attack."""
        what, _, whom = base.partition(", ")
        names = self._affected(whom)
        given = what.split(" and ")
        one = whom.startswith("one ")
        if base == "suffer 2, self":
            self.hp[self.me] -= 2
        elif set(given) <= set(CONDITIONS):
            self.steps.append(f"choose {names[0]}" if one else f"do {base}")
            for name in names:
                self._give(name, given)
        elif re.fullmatch(r"(shield|retaliate) \d+", what):
            self.steps.append(f"choose {names[0]}" if one else f"do {base}")
            for name in names:
                self.effects[name].append(what)
        elif found := re.fullmatch(r"push (\d)", what):
            self.steps.append(f"choose {names[0]}" if one else f"do {base}")
            for name in names:
                self.rows[name] += int(found[1])
                self.steps.append(f"push to (0,{self.rows[name]})")
        else:
            raise UnclearError(base)

    def _affected(self, whom: str) -> list[str]:
        foes = [name for name in self.rows if name.startswith("Foe")]
        found = re.fullmatch(
            r"(self and )?(?:(?:all|one) (adjacent )?(enem(?:y|ies)|all(?:y|ies)))(?: within (\d+))?", whom
        )
        if whom == "self":
            return [self.me]
        if not found:
            raise UnclearError(whom)
        myself = [self.me] if found[1] else []
        if found[3].startswith("all"):
            return [*myself, self.ally]
        reach = 1 if found[2] else int(found[4] or 99)
        names = [name for name in foes if abs(self.rows[name] - self.at) <= reach]
        if not names or (whom.startswith("one") and len(names) > 1):
            raise UnclearError(whom)
        return [*myself, *names]

    def _give(self, name: str, conditions: list[str]) -> None:
        self.conditions.setdefault(name, set()).update(each for each in conditions if each in LASTING)

    def puzzle(self, other: str) -> Facts:
        """The puzzle that plays it, with what has come out."""
        me, name = self.me, self.row["name"]
        stays = self.row["lasts"] in ("round", "persistent")
        place = "active" if stays else "lost" if self.row["lost"] else "discarded"
        level = 9
        elements = dict.fromkeys(sorted({*self.begins, *self.infused}), "inert")
        elements.update(dict.fromkeys(self.infused, "strong"))
        foes = {
            each: {
                "at": [0, row],
                "hp": HP["foe"],
                "stats": {"hp": HP["foe"], "move": 0, "attack": 0, "shield": 1},
            }
            for each, row in self.first_rows.items()
        }
        line: Facts = {
            "legal": True,
            "hit_points": self.hp,
            "places": {me: [0, self.at], **{each: [0, row] for each, row in self.rows.items()}},
            "conditions": {
                each: sorted(self.conditions.get(each, ())) for each in self.hp if each not in self.summoned
            },
            "effects": {each: sorted(told) for each, told in self.effects.items()},
            "experience": {me: self.experience},
            "money": {me: self.money},
        }
        for each in ("lost", "discarded", "active"):
            cards = sorted([*([name] if each == place else []), *([other] if each == "discarded" else [])])
            line[each] = {me: cards}
        if elements:
            line["elements"] = elements
        found: Facts = {
            "game": "gloomhaven",
            "title": f"The {self.row['side']} half of {name}, played on the bench",
            "about": [f"card.{id_of(name)}"],
            "map": {"size": f"1 x {LENGTH}", "hexes": [[1, self.ends_at]]},
            "turn": me,
            "characters": {
                me: {
                    "at": [0, START],
                    "level": level,
                    "hp": HP["me"],
                    "max_hp": MOST,
                    "plays": [name, other],
                },
                self.ally: {"at": [1, self.ends_at], "level": level, "hp": HP["ally"], "max_hp": MOST},
            },
            "monsters": foes,
            "modifiers": {me: {"rest": ["12 x +0"]}},
            "line": self.steps,
            "expect": {"line": line},
        }
        if self.begins:
            found["elements"] = dict.fromkeys(sorted(self.begins), "strong")
        if self.money:
            found["money"] = [[0, self.at - 1]]
        if not foes:
            del found["monsters"]
        return found

    @property
    def comment(self) -> str:
        """Where the expected values come from."""
        says = ", then ".join(self.says)
        told = (
            f"By the second player of tests/games/gloomhaven/cards/class_bench.py; every card is +0: {says}."
        )
        return "\n# ".join(textwrap.wrap(told, 120))

    @property
    def first_rows(self) -> dict[str, int]:
        """Where the foes stood in the beginning."""
        again = object.__new__(ClassBench)
        again.says, again.rows, again.hp = self.says, {}, {}
        if self.has_foes:
            again._place_foes()
        return again.rows


def is_at_foes(part: str) -> bool:
    """Whether an ability needs foes."""
    return bool(re.match(r"attack \d|.*enem", part))


def id_of(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def augments_of(part: str) -> tuple[str, list[tuple[list[str], list[str]]]]:
    """An ability without its consumed elements, and these with what each brings."""
    found = re.split(r" ?with ((?:\w+)(?: and \w+)*) \(", part)
    base, texts = found[0], []
    for elements, rest in zip(found[1::2], found[2::2], strict=True):
        words = rest.strip()
        if not words.endswith(")"):
            raise UnclearError(part)
        words = words.removesuffix(")")
        split = "; " if not base else ", "
        if not base and split not in words and re.fullmatch(r".*\(.*", words):
            raise UnclearError(part)
        texts.append((elements.split(" and "), words.split(split)))
    return base.strip(), texts


def attack_of(base: str, texts: list[tuple[list[str], list[str]]], bench: ClassBench | None = None) -> Attack:
    """An attack with all its consumed elements; the bench pays for them."""
    value, *words = words_of(base)
    attack = Attack(int(value.removeprefix("attack ")))
    for word in words:
        if not attack.read(word):
            raise UnclearError(word)
    for elements, more in texts:
        if bench is not None:
            bench.pay(elements)
        for word in more:
            if found := re.fullmatch(r"xp (\d)", word):
                if bench is not None:
                    bench.experience += int(found[1])
            elif not attack.read(word):
                raise UnclearError(word)
    return attack


def words_of(base: str) -> list[str]:
    """The words of an ability, at the commas outside brackets."""
    return re.split(r", (?![^()]*\))", base)
