"""`tsolve targets`."""

from typing import Annotated

import typer

from tsolve.cli.beside import ForceHtmlOption, HtmlFile, HtmlOption
from tsolve.cli.options import (
    ColourOption,
    DrawsOption,
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


def targets(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position file; - is standard input.")],
    goal: GoalOption = None,
    draws: DrawsOption = None,
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
    """Say what can be attacked, and with what result.

    For every target: whether it may be attacked, and if not why; the greatest value and what makes it up;
    what is needed; whether a turn can deal with it; and the best play against it. --quiet prints one line for
    each.

    Exit codes: 0 answered; 2 the input or the usage is wrong; 3 something is undecided.
    """
    from tsolve import api
    from tsolve.cli.waiting import waiting
    from tsolve.model.targets import TargetsAnswer
    from tsolve.report.answers.targets import show_targets, show_targets_briefly
    from tsolve.report.detail import Detail
    from tsolve.report.page import Page

    def work() -> TargetsAnswer:
        with waiting(f"looking at the targets of {file}", quiet, time_limit):
            content = api.content_of(file)
            opened = api.loads(content, file, printing, chosen)
            answer = api.targets(opened, file, goal, time_limit, draws)
            if html:
                from tsolve.report.html.pages import targets_page

                web.write(opened, file, content, answer, targets_page)
            return answer

    def show(page: Page, answer: TargetsAnswer) -> None:
        if html == "-":
            return
        if quiet:
            show_targets_briefly(page, answer)
        else:
            show_targets(page, answer, detail)

    chosen = readings(interpretation)
    detail = Detail(verbose, explain, sources)
    session = Session("targets", format, no_color)
    web = HtmlFile(html, force, [file], session.format == "text")
    session.answer(work, show, file)
    if not quiet:
        session.close_with(web.tell)
    session.finish()
