"""The facts of a position that questions use, and the cards that might help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tsolve.errors import UsageError
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.cards import Card
from tsolve.games.quest.changes import with_card
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.scoring import cards_of
from tsolve.games.quest.state import Laid, State
from tsolve.games.quest.turn.market import for_sale
from tsolve.games.quest.turn.untold import takes_from_stacks
from tsolve.games.quest.writing.reading import of_title
from tsolve.worlds.why_not_question import Candidate

_AT_THE_START = ("village", "dungeon")
"""Steps of a turn in which nothing was reckoned with the cards that are laid out."""


def in_dungeon(world: QuestPosition) -> bool:
    """Whether the turn is in a Dungeon phase."""
    state = world.state
    return state.phase != "prepare" and not state.me.location and state.me.room != NONE


def may_trade(world: QuestPosition) -> bool:
    """Whether the player may still get a card of the stacks in this turn: in the Village, or by a text."""
    state = world.state
    texts = (ability for card in map(world.book.card, at_hand(state)) for ability in card.abilities)
    return not in_dungeon(world) or takes_from_stacks(texts)


def hand_of(state: State) -> tuple[str, ...]:
    """The cards that the player may use: in front of them, or in the hand before a phase is chosen."""
    if state.phase in ("prepare", "temple"):
        return state.me.hand or ()
    return tuple(laid.card for laid in state.laid if not laid.gone)


def at_hand(state: State) -> Iterable[str]:
    """The cards whose texts may act in this turn: those of the player, rooms, Monsters, the Guild Sponsor."""
    me = state.me
    rooms = (card for room in state.rooms for card in (room.card, room.monster))
    laid = (each.card for each in state.laid)
    return dict.fromkeys(filter(None, (*cards_of(state, state.active), *laid, *rooms, me.sponsor)))


# what might help


def sold(world: QuestPosition) -> Iterator[Iterator[Candidate[QuestPosition]]] | None:
    """Changes that each add one card for sale to the hand, the cheapest first; None if the Village is
    unknown.
    """
    if world.state.stacks is None:
        return None
    cards = [world.book.card(card) for card in dict.fromkeys(for_sale(world.state))]
    cards.sort(key=lambda card: (card.cost or 0, card.name))
    return iter([map(_candidate, cards)])


def _candidate(card: Card) -> Candidate[QuestPosition]:
    return Candidate(card.name, card.cost, True, "in the Village", with_card(card.id), card.id)


def with_another(position: QuestPosition, old: str, new: str) -> QuestPosition:
    """The position with another card in place of one of the hand.

    Raises InputError for unknown names, UsageError where the hand does not hold the card, or it was used.
    """
    state = position.state
    gone, comes = (_of_hand(position, text) for text in (old, new))
    bearers = {laid.bearer for laid in state.laid}
    for place, laid in enumerate(state.laid):
        is_fresh = laid == Laid(gone) and place not in bearers
        if is_fresh and state.phase in _AT_THE_START and not state.todo:
            cards = (*state.laid[:place], Laid(comes), *state.laid[place + 1 :])
            return position.at(replace(state, laid=cards))
    if not state.laid and gone in (hand := [*(state.me.hand or ())]):
        hand[hand.index(gone)] = comes
        seats = list(state.players)
        seats[state.active] = replace(state.me, hand=tuple(hand))
        return position.at(replace(state, players=tuple(seats)))
    raise UsageError(f"{position.book.name(gone)} is not in the hand: name a card of it behind `instead of`")


def _of_hand(position: QuestPosition, text: str) -> str:
    """The card that a name means, of a Hero without a level the one in the hand, else the first."""
    named = of_title(position.book.cards, text, position.state.laid_out) or of_title(
        position.book.cards, text, position.book.cards
    )
    return named[0] if named and not position.ruleset.names.knows(text) else position.card(text)
