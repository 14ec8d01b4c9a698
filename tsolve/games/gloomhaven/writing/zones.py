"""The position in words, zone by zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tsolve.cardkit import piles
from tsolve.diagnostics import counted
from tsolve.games.gloomhaven.attack.deck import Deck, standard
from tsolve.games.gloomhaven.items import Item
from tsolve.games.gloomhaven.script import Room, Script
from tsolve.games.gloomhaven.state import Figure, Gathered, Held, Side, State
from tsolve.games.gloomhaven.terrain import Terrain


def zones(
    state: State, terrain: Terrain, script: Script, items: Mapping[tuple[str, str], Item]
) -> tuple[tuple[str, str], ...]:
    """The figures, what lies on the map and behind doors, the elements, decks that are not as at first."""
    sides: tuple[tuple[str, Side], ...] = (("Characters", "party"), ("Monsters", "monsters"))
    figures = [
        (name, "; ".join(_told(figure, terrain) for figure in state.figures if figure.side == side) or "none")
        for name, side in sides
    ]
    traps = " ".join(terrain.name(trap.at) for trap in state.traps)
    elements = ", ".join(f"{each.element} {each.strength}" for each in state.elements)
    held = (
        (f"Cards of {each.owner}", _held(each, state.gathered_by(each.owner), items)) for each in state.held
    )
    without_cards = (each for each in state.gathered if state.cards_of(each.owner) is None)
    gathered = ((f"Gathered by {each.owner}", ", ".join(_gathered(each))) for each in without_cards)
    money = " ".join(f"{terrain.name(each.at)}{_times(each.tokens)}" for each in state.money)
    fresh = standard()
    decks = (
        (f"Deck of {each.owner}", deck_in_words(each.deck)) for each in state.decks if each.deck != fresh
    )
    rooms = "; ".join(_behind(room, terrain) for room in script.rooms if not room.is_revealed(state))
    lying = (("Traps", traps), ("Money", money), ("Behind doors", rooms), ("Elements", elements))
    return (*figures, *held, *gathered, *_unless_empty(lying), *decks)


def deck_in_words(deck: Deck) -> str:
    """What a modifier deck holds and what it has discarded."""
    if piles.has_unknown(deck.draw):
        return "unknown"
    cards = ", ".join(counted(piles.contents(deck.draw))) or "none"
    return cards + (f"; discarded: {', '.join(counted(deck.discards))}" if deck.discards else "")


def _times(tokens: int) -> str:
    return f" x {tokens}" if tokens != 1 else ""


def _behind(room: Room, terrain: Terrain) -> str:
    """Who stands behind a door."""
    doors = " ".join(map(terrain.name, room.doors))
    return f"{doors}: {', '.join(_told(figure, terrain) for figure in room.figures) or 'nobody'}"


def _held(held: Held, gathered: Gathered, items: Mapping[tuple[str, str], Item]) -> str:
    """A character's cards, pile by pile, and what it has gathered."""
    piles = (
        ("chosen", held.plays),
        ("hand", held.hand),
        ("discarded", held.discarded),
        ("lost", held.lost),
        ("active", held.active),
    )
    told = [f"{name} {', '.join(cards)}" for name, cards in piles if cards]
    told += _gathered(gathered)
    mine = [_item(held, item) for (owner, _), item in items.items() if owner == held.owner]
    if mine:
        told.append(f"items {', '.join(mine)}")
    return "; ".join(told) or "none"


def _gathered(gathered: Gathered) -> Iterator[str]:
    parts = (("experience", gathered.experience), ("money", gathered.money), ("kills", gathered.kills))
    return (f"{name} {number}" for name, number in parts if number)


def _item(held: Held, item: Item) -> str:
    """An item, and whether it can still be used."""
    left = item.uses - held.times(item.name)
    if not left:
        return f"{item.name} ({'consumed' if item.consumed else 'spent'})"
    return item.name if item.uses == 1 else f"{item.name} ({left} of {item.uses} left)"


def _unless_empty(zones: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((name, text) for name, text in zones if text)


def _told(figure: Figure, terrain: Terrain) -> str:
    tokens = "".join(f", {token.condition}" for token in figure.tokens)
    rank = " (elite)" if figure.rank == "elite" else ""
    return f"{figure.name}{rank} {terrain.name(figure.at)} {figure.hp}/{figure.max_hp}{tokens}"
