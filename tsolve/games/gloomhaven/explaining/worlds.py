"""The same position otherwise: something that lies or stands on the map is gone, or a figure can do more.

A changed position is judged by the same engine.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Ability, Amount, Attack, Condition, Move
from tsolve.games.gloomhaven.board.hexes import Hex
from tsolve.games.gloomhaven.book import Deal
from tsolve.games.gloomhaven.opened import Opened
from tsolve.games.gloomhaven.state import Drawn, Figure, State
from tsolve.games.gloomhaven.terrain import Terrain
from tsolve.games.gloomhaven.writing.position import Table

Change = Callable[[Opened], Opened]

_OTHERWISE = "as asked"
"""The id of an ability card that is changed for a question."""


def _laid_otherwise(change: Callable[[Table], Table]) -> Change:
    def changed(world: Opened) -> Opened:
        other = copy(world)
        other.laid = change(world.laid)
        return other.under(other.readings)

    return changed


def state_change(change: Callable[[State], State]) -> Change:
    """Something else on the map."""
    return _laid_otherwise(lambda table: replace(table, state=change(table.state)))


def terrain_change(change: Callable[[Terrain], Terrain]) -> Change:
    """Another map."""
    return _laid_otherwise(lambda table: replace(table, terrain=change(table.terrain)))


def without_figure(name: str) -> Change:
    """The figure is not on the map."""
    return state_change(
        lambda state: replace(state, figures=tuple(each for each in state.figures if each.name != name))
    )


def figure_change(name: str, change: Callable[[Figure], Figure]) -> Change:
    """Something else about a figure."""
    return state_change(
        lambda state: replace(
            state, figures=tuple(change(each) if each.name == name else each for each in state.figures)
        )
    )


def without_condition(name: str, condition: Condition) -> Change:
    """The figure does not have the condition."""
    return figure_change(
        name,
        lambda figure: replace(
            figure, tokens=tuple(token for token in figure.tokens if token.condition != condition)
        ),
    )


def without_trap(hex_: Hex) -> Change:
    """No trap lies in the hex."""
    return state_change(
        lambda state: replace(state, traps=tuple(trap for trap in state.traps if trap.at != hex_))
    )


def without_obstacle(hex_: Hex) -> Change:
    """No obstacle lies in the hex."""
    return state_change(lambda state: replace(state, obstacles=state.obstacles - {hex_}))


def without_hazard(hex_: Hex) -> Change:
    """The hex is not hazardous."""
    return terrain_change(lambda terrain: replace(terrain, hazards=terrain.hazards - {hex_}))


def without_difficult(hex_: Hex) -> Change:
    """The hex is not difficult terrain."""
    return terrain_change(lambda terrain: replace(terrain, difficult=terrain.difficult - {hex_}))


def with_open_door(hex_: Hex) -> Change:
    """The door in the hex stands open."""

    def opened(state: State) -> State:
        doors = (replace(door, state="open") if door.at == hex_ else door for door in state.doors)
        return replace(state, doors=tuple(doors))

    return state_change(opened)


def without_walls(hexes: frozenset[Hex], edges: frozenset[tuple[Hex, Hex]]) -> Change:
    """Wall hexes are floor, and no wall lines stand between the hexes of these pairs."""
    return terrain_change(
        lambda terrain: replace(
            terrain,
            hexes=terrain.hexes | hexes,
            walls=terrain.walls - hexes,
            thin_walls=terrain.thin_walls - edges,
        )
    )


def with_movement(amount: int) -> Change:
    """So many movement points more, for every move ability of the acting figure's card."""

    def further(ability: Ability) -> Ability:
        if not isinstance(ability, Move):
            return ability
        return replace(ability, amount=_more(ability.amount, amount))

    return _abilities_change(further)


def with_range(amount: int) -> Change:
    """So much more range for every ranged attack of the acting figure."""

    def further(ability: Ability) -> Ability:
        if not isinstance(ability, Attack) or ability.range is None or ability.range.relative:
            return ability  # it counts from the printed range
        return replace(ability, range=_more(ability.range, amount))

    def changed(world: Opened) -> Opened:
        longer = figure_change(world.actor, _with_longer_range(amount))
        return longer(_abilities_change(further)(world))

    return changed


def with_targets(amount: int) -> Change:
    """So many further targets for every attack of the acting figure."""

    def further(ability: Ability) -> Ability:
        if not isinstance(ability, Attack):
            return ability
        return replace(ability, add_target=ability.add_target + amount)

    return _abilities_change(further)


def _with_longer_range(amount: int) -> Callable[[Figure], Figure]:
    def changed(figure: Figure) -> Figure:
        profile = figure.profile
        longer = replace(profile, range=profile.range + amount) if profile.range else profile
        return replace(figure, profile=longer)

    return changed


def _more(amount: Amount, more: int) -> Amount:
    return replace(amount, number=amount.number + more)


def _abilities_change(change: Callable[[Ability], Ability]) -> Change:
    """Another ability card for the acting figure, or for a summon what it does every round."""

    def otherwise(world: Opened) -> Opened:
        figure = world.laid.state.figure(world.actor)
        deal = world.book.deal(world.laid.state, figure)
        changed = replace(deal, abilities=tuple(map(change, deal.abilities)))
        return _with_deal(figure.group, changed)(world)

    return otherwise


def _with_deal(group: str, deal: Deal) -> Change:
    def changed(table: Table) -> Table:
        others = tuple(drawn for drawn in table.state.drawn if drawn.group != group)
        drawn = tuple(sorted((*others, Drawn(group, _OTHERWISE))))
        deals = {**table.deals, _OTHERWISE: deal}
        return replace(table, state=replace(table.state, drawn=drawn), deals=deals)

    return _laid_otherwise(changed)
