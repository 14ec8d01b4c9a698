"""Changes to a position of Gloomhaven: of the map and what lies on it, figures, abilities, a reading.

`why-not` removes obstacles by such changes. To see whether a rule is decisive it is switched off by a change
that leaves it nothing to apply to, such as a map without traps. A definition, such as how a focus is chosen,
cannot be switched off: nothing would be left to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from copy import copy
from functools import partial

from msgspec.structs import replace

from tsolve.contract.changes import Change, bare_of, keeping, lacking, reading, together
from tsolve.contract.position import Position
from tsolve.games.gloomhaven.abilities import Ability, Attack, Condition, Move
from tsolve.games.gloomhaven.ability_parts import Amount
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.attacks.position import AttacksPosition
from tsolve.games.gloomhaven.attacks.tasks import StepUp
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.book import Deal
from tsolve.games.gloomhaven.cards import BASIC, Half
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import Drawn, State, Task
from tsolve.games.gloomhaven.writing.position import Table

World = Position[State, Action]
"""A turn on the map, or attacks without one."""
TurnChange = Change[World]

_SAME_INITIATIVE = 50
_OTHERWISE = "as asked"
"""The id of an ability card that is changed for a question."""


# the map, and what lies on it


def _laid(change: Callable[[Table], Table]) -> TurnChange:
    """A change of a position with a map; none of attacks without a map."""

    def changed(world: World) -> World:
        if not isinstance(world, ScenarioPosition):
            return world
        other = copy(world)
        other.laid = change(world.laid)
        return other.under(other.readings)

    return TurnChange(changed)


def _begun(change: Callable[[State], State]) -> TurnChange:
    """A change of attacks without a map; none of a position with one."""

    def changed(world: World) -> World:
        if not isinstance(world, AttacksPosition):
            return world
        other = copy(world)
        other.begun = change(world.begun)
        return other.under(other.readings)

    return TurnChange(changed)


def state_change(change: Callable[[State], State]) -> TurnChange:
    """A change of figures and of what lies on the map."""
    return together(_laid(lambda table: replace(table, state=change(table.state))), _begun(change))


def terrain_change(change: Callable[[Terrain], Terrain]) -> TurnChange:
    """Another map."""
    return _laid(lambda table: replace(table, terrain=change(table.terrain)))


def without_trap(hex_: Hex) -> TurnChange:
    """No trap lies in the hex."""
    return state_change(keeping("traps", lambda trap: trap.at != hex_))


def without_obstacle(hex_: Hex) -> TurnChange:
    """No obstacle lies in the hex."""
    return state_change(lacking("obstacles", hex_))


def without_hazard(hex_: Hex) -> TurnChange:
    """The hex is not hazardous."""
    return terrain_change(lacking("hazards", hex_))


def without_difficult(hex_: Hex) -> TurnChange:
    """The hex is not difficult terrain."""
    return terrain_change(lacking("difficult", hex_))


def with_open_doors(*hexes: Hex) -> TurnChange:
    """The doors in these hexes are open; all doors if none is named."""

    def with_them_open(state: State) -> State:
        doors = (
            replace(each, state="open") if each.at in hexes or not hexes else each for each in state.doors
        )
        return replace(state, doors=tuple(doors))

    return state_change(with_them_open)


def without_walls(hexes: frozenset[Hex], edges: frozenset[tuple[Hex, Hex]]) -> TurnChange:
    """Wall hexes are floor, and no wall lines stand between the hexes of these pairs."""
    return terrain_change(
        lambda terrain: replace(
            terrain,
            hexes=terrain.hexes | hexes,
            walls=terrain.walls - hexes,
            thin_walls=terrain.thin_walls - edges,
        )
    )


def _wall_less(terrain: Terrain) -> Terrain:
    return replace(terrain, hexes=terrain.hexes | terrain.walls, walls=frozenset(), thin_walls=frozenset())


# figures


def figures_change(change: Callable[[Figure], Figure], *names: str) -> TurnChange:
    """A change of these figures; of all figures if none is named."""

    def changed(state: State) -> State:
        figures = (change(each) if each.name in names or not names else each for each in state.figures)
        return replace(state, figures=tuple(figures))

    return state_change(changed)


def without_figure(name: str) -> TurnChange:
    """The figure is not on the map."""
    return state_change(keeping("figures", lambda figure: figure.name != name))


def without_conditions(*conditions: Condition, of: Collection[str] = ()) -> TurnChange:
    """None of these figures has any of the conditions; abilities may still bring them."""
    return figures_change(_free_of(*conditions), *of)


def _free_of(*conditions: Condition) -> Callable[[Figure], Figure]:
    return keeping("tokens", lambda token: token.condition not in conditions)


def _without_effect(kind: str) -> Callable[[Figure], Figure]:
    return keeping("effects", lambda effect: effect.kind != kind)


def _printed(**numbers: int) -> Callable[[Figure], Figure]:
    """Other numbers in a figure's profile."""
    return lambda figure: replace(figure, profile=replace(figure.profile, **numbers))


def first_in_order(name: str) -> TurnChange:
    """The character acts before everybody else."""
    return figures_change(lambda figure: replace(figure, initiative=0, rests=False), name)


def _of_one_initiative(figure: Figure) -> Figure:
    if figure.kind != "character":
        return figure
    return replace(figure, initiative=_SAME_INITIATIVE, rests=False)


# abilities


def _of_attacks(change: Callable[[Attack], Attack]) -> Callable[[Ability], Ability]:
    return lambda ability: change(ability) if isinstance(ability, Attack) else ability


def _of_moves(change: Callable[[Move], Move]) -> Callable[[Ability], Ability]:
    return lambda ability: change(ability) if isinstance(ability, Move) else ability


def abilities_change(change: Callable[[Ability], Ability]) -> TurnChange:
    """Other abilities on every monster ability card, and for every attack without a map."""

    def dealt(table: Table) -> Table:
        deals = {name: _dealt(deal, change) for name, deal in table.deals.items()}
        return replace(table, deals=deals)

    return together(_laid(dealt), _steps_change(lambda step: replace(step, attack=change(step.attack))))


def _dealt(deal: Deal, change: Callable[[Ability], Ability]) -> Deal:
    return replace(deal, abilities=tuple(map(change, deal.abilities)))


def _steps_change(change: Callable[[StepUp], StepUp]) -> TurnChange:
    """A change of every attack without a map."""

    def changed(task: Task) -> Task:
        return change(task) if isinstance(task, StepUp) else task

    return _begun(lambda state: replace(state, todo=tuple(map(changed, state.todo))))


def own_abilities_change(change: Callable[[Ability], Ability]) -> TurnChange:
    """Another ability card for the acting figure, or for a summon what it does every round; for a character
    other cards.
    """

    def changed(world: World) -> World:
        assert isinstance(world, ScenarioPosition), "somebody acts on a map"
        owner = world.actor
        if world.is_characters_turn:
            return _laid(partial(_with_cards, owner=owner, change=change))(world)
        figure = world.laid.state.figure(owner)
        deal = _dealt(world.book.deal(world.laid.state, figure), change)
        return _laid(partial(_with_deal, group=figure.group, deal=deal))(world)

    return TurnChange(changed)


def _with_deal(table: Table, group: str, deal: Deal) -> Table:
    others = tuple(drawn for drawn in table.state.drawn if drawn.group != group)
    drawn = tuple(sorted((*others, Drawn(group, _OTHERWISE))))
    return replace(table, state=replace(table.state, drawn=drawn), deals={**table.deals, _OTHERWISE: deal})


def _with_cards(table: Table, owner: str, change: Callable[[Ability], Ability]) -> Table:
    """The halves of a character's cards with other abilities; a bottom half without a move is used as a basic
    Move 2 (GH-2.7), which is changed, too.
    """

    def half(one: Half, is_bottom: bool) -> Half:
        moves = any(isinstance(each, Move) for each in one.abilities)
        basic = () if moves or not is_bottom else tuple(map(change, BASIC.bottom.abilities))
        is_other = basic and basic != BASIC.bottom.abilities
        return replace(one, abilities=basic if is_other else tuple(map(change, one.abilities)))

    cards = {
        key: replace(card, top=half(card.top, False), bottom=half(card.bottom, True))
        if key[0] == owner
        else card
        for key, card in table.cards.items()
    }
    return replace(table, cards=cards)


def with_movement(amount: int) -> TurnChange:
    """So many movement points more, for every move ability of the acting figure's cards."""
    return own_abilities_change(_of_moves(lambda move: replace(move, amount=_more(move.amount, amount))))


def with_range(amount: int) -> TurnChange:
    """So much more range for every ranged attack of the acting figure."""

    def further(attack: Attack) -> Attack:
        if attack.range is None or attack.range.relative:
            return attack  # it counts from the printed range
        return replace(attack, range=_more(attack.range, amount))

    def longer(figure: Figure) -> Figure:
        profile = figure.profile
        return (
            replace(figure, profile=replace(profile, range=profile.range + amount))
            if profile.range
            else figure
        )

    def changed(world: World) -> World:
        assert isinstance(world, ScenarioPosition), "somebody acts on a map"
        return together(own_abilities_change(_of_attacks(further)), figures_change(longer, world.actor))(
            world
        )

    return TurnChange(changed)


def with_targets(amount: int) -> TurnChange:
    """So many further targets for every attack of the acting figure."""
    return own_abilities_change(
        _of_attacks(lambda attack: replace(attack, add_target=attack.add_target + amount))
    )


def _more(amount: Amount, more: int) -> Amount:
    return replace(amount, number=amount.number + more)


MORE: Mapping[str, Callable[[int], TurnChange]] = {
    "movement": with_movement,
    "range": with_range,
    "targets": with_targets,
}
"""The changes that give the acting figure more of something."""


# rules

_UNSHIELDED = figures_change(together(_printed(shield=0), _without_effect("shield")))
_UNHINDERED = together(
    figures_change(
        together(
            _free_of("muddle"),
            _printed(attackers_have_disadvantage=False),
            _without_effect("attackers_have_disadvantage"),
        )
    ),
    _steps_change(lambda step: replace(step, fears=False)),
)
_WITHOUT_PROXIMITY: TurnChange = reading("focus_proximity", "ignored")
_TRANSPARENT = terrain_change(lambda terrain: replace(terrain, opaque=False))

RULES: Mapping[str, TurnChange] = {
    # the map
    "GH-1.4": terrain_change(_wall_less).in_part,
    "GH-1.5": with_open_doors().in_part,
    "GH-1.6": state_change(bare_of("obstacles")).in_part,
    "GH-1.7": state_change(bare_of("traps")).in_part,
    "GH-1.8": terrain_change(bare_of("hazards")),
    "GH-1.9": terrain_change(bare_of("difficult")),
    "GH-3.3": abilities_change(_of_moves(lambda move: replace(move, jump=False))).in_part,
    "GH-3.4": figures_change(_printed(flying=False)).in_part,
    "GH-5.1": _TRANSPARENT,
    "GH-5.2": _TRANSPARENT.in_part,
    # attacks
    "GH-6.9": _UNSHIELDED.in_part,
    "GH-6.10": without_conditions("poison").in_part,
    "GH-6.12": together(
        figures_change(together(_free_of("strengthen"), _printed(advantage=False))),
        abilities_change(_of_attacks(lambda attack: replace(attack, advantage=False))),
    ).in_part,
    "GH-6.13": _UNHINDERED.in_part,
    "GH-7.6": together(
        figures_change(_printed(pierce=0)),
        abilities_change(_of_attacks(lambda attack: replace(attack, pierce=0))),
    ).in_part,
    "GH-10.6": _UNSHIELDED.in_part,
    "GH-10.7": figures_change(together(_printed(retaliate=0), _without_effect("retaliate"))).in_part,
    # conditions
    "GH-8.5": without_conditions("poison").in_part,
    "GH-8.6": without_conditions("wound").in_part,
    "GH-8.7": without_conditions("immobilize").in_part,
    "GH-8.8": without_conditions("disarm").in_part,
    "GH-8.9": without_conditions("stun").in_part,
    "GH-8.10": without_conditions("muddle").in_part,
    "GH-8.12": without_conditions("invisible").in_part,
    "GH-8.13": without_conditions("strengthen").in_part,
    # monsters
    "GH-12.9": together(state_change(bare_of("traps")), terrain_change(bare_of("hazards"))).in_part,
    "GH-12.11": _WITHOUT_PROXIMITY.in_part,
    "GH-12.12": figures_change(_of_one_initiative).in_part,
    "GH-12.15": without_conditions("invisible").in_part,
    "GH-12.28": without_conditions("immobilize").in_part,
    "GH-12.29": without_conditions("stun").in_part,
}
"""Rule -> how it is switched off."""
