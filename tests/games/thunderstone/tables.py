"""Random positions as data, for relations between answers: a hand with what it may do, decks in a known or an
unknown order, Guardians, Treasures, other players.

    python -m tests.games.thunderstone.tables --first 0 --count 200
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import yaml

from tests.consistency import contradictions
from tests.relations import RELATIONS
from tests.sweeping import arguments
from tsolve import api
from tsolve.games.thunderstone.judging.hunt import Dealer
from tsolve.games.thunderstone.position import ThunderstonePosition, begun
from tsolve.games.thunderstone.writing.position_text import write_position

HAND = 4
"""The most cards that are dealt to the hand."""
UNLIKE = 0.3
"""How often a pile is less than known from the top down."""


def dealt(seed: int) -> dict[str, Any]:
    """A position as data for `api.position`."""
    random = Random(seed)
    sets, printing = (["base", "dragonspire"], "dragonspire") if seed % 2 else (["base"], "1.4")
    blank = api.position(game="thunderstone", sets=sets, printing=printing)
    assert isinstance(blank, ThunderstonePosition)
    cards = blank.book.cards.values()
    about = [[card.id] for card in cards if card.abilities or card.spoils or card.battle or card.breach]
    table = Dealer(blank.book, about, HAND, random).deal()
    state = begun(blank.game, table.state(), table.turn)
    text = write_position(blank.book, state, printing, {}, "", "", (), "thunderstone")
    data = {**yaml.safe_load(text), "sets": sets}
    data["village"] = dict.fromkeys(data.get("village", ()), 1)  # the box may hold no more
    for pile in ("deck", "dungeon_deck"):
        if isinstance(data.get(pile), list) and random.random() < UNLIKE:
            data[pile] = random.choice(({"rest": data[pile]}, "unknown"))
    if random.random() < UNLIKE and (guardians := _elsewhere(blank, text)):
        data["guardians"] = [random.choice(guardians)]
    if random.random() < UNLIKE / 2:
        data["turn"] = "undecided"
    return data


def _elsewhere(blank: ThunderstonePosition, text: str) -> list[str]:
    """The Guardians that lie nowhere on the table."""
    cards = blank.book.cards.values()
    return [card.name for card in cards if card.kind == "guardian" and card.name not in text]


def main() -> int:
    """Ask of many positions, and tell what contradicts itself; exit code 1 where something does."""
    parser = arguments(__doc__, "unused", "each so-manieth seed")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many seeds")
    parser.add_argument("--relation", action="append", choices=[*RELATIONS], help="repeatable; else all")
    given = parser.parse_args()
    found = 0
    for seed in range(given.first, given.first + given.count, given.every):
        position = api.position(**dealt(seed))
        for each in contradictions(position, f"seed {seed}", given.relation or [*RELATIONS]):
            found += 1
            print(f"{each.relation}  {each.position}\n    {each.told}", flush=True)
    print(f"{given.count} seeds from {given.first}: {found} contradictions")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
