"""One look-up for whatever a text may name: a rule, a card, the code of a mistake, a kind of effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Literal

from tsolve.api import lookups
from tsolve.api.finding import ruling
from tsolve.api.games import games, ruleset
from tsolve.errors import InputError, UnknownNameError, UsageError
from tsolve.model.lookups import Found

Kind = Literal["rule", "card", "code", "effect"]
"""What may be looked up, in the order in which other kinds are tried if the kind asked for has no such
name.
"""


def look_up(
    text: str,
    kind: Kind,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
    every: bool = False,
) -> Found:
    """What a text names or is about: something of this kind, else something of another kind with exactly this
    name.

    `every`: all rules that a question touches. Raises UnknownNameError if nothing has this name, with similar
    names; if only rules are about it, with the command that finds them.
    """
    finders: Mapping[Kind, Callable[[], Found]] = {
        "rule": lambda: lookups.rule(text, game, printing, interpretations, every),
        "card": lambda: lookups.card(text, game, printing, interpretations),
        "code": lambda: _explained(text),
        "effect": lambda: _of_vocabulary(text, game),
    }
    try:
        return finders[kind]()
    except UnknownNameError as unknown:
        if not text.strip():
            raise
        asked = games() if game is None else (game,)
        if (other := next((each for each in finders if _names(text, each, asked)), None)) is not None:
            return finders[other]()
        if kind != "rule" and _is_titled(text, asked):
            said = str(unknown)
            stop = "" if said.endswith("?") else ";"
            raise UnknownNameError(f'{said}{stop} `tsolve rule "{text}"` finds rules about it') from None
        raise


def _explained(text: str) -> Found:
    from tsolve.api.shipped import explain  # which reads YAML

    return explain(text)


def _of_vocabulary(text: str, game: str | None) -> Found:
    from tsolve.api.effects import vocabulary  # which loads the effects of games

    return vocabulary(text, game)


def _names(text: str, kind: Kind, asked: tuple[str, ...]) -> bool:
    """Whether something of a kind has exactly this name."""
    from tsolve.api import effects, shipped

    for game in asked:
        with suppress(UsageError, InputError):
            match kind:
                case "rule" if ruling(ruleset(game), text) is not None:
                    return True
                case "card" if ruleset(game).names.knows(text):
                    return True
                case "code" if shipped.code_of(text):
                    return True
                case "effect" if text in effects.names(game):
                    return "_" in text or not _is_titled(text, asked)
    return False


def _is_titled(text: str, asked: tuple[str, ...]) -> bool:
    """Whether the title of a rule matches words of the text: the player then means the rule."""
    return any(ruleset(each).searching.is_titled(text) for each in asked)
