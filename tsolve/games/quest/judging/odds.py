"""The odds of a hand from the deck: the greatest attack against each Monster, Light, and gold; for the decks
of a question, with their figures, and what a puzzle expects of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.chances.events import Arrivals, Hands, Odds
from tsolve.chances.hands import Estimator, Figures, Outcome, chance_of, spread_of
from tsolve.chances.odds import Ahead, ChanceNow, Choice, Draws, Free, OddsJudge
from tsolve.engine import CHANCE
from tsolve.errors import UsageError
from tsolve.games.quest.actions import AT_LOCATIONS, Action, Buy, Ware
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.planning.dungeon import Evaluator, Leaf
from tsolve.games.quest.planning.goals import value
from tsolve.games.quest.planning.preparations import loud
from tsolve.games.quest.planning.statement import OpenError
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import PLACES, Room, State, level_of, target_at
from tsolve.games.quest.turn.heroes import hp_with
from tsolve.games.quest.turn.market import for_sale
from tsolve.games.quest.turn.steps import beginning
from tsolve.games.quest.turn.untold import EXAMPLE, UNTOLD
from tsolve.games.quest.turn.values import defence_of, gold_of, light_of
from tsolve.games.quest.writing.statements import OddsExpectation
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.odds import DeckOdds, DeckWish, Figure, Line, Row, Section, Threshold

ATTACK = ("win", "total")
"""The goal of an attack: to defeat the Monster, and then the greatest total attack."""
CANNOT: Outcome = ()
"""The outcome against a Monster that cannot be battled."""
KNOWN, LEFT_OUT = (0,), (1,)
"""Whether lines of the hand were left out because they meet something unknown."""


class HandWork(msgspec.Struct, frozen=True):
    """Judging hands dealt from a deck. (`tsolve.batch.Work`)"""

    cards: dict[str, Card]
    readings: dict[str, str]
    table: State
    """The position before a phase is chosen."""
    deck: tuple[str, ...]
    draws: bool = True
    """Whether hands use abilities where that is best."""

    def open(self) -> Callable[[tuple[str, ...]], Figures]:
        """Get the rules ready."""
        return HandJudge(self).figures


class HandJudge:
    """Finds the figures of hands dealt from one deck."""

    def __init__(self, work: HandWork) -> None:
        self.work = work
        self.game = Quest.for_one_turn(Book(work.cards, work.readings))
        self.places = monster_places(work.table)
        self._deck = Counter(work.deck)
        self._evaluator = self._judging(work.table)
        lengths = [len(ATTACK)] * len(self.places)
        self._dungeon = Draws(self.game, partial(self._ahead, "dungeon"), self._battles, [*lengths, 1])
        self._village = Draws(self.game, partial(self._ahead, "village"), self._gold, [1])

    def figures(self, hand: Sequence[str]) -> Figures:
        """For each Monster (won, total attack), then the Light, then the gold, then what was left out."""
        begun = self._begun(hand, "dungeon")
        self._evaluator = self._judging(begun)
        dungeon = self._dungeon.look(begun)
        village = self._village.look(self._begun(hand, "guilds_quarter"))
        spreads = (*dungeon.spreads, *village.spreads)
        left_out = LEFT_OUT if dungeon.left_out or village.left_out else KNOWN
        return [*(spread.chances() for spread in spreads), {left_out: 1}]

    def _judging(self, start: State) -> Evaluator:
        judge = partial(value, self.game.book, goal=ATTACK)
        return Evaluator(self.game, start, ATTACK, judge)

    def _begun(self, hand: Sequence[str], place: str) -> State:
        """The phase begun with this hand, the rest of the deck shuffled."""
        table = self.work.table
        rest = piles.shuffled(tuple((self._deck - Counter(hand)).elements()))
        me = replace(table.me, hand=tuple(hand), deck=rest, discard=())
        players = (*table.players[: table.active], me, *table.players[table.active + 1 :])
        return self.game.apply(replace(table, players=players), beginning(place))

    def _ahead(self, phase: str, state: State) -> Ahead[Action]:
        game = self.game
        if not state.todo:
            return Free(self._uses(phase, state) if self.work.draws else ())
        mover = game.mover(state)
        if mover == state.active:
            return Choice(game.legal_actions(state))
        return ChanceNow(game.chance(state) if mover == CHANCE else [])

    def _uses(self, phase: str, state: State) -> list[Action]:
        if phase == "dungeon":
            return loud(self.game, state, self._evaluator.bounds.healing_counts)
        return [each for each in self.game.legal_actions(state) if each.source != NONE]

    def _battles(self, state: State) -> tuple[list[Outcome], bool]:
        """The best outcome against each Monster when no ability is used any more, and the Light."""
        ways, shut = self._evaluator.ways(state)
        best: dict[int, Leaf] = {}
        for way in ways:
            room = way.arrival.state.tally.room
            known = best.get(room)
            if room == NONE or (known is not None and way.hope <= known.worth):
                continue
            try:
                for leaf in self._evaluator.leaves(state, way, known):
                    best[room] = leaf
            except OpenError:
                shut.add(room)
        light = light_of(self.game.book, state) + state.me.lantern
        return [*(best[place].worth if place in best else CANNOT for place in self.places), (light,)], bool(
            shut
        )

    def _gold(self, state: State) -> tuple[list[Outcome], bool]:
        return [(gold_of(self.game.book, state) + state.me.iron_rations,)], False


def monster_places(state: State) -> list[int]:
    """The rooms in which a Monster is, by their places."""
    return [place for place, room in enumerate(state.rooms) if room.monster]


SHARE = 10
"""The number of hands that are sent to a worker together: each takes a few optimisation problems."""


_FOUND = ("won as a Treasure", "found", "found as a Treasure")
"""What happens to the next card of the Treasure deck, in words."""
_COMES = ("comes", "come", "enters", "enter", "is revealed")


LIGHT, TOTAL = MEASURES.called("light"), MEASURES.called("total")


class HandOdds(Odds[State, Action]):
    """The chances of the next hand against the Monsters, and in the Village."""

    position: QuestPosition
    dealt_from = "the deck and the discard pile"

    def __init__(self, position: QuestPosition) -> None:
        super().__init__(position)
        self.book = position.book
        table = position.state if position.table is None else position.table
        self.state = replace(table, for_village=False)  # hands are evaluated in both phases
        self.hand = hp_with(self.book, self.state.me.wounds)
        self.places = monster_places(self.state)

    def deck(self, all_cards: bool) -> tuple[str, ...]:
        me = self.state.me
        if piles.has_unknown(me.deck):
            raise UsageError(
                "odds need the cards of the deck, which are unknown; write all that you own as `owned: [...]`"
            )
        return (*piles.contents(me.deck), *me.discard, *((me.hand or ()) if all_cards else ()))

    def judging(self, deck: Sequence[str], draws: bool) -> HandWork:
        return HandWork(
            dict(self.position.ruleset.under(self.position.readings)),
            dict(self.position.readings),
            replace(self.state, stacks=None),
            tuple(sorted(deck)),
            draws,
        )

    def sections(self, found: Estimator) -> Iterator[Section]:
        rows = tuple(self._against(found, number, place) for number, place in enumerate(self.places))
        at = len(self.places)
        light = spread_of(found, at, "light", LIGHT, LIGHT, LIGHT, f"{LIGHT} of the cards and Lanterns")
        yield Section("dungeon", "In the Dungeon", "Monster", rows, (Line(LIGHT, (light,), "on average"),))
        gold = spread_of(found, at + 1, "gold", "gold", "gold", "gold", "Gold of the cards and Iron Rations")
        yield Section("village", "In the Village", lines=(Line("gold", (gold,), "on average"),))
        sold = (*map(Buy, dict.fromkeys(for_sale(self.state))), *AT_LOCATIONS)
        rows = tuple(self._afforded(found, at + 1, ware) for ware in sold)
        yield Section("stacks", about="card", rows=rows)

    def _against(self, found: Estimator, number: int, place: int) -> Row:
        """One Monster of the Dungeon. Its mean counts hands that cannot battle it as 0."""
        room = self.state.rooms[place]
        monster, called = self.book.card(room.monster), target_at(self.state, place).say(self.book)
        where = self.book.name(room.card)
        attack = spread_of(
            found,
            number,
            "attack",
            "greatest attack",
            f"greatest {TOTAL} against {called}",
            TOTAL,
            f"Greatest {TOTAL} against {monster.name} in {where}",
            lambda outcome: (outcome[1] if outcome else None, _wins(outcome)),
            "cannot be battled",
        )
        defeated = chance_of(found, number, "defeated", "defeated", f"{called} defeated", _wins)
        health = Threshold("health", defence_of(self.book, self.state, place).health, "defeats it")
        return Row(monster.name, called, (defeated, attack), {"room": where}, health)

    def _afforded(self, found: Estimator, quantity: int, ware: Ware) -> Row:
        name, cost = ware.name(self.book), ware.cost(self.book)
        title = f"{name} ({cost}) afforded"
        afforded = chance_of(
            found, quantity, "afforded", "afforded", title, lambda outcome: outcome[0] >= cost
        )
        return Row(name, name, (afforded,), threshold=Threshold("cost", cost))

    @property
    def left_out(self) -> int:
        return len(self.places) + 2

    def order(self, card: str) -> tuple[object, ...]:
        return self.book.card(card).kind != "hero", card

    def share(self, deck: Sequence[str], draws: bool) -> int:
        return SHARE

    def against(self, names: Sequence[str]) -> HandOdds:
        table = self.state
        for name in names:
            target = self.position.target(name)
            places = [place for place, room in enumerate(table.rooms) if room.card == target.room]
            if not (target.monster and target.room and places):
                raise UsageError(f'say which Monster and in which room of the Dungeon it is: "{name} in ..."')
            rooms = list(table.rooms)
            rooms[places[0]] = Room(target.room, target.monster)
            table = replace(table, rooms=tuple(rooms))
        other = self.position.by(self.position.game, self.position.state)
        other.table = table
        return HandOdds(other)

    def next_hands(self) -> Hands:
        me, rulings = self.state.me, ("QUEST-6.2", "QUEST-6.3", "QUEST-0.17")
        return Hands(me.deck, (*me.discard, *(me.hand or ())), self.hand, rulings, self._never_owned)

    def arrivals(self) -> Iterator[Arrivals]:
        for level, pile in enumerate(self.state.monsters, 1):
            rooms = (
                self.book.name(self.state.rooms[place].card)
                for place in PLACES
                if level_of(place) == level and self.state.rooms[place].card
            )
            yield Arrivals(
                f"level_{level}",
                f"the Monster deck of level {level}",
                pile,
                tuple(f"{verb} {there}" for there in (f"in level {level}", *_in(rooms)) for verb in _COMES),
                "the next Monster fills a room of the level; a Guardian Key is found, and another card comes",
                frozenset((KEY,)),
                1,
                ("QUEST-5.22", "QUEST-5.23", "QUEST-5.25"),
                partial(self._never_in_level, level),
            )
        yield Arrivals(
            "treasures",
            "the Treasure deck",
            self.state.treasures,
            tuple(f"{link}{verb}" for verb in _FOUND for link in ("is ", "")),
            "the next Treasure that is won or bought",
            rulings=("QUEST-3.6", "QUEST-1.12"),
            refuse=self._never_a_treasure,
        )

    def _never_owned(self, card: str) -> str:
        facts = self.position.ruleset.cards[card]
        never = facts.kind in (
            "monster",
            "guardian",
            "room",
            "key",
            "side_quest",
            "sponsor",
            "location",
            "token",
        )
        return "never comes to a hand" if never else ""

    def _never_a_treasure(self, card: str) -> str:
        facts = self.position.ruleset.cards[card]
        return "" if facts.treasure and not facts.legendary else "is no card of the Treasure deck"

    def _never_in_level(self, level: int, card: str) -> str:
        facts = self.position.ruleset.cards[card]
        if facts.kind == "guardian":
            return "comes with the last Guardian Key, not from a Monster deck (QUEST-12.1)"
        if card == KEY or (facts.kind == "monster" and facts.level in (level, None)):
            return ""
        return f"is no card of the Monster deck of level {level}"

    def refuse_copies(self, card: str, copies: int) -> str:
        facts = self.book.card(card)
        if facts.kind not in ("hero", "item", "spell", "weapon", "ally", "wound"):
            return f"{facts.name} cannot be added to a deck"
        if facts.missing and not facts.is_wound:
            return f"no source gives these facts of {facts.name}: {', '.join(facts.missing)}"
        if facts.count is not None and copies > facts.count:
            return f"{copies} x {facts.name}, but the box holds {facts.count}"
        return ""

    def notes(self, wish: DeckWish, decks: Sequence[Sequence[str]]) -> Iterator[str]:
        me = self.state.me
        if me.hand and not wish.all_cards:
            yield "the cards in hand are not counted; --all-cards counts them too"
        if any(len(segment.cards) > 1 and segment.order == "known" for segment in me.deck):
            yield "the order of the deck is not used: deck and discard pile are shuffled together"
        if me.wounds:
            yield f"with {me.wounds} Wound token{'s' if me.wounds != 1 else ''} a hand has {self.hand} cards"
        yield from super().notes(wish, decks)

    def asides(self) -> Iterator[str]:
        if self.state.stacks is None:
            yield f"{UNTOLD}: write `{EXAMPLE}`"


def _in(rooms: Iterable[str]) -> Iterator[str]:
    """What fills these rooms, in words."""
    for room in rooms:
        yield from (f"in {room}", f"into {room}")


def _wins(outcome: Outcome) -> bool:
    return bool(outcome) and outcome[0] == 1


class HandOddsJudge(OddsJudge[State, Action]):
    """Judges the chances of one file."""

    expect: OddsExpectation
    meant: ClassVar[Mapping[str, tuple[str, str]]] = {"purse": ("gold", ""), "lights": ("light", "")}

    def __init__(self, position: QuestPosition, expect: OddsExpectation) -> None:
        self.hands = HandOdds(position)
        super().__init__(self.hands, expect)
        self.turn = position

    def by_row(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        afforded = {row.called: figure for row, figure in deck.figures() if row and figure.id == "afforded"}
        for written, wanted in self.expect.afford.items():
            name = self.turn.ware(written).name(self.turn.book)
            yield self.same(("afford", written), wanted, afforded.get(name), f"afford {name}")
        for written, wanted in self.expect.defeat.items():
            figure = self._figure(deck, written, "defeated")
            yield self.same(("defeat", written), wanted, figure, f"defeat {written}")
        for written, numbers in self.expect.attack.items():
            figure = self._figure(deck, written, "attack")
            yield from self.spread(("attack", written), numbers, figure, f"attack {written}")

    def _figure(self, deck: DeckOdds, written: str, id_: str) -> Figure | None:
        """The figure of the first Monster that a name means; with its room it means one."""
        target, state = self.turn.target(written), self.hands.state
        places = [place for place in self.hands.places if target.fits(state, place)]
        called = target_at(state, places[0]).say(self.turn.book) if places else ""
        fitting = (
            figure
            for row, figure in deck.figures()
            if row is not None and (row.called, figure.id) == (called, id_)
        )
        return next(fitting, None)
