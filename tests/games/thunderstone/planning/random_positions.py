"""Random small positions: few cards, all of them known as far as a line can reach, any readings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from random import Random
from typing import ParamSpec

from msgspec.structs import replace

from tests.games.thunderstone.builders import book, ruleset
from tests.games.thunderstone.invariants import census
from tsolve.cardkit import piles
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import DEFAULTS, LEVELS, read_goal
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
    levels = [level for level in LEVELS[place] if level != "diseases"]
    if draw < 0.75:
        return tuple(random.sample(levels, random.randint(2, min(4, len(levels)))))
    if draw < 0.85:
        return random.choice([DEFAULTS["any"], read_goal("any", "4*vp+2*earned+worth,lost")])
    return read_goal(place, f"{random_sum(random, levels)},{random.choice(levels)}")


def goal_of_the_end(random: Random, place: str) -> tuple[str, ...]:
    """A goal that asks first for what counts at the end of the game, in one way or another."""
    levels = [level for level in LEVELS[place] if level != "diseases"]
    asking = [level for level in ("points", "worth", "lead", "victory", "goes_on") if level in levels]
    first = random.choice([*asking, random_sum(random, asking), DEFAULTS[place][0]])
    others = random.sample([level for level in levels if level != first], random.randint(1, 4))
    return (first, *others)


def random_sum(random: Random, levels: list[str]) -> str:
    """Two or three levels with weights from 1 to 5."""
    chosen = random.sample(levels, random.randint(2, 3))
    return "+".join(f"{random.randint(1, 5)}*{level}" for level in chosen)
