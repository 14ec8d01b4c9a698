"""`tsolve diff` and `tsolve hunt`: what other readings make of many files, or of a position that is looked
for.
"""

# Annotations are not postponed here: typer would evaluate each of them, string by string, at every start.

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, Generic, NamedTuple, TypeVar

import typer

from tsolve.budget import Budget, allow
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
from tsolve.cli.session import Failure, Session, explain
from tsolve.report.page import Detail, Page

if TYPE_CHECKING:
    from tsolve.api.readings import Reading
    from tsolve.batch import Pool
    from tsolve.model.diffs import DependenceAnswer, DiffAnswer, HuntAnswer


Answered = TypeVar("Answered")

Question = Callable[[bytes, str], Answered]
"""Asked about the content of a file, and the name by which the file is known."""


class Asked(NamedTuple, Generic[Answered]):
    """The answers about the files, in their order, and how many files were not reached."""

    answers: list[Answered | Failure]
    left_out: int


class _File(NamedTuple):
    """A file as a process gets it, with its content, so that the process need not read it."""

    name: str
    content: bytes | Failure


def ask_each(question: Question[Answered], files: Sequence[str], pool: "Pool") -> Asked[Answered]:
    """What the question says of each file, or why it says nothing; `-` is standard input.

    `question` is a function of a module, if need be with its first arguments given (`functools.partial`), so
    that other processes can call it.
    """
    done = 0

    def count(_: object) -> None:
        nonlocal done
        done += 1
        pool.on_progress(done, len(files))

    shared = pool.share_out(_Asking(question), list(map(_read, files)), count)
    return Asked(list(shared.results.values()), len(files) - len(shared.results))


def _read(file: str) -> _File:
    from tsolve import api

    try:
        return _File(file, api.content_of(file))
    except Exception as error:  # the next file may be there
        return _File(file, explain(error, file))


class _Asking(NamedTuple, Generic[Answered]):
    """Putting the question. (`tsolve.batch.Work`)"""

    question: Question[Answered]

    def open(self) -> Callable[[_File], Answered | Failure]:
        """Nothing has to be made ready."""
        return self._ask

    def _ask(self, file: _File) -> Answered | Failure:
        if isinstance(file.content, Failure):
            return file.content
        try:
            return self.question(file.content, file.name)
        except Exception as error:  # the next file may be sound
            return explain(error, file.name)


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
    from tsolve.executors import cores
    from tsolve.suite.collect import positions

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
    from tsolve.report.diff import show_diff, show_diffs, show_diffs_briefly

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
    from tsolve.report.diff import show_all_dependences, show_dependences, show_dependences_briefly

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
    from tsolve.batch import pool
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


_INSTEAD = "choose another name for --out"


def hunt(
    readings: Annotated[
        list[str],
        typer.Argument(
            metavar="KEY | A B",
            help="An open point, or two ways to read the rules: printing:ID or KEY=OPTION[,KEY=OPTION].",
        ),
    ],
    positions: Annotated[
        int, typer.Option("--positions", metavar="N", min=1, max=1_000_000, help="The most positions to try.")
    ] = 20_000,
    hand: Annotated[
        int, typer.Option("--hand", metavar="N", min=1, max=12, help="The most cards in a hand.")
    ] = 6,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Which random positions to try.")
    ] = 0,
    sets: Annotated[
        str | None, typer.Option("--sets", metavar="BOXES", help="The boxes to play with, with commas.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the position to this new file."),
    ] = None,
    time_limit: LimitOption = None,
    game: Annotated[str | None, typer.Option("--game", metavar="ID", help="The game.")] = None,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = "",
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    explain: ExplainOption = False,
    sources: SourcesOption = False,
    no_color: ColourOption = False,
) -> None:
    """Find the smallest position on which two readings differ.

    Plays random positions under both readings and shrinks the first ones that differ until no card, step or
    number can be left out. `tsolve hunt zero_rule` compares the usual reading with each of the others,
    `tsolve hunt printing:1.4 printing:it-1.0` two printings. If it finds nothing, the difference does not
    matter within the bounds it prints.

    Ctrl-C stops it and prints what was found by then.

    Exit codes: 0 a position was found; 1 none was found; 2 the input or the usage is wrong; 3 it was stopped
    before it found one; 4 internal error.
    """
    from tsolve.cli.progress import Interrupts, waiting
    from tsolve.executors import cores
    from tsolve.report.diff import as_puzzle, show_hunt, show_hunt_briefly
    from tsolve.saving import check_output, save_output

    detail = Detail(explain=explain, sources=sources)
    session = Session("hunt", format, no_color)
    boxes = tuple(name.strip() for name in (sets or "").split(",") if name.strip())

    def one(first: "Reading", second: "Reading", file: str, given: Budget) -> "HuntAnswer":
        from msgspec.structs import replace

        from tsolve import api

        if file:
            check_output(file, instead=_INSTEAD)
        with allow(given), waiting(f"hunting {second.name}", quiet, inf, interrupts) as on_progress:
            answer = api.hunt(
                first,
                second,
                positions,
                hand,
                seed,
                game,
                boxes,
                on_progress,
                workers=jobs or cores(),
                scheduler=scheduler,
            )
        session.stopped_early = session.stopped_early or bool(answer.cut_short)
        if file and answer.found:
            save_output(file, as_puzzle(answer), instead=_INSTEAD)
            answer = replace(answer, file=file)
        return answer

    pairs = _pairs(readings, game)
    interrupts = Interrupts()
    whole = Budget(seconds=time_limit)
    for number, (first, second) in enumerate(pairs, start=1):
        given = whole.part(1 / (len(pairs) + 1 - number))  # what one leaves is for the others
        file = _numbered(out, number if len(pairs) > 1 else 0)
        session.answer(
            partial(one, first, second, file, given),
            show_hunt_briefly if quiet else partial(show_hunt, detail=detail),
        )
        if interrupts.came and number < len(pairs):
            session.stop_early(f"{number} of {len(pairs)} readings hunted for")
            break
    session.finish()


def _pairs(texts: list[str], game: str | None) -> "list[tuple[Reading, Reading]]":
    """The two sides, or the usual reading of one interpretation against each other one."""
    from tsolve import api

    if len(texts) == 1 and not any(mark in texts[0] for mark in "=:,"):
        return list(api.rivals(game, texts[0]))
    if len(texts) != 2:
        raise typer.BadParameter("give one KEY, or two ways to read the rules", param_hint="KEY | A B")
    first, second = map(way, texts)
    return [(first, second)]


def _numbered(out: str | None, number: int) -> str:
    """The file of one of several positions: `x.yaml` becomes `x-2.yaml`."""
    if out is None or not number:
        return out or ""
    stem, dot, ending = out.rpartition(".")
    return f"{stem}-{number}.{ending}" if dot else f"{out}-{number}"
