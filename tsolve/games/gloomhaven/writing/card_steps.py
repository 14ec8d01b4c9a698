"""Reads the steps of a character's turn: `play top of Trample`, `use Trample as Move 2`, `lose Y`, `skip`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tsolve.diagnostics import Span, input_error, suggest
from tsolve.games.gloomhaven.ability_text import read_ability, write_ability
from tsolve.games.gloomhaven.actions import (
    Action,
    Bear,
    Do,
    Finish,
    GiveUp,
    Pass,
    PlayHalf,
    Rest,
    TakeBack,
    UseItem,
)
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.character_cards import Side
from tsolve.games.gloomhaven.round.resting import LoseOne
from tsolve.games.gloomhaven.turn.attack import AttackOne
from tsolve.games.gloomhaven.turn.character.bearing import BearDamage
from tsolve.games.gloomhaven.turn.character.skills import Skill
from tsolve.rules.text import squash

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.games.gloomhaven.state import State

HOW = (
    "play top of CARD; use CARD as Attack 2 or Move 2; do shield 1; skip; lose CARD; take the damage; "
    "use ITEM; recover CARD; give up CARD; "
    "rest, losing CARD; end turn"
)
_STEP = re.compile(
    r"(?:plays?\s+)?(?:the\s+)?(?P<side>top|bottom)(?:\s+half)?\s+of\s+(?P<played>.+)"
    r"|uses?\s+(?P<used>.+?)\s+as\s+(?:an?\s+)?(?P<basic>attack|move)(?:\s+2)?"
    r"|uses?\s+(?P<item>.+)"
    r"|recovers?\s+(?P<back>.+)"
    r"|gives?\s+up\s+(?P<given>.+)"
    r"|(?:(?:long\s+)?rests?)(?:\s*,)?\s+(?:and\s+)?los(?:ing|es?)\s+(?P<rest>.+)"
    r"|loses?\s+(?P<lost>.+)"
    r"|(?P<take>takes?\s+(?:the\s+)?damage)"
    r"|(?P<skip>skips?|pass(?:es)?)"
    r"|(?P<end>ends?\s+(?:the\s+|its\s+)?turn)"
    r"|(?:do(?:es)?|performs?)(?:\s+(?P<do>.+))?",
    re.IGNORECASE | re.DOTALL,
)
_AND = re.compile(r"\s*(?:,\s*and\b|,|\band\b|&)\s*")


def read_card_step(opened: Opened, state: State, text: str, span: Span | None) -> Action | None:
    """The action that a text says about a character's cards; None for one that is about something else.

    Raises InputError for a card that the acting character does not have.
    """
    match = _STEP.fullmatch(text)
    if match is None:
        return None
    cards = _Cards(opened, state, span)
    if match["played"]:
        side: Side = "top" if match["side"].casefold() == "top" else "bottom"
        return PlayHalf(cards.one(match["played"]), side)
    if match["used"]:
        basic: Side = "top" if match["basic"].casefold() == "attack" else "bottom"
        return PlayHalf(cards.one(match["used"]), basic, basic=True)
    if match["item"]:
        return UseItem(cards.item(match["item"]))
    if match["back"]:
        return TakeBack(cards.several(match["back"]))
    if match["given"]:
        return GiveUp(cards.one(match["given"]))
    if match["rest"]:
        return Rest(cards.one(match["rest"]))
    if match["lost"]:
        return Bear(cards.several(match["lost"]))
    if match["take"]:
        return Bear()
    if match["skip"]:
        return Pass()
    if match["end"]:
        return Finish()
    return _do(opened, state, match["do"], span)


def card_of(opened: Opened, state: State, text: str, span: Span | None) -> str:
    """The card of the figure that is asked which a text names. Raises InputError (E314)."""
    return _Cards(opened, state, span).one(text)


def _do(opened: Opened, state: State, text: str | None, span: Span | None) -> Do:
    """The ability that is named, or the one that is next."""
    if text:
        roots, words = opened.ruleset.roots, opened.ruleset.names.words
        return Do(write_ability(read_ability(text, load_areas(roots), span, words)))
    task = state.todo[-1] if state.todo else None
    return Do(write_ability(task.ability) if isinstance(task, Skill) else "")


class _Cards:
    """The cards of the character whom a step is about; between turns those of all."""

    def __init__(self, opened: Opened, state: State, span: Span | None) -> None:
        task = state.todo[-1] if state.todo else None
        asked = task.figure if isinstance(task, BearDamage | LoseOne) else ""
        if isinstance(task, AttackOne) and opened.laid.state.cards_of(task.target) is not None:
            asked = task.target
        self._owner = asked or state.turn or opened.actor
        held = state.cards_of(self._owner) or opened.laid.state.cards_of(self._owner)
        whose = state.held if not self._owner else (held,) if held is not None else ()
        self._known = {
            squash(name): name
            for each in whose
            for name in (*each.plays, *each.hand, *each.discarded, *each.lost, *each.active)
        }
        self._items = [item for owner, item in opened.book.items if owner == self._owner]
        self._opened, self._span = opened, span

    def item(self, text: str) -> str:
        """The item that a text names. Raises InputError (E314)."""
        everybody = (item for _, item in self._opened.book.items)
        named = {squash(name): name for name in (*everybody, *self._items)}
        name = named.get(squash(text))
        if name is None:
            help_ = suggest(text, self._items) or "items are written under `items` of their character"
            raise input_error("E314", f'{self._owner} has no item "{text.strip()}"', self._span, help_)
        return name

    def one(self, text: str) -> str:
        """The card that a text names. Raises InputError (E314)."""
        name = self._known.get(squash(text))
        if name is None:
            help_ = suggest(text, self._known.values()) or ""
            nobody = f"{self._owner} has no card" if self._owner else "nobody has a card"
            raise input_error("E314", f'{nobody} "{text.strip()}"', self._span, help_)
        return name

    def several(self, text: str) -> tuple[str, ...]:
        """The one or two cards that a text names; a name may hold an "and" itself."""
        if squash(text) in self._known:
            return (self.one(text),)
        for match in _AND.finditer(text):
            first, second = text[: match.start()], text[match.end() :]
            if squash(first) in self._known and squash(second) in self._known:
                return tuple(sorted((self.one(first), self.one(second))))
        return tuple(sorted(self.one(each) for each in _AND.split(text)))
