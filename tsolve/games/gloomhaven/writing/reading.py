"""Reads written steps by the forms of actions: `focus Brute`, `move to (5,3)`, `attack Brute and Tinkerer`.

A character's turn has steps of its own: `play top of Trample`, `use Trample as Move 2`, `lose Y`, `skip`; and
it chooses for a round: `Brute plays Trample and Sweep`, `Brute takes a long rest`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from tsolve.cardkit import piles
from tsolve.cardkit.forms import Shape, Shapes, how_written, plain_step
from tsolve.diagnostics import Diagnostics, input_error, suggest
from tsolve.errors import InputError, Span
from tsolve.games.gloomhaven.abilities import Augmented
from tsolve.games.gloomhaven.actions import (
    ACTIONS,
    Action,
    Choose,
    Go,
    LeaveOut,
    Pass,
    Shift,
    listed,
)
from tsolve.games.gloomhaven.areas import load_areas
from tsolve.games.gloomhaven.hexes import Hex
from tsolve.games.gloomhaven.modifiers import parse
from tsolve.games.gloomhaven.monsters_cards import DrawAbilityCard
from tsolve.games.gloomhaven.round import ChooseCards, LoseOne
from tsolve.games.gloomhaven.turn.attack import AttackOne
from tsolve.games.gloomhaven.turn.character_ability import Skill
from tsolve.games.gloomhaven.turn.escorted import WalkToward
from tsolve.games.gloomhaven.turn.forced_movement import Force
from tsolve.games.gloomhaven.turn.monster import MonsterMove
from tsolve.games.gloomhaven.turn.movement import CharacterMove
from tsolve.games.gloomhaven.turn.sparing import SpareByCard
from tsolve.games.gloomhaven.writing.abilities_and_decks import ability_cards_of
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability
from tsolve.games.gloomhaven.writing.ability_text import read_ability
from tsolve.games.gloomhaven.writing.names import Words
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.source.tree import shortened
from tsolve.written.card_names import parted

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.position import ScenarioPosition
    from tsolve.games.gloomhaven.state import State

_NAMED = ("figure", "targets", "whom", "card", "cards", "hand", "item", "items")
_PATTERNS = {
    **dict.fromkeys(_NAMED, ".+?"),  # an A may be a name
    "hex": r"\(?-?\d[\d\s(),-]*|[^\W_]{1,3}",  # or a mark of the drawing
    "path": r"[\w\s(),;-]+",
    "side": "top|bottom",
    "basic": "(?:an? )?(?:attack|move)(?: 2)?",
    "without": r"(?: ?,? ?\b(?:but )?without .+)?",
    **dict.fromkeys(("silent", "is_basic", "top", "bottom", "push", "pull"), ""),
}
"""The patterns of slots that do not accept every word."""
_SHAPES = Shapes(ACTIONS, _PATTERNS)
_LABELS = {
    **dict.fromkeys(("figure", "targets"), "name"),
    **dict.fromkeys(("hex", "path"), "(5,3)"),
    **dict.fromkeys(("cards", "hand"), "card"),
    "side": "top/bottom",
    "basic": "Attack 2/Move 2",
    "drawn": "+1",
    "effects": "effect",
    "items": "item",
    **dict.fromkeys(("element", "elements"), "element"),
}
_AND = Regex(r"\s*(?:,\s*and\b|,(?![^(]*\))|\band\b|&)\s*", re.IGNORECASE)
"""A comma that is not inside a hex: `Guard in (4,0), Guard 1 and Archer`."""
_ARTICLE = Regex("^the ", re.IGNORECASE)
_HALF = Regex(
    r"(?:(?:use|play)s? )?(?:(?:the )?(?P<side>top|bottom)(?: half| action)? of (?:the )?(?P<card>.+)"
    r"|(?:the )?(?P<named>.+?),? (?:the )?(?P<last>top|bottom)(?: half| action)?)",
    re.IGNORECASE,
)
"""A half of a card in other words."""


class _Cards:
    """The cards of the character of a step; between turns those of all characters."""

    def __init__(self, position: ScenarioPosition, state: State, span: Span | None) -> None:
        task = state.todo[-1] if state.todo else None
        asked = task.figure if isinstance(task, LoseOne) else task.asked if task is not None else ""
        if isinstance(task, AttackOne) and position.laid.state.cards_of(task.target) is not None:
            asked = task.target
        of_anybody = isinstance(task, SpareByCard)
        self._owner = "" if of_anybody else asked or state.turn or position.actor
        held = state.cards_of(self._owner) or position.laid.state.cards_of(self._owner)
        whose = state.held if not self._owner else (held,) if held is not None else ()
        self._known = {
            squash(name): name
            for each in whose
            for name in (*each.plays, *each.hand, *each.discarded, *each.lost, *each.active)
        }
        self._items = [item for owner, item in position.book.items if owner == self._owner]
        self._position, self._span = position, span

    def item(self, text: str) -> str:
        """The item that a text names. Raises InputError (E314)."""
        everybody = (item for _, item in self._position.book.items)
        named = {squash(name): name for name in (*everybody, *self._items)}
        name = named.get(squash(text), named.get(squash(_ARTICLE.sub("", text))))
        if name is None:
            help_ = suggest(text, self._items) or "items are written under `items` of their character"
            raise input_error("E314", f'{self._owner} has no item "{text.strip()}"', self._span, help_)
        return name

    def items(self, text: str) -> tuple[str, ...]:
        """The items that a text names; a name may contain an "and" itself. Raises InputError (E314)."""
        known = {squash(name) for _, name in self._position.book.items}

        def knows(name: str) -> bool:
            return squash(name) in known or squash(_ARTICLE.sub("", name)) in known

        return tuple(sorted(map(self.item, parted(text, _AND, knows))))

    def one(self, text: str) -> str:
        """The card that a text names. Raises InputError (E314)."""
        name = self._known.get(squash(text), self._known.get(squash(_ARTICLE.sub("", text))))
        if name is None:
            help_ = suggest(text, self._known.values()) or ""
            nobody = f"{self._owner} has no card" if self._owner else "nobody has a card"
            raise input_error("E314", f'{nobody} "{text.strip()}"', self._span, help_)
        return name

    def knows(self, text: str) -> bool:
        """Whether a text names a card of the character."""
        return squash(text) in self._known or squash(_ARTICLE.sub("", text)) in self._known

    def several(self, text: str) -> tuple[str, ...]:
        """The one or two cards that a text names; a name may contain an "and" itself."""
        return tuple(sorted(map(self.one, parted(text, _AND, self.knows))))


@cache
def _forms(with_cards: bool, is_round: bool) -> dict[str, str]:
    """How steps are written: with cards in hands, in a round."""
    there = {"figures": True, "cards": with_cards, "round": is_round}
    return how_written([action for action in ACTIONS if there[action.by]], _LABELS)


def after_name(text: str, name: str) -> str | None:
    """The text after the name of a figure; None for a text that does not begin with it."""
    rest = text[len(name) :]
    begins = text[: len(name)].casefold() == name.casefold() and rest[:1] in (" ", ":")
    return rest.lstrip(" :") if begins else None


def led_by(position: ScenarioPosition, state: State, text: str) -> tuple[str, str] | None:
    """The figure with which a step begins, and what it does; part of its name is enough if unambiguous. None
    for a step that begins otherwise.
    """
    words = text.split()
    for place in range(len(words) - 1, 0, -1):
        name = " ".join(words[:place]).removesuffix(":")
        with suppress(InputError):
            return position.figure(name, None, (state,)), " ".join(words[place:])
    return None


class Reader:
    """Reads steps in one position."""

    def __init__(self, position: ScenarioPosition, state: State, span: Span | None) -> None:
        self._position, self._state, self._span = position, state, span
        self._task = state.todo[-1] if state.todo else None
        self._said: Mapping[str, str] = {}
        """The text in each slot."""

    def read(self, text: str) -> Action:
        """The action that a text says, by the first form whose slots can all be read. Raises InputError for a
        text that fits no form (E321), and for unknown figures, hexes and cards.
        """
        plain = self._half_in_words(self._without_actor(plain_step(text)))
        wrong: InputError | None = None
        for shape, said in _SHAPES.matching(plain):
            try:
                for action in self._meant(shape, said):
                    return self._left_out(action)
            except InputError as error:
                wrong = wrong or error
        if wrong is not None:
            raise wrong
        raise input_error("E321", f'"{shortened(text)}" is not a step', self._span, self._how(plain))

    def _meant(self, shape: Shape[Action], said: Mapping[str, str]) -> Iterator[Action]:
        """The action of this form; none if one of its slots has no meaning now."""
        if shape.action is Choose and not (self._chooses or self._position.is_round):
            return
        self._said = said
        yield from shape.meant(said, self._things, {})

    def _things(self, kind: str, text: str) -> Sequence[object]:
        """What a text may mean in a slot of this kind; empty if it can mean nothing now."""
        match kind:
            case "top" | "bottom":
                return [kind]
            case "side":
                return [text.casefold()]
            case "basic":
                return ["top" if "attack" in text.casefold() else "bottom"]
            case "is_basic":
                return [True]
            case "hex":
                return [self._one(text)]
            case "path":
                return [self._path(self._position.hexes(text, self._span))]
            case "figure":
                return [self._only(text)]
            case "targets":
                return [tuple(map(self._figure, _AND.split(text)))]
            case "whom":
                return [self._forced(text)]
            case "push" | "pull":
                return ["" if isinstance(self._task, Force) and self._task.word == kind else kind]
            case "effects":
                return [self._effects(text)]
            case "without":
                return [self._effects(re.split("without ", text, flags=re.IGNORECASE)[1]) if text else ()]
            case "element":
                return [self._position.element(text, self._span)]
            case "elements":
                return [tuple(self._position.element(each, self._span) for each in _AND.split(text))]
            case "drawn":
                return [self._drawn(text)]
            case "ability":
                return [self._ability(text)]
            case "suffered":
                damage = re.fullmatch(r"(\d+)(?: damage)?", text.strip(), re.IGNORECASE)
                return [f"suffer {damage[1]}, self"] if damage is not None else []
            case "oneself":
                return self._oneself(text)
            case "hand":
                return self._hand(text)
            case "item":
                return [self._cards.item(text)]
            case "items":
                return [self._cards.items(text)]
            case "cards":
                return [self._cards.several(text)]
            case "card":
                return [self._cards.one(text)]
        return [None] if kind == "to" else []

    @cached_property
    def _cards(self) -> _Cards:
        return _Cards(self._position, self._state, self._span)

    def _how(self, text: str) -> str:
        """How such a step is written; else how steps begin in this position."""
        laid, is_round = self._position.laid, self._position.is_round
        forms = _forms(bool(laid.state.held), is_round)
        first = text.split(" ")[0].casefold()
        if told := forms.get(first):
            return f"it is written {told}"
        own = (verb for verb, told in forms.items() if f"`{verb}" in told)
        return suggest(first, forms) or f"a step begins with one of: {', '.join(own)}"

    def _left_out(self, action: Action) -> Action:
        """A push or a pull that waits is left out by not moving the target; `skip` leaves out an ability, or
        if none can be skipped the effects of an attack.
        """
        if isinstance(action, Pass):
            return self._skipped()
        is_asked = isinstance(self._task, Force) and action == LeaveOut((self._task.word,))
        return Shift(None) if is_asked else action

    def _skipped(self) -> Action:
        """What `skip` leaves out: an ability, or if none can be skipped the effects of an attack."""
        game, state = self._position.game, self._state
        implicit = self._position.implicit_choice(state)
        if implicit is not None and game.why_not(game.apply(state, implicit), Pass()) is not None:
            every = game.legal_actions(state)[-1]
            return every if isinstance(every, LeaveOut) else Pass()
        return (
            Shift(None)
            if isinstance(self._task, Force) and game.why_not(state, Shift(None)) is None
            else Pass()
        )

    def _without_actor(self, text: str) -> str:
        """The step without the name of the acting or choosing figure: `Monster 1 moves to (5,3)`, `Brute
        loses Grab`.
        """
        asked = self._task.asked if self._task is not None else ""
        led = self._state.led.figure if self._state.led is not None else ""
        for name in filter(None, (asked, led, self._state.turn or self._position.actor)):
            if (rest := after_name(text, name)) is not None:
                return rest
        return text

    def _half_in_words(self, text: str) -> str:
        """`use the top of CARD` and `CARD bottom` as steps are written; any other text as it is."""
        found = _HALF.fullmatch(text)
        card = (found["card"] or found["named"]) if found is not None else ""
        if found is None or not self._cards.knows(card):
            return text
        return f"play {(found['side'] or found['last']).casefold()} of {card}"

    def _ability(self, text: str) -> str:
        """The ability that is named, or the next one, also in its printed form if elements changed it."""
        task = self._task
        following = write_ability(task.ability) if isinstance(task, Skill) else ""
        words = {following, *self._printed(task)} if isinstance(task, Skill) else set[str]()
        if text in ("", "it") or any(each.startswith(f"{text},") for each in words):
            return following
        roots, names = self._position.ruleset.roots, self._position.ruleset.names.abilities
        named = write_ability(read_ability(text, load_areas(roots), self._span, names))
        return following if named in words else named

    def _printed(self, task: Skill) -> Iterator[str]:
        """The printed form of abilities of this kind that elements may change. (GH-9.4)"""
        book, key = self._position.book, (task.figure, task.origin.name)
        card, item = book.cards.get(key), book.items.get(key)
        halves = (card.top.abilities, card.bottom.abilities) if card is not None else ()
        for each in chain(*halves, item.do if item is not None else ()):
            if type(each) is type(task.ability) and isinstance(each, Augmented) and each.augments:
                yield write_ability(each)
                yield write_ability(msgspec.structs.replace(each, augments=()))

    def _oneself(self, text: str) -> Sequence[str]:
        """The next ability, if the named figure performs it for itself."""
        task = self._task
        is_meant = isinstance(task, Skill) and task.is_for_self and self._only(text) == task.figure
        return [self._ability("")] if is_meant else []

    def _hand(self, text: str) -> list[tuple[str, ...]]:
        """Cards of the choosing character, the leading one first; a name may contain an "and" itself. If
        nobody chooses now, only cards that the character has.
        """
        held = self._state.cards_of(self._figure(self._said["figure"]))
        places = () if held is None else (held.hand, held.plays, held.discarded, held.lost, held.active)
        owned = {squash(card): card for place in places for card in place}

        def card(name: str) -> str | None:
            return owned.get(squash(name)) or owned.get(squash(_ARTICLE.sub("", name)))

        names = parted(text, _AND, lambda name: card(name) is not None)
        found = [*map(card, names)]
        if not self._chooses and None in found:
            return []
        return [tuple(known or name for known, name in zip(found, names, strict=True))]

    @property
    def _chooses(self) -> bool:
        """Whether cards for a round are chosen now."""
        return isinstance(self._task, ChooseCards)

    def _drawn(self, text: str) -> str:
        """A card that comes by chance: one that is lost, an ability card, or a modifier card."""
        if isinstance(self._task, LoseOne):
            return self._cards.one(text)
        if isinstance(self._task, DrawAbilityCard):
            return self._ability_card(self._task.group, text)
        return str(parse(text, self._span))

    def _ability_card(self, group: str, what: str) -> str:
        """The ability card that is named, by its name or its number, of those that may come."""
        deals = self._position.book.deals
        deck = self._state.abilities_of(group)
        printed = ability_cards_of(self._position.ruleset, self._position.book.types.get(group))
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
        words = Words(self._position.ruleset, self._position.decoded, found)
        named = [
            words.effect(each.removeprefix("the ").strip(), self._span or self._position.decoded.span())
            for each in _AND.split(text)
        ]
        found.raise_if_any()
        return tuple(dict.fromkeys(each for each in named if each is not None))

    def _forced(self, text: str) -> str:
        """The figure that a step of a push or pull names, if it is not the one that is moved."""
        with suppress(InputError):
            named = self._figure(text)
            return "" if isinstance(self._task, Force) and named == self._task.target else named
        return ""

    def _only(self, text: str) -> str:
        names = [self._figure(each) for each in _AND.split(text)]
        if len(names) != 1:
            raise input_error("E321", "one figure can be named here", self._span, self._how(""))
        return names[0]

    def _figure(self, text: str) -> str:
        return self._position.figure(text, self._span, (self._state,))

    def _path(self, hexes: Sequence[Hex]) -> tuple[Hex, ...]:
        """The path: the best one to a single hex, or the given hexes."""
        if len(hexes) > 1:
            return tuple(hexes)
        task = self._task
        if isinstance(task, MonsterMove | WalkToward):
            (end,) = hexes
            if self._state.figure(task.figure).at == end:
                return ()
            for action in task.options(self._position.book, self._state):
                if isinstance(action, Go) and action.path and action.path[-1] == end:
                    return action.path
        if isinstance(task, CharacterMove):
            (end,) = hexes
            return task.walking(self._position.book, self._state).paths().get(end, (end,))
        return tuple(hexes)

    def _one(self, text: str) -> Hex:
        hexes = self._position.hexes(text, self._span)
        if len(hexes) != 1:
            raise input_error("E321", "one hex is meant here, such as (3,4)", self._span)
        return hexes[0]
