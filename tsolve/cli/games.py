"""Tables and whole games: `tsolve setup`, `tsolve simulate`, `tsolve new`."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    FirstGameOption,
    FormatOption,
    GameOption,
    JobsOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    SchedulerOption,
    SetsOption,
    UseOption,
    names,
    readings,
    selection,
)
from tsolve.cli.session import Session, explain
from tsolve.model.verdicts import REFUTED

if TYPE_CHECKING:
    from tsolve.model.plays import SetupAnswer


def setup(
    players: Annotated[
        int, typer.Option("--players", "-n", metavar="N", min=1, max=20, help="How many players.")
    ] = 2,
    wanted: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="TEXT",
            help="What the table must have: a card, a group or a kind, such as "
            '"Lamp or (Stone and no Rope)". Repeatable.',
        ),
    ] = None,
    unwanted: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="TEXT", help="What the table must not have. Repeatable."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="Set the same table up again; random by default."),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Also write it as a position file.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Let --output overwrite a file.")] = False,
    first_game: FirstGameOption = False,
    use: UseOption = None,
    sets: SetsOption = "",
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    game: GameOption = None,
    format: FormatOption = "auto",  # noqa: A002
    no_color: ColourOption = False,
) -> None:
    """Set a table up as the rulebook says, at random or as you wish.

    Everything that --use and the wishes leave open is drawn as the rules draw it. The seed is printed: with
    it and the same options you get the same table again. The position file is what the first player sees.

    Exit codes: 0 a table was set up; 2 the input or the usage is wrong, or no table has what is wished for.
    """
    from tsolve import api
    from tsolve.report.answers.table import show_setup
    from tsolve.saving import check_output, save_output

    def work() -> "SetupAnswer":
        from secrets import randbelow

        instead = "" if force else "--force overwrites it"
        if output:
            check_output(output, (), instead)
        answer = api.set_up(
            randbelow(1_000_000) if seed is None else seed,
            players,
            wanted or (),
            unwanted or (),
            first_game,
            cards,
            game,
            printing,
            chosen,
            names(sets),
        )
        if output:
            save_output(output, answer.position, (), instead)
        return answer

    chosen, cards = readings(interpretation), selection(use)
    session = Session("setup", format, no_color)
    session.answer(work, show_setup)
    session.finish()


def simulate(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="Play on from this position instead of a new game.")
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, help="The seed of the first game; later games count up from it."
        ),
    ] = 0,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=10_000, help="How many games.")
    ] = 1,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", min=1, help="How many players; by default 2.")
    ] = None,
    first_game: FirstGameOption = False,
    use: UseOption = None,
    sets: SetsOption = "",
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    game: GameOption = None,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = "",
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    no_color: ColourOption = False,
) -> None:
    """Play games with random players.

    Prints what happened, turn by turn, and the scores; with --quiet only the scores. The same seed gives the
    same game. --jobs processes share several games. Ctrl-C stops it and prints the games played so far.

    Exit codes: 0 all games were played; 2 the input or the usage is wrong; 3 it was stopped early; 4 internal
    error.
    """
    from tsolve import api
    from tsolve.cli.progress import progress_bar
    from tsolve.errors import UsageError
    from tsolve.executors import cores
    from tsolve.model.lookups import SimulationAnswer
    from tsolve.report.answers.table import show_simulation
    from tsolve.report.page import Page

    def work() -> SimulationAnswer:
        with progress_bar("games", quiet) as on_progress:
            answer = play(on_progress)
        session.stopped_early = answer.left_out > 0
        return answer

    def play(on_progress: Callable[[int, int], None]) -> SimulationAnswer:
        workers = jobs or cores()
        if file is not None:
            if first_game or players or sets or chosen_cards:
                raise UsageError("a position from a file has its own players and cards")
            opened = api.load(file, printing, chosen)
            return api.simulate_from(opened, seed, games, not quiet, workers, scheduler, on_progress)
        return api.simulate(
            seed,
            games,
            players or 2,
            first_game,
            chosen_cards,
            game,
            printing,
            chosen,
            not quiet,
            names(sets),
            workers,
            scheduler,
            on_progress,
        )

    chosen, chosen_cards = readings(interpretation), selection(use)
    session = Session("simulate", format, no_color)

    def show(page: Page, answer: SimulationAnswer) -> None:
        show_simulation(page, answer, not quiet)

    session.answer(work, show, file or "")
    session.finish()


def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The position file to be written.")],
    game: GameOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    no_color: ColourOption = False,
) -> None:
    """Make a position file in a dialogue.

    Each question says what is meant. Names may be in any language of the game; Tab completes them, and a
    slip is asked back. Nothing is written before the end, and only what can be judged. Without a terminal
    the answers are read line by line from standard input.

    Exit codes: 0 the file is written, or what judging it ends with; 1 nothing is written; 2 the usage is
    wrong; 130 Ctrl-C, and nothing is written.
    """
    from tsolve import api
    from tsolve.cli import INTERRUPTED
    from tsolve.cli.output import Face, emit
    from tsolve.cli.prompting import talk_here
    from tsolve.model.answers import CheckAnswer
    from tsolve.saving import check_output, save_output

    def made() -> str:
        check_output(file)
        text = api.make_position(talk, game, f"  tsolve check {file}")
        replaced = force or not os.path.lexists(file)
        if not replaced and not api.agreed(talk, f"{file} exists. Replace it?", usual=False):
            raise EOFError
        save_output(file, text)
        return text

    def judged() -> CheckAnswer:
        opened = api.load(file)
        return api.in_full(opened, api.check(opened, file), weighed=False)

    session = Session("new", "text", no_color)
    talk = talk_here(Face(sys.stdout, no_color).colour)
    try:
        made()
    except (EOFError, KeyboardInterrupt) as end:
        emit("\n")
        sys.stderr.write("Nothing is written.\n")
        raise typer.Exit(INTERRUPTED if isinstance(end, KeyboardInterrupt) else REFUTED) from None
    except Exception as error:
        session.fail(explain(error))
        session.finish()
    try:
        wanted = api.agreed(talk, f"{file} is written. Judge it now?")
    except (EOFError, KeyboardInterrupt):
        wanted = False
        emit("\n")
    if wanted:
        from tsolve.report.answers.check import show_check

        session.answer(judged, show_check, file)
    session.finish()
