"""Amounts that are worked out when an ability is performed: the X of a card. (GH-6.7, GH-12.36)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Ability, Attack, Heal, Move, Suffer
from tsolve.games.gloomhaven.ability_parts import Amount, Count
from tsolve.games.gloomhaven.contents import things_in
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.traits import NEGATIVE

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play


def worth(book: Book, state: State, count: Count, actor: Figure, target: Figure | None = None) -> int:
    """What an amount comes to; what is counted of a target is 0 where there is none."""
    number = _counted(book, state, count, actor, target) * count.times
    return -(-number // count.over) if count.up else number // count.over


def _counted(book: Book, state: State, count: Count, actor: Figure, target: Figure | None) -> int:
    held = state.cards_of(actor.name)
    match count.what:
        case "hexes moved":
            return state.moved if state.turn == actor.name else 0
        case "damage dealt":
            return state.dealt if state.turn == actor.name else 0
        case "hexes of the move":
            return len(state.path)
        case "damage of the attack":
            return state.hurt
        case "obstacles removed":
            return state.cleared
        case "hit points":
            return actor.hp
        case "missing hit points":
            return actor.max_hp - actor.hp
        case "lost cards":
            return len(held.lost) if held is not None else 0
        case "own summons":
            return sum(each.owner == actor.name for each in state.figures)
    if target is None:
        return 0
    match count.what:
        case "maximum of the target":
            return target.max_hp
        case "shield of the target":
            lasting = sum(effect.amount for effect in target.effects if effect.kind == "shield")
            return target.profile.shield + lasting
        case "negative conditions of the target":
            return sum(token.condition in NEGATIVE for token in target.tokens)
    near = book.board(state).neighbours(target.at)
    return sum(ally.at in near for ally in state.allies_of(actor))


def worked_out(play: Play, name: str, ability: Ability) -> Ability:
    """An ability with numbers in place of what is counted of its performer or of its turn."""
    actor = play.state.figure(name)

    def number(amount: Amount) -> Amount:
        if amount.counts is None or amount.counts.of_target:
            return amount
        found = worth(play.book, play.state, amount.counts, actor)
        play.note("amount", name, ("GH-6.7",), f"X = {found}: {amount.counts.in_words}")
        return replace(amount, number=amount.number + found, counts=None)

    if isinstance(ability, Attack) and ability.range is not None:
        ability = replace(ability, range=number(ability.range))
    if isinstance(ability, Attack | Move):
        return replace(ability, amount=number(ability.amount))
    if isinstance(ability, Heal | Suffer) and ability.counts is not None and not ability.counts.of_target:
        found = number(Amount(ability.amount, counts=ability.counts))
        return replace(ability, amount=found.number, counts=None)
    return ability


def counts_in(value: object) -> Iterator[Count]:
    """Every amount inside a value that is worked out."""
    return (each for each in things_in(value) if isinstance(each, Count))


def asks_for(book: Book, what: str) -> bool:
    """Whether any card or item of a position counts this."""
    return book.as_printed(
        ("counts", what),
        lambda: (
            any(each.what == what for each in counts_in((book.cards, book.items)))
            or (what == "hexes moved" and any(item.moved for item in book.items.values()))
        ),
    )
