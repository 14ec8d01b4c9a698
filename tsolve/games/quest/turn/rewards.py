"""What players win other than cards of the Village: Gear tokens, Treasures, and completed Side Quests; and in
which step abilities and tokens may be used. (QUEST-0.21, QUEST-5.21, QUEST-9, QUEST-10.1, QUEST-14.1,
QUEST-14.2)
"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.quest.actions import Action, Pass, UseToken
from tsolve.games.quest.answers import (
    NONE,
    PRICES,
    TOKEN_RULINGS,
    TOKENS,
    Accept,
    FindTreasure,
    Keep,
    Token,
    called,
)
from tsolve.games.quest.effects.base import BetterRations, SpoilsPotions
from tsolve.games.quest.effects.demands import BuyHeroes, NoWounds, TopDeck, Victory, WinCache
from tsolve.games.quest.scoring import quest_points
from tsolve.games.quest.state import AFTER_GOLD, Choice, Gift, NextCard, Phase, State, Task
from tsolve.games.quest.turn import free
from tsolve.games.quest.turn.heroes import HealOne, wounds
from tsolve.games.quest.turn.values import has, is_a, light_of, traits_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play


USES: tuple[Phase, ...] = ("village", "dungeon", "spoils", *AFTER_GOLD, "moving")
"""The steps in which some reading lets players use abilities and tokens."""


def refuse_late(book: Book, state: State, phases: Container[str]) -> Reason | None:
    """Why an ability or token for these phases comes too late in the present step, or None."""
    if state.phase in AFTER_GOLD and "village" in phases and book.reads("late_abilities", "no"):
        return "you use abilities and tokens before the gold is summed", ("QUEST-4.2", "key.late_abilities")
    if state.phase == "moving" and "dungeon" in phases and book.reads("late_abilities", "no"):
        return "you use abilities and tokens before you move", ("QUEST-5.2", "key.late_abilities")
    return None


def phase_of(state: State) -> str:
    """The phase of the present step, as abilities name it."""
    if state.phase in AFTER_GOLD:
        return "village"
    return "dungeon" if state.phase == "moving" else state.phase


_PHASES: dict[Token, tuple[str, ...]] = {
    "iron_rations": ("village", "dungeon", "spoils"),
    "lantern": ("dungeon",),
    "potion": ("village", "dungeon"),
}


def none_left(book: Book, state: State, token: Token) -> Reason | None:
    """Why nobody can get one more token of this kind: the players have all; None if some are left."""
    card = book.card(PRICES[token])
    if card.count is None or sum(player.tokens(token) for player in state.players) < card.count:
        return None
    return f"no {called(token)} is left: the box holds {card.count}", ("QUEST-9.1", card.ruling)


def gain(play: Play, step: str, token: Token, rulings: tuple[str, ...]) -> bool:
    """The active player gets a token if one is left. Returns whether one was."""
    none = none_left(play.book, play.state, token)
    if none is None:
        play.tokens(token, 1)
        play.note(step, PRICES[token], rulings, "gained")
        return True
    text, why = none
    play.note(step, PRICES[token], (*rulings, *why), text)
    return False


def attempts(book: Book, state: State) -> Iterator[UseToken]:
    """Every use of a token that the player might try, equal ones once."""
    if state.me.iron_rations:
        yield UseToken("iron_rations")
        heroes = (place for place in state.firsts() if book.card(state.laid[place].card).kind == "hero")
        yield from (UseToken("iron_rations", place) for place in heroes)
    yield from (UseToken(token) for token in TOKENS[1:] if state.me.tokens(token))


@free.refuse.register(UseToken)
def _refuse(action: UseToken, book: Book, state: State) -> Reason | None:
    """Why a token cannot be used now, or None."""
    if not state.me.tokens(action.token):
        return f"you have no {called(action.token)}", ("QUEST-9.1",)
    late = refuse_late(book, state, _PHASES[action.token])
    if late is not None:
        return late
    spoils = action.token == "potion" and state.phase == "spoils" and traits_of(book, state, SpoilsPotions)
    if phase_of(state) not in _PHASES[action.token] and not spoils:
        return f"you cannot use {called(action.token)} in this step", TOKEN_RULINGS[action.token]
    if action.hero == NONE:
        if action.token == "potion" and not any(wounds(book, state)):
            return "you have no Wound to heal", ("QUEST-9.4", "QUEST-7.4")
        return None
    if action.token != "iron_rations":
        return "you give only Iron Rations to a Hero", TOKEN_RULINGS[action.token]
    laid = state.laid[action.hero]
    if laid.gone or book.card(laid.card).kind != "hero":
        return f"{book.name(laid.card)} is no Hero in front of you", TOKEN_RULINGS[action.token]
    return None


class MayDrink(Choice, frozen=True):
    """A Potion may be used as soon as it is bought at the Bazaar. (QUEST-9.4)"""

    asks = "use the Potion, or pass"

    def options(self, book: Book, state: State) -> list[Action]:
        return [UseToken("potion"), Pass()] if any(wounds(book, state)) else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-9.4", "QUEST-3.5")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseToken):
            _use(action, play)


@free.carry_out.register(UseToken)
def _use(action: UseToken, play: Play) -> None:
    """Give the token back and do what it says."""
    state = play.state
    play.tokens(action.token, -1)
    rulings, better = TOKEN_RULINGS[action.token], traits_of(play.book, state, BetterRations)
    if action.token == "lantern":
        play.set(light=state.light + 1)
        play.count_light(state)
        play.note("token", "lantern_token", rulings, "1 Light this turn")
    elif action.token == "potion":
        play.note("token", "potion_token", rulings, "heals 1 Wound")
        play.push(HealOne())
    elif action.hero == NONE:
        gold = 1 + sum(trait.gold for _, trait in better)
        play.add_gold(gold, "iron_rations_token", ("QUEST-9.2",))
        play.note("token", "iron_rations_token", rulings, f"{gold} gold this turn")
    else:
        laid = state.laid[action.hero]
        gifts = (Gift(place, "physical", trait.physical, state.laid[place].card) for place, trait in better)
        play.edit(action.hero, skill=laid.skill + 2, gifts=(*laid.gifts, *gifts))
        play.note("token", action.hero, rulings, "Iron Rations", "skill", laid.skill, laid.skill + 2)


def reached(book: Book, state: State) -> bool:
    """Whether the active player's Side Quest, not completed yet, can be completed now."""
    if not state.me.quest or state.me.completed:
        return False
    match book.card(state.me.quest).aim:
        case Victory() as aim:
            return state.tally.outcome == "won" and _holds(book, state, aim)
        case WinCache():
            return state.won_cache
        case TopDeck(sort, levels):
            heroes = (book.card(card) for card in state.put_on_deck)
            return sum(hero.level or 0 for hero in heroes if is_a(book, hero, sort)) >= levels
    return False


def _holds(book: Book, state: State, aim: Victory) -> bool:
    cards = [book.card(state.laid[place].card) for place in state.present()]
    heroes = [card for card in cards if card.kind == "hero"]
    armed = any(
        state.laid[place].bearer != NONE and book.card(state.laid[place].card).kind == "weapon"
        for place in state.present()
    )
    return (
        (book.card(state.tally.monster).level or 0) >= aim.level
        and (state.hurt or not aim.wounding)
        and all(has(book, state, sort) for sort in aim.have)
        and (armed or not aim.armed)
        and len({each for hero in heroes for each in hero.classes}) >= aim.classes
        and (aim.most_light is None or light_of(book, state) <= aim.most_light)
    )


class MayComplete(Choice, frozen=True):
    """The Side Quest may be shown as completed; what it brings comes at once."""

    def asked(self, book: Book, state: State) -> str:
        return f"accept or pass: {book.name(state.me.quest)} can be completed"

    def options(self, book: Book, state: State) -> list[Action]:
        return [Accept(), Pass()] if reached(book, state) else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-14.1", "QUEST-14.2", f"card.{state.me.quest}")

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, Accept):
            return
        complete(play)


def complete(play: Play) -> None:
    """The active player's Side Quest is completed, and what it brings comes."""
    quest, before = play.book.card(play.state.me.quest), quest_points(play.book, play.state)
    play.player(play.state.active, completed=True)
    play.note("side quest", quest.id, ("QUEST-14.1", quest.ruling), "completed")
    if quest.prize is not None and quest.prize.card:
        play.gain(quest.prize.card, quest.prize.on_deck)
        play.note("side quest", quest.prize.card, ("QUEST-14.2", quest.ruling), "gained")
    _count(play, before)


def _count(play: Play, before: int) -> None:
    """The points of the completed Side Quest count for the turn."""
    scores = quest_points(play.book, play.state) - before
    play.set(tally=replace(play.state.tally, quest_points=play.state.tally.quest_points + scores))


class MayRecruit(Choice, frozen=True):
    """A Hero of level 1 just bought may be put under a Side Quest that allows it, instead of to the discard
    pile.
    """

    card: str

    def asked(self, book: Book, state: State) -> str:
        hero, quest = book.name(self.card), book.name(state.me.quest)
        return f"accept or pass: {hero} can go under {quest}"

    def options(self, book: Book, state: State) -> list[Action]:
        me, card = state.me, book.card(self.card)
        if card.kind != "hero" or card.level != 1 or not me.quest or me.completed:
            return []
        return [Accept(), Pass()] if isinstance(book.card(me.quest).aim, BuyHeroes) else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-14.1", f"card.{state.me.quest}")

    def answer(self, play: Play, action: Action) -> None:
        if not isinstance(action, Accept):
            return
        me, quest = play.state.me, play.book.card(play.state.me.quest)
        assert isinstance(quest.aim, BuyHeroes)
        before = quest_points(play.book, play.state)
        discard = list(me.discard)
        discard.remove(self.card)
        under = (*me.under_quest, self.card)
        done = len(under) >= quest.aim.number
        play.player(play.state.active, discard=tuple(discard), under_quest=under, completed=done)
        if done:
            _count(play, before)
        text = "completed" if done else f"{len(under)} of {quest.aim.number}"
        play.note("side quest", self.card, ("QUEST-14.1", quest.ruling), f"put under {quest.name}: {text}")


class MaySpareWounds(Choice, frozen=True):
    """In a battle with the Guardian a Side Quest that allows it may be shown, so that the Guardian deals no
    Wounds.
    """

    def asked(self, book: Book, state: State) -> str:
        return f"accept or pass: {book.name(state.me.quest)} may spare you the Guardian's Wounds"

    def options(self, book: Book, state: State) -> list[Action]:
        spares = state.me.quest and isinstance(book.card(state.me.quest).aim, NoWounds)
        guardian = book.card(state.tally.monster).kind == "guardian"
        return [Accept(), Pass()] if spares and guardian else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-14.1", f"card.{state.me.quest}")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Accept):
            play.set(spared=True)
            quest = play.book.card(play.state.me.quest)
            play.note(
                "side quest", quest.id, ("QUEST-14.1", quest.ruling), "shown: the Guardian deals no Wounds"
            )


def treasure_for(play: Play, won: bool = False) -> Task:
    """The task by which the active player gains a Treasure; `won` from a Monster."""
    me = play.state.me
    prize = play.book.card(me.quest).prize if me.completed else None
    return LookAtTreasure(won) if prize is not None and prize.two_treasures else GainTreasure(won)


class _NextTreasure(NextCard, frozen=True):
    """The top card of the Treasure deck."""

    won: bool = False

    def pile(self, book: Book, state: State) -> Pile:
        return state.treasures

    def event(self, card: str) -> FindTreasure:
        return FindTreasure(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-10.1",)


class GainTreasure(_NextTreasure, frozen=True):
    """The top Treasure card comes to the active player's discard pile. (QUEST-5.21, QUEST-10.1)"""

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, FindTreasure)
        play.set(treasures=piles.take(play.state.treasures, action.card))
        _gain(play, action.card, self.won)


def _gain(play: Play, card: str, won: bool) -> None:
    play.gain(card)
    play.note("reward", card, ("QUEST-5.21", "QUEST-10.1"), "gained, to the discard pile")
    if won and play.book.card(card).kind == "cache":
        play.set(won_cache=True)
        play.push(MayComplete())


class LookAtTreasure(_NextTreasure, frozen=True):
    """By a Side Quest's text two Treasure cards are looked at; one is kept and the other destroyed."""

    seen: tuple[str, ...] = ()

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, FindTreasure)
        play.set(treasures=piles.take(play.state.treasures, action.card))
        seen = (*self.seen, action.card)
        play.push(KeepTreasure(seen, self.won) if len(seen) > 1 else LookAtTreasure(self.won, seen))

    def finish(self, play: Play) -> None:
        if self.seen:
            play.push(KeepTreasure(self.seen, self.won))


class KeepTreasure(Choice, frozen=True):
    """One of the Treasure cards is kept."""

    asks = "choose the Treasure to keep"
    cards: tuple[str, ...]
    won: bool

    def options(self, book: Book, state: State) -> list[Action]:
        return [Keep(state.active, card) for card in dict.fromkeys(self.cards)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-10.1", f"card.{state.me.quest}")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Keep)
        others = list(self.cards)
        others.remove(action.card)
        play.set(removed=(*play.state.removed, *others))
        _gain(play, action.card, self.won)
