"""The working copy of a position while an action is carried out.

`Play` replaces its immutable `state` step by step and notes in the trace what happens. Each verb (discard,
destroy, gain, wound) keeps every consequence of it in one place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec.structs import replace

from tsolve.cardkit import piles, tasks
from tsolve.cardkit.piles import copy_number
from tsolve.cardkit.tasks import drawn_from
from tsolve.games.quest.answers import NONE, Token
from tsolve.games.quest.book import WOUND_CARD, Book
from tsolve.games.quest.effects.base import OrdinaryWounds, RollWhenGained, XpForWounds
from tsolve.games.quest.state import AFTER_GOLD, Laid, State
from tsolve.games.quest.turn import market
from tsolve.games.quest.turn.values import light_of, traits_of


class Play(tasks.Play[Book, State], ABC):
    """One action while it is carried out."""

    __slots__ = ()

    # what is left to be decided (`turn/turn_play.py`)

    @abstractmethod
    def unburden(self, hero: int) -> None:
        """A Hero whose Skill fell drops Weapons until the Skill suffices for the others. (QUEST-2.5)"""

    @abstractmethod
    def apply_discard_text(self, card: str) -> None:
        """Carry out the text of a card laid out about its own discarding."""

    @abstractmethod
    def roll_for_loss(self, ruling: str, least: int) -> None:
        """A die is rolled: from this number on one of the player's cards is destroyed."""

    # words and readings

    def named(self, subject: str | int) -> tuple[str, int]:
        copy = 0
        if isinstance(subject, int):
            copy = copy_number([laid.card for laid in self.state.laid], subject)
            subject = self.state.laid[subject].card
        return self.book.name(subject) if subject else "", copy

    def reads(self, key: str, option: str) -> bool:
        """Whether an interpretation is read so; the trace remembers that it was asked."""
        if self.trace is not None:
            self.trace.consult(key, self.book.readings[key])
        return self.book.reads(key, option)

    # the active player's cards

    def edit(self, place: int, **changes: object) -> None:
        """Replace fields of one card laid out."""
        laid = self.state.laid
        self.set(laid=(*laid[:place], replace(laid[place], **changes), *laid[place + 1 :]))

    def lay_out(self, *cards: str) -> None:
        """Cards are laid out in front of the active player. (QUEST-4.1, QUEST-5.1, QUEST-0.16)

        What they give counts even after the gold or the Light was summed.
        """
        before = self.state
        self.set(laid=(*before.laid, *map(Laid, cards)))
        if before.phase in AFTER_GOLD:
            for card in map(self.book.card, cards):
                self.add_gold(card.gold or 0, card.id, ("QUEST-4.3", card.ruling))
        self.count_light(before)

    def add_gold(self, amount: int, card: str, rulings: tuple[str, ...]) -> None:
        """Gold from other sources than cards laid out; once the gold was summed it is added to the sum."""
        tally = self.state.tally
        self.set(gold=self.state.gold + amount)
        if amount and self.state.phase in AFTER_GOLD:
            self.note("gold", card, rulings, "", "gold", tally.gold, tally.gold + amount)
            self.set(tally=replace(tally, gold=tally.gold + amount))

    def count_light(self, before: State) -> None:
        """Light gained since is added to that of the present movement. (key.late_abilities)"""
        if before.phase == "moving":
            more = light_of(self.book, self.state) - light_of(self.book, before)
            self.set(budget=before.budget + max(more, 0))

    def leave(self, place: int) -> str:
        """A card is no longer in front of the player: its effects end at once. (QUEST-0.3)

        What a Hero held belongs to nobody again, and cannot be given a second time. A Hero whose Skill falls
        keeps only the Weapons for which it is still high enough.
        """
        left = self.state.laid[place]
        self.edit(place, gone=True)
        gold = self.book.card(left.card).gold or 0
        if gold and self.state.phase in AFTER_GOLD and self.reads("gold_stays", "no"):
            self.set(gold=max(self.state.gold - gold, 0))
        for held in [i for i in self.state.present() if self.state.laid[i].bearer == place]:
            self.edit(held, bearer=NONE, lost_by="leaving")
        if left.bearer != NONE:
            self.unburden(left.bearer)
        self._end_gifts(place)
        return left.card

    def _end_gifts(self, giver: int) -> None:
        """What the card's abilities gave for the turn ends when the card leaves. (QUEST-0.3,
        key.gift_ends)
        """
        boons = tuple(boon for boon in self.state.boons if boon.giver != giver)
        hexes = tuple(bane for bane in self.state.hexes if bane.giver != giver)
        if (boons, hexes) != (self.state.boons, self.state.hexes) and self.reads("gift_ends", "yes"):
            self.set(boons=boons, hexes=hexes)
        for place in self.state.present():
            gifts = tuple(gift for gift in self.state.laid[place].gifts if gift.giver != giver)
            if gifts != self.state.laid[place].gifts and self.reads("gift_ends", "yes"):
                self.edit(place, gifts=gifts)
                self.unburden(place)

    def discard(self, place: int) -> None:
        """A card laid out goes to its owner's discard pile. (QUEST-0.4)"""
        self.leave(place)
        self.put_away(self.state.laid[place])
        self.apply_discard_text(self.state.laid[place].card)

    def put_away(self, laid: Laid) -> None:
        """A card that was laid out goes to its owner's discard pile, or to the stack that lent it."""
        if laid.lender == NONE:
            self.player(self.state.active, discard=(*self.state.me.discard, laid.card))
        else:
            market.put_back(self, laid.lender, laid.card)

    def destroy(self, place: int, counts: bool = True) -> None:
        """A card laid out leaves the game; a Wound card returns to its stack. (QUEST-0.5)

        `counts`: whether it is an own card lost; a Hero who levels up is not, nor is a borrowed one.
        """
        card, tally = self.leave(place), self.state.tally
        if self.book.card(card).is_wound:
            self.cure(card)
            return
        self.set(removed=(*self.state.removed, card))
        if self.state.laid[place].lender != NONE:
            return
        if counts:
            self.set(tally=replace(tally, destroyed=(*tally.destroyed, card)))
        else:
            self.set(tally=replace(tally, levelled=(*tally.levelled, card)))

    def off_deck(self, card: str) -> int:
        """A card leaves the top of the active player's deck; an empty one is made of the discard pile.
        Returns its abilities used this turn, one bit each. (QUEST-0.17, QUEST-0.19)
        """
        me = self.state.me
        if not me.deck and me.discard:
            self.note("drawing", "", ("QUEST-0.17",), "the discard pile is shuffled into a new deck")
        deck = piles.take(drawn_from(me.deck, me.discard), card)
        self.player(self.state.active, deck=deck, discard=me.discard if me.deck else ())
        *below, used = self.state.put_back or (0,)
        self.set(put_back=tuple(below))
        return used

    def cure(self, card: str) -> None:
        """A healed Wound card returns to its stack. (QUEST-0.5, QUEST-7.4)"""
        tally, left = self.state.tally, self.state.wound_cards
        healed = replace(tally, wounds=tally.wounds - 1, healed=tally.healed + 1)
        self.set(tally=healed, wound_cards=left if left is None or card != WOUND_CARD else left + 1)

    def gain(self, card: str, on_deck: bool = False) -> None:
        """A card comes to the top of the active player's discard pile, or of the deck where a text says so.
        (QUEST-4.4, QUEST-10.1)
        """
        if on_deck:
            self.put_on_deck(card)
        else:
            self.player(self.state.active, discard=(*self.state.me.discard, card))
        tally = self.state.tally
        self.set(tally=replace(tally, gained=(*tally.gained, card)))
        for trait in self.book.card(card).traits:
            if isinstance(trait, RollWhenGained):
                self.roll_for_loss(self.book.card(card).ruling, trait.pips)

    # the players

    def player(self, index: int, **changes: object) -> None:
        """Replace fields of one player."""
        players = self.state.players
        self.set(players=(*players[:index], replace(players[index], **changes), *players[index + 1 :]))

    def experience(self, amount: int) -> None:
        """The active player's XP change by this much; there is nothing below 0."""
        me, tally = self.state.me, self.state.tally
        after = max(me.xp + amount, 0)
        self.player(self.state.active, xp=after)
        self.set(tally=replace(tally, xp=tally.xp + after - me.xp))

    def tokens(self, token: Token, amount: int) -> None:
        """The active player gets Gear tokens, or gives them back to the Bazaar. (QUEST-9.1)"""
        tally = self.state.tally
        self.player(self.state.active, **{token: self.state.me.tokens(token) + amount})
        if amount < 0:
            self.set(tally=replace(tally, tokens=_sorted(tally.tokens, token, -amount)))
        else:
            self.set(tally=replace(tally, tokens_gained=_sorted(tally.tokens_gained, token, amount)))

    def wound(
        self,
        rulings: tuple[str, ...],
        tokens: int = 0,
        cards: int = 0,
        seat: int = NONE,
        card: str = WOUND_CARD,
    ) -> None:
        """The active player takes several Wounds at once: tokens while the board has slots, then Wound cards
        from the stack, to the discard pile. Another player takes Wound cards only. (QUEST-7.1)
        """
        mine = seat in (NONE, self.state.active)
        if mine and any(trait.of == card for _, trait in traits_of(self.book, self.state, OrdinaryWounds)):
            tokens, cards = tokens + cards, 0
        taken = self._wound_tokens(tokens, rulings)
        taken += self._wound_cards(cards, rulings, self.state.active if mine else seat, card)
        paid = traits_of(self.book, self.state, XpForWounds) if mine and taken else []
        for place, trait in paid:
            before, ruling = self.state.me.xp, self.book.card(self.state.laid[place].card).ruling
            self.experience(trait.xp)
            self.note("wounds", place, (ruling,), trait.say(), "xp", before, self.state.me.xp)

    def _wound_tokens(self, tokens: int, rulings: tuple[str, ...]) -> int:
        me, tally = self.state.me, self.state.tally
        taken = max(min(tokens, self.book.open_slots(self.state)), 0)
        if taken:
            self.player(self.state.active, wounds=me.wounds + taken)
            self.set(tally=replace(tally, wounds=tally.wounds + taken))
            self.note("wounds", "", rulings, "Wound tokens", "wounds", me.wounds, me.wounds + taken)
        return taken

    def _wound_cards(self, number: int, rulings: tuple[str, ...], seat: int, card: str) -> int:
        tally, left = self.state.tally, self.state.wound_cards
        if left is not None and card == WOUND_CARD:
            number = min(number, left)
            self.set(wound_cards=left - number)
        if number:
            self.player(seat, discard=(*self.state.players[seat].discard, *(card,) * number))
            if seat == self.state.active:
                self.set(tally=replace(tally, wounds=tally.wounds + number))
            self.note("wounds", card, rulings, "taken", "Wound cards", 0, number)
        return number

    def heal_token(self) -> None:
        """The rightmost Wound token returns to The Wilderness. (QUEST-7.4)"""
        me, tally = self.state.me, self.state.tally
        self.player(self.state.active, wounds=me.wounds - 1)
        self.set(tally=replace(tally, wounds=tally.wounds - 1, healed=tally.healed + 1))
        self.note("healing", "", ("QUEST-7.4",), "a Wound token", "wounds", me.wounds, me.wounds - 1)

    def return_to_deck(self, place: int) -> None:
        """A card laid out goes on top of its owner's deck; one that was borrowed goes back."""
        self.leave(place)
        laid = self.state.laid[place]
        if laid.lender == NONE:
            self.put_on_deck(laid.card, laid.used)
        else:
            self.put_away(laid)

    def put_on_deck(self, card: str, used: int = 0) -> None:
        """A card goes on top of the active player's deck; `used` are its abilities used, one bit each."""
        if used or self.state.put_back:
            self.set(put_back=(*self.state.put_back, used))
        self.player(self.state.active, deck=piles.put_on(self.state.me.deck, card))


def _sorted(tokens: tuple[Token, ...], token: Token, more: int) -> tuple[Token, ...]:
    return tuple(sorted((*tokens, *(token,) * more)))
