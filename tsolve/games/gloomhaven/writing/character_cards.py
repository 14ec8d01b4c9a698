"""Characters' cards and items as a position file writes them, and where each card is. (GH-2.2, GH-2.8)

Active cards bring bonuses and summons. (GH-10.1, GH-11.2, GH-11.8, GH-11.11)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, get_args

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics
from tsolve.errors import Span, TreePath
from tsolve.games.gloomhaven.abilities import OneOf
from tsolve.games.gloomhaven.cards import Card, CharacterCard, Half, Side
from tsolve.games.gloomhaven.figures import Figure, LastingEffect
from tsolve.games.gloomhaven.map_abilities import Summon
from tsolve.games.gloomhaven.printed import PrintedHalf
from tsolve.games.gloomhaven.state import Gathered, Held, State, Used
from tsolve.games.gloomhaven.turn.elements_and_bonuses import effects_of
from tsolve.games.gloomhaven.writing.character_abilities import CharacterAbilities
from tsolve.games.gloomhaven.writing.character_file import CharacterFile
from tsolve.games.gloomhaven.writing.character_items import times_used
from tsolve.games.gloomhaven.writing.enhancements import EnhancementsReader
from tsolve.games.gloomhaven.writing.position_file import ScenarioTable
from tsolve.games.gloomhaven.writing.printed_cards import PrintedCharacter, near_classes, stickers_on
from tsolve.games.gloomhaven.writing.shared_cards import share
from tsolve.games.gloomhaven.writing.table_file import HalfFile, slots_of
from tsolve.rules.names import squash
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decoded import Decoded
from tsolve.source.tree import shortened

PLACES = ("plays", "hand", "discarded", "lost", "active")
ROUND = 2
"""The number of cards chosen for a round. (GH-2.2)"""


class HeldCardsReader:
    """Reads the cards of every character of one file."""

    def __init__(self, decoded: Decoded[ScenarioTable], ruleset: Ruleset[Card], found: Diagnostics) -> None:
        self.decoded, self.ruleset, self.found = decoded, ruleset, found
        self._abilities = CharacterAbilities(decoded, ruleset, found)
        self.cards: dict[tuple[str, str], CharacterCard] = {}
        """The contents of the cards, by owner and name; filled by `held`."""
        self._enhancements = EnhancementsReader(decoded, found)
        self.notes: list[str] = self._enhancements.notes
        """What is taken as the hand of a character, and which cards are enhanced; filled by `held`."""

    @cached_property
    def _characters(self) -> list[PrintedCharacter]:
        files = self.decoded.value.characters.items()
        return [PrintedCharacter(self.ruleset, owner, file) for owner, file in files]

    def held(self) -> Iterator[Held]:
        """The cards and items of each character whose cards the file gives."""
        for owner, file in self.decoded.value.characters.items():
            path: TreePath = ("characters", owner)
            printed = PrintedCharacter(self.ruleset, owner, file)
            if not (tells_cards(file) or printed.takes_all_cards):
                continue
            self._enhancements.check(path, printed)
            for name in file.cards:
                self.cards[owner, name] = self._card(path, file, name)
            where = {place: self._names(printed, place) for place in PLACES}
            if printed.takes_all_cards:
                where["hand"] = self._whole_hand(path, printed, where)
            for name in (name for names in where.values() for name in names):
                if (card := printed.card(name)) is not None:
                    self.cards[owner, name] = self._printed(path, card, name)
            self._check_once(path, where)
            if file.hand is None and not printed.takes_all_cards:
                elsewhere = {name for names in where.values() for name in names}
                where["hand"] = tuple(name for name in file.cards if name not in elsewhere)
            self._check_plays(path, printed, where)
            piles = {
                place: names if place == "plays" else tuple(sorted(names)) for place, names in where.items()
            }
            self._check_hand(path, printed, where)
            used = tuple(sorted(Used(name, times) for name, times in times_used(self.ruleset, file) if times))
            there = (*piles["plays"], *piles["hand"])
            packs = tuple(sorted(name for name in there if self._is_pack(owner, name)))
            yield Held(owner, **piles, used=used, packs=packs, surplus=self._surplus(printed, where))
        share(self.cards, [*self.decoded.value.characters], self.ruleset, partial(self._printed, ()))

    def _is_pack(self, owner: str, name: str) -> bool:
        card = self.cards.get((owner, name))
        return card is not None and bool(card.pack)

    def _whole_hand(
        self, path: TreePath, character: PrintedCharacter, where: dict[str, tuple[str, ...]]
    ) -> tuple[str, ...]:
        """All cards that may be in the hand: those of the class up to the level, and those of the file."""
        if not character.of or character.file.level is None:
            lacking = "its class" if not character.of else "its `level`"
            message = f"which cards {path[-1]} may have is not known without {lacking} (GH-2.13)"
            self.found.report("E210", message, self.decoded.span(*path, "hand"), f"write {lacking}")
            return ()
        elsewhere = {name for names in where.values() for name in names}
        return tuple(name for name in character.all_cards() if name not in elsewhere)

    def _surplus(self, character: PrintedCharacter, where: dict[str, tuple[str, ...]]) -> int:
        """How many cards of a hand of all cards its hand has no room for, which is noted."""
        size, number = character.hand_size, sum(map(len, where.values()))
        if not character.takes_all_cards or size is None:
            return 0
        owner, level, in_hand = character.called, character.file.level, len(where["hand"])
        surplus = min(max(number - size, 0), in_hand)
        left = f", of which its hand has room for {in_hand - surplus}" if surplus else ""
        self.notes.append(f"{owner} chooses among all {in_hand} cards up to level {level}{left} (GH-2.13)")
        return surplus

    def _names(self, character: PrintedCharacter, place: str) -> tuple[str, ...]:
        """The cards of a pile, under their names in `cards`, or as they are printed."""
        known = {squash(name): name for name in character.file.cards}

        def name(text: str) -> str:
            printed = character.card(text)
            called = printed.name if printed is not None else text
            number = re.search(" [2-9]$", text.strip())
            if number is not None and printed is not None and not printed.name.endswith(number[0]):
                called += number[0]  # one of several packs
            return known.get(squash(text), called)

        file = character.file
        written = file.chosen if place == "plays" else getattr(file, place)
        return tuple(map(name, () if written == "all" else written or ()))

    def _check_once(self, path: TreePath, where: dict[str, tuple[str, ...]]) -> None:
        """Check that every card is in only one place."""
        first: dict[str, Span] = {}
        for place, names in where.items():
            for index, name in enumerate(names):
                span = self.decoded.span(*path, place, index)
                if not name.strip():
                    help_ = "write the name of the card, or leave it out"
                    self.found.report("E209", "a card needs a name", span, help_)
                if name in first:
                    message = f'"{shortened(name)}" is in two places'
                    self.found.report("E210", message, span, "", [("first here", first[name])])
                first.setdefault(name, span)

    def _check_plays(
        self, path: TreePath, character: PrintedCharacter, where: dict[str, tuple[str, ...]]
    ) -> None:
        """Check for two cards for the round, or a possible rest."""
        file = character.file
        if file.chosen is not None and file.rests:
            message = "a character either plays two cards or rests (GH-2.2)"
            self.found.report("E210", message, self.decoded.span(*path, "plays"), "leave out one of them")
        elif file.chosen is not None and len(file.chosen) == 1:
            message = f"the other card that {path[-1]} chose for the round is not told (GH-2.2)"
            self.found.doubt(message, self.decoded.span(*path, "plays"))
        elif file.chosen is not None and len(file.chosen) != ROUND:
            message = f"a character chooses {ROUND} cards for a round, not {len(file.chosen)} (GH-2.2)"
            self.found.report("E210", message, self.decoded.span(*path, "plays"))
        elif file.rests and len(where["discarded"]) < ROUND:
            message = f"a long rest needs {ROUND} discarded cards (GH-2.10)"
            self.found.report("E210", message, self.decoded.span(*path, "rests"))
        initiative, _ = character.initiatives()
        if initiative is not None and file.initiative not in (None, initiative):
            text = f"{shortened(where['plays'][0])} has initiative {initiative}"
            message = f"the leading card {text}, not {file.initiative} (GH-2.2)"
            self.found.report("E210", message, self.decoded.span(*path, "initiative"), "leave it out")

    def _check_hand(
        self, path: TreePath, character: PrintedCharacter, where: dict[str, tuple[str, ...]]
    ) -> None:
        """Check that the hand has the size of the class, only cards of the class, and none above the level of
        the character. (GH-2.13)
        """
        file, size = character.file, character.hand_size
        number = sum(not self._is_pack(character.called, name) for names in where.values() for name in names)
        if file.class_ and not character.of and (near := near_classes(self.ruleset, file.class_)):
            message = f'there is no class "{shortened(file.class_)}": {near}'
            self.found.doubt(message, self.decoded.span(*path, "class"))
        if (
            size is not None
            and not character.takes_all_cards
            and (number > size or (file.hand_size is not None and number != size))
        ):
            message = f"{path[-1]} has {number} cards, and its hand has {size} (GH-2.13)"
            self.found.doubt(message, self.decoded.key_span(*path))
        for place, names in where.items():
            for index, name in enumerate(names):
                span = self.decoded.span(*path, place, index)
                level = character.level_of(name)
                if file.level is not None and level is not None and level > file.level:
                    message = f"{name} is of level {level}, and {path[-1]} of level {file.level} (GH-2.13)"
                    self.found.doubt(message, span)
                elif near := character.near(name):
                    self.found.doubt(f'the {character.name} has no card "{shortened(name)}": {near}', span)
                elif not character.of and (class_ := character.of_another_class(name)):
                    message = f"{shortened(name)} is a card of the {class_}: write `class: {class_}`"
                    self.found.doubt(message, span)

    # what cards say

    def _card(self, path: TreePath, file: CharacterFile, name: str) -> CharacterCard:
        written = file.cards[name]
        halves: dict[Side, Half] = {
            side: self._half((*path, "cards", name, side), getattr(written, side)) for side in get_args(Side)
        }
        pack = name if written.level == "M" else ""
        return CharacterCard(name, halves["top"], halves["bottom"], written.initiative, pack=pack)

    def _printed(self, path: TreePath, card: Card, name: str) -> CharacterCard:
        """A card as the box has it, with its stickers; one of several packs under its own name."""
        facts = card.card
        assert facts is not None
        character = next((each for each in self._characters if each.of == facts.of), self._characters[0])
        halves = {side: self._printed_half(path, character, card, side) for side in get_args(Side)}
        pack = card.name if facts.level == "M" else ""
        called, ruling = name if pack else card.name, f"card.{card.id}"
        return CharacterCard(called, halves["top"], halves["bottom"], facts.initiative, ruling, pack)

    def _printed_half(self, path: TreePath, character: PrintedCharacter, card: Card, side: Side) -> Half:
        half: PrintedHalf = getattr(card.card, side)
        untold = "; ".join((*half.do, *half.untold)) if half.untold else ""
        printed = () if untold else tuple(self._abilities.printed(path, half.do))
        return Half(
            self._enhancements.on(path, character, card, side, printed),
            half.lost,
            "persistent" if half.persistent else "round" if half.round else "",
            half.xp,
            half.slots,
            half.unrecoverable,
            untold,
            tuple(map(str, stickers_on(character.file.enhanced, card.name, side))),
        )

    def _half(self, path: TreePath, written: str | Sequence[str] | HalfFile) -> Half:
        if not isinstance(written, HalfFile):
            return Half(tuple(self._abilities.read(path, written)))
        abilities = tuple(self._abilities.read((*path, "do"), written.do))
        lasts = "persistent" if written.persistent else "round" if written.round else ""
        slots = slots_of(written.slots)
        return Half(abilities, written.lost, lasts, written.xp, slots, written.unrecoverable)  # type: ignore[arg-type]


def tells_cards(file: CharacterFile) -> bool:
    """Whether the file tells any cards of a character."""
    cards = file.cards or file.chosen or file.hand or file.discarded or file.lost or file.active
    return bool(cards or file.items)


def gathered(characters: Mapping[str, CharacterFile]) -> Iterator[Gathered]:
    """What the characters have gained; nothing for one that has gained nothing."""
    for owner, file in characters.items():
        if file.experience or file.money or file.kills:
            yield Gathered(owner, file.experience, file.money, kills=file.kills)


def with_active_cards(
    state: State, cards: Mapping[tuple[str, str], CharacterCard], notes: list[str]
) -> State:
    """The position in which each active card has its bonus: the one that the file writes under `effects` with
    the card as its `source`, else what the card's text gives its owner. `notes` names cards whose bonus is
    unknown.
    """
    for held in state.held:
        for name in held.active:
            card = cards.get((held.owner, name))
            every = (each for figure in state.figures for each in figure.effects)
            told = any(squash(each.source) == squash(name) for each in every)
            if (
                card is not None
                and {card.top.lasts, card.bottom.lasts} == {"persistent", "round"}
                and not told
            ):
                side = "top" if card.top.lasts == "persistent" else "bottom"
                notes.append(f"the {side} of {name} is taken as active, which does not end with the round")
            state = _with_card(state, held.owner, name, _lasting(cards.get((held.owner, name))), notes)
    return state


def check_dooms(decoded: Decoded[Any], state: State, found: Diagnostics) -> None:
    """Report dooms whose card is in nobody's active area: nobody would perform them. (GH-10.10)"""
    active = {(held.owner, card) for held in state.held for card in held.active}
    for figure in state.figures:
        for effect in figure.effects:
            if effect.sort != "doom" or (effect.owner, effect.source) in active:
                continue
            card = effect.source or "CARD"
            written = decoded.value.monsters
            there = ("monsters", figure.name, "effects") if figure.name in written else ("monsters",)
            why = f"{card} is in nobody's active area" if effect.source else "no `source` is written"
            message = f"the doom on {figure.name} has no owner: {why}"
            help_ = (
                f"write `source: {card}` beside it, and the card with its owner: "
                f"`characters: {{NAME: {{active: [{card}]}}}}`"
            )
            found.report("E210", message, decoded.span(*there), help_)


def _lasting(card: CharacterCard | None) -> Half | None:
    """The half of a card that lasts, of two that which does not end with the round; None if it is not known
    which.
    """
    halves = [half for half in (card.top, card.bottom) if half.lasts] if card is not None else []
    stay = [half for half in halves if half.lasts == "persistent"]
    return halves[0] if len(halves) == 1 else stay[0] if len(stay) == 1 else None


def _with_card(state: State, owner: str, card: str, half: Half | None, notes: list[str]) -> State:
    figures = tuple(_linked(figure, owner, card, half) for figure in state.figures)
    effects = [
        each for figure in figures for each in figure.effects if (each.owner, each.source) == (owner, card)
    ]
    summons = [figure for figure in figures if (figure.owner, figure.card) == (owner, card)]
    if half is not None and not effects and not summons:
        effects = list(_brought(owner, card, half))
        figures = tuple(
            replace(figure, effects=(*figure.effects, *effects)) if figure.name == owner else figure
            for figure in figures
        )
    if not effects and not summons:
        notes.append(
            f"what the active card {card} of {owner} brings is not known: write it under `effects`, "
            f"`{{ability: shield 1, source: {card}}}`"
        )
    state = replace(state, figures=figures)
    if half is not None:
        return _doomed(state, owner, card) if half.lost else state
    # without its text it is unknown whether a card shows the loss icon: most cards that stay do
    stays = any(each.lasts == "persistent" for each in effects) or bool(summons)
    return _doomed(state, owner, card) if stays else state


def _doomed(state: State, owner: str, card: str) -> State:
    """The position in which an active card will be lost, not discarded. (GH-10.5)"""
    held = (
        replace(each, doomed=tuple(sorted({*each.doomed, card}))) if each.owner == owner else each
        for each in state.held
    )
    return replace(state, held=tuple(held))


def without_loss_icon(
    state: State, cards: Mapping[tuple[str, str], CharacterCard]
) -> Iterator[tuple[str, str]]:
    """The persistent cards in active areas without a loss icon, each with its owner."""
    for held in state.held:
        for name in held.active:
            half = _lasting(cards.get((held.owner, name)))
            if half is not None and half.lasts == "persistent" and not half.lost:
                yield held.owner, name


def _linked(figure: Figure, owner: str, card: str, half: Half | None) -> Figure:
    """A figure that was summoned by the card, or has bonuses from it."""
    effects = tuple(
        replace(each, owner=owner, source=card)
        if squash(each.source) == squash(card) and not each.owner
        else each
        for each in figure.effects
    )
    summoned = half.abilities if half is not None else ()
    names = {ability.name for ability in summoned if isinstance(ability, Summon)}
    from_card = figure.owner == owner and not figure.card and figure.name in names
    return replace(figure, effects=effects, card=card if from_card else figure.card)


def _brought(owner: str, card: str, half: Half) -> Iterator[LastingEffect]:
    """The bonuses that a card brings to its owner itself."""
    for ability in half.abilities:
        if isinstance(ability, OneOf) and ability.sort == "doom":
            continue  # it lies on an enemy, which the position has to name
        for effect in effects_of(ability):
            lasts = "persistent" if half.lasts == "persistent" else "round"
            yield replace(effect, lasts=lasts, source=card, owner=owner, slots=half.slots)
