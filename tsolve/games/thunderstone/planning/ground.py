"""One Monster in one Rank against many hands: the statement of the attack, kept for all of them.

A hand is a tuple of *kinds*: numbers of cards that are alike in every respect. What a kind may do is stated
once; hands with the same kinds are solved once, and hands that begin alike share the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.planning.attack import DISEASE, Statement
from tsolve.games.thunderstone.planning.battlefield import Battlefield, Suffers
from tsolve.games.thunderstone.planning.casting import Cast, casts
from tsolve.games.thunderstone.planning.ways import HeroClass, hero_class, stock_of, useful_strength, uses_of
from tsolve.games.thunderstone.state import NONE, Member, State
from tsolve.games.thunderstone.twins import likeness
from tsolve.solve.family import Family
from tsolve.solve.problem import Option, Problem, Resource

Value = tuple[int, ...]


class Kinds:
    """The kinds of cards met so far, numbered; the same numbers for every Monster."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.heroes: dict[int, HeroClass] = {}
        self.others: dict[int, tuple[Member, bool]] = {}
        """Cards other than Heroes, and whether they may still be given out."""
        self.starts: dict[int, dict[str, int]] = {}
        """What the turn has come to before the party is prepared: lost cards and the like."""
        self._numbers: dict[object, int] = {}

    def of_hand(self, state: State) -> tuple[int, ...]:
        """The kinds of all cards of the hand, in ascending order."""
        numbers = self._numbers
        found = []
        for index, member in enumerate(state.party):
            if member.left:
                continue
            plain = member.card if member == Member(member.card) else None
            known = numbers.get(plain) if plain is not None else None
            found.append(self._kind(state, index) if known is None else known)
        return tuple(sorted(found))

    def of_cards(self, cards: tuple[str, ...]) -> tuple[int, ...]:
        """The kinds of a fresh hand."""
        try:
            return tuple(sorted([self._numbers[card] for card in cards]))
        except KeyError:
            return self.of_hand(State(players=(), party=tuple(map(Member, cards))))

    def of_start(self, start: Mapping[str, int]) -> int | None:
        """The kind that stands for what has happened before; None for nothing."""
        adds = {total: amount for total, amount in start.items() if amount}
        if not adds:
            return None
        key = tuple(sorted(adds.items()))
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self.starts[self._numbers[key]] = adds
        return self._numbers[key]

    def _kind(self, state: State, index: int) -> int:
        member = state.party[index]
        plain = member == Member(member.card)
        hero = member.card in self.book.heroes
        free = not hero and any(uses_of(self.book, state, index))
        other = member.card, free, member.magic, member.light
        key = member.card if plain else likeness(state, index) if hero else other
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
            if hero:
                self.heroes[number] = hero_class(self.book, state, f"{number}:{member.card}", (index,))
            else:
                self.others[number] = member, free
        return number


class _Acting:
    """The family of one cast, and which of its choices each kind is."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.choices: dict[int, int | None] = {}
        """None for a kind that changes nothing."""


class Ground:
    """The Monster of one Rank, for hands under the same effects (rallies, transmuted Weapons, ...)."""

    def __init__(
        self,
        kinds: Kinds,
        state: State,
        rank: int,
        goal: tuple[str, ...],
        cards: Mapping[str, int],
        warded: int = NONE,
    ) -> None:
        """`cards` are all that may come to the hand, with their numbers; `warded` is the Battle Effect that
        is kept away.
        """
        book = kinds.book
        self.kinds = kinds
        self.stock = dict(cards)
        self.at = Battlefield(book, state, rank, warded)
        self.at.stores = stock_of(book, cards)
        self.at.useful_strength = useful_strength(book, cards, self.at.field)
        self.statement = Statement(self.at, goal, book.cards)
        self._supplied: set[tuple[str, ...]] = set()
        self._values: dict[tuple[int, ...], Value | None] = {}
        self._acting: dict[object, _Acting] = {}
        self._casts: dict[tuple[int, ...], list[tuple[Cast, Suffers, _Acting]]] = {}

    def supplies(self, gear: tuple[str, ...]) -> bool:
        """Whether the statement holds at least these Weapons and this Food."""
        if gear in self._supplied:
            return True
        enough = all(count <= self.stock.get(card, 0) for card, count in Counter(gear).items())
        if enough:
            self._supplied.add(gear)
        return enough

    def value(self, hand: tuple[int, ...]) -> Value | None:
        """The best worth of attacking with a hand of these kinds; None when it cannot attack."""
        if hand not in self._values:
            self._values[hand] = self._solve(hand)
        return self._values[hand]

    def _solve(self, hand: tuple[int, ...]) -> Value | None:
        best: Value | None = None
        heroes = tuple([kind for kind in hand if kind in self.kinds.heroes])
        for cast, pool, acting in self._casts_of(heroes):
            choices = acting.choices
            for kind in hand:
                if kind not in choices:
                    choices[kind] = acting.family.choice(self._options(kind, cast, pool))
            copies = sorted([number for kind in hand if (number := choices[kind]) is not None])
            value = acting.family.best(tuple(copies))
            if value is not None and (best is None or value > best):
                best = value
        return best

    def _casts_of(self, heroes: tuple[int, ...]) -> list[tuple[Cast, Suffers, _Acting]]:
        if heroes not in self._casts:
            groups = [
                replace(self.kinds.heroes[kind], members=(NONE,) * count)
                for kind, count in Counter(heroes).items()
            ]
            self._casts[heroes] = [
                (cast, pool, self._acting_for(cast, pool))
                for cast in casts(self.at.field, groups, self.at.silences)
                for pool in self.statement.pools()
            ]
        return self._casts[heroes]

    def _acting_for(self, cast: Cast, pool: Suffers) -> _Acting:
        inspirers = tuple(sorted(card.id for card in cast.inspirers))
        key = inspirers, cast.silenced, tuple(sorted(cast.armed.items())), pool
        if key not in self._acting:
            frame = self.statement.frame(cast, pool)
            stores = self.at.stores
            stored = sorted({*stores.weapons, *stores.feeds, *stores.foods})
            resources = tuple(Resource(card, 0) for card in stored)
            problem = Problem(
                self.at.monster.id,
                resources,
                (),
                frame.totals,
                frame.terms,
                frame.constraints,
                frame.objective,
            )
            self._acting[key] = _Acting(Family(problem))
        return self._acting[key]

    def _options(self, kind: int, cast: Cast, pool: Suffers) -> tuple[Option, ...]:
        self.at.field.inspirers = cast.inspirers
        if kind in self.kinds.heroes:
            return self.statement.choice(self.kinds.heroes[kind], cast, pool, {}).options
        if kind in self.kinds.starts:
            return (Option("before", adds=self.kinds.starts[kind]),)
        member, free = self.kinds.others[kind]
        card = self.kinds.book.card(member.card)
        there = self.statement.loose(card)
        there.update(self.statement.gained(member))  # a sum of counters would drop what is below 0
        if card.is_disease:
            return tuple(Option(way.id, adds={**there, **way.adds}) for way in DISEASE)
        return (Option("there", {card.id: -1} if free else {}, dict(there)),)
