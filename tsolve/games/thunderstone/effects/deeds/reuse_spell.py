"""A Weapon that casts a Spell once more (Bluefire Staff)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsolve.games.thunderstone.effects.base import Deed, Reason
from tsolve.games.thunderstone.state import NONE
from tsolve.games.thunderstone.turn.strength import is_held

if TYPE_CHECKING:
    from tsolve.games.thunderstone.actions import Use
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.play import Play
    from tsolve.games.thunderstone.state import State


class ReuseSpell(Deed, frozen=True, tag="reuse_spell"):
    """In the hands of one of these classes: one Spell of the hand that was used this turn may be used again,
    and then is destroyed at the end of the turn.
    """

    stated = True
    blind = True
    reveals = True
    renews = True
    musters = True
    target = "spell"
    bearers: tuple[str, ...]

    def refuse(self, book: Book, state: State, use: Use) -> Reason | None:
        weapon = state.party[use.card]
        rulings = (f"card.{weapon.card}",)
        if not self.is_wielded(book, state, use.card):
            classes = " or ".join(kind.capitalize() for kind in self.bearers)
            return f"no {classes} carries {book.name(weapon.card)}", (*rulings, "TS-8.2")
        spell = state.party[use.target] if 0 <= use.target < len(state.party) else None
        if spell is None or spell.left or not book.card(spell.card).is_spell:
            return "there is no Spell for it", (*rulings, "TS-18.3")
        card = book.card(spell.card)
        if spell.renewed or spell.perishes:
            return f"{card.name} may be used a second time already", rulings
        if is_plain(card):
            if book.reads("plain_spell_twice", "counts_again"):
                return None
            return f"{card.name} has no effect that is used", (*rulings, "key.plain_spell_twice")
        if not (spell.used or spell.serving):
            return f"{card.name} was not used yet", rulings
        return None

    def is_wielded(self, book: Book, state: State, weapon: int) -> bool:
        """Whether a Hero of one of the classes holds the Weapon."""
        bearer = state.party[weapon].bearer
        if bearer == NONE or not is_held(book, state, weapon):
            return False
        return any(kind in book.card(state.party[bearer].card).classes for kind in self.bearers)

    def apply(self, play: Play, use: Use, destroyed: str) -> None:
        weapon, spell = play.state.party[use.card].card, play.state.party[use.target].card
        rulings = (f"card.{weapon}", f"card.{spell}")
        if not is_plain(play.book.card(spell)):
            play.edit(use.target, renewed=True)
            play.note("effect", spell, rulings, "may be used a second time")
            return
        play.edit(use.target, perishes=True)
        twice = play.reads("cabal_reused_spell", "twice")
        echoes = (*play.state.echoes, (spell, weapon))
        play.set(echoes=echoes, spells=play.state.spells + int(twice))
        play.note("effect", spell, (*rulings, "key.plain_spell_twice"), "counts a second time")

    def say(self) -> str:
        classes = " or ".join(kind.capitalize() for kind in self.bearers)
        return (
            f"carried by a {classes}: one Spell that was used may be used a second time, and then is "
            "destroyed at the end of the turn"
        )


def is_plain(spell: Card) -> bool:
    """Whether the Spell has no ability to be used in the Dungeon, only what it gives in any battle."""
    return not any(ability.when == "dungeon" for ability in spell.abilities)
