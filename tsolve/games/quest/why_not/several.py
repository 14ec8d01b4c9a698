"""Whether several things can be done in one turn: `buy Maul and a Potion`, `level up both Adventurers`, `pass
the Mine without a Wound`.

What was done is read from the table and the results of the turn, so the order of the steps does not matter
unless the text says one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from tsolve.budget import SpentError
from tsolve.cardkit.tasks import Reason
from tsolve.diagnostics import quoted
from tsolve.engine import Arrival, Probe
from tsolve.errors import InputError, UsageError
from tsolve.games.quest.actions import Action, Buy, LevelUp, Move
from tsolve.games.quest.answers import NONE
from tsolve.games.quest.game import Quest
from tsolve.games.quest.judging.figures import is_spared
from tsolve.games.quest.planning.goals import turn_over
from tsolve.games.quest.position import QuestPosition
from tsolve.games.quest.state import MARKET, State
from tsolve.games.quest.turn.heroes import is_next_level
from tsolve.games.quest.turn.market import for_sale, in_stacks
from tsolve.games.quest.turn.untold import EXAMPLE, UNTOLD
from tsolve.games.quest.why_not.feats import (
    ANY_CARD,
    BOUGHT,
    CARDS,
    COUNTED,
    VILLAGE,
    Feat,
    amount,
    armed,
    feats_of,
    standing,
)
from tsolve.games.quest.why_not.steps import AnyStep, TurnQuestion, what_brings_unknown
from tsolve.games.quest.writing.question_words import ANY_CARD as ANY_PURCHASE
from tsolve.games.quest.writing.question_words import (
    ENDING,
    OF_BATTLES,
    PASS,
    REACH,
    TO_THE_VILLAGE,
    Spared,
    spared_in,
)
from tsolve.games.quest.writing.several import several
from tsolve.model.why_not import Detail, WhyNotAnswer
from tsolve.plays.plan import line_in_words
from tsolve.regex import Regex
from tsolve.steps.line import play_line
from tsolve.worlds.possibility import certainly
from tsolve.worlds.why_not import answer_to
from tsolve.worlds.why_not_question import Sought, Walk
from tsolve.worlds.why_not_step import StateQuestion, TurnPursuit, refused_in_the_end, with_only_choices

_COPY = Regex(r" #\d+")
_COSTS = {"wounds": "a Wound", "tokens": "a Gear token"}
_NOT_BOUGHT = "a card was found to be gained in another way only"
_OTHER_ORDER = "it was found in another order only"
_MOST = 2_000
"""The most positions in which the richest turn is looked for."""

Asks: TypeAlias = Callable[..., WhyNotAnswer]
"""How a single question is answered."""


class Part(NamedTuple):
    """One of the things to be done."""

    text: str
    """How it is written; empty where the file tells nothing that may be written."""
    feats: tuple[Feat, ...]
    question: AnyStep | None = None
    """Whether it can be done by itself, as far as that tells which steps may help."""
    is_open: bool = False
    """Whether several actions do it, and the text is an example."""
    otherwise: Reason = ("", ())
    """Why it is not done where it is no step that is refused."""
    untold: str = ""
    """What the file does not say that may allow it."""


class AllOf(StateQuestion[QuestPosition, State, Action]):
    """Whether all of this can be done in the turn."""

    def __init__(
        self,
        text: str,
        probe: Probe[State, Action],
        parts: Sequence[Part],
        in_order: bool = False,
        spared: Spared = "",
    ) -> None:
        """`in_order`: each after the one before. `spared`: what it must not cost."""
        super().__init__(text, probe)
        self.parts, self.in_order, self.spared = parts, in_order, spared
        feats = [feat for part in parts for feat in part.feats]
        self._gifts = [feat for feat in feats if feat[0] == "give"]
        self._wanted = Counter(feat for feat in feats if feat[0] != "give")

    def pursuit(self, world: QuestPosition) -> TurnPursuit[State, Action]:
        return _Helpful(world, self)

    def seek(self, world: QuestPosition) -> Sought[Action]:
        if self.in_order and (line := self._one_by_one(world)) is not None:
            return Sought(line)
        return super().seek(world)

    def _one_by_one(self, world: QuestPosition) -> tuple[Action, ...] | None:
        """A turn that does one part after the other, each in the shortest way; None if that leads nowhere."""
        line: tuple[Action, ...] = ()
        here = world
        for part in self.parts:
            found = AllOf("", self.probe, (part,), spared=self.spared).seek(here).line
            if found is None:
                return None
            line += (whole := tuple(with_only_choices(here, found)))
            state = here.state
            for action in whole:
                state = here.asking().game.apply(state, action)
            here = here.at(state)
        return line

    def has_come(self, world: QuestPosition, state: State) -> bool:
        if not is_spared(state, self.spared):
            return False
        return armed(state, self._gifts) and all(self.is_done(world, state, feat) for feat in self._wanted)

    def is_done(self, world: QuestPosition, state: State, feat: Feat) -> bool:
        """Whether it was done as often as it is wanted since the question was asked."""
        if feat[0] == "give":
            return armed(state, self._gifts)
        before = amount(world.state, feat) if feat[0] in COUNTED else 0
        return amount(state, feat) - before >= self._wanted[feat]

    def left(self, world: QuestPosition, state: State) -> list[Part]:
        """The parts of which something is still to be done."""
        return [
            part for part in self.parts if not all(self.is_done(world, state, feat) for feat in part.feats)
        ]

    def unknown(self, world: QuestPosition) -> tuple[str, ...]:
        questions = [part.question for part in self.parts if part.question is not None]
        found = [each.untold_room(world) for each in questions]
        if world.state.stacks is None and any(each.of_stacks for each in questions):
            found.append(f"{UNTOLD}: write `{EXAMPLE}`")
        return tuple(dict.fromkeys(filter(None, found)))

    def doubt(self, world: QuestPosition, line: Sequence[Action]) -> str:
        bought = Counter(action.card for action in line if isinstance(action, Buy))
        bought[""] = bought.total()
        if any(what in CARDS and bought[card] < number for (what, card), number in self._wanted.items()):
            return _NOT_BOUGHT
        return super().doubt(world, line) or ("" if self._is_ordered(world, line) else _OTHER_ORDER)

    def _is_ordered(self, world: QuestPosition, line: Sequence[Action]) -> bool:
        """Whether a line does the parts in the order in which they are named, where that matters."""
        if not self.in_order:
            return True
        game, state = world.asking().game, world.state
        waiting = [*self.parts]
        for action in with_only_choices(world, line):
            state = game.apply(state, action)
            done = [part for part in waiting if part not in self.left(world, state)]
            if done != waiting[: len(done)]:
                return False
            waiting = waiting[len(done) :]
        return True

    def not_yet(self, world: QuestPosition) -> Reason | None:
        return None if self.has_come(world, world.state) else ("this is not done yet", ())

    def refusal(self, world: QuestPosition) -> Reason:
        """Why the first part is refused that no turn does beside those before it."""
        for number in range(len(self.parts) - 1, 0, -1):
            begun = AllOf("", self.probe, self.parts[:number], spared=self.spared)
            is_bought = self.parts[number].feats[0][0] in BOUGHT
            line = (begun.richest(world) if is_bought else None) or certainly(begun, world).line
            if line is None:
                continue
            if self.parts[number].otherwise[0]:
                return self._instead(world, line, self.parts[number])
            texts, last = line_in_words(world.asking(), line), self.parts[number].text
            with suppress(InputError):  # a battle or a room is no step
                refusal = play_line(world, [*texts, last], in_all_ways=False).answer.steps[-1].refusal
                if refusal is not None:
                    return f"{refusal.reason} (after: {', '.join(texts)})", refusal.rulings
        if self.spared:
            return f"every way through costs {_COSTS[self.spared]}", ("QUEST-5.8", "QUEST-5.10")
        if any(part.is_open for part in self.parts):
            return refused_in_the_end(world, self.parts[0].text)
        return "no turn does all of it", ()

    def richest(self, world: QuestPosition) -> tuple[Action, ...] | None:
        """The turn that does all of it and leaves the most gold, of the first that are found."""
        walk = Walk(self.pursuit(world), Arrival(world.state))
        with suppress(SpentError):
            found = [here for here in islice(walk.positions(), _MOST) if self.has_come(world, here.state)]
            best = max(found, key=lambda here: (here.state.gold, -len(here.line)), default=None)
            return None if best is None else best.line
        return None

    def _instead(self, world: QuestPosition, line: Sequence[Action], part: Part) -> Reason:
        """Where the Champion is instead, after a turn that does the parts before."""
        game, state = world.asking().game, world.state
        for action in with_only_choices(world, line):
            state = game.apply(state, action)
        while not turn_over(state) and (onward := _onward(game, state)) is not None:
            state = game.apply(state, onward)
        rulings = tuple(filter(None, (_ruling_of(world, state.tally.room), *part.otherwise[1])))
        return f"{part.otherwise[0]} {world.book.name(standing(state))}", rulings


def _ruling_of(world: QuestPosition, room: int) -> str:
    return world.book.card(world.state.rooms[room].card).ruling if room != NONE else ""


def _onward(game: Quest, state: State) -> Action | None:
    """The next action where there is no choice, or that passes; None for chance."""
    legal = game.legal_actions(state) if game.mover(state) >= 0 else []
    return legal[0] if len(legal) == 1 else next((each for each in legal if game.passes(each)), None)


class _Helpful(TurnPursuit[State, Action]):
    """A turn, with the actions alone that may help one of the parts that are left."""

    def __init__(self, world: QuestPosition, question: AllOf) -> None:
        super().__init__(world, lambda _: False, has_come=partial(question.has_come, world))
        self.world, self.question = world, question

    def why_no_further(self, here: Arrival[State, Action]) -> str:
        return what_brings_unknown(self.world, here) or super().why_no_further(here)

    def moves(self, state: State) -> Iterable[Action]:
        left = [part.question for part in self.question.left(self.world, state)]
        if any(each is not None and each.is_past(self.world, state) for each in left):
            return
        for action in super().moves(state):
            if any(self._may_help(each, state, action) for each in left):
                yield action

    def _may_help(self, question: AnyStep | None, state: State, action: Action) -> bool:
        if not isinstance(question, TurnQuestion):
            return True
        is_it = type(action) is type(question.action)
        return is_it or question.may_help(self.world, state, action)


class Together(NamedTuple):
    """Several things that are asked about at once."""

    position: QuestPosition
    parts: tuple[Part, ...]
    in_order: bool = False
    spared: Spared = ""

    def answer(self, query: str, file: str, detail: Detail, asks: Asks) -> WhyNotAnswer:
        """Whether all of it can be done; if one part cannot be done by itself, why that is so.

        Raises UsageError for a way that must cost nothing where there is none at all.
        """
        if untold := [part.untold for part in self.parts if not part.text]:
            return WhyNotAnswer(file, query, "undecided", left_out=(*untold[:1],))
        alone = [*self._alone(file, detail, asks)] if len(self.parts) > 1 else []
        if (never := next((each for each in alone if each.verdict == "impossible"), None)) is not None:
            return replace(never, query=query)
        if self.spared:
            plain: WhyNotAnswer = asks(self.position, self.parts[0].text, file, detail)
            if plain.verdict == "impossible":
                raise UsageError(f"no way leads through at all: ask {quoted(self.parts[0].text)} by itself")
        probe: Probe[State, Action] = Probe(notes=True, remembers=True)
        question = AllOf(query, probe, self.parts, self.in_order, self.spared)
        watched = self.position.watched_by(probe)
        answer = answer_to(self.position, query, file, lambda: (question, watched), detail)
        untold = [part.untold for part in self.parts if part.untold]
        if answer.verdict == "impossible" and len(untold) == 1:  # a second card is never for sale
            return WhyNotAnswer(file, query, "undecided", left_out=(*untold,))
        is_open = [each for each in alone if each.verdict == "undecided" and each.chance is None]
        return replace(is_open[0], query=query) if is_open and answer.verdict == "impossible" else answer

    def _alone(self, file: str, detail: Detail, asks: Asks) -> Iterator[WhyNotAnswer]:
        """The answers about the parts by themselves, as far as they are steps."""
        for part in self.parts:
            if not part.is_open and not part.otherwise[0]:
                yield asks(self.position, part.text, file, detail)


def several_in(position: QuestPosition, text: str) -> Together | None:
    """The things that a text asks about at once; None for a text about one step."""
    if found := ENDING.fullmatch(text):
        fight = _part(position, found["fight"])
        where = position.card(found["where"])
        kept: Feat = ("end elsewhere" if found["no"] else "end in", where)
        ending = Part(text, (kept,), otherwise=("the Champion is then in", ("QUEST-5.28",)))
        return Together(position, (fight, ending)) if fight is not None else None
    if (found := PASS.fullmatch(text)) and _part(position, text) is None:
        room, spared = spared_in(found["room"])
        target = position.target(room)
        places = target.places(position.state)
        if not places:
            return None
        part = Part(f"pass {room}", (("pass", places[0]),), _moving(position, places[0]))
        return Together(position, (part,), spared=spared)

    def reads(part: str) -> bool:
        return _part(position, part) is not None

    single = _part(position, text)
    if single is not None and single.is_open:
        return Together(position, (single,))
    named = several(text, position.ruleset, position.state, reads)
    if named is None:
        return None
    parts = [_part(position, step) for step in named.steps]
    return Together(position, tuple(filter(None, parts)), named.in_order)


def _moving(position: QuestPosition, place: int) -> AnyStep:
    """A step into a room: what helps it, helps on the way through."""
    move = Move(place)
    return TurnQuestion.asked(position, position.game.notation(position.state, move), move)[0]


def _part(position: QuestPosition, text: str) -> Part | None:
    """A thing to be done that the table shows later; None for any other text."""
    with suppress(InputError):
        for form in (*OF_BATTLES, REACH):
            if found := form.fullmatch(text):
                target = position.target(found[found.lastindex or 0])
                if form is REACH:
                    places = target.places(position.state)
                    if not places:
                        return None
                    return Part(text, (("reach", places[0]),), _moving(position, places[0]))
                return Part(text, (("defeat" if OF_BATTLES[form] == "win" else "battle", target),))
        if ANY_PURCHASE.fullmatch(text):
            return _any_purchase(position)
        if TO_THE_VILLAGE.fullmatch(text):
            locations = (card.name for card in position.ruleset.cards.values() if card.kind == "location")
            return Part(f"go to {min(locations)}", (VILLAGE,), is_open=True)
        written = position.step_reader().read(position.state, text, None)
        feats = feats_of(position, text, written.action) if written.beyond is None else None
        if feats is None:
            return None
        is_open = isinstance(written.action, LevelUp) and _may_become_any(position, feats)
        if is_open:
            text = _COPY.sub("", position.game.notation(position.state, written.action))
        question = TurnQuestion.asked(position, text, written.action)[0] if written.action.takes else None
        return Part(text, feats, question, is_open)
    return None


def _any_purchase(position: QuestPosition) -> Part:
    """A purchase of any card, with the cheapest as an example."""
    book, state = position.book, position.state
    cards = sorted(for_sale(state), key=lambda card: (book.card(card).cost or 0, card))
    is_told = any(book.card(card).kind in MARKET for card in cards)
    example = f"buy {book.name(cards[0])}" if cards else ""
    return Part(example, (ANY_CARD,), is_open=True, untold="" if is_told else f"{UNTOLD}: write `{EXAMPLE}`")


def _may_become_any(position: QuestPosition, feats: Sequence[Feat]) -> bool:
    """Whether a Hero rises of whom it is not said into whom, where there are several."""
    (_, hero), *named = feats
    book, state = position.book, position.state
    known = book.cards if state.stacks is None else in_stacks(state)
    levels = {card for card in known if is_next_level(book.card(hero), book.card(card))}
    return not named and len(levels) > 1
