"""The battle in a room, its Wounds and its rewards; and abilities that affect Monsters in any room.
(QUEST-0.6, QUEST-2.10, QUEST-5.14 to QUEST-5.28, QUEST-12.4, QUEST-12.5)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tsolve.cardkit.piles import Pile, contents, has_unknown
from tsolve.games.quest.actions import Action, Battle, Destroy
from tsolve.games.quest.answers import NONE, CancelText, Choose
from tsolve.games.quest.effects.abilities import CancelBefore, Sacrifice
from tsolve.games.quest.effects.base import BeforeIsAfter, HpForSurplus, RefilledFaceDown
from tsolve.games.quest.state import PLACES, WILDERNESS, Boon, Choice, Hex, State, Tally, Task
from tsolve.games.quest.turn import free, rewards
from tsolve.games.quest.turn.demands import demands_of, ignorable, in_order, staying
from tsolve.games.quest.turn.ending import EndPhase, TurnUp, put_monster, put_under_deck, refilled
from tsolve.games.quest.turn.rewards import MayComplete, MaySpareWounds, treasure_for
from tsolve.games.quest.turn.values import (
    attack_of,
    counted,
    defence_of,
    immunities,
    lacking,
    level_of,
    lies,
    monster_parts,
    monster_value,
    note_defence,
    traits_of,
)

if TYPE_CHECKING:
    from tsolve.cardkit.tasks import Reason
    from tsolve.games.quest.book import Book
    from tsolve.games.quest.effects.demands import Demand
    from tsolve.games.quest.play import Play


@free.carry_out.register(Battle)
def _begin(_: Battle, play: Play) -> None:
    """The battle of the room in which the Champion stands. (QUEST-5.14)"""
    place = play.state.me.room
    play.set(phase="battle", tally=replace(play.state.tally, room=place))
    hidden = (TurnUp(place),) if play.state.rooms[place].face_down else ()
    play.push(*hidden, MeetMonster())


class MeetMonster(Task, frozen=True):
    """The room's effects of a battle there, and the Monster's Before Battle effects. (QUEST-5.16)"""

    def run(self, play: Play) -> None:
        room = play.state.rooms[play.state.tally.room]
        if not room.monster:
            play.note("battle", room.card, ("QUEST-5.13",), "no Monster is left to battle here")
            play.push(EndPhase())
            return
        tile, monster = play.book.card(room.card), play.book.card(room.monster)
        play.set(tally=replace(play.state.tally, monster=monster.id))
        play.note("battle", monster.id, ("QUEST-5.14",), f"in {tile.name}")
        cancelled = {bane.cancels for bane in play.state.hexes if bane.room == play.state.tally.room}
        before = tuple(demand for number, demand in enumerate(monster.before) if number not in cancelled)
        late: tuple[Demand, ...] = ()
        if traits_of(play.book, play.state, BeforeIsAfter):
            before, late = (), before
        met = (*demands_of(tile, tile.before, "QUEST-5.17"), *demands_of(monster, before, "QUEST-5.16"))
        play.push(*met, Strike(), MaySpareWounds(), *_aftermath(play, late), Conclude())
        for hero in {laid.bearer for laid in play.state.laid if laid.bearer != NONE}:
            play.unburden(hero)  # the room may require more Skill from the start of the battle on


def _aftermath(play: Play, late: tuple[Demand, ...]) -> tuple[Task, ...]:
    """The printed Wounds, and After Battle demands of the room and the Monster, including Before Battle
    demands that were moved there. (QUEST-5.19, key.aftermath_order)
    """
    room = play.state.rooms[play.state.tally.room]
    tile, monster = play.book.card(room.card), play.book.card(room.monster)
    after = demands_of(monster, (*monster.after, *late), "QUEST-5.19")
    of_room = ignorable(play.book, play.state, demands_of(tile, tile.after, "QUEST-5.19"), "after_battle")
    met = tuple(in_order(of_room, after))
    wounds_first = not met or play.reads("aftermath_order", "wounds_first")
    if any(laid.doomed for laid in play.state.laid):
        leave = (LoseDoomed(),)
        first = met and play.reads("phase_spider_spear", "spear_first")
        met = (*leave, *met) if first else (*met, *leave)
    return (TakeWounds(), *met) if wounds_first else (*met, TakeWounds())


class LoseDoomed(Task, frozen=True):
    """Cards that their abilities destroy after the battle leave. (QUEST-5.19, key.phase_spider_spear)"""

    def run(self, play: Play) -> None:
        for place in play.state.present():
            if play.state.laid[place].doomed:
                card = play.book.card(play.state.laid[place].card)
                play.note("ability", place, (card.ruling, "QUEST-0.5"), "destroyed after the battle")
                play.destroy(place)


class Strike(Task, frozen=True):
    """The total attack is compared with the health; a tie wins. (QUEST-5.17, QUEST-5.18)"""

    def run(self, play: Play) -> None:
        book, state = play.book, play.state
        room = state.rooms[state.tally.room]
        defence = defence_of(book, state, state.tally.room)
        monster = book.card(room.monster)
        physical, magic = attack_of(book, state, play.trace, monster)
        immune = immunities(book, monster, physical, magic, defence)
        if play.trace is not None:
            note_defence(book, state, state.tally.room, play.trace)
        total = 0
        for kind, value, stop in (
            ("physical", physical, defence.armor),
            ("magic", magic, defence.resistance),
        ):
            if kind in immune:
                note = f"immune to {kind} attack"
                play.note("battle", monster.id, ("QUEST-2.11", monster.ruling), note, "total", total, total)
            elif value:
                more = counted(value, stop)
                _note_counted(play, kind, value, stop, total, more)
                total += more
        lack = lacking(book, state, monster)
        if lack is not None:
            play.note("battle", monster.id, ("QUEST-2.12", monster.ruling), lack.say())
        outcome = "won" if total >= defence.health and lack is None else "lost"
        tally = replace(
            state.tally,
            outcome=outcome,
            physical=physical,
            magic=magic,
            armor=defence.armor,
            resistance=defence.resistance,
            total=total,
            health=defence.health,
        )
        decide(play, tally)
        text = "defeated" if outcome == "won" else "not defeated"
        play.note("battle", room.monster, ("QUEST-5.18",), f"{text}: {total} against {defence.health}")


def decide(play: Play, tally: Tally) -> None:
    """The battle is won or lost, with this attack against this health."""
    play.set(tally=tally)
    _reward_surplus(play)


def _reward_surplus(play: Play) -> None:
    """HP that the room gives for an attack far above the health. (QUEST-7.3)"""
    tally = play.state.tally
    tile = play.book.card(play.state.rooms[tally.room].card)
    for trait in tile.traits:
        if isinstance(trait, HpForSurplus) and tally.total >= tally.health + trait.least:
            play.set(boons=(*play.state.boons, Boon(NONE, hp=trait.hp)))
            play.note("battle", tile.id, (tile.ruling, "QUEST-7.3"), trait.say())


def _note_counted(play: Play, kind: str, value: int, stop: int, total: int, more: int) -> None:
    """How much of one kind of attack counts. (QUEST-2.10)"""
    name = "armor" if kind == "physical" else "magic resistance"
    less = f" less {stop} {name}" if stop else ""
    play.note("battle", "", ("QUEST-2.10",), f"{value} {kind} attack{less}", "total", total, total + more)


class TakeWounds(Task, frozen=True):
    """Won or lost, the Wounds of the Monster and of the room are taken. (QUEST-5.19)"""

    def run(self, play: Play) -> None:
        state = play.state
        room = state.rooms[state.tally.room]
        monster, tile = play.book.card(room.monster), play.book.card(room.card)
        if state.spared:
            return
        wounds = monster_value(play.book, state, state.tally.room, "wounds")
        rulings = ("QUEST-5.19", monster.ruling, *((tile.ruling,) if tile.wounds else ()))
        play.wound(rulings, wounds, monster.wound_cards or 0)
        own = (
            part.amount
            for part in monster_parts(play.book, state, state.tally.room, "wounds")
            if not part.of_room
        )
        if (sum(own) > 0 or monster.wound_cards) and play.state.tally.wounds > state.tally.wounds:
            play.set(hurt=True)


class Conclude(Task, frozen=True):
    """After a defeat of the Monster its rewards come; otherwise the turn ends."""

    def run(self, play: Play) -> None:
        state = play.state
        if state.tally.outcome == "lost":
            _stay(play)
            return
        play.push(MayComplete(), TakeRewards())


class TakeRewards(Task, frozen=True):
    """XP and rewards of a Monster that was defeated, the refill, and then Spoils. (QUEST-5.21, QUEST-5.22)"""

    def run(self, play: Play) -> None:
        state = play.state
        place = state.tally.room
        _take_xp(play)
        treasures = _take_rewards(play)
        if place != WILDERNESS:  # nobody can be removed from there (QUEST-5.26)
            play.set(removed=(*play.state.removed, state.rooms[place].monster))
            put_monster(play, place, "")
        refill = () if place == WILDERNESS else refilled(play.book, play.state, place)
        play.push(*(treasure_for(play, won=True) for _ in range(treasures)), *refill, BeginSpoils())


def _stay(play: Play) -> None:
    """A Monster that was not defeated stays, or goes under its deck if the room says so. (QUEST-5.20)"""
    tally = play.state.tally
    tile = play.book.card(play.state.rooms[tally.room].card)
    if tile.has(RefilledFaceDown):
        play.note("battle", tally.monster, ("QUEST-5.20", tile.ruling), "goes under its deck")
        put_under_deck(play, tally.room)
        play.push(*refilled(play.book, play.state, tally.room), EndPhase())
    else:
        play.note("battle", tally.monster, ("QUEST-5.20",), "stays")
        play.push(EndPhase())


def _take_xp(play: Play) -> None:
    """XP of the Monster and of the room; half of the attack for a Guardian. (QUEST-5.21, QUEST-12.5)"""
    state = play.state
    room = state.rooms[state.tally.room]
    monster, tile = play.book.card(room.monster), play.book.card(room.card)
    if monster.kind == "guardian":
        _gain_xp(play, monster.id, ("QUEST-12.5",), guardian_xp(play.book, play.state, play.reads))
    else:
        _gain_xp(play, monster.id, ("QUEST-5.21", monster.ruling), monster.xp or 0)
    _gain_xp(play, tile.id, ("QUEST-5.21", tile.ruling), tile.xp or 0)


def guardian_xp(book: Book, state: State, reads: Callable[[str, str], bool]) -> int:
    """Half of the total attack, rounded up; `reads` looks a reading up. (QUEST-12.5, key.guardian_xp)"""
    tally = state.tally
    if reads("guardian_xp", "counted"):
        return (tally.total + 1) // 2
    if reads("guardian_xp", "less_health"):
        return (tally.total - tally.health + 1) // 2
    return (sum(attack_of(book, state)) + 1) // 2


def _gain_xp(play: Play, card: str, rulings: tuple[str, ...], amount: int) -> None:
    if amount:
        before = play.state.me.xp
        play.experience(amount)
        play.note("reward", card, rulings, "", "xp", before, play.state.me.xp)


def _take_rewards(play: Play) -> int:
    """Gear tokens of the Monster and of the room at once; returns how many Treasures come. (QUEST-5.21)

    An empty Treasure deck gives nothing.
    """
    state = play.state
    room = state.rooms[state.tally.room]
    won: list[str] = []
    for card in map(play.book.card, (room.monster, room.card)):
        for reward in card.rewards:
            if reward == "treasure" and not _is_left(state.treasures, won.count("treasure")):
                play.note("reward", card.id, ("QUEST-5.21", card.ruling), "no Treasure is left")
                continue
            if reward == "treasure" or rewards.gain(play, "reward", reward, ("QUEST-5.21", card.ruling)):
                won.append(reward)
    play.set(tally=replace(play.state.tally, rewards=tuple(won)))
    return won.count("treasure")


def _is_left(treasures: Pile, won: int) -> bool:
    """Whether there is a Treasure card after so many."""
    return has_unknown(treasures) or won < len(contents(treasures))


class BeginSpoils(Task, frozen=True):
    """Spoils may be used now. (QUEST-5.27)"""

    def run(self, play: Play) -> None:
        play.set(phase="spoils")


def monsters(book: Book, state: State, most_level: int = 9) -> Iterator[int]:
    """The rooms with a Monster that is seen, of this level at most."""
    for place in PLACES:
        room = state.rooms[place]
        if room.monster and not room.face_down and (book.card(room.monster).level or 0) <= most_level:
            yield place


def cancellable(book: Book, state: State, most_level: int) -> list[CancelText]:
    """The Before Battle abilities that can still be cancelled."""
    return [
        CancelText(place, number)
        for place in monsters(book, state, most_level)
        for number in range(len(book.card(state.rooms[place].monster).before))
        if not any((bane.room, bane.cancels) == (place, number) for bane in state.hexes)
    ]


def victims(book: Book, state: State, most_level: int) -> list[int]:
    """The rooms whose Monsters a text can destroy: nobody is removed from The Wilderness. (QUEST-5.26)"""
    return [place for place in monsters(book, state, most_level) if place != WILDERNESS]


def overrun(book: Book, state: State) -> list[int]:
    """The rooms with another Monster whose health is no more than what the attack had left."""
    surplus = state.tally.total - state.tally.health
    others = (place for place in monsters(book, state) if (place, state.tally.room) != (WILDERNESS,) * 2)
    return [place for place in others if monster_value(book, state, place, "health") <= surplus]


def offering(book: Book, state: State, effect: Sacrifice) -> list[int]:
    """The cards that may be destroyed, of equal ones the first."""
    return [place for place in state.firsts() if _may_go(book, state, place, effect.sort)]


def _may_go(book: Book, state: State, place: int, sort: str | None) -> bool:
    """Whether a card is one of a sort that can be destroyed."""
    card = book.card(state.laid[place].card)
    return lies(book, state, place, sort) and not card.shields("destroy")


def sacrifice_in_vain(book: Book, state: State, effect: Sacrifice) -> bool:
    """Whether all cards that may be destroyed are too weak for every Monster."""
    heroes = (place for place in state.present() if _may_go(book, state, place, effect.sort))
    levels = sum(level_of(book, state, hero) for hero in heroes)
    return not offering(book, state, effect) or not victims(book, state, min(levels, effect.most_level))


class SacrificeMore(Choice, frozen=True):
    """Cards are destroyed one after the other, until a Monster is chosen that their Levels reach."""

    asks = "destroy cards, then choose a Monster"
    effect: Sacrifice
    ruling: str
    levels: int | None = None
    """The Levels of the cards destroyed so far; None before the first."""

    def options(self, book: Book, state: State) -> list[Action]:
        heroes: list[Action] = [*map(Destroy, offering(book, state, self.effect))]
        if self.levels is None:
            return heroes
        return [*map(Choose, victims(book, state, min(self.levels, self.effect.most_level))), *heroes]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.5")

    def refuse(self, book: Book, state: State, action: Action) -> Reason:
        stays = staying(book, state, action, "destroy") if isinstance(action, Destroy) else None
        return stays or super().refuse(book, state, action)

    def answer(self, play: Play, action: Action) -> None:
        if isinstance(action, Destroy):
            levels = (self.levels or 0) + level_of(play.book, play.state, action.card)
            play.note("ability", action.card, (self.ruling, "QUEST-0.5"), "destroyed")
            play.destroy(action.card)
            play.push(SacrificeMore(self.effect, self.ruling, levels))
        elif isinstance(action, Choose):
            self._destroy_monster(play, action.room)

    def _destroy_monster(self, play: Play, place: int) -> None:
        monster = play.state.rooms[place].monster
        before, xp = play.state.me.xp, play.book.card(monster).xp or 0
        play.set(removed=(*play.state.removed, monster))
        put_monster(play, place, "")
        play.experience(xp)
        play.note("ability", monster, (self.ruling, "QUEST-0.5"), "destroyed", "xp", before, before + xp)
        play.push(*refilled(play.book, play.state, place))


class CancelOne(Choice, frozen=True):
    """One Before Battle ability of a Monster is cancelled for the turn."""

    asks = "choose the Before Battle ability to cancel"
    effect: CancelBefore
    place: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*cancellable(book, state, self.effect.most_level)]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling, "QUEST-0.6")

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, CancelText)
        play.set(hexes=(*play.state.hexes, Hex(self.place, action.room, cancels=action.ability)))
        monster = play.state.rooms[action.room].monster
        play.note("ability", monster, (self.ruling, "QUEST-0.6"), "a Before Battle ability is cancelled")


class SwapOne(Choice, frozen=True):
    """The armor and the magic resistance of a Monster change places for the turn."""

    asks = "choose the Monster whose armor and magic resistance change places"
    place: int
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*map(Choose, monsters(book, state))]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling,)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Choose)
        play.set(hexes=(*play.state.hexes, Hex(self.place, action.room, swaps=True)))
        monster = play.state.rooms[action.room].monster
        play.note("ability", monster, (self.ruling,), "armor and magic resistance change places")


class TakeSurplus(Choice, frozen=True):
    """XP for another Monster that the rest of the attack would have reached."""

    asks = "choose another Monster that the rest of your attack reaches"
    ruling: str

    def options(self, book: Book, state: State) -> list[Action]:
        return [*map(Choose, overrun(book, state))]

    def rulings_for(self, book: Book, state: State) -> tuple[str, ...]:
        return (self.ruling,)

    def answer(self, play: Play, action: Action) -> None:
        assert isinstance(action, Choose)
        monster = play.book.card(play.state.rooms[action.room].monster)
        before = play.state.me.xp
        play.experience(monster.level or 0)
        play.note("reward", monster.id, (self.ruling,), "its level", "xp", before, play.state.me.xp)
