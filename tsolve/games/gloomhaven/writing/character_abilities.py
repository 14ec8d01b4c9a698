"""Abilities of characters' cards and items as texts say them: all but those that only monsters have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tsolve.diagnostics import Diagnostics
from tsolve.errors import TreePath
from tsolve.games.gloomhaven.abilities import Ability, Attack, Command, Consume, Heal, If, Move, Pay
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.simple_abilities import Experience, Infuse
from tsolve.games.gloomhaven.turn.character_ability import is_unknown_to_characters
from tsolve.games.gloomhaven.writing.abilities_and_decks import written_ability
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import listed, shortened


class CharacterAbilities:
    """Reads abilities of one file's characters."""

    def __init__(self, decoded: Decoded[ScenarioTable], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.ruleset, self.found = decoded, ruleset, found

    def read(self, path: TreePath, texts: str | Sequence[str]) -> Iterator[Ability]:
        """One ability, or those of a list; one that only monsters have is reported."""
        is_one = isinstance(texts, str)
        several = (texts,) if isinstance(texts, str) else texts
        for index, text in enumerate(several):
            span = self.decoded.span(*path) if is_one else self.decoded.span(*path, index)
            ability = written_ability(self.ruleset, text, span, self.found)
            if ability is None:
                continue
            if _is_foreign(ability):
                message = f'"{shortened(text)}" is no ability of a character\'s card that can be judged'
                help_ = f"there are {listed(_KNOWN)}"
                self.found.report("E210", message, span, help_)
            else:
                yield ability

    def printed(self, path: TreePath, texts: Sequence[str]) -> Iterator[Ability]:
        """The abilities of a printed card; they can be read, which tests hold."""
        for text in texts:
            ability = written_ability(self.ruleset, text, self.decoded.span(*path), self.found)
            if ability is not None:
                yield ability


_KNOWN = (
    *(
        "move",
        "attack",
        "heal",
        "shield",
        "retaliate",
        "negate damage",
        "recover",
        "conditions",
        "push",
        "pull",
        "suffer",
        "kill",
        "loot",
        "trap",
    ),
    *("summon NAME (hp 4, ...)", "one ally performs (...)", "infuse", "with ELEMENT (...)"),
    *("if self is ... (...)", "xp"),
)


def _is_foreign(ability: Ability) -> bool:
    """Whether an ability, or one within it, does not occur on characters' cards."""
    if isinstance(ability, Consume | If):
        return any(map(_is_foreign, (*ability.then, *ability.otherwise)))
    if isinstance(ability, Command | Pay):
        return any(map(_is_foreign, ability.then))
    if isinstance(ability, Move | Attack | Heal | Infuse | Experience):
        return False
    return is_unknown_to_characters(ability)
