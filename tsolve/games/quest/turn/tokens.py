"""Gear tokens. (QUEST-9)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, TOKENS, Action, Pass, Token, UseToken
from tsolve.games.quest.effects.traits import BetterRations, SpoilsPotions
from tsolve.games.quest.state import Gift
from tsolve.games.quest.turn.healing import HealOne, wounds
from tsolve.games.quest.turn.timing import phase_of, refuse_late
from tsolve.games.quest.turn.values import traits_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsolve.cardkit.game import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State

PRICES: dict[Token, str] = {token: f"{token}_token" for token in TOKENS}
"""The card that says what a token costs."""
RULINGS: dict[Token, tuple[str, ...]] = {
    "iron_rations": ("QUEST-9.2",),
    "lantern": ("QUEST-9.3",),
    "potion": ("QUEST-9.4",),
}
_PHASES: dict[Token, tuple[str, ...]] = {
    "iron_rations": ("village", "dungeon", "spoils"),
    "lantern": ("dungeon",),
    "potion": ("village", "dungeon"),
}


def called(token: Token) -> str:
    """The token in words."""
    return {"iron_rations": "Iron Rations", "lantern": "Lantern token", "potion": "Potion"}[token]


def none_left(book: Book, state: State, token: Token) -> Reason | None:
    """Why nobody can get one more token of this kind: the players have all; None where some are left."""
    card = book.card(PRICES[token])
    if card.count is None or sum(player.tokens(token) for player in state.players) < card.count:
        return None
    return f"no {called(token)} is left: the box holds {card.count}", ("QUEST-9.1", card.ruling)


def gain(play: Play, step: str, token: Token, rulings: tuple[str, ...]) -> bool:
    """The active player gets a token, if one is left; whether it is so."""
    none = none_left(play.book, play.state, token)
    if none is None:
        play.tokens(token, 1)
        play.note(step, PRICES[token], rulings, "gained")
        return True
    told, why = none
    play.note(step, PRICES[token], (*rulings, *why), told)
    return False


def attempts(book: Book, state: State) -> Iterator[UseToken]:
    """Every use of a token that the player might try, equal ones once."""
    if state.me.iron_rations:
        yield UseToken("iron_rations")
        heroes = (place for place in state.firsts() if book.card(state.laid[place].card).kind == "hero")
        yield from (UseToken("iron_rations", place) for place in heroes)
    yield from (UseToken(token) for token in TOKENS[1:] if state.me.tokens(token))


def refuse(book: Book, state: State, action: UseToken) -> Reason | None:
    """Why a token cannot be used now, or None."""
    if not state.me.tokens(action.token):
        return f"you have no {called(action.token)}", ("QUEST-9.1",)
    late = refuse_late(book, state, _PHASES[action.token])
    if late is not None:
        return late
    spoils = action.token == "potion" and state.phase == "spoils" and traits_of(book, state, SpoilsPotions)
    if phase_of(state) not in _PHASES[action.token] and not spoils:
        return f"you cannot use {called(action.token)} in this step", RULINGS[action.token]
    if action.hero == NONE:
        if action.token == "potion" and not any(wounds(book, state)):
            return "you have no Wound to heal", ("QUEST-9.4", "QUEST-7.4")
        return None
    if action.token != "iron_rations":
        return "you give only Iron Rations to a Hero", RULINGS[action.token]
    laid = state.laid[action.hero]
    if laid.gone or book.card(laid.card).kind != "hero":
        return f"{book.name(laid.card)} is no Hero in front of you", RULINGS[action.token]
    return None


class MayDrink(tasks.Choice, frozen=True):
    """A Potion may be used as soon as it is bought at the Bazaar. (QUEST-9.4)"""

    asks = "use the Potion, or pass"

    def options(self, book: Book, state: State) -> list[Action]:
        return [UseToken("potion"), Pass()] if any(wounds(book, state)) else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-9.4", "QUEST-3.5")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, UseToken):
            use(play, action)


def use(play: Play, action: UseToken) -> None:
    """Give the token back and do what it says."""
    state = play.state
    play.tokens(action.token, -1)
    rulings, better = RULINGS[action.token], traits_of(play.book, state, BetterRations)
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
