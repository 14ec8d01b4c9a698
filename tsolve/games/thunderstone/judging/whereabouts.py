"""What has become of cards where a turn, or a part of it, is over: where they lie, who gained and who had to
discard them.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tsolve.games.family import winners
from tsolve.games.thunderstone.answers import Discard
from tsolve.games.thunderstone.book import DISEASE
from tsolve.games.thunderstone.judging.outcome import PlayedTurn, departed, go_on
from tsolve.games.thunderstone.judging.unseen import refilled
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.games.thunderstone.turn.hall import is_stone
from tsolve.games.thunderstone.turn.other_players import MustDiscard
from tsolve.games.thunderstone.writing.statements import ClaimFile
from tsolve.source.tree import joined
from tsolve.written.card_names import split_count


class Fate(NamedTuple):
    """What has become of the card."""

    holds: bool | None
    """Whether it is as claimed; None if that is unknown."""
    reason: str
    rulings: tuple[str, ...] = ()


def is_over(state: State) -> bool:
    """Whether only the new hand is still to be drawn."""
    return state.over or (state.step == "ending" and bool(state.todo))


# where cards are


def fate_of(position: ThunderstonePosition, state: State, claim: ClaimFile) -> Fate:
    """What has become of the card where the turn, or a part of it, is over."""
    if claim.gets is not None:
        return _gotten(position, state, claim)
    ((text, place),) = (claim.lies or claim.not_lies or {}).items()
    number, name = split_count(text, position.ruleset.names)
    found = _lying(position, state, position.card(name), number, place)
    if claim.not_lies is None or found.holds is None:
        return found
    if place == "destroyed" and number > 1:
        return found._replace(holds=_survivors(position, state, position.card(name)) >= number)
    if place == "destroyed" and number == 1 and found.holds and _copies(position, name) > 1:
        some = f"{found.reason}, but not each of the {_copies(position, name)}"
        lost = _count_destroyed(position, state)[position.card(name)]
        return (
            found._replace(holds=None, reason=some)
            if lost < _copies(position, name)
            else found._replace(holds=False)
        )
    return found._replace(holds=not found.holds)


def _copies(position: ThunderstonePosition, name: str) -> int:
    return sum(member.card == position.card(name) for member in position.state.party)


def _survivors(position: ThunderstonePosition, state: State, card: str) -> int:
    """How many of the copies that came to the hand are not destroyed."""
    held = (sum(member.card == card for member in each.party) for each in (position.state, state))
    return max(held) - _count_destroyed(position, state)[card]


def _count_destroyed(position: ThunderstonePosition, state: State) -> Counter[str]:
    tally = departed(position.book, state).tally
    return Counter((*tally.destroyed, *(DISEASE,) * tally.diseases_destroyed))


def _lying(position: ThunderstonePosition, state: State, card: str, number: int, place: str) -> Fate:
    """Whether so many copies of a card are there."""
    book = position.book
    if place == "destroyed":
        lost = _count_destroyed(position, state)
        if lost[card] < number and card in state.tally.levelled:
            return Fate(
                None, f"{book.name(card)} is destroyed in levelling up, and not lost: claim what it becomes"
            )
        gone = [book.name(each) for each in lost.elements()]
        return Fate(
            lost[card] >= number,
            f"the turn destroys {joined(gone) or 'nothing'}",
            ("TS-7.8",) if state.tally.attacked else (),
        )
    if number > 1 and (place.startswith("Rank ") or place == "bottom"):
        return Fate(False if place != "bottom" else None, f"one card lies there, not {number}", ("TS-1.1",))
    if place.startswith("Rank "):
        return _standing(position, state, card, int(place[-1]))
    if place == "bottom" and card == state.tally.defeated:
        return Fate(False, f"{book.name(card)} is defeated, and comes to the player's cards", ("TS-7.5",))
    if place == "bottom":
        pile = refilled(position.game, state).dungeon
        last = pile[-1] if pile else None
        if last is None or last.order == "known" or len(last.cards) == 1:
            lowest = last.cards[-1] if last is not None and last.cards else ""
            said = book.name(lowest) if lowest else "no card"
            return Fate(lowest == card, f"{said} lies at the bottom of the Dungeon Deck", ("TS-7.5",))
        return Fate(None, "the bottom of the Dungeon Deck is not known")
    if place == "hand" and state.over:
        return Fate(False, "the game is over, and no hand is drawn", ("TS-3.3",))
    if not is_over(state) and state.active == position.state.active:
        return Fate(None, "the steps do not end the turn")
    return (
        _held(position, state, card, number)
        if place == "hand"
        else _discarded_pile(position, state, card, number)
    )


def _standing(position: ThunderstonePosition, state: State, card: str, rank: int) -> Fate:
    if card in state.tally.gained and is_stone(position.book, card):
        return Fate(None, f"{position.book.name(card)} is taken as it comes to Rank 1: claim who takes it")
    there = refilled(position.game, state).hall[rank - 1].card
    if there == UNSEEN:
        return Fate(None, f"the card that is in Rank {rank} then is not known")
    said = position.book.name(there) if there else "nobody"
    return Fate(there == card, f"{said} is in Rank {rank} then", ("TS-7.10",))


def _held(position: ThunderstonePosition, state: State, card: str, number: int) -> Fate:
    """Whether the new hand holds so many copies, as far as the draws are certain. (TS-3.2, TS-3.4)"""
    me, name = position.state.active, position.book.name(card)
    later = go_on(position.game, state)
    if later.active == me:
        hand = Counter(member.card for member in later.party if not member.left)
        hand.update(later.aside)
        rest = Counter(card for part in later.me.deck for card in part.cards) + Counter(later.me.discard)
        may_come = rest[card] > 0 or any(part.order == "unknown" for part in later.me.deck)
    else:
        hand, may_come = Counter(later.players[me].hand or ()), False
    if hand[card] >= number:
        return Fate(True, f"the new hand has {_times(hand[card], name)}", ("TS-3.2", "TS-3.4"))
    if may_come:
        return Fate(None, f"{name} may come with the cards that are still drawn for the new hand")
    return Fate(False, f"the new hand has {_times(hand[card], name)}", ("TS-3.2",))


def _discarded_pile(position: ThunderstonePosition, state: State, card: str, number: int) -> Fate:
    me, name = position.state.active, position.book.name(card)
    later = go_on(position.game, state)
    pile = Counter(later.players[me].discard)
    if (
        later.active == me
        and not state.over
        and not any(part.cards or part.order == "unknown" for part in later.me.deck)
    ):
        return Fate(None, "the discard pile is shuffled into a new deck, from which the hand is drawn")
    return Fate(
        pile[card] >= number, f"the discard pile has {_times(pile[card], name)}", ("TS-3.2", "TS-3.5")
    )


def _times(number: int, name: str) -> str:
    return f"no {name}" if not number else name if number == 1 else f"{number} x {name}"


# what players get and discard


def _gotten(position: ThunderstonePosition, state: State, claim: ClaimFile) -> Fate:
    ((name, wanted),) = (claim.gets or {}).items()
    card, seat = position.card(name), winners.seat_of(position.written, claim.by or "I") or 0
    moved = departed(position.book, state).tally.moved
    player = (position.state.active + seat) % len(state.players)
    found = sum(who == player and each == card and by > 0 for who, each, by in moved)
    who = winners.players(position.written)[seat] if seat else "you"
    gain = f"{who} gain{'s' if seat else ''} {_times(found, position.book.name(card))}"
    rulings = ("TS-12.3",) if card == DISEASE else ("TS-3.5",)
    return Fate(found == wanted, gain, rulings)


def discarded(position: ThunderstonePosition, played: PlayedTurn, claim: ClaimFile) -> Fate:
    """What the effects of the turn make a player discard: as asked for, as far as the hand has cards."""
    seat = winners.seat_of(position.written, claim.by or "I") or 0
    player = (position.state.active + seat) % len(position.state.players)
    states = (*played.states, played.final, *(move.before for move in played.moves))
    claimed = claim.discards or 0
    asked = {
        (task.source, task.player): task
        for state in states
        for task in state.todo
        if isinstance(task, MustDiscard) and task.player == player and not task.discarded
    }
    who = winners.players(position.written)[seat] if seat else "you"
    done = sum(isinstance(move.action, Discard) and move.action.player == player for move in played.moves)
    vague = any(task.or_heroes or task.of != "card" for task in asked.values())
    noted = any(entry.step == "discard" for entry in played.entries)
    if (vague or not asked) and noted:
        return Fate(None, f"how many cards {who} discard{'s' if seat else ''} is not known")
    count = 0
    for task in asked.values():
        hand = (
            position.state.players[player].hand
            if seat
            else tuple(m.card for m in played.result.party if not m.left)
        )
        count += task.count if hand is None else min(task.count, len(hand) + done)
    most = max(sum(not member.left for member in state.party) for state in states)
    least = most - count - _count_destroyed(position, played.result).total()
    if not seat and claimed > count and least <= claimed <= most + count:
        what_is_left = "what is left of the hand is discarded at the end of the turn"
        return Fate(None, f"effects make you discard {count or 'no'} cards; {what_is_left}", ("TS-3.2",))
    sources = joined([position.book.name(source) for source, _ in asked])
    for_whom = f" for {sources}" if sources else ""
    reason = f"{who} discard{'s' if seat else ''} {count or 'no'} card{'s' if count != 1 else ''}{for_whom}"
    if not seat and not count:
        reason = "no effect makes you discard cards"
    return Fate(count == claimed, reason, tuple(f"card.{source}" for source, _ in asked))
