"""`tsolve simulate`."""

from collections.abc import Callable
from typing import Annotated

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
from tsolve.cli.session import Session


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
    from tsolve.batch.executors import cores
    from tsolve.cli.progress import progress_bar
    from tsolve.errors import UsageError
    from tsolve.model.lookups import SimulationAnswer
    from tsolve.report.answers.simulation import show_simulation
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
