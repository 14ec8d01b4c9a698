"""tsolve as a library: the only place where games, rules, solver and files are wired together.

>>> from tsolve import api
>>> position = api.load("position.yaml")        # InputError with every problem of the file
>>> answer = api.check(position)              # what `tsolve check` prints, as data
>>> answer.best.line.outcome

Every function returns frozen structs of `tsolve.model` and prints nothing. Names are imported when they are
first used, so that looking up a rule does not load an engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.api.about_file import ask_about, ask_about_file
    from tsolve.api.advising import advise
    from tsolve.api.answering import ask
    from tsolve.api.asking import make_position, position_asked
    from tsolve.api.correcting import Corrected, corrected, without_wrong_claims
    from tsolve.api.effects import vocabulary
    from tsolve.api.games import DEFAULT_GAME, GAMES, ruleset, schema
    from tsolve.api.hunting import hunt, rivals
    from tsolve.api.logs import after_turn, from_turn, turn_named
    from tsolve.api.looking_up import look_up
    from tsolve.api.lookups import card, cards, rule
    from tsolve.api.playing import ME, is_log, play
    from tsolve.api.positions import (
        Opened,
        Position,
        changed,
        check,
        content_of,
        data_of,
        load,
        loads,
        position,
        solve,
    )
    from tsolve.api.questions import (
        at_battle,
        cores,
        grade,
        grade_log,
        odds,
        score,
        targets,
        why_not,
        with_candidates,
        with_targets,
        with_worth,
    )
    from tsolve.api.readings import (
        Reading,
        check_sides,
        coverable,
        dependence,
        depending,
        diff,
        exercise,
        in_full,
        with_decisive,
    )
    from tsolve.api.receipts import inputs_of, path_from, place_for, receipt_of, verify, write_receipt
    from tsolve.api.shipped import Example, example, examples, explain
    from tsolve.api.simulation import set_up, simulate, simulate_from
    from tsolve.api.table import legal, show
    from tsolve.model.plays import Wishes
    from tsolve.source.data import Data
    from tsolve.written.talk import agreed

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "ME",
    "Corrected",
    "Data",
    "Example",
    "Opened",
    "Position",
    "Reading",
    "Wishes",
    "advise",
    "after_turn",
    "agreed",
    "ask",
    "ask_about",
    "ask_about_file",
    "at_battle",
    "card",
    "cards",
    "changed",
    "check",
    "check_sides",
    "content_of",
    "cores",
    "corrected",
    "coverable",
    "data_of",
    "dependence",
    "depending",
    "diff",
    "example",
    "examples",
    "exercise",
    "explain",
    "from_turn",
    "grade",
    "grade_log",
    "hunt",
    "in_full",
    "inputs_of",
    "is_log",
    "legal",
    "load",
    "loads",
    "look_up",
    "make_position",
    "odds",
    "path_from",
    "place_for",
    "play",
    "position",
    "position_asked",
    "receipt_of",
    "rivals",
    "rule",
    "ruleset",
    "schema",
    "score",
    "set_up",
    "show",
    "simulate",
    "simulate_from",
    "solve",
    "targets",
    "turn_named",
    "verify",
    "vocabulary",
    "why_not",
    "with_candidates",
    "with_decisive",
    "with_targets",
    "with_worth",
    "without_wrong_claims",
    "write_receipt",
]

_NAMES = {
    "about_file": ("ask_about", "ask_about_file"),
    "advising": ("advise",),
    "answering": ("ask",),
    "asking": ("agreed", "make_position", "position_asked"),
    "correcting": ("Corrected", "corrected", "without_wrong_claims"),
    "effects": ("vocabulary",),
    "games": ("DEFAULT_GAME", "GAMES", "ruleset", "schema"),
    "hunting": ("hunt", "rivals"),
    "logs": ("after_turn", "from_turn", "turn_named"),
    "looking_up": ("look_up",),
    "lookups": ("card", "cards", "rule"),
    "playing": ("ME", "is_log", "play"),
    "positions": (
        *("Data", "Opened", "Position", "changed", "check", "content_of", "data_of"),
        *("load", "loads", "position", "solve"),
    ),
    "questions": (
        *(
            "at_battle",
            "cores",
            "grade",
            "grade_log",
            "odds",
            "score",
            "targets",
            "why_not",
            "with_candidates",
        ),
        *("with_targets", "with_worth"),
    ),
    "readings": (
        *("Reading", "Wishes", "check_sides", "coverable", "dependence", "depending", "diff", "exercise"),
        *("in_full", "with_decisive"),
    ),
    "receipts": ("inputs_of", "path_from", "place_for", "receipt_of", "verify", "write_receipt"),
    "shipped": ("Example", "example", "examples", "explain"),
    "simulation": ("set_up", "simulate", "simulate_from"),
    "table": ("legal", "show"),
}
_ROOMS = {name: room for room, names in _NAMES.items() for name in names}


if not TYPE_CHECKING:  # else no name would be unknown to a type checker

    def __dir__():
        return sorted({*globals(), *__all__})

    def __getattr__(name):
        if name not in _ROOMS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
