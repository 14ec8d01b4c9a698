"""What comes by a turn: Monsters into rooms that are refilled, and the Guardian. (QUEST-5.22, QUEST-12.1)"""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import KEY, Book
from tsolve.games.quest.state import State, Target
from tsolve.games.quest.turn.ending import Refill
from tsolve.judging.numbers import Judged

OF_GUARDIAN = ("QUEST-5.23", "QUEST-6.5", "QUEST-12.1")


def whether_comes(book: Book, before: State, after: State, target: Target) -> Judged:
    """Whether this Monster came into this room in the turn that led from one position to the other."""
    if not target.room:
        return Judged(None, "say into which room: `NAME in ROOM`")
    places = [place for place, room in enumerate(after.rooms) if room.card == target.room]
    if not places:
        return Judged(None, f"{book.name(target.room)} is not among the rooms that are named")
    (place,) = places
    room = book.name(target.room)
    if any(refill.place == place for refill in _refills(after)):
        pile = next(task for task in _refills(after) if task.place == place).pile(book, after)
        may_come = has_unknown(pile) or target.monster in contents(pile)
        told = f"which card comes into {room} is not certain"
        return Judged(None if may_come else False, told if may_come else f"no such card can come into {room}")
    there = after.rooms[place]
    is_won = after.tally.outcome == "won" and after.tally.room == place
    if there == before.rooms[place] and not is_won:
        return Judged(False, f"nobody comes into {room}", ("QUEST-5.22",))
    who = book.name(there.monster) if there.monster else "nobody"
    return Judged(there.monster == target.monster, f"{who} comes into {room}", ("QUEST-5.22",))


def whether_guardian_comes(book: Book, after: State, claimed: str) -> Judged:
    """Whether, and when, the Guardian comes: `at the end` of the turn, `at once`, or `no`."""
    if after.last_turns != NONE:
        return Judged(claimed == "no", "the Guardian has come before", ("QUEST-12.1",))
    if claimed == "at once":
        return Judged(False, "it comes at the end of a turn, never within it", OF_GUARDIAN)
    keys, needed = after.keys, after.keys_to_end
    may_find = not after.key_found and any(_may_hold_key(book, after, each) for each in _refills(after))
    found = f"{keys} of {needed} Guardian Keys are found"
    if keys < needed and may_find and keys + 1 >= needed:
        return Judged(None, f"{found}; one more may come when a room is refilled", OF_GUARDIAN)
    comes = "at the end" if keys >= needed else "no"
    told = "it comes at the end of the turn" if keys >= needed else "it does not come"
    return Judged(claimed == comes, f"{found}: {told}", OF_GUARDIAN)


def _refills(state: State) -> Iterator[Refill]:
    """The refills that wait for a card that is not certain."""
    return (task for task in state.postponed if isinstance(task, Refill))


def _may_hold_key(book: Book, state: State, refill: Refill) -> bool:
    pile = refill.pile(book, state)
    return has_unknown(pile) or KEY in contents(pile)
