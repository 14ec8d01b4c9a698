"""Thunderstone Quest as a game package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tsolve.errors import UsageError
from tsolve.games.module import GameModule
from tsolve.source.tree import MappingNode

if TYPE_CHECKING:
    from tsolve.contract.position import Position
    from tsolve.diagnostics import Diagnostics
    from tsolve.games.module import Hunter
    from tsolve.games.quest.actions import Action
    from tsolve.games.quest.cards import Card
    from tsolve.games.quest.position import QuestPosition
    from tsolve.games.quest.setup import QuestTable
    from tsolve.games.quest.state import State
    from tsolve.games.quest.writing.asking import QuestAsking
    from tsolve.games.quest.writing.position_file import QuestFile
    from tsolve.model.coverage import Coverable
    from tsolve.model.trace import Entry
    from tsolve.players import Start
    from tsolve.rules.own_cards import Nonsense
    from tsolve.rules.ruleset import Ruleset
    from tsolve.source.decoded import Decoded
    from tsolve.source.tree import Node
    from tsolve.worlds.hunt import Hunt
    from tsolve.written.form import Field
    from tsolve.written.position_text import NewGame
"""Ways to play: with one copy of each card of the Marketplace; with Heroes from four decks. (QUEST-16)"""
_VARIANTS = ("epic", "class_decks")
_LEVELS = (1, 2, 3)


class QuestModule(GameModule["State", "Action", "Card", "QuestFile"]):
    """The types of Thunderstone Quest, and what it can do before a position is opened; each by a room that
    is imported when it is asked.
    """

    id = "quest"

    @property
    def card_type(self) -> type[Card]:
        from tsolve.games.quest.cards import Card

        return Card

    @property
    def position_type(self) -> type[QuestFile]:
        from tsolve.games.quest.writing.position_file import QuestFile

        return QuestFile

    def faults(
        self, cards: Mapping[str, Card], own: Iterable[str], below: Mapping[str, Card]
    ) -> Iterator[Nonsense]:
        from tsolve.games.quest.lint_cards import faults

        return faults(cards, own, below)

    def coverable(self, ruleset: Ruleset[Card]) -> Iterator[Coverable]:
        """The cards that can be played: those without missing facts."""
        from tsolve.judging.rulings import coverable

        missing = {card.id for card in ruleset.cards.values() if card.missing and not card.is_wound}
        for each in coverable(ruleset):
            if each.id.removeprefix("card.") not in missing:
                yield each

    def begin(
        self,
        ruleset: Ruleset[Card],
        readings: Mapping[str, str],
        seed: int,
        players: int,
        sets: Sequence[str],
        chosen: Mapping[str, Any],
    ) -> Start[State, Action]:
        from tsolve.games.quest.position import QuestPosition
        from tsolve.games.quest.setup import begin
        from tsolve.players import Start

        game, state = begin(ruleset, readings, seed, players, sets, **_named(chosen))
        return Start(game, state, QuestPosition.capabilities, ruleset.title)

    def setting_up(self, ruleset: Ruleset[Card], new: NewGame) -> QuestTable:
        from tsolve.games.quest.setup import QuestTable

        return QuestTable(ruleset, new._replace(chosen=_named(new.chosen)))

    def next_game(self, ended: Position[State, Action]) -> tuple[int, Mapping[str, object]]:
        from tsolve.games.quest.judging.campaigns import next_game
        from tsolve.games.quest.position import QuestPosition

        assert isinstance(ended, QuestPosition)
        campaign = next_game(ended)
        return len(campaign.kept), {"campaign": campaign}

    @property
    def choices(self) -> Mapping[str, str]:
        from tsolve.games.quest.selection import CHOICES

        return CHOICES

    def is_news(self, entry: Entry) -> bool:
        from tsolve.games.quest.writing.notation import is_news

        return is_news(entry)

    def usual_boxes(self, ruleset: Ruleset[Card]) -> tuple[str, ...]:
        """The boxes with at least one Hero, Monster or room whose facts are all known."""
        kinds = ("hero", "monster", "room")
        known = {card.set for card in ruleset.cards.values() if card.kind in kinds and not card.missing}
        return tuple(box for box in ruleset.boxes if box in known)

    def asking(self, ruleset: Ruleset[Card]) -> QuestAsking:
        from tsolve.games.quest.writing.asking import QuestAsking

        return QuestAsking(ruleset)

    @property
    def form(self) -> Sequence[Field]:
        from tsolve.games.quest.writing.asking import FORM

        return FORM

    def hunter(self, hunt: Hunt[Card]) -> Hunter:
        from tsolve.games.quest.judging.hunt import TurnHunter

        return TurnHunter(hunt)

    def plain_form(self, root: Node, ruleset: Ruleset[Card], found: Diagnostics) -> Node:
        from tsolve.games.quest.writing.plain_form import plain_form

        return plain_form(root, ruleset, found) if isinstance(root, MappingNode) else root

    def open(self, decoded: Decoded[QuestFile], ruleset: Ruleset[Card], found: Diagnostics) -> QuestPosition:
        from tsolve.games.quest.writing.position import read_position

        return read_position(decoded, ruleset, found)


def _named(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The user's choices as arguments of `select`. Raises UsageError."""
    named = dict(chosen)
    variants = [name.replace(" ", "_") for name in named.pop("variant", ())]
    guardians = named.pop("guardian", ()) or ("",)
    if unknown := [name for name in variants if name not in _VARIANTS]:
        raise UsageError(f'unknown variant "{unknown[0]}"; there are: {", ".join(_VARIANTS)}')
    if len(guardians) > 1:
        raise UsageError(f"a game has one Guardian, not {len(guardians)}")
    named |= dict.fromkeys(variants, True)
    named |= _keys(named.pop("keys", ()), named.pop("deck_keys", ()))
    return {**named, "guardian": guardians[0]}


def _keys(summoning: Sequence[str], in_decks: Sequence[str]) -> dict[str, Any]:
    """The key that summons the Guardian, and those in each Monster deck, where they are told. (QUEST-17.1)"""
    told: dict[str, Any] = {}
    if summoning:
        if len(summoning) != 1 or not _is_number(summoning[0]):
            raise UsageError(f"`keys` is one number, as in keys=5, not {', '.join(summoning)}")
        told["keys"] = int(summoning[0])
    if in_decks:
        if len(in_decks) != len(_LEVELS) or not all(map(_is_number, in_decks)):
            message = "`deck_keys` has a number for each level, as in deck_keys=0,2,4"
            raise UsageError(f"{message}, not {', '.join(in_decks)}")
        told["deck_keys"] = tuple(map(int, in_decks))
    return told


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 3


GAME = QuestModule()
