"""Victory points, and those of Side Quests at the end of the game. (QUEST-13, QUEST-14.1)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tsolve.cardkit.piles import contents
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.demands import (
    NoWounds,
    OneOfEachTitle,
    OneStackOfEachType,
    Reveal,
    TitlesOfTypes,
    WoundCards,
)
from tsolve.games.quest.state import MARKET, Player, State


def is_market_card(card: Card) -> bool:
    """Whether the Marketplace may sell the card: starting cards, Treasures and Legendary cards are not
    sold.
    """
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
    """Whether the aim of the Side Quest is reached at the end of the game."""
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
    """The most Classes that the Heroes of level 2 or more can represent, each Hero only one of its
    Classes.
    """
    reached: set[frozenset[str]] = {frozenset()}
    for card in cards:
        if card.kind == "hero" and (card.level or 0) > 1:
            reached |= {classes | {each} for classes in reached for each in card.classes}
    return max(map(len, reached))


def cards_of(state: State, player: int) -> Iterator[str]:
    """All known cards that a player owns: deck, hand, discard pile, and the cards in front of the player,
    except borrowed ones.
    """
    owner = state.players[player]
    yield from contents(owner.deck)
    yield from owner.discard
    yield from owner.hand or ()
    if player == state.active:
        laid = (state.laid[place] for place in state.present())
        yield from (card.card for card in laid if card.lender == NONE)


def scores(book: Book, state: State) -> list[int]:
    """The points of each player: printed on all cards, 1 for each XP, and the Side Quest. (QUEST-13.1)"""
    return [_points(book, state, player) for player in range(len(state.players))]


def _points(book: Book, state: State, player: int) -> int:
    owner = state.players[player]
    cards = [book.card(card) for card in cards_of(state, player)]
    printed = sum(worth(book, state, player, card) for card in cards)
    return printed + owner.xp + points_of_quest(book, state, player, cards)


def quest_points(book: Book, state: State) -> int:
    """The points of the active player's Side Quest. (QUEST-14.1)"""
    cards = [book.card(card) for card in cards_of(state, state.active)]
    return points_of_quest(book, state, state.active, cards)


def worth(book: Book, state: State, player: int, card: Card) -> int:
    """The points of one of this player's cards: as printed, except Wound cards if a Side Quest counts them
    otherwise.
    """
    quest = state.players[player].quest
    prize = book.card(quest).prize if quest else None
    by_wounds = prize is not None and prize.points == "wounds"
    return 0 if card.is_wound and by_wounds else card.vp or 0


def winners(book: Book, state: State) -> list[int]:
    """The players who win: most victory points, then most Wounds, then most Legendary and Treasure cards.
    (QUEST-13.2, key.tie_break)
    """
    fewest = book.reads("tie_break", "fewest_wounds")

    def rank(player: int) -> tuple[int, int, int]:
        cards = [book.card(card) for card in cards_of(state, player)]
        wounds = state.players[player].wounds + sum(card.is_wound for card in cards)
        prized = sum(card.treasure or card.legendary for card in cards)
        return points[player], -wounds if fewest else wounds, prized

    points = scores(book, state)
    ranks = [rank(player) for player in range(len(state.players))]
    return [player for player, its in enumerate(ranks) if its == max(ranks)]
