"""One Monster in one Rank against many hands: the attack is stated once for all of them.

A hand is a tuple of *kinds*: each kind is the number of a group of cards that are alike in every respect.
What a kind may do is stated once; hands with the same kinds are solved once, and hands that begin with the
same kinds share work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.planning.attack import DISEASE, Attempt, Statement
from tsolve.games.thunderstone.planning.hero_options import Prepared
from tsolve.games.thunderstone.planning.loadouts import (
    AttackModel,
    HeroClass,
    Lineup,
    Loadout,
    Suffers,
    hero_class,
    hero_classes,
    in_order_of_hands,
    lineups,
    stock_of,
    supplies,
    useful_strength,
    uses_of,
)
from tsolve.games.thunderstone.planning.realise import Counts
from tsolve.games.thunderstone.state import NONE, Member, State, symmetry_key
from tsolve.solve.family import Chooser, Family
from tsolve.solve.problem import Option, Problem, Resource

Value = tuple[int, ...]


class Kinds:
    """The kinds of cards met so far, numbered; the same numbers for every Monster."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.heroes: dict[int, HeroClass] = {}
        self.others: dict[int, tuple[Member, bool]] = {}
        """Cards other than Heroes, and whether they may still be given to a Hero."""
        self.starts: dict[int, dict[str, int]] = {}
        """The result of the turn before the party is prepared: lost cards and the like."""
        self._numbers: dict[object, int] = {}

    def of_hand(self, state: State) -> tuple[int, ...]:
        """The kinds of all cards of the hand, in ascending order."""
        found = [self.of_member(state, index) for index, member in enumerate(state.party) if not member.left]
        return tuple(sorted(found))

    def of_member(self, state: State, index: int) -> int:
        """The kind of one card of the hand."""
        member = state.party[index]
        known = self._numbers.get(member.card) if member == Member(member.card) else None
        return self._kind(state, index) if known is None else known

    def is_disease(self, kind: int) -> bool:
        """Whether the kind is a Disease that lowers a total."""
        return kind in self.others and self.others[kind][0].card in self.book.ailing

    def of_start(self, start: Mapping[str, int]) -> int | None:
        """The kind that stands for earlier results of the turn; None without any."""
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
        key = member.card if plain else symmetry_key(state, index) if hero else other
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
            if hero:
                self.heroes[number] = hero_class(self.book, state, f"{number}:{member.card}", (index,))
            else:
                self.others[number] = member, free
        return number


class _Acting:
    """The family of problems of one cast, and which of its choices belongs to each kind."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.choices: dict[int, int | None] = {}
        """None for a kind that changes nothing."""
        self.options: dict[int, tuple[Option, ...]] = {}
        self.meaning: dict[tuple[str, str], Prepared] = {}
        """What the options of Heroes mean, by the ids of their kind and of the option."""


class BattleTemplate:
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
        """`cards` are all that may come to the hand, with their numbers; `warded` is the Battle Effect that a
        Treasure prevents.
        """
        book = kinds.book
        self.kinds = kinds
        self.stock = dict(cards)
        self.at = AttackModel(book, state, rank, warded)
        self.at.stores = stock_of(book, cards)
        self.at.useful_strength = useful_strength(book, cards, self.at.context)
        self.statement = Statement(self.at, goal, book.cards.values())
        self._supplied: set[tuple[str, ...]] = set()
        self._values: dict[tuple[int, ...], Value | None] = {}
        self._at_most: dict[tuple[int, ...], Value] = {}
        """Upper bounds of hands whose exact value was not needed."""
        self._acting: dict[object, _Acting] = {}
        self._lineups: dict[tuple[int, ...], list[tuple[Lineup, Suffers, _Acting]]] = {}

    def supplies(self, gear: tuple[str, ...]) -> bool:
        """Whether the statement includes at least these Weapons and this Food."""
        if gear in self._supplied:
            return True
        enough = all(count <= self.stock.get(card, 0) for card, count in Counter(gear).items())
        if enough:
            self._supplied.add(gear)
        return enough

    def value(self, hand: tuple[int, ...], bar: Value | None = None) -> Value | None:
        """The best value of attacking with a hand of these kinds; None if it cannot attack, and perhaps None
        if the value is not above `bar`.
        """
        if hand not in self._values:
            most = self._at_most.get(hand)
            if bar is not None and most is not None and most <= bar:
                return None
            value = self._solve(hand, bar)
            if bar is not None and (value is None or value <= bar):
                self._at_most[hand] = bar
                return None
            self._values[hand] = value
        return self._values[hand]

    def _solve(self, hand: tuple[int, ...], bar: Value | None) -> Value | None:
        best = bar
        found: Value | None = None
        heroes = tuple([kind for kind in hand if kind in self.kinds.heroes])
        for lineup, pool, acting in self._casts_of(heroes):
            value = acting.family.best(self._copies(hand, lineup, pool, acting), best)
            if value is not None and (best is None or value > best):
                best = found = value
        return found

    def _copies(
        self, hand: tuple[int, ...], lineup: Lineup, pool: Suffers, acting: _Acting
    ) -> tuple[int, ...]:
        """The choices of these kinds in the family, in ascending order."""
        choices = acting.choices
        for kind in hand:
            if kind not in choices:
                options = acting.options[kind] = self._options(kind, lineup, pool, acting)
                choices[kind] = acting.family.choice(options)
        return tuple(sorted([number for kind in hand if (number := choices[kind]) is not None]))

    def attempt(self, state: State, hand: tuple[int, ...], best: Value) -> tuple[Attempt, Counts]:
        """The attack with the value `best` and this hand, whose kinds are `hand`, and what every card does in
        it. It is the same as the planner's, since the choices are in the order of the cards.
        """
        heroes = hero_classes(self.at.book, state)
        kinds = [self.kinds.of_member(state, hero.members[0]) for hero in heroes]
        heroes = [
            replace(hero, id=self.kinds.heroes[kind].id) for hero, kind in zip(heroes, kinds, strict=True)
        ]
        parties = [kind for hero, kind in zip(heroes, kinds, strict=True) for _ in hero.members]
        for lineup, pool, acting in self._casts_of(tuple(parties)):
            if acting.family.best(self._copies(hand, lineup, pool, acting)) == best:
                break
        else:
            raise ValueError(f"no party is worth {best}")
        sick = {kind: hand.count(kind) for kind in hand if self.kinds.is_disease(kind)}
        others = tuple([kind for kind in hand if kind not in self.kinds.heroes and kind not in sick])
        shelf = _Shelf(self.at.book, state)
        choosers = [
            Chooser(acting.choices[kind], hero.copies, shelf.options(hero, acting, kind))
            for hero, kind in zip(heroes, kinds, strict=True)
        ]
        choosers += [
            Chooser(acting.choices[kind], copies, acting.options[kind]) for kind, copies in sick.items()
        ]
        found = acting.family.solution(self._copies(others, lineup, pool, acting), choosers, best)
        counts = {hero.id: taken for hero, taken in zip(heroes, found, strict=False)}
        counts["disease"] = sum(found[len(heroes) :], Counter())
        meaning = {
            (hero.id, option): replace(role, loadout=shelf.loadout(role.loadout))
            for hero in heroes
            for option in counts[hero.id]
            for role in [acting.meaning[hero.id, option]]
        }
        attempt = Attempt(
            state, self.at.rank, tuple(heroes), meaning, self.statement.goal, pool, self.at.warded
        )
        return attempt, counts

    def _casts_of(self, heroes: tuple[int, ...]) -> list[tuple[Lineup, Suffers, _Acting]]:
        if heroes not in self._lineups:
            groups = [
                replace(self.kinds.heroes[kind], members=(NONE,) * count)
                for kind, count in Counter(heroes).items()
            ]
            self._lineups[heroes] = [
                (lineup, pool, self._acting_for(lineup, pool))
                for lineup in lineups(self.at.context, groups, self.at.silences)
                for pool in self.statement.pools()
            ]
        return self._lineups[heroes]

    def _acting_for(self, lineup: Lineup, pool: Suffers) -> _Acting:
        inspirers = tuple(sorted(card.id for card in lineup.inspirers))
        key = inspirers, lineup.silenced, tuple(sorted(lineup.armed.items())), pool
        if key not in self._acting:
            frame = self.statement.frame(lineup, pool)
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

    def _options(self, kind: int, lineup: Lineup, pool: Suffers, acting: _Acting) -> tuple[Option, ...]:
        self.at.context.inspirers = lineup.inspirers
        if kind in self.kinds.heroes:
            return self.statement.options.choice(
                self.kinds.heroes[kind], lineup, pool, acting.meaning
            ).options
        if kind in self.kinds.starts:
            return (Option("before", adds=self.kinds.starts[kind]),)
        member, free = self.kinds.others[kind]
        card = self.kinds.book.card(member.card)
        there = self.statement.loose(card)
        there.update(self.statement.gained(member))  # a sum of counters would drop negative values
        if card.is_disease:
            return tuple(Option(loadout.id, adds={**there, **loadout.adds}) for loadout in DISEASE)
        return (Option("there", {card.id: -1} if free else {}, dict(there)),)


class _Shelf:
    """The Weapons and Food of one hand, in the order of the hand."""

    def __init__(self, book: Book, state: State) -> None:
        stores = supplies(book, state)
        self._there = {*stores.weapons, *stores.feeds, *stores.foods}
        weapons = in_order_of_hands(book, stores.weapons)
        self._place = {weapon: place for place, weapon in enumerate(weapons)}

    def options(self, of: HeroClass, acting: _Acting, kind: int) -> list[Option]:
        """What a Hero may do with them, in the order of a statement for this hand alone."""
        meals: dict[object, int] = {}

        def place(option: Option) -> tuple[int, list[int]]:
            loadout = acting.meaning[of.id, option.id].loadout
            meal = meals.setdefault((loadout.feeds, loadout.ability, loadout.eats), len(meals))
            return meal, [self._place[weapon] for weapon in self.loadout(loadout).weapons]

        there = [option for option in acting.options[kind] if option.uses.keys() <= self._there]
        return sorted(there, key=place)

    def loadout(self, loadout: Loadout) -> Loadout:
        """The way with its Weapons in this order."""
        if len(loadout.weapons) < 2:
            return loadout
        return replace(loadout, weapons=tuple(sorted(loadout.weapons, key=self._place.__getitem__)))
