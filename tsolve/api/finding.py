"""Finds the rulings that a text names or is about, in one ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from tsolve.errors import InputError
from tsolve.regex import Regex
from tsolve.rules.in_english import in_english
from tsolve.rules.names import Match, NameIndex, words
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.rules.rulings import Entry
from tsolve.rules.searching import Found

_ID = Regex(r"[A-Za-z]+-[0-9.]+|(?:card|key|term)\.\S*|\w*_\w*")


def ruling(rules: Ruleset[CardFacts], wanted: str) -> Entry | None:
    """The ruling with this id, with or without the sort before its point or the game before its number; a
    bare word may be more than the id of a card. A card without a ruling is cited for what it prints.
    """
    of_game = [ruling for ruling in rules.glossary if ruling.partition("-")[2] == wanted]
    for each in (wanted, f"key.{wanted}", *((f"card.{wanted}",) if "_" in wanted else ()), *of_game):
        with suppress(InputError):
            return rules.ruling(each)
    card = rules.cards.get(wanted.removeprefix("card.")) if wanted.startswith("card.") else None
    if card is None:
        return None
    return Entry(wanted, card.name, "It is cited for what the card prints.")


def found_about(rules: Ruleset[CardFacts], wanted: str) -> list[Found]:
    """The rulings that answer a question, the best first. If the text names a ruling or a card, that ruling
    comes before them.
    """
    if _ID.fullmatch(wanted):
        return []
    if (entry := ruling(rules, wanted)) is not None:
        others = [each for each in rules.searching.find(wanted) if each.entry is not entry]
        return [Found(entry, entry.text), *others]
    if (asked := in_english(wanted, rules.names)) is not None and asked.is_understood:
        return rules.searching.find(asked.text)
    match = rules.names.resolve(wanted)
    if not isinstance(match, Match):
        by_term = [] if rules.searching.coverage(wanted) else _found_by_term(rules, wanted)
        return by_term or rules.searching.find(wanted)
    own = rules.glossary.get(f"card.{match.id}")
    others = [each for each in rules.searching.find(_name(rules, match.id)) if each.entry is not own]
    return [*([Found(own, own.text)] if own is not None else []), *others]


def _found_by_term(rules: Ruleset[CardFacts], wanted: str) -> list[Found]:
    """The rulings about the terms that a question says in another language of the ruleset."""
    terms = list(_terms(rules.names.words, words(wanted)))
    return rules.searching.find(" ".join(terms).replace("_", " ")) if terms else []


def _terms(known: NameIndex, asked: Sequence[str]) -> Iterator[str]:
    """The terms among these words, the longest first where several begin with the same word."""
    while asked:
        lengths = range(min(len(asked), _MOST_WORDS_OF_A_TERM), 0, -1)
        length = next((each for each in lengths if known.knows(" ".join(asked[:each]))), 0)
        if length and isinstance(term := known.resolve(" ".join(asked[:length])), Match):
            yield term.id
        asked = asked[length or 1 :]


_MOST_WORDS_OF_A_TERM = 4


def _name(rules: Ruleset[CardFacts], card: str) -> str:
    return (rules.cards.get(card) or rules.absent[card]).name
