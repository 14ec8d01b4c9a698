"""The Monster groups that a file says are played with."""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.diagnostics import Span
from tsolve.games.quest.writing.written_cards import WrittenCards
from tsolve.rules.text import squash
from tsolve.turns.group_names import resolve_group


class Played:
    """The Monster groups of the game, by `monsters`."""

    def __init__(self, table: WrittenCards) -> None:
        self.table = table
        self.groups: dict[int, tuple[str, Span]] = {}
        """By level, each with its place in the file."""
        from tsolve.games.quest.setup import load_setup  # few positions say what they are played with

        file, found, span = table.file, table.found, table.decoded.span
        if file.monsters is None:
            message = "`seen` says nothing without `monsters`"
            found.report("E203", message, span("seen"), "name the Monster groups of the game")
            return
        cards = table.ruleset.cards.values()
        levels = {card.group: card.level for card in cards if card.kind == "monster" and card.group}
        unknown = {squash(each.name): each.name for each in load_setup(table.ruleset.roots).value.groups}
        for index, text in enumerate(file.monsters):
            place = span("monsters", index)
            named = unknown.get(squash(text), "")
            if named and named not in levels:
                help_ = f"define them: `cards: {{NAME: {{kind: monster, group: {named}, level: ..., ...}}}}`"
                found.report("E313", f"no source names the Monsters of the group {named}", place, help_)
            elif group := resolve_group(table.ruleset, text, levels, found, place):
                self._add(group, levels[group] or 0, place)

    def _add(self, group: str, level: int, place: Span) -> None:
        if self.groups.get(level, ("",))[0] == group:
            first = self.groups[level][1]
            self.table.found.report("E308", f"{group} is named twice", place, related=[("first here", first)])
        elif level in self.groups:
            other, first = self.groups[level]
            message = f"{group} is of level {level}, as is {other}: a game has one group of each level"
            self.table.found.report("E317", message, place, related=[("first here", first)])
        self.groups[level] = group, place

    def cards(self) -> Iterator[tuple[str, Span]]:
        """The Monsters that are played with, each with the place that says so."""
        for group, place in self.groups.values():
            for card in self.table.ruleset.cards.values():
                if card.kind == "monster" and card.group == group:
                    yield card.id, place
