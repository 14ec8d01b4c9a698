"""`tsolve legal`."""

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


def legal(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position file; - is standard input.")],
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    no_color: ColourOption = False,
) -> None:
    """List what is legal, and why the rest is not.

    Shows every legal action with the rulings that allow it, and every other attempt with the reason against
    it.

    --quiet prints only the legal actions, one per line.
    """
    from tsolve import api
    from tsolve.model.lookups import LegalAnswer
    from tsolve.report.check import show_legal_page
    from tsolve.report.page import Page

    def show(page: Page, answer: LegalAnswer) -> None:
        if quiet:
            for action in answer.legal:
                page.line(action.text)
        else:
            show_legal_page(page, answer)

    chosen = readings(interpretation)
    session = Session("legal", format, no_color)
    session.answer(lambda: api.legal(api.load(file, printing, chosen), file), show, file=file)
    session.finish()
