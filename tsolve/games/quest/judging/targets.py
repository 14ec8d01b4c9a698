"""Room by room: whether the Champion gets there and by how much Light, the greatest attack on its Monster,
and the best line. What a Village phase can bring stands beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current, grace, spend
from tsolve.engine import Arrival, Probe, explore
from tsolve.games.quest.actions import (
    NONE,
    TOKENS,
    Action,
    Buy,
    BuyToken,
    BuyTreasure,
    Heal,
    LevelUp,
    Pass,
    Token,
    Visit,
)
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.figures import (
    WINNING,
    Best,
    Bests,
    light_needed,
    rooms_in_reach,
    untold_way,
    why_out_of_reach,
    words_of,
)
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.planning.goals import goal_of
from tsolve.games.quest.state import State, Target, target_at
from tsolve.games.quest.turn import heroes
from tsolve.games.quest.turn.dungeon import refuse_after_village
from tsolve.games.quest.turn.heroes import wounds
from tsolve.games.quest.turn.market import EXAMPLE, UNTOLD, for_sale, in_stacks
from tsolve.games.quest.turn.rewards import PRICES, called
from tsolve.games.quest.turn.steps import LOCATIONS
from tsolve.games.quest.turn.values import Defence, effective
from tsolve.games.quest.turn.village import TREASURE_PRICE
from tsolve.games.quest.why_not.steps import TurnQuestion
from tsolve.model.odds import Threshold
from tsolve.model.plays import Deed, Draws, Exact, Wishes, exact
from tsolve.model.solved import Offer, Outcome, Reached, TargetAnswer, TargetsAnswer
from tsolve.model.trace import Refusal, Trace
from tsolve.turns.check import reading_answers
from tsolve.turns.possibility import possible

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.model.answers import Plan


MOST_POSITIONS = 5_000
"""Positions looked at at each Location."""
_PAIRS = "guilds_quarter"
"""Where two Heroes may level up. (QUEST-3.7)"""


class Shop(NamedTuple):
    """The buying step at a Location, and what it took to come there with its gold."""

    state: State
    line: tuple[Action, ...]
    tokens: Mapping[Token, int]
    """The Gear tokens used on the way."""

    @property
    def expense(self) -> tuple[int, int, int]:
        """Shops with less of it are better."""
        lost = len(self.state.tally.destroyed)
        return sum(self.tokens.values()), lost, len(self.line)


def offers(opened: Opened) -> Iterator[Offer]:
    """Everything that a Village phase can bring from here; nothing in a Dungeon phase."""
    visits = dict(_visits(opened))
    yield from _purchases(opened, visits)
    yield from _levels(opened, visits)
    yield from _cures(opened, visits)


def _visits(opened: Opened) -> Iterator[tuple[str, list[Shop]]]:
    """The buying steps at each Location that can be gone to, those that take least first."""
    game, state = opened.game, opened.state
    if state.phase != "prepare":
        if opened.in_village:
            yield state.me.location, _shops(game, Arrival(state))
        return
    for location in LOCATIONS:
        visit = Visit(location)
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


def _purchases(opened: Opened, visits: dict[str, list[Shop]]) -> Iterator[Offer]:
    """Each card alone, and together with a token at the Bazaar or a Treasure at the Shop of Wonders."""
    book = opened.book
    anywhere = [shop for shops in visits.values() for shop in shops]
    anywhere.sort(key=lambda shop: shop.expense)
    cards = [*dict.fromkeys(for_sale(opened.state))] if anywhere else []
    for card in cards:
        price = f"{book.card(card).cost or 0} gold"
        offer = _bought(opened, anywhere, "buy", (Buy(card),), (book.name(card),), price)
        yield offer if offer.refusal is None else _by_spoils(opened, card, offer)
    beside: list[tuple[Action, str, int]] = [
        (BuyToken(token), called(token), book.card(PRICES[token]).cost or 0) for token in TOKENS
    ]
    beside.append((BuyTreasure(), "a Treasure", TREASURE_PRICE))
    for action, name, cost in beside:
        location = "shop_of_wonders" if isinstance(action, BuyTreasure) else "bazaar"
        shops = visits.get(location, [])
        if not shops:
            continue
        kind = f"buy at the {book.name(location)}"
        yield _bought(opened, shops, kind, (action,), (name,), f"{cost} gold")
        for card in cards:
            both = cost + (book.card(card).cost or 0)
            offer = _bought(opened, shops, kind, (Buy(card), action), (book.name(card), name), f"{both} gold")
            if offer.refusal is None:
                yield offer


def _by_spoils(opened: Opened, card: str, offer: Offer) -> Offer:
    """A card that no visit can buy, where the rest of the turn may. (QUEST-5.27)"""
    question, world = TurnQuestion.asked(opened, f"buy {opened.book.name(card)}", Buy(card))
    if not question.comes_elsewhere(world):
        return offer
    found = possible(question, world)
    if found.line is not None:
        return replace(offer, line=words_of(opened, found.line), refusal=None, rulings=("QUEST-5.27",))
    open_end = "; ".join(found.left_out)
    if offer.refusal is None or not open_end:
        return offer
    return replace(offer, refusal=replace(offer.refusal, reason=open_end))


def _bought(
    opened: Opened,
    shops: list[Shop],
    kind: str,
    actions: tuple[Action, ...],
    names: tuple[str, ...],
    price: str,
) -> Offer:
    """These purchases with the least expense, or why the richest purse does not suffice for them."""
    refusals: dict[int, Refusal] = {}
    for shop in shops:
        refusal, state, line = None, shop.state, [*shop.line]
        for action in actions:
            refusal = opened.game.why_not(state, action)
            if refusal is not None:
                break
            state = opened.game.apply(state, action)
            line.append(action)
            while state.todo and opened.game.why_not(state, Pass()) is None:  # nothing need be destroyed
                state = opened.game.apply(state, Pass())
                line.append(Pass())
        if refusal is None:
            used = [(called(token), number) for token, number in shop.tokens.items() if number > 0]
            spends = tuple(f"{number} x {name}" for name, number in used)
            rulings = _rulings(opened.game, shop.state, line[len(shop.line) :])
            return Offer(kind, names, price, words_of(opened, line), spends, rulings=rulings)
        refusals.setdefault(shop.state.gold, refusal)
    return Offer(kind, names, price, refusal=refusals[max(refusals)])


# levels and cures


def _levels(opened: Opened, visits: dict[str, list[Shop]]) -> Iterator[Offer]:
    """Each Hero with what it may become and its price, and pairs at the Guilds' Quarter."""
    book, game = opened.book, opened.game
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
        line, rulings = words_of(opened, (*shop.line, Pass(), Pass(), rise)), _rulings(game, state, (rise,))
        yield Offer("level up", names, price, line, rulings=rulings)
    if location == _PAIRS:
        yield from _pairs(opened, shop, state)


def _pairs(opened: Opened, shop: Shop, state: State) -> Iterator[Offer]:
    """Two Heroes who can level up in one turn. (QUEST-3.7)"""
    book, game = opened.book, opened.game
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
                line = words_of(opened, (*shop.line, Pass(), Pass(), first, second))
                rulings = ("QUEST-3.7", *_rulings(game, state, (first, second)))
                yield Offer("level up together", names, price, line, rulings=rulings)


def _rises_of(game: Quest, state: State, place: int) -> list[LevelUp]:
    rises = (LevelUp(place, into) for into in dict.fromkeys(in_stacks(state)))
    return [rise for rise in rises if game.why_not(state, rise) is None]


def _cures(opened: Opened, visits: dict[str, list[Shop]]) -> Iterator[Offer]:
    """Wounds that the healing step heals: one, or two at the Temple. (QUEST-4.11, QUEST-3.4)"""
    game, book = opened.game, opened.book
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
            line = words_of(opened, here.line)
            yield Offer(f"heal at the {book.name(location)}", names, line=line, rulings=rulings)


def _rulings(game: Quest, state: State, line: Iterable[Action]) -> tuple[str, ...]:
    """The rulings that what these actions bring about rests on."""
    trace = Trace()
    for action in line:
        state = game.apply(state, action, trace)
    return tuple(dict.fromkeys(ruling for entry in trace.entries for ruling in entry.rulings))


def _counted(cured: Mapping[str, int]) -> Iterator[str]:
    """Wounds by name, each once: `Wound token`, `2 x Festering Wound`."""
    return (name if count == 1 else f"{count} x {name}" for name, count in sorted(cured.items()))


DEFEAT = Deed("defeat", "defeats", "defeated")
"""What a Dungeon turn does to a Monster."""
HIDDEN = "a card that lies face down"
_AROUND = 0.2
"""The part of the budget for looking around: at what the Village brings, and at where ways lead."""
_FIRST_SEARCH = 0.4
"""The part of the budget of a room for the greatest attack; two more searches follow."""
_NO_TIME = "there was no time to search it"


def targets(opened: Opened, wishes: Wishes) -> TargetsAnswer:
    """What a turn can do in each room, and in the Village. Each room has an equal share of the budget.

    Raises UsageError for an unknown goal, InputError for an unknown goal of the file.
    """
    goal = goal_of(opened, "dungeon", wishes.goal)
    asked: Probe[State, Action] = Probe(notes=True)
    in_time = opened.in_village or opened.state.phase == "prepare"
    brought = _looked_at(offers(opened.watched_by(asked))) if in_time else ()
    if opened.in_village and refuse_after_village(opened.book, opened.state) is not None:
        seen = reading_answers(opened, asked.readings)
        return TargetsAnswer("", goal, DEFEAT, (), seen, notes=_notes(opened), offers=brought)
    bests = Bests(opened.watched_by(Probe(remembers=True)), wishes)
    judge = _Judge(opened, bests, ",".join(goal), wishes.draws or opened.position.draws)
    places = [place for place, room in enumerate(opened.state.rooms) if room.card]
    found = []
    for left, place in zip(range(len(places), 0, -1), places, strict=True):
        try:
            spend(0)  # each search ends a little late: together they would be long over time
            with allow(current().part(1 / left)):
                found.append(judge.answer(place))
        except SpentError:
            found.append(judge.not_looked_at(place, _NO_TIME))
    readings = reading_answers(opened, asked.readings | bests.readings())
    board = opened.board(opened.state)
    notes = _notes(opened) if in_time else ()
    return TargetsAnswer(
        "", goal, DEFEAT, tuple(found), readings, notes=notes, about="Monster", board=board, offers=brought
    )


def _notes(opened: Opened) -> tuple[str, ...]:
    """That there may be more to buy, where nothing is known of the Village."""
    return (f"{UNTOLD}: write `{EXAMPLE}`",) if opened.state.stacks is None else ()


@contextmanager
def _quickly() -> Iterator[None]:
    """A part of the budget, but enough for whatever is small."""
    with allow(current().part(_AROUND)), grace():
        yield


def _looked_at(brought: Iterator[Offer]) -> tuple[Offer, ...]:
    """What is found with a part of the budget."""
    found: list[Offer] = []
    with _quickly(), suppress(SpentError):
        found += brought
    return tuple(found)


class _Judge:
    """Judges the rooms of one position by the same goal and attitude to draws."""

    def __init__(self, opened: Opened, bests: Bests, goal: str, draws: Draws) -> None:
        self.opened, self.bests, self.goal, self.draws = opened, bests, goal, draws
        self.book, self.state = opened.book, opened.state
        self.needs = light_needed(self.book, self.state)
        with _quickly():
            self.reached = rooms_in_reach(opened)

    def answer(self, place: int) -> TargetAnswer:
        """What a turn can do in a room."""
        room = self.state.rooms[place]
        if not room.monster and not room.face_down:
            return self._empty(place)
        target = target_at(self.state, place)
        with allow(current().part(_FIRST_SEARCH)):
            value = self.bests.against(target, "total", self.draws)
        defeat = self._in_time(target, WINNING, value)
        best = self._in_time(target, self.goal, defeat)
        battled = any(_battles(each) for each in (value, defeat, best))
        untold = "" if battled else untold_way(self.book, self.state, [place])
        outcome, chance = ("undecided", None) if untold else _outcome(defeat)
        table = value.played.answer.calculation if value.played is not None and battled else None
        won = _plan(defeat) if outcome == "certain" else None
        plan = _plan(best) if battled else None
        return TargetAnswer(
            self._name(place),
            self.book.name(room.card),
            outcome,
            attackable=True if battled else False if defeat.sure and not untold else None,
            refusal=None
            if battled or untold or (place in self.reached.lines and not defeat.sure)
            else self._refusal(place),
            value=_reached(value),
            calculation=table,
            needed=None if table is None else Threshold("health", table.against or 0, "defeats it"),
            lack=self._lack(target, value) if outcome == "impossible" and battled else None,
            chance=chance,
            plan=plan,
            reason=(untold or defeat.reason) if outcome == "undecided" else "",
            way=self._way(place),
            splits=self._splits(target) if battled else (),
            winning=won if won is not None and not _wins(best) else None,
            facts=self._facts(place),
        )

    def not_looked_at(self, place: int, why: str) -> TargetAnswer:
        """All that can be said at once of a room."""
        room = self.state.rooms[place]
        where = self.book.name(room.card)
        return TargetAnswer(self._name(place), where, "undecided", None, reason=why, way=self._way(place))

    def _facts(self, place: int) -> dict[str, str]:
        """What a Monster that can be seen is worth."""
        room = self.state.rooms[place]
        known = room.monster and not room.face_down
        return {"XP": str(self.book.card(room.monster).xp or 0)} if known else {}

    def _name(self, place: int) -> str:
        """Who is in a room, as far as it can be seen."""
        room = self.state.rooms[place]
        if room.face_down:
            return HIDDEN
        return self.book.name(room.monster) if room.monster else "nobody"

    def _in_time(self, target: Target, goal: str, found: Best) -> Best:
        """The best battle by another goal; where the time is over, the one that was `found` before."""
        if not current().is_over():
            return self.bests.against(target, goal, self.draws)
        if found.answer.policy is not None:  # whose chances are those of its own goal
            spend(0)
        return replace(found, sure=False, reason=_NO_TIME)

    def _empty(self, place: int) -> TargetAnswer:
        """A room with nobody in it, which can only be entered."""
        room = self.book.name(self.state.rooms[place].card)
        refusal = Refusal(f"battle in {room}", "there is no Monster in this room", ("QUEST-5.13",))
        inside = place in self.reached.lines
        if not inside:
            refusal = self._refusal(place)
        return TargetAnswer("nobody", room, "impossible", False, refusal=refusal, way=self._way(place))

    def _way(self, place: int) -> Threshold | None:
        """The Light that the way takes, where nothing else is in the way."""
        need, reached = self.needs.get(place), self.reached
        may_go = place in reached.lines or place in reached.open_ends or (reached.leaves and need)
        return Threshold("Light", need) if need is not None and may_go else None

    def _refusal(self, place: int) -> Refusal:
        """Why the Champion does not get there."""
        name = self.book.name(self.state.rooms[place].card)
        if place in self.reached.lines:
            return Refusal(f"battle in {name}", "you cannot battle here this turn", ("QUEST-5.14",))
        if place in self.reached.open_ends:
            return Refusal(f"move to {name}", self.reached.open_ends[place], ("QUEST-5.4", "QUEST-5.12"))
        return why_out_of_reach(self.opened, self.reached, place)

    def _splits(self, target: Target) -> tuple[str, ...]:
        """How physical and magic attack make up the greatest total. (QUEST-2.10)"""
        ends = self.bests.ends_against(target, "total", self.draws)
        found = dict.fromkeys(_split(self.book, end) for end in ends)
        return tuple(split for split in found if split)

    def _lack(self, target: Target, best: Best) -> Refusal | None:
        """What keeps the Monster alive although the total attack is enough. (QUEST-2.12)"""
        if best.played is None:
            return None
        tally = best.played.result.tally
        if tally.outcome == "won" or tally.total < tally.health:
            return None
        return Refusal(f"{DEFEAT.do} {target.say(self.book)}", "a card that is required", ("QUEST-2.12",))


def _battles(best: Best) -> bool:
    """Whether it comes to a battle."""
    if best.played is None:
        return best.answer.policy is not None
    return bool(best.played.result.tally.outcome)


def _wins(best: Best) -> bool:
    return best.played is not None and best.played.result.tally.outcome == "won"


def _plan(best: Best) -> Plan | None:
    return best.answer.best[0] if best.answer.best else None


def _split(book: Book, end: State) -> str:
    tally = end.tally
    if not tally.outcome:
        return ""
    defence = Defence(tally.health, tally.armor, tally.resistance)
    physical, magic = effective(book, book.card(tally.monster), tally.physical, tally.magic, defence)
    return f"{physical} physical and {magic} magic"


def _outcome(best: Best) -> tuple[Outcome, Exact | None]:
    """Whether the best play for its defeat defeats it, and the chance where cards are drawn."""
    policy = best.answer.policy
    if policy is None:
        return ("certain" if _wins(best) else "impossible" if best.sure else "undecided"), None
    chance = policy.worth[0]
    if not best.sure:
        return "undecided", chance
    return {"1": "certain", "0": "impossible"}.get(chance.exact, "chance"), chance  # type: ignore[return-value]


def _reached(best: Best) -> Reached | None:
    """The greatest total attack; None where it comes to no battle."""
    policy = best.answer.policy
    if policy is not None:
        least, most = policy.worst.objective[0], policy.best.objective[0]
        return Reached("total attack", policy.worth[0], least, most, best.sure)
    if best.played is None or not best.played.result.tally.outcome:
        return None
    total = best.played.result.tally.total
    return Reached("total attack", exact(total), total, total, best.sure)
