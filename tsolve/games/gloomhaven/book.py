"""The rules that a position is judged by: map, level, cards, scenario, and the chosen readings. (GH-14)

Among them are the statistics of monsters by level, rank and number of characters (GH-12.36, GH-12.39). What
the scenario adds is its `script`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar, cast

import msgspec

from tsolve.engine import Noting, Probe
from tsolve.games.gloomhaven.abilities import Ability, Attack, Move
from tsolve.games.gloomhaven.ability_parts import Amount
from tsolve.games.gloomhaven.cards import (
    BASIC,
    NONE,
    Card,
    CharacterCard,
    Item,
    Statistics,
    Variants,
    basic_with,
    value,
)
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.figures import Figure, Profile, Rank
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.lasting import is_unhindered
from tsolve.games.gloomhaven.monster_situation import Ground, Situation
from tsolve.games.gloomhaven.monster_solver import Deliberation, Known
from tsolve.games.gloomhaven.script import NO_SCRIPT, Script
from tsolve.games.gloomhaven.state import NO_EDGES, State, Task

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsolve.games.gloomhaven.actions import Action
    from tsolve.games.gloomhaven.board import Board, Terrain
    from tsolve.games.gloomhaven.sight import Border, Sight
    from tsolve.rules.ruleset import Ruleset


class Deal(msgspec.Struct, frozen=True):
    """What an ability card tells a type of monsters to do in a round. (GH-12.1)"""

    name: str
    initiative: int | None
    abilities: tuple[Ability, ...]
    ruling: str = ""
    """The ruling of a card of the ruleset; empty for one that the position describes."""
    shuffle: bool = False


PLAIN = Deal("Move +0, Attack +0", None, (Move(Amount(0, True)), Attack(Amount(0, True))))
"""What a summon does every round, and a type of monsters whose ability card is not given. (GH-11.4)"""

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
        types: Callable[[], Mapping[str, Card]] = dict,
        variants: Variants = NONE,
        cards: Mapping[tuple[str, str], CharacterCard] | None = None,
        ability_decks: Mapping[str, tuple[str, ...]] | None = None,
        script: Script = NO_SCRIPT,
        items: Mapping[tuple[str, str], Item] | None = None,
        modifiers: frozenset[str] = frozenset(),
    ) -> None:
        """The rules of a scenario.

        Args:
            terrain: the map.
            readings: every open point with its option.
            deals: what ability cards say, by the ids that positions use.
            level: the level of the scenario, 0 to 7.
            characters: C of the formulas.
            types: gives the monsters of the ruleset by their names, for those that are summoned.
            variants: what is played otherwise. (GH-16)
            cards: what characters' cards say, by owner and name.
            ability_decks: the ability cards of every type, where more than a round is played. (GH-2.3)
            script: what the scenario adds: rooms behind doors, events, its end.
            items: what characters' items do, by owner and name. (GH-11.11)
            modifiers: the modifier cards of all decks, each once.
        """
        self.terrain = terrain
        self.readings = readings
        self.deals = deals
        self.level = level
        self.characters = characters
        self._types = types
        self.variants = variants
        self.cards: Mapping[tuple[str, str], CharacterCard] = cards or {}
        self.ability_decks: Mapping[str, tuple[str, ...]] = ability_decks or {}
        self.script = script
        self.items: Mapping[tuple[str, str], Item] = items or {}
        self.modifiers = modifiers
        self._deliberations: dict[Situation, Deliberation] = {}
        self._found: dict[Hashable, object] = {}
        self._printed: dict[Hashable, object] = {}
        """What follows from cards and items alone, shared with the same rules that take notes."""
        self._known: dict[Situation, Known] = {}
        """What was found about situations, shared with the same rules that take notes."""
        self._asked: tuple[object, ...] = ()
        self._options: tuple[Task | None, State | None, Sequence[Action], Mapping[str, str]]
        self._options = None, None, (), {}
        """The last decision that was asked for, with its options and the readings that they looked up."""
        self._last: tuple[Deliberation, Mapping[str, str]] | None = None
        """The last deliberation that was asked for, with the readings that its situation looked up."""

    def noted_by(self, probe: Probe[State, Action]) -> Book:
        """The same rules, which report every look-up to the probe if it takes notes."""
        if not probe.notes:
            return self
        noted = self._with(Noting(self.readings, probe.readings), self.cards)
        noted._known = self._known
        noted._printed = self._printed
        return noted

    def without_other_cards(self, cards: Collection[tuple[str, str]]) -> Book:
        """The same rules for a round in which only these cards, by owner and name, may be played."""
        return self._with(
            self.readings, {key: card for key, card in self.cards.items() if key in cards or card.pack}
        )

    def _with(self, readings: Mapping[str, str], cards: Mapping[tuple[str, str], CharacterCard]) -> Book:
        return Book(
            self.terrain,
            readings,
            self.deals,
            self.level,
            self.characters,
            self._types,
            self.variants,
            cards,
            self.ability_decks,
            self.script,
            self.items,
            self.modifiers,
        )

    @cached_property
    def packs(self) -> Mapping[str, tuple[str, ...]]:
        """The packs that may be given, by what they are called. (GH-11.16)"""
        found: dict[str, dict[str, None]] = {}
        for (_, name), card in self.cards.items():
            if card.pack:
                found.setdefault(card.pack, {})[name] = None
        return {pack: tuple(names) for pack, names in found.items()}

    @cached_property
    def types(self) -> Mapping[str, Card]:
        """The monsters of the ruleset by their names."""
        return self._types()

    @property
    def monster_level(self) -> int:
        """The level of the monsters. (GH-15.2, GH-16.4)"""
        return self.variants.monster_level(self.level)

    @property
    def trap_damage(self) -> int:
        """The damage of a usual trap. (GH-15.2, GH-16.4)"""
        return self.variants.trap_damage(self.level)

    def printed(self, kind: type[V]) -> Sequence[V]:
        """The abilities of this kind on the cards and items of characters, those inside others too."""
        told = (self.cards, self.items)
        return self.as_printed(
            ("kind", kind), lambda: [each for each in things_in(told) if isinstance(each, kind)]
        )

    def reads(self, key: str, option: str) -> bool:
        """Whether this option is chosen for an open point."""
        return self.readings[key] == option

    def board(self, state: State) -> Board:
        """The geometry of the map as its doors stand."""
        return self.board_with(state.shut, state.walled)

    def board_with(self, shut: frozenset[Hex], walled: frozenset[tuple[Hex, Hex]] = NO_EDGES) -> Board:
        """The geometry of the map where doors shut these hexes, and these edges."""
        sight, border = self.readings["sight"], self.readings["map_border"]
        return self.terrain.board(shut, cast("Sight", sight), cast("Border", border), walled)

    def ground(self, state: State, figure: Figure) -> Ground:
        """The terrain as a figure meets it. (GH-12.9, GH-17.18)"""
        own = figure.side if not self.reads("negative_hexes", "every_trap") else None
        traps = frozenset(trap.at for trap in state.traps if own is None or trap.by != own)
        return Ground(
            board=self.board(state),
            obstacles=state.obstacles,
            negative=traps if is_unhindered(figure, "hazardous") else self.terrain.hazards | traps,
            difficult=self.difficult_for(figure),
        )

    def difficult_for(self, figure: Figure) -> frozenset[Hex]:
        """The hexes of difficult terrain, as a figure meets it. (GH-1.9)"""
        return frozenset[Hex]() if is_unhindered(figure, "difficult") else self.terrain.difficult

    def deliberation(self, situation: Situation) -> Deliberation:
        """How a figure decides in a situation; cached, since a search meets the same situations again."""
        found = self._deliberations.get(situation)
        if found is None:
            for kept in (self._deliberations, self._known):
                if len(kept) >= REMEMBERED:
                    kept.clear()
            known = self._known.setdefault(situation, {})
            found = Deliberation(situation, self.readings, known)
            if not isinstance(self.readings, Noting):  # else what it looks up to begin is noted each time
                self._deliberations[situation] = found
        return found

    def decided_on(
        self, state: State, about: tuple[object, ...], situation: Callable[[], Situation]
    ) -> Deliberation:
        """How a figure decides in a position. `about`: what else the situation depends on.

        The engine asks for one decision several times in a row (who acts, what is legal, what follows), so
        the last one is kept.
        """
        lie = state.figures, state.drawn, state.doors, state.traps, state.obstacles
        asked = *lie, state.focus, state.led, *about
        notes = self.readings if isinstance(self.readings, Noting) else None
        if self._last is None or asked != self._asked:

            def decided() -> Deliberation:
                return self.deliberation(situation())

            self._last = (decided(), {}) if notes is None else notes.of(decided)
            self._asked = asked
        elif notes is not None:
            notes.again(self._last[1])
        return self._last[0]

    def options_of(
        self, task: Task, state: State, by_rules: Callable[[Book, State], Sequence[Action]]
    ) -> Sequence[Action]:
        """The options that the rules leave in a decision. The engine asks who acts, then what is legal: the
        last ones are kept.
        """
        kept_task, kept_state, options, known = self._options
        notes = self.readings if isinstance(self.readings, Noting) else None
        if kept_task is not task or kept_state is not state:

            def worked_out() -> Sequence[Action]:
                return by_rules(self, state)

            options, known = (worked_out(), {}) if notes is None else notes.of(worked_out)
            self._options = task, state, options, known
        elif notes is not None:
            notes.again(known)
        return options

    def once(self, what: Hashable, work_out: Callable[[], V]) -> V:
        """A result that is cached for these rules, and worked out anew while notes are taken."""
        if isinstance(self.readings, Noting):
            return work_out()
        if what not in self._found:
            self._found[what] = work_out()
        return cast("V", self._found[what])

    def as_printed(self, what: Hashable, work_out: Callable[[], V]) -> V:
        """A result that follows from cards and items alone, whatever the readings are: worked out once."""
        if what not in self._printed:
            self._printed[what] = work_out()
        return cast("V", self._printed[what])

    def basic(self, owner: str) -> CharacterCard:
        """What any card of a character may be used as: Attack 2 and Move 2, if no item says otherwise.

        (GH-2.7, GH-11.8)
        """
        if not self.items:
            return BASIC
        return self.as_printed(("basic", owner), lambda: basic_with(self._worn(owner)))

    def _worn(self, owner: str) -> Iterator[Item]:
        return (item for (whose, _), item in self.items.items() if whose == owner)

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


def monsters_of(ruleset: Ruleset[Card]) -> Mapping[str, Card]:
    """The monsters of a ruleset by their names."""
    return {card.name: card for card in ruleset.cards.values() if card.monster is not None}


def statistics_of(card: Card, level: int, rank: Rank) -> Statistics | None:
    """The statistics of a type at a level; None where the card has none of this rank."""
    assert card.monster is not None
    found = card.monster.levels[level]
    if card.kind == "boss":
        return found.boss
    return found.elite if rank == "elite" else found.normal


def amount(printed: int | str, characters: int) -> int:
    """The value of a number or a formula of a statistics card, `8C` or `1+C`; V and X, which change during a
    turn, count as 0. (GH-12.36)
    """
    return value(printed, {"C": characters, "V": 0, "X": 0})


def _counted(printed: int | str) -> Literal["", "V", "X"]:
    """The letter of a formula whose value changes during a turn."""
    text = str(printed)
    return "V" if text.endswith("V") else "X" if text.endswith("X") else ""


def profile_of(card: Card, level: int, rank: Rank, characters: int) -> Profile:
    """The statistics by which a monster of a type plays."""
    found = statistics_of(card, level, rank)
    assert card.monster is not None
    assert found is not None
    return Profile(
        move=found.move,
        attack=amount(found.attack, characters),
        range=found.range,
        shield=found.shield,
        retaliate=found.retaliate,
        retaliate_range=found.retaliate_range,
        pierce=found.pierce,
        targets=found.targets,
        apply=found.apply,
        advantage=found.advantage,
        attackers_have_disadvantage=found.attackers_have_disadvantage,
        flying=card.monster.flying,
        immunities=card.monster.immunities,
        attack_counts=_counted(found.attack),
    )


def monster(
    card: Card,
    number: int,
    level: int,
    rank: Rank,
    characters: int,
    at: Hex,
) -> Figure:
    """A monster of the ruleset at full hit points; a boss has no number."""
    found = statistics_of(card, level, rank)
    assert found is not None
    kind: Literal["boss", "monster"] = "boss" if card.kind == "boss" else "monster"
    hp = amount(found.hp, characters)
    return Figure(
        name=card.name if kind == "boss" else f"{card.name} {number}",
        side="monsters",
        kind=kind,
        at=at,
        hp=hp,
        max_hp=hp,
        profile=profile_of(card, level, rank, characters),
        type=card.id,
        rank=rank,
        number=number,
    )
