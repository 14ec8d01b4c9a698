"""Turns of Thunderstone Quest as `hunt` deals them: how many are proved in two seconds, and how others end.

A fixed set, dealt from a seed: Dungeon turns and visits to the Village with 5 to 8 cards in hand, and some of
each in which the Thunderstone Rug, by which alerts may be ignored, takes the place of a card. Beside them
single positions that took long.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from benchmarks.clock import Clock
from benchmarks.row import Row
from tsolve import api
from tsolve.budget import within
from tsolve.contract.position import Position
from tsolve.games.quest.book import Book
from tsolve.games.quest.judging.dealing import Dealer, Table
from tsolve.games.quest.writing.position_text import write_position
from tsolve.model.answers import SolveAnswer
from tsolve.model.plays import Wishes

SEED = 1
DUNGEONS, VISITS, WITH_RUG = 200, 100, 20
CARDS = (5, 8)
"""The fewest and the most cards in hand."""
PATIENCE = 2.0
"""Seconds of the processor after which a search has to end with what it has proved."""
LATE = 0.5
"""What writing the answer may take beyond that."""
PROVED, MEDIAN, TARGETS = 0.97, 0.1, 1.0
"""The goals: the share that is proved, the median in seconds, and the seconds of a list of targets."""
RUG = "thunderstone_rug"
_RUG_TOLD = "cards: {Thunderstone Rug: {abilities: []}}\n"
"""Nobody knows what the word means that its ability uses."""
_START = "game: quest\n"
NAMED = {
    "a Weapon that cancels, three Wounds": """
hand: [Stormhand 1, Flying Death, Thunderstone Shard, Hammer, Adventurer, Shortsword, Silverhelm 1]
deck: []
tokens: {lantern: 1}
wounds: 3
xp: 4
turn: dungeon
champion: The Wilderness
dungeon: {The Servant's Tombs: Kobold Snatcher, Air Temple: Kobold Shaman,
  Sunken Graveyard: Hobgoblin Scrapper, Dangerous Passageway: Hobgoblin Sergeant,
  Blood Altar Room: Bugbear Elite, Throne Room: Goblin King}
""",
    "25 cards": """
turn: dungeon
hand: [Adventurer, Lantern, Thunderstone Shard, Dagger, Hammer, Maul, Shortbow, Shortspear, Shortsword,
  Fireball, Future Vision, Magic Missile, Moonlight, Amulet of Infravision, Gem of Healing,
  Tome of Knowledge, The Reaper, Flying Death, Sun of the Forest, Rien's Ring, Chain Lightning, Root Stride,
  Orb of Opposing Forces, Ark of Creation, Lamp]
cards: {Lamp: {kind: item, light: 0, traits: [{kind: modifier, value: light, by: 1, each: {of: Elemental}}]}}
""",
    "a Temple that puts cards on the deck": """
location: Temple
hand: [Stormhand 3, Adventurer, Magic Missile, Hammer, Thunderstone Shard, Shortspear, Silverhelm 3]
deck: []
village: [Moonlight, Hammer, Hawkswood]
""",
    "two Lanterns and a Shard in the Bazaar": """
location: Bazaar
hand: [Thunderstone Shard, Gorlandor 2, 2 x Lantern, Adventurer, Dagger]
deck: []
tokens: {iron_rations: 2}
village: [Shortsword, Magic Missile, Tome of Knowledge, Stormhand, Silverhelm, Hawkswood]
""",
    "the Rug in the Guilds' Quarter": f"""
location: Guilds' Quarter
hand: [Amulet of Infravision, Thunderstone Rug, Shortspear, Hawkswood 2, Dagger, Lantern]
deck: []
tokens: {{lantern: 1, potion: 1}}
xp: 8
village: [Gorlandor, Pylorian, Silverhelm, Maul, Moonlight]
{_RUG_TOLD}""",
}
THREE_CLAIMS = """
turn: village
hand: [3 Adventurer, 2 Lantern, Thunderstone Shard]
village: [Shortsword, Magic Missile, Gorlandor]
xp: 3
claims: [can buy Magic Missile, can level up Adventurer to Gorlandor, can heal]
"""


class Asked(NamedTuple):
    """What came of one question."""

    name: str
    seconds: float
    """Of the processor."""
    is_proved: bool
    """Whether nothing is open, apart from what nobody can know."""
    is_bounded: bool
    """Whether an answer without a proof tells an upper bound."""


def rows(option: str = "") -> list[Row]:
    """What `solve` and `targets` come to. `--slow` also prints the questions that took long."""
    api.solve(_position("hand: [Adventurer]\nturn: dungeon\n"))  # what is loaded once
    dealt = {
        "Dungeon turns": [*dealt_tables("dungeon", DUNGEONS)],
        "visits": [*dealt_tables("village", VISITS)],
        "turns with the Rug": [
            *(_with_rug(each) for each in dealt_tables("dungeon", WITH_RUG, SEED + 1)),
            *(_with_rug(each) for each in dealt_tables("village", WITH_RUG, SEED + 2)),
        ],
    }
    texts = {name: [*map(_written, tables)] for name, tables in dealt.items()}
    found = []
    with patch("tsolve.budget.monotonic", Clock()):  # whatever else the machine does
        for name, each in texts.items():
            found += _solved(name, [_solve(f"{name} {at}", text) for at, text in enumerate(each)], option)
        for name, each in texts.items():
            found += _listed(name, [_targets(f"{name} {at}", text) for at, text in enumerate(each)], option)
        for name, text in NAMED.items():
            asked = _solve(name, text), _targets(name, text)
            found.append(_limited(f"{name}: best turn", asked[0].seconds, PATIENCE + LATE))
            found.append(Row(f"{name}: proved", float(asked[0].is_proved), "", ">= 1", asked[0].is_proved))
            found.append(_limited(f"{name}: targets", asked[1].seconds, TARGETS))
        found.append(_limited("three claims of what can be done", _check(THREE_CLAIMS), TARGETS))
    return found


def dealt_tables(turn: str, number: int, seed: int = SEED) -> Iterator[tuple[Table, str]]:
    """So many tables for this kind of turn, dealt as `hunt` does when nothing is asked about."""
    least, most = CARDS
    dealer = Dealer(_book(), (), most, Random(seed))
    while number:
        table = dealer.deal()
        if len(table.hand) >= least and (table.turn == "dungeon") == (turn == "dungeon"):
            yield table, turn
            number -= 1


def _book() -> Book:
    position = _position("hand: [Adventurer]\n")
    book = position.book  # type: ignore[attr-defined]
    assert isinstance(book, Book)
    return book


def _position(text: str) -> Position[object, object]:
    return api.loads((_START + text.lstrip()).encode(), "turn.yaml")


def _with_rug(dealt: tuple[Table, str]) -> tuple[Table, str]:
    table, turn = dealt
    return replace(table, hand=(RUG, *table.hand[1:])), turn


def _written(dealt: tuple[Table, str]) -> str:
    table, turn = dealt
    text = write_position(_book(), table.state(_book()), "dungeon" if turn == "dungeon" else "undecided")
    told = _RUG_TOLD if RUG in (*table.hand, *table.deck, *table.discard) else ""
    return text.partition("\n")[2] + ("turn: village\n" if turn == "village" else "") + told


def _solve(name: str, text: str) -> Asked:
    position = _position(text)
    gc.collect()
    started = process_time()
    with within(PATIENCE) as budget:
        answer = position.solve(Wishes())
    is_told = bool(answer.best) or answer.policy is not None or answer.status == "impossible"
    is_proved = is_told and not budget.fell_short
    return Asked(name, process_time() - started, is_proved, _is_bounded(answer))


def _is_bounded(answer: SolveAnswer) -> bool:
    return bool(answer.bound) or bool(answer.policy is not None and answer.policy.high)


def _targets(name: str, text: str) -> Asked:
    position = _position(text)
    gc.collect()
    started = process_time()
    with within(2 * TARGETS) as budget:
        position.targets(Wishes())
    return Asked(name, process_time() - started, not budget.fell_short, False)


def _check(text: str) -> float:
    position = _position(text)
    started = process_time()
    api.check(position)
    return process_time() - started


def _solved(name: str, asked: Sequence[Asked], option: str) -> Iterator[Row]:
    _tell_slow(asked, MEDIAN * 5, option)
    proved = sum(each.is_proved for each in asked)
    unproved = [each for each in asked if not each.is_proved]
    bounded = sum(each.is_bounded for each in unproved)
    middle, worst = median(each.seconds for each in asked), max(each.seconds for each in asked)
    least = Fraction(PROVED).limit_denominator(100) * len(asked)
    yield Row(
        f"{name}: proved in {PATIENCE:g} s, of {len(asked)}",
        proved,
        "turns",
        f">= {float(least):g}",
        proved >= least,
    )
    yield Row(
        f"{name}: others that end with an upper bound",
        bounded,
        "turns",
        f">= {len(unproved)}",
        bounded == len(unproved),
    )
    yield _limited(f"{name}: median", middle, MEDIAN)
    yield _limited(f"{name}: worst", worst, PATIENCE + LATE)


def _listed(name: str, asked: Sequence[Asked], option: str) -> Iterator[Row]:
    _tell_slow(asked, TARGETS / 2, option)
    late = sum(each.seconds > TARGETS or not each.is_proved for each in asked)
    yield _limited(f"targets of {name}: median", median(each.seconds for each in asked), MEDIAN)
    yield Row(f"targets of {name}: longer than {TARGETS:g} s", late, "lists", "<= 0", not late)
    yield _limited(f"targets of {name}: worst", max(each.seconds for each in asked), TARGETS)


def _limited(name: str, seconds: float, most: float) -> Row:
    return Row(name, seconds, "s", f"<= {most:g}", seconds <= most)


def _tell_slow(asked: Sequence[Asked], seconds: float, option: str) -> None:
    if option == "--slow":
        for each in sorted(asked, key=lambda each: -each.seconds):
            if each.seconds > seconds or not each.is_proved:
                print(
                    f"    {each.name}: {each.seconds:.2f} s{'' if each.is_proved else ', not proved'}",
                    file=sys.stderr,
                )
