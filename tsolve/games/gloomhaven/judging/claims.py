"""Claims about a turn: with a line, about its result; without one, about what all options have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.contract.position import Worlds
from tsolve.games.gloomhaven.hexes import Hex, distance
from tsolve.games.gloomhaven.judging.bounds import denied
from tsolve.games.gloomhaven.judging.left_open import (
    Ways,
    depends_on_initiatives,
    may_change,
    only_told,
    outcomes_on,
    ways_of,
    whole_ways,
)
from tsolve.games.gloomhaven.judging.options import (
    Wanted,
    fatal,
    rules_of_attack,
    rules_of_death,
    rules_of_end,
    rules_of_focus,
    told,
    why_otherwise,
)
from tsolve.games.gloomhaven.judging.possibility_claims import PossibilityClaim
from tsolve.games.gloomhaven.judging.walk import A_CARD, as_it_stands, decisions, from_the_start, ways_on
from tsolve.games.gloomhaven.judging.whole_turn import Turn
from tsolve.games.gloomhaven.measures import BEFORE_CARDS, MEASURES
from tsolve.games.gloomhaven.round import are_exhausted
from tsolve.games.gloomhaven.state import State
from tsolve.games.gloomhaven.stated import NOBODY
from tsolve.games.gloomhaven.ways import Measure, Way
from tsolve.games.gloomhaven.writing.sentence_forms import EACH
from tsolve.games.gloomhaven.writing.statements import ClaimFile
from tsolve.judging.claims import POSSIBILITY
from tsolve.judging.numbers import Outcome
from tsolve.model.answers import ClaimAnswer
from tsolve.model.facts import Fact, by_name, worded
from tsolve.rules.names import squash
from tsolve.steps.line import play_line

if TYPE_CHECKING:
    from tsolve.games.gloomhaven.judging.odds import AttackOdds
    from tsolve.games.gloomhaven.position import ScenarioPosition

NO_TURN = "the file does not say whose turn it is: `turn: NAME`"


class TurnClaim(PossibilityClaim):
    """Judges one claim about a turn or about the map."""

    position: ScenarioPosition
    claim: ClaimFile

    def judge(self) -> ClaimAnswer:
        """Also open where an item that cannot be played may change what somebody suffers."""
        answer = super().judge()
        if answer.verdict == "undecided" or not (items := self._unplayed_protection()):
            return answer
        return self._answer(None, "; ".join(items))

    def _unplayed_protection(self) -> tuple[str, ...]:
        if self.kind in POSSIBILITY:
            asked = squash(self._query)
            killed = [who for who, _ in self.position.laid.idle if "kill" in asked and squash(who) in asked]
            return self.position.unplayed_protection(killed)
        is_number = self.kind in MEASURES.stated and self.kind not in BEFORE_CARDS
        if not is_number and not self._is_of_death:
            return ()
        whose = [self._called(self.claim.dies or self.claim.survives or "")] if self._is_of_death else None
        named = whose or [each for each in self._stated() if each]
        return self.position.unplayed_protection(named or None)

    def _needs_no_search(self) -> bool:
        """Whether no search is needed. Without a line, claims about results of figures need one through all
        options.
        """
        if self.kind in MEASURES.stated and not self._measure.is_of_actor:
            return self.played is not None and self.after is None
        return super()._needs_no_search()

    def _judged(self) -> ClaimAnswer:
        if self.kind in ("acts_before", "acts_after"):
            return self._order()
        if self.kind == "attack_of":
            from tsolve.games.gloomhaven.judging.attack_values import attack_value

            return attack_value(self)
        is_of_several = bool(self.position.actors[1:])
        if self._is_of_death and self.claim.by:
            return self._killed_by(self.claim.by)
        if self._is_of_death and not (is_of_several and self.claim.chance is not None):
            return self._death()
        names = self._names_of_actors()
        others = [name for name in names if name not in self.position.actors]
        if others:
            text = f"the file does not ask about the turn of {others[0]}: write `turn: {others[0]}`"
            return self._answer(None, text, ("GH-12.3",))
        if not is_of_several:
            return self._of_one()
        from tsolve.games.gloomhaven.judging.one_after_another import judged_in_order

        return judged_in_order(self, names)

    def _killed_by(self, text: str) -> ClaimAnswer:
        """Whether a figure is killed by the one whose turn it is."""
        by = self.position.figure(text, self.span, self._passed)
        if (by,) != self.position.actors or self.position.is_round:
            return self._answer(
                None, f"the file does not ask about the turn of {by} alone: write `turn: {by}`"
            )
        there = copy(self)
        there.claim = replace(self.claim, by=None)
        return there._death()

    def _names_of_actors(self) -> tuple[str, ...]:
        """The figures whose turns the claim is about, in the order of their turns."""
        actors, by = self.position.actors, self.claim.by
        if not by or by == EACH:
            return actors
        from tsolve.games.gloomhaven.judging.order import figures_meant

        named = {each.name for each in figures_meant(self.position, by, self.span, self._passed)}
        return (*(each for each in actors if each in named), *sorted(named - {*actors}))

    def left_open(self, reason: str) -> ClaimAnswer:
        """Undecided for this reason."""
        return self._answer(None, reason)

    def settled(self, holds: bool | None, reason: str, rulings: tuple[str, ...]) -> ClaimAnswer:
        """The verdict, with these reasons."""
        return self._answer(holds, reason, rulings)

    def at(self, position: ScenarioPosition) -> ClaimAnswer:
        """The verdict in the turn of another figure."""
        there = copy(self)
        there.position = position
        return there._of_one()

    def _of_one(self) -> ClaimAnswer:
        answer = denied(self.claim, self._as_played())
        is_of_turn = self.kind in MEASURES.stated and self.kind != "focus" and self.played is None
        if not (is_of_turn or self.kind == "options") or answer.verdict == "undecided":
            return answer
        if left_out := self.position.unplayed:
            return self._answer(None, only_told(left_out), ("GH-12.36",))
        if left_out := self.position.not_told:
            return self._answer(None, "; ".join(left_out))
        return answer

    def _called(self, name: str) -> str:
        return self.position.figure(name, self.span, self._passed)

    def _untold(self, name: str) -> str:
        return self.position.untold(name)

    def _odds(self) -> AttackOdds:
        from tsolve.games.gloomhaven.judging.odds import odds_of_turn  # few claims are about chances

        return odds_of_turn(self.position)

    def _order(self) -> ClaimAnswer:
        """Whether somebody has its turn before somebody else, by their initiatives."""
        from tsolve.games.gloomhaven.judging.order import who_is_first

        claim = self.claim
        by, other = claim.by or "", claim.acts_before or claim.acts_after or ""
        both = (by, other) if self.kind == "acts_before" else (other, by)
        found = who_is_first(self.position, *both, self.span)
        return self._answer(found.is_first, found.why, found.rulings)

    def _as_played(self) -> ClaimAnswer:
        if self.kind in ("sees", "sees_not"):
            return self._sight()
        if self.kind == "options":
            return self._number_of_options()
        if self.kind not in MEASURES.stated:
            return super()._judged()
        if self.played is None and self.after == 0:
            self.played = play_line(self.position, ())  # before the first step, though none is written
        return self._of_options() if self.played is None else self._of_line()

    def claim_in_words(self) -> str:
        if self.kind in ("sees", "sees_not"):
            first, second = self._hexes()
            sees = "sees" if self.kind == "sees" else "does not see"
            return f"{self.position.name(first)} {sees} {self.position.name(second)}"
        if self.kind == "options":
            return f"options: {self.claim.options}"
        if self.kind == "attack_of":
            return f"attack of {by_name(self.claim.attack_of or {})}"
        if self.kind in ("acts_before", "acts_after"):
            other = self.claim.acts_before or self.claim.acts_after
            return f"{self.claim.by} {self.kind.replace('_', ' ')} {other}"
        if self.claim.by and self.kind in ("can", "cannot"):
            return f"{self.claim.by} {super().claim_in_words()}"
        if self.kind in MEASURES.stated:
            whose = f"{self.claim.by}, " if self.claim.by not in (None, EACH) else ""
            if self.kind == "attacked" and self.claim.by and all(self._stated().values()):
                return f"{whose}attacks: {worded(tuple(sorted(self._stated())))}"
            not_ = "not " if self.claim.denied else ""
            bound = f"{self.claim.bound} " if self.claim.bound else ""
            return f"{whose}{not_}{self.kind.replace('_', ' ')}: {bound}{by_name(self._claimed())}"
        return super().claim_in_words()

    @property
    def _measure(self) -> Measure[ScenarioPosition]:
        return MEASURES.by_name[self.kind]

    def _claimed(self) -> Mapping[str, Fact]:
        """The claimed values in the words of answers, by the name of the figure in the file."""
        written = self.claim.stated[self.kind]
        values = written if isinstance(written, Mapping) else {"": written}
        read = partial(self._measure.kind.read, self.position, span=self.span, states=self._passed)
        return {name: read(each) for name, each in values.items()}

    def _names(self, names: Collection[str]) -> tuple[str, ...]:
        return tuple(sorted(self.position.figure(name, self.span, self._passed) for name in names))

    @property
    def _passed(self) -> Sequence[State]:
        """The positions along the line, in which figures may have come into play."""
        return self.played.states if self.played is not None else ()

    # sight

    def _hexes(self) -> tuple[Hex, Hex]:
        pair = self.claim.sees or self.claim.sees_not
        assert pair is not None
        return self.position.place(pair[0], self.span), self.position.place(pair[1], self.span)

    def _sight(self) -> ClaimAnswer:
        first, second = self._hexes()
        board = self.position.book.board(self.position.state)
        sees = board.sees(first, second)
        names = f"{self.position.name(first)} and {self.position.name(second)}"
        text = f"{names} see each other" if sees else "a wall or the edge of the map blocks every line"
        corner = ("GH-5.3",) if sees and distance(first, second) == 1 else ()
        wall = () if sees else ("GH-1.4",)
        rulings = ("GH-5.1", "GH-5.2", *corner, *wall, "GH-5.5")
        return self._answer(sees == (self.kind == "sees"), text, rulings)

    # options

    def _number_of_options(self) -> ClaimAnswer:
        if not self.position.decides:
            return self._answer(None, *self._who_decides())
        ways = ways_of(self.position)
        numbers = sorted({len(case) for case in ways.cases})
        found = {number == self.claim.options for number in numbers}
        if len(found) > 1:
            return self._depends(ways, "GH-12.37")
        counted = " or ".join(map(str, numbers))
        text = f"there {'is' if numbers == [1] else 'are'} {counted}"
        return self._answer(found == {True}, text, ("GH-12.37",))

    def _who_decides(self) -> tuple[str, tuple[str, ...]]:
        """Who decides if the rules do not."""
        if self.position.actor or self.position.is_round:
            return "the players choose: say what is done in `line`", ("GH-2.5",)
        return NO_TURN, ()

    def _depends(self, ways: Ways, *rulings: str) -> ClaimAnswer:
        """Undecided, since the file does not tell an initiative."""
        return self._answer(None, depends_on_initiatives(ways.hangs_on), ("GH-12.12", *rulings))

    def _of_options(self) -> ClaimAnswer:
        if self.kind == "scenario" and (ending := self._ending()) is not None:
            return ending
        if not self.position.decides:
            return self._of_everybody()
        if self.kind not in BEFORE_CARDS:
            return self._settled()
        wanted = self._stated()
        found = ways_of(self.position)
        if len({_common(self.position, self.kind, case, wanted) for case in found.cases}) > 1:
            return self._depends(found)
        ways = found.turns
        facts = [(way, _of(self.position, self.kind, way, wanted)) for way in ways]
        holds = [fact == wanted for _, fact in facts]
        is_first = self.kind == "focus"  # the focus comes before everything else in the turn
        by_cards = None if found.hangs_on or is_first else self._ways()
        if by_cards is not None:
            of_way = ({**self._measure.of_each_in(self.position, way, wanted)} for way in by_cards)
            found_in = {fact == wanted for fact in of_way}
            if found_in != set(holds):
                return self._whichever()
        elif not is_first and any(
            may_change(self.position, self.kind, way.targets, found, wanted) for way, found in facts
        ):
            return self._answer(None, "it goes on after a modifier card: say it in `line`", ("GH-12.1",))
        if len(set(holds)) == 1:
            first = told(ways[0], self.position)
            in_all = f"in all {len(ways)} options, such as: " if len(ways) > 1 else ""
            death = rules_of_death(self.position) if ways[0].dies else ()
            states = decisions(self.position.game, self.position.state)
            why, rulings = self._deciding(states, holds[0], ways[0].targets, death)
            return self._answer(holds[0], f"{in_all}{first}{why and f'; {why}'}", rulings)
        ways_told = "; or ".join(told(way, self.position) for way in ways)
        return self._answer(None, f"the players choose: {ways_told}", ("GH-12.13", "GH-12.37"))

    def _of_everybody(self) -> ClaimAnswer:
        """Judges by all results of a character's turn or a round, for all choices and cards; undecided if
        there are too many.
        """
        if (worlds := self.position.worlds()) is not None:
            return self._in_every(worlds)
        is_of_one = self._measure.is_of_actor and (self.position.is_round or not self.position.actor)
        if is_of_one or self._ways() is None:
            return self._answer(None, *self._who_decides())
        return self._whichever()

    def _in_every(self, worlds: Worlds[State]) -> ClaimAnswer:
        """The results of a turn or a round in every position that the file may mean."""
        answers = []
        for state in worlds.states:
            there = copy(self)
            there.position = self.position.at(state)
            answers.append(there._of_options())
        if len({each.verdict for each in answers}) == 1:
            return answers[0]
        return self._answer(None, worlds.why, worlds.rulings)

    def _settled(self) -> ClaimAnswer:
        """Judges by the results of figures in every option and with every card; undecided if there are too
        many, or if they depend on an unknown initiative or card.
        """
        if (worlds := self.position.worlds()) is not None:
            return self._in_every(worlds)
        if self._ways() is None:
            by_chance = "the turn depends on cards that come by chance: say them in `line`"
            return self._answer(None, by_chance)
        return self._whichever()

    def _ways(self) -> Sequence[Way] | None:
        """Every way in which the whole turn, or round, may go; None if there are too many or a card is
        unknown.
        """
        return whole_ways(self.position, from_the_start(self.position), to_the_end=True)

    def _whichever(self) -> ClaimAnswer:
        """Judges by the results of all these ways."""
        start, wanted = from_the_start(self.position), self._stated()
        return self._in(outcomes_on(self.position, start, self.kind, wanted, to_the_end=True))

    # lines

    def _of_line(self) -> ClaimAnswer:
        answer, played = self._figure(), self.played
        assert played is not None
        is_told = answer.verdict != "undecided"
        if self.kind in BEFORE_CARDS and self.position.decides and is_told:
            return self._with_rules(answer, as_it_stands(self.position, played, self.after))
        has_sum = self._measure.is_summed and is_told
        return replace(answer, calculation=played.answer.calculation) if has_sum else answer

    def _with_rules(self, answer: ClaimAnswer, start: Way) -> ClaimAnswer:
        """The answer with the rules that decide, and why the claim fails if it does, both from the first way
        to go on.
        """
        way = next(iter(ways_on(self.position, start, until=A_CARD) or [start]))
        outcome = way.outcome(self.position)
        states = (move.before for move in way.moves if move.before.todo)
        death = fatal(outcome.figure, way.entries) if outcome.leaves else ()
        why, rulings = self._deciding(states, answer.verdict == "confirmed", outcome.attacks, death)
        return replace(answer, reason=f"{answer.reason}{why and f'; {why}'}", rulings=rulings)

    def _deciding(
        self, decisions: Iterable[State], holds: bool, targets: Collection[str], death: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...]]:
        """Why the claim fails (empty if it does not), and the rules that decide; `targets` are the figures
        attacked, `death` the rules by which the acting figure dies, if it does.
        """
        states = list(decisions)
        if self.kind == "end" and death:
            return "", tuple(dict.fromkeys((*rules_of_end(self.position, states), *death)))
        if not holds or self._attacked(holds):
            claim = self.claim
            end = self.position.place(claim.end, self.span) if claim.end is not None else None
            names = self._names(claim.attacks or self._attacked(holds))
            focus = str(self._claimed()[""]) if self.kind == "focus" else ""
            refused = why_otherwise(self.position, states, Wanted(focus, end, names))
            if refused is not None:
                return refused
        if self.kind == "focus":
            return "", rules_of_focus(self.position, states)
        if self.kind == "end":
            return "", rules_of_end(self.position, states)
        if death and not targets:
            return "", death
        return "", rules_of_attack(self.position, states, targets)

    def _attacked(self, holds: bool) -> tuple[str, ...]:
        """The figures that are not attacked, of those that a claim of this kind names."""
        named = self._stated() if self.kind == "attacked" else {}
        return tuple(name for name, is_so in named.items() if is_so != holds)

    def _ending(self) -> ClaimAnswer | None:
        """How the scenario ends if all characters are exhausted; None if not all are, or if it is won."""
        state = self.position.state
        if state.ended == "won" or not are_exhausted(self.position.book, state):
            return None
        return self._in([Outcome("", self._measure.found(self.position, Way(state)))])


def _common(
    position: ScenarioPosition, kind: str, case: Collection[Turn], wanted: Mapping[str, Fact]
) -> bool | None:
    """Whether the claim holds in all options of a case, or in none; None if only in some."""
    holds = {_of(position, kind, way, wanted) == wanted for way in case}
    return holds.pop() if len(holds) == 1 else None


def _of(position: ScenarioPosition, kind: str, turn: Turn, whose: Iterable[str]) -> Mapping[str, Fact]:
    """The fact of an option that this kind of claim is about, by whose it is."""
    if kind == "attacked":
        return {name: name in turn.targets for name in whose}
    if kind == "focus":
        return {"": turn.focus or NOBODY}
    if kind == "end":
        return {"": position.name(turn.end)}
    return {"": tuple(sorted(set(turn.targets)))}
