"""What unknown could make a turn better than the answer: cards of an unknown Village, and unknown cards from
the player's deck.

As unknown cards it tries the starting cards, the player's cards that can be seen, and those that the Village
sells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.budget import SpentError, allow, current
from tsolve.cardkit import piles
from tsolve.cardkit.piles import contents, has_unknown
from tsolve.contract.measures import Goal, names_in
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.effects.abilities import BorrowHero, Draw, DungeonFollows
from tsolve.games.quest.effects.base import DungeonAfterVillage
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.bounds import most_drawn
from tsolve.games.quest.planning.coverage import usable
from tsolve.games.quest.planning.goals import GAINS, RISES, Value
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.market import for_sale, temple_forbids
from tsolve.games.quest.turn.untold import UNTOLD, might_sell, with_everything
from tsolve.model.plays import PossibleEnd, UnknownDraw
from tsolve.solve.policy import Worth

if TYPE_CHECKING:
    from tsolve.games.quest.position import QuestPosition
    from tsolve.model.answers import SolveAnswer


NOT_TRIED = f"{UNTOLD}: no card is bought there, and no Hero levels up or is borrowed"
_GAINED = frozenset({"vp", "growth", "purchase", "levels", "hp", "unspent"})
"""Levels of a goal that a card of the Village can change."""


class UntoldVillage:
    """Whether a card of the unknown stacks was available on some way that was tried, and might count: a
    gained card if the goal counts it or it may be drawn, a borrowed Hero always.
    """

    def __init__(self, game: Quest, goal: Goal) -> None:
        self.game = game
        self.counts = any(name in _GAINED or name.startswith((GAINS, RISES)) for name in names_in(goal))
        self.missed = False
        self.hope: Value | None = None
        """The highest value of a turn if its Spoils could take any card of the box."""
        self._seen: set[Hashable] = set()

    def look(self, state: State) -> None:
        """Note whether some card of the box could be bought, levelled up to or borrowed here."""
        if self.missed or state.stacks is not None or state.todo:
            return
        lends = _lends(self.game.book, state)
        if not (self.counts or lends or may_draw_discards(self.game.book, state)):
            return
        riches = state.me.location, state.phase, state.gold, state.spent_gold, state.me.xp, lends
        if riches not in self._seen:
            self._seen.add(riches)
            self.missed = might_sell(self.game, state)

    def look_after(self, state: State, worth: Callable[[State], Value]) -> None:
        """Note the value of the rest of a turn after its battle if every card were for sale."""
        if self.counts and not self.missed and might_sell(self.game, state):
            found = worth(with_everything(self.game.book, state))
            self.hope = found if self.hope is None else max(self.hope, found)

    def left_out(self, found: Worth | None) -> bool:
        """Whether cards of the unknown Village might allow something better than what was found."""
        return self.missed or (self.hope is not None and (found is None or self.hope > found))


def _lends(book: Book, state: State) -> tuple[tuple[str, int], ...]:
    """The cards whose abilities borrow Heroes, with their used abilities, one bit each."""
    laid = (state.laid[place] for place in state.firsts())
    cards = ((each, book.card(each.card)) for each in laid)
    return tuple(
        (card.id, each.used)
        for each, card in cards
        if any(isinstance(effect, BorrowHero) for ability in card.abilities for effect in ability.do)
    )


def may_draw_discards(book: Book, state: State) -> bool:
    """Whether a card that is bought may still be drawn in this turn: in a Dungeon phase after the Village, or
    by Spoils.
    """
    deck = state.me.deck
    if has_unknown(deck) or temple_forbids(book, state) or most_drawn(book, state) <= len(contents(deck)):
        return False
    cards = [book.card(card) for card in state.laid_out]
    if state.phase != "prepare" and state.me.room != NONE and not state.me.location:
        return any(isinstance(effect, Draw) for ability in usable(cards, "spoils") for effect in ability.do)
    follows = (effect for card in cards for ability in card.abilities for effect in ability.do)
    return any(isinstance(effect, DungeonFollows) for effect in follows) or any(
        card.has(DungeonAfterVillage) for card in cards
    )


BRINGS = " brings an unknown card"
"""Follows the name of the drawing card when an answer says what was left out."""
DEPENDS_ON_IT = ": what follows depends on it"
_SHARE = 0.2
"""The share of the budget for this."""
_Worth = tuple[Fraction, ...]


def what_cards_do(
    position: QuestPosition,
    answer: SolveAnswer,
    solve: Callable[[QuestPosition], SolveAnswer],
    levels: int | None = None,
) -> tuple[UnknownDraw, ...]:
    """Which cards on top of the player's deck would make the best turn better than `answer`, which draws
    none.

    `levels`: how many levels of the goal count; all by default. Empty if no ability draws an unknown card.
    """
    drawing = [text.partition(BRINGS)[0] for text in answer.left_out if BRINGS in text]
    if not drawing or not piles.has_unknown(position.state.me.deck):
        return ()
    found: dict[str, tuple[_Worth, SolveAnswer]] = {}
    with suppress(SpentError), allow(current().part(_SHARE)):
        for card in _likely(position):
            current().spend(0)
            there = solve(position.at(_with_top(position.state, card)))
            if (worth := _worth(there, levels)) is not None:
                found[position.book.name(card)] = worth, there
    if not found:
        return ()
    before = _worth(answer, levels)
    better = tuple(name for name, (worth, _) in found.items() if before is None or worth > before)
    worths = [worth for worth, _ in found.values()]
    best, worst = _end(found, max(worths)), _end(found, min(worths))
    return (UnknownDraw((), drawing[0], best, worst, better, len(found), answer.goal, every=False),)


def _likely(position: QuestPosition) -> Iterator[str]:
    """The cards that are tried, each once."""
    book, state = position.book, position.state
    starters = (card.id for card in book.cards.values() if "Starter" in card.keywords)
    seen = (*(state.me.hand or ()), *(laid.card for laid in state.laid), *state.me.discard)
    return iter(dict.fromkeys((*starters, *seen, *for_sale(state))))


def _with_top(state: State, card: str) -> State:
    """The position with this card as the first unknown one of the own deck."""
    deck = state.me.deck
    known = piles.above_unknown(deck)
    me = replace(state.me, deck=(*piles.put_under(known, card), *deck[len(known) :]))
    return replace(state, players=(*state.players[: state.active], me, *state.players[state.active + 1 :]))


def _worth(answer: SolveAnswer, levels: int | None) -> _Worth | None:
    if answer.policy is not None:
        return tuple(Fraction(number.exact) for number in answer.policy.worth)[:levels]
    return tuple(map(Fraction, answer.objective))[:levels] if answer.best else None


def _end(found: dict[str, tuple[_Worth, SolveAnswer]], worth: _Worth) -> PossibleEnd:
    """The end of the turn with the cards that give this value."""
    names = tuple(name for name, (each, _) in found.items() if each == worth)
    answer = found[names[0]][1]
    title = answer.best[0].title if answer.best else ""
    return PossibleEnd(title, tuple(map(int, worth)), names)
