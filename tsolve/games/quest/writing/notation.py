"""Actions in words, as people write them, and the position in words, zone by zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tsolve.cardkit.piles import copy_number
from tsolve.games.quest.actions import Action
from tsolve.games.quest.answers import NONE, TOKENS, CancelText, called
from tsolve.games.quest.book import Book
from tsolve.games.quest.state import State
from tsolve.model.trace import Entry

FACE_DOWN = "the Monster that lies face down"


def is_gone(state: State, place: int) -> bool:
    """Whether a card is no longer in front of the player."""
    return bool(state.laid) and state.laid[place].gone


def laid_name(book: Book, state: State, place: int) -> str:
    """A card in front of the player; of several copies it tells which."""
    cards = state.laid_out
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

    def say(kind: str, value: object) -> str | None:
        return _told(book, state, action, kind, value)

    return next(filter(None, (form.words(action, say) for form in action.forms)))


def _told(book: Book, state: State, action: Action, kind: str, value: object) -> str | None:
    """The words for a slot of this kind in an action; None if the action has nothing there."""
    match kind, value:
        case "mine" | "weapon" | "hero" | "item" | "wound", int(place):
            return laid_name(book, state, place)
        case "served", int(hero):
            nobody = "nobody" if _serves(book, state, action) else None
            return nobody if hero == NONE else laid_name(book, state, hero)
        case "anybody", int(hero):
            return None if hero != NONE or _serves(book, state, action) else ""
        case "ability", int(number):
            several = len(book.card(state.laid_out[action.source]).abilities) > 1
            return f" (ability {number + 1})" if several else ""
        case "which", int(number):
            assert isinstance(action, CancelText)
            several = len(book.card(state.rooms[action.room].monster).before) > 1
            return f" {number + 1}" if several else ""
        case "spoils", _:
            return ""
        case "room", int(room):
            return book.name(state.rooms[room].card)
        case "monster", int(room):
            there = state.rooms[room]
            where = book.name(there.card)
            return f"{book.name(there.monster)} in {where}" if there.monster else where
        case "here", _:
            here = state.rooms[state.me.room]
            return FACE_DOWN if here.face_down else book.name(here.monster) if here.monster else ""
        case "wounds", int(wounds):
            return f" for {wounds} Wound{'' if wounds == 1 else 's'}" if wounds else ""
        case "token" | "bought" | "lost" | "rations", str(token):
            return None if kind == "rations" and token != "iron_rations" else called(token)
        case "on_deck", bool(on_deck):
            return " and put it on the deck" if on_deck else ""
        case "side_quest", _:
            return book.name(state.me.quest) if state.me.quest else "the Side Quest"
        case "player" | "loser", int(player):
            return "" if player == state.active else f"player {player + 1}: "
        case "further", "":
            return None
        case "wares", str(ware):
            return f"{ware.capitalize()}s"
        case "what", str(what):
            return what
        case _, str(card):
            return book.name(card)
    return str(value)


def _serves(book: Book, state: State, action: Action) -> bool:
    """Whether the action uses an ability that serves a Hero."""
    ability = action.ability_in(book, state)
    return ability is not None and ability.service is not None


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
