"""No attack comes to more than the bounds that are found without a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import mixed_book, position
from tests.games.thunderstone.planning.asked_positions import (
    features,
    heroes,
    in_dungeon,
    in_dungeon_by_chance,
    monsters,
    village,
    weapons,
)
from tests.games.thunderstone.planning.random_positions import (
    Dealt,
    dungeon_draws,
    dungeon_position,
    from_the_box,
    random_readings,
    ready_before_cards_leave,
)
from tests.games.thunderstone.planning.test_bounds import walk
from tests.games.thunderstone.planning.test_own_cards import position as with_own_cards
from tests.games.thunderstone.planning.test_policy import moving_hall
from tests.games.thunderstone.random_cards import own_ruleset
from tests.sweeping import seeds
from tsolve.cardkit import piles
from tsolve.engine.search import best_policy
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Visit
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.bounds import UNBOUNDED
from tsolve.games.thunderstone.planning.dungeon import leaves, search_engine
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.planning.party_bounds import battle_bounds, turn_bounds
from tsolve.games.thunderstone.planning.situations import Explorer
from tsolve.games.thunderstone.planning.unseen import unseen_of
from tsolve.games.thunderstone.state import UNSEEN, Member, Player, Slot, State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target


def own_cards(random: Random) -> Dealt:
    rules, own = own_ruleset(random)
    return with_own_cards(random, rules, own, "dungeon")


PREPARED = (
    *("militia", "elf_wizard", "dwarf_guardian", "short_sword", "battle_fury", "feast"),
    *("torch", "lantern", "fireball"),  # of what these bring, nothing is lost: the bounds are reached
)
DRAWERS = (
    *("magical_aura", "regian_priest", "frost_giant_axe", "quartermaster", "gorinth_miser", "banish"),
    *("phalanx_officer", "chalice_quester", "arcane_energies", "polymorph", "belzur_bishop", "trader"),
)
"""Cards that draw: one, several, as many as Heroes of their group, or what they name."""
RETURNING = ("half_orc_dervish", "terakian_defender", "selurin_theurge", "bluefire_staff")
"""Cards that discard others, borrow a Hero, or let a Spell be used twice: what was used may come again."""


@from_the_box
def few_of_many(random: Random, returning: bool = False, robbed: bool = False) -> Dealt:
    """A deck of which not all is drawn, by one or two cards of the hand or by those that they draw."""
    game = Thunderstone(mixed_book(**random_readings(random, 0.06)))
    monsters = [card for card in sorted(game.book.monsters) if not game.book.card(card).breach]
    hand = [*random.sample(DRAWERS, random.randint(1, 2)), *random.choices(PREPARED, k=random.randint(1, 2))]
    hand += random.choices(RETURNING, k=returning)
    deck = random.choices((*PREPARED, *PREPARED, *DRAWERS), k=random.randint(0 if returning else 2, 4))
    discard = random.choices(PREPARED, k=random.choice((0, 0, 1, 2)))
    hall = random.choices(monsters, k=3)
    if robbed:
        hall[random.randint(0, 2)] = "tyxr_the_old"
        hand[0] = "banish"
    pile = random.choice((piles.known, piles.shuffled))
    other = random.choice((("militia",), ("belzur_bishop",), ("amazon_archer", "militia")))
    state = State(
        players=(Player(deck=pile(tuple(deck)), discard=tuple(discard)), Player(hand=other)),
        hall=tuple(map(Slot, hall)),
        dungeon=pile(tuple(random.choices(monsters, k=random.randint(0, 2)))),
        stock=None,
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("dungeon"))


DEALS: dict[str, Callable[[Random], Dealt]] = {
    "base": partial(dungeon_position, cards=4),
    "draws": partial(dungeon_draws, cards=2),
    "ready": ready_before_cards_leave,
    "moving": moving_hall,
    "own cards": own_cards,
    "few of many": few_of_many,
    "returning": partial(few_of_many, returning=True),
    "robbed": partial(few_of_many, robbed=True),
    **{part.__name__: partial(in_dungeon, part, cards=4) for part in (features, heroes, village, weapons)},
    **{
        f"{part.__name__} by chance": partial(in_dungeon_by_chance, part, cards=3)
        for part in (features, heroes, monsters, village, weapons)
    },
}
AIMS = ("total", "magic", "light", "xp", "win")
LIMIT = 1_500
"""Positions of one oracle."""
MOST = 12
"""Attacks of one turn that are searched."""


def less_known(random: Random, game: Thunderstone, state: State) -> State:
    """The same position, at times with a card of the Hall unseen, or with the Dungeon Deck unknown."""
    hall, rank = list(state.hall), random.randrange(3)
    hall[rank] = Slot(UNSEEN)
    hidden = replace(state, hall=tuple(hall), dungeon=random.choice((piles.UNKNOWN, state.dungeon)))
    gone = Counter((state.hall[rank].card, *piles.contents(state.dungeon)))
    left = unseen_of(game.book, hidden, [card for card in gone if card in game.book.cards])
    is_from_a_box = all(
        many <= left.get(card, 0) + (hidden.dungeon is state.dungeon) for card, many in gone.items()
    )
    return hidden if is_from_a_box and random.random() < 0.4 else state


def bounded(random: Random, deal: Callable[[Random], Dealt]) -> int:
    """How many bounds were compared with the most that the engine finds by trying everything."""
    game, state = deal(random)
    if random.random() < 0.5:
        state = random.choice([each for each in walk(random, game, state) if not each.todo])
    compared = 0
    bounds = turn_bounds(game, less_known(random, game, state), ANYBODY)
    for aim in AIMS if bounds else ():
        try:
            found = best_policy(
                game, state, lambda here, aim=aim: battle_result(game.book, here, (aim,)), 0, "best", LIMIT
            )
        except TooLargeError:
            continue
        if found is not None:
            compared += bounds.get(aim, UNBOUNDED) < UNBOUNDED
            assert found.worth[0] <= bounds.get(aim, UNBOUNDED), (aim, state)
    situations = [each for level in Explorer(game, state).levels() for each in level.situations]
    met = leaves(game, situations, ("lost",), ANYBODY)
    for leaf in random.sample(met, min(len(met), MOST)):
        least = battle_bounds(game, leaf.situation.state, leaf.rank)
        aim = random.choice(AIMS)
        try:
            attack = search_engine(game, leaf.situation, (aim,), Target(rank=leaf.rank), LIMIT, quiet=True)
        except TooLargeError:
            continue
        if attack is not None:
            compared += least.get(aim, UNBOUNDED) < UNBOUNDED
            assert attack.value[0] <= least.get(aim, UNBOUNDED), (aim, leaf)
    return compared


def test_what_may_stand_unseen_counts_as_a_target() -> None:
    game = Thunderstone(mixed_book())
    state = game.apply(position(["Militia"], ["Nixie"]), Visit("dungeon"))
    hidden = replace(state, hall=(Slot(UNSEEN), *state.hall[1:]))

    assert turn_bounds(game, state, Target("plague_zombie"))["total"] == -1  # it does not stand there
    # unseen it may: the Militia's 1, and nothing less in Rank 1 where others unseen give Light
    assert turn_bounds(game, hidden, Target("plague_zombie"))["total"] == 1


@pytest.mark.parametrize("name", DEALS)
def test_no_attack_comes_to_more(name: str) -> None:
    assert sum(bounded(Random(seed), DEALS[name]) for seed in seeds(8, 150)) >= 8


@pytest.mark.parametrize(
    ("hand", "deck", "aim", "most"),
    [
        (["Militia", "Dagger", "Torch"], [], "total", 2),  # 1 + 1
        (["Militia", "Dagger", "Torch"], [], "light", 1),
        (["Militia", "Feast", "Torch"], [], "total", 2),  # 1, and 1 by the Feast
        (["Militia", "Feast"], [], "total", 0),  # the same 2, and 2 less in the dark
        (["Militia", "Dagger", "Dagger", "Torch"], [], "total", 2),  # who carries one Weapon
        (["Regian Priest", "Torch"], ["Fireball"], "magic", 5),  # 2 of the Priest, and 3 that he may draw
        (["Militia", "Disease"], [], "xp", 0),  # the Nixie (Health 5) cannot be defeated
        (["Banish", "Torch"], [], "light", 1),  # the Hall may change, which brings no Light
        (["Regian Priest", "Torch"], ["Fireball", "Fireball"], "magic", 5),  # he draws one of them
        (["Militia", "Torch"], ["Dagger", "Militia"], "total", 1),  # nothing draws
    ],
)
def test_bounds_are_sums_of_what_lies_there(hand: list[str], deck: list[str], aim: str, most: int) -> None:
    game = Thunderstone(mixed_book())
    state = game.apply(replace(position(hand, ["Nixie"], deck=deck), dungeon=piles.EMPTY), Visit("dungeon"))

    assert turn_bounds(game, state, ANYBODY)[aim] == most


@pytest.mark.parametrize(
    ("hand", "monster", "aim", "most"),
    [
        (["Militia", "Elf Wizard", "Fireball", "Torch"], "Sphinx", "total", 5),  # 2 + 3: Magic Attack only
        (["Militia", "Elf Wizard", "Fireball", "Torch"], "Nixie", "total", 6),
        (
            ["Militia", "Militia", "Fireball", "Fireball", "Torch"],
            "Highwayman",
            "win",
            0,
        ),  # asks for 3 Heroes
        (
            ["Militia", "Spear", "Short Sword", "Torch", "Torch"],
            "Revenant",
            "win",
            0,
        ),  # asks for Magic Attack
    ],
)
def test_bounds_know_what_a_monster_asks_for(hand: list[str], monster: str, aim: str, most: int) -> None:
    game = Thunderstone(mixed_book())
    state = game.apply(position(hand, [monster]), Visit("dungeon"))

    assert turn_bounds(game, state, ANYBODY).get(aim, UNBOUNDED) == most
