"""Actions in words, as people write them, and the position in words, zone by zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tsolve.cardkit.piles import copy_number
from tsolve.games.quest.actions import (
    NONE,
    TOKENS,
    Accept,
    Action,
    Battle,
    Borrow,
    Buy,
    BuyToken,
    BuyTreasure,
    CancelText,
    Choose,
    ChooseHero,
    Complete,
    Destroy,
    DestroyWare,
    Discard,
    DiscardTop,
    Draw,
    Enter,
    FindTreasure,
    Give,
    GiveUp,
    Heal,
    Ignore,
    Keep,
    LevelUp,
    LoseToken,
    Move,
    Opt,
    PutBack,
    PutChampion,
    PutOnDeck,
    Remove,
    ResolveFirst,
    Reveal,
    Roll,
    RollTwo,
    TakeWare,
    Use,
    UseSpoils,
    UseToken,
    Visit,
)
from tsolve.games.quest.book import Book
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.rewards import called
from tsolve.model.trace import Entry


def laid_out(state: State) -> tuple[str, ...]:
    """The cards by their places in front of the player, also those that are gone; those of the hand where
    they are still to be laid out.
    """
    return tuple(laid.card for laid in state.laid) or state.me.hand or ()


def is_gone(state: State, place: int) -> bool:
    """Whether a card is no longer in front of the player."""
    return bool(state.laid) and state.laid[place].gone


def laid_name(book: Book, state: State, place: int) -> str:
    """A card in front of the player; of several copies it tells which."""
    cards = laid_out(state)
    copy = copy_number(cards, place)
    name = book.name(cards[place])
    return f"{name} #{copy}" if copy else name


def notation(book: Book, state: State, action: Action) -> str:
    """The action in words."""
    return " ".join(phrase(book, state, action))


def phrase(book: Book, state: State, action: Action) -> tuple[str, ...]:
    """The words of the action: what is done, with which card, to whom. In lists actions that begin alike
    stand together.
    """

    def here(place: int) -> str:
        return laid_name(book, state, place)

    match action:
        case Visit(location, ""):
            return "go to", book.name(location)
        case Give(card, hero):
            return "give", f"{here(card)} to", here(hero)
        case Use(card, number, hero):
            abilities = book.card(laid_out(state)[card]).abilities
            which = f" (ability {number + 1})" if len(abilities) > 1 else ""
            serves = number < len(abilities) and abilities[number].service is not None
            if hero == NONE and not serves:
                return "use", f"{here(card)}{which}"
            return "use", f"{here(card)}{which} on", here(hero) if hero != NONE else "nobody"
        case UseToken(token, hero):
            if token != "iron_rations":
                return "use", called(token)
            to_gold = ("use", f"{called(token)} for", "gold")
            return to_gold if hero == NONE else ("use", f"{called(token)} on", here(hero))
        case Buy(card, on_deck):
            return "buy", f"{book.name(card)}{' and put it on the deck' if on_deck else ''}"
        case BuyToken(token):
            return "buy", called(token)
        case BuyTreasure():
            return "buy", "a Treasure"
        case Heal(card):
            return "heal", "a Wound" if card == NONE else here(card)
        case LevelUp(hero, into):
            return "level up", f"{here(hero)} to", book.name(into)
        case Destroy(card):
            return "destroy", here(card)
        case Move(room, wounds):
            price = f" for {wounds} Wound{'' if wounds == 1 else 's'}" if wounds else ""
            return "move to", f"{book.name(state.rooms[room].card)}{price}"
        case _:
            return (_in_words(book, state, action),)


def _in_words(book: Book, state: State, action: Action) -> str:
    """An action that stands by itself."""

    def here(place: int) -> str:
        return laid_name(book, state, place)

    def there(room: int) -> str:
        where, monster = book.name(state.rooms[room].card), state.rooms[room].monster
        return f"{book.name(monster)} in {where}" if monster else where

    def whose(player: int) -> str:
        return "" if player == state.active else f"player {player + 1}: "

    match action:
        case Visit(location, also):
            return f"go to {book.name(location)}{f' and use {book.name(also)}' if also else ''}"
        case Enter():
            return "enter the Dungeon"
        case PutOnDeck(card):
            return f"put {book.name(card)} on the deck"
        case Remove(weapon):
            return f"remove {here(weapon)}"
        case UseSpoils(card, _):
            return f"use the Spoils of {book.name(card)}"
        case Battle():
            room_here = state.rooms[state.me.room]
            if room_here.face_down:
                return "battle the Monster that lies face down"
            return f"battle {book.name(room_here.monster)}" if room_here.monster else "battle"
        case PutBack(card):
            return f"put {here(card)} on the deck"
        case Choose(room):
            return f"choose {there(room)}"
        case CancelText(room, ability):
            several = len(book.card(state.rooms[room].monster).before) > 1
            which = f" {ability + 1}" if several else ""
            return f"cancel Before Battle{which} of {there(room)}"
        case Borrow(card):
            return f"borrow {book.name(card)}"
        case Ignore(card):
            return f"ignore {book.name(card)}"
        case ChooseHero(hero):
            return f"choose {here(hero)}"
        case Opt(what):
            return what
        case Accept():
            return "accept"
        case GiveUp(card):
            return f"give up {here(card)}"
        case LoseToken(token):
            return f"lose {called(token)}"
        case PutChampion(room):
            return f"put the Champion in {book.name(state.rooms[room].card)}"
        case ResolveFirst(card):
            return f"resolve {book.name(card)} first"
        case Keep(player, card):
            return f"{whose(player)}keep {book.name(card)}"
        case Complete(item, hero):
            quest = book.name(state.me.quest) if state.me.quest else "the Side Quest"
            return f"complete {quest} with {here(item)} and {here(hero)}"
        case TakeWare(kind):
            return f"take a card of the deck of {kind.capitalize()}s"
        case DestroyWare(card):
            return f"destroy {book.name(card)} of the Marketplace"
        case Discard(player, card):
            return f"{whose(player)}discard {book.name(card)}"
        case Draw(card):
            return f"draw {book.name(card)}"
        case Roll(pips):
            return f"roll {pips}"
        case DiscardTop(card):
            return f"discard {book.name(card)} from the deck"
        case RollTwo(low, high):
            return f"roll {low} and {high}"
        case Reveal(card):
            return f"reveal {book.name(card)}"
        case FindTreasure(card):
            return f"find {book.name(card)}"
        case _:
            return "pass"


def zones(book: Book, state: State) -> tuple[tuple[str, str], ...]:
    """What lies in front of the active player, and what the player has."""
    me = state.me
    cards = [state.laid[place].card for place in state.present()] if state.laid else me.hand or ()
    tokens = [f"{me.tokens(token)} x {called(token)}" for token in TOKENS if me.tokens(token)]
    wounds = f"{me.wounds} Wound{'s' if me.wounds != 1 else ''}"
    keys = [f"{me.keys} Guardian Key{'s' if me.keys != 1 else ''}"] if me.keys else []
    has = ", ".join((f"{me.xp} XP", wounds, *keys, *tokens))
    where = (("Location", book.name(me.location)),) if me.location else ()
    sponsor = (("Guild Sponsor", book.name(me.sponsor)),) if me.sponsor else ()
    return ("Cards", _names(book, cards)), ("Board", has), *where, *sponsor


_RECKONED = ("attack", "light", "gold")


def is_news(entry: Entry) -> bool:
    """Whether an entry belongs in the story of a game: rows of calculations do not."""
    return entry.step not in _RECKONED and entry.quantity not in ("armor", "resistance", "health", "total")


def _names(book: Book, cards: Iterable[str]) -> str:
    counted = Counter(map(book.name, cards)).items()
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in counted) or "none"
