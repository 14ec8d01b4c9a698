"""Ability cards played a second time, plainly, on a bench: a corridor with a monster, its ally and enemies.

Reads the tables beside it, which the ruleset was not made from, and moves by the plain monster turn of
`tests.games.gloomhaven.plain`. Every modifier card is +0, so a number of the outcome is a sum of printed
ones. What stands here is written from the rules alone; it refuses (`UnclearError`) what would leave the
players a choice.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.games.gloomhaven.plain.monster_turn import USUAL, options
from tsolve.games.gloomhaven.board import Board
from tsolve.games.gloomhaven.hexes import Hex, from_offset, offset
from tsolve.games.gloomhaven.monster_situation import EVERYBODY, Aim, Enemy, Ground, Situation

HERE = Path(__file__).parent


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table, by the names of its columns."""
    with (HERE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def listed(cell: str) -> list[Any]:
    """A cell that holds a list; an empty one holds none."""
    found = json.loads(cell or "[]")
    assert isinstance(found, list)
    return found


STATISTICS = table("statistics")
MONSTERS = table("monsters")
ABILITY_CARDS = table("ability_cards")
AREAS = table("areas")


Facts = dict[str, Any]

LENGTH = 16
"""Hexes of the corridor, one column of them."""
START = 5
"""The row where the monster begins."""
AREA = {row["name"]: (row["kind"] == "melee", json.loads(row["hexes"])) for row in AREAS}
LASTING = ("immobilize", "disarm", "stun", "muddle", "invisible", "strengthen", "poison", "wound")


class UnclearError(Exception):
    """The bench leaves a choice, or nothing of the card is seen on it."""


class Body:
    """A figure on the bench."""

    def __init__(self, name: str, row: int, hp: int, most: int, shield: int = 0) -> None:
        self.name, self.row, self.hp, self.most, self.shield = name, row, hp, most, shield
        self.conditions: set[str] = set()
        self.effects: list[str] = []


class Bench:
    """One type of monsters with one ability card."""

    def __init__(self, type_: str, level: int, rank: str, row: dict[str, str], layout: str, gap: int) -> None:
        (stats,) = (
            each
            for each in STATISTICS
            if (each["name"], each["level"], each["rank"]) == (type_, str(level), rank)
        )
        (kind,) = (each for each in MONSTERS if each["name"] == type_)
        self.type, self.level, self.rank = type_, level, rank
        self.card = row
        self.do: list[Facts] = json.loads(row["do"])
        self.move, self.attack = int(stats["move"]), int(stats["attack"])
        self.range, self.targets, self.pierce = (int(stats[key]) for key in ("range", "targets", "pierce"))
        self.apply = stats["attacks_apply"].split()
        self.advantage = stats["advantage"] == "yes"
        self.flying = kind["flying"] == "yes"
        hp = int(stats["hp"])
        self.me = Body(f"{type_} 1", START, hp - min(3, hp - 1), hp)
        self.layout, self.gap = layout, gap
        shield = 1 if self.pierce or '"pierce"' in row["do"] else 0
        self.enemies = [Body("Brute", START + gap, 20, 20, shield)]
        helper = {"close": START + gap + 1, "line": START - 1, "flank": START - (2 if gap == 1 else 1)}[
            layout
        ]
        if layout == "line":
            self.enemies.append(Body("Scoundrel", START + gap + 1, 20, 20, shield))
        elif layout == "flank":
            self.enemies.append(Body("Scoundrel", START - gap, 20, 20, shield))
        self.helper = Body("Helper 1", helper, 6, 10)
        self.elements = dict.fromkeys(self._wanted(self.do), "strong")
        self.begins = dict(self.elements)
        self.focus = ""
        self.struck: list[Body] = []
        self.steps: list[str] = []
        self.seen = self.hits = 0
        self.new: list[Body] = []

    def _wanted(self, do: Any) -> Iterator[str]:
        """The elements that the card consumes; fire for an icon that stands for any."""
        if isinstance(do, dict):
            if "element" in do or isinstance(do.get("consume"), str):
                named = do.get("element") or do["consume"]
                yield "fire" if named == "any" else named
            do = list(do.values())
        if isinstance(do, list):
            for each in do:
                yield from self._wanted(each)

    # where everybody is

    @property
    def bodies(self) -> list[Body]:
        return [*self.enemies, self.me, self.helper, *self.new]

    def steps_between(self, one: Body, other: Body) -> int:
        return abs(one.row - other.row)

    def at(self, row: int) -> Body | None:
        return next((each for each in self.bodies if each.row == row), None)

    # the turn

    def play(self) -> None:
        """Play the card; see `steps` and the bodies for what comes out."""
        for element in self.elements:
            self.elements[element] = "inert"
        do = [each for ability in self.do for each in self._paid(ability)]
        self._find_focus(do)
        for at, ability in enumerate(do):
            self._perform(ability, do[at + 1 :])
        if not self.seen:
            raise UnclearError

    def _paid(self, ability: Facts) -> list[Facts]:
        """An ability with what its consumed elements bring."""
        if isinstance(ability.get("consume"), str):
            return list(ability["then"])
        found = {key: value for key, value in ability.items() if key != "consume"}
        for augment in ability.get("consume", ()):
            for key, value in augment.items():
                if key == "element":
                    continue
                if key.endswith("_replaced_by"):
                    found[key.removesuffix("_replaced_by")] = value
                elif key in ("attack_mod", "heal_mod"):
                    found[key.removesuffix("_mod")] += value
                elif key == "apply":
                    found["apply"] = [*found.get("apply", ()), *value]
                elif key == "range_mod" and "range" in found:
                    found["range"] += value
                else:
                    found[key] = value
        return [found]

    def _find_focus(self, do: list[Facts]) -> None:
        """The focus before the first ability, by its first move and its first attack."""
        attack = next((each for each in do if "attack" in each), None)
        move = next((each for each in do if "move" in each), None)
        names = {option.focus for option in self._options(attack, move)}
        if len(names) != 1:
            raise UnclearError
        (self.focus,) = names
        self.steps.append(f"focus {self.focus}")

    def _options(self, attack: Facts | None, move: Facts | None) -> frozenset[Any]:
        points = max(self.move + move["move"], 0) if move is not None else 0
        gait = "fly" if self.flying else "jump" if move is not None and move.get("jump") else "walk"
        hexes = {from_offset(0, row) for row in range(LENGTH)}
        standing = {each.name: from_offset(0, each.row) for each in self.bodies}
        foes = [each.name for each in self.enemies]
        situation = Situation(
            Ground(Board(hexes, set(), [])),
            standing[self.me.name],
            tuple(Enemy(name, standing[name], (20 + 10 * index,)) for index, name in enumerate(foes)),
            frozenset(standing[name] for name in foes),
            frozenset(standing[each.name] for each in (self.helper, *self.new)),
            points,
            gait,  # type: ignore[arg-type]
            self._aim(attack) if attack is not None else Aim(),
            attack is not None,
            "muddle" not in self.me.conditions,
            self.focus or None,
        )
        return options(situation, USUAL)

    def _aim(self, attack: Facts) -> Aim:
        """Whom the attack reaches. (GH-12.31)"""
        if attack.get("target") == "all_adjacent_enemies":
            return Aim(1, False, EVERYBODY)
        reach, ranged = self.range or 1, self.range > 0
        if "range" in attack:
            reach, ranged = attack["range"], True
        elif "range_mod" in attack:
            reach += attack["range_mod"]
        targets = attack.get("targets", self.targets)
        if attack.get("target") == "all_enemies_in_range":
            return Aim(reach, ranged, EVERYBODY)
        if attack.get("all_attacks_on_one_target"):
            targets = 1
        if "area" not in attack:
            return Aim(reach, ranged, targets)
        melee, hexes = AREA[attack["area"]]
        return Aim(reach, not melee, targets, tuple(Hex(*each) for each in hexes), melee)

    def _perform(self, ability: Facts, later: list[Facts]) -> None:
        for key in ("move", "attack", "heal", "shield", "retaliate", "condition", "push", "suffer"):
            if key in ability:
                getattr(self, f"_{key}")(ability, later)
                return
        if "infuse" in ability:
            element = "fire" if ability["infuse"] == "any" else ability["infuse"]
            self.elements[element] = "strong"
        elif "summon" in ability:
            self._summon(ability)
        elif "until_round_end" in ability:
            self.me.effects.append("attackers have disadvantage")
        else:  # a trap lies beside it, it does not die, there is no money
            assert {"create_trap", "on_death", "loot"} & set(ability), ability
        self.seen += 1

    def _move(self, ability: Facts, later: list[Facts]) -> None:
        attack = next((each for each in later if "attack" in each), None)
        ends = {option.end for option in self._options(attack, ability)}
        if len(ends) != 1:
            raise UnclearError
        (end,) = ends
        row = offset(end)[1]
        went = abs(row - self.me.row)
        self.steps.append(f"move to (0,{row})" if went else "stay")
        self.me.row = row
        self.seen += went > 0

    def _attack(self, ability: Facts, later: list[Facts]) -> None:
        groups = {option.targets for option in self._options(ability, None) if option.targets}
        if len(groups) > 1:
            raise UnclearError
        if not groups:
            return
        (names,) = groups
        targets = sorted((each for each in self.enemies if each.name in names), key=lambda each: each.name)
        self.steps.append(f"attack {' and '.join(each.name for each in targets)}")
        where = self.me.row
        times = self.targets if ability.get("all_attacks_on_one_target") else 1
        for target in [each for each in targets for _ in range(times)]:
            self._attack_one(ability, target, where)
        self.struck += targets
        self.seen += 1

    def _attack_one(self, ability: Facts, target: Body, source: int) -> None:
        value = self.attack + ability["attack"]
        bonus = ability.get("attack_bonus")
        if bonus is not None and self.steps_between(self.helper, target) == 1:
            value += bonus["amount"]
        if "poison" in target.conditions:
            value += 1
        pierce = self.pierce + ability.get("pierce", 0)
        shield = max(target.shield - pierce, 0)
        harm = max(value - shield, 0)
        aim = self._aim(ability)
        near = self.steps_between(self.me, target) == 1
        good = self.advantage or "strengthen" in self.me.conditions
        bad = (aim.is_ranged and near) or "muddle" in self.me.conditions
        self.steps += ["draw +0"] * (2 if good != bad else 1)
        self.hits += 1
        target.hp -= harm
        assert target.hp > 0
        target.conditions |= {each for each in (*ability.get("apply", ()), *self.apply) if each in LASTING}
        self._shift(target, source, ability.get("pull", 0), -1)
        self._shift(target, source, ability.get("push", 0), 1)
        for each in ability.get("per_target_damaged", ()) if harm else ():
            self._perform(each, [])

    def _shift(self, target: Body, source: int, steps: int, sign: int) -> None:
        """Push or pull along the corridor, as far as it is free. (GH-7.3, GH-7.4)"""
        away = (1 if target.row > source else -1) * sign
        for _ in range(steps):
            there = target.row + away
            if self.at(there) is self.me:
                return
            if self.at(there) is not None or not 0 <= there < LENGTH:
                raise UnclearError
            target.row = there

    def _heal(self, ability: Facts, later: list[Facts]) -> None:
        if "range" in ability and "target" not in ability:
            self._heal_most(ability["heal"], ability["range"], ability.get("targets", 1))
            return
        for body in self._whom(ability["target"]):
            self._restore(body, ability["heal"])

    def _heal_most(self, amount: int, reach: int, targets: int) -> None:
        left = [each for each in (self.me, self.helper) if self.steps_between(self.me, each) <= reach]
        for _ in range(targets):
            hurt = [each for each in left if each.hp < each.most]
            most = max((each.most - each.hp for each in hurt), default=0)
            worst = [each for each in hurt if each.most - each.hp == most]
            if len(worst) > 1:
                raise UnclearError
            for each in worst:
                left.remove(each)
                self._restore(each, amount)

    def _restore(self, body: Body, amount: int) -> None:
        healed = min(body.hp + amount, body.most)
        self.seen += healed > body.hp
        body.hp = healed

    def _shield(self, ability: Facts, later: list[Facts]) -> None:
        for body in self._whom(ability.get("target", "self")):
            body.effects.append(f"shield {ability['shield']}")
            self.seen += 1

    def _retaliate(self, ability: Facts, later: list[Facts]) -> None:
        reach = f", range {ability['range']}" if "range" in ability else ""
        self.me.effects.append(f"retaliate {ability['retaliate']}{reach}")
        self.seen += 1

    def _condition(self, ability: Facts, later: list[Facts]) -> None:
        for body in self._whom(ability["target"]):
            body.conditions |= {each for each in ability["condition"] if each in LASTING}
            self.seen += 1

    def _push(self, ability: Facts, later: list[Facts]) -> None:
        for body in self._whom(ability["target"]):
            body.conditions |= set(ability.get("apply", ()))
            self._shift(body, self.me.row, ability["push"], 1)
            self.seen += 1

    def _suffer(self, ability: Facts, later: list[Facts]) -> None:
        for body in self._whom(ability["who"]):
            left = max(body.hp - ability["suffer"], 0)
            body.hp = left
            if not left:
                raise UnclearError
            self.seen += 1

    def _summon(self, ability: Facts) -> None:
        """A normal monster of the type, beside the summoner or the target, as near to an enemy as can be."""
        beside = self._target().row if ability.get("where") else self.me.row
        free = [row for row in (beside - 1, beside + 1) if self.at(row) is None and 0 <= row < LENGTH]
        steps = {row: min(abs(row - each.row) for each in self.enemies) for row in free}
        rows = [row for row in free if steps[row] == min(steps.values())]
        if len(rows) != 1:
            raise UnclearError
        name = ability["summon"]
        (stats,) = (
            each
            for each in STATISTICS
            if (each["name"], each["level"], each["rank"]) == (name, str(self.level), "normal")
        )
        hp = int(stats["hp"])
        if "hit_points" in ability:
            hp = min(hp, self.me.hp)
        number = 2 if name == self.type else 1
        self.new.append(Body(f"{name} {number}", rows[0], hp, hp))

    def _target(self) -> Body:
        """The target of the attack before: of several the focus."""
        for body in self.struck:
            if body.name == self.focus:
                return body
        raise UnclearError

    def _whom(self, word: str) -> list[Body]:
        """The figures that an ability names."""
        me, foes, helpers = self.me, self.enemies, [self.helper, *self.new]

        def within(steps: int, bodies: list[Body]) -> list[Body]:
            return [each for each in bodies if self.steps_between(me, each) <= steps]

        match word:
            case "self":
                return [me]
            case "all_adjacent_enemies":
                return within(1, foes)
            case "one_adjacent_enemy":
                return [each for each in within(1, foes) if each.name == self.focus]
            case "all_enemies_within_2":
                return within(2, foes)
            case "all_enemies_within_3":
                return within(3, foes)
            case "all_enemies_in_range":
                return within(self.range or 1, foes)
            case "all_enemies":
                return foes
            case "all_adjacent_allies":
                return within(1, helpers)
            case "all_allies_within_2":
                return within(2, helpers)
            case "all_allies_in_range":
                return within(self.range or 1, helpers)
            case "self_and_all_allies_within_2":
                return [me, *within(2, helpers)]
            case "all_adjacent_enemies_and_allies":
                return within(1, [*foes, *helpers])
            case "all_allies_and_enemies_adjacent_to_the_target":
                struck = self._target()
                others = [each for each in self.bodies if each is not struck and each is not me]
                return [each for each in others if self.steps_between(struck, each) == 1]
        raise AssertionError(word)
