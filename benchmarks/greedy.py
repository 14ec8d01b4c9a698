"""Whole games by greedy players: each turn the best by the usual goal within a small budget of counted work.

How many turns a second that makes, in each game and with two budgets; `python -m benchmarks greedy --profile`
adds in which files the time is spent. What a plan leaves open (cards to choose for a round, Spoils) is chosen
at random.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from cProfile import Profile
from functools import partial
from pathlib import Path
from pstats import Stats
from random import Random
from time import process_time
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from benchmarks.row import Row
from tsolve import api
from tsolve.budget import Budget, SpentError, allow
from tsolve.engine import CHANCE, UNKNOWN, Game
from tsolve.errors import IllegalActionError, TooLargeError
from tsolve.games.gloomhaven.actions import Action as GloomhavenAction
from tsolve.games.gloomhaven.planning.goals import goal_for
from tsolve.games.gloomhaven.planning.tree import Steps, TurnTree
from tsolve.games.gloomhaven.position import ScenarioPosition
from tsolve.games.gloomhaven.state import State as GloomhavenState
from tsolve.games.gloomhaven.turn.monster import EndTurn
from tsolve.games.quest.actions import Action as QuestAction
from tsolve.games.quest.book import Book as QuestBook
from tsolve.games.quest.cards import Card as QuestCard
from tsolve.games.quest.game import Quest
from tsolve.games.quest.planning.goals import DEFAULTS as QUEST_GOALS
from tsolve.games.quest.planning.plan import Planner
from tsolve.games.quest.selection import select
from tsolve.games.quest.setup import load_setup as load_quest
from tsolve.games.quest.setup import new_game as new_quest
from tsolve.games.quest.state import State as QuestState
from tsolve.games.thunderstone.actions import Action, Visit
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.card_files import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.planning.goals import DEFAULTS
from tsolve.games.thunderstone.planning.plan import plan
from tsolve.games.thunderstone.setup import load_setup, new_game
from tsolve.games.thunderstone.state import TURN_KINDS, State
from tsolve.model.plays import Backend
from tsolve.rules.loading import load_ruleset
from tsolve.solve.policy import Search, Valuation
from tsolve.source.project import rulesets_path

BUDGETS = {"small": 10_000, "large": 60_000}
"""Counted steps for a turn: some 300 and some 2,000 positions of a search."""
GAMES, TURNS, DECISIONS = 3, 24, 1_200
"""Games of each kind, and the turns and decisions after which one is left."""

S = TypeVar("S")
A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Greedy(Protocol[S_contra, A_co]):
    """Plans turns."""

    def turn(self, state: S_contra) -> object:
        """What stays the same during a turn."""
        ...

    def line(self, state: S_contra, steps: int) -> Iterable[A_co]:
        """The best play from here to the end of the turn or to the next event, with so much work; nothing
        where there is nothing to plan.
        """
        ...


class Played(NamedTuple):
    """Turns, of which some were planned, and seconds of processor time."""

    turns: int
    plans: int
    planning: float
    whole: float


class Start(NamedTuple, Generic[S, A]):
    """A game at its beginning."""

    game: Game[S, A]
    state: S
    greedy: Greedy[S, A]


def rows(*options: str) -> list[Row]:
    """Turns per second of each game and budget, and the share of the planning in it."""
    found = []
    games: tuple[tuple[str, Callable[[int], Start[Any, Any]]], ...] = (
        ("Thunderstone", partial(_thunderstone, backend="auto")),
        ("Thunderstone, without a second proof", partial(_thunderstone, backend="exact")),
        ("Quest", _quest),
        ("Gloomhaven", _gloomhaven),
    )
    for name, begin in games:
        starts = [begin(seed) for seed in range(GAMES)]
        _played(starts[0], 0, 1_000, 2)  # warm
        for size, steps in BUDGETS.items():
            profile = Profile() if options else None
            if profile is not None:
                profile.enable()
            played = [_played(start, seed, steps, TURNS) for seed, start in enumerate(starts)]
            if profile is not None:
                profile.disable()
            whole = sum(each.whole for each in played)
            turns = sum(each.turns for each in played)
            planning = 100 * sum(each.planning for each in played) / whole
            found.append(Row(f"{name}, greedy, {size} budget", turns / whole, "turns/s"))
            found.append(Row(f"{name}, greedy, {size} budget: planning", planning, "%"))
            if profile is not None:
                found += _shares(f"{name}, {size}", profile)
    return found


def _played(start: Start[S, A], seed: int, steps: int, most: int) -> Played:
    """One game by greedy players, all decisions without a plan at random."""
    game, state, greedy = start
    random, waiting = Random(seed), deque[A]()
    turns = plans = 0
    planning, began, turn = 0.0, process_time(), None
    for _ in range(DECISIONS):
        mover = game.mover(state)
        if game.is_over(state) or mover == UNKNOWN or turns > most:
            break
        if mover == CHANCE:
            state = game.sample(state, random)
            continue
        if (now := greedy.turn(state)) != turn:
            turn, turns = now, turns + 1
            waiting.clear()
        if not waiting:
            before = process_time()
            with suppress(SpentError, TooLargeError):
                waiting.extend(greedy.line(state, steps))
            planning += process_time() - before
            plans += bool(waiting)
        actions = game.legal_actions(state)
        if not actions:
            break
        action = waiting.popleft() if waiting else random.choice(actions)
        try:
            state = game.apply(state, action)
        except IllegalActionError:  # chance has brought something else meanwhile
            waiting.clear()
            state = game.apply(state, random.choice(actions))
    return Played(turns, plans, planning, process_time() - began)


class _Thunderstone:
    def __init__(self, game: Thunderstone, backend: Backend) -> None:
        self._game, self._backend = game, backend

    def turn(self, state: State) -> object:
        return state.active, len(state.me.deck), state.turn if state.step != "choose" else ""

    def line(self, state: State, steps: int) -> Sequence[Action]:
        game, goal = self._game, DEFAULTS["any"]
        if state.todo or state.over:
            return ()
        if state.step != "choose":
            with allow(Budget(steps=steps)):
                found = plan(game, state, goal, backend=self._backend).best
            return () if found is None else found.line
        best: list[tuple[tuple[int, ...], tuple[Action, ...]]] = []
        for kind in TURN_KINDS:
            entered = game.apply(state, Visit(kind))
            with allow(Budget(steps=steps // len(TURN_KINDS))):
                found = plan(game, entered, goal, backend=self._backend).best
            if found is not None:
                best.append((found.value, (Visit(kind), *found.line)))
        return max(best, default=((), ()), key=lambda each: each[0])[1]


def _thunderstone(seed: int, backend: Backend) -> Start[State, Action]:
    whole = load_ruleset(rulesets_path() / "thunderstone", Card)
    ruleset = whole.only(lambda card: card.set in ("", "base"))
    readings = ruleset.readings()
    game = Thunderstone(Book(ruleset.under(readings), readings))
    return Start(game, new_game(game.book, load_setup().value, seed), _Thunderstone(game, backend))


class _Quest:
    def __init__(self, book: QuestBook) -> None:
        self._game = Quest.for_one_turn(book)

    def turn(self, state: QuestState) -> object:
        return state.active, state.me.deck

    def line(self, state: QuestState, steps: int) -> Sequence[QuestAction]:
        if state.todo or state.phase == "end":
            return ()
        with allow(Budget(steps=steps)):
            planner = Planner(self._game, state, QUEST_GOALS["any"], "any", any_play=True)
            root = planner.plan().root
        return () if root is None else root.line


def _quest(seed: int) -> Start[QuestState, QuestAction]:
    ruleset = load_ruleset(rulesets_path() / "quest", QuestCard)
    readings = ruleset.readings()
    book, numbers, random = QuestBook(ruleset.under(readings), readings), load_quest().value, Random(seed)
    setup = select(book.cards, numbers, random, first_game=True)
    return Start(Quest(book), new_quest(book, setup, random, numbers), _Quest(book))


_CARDS = """
      One: {initiative: 20, top: "attack 3", bottom: "move 3"}
      Two: {initiative: 40, top: "attack 2, range 3", bottom: "move 4, jump"}
      Three: {initiative: 60, top: "attack 2, target 2", bottom: "heal 2, self"}
      Four: {initiative: 80, top: "attack 4", bottom: "move 2"}
      Five: {initiative: 30, top: "attack 1, poison", bottom: "shield 1, self"}
      Six: {initiative: 50, top: "heal 3, range 2", bottom: "move 3"}"""


class _Gloomhaven:
    def __init__(self, position: ScenarioPosition) -> None:
        self._position = position
        self._goal = goal_for(position, None)

    def turn(self, state: GloomhavenState) -> object:
        return state.round, state.turn

    def line(self, state: GloomhavenState, steps: int) -> Sequence[GloomhavenAction]:
        end = next((place for place, each in enumerate(state.todo) if isinstance(each, EndTurn)), None)
        if end is None or state.cards_of(state.turn) is None:
            return ()
        tree = TurnTree(self._position.game, self._goal, "expected")
        with allow(Budget(steps=steps)):
            search: Search[GloomhavenState, Steps] = Search(tree)
            found = search.run(replace(state, todo=state.todo[end:]))
        return [action for together in _followed(found) for action in together]


def _followed(found: Valuation[GloomhavenState, Steps]) -> Iterator[Steps]:
    """The steps of the best play, up to the end of the turn or an event."""
    while found.next is not None and found.action is not None:
        yield found.action
        found = found.next


def _gloomhaven(seed: int) -> Start[GloomhavenState, GloomhavenAction]:
    """Two characters with six cards each against five monsters on a map of 80 hexes."""
    random = Random(seed)
    hexes = [[column, row] for column in range(10) for row in range(8)]
    random.shuffle(hexes)
    characters = "".join(
        f"  {name}:\n    at: {hexes.pop()}\n    hp: 10\n    hand: [One, Two, Three, Four, Five, Six]\n"
        f"    cards:{_CARDS}\n"
        for name in ("Brute", "Tinkerer")
    )
    monsters = "".join(
        f"  Guard {number}: {{at: {hexes.pop()}, stats: {{hp: 6, move: 2, attack: 2}}}}\n"
        for number in range(1, 6)
    )
    text = (
        f"game: gloomhaven\nuntil: scenario\nmap: {{size: 10 x 8, obstacles: {hexes[:6]}}}\n"
        f"characters:\n{characters}monsters:\n{monsters}"
        "ability_cards: {Guard: {initiative: 45, do: [move +0, attack +0]}}\n"
    )
    position = api.loads(text, "scenario.yaml")
    assert isinstance(position, ScenarioPosition)
    return Start(position.game, position.state, _Gloomhaven(position))


def _shares(name: str, profile: Profile, most: int = 8) -> list[Row]:
    """The files of tsolve in which most of the time goes, in percent."""
    spent: dict[str, float] = {}
    stats = Stats(profile)
    for (file, _, _), (_, _, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        path = Path(file)
        where = "/".join(path.parts[path.parts.index("tsolve") + 1 :]) if "tsolve" in path.parts else "Python"
        spent[where] = spent.get(where, 0.0) + own
    whole = sum(spent.values())
    order = sorted(spent.items(), key=lambda each: -each[1])[:most]
    return [Row(f"{name}: {where}", 100 * own / whole, "%") for where, own in order]
