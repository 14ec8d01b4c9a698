"""Several steps in one text about what can be done in a turn: `buy Maul and a Potion`, `level up both
Adventurers`, `buy Maul, then destroy Dagger`. Each part is a step in the words of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from tsolve.cardkit.forms import plain_step
from tsolve.diagnostics import counted
from tsolve.games.quest.cards import Card
from tsolve.games.quest.state import State
from tsolve.regex import Regex
from tsolve.rules.card_facts import singulars
from tsolve.rules.names import Match, squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.tree import joined
from tsolve.written.card_names import CARDINALS

_THEN = Regex(r",? (?:and )?then |, and afterwards ", re.IGNORECASE)
_AND = Regex(r",? and |, ", re.IGNORECASE)
_NUMBER = "|".join((*CARDINALS, r"\d{1,2}"))
_ALL = Regex(
    rf"(?P<before>.+? )(?P<word>both|all|{_NUMBER})(?: of)?(?: the| my| his| her| our| their)?"
    rf"(?: (?P<number>{_NUMBER}))? (?P<what>[^\W\d_].*?)"
    r"(?P<behind> (?:up|(?:up )?(?:to|into|on|with|for) .+))?",
    re.IGNORECASE,
)
_RECEIVER = Regex(r" (?:to|on|with) ", re.IGNORECASE)
"""Stands before who is given something."""
_BOTH = Regex(" both ", re.IGNORECASE)
_KINDS = {"hero": "hero", "weapon": "weapon", "item": "item", "spell": "spell"}
"""Words for cards of one kind, in the singular."""
_MOST_PARTS, _MOST_JOINTS = 8, 16
"""Steps in one text, and commas and `and`s, of which names have some."""
_VERBS = ("level up", "heal a", "go to", "move to")
"""Beginnings of steps that are more than one word."""

Reads = Callable[[str], bool]
"""Whether a text is a step."""


class Several(NamedTuple):
    """The steps that a text names."""

    steps: tuple[str, ...]
    in_order: bool = False
    """Whether it says that each comes after the one before."""


def several(text: str, ruleset: Ruleset[Card], state: State, reads: Reads) -> Several | None:
    """The steps of a text that names several; None for any other text."""
    plain = plain_step(text)
    if not (_AND.search(plain) or _ALL.fullmatch(plain)):
        return None
    if len(_AND.findall(plain)) > _MOST_JOINTS:
        return None

    @cache  # what stands between two joints is read for each way to put together what stands around it
    def together(said: str) -> Sequence[str]:
        return _together(said, ruleset, state, reads, together)

    parts = [part for part in _THEN.split(plain) if part]
    found = [together(part) for part in parts]
    steps = tuple(chain.from_iterable(found))
    if not all(found) or not 1 < len(steps) <= _MOST_PARTS:
        return None
    if len({*steps}) < len(steps) and len(_RECEIVER.findall(plain)) > 1:
        return None  # one of them twice, or two of them
    return Several(steps, len(parts) > 1)


def _together(
    text: str, ruleset: Ruleset[Card], state: State, reads: Reads, together: Callable[[str], Sequence[str]]
) -> Sequence[str]:
    """The steps of a text that says nothing of their order; none if it is not made of steps. `together` is
    the same of a part of the text.
    """
    if reads(text):
        return [text]
    if (copies := [*_copies(text, ruleset, state)]) and all(map(reads, copies)):
        return copies
    for joint in _AND.finditer(text):
        said, rest = text[: joint.start()], text[joint.end() :]
        begun = next(filter(None, (together(first) for first in _firsts(said, rest))), ())
        if not begun:
            continue
        for further_said in (rest, *(f"{verb} {rest}" for verb in _verbs(said))):
            if further := together(further_said):
                return [*begun, *further]
    return ()


def _firsts(said: str, rest: str) -> Iterator[str]:
    """The first of two steps: as it is said, without a `both` that means the two, or with the receiver who is
    named behind the second: `give A and B to C`.
    """
    bare = _BOTH.sub(" ", said, count=1)
    yield from dict.fromkeys((said, bare))
    if (receiver := _RECEIVER.search(rest)) is not None:
        yield from dict.fromkeys(f"{each}{rest[receiver.start() :]}" for each in (said, bare))


def _verbs(text: str) -> Iterator[str]:
    """The words with which a step begins, the longest first: they are not said again."""
    yield from (verb for verb in _VERBS if text.casefold().startswith(f"{verb} "))
    yield text.partition(" ")[0]


def _copies(text: str, ruleset: Ruleset[Card], state: State) -> Iterator[str]:
    """A step for each of the cards that `both Daggers` or `all three Heroes` are in front of the player."""
    found = _ALL.fullmatch(text)
    if found is None or ruleset.names.knows(found["what"]):
        return
    if found["before"].casefold() == "heal " and found["what"].casefold() in ("wound", "wounds"):
        yield from ["heal a Wound"] * (_wanted(found) or state.me.wounds)
        return
    wanted = _wanted(found)
    is_all = found["word"].casefold() in ("both", "all")
    if found["before"].casefold() in ("buy ", "purchase ") and not is_all:
        yield from [f"{found['before']}{_singular(found['what'], ruleset)}"] * wanted
        return
    cards = cards_meant(found["what"], ruleset, state)
    if is_all and wanted not in (0, len(cards)):
        return  # it is not clear which of them
    if not is_all and (len({*cards}) != 1 or wanted > len(cards)):
        return
    before, behind = found["before"], found["behind"] or ""
    numbers = Counter[str]()
    for card in cards[: wanted or None]:
        numbers[card] += 1
        copy = f" #{numbers[card]}" if _RECEIVER.search(before) else ""  # each of them, not one
        yield f"{before}{ruleset.cards[card].name}{copy}{behind}"


def _singular(words: str, ruleset: Ruleset[Card]) -> str:
    """The name of one card, where these words may name several."""
    return next((word for word in singulars(words) if ruleset.names.knows(word)), words)


def cards_meant(words: str, ruleset: Ruleset[Card], state: State) -> list[str]:
    """The cards in front of the player, or in the hand, that a word for several means: copies of one card,
    levels of a Hero, or all of a kind.
    """
    held = [state.laid[place].card for place in state.present()] if state.laid else [*(state.me.hand or ())]
    for word in singulars(words):
        if kind := _KINDS.get(word.casefold()):
            return [card for card in held if ruleset.cards[card].kind == kind]
        meant = ruleset.names.resolve(word)
        card = meant.id if isinstance(meant, Match) else ""
        alike = [each for each in held if each == card or squash(ruleset.cards[each].title) == squash(word)]
        if alike:
            return alike
    return []


def _wanted(found: re.Match[str]) -> int:
    """How many are named; 0 for all."""
    return 2 if found["word"].casefold() == "both" else _number(found["number"] or found["word"])


def too_few(text: str, ruleset: Ruleset[Card], state: State) -> str:
    """Which cards there are where a text names another number of them; else empty."""
    found = _ALL.fullmatch(plain_step(text))
    cards = cards_meant(found["what"], ruleset, state) if found is not None else []
    if found is None or not cards or [*_copies(plain_step(text), ruleset, state)]:
        return ""
    named = joined(counted(ruleset.cards[card].name for card in cards))
    return f"these are there: {named}; name each that is meant, such as `{found['before']}A and B`"


def _number(text: str) -> int:
    """A number in digits or as a word; 0 for `all`."""
    if text.isdecimal():
        return int(text)
    return CARDINALS.index(text.casefold()) + 1 if text.casefold() in CARDINALS else 0
