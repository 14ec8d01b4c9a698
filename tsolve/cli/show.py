"""`tsolve show`."""

from typing import Annotated

import typer

from tsolve.cli.beside import SvgFile, SvgOption
from tsolve.cli.options import (
    ColourOption,
    FormatOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    readings,
)
from tsolve.cli.session import Session


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
    from tsolve.model.positions import ShowAnswer
    from tsolve.report.answers.show import headline, show_table
    from tsolve.report.detail import Detail
    from tsolve.report.page import Page

    def write(page: Page, answer: ShowAnswer) -> None:
        if quiet:
            page.line(headline(answer))
        else:
            show_table(page, answer, Detail(verbose=sure))

    def work() -> ShowAnswer:
        opened = api.load(file, printing, chosen)
        answer = api.show(opened, file, after)
        if svg is not None:
            from tsolve.report.pictures.table import table_as_picture

            picture.save(opened, file, table_as_picture(answer.position))
        return answer

    chosen = readings(interpretation)
    session = Session("show", format, no_color)
    picture = SvgFile(svg, force, [file])
    session.answer(work, write, file)
    if not quiet:
        session.close_with(picture.tell)
    session.finish()
