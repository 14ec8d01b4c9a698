"""What a turn may do before its battle: the ways through a Village phase, and the preparations that change
more than numbers, such as abilities and Potions; with what unknown cards and an untold Village could
change.

All other gifts, Iron Rations and Lantern tokens are left to the statement of a battle. What a turn is worth
grows step by step: a purchase, a token, a Wound healed and a level each add their part, whatever else was
done. So of the ways through the Village that leave the same future only the best one is followed. Of unknown
cards those are tried that every player begins with, those of the player that can be seen, and those that the
Village sells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current
from tsolve.cardkit import piles
from tsolve.cardkit.piles import contents, has_unknown
from tsolve.games.quest.actions import Action, Give
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import Ability
from tsolve.games.quest.effects.base import Condition
from tsolve.games.quest.effects.demands import LoseTokens
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.bounds import most_drawn
from tsolve.games.quest.planning.coverage import (
    asks_for_gifts,
    asks_for_light,
    asks_of_others,
    does_count,
    effects_in_vain,
    heals_alone,
    in_play,
    in_room,
    usable,
)
from tsolve.games.quest.planning.goals import GAINS, RISES, Value, turn_over, value
from tsolve.games.quest.planning.statement import may_buy, spoils_of
from tsolve.games.quest.state import PLACES, Stack, State, Tally
from tsolve.games.quest.turn.dungeon import refuse_after_village
from tsolve.games.quest.turn.ending import EndPhase
from tsolve.games.quest.turn.heroes import can_hold
from tsolve.games.quest.turn.market import UNTOLD, for_sale, might_sell
from tsolve.games.quest.turn.values import holds
from tsolve.games.quest.turn.village import is_last_step
from tsolve.model.plays import PossibleEnd, UnknownDraw
from tsolve.turns.measures import Goal, names_in

if TYPE_CHECKING:
    from tsolve.games.quest.opened import Opened
    from tsolve.model.answers import SolveAnswer


def fixed_gifts(game: Quest, state: State) -> frozenset[str]:
    """The Weapons whose wielding changes more than numbers after the preparations: they give Light, or have a
    Spoils ability, or a Spoils ability asks who wields any.
    """
    weapons = [card for card in in_play(game.book, state) if card.kind == "weapon"]
    if any(map(asks_for_gifts, spoils_of(game, state))):
        return frozenset(card.id for card in weapons)
    return frozenset(
        card.id for card in weapons if _shines(card) or any(map(does_count, usable([card], "spoils")))
    )


def _shines(card: Card) -> bool:
    return bool(card.light or card.modifiers("light", "itself"))


def takes_tokens(book: Book, state: State) -> bool:
    """Whether anything may take Gear tokens before the strike."""
    cards = [card for place in range(len(state.rooms)) for card in in_room(book, state, place)]
    alerts = (demand for card in cards for alert in card.alerts for demand in alert.demands)
    return any(
        isinstance(demand, LoseTokens) for demand in (*alerts, *(d for card in cards for d in card.before))
    )


def loud(game: Quest, state: State, heals: bool = True, places: Sequence[int] = PLACES) -> list[Action]:
    """The legal preparations that are tried one by one, in the engine; those that only heal where that may be
    of use. `places` has the rooms whose battles count.
    """
    book = game.book
    abilities = list(usable(in_play(book, state), "dungeon"))
    wanted = _Wanted(game, state, places)
    lit = any(map(asks_for_light, abilities))
    fed = may_buy(game, state) and takes_tokens(book, state)
    found: list[Action] = []
    for action in game.legal_actions(state):
        ability = action.ability_in(book, state)
        if game.passes(action):
            continue
        if ability is not None:
            is_tried = (heals or not heals_alone(ability)) and not wanted.is_idle(ability)
        elif action.spends is not None:
            uses = {"potion": heals, "lantern": lit, "iron_rations": fed}
            is_tried = uses[action.spends] if action.receiver == NONE else wanted.supports(action.receiver)
        else:
            is_tried = not isinstance(action, Give) or wanted.takes(action.card, action.hero)
        if is_tried:
            found.append(action)
    return found


class _Wanted:
    """Which gifts open a way to something that is not a matter of numbers."""

    def __init__(self, game: Quest, state: State, places: Sequence[int]) -> None:
        self.book, self.state = game.book, state
        self.vain = effects_in_vain(game.book, state, places)
        cards = {place: game.book.card(state.laid[place].card) for place in state.present()}
        self.heroes = [place for place, card in cards.items() if card.kind == "hero"]
        weapons = {place: card for place, card in cards.items() if card.kind == "weapon"}
        asking = any(
            asks_for_gifts(ability) and not _asks_for_more(ability)
            for place in cards
            for ability in self._unused(place)
        )
        fixed = fixed_gifts(game, state)
        lonely = {
            state.laid[place].bearer for place in weapons if any(map(_asks_for_more, self._unused(place)))
        }
        self.weapons = {
            place: {
                hero
                for hero in self.heroes
                if asking or card.id in fixed or hero in lonely or self._serves(place, hero)
            }
            for place, card in weapons.items()
            if state.laid[place].bearer == NONE and not state.laid[place].lost_by
        }
        """The free Weapons, each with the Heroes who do more with it than attack."""

    def _unused(self, place: int) -> Iterator[Ability]:
        """The abilities of a card that may still be used before the movement."""
        laid = self.state.laid[place]
        for number, ability in enumerate(self.book.card(laid.card).abilities):
            if "dungeon" in ability.phases and not laid.used >> number & 1 and not self.is_idle(ability):
                yield ability

    def is_idle(self, ability: Ability) -> bool:
        """Whether nothing can come of an ability."""
        return not ability.pay and all(isinstance(deed, self.vain) for deed in ability.do)

    def _serves(self, weapon: int, hero: int) -> bool:
        """Whether an ability of this Weapon may be used when this Hero wields it."""
        for ability in self._unused(weapon):
            when = ability.when or Condition()
            of_hero = Condition(
                wielder=when.wielder, wielder_not=when.wielder_not, wielder_level=when.wielder_level
            )
            if holds(self.book, self.state, of_hero, hero):
                return True
        return False

    def takes(self, card: int, hero: int) -> bool:
        """Whether it matters that this Hero wields this Weapon, or is boosted by this Item."""
        return hero in self.weapons.get(card, ()) or (self._boosts(card) and self.supports(hero))

    def _boosts(self, card: int) -> bool:
        """Whether the card adds to the Skill of a Hero."""
        facts = self.book.card(self.state.laid[card].card)
        return bool(facts.skill_boost or facts.modifiers("skill", "itself"))

    def supports(self, hero: int) -> bool:
        """Whether more Skill lets this Hero wield a Weapon that matters."""
        matters = (weapon for weapon, heroes in self.weapons.items() if hero in heroes)
        return any(not can_hold(self.book, self.state, hero, (weapon,)) for weapon in matters)


def _asks_for_more(ability: Ability) -> bool:
    """Whether an ability asks for another Weapon of its Hero, which is given after the one that asks."""
    return ability.when is not None and ability.when.wielder_has_more


def is_covered(game: Quest, state: State, action: Action) -> bool:
    """Whether the position after a preparation comes to no more than the one before it, if nothing loud
    follows: such a gift could be made quietly.
    """
    if isinstance(action, Give):
        return state.laid[action.card].card not in fixed_gifts(game, state)
    return action.receiver != NONE


def is_in_vain(state: State, action: Action, after: State) -> bool:
    """Whether an ability was used up and nothing came of it."""
    place = action.source
    if place == NONE:
        return False
    unused = replace(after.laid[place], used=state.laid[place].used)
    return replace(after, laid=(*after.laid[:place], unused, *after.laid[place + 1 :])) == state


NOT_TRIED = f"{UNTOLD}: no card is bought there and no Hero levels up"
_GAINED = frozenset({"vp", "growth", "purchase", "levels", "hp", "unspent"})
"""Levels of a goal that a card of the Village can change."""


class UntoldVillage:
    """Whether a card of the stacks would have been to be had on a way that is tried."""

    def __init__(self, game: Quest, goal: Goal) -> None:
        self.game = game
        self.counts = any(name in _GAINED or name.startswith((GAINS, RISES)) for name in names_in(goal))
        self.missed = False
        self._seen: set[tuple[str, str, int, int]] = set()

    def look(self, state: State) -> None:
        """Remember whether some card of the box could be bought here, or levelled up to."""
        if self.missed or not self.counts or state.stacks is not None:
            return
        riches = state.me.location, state.phase, state.gold, state.me.xp
        if riches not in self._seen:
            self._seen.add(riches)
            self.missed = might_sell(self.game, state)


PHASES = ("temple", "village", "buying", "healing", "levelling")
_AFTER_THE_PURCHASES = ("healing", "levelling", "dungeon")
_VISITED_LOCATION = "bazaar"
_VISITED: dict[str, object] = {
    "bought": False,
    "served": (),
    "also": "",
    "healed": 0,
    "levelled": 0,
    "put_on_deck": (),
}
"""What was done in the Village makes no difference in the Dungeon phase that follows; nor does where it was,
but for the Temple.
"""
_ENOUGH = 8
"""Cards of a deck that no turn draws through, so that nobody looks at what was discarded."""


class Way(NamedTuple):
    """A way through the Village phase."""

    state: State
    line: tuple[Action, ...]
    now: Value
    """What the turn would be worth if it ended here."""


class Visits:
    """The ways through Village phases, by one goal."""

    def __init__(self, game: Quest, goal: Goal) -> None:
        self.game, self.goal = game, goal
        self.untold = UntoldVillage(game, goal)
        self._drawn = _ENOUGH
        """No more cards of the deck than these are drawn this turn."""
        self.keeps_equal = False
        """Whether ways that are as good are kept beside each other, for a list of all best lines."""

    def are_quiet(self, state: State) -> bool:
        """Whether a Village phase can be gone through in this way from here."""
        return state.phase in PHASES and self.game.book.reads("late_abilities", "no")

    def ways(self, state: State) -> list[Way]:
        """The ways on which no ability is used: to the end of the turn, a Dungeon phase, or a chance."""
        game, start = self.game, Way(state, (), self._now(state))
        self._drawn = min(_ENOUGH, most_drawn(game.book, state))
        best: dict[Hashable, list[Way]] = {}
        waiting = deque([start])
        found: dict[Hashable, list[Way]] = {}
        while waiting:
            here = waiting.popleft()
            self.untold.look(here.state)
            for action in self._tried(here.state):
                game.probe.spend(1)  # what follows takes as long as the action itself
                after = game.apply(here.state, action)
                way = Way(after, (*here.line, action), self._now(after))
                is_end = turn_over(after) or after.phase not in PHASES or game.mover(after) != after.active
                if self._is_new(way, found if is_end else best) and not is_end:
                    waiting.append(way)
        return [way for ways in found.values() for way in ways]

    def _is_new(self, way: Way, known: dict[Hashable, list[Way]]) -> bool:
        """Whether no way to the same future is better; those that are worse are forgotten."""
        equal = known.setdefault(self._future(way.state), [])
        if equal and (equal[0].now > way.now or (equal[0].now == way.now and not self.keeps_equal)):
            return False
        if equal and equal[0].now < way.now:
            equal.clear()
        equal.append(way)
        return True

    def _now(self, state: State) -> Value:
        """What the turn would be worth if it ended at once."""
        worth = value(self.game.book, replace(state, todo=(EndPhase(),)), self.goal)
        assert worth is not None
        return worth

    def _tried(self, state: State) -> list[Action]:
        actions = self.game.legal_actions(state)
        return actions if state.todo else [each for each in actions if not self._is_left_out(state, each)]

    def _is_left_out(self, state: State, action: Action) -> bool:
        """Abilities are tried elsewhere. Skill is of use in the Dungeon alone, where Rations can be used as
        well, and a card on the deck to those who draw it.
        """
        if action.source != NONE or action.receiver != NONE:
            return True
        return action.step == "temple" and not draws_again(self.game.book, state)

    def _future(self, state: State) -> Hashable:
        """The position without all that makes no difference any more; nothing does at the end of the turn."""
        if turn_over(state):
            return None
        game, me = self.game, state.me
        changes: dict[str, object] = {"tally": Tally(), "removed": ()}
        if has_unknown(me.deck) or len(contents(me.deck)) >= self._drawn:
            me = replace(me, discard=())
            changes["risen"] = ()
        if self._has_bought(state):
            changes |= {"gold": 0, "spent_gold": 0, "stacks": _heroes_left(game.book, state)}
            if state.phase != "dungeon" and refuse_after_village(game.book, state) is not None:
                me = replace(me, iron_rations=0, lantern=0, potion=0)
        if state.phase == "dungeon":
            changes |= _VISITED
            me = me if me.location == "temple" else replace(me, location=_VISITED_LOCATION)
        players = (*state.players[: state.active], me, *state.players[state.active + 1 :])
        return game.key(replace(state, players=players, **changes))

    def _has_bought(self, state: State) -> bool:
        """Whether gold is of no use any more. (key.location_step)"""
        game = self.game
        sold_last = state.phase != "dungeon" and not is_last_step(
            game.book, replace(state, phase="levelling")
        )
        return state.phase in _AFTER_THE_PURCHASES and not sold_last and not may_buy(game, state)


def has_abilities(book: Book, state: State) -> bool:
    """Whether a card of the player has any ability for a Village phase."""
    cards = [state.laid[place].card for place in state.present()] or [*(state.me.hand or ())]
    return any("village" in ability.phases for card in cards for ability in book.card(card).abilities)


def draws_again(book: Book, state: State) -> bool:
    """Whether it may be of use this turn that a card lies on the deck: somebody draws, or something asks what
    the player lacks.
    """
    cards = [book.card(card) for card in state.me.hand or ()]
    lacks = any(map(asks_of_others, cards)) or any(
        ability.when is not None and ability.when.lack for card in cards for ability in card.abilities
    )
    return has_abilities(book, state) and (lacks or most_drawn(book, state) > 0)


def _heroes_left(book: Book, state: State) -> tuple[Stack, ...] | None:
    """The stacks as far as Heroes may still level up: no more copies than there are Heroes to do so."""
    if state.stacks is None:
        return None
    most = len(state.present())
    left = (
        tuple((card, min(copies, most)) for card, copies in stack.cards if book.card(card).kind == "hero")
        for stack in state.stacks
    )
    return tuple(Stack(cards) for cards in left if cards)


BRINGS = " brings an unknown card"
"""Stands behind the name of a card that draws one, where an answer says what was left out."""
_SHARE = 0.2
"""The part of the budget that is left for it."""
_Worth = tuple[Fraction, ...]


def what_cards_do(
    opened: Opened,
    answer: SolveAnswer,
    solve: Callable[[Opened], SolveAnswer],
    levels: int | None = None,
) -> tuple[UnknownDraw, ...]:
    """Which card on top of the own deck would make the best turn better than `answer`, which draws none.

    `levels` of the goal count, all by default. Nothing where no ability draws an unknown card.
    """
    drawing = [text.partition(BRINGS)[0] for text in answer.left_out if BRINGS in text]
    if not drawing or not piles.has_unknown(opened.state.me.deck):
        return ()
    found: dict[str, tuple[_Worth, SolveAnswer]] = {}
    with suppress(SpentError), allow(current().part(_SHARE)):
        for card in _likely(opened):
            current().spend(0)
            there = solve(opened.at(_with_top(opened.state, card)))
            if (worth := _worth(there, levels)) is not None:
                found[opened.book.name(card)] = worth, there
    if not found:
        return ()
    before = _worth(answer, levels)
    better = tuple(name for name, (worth, _) in found.items() if before is None or worth > before)
    worths = [worth for worth, _ in found.values()]
    best, worst = _end(found, max(worths)), _end(found, min(worths))
    return (UnknownDraw((), drawing[0], best, worst, better, len(found), answer.goal, every=False),)


def _likely(opened: Opened) -> Iterator[str]:
    """The cards that are tried, each once."""
    book, state = opened.book, opened.state
    starters = (card.id for card in book.cards.values() if "Starter" in card.keywords)
    seen = (*(state.me.hand or ()), *(laid.card for laid in state.laid), *state.me.discard)
    return iter(dict.fromkeys((*starters, *seen, *for_sale(state))))


def _with_top(state: State, card: str) -> State:
    """The position with this card as the first unknown one of the own deck."""
    deck = state.me.deck
    known = piles.above_unknown(deck)
    me = replace(state.me, deck=(*piles.put_under(known, card), *deck[len(known) :]))
    return replace(state, players=(*state.players[: state.active], me, *state.players[state.active + 1 :]))


def _worth(answer: SolveAnswer, levels: int | None) -> _Worth | None:
    if answer.policy is not None:
        return tuple(Fraction(number.exact) for number in answer.policy.worth)[:levels]
    return tuple(map(Fraction, answer.objective))[:levels] if answer.best else None


def _end(found: dict[str, tuple[_Worth, SolveAnswer]], worth: _Worth) -> PossibleEnd:
    """What the cards come to that are worth so much."""
    names = tuple(name for name, (each, _) in found.items() if each == worth)
    answer = found[names[0]][1]
    title = answer.best[0].title if answer.best else ""
    return PossibleEnd(title, tuple(map(int, worth)), names)
