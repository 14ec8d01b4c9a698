"""Shows the answer to a question of one line, of whatever kind."""

from __future__ import annotations

from textwrap import shorten

from tsolve.model.answers import CheckAnswer
from tsolve.model.asked import AboutFile, AnyAsked, LookedUp, Worked
from tsolve.model.grades import ScoreAnswer
from tsolve.model.lookups import OtherGame, RulesAnswer
from tsolve.model.solved import SolvedAnswer, TargetsAnswer
from tsolve.model.why_not import AskAnswer, WhyNotAnswer
from tsolve.report.answers.ask import show_ask, show_ask_briefly, show_claim, show_reading
from tsolve.report.answers.check import brief_answer, show_check, show_solve
from tsolve.report.answers.games import show_score
from tsolve.report.answers.targets import show_targets
from tsolve.report.answers.why_not import show_why_not
from tsolve.report.lookups import show_found
from tsolve.report.page import BRIEF, Detail, Page
from tsolve.report.rulings import show_grounds
from tsolve.report.words import columns, sentence

_FEW = 3
"""The most further rulings that are shown of each game."""
_SENTENCE = 160


def show_asked(page: Page, answer: AnyAsked, detail: Detail = BRIEF) -> None:
    """Show the answer, then how the question was read."""
    match answer:
        case AskAnswer():
            show_ask(page, answer, detail)
            return
        case LookedUp(found=RulesAnswer() as rules):
            if answer.note:
                page.text(sentence(answer.note), style="bold")
            _show_rules(page, rules, answer.in_full)
        case LookedUp():
            show_found(page, answer.found, detail)
        case Worked():
            page.verdict("answer", answer.text, "", "", answer.rulings)
            page.text(answer.sum, 5)
            show_grounds(page, detail, (), answer.citations, ())
        case AboutFile():
            _show_of_file(page, answer, detail)
    show_reading(page, answer.read_as)


def show_asked_briefly(page: Page, answer: AnyAsked) -> None:
    """Show the verdict with its sentence, or the ids of the rules."""
    match answer:
        case AskAnswer():
            show_ask_briefly(page, answer)
        case LookedUp(found=RulesAnswer() as rules):
            page.line(f"rules: {', '.join(each.id for each in rules.found)}")
        case LookedUp():
            show_found(page, answer.found)
        case Worked():
            page.line(f"answer: {answer.text}")
        case AboutFile():
            page.line(_in_a_line(answer))


def _in_a_line(answer: AboutFile) -> str:
    """The verdict, with the outcome where there is one."""
    match answer.given:
        case CheckAnswer() as check:
            return " ".join(filter(None, (check.told, brief_answer(check))))
        case given:
            return given.told


def _show_of_file(page: Page, answer: AboutFile, detail: Detail) -> None:
    """Show the answer as the command does that gives it."""
    match answer.given:
        case CheckAnswer() as check if detail == BRIEF and check.claims and _is_legal(check):
            for claim in check.claims:
                show_claim(page, claim, {each.id: each.title for each in check.citations})
        case CheckAnswer() as check:
            show_check(page, check, detail)
        case WhyNotAnswer() as reasons:
            show_why_not(page, reasons, detail)
        case ScoreAnswer() as score:
            show_score(page, score, detail)
        case TargetsAnswer() as targets:
            show_targets(page, targets, detail)
        case SolvedAnswer() as best:
            show_solve(page, best, detail)


def _is_legal(check: CheckAnswer) -> bool:
    return check.line is None or check.line.legal


def _show_rules(page: Page, rules: RulesAnswer, in_full: str) -> None:
    """Show the best rule in full, and a few more with the sentence that answers best, game by game."""
    answers: tuple[RulesAnswer | OtherGame, ...] = (rules, *rules.elsewhere)
    for game in answers:
        page.heading(game.title)
        found = game.found[: _FEW + 1]
        widest = max((columns(each.id) for each in found), default=0) + 2
        for each in found:
            page.labelled(each.id, each.title, indent=0, width=min(widest, 13), style="bold")
            best = game is rules and each is found[0] and in_full
            page.text(best or shorten(each.sentence, _SENTENCE, placeholder=" ..."), indent=3)
    page.blank()
