"""Thunderstone as a game of the engine: who moves, what is legal, what follows; and the Victory Points,
what a turn changes of them, and who wins. (TS-17.2)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tsolve.budget import spend
from tsolve.cardkit import piles
from tsolve.cardkit.pending_game import OFFERED, PendingGame
from tsolve.cardkit.piles import contents, has_unknown, in_any_order
from tsolve.cardkit.tasks import Reason
from tsolve.engine import Probe
from tsolve.games.thunderstone.actions import Action, Destroy, Pass, Task, UseTreasure, rulings_in
from tsolve.games.thunderstone.answers import Discard, Draw, Reveal, TurnUp
from tsolve.games.thunderstone.book import DISEASE, Book
from tsolve.games.thunderstone.play import Play
from tsolve.games.thunderstone.state import NONE, Move, Player, State, are_alike, symmetry_key
from tsolve.games.thunderstone.turn import free, steps
from tsolve.games.thunderstone.turn.drawing import LookAtDungeon
from tsolve.games.thunderstone.turn.other_players import may_hold
from tsolve.games.thunderstone.turn.traps_and_treasures import effect_of
from tsolve.games.thunderstone.writing.notation import notation, zones
from tsolve.model.trace import Refusal, Trace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tsolve.games.thunderstone.effects.base import Scoring


def owned(state: State, player: int) -> list[str]:
    """Every known card that a player owns: deck, discard pile, hand, and a Hero lent to another player.

    A card that a Battle Effect has destroyed is owned until it leaves (TS-7.8).
    """
    owner = state.players[player]
    cards = [*piles.contents(owner.deck), *owner.discard, *(owner.hand or ())]
    for member in state.party:
        holder = state.active if member.owner == NONE else member.owner
        if holder == player and not member.left:
            cards.append(member.card)
    if player == state.active:
        cards += (*state.found, *state.aside)
    return cards + [card for seat, card in state.turned if seat == player]


def counted(book: Book, state: State, player: int) -> list[str]:
    """The cards that count for a player at the end, also those that Treasures return to the deck. (TS-17.2,
    DS-7)
    """
    cards = owned(state, player)
    for treasure in state.players[player].treasures:
        effect = effect_of(book, treasure.card)
        if treasure.holds and effect is not None and effect.returns:
            cards += (treasure.card, treasure.holds)
    return cards


def is_owned(book: Book, state: State, cards: frozenset[str]) -> bool:
    """Whether one of these cards counts for anybody at the end."""
    for player in state.players:
        if player.treasures:
            return any(not cards.isdisjoint(each) for each in everything(book, state))
        piled = (*(segment.cards for segment in player.deck), player.discard, player.hand or ())
        if not all(map(cards.isdisjoint, piled)):
            return True
    shown = [member.card for member in state.party if not member.left]
    turned = [card for _, card in state.turned]
    return not all(map(cards.isdisjoint, (shown, state.found, state.aside, turned)))


def everything(book: Book, state: State) -> list[list[str]]:
    """The cards that count for each player at the end."""
    return [counted(book, state, player) for player in range(len(state.players))]


def all_victory_points(book: Book, state: State) -> list[int]:
    """The Victory Points of all cards that each player owns. (TS-17.2)"""
    cards = everything(book, state)
    return [score(book, cards, player) for player in range(len(cards))]


def victory_points(book: Book, state: State, player: int = NONE) -> int:
    """The change of a player's final score in this turn; by default the active player's. (TS-17.2)

    The score of all cards owned now, less that of the cards owned when the turn began. Unknown cards, and
    cards that became known in the turn, make no difference.
    """
    moved, me = state.tally.moved, state.active if player == NONE else player
    if not moved:
        return 0
    if book.scoring.isdisjoint(card for _, card, _ in moved) and not is_owned(book, state, book.scoring):
        return sum(by * (book.card(card).vp or 0) for owner, card, by in moved if owner == me)
    now = everything(book, state)
    before = [_as_it_was(cards, moved, owner) for owner, cards in enumerate(now)]
    return score(book, now, me) - score(book, before, me)


def costs(book: Book, state: State) -> int:
    """The change of the printed costs of the active player's cards in this turn."""
    return sum(by * book.costs[card] for player, card, by in state.tally.moved if player == state.active)


def lead(book: Book, state: State) -> int:
    """The active player's score less the best of the other players'. (TS-17.2)"""
    everybody = all_victory_points(book, state)
    return everybody.pop(state.active) - max(everybody, default=0)


def _as_it_was(cards: list[str], moved: tuple[Move, ...], player: int) -> list[str]:
    """What a player owned before these cards moved."""
    before = list(cards)
    for owner, card, by in moved:
        if owner == player and by < 0:
            before.append(card)
    for owner, card, by in moved:
        if owner == player and by > 0 and card in before:
            before.remove(card)
    return before


def score(book: Book, all_cards: Sequence[Sequence[str]], player: int) -> int:
    """The Victory Points of all cards of a player, where each player has these cards at the end."""
    return sum(worth(book, card, all_cards, player) for card in all_cards[player])


def worth(book: Book, card: str, all_cards: Sequence[Sequence[str]], player: int) -> int:
    """The Victory Points of one card for a player, where each player has these cards at the end."""
    more = sum(points for _, points in extra_entries(book, card, all_cards, player))
    return (book.card(card).vp or 0) + more


def extra_entries(
    book: Book, card: str, all_cards: Sequence[Sequence[str]], player: int
) -> Iterator[tuple[Scoring, int]]:
    """What the effects of a card add to its printed points. (DS-10)"""
    for effect in book.card(card).scoring:
        yield effect, effect.worth(book, all_cards, player)


def unknown_piles(state: State, player: int) -> tuple[str, ...]:
    """The piles of a player that are not fully known. An unseen hand is not one of them if the cards of hand
    and deck together are known.
    """
    owner = state.players[player]
    in_hand = owner.hand is None and not piles.lies_elsewhere(owner.deck)
    hidden = {"hand": in_hand, "deck": piles.has_unknown(owner.deck)}
    return tuple(pile for pile, is_hidden in hidden.items() if is_hidden)


def stone_holders(book: Book, state: State) -> tuple[int, ...]:
    """The players who own a Thunderstone."""
    return tuple(
        player
        for player, cards in enumerate(everything(book, state))
        if any(book.card(card).kind == "thunderstone" for card in cards)
    )


def winners(book: Book, state: State) -> tuple[int, ...]:
    """Who would win now: the best score; among equals the owner of the Thunderstone, else all. (TS-17.2)"""
    everybody = all_victory_points(book, state)
    first = tuple(player for player, score in enumerate(everybody) if score == max(everybody))
    if state.stone_owner in first:
        return (state.stone_owner,)
    return tuple(player for player in stone_holders(book, state) if player in first) or first


class Thunderstone(PendingGame[Book, State, Play, Action]):
    """The rules under one set of readings. (`tsolve.engine.Game`)"""

    ending = ("TS-17.1",)
    drawing = ("TS-3.4",)

    def __init__(
        self,
        book: Book,
        probe: Probe[State, Action] | None = None,
        halts_before: tuple[type[Task], ...] = (),
    ) -> None:
        super().__init__(book if probe is None else book.noted_by(probe), probe, halts_before)
        self.explored: list[Any] = []
        """Searches for the situations of a turn, remembered by `planning.situations.explored`."""

    def begin(self, state: State, trace: Trace | None = None) -> Play:
        return Play(self.book, state, trace)

    def free_actions(self, state: State) -> list[Action]:
        return steps.legal(self.book, state)

    def refuse(self, state: State, action: Action) -> Reason | None:
        return free.refuse(action, self.book, state)

    def carry_out(self, play: Play, action: Action) -> None:
        free.carry_out(action, play)

    def card_of(self, event: Action) -> str:
        card = event.card if isinstance(event, (Draw, Reveal, TurnUp)) else ""
        return card if card in self.book.cards else ""

    def is_same(self, state: State, action: Action, option: Action) -> bool:
        if (field := action.copied) and type(action) is type(option):
            return are_alike(state, getattr(action, field), getattr(option, field))
        return action == option

    def passes(self, action: Action) -> bool:
        return isinstance(action, Pass)

    def times_done(self, state: State, action: Action) -> Callable[[State], int] | None:
        match action:
            case Destroy(card) if 0 <= card < len(state.party):
                return partial(_times_destroyed, state.party[card].card)
            case Discard(player, card) if player == state.active:
                return partial(_times_discarded, card)
        return None

    def preparations(self, state: State) -> list[Action]:
        """Every legal action of a free step that is neither an attack nor passing; equal ones once."""
        spend(OFFERED)
        actions = [] if state.over else steps.preparations(self.book, state)
        self._offered = state, tuple(actions)
        return actions

    def rulings_for(self, state: State, action: Action) -> tuple[str, ...]:
        """The rulings that allow a legal action: the card's own first, then the general rule."""
        task = state.todo[-1] if state.todo else None
        comes = isinstance(action, (Draw, Reveal)) and not isinstance(task, LookAtDungeon)
        if task is None or comes or isinstance(action, UseTreasure):
            return rulings_in(action, self.book, state)
        return task.rulings_for(self.book, state)

    def refusals(self, state: State) -> list[Refusal]:
        """What the active player might try at a free step but is not allowed to do."""
        if state.over or state.todo:
            return []
        found = []
        for action in steps.attempts(self.book, state):
            reason = free.refuse(action, self.book, state)
            if reason is not None:
                found.append(Refusal(self.notation(state, action), *reason))
        return found

    def scores(self, state: State) -> list[int]:
        """The Victory Points of all cards that each player owns. (TS-17.2)"""
        return all_victory_points(self.book, state)

    def key(self, state: State) -> Hashable:
        """The position without the order of the hand and without what no longer matters."""
        return self.in_parts(state)

    def in_parts(self, state: State) -> tuple[State, Hashable, Hashable]:
        """The key in three parts: the position without its hand, the hand, and the cards that have left it.

        The order of the hand is kept while a waiting task refers to cards by their places.
        """
        members: Hashable = state.party
        if not any(task.points for task in state.todo):
            alike = [
                symmetry_key(state, i) if m.weapons or m.bearer != NONE else m
                for i, m in enumerate(state.party)
                if not m.left or m.thrown
            ]
            members = in_any_order(alike)
        players = tuple([_unordered(player) for player in state.players])
        spells = state.spells if state.spells and self._counts_spells(state) else 0
        return (
            replace(
                state, party=(), removed=(), players=players, spells=spells, tally=state.tally.in_any_order
            ),
            members,
            self._gone(state),
        )

    def _gone(self, state: State) -> Hashable:
        """The cards that have left the hand, if some card depends on them. (DS-12)"""
        book = self.book
        gone = [m.card for m in state.party if m.left] if book.recalling or book.recounting else []
        if not gone:
            return None
        heroes = book.recalling and book.reads("veteran_heroes", "revealed")
        minded = frozenset(card for card in gone if card in book.heroes) if heroes else None
        return minded, in_any_order(gone) if self._recounts(state) else None

    def _recounts(self, state: State) -> bool:
        """Whether a card may come up that counts revealed cards, even those that have left the hand."""
        counters = self.book.recounting
        if not counters or not self.book.reads("revealed_counts", "revealed"):
            return False
        if has_unknown(state.dungeon) or may_hold(state, counters):
            return True
        return not counters.isdisjoint([*(slot.card for slot in state.standing), *contents(state.dungeon)])

    def _counts_spells(self, state: State) -> bool:
        """Whether a Hero that counts the Spells used may fight: from the hand, the deck, or another player's
        hand.
        """
        if state.todo or has_unknown(state.me.deck):
            return True
        return may_hold(state, self.book.tallying) or may_hold(state, self.book.hidden_hands)

    def notation(self, state: State, action: Action) -> str:
        """The action in words."""
        return notation(self.book, state, action)

    def zones(self, state: State) -> tuple[tuple[str, str], ...]:
        """The position in words, zone by zone."""

        return zones(self.book, state)

    def turn_of(self, state: State) -> int:
        """The player whose turn it is, counted from 1."""
        return state.active + 1

    def begins_turn(self, state: State) -> bool:
        """Whether a turn starts here: the active player has not yet chosen where to go."""
        return state.step == "choose" and not state.todo


def _times_destroyed(card: str, state: State) -> int:
    """How many copies of this card of the player's were destroyed this turn."""
    return state.tally.diseases_destroyed if card == DISEASE else state.tally.destroyed.count(card)


def _times_discarded(card: str, state: State) -> int:
    """How many copies of this card went from the hand to the discard pile, before the turn ends."""
    return 0 if state.step == "ending" else state.me.discard.count(card) - state.tally.gained.count(card)


def _unordered(player: Player) -> Player:
    """The player with discard pile and hand sorted, since their order does not matter."""
    if len(player.discard) < 2 and (player.hand is None or len(player.hand) < 2):
        return player
    hand = None if player.hand is None else tuple(sorted(player.hand))
    return replace(player, discard=tuple(sorted(player.discard)), hand=hand)
