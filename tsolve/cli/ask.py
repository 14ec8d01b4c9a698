"""`tsolve ask`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    ExplainOption,
    FormatOption,
    GameOption,
    LimitOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    SourcesOption,
    VerboseOption,
    readings,
)
from tsolve.cli.session import Session


def ask(
    question: Annotated[
        list[str], typer.Argument(metavar="QUESTION...", help="Cards and what is asked, in words.")
    ],
    game: GameOption = None,
    write: Annotated[
        str, typer.Option("--write", metavar="FILE", help="Also write the position that is meant as a file.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Let --write replace a file that is there.")] = False,
    time_limit: LimitOption = None,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    explain: ExplainOption = False,
    sources: SourcesOption = False,
    no_color: ColourOption = False,
) -> None:
    """Answer a question of one line, without a file.

    Name the cards in the hand, then what they are to do: `A, 2 B against C`. Names may be in any language of
    the game, also a part that only one card has. Whatever else is known stands anywhere in the line, as a
    word with its number; a number behind a colon is claimed: `A against C: 5?`. What was understood is told
    with the answer, and --write makes a position file of it.

    Exit codes: 0 yes; 1 no; 2 the question is not understood, or the usage is wrong; 3 it depends on
    something that is not said.
    """
    from tsolve import api
    from tsolve.cli.waiting import waiting
    from tsolve.model.asked import AskAnswer
    from tsolve.report.answers.ask import show_ask, show_ask_briefly
    from tsolve.report.detail import Detail
    from tsolve.report.page import Page
    from tsolve.saving import check_output, save_output

    def work() -> AskAnswer:
        instead = "" if force else "--force replaces it"
        if write:
            check_output(write, (), instead)
            save_output(write, api.position_asked(asked, game, printing, chosen), (), instead)
        with waiting("answering", quiet, time_limit):
            full = session.in_full(quiet)
            return api.ask(asked, game, printing, chosen, time_limit, full, session.weighs(explain))

    def show(page: Page, answer: AskAnswer) -> None:
        if quiet:
            show_ask_briefly(page, answer)
        else:
            show_ask(page, answer, detail)
            if write:
                page.text(f"{write} is written.", 3, style="dim")

    asked = " ".join(question)
    chosen = readings(interpretation)
    detail = Detail(verbose, explain, sources)
    session = Session("ask", format, no_color)
    session.answer(work, show)
    session.finish()
