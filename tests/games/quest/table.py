"""Positions of Thunderstone Quest dealt by hand, with the cards of the ruleset and cards of our own."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import yaml
from msgspec.structs import replace

from tsolve import api
from tsolve.cardkit.piles import UNKNOWN, known
from tsolve.games.quest.actions import Action
from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import Player, Room, Stack, State
from tsolve.model.trace import Entry, Trace
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.rulings import Provenance

OWN = Provenance("own")


def typed(cards: str) -> dict[str, Card]:
    """Cards typed as YAML, by their ids."""
    return {
        id_: msgspec.convert(
            {"id": id_, "name": id_.replace("_", " ").title(), "provenance": OWN} | facts, Card
        )
        for id_, facts in yaml.safe_load(cards).items()
    }


RULESET: Ruleset[Card] = api.ruleset("quest")
CARDS = RULESET.cards
READINGS = RULESET.readings(None, {})
ROOMS = ("wilderness", "mine", "abandoned_gate", "sunken_well", "crypt", "vault", "throne_room")
MONSTERS = (
    "giant_rat",
    "goblin_berserker",
    "goblin_shaman",
    "hobgoblin_scrapper",
    "hobgoblin_scrapper",
    "stone_giant",
    "stone_giant",
)


def game(**readings: str) -> Quest:
    """The rules, with the default readings but for these."""
    return Quest(Book(CARDS, READINGS | readings))


def dealt(
    hand: Iterable[str],
    stacks: Iterable[str] = (),
    players: int = 1,
    **player: object,
) -> State:
    """A turn that begins with this hand, and with the fields given of the player whose turn it is."""
    me = replace(Player(UNKNOWN), hand=tuple(hand), **player)
    others = (Player(UNKNOWN, hand=None),) * (players - 1)
    return State(
        players=(me, *others),
        rooms=tuple(Room(room, monster) for room, monster in zip(ROOMS, MONSTERS, strict=True)),
        monsters=(
            known(("goblin_shaman",) * 3),
            known(("hobgoblin_scrapper",) * 3),
            known(("stone_giant",) * 3),
        ),
        guardian="smorga_4",
        stacks=tuple(Stack(((card, 3),)) for card in stacks),
        treasures=known(("fireball", "flying_death")),
    )


def play(rules: Quest, state: State, *texts: str) -> tuple[State, tuple[Entry, ...]]:
    """Plays steps by their words; each must be legal. Returns the end and all that happened."""
    trace = Trace()
    for text in texts:
        options = {rules.notation(state, action): action for action in _offered(rules, state)}
        assert text in options, f"{text}: {sorted(options)}"
        state = rules.apply(state, options[text], trace)
    return state, trace.entries


def why_not(rules: Quest, state: State, action: Action) -> tuple[str, tuple[str, ...]]:
    """The reason why an action is not legal, which it must not be."""
    refusal = rules.why_not(state, action)
    assert refusal is not None
    return refusal.reason, refusal.rulings


def _offered(rules: Quest, state: State) -> list[Action]:
    return rules.legal_actions(state) or [event for event, _ in rules.chance(state)]
