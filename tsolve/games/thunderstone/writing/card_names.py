"""Resolves what a file says about Monsters and their Ranks."""

from __future__ import annotations

from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.target import SPACE_0, Target, split_rank
from tsolve.games.thunderstone.turn.hall import RANKS
from tsolve.rules.ruleset import Ruleset
from tsolve.turns.card_names import resolve


def resolve_target(ruleset: Ruleset[Card], text: str, found: Diagnostics, span: Span | None) -> Target:
    """The Monster that `Nixie`, `Nixie in Rank 3` or `Rank 3` means; reports what `resolve` does, and a Rank
    that the Hall does not have (E314).
    """
    name, rank = split_rank(text)
    if rank not in (SPACE_0, 0, *RANKS):
        found.report("E314", f"the Hall has no Rank {rank}", span, "its Ranks are 1, 2 and 3")
    return Target(resolve(ruleset, name, found, span) if name or not rank else "", rank)
