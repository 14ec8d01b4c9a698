"""`tsolve why-not`."""

from typing import Annotated

import typer

from tsolve.cli.beside import ForceHtmlOption, HtmlFile, HtmlOption
from tsolve.cli.options import (
    ColourOption,
    ExplainOption,
    FormatOption,
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
    from tsolve.cli.waiting import Interrupts, waiting
    from tsolve.model.whynot import WhyNotAnswer
    from tsolve.report.answers.why_not import show_briefly, show_common_rulings, show_why_not
    from tsolve.report.detail import Detail
    from tsolve.report.one_line import in_one_line
    from tsolve.report.page import Page

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
