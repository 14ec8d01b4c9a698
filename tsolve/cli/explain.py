"""`tsolve explain`."""

from typing import Annotated

import typer

from tsolve.cli.options import ColourOption, FormatOption
from tsolve.cli.session import Session


def explain(
    code: Annotated[
        str, typer.Argument(metavar="[CODE]", help="A code as mistakes show it, such as E302.")
    ] = "",
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """Tell what a diagnostic means.

    What the code of a mistake in a file means, with an example and the same mended. Without a code it lists
    them all.
    """
    from tsolve import api
    from tsolve.model.explanations import ExplanationAnswer, ExplanationsAnswer
    from tsolve.report.lookups.explanation import show_explanation, show_explanations
    from tsolve.report.page import Page

    def show(page: Page, answer: ExplanationAnswer | ExplanationsAnswer) -> None:
        if isinstance(answer, ExplanationAnswer):
            show_explanation(page, answer)
        else:
            show_explanations(page, answer)

    session = Session("explain", format, no_color)
    session.answer(lambda: api.explain(code), show)
    session.finish()
