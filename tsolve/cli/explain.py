"""`tsolve why-not` and `tsolve ask`."""

from typing import Annotated

import typer

from tsolve.cli.beside import ForceHtmlOption, HtmlFile, HtmlOption
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
from tsolve.errors import UsageError


def why_not(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position file; - is standard input.")],
    queries: Annotated[list[str], typer.Argument(metavar="QUERY...", help="What to do, in words.")],
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
    """Say why something is impossible, and what would make it possible.

    Prints the play if it is possible after all. Otherwise gives a minimal set of reasons, each with its rule
    and its numbers: remove any one of them and it becomes possible. Then come the cheapest repairs: how
    much is missing, and which single card in the hand would close the gap. The solver has checked
    everything printed.

    A query is any step of a turn, or another question that the game knows; an empty one ("") prints examples.
    The whole turn counts, with everything that can be done beforehand.

    Exit codes: 0 everything asked for is possible; 1 something is impossible; 2 the input or the usage is
    wrong; 3 undecided: it depends on an unknown card, on chance or on another player, or time ran out.
    """
    from tsolve import api
    from tsolve.cli.progress import Interrupts, waiting
    from tsolve.model.why_not import WhyNotAnswer
    from tsolve.report.answers.why_not import show_briefly, show_common_rulings, show_why_not
    from tsolve.report.page import Detail, Page, in_one_line

    shown: list[WhyNotAnswer] = []
    several = len(queries) > 1

    def show(page: Page, answer: WhyNotAnswer) -> None:
        place = "" if shown else answer.file
        shown.append(answer)
        if html == "-":
            return
        if quiet:
            in_one_line(show_briefly)(page, answer)
        else:
            show_why_not(page, answer, detail, not several, place)

    chosen = readings(interpretation)
    detail = Detail(verbose, explain, sources)
    session = Session("why-not", format, no_color)
    if html and several:
        raise UsageError("a page shows one answer: give one QUERY with --html")
    web = HtmlFile(html, force, [file], session.format == "text")
    loaded: list[api.Opened] = []
    content = b""
    interrupts = Interrupts()
    for done, query in enumerate(queries, start=1):

        def work(query: str = query) -> WhyNotAnswer:
            nonlocal content
            with waiting(f"{file}: {query}", quiet, time_limit, interrupts):
                if not loaded:
                    content = api.content_of(file)
                    loaded.append(api.loads(content, file, printing, chosen))
                answer = api.why_not(loaded[0], query, file, time_limit)
                if html:
                    from tsolve.report.html.pages import why_not_page

                    web.write(loaded[0], file, content, answer, why_not_page)
                return answer

        session.answer(work, show, file)
        if not loaded:
            break  # what is wrong with the file is said once
        if interrupts.came and done < len(queries):
            session.stop_early(f"{done} of {len(queries)} queries answered")
            break
    if several and not quiet:
        session.close_with(lambda page: show_common_rulings(page, shown, detail))
    if not quiet:
        session.close_with(web.tell)
    session.sum_up("query", "queries")
    session.finish()


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
    from tsolve.cli.progress import waiting
    from tsolve.model.why_not import AskAnswer
    from tsolve.report.answers.ask import show_ask, show_ask_briefly
    from tsolve.report.page import Detail, Page
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
