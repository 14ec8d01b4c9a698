"""How claims of Gloomhaven are said in a sentence: `focus Brute`, `damage 4`, `hit points of Brute 6`."""

from __future__ import annotations

from tsolve.games.gloomhaven.campaign.measures import OWN, PARTY
from tsolve.games.gloomhaven.measures import FIGURES, MEASURES, NUMBER
from tsolve.turns.phrases import ClaimWords, Verbs

_VERBS = Verbs({**dict.fromkeys(("attacked", "hit"), "attack"), **dict.fromkeys(("killed", "slain"), "kill")})

_STATED = [each for each in MEASURES if each.is_stated]
_OF_THE_TURN = [each for each in _STATED if not each.whose]

TURN = ClaimWords(
    amounts=(*(each.name for each in _OF_THE_TURN if each.kind is NUMBER), "options"),
    things=tuple(each.name for each in _OF_THE_TURN if each.kind not in (NUMBER, FIGURES)),
    done={},
    verbs=_VERBS,
    examples=(
        '"focus Brute", "attacks Brute and Tinkerer", "end (2,1)", "damage 4", "hit points of Brute 6", '
        '"sees (0,1) and (2,1)", "can attack Guard 1", or a key with its value, such as {focus: Brute}'
    ),
    lists=(*(each.name for each in _OF_THE_TURN if each.kind is FIGURES), "sees", "sees_not"),
    owned={each.name: True for each in _STATED if each.whose and each.kind is NUMBER},
)
"""A turn or a round of a scenario."""

ATTACK = ClaimWords(
    amounts=("damage", "cards"),
    things=(),
    done={},
    verbs=_VERBS,
    examples='"damage 4", "cards 2", "hit points of Guard 3", or a key with its value, such as {damage: 4}',
    owned={"hit_points": True},
)
"""An attack without a map."""

_OF_CHARACTERS = (*(name for name in OWN.stated if name not in OWN.lists), "price")

CAMPAIGN = ClaimWords(
    amounts=(*_OF_CHARACTERS, *(name for name in PARTY.stated if name not in PARTY.lists)),
    things=(),
    done={},
    verbs=_VERBS,
    examples=(
        '"gold of Brute 30", "price 20 of buy Boots of Striding", "reputation 3", "can buy Iron Helmet", or '
        "a key with its value, such as {reputation: 3}"
    ),
    owned=dict.fromkeys(_OF_CHARACTERS, False),
)
"""Between scenarios."""
