"""Actions as people write them, read in a position: the engine's own notation and freer forms.

A text is taken by its shape (verb and places for names); names are cards in any language, `second Militia`
or `Militia #2` is the second copy of the hand, and where several copies fit, the first is meant for which the
action is legal. Nothing else asks here whether an action is legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from tsolve.diagnostics import Span, input_error, suggest
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.target import split_rank
from tsolve.games.thunderstone.writing.clauses import clauses_of
from tsolve.games.thunderstone.writing.wording import Wording
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.words import shortened
from tsolve.turns.card_names import copy_named, help_with_card, known_start
from tsolve.turns.written import Written

LONGEST = 300
"""Characters of a text that is read at all."""


def read_action(
    game: Thunderstone, ruleset: Ruleset[Card], state: State, text: str, span: Span | None = None
) -> Action:
    """The action that `text` means in this position, legal or not.

    Raises:
        InputError: no action begins like this (E321), it could be several (E322), words behind a card mean
            nothing (E323), a name is unknown (E302) or ambiguous (E303).
    """
    return read(game, ruleset, state, text, span).action


def read(
    game: Thunderstone,
    ruleset: Ruleset[Card],
    state: State,
    text: str,
    span: Span | None = None,
    wording: type[Wording] = Wording,
) -> Written[Action]:
    """Like `read_action`, with what else the text says; `wording` may take its parts in another way."""
    plain = " ".join(text.split()).rstrip(".!")
    taken = wording(game, ruleset, state, span)
    said = set(plain.casefold().split(" "))
    for words, shape, method in _SHAPES if len(plain) <= LONGEST else ():
        if not said.isdisjoint(words.split()) and (match := _compiled(shape).fullmatch(plain)):
            return method(taken, match)
    uses = clauses_of(plain) if len(plain) <= LONGEST else None
    if uses is not None and ruleset.names.knows(copy_named(ruleset, uses.card)[0]):
        return taken.used(plain)
    if moved := _moved_by(ruleset, plain):
        return taken.used(moved)
    first = plain.split(" ")[0] if plain else ""
    help_ = suggest(first, _VERBS) or help_with_card(ruleset, plain, ("use", "attack", "buy"))
    help_ = help_ or f"a step begins with one of: {', '.join(_VERBS)}"
    raise input_error("E321", f'"{shortened(text)}" is not an action', span, help_)


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


@cache
def _compiled(shape: str) -> re.Pattern[str]:
    return re.compile(shape, re.IGNORECASE)


_DOWN = r"(?:down|(?:to|at|on|under) the bottom(?: of the (?:dungeon )?deck)?)"
"""Where a Monster goes that is sent down."""
_SHAPES: tuple[tuple[str, str, Callable[[Wording, re.Match[str]], Written[Action]]], ...] = (
    (
        "village dungeon rest",
        r"(?:(?:visit|enter|go to|go into) (?:the )?)?(?P<place>village|dungeon)|(?:take a )?rest",
        Wording.visit,
    ),
    (
        "pass done stop end finish go no nobody nothing",
        (
            r"pass|done|stop|end(?: (?:the|my) turn)?|finish(?: (?:the|my) turn)?|go on|"
            r"go on to the purchases|go on to levelling up|attack (?:nobody|nothing)|"
            r"(?:destroy|choose|buy) nothing(?: more)?|no more|nothing"
        ),
        Wording.finish,
    ),
    ("draw draws", r"draws? (?P<card>.+)", Wording.draw),
    ("reveal reveals", r"player (?P<player>[1-9]) reveals? (?P<card>.+)", Wording.react),
    ("reveal reveals", r"reveals? (?P<card>.+)", Wording.reveal),
    ("set", r"set (?:the )?(?:cards|mercenaries) aside", Wording.set_aside),
    ("attack fight", r"(?:attack|fight) (?:the )?(?P<monster>.+)", Wording.attack),
    ("buy purchase", r"(?:buy|purchase) (?:an? )?(?P<card>.+)", Wording.buy),
    ("level", r"level up (?P<hero>.+?)(?: (?:in)?to (?P<into>.+))?", Wording.level_up),
    ("level", r"level (?P<hero>.+?) up(?: (?:in)?to (?P<into>.+))?", Wording.level_up),
    ("destroy", r"destroy (?P<revealed>revealed )?(?:the )?(?P<card>.+)", Wording.destroy),
    ("discard discards", r"(?:player (?P<player>[1-9]) )?discards? (?P<card>.+)", Wording.discard),
    ("destroys", r"player (?P<player>[1-9]) destroys (?P<card>.+)", Wording.give_up),
    ("uses", r"player (?P<player>[1-9]) uses (?P<card>.+)", Wording.use_treasure),
    (
        "shows",
        r"player (?P<player>[1-9]) shows (?:a|the) hand with(?:out| no) (?:an? )?(?P<kind>\w+)",
        Wording.show_hand,
    ),
    ("turns", r"player (?P<player>[1-9]) turns up (?P<card>.+)", Wording.turn_up),
    (
        "take takes reduce lower",
        (
            r"(?:take|takes|reduce|lower) (?:the )?(?:(?:reduction|disease) (?:from|off|on) )?"
            r"(?P<pool>(?:magic )?attack|magic)(?: (?:for|of) (?P<hero>.+))?"
        ),
        Wording.suffer,
    ),
    ("take", r"take (?:an? )?(?P<card>.+)", Wording.take),
    ("disease", r"disease (?:from|on|lowers) (?P<pool>(?:magic )?attack|magic)(?P<hero>)", Wording.suffer),
    ("attack", r"(?P<hero>.+?) (?:cannot|can't|can not|does not) attack", Wording.silence),
    ("silence", r"silence (?P<hero>.+)", Wording.silence),
    (
        "send",
        rf"send (?P<monster>.+?) {_DOWN}",
        Wording.send_down,
    ),
    ("move put", rf"(?:move|put) (?P<monster>.+?) {_DOWN}", Wording.send_down),
    ("sends", rf"(?P<card>.+?) sends (?P<monster>.+?) {_DOWN}", Wording.moves_as_card_says),
    ("arrange rearrange", r"(?:re)?arrange (?:the )?hall(?: as|:)? (?P<order>.+)", Wording.arrange),
    ("send", r"send down (?P<monster>.+)", Wording.send_down),
    ("swap exchange", r"(?:swap|exchange) (?:the )?(?P<monster>.+)", Wording.swap),
    ("put", r"put back (?P<cards>.+)", Wording.put_back),
    ("search", r"search (?:the |my )?deck", Wording.search_deck),
    ("borrow", r"borrow (?P<card>.+?)(?: from player (?P<player>[1-9]))?", Wording.borrow),
    ("equip", r"equip (?P<hero>.+?) with (?P<weapon>.+)", Wording.equip),
    ("equip", r"equip (?P<weapon>.+?) (?:on|to) (?P<hero>.+)", Wording.equip),
    ("takes", r"(?P<hero>.+?) takes (?P<weapon>.+)", Wording.take_up),
    ("carries wields", r"(?P<hero>.+?) (?:carries|wields) (?P<weapon>.+)", Wording.equip),
    ("give feed", r"(?P<verb>give|feed) (?P<given>.+?) to (?P<hero>.+)", Wording.give),
    ("feed", r"(?P<verb>feed) (?P<hero>.+?) with (?P<given>.+)", Wording.give),
    ("eat eats", r"(?P<hero>.+?) eats? (?P<food>.+)", Wording.eat),
    ("throw", r"throw (?:the )?(?P<card>.+)", Wording.throw),
    ("use play cast", r"(?:use|play|cast) (?P<use>.+)", Wording.use),
)
"""Words of which each text of a shape has one, so that few shapes need compiling; the shape; its meaning."""

_VERBS = (
    *("arrange", "attack", "borrow", "buy", "destroy", "discard", "draw", "end", "enter", "equip", "feed"),
    *("give", "level", "pass", "put", "rest", "reveal", "search", "send", "set", "swap", "take", "throw"),
    *("use", "visit"),
)
