"""`tsolve grade`."""

from typing import Annotated

import typer

from tsolve.cli.beside import ForceHtmlOption, HtmlFile, HtmlOption
from tsolve.cli.options import (
    ColourOption,
    ExplainOption,
    FormatOption,
    GoalOption,
    LimitOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    SourcesOption,
    VerboseOption,
    readings,
)
from tsolve.cli.session import Session


def grade(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A position file with the turn played (`line:`); - is standard input."
        ),
    ],
    goal: GoalOption = None,
    time_limit: LimitOption = None,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    html: HtmlOption = None,
    force: ForceHtmlOption = False,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    explain: ExplainOption = False,
    sources: SourcesOption = False,
    no_color: ColourOption = False,
) -> None:
    """Judge the turn that was played.

    Compares each step with the best play at that moment. Says what each choice gave away and what each draw
    brought, when the best result went out of reach, which cards did not matter, and how much the result had
    to spare.

    Exit codes: 0 the whole turn was graded, good or bad; 1 it is not legal; 2 the input or the usage is
    wrong, or the file has no `line`; 3 some step could not be judged.
    """
    from tsolve import api
    from tsolve.cli.waiting import waiting
    from tsolve.model.grades import GradeAnswer
    from tsolve.report.detail import Detail
    from tsolve.report.grades.grade import show_grade, show_headline
    from tsolve.report.one_line import in_one_line
    from tsolve.report.page import Page

    def work() -> GradeAnswer:
        with waiting(f"grading {file}", quiet, time_limit):
            content = api.content_of(file)
            opened = api.loads(content, file, printing, chosen)
            answer = api.grade(opened, file, goal, time_limit)
            if html:
                from tsolve.report.html.pages import grade_page

                web.write(opened, file, content, answer, grade_page)
            return answer

    def show(page: Page, answer: GradeAnswer) -> None:
        if html == "-":
            return
        if quiet:
            in_one_line(show_headline)(page, answer)
        else:
            show_grade(page, answer, detail)

    chosen = readings(interpretation)
    detail = Detail(verbose, explain, sources)
    session = Session("grade", format, no_color)
    web = HtmlFile(html, force, [file], session.format == "text")
    session.answer(work, show, file)
    if not quiet:
        session.close_with(web.tell)
    session.finish()
