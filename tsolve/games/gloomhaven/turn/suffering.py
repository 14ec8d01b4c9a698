"""What follows damage: a character may lose cards instead of hit points (GH-11.5, GH-11.6); a figure
without hit points may do something before it leaves the map.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Ability, Attack
from tsolve.games.gloomhaven.ability_parts import Sort
from tsolve.games.gloomhaven.actions import Action, Bear, GiveUp, UseItem
from tsolve.games.gloomhaven.cards import Item
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import images, shifted
from tsolve.games.gloomhaven.simple_abilities import NegateDamage
from tsolve.games.gloomhaven.state import ATTACK_OF, Choice, State, Task, active_of
from tsolve.games.gloomhaven.turn.attack import attack_tasks
from tsolve.games.gloomhaven.turn.deliberation import aim_of
from tsolve.games.gloomhaven.turn.effects import Perform
from tsolve.games.gloomhaven.turn.items import give_ups, must_use, ready_items, step_aside, why_not_aside

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


class Dying(Task, frozen=True):
    """A figure without hit points performs its last abilities, then leaves the map."""

    figure: str
    abilities: tuple[Ability, ...]

    def run(self, play: Play) -> None:
        if not play.state.on_map(self.figure):
            return
        figure = play.edit(self.figure, dying=())
        last: list[Task] = []
        for ability in self.abilities:
            if isinstance(ability, Attack):
                names = _covered(play.book, play.state, figure, ability)
                last += attack_tasks(play, self.figure, ability, names)
            else:
                last.append(Perform(self.figure, ability))
        play.push(*last, Leave(self.figure))


class Leave(Task, frozen=True):
    """A figure without hit points leaves the map."""

    figure: str

    def run(self, play: Play) -> None:
        if play.state.on_map(self.figure):
            play.remove(self.figure)


class LeaveOne(Choice, frozen=True):
    """One card too many of a sort leaves the active area. (GH-10.10)"""

    asks = "say which card leaves: `give up CARD`"
    figure: str
    sort: Sort
    cards: tuple[str, ...]
    most: int
    """How many of the sort may stay."""

    @property
    def asked(self) -> str:
        return self.figure

    def options(self, book: Book, state: State) -> list[Action]:
        active = active_of(state, self.figure, self.sort)
        return [GiveUp(card) for card in self.cards if card in active] if len(active) > self.most else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-10.10", "GH-10.5"

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, GiveUp)
        play.leave_active_area(self.figure, action.card, ("GH-10.10", "GH-10.5"))
        play.end_bonus(self.figure, action.card)


def _covered(book: Book, state: State, figure: Figure, attack: Attack) -> list[str]:
    """Every enemy in the area around a figure, or beside it, that it sees. (GH-6.5)"""
    board = book.board(state)
    area = attack.area
    if area is None and attack.all_in_range:
        hexes = [frozenset(board.within(figure.at, aim_of(book, figure, attack).reach))]
    elif area is None:
        hexes = [frozenset(board.neighbours(figure.at))]
    else:
        hexes = [frozenset(shifted(figure.at, each) for each in image) for image in images(area.hexes)]
    enemies = [
        enemy
        for enemy in state.enemies_of(figure)
        if board.sees(figure.at, enemy.at) and not enemy.has("invisible")
    ]
    return max(([enemy.name for enemy in enemies if enemy.at in each] for each in hexes), key=len)


class BearDamage(Choice, frozen=True):
    """The character suffers the damage, or loses one card in hand or two discarded cards instead."""

    asks = "say whether it takes the damage: `take the damage`, `lose CARD`, or `use ITEM`"
    figure: str
    damage: int
    """The hit points that it would lose, at least 1."""
    rulings: tuple[str, ...]
    why: str

    @property
    def asked(self) -> str:
        return self.figure

    def _ready(self, book: Book, state: State) -> list[Item]:
        """The items that help against this damage."""
        return _against(ready_items(book, state, self.figure, ("damage",)), self.why)

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None or not state.is_up(self.figure):
            return []
        spare = (card for card in held.hand if card not in held.packs)
        ways = [(), *((card,) for card in spare), *combinations(held.discarded, 2)]
        items = self._ready(book, state)
        return [
            *(Bear(way) for way in ways if not any(item.is_forced for item in items)),
            *(UseItem(item.name) for item in items),
            *give_ups(state, self.figure),
        ]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-11.5", "GH-11.6"

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        held = state.cards_of(self.figure)
        if not isinstance(action, Bear) or held is None:
            why_not = why_not_aside(book, state, self.figure, action)
            return why_not or super().refuse(book, state, action)
        items = self._ready(book, state)
        if forced := [item.name for item in items if item.is_forced]:
            return must_use(forced[0])
        why = ("GH-11.5",)
        chosen = [card for card in action.lost if card in held.plays]
        if chosen:
            return f"{chosen[0]} is chosen for the round: neither in hand nor discarded", why
        if len(action.lost) == 1 and action.lost[0] in held.discarded:
            return "one discarded card is not enough: it takes two", why
        pack = next((card for card in action.lost if card in held.packs), "")
        if pack:
            return f"{pack} is a pack, and none is lost for damage", (*why, "GH-11.16")
        there = {*held.hand, *held.discarded}
        missing = next((card for card in action.lost if card not in there), "")
        if missing:
            return f"{missing} is neither in hand nor discarded", why
        return "one card of the hand, or two discarded ones, are lost for damage", why

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseItem):
            play.use_item(self.figure, action.item)
            text = f"takes none of {self.damage} damage ({self.why})"
            play.note("damage", self.figure, ("GH-11.8", "GH-10.3"), text)
            return
        if step_aside(play, self.figure, action, self):
            return
        assert isinstance(action, Bear)
        for card in action.lost:
            play.put_card(self.figure, card, "lost", ("GH-11.5",))
        if action.lost:
            play.note("damage", self.figure, ("GH-11.5",), f"takes none of {self.damage} damage ({self.why})")
        else:
            play.lose_hit_points(self.figure, self.damage, self.rulings, self.why)


class SpareSummon(Choice, frozen=True):
    """A summon suffers damage, or its owner keeps it from that by an item. (GH-10.3, GH-11.8)"""

    asks = "say whether the summon takes the damage: `take the damage`, or `use ITEM`"
    figure: str
    owner: str
    damage: int
    rulings: tuple[str, ...]
    why: str
    by: str
    """For whom a kill counts."""

    @property
    def asked(self) -> str:
        return self.owner

    def _ready(self, book: Book, state: State) -> list[Item]:
        return _against(ready_items(book, state, self.owner, ("summon damage",)), self.why)

    def options(self, book: Book, state: State) -> list[Action]:
        items: list[Action] = [UseItem(item.name) for item in self._ready(book, state)]
        return [Bear(()), *items] if items else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-10.3", "GH-11.8"

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if isinstance(action, Bear):
            return f"{self.figure} is a summon, and no cards are lost for it", ("GH-11.5", "GH-11.2")
        why_not = why_not_aside(book, state, self.owner, action)
        return why_not or super().refuse(book, state, action)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseItem):
            play.use_item(self.owner, action.item)
            text = f"takes none of {self.damage} damage ({self.why})"
            play.note("damage", self.figure, ("GH-11.8", "GH-10.3"), text)
        else:
            play.lose_hit_points(self.figure, self.damage, self.rulings, self.why, self.by)


def _against(items: list[Item], why: str) -> list[Item]:
    """Those of the items that help against damage of this kind."""
    is_attack = why.startswith(ATTACK_OF)
    return [each for each in items if is_attack or NegateDamage(of_attacks=True) not in each.do]
