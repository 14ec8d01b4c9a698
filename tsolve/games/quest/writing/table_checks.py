"""What cannot be on one table, though each part of it can: wrong turns, too many copies, unknown facts."""

from __future__ import annotations

from collections.abc import Iterable

from tsolve.games.quest.book import Book
from tsolve.games.quest.state import State
from tsolve.games.quest.turn.health import SLOTS, TOKENS
from tsolve.games.quest.writing.kinds import LOCATIONS, WITHOUT_LIMIT
from tsolve.games.quest.writing.table import Table
from tsolve.turns.inventory import Use


def check_turn(table: Table) -> None:
    """A Location belongs to a Village phase, and is one."""
    location, span = table.file.location, table.decoded.span("location")
    if location is not None and table.file.turn == "dungeon":
        table.found.report("E314", "a Dungeon phase has no Location", span)
    elif location is not None:
        table.named(location, LOCATIONS, "location", span, 0)


def check_last_turns(table: Table, state: State) -> None:
    """Once the Guardian has come, every player has one more turn. (QUEST-12.1, QUEST-12.2)"""
    left, span = table.file.last_turns, table.decoded.span("last_turns")
    if left is None:
        return
    monster = state.rooms[0].monster
    if monster and table.ruleset.cards[monster].kind != "guardian":
        message = f"the Guardian has not come: {table.ruleset.cards[monster].name} is in The Wilderness"
        help_ = "write `dungeon: {The Wilderness: GUARDIAN}`"
        table.found.report("E210", message, span, help_)
    elif left > len(state.players):
        message = f"{left} turns left, but the game has {len(state.players)} players"
        table.found.report("E210", message, span, "`players` says how many others there are")


def check_keys(table: Table, state: State) -> None:
    """With the last key that is needed the Guardian came at the end of that turn. (QUEST-12.1)"""
    monster, span = state.rooms[0].monster, table.decoded.span("keys")
    if table.file.key_found:  # then the Guardian comes at the end of this turn
        if not state.keys:
            there = table.decoded.span("key_found")
            table.found.report(
                "E210", "a key was found this turn, but nobody has one", there, "write `keys: 1`"
            )
        return
    if state.keys < state.keys_to_end or not monster or table.ruleset.cards[monster].kind == "guardian":
        return
    name = table.ruleset.cards[monster].name
    message = f"{state.keys} Guardian Keys were found, but the {name} is in The Wilderness, not the Guardian"
    help_ = (
        "write `dungeon: {The Wilderness: GUARDIAN}`, `key_found: true` for a key of this turn, or fewer keys"
    )
    table.found.report("E210", message, span, help_)


def check_wounds(table: Table, book: Book) -> None:
    """No board has more Wound tokens than it can hold, nor all together more than the box."""
    counts = [(table.file.wounds, table.decoded.span("wounds"))]
    others = table.file.players.others
    for index, other in enumerate(() if isinstance(others, int) else others):
        counts.append((other.wounds, table.decoded.span("players", "others", index, "wounds")))
    if book.reads("wound_slots", "eight"):
        for wounds, span in counts:
            if wounds > SLOTS:
                message = f"{wounds} Wound tokens, but a player board holds {SLOTS}"
                help_ = "the open point `wound_slots` has another reading"
                table.found.report("E210", message, span, help_)
        return
    related = [(f"{wounds} here", span) for wounds, span in counts if wounds]
    total = sum(wounds for wounds, _ in counts)
    if total > TOKENS:
        message = f"{total} Wound tokens, but the box holds {TOKENS}"
        table.found.report("E304", message, related[-1][1], "count the other players, too", related)


def check_quest(table: Table) -> None:
    """Only a Side Quest that the player has was completed."""
    if table.file.completed and table.file.side_quest is None:
        help_ = "name it under `side_quest`"
        table.found.report("E314", "no Side Quest is there", table.decoded.span("completed"), help_)


def check_box(table: Table) -> None:
    """No more copies of a card than there are."""
    for card_id, uses in _by_card(table.counted()).items():
        card = table.ruleset.cards[card_id]
        total = sum(use.copies for use in uses)
        if card.count is None or card.kind in WITHOUT_LIMIT or total <= card.count:
            continue
        related = [(f"{use.copies} here", use.span) for use in uses[:10]]
        message = f"{total} x {card.name}, but the box holds {card.count}"
        table.found.report("E304", message, uses[-1].span, "count every zone, the Village too", related)


def check_facts(table: Table) -> None:
    """Every card on the table is known in full, or the position defines what no source gives.

    Wound cards are what the rules say of them; that no source tells more is told with the answer.
    """
    played = table.played.cards() if table.played else ()
    known = {**dict(reversed(list(played))), **{use.card: use.span for use in reversed(table.uses)}}
    for card_id, span in known.items():
        card = table.ruleset.cards[card_id]
        if card.is_wound:
            continue
        left = [fact for fact in card.missing if fact not in _defined(table, card_id)]
        if left:
            told = ", ".join(fact.replace("_", " ") for fact in left)
            message = f"no source gives of {card.name}: {told}"
            facts = ", ".join(f"{fact}: ..." for fact in left)
            help_ = f"define what is printed: `cards: {{{card.name}: {{{facts}}}}}`"
            table.found.report("E313", message, span, ". ".join((help_, *card.provenance.notes)))


def _defined(table: Table, card: str) -> frozenset[str]:
    """The facts of a card that the position itself gives."""
    own = (facts for name, facts in table.file.cards.items() if table.means(name) == card)
    return frozenset(fact for facts in own for fact in facts)


def _by_card(uses: Iterable[Use]) -> dict[str, list[Use]]:
    found: dict[str, list[Use]] = {}
    for use in uses:
        found.setdefault(use.card, []).append(use)
    return found
