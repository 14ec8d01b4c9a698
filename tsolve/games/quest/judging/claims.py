"""Statements about a position: confirmed, refuted, or undecided with the reason; and what judging a puzzle
exercised of the ruleset.

What a Village phase can buy is found by trying every Location and every use of abilities and tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from tsolve.engine import CHANCE, UNKNOWN, Arrival, explore
from tsolve.games.quest.actions import Action, Buy, Enter
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.figures import (
    Best,
    Bests,
    Played,
    facts_of,
    rooms_in_reach,
    untold_way,
    why_out_of_reach,
    with_hand_laid_out,
    words_of,
)
from tsolve.games.quest.judging.narration import missed, untold
from tsolve.games.quest.opened import Opened
from tsolve.games.quest.state import PLACES, State, Target, in_the_dungeon
from tsolve.games.quest.writing.statements import ClaimFile
from tsolve.model.answers import CheckAnswer, ClaimAnswer, ExpectationAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry
from tsolve.model.verdicts import chance_in_words
from tsolve.turns.claims import POSSIBILITY, ClaimJudge
from tsolve.turns.line import play_line
from tsolve.turns.rulings import changing, parts_of, rulings_and_readings

_AT_ONCE = {"gold": ("QUEST-4.3",), "light": ("QUEST-5.3",), "hp": ("QUEST-6.1", "QUEST-7.2")}
"""What the cards of the hand come to by themselves, without a line, and the rules that say so."""


class TurnClaim(ClaimJudge[State, Action]):
    """Also of battles, of rooms and of purchases."""

    opened: Opened
    claim: ClaimFile

    def __init__(
        self, opened: Opened, played: Played | None, bests: Bests, claim: ClaimFile, index: int
    ) -> None:
        super().__init__(opened, played, claim, index)
        self.bests, self.book = bests, opened.book

    @property
    def has_one_calculation(self) -> bool:
        return self.kind not in ("buys", "cannot_buy")  # there are many ways to the gold

    @property
    def number(self) -> int | None:
        return self.claim.total if self.claim.total is not None else super().number

    def _needs_no_search(self) -> bool:
        if self.kind in POSSIBILITY:
            return False
        return self.kind in ("legal", "illegal") or self.played is not None or self.kind in _AT_ONCE

    def _judged(self) -> ClaimAnswer:
        if self.kind in ("legal", "illegal", *POSSIBILITY):
            return super()._judged()
        if self.kind == "total" and self.claim.against is not None:
            return self._of_battle()
        if self.claim.stated:
            return self._figure() if self.played is not None else self._at_once()
        if self.kind in ("defeats", "not_defeats"):
            return self._of_battle()
        if self.kind in ("reaches", "cannot_reach"):
            return self._of_room()
        return self._of_purchase()

    def _text(self) -> str:
        claim = self.claim
        if claim.total is not None and claim.against is not None:
            return f"total {claim.total} against {self._monster().say(self.book)}"
        if self.kind in ("legal", "illegal", *POSSIBILITY) or claim.stated:
            return super()._text()
        named = getattr(claim, self.kind)
        if self.kind in ("defeats", "not_defeats"):
            chance = f" with chance {claim.chance}" if claim.chance is not None else ""
            return f"{self.kind.replace('_', ' ')} {self._monster().say(self.book)}{chance}"
        return f"{self.kind.replace('_', ' ')} {self.book.name(self.opened.card(named))}"

    def _is_so(
        self, holds: bool, reason: str, rulings: tuple[str, ...] = (), table: Calculation | None = None
    ) -> ClaimAnswer:
        """The verdict of a claim that something can be done, or cannot."""
        denies = self.kind in ("not_defeats", "cannot_reach", "cannot_buy")
        return self._answer(holds != denies, reason, rulings, table)

    # the hand

    def _at_once(self) -> ClaimAnswer:
        """What the cards of the hand come to when they are laid out, without tokens and abilities."""
        found = facts_of(self.book, with_hand_laid_out(self.opened.state))[self.kind]
        wounded = self.kind == "hp" and self.opened.state.me.wounds
        rulings = (*_AT_ONCE[self.kind], *(("key.hp_per_wound",) if wounded else ()))
        return self._answer(found == self._stated(), f"{self.kind} {found}", rulings)

    # battles

    def _monster(self) -> Target:
        """The Monster that a claim about a battle names."""
        claim = self.claim
        return self.opened.target(claim.against or claim.defeats or claim.not_defeats or "")

    def _of_battle(self) -> ClaimAnswer:
        target = self._monster()
        if self.played is not None:
            return self._whatever_is_chosen(self.played, lambda way: self._fought(way, target))
        return self._best_battle(target)

    def _fought(self, played: Played, target: Target) -> ClaimAnswer:
        """Judge by a line that was played."""
        tally = played.result.tally
        if not played.answer.legal or not tally.outcome or not target.was_battled(played.result):
            broken = (step.refusal for step in played.answer.steps if step.refusal is not None)
            rulings = next((refusal.rulings for refusal in broken), ())
            reason = f"the turn does not battle {target.say(self.book)}. {played.answer.outcome}"
            return (
                self._answer(False, reason, rulings) if self.kind == "total" else self._is_so(False, reason)
            )
        return self._compared(played)

    def _compared(self, played: Played) -> ClaimAnswer:
        """Compare the claim with a battle against its Monster."""
        tally, table = played.result.tally, played.answer.calculation
        if self.claim.total is not None:
            holds = tally.total == self.claim.total
            return self._answer(holds, f"the total attack is {tally.total}", changing(table), table)
        if self.claim.chance is not None:
            return self._of_chance(Fraction(tally.outcome == "won"))
        asked = ("QUEST-2.12", self.book.card(tally.monster).ruling) if missed(self.book, tally) else ()
        return self._is_so(tally.outcome == "won", played.answer.outcome, ("QUEST-5.18", *asked), table)

    def _hidden(self, target: Target) -> str:
        """A room in which the Monster may lie face down; empty for none."""
        rooms = (
            room for room in self.opened.state.rooms if room.face_down and target.room in ("", room.card)
        )
        return next((self.book.name(room.card) for room in rooms), "")

    def _best_battle(self, target: Target) -> ClaimAnswer:
        """Judge by the best line against the Monster."""
        if not target.places(self.opened.state):
            if hidden := self._hidden(target):
                return self._answer(
                    None, f"{target.say(self.book)} may be the card that lies face down in {hidden}"
                )
            reason = f"{target.say(self.book)} is not {in_the_dungeon(self.opened.state)}"
            if target.may_hide(self.opened.state):
                return self._answer(None, reason)
            return self._answer(False, reason) if self.kind == "total" else self._is_so(False, reason)
        goal = "total" if self.claim.total is not None else "win"
        best = self.bests.against(target, goal)
        if best.answer.policy is not None:
            return self._under_chance(best)
        if best.played is None or not best.played.result.tally.outcome:
            untold = untold_way(self.book, self.opened.state, target.places(self.opened.state))
            reason = best.reason or untold or f"you cannot battle {target.say(self.book)} this turn"
            if untold or not best.sure:
                return self._answer(None, reason)
            if self.claim.chance is not None:
                return self._of_chance(Fraction(0))
            return self._answer(False, reason) if self.kind == "total" else self._is_so(False, reason)
        answer = self._compared(best.played)
        won = best.played.result.tally.outcome == "won"
        if best.sure or (won and self.claim.total is None):
            most = f"the most is {best.played.result.tally.total}"
            return answer if self.claim.total is None else replace(answer, reason=most)
        unknown = self.bests.what_unknown_cards_do(target) if goal == "win" else ()
        told = f"{best.reason}; so far: {answer.reason}"
        return replace(answer, verdict="undecided", reason=told, unknown=unknown)

    def _under_chance(self, best: Best) -> ClaimAnswer:
        """Judge by the chance with which the best play wins, or by the least and the greatest total."""
        policy = best.answer.policy
        assert policy is not None
        worst, most = policy.worst.objective[0], policy.best.objective[0]
        if self.claim.total is not None:
            if best.sure and worst == most:
                return self._answer(worst == self.claim.total, f"the total attack is {worst}")
            told = f"the total attack hangs on what you draw: from {worst} to {most}"
            return self._answer(None if worst <= self.claim.total <= most else False, told)
        if not best.sure:
            return self._answer(None, best.reason)
        chance = Fraction(policy.worth[0].exact)
        if self.claim.chance is not None:
            return self._of_chance(chance)
        told = _best_chance(chance)
        return self._is_so(chance == 1, told) if chance in (0, 1) else self._answer(None, told)

    def _of_chance(self, chance: Fraction) -> ClaimAnswer:
        """Compare the chance that is claimed with the greatest one."""
        assert self.claim.chance is not None
        return self._answer(chance == Fraction(self.claim.chance), _best_chance(chance))

    # rooms

    def _of_room(self) -> ClaimAnswer:
        card = self.opened.card(self.claim.reaches or self.claim.cannot_reach or "")
        places = [place for place, room in enumerate(self.opened.state.rooms) if room.card == card]
        if not places:
            reason = f"{self.book.name(card)} is not {in_the_dungeon(self.opened.state, 'among the rooms')}"
            is_known = all(map(self.opened.state.knows, PLACES))
            return self._is_so(False, reason) if is_known else self._answer(None, reason)
        if self.played is not None:
            entered = any(state.me.room == places[0] for state in self.played.states)
            return self._is_so(entered, self.played.answer.outcome, ("QUEST-5.4",))

        found = rooms_in_reach(self.opened)
        if places[0] in found.lines:
            line = ", then ".join(found.lines[places[0]])
            told = f"you can: {line}" if line else f"you are in {self.book.name(card)} already"
            return self._is_so(True, told, ("QUEST-5.4",))
        if places[0] in found.open_ends:
            return self._answer(None, found.open_ends[places[0]])
        if untold := untold_way(self.book, self.opened.state, places):
            return self._answer(None, untold)
        refusal = why_out_of_reach(self.opened, found, places[0])
        return self._is_so(False, refusal.reason, refusal.rulings)

    # purchases

    def _of_purchase(self) -> ClaimAnswer:
        card = self.opened.card(self.claim.buys or self.claim.cannot_buy or "")
        if self.played is not None:
            return self._whatever_is_chosen(self.played, lambda way: self._bought(way, card))

        way = way_to_buy(self.opened, card)
        if way.line is not None:
            return self._is_so(True, f"you can: {', then '.join(way.line)}", ("QUEST-4.4",), way.calculation)
        if way.open_end:
            return self._answer(None, way.open_end)
        return self._is_so(False, way.reason, way.rulings)

    def _bought(self, played: Played, card: str) -> ClaimAnswer:
        """Whether a line buys the card; that it cannot be bought means at no point of the line."""
        bought = any(isinstance(move.action, Buy) and move.action.card == card for move in played.moves)
        if bought or self.kind == "buys":
            told = played.answer.outcome if bought else f"the turn does not buy it. {played.answer.outcome}"
            return self._is_so(bought, told, ("QUEST-4.4",), played.answer.calculation if bought else None)
        refusals = [self.opened.game.why_not(state, Buy(card)) for state in played.states]
        if None in refusals:
            return self._answer(False, f"after step {refusals.index(None)} you could buy it", ("QUEST-4.4",))
        last = refusals[-1]
        assert last is not None
        return self._answer(True, last.reason, last.rulings)


def _best_chance(chance: Fraction) -> str:
    if chance.denominator == 1:
        return "it is certain" if chance else "there is no chance"
    return f"the best chance is {chance_in_words(chance)}"


MOST_POSITIONS = 20_000
"""Positions looked at before giving up."""
_DRAWS = "it hangs on cards that you draw"
_NOT_HERE = "no Village phase follows in this turn"


class Purchase(NamedTuple):
    """A way to buy a card, in words; or why there is none; or why that cannot be told."""

    line: tuple[str, ...] | None
    calculation: Calculation | None = None
    reason: str = ""
    rulings: tuple[str, ...] = ()
    open_end: str = ""


def most_gold(opened: Opened) -> int | None:
    """The most gold for purchases without luck; None where there are none, or nobody knows."""
    game = opened.game
    found: list[int] = []
    for number, here in enumerate(explore(game, Arrival(opened.state), partial(_visiting, game))):
        if number >= MOST_POSITIONS or game.mover(here.state) in (CHANCE, UNKNOWN):
            return None
        if here.state.phase == "buying":
            found.append(here.state.gold)
    return max(found, default=None)


def _visiting(game: Quest, here: State) -> Iterable[Action]:
    """What is done in a Village phase."""
    in_village = here.phase in ("prepare", "temple", "village")
    return (each for each in game.legal_actions(here) if in_village and not isinstance(each, Enter))


def way_to_buy(opened: Opened, card: str) -> Purchase:
    """A line that ends with the purchase of this card, if there is one that needs no luck."""
    game, state = opened.game, opened.state
    if (unknown := untold(opened.book, state, Buy(card))) is not None:
        way = way_to_buy(opened.at(unknown.told(state)), card)
        return way if way.line is None else Purchase(None, open_end=unknown.reason)

    richest: State | None = None
    open_end = ""
    for number, here in enumerate(explore(game, Arrival(state), partial(_visiting, game))):
        if number >= MOST_POSITIONS:
            open_end = f"there are more than {MOST_POSITIONS} ways to use abilities and tokens"
            break
        if game.mover(here.state) in (CHANCE, UNKNOWN):
            open_end = _DRAWS
        if game.why_not(here.state, Buy(card)) is None:
            words = words_of(opened, (*here.line, Buy(card)))
            return Purchase(words, play_line(opened, words).answer.calculation)
        if here.state.phase == "buying" and (richest is None or here.state.gold > richest.gold):
            richest = here.state
    if open_end:
        return Purchase(None, open_end=open_end)
    refusal = None if richest is None else game.why_not(richest, Buy(card))
    if refusal is None:
        return Purchase(None, reason=_NOT_HERE, rulings=("QUEST-3.1",))
    return Purchase(None, reason=refusal.reason, rulings=refusal.rulings)


_COMPARED_BY: dict[tuple[str | int, ...], tuple[str, ...]] = {
    ("after", "points"): ("QUEST-13.1",),
    ("after", "winners"): ("QUEST-13.2",),
    ("after", "next_player"): ("QUEST-6.6",),
    ("line", "hp"): ("QUEST-6.1", "QUEST-7.2"),
}
"""What is compared after a line, and the rule that says what it is, where no event names it."""


def exercised(opened: Opened, answer: CheckAnswer, rests_on: Iterable[object]) -> Exercised:
    """What an answer went through, with all that it `rests_on` (see `turns.check`)."""
    parts = tuple(parts_of((answer, tuple(rests_on))))
    rulings, readings = rulings_and_readings(opened.game, parts)
    ids = {card.name: card.id for card in opened.book.cards.values()}
    cards: set[str] = set()
    for each in parts:
        if isinstance(each, Entry) and each.subject in ids:
            cards.add(ids[each.subject])
            if each.change:  # the card itself says by how much
                rulings.add(f"card.{ids[each.subject]}")
        elif isinstance(each, ExpectationAnswer):
            rulings.update(_COMPARED_BY.get(each.path[-2:], ()))
            if each.path[-2:] == ("after", "points") and opened.position.side_quest:
                rulings.update(("QUEST-14.1", opened.book.card(opened.state.me.quest).ruling))
    held = opened.book.readings
    readings = {key: held[key] for key in held if key in readings or f"key.{key}" in rulings}
    rulings.update(f"key.{key}" for key in readings)
    cards.update(ruling.removeprefix("card.") for ruling in rulings if ruling.startswith("card."))
    about = tuple(sorted(opened.position.about))
    return Exercised(tuple(sorted(rulings)), readings, (), tuple(sorted(cards)), about)
