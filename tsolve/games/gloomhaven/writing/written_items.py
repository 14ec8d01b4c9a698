"""Characters' items as a position file writes them. (GH-11.8, GH-11.11)"""

from __future__ import annotations

from collections.abc import Iterator

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.abilities import Ability, Attack, Move, NegateDamage
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.items import Item, When
from tsolve.games.gloomhaven.turn.bonuses import effects_of, is_attack_bonus
from tsolve.games.gloomhaven.writing.card_file import ItemFile
from tsolve.games.gloomhaven.writing.character_abilities import CharacterAbilities
from tsolve.games.gloomhaven.writing.position_file import PositionFile
from tsolve.rules.ruleset import Ruleset
from tsolve.rules.text import squash
from tsolve.source.decode import Decoded
from tsolve.source.words import shortened

_FITTING: dict[When, str] = {
    "turn": "it brings abilities, `heal 3, self`; for `attack +1` write `when: attack`",
    "move": "it changes a move: `move +2`, `move +0, jump`",
    "attack": "it changes an attack: `attack +1`, `attack +0, pierce 2`, `attack +0, range +1`",
    "single attack": "it changes an attack: `attack +1`, `attack +0, pierce 2`, `attack +0, advantage`",
    "attacked": "it protects: `shield 1`, `retaliate 2`, `attackers have disadvantage`",
    "damage": "it says `negate damage`",
}


class ItemsReader:
    """Reads the items of every character of one file."""

    def __init__(self, decoded: Decoded[PositionFile], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.found = decoded, found
        self._abilities = CharacterAbilities(decoded, ruleset, found)

    def items(self) -> Iterator[tuple[tuple[str, str], Item]]:
        """Every item by its owner and name."""
        for owner, file in self.decoded.value.characters.items():
            cards = {squash(name) for name in file.cards}
            for name, written in file.items.items():
                if squash(name) in cards:
                    message = f'"{shortened(name)}" is a card and an item of {owner}'
                    self.found.report(
                        "E210", message, self.decoded.key_span("characters", owner, "items", name)
                    )
                yield (owner, name), self._item(owner, name, written)

    def _item(self, owner: str, name: str, written: str | tuple[str, ...] | ItemFile) -> Item:
        path = ("characters", owner, "items", name)
        file = written if isinstance(written, ItemFile) else ItemFile(written)
        where = (*path, "do") if isinstance(written, ItemFile) else path
        abilities = tuple(self._abilities.read(where, file.do))
        if not all(_fits(ability, file.when) for ability in abilities):
            message = f"this is not what an item does with `when: {file.when}` (GH-11.8)"
            self.found.report("E210", message, self.decoded.span(*where), _FITTING[file.when])
        return Item(name, file.when, abilities, file.uses, file.consumed)


def _fits(ability: Ability, when: When) -> bool:
    """Whether an item may do this when it is used then."""
    match when:
        case "turn":
            return not is_attack_bonus(ability) and not isinstance(ability, NegateDamage)
        case "move":
            return isinstance(ability, Move) and ability.amount.relative
        case "attacked":
            return not is_attack_bonus(ability) and any(effects_of(ability)) and ability != NegateDamage()
        case "damage":
            return isinstance(ability, NegateDamage)
    if not isinstance(ability, Attack) or not ability.amount.relative:
        return False
    further = when == "attack" and (ability.range is None or ability.range.relative)
    plain = Attack(
        ability.amount,
        ability.range if further else None,
        pierce=ability.pierce,
        push=ability.push,
        pull=ability.pull,
        conditions=ability.conditions,
        advantage=ability.advantage,
        add_target=ability.add_target if further else 0,
    )
    return ability == plain
