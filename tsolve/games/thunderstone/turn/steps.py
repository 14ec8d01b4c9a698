"""The free steps of a turn: what the active player may do, and what forbids an action.

What forbids an action is with its rules (see `free`). Judging everything that might be tried would take most
of the time of a game, so `legal` finds the legal ones directly, and looks only at what may succeed; a test
holds both to the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.games.thunderstone.actions import Action, Attack, Buy, Destroy, LevelUp, Pass, Use, Visit
from tsolve.games.thunderstone.state import State, first_of_alike
from tsolve.games.thunderstone.turn import abilities, battle, equipping, free, traps_and_treasures, village
from tsolve.games.thunderstone.turn.drawing import EndTurn
from tsolve.games.thunderstone.turn.hall import slot
from tsolve.games.thunderstone.turn.village import for_sale, purse

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.thunderstone.book import Book
    from tsolve.games.thunderstone.play import Play


def attempts(book: Book, state: State) -> Iterator[Action]:
    """Everything that a player might try at this step, allowed or not; equal choices once."""
    if state.step == "choose":
        yield from (Visit("village"), Visit("dungeon"), Visit("rest"))
    elif state.step == "effects":
        yield from abilities.attempts(book, state)
        yield from traps_and_treasures.treasure_attempts(book, state)
        yield Pass()
    elif state.step == "buying":
        yield from (Buy(card) for card in for_sale(book, state))
        yield Pass()
    elif state.step == "levelling":
        yield from village.level_attempts(book, state)
        yield Pass()
    elif state.step == "preparing":
        yield from abilities.attempts(book, state)
        yield from equipping.attempts(book, state)
        yield from traps_and_treasures.treasure_attempts(book, state)
        yield from (Attack(rank) for rank in state.places if slot(state, rank).card)
        yield Pass()
    elif state.step == "resting":
        present = [index for index, member in enumerate(state.party) if not member.left]
        yield from (Destroy(index) for index in first_of_alike(state, present))
        yield Pass()


@free.refuse.register(Visit)
def _refuse_visit(_: Visit, __: Book, state: State) -> Reason | None:
    return None if state.step == "choose" else ("your turn has begun already", ("TS-3.1",))


@free.carry_out.register(Visit)
def _visit(action: Visit, play: Play) -> None:
    step = {"village": "effects", "dungeon": "preparing", "rest": "resting"}[action.place]
    play.set(turn=action.place, step=step)


@free.refuse.register(Destroy)
def _refuse_destroying(action: Destroy, _: Book, state: State) -> Reason | None:
    if state.step != "resting":
        return "only a rest lets you destroy a card without an effect", ("TS-5.1",)
    if not 0 <= action.card < len(state.party) or state.party[action.card].left:
        return "you hold no such card", ("TS-5.1",)
    return None


@free.carry_out.register(Destroy)
def _destroy(action: Destroy, play: Play) -> None:
    play.destroy(action.card)
    play.note("rest", action.card, ("TS-5.1",), "destroyed")
    play.push(EndTurn())


@free.refuse.register(Attack)
def _refuse_attack(action: Attack, book: Book, state: State) -> Reason | None:
    if state.step != "preparing":
        return "you attack once a turn, in the Dungeon", ("TS-7.4", "TS-3.1")
    if action.rank not in state.places:
        return f"the Hall has no Rank {action.rank}", ("TS-1.1",)
    if (reason := battle.refuse_attack(book, state, action.rank)) is not None:
        return reason
    return refuse_before_ending(book, state)


@free.carry_out.register(Attack)
def _attack(action: Attack, play: Play) -> None:
    battle.begin(play, action.rank)


def refuse_before_ending(book: Book, state: State) -> Reason | None:
    """What must happen before the preparation ends."""
    if (waiting := open_duty(book, state)) is not None:
        card = state.party[waiting.card].card
        return f"you must first use the Trophy of {book.name(card)}", ("TS-13.1", f"card.{card}")
    return refuse_before_robbery(book, state)


def open_duty(book: Book, state: State) -> Use | None:
    """An ability that has to be used before the preparation ends, and can be. (TS-13.1)"""
    if state.step != "preparing" or book.dutiful.isdisjoint([member.card for member in state.party]):
        return None
    for use in abilities.attempts(book, state, book.dutiful):
        ability = book.card(state.party[use.card].card).abilities[use.ability]
        if ability.duty and abilities.refuse(use, book, state) is None:
            return use
    return None


def refuse_before_robbery(book: Book, state: State) -> Reason | None:
    """What must happen before the preparation ends when A-38 is read as `forced`."""
    if (waiting := _unused_robber(book, state)) and book.reads("others_discard", "forced"):
        return f"{book.name(waiting)} must make the other players discard first", (
            "key.others_discard",
            f"card.{waiting}",
        )
    return None


def _unused_robber(book: Book, state: State) -> str:
    robbers = book.robbers
    for member in state.party:
        if member.card not in robbers or member.left:
            continue
        if any(not member.used >> number & 1 for number in robbers[member.card]):
            return member.card
    return ""


@free.refuse.register(Pass)
def _refuse_pass(_: Pass, book: Book, state: State) -> Reason | None:
    if state.step in ("effects", "buying", "levelling", "resting"):
        return None
    if state.step != "preparing":
        return "you must first choose the Village, the Dungeon or a rest", ("TS-3.1",)
    if any(battle.refuse_attack(book, state, rank) is None for rank in state.places):
        return "you must attack if you can", ("TS-7.4",)
    return refuse_before_ending(book, state)


@free.carry_out.register(Pass)
def _finish_step(_: Pass, play: Play) -> None:
    step = play.state.step
    if step == "effects":
        before = play.state.gold
        for member in play.state.party:
            gold = play.book.card(member.card).gold
            if not member.left and gold:
                play.note("gold", member.card, ("TS-4.3",), "Gold Value", "gold", before, before + gold)
                before += gold
        gold = play.state.gold + purse(play.book, play.state)
        play.set(step="buying", gold=gold, tally=replace(play.state.tally, gold=gold))
    elif step == "buying":
        play.set(step="levelling")
    else:
        if step == "preparing":
            play.set(tally=replace(play.state.tally, outcome="none"))
            play.note("attack", "", ("TS-7.4",), "you can attack no Monster: no battle")
        play.push(EndTurn())


_VISITS: tuple[Action, ...] = (Visit("village"), Visit("dungeon"), Visit("rest"))
_PASS = Pass()


def legal(book: Book, state: State) -> list[Action]:
    """Every legal action of the active player at a free step, equal choices once."""
    if state.step == "choose":
        return list(_VISITS)
    if state.step == "resting":
        present = [index for index, member in enumerate(state.party) if not member.left]
        return [*map(Destroy, first_of_alike(state, present)), _PASS]
    find = _FINDERS.get(state.step)
    return [] if find is None else find(book, state)


def preparations(book: Book, state: State) -> list[Action]:
    """The legal actions of a free step, except attacks and passing."""
    if state.step == "preparing":  # finding what may be attacked takes most of the time
        return [*_uses(book, state), *equipping.legal(book, state)]
    return [action for action in legal(book, state) if not isinstance(action, (Attack, Pass))]


def _uses(book: Book, state: State) -> list[Action]:
    uses = abilities.attempts(book, state, used_up=False)
    return [use for use in uses if abilities.refuse(use, book, state) is None]


def _effects(book: Book, state: State) -> list[Action]:
    tried = traps_and_treasures.treasure_attempts(book, state)
    found = [use for use in tried if free.refuse(use, book, state) is None]
    return [*_uses(book, state), *found, _PASS]


def _purchases(book: Book, state: State) -> list[Action]:
    if state.purchases < 1:
        return [_PASS]
    gold, costs = state.gold, book.costs
    return [*(Buy(card) for card in village.for_sale(book, state) if costs[card] <= gold), _PASS]


def _level_ups(book: Book, state: State) -> list[Action]:
    found: list[Action] = []
    xp = state.me.xp
    heroes = [i for i, m in enumerate(state.party) if m.card in book.level_costs and not m.left]
    for index in first_of_alike(state, [i for i in heroes if book.level_costs[state.party[i].card] <= xp]):
        following = village.next_levels(book, state, state.party[index].card)
        found += (LevelUp(index, into) for into in following if village.left_of(state, into))
    return [*found, _PASS]


def _before_battle(book: Book, state: State) -> list[Action]:
    ranks = [rank for rank in state.places if battle.refuse_attack(book, state, rank) is None]
    ending: list[Action] = [Attack(rank) for rank in ranks] if ranks else [_PASS]
    if refuse_before_ending(book, state) is not None:
        ending = []
    return [*preparations(book, state), *ending]


_FINDERS: dict[str, Callable[[Book, State], list[Action]]] = {
    "effects": _effects,
    "buying": _purchases,
    "levelling": _level_ups,
    "preparing": _before_battle,
}
