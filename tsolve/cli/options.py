"""The options that several commands share; and how people learn, at the end of a run, how to be told more."""

# Annotations are not postponed here: typer would evaluate each of them, string by string, at every start.

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand, TyperOption

from tsolve.model.plays import Backend, Draws

_LAYERS = {
    "verbose": "-v the steps and sums",
    "explain": "--explain the rules",
    "sources": "--sources the books",
}
"""Parameter of a command -> what it adds."""
_ALL_AT_ONCE = "-v everything"
"""Of a command that has only one layer."""


MOST_OF_A_TEXT = 500
MOST_OF_A_PATH = 4_096
"""Characters of what is written on the command line."""


class Told(typer.Exit):
    """The end of a run that has written an answer for people."""


class LayeredCommand(TyperCommand):
    """A command at whose end people learn how to be told more: on a terminal, once."""

    def invoke(self, ctx: Any) -> Any:
        """Run it. Raises BadParameter for a text that is too long to be looked into."""
        for param in self.params:
            _check_length(param, ctx.params.get(param.name or ""))
        try:
            return super().invoke(ctx)
        except Told:
            names = [param.name or "" for param in self.params]
            if (more := _more(names, ctx.params)) and sys.stdout.isatty() and sys.stderr.isatty():
                _tell(more, bool(ctx.params.get("no_color")))
            raise


def _check_length(param: Any, given: object) -> None:
    """Whatever looks for something in a text may take the square of its length. Raises BadParameter."""
    texts = given if isinstance(given, list | tuple) else (given,)
    most = MOST_OF_A_PATH if re.search("FILE|PATH|POSITION|DIR", param.metavar or "") else MOST_OF_A_TEXT
    longest = max((len(text) for text in texts if isinstance(text, str)), default=0)
    if longest > most:
        message = f"expected at most {most:,} characters, found {longest:,}"
        raise typer.BadParameter(message, param=param)


def _more(names: Iterable[str], given: Mapping[str, object]) -> str:
    """What the command has besides what was asked for; nothing where little is wanted."""
    layers = [name for name in _LAYERS if name in names]
    left = [_LAYERS[name] for name in layers if not given[name]]
    if layers == ["verbose"]:
        left = [_ALL_AT_ONCE] if left else []
    return "" if given.get("quiet") else "; ".join(left)


def _tell(more: str, no_color: bool) -> None:
    from tsolve.cli.output import Face, width
    from tsolve.report.page import Paragraph
    from tsolve.report.text.layout import Layout

    layout = Layout(width(), fine=False)
    layout.add(Paragraph(f"More: {more}", indent=3, hang=2, style="dim"))
    sys.stdout.flush()
    sys.stderr.write(Face(sys.stderr, no_color).rows(layout.rows))


def _without_colours(wanted: bool) -> bool:
    """Note it for whatever is written besides the answer, such as signs of life."""
    if wanted:
        os.environ["NO_COLOR"] = "1"
    return wanted


Format = Literal["auto", "text", "json"]
CheckFormat = Literal["auto", "text", "json", "github"]

FormatOption = Annotated[Format, typer.Option("--format", help="Text for people or JSON for programs.")]
CheckFormatOption = Annotated[
    CheckFormat, typer.Option("--format", help="auto: GitHub annotations inside GitHub Actions, else text.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="The answer in one line.")]
FullOption = Annotated[
    bool,
    typer.Option("--verbose", "-v", "--sources", help="Everything known, with the sources of each part."),
]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", "-v", help="Add the sum card by card, each step's effect, what is legal.")
]
ExplainOption = Annotated[
    bool, typer.Option("--explain", help="Add the rules in words, the deciding ones first.")
]
SourcesOption = Annotated[bool, typer.Option("--sources", help="Add where each rule is written.")]
ColourOption = Annotated[
    bool,
    typer.Option(
        "--no-color",
        callback=_without_colours,
        help="No colours; NO_COLOR in the environment does the same.",
    ),
]
PrintingOption = Annotated[
    str | None,
    typer.Option("--printing", metavar="ID", help="The printing of the rules; overrides the file."),
]
PlainPrintingOption = Annotated[
    str | None, typer.Option("--printing", metavar="ID", help="The printing of the rules.")
]
ReadingsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--interpretation",
        metavar="KEY=OPTION",
        help="How to read an open point; overrides the file. Repeatable.",
    ),
]
PlainReadingsOption = Annotated[
    list[str] | None,
    typer.Option("--interpretation", metavar="KEY=OPTION", help="How to read an open point. Repeatable."),
]
JobsOption = Annotated[
    int,
    typer.Option("--jobs", "-j", min=0, max=256, metavar="N", help="Number of processes; 0: one per core."),
]
SchedulerOption = Annotated[
    str,
    typer.Option(
        "--scheduler", metavar="ADDRESS", help="Share the work out to the workers of a Dask scheduler."
    ),
]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="ID",
        help="The game; by default that of the first --ruleset-path, else thunderstone.",
    ),
]
FirstGameOption = Annotated[
    bool, typer.Option("--first-game", help="Play with the cards suggested for a first game.")
]
UseOption = Annotated[
    list[str] | None,
    typer.Option(
        "--use",
        metavar="WHAT=NAMES",
        help="Play with these cards; WHAT is a kind that the set-up chooses. Repeatable.",
    ),
]
SetsOption = Annotated[
    str, typer.Option("--sets", metavar="BOXES", help="The boxes at the table, with commas.")
]
BackendOption = Annotated[Backend, typer.Option("--backend", help="What solves optimisation problems.")]


def _number(seconds: float | None) -> float | None:
    """Seconds that are a number; one that is none is in every range."""
    if seconds is not None and seconds != seconds:
        raise typer.BadParameter("nan is no number of seconds; write one, or inf")
    return seconds


LimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        min=0.001,
        callback=_number,
        help="Stop searching after this time, proved or not; inf: never. Default: a limit of work.",
    ),
]
GoalOption = Annotated[
    str | None,
    typer.Option(
        "--goal",
        metavar="LEVELS",
        help="What to prefer, e.g. points,lost or 3*points+lost; the first decides.",
    ),
]
TargetOption = Annotated[
    str | None, typer.Option("--target", metavar="NAME", help="Only turns against this target.")
]
TurnOption = Annotated[
    str | None,
    typer.Option(
        "--turn",
        metavar="KIND",
        help="The kind of turn, as in a file; any: compare all kinds by one goal.",
    ),
]
DrawsOption = Annotated[
    Draws | None,
    typer.Option(
        "--draws", help="What an uncertain draw counts for; known: draw only cards known beforehand."
    ),
]


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
