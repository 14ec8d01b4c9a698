"""The working copy with the decisions that its verbs lead to: whether damage is suffered, what a dying figure
still does, what is behind a door, the abilities of an item.

The verbs are in `play.py`; the decisions wait as tasks, which know the rules of a turn.
"""

from __future__ import annotations

from tsolve.games.gloomhaven.abilities import Ability, Command
from tsolve.games.gloomhaven.ability_parts import Sort
from tsolve.games.gloomhaven.actions import PlayHalf
from tsolve.games.gloomhaven.cards import Origin, Side
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.play import Play
from tsolve.games.gloomhaven.scenario import Happen, OpenDoor, ShutDoor, let_go
from tsolve.games.gloomhaven.simple_abilities import Toward
from tsolve.games.gloomhaven.special_rules import DEPEND_ON, as_ruled
from tsolve.games.gloomhaven.state import Led, Struck
from tsolve.games.gloomhaven.turn.character_action import Printed
from tsolve.games.gloomhaven.turn.command import EndLead, Lead
from tsolve.games.gloomhaven.turn.dooms import EndFreed
from tsolve.games.gloomhaven.turn.escorted import WalkToward
from tsolve.games.gloomhaven.turn.halves import FinishItem, begin_half
from tsolve.games.gloomhaven.turn.reactions import React
from tsolve.games.gloomhaven.turn.sparing import SpareByCard
from tsolve.games.gloomhaven.turn.suffering import BearDamage, Dying, LeaveOne, SpareSummon


class TurnPlay(Play):
    """One action while it is carried out."""

    __slots__ = ()

    def set(self, **changes: object) -> None:
        super().set(**changes)
        if self.state.ruled and not DEPEND_ON.isdisjoint(changes):
            self.state = as_ruled(self.book, self.state)
            if self.book.script.kept_open and "figures" in changes:
                self.push(*(ShutDoor(door) for door in let_go(self.book, self.state)))

    def ask_to_bear(self, name: str, damage: int, rulings: tuple[str, ...], why: str) -> None:
        self.push(BearDamage(name, damage, rulings, why))

    def ask_to_spare(self, name: str, damage: int, rulings: tuple[str, ...], why: str, by: str) -> None:
        self.push(SpareByCard(name, damage, rulings, why, by))

    def ask_owner(self, name: str, damage: int, rulings: tuple[str, ...], why: str, by: str) -> bool:
        owner = self.state.figure(name).owner
        asked = SpareSummon(name, owner, damage, rulings, why, by)
        if not owner or not asked.options(self.book, self.state):
            return False
        self.push(asked)
        return True

    def die_acting(self, name: str, last: tuple[Ability, ...]) -> None:
        self.push(Dying(name, last))

    def perform_item(self, name: str, item: str) -> None:
        facts = self.book.items[name, item]
        origin = Origin(item, despite_stun=facts.despite_stun)
        self.push(Printed(name, facts.do, origin), FinishItem(facts, self.state.performed))
        self.use_item(name, item)

    def let_perform(self, led: Led, command: Command, origin: Origin) -> None:
        self.push(
            Lead(led),
            Printed(led.figure, command.then, origin),
            EndLead(command, led.by, self.state.performed, self.state.called),
        )

    def perform_all(self, name: str, abilities: tuple[Ability, ...], source: str) -> None:
        self.push(Printed(name, abilities, Origin(source)))

    def react(
        self, bearer: Figure, effect: LastingEffect, then: tuple[Ability, ...], dead: Figure | None = None
    ) -> None:
        target = Struck(dead.name, dead.at) if dead is not None else None
        self.push(React(bearer.name, bearer.at, effect, then, target=target))

    def end_freed(self, marks: tuple[LastingEffect, ...]) -> None:
        self.push(EndFreed(marks))

    def choose_one_to_leave(self, owner: str, sort: Sort, cards: tuple[str, ...], most: int) -> None:
        self.push(LeaveOne(owner, sort, cards, most))

    def play_half(self, name: str, card: str, side: Side, basic: bool, rulings: tuple[str, ...]) -> None:
        begin_half(self, name, PlayHalf(card, side, basic), rulings)

    def go_toward(self, name: str, toward: Toward) -> None:
        self.push(WalkToward(name, toward))

    def happen(self, place: int) -> None:
        self.push(Happen(place))

    def open_door(self, door: Hex, who: str) -> None:
        self.push(OpenDoor(door, who))
