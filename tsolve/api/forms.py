"""A position file as a form: its text, what it fills in, and its mistakes beside the fields they are in."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tsolve.api.asking import field_at, lines_of
from tsolve.api.games import games, module, ruleset
from tsolve.api.positions import Position, data_of, game_named_in, loads, position_from
from tsolve.diagnostics import Diagnostic, input_error
from tsolve.errors import InputError, TsolveError
from tsolve.model.plays import NO_WISHES
from tsolve.source.data import Data, as_data, tree_of
from tsolve.source.parse import parse
from tsolve.source.tree import folded, found
from tsolve.written.filling import Filling
from tsolve.written.form import Field
from tsolve.written.in_place import in_place
from tsolve.written.placing import steps_of, without
from tsolve.written.position_text import file_text

if TYPE_CHECKING:
    from tsolve.judging.claims import ClaimJudge

_GAME = "game"
_MOST_MISTAKES = 5
"""How often what is wrong is left out before a position is given up."""
_OF_CARDS = ("card", "cards", "deck", "places", "counts", "pairs", "figures")
"""The shapes in which cards are named alone."""
_OF_ONE_TEXT = ("text", "word", "number", "card", "kind", "hexmap")
"""The shapes whose answers are no lists, or may be drawn."""


def is_new(position: Position) -> bool:
    """Whether nothing is told in the file of a position but what is usual."""
    game = position.ruleset.id
    usual = {each.place or each.key for each in module(game).form if each.shape == "word"}
    return data_of(position).keys() <= {_GAME, *usual}


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
    written: Mapping[str, Data] = {}
    """What the file says as it is written; the game may read more into it."""
    names: Mapping[str, str] = {}
    """What the file calls its keys, where it writes them otherwise: name in the file -> key."""

    def filled(self, filling: Filling) -> Form:
        """The form with other answers. All else of the file stays as it is written, and so do comments."""
        if filling.data == self.filling.data and filling.kind == self.filling.kind:
            return self
        for text in (self._with_changes(filling), self._with_all(filling)):
            form = form_of(text, filling.kind)
            if filling.data in (form.filling.data, form.written_today):
                break
        return form

    def _with_changes(self, filling: Filling) -> str:
        """The file with those keys written again whose answers are others."""
        keys = dict(self.written)
        names = {key: name for name, key in self.names.items()}
        for key in {**self.filling.data, **filling.data}:
            if key not in filling.data:
                keys.pop(names.get(key, key), None)
            elif key not in self.filling.data or filling.data[key] != self.filling.data[key]:
                keys[names.get(key, key)] = filling.data[key]
        return in_place(self.text, _in_order(keys, filling.fields), _notes(filling.fields))

    @property
    def written_today(self) -> dict[str, Data]:
        """What the file says as it is written, but for the game, by the names that keys have today."""
        named = ((self.names.get(key, key), value) for key, value in self.written.items())
        return {key: value for key, value in named if key != _GAME}

    def _with_all(self, filling: Filling) -> str:
        """The file with every key written in the form that the game reads."""
        keys = {_GAME: self.game, **filling.data}
        return in_place(self.text, _in_order(keys, filling.fields), _notes(filling.fields))


def games_with_forms() -> Sequence[tuple[str, str]]:
    """The games that can be filled in: their ids and titles."""
    return [(each, ruleset(each).title) for each in games() if module(each).form]


def new_form(game: str, kind: str = "") -> Form:
    """A form in which nothing is filled in but the words that are usual."""
    filling = Filling(ruleset(game), module(game).form, {}, lines_of(game, module(game).form), kind)
    for field in filling.asked():
        if field.shape == "word" and not field.optional:
            filling = filling.put(field, field.words[0])
    return form_of(file_text(_in_order({_GAME: game, **filling.data}, filling.fields)), filling.kind)


def form_of(text: str, kind: str = "") -> Form:
    """The form that a file fills in.

    Raises InputError: it is no YAML, or no position of a game that has a form.
    """
    node = parse(text, "")
    game = game_named_in(node)
    fields = module(game).form
    data = as_data(node)
    if not isinstance(data, Mapping):
        raise input_error("E201", f"expected a mapping, found {found(node)}", node.span)
    written = dict(data)
    position, mistakes = None, dict[str, list[Diagnostic]]()
    try:
        position = loads(text, "")
        names = position.decoded.names_in_file
        keys = _as_it_is_read(position, fields)
    except InputError as error:
        names = _names_in(written, fields)
        keys = {names.get(key, key): value for key, value in written.items()}
        for each in _by_paths(keys, error):
            field = field_at(each, fields)
            mistakes.setdefault(field.key if field is not None else "", []).append(each)
    keys.pop(_GAME, None)
    filling = Filling(ruleset(game), fields, keys, lines_of(game, fields), kind)
    return Form(game, filling, text, position, mistakes, written, names)


def as_far_as_it_goes(form: Form) -> Position | None:
    """The position of a form; where its file has mistakes, what is left without the entries they are in, if
    that is a position.
    """
    if form.position is not None:
        return form.position
    keys = form.filling.data
    for _ in range(_MOST_MISTAKES):
        try:
            return position_from(tree_of({_GAME: form.game, **keys}))
        except InputError as error:
            left = keys
            for each in error.diagnostics:
                left = without(left, each.span.path if each.span is not None else "")
            if left == keys:
                return None
            keys = left
    return None


def _as_it_is_read(position: Position, fields: Sequence[Field]) -> dict[str, Data]:
    """What the file of a position says, by the names that keys have; lists and mappings that are written as
    one text as these.
    """
    names = position.decoded.names_in_file
    keys = {names.get(key, key): value for key, value in data_of(position).items()}
    in_parts = {steps_of(field)[0] for field in fields if field.shape not in _OF_ONE_TEXT}
    as_texts = [key for key in in_parts if isinstance(keys.get(key), str)]
    read = msgspec.to_builtins(position.decoded.value) if as_texts else {}
    parts = {key: read[key] for key in as_texts if isinstance(read.get(key), Mapping | list | tuple)}
    keys |= msgspec.json.decode(msgspec.json.encode(parts))
    counted = {steps_of(field)[0] for field in fields if field.shape == "counts"}
    return {key: _names_alone(value) if key in counted else value for key, value in keys.items()}


def _names_alone(value: Data) -> Data:
    """A mapping as the list of its names, where it says nothing of any; else the value as it is."""
    is_list = isinstance(value, Mapping) and value and all(each == "unknown" for each in value.values())
    return list(value) if isinstance(value, Mapping) and is_list else value


def _names_in(keys: Iterable[str], fields: Sequence[Field]) -> dict[str, str]:
    """What a file with mistakes calls keys of the form, where it writes them with other signs."""
    known = {folded(key): key for key in (_GAME, *(steps_of(field)[0] for field in fields))}
    named = {key: known.get(folded(key), key) for key in keys}
    return {name: key for name, key in named.items() if name != key and key not in named}


def _by_paths(keys: Mapping[str, Data], error: InputError) -> Sequence[Diagnostic]:
    """The mistakes of a file, with the paths of keys as their places."""
    try:
        position_from(tree_of(keys))
    except InputError as found:
        return found.diagnostics
    except TsolveError:
        pass
    return error.diagnostics


def _in_order(keys: Mapping[str, Data], fields: Sequence[Field]) -> dict[str, Data]:
    """The keys of a file in the order of the fields; the others before the claims."""
    asked = [steps_of(field)[0] for field in fields]
    order = {_GAME: -1, **{key: at for at, key in enumerate(dict.fromkeys(asked))}}
    others = order.get("claims", 0) - 0.5
    return {key: keys[key] for key in sorted(keys, key=lambda key: order.get(key, others))}


def _notes(fields: Sequence[Field]) -> dict[str, str]:
    return {field.key: field.note for field in fields if field.note}


def own_cards(form: Form) -> Iterable[str]:
    """The cards that the file defines itself."""
    own = form.filling.data.get("cards")
    return own if isinstance(own, Mapping) else ()


def claims_in_words(form: Form) -> list[str]:
    """The claims of the file as an answer words them, in their order; empty texts for those that cannot be
    told, and no texts where the file has mistakes.
    """
    from tsolve.judging.check import best_plays_of, claims_of

    if form.position is None:
        return []
    judges = claims_of(form.position, None, best_plays_of(form.position, NO_WISHES))
    return [_in_words(each) for each in judges]


def _in_words(judge: ClaimJudge[Hashable, Hashable]) -> str:
    with suppress(TsolveError, ValueError):
        return judge.claim_and_when()
    return ""


def all_names(form: Form, field: Field) -> Sequence[tuple[str, str]]:
    """The names of all cards that may be typed in a field, each with a word about it."""
    if field.offers is not None:
        return field.offers(ruleset(form.game), form.filling.keys(), "")
    if field.shape not in _OF_CARDS:
        return ()
    kinds = (*field.kinds, *field.holds)
    cards = ruleset(form.game).shown.values()
    fitting = (card.name for card in cards if not kinds or getattr(card, "kind", "") in kinds)
    return [(name, "") for name in dict.fromkeys((*own_cards(form), *fitting))]
