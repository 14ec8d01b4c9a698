"""What is seen of a position: `tsolve legal`, `tsolve targets`, `tsolve show`, `tsolve score`."""

from typing import Annotated

import typer

from tsolve.cli.beside import ForceHtmlOption, HtmlFile, HtmlOption, SvgFile, SvgOption
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


def legal(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position file; - is standard input.")],
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    explain: ExplainOption = False,
    sources: SourcesOption = False,
    no_color: ColourOption = False,
) -> None:
    """List what is legal, and why the rest is not.

    Actions that begin alike stand together; of the others each has its reason and its rules. -v shows every
    action on a line, with the rules that allow it. --quiet prints only the legal actions, on one line.
    """
    from tsolve import api
    from tsolve.model.lookups import LegalAnswer
    from tsolve.report.answers.table import show_legal_page
    from tsolve.report.page import Detail, Page

    def show(page: Page, answer: LegalAnswer) -> None:
        if quiet:
            page.line("; ".join(action.text for action in answer.legal) or "nothing is legal")
        else:
            show_legal_page(page, answer, detail)

    chosen = readings(interpretation)
    detail = Detail(verbose, explain, sources)
    session = Session("legal", format, no_color)
    session.answer(lambda: api.legal(api.load(file, printing, chosen), file), show, file=file)
    session.finish()


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
    from tsolve.cli.progress import waiting
    from tsolve.model.solved import TargetsAnswer
    from tsolve.report.answers.targets import show_targets, show_targets_briefly
    from tsolve.report.page import Detail, Page

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


def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position file; - is standard input.")],
    after: Annotated[
        int, typer.Option("--after", metavar="N", min=0, help="Show the table after N steps of the file.")
    ] = 0,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    svg: SvgOption = None,
    force: Annotated[bool, typer.Option("--force", help="Let --svg replace a file.")] = False,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    sure: Annotated[
        bool, typer.Option("--verbose", "-v", help="Add how sure the facts of the cards are.")
    ] = False,
    no_color: ColourOption = False,
) -> None:
    """Draw the table that a file describes, to check the file.

    Shows the board, what lies in front of you, and the piles, with the figures of the cards; what nobody
    knows is a ?. Nothing is judged.

    --quiet prints only whose turn it is.
    """
    from tsolve import api
    from tsolve.model.plays import ShowAnswer
    from tsolve.report.answers.table import headline, show_table
    from tsolve.report.page import Detail, Page

    def write(page: Page, answer: ShowAnswer) -> None:
        if quiet:
            page.line(headline(answer))
        else:
            show_table(page, answer, Detail(verbose=sure))

    def work() -> ShowAnswer:
        opened = api.load(file, printing, chosen)
        answer = api.show(opened, file, after)
        if svg is not None:
            from tsolve.report.pictures import table_as_picture

            picture.save(opened, file, table_as_picture(answer.position))
        return answer

    chosen = readings(interpretation)
    session = Session("show", format, no_color)
    picture = SvgFile(svg, force, [file])
    session.answer(work, write, file)
    if not quiet:
        session.close_with(picture.tell)
    session.finish()


def score(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Position files; - is standard input.")
    ],
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    explain: ExplainOption = False,
    sources: SourcesOption = False,
    no_color: ColourOption = False,
) -> None:
    """Count every player's points, and say who wins.

    Counts the position as it stands, or after its `line` if the file has one. -v shows the points card by
    card.
    """
    from tsolve import api
    from tsolve.model.grades import ScoreAnswer
    from tsolve.report.answers.table import show_briefly, show_score
    from tsolve.report.page import Detail, Page, in_one_line

    def ask(file: str) -> ScoreAnswer:
        return api.score(api.load(file, printing, chosen), file)

    def show(page: Page, answer: ScoreAnswer) -> None:
        if quiet:
            in_one_line(show_briefly)(page, answer)
        else:
            show_score(page, answer, detail)

    chosen = readings(interpretation)
    detail = Detail(verbose, explain, sources)
    session = Session("score", format, no_color)
    for file in files:
        session.answer(lambda file=file: ask(file), show, file)  # type: ignore[misc]
    session.sum_up("file", "files")
    session.finish()
