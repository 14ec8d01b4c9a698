"""Which game a text is about: the one whose names and rules it sounds like."""

from __future__ import annotations

from contextlib import suppress

from tsolve.api.games import games, ruleset, usual_game
from tsolve.errors import InputError, UsageError
from tsolve.rules.names import squash, words
from tsolve.rules.ruleset import CardFacts, Ruleset
from tsolve.source.project import usual

_SURE = 4.0
"""How much likelier than another game one must be to leave that out: a logarithm, about 50 times."""
_USUAL = 1.2
"""What it counts that a game is the usual one."""
_NAME, _WORD_OF_NAME = 5, 2
"""What a name of a card counts, and each of its words."""
_ONLY_HERE = 3
"""What it counts that the rules of no other game say a word."""
_LONGEST, _SHORTEST = 5, 4
"""The most words of a name that is looked for, and the fewest letters."""


def likely_games(text: str) -> tuple[str, ...]:
    """The games that a text may be about, the likeliest first; one alone if it leaves no doubt, or if the
    project names its game.
    """
    if (chosen := usual().game) is not None:
        return (chosen,)
    scores: dict[str, float] = {}
    for game in games():
        with suppress(UsageError, InputError):
            scores[game] = _likelihood(ruleset(game), text)
    said = {game: ruleset(game).searching.own_words(text) for game in scores}
    for game, own in said.items():
        others = (each for other, each in said.items() if other != game)
        scores[game] += _ONLY_HERE * len(own.difference(*others))
    if usual_game() in scores:
        scores[usual_game()] += _USUAL
    ordered = sorted(scores, key=lambda game: -scores[game])
    return tuple(game for game in ordered if scores[game] > scores[ordered[0]] - _SURE)


def _likelihood(rules: Ruleset[CardFacts], text: str) -> float:
    by_names = sum(_NAME + _WORD_OF_NAME * len(each.split()) for each in named_in(rules, text))
    return rules.searching.likelihood(text) + by_names


def named_in(rules: Ruleset[CardFacts], text: str) -> tuple[str, ...]:
    """The names of cards in a text, as they stand there, the longest first where several begin alike."""
    said = words(text)
    found: list[str] = []
    at = 0
    while at < len(said):
        lengths = range(min(_LONGEST, len(said) - at), 0, -1)
        name = next(filter(None, (_name(rules, " ".join(said[at : at + each])) for each in lengths)), "")
        if name:
            found.append(name)
        at += len(name.split()) or 1
    return tuple(dict.fromkeys(found))


def _name(rules: Ruleset[CardFacts], text: str) -> str:
    """The text, or its singular, if it names a card."""
    known = rules.names.cards.ids
    forms = (text, text.removesuffix("s")) if len(text) >= _SHORTEST else ()
    return next((each for each in forms if squash(each) in known), "")
