"""Every ability card has a puzzle that plays it, with what a second, plain player makes of its table."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.gloomhaven.cards.bench import ABILITY_CARDS, LENGTH, MONSTERS, START, Bench, UnclearError
from tests.games.gloomhaven.test_rules import read
from tests.sweeping import seeds

Facts = dict[str, Any]

LEVELS = 8
RANKS = ("normal", "elite")


def best_bench(row: dict[str, str]) -> Bench:
    """The bench on which most of a card is seen, played: types, levels and ranks change from card to card."""
    number = int(row["number"])
    types = [each["name"] for each in MONSTERS if each["deck"] == row["deck"]]
    benches: list[tuple[tuple[int, ...], Bench]] = []
    for level in ((number + shift) % LEVELS for shift in range(LEVELS)):
        for layout in ("close", "flank", "line"):
            for gap in range(1, 9):
                if layout == "flank" and gap > START:
                    continue
                bench = Bench(types[number % len(types)], level, RANKS[number // 2 % 2], row, layout, gap)
                try:
                    bench.play()
                except UnclearError:
                    continue
                attacks = sum(step.startswith("attack") for step in bench.steps)
                went = sum(step.startswith("move") for step in bench.steps)
                benches.append(((attacks, bench.hits, bench.seen, gap if went else -gap), bench))
        if benches:
            break
    return max(benches, key=lambda each: each[0])[1]


def puzzle_of(row: dict[str, str]) -> Facts:
    """A puzzle that plays an ability card, as a file holds it."""
    played = best_bench(row)
    fresh = Bench(played.type, played.level, played.rank, row, played.layout, played.gap)
    deck, number = row["deck"], row["number"]
    card, type_ = f"{deck} {number}", played.type
    me = played.me.name
    monsters: Facts = {me: {"at": [0, fresh.me.row], "hp": fresh.me.hp}}
    if played.rank == "elite":
        monsters[me]["rank"] = "elite"
    monsters[fresh.helper.name] = {
        "at": [0, fresh.helper.row],
        "hp": fresh.helper.hp,
        "stats": {"hp": fresh.helper.most, "move": 0, "attack": 0},
    }
    characters = {}
    for index, enemy in enumerate(fresh.enemies):
        characters[enemy.name] = {"at": [0, enemy.row], "hp": enemy.hp, "initiative": 20 + 10 * index}
        if enemy.shield:
            characters[enemy.name]["effects"] = [f"shield {enemy.shield}"]
    everybody = [*played.enemies, played.me, played.helper, *played.new]
    line: Facts = {
        "legal": True,
        "hit_points": {each.name: each.hp for each in everybody},
        "places": {each.name: [0, each.row] for each in everybody},
        "conditions": {each.name: sorted(each.conditions) for each in everybody},
        "effects": {each.name: sorted(each.effects) for each in (played.me, played.helper)},
    }
    if played.elements:
        line["elements"] = dict(sorted(played.elements.items()))
    found: Facts = {
        "game": "gloomhaven",
        "title": f"The ability card {card}, played by {played.rank} {type_}",
        "about": [f"card.{_id(card)}", f"card.{_id(type_)}"],
        "level": played.level,
        "map": {"size": f"1 x {LENGTH}"},
        "turn": me,
        "characters": characters,
        "monsters": monsters,
        "ability_cards": {type_: int(number)},
        "modifiers": {"monsters": {"rest": ["12 x +0"]}},
        "line": played.steps,
        "expect": {"line": line},
    }
    if played.begins:
        found["elements"] = dict(sorted(played.begins.items()))
    return found


def _id(name: str) -> str:
    return name.lower().replace(" ", "_")


PUZZLES = Path(__file__).parents[4] / "puzzles" / "gloomhaven" / "scenario" / "cards"
PLAYED = [row for row in ABILITY_CARDS if row["deck"] != "Boss"]
"""The cards of bosses are what their statistics cards say: `puzzles/gloomhaven/scenario/bosses`."""


@pytest.mark.parametrize(
    "row",
    Random(7).sample(PLAYED, len(seeds(60, len(PLAYED)))),
    ids=lambda row: f"{row['deck']} {row['number']}",
)
def test_the_puzzle_of_a_card_is_what_the_second_player_finds(row: dict[str, str]) -> None:
    folder = PUZZLES / row["deck"].lower().replace(" ", "-")
    held = read(folder / f"{row['number']}.yaml")

    assert held == puzzle_of(row)


def test_no_other_puzzle_is_among_them() -> None:
    assert len(list(PUZZLES.rglob("*.yaml"))) == len(PLAYED) == 224
