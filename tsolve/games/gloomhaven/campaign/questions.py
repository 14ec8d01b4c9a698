"""CampaignFacts asked for by name and subject: of the party, of a character, or of a step."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.diagnostics import Span, input_error
from tsolve.games.gloomhaven.campaign.facts import Found, fact_of_character, fact_of_party
from tsolve.games.gloomhaven.campaign.files import OWN
from tsolve.games.gloomhaven.campaign.reading import Reader
from tsolve.games.gloomhaven.campaign.rules import Campaign
from tsolve.games.gloomhaven.campaign.state import State
from tsolve.model.trace import Entry, Trace


def fact(
    game: Campaign,
    state: State,
    name: str,
    of: str | None,
    span: Span | None,
    entries: Iterable[Entry] = (),
) -> Found:
    """The fact `name` of the subject `of`: of a character, or of what a step costs or comes to. Without a
    subject it is of the party, or of its only character.

    Raises InputError for a subject that is neither, and where one is missing or too much.
    """
    table = game.table
    if of is None:
        if name == "price":
            raise input_error("E310", "a price is that of a step", span, "of: NAME buys ITEM at 30")
        if name not in OWN:
            return fact_of_party(table, state, name, entries)
        if len(state.characters) != 1:
            raise input_error("E310", f"`{name}` is that of one character", span, "say `of: NAME`")
        return fact_of_character(table, state.characters[0], name, entries)
    character = state.character(of)
    if character is None:
        return _of_step(game, state, name, of, span)
    if name not in OWN:
        raise input_error("E310", f"a character has no `{name}`", span, "leave `of` out, or name a step")
    return fact_of_character(table, character, name, entries)


def _of_step(game: Campaign, state: State, name: str, of: str, span: Span | None) -> Found:
    """What a step costs, or comes to for whoever takes it."""
    action = Reader(game.table, state, span, asks=True).read(of)
    if name == "price":
        price = action.price(game.table, state)
        if price is None:
            return Found(None, unknown=f'"{of}" has no price')
        return Found(price.total, price.calculation())
    refusal = game.why_not(state, action)
    if refusal is not None and not action.is_told_anyway:
        return Found(None, unknown=f"it is not legal: {refusal.reason}")
    trace = Trace()
    after = action.done(game.table, state, trace)
    if name not in OWN:
        return fact_of_party(game.table, after, name, trace.entries)
    who = after.character(action.whose)
    if who is None:
        raise input_error("E310", f'"{of}" is about no single character', span, "name a character")
    return fact_of_character(game.table, who, name, trace.entries)
