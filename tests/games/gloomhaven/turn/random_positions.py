"""Random positions and turns with the monsters of the ruleset, and random scenarios: characters with cards
of their own, two rooms with a door between them, and more that are spawned.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from msgspec.structs import replace

from tests.games.gloomhaven.turn.table import READINGS, RULESET, TYPES, deals
from tsolve.cardkit import piles
from tsolve.games.gloomhaven.abilities import Condition
from tsolve.games.gloomhaven.ability_parts import Element
from tsolve.games.gloomhaven.actions import Action, FocusOn, Go, Pick, Shift, Strike
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.board import Terrain
from tsolve.games.gloomhaven.book import Book, monster
from tsolve.games.gloomhaven.cards import Card, CharacterCard, Half, Item, Lasting, Variants
from tsolve.games.gloomhaven.conditions import Condition as EndCondition
from tsolve.games.gloomhaven.figures import Figure, Profile, Rank, Token
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.hexes import Hex, from_offset
from tsolve.games.gloomhaven.modifiers import MONSTERS, Deck, standard
from tsolve.games.gloomhaven.printed import When
from tsolve.games.gloomhaven.round import NextRound
from tsolve.games.gloomhaven.script import Event, Room, Script
from tsolve.games.gloomhaven.state import Charged, Door, Drawn, Held, Money, Owned, State, Trap
from tsolve.games.gloomhaven.turn.monster import BeginTurn
from tsolve.games.gloomhaven.writing.ability_text import read_ability

CONDITIONS: tuple[Condition, ...] = (
    "poison",
    "wound",
    "immobilize",
    "disarm",
    "stun",
    "muddle",
    "invisible",
    "strengthen",
)
ELEMENTS: tuple[Element, ...] = ("fire", "ice", "air", "earth", "light", "dark")
BY_DECK: dict[str, list[Card]] = {}
"""The types that draw from each deck."""
for _card in TYPES.values():
    assert _card.monster is not None
    BY_DECK.setdefault(_card.monster.deck, []).append(_card)
ABILITY_CARDS = sorted(card.id for card in RULESET.cards.values() if card.ability is not None)


def deck_of(card: str) -> str:
    """The deck that an ability card belongs to."""
    found = RULESET.cards[card].ability
    assert found is not None
    return found.deck


class Chosen:
    """Random choices for one position."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance

    def tokens(self) -> tuple[Token, ...]:
        if not self.maybe(0.3):
            return ()
        return tuple(sorted(map(Token, self.random.sample(CONDITIONS, self.random.randint(1, 2)))))

    def readings(self) -> dict[str, str]:
        """Now and then another reading of an open point."""
        return {
            key: self.random.choice(RULESET.interpretations[key].options).id if self.maybe(0.15) else default
            for key, default in READINGS.items()
        }

    def deck(self) -> Deck:
        more = ("bless",) * self.random.randint(0, 2) + ("curse",) * self.random.randint(0, 3)
        cards = [*standard().cards(), *more]
        self.random.shuffle(cards)
        drawn = tuple(card for card in cards[: self.random.choice((0, 0, 5, 20))] if card not in more)
        left = list(cards)
        for card in drawn:
            left.remove(card)
        return Deck(piles.shuffled(tuple(left)), tuple(sorted(drawn)))

    def figure(self, card: Card, number: int, level: int, characters: int, at: Hex) -> Figure:
        """A monster of a type, hurt or not."""
        rank: Rank = "" if card.kind == "boss" else self.random.choice(("normal", "elite"))
        new = monster(card, number, level, rank, characters, at)
        hp = self.random.randint(1, new.hp) if self.maybe(0.5) else new.hp
        kept = tuple(token for token in self.tokens() if token.condition not in new.profile.immunities)
        return replace(new, hp=hp, tokens=kept, drops_money=self.maybe(0.8))


def position(random: Random, card: str | None = None, boss: str | None = None) -> tuple[Gloomhaven, State]:
    """A game and a position in which a monster begins its turn: with this card or this boss, if given."""
    chosen = Chosen(random)
    card = card or random.choice(ABILITY_CARDS)
    types = [TYPES[boss]] if boss else BY_DECK.get(deck_of(card), [random.choice(list(TYPES.values()))])
    acting, level, characters = random.choice(types), random.randint(0, 7), random.randint(2, 4)
    columns, rows = random.randint(4, 8), random.randint(4, 7)
    plane = [from_offset(column, row) for column in range(columns) for row in range(rows)]
    random.shuffle(plane)
    walls = frozenset(plane.pop() for _ in range(random.randint(0, 5)))
    free = iter(plane)
    figures = _figures(chosen, acting, level, characters, free)
    terrain = Terrain(
        frozenset(plane),
        walls,
        hazards=frozenset(_some(chosen, free, 2)),
        difficult=frozenset(_some(chosen, free, 2)),
        treasures=frozenset(_some(chosen, free, 1)),
    )
    owners = {MONSTERS} | {each.name for each in figures if each.kind == "character"}
    state = State(
        figures=figures,
        traps=tuple(
            sorted(Trap(at, random.randint(0, 4), _condition(chosen)) for at in _some(chosen, free, 3))
        ),
        doors=tuple(Door(at, random.choice(("open", "closed"))) for at in _some(chosen, free, 1)),
        obstacles=frozenset(_some(chosen, free, 3)),
        money=tuple(
            sorted(Money(at, random.randint(1, 2)) for at in random.sample(sorted(terrain.hexes), 2))
        ),
        elements=tuple(
            sorted(
                Charged(each, random.choice(("waning", "strong"))) for each in ELEMENTS if chosen.maybe(0.4)
            )
        ),
        decks=tuple(Owned(owner, chosen.deck()) for owner in sorted(owners)),
        drawn=tuple(sorted({Drawn(each.group, card) for each in figures if each.type == acting.id})),
        todo=(BeginTurn(figures[0].name),),
    )
    variants = Variants(reduced=chosen.maybe(0.1))
    book = Book(terrain, chosen.readings(), deals(), level, characters, lambda: TYPES, variants)
    return Gloomhaven(book), state


def _figures(
    chosen: Chosen, acting: Card, level: int, characters: int, free: Iterator[Hex]
) -> tuple[Figure, ...]:
    """The acting monster first; another of its type, others, characters, summons, an object."""
    random = chosen.random
    found = [chosen.figure(acting, 1, level, characters, next(free))]
    if acting.kind != "boss" and chosen.maybe(0.5):
        found.append(chosen.figure(acting, 2, level, characters, next(free)))
    for _ in range(random.randint(0, 2)):
        other = random.choice(list(TYPES.values()))
        new = chosen.figure(other, 3, level, characters, next(free))
        if all(new.name != figure.name for figure in found):
            found.append(new)
    for name in ("Brute", "Tinkerer", "Scoundrel")[: random.randint(1, 3)]:
        hp = random.randint(1, 12)
        found.append(
            Figure(
                name,
                "party",
                "character",
                next(free),
                hp,
                12,
                tokens=chosen.tokens(),
                initiative=random.randint(1, 99),
                rests=chosen.maybe(0.1),
            )
        )
    if chosen.maybe(0.4):
        profile = Profile(move=2, attack=random.randint(0, 3), range=random.choice((0, 3)), retaliate=1)
        found.append(Figure("Rat", "party", "summon", next(free), 3, 6, profile, owner="Brute", number=1))
    if chosen.maybe(0.2):
        side = random.choice(("party", "monsters"))
        found.append(Figure("Altar", side, "object", next(free), 5, 5))  # type: ignore[arg-type]
    return tuple(found)


def _some(chosen: Chosen, free: Iterator[Hex], most: int) -> list[Hex]:
    """A few hexes that nothing is in."""
    wanted = chosen.random.randint(0, most)
    return [at for _ in range(wanted) if (at := next(free, None)) is not None]


def _condition(chosen: Chosen) -> tuple[Condition, ...]:
    return (chosen.random.choice(CONDITIONS[:6]),) if chosen.maybe(0.3) else ()


def turn(game: Gloomhaven, state: State, random: Random) -> Iterator[State]:
    """Every position of a turn that is played at random, the last one settled."""
    state = game.settled(state)
    yield state
    while state.todo:
        if game.mover(state) < 0:
            events, weights = zip(*game.chance(state), strict=True)
            action: Action = random.choices(events, weights)[0]
        else:
            action = random.choice(_judged(game, state, random))
        state = game.apply(state, action)
        yield state


def _judged(game: Gloomhaven, state: State, random: Random) -> list[Action]:
    """The legal actions; each is allowed, each different, and what is allowed besides is the same as one."""
    options = game.legal_actions(state)
    assert options
    assert len(set(options)) == len(options)
    for option in options:
        assert game.why_not(state, option) is None, option
    for action in _others(game, state, random):
        is_allowed = any(game.is_same(state, action, option) for option in options)
        assert (game.why_not(state, action) is None) == is_allowed, action
    return options


def _others(game: Gloomhaven, state: State, random: Random) -> Iterator[Action]:
    """Actions that may be legal or not."""
    names = [figure.name for figure in state.figures]
    hexes = sorted(game.book.board(state).hexes)
    some = tuple(random.sample(names, min(2, len(names))))
    yield FocusOn(random.choice(names))
    yield Strike(some)
    yield Strike(some[:1])
    yield Pick(some[0])
    yield Shift(random.choice(hexes))
    yield Go()
    yield Go((random.choice(hexes),))


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
    hidden = [each for type_ in others for each in _monsters(random, type_, level, len(names), behind)]
    inside = [replace(each, origin=f"{each.name} in {each.at}") for each in hidden]  # as position files tell
    placed = {each.name for each in figures}
    script = Script(
        party=names,
        rooms=(Room((door,), tuple(each for each in inside if each.name not in placed)),),
        events=tuple(_events(random, others[0], level, len(names), plate, (door,) if locked else ())),
        victory=(random.choice(_ends(figures)),),
        defeat=(EndCondition("rounds", number=9),),
    )
    decks_of_types = {name: _cards_of(name) for name in TYPES}
    book = Book(
        terrain,
        readings,
        deals(),
        level,
        len(names),
        lambda: TYPES,
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


def _ends(figures: list[Figure]) -> list[EndCondition]:
    """What a scenario may be played for."""
    monsters = [figure.name for figure in figures if figure.side == "monsters"]
    return [
        EndCondition("monsters"),
        EndCondition("killed", monsters[0]),
        EndCondition("rounds", number=3),
        EndCondition("money", number=1),
    ]


def _events(
    random: Random, type_: str, level: int, characters: int, plate: Hex, doors: tuple[Hex, ...]
) -> Iterator[Event]:
    """A plate that opens doors or spawns a monster, and one that comes at the end of rounds."""
    new = monster(TYPES[type_], 0, level, "normal", characters, plate)
    new = replace(new, name=type_, origin=f"a spawned {type_}")
    yield Event("plate", when="plate", at=plate, figures=() if doors else (new,), opens=doors)
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
