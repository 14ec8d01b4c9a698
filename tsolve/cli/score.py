"""`tsolve score`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    FormatOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
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
    no_color: ColourOption = False,
) -> None:
    """Count every player's points card by card, and say who wins.

    Counts the position as it stands, or after its line if the file has one. --quiet prints only who wins.
    """
    from tsolve import api
    from tsolve.model.scores import ScoreAnswer
    from tsolve.report.page import Page
    from tsolve.report.scores import score_code, show_score

    def ask(file: str) -> ScoreAnswer:
        return api.score(api.load(file, printing, chosen), file)

    def show(page: Page, answer: ScoreAnswer) -> None:
        show_score(page, answer, brief=quiet)

    chosen = readings(interpretation)
    session = Session("score", format, no_color)
    for file in files:
        session.answer(lambda file=file: ask(file), show, score_code, file)  # type: ignore[misc]
    session.sum_up("file", "files")
    session.finish()
