"""`tsolve diff` and `tsolve hunt`: what other readings make of many files, or of a position that is looked
for.
"""

# Annotations are not postponed here: typer would evaluate each of them, string by string, at every start.

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, Generic, NamedTuple, NoReturn, TypeVar

import typer

from tsolve import api
from tsolve.budget import Budget, allow
from tsolve.cli.command import Command, Question, reporting
from tsolve.cli.options import FILES, Colours, FormatOption, Layers, Limited, OfGame, Shared, names, readings
from tsolve.cli.session import Session, explain
from tsolve.model.diffs import DependenceAnswer, DiffAnswer, HuntAnswer
from tsolve.report.failures import Failure
from tsolve.report.page import Page

if TYPE_CHECKING:
    from tsolve.api.readings import Reading
    from tsolve.batch import Pool
    from tsolve.cli.progress import Interrupts


Answered = TypeVar("Answered")

Compared = DiffAnswer | DependenceAnswer

Query = Callable[..., Answered]
"""Asked about the content of a file, and the name by which the file is known."""


class Asked(NamedTuple, Generic[Answered]):
    """The answers about the files, in their order, and how many files were not reached."""

    answers: list[Answered | Failure]
    left_out: int


class _File(NamedTuple):
    """A file as a process gets it, with its content, so that the process need not read it."""

    name: str
    content: bytes | Failure


def ask_each(question: Query[Answered], files: Sequence[str], pool: "Pool") -> Asked[Answered]:
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

    question: Query[Answered]

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


_PRINTING = "printing:"
_OF_SIDES = ("diff:show_diff", "diff:show_diffs", "diff:show_diffs_briefly")
_OF_POINTS = ("diff:show_dependences", "diff:show_all_dependences", "diff:show_dependences_briefly")
"""What shows one answer, several, and either in short: of two ways to read the rules, of every open point."""


class Diff(Layers, Limited, Shared, Colours, Command):
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

    name = "diff"

    files: Annotated[
        list[str],
        typer.Argument(
            metavar="POSITION...", help="Position files, or folders of them; - is standard input."
        ),
    ]
    between: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--between",
            metavar="A B",
            help="Two ways to read the rules, each printing:ID or KEY=OPTION[,KEY=OPTION].",
        ),
    ] = None
    everything: Annotated[
        bool, typer.Option("--all", help="Every open point, one at a time, with each of its readings.")
    ] = False
    format: FormatOption = "auto"

    session: Session

    def run(self) -> NoReturn:
        if self.everything == (self.between is not None):
            raise typer.BadParameter("give either --between A B or --all", param_hint="--between")
        sides = tuple(map(way, self.between or ()))
        if sides:
            api.check_sides(*sides)
        files = self._positions()
        self.session = Session(self.name, self.format, self.no_color)
        one, several, in_short = map(reporting, _OF_SIDES if sides else _OF_POINTS)
        question: Query[Compared] = (
            partial(_compared, self.time_limit, *sides) if sides else partial(_dependence, self.time_limit)
        )
        answers = self._ask(question, files, partial(one, detail=self.detail))
        if self.quiet:
            self.session.close_with(lambda page: in_short(page, answers), alone=True)
        elif len(files) > 1:
            self.session.close_with(lambda page: several(page, answers), alone=True)
        self.session.finish()

    def _positions(self) -> list[str]:
        from tsolve.suite.collect import positions

        try:
            found = list(positions(self.files))
        except FileNotFoundError as error:
            text = f"there is no file or folder {error}"
            raise typer.BadParameter(text, param_hint="POSITION...") from None
        if not found:
            raise typer.BadParameter("there is no position there", param_hint="POSITION...")
        return found

    def _ask(
        self, question: Query[Compared], files: list[str], show: Callable[[Page, Compared], None]
    ) -> list[Compared]:
        """Ask the question about every file. The answer for a single file is shown at once; several are
        summed up later.
        """
        from tsolve.batch import pool
        from tsolve.cli.progress import Interrupts, progress_bar, waiting

        if len(files) == 1 and not self.scheduler:
            about, interrupts = f"comparing {files[0]}", Interrupts()
            with (
                waiting(about, self.quiet, self.time_limit, interrupts) as on_position,
                pool(keeps=True) as alone,
            ):
                found = ask_each(partial(question, on_position=on_position), files, alone)
            self.session.stopped_early = interrupts.came
        else:
            team = (self.workers, self.scheduler)
            with progress_bar("positions", self.quiet) as on_progress, pool(*team, on_progress, True) as all_:
                found = ask_each(question, files, all_)
        shown = show if len(files) == 1 and not self.quiet else _nothing
        for answer in found.answers:
            if isinstance(answer, Failure):
                self.session.fail(answer)
            else:
                self.session.deliver(answer, shown)
        if found.left_out:
            done = len(files) - found.left_out
            text = f"{done:,} of {len(files):,} position{'s' if len(files) != 1 else ''} compared"
            self.session.stop_early(text)
        return [answer for answer in found.answers if not isinstance(answer, Failure)]


def _compared(
    time_limit: float | None, first: Any, second: Any, content: bytes, file: str, **options: Any
) -> DiffAnswer:
    return api.diff(api.loads(content, file), first, second, file, time_limit=time_limit, **options)


def _dependence(time_limit: float | None, content: bytes, file: str, **options: Any) -> DependenceAnswer:
    return api.dependence(api.loads(content, file), file, time_limit=time_limit, **options)


def _nothing(page: object, answer: object) -> None:
    """Shows nothing: several positions are summed up at the end."""


def way(text: str) -> Any:
    """One side: a printing, options of interpretations, or both. Raises BadParameter for another form."""
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


class Hunt(Layers, Limited, OfGame, Shared, Question[HuntAnswer]):
    """Find the smallest position on which two readings differ.

    Plays random positions under both readings and shrinks the first ones that differ until no card, step or
    number can be left out. `tsolve hunt zero_rule` compares the usual reading with each of the others,
    `tsolve hunt printing:1.4 printing:it-1.0` two printings. If it finds nothing, the difference does not
    matter within the bounds it prints.

    Ctrl-C stops it and prints what was found by then.

    Exit codes: 0 a position was found; 1 none was found; 2 the input or the usage is wrong; 3 it was stopped
    before it found one; 4 internal error.
    """

    name = "hunt"
    shows, in_short = "diff:show_hunt", "diff:show_hunt_briefly"

    readings: Annotated[
        list[str],
        typer.Argument(
            metavar="KEY | A B",
            help="An open point, or two ways to read the rules: printing:ID or KEY=OPTION[,KEY=OPTION].",
        ),
    ]
    positions: Annotated[
        int, typer.Option("--positions", metavar="N", min=1, max=1_000_000, help="The most positions to try.")
    ] = 20_000
    hand: Annotated[
        int, typer.Option("--hand", metavar="N", min=1, max=12, help="The most cards in a hand.")
    ] = 6
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Which random positions to try.")
    ] = 0
    sets: Annotated[
        str, typer.Option("--sets", metavar="BOXES", help="The boxes to play with, with commas.")
    ] = ""
    out: Annotated[
        str,
        typer.Option(
            *("--out", "-o"),
            metavar="FILE",
            help="Write the position to this new file.",
            rich_help_panel=FILES,
        ),
    ] = ""

    whole: Budget

    def begin(self) -> None:
        self.whole = Budget(seconds=self.time_limit)
        self.pairs  # noqa: B018 (what is wrong with them is said before anything is tried)

    @cached_property
    def pairs(self) -> "list[tuple[Reading, Reading]]":
        """The pairs of sides to compare."""
        return _pairs(self.readings, self.game)

    @cached_property
    def interrupts(self) -> "Interrupts":
        """Whether Ctrl-C came."""
        from tsolve.cli.progress import Interrupts

        return Interrupts()

    def about(self) -> Sequence[str]:
        return [str(number) for number in range(len(self.pairs))]

    def place(self, about: str) -> str:
        return ""

    def ask(self, about: str) -> HuntAnswer:
        from msgspec.structs import replace

        from tsolve.cli.progress import waiting
        from tsolve.report.diff import as_puzzle
        from tsolve.saving import check_output, save_output

        place, among = int(about), len(self.pairs)
        first, second = self.pairs[place]
        file = _numbered(self.out, place + 1 if among > 1 else 0)
        if file:
            check_output(file, instead=_INSTEAD)
        boxes = tuple(names(self.sets))
        given = self.whole.part(1 / (among - place))  # what one pair leaves is for the others
        with (
            allow(given),
            waiting(f"hunting {second.name}", self.quiet, inf, self.interrupts) as on_position,
        ):
            bounds = (self.positions, self.hand, self.seed, self.game, boxes)
            answer = api.hunt(
                *(first, second, *bounds, on_position), workers=self.workers, scheduler=self.scheduler
            )
        self.session.stopped_early = self.session.stopped_early or bool(answer.cut_short)
        if file and answer.found:
            save_output(file, as_puzzle(answer), instead=_INSTEAD)
            answer = replace(answer, file=file)
        return answer

    def is_last(self, done: int) -> bool:
        if not self.interrupts.came or done == len(self.pairs):
            return False
        self.session.stop_early(f"{done} of {len(self.pairs)} readings hunted for")
        return True


def _pairs(texts: list[str], game: str | None) -> "list[tuple[Reading, Reading]]":
    """The two sides, or the usual reading of one interpretation against each other one."""
    if len(texts) == 1 and not any(mark in texts[0] for mark in "=:,"):
        return list(api.rivals(game, texts[0]))
    if len(texts) != 2:
        raise typer.BadParameter("give one KEY, or two ways to read the rules", param_hint="KEY | A B")
    first, second = map(way, texts)
    return [(first, second)]


def _numbered(out: str, number: int) -> str:
    """The file of one of several positions: `x.yaml` becomes `x-2.yaml`."""
    if not out or not number:
        return out
    stem, dot, ending = out.rpartition(".")
    return f"{stem}-{number}.{ending}" if dot else f"{out}-{number}"
