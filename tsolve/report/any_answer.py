"""The page of an answer of whatever type."""

from __future__ import annotations

from importlib import import_module

from tsolve.model.verdicts import Answer
from tsolve.report.page import BRIEF, Detail, Page
from tsolve.report.rulings import show_first_notes

_SHOWS = {
    "AdviceAnswer": "answers.advice:show_advice",
    "AboutFile": "answers.asked:show_asked",
    "AskAnswer": "answers.ask:show_ask",
    "CheckAnswer": "answers.check:show_check",
    "DependenceAnswer": "diff:show_dependences",
    "DiffAnswer": "diff:show_diff",
    "GradeAnswer": "grade:show_grade",
    "HuntAnswer": "diff:show_hunt",
    "LegalAnswer": "answers.table:show_legal_page",
    "LogGradeAnswer": "log_grade:show_log_grade",
    "LookedUp": "answers.asked:show_asked",
    "OddsAnswer": "odds:show_odds",
    "RegressAnswer": "regress:show_regress",
    "ScoreAnswer": "answers.games:show_score",
    "SetupAnswer": "answers.games:show_setup",
    "ShowAnswer": "answers.table:show_table",
    "SimulationAnswer": "answers.games:show_simulation",
    "SolvedAnswer": "answers.check:show_solve",
    "TargetsAnswer": "answers.targets:show_targets",
    "VerifyAnswer": "diff:show_receipt",
    "WhyNotAnswer": "answers.why_not:show_why_not",
    "Worked": "answers.asked:show_asked",
}
"""Type of an answer -> what shows it; any other answer is something that was looked up."""
_LOOKED_UP = "lookups:show_found"
_WITHOUT_LAYERS = ("RegressAnswer", "SetupAnswer", "VerifyAnswer")


def is_looked_up(answer: Answer) -> bool:
    """Whether it tells a rule, a card, a code or an effect, and nothing is judged."""
    return type(answer).__name__ not in _SHOWS


def page_of(answer: Answer, detail: Detail = BRIEF) -> Page:
    """The answer with the layers that are wanted, as far as it has some."""
    name = type(answer).__name__
    module, _, function = _SHOWS.get(name, _LOOKED_UP).partition(":")
    layers = () if name in _WITHOUT_LAYERS else (detail,)
    page = Page()
    show_first_notes(page, answer)
    getattr(import_module(f"tsolve.report.{module}"), function)(page, answer, *layers)
    return page
