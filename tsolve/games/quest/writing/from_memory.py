"""Names as somebody remembers them: `Big Rat` for the only Monster with that word, `Thunderstone Splinter`
among the cards that everybody starts with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tsolve.diagnostics import Hint, did_you_mean
from tsolve.games.quest.cards import Card
from tsolve.rules.names import words
from tsolve.rules.near_names import near_cards
from tsolve.rules.ruleset import Ruleset
from tsolve.written.card_names import split_count

_SHORTEST = 3
"""The fewest letters of a word that two names may have in common."""


def with_its_last_word(ruleset: Ruleset[Card], name: str, kinds: Sequence[str]) -> str:
    """A hint with the cards of these kinds that have the last word of a name; empty for none, or many."""
    *_, last = words(name) or ("",)
    if len(last) < _SHORTEST or not kinds:
        return ""
    alike = [card.name for card in ruleset.cards.values() if card.kind in kinds and last in words(card.name)]
    return did_you_mean(alike) if 0 < len(alike) <= 3 else ""


def of_starting_deck(ruleset: Ruleset[Card], name: str, others: Iterable[str]) -> str:
    """A hint with the card of the starting deck that a name may mean among others, where all `others` of a
    pile are cards of that deck; else empty.
    """
    if ruleset.names.knows(name):
        return ""
    from tsolve.games.quest.setup import load_setup  # only names that nobody knows need it

    start = {ruleset.cards[card].name for card in load_setup(ruleset.roots).value.starting_deck}
    named = [split_count(text, ruleset.names)[1] for text in others]
    known = [each for text in named if text != name for each in [_name(ruleset, text)]]
    if not known or not set(known) <= start:
        return ""
    near = near_cards(ruleset, name)
    meant = [each for each in near.names if each in start]
    if len(near.names) < 2 or len(meant) != 1:
        return ""
    return Hint(f"{did_you_mean(meant)} (a card of the starting deck)", meant[0])


def _name(ruleset: Ruleset[Card], text: str) -> str:
    meant = ruleset.names.cards.ids.get("".join(words(text)), ())
    return ruleset.cards[meant[0]].name if len(meant) == 1 and meant[0] in ruleset.cards else ""
