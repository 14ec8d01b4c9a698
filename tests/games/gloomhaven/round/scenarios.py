"""Random scenarios of a few rooms' size: characters with cards of their own, two types of monsters."""

from __future__ import annotations

from functools import cache
from random import Random

from tests.games.gloomhaven.turn.random_positions import deck_of
from tests.games.gloomhaven.turn.table import READINGS, RULESET, TYPES, deals
from tsolve.games.gloomhaven.ability_text import read_ability
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.attack.deck import MONSTERS, standard
from tsolve.games.gloomhaven.board.hexes import Hex, from_offset
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.character_cards import CharacterCard, Half, Lasting
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.monsters import monster
from tsolve.games.gloomhaven.round.beginning import BeginRound
from tsolve.games.gloomhaven.state import Figure, Held, Owned, State, Trap
from tsolve.games.gloomhaven.terrain import Terrain

COMMON = sorted(name for name, card in TYPES.items() if card.kind != "boss")
NAMES = ("Brute", "Tinkerer", "Spellweaver")
TOPS = ("attack 3", "attack 2, range 3", "attack 4", "attack 2, target 2, range 2", "heal 3, self", "loot 1")
BOTTOMS = ("move 3", "move 4", "move 2, jump", "shield 1", "move 2", "heal 2, self")


def scenario(random: Random) -> tuple[Gloomhaven, State]:
    """A game and the position before its first round."""
    columns, rows = random.randint(5, 7), random.randint(4, 5)
    plane = [from_offset(column, row) for column in range(columns) for row in range(rows)]
    random.shuffle(plane)
    readings = {
        key: random.choice(RULESET.interpretations[key].options).id if random.random() < 0.1 else default
        for key, default in READINGS.items()
    }
    obstacles = frozenset(plane.pop() for _ in range(random.randint(0, 3)))
    traps = tuple(sorted(Trap(plane.pop(), 3) for _ in range(random.randint(0, 2))))
    hazards = frozenset(plane.pop() for _ in range(random.randint(0, 1)))
    terrain = Terrain(
        frozenset((*plane, *obstacles, *hazards, *(trap.at for trap in traps))), hazards=hazards
    )
    cards: dict[tuple[str, str], CharacterCard] = {}
    names = NAMES[: random.randint(1, 3)]
    held = tuple(_held(random, name, cards) for name in names)
    level = random.randint(0, 2)
    types = random.sample(COMMON, 2)
    figures = [
        Figure(name, "party", "character", plane.pop(), random.randint(4, 9), 9, initiative=None)
        for name in names
    ]
    for type_ in types:
        figures += _monsters(random, type_, level, len(names), plane)
    decks_of_types = {name: _cards_of(name) for name in TYPES}
    book = Book(
        terrain, readings, deals(), level, len(names), TYPES, cards=cards, ability_decks=decks_of_types
    )
    decks = tuple(Owned(owner, standard()) for owner in (*names, MONSTERS))
    state = State(
        figures=tuple(figures),
        traps=traps,
        obstacles=obstacles,
        decks=decks,
        held=tuple(sorted(held)),
        todo=(BeginRound(),),
    )
    game = Gloomhaven(book)
    return game, game.settled(state)


def _held(random: Random, owner: str, cards: dict[tuple[str, str], CharacterCard]) -> Held:
    """A hand of four to six cards, whose texts come into `cards`."""
    hand = tuple(f"{owner} {number}" for number in range(1, random.randint(4, 6) + 1))
    for name in hand:
        top, bottom = _half(random, TOPS), _half(random, BOTTOMS)
        cards[owner, name] = CharacterCard(name, top, bottom, random.randint(1, 99))
    return Held(owner, hand=hand)


def _half(random: Random, texts: tuple[str, ...]) -> Half:
    text = random.choice(texts)
    lasts: Lasting = "round" if text.startswith("shield") else ""
    ability = read_ability(text, load_areas())
    return Half((ability,), lost=random.random() < 0.2, lasts=lasts, experience=random.randint(0, 1))


def _monsters(random: Random, type_: str, level: int, characters: int, plane: list[Hex]) -> list[Figure]:
    """One to three of a type."""
    numbers = random.sample(range(1, 7), random.randint(1, 3))
    return [
        monster(TYPES[type_], number, level, random.choice(("normal", "elite")), characters, plane.pop())
        for number in sorted(numbers)
    ]


@cache
def _cards_of(type_: str) -> tuple[str, ...]:
    """The ability cards of a type; none of a boss, which has its own."""
    facts = TYPES[type_].monster
    assert facts is not None
    return ability_cards(facts.deck) if facts.deck else ()


def ability_cards(deck: str) -> tuple[str, ...]:
    """The cards of an ability deck."""
    known = (card.id for card in RULESET.cards.values() if card.ability is not None)
    return tuple(sorted(card for card in known if deck_of(card) == deck))
