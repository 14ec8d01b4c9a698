"""Cards without what they give, do or hinder, judged by the same engine and the same planner."""

from __future__ import annotations

from msgspec.structs import replace

from tsolve.games.quest.book import Book
from tsolve.games.quest.cards import Card
from tsolve.games.quest.effects.abilities import Ability, Deed
from tsolve.games.quest.effects.base import Condition
from tsolve.games.quest.effects.giving import Strengthen, StrengthenAll
from tsolve.games.quest.effects.traits import Modifier
from tsolve.games.quest.turn.dungeon import is_boost

_IDLE = StrengthenAll()
"""What an ability does instead: it raises nothing."""
_GIVEN = Modifier("cost", 0, when=Condition(wielder="Hero"))
"""Lets an Item that raises nothing any more still be given to a Hero."""
_KEPT = (
    *("id", "name", "kind", "provenance", "set", "aliases", "title", "treasure", "legendary", "level"),
    *("classes", "races", "keywords", "group", "count", "cost", "skill", "vp", "missing"),
)
_KEPT_OF_MONSTERS = ("health", "xp", "rewards")


def blank(card: Card) -> Card:
    """The card without anything that it gives, does or hinders.

    It still is what it was (type, Class, level, Skill, a Monster's health) and worth what it was (cost,
    victory points, a Monster's XP and rewards); a room takes no Light. Its abilities can still be used where
    they are used in a line: they ask for the same and do nothing. So can an Item still be given to a Hero.
    """
    fields = (*_KEPT, *_KEPT_OF_MONSTERS * (card.kind in ("monster", "guardian")))
    return Card(
        **{field: getattr(card, field) for field in fields},
        abilities=tuple(_idle(ability) for ability in card.abilities),
        traits=(_GIVEN,) if card.kind != "weapon" and is_boost(card) else (),
    )


def _idle(ability: Ability) -> Ability:
    """The ability for the same Hero, of which nothing comes."""
    service = ability.service
    served: Deed = _IDLE
    if isinstance(service, Strengthen):
        served = Strengthen(to=service.to, sort=service.sort)
    elif service is not None:
        served = Strengthen(to="hero")
    return replace(ability, do=(served, *(_IDLE for _ in ability.do[1:])))


def without_idle(book: Book) -> Book:
    """The rules in which abilities of which nothing comes cannot be used: the best play shall not pay their
    price for its own sake.
    """
    changed = {
        card.id: _only_of_use(card) for card in book.cards.values() if any(map(_is_idle, card.abilities))
    }
    return Book({**book.cards, **changed}, book.readings) if changed else book


def _only_of_use(card: Card) -> Card:
    return replace(card, abilities=tuple(each for each in card.abilities if not _is_idle(each)))


def _is_idle(ability: Ability) -> bool:
    return all(isinstance(deed, Strengthen | StrengthenAll) and not _raises(deed) for deed in ability.do)


def _raises(deed: Strengthen | StrengthenAll) -> bool:
    return any(by for _, by in deed.gains)
