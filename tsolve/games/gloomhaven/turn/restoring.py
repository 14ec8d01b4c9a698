"""Cards that come back, items that are refreshed, conditions that are taken away. (GH-8.17, GH-11.12,
GH-11.13)

The one who gets something back need not be the one who performs the ability: then its own player says which
card or item it is, and may leave it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING, ClassVar, TypeVar

from msgspec.structs import replace

from tsolve.cardkit.tasks import ENGINE
from tsolve.games.gloomhaven.abilities import Recover
from tsolve.games.gloomhaven.ability_parts import SELF, Whom
from tsolve.games.gloomhaven.actions import Action, Do, Pass, Pick, RefreshItems, RemoveConditions, TakeBack
from tsolve.games.gloomhaven.map_abilities import Summon
from tsolve.games.gloomhaven.simple_abilities import Cure, Refresh
from tsolve.games.gloomhaven.traits import NEGATIVE, Condition
from tsolve.games.gloomhaven.turn.affected import affected
from tsolve.games.gloomhaven.turn.character_ability import Skill
from tsolve.games.gloomhaven.turn.items import WhyNot
from tsolve.games.gloomhaven.writing.ability_in_words import write_ability

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.book import Book
    from tsolve.games.gloomhaven.cards import Item
    from tsolve.games.gloomhaven.play import Play
    from tsolve.games.gloomhaven.state import Held, State

Restoring = Recover | Refresh | Cure
T = TypeVar("T")
RULES = {Recover: ("GH-11.12",), Refresh: ("GH-11.13",), Cure: ("GH-8.17",)}
"""The rule of each."""


class Restore(Skill, frozen=True, kw_only=True):
    """An ability that gives back cards, items or the freedom from conditions."""

    takes: ClassVar[tuple[type, ...]] = (Do, Pick, TakeBack, RefreshItems, RemoveConditions)
    asks = "say what comes back, or `skip`"
    granted: bool = False
    """Whether another figure performs the ability, so that only its choice is left."""

    @property
    def asked(self) -> str:
        return self.figure if self.granted else ""

    @property
    def _restoring(self) -> Restoring:
        assert isinstance(self.ability, Recover | Refresh | Cure)
        return self.ability

    def ways(self, book: Book, state: State) -> list[Action]:
        ability = self._restoring
        if ability.whom == SELF:
            return list(self._own(book, state))
        names = self._names(book, state)
        if ability.whom.is_chosen:
            return [Pick(name) for name in names]
        return [Do(write_ability(ability))] if names else []

    def _names(self, book: Book, state: State) -> list[str]:
        """Whom the ability may help: those who have something to get back, as far as that is told."""
        names = affected(book, state, self.figure, self._restoring.whom)
        return [name for name in names if self._helps(book, state, name)]

    def _helps(self, book: Book, state: State, name: str) -> bool:
        if isinstance(self.ability, Cure):
            return any(self._for(book, state, name).ways(book, state))
        if state.figure(name).kind != "character":
            return False
        return state.cards_of(name) is None or any(self._for(book, state, name).ways(book, state))

    def _for(self, book: Book, state: State, name: str) -> Restore:
        """What is left for the one who is helped."""
        ability = replace(self._restoring, whom=SELF)
        if isinstance(ability, Recover) and ability.per_ally and ability.number is not None:
            beside = len(affected(book, state, self.figure, Whom("allies", 1)))
            ability = replace(ability, number=ability.number * beside, per_ally=False)
        return Restore(name, ability=ability, origin=self.origin, granted=name != self.figure)

    def _own(self, book: Book, state: State) -> Iterator[Action]:
        """What the figure itself may get back."""
        ability, held = self._restoring, state.cards_of(self.figure)
        if isinstance(ability, Cure):
            yield from self._some(self._conditions(state), lambda some: RemoveConditions(some))
        elif held is not None and isinstance(ability, Refresh):
            names = [item.name for item in self._used_up(book, held)]
            yield from self._some(names, lambda some: RefreshItems(some))
        elif held is not None and isinstance(ability, Recover):
            lying = self._lying(book, held)
            active = [
                card
                for card in held.active
                if (card in held.doomed) == ability.lost and self._fits(book, card)
            ]
            if ability.number is not None:
                yield from self._some([*lying, *active], lambda some: TakeBack(some))
                return
            if lying:
                yield Do(write_ability(ability))
            yield from (TakeBack(tuple(sorted((*lying, *some)))) for some in _subsets(active, len(active)))

    def _conditions(self, state: State) -> list[Condition]:
        """The conditions of the figure that the ability takes away."""
        assert isinstance(self._restoring, Cure)
        only = self._restoring.only
        there = (each.condition for each in state.figure(self.figure).tokens)
        return [each for each in there if each in NEGATIVE and only in (None, each)]

    def _lying(self, book: Book, held: Held) -> list[str]:
        """The cards that may come back, without active ones."""
        assert isinstance(self._restoring, Recover)
        there = held.lost if self._restoring.lost else held.discarded
        return [card for card in there if self._fits(book, card)]

    def as_offered(self, book: Book, state: State, action: Action) -> Action:
        """What is meant by a step that names everything which comes back at once."""
        ability, held = self._restoring, state.cards_of(self.figure)
        if ability.number is not None or ability.whom != SELF:
            return action
        every: list[str] = []
        named: Sequence[str] = ()
        if isinstance(action, RemoveConditions) and isinstance(ability, Cure):
            every, named = [*self._conditions(state)], action.conditions
        elif isinstance(action, RefreshItems) and isinstance(ability, Refresh) and held is not None:
            every, named = [item.name for item in self._used_up(book, held)], action.items
        elif isinstance(action, TakeBack) and isinstance(ability, Recover) and held is not None:
            every, named = self._lying(book, held), action.cards
        return Do(write_ability(self.ability)) if named and sorted(named) == sorted(every) else action

    def _some(self, there: Sequence[T], taking: Callable[[tuple[T, ...]], Action]) -> Iterator[Action]:
        """All of these, or up to so many."""
        number = self._restoring.number
        if number is None:
            yield from [Do(write_ability(self.ability))] if there else []
        else:
            yield from (taking(some) for some in _subsets(there, number))

    def _fits(self, book: Book, card: str) -> bool:
        """Whether a card may come back by this ability."""
        ability, facts = self._restoring, book.cards.get((self.figure, card))
        assert isinstance(ability, Recover)
        if ability.lost and facts is not None and facts.is_unrecoverable:
            return False
        if not ability.of_summons:
            return True
        halves = (facts.top, facts.bottom) if facts is not None else ()
        return any(isinstance(each, Summon) for half in halves for each in half.abilities)

    def _used_up(self, book: Book, held: Held) -> Iterator[Item]:
        """The items of this kind that are used up, without the one by which they are refreshed."""
        for (owner, name), item in book.items.items():
            is_source = name == self.origin.name and not self.granted
            is_used_up = held.times(name) >= item.uses
            if owner == self.figure and is_used_up and not is_source and not self._why_not_item(item):
                yield item

    def _why_not_item(self, item: Item) -> str | None:
        """Why an item that is used up is not refreshed by this ability."""
        ability = self._restoring
        assert isinstance(ability, Refresh)
        state = "consumed" if item.consumed else "spent"
        if ability.used_up and ability.used_up != state:
            return f"{item.name} is {state}: only {ability.used_up} items are refreshed"
        if ability.kind == "small" and item.place != "small":
            return f"{item.name} is not a small item"
        if ability.kind == "weapon" and not item.is_weapon:
            return f"{item.name} is not held in a hand"
        return None

    # asking

    def options(self, book: Book, state: State) -> list[Action]:
        if not self.granted:
            return super().options(book, state)
        if self._restoring.number is None and not isinstance(self.ability, Recover):
            return []
        ways = self.ways(book, state) if state.is_up(self.figure) else []
        return [*ways, Pass()] if ways else []

    def mover(self, book: Book, state: State) -> int:
        if self.granted and not self.options(book, state):
            return ENGINE
        return super().mover(book, state)

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return ("GH-2.6", *RULES[type(self._restoring)])

    def why_not(self, book: Book, state: State, action: Action) -> WhyNot:
        ability, rules = self._restoring, RULES[type(self._restoring)]
        ways = self.ways(book, state)
        if isinstance(action, Pick) and ability.whom != SELF:
            if ability.whom.is_chosen and action.figure in affected(book, state, self.figure, ability.whom):
                return f"{action.figure} has nothing that could come back", rules
            return f"the ability cannot affect {action.figure} from here", ("GH-4.4", "GH-7.2")
        if ability.whom != SELF:
            first = (
                "choose for whom it is" if ways else "nobody whom it could affect has anything to get back"
            )
            return first, ("GH-7.2", *rules)
        many = "all" if ability.number is None else f"up to {ability.number}"
        match ability:
            case Recover() if isinstance(action, TakeBack):
                return self._why_not_cards(book, state, action.cards) or (
                    f"{many} {'lost' if ability.lost else 'discarded'} cards come back"
                ), rules
            case Refresh() if isinstance(action, RefreshItems):
                return self._why_not_items(book, state, action.items) or f"{many} items are refreshed", rules
            case Cure() if isinstance(action, RemoveConditions):
                there = {each.condition for each in state.figure(self.figure).tokens}.intersection(NEGATIVE)
                missing = next((each for each in action.conditions if each not in there), "")
                if missing:
                    return f"{self.figure} has no {missing} that could be removed", rules
                return f"{many} negative conditions are removed", rules
        return f"the ability to perform is {write_ability(ability)}", rules

    def _why_not_cards(self, book: Book, state: State, cards: Iterable[str]) -> str:
        ability, held = self._restoring, state.cards_of(self.figure)
        assert isinstance(ability, Recover)
        if held is None:
            return ""
        lost = {*held.lost, *held.doomed}
        discarded = {*held.discarded, *held.active} - lost
        there, word = (lost, "lost") if ability.lost else (discarded, "discarded")
        for card in cards:
            if card not in there:
                where = "discarded, not lost" if card in discarded else "lost, not discarded"
                return f"{card} is {where}" if card in lost | discarded else f"{card} is not {word}"
            facts = book.cards.get((self.figure, card))
            if ability.lost and facts is not None and facts.is_unrecoverable:
                return f"{card} can never be recovered once it is lost"
            if not self._fits(book, card):
                return f"{card} is no card that summons"
        return ""

    def _why_not_items(self, book: Book, state: State, items: Iterable[str]) -> str:
        held = state.cards_of(self.figure)
        for name in items:
            item = book.items.get((self.figure, name))
            if item is None or held is None:
                return f"{self.figure} has no {name}"
            if held.times(name) < item.uses:
                return f"{name} is not used up"
            if name == self.origin.name and not self.granted:
                return f"{name} does not refresh itself"
            if why_not := self._why_not_item(item):
                return why_not
        return ""

    # doing

    def perform(self, play: Play, action: Action) -> None:
        ability = self._restoring
        if isinstance(action, Pick):
            play.set(chosen=action.figure)
            self._let(play, [action.figure])
        elif ability.whom != SELF:
            self._let(play, self._names(play.book, play.state))
        else:
            self._take(play, action)

    def _let(self, play: Play, names: Sequence[str]) -> None:
        """Let these figures get something back."""
        for name in names if not isinstance(self.ability, Cure) else ():
            if play.state.cards_of(name) is None:
                told = "may get something back: its cards and items are not told"
                play.note("card", name, RULES[type(self._restoring)], told)
        play.push(*(self._for(play.book, play.state, name) for name in names))

    def run(self, play: Play) -> None:
        """Without a choice it is done at once."""
        if self.granted and play.state.is_up(self.figure):
            for action in self.ways(play.book, play.state)[:1]:
                self._take(play, action)

    def _take(self, play: Play, action: Action) -> None:
        ability, held = self._restoring, play.state.cards_of(self.figure)
        rules = RULES[type(ability)]
        if isinstance(ability, Cure):
            chosen = action.conditions if isinstance(action, RemoveConditions) else None
            play.cure(self.figure, rules, chosen if ability.only is None else (ability.only,))
        elif isinstance(ability, Refresh):
            assert held is not None
            every = tuple(item.name for item in self._used_up(play.book, held))
            play.refresh(self.figure, action.items if isinstance(action, RefreshItems) else every, rules)
        else:
            assert held is not None
            lying = (held.lost if ability.lost else held.discarded) if isinstance(action, Do) else ()
            every = tuple(card for card in lying if self._fits(play.book, card))
            for card in action.cards if isinstance(action, TakeBack) else every:
                play.put_card(self.figure, card, "hand", ("GH-2.8", *rules))


def _subsets(there: Sequence[T], most: int) -> Iterator[tuple[T, ...]]:
    """Some of these, at least one and up to so many."""
    sizes = range(1, min(most, len(there)) + 1)
    return chain.from_iterable(combinations(there, size) for size in sizes)
