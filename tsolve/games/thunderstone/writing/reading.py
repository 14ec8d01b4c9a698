"""Actions as people write them, read in a position: the engine's own notation and freer forms.

A text is taken by its shape (verb and places for names); names are cards in any language, `#2` is the second
copy of the hand, and where several copies fit, the first is meant for which the action is legal. Nothing
else asks here whether an action is legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tsolve.diagnostics import Span, input_error, suggest
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.writing.wording import Wording, Written, number_of
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.source.words import shortened

LONGEST = 300
"""Characters of a text that is read at all."""


def read_action(
    game: Thunderstone, ruleset: Ruleset[Card], state: State, text: str, span: Span | None = None
) -> Action:
    """The action that `text` means in this position, legal or not.

    Raises:
        InputError: no action begins like this (TS321), it could be several (TS322), a name is unknown
        (TS302) or
            ambiguous (TS303).
    """
    return read(game, ruleset, state, text, span).action


def read(
    game: Thunderstone, ruleset: Ruleset[Card], state: State, text: str, span: Span | None = None
) -> Written:
    """Like `read_action`, with what else the text says."""
    plain = " ".join(text.split()).rstrip(".!")
    wording = Wording(game, ruleset, state, span)
    for pattern, method in _SHAPES if len(plain) <= LONGEST else ():
        if match := pattern.fullmatch(plain):
            return method(wording, match)
    match = _USE.fullmatch(plain[:LONGEST])
    if match and isinstance(ruleset.names.resolve(number_of(match["card"])[0]), Match):
        return wording.use(match)
    first = plain.split(" ")[0] if plain else ""
    help_ = suggest(first, _VERBS) or f"a step begins with one of: {', '.join(_VERBS)}"
    raise input_error("TS321", f'"{shortened(text)}" is no action', span, help_)


def _shape(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_USE = _shape(
    r"(?P<card>.+?)(?: \((?P<ability>[^()]+)\))?(?:,? (?:by )?destroying (?P<price>.+?))?"
    r"(?: (?:on|for|against|sending|to send) (?P<target>.+?)(?: down| to the bottom.*)?"
    r"|: (?:re)?arrange the hall as (?P<order>.+))?"
)
_SHAPES: tuple[tuple[re.Pattern[str], Callable[[Wording, re.Match[str]], Written]], ...] = (
    (
        _shape(r"(?:(?:visit|enter|go to|go into) (?:the )?)?(?P<place>village|dungeon)|(?:take a )?rest"),
        Wording.visit,
    ),
    (
        _shape(
            r"pass|done|stop|end(?: (?:the|my) turn)?|finish(?: (?:the|my) turn)?|go on|"
            r"go on to the purchases|go on to levelling up|attack (?:nobody|nothing)|"
            r"(?:destroy|choose|buy) nothing(?: more)?|no more|nothing"
        ),
        Wording.finish,
    ),
    (_shape(r"draws? (?P<card>.+)"), Wording.draw),
    (_shape(r"reveals? (?P<card>.+)"), Wording.reveal),
    (_shape(r"(?:attack|fight) (?:the )?(?P<monster>.+)"), Wording.attack),
    (_shape(r"(?:buy|purchase) (?:an? )?(?P<card>.+)"), Wording.buy),
    (_shape(r"level up (?P<hero>.+?)(?: (?:in)?to (?P<into>.+))?"), Wording.level_up),
    (_shape(r"level (?P<hero>.+?) up(?: (?:in)?to (?P<into>.+))?"), Wording.level_up),
    (_shape(r"destroy (?P<revealed>revealed )?(?:the )?(?P<card>.+)"), Wording.destroy),
    (_shape(r"(?:player (?P<player>[1-9]) )?discards? (?P<card>.+)"), Wording.discard),
    (
        _shape(
            r"(?:take|takes|reduce|lower) (?:the )?(?:(?:reduction|disease) (?:from|off|on) )?"
            r"(?P<pool>(?:magic )?attack|magic)(?: (?:for|of) (?P<hero>.+))?"
        ),
        Wording.suffer,
    ),
    (_shape(r"disease (?:from|on|lowers) (?P<pool>(?:magic )?attack|magic)(?P<hero>)"), Wording.suffer),
    (_shape(r"(?P<hero>.+?) (?:cannot|can't|can not|does not) attack"), Wording.silence),
    (_shape(r"silence (?P<hero>.+)"), Wording.silence),
    (_shape(r"send (?P<monster>.+?) (?:down|to the bottom.*)"), Wording.send_down),
    (_shape(r"send down (?P<monster>.+)"), Wording.send_down),
    (_shape(r"search (?:the |my )?deck"), Wording.search_deck),
    (_shape(r"borrow (?P<card>.+?)(?: from player (?P<player>[1-9]))?"), Wording.borrow),
    (_shape(r"equip (?P<hero>.+?) with (?P<weapon>.+)"), Wording.equip),
    (_shape(r"equip (?P<weapon>.+?) (?:on|to) (?P<hero>.+)"), Wording.equip),
    (_shape(r"(?P<hero>.+?) (?:takes|carries|wields) (?P<weapon>.+)"), Wording.equip),
    (_shape(r"(?:give|feed) (?P<given>.+?) to (?P<hero>.+)"), Wording.give),
    (_shape(r"feed (?P<hero>.+?) with (?P<given>.+)"), Wording.give),
    (_shape(r"(?P<hero>.+?) eats? (?P<food>.+)"), Wording.eat),
    (_shape(r"throw (?:the )?(?P<card>.+)"), Wording.throw),
    (_shape(r"(?:use|play|cast) " + _USE.pattern), Wording.use),
)
_VERBS = (
    *("attack", "borrow", "buy", "destroy", "discard", "draw", "end", "enter", "equip", "feed", "give"),
    *("level", "pass", "rest", "reveal", "search", "send", "take", "throw", "use", "visit"),
)
