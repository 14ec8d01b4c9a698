"""What the active cards of a position file bring: bonuses and summons. (GH-10.1, GH-11.2)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Summon
from tsolve.games.gloomhaven.character_cards import CharacterCard, Half
from tsolve.games.gloomhaven.state import Effect, Figure, State
from tsolve.games.gloomhaven.turn.bonuses import effects_of


def with_active_cards(
    state: State, cards: Mapping[tuple[str, str], CharacterCard], notes: list[str]
) -> State:
    """The position in which each active card has its bonus: that which the file writes under `effects` with
    the card as its `source`, else what its text brings to its owner. `notes` says of which nothing is known.
    """
    for held in state.held:
        for name in held.active:
            state = _with_card(state, held.owner, name, _lasting(cards.get((held.owner, name))), notes)
    return state


def _lasting(card: CharacterCard | None) -> Half | None:
    """The half of a card that lasts; None where it is not known which."""
    halves = [half for half in (card.top, card.bottom) if half.lasts] if card is not None else []
    return halves[0] if len(halves) == 1 else None


def _with_card(state: State, owner: str, card: str, half: Half | None, notes: list[str]) -> State:
    figures = tuple(_linked(figure, owner, card, half) for figure in state.figures)
    effects = [
        each for figure in figures for each in figure.effects if (each.owner, each.source) == (owner, card)
    ]
    summons = [figure for figure in figures if (figure.owner, figure.card) == (owner, card)]
    if half is not None and not effects and not summons:
        effects = list(_brought(owner, card, half))
        figures = tuple(
            replace(figure, effects=(*figure.effects, *effects)) if figure.name == owner else figure
            for figure in figures
        )
    if not effects and not summons:
        notes.append(
            f"what the active card {card} of {owner} brings is not known: write it under `effects`, "
            f"`{{ability: shield 1, source: {card}}}`"
        )
    state = replace(state, figures=figures)
    if half is not None:
        return _doomed(state, owner, card) if half.lost else state
    # whether a card shows the loss icon whose text nobody gave is not known: most that stay do
    stays = any(each.lasts == "persistent" for each in effects) or bool(summons)
    return _doomed(state, owner, card) if stays else state


def _doomed(state: State, owner: str, card: str) -> State:
    """The position in which an active card will be lost, not discarded. (GH-10.5)"""
    held = (
        replace(each, doomed=tuple(sorted({*each.doomed, card}))) if each.owner == owner else each
        for each in state.held
    )
    return replace(state, held=tuple(held))


def without_loss_icon(
    state: State, cards: Mapping[tuple[str, str], CharacterCard]
) -> Iterator[tuple[str, str]]:
    """The persistent cards in active areas that show no loss icon, each behind its owner."""
    for held in state.held:
        for name in held.active:
            half = _lasting(cards.get((held.owner, name)))
            if half is not None and half.lasts == "persistent" and not half.lost:
                yield held.owner, name


def _linked(figure: Figure, owner: str, card: str, half: Half | None) -> Figure:
    """A figure whose bonuses, or which itself, comes from the card."""
    effects = tuple(
        replace(each, owner=owner) if each.source == card and not each.owner else each
        for each in figure.effects
    )
    summoned = half.abilities if half is not None else ()
    names = {ability.name for ability in summoned if isinstance(ability, Summon)}
    from_card = figure.owner == owner and not figure.card and figure.name in names
    return replace(figure, effects=effects, card=card if from_card else figure.card)


def _brought(owner: str, card: str, half: Half) -> Iterator[Effect]:
    """The bonuses that a card brings to its owner itself."""
    for ability in half.abilities:
        for effect in effects_of(ability):
            lasts = "persistent" if half.lasts == "persistent" else "round"
            yield replace(effect, lasts=lasts, source=card, owner=owner, slots=half.slots)
