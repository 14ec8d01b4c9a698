"""Reads the written steps of a Thunderstone line as actions, and puts actions into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import ClassVar, Self

from msgspec.structs import replace

from tsolve.contract.step_reader import (
    Chance,
    Move,
    Result,
    Said,
    StepReader,
    Told,
    UnknownNeed,
    World,
    Written,
)
from tsolve.diagnostics import Diagnostics
from tsolve.engine import CHANCE, UNKNOWN, Arrival, explore
from tsolve.errors import Span
from tsolve.games.thunderstone.actions import Action, Attack, Buy, Destroy, LevelUp, Pass, Use, Visit, turn_in
from tsolve.games.thunderstone.answers import (
    Borrow,
    Discard,
    Draw,
    Event,
    Given,
    React,
    Reveal,
    ShowHand,
    Suffer,
    TurnUp,
)
from tsolve.games.thunderstone.effects.battle_weakening import is_for_all
from tsolve.games.thunderstone.game import Thunderstone
from tsolve.games.thunderstone.judging.lines import (
    OtherChoices,
    answers,
    may_intervene,
    must_give,
)
from tsolve.games.thunderstone.judging.outcome import (
    attack_calculation,
    attacked_name,
    battle_sentence,
    bought,
    ending_sentence,
    from_attack,
    go_on,
    gold_calculation,
    levelled,
    lost_cards,
    one_turn,
    turn_sentence,
    why_not_bought,
)
from tsolve.games.thunderstone.judging.unseen import met_unseen, worlds
from tsolve.games.thunderstone.position import ThunderstonePosition
from tsolve.games.thunderstone.state import NONE, UNSEEN, State, Tally
from tsolve.games.thunderstone.turn import hand
from tsolve.games.thunderstone.turn.drawing import LOOK, TURN_UP
from tsolve.games.thunderstone.turn.hall import Target, split_rank
from tsolve.games.thunderstone.turn.hand import NAMED_KINDS, is_kind
from tsolve.games.thunderstone.turn.other_players import MustDiscard, holding, is_hidden
from tsolve.games.thunderstone.turn.village import UNTOLD, untold
from tsolve.games.thunderstone.writing.notation import phrase
from tsolve.games.thunderstone.writing.reading import VISIT_STEPS, read
from tsolve.games.thunderstone.writing.using import HALL
from tsolve.model.plays import Calculation
from tsolve.model.trace import Entry, Refusal
from tsolve.written.card_names import resolve


class TurnStepReader(StepReader[State, Action]):
    """Reads the steps of one line."""

    chance_first: ClassVar[str] = "a card is drawn first"
    how_to_say: ClassVar[str] = "`draw ...`"
    rulings_of_chance: ClassVar[tuple[str, ...]] = ("TS-3.4",)
    rulings_of_the_end: ClassVar[tuple[str, ...]] = ("TS-3.2", "TS-3.3")
    kinds: ClassVar[Collection[str]] = NAMED_KINDS
    game: Thunderstone

    def __init__(self, position: ThunderstonePosition) -> None:
        game = one_turn(position.book)
        super().__init__(game, game.probe)
        self.position = position
        self.book = game.book
        self.drawn: list[str] = []
        self.revealed: list[str] = []
        self.turned: list[str] = []
        """Cards turned up from decks that no step has stated yet."""
        self.dealt: list[str] = []
        """Cards of the new hand that have been stated while it is being drawn."""
        self.others = OtherChoices(game.book)
        self.has_acted = False
        """Whether anything was done since the turn began."""

    def fork(self) -> Self:
        other = super().fork()
        other.others = self.others.fork()
        return other

    def read(self, state: State, text: str, span: Span | None) -> Written[Action]:
        return read(self.game, self.position.ruleset, state, text, span)

    # the result

    def is_result(self, state: State) -> bool:
        return state.over or state.step == "ending"

    def is_settled(self, state: State) -> bool:
        return bool(state.tally.outcome)

    def go_on(self, state: State) -> State:
        return go_on(self.game, state) if state.step == "ending" else state

    def result(self, state: State, moves: Sequence[Move[State, Action]], entries: Sequence[Entry]) -> Result:
        calculation = self._calculation(state, entries)
        return Result(self._sentence(state, moves), calculation, lost_cards(self.position.book, state))

    def doubt(self, moves: Sequence[Move[State, Action]]) -> str:
        if not any(met_unseen(move.before) for move in moves):
            return ""
        from tsolve.games.thunderstone.planning.unseen import changed_by_unseen

        return changed_by_unseen(self.position.game, *from_attack(moves))

    def _sentence(self, result: State, moves: Sequence[Move[State, Action]]) -> str:
        book = self.position.book
        if result.turn in ("village", "rest"):
            text = turn_sentence(book, result, bought(moves), levelled(moves))
        elif result.tally.outcome or result.over:
            text = battle_sentence(book, result, attacked_name(book, moves, result.tally))
        else:
            text = "The turn stops before the attack."
        return f"{text} {ending_sentence(book, result)}" if result.over else text

    def _calculation(self, result: State, entries: Sequence[Entry]) -> Calculation | None:
        """The table of the battle that was fought, or of the gold made."""
        if result.tally.outcome in ("won", "lost"):
            return attack_calculation(self.position.book, result.tally.attacked, result.target, entries)
        return gold_calculation(entries) if result.turn == "village" else None

    # steps that need no action

    def says(self, before: State, choice: Action, action: Action) -> bool:
        """Whether the step states this choice, perhaps with another copy of a card or without naming the
        Hero.
        """
        any_hero = isinstance(choice, Suffer) and action == Suffer(choice.pool)
        return any_hero or self.game.is_same(before, action, choice)

    def holds_for_all(self, before: State, choice: Action) -> bool:
        return is_for_all(before, choice)

    def answers_alike(self, option: Action, action: Action) -> bool:
        if isinstance(option, Given) and isinstance(action, Given) and option.player != action.player:
            return False
        return super().answers_alike(option, action)

    def is_event(self, action: Action) -> bool:
        return isinstance(action, Event)

    def said(self, state: State, text: str, action: Action) -> Said[State] | None:
        if isinstance(action, Draw | Reveal | TurnUp) and (refusal := self.game.why_not(state, action)):
            if isinstance(action, Reveal) and action.card not in self.revealed and met_unseen(state):
                return self._tell_unseen(state, text, action)
            denied = self._confirm(text, action)
            waits = self.game.mover(state) in (CHANCE, UNKNOWN)
            return Said(state, denied and (refusal if waits else denied))
        if isinstance(action, Visit) and action.place == state.turn and not self.has_acted:
            return Said(state)
        if isinstance(action, Pass) and self.has_result:
            return Said(state)
        return None

    def _confirm(self, text: str, event: Draw | Reveal | TurnUp) -> Refusal | None:
        """Why the stated card cannot have come. The engine knows which cards came, so the step is only
        checked.
        """
        came = {Draw: self.drawn, Reveal: self.revealed, TurnUp: self.turned}[type(event)]
        if event.card in came:
            came.remove(event.card)
            return None
        name = self.position.book.name(event.card)
        known = ", ".join(self.position.book.name(card) for card in came)
        reason = f"{known} came, not {name}" if known else f"none of the cards that came can be {name}"
        return Refusal(text, reason, ("TS-3.4" if isinstance(event, Draw) else "TS-7.10",))

    def _tell_unseen(self, state: State, text: str, event: Reveal) -> Said[State]:
        """Process a step which says what the unknown card of a Rank is: the first that has come in this line;
        if none has, the first in the Hall.
        """
        card = self.position.book.card(event.card)
        if card.kind in ("trap", "treasure"):
            known = f"{card.name} does not stay in a Rank; put it on top of the position's `dungeon_deck`"
            return Said(state, Refusal(text, known, ("TS-11.15",)))
        if card.kind not in ("monster", "guardian", "thunderstone"):
            return Said(state, Refusal(text, f"{card.name} is not a Dungeon card", ("TS-7.10",)))
        hall = list(state.hall)
        unseen = [index for index, slot in enumerate(hall) if slot.card == UNSEEN]
        rank = unseen[-self.revealed.count(UNSEEN)]  # what comes stands behind what was there
        hall[rank] = replace(hall[rank], card=event.card)
        if UNSEEN in self.revealed:
            self.revealed.remove(UNSEEN)
        return Said(replace(state, hall=tuple(hall)))

    # reasons

    def chance(self, state: State) -> Chance:
        task = state.todo[-1]
        if not isinstance(task, MustDiscard):
            return super().chance(state)
        card = next(each for each in task.options(self.book, state) if isinstance(each, Discard))
        shows = f"player {task.player + 1} shows a hand with no {hand.price_called(task.of)}"
        text = f"`{self.game.notation(state, card)}` or `{shows}`"
        rulings = task.rulings_for(self.book, state)
        return Chance(f"player {task.player + 1} discards or shows the hand first", text, rulings)

    def refuses(self, state: State, text: str, action: Action) -> Refusal | None:
        if (player := self.player_of(action)) >= (count := len(state.players)):
            return Refusal(text, f"there is no player {player + 1}: the position has {count}", ("TS-7.2",))
        if (refusal := super().refuses(state, text, action)) is not None:
            return refusal
        asked = self._asked_for(state, action)
        return None if asked in (None, state) else self.game.why_not(asked, action)

    def left_open(self, player: int) -> str:
        if player not in self.others.picked:
            return ""
        return f"the steps leave open which cards player {player + 1} has given already"

    def player_of(self, action: Action) -> int:
        return action.player if isinstance(action, Given | React | ShowHand) else NONE

    def too_late(
        self, state: State, text: str, action: Action, moves: Sequence[Move[State, Action]]
    ) -> Refusal:
        """Why an action after the end of the turn is too late: a purchase after a battle needs Spoils, and a
        rest destroys one card at most. (TS-14.1, TS-14.2, TS-5.1)
        """
        outcome = state.tally.outcome
        if isinstance(action, Destroy) and any(isinstance(move.action, Destroy) for move in moves):
            return Refusal(text, "a rest destroys one card at most", ("TS-5.1",))
        if isinstance(action, Buy) and outcome == "won":
            return Refusal(text, *why_not_bought(self.book, moves, action))
        if isinstance(action, Buy) and outcome == "lost":
            return Refusal(text, "only a victory brings Spoils", ("TS-14.1",))
        return super().too_late(state, text, action, moves)

    def absent(self, text: str, written: Written[Action], refusal: Refusal | None) -> Refusal:
        if isinstance(written.action, Attack):
            return Refusal(text, f"{written.absent} does not stand in the Hall", ("TS-7.4",))
        if refusal is None:
            return Refusal(text, f"{written.absent} is not {written.where}", ("TS-7.2",))
        return super().absent(text, written, refusal)

    # what the position does not tell

    def nobody_knows(self, state: State, written: Written[Action]) -> str:
        """Says that an unknown card of the Hall may be the attacked Monster or the target; empty if not.
        (TS-7.4)
        """
        action = written.action
        attacked = action.rank if isinstance(action, Attack) and state.awaits_attack else None
        is_meant = written.where == HALL and not (isinstance(action, Attack) or state.tally.attacked)
        if not met_unseen(state):
            return ""
        if isinstance(action, Use) and written.beyond is not None and self._has_moved_nobody(state, action):
            return "an unknown card of the Hall may be the Monster that is meant"
        if attacked is None and not is_meant:
            return ""
        from tsolve.games.thunderstone.planning.situations import has_stranger, may_come

        name, rank = split_rank(written.absent) if written.absent else ("", attacked or 0)
        target = Target(resolve(self.position.ruleset, name, Diagnostics(), None) if name else "", rank)
        if not may_come(state, target) or not has_stranger(self.book, state, target):
            return ""
        return f"an unknown card of the Hall may be {target.say(self.book)}"

    def _has_moved_nobody(self, state: State, use: Use) -> bool:
        """Whether this ability moves a Monster and has already been used."""
        ability = use.ability_in(self.book, state)
        moves = ability is not None and any(effect.moves for effect in ability.do)
        return moves and bool(state.party[use.card].used >> use.ability & 1)

    def worlds(self, before: State, after: State) -> Iterable[World[State]]:
        return worlds(self.game, before, after) if before.turn == "dungeon" else ()

    def untold(self, state: State, action: Action) -> UnknownNeed[State] | None:
        """What the position leaves unknown about this step: a hand from which a card is shown, or the cards
        of the Village. (TS-4.4, TS-6.3)
        """
        if isinstance(action, React) and is_hidden(state, action.player):
            holds = partial(holding, self.book, action.player, action.card)
            return UnknownNeed(f"the hand of player {action.player + 1} is unknown", ("TS-7.2",), holds)
        refusal = self.game.why_not(state, action) if state.stock is None else None
        if refusal is None:
            return None
        match action:
            case Buy(card) | LevelUp(_, card):
                sells = partial(replace, stalls=(card,), stock=(1,))
                return UnknownNeed(untold(self.book, card), refusal.rulings, sells)
        is_trade = refusal.reason == UNTOLD
        return UnknownNeed(UNTOLD, refusal.rulings, partial(replace, stock=())) if is_trade else None

    # several players are asked

    def asked(self, state: State, player: int) -> State | None:
        return self.others.asked(state, player)

    def in_turn(self, state: State, action: Action) -> State:
        asked = self._asked_for(state, action)
        return state if asked is None or self.game.why_not(asked, action) is not None else asked

    def _asked_for(self, state: State, action: Action) -> State | None:
        """The position in which the player of this answer is asked first, even if others come before."""
        if not isinstance(action, Given | React):
            return None
        return self.others.asked(state, action.player, isinstance(action, React))

    def is_kind(self, state: State, action: Action, kind: str) -> bool:
        return is_kind(self.book, state, action, kind)

    def answers(self, state: State) -> Sequence[Action]:
        hidden = bool(state.todo) and state.todo[-1].is_untold(self.book, state)
        return [] if hidden else self.game.answers(state)

    def tell(self, state: State, player: int, number: int, kind: str) -> Told[State] | None:
        told = self.others.tell(state, player, number, kind)
        return told or self._tell_forced(state, player, number, kind)

    def _tell_forced(self, state: State, player: int, number: int, kind: str) -> Told[State] | None:
        """The same for a choice that had only one answer."""
        for place, (before, choice) in enumerate(self.forced):
            if isinstance(choice, Given) and choice.player == player:
                if number > 1 or not is_kind(self.book, before, choice, kind):
                    return Told(state, f'the only choice was "{self.game.notation(before, choice)}"')
                del self.forced[place]
                return Told(state)
        return None

    def pick(self, player: int) -> None:
        self.others.picked.add(player)

    # silent steps

    def silent_step(self, state: State, written: Written[Action]) -> Action | None:
        action = written.action
        if isinstance(action, Draw | Reveal) and action.card in (*self.drawn, *self.revealed):
            return None
        if isinstance(action, TurnUp) and action.card in self.turned:
            return None
        if state.todo:
            options = self.game.legal_actions(state)
            if written.step != "preparing" and any(type(option) is type(action) for option in options):
                return None
            choice = self.silent_choice(state, options)
            return None if choice == Pass() and must_give(self.game, state) else choice
        if state.step == "choose":
            return self._entry(state, written)
        needed = written.step or written.action.step
        if state.turn == "village" and needed and VISIT_STEPS.index(state.step) < VISIT_STEPS.index(needed):
            return Pass()
        return None

    def implicit(self, state: State) -> Action | None:
        return self.game.implicit(state)

    def waits(self, state: State) -> bool:
        return bool(state.todo)

    def silent_choice(self, state: State, options: Sequence[Action]) -> Action | None:
        """The answer that a line need not write: the only one, any if all have the same result, or a pass."""
        if len(options) == 1:
            return options[0]
        if self._all_alike(state, options):
            self.indifferent = True
            return options[0]
        return Pass() if Pass() in options else None

    def last_choice(self, state: State, options: Sequence[Action]) -> Action | None:
        choice = self.silent_choice(state, options)
        return None if choice == Pass() and may_intervene(self.game, state) else choice

    def is_idle_choice(self, state: State) -> bool:
        return self.game.mover(state) != state.active and not may_intervene(self.game, state)

    def is_left_to_others(self, state: State) -> bool:
        return bool(state.todo) and self.game.mover(state) not in (state.active, CHANCE, UNKNOWN)

    def let_go_by(self, state: State) -> State:
        return self.others.let_go_by(self.game, state)

    def is_all_the_same(self, state: State) -> bool:
        task = state.todo[-1]
        if isinstance(task, MustDiscard) and task.player != state.active:
            return not task.matters_which(self.book, state)
        return self.is_idle_choice(state)

    def open_answers(self, state: State) -> tuple[str, ...]:
        return answers(self.game, state)

    def _all_alike(self, state: State, options: Sequence[Action]) -> bool:
        """Whether all these choices of a total to lower lead to the same result."""
        if not options or not all(isinstance(option, Suffer) for option in options):
            return False
        results: set[Tally] = set()
        for number, here in enumerate(explore(self.game, Arrival(state), self._sufferings)):
            if not self._sufferings(here.state):
                results.add(here.state.tally.in_sight)
            if len(results) > 1 or number >= 200:
                return False
        return True

    def _sufferings(self, state: State) -> list[Action]:
        return [option for option in self.game.legal_actions(state) if isinstance(option, Suffer)]

    def _entry(self, state: State, written: Written[Action]) -> Visit | None:
        """The choice of the turn that an action written at the start of a turn implies."""
        action = written.action
        if written.step == "preparing":  # to attack nobody, if nobody can be attacked
            inside = self.game.apply(state, Visit("dungeon"))
            return Visit("dungeon") if self.game.why_not(inside, action) is None else None
        place = turn_in(action, self.book, state)
        return Visit(place) if place else None

    # what happens

    def begins(self, action: Action) -> None:
        if not self.is_event(action):
            self.drawn, self.revealed, self.turned = [], [], []

    def done(self, before: State, action: Action, after: State, entries: Sequence[Entry]) -> None:
        self.has_acted = self.has_acted or not isinstance(action, Visit)
        self.forced += self.probe.forced
        if self.holds_for_all(before, action):
            self.forced.append((before, action))
        self.others.note(before, self.probe.untold)
        self._note_new_cards(before, action, after, entries)

    def by_itself(self) -> Sequence[Action]:
        return [Draw(card) for card in self.drawn]

    def _note_new_cards(self, before: State, action: Action, after: State, entries: Sequence[Entry]) -> None:
        """Note the cards that the engine drew and revealed by itself, so that the line may state them."""
        if isinstance(action, Borrow):
            return
        if self.has_result and after.step == "choose":  # the new hand is complete
            stated = Counter([*self.dealt, action.card] if isinstance(action, Draw) else self.dealt)
            self.drawn = list((Counter(self._new_hand(after)) - stated).elements())
            self.dealt = []
            return
        if self.has_result and isinstance(action, Draw):
            self.dealt.append(action.card)
        new = [member.card for member in after.party[len(before.party) :]]
        new += after.found[len(before.found) :]
        self.drawn += new[1:] if isinstance(action, Draw) else new
        stood = Counter(slot.card for slot in before.hall)
        arrived = list((Counter(slot.card for slot in after.hall if slot.card) - stood).elements())
        if isinstance(action, Reveal) and action.card in arrived:
            arrived.remove(action.card)
        self.revealed += arrived
        looked, turned = self._told(entries, LOOK), self._told(entries, TURN_UP)
        self.revealed += looked[1:] if isinstance(action, Reveal) else looked
        self.turned += turned[1:] if isinstance(action, TurnUp) else turned

    def _told(self, entries: Sequence[Entry], step: str) -> list[str]:
        """The cards turned up or looked at."""
        texts = [entry.subject for entry in entries if entry.step == step]
        ids = {card.name: card.id for card in self.position.book.cards.values()} if texts else {}
        return [ids[name] for name in texts]

    def _new_hand(self, state: State) -> tuple[str, ...]:
        """The hand drawn at the end of the turn."""
        me = self.position.state.active
        if state.active == me:
            return tuple(member.card for member in state.party)
        return state.players[me].hand or ()


def phrase_of(position: ThunderstonePosition, state: State, action: Action) -> tuple[str, ...]:
    """The words of an action, in parts for lists."""
    return phrase(position.book, state, action)
