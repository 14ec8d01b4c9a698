"""Every command asked about large positions of every game, in this process as in a shell."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import NamedTuple

import yaml

from tests.large import gloomhaven, quest, thunderstone
from tests.large.dealt import Dealt
from tsolve import api, cli
from tsolve.engine import CHANCE, UNKNOWN

DEALERS: dict[str, Callable[[Random], Dealt]] = {
    "thunderstone": thunderstone.large_file,
    "quest": quest.large_position,
    "scenario": gloomhaven.large_position,
    "attacks": gloomhaven.large_attacks,
    "campaign": gloomhaven.large_campaign,
}
COMMANDS = ("check", "solve", "targets", "why-not", "grade", "odds", "diff", "hunt", "ask")

LACKING = {
    "attacks": ("solve", "targets", "grade"),
    "campaign": ("targets", "grade", "odds"),
}
"""What there is not for a kind of file: a usage error says so."""


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def file_of(name: str, command: str, seed: int, folder: Path) -> tuple[Dealt, str]:
    """The position of this dealer and this seed, written into a file of the folder: with what is stated of
    it, or for `grade` with steps.
    """
    random = Random(seed)
    dealt = DEALERS[name](random)
    file = folder / f"{name}-{seed}.yaml"
    file.write_text(played(dealt.text, random) if command == "grade" else dealt.text, encoding="utf-8")
    return dealt, str(file)


WAYS_TO_SOLVE = ([], [], ["--all"], ["--top", "5"], ["--draws", "worst"], ["-v", "--explain"])
MOST_STEPS = 8


def played(text: str, random: Random) -> str:
    """The same position with some steps at random, and nothing that is stated."""
    keys = yaml.safe_load(text)
    data = {key: value for key, value in keys.items() if key not in ("line", "claims", "expect")}
    position = api.loads(json.dumps(data).encode(), "p.yaml")
    game, state = position.game, position.state
    line: list[str] = []
    while len(line) < MOST_STEPS and not game.is_over(state) and (mover := game.mover(state)) != UNKNOWN:
        here = [event for event, _ in game.chance(state)] if mover == CHANCE else game.legal_actions(state)
        if not here:
            break
        action = random.choice(here)
        line.append(game.notation(state, action))
        state = game.apply(state, action)
    return json.dumps({**data, "line": line})


def arguments(command: str, dealer: str, dealt: Dealt, file: str, random: Random) -> list[str]:
    """What somebody types to ask a command about the position, or for `hunt` about its game."""
    game = dealer if dealer in ("thunderstone", "quest") else "gloomhaven"
    points = list(api.ruleset(game).interpretations.values())
    point = random.choice(points)
    one, other = (f"{point.id}={option.id}" for option in point.options[:2])
    match command:
        case "check" | "targets" | "grade":
            more = ["--html", f"{file}.html"] if random.random() < 0.3 else []
            return [command, file, *more, "--force"]
        case "solve":
            more = random.choice(
                ([], [], ["--all"], ["--top", "5"], ["--draws", "worst"], ["-v", "--explain"])
            )
            return [command, file, *more]
        case "why-not":
            return [command, file, random.choice(dealt.queries)]
        case "odds":
            events = (
                ["--event", random.choice(dealt.events)] if dealt.events and random.random() < 0.3 else []
            )
            return [command, file, "--jobs", "1", *events]
        case "diff":
            return [command, file, "--jobs", "1", *random.choice((["--all"], ["--between", one, other]))]
        case "hunt":
            about = random.choice(([point.id], [one, other]))
            return [command, *about, "--game", game, "--jobs", "1", "--hand", "12"]
        case _:
            return [command, file, random.choice(dealt.questions)]


def ask(given: list[str]) -> Ended:
    """Run it in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.run(given)
    return Ended(code, out.getvalue(), err.getvalue())
