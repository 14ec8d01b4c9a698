"""The Village: the gold of the revealed cards (TS-4.3, TS-14.1), the stacks, what lies on top, what it
costs and what may be bought (TS-2.2, TS-4.4), and levelling Heroes up (TS-6).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Buy, LevelUp
from tsolve.games.thunderstone.state import Layout, Stack, State, first_of_alike
from tsolve.games.thunderstone.turn import free

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.play import Play


UNTOLD = "the position does not say what the Village sells"


def layout(book: Book, state: State) -> Layout:
    """The stacks of the Village; worked out once for each Village."""
    found = book.layouts.get(state.stalls)
    if found is None:
        found = book.layouts[state.stalls] = _lay_out(book, state.stalls)
    return found


def _lay_out(book: Book, stalls: tuple[str, ...]) -> Layout:
    found: dict[str, list[str]] = {}
    for card_id in stalls:
        card = book.card(card_id)
        found.setdefault(card.group if card.kind == "hero" else card_id, []).append(card_id)
    stacks = tuple(
        tuple(sorted(cards, key=lambda card_id: book.card(card_id).level or 0)) for cards in found.values()
    )
    places = {card_id: place for place, card_id in enumerate(stalls)}
    return Layout(
        stacks, places, {card: stack[:depth] for stack in stacks for depth, card in enumerate(stack)}
    )


def stacks(book: Book, state: State) -> tuple[Stack, ...]:
    """All stacks of the Village, in the order of the position."""
    return layout(book, state).stacks


def hero_stacks(book: Book, state: State) -> list[Stack]:
    """The Hero stacks, Militia included."""
    return [stack for stack in stacks(book, state) if stack[0] in book.heroes]


def top_of(state: State, stack: Stack) -> str:
    """The card on top of a stack, or an empty string. Lower levels lie above higher ones. (TS-2.2)"""
    for card in stack:
        if left_of(state, card):
            return card
    return ""


def left_of(state: State, card: str) -> int:
    """How many copies of a card the Village holds (0 when it is not sold, or the Village is not known)."""
    if state.stock is None or card not in state.stalls:
        return 0
    return state.stock[state.stalls.index(card)]


def take_off(play: Play, stack: Stack, count: int, rulings: tuple[str, ...]) -> None:
    """The top cards of a stack leave the game. (TS-1.3)"""
    for _ in range(count):
        card = top_of(play.state, stack)
        if card:
            play.stock(card, -1)
            play.remove(card)
            play.note("breach", card, rulings, "destroyed in the Village")


def for_sale(book: Book, state: State) -> list[str]:
    """The cards on top of the stacks."""
    if state.stock is None:
        return []
    left = dict(zip(state.stalls, state.stock, strict=True))
    tops = []
    for stack in stacks(book, state):
        for card in stack:
            if left[card]:
                tops.append(card)
                break
    return tops


def untold(book: Book, card_id: str) -> str:
    """The reason why it is unknown whether an unknown Village holds a card."""
    return f"{UNTOLD}: write `village: {{{book.name(card_id)}: 1}}`"


def refuse_purchase(book: Book, state: State, card_id: str, gold: int) -> Reason | None:
    """Why this card cannot be bought with that gold, or None. (TS-4.4)"""
    cost = book.card(card_id).cost or 0
    too_dear = f"{book.name(card_id)} costs {cost}, you have {gold} gold" if cost > gold else ""
    if state.stock is None:
        return too_dear or untold(book, card_id), ("TS-4.4",)
    stacks = layout(book, state)
    if card_id not in stacks.places or not state.stock[stacks.places[card_id]]:
        return f"the Village has no {book.name(card_id)} left", ("TS-1.4",)
    for cover in stacks.above[card_id]:
        if state.stock[stacks.places[cover]]:
            return f"{book.name(cover)} lies above {book.name(card_id)}", ("TS-4.4",)
    return (too_dear, ("TS-4.4",)) if too_dear else None


@free.refuse.register(Buy)
def _refuse_buying(action: Buy, book: Book, state: State) -> Reason | None:
    if state.step != "buying":
        late = state.turn == "village" and state.step == "levelling"
        when = "before you level up" if late else "in the Village, after its effects"
        return f"you buy cards {when}", ("TS-4.4",)
    if action.card not in book.cards:
        return "there is no such card", ("TS-4.4",)
    if state.purchases < 1:
        return "you have no purchase left", ("TS-4.4",)
    return refuse_purchase(book, state, action.card, state.gold)


@free.carry_out.register(Buy)
def _buy(action: Buy, play: Play) -> None:
    cost = play.book.card(action.card).cost or 0
    gold = play.state.gold
    play.stock(action.card, -1)
    play.set(gold=gold - cost, purchases=play.state.purchases - 1)
    play.gain(action.card)
    play.note("buy", action.card, ("TS-4.4", "TS-3.5"), f"costs {cost}", "gold", gold, gold - cost)


def is_of_type(card: Card, kind: str) -> bool:
    """Whether a Spoils effect that buys this type may buy the card. (TS-14.1, A-15)"""
    wanted = {"item", "light"} if kind == "light_item" else {kind}
    return kind == "any" or wanted.issubset(card.subtypes)


def purse(book: Book, state: State) -> int:
    """The Gold Values of all revealed cards that are still in play and not destroyed."""
    return sum(
        book.card(member.card).gold or 0 for member in state.party if not member.left and not member.doomed
    )


def level_attempts(book: Book, state: State) -> Iterator[LevelUp]:
    """Every level-up that a player might try with the Heroes of the hand."""
    heroes = [index for index, m in enumerate(state.party) if m.card in book.heroes and not m.left]
    for index in first_of_alike(state, heroes):
        for into in next_levels(book, state, state.party[index].card):
            yield LevelUp(index, into)


def next_levels(book: Book, state: State, hero: str) -> list[str]:
    """The cards that a Hero may become: its next level; for Militia any level 1 Hero of the Village.
    (TS-6.2)
    """
    if book.card(hero).is_militia:
        return [card for card in state.stalls if card in book.recruits]
    following = book.next_level(hero)
    return [following] if following else []


@free.refuse.register(LevelUp)
def _refuse_level(action: LevelUp, book: Book, state: State) -> Reason | None:
    if state.step != "levelling":
        return "you level up Heroes after buying, in the Village", ("TS-4.5", "TS-6.4")
    if not 0 <= action.hero < len(state.party) or state.party[action.hero].left:
        return "you hold no such Hero", ("TS-6.1",)
    hero = book.card(state.party[action.hero].card)
    following = book.recruits if hero.is_militia else (book.next_level(hero.id),)
    if "" in following:
        return f"{hero.name} already has the highest level", ("TS-6.1", hero.ruling)
    if action.into not in following:
        return f"{hero.name} does not level up to {book.name(action.into)}", (
            "TS-6.2" if hero.is_militia else "TS-6.1",
        )
    if state.stock is not None and not left_of(state, action.into):
        return f"the Village has no {book.name(action.into)} left", ("TS-6.3",)
    cost = hero.level_up_xp or 0
    if cost > state.me.xp:
        return f"{hero.name} needs {cost} XP, you have {state.me.xp}", (
            "TS-6.2" if hero.is_militia else "TS-6.1",
        )
    return (untold(book, action.into), ("TS-6.3",)) if state.stock is None else None


@free.carry_out.register(LevelUp)
def _level_up(action: LevelUp, play: Play) -> None:
    """Pay the XP, destroy the Hero, and take its next level to the discard pile."""
    hero = play.book.card(play.state.party[action.hero].card)
    before = play.owner().xp
    cost = hero.level_up_xp or 0
    play.experience(-cost)
    play.leave(action.hero)
    play.move(play.state.active, hero.id, -1)
    tally = play.state.tally
    play.set(
        removed=(*play.state.removed, hero.id), tally=replace(tally, levelled=(*tally.levelled, hero.id))
    )
    play.stock(action.into, -1)
    play.gain(action.into)
    ruling = "TS-6.2" if hero.is_militia else "TS-6.1"
    play.note(
        "level", action.hero, (ruling,), f"becomes {play.book.name(action.into)}", "xp", before, before - cost
    )
