"""A position written as a position file, so that it can be read again; a table that is set up before the
first turn; and the Dungeon Deck that follows from the cards in play, known except for its order. (TS-2,
TS-2.1, DS-11)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.piles import Pile, Segment
from tsolve.diagnostics import quoted
from tsolve.games.thunderstone.book import Book, in_setting
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.dungeon_deck import DungeonDeck
from tsolve.games.thunderstone.setup import (
    Selection,
    dungeon,
    dungeon_cards,
    lay_out,
    load_setup,
    played,
    select,
    setup_of,
)
from tsolve.games.thunderstone.state import UNSEEN, Member, Player, Slot, State, Tally
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK
from tsolve.games.thunderstone.writing.notation import BREACHED, SET_UP
from tsolve.model.plays import SetupPart
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.written.card_names import Inventory, Use, find_groups, resolve, resolve_group
from tsolve.written.position_text import Laid, NewGame, SettingUp, mapping, names, scalar, sequence, wrapped

if TYPE_CHECKING:
    from tsolve.errors import Span
    from tsolve.games.thunderstone.writing.position import Zones


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


FEATURES = ("guardian", "trap", "treasure")
_OF_THE_DUNGEON = ("monster", "thunderstone", *FEATURES)


class Played:
    """The cards that make up the Dungeon of a game, by the keys `monsters`, `features` and `stones`."""

    def __init__(self, zones: Zones) -> None:
        self.zones = zones
        self.groups: dict[str, Span] = {}
        self.features: dict[str, Span] = {}
        self.stones: dict[str, Span] = {}
        file, span = zones.file, zones.decoded.span
        if file.monsters is None:
            for key in ("features", "stones", "seen"):
                if getattr(file, key):
                    message = f"`{key}` says nothing without `monsters`"
                    zones.found.report("E203", message, span(key), "name the Monster groups of the game")
            return
        cards = zones.ruleset.cards.values()
        groups = [card.group for card in cards if card.kind == "monster" and card.group]
        for index, text in enumerate(file.monsters):
            place = span("monsters", index)
            self._add(self.groups, resolve_group(zones.ruleset, text, groups, zones.found, place), place)
        for index, text in enumerate(file.features):
            place = span("features", index)
            for card in self._brought(text) or [self._card(text, FEATURES, "features", place)]:
                self._add(self.features, card, place)
        for index, text in enumerate(file.stones):
            place = span("stones", index)
            self._add(self.stones, self._card(text, ("thunderstone",), "stones", place), place)

    def _add(self, things: dict[str, Span], thing: str, span: Span) -> None:
        if thing in things:
            name = self.zones.name(thing)
            self.zones.found.report(
                "E308", f"{name} is named twice", span, related=[("first here", things[thing])]
            )
        elif thing:
            things[thing] = span

    def _brought(self, text: str) -> list[str]:
        """The cards of a whole group of Dungeon Features, by its name or that of its randomizer."""
        ruleset = self.zones.ruleset
        among = {card.group for card in ruleset.cards.values() if card.kind in FEATURES and card.group}
        known = load_setup(ruleset.roots).value.features
        groups = {each.group for each in known if each.group and squash(each.name) == squash(text)}
        groups.update(find_groups(ruleset, text, among))
        return [card.id for card in ruleset.cards.values() if card.group in groups & among]

    def _card(self, text: str, kinds: tuple[str, ...], key: str, span: Span) -> str:
        card = resolve(self.zones.ruleset, text, self.zones.found, span)
        return card if card and self.zones.fits(card, kinds, key, span) else ""

    def cards(self) -> Iterator[tuple[str, Span]]:
        """The cards in play, each with the place in the file that says so."""
        for card in self.zones.ruleset.cards.values():
            if card.kind == "monster" and card.group in self.groups:
                yield card.id, self.groups[card.group]
        yield from (*self.features.items(), *self.stones.items())


def unseen(zones: Zones, book: Book, table: State) -> DungeonDeck | None:
    """The Dungeon Deck that follows from `monsters`; None without that key. Problems are reported.

    Beside `monsters` a file may give only the top and the bottom of the deck.
    """
    played, found, span = zones.played, zones.found, zones.decoded.span
    if played is None or zones.file.monsters is None or found.items:
        return None
    if any(slot.card == UNSEEN for slot in table.hall):
        message = "with `monsters` every card in the Hall must be known"
        rank = next(rank for rank, slot in enumerate(table.hall) if slot.card == UNSEEN)
        is_written = ("hall", rank) in zones.decoded.spans
        place = span("hall", rank) if is_written else span("monsters")
        found.report("E317", message, place, "write `hall: [...]`; `none` stands for an empty Rank")
        return None
    met = [use for use in zones.counted() if book.card(use.card).kind in _OF_THE_DUNGEON]
    stones = tuple(played.stones) or _stones(zones, book, met)
    inventory = Inventory(dungeon_cards(book, played.groups, played.features, stones), zones.name)
    inventory.take(met, found, "monsters", lambda card: _help(book, card))
    if found.items:
        return None
    written = list(table.dungeon)
    gap = next((at for at, segment in enumerate(written) if segment.order == "unknown"), None)
    if gap is None:
        if inventory.rest():
            message = f"in the game, but listed nowhere: {inventory.told()}"
            found.doubt(message, span("monsters"))
        return None
    top, bottom = tuple(written[:gap]), tuple(written[gap + 1 :])
    if any(segment.order == "shuffled" for segment in bottom):
        found.report("E317", "with `monsters` the packet is not known", span("dungeon_deck", "packet"))
        return None
    setup = load_setup(zones.ruleset.roots).value
    deck = DungeonDeck(inventory.rest(), tuple(use.card for use in met), setup, top, bottom)
    if misfit := deck.misfit(book):
        place = next((use.span for use in met if use.card == misfit.card), span("monsters"))
        found.doubt(misfit.message(zones.name(misfit.card), len(deck.cards)), place)
    return deck


def _help(book: Book, card: str) -> str:
    """Help that says under which key the file puts such a card in play."""
    facts = book.card(card)
    if facts.kind == "monster":
        return f"its group is {facts.group}"
    return f"name it under `{'stones' if facts.kind == 'thunderstone' else 'features'}`"


def _stones(zones: Zones, book: Book, met: Iterable[Use]) -> tuple[str, ...]:
    """The Thunderstones of the game: those on the table, else the only one that the boxes hold. (DS-10)"""
    on_table = tuple(use.card for use in met if book.card(use.card).kind == "thunderstone")
    known = tuple(card.id for card in book.cards.values() if card.kind == "thunderstone")
    if on_table or len(known) < 2:
        return on_table or known
    names = ", ".join(map(zones.name, known))
    place = zones.decoded.span("monsters")
    zones.found.report(
        "E317", f"which Thunderstone lies in the deck: {names}?", place, "name it under `stones`"
    )
    return ()


class ThunderstoneTable(SettingUp[Selection]):
    """Draws a game of these boxes for so many players."""

    def __init__(self, ruleset: Ruleset[Card], new: NewGame) -> None:
        self.sets = tuple(new.sets) or ruleset.boxes[:1]
        self._rules = self.ruleset = played(ruleset, new.sets)
        self._setup, self._new = setup_of(self._rules), new

    def draw(self, random: Random) -> Selection:
        return select(self._rules.cards, self._setup, random, **self._new.chosen)

    def sold(self, drawn: Selection) -> Iterator[str]:
        cards = self._rules.cards.values()
        yield from (card.id for card in cards if card.kind == "hero" and card.group in drawn.heroes)
        yield from drawn.village

    def others(self, drawn: Selection) -> Iterator[str]:
        cards = self._rules.cards.values()
        yield from (card.id for card in cards if card.kind == "monster" and card.group in drawn.monsters)
        yield from (*drawn.features, *drawn.stones, *((drawn.setting,) if drawn.setting else ()))

    def lay_out(self, drawn: Selection, random: Random) -> Laid:
        rules = self._rules
        if drawn.setting:
            rules = rules.only(lambda _: True, in_setting(rules.cards[drawn.setting]))
        book = Book(rules.under(self._new.readings), self._new.readings)
        dealt = dungeon(book, self._setup, drawn, random)
        state = lay_out(book, self._setup, random, drawn, self._new.players, dealt)
        parts = (part for part in self._parts(book, drawn, state, dealt.under) if part.names)
        return Laid(tuple(parts), self._written(book, drawn, state, dealt.under))

    def _parts(
        self, book: Book, drawn: Selection, state: State, under: tuple[str, ...]
    ) -> Iterator[SetupPart]:
        suggested = ("TS-2.4",) if self._new.chosen.get("first_game") else ()

        def named(cards: Iterable[str]) -> tuple[str, ...]:
            return tuple(map(book.name, cards))

        yield SetupPart("Monsters", drawn.monsters, ("TS-2.1", *suggested))
        yield SetupPart("Features", named(drawn.features), ("DS-11",))
        yield SetupPart("Setting", named([drawn.setting] if drawn.setting else ()), ("DS-9",))
        yield SetupPart("Thunderstone", named(drawn.stones), ("TS-2.1",))
        yield SetupPart("Heroes", drawn.heroes, ("TS-2.2",))
        yield SetupPart("Village", named(drawn.village), ("TS-2.2",))
        ranks = (f"{book.name(slot.card)} in Rank {rank}" for rank, slot in enumerate(state.hall, 1))
        yield SetupPart("Hall", tuple(ranks), ("TS-2.1",))
        yield SetupPart("Under the deck", named(under), ("DS-11",))
        yield SetupPart("First hand", named(sorted(member.card for member in state.party)), ("TS-2.3",))

    def _written(self, book: Book, drawn: Selection, state: State, under: tuple[str, ...]) -> str:
        owned = names(
            book.name(card) for card, copies in self._setup.starting_deck.items() for _ in range(copies)
        )
        first, *behind = (book.name(slot.card) for slot in state.hall)
        stock = zip(state.stalls, state.stock or (), strict=True)
        fields = {
            "game": self._rules.id,
            "sets": sequence(self.sets),
            "printing": scalar(self._new.printing) if self._new.printing else "",
            "interpretations": mapping(self._new.interpretations),
            "setting": scalar(book.name(drawn.setting)) if drawn.setting else "",
            "owned": owned,
            "hand": names(sorted(book.name(member.card) for member in state.party)),
            "hall": sequence([f"{first} {SET_UP}", *behind]),
            "monsters": sequence(drawn.monsters),
            "features": names(map(book.name, drawn.features)) if drawn.features else "",
            "stones": names(map(book.name, drawn.stones)),
            "dungeon_deck": f"{{bottom: {names(map(book.name, under))}}}" if under else "",
            "village": f"{{{', '.join(f'{scalar(book.name(card))}: {count}' for card, count in stock)}}}",
        }
        lines = [wrapped(f"{key}: {value}") for key, value in fields.items() if value]
        others = [f"  - owned: {owned}" for _ in state.players[1:]]
        lines += ["players:", "  others:", *others] if others else ["players: {others: 0}"]
        return "\n".join(lines) + "\n"
