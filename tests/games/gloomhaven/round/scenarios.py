"""Random scenarios: characters with cards of their own, monsters in two rooms with a door between them, and
more that are spawned.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from msgspec.structs import replace

from tests.games.gloomhaven.turn.random_positions import deck_of
from tests.games.gloomhaven.turn.table import READINGS, RULESET, TYPES, deals
from tsolve.games.gloomhaven.abilities import load_areas
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.book import Book, Condition, Event, Room, Script, monster
from tsolve.games.gloomhaven.cards import CharacterCard, Half, Item, Lasting, When
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.hexes import Hex, from_offset
from tsolve.games.gloomhaven.modifiers import MONSTERS, standard
from tsolve.games.gloomhaven.round import NextRound
from tsolve.games.gloomhaven.state import Door, Figure, Held, Owned, State, Trap
from tsolve.games.gloomhaven.writing.ability_text import read_ability

COMMON = sorted(name for name, card in TYPES.items() if card.kind != "boss")
NAMES = ("Brute", "Tinkerer", "Spellweaver")
TOPS = ("attack 5", "attack 4, range 3", "attack 6", "attack 2, target 2, range 2", "heal 3, self", "loot 1")
BOTTOMS = ("move 3", "move 4", "move 2, jump", "shield 1", "move 2", "heal 2, self")
LASTING = (
    ("shield 1", (0, 1)),
    ("retaliate 2", (0,)),
    ("attack +1, pierce 1", (1, 0, 0)),
    ("negate damage", (0, 0)),
    ("shield 1", ()),
    ("summon Rat (hp 3, move 2, attack 2)", ()),
)
"""Persistent bonuses with the experience of their slots."""
ITEMS: tuple[tuple[When, str], ...] = (
    ("turn", "heal 2, self"),
    ("turn", "attack 1"),
    ("move", "move +2"),
    ("attack", "attack +1, add target"),
    ("single attack", "attack +0, advantage"),
    ("attacked", "shield 2"),
    ("attacked", "attackers have disadvantage"),
    ("damage", "negate damage"),
)


def scenario(random: Random) -> tuple[Gloomhaven, State]:
    """A game and the position before its first round."""
    columns, rows = random.randint(4, 6), random.randint(4, 5)
    plane = [from_offset(column, row) for column in range(columns) for row in range(rows)]
    wall = [from_offset(columns, row) for row in range(rows)]
    behind = [from_offset(columns + 1 + column, row) for column in range(3) for row in range(rows)]
    beyond, door, plate = list(behind), random.choice(wall), random.choice(plane)
    random.shuffle(plane)
    random.shuffle(behind)
    readings = {
        key: random.choice(RULESET.interpretations[key].options).id if random.random() < 0.1 else default
        for key, default in READINGS.items()
    }
    obstacles = frozenset(plane.pop() for _ in range(random.randint(0, 3)))
    traps = tuple(sorted(Trap(plane.pop(), 3) for _ in range(random.randint(0, 2))))
    hazards = frozenset(plane.pop() for _ in range(random.randint(0, 1)))
    terrain = Terrain(
        frozenset((*plane, *obstacles, *hazards, *(trap.at for trap in traps), door, *beyond)),
        walls=frozenset(wall) - {door},
        hazards=hazards,
        plates=frozenset((plate,)),
    )
    cards: dict[tuple[str, str], CharacterCard] = {}
    names = NAMES[: random.randint(1, 3)]
    held = tuple(_held(random, name, cards) for name in names)
    level = random.randint(0, 2)
    types = random.sample(COMMON, 2)
    others = random.sample(COMMON, 2)
    figures = [Figure(name, "party", "character", plane.pop(), random.randint(4, 20), 20) for name in names]
    for type_ in types:
        figures += _monsters(random, type_, level, len(names), plane)
    locked = random.random() < 0.2
    inside = [each for type_ in others for each in _monsters(random, type_, level, len(names), behind)]
    placed = {each.name for each in figures}
    script = Script(
        party=names,
        rooms=(Room((door,), tuple(each for each in inside if each.name not in placed)),),
        events=tuple(_events(random, others[0], level, len(names), plate, (door,) if locked else ())),
        victory=(random.choice(_ends(figures)),),
        defeat=(Condition("rounds", number=9),),
    )
    decks_of_types = {name: _cards_of(name) for name in TYPES}
    book = Book(
        terrain,
        readings,
        deals(),
        level,
        len(names),
        TYPES,
        cards=cards,
        ability_decks=decks_of_types,
        script=script,
        items={(owner, item.name): item for owner in names for item in _items(random)},
    )
    decks = tuple(Owned(owner, standard()) for owner in (*names, MONSTERS))
    state = State(
        figures=tuple(figures),
        traps=traps,
        doors=(Door(door, "locked" if locked else "closed"),),
        obstacles=obstacles,
        decks=decks,
        held=tuple(sorted(held)),
        todo=(NextRound(),),
    )
    game = Gloomhaven(book)
    return game, game.settled(state)


def _ends(figures: list[Figure]) -> list[Condition]:
    """What a scenario may be played for."""
    monsters = [figure.name for figure in figures if figure.side == "monsters"]
    return [
        Condition("monsters"),
        Condition("killed", monsters[0]),
        Condition("rounds", number=3),
        Condition("money", number=1),
    ]


def _events(
    random: Random, type_: str, level: int, characters: int, plate: Hex, doors: tuple[Hex, ...]
) -> Iterator[Event]:
    """A plate that opens doors or spawns a monster, and one that comes at the end of rounds."""
    new = replace(monster(TYPES[type_], 0, level, "normal", characters, plate), name=type_)
    yield Event("plate", plate=plate, figures=() if doors else (new,), opens=doors)
    if random.random() < 0.5:
        yield Event("end", round=random.randint(0, 2), figures=(new,))


def _held(random: Random, owner: str, cards: dict[tuple[str, str], CharacterCard]) -> Held:
    """A hand of four to six cards, whose texts come into `cards`."""
    hand = tuple(f"{owner} {number}" for number in range(1, random.randint(4, 6) + 1))
    for name in hand:
        top, bottom = _half(random, TOPS), _half(random, BOTTOMS)
        cards[owner, name] = CharacterCard(name, top, bottom, random.randint(1, 99))
    return Held(owner, hand=hand)


def _half(random: Random, texts: tuple[str, ...]) -> Half:
    if random.random() < 0.2:
        text, slots = random.choice(LASTING)
        ability = read_ability(text, load_areas())
        return Half((ability,), random.random() < 0.5, "persistent", random.randint(0, 1), slots)
    text = random.choice(texts)
    lasts: Lasting = "round" if text.startswith("shield") else ""
    ability = read_ability(text, load_areas())
    return Half((ability,), lost=random.random() < 0.2, lasts=lasts, experience=random.randint(0, 1))


def _items(random: Random) -> list[Item]:
    """Up to three items."""
    chosen = random.sample(ITEMS, random.randint(0, 3))
    return [
        Item(
            f"{when}: {text}",
            when,
            (read_ability(text, load_areas()),),
            random.randint(1, 2),
            bool(place % 2),
        )
        for place, (when, text) in enumerate(chosen)
    ]


def _monsters(random: Random, type_: str, level: int, characters: int, plane: list[Hex]) -> list[Figure]:
    """One to three of a type."""
    numbers = random.sample(range(1, 7), random.randint(1, 2))
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
