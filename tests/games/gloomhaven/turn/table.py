"""A drawn position, and a turn played on it: of a monster with the modifier cards and choices that a test
gives, of a character by the steps that it says.

Rows of a picture are rows of hexes, odd columns half a hex further down. Marks: `#` wall, `.` hex, `_` none,
`t` trap of 3 damage, `h` hazardous and `d` difficult terrain, `o` obstacle, `$` money, `=` an open and `+` a
closed door. `m` is the monster whose turn it is, other small letters are its allies, capitals its enemies;
figures are named by their letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.ability_parts import Element
from tsolve.games.gloomhaven.actions import Action, Pass
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.book import Book, Deal
from tsolve.games.gloomhaven.cards import Card, CharacterCard, Half, Lasting
from tsolve.games.gloomhaven.figures import Figure, Profile, Token
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.hexes import Hex, from_offset, offset
from tsolve.games.gloomhaven.modifiers import MONSTERS, Deck
from tsolve.games.gloomhaven.state import (
    Charged,
    Door,
    Drawn,
    Held,
    Money,
    Owned,
    State,
    Strength,
    Task,
    Trap,
    deck_owner,
)
from tsolve.games.gloomhaven.turn.monster import BeginTurn
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.model.trace import Refusal, Trace
from tsolve.rules.loading import load_ruleset
from tsolve.source.project import rulesets_path

RULESET = load_ruleset(rulesets_path() / "gloomhaven", Card)
READINGS = {key: each.options[0].id for key, each in RULESET.interpretations.items()}
"""Every open point as it is read by default."""
TYPES = {card.name: card for card in RULESET.cards.values() if card.monster is not None}


@cache
def deals() -> dict[str, Deal]:
    """Every ability card of the ruleset."""
    return {
        card.id: Deal(
            card.name,
            card.ability.initiative,
            tuple(read_ability(text, load_areas()) for text in card.ability.do),
        )
        for card in RULESET.cards.values()
        if card.ability is not None
    }


def tokens(*conditions: Condition) -> tuple[Token, ...]:
    """Conditions that were there before the turn."""
    return tuple(sorted(map(Token, conditions)))


class Told:
    """What a turn came to."""

    def __init__(self, state: State, trace: Trace, asked: Sequence[tuple[str, ...]]) -> None:
        self.state = state
        self.trace = trace
        self.asked = asked
        """What the players could choose between, decision by decision; those with one option are left out."""

    def hp(self, name: str) -> int:
        """Hit points; 0 for a figure that is gone."""
        return self.state.figure(name).hp if self.state.on_map(name) else 0

    def at(self, name: str) -> tuple[int, int]:
        """Column and row."""
        return offset(self.state.figure(name).at)

    def tokens(self, name: str) -> list[Condition]:
        """The conditions on a figure."""
        return [token.condition for token in self.state.figure(name).tokens]

    def cards(self, owner: str = MONSTERS) -> list[str]:
        """The cards of a modifier deck, wherever they lie."""
        return sorted(self.state.deck(owner).cards())

    def element(self, element: Element) -> str:
        """How strong an element is."""
        found = (each.strength for each in self.state.elements if each.element == element)
        return next(found, "inert")

    def notes(self, step: str) -> list[str]:
        """What the trace tells of one kind of step."""
        return [f"{entry.subject} {entry.note}" for entry in self.trace.entries if entry.step == step]

    def rulings(self) -> set[str]:
        """Every ruling that the trace cites."""
        return {ruling for entry in self.trace.entries for ruling in entry.rulings}


class Table:
    """A position and the rules for it."""

    def __init__(
        self,
        picture: str,
        readings: Mapping[str, str] | None = None,
        *,
        level: int = 1,
        characters: int = 2,
        elements: Mapping[Element, Strength] | None = None,
        traps: Iterable[Trap] = (),
        thin_walls: Iterable[tuple[tuple[int, int], tuple[int, int]]] = (),
        **figures: Mapping[str, Any],
    ) -> None:
        """`figures` says by letters what is not as usual: hp, profile, tokens, kind, initiative ..."""
        found = {
            from_offset(column, row): mark
            for row, line in enumerate(picture.strip("\n").split("\n"))
            for column, mark in enumerate(line.split())
        }
        found = {at: mark for at, mark in found.items() if mark != "_"}

        def marked(mark: str) -> frozenset[Hex]:
            return frozenset(at for at, found_mark in found.items() if found_mark == mark)

        terrain = Terrain(
            frozenset(at for at, mark in found.items() if mark != "#"),
            marked("#"),
            frozenset(
                (min(a, b), max(a, b)) for a, b in (map(from_offset_pair, pair) for pair in thin_walls)
            ),
            marked("h"),
            marked("d"),
        )
        read = READINGS | (readings or {})
        self.book = Book(terrain, read, dict(deals()), level, characters, lambda: TYPES)
        doors = [(at, "open") for at in marked("=")] + [(at, "closed") for at in marked("+")]
        self.state = State(
            figures=tuple(
                _figure(mark, at, figures.get(mark, {}))
                for at, mark in sorted(found.items(), key=lambda item: item[1])
                if mark.isalpha() and mark not in "thdo"
            ),
            traps=tuple(sorted((*(Trap(at, 3) for at in marked("t")), *traps))),
            doors=tuple(sorted(Door(at, state) for at, state in doors)),  # type: ignore[arg-type]
            obstacles=marked("o"),
            money=tuple(sorted(Money(at) for at in marked("$"))),
            elements=tuple(sorted(Charged(name, strength) for name, strength in (elements or {}).items())),
        )

    def game(self, halts_before: tuple[type[Task], ...] = ()) -> Gloomhaven:
        """The game under the rules of this table."""
        return Gloomhaven(self.book, halts_before=halts_before)

    def turn(
        self,
        *abilities: str,
        of: str = "m",
        cards: Sequence[str] = (),
        choose: Sequence[str] = (),
        state: State | None = None,
    ) -> Told:
        """A figure's turn with these abilities on its card; without any it does what summons do.

        The modifier cards come in this order, then only +0. Of several options the first is taken that
        `choose` names next, else the first. Fails where `choose` names what nobody could choose.
        """
        state = state or self.state
        figure = state.figure(of)
        if abilities:
            card = f"card of {figure.group}"
            deal = Deal("card", 50, tuple(read_ability(text, load_areas()) for text in abilities))
            self.book.deals = {**self.book.deals, card: deal}
            drawn = tuple(each for each in state.drawn if each.group != figure.group)
            state = replace(state, drawn=(*drawn, Drawn(figure.group, card)))
        owner = deck_owner(figure)
        known = Deck(piles.known((*cards, *("+0",) * 30)))
        decks = tuple(each for each in state.decks if each.owner != owner)
        state = replace(state, decks=(*decks, Owned(owner, known)), todo=(BeginTurn(of),), result=False)
        return played(self.game(), state, choose)


def played(game: Gloomhaven, state: State, choose: Sequence[str] = ()) -> Told:
    """A turn to its end; chance brings the first event that it may."""
    trace = Trace()
    wishes, asked = list(choose), []
    state = game.settled(state, trace)
    while state.todo:
        events = game.chance(state)
        action: Action
        if game.mover(state) < 0:
            action = events[0][0]
        else:
            options = game.legal_actions(state)
            assert options
            assert len(set(options)) == len(options)
            for option in options:
                assert game.why_not(state, option) is None
            told = {game.notation(state, option): option for option in options}
            if len(options) > 1:
                asked.append(tuple(told))
            named = told.get(wishes[0]) if wishes else None
            if named is not None:
                wishes.pop(0)
            action = options[0] if named is None else named
        state = game.apply(state, action, trace)
    assert not wishes, f"nobody could choose {wishes[0]}: {asked}"
    return Told(state, trace, asked)


def from_offset_pair(at: tuple[int, int]) -> Hex:
    """A hex that is written as a pair."""
    return from_offset(*at)


def _figure(letter: str, at: Hex, changes: Mapping[str, Any]) -> Figure:
    """A monster of move 2 and attack 2, or a character; with 10 hit points of 10."""
    is_monster = letter.islower()
    plain = Figure(
        letter,
        "monsters" if is_monster else "party",
        "monster" if is_monster else "character",
        at,
        10,
        10,
        Profile(move=2, attack=2) if is_monster else Profile(),
        initiative=None if is_monster else 20,
    )
    return replace(plain, **changes)


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


def played_out(table: Table, state: State, *steps: str) -> Told:
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
