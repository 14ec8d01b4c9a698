"""Resolves card names in files: any language, numbered copies, suggestions for unknown names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from tsolve.diagnostics import Diagnostics, Span
from tsolve.rules.names import Ambiguous, Match
from tsolve.rules.ruleset import CardFacts, Ruleset

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COPY = (
    r"(?P<name>.+?)\s*#\s*(?P<number>[0-9]{1,3})"
    rf"|(?:the\s+)?(?:(?P<nth>{'|'.join(_ORDINALS)})|(?P<place>[0-9]{{1,3}})(?:st|nd|rd|th))\s+(?P<behind>\S.*)"
)
_NUMBERED = (
    r"(?P<name>.+?)\s*(?:[x×*]\s*)?\(?(?:no\.?\s*)?(?P<number>[0-9]{1,3})\s*[x×*]?\)?"
    r"|\(?(?P<count>[0-9]{1,3})\s*[x×*]?\)?\s*(?P<behind>.+)"
    rf"|(?P<word>{'|'.join(_CARDINALS)})\s+(?P<after>.+)"
)
"""Forms of a count or of a copy that could be either."""


_MOST_WORDS = 20
"""Words of a name that are looked for in a text."""
_ARTICLES = ("the", "a", "an", "my")


class GroupedCard(CardFacts, Protocol):
    """A card that may belong to a group which people know by name."""

    @property
    def group(self) -> str: ...


def resolve(
    ruleset: Ruleset[GroupedCard], name: str, found: Diagnostics, span: Span | None, otherwise: str = ""
) -> str:
    """The id of the card that `name` means, or an empty string and a report (E302, E303): with what may be
    done `otherwise` where no card has a name near it.
    """
    article, _, behind = name.partition(" ")
    if article.casefold() in _ARTICLES and ruleset.names.knows(behind) and not ruleset.names.knows(name):
        name = behind
    match = ruleset.names.resolve(name)
    if isinstance(match, Match) and match.id in ruleset.absent:
        card = ruleset.absent[match.id]
        message = f'{card.name} belongs to "{card.set}", a box that this game does not use'
        found.report("E312", message, span, "list the boxes of the position under `sets:`")
        return ""
    if isinstance(match, Match):
        return match.id
    if isinstance(match, Ambiguous):
        known = ruleset.listed(match.ids)
        found.report("E303", f'"{name}" names several cards: {known}', span, "write one of these names")
        return ""
    found.report("E302", f'unknown card "{name}"', span, lambda: _written(ruleset, name) or otherwise)
    return ""


def _written(ruleset: Ruleset[GroupedCard], name: str) -> str:
    card, number = _numbered(ruleset, name)
    if card:
        return f'write "{number} x {card}" for that many, "{_nth(number)} {card}" for one of them'
    return meant(ruleset, name)


def meant(ruleset: Ruleset[CardFacts], name: str) -> str:
    """What a name may mean that no card has, in words: a group, or cards with a name near it."""
    if members := [ruleset.cards[card] for card in members_of(ruleset, name)]:
        from tsolve.rules.languages import as_read  # only paid for by files with mistakes

        return f"that is a group; its cards are {', '.join(as_read(ruleset, members))}"
    return ruleset.near_cards(name)


def members_of(ruleset: Ruleset[CardFacts], name: str) -> tuple[str, ...]:
    """The cards of the group that is called so in any language."""
    group = ruleset.names.groups.resolve(name)
    wanted = (group.id if isinstance(group, Match) else name).casefold()
    cards = ruleset.cards.items() if wanted else ()
    return tuple(id_ for id_, card in cards if getattr(card, "group", "").casefold() == wanted)


def split_copy(text: str) -> tuple[str, int]:
    """`second Lamp` and `Lamp #2` as the name and the number of the copy; 0 when none is named."""
    match = re.fullmatch(_COPY, _plain(text), re.IGNORECASE)
    if match is None:
        return text.strip(), 0
    if match["nth"]:
        return match["behind"], _ORDINALS.index(match["nth"].casefold()) + 1
    return match["name"] or match["behind"], int(match["number"] or match["place"])


def copy_named(ruleset: Ruleset[GroupedCard], text: str) -> tuple[str, int]:
    """Like `split_copy`, but a card that is really called `First Aid` is no first copy of anything."""
    return (text.strip(), 0) if ruleset.names.knows(text) else split_copy(text)


def _numbered(ruleset: Ruleset[GroupedCard], text: str) -> tuple[str, int]:
    """A card with a number that could be a count as well as a copy; an empty name for anything else."""
    found = re.fullmatch(_NUMBERED, _plain(text), re.IGNORECASE)
    if found is None:
        return "", 0
    name = found["name"] or found["behind"] or found["after"]
    known = (ruleset.names.resolve(each) for each in (name, name.removesuffix("s"), name.removesuffix("es")))
    match = next((each for each in known if isinstance(each, Match)), None)
    if match is None:
        return "", 0
    number = found["number"] or found["count"] or _CARDINALS.index(found["word"].casefold()) + 1
    return ruleset.listed((match.id,)), int(number)


def _plain(text: str) -> str:
    """The text with single blanks: looking for the end of each run takes the square of its length."""
    return " ".join(text.split())


def _nth(number: int) -> str:
    if 1 <= number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def known_start(ruleset: Ruleset[GroupedCard], text: str) -> str:
    """The words at the beginning of a text that name a card, as many as do.

    Empty when none do, and when only a number follows.
    """
    if _numbered(ruleset, text)[0]:
        return ""
    words = text.split(" ", _MOST_WORDS)
    starts = (" ".join(words[:count]) for count in range(len(words) - 1, 0, -1))
    return next((start for start in starts if ruleset.names.knows(start)), "")


def help_with_card(ruleset: Ruleset[GroupedCard], text: str, verbs: Sequence[str]) -> str:
    """How to begin a step whose text, or what is behind its first word, begins with a card; else empty."""
    whole = (each for each in (text, text.partition(" ")[2]) if ruleset.names.knows(each))
    card = next(whole, "") or known_start(ruleset, text)
    told = ", ".join(f"`{verb} {card}`" for verb in verbs)
    return f"a step begins with what is done, such as {told}" if card else ""
