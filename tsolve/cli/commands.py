"""The commands by name. Only the one that is called is built; `--help` builds them all."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tsolve.cli.options import ruleset_path

COMMANDS = (
    *("check", "solve", "why-not", "grade", "odds", "targets", "legal", "score"),
    *("regress", "diff", "hunt", "verify", "simulate", "rule", "card", "cards", "schema"),
)

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _Late(TyperGroup):
    """A group whose commands are modules of this package with a function of the same name (`-` as `_`)."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = _built(cmd_name)
        return self.commands[cmd_name]


def root() -> Any:
    """The `tsolve` command."""
    app = typer.Typer(
        cls=_Late,
        add_completion=True,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings=_SETTINGS,
    )
    app.callback()(_tsolve)
    return typer.main.get_command(app)


def _built(name: str) -> Any:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=_SETTINGS)
    function = name.replace("-", "_")
    app.command(name)(getattr(import_module(f"tsolve.cli.{function}"), function))
    command = typer.main.get_command(app)
    command.params.append(ruleset_path())
    return command


def _print_version(wanted: bool) -> None:
    if wanted:
        from tsolve import __version__

        print(f"tsolve {__version__}")
        raise typer.Exit


def _tsolve(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Settle table-top rules questions by computation.

    Reads a position from a YAML file, says what is legal and why the rest is not, judges the line that was
    played, finds the best line, proves it, and cites the rules.

    Exit codes: 0 everything holds; 1 a claim, a step or an expectation is refuted; 2 the input or the usage
    is wrong; 3 undecided; 4 internal error.
    """
