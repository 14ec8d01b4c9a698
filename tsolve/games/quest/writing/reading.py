"""Actions as people write them, read in a position: the engine's own notation and freer forms.

A text is taken by its shape (verb and places for names); names are cards in any language, `second Dagger` or
`Dagger #2` is the second copy, and where several copies fit, the first for which the action is legal.
What has no shape here is compared with the words in which the engine offers its choices.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from tsolve.diagnostics import Span, input_error, suggest
from tsolve.games.quest.actions import Action
from tsolve.games.quest.cards import Card
from tsolve.games.quest.game import Quest
from tsolve.games.quest.state import State
from tsolve.games.quest.writing.wording import Wording
from tsolve.rules.ruleset import Ruleset
from tsolve.source.words import shortened
from tsolve.turns.card_names import help_with_card
from tsolve.turns.written import Written

LONGEST = 300
"""Characters of a text that is read at all."""


def read(
    game: Quest,
    ruleset: Ruleset[Card],
    state: State,
    text: str,
    span: Span | None = None,
    wording: type[Wording] = Wording,
) -> Written[Action]:
    """The action that `text` means in this position, legal or not; `wording` may take it in another way.

    Raises:
        InputError: no action begins like this (E321), it could be several (E322), words behind a card mean
            nothing (E323), a name is unknown (E302) or ambiguous (E303).
    """
    plain = " ".join(text.split()).rstrip(".!")
    if len(plain) <= LONGEST:
        taken = wording(game, ruleset, state, span)
        offered = _offered(game, state, plain)
        if offered is not None:
            return taken.written(offered)
        said = set(plain.casefold().split(" "))
        for words, shape, method in _SHAPES:
            if not said.isdisjoint(words.split()) and (match := _compiled(shape).fullmatch(plain)):
                return method(taken, match)
    first = plain.split(" ")[0] if plain else ""
    if form := _VERBS.get(first.casefold()):
        help_ = f"it is written {form}"
    else:
        help_ = suggest(first, _VERBS) or help_with_card(ruleset, plain, ("use", "battle", "buy"))
        help_ = help_ or f"a step begins with one of: {', '.join(_VERBS)}"
    raise input_error("E321", f'"{shortened(text)}" is not an action', span, help_)


def _offered(game: Quest, state: State, text: str) -> Action | None:
    """The choice that the engine offers in just these words, or the event that chance may bring."""
    if not state.todo:
        return None
    wanted = text.casefold()
    options = game.answers(state) or [event for event, _ in game.chance(state)]
    return next((each for each in options if game.notation(state, each).casefold() == wanted), None)


@cache
def _compiled(shape: str) -> re.Pattern[str]:
    return re.compile(shape, re.IGNORECASE)


_SHAPES: tuple[tuple[str, str, Callable[[Wording, re.Match[str]], Written[Action]]], ...] = (
    (
        "pass done stop end finish go no nothing",
        r"pass|done|stop|(?:end|finish)(?: (?:the|my) (?:turn|step))?|go on|nothing(?: more)?",
        Wording.finish,
    ),
    ("dungeon", r"(?:(?:enter|go to|go into|choose) )?(?:the )?dungeon", Wording.enter),
    (
        "champion",
        r"(?:put|place) (?:the |my )?champion (?:in|into|on) (?:the )?(?P<place>.+)",
        Wording.put_champion,
    ),
    ("deck", r"put (?P<card>.+?) on (?:top of )?(?:the |my )?deck", Wording.put_on_deck),
    (
        "go visit",
        r"(?:go to|visit) (?:the )?(?P<place>.+?) and use (?:the )?(?P<also>.+)",
        Wording.visit_two,
    ),
    (
        "go move enter visit",
        (
            r"(?:go|move|enter|visit)(?: the champion)?(?: into| to| at)? (?:the )?(?P<place>.+?)"
            r"(?: for (?P<wounds>[1-9]) wounds?)?"
        ),
        Wording.go,
    ),
    ("give", r"give (?:the )?(?P<card>.+?) to (?:the )?(?P<hero>.+)", Wording.give),
    ("equip", r"equip (?P<hero>.+?) with (?P<card>.+)", Wording.give),
    ("equip", r"equip (?P<card>.+?) (?:on|to) (?P<hero>.+)", Wording.give),
    (
        "wields takes carries eats uses",
        r"(?P<hero>.+?) (?:wields|takes|carries|eats|uses) (?P<card>.+)",
        Wording.give,
    ),
    ("remove", r"remove (?P<card>.+?)(?: from .+)?", Wording.remove),
    ("spoils", r"(?:use )?(?:the )?spoils of (?:the )?(?P<card>.+)", Wording.spoils),
    ("gold", r"(?:use|spend) (?:an? )?(?P<card>.+?) (?:for|as) gold", Wording.use_for_gold),
    (
        "use play cast drink eat",
        (
            r"(?:use|play|cast|drink|eat) (?:an? |the )?(?P<card>.+?)(?: \(ability (?P<number>[1-9])\))?"
            r"(?: (?:on|for) (?P<hero>.+))?"
        ),
        Wording.use,
    ),
    (
        "buy purchase",
        (
            r"(?:buy|purchase) (?:an? |the )?(?P<card>.+?)"
            r"(?P<on_deck> (?:and put it )?on(?:to)? (?:top of )?(?:the |my )?deck)?"
        ),
        Wording.buy,
    ),
    ("heal", r"heal(?: (?:an?|one|1) wound(?: token)?)?", Wording.heal_token),
    ("heal", r"heal (?:an? |the )?(?P<card>.+)", Wording.heal),
    ("level", r"level up (?P<hero>.+?)(?: (?:in)?to (?P<into>.+))?", Wording.level_up),
    ("level", r"level (?P<hero>.+?) up(?: (?:in)?to (?P<into>.+))?", Wording.level_up),
    (
        "battle attack fight",
        r"(?:battle|attack|fight)(?: (?:with )?(?:the )?(?:monster that lies face down|(?P<monster>.+)))?",
        Wording.battle,
    ),
    ("discard discards", r"discards? (?P<card>.+?) from (?:the |my )?deck", Wording.discard_top),
    (
        "give lose discard destroy discards destroys",
        r"(?:player (?P<player>[1-9]):? )?(?:give up|lose|discards?|destroys?) (?:an? |the )?(?P<card>.+)",
        Wording.lose,
    ),
    ("accept accepts", r"accepts?", Wording.accept),
    ("borrow borrows", r"borrows? (?:the )?(?P<card>.+)", Wording.borrow),
    (
        "complete completes",
        r"completes? (?:the )?(?P<quest>.+?) with (?:the )?(?P<item>.+?) and (?:the )?(?P<hero>.+)",
        Wording.complete,
    ),
    ("keep keeps", r"keeps? (?:the )?(?P<card>.+)", Wording.keep),
    ("ignore ignores", r"ignores? (?:the )?(?P<card>.+)", Wording.ignore),
    ("resolve resolves", r"resolves? (?:the )?(?P<card>.+?) first", Wording.resolve_first),
    (
        "cancel cancels",
        r"cancels? before battle(?: (?P<number>[1-9]))? of (?:the )?(?P<monster>.+)",
        Wording.cancel,
    ),
    ("choose chooses", r"chooses? (?:the )?(?P<what>.+)", Wording.choose),
    ("draw draws", r"draws? (?P<card>.+)", Wording.draw),
    ("roll rolls", r"rolls? (?P<pips>[1-6])(?: and (?P<second>[1-6]))?", Wording.roll),
    ("reveal reveals", r"reveals? (?P<card>.+)", Wording.reveal),
    ("find finds", r"finds? (?P<card>.+)", Wording.find),
)
"""Words of which each text of a shape has one, so that few shapes need compiling; the shape; its meaning."""

_VERBS = {
    "accept": "`accept`",
    "battle": "`battle` or `battle MONSTER`",
    "borrow": "`borrow HERO`",
    "buy": "`buy CARD`, `buy TOKEN` or `buy a Treasure`",
    "cancel": "`cancel Before Battle of MONSTER`",
    "choose": "`choose MONSTER` or `choose HERO`",
    "complete": "`accept` where a Side Quest is offered, and `complete SIDE QUEST with ITEM and HERO`",
    "destroy": "`destroy CARD`",
    "discard": "`discard CARD` or `discard CARD from the deck`",
    "draw": "`draw CARD`",
    "enter": "`enter the Dungeon` or `enter ROOM`",
    "find": "`find TREASURE`",
    "give": "`give WEAPON to HERO`",
    "go": "`go to LOCATION` or `go to ROOM`",
    "heal": "`heal` or `heal WOUND CARD`",
    "ignore": "`ignore CARD`",
    "keep": "`keep CARD`",
    "level": "`level up HERO` or `level up HERO to HERO`",
    "lose": "`lose CARD` or `lose TOKEN`",
    "move": "`move to ROOM`",
    "pass": "`pass`",
    "put": "`put CARD on the deck` or `put the Champion in ROOM`",
    "remove": "`remove WEAPON`",
    "resolve": "`resolve CARD first`",
    "reveal": "`reveal CARD`",
    "roll": "`roll PIPS` or `roll PIPS and PIPS`",
    "use": "`use CARD` or `use CARD on HERO`",
}
"""The words that a step begins with, each with the forms of such a step."""
