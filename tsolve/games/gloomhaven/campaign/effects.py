"""What changes in a campaign, with its limits. Nobody loses more than there is. (GH-15.17)"""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.games.gloomhaven.campaign.numbers import Numbers
from tsolve.games.gloomhaven.campaign.state import Character, State
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.model.trace import Trace

LIMITS = ("GH-15.17", "GH-15.25")


def note(trace: Trace | None, subject: str, text: str, rulings: tuple[str, ...]) -> None:
    """Tell something that changes no number."""
    if trace is not None:
        trace.add("happen", subject, rulings, text)


def changed(
    trace: Trace | None,
    subject: str,
    quantity: str,
    before: int,
    after: int,
    rulings: tuple[str, ...],
    text: str = "",
) -> None:
    """Tell a change of a number."""
    if trace is not None:
        trace.add("change", subject, rulings, text, quantity, before, after)


# of one character


def with_gold(
    state: State,
    who: Character,
    change: int,
    rulings: tuple[str, ...],
    trace: Trace | None,
    text: str,
) -> State:
    """Gold gained or lost by what `text` says, never below 0; unknown gold stays unknown."""
    if who.gold is None:
        note(trace, who.name, f"{text}: {change:+} gold", rulings)
        return state
    after = max(who.gold + change, 0)
    if after != who.gold + change:
        rulings, text = (*rulings, *LIMITS), f"{text}, and nobody loses more than there is"
    changed(trace, who.name, "gold", who.gold, after, rulings, text)
    return state.with_character(replace(who, gold=after))


def with_experience(
    table: Table,
    state: State,
    who: Character,
    change: int,
    rulings: tuple[str, ...],
    trace: Trace | None,
    text: str,
) -> State:
    """Experience gained or lost, never below the minimum of the level."""
    least = table.numbers.least_experience(who.level)
    after = max(who.experience + change, min(least, who.experience))
    if after != who.experience + change:
        rulings, text = (
            (*rulings, "GH-15.17"),
            f"{text}, never below {least}, the minimum of level {who.level}",
        )
    changed(trace, who.name, "experience", who.experience, after, rulings, text)
    return state.with_character(replace(who, experience=after))


def with_checkmarks(
    table: Table, state: State, who: Character, change: int, rulings: tuple[str, ...], trace: Trace | None
) -> State:
    """Checkmarks gained or lost: every third gives a perk at once, and no perk is ever lost."""
    numbers = table.numbers
    before = numbers.perks_for(who.checkmarks)
    kept = before * numbers.checkmarks.per_perk
    after = min(max(who.checkmarks + change, kept), numbers.most_checkmarks)
    text = ""
    if after > who.checkmarks + change:
        rulings, text = (*rulings, *LIMITS), "no perk is ever lost"
    elif after < who.checkmarks + change:
        rulings = (*rulings, "GH-15.11")
        text = f"at most {numbers.checkmarks.most_perks} perks come from checkmarks"
    changed(trace, who.name, "checkmarks", who.checkmarks, after, rulings, text)
    who = replace(who, checkmarks=after)
    gained = numbers.perks_for(after) - before
    if gained:
        perks = perks_of(numbers, who)
        changed(trace, who.name, "perks", perks - gained, perks, ("GH-15.11",))
    return state.with_character(who)


def perks_of(numbers: Numbers, who: Character) -> int:
    """All perks of a character: one for each level after the first, those of checkmarks, and those of
    retired characters. (GH-15.4, GH-15.11, GH-15.16)
    """
    return who.level - 1 + numbers.perks_for(who.checkmarks) + who.perks_before


# of the party and the city


def with_reputation(
    table: Table, state: State, change: int, rulings: tuple[str, ...], trace: Trace | None
) -> State:
    """Reputation gained or lost within its track, and what it opens. (GH-15.6, GH-15.19, GH-15.23)"""
    track = table.numbers.reputation
    after = min(max(state.reputation + change, track.lowest), track.highest)
    if after != state.reputation + change:
        rulings = (*rulings, "GH-15.6")
    changed(trace, "", "reputation", state.reputation, after, rulings)
    before, state = state.reputation, replace(state, reputation=after)
    for each in table.numbers.reputation_opens:
        if _reached(after, each.at) and not _reached(before, each.at):
            state = opened(state, each.opens, ("GH-15.19",), trace)
            state = with_events(state, each.city_event, each.road_event, ("GH-15.23",), trace)
    return state


def _reached(reputation: int, at: int) -> bool:
    return reputation >= at if at > 0 else reputation <= at


def with_prosperity(
    table: Table, state: State, change: int, rulings: tuple[str, ...], trace: Trace | None
) -> State:
    """Checks of prosperity gained or lost, never below the level that is reached. (GH-15.9, GH-15.17)"""
    numbers = table.numbers
    level = numbers.prosperity_level(state.prosperity)
    least = numbers.prosperity[level - 1]
    after = max(state.prosperity + change, least)
    text = ""
    if after != state.prosperity + change:
        rulings, text = (*rulings, "GH-15.17"), f"never below {least}, the minimum of level {level}"
    changed(trace, "", "prosperity checks", state.prosperity, after, rulings, text)
    reached = numbers.prosperity_level(after)
    if reached != level:
        changed(trace, "", "prosperity", level, reached, ("GH-15.9", "GH-15.8"), "new items are on sale")
    return replace(state, prosperity=after)


def opened(state: State, what: str, rulings: tuple[str, ...], trace: Trace | None) -> State:
    """A box or an envelope is opened, where it is not open yet."""
    if not what or what in state.opened:
        return state
    note(trace, "", f"open the {what}", rulings)
    return replace(state, opened=(*state.opened, what))


def with_events(state: State, city: int, road: int, rulings: tuple[str, ...], trace: Trace | None) -> State:
    """Cards added to the event decks; 0 for none. (GH-15.24)"""
    if city:
        note(trace, "", f"city event {city} is shuffled into its deck", rulings)
        state = replace(state, city_events=state.city_events.with_card(city))
    if road:
        note(trace, "", f"road event {road} is shuffled into its deck", rulings)
        state = replace(state, road_events=state.road_events.with_card(road))
    return state
