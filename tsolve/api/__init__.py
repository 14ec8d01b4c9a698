"""tsolve as a library: the only place where games, rules, solver and files are wired together.

>>> from tsolve import api
>>> opened = api.load("position.yaml")        # InputError with every problem of the file
>>> answer = api.check(opened)                # what `tsolve check` prints, as data
>>> answer.solution.best[0].line.outcome

Every function returns frozen structs of `tsolve.model` and prints nothing. Names are imported when they are
first used, so that looking up a rule does not load an engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsolve.api.ablating import in_full, with_decisive
    from tsolve.api.asking import ask, position_asked
    from tsolve.api.building import changed, data_of, position
    from tsolve.api.candidates import with_candidates
    from tsolve.api.comparing import Reading, check_sides, dependence, depending, diff
    from tsolve.api.covering import coverable, exercise
    from tsolve.api.dealing import cores, odds
    from tsolve.api.explaining import why_not
    from tsolve.api.games import DEFAULT_GAME, GAMES, ruleset, schema
    from tsolve.api.grading import grade
    from tsolve.api.hunting import hunt, rivals
    from tsolve.api.lookups import card, cards, rule
    from tsolve.api.making import agreed, make_position
    from tsolve.api.mistakes import explain
    from tsolve.api.picturing import at_battle
    from tsolve.api.positions import Opened, check, content_of, legal, load, loads, show, solve
    from tsolve.api.receipts import inputs_of, path_from, place_for, receipt_of, verify, write_receipt
    from tsolve.api.scoring import score
    from tsolve.api.setting_up import set_up
    from tsolve.api.shipped import Example, example, examples
    from tsolve.api.simulation import simulate, simulate_from
    from tsolve.api.targeting import targets, with_targets
    from tsolve.model.wishes import Wishes
    from tsolve.source.data import Data

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "Data",
    "Example",
    "Opened",
    "Reading",
    "Wishes",
    "agreed",
    "ask",
    "at_battle",
    "card",
    "cards",
    "changed",
    "check",
    "check_sides",
    "content_of",
    "cores",
    "coverable",
    "data_of",
    "dependence",
    "depending",
    "diff",
    "example",
    "examples",
    "exercise",
    "explain",
    "grade",
    "hunt",
    "in_full",
    "inputs_of",
    "legal",
    "load",
    "loads",
    "make_position",
    "odds",
    "path_from",
    "place_for",
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
    "verify",
    "why_not",
    "with_candidates",
    "with_decisive",
    "with_targets",
    "write_receipt",
]

_ROOMS = {
    **dict.fromkeys(("DEFAULT_GAME", "GAMES", "ruleset", "schema"), "games"),
    **dict.fromkeys(("card", "cards", "rule"), "lookups"),
    **dict.fromkeys(("Reading", "check_sides", "dependence", "depending", "diff"), "comparing"),
    **dict.fromkeys(("cores", "odds"), "dealing"),
    **dict.fromkeys(("coverable", "exercise"), "covering"),
    **dict.fromkeys(
        ("Opened", "check", "content_of", "legal", "load", "loads", "show", "solve"), "positions"
    ),
    **dict.fromkeys(("simulate", "simulate_from"), "simulation"),
    **dict.fromkeys(
        ("inputs_of", "path_from", "place_for", "receipt_of", "verify", "write_receipt"), "receipts"
    ),
    **dict.fromkeys(("hunt", "rivals"), "hunting"),
    **dict.fromkeys(("Data", "changed", "data_of", "position"), "building"),
    **dict.fromkeys(("changed", "position"), "building"),
    **dict.fromkeys(("Example", "example", "examples"), "shipped"),
    "at_battle": "picturing",
    "explain": "mistakes",
    "grade": "grading",
    **dict.fromkeys(("agreed", "make_position"), "making"),
    "score": "scoring",
    "set_up": "setting_up",
    **dict.fromkeys(("targets", "with_targets"), "targeting"),
    **dict.fromkeys(("Wishes", "in_full", "with_decisive"), "ablating"),
    **dict.fromkeys(("ask", "position_asked"), "asking"),
    "why_not": "explaining",
    "with_candidates": "candidates",
}


if not TYPE_CHECKING:  # else no name would be unknown to a type checker

    def __getattr__(name):
        if name not in _ROOMS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
