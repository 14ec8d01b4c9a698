"""The names of figures: types of monsters with their standee numbers, characters, summons, objects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tsolve.diagnostics import Diagnostics, Span, suggest
from tsolve.games.gloomhaven.cards import Card
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash
from tsolve.source.words import listed, shortened

_NUMBERED = re.compile(r"(?P<type>.*\S)\s+#?(?P<number>[0-9]{1,3})", re.DOTALL)
_MOST_LISTED = 12


class Name(NamedTuple):
    """What a monster's name says: its type in the ruleset, what the type is called, and its number."""

    card: Card | None
    """None for a type that the ruleset does not have."""
    type: str
    """As people call the type, in English where the ruleset has it."""
    number: int
    """0 where the name has none."""

    @property
    def full(self) -> str:
        return f"{self.type} {self.number}" if self.number else self.type


def monster_name(ruleset: Ruleset[Card], text: str) -> Name:
    """What the name of a monster says, in any language of the ruleset."""
    plain = " ".join(text.split())
    match = _NUMBERED.fullmatch(plain)
    type_, number = (match["type"], int(match["number"])) if match else (plain, 0)
    card = type_named(ruleset, type_)
    return Name(card, card.name if card else type_, number)


def type_named(ruleset: Ruleset[Card], text: str) -> Card | None:
    """The type of monsters or the boss that a text names."""
    match = ruleset.names.resolve(text)
    card = ruleset.cards.get(match.id) if isinstance(match, Match) else None
    return card if card is not None and card.monster is not None else None


def near_types(ruleset: Ruleset[Card], text: str) -> str:
    """The types that may be meant by a name that none has, in words; empty where none comes near."""
    from tsolve.rules.languages import ENGLISH, names_in  # only paid for by files with mistakes
    from tsolve.rules.near_names import near, told

    group = ruleset.names.groups.resolve(text)
    types = [card for card in ruleset.cards.values() if card.monster is not None]
    languages = dict.fromkeys((*ruleset.languages(), ENGLISH, *ruleset.names.languages))
    names = (list(names_in(ruleset, types, each, False)) for each in languages)
    return told(near(group.id if isinstance(group, Match) else text, *names), "monsters")


def figure_named(ruleset: Ruleset[Card], text: str, names: Iterable[str]) -> str | None:
    """Which of these figures a text names, in any language of the ruleset; None for none of them."""
    known = list(names)
    for key in (str, squash, lambda name: _meaning(ruleset, name)):
        wanted = key(text)
        for name in known:
            if key(name) == wanted:
                return name
    return None


def find_figure(
    ruleset: Ruleset[Card], text: str, names: Iterable[str], what: str, found: Diagnostics, span: Span
) -> str | None:
    """As `figure_named`, with a report (E314) where nobody of them is meant. `what` they are: a character."""
    known = list(names)
    name = figure_named(ruleset, text, known)
    if name is None:
        help_ = suggest(text, known) or (f"there is {listed(known[:_MOST_LISTED])}" if known else "")
        found.report("E314", f'"{shortened(text)}" is no {what} of this position', span, help_)
    return name


def _meaning(ruleset: Ruleset[Card], text: str) -> str:
    """The name, with a word of another language in English: `Kark` is the Brute."""
    word = ruleset.names.words.resolve(text)
    return squash(word.id if isinstance(word, Match) else monster_name(ruleset, text).full)
