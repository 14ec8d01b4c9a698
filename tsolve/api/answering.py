"""Whatever is asked in one line: about a position that the line describes, about the rules, a card, a number
of the rules, or about a position file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from functools import cache

from msgspec.structs import replace

from tsolve.api import lookups
from tsolve.api.asking import judged
from tsolve.api.finding import ruling
from tsolve.api.game_meant import likely_games, named_in
from tsolve.api.games import cite, games, module, ruleset, usual_game
from tsolve.errors import InputError, Span, UnknownNameError, UnsupportedError, UsageError
from tsolve.model.asked import AnyAsked, LookedUp, Worked
from tsolve.model.lookups import CardAnswer
from tsolve.rules.in_english import in_english
from tsolve.rules.names import words
from tsolve.rules.searching import is_idle, stem
from tsolve.source.tree import joined
from tsolve.written.asking import IN_PART, WorkedOut
from tsolve.written.kinds_of_question import card_asked, is_for_advice, is_sentence
from tsolve.written.lexing import AGAINST
from tsolve.written.question import ACTS_ITSELF

_NO_ADVICE = (
    "what is wise to do is no question of rules: ask whether something is possible, for a card or a rule, or "
    "what it is worth in a position: `tsolve solve FILE` finds the best play, `tsolve odds --with NAME FILE` "
    "compares decks"
)
_WAYS = (
    "name cards and what they do, `2 NAME, NAME vs NAME`, or ask about a file, `tsolve ask FILE QUESTION`; "
    "`tsolve rule` and `tsolve card` look words up"
)
_UNKNOWN_NAME = "E302"
_LIKE = 0.82
"""How similar a word must be to one of a name to be a slip."""
_SHORTEST = 4
_LONGEST_NAME = 5
"""The most words of a name."""
_VERSUS = tuple(each for each in AGAINST if each.startswith("v"))


def ask(
    question: str,
    game: str | None = None,
    printing: str | None = None,
    interpretations: Mapping[str, str] | None = None,
    time_limit: float | None = None,
    depends: bool = False,
    weighed: bool = False,
) -> AnyAsked:
    """The answer to a question of one line: about a position, judged like a file that says the same, or about
    the rules or a card.

    Args:
        question: such as `CARD, 2 CARD against CARD`, with names in any language of the ruleset.
        game: the id of a ruleset; None for the usual one, or else the only other one with these names.
        printing, interpretations: how the rules are read, as in `load`.
        time_limit: as in `check`.
        depends: whether to look at other readings, too.
        weighed: whether to say which rules decide, too.

    Raises:
        InputError: something is not understood, with its place in the question.
        UsageError: it asks for advice.
        UnsupportedError: the game has no questions of this kind.
    """
    line = " ".join(question.split())
    if (card := _of_card(line, game, printing, interpretations)) is not None:
        return card
    if is_for_advice(line):
        raise UsageError(_NO_ADVICE)
    try:
        return judged(line, game, printing, interpretations, time_limit, depends, weighed)
    except InputError as error:
        if (worked := _worked(line, game)) is not None:
            return worked
        if (translated := _of_another_language(line, game)) is not None:
            return translated
        if not _is_about_rules(line, error, game):
            raise
        note = next((each.help for each in error.diagnostics if each.message == ACTS_ITSELF), "")
    except UnsupportedError:
        if not is_sentence(line):
            raise
        note = ""
    return (None if note else _of_fact(line, game)) or about_rules(line, game, note)


def rule_or_card(question: str, game: str, note: str = "") -> LookedUp:
    """The card or the rules of a game that a question is about. Raises UsageError."""
    if (card := _of_card(question, game, None, None) or _of_fact(question, game)) is not None:
        return card
    if (translated := _of_another_language(question, game)) is not None:
        return replace(translated, note=note)
    return about_rules(question, game, note)


def _of_another_language(question: str, game: str | None) -> LookedUp | None:
    """The card or the rules that a question in another language of the games is about. Raises UsageError
    where too little of it is understood.
    """
    known = {each: in_english(question, ruleset(each).names) for each in _usual_first(game)}
    read = {each: found for each, found in known.items() if found is not None}
    if not read:
        return None
    best = max(each.share for each in read.values())
    asked, found = next((game, each) for game, each in read.items() if each.share == best)
    for each in likely_games(found.text) if game is None else ():
        if each in read and read[each].share == best:
            asked, found = each, read[each]
            break
    if not found.is_understood:
        unknown = joined(f'"{word}"' for word in found.unknown) or "what it is about"
        raise UsageError(f'"{question}" is not understood: not {unknown}; ask in English, or {_WAYS}')
    answer = _of_fact(found.text, asked) or about_rules(found.text, asked)
    said = f"in English about `{found.text}`"
    left = [f"without {joined(found.unknown)}"] if found.unknown else []
    return replace(answer, question=question, read_as=(said, *left, *answer.read_as))


def about_rules(question: str, game: str | None, note: str = "") -> LookedUp:
    """The rules that answer a question best, of the game that it sounds like. Raises UnknownNameError."""
    asked = (game,) if game is not None else likely_games(question)
    try:
        found = lookups.rules_about(question, asked)
    except UnknownNameError:
        raise UsageError(f'"{question}" is not understood, and no rule is about it; {_WAYS}') from None
    entry = ruling(ruleset(found.game), found.found[0].id)
    text = " ".join(entry.text.split()) if entry is not None else ""
    titles = ", ".join((found.title, *(each.title for each in found.elsewhere)))
    told = [f"a question about the rules ({titles}); these answer best"]
    if game is None:
        told.append("--game names the game" if found.elsewhere else "--game names another game")
    return LookedUp(question, tuple(told), found, text, note)


def _of_card(
    question: str, game: str | None, printing: str | None, interpretations: Mapping[str, str] | None
) -> LookedUp | None:
    """The card whose name stands in a question about what it does or costs, or alone."""
    name = card_asked(question) or question.strip(" ?!.\"'")
    if len(name.split()) > _LONGEST_NAME:
        return None
    known = [each for each in _usual_first(game) if _called(each, name)]
    for each in known[:1]:
        with suppress(UsageError, InputError):
            found = lookups.card(_called(each, name), each, printing, interpretations)
            return _of_found(question, found, each, known[1:])
    return None


def _usual_first(game: str | None) -> tuple[str, ...]:
    return (game,) if game is not None else tuple(sorted(games(), key=lambda each: each != usual_game()))


def _called(game: str, name: str) -> str:
    """The name by which a game knows a card, also as a plural; empty where it does not."""
    known = ruleset(game).names
    return next((each for each in (name, name.removesuffix("s")) if known.knows(each)), "")


def _of_found(question: str, found: CardAnswer, game: str, others: Sequence[str]) -> LookedUp:
    told = [f"a question about the card {found.name} of {ruleset(game).title}"]
    if others:
        told.append(f"{joined(ruleset(each).title for each in others)} has one, too")
        told.append(f"--game {others[0]}")
    return LookedUp(question, tuple(told), found)


def _of_fact(question: str, game: str | None) -> LookedUp | None:
    """The only card that a question names, if that tells all that the question speaks of."""
    for each in (game,) if game is not None else likely_games(question):
        named = named_in(ruleset(each), question)
        if len(named) != 1:
            continue
        with suppress(UsageError, InputError):
            found = lookups.card(named[0], each)
            said = {*map(stem, words(f"{found.name} {named[0]} {_text_of(found)}")), *_OF_FACTS}
            if all(stem(word) in said for word in words(question) if not is_idle(word)):
                return _of_found(question, found, each, ())
    return None


def _text_of(card: CardAnswer) -> str:
    """All that a card tells, in one text."""
    facts = (f"{fact.name} {fact.value}" for fact in card.facts)
    ruled = card.ruling.text if card.ruling is not None else ""
    return " ".join((*card.sorts, *facts, *(effect.text for effect in card.effects), ruled))


_OF_FACTS = frozenset(
    map(stem, ("card", "cost", "hit", "kind", "level", "points", "price", "type", "victory", "worth"))
)
"""Words of questions about facts, by their stems, which a card need not say itself."""


def _worked(question: str, game: str | None) -> Worked | None:
    """A number that the rules of the game give, or of the only game that has such numbers."""
    likely = likely_games(question) if game is None else (game,)
    others = games() if game is None and not is_sentence(question) else ()
    unclear: list[InputError] = []
    for each in dict.fromkeys((*likely, *others)):
        with suppress(UnsupportedError), _kept(unclear):
            if (found := module(each).asking(ruleset(each)).worked_out(question)) is not None:
                answer = worked(question, each, found)
                told = answer.read_as if game is not None else (answer.game, *answer.read_as)
                return replace(answer, read_as=told)
    if unclear:
        raise unclear[0]
    return None


def worked(question: str, game: str, found: WorkedOut) -> Worked:
    """A number that the rules of a game give, with what is cited."""
    rules = ruleset(game)
    cited = cite(rules, found.rulings)
    return Worked(question, rules.title, found.text, found.sum, found.rulings, found.told, cited)


@contextmanager
def _kept(errors: list[InputError]) -> Iterator[None]:
    """What is unclear to one game may be clear to another."""
    try:
        yield
    except InputError as error:
        errors.append(error)


def _is_about_rules(question: str, error: InputError, game: str | None) -> bool:
    """Whether a line that is no position asks about the rules: a sentence without misspelt names."""
    if not is_sentence(question) or re.search(rf"\b(?:{'|'.join(_VERSUS)})\b", question, re.IGNORECASE):
        return False
    if any(each.message.startswith(IN_PART) for each in error.diagnostics):
        return False
    unknown = (each for each in error.diagnostics if each.code == _UNKNOWN_NAME and each.span is not None)
    asked = (game,) if game is not None else games()
    return not any(_is_slip(word, asked) for each in unknown for word in _unknown(each.span, question))


def _unknown(span: Span | None, question: str) -> tuple[str, ...]:
    """The words of a question that no name has."""
    if span is None:
        return ()
    line = " ".join(question.split())
    return words(line[span.column - 1 : span.end_column - 1])


def _is_slip(word: str, asked: Sequence[str]) -> bool:
    """Whether a word is none of the rules, but much like a word of a name."""
    if len(word) < _SHORTEST or any(ruleset(each).searching.says(word) for each in asked):
        return False
    return any(get_close_matches(word, _words_of_names(each), n=1, cutoff=_LIKE) for each in asked)


@cache
def _words_of_names(game: str) -> tuple[str, ...]:
    spelled = ruleset(game).names.cards.spellings.values()
    return tuple({word for name in spelled for word in words(name) if len(word) >= _SHORTEST})
