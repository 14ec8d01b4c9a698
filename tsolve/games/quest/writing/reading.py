"""Actions as people write them, read in a position by their forms.

Names are cards in any language, `second Dagger` or `Dagger #2` is the second copy, and where several copies
fit, the first for which the action is legal. An answer may be said in the words in which it is offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from tsolve.cardkit.forms import Shapes, how_written, plain_step
from tsolve.cardkit.tasks import Reason
from tsolve.contract.step_reader import Written
from tsolve.errors import Span
from tsolve.games.quest.actions import ACTIONS, Action, Destroy, LevelUp, Pass, Visit
from tsolve.games.quest.answers import NONE, PRICES, TOKENS, Accept, Borrow, Discard, GiveUp, LoseToken, Token
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State, Target, in_the_dungeon, target_named
from tsolve.games.quest.turn.demands import GiveUpCards
from tsolve.games.quest.turn.heroes import is_next_level
from tsolve.games.quest.turn.market import for_sale, in_stacks
from tsolve.games.quest.writing.not_here import none_here
from tsolve.games.quest.writing.notation import FACE_DOWN, is_gone
from tsolve.games.quest.writing.position_file import MONSTERS, otherwise_meant
from tsolve.games.quest.writing.question_words import TO_THE_VILLAGE
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.steps.form_text import FormText
from tsolve.written.card_names import copy_named, in_part

LONGEST = 300
"""Characters of a text that is read at all."""
TO_THE_END = "the end of the turn"
"""The step that a pass is meant for which ends the whole turn."""
OF_A_ROOM = ("QUEST-5.4",)
"""The ruling where a step names a room that is not there."""
OF_A_MONSTER = ("QUEST-5.13",)
"""The ruling where it names a Monster that is in no room."""
_TOKENS: dict[str, Token] = {PRICES[token]: token for token in TOKENS}
"""The tokens by the cards that stand for them."""
_OF_THE_TABLE = ("room", "monster", "guardian", "sponsor")
"""Kinds of cards that have Spoils and lie in front of nobody."""
_LABELS = {
    **dict.fromkeys(("mine", "held", "table", "ware"), "card"),
    **dict.fromkeys(("bought", "lost", "rations"), "token"),
    **dict.fromkeys(("low", "high"), "pips"),
    **dict.fromkeys(("lent", "level", "served"), "hero"),
    "wound": "wound card",
    "further": "location",
    "here": "monster",
}
_PRICED = Regex(
    r"(?P<step>(?:level up|level|buy|buys|purchase) .+?) for "
    r"(?P<price>free|nothing|(?P<number>\d{1,3}) (?P<unit>XP|gold|experience(?: points)?))",
    re.IGNORECASE,
)
"""A step with what it costs."""
_LEVEL = Regex(r"(?:level |lvl ?)?(?P<level>[1-4])", re.IGNORECASE)
_PATTERNS = {
    "wounds": "(?: for [1-9] wounds?)?",
    "on_deck": "(?: (?:and put it )?on(?:to)? (?:top of )?(?:the |my )?deck)?",
    "which": "(?: [1-9])?",
    "anybody": "",
    **dict.fromkeys(("ability", "spoils"), r"(?: \(ability [1-9]\))?"),
    **dict.fromkeys(("pips", "low", "high"), "[1-6]"),
    **dict.fromkeys(("player", "loser", "me"), "(?:player [1-9]:? )?"),
}
"""What kinds of slots look like that are not just any words."""


class Wording(FormText[State, Action, Card]):
    """What the slots of a text mean."""

    game: Quest
    shapes = Shapes(ACTIONS, _PATTERNS)
    with_card = ("use", "battle", "buy")

    def __init__(self, game: Quest, ruleset: Ruleset[Card], state: State, span: Span | None) -> None:
        super().__init__(game, ruleset, state, span)
        self.book = game.book
        self._sought: tuple[str, ...] = ()
        """The kinds of card that a name is looked for among, where the words say it."""

    @property
    def how_written(self) -> Mapping[str, str]:
        return how_written(ACTIONS, _LABELS)

    def nothing(self) -> Action:
        return Pass()

    def waiting(self) -> list[Action]:
        return self.game.answers(self.state)

    def things(self, kind: str, text: str) -> Sequence[object] | None:
        match kind:
            case "mine" | "hero" | "item" | "wound":
                return self.members(text)
            case "weapon":
                places = self.members(text)
                return [place for place in places if self.is_free(place)] or places
            case "served":
                return [NONE] if text.casefold() == "nobody" else self.members(text)
            case "anybody":
                return [NONE, *self.heroes()]
            case "ability" | "spoils":
                return self._abilities(text, kind)
            case "which":
                return [int(text or 1) - 1]
            case "location":
                return [self.card(text)] if self._is_known(text, ("location",)) else None
            case "room":
                return None if self.kind(text) == "location" else self._room(text)
            case "monster":
                return None if self._is_known(text, ("hero",)) else self._rooms_with(text)
            case "here":
                return self._here(text)
            case "table":
                return [self.card(text)] if self._is_known(text, _OF_THE_TABLE) else None
            case "held":
                return [self.copied(text)]
            case "ware":
                return self.leveled(text, for_sale(self.state))[:1]
            case "lent":
                offered = [option.card for option in self.waiting() if isinstance(option, Borrow)]
                return self.leveled(text, offered)[:1]
            case "level":
                return self._next_levels(text)
            case "token" | "bought" | "lost" | "rations":
                return self._tokens(text, kind) if self.knows(text) else None
            case "player" | "loser" | "me":
                return self._players(text, kind)
            case "side_quest":
                return self._side_quest(text)
            case "offered":
                is_it = self.is_asked(Accept) and self.card(text) == self.state.me.quest
                return [text] if is_it else None
            case "wares":
                return [text.casefold().removesuffix("s")]
            case "wounds":
                return [int(text.split()[1]) if text else 0]
            case "on_deck":
                return [bool(text)]
            case "pips":
                return [int(text)]
            case "low" | "high":  # in any order
                return [sorted(map(int, (self.said["low"], self.said["high"])))[kind == "high"]]
        return [self.card(text)]

    def _is_known(self, text: str, kinds: Sequence[str]) -> bool:
        """Whether the text names a card of one of these kinds, of which a copy may be named."""
        return self.knows(text) and self.ruleset.cards[self.copied(text)].kind in kinds

    def _abilities(self, text: str, kind: str) -> list[int]:
        """Abilities of the card that is used; of one in front of the player perhaps only its Spoils."""
        if text:
            return [int(text.rstrip(")")[-1]) - 1]
        for card in self.filled["card"]:
            if not isinstance(card, int):
                return [*range(len(self.book.card(str(card)).abilities) or 1)]
            abilities = self.facts(card).abilities
            of_spoils = [at for at, ability in enumerate(abilities) if "spoils" in ability.phases] or [0]
            return of_spoils if kind == "spoils" else [*range(len(abilities) or 1)]
        return []

    def _tokens(self, name: str, kind: str) -> list[Token] | None:
        """The token that a name means; `Lantern` means the token only where the card of that name does not
        fit.
        """
        card = self.copied(name)
        token = _TOKENS.get(card)
        if card == "lantern":
            is_token = {
                "token": self.state.me.lantern > 0,
                "bought": card not in for_sale(self.state),
                "lost": LoseToken("lantern") in self.waiting(),
            }
            token = "lantern" if is_token.get(kind) else None
        fits = token == "iron_rations" if kind == "rations" else token is not None
        return [token] if token is not None and fits else None

    def _players(self, text: str, kind: str) -> list[int] | None:
        """The player who is named or meant. A loss of the active player is a discard only if one is asked
        for.
        """
        player = int(text.split()[1].rstrip(":")) - 1 if text else self.state.active
        is_me = player == self.state.active
        is_meant = {"me": is_me, "loser": not is_me or self.is_asked(Discard)}
        return [player] if is_meant.get(kind, True) else None

    def _side_quest(self, text: str) -> list[str]:
        quest = self.card(text)
        if quest != self.state.me.quest:
            self.beyond = f"{text} is not your Side Quest", ("QUEST-14.1",)
        return [quest]

    def _next_levels(self, name: str) -> list[str]:
        """The levels that may be meant for the Hero who rises: by a name, or as a number."""
        place = next(iter(self.filled["hero"]), None)
        if not isinstance(place, int):
            return []
        hero = self.facts(place)
        stacked = [card for card in dict.fromkeys(in_stacks(self.state)) if self._follows(hero, card)]
        printed = [card for card in self.ruleset.cards if self._follows(hero, card)]
        known = hero.level or self.state.stacks is None
        if (number := _LEVEL.fullmatch(name)) is not None:
            if int(number["level"]) != (hero.level or 0) + 1:
                rises = f"{hero.name} rises to level {(hero.level or 0) + 1}, not to level {number['level']}"
                self.beyond = rises, ("QUEST-8.2",)
                return printed[:1]
            name = ""
        wanted = self.leveled(name, stacked, printed) if name else stacked or (printed if known else [])
        if not wanted:
            self.beyond = f"no next level of {hero.name} is left", ("QUEST-8.2", "QUEST-8.4")
        return wanted

    def _follows(self, hero: Card, card: str) -> bool:
        return is_next_level(hero, self.book.card(card))

    # names

    def on_table(self) -> Iterable[Iterable[str]]:
        return table_cards(self.state)

    def card(self, name: str) -> str:
        return _the_guardian(self.ruleset, self.on_table(), name) or super().card(name)

    def otherwise(self, name: str) -> str:
        return otherwise_meant(self.ruleset, name, self._sought)

    def kind(self, name: str) -> str:
        """What kind of card a name means."""
        return self.ruleset.cards[self.card(name)].kind

    def titled(self, name: str, cards: Iterable[str]) -> list[str]:
        """Those cards that are levels of the Hero with this title."""
        return of_title(self.book.cards, name, cards)

    def leveled(self, name: str, *pools: Iterable[str]) -> list[str]:
        """The levels that the title of a Hero means: those in the first pool that has any, else the lowest
        that there is. Any other name means one card.
        """
        if self.ruleset.names.knows(name):
            return [self.card(name)]
        for pool in pools:
            if found := self.titled(name, pool):
                return found
        return self.titled(name, self.ruleset.cards)[:1] or [self.card(name)]

    def members(self, text: str) -> list[int]:
        """The places of a card in front of the player, or in the hand that is to be laid out: all its copies,
        or the one with this number before those that are like it; none where it is absent.
        """
        name, number = copy_named(self.ruleset, text)
        card = self.card(name)
        copies = [place for place, each in enumerate(self.state.laid_out) if each == card]
        named = copies[number - 1 : number] if number else copies
        if self.state.laid and named:  # of copies that are alike, a choice may offer another one
            alike = (place for place in copies if self.state.likeness(place) == self.state.likeness(named[0]))
            named = list(dict.fromkeys((*named, *alike)))
        chosen = [place for place in named if not is_gone(self.state, place)]
        if not chosen and not self.absent:  # the message names the first thing that is missing
            self.absent, self.where = text, "among your cards"
        return chosen

    def facts(self, place: int) -> Card:
        """The facts of a card in front of the player."""
        return self.book.card(self.state.laid_out[place])

    def is_free(self, place: int) -> bool:
        """Whether a card was given to nobody yet."""
        return not self.state.laid or self.state.laid[place].bearer == NONE

    def heroes(self) -> list[int]:
        """The places of all Heroes in front of the player."""
        places = range(len(self.state.laid_out))
        return [at for at in places if not is_gone(self.state, at) and self.facts(at).kind == "hero"]

    def _room(self, name: str) -> list[int]:
        """The place of a room."""
        card = self.card(name)
        places = [place for place, room in enumerate(self.state.rooms) if room.card == card]
        if not places:
            self.absent, self.where = name, in_the_dungeon(self.state, "among the rooms")
            self.rulings = OF_A_ROOM
        return places[:1]

    def _rooms_with(self, text: str) -> list[int]:
        """The rooms with the Monster that is named: by itself, by its room, or by both."""
        target = self._target(text)
        rooms = target.places(self.state)
        if not rooms:
            self.absent, self.where = target.say(self.book), in_the_dungeon(self.state)
            self.rulings = OF_A_MONSTER
        return rooms

    def _here(self, text: str) -> list[int]:
        """The room of the Champion; something is missing where another Monster is named."""
        room = self.state.me.room
        if f"the {text}".casefold() != FACE_DOWN.casefold():
            target = self._target(text)
            if room == NONE or not target.fits(self.state, room):
                self.absent = target.say(self.book)
                here = self.book.name(self.state.rooms[room].card) if room != NONE else ""
                self.where = f"in {here}" if here else "here"
        return [room]

    def _target(self, text: str) -> Target:
        self._sought = MONSTERS
        return target_named(self.ruleset, text, self.card)


def table_cards(state: State) -> Iterator[Iterable[str]]:
    """The cards that lie open: those of the player, those of the Dungeon, what is for sale and tokens."""
    yield state.laid_out
    yield (card for room in state.rooms for card in (room.card, room.seen))
    yield filter(None, (state.guardian,))
    yield (*in_stacks(state), *_TOKENS)


def in_part_on_table(ruleset: Ruleset[Card], state: State, name: str) -> str:
    """The only card on the table, by id, of whose name this is a part; empty for a whole name."""
    there = [*chain.from_iterable(table_cards(state))]
    return _the_guardian(ruleset, (there,), name) or in_part(ruleset, name, [there])


def _the_guardian(ruleset: Ruleset[Card], there: Iterable[Iterable[str]], name: str) -> str:
    """The Guardian that is there, by id, for `the Guardian`; empty for none or several, or another name."""
    if squash(name).removeprefix("the") != "guardian":
        return ""
    cards = filter(None, chain.from_iterable(there))
    guardians = {card for card in cards if ruleset.cards[card].kind == "guardian"}
    return guardians.pop() if len(guardians) == 1 else ""


def ware_named(ruleset: Ruleset[Card], state: State, name: str) -> str:
    """The Hero for sale, by id, whose title this is, on top of the stacks if any is there, else the lowest;
    empty for anything else.
    """
    if ruleset.names.knows(name):
        return ""
    levels = (of_title(ruleset.cards, name, pool) for pool in (for_sale(state), ruleset.cards))
    return next((found[0] for found in levels if found), "")


def of_title(cards: Mapping[str, Card], title: str, pool: Iterable[str]) -> list[str]:
    """Those cards of a pool that are levels of the Hero with this title."""
    return [card for card in pool if squash(cards[card].title) == squash(title)]


def read(
    game: Quest,
    ruleset: Ruleset[Card],
    state: State,
    text: str,
    span: Span | None = None,
    wording: Callable[[Quest, Ruleset[Card], State, Span | None], Wording] = Wording,
) -> Written[Action]:
    """The action that `text` means in this position, legal or not; `wording` may take it in another way.

    Raises:
        InputError: no action begins like this (E321), it could be several (E322), words behind a card mean
            nothing (E323), a name is unknown (E302) or ambiguous (E303).
    """
    plain = plain_step(text)
    if not plain.isascii():
        from tsolve.games.quest.writing.russian import step_in_english  # few steps need it

        plain = step_in_english(plain, ruleset.names)
    if priced := _PRICED.fullmatch(plain):
        step = read(game, ruleset, state, priced["step"], span, wording)
        return replace(step, beyond=step.beyond or _other_price(game, state, step.action, priced))
    if (reason := none_here(plain, ruleset)) is not None:
        return Written(Pass(), beyond=reason)
    taken = wording(game, ruleset, state, span)
    if TO_THE_VILLAGE.fullmatch(plain):
        places = [card.id for card in ruleset.cards.values() if card.kind == "location"]
        return taken.only_legal(map(Visit, places))
    if len(plain) <= LONGEST:
        offered = _offered(game, state, plain)
        if offered is not None:
            return taken.written(offered)
        if (written := taken.taken(plain)) is not None:
            ends = written.action == Pass() and plain.casefold().endswith("turn")
            if ends:
                return replace(written, step=TO_THE_END)
            lost = written.action
            if isinstance(lost, GiveUp) and _verb(plain) == "destroy" and game.why_not(state, lost):
                return replace(written, action=Destroy(lost.card))  # no demand asks for it
            return replace(written, beyond=_otherwise_lost(state, plain, written.action) or written.beyond)
    raise taken.no_action(text)


def _other_price(game: Quest, state: State, action: Action, said: re.Match[str]) -> Reason | None:
    """Says what a step costs for which the text names another price; None where it cannot be taken yet."""
    if game.why_not(state, action) is not None:
        return None
    after = game.apply(state, action)
    is_xp = isinstance(action, LevelUp)
    paid = state.me.xp - after.me.xp if is_xp else state.gold - after.gold
    named = int(said["number"] or 0)
    rulings = ("QUEST-8.1",) if is_xp else ("QUEST-4.4",)
    unit = said["unit"] or ""
    if paid == named and (not unit or (unit.casefold() == "gold") != is_xp):
        return None
    return f"it costs {paid} {'XP' if is_xp else 'gold'}, not {said['price']}", rulings


def _otherwise_lost(state: State, text: str, action: Action) -> Reason | None:
    """Says that the card is lost in another way than the text says. (QUEST-0.4, QUEST-0.5)"""
    task = state.todo[-1] if state.todo else None
    said = _verb(text)
    if not (isinstance(task, GiveUpCards) and isinstance(action, GiveUp) and said):
        return None
    lost = "destroy" if task.demand.by == "destroy" else "discard"
    return None if said == lost else (f"the card is {lost}ed, not {said}ed", task.rulings)


def _verb(text: str) -> str:
    """The word by which a text says that a card is lost; empty if it has none."""
    found = (by for by in ("discard", "destroy") if re.search(rf"\b{by}s?\b", text, re.IGNORECASE))
    return next(found, "")


def _offered(game: Quest, state: State, text: str) -> Action | None:
    """The choice that the engine offers in just these words, or the event that chance may bring."""
    if not state.todo:
        return None
    wanted = text.casefold()
    options = game.answers(state) or [event for event, _ in game.chance(state)]
    return next((each for each in options if game.notation(state, each).casefold() == wanted), None)
