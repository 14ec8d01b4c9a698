"""Actions as people write them, read in a position: the engine's own notation and freer forms.

A text is read by its shape (verb and places for names). Names are cards in any language; `second Militia` or
`Militia #2` is the second copy in the hand, and of several copies that fit, the first with a legal action is
meant. Otherwise reading does not look at legality.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from tsolve.cardkit.forms import Shape, Shapes, how_written, plain_step
from tsolve.contract.step_reader import Written
from tsolve.errors import InputError, Span
from tsolve.games.thunderstone.actions import ACTIONS, Action, Buy, LevelUp, Pass, Use
from tsolve.games.thunderstone.answers import DestroyFound, PutBack, Reveal, SendDown, Suffer
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.battle_weakening import HinderAll, pools_of
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import NONE, State, are_alike, member_name
from tsolve.games.thunderstone.turn.drawing import plain
from tsolve.games.thunderstone.turn.hall import split_rank
from tsolve.games.thunderstone.turn.other_players import least_useful
from tsolve.games.thunderstone.turn.village import next_levels
from tsolve.games.thunderstone.writing.clauses import clauses_of
from tsolve.games.thunderstone.writing.forced import silences
from tsolve.games.thunderstone.writing.using import Using
from tsolve.regex import Regex
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.written.card_names import copy_named, known_start


class _Forgone(msgspec.Struct, frozen=True):
    """What an explicit pass leaves undone."""

    word: str
    step: str
    """The step of a turn that it ends; empty for a pass that may also be an answer."""
    turn: str
    """The kind of turn that the pass belongs to; empty for any."""
    elsewhere: str = ""
    """Why it is impossible in another kind of turn."""
    ruling: str = ""


VISIT_STEPS = ("effects", "buying", "levelling")
_FORGONE = (
    _Forgone("purchases", "effects", "village", "you buy cards only in the Village", "TS-4.4"),
    _Forgone("level", "buying", "village", "you level up Heroes only in the Village", "TS-4.5"),
    _Forgone("buy", "buying", "village", "you buy cards only in the Village", "TS-4.4"),
    _Forgone("attack", "preparing", "dungeon", "you attack only in the Dungeon", "TS-7.4"),
    _Forgone("destroy", "", "rest", "only a rest lets you destroy a card without an effect", "TS-5.1"),
    _Forgone("turn", "levelling", ""),
)


_LABELS = {
    **dict.fromkeys(("mine", "found", "held", "lost", "used", "coming", "gained", "among", "of"), "card"),
    **dict.fromkeys(("player", "lender"), "player 2"),
    "level": "hero",
    "cards": "card, card",
    "pool": "attack",
}
"""How kinds of slots are shown, where not by the name of the kind."""
_PATTERNS = {
    **dict.fromkeys(("player", "lender"), "player [1-9]"),
    "mover": "(?:player [1-9] )?",
    "giver": "player [1-9]",
    **dict.fromkeys(("village", "dungeon", "rest", "nothing"), ""),
    "pool": "(?:magic )?attack|magic",
    "for": "(?: (?:for|of) .+)?",
    "under": "(?: on .+)?",
    "of": r"\w+",
}
"""Patterns of kinds of slots that are not just any words."""


class Wording(Using):
    """Finds what the slots of a text mean."""

    shapes = Shapes(ACTIONS, _PATTERNS)
    with_card = ("use", "attack", "buy")

    @property
    def how_written(self) -> Mapping[str, str]:
        return how_written(ACTIONS, _LABELS)

    def nothing(self) -> Action:
        return Pass()

    def waiting(self) -> list[Action]:
        return self.game.legal_actions(self.state) if self.state.todo else []

    def meant(self, shape: Shape[Action]) -> Iterable[Action]:
        return self.uses_meant() if shape.action is Use else super().meant(shape)

    def chosen(self, actions: Sequence[Action]) -> Written[Action]:
        return self.only_legal(actions) if actions[0].must_differ else self.first_legal(actions)

    def ending(self, written: Written[Action], text: str) -> Written[Action]:
        """The written action, with the step that an explicit pass ends."""
        said = next((each for each in _FORGONE if each.word in text.casefold()), None)
        if not isinstance(written.action, Pass) or said is None or written.beyond is not None:
            return written
        if said.turn and not self.state.todo and self.state.turn not in ("", said.turn):
            return Written(Pass(), beyond=(said.elsewhere, (said.ruling,)))
        return Written(Pass(), step=said.step)

    def things(self, kind: str, text: str) -> Sequence[object] | None:
        match kind:
            case "mine":
                return self._mine(text)
            case "weapon":
                return self._mine(text) if self.book.card(self.copied(text)).is_weapon else None
            case "no_monster":
                return None if self.is_monster(text) else self._mine(text)
            case "monster":
                return self.ranks(text)
            case "village" | "dungeon" | "rest":
                return [kind]
            case "player":
                return [_seat(text)]
            case "mover":
                return [_seat(text) if text else max(self.game.mover(self.state), 0)]
            case "lender":
                return [_seat(text)] if text else range(len(self.state.players))
            case "giver":
                asked = self.game.mover(self.state) == _seat(text) and Pass() in self.waiting()
                return [text] if asked else None
            case "sender":
                return [text] if self.is_asked(SendDown) else None
            case "silencer":
                found = self.ruleset.names.resolve(text)
                monster = self.ruleset.cards.get(found.id) if isinstance(found, Match) else None
                return [text] if monster is not None and silences(monster) else None
            case "level":
                hero = self.copied(self.said["hero"])
                return [self.card(text)] if text else next_levels(self.book, self.state, hero) or [hero]
            case "found":
                return [self._found(text)]
            case "found_now":
                return [self._found(text)] if self.is_asked(DestroyFound) else None
            case "held":
                return [self.held_by(self._player, text)]
            case "lost":
                return [self._lost(text)]
            case "found_before":
                card = self.card(text)
                self.found_before(self._player, card)
                return [card]
            case "under":
                (treasure,) = self.filled["treasure"]
                return self.laid_under(str(treasure), text.removeprefix(" on "))
            case "pool":
                return ["magic" if "magic" in text.casefold() else "attack"]
            case "for":
                return self._suffering(text)
            case "coming":
                return [self._coming(text)]
            case "cards":
                return [self._put_back(text)]
            case "gained":
                return [self.card(split_rank(text)[0] or text)]
            case "nothing":
                return [False]
            case "of":
                return [text.title().removesuffix("s")]
        return [self.card(text)]

    @property
    def _player(self) -> int:
        """The player that a text names."""
        (player,) = self.filled["player"]
        assert isinstance(player, int)
        return player

    def _mine(self, text: str) -> list[int]:
        """The places of a card of the hand; if several cards are missing, the first is reported."""
        missing = self.absent
        places = self.members(text)
        self.absent = missing or self.absent
        return places

    def _found(self, text: str) -> str:
        """One of the cards that were revealed."""
        name, number = copy_named(self.ruleset, text)
        card = self.card(name)
        if number > self.state.found.count(card):
            self.absent, self.where = text, "among the revealed cards"
        return card

    def _lost(self, text: str) -> str:
        """What a player discards. The player does not choose among different copies of a card in the hand, so
        a named copy must be the one that is discarded.
        """
        if self._player != self.state.active:
            return self.held_by(self._player, text)
        card, places = self.copied(text), self.members(text)
        given = least_useful(self.book, self.state, card)
        if (
            given != NONE
            and NONE not in places
            and not any(are_alike(self.state, given, at) for at in places)
        ):
            reason = f"the copy to discard is {member_name(self.book, self.state, given)}"
            self.too_much(Pass(), reason, "TS-7.3")
        return card

    def _suffering(self, text: str) -> list[int]:
        """The Heroes whose total may be lowered; none where the choice is made for all Heroes at once."""
        (pool,) = self.filled["pool"]
        if text:
            heroes = self.members(text.split(" ", 2)[2])
            return (
                [NONE, *heroes] if any(self._suffers_with_all(str(pool), each) for each in heroes) else heroes
            )
        asked = [action for action in self.waiting() if isinstance(action, Suffer)]
        fitting = [action.hero for action in asked if action.pool == pool]
        return [*fitting, asked[0].hero if asked else NONE]

    def _suffers_with_all(self, pool: str, hero: int) -> bool:
        """Whether the waiting choice is made for all Heroes at once, this one included."""
        asked = isinstance(self.state.todo[-1], HinderAll) if self.state.todo else False
        return hero != NONE and asked and pool in pools_of(self.book, self.state, hero)

    def _coming(self, text: str) -> str:
        """A card that chance brings. The engine may have marked a card of the Dungeon Deck; the text names no
        marks.
        """
        card = self.card(text)
        events = [event.card for event, _ in self.game.chance(self.state) if isinstance(event, Reveal)]
        return next((each for each in events if plain(each) == card), card)

    def _put_back(self, text: str) -> tuple[str, ...]:
        """The cards from the top down. The engine may have marked cards of the Dungeon Deck; the text names
        no marks.
        """
        cards = tuple(self.card(name.strip()) for name in text.split(","))
        asked = [action.cards for action in self.waiting() if isinstance(action, PutBack)]
        return next((each for each in asked if tuple(map(plain, each)) == cards), cards)


def _seat(text: str) -> int:
    """`player 2` as the place at the table."""
    return int(text.split()[1]) - 1


LONGEST = 300
"""The most characters of a text to read."""


def read(
    game: Thunderstone,
    ruleset: Ruleset[Card],
    state: State,
    text: str,
    span: Span | None = None,
    wording: type[Wording] = Wording,
) -> Written[Action]:
    """The action that `text` means in this position, legal or not, with what else the text says; `wording`
    may take its parts in another way.

    Raises:
        InputError: no action begins like this (E321), it could be several (E322), words behind a card mean
            nothing (E323), a name is unknown (E302) or ambiguous (E303).
    """
    plain = plain_step(text)
    taken = wording(game, ruleset, state, span)
    if len(plain) > LONGEST:
        raise taken.no_action(text)
    if priced := _PRICED.fullmatch(plain):
        return _at_price(read(game, ruleset, state, priced["step"], span, wording), taken, priced)
    wrong: InputError | None = None
    try:
        written = taken.taken(plain) or _without_verb(taken, plain)
    except InputError as error:
        written, wrong = None, error
    if written is not None and (written.beyond is None or ruleset.step_in_plain_words(plain) == plain):
        return taken.ending(written, plain)
    if (other := ruleset.step_in_plain_words(plain)) != plain:
        return read(game, ruleset, state, other, span, wording)
    raise wrong or taken.no_action(text)


_PRICED = Regex(
    r"(?P<step>(?!draw|reveal).+?),? (?:for|\(|at|paying|costs?) ?(?P<much>[0-9]{1,2}) (?P<what>gold|xp)\)?",
    re.IGNORECASE,
)
"""A step with what it costs or brings."""


def _at_price(written: Written[Action], wording: Wording, said: re.Match[str]) -> Written[Action]:
    """The step, if it costs or brings so much; else the same, refused."""
    book, state, much, what = wording.book, wording.state, int(said["much"]), said["what"].casefold()
    match written.action:
        case Use(card) if 0 <= card < len(state.party):
            told = f"use {book.name(state.party[card].card)} ({much} {'XP' if what == 'xp' else what})"
            return wording.taken(told) or written
        case Buy(card):
            price = book.card(card).cost or 0, "gold", f"card.{card}"
        case LevelUp(hero) if 0 <= hero < len(state.party):
            price = book.card(state.party[hero].card).level_up_xp or 0, "xp", "TS-6.1"
        case _:
            return written
    if written.beyond is not None or (much, what) == price[:2]:
        return written
    cost = f"{price[0]} {'XP' if price[1] == 'xp' else 'gold'}"
    return replace(written, beyond=(f"it costs {cost}, not {much} {said['what']}", (price[2],)))


def _without_verb(wording: Wording, text: str) -> Written[Action] | None:
    """A card with clauses, or with a Monster, as its use."""
    uses = clauses_of(text)
    if uses is not None and wording.ruleset.names.knows(copy_named(wording.ruleset, uses.card)[0]):
        return wording.taken(f"use {text}")
    moved = _moved_by(wording.ruleset, text)
    return wording.taken(f"use {moved}") if moved else None


def _moved_by(ruleset: Ruleset[Card], text: str) -> str:
    """`CARD MONSTER` as the use of a card that moves Monsters; empty for any other text."""
    card = known_start(ruleset, text)
    monster = text[len(card) :].strip()
    if not card or not ruleset.names.knows(split_rank(monster)[0]):
        return ""
    found = ruleset.names.resolve(card)
    effects = (
        effect
        for ability in (ruleset.cards[found.id].abilities if isinstance(found, Match) else ())
        for effect in ability.do
    )
    return f"{card} on {monster}" if any(effect.moves for effect in effects) else ""
