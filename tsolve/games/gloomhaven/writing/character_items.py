"""Characters' items as a position file writes them, or as the box prints them. (GH-11.8, GH-11.11)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.games.gloomhaven.abilities import Ability, Attack, Consume, Loot, Move, Pay, Place, Suffer
from tsolve.games.gloomhaven.cards import Card, Item
from tsolve.games.gloomhaven.figures import in_order
from tsolve.games.gloomhaven.printed import PrintedItem, When
from tsolve.games.gloomhaven.simple_abilities import (
    Dampen,
    Doubled,
    InitiativeChange,
    NegateDamage,
    OneMoreObstacle,
)
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.turn.elements_and_bonuses import effects_of, is_attack_bonus
from tsolve.games.gloomhaven.writing.character_abilities import CharacterAbilities
from tsolve.games.gloomhaven.writing.character_file import CharacterFile
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.printed_cards import item_named, near_items
from tsolve.games.gloomhaven.writing.table_file import ItemFile
from tsolve.games.gloomhaven.writing.worn_items import check_items
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import shortened


def times_used(ruleset: Ruleset[Card], file: CharacterFile) -> Iterator[tuple[str, int]]:
    """How often each item was used."""
    for name, item in file.items_by_name.items():
        yield _called(ruleset, name, item), file.times_used(name)


def _called(ruleset: Ruleset[Card], name: str, written: object) -> str:
    """The name of an item: as it is printed, unless the file says what it does."""
    printed = item_named(ruleset, name) if written is None else None
    return printed.name if printed is not None else name


_FITTING: dict[When, str] = {
    "turn": "it brings abilities, `heal 3, self`; for `attack +1` write `when: attack`",
    "move": "it changes a move: `move +2`, `move +0, jump`",
    "attack": "it changes an attack: `attack +1`, `attack +0, pierce 2`, `attack +0, range +1`",
    "single attack": "it changes an attack: `attack +1`, `attack +0, pierce 2`, `attack +0, advantage`",
    "attacked": "it protects: `shield 1`, `retaliate 2`, `attackers have disadvantage`",
    "damage": "it says `negate damage`",
    "heal": "it says `double the heal`",
    "loot": "it gives a loot ability this range, `loot 2`",
    "ally attack": "it changes an attack: `attack +1`, `attack +0, advantage`",
    "obstacle": "it says `one more obstacle`",
    "reveal": "it says `initiative 10 more or less`",
    "enemy consumes": "it says `consume the element first`",
    "summon damage": "it says `negate damage` or `negate damage of an attack`",
    "turn end": "it brings abilities, `play one more bottom`",
    "always": "it says what lasts: `flying`, `immune to poison and wound`, `each kill (heal 1, self)`",
    "basic": "it says `attack 3` or `move 3`, in place of Attack 2 and Move 2",
}


class ItemsReader:
    """Reads the items of every character of one file."""

    def __init__(self, decoded: Decoded[ScenarioTable], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.ruleset, self.found = decoded, ruleset, found
        self._abilities = CharacterAbilities(decoded, ruleset, found)
        self.notes: list[str] = []
        """What is not played of the items."""
        self.idle: dict[tuple[str, str], PrintedItem] = {}
        """The items that are not played, by their owner and name."""

    def items(self) -> Iterator[tuple[tuple[str, str], Item]]:
        """Every item by its owner and name."""
        check_items(self.decoded, self.ruleset, self.found)
        for owner, file in self.decoded.value.characters.items():
            cards = {squash(name) for name in file.cards}
            for name, written in file.items_by_name.items():
                if squash(name) in cards:
                    message = f'"{shortened(name)}" is a card and an item of {owner}'
                    self.found.report(
                        "E210", message, self.decoded.key_span("characters", owner, "items", name)
                    )
                if written is not None:
                    yield (owner, name), self._item(owner, name, written)
                elif (item := self._printed(owner, name)) is not None:
                    if file.times_used(name) > item.uses:
                        many = "once" if item.uses == 1 else f"{item.uses} times"
                        self.found.report(
                            "E210",
                            f"{item.name} is used {many}, not {file.times_used(name)} times (GH-11.8)",
                            self.decoded.span("characters", owner, "items", name, "used"),
                        )
                    yield (owner, item.name), item

    def _item(self, owner: str, name: str, written: str | tuple[str, ...] | ItemFile) -> Item:
        path = ("characters", owner, "items", name)
        file = written if isinstance(written, ItemFile) else ItemFile(written)
        where = (*path, "do") if isinstance(written, ItemFile) else path
        assert file.do is not None, "an item as it is printed is read elsewhere"
        abilities = tuple(self._abilities.read(where, file.do))
        if not all(_fits(ability, file.when) for ability in abilities):
            message = f"this is not what an item does with `when: {file.when}` (GH-11.8)"
            self.found.report("E210", message, self.decoded.span(*where), _FITTING[file.when])
        return Item(
            name,
            file.when,
            abilities,
            file.uses,
            file.consumed,
            place=file.place,
            only=file.only,
            despite_stun=file.despite_stun,
        )

    def _printed(self, owner: str, name: str) -> Item | None:
        """An item as the box has it; None if it is not known, or does what cannot be played."""
        span = self.decoded.key_span("characters", owner, "items", name)
        card = item_named(self.ruleset, name)
        if card is None or (facts := card.item) is None:
            own = f"say what it does: `items: {{{shortened(name)}: {{when: turn, do: heal 3, self}}}}`"
            help_ = "; ".join(filter(None, (near_items(self.ruleset, name), own)))
            self.found.report("E302", f'unknown item "{shortened(name)}"', span, help_)
            return None
        if facts.untold:
            self.idle[owner, card.name] = facts
            said = "; ".join((*facts.do, *facts.untold))
            self.notes.append(f"{card.name} of {owner} is not played ({said})")
            return None
        if not facts.do:
            return None  # it only changes a deck, or what else may be worn
        abilities = tuple(self._abilities.printed(("characters", owner, "items", name), facts.do))
        is_consumed, ruling = facts.used_up == "consumed", f"card.{card.id}"
        stays = facts.used_up == "neither" and facts.when != "turn"
        told = facts.uses, is_consumed, ruling, facts.place, facts.only, stays
        return Item(
            card.name, facts.when, abilities, *told, despite_stun=facts.despite_stun, moved=facts.moved
        )


def with_worn_items(state: State, items: Mapping[tuple[str, str], Item]) -> State:
    """The position in which what items say holds that are not used, as long as they are worn."""
    for (owner, _), item in items.items():
        if item.when == "always" and state.on_map(owner):
            effects = (effect for ability in item.do for effect in effects_of(ability))
            worn = [replace(each, lasts="persistent", source=item.name, owner=owner) for each in effects]
            figures = (
                replace(each, effects=in_order((*each.effects, *worn))) if each.name == owner else each
                for each in state.figures
            )
            state = replace(state, figures=tuple(figures))
    return state


def _fits(ability: Ability, when: When) -> bool:
    """Whether an item used at that moment may do this."""
    if isinstance(ability, Consume | Pay) and when != "turn":
        is_harm = isinstance(ability, Consume) or isinstance(ability.price, Suffer)
        return is_harm and all(_fits(each, when) for each in ability.then)
    match when:
        case "basic":
            return isinstance(ability, Attack | Move) and not ability.amount.relative
        case "heal":
            return isinstance(ability, Doubled)
        case "loot":
            return isinstance(ability, Loot)
        case "obstacle":
            return isinstance(ability, OneMoreObstacle)
        case "enemy consumes":
            return isinstance(ability, Dampen)
        case "reveal":
            return isinstance(ability, InitiativeChange)
        case "turn" | "turn end":
            return not is_attack_bonus(ability) and not isinstance(ability, NegateDamage)
        case "move":
            return isinstance(ability, Move) and ability.amount.relative
        case "attacked":
            return not is_attack_bonus(ability) and any(effects_of(ability)) and ability != NegateDamage()
        case "damage" | "summon damage":
            return isinstance(ability, NegateDamage)
        case "always":
            return any(effects_of(ability))
    if not isinstance(ability, Attack) or not ability.amount.relative:
        return False
    further = when in ("attack", "ally attack") and (ability.range is None or ability.range.relative)
    plain = Attack(
        ability.amount,
        ability.range if further else None,
        pierce=ability.pierce,
        push=ability.push,
        pull=ability.pull,
        conditions=ability.conditions,
        advantage=ability.advantage,
        area=ability.area if when == "attack" else None,
        add_target=ability.add_target if further else 0,
        bonuses=ability.bonuses,
        after=ability.after,
        then=ability.then if when == "attack" else (),
    )
    return ability == plain and all(isinstance(each, Suffer | Place) for each in (*plain.after, *plain.then))
