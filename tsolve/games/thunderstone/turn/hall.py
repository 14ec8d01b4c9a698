"""The Dungeon Hall: Monsters leave it, slide forward, arrive, and breach (TS-7.10, TS-16, TS-17); and the
Monster to attack, named by its card, its Rank or both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.answers import Reveal
from tsolve.games.thunderstone.state import UNSEEN, Slot, State
from tsolve.games.thunderstone.turn import traps_and_treasures

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play


RANKS = (1, 2, 3)
NO_FOES = ("thunderstone", "trap", "treasure")
"""Kinds of cards that lie in the Dungeon Deck and are no Monsters, so that nobody attacks them. (TS-7.4)"""
BREACHED_MARK = "*"
"""Marks a Monster in the Dungeon Deck whose Breach is spent, when A-20 is read as `per_game`."""

Cause = Literal["defeat", "removal"]
_EMPTY_RANKS = (Slot(),) * len(RANKS)


def slot(state: State, rank: int) -> Slot:
    """What stands in a Rank."""
    return state.at(rank)


def is_monster(book: Book, state: State, rank: int) -> bool:
    """Whether a known Monster stands there (not the Thunderstone, not an unknown card)."""
    return slot(state, rank).card in book.monsters


def place_name(place: int) -> str:
    """A place where a Monster stands, in words."""
    return f"Rank {place}" if place > 0 else "space 0"


def nobody_in(place: int) -> str:
    """The reason for refusing a step that needs a Monster there; it names no place if the Hall is empty."""
    return f"no Monster stands in {place_name(place) if place > 0 else 'the Hall'}"


def why_it_stays(book: Book, card: str) -> tuple[str, ...]:
    """The rulings by which only defeat removes this Monster; empty for any other."""
    if not any(guard.stays for guard in book.monster_traits.get(card, ())):
        return ()
    return (*(("DS-8",) if book.card(card).is_guardian else ()), "TS-11.14", f"card.{card}")


def refuse_removal(book: Book, state: State, rank: int, by: str) -> Reason | None:
    """Why the card `by` cannot take the Monster of a Rank out of the Hall, or None. (TS-11.11, TS-11.14,
    DS-8)
    """
    card = slot(state, rank).card
    monster_traits = book.monster_traits.get(card, ())
    if stays := why_it_stays(book, card):
        return f"only a victory removes {book.name(card)}", stays
    if any(guard.voids_spells for guard in monster_traits) and by and book.card(by).is_spell:
        return f"{book.name(card)} is immune to Spells", ("TS-11.11", f"card.{card}")
    return None


def standing(state: State) -> tuple[int, ...]:
    """The Ranks in which a card stands."""
    return tuple(rank for rank in RANKS if slot(state, rank).card)


def may_breach(book: Book, place: Slot) -> bool:
    """Whether the Breach of the card there is still to come."""
    card = book.cards.get(place.card)
    return card is not None and bool(card.breach) and not place.breached and not place.dealt


def moved(play: Play, place: Slot) -> Slot:
    """A card of the Hall that leaves its place. If it has lain in Rank 1 since the set-up, its Breach is then
    either spent or still to come.
    """
    if not place.dealt:
        return place
    card = play.book.cards.get(place.card)
    breaches = card is not None and bool(card.breach)
    return replace(place, dealt=False, breached=breaches and play.reads("setup_breach", "spent"))


def vacate(play: Play, rank: int) -> str:
    """Take the card out of a Rank, or out of space 0, and return its id."""
    card = slot(play.state, rank).card
    hall, outside = play.state.hall, play.state.outside
    if rank > 0:
        play.set(hall=(*hall[: rank - 1], Slot(), *hall[rank:]))
    else:
        play.set(outside=(*outside[: -rank - 1], *outside[-rank:]))
    return card


def step_outside(play: Play) -> None:
    """The Guardian of Rank 1 leaves the Hall for space 0, and the Hall is refilled. (DS-8)"""
    guardian = slot(play.state, 1)
    vacate(play, 1)
    play.set(outside=(*play.state.outside, guardian))
    play.note("hall", guardian.card, ("DS-8", f"card.{guardian.card}"), "leaves the Hall for space 0")
    play.push(Refill("removal"))


def send_down(play: Play, rank: int, rulings: tuple[str, ...]) -> None:
    """Put the Monster of a Rank at the bottom of the Dungeon Deck; the Hall is not refilled yet."""
    card = slot(play.state, rank).card
    play.set(dungeon=piles.put_under(play.state.dungeon, carry_off(play, rank)))
    play.note("hall", card, rulings, f"goes from Rank {rank} to the bottom of the Dungeon Deck")


def carry_off(play: Play, rank: int) -> str:
    """Take the Monster of a Rank as it goes into the Dungeon Deck, marked if its Breach is spent. (A-20)"""
    left = slot(play.state, rank)
    card = vacate(play, rank)
    remembered = bool(play.book.card(card).breach) and play.book.reads("breach_memory", "per_game")
    return card + (BREACHED_MARK if remembered and moved(play, left).breached else "")


def place(play: Play, rank: int, card: str, quiet: bool = False) -> None:
    """Put a card of the Dungeon Deck into an empty Rank; if `quiet`, it will not breach there. (A-20)"""
    breached = card.endswith(BREACHED_MARK) and play.reads("breach_memory", "per_game")
    hall = play.state.hall
    there = Slot(card.removesuffix(BREACHED_MARK), breached or quiet)
    play.set(hall=(*hall[: rank - 1], there, *hall[rank:]))


class Refill(actions.NextCard, frozen=True):
    """Cards slide to lower Ranks and the Dungeon Deck fills Rank 3; then Rank 1 is looked at."""

    points = True
    waits = False
    cause: Cause

    def pile(self, book: Book, state: State) -> piles.Pile:
        return state.dungeon if _gap(state) and not _stone_slides(book, state) else piles.EMPTY

    def event(self, card: str) -> Reveal:
        return Reveal(card)

    def implicit(self) -> Reveal:
        return Reveal(UNSEEN)

    def run(self, play: Play) -> None:
        _slide(play)
        if is_stone(play.book, slot(play.state, 1).card) or not _gap(play.state) or not play.state.dungeon:
            LookAtRankOne(self.cause).run(play)
        elif piles.is_unknown(play.state.dungeon):
            self._fill(play, UNSEEN)
        else:
            self._fill(play, piles.outcomes(play.state.dungeon)[0][0])

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Reveal)
        _slide(play)
        self._fill(play, action.card)

    def _fill(self, play: Play, card: str) -> None:
        pile = play.state.dungeon
        play.set(dungeon=piles.unseen(pile) if card == UNSEEN else piles.take(pile, card))
        play.push(Refill(self.cause))
        if card in play.book.traps:
            traps_and_treasures.spring(play, card)
        elif card in play.book.treasures:
            traps_and_treasures.find(play, card)
        else:
            self._place(play, card)

    def _place(self, play: Play, card: str) -> None:
        hall = list(play.state.hall)
        rank = next(rank for rank in RANKS if not hall[rank - 1].card)
        breached = card.endswith(BREACHED_MARK) and play.reads("breach_memory", "per_game")
        hall[rank - 1] = Slot(card.removesuffix(BREACHED_MARK), breached)
        play.set(hall=tuple(hall))
        if hall[rank - 1].card == UNSEEN:
            play.note("hall", "", ("TS-7.10",), f"Rank {rank} is refilled: unknown")
        else:
            play.note("hall", hall[rank - 1].card, ("TS-7.10",), f"comes to Rank {rank}")


class LookAtRankOne(actions.Task, frozen=True):
    """A Thunderstone in Rank 1 ends the game; a Monster that just arrived there breaches. (TS-16.1,
    TS-17.1)
    """

    cause: Cause

    def run(self, play: Play) -> None:
        first = slot(play.state, 1)
        if is_stone(play.book, first.card):
            _end(play, self.cause)
            return
        if not may_breach(play.book, first):
            return
        card = play.book.card(first.card)
        play.set(hall=(replace(first, breached=True), *play.state.hall[1:]))
        play.note("breach", card.id, ("TS-16.1", card.ruling), "reaches Rank 1")
        for effect in card.breach:
            play.exercise(card.id, effect)
            effect.apply(play, card.id)


def next_in_line(state: State) -> str:
    """The card that comes to Rank 1 when the Monster there leaves; empty where there is none or it is
    unknown.
    """
    for behind in state.hall[1:]:
        if behind.card:
            return behind.card
    coming = piles.outcomes(state.dungeon)
    return coming[0][0] if len(coming) == 1 else ""


def is_won_by_defeat(state: State, stone: str) -> bool:
    """Whether the defeat of the Monster in Rank 1 wins this Thunderstone. (TS-17.1, DS-8)"""
    return next_in_line(state) == stone and not state.outside


def _gap(state: State) -> bool:
    return not all(place.card for place in state.hall)


def is_stone(book: Book, card: str) -> bool:
    """Whether the card is a Thunderstone."""
    facts = book.cards.get(card)
    return facts is not None and facts.kind == "thunderstone"


def _stone_slides(book: Book, state: State) -> bool:
    standing = [place.card for place in state.hall if place.card]
    return bool(standing) and is_stone(book, standing[0])


def _slide(play: Play) -> None:
    hall = play.state.hall
    standing = tuple(place for place in hall if place.card)
    slid = standing + _EMPTY_RANKS[len(standing) :]
    if slid != hall:
        play.set(hall=slid)


def _end(play: Play, cause: Cause) -> None:
    """The Thunderstone reached Rank 1: the game is over at once. (TS-17.1, A-17)"""
    stone = slot(play.state, 1).card
    if cause == "defeat" and play.state.outside:
        guardian = play.state.outside[0].card
        rulings = ("TS-17.1", "DS-8", f"card.{stone}", f"card.{guardian}")
        play.note("end", stone, rulings, f"{play.book.name(guardian)} is in space 0: nobody takes it")
    elif cause == "defeat":
        vacate(play, 1)
        play.gain(stone)
        play.set(stone_owner=play.state.active)
        play.note(
            "end", stone, ("TS-17.1", f"card.{stone}"), "goes to you: the Monster of Rank 1 is defeated"
        )
    else:
        play.note(
            "end", stone, ("TS-17.1", f"card.{stone}"), "reaches Rank 1 without a victory: nobody takes it"
        )
    if any(not m.left and (m.doomed or m.spared or m.perishes) for m in play.state.party):
        _settle_losses(play)
    play.set(over=True, step="over", todo=())


def _settle_losses(play: Play) -> None:
    """Cards that the battle, or the end of the turn, would destroy when the game ends first. (TS-7.8,
    TS-17.2)
    """
    if play.reads("destroyed_as_the_game_ends", "gone"):
        play.depart()
        play.perish()
        return
    if play.reads("destroyed_leave", "end_of_battle"):
        play.depart()
    play.lose_in_hand()


SPACE_0 = -1
"""Stands in place of a Rank for all Guardians outside the Hall. (DS-8)"""

_RANK = r"(?:the )?(?:monster (?:of|in) )?rank (?P<rank>[0-9]{1,3})"
_IN_RANK = r"(?P<name>.+?) (?:in|of) (?:rank (?P<rank>[0-9]{1,3})|space 0)"


class Target(msgspec.Struct, frozen=True):
    """The Monsters that may be attacked; by default any."""

    monster: str = ""
    """A card id; empty: whoever stands there."""
    rank: int = 0
    """The Rank in which it is attacked; 0 for any place, `SPACE_0` for outside the Hall."""
    stone: str = ""
    """The Thunderstone that the defeat must bring to Rank 1; empty where that does not matter."""

    def fits(self, state: State, place: int) -> bool:
        """Whether the target may be what stands there."""
        if not self.is_in(place) or self.monster not in ("", state.at(place).card):
            return False
        return not self.stone or is_won_by_defeat(state, self.stone)

    def is_in(self, place: int) -> bool:
        """Whether the target may stand in this place."""
        return self.rank in (0, place) or (self.rank == SPACE_0 and place < 0)

    def places(self, state: State) -> list[int]:
        """The places of a position where it can be attacked."""
        return [place for place in state.places if self.fits(state, place)]

    def was_attacked(self, state: State) -> bool:
        """Whether the battle of this turn was against it."""
        attacked = state.tally.attacked
        return bool(attacked) and self.monster in ("", attacked) and self.is_in(state.target)

    def say(self, book: Book) -> str:
        """The target in words."""
        name = book.name(self.monster) if self.monster else "the Monster"
        return f"{name} in {place_name(self.rank)}" if self.rank else name


ANYBODY = Target()


def split_rank(text: str) -> tuple[str, int]:
    """`Nixie in Rank 3` as the name and the Rank; no name for `Rank 3`, Rank 0 where the text has none."""
    plain = text.strip()
    if not any(map(str.isdigit, plain)):
        return plain, 0
    if match := re.fullmatch(_RANK, plain, re.IGNORECASE):
        return "", int(match["rank"])
    if match := re.fullmatch(_IN_RANK, plain, re.IGNORECASE):
        return match["name"], int(match["rank"]) if match["rank"] else SPACE_0
    return plain, 0


def target_at(state: State, place: int) -> Target:
    """What stands in a place; with the place only where others of its name stand elsewhere."""
    card = state.at(place).card
    return Target(card, place if len(Target(card).places(state)) > 1 else 0)


def called(book: Book, state: State, place: int) -> str:
    """The name of what stands in a place; with the place where others of its name stand elsewhere."""
    here = target_at(state, place)
    return here.say(book) if here.monster else book.name("")
