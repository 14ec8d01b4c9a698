"""Reads written steps: `focus Brute`, `move to (5,3)`, `attack Brute and Tinkerer`, `draw +1`.

A character's turn has steps of its own: `play top of Trample`, `use Trample as Move 2`, `lose Y`, `skip`; and
it chooses for a round: `Brute plays Trample and Sweep`, `Brute takes a long rest`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tsolve.cardkit import piles
from tsolve.diagnostics import Diagnostics, input_error, suggest
from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.abilities import load_areas
from tsolve.games.gloomhaven.actions import (
    Action,
    Bear,
    Choose,
    Do,
    Draw,
    Finish,
    FocusOn,
    GiveUp,
    Go,
    LeaveOut,
    Pass,
    Pick,
    PlayHalf,
    PutAt,
    Rest,
    Shift,
    ShortRest,
    Spend,
    Strike,
    TakeBack,
    TakeTurn,
    UseItem,
    listed,
)
from tsolve.games.gloomhaven.cards import Side
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.modifiers import parse
from tsolve.games.gloomhaven.round import ChooseCards, LoseOne
from tsolve.games.gloomhaven.scenario import DrawAbilityCard
from tsolve.games.gloomhaven.turn.attack import AttackOne, BearDamage
from tsolve.games.gloomhaven.turn.character_ability import Skill
from tsolve.games.gloomhaven.turn.effects import Force
from tsolve.games.gloomhaven.turn.monster import MonsterMove
from tsolve.games.gloomhaven.turn.movement import CharacterMove
from tsolve.games.gloomhaven.writing.abilities_and_decks import ability_cards_of
from tsolve.games.gloomhaven.writing.ability_text import read_ability, write_ability
from tsolve.games.gloomhaven.writing.names import Words
from tsolve.rules.names import squash
from tsolve.source.tree import shortened

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.opened import Opened
    from tsolve.games.gloomhaven.state import State


HOW_WITH_CARDS = (
    "play top of CARD; use CARD as Attack 2 or Move 2; do shield 1; skip; lose CARD; take the damage; "
    "use ITEM; recover CARD; give up CARD; "
    "rest, losing CARD; end turn"
)
_CARD_STEP = re.compile(
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
_AND_CARDS = re.compile(r"\s*(?:,\s*and\b|,|\band\b|&)\s*")


def read_card_step(opened: Opened, state: State, text: str, span: Span | None) -> Action | None:
    """The action that a text says about a character's cards; None for one that is about something else.

    Raises InputError for a card that the acting character does not have.
    """
    match = _CARD_STEP.fullmatch(text)
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
        for match in _AND_CARDS.finditer(text):
            first, second = text[: match.start()], text[match.end() :]
            if squash(first) in self._known and squash(second) in self._known:
                return tuple(sorted((self.one(first), self.one(second))))
        return tuple(sorted(self.one(each) for each in _AND_CARDS.split(text)))


_CHOICE = re.compile(
    r"(?P<who>.+?)\s+(?:(?P<rests>rests|takes\s+a\s+(?:long\s+)?rest)|(?:plays|chooses)\s+(?P<cards>.+))",
    re.IGNORECASE,
)
_AND_CARD = re.compile(r"\s*(?:,\s*and\b|,|\band\b|&)\s*")


def read_choice(opened: Opened, state: State, text: str, span: Span | None) -> Action | None:
    """What a text chooses, the leading card first; None for another text. Where nobody chooses now it is one
    in a round alone, and only for cards that the character has.

    Raises InputError (E314) for a character that there is not.
    """
    asked = bool(state.todo) and isinstance(state.todo[-1], ChooseCards)
    match = _CHOICE.fullmatch(text)
    if match is None or not (asked or opened.is_round):
        return None
    who = opened.figure(match["who"], span, (state,))
    if match["rests"]:
        return Choose(who)
    held = state.cards_of(who)
    places = () if held is None else (held.hand, held.plays, held.discarded, held.lost, held.active)
    owned = {squash(card): card for place in places for card in place}
    names = [match["cards"]] if squash(match["cards"]) in owned else _AND_CARD.split(match["cards"])
    if not asked and not all(squash(name) in owned for name in names):
        return None
    return Choose(who, tuple(owned.get(squash(name), name) for name in names))


HOW = (
    "focus NAME; move to (5,3), move (4,3) (5,3), stay; attack NAME and NAME; draw +1; choose NAME; "
    "without stun; push to (5,3); put at (5,3); consume fire"
)
OF_A_ROUND = "NAME plays CARD and CARD; NAME takes a long rest; draw 525; turn of NAME; short rest of NAME"
_PLACE = r"(?:\(?-?\d[\d\s(),-]*|[^\W_]{1,3})"
"""A hex, or a mark of the drawing."""
_STEP = re.compile(
    r"(?:(?P<verb>focus(?:es)?|attacks?|draws?|chooses?|heals?|consumes?)(?:\s+on)?\s+(?P<what>.+))"
    r"|(?:(?P<moves>moves?|goes|go)(?:\s+to)?\s+(?P<hexes>[\w\s(),;-]+))"
    r"|(?P<stays>stays?|does not move)"
    rf"|(?:(?P<shifts>shift|push|pull)(?:e?s)?(?:\s+(?P<whom>.+?))??(?:\s+to)?\s+(?P<to>{_PLACE}))"
    r"|(?P<stops>shift no farther)"
    r"|(?:(?:without|leaves?\s+out|declines?|skips?)\s+(?:the\s+)?(?P<without>.+))"
    r"|(?:with\s+all\s+(?:its\s+)?effects(?P<whole>))"
    r"|(?:turn\s+of\s+(?P<turn>.+))"
    r"|(?:short\s+rest(?:\s+of)?\s+(?P<rests>.+))"
    rf"|(?:(?P<puts>put|summon|trap)(?:\s+.+?)??\s+(?:at|in)\s+(?P<place>{_PLACE}))",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\s*,?\s*\b(?:but\s+)?without\s+(?:the\s+)?", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,(?![^(]*\))|\band\b|&)\s*")
"""Not the comma of a hex: `Guard in (4,0), Guard 1 and Archer`."""


def after_name(text: str, name: str) -> str | None:
    """What a text says behind the name of a figure; None for one that does not begin with it."""
    rest = text[len(name) :]
    begins = text[: len(name)].casefold() == name.casefold() and rest[:1] in (" ", ":")
    return rest.lstrip(" :") if begins else None


class Reader:
    """Reads steps in one position."""

    def __init__(self, opened: Opened, state: State, span: Span | None) -> None:
        self._opened, self._state, self._span = opened, state, span

    def read(self, text: str) -> Action:
        """The action that a text says. Raises InputError (E321) for a text that says none, and for figures
        and hexes that there are not.
        """
        plain = self._without_actor(" ".join(text.split()))
        if (choice := read_choice(self._opened, self._state, plain, self._span)) is not None:
            return choice
        match = _STEP.fullmatch(plain)
        if match is None:
            action = read_card_step(self._opened, self._state, plain, self._span)
            if action is not None:
                return self._skipped() if isinstance(action, Pass) else action
            how = f"{HOW}; {HOW_WITH_CARDS}" if self._opened.laid.state.held else HOW
            how = f"{how}; {OF_A_ROUND}" if self._opened.is_round else how
            raise input_error("E321", f'"{shortened(text)}" is not a step', self._span, how)
        if match["verb"]:
            return self._deed(match["verb"].casefold(), match["what"])
        if match["moves"]:
            return self._move(self._hexes(match["hexes"]))
        if match["stays"]:
            return Go()
        if match["stops"]:
            return Shift(None)
        if match["without"]:
            return self._left_out(self._effects(match["without"]))
        if match["whole"] is not None:
            return LeaveOut()
        if match["turn"]:
            return TakeTurn(self._figure(match["turn"]))
        if match["rests"]:
            return ShortRest(self._figure(match["rests"]))
        if match["shifts"]:
            return self._shift(match["shifts"].casefold(), match["whom"] or "", match["to"])
        return PutAt(self._one(match["place"]))

    def _skipped(self) -> Action:
        """What `skip` leaves out: an ability, and where none can be skipped the effects of an attack."""
        game, state = self._opened.game, self._state
        unsaid = self._opened.unsaid_choice(state)
        if unsaid is not None and game.why_not(game.apply(state, unsaid), Pass()) is not None:
            every = game.legal_actions(state)[-1]
            return every if isinstance(every, LeaveOut) else Pass()
        task = state.todo[-1] if state.todo else None
        return Shift(None) if isinstance(task, Force) and game.why_not(state, Shift(None)) is None else Pass()

    def _without_actor(self, text: str) -> str:
        """A step may begin with who acts or is asked: `Monster 1 moves to (5,3)`, `Brute loses Grab`."""
        task = self._state.todo[-1] if self._state.todo else None
        asked = task.figure if isinstance(task, BearDamage) else ""
        for name in filter(None, (asked, self._state.turn or self._opened.actor)):
            if (rest := after_name(text, name)) is not None:
                return rest
        return text

    def _deed(self, verb: str, what: str) -> Action:
        task = self._state.todo[-1] if self._state.todo else None
        if verb.startswith("draw") and isinstance(task, LoseOne):
            return Draw(card_of(self._opened, self._state, what, self._span))
        if verb.startswith("draw") and isinstance(task, DrawAbilityCard):
            return Draw(self._ability_card(task.group, what))
        if verb.startswith("draw"):
            return Draw(str(parse(what, self._span)))
        if verb.startswith("consume"):
            return Spend(tuple(self._opened.element(each, self._span) for each in _AND.split(what)))
        if verb.startswith("attack"):
            whom, _, without = _WITHOUT.sub("\n", what, count=1).partition("\n")
            names = [self._figure(each) for each in _AND.split(whom)]
            return Strike(tuple(names), without=self._effects(without) if without else ())
        names = [self._figure(each) for each in _AND.split(what)]
        if len(names) != 1:
            raise input_error("E321", "one figure can be named here", self._span, HOW)
        if (
            verb.startswith("heal")
            and isinstance(task, Skill)
            and names[0] == task.figure
            and task.is_for_self
        ):
            return Do(write_ability(task.ability))
        return FocusOn(names[0]) if verb.startswith("focus") else Pick(names[0])

    def _ability_card(self, group: str, what: str) -> str:
        """The ability card that is named, by its name or its number, of those that may come."""
        deals = self._opened.book.deals
        deck = self._state.abilities_of(group)
        printed = ability_cards_of(self._opened.ruleset, self._opened.book.types.get(group))
        whole = [card.id for card in printed] + list(
            (*piles.contents(deck.draw), *deck.discards) if deck else ()
        )
        cards = dict.fromkeys(card for card in whole if card in deals)
        for card in cards:
            name = deals[card].name
            if squash(what) in (squash(name), name.split()[-1]):
                return card
        names = [deals[card].name for card in cards]
        help_ = f"there is {listed(names)}" if names else "write its cards in `ability_decks`"
        raise input_error("E302", f'"{what}" is no ability card of {group}', self._span, help_)

    def _effects(self, text: str) -> tuple[str, ...]:
        """The effects of an attack that a text names. Raises InputError (E207)."""
        found = Diagnostics()
        words = Words(self._opened.ruleset, self._opened.decoded, found)
        named = [
            words.effect(each.removeprefix("the ").strip(), self._span or self._opened.decoded.span())
            for each in _AND.split(text)
        ]
        found.raise_if_any()
        return tuple(dict.fromkeys(each for each in named if each is not None))

    def _shift(self, word: str, whom: str, to: str) -> Shift:
        """Whom it names and whether it is a push matters where that is not so."""
        task = self._state.todo[-1] if self._state.todo else None
        named = ""
        with suppress(InputError):
            named = self._figure(whom)
        if isinstance(task, Force):
            named = "" if named == task.target else named
            word = "" if word == task.word else word
        return Shift(self._one(to), named, "" if word == "shift" else word)

    def _left_out(self, effects: tuple[str, ...]) -> Action:
        """A push or a pull that is asked about is left out by not moving the target."""
        task = self._state.todo[-1] if self._state.todo else None
        is_asked = isinstance(task, Force) and effects == (task.word,)
        return Shift(None) if is_asked else LeaveOut(effects)

    def _figure(self, text: str) -> str:
        return self._opened.figure(text, self._span, (self._state,))

    def _move(self, hexes: Sequence[Hex]) -> Go:
        """The path to one hex is the best one; several hexes are the path."""
        if len(hexes) > 1:
            return Go(tuple(hexes))
        task = self._state.todo[-1] if self._state.todo else None
        if isinstance(task, MonsterMove):
            (end,) = hexes
            if self._state.figure(task.figure).at == end:
                return Go()
            for action in task.options(self._opened.book, self._state):
                if isinstance(action, Go) and action.path and action.path[-1] == end:
                    return action
        if isinstance(task, CharacterMove):
            (end,) = hexes
            return Go(task.walking(self._opened.book, self._state).paths().get(end, (end,)))
        return Go(tuple(hexes))

    def _hexes(self, text: str) -> list[Hex]:
        return self._opened.hexes(text, self._span)

    def _one(self, text: str) -> Hex:
        hexes = self._hexes(text)
        if len(hexes) != 1:
            raise input_error("E321", "one hex is meant here, such as (3,4)", self._span)
        return hexes[0]
