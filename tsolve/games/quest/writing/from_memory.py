"""Names as somebody remembers them: `Big Rat` for the only Monster with that word, `Thunderstone Splinter`
among the cards that everybody starts with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tsolve.diagnostics import Hint, did_you_mean
from tsolve.games.quest.cards import Card
from tsolve.rules.names import Match, words
from tsolve.rules.near_names import near_cards
from tsolve.rules.ruleset import Ruleset
from tsolve.written.card_names import split_count

_SHORTEST = 3
"""The fewest letters of a word that two names may have in common."""
_MOST = 3
"""The most cards that are named."""


def with_its_last_word(ruleset: Ruleset[Card], name: str, kinds: Sequence[str]) -> str:
    """A hint with the cards of these kinds that have the last word of a name; empty for none or many.

    Only a Monster of The Wilderness may be written in its place: others may be of a box that nobody knows.
    """
    *_, last = words(name) or ("",)
    if len(last) < _SHORTEST or not kinds:
        return ""
    alike = [card for card in ruleset.cards.values() if card.kind in kinds and last in words(card.name)]
    if not 0 < len(alike) <= _MOST:
        return ""
    hint = did_you_mean([card.name for card in alike])
    return hint if all(card.level == 0 for card in alike) else str(hint)


def of_starting_deck(ruleset: Ruleset[Card], name: str, pile: Iterable[str]) -> str:
    """A hint with the card of the starting deck that shares a word with a name, where all others of the pile
    are cards of that deck; else empty.
    """
    from tsolve.games.quest.numbers import load_setup  # only names that nobody knows need it

    start = {card: ruleset.cards[card].name for card in load_setup(ruleset.roots).value.starting_deck}
    others = [text for _, text in (split_count(text, ruleset.names) for text in pile) if text != name]
    known = [meant.id for meant in map(ruleset.names.resolve, others) if isinstance(meant, Match)]
    said = {word for word in words(name) if len(word) >= _SHORTEST}
    shared = [called for called in start.values() if said & {*words(called)}]
    if len(shared) != 1 or not others or len(known) < len(others) or not start.keys() >= {*known}:
        return ""
    near = near_cards(ruleset, name)
    if near.meant and near.meant != shared[0]:
        return did_you_mean([shared[0], near.meant])
    return Hint(f"{did_you_mean(shared)} (a card of the starting deck)", shared[0])
