"""Random large positions as files: hands of 20 to 40 cards of both boxes, decks that are drawn from, a
line, claims and expectations. Many of them take longer than anybody waits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from random import Random

from tests.games.thunderstone.builders import ruleset
from tests.large.dealt import Dealt
from tsolve import api
from tsolve.errors import InputError

TURNS = ("dungeon", "dungeon", "dungeon", "dungeon", "dungeon", "village", "village", "rest", "undecided", "")
"""The kinds of turn; most questions are about the Dungeon."""


@cache
def _pool(kind: str) -> tuple[tuple[str, int], ...]:
    """The names of the cards of a kind, each with the copies that its box holds."""
    facts = ruleset().cards.values()
    kinds = {
        "hero": lambda card: card.kind == "hero",
        "weapon": lambda card: card.is_weapon,
        "spell": lambda card: card.kind == "village" and "spell" in card.subtypes,
        "village": lambda card: card.kind in ("village", "basic"),
        "monster": lambda card: card.is_monster and card.kind == "monster",
    }
    return tuple((card.name, card.count) for card in facts if kinds[kind](card))


def large_file(random: Random) -> Dealt:
    """Such a position with statements and questions; no more cards are for sale than there are."""
    while True:
        text = large_position(random)
        with suppress(InputError):
            api.loads(text.encode(), "p.yaml")
            break
    (monsters,) = (line[7:-1] for line in text.splitlines() if line.startswith("hall: "))
    first, second, _ = (name.strip('" ') for name in monsters.split(","))
    queries = (f"defeat {first}", f"reach attack 40 against {second}", "reach gold 40")
    questions = (
        "what is best?",
        f"what are my chances against {first}?",
        f"why can't I defeat {second}?",
        "what can I attack?",
    )
    return Dealt(with_statements(random, text), queries, questions, ("Torch within 2 hands", "2 x Torch"))


def large_position(random: Random, least: int = 20, most: int = 40, deepest: int = 14) -> str:
    """The text of a position file with so many cards in the hand, and up to so many in the deck."""
    left: Counter[str] = Counter()
    hand = _cards(random, left, random.randint(least, most))
    deck = _cards(random, left, random.randint(0, deepest))
    hall = _monsters(random, left, 3)
    coming = _monsters(random, left, random.randint(0, 5))
    turn = random.choice(TURNS)
    lines = ["game: thunderstone", f"hand: [{_counted(hand)}]", f"hall: [{', '.join(map(_quoted, hall))}]"]
    lines += [f"turn: {turn}"] if turn else []
    lines += ["deck: " + random.choice([f"{{rest: [{_counted(deck)}]}}", f"[{_counted(deck)}]", "unknown"])]
    lines += [
        "dungeon_deck: "
        + random.choice([f"[{_counted(coming)}]", f"{{rest: [{_counted(coming)}]}}", "unknown"])
    ]
    lines += [f"xp: {random.randint(0, 12)}"] if random.random() < 0.5 else []
    if turn in ("village", "undecided"):
        goods = random.sample(_pool("village"), 8)
        stacks = [
            f"{_quoted(name)}: {min(random.randint(1, 6), max(copies - left[name], 0))}"
            for name, copies in goods
        ]
        lines += [f"village: {{{', '.join(stacks)}}}"]
    return "\n".join(lines) + "\n"


def with_statements(random: Random, text: str) -> str:
    """The same file with a line or claims, and something that is expected of the best play."""
    lines = text.splitlines()
    monsters = next(line for line in lines if line.startswith("hall: "))[7:-1].split(", ")
    in_dungeon = "turn: dungeon" in lines
    if in_dungeon and random.random() < 0.3:
        lines += [f"line: [attack {random.choice(monsters)}]".replace('attack "', '"attack ')]
    elif in_dungeon:
        lines += ["claims:", *(f"  - {{defeats: {monster}}}" for monster in dict.fromkeys(monsters))]
        lines += [f"  - {{total: {random.randint(5, 60)}, against: {monsters[0]}}}"]
        lines += [f"expect: {{totals: {{{monsters[1]}: {random.randint(5, 60)}}}, best: {{win: true}}}}"]
    elif "turn: village" in lines:
        lines += [f"claims: [{{gold: {random.randint(3, 40)}}}]", "expect: {best: {gold: 3}}"]
    return "\n".join(lines) + "\n"


def _cards(random: Random, left: Counter[str], count: int) -> list[str]:
    """Cards of a hand or deck: a few kinds often, many kinds once."""
    shares = random.choice([(4, 3, 1, 2), (6, 2, 0, 1), (2, 2, 4, 2), (8, 1, 1, 0), (1, 1, 2, 6)])
    kinds = ("hero", "weapon", "spell", "village")
    found: list[str] = []
    most = random.choice([1, 1, 2, 6])
    while len(found) < count:
        name, copies = random.choice(_pool(random.choices(kinds, shares)[0]))
        taken = min(random.randint(1, most), copies - left[name], count - len(found))
        left[name] += max(taken, 0)
        found += [name] * taken
        if random.random() < 0.03:
            found.append("Disease")
    return found


def _monsters(random: Random, left: Counter[str], count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        name, copies = random.choice(_pool("monster"))
        if left[name] < copies:
            left[name] += 1
            found.append(name)
    return found


def _counted(cards: Iterable[str]) -> str:
    return ", ".join(
        _quoted(name if count == 1 else f"{count} x {name}") for name, count in Counter(cards).items()
    )


def _quoted(text: str) -> str:
    return f'"{text}"' if not text.replace(" ", "").replace("-", "").isalnum() else text
