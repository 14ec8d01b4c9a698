"""Cards that others get: packs for their hands, and cards that lie before them as their own.
(GH-11.15, GH-11.16)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tsolve.games.gloomhaven.abilities import Bestow
from tsolve.games.gloomhaven.actions import Action, Do, Pick
from tsolve.games.gloomhaven.simple_abilities import Give
from tsolve.games.gloomhaven.turn.affected import affected
from tsolve.games.gloomhaven.turn.character_ability import Skill
from tsolve.games.gloomhaven.turn.elements_and_bonuses import effects_of
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import State


class GiveCard(Skill, frozen=True, kw_only=True):
    """A card goes to other characters. (GH-11.15, GH-11.16)"""

    takes: ClassVar[tuple[type, ...]] = (Do, Pick)
    asks = "say who gets the card: `choose NAME`, or `skip`"

    @property
    def _giving(self) -> Give | Bestow:
        assert isinstance(self.ability, Give | Bestow)
        return self.ability

    def ways(self, book: Book, state: State) -> list[Action]:
        names = self._takers(book, state)
        if self._giving.whom.is_chosen:
            return [Pick(name) for name in names]
        return [Do(write_ability(self.ability))] if names else []

    def _takers(self, book: Book, state: State) -> list[str]:
        """The characters that may get the card."""
        near = affected(book, state, self.figure, self._giving.whom)
        kinds = ("monster", "boss") if self._giving.whom.side == "enemies" else ("character",)
        names = [name for name in near if state.figure(name).kind in kinds]
        return names if self._is_there(book, state) else []

    def _is_there(self, book: Book, state: State) -> bool:
        """Whether there is a card to give: a pack of the supply, or the card that is played."""
        return isinstance(self.ability, Bestow) or any(self._free(book, state))

    def _free(self, book: Book, state: State) -> Iterator[str]:
        """The packs of this name that nobody has."""
        assert isinstance(self.ability, Give)
        held = {card for each in state.held for card in each.packs}
        supply = book.packs.get(self.ability.card, ())
        yield from (name for name in supply if name not in held)

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        rules = ("GH-11.16",) if isinstance(self.ability, Give) else ("GH-11.15",)
        if isinstance(self.ability, Give) and not self._is_there(book, state):
            return f"no {self.ability.card} is left in the supply", rules
        if isinstance(action, Pick):
            return f"{action.figure} cannot get the card from here", ("GH-7.2", *rules)
        return super().why_not(book, state, action)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-2.6", "GH-11.16" if isinstance(self.ability, Give) else "GH-11.15")

    def perform(self, play: Play, action: Action) -> None:
        names = [action.figure] if isinstance(action, Pick) else self._takers(play.book, play.state)
        if isinstance(action, Pick):
            play.set(chosen=action.figure)
        for name in names:
            if isinstance(self.ability, Give):
                self._give(play, self.ability.card, name)
            else:
                self._bestow(play, name)

    def _give(self, play: Play, card: str, name: str) -> None:
        held = play.state.cards_of(name)
        free = next(self._free(play.book, play.state), None)
        if free is None:
            play.note("card", name, ("GH-11.16",), f"gets no {card}: none is left in the supply")
            return
        play.note("card", name, ("GH-11.16",), f"gets {free} into its hand")
        if held is not None:
            hand, packs = tuple(sorted((*held.hand, free))), tuple(sorted((*held.packs, free)))
            play.put_held(replace(held, hand=hand, packs=packs))

    def _bestow(self, play: Play, name: str) -> None:
        """The card that is played lies before another character, whose card it is from now on."""
        assert isinstance(self.ability, Bestow)
        card, mine, its = self.origin.name, play.state.cards_of(self.figure), play.state.cards_of(name)
        if mine is not None and card in mine.plays:
            play.put_held(replace(mine, plays=tuple(each for each in mine.plays if each != card)))
        if its is not None:
            doomed = (*its.doomed, card) if self.origin.loses else its.doomed
            active = tuple(sorted((*its.active, card)))
            play.put_held(replace(its, active=active, doomed=tuple(sorted(doomed))))
        marks = self.ability.whom.side == "enemies"
        owner, told = (self.figure, "") if marks else (name, " as its own")
        play.note("card", name, ("GH-11.15", "GH-10.5"), f"has {card} before it{told}")
        for ability in self.ability.then:
            for effect in effects_of(ability):
                lasting = replace(
                    effect, lasts="persistent", source=card, owner=owner, slots=self.origin.slots
                )
                play.gain(name, lasting, ("GH-10.1", "GH-11.15"))
