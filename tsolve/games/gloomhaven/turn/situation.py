"""A figure that plays by the rules for monsters, as its abilities see the position. (GH-12.6, GH-12.7)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import Ability, Amount, Attack, Move
from tsolve.games.gloomhaven.monster_turn.aiming import Aiming
from tsolve.games.gloomhaven.monster_turn.situation import EVERYBODY, Aim, Enemy, Gait, Situation
from tsolve.games.gloomhaven.turn.initiative import acts_before, order_of

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.monster_turn.solver import Deliberation
    from tsolve.games.gloomhaven.state import Figure, State


def next_attack(abilities: Iterable[Ability]) -> Attack | None:
    """The attack that a figure moves for: the first one that is still to come."""
    return next((ability for ability in abilities if isinstance(ability, Attack)), None)


def deliberation(
    book: Book,
    state: State,
    figure: Figure,
    attack: Attack | None,
    move: Move | None = None,
    spared: frozenset[str] = frozenset(),
) -> Deliberation:
    """How a figure decides on a move and an attack; without a move it stays. The `spared` are no targets."""
    return book.deliberation(situation(book, state, figure, attack, move, spared))


def aiming(book: Book, state: State, figure: Figure, attack: Attack) -> Aiming:
    """Whom an attack of a figure can reach from its hex, whoever chooses among them."""
    anchor = book.reads("area_anchor", "wall_hex_too")
    return Aiming(situation(book, state, figure, attack), aim_of(book, figure, attack), anchor)


def situation(
    book: Book,
    state: State,
    figure: Figure,
    attack: Attack | None,
    move: Move | None = None,
    spared: frozenset[str] = frozenset(),
) -> Situation:
    """What a figure's move and attack depend on."""
    enemies = list(state.enemies_of(figure))
    disarmed = figure.has("disarm")
    strengthened = figure.has("strengthen") or figure.profile.advantage
    stays = strengthened and not book.reads("strengthened_steps_back", "steps_back")
    aims = attack is not None and not (disarmed and book.reads("disarmed_move", "as_melee"))
    return Situation(
        ground=book.ground(state, figure),
        at=figure.at,
        enemies=tuple(
            Enemy(
                enemy.name,
                enemy.at,
                order_of(book, state, enemy),
                frozenset(each.name for each in enemies if acts_before(each, enemy)),
            )
            for enemy in enemies
            if not enemy.has("invisible") and enemy.name not in spared
        ),
        blocked=frozenset(
            each.at for each in state.figures if each.side != figure.side or each.kind == "object"
        ),
        friends=frozenset(ally.at for ally in state.allies_of(figure) if ally.kind != "object"),
        move=0 if move is None or figure.has("immobilize") else points(figure, move.amount),
        gait=gait_of(figure, move),
        aim=aim_of(book, figure, attack) if attack is not None else Aim(),
        attacks=aims,
        minds_disadvantage=not figure.has("muddle") and not stays,
        focus=state.focus or None,
    )


def points(figure: Figure, amount: Amount) -> int:
    """Movement points; a total below 0 counts as 0. (GH-3.5, GH-12.30)"""
    return max(figure.profile.move + amount.number if amount.relative else amount.number, 0)


def gait_of(figure: Figure, move: Move | None) -> Gait:
    """How a figure moves. (GH-3.3, GH-3.4)"""
    if figure.profile.flying:
        return "fly"
    return "jump" if move is not None and move.jump else "walk"


def aim_of(book: Book, figure: Figure, attack: Attack) -> Aim:
    """Whom an attack of a figure can reach. (GH-12.31, GH-6.2 to GH-6.6)"""
    printed = figure.profile.range
    if attack.all_adjacent:
        return Aim(reach=1, targets=EVERYBODY)
    if attack.range is None:
        reach, is_ranged = printed or 1, printed > 0
    elif attack.range.relative:
        reach, is_ranged = max((printed or 1) + attack.range.number, 0), printed > 0
    else:
        reach, is_ranged = attack.range.number, True
    targets = attack.targets if attack.targets is not None else figure.profile.targets
    if attack.all_in_range:
        return Aim(reach, is_ranged, EVERYBODY)
    if attack.all_on_one:
        targets = 1
    area = attack.area
    if area is None:
        return Aim(reach, is_ranged, targets + attack.add_target)
    if not area.is_melee:
        is_ranged = True
    elif is_ranged:
        is_ranged = book.reads("grey_area", "ranged")
    return Aim(reach, is_ranged, targets + attack.add_target, area.hexes, area.is_melee)
