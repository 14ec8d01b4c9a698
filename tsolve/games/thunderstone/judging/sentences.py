"""The result of a turn in a sentence."""

from __future__ import annotations

from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.play import Play
from tsolve.games.thunderstone.state import UNSEEN, State
from tsolve.model.words import sentence
from tsolve.source.words import joined


def battle_sentence(book: Book, end: State, name: str) -> str:
    """What the battle of a turn that ends so came to; `name` is what the Monster is called."""
    tally = end.tally
    if tally.outcome not in ("won", "lost"):
        if end.over:  # perhaps before it came to a battle
            return "You attack no Monster."
        unseen = any(slot.card == UNSEEN for slot in end.hall)
        return f"No {'known Monster' if unseen else 'Monster of the Hall'} can be attacked."
    monster = book.card(tally.attacked)
    numbers = f"{tally.value} against Health {tally.health}"
    if tally.outcome == "won":
        points = "its card lost to a Trap" if tally.forfeited else f"{monster.vp or 0} VP"
        return f"{name} is defeated: {numbers}; {tally.xp} XP, {points}."
    lack = f", but {tally.lack}" if tally.lack else ""
    return f"{name} is not defeated: {numbers}{lack}."


def turn_sentence(book: Book, state: State, bought: list[str], levelled: list[tuple[str, str]]) -> str:
    """What a visit to the Village or a rest came to so far."""
    tally = state.tally
    if state.turn == "rest":
        gone = [book.name(card) for card in tally.destroyed] + ["Disease"] * tally.diseases_destroyed
        return f"You destroy {joined(gone) or 'nothing'}."
    told = []
    if bought:
        cost = sum(book.card(card).cost or 0 for card in bought)
        told.append(f"you buy {joined([book.name(card) for card in bought])} for {cost} of {tally.gold} gold")
    told += [f"{book.name(hero)} becomes {book.name(into)}" for hero, into in levelled]
    return f"{sentence('; '.join(told) or 'you buy nothing')}."


def lost_cards(book: Book, state: State) -> tuple[str, ...]:
    """The own cards that left the game, or are to leave it once a waiting choice is made, by name;
    none can be named where some were lent.
    """
    tally = departed(book, state).tally
    own = tally.lost == len(tally.destroyed)
    return tuple(map(book.name, tally.destroyed)) if own else ()


def departed(book: Book, state: State) -> State:
    """The position when what a decided battle destroys has left, though Spoils or others come before.
    (TS-7.8)
    """
    play = Play(book, state)
    if state.tally.outcome:
        play.depart()
    return play.state
