"""`tsolve score`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    ExplainOption,
    FormatOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    SourcesOption,
    VerboseOption,
    readings,
)
from tsolve.cli.session import Session


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
    from tsolve.model.scores import ScoreAnswer
    from tsolve.report.answers.scores import show_briefly, show_score
    from tsolve.report.detail import Detail
    from tsolve.report.one_line import in_one_line
    from tsolve.report.page import Page

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
