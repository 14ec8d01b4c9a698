"""`tsolve diff`."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import typer

from tsolve.cli.failing import Failure
from tsolve.cli.options import (
    ColourOption,
    ExplainOption,
    FormatOption,
    JobsOption,
    LimitOption,
    QuietOption,
    SchedulerOption,
    SourcesOption,
    VerboseOption,
    readings,
)
from tsolve.cli.session import Session
from tsolve.report.detail import Detail
from tsolve.report.page import Page

if TYPE_CHECKING:
    from tsolve.model.diffs import DependenceAnswer, DiffAnswer
    from tsolve.report.detail import Detail

A = TypeVar("A", "DiffAnswer", "DependenceAnswer")
_PRINTING = "printing:"


class Team(NamedTuple):
    """Who does the work: this many processes, or the workers of a Dask scheduler."""

    workers: int
    scheduler: str


def diff(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION...", help="Position files, or folders of them; - is standard input."
        ),
    ],
    between: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--between",
            metavar="A B",
            help="Two ways to read the rules, each printing:ID or KEY=OPTION[,KEY=OPTION].",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every open point, one at a time, with each of its readings.")
    ] = False,
    time_limit: LimitOption = None,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = "",
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    explain: ExplainOption = False,
    sources: SourcesOption = False,
    no_color: ColourOption = False,
) -> None:
    """Compare positions under two ways to read the rules.

    Says whether legality, totals, the outcome or the best play differ, and which open point makes the
    difference. --between printing:1.4 printing:it-1.0 compares two printings, --between zero_rule=floor
    zero_rule=negative two readings. Whatever a side leaves open is read as the position says. --all tries
    every open point and lists those on which a position depends.

    --time-limit applies to each position with all its readings together; what there was no time for is said.
    Ctrl-C stops it and reports the positions compared so far.

    Exit codes: 0 nothing differs; 1 something differs; 2 the input or the usage is wrong; 3 no difference
    found, but not everything is decided; 4 internal error.
    """
    from tsolve import api
    from tsolve.batch.executors import cores
    from tsolve.suite.positions import positions

    if everything == (between is not None):
        raise typer.BadParameter("give either --between A B or --all", param_hint="--between")
    ways = tuple(map(way, between or ()))
    if ways:
        api.check_sides(*ways)
    try:
        found = list(positions(files))
    except FileNotFoundError as error:
        raise typer.BadParameter(f"there is no file or folder {error}", param_hint="POSITION...") from None
    if not found:
        raise typer.BadParameter("there is no position there", param_hint="POSITION...")
    detail = Detail(verbose, explain, sources)
    session = Session("diff", format, no_color)
    team = Team(jobs or cores(), scheduler)
    if ways:
        _compare(session, found, ways, time_limit, team, quiet, detail)
    else:
        _try_all(session, found, time_limit, team, quiet, detail)
    session.finish()


def _compare(
    session: Session,
    files: list[str],
    ways: tuple[Any, ...],
    time_limit: float | None,
    team: Team,
    quiet: bool,
    detail: Detail,
) -> None:
    from tsolve.report.suites.diff import show_diff, show_diffs, show_diffs_briefly

    show = partial(show_diff, detail=detail)
    answers = _ask(session, partial(_compared, time_limit, *ways), files, team, quiet, show)
    if quiet:
        session.close_with(lambda page: show_diffs_briefly(page, answers), alone=True)
    elif len(files) > 1:
        session.close_with(lambda page: show_diffs(page, answers), alone=True)


def _try_all(
    session: Session,
    files: list[str],
    time_limit: float | None,
    team: Team,
    quiet: bool,
    detail: Detail,
) -> None:
    from tsolve.report.suites.diff import (
        show_all_dependences,
        show_dependences,
        show_dependences_briefly,
    )

    show = partial(show_dependences, detail=detail)
    answers = _ask(session, partial(_dependence, time_limit), files, team, quiet, show)
    if quiet:
        session.close_with(lambda page: show_dependences_briefly(page, answers), alone=True)
    elif len(files) > 1:
        session.close_with(lambda page: show_all_dependences(page, answers), alone=True)


def _ask(
    session: Session,
    question: Callable[..., A],
    files: list[str],
    team: Team,
    quiet: bool,
    show: "Callable[[Page, A], None]",
) -> list[A]:
    """Ask the question about every file. The answer for a single file is shown at once; several are summed up
    later.
    """
    from tsolve.batch.pool import pool
    from tsolve.cli.asking import ask_each
    from tsolve.cli.progress import progress, progress_bar

    if len(files) == 1 and not team.scheduler:
        with progress(f"comparing {files[0]}", quiet) as on_position, pool(keeps=True) as alone:
            found = ask_each(partial(question, on_position=on_position), files, alone)
    else:
        with progress_bar("positions", quiet) as on_progress, pool(*team, on_progress, keeps=True) as helpers:
            found = ask_each(question, files, helpers)
    shown = show if len(files) == 1 and not quiet else _nothing
    for answer in found.answers:
        if isinstance(answer, Failure):
            session.fail(answer)
        else:
            session.deliver(answer, shown)
    if found.left_out:
        done = len(files) - found.left_out
        session.stop_early(f"{done:,} of {len(files):,} position{'s' if len(files) != 1 else ''} compared")
    return [answer for answer in found.answers if not isinstance(answer, Failure)]


def _compared(
    time_limit: float | None, first: Any, second: Any, content: bytes, file: str, **options: Any
) -> "DiffAnswer":
    from tsolve import api

    return api.diff(api.loads(content, file), first, second, file, time_limit=time_limit, **options)


def _dependence(time_limit: float | None, content: bytes, file: str, **options: Any) -> "DependenceAnswer":
    from tsolve import api

    return api.dependence(api.loads(content, file), file, time_limit=time_limit, **options)


def _nothing(page: object, answer: object) -> None:
    """What is shown of one position among several: they are summed up at the end."""


def way(text: str) -> Any:
    """One side: a printing, options of interpretations, or both. Raises BadParameter for another form."""
    from tsolve import api

    parts = [part.strip() for part in text.split(",")]
    printings = [part.removeprefix(_PRINTING).strip() for part in parts if part.startswith(_PRINTING)]
    options = [part for part in parts if not part.startswith(_PRINTING)]
    if len(printings) > 1 or not all(printings):
        raise typer.BadParameter(f"{text!r} names no printing, or several", param_hint="--between")
    if bare := next((part for part in options if "=" not in part), None):
        message = f"{bare!r} is not of the form KEY=OPTION; a printing is written printing:{bare}"
        raise typer.BadParameter(message, param_hint="--between")
    return api.Reading(text, printings[0] if printings else None, readings(options, "--between"))
