"""The table as people see it: the Hall as a board, the party and the piles, with the numbers of the cards;
and what a file leaves unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import UNKNOWN, Pile
from tsolve.contract.position import Unknown
from tsolve.games.thunderstone.actions import Action, Attack
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.state import UNSEEN, Member, Player, Slot, State
from tsolve.games.thunderstone.turn.hall import place_name
from tsolve.games.thunderstone.turn.hand import strength_of
from tsolve.games.thunderstone.writing.notation import cards_in_words, segment_in_words, setting_in_words
from tsolve.model.plays import BoardRow, Lot, Place, Zone

if TYPE_CHECKING:
    from tsolve.games.thunderstone.position import ThunderstonePosition

_SORTS = ("Heroes", "Weapons", "Others")
_NOBODY_KNOWN = Player(deck=UNKNOWN, hand=None)


def headline(_: ThunderstonePosition, state: State) -> str:
    """Whose turn it is, of which kind, and the Experience Points at hand."""
    kind = f"{state.turn.capitalize()} turn" if state.turn else "Turn not chosen yet"
    return f"{kind}, player {state.active + 1} of {len(state.players)}, {state.me.xp} XP"


def board(position: ThunderstonePosition, state: State) -> tuple[BoardRow, ...]:
    """The Ranks of the Hall; below them the Guardians in space 0. Empty if the whole Hall is unknown."""
    book = position.book
    if all(slot.card == UNSEEN for slot in state.standing):
        return ()
    ranks = tuple(
        _place(book, board_place(rank), f"Light {rank}", slot)
        for rank, slot in enumerate(state.hall, start=1)
    )
    outside = tuple(_place(book, board_place(0), "", slot) for slot in state.outside)
    return BoardRow("", ranks), *((BoardRow("", outside),) if outside else ())


def zones(position: ThunderstonePosition, state: State) -> tuple[Zone, ...]:
    """The party by kinds of card, then the piles; for other players only what is known."""
    book, me = position.book, state.me
    others = (
        Zone(f"Player {index + 1}", text=_other(book, player))
        for index, player in enumerate(state.players)
        if index != state.active and player != _NOBODY_KNOWN
    )
    setting = state.setting and f"{book.name(state.setting)}: {setting_in_words(book, state)}"
    zones = (
        *_party(book, state),
        Zone("Deck", text=_pile(book, me.deck)),
        Zone("Discard", text=_cards(book, me.discard)),
        Zone("Treasures", tuple(_treasure(book, each.card, each.holds) for each in me.treasures)),
        Zone("Dungeon Deck", text=_dungeon(book, state)),
        Zone("Setting", text=setting),
        _village(book, state),
        *others,
    )
    return tuple(zone for zone in zones if zone.cards or zone.text)


# the Hall


def who(book: Book, slot: Slot) -> str:
    """Who stands in a place, as far as known."""
    return "nobody" if not slot.card else UNSEEN if slot.card == UNSEEN else book.name(slot.card)


def place_aimed_at(position: ThunderstonePosition, state: State, action: Action) -> tuple[str, str] | None:
    """The Rank that is attacked, and who stands there."""
    if not isinstance(action, Attack):
        return None
    return board_place(action.rank), who(position.book, state.at(action.rank))


def board_place(place: int) -> str:
    """What a place of the Dungeon is called: a Rank, else the space of the Guardians."""
    return f"Rank {place}" if place > 0 else "Space 0"


def _place(book: Book, name: str, cost: str, slot: Slot) -> Place:
    card = book.cards.get(slot.card)
    facts = ((), ()) if card is None else (_figures_of(card), tuple(_texts(card)))
    return Place(name, cost, who(book, slot), *facts)


def _figures_of(card: Card) -> tuple[str, ...]:
    """The figures of what stands in a Rank."""
    figures = ((card.health, "Health {}"), (card.xp, "{} XP"), (card.vp, "{} VP"))
    return tuple(words.format(number) for number, words in figures if number is not None)


def _texts(card: Card) -> Iterator[str]:
    """The effects of what stands there."""
    for trait in card.traits:
        yield trait.say()
    for kind, effects in (
        ("Battle", card.battle),
        ("Breach", card.breach),
        ("Global", card.global_effects),
        ("Spoils", card.spoils),
    ):
        if effects:
            yield f"{kind}: {'; '.join(effect.say() for effect in effects)}"


# the party


def _party(book: Book, state: State) -> Iterator[Zone]:
    """The revealed hand, or the hand as far as it is known; a Weapon that is carried lies with its Hero."""
    found: dict[str, Counter[tuple[str, tuple[str, ...], tuple[str, ...]]]] = {}
    for index, member in enumerate(state.party):
        if member.left or _is_carried(state, member):
            continue
        card = book.card(member.card)
        strength = strength_of(book, state, index) if card.is_hero else None
        carries = tuple(book.name(state.party[weapon].card) for weapon in member.weapons)
        lot = book.name(member.card), tuple(_figures(book, state, card, strength)), carries
        found.setdefault(_sort(card), Counter())[lot] += 1
    for sort in _SORTS:
        if sort in found:
            lots = (Lot(name, figures, count, on) for (name, figures, on), count in found[sort].items())
            yield Zone(sort, tuple(lots), party=True)
    if not found:
        yield Zone("Hand", text="empty", party=True)


def _is_carried(state: State, member: Member) -> bool:
    return member.bearer >= 0 and not state.party[member.bearer].left


def _sort(card: Card) -> str:
    return "Heroes" if card.is_hero else "Weapons" if card.is_weapon else "Others"


def _figures(book: Book, state: State, card: Card, strength: int | None) -> Iterator[str]:
    """What a card gives in this kind of turn, or in both kinds if none is chosen yet."""
    if state.turn != "village":
        if card.attack:
            yield f"Attack {card.attack}"
        if card.magic_attack:
            yield f"Magic {card.magic_attack}"
        if card.light:
            yield f"Light {card.light}"
        if strength is not None:
            yield f"Strength {strength}"
        if card.weight is not None:
            yield f"Weight {card.weight}"
        if card.is_hero or card.is_weapon:
            yield from (trait.say() for trait in book.traits[card.id])
    if state.turn in ("village", "") and card.gold is not None:
        yield f"gold {card.gold}"


# the piles


def _dungeon(book: Book, state: State) -> str:
    """The Dungeon Deck; empty for a visit to the Village with an unknown deck."""
    return "" if state.turn == "village" and state.dungeon == UNKNOWN else _pile(book, state.dungeon)


def _treasure(book: Book, card: str, holds: str) -> Lot:
    return Lot(book.name(card), carries=(book.name(holds),) if holds else ())


def _village(book: Book, state: State) -> Zone:
    if state.stock is None:
        return Zone("Village", text="" if state.turn == "dungeon" else UNSEEN)
    return Zone("Village", tuple(_stalls(book, zip(state.stalls, state.stock, strict=True))))


def _stalls(book: Book, stalls: Iterable[tuple[str, int]]) -> Iterator[Lot]:
    for name, count in stalls:
        card = book.card(name)
        yield Lot(card.name, (f"costs {card.cost}",) if card.cost is not None else (), count)


def _other(book: Book, player: Player) -> str:
    hand = UNSEEN if player.hand is None else _cards(book, player.hand)
    return "; ".join(
        (
            f"hand {hand}",
            f"deck {_pile(book, player.deck)}",
            f"discard {_cards(book, player.discard)}",
            f"{player.xp} XP",
        )
    )


def _pile(book: Book, pile: Pile) -> str:
    """The cards from the top, as far as they are known."""
    parts = (UNSEEN if part.order == "unknown" else segment_in_words(book, part) for part in pile)
    return ", then ".join(parts) or "empty"


def _cards(book: Book, cards: Sequence[str]) -> str:
    return cards_in_words(book, cards) if cards else "empty"


# words for cards


_DECK = "deck: {rest: [4 x Militia, 2 x Torch]}"
_OWNED = "  # or `owned`: all that is yours"
_HAND = "hand: [Torch, 2 x Militia]"
_MONSTERS = ("Nixie", "Griffon", "Pegasus", "Kingdom", "Wraith", "Sphinx")
"""Examples of Monsters for the Hall."""
_DUNGEON = "dungeon_deck: {rest: [2 x Griffon, Nixie]}  # or `monsters`: the groups"


def unknowns(position: ThunderstonePosition, state: State) -> Iterator[Unknown[State]]:
    """The unknown cards of the Hall, then the unknown decks and hands, the player's own first."""
    book, start = position.book, position.state
    strangers = [rank for rank in start.places if start.at(rank).card == UNSEEN]
    if strangers and _has_stranger(state):
        ranks = " and ".join(map(place_name, strangers))
        what = f"what stands in {ranks}" if len(strangers) > 1 else f"the card in {ranks}"
        yield Unknown(what, _hall(book, start), lambda here: here, stands_open=True)
    for seat, player in _in_turn(state):
        mine = seat == state.active
        if piles.has_unknown(player.deck):
            what = "your deck" if mine else f"the deck of player {seat + 1}"
            known = partial(_with, seat=seat, player=replace(player, deck=piles.EMPTY))
            yield Unknown(what, _DECK + _OWNED if mine else _of_other(_DECK), known)
        if player.hand is None and not mine:
            known = partial(_with, seat=seat, player=replace(player, hand=()))
            yield Unknown(f"the hand of player {seat + 1}", _of_other(_HAND), known)
    if piles.has_unknown(state.dungeon):
        came = _has_stranger(state) and not strangers
        yield Unknown("the Dungeon Deck", _DUNGEON, lambda here: replace(here, dungeon=piles.EMPTY), came)


def _hall(book: Book, start: State) -> str:
    """The Hall of a file with a Monster for each unknown card."""
    names = [book.name(slot.card) if slot.card not in ("", UNSEEN) else slot.card for slot in start.hall]
    others = iter([name for name in _MONSTERS if name not in names])
    texts = (next(others) if name == UNSEEN else name or "none" for name in names)
    return f"hall: [{', '.join(texts)}]"


def _in_turn(state: State) -> Iterator[tuple[int, Player]]:
    """The players with their seats, the active one first."""
    seats = range(len(state.players))
    for seat in sorted(seats, key=lambda seat: seat != state.active):
        yield seat, state.players[seat]


def _with(state: State, seat: int, player: Player) -> State:
    players = (player if index == seat else each for index, each in enumerate(state.players))
    return replace(state, players=tuple(players))


def _of_other(key: str) -> str:
    return f"players: {{others: [{{{key}}}]}}"


def _has_stranger(state: State) -> bool:
    """Whether an unknown card stands where it could still be attacked."""
    hall = any(slot.card == UNSEEN for slot in state.hall)
    return state.turn == "dungeon" and hall and not state.tally.attacked
