"""Sentences for claims of Gloomhaven: `focus Brute`, `damage 4`, `hit points of Brute 6`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tsolve.games.gloomhaven.attacks.measures import MEASURES as OF_ATTACKS
from tsolve.games.gloomhaven.campaign.measures import OWN, PARTY
from tsolve.games.gloomhaven.measures import MEASURES
from tsolve.games.gloomhaven.stated import FIGURES, IS_SO, NUMBER
from tsolve.games.gloomhaven.ways import B, Measure
from tsolve.written.phrases import BY_A_KEY, ClaimWords, Verbs

_VERBS = Verbs(
    {
        **dict.fromkeys(("attacked", "hit"), "attack"),
        **dict.fromkeys(("killed", "slain"), "kill"),
        "pushed": "push",
        "pulled": "pull",
    }
)


def _words(
    measures: Iterable[Measure[B]],
    examples: str,
    amounts: Sequence[str] = (),
    lists: Sequence[str] = (),
) -> ClaimWords:
    """The sentences for claims about these measures, and about other things that a file states."""
    stated = [each for each in measures if each.is_stated]
    plain = [each for each in stated if not each.whose]
    return ClaimWords(
        amounts=(*(each.name for each in plain if each.kind is NUMBER), *amounts),
        things=tuple(each.name for each in plain if each.kind not in (NUMBER, FIGURES, IS_SO)),
        done={},
        verbs=_VERBS,
        examples=examples,
        lists=(*(each.name for each in plain if each.kind is FIGURES), *lists),
        owned={each.name: True for each in stated if each.whose and each.kind is NUMBER},
    )


TURN = _words(
    MEASURES,
    '"focus Brute", "attacks Brute and Tinkerer", "end (2,1)", "damage 4", "hit points of Brute 6", '
    f'"sees (0,1) and (2,1)", "can attack Guard 1"{BY_A_KEY}{{focus: Brute}}',
    amounts=("options",),
    lists=("sees", "sees_not"),
)
"""A turn or a round of a scenario."""

ATTACK = _words(
    OF_ATTACKS,
    f'"damage 4", "cards 2", "hit points of Guard 3"{BY_A_KEY}{{damage: 4}}',
)
"""An attack without a map."""

_OF_CHARACTERS = (*OWN.amounts, "price")

CAMPAIGN = ClaimWords(
    amounts=(*_OF_CHARACTERS, *PARTY.amounts),
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
