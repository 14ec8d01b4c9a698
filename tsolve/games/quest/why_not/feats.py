"""What was done in a turn, as the table and the results of the turn show it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from tsolve.games.quest.actions import (
    Action,
    Battle,
    Buy,
    BuyToken,
    Destroy,
    Enter,
    Give,
    Heal,
    LevelUp,
    Move,
    Visit,
)
from tsolve.games.quest.answers import NONE, GiveUp
from tsolve.games.quest.judging.figures import visits_village
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import ANYBODY, State

Feat: TypeAlias = tuple[str, Any]
"""What is done: a word for it, and to what."""
ANY_CARD: Feat = ("buy a card", "")
VILLAGE: Feat = ("visit the Village", "")
CARDS = ("buy", "buy a card")
BOUGHT = (*CARDS, "buy token")
COUNTED = (*BOUGHT, "heal", "level up", "become", "destroy")
"""What is counted; everything else is so at a time."""
_IN_THE_DUNGEON = ("dungeon", "moving", "battle", "spoils")


def feats_of(position: QuestPosition, text: str, action: Action) -> tuple[Feat, ...] | None:
    """What a step does that the table shows later; None for a step of which it does not."""
    cards = position.state.laid_out
    match action:
        case Buy(card):
            return (("buy", card),)
        case BuyToken(token):
            return (("buy token", token),)
        case Heal(card) if card < 0:
            return (("heal", ""),)
        case LevelUp(hero, into):
            rises: Feat = ("level up", cards[hero])
            is_named = re.search(r"\b(?:to|into) ", text) is not None
            return (rises, ("become", into)) if is_named else (rises,)
        case Destroy(card) | GiveUp(card) if re.match("destroy", text, re.IGNORECASE):
            return (("destroy", cards[card]),)
        case Give(card, hero):
            return (("give", (cards[card], hero)),)
        case Move(room, 0):
            return (("reach", room),)
        case Visit(location, ""):
            return (("visit", location),)
        case Battle():
            return (("battle", ANYBODY),)
        case Enter():
            return (("enter", ""),)
    return None


def amount(state: State, feat: Feat) -> int:
    """How often this was done by now."""
    what, which = feat
    tally = state.tally
    match what:
        case "buy":
            return tally.gained.count(which) - tally.became.count(which)
        case "buy a card":
            return len(tally.gained) - len(tally.became) - tally.rewards.count("treasure")
        case "buy token":
            return tally.tokens_gained.count(which) - tally.rewards.count(which)
        case "heal":
            return tally.healed
        case "level up":
            return tally.levelled.count(which)
        case "become":
            return tally.became.count(which)
        case "destroy":
            return tally.destroyed.count(which)
        case "reach":
            return int(which in state.path or (state.phase in _IN_THE_DUNGEON and state.me.room == which))
        case "pass":
            return int(which in state.path and state.me.room != which)
        case "visit":
            return int(which == state.me.location)
        case "visit the Village":
            return int(visits_village(state) and not state.for_village)
        case "enter":
            return int(state.phase in _IN_THE_DUNGEON)
        case "battle":
            return int(bool(tally.outcome) and which.was_battled(state))
        case "end in":
            return int(turn_over(state) and standing(state) == which)
        case "end elsewhere":
            return int(turn_over(state) and standing(state) != which)
        case "defeat":
            return int(tally.outcome == "won" and which.was_battled(state))
    return 0


def armed(state: State, gifts: Sequence[Feat]) -> bool:
    """Whether Heroes have all these cards at once: those that are given to one Hero, one of them has."""
    wanted: dict[int, list[str]] = {}
    for _, (card, hero) in gifts:
        wanted.setdefault(hero, []).append(card)
    held = {
        place: Counter(each.card for each in state.laid if each.bearer == place and not each.gone)
        for place in state.present()
    }
    heroes = [(state.laid[hero].card, Counter(cards)) for hero, cards in wanted.items() if state.laid]
    return len(heroes) == len(wanted) and _has_each(state, heroes, held)


def _has_each(
    state: State, heroes: Sequence[tuple[str, Counter[str]]], held: Mapping[int, Counter[str]]
) -> bool:
    """Whether different Heroes, each such a card, have these cards."""
    if not heroes:
        return True
    (hero, cards), *others = heroes
    fitting = [place for place, has in held.items() if state.laid[place].card == hero and cards <= has]
    return any(
        _has_each(state, others, {at: has for at, has in held.items() if at != place}) for place in fitting
    )


def standing(state: State) -> str:
    """The room or the Location where the Champion is, by id."""
    me = state.me
    return me.location if me.room == NONE else state.rooms[me.room].card
