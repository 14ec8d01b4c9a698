"""Claims about a position: confirmed, refuted, or undecided with the reason; and which parts of the ruleset
judging a puzzle used.

What a Village phase can buy is found by trying every Location and every use of abilities and tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from tsolve.contract.measures import Measure
from tsolve.games.family import judging as family
from tsolve.games.family import winners
from tsolve.games.family.judging import CoverageCollector
from tsolve.games.quest.actions import Action, Ware
from tsolve.games.quest.answers import NONE, Purchase
from tsolve.games.quest.book import Book
from tsolve.games.quest.effects.base import DungeonAfterVillage
from tsolve.games.quest.judging.arriving import whether_comes, whether_guardian_comes
from tsolve.games.quest.judging.figures import WINNING, PlayedTurn, TurnBest, TurnBestPlays, visits_village
from tsolve.games.quest.judging.step_reader import missed
from tsolve.games.quest.judging.untold_rooms import untold_way
from tsolve.games.quest.measures import MEASURES
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import ANYBODY, State, Target, in_the_dungeon
from tsolve.games.quest.turn.market import temple_forbids
from tsolve.games.quest.writing.statements import ClaimFile
from tsolve.judging.claims import POSSIBILITY
from tsolve.judging.numbers import Outcome
from tsolve.judging.rulings import changing
from tsolve.model.answers import CheckAnswer, ClaimAnswer
from tsolve.model.coverage import Exercised
from tsolve.model.facts import Fact, worded
from tsolve.model.plays import Calculation
from tsolve.model.why_not import WhyNotAnswer
from tsolve.regex import Regex
from tsolve.rules.names import squash
from tsolve.source.tree import joined
from tsolve.written.bounds import keeps, keeps_between
from tsolve.written.claimed_chance import read_chance

_LEFT = {"unspent": "bought", "light_left": "entered"}
"""What is left of something, and what it is spent on."""
_OF_A_BATTLE = ("xp", "rewards", "treasures", "hp")
"""Figures that are those of the battle that the claims speak of, though another turn may have more."""
_HELD = ("final_xp", "final_wounds")
_HAS = Regex(r"\b(?:has|have)\b", re.IGNORECASE)
_LATER = Regex(r"\b(?:left|remaining|after\w*|then|end|total|all)\b", re.IGNORECASE)
_FURTHER = Regex(r"\b(?:still|now|no longer|any ?more|another|other|second|third)\b", re.IGNORECASE)
"""What is said of something that comes on top of what a line has done."""
_OF_WHAT_COMES = ("comes", "guardian_comes")
_SHARED = ("winners", "draw")
_OF_THE_END = ("winner", "not_winner", "score", *_SHARED)


class TurnClaim(family.TurnClaim[State, Action, Target]):
    """Judges a claim, also one about a battle, a room or a purchase."""

    position: QuestPosition
    best_plays: TurnBestPlays
    claim: ClaimFile

    def _possibility(self) -> ClaimAnswer:
        """What can still be done, or done with another card, is asked about the end of the line."""
        said = self.span.written if self.span is not None else ""
        is_further = self.played is not None and self.after is None and _FURTHER.search(said) is not None
        if is_further and ", then " not in self._query:
            self.after = len(self.position.written.line)
            self.claim = replace(self.claim, after=self.after)
        answer = super()._possibility()
        if "QUEST-0.18" in answer.rulings and (card := self._leads_below()):
            text = (
                f"{card} has no ability; that a Dungeon phase may follow the Village is `enter the Dungeon`"
            )
            return self.left_open(text)
        return answer

    def _leads_below(self) -> str:
        """The card without an ability that is said to be used: it grants a Dungeon phase. (QUEST-4.13)"""
        verb, _, used = self._query.partition(" ")
        cards = (self.position.book.card(laid.card) for laid in self.position.state.laid)
        named = (card for card in cards if squash(card.name) == squash(used).removeprefix("the"))
        lead = (card.name for card in named if card.has(DungeonAfterVillage) and not card.abilities)
        return next(lead, "") if verb == "use" else ""

    def _needs_no_search(self) -> bool:
        if self.kind in POSSIBILITY:
            return False
        return (
            self.kind in ("legal", "illegal", *_OF_THE_END)
            or self.played is not None
            or self.kind in MEASURES.of_no_line
        )

    def _judged(self) -> ClaimAnswer:
        if self._is_plain and not self.claim.stated:
            return super()._judged()
        if self.kind == "total" and self.claim.against is not None:
            return self._of_battle()
        if self.kind == "champion":
            return self._of_champion()
        if self.kind in _OF_WHAT_COMES:
            return self._of_what_comes()
        if self.kind in _OF_THE_END:
            return self._of_the_end()
        if self.claim.stated:
            return self._of_figure()
        if self._asks_for_outcome:
            return self._of_battle()
        if self.kind in ("reaches", "cannot_reach"):
            return self._of_room()
        return self._of_purchase()

    def _in_words(self, found: WhyNotAnswer) -> list[str]:
        texts = super()._in_words(found)
        if found.verdict == "possible" and found.chance is not None and found.line is not None:
            texts.append(f"for example: {'; '.join(step.text for step in found.line.steps)}")
        return texts

    def _is_so(
        self, holds: bool, reason: str, rulings: tuple[str, ...] = (), table: Calculation | None = None
    ) -> ClaimAnswer:
        """The verdict on a claim that the line does something, or that it does not."""
        if self.claim.chance is not None:
            text = f"{reason.rstrip('.')}, so {'it is certain' if holds else 'there is no chance'}"
            return self._answer(read_chance(self.claim.chance).holds(Fraction(holds)), text, rulings, table)
        return self._answer(holds != self._denies, reason, rulings, table)

    # figures

    def _of_figure(self) -> ClaimAnswer:
        """A figure of the line; without one, of the cards that are laid out or else of the best turn."""
        if self.played is not None:
            if self.claim.against is not None and not self._monster().was_battled(self.played.result):
                reason = f"the turn does not battle {self._monster().say(self.position.book)}"
                return self._answer(False, f"{reason}. {self.played.answer.outcome}")
            return self._figure()
        alone = self.kind in MEASURES.of_no_line and (self.kind != "hp" or self._spoken_of() == ANYBODY)
        file = self.position.written
        alone |= self.kind in _HELD and file.turn == "undecided" and not file.hand  # points are counted
        at_once = self._at_once() if alone else None
        if self.kind in _LEFT:
            return self._answer(None, f"what is left depends on what is {_LEFT[self.kind]}: write the `line`")
        if at_once is not None and (at_once.verdict == "confirmed" or self.kind != "hp"):
            return at_once
        if self.kind == "final_xp" and self._may_spend_xp():
            return self._answer(None, "what is left depends on who levels up: write the `line`")
        return self._at_best()

    def _may_spend_xp(self) -> bool:
        """Whether it is a Village phase in which XP may be paid for levels, or kept. (QUEST-8.1)"""
        state = self.position.state
        if not visits_village(state) or temple_forbids(self.position.book, state):
            return False
        if self.claim.bound is not None:
            return self._holds_of(0) != self._holds_of(state.me.xp)
        return self.number is not None and self.number <= state.me.xp

    def _at_best(self) -> ClaimAnswer:
        """The most that a turn can come to; of what nobody seeks, what the best turn comes to."""
        measure = MEASURES.by_name[self.kind]
        is_sought = measure.is_level and measure.better == "more" and not measure.is_list
        target = self._monster() if self.claim.against is not None else ANYBODY
        if target == ANYBODY and (not is_sought or self.kind in _OF_A_BATTLE):
            target = self._spoken_of()
            is_sought = is_sought and (target == ANYBODY or self.kind != "hp")
        best = self.best_plays.of_turn(target, self.kind if is_sought else WINNING)
        if target != ANYBODY and self.claim.against is None and not _battles(best, target):
            best = self.best_plays.of_turn(ANYBODY, self.kind if is_sought else WINNING)
        if best.played is None:
            policy = best.answer.policy
            if policy is None or not is_sought:
                return self._answer(None, best.reason or "it depends on what you draw")
            worst, most = policy.worst.objective[0], policy.best.objective[0]
            text = f"it depends on what you draw: from {worst} to {most}"
            return self._answer(self._between(worst, most), text)
        if self._may_be_of_now(measure, best.played.result):
            told = worded(measure.found(self.position.book, best.played.result).value)
            return self._answer(None, f"so it is now; after the best turn it is {told}: add `afterwards`")
        answer = self._in([Outcome("", measure.found(self.position.book, best.played.result))])
        value = answer.reason.removeprefix(self._called).strip()
        said = "the most is" if is_sought else "the best turn has"
        reason = f"{said} {value}. {best.played.answer.outcome}"
        may_be_more = "confirmed" if self.claim.bound in ("at most", "less than") else "refuted"
        if not best.sure and answer.verdict == may_be_more:
            return replace(answer, verdict="undecided", reason=f"{best.reason}; so far: {reason}")
        return replace(answer, reason=reason.strip())

    def _may_be_of_now(self, measure: Measure[Book, State], after: State) -> bool:
        """Whether somebody may be said to have now what is not so after the turn."""
        said = self.span.written if self.span is not None else ""
        if measure.name not in _HELD or not _HAS.search(said) or _LATER.search(said):
            return False
        now, then = (measure.found(self.position.book, state).value for state in (self.position.state, after))
        return self._holds_of(now) and not self._holds_of(then)

    def _holds_of(self, value: Fact) -> bool:
        """Whether a number is as claimed, exactly or within the stated bound."""
        stated = self.claim.stated[self.kind]
        return isinstance(value, int) and isinstance(stated, int) and keeps(value, self.claim.bound, stated)

    def _spoken_of(self) -> Target:
        """The only Monster that claims of the file are about: what they say of the turn is of its battle."""
        named = {claim.monster or claim.foe for claim in self.position.written.claims} - {"", None}
        targets = {self.position.target(name) for name in named if name}
        there = [target for target in targets if target.places(self.position.state)]
        return there[0] if len(there) == len(targets) == 1 else ANYBODY

    def _between(self, worst: int, most: int) -> bool | None:
        """Whether the most is as claimed, if the play that is best on average comes to between two numbers. A
        bound that it may leave, or that another play may, is open.
        """
        stated, bound = self.claim.stated[self.kind], self.claim.bound
        assert isinstance(stated, int)
        if bound is None:
            return None if worst <= stated <= most else False
        holds = keeps_between(worst, most, bound, stated)
        return holds if holds == (bound in ("at least", "more than")) else None

    @property
    def _called(self) -> str:
        """What a figure is called."""
        return MEASURES.called(self.kind) if "_" in self.kind else self.kind

    def _say(self, value: Mapping[str, Fact]) -> str:
        told = super()._say(value)
        return told.replace(self.kind.replace("_", " "), self._called, 1)

    def claim_in_words(self) -> str:
        if self.claim.comes is not None:
            return (
                self.position.target(self.claim.comes).say(self.position.book).replace(" in ", " comes into ")
            )
        if self.claim.guardian_comes is not None:
            when = self.claim.guardian_comes
            return f"the Guardian {'does not come' if when == 'no' else f'comes {when}'}"
        if self.kind in _SHARED:
            named = [winners.called(self.position.written, name) for name in self.claim.winners or ()]
            draw = f"{'several players share' if self.claim.draw == 'yes' else 'nobody shares'} the victory"
            return f"{joined(named)} {'win together' if named[1:] else 'wins alone'}" if named else draw
        if self.kind in _OF_THE_END:
            return winners.worded(self.position.written, self.claim)
        if self.claim.champion is not None:
            place = self.position.ruleset.cards[self.position.card(self.claim.champion)].name
            return f"the Champion is in {place}"
        text = super().claim_in_words()
        return text.replace(self.kind, self._called, 1) if self.claim.stated else text

    def _of_champion(self) -> ClaimAnswer:
        """Where the Champion is after the line, or after the best turn."""
        if self.claim.against is not None and self.played is None:
            return self._stands_after_battle(self.claim.against, self.claim.champion or "")
        best = None if self.played is not None else self.best_plays.of_turn(ANYBODY, WINNING)
        played = self.played or (best.played if best is not None else None)
        if played is None or (best is not None and not best.sure):
            return self._answer(None, (best and best.reason) or "nobody knows what the best turn is")
        return self._whatever_is_chosen(played, self._standing)

    def _stands_after_battle(self, foe: str, place: str) -> ClaimAnswer:
        """Where the Champion ends whenever it battles there."""
        there = self._asked(self.position.state, f"battle {foe}, ending in {place}", True)
        if there.verdict != "confirmed":
            return there
        elsewhere = self._asked(self.position.state, f"battle {foe}, not ending in {place}", False)
        if elsewhere.verdict == "refuted":
            return self._answer(None, f"it depends on the play: {elsewhere.reason}")
        return there if elsewhere.verdict == "confirmed" else elsewhere

    def _standing(self, played: PlayedTurn) -> ClaimAnswer:
        me, book = played.final.players[self.position.state.active], self.position.book
        there = me.location if me.room == NONE else played.final.rooms[me.room].card
        wanted = self.position.card(self.claim.champion or "")
        place = book.name(there) if there else "nowhere"
        reason = f"it is in {place}. {played.answer.outcome}"
        if self.claim.against is not None and not self._monster().was_battled(played.result):
            target = self._monster().say(self.position.book)
            return self._answer(None, f"the turn does not battle {target}. {played.answer.outcome}")
        return self._answer(there == wanted, reason, ("QUEST-5.28",))

    def _of_what_comes(self) -> ClaimAnswer:
        """What comes after the line, or after the best turn."""
        best = None if self.played is not None else self.best_plays.of_turn(self._spoken_of(), WINNING)
        played = self.played or (best.played if best is not None else None)
        if played is None or (best is not None and not best.sure):
            return self._answer(None, (best and best.reason) or "nobody knows what the best turn is")
        return self._whatever_is_chosen(played, self._coming)

    def _coming(self, played: PlayedTurn) -> ClaimAnswer:
        position, after = self.position, played.final
        if self.claim.guardian_comes is not None:
            found = whether_guardian_comes(position.book, after, self.claim.guardian_comes)
        else:
            target = position.target(self.claim.comes or "")
            found = whether_comes(position.book, position.state, after, target)
        return self._by(found)

    def _of_the_end(self) -> ClaimAnswer:
        position = self.position
        rulings = position.scoring_rulings
        if self.kind in _SHARED:
            named, draw = self.claim.winners or (), self.claim.draw
            score = position.score("")
            return self._by(winners.judge_shared(position.written, named, draw, score, rulings))
        return self._by(winners.judge_end(position.written, self.claim, position.score(""), rulings))

    def _at_once(self) -> ClaimAnswer:
        """The totals of the cards of the hand once they are laid out, without tokens and abilities."""
        return self._in(
            [Outcome("", MEASURES.by_name[self.kind].found(self.position.book, self.position.state))]
        )

    # battles

    def _of_battle(self) -> ClaimAnswer:
        target = self._monster()
        if self.played is not None and self.played.ways and self.claim.chance is not None:
            return self._can_be(self.played.result)
        if self.played is not None:
            return self._whatever_is_chosen(self.played, lambda way: self._fought(way, target))
        return self._can_be(self.position.state) if self.claim.total is None else self._greatest_total(target)

    def _fought(self, played: PlayedTurn, target: Target) -> ClaimAnswer:
        """Judge by the line that was played."""
        tally = played.result.tally
        if not played.answer.legal or not tally.outcome or not target.was_battled(played.result):
            rulings = self._refused_by(played)
            reason = f"the turn does not battle {target.say(self.position.book)}. {played.answer.outcome}"
            return (
                self._answer(False, reason, rulings) if self.kind == "total" else self._is_so(False, reason)
            )
        return self._compared(played)

    def _compared(self, played: PlayedTurn) -> ClaimAnswer:
        """Compare the claim with a battle against its Monster."""
        tally, table = played.result.tally, played.answer.calculation
        if self.claim.total is not None:
            holds = keeps(tally.total, self.claim.bound, self.claim.total)
            return self._answer(holds, f"the total attack is {tally.total}", changing(table), table)
        book = self.position.book
        asked = ("QUEST-2.12", book.card(tally.monster).ruling) if missed(book, tally) else ()
        return self._is_so(tally.outcome == "won", played.answer.outcome, ("QUEST-5.18", *asked), table)

    def _hidden(self, target: Target) -> str:
        """A room in which the Monster may lie face down; empty for none."""
        rooms = (
            room for room in self.position.state.rooms if room.face_down and target.room in ("", room.card)
        )
        return next((self.position.book.name(room.card) for room in rooms), "")

    def _greatest_total(self, target: Target) -> ClaimAnswer:
        """Judge by the greatest total attack against the Monster, or the least and the most that cards may
        bring.
        """
        if not target.places(self.position.state):
            if hidden := self._hidden(target):
                text = f"{target.say(self.position.book)} may be the card that lies face down in {hidden}"
                return self._answer(None, text)
            reason = f"{target.say(self.position.book)} is not {in_the_dungeon(self.position.state)}"
            return self._answer(None if target.may_hide(self.position.state) else False, reason)
        best = self.best_plays.against(target, "total")
        if (policy := best.answer.policy) is not None:
            worst, most = policy.worst.objective[0], policy.best.objective[0]
            if best.sure and worst == most:
                holds = keeps(worst, self.claim.bound, self.claim.total or 0)
                return self._answer(holds, f"the total attack is {worst}")
            text = f"the total attack depends on what you draw: from {worst} to {most}"
            claimed = self.claim.total or 0
            if self.claim.bound is not None:
                return self._answer(self._between(worst, most) if best.sure else None, text)
            is_open = worst <= claimed and (claimed <= most or not best.sure)  # what was found can be reached
            return self._answer(None if is_open else False, text)
        if best.played is None or not best.played.result.tally.outcome:
            untold = untold_way(self.position.book, self.position.state, target.places(self.position.state))
            reason = best.reason or untold or f"you cannot battle {target.say(self.position.book)} this turn"
            return self._answer(None if untold or not best.sure else False, reason)
        answer = self._compared(best.played)
        total = best.played.result.tally.total
        if best.sure:
            return replace(answer, reason=f"the maximum is {total}")
        if total > (self.claim.total or 0) and self.claim.bound is None:
            return replace(answer, reason=f"it can be {total}")
        return replace(answer, verdict="undecided", reason=f"{best.reason}; so far: {answer.reason}")

    # rooms

    def _of_room(self) -> ClaimAnswer:
        card = self.position.card(self.claim.reaches or self.claim.cannot_reach or "")
        if self.played is None:
            return self._can_be(self.position.state)
        there = (state.rooms[state.me.room].card for state in self.played.states if state.me.room != NONE)
        return self._is_so(card in there, self.played.answer.outcome, ("QUEST-5.4",))

    # purchases

    def _named(self, text: str) -> str:
        is_bought = self.kind in ("buys", "cannot_buy")
        return self._ware.name(self.position.book) if is_bought else super()._named(text)

    @property
    def _ware(self) -> Ware:
        """What is, or can be, bought."""
        return self.position.ware(self.claim.buys or self.claim.cannot_buy or "")

    def _of_purchase(self) -> ClaimAnswer:
        if self.played is None:
            return self._can_be(self.position.state)
        return self._whatever_is_chosen(self.played, lambda way: self._bought(way, self._ware))

    def _bought(self, played: PlayedTurn, ware: Ware) -> ClaimAnswer:
        """Whether the line buys it; "cannot be bought" means: at no point of the line."""
        purchases = (move.action for move in played.moves if isinstance(move.action, Purchase))
        bought = any(
            purchase.name(self.position.book) == ware.name(self.position.book) for purchase in purchases
        )
        if bought or self.kind == "buys":
            text = played.answer.outcome if bought else f"the turn does not buy it. {played.answer.outcome}"
            return self._is_so(bought, text, ware.rulings, played.answer.calculation if bought else None)
        refusals = [self.position.game.why_not(state, ware) for state in played.states]
        if None in refusals:
            return self._answer(False, f"after step {refusals.index(None)} you could buy it", ware.rulings)
        last = refusals[-1]
        assert last is not None
        return self._answer(True, last.reason, last.rulings)


def _battles(best: TurnBest, target: Target) -> bool:
    """Whether the best play against somebody comes to that battle, or may come to it."""
    return best.played is None or target.was_battled(best.played.result)


_COMPARED_BY: dict[tuple[str | int, ...], tuple[str, ...]] = {
    ("after", "points"): ("QUEST-13.1",),
    ("after", "winners"): ("QUEST-13.2",),
    ("after", "next_player"): ("QUEST-6.6",),
    ("line", "hp"): ("QUEST-6.1", "QUEST-7.2"),
}
"""The things compared after a line, and the rules that define them, if no event names them."""


def exercised(
    position: QuestPosition, answer: CheckAnswer, rests_on: Iterable[object], _: Iterable[str]
) -> Exercised:
    """The rules that an answer used, and all those in `rests_on` (see `judging.check`)."""
    exercise = CoverageCollector(position, answer, rests_on, _COMPARED_BY)
    counts = any(each.path[-2:] == ("after", "points") for each in answer.expectations)
    if counts and position.written.side_quest:
        exercise.rulings.update(("QUEST-14.1", position.book.card(position.state.me.quest).ruling))
    return exercise.found()
