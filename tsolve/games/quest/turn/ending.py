"""From one turn to the next: rooms are refilled from the Monster decks with Guardian Keys among them, the End
phase, the arrival of the Guardian, and the end of the game. (QUEST-5.22 to QUEST-5.25, QUEST-6, QUEST-12)
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, Pile
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import NONE, Discard, Reveal
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.effects.base import RefilledFaceDown, RefilledFromBeside
from tsolve.games.quest.state import PLACES, USUAL_KEYS, WILDERNESS, Choice, NextCard, State, Task, level_of
from tsolve.games.quest.turn.drawing import DrawHand
from tsolve.games.quest.turn.heroes import hp_of

if TYPE_CHECKING:
    from tsolve.games.quest.play import Play


class NextMonster(NextCard, frozen=True):
    """The next Monster comes into the room, from the deck of its level or the next higher one with cards."""

    place: int
    face_up: bool = False
    """Whether it comes face up even in a room that is refilled face down, to be fought at once."""

    def deck(self, state: State) -> int | None:
        """The index of the deck that the card comes from; None when all that could serve are empty."""
        levels = range(level_of(self.place) - 1, len(state.monsters))
        return next((level for level in levels if _has_a_card_left(state, level)), None)

    def pile(self, book: Book, state: State) -> Pile:
        deck = self.deck(state)
        return EMPTY if deck is None else state.monsters[deck]

    def event(self, card: str) -> Reveal:
        return Reveal(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-5.22",)

    def finish(self, play: Play) -> None:
        room = play.state.rooms[self.place].card
        play.note("refill", room, ("QUEST-5.24",), "stays empty: no Monster deck has cards left")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Reveal)
        state, deck = play.state, self.deck(play.state)
        assert deck is not None
        left = piles.take(state.monsters[deck], action.card)
        play.set(monsters=_with(state.monsters, deck, left))
        room = play.book.card(state.rooms[self.place].card)
        if room.has(RefilledFaceDown) and not self.face_up:
            put_monster(play, self.place, action.card, face_down=True)
            play.note("refill", room.id, ("QUEST-5.22", room.ruling), "refilled face down")
            return
        if action.card == KEY:
            find_key(play, deck)
            play.push(self)
            return
        higher = ("QUEST-5.24",) if deck >= level_of(self.place) else ()
        arrive(play, self.place, action.card, ("QUEST-5.22", *higher))


def put_monster(play: Play, place: int, monster: str, face_down: bool = False) -> None:
    """A Monster comes into a room, or leaves it empty."""
    rooms, hexes = play.state.rooms, tuple(bane for bane in play.state.hexes if bane.room != place)
    room = replace(rooms[place], monster=monster, face_down=face_down)
    play.set(hexes=hexes, rooms=(*rooms[:place], room, *rooms[place + 1 :]))


def _has_a_card_left(state: State, deck: int) -> bool:
    """Whether a Monster deck has a card; what lies face down in a room, and nobody knows, is one of its cards
    that are told.
    """
    pile = state.monsters[deck]
    places = (place for place, room in enumerate(state.rooms) if room.face_down and not room.monster)
    away = sum(level_of(place) == deck + 1 for place in places)
    return bool(pile) and (piles.has_unknown(pile) or len(piles.contents(pile)) > away)


class Refill(NextMonster, frozen=True):
    """A room is refilled after its Monster is gone. A question about one turn lets this wait."""


def await_refill(play: Play, place: int) -> None:
    """A postponed refill of the Champion's room happens now, before a battle there. (QUEST-5.14)"""
    refills = [task for task in play.state.postponed if isinstance(task, Refill) and task.place == place]
    if refills:
        play.set(postponed=tuple(task for task in play.state.postponed if task not in refills))
        play.push(NextMonster(place))


def refilled(book: Book, state: State, place: int) -> tuple[Task, ...]:
    """The tasks by which an empty room is refilled. (QUEST-5.22)"""
    beside = (other for other in PLACES if level_of(other) == level_of(place) and other != place)
    if book.card(state.rooms[place].card).has(RefilledFromBeside):
        for other in beside:
            if state.rooms[other].monster:
                return MoveOver(other, place), Refill(other)
    return (Refill(place),)


class MoveOver(Task, frozen=True):
    """The Monster of one room comes into another one."""

    there: int
    here: int

    def run(self, play: Play) -> None:
        room = play.state.rooms[self.there]
        put_monster(play, self.there, "")
        ruling = play.book.card(play.state.rooms[self.here].card).ruling
        if room.face_down:
            put_monster(play, self.here, room.monster, face_down=True)
        else:
            arrive(play, self.here, room.monster, ("QUEST-5.22", ruling))


def arrive(play: Play, place: int, monster: str, rulings: tuple[str, ...]) -> None:
    """A Monster comes face up into a room, and its text about that is carried out. (QUEST-1.6)"""
    put_monster(play, place, monster)
    card = play.book.card(monster)
    play.note("refill", monster, rulings, f"comes into {play.book.name(play.state.rooms[place].card)}")
    for suffered in card.arriving:
        for seat, player in enumerate(play.state.players):
            if player.room == place:
                play.wound((*rulings, card.ruling), cards=suffered.cards, seat=seat)


class TurnUp(NextCard, frozen=True):
    """What lies face down in a room is turned up. A Guardian Key is found, and a Monster of that level's deck
    comes for it. (QUEST-5.15)

    If it is unknown what lies there, it is one of the cards of the deck.
    """

    place: int

    def pile(self, book: Book, state: State) -> Pile:
        monster = state.rooms[self.place].monster
        return piles.known((monster,)) if monster else state.monsters[level_of(self.place) - 1]

    def event(self, card: str) -> Reveal:
        return Reveal(card)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-5.15",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Reveal)
        deck = level_of(self.place) - 1
        if not play.state.rooms[self.place].monster:
            left = piles.take(play.state.monsters[deck], action.card)
            play.set(monsters=_with(play.state.monsters, deck, left))
        if action.card == KEY:
            put_monster(play, self.place, "")
            find_key(play, deck, elsewhere=True)
            play.push(NextMonster(self.place, face_up=True))
        else:
            arrive(play, self.place, action.card, ("QUEST-5.15",))


def put_under_deck(play: Play, place: int) -> None:
    """The Monster of a room goes under the deck of its level."""
    monster = play.book.card(play.state.rooms[place].monster)
    put_monster(play, place, "")
    deck = (monster.level or 1) - 1
    play.set(
        monsters=_with(play.state.monsters, deck, piles.put_under(play.state.monsters[deck], monster.id))
    )


def find_key(play: Play, deck: int, elsewhere: bool = False) -> None:
    """A Guardian Key is turned up: the first one of a turn is found, others are held. (QUEST-5.23)

    `elsewhere`: it did not come by a refill. (QUEST-5.25, key.keys_elsewhere, key.key_finder)
    """
    state = play.state
    apart = elsewhere and play.reads("keys_elsewhere", "apart")
    if state.key_found and not apart:
        play.set(held_keys=(*state.held_keys, deck))
        play.note("key", KEY, ("QUEST-5.25",), "held: one Guardian Key was found this turn")
        return
    play.set(key_found=state.key_found or not apart, keys=state.keys + 1)
    everybody = len(state.players) > 1 and play.reads("key_finder", "everybody")
    for seat in range(len(state.players)) if everybody else (state.active,):
        play.player(seat, keys=state.players[seat].keys + 1)
    play.note("key", KEY, ("QUEST-5.23",), "found", "keys", state.keys, state.keys + 1)


def return_keys(play: Play) -> None:
    """Surplus keys are shuffled back into the decks that they came from. (QUEST-5.25)"""
    for deck in play.state.held_keys:
        pile = play.state.monsters[deck]
        known = piles.shuffled((*piles.contents(pile), KEY))
        mixed = piles.UNKNOWN if piles.has_unknown(pile) else known
        play.set(monsters=_with(play.state.monsters, deck, mixed))
        play.note("key", KEY, ("QUEST-5.25",), f"shuffled back into the deck of level {deck + 1}")
    play.set(held_keys=())


def _with(decks: tuple[Pile, Pile, Pile], deck: int, pile: Pile) -> tuple[Pile, Pile, Pile]:
    first, second, third = (pile if index == deck else each for index, each in enumerate(decks))
    return first, second, third


class EndPhase(Task, frozen=True):
    """HP are read, the cards are discarded, and as many cards as HP are drawn. (QUEST-6.1 to QUEST-6.3)"""

    def run(self, play: Play) -> None:
        return_keys(play)
        play.set(phase="ending")
        hp = hp_of(play.book, play.state)
        play.note("end", "", ("QUEST-6.1", "QUEST-7.2"), "HP", "hp", hp, hp)
        laid = [play.state.laid[place] for place in play.state.present()]
        play.set(laid=())
        for card in laid:
            play.put_away(card)
        play.note("end", "", ("QUEST-6.2",), "what lies in front of you is discarded")
        play.note("end", "", ("QUEST-6.3",), f"{hp} card{'' if hp == 1 else 's'} to draw, one for each HP")
        draw = (DrawHand(play.state.active, hp),) if hp else ()
        play.push(*draw, NextTurn())


class NextTurn(Task, frozen=True):
    """The Guardian comes with the fourth key; after everybody's last turn the game is over. (QUEST-12.1 to
    QUEST-12.6)
    """

    def run(self, play: Play) -> None:
        _settle_champion(play)
        state = play.state
        coming: list[Task] = []
        if state.last_turns == NONE and state.keys >= state.keys_to_end:
            coming = _guardian_comes(play)
        elif state.last_turns != NONE:
            play.set(last_turns=state.last_turns - 1)
            if play.state.last_turns == 0:
                play.set(over=True)
                play.note("end", "", ("QUEST-12.6",), "everybody has had the last turn: the game is over")
                return
        play.push(*coming, BeginTurn())


def _settle_champion(play: Play) -> None:
    """Where the Champion is after a Village and a Dungeon phase in one turn. (key.after_lantern)"""
    me = play.state.me
    if me.location and me.room != NONE:
        if play.reads("after_lantern", "wilderness"):
            play.player(play.state.active, location="")
        else:
            play.player(play.state.active, room=NONE)


def _guardian_comes(play: Play) -> list[Task]:
    """The card in The Wilderness is turned over; everybody draws and discards. (QUEST-12.1)"""
    state = play.state
    put_monster(play, WILDERNESS, state.guardian)
    players = len(state.players)
    play.set(last_turns=players)
    harder = () if state.keys_to_end == USUAL_KEYS else ("QUEST-17.1",)
    rulings = ("QUEST-6.5", "QUEST-12.1", "QUEST-12.2", *harder)
    play.note("end", state.guardian, rulings, "comes: everybody has one more turn")
    drawn = 4 if play.reads("final_draw", "down_to_hand") else 6
    coming: list[Task] = []
    for seat in range(players):
        player = (state.active + seat) % players
        kept = (state.players[player].hand or ()) if play.reads("final_draw", "discard_drawn") else ()
        coming += [DrawHand(player, drawn), DiscardSome(player, 4, kept)]
    return coming


class DiscardSome(Choice, frozen=True):
    """A player discards cards of the hand, none of those that must be kept. (QUEST-12.1, key.final_draw)"""

    asks = "discard cards for the Guardian's coming"
    player: int
    count: int
    kept: tuple[str, ...] = ()

    def chooser(self, state: State) -> int:
        return self.player

    def options(self, book: Book, state: State) -> list[Action]:
        free = Counter(state.players[self.player].hand or ()) - Counter(self.kept)
        return [Discard(self.player, card) for card in sorted(free)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("QUEST-12.1", "key.final_draw")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Discard)
        owner = play.state.players[self.player]
        hand = [*(owner.hand or ())]
        hand.remove(action.card)
        play.player(self.player, hand=tuple(hand), discard=(*owner.discard, action.card))
        if self.count > 1:
            play.push(DiscardSome(self.player, self.count - 1, self.kept))


class BeginTurn(Task, frozen=True):
    """The next player to the left begins a turn. (QUEST-6.6)"""

    def run(self, play: Play) -> None:
        state = play.state
        play.state = State(  # everything else in the state belongs to one turn
            active=(state.active + 1) % len(state.players),
            todo=state.todo,
            players=state.players,
            rooms=state.rooms,
            monsters=state.monsters,
            guardian=state.guardian,
            keys=state.keys,
            stacks=state.stacks,
            treasures=state.treasures,
            wares=state.wares,
            titles=state.titles,
            keys_to_end=state.keys_to_end,
            wound_cards=state.wound_cards,
            last_turns=state.last_turns,
            removed=state.removed,
        )
