"""Random small positions, any readings: all cards known as far as a line can reach, or with chance having
a say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from random import Random
from typing import ParamSpec

from msgspec.structs import replace

from tests.games.thunderstone.builders import book, mixed_book, ruleset
from tests.games.thunderstone.invariants import census
from tsolve.cardkit import piles
from tsolve.cardkit.piles import Pile
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.measures import MEASURES
from tsolve.games.thunderstone.planning.goals import DEFAULTS, read_goal
from tsolve.games.thunderstone.state import Member, Player, Slot, State

USEFUL = (
    "disease",
    "iron_rations",
    "iron_rations",
    "spear",
    "polearm",
    "short_sword",
    "flaming_sword",
    "feast",
)
"""Cards that interact with many others, drawn more often."""

Pools = tuple[tuple[int, Sequence[str]], ...]
"""Cards to draw from, each list with its share."""
Dealt = tuple[Thunderstone, State]
Options = ParamSpec("Options")


def from_the_box(deal: Callable[Options, Dealt]) -> Callable[Options, Dealt]:
    """Deals anew until no card lies there more often than its box holds it."""

    @wraps(deal)
    def dealt(*args: Options.args, **options: Options.kwargs) -> Dealt:
        while True:
            game, state = deal(*args, **options)
            if is_in_the_box(game, state):
                return game, state

    return dealt


def is_in_the_box(game: Thunderstone, state: State) -> bool:
    """Whether the box has so many copies of each card; of Diseases there are always enough."""
    facts = game.book.cards
    cards = ((facts[card], copies) for card, copies in census(state).items() if card in facts)
    return all(copies <= card.count or card.is_disease for card, copies in cards)


def deal(random: Random, pools: Pools, count: int) -> tuple[str, ...]:
    """So many cards from the lists, each list with the probability of its share."""
    shares, lists = zip(*pools, strict=True)
    return tuple(random.choice(cards) for cards in random.choices(lists, shares, k=count))


def random_readings(random: Random, odd: float) -> dict[str, str]:
    """Each interpretation read in a random way with probability `odd`."""
    return {
        key: random.choice(point.options).id
        for key, point in ruleset().interpretations.items()
        if random.random() < odd
    }


def random_game(random: Random, odd: float) -> Thunderstone:
    """The rules of the base game under random readings."""
    return Thunderstone(book(**random_readings(random, odd)))


@from_the_box
def dungeon_position(random: Random, cards: int, odd: float = 0.08) -> Dealt:
    """A hand of up to `cards` cards in the Dungeon."""
    game = random_game(random, odd)
    facts = game.book.cards
    heroes = [card for card in facts if facts[card].kind == "hero"] + ["militia"] * 6
    monsters = [card for card in facts if facts[card].is_monster]
    others = [
        card
        for card in facts
        if facts[card].kind in ("village", "basic", "disease")
        and card != "militia"
        and facts[card].subtypes != ("villager",)
    ]
    hand = []
    for _ in range(random.randint(1, cards)):
        draw = random.random()
        pool = heroes if draw < 0.45 else others if draw < 0.7 else USEFUL if draw < 0.94 else monsters
        hand.append(random.choice(pool))
    if random.random() < 0.12:
        hand.append("banish")
    top = tuple(random.choice(heroes + others) for _ in range(random.randint(0, 2)))
    deck = piles.known(top) + (piles.UNKNOWN if random.random() < 0.5 else piles.EMPTY)
    incoming = piles.known(tuple(random.choice(monsters) for _ in range(random.randint(1, 3))))
    opponent = random.choice([None, ("militia", "militia"), ("elf_wizard", "elf_wizard")])
    state = State(
        players=(
            Player(deck=deck, discard=tuple(random.choice(heroes) for _ in range(random.randint(0, 1)))),
            Player(hand=opponent),
        ),
        hall=tuple(Slot(random.choice(monsters)) for _ in range(3)),
        dungeon=incoming + piles.UNKNOWN,
        stock=None,
        party=tuple(Member(card) for card in hand),
    )
    return game, game.apply(state, Visit("dungeon"))


SCORING = (
    *("goodberries", "goodberries", "thyrian_squire", "thyrian_lord", "dwarf_sentinel", "lorigg_outlaw"),
    *("chalice_paladin", "dwarf_janissary", "elf_sorcerer", "griffon", "iron_rations", "short_sword"),
)
"""Cards that score, that bring others which do, and that are destroyed or eaten for something."""


@from_the_box
def last_turn(random: Random, cards: int, odd: float = 0.08) -> Dealt:
    """In the Dungeon near the end of the game: a Thunderstone may stand behind a Monster, all that is owned
    is known, and Spoils may buy what scores.
    """
    game, state = dungeon_position(random, cards, odd)
    hall = list(state.hall)
    if random.random() < 0.7:
        hall[random.randint(1, 2)] = Slot("stone_of_mystery")
    party = tuple(Member(random.choice(SCORING)) if random.random() < 0.5 else m for m in state.party)
    village = random.choice([{}, {}, {"goodberries": 1, "dagger": 2}])
    me = replace(state.me, deck=piles.known(piles.contents(state.me.deck)))
    other = Player(hand=(random.choice((*SCORING, "militia")),) * 2)
    state = replace(
        state,
        players=(me, other),
        hall=tuple(hall),
        party=party,
        stalls=tuple(village),
        stock=tuple(village.values()) or None,
    )
    return game, state


@from_the_box
def village_position(random: Random, cards: int, odd: float = 0.08) -> Dealt:
    """A hand of up to `cards` cards in the Village, with a few small stacks."""
    game = random_game(random, odd)
    facts = game.book.cards
    heroes = [card for card in facts if facts[card].kind == "hero"]
    goods = [card for card in facts if facts[card].kind in ("village", "basic")]
    monsters = [card for card in facts if facts[card].is_monster]
    villagers = ("barkeep", "pawnbroker", "trainer", "town_guard", "militia")
    hand = [
        random.choice(villagers if random.random() < 0.5 else (*heroes, *goods, *monsters, "disease"))
        for _ in range(random.randint(1, cards))
    ]
    groups = random.sample(sorted({facts[card].group for card in heroes}), random.randint(1, 2))
    stacks = {card: random.randint(0, 3) for card in heroes if facts[card].group in groups}
    stacks |= {card: random.randint(0, 2) for card in random.sample(goods, random.randint(1, 4))}
    top = tuple(random.choice(heroes + goods) for _ in range(random.randint(0, 6)))
    state = State(
        players=(Player(deck=piles.known(top) + piles.UNKNOWN, xp=random.randint(0, 6)), Player(hand=None)),
        hall=(Slot("kingdom"), Slot("famine"), Slot("griffon")),
        dungeon=piles.UNKNOWN,
        stalls=tuple(stacks),
        stock=tuple(stacks.values()),
        party=tuple(Member(card) for card in hand),
    )
    return game, game.apply(state, Visit("village"))


def random_goal(random: Random, place: str) -> tuple[str, ...]:
    """Mostly the usual goal, sometimes other levels in another order, or weighted sums of levels."""
    draw = random.random()
    if draw < 0.55:
        return DEFAULTS[place]
    levels = [level for level in MEASURES.levels_of(place) if level != "diseases"]
    if draw < 0.75:
        return tuple(random.sample(levels, random.randint(2, min(4, len(levels)))))
    if draw < 0.85:
        return random.choice([DEFAULTS["any"], read_goal("any", "4*vp+2*xp+growth,lost")])
    return read_goal(place, f"{random_sum(random, levels)},{random.choice(levels)}")


def goal_of_the_end(random: Random, place: str) -> tuple[str, ...]:
    """A goal that asks first for what counts at the end of the game, in one way or another."""
    levels = [level for level in MEASURES.levels_of(place) if level != "diseases"]
    asking = [level for level in ("points", "growth", "lead", "victory", "goes_on") if level in levels]
    first = random.choice([*asking, random_sum(random, asking), DEFAULTS[place][0]])
    others = random.sample([level for level in levels if level != first], random.randint(1, 4))
    return (first, *others)


def random_sum(random: Random, levels: list[str]) -> str:
    """Two or three levels with weights from 1 to 5."""
    chosen = random.sample(levels, random.randint(2, 3))
    return "+".join(f"{random.randint(1, 5)}*{level}" for level in chosen)


DESTROYERS = ("regian_cleric", "chalice_quester")
"""Draw for each Disease that they destroy."""
DRAWERS = (
    "regian_priest",
    "regian_bishop",
    "chalice_defender",
    "chalice_paladin",
    "arcane_energies",
    "magical_aura",
    "banish",
)
MOVERS = ("elf_archmage", "thyrian_lord", "selurin_theurge")
"""Change the Hall, or ask the other players."""
VILLAGERS = ("town_guard", "barkeep", "pawnbroker", "trainer", "militia")

READY = ("chalice_defender", "outlands_slayer", "outlands_khan")
"""May count the hand before other cards leave it."""
THINNING = (
    "gorinth_miser",
    "regian_priest",
    "banish",
    "burnt_offering",
    "veteran_berserker",
    "belzur_cardinal",
)
COUNTED = (
    "torch",
    "lantern",
    "disease",
    "blink_dog",
    "militia",
    "short_sword",
    "magical_aura",
    "lightstone_gem",
)


def ready_before_cards_leave(random: Random) -> Dealt:
    """A Hero that counts the hand, a card by which others leave it, and cards of both kinds."""
    game = Thunderstone(mixed_book())
    monsters = [card for card in sorted(game.book.monsters) if not game.book.card(card).breach]
    hand = [random.choice(READY), random.choice(THINNING), *random.choices(COUNTED, k=random.randint(1, 3))]
    deck = random.choices((*COUNTED, *THINNING[:3]), k=random.randint(1, 3))
    state = State(
        players=(Player(deck=piles.shuffled(tuple(deck))), Player(hand=())),
        hall=tuple(Slot(random.choice(monsters)) for _ in range(3)),
        dungeon=piles.known(tuple(random.choices(monsters, k=2))),
        stock=None,
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("dungeon"))


@from_the_box
def dungeon_draws(random: Random, cards: int, odd: float = 0.06) -> Dealt:
    """One card that draws and up to `cards` others in the Dungeon, 3 to 8 cards left to draw from."""
    game = random_game(random, odd)
    facts = game.book.cards
    monsters = sorted(game.book.monsters)
    kinds = random.random()
    if kinds < 0.35:
        hand = [random.choice(DESTROYERS), "disease"]
    else:
        hand = [random.choice(DRAWERS if kinds < 0.9 else MOVERS)]
    hand += _cards(random, game.book, random.randint(1, cards))
    pool = _cards(random, game.book, random.randint(2, 4))
    deck, discard = _deck_and_discard(random, pool, random.randint(3, 8))
    coming = random.choices(random.sample(monsters, 2), k=random.randint(2, 4))
    if random.random() < 0.08:
        coming.append(next(card for card in facts if facts[card].kind == "thunderstone"))
    dungeon = random.choice([piles.shuffled(tuple(coming)), _pile(random, coming), piles.UNKNOWN])
    standing = [Slot(random.choice(monsters), random.random() < 0.5) for _ in range(3)]
    if random.random() < 0.06:
        standing[2] = Slot()
    alike = game.book.reads("others_discard", "forced")  # what they choose is of no use, but must be chosen
    opponent = random.choice([None, ("militia",) * 2, ("militia", "militia" if alike else "elf_wizard")])
    state = State(
        players=(Player(deck=deck, discard=discard), Player(hand=opponent)),
        hall=tuple(standing),
        dungeon=dungeon,
        stock=None,
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("dungeon"))


@from_the_box
def village_draws(random: Random, cards: int, odd: float = 0.06) -> Dealt:
    """A Town Guard and up to `cards` other cards in the Village, with a few small stacks."""
    game = random_game(random, odd)
    facts = game.book.cards
    goods = [card for card in facts if facts[card].kind in ("village", "basic")]
    heroes = [card for card in facts if facts[card].kind == "hero"]
    hand = ["town_guard", *_visitors(random, game.book, random.randint(0, cards))]
    pool = _visitors(random, game.book, random.randint(2, 3))
    deck, discard = _deck_and_discard(random, pool, random.randint(3, 6))
    group = facts[random.choice(heroes)].group
    stacks = {card: random.randint(0, 2) for card in heroes if facts[card].group == group}
    stacks |= {card: random.randint(1, 2) for card in random.sample(goods, random.randint(2, 3))}
    state = State(
        players=(Player(deck=deck, discard=discard, xp=random.randint(0, 5)), Player(hand=None)),
        hall=(Slot("kingdom"), Slot("famine"), Slot("griffon")),
        dungeon=piles.UNKNOWN,
        stalls=tuple(stacks),
        stock=tuple(stacks.values()),
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("village"))


def _cards(random: Random, book: Book, count: int) -> list[str]:
    """Cards for the Dungeon, those that matter there more often."""
    facts = book.cards
    heroes = [card for card in facts if facts[card].kind == "hero"]
    others = [card for card in facts if facts[card].kind in ("village", "basic")]
    drawers = DRAWERS + DESTROYERS
    pools: Pools = (
        *((35, heroes), (15, ("militia",)), (10, drawers), (8, ("disease",))),
        *((25, USEFUL), (5, others), (2, sorted(book.monsters))),
    )
    return list(deal(random, pools, count))


def _visitors(random: Random, book: Book, count: int) -> list[str]:
    """Cards for the Village: people who work there, cards with gold, and anything else."""
    paying = [card for card in book.cards if book.cards[card].gold]
    return list(deal(random, ((40, VILLAGERS), (40, paying), (20, sorted(book.cards))), count))


def _deck_and_discard(random: Random, pool: list[str], count: int) -> tuple[Pile, tuple[str, ...]]:
    """Cards of these kinds in the deck, or most of them in a discard pile that is shuffled in when the deck
    runs out, or below the top of a deck of which no more is known.
    """
    cards = random.choices(pool, k=count)
    kind = random.random()
    if kind < 0.5:
        return _pile(random, cards), ()
    top = random.randint(0, 2)
    if kind < 0.9:
        return _pile(random, cards[:top]), tuple(cards[top:])
    return _pile(random, cards[:top]) + piles.UNKNOWN, ()


def _pile(random: Random, cards: list[str]) -> Pile:
    """A shuffled pile of which sometimes the top is known."""
    known = random.randint(1, 2) if random.random() < 0.2 else 0
    return piles.known(tuple(cards[:known])) + piles.shuffled(tuple(cards[known:]))
