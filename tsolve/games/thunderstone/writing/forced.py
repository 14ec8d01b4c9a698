"""Claims that something must be done: what else could be done instead. They are understood of the Monster
that is attacked, and of the Hero whom a Monster keeps from attacking. (TS-7.4, TS-9.5)
"""

from __future__ import annotations

import re

from tsolve.errors import UsageError
from tsolve.games.thunderstone.answers import SILENCED_BY
from tsolve.games.thunderstone.cards import Card
from tsolve.games.thunderstone.effects.battle_weakening import SilenceEffect
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.hall import place_name, split_rank
from tsolve.regex import Regex
from tsolve.rules.names import Match
from tsolve.rules.ruleset import Ruleset
from tsolve.written.card_names import in_part

_ATTACK = Regex(r"(?:attack|fight|battle) (?:the )?(?P<foe>.+)", re.IGNORECASE)
_CHOOSE = Regex(rf"(?:the )?(?P<by>.+?) (?:{SILENCED_BY}) (?:the |an? )?(?P<hero>.+)", re.IGNORECASE)


def instead_of(text: str, ruleset: Ruleset[Card], state: State) -> tuple[str, list[str]]:
    """The step that is said to be forced, and each that could be taken instead. Raises UsageError for a text
    of which that is not known.
    """
    cards = ruleset.cards
    if attacks := _ATTACK.fullmatch(text):
        name, rank = split_rank(attacks["foe"])
        foe = _card(name, ruleset, state)
        if foe is None or not cards[foe].is_monster:
            raise UsageError(f'"{name}" is no Monster')
        others = [
            f"attack {cards[card].name} in {place_name(place)}"
            for place in state.places
            if (card := state.at(place).card) in cards
            and cards[card].is_monster
            and (card != foe or rank not in (0, place))
        ]
        return f"attack {attacks['foe']}", [*others, "attack nobody"]
    chooses = _CHOOSE.fullmatch(text)
    by = _card(chooses["by"], ruleset, state) if chooses is not None else None
    if chooses is None or by is None or not silences(cards[by]):
        raise UsageError(
            f'what must be done is not understood of "{text}": write what can be done, or what cannot'
        )
    chosen = _card(chooses["hero"], ruleset, state)
    if chosen is None or not cards[chosen].is_hero:
        raise UsageError(f'"{chooses["hero"]}" is no Hero')
    party = dict.fromkeys(member.card for member in state.party if cards[member.card].is_hero)
    return f"silence {cards[chosen].name}", [
        f"silence {cards[card].name}" for card in party if card != chosen
    ]


def silences(card: Card) -> bool:
    """Whether a Monster keeps a Hero from attacking whom the player chooses."""
    return any(isinstance(effect, SilenceEffect) for effect in card.battle)


def _card(name: str, ruleset: Ruleset[Card], state: State) -> str | None:
    found = ruleset.names.resolve(name)
    if isinstance(found, Match):
        return found.id if found.id in ruleset.cards else None
    return in_part(ruleset, name, state.on_table()) or None
