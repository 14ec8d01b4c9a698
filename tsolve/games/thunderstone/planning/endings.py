"""How a turn ends once its battle is decided.

Results of chance, unknown cards or other players' choices do not count unless they come in any case.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import contents
from tsolve.cardkit.tasks import ENGINE
from tsolve.games.thunderstone import game
from tsolve.games.thunderstone.actions import Action, Buy, Pass
from tsolve.games.thunderstone.answers import SendDown
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.base import BreachEffect, SpoilsEffect
from tsolve.games.thunderstone.effects.monsters import CullHeroes, CullVillage
from tsolve.games.thunderstone.planning import card_facts
from tsolve.games.thunderstone.play import Play
from tsolve.games.thunderstone.state import Member, State, Tally
from tsolve.games.thunderstone.turn.battle import conclude
from tsolve.games.thunderstone.turn.hall import Refill
from tsolve.games.thunderstone.turn.traps_and_treasures import MayEscape, Strike

if TYPE_CHECKING:
    from tsolve.games.thunderstone.effects.base import Effect

Counted = frozenset[str]
"""Levels of a goal that count the whole turn; see `goals.WHOLE_TURN`."""


def end_of_turn(book: Book, state: State, counted: Counted, play: Play | None = None) -> State | None:
    """The position in which the turn ends; None while the active player has a choice that these levels count.

    In `state` the battle is decided. The Hall is filled with unknown cards where chance decides. `play` is
    the working copy to use.
    """
    play = play or Play(book, state)
    certain = True
    while state.step != "ending" and not state.over and state.todo:
        task = state.todo[-1]
        mover = task.mover(book, state)
        play.state = replace(state, todo=state.todo[:-1])
        if mover == ENGINE:
            task.run(play)
        elif mover == state.active:
            options = task.options(book, state)
            if certain and any(affects_rest(book, state, option, counted) for option in options):
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


def affects_rest(book: Book, state: State, option: Action, counted: Counted) -> bool:
    """Whether this choice after the battle may change levels that count the whole turn."""
    if isinstance(option, Buy):
        return counts_card(book.card(option.card), counted)
    return bool(counted) and isinstance(option, SendDown) and _moves_much(book, state)


def counts_card(card: Card, counted: Counted) -> bool:
    """Whether gaining or losing this card changes these levels."""
    if "growth" in counted and card.cost:
        return True
    return bool(counted - {"growth", "goes_on"}) and bool(card.vp or card.scoring)


def _moves_much(book: Book, state: State) -> bool:
    """Whether it may matter which Monster leaves the Hall, since a Thunderstone may move up, or a Breach may
    affect players or what Spoils may buy.
    """
    facts = [card for slot in state.hall if (card := book.cards.get(slot.card)) is not None]
    breaches = [effect for card in facts for effect in card.breach]
    if any(card.kind == "thunderstone" for card in facts) or not all(
        isinstance(each, CullHeroes | CullVillage) for each in breaches
    ):
        return True
    return bool(breaches) and state.stock is not None and not book.spoiling.isdisjoint(_near(state))


class Ending(NamedTuple):
    """The results of a turn after its battle is decided, without the losses of the party."""

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
    alike = _ends_alike(book, state)
    if alike is not None and rank not in alike:
        bare = _in_battle_with(state, rank, _perishing(state))
        alike[rank] = _unless_taken(book, bare, True), _unless_taken(book, bare, False)
    won, lost = (None, None) if alike is None else alike[rank]
    if won is None or lost is None:
        whole = _in_battle_with(state, rank, state.party)
        won = won or _ending(_Watched(book, whole), True)
        lost = lost or _ending(_Watched(book, whole), False)
    return Endings(won, lost)


def _ends_alike(book: Book, state: State) -> dict[int, tuple[Ending | None, Ending | None]] | None:
    """What follows battles in positions like this one, by the Rank, as far as it is known; None where it may
    depend on what players own.
    """
    known = book.latest(state)
    if "ends alike" not in known:
        laid = tuple([player.treasures for player in state.players])
        key: Hashable = state.hall, state.outside, _dungeon(state), state.active, laid, _perishing(state)
        known["ends alike"] = None if _counts_owned(book, state) else book.endings.setdefault(key, {})
    found: dict[int, tuple[Ending | None, Ending | None]] | None = known["ends alike"]
    return found


def _dungeon(state: State) -> piles.Pile:
    """The Dungeon Deck; where chance decides which card comes, it is as good as unknown to the end."""
    return piles.UNKNOWN if piles.choices(state.dungeon) > 1 else state.dungeon


def _perishing(state: State) -> tuple[Member, ...]:
    return tuple([member for member in state.party if member.perishes and not member.left])


def _in_battle_with(state: State, rank: int, party: tuple[Member, ...]) -> State:
    """The position just before the attack on a Rank is decided."""
    tally = Tally(attacked=state.at(rank).card)
    return replace(
        state, party=party, dungeon=_dungeon(state), target=rank, step="battle", todo=(), tally=tally
    )


class _Watched(Play):
    """Notes whether cards that players own may be taken."""

    __slots__ = ("takes",)

    def __init__(self, book: Book, state: State) -> None:
        super().__init__(book, state)
        self.takes = False

    def exercise(self, card: str, effect: Effect) -> None:
        acts = isinstance(effect, BreachEffect | SpoilsEffect)
        self.takes = self.takes or (acts and not isinstance(effect, card_facts.SPARING))


def _unless_taken(book: Book, state: State, won: bool) -> Ending | None:
    """How the turn ends with this party; None where the cards that players own may decide."""
    play = _Watched(book, state)
    ending = _ending(play, won)
    return None if play.takes else ending


def _ending(play: _Watched, won: bool) -> Ending:
    book, me = play.book, play.state.active
    conclude(play, won)
    end = end_of_turn(book, play.state, frozenset(), play)
    assert end is not None
    points = tuple(game.victory_points(book, end, player) for player in range(len(end.players)))
    return Ending(points, game.costs(book, end), end.over, end.stone_owner == me)


def _counts_owned(book: Book, state: State) -> bool:
    """Whether the end may depend on what players own although no Monster takes any of it."""
    known = book.latest(state)
    if "counts owned" not in known:
        own = card_facts.touching(book).intersection([m.card for m in state.party if not m.left])
        scoring = bool(book.scoring) and not book.scoring.isdisjoint(_near(state))
        known["counts owned"] = bool(own) or scoring or scores_unevenly(book, state)
    return bool(known["counts owned"])


def head_start(book: Book, state: State, ending: Ending) -> int:
    """The player's lead at the end, less the change of the player's score. (TS-17.2)"""
    began = game.all_victory_points(book, state)[state.active] - game.victory_points(book, state)
    return began - max(_of_others(book, state, ending).values(), default=0)


def tie(book: Book, state: State, ending: Ending) -> int:
    """The result of a game that ends in a tie with the best other player: 1 for a victory as owner of a
    Thunderstone, -1 for a defeat by an owner, 0 for a shared victory. (TS-17.2)
    """
    if ending.stone:
        return 1
    others = _of_others(book, state, ending)
    rivals = {player for player, score in others.items() if score == max(others.values())}
    holders = set(game.stone_holders(book, state))
    if holders.isdisjoint({state.active, *rivals}):
        return 0
    return int(holders.isdisjoint(rivals)) if state.active in holders else -1


def _of_others(book: Book, state: State, ending: Ending) -> dict[int, int]:
    """The final scores of the other players."""
    scores = zip(game.all_victory_points(book, state), ending.points, strict=True)
    return {player: now + more for player, (now, more) in enumerate(scores) if player != state.active}


def scores_unevenly(book: Book, state: State) -> bool:
    """Whether somebody owns a card whose Victory Points depend on what else is owned."""
    known = book.latest(state)
    if "uneven" not in known:
        known["uneven"] = bool(book.scoring) and game.is_owned(book, state, book.scoring)
    return bool(known["uneven"])


def points_so_far(book: Book, state: State) -> int:
    """The change of the active player's score in this turn."""
    known = book.latest(state)
    if "points" not in known:
        known["points"] = game.victory_points(book, state)
    return int(known["points"])


def _near(state: State) -> list[str]:
    """The cards that may act after the battle."""
    standing = [slot.card for slot in state.standing]
    return [*standing, *contents(state.dungeon), *[m.card for m in state.party if not m.left]]
