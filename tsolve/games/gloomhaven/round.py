"""A round: choosing cards, turn after turn, rests, its end, and that of the scenario. (GH-2.1 to GH-2.4)

What lasts a round ends in the order of the rules (GH-2.10, GH-13.1). Whether a scenario is won or lost is
checked earlier, but the round is still played to its end (GH-11.10, GH-14.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.tasks import ENGINE
from tsolve.engine import CHANCE
from tsolve.games.gloomhaven import modifiers as modifier_deck
from tsolve.games.gloomhaven import state
from tsolve.games.gloomhaven.actions import Action, Bear, Choose, Draw, Pass, ShortRest, TakeTurn, listed
from tsolve.games.gloomhaven.book import Book
from tsolve.games.gloomhaven.conditions import Condition, is_met, may_be_met
from tsolve.games.gloomhaven.figures import Figure
from tsolve.games.gloomhaven.initiative import initiative_of, next_up, waits
from tsolve.games.gloomhaven.monsters_cards import DrawCards
from tsolve.games.gloomhaven.reveal import Reveal
from tsolve.games.gloomhaven.scenario import EndOfRound, EndOfTurn, starts_of_round
from tsolve.games.gloomhaven.state import AbilityDeck, Charged, Choice, Held, State, Task
from tsolve.games.gloomhaven.turn.monster import BeginTurn
from tsolve.games.gloomhaven.turn.reactions import reactions

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.play import Play


NEEDED = 2
"""The number of discarded cards that any rest needs. (GH-2.10)"""
WHY = ("GH-2.10", "GH-13.1")


class MayRest(Choice, frozen=True):
    """A character takes a short rest or not."""

    asks = "say whether it takes a short rest: `short rest of NAME`, or `skip`"
    figure: str

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None or not state.is_up(self.figure) or len(held.discarded) < NEEDED:
            return []
        return [ShortRest(self.figure), Pass()]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def run(self, play: Play) -> None:
        """Without two discarded cards there is no rest."""

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, ShortRest):
            play.push(LoseOne(self.figure))


class LoseOne(Task, frozen=True):
    """A random discarded card is lost; once, for 1 damage, another random card is lost instead."""

    asks = "say which discarded card comes: `draw CARD`"
    figure: str
    spared: str = ""
    """The card that came first, if another one is drawn for 1 damage."""

    def mover(self, book: Book, state: State) -> int:
        return CHANCE if state.is_up(self.figure) and self.outcomes(book, state) else ENGINE

    def outcomes(self, book: Book, state: State) -> list[tuple[Action, int]]:
        """Any card but the first one; that one where what the damage called for has cost all others."""
        held = state.cards_of(self.figure)
        assert held is not None
        others = [card for card in held.discarded if card != self.spared]
        return [(Draw(card), 1) for card in others or held.discarded]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Draw)
        if self.spared:
            _rest(play, self.figure, action.card)
        else:
            play.push(MayRedraw(self.figure, action.card))


class MayRedraw(Choice, frozen=True):
    """For 1 damage another random card is lost instead, once."""

    asks = "say whether another card is drawn for 1 damage: `take the damage`, or `skip`"
    figure: str
    card: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [Pass(), Bear()] if state.is_up(self.figure) else []

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return WHY

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Pass):
            _rest(play, self.figure, self.card)
            return
        play.push(LoseOne(self.figure, self.card))
        play.lose_hit_points(self.figure, 1, WHY, "another card for a short rest")


def _rest(play: Play, figure: str, lost: str) -> None:
    """One card is lost, the other discarded ones come back."""
    play.put_card(figure, lost, "lost", WHY)
    held = play.state.cards_of(figure)
    assert held is not None
    for card in held.discarded:
        play.put_card(figure, card, "hand", WHY)


class EndRound(state.Task, frozen=True):
    """Modifier decks are reshuffled, elements wane, bonuses of the round end, then characters may rest."""

    def run(self, play: Play) -> None:
        _reshuffle(play)
        _reshuffle_abilities(play)
        _wane(play)
        _end_bonuses(play)
        for figure in play.state.figures:
            dying = figure.dying if figure.kind == "summon" else ()
            play.edit(figure.name, acted=False, new=False, dying=dying)
        play.set(paid=(), settled=(), round=play.state.round + 1)
        ending = [each for figure in play.state.figures for each in reactions(play, figure.name, "round end")]
        resting = [held.owner for held in play.state.held if play.state.on_map(held.owner)]
        play.push(*ending, *(MayRest(owner) for owner in resting))


class Finished(state.Task, frozen=True):
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
    """Whether the bonus of an active card lasts until the end of the round."""
    facts = play.book.cards.get((held.owner, card))
    if facts is None or "round" not in (facts.top.lasts, facts.bottom.lasts):
        return False
    key = (held.owner, card)
    effects = (effect for figure in play.state.figures for effect in figure.effects)
    stays = any((effect.owner, effect.source) == key for effect in effects)
    return not stays and not any((figure.owner, figure.card) == key for figure in play.state.figures)


class LookForEnd(Task, frozen=True):
    """The first condition that is met decides how the scenario ends."""

    def run(self, play: Play) -> None:
        book, state = play.book, play.state
        ending = how_it_ends(book, state)
        if state.ended or not ending:
            return
        if are_exhausted(book, state):
            text = "is lost at the end of the round: all characters are exhausted"
            play.note("scenario", "the scenario", ("GH-11.10", "GH-14.1"), text)
            play.set(ended="lost")
        elif ending == "lost":
            _end(play, "lost", [next(each for each in book.script.defeat if is_met(book, state, each))])
        else:
            _end(play, "won", book.script.victory)


def how_it_ends(book: Book, state: State) -> Literal["won", "lost", ""]:
    """How the scenario ends as far as that is certain, even before its end has been checked."""
    if state.ended:
        return state.ended
    script = book.script
    if are_exhausted(book, state) or any(is_met(book, state, each) for each in script.defeat):
        return "lost"
    is_won = bool(script.victory) and all(is_met(book, state, each) for each in script.victory)
    return "won" if is_won else ""


def may_be_won(book: Book, state: State) -> bool:
    """Whether the victory is still possible at the end of this round, without any character."""
    return bool(book.script.victory) and all(may_be_met(book, state, each) for each in book.script.victory)


def are_exhausted(book: Book, state: State) -> bool:
    """Whether all characters are exhausted. (GH-11.10)"""
    party = [name for name in book.script.party if name not in state.escaped]
    return bool(party) and not any(state.on_map(name) and not state.figure(name).exhausted for name in party)


def _end(play: Play, how: Literal["won", "lost"], conditions: Sequence[Condition]) -> None:
    """The scenario will be won or lost at the end of the round."""
    counts_rounds = any(each.kind == "rounds" for each in conditions)
    rulings = ("GH-14.1", "GH-13.2") if counts_rounds else ("GH-14.1",)
    text = listed([each.told for each in conditions])
    play.note("scenario", "the scenario", rulings, f"is {how} at the end of the round: {text}")
    play.set(ended=how)


class NextTurn(Choice, frozen=True):
    """The next figure acts; after the last one the round ends."""

    asks = "say who acts next: `turn of NAME`"

    def options(self, book: Book, state: State) -> list[Action]:
        return [TakeTurn(name) for name in next_up(book, state)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-12.36",) if state.again else ("GH-2.4", "GH-12.2", "GH-12.3", "GH-12.4")

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if not isinstance(action, TakeTurn):
            return super().refuse(book, state, action)
        names = " or ".join(next_up(book, state))
        return f"{names} acts next", self.rulings_for(book, state)

    def run(self, play: Play) -> None:
        if not next_up(play.book, play.state):
            play.push(EndRound(), EndOfRound(play.state.round), LookForEnd())
            return
        super().run(play)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, TakeTurn)
        figure = play.state.figure(action.figure)
        still: tuple[Task, ...] = ()
        if figure.name in play.state.again:
            play.note("turn", figure.name, ("GH-12.36",), "acts once more")
            play.set(again=play.state.again[play.state.again.index(figure.name) + 1 :])
            still = (StillToAct(figure.name),) if waits(play.book, figure) else ()
        else:
            number = initiative_of(play.book, play.state, figure)
            play.note("turn", figure.name, _why_now(figure), f"acts, initiative {number}")
        play.push(BeginTurn(figure.name), *still, EndOfTurn(), LookForEnd(), self)


class StillToAct(Task, frozen=True):
    """A figure that took an extra turn before its own turn still has its own to come. (GH-12.36)"""

    figure: str

    def run(self, play: Play) -> None:
        if play.state.on_map(self.figure):
            play.edit(self.figure, acted=False)


def _why_now(figure: Figure) -> tuple[str, ...]:
    """The rules that say why a figure's turn comes now."""
    if figure.kind == "summon":
        return "GH-2.4", "GH-11.3"
    if figure.kind != "monster":
        return ("GH-2.4",)
    if figure.side == "party":
        return "GH-2.4", "GH-1.11"
    return "GH-2.4", "GH-12.3" if figure.rank else "GH-14.6"


ROUND = 2
"""The number of cards chosen for a round, and of discarded cards that a rest needs. (GH-2.2, GH-2.10)"""


class NextRound(Task, frozen=True):
    """The scenario is over at the end of a round, or the next one begins. (GH-14.1)"""

    def run(self, play: Play) -> None:
        if play.state.ended:
            play.set(result=True, over=True)
            return
        play.set(drawn=())
        for figure in play.state.figures:
            if figure.kind == "character":
                play.edit(figure.name, rests=False, initiative=None, second=None)
        play.push(BeginRound(), self)


class BeginRound(Task, frozen=True):
    """Everybody who has not chosen yet chooses, the monsters' cards come; then the turns begin."""

    def run(self, play: Play) -> None:
        if play.state.without_card or not play.state.drawn:
            play.note("round", f"round {play.state.round}", ("GH-2.1",), "begins")
        choosing = [held.owner for held in play.state.held if _is_to_choose(play.state, held.owner)]
        for name in choosing:
            held = play.state.cards_of(name)
            assert held is not None
            if len(held.hand) < ROUND and len(held.discarded) < ROUND:
                play.note("round", name, ("GH-11.9", "GH-2.2"), "cannot play two cards, nor rest")
                play.exhaust(name)
        starting = [
            each for figure in play.state.figures for each in reactions(play, figure.name, "round start")
        ]
        play.push(
            *starting,
            *starts_of_round(play.book, play.state),
            *(ChooseCards(name) for name in choosing if _is_to_choose(play.state, name)),
            DrawCards(),
            Reveal(),
            NextTurn(),
        )


class ChooseCards(Choice, frozen=True):
    """Two cards of the hand, the leading one first, or a long rest. (GH-2.2)"""

    asks = "say which two cards it plays, or that it rests"
    figure: str

    def options(self, book: Book, state: State) -> list[Action]:
        held = state.cards_of(self.figure)
        if held is None:
            return []
        rest: list[Action] = [Choose(self.figure)] if len(held.discarded) >= ROUND else []
        return [*(Choose(self.figure, pair) for pair in permutations(held.hand, ROUND)), *rest]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return "GH-2.2", "GH-2.4"

    def refuse(self, book: Book, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
        if not isinstance(action, Choose):
            return f"first say which two cards {self.figure} plays, or that it rests", ("GH-2.2",)
        if action.figure != self.figure:
            return f"{self.figure} chooses first", ("GH-2.2",)
        if not action.cards:
            return "a long rest needs two discarded cards", ("GH-2.2", "GH-2.10")
        held = state.cards_of(self.figure)
        away = [card for card in action.cards if held is None or card not in held.hand]
        if away:
            return f"{away[0]} is not in hand", ("GH-2.2",)
        return f"{self.figure} plays two different cards, or rests", ("GH-2.2",)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Choose)
        if not action.cards:
            play.edit(self.figure, rests=True, initiative=None)
            play.note("round", self.figure, ("GH-2.2", "GH-2.4"), "takes a long rest, initiative 99")
            return
        held = play.state.cards_of(self.figure)
        assert held is not None
        hand = tuple(card for card in held.hand if card not in action.cards)
        play.put_held(replace(held, plays=action.cards, hand=hand))
        played = [play.book.cards.get((self.figure, name)) for name in action.cards]
        number, second = (card.initiative if card is not None else None for card in played)
        play.edit(self.figure, rests=False, initiative=number, second=second)
        play.note("round", self.figure, ("GH-2.2",), f"leads with {action.cards[0]}, initiative {number}")


def _is_to_choose(state: State, name: str) -> bool:
    """Whether a character has still to say what it does in this round."""
    held = state.cards_of(name)
    if held is None or not state.on_map(name):
        return False
    figure = state.figure(name)
    return not (held.plays or figure.rests or figure.acted or figure.exhausted)
