"""A whole game at the keyboard: `tsolve play`."""

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from tsolve import api
from tsolve.cli import INTERRUPTED
from tsolve.cli.command import Command
from tsolve.cli.options import Colours, Limited, Replacing, Table, names
from tsolve.cli.output import Face, emit
from tsolve.cli.session import Session, explain, tell
from tsolve.errors import TsolveError, UsageError
from tsolve.model.verdicts import REFUTED
from tsolve.report.page import Page

if TYPE_CHECKING:
    from tsolve.written.talk import Talk

SECONDS = 10.0
"""How long `?` and `why` search where no time limit is given."""


class Play(Replacing, Table, Limited, Colours, Command):
    """Play a game at the keyboard and write it down.

    FILE is the log: a position file with the turns of the game. Where it is there the game goes on from it;
    else a table is set up as `tsolve setup` does, or taken from --table. What may be done is listed with
    numbers; steps in words are read as everywhere. `?` tells the best play, `why STEP` why a step is not
    possible, each within 10 seconds or --time-limit; `undo` takes a choice back, `quit` ends. Without a
    terminal the answers are read line by line from standard input.

    The log is saved after every action, so nothing is lost whatever ends the game. A turn that is not over
    stands in it as `line`.

    Exit codes: 0 the game is over, or ended by `quit` or the end of what is typed; 1 nothing was played; 2
    the input or the usage is wrong; 130 Ctrl-C.
    """

    name = "play"

    file: Annotated[str, typer.Argument(metavar="FILE", help="The log: to be written, or to be played on.")]
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="N|NAMES",
            help="How many people play, by default 2; or who: me (somebody at the keyboard), random, greedy, "
            "such as `me,greedy`.",
        ),
    ] = ""
    table: Annotated[
        str, typer.Option("--table", metavar="FILE", help="Begin with this position instead of a new table.")
    ] = ""
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", min=0, help="The same table and the same chance; random by default."
        ),
    ] = None

    def run(self) -> NoReturn:
        from tsolve.cli.prompting import talk_here

        self._face = Face(sys.stdout, self.no_color)
        self._screen = _Screen(self.file, self._face, self.time_limit or SECONDS, self.no_color)
        talk = talk_here(self._face.colour)
        code, over = 0, False
        try:
            over = self._play(talk)
        except (EOFError, KeyboardInterrupt) as end:
            code = INTERRUPTED if isinstance(end, KeyboardInterrupt) else 0
        except Exception as error:
            session = Session(self.name, "text", self.no_color)
            session.fail(explain(error))
            session.finish()
        if over:
            emit(f"The game is in {self.file}: tsolve check {self.file}\n")
        elif self._screen.is_kept:
            emit(f"\nThe game so far is in {self.file}: tsolve play {self.file} goes on.\n")
        else:
            emit("\n")
            sys.stderr.write("Nothing is written.\n")
            code = code or REFUTED
        raise typer.Exit(code)

    def _play(self, talk: "Talk") -> bool:
        """Whether the game is over."""
        from secrets import randbelow

        seed = randbelow(1_000_000) if self.seed is None else self.seed
        text = self._table(talk, seed)
        who = self._who()
        return api.play(
            talk,
            self._screen,
            text,
            (api.ME,) if isinstance(who, int) else who,
            seed,
            self.table or self.file,
            self.printing,
            self.readings,
        )

    # the table

    def _table(self, talk: "Talk", seed: int) -> str:
        """The table to begin with, as a position file. Raises EOFError where the file is to stay."""
        from tsolve.saving import check_output

        there = os.path.lexists(self.file)
        new = self.first_game or self.use or self.sets or self.game or self.table
        if there and not self.force and not new:
            text = self._text(self.file)
            is_log = api.is_log(text, self.file)
            if is_log or api.agreed(
                talk, f"{self.file} holds a position. Play on from it, and add the turns?"
            ):
                return text
            raise EOFError
        check_output(self.file, [self.table] if self.table else ())
        if there and not self.force and not api.agreed(talk, f"{self.file} exists. Replace it?", usual=False):
            raise EOFError
        if self.table:
            if self.first_game or self.use or self.sets or self.game:
                raise UsageError("a position from a file has its own cards: leave them out, or --table")
            return self._text(self.table)
        return self._set_up(seed)

    def _text(self, file: str) -> str:
        return api.content_of(file).decode("utf-8-sig", "replace")

    def _set_up(self, seed: int) -> str:
        who = self._who()
        count = who if isinstance(who, int) else max(len(who), 2)
        table = api.set_up(
            seed,
            count,
            first_game=self.first_game,
            selection=self.cards,
            game=self.game,
            printing=self.printing,
            interpretations=self.readings,
            sets=names(self.sets),
            played_on=True,
        )
        emit(f"{table.title}, a table from seed {seed}.\n")
        return table.position

    def _who(self) -> int | tuple[str, ...]:
        """How many people play, or who. Raises UsageError for none."""
        if not self.players.isdecimal():
            return tuple(names(self.players)) or 2
        if not 1 <= (count := int(self.players)) <= 20:
            raise UsageError(f"--players {count}: 1 to 20 people play")
        return count


class _Screen:
    """Draws tables, answers questions and keeps the log. (`tsolve.players.keyboard.Screen`)"""

    def __init__(self, file: str, face: Face, seconds: float, no_color: bool) -> None:
        self._file, self._face, self._seconds, self._no_color = file, face, seconds, no_color
        self.is_kept = False
        """Whether a log was written."""

    def table(self, position: "api.Position", brief: bool) -> None:
        from msgspec.structs import replace

        from tsolve.report.answers.table import show_table

        shown = api.show(position)
        if brief:
            emit("\n")
            zones = tuple(zone for zone in shown.position.zones if zone.party)
            shown = replace(shown, position=replace(shown.position, zones=zones), notes=(), provenance=())
        self._write(lambda page: show_table(page, shown))

    def best(self, position: "api.Position") -> None:
        from tsolve.report.answers.check import show_solve

        self._answer(lambda page: show_solve(page, api.solve(position, time_limit=self._seconds)))

    def why_not(self, position: "api.Position", step: str) -> None:
        from tsolve.report.answers.why_not import show_why_not

        self._answer(lambda page: show_why_not(page, api.why_not(position, step, "", self._seconds)))

    def choices(self, texts: Sequence[str]) -> None:
        def show(page: Page) -> None:
            for text in texts:
                page.text(text, indent=2, hang=2)

        self._write(show)

    def cover(self) -> bool:
        if not self._face.is_terminal:
            return False
        emit("\n" * shutil.get_terminal_size().lines)
        return True

    def keep(self, log: str) -> None:
        from tsolve.saving import save_output

        save_output(self._file, log)
        self.is_kept = True

    def _answer(self, show: Callable[[Page], None]) -> None:
        """Write an answer, or why there is none."""
        try:
            self._write(show)
        except KeyboardInterrupt:  # the search ends, not the game
            emit("\n")
        except TsolveError as error:
            sys.stdout.flush()
            tell(explain(error), self._no_color)

    def _write(self, show: Callable[[Page], None]) -> None:
        page = Page()
        show(page)
        emit(self._face.page(page))
