"""A position written as a position file, so that it can be read again; and the decks that follow from what
a file says is owned and played with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import EMPTY, UNKNOWN, Pile
from tsolve.errors import TreePath
from tsolve.games.quest.answers import NONE, TOKENS
from tsolve.games.quest.book import Book
from tsolve.games.quest.campaign import Campaign
from tsolve.games.quest.selection import HiddenHand, MonsterDeck, Unseen
from tsolve.games.quest.state import PLACES, WILDERNESS, Player, Room, Stack, State, level_of
from tsolve.games.quest.writing.position_file import MonsterDeckFile, Turn
from tsolve.games.quest.writing.table import Table, occupant
from tsolve.written.card_names import Inventory, unseen_of_owned
from tsolve.written.position_text import mapping, names, scalar, wrapped

_RATS = Room("wilderness", "giant_rat")
"""The Wilderness as it is where a file does not name it."""
_SOMEBODY = Player(deck=UNKNOWN, hand=None)
"""Another player of whom nothing is known."""


def write_position(
    book: Book,
    state: State,
    turn: Turn = "undecided",
    *,
    printing: str = "",
    interpretations: Mapping[str, str] | None = None,
    line: Sequence[str] = (),
    game: str = "quest",
    told: Sequence[Mapping[str, str]] = (),
) -> str:
    """The position at the start of a turn as YAML, seen by the active player; reading it gives an equal
    position. `turn` is the phase that is chosen, `line` are steps from there on, `told` further keys of each
    player, the active one first.

    Cards that left the game are not part of a position file.

    Raises:
        ValueError: in the middle of a turn, after the game, or for what no file can describe.
    """
    seats = len(state.players)
    me, *others = (state.players[(state.active + seat) % seats] for seat in range(seats))
    begun = replace(state, active=0, players=(me, *others), removed=(), for_village=False)
    if begun != _as_read(book, state, me, others):
        raise ValueError("only the start of an ordinary turn can be written; add what was done as a line")
    turn = "village" if state.for_village else turn
    fields = {
        "game": game,
        "printing": scalar(printing) if printing else "",
        "interpretations": mapping(interpretations or {}),
        **(told[0] if told else {}),
        "turn": turn if turn != "undecided" else "",
        "hand": _cards(book, me.hand or ()),
        **_owned(book, state, me),
        "sponsor": _card(book, me.sponsor),
        "side_quest": _card(book, me.quest),
        "completed": "true" if me.completed else "",
        "key_found": "true" if state.key_found else "",
        "dungeon": _dungeon(book, state),
        "monster_decks": _monster_decks(book, state),
        "guardian": _card(book, state.guardian),
        "last_turns": "" if state.last_turns == NONE else str(state.last_turns),
        "treasure_deck": _deck(book, state.treasures),
        "village": _village(book, state),
    }
    lines = [wrapped(f"{key}: {value}") for key, value in fields.items() if value]
    if all(other == _SOMEBODY for other in others):
        lines += [f"players: {{others: {len(others)}}}"] if len(others) != 1 else []
    else:
        lines += ["players:", "  others:", *_others(book, state, others, told[1:])]
    if line:
        lines += ["line:", *(f"- {scalar(step)}" for step in line)]
    return "\n".join(lines) + "\n"


def _as_read(book: Book, state: State, me: Player, others: Sequence[Player]) -> State:
    """The position as a file can describe it."""
    keys = sum(player.keys for player in (me, *others))
    sold = (card for stack in state.stacks or () for card, _ in stack.cards)
    titles = tuple(dict.fromkeys(book.card(card).hero_title for card in sold))
    stacks = state.stacks and tuple(Stack(stack.cards) for stack in state.stacks if stack.cards)
    return State(
        players=(replace(me, hand=me.hand or (), under_quest=()), *(_plain(other) for other in others)),
        rooms=tuple(state.rooms[place] if _is_named(state, place) else Room("") for place in PLACES),
        monsters=state.monsters,
        guardian=state.guardian,
        keys=keys,
        key_found=state.key_found,
        stacks=stacks,
        titles=titles,
        treasures=state.treasures,
        last_turns=state.last_turns,
    )


def _plain(player: Player) -> Player:
    """Another player, of whom this file tells no Side Quest."""
    return replace(player, quest="", under_quest=(), completed=False)


def _is_named(state: State, place: int) -> bool:
    """Whether the file can tell that a room is in this place: the left one of a level comes first, and who
    lies face down nobody knows.
    """
    room = state.rooms[place]
    if not room.card or (room.face_down and room.monster):
        return False
    left = place - 1
    return left < WILDERNESS or level_of(left) != level_of(place) or bool(state.rooms[left].card)


# zones


def _owned(book: Book, state: State, player: Player) -> dict[str, str]:
    """What each player has, apart from the hand; empty texts for what need not be written."""
    where = player.location if player.room == NONE else state.rooms[player.room].card
    tokens: dict[str, str] = {token: str(player.tokens(token)) for token in TOKENS if player.tokens(token)}
    return {
        "deck": _deck(book, player.deck),
        "discard": _cards(book, player.discard),
        "xp": str(player.xp or ""),
        "wounds": str(player.wounds or ""),
        "tokens": _pairs(tokens),
        "champion": _card(book, where),
        "keys": str(player.keys or ""),
    }


def _cards(book: Book, cards: Sequence[str]) -> str:
    return names(map(book.name, cards)) if cards else ""


def _card(book: Book, card: str) -> str:
    return scalar(book.name(card)) if card else ""


def _pairs(told: Mapping[str, str]) -> str:
    return f"{{{', '.join(f'{key}: {value}' for key, value in told.items())}}}" if told else ""


def _dungeon(book: Book, state: State) -> str:
    rooms = [room for room in state.rooms if room.card and room != _RATS]
    return _pairs({scalar(book.name(room.card)): scalar(occupant(book, room)) for room in rooms})


def _monster_decks(book: Book, state: State) -> str:
    decks = {f"level_{level}": _deck(book, deck) for level, deck in enumerate(state.monsters, 1)}
    return _pairs({level: deck for level, deck in decks.items() if deck})


def _deck(book: Book, pile: Pile) -> str:
    """A deck from the top; empty for one of which nothing is known."""
    if pile == UNKNOWN:
        return ""
    top = _top(pile)
    rest = pile[len(top) :]
    first = names(book.name(card) for segment in top for card in segment.cards)
    if not rest:
        return first
    if len(rest) > 1 or rest[0].order == "known":
        raise ValueError("this deck has more parts than a position file can describe")
    below = "unknown" if rest == UNKNOWN else names(map(book.name, rest[0].cards))
    return _pairs({**({"top": first} if top else {}), "rest": below})


def _village(book: Book, state: State) -> str:
    if state.stacks is None:
        return ""
    sold = [(book.name(card), copies) for stack in state.stacks for card, copies in stack.cards]
    return _pairs({scalar(name): str(copies) for name, copies in sold}) or "[]"


def _others(
    book: Book, state: State, others: Sequence[Player], told: Sequence[Mapping[str, str]]
) -> Iterator[str]:
    for other, more in zip_longest(others, told[: len(others)], fillvalue=None):
        assert other is not None
        yield _other(book, state, other, more or {})


def brought_in(book: Book, campaign: Campaign, first: int) -> list[dict[str, str]]:
    """What players bring into a game of a campaign, from the first player on, as keys of a file."""
    seats = len(campaign.kept)
    return [
        {
            **({"campaign": str(campaign.game)} if player == first else {}),
            ("player" if player == first else "name"): scalar(campaign.names[player])
            if campaign.names[player]
            else "",
            "kept": _cards(book, campaign.kept[player]),
            "points": str(campaign.points[player] or ""),
        }
        for player in ((first + turn) % seats for turn in range(seats))
    ]


def _other(book: Book, state: State, player: Player, told: Mapping[str, str]) -> str:
    hand = "" if player.hand is None else _cards(book, player.hand) or "[]"
    told = {**told, "hand": hand, **_owned(book, state, player), "sponsor": _card(book, player.sponsor)}
    if player.hand is None and piles.lies_elsewhere(player.deck):
        told |= {"owned": _cards(book, _all_owned(book, player)), "deck": _known_top(book, player.deck)}
    first, *rest = [wrapped(f"    {key}: {value}", 6) for key, value in told.items() if value] or [
        "    xp: 0"
    ]
    return "\n".join([f"  - {first.lstrip()}", *rest])


def _all_owned(book: Book, player: Player) -> list[str]:
    """All cards of a player whose hand nobody has seen. Raises ValueError if they are in the deck otherwise
    than follows from that.
    """
    top = _top(player.deck)
    hidden = HiddenHand(top, piles.contents(player.deck[len(top) :]))
    alone = State(players=(player,))
    if Unseen({0: hidden}, {}).laid(book, alone) != alone:
        raise ValueError("this deck has more parts than a position file can describe")
    return sorted((*piles.contents(player.deck), *player.discard))


def _top(pile: Pile) -> Pile:
    """The part of a pile whose order is known."""
    return pile[:1] if pile and pile[0].order == "known" else EMPTY


def _known_top(book: Book, pile: Pile) -> str:
    """A deck of which `owned` tells the rest."""
    top = _top(pile)
    return _pairs({"top": _cards(book, piles.contents(top)), "rest": "unknown"}) if top else ""


def unseen(table: Table, book: Book, state: State) -> tuple[Unseen, State]:
    """What follows from `owned` and `monsters`, and the table with the decks that depend on no reading.

    Problems are reported.
    """
    hands: dict[int, HiddenHand] = {}
    players = list(state.players)
    for path in table.owners():
        seat = int(path[-1]) + 1 if path else 0
        players[seat], hidden = _with_owned(table, path, players[seat])
        if hidden is not None:
            hands[seat] = hidden
    decks = _decks(table, state)
    known = Unseen(hands, decks, table.ruleset.roots)
    laid = replace(state, players=tuple(players))
    for level, count in known.keys(book, laid).items() if decks and not table.found.items else ():
        if count is None and level in decks:
            message = (
                f"how many Guardian Keys the deck of level {level} holds does not follow from those found"
            )
            written = ("monster_decks", f"level_{level}")
            place = written if written in table.decoded.spans else ("monsters",)
            help_ = f"write what each deck still holds: `monster_decks: {{level_{level}: {{keys: ...}}}}`"
            table.found.report("E317", message, table.decoded.span(*place), help_)
    return known, laid


def _with_owned(table: Table, path: TreePath, player: Player) -> tuple[Player, HiddenHand | None]:
    """The player at `path` of the file with the deck that follows from `owned`; of one whose hand is not
    known, the cards of the hand and the deck together.
    """
    known = not piles.has_unknown(player.deck)
    rest = unseen_of_owned(table.uses, path, table.name, table.decoded, table.found, is_deck_known=known)
    if known:
        return player, None
    if path and player.hand is None:
        return player, HiddenHand(piles.above_unknown(player.deck), rest)
    return replace(player, deck=piles.above_unknown(player.deck) + piles.shuffled(rest)), None


def _decks(table: Table, state: State) -> dict[int, MonsterDeck]:
    """The Monster decks by levels, as far as their groups are named. (QUEST-1.5)"""
    played, found = table.played, table.found
    decks: dict[int, MonsterDeck] = {}
    if played is None or found.items:
        return decks
    cards = table.ruleset.cards
    for level, (group, place) in sorted(played.groups.items()):
        stock = (card.id for card in cards.values() if card.group == group for _ in range(card.copies))
        inventory = Inventory(stock, table.name)
        met = [
            use for use in table.uses if cards[use.card].kind == "monster" and cards[use.card].level == level
        ]
        told = f"the Monsters of level {level} are those of {group}"
        inventory.take(met, found, "monsters", told)
        written = getattr(table.file.monster_decks, f"level_{level}")
        keys = written.keys if isinstance(written, MonsterDeckFile) else None
        pile = list(state.monsters[level - 1])
        gap = next((at for at, segment in enumerate(pile) if segment.order == "unknown"), None)
        if gap is not None:
            decks[level] = MonsterDeck(inventory.rest(), keys, tuple(pile[:gap]), tuple(pile[gap + 1 :]))
        elif inventory.rest() and not found.items:
            message = f"in the game, but listed nowhere: {inventory.told()}"
            found.report("E317", message, place, "name under `seen` what is in no room and no deck any more")
    return decks
