"""What may be typed into the fields of a form: names of cards at the end of a text, and whole sentences about
what lies on the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, zip_longest
from typing import Literal

from tsolve.api.completions import Completion
from tsolve.api.forms import Form, own_cards
from tsolve.api.games import module, ruleset
from tsolve.api.positions import Position
from tsolve.api.table import as_played
from tsolve.budget import FREE, allow
from tsolve.errors import TsolveError, UnsupportedError
from tsolve.regex import Regex
from tsolve.rules.names import Match, squash, words
from tsolve.written.card_names import split_count
from tsolve.written.form import Field
from tsolve.written.placing import typed_names
from tsolve.written.typed_names import begun, names_for, offered

Asks = Literal["claim", "question", "step"]
"""What a sentence is to be: what somebody claims, what is asked about the position, or a step of it."""

_SENTENCES = ("lines", "steps", "claims")
"""The shapes in which names stand in sentences."""
_MOST, _MOST_SENTENCES = 30, 8
"""The most completions, and how many of them are whole sentences."""
_MOST_WORDS, _LEAST = 5, 1
"""The most words of a name that is begun; its fewest letters."""
_EXAMPLE = Regex("`([^`]+)`")
_WORDED: Mapping[Asks, str] = {"claim": "can {}", "question": "can I {}?", "step": "{}"}


def completed(form: Form, field: Field, typed: str, asks: Asks = "claim") -> Sequence[Completion]:
    """What a typed text may become: whole texts, each with a word about it. Sentences that begin so, or that
    have a word that does, stand before those that end with another name.
    """
    length, offers = offered(ruleset(form.game), field, form.filling.keys(), typed)
    if offers:
        before = typed[: len(typed) - length]
        before += " " if before.endswith((":", ",")) else ""
        return [(before + text, about) for text, about in offers][:_MOST]
    found = dict.fromkeys(islice(_sentences(form, field, typed, asks), _MOST_SENTENCES), "")
    names = (each for each in _with_names(form, field, typed) if each[0] not in found)
    return [*found.items(), *names][:_MOST]


# names


def _with_names(form: Form, field: Field, typed: str) -> Sequence[Completion]:
    """The text with a name at its end that is begun there."""
    keys, rules = form.filling.keys(), ruleset(form.game)
    known = tuple(dict.fromkeys((*own_cards(form), *typed_names(keys), *form.filling.brought)))
    for before, begin in _ends(typed, field):
        if len(squash(begin)) < _LEAST:
            continue
        of_file = ((each, "") for each in known if squash(each).startswith(squash(begin)))
        names = dict([*of_file, *names_for(rules, field, begin)])
        if names:
            return [(before + name, about) for name, about in names.items()]
    return []


def _ends(typed: str, field: Field) -> Iterator[tuple[str, str]]:
    """What is typed in two parts, of which the second may be the beginning of a name: the longest first."""
    if field.shape not in _SENTENCES:
        begin = begun(typed)
        yield typed[: len(typed) - len(begin)], begin
        return
    for word in islice(re.finditer(r"(?<!\S)\S", typed), max(0, typed.count(" ") - _MOST_WORDS), None):
        yield typed[: word.start()], typed[word.start() :]


# sentences


def _sentences(form: Form, field: Field, typed: str, asks: Asks) -> Iterator[str]:
    """The sentences that may be meant by what is typed so far."""
    if field.shape not in _SENTENCES:
        return
    key = squash(typed)
    told = dict.fromkeys(_about_the_table(form, field, asks))
    yield from (each for each in told if squash(each).startswith(key))
    if len(key) > _LEAST:
        inside = (each for each in told if not squash(each).startswith(key))
        yield from (each for each in inside if any(word.startswith(key) for word in words(each)))


def _about_the_table(form: Form, field: Field, asks: Asks) -> Iterator[str]:
    """The examples of the form with names that are on the table; what can be done, and what cannot."""
    if asks != "step" or field.shape != "claims":
        examples = _examples(form, field)
        yield from map(_as_question, examples) if asks == "question" else examples
    if field.shape == "lines" or form.position is None:
        return
    way: Callable[[str], str] = _WORDED["step" if field.shape == "steps" else asks].format
    yield from map(way, _in_turns(_deeds(form, form.position)))


def _as_question(claim: str) -> str:
    return f"can I {claim.removeprefix('can ')}?" if claim.startswith("can ") else claim


def _examples(form: Form, field: Field) -> Iterator[str]:
    """The examples of a field; those that end with the name of a card with each like it that is there."""
    there = _by_kinds(form)
    for example in _EXAMPLE.findall(field.told):
        before, kind = _kind_at_end(form, example)
        yield from (f"{before}{name}" for name in there.get(kind, ())) if kind else (example,)
    for example in _EXAMPLE.findall(field.told):
        if _kind_at_end(form, example)[1] not in there:
            yield example


def _kind_at_end(form: Form, text: str) -> tuple[str, str]:
    """What stands before the name at the end of a text, and the kind of that card; empty without one."""
    rules = ruleset(form.game)
    for start in (found.start() for found in re.finditer(r"(?<=\s)\S", text)):
        match = rules.names.resolve(text[start:])
        if isinstance(match, Match) and match.id in rules.cards:
            return text[:start], str(getattr(rules.cards[match.id], "kind", ""))
    return "", ""


def _by_kinds(form: Form) -> Mapping[str, Sequence[str]]:
    """The cards that the file names, by their kinds."""
    rules, found = ruleset(form.game), dict[str, dict[str, None]]()
    for name in _names_on_the_table(form):
        match = rules.names.resolve(name)
        if isinstance(match, Match) and match.id in rules.cards:
            card = rules.cards[match.id]
            found.setdefault(str(getattr(card, "kind", "")), {})[card.name] = None
    return {kind: tuple(names) for kind, names in found.items()}


def _names_on_the_table(form: Form) -> Iterator[str]:
    for field in form.filling.asked():
        answer = form.filling.answer(field)
        if field.shape in ("pairs", "counts") and isinstance(answer, Mapping):
            yield from answer
            yield from (each for each in answer.values() if isinstance(each, str))
        elif field.shape in ("places", "cards", "counts"):
            listed = form.filling.listed(field)
            yield from (split_count(each)[1] for each in listed if isinstance(each, str))


def _deeds(form: Form, position: Position) -> Iterator[str]:
    """What is legal, and what is refused; and of everybody in a place what is done to enemies."""
    with suppress(TsolveError), allow(FREE):
        here = as_played(position)
        yield from (each.text for each in here.legal(here.state))
        yield from (each.action for each in here.game.refusals(here.state))
    with suppress(UnsupportedError):
        deed = module(form.game).asking(ruleset(form.game)).against
        held = (each for each in form.filling.asked() if each.shape in ("places", "pairs"))
        for field in held:
            answer = form.filling.answer(field)
            names = answer.values() if isinstance(answer, Mapping) else form.filling.listed(field)
            there = (each for each in names if isinstance(each, str) and each not in field.words)
            yield from (f"{deed} {each}" for each in there)


def _in_turns(texts: Iterable[str]) -> Iterator[str]:
    """The texts in another order: one of each beginning, then the next of each."""
    groups: dict[str, list[str]] = {}
    for each in texts:
        groups.setdefault(each.partition(" ")[0], []).append(each)
    for row in zip_longest(*groups.values()):
        yield from (each for each in row if each is not None)
