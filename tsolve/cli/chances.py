"""`tsolve odds` and `tsolve grade`."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tsolve.cli.beside import ForceHtmlOption, HtmlFile, HtmlOption, SvgFile, each_its_own
from tsolve.cli.options import (
    ColourOption,
    ExplainOption,
    FormatOption,
    GoalOption,
    LimitOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    SchedulerOption,
    SourcesOption,
    VerboseOption,
    readings,
)
from tsolve.cli.session import Session

if TYPE_CHECKING:
    from tsolve.model.odds import OddsAnswer


OddsFormat = Literal["auto", "text", "json", "csv"]


def odds(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A position file, at least with a deck; - is standard input."),
    ],
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="NAMES",
            help="What the hand meets, instead of what the file says: place by place, with commas.",
        ),
    ] = None,
    adding: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="CARD", help="Compare with a deck that also has this. Repeatable."),
    ] = None,
    removing: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="CARD", help="Compare with a deck that lacks this. Repeatable."),
    ] = None,
    all_cards: Annotated[
        bool, typer.Option("--all-cards", help="Shuffle the hand into the deck too.")
    ] = False,
    no_draws: Annotated[
        bool,
        typer.Option(
            "--no-draws",
            help="Play without drawing or changing what the hand meets: faster, but lower bounds.",
        ),
    ] = False,
    limit: Annotated[
        int,
        typer.Option(
            "--limit",
            metavar="HANDS",
            min=1,
            help="Look at every hand, unless there are more different ones than this: then sample.",
        ),
    ] = 50_000,
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", min=2, max=10_000_000, help="Hands in a sample.")
    ] = 10_000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="The same seed gives the same sample.")
    ] = 0,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs",
            "-j",
            "--workers",
            metavar="N",
            min=0,
            max=256,
            help="Number of processes; 0: one per core.",
        ),
    ] = 0,
    scheduler: SchedulerOption = "",
    time_limit: LimitOption = None,
    event: Annotated[
        list[str] | None,
        typer.Option(
            "--event",
            metavar="TEXT",
            help='Cards that may come, such as "Lamp and 2 x Stone", "no Lamp", '
            '"Stone within 3 hands". Repeatable.',
        ),
    ] = None,
    hands: Annotated[
        int | None,
        typer.Option("--hands", metavar="N", min=1, max=60, help="Events within so many hands."),
    ] = None,
    refills: Annotated[
        int | None,
        typer.Option(
            "--refills",
            metavar="N",
            min=1,
            max=60,
            help="Events within so many refills of the table; without --event whatever may come.",
        ),
    ] = None,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Also draw the chances as a chart in a new file."),
    ] = None,
    html: HtmlOption = None,
    force: Annotated[bool, typer.Option("--force", help="Let --svg and --html replace a file.")] = False,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    format: Annotated[  # noqa: A002
        OddsFormat, typer.Option("--format", help="Text for people, JSON or CSV for programs.")
    ] = "auto",
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    no_color: ColourOption = False,
) -> None:
    """Work out what a hand of the deck can do.

    Shuffles the deck and the discard pile of the position together, deals a hand, and gives the chances of
    what that hand can do. The figures are exact unless there are too many different hands. --with and
    --without compare two decks.

    --event asks for cards instead: whether they come to one hand, or from a pile of the table. Then the
    chances are those of the position as it lies, hand after hand.

    Ctrl-C stops it and prints what is known by then.

    Exit codes: 0 every figure is certain, or a sample as announced; 2 the input or the usage is wrong; 3 it
    was cut short, or hands might do better with an unknown card.
    """

    from tsolve import api
    from tsolve.cli.progress import progress_bar
    from tsolve.report.odds import show_in_a_line, show_odds
    from tsolve.report.page import Detail, Page

    def work() -> "OddsAnswer":
        from tsolve.errors import UsageError

        if svg is not None and (event or refills):
            raise UsageError("events have no chart: leave out --svg")
        with progress_bar("hands", quiet) as on_progress:
            content = api.content_of(file)
            opened = api.loads(content, file, printing, chosen)
            answer = api.odds(
                opened,
                file,
                [name.strip() for name in against.split(",")] if against is not None else (),
                adding or (),
                removing or (),
                all_cards,
                not no_draws,
                limit,
                samples,
                seed,
                jobs or api.cores(),
                scheduler,
                time_limit,
                on_progress,
                event or (),
                hands,
                refills,
            )
        if svg is not None:
            from tsolve.report.picture_charts import as_svg

            picture.save(opened, file, as_svg(answer))
        if html:
            from tsolve.report.html.pages import odds_page

            web.write(opened, file, content, answer, odds_page)
        session.stopped_early = not answer.complete
        return answer

    def show(page: Page, answer: "OddsAnswer") -> None:
        if html == "-":
            return
        if quiet:
            show_in_a_line(page, answer)
        else:
            show_odds(page, answer, Detail(verbose))

    def lines(answer: "OddsAnswer") -> list[str]:
        from tsolve.report.formats import as_csv

        return as_csv(answer).splitlines()

    chosen = readings(interpretation)
    session = Session("odds", format, no_color)
    each_its_own(html, svg)
    picture = SvgFile(svg, force, [file])
    web = HtmlFile(html, force, [file], session.format == "text")
    session.answer(work, show, file, lines)
    if not quiet:
        session.close_with(picture.tell)
        session.close_with(web.tell)
    session.finish()


def grade(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A position file with the turn played (`line:`); - is standard input."
        ),
    ],
    goal: GoalOption = None,
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
    """Judge the turn that was played.

    Compares each step with the best play at that moment. Says what each choice gave away and what each draw
    brought, when the best result went out of reach, which cards did not matter, and how much the result had
    to spare.

    Exit codes: 0 the whole turn was graded, good or bad; 1 it is not legal; 2 the input or the usage is
    wrong, or the file has no `line`; 3 some step could not be judged.
    """
    from tsolve import api
    from tsolve.cli.progress import waiting
    from tsolve.model.grades import GradeAnswer
    from tsolve.report.grade import show_grade, show_headline
    from tsolve.report.page import Detail, Page, in_one_line

    def work() -> GradeAnswer:
        with waiting(f"grading {file}", quiet, time_limit):
            content = api.content_of(file)
            opened = api.loads(content, file, printing, chosen)
            answer = api.grade(opened, file, goal, time_limit)
            if html:
                from tsolve.report.html.pages import grade_page

                web.write(opened, file, content, answer, grade_page)
            return answer

    def show(page: Page, answer: GradeAnswer) -> None:
        if html == "-":
            return
        if quiet:
            in_one_line(show_headline)(page, answer)
        else:
            show_grade(page, answer, detail)

    chosen = readings(interpretation)
    detail = Detail(verbose, explain, sources)
    session = Session("grade", format, no_color)
    web = HtmlFile(html, force, [file], session.format == "text")
    session.answer(work, show, file)
    if not quiet:
        session.close_with(web.tell)
    session.finish()
