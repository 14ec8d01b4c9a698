"""`tsolve legal`."""

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
    from tsolve.report.answers.legal import show_legal_page
    from tsolve.report.detail import Detail
    from tsolve.report.page import Page

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
