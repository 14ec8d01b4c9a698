"""The value of a position from which nothing more is revealed: the leaves of a search over unknown cards.

Many positions are evaluated and most are similar, so results are shared between them (`ground`). The line
that reaches a value is found only on request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tsolve.cardkit.piles import contents
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.planning.battle_template import BattleTemplate, Kinds
from tsolve.games.thunderstone.planning.bounds import hopeful
from tsolve.games.thunderstone.planning.dungeon import (
    PlannedLine,
    Value,
    needs_search,
    play_attempt,
    rallied,
    search_engine,
    without_battle,
)
from tsolve.games.thunderstone.planning.endings import endings, head_start, tie
from tsolve.games.thunderstone.planning.goals import counted_to_the_end
from tsolve.games.thunderstone.planning.loadouts import wards
from tsolve.games.thunderstone.planning.situations import Situation
from tsolve.games.thunderstone.planning.village import solve_visit
from tsolve.games.thunderstone.state import NONE, Member, State, Tally
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target, is_monster
from tsolve.games.thunderstone.turn.hand import Hand


class Reached(msgspec.Struct, frozen=True):
    """The end of a turn: its worth by the goal, the place attacked, and whether the battle was won."""

    value: Value
    rank: int = 0
    """0 where nobody is attacked."""
    won: bool = False


_NOTHING_YET = Tally()


class _Party(NamedTuple):
    """Facts of a position that are the same for every Rank."""

    kinds: tuple[int, ...]
    effects: Hashable
    """The key that decides which statement fits."""
    gear: tuple[str, ...]
    """Weapons and Food in the hand."""
    fresh: bool
    """True until something happens that a goal counts."""


class Evaluator:
    """Evaluates positions of one game by one goal and caches the values, so use one evaluator for many
    positions.
    """

    def __init__(self, game: Thunderstone, goal: tuple[str, ...], cards: Iterable[str] = ()) -> None:
        """`cards`: those that may come to the hand, if known in advance."""
        self.game, self.goal = game, goal
        self._levels = goal if "win" in goal else (*goal, "win")
        self._win = self._levels.index("win")
        self._counted_to_the_end = counted_to_the_end(goal)
        self._kinds = Kinds(game.book)
        self._grounds: dict[Hashable, BattleTemplate] = {}
        self._visits: dict[Hashable, Reached | None] = {}
        self._searched: dict[tuple[State, int], PlannedLine | None] = {}
        self._last_rallied: tuple[State | None, tuple[Situation, ...]] = (None, ())
        self._last_party: tuple[State | None, _Party] = (None, _Party((), (), (), True))
        self._gear = card_facts.gear(game.book)
        self._owned = Counter(card for card in cards if card in self._gear)
        self._plain = frozenset(
            card
            for card in game.book.monsters
            if not any(guard.dark for guard in game.book.monster_traits[card])
        )
        """Monsters that can be attacked in the dark."""

    def best(self, state: State, target: Target = ANYBODY) -> Reached | None:
        """The best end of the turn from a free step; None if the rules allow no such end."""
        if state.turn == "dungeon":
            return self._battle(state, target)
        key = self.game.key(state)
        if key not in self._visits:
            found = solve_visit(self.game, Situation(state, ()), self.goal)
            self._visits[key] = None if found is None else Reached(found.value)
        return self._visits[key]

    def attack(self, state: State, rank: int, bar: Value | None = None) -> Value | None:
        """The best value of attacking this Rank; None if it cannot be attacked, and perhaps None if the value
        is not above `bar`.
        """
        best = self._best_attack(state, rank, bar)
        return None if best is None else best[: len(self.goal)]

    def hand(self, state: State, cards: tuple[str, ...], rank: int) -> Value | None:
        """The best worth of attacking this Rank of the position with a fresh hand instead of its own."""
        return self.attack(replace(state, party=tuple(map(Member, cards))), rank)

    def line(self, state: State, rank: int) -> PlannedLine | None:
        """The line of the best attack on this Rank, played by the engine; None when it cannot be attacked.

        It is the line that `solve_leaf` finds, read from the stored results. Raises DisagreementError when
        the engine finds another worth.
        """
        best = self._best_attack(state, rank)
        if best is None:
            return None
        for here in self._rallied(state):
            if self._value(here.state, rank) == best:
                return self._played(here, rank, best)
        return None

    def _played(self, here: Situation, rank: int, best: Value) -> PlannedLine | None:
        if self.is_searched(here.state, rank):
            return self._by_engine(here, rank)
        for warded in self._wards(here.state, rank):
            ground, kinds = self._hand_on(here.state, rank, warded)
            if ground.value(kinds) == best:
                attempt, counts = ground.attempt(here.state, kinds, best)
                return play_attempt(self.game, here, attempt, counts, self._levels, best)
        return None

    def _by_engine(self, here: Situation, rank: int) -> PlannedLine | None:
        """The line of the best attack by trying everything, and kept: it takes long."""
        key = here.state, rank
        if key not in self._searched:
            start = Situation(here.state, ())
            self._searched[key] = search_engine(self.game, start, self._levels, Target(rank=rank), quiet=True)
        found = self._searched[key]
        return None if found is None else replace(found, line=(*here.line, *found.line))

    def symmetry_key(self, state: State, rank: int) -> Hashable:
        """A key: attacks with equal keys are worth the same, even in different positions."""
        if self.is_searched(state, rank):
            return rank, self.game.key(state)
        return tuple(
            [
                self._hand_on(here.state, rank, warded)
                for here in self._rallied(state)
                for warded in self._wards(here.state, rank)
            ]
        )

    def _best_attack(self, state: State, rank: int, bar: Value | None = None) -> Value | None:
        """The best value by all levels, including `win`; perhaps None if its part for the goal is not above
        `bar`.
        """
        best: Value | None = None
        above = bar if bar is None or len(self._levels) == len(bar) else (*bar, 1)
        for here in self._rallied(state):
            value = self._value(here.state, rank, above)
            if value is not None and (best is None or value > best):
                best = above = value
        return best

    def _attack(self, state: State, rank: int, bar: Value | None) -> Reached | None:
        best = self._best_attack(state, rank, bar)
        if best is None:
            return None
        return Reached(best[: len(self.goal)], rank, best[self._win] == 1)

    def _battle(self, state: State, target: Target) -> Reached | None:
        best: Reached | None = None
        standing = [slot.card for slot in state.standing]
        if target == ANYBODY and self._plain.isdisjoint(standing):
            quiet = without_battle(self.game, Situation(state, ()), self.goal)
            best = None if quiet is None else Reached(quiet.value)
        for hoped, rank in self._promising(state):
            if not target.fits(state, rank) or (best is not None and hoped <= best.value):
                continue
            reached = self._attack(state, rank, None if best is None else best.value)
            if reached is not None and (best is None or reached.value > best.value):
                best = reached
        return best

    def _promising(self, state: State) -> list[tuple[Value, int]]:
        """The Ranks that can be attacked, with an upper bound of the goal, the most promising first."""
        ranks = [rank for rank in state.places if is_monster(self.game.book, state, rank)]
        hopes = [(hopeful(self.game, state, rank, self.goal), rank) for rank in ranks]
        return sorted(hopes, key=lambda hope: hope[0], reverse=True)

    def _rallied(self, state: State) -> tuple[Situation, ...]:
        """The position, and those after using the cards that serve every Hero. They are the same for all
        Ranks.
        """
        if self._last_rallied[0] is not state:
            found: tuple[Situation, ...] = (Situation(state, ()),)
            if any(
                member.card in card_facts.rallying(self.game.book) and not member.left
                for member in state.party
            ):
                found = tuple(rallied(self.game, found[0]))
            self._last_rallied = state, found
        return self._last_rallied[1]

    def _value(self, state: State, rank: int, bar: Value | None = None) -> Value | None:
        if self.is_searched(state, rank):
            found = self._by_engine(Situation(state, ()), rank)
            return None if found is None else found.value
        best: Value | None = None
        for warded in self._wards(state, rank):
            ground, kinds = self._hand_on(state, rank, warded)
            value = ground.value(kinds, bar)
            if value is not None and (best is None or value > best):
                best = bar = value
        return best

    def is_searched(self, state: State, rank: int) -> bool:
        """Whether the attack has to be searched instead of stated."""
        return needs_search(self.game, state, rank, self._levels)

    def _wards(self, state: State, rank: int) -> tuple[int, ...]:
        """The Battle Effects that a Treasure may prevent, and `NONE`."""
        return wards(self.game.book, state, rank) if state.players and state.me.treasures else (NONE,)

    def _hand_on(self, state: State, rank: int, warded: int) -> tuple[BattleTemplate, tuple[int, ...]]:
        """The statement for this position, and the kinds of its cards and of what has happened before."""
        party = self._party_of(state)
        ground = self._ground(state, rank, party, warded)
        fresh = party.fresh and warded == NONE
        start = None if fresh else self._kinds.of_start(ground.statement.before(state))
        return ground, party.kinds if start is None else tuple(sorted((*party.kinds, start)))

    def _party_of(self, state: State) -> _Party:
        """The facts that are the same for every Rank; kept for the next Rank."""
        last = self._last_party[0]
        if last is not None and _is_same_party(last, state):
            return self._last_party[1]
        cards = [member.card for member in state.party if not member.left]
        effects = (
            (state.rallies, state.transmuted, state.lightened, state.echoes),
            not self.game.book.diseases.isdisjoint(cards),
            self._counted(state, cards),
        )
        gear = tuple([card for card in cards if card in self._gear])
        acted = any(member.thrown or member.used or member.serving for member in state.party)
        fresh = state.tally == _NOTHING_YET and not acted
        self._last_party = state, _Party(self._kinds.of_hand(state), effects, gear, fresh)
        return self._last_party[1]

    def _ground(self, state: State, rank: int, party: _Party, warded: int) -> BattleTemplate:
        """The statement that fits all hands under the effects of this position."""
        everywhere = tuple([card for card, _ in self.game.book.global_effects(state)])
        key = rank, state.at(rank).card, party.effects, everywhere, warded, self._end(state, rank)
        ground = self._grounds.get(key)
        if ground is None or not ground.supplies(party.gear):
            self._own(state)
            ground = BattleTemplate(self._kinds, state, rank, self._levels, self._owned, warded)
            self._grounds[key] = ground
        return ground

    def _end(self, state: State, rank: int) -> Hashable:
        """What follows the battle and the goal counts."""
        if not self._counted_to_the_end:
            return None
        book = self.game.book
        both = endings(book, state, rank)
        if self._counted_to_the_end == {"goes_on"}:
            return both.won.over, both.lost.over
        if self._counted_to_the_end.isdisjoint(("lead", "victory")):
            return both
        return both, tuple((head_start(book, state, each), tie(book, state, each)) for each in both)

    def _counted(self, state: State, cards: list[str]) -> Hashable:
        """The numbers of cards that some Heroes count in the hand; None where no Hero counts any."""
        book = self.game.book
        if card_facts.counting(book).isdisjoint(cards):
            return None
        hand = Hand(book, state.party, state.spells)
        return tuple(
            (card, tuple(trait.counted(hand, book.card(card)) for trait in book.traits[card]))
            for card in sorted(card_facts.counting(book).intersection(cards))
        )

    def _own(self, state: State) -> None:
        """Weapons and Food that may come to the hand: all that the player owns."""
        hand = [member.card for member in state.party if not member.left]
        drawn = () if not state.players else (*contents(state.me.deck), *state.me.discard)
        self._owned |= Counter(card for card in (*hand, *drawn) if card in self._gear)


def _is_same_party(one: State, other: State) -> bool:
    """Whether two positions surely differ in the Hall and in the Dungeon Deck at most."""
    return one is other or (
        one.party is other.party
        and one.players is other.players
        and replace(one, hall=other.hall, dungeon=other.dungeon) == other
    )
