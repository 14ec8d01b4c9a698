"""The options that several commands share, in groups. A command takes a group by inheriting it."""

# Annotations are not postponed here: typer would evaluate each of them, string by string, at every start.

import os
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

import typer
from typer.core import TyperOption

from tsolve.model.plays import Backend, Draws, Wishes
from tsolve.report.page import Detail


def _without_colours(wanted: bool) -> bool:
    """Turn colours off also for what is written beside the answer, such as signs of life."""
    if wanted:
        os.environ["NO_COLOR"] = "1"
    return wanted


Format = Literal["auto", "text", "json"]

ANSWER, RULES, SEARCH, FILES, WORK = "The answer", "The rules", "The search", "Files", "The work"
PANELS = ("Options", ANSWER, RULES, SEARCH, FILES, WORK)
"""The headings of `--help` in their order; an option without one stands below the first."""

FormatOption = Annotated[
    Format, typer.Option("--format", help="Text for people or JSON for programs.", rich_help_panel=ANSWER)
]
PositionFile = Annotated[str, typer.Argument(metavar="FILE", help="A position file; - is standard input.")]


class Replacing:
    """Whether existing files are replaced."""

    force: Annotated[
        bool, typer.Option("--force", help="Replace files that are there.", rich_help_panel=FILES)
    ] = False


class Colours:
    """Whether the output has colours."""

    no_color: Annotated[
        bool,
        typer.Option(
            "--no-color",
            callback=_without_colours,
            help="No colours; NO_COLOR in the environment does the same.",
            rich_help_panel=ANSWER,
        ),
    ] = False


class Quiet:
    """Whether an answer is told in one line."""

    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="The answer in one line.", rich_help_panel=ANSWER)
    ] = False


class Verbose(Quiet):
    """Whether the sums and steps behind an answer are told, too."""

    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            "-v",
            help="Add the sum card by card, each step's effect, what is legal.",
            rich_help_panel=ANSWER,
        ),
    ] = False

    @property
    def detail(self) -> Detail:
        """The layers that are wanted."""
        return Detail(self.verbose)


class Layers(Verbose):
    """What is told besides the verdict, the reason that decides, and the numbers that matter."""

    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Add the rules in words, the deciding ones first.", rich_help_panel=ANSWER
        ),
    ] = False
    sources: Annotated[
        bool, typer.Option("--sources", help="Add where each rule is written.", rich_help_panel=ANSWER)
    ] = False

    @property
    def detail(self) -> Detail:
        """The layers that are wanted."""
        return Detail(self.verbose, self.explain, self.sources)


class Everything:
    """Whether everything known is told: the only layer of a look-up."""

    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            "-v",
            "--sources",
            help="Everything known, with the sources of each part.",
            rich_help_panel=ANSWER,
        ),
    ] = False

    @property
    def detail(self) -> Detail:
        """All layers or none."""
        return Detail(self.verbose, self.verbose, self.verbose)


class Rules:
    """How the rules are read."""

    printing: Annotated[
        str | None,
        typer.Option(
            "--printing",
            metavar="ID",
            help="The printing of the rules, instead of what a file says.",
            rich_help_panel=RULES,
        ),
    ] = None
    interpretation: Annotated[
        list[str] | None,
        typer.Option(
            "--interpretation",
            metavar="KEY=OPTION",
            help="How to read an open point, instead of what a file says. Repeatable.",
            rich_help_panel=RULES,
        ),
    ] = None

    @cached_property
    def readings(self) -> dict[str, str]:
        """The readings chosen. Raises BadParameter."""
        return readings(self.interpretation)


class OfGame:
    """The game, where no file says it."""

    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="ID",
            help="The game; by default that of the first --ruleset-path, else thunderstone.",
            rich_help_panel=RULES,
        ),
    ] = None

    def names_game(self, word: str) -> bool:
        """Take a word as the game, where no option names another one; whether it is one."""
        from tsolve import api

        if word.casefold() not in api.GAMES or self.game not in (None, word.casefold()):
            return False
        self.game = word.casefold()
        return True


class Table(OfGame, Rules):
    """The cards and boxes of a new game."""

    first_game: Annotated[
        bool, typer.Option("--first-game", help="Play with the cards suggested for a first game.")
    ] = False
    use: Annotated[
        list[str] | None,
        typer.Option(
            "--use",
            metavar="WHAT=NAMES",
            help="Play with these cards; WHAT is a kind that the set-up chooses. Repeatable.",
        ),
    ] = None
    sets: Annotated[
        str, typer.Option("--sets", metavar="BOXES", help="The boxes at the table, with commas.")
    ] = ""

    @property
    def cards(self) -> dict[str, list[str]]:
        """The cards chosen by kind. Raises BadParameter."""
        return selection(self.use)


def seconds(value: float | None) -> float | None:
    """The seconds; nan, which lies in every range, is refused."""
    if value is not None and value != value:
        raise typer.BadParameter("nan is no number of seconds; write one, or inf")
    return value


class Limited:
    """How long may be searched."""

    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            min=0.001,
            callback=seconds,
            help="Stop searching after this time, proved or not; inf: never. Default: a limit of work.",
            rich_help_panel=SEARCH,
        ),
    ] = None


class ByGoal(Limited):
    """What is preferred."""

    goal: Annotated[
        str | None,
        typer.Option(
            "--goal",
            metavar="LEVELS",
            help="What to prefer, e.g. points,lost or 3*points+lost; the first decides.",
            rich_help_panel=SEARCH,
        ),
    ] = None


class ByGoalAndDraws(ByGoal):
    """What is preferred, and what an uncertain draw counts for."""

    draws: Annotated[
        Draws | None,
        typer.Option(
            "--draws",
            help="What an uncertain draw counts for; known: draw only cards known beforehand.",
            rich_help_panel=SEARCH,
        ),
    ] = None


class Planning(ByGoalAndDraws):
    """How the best play is searched for."""

    target: Annotated[
        str | None,
        typer.Option(
            "--target", metavar="NAME", help="Only turns against this target.", rich_help_panel=SEARCH
        ),
    ] = None
    backend: Annotated[
        Backend,
        typer.Option("--backend", help="What solves optimisation problems.", rich_help_panel=SEARCH),
    ] = "auto"

    @property
    def wishes(self) -> Wishes:
        """What is wanted of the best play."""
        return Wishes(self.goal, self.target, self.draws, backend=self.backend)


class Shared:
    """Who does the work."""

    jobs: Annotated[
        int,
        typer.Option(
            *("--jobs", "-j", "--workers"),
            min=0,
            max=256,
            metavar="N",
            help="Number of processes; 0: one per core.",
            rich_help_panel=WORK,
        ),
    ] = 0
    scheduler: Annotated[
        str,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="Share the work out to the workers of a Dask scheduler.",
            rich_help_panel=WORK,
        ),
    ] = ""

    @property
    def workers(self) -> int:
        """How many processes."""
        from tsolve.executors import cores

        return self.jobs or cores()


def _search(_ctx: typer.Context, _param: typer.CallbackParam, folders: tuple[str, ...]) -> None:
    """Note the folders at once, so that whatever the command opens finds them.

    The option's folders come first, then the environment's, then the project's. Raises UsageError for a
    missing folder.
    """
    from pathlib import Path

    from tsolve.source.project import NOTHING, SEARCH_PATH, Wanted, here, mean, own_rulesets, search

    project = here()
    mean(project.usual if project is not None else NOTHING)
    search(
        (
            *(Wanted("--ruleset-path", Path(folder)) for folder in folders),
            *(Wanted(SEARCH_PATH, folder) for folder in own_rulesets()),
            *(project.searched() if project is not None else ()),
        )
    )


def ruleset_path() -> TyperOption:
    """`--ruleset-path`: every command takes it, and no command has to handle it."""
    return TyperOption(
        param_decls=["--ruleset-path"],
        multiple=True,
        metavar="DIR",
        callback=_search,
        is_eager=True,
        expose_value=False,
        help="A folder with a ruleset of your own, searched before those of tsolve. Repeatable.",
        rich_help_panel=RULES,
    )


def readings(texts: list[str] | None, option_name: str = "--interpretation") -> dict[str, str]:
    """`KEY=OPTION` texts as a mapping. Raises BadParameter for any other form and for a key given twice."""
    chosen: dict[str, str] = {}
    for key, option in _pairs(texts, "KEY=OPTION", option_name):
        if chosen.setdefault(key, option) != option:
            message = f"{key} is given twice, as {chosen[key]} and as {option}; write one of them"
            raise typer.BadParameter(message, param_hint=option_name)
    return chosen


def selection(texts: list[str] | None) -> dict[str, list[str]]:
    """What `--use` chooses: kind -> names; a kind that is given again has more names. Raises BadParameter for
    any other form than `WHAT=NAMES`.
    """
    chosen: dict[str, list[str]] = {}
    form = "WHAT=NAMES; if the game has no such WHAT, the answer lists those that it has"
    for what, text in _pairs(texts, form, "--use"):
        if not names(text):
            raise typer.BadParameter(f"{what}={text} names nothing; write {what}=NAME", param_hint="--use")
        chosen.setdefault(what, []).extend(names(text))
    return chosen


def _pairs(texts: list[str] | None, form: str, option_name: str) -> Iterator[tuple[str, str]]:
    """What stands before and behind the `=` of each text. Raises BadParameter."""
    for text in texts or ():
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise typer.BadParameter(f"{text!r} is not of the form {form}", param_hint=option_name)
        yield key, value


def names(text: str) -> list[str]:
    """The names in a text with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]
