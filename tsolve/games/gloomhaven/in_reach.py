"""Upper bounds of who can still attack whom and for how many hit points, so that a search can stop early.

Every step costs at least one movement point, and an attack deals its number with the best modifier card.
Walls, figures in the way, shields and the order of turns are ignored. There is no bound in the middle of an
action, nor if figures may be pushed, summoned or act once more, or if items or lasting bonuses change
attacks. All elements count as available.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from tsolve.cardkit import piles
from tsolve.games.gloomhaven.abilities import (
    Ability,
    Attack,
    Heal,
    OnDeath,
    Recover,
    Retaliate,
    Shield,
    Shove,
    Suffer,
    at_most,
)
from tsolve.games.gloomhaven.asked_for import looked_through, points_of, things_in
from tsolve.games.gloomhaven.book import PLAIN
from tsolve.games.gloomhaven.figures import Figure, Side
from tsolve.games.gloomhaven.game import is_open, strikers
from tsolve.games.gloomhaven.hexes import Hex, distance
from tsolve.games.gloomhaven.initiative import waits
from tsolve.games.gloomhaven.map_abilities import CreateTrap, Summon
from tsolve.games.gloomhaven.modifiers import BLESS, NAMED, REFRESH, card, reduced, result
from tsolve.games.gloomhaven.monsters_cards import DrawCards
from tsolve.games.gloomhaven.reveal import Reveal
from tsolve.games.gloomhaven.round import (
    ROUND,
    BeginRound,
    ChooseCards,
    EndRound,
    Finished,
    LookForEnd,
    MayRest,
    NextRound,
    NextTurn,
)
from tsolve.games.gloomhaven.scenario import EndOfTurn
from tsolve.games.gloomhaven.simple_abilities import (
    ExtraTurn,
    Hatch,
    Leap,
    NegateDamage,
    Refresh,
    ScenarioStep,
    Special,
    Toward,
    UntilRoundEnd,
)
from tsolve.games.gloomhaven.state import Held, State, deck_owner
from tsolve.games.gloomhaven.turn.character import SIDES, DiscardPlays, LastItems, LootOwnHex, NextHalf
from tsolve.games.gloomhaven.turn.damage import FORCING, retaliation_of
from tsolve.games.gloomhaven.turn.deliberation import aim_of
from tsolve.games.gloomhaven.turn.elements_and_bonuses import augmented
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.monster import EndTurn
from tsolve.games.gloomhaven.uncounted import goes_uncounted

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book, Deal

_UNBOUNDED = (
    ExtraTurn,
    Force,
    Hatch,
    Leap,
    OnDeath,
    Toward,
    ScenarioStep,
    Shove,
    Special,
    Summon,
    UntilRoundEnd,
)
"""With these abilities figures come, go or act in more ways than by their own moves and turns."""
_OF_ITEMS = Heal | NegateDamage | Recover | Shield
AT_REST = (
    BeginRound,
    ChooseCards,
    DiscardPlays,
    DrawCards,
    EndOfTurn,
    EndRound,
    EndTurn,
    Finished,
    LastItems,
    LookForEnd,
    LootOwnHex,
    MayRest,
    NextHalf,
    NextRound,
    NextTurn,
    Reveal,
)
"""Tasks that wait between two actions, except the end of a round, when events may bring figures."""
_DEFENDING = frozenset(("shield", "retaliate", "negate_damage", "attackers_have_disadvantage"))
"""Lasting bonuses that do not change their bearer's attacks."""
_WITHOUT_END = 10**6
"""Rounds, if nothing limits their number."""
_MOST_ROUNDS = 4
"""With more rounds or attacks than this, lost cards are not counted."""


class _Bounds(NamedTuple):
    """The most that a figure can still do."""

    points: int
    """Movement points."""
    reach: int
    """The range of its attacks; -1: none."""
    damage: int
    """Hit points that its attacks take from one target."""
    hits: int
    """Attacks on one target."""


def in_reach(book: Book, start: State) -> InReach:
    """The bounds from a position on; worked out once."""
    return book.once(("in reach", start), lambda: InReach(book, start))


class InReach:
    """Bounds that hold from one position on, whatever is played."""

    def __init__(self, book: Book, start: State) -> None:
        table, script = looked_through(book, start), book.script
        figures = (*start.figures, *script.hidden(start), *script.awaited(start))
        halves = [half for each in book.cards.values() for half in (each.top, each.bottom)]
        self._book = book
        self._is_sure = table is not None and not (
            table.has(*_UNBOUNDED)
            or goes_uncounted(book, start)
            or table.says(FORCING)
            or start.again
            or table.has(Refresh)
            or table.says((REFRESH,))
            or any(not isinstance(each, _OF_ITEMS) for item in book.items.values() for each in item.do)
            or any(
                isinstance(each, Attack)
                for half in halves
                if half.lasts
                for each in things_in(half.abilities)
            )
            or any(
                attack.damaging or any(each.per_target_damaged for each in attack.augments)
                for attack in things_in((book.cards, book.deals))
                if isinstance(attack, Attack)
            )
            or any(each.dying or each.profile.attack_counts for each in figures)
            or any(effect.kind not in _DEFENDING for each in figures for effect in each.effects)
        )
        cards = (text for owned in start.decks for text in owned.deck.cards())
        self._suffers = table is not None and (
            table.has(Suffer, CreateTrap) or any("retaliate" in text for text in cards)
        )
        """Whether hit points may be lost in ways that these bounds do not count."""
        of_monsters = _given(book.deals)
        self._retaliate: Mapping[Side, int] = {
            "party": _given(book.cards) + of_monsters,
            "monsters": of_monsters,
            "others": of_monsters,
        }
        """The retaliate that all abilities of a side together may give a figure; monsters may fight for the
        party.
        """
        self._poison = int(table is not None and table.says(("poison",)))
        self._wound = int(table is not None and table.says(("wound",)))
        self._blessed = table is not None and table.says((BLESS,))
        self._known: dict[Hashable, _Bounds] = {}

    def may_attack(self, state: State, names: Collection[str]) -> bool:
        """Whether any figure may still attack all of these figures at once."""
        book = self._book
        if not is_open(book, state) and not any(strikers(book, state)):
            return False
        targets = [each for each in state.figures if not {each.name, each.identity}.isdisjoint(names)]
        coming = {each.group for each in self._coming(state)}  # they may get the number of a target
        if (
            not self._says(state)
            or len(targets) != len(names)
            or any(each.group in coming for each in targets)
        ):
            return True
        others = (*state.figures, *self._coming(state))
        return any(all(self._reaches(state, each, target) for target in targets) for each in others)

    def may_walk_to(self, state: State, place: Hex, name: str = "") -> bool:
        """Whether any figure, or the named one, may still walk to a hex."""
        if not self._says(state) or any(self._coming(state)):
            return True
        figures = (each for each in state.figures if name in ("", each.name))
        return any(distance(each.at, place) <= self._bounds(state, each).points for each in figures)

    def may_be_killed(self, state: State, identity: str) -> bool:
        """Whether a figure may yet leave the map."""
        figures = [each for each in state.figures if each.identity == identity]
        return not (self._says(state) and figures) or all(self._may_leave(state, each) for each in figures)

    def _says(self, state: State) -> bool:
        """Whether the bounds hold in a position."""
        return self._is_sure and all(isinstance(task, AT_REST) for task in state.todo)

    def _coming(self, state: State) -> Iterator[Figure]:
        """The figures that rooms and events may bring."""
        yield from self._book.script.hidden(state)
        yield from self._book.script.awaited(state)

    def _may_leave(self, state: State, target: Figure) -> bool:
        if target.kind == "summon" or self._suffers:
            return True  # a summon leaves with who summoned it
        rounds = 1 + self._rounds_to_come(state)
        lost, hits = self._wound * rounds + self._own_harm(state, target), 0
        for each in (*state.figures, *self._coming(state)):
            if self._reaches(state, each, target):
                most = self._bounds(state, each)
                lost, hits = lost + most.damage + self._poison * most.hits, hits + most.hits
        held = state.cards_of(target.name)
        if held is not None:
            lost += rounds  # for another card of a short rest (GH-2.10)
            if rounds > 1 and self._may_run_out(held, hits, rounds - 1):
                return True
        return lost >= target.hp

    def _own_harm(self, state: State, target: Figure) -> int:
        """The most hit points that a figure can lose on its way and by the retaliate of those that it
        attacks.
        """
        book, most = self._book, self._bounds(state, target)
        on_its_way = sum(trap.damage for trap in state.traps) if most.points else 0
        hurt = book.trap_damage // 2 * most.points if book.terrain.hazards else 0
        attacked = (each for each in (*state.figures, *self._coming(state)) if each.side != target.side)
        retaliate = sum(
            self._retaliate[each.side] + sum(amount for amount, _ in retaliation_of(each))
            for each in attacked
        )
        return on_its_way + hurt + most.hits * retaliate

    def _may_run_out(self, held: Held, hits: int, rounds: int) -> bool:
        """Whether a character may have too few cards when one of the next `rounds` rounds begins."""
        if held.active or held.packs or max(rounds, hits) > _MOST_ROUNDS:
            return True
        cards = [each for (owner, _), each in self._book.cards.items() if owner == held.owner]
        keeps = not any(half.lost or half.lasts for each in cards for half in (each.top, each.bottom))
        return _runs_out(len(held.hand), len(held.discarded), len(held.plays), hits, rounds, keeps)

    def _reaches(self, state: State, attacker: Figure, target: Figure) -> bool:
        """Whether a figure may come near enough to another one, which may move as well."""
        if attacker.side == target.side:
            return False
        most = self._bounds(state, attacker)
        if most.reach < 0:
            return False
        is_there = state.on_map(attacker.name)
        moves = most.points + self._bounds(state, target).points
        return not is_there or distance(attacker.at, target.at) <= moves + most.reach

    def _bounds(self, state: State, figure: Figure) -> _Bounds:
        held = state.cards_of(figure.name)
        waiting = tuple(task for task in state.todo if isinstance(task, NextHalf | NextTurn))
        is_able = figure.name, figure.profile, figure.acted, figure.new, figure.exhausted
        key = is_able, held and held.plays, state.drawn, waiting, self._rounds_to_come(state)
        if key not in self._known:
            self._known[key] = self._counted(state, figure)
        return self._known[key]

    def _counted(self, state: State, figure: Figure) -> _Bounds:
        moved, reach, damage, hits = 0, -1, 0, 0
        for times, ways in self._choices(state, figure):
            attacks = [
                [variants(each) for each in things_in(way) if isinstance(each, Attack)] for way in ways
            ]
            moved += times * max(points_of(figure, way) for way in ways)
            damage += times * max(
                sum(max(self._most(state, figure, each) for each in variants) for variants in way)
                for way in attacks
            )
            hits += times * max(
                sum(max(_hits(figure, each) for each in variants) for variants in way) for way in attacks
            )
            aims = [
                aim_of(self._book, figure, each) for way in attacks for variants in way for each in variants
            ]
            reach = max((reach, *(aim.reach + len(aim.area) for aim in aims)))
        return _Bounds(moved, reach, damage, hits)

    def _choices(self, state: State, figure: Figure) -> Iterator[tuple[int, Sequence[Sequence[Ability]]]]:
        """What a figure may still perform: how often, and one of which lists of abilities each time."""
        book, later = self._book, self._rounds_to_come(state)
        held = state.cards_of(figure.name)
        turned = next(
            (each for each in state.todo if isinstance(each, NextHalf) and each.figure == figure.name), None
        )
        acts = any(isinstance(task, NextTurn) for task in state.todo) and waits(book, figure)
        if held is None:
            if acts or turned is not None or not state.on_map(figure.name):
                yield 1, [each.abilities for each in self._deals(state, figure)]
            if later:
                yield later, [each.abilities for each in self._deals(state, figure)]
            return
        for side in SIDES:
            if held.plays and (acts if turned is None else turned.left in ("", side)):
                cards = [
                    book.cards[figure.name, name] for name in held.plays if (figure.name, name) in book.cards
                ]
                yield 1, [each.half(side).abilities for each in (book.basic(figure.name), *cards)]
            if later:
                cards = [each for (owner, _), each in book.cards.items() if owner == figure.name]
                yield later, [each.half(side).abilities for each in (book.basic(figure.name), *cards)]

    def _deals(self, state: State, figure: Figure) -> Iterator[Deal]:
        """The ability cards that a figure may yet play by."""
        deck, more = state.abilities_of(figure.group), self._book.ability_decks.get(figure.group, ())
        names = {*more, *((*piles.contents(deck.draw), *deck.discards) if deck is not None else ())}
        yield from (self._book.deals[name] for name in sorted(names))
        if not names or any(each.group == figure.group for each in state.drawn):
            yield self._book.deal(state, figure)
        if not names:
            yield PLAIN

    def _most(self, state: State, attacker: Figure, attack: Attack) -> int:
        """The most hit points that an attack can take from one target."""
        printed = attacker.profile.attack if attack.amount.relative else 0
        more = sum(max(each.attack, 0) for each in attack.bonuses) + sum(number for _, number in attack.added)
        cards = [card(text) for text in state.deck(deck_owner(attacker)).cards()]
        cards += [NAMED[BLESS]] if self._blessed else []
        rolling = sum(max(each.number, 0) for each in cards if each.rolling)
        value = max(printed + attack.amount.number, 0) + more + rolling + self._poison
        results = (result(each, value) for one in cards for each in (one, reduced(one)))
        return _hits(attacker, attack) * max(results, default=value)

    def _rounds_to_come(self, state: State) -> int:
        """How many rounds may still begin."""
        script = self._book.script
        if not any(isinstance(task, NextRound | BeginRound | ChooseCards) for task in state.todo):
            return 0
        limits = [each.number for each in script.defeat if each.kind == "rounds"]
        if script.victory and all(each.kind == "rounds" for each in script.victory):
            limits.append(max(each.number for each in script.victory))
        begins = not isinstance(state.todo[-1], NextTurn | NextHalf)
        return max(min(limits) - state.round, 0) + begins if limits else _WITHOUT_END


def _given(printed: object) -> int:
    """The retaliate that all these abilities give to their own side."""
    found = (each for each in things_in(printed) if isinstance(each, Retaliate))
    return sum(at_most(each.amount, each.augments) for each in found)


def variants(attack: Attack) -> Sequence[Attack]:
    """An attack, and its variants with consumed elements. (GH-9.4)"""
    found = [attack]
    for augment in attack.augments:
        more = (augmented(each, augment) for each in found)
        found += [each for each in more if isinstance(each, Attack)]
    return found


def _hits(figure: Figure, attack: Attack) -> int:
    """The most times that an attack ability attacks one target."""
    return figure.profile.targets + attack.add_target if attack.all_on_one else 1


@lru_cache(65536)
def _runs_out(hand: int, discarded: int, plays: int, hits: int, rounds: int, keeps: bool) -> bool:
    """Whether a character may have fewer than two cards when one of the next `rounds` rounds begins, if it
    may lose cards for damage `hits` times; `keeps`: no card is lost by being played. (GH-2.10, GH-11.5,
    GH-11.9)
    """
    for there in range(discarded + plays * keeps, discarded + plays + 1) if rounds else ():
        for of_hand, pairs in product(range(min(hand, hits) + 1), range(min(there // 2, hits) + 1)):
            more = hits - of_hand - pairs
            left, lying = hand - of_hand, there - 2 * pairs
            if more < 0:
                continue
            for held, low in [(left, lying)] if lying < ROUND else [(left, lying), (left + lying - 1, 0)]:
                if (
                    (held < ROUND and low < ROUND)
                    or (held >= ROUND and _runs_out(held - ROUND, low, ROUND, more, rounds - 1, keeps))
                    or (low >= ROUND and _runs_out_resting(held, low, more, rounds - 1, keeps))
                ):
                    return True
    return False


def _runs_out_resting(hand: int, discarded: int, hits: int, rounds: int, keeps: bool) -> bool:
    """The same if it takes a long rest now; before that it may lose discarded cards for damage, too."""
    return any(
        _runs_out(hand + max(discarded - 2 * pairs - 1, 0), 0, 0, hits - pairs, rounds, keeps)
        for pairs in range(min(discarded // 2, hits) + 1)
    )
