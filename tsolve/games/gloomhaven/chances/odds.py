"""`odds` of attacks: the chances of damage and of deaths, target by target and together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.batch.work import Calls
from tsolve.cardkit import piles
from tsolve.errors import InputError, UsageError
from tsolve.games.gloomhaven.actions import Action
from tsolve.games.gloomhaven.attack.deck import MONSTERS, Deck, modifier_cards
from tsolve.games.gloomhaven.attack.modifiers import card as modifier
from tsolve.games.gloomhaven.attack.modifiers import parse
from tsolve.games.gloomhaven.chances.following import outcomes
from tsolve.games.gloomhaven.game import Gloomhaven
from tsolve.games.gloomhaven.state import Owned, State
from tsolve.games.gloomhaven.tasks import Task
from tsolve.games.gloomhaven.writing.figure_parts import UNKNOWN_HIT_POINTS
from tsolve.model.odds import DeckWish, Line, Row, Section, Threshold
from tsolve.turns.odds.estimates import Estimator
from tsolve.turns.odds.figures import chance_of, spread_of
from tsolve.turns.odds.looking import Hand
from tsolve.turns.odds.odds import Odds
from tsolve.turns.odds.tally import Figures, Weight

if TYPE_CHECKING:
    from tsolve.diagnostics import Diagnostics
    from tsolve.turns.opened import Opened

ALL = "all"
"""The row of all targets together, where there are several."""


class AttackOdds(Odds[State, Action]):
    """The chances of attacks from a position in which the next modifier card comes."""

    hand = 0
    dealt_from = "the modifier deck"
    has_events = False

    def __init__(
        self,
        opened: Opened[State, Action],
        game: Gloomhaven,
        state: State,
        owner: str,
        targets: Sequence[str],
        more: tuple[type[Task], ...] = (),
    ) -> None:
        """`owner` is whose deck the first card comes from; `more` are further tasks that attack later."""
        super().__init__(opened)
        self.game, self.state, self.owner, self.targets, self.more = game, state, owner, targets, more
        self._hit_points = {name: state.figure(name).hp for name in targets if state.is_up(name)}

    def deck(self, all_cards: bool) -> Sequence[str]:
        """The cards that may come next; with `all_cards` also those that were drawn already."""
        deck = self.state.deck(self.owner)
        if piles.has_unknown(deck.draw):
            raise UsageError(f"the modifier deck of {self._whose} is not known")
        return deck.cards() if all_cards else piles.contents(deck.coming)

    @property
    def _whose(self) -> str:
        return "the monsters" if self.owner == MONSTERS else self.owner

    def judging(self, deck: Sequence[str], draws: bool) -> Calls[Hand, Figures]:
        state = self.state
        own = state.deck(self.owner)
        if Counter(deck) != Counter(piles.contents(own.coming)):
            changed = Deck(piles.shuffled(tuple(deck)), reshuffles=own.reshuffles)
            others = tuple(owned for owned in state.decks if owned.owner != self.owner)
            state = replace(state, decks=(*others, Owned(self.owner, changed)))
        return Calls(partial(_figures, self.game, state, tuple(self.targets), self.more))

    def sections(self, found: Estimator) -> Iterator[Section]:
        """Damage and deaths of every target, and of all together."""
        if len(self.targets) == 1:
            (target,) = self.targets
            row = self._row(found, 0, target, "")
            if row.threshold is None:
                yield Section("attack", "Damage", lines=(Line("damage", row.figures, "on average"),))
            else:
                yield Section("attack", "Damage", "target", (row,))
            return
        rows = [self._row(found, place, target, target) for place, target in enumerate(self.targets)]
        place = len(self.targets)
        damage = spread_of(
            found,
            place,
            "damage",
            "damage",
            "damage to all",
            "points",
            "Damage to all",
            lambda each: (each[0], True),
        )
        figures = [damage]
        if all(row.threshold is not None for row in rows):
            figures.append(
                chance_of(found, place, "kill", "killed", "all targets die", lambda each: each[1] == 1)
            )
        yield Section("attack", "Damage", "target", (*rows, Row(ALL, "", tuple(figures))))

    def _row(self, found: Estimator, place: int, target: str, called: str) -> Row:
        points = self._hit_points.get(target, UNKNOWN_HIT_POINTS)
        is_mortal = points < UNKNOWN_HIT_POINTS
        damage = spread_of(
            found,
            place,
            "damage",
            "damage",
            f"damage to {target}",
            "points",
            f"Damage to {target}",
            lambda each: (each[0], each[1] == 1),
        )
        if not is_mortal:
            return Row(target, called, (damage,))
        kill = chance_of(found, place, "kill", "killed", f"{target} dies", lambda each: each[1] == 1)
        return Row(target, called, (kill, damage), threshold=Threshold("hit points", points, "kills it"))

    def notes(self, wish: DeckWish, decks: Sequence[Sequence[str]]) -> Iterator[str]:
        """Also which damage may be avoided by losing cards. (GH-11.5)"""
        yield from super().notes(wish, decks)
        for name in self.targets:
            held = self.state.cards_of(name)
            times = len(held.hand) + len(held.discarded) // 2 if held is not None else 0
            if times:
                number = "once" if times == 1 else f"{times} times"
                told = f"{name} takes all damage here; by losing a card of its hand, or two discarded ones"
                yield f"{told}, it avoids that of one attack: {number} at most (GH-11.5)"

    # cards of the deck as people name them

    def order(self, card: str) -> tuple[object, ...]:
        found = modifier(card)
        return found.rolling, found.kind, found.number, card

    def find_card(self, name: str, found: Diagnostics) -> str:
        try:
            return str(parse(name))
        except InputError as error:
            for each in error.diagnostics:
                found.report(each.code, each.message, each.span, each.help)
            return ""

    def card_name(self, card: str) -> str:
        return card

    def refuse_copies(self, card: str, copies: int) -> str:
        limits = {"bless": modifier_cards().bless, "curse": modifier_cards().curse}
        if copies <= limits.get(card, copies):
            return ""
        return f"there are {limits[card]} x {card} (GH-8.11, GH-8.14)"


def _figures(
    game: Gloomhaven, state: State, targets: Sequence[str], more: tuple[type[Task], ...], _: Hand
) -> Figures:
    """For every target, and at the end for all, the damage with whether it kills."""
    found: list[dict[tuple[int, ...], Weight]] = [defaultdict(Fraction) for _ in (*targets, ALL)]
    for outcome, chance in outcomes(game, state, more).items():
        for place, target in enumerate(targets):
            found[place][outcome.on(target), int(target in outcome.dead)] += chance
        whole = sum(amount for _, amount in outcome.damage)
        found[-1][whole, int(outcome.dead >= set(targets))] += chance
    return _plain(found)


def _plain(found: Sequence[Mapping[tuple[int, ...], Weight]]) -> Figures:
    return [dict(each) for each in found]
