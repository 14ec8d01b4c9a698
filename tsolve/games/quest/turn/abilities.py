"""Using abilities of the cards laid out. (QUEST-0.18 to QUEST-0.22)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.symmetry import first_of_each
from tsolve.games.quest import tasks
from tsolve.games.quest.actions import NONE, Use, UseSpoils
from tsolve.games.quest.effects.abilities import (
    Ability,
    BuyCard,
    BuyGear,
    DestroyItself,
    Draw,
    Heal,
    MoreHp,
    RaiseHero,
    Strengthen,
)
from tsolve.games.quest.state import Gift
from tsolve.games.quest.turn.drawing import LayOut
from tsolve.games.quest.turn.healing import HealOne, wounds
from tsolve.games.quest.turn.purchases import MayBuy, MayBuyGear
from tsolve.games.quest.turn.raising import Raise
from tsolve.games.quest.turn.values import holds

if TYPE_CHECKING:
    from tsolve.cardkit.game import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def attempts(book: Book, state: State) -> Iterator[Use]:
    """Every use of an ability that the player might try; of equal cards one."""
    for place in state.firsts():
        for number, ability in enumerate(book.card(state.laid[place].card).abilities):
            if not ability.serves_a_hero:
                yield Use(place, number)
                continue
            others = first_of_each((hero for hero in state.present() if hero != place), state.likeness)
            heroes = (hero for hero in others if book.card(state.laid[hero].card).kind == "hero")
            yield from (Use(place, number, hero) for hero in heroes)
            if len(ability.do) > 1:  # what it gives to a Hero may be left out
                yield Use(place, number)


def refuse(book: Book, state: State, use: Use) -> Reason | None:
    """Why an ability cannot be used now, or None."""
    laid = state.laid[use.card]
    card = book.card(laid.card)
    ability = _ability(book, state, use)
    if laid.gone or ability is None:
        return f"{card.name} has no such ability in front of you", ("QUEST-0.18",)
    if state.phase not in ability.phases:
        phases = " or ".join(phase.capitalize() for phase in ability.phases)
        return f"{card.name} has a {phases} ability", ("QUEST-0.21", card.ruling)
    if laid.used >> use.ability & 1:
        return f"this ability of {card.name} was used this turn", ("QUEST-0.19",)
    if card.kind == "weapon" and laid.bearer == NONE:
        return f"nobody wields {card.name}", ("QUEST-0.22",)
    if not holds(book, state, ability.when, laid.bearer):
        assert ability.when is not None
        return f"{card.name} can be used only {ability.when.say()}", (card.ruling,)
    if ability.serves_a_hero and not _is_other_hero(book, state, use):
        return f"{card.name} serves one other Hero", (card.ruling,)
    heals = all(isinstance(deed, Heal) for deed in ability.do)
    if heals and not any(wounds(book, state)):
        return "there is no Wound to heal", ("QUEST-7.4", card.ruling)
    return None


def _ability(book: Book, state: State, use: Use) -> Ability | None:
    abilities = book.card(state.laid[use.card].card).abilities
    return abilities[use.ability] if 0 <= use.ability < len(abilities) else None


def _is_other_hero(book: Book, state: State, use: Use) -> bool:
    if use.hero == NONE:
        return len(book.card(state.laid[use.card].card).abilities[use.ability].do) > 1
    if use.hero == use.card:
        return False
    return not state.laid[use.hero].gone and book.card(state.laid[use.hero].card).kind == "hero"


def carry_out(play: Play, use: Use) -> None:
    """Mark the ability as used and do what it says, in its order."""
    laid = play.state.laid[use.card]
    card = play.book.card(laid.card)
    ability = card.abilities[use.ability]
    play.edit(use.card, used=laid.used | 1 << use.ability)
    play.note("ability", use.card, (card.ruling, "QUEST-0.19"), ability.say())
    for deed in reversed(ability.do):
        if isinstance(deed, RaiseHero | BuyCard | BuyGear):
            play.push(*_offers(play, deed, card.ruling))
        elif isinstance(deed, DestroyItself):
            play.destroy(use.card)
        elif isinstance(deed, Draw):
            play.push(LayOut(deed.cards, card.ruling))
        elif isinstance(deed, Heal):
            play.push(*(HealOne(allowed=True) for _ in range(deed.wounds)))
        elif isinstance(deed, MoreHp) and holds(play.book, play.state, deed.when, laid.bearer):
            play.set(more_hp=play.state.more_hp + deed.by)
        elif isinstance(deed, Strengthen) and use.hero != NONE:
            gifts = play.state.laid[use.hero].gifts
            play.edit(use.hero, gifts=(*gifts, Gift(use.card, deed.skill, deed.physical)))


def _offers(play: Play, deed: RaiseHero | BuyCard | BuyGear, ruling: str) -> list[tasks.Task]:
    """What the player may do now, as the text allows."""
    if isinstance(deed, RaiseHero):
        return [Raise(deed, ruling)]
    if isinstance(deed, BuyGear):
        return [MayBuyGear(deed.most, ruling)]
    if len(deed.sorts) > 1 and play.reads("room_purchase", "two"):
        return [MayBuy(replace(deed, sorts=(sort,)), ruling) for sort in deed.sorts]
    return [MayBuy(deed, ruling)]


# Spoils of the Monster and of the room


def spoils(book: Book, state: State) -> Iterator[UseSpoils]:
    """The Spoils abilities of the defeated Monster and of the room in which it stood. (QUEST-5.27)"""
    sources = (state.tally.monster, state.rooms[state.tally.room].card)
    for card in map(book.card, sources):
        for number, ability in enumerate(card.abilities):
            if "spoils" in ability.phases:
                yield UseSpoils(card.id, number)


def refuse_spoils(book: Book, state: State, use: UseSpoils) -> Reason | None:
    """Why such an ability cannot be used now, or None."""
    if state.phase != "spoils" or use not in spoils(book, state):
        return "Spoils come after the Monster of this battle is defeated", ("QUEST-5.27",)
    if (use.card, use.ability) in state.spoils:
        return f"this ability of {book.name(use.card)} was used this turn", ("QUEST-0.19",)
    return None


def use_spoils(play: Play, use: UseSpoils) -> None:
    """Do what the Monster's or the room's Spoils ability says."""
    card = play.book.card(use.card)
    ability = card.abilities[use.ability]
    play.set(spoils=(*play.state.spoils, (use.card, use.ability)))
    play.note("spoils", card.id, (card.ruling, "QUEST-5.27"), ability.say())
    for deed in reversed(ability.do):
        if isinstance(deed, RaiseHero | BuyCard | BuyGear):
            play.push(*_offers(play, deed, card.ruling))
