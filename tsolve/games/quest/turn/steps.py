"""The free steps of a turn: what the active player may do, and what forbids it. (QUEST-3 to QUEST-6)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.games.quest.actions import Action, Enter, Pass, PutOnDeck, Use, UseToken, Visit
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.state import CLASSES
from tsolve.games.quest.turn import abilities, dungeon, free, rewards, village
from tsolve.games.quest.turn.ending import EndPhase, await_refill
from tsolve.games.quest.turn.market import has_further_location
from tsolve.games.quest.turn.rewards import USES, MayComplete
from tsolve.games.quest.turn.spaces import FillSpace, await_wares, is_epic
from tsolve.games.quest.turn.village import deliveries

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import Phase, State


LOCATIONS = ("temple", "bazaar", "shop_of_wonders", "guilds_quarter")
MARKETPLACE = "marketplace"
"""A Location of epic games alone. (QUEST-16.5)"""
_CHOSEN = "you have chosen the phase of this turn already", ("QUEST-3.1",)
_AFTER: dict[Phase, Phase] = {"buying": "healing", "healing": "levelling"}


def beginning(place: str) -> Enter | Visit:
    """The choice of the phase that leads to a Location, or into the `dungeon`. (QUEST-3.1)"""
    return Enter() if place == "dungeon" else Visit(place)


def locations(state: State) -> tuple[str, ...]:
    """The Locations of this game. (QUEST-3.3, QUEST-16.5)"""
    return (*LOCATIONS, MARKETPLACE) if is_epic(state) else LOCATIONS


def attempts(book: Book, state: State) -> Iterator[Action]:
    """Everything that a player might try at this step, allowed or not; only one of equal choices."""
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
    state = book.seen(state, action)
    if state.phase == "prepare" and not isinstance(action, Enter | Visit):
        return "you must first choose a Location of the Village or the Dungeon", ("QUEST-3.1",)
    if state.phase == "temple" and isinstance(action, Use | UseToken):
        return "you use cards and tokens once your hand is laid out", ("QUEST-4.1",)
    return free.refuse(action, book, state)


# the choice of the phase


@free.refuse.register(Enter)
def _refuse_entry(_: Enter, book: Book, state: State) -> Reason | None:
    if state.phase == "prepare":
        return ("this turn is in the Village", ("QUEST-3.1",)) if state.for_village else None
    return dungeon.refuse_after_village(book, state) if village.is_last_step(book, state) else _CHOSEN


@free.carry_out.register(Enter)
def _enter(_: Enter, play: Play) -> None:
    if play.state.phase != "prepare":
        dungeon.enter_after_village(play)
    else:
        dungeon.enter(play)
        _lay_out_hand(play, "dungeon")


@free.refuse.register(Visit)
def _refuse_visit(action: Visit, book: Book, state: State) -> Reason | None:
    if state.phase != "prepare":
        return _CHOSEN
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


@free.carry_out.register(Visit)
def _visit(action: Visit, play: Play) -> None:
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


# the Temple


@free.refuse.register(PutOnDeck)
def _refuse_put(action: PutOnDeck, book: Book, state: State) -> Reason | None:
    if state.phase != "temple":
        return "you put cards on your deck at the Temple, before the turn proper", ("QUEST-3.4",)
    if action.card not in (state.me.hand or ()):
        return f"you hold no {book.name(action.card)}", ("QUEST-3.4",)
    return None


@free.carry_out.register(PutOnDeck)
def _put_on_deck(action: PutOnDeck, play: Play) -> None:
    hand = [*(play.state.me.hand or ())]
    hand.remove(action.card)
    play.player(play.state.active, hand=tuple(hand))
    play.put_on_deck(action.card)
    play.set(put_on_deck=(*play.state.put_on_deck, action.card))


# to the next step


@free.refuse.register(Pass)
def _refuse_pass(_: Pass, book: Book, state: State) -> Reason | None:
    if state.phase == "moving":
        return dungeon.refuse_staying_out(book, state)
    if dungeon.must_follow(state) and village.is_last_step(book, state):
        return "a Dungeon phase follows: you have used an ability for it", ("QUEST-4.13",)
    return None


def _lay_out_hand(play: Play, phase: Phase) -> None:
    """The whole hand comes to lie in front of the player. (QUEST-4.1, QUEST-5.1)"""
    hand = play.state.me.hand or ()
    play.player(play.state.active, hand=())
    play.lay_out(*hand)
    play.set(phase=phase)


@free.carry_out.register(Pass)
def _go_on(_: Pass, play: Play) -> None:
    """The next step of the phase, or the End phase."""
    phase = play.state.phase
    if phase == "temple":
        _lay_out_hand(play, "village")
        play.push(MayComplete())
    elif phase == "village":
        village.sum_gold(play)
        await_wares(play)
    elif phase == "dungeon":
        dungeon.sum_light(play)
        await_refill(play, play.state.me.room)
    elif phase in _AFTER:
        play.set(phase=_AFTER[phase])
        if play.state.phase == "levelling":
            await_wares(play, CLASSES)
    elif phase == "levelling" and not village.is_last_step(play.book, play.state):
        play.set(phase="visiting")
    else:
        play.push(EndPhase())
