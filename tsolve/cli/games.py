"""Tables and whole games: `tsolve setup`, `tsolve simulate`, `tsolve new`."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from tsolve import api
from tsolve.cli import INTERRUPTED
from tsolve.cli.command import Command, Question
from tsolve.cli.options import FILES, Colours, OfGame, Quiet, Replacing, Shared, Table, names, selection
from tsolve.cli.output import Face, emit
from tsolve.cli.session import Session, explain
from tsolve.errors import UsageError
from tsolve.model.answers import CheckAnswer
from tsolve.model.lookups import SimulationAnswer
from tsolve.model.plays import SetupAnswer
from tsolve.model.verdicts import REFUTED
from tsolve.report.page import Detail

if TYPE_CHECKING:
    from tsolve.written.talk import Talk


class Setup(Table, Replacing, Question[SetupAnswer]):
    """Set a table up as the rulebook says, at random or as you wish.

    Everything that --use and the wishes leave open is drawn as the rules draw it. The seed is printed: with
    it and the same options you get the same table again. The position file is what the first player sees.

    Exit codes: 0 a table was set up; 2 the input or the usage is wrong, or no table has what is wished for.
    """

    name, shows = "setup", "answers.games:show_setup"

    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME] [WHAT NAMES]...", help="The game, and the same as --use WHAT=NAMES: `scenario 1`."
        ),
    ] = None
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            "-n",
            metavar="N",
            min=1,
            max=20,
            help="How many players; by default 2, or as before.",
        ),
    ] = None
    characters: Annotated[
        str, typer.Option("--characters", metavar="NAMES", help="The same as --use characters=NAMES.")
    ] = ""
    level: Annotated[str, typer.Option("--level", metavar="N", help="The same as --use level=N.")] = ""
    wanted: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="TEXT",
            help="What the table must have: a card, a group or a kind, such as "
            '"Lamp or (Stone and no Rope)". Repeatable.',
        ),
    ] = None
    unwanted: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="TEXT", help="What the table must not have. Repeatable."),
    ] = None
    after: Annotated[
        str,
        typer.Option(
            "--after", metavar="FILE", help="The next game of a campaign; FILE tells how the last one ended."
        ),
    ] = ""
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="Set the same table up again; random by default."),
    ] = None
    output: Annotated[
        str,
        typer.Option(
            *("--output", "--out", "-o"),
            metavar="FILE",
            help="Also write it as a position file.",
            rich_help_panel=FILES,
        ),
    ] = ""

    def ask(self, about: str) -> SetupAnswer:
        from secrets import randbelow

        from tsolve.saving import check_output, save_output

        instead = "" if self.force else "--force overwrites it"
        if self.output:
            check_output(self.output, (), instead)
        chosen = self._selection()
        ended = self._ended()
        answer = api.set_up(
            randbelow(1_000_000) if self.seed is None else self.seed,
            self.players or 2,
            self.wanted or (),
            self.unwanted or (),
            self.first_game,
            chosen,
            self.game if ended is None else ended.ruleset.id,
            self.printing,
            self.readings,
            names(self.sets),
            ended,
        )
        if self.output:
            save_output(self.output, answer.position, (), instead)
        return answer

    def _ended(self) -> "api.Position | None":
        """The last game of a campaign. Raises UsageError for options that contradict it."""
        if not self.after:
            return None
        ended = api.load(self.after, self.printing, self.readings)
        if self.game not in (None, ended.ruleset.id):
            raise UsageError(f"{self.after} is of the game {ended.ruleset.id}, not of {self.game}")
        if self.players is not None:
            raise UsageError(f"who plays stands in {self.after}: leave --players out")
        return ended

    def _selection(self) -> dict[str, list[str]]:
        """All that is chosen by name. Raises UsageError for a word without its name."""
        words = list(self.what or ())
        if len(words) % 2 and self.names_game(words[0]):
            words = words[1:]
        if len(words) % 2:
            raise UsageError(f'"{words[-1]}" stands alone: write WHAT and NAMES in turn, `scenario 1`')
        options = (("characters", self.characters), ("level", self.level))
        told = [
            f"{key}={value}" for key, value in (*zip(words[::2], words[1::2], strict=True), *options) if value
        ]
        return selection([*(self.use or ()), *told])


class Simulate(Quiet, Shared, Table, Replacing, Question[SimulationAnswer]):
    """Play whole games with random players, or with those that --players names.

    Prints what happened, turn by turn, and the scores; with --quiet only the scores; of several games also
    how long they are, what each seat scores and how often it wins. The same seed gives the same game. --jobs
    processes share several games. Ctrl-C stops it and prints the games played so far.

    With --log each game is also written as a file with its turns, from the table of `tsolve setup --seed N`;
    chance then brings other cards than without.

    Exit codes: 0 all games were played; 2 the input or the usage is wrong; 3 it was stopped early; 4 internal
    error.
    """

    name, shows = "simulate", "answers.games:show_simulation"

    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="Play on from this position instead of a new game; or the game of a new one.",
        ),
    ] = None
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, help="The seed of the first game; later games count up from it."
        ),
    ] = 0
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, max=10_000, help="How many games.")] = 1
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="N|NAMES",
            help="How many random players, by default 2; or who plays, such as `greedy,random`.",
        ),
    ] = ""
    log: Annotated[
        str,
        typer.Option(
            "--log",
            metavar="DIR",
            help="Also write each game into this folder, as game-SEED.yaml.",
            rich_help_panel=FILES,
        ),
    ] = ""

    @property
    def detail(self) -> Detail:
        return Detail(verbose=not self.quiet)

    def place(self, about: str) -> str:
        return self.file or ""

    def ask(self, about: str) -> SimulationAnswer:
        from tsolve.cli.progress import progress_bar
        from tsolve.saving import save_output

        if self.log:
            self._make_room()
        with progress_bar("games", self.quiet) as on_progress:
            answer = self._play(on_progress)
        for game in answer.games if self.log else ():
            save_output(self._file_of(game.seed), game.log, (), self._instead)
        self.session.stopped_early = answer.left_out > 0
        return answer

    def _make_room(self) -> None:
        """Make the folder of the logs. Raises UsageError where they cannot be written, before any work."""
        from tsolve.saving import check_output

        try:
            os.makedirs(self.log, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{self.log}: no folder can be made here: {error.strerror or error}") from None
        inputs = (self.file,) if self.file else ()
        for seed in range(self.seed, self.seed + self.games):
            check_output(self._file_of(seed), inputs, self._instead)

    def _file_of(self, seed: int) -> str:
        """The log of the game with this seed."""
        return os.path.join(self.log, f"game-{seed}.yaml")

    @property
    def _instead(self) -> str:
        return "" if self.force else "--force overwrites it"

    def _play(self, on_progress: Callable[[int, int], None]) -> SimulationAnswer:
        team = (self.workers, self.scheduler, on_progress)
        players = self._players()
        if self.file is not None and (os.path.exists(self.file) or not self.names_game(self.file)):
            if self.first_game or isinstance(players, int) or self.sets or self.cards:
                raise UsageError(
                    "a position from a file has its own cards and seats; --players may say who plays"
                )
            position = api.load(self.file, self.printing, self.readings)
            return api.simulate_from(
                position, self.seed, self.games, not self.quiet, *team, players or ("random",), bool(self.log)
            )
        return api.simulate(
            self.seed,
            self.games,
            players or 2,
            self.first_game,
            self.cards,
            self.game,
            self.printing,
            self.readings,
            not self.quiet,
            names(self.sets),
            *team,
            bool(self.log),
        )

    def _players(self) -> int | tuple[str, ...]:
        """How many play, or who. Raises UsageError for none."""
        if not self.players.isdecimal():
            return tuple(name.casefold() for name in names(self.players))
        if (count := int(self.players)) < 1:
            raise UsageError("--players 0: somebody has to play")
        return count


class New(OfGame, Replacing, Colours, Command):
    """Make a position file in a dialogue.

    Each question explains itself, and what is answered is tried and drawn at once. `<` goes back to the
    question before, `undo` takes a line back, `show` draws the table. Names may be in any language of the
    game; Tab completes them. Without a terminal the answers are read line by line from standard input.

    If you end it early (Ctrl-C, Ctrl-D) it shows the file so far and offers to save it.

    Exit codes: 0 the file is written; if it is judged at once, the exit code of `tsolve check`; 1 nothing is
    written; 2 the usage is wrong; 130 Ctrl-C, and nothing is written.
    """

    name = "new"

    file: Annotated[str, typer.Argument(metavar="FILE", help="The position file to be written.")]

    def run(self) -> NoReturn:
        from tsolve.cli.prompting import talk_here

        self._face = Face(sys.stdout, self.no_color)
        self._so_far = ""
        session = Session(self.name, "text", self.no_color)
        talk = talk_here(self._face.colour)
        try:
            self._make(talk)
        except (EOFError, KeyboardInterrupt) as end:
            self._end_early(talk, INTERRUPTED if isinstance(end, KeyboardInterrupt) else REFUTED)
        except Exception as error:
            session.fail(explain(error))
            session.finish()
        try:
            wanted = api.agreed(talk, f"{self.file} is written. Judge it now?")
        except (EOFError, KeyboardInterrupt):
            wanted = False
            emit("\n")
        if wanted:
            from tsolve.report.answers.check import show_check

            session.answer(self._judge, show_check, self.file)
        session.finish()

    def _make(self, talk: "Talk") -> None:
        from tsolve.saving import check_output, save_output

        check_output(self.file)
        there = not self.force and os.path.lexists(self.file)
        if there and not api.agreed(talk, f"{self.file} exists. Replace it in the end?", usual=False):
            raise EOFError
        comment = f"  tsolve check {self.file}"
        text = api.make_position(talk, self.game, comment, self._show, self._keep)
        save_output(self.file, text)

    def _show(self, position: "api.Position") -> None:
        """Draw the table."""
        from msgspec.structs import replace

        from tsolve.report.answers.table import show_table
        from tsolve.report.page import Page

        page = Page()
        shown = api.show(position, self.file)
        if (drawn := shown.position.map) is not None:
            shown = replace(shown, position=replace(shown.position, map=drawn.seen))
        show_table(page, shown)
        emit(self._face.page(page))

    def _keep(self, text: str) -> None:
        self._so_far = text

    def _end_early(self, talk: "Talk", code: int) -> NoReturn:
        """Show what is there, and save it if that is wanted: nobody types it twice."""
        from tsolve.saving import save_output

        emit("\n")
        if self._so_far:
            emit(f"So far:\n{self._so_far}")
            try:
                if sys.stdin.isatty() and api.agreed(talk, f"Save this as {self.file}?"):
                    save_output(self.file, self._so_far)
                    emit(f"{self.file} is written, as far as it goes.\n")
                    raise typer.Exit
            except (EOFError, KeyboardInterrupt):
                emit("\n")
        sys.stderr.write("Nothing is written.\n")
        raise typer.Exit(code)

    def _judge(self) -> CheckAnswer:
        position = api.load(self.file)
        return api.in_full(position, api.check(position, self.file), weighed=False)
