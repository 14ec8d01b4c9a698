"""A Monster that saps the Heroes' Strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import BattleEffect
from tsolve.games.thunderstone.effects.battle.destroy import doom
from tsolve.games.thunderstone.effects.numbers import Number
from tsolve.games.thunderstone.turn.field import Field
from tsolve.games.thunderstone.turn.reckoning import grip_in

if TYPE_CHECKING:
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.turn.strength import Arms


class Weaken(BattleEffect, frozen=True, tag="weaken"):
    """Every Hero loses Strength, and with it Weapons that are now too heavy (TS-8.3).

    `fatal`: Heroes whose Strength falls to 0 or less are destroyed (Revenant); A-09 asks whether that holds
    always.
    """

    stated = True
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
            was, now = (grip_in(play.book, play.state, field, member) for field in (before, after))
            note = f"weakened by {monster.name}"
            play.note("battle", index, (monster.ruling,), note, "strength", was.strength, now.strength)
            for arm in _dropped(was.held, now.held):
                note = f"too heavy for {play.called(index)} now: unequipped"
                play.note("battle", arm.card.id, ("TS-8.3", monster.ruling), note)
            if now.strength > 0 or member.doomed:
                continue
            if self.fatal:
                doom(play, index)
            elif play.reads("strength_zero", "destroy"):
                rulings = ("DS-1", "key.strength_zero", monster.ruling)
                play.note("battle", index, rulings, f"Strength {now.strength}: destroyed")
                play.edit(index, doomed=True)

    def say(self) -> str:
        deadly = ", those at 0 or less are destroyed" if self.fatal else ""
        return f"every Hero has Strength -{self.strength}{deadly}"


def _dropped(before: Arms, now: Arms) -> Arms:
    """The Weapons that a Hero held before and holds no more."""
    left = list(now)
    dropped = []
    for arm in before:
        if arm in left:
            left.remove(arm)
        else:
            dropped.append(arm)
    return tuple(dropped)
