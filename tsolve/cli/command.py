"""A command as data: its options, what it asks of the library, and what shows the answer.

A command is a class. Its annotated names are its arguments and options; those that several commands share
come with the groups of `tsolve.cli.options`, which it inherits. Its docstring is its help.
"""

# Annotations are not postponed here: typer would evaluate each of them, string by string, at every start.

import inspect
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any, ClassVar, Generic, NoReturn, TypeVar, get_origin

import typer
from typer.core import TyperCommand

from tsolve.cli.options import PANELS, Colours, FormatOption
from tsolve.cli.session import Session, Told
from tsolve.model.verdicts import Answer
from tsolve.report.page import Detail, Page
from tsolve.report.rulings import show_unsure

A = TypeVar("A", bound=Answer)


class Command(ABC):
    """What `tsolve NAME` does."""

    name: ClassVar[str]

    def __init__(self, **given: object) -> None:
        """`given`: what was typed, by parameter; the others have their defaults."""
        vars(self).update(given)

    @abstractmethod
    def run(self) -> NoReturn:
        """Do it, and end with the exit code."""


_TELL_UNSURE = {"explain": "--explain", "verbose": "-v"}
"""The layer that tells all facts that are not sure: of those that a command has the first."""


def reporting(name: str) -> Callable[..., Any]:
    """The function that is meant by `module:function` in `tsolve.report`; loaded when it is needed."""
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"tsolve.report.{module}"), function)
    return found


class Question(Colours, Command, Generic[A]):
    """A command that asks the library something, once or about several things, and shows the answers."""

    shows: ClassVar[str]
    """Shows an answer: a function of a page, an answer and its layers, if it has any."""
    in_short: ClassVar[str] = ""
    """Shows it in one line."""
    counts: ClassVar[tuple[str, str]] = ("", "")
    """What several answers are about, one and many, where they are summed up."""

    quiet = False
    """Whether one line is wanted: an option of most commands."""

    format: FormatOption = "auto"

    session: Session
    """The run: its answers and failures."""

    @property
    def detail(self) -> Detail | None:
        """The layers that are wanted, of an answer that has some."""
        return None

    # what a command says of itself

    def begin(self) -> None:
        """Make ready what is needed for all answers. Raises UsageError before any work is done."""

    def about(self) -> Sequence[str]:
        """What is asked about, one after the other: files, or questions."""
        return ("",)

    def place(self, about: str) -> str:
        """The file that an error message names."""
        return about

    @abstractmethod
    def ask(self, about: str) -> A:
        """Ask the library."""

    def show(self, page: Page, answer: A) -> None:
        """Write an answer for people."""
        if self.quiet and self.in_short:
            reporting(self.in_short)(page, answer)
        elif self.detail is None:
            reporting(self.shows)(page, answer)
        else:
            reporting(self.shows)(page, answer, self.detail)
        if not self.quiet:
            layer = next((name for name in _TELL_UNSURE if hasattr(self, name)), "")
            show_unsure(page, answer, getattr(self, layer, False), _TELL_UNSURE.get(layer, ""))

    def lines(self, answer: A) -> Iterable[str]:
        """The answer in a format that is neither text nor JSON, where a command has one."""
        return ()

    def is_last(self, done: int) -> bool:
        """Whether to stop after this many answers."""
        return False

    def end(self) -> None:
        """Say what belongs to all answers."""

    def answer_all(self) -> Session:
        """Ask about one thing after the other, and write what is found."""
        self.session = Session(self.name, self.format, self.no_color)
        self.begin()
        for done, each in enumerate(self.about(), start=1):
            self.session.answer(partial(self.ask, each), self.show, self.place(each), self.lines)
            if self.is_last(done):
                break
        self.end()
        if any(self.counts):
            self.session.sum_up(*self.counts)
        return self.session

    def run(self) -> NoReturn:
        self.answer_all().finish()


def _parameters(kind: type[Command]) -> list[inspect.Parameter]:
    """What only this command has comes first, then one group after the other."""
    found: dict[str, inspect.Parameter] = {}
    for group in kind.__mro__:
        for name, told in inspect.get_annotations(group).items():
            origin: object = get_origin(told)
            if name not in found and origin is Annotated:
                default = getattr(kind, name, inspect.Parameter.empty)
                found[name] = inspect.Parameter(
                    name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=told
                )
    return list(found.values())


def as_command(kind: type[Command], settings: dict[str, Any]) -> Any:
    """What typer makes of a command."""

    def called(**given: Any) -> None:
        kind(**given).run()

    called.__signature__ = inspect.Signature(_parameters(kind))  # type: ignore[attr-defined]
    called.__doc__ = kind.__doc__
    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=settings)
    app.command(kind.name, cls=_Grouped)(called)
    return typer.main.get_command(app)


MOST_OF_A_TEXT = 500
MOST_OF_A_PATH = 4_096
"""The most characters of an argument: any text, and the path of a file."""
_LAYERS = {
    "verbose": "-v the steps and sums",
    "explain": "--explain the rules",
    "sources": "--sources the books",
}
"""Parameter of a command -> what it adds."""
_ALL_AT_ONCE = "-v everything"
"""What the only layer of a command adds."""


class _Grouped(TyperCommand):
    """A command whose help groups the options; on a terminal it says at its end which options tell more."""

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

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, then what only this command has, then what it shares with others."""
        panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], **{panel: [] for panel in PANELS}}
        for param in self.get_params(ctx):
            if (row := param.get_help_record(ctx)) is not None:
                usual = "Arguments" if param.param_type_name == "argument" else PANELS[0]
                panels[getattr(param, "rich_help_panel", None) or usual].append(row)
        for panel, rows in panels.items():
            if rows:
                with formatter.section(panel):
                    formatter.write_dl(rows)


def _check_length(param: Any, given: object) -> None:
    """Refuse long texts: searching in one may take quadratic time. Raises BadParameter."""
    texts = given if isinstance(given, list | tuple) else (given,)
    most = MOST_OF_A_PATH if re.search("FILE|PATH|POSITION|DIR", param.metavar or "") else MOST_OF_A_TEXT
    longest = max((len(text) for text in texts if isinstance(text, str)), default=0)
    if longest > most:
        message = f"expected at most {most:,} characters, found {longest:,}"
        raise typer.BadParameter(message, param=param)


def _more(names: Iterable[str], given: dict[str, object]) -> str:
    """The layers that could be asked for as well, in words; empty for a brief answer."""
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
