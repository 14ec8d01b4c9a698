"""Using abilities of the cards laid out. (QUEST-0.18 to QUEST-0.22)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tsolve.cardkit.symmetry import first_of_each
from tsolve.games.quest.actions import NONE, Use, UseSpoils
from tsolve.games.quest.effects.abilities import Ability
from tsolve.games.quest.effects.giving import DungeonFollows
from tsolve.games.quest.turn.deeds import deeds_of, vain
from tsolve.games.quest.turn.levels import most
from tsolve.games.quest.turn.locations import temple_forbids
from tsolve.games.quest.turn.paying import lack_of, payments
from tsolve.games.quest.turn.timing import phase_of, refuse_late
from tsolve.games.quest.turn.values import holds, lies

if TYPE_CHECKING:
    from tsolve.cardkit.game import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play
    from tsolve.games.quest.state import State


def attempts(book: Book, state: State) -> Iterator[Use]:
    """Every use of an ability that the player might try; of equal cards one."""
    for place in state.firsts():
        for number, ability in enumerate(book.card(state.laid[place].card).abilities):
            if ability.service is None:
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
    late = refuse_late(book, state, ability.phases)
    if late is not None:
        return late
    if phase_of(state) not in ability.phases:
        phases = " or ".join(phase.capitalize() for phase in ability.phases)
        return f"{card.name} has a {phases} ability, for another phase", ("QUEST-0.21", card.ruling)
    if laid.used >> use.ability & 1:
        return f"you have used this ability of {card.name} this turn", ("QUEST-0.19",)
    if ability.once and any(each.card == laid.card and each.used >> use.ability & 1 for each in state.laid):
        return f"only one {card.name} can do this in a turn", (card.ruling,)
    for_nobody = ability.when is not None and ability.when.unwielded
    if card.kind == "weapon" and laid.bearer == NONE and not for_nobody:
        only = "" if ability.when is None else f", and you can use it only {ability.when.say()}"
        return f"nobody wields {card.name}{only}", ("QUEST-0.22", *((card.ruling,) if only else ()))
    if not holds(book, state, ability.when, laid.bearer, use.card):
        assert ability.when is not None
        return f"you can use {card.name} only {ability.when.say()}", (card.ruling,)
    if not _serves(book, state, ability, use):
        served = "no Hero of your choice" if ability.service is None else ability.service.serves
        return f"{card.name} serves {served}", (card.ruling,)
    return _refuse_deeds(book, state, card, ability, use.card)


def _ability(book: Book, state: State, use: Use) -> Ability | None:
    abilities = book.card(state.laid[use.card].card).abilities
    return abilities[use.ability] if 0 <= use.ability < len(abilities) else None


def _serves(book: Book, state: State, ability: Ability, use: Use) -> bool:
    """Whether the ability can do something for the Hero at whom the player points, if at any."""
    if ability.service is None:
        return use.hero == NONE
    if use.hero == NONE:
        return len(ability.do) > 1
    if state.laid[use.hero].gone or (ability.service.to == "other_hero" and use.hero == use.card):
        return False
    hero = book.card(state.laid[use.hero].card)
    return hero.kind == "hero" and lies(book, state, use.hero, ability.service.sort)


def _refuse_deeds(book: Book, state: State, card: Card, ability: Ability, place: int) -> Reason | None:
    """Why an ability cannot be paid for, or would come to nothing; or None."""
    lack = next(filter(None, (lack_of(book, state, price, place) for price in ability.pay)), "")
    if lack:
        return f"you cannot use {card.name}: {lack}", (card.ruling,)
    in_vain = [vain(book, state, deed) for deed in ability.do]
    if all(in_vain):
        return f"you cannot use {card.name}: {in_vain[0]}", (card.ruling,)
    if temple_forbids(book, state) and any(isinstance(deed, DungeonFollows) for deed in ability.do):
        return "from the Temple no card takes you to the Dungeon this turn", ("QUEST-3.4", card.ruling)
    return None


def carry_out(play: Play, use: Use) -> None:
    """Mark the ability as used, pay for it, and do what it says, in its order."""
    laid = play.state.laid[use.card]
    card = play.book.card(laid.card)
    ability = card.abilities[use.ability]
    play.edit(use.card, used=laid.used | 1 << use.ability)
    play.note("ability", use.card, (card.ruling, "QUEST-0.19"), ability.say())
    paid = (task for price in ability.pay for task in payments(price, use.card, card.ruling))
    play.push(*paid, *deeds_of(ability, card.ruling, use.card, use.hero))


# Spoils of the Monster, of the room and of the Guild Sponsor


def spoils(book: Book, state: State) -> Iterator[UseSpoils]:
    """The Spoils abilities of the defeated Monster, of the room in which it stood, and of the Guild Sponsor.
    (QUEST-5.27, QUEST-14.3)
    """
    sources = (state.tally.monster, state.rooms[state.tally.room].card, state.me.sponsor)
    for card in map(book.card, filter(None, sources)):
        for number, ability in enumerate(card.abilities):
            if "spoils" in ability.phases:
                yield UseSpoils(card.id, number)


def refuse_spoils(book: Book, state: State, use: UseSpoils) -> Reason | None:
    """Why such an ability cannot be used now, or None."""
    card = book.card(use.card)
    if card.kind == "sponsor" and card.id != state.me.sponsor:
        return f"{card.name} is not your Guild Sponsor", ("QUEST-14.3",)
    if not any("spoils" in ability.phases for ability in card.abilities):
        return f"{card.name} has no Spoils ability", ("QUEST-5.27", card.ruling)
    if state.phase != "spoils":
        return "Spoils come after the victory over the Monster of this battle", ("QUEST-5.27",)
    if use not in spoils(book, state):
        return f"{card.name} has no part in this battle", ("QUEST-5.27",)
    if (use.card, use.ability) in state.spoils:
        return f"you have used this ability of {book.name(use.card)} this turn", ("QUEST-0.19",)
    rises = use.card == state.me.sponsor and state.levelled >= most(book, state)
    if rises and book.reads("sponsor_level_up", "counts"):
        return "you made the one level-up of the turn in the Village", ("QUEST-14.3", "key.sponsor_level_up")
    return None


def use_spoils(play: Play, use: UseSpoils) -> None:
    """Do what such a Spoils ability says."""
    card = play.book.card(use.card)
    ability = card.abilities[use.ability]
    play.set(spoils=(*play.state.spoils, (use.card, use.ability)))
    play.note("spoils", card.id, (card.ruling, "QUEST-5.27"), ability.say())
    play.push(*deeds_of(ability, card.ruling))
