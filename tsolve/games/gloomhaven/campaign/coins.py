"""What money tokens bring in gold, in claims: `{gold: 12, of: Scoundrel loots 4 coins}`, `12 gold for 4
coins`; and what can be done with so much gold: `with 20 gold Tinkerer cannot buy Boots of Striding`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.contract.measures import Found
from tsolve.games.gloomhaven.campaign.numbers import Table
from tsolve.games.gloomhaven.campaign.scenario import level_played, value_at_level
from tsolve.games.gloomhaven.campaign.state import State
from tsolve.regex import Regex

COINS = r"(?:(?:money|loot|gold) )?(?:coins?|tokens?)"
_TOKENS = Regex(
    r"(?:(?P<who>.+?)(?:'s| (?:loots?|picks? up|collects?|has|gets?|with|for)) )?"
    rf"(?P<number>\d{{1,3}}) {COINS}",
    re.IGNORECASE,
)
_WITH_GOLD = Regex(r"(?P<query>.+) with (?P<gold>\d{1,4}) gold", re.IGNORECASE)


class Tokens(NamedTuple):
    """So many money tokens, and who has them; empty if that is not said."""

    who: str
    number: int


def tokens_in(text: str) -> Tokens | None:
    """The tokens that a claim about gold names; None for another subject."""
    found = _TOKENS.fullmatch(text)
    return None if found is None else Tokens(found["who"] or "", int(found["number"]))


def gold_for(table: Table, state: State, tokens: Tokens) -> Found:
    """What they bring at the end of the scenario. (GH-14.2)"""
    level = level_played(table, state)
    if level is None:
        return Found(None, unknown="neither a scenario level nor a character is told")
    rate = value_at_level(table, "gold_per_token", level)
    found = rate.times(tokens.number, f"{tokens.number} money tokens", ("GH-14.2",))
    return Found(found.total, found.calculation())


def with_gold(state: State, query: str) -> tuple[State, str]:
    """The position in which somebody has as much gold as a query says, and the rest of the query."""
    found = _WITH_GOLD.fullmatch(query)
    if found is None:
        return state, query
    names = [each for each in state.characters if found["query"].casefold().startswith(each.name.casefold())]
    who = names[0] if names else state.characters[0] if len(state.characters) == 1 else None
    if who is None:
        return state, query
    return state.with_character(replace(who, gold=int(found["gold"]))), found["query"]
