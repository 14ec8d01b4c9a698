"""Compares what a puzzle expects of a line, of the position after it and of a policy with what was found.
Also lists the rules and cards that judging the puzzle has used.

Settings that change cards, and scoring at the end, leave no event; they are found separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit import piles
from tsolve.contract.step_reader import Played
from tsolve.errors import TreePath
from tsolve.games.family import judging as family
from tsolve.games.family.judging import CoverageCollector
from tsolve.games.thunderstone import actions
from tsolve.games.thunderstone.actions import Action
from tsolve.games.thunderstone.cards import effect_name, effects_of, rules_of
from tsolve.games.thunderstone.game import (
    all_victory_points,
    everything,
    extra_entries,
    owned,
)
from tsolve.games.thunderstone.judging.figures import is_won_anyway, unseen_gain, unseen_stone
from tsolve.games.thunderstone.judging.lines import TurnBestPlays, enter, judge_value
from tsolve.games.thunderstone.judging.outcome import (
    PlayedTurn,
    attacked_name,
    bought,
    levelled,
    one_turn,
)
from tsolve.games.thunderstone.judging.unseen import refilled
from tsolve.games.thunderstone.planning.goals import line_worth
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import NONE, UNSEEN, State
from tsolve.games.thunderstone.turn.drawing import DrawCards, UnseenHand
from tsolve.games.thunderstone.turn.hall import BREACHED_MARK, Target, target_at
from tsolve.games.thunderstone.turn.village import left_of
from tsolve.games.thunderstone.writing.statements import (
    AfterExpectation,
    Expectations,
)
from tsolve.judging.expectations import (
    UNKNOWN,
    counted,
    counted_names,
    from_the_top,
    one_by_one,
)
from tsolve.judging.numbers import whatever_is_chosen
from tsolve.model.answers import CheckAnswer, ExpectationAnswer, SolveAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.facts import Fact, answered, doubted, same
from tsolve.plays.plan import PolicyJudge, Reached
from tsolve.written.card_names import split_count

if TYPE_CHECKING:
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.cards import Card
    from tsolve.games.thunderstone.effects.base import Effect


_TO_THE_DISCARD_PILE = ("discard", "diseases")
"""What changes when cards are gained."""
_OF_THE_STONE = ("over", "stone")
"""What changes when a Thunderstone comes to Rank 1."""


def judge_after(
    position: ThunderstonePosition, played: PlayedTurn | None, expect: AfterExpectation
) -> Iterator[ExpectationAnswer]:
    """Every expectation about the position after the line."""
    if played is None:
        yield answered(("after",), "after", False, "a line", "the file has no line")
        return
    yield from whatever_is_chosen(played, lambda way: _of_line(position, way, expect))


def _of_line(
    position: ThunderstonePosition, played: PlayedTurn, expect: AfterExpectation
) -> Iterator[ExpectationAnswer]:
    is_open = "" if is_won_anyway(position, played) else played.undecided
    gain, stone = unseen_gain(position, played), unseen_stone(position, played)
    doubts = dict.fromkeys(_TO_THE_DISCARD_PILE, gain) | dict.fromkeys(_OF_THE_STONE, stone)
    for each in _judged(position, played, expect):
        doubt = is_open or doubts.get(str(each.path[-1]), "")
        yield doubted(replace(each, holds=False, found=doubt)) if doubt else each


def _judged(
    position: ThunderstonePosition, played: PlayedTurn, expect: AfterExpectation
) -> Iterator[ExpectationAnswer]:
    """The same for a line that could be judged to its end."""
    state, me = refilled(one_turn(position.book), played.final), position.state.active
    player = state.players[me]
    hand = (
        [m.card for m in state.party if not m.left and m.owner == NONE] if state.active == me else player.hand
    )
    if expect.xp is not None:
        yield same(("after", "xp"), "after xp", expect.xp, player.xp)
    if expect.hall is not None:
        found = tuple(_in_rank(position, slot.card) for slot in state.hall)
        wanted = tuple(_hall_name(position, name) for name in expect.hall)
        answer = same(("after", "hall"), "after hall", wanted, found, right=found)
        yield doubted(answer, found) if _could_stand(wanted, found) else answer
    treasures = [card for each in player.treasures for card in (each.card, each.holds) if card]
    piles_of_cards = (
        ("guardians", [slot.card for slot in state.outside]),
        ("treasures", treasures),
        ("hand", hand or ()),
        ("discard", player.discard),
        ("removed", state.removed),
    )
    for field, cards in piles_of_cards:
        if (names := getattr(expect, field)) is not None:
            found = counted(position, cards)
            if field == "hand" and _draws_unknown(position, state):
                found = (*found, UNKNOWN)
            wanted = (
                _counted_with_unknown(position, names) if field == "hand" else counted_names(position, names)
            )
            answer = same(("after", field), f"after {field}", wanted, found, right=found)
            comes = Counter(one_by_one(position, names))
            known = Counter(position.book.name(card) for card in cards)
            yield doubted(answer, found) if UNKNOWN in found and known <= comes else answer
    for field, pile in (("deck", player.deck), ("dungeon_deck", state.dungeon)):
        if (names := getattr(expect, field)) is not None:
            order, written = from_the_top(pile, partial(_name, position)), one_by_one(position, names)
            answer = same(("after", field), f"after {field}", written, order, right=order)
            yield doubted(answer, order) if _could_lie(written, order) else answer
    for name, count in (expect.village or {}).items():
        left = left_of(state, position.card(name))
        yield same(("after", "village", name), f"after village {name}", count, left)
    if expect.points is not None:
        yield same(
            ("after", "points"), "after points", expect.points, all_victory_points(position.book, state)[me]
        )
    if expect.over is not None:
        yield same(("after", "over"), "after over", expect.over, state.over)
    if expect.stone is not None:
        yield same(("after", "stone"), "after stone", expect.stone, state.stone_owner == me)
    if expect.diseases is not None:
        found_diseases = _diseases(position, state, hand or ())
        yield same(("after", "diseases"), "after diseases", expect.diseases, found_diseases)


def _could_stand(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether the Ranks may hold the expected cards, given what is known of them."""
    pairs = zip(wanted, found, strict=False)
    return UNKNOWN in found and len(wanted) == len(found) and all(b in (a, UNKNOWN) for a, b in pairs)


def _could_lie(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether a pile may be as expected, as far as it is known from the top."""
    known = found.index(UNKNOWN) if UNKNOWN in found else None
    return known is not None and tuple(wanted[:known]) == tuple(found[:known])


def _draws_unknown(position: ThunderstonePosition, state: State) -> bool:
    """Whether unknown cards come into the hand of the player whose turn it was."""
    task = state.todo[-1] if state.todo and not state.over else None
    if not isinstance(task, DrawCards) or isinstance(task, UnseenHand) or task.into != "party":
        return False
    return task.mover(position.book, state) == actions.UNKNOWN


def _counted_with_unknown(position: ThunderstonePosition, names: Sequence[str]) -> tuple[str, ...]:
    """Names as a file writes them, with the mark for unknown cards at the end."""
    known = [name for name in names if name.strip() != UNKNOWN]
    return (*counted_names(position, known), *((UNKNOWN,) if len(known) < len(names) else ()))


def _diseases(position: ThunderstonePosition, state: State, hand: Iterable[str]) -> int:
    player = state.players[position.state.active]
    cards = [*piles.contents(player.deck), *player.discard, *hand]
    return sum(1 for card in cards if position.book.card(card).is_disease)


def _name(position: ThunderstonePosition, card: str) -> str:
    return position.book.name(card.removesuffix(BREACHED_MARK))


def _hall_name(position: ThunderstonePosition, written: str) -> str:
    name = written.strip()
    return name if name in ("none", "unknown") else position.book.name(position.card(name))


def _in_rank(position: ThunderstonePosition, card: str) -> str:
    return "none" if not card else "unknown" if card == UNSEEN else position.book.name(card)


class TurnExpectations(family.TurnExpectations[State, Action, Target]):
    """Judges expectations: of the best line, totals, the position after the line, odds and policies."""

    position: ThunderstonePosition
    best_plays: TurnBestPlays
    expect: Expectations

    def of_after(self) -> Iterator[ExpectationAnswer]:
        if self.expect.after is not None:
            yield from judge_after(self.position, self.played, self.expect.after)

    def of_odds(self) -> Iterator[ExpectationAnswer]:
        if self.expect.odds is not None:
            from tsolve.games.thunderstone.judging.odds import HandOddsJudge

            yield from HandOddsJudge(self.position, self.expect.odds).judged()

    def policies(self) -> PolicyJudge[State, Action]:
        return TurnPolicyJudge(enter(self.position))

    def is_table_open(self, played: PlayedTurn) -> bool:
        return self.is_open(played, "total")

    # the best play

    def line_worth(self, line: tuple[str, ...], goal: tuple[str, ...]) -> tuple[int, ...] | None:
        return line_worth(self.position, line, goal)

    def of_target(self, name: str, played: PlayedTurn) -> ExpectationAnswer:
        target, state = self.position.target(name), played.result
        found = attacked_name(self.position.book, played.moves, state.tally) or None
        wanted = found if target.was_attacked(state) else target.say(self.position.book)
        return same(("best", "target"), "best target", wanted, found, played.answer.outcome, found)

    def results_of_best(self, found: SolveAnswer, played: PlayedTurn) -> Mapping[str, Fact]:
        return {
            **super().results_of_best(found, played),
            "bought": tuple(bought(played.moves)),
            "levelled": tuple(into for _, into in levelled(played.moves)),
        }

    def of_total(self, name: str, total: int) -> Iterator[ExpectationAnswer]:
        yield self._total_of_each(name, total)

    def _total_of_each(self, name: str, total: int) -> ExpectationAnswer:
        path, what = ("totals", name), f"totals {name}"
        target, state = self.position.target(name), self.position.state
        several = [target_at(state, place) for place in target.places(state)]
        if len(several) < 2:
            return self._total_against(path, what, target, total)
        answers = [self._total_against(path, what, each, total) for each in several]
        if len({(each.holds, each.undecided) for each in answers}) == 1:
            return answers[0]
        texts = [
            f"{each.say(self.position.book)}: {answer.found}"
            for each, answer in zip(several, answers, strict=True)
        ]
        return doubted(answered(path, what, False, str(total), f"say which is meant: {'; '.join(texts)}"))

    def _total_against(self, path: TreePath, what: str, target: Target, total: int) -> ExpectationAnswer:
        best = self.best_plays.against(target, "total")
        if best.answer.policy is not None:
            judged = judge_value(self.best_plays, best, best.answer.policy, target, total)
            answer = answered(path, what, judged.holds is True, str(total), judged.reason)
            return doubted(answer) if judged.holds is None else answer
        if not best.sure:
            return doubted(answered(path, what, False, str(total), best.reason))
        if best.played is None:
            return answered(path, what, False, str(total), best.reason or "it cannot be attacked")
        if best.played.undecided:
            return doubted(answered(path, what, False, str(total), best.played.undecided))
        return same(path, what, total, best.played.result.tally.value, best.played.answer.outcome)


class TurnPolicyJudge(PolicyJudge[State, Action]):
    """Cards and Monsters may be named in any language."""

    position: ThunderstonePosition

    def came(self, written: str) -> str:
        _, name = split_count(written, self.position.ruleset.names)
        return self.position.book.name(self.position.card(name))

    def target(self, written: str, reached: Mapping[Reached, Fraction]) -> tuple[str, Fraction]:
        target, book = self.position.target(written), self.position.book
        monster = book.name(target.monster) if target.monster else ""
        fitting = (
            likely
            for (name, place), likely in reached.items()
            if monster in ("", name) and target.is_in(place)
        )
        return target.say(book), sum(fitting, Fraction(0))

    def reached_by(self, result: State) -> Reached | None:
        defeated = result.tally.defeated
        return (self.position.book.name(defeated), result.target) if defeated else None


def of_the_setting(position: ThunderstonePosition) -> Iterator[tuple[Card, Effect]]:
    """The effects of the Setting that change a card in sight. (DS-9)"""
    printed = position.ruleset.cards
    setting = printed.get(position.state.setting)
    if setting is not None:
        seen = {card for card in _in_sight(position.state) if card in printed}
        for effect in setting.setting:
            if any(effect.change(printed[card]) != printed[card] for card in seen):
                yield setting, effect


def of_the_score(book: Book, state: State) -> Iterator[tuple[Card, Effect]]:
    """The effects that give a card's owner points in addition to the printed ones. (TS-17.2)"""
    all_cards = everything(book, state)
    for player, cards in enumerate(all_cards):
        for card in dict.fromkeys(cards):
            for effect, points in extra_entries(book, card, all_cards, player):
                if points:
                    yield book.card(card), effect


def _in_sight(state: State) -> Iterator[str]:
    yield from (slot.card for slot in state.standing)
    yield from state.stalls
    for player in range(len(state.players)):
        yield from owned(state, player)


_COMPARED_BY: Mapping[tuple[str | int, ...], tuple[str, ...]] = {
    ("after", "removed"): ("TS-1.3",),
    ("after", "points"): ("TS-17.2",),
}
"""For each thing compared after a line, the rules that define it, if no event names them."""


def exercised(
    position: ThunderstonePosition, answer: CheckAnswer, rests_on: Iterable[object], effects: Iterable[str]
) -> Exercised:
    """The rules and cards that an answer used or depends on, and the effects counted meanwhile."""
    rests_on, found = tuple(rests_on), set(effects)
    exercise = CoverageCollector(position, answer, rests_on, _COMPARED_BY)
    for card, effect in _lasting(position, answer, rests_on):
        found.add(f"{card.id} {effect_name(card, effect)}")
        exercise.rulings.add(card.ruling)
    acting = {name.partition(" ")[0] for name in found} & position.book.cards.keys()
    known = {
        f"{card} {name}": effect for card in acting for name, effect in effects_of(position.book.card(card))
    }
    acted = sorted(known.keys() & found)
    exercise.rulings.update(rule for name in acted for rule in rules_of(known[name]))
    return exercise.found(acted)


def _lasting(
    position: ThunderstonePosition, answer: CheckAnswer, rests_on: Iterable[object]
) -> Iterator[tuple[Card, Effect]]:
    """The effects without an event: those of the Setting and, if a puzzle compares points, those of
    scoring.
    """
    yield from of_the_setting(position)
    if any(each.path[-2:] == ("after", "points") for each in answer.expectations):
        for each in rests_on:
            if isinstance(each, Played):
                yield from of_the_score(position.book, each.final)
