"""`tsolve simulate`."""

from typing import Annotated

import typer

from tsolve.cli.options import (
    ColourOption,
    FormatOption,
    GameOption,
    PrintingOption,
    QuietOption,
    ReadingsOption,
    readings,
)
from tsolve.cli.session import Session


def simulate(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="Play on from this position instead of a new game.")
    ] = None,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", min=0, help="The first game's seed; the next games count on."),
    ] = 0,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=10_000, help="How many games.")
    ] = 1,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", min=1, help="How many players; by default 2.")
    ] = None,
    first_game: Annotated[
        bool, typer.Option("--first-game", help="The set suggested for a first game.")
    ] = False,
    monsters: Annotated[
        str | None, typer.Option("--monsters", metavar="NAMES", help="Groups, with commas.")
    ] = None,
    heroes: Annotated[
        str | None, typer.Option("--heroes", metavar="NAMES", help="Groups, with commas.")
    ] = None,
    village: Annotated[
        str | None, typer.Option("--village", metavar="NAMES", help="Cards, with commas.")
    ] = None,
    features: Annotated[
        str | None,
        typer.Option("--features", metavar="NAMES", help="Dungeon Features, with commas."),
    ] = None,
    sets: Annotated[
        str | None, typer.Option("--sets", metavar="BOXES", help="The boxes played with, with commas.")
    ] = None,
    printing: PrintingOption = None,
    interpretation: ReadingsOption = None,
    game: GameOption = None,
    format: FormatOption = "auto",  # noqa: A002
    quiet: QuietOption = False,
    no_color: ColourOption = False,
) -> None:
    """Play games with random players.

    Prints what happened, turn by turn, and the scores.
    The same seed gives the same game. With --quiet only the scores.
    """
    from tsolve import api
    from tsolve.cli.progress import progress
    from tsolve.errors import UsageError
    from tsolve.model.lookups import SimulationAnswer
    from tsolve.report.simulation import show_simulation

    def work() -> SimulationAnswer:
        with progress(f"playing {games} game{'s' if games != 1 else ''}", quiet):
            if file is None:
                selection = {
                    "monsters": monsters,
                    "heroes": heroes,
                    "village": village,
                    "features": features,
                }
                names = {what: _names(text) for what, text in selection.items() if text is not None}
                return api.simulate(
                    seed,
                    games,
                    players or 2,
                    first_game,
                    names,
                    game,
                    printing,
                    chosen,
                    not quiet,
                    _names(sets or ""),
                )
            if first_game or players or sets or any((monsters, heroes, village, features)):
                raise UsageError("a position from a file has its own players and cards")
            return api.simulate_from(api.load(file, printing, chosen), seed, games, not quiet)

    chosen = readings(interpretation)
    session = Session("simulate", format, no_color)
    session.answer(work, lambda page, answer: show_simulation(page, answer, not quiet), file=file or "")
    session.finish()


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
