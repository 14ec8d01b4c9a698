"""What Side Quests are worth at the end of the game. (QUEST-13.1, QUEST-14.1)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tsolve.games.quest.effects.aims import (
    NoWounds,
    OneOfEachTitle,
    OneStackOfEachType,
    Reveal,
    TitlesOfTypes,
    WoundCards,
)

if TYPE_CHECKING:
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.state import Player, State

MARKET = ("item", "spell", "weapon")


def is_market_card(card: Card) -> bool:
    """Whether the Marketplace sells such a card: no starting card, no Treasure, no Legendary card."""
    return card.kind in MARKET and not (card.treasure or card.legendary or "starter" in card.kinds)


def points_of_quest(book: Book, state: State, player: int, cards: Sequence[Card]) -> int:
    """The victory points of a player's Side Quest; `cards` are all that the player owns.

    (key.side_quest_points)
    """
    owner = state.players[player]
    if not owner.quest:
        return 0
    quest = book.card(owner.quest)
    missed = not (owner.completed or _completed(state, quest, owner, cards))
    if missed and book.reads("side_quest_points", "completed"):
        return 0
    prize, points = quest.prize, quest.vp or 0
    if prize is None:
        return points
    if prize.points == "wounds":
        points += prize.each * (owner.wounds + sum(card.is_wound for card in cards))
    elif prize.points == "classes":
        points += classes_of(cards) ** 2
    elif prize.points == "light":
        points += sum(card.light or 0 for card in cards)
    return max(points - prize.less_by_key * owner.keys, 0)


def _completed(state: State, quest: Card, owner: Player, cards: Sequence[Card]) -> bool:
    """Whether the aim is reached at the end of the game."""
    match quest.aim:
        case Reveal():
            return True
        case NoWounds():
            return not owner.wounds and not any(card.is_wound for card in cards)
        case WoundCards(least):
            return sum(card.is_wound for card in cards) >= least
        case TitlesOfTypes(least):
            sold = {card.id: card.kind for card in cards if is_market_card(card)}
            kinds = Counter[str](sold.values())
            return all(kinds[kind] >= least for kind in MARKET)
        case OneOfEachTitle():
            titles = Counter(card.hero_title for card in _of_village(state, cards))
            return bool(titles) and titles == Counter(state.titles)
        case OneStackOfEachType():
            stacks = {card.hero_title: card.kind for card in _of_village(state, cards)}
            return sorted(stacks.values()) == ["hero", *MARKET]
    return False


def _of_village(state: State, cards: Iterable[Card]) -> list[Card]:
    """The cards that came from a stack of the Village."""
    return [card for card in cards if card.hero_title in state.titles and not card.treasure]


def classes_of(cards: Iterable[Card]) -> int:
    """How many Classes the Heroes of level 2 or more have, if each Hero counts for one Class alone."""
    reached: set[frozenset[str]] = {frozenset()}
    for card in cards:
        if card.kind == "hero" and (card.level or 0) > 1:
            reached |= {classes | {each} for classes in reached for each in card.classes}
    return max(map(len, reached))
