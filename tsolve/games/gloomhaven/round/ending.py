"""The end of a round, in the order of the rules. (GH-13.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.games.gloomhaven import tasks
from tsolve.games.gloomhaven.attack import deck as modifier_deck
from tsolve.games.gloomhaven.round.resting import MayRest
from tsolve.games.gloomhaven.state import AbilityDeck, Charged, Held

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play


class EndRound(tasks.Task, frozen=True):
    """Modifier decks are reshuffled, elements wane, bonuses of the round end, then characters may rest."""

    def run(self, play: Play) -> None:
        _reshuffle(play)
        _reshuffle_abilities(play)
        _wane(play)
        _end_bonuses(play)
        for figure in play.state.figures:
            play.edit(figure.name, acted=False, new=False)
        play.set(paid=(), settled=(), round=play.state.round + 1)
        resting = [held.owner for held in play.state.held if play.state.on_map(held.owner)]
        play.push(*(MayRest(owner) for owner in resting))


class Finished(tasks.Task, frozen=True):
    """What the question is about is over."""

    def run(self, play: Play) -> None:
        play.set(result=True)


def _reshuffle(play: Play) -> None:
    """Decks from which a standard x2 or null came. (GH-6.20)"""
    reading = "each_deck" if play.reads("reshuffle", "each_deck") else "monsters_deck"
    for owned in play.state.decks:
        deck = modifier_deck.after_round(owned.deck, owned.owner, reading)
        if deck.discards != owned.deck.discards:
            play.note("round", owned.owner, ("GH-6.20", "GH-13.1"), "the modifier deck is reshuffled")
        play.put_deck(owned.owner, deck)


def _reshuffle_abilities(play: Play) -> None:
    """Decks of monsters whose card of the round shows the shuffle sign. (GH-13.1)"""
    for drawn in play.state.drawn:
        deck = play.state.abilities_of(drawn.group)
        if deck is not None and play.book.deals[drawn.card].shuffle:
            cards = (*piles.contents(deck.draw), *deck.discards)
            play.put_abilities(AbilityDeck(drawn.group, piles.shuffled(cards)))
            play.note("round", drawn.group, ("GH-13.1",), "the ability cards are shuffled")


def _wane(play: Play) -> None:
    """Strong elements become waning ones, waning ones inert. (GH-9.3)"""
    for each in play.state.elements:
        if each.strength != "inert":
            weaker = "waning" if each.strength == "strong" else "inert"
            play.note("round", each.element, ("GH-9.3", "GH-13.1"), f"becomes {weaker}")
    play.set(
        elements=tuple(
            Charged(each.element, "waning") for each in play.state.elements if each.strength == "strong"
        )
    )


def _end_bonuses(play: Play) -> None:
    """Bonuses until the end of the round end, and their cards are discarded or lost. (GH-10.4)"""
    for figure in play.state.figures:
        lasting = tuple(effect for effect in figure.effects if effect.lasts != "round")
        if lasting != figure.effects:
            play.note("round", figure.name, ("GH-10.4", "GH-12.35"), "bonuses of the round end")
        play.edit(figure.name, effects=lasting)
    for held in play.state.held:
        for card in held.active:
            if _lasts_a_round(play, held, card):
                play.leave_active_area(held.owner, card, ("GH-10.4",))


def _lasts_a_round(play: Play, held: Held, card: str) -> bool:
    """Whether an active card is there for a bonus until the end of the round."""
    facts = play.book.cards.get((held.owner, card))
    if facts is None or "round" not in (facts.top.lasts, facts.bottom.lasts):
        return False
    key = (held.owner, card)
    effects = (effect for figure in play.state.figures for effect in figure.effects)
    stays = any((effect.owner, effect.source) == key for effect in effects)
    return not stays and not any((figure.owner, figure.card) == key for figure in play.state.figures)
