"""Using abilities of the cards laid out: their price, paid first and only in full, and what they do, one part
after the other. (QUEST-0.18 to QUEST-0.22)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.piles import first_of_each
from tsolve.games.quest.actions import Action, Pass, Use, UseSpoils
from tsolve.games.quest.answers import NONE, TOKENS, Accept, GiveUp, PutBack
from tsolve.games.quest.effects.abilities import (
    Ability,
    AbilityEffect,
    BorrowHero,
    BuyCard,
    BuyGear,
    CancelBefore,
    DestroyItself,
    DestroyOwn,
    DiscardItself,
    Disguise,
    Draw,
    DungeonFollows,
    GainExperience,
    GainToken,
    Heal,
    HealAndDraw,
    MoreHp,
    Price,
    RaiseHero,
    Sacrifice,
    Strengthen,
    StrengthenAll,
    Stride,
    SwapDefence,
    ToDeck,
    XpForSurplus,
)
from tsolve.games.quest.effects.base import (
    CleanseDeck,
    DestroyTokens,
    DiscardDeck,
    DiscardMore,
    DiscardOther,
    TakeWoundCard,
)
from tsolve.games.quest.effects.demands import LoseTokens, MoveChampion
from tsolve.games.quest.state import CLASSES, Choice, State, Task
from tsolve.games.quest.turn import free, rewards
from tsolve.games.quest.turn.battle import (
    CancelOne,
    SacrificeMore,
    SwapOne,
    TakeSurplus,
    cancellable,
    overrun,
    sacrifice_in_vain,
)
from tsolve.games.quest.turn.demands import DestroyOne, GiveUpToken, PlaceChampion, RollForRoom, staying
from tsolve.games.quest.turn.drawing import Cleanse, DiscardCards, LayOut
from tsolve.games.quest.turn.heroes import HealOne, Raise, give_boon, most, raise_values, wounds
from tsolve.games.quest.turn.market import BorrowOne, on_loan, temple_forbids
from tsolve.games.quest.turn.rewards import phase_of, refuse_late
from tsolve.games.quest.turn.spaces import await_wares
from tsolve.games.quest.turn.untold import UNTOLD
from tsolve.games.quest.turn.values import count, holds, lies
from tsolve.games.quest.turn.village import MayBuy, MayBuyGear

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.play import Play


def lack_of(book: Book, state: State, price: Price, place: int) -> str:
    """Why a price cannot be paid for an ability of the card in this place; empty when it can."""
    match price:
        case Heal() if not any(wounds(book, state)):
            return "you have no Wound to heal"
        case DestroyTokens() if sum(map(state.me.tokens, TOKENS)) < price.number:
            return f"it takes {price.number} Gear tokens"
        case DiscardOther() if not others(book, state, price.sort, place):
            return f"you have no other {f'{price.sort} ' if price.sort else ''}card to discard"
    return ""


def payments(price: Price, place: int, ruling: str) -> tuple[Task, ...]:
    """The tasks by which a price is paid."""
    match price:
        case Heal():
            return (HealOne(),)
        case DestroyTokens():
            return (GiveUpToken(LoseTokens(), (ruling, "QUEST-9.1")),) * price.number
        case DiscardOther():
            return (DiscardOne(price.sort, place, ruling),)
        case DiscardItself():
            return (DiscardThis(place, ruling),)
        case TakeWoundCard():
            return (BeHurt(price.card, ruling),)


def others(book: Book, state: State, sort: str | None, place: int) -> list[int]:
    """The places of the player's cards of a sort that can be discarded, except one; of equal cards the
    first.
    """
    cards = (card for card in state.firsts() if card != place)
    can_go = (card for card in cards if not book.card(state.laid[card].card).shields("discard"))
    return [card for card in can_go if lies(book, state, card, sort)]


class DiscardOne(Choice, frozen=True):
    """Another card than that in this place is discarded."""

    asks = "choose the card to discard"
    sort: str | None
    place: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*map(GiveUp, others(book, state, self.sort, self.place))]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.4")

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        stays = staying(book, state, action, "discard") if isinstance(action, GiveUp) else None
        return stays or super().refuse(book, state, action)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, GiveUp)
        play.note("ability", action.card, (self.ruling, "QUEST-0.4"), "discarded")
        play.discard(action.card)


class BeHurt(Task, frozen=True):
    """One Wound card of a kind is taken."""

    card: str
    ruling: str

    def run(self, play: Play) -> None:
        play.wound((self.ruling, "QUEST-7.1"), cards=1, card=self.card)


class DiscardThis(Task, frozen=True):
    """The card itself is discarded."""

    place: int
    ruling: str

    def run(self, play: Play) -> None:
        play.note("ability", self.place, (self.ruling, "QUEST-0.4"), "discarded")
        play.discard(self.place)


def tasks_of(ability: Ability, ruling: str, place: int = NONE, hero: int = NONE) -> tuple[Do, ...]:
    """The tasks by which an ability is carried out, in its order."""
    return tuple(Do(effect, ruling, place, hero) for effect in ability.do)


def without_effect(book: Book, state: State, effect: AbilityEffect) -> str:
    """Why this part of an ability would do nothing now; empty if it may do something."""
    match effect:
        case Heal() if not any(wounds(book, state)):
            return "you have no Wound to heal"
        case Sacrifice() if sacrifice_in_vain(book, state, effect):
            return "no Monster is within reach of your Heroes' Levels"
        case CancelBefore() if not cancellable(book, state, effect.most_level):
            return "no such Monster has a Before Battle ability"
        case XpForSurplus() if not overrun(book, state):
            return "what the attack has left reaches no other Monster's health"
        case BorrowHero() if not on_loan(book, state, effect.level):
            return UNTOLD if state.stacks is None else f"no Hero of level {effect.level} is left"
    return ""


class Do(Task, frozen=True):
    """One thing that an ability does."""

    effect: AbilityEffect
    ruling: str
    """The card that says so."""
    place: int = NONE
    """Where this card lies in front of the player; NONE for a Monster or a room."""
    hero: int = NONE
    """The Hero whom it serves."""

    def run(self, play: Play) -> None:
        match self.effect:
            case Draw() as effect:
                if holds(play.book, play.state, effect.when, self._bearer(play), self.place):
                    drawing = LayOut(effect.cards, self.ruling)
                    play.push(MayDraw(drawing) if effect.may else drawing)
            case Heal():
                play.push(
                    *(HealOne(allowed=True, again=self.effect.again) for _ in range(self.effect.wounds))
                )
            case HealAndDraw():
                healing = (HealOne(allowed=True) for _ in range(self.effect.wounds))
                play.push(*healing, DrawForHealed(play.state.tally.wounds, self.ruling))
            case Strengthen() | Disguise():
                raise_values(play, self.effect, self.place, self.hero)
            case StrengthenAll() | MoreHp() | DungeonFollows() | DiscardMore():
                give_boon(play, self.effect, self.place)
            case ToDeck(itself=True):
                play.return_to_deck(self.place)
            case ToDeck():
                play.push(ReturnOne(self.ruling))
            case RaiseHero():
                play.push(Raise(self.effect, self.ruling, self._bearer(play)))
                await_wares(play, CLASSES)
            case BuyCard():
                self._offer_cards(play, self.effect)
            case BuyGear():
                play.push(MayBuyGear(self.effect.most, self.ruling))
            case DestroyItself(after_battle=True):
                play.edit(self.place, doomed=True)
            case DestroyItself():
                play.destroy(self.place)
            case DiscardDeck():
                self._discard(play, self.effect.cards * count(play.book, play.state, self.effect.each))
            case CleanseDeck():
                self._discard(play, self.effect.cards, Cleanse(self.place, self.effect.light, self.ruling))
            case DiscardItself():
                play.discard(self.place)
            case GainToken():
                rewards.gain(play, "ability", self.effect.token, (self.ruling, "QUEST-9.5"))
            case Sacrifice():
                play.push(SacrificeMore(self.effect, self.ruling))
            case CancelBefore():
                play.push(CancelOne(self.effect, self.place, self.ruling))
            case SwapDefence():
                play.push(SwapOne(self.place, self.ruling))
            case XpForSurplus():
                play.push(TakeSurplus(self.ruling))
            case Stride():
                play.push(RollForRoom(self.ruling))
            case BorrowHero():
                play.push(BorrowOne(self.effect.level, self.ruling))
                await_wares(play, CLASSES)
            case DestroyOwn():
                play.push(DestroyOne(self.effect.sort, self.ruling))
            case GainExperience() as effect:
                self._gain(play, effect)
            case MoveChampion():
                play.push(PlaceChampion(self.effect.level, (self.ruling,)))

    def _bearer(self, play: Play) -> int:
        return NONE if self.place == NONE else play.state.laid[self.place].bearer

    def _discard(self, play: Play, number: int, then: Cleanse | None = None) -> None:
        more = sum(boon.more_discards for boon in play.state.boons)
        if number:
            play.push(DiscardCards(number + more, self.ruling, then))

    def _gain(self, play: Play, effect: GainExperience) -> None:
        before = play.state.me.xp
        play.experience(effect.xp * count(play.book, play.state, effect.each))
        play.note("ability", "", (self.ruling,), effect.say(), "xp", before, play.state.me.xp)

    def _offer_cards(self, play: Play, effect: BuyCard) -> None:
        """One purchase, or one of each sort. (key.room_purchase)"""
        each = [effect]
        if len(effect.sorts) > 1 and play.reads("room_purchase", "two"):
            each = [replace(effect, sorts=(sort,)) for sort in effect.sorts]
        play.push(*(MayBuy(one, self.ruling) for one in each))
        await_wares(play)


class MayDraw(Choice, frozen=True):
    """Cards may be drawn."""

    asks = "accept the cards that you may draw, or pass"
    drawing: LayOut

    def options(self, book: Book, state: State) -> list[Action]:
        return [Accept(), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return self.drawing.rulings_for(book, state)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Accept):
            play.push(self.drawing)


class DrawForHealed(Task, frozen=True):
    """A card may be drawn for each Wound just healed, as many as Heroes wield a Weapon at most."""

    wounds: int
    """The Wounds of the turn before the healing."""
    ruling: str

    def run(self, play: Play) -> None:
        state = play.state
        weapons = (laid for laid in state.laid if not laid.gone and laid.bearer != NONE)
        armed = {laid.bearer for laid in weapons if play.book.card(laid.card).kind == "weapon"}
        drawn = min(self.wounds - state.tally.wounds, len(armed))
        play.push(*(MayDraw(LayOut(1, self.ruling)) for _ in range(drawn)))


class ReturnOne(Choice, frozen=True):
    """One of the player's cards goes on top of the deck."""

    asks = "choose the card that goes on top of your deck"
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*map(PutBack, state.firsts())]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling,)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, PutBack)
        play.note("ability", action.card, (self.ruling, "QUEST-0.3"), "goes on top of the deck")
        play.return_to_deck(action.card)


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
            if len(ability.do) > 1:  # its effect on a Hero may be left out
                yield Use(place, number)


@free.refuse.register(Use)
def _refuse(use: Use, book: Book, state: State) -> Reason | None:
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
    return _refuse_effects(book, state, card, ability, use.card)


def _ability(book: Book, state: State, use: Use) -> Ability | None:
    abilities = book.card(state.laid[use.card].card).abilities
    return abilities[use.ability] if 0 <= use.ability < len(abilities) else None


def _serves(book: Book, state: State, ability: Ability, use: Use) -> bool:
    """Whether the ability can do something for the chosen Hero, if there is one."""
    if ability.service is None:
        return use.hero == NONE
    if use.hero == NONE:
        return len(ability.do) > 1
    if state.laid[use.hero].gone or (ability.service.to == "other_hero" and use.hero == use.card):
        return False
    hero = book.card(state.laid[use.hero].card)
    return hero.kind == "hero" and lies(book, state, use.hero, ability.service.sort)


def _refuse_effects(book: Book, state: State, card: Card, ability: Ability, place: int) -> Reason | None:
    """Why an ability cannot be paid for, or would have no effect; or None."""
    lack = next(filter(None, (lack_of(book, state, price, place) for price in ability.pay)), "")
    if lack:
        return f"you cannot use {card.name}: {lack}", (card.ruling,)
    in_vain = [without_effect(book, state, effect) for effect in ability.do]
    if all(in_vain):
        return f"you cannot use {card.name}: {in_vain[0]}", (card.ruling,)
    if temple_forbids(book, state) and any(isinstance(effect, DungeonFollows) for effect in ability.do):
        return "from the Temple no card takes you to the Dungeon this turn", ("QUEST-3.4", card.ruling)
    return None


@free.carry_out.register(Use)
def _use(use: Use, play: Play) -> None:
    """Mark the ability as used, pay for it, and do what it says, in its order."""
    laid = play.state.laid[use.card]
    card = play.book.card(laid.card)
    ability = card.abilities[use.ability]
    play.edit(use.card, used=laid.used | 1 << use.ability)
    play.note("ability", use.card, (card.ruling, "QUEST-0.19"), ability.say())
    paid = (task for price in ability.pay for task in payments(price, use.card, card.ruling))
    play.push(*paid, *tasks_of(ability, card.ruling, use.card, use.hero))


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


@free.refuse.register(UseSpoils)
def _refuse_spoils(use: UseSpoils, book: Book, state: State) -> Reason | None:
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


@free.carry_out.register(UseSpoils)
def _use_spoils(use: UseSpoils, play: Play) -> None:
    """Do what such a Spoils ability says."""
    card = play.book.card(use.card)
    ability = card.abilities[use.ability]
    play.set(spoils=(*play.state.spoils, (use.card, use.ability)))
    play.note("spoils", card.id, (card.ruling, "QUEST-5.27"), ability.say())
    play.push(*tasks_of(ability, card.ruling))
