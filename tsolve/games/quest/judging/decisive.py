"""When a ruling of Quest is decisive: without it somebody else wins, something else is legal or holds. Also
what a reading may change about a position.

A card's own ruling is switched off by a blank card, judged by the same engine and the same planner. A
general rule is switched off by taking from every card what works through it, by reading it as some text
does, or by a game in which it forbids nothing. A definition, such as what the two sums of attack are or
that the health has to be reached, cannot be switched off: nothing would be left to judge. Under a rule
that forbids nothing, what an action does is as ever; best plays are not looked for, since the planner
states the usual rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.cardkit.piles import contents
from tsolve.cardkit.tasks import Reason
from tsolve.engine import Probe, TooMuchWorkError
from tsolve.games.quest.actions import (
    NONE,
    Action,
    Buy,
    BuyToken,
    BuyTreasure,
    Enter,
    Give,
    Heal,
    LevelUp,
    Use,
    UseSpoils,
)
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import Ability, Deed, Strengthen, StrengthenAll
from tsolve.games.quest.effects.base import (
    Condition,
    DungeonAfterVillage,
    Effect,
    Immune,
    LeavesWithPurchase,
    Modifier,
    Required,
    Value,
)
from tsolve.games.quest.effects.demands import DiscardForHealth, RollForHealth
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.figures import Bests, Played, end_turn, line_worth
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.scoring import winners
from tsolve.games.quest.state import State, target_at
from tsolve.games.quest.turn import steps
from tsolve.games.quest.turn.dungeon import is_boost
from tsolve.turns.check import Bests as AnyBests
from tsolve.turns.comparing import Comparison, Told
from tsolve.turns.decisive import Ablated, Ablation

_RESULTS = {"won": "defeated", "lost": "not defeated", "": "no battle"}
_NUMBERS = ("physical", "magic", "total", "gold", "light", "xp", "wounds", "hp")


class TurnComparison(Comparison[State, Action]):
    """The findings of a turn."""

    opened: Opened

    @property
    def counted_down(self) -> Collection[str]:
        return MEASURES.counted_down

    def expected_actions(self) -> Sequence[str]:
        expect = self.opened.position.expect
        return (*expect.legal, *expect.illegal)

    def outcomes(self, played: Played) -> Iterator[Told]:
        opened, result, after = self.opened, played.result, self.opened.position.expect.after
        battled = opened.book.name(result.tally.monster) if result.tally.monster else "the battle"
        yield battled, _RESULTS[result.tally.outcome]
        yield from self._table("afterwards", result)
        yield "afterwards: Victory Points", str(opened.game.scores(played.final)[opened.state.active])
        if after is not None and after.winners is not None:
            yield "winners", _row(winners(opened.book, played.final))
        if after is not None and after.end_phase:
            yield from self._after_the_end_phase(played.final)

    def _table(self, when: str, state: State) -> Iterator[Told]:
        """What lies where, seen by the player whose turn the position is."""
        book, active = self.opened.book, self.opened.state.active
        here, me = replace(state, active=active), state.players[active]
        for zone, content in self.opened.game.zones(here):
            yield f"{when}: {zone}", content
        champion = me.location if me.room == NONE else state.rooms[me.room].card
        yield f"{when}: the Champion", book.name(champion) if champion else "nowhere"
        removed = ", ".join(sorted(map(book.name, state.removed)))
        yield f"{when}: out of the game", removed or "none"
        yield f"{when}: Guardian Keys that were found", str(state.keys)
        others = [player.keys for seat, player in enumerate(state.players) if seat != active]
        yield f"{when}: Guardian Keys of the others", _row(others) or "none"

    def _after_the_end_phase(self, final: State) -> Iterator[Told]:
        """The same when the next turn begins, and whose turn that is."""
        told: dict[str, list[str]] = {}
        for state in end_turn(self.opened, final).states:
            for what, found in self._table("when the next turn begins", state):
                told.setdefault(what, []).append(found)
            player = "nobody" if state.over else f"player {state.active + 1}"
            told.setdefault("whose turn is next", []).append(player)
        for what, several in told.items():
            yield what, " or ".join(sorted(set(several)))

    def totals(self, played: Played) -> Iterator[Told]:
        facts = self.opened.facts(played)
        for name in _NUMBERS:
            if facts[name] is not None:
                yield f"{name} of the turn", str(facts[name])

    def targets(self, bests: AnyBests[State, Action]) -> Iterator[Told]:
        """The greatest total attack against each Monster."""
        opened, state = self.opened, self.opened.state
        assert isinstance(bests, Bests)  # as `Opened.bests` makes them
        if opened.in_village:
            return
        for place, room in enumerate(state.rooms):
            if not room.monster:
                continue
            target = target_at(state, place)
            best = bests.against(target, "total")
            if best.answer.policy is not None:
                found = f"{best.answer.policy.worth[0].exact} on average"
            elif best.played is not None and best.played.result.tally.outcome:
                found = str(best.played.result.tally.total)
            else:
                found = "cannot be battled"
            unsure = "" if best.sure else ", as far as is known"
            yield f"greatest total attack against {target.say(opened.book)}", found + unsure

    def line_worth(self, line: Sequence[str], goal: tuple[str, ...], turn: str) -> tuple[int, ...] | None:
        return line_worth(self.opened, line, goal)

    def cards_named(self) -> Iterable[str]:
        """With what is for sale, and with the deck."""
        state = self.opened.state
        yield from self.opened.cards_in_sight()
        yield from contents(state.me.deck)
        yield from state.me.discard
        for stack in state.stacks or ():
            yield from (card for card, _ in stack.cards)


def _row(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


_PLENTY = 999
"""More gold and XP than anything costs."""


class Lenient(Quest):
    """The rules without what one of them forbids."""

    def seen(self, state: State, action: Action) -> State:
        """The turn in which the action would be allowed, as far as this rule has a say."""
        return state

    def refuse(self, state: State, action: Action) -> Reason | None:
        return super().refuse(self.seen(state, action), action)

    def free_actions(self, state: State) -> list[Action]:
        tried = steps.attempts(self.book, state)
        return [action for action in tried if self.refuse(state, action) is None]


class ManyPurchases(Lenient):
    """Cards are bought as often as one likes, whatever they cost. (QUEST-4.4)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, Buy):
            return state
        return replace(state, bought=False, gold=state.gold + _PLENTY)


class FreeLocations(Lenient):
    """What a Location sells costs nothing. (QUEST-4.5)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, BuyToken | BuyTreasure):
            return state
        return replace(state, gold=state.gold + _PLENTY)


class ManyTokens(Lenient):
    """More than one Gear token is bought at the Bazaar. (QUEST-9.5)"""

    def seen(self, state: State, action: Action) -> State:
        return replace(state, served=()) if isinstance(action, BuyToken) else state


class TempleForbidsNothing(Lenient):
    """Heroes level up at the Temple, and from there one gets into the Dungeon. (QUEST-3.4)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, LevelUp | Enter) or state.me.location != "temple":
            return state
        me = replace(state.me, location="")
        players = tuple(me if seat == state.active else each for seat, each in enumerate(state.players))
        return replace(state, players=players)


class ManyHealings(Lenient):
    """Any number of Wounds is healed in the Village. (QUEST-4.11)"""

    def seen(self, state: State, action: Action) -> State:
        return replace(state, healed=0) if isinstance(action, Heal) else state


class ManyLevels(Lenient):
    """Any number of Heroes levels up in the Village. (QUEST-4.12)"""

    def seen(self, state: State, action: Action) -> State:
        return replace(state, levelled=0) if isinstance(action, LevelUp) else state


class FreeLevels(Lenient):
    """Levels cost no XP. (QUEST-8.1)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, LevelUp):
            return state
        me = replace(state.me, xp=state.me.xp + _PLENTY)
        players = tuple(me if seat == state.active else each for seat, each in enumerate(state.players))
        return replace(state, players=players)


class LevelsAgain(Lenient):
    """A Hero levels up again in the same turn. (QUEST-8.5)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, LevelUp):
            return state
        return replace(state, laid=tuple(replace(laid, risen=False) for laid in state.laid))


class AbilitiesAgain(Lenient):
    """An ability is used again in the same turn. (QUEST-0.19)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, Use | UseSpoils):
            return state
        return replace(state, spoils=(), laid=tuple(replace(laid, used=0) for laid in state.laid))


class GivenAgain(Lenient):
    """What belonged to a Hero is given to another one. (QUEST-2.4)"""

    def seen(self, state: State, action: Action) -> State:
        if not isinstance(action, Give) or not state.laid:
            return state
        laid = state.laid[action.card]
        lost_by = "" if laid.lost_by == "leaving" else laid.lost_by
        free = replace(laid, bearer=NONE, lost_by=lost_by)
        return replace(
            state, laid=tuple(free if at == action.card else each for at, each in enumerate(state.laid))
        )


_IDLE = StrengthenAll()
"""What an ability does instead: it raises nothing."""
_GIVEN = Modifier("cost", 0, when=Condition(wielder="Hero"))
"""Lets an Item that raises nothing any more still be given to a Hero."""
_KEPT = (
    *("id", "name", "kind", "provenance", "set", "aliases", "title", "treasure", "legendary", "level"),
    *("classes", "races", "keywords", "group", "count", "cost", "skill", "vp", "missing"),
)
_KEPT_OF_MONSTERS = ("health", "xp", "rewards")


def blank(card: Card) -> Card:
    """The card without anything that it gives, does or hinders.

    It still is what it was (type, Class, level, Skill, a Monster's health) and worth what it was (cost,
    victory points, a Monster's XP and rewards); a room takes no Light. Its abilities can still be used where
    they are used in a line: they ask for the same and do nothing. So can an Item still be given to a Hero.
    """
    fields = (*_KEPT, *_KEPT_OF_MONSTERS * (card.kind in ("monster", "guardian")))
    return Card(
        **{field: getattr(card, field) for field in fields},
        abilities=tuple(_idle(ability) for ability in card.abilities),
        traits=(_GIVEN,) if card.kind != "weapon" and is_boost(card) else (),
    )


def _idle(ability: Ability) -> Ability:
    """The ability for the same Hero, of which nothing comes."""
    service = ability.service
    served: Deed = _IDLE
    if isinstance(service, Strengthen):
        served = Strengthen(to=service.to, sort=service.sort)
    elif service is not None:
        served = Strengthen(to="hero")
    return replace(ability, do=(served, *(_IDLE for _ in ability.do[1:])))


def without_idle(book: Book) -> Book:
    """The rules in which abilities of which nothing comes cannot be used: the best play shall not pay their
    price for its own sake.
    """
    changed = {
        card.id: _only_of_use(card) for card in book.cards.values() if any(map(_is_idle, card.abilities))
    }
    return Book({**book.cards, **changed}, book.readings) if changed else book


def _only_of_use(card: Card) -> Card:
    return replace(card, abilities=tuple(each for each in card.abilities if not _is_idle(each)))


def _is_idle(ability: Ability) -> bool:
    return all(isinstance(deed, Strengthen | StrengthenAll) and not _raises(deed) for deed in ability.do)


def _raises(deed: Strengthen | StrengthenAll) -> bool:
    return any(by for _, by in deed.gains)


_CARD = "card."
_ANY_SKILL = 999
"""More than any Hero has."""
_RULED = ("token", "location", "key", "wound", "side_quest", "unknown")
"""Kinds of cards that work by the rules about them, or of which a blank card would be none."""
_MONSTERS = ("monster", "guardian")
_DEFENCES: tuple[Value, ...] = ("armor", "resistance")
_NEEDS: tuple[Value, ...] = ("requirement",)
_OF_ROOMS: tuple[Value, ...] = ("health", "armor", "resistance")


class Without(NamedTuple):
    """The rules without a ruling."""

    book: Callable[[Book], Book] = lambda book: book
    """What changes about the cards and the readings."""
    game: type[Quest] = Quest
    in_part: bool = False
    """Whether the rule says more than what this takes away."""


def without(ruling: str, book: Book) -> Without | None:
    """The rules without this ruling; None for what cannot be switched off."""
    card = ruling.removeprefix(_CARD)
    if card == ruling:
        return RULES.get(ruling)
    facts = book.cards.get(card)
    return Without(_with({card: blank(facts)})) if facts is not None and facts.kind not in _RULED else None


def _with(cards: dict[str, Card]) -> Callable[[Book], Book]:
    return lambda book: Book({**book.cards, **cards}, book.readings)


def _each(change: Callable[[Card], Card]) -> Callable[[Book], Book]:
    """Changes every card."""
    return lambda book: Book({id_: change(card) for id_, card in book.cards.items()}, book.readings)


def _read(key: str, option: str) -> Callable[[Book], Book]:
    return lambda book: Book(book.cards, {**book.readings, key: option})


def _values(card: Card, values: Collection[Value]) -> Card:
    """The card without these values, and without traits that change them."""
    printed = {value: None for value in values if getattr(card, value)}
    traits = tuple(t for t in card.traits if not (isinstance(t, Modifier) and t.value in values))
    return replace(card, traits=traits, **printed) if printed or traits != card.traits else card


def _traits(card: Card, kind: type[Effect]) -> Card:
    """The card without traits of this kind."""
    kept = tuple(trait for trait in card.traits if not isinstance(trait, kind))
    return replace(card, traits=kept) if kept != card.traits else card


def _skilless(book: Book) -> Book:
    """No Weapon requires Skill; where it has to require more than the Hero has, it requires any."""
    need = 0 if book.reads("wield", "at_most") else _ANY_SKILL

    def change(card: Card) -> Card:
        changed = _values(card, _NEEDS)
        return replace(changed, requirement=need) if card.kind == "weapon" else changed

    return _each(change)(book)


def _plain_room(card: Card) -> Card:
    """Without what a room adds to its Monster, at once or by dice and cards before the battle."""
    if card.kind != "room":
        return card
    before = tuple(each for each in card.before if not isinstance(each, DiscardForHealth | RollForHealth))
    changed = _values(card, _OF_ROOMS)
    return replace(changed, before=before) if before != card.before else changed


def _harmless(card: Card) -> Card:
    """Without what comes after the battle."""
    if not (card.wounds or card.wound_cards or card.after):
        return card
    return replace(card, wounds=None, wound_cards=None, after=())


def _without_alerts(scope: str) -> Callable[[Book], Book]:
    def strip(card: Card) -> Card:
        kept = tuple(alert for alert in card.alerts if alert.scope != scope)
        return replace(card, alerts=kept) if kept != card.alerts else card

    return _each(strip)


def _without_spoils(card: Card) -> Card:
    kept = tuple(ability for ability in card.abilities if "spoils" not in ability.phases)
    return replace(card, abilities=kept) if kept != card.abilities else card


def _without_rewards(card: Card) -> Card:
    given = card.kind in (*_MONSTERS, "room") and (card.xp or card.rewards)
    return replace(card, xp=None, rewards=()) if given else card


RULES: dict[str, Without] = {
    # cards and values
    "QUEST-0.19": Without(game=AbilitiesAgain),
    "QUEST-2.3": Without(_skilless),
    "QUEST-2.4": Without(game=GivenAgain, in_part=True),
    "QUEST-2.10": Without(_each(lambda card: _values(card, _DEFENCES))),
    "QUEST-2.11": Without(_each(lambda card: _traits(card, Immune))),
    "QUEST-2.12": Without(_each(lambda card: _traits(card, Required))),
    # the Village
    "QUEST-3.4": Without(game=TempleForbidsNothing, in_part=True),
    "QUEST-4.4": Without(game=ManyPurchases, in_part=True),
    "QUEST-4.5": Without(game=FreeLocations, in_part=True),
    "QUEST-4.8": Without(_each(lambda card: _traits(card, LeavesWithPurchase))),
    "QUEST-4.9": Without(_read("gold_stays", "no")),
    "QUEST-4.11": Without(game=ManyHealings, in_part=True),
    "QUEST-4.12": Without(game=ManyLevels, in_part=True),
    "QUEST-4.13": Without(_each(lambda card: _traits(card, DungeonAfterVillage)), in_part=True),
    "QUEST-8.1": Without(game=FreeLevels, in_part=True),
    "QUEST-8.5": Without(game=LevelsAgain, in_part=True),
    "QUEST-9.5": Without(game=ManyTokens, in_part=True),
    # the Dungeon
    "QUEST-5.4": Without(
        _each(lambda card: replace(card, light_needed=0) if card.light_needed else card), in_part=True
    ),
    "QUEST-5.8": Without(_without_alerts("into")),
    "QUEST-5.9": Without(_without_alerts("out_of")),
    "QUEST-5.10": Without(_without_alerts("through")),
    "QUEST-5.12": Without(_read("light_stays", "no")),
    "QUEST-5.14": Without(_read("battle_compulsory", "no"), in_part=True),
    "QUEST-5.16": Without(_each(lambda card: replace(card, before=()) if card.before else card)),
    "QUEST-5.17": Without(_each(_plain_room)),
    "QUEST-5.19": Without(_each(_harmless)),
    "QUEST-5.21": Without(_each(_without_rewards), in_part=True),
    "QUEST-5.27": Without(_each(_without_spoils), in_part=True),
}
"""Rule -> the rules without it."""


class TurnAblation(Ablation[State, Action]):
    """The rulings of a turn of Quest."""

    switches_off = True
    margins = ("margin", "shortfall", "total")
    opened: Opened

    def examines(self, ruling: str) -> bool:
        return without(ruling, self.opened.book) is not None

    def without(self, ruling: str) -> Ablated[State, Action] | None:
        opened = self.opened
        found = without(ruling, opened.book)
        if found is None:
            return None
        book = found.book(opened.book)

        def planned(probe: Probe[State, Action]) -> Opened:
            if found.game is not Quest:  # the planner states the usual rules
                raise TooMuchWorkError
            return opened.by(Quest.for_one_turn(without_idle(book), probe), opened.state)

        judged = opened.by(found.game.for_one_turn(book), opened.state)
        return Ablated(judged, planned, found.in_part)

    def ending(self, played: Played) -> Hashable:
        tally = played.result.tally
        return tally.outcome, tally.monster, tally.gained, tally.levelled, played.result.over
