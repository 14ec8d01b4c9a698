"""How a scenario went, in the words of people, as steps: `result: won` and what each has gained."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tsolve.games.gloomhaven.writing.tree_of_words import Words, text
from tsolve.rules.names import squash
from tsolve.source.tree import MappingNode, Node, Scalar

PLAYED = "the scenario"
"""The place of a party that has played a scenario of which nobody says the number."""
DUE = "all level up or retire who have to"
"""The step by which the party does in the city what is due."""
_WON = ("won", "win", "victory", "success", "completed", "wygrana", "wygrany")
_LOST = ("lost", "lose", "defeat", "failed", "failure", "przegrana", "przegrany")
_GAINS = {
    **dict.fromkeys(("xp", "exp", "experience"), "gains {} experience"),
    **dict.fromkeys(("coins", "tokens", "moneytokens", "loot", "looted", "money"), "loots {} tokens"),
    **dict.fromkeys(("battlegoal", "goal", "checkmarks", "ticks"), "fulfils a battle goal of {}"),
}
"""What a character may have gained, and the step."""


class ResultInWords:
    """Collects what one file says of a scenario that is over."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.ending: Scalar | None = None
        self.gains: list[Scalar] = []
        self.written: list[tuple[Scalar, Node]] = []
        """The entries that were taken."""

    def takes(self, key: Scalar, value: Node) -> bool:
        """Whether an entry says how the scenario ended, or what each has gained in it."""
        if isinstance(value, Scalar) and value.text.casefold() in (*_WON, *_LOST) and self.ending is None:
            how = "win" if value.text.casefold() in _WON else "lose"
            self.ending = text(f"{how} the scenario", value.span)
            self.written.append((key, value))
            return True
        steps = [*_gained(value)] if isinstance(value, MappingNode) else []
        if not steps or None in steps:
            return False
        self.gains += [step for step in steps if step is not None]
        self.written.append((key, value))
        return True

    def steps(self) -> list[Scalar]:
        """The steps, in the order in which they happen; what is due in the city follows."""
        if self.ending is None:
            return self.gains
        after = [text(step, self.ending.span) for step in ("return to Gloomhaven", DUE)]
        return [*self.gains, self.ending, *after]


def _gained(value: MappingNode) -> Iterator[Scalar | None]:
    """A step for each gain of each character; None for what is none."""
    for name, gains in value.items:
        if not isinstance(gains, MappingNode):
            yield None
            continue
        for key, node in gains.items:
            step = _GAINS.get(squash(key.text))
            much = re.fullmatch(r"\d{1,3}", node.text.strip()) if isinstance(node, Scalar) else None
            if step is None or much is None:
                yield None
            elif int(much[0]):
                yield text(f"{name.text} {step.format(int(much[0]))}", node.span)
