"""Completion for shells: what typer gives them, and the names of games, cards, rulings, readings and targets.

A shell never hears of errors: there is no output on standard error, and the exit code is 0.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from typer._click.shell_completion import CompletionItem, add_completion_class
from typer._completion_classes import BashComplete

from tsolve.api import completions
from tsolve.api.completions import Completer, Completion

VARIABLE = "_TSOLVE_COMPLETE"
"""The environment variable by which a shell asks."""
_ASKS_WHETHER = "is-args"
"""What fish calls the question whether there are completions, which the exit code answers."""

_BY_OPTION: Mapping[str, Completer] = {
    "--printing": completions.printings,
    "--interpretation": completions.readings,
    "--game": lambda text, _: completions.game_ids(text),
    "--with": completions.card_names,
    "--without": completions.card_names,
    "--sets": completions.boxes,
    "--between": completions.ways_to_read,
    "--kind": completions.words_of_cards("kind"),
    "--group": completions.words_of_cards("group"),
    "--class": completions.words_of_cards("classes"),
    "--type": completions.words_of_cards("subtypes"),
}
_BY_ARGUMENT: Mapping[tuple[str, str], Completer] = {
    ("ask", "question"): completions.questions,
    ("card", "card"): completions.card_names,
    ("rule", "words"): completions.rulings,
    ("vocabulary", "words"): completions.kinds_of_effects,
    ("explain", "code"): lambda text, _: completions.codes(text),
    ("example", "example"): lambda text, _: completions.example_names(text),
    ("hunt", "readings"): completions.ways_to_read,
}


def complete() -> int:
    """Answer the shell that asks by the environment, and say the exit code."""
    told, code = io.StringIO(), 0
    with redirect_stdout(told), redirect_stderr(io.StringIO()):
        try:
            _root().main([], prog_name="tsolve", standalone_mode=False)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0
        except Exception:
            return 0
    sys.stdout.write(told.getvalue())
    return code if os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == _ASKS_WHETHER else 0


def _root() -> Any:
    """The commands, with everything that can be completed."""
    from tsolve.cli.commands import root

    group = root()  # which registers the shells of typer
    add_completion_class(_Bash, _Bash.name)
    build = group.get_command

    def get_command(ctx: Any, name: str) -> Any:
        command = build(ctx, name)
        for param in command.params if command is not None else ():
            if (completer := _completer(name, param)) is not None:
                param._custom_shell_complete = completer
        return command

    group.get_command = get_command
    return group


def _completer(command: str, param: Any) -> Callable[[Any, Any, str], list[CompletionItem]] | None:
    """What completes a parameter of a command, if anything of ours does."""
    if "--target" in param.opts:
        return lambda ctx, _, text: _items(completions.targets(text, _file(ctx)))
    if "--players" in param.opts and param.type.name == "str":
        return lambda ctx, _, text: _items(completions.player_names(text, _game(ctx), _file(ctx)))
    found = next((_BY_OPTION[each] for each in param.opts if each in _BY_OPTION), None)
    if found is not None:
        by_option = found
        return lambda ctx, _, text: _items(by_option(text, _game(ctx)))
    by_argument = _BY_ARGUMENT.get((command, param.name))
    if by_argument is None:
        return None

    def of_words(ctx: Any, _: Any, text: str) -> list[CompletionItem]:
        """Complete names of several words, of which some are written already."""
        words = ctx.params.get(param.name) if param.nargs == -1 else ()
        written = "".join(f"{word} " for word in words or ())
        found = by_argument(written + text, _game(ctx))
        begun = [each for each in found if each[0].casefold().startswith(written.casefold())]
        return _items((value[len(written) :], about) for value, about in begun)

    return of_words


def _items(found: Iterable[Completion]) -> list[CompletionItem]:
    return [CompletionItem(value, help=about or None) for value, about in found]


def _file(ctx: Any) -> str:
    """The first file on the command line."""
    values = [*(value for name, value in ctx.params.items() if name != "game"), ctx.args]
    texts = (each for value in values for each in (value if isinstance(value, list | tuple) else (value,)))
    return next((each for each in texts if isinstance(each, str) and os.path.isfile(each)), "")


def _game(ctx: Any) -> str | None:
    """The game that the command line means, by its option or by a file."""
    return ctx.params.get("game") or completions.game_of(_file(ctx))


class _Bash(BashComplete):
    """Bash takes `=` and `:` for words of their own, and its words as they are written, quotes included."""

    def get_completion_args(self) -> tuple[list[str], str]:
        written = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
        glued: list[str] = []
        for number, word in enumerate(written):
            if number and (word in ("=", ":") or written[number - 1] in ("=", ":")):
                glued[-1] += word
            else:
                glued.append(word)
        self.written = written[-1] if written else ""
        os.environ["COMP_WORDS"] = "\n".join(glued)
        os.environ["COMP_CWORD"] = str(len(glued) - 1)
        args, self.begun = super().get_completion_args()
        return args, self.begun

    def format_completion(self, item: CompletionItem) -> str:
        value = str(item.value)
        begun = self.begun.partition("=")[2] if self.begun.startswith("--") else self.begun
        standing = begun[: max(begun.rfind("="), begun.rfind(":")) + 1]  # words of their own for bash
        if standing and value.casefold().startswith(standing.casefold()):
            value = value[len(standing) :]
        return value if self.written[:1] in ("'", '"') else re.sub(r"([^\w@%+=:,./-])", r"\\\1", value)
