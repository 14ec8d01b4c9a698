"""Abilities that draw cards, look at decks or turn up what lies on them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

from tsolve.cardkit.tasks import Reason
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action, Pass
from tsolve.games.thunderstone.answers import Discard, PutBack
from tsolve.games.thunderstone.effects.base import AbilityEffect, Count, Limits, Number
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.turn.abilities import may_still_reveal
from tsolve.games.thunderstone.turn.drawing import DrawCards, LookAtDungeon, TurnUpToAct
from tsolve.games.thunderstone.turn.hand import NAMES, Hand, is_named, strength_of
from tsolve.games.thunderstone.turn.other_players import MustDiscard, aimed, others

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State
    from tsolve.games.thunderstone.turn.contributions import Pool


class DrawCardsEffect(AbilityEffect, frozen=True, tag="draw"):
    """Draw `cards` cards; they are revealed and may be used. (TS-7.2, TS-3.4)"""

    stated = True
    cards: Count

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        me = state.me
        if me.deck or me.discard:
            return None
        card = book.card(state.party[use.card].card)
        if card.is_spell:
            key = "draw_spell_empty_deck"
        elif card.abilities[use.ability].destroy == "disease":
            key = "cleric_empty_deck"
        else:
            return None
        if book.reads(key, "allowed"):
            return None
        return "you have no card left to draw", (f"key.{key}", "TS-3.4")

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(DrawCards(self.cards))

    def draws(self, heroes: int) -> int:
        return self.cards

    def say(self) -> str:
        return f"draw {self.cards} card{'s' if self.cards > 1 else ''}"


class DrawForStrength(AbilityEffect, frozen=True):
    """Unless a Hero of the hand has the Strength `unless`: draw cards; a Hero drawn so gains Strength.
    (TS-8.4)
    """

    stated = True
    unless: Number
    strength: Number
    cards: Count = 1

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        for index, member in enumerate(state.party):
            if member.left or member.card not in book.heroes:
                continue
            strength = strength_of(book, state, index)
            if strength >= self.unless:
                source = f"card.{state.party[use.card].card}"
                return f"{book.name(member.card)} has Strength {strength}", (source,)
        return None

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        source = play.state.party[use.card].card
        play.push(DrawCards(self.cards), Strengthen(len(play.state.party), self.strength, source))

    def draws(self, heroes: int) -> int:
        return self.cards

    def say(self) -> str:
        cards = f"{self.cards} card{'s' if self.cards > 1 else ''}"
        return (
            f"unless a Hero in hand has Strength {self.unless} or more, draw {cards}; "
            f"a Hero drawn so has Strength +{self.strength}"
        )


class Strengthen(actions.Task, frozen=True):
    """The Heroes among the cards drawn last gain Strength."""

    first: int
    """The place of the first card drawn."""
    strength: int
    source: str

    def run(self, play: Play) -> None:
        for index in range(self.first, len(play.state.party)):
            member = play.state.party[index]
            if member.left or member.card not in play.book.heroes:
                continue
            before = strength_of(play.book, play.state, index)
            play.edit(index, strength=member.strength + self.strength)
            note = f"for {play.called(index)}"
            rulings = (f"card.{self.source}", "TS-8.4")
            after = before + self.strength
            play.note("effect", self.source, rulings, note, "strength", before, after)


class DrawOnMonster(AbilityEffect, frozen=True):
    """Draw one card, and another one if it is a Monster. (TS-7.2, TS-3.4)"""

    stated = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        first = len(play.state.party)
        play.push(DrawCards(1), DrawAnother(play.state.party[use.card].card, first))

    def draws(self, heroes: int) -> int:
        return 2

    def say(self) -> str:
        return "draw 1 card, and another one if it is a Monster"


class DrawAnother(actions.Task, frozen=True):
    """Look at the card that came to the place `first` of the hand."""

    source: str
    first: int

    def run(self, play: Play) -> None:
        for member in play.state.party[self.first :]:
            if member.card in play.book.monsters:
                play.note("effect", member.card, (f"card.{self.source}",), "a Monster: draw another card")
                play.push(DrawCards(1))


class DrawPerKin(AbilityEffect, frozen=True):
    """Draw `cards` cards for each other revealed Hero of its group. (TS-7.2, TS-3.4)"""

    stated = True
    cards: Count = 1

    def recounts(self) -> bool:
        return True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.book.card(play.state.party[use.card].card)
        kin = Hand(play.book, play.state.party).kin(card)
        play.note("effect", card.id, (card.ruling,), f"{kin} other Heroes of its group")
        if kin:
            play.push(DrawCards(self.cards * kin))

    def draws(self, heroes: int) -> int:
        return self.cards * heroes

    def say(self) -> str:
        cards = "1 card" if self.cards == 1 else f"{self.cards} cards"
        return f"draw {cards} for each other Hero of its group in hand"


class DrawUnmatched(AbilityEffect, frozen=True):
    """Draw `cards` cards and discard those that match a card of the hand; of several equal ones one may stay.
    (TS-7.2, DS-12)
    """

    stated = True
    cards: Count
    all: bool = False
    """As soon as one matches, all of them are discarded."""

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        compare = DiscardMatches(card, len(play.state.party), self.all)
        play.push(DrawCards(self.cards), compare)

    def draws(self, heroes: int) -> int:
        return self.cards

    def say(self) -> str:
        match = "all of them if one matches" if self.all else "those that match"
        return f"draw {self.cards} cards and discard {match} a card in hand"


class DiscardMatches(actions.Task, frozen=True):
    """The cards drawn, from the place `first` on, are compared with those held before."""

    source: str
    first: int
    all: bool

    def run(self, play: Play) -> None:
        party = play.state.party
        held = {member.card for member in party[: self.first] if not member.left}
        drawn = range(self.first, len(party))
        matching = [index for index in drawn if party[index].card in held]
        for index in drawn if self.all and matching else matching:
            self._discard(play, index, "matches a card of the hand" if index in matching else "goes with it")
        several = Counter(party[index].card for index in drawn if not play.state.party[index].left)
        doubles = tuple(sorted(card for card, count in several.items() if count > 1))
        for card in doubles:
            copies = [index for index in drawn if party[index].card == card]
            for index in copies[1:]:
                self._discard(play, index, "drawn more than once")
        if doubles:
            play.push(MayKeep(self.source, self.first, doubles))

    def _discard(self, play: Play, index: int, why: str) -> None:
        card = play.discard(index)
        play.note("effect", card, (f"card.{self.source}", "TS-7.2"), f"discarded: {why}")


class MayKeep(actions.Task, frozen=True):
    """Of each card drawn more than once, and matching none of the hand, the player may keep one."""

    asks = "say whether the card that came more than once stays"
    source: str
    first: int
    doubles: tuple[str, ...]

    def mover(self, book: Book, state: State) -> int:
        return state.active

    def options(self, book: Book, state: State) -> list[Action]:
        return [Discard(state.active, self.doubles[0]), Pass()] if self._kept(state) else [Pass()]

    def _kept(self, state: State) -> list[int]:
        """The places of the copies that are still in the hand."""
        drawn = enumerate(state.party[self.first :], start=self.first)
        return [index for index, member in drawn if member.card == self.doubles[0] and not member.left]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return f"card.{self.source}", "DS-12"

    def answer(self, play: Play, action: Action) -> None:
        card, *rest = self.doubles
        if isinstance(action, Discard):
            play.discard(self._kept(play.state)[0])
            play.note("effect", card, (f"card.{self.source}", "DS-12"), "discarded: it need not stay")
        if rest:
            play.push(MayKeep(self.source, self.first, tuple(rest)))


class LargerHand(AbilityEffect, frozen=True):
    """When the hand is drawn at the end of the turn, `cards` cards more are drawn. (TS-3.2)"""

    stated = True
    cards: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.set(next_hand=play.state.next_hand + self.cards)
        play.note("effect", card, (f"card.{card}", "TS-3.2"), self.say())

    def say(self) -> str:
        return f"draw {self.cards} card{'s' if self.cards > 1 else ''} more at the end of the turn"


class Guess(AbilityEffect, frozen=True):
    """Name Hero, Village or Monster and discard the top card of the own deck; if it is one, draw
    `cards` cards. (TS-7.2, TS-3.4)
    """

    stated = True
    target = "kind"
    cards: Count

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if 0 <= use.target < len(NAMES):
            return None
        source = f"card.{state.party[use.card].card}"
        return f"one of {', '.join(NAMES)} has to be named", (source,)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.push(TurnUpNamed(play.state.active, card, use.target, self.cards))

    def draws(self, heroes: int) -> int:
        return self.cards

    def say(self) -> str:
        cards = "1 card" if self.cards == 1 else f"{self.cards} cards"
        return f"name Hero, Village or Monster, discard the top card of the deck, draw {cards} if it is one"


class TurnUpNamed(TurnUpToAct, frozen=True):
    """The top card is discarded and compared with the kind that was named."""

    named: int
    cards: int

    def take(self, play: Play, card: str) -> None:
        play.player(self.player, discard=(*play.owner().discard, card))
        right = is_named(play.book, play.book.card(card), self.named)
        note = f"discarded: {'as' if right else 'not as'} named ({NAMES[self.named]})"
        play.note("effect", card, self.rulings(), note)
        if right:
            play.push(DrawCards(self.cards))


class StrikeDeck(AbilityEffect, frozen=True):
    """Discard the top card of an opponent's deck; if it is a Hero, this card gains Magic Attack. (TS-7.2)"""

    stated = True
    turns_up_decks = True
    target = "player"
    magic: Number

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        if use.target in (others(state) or [NONE]):
            return None
        return "it works on the deck of another player", (f"card.{state.party[use.card].card}",)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        if use.target == NONE:
            play.note("effect", card, (f"card.{card}", "TS-18.3"), "you have no opponent")
            return
        play.push(*aimed(play, card, (use.target,), lambda seat: StrikeTop(seat, card, use.card, self.magic)))

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.magic if pool == "magic" else 0

    def say(self) -> str:
        return f"discard the top card of an opponent's deck, Magic Attack +{self.magic} for a Hero"


class StrikeTop(TurnUpToAct, frozen=True):
    """The top card is discarded; a Hero gives Magic Attack to the card `user` of the active player's hand."""

    points = True
    user: int
    magic: int

    def take(self, play: Play, card: str) -> None:
        play.player(self.player, discard=(*play.state.players[self.player].discard, card))
        hero = card in play.book.heroes
        gain = f", a Hero: Magic Attack +{self.magic}" if hero else ""
        play.note("effect", card, self.rulings("TS-7.2"), f"discarded by player {self.player + 1}{gain}")
        if hero:
            play.edit(self.user, magic=play.state.party[self.user].magic + self.magic)


class Plunder(AbilityEffect, frozen=True):
    """Every other player discards one Weapon, or shows a hand without any."""

    stated = True
    quiet = True

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card
        play.push(
            *aimed(play, card, others(play.state), lambda seat: MustDiscard(seat, 1, card, of="weapon"))
        )

    def say(self) -> str:
        return "every other player discards a Weapon or shows a hand without any"


class PlunderForAttack(AbilityEffect, frozen=True):
    """Every other player discards one Weapon, or shows a hand without any; this Hero gains Attack for each
    Weapon discarded so.
    """

    stated = True
    sees_hands = True
    attack: Number

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        card = play.state.party[use.card].card

        def rob(seat: int) -> MustDiscard:
            return MustDiscard(seat, 1, card, of="weapon", hero=use.card, attack=self.attack)

        play.push(*aimed(play, card, others(play.state), rob))

    def at_most(self, pool: Pool, limits: Limits) -> int:
        return self.attack * limits.others if pool == "attack" else 0

    def say(self) -> str:
        gain = f"Attack +{self.attack} for each Weapon discarded"
        return f"every other player discards a Weapon or shows a hand without any, {gain}"


class ArrangeDungeon(AbilityEffect, frozen=True):
    """Look at the top `cards` cards of the Dungeon Deck and put them back in any order. (TS-7.2)"""

    stated = True
    cards: Count

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        play.push(Arrange(play.state.party[use.card].card, self.cards))

    def say(self) -> str:
        return f"put the top {self.cards} cards of the Dungeon Deck back in any order"


class Arrange(LookAtDungeon, frozen=True):
    """The player says in which order the cards go back."""

    asks = "put the cards back on the Dungeon Deck"

    def options(self, book: Book, state: State) -> list[Action]:
        orders = dict.fromkeys(permutations(self.seen))
        return [PutBack(order) for order in orders] if len(orders) > 1 and not self.looks(state) else []

    def worth_trying(self, book: Book, state: State, options: list[Action]) -> list[Action]:
        return options if may_still_reveal(book, state) else options[:1]

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, PutBack):
            self.put_back(play, action.cards)
        else:
            super().answer(play, action)
