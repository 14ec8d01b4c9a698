"""A monster's move and attack: focus, attack hexes, destination, approach. (GH-12.6 to GH-12.28)

What is found about a situation is kept with the readings that it looked up: where notes are taken and it is
known already, these are looked up again, so that they are noted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, cast

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.engine import Noting
from tsolve.games.gloomhaven.aiming import Aiming, Mask
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.monster_situation import (
    Aim,
    Candidate,
    Choice,
    Contender,
    Enemy,
    FocusKey,
    Option,
    Paths,
    Readings,
    Situation,
    Way,
    way,
)

V = TypeVar("V")

MELEE = Aim()
"""A plain melee attack: a figure without an attack moves as if it had this one. (GH-12.7)"""

_USUAL_HEXES = 200
"""The number of hexes in a large scenario."""
_USUAL_WORK = 20
"""The most counted steps of a turn on a map of this size."""
BEYOND = 1_000_000
"""The proximity of an enemy that no way around the walls leads to."""


def choose(situation: Situation, readings: Readings) -> Choice:
    """Everything that the rules let a monster do with this move and attack, and what decided."""
    return Deliberation(situation, readings).choice()


Known = dict[Hashable, tuple[object, Mapping[str, str]]]
"""Results for one situation under chosen readings, each with the readings that it looked up."""


class Deliberation:
    """How a monster decides in one situation; the result of every step can be read."""

    def __init__(self, situation: Situation, readings: Readings, known: Known | None = None) -> None:
        """`readings` may take notes; `known` holds the results of the situation and is extended."""
        self.situation = situation
        self._readings: Noting[str] = Noting(readings, {})
        self._known: Known = {} if known is None else known
        self._enemies = {enemy.name: enemy for enemy in situation.enemies}
        self.paths, self._aiming = self._once("begin", self._begin)
        self._minds = situation.attacks and situation.minds_disadvantage

    def _begin(self) -> tuple[Paths, Aiming]:
        """Prepare where it can go, and whom it can attack from there."""
        situation, readings = self.situation, self._readings
        aim = situation.aim if situation.attacks else MELEE
        paths = Paths(situation, readings)
        return paths, Aiming(situation, aim, readings["area_anchor"] == "wall_hex_too")

    def enemy(self, name: str) -> Enemy:
        """The enemy of this name."""
        return self._enemies[name]

    def _once(self, what: Hashable, work_out: Callable[[], V]) -> V:
        """A result, worked out the first time that it is needed."""
        found = self._known.get(what)
        if found is None:
            found = self._known[what] = self._readings.of(work_out)
        else:
            self._readings.again(found[1])
        return cast("V", found[0])

    def choice(self) -> Choice:
        """All options that are left, with the keys of enemies and destinations."""
        return self._once("choice", self._choice)

    def with_movement(self, points: int) -> Deliberation:
        """How it would decide with so many movement points."""
        return Deliberation(replace(self.situation, move=points), self._readings)

    def _choice(self) -> Choice:
        spend(_USUAL_WORK + self._hexes_beyond)
        options: set[Option] = set()
        destinations = {focus: self.destinations(focus) for focus in self.focuses}
        for focus, best in destinations.items():
            options.update(self._options(focus, best))
        if not destinations and self._may_attack_others:
            options.update(self._attacks_in_place())
        return Choice(tuple(sorted(options)), dict(self.focus_keys), destinations)

    @property
    def _hexes_beyond(self) -> int:
        """The hexes beyond those of a usual map: a search through all hexes costs one more step of work for
        each.
        """
        return max(0, len(self.situation.ground.board.hexes) - _USUAL_HEXES)

    # the focus

    @property
    def focuses(self) -> tuple[str, ...]:
        """The enemies that may be the focus: more than one where the players choose. (GH-12.13)"""
        keys, fixed = self.focus_keys, self.situation.focus
        if fixed is not None:
            return (fixed,) if fixed in keys else ()
        return self._first(keys)

    def _first(self, keys: Mapping[str, FocusKey]) -> tuple[str, ...]:
        """The enemies with the lowest key, but only the first of each type of monsters. (GH-12.12)"""
        least = min(keys.values(), default=None)
        tied = [name for name, key in keys.items() if key == least]
        return tuple(name for name in tied if self._enemies[name].after.isdisjoint(tied))

    @property
    def focus_keys(self) -> dict[str, FocusKey]:
        """The key of each enemy that can be attacked from some hex. (GH-12.10)"""
        return self._once("focus", self._focus_keys)

    def _focus_keys(self) -> dict[str, FocusKey]:
        spend(self._hexes_beyond)
        counts_proximity = self._readings["focus_proximity"] == "counts"
        proximity = self._proximity
        found: dict[str, FocusKey] = {}
        waiting = dict.fromkeys(self._enemies)
        for hex_, weight in self._hexes_by_focus_weight():
            for name in [name for name in waiting if self._aiming.can_attack(hex_, name)]:
                del waiting[name]
                steps = proximity[name] if counts_proximity else 0
                found[name] = FocusKey(*way(weight), steps, self._enemies[name].initiative)
            if not waiting:
                break
        return {name: found[name] for name in self._enemies if name in found}

    def _hexes_by_focus_weight(self) -> list[tuple[Hex, int]]:
        """The hexes in which it can end, nearest first, each with the pair that the focus key counts."""
        paths = self.paths
        if self._readings["focus_distance"] == "hexes":
            paths = Paths(self.situation, self._readings, counts_hexes=True)
        weights = paths.all_from_start().items()
        return sorted(
            ((hex_, weight) for hex_, weight in weights if paths.may_stop(hex_)), key=lambda item: item[1]
        )

    @cached_property
    def _proximity(self) -> dict[str, int]:
        """Hexes around walls from where it stands to each enemy. (GH-12.11)"""
        steps = self.situation.ground.board.distances(self.situation.at)
        return {name: steps.get(enemy.at, BEYOND) for name, enemy in self._enemies.items()}

    # the hexes to attack from

    def destinations(self, focus: str) -> tuple[Candidate, ...]:
        """The hexes that it heads for, each with the group that it wants to attack from there; several if the
        players choose. (GH-12.17, GH-12.19)
        """
        return self._once(("destinations", focus), lambda: self._destinations(focus))

    def _destinations(self, focus: str) -> tuple[Candidate, ...]:
        first = self.first_choices(focus)
        if not first or self.heads_for_nearest(first[0].out_of_reach):
            return first
        groups = {self._aiming.mask(candidate.group) for candidate in first}
        suitable = [
            self._candidate(hex_, weight, group, focus)
            for hex_, weight in self._fullest_hexes(focus)
            for group in groups
            if self._aiming.can_hit(hex_, focus, group)
        ]
        least = min((candidate.disadvantages, candidate.cost) for candidate in suitable)
        return tuple(
            sorted(candidate for candidate in suitable if (candidate.disadvantages, candidate.cost) == least)
        )

    def first_choices(self, focus: str) -> tuple[Candidate, ...]:
        """The best groups of targets, before choosing the best hex for them. (GH-12.17, GH-12.18)"""
        return self._once(("first", focus), lambda: self._best(self._candidates(focus)))

    def _best(self, found: Sequence[Candidate]) -> tuple[Candidate, ...]:
        merits = list(map(self._merit, found))
        best = min(merits, default=None)
        return tuple(each for each, merit in zip(found, merits, strict=True) if merit == best)

    def heads_for_nearest(self, out_of_reach: bool) -> bool:
        """Whether only the way to the focus counts if the focus is out of reach; a reading. (GH-12.24)"""
        return out_of_reach and self._readings["out_of_reach"] == "nearest_attack_hex"

    def fears_later(self, candidate: Candidate) -> bool:
        """Whether it would attack from there with disadvantage, and this counts even if the focus is out of
        reach.
        """
        counts = self._readings["disadvantage_out_of_reach"] == "counts"
        return counts and candidate.disadvantage

    @property
    def spares_focus(self) -> bool:
        """Whether to avoid disadvantage against the focus matters more than to hit more targets.
        (GH-12.17)
        """
        return self._readings["disadvantage_order"] == "before_targets"

    @property
    def counts_steps_first(self) -> bool:
        """Whether a shorter way matters more than the ranks of further targets. (GH-17.9)"""
        return self._readings["group_order"] != "targets_first"

    def _candidates(self, focus: str) -> list[Candidate]:
        """The groups that can be best, of the hexes that are best by all that matters more."""
        hexes = self._attack_hexes(focus)
        if hexes and self.heads_for_nearest(self._is_out_of_reach(hexes[0][1])):
            alone = self._aiming.mask({focus})
            return [self._candidate(hex_, weight, alone, focus) for hex_, weight in hexes]
        return [
            self._candidate(hex_, weight, group, focus)
            for hex_, weight in self._fullest_hexes(focus)
            for group in self._best_groups(hex_, focus)
        ]

    def _fullest_hexes(self, focus: str) -> list[tuple[Hex, int]]:
        """Of the hexes that are best by all that matters more than the number of targets those from which it
        hits the most.
        """
        hexes = self._without_disadvantage(self._attack_hexes(focus), focus)
        numbers = [self._aiming.most_targets(hex_, focus) for hex_, _ in hexes]
        most = max(numbers, default=0)
        return [each for each, number in zip(hexes, numbers, strict=True) if number == most]

    def _best_groups(self, hex_: Hex, focus: str) -> set[Mask]:
        """The groups that can be best among those that it can hit from a hex. (GH-12.18)"""
        ranks = self._ranks
        if self._minds and not self.spares_focus:
            bad = self._with_disadvantage(hex_)
            ranks = (*(each & ~bad for each in ranks), *(each & bad for each in ranks))
        return self._aiming.best_groups(hex_, focus, ranks)

    def _with_disadvantage(self, hex_: Hex) -> Mask:
        """The enemies that it would attack from there with disadvantage."""
        if not self._minds:
            return 0
        aiming = self._aiming
        return aiming.mask(name for name in self._enemies if aiming.has_disadvantage(hex_, name))

    def contenders(self, focus: str, number: int) -> list[Contender]:
        """At least so many of the hexes from which it could attack the focus, or all: the best ones first."""
        weights = self.paths.all_from_start()
        hexes: dict[tuple[int, bool, bool], list[Hex]] = defaultdict(list)
        for hex_, weight in weights.items():
            if self.paths.may_stop(hex_) and self.can_attack(hex_, focus):
                fears = self._minds and self._aiming.has_disadvantage(hex_, focus)
                hexes[way(weight).negative, self._is_out_of_reach(weight), fears].append(hex_)
        found: list[Contender] = []
        for key in sorted(hexes):
            alike = (
                Contender(each, *key, self._aiming.most_targets(each, focus), way(weights[each]).cost)
                for each in hexes[key]
            )
            found += sorted(alike, key=lambda each: (-each.targets, each.cost))
            if len(found) >= number:
                break
        return found

    def candidates_at(self, hex_: Hex, focus: str) -> tuple[Candidate, ...]:
        """The best groups that it could attack from a hex; none if it cannot get there, or not attack the
        focus.
        """
        weight = self.paths.all_from_start().get(hex_)
        if weight is None or not self.can_attack(hex_, focus):
            return ()
        groups = self._best_groups(hex_, focus)
        return self._best(sorted(self._candidate(hex_, weight, group, focus) for group in groups))

    def can_attack(self, hex_: Hex, name: str) -> bool:
        """Whether an attack from a hex can have this enemy among its targets."""
        return self._aiming.can_attack(hex_, name)

    def _attack_hexes(self, focus: str) -> list[tuple[Hex, int]]:
        """The hexes from which it can attack the focus, each with the weight of its path, the nearest first:
        those with the fewest negative hexes, and of these only those in reach this turn if there are any.
        """
        paths, aiming = self.paths, self._aiming
        weights = sorted(paths.all_from_start().items(), key=lambda item: item[1])
        hexes: list[tuple[Hex, int]] = []
        for hex_, weight in weights:
            if hexes and self._is_worse(weight, hexes[0][1]):
                break
            if paths.may_stop(hex_) and aiming.can_attack(hex_, focus):
                hexes.append((hex_, weight))
        return hexes

    def _without_disadvantage(self, hexes: list[tuple[Hex, int]], focus: str) -> list[tuple[Hex, int]]:
        """If any hexes allow an attack on the focus without disadvantage, only those. (GH-12.17)"""
        if not self._minds or not self.spares_focus:
            return hexes
        return [each for each in hexes if not self._aiming.has_disadvantage(each[0], focus)] or hexes

    def _is_worse(self, weight: int, best: int) -> bool:
        """Whether a path has more negative hexes than the best one, or leaves its reach."""
        return way(weight).negative > way(best).negative or (
            self._is_out_of_reach(weight) and not self._is_out_of_reach(best)
        )

    def _is_out_of_reach(self, weight: int) -> bool:
        """Whether the path with the fewest negative hexes is too long for this turn. (GH-12.20)"""
        return way(weight).cost > self.situation.move

    def _candidate(self, hex_: Hex, weight: int, group: Mask, focus: str) -> Candidate:
        negative, cost = way(weight)
        names = self._aiming.names(group)
        bad = [name for name in names if self._minds and self._aiming.has_disadvantage(hex_, name)]
        return Candidate(
            hex=hex_,
            group=tuple(sorted(names)),
            negative=negative,
            out_of_reach=self._is_out_of_reach(weight),
            disadvantage=focus in bad,
            disadvantages=len(bad),
            cost=cost,
            ranks=tuple((group & each).bit_count() for each in self._ranks),
        )

    def _merit(self, candidate: Candidate) -> tuple[object, ...]:
        """The key that decides between hexes that are still equal; the lower one is better."""
        if self.heads_for_nearest(candidate.out_of_reach):
            return candidate.negative, self.fears_later(candidate), candidate.cost
        size, ranks = -len(candidate.group), tuple(-n for n in candidate.ranks)
        disadvantages = 0 if self.spares_focus else candidate.disadvantages
        if self.counts_steps_first:
            return size, disadvantages, candidate.cost, ranks
        return size, disadvantages, ranks, candidate.cost

    @property
    def _ranks(self) -> tuple[Mask, ...]:
        """The enemies of every rank as further targets, the first ones first. (GH-12.18)"""
        return self._once("ranks", self._find_ranks)

    def _find_ranks(self) -> tuple[Mask, ...]:
        keys = {name: self._rank_key(name) for name in self._enemies}
        return tuple(
            self._aiming.mask(name for name, key in keys.items() if key == each)
            for each in sorted(set(keys.values()))
        )

    def _rank_key(self, name: str) -> tuple[int, ...]:
        reading, enemy = self._readings["extra_targets"], self._enemies[name]
        initiative = *enemy.initiative, len(enemy.after)
        if reading == "players_choose":
            return ()
        if reading == "ranked_without_proximity":
            return initiative
        if reading == "own_paths":
            key = self.focus_keys.get(name)
            return (1,) if key is None else (0, key.negative, key.cost, key.proximity, *initiative)
        return self._proximity[name], *initiative

    # what it does this turn

    def _options(self, focus: str, destinations: tuple[Candidate, ...]) -> list[Option]:
        if not destinations:
            return []
        if not destinations[0].out_of_reach:
            return [
                Option(focus, each.hex, each.hex, each.group if self.situation.attacks else ())
                for each in destinations
            ]
        if self._may_attack_others and (options := self._attacks_in_place()):
            return options
        approaches = {each.hex: self.approach(focus, each.hex) for each in destinations}
        if self._readings["equal_destinations"] == "most_progress":
            least = min(left for left, _ in approaches.values())
            approaches = {to: found for to, found in approaches.items() if found[0] == least}
        return [Option(focus, to, end, ()) for to, (_, ends) in approaches.items() for end in ends]

    def approach(self, focus: str, to: Hex) -> tuple[Way, list[Hex]]:
        """Where it stops on its way to a hex out of reach, and the least movement that remains from there.
        (GH-12.22)
        """
        ahead = self.paths.all_to(to)
        heads_for_focus = self._readings["heads_for"] == "focus"
        around = self.situation.ground.board.distances(self._enemies[focus].at)
        best: tuple[int, int, int] | None = None
        ends: list[Hex] = []
        still = Way(0, 0)
        for hex_, weight in self.paths.all_from_start().items():
            spent = way(weight)
            if spent.cost > self.situation.move or hex_ not in ahead or not self.paths.may_stop(hex_):
                continue
            left = way(ahead[hex_])
            remaining = around.get(hex_, BEYOND) if heads_for_focus else left.cost
            key = (spent.negative + left.negative, remaining, spent.cost)
            if best is None or key < best:
                best, ends, still = key, [hex_], left
            elif key == best:
                ends.append(hex_)
                still = min(still, left)
        return still, ends

    @property
    def _may_attack_others(self) -> bool:
        """Whether a figure that cannot move attacks others than its focus. (GH-17.13)"""
        stays = self.situation.attacks and not self.situation.move
        return stays and self._readings["immobilized_attack"] == "anyone"

    def _attacks_in_place(self) -> list[Option]:
        """Attacks on the figures that it can attack without moving, with the best of them as its focus."""
        at = self.situation.at
        keys = {name: key for name, key in self.focus_keys.items() if self._aiming.can_attack(at, name)}
        if not keys:
            return []
        options: list[Option] = []
        for name in self._first(keys):
            equal = self._best([self._candidate(at, 0, group, name) for group in self._best_groups(at, name)])
            fewest = min(each.disadvantages for each in equal)
            options += [Option(name, at, at, each.group) for each in equal if each.disadvantages == fewest]
        return options
