"""What a Village phase can bring: purchases alone and with a token or a Treasure, levels alone and in pairs,
healing; and a purchase by Spoils. Each at the least expense. (QUEST-4, QUEST-5.27)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.engine import Arrival, explore
from tsolve.games.quest.actions import AT_LOCATIONS, Action, Buy, Heal, LevelUp, Pass, Ware
from tsolve.games.quest.answers import NONE, TOKENS, Token, called
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.figures import words_of
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import State
from tsolve.games.quest.turn import heroes
from tsolve.games.quest.turn.heroes import wounds
from tsolve.games.quest.turn.market import for_sale, in_stacks
from tsolve.games.quest.turn.steps import LOCATIONS, beginning
from tsolve.games.quest.why_not.steps import TurnQuestion
from tsolve.model.solved import Offer
from tsolve.model.trace import Refusal, Trace
from tsolve.worlds.possibility import possible

MOST_POSITIONS = 5_000
"""The most positions that are visited at each Location."""
_PAIRS = "guilds_quarter"
"""Where two Heroes may level up. (QUEST-3.7)"""


class Shop(NamedTuple):
    """The buying step at a Location, with its gold and what it took to get there."""

    state: State
    line: tuple[Action, ...]
    tokens: Mapping[Token, int]
    """The Gear tokens used on the way."""

    @property
    def expense(self) -> tuple[int, int, int]:
        """The expense; less is better."""
        lost = len(self.state.tally.destroyed)
        return sum(self.tokens.values()), lost, len(self.line)


def offers(position: QuestPosition) -> Iterator[Offer]:
    """Everything that a Village phase can bring from here; nothing in a Dungeon phase."""
    visits = dict(_visits(position))
    yield from _purchases(position, visits)
    yield from _levels(position, visits)
    yield from _cures(position, visits)


def _visits(position: QuestPosition) -> Iterator[tuple[str, list[Shop]]]:
    """The buying steps at each Location that can be visited, the cheapest first."""
    game, state = position.game, position.state
    if state.phase != "prepare":
        if position.in_village:
            yield state.me.location, _shops(game, Arrival(state))
        return
    for location in LOCATIONS:
        visit = beginning(location)
        if game.why_not(state, visit) is None:
            yield location, _shops(game, Arrival(game.apply(state, visit), (visit,)))


def _shops(game: Quest, start: Arrival[State, Action]) -> list[Shop]:
    def visiting(state: State) -> Iterable[Action]:
        return game.legal_actions(state) if state.phase in ("temple", "village") else ()

    found = []
    for here in islice(explore(game, start, visiting), MOST_POSITIONS):
        if here.state.phase == "buying":
            before, after = start.state.me, here.state.me
            used = {token: before.tokens(token) - after.tokens(token) for token in TOKENS}
            found.append(Shop(here.state, here.line, used))
    return sorted(found, key=lambda shop: shop.expense)


# purchases


def _purchases(position: QuestPosition, visits: dict[str, list[Shop]]) -> Iterator[Offer]:
    """Each card alone, and together with a token at the Bazaar or a Treasure at the Shop of Wonders."""
    book = position.book
    anywhere = [shop for shops in visits.values() for shop in shops]
    anywhere.sort(key=lambda shop: shop.expense)
    cards = [*dict.fromkeys(for_sale(position.state))] if anywhere else []
    for card in cards:
        offer = _bought(position, anywhere, "buy", Buy(card))
        yield offer if offer.refusal is None else _by_spoils(position, card, offer)
    for beside in AT_LOCATIONS:
        location = beside.begins or ""
        if not (shops := visits.get(location)):
            continue
        kind = f"buy at the {book.name(location)}"
        yield _bought(position, shops, kind, beside)
        offers = (_bought(position, shops, kind, Buy(card), beside) for card in cards)
        yield from (offer for offer in offers if offer.refusal is None)


def _by_spoils(position: QuestPosition, card: str, offer: Offer) -> Offer:
    """A card that no visit can buy, if the rest of the turn may. (QUEST-5.27)"""
    question, world = TurnQuestion.asked(position, f"buy {position.book.name(card)}", Buy(card))
    if not question.comes_elsewhere(world):
        return offer
    found = possible(question, world)
    if found.line is not None:
        return replace(offer, line=words_of(position, found.line), refusal=None, rulings=("QUEST-5.27",))
    open_end = "; ".join(found.left_out)
    if offer.refusal is None or not open_end:
        return offer
    return replace(offer, refusal=replace(offer.refusal, reason=open_end))


def _bought(position: QuestPosition, shops: list[Shop], kind: str, *purchases: Ware) -> Offer:
    """These purchases at the least expense, or why even the most gold is not enough."""
    names = tuple(purchase.name(position.book) for purchase in purchases)
    price = f"{sum(purchase.cost(position.book) for purchase in purchases)} gold"
    refusals: dict[int, Refusal] = {}
    for shop in shops:
        refusal, state, line = None, shop.state, [*shop.line]
        for purchase in purchases:
            refusal = position.game.why_not(state, purchase)
            if refusal is not None:
                break
            onward: Action | None = purchase
            while onward is not None:  # no card has to be destroyed
                state = position.game.apply(state, onward)
                line.append(onward)
                onward = position.game.going_on(state) if state.todo else None
        if refusal is None:
            used = [(called(token), number) for token, number in shop.tokens.items() if number > 0]
            spends = tuple(f"{number} x {name}" for name, number in used)
            rulings = _rulings(position.game, shop.state, line[len(shop.line) :])
            return Offer(kind, names, price, words_of(position, line), spends, rulings=rulings)
        refusals.setdefault(shop.state.gold, refusal)
    return Offer(kind, names, price, refusal=refusals[max(refusals)])


# levels and cures


def _levels(position: QuestPosition, visits: dict[str, list[Shop]]) -> Iterator[Offer]:
    """Each Hero with what it may become and its price, and pairs at the Guilds' Quarter."""
    book, game = position.book, position.game
    location = next((each for each in (_PAIRS, *visits) if visits.get(each)), "")
    if not location:
        return
    shop = visits[location][0]
    state = game.apply(game.apply(shop.state, Pass()), Pass())
    rises = [
        LevelUp(place, into)
        for place in state.firsts()
        for into in dict.fromkeys(in_stacks(state))
        if heroes.is_next_level(book.card(state.laid[place].card), book.card(into))
    ]
    for rise in rises:
        hero = book.card(state.laid[rise.hero].card)
        price = f"{heroes.price_in_village(book, state, rise.hero)} XP"
        refusal = game.why_not(state, rise)
        names = (f"{hero.name} to {book.name(rise.into)}",)
        if refusal is not None:
            yield Offer("level up", names, price, refusal=refusal)
            continue
        line, rulings = words_of(position, (*shop.line, Pass(), Pass(), rise)), _rulings(game, state, (rise,))
        yield Offer("level up", names, price, line, rulings=rulings)
    if location == _PAIRS:
        yield from _pairs(position, shop, state)


def _pairs(position: QuestPosition, shop: Shop, state: State) -> Iterator[Offer]:
    """Two Heroes who can level up in one turn. (QUEST-3.7)"""
    book, game = position.book, position.game
    seen: set[tuple[str, ...]] = set()
    for one, other in combinations(state.present(), 2):
        for first in _rises_of(game, state, one):
            after = game.apply(state, first)
            for second in _rises_of(game, after, other):
                if game.why_not(after, second) is not None:
                    continue
                end = game.apply(after, second)
                names = tuple(
                    sorted(
                        f"{book.name(state.laid[each.hero].card)} to {book.name(each.into)}"
                        for each in (first, second)
                    )
                )
                if names in seen:
                    continue
                seen.add(names)
                price = f"{state.me.xp - end.me.xp} XP"
                line = words_of(position, (*shop.line, Pass(), Pass(), first, second))
                rulings = ("QUEST-3.7", *_rulings(game, state, (first, second)))
                yield Offer("level up together", names, price, line, rulings=rulings)


def _rises_of(game: Quest, state: State, place: int) -> list[LevelUp]:
    rises = (LevelUp(place, into) for into in dict.fromkeys(in_stacks(state)))
    return [rise for rise in rises if game.why_not(state, rise) is None]


def _cures(position: QuestPosition, visits: dict[str, list[Shop]]) -> Iterator[Offer]:
    """Wounds that the healing step heals: one, or two at the Temple. (QUEST-4.11, QUEST-3.4)"""
    game, book = position.game, position.book
    location = next((each for each in ("temple", *visits) if visits.get(each)), "")
    if not location:
        return
    shop = visits[location][0]
    start = Arrival[State, Action](game.apply(shop.state, Pass()), (*shop.line, Pass()))

    def cures(state: State) -> Iterable[Action]:
        return [cure for cure in wounds(book, state) if game.why_not(state, cure) is None]

    seen: set[tuple[str, ...]] = set()
    for here in explore(game, start, cures):
        healed = [action.card for action in here.line[len(start.line) :] if isinstance(action, Heal)]
        cured = Counter(
            "Wound token" if place == NONE else book.name(start.state.laid[place].card) for place in healed
        )
        names = tuple(_counted(cured))
        if names and names not in seen:
            seen.add(names)
            rulings = ("QUEST-4.11", *_rulings(game, start.state, here.line[len(start.line) :]))
            line = words_of(position, here.line)
            yield Offer(f"heal at the {book.name(location)}", names, line=line, rulings=rulings)


def _rulings(game: Quest, state: State, line: Iterable[Action]) -> tuple[str, ...]:
    """The rulings on which the results of these actions depend."""
    trace = Trace()
    for action in line:
        state = game.apply(state, action, trace)
    return tuple(dict.fromkeys(ruling for entry in trace.entries for ruling in entry.rulings))


def _counted(cured: Mapping[str, int]) -> Iterator[str]:
    """Wounds by name, each once: `Wound token`, `2 x Festering Wound`."""
    return (name if count == 1 else f"{count} x {name}" for name, count in sorted(cured.items()))
