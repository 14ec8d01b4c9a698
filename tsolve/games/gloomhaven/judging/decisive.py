"""When a ruling is decisive: without it options, legal actions or the end of a line would be others. Also
what another reading may change about a turn, and what judging a puzzle exercised of the ruleset.

A rule is switched off by a world in which it has nothing to say, such as a map without traps. What cannot
be switched off so is a definition, such as how a focus is chosen: nothing would be left to judge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Ability, Attack, Condition, Move
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.attacks.opened import OpenedAttacks
from tsolve.games.gloomhaven.attacks.position import StepUp
from tsolve.games.gloomhaven.board import Board, Terrain
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.opened import Opened, begun
from tsolve.games.gloomhaven.sight import Border, Sight
from tsolve.games.gloomhaven.state import Effect, Figure, State, Task
from tsolve.model.answers import CheckAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.trace import Entry, Trace
from tsolve.turns.check import Bests
from tsolve.turns.comparing import Comparison, Told
from tsolve.turns.decisive import Ablated, Ablation
from tsolve.turns.narration import Played
from tsolve.turns.opened import Opened as AnyOpened
from tsolve.turns.rulings import parts_of, rulings_and_readings

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.judging.options import Turn


class TurnComparison(Comparison[State, Action]):
    """The findings of a turn."""

    opened: Opened

    def expected_actions(self) -> Sequence[str]:
        expect = self.opened.position.expect
        return (*expect.legal, *expect.illegal)

    def outcomes(self, played: Played[State, Action]) -> Iterator[Told]:
        """Also of decks that are as at first, which the table does not mention."""
        found = dict(super().outcomes(played))
        for owned in played.result.decks:
            found.setdefault(f"afterwards: Deck of {owned.owner}", "as at first")
        yield from found.items()

    def targets(self, bests: Bests[State, Action]) -> Iterator[Told]:
        """Every option that the rules leave."""
        options = self.opened.options()
        if options is not None:
            yield options.title, "; or ".join(sorted(each.text for each in options.options))


TERM = "GL-"
"""With which the ids of terms begin."""
CARD = "card."


def exercised(opened: AnyOpened[Any, Any], answer: CheckAnswer, rests_on: Iterable[object]) -> Exercised:
    """What an answer went through, with all that it `rests_on` (see `turns.check`).

    A term is exercised where one of the rules is that it stands for.
    """
    rulings, readings = rulings_and_readings(opened.game, parts_of((answer, tuple(rests_on))))
    held = opened.readings
    readings = {key: held[key] for key in held if key in readings or f"key.{key}" in rulings}
    rulings.update(f"key.{key}" for key in readings)
    cards = {ruling.removeprefix(CARD) for ruling in rulings if ruling.startswith(CARD)}
    for entry in opened.ruleset.glossary.values():
        if entry.id.startswith(TERM) and not rulings.isdisjoint(entry.see):
            rulings.add(entry.id)
    about = tuple(sorted(opened.position.about))
    return Exercised(tuple(sorted(rulings)), readings, (), tuple(sorted(cards)), about)


def options_found(opened: Opened) -> Iterator[object]:
    """What the options of a turn rest on: what was compared, and what happens in each of them."""
    from tsolve.games.gloomhaven.judging.options import options_of

    found = options_of(opened)
    yield found
    yield Entry("rests on", "", "", 0, 0, found.rests_on)
    trace = Trace()
    _play_every_way(opened, opened.state, trace, set())
    yield from _noted(trace)


def beginning(opened: Opened) -> Iterator[Entry]:
    """What the position was checked by, and what happens of itself before the first choice of the turn."""

    for name, character in opened.position.characters.items():
        if character.hand_size is not None or character.level is not None:
            yield Entry("hand", name, "", 0, 0, ("GH-2.13",))
    trace = Trace()
    begun(opened.game, opened.laid, trace)
    yield from _noted(trace)


def _noted(trace: Trace) -> Iterator[Entry]:
    yield from trace.entries
    for key in trace.readings:
        yield Entry("reading", "", "", 0, 0, (f"key.{key}",))


def _play_every_way(opened: Opened, state: State, trace: Trace, known: set[State]) -> None:
    """Play each option of a turn until a modifier card is drawn, or to its end."""
    game = opened.game
    if state in known or state.result or game.mover(state) < 0:
        return
    known.add(state)
    for action in game.legal_actions(state):
        trace.add("choice", "", game.rulings_for(state, action))
        _play_every_way(opened, game.apply(state, action, trace), trace, known)


_SAME_INITIATIVE = 50


def _as_it_is(state: State) -> State:
    return state


class Without(NamedTuple):
    """What changes in a world without a rule."""

    figure: Callable[[Figure], Figure] | None = None
    """About every figure."""
    ability: Callable[[Ability], Ability] | None = None
    """About what every ability card of monsters says."""
    state: Callable[[State], State] = _as_it_is
    terrain: Callable[[Terrain], Terrain] | None = None
    readings: Mapping[str, str] = {}
    fears: bool = True
    """Whether a file of attacks may give disadvantage."""
    in_part: bool = False
    """Whether the rule says more than what this takes away."""

    def changed(self, state: State) -> State:
        """The position in that world."""
        if self.figure is not None:
            state = replace(state, figures=tuple(map(self.figure, state.figures)))
        return self.state(state)


def _no_condition(*conditions: Condition) -> Without:
    """Nobody has any of these conditions; abilities may still bring them."""
    return Without(lambda figure: _free_of(figure, *conditions), in_part=True)


def _free_of(figure: Figure, *conditions: Condition) -> Figure:
    return replace(figure, tokens=tuple(each for each in figure.tokens if each.condition not in conditions))


def _lasting(figure: Figure, *gone: str) -> tuple[Effect, ...]:
    return tuple(each for each in figure.effects if each.kind not in gone)


def _unshielded(figure: Figure) -> Figure:
    return replace(figure, profile=replace(figure.profile, shield=0), effects=_lasting(figure, "shield"))


def _meek(figure: Figure) -> Figure:
    return replace(
        figure, profile=replace(figure.profile, retaliate=0), effects=_lasting(figure, "retaliate")
    )


def _blunt(figure: Figure) -> Figure:
    return replace(figure, profile=replace(figure.profile, pierce=0))


def _walking(figure: Figure) -> Figure:
    return replace(figure, profile=replace(figure.profile, flying=False))


def _unfavoured(figure: Figure) -> Figure:
    return replace(_free_of(figure, "strengthen"), profile=replace(figure.profile, advantage=False))


def _unhindered(figure: Figure) -> Figure:
    figure = _free_of(figure, "muddle")
    profile = replace(figure.profile, attackers_have_disadvantage=False)
    return replace(figure, profile=profile, effects=_lasting(figure, "attackers_have_disadvantage"))


def _of_one_initiative(figure: Figure) -> Figure:
    if figure.kind != "character":
        return figure
    return replace(figure, initiative=_SAME_INITIATIVE, rests=False)


def _without_pierce(ability: Ability) -> Ability:
    return replace(ability, pierce=0) if isinstance(ability, Attack) else ability


def _without_advantage(ability: Ability) -> Ability:
    return replace(ability, advantage=False) if isinstance(ability, Attack) else ability


def _without_jump(ability: Ability) -> Ability:
    return replace(ability, jump=False) if isinstance(ability, Move) else ability


def _without_traps(state: State) -> State:
    return replace(state, traps=())


def _without_obstacles(state: State) -> State:
    return replace(state, obstacles=frozenset())


def _with_open_doors(state: State) -> State:
    return replace(state, doors=tuple(replace(door, state="open") for door in state.doors))


def _without_hazards(terrain: Terrain) -> Terrain:
    return replace(terrain, hazards=frozenset())


def _without_difficult(terrain: Terrain) -> Terrain:
    return replace(terrain, difficult=frozenset())


def _without_walls(terrain: Terrain) -> Terrain:
    return replace(terrain, hexes=terrain.hexes | terrain.walls, walls=frozenset(), thin_walls=frozenset())


class _Transparent(Terrain, frozen=True):
    """A map on which walls block no sight."""

    def board(self, shut: frozenset[Hex], sight: Sight, border: Border) -> Board:
        return _OpenBoard(self.hexes, self.walls, self.thin_walls, sight, self.coordinates, shut, border)


class _OpenBoard(Board):
    def sees(self, a: Hex, b: Hex) -> bool:
        return True


def _transparent(terrain: Terrain) -> Terrain:
    return _Transparent(**{name: getattr(terrain, name) for name in terrain.__struct_fields__})


_NO_SIGHT = Without(terrain=_transparent)

RULES: Mapping[str, Without] = {
    # the map
    "GH-1.4": Without(terrain=_without_walls, in_part=True),
    "GH-1.5": Without(state=_with_open_doors, in_part=True),
    "GH-1.6": Without(state=_without_obstacles, in_part=True),
    "GH-1.7": Without(state=_without_traps, in_part=True),
    "GH-1.8": Without(terrain=_without_hazards),
    "GH-1.9": Without(terrain=_without_difficult),
    "GH-3.3": Without(ability=_without_jump, in_part=True),
    "GH-3.4": Without(_walking, in_part=True),
    "GH-5.1": _NO_SIGHT,
    "GH-5.2": _NO_SIGHT._replace(in_part=True),
    # attacks
    "GH-6.9": Without(_unshielded, in_part=True),
    "GH-6.10": _no_condition("poison"),
    "GH-6.12": Without(_unfavoured, _without_advantage, in_part=True),
    "GH-6.13": Without(_unhindered, fears=False, in_part=True),
    "GH-7.6": Without(_blunt, _without_pierce, in_part=True),
    "GH-10.6": Without(_unshielded, in_part=True),
    "GH-10.7": Without(_meek, in_part=True),
    # conditions
    "GH-8.5": _no_condition("poison"),
    "GH-8.6": _no_condition("wound"),
    "GH-8.7": _no_condition("immobilize"),
    "GH-8.8": _no_condition("disarm"),
    "GH-8.9": _no_condition("stun"),
    "GH-8.10": _no_condition("muddle"),
    "GH-8.12": _no_condition("invisible"),
    "GH-8.13": _no_condition("strengthen"),
    # monsters
    "GH-12.9": Without(state=_without_traps, terrain=_without_hazards, in_part=True),
    "GH-12.11": Without(readings={"focus_proximity": "ignored"}, in_part=True),
    "GH-12.12": Without(_of_one_initiative, in_part=True),
    "GH-12.15": _no_condition("invisible"),
    "GH-12.28": _no_condition("immobilize"),
    "GH-12.29": _no_condition("stun"),
}
"""Rule -> the world without it."""


class FiguresAblation(Ablation[State, Action], ABC):
    """The rulings of a turn, or of attacks without a map."""

    switches_off = True

    def examines(self, ruling: str) -> bool:
        return ruling in RULES

    def without(self, ruling: str) -> Ablated[State, Action] | None:
        found = RULES[ruling]
        other = self.world(found)
        return Ablated(other, other.watched_by, found.in_part)

    @abstractmethod
    def world(self, without: Without) -> AnyOpened[State, Action]:
        """The position in a world without a rule."""

    def ending(self, played: Played[State, Action]) -> Hashable:
        """Who stands where, with what."""
        return tuple((each.name, each.at, each.hp, each.tokens) for each in played.result.figures)


class TurnAblation(FiguresAblation):
    """The rulings of a turn on the map."""

    opened: Opened

    def world(self, without: Without) -> Opened:
        table = self.opened.laid
        deals = table.deals
        if (change := without.ability) is not None:
            deals = {
                name: replace(deal, abilities=tuple(map(change, deal.abilities)))
                for name, deal in deals.items()
            }
        terrain = without.terrain(table.terrain) if without.terrain is not None else table.terrain
        state = without.changed(table.state)
        other = copy(self.opened)
        other.laid = replace(table, state=state, deals=deals, terrain=terrain)
        return other.under({**self.opened.readings, **without.readings})

    def decided(self, opened: AnyOpened[State, Action]) -> Hashable:
        """What the rules leave the figure to do, apart from the ways that it goes."""
        assert isinstance(opened, Opened)
        if not opened.decides:
            return None
        from tsolve.games.gloomhaven.judging.left_open import ways_of

        return frozenset(frozenset(map(_told, case)) for case in ways_of(opened, opened.game).cases)


def _told(turn: Turn) -> Hashable:
    return turn.focus, turn.end, turn.destination, frozenset(turn.targets)


class AttacksAblation(FiguresAblation):
    """The rulings of attacks without a map."""

    opened: OpenedAttacks

    def world(self, without: Without) -> OpenedAttacks:
        def changed(task: Task) -> Task:
            if not isinstance(task, StepUp):
                return task
            attack = without.ability(task.attack) if without.ability is not None else task.attack
            return replace(task, attack=attack, fears=task.fears and without.fears)

        begun = without.changed(self.opened.begun)
        other = copy(self.opened)
        other.begun = replace(begun, todo=tuple(map(changed, begun.todo)))
        return other.under({**self.opened.readings, **without.readings})
