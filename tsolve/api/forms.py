"""A position file as a form: its text, what it fills in, and its mistakes beside the fields they are in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from tsolve.api.asking import field_at, lines_of
from tsolve.api.games import games, module, ruleset
from tsolve.api.positions import Position, data_of, game_named_in, loads, position_from
from tsolve.diagnostics import Diagnostic
from tsolve.errors import InputError, TsolveError
from tsolve.rules.names import squash
from tsolve.source.data import Data, as_data, tree_of
from tsolve.written.filling import Filling
from tsolve.written.form import Field
from tsolve.written.placing import typed_names
from tsolve.written.position_text import file_text
from tsolve.written.typed_names import begun, names_for

_GAME = "game"
_SENTENCES = ("lines", "steps", "claims")
"""The shapes in which names stand in sentences."""
_OF_CARDS = ("card", "cards", "deck", "places", "counts", "pairs", "figures")
"""The shapes in which cards are named alone."""
_MOST_COMPLETIONS, _MOST_WORDS, _LEAST = 30, 5, 1
"""The most completions; the most words of a name that is begun; its fewest letters."""


class Form(NamedTuple):
    """A position file that is filled in field by field."""

    game: str
    filling: Filling
    text: str
    """The file, as it was written where nothing has been filled in since."""
    position: Position | None
    """The position, where the file has no mistake."""
    mistakes: Mapping[str, Sequence[Diagnostic]]
    """What is wrong, by the keys of the fields; under an empty key what concerns none of them."""

    def filled(self, filling: Filling) -> Form:
        """The form with other answers. The comments at the top of the file stay."""
        if filling.data == self.filling.data and filling.kind == self.filling.kind:
            return self
        lines = self.text.splitlines()
        comments = [line.lstrip("# ") for line in takewhile(lambda line: line.startswith("#"), lines)]
        notes = {
            field.key: field.note for field in filling.fields if field.note and field.key in filling.data
        }
        keys = {_GAME: self.game, **_in_order(filling)}
        return form_of(file_text(keys, comments, notes), filling.kind)


def games_with_forms() -> Sequence[tuple[str, str]]:
    """The games that can be filled in: their ids and titles."""
    return [(each, ruleset(each).title) for each in games() if module(each).form]


def new_form(game: str, kind: str = "") -> Form:
    """A form in which nothing is filled in but the words that are usual."""
    filling = Filling(ruleset(game), module(game).form, {}, lines_of(game, module(game).form), kind)
    for field in filling.asked():
        if field.shape == "word" and not field.optional:
            filling = filling.put(field, field.words[0])
    return form_of(file_text({_GAME: game, **_in_order(filling)}), filling.kind)


def form_of(text: str, kind: str = "") -> Form:
    """The form that a file fills in.

    Raises InputError: it is no YAML, or no position of a game that has a form.
    """
    from tsolve.source.parse import parse

    node = parse(text, "")
    game = game_named_in(node)
    fields = module(game).form
    position, mistakes = None, dict[str, list[Diagnostic]]()
    data = as_data(node)
    keys = dict(data) if isinstance(data, Mapping) else {}
    try:
        position = loads(text, "")
        keys = data_of(position)
    except InputError as error:
        for each in _by_paths(keys, error):
            field = field_at(each, fields)
            mistakes.setdefault(field.key if field is not None else "", []).append(each)
    keys.pop(_GAME, None)
    filling = Filling(ruleset(game), fields, keys, lines_of(game, fields), kind)
    return Form(game, filling, text, position, mistakes)


def _by_paths(keys: Mapping[str, Data], error: InputError) -> Sequence[Diagnostic]:
    """The mistakes of a file, with the paths of keys as their places."""
    try:
        position_from(tree_of(keys))
    except InputError as found:
        return found.diagnostics
    except TsolveError:
        pass
    return error.diagnostics


def _in_order(filling: Filling) -> dict[str, Data]:
    """The keys of the file in the order of the fields, then the others."""
    asked = [(field.place or field.key).partition(".")[0] for field in filling.fields]
    order = {key: at for at, key in enumerate(dict.fromkeys(asked))}
    keys = sorted(filling.data, key=lambda key: order.get(key, order.get("claims", 0) - 0.5))
    return {key: filling.data[key] for key in keys}


def completed(form: Form, field: Field, typed: str) -> Sequence[tuple[str, str]]:
    """What a typed text may become by a name at its end: whole texts, each with a word about it."""
    rules = form.position.ruleset if form.position is not None else ruleset(form.game)
    known = tuple(dict.fromkeys(typed_names(form.filling.keys())))
    for before, begin in _ends(typed, field):
        if len(squash(begin)) < _LEAST:
            continue
        of_file = ((each, "") for each in known if squash(each).startswith(squash(begin)))
        names = dict([*of_file, *names_for(rules, field, begin)])
        if names:
            return [(before + name, about) for name, about in names.items()][:_MOST_COMPLETIONS]
    return []


def _ends(typed: str, field: Field) -> Iterator[tuple[str, str]]:
    """What is typed in two parts, of which the second may be the beginning of a name: the longest first."""
    if field.shape not in _SENTENCES:
        begin = begun(typed)
        yield typed[: len(typed) - len(begin)], begin
        return
    for word in islice(re.finditer(r"(?<!\S)\S", typed), max(0, typed.count(" ") - _MOST_WORDS), None):
        yield typed[: word.start()], typed[word.start() :]


def all_names(form: Form, field: Field) -> Sequence[tuple[str, str]]:
    """The names of all cards that may be typed in a field, each with a word about it."""
    if field.shape not in _OF_CARDS:
        return ()
    rules = form.position.ruleset if form.position is not None else ruleset(form.game)
    kinds = (*field.kinds, *field.holds)
    cards = (card for card in rules.cards.values() if not kinds or getattr(card, "kind", "") in kinds)
    return [(card.name, "") for card in cards]
