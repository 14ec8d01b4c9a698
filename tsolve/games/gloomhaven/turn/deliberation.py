"""The decisions of a figure that plays by the rules for monsters, and why it may not act otherwise.

The position and the figure's abilities become plain values (GH-12.6, GH-12.7); the first key that decides
against something is the reason why it may not be done (GH-12.10 to GH-12.22).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE, Reason
from tsolve.games.gloomhaven.abilities import Ability, Attack, Move, MoveChange, at_most
from tsolve.games.gloomhaven.ability_parts import Amount
from tsolve.games.gloomhaven.actions import Action, listed
from tsolve.games.gloomhaven.aiming import Aiming
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.hexes import Hex, distance
from tsolve.games.gloomhaven.initiative import LAST, OTHER_CARD, UNKNOWN, acts_before, order_of
from tsolve.games.gloomhaven.lasting import comes_last, seen, wider
from tsolve.games.gloomhaven.monster_situation import (
    EVERYBODY,
    Aim,
    Candidate,
    Enemy,
    Gait,
    Option,
    Situation,
    way,
)
from tsolve.games.gloomhaven.monster_solver import BEYOND, Deliberation
from tsolve.games.gloomhaven.state import Choice, State

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book


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
    about = figure, attack, move, spared
    return book.decided_on(state, about, lambda: _led_by_rules(book, state, figure, attack, move, spared))


def _led_by_rules(
    book: Book,
    state: State,
    figure: Figure,
    attack: Attack | None,
    move: Move | None,
    spared: frozenset[str],
) -> Situation:
    """What a figure's move and attack depend on; where it can attack what the scenario makes it focus on,
    that is its focus. (GH-14.7)
    """
    plain = situation(book, state, figure, attack, move, spared)
    if plain.focus is not None or attack is None:
        return plain
    for name, types in book.script.focus_first.items():
        is_enemy = any(enemy.name == name for enemy in plain.enemies)
        if is_enemy and (not types or figure.group in types):
            led = replace(plain, focus=name)
            if any(name in option.targets for option in book.deliberation(led).choice().options):
                return led
    return plain


def aiming(book: Book, state: State, figure: Figure, attack: Attack) -> Aiming:
    """The figures that an attack can reach from its hex, whoever chooses among them."""
    anchor = book.reads("area_anchor", "wall_hex_too")
    figure = seen(book, state, figure)
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
    figure = seen(book, state, figure)
    enemies, side = list(state.enemies_of(figure)), state.stance(figure)
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
                _order_for_focus(book, state, enemy),
                frozenset(each.name for each in enemies if acts_before(each, enemy))
                if enemy.kind == "monster"
                else frozenset[str](),
            )
            for enemy in enemies
            if not enemy.has("invisible") and enemy.name not in spared
        ),
        blocked=frozenset(
            each.at
            for each in state.figures
            if (each.side != side and each.name != figure.name) or each.kind == "object"
        ).union(*(book.script.barred.get(name, ()) for name in {figure.group, figure.identity})),
        friends=frozenset(ally.at for ally in state.allies_of(figure) if ally.kind != "object"),
        move=0 if move is None or figure.has("immobilize") else points(figure, move.amount),
        gait=gait_of(figure, move),
        aim=aim_of(book, figure, attack) if attack is not None else Aim(),
        attacks=aims,
        minds_disadvantage=not figure.has("muddle") and not stays,
        focus=state.focus or None,
    )


def _order_for_focus(book: Book, state: State, enemy: Figure) -> tuple[int, ...]:
    """The key of an enemy's turn, as it counts for the focus. (GH-12.12)"""
    number, *others = order_of(book, state, enemy)
    return max(number, LAST) if comes_last(enemy) else number, *others


def points(figure: Figure, amount: Amount) -> int:
    """Movement points; a total below 0 counts as 0. (GH-3.5, GH-12.30)"""
    changes = [each.ability.change for each in figure.effects if isinstance(each.ability, MoveChange)]
    number = amount.number + sum(each.amount.number for each in changes)
    times = 2 if any(each.doubled for each in changes) else 1
    return times * max(figure.profile.move + number if amount.relative else number, 0)


ANY_NUMBER = 99
"""More movement points than any card prints: for an amount that is worked out."""


def most_points(figure: Figure, move: Move) -> int:
    """Movement points with all that consumed elements may add. (GH-9.4)"""
    if move.amount.counts is not None:
        return ANY_NUMBER
    return points(figure, replace(move.amount, number=at_most(move.amount.number, move.augments)))


def gait_of(figure: Figure, move: Move | None) -> Gait:
    """How a figure moves. (GH-3.3, GH-3.4)"""
    if figure.flies:
        return "fly"
    changes = (each.ability.change for each in figure.effects if isinstance(each.ability, MoveChange))
    jumps = (move is not None and move.jump) or any(each.jump for each in changes)
    return "jump" if jumps else "walk"


def aim_of(book: Book, figure: Figure, attack: Attack) -> Aim:
    """The reach of an attack of a figure, with what changes its attacks. (GH-12.31, GH-6.2 to GH-6.6)"""
    aim = _printed_aim(book, figure, attack)
    for each in wider(figure, aim.is_ranged) if figure.effects else ():
        change = each.change
        if change.all_adjacent:
            aim = Aim(reach=1, targets=EVERYBODY)
        if change.range is not None and aim.is_ranged:
            aim = replace(aim, reach=max(aim.reach + change.range.number, 0))
        if change.add_target:
            aim = replace(aim, targets=aim.targets + change.add_target)
    return aim


def _printed_aim(book: Book, figure: Figure, attack: Attack) -> Aim:
    """The reach of an attack as it is printed."""
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


NEGATIVE = "trap or hazard", "traps or hazards"
"""The things that GH-12.9 counts, in words."""


def why_not_ally(state: State, figure: Figure, names: Sequence[str], rule: str) -> Reason | None:
    """Says that one of these is the figure itself or its ally, although the rule is about enemies; None if
    none is.
    """
    for name in names:
        if name == figure.name or (state.on_map(name) and state.figure(name).side == state.stance(figure)):
            is_itself = name == figure.name
            text = (
                f"{name} {'acts and is no enemy of itself' if is_itself else f'is an ally of {figure.name}'}"
            )
            enemy = min((each.name for each in state.enemies_of(figure)), default="")
            return f"{text}{enemy and f': name an enemy, such as {enemy}'}", ("GH-1.2", rule)
    return None


def why_not_focus(found: Deliberation, name: str) -> Reason:
    """Why an enemy is not the focus."""
    keys, focuses = found.focus_keys, found.focuses
    known = {enemy.name for enemy in found.situation.enemies}
    if name not in known:
        return f"{name} is no enemy that it can focus on", ("GH-12.6", "GH-12.15")
    if name not in keys:
        return f"no hex can be reached from which {name} can be attacked", ("GH-12.7", "GH-12.8", "GH-12.14")
    before = found.enemy(name).after.intersection(focuses)
    return why_preferred(found, name, min(before, default=focuses[0]))


def why_preferred(found: Deliberation, name: str, best: str) -> Reason:
    """The first part of the key in which an enemy that can be attacked is better than another."""
    key, least = found.focus_keys[name], found.focus_keys[best]
    if key.negative != least.negative:
        mine, its = _number(key.negative, *NEGATIVE), _number(least.negative, *NEGATIVE)
        text = f"{best} can be reached through {its}, {name} only through {mine}"
        return text, ("GH-12.10", "GH-12.9")
    if key.cost != least.cost:
        text = f"{best} can be attacked after {_steps(least.cost)}, {name} after {key.cost}"
        return text, ("GH-12.10",)
    if key.proximity != least.proximity:
        text = f"{best} is {_number(least.proximity, 'hex', 'hexes')} away, {name} {_far(key.proximity)}"
        return f"both can be attacked after {_steps(key.cost)}, but {text}", ("GH-12.10", "GH-12.11")
    number, first = key.initiative[0], least.initiative[0]
    if number != first:
        are_told = max(number, first) <= LAST and UNKNOWN not in (key.initiative[1], least.initiative[1])
        numbers = f": {first} before {number}" if are_told else ""
        return f"{best} is as near and comes first in initiative{numbers}", ("GH-12.10", "GH-12.12")
    if key.initiative != least.initiative:
        others = least.initiative[OTHER_CARD], key.initiative[OTHER_CARD]
        cards = f" by its other card: {others[0]} before {others[1]}" if others[0] != others[1] else ""
        return f"{best} is as near and acts before {name}{cards}", ("GH-12.10", "GH-12.12", "GH-2.4")
    text = f"{best} is as near and acts before {name}: elites come first, then lower numbers"
    return text, ("GH-12.10", "GH-12.12", "GH-12.3", "GH-12.4")


def _far(proximity: int) -> str:
    return "beyond walls" if proximity >= BEYOND else str(proximity)


def why_not_end(found: Deliberation, focus: str, options: Sequence[Option], end: Hex) -> Reason:
    """Why it may not stop in a hex."""
    name = found.situation.ground.board.name
    where = name(end)
    weight = found.paths.all_from_start().get(end)
    if weight is None or not found.paths.may_stop(end):
        return _why_not_there(found, end)
    if not options:
        return f"it stays: there is no hex from which it could attack {focus}", ("GH-12.14",)
    spent, points = way(weight), found.situation.move
    is_beyond = spent.cost > points
    if is_beyond and _ends_in(found.with_movement(spent.cost), focus, end):
        text = f"{where} costs {_steps(spent.cost)}, and its movement is {points}"
        return text, ("GH-3.1", "GH-12.20")
    chosen, candidates = options[0], found.candidates_at(end, focus)
    if not is_beyond and chosen.end != chosen.destination:
        text = f"on its way to {name(chosen.destination)} it gets nearer by stopping in {name(chosen.end)}"
        return text, ("GH-12.22",)
    if not candidates:
        aims_by = "GH-12.17" if found.situation.attacks else "GH-12.26"
        return parted(found, end, focus) or (f"{focus} cannot be attacked from {where}", ("GH-12.7", aims_by))
    return why_worse(found, candidates[0], found.destinations(focus)[0], focus)


def _ends_in(found: Deliberation, focus: str, end: Hex) -> bool:
    return any(option.focus == focus and option.end == end for option in found.choice().options)


def parted(found: Deliberation, here: Hex, name: str) -> Reason | None:
    """Says that a wall line separates a hex from an enemy in the hex beside it; None if none does."""
    board = found.situation.ground.board
    there = next(enemy.at for enemy in found.situation.enemies if enemy.name == name)
    if distance(here, there) != 1 or there in board.neighbours(here):
        return None
    text = f"a wall line lies between {board.name(here)} and {name} in {board.name(there)}"
    return text, ("GH-4.2", "GH-1.4")


def _why_not_there(found: Deliberation, end: Hex) -> Reason:
    """Why nobody could stop in a hex, or get there."""
    situation, ground = found.situation, found.situation.ground
    where = ground.board.name(end)
    enemy = next((each.name for each in situation.enemies if each.at == end), None)
    if end in ground.board.walls:
        return f"{where} is a wall", ("GH-1.4", "GH-3.2")
    if end not in ground.board.hexes:
        return f"{where} is not on the map", ("GH-1.4",)
    if enemy is not None:
        return f"{enemy} stands in {where}", ("GH-3.2", "GH-12.8")
    if end in situation.blocked or end in situation.friends:
        return f"another figure stands in {where}", ("GH-3.2", "GH-12.8")
    if end in ground.obstacles:
        return f"an obstacle lies in {where}", ("GH-1.6", "GH-3.2", "GH-12.8")
    return f"no way leads to {where}", ("GH-12.8", "GH-3.2")


def why_worse(found: Deliberation, candidate: Candidate, best: Candidate, focus: str) -> Reason:
    """The first key of GH-12.17 and 12.19 in which the destination is better."""
    name = found.situation.ground.board.name
    where, there = name(candidate.hex), name(best.hex)
    if candidate.negative != best.negative:
        mine, its = _number(candidate.negative, *NEGATIVE), _number(best.negative, *NEGATIVE)
        return f"the way to {where} leads through {mine}, that to {there} through {its}", ("GH-12.17",)
    if candidate.out_of_reach and not best.out_of_reach and _would_be_better(found, candidate, best):
        text = f"{there} costs {_steps(best.cost)}, {where} {candidate.cost}"
        return f"{text}, and its movement is {found.situation.move}", ("GH-12.17", "GH-12.20")
    for_nearest = found.heads_for_nearest(best.out_of_reach)
    fears = found.fears_later(candidate) if for_nearest else found.spares_focus and candidate.disadvantage
    if fears and not best.disadvantage:
        text = f"in {where} it attacks {focus} with disadvantage, in {there} without"
        return text, ("GH-12.17", "GH-4.3")
    if for_nearest:
        return _why_farther(found, candidate, best)
    if len(candidate.group) != len(best.group):
        text = f"from {there} it attacks {listed(best.group)}, from {where} only {listed(candidate.group)}"
        return text, ("GH-12.17",)
    first = found.first_choices(focus)
    if candidate.group not in {each.group for each in first}:
        return _why_other_group(found, candidate, first[0])
    if candidate.disadvantages != best.disadvantages:
        return _why_disadvantages(found, candidate, best), ("GH-12.19",)
    return _why_farther(found, candidate, best)


def _would_be_better(found: Deliberation, candidate: Candidate, best: Candidate) -> bool:
    """Whether a figure would prefer this hex if its movement were enough: the hex is better in what counts
    before the steps.
    """

    def key(each: Candidate) -> tuple[int, ...]:
        ranks = () if found.counts_steps_first else tuple(-number for number in each.ranks)
        return (int(found.spares_focus and each.disadvantage), -len(each.group), *ranks)

    return key(candidate) < key(best)


def _why_other_group(found: Deliberation, candidate: Candidate, first: Candidate) -> Reason:
    """Why another group with as many targets is worse than the best one."""
    if not found.spares_focus and candidate.disadvantages != first.disadvantages:
        return _why_disadvantages(found, candidate, first), ("GH-12.17",)
    name = found.situation.ground.board.name
    where, there = name(candidate.hex), name(first.hex)
    mine, its = listed(candidate.group), listed(first.group)
    is_farther = candidate.cost != first.cost
    if is_farther and (found.counts_steps_first or candidate.ranks == first.ranks):
        text = f"from {there}, after {_steps(first.cost)}, it attacks {its}"
        return f"{text}, from {where}, after {candidate.cost}, {mine}", ("GH-12.17",)
    text = f"from {there} it attacks {its}, whose ranks are better than those of {mine}"
    return text, ("GH-12.18",)


def _why_disadvantages(found: Deliberation, candidate: Candidate, best: Candidate) -> str:
    name = found.situation.ground.board.name
    text = f"in {name(candidate.hex)} it attacks {_number(candidate.disadvantages, 'target', 'targets')}"
    return f"{text} with disadvantage, in {name(best.hex)} {best.disadvantages or 'none'}"


def _why_farther(found: Deliberation, candidate: Candidate, best: Candidate) -> Reason:
    name = found.situation.ground.board.name
    text = f"{name(best.hex)} costs {_steps(best.cost)}, {name(candidate.hex)} {candidate.cost}"
    return text, ("GH-12.17",)


def why_not_targets(
    found: Deliberation, focus: str, groups: Sequence[Sequence[str]], names: Sequence[str]
) -> Reason:
    """Why it does not attack these figures."""
    if not groups and len(names) == 1 and names[0] in {enemy.name for enemy in found.situation.enemies}:
        wall = parted(found, found.situation.at, names[0])
        if wall is not None:
            return wall
    if not groups:
        return f"it attacks nobody: {focus or 'no focus'} cannot be attacked from where it stands", (
            "GH-12.22",
        )
    known = {enemy.name for enemy in found.situation.enemies}
    here = found.situation.at
    where = found.situation.ground.board.name(here)
    for name in names:
        if name not in known:
            return f"{name} is no enemy that it can attack", ("GH-8.12", "GH-6.2")
    if focus and focus not in names:
        return f"its focus {focus} is always among the targets", ("GH-12.32",)
    for name in names:
        if not found.can_attack(here, name):
            return parted(found, here, name) or (
                f"{name} is out of range or sight from {where}",
                ("GH-4.1", "GH-5.1"),
            )
    return f"it attacks {' or '.join(listed(group) for group in groups)}", ("GH-12.17", "GH-12.18")


def _steps(cost: int) -> str:
    """Movement points, as people count them."""
    return _number(cost, "step", "steps")


def _number(count: int, one: str, many: str) -> str:
    return f"{count or 'no'} {one if count == 1 else many}"


class Decision(Choice, frozen=True):
    """A decision by the rules for a figure, or by the players if more than one option is left. It is always a
    step of its own, so that people can state it and be told what was wrong.
    """

    def options(self, book: Book, state: State) -> list[Action]:
        return [*book.options_of(self, state, self.by_rules)]

    @abstractmethod
    def by_rules(self, book: Book, state: State) -> list[Action]:
        """The options that the rules leave."""

    def mover(self, book: Book, state: State) -> int:
        return self.chooser(state) if self.options(book, state) else ENGINE
