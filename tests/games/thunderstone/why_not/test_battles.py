"""The most a battle can come to, taking the Thunderstone, and what situations share, against every line."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.builders import book, ids, position
from tests.games.thunderstone.planning.random_positions import (
    dungeon_draws,
    dungeon_position,
    from_the_box,
    random_game,
)
from tests.games.thunderstone.why_not.asking import position_of
from tests.games.thunderstone.why_not.test_steps import judge_step, reaches
from tests.sweeping import seeds
from tsolve import api
from tsolve.budget import SpentError
from tsolve.cardkit import piles
from tsolve.cardkit.piles import has_unknown
from tsolve.engine import CHANCE
from tsolve.engine import replay as replayed
from tsolve.games.thunderstone.actions import Action, Attack, Pass, Visit
from tsolve.games.thunderstone.changes import with_cards
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.situations import Explorer, Situation
from tsolve.games.thunderstone.state import Member, Player, Slot, State
from tsolve.games.thunderstone.turn.battle import Spoils
from tsolve.games.thunderstone.turn.hall import Target
from tsolve.games.thunderstone.why_not import obstacles
from tsolve.games.thunderstone.why_not.battles import Claiming
from tsolve.games.thunderstone.why_not.queries import Claim, why_not
from tsolve.games.thunderstone.why_not.question import Aim, Expedition
from tsolve.games.thunderstone.why_not.world import StandIn, World, world_of

LIMIT = 6_000
"""Positions of one oracle."""
ROBBING = ("selurin_theurge", "banish", "banish", "elf_archmage", "arcane_energies")
FIGHTING = (
    *("militia", "elf_wizard", "dwarf_guardian", "thyrian_squire", "regian_priest"),
    *("torch", "lightstone_gem", "short_sword", "polearm", "feast", "battle_fury", "disease", "iron_rations"),
)
STANDING = (
    "judgement",
    "revenant",
    "nixie",
    "griffon",
    "kingdom",
    "sphinx",
    "uyril_unending",
    "noxious_slag",
)
ROBBER = "tyxr_the_old"


@from_the_box
def dealt(random: Random, robbed: bool) -> tuple[Thunderstone, State]:
    """A hand of up to four cards, an empty deck, and a known Dungeon Deck."""
    game = random_game(random, 0.05)
    hand = random.choices(FIGHTING, k=random.randint(1, 3 if robbed else 4))
    below = random.choices(STANDING, k=2)
    if robbed:
        hand += random.choices(ROBBING, k=random.randint(1, 2))
        below[random.randint(0, 1)] = ROBBER
    hall = tuple(Slot(card) for card in random.sample(STANDING, 3))
    me = Player(discard=tuple(random.choices(FIGHTING, k=1)))
    state = State(
        players=(me, Player(hand=("militia", "torch"))),
        hall=hall,
        dungeon=piles.known(tuple(below)),
        party=tuple(map(Member, hand)),
    )
    return game, game.apply(state, Visit("dungeon"))


class TooLongError(Exception):
    """There are more positions than the oracle tries."""


def battles(game: Thunderstone, start: State, target: Target) -> Iterator[tuple[State, tuple[Action, ...]]]:
    """Every battle with the target: the position before the attack, and the line to the outcome."""
    seen: set[Hashable] = set()
    waiting: list[tuple[State, State | None, tuple[Action, ...]]] = [(start, None, ())]
    while waiting:
        state, before, line = waiting.pop()
        if before is not None and state.tally.outcome:
            yield before, line
            continue
        key = game.key(state), before is not None
        if state.over or key in seen:
            continue
        seen.add(key)
        if len(seen) > LIMIT or game.mover(state) == CHANCE:
            raise TooLongError
        for action in game.legal_actions(state):
            if isinstance(action, Attack):
                if target.fits(state, action.rank):
                    waiting.append((game.apply(state, action), state, (action,)))
            else:
                then = game.apply(state, action)
                waiting.append((then, before, line if before is None else (*line, action)))


def measured(game: Thunderstone, state: State, line: tuple[Action, ...], aim: Aim) -> int:
    """What the battle of a line came to, by the ledger."""
    if aim == "total":
        for action in line:
            state = game.apply(state, action)
        return state.tally.value
    entries = [entry for step in replayed(game, state, line) for entry in step.entries]
    return next((entry.after for entry in reversed(entries) if entry.quantity == aim), 0)


def compare(world: World, target: Target) -> bool:
    """Compare the most of every aim; False where the position is too large, or not all of it is known."""
    start = Situation(world.state, ())
    expedition = Expedition(world.rules, start, target)
    try:
        attacked = expedition.most("attack")
        if expedition.left_out:
            return False
        all_ = list(battles(world.game, world.state, target))
    except (TooLongError, SpentError):
        return False
    assert (attacked is not None) == bool(all_)
    aims: tuple[Aim, ...] = ("total", "magic", "light")
    for aim in aims:
        found = Expedition(world.rules, start, target).most(aim)
        most = max((measured(world.game, before, line, aim) for before, line in all_), default=None)
        assert (None if found is None else found.value[0]) == most, aim
    return True


def battle_position(seed: int, robbed: bool) -> tuple[Random, World, Target]:
    random = Random(seed)
    game, state = dealt(random, robbed)
    return random, world_of(game, state), Target(random.choice(state.hall).card)


@pytest.mark.parametrize("robbed", [False, True])
@pytest.mark.parametrize("first", seeds(10, 60)[::10])
def test_the_most_equals_the_search(robbed: bool, first: int) -> None:
    dealt = [battle_position(seed, robbed) for seed in range(first, first + 10)]
    assert sum(compare(world, target) for _, world, target in dealt) >= 4


@pytest.mark.parametrize("robbed", [False, True])
@pytest.mark.parametrize("first", seeds(10, 60)[::10])
def test_the_most_of_a_changed_world_equals_the_search(robbed: bool, first: int) -> None:
    """An obstacle is switched off, while the situations may be those of the world as it is."""
    compared = 0
    for seed in range(first, first + 10):
        random, world, target = battle_position(1_000 + seed, robbed)
        monster = world.cards[target.monster]
        changes = [
            *obstacles.traits_of(monster, str),
            *obstacles.weights(world, obstacles.owned(world)),
            *obstacles.darkness(str),
            *obstacles.disease(world),
        ]
        compared += compare(random.choice(changes).change(world), target)
    assert compared >= 4


def test_own_hands_are_robbed_in_many_of_the_positions() -> None:
    """So that the comparisons above are about the order of preparations too."""
    robbed = 0
    for seed in range(30):
        _, world, _ = battle_position(seed, robbed=True)
        explorer = world.rules.explore(world.state)
        robbed += any(explorer.robbed for _ in explorer.levels())
    assert robbed >= 5


STONE = "stone_of_mystery"


def taken(_: World, state: State) -> bool:
    return state.stone_owner == state.active


def buys(state: State, action: Action) -> bool:
    """Spoils have no part in it: they are always passed over."""
    return bool(state.todo) and isinstance(state.todo[-1], Spoils) and not isinstance(action, Pass)


def near_the_stone(random: Random) -> World:
    """A random hand before a Hall in which the Thunderstone stands in Rank 2 or 3."""
    game, state = dungeon_position(random, 4)
    rank = random.choice((2, 2, 3))
    hall = list(state.hall)
    hall[rank - 1] = Slot(STONE)
    if rank == 3 and random.random() < 0.5:
        hall[1] = Slot()
    if hall[0].card == "sphinx":  # its Spoils look at cards that nobody knows here
        hall[0] = Slot("nixie", breached=True)
    return world_of(game, replace(state, hall=tuple(hall)))


@pytest.mark.parametrize("seed", seeds(24, 60))
def test_random_positions(seed: int) -> None:
    judge_step(Claiming("take the Stone", STONE), near_the_stone(Random(seed)), reaches(taken, buys))


def test_both_answers_are_common() -> None:
    worlds = [near_the_stone(Random(seed)) for seed in range(80)]
    won = sum(Claiming("", STONE).seek(world).line is not None for world in worlds)

    assert 5 <= won <= 75


ANY_STONE = Claim()


def asked(hand: list[str], hall: list[str], query: Claim | str = ANY_STONE) -> tuple[str, str]:
    """The verdict and the first reason."""
    game = Thunderstone(book())
    state = game.apply(position(hand, hall, dungeon=["Griffon"], deck=[]), Visit("dungeon"))
    answer = why_not(position_of(game, state), query)
    return answer.verdict, answer.reasons[0].text if answer.reasons else ""


@pytest.mark.parametrize(
    "text", ["take Stone of Mystery", "claim the Thunderstone", "win the Stone of Mystery"]
)
def test_words(text: str) -> None:
    assert asked(["5 x Militia", "Torch"], ["Nixie", "Stone of Mystery", "none"][:2], text)[0] == "possible"


def keys(world: World, explorer: Explorer | StandIn) -> list[set[Hashable]]:
    """The situations of each level."""
    return [{world.game.key(one.state) for one in level.situations} for level in explorer.levels()]


@pytest.mark.parametrize("seed", seeds(24, 60))
def test_the_situations_are_the_same(seed: int) -> None:
    random = Random(seed)
    game, state = (dungeon_draws if seed % 2 else dungeon_position)(random, 3)
    world = world_of(game, state)
    held = [member.card for member in state.party]
    # cards that the hand holds already are of special interest: equal cards are tried once
    for card in [*held, *random.sample(sorted(game.book.cards), 12)]:
        added = with_cards(card)(world)
        shared = added.rules.explore(added.state)
        plain = Explorer(game, added.state)

        assert keys(added, shared) == keys(added, plain), card
        assert set(shared.left_out) == set(plain.left_out)
        assert shared.robbed == plain.robbed


SHOWING = (
    *("Regian Cleric", "Regian Priest", "Regian Bishop", "Chalice Quester", "Chalice Defender"),
    *("Chalice Paladin", "Arcane Energies", "Magical Aura"),  # draw
    *("Banish", "Elf Archmage"),  # change the Hall
    *("Outlands Slayer", "Outlands Khan"),  # count what may leave the hand
    *("Thyrian Lord", "Selurin Theurge"),  # make the other players show or lend cards
    "Disease",  # what such cards destroy
)


def shared_in(hall: list[str], dungeon: list[str]) -> set[str]:
    """The cards of which the situations are those of a blank one, beside a deck that nobody knows."""
    game = Thunderstone(book())
    state = game.apply(position(["Elf Archmage", "Militia"], hall, dungeon=dungeon), Visit("dungeon"))
    assert has_unknown(state.me.deck)
    world = world_of(game, state)

    def shares(card: str) -> bool:
        added = with_cards(card)(world)
        return isinstance(added.rules.explore(added.state), StandIn)

    return set(filter(shares, game.book.cards))


def test_all_cards_share_but_those_that_show_something() -> None:
    assert set(book().cards) - shared_in(["Nixie"] * 3, ["Griffon"]) == set(ids(SHOWING))


@pytest.mark.parametrize(
    ("hall", "dungeon"), [(["Nixie", "Nixie", "Tyxr the Old"], []), (["Nixie"] * 3, ["Tyxr the Old"])]
)
def test_none_shares_where_a_monster_may_take_cards_of_the_hand(hall: list[str], dungeon: list[str]) -> None:
    """Tyxr's Breach: each player discards two cards, and any card may be one of them."""
    assert shared_in(hall, dungeon) == set()


def test_a_line_is_shown_where_cards_are_taken_before_they_may_be_drawn() -> None:
    """Banish lets Tyxr breach while what comes is left to chance: the order of preparations counts."""
    asked = api.position(
        game="thunderstone",
        turn="dungeon",
        hand=["Banish", "Militia", "Torch", "Dagger"],
        deck={"rest": ["Militia", "Torch", "Dagger"]},
        hall=["Griknack Goblin", "Tyxr the Old", "Nixie"],
        dungeon_deck={"rest": ["Griffon", "Kingdom"]},
    )

    # two Militia and two Daggers come to 4 against the Nixie's 5
    assert api.why_not(asked, "defeat Nixie").verdict == "impossible"
