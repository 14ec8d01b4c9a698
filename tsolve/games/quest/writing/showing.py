"""The table as people see it: the Dungeon as a board, the cards laid out and the stacks, with the figures
of the cards; and what a file leaves unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import UNKNOWN, Pile, Segment
from tsolve.contract.position import Unknown
from tsolve.diagnostics import counted
from tsolve.games.quest.actions import Action, Battle
from tsolve.games.quest.answers import NONE, TOKENS, called
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.base import Modifier, Value, WeaponLimit
from tsolve.games.quest.state import CLASSES, MARKET, PLACES, USUAL_KEYS, Player, Room, Stack, State
from tsolve.games.quest.turn.untold import EXAMPLE, might_sell
from tsolve.games.quest.turn.values import cost_of, monster_value, skill_of
from tsolve.games.quest.writing import notation
from tsolve.model.plays import BoardRow, Lot, Place, Zone

if TYPE_CHECKING:
    from tsolve.games.quest.position import QuestPosition

_LEVELS = ((3, (5, 6)), (2, (3, 4)), (1, (1, 2)), (0, (0,)))
"""The rooms by their places, level by level from the deepest."""
_UNKNOWN = "?"
_SORTS = {"hero": "Heroes", "weapon": "Weapons"}
_OTHERS = "Others"
_SOMEBODY = Player(deck=UNKNOWN, hand=None)
"""Another player of whom nothing is known."""


def headline(position: QuestPosition, state: State) -> str:
    """Whose turn it is, of which kind, and what the player's board shows."""
    book, turn = position.book, position.written.turn
    me = state.me
    kind = "Turn not chosen yet" if turn == "undecided" and not me.location else f"{turn.capitalize()} turn"
    if me.location:
        kind = f"Village turn at the {book.name(me.location).removeprefix('The ')}"
    texts = [kind, f"player {state.active + 1} of {len(state.players)}", f"{me.xp} XP"]
    if me.wounds:
        texts.append(f"{me.wounds} Wound{'s' if me.wounds > 1 else ''}")
    return ", ".join(texts)


# the Dungeon


def board(book: Book, state: State, within_reach: Collection[int]) -> tuple[BoardRow, ...]:
    """The rooms of the Dungeon, level by level; levels without a known room are left out.

    Empty for a Champion in the Village if no room but The Wilderness is known.
    """
    if state.me.location and not any(map(state.knows, PLACES[1:])):
        return ()
    return tuple(
        BoardRow(str(level), tuple(_place(book, state, place, within_reach) for place in places))
        for level, places in _LEVELS
        if any(state.knows(place) for place in places)
    )


def _place(book: Book, state: State, place: int, within_reach: Collection[int]) -> Place:
    room = state.rooms[place]
    here = place == state.me.room
    if not room.card:
        return Place(_UNKNOWN, here=here)
    tile = book.card(room.card)
    seen = book.card(room.seen) if room.seen else None
    return Place(
        tile.name,
        f"Light {_number(tile, 'light_needed')}",
        who(book, room),
        () if seen is None else tuple(_figures_of(book, state, place, seen)),
        (*(() if seen is None else _monster(seen)), *_texts(tile)),
        here,
        place in within_reach,
    )


def place_aimed_at(position: QuestPosition, state: State, action: Action) -> tuple[str, str] | None:
    """The room of a battle, and who is there."""
    if not isinstance(action, Battle):
        return None
    room = state.rooms[state.me.room]
    return position.book.name(room.card), who(position.book, room)


def phrase(position: QuestPosition, state: State, action: Action) -> tuple[str, ...]:
    """The words of an action, in the pieces of which lists are made."""
    return notation.phrase(position.book, state, action)


def who(book: Book, room: Room) -> str:
    """Who is in a room, as far as everybody sees."""
    if room.face_down:
        return "a card that lies face down"
    return book.name(room.monster) if room.monster else "nobody"


def _figures_of(book: Book, state: State, place: int, monster: Card) -> Iterator[str]:
    """The figures of the Monster in a room, with what others and the room add to them."""
    values: tuple[tuple[Value, str], ...] = (
        ("health", "Health"),
        ("armor", "armor"),
        ("resistance", "magic resistance"),
    )
    for value, name in values:
        printed, now = _number(monster, value), monster_value(book, state, place, value)
        more = now - monster.printed(value)
        if now or printed == _UNKNOWN or value == "health":
            yield f"{name} {printed}" + (f" {'+' if more > 0 else '-'} {abs(more)}" if more else "")
    if monster.xp:
        yield f"{monster.xp} XP"


def _monster(monster: Card) -> Iterator[str]:
    """What battling a Monster costs and brings, and what it does."""
    hurts = [
        f"{count} {name}{'s' if count > 1 else ''}"
        for count, name in ((monster.wounds or 0, "Wound"), (monster.wound_cards or 0, "Wound card"))
        if count
    ]
    if hurts:
        yield f"deals {' and '.join(hurts)}"
    if monster.rewards:
        rewards = ("Treasure" if reward == "treasure" else called(reward) for reward in monster.rewards)
        yield f"gives {', '.join(counted(rewards))}"
    yield from _texts(monster)


def _texts(card: Card) -> Iterator[str]:
    """What a Monster or a room does."""
    yield from (trait.say() for trait in card.traits)
    for kind, demands in (("before", card.before), ("after", card.after)):
        if demands:
            yield f"{kind} battle: {'; '.join(demand.say() for demand in demands)}"
    yield from (alert.say() for alert in card.alerts)
    yield from (suffering.say() for suffering in card.arriving)
    yield from (ability.say() for ability in card.abilities)


def _number(card: Card, field: Value | str) -> str:
    """A printed number; 0 where none is printed, `?` where nobody knows it."""
    return _UNKNOWN if field in card.missing else str(getattr(card, field) or 0)


# the party


def _party(book: Book, state: State) -> Iterator[Zone]:
    """The cards laid out, or the hand before; what a Hero wields lies with the Hero."""
    found: dict[str, Counter[tuple[str, tuple[str, ...], tuple[str, ...]]]] = {}
    for card, skill, carries in _laid(book, state):
        lot = card.name, tuple(_figures(state, card, skill)), carries
        found.setdefault(_SORTS.get(card.kind, _OTHERS), Counter())[lot] += 1
    for sort in (*_SORTS.values(), _OTHERS):
        if sort in found:
            lots = (Lot(name, figures, count, on) for (name, figures, on), count in found[sort].items())
            yield Zone(sort, tuple(lots), party=True)
    if not found:
        yield Zone("Hand", text=_UNKNOWN if state.me.hand is None else "empty", party=True)


def _laid(book: Book, state: State) -> Iterator[tuple[Card, int | None, tuple[str, ...]]]:
    """Each card that nobody wields, with the Skill of a Hero and what is given to him."""
    if not state.laid:
        for card in map(book.card, state.me.hand or ()):
            yield card, card.skill, ()
    for place in state.present():
        laid = state.laid[place]
        if laid.bearer == NONE:
            card = book.card(laid.card)
            held = tuple(book.name(state.laid[each].card) for each in state.held_by(place))
            yield card, skill_of(book, state, place) if card.kind == "hero" else None, held


def _figures(state: State, card: Card, skill: int | None) -> Iterator[str]:
    """What a card brings: its gold in the Village, everything else in the Dungeon."""
    if not state.me.location:
        for name, number, boost in (
            ("Attack", card.physical, card.physical_boost),
            ("Magic", card.magic, card.magic_boost),
        ):
            if number:
                yield f"{name} {number}"
            if boost:
                yield f"{name} +{boost}"
        if card.light:
            yield f"Light {card.light}"
        if skill is not None:
            yield f"Skill {skill}"
        if card.requirement is not None:
            yield f"requires Skill {card.requirement}"
        yield from (trait.say() for trait in card.traits if isinstance(trait, Modifier | WeaponLimit))
    if card.gold:
        yield f"gold {card.gold}"


# what lies beside


def zones(position: QuestPosition, state: State) -> tuple[Zone, ...]:
    """The cards laid out by sorts, what the player has, then the piles; of other players what is known."""
    book, me = position.book, state.me
    tokens = (called(token) for token in TOKENS for _ in range(me.tokens(token)))
    told = state.keys or state.keys_to_end != USUAL_KEYS
    found = f"{state.keys} of {state.keys_to_end} Guardian Keys found" if told else ""
    last = f"{state.last_turns} turns left" if state.last_turns != NONE else ""
    guardian = book.name(state.guardian) if state.guardian else ""
    decks = (
        f"level {level} {_pile(book, pile)}"
        for level, pile in enumerate(state.monsters, 1)
        if pile != UNKNOWN
    )
    zones = (
        *_party(book, state),
        Zone("Tokens", text=", ".join(counted(tokens))),
        Zone("Guild Sponsor", text=_with_texts(book, me.sponsor)),
        Zone("Side Quest", text=_with_texts(book, me.quest)),
        Zone("Deck", text=_pile(book, me.deck)),
        Zone("Discard", text=_cards(book, me.discard)),
        Zone("Guardian", text=", ".join(filter(None, (guardian, found, last)))),
        Zone("Monster decks", text="; ".join(decks)),
        Zone("Treasure deck", text="" if state.treasures == UNKNOWN else _pile(book, state.treasures)),
        _market(book, state),
        *_to_come(book, state),
        *(
            Zone(f"Player {index + 1}", text=_other(book, player))
            for index, player in enumerate(state.players)
            if index != state.active and player != _SOMEBODY
        ),
    )
    return tuple(zone for zone in zones if zone.cards or zone.text)


def _with_texts(book: Book, name: str) -> str:
    """A card that lies by itself, with what it does."""
    if not name:
        return ""
    card = book.card(name)
    says = [*([card.aim.say()] if card.aim is not None else []), *_texts(card)]
    return f"{card.name}: {'; '.join(says)}" if says else card.name


def _market(book: Book, state: State) -> Zone:
    if state.stacks is None:
        return Zone("Marketplace", text=_UNKNOWN if state.me.location else "")
    sold = (stack for stack in state.stacks if stack.sold)
    return Zone("Marketplace", tuple(lot for stack in sold for lot in _stack(book, state, stack)))


def _to_come(book: Book, state: State) -> Iterator[Zone]:
    """The decks that fill spaces of the Village, and the box from which Heroes of higher levels come."""
    decks = {kind: _pile(book, pile) for kind, pile in state.wares if pile}
    for name, kinds in (("Market decks", MARKET), ("Class decks", CLASSES)):
        told = (f"{kind.capitalize()}s {decks[kind]}" for kind in kinds if kind in decks)
        yield Zone(name, text="; ".join(told))
    box = (cards for stack in state.stacks or () if not stack.sold for cards in stack.cards)
    yield Zone("Box", tuple(Lot(book.name(card), (), copies) for card, copies in box))


def _stack(book: Book, state: State, stack: Stack) -> Iterator[Lot]:
    for card, copies in stack.cards:
        facts = book.card(card)
        price = _UNKNOWN if "cost" in facts.missing else str(cost_of(book, state, facts))
        yield Lot(facts.name, (f"costs {price}",), copies)


def _other(book: Book, player: Player) -> str:
    parts = [
        f"hand {_UNKNOWN if player.hand is None else _cards(book, player.hand)}",
        f"deck {_pile(book, player.deck)}",
        f"discard {_cards(book, player.discard)}",
        f"{player.xp} XP",
        f"{player.wounds} Wounds",
    ]
    return "; ".join(parts)


def _pile(book: Book, pile: Pile) -> str:
    """The cards from the top, as far as they are known."""
    return ", then ".join(_segment(book, segment) for segment in pile) or "empty"


def _segment(book: Book, segment: Segment) -> str:
    if segment.order == "unknown":
        return _UNKNOWN
    if segment.order == "known":
        return ", ".join(map(book.name, segment.cards))
    return f"in any order: {_cards(book, sorted(segment.cards))}"


def _cards(book: Book, cards: Sequence[str]) -> str:
    return ", ".join(counted(map(book.name, cards))) or "empty"


_OWNED = "  # or `owned`: all that is yours"
_CARDS = "rest: [4 x Adventurer, 2 x Lantern]"


def unknowns(position: QuestPosition, state: State) -> Iterator[Unknown[State]]:
    """The Village where it matters, the decks and hands that are not known, the own ones first, then the
    decks of the table.
    """
    book = position.book
    if might_sell(position.game, state):
        yield Unknown("what the Village sells", EXAMPLE, lambda here: here, stands_open=True, by_chance=False)
    for seat in sorted(range(len(state.players)), key=lambda seat: seat != state.active):
        player, mine = state.players[seat], seat == state.active
        if piles.has_unknown(player.deck):
            what = "your deck" if mine else f"the deck of player {seat + 1}"
            key = f"deck: {{{_CARDS}}}"
            known = partial(_with, seat=seat, player=replace(player, deck=piles.EMPTY))
            yield Unknown(what, key + _OWNED if mine else _of_other(key), known)
        if player.hand is None and not mine:
            known = partial(_with, seat=seat, player=replace(player, hand=()))
            yield Unknown(
                f"the hand of player {seat + 1}", _of_other("hand: [Lantern, 2 x Adventurer]"), known
            )
    for level, deck in enumerate(state.monsters, start=1):
        if piles.has_unknown(deck):
            names = ", ".join(_monsters(book, level))
            key = f"monster_decks: {{level_{level}: {{rest: [{names}]}}}}"
            yield Unknown(f"the Monster deck of level {level}", key, partial(_without_monsters, level=level))
    if piles.has_unknown(state.treasures):
        yield Unknown(
            "the Treasure deck",
            "treasure_deck: {rest: [Gem of Healing, Flying Death]}",
            lambda here: replace(here, treasures=piles.EMPTY),
        )


def _monsters(book: Book, level: int) -> list[str]:
    """Two Monsters of a level, as an example."""
    found = (card.name for card in book.cards.values() if card.kind == "monster" and card.level == level)
    return sorted(found)[:2]


def _with(state: State, seat: int, player: Player) -> State:
    players = (player if index == seat else each for index, each in enumerate(state.players))
    return replace(state, players=tuple(players))


def _without_monsters(state: State, level: int) -> State:
    decks = [piles.EMPTY if number == level else deck for number, deck in enumerate(state.monsters, start=1)]
    return replace(state, monsters=(decks[0], decks[1], decks[2]))


def _of_other(key: str) -> str:
    return f"players: {{others: [{{{key}}}]}}"
