"""Stickers on ability cards. (GH-15.12 to GH-15.15, GH-15.21)"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tsolve.games.gloomhaven.campaign.action import Deed, not_in_city
from tsolve.games.gloomhaven.campaign.effects import changed, with_gold
from tsolve.games.gloomhaven.campaign.numbers import AreaHex
from tsolve.games.gloomhaven.campaign.prices import Placed, enhancement_price
from tsolve.games.gloomhaven.campaign.state import Character, State
from tsolve.games.gloomhaven.campaign.sums import Sum, some
from tsolve.games.gloomhaven.campaign.table import Table
from tsolve.model.trace import Trace
from tsolve.turns.written import Reason

Line = Literal["", "main", "small", "without a number", "move", "other"]
"""What is told of the line that gets the sticker: `other` is a main line that is no move."""


class Enhance(Deed, frozen=True):
    """A character puts a sticker on an ability of one of its cards."""

    rulings = ("GH-15.12", "GH-15.15", "GH-15.21")
    card: str
    half: Literal["", "top", "bottom"]
    """The half of the card; empty where nobody tells it."""
    placed: Placed
    line: Line = ""
    stickers: int | None = None
    """The stickers that are on the action, where the step tells them."""
    said: str = ""
    """The details, as they were written."""

    @property
    def text(self) -> str:
        card = f' "{self.card}"' if self.card else ""
        half = f" {self.half}" if self.half else ""
        return f"{self.who} enhances{card}{half}: {self.said}"

    def price(self, table: Table, state: State) -> Sum | None:
        there = self._stickers(state)
        if there >= len(table.numbers.enhancing.earlier) or self.placed.level > table.numbers.highest_level:
            return None
        return enhancement_price(table, self.placed, there)

    def _stickers(self, state: State) -> int:
        """The stickers that the position knows of, else those that the step tells."""
        character = state.character(self.who)
        known = state.stickers(character.class_, self.card, self.half) if character is not None else 0
        return known or self.stickers or 0

    def forbidden(self, table: Table, state: State, character: Character) -> Reason | None:
        if reason := not_in_city(state, "cards are enhanced", ("GH-15.21",)):
            return reason
        needed = table.numbers.achievements.for_enhancing
        if state.global_achievements is not None and needed not in state.global_achievements:
            return f'enhancing needs the global achievement "{needed}"', ("GH-15.21",)
        return (
            self._unfit()
            or self._miscounted(table, state)
            or self._too_many(table, state, character)
            or self._too_dear(table, state, character)
        )

    def _unfit(self) -> Reason | None:
        """Why the sticker does not go onto this line, as far as the line is told. (GH-15.15, GH-15.21)"""
        sticker, aims_at = self.placed.sticker, self.placed.aims_at
        onto = "area" if isinstance(sticker, AreaHex) else sticker.onto
        if onto == "number":
            if self.line == "without a number":
                return f"{sticker.name} goes only where a number is printed", ("GH-15.15",)
            return None
        if onto in ("enemies", "allies") and aims_at not in ("", onto):
            whom = "aimed at enemies" if onto == "enemies" else "for allies or oneself"
            return f"{sticker.name} goes only onto an ability {whom}", ("GH-15.15",)
        if onto == "move" and self.line not in ("", "move"):
            return f"{sticker.name} goes only onto a move", ("GH-15.21",)
        if onto in ("enemies", "allies", "main") and self.line == "small":
            return f"{sticker.name} goes only onto the main line of an ability", ("GH-15.21",)
        return None

    def _miscounted(self, table: Table, state: State) -> Reason | None:
        there = self._stickers(state)
        if self.stickers is not None and self.stickers != there:
            return f"there {_are(there)} on that action, not {self.stickers}", ("GH-15.14",)
        most = len(table.numbers.enhancing.earlier)
        if there >= most:
            return f"there {_are(there)} on that action, and no price for one more", ("GH-15.14",)
        return None

    def _too_many(self, table: Table, state: State, character: Character) -> Reason | None:
        cards, level = (
            state.enhanced_cards(character.class_),
            table.numbers.prosperity_level(state.prosperity),
        )
        if self.card in cards or len(cards) < level or not self.card:
            return None
        enhanced = f"{character.class_} has {some(len(cards), 'enhanced card')}"
        return f"{enhanced}, and the prosperity level of the city is {level}", ("GH-15.15",)

    def _too_dear(self, table: Table, state: State, character: Character) -> Reason | None:
        price = self.price(table, state)
        if price is not None and character.gold is not None and character.gold < price.total:
            reason = f"it costs {price.total} gold, and {self.who} has {character.gold}"
            return reason, ("GH-15.12", "GH-15.15")
        return None

    def done(self, table: Table, state: State, trace: Trace | None) -> State:
        price, there = self.price(table, state), self._stickers(state)
        assert price is not None
        price.told(trace)
        state = with_gold(state, self.character(state), -price.total, ("GH-15.15",), trace, "sticker")
        changed(trace, self.card, "stickers", there, there + 1, ("GH-15.15",))
        place = (self.character(state).class_, self.card, self.half)
        others = tuple(each for each in state.enhanced if each[:3] != place)
        return replace(state, enhanced=(*others, (*place, there + 1)))


def _are(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {some(number, 'sticker')}"
