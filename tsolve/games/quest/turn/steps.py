"""The free steps of a turn: what the active player may do, and what forbids it. (QUEST-3 to QUEST-6)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.quest.actions import (
    NONE,
    Accept,
    Action,
    Battle,
    Buy,
    BuyToken,
    BuyTreasure,
    Complete,
    Destroy,
    Enter,
    Give,
    GiveUp,
    Heal,
    LevelUp,
    Move,
    Pass,
    PutOnDeck,
    Use,
    UseSpoils,
    UseToken,
    Visit,
)
from tsolve.games.quest.effects.base import LeavesWithPurchase
from tsolve.games.quest.turn import abilities, battle, dungeon, rewards, village
from tsolve.games.quest.turn.ending import EndPhase, await_refill
from tsolve.games.quest.turn.market import FillSpace, has_further_location
from tsolve.games.quest.turn.rewards import USES, MayComplete
from tsolve.games.quest.turn.village import deliver, deliveries, refuse_delivery

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import Phase, State


_STEPS: dict[str, tuple[str, ...]] = {
    "prepare": ("QUEST-3.1",),
    "temple": ("QUEST-3.4",),
    "village": ("QUEST-4.2",),
    "buying": ("QUEST-4.4",),
    "healing": ("QUEST-4.11",),
    "levelling": ("QUEST-4.12",),
    "visiting": ("QUEST-4.5",),
    "dungeon": ("QUEST-5.2",),
    "moving": ("QUEST-5.4", "QUEST-5.14"),
    "spoils": ("QUEST-5.27",),
}
"""The rulings on what each step of a turn allows."""


def may_be_done(state: State) -> tuple[str, ...]:
    """The rulings on what may be done in the step of now."""
    return _STEPS.get(state.phase, ("QUEST-3.1",))


def refuse_unasked(book: Book, state: State, action: Action) -> Reason:
    """What would have to happen first; else that nothing of what this step allows asks for it."""
    if isinstance(action, Destroy | GiveUp) and state.laid:  # at the Temple the hand is not laid out yet
        card = book.card(state.laid[action.card].card)
        if card.has(LeavesWithPurchase):
            return f"{card.name} may be destroyed right after a card is bought", ("QUEST-4.8", card.ruling)
    if action.unasked is not None:
        return action.unasked
    told = "nothing is offered now" if isinstance(action, Accept) else "nothing asks for that now"
    return told, may_be_done(state)


LOCATIONS = ("temple", "bazaar", "shop_of_wonders", "guilds_quarter")
MARKETPLACE = "marketplace"
"""A Location of epic games alone. (QUEST-16.5)"""
_AFTER: dict[Phase, Phase] = {"buying": "healing", "healing": "levelling"}


def locations(state: State) -> tuple[str, ...]:
    """The Locations of this game. (QUEST-3.3, QUEST-16.5)"""
    return (*LOCATIONS, MARKETPLACE) if state.wares else LOCATIONS


def attempts(book: Book, state: State) -> Iterator[Action]:
    """Everything that a player might try at this step, allowed or not; equal choices once."""
    if state.phase == "prepare":
        yield Enter()
        places = locations(state)
        yield from map(Visit, places)
        if has_further_location(book, state):
            yield from (Visit(here, also) for here in places for also in LOCATIONS if also != here)
        return
    if state.phase == "temple":
        yield from map(PutOnDeck, dict.fromkeys(state.me.hand or ()))
    if state.phase in USES:
        yield from deliveries(book, state)
        yield from abilities.attempts(book, state)
        yield from rewards.attempts(book, state)
    if state.phase == "dungeon":
        yield from dungeon.gifts(book, state)
    elif state.phase == "moving":
        yield from dungeon.attempts(book, state)
    else:
        yield from village.attempts(book, state)
    if state.phase in ("levelling", "visiting"):
        yield Enter()
    if state.phase == "spoils":
        yield from abilities.spoils(book, state)
    yield Pass()


def legal(book: Book, state: State) -> list[Action]:
    """Every legal action at this step."""
    return [action for action in attempts(book, state) if refuse(book, state, action) is None]


def refuse(book: Book, state: State, action: Action) -> Reason | None:
    """Why an action is not legal at this step, or None when it is."""
    if isinstance(action, Enter | Visit):
        return _refuse_choice(book, state, action)
    if state.phase == "prepare":
        return "you must first choose a Location of the Village or the Dungeon", ("QUEST-3.1",)
    if isinstance(action, PutOnDeck):
        return _refuse_put(book, state, action)
    if state.phase == "temple" and isinstance(action, Use | UseToken):
        return "you use cards and tokens once your hand is laid out", ("QUEST-4.1",)
    if isinstance(action, Use):
        return abilities.refuse(book, state, action)
    if isinstance(action, UseSpoils):
        return abilities.refuse_spoils(book, state, action)
    if isinstance(action, Complete):
        return refuse_delivery(book, state, action)
    if isinstance(action, UseToken):
        return rewards.refuse(book, state, action)
    if isinstance(action, Give):
        return dungeon.refuse_gift(book, state, action)
    if isinstance(action, Move):
        return dungeon.refuse_move(book, state, action)
    if isinstance(action, Battle):
        return dungeon.refuse_battle(state)
    if isinstance(action, Pass):
        return _refuse_pass(book, state)
    if isinstance(action, Buy | BuyToken | BuyTreasure | Heal | LevelUp):
        return village.refuse(book, state, action)
    return refuse_unasked(book, state, action)


def _refuse_pass(book: Book, state: State) -> Reason | None:
    if state.phase == "moving":
        return dungeon.refuse_staying_out(book, state)
    if dungeon.must_follow(state) and village.is_last_step(book, state):
        return "a Dungeon phase follows: you have used an ability for it", ("QUEST-4.13",)
    return None


def _refuse_choice(book: Book, state: State, action: Enter | Visit) -> Reason | None:
    if isinstance(action, Enter) and state.phase != "prepare" and village.is_last_step(book, state):
        return dungeon.refuse_after_village(book, state)
    if state.phase != "prepare":
        return "you have chosen the phase of this turn already", ("QUEST-3.1",)
    if isinstance(action, Enter):
        return ("this turn is in the Village", ("QUEST-3.1",)) if state.for_village else None
    if action.location not in locations(state) or action.also not in ("", *LOCATIONS):
        place = book.card(action.location)
        return f"{place.name} is no Location of this Village", ("QUEST-3.3", place.ruling)
    if action.also and (action.also == action.location or not has_further_location(book, state)):
        return "no text makes one more Location available", ("QUEST-3.3",)
    if book.reads("shared_location", "yes"):
        return None
    others = (player for seat, player in enumerate(state.players) if seat != state.active)
    if any(player.location == action.location for player in others):
        return "another Champion stands there", ("QUEST-3.3", "key.shared_location")
    return None


def _refuse_put(book: Book, state: State, action: PutOnDeck) -> Reason | None:
    if state.phase != "temple":
        return "you put cards on your deck at the Temple, before the turn proper", ("QUEST-3.4",)
    if action.card not in (state.me.hand or ()):
        return f"you hold no {book.name(action.card)}", ("QUEST-3.4",)
    return None


def carry_out(play: Play, action: Action) -> None:
    """Do a legal action of a free step."""
    if isinstance(action, Enter) and play.state.phase != "prepare":
        dungeon.enter_after_village(play)
    elif isinstance(action, Enter):
        dungeon.enter(play)
        _lay_out_hand(play, "dungeon")
    elif isinstance(action, Visit):
        play.player(play.state.active, room=NONE, location=action.location)
        place = play.book.card(action.location)
        play.note("prepare", place.id, ("QUEST-3.3", place.ruling), "your Champion is put there")
        play.set(also=action.also, for_village=False)
        if "temple" in (action.location, action.also):
            play.set(phase="temple")
        else:
            _lay_out_hand(play, "village")
        if action.location == MARKETPLACE:
            play.push(FillSpace())
    elif isinstance(action, PutOnDeck):
        hand = [*(play.state.me.hand or ())]
        hand.remove(action.card)
        play.player(play.state.active, hand=tuple(hand))
        play.put_on_deck(action.card)
        play.set(put_on_deck=(*play.state.put_on_deck, action.card))
    elif isinstance(action, Use):
        abilities.carry_out(play, action)
    elif isinstance(action, UseSpoils):
        abilities.use_spoils(play, action)
    elif isinstance(action, Complete):
        deliver(play, action)
    elif isinstance(action, UseToken):
        rewards.use(play, action)
    elif isinstance(action, Give):
        dungeon.give(play, action)
    elif isinstance(action, Move):
        dungeon.move(play, action)
        await_refill(play, action.room)
    elif isinstance(action, Battle):
        battle.begin(play)
    elif isinstance(action, Pass):
        _go_on(play)
    else:
        village.carry_out(play, action)


def _lay_out_hand(play: Play, phase: Phase) -> None:
    """The whole hand comes to lie in front of the player. (QUEST-4.1, QUEST-5.1)"""
    hand = play.state.me.hand or ()
    play.player(play.state.active, hand=())
    play.lay_out(*hand)
    play.set(phase=phase)


def _go_on(play: Play) -> None:
    """The next step of the phase, or the End phase."""
    phase = play.state.phase
    if phase == "temple":
        _lay_out_hand(play, "village")
        play.push(MayComplete())
    elif phase == "village":
        village.sum_gold(play)
    elif phase == "dungeon":
        dungeon.sum_light(play)
        await_refill(play, play.state.me.room)
    elif phase in _AFTER:
        play.set(phase=_AFTER[phase])
    elif phase == "levelling" and not village.is_last_step(play.book, play.state):
        play.set(phase="visiting")
    else:
        play.push(EndPhase())
