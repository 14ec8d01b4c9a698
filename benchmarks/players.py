"""Whole games by players: how many a second and core, how long they are, what they score, and how often
sense beats chance. `python -m benchmarks players --profile` adds in which files the time of greedy players is
spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from random import Random
from time import process_time
from typing import Any, NamedTuple

from benchmarks.row import Row
from tsolve import api
from tsolve.api.games import module, ruleset
from tsolve.players import Start, brought, seats, start_of
from tsolve.players.playing import Outcome, play_out
from tsolve.players.results import mean_of, share

Begin = Callable[[int], Start[Any, Any]]


class Kind(NamedTuple):
    """Games of one kind, so many of them."""

    name: str
    begin: Begin
    players: tuple[str, ...]
    games: int


class Played(NamedTuple):
    """A game, and the processor time that it took."""

    outcome: Outcome[Any]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seconds: float


def kinds() -> Iterator[Kind]:
    """The games that are played."""
    thunderstone, quest = _new("thunderstone"), _new("quest")
    yield Kind("Thunderstone", thunderstone, ("random", "random"), 40)
    yield Kind("Thunderstone", thunderstone, ("quick", "quick"), 10)
    yield Kind("Thunderstone", thunderstone, ("greedy", "greedy"), 4)
    yield Kind("Thunderstone", thunderstone, ("greedy", "random"), 4)
    yield Kind("Thunderstone", thunderstone, ("greedy", "quick"), 10)
    yield Kind("Quest", quest, ("random", "random"), 1)
    yield Kind("Quest", quest, ("greedy", "greedy"), 3)
    yield Kind("Quest", quest, ("greedy", "random"), 2)
    for player, games in (("random", 40), ("greedy", 8)):
        yield Kind("Gloomhaven, five monsters", _skirmish, (player,), games)
    for player, games in (("random", 20), ("greedy", 3)):
        yield Kind("Gloomhaven, scenario 1", _scenario, (player,), games)


def rows(*options: str) -> list[Row]:
    """Games a second, turns, scores and victories of each kind of game."""
    found = []
    for kind in kinds():
        profile = Profile() if options and "greedy" in kind.players else None
        if profile is not None:
            profile.enable()
        played = [_played(kind, seed) for seed in range(kind.games)]
        if profile is not None:
            profile.disable()
        found += _figures(kind, played)
        if profile is not None:
            found += _shares(" and ".join((kind.name, *kind.players)), profile)
    return found


def _played(kind: Kind, seed: int) -> Played:
    """One game; where two different players play, each begins every other game."""
    start = kind.begin(seed)
    turned = seed % 2 and len(kind.players) > 1
    names = kind.players[::-1] if turned else kind.players
    began = process_time()
    outcome = play_out(start, seats(start, names), Random(seed))
    seconds = process_time() - began
    scores = tuple(start.game.scores(outcome.state))
    winners = brought(start).winners(outcome.state) if outcome.over else ()
    if turned:
        scores, winners = scores[::-1], tuple(1 - seat for seat in winners)
    return Played(outcome, scores, winners, seconds)


def _figures(kind: Kind, played: list[Played]) -> Iterator[Row]:
    who = " against ".join(dict.fromkeys(kind.players))
    name = f"{kind.name}, {who}"
    yield Row(f"{name}: games a second", len(played) / sum(each.seconds for each in played), "1/s")
    ended = [each for each in played if each.outcome.over]
    yield Row(f"{name}: games that end", 100 * len(ended) / len(played), "%")
    if not ended:
        return
    if any(each.outcome.turns for each in ended):
        turns = mean_of([each.outcome.turns for each in ended])
        yield Row(f"{name}: turns {_within(turns.low, turns.high)}", turns.value, "turns")
    for seat, player in enumerate(kind.players):
        if ended[0].scores:
            points = mean_of([each.scores[seat] for each in ended])
            yield Row(f"{name}: {player} {_within(points.low, points.high)}", points.value, "points")
        won = share(sum(each.winners == (seat,) for each in ended), len(ended))
        both_alike = len(set(kind.players)) < len(kind.players)
        place = f", seat {seat + 1}" * both_alike
        low, high = 100 * (won.low or 0), 100 * (won.high or 0)
        yield Row(f"{name}: {player}{place} wins {_within(low, high)}", 100 * won.value, "%")


def _within(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"({low:.1f} to {high:.1f})"


def _new(game: str) -> Begin:
    rules = ruleset(game)
    readings = rules.readings(rules.printing_for(()), {})
    return lambda seed: module(game).begin(rules, readings, seed, 2, (), {})


def _scenario(seed: int) -> Start[Any, Any]:
    """The first scenario for a Brute and a Tinkerer of level 1."""
    rules = ruleset("gloomhaven")
    readings = rules.readings(rules.printing_for(()), {})
    chosen = {"scenario": ["1"], "characters": ["Brute", "Tinkerer"]}
    return module("gloomhaven").begin(rules, readings, seed, 2, (), chosen)


_CARDS = """
      One: {initiative: 20, top: "attack 3", bottom: "move 3"}
      Two: {initiative: 40, top: "attack 2, range 3", bottom: "move 4, jump"}
      Three: {initiative: 60, top: "attack 2, target 2", bottom: "heal 2, self"}
      Four: {initiative: 80, top: "attack 4", bottom: "move 2"}
      Five: {initiative: 30, top: "attack 1, poison", bottom: "shield 1, self"}
      Six: {initiative: 50, top: "heal 3, range 2", bottom: "move 3"}"""


def _skirmish(seed: int) -> Start[Any, Any]:
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
    return start_of(api.loads(text, "scenario.yaml"))


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
