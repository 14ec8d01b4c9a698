"""The result of a turn in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tsolve.diagnostics import counted
from tsolve.games.quest.actions import TOKENS, Action, Buy, BuyToken, BuyTreasure, LevelUp
from tsolve.games.quest.book import Book
from tsolve.games.quest.effects.traits import Required
from tsolve.games.quest.state import State, Tally
from tsolve.games.quest.turn.tokens import called
from tsolve.model.words import sentence
from tsolve.source.words import joined
from tsolve.turns.played import Move as AnyMove

Move: TypeAlias = AnyMove[State, Action]


def turn_sentence(book: Book, state: State, moves: Sequence[Move]) -> str:
    """What the turn came to so far."""
    told = [*_battle(book, state), *_village(book, state, moves)]
    if told:
        return f"{sentence('; '.join(told))}."
    return "You battle no Monster." if state.path or state.phase == "dungeon" else "You buy nothing."


def turn_title(book: Book, state: State, moves: Sequence[Move]) -> str:
    """What the turn is about, in a few words."""
    tally = state.tally
    if tally.outcome:
        return f"battle {book.name(tally.monster)} in {book.name(state.rooms[tally.room].card)}"
    if state.path:
        return f"stop in {book.name(state.rooms[state.me.room].card)}"
    done = [f"buy {name}" for move in moves if (name := _bought(book, move.action))]
    done += [f"level up to {book.name(m.action.into)}" for m in moves if isinstance(m.action, LevelUp)]
    where = book.name(state.me.location) if state.me.location else "the Village"
    return f"{where}: {', '.join(done)}" if done else where


def _battle(book: Book, state: State) -> Iterator[str]:
    tally = state.tally
    if not tally.outcome:
        return
    name, where = book.name(tally.monster), book.name(state.rooms[tally.room].card)
    won = "is defeated" if tally.outcome == "won" else "is not defeated"
    came = joined([*_gains(tally), *_wounds(tally.wounds)]) or "no Wound"
    lack = "".join(f", but it {trait.say()}" for trait in missed(book, tally))
    yield f"{name} in {where} {won}: {tally.total} against health {tally.health}{lack}; {came}"


def missed(book: Book, tally: Tally) -> tuple[Required, ...]:
    """What a Monster asks for that was not beaten although the attack was enough. (QUEST-2.12)"""
    if tally.outcome != "lost" or tally.total < tally.health:
        return ()
    return tuple(trait for trait in book.card(tally.monster).traits if isinstance(trait, Required))


def _gains(tally: Tally) -> Iterator[str]:
    if tally.xp:
        yield f"{tally.xp} XP"
    yield from counted(map(reward_name, tally.rewards))


def reward_name(reward: str) -> str:
    """A reward in words."""
    return next((called(token) for token in TOKENS if token == reward), "Treasure")


def _wounds(wounds: int) -> Iterator[str]:
    if wounds:
        told = f"{abs(wounds)} Wound{'s' if abs(wounds) != 1 else ''}"
        yield told if wounds > 0 else f"{told} healed"


def _village(book: Book, state: State, moves: Sequence[Move]) -> Iterator[str]:
    """Purchases, Heroes who level up, and Wounds healed where there was no battle."""
    bought = [name for move in moves if (name := _bought(book, move.action))]
    if bought:
        gold = f" with {state.tally.gold} gold" if state.tally.gold else ""
        yield f"you buy {joined(bought)}{gold}"
    for move in moves:
        if isinstance(move.action, LevelUp):
            hero = book.name(move.before.laid[move.action.hero].card)
            yield f"{hero} becomes {book.name(move.action.into)}"
    healed = state.tally.healed
    if healed and not state.tally.outcome:
        yield f"you heal {healed} Wound{'s' if healed != 1 else ''}"


def _bought(book: Book, action: Action) -> str:
    match action:
        case Buy(card):
            return book.name(card)
        case BuyToken(token):
            return called(token)
        case BuyTreasure():
            return "a Treasure"
    return ""
