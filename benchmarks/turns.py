"""Life-like turns in which cards are drawn: what it takes to prove the best policy, beside a plain search.

A fixed set, dealt from seeds: the cards of one player in the middle of a game, six of them in hand, among
these one to three that draw; a deck of 8 to 14; three Monsters in the Hall and a known Dungeon Deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple
from unittest.mock import patch

from benchmarks.clock import Clock
from benchmarks.row import Row
from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.games.thunderstone.card_files import Card
from tsolve.games.thunderstone.planning.evaluator import Evaluator
from tsolve.games.thunderstone.planning.goals import read_goal
from tsolve.games.thunderstone.planning.one_turn import NO_TIME, NOT_REPLAYED
from tsolve.games.thunderstone.planning.policy import search
from tsolve.games.thunderstone.planning.turn_tree import RobbedError, Turn, TurnNode, WholeTurn
from tsolve.games.thunderstone.setup import load_setup, select
from tsolve.games.thunderstone.turn.hall import ANYBODY
from tsolve.rules.loading import load_ruleset
from tsolve.solve.policy import Chance, Decision, Worth, average
from tsolve.source.project import rulesets_path

TURNS = 40
HAND = 6
GOALS = (None, "win,lost,vp")
"""Every other turn by the default goal."""
PATIENCE = 10.0
"""Seconds of processor time after which a search is given up."""
LIMIT = 2.0
"""Seconds of processor time for a whole answer, its plan played through on every branch."""
SHORT, AGAIN = 0.7, 2
"""Searches that take fewer seconds are made so many times more."""
DRAWING = {
    "base": ("Magical Aura", "Arcane Energies", "Banish", "Regian Priest", "Chalice Defender"),
    "dragonspire": ("Polymorph", "Frost Giant Axe", "Quartermaster", "Terakian Defender", "Gorinth Miser"),
}
"""Cards of each box that draw in the Dungeon."""
STRANGE = ("Thunder Ring",)
"""Turns up cards of the other players, of whom nothing is known here."""
BOXES = (("base", "dragonspire"), ("base",), ("base", "dragonspire"), ("dragonspire",))
STARTING = ("Militia", "Torch", "Dagger", "Iron Rations")
BANISH = """\
game: thunderstone
turn: dungeon
hand: [Magical Aura, Thyrian Knight, Dwarf Janissary, Selurin Magician, Uyril Unending]
deck: {rest: [5 x Banish, Battle Fury]}
hall: [Blink Dog, Noxious Slag, Wraith]
dungeon_deck: [Ghost, Tormentor, Harbinger, Succubus]
goal: "win,lost,vp"
"""
"""Every Banish that comes rearranges the Hall in up to eight ways, destroys a card and draws the next."""


class OutOfPatienceError(Exception):
    """A search takes too long."""


class Searched(NamedTuple):
    """What a search came to: seconds of processor time, positions looked at, and the worth if proved."""

    seconds: float
    positions: int
    worth: Worth | None


def rows() -> list[Row]:
    """Seconds and positions of the policy search and of a plain one, over the set and for one hard turn; and
    what whole answers come to within their limit.
    """
    with patch("tsolve.budget.monotonic", Clock()):
        return [*_searches(), *_answers()]


def _searches() -> list[Row]:
    found = _compared("Banish", [_both(BANISH)])
    pairs = [_both(text) for text in positions()]
    spent = [ours.seconds for ours, _ in pairs]
    found += _compared(f"{TURNS} turns", pairs)
    undecided = sum(ours.worth is None for ours, _ in pairs)
    return [
        *found,
        Row(f"{TURNS} turns: median", median(spent), "s", "<= 0.3", median(spent) <= 0.3),
        Row(f"{TURNS} turns: worst", max(spent), "s", "<= 2", max(spent) <= 2),
        Row(f"{TURNS} turns: not proved", undecided, "turns", "0", not undecided),
    ]


def _answers() -> list[Row]:
    """How many answers are proved within the limit, and how many end there with an interval: with a plan that
    was played, and an upper bound for all others.
    """
    found = Counter[str]()
    longest = 0.0
    for text in positions():
        position = api.loads(text.encode(), "turn.yaml")
        started = process_time()
        answer = api.solve(position, time_limit=LIMIT).solution
        longest = max(longest, process_time() - started)
        policy = answer.policy
        high = answer.bound if policy is None else policy.high
        is_open = any(note.startswith((NO_TIME, NOT_REPLAYED[:30])) for note in answer.notes)
        found["proved" if not is_open else "interval" if high and (policy or answer.best) else "nothing"] += 1
    name = f"{TURNS} whole answers within {LIMIT:g} s"
    return [
        Row(f"{name}: proved and played", found["proved"], "turns"),
        Row(f"{name}: a plan, played, and an upper bound", found["interval"], "turns"),
        Row(f"{name}: neither", found["nothing"], "turns", "0", not found["nothing"]),
        Row(f"{name}: longest", longest, "s", "<= 2.3", longest <= 2.3),
    ]


def _compared(name: str, pairs: Sequence[tuple[Searched, Searched]]) -> list[Row]:
    for ours, plain in pairs:
        assert ours.worth is None or plain.worth is None or ours.worth == plain.worth
    done = [(ours, plain) for ours, plain in pairs if plain.worth is not None]
    most = max((ours.seconds / plain.seconds for ours, plain in done), default=0.0)
    return [
        Row(f"{name}: policy search", sum(ours.seconds for ours, _ in pairs), "s"),
        Row(f"{name}: positions", sum(ours.positions for ours, _ in pairs), ""),
        Row(f"{name}: plain search", sum(plain.seconds for _, plain in pairs), "s"),
        Row(f"{name}: plain search, positions", sum(plain.positions for _, plain in pairs), ""),
        Row(f"{name}: plain search, not finished", len(pairs) - len(done), "turns"),
        Row(f"{name}: search / plain search, at most", most, "times", "<= 1", most <= 1),
    ]


def positions() -> list[str]:
    """The fixed set, as position files."""
    return [position(seed) for seed in range(1, TURNS + 1)]


def position(seed: int) -> str:
    """One turn: a selection of cards as a game has it, and what a player has made of it."""
    random = Random(seed)
    boxes = BOXES[seed % len(BOXES)]
    whole = load_ruleset(rulesets_path() / "thunderstone", Card)
    cards = whole.only(lambda card: card.set in ("", *boxes)).cards
    chosen = select(cards, load_setup().value, random, features=())
    heroes = [card.name for card in cards.values() if card.group in chosen.heroes and (card.level or 0) < 3]
    bought = [cards[card].name for card in chosen.village if cards[card].name not in STRANGE]
    monsters = [
        card.name
        for card in cards.values()
        if card.kind == "monster" and card.group in chosen.monsters
        for _ in range(card.count)
    ]
    drawing = [card for box in boxes for card in DRAWING[box]]
    drawers = random.choices(drawing, k=1 + seed % 3)
    left = Counter({card.name: card.count for card in cards.values()})
    owned = _deal(random, drawers, heroes, bought, HAND + random.randint(8, 14), left)
    hand, deck = owned[:HAND], owned[HAND:]
    met = random.sample(monsters, 3 + random.randint(4, 8))
    goal = GOALS[seed % len(GOALS)]
    lines = [
        "game: thunderstone",
        "turn: dungeon",
        f"hand: [{', '.join(hand)}]",
        f"deck: {{rest: [{', '.join(deck)}]}}",
        f"hall: [{', '.join(met[:3])}]",
        f"dungeon_deck: [{', '.join(met[3:])}]",
    ]
    return "\n".join([*lines, *([f'goal: "{goal}"'] if goal else []), ""])


def _deal(
    random: Random,
    first: Sequence[str],
    heroes: Sequence[str],
    bought: Sequence[str],
    count: int,
    left: Counter[str],
) -> list[str]:
    """The cards of a player in the middle of a game, those named first; no more of a kind than there are."""
    pools: tuple[Sequence[str], ...] = (STARTING, heroes, bought, ("Disease",))
    dealt = list(first)
    left.subtract(dealt)
    while len(dealt) < count:
        card = random.choice(random.choices(pools, (40, 30, 27, 3))[0])
        if left[card] > 0:
            left[card] -= 1
            dealt.append(card)
    return dealt


def _both(text: str) -> tuple[Searched, Searched]:
    """Both searches; short ones several times, of which the quickest counts."""
    ours, plain = _ours(text), _plain(text)
    for _ in range(AGAIN if ours.seconds < SHORT else 0):
        ours, plain = min(ours, _ours(text)), min(plain, _plain(text))
    return ours, plain


def _ours(text: str) -> Searched:
    position = api.loads(text.encode(), "turn.yaml")
    goal = read_goal("dungeon", position.position.goal)
    started = process_time()
    with allow(Budget(PATIENCE)):
        found = search(position.game, position.state, goal, follow=False)
    return Searched(process_time() - started, found.positions, found.low if found.proved else None)


def _plain(text: str) -> Searched:
    """The same decisions, chances and leaves: nothing is ordered or cut off, equal positions are one."""
    position = api.loads(text.encode(), "turn.yaml")
    goal = read_goal("dungeon", position.position.goal)
    started = process_time()
    known: dict[Hashable, Worth | None] = {}
    for kind in (Turn, WholeTurn):
        known.clear()
        tree = kind(position.game, position.state, goal, ANYBODY, "expected", Evaluator(position.game, goal))
        try:
            worth = _expectimax(tree, TurnNode(position.state), known, started + PATIENCE)
        except RobbedError:  # then every action is tried
            continue
        except OutOfPatienceError:
            worth = None
        break
    return Searched(process_time() - started, len(known), worth)


def _expectimax(tree: Turn, node: TurnNode, known: dict[Hashable, Worth | None], end: float) -> Worth | None:
    """The worth of a node; None where no line from it has one."""
    key = tree.game.key(node.state)
    if key in known:
        return known[key]
    if process_time() > end:
        raise OutOfPatienceError
    known[key] = None  # going round brings nothing
    expanded = tree.expand(node)
    if isinstance(expanded, Decision):
        below = [_expectimax(tree, child, known, end) for _, child in expanded.moves]
        known[key] = max((worth for worth in (expanded.stop, *below) if worth is not None), default=None)
    elif isinstance(expanded, Chance):
        whole = sum(event.weight for event in expanded.events)
        chances = [Fraction(event.weight, whole) for event in expanded.events]
        worths = [_expectimax(tree, event.node, known, end) for event in expanded.events]
        met = [worth for worth in worths if worth is not None]
        known[key] = average(chances, met) if len(met) == len(worths) else None
    return known[key]
