"""The figures of small decks held to exhaustive search: each hand of single cards is played in the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from tests.games.thunderstone.builders import book, mixed_book, position_of
from tests.games.thunderstone.planning.random_positions import random_game
from tsolve.batch import pool
from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY
from tsolve.chances import odds as answer
from tsolve.chances.hands import Deal, Figures, Outcome, Tally, Weight
from tsolve.chances.hands import look as look_at_hands
from tsolve.engine.search import best_line, best_policy
from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.odds import HandWork, Quantities
from tsolve.games.thunderstone.judging.odds_hand import Battles, Table, fights
from tsolve.games.thunderstone.planning.goals import battle_result, visit_result
from tsolve.games.thunderstone.state import Slot, State
from tsolve.games.thunderstone.turn.hall import ANYBODY, Target

HAND = 5
_FIGHT = ("win", "total")
_TURN = ("win", "vp", "xp")


def hold_without_draws(game: Thunderstone, table: Table, deck: list[str]) -> None:
    """The whole distribution against each Monster, of the best turn, and of the gold."""
    monsters = list(table.monsters)
    wanted: list[dict[Outcome, Weight]] = [{} for _ in range(len(monsters) + 2)]
    for hand, number in every_hand(deck).items():
        start = table.position(game, hand, (), "dungeon")
        visit = table.position(game, hand, (), "village")
        outcomes = [searched_attack(game, start, monster) for monster in monsters]
        outcomes += searched_turn(game, start), searched_gold(game, visit)
        for known, outcome in zip(wanted, outcomes, strict=True):
            known[outcome] = known.get(outcome, 0) + number
    found, at = look(table, deck), Quantities(len(monsters))
    ways = comb(len(deck), HAND)
    assert found.weight == ways
    assert found.outcomes[: at.left_out] == wanted[:-1]
    assert found.outcomes[at.gold] == wanted[-1]
    assert found.outcomes[at.left_out] == {(0,): ways}


def hold_with_draws(game: Thunderstone, table: Table, deck: list[str]) -> None:
    """The chance to defeat each Monster and the mean Attack Value of the best policy, and the best turn."""
    aims = [*((_FIGHT, monster) for monster in table.monsters), (_TURN, ANYBODY)]
    wanted = [[Fraction(0)] * len(goal) for goal, _ in aims]
    for hand, number in every_hand(deck).items():
        start = table.position(game, hand, without(deck, hand), "dungeon")
        for sums, (goal, monster) in zip(wanted, aims, strict=True):
            for level, mean in enumerate(searched_policy(game, start, goal, monster)):
                sums[level] += number * mean
    found = look(table, deck)
    ways = comb(len(deck), HAND)
    assert found.outcomes[Quantities(len(table.monsters)).left_out] == {(0,): ways}
    for sums, outcomes in zip(wanted, found.outcomes, strict=False):
        assert sum(outcomes.values()) == ways
        for level, total in enumerate(sums):
            assert sum(weight * outcome[level] for outcome, weight in outcomes.items() if outcome) == total


def look(table: Table, deck: list[str]) -> Tally:
    """What the program finds."""
    copies = Counter(deck)
    with pool() as alone:
        deal = Deal(tuple(copies), tuple(copies.values()), HAND)
        return look_at_hands(alone, HandWork(table, tuple(deck)), deal).tally


def every_hand(deck: list[str]) -> Counter[tuple[str, ...]]:
    """The hands of all choices of single cards."""
    return Counter(tuple(sorted(cards)) for cards in combinations(deck, HAND))


def without(deck: list[str], hand: tuple[str, ...]) -> list[str]:
    """What is left in the deck when the hand is drawn."""
    return list((Counter(deck) - Counter(hand)).elements())


def searched_attack(game: Thunderstone, start: State, monster: Target) -> Outcome:
    """The best attack on this Monster; empty when it cannot be attacked."""

    def other(state: State, action: Action) -> bool:
        return isinstance(action, Attack) and not monster.fits(state, action.rank)

    def worth(state: State) -> tuple[int, ...] | None:
        return battle_result(game.book, state, ("win", "total")) if state.tally.attacked else None

    found = best_line(game, start, worth, skip=other)
    return found.value if found is not None else ()


def searched_turn(game: Thunderstone, start: State) -> Outcome:
    found = best_line(game, start, lambda state: battle_result(game.book, state, ("win", "vp", "xp")))
    assert found is not None
    return found.value


def searched_gold(game: Thunderstone, start: State) -> Outcome:
    """The most gold, with nothing drawn."""
    found = best_line(game, start, lambda state: visit_result(game.book, state, ("gold",)))
    return found.value if found is not None else ()


def searched_policy(
    game: Thunderstone, start: State, goal: tuple[str, ...], monster: Target
) -> tuple[Fraction, ...]:
    """The worth of the best policy; another Monster than that counts for nothing."""

    def worth(state: State) -> tuple[int, ...] | None:
        reached = battle_result(game.book, state, goal)
        if reached is not None and monster != ANYBODY and not monster.was_attacked(state):
            return (0,) * len(goal)
        return reached

    found = best_policy(game, start, worth, start.active)
    assert found is not None
    return found.worth


def searched_mean_gold(game: Thunderstone, start: State) -> Fraction:
    found = best_policy(game, start, lambda state: visit_result(game.book, state, ("gold",)), start.active)
    assert found is not None
    return found.worth[0]


PLAIN = (
    *(
        "militia",
        "militia",
        "thyrian_squire",
        "elf_wizard",
        "dwarf_guardian",
        "feayn_sniper",
        "outlands_warrior",
    ),
    *("dagger", "short_sword", "flaming_sword", "spear", "iron_rations", "goodberries", "feast"),
    *("torch", "lantern", "fireball", "battle_fury", "disease", "griffon", "selurin_magician"),
    *("barkeep", "pawnbroker", "trainer", "militia", "torch", "dagger"),
)
DRAWING = (
    "regian_priest",
    "regian_cleric",
    "magical_aura",
    "chalice_quester",
    "disease",
    "banish",
    "town_guard",
)


def random_table(random: Random) -> tuple[Thunderstone, Table]:
    """A Hall of three Monsters above two that are known, under random readings."""
    game = random_game(random, 0.1)
    monsters = sorted(game.book.monsters - {"tyxr_the_old", "archduke_of_pain"})
    hall = tuple(Slot(random.choice(monsters), breached=rank == 1) for rank in (1, 2, 3))
    below = piles.known(tuple(random.choice(monsters) for _ in range(2)))
    return game, Table(game.book.cards, dict(game.book.readings), hall, below, ())


@pytest.mark.parametrize("seed", range(12))
def test_hands_without_draws(seed: int) -> None:
    random = Random(seed)
    game, table = random_table(random)
    hold_without_draws(game, table, [random.choice(PLAIN) for _ in range(7)])


@pytest.mark.parametrize("seed", range(8))
def test_hands_that_draw(seed: int) -> None:
    random = Random(1000 + seed)
    game, table = random_table(random)
    often, seldom = random.sample(sorted(set(PLAIN)), 2)
    hold_with_draws(game, table, [often] * 4 + [seldom] * 2 + random.sample(DRAWING, 2))


@pytest.mark.parametrize("deck", [["town_guard"], ["town_guard", "barkeep"], ["town_guard", "town_guard"]])
@pytest.mark.parametrize("total", ["5", "7"])
def test_gold_with_draws(deck: list[str], total: str) -> None:
    """The mean of the most gold against exhaustive search of every visit."""
    game = Thunderstone(book(town_guard_total=total))
    table = Table(game.book.cards, dict(game.book.readings), (Slot(), Slot(), Slot()), piles.EMPTY, ())
    deck = [*deck, "torch", "torch", "dagger", "lightstone_gem", "militia", "militia", "militia"]
    mean = Fraction(0)
    for hand, number in every_hand(deck).items():
        visit = table.position(game, hand, without(deck, hand), "village")
        mean += number * searched_mean_gold(game, visit)
    found = look(table, deck).outcomes[Quantities(0).gold]
    assert sum(weight * outcome[0] for outcome, weight in found.items()) == mean


def test_only_villagers_and_the_stone_never_matter_to_a_battle() -> None:
    facts = book().cards
    idle = {card for card in facts if not fights(facts[card])}
    assert idle == {"barkeep", "pawnbroker", "town_guard", "trainer", "stone_of_mystery"}


def test_villagers_change_nothing_in_a_hand() -> None:
    """They are left away before a battle is looked at: the search finds the same with them."""
    random = Random(3)
    game, table = random_table(random)
    for _ in range(10):
        fighters = [random.choice(PLAIN[:21]) for _ in range(3)]
        for monster in table.monsters:
            whole = table.position(game, [*fighters, "barkeep", "trainer"], (), "dungeon")
            part = table.position(game, fighters, (), "dungeon")
            assert searched_attack(game, whole, monster) == searched_attack(game, part, monster)


NEW = (
    *("veteran_warrior", "chulian_rat", "gorinth_amateur", "standard_bearer", "ember", "choking_smoke"),
    *("barkeep", "barkeep"),
)
ACTING = ("cutthroat", "fire_giant", "blaze", "disease", "regian_priest", "town_guard")


def table_of(game: Thunderstone, *monsters: str) -> Table:
    hall = (*(Slot(monster, True) for monster in monsters), Slot(), Slot())[:3]
    return Table(game.book.cards, dict(game.book.readings), hall, piles.EMPTY, ())


def random_dragonspire_table(random: Random) -> tuple[Thunderstone, Table]:
    game = Thunderstone(mixed_book())
    facts = game.book.cards
    monsters = sorted(
        m for m in game.book.monsters if facts[m].set == "dragonspire" and not facts[m].is_guardian
    )
    return game, table_of(game, *(random.choice(monsters) for _ in range(3)))


@pytest.mark.parametrize("seed", range(6))
def test_hands_against_dragonspire(seed: int) -> None:
    random = Random(seed)
    game, table = random_dragonspire_table(random)
    hold_without_draws(game, table, [random.choice((*PLAIN, *NEW)) for _ in range(7)])


@pytest.mark.parametrize("seed", [0, 4, 5, 9])
def test_hands_with_trophies_that_have_to_act(seed: int) -> None:
    random = Random(seed)
    game, table = random_dragonspire_table(random)
    often, seldom = random.sample(sorted({*PLAIN, *NEW}), 2)
    hold_with_draws(game, table, [often] * 3 + [seldom] * 2 + random.sample(ACTING, 2))


def test_gold_without_any_other_use_counts() -> None:
    """Wind Fury has 7, or 14 before less than 5 gold; a Barkeep is worth 1 and does nothing else here.

    Two Knights 4 + 4, Gem 3 and Barkeeps 1 + 1: 8 against 7. Five of the six cards: without a Barkeep or the
    Gem it is 14, against 4 + 4 and the Militia's 1 + 2 at most; without a Knight 4 + 1 + 1 against 7.
    """
    game = Thunderstone(mixed_book())
    table = table_of(game, "wind_fury")
    deck = ["thyrian_knight", "thyrian_knight", "lightstone_gem", "barkeep", "barkeep", "militia"]
    found = look(table, deck).outcomes[0]
    won = sum(weight for outcome, weight in found.items() if outcome and outcome[0])
    assert won == 1  # the hand without the Militia


QUIET = (
    *("guardian_blade", "recurve_bow", "skullbreaker", "toryn_gauntlet", "toryn_gauntlet", "dagger", "spear"),
    *("militia", "veteran_warrior", "amazon_huntress", "elf_wizard", "dwarf_guardian", "iron_rations"),
    "torch",
)
WITH_DRAWS = ("bluefire_staff", "frost_giant_axe", "fireball", "battle_fury", "magical_aura", "belzur_curate")


@pytest.mark.parametrize("seed", range(6))
def test_hands_with_dragonspire_weapons(seed: int) -> None:
    random = Random(seed)
    game, table = random_dragonspire_table(random)
    hold_without_draws(game, table, [random.choice(QUIET) for _ in range(7)])


@pytest.mark.parametrize("seed", range(4))
def test_hands_with_a_staff_or_an_axe(seed: int) -> None:
    random = Random(100 + seed)
    game = Thunderstone(mixed_book())
    table = table_of(game, "harpy", "half_ogre")
    hold_with_draws(game, table, ["militia"] * 2 + random.sample(QUIET, 2) + random.sample(WITH_DRAWS, 3))


DECK = ["regian_priest", "regian_priest", "magical_aura", "short_sword", *["militia"] * 3, "torch", "dagger"]
DRAWING_HAND = ("regian_priest", "regian_priest", "magical_aura", "militia")
ONE_PRIEST = ("regian_priest", "militia", "militia", "torch")


def battles() -> Battles:
    at = position_of("turn: dungeon\nhand: []\ndeck: []\nhall: [Griffon, none, none]\ndungeon_deck: []\n")
    table = Table(at.book.cards, dict(at.book.readings), at.state.hall, EMPTY, ())
    return Battles(at.game, table, DECK)


def left_out(found: Figures) -> bool:
    return found[-1] == {(1,): 1}


def test_a_hand_that_draws_little_is_looked_at_whole() -> None:
    assert not left_out(battles().figures(DRAWING_HAND))


def test_beyond_the_limit_lines_are_left_out_and_the_chances_are_lower(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = battles().figures(DRAWING_HAND)[0]
    monkeypatch.setattr(answer, "MOST_WAYS", 20)

    cut = battles().figures(DRAWING_HAND)

    assert left_out(cut)
    won = [sum(chance for outcome, chance in found.items() if outcome[0]) for found in (whole, cut[0])]
    assert won[1] < won[0]


def test_what_another_hand_saw_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "MOST_WAYS", 20)
    alone = battles().figures(DRAWING_HAND)
    monkeypatch.setattr(answer, "MOST_WAYS", 10**9)
    later = battles()
    later.figures(DRAWING_HAND)
    later.figures(ONE_PRIEST)
    monkeypatch.setattr(answer, "MOST_WAYS", 20)

    assert later.figures(DRAWING_HAND) == alone
