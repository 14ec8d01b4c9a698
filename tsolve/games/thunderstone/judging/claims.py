"""Judges claims about a position: confirmed, refuted, or undecided, with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from tsolve.contract.step_reader import Scope
from tsolve.diagnostics import located
from tsolve.games.family import judging as family
from tsolve.games.family import winners
from tsolve.games.thunderstone.actions import Action, Buy
from tsolve.games.thunderstone.judging.figures import (
    is_battle_open,
    is_fought_out,
    is_won_anyway,
    richest,
    unused,
)
from tsolve.games.thunderstone.judging.limits import limit_of
from tsolve.games.thunderstone.judging.lines import TurnBestPlays, judge_value
from tsolve.games.thunderstone.judging.outcome import PlayedTurn, bought, one_turn
from tsolve.games.thunderstone.judging.unseen import met_unseen
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import State
from tsolve.games.thunderstone.turn.battle import Spoils
from tsolve.games.thunderstone.turn.hall import Target, is_stone, place_name, target_at
from tsolve.games.thunderstone.why_not.battles import Battle
from tsolve.games.thunderstone.why_not.queries import stone_called
from tsolve.games.thunderstone.why_not.world import world_of
from tsolve.games.thunderstone.writing.forced import instead_of
from tsolve.games.thunderstone.writing.several import wares
from tsolve.games.thunderstone.writing.statements import OF_FATES, ClaimFile
from tsolve.judging.numbers import whether
from tsolve.judging.rulings import changing
from tsolve.model.answers import ClaimAnswer
from tsolve.model.facts import Fact
from tsolve.model.plays import Calculation
from tsolve.source.tree import joined
from tsolve.steps.line import play_line
from tsolve.worlds.possibility import possible
from tsolve.written.bounds import keeps

_OF_THE_GAME = ("takes", "not_takes", "winner", "not_winner", "score", "tie", "health")
"""The kinds of claims about more than this turn's plays."""


class TurnClaim(family.TurnClaim[State, Action, Target]):
    """Judges a claim, also one about a battle, gold or a purchase."""

    position: ThunderstonePosition
    best_plays: TurnBestPlays
    claim: ClaimFile

    def _needs_no_search(self) -> bool:
        if self.kind == "must" or (self.kind in OF_FATES and self.played is None):
            return False
        searches = self.kind == "gold" or self.claim.against is not None
        return super()._needs_no_search() if not searches else self.played is not None and self.after is None

    def _judged(self) -> ClaimAnswer:
        if self.kind in _OF_THE_GAME:
            with located(self.span):
                return self._of_the_game()
        if self.kind in OF_FATES:
            with located(self.span):
                return self._fate()
        if self.kind == "gold":
            return self._gold()
        if self.kind == "must":
            return self._forced()
        if self._is_plain:
            return super()._judged()
        if self.kind in ("buys", "cannot_buy"):
            return self._purchase()
        return self._battle()

    def _legality(self) -> ClaimAnswer:
        """As for `can`: undecided if an unknown card of the Hall may forbid it."""
        answer, state = super()._legality(), self._state()
        is_legal = (answer.verdict == "confirmed") == (self.kind == "legal")
        if state is None or answer.verdict == "undecided" or not is_legal or not met_unseen(state):
            return answer
        doubt = self._may_be_forbidden(state)
        return self._answer(None, doubt) if doubt else answer

    def _may_be_forbidden(self, state: State) -> str:
        from tsolve.games.thunderstone.planning.unseen import prevented_by_unseen

        tried = self._tried(state)
        steps = [move.action for move in tried.moves]
        return prevented_by_unseen(self.position.game, tried.states[0], steps)

    def _forced(self) -> ClaimAnswer:
        """Whether something can be done, and nothing else instead."""
        state = self._state()
        if state is None:
            return self._broken()
        with located(self.span):
            step, others = instead_of(self.claim.must or "", self.position.ruleset, state)
        asked = [self._asked(state, other, True) for other in others]
        if other := next((each for each in asked if each.verdict == "confirmed"), None):
            return self._answer(False, other.reason, other.rulings)
        itself = self._asked(state, step, True)
        if itself.verdict == "refuted":
            return self._answer(False, itself.reason, itself.rulings)
        unsure = next((each for each in (itself, *asked) if each.verdict == "undecided"), None)
        if unsure is not None:
            return self._answer(None, unsure.reason)
        return self._answer(True, f"nothing else can be chosen: {itself.reason}", itself.rulings)

    def _fate(self) -> ClaimAnswer:
        """What becomes of a card, after the line or however the turn is played."""
        from tsolve.games.thunderstone.judging import fates, giving  # few claims are about it

        claim, position = self.claim, self.position
        if claim.gives is not None:
            return self._by(giving.judge_giving(position, self.played, claim))
        if self.played is None:
            return self._by(fates.of_turn(position, claim))
        if claim.discards is not None:
            return self._by(fates.of_line(position, self.played, claim))
        return self._whatever_is_chosen(
            self.played, lambda way: self._by(fates.of_line(position, way, claim))
        )

    # the whole game

    def claim_in_words(self) -> str:
        if self.kind == "must":
            return f"must: {self.claim.must}"
        if self.kind == "goes_on":
            return "the game goes on" if self.claim.stated[self.kind] else "the game ends"
        if self.kind in (*_OF_THE_GAME, *OF_FATES):
            from tsolve.games.thunderstone.judging.table_claims import worded

            return worded(self.position.written, self.claim)
        return super().claim_in_words()

    def _say(self, value: Mapping[str, Fact]) -> str:
        if self.kind == "goes_on" and "" in value:
            return "the game goes on" if value[""] else "the game ends"
        return super()._say(value)

    def _of_the_game(self) -> ClaimAnswer:
        from tsolve.games.thunderstone.judging.scoring import score  # few claims are about points

        claim, position = self.claim, self.position
        if claim.takes or claim.not_takes:
            return self._taken(winners.seat_of(position.written, claim.by or "I") or 0)
        if claim.health is not None:
            ((name, much),) = claim.health.items()
            return self._health(position.target(name), much)
        if claim.score is None and self.played is None and (told := self._may_still_end()):
            return self._answer(None, told, ("TS-17.1", "TS-17.2"))
        if claim.tie is not None:
            return self._by(winners.judge_tie(position.written, claim.tie, score(position), ("TS-17.2",)))
        return self._by(winners.judge_end(position.written, claim, score(position), ("TS-17.2",)))

    def _may_still_end(self) -> str:
        """What leaves open who wins: a turn that is still to be played, and may end the game; else empty."""
        state = self.position.state
        if state.over or state.turn in ("village", "rest") or not state.party:
            return ""
        if not any(is_stone(self.position.book, slot.card) for slot in state.standing):
            return ""
        return "the turn may still end the game and change the points: write in `line` how it is played"

    def _taken(self, by: int) -> ClaimAnswer:
        """Whether the line takes the Thunderstone; without one, whether it can be taken."""
        from tsolve.games.thunderstone.judging.table_claims import judge_taken

        stone = stone_called(self.position, self.claim.takes or self.claim.not_takes or "")
        denies = self.kind == "not_takes"
        if self.played is None:
            if by:
                return self._answer(denies, "it is not that player's turn", ("TS-17.1",))
            return self._can_be(self.position.state)

        def taken(way: PlayedTurn) -> ClaimAnswer:
            found = judge_taken(self.position, way, stone, by)
            return self._answer(bool(found.holds) != denies, found.reason, found.rulings)

        return self._whatever_is_chosen(self.played, taken)

    def _health(self, target: Target, wanted: int) -> ClaimAnswer:
        """The Health in the battle of the line, else in one that is fought as things stand."""
        from tsolve.games.thunderstone.judging.table_claims import judge_health

        state = self._state()
        if state is None:
            return self._broken()
        fought = self.played
        if fought is None or not target.was_attacked(fought.result):
            fought = self._from(state, [f"attack {target.say(self.position.book)}"])
        return self._whatever_is_chosen(
            fought, lambda way: self._by(judge_health(self.position, way, target, wanted, self.claim.bound))
        )

    # battles

    def _battle(self) -> ClaimAnswer:
        target = self._monster()
        if self.played is not None and self.after is None:
            return self._whatever_is_chosen(self.played, lambda way: self._fought(way, target))
        if self.played is None and self.claim.total is None:
            return self._can_be(self.position.state)
        state = self._state()
        if state is None:
            return self._broken()
        if self.played is None:
            return self._of_each(target, state, self._greatest_total)

        def attacked(one: Target) -> ClaimAnswer:
            if state.target and self.played is not None:  # the battle of this turn has begun
                steps = self.played.answer.steps[: self.after]
                fought = play_line(self.position, [step.text for step in steps])
            else:
                fought = self._from(state, [f"attack {one.say(self.position.book)}"])
            return self._whatever_is_chosen(fought, lambda way: self._fought(way, one))

        return self._of_each(target, state, attacked)

    def _of_each(self, target: Target, state: State, judge: Callable[[Target], ClaimAnswer]) -> ClaimAnswer:
        """The verdict if a name may mean several Monsters: one defeated is enough; a total must be the same
        for all.
        """
        places = target.places(state)
        if len(places) < 2 or (self.kind != "total" and self.played is None):
            return judge(target)
        answers = [judge(target_at(state, place)) for place in places]
        if self.kind != "total":
            defeated = "confirmed" if self.kind == "defeats" else "refuted"
            return next((each for each in answers if each.verdict == defeated), answers[0])
        if len({each.verdict for each in answers}) == 1:
            return answers[0]
        where = [place_name(place) for place in places]
        text = "; ".join(f"in {place}: {each.reason}" for place, each in zip(where, answers, strict=True))
        name = self.position.book.name(target.monster) if target.monster else "a Monster"
        return self.left_open(
            f'{name} stands in {joined(where)}: say which, as "{name} in {where[0]}" ({text})'
        )

    def _is_settled(self, played: PlayedTurn) -> bool:
        """Whether open choices do not matter for the claim: the battle is won or lost in any case, or its
        Attack Value is reached or depends on unknown cards alone, and the answer says how.
        """
        if self.kind == "total":
            return is_battle_open(played) or is_fought_out(played)
        return self.kind in ("defeats", "not_defeats") and is_won_anyway(self.position, played)

    def _whatever_is_chosen(
        self, played: PlayedTurn, judge: Callable[[PlayedTurn], ClaimAnswer]
    ) -> ClaimAnswer:
        return judge(played) if self._is_settled(played) else super()._whatever_is_chosen(played, judge)

    def _fought(self, played: PlayedTurn, target: Target) -> ClaimAnswer:
        """Judge by the line that was played."""
        tally = played.result.tally
        if not played.answer.legal:
            return self._settled(False, played.answer.outcome, self._refused_by(played))
        if not target.was_attacked(played.result) or not tally.outcome:
            return self._settled(
                False, f"the turn does not attack {target.say(self.position.book)}. {played.answer.outcome}"
            )
        return self._compared(played)

    def _compared(self, played: PlayedTurn) -> ClaimAnswer:
        """Compare the claim with a battle against its Monster."""
        tally, table = played.result.tally, played.answer.calculation
        if self.claim.total is not None and is_battle_open(played) and not is_fought_out(played):
            end, stated = Scope(played, None), {"": self.claim.total}
            return self._by(
                whether(
                    self.position,
                    end,
                    "total",
                    stated,
                    lambda value: f"total {value['']}",
                    self.claim.bound,
                )
            )
        if self.claim.total is not None:
            holds = keeps(tally.value, self.claim.bound, self.claim.total)
            answer = self._answer(holds, f"the Attack Value is {tally.value}", changing(table), table)
            if holds or answer.left_out or self.claim.bound is not None:
                return answer

            return replace(answer, left_out=unused(one_turn(self.position.book), played, self.claim.total))
        won = tally.outcome == "won"
        rulings = tally.lack_rulings or ("TS-7.6",)
        return self._settled(won, played.answer.outcome, rulings, table)

    def _greatest_total(self, target: Target) -> ClaimAnswer:
        """Judge by the greatest Attack Value against the Monster."""
        best = self.best_plays.against(target, "total")
        is_open = best.answer.policy is not None
        searched = self.claim.bound is not None if is_open else not best.sure
        if searched and (sure := self._searched_total(target)):
            return sure
        if best.answer.policy is not None:
            assert self.claim.total is not None
            return self._answer(
                *judge_value(self.best_plays, best, best.answer.policy, target, self.claim.total)
            )
        if best.played is None or not best.played.result.tally.outcome:
            reason = best.reason or f"you cannot attack {target.say(self.position.book)}"
            return self._answer(False if best.sure else None, reason, best.rulings)
        if best.played.undecided and not is_fought_out(best.played):
            return self._answer(None, best.played.undecided)
        answer = self._compared(best.played)
        if best.sure:
            return replace(answer, reason=f"the maximum is {best.played.result.tally.value}")
        return replace(answer, verdict="undecided", reason=f"{best.reason}; so far: {answer.reason}")

    def _searched_total(self, target: Target) -> ClaimAnswer | None:
        """The verdict if a plan leaves something open, such as another player's choice: whether the claimed
        total, but no more, can be reached; None if that cannot be decided.
        """
        assert self.claim.total is not None
        world, claimed = world_of(self.position.game, self.position.state), self.claim.total
        if self.claim.bound is not None:
            limit = limit_of(self.claim.bound, claimed)
            fought = [possible(Battle("", target, "total", each), world) for each in (0, limit.number)]
            judged = limit.judge(fought[1], "an Attack Value of") if fought[0].verdict == "possible" else None
            return self._answer(*judged) if judged is not None and judged.holds is not None else None
        so_much, more = (
            possible(Battle("", target, "total", each), world).verdict for each in (claimed, claimed + 1)
        )
        if so_much == "impossible":
            return self._answer(False, f"{claimed} cannot be reached")
        if more == "possible":
            return self._answer(False, f"{claimed + 1} can be reached")
        if so_much == "possible" and more == "impossible":
            return self._answer(True, f"the maximum is {claimed}")
        return None

    def _settled(
        self,
        comes: bool,
        reason: str,
        rulings: tuple[str, ...] = (),
        table: Calculation | None = None,
    ) -> ClaimAnswer:
        """The verdict if it is certain whether the battle is won or the card is bought. A claimed total is
        refuted, since there is no such battle.
        """
        if self.kind not in ("defeats", "buys"):
            return self._answer(self.kind != "total" and not comes, reason, rulings, table)
        wanted = self._wanted_chance()
        if wanted is None:
            return self._answer(comes, reason, rulings, table)
        certain = f"{reason.rstrip('.')}, so {'it is certain' if comes else 'there is no chance'}"
        return self._answer(wanted.holds(Fraction(comes)), certain, rulings, table)

    # the Village

    def _gold(self) -> ClaimAnswer:
        if self.played is not None:
            return self._figure()
        found = richest(self.position)
        if found.open_end:
            return self._answer(None, found.open_end)
        if found.draws:
            from tsolve.games.thunderstone.judging.targets import judge_gold

            judged = judge_gold(self.position, found, self.claim.gold or 0, self.claim.bound)
            return self._answer(*judged, ("TS-4.3",))
        text = f"you have {found.gold} gold at most"
        holds = keeps(found.gold, self.claim.bound, self.claim.gold or 0)
        return self._answer(holds, text, ("TS-4.3",), found.calculation)

    def _purchase(self) -> ClaimAnswer:
        said = self.claim.buys or self.claim.cannot_buy or ""
        asked = wares(self.position.ruleset.names, said)
        cards = Counter(map(self.position.card, (said,) if asked is None else asked.names))
        if self.played is not None and self.after is None:
            number = max(cards.total(), asked.number if asked is not None else 1)
            return self._whatever_is_chosen(
                self.played, lambda way: self._purchase_of_line(way, cards, number)
            )
        state = self._state()
        if state is None:
            return self._broken()
        return self._can_be(state)

    def _named(self, text: str) -> str:
        return text if wares(self.position.ruleset.names, text) else super()._named(text)

    def _purchase_of_line(self, played: PlayedTurn, cards: Counter[str], number: int) -> ClaimAnswer:
        done = Counter(bought(played.moves))
        if cards <= done and done.total() >= number:
            return self._settled(True, played.answer.outcome, ("TS-4.4",), played.answer.calculation)
        if self.kind == "buys":
            return self._settled(False, f"the turn does not buy it. {played.answer.outcome}")
        if number > 1:
            return self._can_be(played.states[-1])
        return self._could_not_buy(played, next(iter(cards)))

    def _could_not_buy(self, played: PlayedTurn, card: str) -> ClaimAnswer:
        """Whether neither the line nor what may follow could buy the card; the last refusal says why."""
        chance = None
        for number, state in enumerate(played.states):
            refusal = self.position.game.why_not(state, Buy(card))
            if refusal is None:
                return self._answer(False, f"after step {number} you could buy it", ("TS-4.4",))
            if state.step == "buying" or (state.todo and isinstance(state.todo[-1], Spoils)):
                chance = refusal
        later = self._can_be(played.states[-1])
        if chance is None or later.verdict != "confirmed":
            return later
        return self._answer(True, chance.reason, chance.rulings)
