"""Marks on random positions against the exhaustive search over cards that are changed here by hand.

A card is blanked, or a rule taken out of the cards, by its own fields; the search knows nothing of worlds,
lifts or the planner.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.thunderstone.files import opened, solve
from tests.games.thunderstone.planning.random_positions import dungeon_position
from tsolve import api
from tsolve.engine.search import best_line
from tsolve.errors import TooLargeError
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.decisive import ABLATIONS
from tsolve.games.thunderstone.planning.goals import battle_result
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.battle import Spoils
from tsolve.games.thunderstone.why_not.world import Rules, World
from tsolve.model.plays import Wishes
from tsolve.turns.decisive import decisive, line_verdict, trail_of
from tsolve.turns.line import play_line

ROOT = Path(__file__).resolve().parents[4]
GOAL = ("win", "vp", "xp")
CHUNK = 15
SEEDS = range(0, 60, CHUNK)
LIMIT = 3_000
ANY_FILE = opened("turn: dungeon\nhand: []\nhall: [none, none, none]\n")


def blanked(card: Card) -> Card:
    """Nothing of the card works any more."""
    return replace(
        card,
        attack=None,
        magic_attack=None,
        light=None,
        weight=-99,
        gold=None if card.gold is None else 0,
        trophy=None,
        abilities=(),
        traits=(),
        battle=(),
        breach=(),
        spoils=(),
    )


def without_trait(tag: str) -> Callable[[Card], Card]:
    return lambda card: replace(
        card, traits=tuple(each for each in card.traits if each.__struct_config__.tag != tag)
    )


RULES: dict[str, Callable[[Card], Card]] = {
    "TS-8.1": lambda card: replace(card, weight=-99),
    "TS-11.2": without_trait("half_attack"),
    "TS-11.3": without_trait("immune_edged"),
    "TS-11.5": without_trait("immune_magic"),
    "TS-13.1": lambda card: replace(card, trophy=None, light=None) if card.is_monster else card,
    "TS-10.3": lambda card: replace(card, light=None),
    "TS-7.7": lambda card: replace(card, battle=()),
}


def searched(game: Thunderstone, state: State) -> tuple[int, ...] | None:
    """The best worth of any line, Spoils apart: they have no say in this goal."""

    def skip(here: State, action: Action) -> bool:
        return bool(here.todo) and isinstance(here.todo[-1], Spoils) and not isinstance(action, Pass)

    found = best_line(game, state, lambda here: battle_result(game.book, here, GOAL), LIMIT, skip)
    return None if found is None else found.value


def expected(game: Thunderstone, state: State, ruling: str) -> bool | None:
    """Whether the best worth changes; None where that alone does not tell."""
    change, named = RULES.get(ruling, blanked), ruling.removeprefix("card.")
    cards = {
        each.id: change(each) if ruling in RULES or each.id == named else each
        for each in game.book.cards.values()
    }
    before = searched(game, state)
    after = searched(Thunderstone(Book(cards, game.book.readings)), state)
    if before == after:
        return False
    if before is None or after is None or before[0] != after[0]:
        return True
    return True if before[1] != after[1] else None  # other Victory Points are another Monster


def compared(seed: int) -> int:
    """How many rulings of one position could be compared."""
    game, state = dungeon_position(Random(seed), cards=4)
    if any(member.card == "disease" for member in state.party):
        return 0  # what it does rests on its kind, which a blank card keeps
    file = ANY_FILE.by(game, state)
    asked = Wishes(goal=",".join(GOAL), draws="known")
    solution = solve(file, asked.goal, backend="exact", draws="known", what_if=False)
    here = (*(m.card for m in state.party), *(slot.card for slot in state.hall))
    rulings = [*dict.fromkeys(f"card.{card}" for card in here), *RULES]
    marks = decisive(file, rulings, None, solution, asked)
    count = 0
    for ruling in rulings:
        try:
            wanted = expected(game, state, ruling)
        except TooLargeError:
            continue
        if wanted is not None and marks[ruling] is not None:
            assert marks[ruling] is wanted, (seed, ruling, here)
            count += 1
    return count


@pytest.mark.parametrize("first", SEEDS)
def test_marks_are_what_a_search_over_changed_cards_finds(first: int) -> None:
    assert sum(compared(seed) for seed in range(first, first + CHUNK)) >= 6 * CHUNK


def test_equal_trails_are_equal_verdicts() -> None:
    """The quick way to see that a line ends alike, against reading its steps again.

    Without the rule about throwing (TS-8.5) no step may say `throw`; the action itself stays as `use`. Such
    lines are left out.
    """
    files = sorted((ROOT / "puzzles" / "thunderstone").rglob("*.yaml"))[::9]
    alike = 0
    for file in files:
        here = api.load(str(file))
        if not here.position.line or any(str(step).startswith("throw ") for step in here.position.line):
            continue
        own = play_line(here, here.position.line)
        trail = trail_of(here, own)
        world = World(Rules(here.book.cards, here.book.readings), here.state)
        for change in ABLATIONS.values():
            other = here.by(change(world).game, change(world).state)
            again = trail_of(other, own)
            if trail is not None and again is not None and again[0] == trail[0]:
                assert line_verdict(other, play_line(other, here.position.line)) == line_verdict(here, own), (
                    file
                )
                alike += 1
    assert alike > 500
