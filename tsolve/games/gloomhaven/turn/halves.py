"""A half of a card from its beginning to where the card goes. (GH-2.5, GH-2.8)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.gloomhaven.actions import PlayHalf, listed
from tsolve.games.gloomhaven.cards import CharacterCard, Half, Item, Origin
from tsolve.games.gloomhaven.lasting import brings_sort
from tsolve.games.gloomhaven.simple_abilities import EndAll, Experience, Infuse
from tsolve.games.gloomhaven.state import Task
from tsolve.games.gloomhaven.turn.character_action import Printed
from tsolve.games.gloomhaven.turn.effects import InfuseOne
from tsolve.games.gloomhaven.turn.reactions import end_of_action, reactions
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play


class FinishHalf(Task, frozen=True):
    """What follows an action of which a part was performed, and where its card goes. (GH-9.2, GH-2.8)"""

    figure: str
    card: str
    half: Half
    basic: bool = False
    """Whether the card is used as a basic action. (GH-2.7)"""

    def run(self, play: Play) -> None:
        performed, half = play.state.performed, self.half
        play.set(performed=False, chosen="", spot=None, path=(), set_out=None, cleared=0, hurt=0)
        if not play.state.is_up(self.figure):
            play.set(called=())
            return
        end_of_action(play, self.figure)
        if not performed:
            play.put_card(self.figure, self.card, "discarded", ("GH-2.8",))
            return
        held = play.state.cards_of(self.figure)
        if held is None or self.card not in held.plays:
            pass  # it lies before another character (GH-11.15)
        elif half.lasts:
            play.put_card(self.figure, self.card, "active", ("GH-2.8", "GH-10.1", "GH-10.4"))
            if half.lost or (half.lasts == "persistent" and play.reads("persistent_card", "lost")):
                play.doom(self.figure, self.card)
        else:
            play.put_card(self.figure, self.card, "lost" if half.lost else "discarded", ("GH-2.8",))
        gained = half.experience + sum(each.amount for each in half.abilities if isinstance(each, Experience))
        play.gain_experience(self.figure, gained)
        if brings_sort(half.abilities, "song"):
            play.push(*reactions(play, self.figure, "after song"))
        play.push(*(InfuseOne(each) for each in half.abilities if isinstance(each, Infuse)))
        if any(isinstance(each, EndAll) for each in half.abilities):
            play.exhaust(self.figure)


class FinishItem(Task, frozen=True):
    """What an item infuses; using it is not a part of the present action. (GH-9.2)"""

    item: Item
    performed: bool
    """Whether a part of that action was performed before."""

    def run(self, play: Play) -> None:
        play.set(performed=self.performed)
        play.push(*(InfuseOne(each) for each in self.item.do if isinstance(each, Infuse)))


def begin_half(play: Play, figure: str, action: PlayHalf, rulings: tuple[str, ...]) -> None:
    """A character performs a half of a card, as it is printed or as a basic action. (GH-2.5, GH-2.7)"""
    card = play.book.basic(figure) if action.basic else play.book.cards[figure, action.card]
    half = card.half(action.side)
    play.set(performed=False, cleared=0, hurt=0)
    play.note("card", figure, (*rulings, *filter(None, (card.ruling,))), _played(action, card))
    if half.stickers:
        play.note("card", figure, ("GH-15.21",), f"with {listed(half.stickers)} on it")
    origin = Origin(action.card, half.lasts, half.slots, loses=half.lost, is_action=True)
    play.push(Printed(figure, half.abilities, origin), FinishHalf(figure, action.card, half, action.basic))


def _played(action: PlayHalf, card: CharacterCard) -> str:
    if action.basic:
        (ability,) = card.half(action.side).abilities
        return f"uses {action.card} as {write_ability(ability).capitalize()}"
    return f"plays the {action.side} of {action.card}"
