"""What can allow a step: the phases of a turn in which a player may take it freely, and the texts that ask
for it. If there are none, the step is impossible, and no search is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import get_args

from msgspec import Struct

from tsolve.cardkit.forms import plain_step
from tsolve.cardkit.piles import contents, has_unknown
from tsolve.errors import InputError
from tsolve.games.quest.actions import Action, Destroy, Give, Move, PutOnDeck, Use, UseSpoils, UseToken
from tsolve.games.quest.answers import (
    NONE,
    TOKENS,
    Accept,
    Borrow,
    CancelText,
    Choose,
    GiveUp,
    Ignore,
    PutBack,
    PutChampion,
)
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import (
    BorrowHero,
    CancelBefore,
    DestroyItself,
    DestroyOwn,
    DiscardItself,
    Draw,
    DungeonFollows,
    HealAndDraw,
    OnDiscard,
    Sacrifice,
    Stride,
    SwapDefence,
    ToDeck,
    XpForSurplus,
)
from tsolve.games.quest.effects.base import (
    CleanseDeck,
    DestroyTokens,
    DiscardDeck,
    DiscardOther,
    DungeonAfterVillage,
    Effect,
    Ignores,
    LeavesWithPurchase,
    WoundsForLight,
)
from tsolve.games.quest.effects.demands import DiscardForHealth, Lose, LoseTokens, MoveChampion
from tsolve.games.quest.planning.reach import within_light
from tsolve.games.quest.planning.unknown import may_draw_discards
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.state import AFTER_GOLD, WILDERNESS, Phase, State
from tsolve.games.quest.turn.dungeon import is_boost
from tsolve.games.quest.turn.market import in_stacks
from tsolve.games.quest.writing.not_here import none_here

PHASES: tuple[Phase, ...] = get_args(Phase)
"""The steps of a turn in their order."""
NEVER = -1
_VISIT = ("temple", "village", *AFTER_GOLD)
"""The steps of a turn that are in the Village."""
_TEXTS: dict[type, tuple[type[Effect], ...]] = {
    PutOnDeck: (ToDeck,),
    PutBack: (ToDeck,),
    Destroy: (Lose, Sacrifice, DestroyOwn, DiscardOther),
    GiveUp: (Lose, Sacrifice, DestroyOwn, DiscardOther),
    Give: (),
    UseToken: (),
    Move: (),
    Choose: (Sacrifice, SwapDefence, XpForSurplus),
    CancelText: (CancelBefore,),
    Borrow: (BorrowHero,),
    Ignore: (Ignores,),
    PutChampion: (MoveChampion, Stride),
    Accept: (Draw, HealAndDraw, OnDiscard),
    Use: (),
}
"""The only texts that ask for a step, or offer it. Steps with the same texts share them, since such a text
may lead to either.
"""
_ITS_OWN = (LeavesWithPurchase, DestroyItself, DiscardItself)
"""Texts by which the card itself leaves."""
_FREE: dict[type, tuple[str, ...]] = {PutOnDeck: ("temple",), PutBack: ("temple",), Give: ("dungeon",)}
"""The steps of a turn in which the action needs no text."""
DRAWING = (Draw, HealAndDraw, DiscardDeck, CleanseDeck, DiscardForHealth)
"""Texts by which cards come off the deck."""


def last_phase(world: QuestPosition, text: str) -> int | None:
    """The index in `PHASES` of the last phase in which the step that `text` names can come; `NEVER` if
    nothing brings it, None if nothing is proved.
    """
    if none_here(plain_step(text), world.ruleset) is not None:
        return NEVER
    with suppress(InputError):  # the caller reports it
        written = world.step_reader().read(world.state, text, None)
        if written.is_whole:
            book, state = world.book, world.state
            return _last_phase(book, state, written.action, lambda: _texts_of_the_turn(book, state))
    return None


def may_come_of(world: QuestPosition, cards: Iterable[Card], action: Action) -> bool:
    """Whether these cards, if they were in the Dungeon, could allow the step, by their texts or those of the
    player's cards.
    """
    book, state = world.book, world.state
    if isinstance(action, UseSpoils):
        ability = action.ability_in(book, state)
        is_there = action.card == state.me.sponsor or any(
            card.id == action.card and card.abilities for card in cards
        )
        return is_there and ability is not None and "spoils" in ability.phases
    if isinstance(action, UseToken):  # those that are won serve in the Spoils (QUEST-9.2)
        return action.token == "iron_rations" and any(action.token in card.rewards for card in cards)
    if isinstance(action, Use):
        return True
    said = [*chain.from_iterable(map(effects, cards))]

    def acting() -> list[Effect] | None:
        mine = _of_the_player(book, state)
        draws = has_unknown(state.me.deck) and any(isinstance(each, DRAWING) for each in said)
        return None if mine is None or draws else [*mine, *said]

    return _last_phase(book, state, action, acting) is None


def _last_phase(
    book: Book, state: State, action: Action, texts_acting: Callable[[], list[Effect] | None]
) -> int | None:
    texts = _TEXTS.get(type(action))
    if texts is None or state.todo or _is_told_otherwise(book, state, action):
        return None
    if isinstance(action, Borrow) and not _is_lent(book, state, action):
        return NEVER
    if isinstance(action, Destroy | GiveUp) and state.laid_out[action.card] in TOKENS:
        texts = *texts, LoseTokens, DestroyTokens
    acting = texts_acting()
    if acting is None or any(_asks(effect, texts) for effect in acting):
        return None
    if isinstance(action, Destroy | GiveUp):
        itself = book.card(state.laid_out[action.card])
        return None if any(isinstance(effect, _ITS_OWN) for effect in effects(itself)) else NEVER
    free = _FREE.get(type(action), ())
    if isinstance(action, Use):
        free = _phases_of(book, state, action)
    if isinstance(action, Move):  # for Wounds, which the room does not take
        return NEVER
    if isinstance(action, Give | UseToken) and not _is_gift(book, state, action):
        return NEVER
    return max(map(PHASES.index, free), default=NEVER)


def _asks(effect: Effect, texts: tuple[type[Effect], ...]) -> bool:
    return isinstance(effect, texts) and not (isinstance(effect, Draw) and not effect.may)


def _is_told_otherwise(book: Book, state: State, action: Action) -> bool:
    """Whether something other than these texts and steps may allow it, or the same words may mean another
    action.
    """
    match action:
        case Accept():
            return bool(state.me.quest)
        case Move(room, wounds):
            return not wounds or book.card(state.rooms[room].card).has(WoundsForLight)
        case UseToken(_, hero):
            return hero == NONE or _is_gift(book, state, action)
        case Use(card):
            return book.reads("late_abilities", "yes") or state.laid_out[card] in TOKENS
        case Destroy(card) | GiveUp(card):
            lost = book.card(state.laid_out[card])
            return lost.is_wound or bool(state.me.quest)
    return False


def _phases_of(book: Book, state: State, use: Use) -> tuple[str, ...]:
    """The steps in which an ability of the card may be used; none where it never serves that Hero."""
    cards = state.laid_out
    card = book.card(cards[use.card])
    if use.hero != NONE:
        services = [each.service for each in card.abilities]
        alone = cards.count(card.id) == 1
        if not any(
            each and not (alone and each.to == "other_hero" and use.hero == use.card) for each in services
        ):
            return ()
    return tuple(phase for ability in card.abilities for phase in ability.phases)


def _is_gift(book: Book, state: State, give: Give | UseToken) -> bool:
    """Whether such a card or token may be given to such a card at all. (QUEST-2.2, QUEST-2.4, QUEST-9.2)"""
    hero = book.card(state.laid_out[give.hero])
    if isinstance(give, UseToken):
        return hero.kind == "hero" and give.token == "iron_rations"
    return hero.kind == "hero" and is_boost(book.card(state.laid_out[give.card]))


def _is_lent(book: Book, state: State, borrow: Borrow) -> bool:
    """Whether a level of that Hero may be in the stacks: a title alone may mean any level."""
    title = book.card(borrow.card).title
    return state.stacks is None or any(book.card(card).title == title for card in in_stacks(state))


def is_confined(book: Book, state: State) -> bool:
    """Whether this turn is in the Village, and nothing leads beyond The Wilderness after it. (QUEST-4.13)"""
    if state.phase not in _VISIT or state.todo:
        return False
    mine = _of_the_player(book, state)
    return mine is not None and not any(map(_walks, mine))


def _texts_of_the_turn(book: Book, state: State) -> list[Effect] | None:
    """The effects that may act before the turn is over; None if they are not all known."""
    mine = _of_the_player(book, state)
    if mine is None:
        return None
    places = within_light(book, state)
    if is_confined(book, state):
        places = frozenset((WILDERNESS,))
    tally = state.tally
    there = [card for place in places for card in (state.rooms[place].card, state.rooms[place].monster)]
    there += [tally.monster, state.rooms[tally.room].card if tally.room != NONE else ""]
    cards = [book.card(card) for card in dict.fromkeys(filter(None, there))]
    hidden = any(state.rooms[place].face_down for place in places)
    if hidden or any(isinstance(each, Sacrifice) for each in mine):  # which Monster comes is unknown
        cards += (card for card in book.cards.values() if card.kind == "monster")
    return [*mine, *chain.from_iterable(map(effects, cards))]


def _of_the_player(book: Book, state: State) -> list[Effect] | None:
    """The effects of the cards that the player has, or may get, in the turn; None if they are not all
    known.
    """
    owned = (*cards_of(state, state.active), *(each.card for each in state.laid), state.me.sponsor)
    texts = [*chain.from_iterable(effects(book.card(card)) for card in dict.fromkeys(filter(None, owned)))]
    if any(isinstance(each, DRAWING) for each in texts) and has_unknown(state.me.deck):
        return None
    borrows, gains = any(isinstance(each, BorrowHero) for each in texts), may_draw_discards(book, state)
    if ((borrows or gains) and state.stacks is None) or (gains and has_unknown(state.treasures)):
        return None
    come = (*in_stacks(state), *contents(state.treasures)) if borrows or gains else ()
    return [*texts, *chain.from_iterable(effects(book.card(card)) for card in dict.fromkeys(come))]


def _walks(effect: Effect) -> bool:
    """Whether the Champion may get into another room than The Wilderness by a text, after a Village phase."""
    if isinstance(effect, DungeonAfterVillage):
        return not effect.confined
    return isinstance(effect, DungeonFollows | Stride | MoveChampion)


def effects(card: Card) -> Iterator[Effect]:
    """Every part of a card's texts."""
    said = (card.traits, card.abilities, card.alerts, card.before, card.after, card.arriving)
    return _parts(chain.from_iterable(said))


def _parts(of: Iterable[object]) -> Iterator[Effect]:
    for each in of:
        if isinstance(each, Effect):
            yield each
        if isinstance(each, Struct):
            yield from _parts(getattr(each, field) for field in each.__struct_fields__)
        elif isinstance(each, tuple):
            yield from _parts(each)
