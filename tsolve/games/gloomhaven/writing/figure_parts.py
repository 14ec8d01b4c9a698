"""What figures of several kinds have: hit points, conditions, bonuses that last, statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tsolve.diagnostics import Diagnostics, Span
from tsolve.games.gloomhaven.cards import Card
from tsolve.games.gloomhaven.state import Effect, Profile, Token
from tsolve.games.gloomhaven.turn.bonuses import effects_of
from tsolve.games.gloomhaven.writing.card_file import slots_of
from tsolve.games.gloomhaven.writing.figure_file import EffectFile, StatsFile
from tsolve.games.gloomhaven.writing.formulas import value_of
from tsolve.games.gloomhaven.writing.words import CARDS, Words
from tsolve.games.gloomhaven.writing.written_abilities import written_ability
from tsolve.rules.ruleset import Ruleset
from tsolve.source.decode import Decoded, Path
from tsolve.source.words import shortened
from tsolve.turns.position import PositionFile as AnyPositionFile

MOST = 999
"""The largest number of a statistic."""
UNKNOWN_HIT_POINTS = 999
"""Of a figure of which the file says none: more than it can lose."""

_FRESH = "fresh "
_PLAIN = (
    *("move", "attack", "range", "shield", "retaliate", "retaliate_range", "pierce", "targets"),
    *("advantage", "attackers_have_disadvantage", "flying"),
)
"""The statistics that are numbers or truth values."""


class FigureParts:
    """Reads parts of the figures of one file."""

    def __init__(
        self, decoded: Decoded[AnyPositionFile], ruleset: Ruleset[Card], words: Words, found: Diagnostics
    ) -> None:
        self.decoded, self.ruleset, self.words, self.found = decoded, ruleset, words, found
        self.counts_characters = False
        """Whether a formula has asked how many there are."""
        self.letters: Mapping[str, int] = {}
        """What the letters of formulas stand for. (GH-14.6)"""
        self.immortal: list[str] = []
        """The figures of which no hit points are given."""

    def hit_points(self, path: Path, name: str, hp: int | None, most: int | None) -> tuple[int, int]:
        """Those left and all of them."""
        if hp is None and most is None:
            self.immortal.append(name)
        all_ = most or hp or UNKNOWN_HIT_POINTS
        if hp is not None and hp > all_:
            message = f"{name} has {hp} hit points, more than its maximum of {all_} (GH-11.7)"
            self.found.report("E205", message, self.decoded.span(*path, "hp"))
        return min(hp or all_, all_), all_

    def tokens(
        self, path: Path, name: str, texts: Sequence[str], immunities: Sequence[str]
    ) -> Iterator[Token]:
        """The conditions on a figure."""
        first: dict[str, Span] = {}
        for index, text in enumerate(texts):
            span = self.decoded.span(*path, index)
            plain = " ".join(text.split())
            fresh = plain.casefold().startswith(_FRESH)
            condition = self.words.condition(plain[len(_FRESH) :] if fresh else plain, span)
            if condition is None:
                continue
            if condition in CARDS:
                help_ = "write it under `modifiers`: `{added: [" + condition + "]}`"
                message = f"{condition} is a card in a modifier deck, not a token on a figure (GH-8.1)"
                self.found.report("E210", message, span, help_)
            elif condition in first:
                message = f"{name} has {condition} twice; one token is all that a figure can have (GH-8.1)"
                self.found.report("E210", message, span, "leave one out", [("first here", first[condition])])
            elif condition in immunities:
                self.found.report("E210", f"{name} is immune to {condition} (GH-8.15)", span)
            else:
                first[condition] = span
                yield Token(condition, fresh)

    def effects(self, path: Path, written: Sequence[str | EffectFile]) -> Iterator[Effect]:
        """The bonuses that last."""
        for index, each in enumerate(written):
            here: Path = (*path, index)
            file = EffectFile(each) if isinstance(each, str) else each
            span = self.decoded.span(*here) if isinstance(each, str) else self.decoded.span(*here, "ability")
            ability = written_ability(self.ruleset, file.ability, span, self.found)
            effects = tuple(effects_of(ability)) if ability is not None else ()
            for effect in effects:
                yield replace(effect, lasts=file.lasts, source=file.source, slots=slots_of(file.slots))
            if effects:
                continue
            if ability is not None:
                message = f'"{shortened(file.ability)}" is no bonus that lasts'
                help_ = "write `shield 1`, `retaliate 2, range 3`, `attack +1` or another that lasts"
                self.found.report("E210", message, span, help_)

    def number(self, path: Path, written: int | str | None, least: int = 0) -> int | None:
        """A number that may be written as a formula; None for none, and with a report. (GH-14.6)"""
        if written is None:
            return None
        span = self.decoded.span(*path)
        try:
            number = written if isinstance(written, int) else value_of(written, self.letters)
            self.counts_characters |= "C" in str(written).upper()
        except ValueError as error:
            message = f'"{shortened(str(written))}" is no number and no formula: {error}'
            help_ = "write `8+C`, `2xL`, `(3+L)xC`: C characters, L the scenario level (GH-14.6)"
            self.found.report("E209", message, span, help_)
            return None
        if not least <= number <= MOST:
            self.found.report("E205", f"{written} is {number}, not {least} to {MOST}", span)
            return None
        return number

    def changed(self, here: Path, profile: Profile, stats: StatsFile) -> Profile:
        """The statistics with those that the file gives, which stand at this place."""
        written = {key: value for key in _PLAIN if (value := getattr(stats, key)) is not None}
        given: dict[str, Any] = {
            key: self.number((*here, key), value) if isinstance(value, str) else value
            for key, value in written.items()
        }
        if "attack" in given:
            given["attack_counts"] = ""
        if stats.apply is not None:
            given["apply"] = self.words.conditions((*here, "apply"), stats.apply)
        if stats.immunities is not None:
            given["immunities"] = self.words.immunities((*here, "immunities"), stats.immunities)
        return replace(profile, **{key: value for key, value in given.items() if value is not None})
