"""The results of a turn of a scenario that people may name, each declared once. (contract/measures.py)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from tsolve.contract.measures import Found
from tsolve.games.gloomhaven.actions import listed
from tsolve.games.gloomhaven.endurance import rounds_of
from tsolve.games.gloomhaven.figures import Figure, Side
from tsolve.games.gloomhaven.harm import gained_conditions, healed, healed_ones, suffered, taken
from tsolve.games.gloomhaven.round import are_exhausted, how_it_ends, may_be_won
from tsolve.games.gloomhaven.state import Gathered, Held, State
from tsolve.games.gloomhaven.stated import (
    CARDS,
    CONDITIONS,
    EFFECTS,
    ENDING,
    FIGURES,
    FOCUS,
    HEX,
    IS_SO,
    NOBODY,
    STRENGTH,
)
from tsolve.games.gloomhaven.ways import Measure, OfFigures, Way
from tsolve.games.gloomhaven.writing.showing import effect_in_words

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition
    from tsolve.games.gloomhaven.script import Script
    from tsolve.model.facts import Piece


BEFORE_CARDS = ("focus", "end", "attacks", "attacked")
"""Measures of a turn that are known before any modifier card is drawn."""
OF_FIGURES = ("hit_points", "conditions", "places")
"""Measures that do not change for figures that no attack touches."""


# how it is found


def hit_points(state: State, side: Side) -> int:
    """The hit points of all figures of a side together."""
    ours = side == "party"
    return sum(figure.hp for figure in state.figures if (figure.side == "party") == ours)


def monsters_of(script: Script, state: State) -> list[Figure]:
    """The monsters on the map and in rooms that nobody has revealed."""
    figures = (*state.figures, *script.hidden(state))
    return [figure for figure in figures if figure.side != "party"]


def used_slots(state: State) -> int:
    """Slots of items that are used up. (GH-11.8)"""
    return sum(each.times for held in state.held for each in held.used)


def _kept(held: Held) -> int:
    """How many cards of a character are not lost; packs are not its own."""
    return (
        len(held.plays)
        + len(held.hand)
        + len(held.discarded)
        + len(held.active)
        - len(held.doomed)
        - len(held.packs)
        - held.surplus
    )


def _monsters_harmed(position: ScenarioPosition, way: Way) -> int:
    script = position.laid.script
    before, after = (
        sum(each.hp for each in monsters_of(script, state)) for state in (position.laid.state, way.state)
    )
    return before - after


def _monsters_gone(position: ScenarioPosition, way: Way) -> int:
    """The number of monsters that are gone; those behind a closed door are not."""
    script = position.laid.script
    left = {figure.identity for figure in monsters_of(script, way.state)}
    return sum(figure.identity not in left for figure in monsters_of(script, position.laid.state))


def _gained(part: Callable[[Gathered], int]) -> Callable[[ScenarioPosition, Way], int]:
    """What all characters together have gained since the beginning."""

    def gained(position: ScenarioPosition, way: Way) -> int:
        before, after = (sum(map(part, state.gathered)) for state in (position.laid.state, way.state))
        return after - before

    return gained


def each_figure(part: Callable[[Figure], Piece]) -> Callable[[object, Way], Mapping[str, Piece]]:
    """A value for every figure on the map."""
    return lambda _, way: {figure.name: part(figure) for figure in way.state.figures}


def _gathered(part: Callable[[Gathered], int]) -> Callable[[ScenarioPosition, Way], Mapping[str, int]]:
    """A value for every character that has gained anything."""
    return lambda _, way: {each.owner: part(each) for each in way.state.gathered}


def _moved(position: ScenarioPosition, way: Way) -> Found:
    """How far the acting figure has moved."""
    outcome = way.outcome(position)
    if outcome.leaves:
        return Found(None, unknown=f"{outcome.figure} has left the map")
    return Found(outcome.moved, rulings=("GH-3.1",))


def _attacked(position: ScenarioPosition, way: Way) -> Found:
    """Whom the figure attacks whose turn it is."""
    if not position.actor or position.is_round:
        return Found(None, unknown="the file does not ask about the turn of one figure: `turn: NAME`")
    return Found(dict.fromkeys(way.outcome(position).attacks, True))


def _looted(position: ScenarioPosition, way: Way) -> Mapping[str, int]:
    """The money tokens that each character has gained since the beginning, and those that monsters took."""
    before = {each.owner: each.money for each in position.laid.state.gathered}
    gained = {each.owner: each.money - before.get(each.owner, 0) for each in way.state.gathered}
    return {**gained, **taken(way)}


def _pile(name: str, about: str, cards: Callable[[Held], Iterable[str]]) -> Measure[ScenarioPosition]:
    """All cards of characters in one place."""
    return Measure(
        name,
        about,
        lambda _, way: {each.owner: tuple(sorted(cards(each))) for each in way.state.held},
        kind=CARDS,
        whose="characters",
    )


LOST_WITHOUT_CHARACTERS = "lost at the end of this round: all characters are exhausted"


def _ending(position: ScenarioPosition, way: Way) -> Found:
    """How the scenario ends. If only a turn is played, a scenario lost without characters may still be won in
    the rest of the round. (GH-11.10, GH-14.1)
    """
    book, state = position.book, way.state
    found = how_it_ends(book, state) or "open"
    if state.ended == "won" or not are_exhausted(book, state):
        return Found(found)
    unknown = ""
    if not position.is_round and may_be_won(book, state):
        won = listed([each.told for each in book.script.victory])
        unknown = f"{LOST_WITHOUT_CHARACTERS}; but in the rest of it the scenario may be won: {won}"
    return Found(found, unknown=unknown, rulings=("GH-11.10", "GH-14.1"))


MEASURES: OfFigures[ScenarioPosition] = OfFigures(
    Measure(
        "standing",
        "characters that are not exhausted",
        lambda _, way: sum(figure.kind == "character" for figure in way.state.figures),
        unit=("character standing", "characters standing"),
        is_stated=False,
        is_level=True,
    ),
    Measure(
        "focus",
        "the focus; `nobody` where there is none",
        lambda position, way: next(reversed(way.outcome(position).focus), NOBODY),
        kind=FOCUS,
    ),
    Measure(
        "end",
        "the hex in which the figure stops",
        lambda position, way: position.name(way.outcome(position).end),
        kind=HEX,
    ),
    Measure("moved", "how many hexes it enters by its moves", _moved),
    Measure(
        "attacks",
        "whom it attacks; an empty list where it attacks nobody",
        lambda position, way: tuple(sorted(set(way.outcome(position).attacks))),
        kind=FIGURES,
        term="attack",
    ),
    Measure(
        "attacked",
        "whether it attacks figures, whomever else it attacks",
        _attacked,
        kind=IS_SO,
        whose="figures",
    ),
    Measure(
        "advantage",
        "whom it attacks with advantage, which no disadvantage cancels (GH-6.14)",
        lambda position, way: way.outcome(position).drawn_with("advantage"),
        kind=FIGURES,
        rulings=("GH-6.12", "GH-6.14"),
    ),
    Measure(
        "disadvantage",
        "whom it attacks with disadvantage, which no advantage cancels (GH-6.14)",
        lambda position, way: way.outcome(position).drawn_with("disadvantage"),
        kind=FIGURES,
        rulings=("GH-6.13", "GH-6.14"),
    ),
    Measure(
        "hit_points",
        "hit points of figures afterwards, 0 for one that left; in goals those of the party together",
        each_figure(lambda figure: figure.hp),
        as_level=lambda _, way: hit_points(way.state, "party"),
        unit=("hit point", "hit points"),
        formerly=("health",),
        whose="figures",
        is_level=True,
    ),
    Measure(
        "suffered",
        "damage that figures have taken, however much was healed",
        suffered(),
        unit=("damage", "damage"),
        whose="figures",
        rulings=("GH-11.5",),
    ),
    Measure(
        "retaliated",
        "damage that figures have taken by retaliate",
        suffered("retaliate of "),
        whose="figures",
        rulings=("GH-10.7",),
    ),
    *(
        Measure(
            f"{cause}_damage",
            f"damage that figures have taken {by}",
            suffered(note),
            whose="figures",
            rulings=(rule,),
        )
        for cause, note, by, rule in (
            ("trap", "trap", "from traps", "GH-1.7"),
            ("hazard", "hazardous terrain", "from hazardous terrain", "GH-1.8"),
            ("wound", "wound", "from their wounds", "GH-8.6"),
        )
    ),
    Measure(
        "heals",
        "whom heals reach, also where they only remove poison; an empty list for nobody",
        healed_ones,
        kind=FIGURES,
        rulings=("GH-10.8",),
    ),
    Measure(
        "healed",
        "hit points that figures get back by heals",
        healed,
        whose="figures",
        rulings=("GH-8.5", "GH-10.8"),
    ),
    Measure(
        "gained_conditions",
        "conditions that figures get in the turn, also those that they had before",
        gained_conditions,
        kind=CONDITIONS,
        whose="figures",
        rulings=("GH-8.1",),
    ),
    Measure(
        "kills",
        "kills that count for characters (GH-2.11); in goals monsters that have left the map",
        _gathered(lambda each: each.kills),
        as_level=_monsters_gone,
        unit=("kill", "kills"),
        whose="characters",
        is_level=True,
    ),
    Measure(
        "damage",
        "damage that all its attacks deal, also beyond the last hit point; in goals hit points that the"
        " monsters have lost",
        lambda position, way: way.outcome(position).damage,
        as_level=_monsters_harmed,
        is_summed=True,
        is_level=True,
    ),
    Measure(
        "conditions",
        "all conditions of figures afterwards",
        each_figure(lambda figure: tuple(sorted(token.condition for token in figure.tokens))),
        kind=CONDITIONS,
        whose="figures",
        term="condition",
    ),
    Measure(
        "places",
        "where figures stand afterwards",
        lambda position, way: {figure.name: position.name(figure.at) for figure in way.state.figures},
        kind=HEX,
        whose="figures",
    ),
    Measure(
        "effects",
        "all bonuses that last on figures afterwards: `[shield 1]`, `[attack +1]`",
        each_figure(lambda figure: tuple(sorted(map(effect_in_words, figure.effects)))),
        kind=EFFECTS,
        whose="figures",
        term="round_bonus",
    ),
    Measure(
        "elements",
        "how strong elements are afterwards (GH-9.1)",
        lambda _, way: {each.element: each.strength for each in way.state.elements},
        kind=STRENGTH,
        whose="elements",
        term="element",
    ),
    Measure(
        "cards",
        "cards of characters that are not lost",
        lambda _, way: sum(map(_kept, way.state.held)),
        unit=("card", "cards"),
        is_stated=False,
        is_level=True,
    ),
    _pile("hand", "all cards in hand of characters afterwards", lambda held: held.hand),
    _pile("lost", "all lost cards of characters afterwards", lambda held: held.lost),
    _pile("discarded", "all discarded cards of characters afterwards", lambda held: held.discarded),
    _pile("active", "all active cards of characters afterwards", lambda held: held.active),
    Measure(
        "rounds",
        "further rounds in which characters can play two cards, if they rest as late as they can and lose no "
        "other card (GH-2.10)",
        lambda _, way: {each.owner: rounds_of(each) for each in way.state.held},
        whose="characters",
    ),
    Measure(
        "experience",
        "experience of characters afterwards; in goals what all gain together",
        _gathered(lambda each: each.experience),
        as_level=_gained(lambda each: each.experience),
        whose="characters",
        is_level=True,
    ),
    Measure(
        "money",
        "money tokens that characters have looted; in goals those that all loot together",
        _gathered(lambda each: each.money),
        as_level=_gained(lambda each: each.money),
        unit=("money token", "money tokens"),
        formerly=("loot",),
        whose="characters",
        is_level=True,
        term="money_token",
    ),
    Measure(
        "looted",
        "money tokens that figures loot from the beginning on",
        _looted,
        whose="figures",
        rulings=("GH-2.12",),
    ),
    Measure(
        "items",
        "slots of items used; fewer is better",
        lambda position, way: used_slots(way.state) - used_slots(position.laid.state),
        better="less",
        unit=("slot used", "slots used"),
        is_stated=False,
        is_level=True,
    ),
    Measure(
        "scenario",
        "whether a condition is met by which the scenario ends with the round (GH-14.1)",
        _ending,
        kind=ENDING,
    ),
)
