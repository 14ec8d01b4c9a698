"""What a file must tell so that a round can be played from it. (GH-2.2 to GH-2.4)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.character_cards import CharacterCard
from tsolve.games.gloomhaven.script import Script
from tsolve.games.gloomhaven.state import Figure, State
from tsolve.games.gloomhaven.writing.position_file import PositionFile
from tsolve.source.decode import Decoded
from tsolve.source.words import joined


def check_round(
    decoded: Decoded[PositionFile],
    state: State,
    script: Script,
    of_types: Mapping[str, int | None],
    cards: Mapping[tuple[str, str], CharacterCard],
    fresh: Mapping[str, tuple[str, ...]],
    found: Diagnostics,
) -> None:
    """Whoever has still a turn needs an initiative, or a card or a deck that brings one; a character the
    cards that it plays or chooses from.

    `of_types` are the initiatives of the types that have an ability card, `fresh` the decks of the ruleset.
    """
    span = decoded.span("until")
    begun = decoded.value.turn is not None
    decks = {deck.group for deck in state.abilities} | {type_ for type_, ids in fresh.items() if ids}
    known: set[str] = set()
    for figure in _to_act(state, script):
        who = figure.name if figure.kind == "character" else figure.group
        if who in known:
            continue
        known.add(who)
        if figure.kind != "character":
            comes = who in decks and not (begun and state.on_map(figure.name))
            if of_types.get(who) is None and not comes:
                message = f"the round is played, and the initiative of {who} is not given"
                card = f"ability_cards: {{{who}: {{initiative: 20, do: [move +0, attack +0]}}}}"
                help_ = f"write it: `{card}`, or `ability_decks: {{{who}: standard}}` to draw it"
                found.report("E210", message, span, help_)
            continue
        held = state.cards_of(who)
        if held is None or not any((held.plays, held.hand, held.discarded, held.lost, held.active)):
            message = f"the round is played, and the cards of {who} are not given"
            help_ = "write `plays` and `cards`, or `acted: true` if its turn is over"
            found.report("E210", message, span, help_)
        elif held.plays or figure.rests or begun:
            if not figure.rests and figure.initiative is None:
                message = f"the round is played, and the initiative of {who} is not given"
                found.report("E210", message, span, "write it: `initiative: 20`")
        else:
            _check_choice(who, held.hand, cards, decoded, found)


def _check_choice(
    who: str,
    hand: tuple[str, ...],
    cards: Mapping[tuple[str, str], CharacterCard],
    decoded: Decoded[PositionFile],
    found: Diagnostics,
) -> None:
    """A character that chooses its cards needs the initiative of each."""
    facts = {name: cards.get((who, name)) for name in hand}
    without = [name for name, card in facts.items() if card is None or card.initiative is None]
    if without:
        message = f"{who} chooses its cards, and the initiative of {joined(without)} is not given (GH-2.2)"
        help_ = f"write it in `cards`: `{without[0]}: {{initiative: 20, top: [attack 2], bottom: [move 2]}}`"
        found.report("E210", message, decoded.span("characters", who), help_)


def _to_act(state: State, script: Script) -> Iterator[Figure]:
    """The figures that have or may have a turn in the round."""
    coming = chain(
        (figure for room in script.rooms for figure in room.figures),
        (figure for event in script.events if event.plate is not None for figure in event.figures),
    )
    for figure in chain(state.figures, coming):
        if not (figure.acted or figure.new or figure.kind in ("object", "summon")):
            yield figure
