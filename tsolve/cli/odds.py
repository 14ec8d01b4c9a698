"""`tsolve odds`."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tsolve.cli.options import (
    ColourOption,
    LimitOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    SchedulerOption,
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
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Also draw the chances as a chart in a new file."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --svg overwrite a file.")] = False,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    format: Annotated[  # noqa: A002
        OddsFormat, typer.Option("--format", help="Text for people, JSON or CSV for programs.")
    ] = "auto",
    quiet: QuietOption = False,
    no_color: ColourOption = False,
) -> None:
    """Work out what a hand of the deck can do.

    Shuffles the deck and the discard pile of the position together, deals a hand, and gives the chances of
    what that hand can do. The figures are exact unless there are too many different hands. --with and
    --without compare two decks.

    Ctrl-C stops it and prints what is known by then.

    Exit codes: 0 every figure is certain, or a sample as announced; 2 the input or the usage is wrong; 3 it
    was cut short, or hands might do better with an unknown card.
    """
    import sys

    from tsolve import api
    from tsolve.cli.progress import progress_bar
    from tsolve.report.chart import drawable
    from tsolve.report.odds import odds_code, show_odds
    from tsolve.report.page import Page

    def work() -> "OddsAnswer":
        from tsolve.report.svg import as_svg
        from tsolve.saving import check_output, save_output

        instead = "" if force else "--force overwrites it"
        if svg is not None:
            check_output(svg, (file,), instead)
        with progress_bar("hands", quiet) as on_progress:
            opened = api.load(file, printing, chosen)
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
            )
        if svg is not None:
            save_output(svg, as_svg(answer), api.inputs_of(opened, file), instead)
        session.stopped_early = not answer.complete
        return answer

    def show(page: Page, answer: "OddsAnswer") -> None:
        show_odds(page, answer, drawable(sys.stdout.encoding), charts=not quiet)

    def lines(answer: "OddsAnswer") -> list[str]:
        from tsolve.report.csv_table import as_csv

        return as_csv(answer).splitlines()

    chosen = readings(interpretation)
    session = Session("odds", format, no_color)
    session.answer(work, show, odds_code, file, lines)
    session.finish()
