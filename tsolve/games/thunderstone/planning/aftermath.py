"""How a turn ends once its battle is decided, as far as that is certain: what the engine makes of the rest.

What comes by chance after the battle, from an unknown card or by another player's choice is left
out; what follows whatever comes is not.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import contents
from tsolve.games.thunderstone import scoring
from tsolve.games.thunderstone.actions import Action, Buy, Pass, SendDown
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.breach import CullHeroes, CullVillage
from tsolve.games.thunderstone.planning import outlook
from tsolve.games.thunderstone.play import Play
from tsolve.games.thunderstone.state import State, Tally
from tsolve.games.thunderstone.tasks import ENGINE
from tsolve.games.thunderstone.turn.battle import conclude
from tsolve.games.thunderstone.turn.hall import Refill
from tsolve.games.thunderstone.turn.traps import MayEscape, Strike

Counted = frozenset[str]
"""Levels of a goal that count what the whole turn comes to; see `goals.WHOLE_TURN`."""


def end_of_turn(book: Book, state: State, counted: Counted) -> State | None:
    """The position in which the turn ends; None while the active player has a choice that these levels count.

    `state` is that of a decided battle. The Hall is filled with unknown cards where chance decides.
    """
    certain = True
    while state.step != "ending" and not state.over and state.todo:
        task = state.todo[-1]
        mover = task.mover(book, state)
        play = Play(book, replace(state, todo=state.todo[:-1]))
        if mover == ENGINE:
            task.run(play)
        elif mover == state.active:
            options = task.options(book, state)
            if certain and any(has_a_say(book, state, option, counted) for option in options):
                return None
            if certain and counted and isinstance(task, Strike | MayEscape):
                return None
            task.answer(play, Pass() if Pass() in options else options[0])
        else:
            certain = False
            if isinstance(task, Refill):
                play.set(dungeon=piles.UNKNOWN)
                play.push(task)
        state = play.state
    return state


def has_a_say(book: Book, state: State, option: Action, counted: Counted) -> bool:
    """Whether levels that count the whole turn may come to something else by this choice after the battle."""
    if isinstance(option, Buy):
        return counts_card(book.card(option.card), counted)
    return bool(counted) and isinstance(option, SendDown) and _moves_much(book, state)


def counts_card(card: Card, counted: Counted) -> bool:
    """Whether these levels count it when this card comes or goes."""
    if "worth" in counted and card.cost:
        return True
    return bool(counted - {"worth", "goes_on"}) and bool(card.vp or card.scoring)


def _moves_much(book: Book, state: State) -> bool:
    """Whether it may matter which Monster leaves the Hall: a Thunderstone moves up, or a Breach that players
    feel or that changes what Spoils may buy.
    """
    facts = [card for slot in state.hall if (card := book.cards.get(slot.card)) is not None]
    breaches = [effect for card in facts for effect in card.breach]
    if any(card.kind == "thunderstone" for card in facts) or not all(
        isinstance(each, CullHeroes | CullVillage) for each in breaches
    ):
        return True
    return bool(breaches) and state.stock is not None and not book.spoiling.isdisjoint(_near(state))


class Ending(NamedTuple):
    """What the end of a turn brings from the decision of its battle on, the losses of the party apart."""

    points: tuple[int, ...]
    """The change of each player's score."""
    costs: int
    """The change of the printed costs of the active player's cards."""
    over: bool
    """Whether the game ends."""
    stone: bool
    """Whether the active player takes the Thunderstone."""


class Endings(NamedTuple):
    """What follows the attack on one Monster."""

    won: Ending
    lost: Ending


def endings(book: Book, state: State, rank: int) -> Endings:
    """What follows a victory, and what a defeat, against the Monster of a Rank."""
    known = book.latest(state)
    if rank not in known:
        known[rank] = _endings(book, state, rank)
    found: Endings = known[rank]
    return found


def _endings(book: Book, state: State, rank: int) -> Endings:
    bare = replace(
        state,
        party=tuple(member for member in state.party if member.perishes and not member.left),
        target=rank,
        step="battle",
        todo=(),
        tally=Tally(attacked=state.at(rank).card),
    )
    if touches_owned(book, state):
        bare = replace(bare, party=state.party)
        return Endings(_ending(book, bare, True), _ending(book, bare, False))
    laid = tuple(player.treasures for player in state.players)
    key: Hashable = rank, state.hall, state.outside, state.dungeon, state.active, laid, bare.party
    if key not in book.endings:
        book.endings[key] = Endings(_ending(book, bare, True), _ending(book, bare, False))
    found: Endings = book.endings[key]
    return found


def _ending(book: Book, state: State, won: bool) -> Ending:
    play = Play(book, state)
    conclude(play, won)
    end = end_of_turn(book, play.state, frozenset())
    assert end is not None
    points = tuple(scoring.points(book, end, player) for player in range(len(end.players)))
    return Ending(points, scoring.costs(book, end), end.over, end.stone_owner == state.active)


def head_start(book: Book, state: State, ending: Ending) -> int:
    """What is added to the change of the own score to make the lead at the end. (TS-17.2)"""
    began = scoring.scores(book, state)[state.active] - scoring.points(book, state)
    return began - max(_of_others(book, state, ending).values(), default=0)


def tie(book: Book, state: State, ending: Ending) -> int:
    """What it is to end the game with as many points as the best of the others: 1 to win as the owner of a
    Thunderstone, -1 to lose to one, 0 to share. (TS-17.2)
    """
    if ending.stone:
        return 1
    others = _of_others(book, state, ending)
    rivals = {player for player, score in others.items() if score == max(others.values())}
    holders = set(scoring.stone_holders(book, state))
    if holders.isdisjoint({state.active, *rivals}):
        return 0
    return int(holders.isdisjoint(rivals)) if state.active in holders else -1


def _of_others(book: Book, state: State, ending: Ending) -> dict[int, int]:
    """The final scores of the other players."""
    scores = zip(scoring.scores(book, state), ending.points, strict=True)
    return {player: now + more for player, (now, more) in enumerate(scores) if player != state.active}


def touches_owned(book: Book, state: State) -> bool:
    """Whether cards near this battle take something of what the players own, or score by it."""
    return scores_unevenly(book, state) or not outlook.touching(book).isdisjoint(_near(state))


def scores_unevenly(book: Book, state: State) -> bool:
    """Whether somebody owns a card whose Victory Points hang on what else is owned."""
    known = book.latest(state)
    if "uneven" not in known:
        known["uneven"] = bool(book.scoring) and scoring.is_owned(book, state, book.scoring)
    return bool(known["uneven"])


def _near(state: State) -> list[str]:
    """The cards that may act after the battle."""
    standing = [slot.card for slot in state.standing]
    return [*standing, *contents(state.dungeon), *[m.card for m in state.party if not m.left]]
