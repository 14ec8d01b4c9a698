"""A position written as a position file, so that it can be read again: saved games, bundles of a problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from tsolve.cardkit.piles import Pile, Segment
from tsolve.diagnostics import quoted
from tsolve.games.thunderstone.book import Book
from tsolve.games.thunderstone.state import UNSEEN, Member, Player, Slot, State, Tally
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK
from tsolve.games.thunderstone.writing.notation import BREACHED, SET_UP
from tsolve.turns.yaml_text import mapping, names, scalar, sequence, wrapped


def write_position(
    book: Book,
    state: State,
    printing: str = "",
    interpretations: Mapping[str, str] | None = None,
    title: str = "",
    source: str = "",
    line: Sequence[str] = (),
    game: str = "thunderstone",
) -> str:
    """The position as YAML, seen by the active player; reading it gives an equal position.

    Cards that left the game are not part of a position file. `line` are steps from there on.

    Raises:
        ValueError: in the middle of a turn, after the game, or for a Dungeon Deck that no file can describe.
    """
    if state.over or not _at_the_start(state):
        raise ValueError("only the start of a turn can be written; add what was done as a line")
    seats = len(state.players)
    others = [state.players[(state.active + seat) % seats] for seat in range(1, seats)]
    me = state.me
    fields = {
        "game": game,
        "title": scalar(title) if title else "",
        "source": scalar(source) if source else "",
        "printing": quoted(printing) if printing else "",
        "interpretations": mapping(interpretations or {}),
        "setting": book.name(state.setting) if state.setting else "",
        "turn": state.turn,
        "hand": _list(book, [member.card for member in state.party]),
        "deck": _deck(book, me.deck),
        "discard": _list(book, me.discard),
        "xp": str(me.xp),
        "treasures": _treasures(book, me),
        "hall": sequence([_in_rank(book, rank, slot) for rank, slot in enumerate(state.hall, 1)]),
        "guardians": _list(book, [slot.card for slot in state.outside]) if state.outside else "",
        "dungeon_deck": _dungeon(book, state.dungeon),
        "village": _village(book, state),
    }
    lines = [wrapped(f"{key}: {value}") for key, value in fields.items() if value]
    if all(other == Player(deck=(Segment((), "unknown"),), hand=None) for other in others):
        lines.append(f"players: {{others: {len(others)}}}")
    else:
        lines += ["players:", "  others:", *(_other(book, other) for other in others)]
    if line:
        lines += ["line:", *(f"- {scalar(step)}" for step in line)]
    return "\n".join(lines) + "\n"


def _at_the_start(state: State) -> bool:
    """Whether nothing was done in this turn beyond choosing its kind."""
    untouched = all(member == Member(member.card) for member in state.party)
    begun = {"": "choose", "village": "effects", "dungeon": "preparing", "rest": "resting"}[state.turn]
    fresh = replace(state, todo=(), gold=0, purchases=1, rallies=(), tally=Tally(), found=(), lent=())
    return untouched and state.step == begun and state == fresh


# zones


def _list(book: Book, cards: Iterable[str]) -> str:
    """Cards by name; neighbours that are equal with a count."""
    return names(_name(book, card) for card in cards)


def _name(book: Book, card: str) -> str:
    breached = card.endswith(BREACHED_MARK)
    name = book.name(card.removesuffix(BREACHED_MARK))
    return f"{name} {BREACHED}" if breached else name


def _treasures(book: Book, player: Player) -> str:
    """The Treasures in front of a player, each with what lies under it; empty for none."""
    told = []
    for each in player.treasures:
        name = scalar(book.name(each.card))
        told.append(f"{{card: {name}, holds: {scalar(book.name(each.holds))}}}" if each.holds else name)
    return f"[{', '.join(told)}]" if told else ""


def _in_rank(book: Book, rank: int, slot: Slot) -> str:
    if slot.card in ("", UNSEEN):
        return "unknown" if slot.card else "none"
    if slot.dealt:
        return f"{book.name(slot.card)} {SET_UP}"
    mark = f" {BREACHED}" if slot.breached and rank > 1 else ""
    return book.name(slot.card) + mark


def _deck(book: Book, pile: Pile) -> str:
    if len(pile) == 1 and pile[0].order == "unknown":
        return "unknown"
    if all(segment.order == "known" for segment in pile):
        return _list(book, [card for segment in pile for card in segment.cards])
    return _parts(book, pile, ("top", "rest"))


def _dungeon(book: Book, pile: Pile) -> str:
    if len(pile) == 1 and pile[0].order == "unknown":
        return "unknown"
    if all(segment.order == "known" for segment in pile):
        return _list(book, [card for segment in pile for card in segment.cards])
    return _parts(book, pile, ("top", "rest", "packet", "bottom"))


_ORDERS = {"top": ("known",), "rest": ("shuffled", "unknown"), "packet": ("shuffled",), "bottom": ("known",)}


def _parts(book: Book, pile: Pile, among: tuple[str, ...]) -> str:
    """The segments of a pile under the names of the parts that they can be."""
    told: dict[str, str] = {}
    left = list(pile)
    if any(segment.layers for segment in left):
        raise ValueError("no position file names the layers of a pile")
    for name in among:
        if left and left[0].order in _ORDERS[name]:
            segment = left.pop(0)
            told[name] = "unknown" if segment.order == "unknown" else _list(book, segment.cards)
    if left:
        raise ValueError("this pile has more parts than a position file can describe")
    told.setdefault("rest", "[]")
    return f"{{{', '.join(f'{name}: {part}' for name, part in told.items())}}}"


def _village(book: Book, state: State) -> str:
    if state.stock is None:
        return ""
    counts = zip(state.stalls, state.stock, strict=True)
    return f"{{{', '.join(f'{scalar(book.name(card))}: {count}' for card, count in counts)}}}"


def _other(book: Book, player: Player) -> str:
    hand = "unknown" if player.hand is None else _list(book, player.hand)
    told = {
        "hand": hand,
        "deck": _deck(book, player.deck),
        "discard": _list(book, player.discard),
        "xp": player.xp,
        "treasures": _treasures(book, player),
    }
    first, *rest = (wrapped(f"    {key}: {value}", 6) for key, value in told.items() if value != "")
    return "\n".join([f"  - {first.lstrip()}", *rest])
