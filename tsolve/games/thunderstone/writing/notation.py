"""Actions in words, as a person at the table would say them, the Monster that a file means, and the
position in words, zone by zone.
"""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.cardkit.piles import Pile, Segment
from tsolve.diagnostics import Diagnostics, counted
from tsolve.errors import Span
from tsolve.games.thunderstone.actions import Action, Use
from tsolve.games.thunderstone.answers import ShowHand
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Ability, Card
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
from tsolve.model.trace import Entry
from tsolve.rules.ruleset import Ruleset
from tsolve.written.card_names import in_part, resolve

BREACHED = "(breached)"
SET_UP = "(set up)"
"""Written after a Monster whose Breach is spent although it is not in Rank 1."""
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
    """The words of an action: what is done, with which card, to whom. Lists put actions that begin alike
    together.
    """

    def say(kind: str, value: object) -> str | None:
        return _told(book, state, action, kind, value)

    return next(filter(None, (form.words(action, say) for form in action.forms)))


def _told(book: Book, state: State, action: Action, kind: str, value: object) -> str | None:
    """What a slot of this kind says about an action; None where that would not be true."""
    if isinstance(action, Use):
        return _told_of_use(book, state, action, kind, value)
    match kind, value:
        case "mine", int(place):
            return member_name(book, state, place)
        case "for", int(hero):
            return f" for {member_name(book, state, hero)}" if hero != NONE else ""
        case "under", int(place):
            return f" on {member_name(book, state, place)}" if place != NONE else ""
        case "monster", int(rank):
            return called(book, state, rank) if state.at(rank).card else place_name(rank)
        case "me", int(player):
            return "" if player == state.active else None
        case _, int(player) if kind in ("player", "lender"):
            return f"player {player + 1}"
        case "village" | "dungeon" | "rest", _:
            return "" if value == kind else None
        case "pool", _:
            return "Magic Attack" if value == "magic" else "Attack"
        case "nothing", _:
            return None if value else ""
        case "among", tuple(cards):
            assert isinstance(action, ShowHand)
            return " or ".join(map(book.name, dict.fromkeys(cards))) or f"a {action.of}"
        case "cards", tuple(cards):
            return ", ".join(book.name(plain(card)) for card in cards)
        case "passing", _:
            return _PASSES.get(state.step, "choose nothing") if not state.todo else "choose nothing more"
        case "of", str(what):
            return what
    return book.name(str(value))


def _told_of_use(book: Book, state: State, use: Use, kind: str, value: object) -> str | None:
    ability = use.ability_in(book, state)
    match kind, value:
        case "used", int(place):
            return member_name(book, state, place) if 0 <= place < len(state.party) else "nothing"
        case "told", _ if ability is not None:
            own = book.card(state.party[use.card].card).abilities
            alike = [each for each in own if each.when == state.turn]
            return f" ({ability.say().partition(': ')[2]})" if len(alike) > 1 else ""
        case "paid", int(price) if price != NONE and ability is not None:
            return f" {_paying(ability)} {_price(book, state, use)}"
        case "destroyed" | "discarded", int(price) if price != NONE and ability is not None:
            return _price(book, state, use) if _paying(ability) == f"{kind[:-2]}ing" else None
        case "hall", tuple(order):
            return ", ".join(arranged(book, state, order)) or None
        case "kind", int(named) if ability is not None and _aims(ability, "kind"):
            return NAMES[named] if 0 <= named < len(NAMES) else None
        case "aim", int(target) if target != NONE:
            if ability is not None and _aims(ability, "player"):
                return f"player {target + 1}"
            at_monsters = ability is not None and _aims(ability, "rank", "hall")
            return called(book, state, target) if at_monsters else member_name(book, state, target)
    return "" if kind in ("told", "paid", "any") else None


def _paying(ability: Ability) -> str:
    return "discarding" if ability.discard else "destroying"


def _price(book: Book, state: State, use: Use) -> str:
    return "itself" if use.price == use.card else member_name(book, state, use.price)


def _aims(ability: Ability, *kinds: str) -> bool:
    return any(effect.target in kinds for effect in ability.do)


def arranged(book: Book, state: State, order: tuple[int, ...]) -> list[str]:
    """The names in a new order of the Hall. If only some of several equal cards may still breach, the others
    are marked, since it matters where each goes.
    """
    places = [state.at(rank) for rank in order]
    fresh = {place.card for place in places if may_breach(book, place)}
    spent = [place.card in fresh and not may_breach(book, place) for place in places]
    names = [book.name(place.card) for place in places]
    return [f"{name} {BREACHED}" if mark else name for name, mark in zip(names, spent, strict=True)]


def resolve_target(
    ruleset: Ruleset[Card],
    text: str,
    found: Diagnostics,
    span: Span | None,
    pools: Iterable[Iterable[str]] = (),
) -> Target:
    """The Monster that `Nixie`, `Nixie in Rank 3` or `Rank 3` means, or a part of a name that fits only one
    card of these pools; reports what `resolve` does, and a Rank that the Hall does not have (E314).
    """
    name, rank = split_rank(text)
    if rank not in (SPACE_0, 0, *RANKS):
        found.report("E314", f"the Hall has no Rank {rank}", span, "its Ranks are 1, 2 and 3")
    if not name and rank:
        return Target("", rank)
    return Target(in_part(ruleset, name, pools) or resolve(ruleset, name, found, span), rank)


Zones = tuple[tuple[str, str], ...]


_NEWS = ("battle", "xp", "buy", "effect")
"""Steps of a trace that belong in the story although they have a quantity."""


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


def cards_in_words(book: Book, cards: Iterable[str]) -> str:
    """Cards by name, equal ones counted, in the order in which they first come."""
    return ", ".join(counted(map(book.name, cards))) or "none"


def segment_in_words(book: Book, segment: Segment) -> str:
    """The cards of a segment from the top, or in any order."""
    if segment.order == "known":
        return ", ".join(map(book.name, segment.cards))
    told = f"in any order: {cards_in_words(book, sorted(segment.cards))}"
    return f"{told} ({_layers(book, segment)})" if segment.layers else told


def _layers(book: Book, segment: Segment) -> str:
    """A note on a shuffled segment: which cards are among which places, and how many are in the hand."""
    above, told = 0, []
    for layer in segment.layers:
        if layer.holds:
            places = f"cards {above + 1} to {above + layer.places}"
            told.append(f"{cards_in_words(book, layer.holds)} among {places}")
        above += layer.places
    missing = len(segment.cards) - above
    return "; ".join([*told, *([f"{missing} of them are in the hand"] if missing else [])])


def setting_in_words(book: Book, state: State) -> str:
    """What the Setting changes, in words."""
    return "; ".join(effect.say() for effect in book.card(state.setting).setting)
