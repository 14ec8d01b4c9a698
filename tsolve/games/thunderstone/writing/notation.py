"""Actions in words, as a person at the table would say them."""

from __future__ import annotations

from tsolve.games.thunderstone.actions import (
    Action,
    Attack,
    Borrow,
    Buy,
    Destroy,
    DestroyFound,
    Discard,
    Draw,
    Equip,
    GiveUp,
    LevelUp,
    PutBack,
    React,
    Reveal,
    SearchDeck,
    SendDown,
    SetAside,
    ShowHand,
    Silence,
    Suffer,
    Swap,
    Take,
    TurnUp,
    Use,
    UseTreasure,
    Visit,
)
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.copies import member_name
from tsolve.games.thunderstone.state import NONE, State
from tsolve.games.thunderstone.target import called
from tsolve.games.thunderstone.turn.hall import may_breach, place_name
from tsolve.games.thunderstone.turn.looking import plain
from tsolve.games.thunderstone.turn.naming import NAMES

BREACHED = "(breached)"
SET_UP = "(set up)"
"""Written after a Monster whose Breach is spent although it is not in Rank 1."""
_VISITS = {"village": "visit the Village", "dungeon": "enter the Dungeon", "rest": "rest"}
_PASSES = {
    "effects": "go on to the purchases",
    "buying": "go on to levelling up",
    "levelling": "end the turn",
    "preparing": "attack nobody",
    "resting": "destroy nothing",
}


def notation(book: Book, state: State, action: Action) -> str:
    """One action in words; cards by name, with a number where the hand holds several in different states."""
    return " ".join(phrase(book, state, action))


def phrase(book: Book, state: State, action: Action) -> tuple[str, ...]:
    """The words of an action: what is done, with which card, to whom. In lists actions that begin alike stand
    together.
    """
    if isinstance(action, Use):
        return _use(book, state, action)
    if isinstance(action, Equip):
        weapon, hero = (member_name(book, state, each) for each in (action.weapon, action.hero))
        return "equip", f"{weapon} on", hero
    if isinstance(action, Attack):
        there = bool(state.at(action.rank).card)
        return "attack", called(book, state, action.rank) if there else place_name(action.rank)
    if isinstance(action, Buy):
        return "buy", book.name(action.card)
    if isinstance(action, LevelUp):
        return "level up", f"{member_name(book, state, action.hero)} to", book.name(action.into)
    if isinstance(action, Destroy):
        return "destroy", member_name(book, state, action.card)
    return (_in_words(book, state, action),)


def _in_words(book: Book, state: State, action: Action) -> str:
    """An action that stands by itself."""
    if isinstance(action, Visit):
        return _VISITS[action.place]
    if isinstance(action, DestroyFound):
        return f"destroy revealed {book.name(action.card)}"
    if isinstance(action, Discard):
        return f"player {action.player + 1} discards {book.name(action.card)}"
    if isinstance(action, GiveUp):
        return f"player {action.player + 1} destroys {book.name(action.card)}"
    if isinstance(action, ShowHand):
        given = " or ".join(map(book.name, dict.fromkeys(action.among))) or f"a {action.of}"
        what = f"discards {given}" if action.holds else f"shows a hand with no {action.of}"
        return f"player {action.player + 1} {what}"
    if isinstance(action, TurnUp):
        return f"player {action.player + 1} turns up {book.name(action.card)}"
    if isinstance(action, Suffer):
        on = f" for {member_name(book, state, action.hero)}" if action.hero != NONE else ""
        return f"take the reduction from {'Magic Attack' if action.pool == 'magic' else 'Attack'}{on}"
    if isinstance(action, Silence):
        return f"{member_name(book, state, action.hero)} cannot attack"
    if isinstance(action, SendDown):
        return f"send {called(book, state, action.rank)} down"
    if isinstance(action, SearchDeck):
        return "search the deck"
    if isinstance(action, Swap):
        return f"swap {called(book, state, action.rank)}"
    if isinstance(action, PutBack):
        return f"put back {', '.join(book.name(plain(card)) for card in action.cards)}"
    if isinstance(action, Take):
        return f"take {book.name(action.card)}"
    if isinstance(action, Borrow):
        return f"borrow {book.name(action.card)} from player {action.player + 1}"
    if isinstance(action, React):
        return f"player {action.player + 1} reveals {book.name(action.card)}"
    if isinstance(action, SetAside):
        return "set cards aside"
    if isinstance(action, UseTreasure):
        who = "use" if action.player == state.active else f"player {action.player + 1} uses"
        on = f" on {member_name(book, state, action.card)}" if action.card != NONE else ""
        return f"{who} {book.name(action.treasure)}{on}"
    if isinstance(action, Draw):
        return f"draw {book.name(action.card)}"
    if isinstance(action, Reveal):
        return f"reveal {book.name(action.card)}"
    return _PASSES.get(state.step, "choose nothing") if not state.todo else "choose nothing more"


def arranged(book: Book, state: State, order: tuple[int, ...]) -> list[str]:
    """The names in a new order of the Hall; of equal cards some of which may still breach the others are
    marked, since it matters where each goes.
    """
    places = [state.at(rank) for rank in order]
    fresh = {place.card for place in places if may_breach(book, place)}
    spent = [place.card in fresh and not may_breach(book, place) for place in places]
    names = [book.name(place.card) for place in places]
    return [f"{name} {BREACHED}" if mark else name for name, mark in zip(names, spent, strict=True)]


def _use(book: Book, state: State, use: Use) -> tuple[str, ...]:
    if not 0 <= use.card < len(state.party):
        return "use", "nothing"
    card = book.card(state.party[use.card].card)
    what = member_name(book, state, use.card)
    if use.ability < len(card.abilities):
        alike = [ability for ability in card.abilities if ability.when == state.turn]
        if len(alike) > 1:
            what += f" ({card.abilities[use.ability].say().partition(': ')[2]})"
    given = ""
    if use.price != NONE:
        what += " discarding" if card.abilities[use.ability].discard else " destroying"
        given = "itself" if use.price == use.card else member_name(book, state, use.price)
    link, whom = _aim(book, state, use)
    if link:
        return "use", " ".join(filter(None, (what, given))) + link, whom
    return ("use", what, given) if given else ("use", what)


def _aim(book: Book, state: State, use: Use) -> tuple[str, str]:
    """What an ability is used on, after the words that lead to it; two empty texts for nothing."""
    if use.order:
        return ": arrange the Hall as", ", ".join(arranged(book, state, use.order))
    if use.target == NONE:
        return "", ""
    abilities = book.card(state.party[use.card].card).abilities
    effects = abilities[use.ability].do if use.ability < len(abilities) else ()
    kinds = {effect.target for effect in effects}
    if "kind" in kinds:
        return " naming", NAMES[use.target] if 0 <= use.target < len(NAMES) else "nothing"
    if "player" in kinds:
        return " on", f"player {use.target + 1}"
    if kinds.isdisjoint(("rank", "hall")):
        return " on", member_name(book, state, use.target)
    return " on", called(book, state, use.target)
