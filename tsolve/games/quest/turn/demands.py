"""Carrying out what Monsters and rooms demand: before and after a battle, during movement, by a die or by
destroying cards; the order of such texts, and which of them may be ignored. (QUEST-0.1, QUEST-0.5)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.piles import grouped
from tsolve.cardkit.tasks import ENGINE
from tsolve.engine import CHANCE
from tsolve.games.quest.actions import Action, Destroy, Pass
from tsolve.games.quest.answers import (
    NONE,
    TOKENS,
    GiveUp,
    Ignore,
    LoseToken,
    PutChampion,
    ResolveFirst,
    Roll,
)
from tsolve.games.quest.effects.base import Ignored, Ignores, Leaving, ToDeckInstead
from tsolve.games.quest.effects.demands import (
    Demand,
    DiscardForHealth,
    Lose,
    LoseExperience,
    LoseTokens,
    MoveChampion,
    Prey,
    RollForHealth,
    Suffer,
)
from tsolve.games.quest.state import PLACES, Choice, State, Task
from tsolve.games.quest.state import level_of as grid_level
from tsolve.games.quest.turn import drawing
from tsolve.games.quest.turn.values import attacks, count, holds, is_a, level_of, lies, traits_of

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play


def demands_of(card: Card, demands: Iterable[Demand], ruling: str) -> tuple[Meet, ...]:
    """The tasks by which the player meets demands of a card, in their order; the ruling says why now."""
    return tuple(Meet(card.id, demand, ruling) for demand in demands)


class Meet(Task, frozen=True):
    """One demand is met, if its condition holds when its turn comes."""

    card: str
    demand: Demand
    ruling: str

    def run(self, play: Play) -> None:
        book, state, demand = play.book, play.state, self.demand
        rulings = (self.ruling, book.card(self.card).ruling)
        if not holds(book, state, demand.when):
            return
        play.note("demand", self.card, rulings, demand.say())
        match demand:
            case Lose():
                there = len(candidates(book, state, demand))
                wanted = there if demand.number is None else demand.number * count(book, state, demand.each)
                lost = _payable(play, wanted, there, demand.by == "destroy")
                play.push(GiveUpCards(demand, lost, rulings))
            case Suffer():
                by_monster = state.phase == "battle" and self.card == state.tally.monster
                times = 0 if by_monster and state.spared else count(book, state, demand.each)
                play.wound(rulings, demand.tokens * times, demand.cards * times)
                if by_monster and play.state.tally.wounds > state.tally.wounds:
                    play.set(hurt=True)
            case LoseTokens(which="all"):
                for token in TOKENS:
                    _lose_tokens(play, LoseToken(token), rulings, state.me.tokens(token))
            case LoseTokens():
                play.push(GiveUpToken(demand, rulings))
            case LoseExperience():
                before = state.me.xp
                lost = _payable(play, demand.number * count(book, state, demand.each), before, True)
                play.experience(-lost)
                play.note("demand", self.card, rulings, "", "xp", before, before - lost)
            case MoveChampion():
                if state.tally.outcome == "lost" and play.reads("after_battle_moves", "victory_only"):
                    return
                play.push(PlaceChampion(demand.level, rulings))
            case DiscardForHealth():
                play.push(drawing.DiscardForHealth(rulings))
            case RollForHealth():
                play.push(drawing.RollForHealth(self.card, rulings))


def _payable(play: Play, wanted: int, there: int, destroyed: bool) -> int:
    """As many as there are; under key.too_few_to_destroy perhaps none, if there are too few to destroy."""
    if wanted <= there:
        return wanted
    if destroyed and there and play.reads("too_few_to_destroy", "none"):
        return 0
    return there


# cards


def candidates(book: Book, state: State, demand: Lose, spared: Container[int] = ()) -> list[int]:
    """The places of the cards that a demand may take, without those that stayed though they were chosen."""
    found = [
        place
        for place in state.present()
        if place not in spared
        and (not demand.of or any(_is_prey(book, state, place, prey) for prey in demand.of))
    ]
    if not demand.highest:
        return found
    levels = {place: level_of(book, state, place) for place in found}
    return [place for place in found if levels[place] == max(levels.values())]


def _is_prey(book: Book, state: State, place: int, prey: Prey) -> bool:
    laid = state.laid[place]
    if not lies(book, state, place, prey.sort) or (prey.wielded and laid.bearer == NONE):
        return False
    return prey.attack is None or _has_attack(book, state, place, prey.attack == "magic")


def _has_attack(book: Book, state: State, place: int, magic: bool) -> bool:
    """Whether a Hero or a Weapon has a kind of attack. (key.hero_with_attack, key.lieutenant_unwielded)"""
    laid = state.laid[place]
    card = book.card(laid.card)
    if card.kind == "weapon" and laid.bearer == NONE:
        boost = card.magic_boost if magic else card.physical_boost
        return bool(boost) and book.reads("lieutenant_unwielded", "yes")
    if _attack(book, state, place, magic) > 0:
        return True
    held = [weapon for weapon in state.held_by(place) if book.card(state.laid[weapon].card).kind == "weapon"]
    armed = any(_attack(book, state, weapon, magic) > 0 for weapon in held)
    return armed and book.reads("hero_with_attack", "with_weapons")


def _attack(book: Book, state: State, place: int, magic: bool) -> int:
    return sum(amount for amount, _ in attacks(book, state, place, "magic" if magic else "physical"))


class GiveUpCards(Task, frozen=True):
    """Cards are discarded or destroyed, one after the other; then Wound cards come for them, all at once."""

    asks = "choose the card to lose"
    demand: Lose
    left: int
    rulings: tuple[str, ...]
    lost: int = 0
    """How many were lost so far."""
    spared: tuple[int, ...] = ()
    """The places of cards that were chosen and cannot be lost. (QUEST-0.14)"""

    def mover(self, book: Book, state: State) -> int:
        alike = self._alike(book, state)
        if len(alike) < 2 or self.left >= sum(map(len, alike)) or not self.left:
            return ENGINE
        return CHANCE if self.demand.random else state.active

    def run(self, play: Play) -> None:
        only = self.only_answer(play.book, play.state)
        if only is not None:
            self.answer(play, only)
        else:
            play.wound(self.rulings, cards=self.lost * self.demand.wound_cards)

    def options(self, book: Book, state: State) -> list[Action]:
        return [GiveUp(places[0]) for places in self._alike(book, state)]

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        return [(GiveUp(places[0]), len(places)) for places in self._alike(book, state)]

    def only_answer(self, book: Book, state: State) -> Action | None:
        """The only answer if all cards are lost anyway, one after the other."""
        alike = self._alike(book, state)
        return GiveUp(alike[0][0]) if self.left and alike else None

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return self.rulings

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, GiveUp)
        card = play.book.card(play.state.laid[action.card].card)
        if card.shields(self.demand.by):
            rulings = (*self.rulings, "QUEST-0.14", card.ruling)
            play.note("demand", action.card, rulings, f"{PROTECTED[self.demand.by]}: nothing happens")
            play.push(replace(self, left=self.left - 1, spared=(*self.spared, action.card)))
            return
        if card.has(ToDeckInstead):
            text, ruling, leave = "goes on top of the deck instead", card.ruling, play.return_to_deck
        elif self.demand.by == "destroy":
            text, ruling, leave = "destroyed", "QUEST-0.5", play.destroy
        else:
            text, ruling, leave = "discarded", "QUEST-0.4", play.discard
        play.note("demand", action.card, (*self.rulings, ruling), text)
        play.push(replace(self, left=self.left - 1, lost=self.lost + 1))
        leave(action.card)

    def _alike(self, book: Book, state: State) -> list[list[int]]:
        """The cards that may be taken, equal ones together."""
        places = candidates(book, state, self.demand, self.spared)
        return list(grouped(places, state.likeness).values())


PROTECTED: dict[Leaving, str] = {"discard": "cannot be discarded", "destroy": "cannot be destroyed"}
"""What is told of a card that stays."""


def staying(book: Book, state: State, action: Destroy | GiveUp, by: Leaving) -> Reason | None:
    """Why nothing is paid with a card that cannot leave; None for another one. (QUEST-0.14)"""
    card = book.card(state.laid[action.card].card)
    if not card.shields(by):
        return None
    return f"{card.name} {PROTECTED[by]}: nothing is paid with it", ("QUEST-0.14", card.ruling)


# tokens


class GiveUpToken(Choice, frozen=True):
    """One Gear token is lost."""

    asks = "choose the Gear token to lose"
    demand: LoseTokens
    rulings: tuple[str, ...]

    def mover(self, book: Book, state: State) -> int:
        mover = super().mover(book, state)
        return CHANCE if mover != ENGINE and self.demand.which == "random" else mover

    def options(self, book: Book, state: State) -> list[Action]:
        return [LoseToken(token) for token in TOKENS if state.me.tokens(token)]

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        return [(LoseToken(token), state.me.tokens(token)) for token in TOKENS if state.me.tokens(token)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return self.rulings

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, LoseToken)
        _lose_tokens(play, action, self.rulings, 1)


def _lose_tokens(play: Play, action: LoseToken, rulings: tuple[str, ...], number: int) -> None:
    if number:
        before = play.state.me.tokens(action.token)
        play.tokens(action.token, -number)
        play.note("demand", f"{action.token}_token", rulings, "lost", "tokens", before, before - number)


# the Champion


class PlaceChampion(Choice, frozen=True):
    """The Champion is put in a room; that is no movement and sets off no alerts. (QUEST-5.11)"""

    asks = "choose the room in which you put your Champion"
    level: int
    rulings: tuple[str, ...]
    may: bool = False
    """It may stay where it is."""

    def options(self, book: Book, state: State) -> list[Action]:
        rooms = [
            PutChampion(place) for place in filter(state.knows, PLACES) if grid_level(place) == self.level
        ]
        return [*rooms, Pass()] if self.may else [*rooms]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (*self.rulings, "QUEST-5.11")

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, PutChampion):
            play.player(play.state.active, room=action.room)
            room = play.state.rooms[action.room].card
            play.note("demand", room, (*self.rulings, "QUEST-5.11"), "your Champion is put here")


def ignorable(book: Book, state: State, met: tuple[Meet, ...], texts: Ignored) -> Text:
    """One text as the tasks by which it is met; a card of the player may let it be ignored."""
    if met and _ignoring(book, state, met[0].card, texts):
        return (Face(met[0].card, met[0].ruling, met, texts),)
    return met


def _ignoring(book: Book, state: State, card: str, texts: Ignored) -> list[tuple[str, Ignores]]:
    """The cards of the player that ignore such a text of this card, with the traits that say so."""
    source = book.card(card)
    whose = "rooms" if source.kind == "room" else "monsters"
    return [
        (book.card(state.laid[place].card).ruling, trait)
        for place, trait in traits_of(book, state, Ignores)
        if trait.texts == texts and trait.of in (whose, "both") and is_a(book, source, trait.sort)
    ]


class Face(Choice, frozen=True):
    """A text is met or ignored: as the player likes, or by a card that says so outright."""

    card: str
    ruling: str
    met: tuple[Meet, ...]
    texts: Ignored

    def asked(self, book: Book, state: State) -> str:
        return f"meet the text of {book.name(self.card)}, or ignore the card"

    def options(self, book: Book, state: State) -> list[Action]:
        found = _ignoring(book, state, self.card, self.texts)
        asked = any(holds(book, state, meet.demand.when) for meet in self.met)
        if found and not all(trait.may for _, trait in found):
            return [Ignore(self.card)]
        return [Ignore(self.card), Pass()] if found and asked else [Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        found = _ignoring(book, state, self.card, self.texts)
        return (self.ruling, *(ruling for ruling, _ in found))

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Ignore):
            rulings = self.rulings_for(play.book, play.state)
            play.note("demand", self.card, rulings, "ignored")
        else:
            play.push(*self.met)


Text = tuple[Meet | Face, ...]
"""The demands of one card at one time."""


class WhichFirst(Choice, frozen=True):
    """One of two cards' texts comes first, then the other's."""

    asks = "choose the text that comes first"
    texts: tuple[Text, Text]

    def options(self, book: Book, state: State) -> list[Action]:
        return [ResolveFirst(text[0].card) for text in self.texts]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text[0].ruling for text in self.texts))

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, ResolveFirst)
        first, second = self.texts
        if action.card != first[0].card:
            first, second = second, first
        play.push(*first, *second)


def in_order(room: Text, monster: Text) -> Iterator[Task]:
    """The simultaneous demands of the room and its Monster; if there are both, the player chooses which comes
    first.
    """
    if room and monster:
        yield WhichFirst((room, monster))
    else:
        yield from (*room, *monster)


class DestroyOne(Choice, frozen=True):
    """One of the player's cards of a sort is destroyed."""

    asks = "choose the card to destroy"
    sort: str | None
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        sort = (place for place in state.firsts() if lies(book, state, place, self.sort))
        return [*map(Destroy, sort)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.5")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Destroy)
        card = play.book.card(play.state.laid[action.card].card)
        if card.shields("destroy"):
            rulings = (self.ruling, "QUEST-0.14", card.ruling)
            play.note("ability", action.card, rulings, f"{PROTECTED['destroy']}: nothing happens")
            return
        play.note("ability", action.card, (self.ruling, "QUEST-0.5"), "destroyed")
        play.destroy(action.card)


PIPS = range(1, 7)
"""The faces of a die."""


class RollDie(Task, frozen=True):
    """A die is rolled for a text."""

    asks = "roll the die"
    ruling: str

    @abstractmethod
    def rolled(self, play: Play, pips: int) -> None:
        """Carry out the result of the roll."""

    def mover(self, book: Book, state: State) -> int:
        return CHANCE

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        return [(Roll(pips), 1) for pips in PIPS]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling,)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Roll)
        play.note("roll", "", (self.ruling,), f"the die shows {action.pips}")
        self.rolled(play, action.pips)


class RollForLoss(RollDie, frozen=True):
    """From this number on, one of the player's cards is destroyed."""

    least: int

    def rolled(self, play: Play, pips: int) -> None:
        if pips >= self.least:
            play.push(DestroyOne(None, self.ruling))


class RollForRoom(RollDie, frozen=True):
    """The Champion may be put in a room whose level is half of the roll, rounded up."""

    def rolled(self, play: Play, pips: int) -> None:
        play.push(PlaceChampion((pips + 1) // 2, (self.ruling,), may=True))
