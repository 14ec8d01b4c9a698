"""The numbers in sentences that say why no battle is enough: the best Attack Value, the missing Light, the
loss by a rule.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.errors import IllegalActionError
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.planning.lines import line_answer
from tsolve.games.thunderstone.turn.attack_value import light_need
from tsolve.games.thunderstone.turn.contributions import BattleContext
from tsolve.games.thunderstone.turn.hall import place_name
from tsolve.games.thunderstone.why_not import obstacles as standing
from tsolve.games.thunderstone.why_not.question import Aim
from tsolve.games.thunderstone.why_not.world import World
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry
from tsolve.worlds.possibility import Most

if TYPE_CHECKING:
    from tsolve.games.thunderstone.why_not.battles import Battle, BestBattle


MEASURED: dict[Aim, str] = {
    **dict.fromkeys(("attack", "win", "total"), MEASURES.called("total")),
    **{name: MEASURES.called(name) for name in ("magic", "light")},
    "xp": "XP from a battle",
}
_CHANGED = {
    "health": "Health ",
    **{name: f"{MEASURES.called(name)} " for name in ("attack", "magic", "light")},
}
"""The name of what a row changes, by its quantity; other rows change the Attack Value itself."""


class Numbers:
    """The numbers in the sentences, worked out when needed."""

    def __init__(self, question: Battle, world: World) -> None:
        self.question, self.world = question, world
        self._tables: dict[str, Calculation | None] = {}

    def say_health(self, monster: Card) -> str:
        health, most = self._health(monster)
        if most is None:
            return f"{monster.name} has Health {health}"
        greatest = self._most(self.question.against(monster.id), "total")
        text = "best" if greatest is None or greatest.most == most else "nearest"
        return f"{monster.name} has Health {health}; the {text} Attack Value is {most}"

    def health_in_short(self, monster: Card) -> str:
        health, most = self._health(monster)
        if most is None:
            return ""
        return f"{most} against Health {health}" if most.is_plain else f"Health {health}, against it {most}"

    def _health(self, monster: Card) -> tuple[int | None, Most | None]:
        """The Health of a Monster, and the highest Attack Value against it."""
        best = self._attempt(self.question.against(monster.id))
        table = None if best is None else self._calculated(best)
        return monster.health if table is None else table.against, None if best is None else best.most

    def say_dark(self, monster: Card) -> str:
        text = f"you cannot attack {monster.name} under a Light Penalty"
        world = self._opened
        inside = world.enter("dungeon")
        found = self.question.against(monster.id).best(world, "light")
        if inside is None or found is None:
            return text
        rank = replace(self.question.target, monster=monster.id).places(inside.state)[0]
        need = max(light_need(BattleContext(world.game.book, inside.state, rank)), 0)
        return f"{text}: in {place_name(rank)} it needs Light {need}, the maximum is {found.most}"

    def say_asked(self) -> str:
        aim, wanted = self.question.aim, self.question.at_least
        return f"you ask for {wanted} {MEASURED[aim]}; {self.asked_in_short()}"

    def asked_in_short(self) -> str:
        found = self._most(self.question, self.question.aim)
        return "you can attack nobody" if found is None else f"the maximum is {found.most}"

    def say_penalty(self) -> str:
        rows = [row for row in self._rows() if row.rulings[:1] == ("TS-10.2",) and row.step == "add"]
        if not rows or not rows[-1].change:
            return "each point of the Light Penalty costs 2"
        return f"the {rows[-1].note} takes {-rows[-1].change}"

    def say_rule(self, rule: str) -> str:
        rows = [row for row in self._rows() if rule in row.rulings and row.before != row.after]
        return "".join(
            f" ({_CHANGED.get(row.quantity, '')}{row.before} becomes {row.after})" for row in rows[-1:]
        )

    def _rows(self) -> tuple[Entry, ...]:
        table = self._table(self.question.target.monster)
        return () if table is None else table.rows

    def _table(self, monster: str) -> Calculation | None:
        """The calculation of the highest Attack Value against a Monster, or against any for ""."""
        if monster not in self._tables:
            found = self._most(self.question.against(monster), "total")
            self._tables[monster] = None if found is None else self._calculated(found)
        return self._tables[monster]

    def _calculated(self, found: BestBattle) -> Calculation | None:
        for world in (self.world, self._opened):
            with suppress(IllegalActionError):
                return line_answer(world.game, world.state, found.line)[0].calculation
        return None

    def _most(self, battle: Battle, aim: Aim) -> BestBattle | None:
        """The greatest amount of an aim, even if none of the Monsters can be chosen at present."""
        found = battle.best(self.world, aim)
        return battle.best(self._opened, aim) if found is None else found

    def _attempt(self, battle: Battle) -> BestBattle | None:
        """The battle that lacks least, even if none of the Monsters can be chosen at present."""
        found = battle.attempt(self.world)
        return battle.attempt(self._opened) if found is None else found

    @cached_property
    def _opened(self) -> World:
        """The world in which the Monsters are there and can be chosen."""
        world = self.world
        for obstacle in (*standing.other_turn(world, "dungeon"), *self.question.absence(world)):
            world = obstacle.change(world)
        for monster in self.question.monsters(world):
            for obstacle in standing.shunning(monster, str):
                world = obstacle.change(world)
        return world
