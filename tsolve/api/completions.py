"""What may stand where somebody has begun to write: names of cards, rulings, readings, printings, targets.

Each function gives values with a word about each; `game` None asks every game. Nothing is raised for files
that are missing or broken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from tsolve.api.games import games, module, ruleset
from tsolve.codes import CODES
from tsolve.errors import TsolveError
from tsolve.players import Start, brought, start_of
from tsolve.rules.card_facts import values_of
from tsolve.rules.names import squash, words
from tsolve.rules.near_names import ENGLISH, names_in, players_languages
from tsolve.rules.ruleset import CardFacts, Ruleset

Completion: TypeAlias = tuple[str, str]
"""A value and a word about it, which may be empty."""
Completer: TypeAlias = Callable[[str, str | None], list[Completion]]
"""What completes a text in a game."""

_GAME = re.compile(rb"^game:[ \t]*[\"']?([\w-]+)", re.MULTILINE)
_MOST_READ = 100_000
"""Bytes of a file in which its game is looked for."""


def card_names(text: str, game: str | None = None) -> list[Completion]:
    """The names that begin so, else those with a word that does: in the first language that has any, the
    player's, English, another. English stands beside others. For an empty text the English names of the game.
    """
    if not squash(text):
        return [(card.name, "") for card in ruleset(game).shown.values()]
    for language in _languages(game):
        for begins in (_begins, _holds):
            found = [
                (shown, english and f"= {english}")
                for rules in _rulesets(game)
                for name in names_in(rules, rules.shown.values(), language)
                for shown, _, english in (name.shown.partition(" = "),)
                if begins(shown, squash(text))
            ]
            if found:
                return _once(found)
    return []


def questions(text: str, game: str | None = None) -> list[Completion]:
    """A question of one line whose last name is completed."""
    begin = re.split(
        r"[,;:+&]\s*|\b(?:vs\.?|against|and|with|[0-9]+(?:\s*x)?)\s+", text, flags=re.IGNORECASE
    )[-1]
    before = text[: len(text) - len(begin)]
    return [(before + name, about) for name, about in card_names(begin, game)] if begin else []


def _languages(game: str | None) -> Iterable[str]:
    codes = (code for rules in _rulesets(game) for code in rules.names.languages)
    return dict.fromkeys((*players_languages(), ENGLISH, *codes))


def _begins(name: str, text: str) -> bool:
    return squash(name).startswith(text)


def _holds(name: str, text: str) -> bool:
    return any(word.startswith(text) for word in words(name))


def rulings(text: str, game: str | None = None) -> list[Completion]:
    """The ids of rulings and of open points that begin so, with their titles."""
    return _beginning(
        text,
        (
            (value, entry.title)
            for rules in _rulesets(game)
            for entry in rules.glossary.values()
            for value in (entry.id, entry.id.removeprefix("key."))
        ),
    )


def readings(text: str, game: str | None = None) -> list[Completion]:
    """`KEY=OPTION` for every open point, with its question."""
    return _beginning(
        text,
        (
            (f"{key}={option.id}", point.question)
            for rules in _rulesets(game)
            for key, point in rules.interpretations.items()
            for option in point.options
        ),
    )


def open_points(text: str, game: str | None = None) -> list[Completion]:
    """The keys of open points, with their questions."""
    points = (point for rules in _rulesets(game) for point in rules.interpretations.items())
    return _beginning(text, ((key, point.question) for key, point in points))


def ways_to_read(text: str, game: str | None = None) -> list[Completion]:
    """Open points, readings, and printings as `printing:ID`: what two ways to read the rules differ in."""
    editions = [(f"printing:{edition}", title) for edition, title in printings("", game)]
    return [*open_points(text, game), *readings(text, game), *_beginning(text, editions)]


def printings(text: str, game: str | None = None) -> list[Completion]:
    """The printings, with their titles."""
    known = (edition for rules in _rulesets(game) for edition in rules.printings.values())
    return _beginning(text, ((edition.id, edition.title) for edition in known))


def boxes(text: str, game: str | None = None) -> list[Completion]:
    """The boxes that games are played with."""
    return _beginning(text, ((box, rules.title) for rules in _rulesets(game) for box in rules.boxes))


def game_ids(text: str) -> list[Completion]:
    """The games, with their titles."""
    return _beginning(text, ((rules.id, rules.title) for rules in _rulesets(None)))


def codes(text: str) -> list[Completion]:
    """The codes of diagnostics, with their titles."""
    return _beginning(text, ((code, info.title) for code, info in CODES.items()))


def kinds_of_effects(text: str, game: str | None = None) -> list[Completion]:
    """The kinds of effects of cards and the places where they stand, with what is said of them."""
    from tsolve.api.effects import names

    return _beginning(text, (each for rules in _rulesets(game) for each in names(rules.id).items()))


def example_names(text: str) -> list[Completion]:
    """The positions that come with tsolve."""
    from tsolve.api.shipped import examples

    return _beginning(text, ((each.name, each.about) for each in examples()))


def words_of_cards(field: str) -> Completer:
    """What completes a word by which cards are told apart, such as their kinds."""

    def complete(text: str, game: str | None) -> list[Completion]:
        cards = (card for rules in _rulesets(game) for card in rules.cards.values())
        return _beginning(text, ((word, "") for card in cards for word in values_of(card, field)))

    return complete


def targets(text: str, file: str) -> list[Completion]:
    """What can be aimed at in a position; the names of cards where the file is no position."""
    from tsolve.api.positions import load

    try:
        position = load(file)
    except (TsolveError, OSError):
        return card_names(text, game_of(file))
    return _beginning(text, ((name, "") for name in position.targets_in_sight()))


def player_names(text: str, game: str | None, file: str) -> list[Completion]:
    """The last of some names, with commas between, of players that the program has for the game of a file, or
    for the games that can be set up without a choice.
    """
    done, comma, begun = text.rpartition(",")
    makers = (name for start in _starts(game, file) for name in brought(start).makers)
    return [
        (done + comma + name, about) for name, about in _beginning(begun, ((name, "") for name in makers))
    ]


def _starts(game: str | None, file: str) -> Iterator[Start[Hashable, Hashable]]:
    from tsolve.api.positions import load

    with suppress(TsolveError, OSError):
        yield start_of(load(file))
        return
    for each in games() if game is None else (game,):
        with suppress(TsolveError):
            rules = ruleset(each)
            readings = rules.readings(rules.printing_for(()), {})
            yield module(each).begin(rules, readings, 0, 2, (), {})


def game_of(file: str) -> str | None:
    """The game that a file names, also one that has mistakes; None for another."""
    with suppress(OSError, ValueError), Path(file).open("rb") as content:
        found = _GAME.search(content.read(_MOST_READ))
        wanted = found[1].decode("ascii", "replace").casefold() if found else ""
        return next((game for game in games() if game.casefold() == wanted), None)
    return None


def _rulesets(game: str | None) -> Iterator[Ruleset[CardFacts]]:
    for each in games() if game is None else (game,):
        with suppress(TsolveError):
            yield ruleset(each)


def _beginning(text: str, values: Iterable[Completion]) -> list[Completion]:
    start = text.casefold()
    return _once(each for each in values if each[0].casefold().startswith(start))


def _once(values: Iterable[Completion]) -> list[Completion]:
    found: dict[str, str] = {}
    for value, about in values:
        found.setdefault(value, about)
    return list(found.items())
