"""A character's turn on a drawn position, played by the steps that a test says."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tests.games.gloomhaven.turn.table import Table, Told
from tsolve.cardkit import piles
from tsolve.games.gloomhaven.abilities import load_areas
from tsolve.games.gloomhaven.actions import Action, Pass
from tsolve.games.gloomhaven.cards import CharacterCard, Half, Lasting
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.modifiers import Deck
from tsolve.games.gloomhaven.state import Held, Owned, State
from tsolve.games.gloomhaven.turn.monster import BeginTurn
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.model.trace import Refusal, Trace

WHO = "A"
"""The character whose turn it is."""


def half(*texts: str, lost: bool = False, lasts: Lasting = "", xp: int = 0) -> Half:
    """One half of a card."""
    return Half(tuple(read_ability(text, load_areas()) for text in texts), lost, lasts, xp)


def begun(
    table: Table,
    top: Half | None = None,
    bottom: Half | None = None,
    *,
    hand: Sequence[str] = (),
    discarded: Sequence[str] = (),
    modifiers: Sequence[str] = (),
    chooses: bool = True,
) -> State:
    """The turn of A before its first choice: of the cards One and Two, One has this top, Two this bottom."""
    nothing = half()
    one = CharacterCard("One", top or nothing, nothing, 20)
    two = CharacterCard("Two", nothing, bottom or nothing, 30)
    table.book.cards = {(WHO, "One"): one, (WHO, "Two"): two}
    plays = ("One", "Two") if chooses else ()
    held = Held(WHO, plays, tuple(sorted(hand)), tuple(sorted(discarded)))
    deck = Owned(WHO, Deck(piles.known((*modifiers, *("+0",) * 30))))
    decks = tuple(each for each in table.state.decks if each.owner != WHO)
    state = replace(table.state, held=(held,), decks=(*decks, deck), todo=(BeginTurn(WHO),))
    return table.game().settled(state)


def gone_on(game: Gloomhaven, state: State, steps: Sequence[str], trace: Trace | None = None) -> State:
    """The position after these steps; what chance brings first comes, and where nothing can be done but to
    skip it is skipped.
    """
    left = list(steps)
    while state.todo:
        if game.mover(state) < 0:
            state = game.apply(state, game.chance(state)[0][0], trace)
            continue
        options = game.legal_actions(state)
        assert len(set(options)) == len(options)
        if options == [Pass()] and left[:1] != ["skip"]:
            state = game.apply(state, Pass(), trace)
            continue
        if not left:
            break
        named = {game.notation(state, option): option for option in options}
        assert left[0] in named, f"{left[0]}: there is {sorted(named)}"
        state = game.apply(state, named[left.pop(0)], trace)
    assert not left, f"not done: {left}"
    return state


def played(table: Table, state: State, *steps: str) -> Told:
    """The turn, played to its end by these steps."""
    trace = Trace()
    after = gone_on(table.game(), state, steps, trace)
    assert after.result, f"to be said: {names(table, after)}"
    return Told(after, trace, ())


def names(table: Table, state: State) -> list[str]:
    """What can be done now, in words."""
    game = table.game()
    return [game.notation(state, action) for action in game.legal_actions(state)]


def refused(table: Table, state: State, action: Action) -> Refusal:
    """Why an action is not legal now."""
    refusal = table.game().why_not(state, action)
    assert refusal is not None
    return refusal


def held(told: Told) -> Held:
    """What the character has in the end."""
    found = told.state.cards_of(WHO)
    assert found is not None
    return found


def hexes(options: Sequence[str]) -> set[str]:
    """The hexes among the options of a move."""
    return {option.removeprefix("move to ") for option in options if option.startswith("move to ")}
