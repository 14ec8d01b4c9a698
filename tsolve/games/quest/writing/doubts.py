"""What a file writes that cannot be so on a table: each is told in a line, and the position is played as it
is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsolve.cardkit.piles import contents, has_unknown
from tsolve.errors import Span, TreePath
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.book import KEY, SLOTS, WOUND_TOKENS, Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.scoring import cards_of, is_market_card
from tsolve.games.quest.state import MARKET, State, level_of
from tsolve.games.quest.turn.spaces import ANY
from tsolve.games.quest.writing.position_file import WITHOUT_LIMIT
from tsolve.games.quest.writing.table import Table
from tsolve.source.tree import joined
from tsolve.written.card_names import Use

_BROUGHT = ("xp", "rewards", "treasures", "wounds", "final_xp", "final_wounds", "total")
"""What a battle brings, or decides."""
_HAND = 6
"""The HP of a player without a Wound: so many cards are drawn, more only by a text. (QUEST-6.3, QUEST-7.2)"""
_HEROES = 4
"""Stacks of Heroes in the Guilds' Quarter. (QUEST-1.1)"""


def tell_doubts(table: Table, book: Book, state: State) -> None:
    """Tell what the box, the boards or the set-up rule out."""
    _copies(table)
    _wounds(table, book)
    _hands(table, state)
    _heroes(table, state)
    _one_of_each(table, book, state)
    _rooms(table, state)
    _keys(table, state)
    _last_turns(table, state)
    _battle_with_nobody_named(table, state)


def _copies(table: Table) -> None:
    """More copies of a card than the box holds."""
    uses: dict[str, list[Use]] = {}
    for use in table.counted():
        uses.setdefault(use.card, []).append(use)
    for card_id, written in uses.items():
        card, total = table.ruleset.cards[card_id], sum(use.copies for use in written)
        if card.count is not None and card.kind not in WITHOUT_LIMIT and total > card.count:
            message = f"the box holds {card.count} x {card.name}: {total} are named"
            table.found.doubt(message, written[-1].span)


def _players(table: Table) -> Iterator[TreePath]:
    """Where the players stand in the file, the active one first."""
    yield ()
    others = table.file.players.others
    yield from (
        ("players", "others", index) for index in range(0 if isinstance(others, int) else len(others))
    )


def _wounds(table: Table, book: Book) -> None:
    """More Wound tokens than a board can hold, or all together more than the box. (key.wound_slots)"""
    others = table.file.players.others
    listed = () if isinstance(others, int) else others
    counts: list[tuple[int, Span]] = []
    for path, wounds in zip(
        _players(table), (table.file.wounds, *(each.wounds for each in listed)), strict=True
    ):
        counts.append((wounds, table.decoded.span(*path, "wounds")))
    total = sum(wounds for wounds, _ in counts)
    if book.reads("wound_slots", "eight"):
        for wounds, span in counts:
            if wounds > SLOTS:
                table.found.doubt(f"a board holds {SLOTS} Wound tokens: {wounds} are named", span)
    elif total > WOUND_TOKENS:
        table.found.doubt(f"the box holds {WOUND_TOKENS} Wound tokens: {total} are named", counts[-1][1])


def _hands(table: Table, state: State) -> None:
    """A hand of more cards than HP, though no card that the player is known to own gives more."""
    for path, player in zip(_players(table), state.players, strict=False):
        hand = player.hand or ()
        if len(hand) > _HAND and not any(map(_gives_hp, _known(table, path))):
            message = f"a turn ends with {_HAND} cards in hand, unless a text gives HP: {len(hand)} are named"
            table.found.doubt(message, table.decoded.span(*path, "hand"))


def _known(table: Table, path: TreePath) -> Iterator[Card]:
    """The cards of a player that the file names."""
    for use in table.uses:
        if use.owner == path and (use.is_belonging or use.zone == "owned"):
            yield table.ruleset.cards[use.card]


def _gives_hp(card: Card) -> bool:
    return any("HP" in ability.say() for ability in card.abilities)


def _heroes(table: Table, state: State) -> None:
    """Heroes that are not sold in this game, though all that are sold are named; or too many of these."""
    cards = table.ruleset.cards
    if table.file.class_decks is not None:  # they hold all Heroes (QUEST-16.6)
        return
    sold = [title for title in state.titles if any(card.title == title for card in cards.values())]
    if len(sold) > _HEROES:
        message = f"a game has {_HEROES} stacks of Heroes: {len(sold)} are named"
        table.found.doubt(message, table.decoded.span("village"))
    if len(sold) != _HEROES:
        return
    for use in table.uses:
        card = cards[use.card]
        is_owned = use.is_belonging or use.zone == "owned"
        if is_owned and card.kind == "hero" and card.title and card.title not in sold and not card.legendary:
            told = joined(sold)
            table.found.doubt(f"{card.name} is none of the Heroes of this game: {told}", use.span)


def _one_of_each(table: Table, book: Book, state: State) -> None:
    """More than one copy of a card in an epic game. (QUEST-16.1)"""
    if table.file.market_decks is None:
        return
    spaces = (stack for stack in state.stacks or () if stack.space in (*MARKET, ANY))
    there = Counter(card for stack in spaces for card, _ in stack.cards)
    there.update(card for _, deck in state.wares for card in contents(deck))
    there.update(card for seat in range(len(state.players)) for card in cards_of(state, seat))
    for card, copies in there.items():
        if copies > 1 and is_market_card(book.card(card)):
            message = f"an epic game has one copy of each card: {copies} x {book.name(card)} are named"
            table.found.doubt(message, table.decoded.key_span("market_decks"))


def _rooms(table: Table, state: State) -> None:
    """A Monster of another level than its room, or the Giant Rat or a Guardian elsewhere than at home."""
    for place, room in enumerate(state.rooms):
        monster = table.ruleset.cards.get(room.monster)
        if monster is None or not room.card:
            continue
        name, span = table.ruleset.cards[room.card].name, table.place_of(room.card)
        at_home = monster.kind == "guardian" or monster.level == 0
        if at_home != (place == 0):
            always = "in The Wilderness is always the Giant Rat, or later the Guardian"
            table.found.doubt(f"{always}, and nowhere else: {monster.name} is in {name}", span)
        elif place and monster.level is not None and monster.level != level_of(place):
            message = (
                f"{monster.name} is of level {monster.level}, and {name} a room of level {level_of(place)}"
            )
            table.found.doubt(message, span)


def _keys(table: Table, state: State) -> None:
    """With the last key that is needed the Guardian came at the end of that turn; there must be as many.
    (QUEST-12.1, QUEST-17.1)
    """
    _keys_left(table, state)
    monster = table.ruleset.cards.get(state.rooms[0].monster)
    if table.file.key_found:  # then the Guardian comes at the end of this turn
        if not state.keys:
            message = "a key was found this turn, but nobody has one"
            table.found.doubt(message, table.decoded.span("key_found"))
        return
    if state.keys >= state.keys_to_end and monster is not None and monster.kind != "guardian":
        message = f"{state.keys} Guardian Keys were found, but {monster.name} is in The Wilderness"
        _tell_or_refuse(table, message, table.decoded.span("keys"))


def _keys_left(table: Table, state: State) -> None:
    """Fewer keys than summon the Guardian, though all decks are known."""
    hidden = any(room.face_down for room in state.rooms) or any(map(has_unknown, state.monsters))
    if hidden or state.last_turns != NONE or not any(state.monsters):
        return
    there = state.keys + sum(contents(deck).count(KEY) for deck in state.monsters)
    if there < state.keys_to_end:
        message = f"the Guardian comes with Guardian Key {state.keys_to_end}: the game has {there}"
        is_told = ("keys_to_end",) in table.decoded.spans
        table.found.doubt(message, table.decoded.span("keys_to_end" if is_told else "monster_decks"))


def _tell_or_refuse(table: Table, message: str, span: Span) -> None:
    """Tell that the Guardian should have come; where nobody is named in The Wilderness, nobody knows which
    one did, and there is nothing to play.
    """
    if any(table.means(room) == "wilderness" for room in table.file.dungeon):
        table.found.doubt(message, span)
    else:
        table.found.report("E210", message, span, "write `dungeon: {The Wilderness: GUARDIAN}`")


def _last_turns(table: Table, state: State) -> None:
    """Once the Guardian has come, every player has one more turn. (QUEST-12.1, QUEST-12.2)"""
    left, span = table.file.last_turns, table.decoded.span("last_turns")
    monster = table.ruleset.cards.get(state.rooms[0].monster)
    if left is None:
        return
    if monster is not None and monster.kind != "guardian":
        message = f"the last turns are counted, but {monster.name} is in The Wilderness, and no Guardian"
        _tell_or_refuse(table, message, span)
    elif left > len(state.players):
        table.found.doubt(f"{left} turns are left, but the game has {len(state.players)} players", span)


def _battle_with_nobody_named(table: Table, state: State) -> None:
    """A file that names a Guardian and no room may mean that it has come, or only which one is to come: what
    a battle brings is then not judged, unless something names who is fought.
    """
    file = table.file
    is_open = file.turn == "dungeon" and file.last_turns is None and not file.dungeon
    monster = table.ruleset.cards.get(state.rooms[0].monster)
    if not is_open or file.guardian is None or file.line or (monster and monster.kind == "guardian"):
        return
    for number, claim in enumerate(file.claims):
        if claim.kinds[0] in _BROUGHT and not claim.foe and not claim.monster:
            help_ = f"write `dungeon: {{The Wilderness: {file.guardian}}}`, or `Giant Rat` there"
            message = f"has {file.guardian} come, or is the Giant Rat still in The Wilderness?"
            table.found.report("E210", message, table.decoded.span("claims", number), help_)
            return
