"""A position written as a position file, so that it can be read again; and the decks that follow from what
a file says is owned and played with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.cardkit.piles import UNKNOWN
from tsolve.errors import TreePath
from tsolve.games.quest.answers import NONE, TOKENS
from tsolve.games.quest.book import Book
from tsolve.games.quest.campaign import Campaign
from tsolve.games.quest.selection import HiddenHand, MonsterDeck, Unseen
from tsolve.games.quest.state import PLACES, USUAL_KEYS, WILDERNESS, Player, Room, State, level_of
from tsolve.games.quest.turn.spaces import titles_of
from tsolve.games.quest.writing.decks_file import MonsterDeckFile
from tsolve.games.quest.writing.piles_text import cards_text, deck_text, known_top, pairs, top_of
from tsolve.games.quest.writing.position_file import Turn
from tsolve.games.quest.writing.table import Table, occupant
from tsolve.games.quest.writing.village_text import as_read, in_order, sold_out, village
from tsolve.written.card_names import Inventory, unseen_of_owned
from tsolve.written.position_text import mapping, scalar, wrapped

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
    state = seen_by_the_active_player(book, state)
    me, *others = state.players
    if replace(state, for_village=False) != _as_read(book, state, me, others):
        raise ValueError("only the start of an ordinary turn can be written; add what was done as a line")
    turn = "village" if state.for_village else turn
    fields = {
        "game": game,
        "printing": scalar(printing) if printing else "",
        "interpretations": mapping(interpretations or {}),
        **(told[0] if told else {}),
        "turn": turn if turn != "undecided" else "",
        "hand": cards_text(book, me.hand or ()),
        **_owned(book, state, me),
        "keys_to_end": "" if state.keys_to_end == USUAL_KEYS else str(state.keys_to_end),
        "key_found": "true" if state.key_found else "",
        "dungeon": _dungeon(book, state),
        "monster_decks": _monster_decks(book, state),
        "guardian": _card(book, state.guardian),
        "last_turns": "" if state.last_turns == NONE else str(state.last_turns),
        "treasure_deck": deck_text(book, state.treasures),
        **village(book, state),
        "wound_cards": "" if state.wound_cards is None else str(state.wound_cards),
    }
    lines = [wrapped(f"{key}: {value}") for key, value in fields.items() if value]
    if all(other == _SOMEBODY for other in others):
        lines += [f"players: {{others: {len(others)}}}"] if len(others) != 1 else []
    else:
        lines += ["players:", "  others:", *_others(book, state, others, told[1:])]
    if line:
        lines += ["line:", *(f"- {scalar(step)}" for step in line)]
    return "\n".join(lines) + "\n"


def seen_by_the_active_player(book: Book, state: State) -> State:
    """The table in the order in which a file tells it: the active player first, what left the game left out.
    It is what reading the file gives: the same position, but a card that lies face down is one of its deck.
    """
    seats = len(state.players)
    players = (state.players[(state.active + seat) % seats] for seat in range(seats))
    stacks = in_order(book, state.stacks)
    rooms, decks = list(state.rooms), list(state.monsters)
    for place, room in enumerate(rooms):
        if room.face_down and room.monster:
            deck = level_of(place) - 1
            first, rest = decks[deck][:1], decks[deck][1:]
            if piles.is_shuffled(first) or not first:
                rooms[place] = replace(room, monster="")
                decks[deck] = piles.shuffled((*piles.contents(first), room.monster)) + rest
    return replace(
        state,
        active=0,
        players=tuple(players),
        removed=(),
        stacks=stacks,
        rooms=tuple(rooms),
        monsters=(decks[0], decks[1], decks[2]),
    )


def _as_read(book: Book, state: State, me: Player, others: Sequence[Player]) -> State:
    """The position as a file can describe it."""
    keys = sum(player.keys for player in (me, *others))
    stacks, wares = as_read(book, state)
    titles = titles_of(book.cards, stacks, wares)
    return State(
        players=(replace(me, hand=me.hand or ()), *others),
        rooms=tuple(state.rooms[place] if _is_named(state, place) else Room("") for place in PLACES),
        monsters=state.monsters,
        guardian=state.guardian,
        keys=keys,
        key_found=state.key_found,
        keys_to_end=state.keys_to_end,
        stacks=stacks,
        wares=wares,
        titles=tuple(sorted({*titles, *sold_out(book, state)})),
        wound_cards=state.wound_cards,
        treasures=state.treasures,
        last_turns=state.last_turns,
    )


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
    hidden = player.hand is None and piles.lies_elsewhere(player.deck)
    tokens: dict[str, str] = {token: str(player.tokens(token)) for token in TOKENS if player.tokens(token)}
    return {
        "owned": cards_text(book, _all_owned(book, player)) if hidden else "",
        "deck": known_top(book, player.deck) if hidden else deck_text(book, player.deck),
        "discard": cards_text(book, player.discard),
        "xp": str(player.xp or ""),
        "wounds": str(player.wounds or ""),
        "tokens": pairs(tokens),
        "champion": _card(book, where),
        "keys": str(player.keys or ""),
        "sponsor": _card(book, player.sponsor),
        "side_quest": _card(book, player.quest),
        "completed": "true" if player.completed else "",
        "under_quest": cards_text(book, player.under_quest),
    }


def _card(book: Book, card: str) -> str:
    return scalar(book.name(card)) if card else ""


def _dungeon(book: Book, state: State) -> str:
    rooms = [room for room in state.rooms if room.card and room != _RATS]
    return pairs({scalar(book.name(room.card)): scalar(occupant(book, room)) for room in rooms})


def _monster_decks(book: Book, state: State) -> str:
    decks = {
        f"level_{level}": deck_text(book, deck, has_bottom=True)
        for level, deck in enumerate(state.monsters, 1)
    }
    return pairs({level: deck for level, deck in decks.items() if deck})


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
            "kept": cards_text(book, campaign.kept[player]),
            "points": str(campaign.points[player] or ""),
        }
        for player in ((first + turn) % seats for turn in range(seats))
    ]


def _other(book: Book, state: State, player: Player, told: Mapping[str, str]) -> str:
    hand = "" if player.hand is None else cards_text(book, player.hand) or "[]"
    told = {**told, "hand": hand, **_owned(book, state, player)}
    first, *rest = [wrapped(f"    {key}: {value}", 6) for key, value in told.items() if value] or [
        "    xp: 0"
    ]
    return "\n".join([f"  - {first.lstrip()}", *rest])


def _all_owned(book: Book, player: Player) -> list[str]:
    """All cards of a player whose hand nobody has seen. Raises ValueError if they are in the deck otherwise
    than follows from that.
    """
    top = top_of(player.deck)
    hidden = HiddenHand(top, piles.contents(player.deck[len(top) :]))
    alone = State(players=(player,))
    if Unseen({0: hidden}, {}).laid(book, alone) != alone:
        raise ValueError("this deck has more parts than a position file can describe")
    return sorted((*piles.contents(player.deck), *player.discard))


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
