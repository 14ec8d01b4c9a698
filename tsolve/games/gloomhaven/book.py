"""The rules that a position is judged by: map, ability cards, level, and the chosen readings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, TypeVar, cast

import msgspec

from tsolve.engine.probe import Noting, Probe
from tsolve.games.gloomhaven.abilities import Ability, Amount, Attack, Move
from tsolve.games.gloomhaven.monster_turn.noted import Known, NotedDeliberation
from tsolve.games.gloomhaven.monster_turn.situation import Ground, Situation
from tsolve.games.gloomhaven.monster_turn.solver import Deliberation
from tsolve.games.gloomhaven.script import NO_SCRIPT, Script
from tsolve.games.gloomhaven.variants import NONE, Variants

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.actions import Action
    from tsolve.games.gloomhaven.board.board import Board
    from tsolve.games.gloomhaven.board.hexes import Hex
    from tsolve.games.gloomhaven.board.sight import Border, Sight
    from tsolve.games.gloomhaven.cards import Card
    from tsolve.games.gloomhaven.character_cards import CharacterCard
    from tsolve.games.gloomhaven.items import Item
    from tsolve.games.gloomhaven.state import Figure, State
    from tsolve.games.gloomhaven.terrain import Terrain


class Deal(msgspec.Struct, frozen=True):
    """What an ability card tells a type of monsters to do in a round. (GH-12.1)"""

    name: str
    initiative: int | None
    abilities: tuple[Ability, ...]
    ruling: str = ""
    """The ruling of a card of the ruleset; empty for one that the position describes."""
    shuffle: bool = False


PLAIN = Deal("Move +0, Attack +0", None, (Move(Amount(0, True)), Attack(Amount(0, True))))
"""What a summon does every round, and a type of monsters whose ability card nobody names. (GH-11.4)"""

V = TypeVar("V")

REMEMBERED = 20_000
"""How many deliberations are remembered."""


class Book:
    """The rules of one scenario under one set of readings."""

    def __init__(
        self,
        terrain: Terrain,
        readings: Mapping[str, str],
        deals: Mapping[str, Deal],
        level: int = 1,
        characters: int = 2,
        types: Mapping[str, Card] | None = None,
        variants: Variants = NONE,
        cards: Mapping[tuple[str, str], CharacterCard] | None = None,
        ability_decks: Mapping[str, tuple[str, ...]] | None = None,
        script: Script = NO_SCRIPT,
        items: Mapping[tuple[str, str], Item] | None = None,
    ) -> None:
        """The rules of a scenario.

        Args:
            terrain: the map.
            readings: every open point with its option.
            deals: what ability cards say, by the ids that positions use.
            level: the level of the scenario, 0 to 7.
            characters: C of the formulas.
            types: the monsters of the ruleset by their names, for those that are summoned.
            variants: what is played otherwise. (GH-16)
            cards: what characters' cards say, by owner and name.
            ability_decks: the ability cards of every type, where more than a round is played. (GH-2.3)
            script: what the scenario adds: rooms behind doors, events, its end.
            items: what characters' items do, by owner and name. (GH-11.11)
        """
        self.terrain = terrain
        self.readings = readings
        self.deals = deals
        self.level = level
        self.characters = characters
        self.types: Mapping[str, Card] = types or {}
        self.variants = variants
        self.cards: Mapping[tuple[str, str], CharacterCard] = cards or {}
        self.ability_decks: Mapping[str, tuple[str, ...]] = ability_decks or {}
        self.script = script
        self.items: Mapping[tuple[str, str], Item] = items or {}
        self._deliberations: dict[Situation, Deliberation] = {}
        self._found: dict[Hashable, object] = {}
        self._known: dict[Situation, Known] = {}
        """What was worked out while notes were taken, by whomever."""

    def noted_by(self, probe: Probe[State, Action]) -> Book:
        """The same rules, telling the probe what is looked up in them, if it takes notes."""
        if not probe.notes:
            return self
        readings = Noting(self.readings, probe.readings)
        noted = Book(
            self.terrain,
            readings,
            self.deals,
            self.level,
            self.characters,
            self.types,
            self.variants,
            self.cards,
            self.ability_decks,
            self.script,
            self.items,
        )
        noted._known = self._known
        return noted

    @property
    def monster_level(self) -> int:
        """The level of the monsters. (GH-15.2, GH-16.4)"""
        return self.variants.monster_level(self.level)

    @property
    def trap_damage(self) -> int:
        """The damage of a usual trap. (GH-15.2, GH-16.4)"""
        return self.variants.trap_damage(self.level)

    def reads(self, key: str, option: str) -> bool:
        """Whether an interpretation is read so."""
        return self.readings[key] == option

    def board(self, state: State) -> Board:
        """The geometry of the map as its doors stand."""
        return self.board_with(state.shut)

    def board_with(self, shut: frozenset[Hex]) -> Board:
        """The geometry of the map where doors shut these hexes."""
        sight, border = self.readings["sight"], self.readings["map_border"]
        return self.terrain.board(shut, cast("Sight", sight), cast("Border", border))

    def ground(self, state: State, figure: Figure) -> Ground:
        """The terrain as a figure meets it. (GH-12.9, GH-17.18)"""
        own = figure.side if not self.reads("negative_hexes", "every_trap") else None
        traps = (trap.at for trap in state.traps if own is None or trap.by != own)
        return Ground(
            board=self.board(state),
            obstacles=state.obstacles,
            negative=self.terrain.hazards.union(traps),
            difficult=self.terrain.difficult,
        )

    def deliberation(self, situation: Situation) -> Deliberation:
        """How a figure decides in a situation; remembered, for a search comes back to the same ones."""
        if isinstance(self.readings, Noting):
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            return NotedDeliberation(situation, self.readings, self._known.setdefault(situation, {}))
        if situation not in self._deliberations:
            if len(self._deliberations) >= REMEMBERED:
                self._deliberations.clear()
            self._deliberations[situation] = Deliberation(situation, self.readings)
        return self._deliberations[situation]

    def once(self, what: Hashable, work_out: Callable[[], V]) -> V:
        """What is worked out under these rules the first time that it is asked for; again where notes are
        taken.
        """
        if isinstance(self.readings, Noting):
            return work_out()
        if what not in self._found:
            self._found[what] = work_out()
        return cast("V", self._found[what])

    def deal(self, state: State, figure: Figure) -> Deal:
        """What a monster's ability card of this round says, or what a summon does. (GH-2.3, GH-11.4)"""
        for drawn in state.drawn:
            if drawn.group == figure.group:
                return self.deals[drawn.card]
        return PLAIN

    def plays_by(self, state: State, figure: Figure) -> tuple[str, ...]:
        """The rulings by which a monster or a summon plays: its ability card, its statistics, and the rule
        that says so. (GH-11.4, GH-12.1, GH-12.36, GH-12.39)
        """
        cards = (self.deal(state, figure).ruling, f"card.{figure.type}" if figure.type else "")
        rule = {"boss": "GH-12.36", "summon": "GH-11.4"}.get(figure.kind, "GH-12.1")
        ranks = ("GH-12.39",) if figure.type and figure.rank else ()
        alone = ("GH-16.4",) if figure.type and self.variants.solo else ()
        return (*filter(None, cards), rule, *ranks, *alone)
