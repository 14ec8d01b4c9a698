"""Actions in words, as a person at the table would say them, the Monster that a file means, and the
position in words, zone by zone.
"""

from __future__ import annotations

from tsolve.cardkit.piles import Pile, Segment
from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span
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
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.state import NONE, UNSEEN, Player, State, member_name
from tsolve.games.thunderstone.turn.drawing import plain
from tsolve.games.thunderstone.turn.hall import (
    RANKS,
    SPACE_0,
    Target,
    called,
    may_breach,
    place_name,
    split_rank,
)
from tsolve.games.thunderstone.turn.hand import NAMES
from tsolve.games.thunderstone.writing.showing import cards_in_words, segment_in_words, setting_in_words
from tsolve.model.trace import Entry
from tsolve.rules.ruleset import Ruleset
from tsolve.turns.card_names import resolve

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


def resolve_target(ruleset: Ruleset[Card], text: str, found: Diagnostics, span: Span | None) -> Target:
    """The Monster that `Nixie`, `Nixie in Rank 3` or `Rank 3` means; reports what `resolve` does, and a Rank
    that the Hall does not have (E314).
    """
    name, rank = split_rank(text)
    if rank not in (SPACE_0, 0, *RANKS):
        found.report("E314", f"the Hall has no Rank {rank}", span, "its Ranks are 1, 2 and 3")
    return Target(resolve(ruleset, name, found, span) if name or not rank else "", rank)


Zones = tuple[tuple[str, str], ...]


_NEWS = ("battle", "xp", "buy", "effect")
"""Steps of a trace with a quantity that are news."""


def is_news(entry: Entry) -> bool:
    """Whether an entry belongs in the story of a game: calculation rows do not."""
    return entry.step != "attack" and (not entry.quantity or entry.step in _NEWS)


def zones(book: Book, state: State) -> Zones:
    """Every zone as (name, contents); piles whose order is known are listed from the top."""
    me = state.me
    hand = [member.card for member in state.party if not member.left]
    told = [
        ("Turn", f"{state.turn or 'undecided'}, player {state.active + 1} of {len(state.players)}"),
        ("Hand", cards_in_words(book, hand)),
        *_owned(book, me),
        ("XP", str(me.xp)),
        (
            "Dungeon Hall",
            "; ".join(f"{rank} {_rank(book, slot.card)}" for rank, slot in enumerate(state.hall, start=1)),
        ),
        *(
            [("Space 0", cards_in_words(book, [slot.card for slot in state.outside]))]
            if state.outside
            else []
        ),
        ("Dungeon Deck", _pile(book, state.dungeon)),
        *(
            [("Setting", f"{book.name(state.setting)} ({setting_in_words(book, state)})")]
            if state.setting
            else []
        ),
        ("Village", _village(book, state)),
    ]
    for index, player in enumerate(state.players):
        if index != state.active:
            hand_of = "unknown" if player.hand is None else cards_in_words(book, player.hand)
            known = "; ".join(
                f"{name.lower()} {cards}" for name, cards in (("Hand", hand_of), *_owned(book, player))
            )
            told.append((f"Player {index + 1}", f"{known}; {player.xp} XP"))
    return tuple(told)


def _owned(book: Book, player: Player) -> list[tuple[str, str]]:
    laid = [
        f"{book.name(each.card)} (under it {book.name(each.holds)})" if each.holds else book.name(each.card)
        for each in player.treasures
    ]
    return [
        ("Deck", _pile(book, player.deck)),
        ("Discard", cards_in_words(book, player.discard)),
        *([("Treasures", ", ".join(laid))] if laid else []),
    ]


def _rank(book: Book, card: str) -> str:
    return "empty" if not card else "unknown" if card == UNSEEN else book.name(card)


def _pile(book: Book, pile: Pile) -> str:
    return "; ".join(_segment(book, segment) for segment in pile) or "none"


def _village(book: Book, state: State) -> str:
    if state.stock is None:
        return "not known"
    return (
        ", ".join(
            f"{count} x {book.name(card)}" for card, count in zip(state.stalls, state.stock, strict=True)
        )
        or "none"
    )


def _segment(book: Book, segment: Segment) -> str:
    return "unknown" if segment.order == "unknown" else segment_in_words(book, segment)
