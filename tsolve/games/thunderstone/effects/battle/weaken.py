"""A Monster that saps the Heroes' Strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.effects.battle.destroy import doom
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.turn.reckoning import Field, is_armed

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play


class Weaken(BattleEffect, frozen=True, tag="weaken"):
    """Every Hero loses Strength, and with it Weapons that are now too heavy (TS-8.3).

    `fatal`: Heroes whose Strength falls to 0 or less are destroyed (Revenant); A-09 asks whether that holds
    always.
    """

    strength: Number
    fatal: bool = False

    def apply(self, play: Play) -> None:
        monster = play.book.card(play.state.at(play.state.target).card)
        before = Field(play.book, play.state, play.state.target)
        play.set(weakened=play.state.weakened + self.strength)
        after = Field(play.book, play.state, play.state.target)
        for index, member in enumerate(play.state.party):
            card = play.book.card(member.card)
            if member.left or not card.is_hero:
                continue
            was, now = before.strength(card, member.strength), after.strength(card, member.strength)
            play.note(
                "battle", card.id, (monster.ruling,), f"weakened by {monster.name}", "strength", was, now
            )
            if is_armed(play.book, play.state, before, member) and not is_armed(
                play.book, play.state, after, member
            ):
                weapon = play.state.party[member.weapon].card
                play.note(
                    "battle", weapon, ("TS-8.3", monster.ruling), f"too heavy for {card.name} now: unequipped"
                )
            if now <= 0 and not member.doomed and (self.fatal or play.reads("strength_zero", "destroy")):
                doom(play, index)

    def say(self) -> str:
        deadly = ", those at 0 or less are destroyed" if self.fatal else ""
        return f"every Hero has Strength -{self.strength}{deadly}"
