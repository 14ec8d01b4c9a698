"""The chances of a deck: looks at its hands and works out the figures; what a puzzle expects of them; and
the best that a hand can do when it may draw and change what it meets.

Each position is searched for all objectives at once and remembered, since another hand may come to the same
position after another draw. Cards that draw cards that draw may go on for long: each hand is searched one
such step deeper at a time, until the ways become too many. Each choice takes the best mean; the outcomes
themselves break ties, so that nothing depends on the order of the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import factorial
from typing import ClassVar, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from tsolve.batch import Pool
from tsolve.batch import pool as a_pool
from tsolve.budget import SpentError, allow, current, spend
from tsolve.cardkit.chances import different, ways
from tsolve.chances.events import Events, Odds
from tsolve.chances.hands import (
    Deal,
    Estimator,
    JudgedHands,
    Outcome,
    Plays,
    Sight,
    Spread,
    best_of,
    changes,
    exact,
    look,
    mixed,
)
from tsolve.diagnostics import Diagnostics, counted, input_error, located
from tsolve.engine import Game
from tsolve.errors import Span, TreePath, UndecidedError, UsageError
from tsolve.model.answers import ExpectationAnswer
from tsolve.model.facts import answered, doubted
from tsolve.model.odds import Bar, DeckOdds, DeckWish, EventOdds, Figure, Line, OddsAnswer, Supply
from tsolve.written.card_names import MOST_COPIES, split_count
from tsolve.written.position_file import OddsExpectation

S = TypeVar("S")
A = TypeVar("A")


def answer_odds(odds: Odds[S, A], wish: DeckWish, pool: Pool, file: str = "") -> OddsAnswer:
    """The chances of the position's deck, and of the changed one where the wish changes it.

    Raises InputError and UsageError for a wish that makes no sense, or a deck that is not known.
    """
    if wish.events or wish.refills:
        if not odds.has_events:
            raise UsageError(f"{odds.position.ruleset.title} takes no `--event` and no `--refills`")
        return answer_events(odds, wish, [(text, _written(text)) for text in wish.events], file)
    if wish.hands:
        raise UsageError("`--hands` counts the hands of an event: add `--event`")
    if wish.against:
        odds = odds.against(wish.against)
    deck = odds.deck(wish.all_cards)
    if not deck:
        raise UsageError(f"there is no card in {odds.dealt_from}")
    decks = {"": deck}
    if wish.adding or wish.removing:
        decks[_title(wish)] = _changed(odds, deck, wish)
    looked, why_stopped = list[DeckOdds](), ""
    for left, (title, cards) in zip(range(len(decks), 0, -1), decks.items(), strict=True):
        with allow(current().part(1 / left)) as budget:
            looked.append(_looked_at(odds, title, cards, wish, pool))
        if budget.is_over() and not current().is_over():
            why_stopped, pool.why_stopped = pool.why_stopped, ""  # the other deck has its own share
    pool.why_stopped = pool.why_stopped or why_stopped
    found = tuple(_what_comes(deck, looked, odds.if_they_come) for deck in looked)
    gaps = tuple(changes(*found)) if len(found) == 2 else ()
    asides = tuple(odds.asides())
    notes = (*odds.notes(wish, list(decks.values())), *asides)
    return OddsAnswer(file, found, gaps, notes, asides, wish.seed)


def answer_events(
    odds: Odds[S, A], wish: DeckWish, events: Sequence[tuple[str, Span]], file: str = ""
) -> OddsAnswer:
    """The chances of events, each with the place where it is written.

    They are those of the position as it lies; where the deck is changed, or the hand counts as a part of it,
    the whole deck is shuffled together. Raises InputError and UsageError as `answer_odds` does.
    """
    room = Events(odds)
    asked = room.read(events, wish.hands, wish.refills) if events else room.all_that_come(wish.refills or 1)
    decks: dict[str, Sequence[str] | None] = {"": None}
    if wish.all_cards or wish.adding or wish.removing:
        whole = tuple(odds.deck(wish.all_cards))
        decks = {"": whole}
        if wish.adding or wish.removing:
            decks[_title(wish)] = _changed(odds, whole, wish)
    found: list[EventOdds] = []
    supplies: dict[tuple[str, str], Supply] = {}
    notes: dict[str, None] = {}
    for title, deck in decks.items():
        for each in asked:
            if each.arrivals is not None and title:
                continue
            try:
                found.append(room.chances(each, deck, title))
            except SpentError:
                raise UndecidedError((current().why_over(),)) from None
            supplies[each.supply, title] = room.supply(each, deck, title)
            notes |= dict.fromkeys(room.notes(each, deck))
    return OddsAnswer(file, (), events=tuple(found), supplies=tuple(supplies.values()), notes=tuple(notes))


def _written(text: str) -> Span:
    """The place of an event that stands on the command line."""
    return Span("--event", 1, 1, 1, len(text) + 1, text)


def _looked_at(odds: Odds[S, A], title: str, deck: Sequence[str], wish: DeckWish, pool: Pool) -> DeckOdds:
    """One deck; a sample where it has more different hands than are wished for."""
    cards = Counter(deck)
    kinds = tuple(sorted(cards, key=odds.order))
    copies = tuple(cards[kind] for kind in kinds)
    size = min(odds.hand, len(deck))
    samples = wish.samples if different(copies, size) > wish.limit else 0
    deal = Deal(kinds, copies, size, samples, wish.seed, odds.share(deck, wish.draws))
    deal, looked = _look(odds, deck, wish, deal, pool)
    found = Estimator(deal, looked.tally, looked.complete)
    left_out = odds.left_out
    return DeckOdds(
        title=title,
        cards=tuple((cards[kind], odds.card_name(kind)) for kind in kinds),
        size=len(deck),
        hand=deal.size,
        different=deal.different,
        ways=ways(copies, deal.size),
        method=found.method,
        looked=looked.tally.hands,
        share=found.share,
        sections=tuple(odds.sections(found)),
        left_out=exact(0) if left_out is None else found.chance(left_out, lambda outcome: outcome[0] == 1),
    )


_FOR_ALL = 1 / 2
"""The share of the budget for all orders of cards, before a sample of them is played."""


def _look(
    odds: Odds[S, A], deck: Sequence[str], wish: DeckWish, deal: Deal, pool: Pool
) -> tuple[Deal, JudgedHands]:
    """Judge the hands of the deal. Where none is dealt and the cards can come in too many orders, plays at
    random take their place.
    """
    judging, playing = odds.judging(deck, wish.draws), odds.playing(deck)
    if playing is None:
        return deal, look(pool, judging, deal)
    with allow(current().part(_FOR_ALL)) as budget, a_pool(keeps=True) as alone:
        looked = look(alone, judging, deal)
    if looked.complete or not budget.is_over() or pool.why_stopped:
        pool.why_stopped = pool.why_stopped or alone.why_stopped
        return deal, looked
    plays = Plays((), (), 0, wish.samples, wish.seed, odds.share(deck, wish.draws))
    return plays, look(pool, playing, plays)


def _what_comes(deck: DeckOdds, decks: Sequence[DeckOdds], optional: Collection[str]) -> DeckOdds:
    """The odds of one deck without the lines of these sections whose chances are 0 in all decks."""
    comes = {title for each in decks for title, estimate in each.estimates.items() if estimate.value}
    sections = (
        section
        if section.id not in optional
        else replace(section, lines=tuple(line for line in section.lines if comes & _titles(line)))
        for section in deck.sections
    )
    return replace(deck, sections=tuple(each for each in sections if each.rows or each.lines))


def _titles(line: Line) -> set[str]:
    return {figure.title for figure in line.figures}


def _title(wish: DeckWish) -> str:
    """How the changed deck differs; a card that is named several times is counted."""
    changed = (("with", wish.adding), ("without", wish.removing))
    return "; ".join(f"{word} {', '.join(_counted(names))}" for word, names in changed if names)


def _counted(names: Sequence[str]) -> list[str]:
    """The names as they are written, each once, with its number."""
    cards: Counter[str] = Counter()
    for count, name in map(split_count, names):
        cards[name] += count
    return counted(cards.elements())


def _changed(odds: Odds[S, A], deck: Sequence[str], wish: DeckWish) -> tuple[str, ...]:
    """The deck with and without the cards named; what exchanges several cards at once is done, or undone.
    Raises InputError for a name that is no card, UsageError for a card that cannot be added or is not there.
    """
    cards = Counter(deck)
    removed, added = _exchanged(odds, wish.adding)
    put_back, taken_out = _exchanged(odds, wish.removing)
    removed, added = [*removed, *taken_out], [*added, *put_back]
    for card in removed:
        if not cards[card]:
            held, name = deck.count(card), odds.card_name(card)
            raise UsageError(f"the deck has {f'only {held} x' if held else 'no'} {name} to leave out")
        cards[card] -= 1
    for card in added:
        cards[card] += 1
        if refusal := odds.refuse_copies(card, cards[card]):
            raise UsageError(refusal)
    if not cards.total():
        raise UsageError("no card is left in the deck")
    return tuple(cards.elements())


def _exchanged(odds: Odds[S, A], texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """The cards that these texts take out of a deck, and those that they put into it: single cards, or what
    exchanges several of them.
    """
    exchanges = [(text, odds.exchange(text)) for text in texts]
    out = [card for _, exchange in exchanges if exchange is not None for card in exchange[0]]
    into = [card for _, exchange in exchanges if exchange is not None for card in exchange[1]]
    return out, [*into, *_named(odds, [text for text, exchange in exchanges if exchange is None])]


def _named(odds: Odds[S, A], names: Sequence[str]) -> Iterator[str]:
    """The cards named, each as often as it is counted."""
    found = Diagnostics()
    cards = []
    for text in names:
        count, name = split_count(text)
        if not 1 <= count <= MOST_COPIES:
            raise UsageError(f'"{text}": at least 1 and at most {MOST_COPIES} copies')
        cards += [odds.find_card(name, found)] * count
    found.raise_if_any()
    return iter(cards)


_SURE = ("hands", "left_out")
"""Figures that are known even if the result of some hands is unknown."""
_ABSENT = "it is not there"


class OddsJudge(Generic[S, A]):
    """Judges what a file expects of the chances of its deck. A game adds what it expects row by row."""

    meant: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """The id and row of the figure that a key of the expectation is about; any other key is itself an id."""

    def __init__(self, odds: Odds[S, A], expect: OddsExpectation) -> None:
        self.odds, self.expect = odds, expect
        self.decoded = odds.position.decoded

    def judged(self) -> Iterator[ExpectationAnswer]:
        """Every expectation about the chances. Raises InputError where the deck cannot be dealt from."""
        expect = self.expect
        yield from self._events()
        if expect.events and replace(expect, events={}, adding=(), without=()) == type(expect)():
            return
        wish = DeckWish(adding=expect.adding, removing=expect.without, samples=2)  # a sample proves nothing
        with located(self.decoded.key_span("expect", "odds")), a_pool() as alone:
            deck = answer_odds(self.odds, wish, alone).decks[-1]
        if deck.method != "exact":
            many = f"{deck.different} hands are" if deck.hand else "the orders in which cards can come are"
            found = f"{many} too many to look at them all"
            yield doubted(answered(("odds",), "odds", False, "exact", found))
            return
        for each in self._of_deck(deck):
            yield each if deck.left_out.exact == "0" or each.path[2] in _SURE else doubted(each)

    def by_row(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        """What is expected of the rows of its tables."""
        return iter(())

    def same(self, path: TreePath, wanted: str, figure: Figure | None, what: str) -> ExpectationAnswer:
        """A chance or a mean."""
        return _same(path, wanted, _ABSENT if figure is None else figure.estimate.exact, what)

    def spread(
        self, path: TreePath, wanted: Mapping[str, str], figure: Figure | None, what: str
    ) -> Iterator[ExpectationAnswer]:
        """Chances of numbers; a number that is not met has none."""
        for number, expected in wanted.items():
            known = self._number((*path, number))
            met = (Fraction(bar.chance.exact) for bar in bars_of(figure) if bar.number == known)
            yield _same((*path, number), expected, str(sum(met, Fraction(0))), f"{what} {number}")

    def _events(self) -> Iterator[ExpectationAnswer]:
        expect = self.expect
        wish = DeckWish(adding=expect.adding, removing=expect.without)
        for text, wanted in expect.events.items():
            place = self.decoded.key_span("expect", "odds", "events", text)
            with located(place):
                found = answer_events(self.odds, wish, [(text, place)]).events[-1]
            yield _same(("events", text), wanted, found.chance.exact, text)

    def _of_deck(self, deck: DeckOdds) -> Iterator[ExpectationAnswer]:
        known = {(figure.id, row.called if row else ""): figure for row, figure in deck.figures()}
        if self.expect.hands is not None:
            yield _same(("hands",), str(self.expect.hands), str(deck.different), "hands")
        for key, wanted in self.expect.numbers.items():
            if wanted is not None:
                yield self.same((key,), wanted, known.get(self.meant.get(key, (key, ""))), key)
        if self.expect.left_out is not None:
            yield _same(("left_out",), self.expect.left_out, deck.left_out.exact, "left_out")
        for key, numbers in self.expect.spreads.items():
            yield from self.spread((key,), numbers, known.get(self.meant.get(key, (key, ""))), key)
        yield from self.by_row(deck)

    def _number(self, path: TreePath) -> int | None:
        text = str(path[-1])
        if text == "none":
            return None
        if text.isascii() and text.isdecimal() and len(text) < 5:
            return int(text)
        raise input_error("E209", f'"{text}" is not a number', self.decoded.key_span("expect", "odds", *path))


def bars_of(figure: Figure | None) -> tuple[Bar, ...]:
    """The numbers that a figure may be, with their chances."""
    distribution = figure.distribution if figure is not None else None
    return distribution.bars if distribution is not None else ()


def _same(path: TreePath, wanted: str, found: str, what: str) -> ExpectationAnswer:
    expected = str(Fraction(wanted))
    right = found if found[-1:].isdigit() else None
    return answered(("odds", *path), f"odds {what}", expected == found, expected, found, right)


Leaf = Callable[[S], tuple[Sequence[Outcome], bool]]
"""The best outcome for each objective when nothing more is revealed, and whether lines are left out of it."""

MOST_REMEMBERED = 40_000
"""Positions after which those of earlier hands are forgotten."""

MOST_WAYS = 100_000
"""The most ways through a hand that are looked at, as estimated beforehand; other orders are not counted."""


class Free(NamedTuple, Generic[A]):
    """The player may reveal more, or stop here."""

    uses: Sequence[A]
    """The actions that reveal something; each counts as one step."""
    duty: A | None = None
    """What must be done before the player may stop."""


class Choice(NamedTuple, Generic[A]):
    """The player has to choose one of these."""

    actions: Sequence[A]


class ChanceNow(NamedTuple, Generic[A]):
    """One of these happens, each with its weight. None: what comes next is unknown."""

    weighted: Sequence[tuple[A, int]]


Ahead = Free[A] | Choice[A] | ChanceNow[A]


class Draws(Generic[S, A]):
    """Looks at positions of one game for objectives whose outcomes are numbers of the same length."""

    def __init__(
        self,
        game: Game[S, A],
        ahead: Callable[[S], Ahead[A]],
        leaf: Leaf[S],
        lengths: Sequence[int],
    ) -> None:
        """`ahead` says what comes next; `lengths` how many numbers the outcomes of each objective have."""
        self.game, self.ahead, self.leaf, self.lengths = game, ahead, leaf, lengths
        self._whole: dict[Hashable, Sight | None] = {}
        self._cut: dict[tuple[Hashable, int], Sight] = {}

    def look(self, state: S) -> Sight:
        """The outcome of the best play from a free step; lines are left out where the ways are too many."""
        if len(self._whole) + len(self._cut) > MOST_REMEMBERED:
            self._whole.clear()
            self._cut.clear()
        depth, before = 0, 1
        while True:
            sight = self._look(state, depth)
            assert sight is not None, "a free step can always be the last one"
            ahead = sight.ways * sight.ways // before  # as if it grew on as it has grown
            if not sight.cut or ahead > MOST_WAYS * factorial(depth + 1):  # most orders come to the same
                return sight._replace(left_out=sight.left_out or sight.cut)
            depth, before = depth + 1, sight.ways

    def _look(self, state: S, depth: int) -> Sight | None:
        """None where what comes next is unknown, or another player chooses."""
        key = self.game.key(state)
        if key in self._whole:
            sight = self._whole[key]
            if sight is None or sight.steps <= depth:  # what another hand saw beyond must not matter
                return sight
        if (key, depth) in self._cut:
            return self._cut[key, depth]
        sight = self._look_anew(state, depth)
        if sight is not None and sight.cut:
            self._cut[key, depth] = sight
        else:
            self._whole[key] = sight
        return sight

    def _look_anew(self, state: S, depth: int) -> Sight | None:
        spend(0)  # lets a long hand be interrupted; the number of ways is bounded by counting
        if self.game.is_over(state):
            return self._end(state)
        ahead = self.ahead(state)
        if isinstance(ahead, Free):
            if ahead.duty is not None:
                return self._dutiful(state, ahead.duty, ahead.uses, depth)
            if ahead.uses and not depth:
                return self._end(state)._replace(cut=True)
            return best_of([self._end(state), *self._a_step_on(state, ahead.uses, depth - 1)])
        if isinstance(ahead, Choice):
            return best_of([self._look(self.game.apply(state, action), depth) for action in ahead.actions])
        looked = [
            (weight, self._look(self.game.apply(state, each), depth)) for each, weight in ahead.weighted
        ]
        known = [(weight, sight) for weight, sight in looked if sight is not None]
        return mixed(known) if known and len(known) == len(looked) else None

    def _dutiful(self, state: S, duty: A, uses: Sequence[A], depth: int) -> Sight | None:
        """The turn cannot end before `duty` is used, so that is tried even at depth 0."""
        tried = dict.fromkeys((duty, *uses) if depth else (duty,))
        sight = best_of(self._a_step_on(state, tried, max(depth - 1, 0)))
        return sight if depth or sight is None else sight._replace(cut=True)

    def _a_step_on(self, state: S, uses: Iterable[A], depth: int) -> list[Sight | None]:
        below = [self._look(self.game.apply(state, use), depth) for use in uses]
        return [None if each is None else each._replace(steps=each.steps + 1) for each in below]

    def _end(self, state: S) -> Sight:
        outcomes, left_out = self.leaf(state)
        spreads = (
            Spread({outcome: 1}, outcome or (0,) * n, 1)
            for outcome, n in zip(outcomes, self.lengths, strict=True)
        )
        return Sight(tuple(spreads), left_out)
