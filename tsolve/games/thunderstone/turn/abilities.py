"""Using the abilities printed on cards, in the Village and in the Dungeon (TS-4.2, TS-7.2, TS-15.1), and
what a player may give up for them by choice (TS-7.3, A-18).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TYPE_CHECKING

from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Destroy, Use
from tsolve.games.thunderstone.state import NONE, Member, State, first_of_alike
from tsolve.games.thunderstone.turn import free, hall, hand
from tsolve.games.thunderstone.turn.hand import NAMES
from tsolve.games.thunderstone.turn.other_players import others

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Ability, Card, Price
    from tsolve.games.thunderstone.play import Play


def refuse_sacrifice(
    book: Book, state: State, card: int, discarded: bool = False, own: bool = False
) -> Reason | None:
    """Why this card of the hand may not be destroyed (or `discarded`) for another card's effect, or for its
    `own`; None where it may.

    A card of which an ability was used may not be destroyed, but it may be discarded. (A-18)
    """
    member = state.party[card]
    name = book.name(member.card)
    if member.left:
        return f"{name} has left your hand", ("TS-7.3",)
    if member.owner != NONE and not book.reads("borrowed_hero_as_cost", "allowed"):
        return f"{name} is only borrowed", ("key.borrowed_hero_as_cost", "card.selurin_theurge")
    if own and not discarded and book.reads("used_card_as_cost", "never"):
        return f"you are using {name} itself", ("key.used_card_as_cost", "TS-7.3")
    if member.serving and not own:
        return f"you have used {name} for its own effect", ("TS-7.3",)
    bonus = member.strength or member.attack or member.magic or member.light
    if (member.engaged or bonus) and not book.reads("prepared_card_as_cost", "allowed"):
        return f"{name} is already prepared for the battle", ("key.prepared_card_as_cost", "TS-7.3")
    if member.used and not (discarded or own) and not book.reads("used_card_as_cost", "any"):
        return f"you have used an ability of {name} this turn", ("key.used_card_as_cost", "TS-7.3")
    return None


class ChooseSacrifice(actions.Task, frozen=True):
    """The active player destroys one card of the hand; the card with the effect may be chosen, too (A-18)."""

    asks = "destroy a card of your hand"
    source: int

    def mover(self, book: Book, state: State) -> int:
        return state.active if self._choices(book, state) else actions.ENGINE

    def run(self, play: Play) -> None:
        source = play.state.party[self.source].card
        play.note("effect", source, ("TS-18.3", f"card.{source}"), "no card can be destroyed")

    def options(self, book: Book, state: State) -> list[Action]:
        return [Destroy(index) for index in self._choices(book, state)]

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Destroy)
        source = play.state.party[self.source].card
        play.destroy(action.card)
        play.note("effect", action.card, (f"card.{source}", "TS-7.3"), "destroyed")

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{state.party[self.source].card}", "key.used_card_as_cost"

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        reason = None
        if isinstance(action, Destroy) and 0 <= action.card < len(state.party):
            reason = self._refuse_card(book, state, action.card)
        return reason or (f"you must first {self.asks}", self.rulings_for(book, state))

    def _refuse_card(self, book: Book, state: State, card: int) -> Reason | None:
        if (
            card == self.source
            and not state.party[card].left
            and not book.reads("used_card_as_cost", "never")
        ):
            return None
        return refuse_sacrifice(book, state, card)

    def _choices(self, book: Book, state: State) -> list[int]:
        fit = [index for index in range(len(state.party)) if self._refuse_card(book, state, index) is None]
        return first_of_alike(state, fit)


def attempts(
    book: Book, state: State, among: frozenset[str] | None = None, used_up: bool = True
) -> Iterator[Use]:
    """Every use of an ability of the revealed cards (or of those `among` them) that a player might try here.
    `used_up` includes abilities that were used already, which `refuse` always refuses.
    """
    able = (
        book.able.get(state.turn, frozenset()) if among is None else among
    )  # none before the turn is chosen
    fitting: dict[Price, list[int]] = {}
    users = [index for index, member in enumerate(state.party) if member.card in able and not member.left]
    for index in first_of_alike(state, users):
        member = state.party[index]
        for number, ability in enumerate(book.card(member.card).abilities):
            if ability.when != state.turn:
                continue
            if not used_up and (_was_used(member, number) or _has_served(member, ability)):
                continue
            for price in _prices(book, state, index, ability, fitting):
                for target, order in _targets(book, state, ability):
                    yield Use(index, number, price, target, order)


def _was_used(member: Member, ability: int) -> bool:
    """Whether the ability with this number was used and cannot be used again."""
    return bool(member.used >> ability & 1) and not member.renewed


def _has_served(member: Member, ability: Ability) -> bool:
    """Whether the card already serves the party, and the ability cannot be repeated."""
    return member.serving and not (ability.repeat or member.renewed)


def _prices(
    book: Book, state: State, card: int, ability: Ability, fitting: dict[Price, list[int]]
) -> list[int]:
    """What may be given up for an ability; `fitting` caches which cards fit each kind of price."""
    price = ability.price
    if price is None:
        return [NONE]
    if price not in fitting:
        fitting[price] = [index for index in range(len(state.party)) if _fits(book, state, price, index)]
    fit = fitting[price]
    others = [index for index in fit if index != card]
    usable = [index for index in others if _refuse_giving(book, state, card, index, ability) is None]
    found = first_of_alike(state, usable or others)
    if ability.itself and card in fit:
        found.append(card)  # not the same as giving up a copy, where this card stays
    return found or [NONE]


def _fits(book: Book, state: State, price: Price, index: int) -> bool:
    member = state.party[index]
    return not member.left and hand.pays_for(price, book.card(member.card))


def _refuse_giving(book: Book, state: State, card: int, given: int, ability: Ability) -> Reason | None:
    """Why this card of the hand may not be given up for the ability of a card, or None. (A-18)"""
    return refuse_sacrifice(book, state, given, ability.discard is not None, given == card)


def _targets(book: Book, state: State, ability: Ability) -> list[tuple[int, tuple[int, ...]]]:
    kind = next((effect.target for effect in ability.do if effect.target != "none"), "none")
    if kind == "none":
        return [(NONE, ())]
    if kind == "hero":
        heroes = [i for i, m in enumerate(state.party) if m.card in book.heroes and not m.left]
        return [(index, ()) for index in first_of_alike(state, heroes)] or [(NONE, ())]
    if kind == "kind":
        return [(number, ()) for number in range(len(NAMES))]
    if kind == "player":
        return [(seat, ()) for seat in others(state)] or [(NONE, ())]
    if kind == "spell":
        spells = [i for i, m in enumerate(state.party) if book.card(m.card).is_spell and not m.left]
        return [(index, ()) for index in first_of_alike(state, spells)] or [(NONE, ())]
    ranks: list[tuple[int, tuple[int, ...]]] = [
        (rank, ()) for rank in hall.RANKS if hall.slot(state, rank).card
    ]
    return ranks + ([(NONE, order) for order in _arrangements(book, state)] if kind == "hall" else [])


def _arrangements(book: Book, state: State) -> list[tuple[int, ...]]:
    """The orders in which the cards of the Hall may be put; of orders that look alike only one."""
    looks: dict[tuple[tuple[str, bool], ...], tuple[int, ...]] = {}
    for order in permutations(hall.standing(state)):
        places = (hall.slot(state, rank) for rank in order)
        looks.setdefault(tuple((place.card, hall.may_breach(book, place)) for place in places), order)
    return list(looks.values())


@free.refuse.register(Use)
def refuse(use: Use, book: Book, state: State) -> Reason | None:
    """Why this ability cannot be used so, or None."""
    if state.step not in ("effects", "preparing"):
        return "you use effects only before you buy or attack", ("TS-3.1", "TS-4.2", "TS-7.2", "TS-5.1")
    step_ruling = "TS-4.2" if state.turn == "village" else "TS-7.2"
    if not 0 <= use.card < len(state.party):
        return "you hold no such card", (step_ruling,)
    member = state.party[use.card]
    card = book.card(member.card)
    if use.ability >= len(card.abilities):
        lacks = "no such ability" if card.abilities else "no ability to use: what it gives counts anyway"
        return f"{card.name} has {lacks}", (card.ruling,)
    ability = card.abilities[use.ability]
    if ability.when != state.turn:
        return f"this ability works in the {ability.when.capitalize()} only", (card.ruling, step_ruling)
    if member.left:
        return f"{card.name} has left your hand", (step_ruling, "TS-7.3")
    if _was_used(member, use.ability):
        return f"you have used this ability of {card.name} already", (step_ruling, card.ruling)
    if _has_served(member, ability):
        return f"you have used {card.name} already", ("TS-7.3", card.ruling)
    if reason := _refuse_price(book, state, use, card, ability):
        return reason
    kinds = {effect.target for effect in ability.do}
    if "hero" in kinds and not _is_hero(book, state, use.target):
        if not 0 <= use.target < len(state.party):
            return "you hold no Hero for it", ("TS-18.3", card.ruling)
        there = state.party[use.target]
        lacks = "has left your hand" if there.left else "is not a Hero"
        return f"{book.name(there.card)} {lacks}", (card.ruling, "TS-7.3")
    if (use.target != NONE and kinds == {"none"}) or (use.order and "hall" not in kinds):
        return f"this ability of {card.name} leaves no such choice", (card.ruling,)
    for effect in ability.do:
        if reason := effect.refuse(book, state, use):
            return reason
    return None


def _is_hero(book: Book, state: State, index: int) -> bool:
    return (
        0 <= index < len(state.party)
        and not state.party[index].left
        and book.card(state.party[index].card).is_hero
    )


def _refuse_price(book: Book, state: State, use: Use, card: Card, ability: Ability) -> Reason | None:
    price = ability.price
    if use.price != NONE and price is None:
        return f"this ability of {card.name} destroys no other card", (card.ruling,)
    if ability.xp > state.me.xp:
        return f"it costs {ability.xp} XP, you have {state.me.xp}", (card.ruling,)
    if ability.destroy == "self" and member_is_engaged(state, use.card):
        return f"{card.name} is already prepared for the battle", ("TS-7.3", card.ruling)
    if price is None:
        return None
    pawned = price == "valued" and use.price != NONE and book.card(state.party[use.price].card)
    if pawned and pawned.is_militia and book.reads("pawn_militia", "forbidden"):
        return "Militia have no Gold Value to pawn", ("key.pawn_militia", card.ruling)
    if not 0 <= use.price < len(state.party):
        away = "discard" if ability.discard else "destroy"
        return f"you hold no {hand.price_asked(ability)} to {away}", (card.ruling, "TS-18.3")
    given = state.party[use.price]
    if not hand.pays_for(price, book.card(given.card)):
        asks = f"this ability of {card.name} asks for {ability.asked()}"
        return f"{asks}, not for {book.name(given.card)}", (card.ruling,)
    if use.price == use.card and not ability.itself:
        return f"this ability of {card.name} asks for another card", (card.ruling,)
    refused = _refuse_giving(book, state, use.card, use.price, ability)
    return refused and (refused[0], (*refused[1], card.ruling))


def member_is_engaged(state: State, index: int) -> bool:
    """Whether the card is equipped, or carries a Weapon."""
    return state.party[index].engaged


def may_still_reveal(book: Book, state: State) -> bool:
    """Whether some card of the hand still has an ability that shows cards or moves the Hall."""
    return any(
        ability.when == state.turn and ability.reveals and not member.used >> number & 1
        for member in state.party
        if not member.left
        for number, ability in enumerate(book.card(member.card).abilities)
    )


@free.carry_out.register(Use)
def carry_out(use: Use, play: Play) -> None:
    """Pay the price, then do what the ability says, one effect after another."""
    member = play.state.party[use.card]
    card = play.book.card(member.card)
    ability = card.abilities[use.ability]
    again = bool(member.used) and member.renewed
    if card.is_spell and (not member.used or (again and play.reads("cabal_reused_spell", "twice"))):
        play.set(spells=play.state.spells + 1)
    if again:
        play.edit(use.card, renewed=False, perishes=True)
    if not ability.repeat:
        play.edit(use.card, used=member.used | 1 << use.ability)
    paid = _pay(play, use, ability)
    play.push(*(DoEffect(use, number, paid) for number in range(len(ability.do))))


def _pay(play: Play, use: Use, ability: Ability) -> str:
    """Give up what the ability asks for; the id of the card given up, if any."""
    source = f"card.{play.state.party[use.card].card}"
    if ability.xp:
        before = play.owner().xp
        play.experience(-ability.xp)
        play.note(
            "effect", "", (source,), f"you pay {ability.xp} XP", "experience", before, before - ability.xp
        )
    if ability.price is None and ability.destroy is None:
        return ""
    given = use.card if ability.destroy == "self" else use.price
    step = "TS-7.3" if state_is_dungeon(play) else "TS-4.2"
    if ability.discard is not None:
        paid = play.discard(given)
        play.note("effect", given, (source, step), "discarded")
    else:
        paid = play.destroy(given)
        play.note("effect", given, (source, step), "destroyed")
    return paid


def state_is_dungeon(play: Play) -> bool:
    """Whether the turn is spent in the Dungeon."""
    return play.state.turn == "dungeon"


class DoEffect(actions.Task, frozen=True):
    """One effect of an ability that was used; everything it causes comes before the next effect."""

    use: Use
    number: int
    paid: str

    def run(self, play: Play) -> None:
        card = play.state.party[self.use.card].card
        effect = play.book.card(card).abilities[self.use.ability].do[self.number]
        play.exercise(card, effect)
        effect.apply(play, self.use, self.paid)
