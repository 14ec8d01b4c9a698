"""Positions made in a dialogue with somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tsolve.api.games import games, module, ruleset
from tsolve.api.positions import data_of, opened_from
from tsolve.errors import InputError, UnsupportedError
from tsolve.source.data import Data, planted
from tsolve.source.project import usual
from tsolve.turns.dialogue import Complete, Dialogue, Talk, agreed, chosen
from tsolve.turns.position_text import file_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tsolve.turns.dialogue import Field

__all__ = ["Complete", "Talk", "agreed", "make_position"]


def make_position(talk: Talk, game: str | None = None, comment: str = "") -> str:
    """The text of a position file that somebody makes by answering questions; it was opened once.

    Args:
        talk: who asks and tells.
        game: the id of a ruleset; None: the project's, else it is asked for.
        comment: what stands at the top of the file.

    Raises:
        EOFError: the dialogue has ended before its end.
        UnsupportedError: the game has no questions for a dialogue.
    """
    game = game or usual().game or _game_of(talk)
    rules, fields = ruleset(game), module(game).form
    if not fields:
        raise UnsupportedError(f"{rules.title} has no `new`")
    dialogue = Dialogue(rules, talk, _claims_of(game))
    keys = dialogue.keys(fields)
    while True:
        try:
            opened = opened_from(planted({"game": rules.id, **keys}))
        except InputError as error:
            _mend(error, dialogue, talk, fields, keys)
        else:
            notes = {field.key: field.note for field in fields if field.note}
            return file_text(data_of(opened), (comment,) if comment else (), notes)


def _game_of(talk: Talk) -> str:
    """One of the games that have questions; asked for where there are several."""
    known = [each for each in games() if module(each).form]
    return chosen(talk, "Game", known, known[0]) if len(known) > 1 else known[0]


def _mend(
    error: InputError, dialogue: Dialogue, talk: Talk, fields: Sequence[Field], keys: dict[str, Data]
) -> None:
    """Tell the mistakes, and ask once more for the keys in which they stand."""
    paths = []
    for each in error.diagnostics:
        talk.tell(f"  {each.told}")
        paths.append(each.span.path if each.span is not None else "")
    named = {path.partition("[")[0].partition(".")[0] for path in paths}
    wrong = [field for field in fields if field.key in named]
    for field in wrong or fields:
        dialogue.fill(field, keys)


def _claims_of(game: str) -> Callable[[str], Data]:
    """What reads a sentence as a claim, with names in any language and parts of names."""
    from tsolve.source.decode import decode

    package, rules = module(game), ruleset(game)

    def read(text: str) -> Data:
        try:
            named = package.asking(rules).with_names(text)
        except UnsupportedError:
            named = text
        try:
            decoded = decode(planted({"game": game, "claims": [named]}), package.position_type)
        except InputError as error:
            first = error.diagnostics[0]
            raise ValueError("; ".join(filter(None, (first.message, *first.help.splitlines())))) from None
        (claim,) = msgspec.to_builtins(decoded.value)["claims"]
        return dict(claim)

    return read
