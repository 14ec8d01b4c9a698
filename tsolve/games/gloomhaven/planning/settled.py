"""Whether the modifier cards that monsters draw decide nothing in the rest of a round but hit points of
characters, so that a plan need not follow them (`courses`).

What asks for the hit points of a character, or answers its damage, would hang on these cards. What characters
draw, and all else that is done, a plan follows card by card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.abilities import (
    Attack,
    AttackChange,
    Command,
    MoveChange,
    OnDeath,
    Pay,
    Priced,
    Whenever,
    While,
)
from tsolve.games.gloomhaven.ability_parts import Bonus, Count
from tsolve.games.gloomhaven.asked_for import looked_through, things_in
from tsolve.games.gloomhaven.game import is_open, others_act, plays_more, recovers_lost
from tsolve.games.gloomhaven.map_abilities import Summon
from tsolve.games.gloomhaven.modifiers import MONSTERS, card
from tsolve.games.gloomhaven.simple_abilities import (
    Dampen,
    DoubledCurses,
    DrawsAttacks,
    ExtraTurn,
    Hatch,
    HitPoints,
    InitiativeChange,
    Leap,
    NegateDamage,
    NoDoubling,
    OneMore,
    PassDooms,
    ScenarioStep,
    Special,
    SwapsSides,
    Toward,
    Uncurse,
)
from tsolve.games.gloomhaven.traits import Trait

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.position import ScenarioPosition


_CHANGED_BY_DRAWS = (
    Dampen
    | DoubledCurses
    | DrawsAttacks
    | ExtraTurn
    | Hatch
    | HitPoints
    | InitiativeChange
    | Leap
    | NegateDamage
    | NoDoubling
    | OnDeath
    | OneMore
    | PassDooms
    | ScenarioStep
    | Special
    | Summon
    | SwapsSides
    | Toward
    | While
)
"""Abilities with which hit points or draws may decide what happens next, or new figures come; and what
changes blows in ways that are not counted.
"""
_OF_BLOWS = Pay | Priced | Uncurse
"""Those in which the damage that a character bears decides, or by which the monsters' deck changes."""
_SEEN = frozenset(
    (
        "alone",
        "adjacent",
        "condition",
        "negative conditions",
        "ranks",
        "melee",
        "ranged",
        "doomed",
        "back",
        "straight",
    )
)
"""Traits that do not ask for hit points."""
_COUNTED = frozenset(("hexes moved", "damage dealt", "own summons", "allies beside the target"))
"""What may be counted without a look at what characters have lost."""
_ANSWERS = frozenset(("attacked", "cursed attack", "damaged", "death"))
"""Events that monsters' attacks bring."""


def is_settled(position: ScenarioPosition) -> bool:
    """Whether the modifier cards that monsters draw change nothing but hit points of characters that have
    cards, as long as none of them falls.
    """
    book, state = position.book, position.state
    party = [figure for figure in state.figures if figure.side == "party"]
    deck = state.deck(MONSTERS)
    halves = [half for each in book.cards.values() for half in (each.top, each.bottom)]
    lasting = [effect for each in state.figures for effect in each.effects]
    items = [item for item in book.items.values() if item.when in ("attacked", "damage", "summon damage")]
    attacks = [each for each in things_in(book.deals) if isinstance(each, Attack)]
    return not (
        is_open(book, state)
        or state.ruled  # special rules ask where figures stand and who is there
        or looked_through(book, state) is None
        or any(figure.kind != "character" or state.cards_of(figure.name) is None for figure in party)
        or any(map(_hangs_on_blows, things_in((book.cards, book.deals, book.items, tuple(lasting)))))
        or plays_more(book)
        or recovers_lost(book)
        or any(figure.dying for figure in state.figures)
        or any(half.slots and not _is_own(half.abilities) for half in halves)
        or any(each.slots and not _is_own((each.ability,)) for each in lasting)
        or any(each.kind == "negate_damage" for each in lasting)
        or items
        or any(each.damaging or any(one.per_target_damaged for one in each.augments) for each in attacks)
        or "bless" in things_in(book.deals)  # it would come into the monsters' deck
        or any(card(text).rolling or card(text).effects for text in deck.cards())
    )


def _hangs_on_blows(thing: object) -> bool:
    """Whether anything printed asks for the hit points of characters, or answers their damage; or lets
    monsters attack each other.
    """
    match thing:
        case Trait():
            return thing.kind not in _SEEN
        case Count():
            return thing.what not in _COUNTED
        case Bonus():
            return thing.per is not None and thing.per not in _COUNTED
        case Whenever():
            return thing.event == "damaged"
        case Command():
            return thing.whom.side != "allies"
    return isinstance(thing, _CHANGED_BY_DRAWS | _OF_BLOWS)


def _is_own(abilities: Iterable[object]) -> bool:
    """Whether a bonus is used up by what its bearer does in its own turn."""
    return all(
        isinstance(each, MoveChange)
        or (isinstance(each, AttackChange) and not each.on_it)
        or (isinstance(each, Whenever) and each.event not in _ANSWERS)
        for each in abilities
    )


def acts_in_others_turns(book: Book) -> bool:
    """Whether anything printed lets characters draw in turns of others."""
    return others_act(book) or any(isinstance(each, Whenever) for each in things_in((book.cards, book.items)))
